"""Questions to Codex's app-server that need no model, with typed answers. None of them touches a token."""

from datetime import datetime, timedelta
from typing import Annotated

import msgspec

from vacancy.domain.codex import OWN_PROVIDER, CodexModel
from vacancy.domain.inputs import is_one_line
from vacancy.domain.sighting import Login
from vacancy.domain.usage import Usage, UsageWindow
from vacancy.sources.codex_app_server import AppServer, read_as
from vacancy.sources.codex_home import login_called
from vacancy.sources.vendor_text import moment

_MOST_PAGES = 20


class _Effort(msgspec.Struct, rename="camel"):
    reasoning_effort: str


class _Model(msgspec.Struct, rename="camel"):
    id: str
    hidden: bool = False
    supported_reasoning_efforts: list[_Effort] = []


class _Models(msgspec.Struct, rename="camel"):
    data: list[_Model]
    next_cursor: str | None = None


class RateWindow(msgspec.Struct, rename="camel"):
    """One window of a login's own allowance, as Codex tells it."""

    used_percent: float
    window_duration_mins: Annotated[int, msgspec.Meta(ge=0, le=5_000_000)] | None = None
    resets_at: int | None = None
    """Seconds since 1970."""


class RateLimits(msgspec.Struct, rename="camel"):
    """The windows of a login, as Codex tells them."""

    primary: RateWindow | None = None
    secondary: RateWindow | None = None
    plan_type: str | None = None

    @property
    def windows(self) -> tuple[UsageWindow, ...]:
        """Those that were told, the short one first."""
        return tuple(_window(told) for told in (self.primary, self.secondary) if told is not None)


class _Usage(msgspec.Struct, rename="camel"):
    rate_limits: RateLimits
    ordinary_usage_allowed: bool | None = None


class _Account(msgspec.Struct):
    type: str


class _Accounts(msgspec.Struct):
    account: _Account | None = None


class _Config(msgspec.Struct):
    """What of the settings is looked at; of tables that may hold a secret only the names."""

    model_provider: str | None = None
    openai_base_url: str | None = None
    model_providers: dict[str, msgspec.Raw] = {}
    mcp_servers: dict[str, msgspec.Raw] = {}


class _Settings(msgspec.Struct):
    config: _Config


class Route(msgspec.Struct, frozen=True):
    """What decides on the way that Codex's requests take, and on what it starts beside."""

    provider: str
    base_url: str | None
    """Another address for OpenAI."""
    custom_providers: frozenset[str]
    tool_servers: tuple[str, ...]
    """Names of the MCP servers, which are programs that it would start."""


async def list_models(server: AppServer) -> tuple[CodexModel, ...]:
    """The models that Codex offers, hidden ones too, in its own order. Works without login and without network.

    Raises:
        CodexError: it did not tell.
    """
    found: list[_Model] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        asked = {"includeHidden": True} | ({} if cursor is None else {"cursor": cursor})
        page = read_as(await server.ask("model/list", asked), _Models)
        found += page.data
        cursor = page.next_cursor
        if cursor is None:
            break
    return tuple({model.id: _model(model) for model in found if is_one_line(model.id)}.values())


async def read_usage(server: AppServer, *, now: datetime) -> Usage:
    """The windows of the login that Codex uses.

    Raises:
        CodexError: it did not tell; a login with a key, and none, has no windows.
    """
    told = read_as(await server.ask("account/rateLimits/read"), _Usage)
    limits = told.rate_limits
    return Usage(now, limits.windows, plan=limits.plan_type, allowed=told.ordinary_usage_allowed)


async def read_account(server: AppServer) -> Login:
    """As whom Codex asks, also where the login is in the keyring; its tokens are not refreshed for it.

    Raises:
        CodexError: it did not tell.
    """
    account = read_as(await server.ask("account/read", {"refreshToken": False}), _Accounts).account
    return Login.NONE if account is None else login_called(account.type)


async def read_route(server: AppServer) -> Route:
    """Whom Codex would ask, and what it would start for that.

    Raises:
        CodexError: it did not tell.
    """
    config = read_as(await server.ask("config/read", {"includeLayers": False}), _Settings).config
    return Route(
        config.model_provider or OWN_PROVIDER,
        config.openai_base_url,
        frozenset(config.model_providers),
        tuple(config.mcp_servers),
    )


def _model(told: _Model) -> CodexModel:
    efforts = tuple(effort.reasoning_effort for effort in told.supported_reasoning_efforts)
    return CodexModel(told.id, efforts, hidden=told.hidden)


def _window(told: RateWindow) -> UsageWindow:
    span = timedelta(minutes=told.window_duration_mins) if told.window_duration_mins else None
    return UsageWindow(told.used_percent, span, moment(told.resets_at))
