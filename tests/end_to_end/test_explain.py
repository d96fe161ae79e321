"""`vacancy explain` as people and scripts meet it: a real process, no settings, no network, nothing kept."""

import json
import subprocess
import sys

import pytest

from fakes.error_cases import labelled

CANARY = "sk-canary-0123456789abcdefghijklmnop"


@pytest.fixture
def explain(tmp_path):
    """Run `vacancy explain` in an empty folder whose settings are broken, which must not matter."""
    (tmp_path / "config.toml").write_text("this is no TOML [", encoding="utf-8")

    def run(*words, stdin=""):
        return subprocess.run(
            [sys.executable, "-m", "vacancy", "--base-dir", str(tmp_path), "explain", *words],
            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
            input=stdin.encode("utf-8", "surrogateescape"),
            capture_output=True,
            timeout=60,
            check=False,
        )

    yield run
    assert [file.name for file in tmp_path.rglob("*")] == ["config.toml"]


PASTED = {
    "client message": (
        "Selected model is at capacity. Please try a different model.", "at_capacity", "use another model", 0),
    "json body": (
        '{"error":{"message":"Rate limit reached on tokens per min (TPM). Please try again in 6.2s.","code":"x"}}',
        "rate_limited", "they ask for 7 s", 0),
    "stream": (
        'event: error\ndata: {"type":"error","error":{"code":"server_is_overloaded","message":"Overloaded."}}\n\n',
        "at_capacity", "another model", 0),
    "log": (
        "2026-11-28T10:00:01Z ERROR turn failed: unexpected status 401 Unauthorized: Incorrect API key provided",
        "auth_failed", "check the key", 0),
    "answer with its head": ("HTTP/2 429\nretry-after: 7200\n\n{}", "rate_limited", "Free again in 2 h", 3),
    "money": ("You exceeded your current quota, please check your plan", "quota_exhausted", "billing", 0),
    "nobody knows": ("the flux condenser is misaligned", "server_error", "; if it stays,", 3),
}  # fmt: skip


@pytest.mark.parametrize("name", PASTED)
def test_two_lines_answer_a_text(explain, name):
    """Two lines, the second says what to do, and the exit code says whether a cause was named."""
    text, _, said, code = PASTED[name]
    done = explain(text)
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, len(lines), done.stderr) == (code, 2, b"")
    assert said in lines[1]
    assert ("annot tell" in lines[0]) is (code == 3)


@pytest.mark.parametrize("words", [[], ["-"]])
def test_a_text_may_come_on_standard_input(explain, words):
    """Without a text, or with a hyphen, it is read from there, and answered the same."""
    text = PASTED["stream"][0]
    assert explain(*words, stdin=text).stdout == explain(text).stdout


@pytest.mark.parametrize("name", ["json body", "nobody knows"])
def test_the_same_in_json(explain, name):
    """The JSON names the cause with the words of the interface, and alternatives exactly where nobody can tell."""
    text, kind, _, code = PASTED[name]
    done = explain("--json", stdin=text)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"]) == (code, kind)
    assert bool(answer["alternatives"]) is (code == 3)
    assert {"id", "kind", "scope", "transient", "retry_after_s", "rule", "title", "advice"} <= set(answer)


def test_words_need_no_quotes(explain):
    """Several words are one text."""
    assert explain("model", "is", "overloaded").stdout == explain("model is overloaded").stdout


@pytest.mark.parametrize("words", [[], [""]])
def test_nothing_to_explain_is_wrong_usage(explain, words):
    """No text is told on standard error, with the code of wrong usage."""
    done = explain(*words, stdin=" \n")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"nothing to explain" in done.stderr


def test_each_case_is_answered_in_order(explain):
    """One line for one line; a broken one is named by its number on standard error, and the rest goes on."""
    cases = [
        '{"id":"a","http_status":503,"body":"overloaded"}',
        "{",
        "",
        '{"id":"b","http_status":401}',
        "\udcff",
        '{"id":7,"headers":{"retry-after":"-1"},"http_status":429}',
    ]
    done = explain("--cases", "-", stdin="\n".join(cases))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(answer["id"], answer["kind"]) for answer in answers] == [
        ("a", "at_capacity"), ("b", "auth_failed"), ("7", "rate_limited"),
    ]  # fmt: skip
    assert (answers[2]["retry_after_s"], answers[2]["retry_after_note"]) == (None, "not_ahead")
    assert done.returncode == 2
    assert [line.partition(b":")[0] for line in done.stderr.splitlines()] == [b"line 2", b"line 5"]


def test_a_file_of_cases_is_answered_as_the_labels_say(explain, tmp_path_factory):
    """The labelled cases through the command line: as many right as by the judgement itself."""
    file = tmp_path_factory.mktemp("cases") / "dev.jsonl"
    file.write_text("".join(case.line + "\n" for case in labelled("dev")), encoding="utf-8")
    done = explain("--cases", str(file))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [answer["id"] for answer in answers] == [case.id for case in labelled("dev")]
    right = sum(
        answer["kind"] in {case.kind, *case.also_kinds} for answer, case in zip(answers, labelled("dev"), strict=True)
    )
    assert right / len(answers) >= 0.95


def test_a_file_that_is_not_there_is_named(explain):
    """Its name, the system's reason, no traceback."""
    done = explain("--cases", "/nowhere/cases.jsonl")
    assert done.returncode == 2
    assert b"/nowhere/cases.jsonl" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        f"Incorrect API key provided: {CANARY}.",
        json.dumps({"error": {"message": f"bad key {CANARY}", "code": CANARY}}),
        f"HTTP/1.1 401 Unauthorized\nauthorization: Bearer {CANARY}\nx-request-id: {CANARY}\n\nno",
        f"curl -H 'Authorization: Bearer {CANARY}' https://api.example/v1 failed",
    ],
)
def test_no_key_is_echoed(explain, text):
    """A pasted key is in no answer, in no error, and in no file."""
    case = json.dumps({"id": "x", "http_status": 401, "body": text, "headers": {"x-echo": CANARY}})
    broken = json.dumps({"id": "x", "http_status": text})
    for done in (explain(text), explain("--json", text), explain("--cases", "-", stdin=f"{case}\n{broken}")):
        assert done.stdout
        assert b"canary" not in done.stdout + done.stderr


def test_nothing_heavy_is_loaded(tmp_path):
    """No Qt, no HTTP, no keyring: an answer comes at once."""
    probe = (
        "import sys; from vacancy.__main__ import main; main(['explain', 'full']);"
        "print([name for name in ('PySide6', 'httpx', 'keyring') if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], env={"HOME": str(tmp_path)}, capture_output=True, text=True, timeout=60,
        check=True,
    )  # fmt: skip
    assert done.stderr.strip() == "[]"
