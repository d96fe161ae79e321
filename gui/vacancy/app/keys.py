"""Words about keys that both windows need."""

from vacancy.domain.catalog import IN_VARIABLE, KeyKind
from vacancy.errors import KeyTrouble
from vacancy.store.secrets import KeyStatus, KeyStore, Stored
from vacancy.words import mark, tr

KEPT_FOR_THIS_RUN = mark("Kept until Vacancy ends: this desktop has no safe place for keys")


def key_state(status: KeyStatus) -> str:
    """Whether a key is there, and where."""
    if status.where == Stored.SESSION_ONLY:
        return tr(KEPT_FOR_THIS_RUN)
    if status.where.startswith(IN_VARIABLE):
        return _variable_state(status, status.where.removeprefix(IN_VARIABLE))
    place = status.backend or (tr("the desktop's keyring") if status.where == KeyKind.KEYRING else status.where)
    match status.present:
        case True:
            return tr("A key is kept in {place}", place=place)
        case False if status.where == KeyKind.NONE:
            return tr("No key is needed")
        case False:
            return tr("There is no key in {place}", place=place)
        case None:
            return status.advice


def _variable_state(status: KeyStatus, variable: str) -> str:
    """Nothing is kept in a variable: whoever set it keeps the key, and it is read from there."""
    if status.present:
        return tr("The key is read from the variable {variable}", variable=variable)
    if status.trouble is KeyTrouble.VARIABLE_UNSET:
        return tr("The variable {variable} is not set; set it, then start Vacancy again", variable=variable)
    return status.advice


async def kept_where(keys: KeyStore) -> tuple[str, bool]:
    """Where a new key will be kept, in words, and whether that is a safe place."""
    backend = await keys.place()
    if backend is None:
        return tr("memory until Vacancy ends - this desktop has no safe place for keys"), False
    return backend, True
