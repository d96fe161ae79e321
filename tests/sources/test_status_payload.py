"""The documents of a status page, as they were captured and as a hostile page might send them."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.domain.incident import ComponentStatus, Indicator
from vacancy.sources.status_feed import decode_feed
from vacancy.sources.status_payload import decode_document

PAGES = Path(__file__).parents[1] / "data" / "status_pages"
OPENAI = "01JMDK9XYNY6RXSED6SDWW50WY"


def captured(name):
    """The bytes of a captured answer."""
    return (PAGES / name).read_bytes()


def document(**keys):
    """What a document with those keys states."""
    return decode_document(json.dumps(keys).encode())


def one_component(**keys):
    """The only component of a document that has one."""
    (component,) = document(components=[{"id": "c1", "name": "Responses", **keys}]).components
    return component


def one_incident(**keys):
    """The only report of a document that has one incident."""
    (report,) = document(incidents=[{"id": "i1", "name": "Errors", "status": "investigating", **keys}]).incidents
    return report


def test_captured_components_are_all_read_by_id():
    """components.json of OpenAI gives its 34 components, all operational, two of them called Login."""
    stated = decode_document(captured("openai_incidentio_components_all_ok_2026-09-16.json"))
    assert len(stated.components) == len({component.id for component in stated.components}) == 34
    assert {component.status for component in stated.components} == {ComponentStatus.OPERATIONAL}
    assert stated.page_id == OPENAI
    assert (stated.incidents, stated.indicator, stated.odd_words) == (None, None, ())


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("openai_incidentio_status_all_ok_2026-09-15.json", OPENAI),
        ("claude_atlassian_status_all_ok_2026-09-15.json", "tymt9n04zgry"),
    ],
)
def test_captured_status_gives_the_word_and_the_page(name, page):
    """status.json of both engines gives the indicator and the page it belongs to."""
    stated = decode_document(captured(name))
    assert (stated.indicator, stated.page_id) == (Indicator.NONE, page)
    assert (stated.components, stated.incidents) == (None, None)


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        (
            "openai_incidentio_incidents_resolved_2026-09-16_partial.json",
            [
                "Ads Manager login issues",
                "Elevated errors from GPT-5.6 and GPT-5.6 Instant on paid plans",
                "Elevated errors affecting Work Mode in ChatGPT",
            ],
        ),
        (
            "openai_incidentio_incidents_resolved_2026-09-28_partial.json",
            [
                "Issues with Codex",
                "Elevated Error Rates on GPT-6 Astra Pro",
                "Mobile users unable to see Work Mode and the Model Picker",
            ],
        ),
    ],
)
def test_captured_resolved_incidents_are_closed(name, titles):
    """Resolved incidents are read with their titles, trimmed, and none of them is open."""
    reports = decode_document(captured(name)).incidents
    assert [report.incident.title for report in reports] == titles
    assert not any(report.open for report in reports)


def test_captured_open_incident_is_read_whole():
    """The summary of 2026-10-07 has an open incident, a degraded component and the word minor."""
    stated = decode_document(captured("openai_incidentio_summary_active_incident_2026-10-07.json"))
    (report,) = stated.incidents
    assert report.open
    assert report.incident.id == "01M49YQE6WZT02WYF0KBXVMQ5G"
    assert report.incident.title == "Workspace Agents Degraded and Responses Impacted"
    assert (report.incident.status, report.incident.impact) == ("identified", "minor")
    assert report.incident.started_at == datetime(2026, 10, 7, 1, 12, 57, tzinfo=UTC)
    assert report.incident.updated_at == datetime(2026, 10, 7, 1, 52, 3, tzinfo=UTC)
    assert stated.indicator is Indicator.MINOR
    states = {component.name: component.status for component in stated.components}
    assert states.pop("Agent") is ComponentStatus.DEGRADED_PERFORMANCE
    assert set(states.values()) == {ComponentStatus.OPERATIONAL}


def test_trap_1_absent_lists_are_not_stated_and_no_error():
    """A summary without incidents and maintenances is read; it says nothing about incidents."""
    stated = decode_document(captured("openai_incidentio_summary_all_ok_2026-09-19.json"))
    assert len(stated.components) == 25
    assert stated.indicator is Indicator.NONE
    assert stated.incidents is None


def test_captured_atlassian_summary_is_read():
    """The other engine's summary gives its components and says that nothing is open."""
    stated = decode_document(captured("claude_atlassian_summary_all_ok_2026-09-19.json"))
    assert [component.name for component in stated.components][-1] == "Claude for Government"
    assert (len(stated.components), stated.incidents, stated.page_id) == (6, (), "tymt9n04zgry")


def test_captured_feed_gives_groups_and_the_components_of_an_incident():
    """The page's feed of 2025 names groups, an open incident and what it affects; other states stay unknown."""
    stated = decode_feed(captured("openai_incidentio_proxy_root_2025-04.json"))
    (report,) = stated.incidents
    assert report.open
    assert report.incident.component_ids == ("01JMXCAX0QN2ZHVMS54EEN1HXB",)
    assert (report.incident.status, report.incident.impact) == ("monitoring", "unknown")
    assert report.incident.updated_at == datetime(2025, 4, 8, 17, 48, 0, 517000, tzinfo=UTC)
    assert stated.groups["01JP8CD9JR3HR6Y7G4Q75N4DVW"] == "APIs"
    states = {component.id: component.status for component in stated.components}
    assert states.pop("01JMXCAX0QN2ZHVMS54EEN1HXB") is ComponentStatus.DEGRADED_PERFORMANCE
    assert set(states.values()) == {ComponentStatus.UNKNOWN}
    assert stated.page_id == OPENAI


def test_trap_5_codex_in_chatgpt_desktop_belongs_to_chatgpt():
    """Groups come from the structure, not from the word in the name."""
    groups = decode_feed(captured("openai_incidentio_proxy_structure_2026-09-28_partial.json")).groups
    assert groups["01KMKFAMWKQ81YWSE1Z18R6VHR"] == "ChatGPT"
    assert groups["01JVCV8YSWZFRSM1G5CVP253SK"] == "Codex"


def test_trap_8_the_two_logins_are_two_components():
    """The same name twice is told apart by id, and shown by group."""
    groups = decode_feed(captured("openai_incidentio_proxy_structure_2026-09-28_partial.json")).groups
    assert groups["01JSM5RTJWHRWDTS6Q604VEW3B"] == "APIs"
    assert groups["01JMXBNJXG1S2D9V65P1ZZTD94"] == "ChatGPT"


def test_captured_native_incidents_are_closed_when_read_as_a_feed():
    """The native incidents of 2026-08 are resolved, in the native shape."""
    incidents = json.loads(captured("openai_incidentio_proxy_incidents_2026-08_partial.json"))["incidents"]
    stated = decode_feed(json.dumps({"summary": {"ongoing_incidents": incidents}}).encode())
    assert len(stated.incidents) == len(incidents)
    assert not any(report.open for report in stated.incidents)
    assert stated.incidents[0].incident.component_ids == ("01KMP3KP5MGE23B80K1EK4S8PV",)


@pytest.mark.parametrize(
    "name", ["openai_incidentio_component_impacts_2025-04.json", "openai_incidentio_feed_2026-09-28_partial.atom"]
)
def test_captured_documents_of_other_kinds_state_nothing(name):
    """A history of impacts and an Atom feed are no answer to our questions, and break nothing."""
    assert decode_document(captured(name)) is None
    assert decode_feed(captured(name)) is None


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("operational", ComponentStatus.OPERATIONAL),
        ("degraded_performance", ComponentStatus.DEGRADED_PERFORMANCE),
        ("partial_outage", ComponentStatus.PARTIAL_OUTAGE),
        ("major_outage", ComponentStatus.MAJOR_OUTAGE),
        ("full_outage", ComponentStatus.MAJOR_OUTAGE),
        ("under_maintenance", ComponentStatus.UNDER_MAINTENANCE),
        ("unknown", ComponentStatus.UNKNOWN),
        ("Operational", ComponentStatus.UNKNOWN),
        ("quantum_outage", ComponentStatus.UNKNOWN),
        ("", ComponentStatus.UNKNOWN),
        (None, ComponentStatus.UNKNOWN),
        (0, ComponentStatus.UNKNOWN),
        (["operational"], ComponentStatus.UNKNOWN),
    ],
)
def test_trap_11_a_component_word_means_itself_or_unknown(word, status):
    """Every word of both vocabularies is understood; anything else is unknown, never operational."""
    assert one_component(status=word).status is status


@pytest.mark.parametrize(
    ("word", "indicator"),
    [
        ("none", Indicator.NONE),
        ("minor", Indicator.MINOR),
        ("major", Indicator.MAJOR),
        ("critical", Indicator.CRITICAL),
        ("maintenance", Indicator.MAINTENANCE),
        ("unknown", Indicator.UNKNOWN),
        ("apocalyptic", Indicator.UNKNOWN),
        (None, Indicator.UNKNOWN),
        ({}, Indicator.UNKNOWN),
    ],
)
def test_trap_11_the_indicator_is_exhaustive(word, indicator):
    """The worst indicator is not the default branch, and the default branch is not fine."""
    assert document(status={"indicator": word}).indicator is indicator


def test_trap_11_an_unknown_word_is_handed_back_and_the_rest_is_kept():
    """One strange component leaves its neighbours as they are, and its word is there for the log."""
    stated = document(
        components=[{"id": "a", "name": "A", "status": "odd\nword"}, {"id": "b", "name": "B", "status": "operational"}]
    )
    assert [component.status for component in stated.components] == [
        ComponentStatus.UNKNOWN,
        ComponentStatus.OPERATIONAL,
    ]
    assert stated.odd_words == ("component=odd word",)


@pytest.mark.parametrize("id_", [7, None, "", "\ud800", "a\nb", "x" * 65])
def test_an_incident_that_cannot_be_identified_is_counted(id_):
    """Entries without a usable id are not told, and the reading learns that there were some, in both shapes."""
    listed = [
        {"id": id_, "name": "Errors", "status": "investigating"},
        "no object",
        {"id": "i1", "status": "identified"},
    ]
    stated = document(incidents=listed)
    assert ([report.incident.id for report in stated.incidents], stated.unread_incidents) == (["i1"], 2)
    feed = decode_feed(json.dumps({"summary": {"id": "p", "ongoing_incidents": listed}}).encode())
    assert ([report.incident.id for report in feed.incidents], feed.unread_incidents) == (["i1"], 2)


def test_trap_9_impact_none_is_an_open_incident_like_any_other():
    """Real model errors are published with impact none."""
    report = one_incident(impact="none")
    assert report.open
    assert report.incident.impact == "none"


def test_trap_14_zero_components_are_unread():
    """A page of regions answers with an empty list, which states nothing."""
    assert document(components=[]) is None
    assert document(components=[], status={"indicator": "none"}).components is None
    assert document(components=[{"name": "without an id"}, 7, None]) is None


@pytest.mark.parametrize("status", ["resolved", "postmortem", "completed"])
def test_trap_15_closed_words_close(status):
    """Open incidents are derived from the list of all."""
    assert not one_incident(status=status).open


def test_trap_16_a_time_of_resolution_closes_an_incident_left_in_monitoring():
    """resolved_at decides where the page forgot the status; a null one decides nothing."""
    assert not one_incident(status="monitoring", resolved_at="2026-09-15T16:54:01Z").open
    assert one_incident(status="monitoring", resolved_at=None).open


@pytest.mark.parametrize("status", ["brewing", "", None, 5, ["resolved"]])
def test_an_incident_with_a_strange_status_is_open(status):
    """What we cannot read is not over."""
    assert one_incident(status=status).open


@pytest.mark.parametrize(
    ("status", "is_open"),
    [("scheduled", False), ("in_progress", True), ("verifying", True), ("completed", False)],
)
def test_maintenance_in_progress_is_an_incident_of_impact_maintenance(status, is_open):
    """A maintenance counts while it is done, neither before nor after."""
    stated = document(incidents=[], scheduled_maintenances=[{"id": "m1", "name": "Moving", "status": status}])
    (report,) = stated.incidents
    assert (report.open, report.incident.impact) == (is_open, "maintenance")


@pytest.mark.parametrize(
    ("status", "is_open"),
    [("maintenance_scheduled", False), ("maintenance_in_progress", True), ("maintenance_complete", False)],
)
def test_maintenance_of_the_feed_is_read_alike(status, is_open):
    """The native words for a maintenance are understood."""
    feed = {"ongoing_incidents": [], "scheduled_maintenances": [{"id": "m1", "name": "Moving", "status": status}]}
    (report,) = decode_feed(json.dumps({"summary": feed}).encode()).incidents
    assert (report.open, report.incident.impact) == (is_open, "maintenance")


def test_a_feed_incident_in_monitoring_without_components_is_open():
    """As on 2026-03-17: components green again, incident open, an old impact that has ended."""
    impacts = [
        {"component_id": "old", "status": "partial_outage", "end_at": "2026-03-17T10:00:00Z"},
        {"component_id": "still", "status": "partial_outage"},
    ]
    entry = {"id": "i", "name": "Errors", "status": "monitoring", "affected_components": []}
    for extra, touched in (({}, ()), ({"component_impacts": impacts}, ("still",))):
        feed = {"summary": {"ongoing_incidents": [entry | extra]}}
        (report,) = decode_feed(json.dumps(feed).encode()).incidents
        assert report.open
        assert report.incident.component_ids == touched


def test_hidden_components_of_the_feed_are_left_out():
    """What the page does not draw, we do not draw."""
    group = {"name": "G", "components": [{"component_id": "a", "name": "A"}, {"component_id": "b", "hidden": True}]}
    items = [{"group": group}, {"group": group | {"hidden": True}}, {"component": {"component_id": "c", "name": "C"}}]
    stated = decode_feed(json.dumps({"summary": {"structure": {"items": items}}}).encode())
    assert [(component.id, component.group) for component in stated.components] == [("a", "G"), ("c", None)]


def test_an_atlassian_group_names_its_members_and_is_none_itself():
    """A group's own word can differ from its members', so it is no component."""
    stated = document(
        components=[
            {"id": "g", "name": "APIs", "status": "major_outage", "group": True},
            {"id": "a", "name": "A", "status": "operational", "group_id": "g", "group": False},
        ]
    )
    (component,) = stated.components
    assert (component.id, component.group) == ("a", "APIs")


def test_one_id_with_two_states_is_unknown():
    """A page that contradicts itself about a component has not said anything about it."""
    twice = [{"id": "a", "name": "A", "status": "major_outage"}, {"id": "a", "name": "A", "status": "operational"}]
    (component,) = document(components=twice).components
    assert component.status is ComponentStatus.UNKNOWN


def test_components_of_two_pages_belong_to_none():
    """Without a page object, the page is what all components agree on."""
    mixed = [{"id": "a", "name": "A", "page_id": "p"}, {"id": "b", "name": "B", "page_id": "q"}]
    assert document(components=mixed).page_id is None


def test_atlassian_incidents_name_their_components():
    """The full objects that Atlassian links to an incident are kept as ids."""
    assert one_incident(components=[{"id": "a"}, {"id": "b"}, {"id": "a"}]).incident.component_ids == ("a", "b")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><title>404</title>",
        b"[" * 1_000_000,
        b'{"components":' * 100_000,
        b"\xff\xfe\x00",
        b"null",
        b"[]",
        b'"operational"',
        b"9" * 5000,
        b'{"components": [{"id": "a", "status": "operational"',
    ],
    ids=lambda body: f"{body[:14]!r}x{len(body)}",
)
def test_bodies_that_are_no_document_state_nothing(body):
    """Broken, deep, truncated and foreign bodies are unread, and nothing is raised."""
    assert decode_document(body) is None
    assert decode_feed(body) is None


def test_odd_words_are_bounded():
    """A page of nothing but unknown words hands back a few of them."""
    odd = [{"id": f"c{number}", "name": "x", "status": f"word{number}"} for number in range(100)]
    assert len(document(components=odd).odd_words) == 20


def test_long_lists_are_bounded():
    """A hostile page cannot make us keep or draw a hundred thousand things."""
    many = [{"id": f"c{number}", "name": "x" * 5000, "status": "operational"} for number in range(2000)]
    stated = document(components=many, incidents=many)
    assert len(stated.components) == 500
    assert len(stated.incidents) == 200
    assert len(stated.components[0].name) == 100
    assert len(stated.incidents[0].incident.title) == 200


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["operational", "resolved", "none", "a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
KEYS = (
    "id", "name", "status", "group", "group_id", "page_id", "impact", "resolved_at", "created_at", "updated_at",
    "components", "component_id", "affected_components", "component_impacts", "updates", "published_at", "type",
    "hidden",
)  # fmt: skip
ENTRY = st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, ODD))
LIST = st.lists(ENTRY | ODD, max_size=4) | ODD
DOCUMENT = st.fixed_dictionaries(
    {},
    optional={
        "page": ENTRY | ODD,
        "status": st.fixed_dictionaries({"indicator": ODD}) | ODD,
        "components": LIST,
        "incidents": LIST,
        "scheduled_maintenances": LIST,
    },
)
ITEM = st.dictionaries(st.sampled_from(["group", "component"]), ENTRY | ODD)
FEED = st.fixed_dictionaries(
    {},
    optional={
        "id": ODD,
        "structure": st.fixed_dictionaries({"items": st.lists(ITEM, max_size=4) | ODD}) | ODD,
        "affected_components": LIST,
        "ongoing_incidents": LIST,
        "scheduled_maintenances": LIST,
    },
)


def fine_by_right(entries):
    """Ids of the entries that say operational themselves."""
    entries = entries if isinstance(entries, list) else []
    return {
        entry.get("id")
        for entry in entries
        if isinstance(entry, dict) and isinstance(entry.get("id"), str) and entry.get("status") == "operational"
    }


@given(DOCUMENT)
def test_wrong_types_everywhere_never_raise_and_never_make_green(content):
    """Only a component that says operational in so many words is operational."""
    stated = decode_document(json.dumps(content).encode())
    if stated is not None and stated.components is not None:
        green = {component.id for component in stated.components if component.status is ComponentStatus.OPERATIONAL}
        assert green <= fine_by_right(content["components"])
    if stated is not None and stated.indicator is Indicator.NONE:
        assert content["status"]["indicator"] == "none"


@given(FEED)
def test_a_feed_of_wrong_types_never_raises_and_never_makes_green(content):
    """The feed brings operational only where it lists a component as such."""
    stated = decode_feed(json.dumps({"summary": content}).encode())
    for component in (stated.components if stated else None) or ():
        if component.status is ComponentStatus.OPERATIONAL:
            assert '"operational"' in json.dumps(content["affected_components"])
