"""Presence through real services, ours, on a real bus that stands in for the system's."""

import asyncio
import os
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import pytest

from fakes.system_services import FakeLogind, FakeUPower
from vacancy.desktop.presence import PresenceWatch
from vacancy.desktop.presence_linux import SystemBusWatch
from vacancy.domain.presence import PRESENT, Presence

pytestmark = pytest.mark.real_desktop


@pytest.fixture
def system_bus(make_bus, monkeypatch):
    """A bus of the test's own in the place of the system's."""
    bus = make_bus()
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", os.environ["DBUS_SESSION_BUS_ADDRESS"])
    return bus


@pytest.fixture
def service(system_bus):
    """Start services that go at the end."""
    started = []

    def start(one):
        started.append(one)
        return one.start()

    yield start
    for one in started:
        one.stop()


@asynccontextmanager
async def watching():
    """What was told, while a watch listens; and the task that listens."""
    told = []
    watch = PresenceWatch(told.append)
    listening = asyncio.create_task(SystemBusWatch(watch.note).run())
    try:
        yield told, listening
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening


def test_what_is_so_at_the_start_is_told(run, service, until):
    """A locked, idle session on battery is known without any change."""
    service(FakeLogind(locked=True, idle=True))
    service(FakeUPower(on_battery=True))

    async def story():
        async with watching() as (told, _):
            await until(lambda: told and told[-1] == Presence(locked=True, idle=True, on_battery=True))

    run(story())


def test_every_change_is_told_once(run, service, until):
    """Locking, idling, the plug and both ends of a sleep; the session of another user is not ours."""
    logind, power = service(FakeLogind()), service(FakeUPower())
    calm = Presence(locked=False, idle=False, on_battery=False)

    async def story():
        async with watching() as (told, _):
            await until(lambda: told and told[-1] == calm)
            told.clear()
            logind.say_of_another(LockedHint=True)
            logind.say(LockedHint=True)
            logind.say(IdleHint=True)
            await until(lambda: len(told) == 2)
            power.say(on_battery=True)
            await until(lambda: len(told) == 3)
            logind.sleep(beginning=True)
            logind.sleep(beginning=False)
            logind.say(LockedHint=False, IdleHint=False)
            await until(lambda: len(told) == 7)
            return told

    locked = replace(calm, locked=True)
    away = replace(locked, idle=True, on_battery=True)
    assert run(story()) == [
        locked,
        replace(locked, idle=True),
        away,
        replace(away, asleep=True),
        away,
        replace(away, locked=False),
        replace(away, locked=False, idle=False),
    ]


def test_absent_services_change_nothing(run, system_bus, caplog):
    """On a bus without logind and UPower nothing is told, and nothing is wrong."""

    async def story():
        async with watching() as (told, listening):
            await asyncio.wait([listening], timeout=0.3)
            return told, listening.done()

    assert run(story()) == ([], False)
    assert [] == [record for record in caplog.records if record.levelname != "DEBUG"]


def test_a_service_that_comes_later_is_asked(run, service, until):
    """UPower started after us is heard all the same."""

    async def story():
        async with watching() as (told, listening):
            await asyncio.wait([listening], timeout=0.2)
            service(FakeUPower(on_battery=True))
            await until(lambda: told == [Presence(on_battery=True)])

    run(story())


def test_a_service_that_dies_takes_its_word_with_it(run, service, until):
    """Locked and asleep is unknown again when logind dies, and asked anew when it is back; the battery stays known."""
    logind = service(FakeLogind(locked=True))
    service(FakeUPower(on_battery=True))

    async def story():
        async with watching() as (told, _):
            await until(lambda: told and told[-1] == Presence(locked=True, idle=False, on_battery=True))
            logind.sleep(beginning=True)
            await until(lambda: told[-1].asleep)
            logind.stop()
            await until(lambda: told[-1] == Presence(on_battery=True))
            service(FakeLogind(idle=True))
            await until(lambda: told[-1] == Presence(locked=False, idle=True, on_battery=True))

    run(story())


def test_a_process_outside_of_any_session_changes_nothing(run, service, until):
    """A session that logind does not know leaves its hints unknown, and the rest works."""
    logind = service(FakeLogind(locked=True, session="7"))
    logind._manager._session = "another"

    async def story():
        async with watching() as (told, listening):
            await asyncio.wait([listening], timeout=0.2)
            logind.sleep(beginning=True)
            await until(lambda: told == [Presence(asleep=True)])

    run(story())


def test_a_lost_bus_leaves_everything_unknown(run, service, system_bus, until):
    """Whoever was locked when the bus died counts as present, and the listening ends by itself."""
    service(FakeLogind(locked=True))

    async def story():
        async with watching() as (told, listening):
            await until(lambda: told and told[-1].locked)
            system_bus.kill()
            await asyncio.wait_for(listening, 5)
            return told[-1]

    assert run(story()) == PRESENT


@pytest.mark.parametrize("address", ["unix:path=/nowhere", "tcp:host=localhost,port=1", "nonsense"])
def test_no_bus_changes_nothing(run, monkeypatch, caplog, address):
    """Without a system bus, or with an address that nobody understands, the listening ends with one quiet line."""
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
    caplog.set_level("DEBUG", "vacancy")

    async def story():
        async with watching() as (told, listening):
            await asyncio.wait_for(listening, 5)
            return told

    assert run(story()) == []
    assert [record.levelname for record in caplog.records if record.name.startswith("vacancy")] == ["DEBUG"]
