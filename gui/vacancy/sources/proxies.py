"""Proxies: which proxy a request goes through.

A connection's own setting decides, else those that every network tool on this machine reads. httpx reads the same
variables, but one odd entry in NO_PROXY keeps it from building a client at all (`[::1]`, `fe80::/10`), and it
compares networks such as `10.0.0.0/8` as if they were host names. A probe asks one address, so choosing its proxy
here is simpler than repairing that.
"""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit
from urllib.request import getproxies

from vacancy.domain.catalog import IN_VARIABLE, NO_PROXY
from vacancy.domain.inputs import PROXY_SCHEMES
from vacancy.errors import FetchError, RouteError, RouteTrouble
from vacancy.words import mark, tr


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
    proxy = _complete(proxy)
    if (fault := _fault(proxy)) is not None:
        raise proxy_not_understood(fault[0], **fault[1])
    return proxy


def own_proxy(setting: str, environment: Mapping[str, str]) -> str | None:
    """The proxy that a connection names, None where it wants none; whoever names one means every address.

    Raises:
        RouteError: the setting cannot be used. Its text never holds the proxy's password.
    """
    if setting == NO_PROXY:
        return None
    if not setting.startswith(IN_VARIABLE):
        return setting
    variable = setting.removeprefix(IN_VARIABLE)
    proxy = environment.get(variable, "").strip()
    if not proxy:
        raise own_proxy_unusable(mark("the environment variable {variable} is not set"), variable=variable)
    proxy = _complete(proxy)
    if (fault := _fault(proxy)) is not None:
        raise own_proxy_unusable(fault[0], **fault[1])
    return proxy


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


def _complete(proxy: str) -> str:
    """The proxy with a scheme that the client knows."""
    if "://" not in proxy:
        return f"http://{proxy}"
    # The desktop's settings write SOCKS proxies so, and mean version 5.
    return f"socks5h://{proxy.removeprefix('socks://')}" if proxy.startswith("socks://") else proxy


def _fault(proxy: str) -> tuple[str, dict[str, str]] | None:
    """Why a proxy cannot be used, as a template with its values; None when it can."""
    try:
        parts = urlsplit(proxy)
        has_host = bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return mark("it is no address"), {}
    if parts.scheme not in PROXY_SCHEMES:
        kinds = ", ".join(PROXY_SCHEMES)
        return mark("“{kind}” proxies cannot be used, {kinds} can"), {"kind": parts.scheme, "kinds": kinds}
    return None if has_host else (mark("it names no host"), {})


def own_proxy_unusable(why: str, **values: str) -> RouteError:
    """The error for a connection's own proxy; neither `why` nor its values hold a password."""
    return RouteError(
        RouteTrouble.PROXY,
        tr("The proxy of this connection cannot be used"),
        tr("Nothing was sent: {why}.", why=tr(why, **values)),
    )


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
