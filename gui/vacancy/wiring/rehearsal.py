"""`vacancy demo`: the real program on a simulated provider and page, with a clock that runs fifteen times as fast."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from datetime import datetime, timedelta

from vacancy.domain.catalog import Connection, ConnectionKind, EntryKey, KeyKind, KeySource, ModelEntry
from vacancy.domain.events import Event
from vacancy.domain.insight import Bucket
from vacancy.domain.memory import Memory
from vacancy.domain.preferences import Preferences, ProbingPreferences, StatusPagePreferences
from vacancy.domain.probe_shape import Shape
from vacancy.domain.sighting import SessionNews
from vacancy.monitor.clock import FastClock, SystemClock
from vacancy.sources.http import Http
from vacancy.sources.rehearsed_day import rehearsed_day
from vacancy.sources.simulation import LENGTH, MODELS, PAGE_HOST, PROVIDER_HOST, Simulation
from vacancy.wiring.outward import Outward

SPEED = 15
"""The quarter of an hour is told in one minute."""
STORY_LASTS = LENGTH
_CONNECTION = Connection("demo", ConnectionKind.OPENAI, f"https://{PROVIDER_HOST}/v1", KeySource(KeyKind.NONE))


class NothingKept:
    """A keeper that forgets: a rehearsal leaves no trace."""

    def save(self, memory: Memory) -> None:
        """Keep nothing."""

    def record(self, events: Iterable[Event]) -> None:
        """Keep nothing."""


class NothingWritten:
    """A source of sessions that has none: a rehearsal looks at nothing of the user's."""

    async def follow(self, connection: Connection) -> AsyncGenerator[SessionNews, None]:  # noqa: ARG002 - the port's
        """Say once that there is nothing."""
        yield SessionNews()


class _Shapes:
    """The probe shapes of this run."""

    def __init__(self) -> None:
        self._shapes: dict[EntryKey, Shape] = {}

    def get(self, key: EntryKey) -> Shape | None:
        """The shape that worked, None before the first success."""
        return self._shapes.get(key)

    def put(self, key: EntryKey, shape: Shape) -> None:
        """Remember the shape that worked."""
        self._shapes[key] = shape


class Rehearsal:
    """The parts of a rehearsal. It touches no settings, no keyring and no network."""

    def __init__(self, environment: Mapping[str, str], *, speed: float = SPEED) -> None:
        self.clock = FastClock(SystemClock().now(), speed)
        self.simulation = Simulation(self.clock)
        self.outward = Outward(
            environment=environment,
            label="vacancy-demo",
            shapes=_Shapes(),
            clock=self.clock,
            sessions=NothingWritten(),
            http=Http(transport=self.simulation),
        )
        self.preferences = Preferences(
            connections=(_CONNECTION,),
            models=tuple(ModelEntry(_CONNECTION.name, model) for model in MODELS),
            status_page=StatusPagePreferences(f"https://{PAGE_HOST}", timedelta(minutes=1)),
            # The models in reserve are asked as often: an hour is longer than the story.
            probing=ProbingPreferences(interval=timedelta(minutes=1), reserve_interval=timedelta(minutes=1)),
        )
        self._began = self.clock.now()

    def day(self, key: EntryKey, now: datetime) -> tuple[Bucket, ...]:
        """The minutes of one model within the 24 hours before `now`, oldest first."""
        return rehearsed_day(key.model, began=self._began, now=now)
