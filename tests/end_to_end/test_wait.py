"""`vacancy wait` as a script meets it: real processes over a real provider on loopback."""

import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from fakes import behaviours
from fakes.provider_server import ProviderServer

KEY = "sk-canary-0123456789abcdefghijklmnop"


@pytest.fixture
def server():
    """A provider on loopback with a model that answers and one that is full."""
    with ProviderServer() as running:
        running.models.update({"answers": behaviours.ok, "full": behaviours.overloaded, "hangs": behaviours.hang})
        yield running


@pytest.fixture
def begin(tmp_path, server):
    """Start `vacancy wait` on a fresh machine with these words."""
    listed = "".join(f'[[models]]\nconnection = "lab"\nid = "{model}"\n' for model in server.models)
    (tmp_path / "config.toml").write_text(
        f'version = 1\n[status_page]\nurl = ""\n[connections.lab]\nkind = "openai"\n'
        f'base_url = "{server.base_url}"\nkey = "env:TEST_KEY"\n{listed}',
        encoding="utf-8",
    )
    running = []

    def start(*words, **environment):
        clean = {"PATH": os.defpath, "HOME": str(tmp_path), "TEST_KEY": KEY, "TZ": "UTC", **environment}
        process = subprocess.Popen(
            [sys.executable, "-m", "vacancy", "--base-dir", str(tmp_path), "wait", *words],
            env=clean, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        running.append(process)
        return process

    yield start
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def end(process):
    """Standard output and error, and the exit code."""
    return (*process.communicate(timeout=30), process.returncode)


def test_a_model_that_has_room_returns_at_once(begin, server):
    """One request, yes, and the reason as the answer."""
    out, err, code = end(begin("answers", "--timeout", "30s"))
    assert (0, 1) == (code, len(server.requests))
    assert out.startswith("answers is available. Answered")
    assert "answers: Not asked yet" in err
    assert KEY not in out + err


def test_two_waits_that_time_out_are_one_stream(begin, server):
    """Both say no at their end, in JSON with the state; the model was asked once."""
    both = [begin("full", "--timeout", "4s", "--json") for _ in range(2)]
    for out, err, code in map(end, both):
        said = json.loads(out)
        assert (1, "timed_out", 4, "at_capacity") == (
            code, said["result"], said["waited_s"], said["model"]["state"],
        )  # fmt: skip
        assert "full: Full since " in err
    assert 1 == len(server.requests)


@pytest.mark.parametrize(
    ("words", "environment", "code", "said"),
    [
        (("answers",), {"TEST_KEY": ""}, 4, "answers needs you"),
        (("answer",), {}, 2, 'Did you mean "answers"?'),
        (("answers", "--timeout", KEY), {}, 2, 'no duration; give one such as "30s"'),
        (("hangs", "--timeout", "2s"), {}, 3, "Nothing is known of hangs after 2 s"),
    ],
)
def test_every_other_end_has_its_exit_code(begin, words, environment, code, said):
    """The user is needed, the words are wrong, or nobody answered."""
    out, err, found = end(begin(*words, **environment))
    assert code == found
    assert said in out + err
    assert KEY not in out + err
    assert "Traceback" not in err


def test_ctrl_c_ends_it_cleanly(begin, server):
    """No traceback, and the next wait works at once."""
    process = begin("hangs")
    never = threading.Event()
    for _ in range(200):
        if server.requests:
            break
        never.wait(0.05)
    process.send_signal(signal.SIGINT)
    out, err, code = end(process)
    assert ("", 3) == (out, code)
    assert err.endswith("vacancy: stopped\n")
    assert "Traceback" not in err
    assert 0 == end(begin("answers"))[2]
