"""The claims of `store.settings_reading`, with the lines that `store.settings_lines` adds."""

import re
import tomllib
from datetime import time, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.preferences import (
    AppearancePreferences,
    IconStyle,
    NotificationPreferences,
    Preferences,
    ProbingPreferences,
    StatusPagePreferences,
)
from vacancy.domain.prices import Price
from vacancy.store.settings_first_text import FIRST_TEXT
from vacancy.store.settings_lines import locate
from vacancy.store.settings_reading import read_preferences

DATA = Path(__file__).parent.parent / "data" / "settings"

FULL = Preferences(
    connections=(
        Connection(
            "openai",
            ConnectionKind.OPENAI,
            "https://api.openai.com/v1",
            KeySource(KeyKind.ENVIRONMENT, "OPENAI_API_KEY"),
        ),
        Connection("local server", ConnectionKind.OPENAI_CHAT, "http://127.0.0.1:1234/v1", KeySource(KeyKind.NONE)),
        Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE)),
    ),
    models=(
        ModelEntry("openai", "gpt-6.2-sol", "Sol", "high", "priority", interval=timedelta(minutes=20)),
        ModelEntry("openai", "gpt-6-luna", paused=True),
        ModelEntry("local server", "qwen3/8b:q4"),
    ),
    status_page=StatusPagePreferences("https://status.example.com", timedelta(minutes=15)),
    probing=ProbingPreferences(timedelta(minutes=90), timedelta(seconds=45), timedelta(seconds=2.5), 100),
    notifications=NotificationPreferences(recovered=False, switched=False),
    appearance=AppearancePreferences(IconStyle.MONO),
)


def faults_of(text):
    """The faults of a text as lines for people."""
    return [str(fault) for fault in locate(text, read_preferences(text)[1])]


def test_a_saved_file_of_version_1_is_read_whole():
    """Every field of a file that some user has is read as it was meant."""
    assert read_preferences((DATA / "full_version_1.toml").read_text()) == (FULL, [])


def test_quiet_hours_are_two_times():
    """Over midnight as well; an empty text is none, and anything else is a fault that shows how it is written."""
    hours = read_preferences('[notifications]\nquiet_hours = "22:00-07:30"\n')[0].notifications.quiet_hours
    assert (time(22), time(7, 30)) == (hours.begin, hours.end)
    assert read_preferences('[notifications]\nquiet_hours = ""\n') == (Preferences(), [])
    for wrong in ('"22-7"', '"24:00-07:00"', '"07:00-07:00"', "2200", '"22:00-07:00 "'):
        (fault,) = faults_of(f"[notifications]\nquiet_hours = {wrong}\n")
        assert 'two different times such as "22:00-07:00"' in fault


def test_prices_are_the_users_by_model():
    """The currency may be left out; half a price, a negative one and a currency in words are faults."""
    text = '[prices."gpt-6.2-sol"]\ninput_per_million = 1.25\noutput_per_million = 10\n'
    preferences, faults = read_preferences(text)
    assert ({"gpt-6.2-sol": Price(1.25, 10.0)}, []) == (preferences.prices, faults)
    assert read_preferences(text + 'currency = "EUR"\n')[0].prices["gpt-6.2-sol"].currency == "EUR"
    both = "input_per_million = {}\noutput_per_million = 1"
    for wrong in ("input_per_million = 1", both.format(-1), both.format("true"), both.format("nan"),
                  both.format(1) + '\ncurrency = "dollar"'):  # fmt: skip
        assert 1 == len(faults_of(f"[prices.a]\n{wrong}\n")), wrong
    assert ['line 1, prices: expected tables such as [prices."gpt-6.2-sol"]'] == faults_of("prices = 3\n")


def test_an_empty_file_means_the_defaults():
    """Every value has a default, and connections a sensible key and address."""
    assert read_preferences("") == (Preferences(), [])
    preferences, faults = read_preferences('[connections.o]\nkind = "openai"\n')
    assert faults == []
    assert preferences.connection("o").base_url == "https://api.openai.com/v1"
    assert preferences.connection("o").key == KeySource(KeyKind.KEYRING)


def test_all_faults_are_named_at_once_with_their_lines():
    """One reading tells everything that is wrong: line, key, what was expected, and the nearest name."""
    faults = faults_of((DATA / "broken.toml").read_text())
    starts = [fault.partition(": ")[0] for fault in faults]
    assert starts == [
        "line 2, colour",
        "line 5, connections.openai.kind",
        "line 6, connections.openai.base_url",
        "line 7, connections.openai.key",
        "line 11, connections.lan.base_url",
        "line 13, connections.chat",
        "line 17, models[1].connection",
        "line 19, models[1].pasued",
        "line 21, models[2]",
        "line 28, models[4]",
        "line 32, probng",
        "line 36, probing.interval",
        "line 37, probing.timeout",
        "line 38, probing.slow_after",
        "line 39, probing.daily_requests",
        "line 42, notifications.recovered",
        "line 45, appearance.icon_style",
    ]
    for start, hint in (
        ("line 5,", '"openai"'),
        ("line 17,", '"openai"'),
        ("line 19,", '"paused"'),
        ("line 32,", '"probing"'),
        ("line 45,", '"color"'),
    ):
        assert next(fault for fault in faults if fault.startswith(start)).endswith(f"did you mean {hint}?")


def test_a_key_in_the_file_is_never_repeated():
    """A key that somebody pasted into the settings does not travel into messages."""
    assert "canary" not in "".join(faults_of((DATA / "broken.toml").read_text()))


def test_what_is_not_toml_is_refused_with_its_line():
    """A slip of syntax names the line on which it is."""
    (fault,) = faults_of("version = 1\n\n[probing\ninterval = '10m'\n")
    assert fault.startswith("line 3: this is not TOML")


def test_a_newer_file_is_refused_as_a_whole():
    """A file of a newer version is not judged by our rules; the advice is to update."""
    (fault,) = faults_of("version = 2\nunheard_of = true\n")
    assert fault.startswith("line 1, version: the file is of version 2")
    assert "update" in fault


@pytest.mark.parametrize("version", ["0", '"1"', "true", "1.0"])
def test_a_version_is_a_number_that_we_know(version):
    """Whatever else stands there is a fault, not a guess."""
    assert faults_of(f"version = {version}\n") == ["line 1, version: expected 1"]


@pytest.mark.parametrize(
    "url",
    [
        "api.openai.com/v1",
        "ftp://api.openai.com",
        "https://",
        "https:///v1",
        "https://a.example/v1?x=1",
        "https://a.example/v1#x",
        "https://user@a.example",
        "https://a.example:port",
        "https://a.example:0/",
        "https://a example/",
        "https://a.example\\\\@b.example",
        "https://a.example/\\u202e",
        "",
        7,
    ],
)
def test_an_address_that_is_none_is_refused(url):
    """Scheme, host and nothing that could send a key elsewhere: everything else is a fault."""
    value = url if isinstance(url, int) else f'"{url}"'
    faults = faults_of(f'[connections.o]\nkind = "openai-chat"\nkey = "none"\nbase_url = {value}\n')
    assert len(faults) == 1
    assert faults[0].startswith("line 4, connections.o.base_url: expected an address")


@pytest.mark.parametrize(
    ("url", "key", "good"),
    [
        ("http://a.example/v1", "keyring", False),
        ("HTTP://a.example/v1", "env:K", False),
        ("http://127.0.0.1.example/v1", "keyring", False),
        ("http://a.example/v1", "none", True),
        ("http://localhost:80/v1", "keyring", True),
        ("http://127.9.9.9/v1", "keyring", True),
        ("http://[::1]:8080/v1", "keyring", True),
        ("https://a.example/v1", "keyring", True),
    ],
)
def test_a_key_does_not_travel_in_clear(url, key, good):
    """A key may go to another machine over https only."""
    text = f'[connections.o]\nkind = "openai-chat"\nbase_url = "{url}"\nkey = "{key}"\n'
    assert (faults_of(text) == []) is good


def test_a_trailing_slash_is_no_part_of_an_address():
    """Two spellings of one address are one address."""
    text = '[connections.o]\nkind = "openai"\nbase_url = "https://a.example/v1/"\n[status_page]\nurl = "https://s.example/"\n'
    preferences, _ = read_preferences(text)
    assert preferences.connection("o").base_url == "https://a.example/v1"
    assert preferences.status_page.url == "https://s.example"


def test_the_status_page_can_be_switched_off():
    """An empty address is a decision, not a fault."""
    assert read_preferences('[status_page]\nurl = ""\n')[0].status_page.url == ""


def test_the_same_model_may_be_listed_with_another_effort():
    """What differs in effort or tier is another entry; what differs in its label alone is not."""
    head = '[connections.o]\nkind = "openai"\n'
    model = '[[models]]\nconnection = "o"\nid = "m"\n'
    assert faults_of(head + model + model + 'effort = "low"\n') == []
    assert "models[1]" in faults_of(head + model + model + 'label = "x"\n')[0]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("probing = 3\n", 1),
        ("connections = []\n", 1),
        ('models = "gpt"\n', 1),
        ("models = [1]\n", 1),
        ("\n[connections]\no = 1\n", 3),
        ('[connections."a/b"]\nkind = "codex"\n', 1),
        ('[connections.c]\nkind = "codex"\nkey = "keyring"\n', 3),
        ("[probing]\ninterval = 2026-01-01\n", 2),
        ("[probing]\ndaily_requests = true\n", 2),
        ("[probing]\ndaily_requests = 1.5\n", 2),
        ("[probing]\ninterval = '25h'\n", 2),
        ("[notifications]\nrecovered = 1\n", 2),
        ("[appearance]\nicon_style = ['mono']\n", 2),
        ("probing.interval = 'x'\n", 1),
        ("status_page = { url = 'https://a.example', interval = 'x' }\n", 1),
    ],
)
def test_wrong_types_are_faults_wherever_they_stand(text, line):
    """No spelling of a table, and no type, gets past the rules or makes the reader fail."""
    faults = faults_of(text)
    assert faults
    assert faults[0].startswith(f"line {line}, ")


def test_the_first_text_holds_the_defaults():
    """The comments of a new file show exactly the defaults that are in force."""
    uncommented = "\n".join(
        line.removeprefix("# ")
        for line in FIRST_TEXT.split("# A connection is")[0].splitlines()
        if " = " in line or line.startswith("[")
    )
    assert read_preferences(FIRST_TEXT) == (Preferences(), [])
    assert read_preferences(uncommented) == (Preferences(), [])
    assert {"status_page", "probing", "notifications", "appearance"} <= tomllib.loads(uncommented).keys()


def test_the_examples_of_the_first_text_are_settings():
    """Whoever takes the comment signs away has what the comments say, with nothing that is refused."""
    examples = FIRST_TEXT.partition("# A connection is")[2].splitlines()
    setting = re.compile(r"# (\[|\w+ = )")
    preferences, faults = read_preferences("\n".join(line[2:] for line in examples if setting.match(line)))
    assert faults == []
    assert {"openai", "codex"} == {connection.name for connection in preferences.connections}
    assert ["project"] == list(preferences.targets)
    assert ["gpt-6.2-sol"] == [entry.id for entry in preferences.models]


PIECES = st.sampled_from(
    [
        "[",
        "]",
        "[[",
        "]]",
        "=",
        ".",
        '"',
        "'",
        "\n",
        "{",
        "}",
        ",",
        "#",
        "models",
        "connections",
        "1",
        "true",
        "\\",
        "\r",
    ]
)


@settings(deadline=None, max_examples=200)  # the machine may be busy
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), PIECES), max_size=6), st.booleans())
def test_no_text_makes_the_reader_fail(slips, broken):
    """Whatever somebody does to the file, the result is preferences or faults with their places, never an exception."""
    text = (DATA / ("broken.toml" if broken else "full_version_1.toml")).read_text()
    for place, cut, piece in slips:
        at = int(place * len(text))
        text = text[:at] + piece + text[at + cut :]
    faults = faults_of(text)
    assert all(fault and "\n" not in fault for fault in faults)


@pytest.mark.parametrize("text", ["x = " + "[" * 20_000, "x = " + "{ a = " * 5_000])
def test_a_bottomless_file_is_a_fault(text):
    """Nesting that no parser survives is said, not suffered."""
    assert len(faults_of(text)) == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (".".join("a" * 20_000) + " = 1", "line 2: the line is longer than 8000 characters"),
        (".".join("a" * 34) + " = 1", "line 2: the key has more than 32 dots"),
        ("[" + ".".join("a" * 34) + "]", "line 2: the key has more than 32 dots"),
    ],
)
def test_a_key_of_endless_parts_is_a_fault_before_it_is_parsed(line, words):
    """The parser would take seconds for it; the fault names the line."""
    preferences, faults = read_preferences(f"version = 1\n{line}\n")
    assert preferences == Preferences()
    assert [str(fault) for fault in faults] == [words]


def test_dots_outside_of_keys_are_no_matter():
    """A comment drawn with dots, and a name with many of them, are as good as any."""
    text = f'#{"." * 7900}\n[connections.lab]\nkind = "openai"\n[[models]]\nconnection = "lab"\nid = "{"a." * 90}b"\n'
    assert read_preferences(text)[1] == []


def test_a_number_of_endless_digits_is_a_fault():
    """What Python refuses to count is a fault for people, not an exception."""
    (fault,) = read_preferences(f"version = {'9' * 5000}")[1]
    assert "more digits than can be read" in fault.problem
