"""Codex probe: asks one model one tiny question through Codex, with its login, and says what was seen.

One request at most. A conversation that is kept nowhere is started with everything switched off that costs tokens or
starts programs; the first sign of a second request - a retry, a tool - ends it. Codex names the cause of a failure
itself (`Evidence.codex_error`). What was not sent at all is an error for people.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.codex import OWN_PROVIDER
from vacancy.domain.evidence import Evidence, ExceptionSeen
from vacancy.domain.probe_shape import QUESTION
from vacancy.domain.sighting import Login
from vacancy.errors import CodexError, CodexTrouble
from vacancy.sources.codex_app_server import AppServer, codex_of, read_as
from vacancy.sources.codex_home import find_home, read_login
from vacancy.sources.codex_questions import Route, list_models, read_route
from vacancy.sources.codex_turn import Turn
from vacancy.sources.fetch_failures import DEADLINE_EXCEEDED
from vacancy.words import plain, tr

_ALIAS = "vacancy_check"
"""Codex's own provider under a name of ours: it takes the same login, and its retries can be switched off."""
_ONE_REQUEST = {"request_max_retries": 0, "stream_max_retries": 0, "supports_websockets": False}
_INSTRUCTIONS = "Answer in one word. Use no tools."
_NO_TOOLS = (
    *("shell_tool", "unified_exec", "view_image", "image_generation", "tool_suggest", "multi_agent", "goals"),
    *("request_permissions_tool", "standalone_web_search", "token_budget", "sleep_tool", "skill_search"),
    *("browser_use", "computer_use", "in_app_browser", "workspace_dependencies", "code_mode_host"),
)
"""Features that only add to what is sent."""
_PLAIN: dict[str, object] = {
    **{f"features.{name}": False for name in _NO_TOOLS},
    "include_permissions_instructions": False,
    "include_apps_instructions": False,
    "include_environment_context": False,
    "include_collaboration_mode_instructions": False,
    "skills.include_instructions": False,
    "agents.enabled": False,
    "tools.experimental_request_user_input.enabled": False,
    "tools.update_plan.enabled": False,
    "web_search": "disabled",
    "project_doc_max_bytes": 0,
    "notify": [],
}
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)


class _Thread(msgspec.Struct):
    id: str


class _Started(msgspec.Struct):
    thread: _Thread
    model: str | None = None


class CodexProber:
    """Asks models through Codex; satisfies the monitor's `Prober`.

    Args:
        environment: The variables of this process.
        now: The wall clock, aware and in UTC.
        monotonic: Seconds that never go back.
        provider: Whom Codex must ask for an answer to count, by the name in its settings; any other is another route.
    """

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        now: Callable[[], datetime],
        monotonic: Callable[[], float],
        provider: str = OWN_PROVIDER,
    ) -> None:
        self._provider = provider
        self._environment = environment
        self._now = now
        self._monotonic = monotonic

    async def probe(
        self, entry: ModelEntry, connection: Connection, *, timeout: timedelta, at_most: int = 1
    ) -> Evidence:
        """What one probe saw: one request, or as evidence that it took too long. Nothing runs on after it.

        Raises:
            CodexError: Codex cannot be asked, and nothing was sent.
        """
        del at_most  # one request is the least that anybody can allow
        turn = Turn(now=self._now, monotonic=self._monotonic, secrets=self._secrets())
        started_at = self._now()
        try:
            async with asyncio.timeout(timeout.total_seconds()):
                await self._converse(entry, connection, turn)
            seen = turn.evidence()
        except TimeoutError:
            if not turn.was_sent:
                raise CodexError(CodexTrouble.NOT_STARTED, tr("Codex does not answer")) from None
            took = f"no complete answer within {timeout.total_seconds():g} s"
            seen = replace(turn.evidence(), answer=None, exception=ExceptionSeen(DEADLINE_EXCEEDED, took))
        return replace(seen, asked_model=entry.id, started_at=started_at, finished_at=self._now())

    async def _converse(self, entry: ModelEntry, connection: Connection, turn: Turn) -> None:
        login = await asyncio.to_thread(read_login, find_home(connection, self._environment))
        async with codex_of(connection, self._environment) as server:
            thread = await _start_thread(server, entry, login, provider=self._provider)
            turn.serve(asked=entry.id, started=thread.model)
            effort = entry.effort or await _cheapest_effort(server, entry.id)
            asked: dict[str, object] = {
                "threadId": thread.thread.id,
                "input": [{"type": "text", "text": QUESTION}],
            }
            if effort is not None:
                asked["effort"] = effort
            await turn.follow(server, asked)

    def _secrets(self) -> tuple[str, ...]:
        """What a provider might repeat of the keys that Codex takes from the environment."""
        return tuple(value for name, value in self._environment.items() if _SECRET_NAME.search(name))


async def _start_thread(server: AppServer, entry: ModelEntry, login: Login, *, provider: str) -> _Started:
    route = await read_route(server)
    if route.provider != provider:
        raise CodexError(
            CodexTrouble.PROVIDER,
            tr("Codex's provider {provider} cannot be asked", provider=plain(route.provider)),
            tr("Its answer would say nothing of OpenAI's models. List that provider as a connection of its own."),
        )
    asked: dict[str, object] = {
        "model": entry.id,
        "ephemeral": True,
        "baseInstructions": _INSTRUCTIONS,
        **_way(route, login),
    }
    if entry.service_tier is not None:
        asked["serviceTier"] = entry.service_tier
    return read_as(await server.ask("thread/start", asked), _Started)


def _way(route: Route, login: Login) -> dict[str, object]:
    """The provider to ask, so that it is asked once: one that is the user's, or OpenAI under another name."""
    config = {**_PLAIN, "mcp_servers": {name: {"enabled": False} for name in route.tool_servers}}
    if route.provider in route.custom_providers:
        return {"config": {**config, "model_providers": {route.provider: _ONE_REQUEST}}}
    if login is Login.NONE:
        raise CodexError(CodexTrouble.LOGGED_OUT, tr("Nobody is logged in to Codex"), tr("Run: codex login"))
    alias = {"name": "OpenAI", "wire_api": "responses", "requires_openai_auth": True, **_ONE_REQUEST}
    if route.base_url is not None:
        alias["base_url"] = route.base_url
    return {"modelProvider": _ALIAS, "config": {**config, "model_providers": {_ALIAS: alias}}}


async def _cheapest_effort(server: AppServer, model: str) -> str | None:
    """The least effort that the model knows; None, which leaves it to Codex, for a model that Codex does not know."""
    listed = await list_models(server)
    return next((found.cheapest_effort for found in listed if found.id == model), None)
