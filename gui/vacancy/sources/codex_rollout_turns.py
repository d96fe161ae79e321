"""Turns of one Codex session: its lines in the order in which they were written, what they show of a model out.

What makes a turn believable:

* It asked the provider of this route. A session says whom it asks, and may be moved to another one.
* It happened when its line says so. A forked session begins with a copy of another one's turns whose lines are dated
  anew (Codex 0.145), but the times within them are the old ones; such a copy is no news.
* A success is an answer that came through whole: a turn that ended with a message, or the record of one answer's
  tokens. Neither a started answer nor a snapshot of the limits proves anything.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from vacancy.domain.evidence import Answer, Ending, Evidence
from vacancy.domain.sighting import Sighting
from vacancy.domain.usage import Usage
from vacancy.sources.codex_failures import Failure
from vacancy.sources.codex_rollout_lines import Answered, Born, Context, Ended, Limits, Line, Moved, Started
from vacancy.sources.codex_windows import SPENT, full_windows

EARLY_EVERY = timedelta(minutes=1)
"""A long turn is told to be answering so often, before its end; a short one only ends."""
_SAME_TIME = timedelta(minutes=1)
"""A line is written within moments of what it tells; one that is not is a copy."""
_MOST_TURNS = 32
"""Contexts that are remembered; a session has one turn at a time."""

Find = Callable[[str], Context | None]
"""Looks for the context of a turn in what was written before the first line that was taken."""


class Turns:
    """What is known of one session.

    Args:
        provider: Whom the turns of this route ask. A session that names nobody is of an old version, and counts.
        since: What ended before is no news, and is not looked for.
        find: Where a context is looked for that no line gave.
    """

    def __init__(self, *, provider: str, since: datetime, find: Find) -> None:
        self._wanted = provider
        self._since = since
        self._find = find
        self._provider: str | None = None
        self._is_born = False
        self._is_live = True
        self._contexts: dict[str, Context | None] = {}
        self._unnamed: Context | None = None
        self._told_at: datetime | None = None
        """When the turn under way began, or was last told."""
        self._usage: Usage | None = None

    @property
    def is_of_route(self) -> bool:
        """The session asks the provider of this route."""
        return self._provider in {None, self._wanted}

    def take(self, line: Line) -> tuple[str, Sighting] | Usage | None:
        """What a line shows: a sighting with a text that is its own for ever, the allowance, or nothing."""
        match line:
            case Born():
                self._begin(line)
            case Moved():
                self._provider = line.provider
            case Started():
                self._is_live = line.began is None or abs(line.at - line.began) <= _SAME_TIME
                self._told_at, self._usage = line.at, None
            case Context():
                self._remember(line)
            case Limits() if self._is_live and self.is_of_route:
                self._usage = line.usage
                return line.usage
            case Answered():
                return self._answered(line)
            case Ended():
                return self._ended(line)
            case _:
                pass
        return None

    def _begin(self, line: Born) -> None:
        """A copy may bring another session's birth with it; the first one is this session's."""
        if not self._is_born:
            self._is_born = True
            self._provider, self._is_live = line.provider, not line.forked

    def _remember(self, context: Context) -> None:
        if context.turn is None:
            self._unnamed = context
            return
        self._contexts.pop(context.turn, None)
        self._contexts[context.turn] = context
        if len(self._contexts) > _MOST_TURNS:
            del self._contexts[next(iter(self._contexts))]

    def _context(self, turn: str) -> Context | None:
        """The context of a turn; it is looked for once."""
        if turn not in self._contexts:
            self._contexts[turn] = self._unnamed or self._find(turn)
        return self._contexts[turn]

    def _answered(self, line: Answered) -> tuple[str, Sighting] | None:
        if not self._is_live or not self.is_of_route or line.at < self._since:
            return None
        if self._told_at is None:
            self._told_at = line.at
        if line.at - self._told_at < EARLY_EVERY or (context := self._context(line.turn)) is None:
            return None
        self._told_at = line.at
        answer = Answer(Ending.COMPLETED, output_tokens=line.output_tokens)
        evidence = Evidence(finished_at=line.at, asked_model=context.model, answer=answer, requests_sent=0)
        return f"{line.turn} {line.at.timestamp()}", Sighting(context.model, evidence, context.effort)

    def _ended(self, line: Ended) -> tuple[str, Sighting] | None:
        shows = line.answered or line.failure is not None
        is_news = abs(line.at - line.completed) <= _SAME_TIME and line.at >= self._since
        if not shows or not is_news or not self.is_of_route or (context := self._context(line.turn)) is None:
            return None
        evidence = Evidence(
            started_at=line.began,
            finished_at=line.at,
            asked_model=context.model,
            answer=Answer(Ending.COMPLETED) if line.answered else None,
            first_output_s=line.first_output_s if line.answered else None,
            requests_sent=0,
        )
        if line.failure is not None:
            evidence = told(evidence, line.failure, self._usage)
        return line.turn, Sighting(context.model, evidence, context.effort)


def told(evidence: Evidence, failure: Failure, usage: Usage | None = None) -> Evidence:
    """The evidence with why the turn failed, and when a window that is full begins anew."""
    at = evidence.finished_at
    return Evidence(
        started_at=evidence.started_at,
        finished_at=at,
        asked_model=evidence.asked_model,
        status=failure.status,
        headers=() if usage is None or at is None or failure.word != SPENT else full_windows(usage.windows, at),
        body=failure.sentence,
        codex_error=failure.word,
        requests_sent=0,
    )
