"""A folder as Codex keeps it, with rollouts that were recorded (tests/data/codex) or are written line by line."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

DATA = Path(__file__).parents[1] / "data/codex"
VERSIONS = ("0.125.0", "0.145.0", "0.163.0", "0.171.0")
RECORDED_AT = datetime(2026, 11, 29, 20, 59, tzinfo=UTC)
"""When the recorded turns happened, to the minute."""
NOW = RECORDED_AT + timedelta(minutes=10)
CANARY = "CANARY, what was said"
"""Stands in every text of the conversations."""


def recorded(version, name):
    """The bytes of a recorded rollout."""
    return (DATA / version / f"{name}.jsonl").read_bytes()


def stamp(at):
    """A time as rollouts have it."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def line(kind, at=NOW, **payload):
    """One line of a rollout; what is no outer type is an event."""
    outer = kind if kind in {"session_meta", "turn_context", "token_usage_record", "response_item"} else "event_msg"
    held = payload if outer == kind else {"type": kind, **payload}
    return json.dumps({"timestamp": stamp(at), "type": outer, "payload": held}).encode() + b"\n"


def born(provider="openai", **more):
    """A session's first line."""
    return line("session_meta", id="thread", model_provider=provider, base_instructions={"text": CANARY * 100}, **more)


def begun(turn, at=NOW, *, model="gpt-x", effort="high"):
    """The lines with which a turn begins."""
    return line("task_started", at, turn_id=turn, started_at=int(at.timestamp())) + line(
        "turn_context", at, turn_id=turn, model=model, effort=effort, user_instructions=CANARY
    )


def said(turn="t", at=NOW, *, size=0):
    """A piece of the conversation."""
    return line("response_item", at, type="message", turn_id=turn, content=[{"text": CANARY + "x" * size}])


def ended(turn, at=NOW, *, said=CANARY, error=None, **more):
    """The line with which a turn ends."""
    failed = {} if error is None else {"error": {"message": CANARY, "codex_error_info": error}}
    told = None if error is not None else said
    return line(
        "task_complete", at, turn_id=turn, last_agent_message=told, completed_at=int(at.timestamp()), **failed, **more
    )


def limits(percent, at=NOW, *, resets_at=None, **more):
    """A snapshot of the allowance."""
    window = {"used_percent": percent, "window_minutes": 300, "resets_at": resets_at}
    held = {"limit_id": "codex", "primary": window, "secondary": None, "plan_type": "plus", **more}
    return line("token_count", at, info=None, rate_limits=held)


class CodexFolder:
    """A home of Codex below a folder of the test's own."""

    def __init__(self, folder):
        self.home = folder / "codex"
        self.sessions = self.home / "sessions"
        self.sessions.mkdir(parents=True)

    def path(self, number=1, *, day=RECORDED_AT):
        """Where the rollout of that number lies."""
        name = f"rollout-{day:%Y-%m-%dT%H-%M-%S}-00000000-0000-0000-0000-{number:012d}.jsonl"
        return self.sessions / f"{day:%Y/%m/%d}" / name

    def write(self, content, number=1, *, day=RECORDED_AT, written_at=NOW):
        """Add to a rollout, which is made where it is not there."""
        path = self.path(number, day=day)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(content)
        os.utime(path, (written_at.timestamp(), written_at.timestamp()))
        return path

    def log_in(self, mode="chatgpt", *, written_at=RECORDED_AT - timedelta(days=1)):
        """Write an auth.json; nothing in it is a real secret."""
        path = self.home / "auth.json"
        path.write_text(json.dumps({"auth_mode": mode, "tokens": {"access_token": "sk-canary-0000000000"}}))
        os.utime(path, (written_at.timestamp(), written_at.timestamp()))


class CountingOpener:
    """Opens files, and counts the bytes that are read of them."""

    def __init__(self):
        self.bytes_read = 0
        self.opened = 0

    def __call__(self, path):
        """Open a file for reading."""
        self.opened += 1
        return _Counting(path.open("rb", buffering=0), self)


class _Counting:
    def __init__(self, file, counter):
        self._file = file
        self._counter = counter

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def __getattr__(self, name):
        return getattr(self._file, name)

    def read(self, size):
        piece = self._file.read(size)
        self._counter.bytes_read += len(piece)
        return piece
