"""The claims of `redaction`, and the journey of one key through everything that Vacancy keeps."""

import asyncio
import copy
import json
import logging
import pickle
import traceback
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import quote

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.keyrings import MemoryKeyring, no_keyring
from vacancy import logs
from vacancy.domain.catalog import Connection, ConnectionKind, EntryKey, KeyKind, KeySource
from vacancy.domain.events import Probed
from vacancy.domain.memory import Memory
from vacancy.domain.outcome import Kind, Outcome, Scope
from vacancy.domain.preferences import Preferences
from vacancy.errors import VacancyError
from vacancy.redaction import MASK, Secret, redact
from vacancy.store.history import History
from vacancy.store.paths import Paths
from vacancy.store.secrets import KeyStore
from vacancy.store.settings import SettingsFile, problems, show

CANARY = "canary/0123+456789=key"


@pytest.mark.parametrize(
    "text",
    [
        "key sk-proj-abcdefghijklmnop end",
        "Incorrect API key provided: sk-abcde***************wxyz. You can find",
        "Authorization: Bearer abcdefghijklmnop",
        '{"api-key": "abcdefghijklmnop"}',
        "x-api-key=abcdefghijklmnop",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghijklmnop",
        "AIzaSyabcdefghijklmnopqrstuv",
        "Cookie: theme=dark; session=abcdefghijklmnop",
        "{'set-cookie': 'a=1; session=abcdefghijklmnop; Path=/'}",
        "proxy-authorization: Basic abcdefghijklmnop",
    ],
)
def test_what_looks_like_a_key_is_removed(text):
    """Shapes of keys of several vendors, tokens and headers leave the text whoever holds them."""
    assert MASK in redact(text)
    for part in ("abcdefgh", "wxyz", "eyJzdWIi"):
        assert part not in redact(text)


def test_ordinary_words_stay():
    """Model names, ids and sentences are not eaten."""
    text = "gpt-6.2-sol is at capacity; request req_0123456789abcdef; try gpt-5-mini-2025-08-07 at https://api.openai.com/v1"
    assert redact(text) == text


@settings(deadline=None)  # the machine may be busy
@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8, max_size=60), st.text(max_size=20))
def test_a_known_secret_leaves_in_every_form(secret, around):
    """Plain, URL-encoded and in Base64, a secret that is known does not survive, whatever it is made of."""
    forms = (secret, quote(secret, safe=""), b64encode(secret.encode()).decode())
    for form in forms:
        # Where the text around repeats parts of the secret, the claim is about the form as a whole.
        assert form not in redact(f"{around} {form} {around}", [secret]).replace(MASK, "")


def test_a_secret_shows_itself_to_nobody():
    """No text, format, container, traceback or copy machine gets at it; `reveal` does."""
    secret = Secret(CANARY)
    for text in (
        str(secret),
        repr(secret),
        f"{secret}",
        f"{secret:>40}",
        "%s" % secret,  # noqa: UP031 - one of the ways
        repr([secret]),
        repr({"k": secret}),
    ):
        assert "canary" not in text
    assert secret.reveal() == CANARY
    with pytest.raises(TypeError):
        pickle.dumps(secret)
    with pytest.raises(TypeError):
        copy.deepcopy(secret)
    with pytest.raises(TypeError):
        json.dumps(secret)
    with pytest.raises(TypeError):
        msgspec.json.encode(secret)
    with pytest.raises(AttributeError):
        vars_of(secret)


def vars_of(thing):
    """What a debugger's table of attributes would print."""
    return thing.__dict__


def test_secrets_compare_by_their_text():
    """Two secrets of one text are equal and hash alike; a secret is no text."""
    assert Secret(CANARY) == Secret(CANARY)
    assert hash(Secret(CANARY)) == hash(Secret(CANARY))
    assert Secret(CANARY) != Secret("other")
    assert Secret(CANARY) != CANARY


def test_a_key_is_found_nowhere(tmp_path, caplog, capfd):
    """One key goes in by every door; afterwards no file, log, error or output of Vacancy has it in any form."""
    paths = Paths.resolve(tmp_path, {})
    paths.prepare()
    logs.set_up(paths.logs, verbose=True)
    said = []
    keyring = Connection("openai", ConnectionKind.OPENAI, "https://api.openai.com/v1", KeySource(KeyKind.KEYRING))
    variable = replace(keyring, name="env", key=KeySource(KeyKind.ENVIRONMENT, "K"))
    for opener in (MemoryKeyring, no_keyring):
        _live_through(paths, opener, (keyring, variable), said)
    for handler in logging.getLogger().handlers:
        handler.flush()
    everything = "\n".join([*said, *capfd.readouterr()])
    everything += "".join(record.getMessage() for record in caplog.records if record.name.startswith("vacancy"))
    everything += "".join(file.read_bytes().decode("latin-1") for file in tmp_path.rglob("*") if file.is_file())
    assert "history.db" in {file.name for file in tmp_path.rglob("*")}
    for form in (CANARY, quote(CANARY, safe=""), b64encode(CANARY.encode()).decode(), "0123+456789"):
        assert form not in everything


def _live_through(paths, opener, connections, said):
    """What a run of the app does with its files, with the key offered to each of them."""
    keys = KeyStore(keyring=opener, environment={"K": CANARY}, learned=logs.add_secret)
    settings = SettingsFile(paths.config_file)
    history = History(paths.history_file, now=lambda: datetime.now(UTC))
    history.open()
    settings.save(replace(settings.read(), connections=connections))
    for connection in connections:
        for call in (keys.write(connection, Secret(CANARY)), keys.read(connection), keys.status(connection)):
            said.append(_told(call))
    said.append(_told(keys.write(connections[0], Secret(f"{CANARY} with a space"))))
    said.append(f"{keys!r} {connections!r} {settings.read()!r} {show(settings.read())} {problems(paths.config_file)}")
    logging.getLogger("somebody").warning("careless %s", CANARY)
    outcome = Outcome(
        Kind.AUTH_FAILED, Scope.ACCOUNT, transient=False, rule="key", detail=redact(f"bad key {CANARY}", [CANARY])
    )
    history.record([Probed(EntryKey("openai", "gpt-6"), datetime.now(UTC), outcome, 1)])
    history.save(Memory())
    assert history.close()
    try:
        settings.save(
            replace(Preferences(), connections=(replace(connections[0], base_url=f"https://u:{CANARY}@h.example"),))
        )
    except VacancyError:
        said.append(traceback.format_exc())


def _told(call):
    """An answer or a failure, as it would be printed."""
    try:
        return repr(asyncio.run(call))
    except VacancyError as error:
        return f"{error!r} {error.title} {error.message} {traceback.format_exc()}"
