"""Reads the `/api/v2` documents of a status page: bytes in, what they state out. Pure.

Atlassian Statuspage made this shape and incident.io imitates it with fewer keys. Each document holds a part of one
set of keys, so one decoder reads them all. Nothing is required but what identifies a thing: a document with a
strange corner loses the corner, and a word that we do not know becomes unknown. The page's own feed has another
shape (`status_feed`) and states the same things.

Decoding happens where the answer arrives: 215 kB take under a millisecond, and a body is 1 MB at most.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from vacancy.domain.incident import Component, ComponentStatus, Incident, Indicator
from vacancy.sources.status_words import MAINTENANCE, Words
from vacancy.sources.vendor_text import instant, one_line

_MAX_TITLE = 200
_MAX_NAME = 100
_MAX_ID = 64
_MAX_COMPONENTS = 500
_MAX_INCIDENTS = 200
"""More than any page has; they bound what a hostile page can make us keep and draw."""

Fields = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Report:
    """One incident as one document tells it."""

    incident: Incident
    open: bool


@dataclass(frozen=True, slots=True)
class Stated:
    """What one document states. None means that it says nothing about it, which is not the same as "nothing"."""

    page_id: str | None = None
    indicator: Indicator | None = None
    components: tuple[Component, ...] | None = None
    """Never empty: a page without components was not read (pages in regions answer so)."""
    incidents: tuple[Report, ...] | None = None
    groups: Mapping[str, str] = field(default_factory=dict)
    """Name of the group by component id."""
    unread_incidents: int = 0
    """Entries without an id that can be compared, in the lists of incidents: not to be told, and not to be hidden."""
    odd_words: tuple[str, ...] = ()
    """Words that we do not know, for the log."""


def decode_document(body: bytes) -> Stated | None:
    """What a document of `/api/v2` states; None when it is not one or states nothing."""
    document = decode_object(body)
    if document is None:
        return None
    words = Words()
    status = document.get("status")
    components = _components(document.get("components"), words)
    reports, unread = _reports(document, words)
    stated = Stated(
        page_id=_page_id(document),
        indicator=words.indicator(status.get("indicator")) if isinstance(status, Mapping) else None,
        components=components,
        incidents=reports,
        unread_incidents=unread,
        odd_words=words.odd,
    )
    says_something = (stated.indicator, stated.components, stated.incidents) != (None, None, None)
    return stated if says_something else None


def decode_object(body: bytes) -> Fields | None:
    """The JSON object of a body; None for anything else, however deep or broken."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, Mapping) else None


def objects(value: object, limit: int) -> Iterator[Fields]:
    """The objects of a list, `limit` at most; nothing for anything else."""
    if isinstance(value, list):
        for item in value[:limit]:
            if isinstance(item, Mapping):
                yield item


def identity(value: object) -> str | None:
    """An id that can be compared, stored and shown; None for anything else."""
    usable = isinstance(value, str) and 0 < len(value) <= _MAX_ID and value.isascii() and value.isprintable()
    return str(value) if usable else None


def name_of(value: object, otherwise: str) -> str:
    """A name of a component or group as one bounded line."""
    return (one_line(value, _MAX_NAME) if isinstance(value, str) else "") or otherwise


def title_of(value: object) -> str:
    """A title of an incident as one bounded line."""
    return (one_line(value, _MAX_TITLE) if isinstance(value, str) else "") or "Incident without a title"


def unambiguous(components: Iterable[Component]) -> tuple[Component, ...] | None:
    """The components by id, unknown where one id has two states; None when there are none."""
    found: dict[str, Component] = {}
    for component in components:
        known = found.setdefault(component.id, component)
        if known.status is not component.status:
            found[component.id] = Component(known.id, known.name, ComponentStatus.UNKNOWN, known.group)
    return tuple(found.values()) or None


def _components(value: object, words: Words) -> tuple[Component, ...] | None:
    """A group is no component: its own word can differ from those of its members."""
    entries = [(identity(entry.get("id")), entry) for entry in objects(value, _MAX_COMPONENTS)]
    groups = {id_: name_of(entry.get("name"), id_) for id_, entry in entries if id_ and entry.get("group") is True}
    return unambiguous(
        Component(
            id=id_,
            name=name_of(entry.get("name"), id_),
            status=words.component(entry.get("status")),
            group=groups.get(identity(entry.get("group_id")) or ""),
        )
        for id_, entry in entries
        if id_ and id_ not in groups
    )


def _page_id(document: Fields) -> str | None:
    """The page that the document belongs to; components.json says it on each component only."""
    page = document.get("page")
    if isinstance(page, Mapping):
        return identity(page.get("id"))
    pages = {identity(entry.get("page_id")) for entry in objects(document.get("components"), _MAX_COMPONENTS)}
    return pages.pop() if len(pages) == 1 else None


def told(reports: Iterable[Report | None], *lists: object) -> tuple[tuple[Report, ...], int]:
    """The reports that were read out of those lists, and how many entries could not be read."""
    read = tuple(report for report in reports if report is not None)
    return read, max(0, sum(len(entries) for entries in lists if isinstance(entries, list)) - len(read))


def _reports(document: Fields, words: Words) -> tuple[tuple[Report, ...] | None, int]:
    incidents, maintenances = document.get("incidents"), document.get("scheduled_maintenances")
    if not isinstance(incidents, list):
        return None, 0
    reports = [_report(entry, words) for entry in objects(incidents, _MAX_INCIDENTS)]
    reports += [_report(entry, words, maintenance=True) for entry in objects(maintenances, _MAX_INCIDENTS)]
    return told(reports, incidents, maintenances)


def _report(entry: Fields, words: Words, *, maintenance: bool = False) -> Report | None:
    id_ = identity(entry.get("id"))
    if id_ is None:
        return None
    status, is_open = words.incident(entry.get("status"))
    affected = (identity(component.get("id")) for component in objects(entry.get("components"), _MAX_COMPONENTS))
    incident = Incident(
        id=id_,
        title=title_of(entry.get("name")),
        status=status,
        impact=MAINTENANCE if maintenance else words.impact(entry.get("impact")),
        started_at=instant(entry.get("started_at")) or instant(entry.get("created_at")),
        updated_at=instant(entry.get("updated_at")) or instant(entry.get("created_at")),
        component_ids=tuple(dict.fromkeys(component for component in affected if component)),
    )
    # Some pages leave an incident in `monitoring` for ever; the time of its end closes it.
    return Report(incident, open=is_open and not entry.get("resolved_at"))
