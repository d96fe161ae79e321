"""TOML: where each value stands, so that one of them can be exchanged and every other byte kept.

tomllib says what a text means but not where, and tomlkit writes a text anew, which is not byte for byte in every
case. So a small scanner walks the text; it only runs on text that one of them accepted, and need not find faults.

Codex reads TOML 1.1 (inline tables over several lines, a comma at their end), which tomllib learns with Python 3.15.
What tomllib refuses is therefore given to tomlkit before it is called broken.
"""

import contextlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

import tomlkit
from tomlkit.exceptions import TOMLKitError

from vacancy.switching.syntax import KeyPath, Splice, UnfitTextError, by_hand, key_name, text_at, value_at
from vacancy.words import plain, tr

_BLANK = re.compile(r"[ \t]*")
_VOID = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*+")
"""What may stand between two things: blanks, line ends and comments."""
_REST_OF_LINE = re.compile(r"[^\n]*\n?")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*'""")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]+")
_POSITION = re.compile(r" \(at line (\d+), column \d+\)$")
_FIRST_COMMENTS = re.compile(r"(?:[ \t]*#[^\n]*\n)+[ \t]*\r?\n")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


@dataclass(frozen=True, slots=True)
class _Binding:
    """One `key = value` of the text."""

    path: KeyPath
    table: KeyPath | None
    """The table whose header it stands under, () for none; None when it stands inside an inline value."""
    begin: int
    """Where its value begins."""
    end: int


@dataclass(frozen=True, slots=True)
class _Header:
    """One `[table]` or `[[table]]`."""

    path: KeyPath
    begin: int


class TomlSyntax:
    """TOML 1.1."""

    def load(self, text: str) -> object:
        """The document; floats are texts, so that every one of them equals itself."""
        try:
            return tomllib.loads(text, parse_float=_Number)
        except tomllib.TOMLDecodeError as error:
            with contextlib.suppress(TOMLKitError, ValueError):
                return _with_numbers(tomlkit.parse(text).unwrap())
            position = _POSITION.search(str(error))
            detail = plain(_POSITION.sub("", str(error)).removesuffix(" (at end of document)"))
            raise UnfitTextError(
                tr(
                    "this is not TOML ({detail}). Correct it first: the tool itself cannot read it either.",
                    detail=detail,
                ),
                int(position[1]) if position else None,
            ) from None
        except ValueError:
            raise UnfitTextError(tr("a number has more digits than can be read.")) from None

    def splice(self, text: str, where: KeyPath, value: str, *, after: KeyPath | None) -> Splice:
        """The change that sets a text; a missing key gets a line in its table."""
        meaning = self.load(text)
        marks = _scanned(text)
        old = next((mark for mark in marks if isinstance(mark, _Binding) and mark.path == where), None)
        if value_at(meaning, where) is None:
            return _insertion(text, marks, where, value, after)
        if old is None or text_at(meaning, where) is None:
            inside = next((mark for mark in marks if mark.path[: len(where)] == where), None)
            line = text.count("\n", 0, inside.begin) + 1 if inside else None
            raise UnfitTextError(tr("{key} is no text there. Change it there by hand.", key=key_name(where)), line)
        return Splice(old.begin, old.end, _quoted(value, like=text[old.begin : old.end]))


class _Number(str):
    """A float as it is written."""

    __slots__ = ()


def _with_numbers(value: object) -> object:
    """The same document with its floats as texts."""
    if isinstance(value, dict):
        return {key: _with_numbers(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_with_numbers(each) for each in value]
    return _Number(value) if isinstance(value, float) else value


def line_of(text: str, where: KeyPath) -> int | None:
    """The line of a key or a table's header in a sound text; None when it does not stand there by itself."""
    for mark in _scanned(text):
        if mark.path == where:
            return text.count("\n", 0, mark.begin) + 1
    return None


def _insertion(text: str, marks: list[_Binding | _Header], where: KeyPath, value: str, after: KeyPath | None) -> Splice:
    """A new line for a missing key: below the named one, the last of its table, or the table's header."""
    *table, key = where
    line = f"{_key(str(key))} = {_quoted(value)}"
    end_of_line = "\r\n" if "\r\n" in text[: text.find("\n") + 1] else "\n"
    direct = [mark for mark in marks if isinstance(mark, _Binding) and mark.table == tuple(table)]
    near = [mark for mark in direct if mark.path == after] or direct[-1:]
    headers = [mark for mark in marks if isinstance(mark, _Header) and mark.path == tuple(table)]
    above = near[0].end if near else headers[0].begin if headers else None
    if above is None and table:
        raise UnfitTextError(by_hand(where))
    if above is None:
        comments = _FIRST_COMMENTS.match(text)
        place = comments.end() if comments else 0
        gap = end_of_line if text[place:].lstrip(" \t").startswith(("[", "#")) else ""
        return Splice(place, place, f"{line}{end_of_line}{gap}" if text else line + end_of_line)
    rest = _REST_OF_LINE.match(text, above)
    place = rest.end() if rest else len(text)
    if not text[:place].endswith("\n"):
        return Splice(place, place, f"{end_of_line}{line}")
    return Splice(place, place, f"{line}{end_of_line}")


def _scanned(text: str) -> list[_Binding | _Header]:
    """Every key and every header of a sound text, in its order.

    Raises:
        UnfitTextError: the text is not sound after all, so that the scan ran over its end.
    """
    try:
        return list(_marks(text))
    except IndexError:
        raise UnfitTextError(_odd()) from None


def _odd() -> str:
    return tr("this is written in a way that cannot be changed safely.")


def _marks(text: str) -> Iterator[_Binding | _Header]:
    table: KeyPath = ()
    sizes: dict[KeyPath, int] = {}
    place = _after(_VOID, text, 0)
    while place < len(text):
        begin = place
        if text[place] == "[":
            is_list = text.startswith("[[", place)
            keys, place = _keys(text, place + 1 + is_list)
            table = _resolved(keys, sizes, is_new_element=is_list)
            place = _after(_BLANK, text, place) + 1 + is_list
            yield _Header(table, begin)
        else:
            keys, place = _keys(text, place)
            place = _after(_BLANK, text, place + 1)
            inner: list[_Binding] = []
            end = _value_end(text, place, (*table, *keys), inner)
            yield _Binding((*table, *keys), table if len(keys) == 1 else None, place, end)
            yield from inner
            place = end
        place = _after(_VOID, text, place)


def _resolved(keys: list[str], sizes: dict[KeyPath, int], *, is_new_element: bool) -> KeyPath:
    """The path of a header: the names that lists of tables have on the way are followed by their last element."""
    path: KeyPath = ()
    for number, key in enumerate(keys, start=1):
        path = (*path, key)
        if is_new_element and number == len(keys):
            sizes[path] = sizes.get(path, -1) + 1
        if path in sizes:
            path = (*path, sizes[path])
    return path


def _keys(text: str, place: int) -> tuple[list[str], int]:
    """The parts of a dotted key, and where it ends: at its equals sign or its closing bracket."""
    keys: list[str] = []
    while True:
        place = _after(_BLANK, text, place)
        found = _KEY.match(text, place)
        if found is None:
            line = text.count("\n", 0, place) + 1
            raise UnfitTextError(_odd(), line)
        token = found[0]
        keys.append(str(next(iter(tomlkit.parse(f"{token}=0")))) if token[0] in "\"'" else token)
        place = _after(_BLANK, text, found.end())
        if not text.startswith(".", place):
            return keys, place
        place += 1


def _value_end(text: str, place: int, path: KeyPath, inner: list[_Binding]) -> int:
    """Where the value that begins there ends; the keys inside it are added to `inner`."""
    if text[place] == "[":
        return _array_end(text, place, path, inner)
    if text[place] == "{":
        return _inline_table_end(text, place, path, inner)
    if found := _STRING.match(text, place):
        return found.end()
    scalar = _SCALAR.match(text, place)
    return place + len(scalar[0].rstrip(" \t")) if scalar else place


def _array_end(text: str, place: int, path: KeyPath, inner: list[_Binding]) -> int:
    place, index = _after(_VOID, text, place + 1), 0
    while text[place] != "]":
        begin = place
        place = _value_end(text, begin, (*path, index), inner)
        inner.append(_Binding((*path, index), None, begin, place))
        place, index = _after(_VOID, text, place), index + 1
        if text[place] == ",":
            place = _after(_VOID, text, place + 1)
    return place + 1


def _inline_table_end(text: str, place: int, path: KeyPath, inner: list[_Binding]) -> int:
    place = _after(_VOID, text, place + 1)
    while text[place] != "}":
        keys, place = _keys(text, place)
        begin = _after(_BLANK, text, place + 1)
        place = _value_end(text, begin, (*path, *keys), inner)
        inner.append(_Binding((*path, *keys), None, begin, place))
        place = _after(_VOID, text, place)
        if text[place] == ",":
            place = _after(_VOID, text, place + 1)
    return place + 1


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Where something that may be there ends."""
    found = pattern.match(text, place)
    return found.end() if found else place


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(value: str, like: str = '"') -> str:
    """The value as TOML, between quotes of the kind that the old one has."""
    if like.startswith("'") and not like.startswith("'''") and "'" not in value and value.isprintable():
        return f"'{value}'"
    escaped = "".join(_ESCAPES.get(char, char) for char in value)
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'
