"""The status page over real HTTP: captured pages, failing pages, hostile pages."""

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fakes.provider_server import ProviderServer
from vacancy.domain.incident import ComponentStatus, Indicator, PageReading, PageState
from vacancy.sources.http import Http
from vacancy.sources.status_page import LIMIT, StatusPage
from vacancy.sources.status_payload import decode_document

PAGES = Path(__file__).parents[1] / "data" / "status_pages"
NOW = datetime(2026, 11, 29, 16, 0, tzinfo=UTC)
COMPONENTS, INCIDENTS, STATUS, SUMMARY = (
    f"/api/v2/{name}.json" for name in ("components", "incidents", "status", "summary")
)
FEED = "/proxy/127.0.0.1"
EVERYTHING = (COMPONENTS, INCIDENTS, STATUS, SUMMARY, FEED)
OPENAI_FILES = {
    COMPONENTS: "openai_incidentio_components_all_ok_2026-09-16.json",
    INCIDENTS: "openai_incidentio_incidents_resolved_2026-09-28_partial.json",
    STATUS: "openai_incidentio_status_all_ok_2026-09-15.json",
    FEED: "openai_incidentio_proxy_structure_2026-09-28_partial.json",
}
ACTIVE = "openai_incidentio_summary_active_incident_2026-10-07.json"


@pytest.fixture
def server():
    """A server that answers 404 until told otherwise."""
    with ProviderServer() as server:
        yield server


@pytest.fixture
def page():
    """A reader that gives up on a silent server after a second."""
    return StatusPage(Http(), now=lambda: NOW, deadline=timedelta(seconds=1))


def serve(server, files):
    """Let the server answer those paths with captured files."""
    for path, name in files.items():
        server.serve_file(path, PAGES / name)


def read(page, server, previous=None, models=()):
    """One reading."""
    return asyncio.run(page.read(server.url, models, previous or PageReading()))


def answering(status, body=b"", headers=None, content_type="application/json"):
    """A route that always answers so."""
    return lambda talk: talk.send(status, body, headers, content_type=content_type)


def good_reading(page, server):
    """A reading of the captured page of OpenAI."""
    serve(server, OPENAI_FILES)
    return read(page, server)


def fail_all(server, route):
    """Let every document of the page answer so."""
    server.routes.update(dict.fromkeys(EVERYTHING, route))


def test_the_captured_page_of_openai_is_read(server, page):
    """34 components with their groups, no open incident, the word none, as of now."""
    result = good_reading(page, server)
    assert (result.state, result.problem, result.read_at) == (PageState.READABLE, None, NOW)
    assert (len(result.components), result.indicator, result.incidents) == (34, Indicator.NONE, ())
    responses = next(item for item in result.components if item.id == "01JP8CD9JR3HR6Y7G4Q75N4DVW")
    assert (responses.name, responses.group, responses.status) == ("Responses", "APIs", ComponentStatus.OPERATIONAL)
    assert {request.path for request in server.requests} == set(OPENAI_FILES)


def test_requests_carry_a_plain_name_and_nothing_of_the_user(server, page):
    """The page sees who asks and for what type, and no key or cookie."""
    good_reading(page, server)
    for request in server.requests:
        assert request.header("user-agent").startswith("vacancy/")
        assert request.header("accept") == "application/json"
        assert request.header("authorization") is None
        assert request.header("cookie") is None


def test_a_captured_summary_with_an_open_incident_fills_every_gap(server, page):
    """With the summary alone, the incident, the degraded component and the word are there, and a problem says short."""
    serve(server, {SUMMARY: ACTIVE})
    result = read(page, server)
    assert (result.state, result.indicator) == (PageState.READABLE, Indicator.MINOR)
    assert [incident.title for incident in result.incidents] == ["Workspace Agents Degraded and Responses Impacted"]
    states = {item.name: item.status for item in result.components}
    assert states["Agent"] is ComponentStatus.DEGRADED_PERFORMANCE
    assert states["Responses"] is ComponentStatus.OPERATIONAL
    assert "may be short" in result.problem


def test_the_captured_summary_without_incidents_is_read(server, page):
    """The quiet summary gives 25 components; about incidents it says nothing, and neither do we."""
    serve(server, {SUMMARY: "openai_incidentio_summary_all_ok_2026-09-19.json"})
    result = read(page, server)
    assert (result.state, result.indicator, len(result.components)) == (PageState.READABLE, Indicator.NONE, 25)
    assert "Open incidents were not read" in result.problem


def test_the_captured_page_of_atlassian_is_read_and_its_missing_feed_asked_for_once(server, page):
    """The other engine is read alike; it says that it has no feed, and is believed."""
    summary = (PAGES / "claude_atlassian_summary_all_ok_2026-09-19.json").read_bytes()
    atlassian = answering(200, summary, {"x-statuspage-version": "abc"})
    fail_all(server, atlassian)
    del server.routes[FEED]
    for _ in range(2):
        result = read(page, server)
        assert (result.state, result.problem, len(result.components)) == (PageState.READABLE, None, 6)
    assert [request.path for request in server.requests].count(FEED) == 1


def test_the_captured_feed_of_2025_attributes_its_open_incident(server, page):
    """An incident that only the feed tells is open, with the component it affects."""
    serve(server, OPENAI_FILES | {FEED: "openai_incidentio_proxy_root_2025-04.json"})
    (incident,) = read(page, server).incidents
    assert incident.title == "New users may experience temporary delays in video generation capabilities"
    assert incident.component_ids == ("01JMXCAX0QN2ZHVMS54EEN1HXB",)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("openai_incidentio_component_impacts_2025-04.json", "application/json"),
        ("openai_incidentio_feed_2026-09-28_partial.atom", "application/atom+xml"),
        ("README.md", "text/markdown"),
    ],
)
def test_captured_files_of_other_kinds_are_unread(server, page, name, kind):
    """A history, an Atom feed and a text are no status page."""
    fail_all(server, answering(200, (PAGES / name).read_bytes(), content_type=kind))
    assert read(page, server).state is PageState.UNREACHABLE


def test_an_open_incident_names_the_users_model(server, page):
    """The titles are matched to the models that the user has."""
    serve(server, OPENAI_FILES)
    entry = b'{"id": "i1", "name": "GPT 6.2 Sol Elevated Error Rates ", "status": "identified", "impact": "none"}'
    server.routes[INCIDENTS] = b'{"page": {"id": "01JMDK9XYNY6RXSED6SDWW50WY"}, "incidents": [' + entry + b"]}"
    (incident,) = read(page, server, models=("gpt-6-luna", "gpt-6.2-sol")).incidents
    assert (incident.title, incident.models) == ("GPT 6.2 Sol Elevated Error Rates", ("gpt-6.2-sol",))


def test_trap_3_a_renamed_component_is_the_same_by_its_id(server, page):
    """A new name comes through under the old id."""
    serve(server, OPENAI_FILES)
    server.routes[COMPONENTS] = b'{"components": [{"id": "01JVCV8YSWZFRSM1G5CVP253SK", "name": "Codex Cloud"}]}'
    (component,) = read(page, server).components
    assert (component.id, component.name, component.group) == ("01JVCV8YSWZFRSM1G5CVP253SK", "Codex Cloud", "Codex")


def test_trap_13_a_web_page_with_status_200_is_unread(server, page):
    """HTML is no answer, and the last good reading stays."""
    before = good_reading(page, server)
    fail_all(server, answering(200, "<!doctype html><p>Sign in</p>", content_type="text/html; charset=utf-8"))
    result = read(page, server, before)
    assert (result.state, result.read_at, result.components) == (PageState.UNREACHABLE, NOW, before.components)
    assert "web page" in result.problem


def test_trap_13_json_under_the_wrong_type_is_unread(server, page):
    """The content type counts, too."""
    body = (PAGES / ACTIVE).read_bytes()
    fail_all(server, answering(200, body, content_type="text/plain"))
    result = read(page, server)
    assert result.state is PageState.UNREACHABLE
    assert "text/plain" in result.problem


def test_trap_13_a_redirect_to_another_host_is_reported_and_not_followed(server, page):
    """The page has moved; the other host is not asked."""
    with ProviderServer() as other:
        serve(other, dict.fromkeys(EVERYTHING, ACTIVE))
        there = other.url.replace("127.0.0.1", "localhost")
        fail_all(server, answering(301, b"", {"location": f"{there}/api/v2/summary.json"}))
        result = read(page, server)
        assert other.requests == []
    assert result.state is PageState.UNREACHABLE
    assert f"it has moved to {there.removeprefix('http://')}" in result.problem


def test_a_redirect_to_nonsense_is_unread(server, page):
    """A location that is no address leads nowhere, and raises nothing."""
    fail_all(server, answering(302, b"", {"location": "http://[::1"}))
    assert read(page, server).state is PageState.UNREACHABLE


def test_a_redirect_on_the_same_host_is_followed(server, page):
    """A page that only renamed a path is still read."""
    serve(server, OPENAI_FILES | {"/new.json": OPENAI_FILES[COMPONENTS]})
    server.routes[COMPONENTS] = answering(302, b"", {"location": "/new.json"})
    result = read(page, server)
    assert (len(result.components), result.problem) == (34, None)


def test_trap_14_a_page_without_components_shows_none_as_fine(server, page):
    """Empty lists everywhere: incidents are read, components are not."""
    fail_all(server, b'{"page": {"id": "p"}, "components": [], "incidents": [], "status": {"indicator": "none"}}')
    result = read(page, server)
    assert result.components == ()
    assert "states of the components are unknown" in result.problem


def test_trap_15_and_24_only_the_documents_that_exist_are_asked_for(server, page):
    """Neither unresolved.json nor a second page is ever requested."""
    good_reading(page, server)
    assert not [request for request in server.requests if "unresolved" in request.path or "?" in request.path]


@pytest.mark.parametrize("status", [401, 403, 404, 405, 429, 500, 502, 503])
def test_trap_18_a_refusal_is_an_unreachable_page_and_never_an_outage(server, page, status):
    """Refused, challenged or overloaded: the last good values stay, and one line says why."""
    before = good_reading(page, server)
    fail_all(server, answering(status, b'{"components": [{"id": "a", "status": "major_outage"}]}'))
    result = read(page, server, before)
    assert (result.state, result.failures, result.components) == (PageState.UNREACHABLE, 1, before.components)
    assert f"HTTP {status}" in result.problem
    assert "\n" not in result.problem


def test_trap_18_retry_after_is_handed_on(server, page):
    """The longest wait that any document asks for is kept, also beside a good answer."""
    before = good_reading(page, server)
    server.routes[STATUS] = answering(429, b"", {"retry-after": "90"})
    server.routes[SUMMARY] = answering(503, b"", {"retry-after": "Sun, 29 Nov 2026 16:10:00 GMT"})
    result = read(page, server, before)
    assert (result.state, result.retry_after_s, result.indicator) == (PageState.READABLE, 600.0, Indicator.UNKNOWN)


@pytest.mark.parametrize("unread", [COMPONENTS, INCIDENTS, STATUS])
def test_each_document_is_optional_on_its_own(server, page, unread):
    """Any one of the three may fail: the page stays readable, and the problem names what is missing."""
    before = good_reading(page, server)
    server.routes[unread] = answering(500)
    result = read(page, server, before)
    assert (result.state, result.read_at) == (PageState.READABLE, NOW)
    assert "HTTP 500" in result.problem
    if unread == COMPONENTS:
        assert {item.status for item in result.components} == {ComponentStatus.UNKNOWN}
    else:
        assert result.components == before.components


@pytest.mark.parametrize(
    "route",
    [answering(500), answering(200, "<html>", content_type="text/html"), b"[", b'{"summary": {"id": "another"}}'],
)
def test_a_failure_of_the_feed_never_discards_a_good_answer(server, page, route):
    """The undocumented extra may be gone, broken or foreign."""
    serve(server, OPENAI_FILES)
    server.routes[FEED] = route
    result = read(page, server)
    assert (result.state, result.problem, len(result.components)) == (PageState.READABLE, None, 34)


def test_trap_19_an_unknown_word_is_logged_once(server, page, caplog):
    """The raw word is in the log, once per run, and the state is unknown."""
    serve(server, OPENAI_FILES)
    server.routes[STATUS] = b'{"status": {"indicator": "apocalyptic"}}'
    with caplog.at_level(logging.WARNING):
        assert read(page, server).indicator is Indicator.UNKNOWN
        read(page, server)
    assert [record.getMessage() for record in caplog.records] == ["page_word_unknown indicator=apocalyptic"]


def test_an_unchanged_page_is_confirmed_by_its_etag(server, page):
    """With an ETag the server may answer 304: the values stay, and the reading is fresh."""
    serve(server, OPENAI_FILES)
    body = (PAGES / OPENAI_FILES[COMPONENTS]).read_bytes()

    def conditional(talk):
        if talk.request.header("if-none-match") == 'W/"v1"':
            talk.send(304, b"")
        else:
            talk.send(200, body, {"etag": 'W/"v1"'})

    server.routes[COMPONENTS] = conditional
    before = read(page, server)
    result = read(page, server, PageReading())
    asked = [request.header("if-none-match") for request in server.requests if request.path == COMPONENTS]
    assert asked == [None, 'W/"v1"']
    assert (result.components, result.problem, result.read_at) == (before.components, None, NOW)


def test_a_304_that_nobody_asked_for_is_unread(server, page):
    """Without an earlier answer there is nothing to confirm."""
    fail_all(server, answering(304))
    assert read(page, server).state is PageState.UNREACHABLE


def test_a_changed_answer_replaces_the_kept_one(server, page):
    """A failure in between forgets the ETag, so old values cannot be confirmed by mistake."""
    serve(server, OPENAI_FILES)
    body = (PAGES / OPENAI_FILES[COMPONENTS]).read_bytes()
    server.routes[COMPONENTS] = answering(200, body, {"etag": '"v1"'})
    read(page, server)
    server.routes[COMPONENTS] = answering(503)
    read(page, server)
    server.routes[COMPONENTS] = answering(304)
    assert {item.status for item in read(page, server).components} == {ComponentStatus.UNKNOWN}
    assert [request.header("if-none-match") for request in server.requests if request.path == COMPONENTS] == [
        None,
        '"v1"',
        None,
    ]


def test_an_etag_that_is_no_header_is_not_sent_back(server, page):
    """A hostile ETag cannot break the next request."""
    serve(server, OPENAI_FILES)
    body = (PAGES / OPENAI_FILES[COMPONENTS]).read_bytes()
    server.routes[COMPONENTS] = answering(200, body, {"etag": "x" * 2000})
    read(page, server)
    assert read(page, server).problem is None
    assert not [request for request in server.requests if request.header("if-none-match")]


@pytest.mark.parametrize(
    "body",
    [
        b'{"components": [' + b" " * 1_500_000 + b"]}",
        b'{"components": ' + b"[" * (LIMIT - 100),
        b'{"a":' * (LIMIT // 6),
        b'{"components": [{"id": "a", "status": "operational"}], "page": 1',
        b"\x00" * 1000,
    ],
    ids=["1.5 MB", "deep list", "deep object", "truncated", "zeros"],
)
def test_hostile_bodies_are_unread(server, page, body):
    """Too large, too deep or broken: unreachable, nothing raised, nothing green."""
    fail_all(server, body)
    result = read(page, server)
    assert (result.state, result.components, result.indicator) == (PageState.UNREACHABLE, (), Indicator.UNKNOWN)


def test_a_silent_server_ends_at_the_deadline(server, page):
    """A server that accepts and says nothing costs two deadlines at most, and is unreachable."""
    fail_all(server, lambda talk: talk.pause(30))
    result = read(page, server)
    assert result.state is PageState.UNREACHABLE
    assert "did not answer in time" in result.problem


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1", "http://nowhere.invalid", "http://[::1", "status", "ftp://x/y", "http://", "//"]
)
def test_an_address_that_cannot_be_asked_is_unreachable(page, url):
    """Refused, unknown and misspelt addresses give one line of explanation and no exception."""
    result = asyncio.run(page.read(url, (), PageReading()))
    assert (result.state, result.failures) == (PageState.UNREACHABLE, 1)
    assert result.problem


def test_an_empty_address_is_switched_off(page):
    """Nothing is asked, nothing is claimed."""
    assert asyncio.run(page.read("", (), PageReading())) == PageReading(PageState.OFF)


def test_a_trailing_slash_changes_nothing(server, page):
    """The address may be pasted from the browser."""
    serve(server, OPENAI_FILES)
    result = asyncio.run(page.read(f"{server.url}/", (), PageReading()))
    assert (result.problem, len(result.components)) == (None, 34)


def test_nothing_of_another_page_is_kept(server, page):
    """After the address has changed, a failure leaves no values of the old page standing."""
    before = good_reading(page, server)
    result = asyncio.run(page.read(f"{server.url}/elsewhere", (), before))
    assert (result.state, result.read_at, result.components) == (PageState.UNREACHABLE, None, ())


def test_trap_22_a_good_reading_ends_a_row_of_failures(server, page):
    """Failures count up and are forgotten at the next success."""
    before = read(page, server)
    before = read(page, server, before)
    assert before.failures == 2
    serve(server, OPENAI_FILES)
    result = read(page, server, before)
    assert (result.failures, result.state) == (0, PageState.READABLE)


def test_trap_23_a_page_of_a_megabyte_does_not_hold_up_the_loop(server, page):
    """Decoding happens in the loop's thread, so a body of the largest size allowed must be done with quickly."""
    entry = '{"id": "c", "name": "Component", "status": "operational", "updated_at": "2026-07-09T19:25:56Z"},'
    body = ('{"components": [' + entry * (LIMIT // len(entry) - 1)).rstrip(",").encode() + b"]}"
    assert LIMIT * 0.99 < len(body) < LIMIT
    began = time.perf_counter()
    assert decode_document(body) is not None
    assert time.perf_counter() - began < 0.2
    serve(server, OPENAI_FILES)
    server.routes[COMPONENTS] = body
    assert [component.id for component in read(page, server).components] == ["c"]
