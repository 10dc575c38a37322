"""Which URLs and addresses are fetched."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.net.answering import LOCAL, Site, answer_failure, failure, page, to

from maintext import errors
from maintext.net import FetchOptions, fetch
from maintext.net import address as address_module
from maintext.net.address import follow_redirect, is_public, parse_target


@pytest.mark.parametrize(
    "url", ["ftp://a.test/", "file:///etc/passwd", "data:,x", "a.test/x", "localhost:80", ""]
)
def test_only_http_and_https(url: str) -> None:
    err = failure(url)
    assert isinstance(err, errors.AddressRefusedError)
    assert "http:// or https://" in err.message


@pytest.mark.parametrize(
    "rest",
    ["", "/x", "a b/", "a\\b/", "a..b/", "a%2fb/", "a:x/", "a:70000/", "[::1", "[::x]/", "[fe80::1%25e]/"],
)
def test_malformed_hosts(rest: str) -> None:
    assert isinstance(failure("http://" + rest), errors.AddressRefusedError)


@given(st.text())
def test_any_text_is_a_target_or_refused(text: str) -> None:
    with contextlib.suppress(errors.AddressRefusedError):
        target = parse_target("http://" + text)
        assert target.url.isascii()
        assert parse_target(target.url).url == target.url


@given(st.text(st.characters(max_codepoint=255)))
def test_any_location_is_a_target_or_refused(text: str) -> None:
    with contextlib.suppress(errors.AddressRefusedError):
        assert follow_redirect(parse_target("http://a.test/x/y"), text).url.isascii()


@pytest.mark.parametrize(
    "text",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1",
        "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.0.8", "192.0.2.1", "198.18.0.1", "168.63.129.16",
        "::", "::1", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1", "3fff::1", "100::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
        "64:ff9b:1::808:808", "2002:7f00:1::", "2002:808:808::", "2001:0:7f00:1::", "5f00::1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(text: str) -> None:
    assert not is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_addresses_that_are_public(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "127.1",
        "0",
        "１２７.0.0.1",
        "[::1]",
        "[::ffff:7f00:1]",
    ],
)
def test_spellings_of_this_computer_are_refused(host: str, names: dict[str, list[str]]) -> None:
    assert not names
    err = failure(f"http://{host}/", FetchOptions())
    assert isinstance(err, errors.AddressRefusedError)
    assert "allow_private" in err.message


def test_one_private_address_condemns_a_name(names: dict[str, list[str]]) -> None:
    names["mixed.test"] = ["8.8.8.8", "10.0.0.1"]
    err = failure("http://mixed.test/", FetchOptions())
    assert isinstance(err, errors.AddressRefusedError)
    assert "10.0.0.1" in err.message


def test_redirect_to_a_private_address_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_module, "is_public", lambda ip: str(ip) == "127.0.0.1")
    err = answer_failure(site, to("http://169.254.169.254/meta"), FetchOptions())
    assert isinstance(err, errors.AddressRefusedError)
    assert err.url == "http://169.254.169.254/meta"


def test_host_is_looked_up_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    real, asked = socket.getaddrinfo, list[str]()

    def rebinding(host: str, port: int, **kinds: int) -> object:
        asked.append(host)
        return real("127.0.0.1" if len(asked) == 1 else "127.0.0.9", port, **kinds)

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    site.pages["/"] = page(b"first")
    assert fetch(f"http://rebind.test:{site.port}/", LOCAL).body == b"first"
    assert asked == ["rebind.test"]
