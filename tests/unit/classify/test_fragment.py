"""A text without a page around it is kept, but for menus; a small page is no such text."""

from __future__ import annotations

import pytest

import maintext
from maintext.classify.features.context import BlockContext
from maintext.classify.fragment import is_fragment

NOTICE = """<h1>Harbour notice</h1>
<p>The north pier of Djupvik is closed to all boats until the end of the month.</p>
<ul><li>Use the inner berths</li><li>Mind <a href=/buoys>the buoys</a></li></ul>
<table><tr><th>Berth</th><td>14</td></tr></table>
<blockquote>Sea is sea.</blockquote><pre class=x>tide --now</pre>"""
PAGES = {
    "a title": f"<title>Notice</title>{NOTICE}",
    "a menu": f"<nav><a href=/>Home</a></nav>{NOTICE}",
    "login": f"<form><input name=user><input type=password></form>{NOTICE}",
    "cookie notice": f"{NOTICE}<div>We use cookies. <button>Accept</button></div>",
    "a link first": f"<ul><li><a href=/>Home</a></ul>{NOTICE}",
    "links alone": "".join(f"<p><a href=/{n}>Report of the day {n}</a></p>" for n in range(9))
    + "<p>July</p>",
    "replies": f"{NOTICE}<ol id=comments><li>Ahoy</li></ol>",
    "classes": "<div class=a><p class=b>The pier is closed to all boats.</p><p class=c>Until July.</p></div>",
    "layout": "<table><tr><td>Home<td><table><tr><td>The pier is closed.</table></table>",
}


@pytest.mark.parametrize(
    "around", ["{}", "<html><body><article>{}</article></body></html>", "<main id=post>{}</main>"]
)
def test_all_of_a_fragment_is_kept(around: str) -> None:
    document = maintext.extract(around.format(NOTICE))
    assert [row.text for row in document.trace() if not row.kept] == []
    assert "# Harbour notice" in document.markdown


@pytest.mark.parametrize("markup", PAGES.values(), ids=PAGES)
def test_a_small_page_is_no_fragment(markup: str) -> None:
    scene = BlockContext(maintext.parse(markup))
    assert not is_fragment(scene.page, scene.blocks)


def test_the_reason_is_said() -> None:
    (heading, *_) = maintext.extract(NOTICE).trace()
    assert heading.reason == "kept: part of a text without a page around it (no title, menu or form)"


def test_end_matter_of_a_fragment_is_dropped() -> None:
    document = maintext.extract(f"{NOTICE}<p>© 2026 Djupvik Harbour. All rights reserved.</p>")
    assert "rights reserved" not in document.text


PARAGRAPH = NOTICE.splitlines()[1]
MENU = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Home", "Tides", "News", "Contact"))


@pytest.mark.parametrize(
    "markup",
    [
        f"<h2>Djupvik Harbour</h2><ul>{MENU}</ul>{NOTICE}",
        f"<table><tr><td colspan=2>Djupvik Harbour<tr><td><ul>{MENU}</ul><td>{PARAGRAPH}</table>",
        f"<article>{NOTICE}</article><h3>Related articles</h3><ul>{MENU}</ul>",
    ],
    ids=["below the name", "next to the text", "below the text"],
)
def test_a_menu_of_links_is_no_part_of_the_text(markup: str) -> None:
    text = maintext.extract(markup).text
    assert "north pier" in text
    assert "Tides" not in text


def test_links_in_a_list_of_text_are_kept() -> None:
    markup = f"<article>{PARAGRAPH}<ul><li><a href=/b>b</a><li>c</ul></article>"
    assert maintext.extract(markup).text.split()[-2:] == ["b", "c"]


def test_for_precision_the_scores_decide() -> None:
    rows = maintext.extract(NOTICE, method_options={"focus": "precision"}).trace()
    assert not any("without a page" in row.reason for row in rows)
