"""What the tray says about a snapshot: the sentence, a line for each model, and a short tooltip."""

from datetime import datetime, tzinfo

from vacancy.desktop.tray import TrayContent, TrayLine, TraySwitch, TrayWait
from vacancy.domain.lamp import incident_mark, lamp_for, lamp_of
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import State, Verdict
from vacancy.views import present, waiting_words
from vacancy.words import plain, tr

TOOLTIP = 127
"""Characters that Windows shows; the others cut somewhere beyond."""
LINES = 12
"""Models in the menu; a longer one would push Quit out of the screen."""


def tray_content(
    snapshot: Snapshot,
    now: datetime,
    zone: tzinfo,
    *,
    demo: bool = False,
    switch: TraySwitch | None = None,
    undo: str = "",
) -> TrayContent:
    """Everything the tray shows."""
    return TrayContent(
        headline=present.sentence(snapshot),
        tooltip=_tooltip(snapshot, now, zone, demo=demo),
        lines=tuple(
            TrayLine(text=_line(verdict, now, zone), key=verdict.key, lamp=lamp_of(verdict))
            for verdict in snapshot.models[:LINES]
        ),
        more=_more(len(snapshot.models) - LINES),
        lamp=lamp_for(snapshot),
        incident=incident_mark(snapshot),
        paused=snapshot.paused,
        demo=demo,
        wait=_wait(snapshot, now, zone),
        switch=switch,
        undo=undo,
    )


def _more(left_out: int) -> str:
    return tr("{n} more in the window…", n=left_out) if left_out > 0 else ""


def _wait(snapshot: Snapshot, now: datetime, zone: tzinfo) -> TrayWait | None:
    preferred = snapshot.verdict(snapshot.recommendation.preferred)
    if preferred is None or not waiting_words.is_offered(preferred):
        return None
    return TrayWait(waiting_words.offer_and_state(preferred, now, zone), preferred.key, preferred.awaited)


def _line(verdict: Verdict, now: datetime, zone: tzinfo) -> str:
    name, state = present.model_name(verdict), present.state_words(verdict, now, zone)
    if verdict.checked_at is None:
        return tr("{name} · {state}", name=name, state=state)
    # The menu is a copy in the panel's hands: an age that changes each second would be sent to it each second.
    return tr("{name} · {state} · asked at {clock}", name=name, state=state,
              clock=present.clock(verdict.checked_at, now, zone))  # fmt: skip


def _tooltip(snapshot: Snapshot, now: datetime, zone: tzinfo, *, demo: bool) -> str:
    sentence = present.sentence(snapshot)
    known = [verdict.checked_at for verdict in snapshot.models if verdict.checked_at is not None]
    available = sum(verdict.state is State.AVAILABLE for verdict in snapshot.models)
    if not known:
        said = sentence
    else:
        said = tr("{sentence} · {n} of {of} available · asked at {clock}", sentence=sentence, n=available,
                  of=len(snapshot.models), clock=present.clock(max(known), now, zone))  # fmt: skip
    return plain(tr("DEMO · {said}", said=said) if demo else said, TOOLTIP)
