"""Short ways to build domain values in tests."""

from datetime import timedelta

from fakes.clock import START
from vacancy.domain.catalog import Connection, ConnectionKind, EntryKey, KeyKind, KeySource, ModelEntry
from vacancy.domain.evidence import Answer, Ending, Evidence
from vacancy.domain.outcome import Kind, Outcome, Scope
from vacancy.domain.preferences import Preferences, ProbingPreferences, StatusPagePreferences
from vacancy.domain.sighting import Sighting
from vacancy.domain.verdict import State, Verdict

CONNECTION = Connection("openai", ConnectionKind.OPENAI, "https://api.openai.com/v1", KeySource(KeyKind.KEYRING))
SOL, LUNA, ASTRA = (EntryKey("openai", name) for name in ("gpt-6.2-sol", "gpt-6-luna", "gpt-6-astra"))

_SCOPES = {
    Kind.OK: Scope.MODEL,
    Kind.AT_CAPACITY: Scope.MODEL,
    Kind.RATE_LIMITED: Scope.ACCOUNT,
    Kind.QUOTA_EXHAUSTED: Scope.ACCOUNT,
    Kind.AUTH_FAILED: Scope.ACCOUNT,
    Kind.MODEL_UNAVAILABLE: Scope.MODEL,
    Kind.BAD_REQUEST: Scope.REQUEST,
    Kind.SERVER_ERROR: Scope.PROVIDER,
    Kind.NETWORK: Scope.NETWORK,
    Kind.OK_BUT_ODD: Scope.MODEL,
}


def outcome(kind, **changes):
    """An outcome of that kind."""
    values = {"kind": kind, "scope": _SCOPES[kind], "transient": True, "rule": "test"}
    return Outcome(**(values | changes))


def preferences(*models, **probing):
    """Settings that watch those models every ten minutes, without a page."""
    return Preferences(
        connections=(CONNECTION,),
        models=tuple(model if isinstance(model, ModelEntry) else ModelEntry("openai", model) for model in models),
        status_page=StatusPagePreferences(url=""),
        probing=ProbingPreferences(**probing),
    )


def verdict(key, state, **changes):
    """A verdict of that state, checked just now."""
    values = {
        "key": key,
        "name": key.model,
        "route": CONNECTION.route,
        "state": state,
        "checked_at": START,
        "succeeded_at": START if state is State.AVAILABLE else None,
        "current": state is State.AVAILABLE,
    }
    return Verdict(**(values | changes))


def answered(model="gpt-6.2-sol", seconds=1.0):
    """Evidence of a plain answer."""
    return Evidence(
        asked_model=model,
        status=200,
        answer=Answer(Ending.COMPLETED, model, "OK"),
        total_s=seconds,
        first_output_s=seconds,
    )


def refused(
    status=503, body='{"error":{"code":"server_is_overloaded","message":"Our servers are overloaded."}}', headers=()
):
    """Evidence of an error answer; full by default."""
    return Evidence(status=status, body=body, headers=tuple(headers))


CODEX = Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE))
CODEX_SOL = EntryKey("codex", "gpt-6.2-sol")


def codex_preferences(*models, connection=CODEX):
    """Settings that watch those models, or one, through Codex."""
    entries = (model if isinstance(model, ModelEntry) else ModelEntry("codex", model) for model in models)
    return Preferences(
        (connection,), tuple(entries) or (ModelEntry("codex", SOL.model),), StatusPagePreferences(url="")
    )


def turn(model="gpt-6.2-sol", *, at=START, error=None, effort=None):
    """A turn of Codex that ended then: with an answer, or with that error."""
    evidence = Evidence(
        finished_at=at,
        asked_model=model,
        answer=Answer(Ending.COMPLETED) if error is None else None,
        codex_error=error,
        first_output_s=2.0 if error is None else None,
        requests_sent=0,
    )
    return Sighting(model, evidence, effort)


MINUTE = timedelta(minutes=1)
