"""Outcome: the cause that evidence shows.

Every verdict rests on this one judgement. `classify` reads the evidence into a digest once and walks an
ordered table of rules; the first rule that matches decides, and its name travels with the outcome so that
anybody can ask why.
"""

import unicodedata
from dataclasses import dataclass

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.digest import Digest, read_digest
from vacancy.domain.evidence import Evidence
from vacancy.domain.retry_after import WaitNote
from vacancy.domain.rules import RULES, Rule
from vacancy.redaction import redact

__all__ = ["Kind", "Outcome", "Scope", "classify"]

_MAX_DETAIL = 200
_HOUR_S = 3_600.0
_LASTING = frozenset({Kind.OK, Kind.OK_BUT_ODD, Kind.AUTH_FAILED, Kind.BAD_REQUEST})
"""Causes that no waiting mends; a wait named with them is a wrapper's, and false."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The cause that one probe's evidence shows."""

    kind: Kind
    scope: Scope
    transient: bool
    """May clear within about an hour without changing key, payment, model, request or network settings."""
    rule: str
    """Name of the rule that decided."""
    retry_after_s: float | None = None
    """Seconds that the answer asked to wait, counted from its end; None when it named none that can be true."""
    request_id: str | None = None
    detail: str | None = None
    """What the other side said, in one bounded line without secrets; vendor text, to be shown as plain text."""
    retry_after_note: WaitNote | None = None
    """Why a wait that was named is not believed."""
    alternatives: tuple[Kind, ...] = ()
    """What it may be as well, the likeliest first, where the rule that decided only guesses."""

    @property
    def concerns_account(self) -> bool:
        """Money or key: every model behind the same key is concerned, and nothing changes until the user does."""
        return self.is_certain and self.kind in {Kind.QUOTA_EXHAUSTED, Kind.AUTH_FAILED} and self.scope is Scope.ACCOUNT

    @property
    def is_certain(self) -> bool:
        """The evidence names this cause; otherwise the kind is the best guess."""
        return not self.alternatives


def classify(evidence: Evidence) -> Outcome:
    """The cause that the evidence shows. Total: any evidence has an outcome, and only a whole answer is `ok`."""
    digest = read_digest(evidence)
    return decide(digest, evidence.request_id, RULES)


def decide(digest: Digest, request_id: str | None, rules: tuple[Rule, ...]) -> Outcome:
    """The outcome by the first rule that matches; the last rule of a table matches everything."""
    rule = next(rule for rule in rules if rule.matches(digest))
    wait_s, note = digest.wait.seconds, digest.wait.note
    if wait_s is not None and not _helps(rule):
        wait_s, note = None, WaitNote.USELESS
    return Outcome(
        kind=rule.means.kind,
        scope=rule.means.scope,
        transient=rule.means.transient and (wait_s is None or wait_s <= _HOUR_S),
        rule=rule.name,
        retry_after_s=wait_s,
        request_id=None if request_id is None else _one_line(request_id) or None,
        detail=_detail(digest, rule),
        retry_after_note=note,
        alternatives=rule.or_else,
    )


def _helps(rule: Rule) -> bool:
    """Whether a wait named with this cause can be meant: a lasting one's was printed by a wrapper, and is false."""
    lasts = rule.means.kind in _LASTING or (rule.means.kind is Kind.MODEL_UNAVAILABLE and not rule.means.transient)
    return rule.wait_holds and not lasts


def _detail(digest: Digest, rule: Rule) -> str | None:
    """What the other side said; of a good answer there is nothing to tell but a wrong name."""
    if rule.means.kind is Kind.OK:
        return None
    if rule.name == "answered_by_another_model" and digest.answer is not None:
        return _one_line(f"asked for {digest.asked_model}, answered by {digest.answer.served_model}")
    return _one_line(digest.message) or None


def _one_line(text: str) -> str:
    """One bounded line, redacted before it is cut, without characters that steer a terminal or turn the text."""
    visible = "".join(" " if unicodedata.category(char).startswith(("C", "Z")) else char for char in redact(text))
    return " ".join(visible.split())[:_MAX_DETAIL]
