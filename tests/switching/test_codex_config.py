"""The claims of `switching.codex_config`: what is planned for Codex's file, and what the real Codex makes of it."""

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from fakes.behaviours import ok
from fakes.codex_program import CodexHome, codex_program
from fakes.codex_settings import codex_settings
from fakes.provider_server import ProviderServer
from fakes.switching import Workshop
from vacancy.errors import SwitchError
from vacancy.switching.codex_config import CodexConfig, effort_for
from vacancy.switching.codex_layers import CodexFiles
from vacancy.switching.target import Choice

SAMPLE = 30
LUNA = Choice("gpt-6-luna", known_efforts=("low", "medium", "high"))


@pytest.fixture
def codex(tmp_path):
    """Codex's folder, without a file."""
    home = tmp_path / ".codex"
    home.mkdir()
    return CodexConfig("codex", files_in(home))


def files_in(home, folder=None):
    """Codex's files below a test's folder."""
    return CodexFiles(home, home.parent / "etc.toml", home.parent / "managed.toml", folder)


def with_text(codex, text):
    """The same with that file."""
    codex.files.user.write_text(text)
    return codex


def project(codex, model):
    """The same, started in a trusted project that sets a model of its own."""
    folder = codex.files.home.parent / "repo"
    (folder / ".codex").mkdir(parents=True)
    (folder / ".codex" / "config.toml").write_text(f'# its own\nmodel = "{model}"\n')
    return CodexConfig("codex", files_in(codex.files.home, folder)), f'[projects."{folder}"]\ntrust_level = "trusted"\n'


def test_the_model_is_set_and_the_change_can_be_shown(codex):
    """The plan says which line, from what to what, and when it takes effect; nothing is written yet."""
    change = with_text(codex, '# c\nmodel = "gpt-5.5" # why\n').plan(LUNA)
    assert change.after == b'# c\nmodel = "gpt-6-luna" # why\n'
    assert codex.files.user.read_text() == '# c\nmodel = "gpt-5.5" # why\n'
    assert change.diff.splitlines()[2:] == [
        "@@ -2 +2 @@",
        '-model = "gpt-5.5" # why',
        '+model = "gpt-6-luna" # why',
    ]
    assert (change.model_before, change.model_after) == ("gpt-5.5", "gpt-6-luna")
    assert change.notes == ("New threads take it at once. Running ones keep their model; /model changes it there.",)


EFFORTS = (
    ("xhigh", None, ("low", "medium", "high"), "high"),
    ("minimal", None, ("low", "medium"), "low"),
    ("medium", None, ("low", "high"), "low"),
    ("high", None, ("low", "high"), None),
    ("high", None, (), None),
    (None, None, ("low",), None),
    ("odd", None, ("low", "high"), "low"),
    ("high", None, ("new-one",), "new-one"),
    ("high", "low", ("low", "high"), "low"),
    ("high", "low", (), "low"),
    (None, "ultra", ("low", "max"), "max"),
)


@pytest.mark.parametrize(("old", "asked", "known", "new"), EFFORTS)
def test_the_effort_follows_where_the_model_does_not_know_it(old, asked, known, new):
    """The nearest that the model knows is set; what is known, or cannot be judged, is left alone."""
    assert effort_for(Choice("m", asked, known), old) == new


def test_the_effort_is_set_beside_the_model_and_said(codex):
    """Two values change together, and the note says why."""
    text = 'model = "gpt-6.2-sol"\nmodel_reasoning_effort = "xhigh"\nplan_mode_reasoning_effort = "max"\n'
    change = with_text(codex, text).plan(LUNA)
    assert change.after.decode() == text.replace("gpt-6.2-sol", "gpt-6-luna").replace("xhigh", "high")
    assert [(edit.key, edit.line) for edit in change.edits] == [("model", 1), ("model_reasoning_effort", 2)]
    assert "gpt-6-luna does not know the effort xhigh, so high is set." in change.notes
    assert any("plan_mode_reasoning_effort" in note for note in change.notes)
    asked = with_text(codex, 'model = "a"\n[t]\n').plan(Choice("b", "low"))
    assert asked.after == b'model = "b"\nmodel_reasoning_effort = "low"\n[t]\n'


def test_an_effort_of_another_file_is_said(codex):
    """It decides and is not changed, so whoever switches hears of it: from above always, from below without one."""
    codex.files.system.write_text('model_reasoning_effort = "ultra"\n')
    unknown = f"gpt-6-luna does not know the effort ultra, which {codex.files.system} sets. It is left as it is."
    assert unknown in with_text(codex, 'model = "a"\n').plan(LUNA).notes
    own = with_text(codex, 'model = "a"\nmodel_reasoning_effort = "low"\n').plan(LUNA)
    assert not any("effort" in note for note in own.notes)
    codex.files.managed.write_text('model_reasoning_effort = "high"\n')
    stays = f"The effort stays high: {codex.files.managed} sets it and goes before yours."
    assert codex.plan(Choice("gpt-6-luna", "low", LUNA.known_efforts)).notes[1:] == (stays,)
    assert len(codex.plan(LUNA).notes) == 1


def test_reading_says_which_file_decides_and_why(codex):
    """The user's, the system's, the project's and the administrator's file, each with its reason; or none."""
    assert (codex.read().model, codex.read().decided_by) == (None, None)
    codex.files.system.write_text('model = "s"\nmodel_reasoning_effort = "low"\n')
    assert (codex.read().model, codex.read().effort) == ("s", "low")
    assert "the system's file" in codex.read().notes[0]
    assert "it is your own file" in with_text(codex, 'model = "u"\n').read().notes[0]
    inside, trust = project(codex, "p")
    with_text(codex, f'model = "u"\n{trust}')
    assert (inside.read().model, codex.read().model) == ("p", "u")
    assert "this project's own file" in inside.read().notes[0]
    codex.files.managed.write_text('model = "m"\n')
    assert "managed by the administrator" in inside.read().notes[0]
    assert inside.read().decided_by == codex.files.managed


def test_a_switch_without_effect_is_refused(codex):
    """Below a project's or an administrator's file nothing is written, and the error names file, line and way out."""
    inside, trust = project(codex, "p")
    with_text(codex, f'model = "u"\n{trust}')
    with pytest.raises(SwitchError) as caught:
        inside.plan(LUNA)
    assert "repo/.codex/config.toml, line 2, sets p" in caught.value.message
    assert inside.plan(Choice("p")).model_after == "p"
    codex.files.managed.write_text('model = "m"\n')
    with pytest.raises(SwitchError, match=r"managed\.toml, line 1, sets m"):
        codex.plan(LUNA)


def test_a_projects_own_file_can_be_chosen(codex):
    """Where the settings name a file it is that one which is read and written, whatever the others say."""
    inside, trust = project(codex, "p")
    with_text(codex, trust)
    own = inside.files.folder / ".codex" / "config.toml"
    named = CodexConfig("repo", codex.files, own)
    assert named.read().model == "p"
    assert named.plan(LUNA).path == own
    own.unlink()
    assert named.read().model is None
    assert named.plan(LUNA).before is None


def test_files_that_go_before_elsewhere_are_mentioned(codex):
    """Profiles, and trusted projects with a model of their own, are named when nobody can know where Codex starts."""
    inside, trust = project(codex, "p")
    with_text(codex, f'model = "u"\n{trust}')
    (codex.files.home / "work.config.toml").write_text('model = "w"\n')
    notes = "\n".join(codex.plan(LUNA).notes)
    assert "Codex takes w from" in notes
    assert "Codex takes w from" in codex.read().notes[1]
    assert "In that project Codex takes p from" in notes
    assert "In that project" not in "\n".join(
        CodexConfig("codex", files_in(codex.files.home, inside.files.home)).plan(LUNA).notes
    )


def test_settings_that_do_nothing_are_named(codex):
    """`model_fallback` and its like, which articles recommend, and `profile`, with which Codex does not start."""
    text = 'model = "a"\nprofile = "x"\nmodel_fallback = ["b"]\n[model_providers.y]\nfallback = "z"\n'
    notes = "\n".join(with_text(codex, text).plan(LUNA).notes)
    assert "model_fallback in" in notes
    assert "line 3, does nothing: Codex has no such setting" in notes
    assert "model_providers.y.fallback in" in notes
    assert "Codex does not start while" in notes
    assert with_text(codex, "model_providers = 1\n").read().notes == ()


def test_a_missing_folder_and_an_odd_name_are_refused(codex):
    """No folder is made for a tool that is not there, and nothing invisible gets into its file."""
    with pytest.raises(SwitchError, match="Codex is not set up here"):
        CodexConfig("codex", files_in(codex.files.home / "gone")).plan(LUNA)
    for name in ("", " ", " a", "a\nb", "a\u202eb", "\udcff", "a" * 201):
        with pytest.raises(SwitchError, match="no model's name"):
            codex.plan(Choice(name))
    for effort in ("", " ", "low\nx", "\udcff", "a" * 31, "Very much"):
        with pytest.raises(SwitchError, match="no reasoning effort"):
            codex.plan(Choice("m", effort))


def test_the_real_codex_refuses_the_fallback_key_and_takes_ours(tmp_path):
    """It says of `model_fallback` what we say, so that the check below can fail."""
    accepted, _ = strictly_read(tmp_path / "a", b'model = "gpt-6-luna"\n')
    refused, said = strictly_read(tmp_path / "b", b'model = "gpt-6-luna"\nmodel_fallback = "x"\n')
    assert (accepted, refused) == ("gpt-6-luna", None)
    assert "unknown configuration field `model_fallback`" in said


def test_the_real_codex_takes_the_new_model_from_generated_files(tmp_path):
    """A sample of the generated files is accepted under --strict-config after the switch, with the new model in it."""
    numbers, configs = count(), {}

    @settings(
        max_examples=SAMPLE, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(codex_settings(newer=True))
    def collect(config):
        home = tmp_path / str(next(numbers))
        home.mkdir()
        (home / "config.toml").write_bytes(config.data)
        configs[home] = CodexConfig("codex", files_in(home)).plan(LUNA).after

    collect()
    assert len(configs) == SAMPLE
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(strictly_read, configs, configs.values()))
    assert [answer for answer in answers if answer != ("gpt-6-luna", "")] == []


def strictly_read(home, data):
    """The model that the real Codex reads from that file, None where it refuses it, and what it said."""
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_bytes(data)
    requests = (
        {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "t", "title": "t", "version": "1"}}},
        {"method": "initialized"},
        {"id": 2, "method": "config/read", "params": {"includeLayers": False, "cwd": str(home)}},
    )
    said = home / "stderr"
    with said.open("wb") as stderr, subprocess.Popen(
        [str(codex_program()), "app-server", "--strict-config"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True,
        env={"HOME": str(home), "CODEX_HOME": str(home), "PATH": os.environ["PATH"]},
    ) as process:  # fmt: skip
        try:
            process.stdin.write("".join(json.dumps(request) + "\n" for request in requests))
            process.stdin.flush()
        except BrokenPipeError:
            pass
        for line in process.stdout:
            if (answer := json.loads(line)).get("id") == 2:
                process.stdin.close()
                return answer["result"]["config"]["model"], ""
    return None, said.read_text()


def test_the_next_run_of_the_real_codex_asks_for_the_new_model(tmp_path):
    """After the switch `codex exec` asks the provider for it; after the undo the file is byte for byte the old one."""
    with ProviderServer() as server:
        server.models["gpt-6-luna"] = ok
        real = CodexHome(tmp_path / "u", server)
        before = real.config.read_bytes()
        codex = CodexConfig("codex", files_in(real.home))
        switcher = Workshop(tmp_path).switcher()
        switcher.apply(codex.plan(Choice("gpt-6-luna")))
        assert real.exec().succeeded
        assert [request.model for request in server.requests if request.method == "POST"] == ["gpt-6-luna"]
        switcher.undo()
        assert real.config.read_bytes() == before


def test_what_a_file_calls_a_model_cannot_break_a_line_of_ours(codex):
    """A cloned project could otherwise write sentences, or commands for the terminal, into what Vacancy says."""
    elsewhere, trust = project(codex, "x\\nCodex now uses y\\u001b[2J")
    with_text(codex, f'model = "a"\nmodel_reasoning_effort = "b\\nc"\n{trust}')
    with pytest.raises(SwitchError) as refused:
        elsewhere.plan(LUNA)
    notes = codex.plan(LUNA).notes
    assert any("x Codex now uses y [2J" in note for note in notes)
    assert all(text.isprintable() for text in (refused.value.message, *notes))
