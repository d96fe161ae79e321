"""`vacancy use` and `vacancy undo`: what they write, say and answer; the real Codex takes it in `end_to_end`."""

import contextlib
import io
import json
from datetime import UTC

import pytest

from vacancy.cli.arguments import parse
from vacancy.cli.console import Console, Exit
from vacancy.cli.switching import Switching
from vacancy.store.paths import Paths
from vacancy.wiring.kept import Kept

SETTINGS = """version = 1
[connections.codex]
kind = "codex"
home = "{home}"
[[models]]
connection = "codex"
id = "gpt-6-luna"
label = "fast"
[[models]]
connection = "codex"
id = "gpt-6-astra"
label = "deep"
effort = "high"
[targets.dotenv]
kind = "env"
path = "{home}/my.env"
"""
OLD = '# mine\nmodel = "gpt-6.2-sol"\n'
NEW = '# mine\nmodel = "gpt-6-luna"\n'


class Shell:
    """The commands, on a home of Codex and a folder of Vacancy's in a temporary place."""

    def __init__(self, folder):
        self.home = folder / "codex"
        self.home.mkdir()
        self.file = self.home / "config.toml"
        self.file.write_text(OLD, encoding="utf-8")
        ours = folder / "vacancy"
        ours.mkdir()
        (ours / "config.toml").write_text(SETTINGS.format(home=self.home.as_posix()), encoding="utf-8")
        self.paths = Paths.resolve(ours, {})
        self.environment = {"HOME": str(folder)}

    def _told(self, command):
        console = Console(io.StringIO(), io.StringIO(), lambda _prompt: "", UTC)
        code = command(Switching(Kept(self.paths), self.environment, console))
        return code, console.out.getvalue(), console.err.getvalue()

    def use(self, name, *, target=None, effort=None, dry_run=False, json=False):
        """Exit code, standard output and standard error of `vacancy use`."""
        return self._told(lambda it: it.use(name, target=target, effort=effort, dry_run=dry_run, json=json))

    def set(self, *, target=None, json=False):
        """The same of `vacancy use` without a model."""
        return self._told(lambda it: it.tell_set(target=target, json=json))

    def undo(self, *, json=False):
        """The same of `vacancy undo`."""
        return self._told(lambda it: it.undo(json=json))

    def past(self, *, json=False):
        """The same of `vacancy undo --list`."""
        return self._told(lambda it: it.tell_past(json=json))


@pytest.fixture
def shell(tmp_path):
    """A shell."""
    return Shell(tmp_path)


@pytest.mark.parametrize("name", ["fast", "gpt-6-luna", "codex/gpt-6-luna"])
def test_a_model_is_meant_by_its_label_its_id_or_with_its_connection(shell, name):
    """The answer is one line; what was changed and how to take it back stand beside it."""
    code, out, err = shell.use(name)
    assert (code, out) == (Exit.YES, "Codex now uses gpt-6-luna\n")
    assert '+model = "gpt-6-luna"' in err
    assert "vacancy undo" in err
    assert shell.file.read_text(encoding="utf-8") == NEW
    assert shell.use(name)[1] == "Codex is set to gpt-6-luna already\n"


def test_a_dry_run_answers_with_the_change_and_writes_nothing(shell):
    """So that it can be looked at, or kept as a patch."""
    code, out, err = shell.use("fast", dry_run=True)
    assert (code, '+model = "gpt-6-luna"' in out, "Nothing was written" in err) == (Exit.YES, True, True)
    assert shell.file.read_text(encoding="utf-8") == OLD
    assert shell.past()[1] == "Vacancy has switched nothing yet\n"


@pytest.mark.parametrize(
    ("dry_run", "again", "changed", "needed"),
    [(False, False, True, True), (True, False, False, True), (False, True, False, False)],
)
def test_programs_are_told_what_was_changed_and_whether_it_had_to_be(shell, dry_run, again, changed, needed):
    """A dry run and a model that is set already change nothing, for different reasons."""
    if again:
        shell.use("fast")
    told = json.loads(shell.use("fast", dry_run=dry_run, json=True)[1])
    assert (told["changed"], told["needed"]) == (changed, needed)
    assert (told["target"], told["model"], told["file"]) == ("codex", "gpt-6-luna", str(shell.file))


def test_undo_gives_the_file_back_and_says_what_is_set_again(shell):
    """Once; then there is nothing more to take back."""
    shell.use("fast")
    assert shell.undo()[:2] == (Exit.YES, "Codex uses gpt-6.2-sol again\n")
    assert shell.file.read_text(encoding="utf-8") == OLD
    code, out, err = shell.undo()
    assert (code, out) == (Exit.NO, "")
    assert "taken back already" in err


def test_undo_of_a_file_that_was_made_removes_it(shell):
    """And says so, to people and to programs."""
    made = shell.home / "my.env"
    shell.use("fast", target="dotenv")
    assert made.read_text(encoding="utf-8") == "OPENAI_MODEL=gpt-6-luna\n"
    told = json.loads(shell.undo(json=True)[1])
    assert (told["removed"], told["model"], made.exists()) == (True, None, False)
    shell.use("fast", target="dotenv")
    assert shell.undo()[1] == f"my.env is set as it was before: {made} is gone again\n"


def test_undo_of_a_file_that_named_no_model_says_that_it_names_none(shell):
    """Codex then takes its own default."""
    shell.file.write_text("# mine\n", encoding="utf-8")
    shell.use("fast")
    assert shell.undo()[1] == f"Codex is set as it was before: no model is named in {shell.file}\n"


def test_the_past_is_told_oldest_first_with_what_became_of_it(shell):
    """Whose doing each switch was, and whether it still holds."""
    shell.use("fast")
    shell.undo()
    shell.use("fast", target="dotenv")
    first, second = shell.past()[1].splitlines()
    assert first.endswith("codex  gpt-6.2-sol -> gpt-6-luna  by hand  taken back")
    assert second.endswith("dotenv  no model -> gpt-6-luna  by hand")
    told = json.loads(shell.past(json=True)[1])["switches"]
    assert [(each["target"], each["state"], each["automatic"]) for each in told] == [
        ("codex", "undone", False),
        ("dotenv", "done", False),
    ]


def test_a_target_that_is_not_listed_is_wrong_usage(shell):
    """The names there are stand beside it, and nothing is written."""
    code, out, err = shell.use("fast", target="codx")
    assert (code, out) == (Exit.USAGE, "")
    assert "codex, dotenv" in err


def test_a_file_that_cannot_be_switched_is_a_no_with_its_line(shell):
    """What is wrong, where, and what to do stand on standard error."""
    shell.file.write_text('model = "a"\nmodel = \n', encoding="utf-8")
    code, out, err = shell.use("fast")
    assert (code, out) == (Exit.NO, "")
    assert f"{shell.file}, line 2" in err


def test_without_a_model_it_tells_what_is_set_and_which_file_decides(shell, tmp_path, monkeypatch):
    """Here the project's own file goes before the user's, and is no file of theirs."""
    shell.file.write_text(f'{OLD}model_reasoning_effort = "high"\nmodel_fallback = "x"\n', encoding="utf-8")
    code, out, err = shell.set()
    assert (code, out) == (Exit.YES, "Codex is set to gpt-6.2-sol with effort high\n")
    assert f"{shell.file} decides: it is your own file." in err
    assert "model_fallback" in err
    project = tmp_path / "repo"
    (project / ".codex").mkdir(parents=True)
    (project / ".codex/config.toml").write_text('model = "gpt-project"\n', encoding="utf-8")
    with shell.file.open("a", encoding="utf-8") as file:
        file.write(f'[projects."{project}"]\ntrust_level = "trusted"\n')
    monkeypatch.chdir(project)
    told = json.loads(shell.set(json=True)[1])
    assert (told["model"], told["file"]) == ("gpt-project", str(project / ".codex/config.toml"))
    assert "project's own file" in told["notes"][0]


def test_a_tool_that_no_file_sets_takes_its_own_default(shell):
    """That is an answer; a file that cannot be read is none."""
    assert shell.set(target="dotenv")[:2] == (Exit.YES, "my.env is set to no model and takes its own default\n")
    assert json.loads(shell.set(target="dotenv", json=True)[1])["file"] is None
    assert shell.set(target="codx")[0] is Exit.USAGE
    shell.file.write_text("model = \n", encoding="utf-8")
    assert shell.set()[0] is Exit.NO


@pytest.mark.parametrize("option", [["--dry-run"], ["--effort", "low"]])
def test_what_belongs_to_a_model_needs_one(option, capsys):
    """Otherwise somebody who forgot it would think that something was set."""
    with pytest.raises(SystemExit) as ended:
        parse(["use", *option])
    assert ended.value.code == Exit.USAGE
    assert "MODEL" in capsys.readouterr().err
    assert parse(["use", "m", *option]).model == "m"


def test_a_folder_that_is_gone_is_no_obstacle(tmp_path):
    """The command was started in a folder that somebody removed since; no project's file can count there."""
    shell, gone = Shell(tmp_path), tmp_path / "gone"
    gone.mkdir()
    with contextlib.chdir(gone):
        gone.rmdir()
        code, *_ = shell.use("fast")
    assert (code, shell.file.read_text(encoding="utf-8")) == (Exit.YES, NEW)


def test_a_listed_model_is_set_with_the_effort_that_it_was_measured_with(shell):
    """By its label or its id; an effort on the command line goes before it."""
    assert shell.use("deep")[0] is Exit.YES
    assert 'model = "gpt-6-astra"\nmodel_reasoning_effort = "high"' in shell.file.read_text(encoding="utf-8")
    assert shell.use("gpt-6-astra", effort="low")[0] is Exit.YES
    assert 'model_reasoning_effort = "low"' in shell.file.read_text(encoding="utf-8")
