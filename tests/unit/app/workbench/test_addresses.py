"""Addresses that lead into this computer or its network are not fetched, however they are written."""

# ruff: noqa: E501 - lists of addresses

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING, Any

import pytest
import urllib3
from tests.browser.serving import canary, serving

from maintext.app.workbench import ServeOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

HTTP = urllib3.PoolManager(retries=False)

PRIVATE = """
127.0.0.1 127.1 127.255.255.254 0 0.0.0.0 localhost localhost. LOCALHOST 2130706433 0x7f000001 0x7f.1 017700000001
0177.0.0.1 127.0.0.1. 127%2e0.0.1 １２７.0.0.1 user:word@127.0.0.1 example.org@127.0.0.1
10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1.254 100.64.0.1 169.254.169.254 169.254.0.1
2852039166 0xa9fea9fe 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16
[::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:169.254.169.254] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::]
[fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1] [2001:db8::1] [2001::1] [0:0:0:0:0:0:0:1]
""".split()  # fmt: skip
MALFORMED = [
    "http://[::1", "http://127.0.0.1:99999/", "http://[fe80::1%25lo]/", "http:/127.0.0.1/", "http:127.0.0.1",
    "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/_x", "dict://127.0.0.1:11211/", "//127.0.0.1/",
    "data:text/html,x", "javascript:alert(1)", "http:///etc/passwd", "http://\t127.0.0.1/", "unix:///var/run/docker.sock",
]  # fmt: skip


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serving(ServeOptions(fetch_timeout_s=5)) as address:
        yield address


def ask(base: str, url: str, path: str = "extract", **more: Any) -> tuple[int, Any]:
    body = json.dumps({"url": url, **more}).encode()
    answer = HTTP.request(
        "POST", f"{base}/api/{path}", body=body, headers={"Content-Type": "application/json"}, timeout=30
    )
    return answer.status, answer.json()


@pytest.mark.parametrize("host", PRIVATE)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_private_addresses_are_refused(base: str, host: str, scheme: str) -> None:
    status, failure = ask(base, f"{scheme}://{host}/")
    # A spelling that the system's resolver does not know leads nowhere.
    assert (status, failure["error"]) == (403, "address_refused") or "could not be resolved" in failure[
        "message"
    ]


@pytest.mark.parametrize("url", MALFORMED)
def test_what_is_no_web_address_is_refused(base: str, url: str) -> None:
    assert ask(base, url)[0] in {400, 403}


@pytest.mark.parametrize("path", ["extract", "look", "compare"])
def test_nothing_reaches_a_server_on_this_computer(base: str, path: str) -> None:
    with canary() as (address, asked):
        port = address.rpartition(":")[2]
        for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0"):
            assert ask(base, f"http://{host}:{port}/", path)[0] == 403
    assert asked == []


def test_a_name_that_leads_here_is_refused(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def found(host: Any, port: Any, *args: Any, **given: Any) -> Any:
        if host == "rebind.example":
            public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", port))
            return [public, (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
        return real(host, port, *args, **given)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with canary() as (address, asked):
        assert (
            ask(base, f"http://rebind.example:{address.rpartition(':')[2]}/")[1]["error"] == "address_refused"
        )
    assert asked == []


def test_the_same_in_a_batch(base: str) -> None:
    with canary() as (address, asked):
        body = json.dumps({"items": [{"url": address}]}).encode()
        job = HTTP.request(
            "POST", f"{base}/api/batch", body=body, headers={"Content-Type": "application/json"}
        ).json()
        records: list[Any] = []
        while not records:
            records = HTTP.request("GET", f"{base}/api/batch/{job['id']}/records").json()["records"]
    assert records[0]["error"]["error"] == "address_refused"
    assert asked == []


def test_the_own_network_can_be_allowed() -> None:
    with canary() as (address, asked), serving(ServeOptions(allow_private=True)) as base:
        assert ask(base, f"{address}/page")[0] == 200
    assert asked == ["/page"]
