"""Standing: what is known about the login that a program on this machine asks with."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from vacancy.domain.catalog import Access, Connection, ConnectionKind, Route
from vacancy.domain.sighting import Login, SessionNews, SessionTrouble
from vacancy.domain.usage import Usage
from vacancy.domain.verdict import Hindrance

CONTRADICTED_AFTER = timedelta(minutes=1)
"""A success so much later than a full window shows that more may be used; the turn that filled it ends with a success
as well, and shows nothing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One connection's login, as it was seen last."""

    connection: str
    login: Login = Login.UNKNOWN
    usage: Usage | None = None
    """Its own allowance; None where it was never seen, or where there is none."""
    trouble: SessionTrouble | None = None

    def after(self, news: SessionNews) -> "Standing":
        """The standing after news. What is not said stays as it was, but another login has another allowance."""
        login = self.login if news.login is None or news.login is Login.UNKNOWN else news.login
        usage = self.usage if login is self.login or self.login is Login.UNKNOWN else None
        if news.usage is not None and (usage is None or usage.seen_at <= news.usage.seen_at):
            usage = news.usage
        trouble = news.trouble if news.from_files else self.trouble
        return replace(self, login=login, usage=usage, trouble=trouble)

    def unless_later(self, latest: datetime) -> "Standing":
        """The standing without an allowance that is dated later: the clock was wrong, and no news would replace it."""
        is_later = self.usage is not None and self.usage.seen_at > latest
        return replace(self, usage=None) if is_later else self

    def hindrance(self, now: datetime, *, succeeded_at: datetime | None) -> Hindrance | None:
        """What stands in the way of every model behind this login; None when nothing is known to.

        Args:
            now: The moment of the claim.
            succeeded_at: The last success of any model behind it.
        """
        match self.trouble:
            case SessionTrouble.NO_HOME:
                return Hindrance.SESSIONS_ABSENT
            case SessionTrouble.UNREADABLE:
                return Hindrance.SESSIONS_UNREADABLE
            case None:
                pass
        if self.login is Login.NONE:
            return Hindrance.LOGGED_OUT
        if self.usage is None or not self.usage.is_spent(now):
            return None
        contradicted = succeeded_at is not None and succeeded_at > self.usage.seen_at + CONTRADICTED_AFTER
        return None if contradicted else Hindrance.USAGE_SPENT

    def fingerprint(self, connection: Connection) -> str:
        """What makes it this route and no other, the login included."""
        return (
            f"{connection.fingerprint} {self.login}"
            if connection.kind is ConnectionKind.CODEX
            else connection.fingerprint
        )

    def route(self, connection: Connection) -> Route:
        """What a verdict was measured on, the login included."""
        if connection.kind is not ConnectionKind.CODEX:
            return connection.route
        match self.login:
            case Login.CHATGPT:
                return Route(Access.CODEX_CHATGPT)
            case Login.API_KEY:
                return Route(Access.CODEX_KEY)
            case Login.NONE:
                return Route(Access.CODEX_NOBODY)
            case Login.OTHER | Login.UNKNOWN:
                return connection.route
