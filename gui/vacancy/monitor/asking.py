"""Asking one model: through the prober, or not at all, with the reason."""

import logging
from datetime import timedelta

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.evidence import Evidence
from vacancy.domain.verdict import Hindrance
from vacancy.errors import CodexError, CodexTrouble, KeyStoreError, KeyTrouble, RouteError, RouteTrouble
from vacancy.monitor.ports import Prober

_logger = logging.getLogger(__name__)

AT_MOST = 3
"""Requests of one probe: the known wording, and what is learnt from two complaints about it."""

_HINDRANCES = {
    KeyTrouble.MISSING: Hindrance.KEY_MISSING,
    KeyTrouble.VARIABLE_UNSET: Hindrance.KEY_VARIABLE_UNSET,
    KeyTrouble.UNUSABLE: Hindrance.KEY_UNUSABLE,
    KeyTrouble.LOCKED: Hindrance.KEYRING_LOCKED,
    KeyTrouble.NO_ANSWER: Hindrance.KEYRING_SILENT,
    KeyTrouble.ABSENT: Hindrance.KEYRING_ABSENT,
}
_HINDRANCES_OF_ROUTES = {
    RouteTrouble.PROXY: Hindrance.PROXY_UNUSABLE,
    RouteTrouble.CERTIFICATES: Hindrance.CERTIFICATES_UNUSABLE,
}
_CODEX_HINDRANCES = {
    CodexTrouble.PROGRAM_ABSENT: Hindrance.PROGRAM_ABSENT,
    CodexTrouble.NOT_STARTED: Hindrance.PROGRAM_UNFIT,
    CodexTrouble.REFUSED: Hindrance.PROGRAM_UNFIT,
    CodexTrouble.LOGGED_OUT: Hindrance.LOGGED_OUT,
    CodexTrouble.PROVIDER: Hindrance.PROGRAM_UNFIT,
}


async def ask(
    prober: Prober, entry: ModelEntry, connection: Connection, timeout: timedelta, *, at_most: int
) -> Evidence | Hindrance:
    """What one probe saw, with at most so many requests; or why nothing was sent."""
    if not connection.may_be_asked:
        return Hindrance.ONLY_READ
    try:
        return await prober.probe(entry, connection, timeout=timeout, at_most=at_most)
    except CodexError as error:
        _logger.warning("codex_unavailable connection=%s trouble=%s", connection.name, error.trouble)
        return _CODEX_HINDRANCES[error.trouble]
    except KeyStoreError as error:
        _logger.warning("key_unavailable connection=%s trouble=%s", connection.name, error.trouble)
        return _HINDRANCES[error.trouble]
    except RouteError as error:
        _logger.warning("route_unusable connection=%s trouble=%s", connection.name, error.trouble)
        return _HINDRANCES_OF_ROUTES[error.trouble]
