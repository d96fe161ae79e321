"""Keyrings for tests, which enter by constructor."""

import threading

from vacancy.errors import KeyStoreError, KeyTrouble


class MemoryKeyring:
    """Keeps what it is given, and counts how often it was asked."""

    name = "memory"

    def __init__(self):
        """Nothing is kept yet."""
        self.items = {}
        self.calls = []

    def get(self, service, username):
        """The text, counted as a call."""
        self.calls.append("get")
        return self.items.get((service, username))

    def set(self, service, username, text):
        """Keep the text, counted as a call."""
        self.calls.append("set")
        self.items[service, username] = text

    def delete(self, service, username):
        """Forget the text, counted as a call."""
        self.calls.append("delete")
        return self.items.pop((service, username), None) is not None


class PretendingKeyring(MemoryKeyring):
    """Says yes to every write and forgets it at once."""

    name = "pretender"

    def set(self, service, username, text):  # noqa: ARG002 - dropped, that is the point
        """Count the call and drop the text."""
        self.calls.append("set")


class HangingKeyring(MemoryKeyring):
    """Shows a prompt that nobody answers, until `answered` is set."""

    name = "hanging"

    def __init__(self):
        """The prompt is open."""
        super().__init__()
        self.answered = threading.Event()

    def get(self, service, username):
        """The text, once the prompt is answered."""
        text = super().get(service, username)
        self.answered.wait(30)
        return text


class LockedKeyring(MemoryKeyring):
    """Its prompt is dismissed each time."""

    name = "locked"

    def get(self, service, username):
        """Refuse, counted as a call."""
        super().get(service, username)
        raise KeyStoreError(KeyTrouble.LOCKED, "The keyring is locked", "Unlock it.")

    def set(self, service, username, text):
        """Refuse, counted as a call."""
        super().set(service, username, text)
        raise KeyStoreError(KeyTrouble.LOCKED, "The keyring is locked", "Unlock it.")


def no_keyring():
    """Opens the keyring of a desktop that has none."""
    raise KeyStoreError(KeyTrouble.ABSENT, "There is no keyring", "Start one.")
