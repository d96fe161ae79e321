"""Words about keys: whether one is there, and where a new one would go."""

import asyncio

import pytest

from fakes.keyrings import MemoryKeyring, no_keyring
from vacancy.app.keys import kept_where, key_state
from vacancy.errors import KeyTrouble
from vacancy.store.secrets import KeyStatus, KeyStore


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (KeyStatus("keyring", present=True, backend="GNOME Keyring"), "A key is kept in GNOME Keyring"),
        (KeyStatus("keyring", present=True), "A key is kept in the desktop's keyring"),
        (
            KeyStatus(
                "keyring", present=False, backend="GNOME Keyring", trouble=KeyTrouble.MISSING, advice="Enter it."
            ),
            "There is no key in GNOME Keyring",
        ),
        (
            KeyStatus("env:LAB_KEY", present=False, trouble=KeyTrouble.VARIABLE_UNSET, advice="Set it."),
            "The variable LAB_KEY is not set; set it, then start Vacancy again",
        ),
        (KeyStatus("env:LAB_KEY", present=True), "The key is read from the variable LAB_KEY"),
        (
            KeyStatus("env:LAB_KEY", present=None, trouble=KeyTrouble.UNUSABLE, advice="It has spaces."),
            "It has spaces.",
        ),
        (KeyStatus("none", present=False), "No key is needed"),
        (
            KeyStatus("session_only", present=True),
            "Kept until Vacancy ends: this desktop has no safe place for keys",
        ),
        (KeyStatus("keyring", present=None, trouble=KeyTrouble.LOCKED, advice="Unlock it."), "Unlock it."),
    ],
)
def test_every_state_of_a_key_has_its_words(status, words):
    """What could not be established is never said to be there or not there: the advice stands instead."""
    assert key_state(status) == words


@pytest.mark.parametrize(
    ("keyring", "words", "safe"),
    [
        (MemoryKeyring, "memory", True),
        (no_keyring, "memory until Vacancy ends - this desktop has no safe place for keys", False),
    ],
)
def test_where_a_key_goes_is_known_before_it_is_typed(keyring, words, safe):
    """Without a safe place that is said beforehand."""
    assert asyncio.run(kept_where(KeyStore(environment={}, keyring=keyring))) == (words, safe)
