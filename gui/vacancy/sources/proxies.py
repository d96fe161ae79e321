"""Proxies: which proxy a request goes through, from the settings that every network tool on this machine reads.

httpx reads the same variables, but one odd entry in NO_PROXY keeps it from building a client at all
(`[::1]`, `fe80::/10`), and it compares networks such as `10.0.0.0/8` as if they were host names. A probe asks
one address, so choosing its proxy here is simpler than repairing that.
"""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit
from urllib.request import getproxies

from vacancy.errors import FetchError
from vacancy.words import mark, tr

_UNDERSTOOD = ("http", "https", "socks5", "socks5h")


def proxy_for(url: str, settings: Mapping[str, str] | None = None) -> str | None:
    """The proxy for that address, None for a direct connection.

    Args:
        url: The address to be asked.
        settings: Proxies by scheme, `all` and `no` among them; None reads those of this machine.

    Raises:
        FetchError: the setting is of a kind that Vacancy cannot use. Its text never holds the proxy's password.
    """
    settings = getproxies() if settings is None else settings
    target = urlsplit(url)
    proxy = (settings.get(target.scheme) or settings.get("all") or "").strip()
    if not proxy or _is_direct(target, settings.get("no", "")):
        return None
    return _understood(proxy if "://" in proxy else f"http://{proxy}")


def _is_direct(target: SplitResult, exceptions: str) -> bool:
    host = (target.hostname or "").rstrip(".")
    address = _address(host)
    # A model served on this machine is never behind a proxy, whatever the settings forgot to say.
    if host == "localhost" or (address is not None and address.is_loopback):
        return True
    return any(
        _is_excepted(host, address, target.port, entry.strip().lower()) for entry in exceptions.split(",") if entry
    )


def _is_excepted(host: str, address: IPv4Address | IPv6Address | None, port: int | None, entry: str) -> bool:
    if entry == "*":
        return True
    if address is not None:
        try:
            return address in ip_network(entry.strip("[]"), strict=False)
        except ValueError:
            pass  # a name, or an address with a port; both are compared as text below
    name, _, entry_port = entry.partition(":")
    if entry_port and entry_port != str(port):
        return False
    name = name.removeprefix("*").lstrip(".")
    return bool(name) and (host == name or host.endswith(f".{name}"))


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _understood(proxy: str) -> str:
    try:
        parts = urlsplit(proxy)
        has_host = bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        raise proxy_not_understood(mark("it is no address")) from None
    if parts.scheme == "socks":
        # The desktop's settings write SOCKS proxies so, and mean version 5.
        return parts._replace(scheme="socks5h").geturl()
    if parts.scheme not in _UNDERSTOOD:
        kinds = ", ".join(_UNDERSTOOD)
        raise proxy_not_understood(mark("“{kind}” proxies cannot be used, {kinds} can"), kind=parts.scheme, kinds=kinds)
    if not has_host:
        raise proxy_not_understood(mark("it names no host"))
    return proxy


def proxy_not_understood(why: str, **values: str) -> FetchError:
    """The error for a setting that cannot be used; neither `why` nor its values hold the setting itself."""
    return FetchError(
        tr("The proxy setting is not understood"),
        tr(
            "A proxy is set for this machine (HTTPS_PROXY, HTTP_PROXY or ALL_PROXY), but {why}.",
            why=tr(why, **values),
        ),
        causes=(("ProxySettingError", why.format(**values)),),
    )
