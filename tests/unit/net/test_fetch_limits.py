"""Limits of size and time."""

from __future__ import annotations

import gzip
import re
import socket
import threading
import time

import pytest
from tests.unit.net.answering import Site, answer_failure, drip, failure, get, page, to

from maintext import errors
from maintext.net import FetchOptions

# --- sizes -------------------------------------------------------------------------------------------

SMALL = FetchOptions(allow_private=True, max_bytes=1000)
MIDDLE = FetchOptions(allow_private=True, max_bytes=50_000)


def test_body_of_exactly_the_limit(site: Site) -> None:
    assert len(get(site, page(b"x" * 1000), SMALL).body) == 1000


def test_announced_length_over_the_limit(site: Site) -> None:
    err = answer_failure(site, b"HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", SMALL)
    assert isinstance(err, errors.PageTooLargeError)
    assert re.search(r"1,001 bytes.*1,000.*max_bytes", err.message)


def test_unannounced_length_over_the_limit(site: Site) -> None:
    err = answer_failure(site, b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 1001, SMALL)
    assert isinstance(err, errors.PageTooLargeError)


@pytest.mark.parametrize("coding", ["gzip", "gzip, gzip"])
def test_gzip_bomb_is_not_unpacked(site: Site, coding: str) -> None:
    bomb = gzip.compress(bytes(20_000_000))
    if "," in coding:
        bomb = gzip.compress(bomb)
    err = answer_failure(site, page(bomb, Content_Encoding=coding), MIDDLE)
    assert isinstance(err, errors.PageTooLargeError)
    read = re.search(r"at least ([\d,]+) bytes", err.message)
    assert read is not None
    assert int(read[1].replace(",", "")) < 100_000


def test_gzip_bomb_in_chunks_is_not_unpacked(site: Site) -> None:
    bomb = gzip.compress(bytes(20_000_000))
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
    err = answer_failure(site, head + b"%x\r\n" % len(bomb) + bomb + b"\r\n0\r\n\r\n", SMALL)
    assert isinstance(err, errors.PageTooLargeError)
    assert "at least 65,536 bytes" in err.message


# --- time --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "start",
    [
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: ",
        b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n",
    ],
)
def test_dripping_server_meets_the_total_timeout(site: Site, start: bytes) -> None:
    begin = time.monotonic()
    options = FetchOptions(allow_private=True, timeout_s=20, total_timeout_s=0.4)
    err = answer_failure(site, drip(start), options)
    assert isinstance(err, errors.FetchTimeoutError)
    assert "total_timeout_s" in err.message
    assert time.monotonic() - begin < 10


@pytest.mark.parametrize("start", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"])
def test_silent_server(site: Site, start: bytes) -> None:
    def answer(sock: socket.socket) -> None:
        sock.sendall(start)
        sock.recv(1)  # until the client hangs up

    err = answer_failure(site, answer, FetchOptions(allow_private=True, timeout_s=0.1))
    assert isinstance(err, errors.FetchTimeoutError)
    assert "within 0.1 s; raise timeout_s" in err.message


def test_total_timeout_covers_redirects(site: Site) -> None:
    def answer(sock: socket.socket) -> None:
        time.sleep(0.05)
        sock.sendall(to("/"))

    options = FetchOptions(allow_private=True, total_timeout_s=0.2, max_redirects=100)
    assert isinstance(answer_failure(site, answer, options), errors.FetchTimeoutError)


def test_silent_name_server(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def lookup(*_: object, **__: object) -> list[object]:
        release.wait(5)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    err = failure("http://slow.test/", FetchOptions(timeout_s=0.05))
    release.set()
    assert isinstance(err, errors.FetchTimeoutError)


def test_silent_tls_server() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"https://127.0.0.1:{server.getsockname()[1]}/"
        err = failure(url, FetchOptions(allow_private=True, timeout_s=0.1))
    assert isinstance(err, errors.FetchTimeoutError)
