"""Real error answers over real HTTP: what `vacancy check` says of each is what the judgement says of it directly.

Every labelled case that has an HTTP answer is one model of one loopback provider, which behaves as the case did:
its status, its headers, its body, or its event within a stream of status 200. One run asks them all.
"""

import json
import os
import subprocess
import sys

import pytest

from fakes.error_cases import labelled
from fakes.provider_server import ProviderServer
from vacancy.domain.cases import read_case
from vacancy.domain.outcome import classify

STATES = {
    "ok": "available",
    "at_capacity": "at_capacity",
    "rate_limited": "rate_limited",
    "quota_exhausted": "blocked",
    "auth_failed": "blocked",
    "model_unavailable": "blocked",
    "bad_request": "blocked",
    "server_error": "failing",
    "network": "unreachable",
    "ok_but_odd": "unstable",
}
HOP = {"content-length", "transfer-encoding", "connection", "content-encoding", "keep-alive"}
"""Headers that belong to the connection on which the case came, and not to ours."""
LEAST = 40

_OWN_LIMIT = "read by its protocol, an answer that stops at our own token limit is a whole one"
DIFFERS = {
    "e010": _OWN_LIMIT,
    "e192": _OWN_LIMIT,
    "e232": _OWN_LIMIT,
    "e314": _OWN_LIMIT,
    "e115": "only the first chunk was reported, so the stream that we make of it ends without its answer",
}
"""Cases that the probe, which sees whole streams and knows its own request, judges otherwise, and why."""


def is_served(case):
    """The case came as an HTTP answer, and not only as what a client made of it."""
    fields = json.loads(case.line)
    return fields["http_status"] is not None and not fields.get("exception")


SERVED = [case for case in labelled("dev") if is_served(case)]


def behaviour(line):
    """A provider that answers as in that line."""
    fields = json.loads(line)
    headers = {name: str(value) for name, value in fields.get("headers", {}).items() if name not in HOP}
    event = fields.get("stream_event")

    def behave(talk):
        if event is not None:
            talk.start_stream(headers)
            talk.chunk(as_stream(event))
            talk.end()
        else:
            body = fields.get("body") or ""
            page = body.lstrip().startswith("<")
            talk.send(fields["http_status"], body, headers, "text/html" if page else "application/json")

    return behave


def as_stream(event):
    """The event as it travelled: reports lose the empty lines between events, and wrap the data of one."""
    if not event.startswith(("event:", "data:", ":")):
        return f"data: {' '.join(event.split())}\n\n".encode()
    return "".join(f"{line}\n" + "\n" * line.startswith(("data:", ":")) for line in event.splitlines()).encode()


def settings(server):
    """A model for each case, on a connection of its own: an account in trouble speaks for its whole connection."""
    models = "".join(
        f'[connections.{case.id}]\nkind = "{protocol(case)}"\nbase_url = "{server.base_url}"\nkey = "env:TEST_KEY"\n'
        f'[[models]]\nconnection = "{case.id}"\nid = "case-{case.id}"\n'
        for case in SERVED
    )
    return f'version = 1\n{models}[status_page]\nurl = ""\n[probing]\ndaily_requests = 10000\n'


def protocol(case):
    """How the model has to be asked so that its answer can be read."""
    fields = json.loads(case.line)
    chat = "choices" in (fields.get("body") or "") + (fields.get("stream_event") or "")
    return "openai-chat" if chat else "openai"


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What one `vacancy check --json` says of every case, by its id."""
    folder = tmp_path_factory.mktemp("causes")
    with ProviderServer() as server:
        server.models.update({f"case-{case.id}": behaviour(case.line) for case in SERVED})
        (folder / "config.toml").write_text(settings(server), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "vacancy", "--base-dir", str(folder), "check", "--json"],
            env={"PATH": os.defpath, "HOME": str(folder), "TEST_KEY": "sk-canary-0123456789abcdefghijklmnop"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.stdout, done.stderr
    return {model["id"].removeprefix("case-"): model for model in json.loads(done.stdout)["models"]}


def test_enough_shapes_are_spoken():
    """At least forty real answers go over the wire, of at least eight causes."""
    assert len(SERVED) >= LEAST
    assert len({case.kind for case in SERVED}) >= 8


def test_states_agree_with_the_direct_judgement(answers, capsys):
    """Kind, scope and state over HTTP are those of the evidence as it was reported."""
    differing, wrong = {}, 0
    for case in SERVED:
        direct, seen = classify(read_case(case.line).evidence), answers[case.id]["outcome"]
        agrees = (seen["kind"], seen["scope"]) == (direct.kind, direct.scope)
        assert answers[case.id]["state"] == STATES[seen["kind"]], case.id
        if not agrees:
            differing[case.id] = f"{direct.rule} -> {seen['rule']} ({case.kind})"
        wrong += seen["kind"] not in {case.kind, *case.also_kinds}
    with capsys.disabled():
        print(f"\n{len(SERVED)} served, {len(differing)} differ, {wrong} against their label")  # noqa: T201 - the report
        print("\n".join(f"{name}: {what}" for name, what in differing.items()))  # noqa: T201 - the same
    assert differing.keys() == DIFFERS.keys()
    assert wrong <= len(DIFFERS)
