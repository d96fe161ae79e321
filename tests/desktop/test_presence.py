"""The claims of `desktop.presence`: one value from many services, and Qt's word on the network taken with care."""

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QNetworkInformation

from vacancy.desktop.presence import NetworkWatch, PresenceWatch, network_information
from vacancy.domain.presence import Presence

Reach = QNetworkInformation.Reachability


class Network(QObject):
    """A network that a test connects and cuts, with the face of Qt's."""

    reachabilityChanged = Signal(Reach)  # noqa: N815 - Qt's name
    isMeteredChanged = Signal(bool)  # noqa: N815 - Qt's name

    def __init__(self, reach, *, metered=None):
        super().__init__()
        self._reach, self._metered = reach, metered

    def reachability(self):
        """How far it reaches now."""
        return self._reach

    def supports(self, _feature):
        """Whether it can tell what is metered."""
        return self._metered is not None

    def isMetered(self):  # noqa: N802 - Qt's name
        """Paid for by its use."""
        return self._metered

    def become(self, reach):
        """Change how far it reaches."""
        self._reach = reach
        self.reachabilityChanged.emit(reach)


def watched(network):
    """What is told of that network, and the watch, which must live."""
    told = []
    return told, NetworkWatch(PresenceWatch(told.append).note, network)


@pytest.mark.parametrize("reach", [Reach.Local, Reach.Site, Reach.Online])
def test_only_disconnected_is_no_network(reach):
    """However little it reaches, it is worth a try; only a network that was there and is gone is gone."""
    network = Network(reach)
    told, _watch = watched(network)
    for now in (Reach.Disconnected, reach, Reach.Unknown):
        network.become(now)
    assert [True, False, True, None] == [presence.online for presence in told]


def test_one_who_always_says_disconnected_is_not_believed():
    """A service that does not manage the network in use says so for ever, until it has said something else."""
    network = Network(Reach.Disconnected)
    told, _watch = watched(network)
    network.become(Reach.Unknown)
    network.become(Reach.Disconnected)
    assert [] == told
    network.become(Reach.Online)
    network.become(Reach.Disconnected)
    assert [True, False] == [presence.online for presence in told]


def test_metered_is_told_by_who_can_tell():
    """A source that cannot tell leaves it unknown; its change is heard."""
    told, _watch = watched(Network(Reach.Unknown))
    assert [] == told
    network = Network(Reach.Unknown, metered=True)
    told, _watch = watched(network)
    network.isMeteredChanged.emit(False)
    assert [Presence(metered=True), Presence(metered=False)] == told


def test_a_closed_watch_is_deaf():
    """After its end nothing is told any more."""
    network = Network(Reach.Online)
    told, watch = watched(network)
    watch.close()
    network.become(Reach.Disconnected)
    assert 1 == len(told)


def test_this_machine_has_a_source_or_none(qapp):
    """Qt's own source, where there is one, has the face that is used here."""
    information = network_information()
    if information is not None:
        told, watch = watched(information)
        watch.close()
        assert len(told) <= 2
