"""The page's values before anything was read, and which incidents concern a model."""

from vacancy.domain.incident import Incident, Indicator, PageReading, PageState


def test_a_page_that_was_never_read_claims_nothing():
    """The beginning is unknown, without an age, and without anything fine in it."""
    page = PageReading()
    assert (page.state, page.read_at, page.indicator) == (PageState.NEVER_READ, None, Indicator.UNKNOWN)
    assert (page.components, page.incidents, page.failures) == ((), (), 0)


def test_an_incident_concerns_the_models_that_its_title_names():
    """One of several models is enough; an incident that names none concerns none."""
    both = Incident("1", "4o and 4o-mini", "identified", "minor", models=("gpt-4o", "gpt-4o-mini"))
    none = Incident("2", "Login issues", "identified", "minor")
    page = PageReading(incidents=(both, none))
    assert page.concerning(("gpt-4o-mini", "o3")) == (both,)
    assert page.concerning(("o3",)) == ()
    assert page.concerning(()) == ()
