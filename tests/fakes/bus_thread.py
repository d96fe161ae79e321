"""A thread with an asyncio loop and a connection to the session bus, for D-Bus services that tests talk to.

The program under test answers calls on the main thread, so a test never blocks on a result: it waits for the future
while its own loop turns.
"""

import asyncio
import threading

from dbus_fast import BusType, Message, MessageType
from dbus_fast.aio import MessageBus


class BusThread:
    """Owns the loop; `start` returns when the bus is connected, `stop` when the thread has ended."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(lambda *_: None)  # a bus that a test kills is no news
        self.bus = None
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def start(self):
        """Connect."""
        self._thread.start()
        self.now(self._connect())

    def stop(self):
        """Disconnect, which ends every name and object of this connection."""
        self.now(self._disconnect())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(5)
        self.loop.close()

    def later(self, work):
        """Run a coroutine there; the future is done when it has ended."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def now(self, work):
        """Run a coroutine there that needs no answer from the main thread."""
        return self.later(work).result(5)

    async def call(self, destination, path, interface, member, signature="", *body):
        """Call a method and return the body of its answer."""
        reply = await self.bus.call(
            Message(
                destination=destination,
                path=path,
                interface=interface,
                member=member,
                signature=signature,
                body=list(body),
            )
        )
        if reply.message_type is MessageType.ERROR:
            raise RuntimeError(f"{member}: {reply.error_name} {reply.body}")
        return reply.body

    async def _connect(self):
        self.bus = await MessageBus(bus_type=BusType.SESSION).connect()

    async def _disconnect(self):
        self.bus.disconnect()
        await asyncio.sleep(0)
