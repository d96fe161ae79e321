"""One look asks each model once, believes what it hears, and keeps to the daily cap."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.clock import START, FakeClock
from fakes.domain_values import (
    CODEX,
    CODEX_SOL,
    CONNECTION,
    LUNA,
    SOL,
    answered,
    codex_preferences,
    outcome,
    preferences,
    refused,
    turn,
)
from fakes.watching import ScriptedPage, ToldLogin, WrittenSessions
from vacancy.domain.catalog import CodexAsking, ModelEntry
from vacancy.domain.events import Probed
from vacancy.domain.health import Health, Settled, advance
from vacancy.domain.incident import PageState
from vacancy.domain.memory import EntryMemory, Memory
from vacancy.domain.outcome import Kind
from vacancy.domain.preferences import StatusPagePreferences
from vacancy.domain.sighting import Login, SessionNews
from vacancy.domain.verdict import Hindrance
from vacancy.errors import KeyStoreError, KeyTrouble
from vacancy.monitor.one_look import AT_ONCE, OneLook

TWO = preferences(SOL.model, LUNA.model)


class Prober:
    """Answers at once, or as a test says, and counts how many are asked at the same time."""

    def __init__(self, **answers):
        self.answers = answers
        self.asked = []
        self.now = self.most_at_once = 0

    async def probe(self, entry, _connection, *, timeout, at_most):  # noqa: ARG002 - the port's names
        """Note the bound, let the others in, and answer."""
        self.asked.append((entry.id, at_most))
        self.now += 1
        self.most_at_once = max(self.most_at_once, self.now)
        for _ in range(3):
            await asyncio.sleep(0)
        self.now -= 1
        answer = self.answers.get(entry.id.replace(".", "_").replace("-", "_"), answered(entry.id))
        if isinstance(answer, Exception):
            raise answer
        return answer


def look(settings=TWO, memory=Memory(), prober=None, page=None, *, sessions=None, logins=None, entries=None, **options):
    """Take one look."""
    clock = FakeClock()
    one = OneLook(
        preferences=settings,
        prober=prober or Prober(),
        page_reader=page or ScriptedPage(clock),
        sessions=sessions or WrittenSessions(),
        logins=logins or ToldLogin(),
        clock=clock,
        chance=lambda: 0.25,
    )
    return asyncio.run(one.take(settings.models if entries is None else entries, memory, **options))


def known(key, *kinds):
    """What is remembered of a model after outcomes of those kinds."""
    health = Health()
    for kind in kinds:
        health = advance(health, outcome(kind), START - timedelta(minutes=5))
    return EntryMemory(key, health, CONNECTION.fingerprint)


def test_each_model_is_asked_once_and_its_answer_believed():
    """Nobody asks twice, so a refusal after successes counts at once; and everything is an event."""
    prober = Prober(gpt_6_2_sol=refused())
    found = look(memory=Memory((known(SOL, Kind.OK, Kind.OK),)), prober=prober)
    assert prober.asked == [(SOL.model, 3), (LUNA.model, 3)]
    assert found.memory.of(SOL).health.settled is Settled.FULL
    assert found.memory.of(LUNA).health.settled is Settled.AVAILABLE
    assert [event.key for event in found.events if isinstance(event, Probed)] == [SOL, LUNA]
    assert found.memory.budget.sent == 2


def test_entries_that_were_not_named_keep_what_is_known():
    """`vacancy check ONE` asks that one."""
    before = known(LUNA, Kind.AT_CAPACITY)
    prober = Prober()
    found = look(memory=Memory((before,)), prober=prober, entries=TWO.models[:1])
    assert [model for model, _ in prober.asked] == [SOL.model]
    assert found.memory.of(LUNA) == before


def test_a_paused_model_is_not_asked():
    """Whoever paused it meant it."""
    settings = preferences(ModelEntry("openai", SOL.model, paused=True), LUNA.model)
    prober = Prober()
    look(settings, prober=prober)
    assert [model for model, _ in prober.asked] == [LUNA.model]


def test_the_cap_is_kept_to_the_last_request():
    """What is left is shared out, never overdrawn, and who got nothing learns why."""
    settings = preferences("a", "b", "c", daily_requests=2)
    prober = Prober()
    found = look(settings, prober=prober)
    assert prober.asked == [("a", 1), ("b", 1)]
    assert [found.memory.of(entry.key).hindrance for entry in settings.models] == [None, None, Hindrance.BUDGET_SPENT]
    assert found.memory.budget.sent == 2


@pytest.mark.parametrize(("cap", "bounds"), [(2, [1, 1]), (3, [2, 1]), (4, [3, 1]), (6, [3, 3])])
def test_probes_under_way_together_stay_within_the_cap(cap, bounds):
    """Two models that each try three wordings at the same time send no more than is left for both."""
    prober = Prober()
    settings = preferences(SOL.model, LUNA.model, daily_requests=cap)
    look(settings, prober=prober)
    assert bounds == [at_most for _, at_most in prober.asked]


def test_what_is_spent_already_counts():
    """The cap is that of the day, over all commands and the app."""
    settings = preferences("a", daily_requests=5)
    first = look(settings)
    second = look(settings, memory=replace(first.memory, budget=replace(first.memory.budget, sent=5)))
    assert second.events == ()
    assert second.memory.budget.sent == 5


def test_a_key_that_cannot_be_had_is_no_answer():
    """Nothing was sent; what was known stays, with the reason."""
    prober = Prober(gpt_6_2_sol=KeyStoreError(KeyTrouble.NO_ANSWER, "The keyring does not answer"))
    before = known(SOL, Kind.OK)
    found = look(memory=Memory((before,)), prober=prober)
    assert found.memory.of(SOL) == replace(before, hindrance=Hindrance.KEYRING_SILENT)
    assert [event.key for event in found.events] == [LUNA]


def test_never_more_than_eight_at_once():
    """A long list does not become a burst."""
    prober = Prober()
    look(preferences(*(f"m{number}" for number in range(20))), prober=prober)
    assert (prober.most_at_once, len(prober.asked)) == (AT_ONCE, 20)


def test_what_was_seen_on_another_route_is_forgotten():
    """A good answer through another key or address proves nothing here."""
    elsewhere = replace(known(SOL, Kind.OK), route="another")
    found = look(memory=Memory((elsewhere,)), entries=())
    assert found.memory.of(SOL).health == Health()


@pytest.mark.parametrize(
    ("url", "with_page", "reads"), [("https://s.example", True, 1), ("https://s.example", False, 0), ("", True, 0)]
)
def test_the_page_is_read_once_where_it_is_wanted(url, with_page, reads):
    """`best --check` needs no page, and without an address there is none."""
    page = ScriptedPage(FakeClock())
    settings = replace(TWO, status_page=StatusPagePreferences(url=url))
    found = look(settings, page=page, with_page=with_page)
    assert len(page.reads) == reads
    assert (found.memory.page_of("https://s.example").state is PageState.READABLE) is bool(reads)


def test_a_look_reads_what_codex_wrote_and_asks_it_only_by_name():
    """The turn is believed and costs nothing; a question through Codex has to be meant."""
    news = SessionNews((turn(at=START - timedelta(minutes=1), error="server_overloaded"),), login=Login.CHATGPT)
    settings = codex_preferences(connection=replace(CODEX, ask=CodexAsking.ON_DEMAND))
    prober, sessions, logins = Prober(), WrittenSessions(news), ToldLogin()
    found = look(settings, prober=prober, sessions=sessions, logins=logins)
    assert found.memory.of(CODEX_SOL).health.settled is Settled.FULL
    assert (prober.asked, [event.requests_sent for event in found.events]) == ([], [0])
    assert (len(sessions.ended), logins.asked) == (1, ["codex"])
    named = look(settings, prober=prober, sessions=WrittenSessions(news), named=True)
    assert len(prober.asked) == 1
    assert named.memory.of(CODEX_SOL).health.settled is Settled.AVAILABLE


@pytest.mark.parametrize("named", [False, True])
def test_without_leave_codex_is_asked_nothing(named):
    """Not even as whom it asks: with a ChatGPT login Codex would ask OpenAI for what is left of the allowance."""
    prober, logins = Prober(), ToldLogin()
    look(codex_preferences(), prober=prober, logins=logins, named=named)
    assert (prober.asked, logins.asked) == ([], [])


def test_a_look_at_other_models_reads_nothing_of_codex():
    """Nobody wanted to know."""
    settings = replace(codex_preferences(), connections=(CODEX, CONNECTION))
    entry = ModelEntry("openai", LUNA.model)
    settings = replace(settings, models=(*settings.models, entry))
    sessions = WrittenSessions()
    look(settings, sessions=sessions, entries=(entry,))
    assert sessions.followed == []


def test_a_costly_answer_that_is_seconds_old_is_the_answer():
    """Whoever runs the command twice in a row pays for one question."""
    settings = codex_preferences(connection=replace(CODEX, ask=CodexAsking.ON_DEMAND))
    prober = Prober()
    first = look(settings, prober=prober, named=True)
    again = look(settings, prober=prober, named=True, memory=first.memory)
    assert (len(prober.asked), again.memory.of(CODEX_SOL)) == (1, first.memory.of(CODEX_SOL))
