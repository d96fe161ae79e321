"""Probes under the event loop that the app really runs on."""

import asyncio
import time
from datetime import timedelta

import pytest
import qasync

from fakes import behaviours
from fakes.probing import connection_to, prober
from fakes.provider_server import ProviderServer
from vacancy.domain.catalog import ModelEntry
from vacancy.domain.evidence import Ending


@pytest.mark.real_desktop
def test_deadlines_and_cancelling_hold_under_qt(qapp):
    """A drip ends at its deadline, a cancelled probe leaves the next one free, and nothing is left pending."""

    async def run(server):
        asking, connection = prober(), connection_to(server)

        def ask(model, seconds):
            return asking.probe(ModelEntry("loopback", model), connection, timeout=timedelta(seconds=seconds))

        began = time.monotonic()
        dripping = await ask("drip", 1)
        took = time.monotonic() - began
        hanging = [asyncio.create_task(ask("hang", 30)) for _ in range(5)]
        await asyncio.sleep(0.1)
        for task in hanging:
            task.cancel()
        await asyncio.gather(*hanging, return_exceptions=True)
        fine = await ask("ok", 5)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        return dripping, took, fine, others

    with ProviderServer() as server, qasync.QEventLoop(qapp) as loop:
        server.models.update(drip=behaviours.drip, hang=behaviours.hang, ok=behaviours.ok)
        dripping, took, fine, others = loop.run_until_complete(run(server))
    assert dripping.exception.type == "DeadlineExceeded"
    assert 0.8 < took < 2
    assert fine.answer.ending is Ending.COMPLETED
    assert others == set()
