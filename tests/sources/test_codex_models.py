"""Codex's own list of models, in the shape that it writes."""

import json

import pytest

from vacancy.sources.codex_models import models_of


def write(home, *models):
    """A list as Codex keeps it, with fields of which nothing is wanted."""
    cache = {"fetched_at": "2026-11-29T12:00:00Z", "etag": 'W/"1"', "client_version": "0.171.0", "models": models}
    (home / "models_cache.json").write_text(json.dumps(cache))


def test_the_ids_are_told_in_codexs_order(tmp_path):
    """Its best one first, each once, and without those that it does not offer itself."""
    write(
        tmp_path,
        {"slug": "gpt-6.2-sol", "visibility": "list", "base_instructions": "long"},
        {"slug": "codex-auto-review", "visibility": "hide"},
        {"slug": "gpt-6-luna", "visibility": "list", "priority": 2},
        {"slug": "gpt-6.2-sol"},
    )
    assert models_of(tmp_path) == ("gpt-6.2-sol", "gpt-6-luna")


def test_an_id_that_the_settings_would_refuse_is_left_out(tmp_path):
    """One odd id does not spoil the set-up."""
    write(tmp_path, {"slug": " "}, {"slug": "two\nlines"}, {"slug": "gpt-6-luna"})
    assert models_of(tmp_path) == ("gpt-6-luna",)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"models": 1}', b'{"models": [{}]}', b"\xff", b"[" * 100_000])
def test_a_list_that_cannot_be_read_is_none(tmp_path, content):
    """Names can be typed then."""
    (tmp_path / "models_cache.json").write_bytes(content)
    assert models_of(tmp_path) == ()


def test_before_codex_was_told_there_is_no_list(tmp_path):
    """The file comes with the first start."""
    assert models_of(tmp_path) == ()
