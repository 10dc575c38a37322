"""Check which URLs and network addresses may be fetched.

A host name is resolved here, and all its addresses are checked. The connection then goes to exactly those
addresses: a second lookup could answer differently (DNS rebinding). Odd spellings (``0x7f.1``,
``2130706433``) need no rule, because the resolved address is checked.
"""

from __future__ import annotations

import base64
import dataclasses
import ipaddress
import queue
import re
import socket
import threading
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import NamedTuple, TypeAlias
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from maintext.errors import AddressRefusedError, FetchError

__all__ = [
    "Address", "Target", "follow_redirect", "is_private_address", "is_public", "not_public_message",
    "not_resolved_message", "parse_target", "remove_userinfo", "resolve_addresses",
]  # fmt: skip

SocketAddress: TypeAlias = tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]

_PORTS = {"http": 80, "https": 443}
_USERINFO = re.compile(r"^(?!mailto:)([^/\\?#]*[/\\]{2,})?[^/\\?#]*@")
# Unencoded "/", "?" or "#" in a password makes many URLs malformed: hide everything up to the "@".
_MALFORMED_USERINFO = re.compile(r"^([^/\\?#]*[/\\]{2,})?.*@", re.DOTALL)
_HOST_NAME = re.compile(r"[a-z0-9_.-]+")
# All characters of a URL, and "%" so that encoded characters are kept.
_SAFE = "%/:?@!$&'()*+,;=[]|~"
_MAX_SHOWN = 200

_IPV6_UNICAST = ipaddress.ip_network("2000::/3")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Not public, but missing from the tables of some supported Python versions.
_ALSO_REFUSED = tuple(
    ipaddress.ip_network(block)
    for block in (
        "192.0.0.0/24",  # IETF protocol assignments
        "192.88.99.0/24",  # 6to4 relays, switched off
        "168.63.129.16/32",  # Azure: public number, answers only inside a virtual machine
        "2001::/23",  # IETF protocol assignments, Teredo among them: carries an IPv4 address
        "2002::/16",  # 6to4: carries an IPv4 address
        "3fff::/20",  # documentation
    )
)


class Address(NamedTuple):
    """A checked network address, ready for ``socket.connect``."""

    family: int
    sockaddr: SocketAddress


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of a URL that a request needs."""

    scheme: str  # `http` or `https`
    host: str  # ASCII host name in lower case, or an IP address without brackets
    port: int  # 0-65535
    path: str  # path and query, percent-encoded, at least `/`
    # Authorization header for the URL's user name and password, `None` without them
    authorization: str | None = dataclasses.field(default=None, repr=False)

    @property
    def host_header(self) -> str:
        """Host, and the port unless it is the default of the scheme."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port: the scope of credentials."""
        return f"{self.scheme}://{self.host_header}"

    @property
    def url(self) -> str:
        """The URL without user name, password and fragment."""
        return self.origin + self.path


def remove_userinfo(url: str) -> str:
    """Remove user name and password from a URL, even a malformed one."""
    return _USERINFO.sub(r"\1", url, count=1)


def parse_target(url: str) -> Target:
    """Split a URL into its parts, and encode international host names and non-ASCII paths.

    Raises AddressRefusedError: the URL is not http(s), or has no valid host and port.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        # The cause is not chained: its text can quote part of a password.
        url = _MALFORMED_USERINFO.sub(r"\1", url)
        raise _refuse_url(url, "is not a valid URL; check its host, port and brackets") from None
    if parts.scheme not in _PORTS or not url.strip()[len(parts.scheme) :].startswith("://"):
        raise _refuse_url(
            url,
            "does not start with http:// or https://, the only schemes that can be fetched;"
            " put https:// in front of a bare host name, and open a local file by its path",
        )
    path = quote(parts.path, safe=_SAFE, errors="replace") or "/"
    query = quote(parts.query, safe=_SAFE, errors="replace")
    return Target(
        scheme=parts.scheme,
        host=_ascii_host(url, parts.hostname or ""),
        port=_PORTS[parts.scheme] if port is None else port,
        path=f"{path}?{query}" if query else path,
        authorization=_basic_authorization(parts),
    )


def follow_redirect(target: Target, location: str) -> Target:
    """Return the target of a redirect; credentials are kept for the same origin only.

    ``location`` is the Location header, absolute or relative, as decoded by http.client (Latin-1).

    Raises AddressRefusedError: the new URL is not http(s), or has no valid host and port.
    """
    # Percent-encoding the bytes is right for raw UTF-8 and for raw GBK alike.
    location = quote(location.encode("latin-1", "replace"), safe=_SAFE + "#")
    try:
        url = urljoin(target.url, location)
    except ValueError:
        raise _refuse_url(location, "is the target of a redirect, and is not a valid URL") from None
    if urlsplit(url).scheme not in _PORTS:
        raise _refuse_url(url, "is the target of a redirect, and only http:// and https:// can be fetched")
    following = parse_target(url)
    keep = target.authorization if following.origin == target.origin else None
    return dataclasses.replace(following, authorization=keep)


def is_public(ip: IPv4Address | IPv6Address) -> bool:
    """Return True if an address is a public address of the Internet.

    False for loopback, private, link-local, shared, multicast, reserved and documentation addresses, and for
    tunnel addresses (6to4, Teredo). For IPv4 inside IPv6 (``::ffff:0:0/96``, NAT64) the IPv4 address counts.
    """
    if isinstance(ip, IPv6Address):
        inner = IPv4Address(int(ip) & 0xFFFF_FFFF) if ip in _NAT64 else ip.ipv4_mapped
        if inner is not None:
            return is_public(inner)
        if ip not in _IPV6_UNICAST:
            return False
    special = ip.is_multicast or ip.is_reserved or any(ip in block for block in _ALSO_REFUSED)
    return ip.is_global and not special


def is_private_address(host: str) -> bool:
    """Return True for an address that is not public; a name is none."""
    try:
        return not is_public(ipaddress.ip_address(host))
    except ValueError:
        return False


def resolve_addresses(target: Target, *, allow_private: bool, timeout_s: float) -> list[Address]:
    """Resolve the host of a URL and check all its addresses, unless ``allow_private`` is set.

    There is at least one, in the order the system prefers.

    Raises
    ------
    FetchError
        The name cannot be resolved.
    AddressRefusedError
        At least one of its addresses is not public.
    TimeoutError
        No answer in ``timeout_s`` seconds.
    """
    found = _look_up(target, timeout_s)
    for address in found:
        ip = ipaddress.ip_address(str(address.sockaddr[0]))
        if not (allow_private or is_public(ip)):
            message = not_public_message(target.host, str(ip))
            raise AddressRefusedError(message, url=target.url, stage="fetch", option="allow_private")
    return found


def not_public_message(host: str, ip: str) -> str:
    """Return the message for a host with an address that is not public."""
    return (
        f"{host} has the address {ip}, which is not public (this computer, a private network, or reserved);"
        " set allow_private to fetch from your own network"
    )


def not_resolved_message(host: str, reason: str) -> str:
    """Return the message for a host name without an address."""
    return f"the host name {host} could not be resolved ({reason}); check its spelling"


def _look_up(target: Target, timeout_s: float) -> list[Address]:
    """Resolve a host in a new thread, because getaddrinfo has no timeout."""
    answers: queue.SimpleQueue[list[Address] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
            answers.put([Address(family, sockaddr) for family, _, _, _, sockaddr in rows])
        except (OSError, ValueError) as err:
            answers.put(err)

    threading.Thread(target=ask, name="maintext-dns", daemon=True).start()
    try:
        answer = answers.get(timeout=timeout_s)
    except queue.Empty:
        raise TimeoutError("name lookup timed out") from None
    if isinstance(answer, Exception):
        reason = getattr(answer, "strerror", None) or answer
        message = not_resolved_message(target.host, str(reason))
        raise FetchError(message, url=target.url, stage="fetch") from answer
    return answer


def _ascii_host(url: str, host: str) -> str:
    """Return the host as used by DNS and TLS."""
    if ":" in host:
        try:
            # Make zones ("%") invalid: they are only meaningful on this computer.
            return str(IPv6Address(host.replace("%", " ")))
        except ValueError:
            problem = "has no valid IPv6 address in its brackets (zones are not allowed)"
            raise _refuse_url(url, problem) from None
    try:
        name = unquote(host, errors="strict").encode("idna").decode("ascii").lower()
    except UnicodeError:
        name = ""
    if not _HOST_NAME.fullmatch(name):
        raise _refuse_url(url, "has no valid host name after ://; check its spelling")
    return name


def _basic_authorization(parts: SplitResult) -> str | None:
    if not parts.username and not parts.password:
        return None
    pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    return "Basic " + base64.b64encode(pair.encode("utf-8", "replace")).decode("ascii")


def _refuse_url(url: str, problem: str) -> AddressRefusedError:
    shown = remove_userinfo(url.strip())
    shown = shown if len(shown) <= _MAX_SHOWN else shown[:_MAX_SHOWN] + "…"
    return AddressRefusedError(f"{shown!r} {problem}", url=shown, stage="fetch")
