"""Fetching, against a server on the loopback interface; nothing here leaves this computer."""

from __future__ import annotations

import contextlib
import gzip
import ipaddress
import re
import socket
import socketserver
import ssl
import threading
import time
import zlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import errors
from maintext.fetch import FetchOptions, Response, fetch
from maintext.fetch import address as address_module
from maintext.fetch.address import is_public, parse_target, redirected
from maintext.fetch.connect import Deadline, connected
from maintext.fetch.model import charset_of, media_type_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Page = bytes | Callable[[socket.socket], object]

LOCAL = FetchOptions(allow_private=True, timeout_s=2, total_timeout_s=5)

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


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as server:
        yield server


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Host names and their addresses; a host that is not in it (nor an address) does not exist."""
    known: dict[str, list[str]] = {}
    real = socket.getaddrinfo

    def lookup(host: str, port: int, **kinds: int) -> list[object]:
        if host not in known:
            return list(real(host, port, flags=socket.AI_NUMERICHOST, **kinds))
        return [row for ip in known[host] for row in real(ip, port, flags=socket.AI_NUMERICHOST, **kinds)]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    return known


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


# --- a page that arrives -------------------------------------------------------------------------


def test_body_status_and_addresses(site: Site) -> None:
    response = get(site, page(b"<p>hi"))
    assert (response.status, response.body) == (200, b"<p>hi")
    assert response.url == response.requested_url == site.url + "/"


def test_headers_are_lower_case_and_joined(site: Site) -> None:
    response = get(site, page(X_One="a", x_one="b"))
    assert response.headers["x-one"] == "a, b"


def test_content_type_is_taken_apart(site: Site) -> None:
    response = get(site, page(Content_Type="Text/HTML; Charset=GBK"))
    assert (response.content_type, response.charset) == ("text/html", "GBK")


def test_no_content_type(site: Site) -> None:
    response = get(site, page())
    assert (response.content_type, response.charset) == (None, None)


def test_empty_body(site: Site) -> None:
    assert get(site, page(b"", "204 No Content")).body == b""


def test_chunked_body(site: Site) -> None:
    assert get(site, chunked(b"2\r\nab\r\n", b"1\r\nc\r\n", b"0\r\n\r\n")).body == b"abc"


@pytest.mark.parametrize(("coding", "compress"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_compressed_body(site: Site, coding: str, compress: Callable[[bytes], bytes]) -> None:
    body = b"text " * 50_000
    assert get(site, page(compress(body), Content_Encoding=coding)).body == body


def test_bogus_content_encoding_is_ignored(site: Site) -> None:
    assert get(site, page(b"text", Content_Encoding="utf-8")).body == b"text"


def test_request_headers(site: Site) -> None:
    get(site, page(), FetchOptions(allow_private=True, user_agent="me/1", accept_language="zh"))
    assert (sent(site, "User-Agent"), sent(site, "Accept-Language")) == ("me/1", "zh")
    assert sent(site, "Host") == f"127.0.0.1:{site.port}"
    assert sent(site, "Accept-Encoding") is not None


def test_environment_proxy_is_not_used(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    assert get(site, page()).body == b"hello"


def test_chinese_path_and_query_are_percent_encoded(site: Site) -> None:
    site.pages["/%E6%96%B0%E9%97%BB%20a?q=%E4%B8%AD%41"] = page(b"found")
    assert fetch(f"{site.url}/新闻 a?q=中%41#top", LOCAL).body == b"found"


def test_international_host(site: Site, names: dict[str, list[str]]) -> None:
    names["xn--fiqs8s.test"] = ["127.0.0.1"]
    site.pages["/"] = page()
    assert fetch(f"http://中国.test:{site.port}", LOCAL).url == f"http://xn--fiqs8s.test:{site.port}/"


def test_next_address_is_tried_when_the_first_refuses(site: Site, names: dict[str, list[str]]) -> None:
    names["two.test"] = ["127.0.0.2", "127.0.0.1"]
    site.pages["/"] = page()
    assert fetch(f"http://two.test:{site.port}/", LOCAL).body == b"hello"


# --- credentials -----------------------------------------------------------------------------------


def test_credentials_are_sent_to_their_origin(site: Site) -> None:
    site.pages |= {"/": to("/b"), "/b": page()}
    response = fetch(f"http://me:s%20cret@127.0.0.1:{site.port}/", LOCAL)
    assert sent(site, "Authorization") == "Basic bWU6cyBjcmV0"
    assert response.requested_url == f"{site.url}/"


def test_credentials_are_not_carried_to_another_host(site: Site, names: dict[str, list[str]]) -> None:
    names["other.test"] = ["127.0.0.1"]
    site.pages |= {"/": to(f"http://me:own@other.test:{site.port}/b"), "/b": page()}
    fetch(f"http://me:secret@127.0.0.1:{site.port}/", LOCAL)
    assert sent(site, "Host") == f"other.test:{site.port}"
    assert sent(site, "Authorization") is None


@pytest.mark.parametrize(
    "url",
    [
        "http://me:secret@127.0.0.1:1/",
        "ftp://me:secret@127.0.0.1/",
        "me:secret@127.0.0.1/",
        "http://me:secret@127.0.0.1:99999/",
        "http://me:sec#secret@127.0.0.1/",
        "http://me:sec/secret@127.0.0.1/",
    ],
)
def test_errors_do_not_show_credentials(url: str) -> None:
    err = failure(url)
    assert "secret" not in f"{err} {err.url} {err.__cause__}"


# --- which URLs and addresses ------------------------------------------------------------------------


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
        assert redirected(parse_target("http://a.test/x/y"), text).url.isascii()


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


# --- redirects ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See", "307 Temp", "308 Perm"])
def test_redirect_is_followed(site: Site, status: str) -> None:
    site.pages |= {"/a/b": to("../c?d#e", status), "/c?d": page(b"end")}
    response = fetch(site.url + "/a/b", LOCAL)
    assert (response.url, response.body) == (site.url + "/c?d", b"end")
    assert response.requested_url == site.url + "/a/b"


@pytest.mark.parametrize(("encoding", "path"), [("utf-8", "/%E4%B8%AD"), ("gbk", "/%D6%D0")])
def test_redirect_to_raw_bytes(site: Site, encoding: str, path: str) -> None:
    location = b"HTTP/1.1 302 F\r\nContent-Length: 0\r\nLocation: /" + "中".encode(encoding) + b"\r\n\r\n"
    site.pages |= {"/": location, path: page(b"end")}
    assert fetch(site.url, LOCAL).url == site.url + path


def test_redirect_loop(site: Site) -> None:
    err = answer_failure(site, to("/"))
    assert "more than 10 redirects" in err.message
    assert len(site.heads) == 11


def test_no_redirects_allowed(site: Site) -> None:
    options = FetchOptions(allow_private=True, max_redirects=0)
    assert "more than 0 redirects" in answer_failure(site, to("/"), options).message


def test_redirect_without_location(site: Site) -> None:
    assert "no Location" in answer_failure(site, page(b"", "302 Found")).message


def test_redirect_to_another_scheme(site: Site) -> None:
    assert isinstance(answer_failure(site, to("file:///etc/passwd")), errors.AddressRefusedError)


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


def drip(start: bytes) -> Callable[[socket.socket], None]:
    def answer(sock: socket.socket) -> None:
        sock.sendall(start)
        while True:
            sock.sendall(b"1")
            time.sleep(0.02)

    return answer


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
    options = FetchOptions(allow_private=True, timeout_s=0.2, total_timeout_s=0.4)
    err = answer_failure(site, drip(start), options)
    assert isinstance(err, errors.FetchTimeoutError)
    assert "total_timeout_s" in err.message
    assert time.monotonic() - begin < 2


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
        connected([], Deadline(1, 1))


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
        (page(b"x", Content_Encoding="compress"), "compressed the page as compress"),
        (page(b"x", Content_Encoding="gzip,gzip,gzip,gzip,gzip,gzip"), "damaged"),
    ],
)
def test_broken_answers(site: Site, answer: bytes, said: str) -> None:
    err = answer_failure(site, answer)
    assert type(err) is errors.FetchError
    assert said in err.message


# --- TLS -----------------------------------------------------------------------------------------------


@pytest.fixture
def trusted(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: dict[str, list[str]]) -> Site:
    """The site with a certificate for site.test that this computer trusts."""
    names["site.test"] = ["127.0.0.1"]
    site.use_tls(tmp_path / "site.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "site.pem"))
    site.pages["/"] = page(b"secret")
    return site


def test_tls_names_the_host(trusted: Site) -> None:
    assert fetch(f"https://site.test:{trusted.port}/", LOCAL).body == b"secret"
    assert trusted.server_names == ["site.test"]


def test_tls_certificate_of_another_host(trusted: Site, names: dict[str, list[str]]) -> None:
    names["other.test"] = ["127.0.0.1"]
    err = failure(f"https://other.test:{trusted.port}/")
    assert type(err) is errors.FetchError
    assert "certificate of other.test" in err.message
    assert "Hostname mismatch" in err.message


def test_tls_certificate_nobody_trusts(site: Site, tmp_path: Path) -> None:
    site.use_tls(tmp_path / "site.pem")
    err = failure(f"https://127.0.0.1:{site.port}/")
    assert "certificate" in err.message
    assert "not accepted" in err.message


def test_tls_to_a_plain_server() -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:
        thread = threading.Thread(target=_answer_plainly, args=(plain,))
        thread.start()
        err = failure(f"https://127.0.0.1:{plain.getsockname()[1]}/")
        thread.join()
    assert "try the http:// address" in err.message


def _answer_plainly(server: socket.socket) -> None:
    sock, _ = server.accept()
    with sock:
        sock.recv(4096)
        sock.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_dripping_tls_server_meets_the_total_timeout(trusted: Site) -> None:
    trusted.pages["/"] = drip(b"HTTP/1.1 200 OK\r\n\r\n")
    options = FetchOptions(allow_private=True, timeout_s=0.2, total_timeout_s=0.4)
    begin = time.monotonic()
    assert isinstance(failure(f"https://site.test:{trusted.port}/", options), errors.FetchTimeoutError)
    assert time.monotonic() - begin < 2


def test_downgrade_to_http_is_followed(trusted: Site, names: dict[str, list[str]]) -> None:
    names["plain.test"] = ["127.0.0.1"]
    with serving() as plain:
        plain.pages["/"] = page(b"plain")
        trusted.pages["/"] = to(f"http://plain.test:{plain.port}/")
        assert fetch(f"https://site.test:{trusted.port}/", LOCAL).body == b"plain"


# --- values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "media", "charset"),
    [
        ("text/html; charset=utf-8", "text/html", "utf-8"),
        ('text/html;charset="gb2312"', "text/html", "gb2312"),
        ("text/html; charset='big5'", "text/html", "big5"),
        ("text/html; a=b; CHARSET = x ; c=d", "text/html", "x"),
        ("text/html; charset=", "text/html", None),
        ("text/html; xcharset=y", "text/html", None),
        ("text/plain, text/html; charset=a", "text/plain", "a"),
        ("; charset=a", None, "a"),
        ("", None, None),
    ],
)
def test_content_type_header(header: str, media: str | None, charset: str | None) -> None:
    assert (media_type_of(header), charset_of(header)) == (media, charset)


@pytest.mark.parametrize(
    "wrong",
    [
        {"timeout_s": 0},
        {"total_timeout_s": float("nan")},
        {"timeout_s": float("inf")},
        {"max_bytes": -1},
        {"max_redirects": -1},
        {"user_agent": "a\r\nb"},
        {"accept_language": "中"},
    ],
)
def test_options_out_of_range(wrong: dict[str, float]) -> None:
    with pytest.raises(errors.OptionError, match=next(iter(wrong))):
        FetchOptions(**wrong)  # type: ignore[arg-type]
