"""A page that arrives, by which requests and redirects."""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING

import pytest
from tests.unit.net.answering import (
    LOCAL,
    Site,
    answer_failure,
    chunked,
    failure,
    get,
    page,
    sent,
    serving,
    to,
)

from maintext import errors
from maintext.net import FetchOptions, fetch
from maintext.net.model import charset_of, media_type_of

if TYPE_CHECKING:
    from collections.abc import Callable


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


def raw_deflate(body: bytes) -> bytes:
    return zlib.compress(body)[2:-4]


def with_a_rest(body: bytes) -> bytes:
    return gzip.compress(body) + b"\n"


@pytest.mark.parametrize(
    ("coding", "compress"),
    [("deflate", raw_deflate), ("gzip", with_a_rest), ("gzip", lambda body: gzip.compress(body[:9]) * 2)],
)
def test_body_compressed_in_another_way(site: Site, coding: str, compress: Callable[[bytes], bytes]) -> None:
    body = b"each text" * 2
    assert get(site, page(compress(body), Content_Encoding=coding)).body == body


def test_an_empty_body_has_no_compression_to_end(site: Site) -> None:
    assert get(site, page(b"", Content_Encoding="gzip")).body == b""


def test_bogus_content_encoding_is_ignored(site: Site) -> None:
    assert get(site, page(b"text", Content_Encoding="utf-8")).body == b"text"


def test_request_headers(site: Site) -> None:
    get(site, page(), FetchOptions(allow_private=True, user_agent="me/1", accept_language="zh"))
    assert (sent(site, "User-Agent"), sent(site, "Accept-Language")) == ("me/1", "zh")
    assert sent(site, "Host") == f"127.0.0.1:{site.port}"
    assert sent(site, "Accept-Encoding") is not None


HEADERS = ("Cookie: a=1; b=2", "X-Own:x", "User-Agent: me/2")


def test_headers_of_the_user(site: Site) -> None:
    get(site, page(), FetchOptions(allow_private=True, headers=HEADERS))
    assert [sent(site, name) for name in ("Cookie", "X-Own", "User-Agent")] == ["a=1; b=2", "x", "me/2"]


def test_headers_of_the_user_are_not_sent_to_another_host(site: Site) -> None:
    options = FetchOptions(allow_private=True, headers=HEADERS)
    with serving() as other:
        site.pages["/"] = to(f"{other.url}/b")
        other.pages["/b"] = to(f"{site.url}/c")
        site.pages["/c"] = page(b"end")
        assert fetch(site.url, options).body == b"end"
        assert sent(other, "Cookie") is None
        assert sent(other, "User-Agent") != "me/2"
    assert sent(site, "Cookie") == "a=1; b=2"


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


def test_cookies_are_kept_from_one_hop_to_the_next_of_an_origin(site: Site) -> None:
    moved = to("/in").replace(
        b"Location", b"Set-Cookie: sid=1; Path=/; HttpOnly\r\nset-cookie: a=b:c\r\nLocation"
    )
    site.pages |= {"/": moved, "/in": page(b"end")}
    options = FetchOptions(allow_private=True, headers=("Cookie: city=2",))
    assert fetch(site.url + "/", options).body == b"end"
    assert "Cookie: city=2\r\n" in site.heads[0]
    assert "Cookie: city=2; sid=1; a=b:c\r\n" in site.heads[1]
    fetch(site.url + "/in", LOCAL)
    assert "cookie" not in site.heads[2].lower()
    with serving() as other:
        other.pages["/in"] = page(b"end")
        site.pages["/"] = moved.replace(b"/in", f"{other.url}/in".encode())
        fetch(site.url + "/", options)
        assert "cookie" not in other.heads[0].lower()


def test_redirect_without_location(site: Site) -> None:
    assert "no Location" in answer_failure(site, page(b"", "302 Found")).message


def test_redirect_to_another_scheme(site: Site) -> None:
    failure = answer_failure(site, to("ftp://a.example/page"))
    assert isinstance(failure, errors.AddressRefusedError)
    assert "is the target of a redirect, and only http:// and https://" in str(failure)
    assert "'mailto:a@b.example' is the target" in str(answer_failure(site, to("mailto:a@b.example")))


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
        {"headers": ("Cookie a=1",)},
        {"headers": ("Cookie: a\r\nHost: b",)},
        {"headers": ("Host: b",)},
    ],
)
def test_options_out_of_range(wrong: dict[str, float]) -> None:
    with pytest.raises(errors.OptionError, match=next(iter(wrong))):
        FetchOptions(**wrong)  # type: ignore[arg-type]
