"""The claims of `switching.targets`."""

from pathlib import Path

import pytest

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.domain.preferences import Preferences, TargetEntry, TargetKind
from vacancy.errors import SwitchError
from vacancy.switching.target import Choice
from vacancy.switching.targets import target_named, targets_from

NO_KEY = KeySource(KeyKind.NONE)


def targets(environment, connections=(), folder=None, **entries):
    """The targets of those settings, by name."""
    preferences = Preferences(connections=connections, targets=entries)
    return {target.name: target for target in targets_from(preferences, environment, folder=folder)}


def test_codex_needs_no_entry(tmp_path):
    """It is there with its default folder, with CODEX_HOME's, or with that of the connection."""
    home = {"HOME": str(tmp_path)}
    assert targets(home)["codex"].files.user == tmp_path / ".codex" / "config.toml"
    assert targets({**home, "CODEX_HOME": "/c"})["codex"].files.home == Path("/c")
    connections = (
        Connection("a", ConnectionKind.CODEX, "", NO_KEY, home="~/one"),
        Connection("b", ConnectionKind.CODEX, "", NO_KEY, home="/two"),
        Connection("c", ConnectionKind.OPENAI, "https://c", NO_KEY),
    )
    found = targets({**home, "CODEX_HOME": "/c"}, connections)
    assert {name: target.files.home for name, target in found.items()} == {
        "codex": tmp_path / "one",
        "codex-2": Path("/two"),
    }


def test_codex_can_be_listed_with_its_folder_or_one_file(tmp_path):
    """An entry takes the place of the implicit one; a TOML file in it is the file to switch."""
    home = {"HOME": str(tmp_path)}
    listed = targets(home, codex=TargetEntry(TargetKind.CODEX, path="~/else"))
    assert list(listed) == ["codex"]
    assert listed["codex"].files.home == tmp_path / "else"
    named = targets(home, repo=TargetEntry(TargetKind.CODEX, path="~/repo/.codex/config.toml"))["repo"]
    assert named.named_file == tmp_path / "repo/.codex/config.toml"
    assert named.files.home == tmp_path / ".codex"
    same = targets(home, mine=TargetEntry(TargetKind.CODEX, path="~/.codex/config.toml"))["mine"]
    assert same.named_file is None


def test_every_kind_has_its_place(tmp_path):
    """Without a path each tool's own file is meant; those of no tool need one."""
    home = {"HOME": str(tmp_path)}
    kinds = {kind.value: TargetEntry(kind) for kind in TargetKind if kind not in {TargetKind.ENV, TargetKind.FILE}}
    found = targets(home, **kinds)
    assert {name: str(found[name].path.relative_to(tmp_path)) for name in kinds if name != "codex"} == {
        "aider": ".aider.conf.yml",
        "opencode": ".config/opencode/opencode.json",
        "continue": ".continue/config.yaml",
        "llm": ".config/io.datasette.llm/default_model.txt",
    }
    assert [found[name].title for name in found] == ["Codex", "aider", "opencode", "Continue", "llm"]


FILES = (
    (TargetEntry(TargetKind.ENV, "~/.env"), "A=1\n", "A=1\nOPENAI_MODEL=new\n"),
    (TargetEntry(TargetKind.ENV, "~/.env", key="MY_MODEL"), "MY_MODEL=x\n", "MY_MODEL=new\n"),
    (TargetEntry(TargetKind.FILE, "~/a.toml", key="agent.model"), "[agent]\nmodel = 'x'\n", "[agent]\nmodel = 'new'\n"),
    (TargetEntry(TargetKind.FILE, "~/a.JSON", key="agents[1].model"), '{"agents":[0,{"model":"x"}]}', None),
    (TargetEntry(TargetKind.FILE, "~/a.yml", key='"a.b".model', prefix="openai/"), '"a.b": {model: x}', None),
)


@pytest.mark.parametrize(("entry", "before", "after"), FILES)
def test_a_file_of_the_users_own_choice_is_switched(tmp_path, entry, before, after):
    """Whatever the file is written in, and wherever in it the key is; the prefix is written and not read."""
    target = targets({"HOME": str(tmp_path)}, mine=entry)["mine"]
    target.path.write_text(before)
    change = target.plan(Choice("new"))
    assert change.after.decode() == (after or before.replace("x", f"{entry.prefix}new"))
    target.path.write_bytes(change.after)
    assert target.read().model == "new"
    assert target.read().decided_by == target.path
    assert not target.plan(Choice("new")).is_needed


INCOMPLETE = (
    (TargetEntry(TargetKind.ENV), "names no file"),
    (TargetEntry(TargetKind.FILE, "~/a.toml"), "names no key"),
    (TargetEntry(TargetKind.FILE, "~/a.toml", key="a..b"), "names no key"),
    (TargetEntry(TargetKind.FILE, "~/a.ini", key="a"), "which is none of .toml"),
)


@pytest.mark.parametrize(("entry", "says"), INCOMPLETE)
def test_an_entry_that_names_nothing_is_refused(entry, says):
    """The error names the entry and what it wants, and holds no other target up."""
    found = targets({"HOME": "/h"}, mine=entry)
    for ask in (found["mine"].read, lambda: found["mine"].plan(Choice("new"))):
        with pytest.raises(SwitchError) as caught:
            ask()
        assert "[targets.mine]" in caught.value.message
        assert says in caught.value.message
    assert found["codex"].title == "Codex"


def test_a_target_is_found_by_its_name():
    """Another name is refused with those that are there."""
    known = targets_from(Preferences(targets={"llm": TargetEntry(TargetKind.LLM)}), {"HOME": "/h"})
    assert target_named("llm", known).title == "llm"
    with pytest.raises(SwitchError, match='"x" is none of codex, llm'):
        target_named("x", known)
