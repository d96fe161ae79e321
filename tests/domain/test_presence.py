"""The claims of `domain.presence`."""

from dataclasses import fields, replace
from datetime import timedelta

import pytest

from vacancy.domain.pace import Pace
from vacancy.domain.presence import (
    LESS,
    NOT_HELD,
    PRESENT,
    Circumstance,
    Held,
    Presence,
    PresencePreferences,
    Restraint,
    came_back,
    held,
    reconnected,
    stretched,
)

USUAL = PresencePreferences()
WISHES = ("locked", "idle", "on_battery", "metered")
PACE = Pace(timedelta(minutes=4), timedelta(hours=1))


def test_what_is_not_known_is_present():
    """A system that says nothing changes nothing."""
    assert NOT_HELD == held(PRESENT, replace(USUAL, **dict.fromkeys(WISHES, Restraint.PAUSE)))


@pytest.mark.parametrize("wish", Restraint)
@pytest.mark.parametrize("name", WISHES)
def test_each_circumstance_does_what_its_setting_says(name, wish):
    """True applies the setting and names the reason; false is as unknown."""
    wishes = replace(USUAL, **{name: wish})
    expected = NOT_HELD if wish is Restraint.NONE else Held(wish, Circumstance(name))
    assert expected == held(replace(PRESENT, **{name: True}), wishes)
    assert NOT_HELD == held(replace(PRESENT, **{name: False}), wishes)


def test_every_setting_has_its_circumstance():
    """A setting that is added must be weighed, or this test fails."""
    assert {field.name for field in fields(PresencePreferences)} == set(WISHES)
    assert set(Circumstance) == {*WISHES, Circumstance.ASLEEP}


def test_the_strictest_wins_and_says_why():
    """Locked and metered: a pause for the one is not weakened by less for the other."""
    wishes = replace(USUAL, metered=Restraint.PAUSE)
    assert Held(Restraint.PAUSE, Circumstance.METERED) == held(Presence(locked=True, metered=True), wishes)


def test_asleep_is_a_pause_whatever_the_settings_say():
    """A machine that goes to sleep sends nothing."""
    wishes = PresencePreferences(*[Restraint.NONE] * 4)
    assert Held(Restraint.PAUSE, Circumstance.ASLEEP) == held(Presence(asleep=True), wishes)


def test_the_defaults_leave_a_user_on_battery_alone():
    """Locked, idle and metered ask less, battery does not."""
    restraints = {name: held(replace(PRESENT, **{name: True}), USUAL).restraint for name in WISHES}
    assert {
        "locked": Restraint.LESS,
        "idle": Restraint.LESS,
        "on_battery": Restraint.NONE,
        "metered": Restraint.LESS,
    } == restraints


@pytest.mark.parametrize(("restraint", "stretch"), [("normal", 1), ("less", LESS), ("pause", 1)])
def test_only_less_stretches_a_pace(restraint, stretch):
    """A pause is kept by whoever sends; it must not lengthen what may be claimed."""
    pace = stretched(PACE, Restraint(restraint))
    assert (PACE.interval, stretch, stretch > 1) == (pace.interval, pace.stretch, pace.spares_reserve)


@pytest.mark.parametrize(
    ("before", "after", "returned"),
    [
        (True, False, True),
        (True, None, True),
        (None, False, False),
        (False, True, False),
        (None, True, False),
        (True, True, False),
    ],
)
def test_unlocking_is_a_return(before, after, returned):
    """From locked to anything else, a lost service included: whoever may be there is."""
    assert returned is came_back(Presence(locked=before), Presence(locked=after))
    assert not came_back(Presence(idle=before), Presence(idle=after))


def test_waking_and_reconnecting():
    """The end of sleep, or of a network that was surely gone; its beginning and its unknown are none."""
    assert reconnected(Presence(asleep=True), PRESENT)
    assert not reconnected(PRESENT, Presence(asleep=True))
    assert reconnected(Presence(online=False), Presence(online=True))
    assert reconnected(Presence(online=False), PRESENT)
    assert not reconnected(PRESENT, Presence(online=True))
    assert not reconnected(Presence(online=True), Presence(online=False))
