"""Words: the one door through which every text for people passes, in the language that is spoken.

The English sentence in the code is its own key. `resources/translations/zh_CN.po` holds its translation and is
compiled beside it (`build_scripts/translate`). The language is the process's: people have one pair of eyes, and
handing it through every function that may say something would hide what those functions are about. Whoever changes
it builds or words its windows anew.
"""

import errno
import gettext
import re
import struct
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from vacancy.assets import asset

LINE = 160
"""Longest piece of foreign text shown in one line."""

_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]+"
)
"""Control and direction characters, and halves of characters, which no encoding carries: foreign text must not be able
to break or turn a line of ours."""


class Language(StrEnum):
    """The languages that Vacancy speaks; the value is the word used in config.toml."""

    ENGLISH = "en"
    CHINESE = "zh_CN"


_spoken: list[gettext.NullTranslations] = [gettext.NullTranslations()]
"""The catalogue in use; a list of one, so that `speak` can exchange it."""


def speak(language: Language) -> None:
    """Say everything in that language from now on; what was said before is not changed.

    Raises:
        OSError: the catalogue is missing or broken; the language stays as it was.
    """
    if language is Language.ENGLISH:
        _spoken[0] = gettext.NullTranslations()
        return
    _spoken[0] = catalogue(asset(f"translations/{language}.mo"))


def catalogue(path: Path) -> gettext.GNUTranslations:
    """The translations in a compiled file.

    Raises:
        OSError: it is missing or broken.
    """
    with path.open("rb") as file:
        try:
            return gettext.GNUTranslations(file)
        except (struct.error, ValueError, LookupError) as error:  # half a file, or another one
            raise OSError(errno.EINVAL, str(error)) from error


def language_of(wanted: Sequence[str]) -> Language:
    """The language to speak for whoever wants these, best first, as in "zh-Hans-CN" or "en_GB.UTF-8".

    Chinese in traditional characters is not ours, so its reader is asked for the next wish. Systems repeat a wish
    without its parts, and then a plain "zh" means the characters that were named before it.
    """
    traditional = False
    for name in wanted:
        parts = [part.lower() for part in re.split(r"[-_.@]", name)]
        if parts[0] == "zh":
            traditional = bool(_TRADITIONAL & set(parts)) or (traditional and len(parts) == 1)
            if not traditional:
                return Language.CHINESE
        if parts[0] in {"en", "c", "posix"}:
            return Language.ENGLISH
    return Language.ENGLISH


_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})


def asked_for(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The languages that a POSIX environment asks for, best first, read as gettext reads them."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "C")
    if locale.partition(".")[0] in {"C", "POSIX"}:
        return (locale,)
    return (*(name for name in environment.get("LANGUAGE", "").split(":") if name), locale)


def tr(template: str, /, **values: object) -> str:
    """A sentence for people, from a whole template with named places."""
    return (_spoken[0].gettext(template) if template else "").format(**values)


def tr_n(count: int, one: str, many: str, /, **values: object) -> str:
    """The same for a sentence about a number, which the templates call `{n}`."""
    return _spoken[0].ngettext(one, many, count).format(n=count, **values)


def mark(template: str, /) -> str:
    """A template that is found by translators here, and said by `tr` later: for tables of words."""
    return template


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
