"""Pages through proxies: plain, tunnelled, with a password, one of several; and what is refused."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from maintext.errors import AddressRefusedError, FetchError, OptionError
from maintext.net import FetchOptions, fetch
from maintext.net.address import parse_target
from maintext.net.connect import Deadline
from maintext.net.proxies import open_through, read_proxies

PAGE = b"<p>Through the proxy.</p>"


@contextmanager
def proxy(status: int = 200) -> Iterator[tuple[str, list[tuple[str, str | None]]]]:
    """Serve a proxy that answers each request itself; yield its place and what it was asked."""
    asked: list[tuple[str, str | None]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.path, self.headers["Proxy-Authorization"]))
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(PAGE)))
            self.end_headers()
            self.wfile.write(PAGE)

        def do_CONNECT(self) -> None:
            asked.append((self.path, self.headers["Proxy-Authorization"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"first bytes of the server")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_plain_page_is_asked_of_the_proxy_by_its_whole_url() -> None:
    with proxy() as (place, asked):
        found = fetch("http://nowhere.invalid/a?b=1", FetchOptions(proxies=(f"http://me:secret@{place}",)))
    assert found.body == PAGE
    assert found.url == "http://nowhere.invalid/a?b=1"
    assert asked == [("http://nowhere.invalid/a?b=1", "Basic bWU6c2VjcmV0")]


def connect(place: str) -> socket.socket:
    through, target = parse_target(f"http://me:secret@{place}"), parse_target("https://nowhere.invalid/")
    return open_through(through, target, Deadline(5, 10), allow_private=False)


def test_a_proxy_that_answers_byte_by_byte_takes_no_longer_than_the_whole_time() -> None:
    def drip(server: socket.socket) -> None:
        with server, server.accept()[0] as client, suppress(OSError):
            while True:
                client.sendall(b"H")
                time.sleep(0.1)

    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=drip, args=(server,), daemon=True).start()
    through = parse_target(f"http://127.0.0.1:{server.getsockname()[1]}")
    with pytest.raises(TimeoutError):
        open_through(through, parse_target("https://nowhere.invalid/"), Deadline(5, 1), allow_private=True)


def test_https_goes_through_a_tunnel() -> None:
    with proxy() as (place, asked):
        with connect(place) as sock:
            assert sock.recv(100).startswith(b"first bytes")
        assert asked == [("nowhere.invalid:443", "Basic bWU6c2VjcmV0")]


def test_a_proxy_that_refuses_is_named_without_its_password() -> None:
    with proxy(407) as (place, _), pytest.raises(FetchError, match=f"the proxy {place} answered 407") as told:
        connect(place)
    assert "secret" not in str(told.value)


def test_a_proxy_that_is_not_there_is_named_and_not_the_server() -> None:
    with pytest.raises(FetchError, match=r"the proxy 127\.0\.0\.1:1 cannot be reached; check its address"):
        connect("127.0.0.1:1")


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://localhost/", "http://10.0.0.1/"])
def test_private_servers_are_refused_through_a_proxy_too(url: str) -> None:
    with proxy() as (place, asked), pytest.raises(AddressRefusedError):
        fetch(url, FetchOptions(proxies=(f"http://{place}",)))
    assert asked == []


def test_a_file_has_a_proxy_on_each_line_and_all_are_used(tmp_path: Path) -> None:
    file = tmp_path / "proxies.txt"
    with proxy() as (one, asked_one), proxy() as (two, asked_two):
        file.write_text(f"# ours\nhttp://{one}\n\nhttp://{two}\n", encoding="utf-8")
        options = FetchOptions(proxies=(str(file),), allow_private=True)
        for _ in range(40):
            fetch("http://nowhere.invalid/", options)
    assert len(asked_one) + len(asked_two) == 40
    assert asked_one
    assert asked_two


@pytest.mark.parametrize("text", ["", "# none\n", "toor:x:0:0\n", "socks5://127.0.0.1:1080\n"])
def test_what_is_no_list_of_proxies_is_refused_and_not_shown(text: str, tmp_path: Path) -> None:
    file = tmp_path / "proxies.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(OptionError, match="is neither a proxy") as told:
        read_proxies((str(file),))
    assert "toor" not in str(told.value)


def test_a_missing_file_and_another_scheme_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot read the proxies"):
        FetchOptions(proxies=(str(tmp_path / "none.txt"),))
    with pytest.raises(OptionError, match="is neither a proxy"):
        FetchOptions(proxies=("socks5://127.0.0.1:1080",))
