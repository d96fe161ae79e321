"""The way out: how the requests of one connection leave this machine, where its settings say more than the system."""

from dataclasses import dataclass

from vacancy.domain.catalog import Connection


@dataclass(frozen=True, slots=True)
class Way:
    """A proxy and certificates of its own."""

    proxy: str | None = None
    """As in the settings: an address, `env:NAME` or `none`; None leaves it to the system."""
    ca_file: str | None = None
    """A file of certificates to trust beside the system's."""

    @classmethod
    def of(cls, connection: Connection) -> "Way":
        """The way that a connection's requests take."""
        return cls(connection.proxy, connection.ca_file)


THE_SYSTEMS = Way()
