"""A snapshot as text for a terminal: the sentence first, then the reason, then a line a model."""

from datetime import datetime, tzinfo
from pathlib import Path

from vacancy.cli.console import Console, Exit
from vacancy.cli.json_face import as_json, recommendation_face, snapshot_json
from vacancy.domain.copy_forms import CopyForm, copy_text
from vacancy.domain.recommendation import Action, Because, Recommendation
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import Hindrance, State, Verdict
from vacancy.views import present
from vacancy.views.usage_words import usage_lines


def snapshot_text(snapshot: Snapshot, now: datetime, zone: tzinfo, *, config_file: Path) -> str:
    """The whole snapshot. Where a window would send people to Settings, this names the file."""
    routes = {present.route(verdict) for verdict in snapshot.models}
    page = [present.page_line(snapshot.page, now, zone)]
    page += [f"  {present.incident_line(incident, now, zone)}" for incident in snapshot.page.incidents]
    return "\n".join(
        [
            present.sentence(snapshot),
            _why(snapshot, now, zone, config_file),
            "",
            *_rows(snapshot.models, now, zone, with_route=len(routes) > 1),
            *([""] if snapshot.models else []),
            *(f"Asked on: {route}" for route in routes if len(routes) == 1),
            *page,
            present.requests_line(snapshot),
            *usage_lines(snapshot, now, zone),
            *_about_keys(snapshot, config_file),
            *([snapshot.problem] if snapshot.problem else []),
        ]
    )


def print_snapshot(snapshot: Snapshot, console: Console, *, config_file: Path, json: bool) -> None:
    """The snapshot as the answer of a command."""
    if json:
        console.answer(snapshot_json(snapshot, snapshot.taken_at, console.zone))
    else:
        console.answer(snapshot_text(snapshot, snapshot.taken_at, console.zone, config_file=config_file))


def print_best(snapshot: Snapshot, console: Console, *, form: CopyForm, json: bool) -> None:
    """The recommended model alone as the answer, the reason beside it."""
    face = recommendation_face(snapshot, snapshot.taken_at, console.zone)
    console.note(face.reason)
    if json:
        console.answer(as_json(face))
    elif snapshot.recommendation.key is not None:
        console.answer(copy_text(snapshot.recommendation.key, form))


def exit_of(recommendation: Recommendation) -> Exit:
    """The exit code that a recommendation comes to."""
    if recommendation.key is not None:
        return Exit.YES
    if recommendation.because is Because.NEEDS_USER:
        return Exit.NEEDS_USER
    return Exit.NO if recommendation.action is Action.NONE else Exit.UNKNOWN


def _why(snapshot: Snapshot, now: datetime, zone: tzinfo, config_file: Path) -> str:
    if snapshot.recommendation.because is Because.NOTHING_LISTED:
        return f"List the models to watch in {config_file}, or start vacancy on a desktop"
    preferred = snapshot.verdict(snapshot.recommendation.preferred)
    if snapshot.recommendation.because is Because.NEEDS_USER and preferred is not None:
        return _reason(preferred, now, zone)
    return present.explain_recommendation(snapshot, now, zone)


def _reason(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    """The reason of every surface, but for the one whose advice is a window."""
    if verdict.hindrance is Hindrance.KEYRING_ABSENT:
        return "No safe keyring here - name a variable with the key instead"
    return present.reason(verdict, now, zone)


def _about_keys(snapshot: Snapshot, config_file: Path) -> list[str]:
    """How to give a key where there is no window, once for all models."""
    if not {verdict.hindrance for verdict in snapshot.models} & _HINDRANCES_OF_KEYS:
        return []
    return [f'Keys: vacancy key set CONNECTION, or key = "env:NAME" for the connection in {config_file}']


_HINDRANCES_OF_KEYS = {Hindrance.KEY_MISSING, Hindrance.KEYRING_ABSENT, Hindrance.KEYRING_LOCKED}
_TELL_THEIR_AGE = {State.AVAILABLE, State.UNKNOWN}
"""States whose reason says when it was seen."""


def _rows(verdicts: tuple[Verdict, ...], now: datetime, zone: tzinfo, *, with_route: bool) -> list[str]:
    cells = [
        (present.model_name(verdict), present.recent(verdict), _row_end(verdict, now, zone, with_route=with_route))
        for verdict in verdicts
    ]
    name_width = max((len(name) for name, _, _ in cells), default=0)
    recent_width = max((len(recent) for _, recent, _ in cells), default=0)
    return [f"  {name:<{name_width}}  {recent:<{recent_width}}  {end}".rstrip() for name, recent, end in cells]


def _row_end(verdict: Verdict, now: datetime, zone: tzinfo, *, with_route: bool) -> str:
    """The reason; its age where it does not say it, and the route where the routes differ."""
    parts = [_reason(verdict, now, zone)]
    if verdict.checked_at is not None and verdict.state not in _TELL_THEIR_AGE:
        parts.append(f"asked {present.ago(verdict.checked_at, now, zone)}")
    if with_route:
        parts.append(present.route(verdict))
    return " · ".join(parts)
