"""The JSON face: names and values that scripts depend on."""

import json
from dataclasses import replace
from datetime import UTC, timedelta

from fakes.snapshots import LUNA, NOW, SOL, available, outcome, snapshot, verdict
from vacancy.cli.json_face import snapshot_json
from vacancy.domain.budget import Spending
from vacancy.domain.outcome import Kind
from vacancy.domain.prices import Cost
from vacancy.domain.verdict import Doubt, Hindrance, State

ASKED = NOW - timedelta(seconds=40, milliseconds=750)


def face(*verdicts):
    """The JSON of a snapshot of these models, as a script reads it."""
    return json.loads(snapshot_json(snapshot(*verdicts), NOW, UTC))


def test_a_model_with_everything_known():
    """Moments in whole seconds, durations rounded, words of the domain."""
    full = verdict(
        replace(SOL, effort="high", service_tier="priority"),
        State.AT_CAPACITY,
        checked_at=ASKED,
        since=ASKED,
        next_check_at=NOW,
        latency_s=1.23456,
        recent_ok=8,
        recent_of=10,
        doubt=Doubt.CONFIRMING,
        hindrance=Hindrance.BUDGET_SPENT,
        awaited_until=NOW,
        outcome=outcome(Kind.AT_CAPACITY, retry_after_s=30.0, request_id="req_1"),
    )
    (model,) = face(full)["models"]
    assert model.pop("reason")
    assert model == {
        "connection": "openai", "id": "gpt-6.2-sol", "effort": "high", "service_tier": "priority",
        "route": "API key at api.openai.com", "state": "at_capacity",
        "since": "2026-11-29T14:29:19Z", "checked_at": "2026-11-29T14:29:19Z", "age_s": 40,
        "next_check_at": "2026-11-29T14:30:00Z", "latency_s": 1.23, "recent": {"ok": 8, "of": 10},
        "doubt": "confirming", "hindrance": "budget_spent",
        "outcome": {
            "kind": "at_capacity", "scope": "model", "transient": True, "retry_after_s": 30.0,
            "request_id": "req_1", "rule": "made-by-hand",
        },
        "awaited": True, "awaited_until": "2026-11-29T14:30:00Z",
        "requests_today": 0, "tokens_today": 0,
    }  # fmt: skip


def test_what_a_day_cost():
    """Requests and tokens of each model and of all, money where every price is known, else null."""
    spent = (Spending(SOL, 12, 132, 84), Spending(LUNA, 3, 60, 48, estimated=True))
    told = {"spending": spent, "daily_tokens": 250_000}
    names = ("requests_today", "daily_requests", "tokens_today", "daily_tokens", "tokens_estimated", "cost_today",
             "currency")  # fmt: skip

    def day(**more):
        found = json.loads(snapshot_json(snapshot(available(SOL), **told, **more), NOW, UTC))
        return [found[name] for name in names], found["models"][0]

    values, model = day()
    assert values == [132, 600, 324, 250_000, True, None, None]
    assert (12, 216) == (model["requests_today"], model["tokens_today"])
    assert [0.0123, "USD"] == day(cost_today=Cost(0.0123, "USD"))[0][-2:]


def test_what_is_not_known_is_null():
    """Never zero, never an empty text: a script must not take silence for a value."""
    (model,) = face(verdict(SOL, State.UNKNOWN, checked_at=None, next_check_at=None))["models"]
    unknown = {name for name, value in model.items() if value is None}
    assert unknown == {
        "effort", "service_tier", "since", "checked_at", "age_s", "next_check_at", "latency_s", "doubt", "hindrance",
        "outcome", "awaited_until",
    }  # fmt: skip


def test_the_text_is_for_people_too():
    """Indented by two, and its schema is numbered."""
    text = snapshot_json(snapshot(available(SOL)), NOW, UTC)
    assert text.startswith('{\n  "schema": 1,\n  "taken_at": "2026-11-29T14:30:00Z",\n')
