"""A server on the loopback interface that answers as it is told; nothing here leaves this computer."""

from __future__ import annotations

import contextlib
import re
import socket
import socketserver
import ssl
import threading
import time
from typing import TYPE_CHECKING

import pytest

from maintext import errors
from maintext.net import FetchOptions, Response, fetch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Page = bytes | Callable[[socket.socket], object]


LOCAL = FetchOptions(allow_private=True, timeout_s=20, total_timeout_s=60)
# Made for these tests and trusted by nobody: self-signed for site.test, valid 2020-2120.
CERTIFICATE = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2VAiMyISjg6c1CYL
GJngrElqP8sDWbe8/jg18RPBQCChRANCAASCjBJm9Kms/h7CJ0udOPS6rRisKx4/
6cYYLX7t0NAmzPLXoQ6YiIzuMxomGeokSoF7K5gh0HKl+JBNEBQAb3/Q
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBmjCCAUCgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1tYWludGV4
dCB0ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1tYWludGV4dCB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgowS
ZvSprP4ewidLnTj0uq0YrCseP+nGGC1+7dDQJszy16EOmIiM7jMaJhnqJEqBeyuY
IdBypfiQTRAUAG9/0KN5MHcwHQYDVR0OBBYEFOIqYCaC0dVMw5xzQ/83sRLH/phh
MB8GA1UdIwQYMBaAFOIqYCaC0dVMw5xzQ/83sRLH/phhMBQGA1UdEQQNMAuCCXNp
dGUudGVzdDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIChDAKBggqhkjO
PQQDAgNIADBFAiAmlFC7HSq+Vd739EYAE/TfLlEjCpsPZ/eNsUTdFIY/fwIhAMZm
SVCJfGyWffU88lV7FF1n13GRFiWhtONLiMwaNWLc
-----END CERTIFICATE-----
"""


class Site(socketserver.ThreadingTCPServer):
    """A server that answers each path with the bytes, or the function, set for it."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.heads: list[str] = []
        self.server_names: list[str | None] = []
        self.context: ssl.SSLContext | None = None
        super().__init__(("127.0.0.1", 0), Handler)
        self.port = int(self.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def get_request(self) -> tuple[socket.socket, object]:
        sock, address = super().get_request()
        if self.context is not None:
            sock = self.context.wrap_socket(sock, server_side=True)
        return sock, address

    def use_tls(self, certificate: Path) -> None:
        certificate.write_text(CERTIFICATE)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate)
        self.context.sni_callback = lambda _sock, name, _context: self.server_names.append(name)


class Handler(socketserver.StreamRequestHandler):
    server: Site
    request: socket.socket

    def handle(self) -> None:
        lines = list(iter(self.rfile.readline, b"\r\n"))
        head = b"".join(lines).decode("latin-1")
        self.server.heads.append(head)
        answer = self.server.pages[head.split()[1]]
        with contextlib.suppress(OSError):
            if callable(answer):
                answer(self.request)
            else:
                self.request.sendall(answer)


@contextlib.contextmanager
def serving() -> Iterator[Site]:
    with Site() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def page(body: bytes = b"hello", status: str = "200 OK", **headers: str) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    head = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *lines, "", ""]
    return "\r\n".join(head).encode() + body


def chunked(*parts: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"".join(parts)


def to(location: str, status: str = "302 Found") -> bytes:
    return page(b"", status, Location=location)


def get(site: Site, answer: Page, options: FetchOptions = LOCAL) -> Response:
    site.pages["/"] = answer
    return fetch(site.url + "/", options)


def failure(url: str, options: FetchOptions = LOCAL) -> errors.MaintextError:
    with pytest.raises(errors.MaintextError) as caught:
        fetch(url, options)
    assert caught.value.stage == "fetch"
    return caught.value


def answer_failure(site: Site, answer: Page, options: FetchOptions = LOCAL) -> errors.MaintextError:
    site.pages["/"] = answer
    return failure(site.url + "/", options)


def sent(site: Site, name: str) -> str | None:
    found = re.search(rf"^{name}: (.*)\r$", site.heads[-1], re.MULTILINE)
    return found[1] if found else None


def drip(start: bytes) -> Callable[[socket.socket], None]:
    def answer(sock: socket.socket) -> None:
        sock.sendall(start)
        while True:
            sock.sendall(b"1")
            time.sleep(0.02)

    return answer
