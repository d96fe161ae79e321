"""What a connection offers, and which of it is meant."""

import pytest

from vacancy.views.offered_models import OfferedModels, check_model, offered_order

LONG = "hf.co/" + "an-owner-with-a-long-name/" + "x" * 150


@pytest.fixture
def offered(qtbot):
    """An empty list."""
    made = OfferedModels()
    qtbot.addWidget(made)
    return made


def test_what_is_typed_narrows_the_list(offered):
    """Whatever its capitals; the first of what is left is marked."""
    offered.show_matching(("gpt-6", "llama-5", "Llama-6"), "llama")
    assert [offered.item(place).text() for place in range(offered.count())] == ["llama-5", "Llama-6"]
    assert offered.wanted("llama") == "llama-5"


def test_a_whole_name_means_that_model(offered):
    """Though others have it in theirs, and stand before it."""
    offered.show_matching(("a-gpt-6", "gpt-6-mini", "gpt-6"), "gpt-6")
    assert offered.wanted("gpt-6") == "gpt-6"


def test_what_is_not_offered_is_meant_as_typed(offered):
    """Gateways often list less than they serve."""
    offered.show_matching(("gpt-6",), "my-own")
    assert offered.wanted("my-own") == "my-own"


def test_a_name_stays_whole(offered):
    """It is what will be asked for: one that was cut would be another model."""
    offered.show_matching(offered_order((LONG,)), "")
    assert offered.wanted("") == LONG


def test_an_offer_has_each_model_once_and_other_work_last():
    """Names that no settings could hold are left out."""
    assert offered_order(("whisper-2", "gpt-6", "gpt-6", "two\nlines", "x" * 201)) == ("gpt-6", "whisper-2")


@pytest.mark.parametrize("name", ["", "two words", " padded", "a\u202eb", "x" * 201])
def test_what_is_no_name_is_said(name):
    """And what to do instead."""
    assert "no spaces" in check_model(name)
    assert check_model("openai/gpt-6.2-sol:free") == ""
