"""The claims of `store.settings_edit`."""

from dataclasses import replace
from datetime import timedelta
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vacancy.domain.catalog import CodexAsking, Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.preferences import (
    AppearancePreferences,
    IconStyle,
    LanguageChoice,
    NotificationPreferences,
    Preferences,
    ProbingPreferences,
    StatusPagePreferences,
    SwitchingPreferences,
    TargetEntry,
    TargetKind,
)
from vacancy.domain.presence import PresencePreferences, Restraint
from vacancy.domain.prices import Price
from vacancy.store.settings_edit import edit, full_text
from vacancy.store.settings_first_text import FIRST_TEXT
from vacancy.store.settings_reading import read_preferences

FULL_TEXT = (Path(__file__).parent.parent / "data" / "settings" / "full_version_1.toml").read_text()


def same(one, other):
    """Equal but for the order of the connections, which means nothing."""
    by_name = [sorted(preferences.connections, key=lambda c: c.name) for preferences in (one, other)]
    return by_name[0] == by_name[1] and replace(one, connections=()) == replace(other, connections=())


def changed_lines(text, change):
    """The lines that one change of the preferences takes away and adds."""
    before, faults = read_preferences(text)
    assert faults == []
    after = change(before)
    new_text = edit(text, before, after)
    assert read_preferences(new_text) == (after, [])
    diff = unified_diff(text.splitlines(), new_text.splitlines(), n=0, lineterm="")
    return [line for line in diff if not line.startswith(("---", "+++", "@@"))]


def test_one_value_changes_one_line_and_keeps_its_comment():
    """Everything else stays byte for byte, the comment beside the value too."""
    lines = changed_lines(FULL_TEXT, lambda p: replace(p, status_page=replace(p.status_page, url="https://b.example")))
    assert lines == [
        '-url = "https://status.example.com"   # ours',
        '+url = "https://b.example"   # ours',
    ]


def test_nothing_to_change_changes_nothing():
    """The same preferences give the same text, whatever its spelling."""
    odd = "status_page={interval='5m'} # x\r\n\n\n"
    assert changed_lines(odd, lambda p: p) == []


def test_a_value_that_has_no_line_yet_gets_one_in_its_table():
    """A default that is changed appears in the table where a reader looks for it."""
    lines = changed_lines(
        "[probing]\ntimeout = '20s'\n", lambda p: replace(p, probing=replace(p.probing, daily_requests=7))
    )
    assert lines == ["+daily_requests = 7"]


def test_a_price_is_changed_where_it_stands():
    """Its comment stays; a new one gets a table of its own, and one that is dropped goes with its table."""
    text = "# as of May\n[prices.a]\ninput_per_million = 1.0  # list\noutput_per_million = 2.0\n"
    lines = changed_lines(text, lambda p: replace(p, prices={"a": Price(1.5, 2.0)}))
    assert lines == ["-input_per_million = 1.0  # list", "+input_per_million = 1.5  # list"]
    added = changed_lines(text, lambda p: replace(p, prices={**p.prices, "b.c": Price(1.0, 2.0)}))
    assert '+[prices."b.c"]' in added
    assert not [line for line in added if line.startswith("-")]
    assert "-[prices.a]" in changed_lines(text, lambda p: replace(p, prices={}))


def test_a_target_is_changed_where_it_stands():
    """Its comment stays, and a new one gets a table with what it needs and nothing more."""
    text = '[targets.mine]\nkind = "env"  # the project\npath = "/a/.env"\n'
    mine = TargetEntry(TargetKind.ENV, "/a/.env")
    lines = changed_lines(text, lambda p: replace(p, targets={"mine": replace(mine, key="MODEL")}))
    assert lines == ['+key = "MODEL"']
    added = changed_lines(text, lambda p: replace(p, targets={"mine": mine, "llm": TargetEntry(TargetKind.LLM)}))
    assert [line for line in added if line != "+"] == ["+[targets.llm]", '+kind = "llm"']


def test_only_codex_is_told_when_it_may_be_asked():
    """A connection that becomes another kind loses what only Codex has, and a new one of another kind never has it."""
    text = '[connections.c]\nkind = "codex"\nask = "awaited"  # costs tokens\nhome = "~/c"\n'
    lines = changed_lines(text, lambda p: replace(p, connections=(replace(NEW, name="c"),)))
    assert {'-ask = "awaited"  # costs tokens', '-home = "~/c"'} <= set(lines)
    assert not [line for line in lines if line.startswith("+ask")]


def test_what_was_left_unsaid_is_said_when_the_kind_changes():
    """Another kind has other defaults, so the address and the key that held must stand in the file now."""
    text = '[connections.o]\nkind = "openai"\n'
    lines = changed_lines(
        text,
        lambda p: replace(p, connections=(replace(p.connections[0], kind=ConnectionKind.OPENAI_CHAT),)),
    )
    assert {'+base_url = "https://api.openai.com/v1"', '+key = "keyring"'} <= set(lines)


def test_models_move_with_the_comments_above_them():
    """A new order of preference carries each model's comments along, and loses none."""
    before, _ = read_preferences(FULL_TEXT)
    text = edit(FULL_TEXT, before, replace(before, models=before.models[::-1]))
    assert sorted(text.split()) == sorted(FULL_TEXT.split())
    assert '# the cheap one,\n# for the weekend\n[[models]]\nconnection = "openai"\nid = "gpt-6-luna"' in text
    assert (
        text.index("qwen3") < text.index("# the cheap one") < text.index("# the best one") < text.index("[status_page]")
    )


def test_a_model_is_changed_in_its_own_block():
    """Pausing a model adds one line to it; taking an option away removes one."""
    pause = changed_lines(FULL_TEXT, lambda p: replace(p, models=(replace(p.models[0], paused=True), *p.models[1:])))
    assert pause == ["+paused = true"]
    no_label = changed_lines(FULL_TEXT, lambda p: replace(p, models=(replace(p.models[0], label=None), *p.models[1:])))
    assert no_label == ['-label = "Sol"                        # short']


def test_a_model_is_added_and_removed():
    """An added model stands at its place in the list; a removed one takes its own comments along and no others."""
    new = ModelEntry("openai", "gpt-7")
    added = changed_lines(FULL_TEXT, lambda p: replace(p, models=(p.models[0], new, *p.models[1:])))
    assert [line for line in added if line != "+"] == ["+[[models]]", '+connection = "openai"', '+id = "gpt-7"']
    removed = changed_lines(FULL_TEXT, lambda p: replace(p, models=(p.models[0], p.models[2])))
    assert {line for line in removed if "#" in line} == {"-# the cheap one,", "-# for the weekend"}


def test_a_connection_is_added_and_removed():
    """A connection with a name that needs quotes is written as TOML wants it, and can be removed again."""
    new = Connection("my host", ConnectionKind.OPENAI_CHAT, "https://h.example/v1", KeySource(KeyKind.KEYRING))
    added = changed_lines(FULL_TEXT, lambda p: replace(p, connections=(*p.connections, new)))
    assert '+[connections."my host"]' in added
    assert not [line for line in added if line.startswith("-")]
    removed = changed_lines(
        FULL_TEXT, lambda p: replace(p, connections=(p.connections[0], p.connections[2]), models=p.models[:2])
    )
    assert not [line for line in removed if line.startswith("+")]


def test_the_first_text_takes_a_whole_setup():
    """The commented file of a first start becomes a complete one, and keeps its explanations."""
    preferences, _ = read_preferences(FULL_TEXT)
    text = edit(FIRST_TEXT, Preferences(), preferences)
    assert read_preferences(text) == (preferences, [])
    assert [line for line in FIRST_TEXT.splitlines() if line and line not in text.splitlines()] == []


ODD_SPELLINGS = (
    "connections.c.kind = 'codex'\nconnections.o.kind = 'openai'\n[[models]]\nconnection = 'c'\nid = 'a'\n",
    (
        "connections = { c = { kind = 'codex' }, o = { kind = 'openai' } }\n"
        "models = [{ connection = 'c', id = 'a' }, { connection = 'o', id = 'b', paused = true }]\n"
        "probing = { interval = '5m' }\nstatus_page.url = ''\n"
    ),
    (
        "[connections]\n[connections.c]\nkind = 'codex'\n[[models]]\nconnection = 'c'\nid = 'a'\n"
        "[connections.o]\nkind = 'openai' # x\n[[models]]\nconnection = 'o'\nid = 'b'"
    ),
    "[probing]\n[connections.c]\nkind = 'codex'\n[notifications]\n[connections.o]\nkind = 'openai'\n# end",
    "[connections]\nc.kind = 'codex'\no = { kind = 'openai' }\n[[models]]\nconnection = 'c'\nid = 'a'",
    "models = []\nconnections = {}\n",
    (
        "[[models]]\nconnection = 'c'\nid = '''a'''\n[connections.c]\nkind = 'codex'\n"
        "[[models]]\n# inside\n  connection = 'c'\n  id = 'b' # b\n\n\n# last"
    ),
    "# only a comment",
    "",
    (
        "[connections.c]\r\nkind = 'codex'\r\n\r\n# about a\r\n[[models]]\r\nconnection = 'c'\r\nid = 'a'\r\n"
        "# about b\r\n[[models]]\r\nconnection = 'c'\r\nid = 'b'\r\n"
    ),
    '["connections"."c"]\n"kind" = "codex"\n[["models"]]\n"connection" = "c"\n\'id\' = "a"\n',
)

NEW = Connection("new one", ConnectionKind.OPENAI_CHAT, "https://h.example/v1", KeySource(KeyKind.NONE))

CHANGES = {
    "reverse the models": lambda p: replace(p, models=p.models[::-1]),
    "drop the first model": lambda p: replace(p, models=p.models[1:]),
    "drop all models": lambda p: replace(p, models=()),
    "drop everything": lambda p: replace(p, models=(), connections=()),
    "pause and label": lambda p: replace(p, models=tuple(replace(m, paused=not m.paused, label="n") for m in p.models)),
    "add a connection": lambda p: replace(
        p, connections=(*p.connections, NEW), models=(ModelEntry("new one", "m"), *p.models)
    ),
    "set the sections": lambda p: replace(
        p,
        probing=ProbingPreferences(timedelta(minutes=33), timedelta(seconds=9), timedelta(seconds=3), 5),
        status_page=StatusPagePreferences("https://s.example", timedelta(minutes=9)),
        notifications=NotificationPreferences(recovered=False, switched=False),
        appearance=AppearancePreferences(IconStyle.COLOR),
    ),
}


@pytest.mark.parametrize("text", ODD_SPELLINGS)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_every_spelling_of_the_tables_takes_every_change(text, change):
    """Dotted keys, inline tables, lists out of order, quotes and other line ends hold what was asked for afterwards."""
    before, faults = read_preferences(text)
    assert faults == []
    new_text = edit(text, before, change(before))
    after, faults = read_preferences(new_text)
    assert faults == []
    assert same(after, change(before))
    if "\r\n" in text:
        assert new_text.count("\n") == new_text.count("\r\n")


def test_a_new_connection_stands_with_the_others_and_parts_no_comment_from_its_model():
    """It comes below the other connections, and the comment above the first model stays there."""
    text = "[connections.c]\nkind = 'codex'\n\n# about a\n[[models]]\nconnection = 'c'\nid = 'a'\n"
    before, _ = read_preferences(text)
    new_text = edit(text, before, replace(before, connections=(*before.connections, NEW)))
    assert (
        new_text.index("[connections.c]") < new_text.index('[connections."new one"]') < new_text.index("# about a\n[[")
    )


NAMES = st.sampled_from(["openai", "local server", "codex", "größe", 'quo"te', "a.b"])
HOSTS = st.sampled_from(["https://a.example/v1", "https://b.example:8443", "http://localhost:1"])
KEYS = st.sampled_from([KeySource(KeyKind.KEYRING), KeySource(KeyKind.NONE), KeySource(KeyKind.ENVIRONMENT, "K_1")])
KINDS = st.sampled_from([ConnectionKind.OPENAI, ConnectionKind.OPENAI_CHAT])
DURATIONS = st.integers(min_value=60, max_value=86_400).map(lambda seconds: timedelta(seconds=seconds))
WORDS = st.one_of(st.none(), st.sampled_from(["low", "a # b", "[x]", 'c"d', "汉字"]))
PROXIES = st.sampled_from([None, "socks5h://127.0.0.1:1080", "env:THE_PROXY", "none"])
PATHS = st.sampled_from([None, "/etc/ssl/our own.pem", "~/.codex", "/größe/'x'"])
ASKED = st.builds(Connection, NAMES, KINDS, HOSTS, KEYS, PROXIES, PATHS).filter(
    lambda each: not (each.travels and each.base_url.startswith("http:"))
)
READ = st.builds(
    Connection,
    NAMES,
    st.just(ConnectionKind.CODEX),
    st.just(""),
    st.just(KeySource(KeyKind.NONE)),
    home=PATHS,
    program=st.sampled_from([None, "codex", "/opt/codex"]),
    ask=st.sampled_from(CodexAsking),
)
CONNECTIONS = st.lists(st.one_of(ASKED, READ), min_size=1, max_size=4, unique_by=lambda c: c.name)
TARGETS = st.one_of(
    st.builds(TargetEntry, st.sampled_from([TargetKind.AIDER, TargetKind.LLM]), PATHS),
    st.builds(TargetEntry, st.just(TargetKind.ENV), st.just("~/.env"), st.none() | st.just("M"), st.just("openai/")),
    st.builds(TargetEntry, st.just(TargetKind.FILE), st.just("/a.json"), st.just("agent.model")),
)


PRICES = st.builds(Price, st.floats(0, 1000), st.floats(0, 1000), st.sampled_from(["USD", "EUR"]))


def models_of(connections):
    """Lists of models on those connections."""
    names = st.sampled_from([connection.name for connection in connections])
    ids = st.sampled_from(["gpt-6.2-sol", "gpt-6-luna", "qwen3/8b:q4", "m#1"])
    model = st.builds(ModelEntry, names, ids, WORDS, WORDS, WORDS, st.booleans(), st.none() | DURATIONS)
    return st.lists(model, max_size=5, unique_by=lambda entry: entry.key)


@st.composite
def all_preferences(draw):
    """Any preferences that a file may hold."""
    connections = draw(CONNECTIONS)
    targets = draw(st.dictionaries(st.sampled_from(["my tool", "a.b", 'q"3']), TARGETS, max_size=3))
    return Preferences(
        connections=tuple(connections),
        models=tuple(draw(models_of(connections))),
        status_page=draw(st.builds(StatusPagePreferences, st.sampled_from(["", "https://s.example"]), DURATIONS)),
        probing=draw(st.builds(ProbingPreferences, DURATIONS, daily_requests=st.integers(0, 999))),
        notifications=draw(st.builds(NotificationPreferences, st.booleans(), st.booleans())),
        appearance=draw(st.builds(AppearancePreferences, st.sampled_from(IconStyle), st.sampled_from(LanguageChoice))),
        presence=draw(st.builds(PresencePreferences, *[st.sampled_from(Restraint)] * 4)),
        switching=draw(st.builds(SwitchingPreferences, st.sampled_from(["codex", *targets]), automatic=st.booleans())),
        targets=targets,
        prices=draw(st.dictionaries(st.sampled_from(["gpt-6.2-sol", "a b", 'q"3/8b:q4']), PRICES, max_size=3)),
    )


@settings(deadline=None)  # the machine may be busy
@given(all_preferences(), all_preferences())
def test_any_change_ends_in_what_was_asked_for(first, second):
    """From the first text to any preferences, and on to any others: the text holds them, and stays readable."""
    text = edit(FIRST_TEXT, Preferences(), first)
    assert read_preferences(text) == (first, [])
    again = edit(text, first, second)
    result, faults = read_preferences(again)
    assert faults == []
    assert same(result, second)
    assert again.startswith("# Settings of Vacancy.")


@settings(deadline=None)  # the machine may be busy
@given(all_preferences())
def test_the_full_text_is_a_settings_file(preferences):
    """What `vacancy config show` prints could be used as the file."""
    assert read_preferences(full_text(preferences)) == (preferences, [])
