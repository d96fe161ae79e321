"""Trust: the certificates by which servers are believed.

The operating system's store, because that is where companies put theirs. `SSL_CERT_FILE` and `SSL_CERT_DIR` come
before it, as in every tool built on OpenSSL; a path that does not exist is an error, not a silent "trust nobody".
"""

import asyncio
import errno
import os
import ssl
import stat
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import certifi

from vacancy.errors import FetchError, RouteError, RouteTrouble
from vacancy.words import tr

_BUNDLES = (
    Path("/etc/ssl/certs/ca-certificates.crt"),  # Debian, Ubuntu, Arch, Alpine
    Path("/etc/pki/tls/certs/ca-bundle.crt"),  # Fedora, RHEL
    Path("/etc/ssl/ca-bundle.pem"),  # openSUSE
)
"""Where distributions keep their certificates, and companies add theirs."""
_PEM = b"-----BEGIN "
_MAX_FILE = 5_000_000
"""Bytes; the certificates of the whole world take a tenth."""


class Trust:
    """One SSL context for every request, and one for each file that a connection trusts besides.

    Parsing the certificates takes 50 to 100 ms, which would be a visible stutter, so it happens once, in a daemon
    thread of its own: a pool's thread would be joined at exit, and a hung network drive must not delay that.
    Called on the event loop's thread alone.
    """

    def __init__(self) -> None:
        self._building: Future[ssl.SSLContext] | None = None
        self._own: dict[str, _Own] = {}

    async def context(self, ca_file: str | None = None) -> ssl.SSLContext:
        """The shared context, built at the first call; with a file the one that believes its certificates too.

        Raises:
            FetchError: the certificates cannot be read; the next call tries again.
            RouteError: those of the file cannot.
        """
        shared = await self._shared()
        if ca_file is None:
            return shared
        try:
            own = await asyncio.wrap_future(_in_daemon_thread(lambda: _refreshed(ca_file, self._own.get(ca_file))))
        except (OSError, ValueError, RuntimeError) as exc:
            # OpenSSL's own words are for programmers; those of the system name what is wrong with the file.
            why = exc.strerror if isinstance(exc, OSError) and not isinstance(exc, ssl.SSLError) else None
            why = why or tr("it holds no certificate that can be read")
            raise RouteError(
                RouteTrouble.CERTIFICATES,
                tr("The certificate file of this connection cannot be used"),
                tr("Nothing was sent: {file}: {why}.", file=ca_file, why=why),
            ) from None
        self._own[ca_file] = own
        return own.context

    async def _shared(self) -> ssl.SSLContext:
        if self._building is None:
            self._building = _in_daemon_thread(build_context)
        try:
            return await asyncio.wrap_future(self._building)
        except (OSError, ValueError) as exc:
            self._building = None
            name = getattr(exc, "filename", None) or os.environ.get("SSL_CERT_FILE") or tr("the system's own place")
            raise FetchError(
                tr("The certificates cannot be read"),
                tr("Certificates are expected at “{name}”. Check SSL_CERT_FILE and SSL_CERT_DIR.", name=name),
                causes=((type(exc).__name__, "the trusted certificates cannot be read"),),
            ) from None


@dataclass(frozen=True, slots=True)
class _Own:
    """A context that believes a connection's own file too."""

    stamp: tuple[int, int]
    """Time and size of the file: a renewed certificate is read at the next request."""
    context: ssl.SSLContext


T = TypeVar("T")


def _in_daemon_thread(read: Callable[[], T]) -> Future[T]:
    future: Future[T] = Future()
    # From now on a waiter that is cancelled leaves the build running for the others.
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            future.set_result(read())
        except (
            OSError,
            ValueError,
            RuntimeError,
        ) as exc:  # an SSLError; a home that nobody knows
            future.set_exception(exc)

    threading.Thread(target=run, name="certificates", daemon=True).start()
    return future


def _refreshed(ca_file: str, known: _Own | None) -> _Own:
    """What is known, or a new context when the file is another one by now. Blocks."""
    path = Path(ca_file).expanduser()
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, tr("this is no file"))
    stamp = (found.st_mtime_ns, found.st_size)
    if known is not None and known.stamp == stamp:
        return known
    if found.st_size > _MAX_FILE:
        raise ValueError(path)
    context = build_context()
    _believe(context, path.read_bytes())
    return _Own(stamp, context)


def _believe(context: ssl.SSLContext, data: bytes) -> None:
    """Trust the certificates in a file's content, in text (PEM) or bare (DER), an authority's or a server's own."""
    if _PEM in data:
        context.load_verify_locations(cadata=data[data.index(_PEM) :].decode("ascii", errors="replace"))
    else:
        context.load_verify_locations(cadata=data)
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN


def build_context() -> ssl.SSLContext:
    """A context that believes the named certificates, else the system's. Blocks for 50 to 100 ms.

    Raises:
        OSError: a named file or folder is not there, or holds no certificate.
    """
    file, folders = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    if file or folders:
        return _named(file, folders)
    if sys.platform in {"win32", "darwin"}:
        import truststore  # noqa: PLC0415 - installed on these two only

        return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return never_empty(ssl.create_default_context(), ssl.get_default_verify_paths().capath, _BUNDLES)


def never_empty(context: ssl.SSLContext, folder: str | None, bundles: Iterable[Path]) -> ssl.SSLContext:
    """The context, with the first bundle that is there, else Mozilla's list, if it holds no certificate at all.

    A frozen OpenSSL looks where its build machine kept its certificates, which may be nowhere here.
    """
    # Certificates in a folder are read when they are needed, so the context does not list them.
    if not context.get_ca_certs() and not (folder and any(Path(folder).iterdir())):
        bundle = next((path for path in bundles if path.is_file()), Path(certifi.where()))
        context.load_verify_locations(bundle)
    return context


def _named(file: str | None, folders: str | None) -> ssl.SSLContext:
    if file:
        Path(file).stat()
    if folders and not any(Path(folder).is_dir() for folder in folders.split(os.pathsep)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folders)
    return ssl.create_default_context(cafile=file or None, capath=folders or None)
