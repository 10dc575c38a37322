"""What the compiled kernel makes of a selection is what numpy makes of it: text, markup, copies …"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.generated import MARKUP, selected, selections
from tests.twins import needs_kernel, numpy_twins
from tests.zoo import ZOO

from maintext import duplicates
from maintext.metadata.images import find_images
from maintext.options import Options
from maintext.page import parse
from maintext.page.blocks import find_blocks
from maintext.page.tags import tag_mask
from maintext.render import apart, decoration, emphasis, markup, render_html, render_markdown, render_text
from maintext.render.decoration import without_decoration
from maintext.render.regions import regions, values

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.selection import Selection

LONG = "Somebody wrote down all that was said on the long way over the hills, and nobody read it again. " * 2
LONG_ZH = "有人把翻山越岭的长路上所说的话都记了下来，可是后来再也没有人读过它，直到今天仍然放在那里。" * 2
ODD = {
    "copies": f"<div><p>{LONG}</p></div><div><p>{LONG}</p></div><ul><li>{LONG}<li>{LONG}</ul>",
    "copies in Chinese": f"<h2>甲</h2><div><p>{LONG_ZH}</div><h2>甲</h2><section><p>{LONG_ZH}</section>",
    "cut off": (
        f"<p>{LONG[:90]}...</p><div><p>{LONG.upper()}</p></div><p>{LONG[:60]}… ]</p><p>Straße {LONG}</p>"
    ),
    "cut off in Chinese": f"<p>{LONG_ZH[:40]}。。。）</p><div>{LONG_ZH}</div><p>{LONG_ZH[:30]}…</p>",
    "dots": f"<p>{LONG}..</p><p>{LONG} .....</p><p>{'…' * 50}</p><p>…</p>",
    "signs": (
        "<h2>a<a href=#a>¶</a></h2><p>b<sup><a href=#n>1</a>"
        "</sup><sup>1</sup>, c <a href=/x>↩</a>.</p>"
    ),
    "numbers of code": (
        "<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre>"
        "</table><pre><i>1</i>a\n<i>2</i>b</pre><p>3</p>"
    ),
    "buttons and formulas": (
        "<div><button>Copy</button><pre>a</pre></div><p><math><mi>x</mi>"
        "<annotation encoding='application/x-tex'>x^2</annotation></math></p>"
        "<ruby>漢<rp>(</rp><rt>k</rt></ruby>"
    ),
    "hidden": (
        "<p>roots.<i>1<i hidden>You can.</i></i>, and<b style='DISPLAY : none'>;b</b>"
        "<i aria-hidden=true>T</i>he</p>"
        "<p>根<i style='visibility:hidden'>你<b hidden>可以</b></i>。<span style='color:red'>x</span></p>"
        "<p hidden>a<b style='display:none'>b</b></p>"
    ),
    "marks": (
        "<p>a<b>x</b> , b <b>x</b>.NET<b>x</b><i>.</i>c<b>x</b><i>)</i><b>x"
        "</b>，字 <b>x</b> <b>y</b>；<br>,d<b>x</b>: e</p>"
    ),
    "empty elements": (
        "<h2>a<i></i></h2><h3><img src=i alt=x></h3><h4><i></i></h4>"
        "<h2><img-x></img-x></h2><p>a<math></math>b"
    ),
    "players": (
        "<p>a</p><video><p>b</p></video><iframe src=x></iframe><p>c"
        "</p><noscript><img src=j></noscript><hr><p>d"
    ),
    "layout": (
        "<table><tr><td>a<p>b</p><ul><li>c</ul><td><td colspan=2>d"
        "</table><my-box>e</my-box><center>f</center>g"
    ),
    "links": (
        "<a href='x?a=b&amp;c'>a</a> <a href='https://e.org/[1]'>b</a> "
        "<a href='java\nscript:x'>c</a> href=\"d\" <a href=#e>f</a>"
    ),
    "gaps": (
        "<p>a<span>b</span>c<br>d<em>e</em><br>f</p>g<div>h</div>i"
        "<b>\u3000</b>j<i> k</i>l<div><br></div>m"
    ),
    "written": "<pre>a<b>1</b>\n<b>2</b>, b</pre><textarea>\n\n x</textarea><p>é<b>字</b>😀 , x</p>",
    "no text": "<img src=a><br><hr>",
}  # fmt: skip
PAGES = ZOO | {f"odd: {name}": page for name, page in ODD.items()}
every_page = pytest.mark.parametrize("name", PAGES)
OPTIONS = Options()


def some_selections(page: Page) -> list[Selection]:
    """All that is visible, all there is, every second and every third row."""
    rows = np.arange(len(page))
    return [selected(page, chosen) for chosen in (~page.is_hidden, rows >= 0, rows % 2 == 0, rows % 3 > 0)]


def made_of(page: Page, selection: Selection) -> dict[str, object]:
    """Everything that one of the twins makes."""
    kept = selection.keep & page.is_text & (page.n_chars > 0)
    n_kept, in_main, tags = regions(page, kept)
    blocks = find_blocks(page, kept)
    written = markup.kept_markup(page, selection)
    return {
        "text": render_text(page, selection),
        "kinds": decoration._kinds(page, selection.keep),
        "decoration": without_decoration(page, selection).keep.tolist(),
        "copies": duplicates.without_copies(page, selection).keep.tolist(),
        "letters": [duplicates._letters(page, blocks, block) for block in range(len(blocks))],
        "beginnings": duplicates._all_beginnings(page, blocks),
        "ellipses": duplicates._ends_in_ellipsis(page, blocks.last).tolist(),
        "regions": [n_kept.tolist(), in_main.tolist(), tags.tolist()],
        "values": values(page, "href", tag_mask(("a", "span")), n_kept),
        "markup": written,
        "pictures": find_images(page, kept),
        "markdown": render_markdown(page, selection, OPTIONS),
        "html": render_html(page, selection, OPTIONS),
    }


def assert_same(page: Page, selection: Selection) -> None:
    found = made_of(page, selection)
    with numpy_twins() as users:
        assert {"maintext.duplicates", "maintext.render.markup", "maintext.render.text"} < set(users)
        twin = made_of(page, selection)
    assert {name: found[name] for name in found if found[name] != twin[name]} == {
        name: twin[name] for name in found if found[name] != twin[name]
    }


@needs_kernel
@every_page
def test_twins_make_the_same_of_zoo_and_odd_pages(name: str) -> None:
    page = parse(PAGES[name], "https://example.org/a")
    for selection in some_selections(page):
        assert_same(page, selection)


@needs_kernel
@settings(deadline=None, max_examples=150)
@given(st.data())
def test_twins_make_the_same_of_generated_pages(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP), "https://example.org/a")
    assert_same(page, data.draw(selections(page)))


@needs_kernel
@every_page
def test_a_page_with_copies_is_always_looked_at(name: str) -> None:
    page = parse(PAGES[name])
    for selection in some_selections(page):
        copies, beginnings = duplicates.find_copies(page, find_blocks(page, selection.keep))
        assert duplicates._may_have_copies(page, selection.keep) >= bool(copies.any() or beginnings.any())


def test_the_odd_pages_have_copies() -> None:
    pages = [parse(ODD[name]) for name in ("copies", "copies in Chinese", "cut off", "cut off in Chinese")]
    n_found = [sum(np.count_nonzero(c) for c in duplicates.find_copies(p, find_blocks(p))) for p in pages]
    assert all(n_found)


BETWEEN = (
    "a\x011b", "a\x012b", "a\x013b", "a <i>\x011</i>\x013<b> b", "a<br/>\x012\x011b", "a<p>\x013</p>b",
    "a<my-x>\x011b", "a<brx>\x013<br >b", "a\u3000\x011\n<b/>\x012 b\x011c", "\x013", "a<p/>b\x011<p-x/>c",
    "<hr>\x011a", "a</br>\x013", "a \x011, b", "a\x014, b", "a\x011<img/>.",
    "字\x011 <i>，", "a\x011.<i>b", "a\x011.<br>b",
)  # fmt: skip
PARTS = [
    "a", " ", "\xa0", "\x011", "\x012", "\x013", "\x014", "<br/>", "<b>", "</p>", "<x-y>", ",", ".", "。",
    "_", "<img/>", "</math>", "<math>",
]  # fmt: skip


@needs_kernel
@settings(deadline=None)
@given(st.sampled_from(BETWEEN) | st.lists(st.sampled_from(PARTS)).map("".join))
def test_twins_set_texts_apart_in_the_same_way(written: str) -> None:
    assert apart.as_html(written, has_raw_text=False) == apart._parted(written)


ADDRESSES = (
    "https://a.org", "http://a.org/b c", "https://a.org/[1]", "https://a.org/é", "/", "/a?b=c&amp;d#e",
    "/a;b", "/a?", "/a#", "/a?#b", "//b.org", "/.a", "/a/.b", "/a'b", "/&lt;", "#", "#a;b", "#é", "x.html",
    "java\tscript:x", "?a", "", "/&amp;amp;", "http:/x", "https:", "mailto:a@b.c", "/a?b?c#d#e?f", "/文",
)  # fmt: skip
BASES = (
    None, "https://example.org/a", "https://example.org/a?b'&c", "http://例.org/a", "http://example.org/a;b/c",
    "ftp://a.b/c",
)  # fmt: skip
address = st.sampled_from(ADDRESSES) | st.text(alphabet="/.?#;:ah[]\\ _%&'é\xa0", max_size=9)


@needs_kernel
@settings(deadline=None)
@given(st.sampled_from(BASES), st.lists(address, min_size=1, max_size=3))
def test_twins_make_the_same_addresses(base: str | None, links: list[str]) -> None:
    markup = "".join(f'<p>a href="/x" <a class=b href="{link}">b</a>' for link in links)
    page = parse(markup, base)
    found = render_markdown(page, selected(page, ~page.is_hidden), OPTIONS)
    with numpy_twins():
        assert found == render_markdown(page, selected(page, ~page.is_hidden), OPTIONS)


WITH_ATTRIBUTES = (
    "<ol class=a><li value=1 class=b>x<li value=3>y</ol>", "<ol><li value=2><p data-a=b>x<li value=2>y</ol>",
    "<table class=a><tr><td rowspan=2 class=b>x<td>y<tr><td>z</table>",
    "<table><tr><td>x<table style='white-space:pre' class=b><tr><td>a<td>b</table></table>",
    "<ul><li><input type=checkbox checked disabled class=x>x</ul>",
    "<p class=a id=b>y <a title=t href=/u rel=v>z</a>",
    "<pre class=language-py data-x=y>x = 1</pre><p><code class=language-py>y</code> <q cite=/x>z</q>",
    "<p style='white-space:pre'>x  y<br class=a> <br/><br >z<em><br><br>a</em><p>b<br>&nbsp;<br class=c>d",
    "<p>a<break-x></break-x><br>b<pre><br><br></pre>c<i>d<br>\u3000<br>e</i>",
    "<img class=x src=/a.png alt='b &amp; c' title=d width=90 data-src=/e.png><p>f",
)  # fmt: skip


@needs_kernel
@pytest.mark.parametrize("markup", WITH_ATTRIBUTES)
def test_attributes_that_are_left_out_change_no_markdown(markup: str) -> None:
    page = parse(markup, "https://example.org/a")
    found = render_markdown(page, selected(page, ~page.is_hidden), OPTIONS)
    with numpy_twins():
        assert found == render_markdown(page, selected(page, ~page.is_hidden), OPTIONS)


LINES = [
    "\u3000", "\xa0", "\u2003", "\ufeff", " ", "\n", "a", "<p>", "</p>", "<br>", "<br/>", "<b>", "</b>",
    "<img/>", "<x-y>", "<li a>", "<pre>", "<pre a>", "</pre>", "\x041\x05",
]  # fmt: skip


@needs_kernel
@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES)).map("".join))
def test_twins_take_the_same_indents_out(written: str) -> None:
    found = apart.without_indents(written)
    with numpy_twins():
        assert found == apart.without_indents(written)


BREAKS = [
    "<br>",
    "<br/>",
    "<br class='a'>",
    "<b>",
    "</b>",
    "<pre>",
    "</pre>",
    "<pre a>",
    "a",
    " ",
    "\u3000",
    "&nbsp;",
    "<p>",
    "<i x>",
    "</i>",
    "<strong",
    "<bri>",
]


@needs_kernel
@settings(deadline=None)
@given(st.lists(st.sampled_from(BREAKS)).map("".join))
def test_twins_end_paragraphs_at_the_same_breaks(written: str) -> None:
    found = apart.with_paragraphs(written)
    with numpy_twins():
        assert found == apart.with_paragraphs(written)


EMPHASIS = [
    "<em>", "</em>", "<strong>", "</strong>", "a", "“", " ", "`", "``", "\\", "*", "\n", "。", "<", "```\n",
]  # fmt: skip


@needs_kernel
@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(EMPHASIS)).map("".join))
def test_twins_write_the_same_emphasis(written: str) -> None:
    found = emphasis.with_marks(written, has_code="`" in written)
    with numpy_twins():
        assert found == emphasis.with_marks(written, has_code="`" in written)
