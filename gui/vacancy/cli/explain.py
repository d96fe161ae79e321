"""The command about an error: what it means, whether to wait, what to do. It asks nobody and keeps nothing.

A text is answered in two lines, or in JSON. Cases, which are JSON lines with the fields of `domain.cases`, are
answered in JSON lines, each as soon as it was read.
"""

import json as standard_json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from vacancy.cli.console import Console, Exit
from vacancy.cli.json_face import as_json
from vacancy.domain.cases import FIELDS, read_case
from vacancy.domain.evidence import MAX_BODY_CHARS
from vacancy.domain.outcome import classify
from vacancy.errors import CaseError
from vacancy.views.explanation import Explanation, explain, explain_text

STANDARD_INPUT = "-"
_MAX_BYTES = 4 * MAX_BODY_CHARS
"""A character takes four bytes at most, and no more characters than that are judged."""


@dataclass(frozen=True, slots=True)
class CaseFace:
    """JSON of one case, and the first fields of `vacancy explain --json`."""

    id: str | None
    kind: str
    scope: str
    transient: bool
    retry_after_s: float | None
    rule: str
    title: str
    advice: str
    retry_after_note: str | None
    """Why a wait that was named is not believed."""
    alternatives: tuple[str, ...]
    """What it may be as well; with any, the kind is the best guess."""
    request_id: str | None
    detail: str | None
    """What the other side said, in one line without secrets."""


def explain_one(words: list[str], given: BinaryIO, console: Console, *, json: bool) -> Exit:
    """What one text means; it is read from `given` where there are no words.

    Raises:
        CaseError: there is no text.
    """
    text = " ".join(words)
    if text in {"", STANDARD_INPUT}:
        if given.isatty():
            console.note("Paste the error, then press Ctrl-D on a line of its own.")
        text = given.read(_MAX_BYTES).decode("utf-8", "replace")
    found = explain_text(text)
    if found is None:
        raise CaseError("There is nothing to explain", "Give the error as an argument or on standard input.")
    console.answer(as_json(_face(None, found)) if json else str(found))
    return Exit.YES if found.outcome.is_certain else Exit.UNKNOWN


def explain_cases(name: str, given: BinaryIO, console: Console) -> Exit:
    """One line of JSON for each case, in their order; a broken one is named, and the rest goes on.

    Raises:
        CaseError: the file cannot be read.
    """
    if name == STANDARD_INPUT:
        return _explain_lines(given, console)
    try:
        with Path(name).open("rb") as lines:
            return _explain_lines(lines, console)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no such name is possible"
        raise CaseError(f"The cases in {name} cannot be read", str(why)) from None


def _explain_lines(lines: Iterable[bytes], console: Console) -> Exit:
    result = Exit.YES
    for number, line in enumerate(lines, start=1):
        text = line.decode("utf-8", "replace").lstrip("\ufeff").strip()
        if not text:
            continue
        try:
            case = read_case(text)
        except CaseError as error:
            console.note(f"line {number}: {error.title}. {error.message}")
            result = Exit.USAGE
        else:
            if not case.says_something:
                console.note(f"line {number}: none of {', '.join(FIELDS)} is in it, so nothing can be told.")
            face = _face(case.id, explain(classify(case.evidence)))
            # In ASCII, so that no terminal's lack of letters can break a line.
            console.answer(standard_json.dumps(msgspec.to_builtins(face)))
    return result


def _face(name: str | None, found: Explanation) -> CaseFace:
    outcome = found.outcome
    return CaseFace(
        id=name,
        kind=outcome.kind,
        scope=outcome.scope,
        transient=outcome.transient,
        retry_after_s=outcome.retry_after_s,
        rule=outcome.rule,
        title=found.title,
        advice=found.advice,
        retry_after_note=outcome.retry_after_note,
        alternatives=tuple(outcome.alternatives),
        request_id=outcome.request_id,
        detail=outcome.detail,
    )
