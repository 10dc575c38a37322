from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.render.links import resolving

BASE = "https://example.org/section/page.html"
BASES = (
    BASE, "http://example.org", "ftp://example.org/a/", "https://example.org/a/../b//c/?d=e",
    "https://example.org/a;p#f", "https://example.org/a/..", "http://example.org//x?",
)  # fmt: skip
LINKS = (
    "/", "/a", "/a/b?c=d#e", "//other.org/x", "/../a", "/a/./b", "/.hidden", "/a?", "/a#", "/a?#", "/a;",
    "/a;p?q",
    "https://example.net", "https://example.net/", "https://example.net/a?#", "http://example.net/a b",
    "x.html", "../x", "#place", "#", "#a;b/../c", "#a b", "?q=1", "x/y/", "x//y", "x/../y", "x/.y", "x:y",
    "x?a:b//c", "文/章?q=一#二", "_x", "x;p", "", "mailto:a@example.org",
    "HTTPS://EXAMPLE.NET/a", "https://example.net?q",
)  # fmt: skip


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("base", BASES)
def test_a_link_is_resolved_as_the_standard_library_does(link: str, base: str) -> None:
    assert resolving(base)(link) == urljoin(base, link)


@given(st.sampled_from(BASES), st.text(alphabet="/.?#;:ah[]\\ _%", max_size=12))
def test_any_link_is_resolved_as_the_standard_library_does(base: str, link: str) -> None:
    try:
        expected = urljoin(base, link)
    except ValueError:
        return
    assert resolving(base)(link) == expected


def test_without_a_base_links_stay_as_they_are() -> None:
    assert resolving("")("../x") == "../x"
