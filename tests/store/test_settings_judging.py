"""The claims of `store.settings_judging`, as a reader of the file meets them."""

import pytest

from vacancy.domain.catalog import CodexAsking
from vacancy.domain.preferences import TargetKind
from vacancy.store.settings_lines import locate
from vacancy.store.settings_reading import read_preferences

OPENAI = '[connections.o]\nkind = "openai"\n'
CODEX = '[connections.c]\nkind = "codex"\n'


def faults_of(text):
    """The faults of a text as lines for people."""
    return [str(fault) for fault in locate(text, read_preferences(text)[1])]


def test_codex_is_told_where_it_is_and_when_it_may_be_asked():
    """Its home, its program and its leave are read; without them it is never asked."""
    text = CODEX + 'home = "~/second/codex"\nprogram = "codex-beta"\nask = "awaited"\n'
    connection = read_preferences(text)[0].connection("c")
    assert ("~/second/codex", "codex-beta", CodexAsking.AWAITED) == (
        connection.home,
        connection.program,
        connection.ask,
    )
    assert read_preferences(CODEX)[0].connection("c").ask is CodexAsking.NEVER


@pytest.mark.parametrize("setting", ['home = "~/.codex"', 'program = "codex"', 'ask = "never"'])
def test_what_only_codex_has_is_refused_elsewhere(setting):
    """Even a value that changes nothing: whoever wrote it believes that it does something."""
    (fault,) = faults_of(OPENAI + setting)
    assert fault.startswith(f"line 3, connections.o.{setting.partition(' ')[0]}: only a connection of kind")


@pytest.mark.parametrize(
    "setting", ['base_url = "https://a.example"', 'proxy = "none"', 'ca_file = "/a.pem"', 'key = "keyring"']
)
def test_codex_has_its_own_way_out(setting):
    """An address, a proxy or a key for it would be read by nobody."""
    (fault,) = faults_of(CODEX + setting)
    assert fault.startswith(f"line 3, connections.c.{setting.partition(' ')[0]}: ")


def test_a_misspelt_leave_to_ask_is_told_the_nearest_word():
    """The words are listed, and the one that was probably meant is named."""
    (fault,) = faults_of(CODEX + 'ask = "on-demand"\n')
    assert fault.endswith('found "on-demand"; did you mean "on_demand"?')


@pytest.mark.parametrize(
    ("proxy", "good"), [("http://p.example:1", False), ("env:P", False), ("http://127.0.0.1:1", True), ("none", True)]
)
def test_a_key_for_this_machine_does_not_travel_through_a_proxy_in_clear(proxy, good):
    """Plain http to this machine is no travel, unless a proxy elsewhere carries it."""
    text = f'[connections.o]\nkind = "openai-chat"\nbase_url = "http://localhost:1/v1"\nproxy = "{proxy}"\n'
    assert (faults_of(text) == []) is good


def test_targets_are_the_users_by_name():
    """Each is read with what its kind needs."""
    text = '[targets.mine]\nkind = "env"\npath = "~/p/.env"\nprefix = "openai/"\n[switching]\ntarget = "mine"\n'
    preferences, faults = read_preferences(text)
    assert faults == []
    assert preferences.targets["mine"].kind is TargetKind.ENV
    assert "openai/" == preferences.targets["mine"].prefix


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('kind = "env"', 'line 1, targets.t: "path" is missing'),
        ('kind = "file"\npath = "/a.json"', 'line 1, targets.t: "key" is missing'),
        ('kind = "llm"\nkey = "x"', "line 3, targets.t.key: this tool has a key of its own"),
        ('kind = "opencoed"', 'did you mean "opencode"?'),
        ("kind = 3", "line 2, targets.t.kind: expected"),
    ],
)
def test_a_target_that_cannot_be_switched_is_refused(text, fault):
    """What is missing or meaningless for its kind is named where it stands."""
    assert [found for found in faults_of(f"[targets.t]\n{text}\n") if fault in found]


def test_the_name_of_codex_belongs_to_codex():
    """Another tool under that name would make "use" change a file that nobody expects."""
    (fault,) = faults_of('[targets.codex]\nkind = "llm"\n')
    assert fault.startswith("line 2, targets.codex.kind: ")
    assert faults_of('[targets.codex]\nkind = "codex"\npath = "~/other"\n') == []


def test_what_is_switched_must_be_there():
    """Codex is there without a table; of the others the nearest name is told, and a broken one is not denied."""
    table = '[targets.project]\nkind = "llm"\n'
    (fault,) = faults_of(table + '[switching]\ntarget = "projct"\n')
    assert fault == (
        'line 4, switching.target: there is no such target; there are codex, project; did you mean "project"?'
    )
    assert faults_of('[switching]\ntarget = "codex"\nautomatic = true\n') == []
    assert 1 == len(faults_of('[targets.project]\nkind = "env"\n[switching]\ntarget = "project"\n'))
