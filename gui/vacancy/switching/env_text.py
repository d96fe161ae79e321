"""Environment files (.env): lines such as `export NAME="value" # comment`, read as most tools read them.

There is no standard. Read is what python-dotenv, Node's dotenv and shells agree on: quotes may reach over lines, a
comment begins at " #" behind a value without quotes, and of two lines for one name the last holds.
"""

import re

from vacancy.switching.syntax import KeyPath, Splice, UnfitTextError, by_hand
from vacancy.words import tr

_BINDING = re.compile(
    r"""^[ \t]*(?:export[ \t]+)?(?P<name>[^\s=\#'"]+)[ \t]*=[ \t]*
    (?P<value>"(?:[^"\\]|\\.)*+" | '[^']*' | `[^`]*`
    | [^\s"'`\#][^\r\n]*?(?<![ \t])(?=[ \t]+\# | [ \t]*\r?$)
    | (?=[ \t]*(?:\#|\r?$)))""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_PLAIN = re.compile(r"[\w./:@+-]+")
_READ_WITHIN = frozenset('"\\$`')
"""What means something between double quotes."""


class EnvSyntax:
    """An environment file. A path has one step: the variable's name."""

    def load(self, text: str) -> object:
        """Each name with its last value."""
        return {name: _unquoted(value) for name, value in ((each["name"], each["value"]) for each in _bindings(text))}

    def splice(self, text: str, where: KeyPath, value: str, *, after: KeyPath | None) -> Splice:
        """The change that sets a variable; a missing one gets a line at the end. `after` is not heeded."""
        del after
        name = str(where[0])
        bindings = _bindings(text)
        found = [each for each in bindings if each["name"] == name]
        if found:
            begin, end = found[-1].span("value")
            gap = " " if text.startswith("#", end) else ""
            return Splice(begin, end, _quoted(value, text[begin:end]) + gap)
        for odd in re.finditer(rf"^[ \t]*(?:export[ \t]+)?{re.escape(name)}\s*=", text, re.MULTILINE):
            if not any(each.start() <= odd.start() < each.end() for each in bindings):
                raise UnfitTextError(by_hand(where), text.count("\n", 0, odd.start()) + 1)
        end_of_line = "\r\n" if "\r\n" in text[: text.find("\n") + 1] else "\n"
        line = f"{name}={_quoted(value, '')}"
        if text and not text.endswith("\n"):
            return Splice(len(text), len(text), f"{end_of_line}{line}")
        return Splice(len(text), len(text), f"{line}{end_of_line}")


class WholeText:
    """A file that holds one value and nothing else. The path has no step."""

    def load(self, text: str) -> object:
        """The value without the blanks around it; an empty one is none."""
        return text.strip() or None

    def splice(self, text: str, where: KeyPath, value: str, *, after: KeyPath | None) -> Splice:
        """The change of the value; blanks and line ends around it stay."""
        del where, after
        if len(text.split()) > 1:
            raise UnfitTextError(tr("one word is expected there, and nothing else."))
        begin = len(text) - len(text.lstrip()) if text.strip() else 0
        return Splice(begin, begin + len(text.strip()), value)


def _bindings(text: str) -> list[re.Match[str]]:
    """The lines that set a variable; what stands inside a quoted value of several lines is none of them."""
    found: list[re.Match[str]] = []
    place = 0
    while match := _BINDING.search(text, place):
        found.append(match)
        place = max(match.end(), match.start() + 1)
    return found


def _unquoted(value: str) -> str:
    if value[:1] == '"':
        return re.sub(r"\\(.)", r"\1", value[1:-1])
    return value[1:-1] if value[:1] in {"'", "`"} else value.rstrip()


def _quoted(value: str, like: str) -> str:
    """The value between quotes of the kind that the old one has, or without where it needs none.

    Between double quotes a shell, python-dotenv and Node's dotenv read a backslash and a dollar each in its own way,
    so what holds such a sign goes between single ones, which all of them take as it is.

    Raises:
        UnfitTextError: there is no spelling that all of them read alike.
    """
    if like[:1] not in {'"', "'", "`"} and _PLAIN.fullmatch(value):
        return value
    is_read_within = bool(_READ_WITHIN & set(value))
    if "\\" in value or ("'" in value and is_read_within):
        raise UnfitTextError(tr("not every program would read that value alike. Write it there by hand."))
    return f"'{value}'" if "'" not in value and (like[:1] == "'" or is_read_within) else f'"{value}"'
