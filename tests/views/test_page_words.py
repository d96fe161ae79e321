"""What the official page says."""

from dataclasses import replace
from datetime import UTC, timedelta

import pytest

from fakes.snapshots import GROUPED, INCIDENT, NOW, PAGE, PAGE_WITH_INCIDENT
from vacancy.domain.incident import ComponentStatus, Indicator, PageReading, PageState
from vacancy.views.page_words import component_status, incident_line, page_line


def said(reading):
    """The line at NOW in UTC."""
    return page_line(reading, NOW, UTC)


def with_status(index, status):
    """The page with one component in another state."""
    components = (*GROUPED[:index], replace(GROUPED[index], status=status), *GROUPED[index + 1 :])
    return replace(PAGE, components=components)


@pytest.mark.parametrize(
    ("reading", "line"),
    [
        (PAGE, "Status page: all operational · read 2 min ago"),
        (PAGE_WITH_INCIDENT, "Status page: 1 open incident · read 2 min ago"),
        (with_status(0, ComponentStatus.PARTIAL_OUTAGE), "Status page: Responses partly out · read 2 min ago"),
        (with_status(2, ComponentStatus.MAJOR_OUTAGE), "Status page: 1 other part not operational · read 2 min ago"),
        (with_status(0, ComponentStatus.UNKNOWN), "Status page: only partly read · read 2 min ago"),
        (replace(PAGE, indicator=Indicator.MINOR),
         "Status page: trouble announced, parts operational · read 2 min ago"),
        (replace(PAGE, indicator=Indicator.MAINTENANCE), "Status page: maintenance announced · read 2 min ago"),
        (replace(PAGE, state=PageState.UNREACHABLE), "Status page: unreachable · last read 2 min ago"),
        (PageReading(PageState.UNREACHABLE), "Status page: unreachable, never read"),
        (PageReading(), "Status page: not read yet"),
        (PageReading(PageState.OFF), "Status page: switched off"),
        (replace(PAGE, read_at=NOW - timedelta(hours=3)), "Status page: all operational when last read at 11:30"),
        (replace(PAGE, components=()), "Status page: only partly read · read 2 min ago"),
        (replace(PAGE, problem="components.json: 503"), "Status page: only partly read · read 2 min ago"),
    ],
)  # fmt: skip
def test_the_line_says_what_was_read_and_when(reading, line):
    """Unread, unknown and old are never told as fine."""
    assert said(reading) == line


@pytest.mark.parametrize("indicator", [item for item in Indicator if item is not Indicator.NONE])
def test_only_a_page_that_is_fine_throughout_is_all_operational(indicator):
    """The overall word has a say before everything is called fine."""
    assert "all operational" not in said(replace(PAGE, indicator=indicator))


def test_without_groups_the_parts_that_we_use_are_known_by_name():
    """Responses counts as ours when the page names no groups."""
    ungrouped = replace(GROUPED[0], group=None, status=ComponentStatus.DEGRADED_PERFORMANCE)
    assert said(replace(PAGE, components=(ungrouped,))).startswith("Status page: Responses degraded")


def test_several_parts_of_ours_are_counted():
    """One line has room for one name."""
    troubled = tuple(replace(item, status=ComponentStatus.MAJOR_OUTAGE) for item in GROUPED)
    assert said(replace(PAGE, components=troubled)).startswith("Status page: 2 API parts not operational")


def test_an_incident_is_told_with_its_progress_and_its_start():
    """The page's own words, and the local time."""
    assert incident_line(INCIDENT, NOW, UTC) == "Elevated error rates on gpt-6.2-sol · investigating since 14:18"
    assert incident_line(replace(INCIDENT, started_at=None), NOW, UTC).endswith("· investigating")


def test_a_long_incident_title_is_cut():
    """A vendor's text does not stretch the window."""
    assert len(incident_line(replace(INCIDENT, title="x" * 900), NOW, UTC)) < 140


def test_every_component_status_has_its_own_word():
    """Unknown is no kind of fine."""
    assert len({component_status(status) for status in ComponentStatus}) == len(ComponentStatus)
