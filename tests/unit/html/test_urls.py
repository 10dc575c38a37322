from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each

from maintext.html import parse
from maintext.html.urls import absolute_url, link_url, url_joiner, url_prefixes

BASE = "https://example.org/section/page.html"
BASES = (
    BASE, "http://example.org", "ftp://example.org/a/", "https://example.org/a/../b//c/?d=e",
    "https://example.org/a;p#f", "https://example.org/a/b/c/d.html", "https://example.org/a/.b/c",
    "https://example.org/a//b/", "https://example.org:80/a/", "https://example.org/", "https://example.org?a=b/c",
    "https://example.org/a/b?", "https://example.org/a/./b/../c", "https://example.org/a/..", "http://example.org//x?",
)  # fmt: skip
LINKS = (
    "/", "/a", "/a/b?c=d#e", "//other.org/x", "/../a", "/a/./b", "/.hidden", "/a?", "/a#", "/a?#", "/a;",
    "/a;p?q",
    "https://example.net", "https://example.net/", "https://example.net/a?#", "http://example.net/a b",
    "x.html", "../x", "#place", "#", "#a;b/../c", "#a b", "?q=1", "x/y/", "x//y", "x/../y", "x/.y", "x:y",
    "x?a:b//c", "../../x", "../x/y?a=/../b#c", "../../../x", "../../../../../x", "../", "../x/../y", "../.x",
    "文/章?q=一#二", "_x", "x;p", "", "mailto:a@example.org", "HTTPS://EXAMPLE.NET/a", "https://example.net?q",
)  # fmt: skip


@pytest.mark.parametrize("base", BASES)
@each("link", LINKS)
def test_a_link_is_resolved_as_the_standard_library_does(link: str, base: str) -> None:
    assert url_joiner(base)(link) == urljoin(base, link)


@given(
    st.sampled_from(BASES),
    st.text(alphabet="/.?#;:ah[]\\ _%", max_size=12)
    | st.lists(st.sampled_from(["../", "./", "a", "/", "b.c", "?", "#"])).map("".join),
)
def test_any_link_is_resolved_as_the_standard_library_does(base: str, link: str) -> None:
    try:
        expected = urljoin(base, link)
    except ValueError:
        return
    assert url_joiner(base)(link) == expected


def absolute_slow(base: str, link: str) -> str:
    """The definition, by the standard library."""
    link = link.strip()
    if not link or link.startswith("#"):
        return ""
    if re.match(r"https?://[\w.-]+(?::\d+)?(?:[/?#][^\s\[\]]*)?$", link, re.ASCII):
        return link
    try:
        full = urljoin(base, link) if base else link
        parts = urlsplit(full)
    except ValueError:
        return ""
    is_web = parts.scheme in {"http", "https"} and parts.netloc
    return full if is_web or not parts.scheme else ""


@pytest.mark.parametrize("base", BASES)
@each("link", LINKS)
def test_an_address_is_made_absolute(link: str, base: str) -> None:
    assert absolute_url(base, link) == absolute_slow(base, link)


@given(
    st.sampled_from(("", "http://[", *BASES)),
    st.sampled_from(("", "/", "http://a", "https://a.b/", " ", "//", "http:/", "https:")),
    st.text(alphabet="/.?#;:ah[]\\ _%&'<\x01\x7fé文", max_size=12),
)
def test_any_address_is_made_absolute(base: str, start: str, rest: str) -> None:
    assert absolute_url(base, start + rest) == absolute_slow(base, start + rest)


@given(st.lists(st.sampled_from(["/", "a", ".", "..", "?", "b=c", "%20"]), max_size=8).map("".join))
def test_what_stands_before_addresses_is_what_the_standard_library_writes(path: str) -> None:
    base = f"https://example.org/{path}"
    found = url_prefixes(base)
    assert found.directory in {"", urljoin(base, "x").removesuffix("x")}
    assert found.place in {"", urljoin(base, "#x").removesuffix("#x")}


def test_an_address_that_is_too_long_is_none() -> None:
    assert absolute_url(BASE, "/" + "a" * 5_000) == ""


def test_what_stands_before_common_addresses() -> None:
    found = url_prefixes(BASE)
    assert (found.origin, found.directory, found.place) == (
        "https://example.org", "https://example.org/section/", BASE,
    )  # fmt: skip
    assert url_prefixes("http://[").directory == ""


def test_without_a_base_links_stay_as_they_are() -> None:
    assert url_joiner("")("../x") == "../x"


@pytest.mark.parametrize(
    ("charset", "link", "asked"),
    [
        ("gbk", "/新?c=新闻&p=2#新", "/新?c=%D0%C2%CE%C5&p=2#新"),
        ("gb2312", "?c=镕😀&d", "/a?c=%E9F%26%23128512%3B&d"),
        ("gb2312", "/a#x?新", "/a#x?新"),
        ("big5", "?q=新", "/a?q=%B7s"),
        ("shift_jis", "?q=①", "/a?q=%87%40"),
        ("iso-8859-1", "?q=é€", "/a?q=%E9%80"),
        ("utf-8", "?q=新", "/a?q=新"),
        ("x-mac-cyrillic", "?q=д", "/a?q=д"),
    ],
)
def test_a_query_is_written_in_the_encoding_of_its_page(charset: str, link: str, asked: str) -> None:
    page = parse(b"<p>text", "https://example.org/a", http_charset=charset)
    assert link_url(page, link) == f"https://example.org{asked}"
