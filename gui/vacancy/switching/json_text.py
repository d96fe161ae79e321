"""JSON, also with comments and trailing commas (JSONC): where each value stands, and how one of them is exchanged.

Comments and trailing commas are blanked out first, character by character, so that the standard library reads the
rest and its positions hold in the text.
"""

import json
import re

from vacancy.switching.syntax import KeyPath, Splice, UnfitTextError, by_hand, key_name
from vacancy.words import plain, tr

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|//[^\n\r]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
"""What has no end goes to the end of the text, and stays as it is: to look for one at each place would take hours."""
_TRAILING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|,(?=\s*[}\]])', re.DOTALL)
_NOT_A_LINE_END = re.compile(r"[^\r\n]")
_SPACE = re.compile(r"\s*")
_DECODER = json.JSONDecoder(parse_float=str)


class JsonSyntax:
    """JSON and JSONC."""

    def load(self, text: str) -> object:
        """The document; floats stay as they are written. An empty text means an empty object."""
        bare = _without_comments(text)
        if not bare.strip():
            return {}
        try:
            return json.loads(bare, parse_float=str, parse_constant=str)
        except json.JSONDecodeError as error:
            raise UnfitTextError(
                tr(
                    "this is not JSON ({detail}). Correct it first: the tool itself cannot read it either.",
                    detail=plain(error.msg),
                ),
                error.lineno,
            ) from None
        except ValueError:
            raise UnfitTextError(tr("a number has more digits than can be read.")) from None

    def splice(self, text: str, where: KeyPath, value: str, *, after: KeyPath | None) -> Splice:
        """The change that sets a text; a missing key becomes the first of its object. `after` is not heeded."""
        del after
        bare = _without_comments(text)
        token = json.dumps(value, ensure_ascii=False)
        span = _span(bare, where) if bare.strip() else None
        if span is None:
            return _insertion(text, bare, where, token)
        if bare[span[0]] != '"' and bare[slice(*span)] != "null":
            line = text.count("\n", 0, span[0]) + 1
            raise UnfitTextError(tr("{key} is no text there. Change it there by hand.", key=key_name(where)), line)
        return Splice(*span, token)


def _without_comments(text: str) -> str:
    """The text with comments and trailing commas blanked out, every other character in its place."""
    bare = _TOKEN.sub(lambda found: _blanked(found[0]), text)
    return _TRAILING.sub(lambda found: " " if found[0] == "," else found[0], bare)


def _blanked(piece: str) -> str:
    """Blanks for a comment that ends; texts, and a comment without an end, as they are."""
    is_comment = piece.startswith("//") or (piece.startswith("/*") and piece.endswith("*/") and len(piece) > len("/*/"))
    return _NOT_A_LINE_END.sub(" ", piece) if is_comment else piece


def _insertion(text: str, bare: str, where: KeyPath, token: str) -> Splice:
    """A new first member for an object, spaced as its first one is."""
    member = f"{json.dumps(str(where[-1]), ensure_ascii=False)}: {token}"
    end_of_line = "\r\n" if "\r\n" in text[: text.find("\n") + 1] else "\n"
    if not bare.strip():
        gap = "" if not text or text.endswith("\n") else end_of_line
        return Splice(len(text), len(text), f"{gap}{{{end_of_line}  {member}{end_of_line}}}{end_of_line}")
    span = _span(bare, where[:-1])
    if span is None or bare[span[0]] != "{":
        raise UnfitTextError(by_hand(where))
    place = span[0] + 1
    gap = _gap(text, place)
    if _after_space(bare, place) == span[1] - 1 and len(where) > 1 and not gap:
        return Splice(place, place, member)
    if _after_space(bare, place) == span[1] - 1:
        return Splice(place, place, f"{end_of_line}  {member}{'' if gap else end_of_line}")
    return Splice(place, place, f"{gap or ' '}{member}," if gap or bare[place] != '"' else f"{member}, ")


def _gap(text: str, place: int) -> str:
    """The line end and the indentation that follow, an empty text when the next thing stands on the same line."""
    found = re.compile(r"[ \t]*(\r?\n)(?:[ \t]*\r?\n)*([ \t]*)").match(text, place)
    return found[1] + found[2] if found else ""


def _span(bare: str, where: KeyPath) -> tuple[int, int] | None:
    """Begin and end of the value at a path, of the last one where a key stands twice."""
    place = _after_space(bare, 0)
    for step in where:
        found = _member(bare, place, step) if bare[place] == "{" else _element(bare, place, step)
        if found is None:
            return None
        place = found
    return place, _end(bare, place)


def _member(bare: str, place: int, name: str | int) -> int | None:
    """Where the value of a key of the object that begins there begins."""
    found = None
    place = _after_space(bare, place + 1)
    while bare[place] != "}":
        key, place = _DECODER.raw_decode(bare, place)
        value = _after_space(bare, _after_space(bare, place) + 1)
        found = value if key == name else found
        place = _after_space(bare, _end(bare, value))
        if bare[place] == ",":
            place = _after_space(bare, place + 1)
    return found


def _element(bare: str, place: int, number: str | int) -> int | None:
    """Where an element of the list that begins there begins."""
    index = 0
    if bare[place] != "[":
        return None
    place = _after_space(bare, place + 1)
    while bare[place] != "]":
        if index == number:
            return place
        place, index = _after_space(bare, _end(bare, place)), index + 1
        if bare[place] == ",":
            place = _after_space(bare, place + 1)
    return None


def _end(bare: str, place: int) -> int:
    return _DECODER.raw_decode(bare, place)[1]


def _after_space(bare: str, place: int) -> int:
    found = _SPACE.match(bare, place)
    return found.end() if found else place
