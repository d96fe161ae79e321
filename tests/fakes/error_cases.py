"""The labelled error answers of tests/data/errors, with their labels."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vacancy.domain.cases import read_case
from vacancy.domain.evidence import Evidence
from vacancy.domain.outcome import Outcome

_FOLDER = Path(__file__).parent.parent / "data" / "errors"


@dataclass(frozen=True)
class Labelled:
    """One case and what a careful person says about it."""

    id: str
    provider: str
    line: str
    evidence: Evidence
    kind: str
    also_kinds: frozenset
    scope: str
    also_scopes: frozenset
    wait_s: float | None
    transient: bool | None

    def kind_is_right(self, outcome: Outcome) -> bool:
        """The kind is the label's, or one that can be defended."""
        return outcome.kind == self.kind or outcome.kind in self.also_kinds

    def scope_is_right(self, outcome: Outcome) -> bool:
        """The scope is the label's, or one that can be defended."""
        return outcome.scope == self.scope or outcome.scope in self.also_scopes

    def wait_is_right(self, outcome: Outcome) -> bool:
        """The wait is the label's, to the millisecond; none where none was told."""
        if self.wait_s is None or outcome.retry_after_s is None:
            return self.wait_s is outcome.retry_after_s
        return abs(self.wait_s - outcome.retry_after_s) < 0.0005


@cache
def labelled(name: str) -> tuple[Labelled, ...]:
    """The cases of one file."""
    lines = (_FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_labelled(line) for line in lines)


def _labelled(line: str) -> Labelled:
    fields = json.loads(line)
    return Labelled(
        id=fields["id"],
        provider=fields["provider"],
        line=line,
        evidence=read_case(line).evidence,
        kind=fields["expected"],
        also_kinds=frozenset(fields.get("also_ok", ())),
        scope=fields["scope"],
        also_scopes=frozenset(fields.get("also_ok_scope", ())),
        wait_s=fields["retry_after_s"],
        transient=fields.get("transient"),
    )
