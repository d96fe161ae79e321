"""One reading out of the documents: what wins, what fills a gap, and what stays unknown."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.domain.incident import Component, ComponentStatus, Incident, Indicator, PageReading, PageState
from vacancy.sources.status_payload import Report, Stated
from vacancy.sources.status_reading import Part, Parts, reading

NOW = datetime(2026, 11, 29, 16, 0, tzinfo=UTC)
EARLIER = NOW - timedelta(minutes=5)
FINE, DOWN, UNKNOWN = ComponentStatus.OPERATIONAL, ComponentStatus.MAJOR_OUTAGE, ComponentStatus.UNKNOWN
UNREAD = Part(problem="HTTP 500")
NOTHING = Part()


def component(id_, status=FINE, group=None):
    """A component named like its id."""
    return Component(id_, id_.upper(), status, group)


def report(id_="i1", *, is_open=True, title="GPT-5.2 errors", **fields):
    """An account of an incident."""
    return Report(Incident(id_, title, "investigating", **({"impact": "minor"} | fields)), is_open)


def states(page_id="P", **fields):
    """A document that was read."""
    return Part(Stated(page_id=page_id, **fields))


GOOD = {
    "components": states(components=(component("a"), component("b"))),
    "incidents": states(incidents=()),
    "status": states(indicator=Indicator.NONE),
    "feed": NOTHING,
}
BEFORE = PageReading(
    PageState.READABLE,
    EARLIER,
    Indicator.NONE,
    (component("a", FINE, "APIs"), component("old")),
    (report().incident,),
)


def read(previous=BEFORE, models=("gpt-5.2",), **parts):
    """The reading of a page that is good but for the given parts."""
    return reading(Parts(**(GOOD | parts)), previous=previous, models=models, now=NOW)


@pytest.mark.parametrize(
    ("unread", "words"),
    [
        (0, None),
        (1, "One entry among the incidents could not be read; there may be open ones."),
        (3, "3 entries among the incidents could not be read; there may be open ones."),
    ],
)
def test_incidents_that_could_not_be_read_are_said(unread, words):
    """A list with entries of a strange form was read only partly."""
    result = read(incidents=states(incidents=(), unread_incidents=unread))
    assert (result.state, result.problem) == (PageState.READABLE, words)


def test_a_good_page_is_readable_as_of_the_fetch():
    """Trap 12: the age is that of the fetch; failures and problems of before are over."""
    result = read(previous=PageReading(PageState.UNREACHABLE, EARLIER, problem="x", failures=4, retry_after_s=9))
    assert (result.state, result.read_at, result.problem) == (PageState.READABLE, NOW, None)
    assert (result.failures, result.retry_after_s, result.indicator) == (0, None, Indicator.NONE)
    assert [item.status for item in result.components] == [FINE, FINE]
    assert result.incidents == ()


def test_trap_4_the_indicator_decides_about_no_component():
    """A page-wide word leaves the components as they are."""
    result = read(status=states(indicator=Indicator.CRITICAL))
    assert result.indicator is Indicator.CRITICAL
    assert {item.status for item in result.components} == {FINE}


def test_trap_6_an_incident_is_open_while_components_and_indicator_are_fine():
    """Incidents are read whatever the rest says."""
    result = read(incidents=states(incidents=(report(),)))
    assert (len(result.incidents), result.indicator) == (1, Indicator.NONE)


def test_trap_7_the_feed_names_the_components_of_an_incident_of_the_api():
    """Attribution is joined by incident id; impact and start come from the documented interface."""
    told = report(updated_at=NOW, started_at=EARLIER)
    native = report(impact="unknown", component_ids=("a",), updated_at=NOW + timedelta(milliseconds=250))
    for feed in (native, report(impact="unknown", component_ids=("a",), updated_at=NOW + timedelta(minutes=1))):
        (incident,) = read(incidents=states(incidents=(told,)), feed=states(incidents=(feed,))).incidents
        assert (incident.component_ids, incident.impact, incident.started_at) == (("a",), "minor", EARLIER)


def test_trap_7_an_incident_that_no_feed_attributes_is_shown_unattributed():
    """Without a feed the incident is there, with no components."""
    (incident,) = read(incidents=states(incidents=(report(),)), feed=UNREAD).incidents
    assert incident.component_ids == ()


@pytest.mark.parametrize("newest_is_open", [True, False])
def test_trap_17_the_newest_account_of_an_incident_wins(newest_is_open):
    """Resolved in one document and open in another: the later one is believed, whichever it is."""
    older = report(is_open=not newest_is_open, updated_at=EARLIER)
    newer = report(is_open=newest_is_open, updated_at=NOW)
    for first, second in ((older, newer), (newer, older)):
        result = read(incidents=states(incidents=(first,)), feed=states(incidents=(second,)))
        assert bool(result.incidents) is newest_is_open


def test_fractions_of_a_second_do_not_make_the_feed_newer():
    """The documented interface cuts its times to seconds; at the same second it is believed."""
    closed = report(is_open=False, updated_at=NOW)
    lagging = report(updated_at=NOW + timedelta(milliseconds=764))
    assert read(incidents=states(incidents=(closed,)), feed=states(incidents=(lagging,))).incidents == ()


def test_an_incident_that_only_the_feed_tells_is_open():
    """Maintenance in progress is told by the feed alone."""
    result = read(feed=states(incidents=(report("m1", impact="maintenance"),)))
    assert [incident.impact for incident in result.incidents] == ["maintenance"]


def test_incidents_are_matched_to_the_users_models():
    """Each open incident carries the models that its title names."""
    result = read(incidents=states(incidents=(report(),)), models=("gpt-5", "gpt-5.2"))
    assert result.concerning(("gpt-5.2",)) == result.incidents
    assert result.concerning(("gpt-5",)) == ()


def test_newest_incident_stands_first():
    """Incidents are ordered by their last word, those without a time last."""
    reports = (report("x"), report("y", updated_at=EARLIER), report("z", updated_at=NOW))
    assert [incident.id for incident in read(incidents=states(incidents=reports)).incidents] == ["z", "y", "x"]


def test_groups_come_from_the_feed_and_stay_when_it_fails():
    """A group is no state, so the last known one may stay."""
    with_feed = read(feed=states(incidents=(), groups={"a": "APIs", "b": "ChatGPT"}))
    assert [item.group for item in with_feed.components] == ["APIs", "ChatGPT"]
    assert [item.group for item in read(feed=UNREAD).components] == ["APIs", None]


def test_a_failed_feed_is_no_problem():
    """The extra never discards a good answer, nor complains beside it."""
    result = read(feed=UNREAD)
    assert (result.state, result.problem) == (PageState.READABLE, None)


def test_trap_2_the_summary_stands_in_and_what_it_lacks_is_unknown():
    """Components that the summary does not list are unknown, from the feed or from the last reading."""
    short = states(components=(component("a"),), incidents=(), indicator=Indicator.NONE)
    result = read(components=UNREAD, summary=short)
    assert [(item.id, item.status) for item in result.components] == [("a", FINE), ("old", UNKNOWN)]
    assert "HTTP 500" in result.problem
    structure = states(components=(component("a", UNKNOWN), component("c", DOWN)))
    result = read(components=UNREAD, summary=short, feed=structure)
    assert [(item.id, item.status) for item in result.components] == [("a", FINE), ("c", DOWN)]


def test_unread_components_are_unknown_and_never_the_old_green():
    """The last list stays in place, with every state unknown, and the problem names the part and the reason."""
    result = read(components=UNREAD)
    assert result.state is PageState.READABLE
    assert [(item.id, item.status) for item in result.components] == [("a", UNKNOWN), ("old", UNKNOWN)]
    assert "components" in result.problem
    assert "HTTP 500" in result.problem


def test_unread_incidents_stay_and_the_problem_says_that_they_are_old():
    """An open incident is not taken for over because its list could not be read."""
    result = read(incidents=UNREAD)
    assert [incident.id for incident in result.incidents] == ["i1"]
    assert result.incidents[0].models == ("gpt-5.2",)
    assert "earlier reading" in result.problem
    assert "there may be some" in read(previous=PageReading(), incidents=UNREAD).problem


def test_a_summary_without_incidents_does_not_close_the_open_ones():
    """Trap 1: an absent list says nothing."""
    result = read(incidents=UNREAD, summary=states(components=(component("a"),), indicator=Indicator.NONE))
    assert [incident.id for incident in result.incidents] == ["i1"]
    assert read(incidents=UNREAD, summary=states(incidents=())).incidents == ()


def test_an_unread_indicator_is_unknown():
    """The overall word of before is not kept."""
    result = read(status=UNREAD)
    assert result.indicator is Indicator.UNKNOWN
    assert "overall word" in result.problem
    assert read(status=UNREAD, summary=states(indicator=Indicator.MINOR)).indicator is Indicator.MINOR


def test_trap_22_a_failed_reading_keeps_the_last_good_one_and_counts():
    """State, reason, count and wait are new; values and their age are the old ones."""
    busy = Part(problem="HTTP 429: the page asks to be read less often", retry_after_s=120.0)
    lost = {"components": busy, "incidents": UNREAD, "status": UNREAD, "feed": Part(problem="x", retry_after_s=7.0)}
    result = read(**lost)
    assert (result.state, result.read_at, result.failures) == (PageState.UNREACHABLE, EARLIER, 1)
    assert (result.components, result.indicator) == (BEFORE.components, Indicator.NONE)
    assert result.retry_after_s == 120.0
    assert result.problem == "The page was not read: HTTP 429: the page asks to be read less often."
    again = read(previous=result, **lost)
    assert (again.failures, again.read_at) == (2, EARLIER)


def test_a_page_whose_first_reading_failed_is_unreachable_and_has_no_age():
    """Nothing was ever read, and nothing is claimed."""
    result = read(previous=PageReading(), components=UNREAD, incidents=UNREAD, status=UNREAD, feed=UNREAD)
    assert (result.state, result.read_at, result.failures) == (PageState.UNREACHABLE, None, 1)
    assert (result.components, result.incidents, result.indicator) == ((), (), Indicator.UNKNOWN)


def test_the_overall_word_alone_is_no_reading():
    """The words All Systems Operational without components and incidents says nothing about a model."""
    result = read(components=UNREAD, incidents=UNREAD)
    assert result.state is PageState.UNREACHABLE


def test_the_feed_alone_is_read_without_any_green():
    """Where only the page's own feed answers, incidents are known and the states of components are not."""
    feed = states(components=(component("a", UNKNOWN), component("b", DOWN)), incidents=(report(),))
    result = read(components=UNREAD, incidents=UNREAD, status=UNREAD, feed=feed)
    assert result.state is PageState.READABLE
    assert [item.status for item in result.components] == [UNKNOWN, DOWN]
    assert len(result.incidents) == 1
    assert result.indicator is Indicator.UNKNOWN


def test_trap_20_the_page_that_was_left_is_not_believed():
    """OpenAI's old page still says operational; nothing of it counts."""
    old = "jbxzcdv9xc4d"
    result = read(
        components=states(old, components=(component("a"),)),
        incidents=states(old, incidents=()),
        status=states(old, indicator=Indicator.NONE),
    )
    assert result.state is PageState.UNREACHABLE
    assert "old page" in result.problem


def test_trap_20_a_document_of_another_page_is_not_believed():
    """Each answer is checked against the page that the others belong to."""
    result = read(status=states("Q", indicator=Indicator.CRITICAL), feed=states("Q", incidents=(report(),)))
    assert (result.indicator, result.incidents) == (Indicator.UNKNOWN, ())
    assert "another page" in result.problem


COMPONENTS = st.lists(
    st.builds(component, st.sampled_from("abc"), st.sampled_from(list(ComponentStatus))), min_size=1
).map(tuple)
PART = st.one_of(
    st.just(UNREAD),
    st.builds(
        states,
        st.sampled_from(["P", "Q", "jbxzcdv9xc4d", None]),
        components=st.none() | COMPONENTS,
        incidents=st.none() | st.just(()) | st.just((report(),)),
        indicator=st.none() | st.sampled_from(list(Indicator)),
    ),
)


@given(PART, PART, PART, PART, st.sampled_from([BEFORE, PageReading()]))
def test_a_new_green_was_always_stated_now(components, incidents, status, summary, previous):
    """In a fresh reading a component is operational only if a document of this reading says so."""
    parts = Parts(components, incidents, status, NOTHING, summary)
    result = reading(parts, previous=previous, models=(), now=NOW)
    if result.state is PageState.READABLE:
        said = [item for part in (components, summary) if part.stated for item in part.stated.components or ()]
        green = {item.id for item in result.components if item.status is FINE}
        assert green <= {item.id for item in said if item.status is FINE}
    else:
        assert result.components == previous.components
        assert result.read_at == previous.read_at
