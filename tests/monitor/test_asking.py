"""Asking brings evidence, or says why nothing was sent."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.domain_values import CONNECTION, answered
from vacancy.domain.catalog import CodexAsking, ConnectionKind, ModelEntry
from vacancy.domain.verdict import Hindrance
from vacancy.errors import CodexError, CodexTrouble, KeyStoreError, KeyTrouble, RouteError, RouteTrouble
from vacancy.monitor.asking import ask

ENTRY = ModelEntry("openai", "gpt-6.2-sol")


class OneAnswer:
    """A prober that always gives the same, and notes what it was asked with."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    async def probe(self, entry, connection, *, timeout, at_most):
        """Give or raise it."""
        self.asked.append((entry, connection, timeout, at_most))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def asked(prober, connection=CONNECTION):
    """What comes of asking once."""
    return asyncio.run(ask(prober, ENTRY, connection, timedelta(seconds=7), at_most=2))


def test_an_answer_is_handed_on_with_the_bounds_it_was_asked_within():
    """The evidence is the prober's own; time and number of requests reach it unchanged."""
    prober = OneAnswer(answered())
    assert asked(prober) == answered()
    assert prober.asked == [(ENTRY, CONNECTION, timedelta(seconds=7), 2)]


@pytest.mark.parametrize(
    ("trouble", "hindrance"),
    [
        (KeyTrouble.MISSING, Hindrance.KEY_MISSING),
        (KeyTrouble.VARIABLE_UNSET, Hindrance.KEY_VARIABLE_UNSET),
        (KeyTrouble.UNUSABLE, Hindrance.KEY_UNUSABLE),
        (KeyTrouble.LOCKED, Hindrance.KEYRING_LOCKED),
        (KeyTrouble.NO_ANSWER, Hindrance.KEYRING_SILENT),
        (KeyTrouble.ABSENT, Hindrance.KEYRING_ABSENT),
    ],
)
def test_every_trouble_with_a_key_has_its_own_hindrance(trouble, hindrance):
    """A keyring that keeps silent is not called locked: the user has to do something else."""
    assert asked(OneAnswer(KeyStoreError(trouble, "No key"))) is hindrance


@pytest.mark.parametrize(
    ("trouble", "hindrance"),
    [
        (RouteTrouble.PROXY, Hindrance.PROXY_UNUSABLE),
        (RouteTrouble.CERTIFICATES, Hindrance.CERTIFICATES_UNUSABLE),
    ],
)
def test_a_way_that_cannot_be_taken_is_a_hindrance(trouble, hindrance):
    """Nothing was sent, so nothing is said about the model; the user is told what to mend."""
    assert asked(OneAnswer(RouteError(trouble, "No way"))) is hindrance
    assert hindrance.needs_user


def test_no_trouble_is_forgotten():
    """Each member of the closed set is one of the cases above."""
    assert all(isinstance(asked(OneAnswer(KeyStoreError(trouble, "No key"))), Hindrance) for trouble in KeyTrouble)


def test_every_trouble_with_codex_has_a_hindrance():
    """None of the closed set is forgotten; a missing program and a missing login call for different actions."""
    found = {trouble: asked(OneAnswer(CodexError(trouble, "No Codex"))) for trouble in CodexTrouble}
    assert found[CodexTrouble.PROGRAM_ABSENT] is Hindrance.PROGRAM_ABSENT
    assert found[CodexTrouble.LOGGED_OUT] is Hindrance.LOGGED_OUT
    others = set(CodexTrouble) - {CodexTrouble.PROGRAM_ABSENT, CodexTrouble.LOGGED_OUT}
    assert {found[trouble] for trouble in others} == {Hindrance.PROGRAM_UNFIT}


def test_what_may_only_be_read_is_not_asked():
    """A question through Codex costs thousands of tokens, so none is asked before the user allowed it."""
    prober, codex = OneAnswer(answered()), replace(CONNECTION, kind=ConnectionKind.CODEX)
    assert asked(prober, codex) is Hindrance.ONLY_READ
    assert prober.asked == []
    assert asked(prober, replace(codex, ask=CodexAsking.ON_DEMAND)) == answered()
