"""The words for what keeps a model from being asked: why and what to do, the state in a row, the first sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from vacancy.domain.verdict import Hindrance
from vacancy.words import mark, tr


@dataclass(frozen=True, slots=True)
class Words:
    """What is said about one hindrance; marked here, and said by `tr` when it is read."""

    reason: str
    """Why nothing can be sent on the `{connection}`, and what to do about it."""
    need: str | None = None
    """The state in a row; None where nothing of the user is needed."""
    sentence: str | None = None
    """The first sentence, about the model of that `{name}`; None as above."""


_WORDS: Mapping[Hindrance, Words] = {
    Hindrance.KEY_MISSING: Words(
        mark("No key stored for {connection} - vacancy key set {connection}"),
        mark("needs you: no key stored"),
        mark("{name} needs you: no key is stored for {connection}"),
    ),
    Hindrance.KEY_VARIABLE_UNSET: Words(
        mark("The variable with the key of {connection} is not set - set it, then start Vacancy again"),
        mark("needs you: variable not set"),
        mark("{name} needs you: the variable with its key is not set"),
    ),
    Hindrance.KEY_UNUSABLE: Words(
        mark("The key of {connection} has spaces or foreign characters - vacancy key set {connection}"),
        mark("needs you: key not usable"),
        mark("{name} needs you: the stored key cannot be a key"),
    ),
    Hindrance.KEYRING_LOCKED: Words(
        mark("The keyring is locked - unlock it, then check again"),
        mark("needs you: keyring locked"),
        mark("{name} needs you: the keyring is locked"),
    ),
    Hindrance.KEYRING_SILENT: Words(
        mark("The keyring does not answer - perhaps it asks for a password behind a window, then check again"),
        mark("needs you: keyring does not answer"),
        mark("{name} needs you: the keyring does not answer"),
    ),
    Hindrance.KEYRING_ABSENT: Words(
        mark("No safe keyring on this desktop - give the key for this session in Settings, or name a variable"),
        mark("needs you: no keyring"),
        mark("{name} needs you: there is no safe place for its key"),
    ),
    Hindrance.PROXY_UNUSABLE: Words(
        mark("The proxy of {connection} cannot be used - mend it in Settings"),
        mark("needs you: proxy not usable"),
        mark("{name} needs you: the proxy of {connection} cannot be used"),
    ),
    Hindrance.CERTIFICATES_UNUSABLE: Words(
        mark("The certificate file of {connection} cannot be used - choose another one in Settings"),
        mark("needs you: certificate file"),
        mark("{name} needs you: the certificate file of {connection} cannot be used"),
    ),
    Hindrance.SESSIONS_ABSENT: Words(
        mark("Codex's folder was not found - use Codex once, or set its folder for {connection} in Settings"),
        mark("needs you: Codex not found"),
        mark("{name} needs you: Codex was not found on this machine"),
    ),
    Hindrance.SESSIONS_UNREADABLE: Words(
        mark("Codex's folder may not be read - check who owns it, or set another one for {connection}"),
        mark("needs you: Codex's folder is closed"),
        mark("{name} needs you: Codex's folder may not be read"),
    ),
    Hindrance.LOGGED_OUT: Words(
        mark("Nobody is logged in to Codex - run codex login, then use it once"),
        mark("needs you: Codex not logged in"),
        mark("{name} needs you: nobody is logged in to Codex"),
    ),
    Hindrance.PROGRAM_ABSENT: Words(
        mark("The codex program was not found - set its path for {connection} in Settings")
    ),
    Hindrance.PROGRAM_UNFIT: Words(
        mark("Codex could not be asked: it did not start, or refused - what it writes down is read still")
    ),
    Hindrance.ONLY_READ: Words(
        mark("Nothing is asked on {connection} - what Codex writes down about its turns is read")
    ),
    Hindrance.USAGE_SPENT: Words(
        mark("The allowance of your Codex login is used up - a window that begins anew gives it back")
    ),
    Hindrance.BUDGET_SPENT: Words(mark("Today's requests are used up - asking goes on at midnight")),
    Hindrance.OFFLINE: Words(mark("This machine has no network - asking goes on when it is back")),
}
"""A test holds it to be total, and to speak of the user's doing where, and only where, something is needed of them."""


def hindrance_reason(hindrance: Hindrance, connection: str) -> str:
    """Why nothing can be sent on a connection, and what to do about it."""
    return tr(_WORDS[hindrance].reason, connection=connection)


def hindrance_need(hindrance: Hindrance | None) -> str | None:
    """The state of a model that needs the user because of it, short enough for a row."""
    need = None if hindrance is None else _WORDS[hindrance].need
    return None if need is None else tr(need)


def hindrance_sentence(hindrance: Hindrance | None, name: str, connection: str) -> str | None:
    """The first sentence about a model that needs the user because of it."""
    sentence = None if hindrance is None else _WORDS[hindrance].sentence
    return None if sentence is None else tr(sentence, name=name, connection=connection)
