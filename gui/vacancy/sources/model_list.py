"""Model list: which models a key may use; how the windows test a key or a connection."""

import json
from dataclasses import dataclass
from datetime import timedelta

from vacancy.domain.catalog import Connection
from vacancy.domain.evidence import Answer, Ending, Evidence, request_id_in
from vacancy.domain.inputs import is_one_line
from vacancy.errors import FetchError
from vacancy.redaction import Secret
from vacancy.sources.http import Http, Response
from vacancy.sources.provider_request import Cleaner, address, headers
from vacancy.sources.way import Way

DEADLINE = timedelta(seconds=20)
"""Longest wait for a list: somebody sits in front of the window and watches."""
_MAX_BODY = 4_000_000
"""Gateways list thousands of models with their prices."""
_MAX_MODELS = 20_000


@dataclass(frozen=True, slots=True)
class ModelList:
    """The models that were listed, or why none were."""

    ids: tuple[str, ...] = ()
    """Sorted."""
    refusal: Evidence | None = None
    """What was seen instead of a list, so that the cause can be named; None when the key was accepted."""


async def list_models(
    http: Http, connection: Connection, secret: Secret | None, *, deadline: timedelta = DEADLINE
) -> ModelList:
    """Ask the connection for its models; a bad answer is part of the result, never an exception.

    Raises:
        RouteError: the connection's own proxy or certificates cannot be used, and nothing was sent.
    """
    url = address(connection, "models")
    cleaner = Cleaner(secret)
    try:
        response = await http.get(
            url, headers=headers(secret), deadline=deadline, limit=_MAX_BODY, way=Way.of(connection)
        )
    except FetchError as error:
        return ModelList(refusal=Evidence(endpoint="models", exception=cleaner.exception(error)))
    ids = _ids(response)
    return ModelList(refusal=_refusal(response, cleaner)) if ids is None else ModelList(ids)


def _ids(response: Response) -> tuple[str, ...] | None:
    """The ids listed, None when the answer is no list of models."""
    if response.status != 200:  # noqa: PLR2004 - HTTP's own word for success
        return None
    try:
        found = json.loads(response.body)
    except (ValueError, RecursionError):
        return None
    listed = found.get("data") if isinstance(found, dict) else None
    if not isinstance(listed, list):
        return None
    ids = {item["id"] for item in listed[:_MAX_MODELS] if isinstance(item, dict) and isinstance(item.get("id"), str)}
    # What the settings would refuse is not offered, or one odd id would spoil the whole set-up.
    return tuple(sorted(found for found in ids if is_one_line(found)))


def _refusal(response: Response, cleaner: Cleaner) -> Evidence:
    kept = cleaner.headers(response.headers)
    succeeded = 200 <= response.status < 300  # noqa: PLR2004 - HTTP's own border
    return Evidence(
        endpoint="models",
        status=response.status,
        headers=kept,
        body=cleaner.text(response.body.decode("utf-8-sig", errors="replace")),
        answer=Answer(Ending.UNREADABLE) if succeeded else None,
        request_id=request_id_in(kept),
    )
