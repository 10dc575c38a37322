from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.render.links import resolving

BASE = "https://example.org/section/page.html"
LINKS = (
    "/", "/a", "/a/b?c=d#e", "//other.org/x", "/../a", "/a/./b", "/.hidden", "/a?", "/a#", "/a?#", "/a;",
    "/a;p?q",
    "https://example.net", "https://example.net/", "https://example.net/a?#", "http://example.net/a b",
    "x.html", "../x", "#place", "?q=1", "", "mailto:a@example.org",
    "HTTPS://EXAMPLE.NET/a", "https://example.net?q",
)  # fmt: skip


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("base", [BASE, "http://example.org", "ftp://example.org/a/"])
def test_a_link_is_resolved_as_the_standard_library_does(link: str, base: str) -> None:
    assert resolving(base)(link) == urljoin(base, link)


@given(st.text(alphabet="/.?#;:ah[]\\ ", max_size=12))
def test_any_link_is_resolved_as_the_standard_library_does(link: str) -> None:
    try:
        expected = urljoin(BASE, link)
    except ValueError:
        return
    assert resolving(BASE)(link) == expected


def test_without_a_base_links_stay_as_they_are() -> None:
    assert resolving("")("../x") == "../x"
