"""One key's life on the keyring of this session's bus, told as JSON; a program for a process of its own."""

import asyncio
import json
from datetime import timedelta

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource
from vacancy.errors import KeyStoreError
from vacancy.redaction import Secret
from vacancy.store.secrets import KeyStore

OPENAI = Connection("openai", ConnectionKind.OPENAI, "https://api.openai.com/v1", KeySource(KeyKind.KEYRING))
KEY = "sk-canary-0123456789"


async def said(call):
    """What a call answers, or its trouble."""
    try:
        return await call
    except KeyStoreError as error:
        return error.trouble


async def main():
    """Each step by a store of its own where another run would make it."""

    def new():
        """The store of another run."""
        return KeyStore(environment={}, timeout=timedelta(seconds=20))

    writer = new()
    before = (await new().status(OPENAI)).trouble
    await said(writer.write(OPENAI, Secret("sk-canary-older-one")))
    write = await said(writer.write(OPENAI, Secret(KEY)))
    reader = new() if write == "keyring" else writer
    read = await said(reader.read(OPENAI)) == Secret(KEY)
    backend = (await reader.status(OPENAI)).backend
    delete = await said(writer.delete(OPENAI))
    after = (await new().status(OPENAI)).trouble
    steps = {"backend": backend, "before": before, "write": write, "read": read, "delete": delete, "after": after}
    print(json.dumps(steps))  # noqa: T201 - the answer


asyncio.run(main())
