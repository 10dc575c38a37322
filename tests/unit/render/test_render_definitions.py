"""What the engine makes of a selection is what the plain definitions make of it: text, markup, copies …"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests import render_definitions as plain
from tests.each import each
from tests.examples import examples
from tests.generated import MARKUP, selected, selections
from tests.zoo import ZOO

from maintext._core.text import ends_in_ellipsis
from maintext.html import parse
from maintext.html.blocks import find_blocks
from maintext.html.tags import tag_mask
from maintext.options import Options
from maintext.render import duplicates, markdown, render_html, render_markdown, render_text
from maintext.render.artifacts import remove_artifacts
from maintext.render.blocks import STAND_INS
from maintext.render.html import collect_html_edits
from maintext.render.markup import (
    HAS_BREAKS,
    HAS_EDGES,
    Edits,
    resolve_gaps,
    strip_line_indents,
    write_kept_markup,
)
from maintext.render.regions import read_kept_values, regions_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from maintext.html import Page
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
every_page = each("name", PAGES)
OPTIONS = Options()


def some_selections(page: Page) -> list[Selection]:
    """All that is visible, all there is, every second and every third row."""
    rows = np.arange(len(page))
    return [selected(page, chosen) for chosen in (~page.is_hidden, rows >= 0, rows % 2 == 0, rows % 3 > 0)]


def kept_texts(page: Page, selection: Selection) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return selection.keep & page.is_text & (page.n_chars > 0)


def assert_as_defined(page: Page, selection: Selection) -> None:
    kept = kept_texts(page, selection)
    assert render_text(page, selection) == plain.text_of(page, selection)
    bare = remove_artifacts(page, selection)
    assert bare.keep.tolist() == plain.remove_artifacts(page, selection).keep.tolist()
    copied = duplicates.drop_duplicate_blocks(page, selection)
    assert copied.keep.tolist() == plain.drop_duplicate_blocks(page, selection).keep.tolist()
    found = regions_of(page, selection)
    shown, in_main, n_kept, tags, begins = plain.regions_of(page, kept)
    assert found.kept.tolist() == kept.tolist()
    assert found.shown.tolist() == shown.tolist()
    assert found.in_main.tolist() == in_main.tolist()
    assert found.n_kept.tolist() == n_kept.tolist()
    assert found.tags.tolist() == tags.tolist()
    assert found.begins == begins
    links = {
        row: value
        for row, value in page.values("href").items()
        if n_kept[row] and page.name(row) in {"a", "span"}
    }
    assert read_kept_values(page, "href", tag_mask(("a", "span")), found.n_kept) == links
    assert write_kept_markup(found)[0] == plain.markup_of(page, kept)
    edits = collect_html_edits(found, OPTIONS)
    assert render_html(page, selection, OPTIONS) == plain.html_of(page, kept, OPTIONS, edits)


@every_page
def test_what_is_made_of_zoo_and_odd_pages_is_as_defined(name: str) -> None:
    page = parse(PAGES[name], "https://example.org/a")
    for selection in some_selections(page):
        assert_as_defined(page, selection)


@settings(deadline=None, max_examples=examples(150))
@given(st.data())
def test_what_is_made_of_generated_pages_is_as_defined(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP), "https://example.org/a")
    assert_as_defined(page, data.draw(selections(page)))


@settings(deadline=None)
@given(st.data())
def test_edited_markup_is_as_defined(data: st.DataObject) -> None:
    page = parse(data.draw(MARKUP), "https://example.org/a")
    selection = data.draw(selections(page))
    kept = kept_texts(page, selection)
    n_kept = page.subtree_sum(kept)
    edits = Edits()
    body = int(np.flatnonzero(page.is_tag(("body",)))[0])
    for row in data.draw(st.lists(st.integers(body, len(page) - 1), max_size=4)):
        if row == body:
            continue
        edits.whole[row] = data.draw(st.sampled_from(("", "x", "<img src='a'/>", "<div></div>")))
    for row in np.flatnonzero((n_kept > 0) & ~page.is_text).tolist()[2::3]:
        edits.rename(row, "<div>", "</div>")
    assert write_kept_markup(regions_of(page, selection), edits)[0] == plain.markup_of(page, kept, edits)


@pytest.mark.parametrize("options", [Options(links=False), Options(images=False), Options(tables=False)])
@every_page
def test_html_without_some_elements_is_as_defined(name: str, options: Options) -> None:
    page = parse(PAGES[name], "https://example.org/a")
    for selection in some_selections(page):
        assert render_html(page, selection, options) == plain.html_of(
            page,
            kept_texts(page, selection),
            options,
            collect_html_edits(regions_of(page, selection), options),
        )


@every_page
def test_blocks_are_compared_by_their_letters(name: str) -> None:
    page = parse(PAGES[name])
    blocks = find_blocks(page)
    letters = [plain.letters_of(page, blocks, block) for block in range(len(blocks))]
    assert [duplicates._read_letters(page, blocks, block) for block in range(len(blocks))] == letters
    assert [duplicates._read_letters(page, blocks, block, 5) for block in range(len(blocks))] == [
        own[:5] for own in letters
    ]
    ends = [plain.ends_in_ellipsis(page.row_text(row)) for row in blocks.last.tolist()]
    assert [ends_in_ellipsis(page.row_text(row)) for row in blocks.last.tolist()] == ends


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


@settings(deadline=None)
@given(st.sampled_from(BETWEEN) | st.lists(st.sampled_from(PARTS)).map("".join))
def test_texts_are_set_apart_as_defined(written: str) -> None:
    assert resolve_gaps(written, has_raw_text=False) == plain.set_apart(written)


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


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> Callable[[Page, Options], str]:
    """Markdown of all that is visible, with every attribute left and every line looked at."""
    found_bits = HAS_BREAKS | HAS_EDGES

    def render(page: Page, options: Options) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(
                markdown,
                "minify_markup",
                lambda markup, page, *_, **__: (
                    # The renderer reads both of these.
                    re.sub(
                        r'(<\w[^<>]*?) (?:style|value)="[^"]*"',
                        r"\1",
                        plain.with_stand_ins(plain.with_addresses(markup, page), STAND_INS),
                    ),
                    found_bits,
                ),
            )
            return render_markdown(page, selected(page, ~page.is_hidden), options)

    return render


def assert_same_links(base: str | None, links: list[str]) -> None:
    markup = "".join(f'<p>a href="/x" <a class=b href="{link}">b</a><img src="{link}">' for link in links)
    page = parse(markup, base)
    chosen = selected(page, ~page.is_hidden)
    assert render_html(page, chosen, OPTIONS) == plain.html_of(
        page, kept_texts(page, chosen), OPTIONS, collect_html_edits(regions_of(page, chosen), OPTIONS)
    )


@settings(deadline=None)
@given(st.sampled_from(BASES), st.lists(address, min_size=1, max_size=3))
def test_links_and_pictures_of_html_lead_where_each_address_leads(base: str | None, links: list[str]) -> None:
    assert_same_links(base, links)


SETS = (
    "a.png,b.png 200w , c,d 3x,",
    ",a, b (x,y), c",
    "a 1x 2h, b",
    " /a.png ",
    "",
    "data:image/png;base64,AA= 1x, b",
)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("value", SETS)
def test_sets_of_addresses_are_resolved_one_by_one(base: str | None, value: str) -> None:
    page = parse(
        f'<p>a<img src=x srcset="{value}"> <a href=" /b " id=" ">c</a><i id=d>e</i><a href=#d>f</a>', base
    )
    chosen = selected(page, ~page.is_hidden)
    assert render_html(page, chosen, OPTIONS) == plain.html_of(
        page, kept_texts(page, chosen), OPTIONS, collect_html_edits(regions_of(page, chosen), OPTIONS)
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(BASES), st.lists(address, min_size=1, max_size=3))
def test_links_of_markdown_lead_where_each_address_leads(
    plainly: Callable[[Page, Options], str], base: str | None, links: list[str]
) -> None:
    markup = "".join(f'<p>a href="/x" <a class=b href="{link}">b</a>' for link in links)
    page = parse(markup, base)
    assert render_markdown(page, selected(page, ~page.is_hidden), OPTIONS) == plainly(page, OPTIONS)


@every_page
def test_markdown_is_what_the_whole_markup_gives(plainly: Callable[[Page, Options], str], name: str) -> None:
    page = parse(PAGES[name], "https://example.org/a")
    assert render_markdown(page, selected(page, ~page.is_hidden), OPTIONS) == plainly(page, OPTIONS)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    MARKUP
    | st.lists(
        st.sampled_from(
            (
                "\u3000",
                "\xa0",
                " ",
                "a",
                "字",
                "<p>",
                "</p>",
                "<br>",
                "<b>",
                "</b>",
                "<img src=i>",
                "<x-y>",
                "<pre>",
                "</pre>",
            )
        )
    ).map("".join)
)
@example('one<b class=a><img src="i.png" alt="pic"></b>')
@example('<b class=a><img src="i.png" alt="pic"></b>one')
def test_markdown_of_generated_pages_is_what_the_whole_markup_gives(
    plainly: Callable[[Page, Options], str], markup: str
) -> None:
    page = parse(markup, "https://example.org/a")
    assert render_markdown(page, selected(page, ~page.is_hidden), OPTIONS) == plainly(page, OPTIONS)


WITH_ATTRIBUTES = (
    "<ol class=a><li value=1 class=b>x<li value=3>y</ol>", "<ol><li value=2><p data-a=b>x<li value=2>y</ol>",
    "<table class=a><tr><td rowspan=2 class=b>x<td>y<tr><td>z</table>",
    "<table><tr><td>x<table style='white-space:pre' class=b><tr><td>a<td>b</table></table>",
    "<ul><li><input type=checkbox checked disabled class=x>x</ul>",
    "<p class=a id=b>y <a href=/u rel=v>z</a>",
    "<pre class=language-py data-x=y>x = 1</pre><p><code class=language-py>y</code> <q cite=/x>z</q>",
    "<p style='white-space:pre'>x  y<br class=a> <br/><br >z<em><br><br>a</em><p>b<br>&nbsp;<br class=c>d",
    "<p>a<break-x></break-x><br>b<pre><br><br></pre>c<i>d<br>\u3000<br>e</i>",
    "<img class=x src=/a.png alt='b &amp; c' title=d width=90 data-src=/e.png><p>f",
)  # fmt: skip


@pytest.mark.parametrize("markup", WITH_ATTRIBUTES)
def test_attributes_that_are_left_out_change_no_markdown(
    plainly: Callable[[Page, Options], str], markup: str
) -> None:
    page = parse(markup, "https://example.org/a")
    assert render_markdown(page, selected(page, ~page.is_hidden), OPTIONS) == plainly(page, OPTIONS)


LINES = [
    "\u3000", "\xa0", "\u2003", "\ufeff", " ", "\n", "a", "<p>", "</p>", "<br>", "<br/>", "<b>", "</b>",
    "<img/>", "<x-y>", "<li a>", "<pre>", "<pre a>", "</pre>", "\x041\x05",
]  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES)).map("".join))
def test_indents_are_taken_out_as_defined(written: str) -> None:
    assert strip_line_indents(written) == plain.without_indents(written)
