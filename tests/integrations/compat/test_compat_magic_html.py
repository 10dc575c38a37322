"""magic-html and the shim on one page: the records have the same shape.

A dependency of magic-html installs a package ``tests`` of its own, which hides ours: this file imports
nothing from there, and runs in an environment of its own.
"""

from __future__ import annotations

from typing import Any

import pytest

from maintext.compat.magic_html import GeneralExtractor

theirs = pytest.importorskip("magic_html", reason="needs magic-html (pip install magic-html, Python 3.12)")

URL = "https://walker.example.org/hills"
PAGE = """<html lang="en"><head><title>A walk in the hills</title></head><body>
<nav><a href="/">Home</a></nav><article><h1>A walk in the hills</h1>
<p>It rained in the hills all day, and the paths were full of water when we came down to the
<a href="/village">village</a>.</p>
<p>Nobody had told us that the bridge was gone, so we went back, and it was dark when we arrived.</p>
</article>
<div id="comments"><div class="comment"><span class="author">Bo</span>
<p>I was there too, and I liked the soup very much indeed.</p></div></div></body></html>"""


def both(**given: Any) -> list[dict[str, Any]]:
    return [one().extract(PAGE, **given) for one in (theirs.GeneralExtractor, GeneralExtractor)]


@pytest.mark.parametrize("kind", [None, "forum"])
def test_records_have_the_same_keys_and_types(kind: str | None) -> None:
    first, second = ({name: type(value) for name, value in one.items()} for one in both(html_type=kind))
    assert first == second


def test_title_and_address_are_the_same() -> None:
    first, second = ((one["title"], one["base_url"]) for one in both(base_url=URL))
    assert first == second


def test_html_is_a_body_with_absolute_links() -> None:
    for record in both(base_url=URL):
        assert record["html"].startswith("<body")
        assert 'href="https://walker.example.org/village"' in record["html"]


@pytest.mark.parametrize("kind", [None, "forum"])
def test_comments_come_with_forums_only(kind: str | None) -> None:
    assert ["liked the soup" in one["html"] for one in both(html_type=kind)] == [kind == "forum"] * 2


def test_nothing_is_an_error() -> None:
    for one in (theirs.GeneralExtractor, GeneralExtractor):
        with pytest.raises(ValueError):  # noqa: PT011 - theirs says nothing
            one().extract("")
