"""Proxies that a user names, through which pages are fetched."""

from __future__ import annotations

import random
import socket
from functools import lru_cache
from pathlib import Path

from maintext.errors import AddressRefusedError, FetchError, OptionError
from maintext.net.address import (
    Target,
    is_private_address,
    not_public_message,
    parse_target,
    remove_userinfo,
    resolve_addresses,
)
from maintext.net.connect import Deadline, open_socket

__all__ = ["choose_proxy", "open_through", "read_proxies", "refuse_private"]

_MAX_HEAD_BYTES = 65_536


@lru_cache(maxsize=16)
def read_proxies(words: tuple[str, ...]) -> tuple[Target, ...]:
    """Return the proxies of an option: URLs, and files with a URL on each line.

    Empty lines and those that begin with ``#`` are left out.

    Raises OptionError: a URL does not begin with ``http://``, or a file cannot be read or is empty.
    """
    found: list[Target] = []
    for word in words:
        try:
            targets = [parse_target(url) for url in ([word] if "://" in word else _read_lines(word))]
        except AddressRefusedError:  # its message shows the line, which may be one of any file
            targets = []
        if not targets or any(one.scheme != "http" for one in targets):
            raise OptionError(
                f"proxies: {remove_userinfo(word)!r} is neither a proxy (http://host:port) nor a file with"
                " one on each line"
            )
        found += targets
    return tuple(found)


def _read_lines(path: str) -> list[str]:
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"cannot read the proxies in {path}: {error}") from error
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def choose_proxy(words: tuple[str, ...]) -> Target | None:
    """Return one of the proxies at random, or ``None`` if there are none."""
    return random.choice(read_proxies(words)) if words else None  # noqa: S311 - no secret


def open_through(proxy: Target, target: Target, deadline: Deadline, *, allow_private: bool) -> socket.socket:
    """Connect to a proxy; for https, through it to the server.

    The proxy may have any address. A server with an address that is known not to be public is refused; names
    that only the proxy can resolve are left to it.

    Raises AddressRefusedError: as said; FetchError: the proxy refuses, or cannot be reached.
    """
    refuse_private(target, deadline, allow_private=allow_private)
    try:
        sock = open_socket(resolve_addresses(proxy, allow_private=True, timeout_s=deadline.step()), deadline)
    except OSError as error:
        message = f"the proxy {proxy.host_header} cannot be reached; check its address, or try later"
        raise FetchError(message, url=target.url, stage="fetch") from error
    if target.scheme == "https":
        try:
            _open_tunnel(sock, proxy, target)
        except BaseException:
            sock.close()
            raise
    return sock


def refuse_private(target: Target, deadline: Deadline, *, allow_private: bool) -> None:
    """Raise :class:`AddressRefusedError` for a server whose address is known not to be public."""
    if allow_private:
        return
    if is_private_address(target.host):
        message = not_public_message(target.host, target.host)
        raise AddressRefusedError(message, url=target.url, stage="fetch", option="allow_private")
    try:
        resolve_addresses(target, allow_private=False, timeout_s=deadline.step())
    except AddressRefusedError:
        raise
    except (FetchError, OSError):
        return


def _open_tunnel(sock: socket.socket, proxy: Target, target: Target) -> None:
    host = f"[{target.host}]" if ":" in target.host else target.host
    place = f"{host}:{target.port}"
    lines = [f"CONNECT {place} HTTP/1.1", f"Host: {place}"]
    if proxy.authorization:
        lines.append(f"Proxy-Authorization: {proxy.authorization}")
    sock.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
    head, byte = bytearray(), bytearray(1)
    # Byte by byte: what follows is of the server. Each is waited for within the deadline of the socket.
    while not head.endswith(b"\r\n\r\n") and len(head) <= _MAX_HEAD_BYTES and sock.recv_into(byte):
        head += byte
    status = head.partition(b"\r\n")[0].split()
    said = status[1].decode("latin-1") if len(status) > 1 else "nothing"
    if not said.startswith("2"):
        said = f"answered {said} instead of connecting to {target.host_header}"
        message = f"the proxy {proxy.host_header} {said}; check its address and password"
        raise FetchError(message, url=target.url, stage="fetch")
