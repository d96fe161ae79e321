"""A jump is what no passing of time explains."""

from datetime import timedelta

import pytest

from fakes.clock import FakeClock
from vacancy.monitor.wake import WakeWatch


@pytest.mark.parametrize(("seconds", "noticed"), [(3600, True), (-3600, True), (30, False), (-30, False), (0, False)])
def test_jumps(seconds, noticed):
    """Drift beyond the tolerance is noticed once, in either direction."""
    clock = FakeClock()
    watch = WakeWatch(clock)
    clock.jump(timedelta(seconds=seconds))
    jump = watch.look()
    assert noticed is (jump is not None)
    if jump is not None:
        assert timedelta(seconds=seconds) == jump.drift
    assert watch.look() is None
