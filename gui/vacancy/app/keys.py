"""Words about keys that both windows need."""

from vacancy.domain.catalog import KeyKind
from vacancy.store.secrets import KeyStatus, KeyStore, Stored
from vacancy.words import tr


def key_state(status: KeyStatus) -> str:
    """Whether a key is there, and where."""
    if status.where == Stored.SESSION_ONLY:
        return tr("Kept until Vacancy ends: this desktop has no safe place for keys")
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


async def kept_where(keys: KeyStore) -> tuple[str, bool]:
    """Where a new key will be kept, in words, and whether that is a safe place."""
    backend = await keys.place()
    if backend is None:
        return tr("memory until Vacancy ends - this desktop has no safe place for keys"), False
    return backend, True
