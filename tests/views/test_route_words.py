"""The words for routes."""

import pytest

from vacancy.domain.catalog import Access, Route
from vacancy.views.route_words import route_words
from vacancy.words import Language, speak

ROUTES = [Route(access, "" if access.name.startswith("CODEX") else "api.openai.com") for access in Access]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.access.name)
def test_people_read_in_english_what_scripts_read(route):
    """One route has one name, so that an answer of the JSON is found again in the window."""
    assert route_words(route) == str(route)


def test_every_route_is_said_in_chinese_too():
    """None is left in English, and the host stays what it is."""
    speak(Language.CHINESE)
    try:
        said = [route_words(route) for route in ROUTES]
    finally:
        speak(Language.ENGLISH)
    assert not {str(route) for route in ROUTES} & set(said)
    assert all(route.host in words for route, words in zip(ROUTES, said, strict=True))
