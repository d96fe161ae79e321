"""Trust: the certificates by which servers are believed.

The operating system's store, because that is where companies put theirs. `SSL_CERT_FILE` and `SSL_CERT_DIR` come
before it, as in every tool built on OpenSSL; a path that does not exist is an error, not a silent "trust nobody".
"""

import asyncio
import errno
import os
import ssl
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path

import certifi

from vacancy.errors import FetchError
from vacancy.words import tr

_BUNDLES = (
    Path("/etc/ssl/certs/ca-certificates.crt"),  # Debian, Ubuntu, Arch, Alpine
    Path("/etc/pki/tls/certs/ca-bundle.crt"),  # Fedora, RHEL
    Path("/etc/ssl/ca-bundle.pem"),  # openSUSE
)
"""Where distributions keep their certificates, and companies add theirs."""


class Trust:
    """One SSL context for every request; called on the event loop's thread alone.

    Parsing the certificates takes 50 to 100 ms, which would be a visible stutter, so it happens once, in a daemon
    thread of its own: a pool's thread would be joined at exit, and a hung network drive must not delay that.
    """

    def __init__(self) -> None:
        self._building: Future[ssl.SSLContext] | None = None

    async def context(self) -> ssl.SSLContext:
        """The shared context, built at the first call.

        Raises:
            FetchError: the certificates cannot be read; the next call tries again.
        """
        if self._building is None:
            self._building = _in_daemon_thread()
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


def _in_daemon_thread() -> Future[ssl.SSLContext]:
    future: Future[ssl.SSLContext] = Future()
    # From now on a waiter that is cancelled leaves the build running for the others.
    future.set_running_or_notify_cancel()

    def build() -> None:
        try:
            future.set_result(build_context())
        except (OSError, ValueError) as exc:  # ssl.SSLError is an OSError
            future.set_exception(exc)

    threading.Thread(target=build, name="certificates", daemon=True).start()
    return future


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
