"""What was found on this machine before anybody typed, and how that is said. Free of Qt, and so of every window."""

from dataclasses import dataclass

from vacancy.domain.sighting import Login
from vacancy.words import plain, tr, tr_n

_PATH_LENGTH = 80


@dataclass(frozen=True, slots=True)
class CodexFound:
    """What Codex has on this machine, as its own files say."""

    folder: str
    login: Login
    models: tuple[str, ...]
    """The ids in Codex's own list, which may be empty."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was there before anybody typed."""

    codex: CodexFound | None = None
    codex_is_elsewhere: bool = False
    """It was found by CODEX_HOME, which a start at login may not know, so the folder has to be written down."""
    variable: str | None = None
    """The environment variable that holds an OpenAI key."""


def found_line(found: CodexFound) -> str:
    """Where Codex is, who is logged in to it, and how many models it lists."""
    folder, count = plain(found.folder, _PATH_LENGTH), len(found.models)
    match found.login:
        case Login.CHATGPT:
            return tr_n(count, "Found in {folder}: logged in with ChatGPT, {n} model listed.",
                        "Found in {folder}: logged in with ChatGPT, {n} models listed.", folder=folder)  # fmt: skip
        case Login.API_KEY:
            return tr_n(count, "Found in {folder}: logged in with an API key, {n} model listed.",
                        "Found in {folder}: logged in with an API key, {n} models listed.", folder=folder)  # fmt: skip
        case Login.NONE:
            return tr("Found in {folder}, but nobody is logged in to Codex yet.", folder=folder)
        case Login.OTHER | Login.UNKNOWN:
            return tr_n(count, "Found in {folder}: {n} model listed.", "Found in {folder}: {n} models listed.",
                        folder=folder)  # fmt: skip
