"""Words: the one door through which every text for people passes, so that a translation can stand behind it."""

import re

LINE = 160
"""Longest piece of foreign text shown in one line."""

_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")
"""Control and direction characters: foreign text must not be able to break or turn a line of ours."""


def tr(template: str, /, **values: object) -> str:
    """A sentence for people, from a whole template with named placeholders."""
    return template.format(**values)


def tr_n(count: int, one: str, many: str, /, **values: object) -> str:
    """The same for a sentence about a number, which the templates call `{n}`."""
    return tr(one if count == 1 else many, n=count, **values)


def plain(text: str, limit: int = LINE) -> str:
    """Foreign text as one bounded line of plain characters."""
    line = " ".join(_INVISIBLE.sub(" ", text).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def shortened(name: str, limit: int) -> str:
    """A name as one bounded line, its end kept: names of one family differ there."""
    line = plain(name)
    if len(line) <= limit:
        return line
    tail = (limit - 1) // 2
    return f"{line[: limit - 1 - tail].rstrip()}…{line[-tail:].lstrip()}"
