"""What is kept is found again under its own name, and nothing of one model or wait touches another."""

from dataclasses import replace
from datetime import timedelta

from fakes.clock import START
from fakes.domain_values import CONNECTION, LUNA, SOL
from vacancy.domain.memory import WAIT_FOR, EntryMemory, Memory, Pause, Watch

SECOND = timedelta(seconds=1)
END = START + timedelta(hours=8)


def test_a_wait_ends_at_its_time():
    """It is given up at that moment, and nobody waits for the other model."""
    memory = Memory().watching(Watch(SOL, END))
    assert (frozenset({SOL}), END) == (memory.awaited(END - SECOND), memory.awaited_until(SOL, END - SECOND))
    assert (frozenset(), None) == (memory.awaited(END), memory.awaited_until(SOL, END))
    assert memory.awaited_until(LUNA, START) is None


def test_a_wait_lasts_a_working_day():
    """The README promises eight hours."""
    assert timedelta(hours=8) == WAIT_FOR


def test_a_model_is_waited_for_once():
    """The newer wait takes the place of the older one on the same model, and of no other."""
    older, other, newer = Watch(SOL, END), Watch(LUNA, END), Watch(SOL, END + SECOND)
    memory = Memory().watching(older).watching(other).watching(newer)
    assert (other, newer) == memory.watches
    assert (other,) == memory.unwatching(SOL).watches
    assert memory.watches == Memory(watches=(other, newer)).unwatching(SOL).watching(newer).watches


def test_a_pause_is_over_at_its_time():
    """Without a time it lasts."""
    assert not Pause(END).is_over(END - SECOND)
    assert Pause(END).is_over(END)
    assert not Pause().is_over(END)


def test_what_was_seen_on_the_same_routes_is_the_same_memory():
    """Nothing is built anew where nothing is dropped; another fingerprint drops its entries alone."""
    kept = EntryMemory(SOL, route=CONNECTION.fingerprint)
    memory = Memory(entries=(kept,))
    assert memory is memory.on([CONNECTION])
    assert Memory() == memory.on([replace(CONNECTION, base_url="https://example.com/v1")])
    assert Memory() == memory.on([])


def test_an_entry_takes_the_place_of_its_former_self():
    """Two models, and the changed one is there once."""
    first, other, changed = EntryMemory(SOL), EntryMemory(LUNA), EntryMemory(SOL, route="another")
    memory = Memory(entries=(first, other)).with_entry(changed)
    assert (changed, other) == (memory.of(SOL), memory.of(LUNA))
    assert 2 == len(memory.entries)
