"""A loopback proxy through which the browser reaches checked addresses only.

Checks inside the browser would miss redirects, WebSockets and names that resolve differently the second time
(DNS rebinding). So all traffic of the browser goes through this proxy. It resolves each host itself, refuses
addresses that are not public (:func:`maintext.net.address.resolve_addresses`), and connects to exactly the
addresses it checked.
"""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
from dataclasses import replace
from typing import Self, cast
from urllib.parse import urlsplit

from maintext.errors import AddressRefusedError, FetchError
from maintext.net.address import Target, parse_target, resolve_addresses
from maintext.net.connect import Deadline, open_socket
from maintext.net.proxies import open_through

__all__ = ["REFUSED_HEADER", "CheckedProxy"]

REFUSED_HEADER = "x-maintext-refused"
"""Header of the proxy's own answers to plain HTTP requests."""

_LOOKUP_S, _STEP_S, _TOTAL_S = 10.0, 30.0, 600.0
_MAX_HEAD_BYTES = 65_536
_CHUNK_BYTES = 65_536
_HOP_HEADERS = (b"proxy-", b"connection:", b"keep-alive:")


class CheckedProxy(socketserver.ThreadingTCPServer):
    """An HTTP proxy (CONNECT and plain requests) for one browser; a context manager."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _ProxyConnection)
        # Refuse everything, as for saved pages; also connect to private addresses
        self.is_open, self.allow_private = False, False
        self.upstream: Target | None = None
        self.refused: list[AddressRefusedError] = []  # since begin()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)

    @property
    def address(self) -> str:
        """URL of the proxy, for the settings of the browser."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def begin(self, *, is_open: bool, allow_private: bool, upstream: Target | None = None) -> None:
        """Set the permissions of the next page and the proxy it is loaded through; clear the refusals."""
        self.upstream = upstream
        self.is_open, self.allow_private, self.refused = is_open, allow_private, []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Report nothing: browsers break connections off at any time."""

    def connect(self, target: Target) -> socket.socket:
        """Connect to a checked address of a host.

        Raises AddressRefusedError: the host has an address that may not be reached, or the proxy is closed;
        FetchError or OSError: the host has no address, or none answered.
        """
        if not self.is_open:
            refusal = AddressRefusedError("a saved page is rendered without network", url=target.url)
            self.refused.append(refusal)
            raise refusal
        deadline, may = Deadline(_STEP_S, _TOTAL_S), self.allow_private
        try:
            if self.upstream is not None:
                tunnel = replace(target, scheme="https")
                return open_through(self.upstream, tunnel, deadline, allow_private=may)
            found = resolve_addresses(target, allow_private=may, timeout_s=_LOOKUP_S)
        except AddressRefusedError as error:
            self.refused.append(error)
            raise
        return open_socket(found, deadline)


class _ProxyConnection(socketserver.BaseRequestHandler):
    """One connection of the browser: a tunnel, or a plain request."""

    def handle(self) -> None:
        client: socket.socket = self.request
        client.settimeout(_STEP_S)
        head, rest = _read_head(client)
        line, *headers = head.split(b"\r\n")
        try:
            method, url, _ = line.decode("latin-1").split(" ", 2)
            target = parse_target(f"https://{url}/" if method == "CONNECT" else url)
            server = cast("CheckedProxy", self.server).connect(target)
        except (FetchError, OSError, ValueError) as error:
            is_refusal = isinstance(error, AddressRefusedError)
            status = f"403 maintext\r\n{REFUSED_HEADER}: 1" if is_refusal else "502 maintext"
            client.sendall(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
            return
        with server:
            if method == "CONNECT":
                client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                server.sendall(rest)
                up = threading.Thread(target=_relay_bytes, args=(client, server), daemon=True)
                up.start()
                _relay_bytes(server, client)
                up.join(_TOTAL_S)
            else:
                server.sendall(_plain_head(method, url, headers))
                _send_body(client, server, rest, headers)
                _relay_bytes(server, client)


def _read_head(client: socket.socket) -> tuple[bytes, bytes]:
    """Read the head of a request; return it and the bytes received after it."""
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = client.recv(_CHUNK_BYTES)
        if not chunk or len(data) > _MAX_HEAD_BYTES:
            raise ConnectionError("no request")
        data += chunk
    head, _, rest = data.partition(b"\r\n\r\n")
    return head, rest


def _plain_head(method: str, url: str, headers: list[bytes]) -> bytes:
    """Return a request head for the server: a path in its first line, one request per connection."""
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    kept = [header for header in headers if not header.lower().startswith(_HOP_HEADERS)]
    lines = [f"{method} {path} HTTP/1.1".encode("latin-1"), *kept, b"Connection: close"]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def _send_body(client: socket.socket, server: socket.socket, rest: bytes, headers: list[bytes]) -> None:
    """Send the body of this request only: the next one may be for another host."""
    lengths = [h.partition(b":")[2] for h in headers if h.lower().startswith(b"content-length:")]
    left = int(lengths[0]) if lengths else 0
    chunk = rest[:left]
    while left > 0 and chunk:
        server.sendall(chunk)
        left -= len(chunk)
        chunk = client.recv(min(left, _CHUNK_BYTES)) if left else b""


def _relay_bytes(source: socket.socket, target: socket.socket) -> None:
    """Copy bytes until one side closes; then close the other side."""
    with contextlib.suppress(OSError):
        buffer = bytearray(_CHUNK_BYTES)
        while n_bytes := source.recv_into(buffer):
            target.sendall(memoryview(buffer)[:n_bytes])
    for sock in (target, source):
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
