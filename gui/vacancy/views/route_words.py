"""What a verdict was measured on, in words."""

from typing import assert_never

from vacancy.domain.catalog import Access, Route
from vacancy.words import plain, tr


def route_words(route: Route) -> str:
    """The route in the language that is spoken; a script has it as `str(route)`."""
    host = plain(route.host)
    match route.access:
        case Access.KEY:
            return tr("API key at {host}", host=host)
        case Access.NO_KEY:
            return tr("without a key at {host}", host=host)
        case Access.CODEX:
            return tr("Codex on this machine")
        case Access.CODEX_CHATGPT:
            return tr("Codex, ChatGPT login")
        case Access.CODEX_KEY:
            return tr("Codex, API key")
        case Access.CODEX_NOBODY:
            return tr("Codex, nobody logged in")
        case _:
            assert_never(route.access)
