"""The proxy between the browser and the network; everything stays on the loopback interface."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest
from tests.unit.browser.site import served

from maintext.browser.proxy import CheckedProxy

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def proxy() -> Iterator[CheckedProxy]:
    with CheckedProxy() as running:
        yield running


def ask(proxy: CheckedProxy, request: str) -> str:
    """Send a request to the proxy, and give all that comes back."""
    host, port = proxy.server_address[:2]
    with socket.create_connection((str(host), int(port)), timeout=5) as sock:
        sock.sendall(request.encode())
        answer = b""
        while chunk := sock.recv(65536):
            answer += chunk
    return answer.decode()


def test_plain_requests_go_through_once(proxy: CheckedProxy) -> None:
    with served() as (site, asked):
        proxy.begin(is_open=True, allow_private=True)
        # A second request on the same connection could be for another host: it is not passed on.
        request = f"GET {site}/plain HTTP/1.1\r\nHost: x\r\nProxy-Connection: keep-alive\r\n\r\n"
        answer = ask(proxy, request + request.replace("/plain", "/data"))
    assert answer.startswith("HTTP/1.1 200")
    assert "Plain text." in answer
    assert asked == ["/plain"]


def test_tunnels_carry_bytes_both_ways(proxy: CheckedProxy) -> None:
    with served() as (site, asked):
        proxy.begin(is_open=True, allow_private=True)
        request = "GET /data HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        answer = ask(proxy, f"CONNECT {site.removeprefix('http://')} HTTP/1.1\r\n\r\n{request}")
    assert answer.startswith("HTTP/1.1 200 Connection established")
    assert "Late text." in answer
    assert asked == ["/data"]


@pytest.mark.parametrize(
    "request_line", ["GET {site}/plain", "CONNECT {host}", "GET http://localhost:{port}/"]
)
@pytest.mark.parametrize(("is_open", "allow_private"), [(True, False), (False, True)])
def test_what_may_not_be_reached_is_refused(
    proxy: CheckedProxy, request_line: str, *, is_open: bool, allow_private: bool
) -> None:
    with served() as (site, asked):
        proxy.begin(is_open=is_open, allow_private=allow_private)
        host = site.removeprefix("http://")
        line = request_line.format(site=site, host=host, port=host.partition(":")[2])
        answer = ask(proxy, f"{line} HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.startswith("HTTP/1.1 403")
    assert asked == []
    assert len(proxy.refused) == 1


@pytest.mark.parametrize("request_line", ["GET ftp://example.org/", "GET /path", "nonsense", "CONNECT [::1"])
def test_nonsense_is_answered_with_an_error(proxy: CheckedProxy, request_line: str) -> None:
    proxy.begin(is_open=True, allow_private=True)
    assert ask(proxy, f"{request_line} HTTP/1.1\r\n\r\n").startswith(("HTTP/1.1 403", "HTTP/1.1 502"))


def test_a_server_that_is_not_there_is_a_bad_gateway(proxy: CheckedProxy) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    proxy.begin(is_open=True, allow_private=True)
    assert ask(proxy, f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n").startswith("HTTP/1.1 502")
    assert proxy.refused == []
