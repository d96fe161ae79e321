"""Titles of the status page and the models they name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vacancy.domain.titles import models_named_in

ALL = (
    "gpt-6.2-sol", "gpt-6-luna", "gpt-6-astra", "gpt-6-astra-pro", "gpt-6", "gpt-5.6", "gpt-5.6-instant", "gpt-5.5",
    "gpt-5.2", "gpt-5.2-codex", "gpt-5.2-pro", "gpt-5.1", "gpt-5.1-codex", "gpt-5.1-codex-max",
    "gpt-5.1-codex-mini", "gpt-5", "gpt-5-mini", "gpt-5-chat-latest", "gpt-4.5-preview", "gpt-4.1", "gpt-4.1-mini",
    "gpt-4.1-nano", "gpt-4o", "gpt-4o-mini", "gpt-4o-realtime-preview", "gpt-4", "gpt-4-turbo", "gpt-3.5-turbo",
    "o1", "o3", "o3-mini", "o4-mini", "text-embedding-3-small", "text-embedding-3-large", "dall-e-3", "sora-2",
    "whisper-1", "gpt-oss-120b", "codex-mini-latest",
)  # fmt: skip
"""A user with nearly everything, so that each title is also tried against all its neighbours."""

REAL = [
    ("gpt-4o-mini availability partially degraded via the API", ["gpt-4o-mini"]),
    ("High error rate for 4o and 4o-mini models", ["gpt-4o", "gpt-4o-mini"]),
    ("Increased error rates in ChatGPT models 4.5 and 4o mini", ["gpt-4.5-preview", "gpt-4o-mini"]),
    ("GPT-5.1 Codex Max Elevated Error Rate", ["gpt-5.1-codex-max"]),
    ("GPT 5.2 Elevated Error Rates", ["gpt-5.2"]),
    ("high error rate in text-embedding-3-small", ["text-embedding-3-small"]),
    ("Elevated errors from GPT-5.6 and GPT-5.6 Instant on paid plans", ["gpt-5.6", "gpt-5.6-instant"]),
    ("Elevated Error Rates on GPT-6 Astra Pro", ["gpt-6-astra-pro"]),
    ("High error rates for fine-tuned gpt-4o-mini fine-tuned models", ["gpt-4o-mini"]),
    ("Increased error rates on gpt-4.5-preview", ["gpt-4.5-preview"]),
    ("Degraded gpt-4o (gpt-4o-2024-08-06) performance", ["gpt-4o"]),
    ("Increased errors with gpt-4o-2024-11-20", ["gpt-4o"]),
    ("ChatGPT Search not working with o3-mini", ["o3-mini"]),
    ("Degraded o3-mini function calling", ["o3-mini"]),
    ("gpt-4o-mini high error rate", ["gpt-4o-mini"]),
]

REAL_WITHOUT_A_MODEL = """\
Elevated errors in the API
Increased ChatGPT errors
Increased errors with Advanced Voice
Elevated errors when using Audio Transcription, Image Generation, and Realtime API
Elevated errors on ChatGPT and API vision traffic
Increased errors for ChatGPT, Sora, and API
Elevated Batch API batch creation errors starting from 4:40pm yesterday
ChatGPT response times slower than normal.
Some users may see the error "Content failed to load" when selecting a project
Some users may experience "Invalid Conversation Body" when using Custom GPTs
High error rates for Embeddings API
High error rate for Dall-e
Elevated 429 error rates
Image generation in Sora experiencing issues
Cloudflare outage resulted in API requests timing out
Sora video generation experiencing errors
New users may experience temporary delays in video generation capabilities
Ads Manager login issues
Elevated errors affecting Work Mode in ChatGPT
Issues with Codex\x20
Mobile users unable to see Work Mode and the Model Picker
Workspace Agents Degraded and Responses Impacted
Elevated Codex API authentication errors
Some users are unable to access Codex
Elevated Errors for Sora API
Unexpected logouts for some ChatGPT web users
Issue affecting voice mode in ChatGPT""".splitlines()


@pytest.mark.parametrize(("title", "named"), REAL)
def test_real_title_names_exactly_its_models(title, named):
    """Each real title that names models names those, and none of their many neighbours."""
    assert models_named_in(title, ALL) == tuple(model for model in ALL if model in named)


@pytest.mark.parametrize("title", REAL_WITHOUT_A_MODEL)
def test_real_title_without_a_model_names_none(title):
    """A real title about products, times or error numbers concerns no model."""
    assert models_named_in(title, ALL) == ()


@pytest.mark.parametrize(
    ("title", "model"),
    [
        ("Elevated errors on GPT-6 Luna", "gpt-6-luna"),
        ("GPT 6.2 Sol is at capacity", "gpt-6.2-sol"),
        ("gpt-6.2-sol: elevated latency", "gpt-6.2-sol"),
        ("GPT\u20115.2 Elevated Error Rates", "gpt-5.2"),
        ("GPT5.2 errors", "gpt-5.2"),
        ("Errors with openai/gpt-5.2", "gpt-5.2"),
        ("GPT-5.2 errors", "openai/gpt-5.2"),
        ("GPT-5.2 errors", "azure/openai/gpt-5.2:free"),
        ("GPT-4o mini errors", "ft:gpt-4o-mini-2024-07-18:acme::abc123"),
        ("gpt-4o errors", "gpt-4o-2024-11-20"),
        ("gpt-4o-2024-11-20 errors", "gpt-4o-2024-11-20"),
        ("GPT-4 errors", "gpt-4-0613"),
        ("gpt-4-0613 errors", "gpt-4"),
        ("GPT-4.1, 4.1 mini and 4.1 nano are slow", "gpt-4.1-nano"),
        ("GPT-5.1 and 5.2 elevated errors", "gpt-5.2"),
        ("Errors with o3/o4-mini", "o4-mini"),
        ("O3 errors", "o3"),
        ("GPT-5 Chat errors", "gpt-5-chat-latest"),
        ("Errors on GPT-6 models", "gpt-6-luna"),
        ("The GPT-6 family is degraded", "gpt-6-luna"),
        ("GPT-6, GPT-6.2 Sol and o3", "gpt-6.2-sol"),
        ("Errors in gpt-realtime", "gpt-realtime"),
        ("GPT-5.2 API errors", "gpt-5.2"),
        ("GPT-5.2, Codex and login affected", "gpt-5.2"),
        ("Errors with Claude Opus 4.5", "claude-opus-4.5"),
        ("7b-chat is slow", "7b-chat"),
        ("Elevated Latency On GPT-5.2 Across All Regions", "gpt-5.2"),
        ("GPT-5.2 Disruption", "gpt-5.2"),
    ],
)
def test_the_ways_people_write_a_name(title, model):
    """Spaces, hyphens of any kind, case, provider prefixes, tags and snapshots do not hide a name."""
    assert models_named_in(title, (model,)) == (model,)


@pytest.mark.parametrize(
    ("title", "model"),
    [
        ("GPT-5.5 errors", "gpt-5"),
        ("GPT-5 errors", "gpt-5.5"),
        ("GPT-5.x errors", "gpt-5"),
        ("4o-mini errors", "gpt-4o"),
        ("4o mini errors", "gpt-4o"),
        ("4o errors", "gpt-4o-mini"),
        ("GPT-5.6 errors", "gpt-5.6-instant"),
        ("GPT-5.6 Instant errors", "gpt-5.6"),
        ("GPT-6 errors", "gpt-6-luna"),
        ("GPT-6 Luna errors", "gpt-6"),
        ("GPT-6 Aurora errors", "gpt-6"),
        ("gpt-6-aurora errors", "gpt-6"),
        ("GPT-6.2 errors", "gpt-6.2-sol"),
        ("GPT-6 Astra Pro errors", "gpt-6-astra"),
        ("GPT-5.1 Codex Max errors", "gpt-5.1-codex"),
        ("o1-preview errors", "o1"),
        ("4o and 4o-mini models are slow", "gpt-4o-mini-tts"),
        ("GPT-4.1 and GPT-4o models are slow", "gpt-4o-mini"),
        ("5.5 errors in a row", "gpt-5.5"),
        ("And 5.5 errors", "gpt-5.5"),
        ("4 turbo charged requests", "gpt-4-turbo"),
        ("anything at all", ""),
        ("gpt-4o-2024-08-06 errors", "gpt-4o-2024-11-20"),
        ("Degraded gpt-4o (gpt-4o-2024-08-06) performance", "gpt-4o-2024-11-20"),
        ("my-gpt-5.2 errors", "gpt-5.2"),
        ("API slow for 4 hours", "gpt-4"),
        ("5.5 % of requests fail", "gpt-5.5"),
        ("5.5% of requests fail", "gpt-5.5"),
        ("GPT-5 and 5.5 % of requests", "gpt-5.5"),
        ("Errors since 5.2", "gpt-5.2"),
        ("Degraded for GPT-5.1 and 5.2 hours of delay", "gpt-5.2"),
        ("error 500 on all endpoints", "gpt-500"),
        ("Elevated error 5 rates", "gpt-5"),
        ("Issue of 2026-05-02", "gpt-5"),
        ("Codex outage", "codex"),
        ("Codex outage", "gpt-5.2-codex"),
        ("my model fails", "my-model"),
        ("2 of 3 users", "o3"),
    ],
)
def test_near_misses_name_nothing(title, model):
    """Neighbours, bare numbers, versions and product names do not raise an alarm for a model."""
    assert models_named_in(title, (model,)) == ()


def test_a_preview_gives_way_to_the_model_without_it():
    """The number alone means gpt-4.5 where the user has both it and its preview."""
    assert models_named_in("GPT-4.5 errors", ("gpt-4.5-preview", "gpt-4.5")) == ("gpt-4.5",)


def test_a_word_of_the_users_own_models_is_a_variant():
    """A small-written variant that only the user's list knows keeps the title from the plain model."""
    assert models_named_in("gpt-6 zephyr errors", ("gpt-6", "gpt-6-zephyr")) == ("gpt-6-zephyr",)


@given(st.text(max_size=200), st.lists(st.text(max_size=40), max_size=5))
def test_any_text_is_read_without_failing(title, ids):
    """No title and no id, however odd, breaks the matching or brings an id that was not asked for."""
    assert set(models_named_in(title, ids)) <= set(ids)
