"""The certificates by which servers are believed."""

import asyncio
import os
import ssl
import threading

import pytest

from fakes.self_signed import certificate_and_key
from vacancy.errors import FetchError, RouteError
from vacancy.sources.trust import Trust, build_context, never_empty


def subjects(context: ssl.SSLContext) -> list[str]:
    """Serial numbers of the authorities in a context."""
    return [found["serialNumber"] for found in context.get_ca_certs()]


def test_the_systems_certificates_are_checked():
    """The default context verifies names and certificates, and knows some authority."""
    context = build_context()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert len(subjects(context)) > 10


def empty() -> ssl.SSLContext:
    """A context that trusts nobody yet."""
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@pytest.fixture
def company(tmp_path):
    """A file with one certificate."""
    file = tmp_path / "company.pem"
    file.write_bytes(certificate_and_key()[0])
    return file


def test_a_frozen_program_finds_the_distributions_certificates(tmp_path, company):
    """Where OpenSSL's own places hold nothing, the first bundle that is there is used."""
    assert len(subjects(never_empty(empty(), None, [tmp_path / "none.pem", company]))) == 1


def test_a_system_without_certificates_falls_back_to_mozillas(tmp_path):
    """With no store at all, the list that comes with certifi is used."""
    folder = tmp_path / "certs"
    folder.mkdir()
    assert len(subjects(never_empty(empty(), str(folder), []))) > 10


def test_a_store_that_holds_something_is_left_alone(tmp_path, company):
    """Certificates in the context or in its folder are enough; nothing is added to them."""
    assert subjects(never_empty(empty(), str(company.parent), [])) == []
    context = empty()
    context.load_verify_locations(company)
    assert len(subjects(never_empty(context, None, []))) == 1


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
def test_a_path_that_is_not_there_is_an_error(monkeypatch, tmp_path, variable):
    """OpenSSL would silently trust nobody; we name the path."""
    monkeypatch.setenv(variable, str(tmp_path / "missing"))
    with pytest.raises(FetchError) as caught:
        asyncio.run(Trust().context())
    assert str(tmp_path / "missing") in caught.value.message


def test_a_file_without_certificates_is_an_error(monkeypatch, tmp_path):
    """A file that holds something else is named too."""
    file = tmp_path / "notes.txt"
    file.write_text("no certificate")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with pytest.raises(FetchError) as caught:
        asyncio.run(Trust().context())
    assert str(file) in caught.value.message


def test_named_certificates_replace_the_systems(monkeypatch, company):
    """SSL_CERT_FILE is the whole list, as in every tool built on OpenSSL."""
    monkeypatch.setenv("SSL_CERT_FILE", str(company))
    assert len(subjects(build_context())) == 1


def test_several_folders_may_be_named(monkeypatch, tmp_path):
    """SSL_CERT_DIR is a list, of which one folder must be there."""
    monkeypatch.setenv("SSL_CERT_DIR", os.pathsep.join([str(tmp_path / "missing"), str(tmp_path)]))
    assert build_context().verify_mode is ssl.CERT_REQUIRED


def test_the_build_runs_beside_the_loop_in_a_thread_that_does_not_delay_the_exit():
    """The loop goes on while the certificates are read, in a daemon thread that a quit need not join."""

    async def run():
        trust = Trust()
        waiting = asyncio.create_task(trust.context())
        await asyncio.sleep(0)
        builders = [thread for thread in threading.enumerate() if thread.name == "certificates"]
        return builders, await waiting, await trust.context()

    builders, first, second = asyncio.run(run())
    assert [thread.daemon for thread in builders] == [True]
    assert first is second


def test_a_waiter_that_is_cancelled_does_not_stop_the_build():
    """Another request may wait for the same context."""

    async def run():
        trust = Trust()
        impatient = asyncio.create_task(trust.context())
        patient = asyncio.create_task(trust.context())
        await asyncio.sleep(0)
        impatient.cancel()
        return await patient

    assert isinstance(asyncio.run(run()), ssl.SSLContext)


def test_a_home_that_nobody_knows_is_said_at_once():
    """Nobody waits for a thread that failed in a way of its own."""
    with pytest.raises(RouteError, match="certificate file of this connection"):
        asyncio.run(Trust().context("~nobody-of-this-name/ca.pem"))
