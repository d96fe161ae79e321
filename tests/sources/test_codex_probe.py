"""Asking models through the real Codex: one request, the right cause, nothing left behind."""

import asyncio
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import qasync

from fakes import behaviours
from fakes.codex_program import KEY_VARIABLE, LOGIN_KEY, PROVIDER, CodexHome, codex_program
from fakes.provider_server import ProviderServer
from fakes.tunnel_proxy import TunnelProxy
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.codex import LEAST_TOKENS, MOST_TOKENS, OWN_PROVIDER
from vacancy.domain.evidence import Ending
from vacancy.domain.outcome import Kind, Scope, classify
from vacancy.errors import CodexError, CodexTrouble
from vacancy.sources.codex_probe import CodexProber

BACK_AT = int(time.time()) + 5_400
USED_UP = {"type": "usage_limit_reached", "message": "The usage limit has been reached", "resets_at": BACK_AT}
USED_UP_HEADERS = {
    "x-codex-primary-used-percent": "100",
    "x-codex-primary-window-minutes": "300",
    "x-codex-primary-reset-at": str(BACK_AT),
}
NOT_FOR_LOGIN = {"detail": "The 'x' model is not supported when using Codex with a ChatGPT account."}
FAILURES = {
    "capacity-503": (behaviours.overloaded, Kind.AT_CAPACITY, Scope.MODEL),
    "capacity-503-retry-after": (
        behaviours.fails(503, {"error": behaviours.OVERLOADED}, {"retry-after": "3"}), Kind.AT_CAPACITY, Scope.MODEL,
    ),
    "capacity-in-stream": (behaviours.at_capacity_in_stream, Kind.AT_CAPACITY, Scope.MODEL),
    "capacity-mid-answer": (behaviours.at_capacity_mid_answer, Kind.AT_CAPACITY, Scope.MODEL),
    "plain-503": (behaviours.fails(503, "no"), Kind.SERVER_ERROR, Scope.PROVIDER),
    "slow-down": (behaviours.fails(503, {"error": {"code": "slow_down"}}), Kind.RATE_LIMITED, Scope.ACCOUNT),
    "rate-limit": (behaviours.rate_limited, Kind.RATE_LIMITED, Scope.ACCOUNT),
    "usage-limit": (behaviours.fails(429, {"error": USED_UP}, USED_UP_HEADERS), Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT),
    "no-quota": (behaviours.no_quota, Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT),
    "no-such-model": (behaviours.no_such_model, Kind.MODEL_UNAVAILABLE, Scope.MODEL),
    "not-for-this-login": (behaviours.fails(400, NOT_FOR_LOGIN), Kind.MODEL_UNAVAILABLE, Scope.MODEL),
    "server-error": (behaviours.server_error, Kind.SERVER_ERROR, Scope.PROVIDER),
    "bad-gateway": (behaviours.bad_gateway, Kind.SERVER_ERROR, Scope.PROVIDER),
    "refused-key": (behaviours.refused_key, Kind.AUTH_FAILED, Scope.ACCOUNT),
    "cut-off": (behaviours.cut_off, Kind.NETWORK, Scope.NETWORK),
    "without-end": (behaviours.unfinished, Kind.SERVER_ERROR, Scope.PROVIDER),
    "without-words": (behaviours.empty, Kind.OK_BUT_ODD, Scope.REQUEST),
}  # fmt: skip


@pytest.fixture
def server():
    """A provider of models."""
    with ProviderServer() as running:
        yield running


@pytest.fixture
def codex(tmp_path, server):
    """A home with Codex's usual retries, which asks the provider server."""
    return CodexHome(tmp_path / "user", server, retries=None)


def asking(codex, *, model="gpt-5.5", timeout_s=15.0, program=None, environment=None, provider=PROVIDER, **options):
    """One probe of a model through that home."""
    program = str(program or codex_program())
    connection = Connection(
        "codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE), home=str(codex.home), program=program
    )
    prober = CodexProber(
        environment=environment or codex.environment(),
        now=lambda: datetime.now(UTC),
        monotonic=time.monotonic,
        provider=provider,
    )
    return prober.probe(ModelEntry("codex", model, **options), connection, timeout=timedelta(seconds=timeout_s))


def probed(codex, **options):
    """What one probe saw."""
    return asyncio.run(asking(codex, **options))


def left_running(codex):
    """Programs that were started for that home, and have not ended."""
    marked = f"CODEX_HOME={codex.home}".encode()
    return [path.parent.name for path in Path("/proc").glob("[0-9]*/environ") if marked in _bytes(path)]


def _bytes(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


# What is seen


def test_an_answer_is_an_answer(codex, server):
    """A model that answers is available, with its times and its tokens, for one small request."""
    server.models["gpt-5.5"] = behaviours.counts_in_stream(611, 7)
    seen = probed(codex)
    assert classify(seen).kind is Kind.OK
    assert (seen.answer.ending, seen.answer.text, seen.answer.served_model) == (Ending.COMPLETED, "OK", None)
    assert (seen.answer.input_tokens, seen.answer.output_tokens, seen.requests_sent) == (611, 7, 1)
    assert (seen.asked_model, seen.codex_error, seen.exception) == ("gpt-5.5", None, None)
    assert 0 < seen.first_output_s <= seen.total_s < 10
    assert timedelta(0) < seen.finished_at - seen.started_at < timedelta(seconds=15)
    assert [request.model for request in server.requests] == ["gpt-5.5"]


def test_every_failure_costs_one_request_and_keeps_its_cause(codex, server):
    """Whatever Codex would repeat up to thirty times goes out once, and its cause is the right one."""
    server.models.update({name: behaviour for name, (behaviour, _, _) in FAILURES.items()})

    async def all_of_them():
        few = asyncio.Semaphore(4)

        async def one(name):
            async with few:
                return await asking(codex, model=name)

        return await asyncio.gather(*map(one, FAILURES))

    seen = dict(zip(FAILURES, asyncio.run(all_of_them()), strict=True))
    judged = {name: classify(evidence) for name, evidence in seen.items()}
    assert {name: (outcome.kind, outcome.scope) for name, outcome in judged.items()} == {
        name: (kind, scope) for name, (_, kind, scope) in FAILURES.items()
    }
    assert {name: len(server.asked(name)) for name in FAILURES} == dict.fromkeys(FAILURES, 1)
    assert {evidence.requests_sent for evidence in seen.values()} == {1}
    assert abs(time.time() + judged["usage-limit"].retry_after_s - BACK_AT) < 60
    assert (seen["rate-limit"].status, seen["rate-limit"].request_id) == (429, "req_test_1")
    assert codex.environment()[KEY_VARIABLE] not in repr(seen)
    assert left_running(codex) == []


def test_a_tool_is_not_tried(codex, server):
    """A model that wants to use a tool has not answered, and its tool's result is not sent back to it."""
    call = {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "shell", "arguments": "{}"}
    server.models["gpt-5.5"] = behaviours.calls_tool(call)
    outcome = classify(probed(codex))
    assert (outcome.kind, len(server.requests)) == (Kind.OK_BUT_ODD, 1)


def test_without_a_network_nobody_waits_for_one(codex, server):
    """Codex itself would wait until the network is back; the probe says at once that nobody was reached."""
    gone = CodexHome(codex.user_home / "gone", server, retries=None)
    gone.config.write_text(gone.config.read_text().replace(server.base_url, "http://127.0.0.1:9/v1"))
    outcome = classify(probed(gone))
    assert (outcome.kind, outcome.scope, server.requests) == (Kind.NETWORK, Scope.NETWORK, [])


# What is asked


def test_the_question_is_as_small_as_was_said(codex, server):
    """The cost that people see before they allow it is what is sent: from the least to the most, within a tenth."""
    sizes = []
    for model in ("gpt-5.5", "gpt-6.2-sol", "gpt-6-luna", "gpt-5.6-luna"):
        server.models[model] = behaviours.ok
        assert probed(codex, model=model).answer.text == "OK"
        request = server.requests[-1]
        assert request.json["reasoning"]["effort"] == "low"
        sizes.append(len(request.body) / 4)
    assert (min(sizes), max(sizes)) == (pytest.approx(LEAST_TOKENS, rel=0.1), pytest.approx(MOST_TOKENS, rel=0.1))
    assert len(server.requests) == len(sizes)


def test_the_users_own_instructions_are_sent_along(codex, server):
    """Codex adds its AGENTS.md to every request and nobody can leave it out, so people are told that it costs more."""
    server.models["gpt-5.5"] = behaviours.ok
    (codex.home / "AGENTS.md").write_text("Always answer in verse. " * 400)
    probed(codex)
    (request,) = server.requests
    assert request.body.decode().count("verse") == 400


def test_effort_and_tier_of_the_entry_are_asked_for(codex, server):
    """Another effort is another thing to watch, so it is what is asked with."""
    server.models["gpt-5.5"] = behaviours.ok
    probed(codex, effort="high", service_tier="flex")
    (request,) = server.requests
    assert request.json["reasoning"]["effort"] == "high"


def test_a_model_that_codex_does_not_know_is_asked_without_an_effort_of_ours(codex, server):
    """A provider's own model may know no effort at all."""
    server.models["llama"] = behaviours.ok
    assert classify(probed(codex, model="llama")).kind is Kind.OK


@pytest.mark.parametrize("login", ["apikey", "chatgpt"])
def test_the_built_in_provider_is_asked_once_with_codexs_own_login(codex, server, login):
    """For OpenAI itself Codex's login is used where Codex uses it, without its WebSocket and its retries."""
    server.models["gpt-5.5"] = behaviours.overloaded
    codex.use_openai()
    codex.log_in(login)
    outcome = classify(probed(codex, provider=OWN_PROVIDER))
    (request,) = [request for request in server.requests if request.path == "/v1/responses"]
    assert outcome.kind is Kind.AT_CAPACITY
    assert request.header("authorization").removeprefix("Bearer ").startswith("ey" if login == "chatgpt" else LOGIN_KEY)
    assert [request.path for request in server.requests if "analytics" in request.path] == []


def test_with_a_key_nobody_but_openai_is_called(codex):
    """Without an address of the user's own the one request goes to OpenAI's, and Codex calls nobody else for it."""
    codex.config.write_text("")
    codex.log_in()
    with TunnelProxy(authorization="what nobody has") as proxy:
        environment = {**codex.environment(), "HTTPS_PROXY": proxy.url, "https_proxy": proxy.url}
        outcome = classify(probed(codex, environment=environment, provider=OWN_PROVIDER))
        assert (outcome.kind, proxy.asked) == (Kind.NETWORK, ["api.openai.com:443"])


# What is not started, not written and not left


def test_nothing_of_the_users_is_started_or_changed(codex, server):
    """Tool servers, hooks and notifications stay off, and no conversation, record or setting is written."""
    marks = codex.user_home / "marks"
    marks.mkdir()
    touch = [f'["touch", "{marks}/{name}"]' for name in ("notify", "tool")]
    codex.config.write_text(
        f"notify = {touch[0]}\n{codex.config.read_text()}\n"
        f'[mcp_servers."a.tool"]\ncommand = "touch"\nargs = ["{marks}/tool"]\n'
        f'[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "touch {marks}/hook"\n'
    )
    codex.log_in()
    kept = {path: path.read_bytes() for path in (codex.config, codex.home / "auth.json")}
    server.models["gpt-5.5"] = behaviours.ok
    assert classify(probed(codex)).kind is Kind.OK
    assert list(marks.iterdir()) == []
    assert {path: path.read_bytes() for path in kept} == kept
    assert [path.name for path in codex.home.rglob("*") if "sqlite" in path.name or path.suffix == ".jsonl"] == []
    assert left_running(codex) == []


def test_a_model_that_hangs_is_left_in_time(codex, server):
    """Codex itself would wait without end; the probe ends in its time, and Codex with it."""
    server.models["gpt-5.5"] = behaviours.hang
    began = time.monotonic()
    seen = probed(codex, timeout_s=1.5)
    assert time.monotonic() - began < 4
    assert (classify(seen).kind, seen.requests_sent, len(server.requests)) == (Kind.NETWORK, 1, 1)
    assert left_running(codex) == []


@pytest.mark.real_desktop
def test_a_cancelled_probe_leaves_nothing_under_qt(codex, server, qapp, tmp_path):
    """In the app's own loop a probe works, and one that is cancelled ends Codex and removes what it wrote."""
    arrived = threading.Event()

    def hang(talk):
        arrived.set()
        behaviours.hang(talk)

    server.models.update({"gpt-5.5": behaviours.ok, "hang": hang})
    environment = {**codex.environment(), "TMPDIR": str(tmp_path)}

    async def run():
        fine = await asking(codex, environment=environment)
        task = asyncio.create_task(asking(codex, model="hang", environment=environment))
        await asyncio.to_thread(arrived.wait, 10)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return fine, task.cancelled(), asyncio.all_tasks() - {asyncio.current_task()}

    with qasync.QEventLoop(qapp) as loop:
        fine, cancelled, others = loop.run_until_complete(run())
    assert (classify(fine).kind, cancelled, others) == (Kind.OK, True, set())
    assert left_running(codex) == []


# What cannot be asked


def test_without_the_program_nothing_is_asked(codex, server):
    """A program that is not there is said to be so."""
    with pytest.raises(CodexError) as refused:
        probed(codex, program=codex.user_home / "none")
    assert (refused.value.trouble, server.requests) == (CodexTrouble.PROGRAM_ABSENT, [])


def test_without_a_login_nothing_is_asked(codex, server):
    """Nobody is logged in, so OpenAI would only refuse."""
    codex.use_openai()
    with pytest.raises(CodexError) as refused:
        probed(codex, provider=OWN_PROVIDER)
    assert (refused.value.trouble, server.requests) == (CodexTrouble.LOGGED_OUT, [])


@pytest.mark.parametrize("named", [PROVIDER, "ollama"])
def test_another_provider_is_not_asked_for_openais_models(codex, server, named):
    """Its answer would make a model green that OpenAI may refuse to this login; its turns do not count either."""
    server.models["gpt-5.5"] = behaviours.ok
    codex.log_in("chatgpt")
    codex.config.write_text(codex.config.read_text().replace(f'"{PROVIDER}"', f'"{named}"'))
    with pytest.raises(CodexError) as refused:
        probed(codex, provider=OWN_PROVIDER)
    assert (refused.value.trouble, server.requests) == (CodexTrouble.PROVIDER, [])
    assert named in refused.value.title


def test_broken_settings_are_no_answer(codex, server):
    """A config.toml that Codex cannot read is told with its line; nothing was sent."""
    codex.config.write_text("model =\n")
    with pytest.raises(CodexError) as refused:
        probed(codex)
    assert (refused.value.trouble, server.requests) == (CodexTrouble.REFUSED, [])
    assert codex.config.name in refused.value.message
