"""The command line as a script meets it: a real process, a real provider on loopback, nothing else."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from fakes import behaviours
from fakes.provider_server import ProviderServer

CANARY = "sk-canary-0123456789abcdefghijklmnop"
PAGES = Path(__file__).parent.parent / "data" / "status_pages"

MODELS = {
    "answers": behaviours.ok,
    "full-503": behaviours.overloaded,
    "full-in-stream": behaviours.at_capacity_in_stream,
    "limited": behaviours.rate_limited,
    "no-quota": behaviours.no_quota,
    "refused-key": behaviours.refused_key,
    "hangs": behaviours.hang,
}


class Machine:
    """A base folder with settings that point at a loopback provider, and `vacancy` run on it."""

    def __init__(self, folder: Path, server: ProviderServer):
        self.folder = folder
        self.server = server

    def settings(self, *models, extra="", key='"env:TEST_KEY"', page=True):
        """Write config.toml."""
        url = f"http://{self.server.host}"
        listed = "\n".join(f'[[models]]\nconnection = "lab"\nid = "{model}"' for model in models)
        (self.folder / "config.toml").write_text(
            f'version = 1\n[connections.lab]\nkind = "openai"\nbase_url = "{url}/v1"\nkey = {key}\n{listed}\n'
            f'[status_page]\nurl = "{url if page else ""}"\n[probing]\ntimeout = "2s"\n{extra}',
            encoding="utf-8",
        )
        return self

    def run(self, *words, stdin="", **environment):
        """Run a command to its end, without a display."""
        clean = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "TEST_KEY": CANARY, "TZ": "UTC", **environment}
        return subprocess.run(
            [sys.executable, "-m", "vacancy", "--base-dir", str(self.folder), *words],
            env=clean,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def shell(self, script, *words):
        """Run a command inside a line of shell, where it stands as "$@"."""
        return subprocess.run(
            ["/bin/sh", "-c", script, "sh", sys.executable, "-m", "vacancy", "--base-dir", str(self.folder), *words],
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "TEST_KEY": CANARY, "TZ": "UTC"},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    def json(self, *words, **environment):
        """The JSON answer of a command, and its exit code."""
        done = self.run(*words, "--json", **environment)
        assert done.stdout, done.stderr
        return json.loads(done.stdout), done.returncode


@pytest.fixture
def server():
    """A provider on loopback."""
    with ProviderServer() as running:
        running.models.update(MODELS)
        yield running


@pytest.fixture
def machine(tmp_path, server):
    """A fresh machine."""
    return Machine(tmp_path, server)


def serve_page(server, components="components_all_ok_2026-09-16", incidents="incidents_resolved_2026-09-28_partial"):
    """Let the provider also serve a captured status page."""
    server.serve_file("/api/v2/components.json", PAGES / f"openai_incidentio_{components}.json")
    server.serve_file("/api/v2/incidents.json", PAGES / f"openai_incidentio_{incidents}.json")
    server.serve_file("/api/v2/status.json", PAGES / "openai_incidentio_status_all_ok_2026-09-15.json")


def test_check_names_every_state(machine):
    """Eight models that differ in how they fail: eight right states, with the cause and the route of each."""
    answer, code = machine.settings(*MODELS, "missing").json("check")
    states = {model["id"]: (model["state"], model["outcome"]["kind"]) for model in answer["models"]}
    assert {
        "answers": ("available", "ok"),
        "full-503": ("at_capacity", "at_capacity"),
        "full-in-stream": ("at_capacity", "at_capacity"),
        "limited": ("rate_limited", "rate_limited"),
        "no-quota": ("blocked", "quota_exhausted"),
        "refused-key": ("blocked", "auth_failed"),
        "missing": ("blocked", "model_unavailable"),
        "hangs": ("unreachable", "network"),
    } == states
    assert 0 == code
    found = answer["recommendation"]
    assert ("stay", "lab", "answers") == (found["action"], found["connection"], found["id"])
    assert {f"API key at {machine.server.host}"} == {model["route"] for model in answer["models"]}
    limited = next(model for model in answer["models"] if model["id"] == "limited")
    assert limited["outcome"]["retry_after_s"] > 0


def test_check_has_the_fields_of_the_interface(machine):
    """Names and forms of the JSON are those that scripts rely on."""
    serve_page(machine.server)
    answer, _ = machine.settings("answers", "full-503").json("check")
    assert 1 == answer["schema"]
    assert answer["taken_at"].endswith("Z")
    datetime.fromisoformat(answer["taken_at"])
    model = answer["models"][0]
    assert {
        "connection", "id", "route", "state", "since", "checked_at", "age_s", "next_check_at", "latency_s", "recent",
        "reason", "outcome",
    } <= set(model)  # fmt: skip
    assert {"kind", "scope", "transient", "retry_after_s", "request_id", "rule"} <= set(model["outcome"])
    assert {"ok": 1, "of": 1} == model["recent"]
    page = answer["status_page"]
    assert {"state", "read_at", "indicator", "components", "incidents"} <= set(page)
    assert ("readable", "none") == (page["state"], page["indicator"])
    assert {"id", "name", "status"} <= set(page["components"][0])
    assert {"operational"} == {component["status"] for component in page["components"]}


def test_the_key_reaches_only_the_provider_in_one_header(machine):
    """No request carries the key anywhere but in Authorization of a model's probe; the page is read without it."""
    serve_page(machine.server)
    machine.settings("answers", "full-503").run("check")
    assert machine.server.requests
    for request in machine.server.requests:
        carrying = [name for name, value in request.headers if CANARY in value]
        assert (["authorization"] if request.path.startswith("/v1/") else []) == carrying
        assert CANARY not in request.path
        assert CANARY.encode() not in request.body


def test_the_key_is_written_nowhere(machine):
    """After a check with every kind of refusal, the key is in no output and in no file."""
    machine.server.models["echo"] = behaviours.fails(401, {"error": {"message": f"Incorrect API key: {CANARY}"}})
    machine.settings("echo", *MODELS)
    done = machine.run("--verbose", "check", "--json")
    assert CANARY not in done.stdout + done.stderr
    for command in (["status"], ["config", "show"], ["key", "status", "lab"], ["best"]):
        done = machine.run(*command)
        assert CANARY not in done.stdout + done.stderr
    for file in machine.folder.rglob("*"):
        if file.is_file():
            assert CANARY.encode() not in file.read_bytes(), file


def test_status_tells_what_check_stored(machine):
    """Without the app, status is the last stored snapshot with its age, and says so."""
    machine.settings("full-503", "answers").run("check")
    before = len(machine.server.requests)
    answer, code = machine.json("status")
    assert before == len(machine.server.requests)
    assert ["at_capacity", "available"] == [model["state"] for model in answer["models"]]
    assert 0 == code
    assert "not running" in machine.run("status").stderr


def test_best_prints_the_model_alone(machine):
    """Standard output carries the name and nothing else, in the form that was asked for."""
    machine.settings("full-503", "answers")
    done = machine.run("best", "--check")
    assert ("answers\n", 0) == (done.stdout, done.returncode)
    assert "full-503 is full - answers works" in done.stderr
    assert "codex -m answers\n" == machine.run("best", "--as", "codex").stdout
    assert "OPENAI_MODEL=answers\n" == machine.run("best", "--as", "env").stdout


@pytest.mark.parametrize(
    ("code", "models"),
    [
        (1, ["full-503", "limited"]),
        (4, ["refused-key", "no-quota"]),
        (3, ["hangs"]),
        (3, []),
        (0, ["full-503", "answers"]),
    ],
)
def test_exit_codes(machine, code, models):
    """Yes, no, not known and needs you are told apart."""
    assert code == machine.settings(*models, page=False).run("check").returncode


def test_one_model_can_be_named(machine):
    """Only the named model is asked; a name that means none is an error with the nearest one."""
    machine.settings("answers", "full-503")
    done = machine.run("check", "full-503")
    assert 1 == done.returncode
    assert {"full-503"} == {request.model for request in machine.server.requests if request.path.startswith("/v1")}
    wrong = machine.run("check", "answer")
    assert (2, "") == (wrong.returncode, wrong.stdout)
    assert 'Did you mean "answers"?' in wrong.stderr


def test_a_missing_key_is_said_and_nothing_is_sent(machine):
    """No key: the state is blocked, the reason says what to do, the exit code asks for the user."""
    machine.settings("answers", page=False)
    answer, code = machine.json("check", TEST_KEY="")
    assert (4, "blocked", "key_variable_unset") == (
        code,
        answer["models"][0]["state"],
        answer["models"][0]["hindrance"],
    )
    assert [] == machine.server.requests


def test_broken_settings_are_named_and_kept(machine):
    """A typo is refused with file, line and the nearest name; the file stays as it is."""
    machine.settings("answers", extra='intervall = "10m"\n')
    text = (machine.folder / "config.toml").read_text()
    for words in (["check"], ["status"], ["best"], ["config", "check"]):
        done = machine.run(*words)
        assert 2 == done.returncode
        said = done.stdout + done.stderr
        assert "config.toml" in said
        assert "interval" in said
        assert "Traceback" not in said
    assert text == (machine.folder / "config.toml").read_text()


def test_an_unreadable_database_is_set_aside(machine):
    """A broken history costs the history, not the answer, and it is named."""
    machine.settings("answers", page=False)
    (machine.folder / "data").mkdir()
    (machine.folder / "data" / "history.db").write_bytes(b"this is no database" * 1000)
    done = machine.run("check")
    assert 0 == done.returncode
    assert "set aside" in done.stderr
    assert list((machine.folder / "data").glob("history.db.broken*"))


def test_a_database_that_is_locked_is_said_and_the_answer_stands(machine):
    """What cannot be stored is said on standard error; the answer is the same as ever."""
    machine.settings("answers", page=False).run("check")
    with closing(sqlite3.connect(machine.folder / "data" / "history.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        run = machine.run("check")
    assert run.returncode == 0
    assert "available" in run.stdout
    assert "The history cannot be written: database is locked" in run.stderr


def test_a_newer_database_is_left_alone_and_the_answer_stands(machine):
    """A file of a newer version keeps nobody from asking: nothing is stored, and that is said."""
    machine.settings("answers", page=False).run("check")
    path = machine.folder / "data" / "history.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    run = machine.run("check")
    assert (run.returncode, path.read_bytes()) == (0, before)
    assert "written by a newer Vacancy" in run.stderr
    assert "Nothing of this look is stored." in run.stderr


def test_the_daily_cap_is_kept_across_commands(machine):
    """Two requests are allowed a day: the third is not sent, and the reason says why."""
    machine.settings("answers", page=False, extra="daily_requests = 2\n")
    assert [0, 0] == [machine.run("check").returncode for _ in range(2)]
    answer, _ = machine.json("check")
    assert 2 == len(machine.server.requests)
    assert (2, 2) == (answer["requests_today"], answer["daily_requests"])
    assert "budget_spent" == answer["models"][0]["hindrance"]


def test_what_a_day_costs_is_counted_across_commands(machine):
    """Tokens as the provider counts them, money by the user's price, and nothing for a model that refused."""
    price = "[prices.answers]\ninput_per_million = 1000\noutput_per_million = 5000.0\n"
    machine.settings("answers", "full-503", page=False, extra=price)
    machine.run("check")
    answer, _ = machine.json("check")
    day = [answer[name] for name in ("requests_today", "tokens_today", "tokens_estimated", "cost_today", "currency")]
    assert day == [4, 24, False, 0.04, "USD"]
    assert [(2, 24), (2, 0)] == [(model["requests_today"], model["tokens_today"]) for model in answer["models"]]
    assert "4 of 1000 requests today · 24 tokens · about 0.04 USD" in machine.run("status").stdout


def test_the_daily_cap_of_tokens_is_kept_across_commands(machine):
    """A model that answers without a measure is not asked again before midnight."""
    machine.server.models["answers"] = behaviours.counts(900, 200)
    machine.settings("answers", page=False, extra="daily_tokens = 1000\n").run("check")
    answer, _ = machine.json("check")
    assert (1, 1100, 1000) == (len(machine.server.requests), answer["tokens_today"], answer["daily_tokens"])
    assert "budget_spent" == answer["models"][0]["hindrance"]


def test_the_page_cannot_be_read(machine):
    """HTML instead of JSON is an unreachable page, and says nothing about the models."""
    for name in ("components", "incidents", "status", "summary"):
        machine.server.routes[f"/api/v2/{name}.json"] = b"<html>maintenance</html>"
    answer, code = machine.settings("answers").json("check")
    assert "unreachable" == answer["status_page"]["state"]
    assert ("available", 0) == (answer["models"][0]["state"], code)


def test_an_open_incident_names_the_users_model(machine):
    """The captured answer with an open incident is read, and attributed by its title."""
    summary = PAGES / "openai_incidentio_summary_active_incident_2026-10-07.json"
    machine.server.serve_file("/api/v2/summary.json", summary)
    titles = [incident["name"] for incident in json.loads(summary.read_text())["incidents"]]
    answer, _ = machine.settings("answers").json("check")
    assert titles == [incident["title"].strip() for incident in answer["status_page"]["incidents"]]


def test_wrong_words_are_usage(machine):
    """An unknown command or option is exit code 2 with help, without a traceback."""
    for words in (["chek"], ["check", "--jsn"], ["best", "--as", "yaml"]):
        done = machine.run(*words)
        assert 2 == done.returncode
        assert "usage" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["key", "set", "lab", CANARY],
        ["key", "set", "lab", "hunter2hunter2"],
        ["key", "status", "lab", "hunter2hunter2"],
        ["key", "--key=hunter2hunter2", "set", "lab"],
        ["key", "hunter2hunter2"],
        ["hunter2hunter2"],
        [CANARY],
        ["best", "--as", CANARY],
    ],
)
def test_a_key_typed_as_an_argument_is_not_repeated(machine, words):
    """It is wrong usage, and nothing of it reaches the terminal, whatever it looks like."""
    done = machine.settings("answers", page=False).run(*words)
    assert 2 == done.returncode
    assert not done.stdout
    assert CANARY not in done.stderr
    assert "hunter2" not in done.stderr
    assert ("history" in done.stderr) is ("set" in words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chekc"], 'did you mean "check"?'),
        (["config", "pth"], 'did you mean "path"?'),
        (["best", "--as", "yaml"], "choose from id, codex, slash, env, json"),
        (["check", "--jsn"], "there is no option --jsn here"),
        (["status", "now"], "1 word too many"),
    ],
)
def test_a_slip_of_the_finger_is_told_what_was_meant(machine, words, said):
    """The nearest word there is, or all of them."""
    done = machine.run(*words)
    assert said in done.stderr
    assert 2 == done.returncode


@pytest.mark.parametrize(
    ("redirected", "answer", "said", "code"),
    [
        (">/dev/full", "", "No space left on device", 3),
        ("2>&-", "answers\n", "", 0),
        (">&-", "", "answers is available", 0),
    ],
)
def test_output_that_cannot_be_written(machine, redirected, answer, said, code):
    """A full disk is one line and an exit code of ours; a closed error output never mixes with the answer."""
    machine.settings("answers", page=False).run("check")
    done = machine.shell(f'exec "$@" {redirected}', "best")
    assert (answer, code) == (done.stdout, done.returncode)
    assert said in done.stderr
    assert "Exception" not in done.stderr


def test_a_reader_that_has_read_enough_is_no_failure(machine):
    """`| head` ends the command without a complaint, as soon as it hangs up."""
    for reader in ("true", "head -1", "head -3"):
        done = machine.shell(f'{{ "$@" || echo "code $?" >&2; }} | {reader}', "demo", "--terminal")
        assert not done.stderr


def test_a_name_that_the_terminal_cannot_write_is_spelled_out(machine):
    """An output of few letters costs some letters, not the answer."""
    machine.settings("answers", page=False).run("check")
    text = (machine.folder / "config.toml").read_text().replace('id = "answers"', 'id = "answers"\nlabel = "\u6a21"')
    (machine.folder / "config.toml").write_text(text, encoding="utf-8")
    done = machine.run("status", PYTHONIOENCODING="ascii")
    assert 0 == done.returncode
    assert "\\u6a21" in done.stdout


def test_a_closed_input_is_no_key(machine):
    """`key set` without any standard input says that nothing came."""
    machine.settings("answers", key='"keyring"')
    done = machine.shell('exec "$@" <&-', "key", "set", "lab")
    assert (2, "") == (done.returncode, done.stdout)
    assert "this text has 0" in done.stderr


def test_a_key_in_the_wrong_place_is_not_repeated(machine):
    """A key that was typed where a name belongs does not stay on the screen."""
    machine.settings("answers")
    for words in (["key", "set", CANARY], ["check", CANARY]):
        done = machine.run(*words)
        assert 2 == done.returncode
        assert CANARY not in done.stdout + done.stderr


def test_nothing_commands_the_terminal(machine):
    """Control characters and turned text in a file or an answer are spelled out; the JSON means what it meant."""
    hostile = "\x1b[31m\u202ered"
    served = behaviours.fails(503, {"error": {"code": "server_is_overloaded", "message": hostile}})
    machine.server.models["answers"] = served
    summary = json.loads((PAGES / "openai_incidentio_summary_active_incident_2026-10-07.json").read_text())
    summary["incidents"][0]["name"] = hostile
    machine.server.routes["/api/v2/summary.json"] = json.dumps(summary).encode()
    machine.settings("answers")
    done = [machine.run("check"), machine.run("check", "--json")]
    machine.settings("answers", extra='"\\u001b[31m\\u202e" = 1\n')
    done += [machine.run("check"), machine.run("config", "check")]
    for one in done:
        assert not {"\x1b", "\u202e"} & set(one.stdout + one.stderr)
    assert "red" in json.loads(done[1].stdout)["status_page"]["incidents"][0]["title"]


def test_a_base_dir_that_means_no_folder_is_said(machine):
    """A wrong --base-dir is a line for people with the folder in it."""
    done = machine.run("--base-dir", "~nobody-of-that-name", "status")
    assert 3 == done.returncode
    assert "~nobody-of-that-name" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_display_the_app_says_so(machine):
    """`vacancy` alone cannot show a tray here: a clear line, and what works instead."""
    done = machine.run()
    assert 2 == done.returncode
    assert "no display" in done.stderr
    assert "vacancy check" in done.stderr


def test_the_command_line_loads_no_qt(machine):
    """Neither status nor check imports Qt, and status loads no HTTP and no keyring either."""
    machine.settings("answers", page=False)
    probe = (
        "import sys; from vacancy.__main__ import main; code = main(sys.argv[1:]);"
        "print([name for name in ('PySide6', 'httpx', 'keyring') if name in sys.modules], file=sys.stderr)"
    )
    for words, loaded in ((["status"], "[]"), (["check"], "['httpx']")):
        done = subprocess.run(
            [sys.executable, "-c", probe, "--base-dir", str(machine.folder), *words],
            env={"PATH": "/usr/bin:/bin", "HOME": str(machine.folder), "TEST_KEY": CANARY},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.stderr.strip().endswith(loaded), done.stderr
