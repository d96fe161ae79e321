"""A snapshot as text for a terminal: the sentence first, then the reason, then a line a model."""

from datetime import datetime, tzinfo

from vacancy.cli.console import Console, Exit
from vacancy.cli.json_face import as_json, recommendation_face, snapshot_json
from vacancy.domain.copy_forms import CopyForm, copy_text
from vacancy.domain.recommendation import Action, Because, Recommendation
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import Verdict
from vacancy.views import present


def snapshot_text(snapshot: Snapshot, now: datetime, zone: tzinfo) -> str:
    """The whole snapshot."""
    page = [present.page_line(snapshot.page, now, zone)]
    page += [f"  {present.incident_line(incident, now, zone)}" for incident in snapshot.page.incidents]
    problem = [snapshot.problem] if snapshot.problem else []
    return "\n".join(
        [
            present.sentence(snapshot),
            present.explain_recommendation(snapshot, now, zone),
            "",
            *_rows(snapshot.models, now, zone),
            *([""] if snapshot.models else []),
            *page,
            present.requests_line(snapshot),
            *problem,
        ]
    )


def print_snapshot(snapshot: Snapshot, console: Console, *, json: bool) -> None:
    """The snapshot as the answer of a command."""
    write = snapshot_json if json else snapshot_text
    console.answer(write(snapshot, snapshot.taken_at, console.zone))


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


def _rows(verdicts: tuple[Verdict, ...], now: datetime, zone: tzinfo) -> list[str]:
    cells = [
        (present.model_name(verdict), present.recent(verdict), present.reason(verdict, now, zone))
        for verdict in verdicts
    ]
    name_width = max((len(name) for name, _, _ in cells), default=0)
    recent_width = max((len(recent) for _, recent, _ in cells), default=0)
    return [f"  {name:<{name_width}}  {recent:<{recent_width}}  {reason}".rstrip() for name, recent, reason in cells]
