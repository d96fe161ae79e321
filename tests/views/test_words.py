"""The door through which every text passes."""

import pytest

from vacancy.views.words import plain, shortened, tr, tr_n


def test_values_fill_the_named_places():
    """The order is the template's, so a translation may turn it round."""
    assert tr("{b} before {a}", a=1, b=2) == "2 before 1"


def test_braces_in_a_value_stay_what_they_are():
    """A vendor's text is no template."""
    assert tr("said: {text}", text="{name} {0}") == "said: {name} {0}"


@pytest.mark.parametrize(("count", "said"), [(0, "0 models"), (1, "1 model"), (2, "2 models")])
def test_a_number_chooses_its_sentence(count, said):
    """One has its own template."""
    assert tr_n(count, "{n} model", "{n} models") == said


def test_foreign_text_becomes_one_bounded_line():
    """Line ends, control and direction characters go; what is cut says so."""
    assert plain("a\r\n\x1b[31mb\u202ec\u200b d") == "a [31mb c d"
    assert plain("x" * 50, 10) == "x" * 9 + "…"


def test_a_name_is_shortened_in_its_middle():
    """Names of one family differ at their end, which stays; a short name stays whole."""
    family = ("openai/gpt-oss-120b-instruct-alpha", "openai/gpt-oss-120b-instruct-beta")
    assert [shortened(name, 20) for name in family] == ["openai/gpt…uct-alpha", "openai/gpt…ruct-beta"]
    assert all(len(shortened(family[0], limit)) == limit for limit in range(3, 30))
    assert shortened("gpt-6-luna", 10) == "gpt-6-luna"
