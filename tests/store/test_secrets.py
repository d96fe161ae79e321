"""The claims of `store.secrets`."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from fakes.keyrings import HangingKeyring, LockedKeyring, MemoryKeyring, PretendingKeyring, no_keyring
from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.errors import KeyStoreError, KeyTrouble
from vacancy.redaction import Secret
from vacancy.store.secrets import KeyStatus, KeyStore, Stored, origin, usable

CANARY = "sk-canary-0123456789"
OPENAI = Connection("openai", ConnectionKind.OPENAI, "https://api.openai.com/v1", KeySource(KeyKind.KEYRING))


def store_on(keyring, **options):
    """A store on a fake keyring, with a short deadline."""
    options = {"environment": {}, "timeout": timedelta(seconds=5)} | options
    return KeyStore(keyring=lambda: keyring, **options)


def trouble_of(coroutine):
    """The trouble with which a call fails."""
    with pytest.raises(KeyStoreError) as caught:
        asyncio.run(coroutine)
    assert caught.value.title
    assert caught.value.message
    assert "canary" not in f"{caught.value!r} {caught.value.__cause__!r}"
    return caught.value.trouble


def test_a_key_is_kept_and_read_back():
    """What was written can be read by another run, without the spaces that came along when it was copied."""
    keyring = MemoryKeyring()
    assert asyncio.run(store_on(keyring).write(OPENAI, Secret(f" {CANARY}\n"))) is Stored.KEYRING
    assert keyring.calls == ["set", "get"]
    assert asyncio.run(store_on(keyring).read(OPENAI)) == Secret(CANARY)


def test_a_key_is_bound_to_its_connection_and_host():
    """Another name or another origin finds nothing, so a key never goes to a host that it was not given for."""
    keyring = MemoryKeyring()
    asyncio.run(store_on(keyring).write(OPENAI, Secret(CANARY)))
    for other in (
        replace(OPENAI, name="other"),
        replace(OPENAI, base_url="https://api.openai.com.evil.example/v1"),
        replace(OPENAI, base_url="http://api.openai.com/v1"),
        replace(OPENAI, base_url="https://api.openai.com:8443/v1"),
    ):
        assert trouble_of(store_on(keyring).read(other)) is KeyTrouble.MISSING
    assert trouble_of(store_on(keyring, label="vacancy-portable").read(OPENAI)) is KeyTrouble.MISSING
    same_host = replace(OPENAI, base_url="https://API.openai.com:443/v2")
    assert asyncio.run(store_on(keyring).read(same_host)) == Secret(CANARY)


def test_the_keyring_is_asked_once_per_run():
    """A key that was found is remembered, so that no prompt comes twice."""
    keyring = MemoryKeyring()
    asyncio.run(store_on(keyring).write(OPENAI, Secret(CANARY)))
    keys = store_on(keyring)

    async def read_often():
        """Six models of one connection, asked at the same moment."""
        return await asyncio.gather(*(keys.read(OPENAI) for _ in range(5)), keys.read(OPENAI))

    keyring.calls.clear()
    assert set(asyncio.run(read_often())) == {Secret(CANARY)}
    assert asyncio.run(keys.read(OPENAI)) == Secret(CANARY)
    assert keyring.calls == ["get"]


def test_a_missing_key_is_looked_for_again():
    """A key that another process stores meanwhile is found by the next probe."""
    keyring = MemoryKeyring()
    keys = store_on(keyring)
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.MISSING
    asyncio.run(store_on(keyring).write(OPENAI, Secret(CANARY)))
    assert asyncio.run(keys.read(OPENAI)) == Secret(CANARY)


def test_a_keyring_that_pretends_is_found_out():
    """A backend that drops what it was given is as good as none: the key is kept for this run, and that is said."""
    keys = store_on(PretendingKeyring())
    assert asyncio.run(keys.write(OPENAI, Secret(CANARY))) is Stored.SESSION_ONLY
    assert asyncio.run(keys.read(OPENAI)) == Secret(CANARY)
    assert asyncio.run(keys.status(OPENAI)) == KeyStatus("session_only", present=True)


def test_without_a_keyring_a_key_lives_for_this_run_only(tmp_path):
    """No safe place means memory, never a file; the next run has nothing."""
    keys = KeyStore(keyring=no_keyring, environment={})
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.ABSENT
    assert asyncio.run(keys.write(OPENAI, Secret(CANARY))) is Stored.SESSION_ONLY
    assert asyncio.run(keys.read(OPENAI)) == Secret(CANARY)
    assert asyncio.run(keys.delete(OPENAI)) is True
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.ABSENT
    assert trouble_of(KeyStore(keyring=no_keyring, environment={}).delete(OPENAI)) is KeyTrouble.ABSENT


def test_a_keyring_that_comes_up_later_is_used():
    """At login the service may start after us; the next read finds it."""
    keyring = MemoryKeyring()
    asyncio.run(store_on(keyring).write(OPENAI, Secret(CANARY)))
    openers = iter([no_keyring, lambda: keyring])
    keys = KeyStore(keyring=lambda: next(openers)(), environment={})  # noqa: PLW0108 - another opener each time
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.ABSENT
    assert asyncio.run(keys.read(OPENAI)) == Secret(CANARY)


def test_a_dismissed_prompt_is_not_shown_again_by_itself():
    """After a refusal probes fail without asking; when the user wants another try, the keyring is asked once more."""
    keyring = LockedKeyring()
    keys = store_on(keyring)
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.LOCKED
    assert trouble_of(keys.read(replace(OPENAI, name="other"))) is KeyTrouble.LOCKED
    assert keyring.calls == ["get"]
    keys.ask_again()
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.LOCKED
    assert keyring.calls == ["get", "get"]


def test_a_locked_keyring_is_no_reason_to_keep_a_key_elsewhere():
    """Writing to a locked keyring fails plainly; session-only is for desktops that have none."""
    keys = store_on(LockedKeyring())
    assert trouble_of(keys.write(OPENAI, Secret(CANARY))) is KeyTrouble.LOCKED
    assert asyncio.run(keys.status(OPENAI)).present is None


def test_an_unanswered_prompt_does_not_hold_the_loop():
    """The deadline holds while the keyring waits for ever, the loop goes on meanwhile, and one prompt is all."""
    keyring = HangingKeyring()
    keys = store_on(keyring, timeout=timedelta(milliseconds=50))

    async def look():
        """Three reads at once, and how often the loop went on meanwhile."""
        ticks = 0

        async def tick():
            """Count the loop's rounds."""
            nonlocal ticks
            while True:
                await asyncio.sleep(0.005)
                ticks += 1

        ticking = asyncio.create_task(tick())
        results = await asyncio.gather(*(keys.read(OPENAI) for _ in range(3)), return_exceptions=True)
        ticking.cancel()
        return ticks, {result.trouble for result in results}

    ticks, troubles = asyncio.run(look())
    assert ticks >= 3
    assert troubles == {KeyTrouble.NO_ANSWER}
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.NO_ANSWER
    assert keyring.calls == ["get"]
    keyring.answered.set()


def test_an_answer_after_the_deadline_is_used():
    """A user who needs longer for the password is not asked a second time."""
    keyring = HangingKeyring()
    keyring.items["vacancy:openai@https://api.openai.com", "api-key"] = CANARY
    keys = store_on(keyring, timeout=timedelta(milliseconds=50))
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.NO_ANSWER
    keyring.answered.set()
    assert asyncio.run(patient(keys).read(OPENAI)) == Secret(CANARY)
    assert keyring.calls == ["get"]


def test_a_write_that_was_given_up_is_not_done_later():
    """A write still waiting behind a prompt is taken back at its deadline, as the user was told."""
    keyring = HangingKeyring()
    keys = store_on(keyring, timeout=timedelta(milliseconds=50))
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.NO_ANSWER
    assert trouble_of(keys.write(OPENAI, Secret(CANARY))) is KeyTrouble.NO_ANSWER
    keyring.answered.set()
    assert trouble_of(patient(keys).read(OPENAI)) is KeyTrouble.MISSING
    assert "set" not in keyring.calls


def patient(keys):
    """The same store, patient from now on."""
    keys._timeout = timedelta(seconds=5)
    return keys


def test_a_key_from_the_environment():
    """A named variable is read each time and cleaned; unset and unusable are different troubles."""
    environment = {"K": f" {CANARY} "}
    connection = replace(OPENAI, key=KeySource(KeyKind.ENVIRONMENT, "K"))
    keys = KeyStore(keyring=no_keyring, environment=environment)
    assert asyncio.run(keys.read(connection)) == Secret(CANARY)
    assert asyncio.run(keys.status(connection)) == KeyStatus("env:K", present=True)
    environment["K"] = "two words canary"
    assert trouble_of(keys.read(connection)) is KeyTrouble.UNUSABLE
    environment["K"] = " "
    assert trouble_of(keys.read(connection)) is KeyTrouble.VARIABLE_UNSET
    assert asyncio.run(keys.status(connection)).present is False


def test_a_connection_may_need_no_key():
    """Nothing is asked of anybody for `none`."""
    connection = replace(OPENAI, key=KeySource(KeyKind.NONE))
    keys = KeyStore(keyring=no_keyring, environment={})
    assert asyncio.run(keys.read(connection)) is None
    assert asyncio.run(keys.status(connection)) == KeyStatus("none", present=False)


@pytest.mark.parametrize(
    "text", ["", "  ", "short", "sk-canary with space", "sk-canary\nsecond", "sk-canary-ü", "x" * 1201, "sk-canary\x7f"]
)
def test_what_cannot_be_a_key_is_not_kept(text):
    """Blanks, line ends, other alphabets and wrong lengths are refused before the keyring is asked."""
    keyring = MemoryKeyring()
    assert trouble_of(store_on(keyring).write(OPENAI, Secret(text))) is KeyTrouble.UNUSABLE
    assert keyring.calls == []


def test_a_stored_text_that_cannot_be_a_key_is_said():
    """What another program put there is not sent as a header, and counts as present."""
    keyring = MemoryKeyring()
    keyring.items["vacancy:openai@https://api.openai.com", "api-key"] = "canary line\r\nX-Evil: 1"
    keys = store_on(keyring)
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.UNUSABLE
    status = asyncio.run(keys.status(OPENAI))
    assert (status.present, status.trouble) == (True, KeyTrouble.UNUSABLE)


def test_deleting_forgets_everywhere():
    """After a delete neither memory nor keyring has the key; a second delete says that there was none."""
    keyring = MemoryKeyring()
    keys = store_on(keyring)
    asyncio.run(keys.write(OPENAI, Secret(CANARY)))
    assert asyncio.run(keys.delete(OPENAI)) is True
    assert trouble_of(keys.read(OPENAI)) is KeyTrouble.MISSING
    assert asyncio.run(keys.delete(OPENAI)) is False
    assert keyring.items == {}


def test_a_new_key_replaces_the_old_one_at_once():
    """The next read gets the new key, not the remembered one."""
    keys = store_on(MemoryKeyring())
    asyncio.run(keys.write(OPENAI, Secret("sk-canary-old-one")))
    asyncio.run(keys.write(OPENAI, Secret(CANARY)))
    assert asyncio.run(keys.read(OPENAI)) == Secret(CANARY)


def test_the_place_of_a_new_key_can_be_told_beforehand():
    """A window can say where a key would go before anybody types it, and that there is no safe place."""
    assert asyncio.run(store_on(MemoryKeyring()).place()) == "memory"
    assert asyncio.run(KeyStore(keyring=no_keyring, environment={}).place()) is None


def test_every_key_is_learned_for_redaction():
    """Keys from all places are known before anybody can send them, once each."""
    learned = []
    keyring = MemoryKeyring()
    environment = {"K": "sk-canary-environment"}
    keys = store_on(keyring, environment=environment, learned=learned.append)
    asyncio.run(keys.write(OPENAI, Secret(CANARY)))
    asyncio.run(keys.read(OPENAI))
    asyncio.run(keys.read(replace(OPENAI, key=KeySource(KeyKind.ENVIRONMENT, "K"))))
    assert learned == [CANARY, "sk-canary-environment"]


def test_nothing_shows_a_key():
    """Neither the store nor a status has a key in its text."""
    keys = store_on(MemoryKeyring())
    asyncio.run(keys.write(OPENAI, Secret(CANARY)))
    status = asyncio.run(keys.status(OPENAI))
    assert status == KeyStatus("keyring", present=True, backend="memory")
    assert "canary" not in f"{keys!r} {status!r} {vars(keys)['_found']!r}"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://API.Example/v1", "https://api.example"),
        ("https://a.example:443", "https://a.example"),
        ("http://a.example:443/x", "http://a.example:443"),
        ("http://[::1]:80/v1", "http://[::1]"),
        ("", "://"),
    ],
)
def test_the_same_place_has_one_origin(url, expected):
    """Spelling does not make another place, and scheme and port do."""
    assert origin(url) == expected


def test_a_short_key_of_a_local_server_is_usable():
    """Servers at home take keys of any length from the environment."""
    assert usable("sk-1") == "sk-1"
