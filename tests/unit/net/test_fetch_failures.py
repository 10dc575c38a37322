"""Statuses, connections and answers that fail."""

from __future__ import annotations

import gzip
import socket
import zlib

import pytest
from tests.unit.net.answering import Site, answer_failure, chunked, failure, get, page

from maintext import errors
from maintext.net.address import Address
from maintext.net.connect import Deadline, open_socket

TEXT = bytes(range(256)) * 9

# --- statuses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("404 Gone Fishing", "404 Gone Fishing"),
        ("403 ", "403 Forbidden"),
        ("500 a\x1b[1mb", "500 a[1mb"),
        ("429 Slow Down", "wait and try again"),
        ("418 I'm a teapot", "in a browser"),
        ("999 ", "999 (no reason given)"),
    ],
)
def test_error_status(site: Site, line: str, said: str) -> None:
    err = answer_failure(site, page(b"sorry", line))
    assert isinstance(err, errors.HttpStatusError)
    assert err.status == int(line[:3])
    assert said in err.message


def test_interim_status(site: Site) -> None:
    assert "interim status 103" in answer_failure(site, b"HTTP/1.1 103 Early\r\n\r\n").message


# --- connections and answers that fail -------------------------------------------------------------


def test_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    err = failure("http://nowhere.test/x")
    assert type(err) is errors.FetchError
    assert "nowhere.test could not be resolved (Name or service not known)" in err.message
    assert err.url == "http://nowhere.test/x"


def test_host_without_addresses() -> None:
    with pytest.raises(ConnectionError, match="no address"):
        open_socket([], Deadline(1, 1))


def test_an_address_whose_kind_is_switched_off_does_not_hide_the_next() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        no_kind = Address(-2, ("::1", 80))  # the system has no sockets of it, as of IPv6 where it is off
        address = Address(socket.AF_INET, server.getsockname())
        with open_socket([no_kind, address], Deadline(5, 5)) as sock:
            assert sock.getpeername() == server.getsockname()
        with pytest.raises(OSError, match="Address family not supported"):
            open_socket([no_kind], Deadline(5, 5))


def test_refused_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    err = failure(f"http://127.0.0.1:{port}/")
    assert type(err) is errors.FetchError
    assert "refused the connection" in err.message


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"", "without an answer"),
        (b"SSH-2.0-OpenSSH\r\n", "not valid HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "not valid HTTP"),
        (chunked(b"5\r\nab"), "broke off"),
        (chunked(b"zz\r\nab"), "broke off"),
        (chunked(b"2\r\nab\r\n"), "broke off"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "broke off"),
        (page(b"no gzip", Content_Encoding="gzip"), "damaged"),
        (page(gzip.compress(TEXT)[:-40], Content_Encoding="gzip"), "broke off"),
        (page(zlib.compress(TEXT)[:-40], Content_Encoding="deflate"), "broke off"),
        (page(gzip.compress(gzip.compress(TEXT)[:-40]), Content_Encoding="gzip, gzip"), "broke off"),
        (page(b"x", Content_Encoding="compress"), "compressed the page as compress"),
        (page(b"x", Content_Encoding="gzip,gzip,gzip,gzip,gzip,gzip"), "damaged"),
    ],
)
def test_broken_answers(site: Site, answer: bytes, said: str) -> None:
    err = answer_failure(site, answer)
    assert type(err) is errors.FetchError
    assert said in err.message


@pytest.mark.parametrize(("module", "coding"), [("brotli", "br"), ("backports.zstd", "zstd")])
def test_a_cut_stream_of_an_optional_coding(site: Site, module: str, coding: str) -> None:
    packed = pytest.importorskip(module).compress(TEXT)
    assert get(site, page(packed, Content_Encoding=coding)).body == TEXT
    assert "broke off" in answer_failure(site, page(packed[:-20], Content_Encoding=coding)).message
