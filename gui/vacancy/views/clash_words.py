"""What is said about a setting that was changed in the window and in the file at once."""

from collections.abc import Mapping
from datetime import timedelta

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.durations import format_duration
from vacancy.domain.merging import ORDER, Clash, Value
from vacancy.domain.preferences import TargetEntry
from vacancy.words import mark, plain, tr

_LENGTH = 60
_NAMES: Mapping[str, str] = {
    "url": mark("Address"),
    "base_url": mark("Address"),
    "interval": mark("Ask every"),
    "probing.interval": mark("Ask the model in use every"),
    "status_page.interval": mark("Read it every"),
    "reserve_interval": mark("Ask the models in reserve every"),
    "timeout": mark("Wait for an answer at most"),
    "slow_after": mark("Call it slow after"),
    "daily_requests": mark("Requests a day at most"),
    "daily_tokens": mark("Tokens a day at most"),
    "recovered": mark("Tell me when a model is back"),
    "switched": mark("Tell me when another one works"),
    "nothing_works": mark("Tell me when nothing works"),
    "needs_user": mark("Tell me when a key is refused"),
    "incidents": mark("Tell me when the status page names a model"),
    "quiet_hours": mark("Quiet hours"),
    "icon_style": mark("Tray icon"),
    "language": mark("Language"),
    "locked": mark("While the screen is locked"),
    "idle": mark("While nobody touches the machine"),
    "on_battery": mark("On battery"),
    "metered": mark("On a metered network"),
    "target": mark("Switch this tool"),
    "automatic": mark("Switch it without asking me"),
    "kind": mark("Kind"),
    "key": mark("Key"),
    "targets.key": mark("Key or variable"),
    "proxy": mark("Proxy"),
    "ca_file": mark("Own certificates"),
    "home": mark("Codex's folder"),
    "program": mark("Program"),
    "ask": mark("Ask a model through Codex"),
    "label": mark("Name shown"),
    "paused": mark("Paused"),
    "muted": mark("Quiet"),
    "path": mark("File"),
    "prefix": mark("Written before the model"),
    "input_per_million": mark("Price of a million tokens sent"),
    "output_per_million": mark("Price of a million tokens answered"),
    "currency": mark("Currency"),
}
"""What the forms call the keys of the file, some by their tables; a test holds it to be total."""


def headline(clash: Clash) -> str:
    """Which setting it is."""
    if clash.where == ORDER:
        return tr("The order of the models")
    section, *rest = clash.where
    if section not in {"connections", "models", "targets", "prices"}:
        return tr(_NAMES.get(f"{section}.{rest[0]}", _NAMES.get(rest[0], "")))
    name = plain(rest[0], _LENGTH)
    if len(rest) == 1:
        return name
    return tr("{name}: {setting}", name=name, setting=tr(_NAMES.get(f"{section}.{rest[1]}", _NAMES[rest[1]])))


def both(clash: Clash) -> str:
    """Both values, the window's first."""
    return tr("Here: {mine}. In the file: {theirs}.", mine=_shown(clash.mine), theirs=_shown(clash.theirs))


def clashes_line() -> str:
    """Why nothing can be saved yet."""
    return tr("The file was changed too, on the marked pages. Choose what holds; nothing is overwritten before.")


def _shown(value: Value) -> str:
    """A value as the file has it, short."""
    match value:
        case None | "":
            return tr("nothing")
        case bool():
            return tr("yes") if value else tr("no")
        case timedelta():
            return format_duration(value)
        case Connection():
            return plain(value.base_url or value.kind, _LENGTH)
        case ModelEntry():
            return plain(value.name, _LENGTH)
        case TargetEntry():
            return plain(value.path or value.kind, _LENGTH)
        case tuple():
            return plain(", ".join(str(each).partition("/")[2] for each in value), 2 * _LENGTH)
        case _:
            return plain(str(value), _LENGTH)
