"""Pictures that are written as they stand are the images that they are; elements say what they say."""

from __future__ import annotations

import html

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.examples import examples
from tests.generated import MARKUP, selected
from tests.zoo import ZOO

from maintext._core.elements import WordSet
from maintext.html import Page, parse
from maintext.html.blocks import shown_rows
from maintext.html.tags import tag_mask
from maintext.metadata.body_parts import image_rows, images_of, outermost_wrapper
from maintext.options import Options
from maintext.render import pictures, render_markdown
from maintext.render.regions import read_kept_values

BASES = (None, "https://example.org/a/b", "https://example.org/a?b'&c", "http://例.org/a", "ftp://a.b/c")
ADDRESSES = (
    "/a.png",
    "/a.png?b=1&amp;c=2",
    "https://e.org/a.jpg",
    "http://e.org",
    "https://e.org/it's.png",
    "//e.org/x.png",
    "b.png",
    "../b.png",
    "https://e.org/é.png",
    "https://e.org/a b.png",
    " /a.png ",
    "",
    "#x",
    "data:image/gif,x",
    "about:blank",
    "DATA:x",
    "/blank.gif",
    "/spaceship.jpg",
    "/space.GIF",
    "https://e.org:80/a",
    "/a&lt;b.png",
    "https://é.org/a.png",
    "/a&eacute;.png",
    "javascript:x",
    "none",
    "/" + "a" * 5_000,
)
SIZES = (
    "",
    "1",
    "16",
    "31",
    "32",
    "640",
    "16px",
    " 16",
    "16.5",
    "0",
    "auto",
    "100%",
    "000020",
    "20 %",
    "&#49;6",
)
ALTS = (
    "",
    "a",
    "a  b",
    " a",
    "a\u3000b",
    "&amp; &lt;b&gt; &quot;",
    "it's",
    "&eacute;",
    "&nbsp;a",
    "\U0001f600",
    "x^2",
    "\\frac{a}{b}",
)
NAMES = (
    "class",
    "id",
    "srcset",
    "data-srcset",
    "data-src",
    "data-original",
    "file",
    "data-w",
    "data-height",
    'a"b',
)
OTHERS = (*ADDRESSES[:8], "emoji", "tex", "/x.png 2x, /y.png 3x", "16")


def attribute(name: str, values: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.just("") | st.sampled_from(values).map(lambda value: f' {name}="{value}"')


PICTURE = st.tuples(
    attribute("width", SIZES),
    attribute("src", ADDRESSES),
    attribute("alt", ALTS),
    attribute("height", SIZES),
    st.sampled_from(NAMES).flatmap(lambda name: attribute(name, OTHERS)),
    st.sampled_from(("", "", "", " hidden")),
).map(lambda parts: f"<img{''.join(parts)}>")
WRAPPED = st.tuples(
    st.sampled_from(
        (
            "{}",
            "{}",
            "<picture><source srcset='/s.png 2x'>{}</picture>",
            "<noscript>{}</noscript>",
            "<picture><noscript>{}</noscript></picture>",
            "<div hidden>{}</div>",
            "<p>b</p>{}",
            "<figure>{}<figcaption>c “d”</figcaption></figure>",
        )
    ),
    PICTURE,
).map(lambda parts: parts[0].format(parts[1]))
PICTURES = st.lists(WRAPPED, min_size=1, max_size=6).map(lambda parts: f"<p>a</p>{''.join(parts)}<p>z</p>")


def nothing_kept(page: Page) -> np.ndarray:
    return np.zeros(len(page), dtype=np.bool_)


def plain_of(page: Page) -> list[tuple[int, tuple[int, str, str] | None]]:
    rows, shown = np.flatnonzero(page.is_tag(("img",))), shown_rows(page, nothing_kept(page))
    return list(zip(rows.tolist(), pictures._read_plain_pictures(page, rows, shown)[0], strict=True))


def none_is_plain(page: Page, rows: np.ndarray, _: np.ndarray) -> tuple[list[None], list[int], list[str]]:
    """What is said of pictures of which nothing is told by their tags alone."""
    titles = [" ".join(html.escape(page.attributes(row).get("title", "")).split()) for row in rows.tolist()]
    return [None] * len(rows), rows.tolist(), titles


@settings(deadline=None, max_examples=examples(300))
@given(PICTURES, st.sampled_from(BASES))
def test_a_plain_picture_is_the_image_that_it_is_read_as(markup: str, base: str | None) -> None:
    page = parse(markup, base)
    rows = np.flatnonzero(page.is_tag(("img",)))
    images = {
        image.row: image
        for image in images_of(page, image_rows(page, rows, nothing_kept(page)))
        if image is not None
    }
    for row, plain in plain_of(page):
        if plain is None:
            continue
        at, address, alt = plain
        assert at == outermost_wrapper(page, row)
        image = images.get(row)
        assert address == (html.escape(image.url) if image else "")
        if image:
            assert html.unescape(alt) == image.alt
            assert not set(alt) & set('"<>')


@settings(deadline=None, max_examples=examples(200))
@given(PICTURES, st.sampled_from(BASES), st.booleans())
def test_pictures_are_written_as_their_images_say(markup: str, base: str | None, shown: bool) -> None:
    page = parse(markup, base)
    chosen, options = selected(page, page.is_text & ~page.is_hidden), Options(images=shown)
    found = render_markdown(page, chosen, options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "_read_plain_pictures", none_is_plain)
        assert found == render_markdown(page, chosen, options)


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ('<img src="/a.png?b&amp;c" alt=" a  b ">', ("https://example.org/a.png?b&amp;c", "a b")),
        ('<img class=x src="http://e.org/a.png" width=640 height=20>', ("http://e.org/a.png", "")),
        ('<img src="/a.png" data-src="/b.png" srcset="/c.png 2x">', ("https://example.org/b.png", "")),
        ('<img src="/a.png" width=16 height=16>', ("", "")),
        ('<img src="data:image/gif,x" alt=a>', ("", "")),
        ('<img src="/a.png" hidden>', ("", "")),
        ('<img src="/a.png" data-srcset="/c.png 2x">', None),
        ('<img src="/blank.gif">', None),
        ('<img src="/emoji/a.png">', None),
        ('<noscript><img src="/a.png"></noscript>', None),
    ],
)
def test_what_is_plain(picture: str, expected: tuple[str, str] | None) -> None:
    page = parse(f"<p>a</p>{picture}", "https://example.org/x")
    [(_, plain)] = plain_of(page)
    assert (plain and plain[1:]) == expected


@given(st.text(alphabet="tTeExXmMoOjJiI\\k", max_size=12))
def test_words_of_pictures_that_are_text_are_found_in_letters_of_any_case(value: str) -> None:
    page = parse(f'<img alt="{value}">')
    rows = np.flatnonzero(page.is_tag(("img",)))
    may_be_text = pictures._read_plain_pictures(page, rows, ~page.is_hidden)[1]
    is_one = any(word in value.lower() for word in ("emoji", "tex", "\\"))
    assert may_be_text == (rows.tolist() if is_one else [])


SAYING = (
    "<h1>a<h2>b</h2></h1>",
    "<div role=heading aria-level=3>c</div>",
    "<p role=note>d</p>",
    "<h2 role=heading>e</h2>",
    "<div role='&#110;ote'>f</div>",
    "<a href=/x><p>g</p><p>h</p></a>",
    "<a href='#a&amp;b'>i</a>",
    "<a href=/x>j</a>",
    "<a><p>k</p><p>l</p></a>",
    "<div class='x Admonition'>m</div>",
    "<b class=alert>n</b>",
    "<p class=é>o</p>",
    "<p class=x></p><a href=#></a>",
    "<h3><div><h4>p</h4></div></h3>",
    "<section class='a hint-b'>q</section>",
)


WORDS = ("#", "note", "hint", "admonition", "alert")


def assert_values_are_read(page: Page, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
    n_kept = page.subtree_sum(kept).astype(np.int32)
    mask = tag_mask(("a", "b", "div", "p", "section"))
    for name in ("role", "href", "class"):
        values = {row: v for row, v in page.values(name).items() if n_kept[row] and mask[page.tag[row]]}
        assert read_kept_values(page, name, mask, n_kept) == values
        assert read_kept_values(page, name, mask, n_kept, WordSet(WORDS)) == {
            row: value for row, value in values.items() if any(word in value.lower() for word in WORDS)
        }


@settings(deadline=None)
@given(st.lists(st.sampled_from(SAYING), min_size=1, max_size=5).map("".join) | MARKUP, st.integers(1, 3))
def test_values_of_kept_elements_of_generated_pages_are_read(markup: str, step: int) -> None:
    page = parse(markup)
    assert_values_are_read(page, page.is_text & (np.arange(len(page)) % step == 0) & (page.n_chars > 0))


@each("name", ZOO)
def test_values_of_kept_elements_of_the_zoo_are_read(name: str) -> None:
    page = parse(ZOO[name])
    assert_values_are_read(page, page.is_text & (page.n_chars > 0))


def test_what_was_escaped_twice_is_read_once_more() -> None:
    picture = '<img src="https://e.org/a.png" alt="12&amp;#34; Fish &amp;amp; Oil, AT&amp;T">'
    page = parse(f"<p>a</p>{picture}<p>b</p>")
    assert '![12" Fish & Oil, AT&T](' in render_markdown(page, selected(page, page.is_text), Options())


def test_an_icon_within_a_line_is_written_in_each_line() -> None:
    icon, link = '<img src="/gear.png" alt="gear">', '<a href="/">to <img src="/gear.png" alt="gear"> go</a>'
    page = parse(f"<p>Press {icon} twice.</p><p>Then {icon} once.</p>{icon}<p>{link}</p><p>{icon} {icon}</p>")
    markdown = render_markdown(page, selected(page, page.is_text), Options())
    assert markdown == "Press ![gear](/gear.png) twice.\n\nThen ![gear](/gear.png) once.\n\n[to go](/)"
