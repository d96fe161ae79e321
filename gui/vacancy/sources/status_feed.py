"""Reads the feed from which an incident.io page draws itself (`/proxy/<host>`). Pure.

It is the only machine source for groups, for the components of one incident and for maintenance in progress. It is
not documented, so it is an extra, and everything in it is optional. It lists the states of affected components only.
That an absent one is fine is a habit of the page and no statement, so it is unknown here: green comes from `/api/v2`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from vacancy.domain.incident import Component, ComponentStatus, Incident
from vacancy.sources.status_payload import (
    Fields,
    Report,
    Stated,
    decode_object,
    identity,
    name_of,
    objects,
    title_of,
    told,
    unambiguous,
)
from vacancy.sources.status_words import MAINTENANCE, UNKNOWN, Words
from vacancy.sources.vendor_text import instant

_MAX_ENTRIES = 500


def decode_feed(body: bytes) -> Stated | None:
    """What the feed states; None when it is not one."""
    document = decode_object(body)
    summary = document.get("summary") if document else None
    if not isinstance(summary, Mapping):
        return None
    words = Words()
    placed = tuple(_placed(summary.get("structure")))
    affected = {
        id_: words.component(entry.get("status")) for id_, entry in _by_component(summary.get("affected_components"))
    }
    reports, unread = _reports(summary, words)
    stated = Stated(
        page_id=identity(summary.get("id")),
        components=unambiguous(
            replace(component, status=affected.get(component.id, ComponentStatus.UNKNOWN)) for component in placed
        ),
        incidents=reports,
        unread_incidents=unread,
        groups={component.id: component.group for component in placed if component.group},
        odd_words=words.odd,
    )
    return stated if stated.components or stated.incidents is not None else None


def _placed(structure: object) -> Iterator[Component]:
    """The visible components where the page draws them, alone or in a group."""
    items = structure.get("items") if isinstance(structure, Mapping) else None
    for item in objects(items, _MAX_ENTRIES):
        group, alone = item.get("group"), item.get("component")
        if isinstance(group, Mapping) and group.get("hidden") is not True:
            name = name_of(group.get("name"), "")
            yield from _visible(group.get("components"), name or None)
        if isinstance(alone, Mapping):
            yield from _visible([alone], None)


def _visible(entries: object, group: str | None) -> Iterator[Component]:
    for id_, entry in _by_component(entries):
        if entry.get("hidden") is not True:
            yield Component(id_, name_of(entry.get("name"), id_), ComponentStatus.UNKNOWN, group)


def _by_component(entries: object) -> Iterator[tuple[str, Fields]]:
    for entry in objects(entries, _MAX_ENTRIES):
        id_ = identity(entry.get("component_id"))
        if id_ is not None:
            yield id_, entry


def _reports(summary: Fields, words: Words) -> tuple[tuple[Report, ...] | None, int]:
    ongoing, maintenances = summary.get("ongoing_incidents"), summary.get("scheduled_maintenances")
    if not isinstance(ongoing, list):
        return None, 0
    reports = [_report(entry, words, maintenance=False) for entry in objects(ongoing, _MAX_ENTRIES)]
    reports += [_report(entry, words, maintenance=True) for entry in objects(maintenances, _MAX_ENTRIES)]
    return told(reports, ongoing, maintenances)


def _report(entry: Fields, words: Words, *, maintenance: bool) -> Report | None:
    id_ = identity(entry.get("id"))
    if id_ is None:
        return None
    status, is_open = words.incident(entry.get("status"))
    began = instant(entry.get("published_at"))
    incident = Incident(
        id=id_,
        title=title_of(entry.get("name")),
        status=status,
        impact=MAINTENANCE if maintenance or entry.get("type") == "maintenance" else UNKNOWN,
        started_at=began,
        updated_at=_latest_update(entry) or began,
        component_ids=tuple(dict.fromkeys(_affected(entry))),
    )
    return Report(incident, is_open)


def _affected(entry: Fields) -> Iterator[str]:
    """What the incident touches: as listed, and what it still touches by its impacts without an end."""
    yield from (id_ for id_, _ in _by_component(entry.get("affected_components")))
    yield from (id_ for id_, impact in _by_component(entry.get("component_impacts")) if not impact.get("end_at"))


def _latest_update(entry: Fields) -> datetime | None:
    """The feed has no updated_at, and its updates come oldest first."""
    times = (instant(update.get("published_at")) for update in objects(entry.get("updates"), _MAX_ENTRIES))
    return max((time for time in times if time is not None), default=None)
