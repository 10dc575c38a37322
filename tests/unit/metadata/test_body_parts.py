"""Images, media, links, tables and the lines next to the headline."""

# ruff: noqa: E501 - markup and sentences, one a line

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.generated import MARKUP

import maintext
from maintext.html import Page, parse
from maintext.html.blocks import main_region_mask
from maintext.html.urls import absolute_url, base_url
from maintext.metadata.body_parts import Image, find_images, find_links, find_media, find_tables
from maintext.metadata.near_headline import find_subtitle
from maintext.metadata.terms import find_breadcrumb

if TYPE_CHECKING:
    from numpy.typing import NDArray

URL = "https://www.example.org/walks/1"


def kept(page: Page) -> NDArray[np.bool_]:
    """Texts inside <main>."""
    return page.inside(page.is_tag(("main",))) & page.is_text & ~page.is_hidden


def images(body: str, lead: tuple[Image, ...] = ()) -> list[Image]:
    page = parse(f"<nav>Menu</nav><main>{body}</main><footer>End</footer>", URL)
    return find_images(page, kept(page), lead)


@pytest.mark.parametrize(
    "credit", ["<cite>Ann Lee for The Bay Post</cite>", "<div>Credit: <a href=/g>Getty</a></div>"]
)
def test_who_took_a_picture_is_named_below_its_caption(credit: str) -> None:
    text = "<p>The footbridge was closed for forty days after the flood, and was opened again today.</p>" * 3
    figure = f"<figure><img src=/1.jpg><figcaption>The bridge</figcaption>{credit}</figure>"
    document = maintext.extract(f"<h1>The bridge</h1><div>{text}{figure}{text}</div>", URL)
    assert [one.url for one in document.images] == ["https://www.example.org/1.jpg"]


def image(attributes: str) -> list[str]:
    return [one.url for one in images(f"<p>before</p><img {attributes}><p>after</p>")]


def test_long_numbers_in_the_name_of_a_file_are_read_once() -> None:
    name = "_".join(["0a" * 100] * 4)  # as many ways to divide them as there are stars in a galaxy
    assert image(f"src=/{name}_space%20.svg") == [f"https://www.example.org/{name}_space%20.svg"]
    assert image("src=/0a0a0a0ablank_data.svg") == []


@pytest.mark.parametrize("alt", ["✨", ":sun:", ";-)"])
def test_an_emoji_is_no_image(alt: str) -> None:
    assert image(f"class=emoji src=/s/2728.svg alt='{alt}'") == []
    assert image(f"src=/smilies/2.png alt='{alt}'") == []
    assert image(f"src=/s/2.png alt='{alt}'") == ["https://www.example.org/s/2.png"]


# -- addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "full"),
    [
        ("/a", "https://www.example.org/a"), ("b", "https://www.example.org/walks/b"), ("//x.example/c", "https://x.example/c"),
        ("https://x.example", "https://x.example"), (" /a ", "https://www.example.org/a"), ("", ""), ("#top", ""),
        ("javascript:void(0)", ""), ("mailto:a@b.example", ""), ("http://[", ""), ("http://", ""), ("data:image/png;base64,AA", ""),
    ],
)  # fmt: skip
def test_addresses(link: str, full: str) -> None:
    assert absolute_url(URL, link) == full


def test_without_a_base_links_stay_relative() -> None:
    assert absolute_url("", "/a") == "/a"
    assert base_url(parse("<p>x")) == ""


# -- images -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "attributes",
    [
        'src="/1.jpg"', 'data-src="/1.jpg"', 'src="/blank.gif" data-original="/1.jpg"', 'src="data:image/gif;base64,R0" data-src="/1.jpg"',
        'srcset="/s.jpg 300w, /1.jpg 900w"', 'src="/loading.gif" data-srcset="/s.jpg 1x, /1.jpg 2x"', 'src="/t.gif" file="/1.jpg"',
        'srcset="/1.jpg w" src="/s.gif"', 'src="/s.jpg" data-actualsrc="/1.jpg"', 'data-lazy-src="/1.jpg" src="/1x1.png"', 'lay-src="/1.jpg"',
    ],
)  # fmt: skip
def test_where_the_address_of_an_image_may_stand(attributes: str) -> None:
    assert image(attributes) == ["https://www.example.org/1.jpg"]


@pytest.mark.parametrize(
    "attributes", ["", 'src=""', 'src="data:image/png;base64,AA"', 'src="/p.gif" width=1 height=1']
)
def test_what_is_no_image(attributes: str) -> None:
    assert image(attributes) == []


def test_the_source_of_a_picture() -> None:
    body = (
        '<p>a</p><picture><source srcset="/s.webp 1x, /1.webp 2x"><img src="/spacer.gif"></picture><p>b</p>'
    )
    assert [one.url for one in images(body)] == ["https://www.example.org/1.webp"]


def test_the_picture_of_a_teaser_is_none_of_the_text() -> None:
    headline = "<a href=/other>Another mill, a long way from here, is for sale</a>"
    aside = f"<aside><a href=/other><img src=/2.jpg></a><p>{headline}</p></aside>"
    page = "<article><h1>The mill</h1>{0}<figure><img src=/1.jpg><figcaption>It.</figcaption></figure>{1}{0}</article>"
    text = "<p>The old mill at the river was rebuilt by people of the village in three long summers, for all.</p>"
    document = maintext.extract(page.format(text * 4, aside), URL)
    assert "Another mill" not in document.text
    assert [one.url for one in document.images] == ["https://www.example.org/1.jpg"]
    assert "2.jpg" not in document.markdown
    assert "2.jpg" not in document.html


def test_an_alternative_text_that_was_escaped_twice() -> None:
    (one,) = images('<p>a</p><img src=/1.jpg alt="12&amp;#34; Fish &amp;amp; Oil"><p>b</p>')
    assert one.alt == '12" Fish & Oil'


@pytest.mark.parametrize(
    ("box", "caption"),
    [
        (
            '<div><img src="/1.jpg"><p class="wp-caption-text">The hill.<span>Ann Lee</span></p></div>',
            "The hill. Ann Lee",
        ),
        (
            '<div><img src="/1.jpg"><p class="caption">The hill.</p><p class="credit">Ann Lee</p></div>',
            "The hill. Ann Lee",
        ),
        ('<div><img src="/1.jpg"><div class="img-description"><p>The hill.</p></div></div>', "The hill."),
        ('<div><img src="/1.jpg"><p class="photo-copyright">Ann Lee</p></div>', "Ann Lee"),
        (f'<div><img src="/1.jpg"><p class="credit">{"hill " * 61}</p></div>', ""),
        ('<div class="credit"><img src="/1.jpg"><p>The hill.</p></div>', ""),
        ('<div><img src="/1.jpg"><p class="credit">Ann Lee</p><p class="name">The hill</p></div>', ""),
        ('<div><img src="/1.jpg"><button>Larger</button><p class="caption">The hill.</p></div>', "The hill."),
        ('<div><img src="/1.jpg"><img src="/2.jpg"><p class="caption">The hills.</p></div>', ""),
        ('<div><img src="/1.jpg"><p class="caption">The hill.</p><p>Another line.</p></div>', ""),
        ('<div><img src="/1.jpg"><p class="caption"><a href="/3">The hill</a></p></div>', ""),
    ],
)
def test_a_caption_by_its_class_is_that_of_the_picture_next_to_it(box: str, caption: str) -> None:
    assert images(f"<p>a</p>{box}<p>b</p>")[0].caption == caption


def test_alt_caption_and_size() -> None:
    body = '<p>a</p><figure><img src="/1.jpg" alt=" A hill " width="640" height="480px"><figcaption>In <b>May</b></figcaption></figure>'
    (one,) = images(body)
    assert (one.alt, one.caption, one.width, one.height) == ("A hill", "In May", 640, 480)


@pytest.mark.parametrize(
    ("shown", "captions"),
    [
        ('<img src="/1.jpg">', ["By Ann Lee", ""]),
        ('<video src="/1.mp4"></video>', [""]),
        ("", [""]),
    ],
)
def test_a_picture_in_a_caption_has_none(shown: str, captions: list[str]) -> None:
    body = f'<p>a</p><figure>{shown}<figcaption><img src="/lee.jpg">By Ann Lee</figcaption></figure><p>b</p>'
    assert [one.caption for one in images(body)] == captions


def test_images_outside_the_main_content_are_left_out() -> None:
    page = parse(
        '<nav><img src="/logo.png">Menu</nav><main><p>a</p></main><aside><img src="/ad.png">Ad</aside>', URL
    )
    assert find_images(page, kept(page)) == []


@pytest.mark.parametrize(
    ("markup", "is_shown"),
    [
        ("<a href='javascript:smaller()'><img src=/minus-size.gif></a>", False),
        ("<img src=/send-it.svg onclick='send()'>", False),
        ("<a href='javascript:big()'><img src=/boat.jpg></a>", True),
        ("<a href='javascript:big()'><img src=/chart.gif> The chart</a>", True),
        ("<img src=/dot.gif data-src=/boat.jpg onclick='big()'>", True),
        ("<img src=/arrow-right.png>", False),
        ("<img src=/arrow-island.png>", True),
    ],
)
def test_drawings_that_run_a_script_are_buttons(markup: str, *, is_shown: bool) -> None:
    assert bool(images(f"<p>a</p><p>{markup}</p><p>b</p>")) == is_shown


def test_sizes_in_json_are_no_url() -> None:
    found = images("""<p>a</p><img src=/boat.jpg data-src='{"w": 80, "src": "//e.org/b.jpg"}'><p>b</p>""")
    assert [one.url for one in found] == ["https://www.example.org/boat.jpg"]


def test_the_lead_picture_stands_above_or_below_the_headline() -> None:
    def shown(page_markup: str) -> list[str]:
        page = parse(page_markup, URL)
        texts = page.is_text & page.inside(page.is_tag(("p",)))
        return [one.url.rpartition("/")[2] for one in find_images(page, texts)]

    text = f"<div>1 May</div><p>{'It rained all day. ' * 4}</p><p>{'We came down. ' * 4}</p>"
    figure, head = "<figure><img src=/{}.jpg></figure>", "<h1>A walk</h1>"
    assert shown(f"<article>{figure.format(1)}{head}{text}</article>") == ["1.jpg"]
    assert shown(f"<article>{head}{figure.format(1)}{text}</article>") == ["1.jpg"]
    assert shown(f"<article>{head}<a href='#'>{figure.format(1)}</a>{text}</article>") == ["1.jpg"]
    assert shown(f"<article>{head}<a href=/other>{figure.format(1)}</a>{text}</article>") == []
    assert shown(f"<article>{figure.format(1)}{figure.format(2)}{head}{text}</article>") == []  # a gallery
    assert shown(f"{figure.format(1)}<article>{head}{text}</article>") == []


def test_the_lead_image_comes_first() -> None:
    lead = (Image("https://img.example.org/lead.jpg", "A hill"),)
    assert [one.url for one in images('<p>a</p><img src="/1.jpg"><p>b</p>', lead)] == [
        "https://img.example.org/lead.jpg",
        "https://www.example.org/1.jpg",
    ]


@pytest.mark.parametrize(
    "name",
    ["logo.png", "baynews-logo_fb.gif", "BayLogo1200x1200.png", "bay_default_image.jpg", "shareDefault.png",
     "cropped-favicon.png", "blank.gif"],
)  # fmt: skip
def test_a_logo_or_default_picture_does_not_lead(name: str) -> None:
    lead = (Image(f"https://baynews.example/{name}"), Image("https://baynews.example/boat-on-the-bay.jpg"))
    page = parse("<p>a</p>", URL)
    found = find_images(page, kept(page), lead, title="A boat on the bay")
    assert [one.url.rpartition("/")[2] for one in found] == ["boat-on-the-bay.jpg"]


@pytest.mark.parametrize(
    "name", ["catalogo.jpg", "otter-club-logo.png", "2280168_default_1tGu.jpg", "maxresdefault.jpg"]
)
def test_a_picture_of_the_page_leads_whatever_its_size_is_called(name: str) -> None:
    page, lead = parse("<p>a</p>", URL), (Image(f"https://baynews.example/{name}"),)
    assert find_images(page, kept(page), lead, title="The otter club has moved") == [*lead]


def test_a_lead_image_that_the_page_shows_is_taken_from_there() -> None:
    lead = (Image("https://img.example.org/1200/a-long-walk.jpg?w=1200"),)
    found = images(
        '<p>a</p><img src="/0.jpg"><p>b</p><img src="/640/a-long-walk.jpg" alt=Hill><p>c</p>', lead
    )
    assert [(one.url, one.alt) for one in found] == [
        ("https://www.example.org/640/a-long-walk.jpg", "Hill"),
        ("https://www.example.org/0.jpg", ""),
    ]


def test_an_image_for_browsers_without_scripts_is_found_once() -> None:
    body = '<p>a</p><img src="/1.jpg"><noscript><img src="/1.jpg"></noscript><p>b</p>'
    assert len(images(body)) == 1


def test_media() -> None:
    body = (
        '<p>a</p><video poster="/p.jpg" title="Rain"><source src="/v.mp4"></video><audio src="/a.mp3"></audio>'
        '<iframe src="https://v.example/embed/1" allowfullscreen></iframe><iframe src="https://x.example/frame"></iframe><p>b</p>'
    )
    page = parse(f"<main>{body}</main>", URL)
    found = [(one.kind, one.url, one.title, one.poster) for one in find_media(page, kept(page))]
    assert found == [
        ("video", "https://www.example.org/v.mp4", "Rain", "https://www.example.org/p.jpg"),
        ("audio", "https://www.example.org/a.mp3", "", ""),
        ("embed", "https://v.example/embed/1", "", ""),
    ]


# -- what belongs to the main content -----------------------------------------------------------------


def is_caption(page: Page, row: int) -> bool:
    """Whether an element is a caption, by the definition."""
    if page.is_text[row]:
        return False
    named = re.search("[cC]aption", page.value(row, "class") or "")
    is_one = page.name(row) == "figcaption" or named is not None
    most = 200 if 2 * page.n_cjk.sum() > page.n_chars.sum() else 60
    return is_one and int(page.n_words[row : page.end[row]].sum()) <= most


def in_main_slow(page: Page, rows: NDArray[np.bool_]) -> list[bool]:
    """The definition, row by row."""
    solid = [bool(page.is_text[i] and page.n_chars[i] > 0) for i in range(len(page))]
    held = [bool(rows[i]) and solid[i] for i in range(len(page))]
    captions = {j for i in range(len(page)) if is_caption(page, i) for j in range(i, page.end[i])}
    seen = [solid[i] and (held[i] or not (page.is_hidden[i] or i in captions)) for i in range(len(page))]
    texts = [i for i in range(len(page)) if held[i]]
    if not texts:
        return [False] * len(page)

    def around(i: int) -> tuple[int, int]:
        return i, int(page.end[i])

    holders = [
        i for i in range(len(page)) if not page.is_text[i] and i < texts[0] and page.end[i] > texts[-1]
    ]
    holder = holders[-1] if holders else 0
    whole: set[int] = set()
    for i in range(len(page)):
        inside = [j for j in range(*around(i)) if seen[j]]
        if not page.is_text[i] and inside and all(held[j] for j in inside):
            whole.update(range(*around(i)))
    found = []
    for i in range(len(page)):
        before = [j for j in range(i) if seen[j]]
        after = [j for j in range(page.end[i], len(page)) if seen[j]]
        is_before, is_after = bool(before) and held[before[-1]], bool(after) and held[after[0]]
        is_held = holder <= i < page.end[holder]
        found.append((is_before and is_after) or i in whole or (is_after and is_held))
    return found


@given(MARKUP, st.integers(0, 2**31))
def test_what_belongs_to_the_main_content(markup: str, seed: int) -> None:
    page = parse(markup)
    rows = page.is_text & (np.random.default_rng(seed).random(len(page)) < 0.5)
    found, defined = main_region_mask(page, rows), np.array(in_main_slow(page, rows), dtype=bool)
    assert not (defined & ~found).any()
    # Pictures next to kept texts count too.
    assert not (found & ~defined & ~page.is_tag(("img",))).any()


# -- links --------------------------------------------------------------------------------------------


def test_links() -> None:
    page = parse(
        '<nav><a href="/x">Menu</a></nav><main>See <a href="/a" rel=nofollow>the <b>hills</b></a><a href="#n">1</a></main>',
        URL,
    )
    (link,) = find_links(page, kept(page))
    assert (link.url, link.text, link.rel) == ("https://www.example.org/a", "the hills", "nofollow")
    assert page.name(link.row) == "a"


def test_lines_of_a_link_are_apart() -> None:
    page = parse(
        "<main><a href=/a>Find a<br>harbour</a><a href=/b><i>New</i><h2>Hills</h2><p>Far <b>away</b>s</p></a>"
        "<a href=/c>Pier<b hidden>x</b></a><a href=/d><span>Bay</span> <i>2</i></a></main>",
        URL,
    )
    texts = [link.text for link in find_links(page, kept(page))]
    assert texts == ["Find a harbour", "New Hills Far aways", "Pier", "Bay 2"]


# -- tables -------------------------------------------------------------------------------------------


def table(inside: str) -> tuple[tuple[str, ...], ...]:
    page = parse(f"<main><table>{inside}</table></main>")
    found = find_tables(page, kept(page))
    return found[0].rows if found else ()


def test_a_table() -> None:
    page = parse("<main><table><caption>Rain</caption><tr><th>Day<th>mm<tr><td>Mon<td>3</table></main>")
    (one,) = find_tables(page, kept(page))
    assert one.rows == (("Day", "mm"), ("Mon", "3"))
    assert (one.n_header_rows, one.caption, page.name(one.row)) == (1, "Rain", "table")


def test_spans() -> None:
    # The table of the HTML standard's section on spans, in short: b spans two lines, c two columns.
    assert table("<tr><td>a<td rowspan=2>b<tr><td>d<tr><td colspan=2>c") == (
        ("a", "b"),
        ("d", "b"),
        ("c", "c"),
    )


def test_a_rowspan_of_zero_goes_to_the_end() -> None:
    assert table("<tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d") == (("a", "b"), ("a", "c"), ("a", "d"))


def test_short_lines_are_filled_up() -> None:
    assert table("<tr><td>a<td>b<tr><td>c") == (("a", "b"), ("c", ""))


@pytest.mark.parametrize("span", ["0", "-1", "x", "", "1e3", "²"])
def test_spans_that_are_none(span: str) -> None:
    assert table(f'<tr><td colspan="{span}">a<td>b<tr><td>c<td>d') == (("a", "b"), ("c", "d"))


def test_lines_in_a_cell_are_apart() -> None:
    assert table("<tr><td>a<br>b<td><ul><li>c<li>d</ul><tr><td>e<td>f")[0] == ("a b", "c d")


@pytest.mark.parametrize(
    ("markup", "caption"),
    [
        (
            "<p align=center>{}</p>\n<p style='text-align:center'>图为阅览室。李明 摄</p>",
            "图为阅览室。李明 摄",
        ),
        ("<p class=f_center>{}<br>一座桥。视频截图</p>", "一座桥。视频截图"),
        ("<center><a href=b.jpg>{}</a></center><center><span>Old bridge</span></center>", "Old bridge"),
        ("<p>{}</p><p align=center>Old bridge</p>", ""),
        ("<p align=center>{}</p><p>Old bridge</p>", ""),
        ("<p align=center>{}</p><p align=center><b>The second day</b></p>", ""),
        ("<p align=center>{}</p><p align=center><a href=/>Old bridge</a></p>", ""),
        ("<p align=center>Old bridge<br>{}</p>", ""),
        ("<p align=center>{0}</p><p align=center>{0} Old bridge</p>", ""),
        ("<p>{}</p><p class=picIntro>老桥 图/李明</p>", "老桥 图/李明"),
        ("<div>{}</div><div class=img_desc>老桥</div>", "老桥"),
        ("<div><div>{}</div><div class=picinfo>老橋。李明攝</div></div>", "老橋。李明攝"),
        ("<p>{}</p><p><span>▲老桥。李明 摄</span></p>", "▲老桥。李明 摄"),
        ("<section>{}</section> <section>图为老桥。李明 摄</section>", "图为老桥。李明 摄"),
        ("<p>{}<br>↑老桥</p>", "↑老桥"),
        ("<p>{}</p><p>▲" + "桥" * 90 + "</p>", ""),
        ("<p>{}</p><p>老桥</p><p>▲</p>", ""),
        ("<table align=center><tr><td>{}<tr><td>老桥。李明 摄</table>", "老桥。李明 摄"),
        ("<table><tr><td>{}<td><b>老桥</b></table>", ""),
        ("<table><tr><td>老桥<tr><td>{}</table>", ""),
        ("<table><tr><td>{0}<td>{0}<tr><td>老桥</table>", ""),
        ("<p align=center>{}</p><p align=center>" + "word " * 31, ""),
    ],
)
def test_the_line_below_a_picture_is_its_caption(markup: str, caption: str) -> None:
    page = parse(f"<main><p>Before.</p>{markup.format('<img src=a.jpg>')}<p>After.</p></main>")
    assert find_images(page, kept(page))[0].caption == caption


def test_a_cell_of_pictures_says_what_they_show_next_to_text() -> None:
    yes, none = '<img src="/y.png" alt="yes">', '<img src="/n.png">'
    assert table(f"<tr><td>Bed<td>{yes}<td>{none}<tr><td>Sofa<td>one {yes}<td>{yes}{yes}") == (
        ("Bed", "yes", ""),
        ("Sofa", "one", "yes yes"),
    )
    assert table(f"<tr><td>{yes}<td>{yes}<tr><td>a<td>b<tr><td>c<td>d") == (("a", "b"), ("c", "d"))


def test_tables_that_only_arrange_the_page_are_left_out() -> None:
    page = parse("<main><table><tr><td>x<td><table><tr><td>a<td>b<tr><td>c<td>d</table></table></main>")
    assert [one.rows[0] for one in find_tables(page, kept(page))] == [("a", "b")]
    assert table("<tr><td>one cell") == ()


# -- next to the headline ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "markup",
    [
        '<ol class="breadcrumb"><li><a href="/">Home</a><li><a href="/o">Outdoors</a><li><a href="/o/h">Hills</a><li>A walk</ol>',
        '<nav class="breadcrumb"><a href="/o">Outdoors <i>keyboard_arrow_right</i></a><a href="/o/h">Hills</a></nav>',
        '<nav aria-label="Breadcrumb"><a href="/">⌂</a> / <a href="/o">Outdoors</a> / <a href="/o/h">Hills</a></nav>',
        '<div id="bread-crumbs"><a href="https://www.example.org/">The Walker</a>» <a href=/o>Outdoors</a>» <a href=/h>Hills »</a></div>',
        '<div><span>当前位置：</span><a href="/index.html">首页</a>&gt;<a href=/o>Outdoors</a>&gt;<a href=/h>Hills</a></div>',
        '<p>You are here: <a href="/">Start</a> &gt; <a href=/o>Outdoors</a> &gt; <a href=/h>Hills</a></p>',
        "<div class=post_crumb><a href=http://o.example.org/>Bay News</a> &gt; <a href=/tv/>Outdoors</a> &gt; <a href=/h>Hills</a></div>",
        "<div class=breadcrumb-row><ol><li><a href=/>Home</a><li><a href=/o>Outdoors</a><li><a href=/h>Hills</a></ol><a href=/es>Español</a></div>",
        "<div class=z><a href=/>x</a> | <a href=/>Bay</a> » <a href=/o>Outdoors</a> » <a href=/h>Hills</a> » <a href=/1>A walk ...</a></div>",
        "<p>当前位置：<a href=/>新闻首页</a> > <a href=/o>Outdoors</a> > <a href=/h>Hills</a> > A walk <a href=/p>[打印]</a></p>",
        f"<p>{'x' * 9_000}</p><p><a href=/>网易首页</a> > <a href=/o>Outdoors</a> > <a href=/h>Hills</a> > 正文</p>",
    ],
)
def test_breadcrumbs(markup: str) -> None:
    page = parse(f"{markup}<h1>A walk</h1><p>{'大桥关闭了三年，' * 20}</p>", URL)
    found = find_breadcrumb(page, "A walk", int(page.is_tag(("h1",)).argmax()))
    assert [one.value for one in found] == ["Outdoors", "Hills"]
    assert {(one.field, one.origin) for one in found} == {("category", "breadcrumb")}


@pytest.mark.parametrize(
    "markup",
    ["<p>Breadcrumbs taste good, and the position：x</p>", '<div class="breadcrumb"></div>', "<p>位置：北京</p>",
     '<ul class="breadcrumbs">' + "<li><a href=/x>y</a>" * 30 + "</ul>",
     "<p class=apple-crumble><a href=/x>Apples</a></p>"],
)  # fmt: skip
def test_no_breadcrumb(markup: str) -> None:
    assert find_breadcrumb(parse(markup)) == []


@pytest.mark.parametrize(
    ("markup", "origin"),
    [
        (
            '<h1>A walk</h1><p class="article-subtitle">Up the hills in heavy rain</p><p>Text</p>',
            "class:subtitle",
        ),
        (
            "<h1>A walk</h1><span>May</span><div class=standfirst>Up the hills in heavy rain</div>",
            "class:subtitle",
        ),
        ("<h1>A walk</h1><h2>Up the hills in heavy rain</h2><p>Text</p>", "h2"),
        ("<h1>A walk</h1><h4>Up the hills in heavy rain</h4><p>Text</p>", "h2"),
        (
            "<h1>A walk</h1><p class=lead><b>Summary:</b> Up the hills in heavy rain</p><p>Text</p>",
            "class:subtitle",
        ),
        (
            "<h1>A walk</h1><div class=lead-image>The hills of the north</div><p class=lead>Up the hills in heavy rain",
            "class:subtitle",
        ),
        (
            f"<h1>A walk</h1><figcaption>{'Rain. ' * 40}</figcaption><p class=lead>Up the hills in heavy rain</p>",
            "class:subtitle",
        ),
        ("<h1>A walk</h1><div id=subhead>Up the hills in heavy rain</div><p>Text</p>", "class:subtitle"),
        (
            "<h1>A walk</h1><div class=intro><p class=summary>Up the hills in heavy rain</p>By Ann Lee</div>",
            "class:subtitle",
        ),
        (
            "<h1>A walk</h1><div class=summary><h3>Summary:</h3><p>Up the hills in heavy rain</p></div>",
            "class:subtitle",
        ),
        (
            "<h1>A walk</h1><p class=sub-title>Bay, 1 May 2024<p class=subtitle>Up the hills in heavy rain",
            "class:subtitle",
        ),
        (
            "<h1>A walk</h1><div class=documentDescription>Up the hills in heavy rain</div><p>Text",
            "class:subtitle",
        ),
    ],
)
def test_subtitles(markup: str, origin: str) -> None:
    page = parse(markup)
    row = int(np.flatnonzero(page.is_tag(("h1",)))[0])
    (found,) = find_subtitle(page, row)
    assert (found.value, found.origin) == ("Up the hills in heavy rain", origin)


@pytest.mark.parametrize(
    "below",
    [
        "<h2>{}</h2>",
        "<h4 class=sub>{}</h4>",
        "<p class=sub-title>{}",
        "<div class=fbt>{}</div>",
    ],
)
def test_chinese_subtitles(below: str) -> None:
    page = parse(f"<h1>长桥通车</h1>{below.format('大桥修了三年')}<div>{'河上的桥关闭了三年。' * 20}</div>")
    (found,) = find_subtitle(page, int(np.flatnonzero(page.is_tag(("h1",)))[0]))
    assert str(found.value).lstrip("—") == "大桥修了三年"


_DESCRIPTION = "Up the hills of the northern bay in heavy rain, with a dog that swims"


@pytest.mark.parametrize(
    ("after", "subtitle"),
    [
        (f"<div>{_DESCRIPTION}.</div>", f"{_DESCRIPTION}."),
        (f"<p>May 1</p><div><p><b>{_DESCRIPTION[:20]}</b>{_DESCRIPTION[20:]}</p></div>", _DESCRIPTION),
        (f"<div>{_DESCRIPTION[:60]}</div>", _DESCRIPTION[:60]),
        (f"<div class=desc>{_DESCRIPTION}</div><div class=meta>1 May 2024</div>", _DESCRIPTION),
        # Too short a beginning, a paragraph of the text, a caption, a link.
        (f"<div>{_DESCRIPTION[:30]}</div>", ""),
        (f"<p>{_DESCRIPTION}</p><p>Then it rained.</p>", ""),
        (f"<div><p>{_DESCRIPTION}</p></div><div><p>Then it rained.</p></div>", ""),
        (f"<figure><img src=a.jpg><figcaption>{_DESCRIPTION}</figcaption></figure>", ""),
        (f"<div><a href=/b>{_DESCRIPTION}</a></div>", ""),
        ("", ""),
    ],
)
def test_a_line_that_the_page_declares_as_description_is_the_subtitle(after: str, subtitle: str) -> None:
    page = parse(f"<h1>A walk</h1>{after}<section>It rained for hours, and then it rained again.</section>")
    row = int(np.flatnonzero(page.is_tag(("h1",)))[0])
    found = find_subtitle(page, row, ["Another text", _DESCRIPTION])
    assert [(one.value, one.origin) for one in found] == (
        [(subtitle, "line:description")] if subtitle else []
    )


def test_a_hidden_description_between_visible_lines_is_no_subtitle() -> None:
    page = parse(f"<h1>A walk</h1><p>May 1<p hidden>{_DESCRIPTION}<p>It rained for hours.")
    assert find_subtitle(page, int(np.flatnonzero(page.is_tag(("h1",)))[0]), [_DESCRIPTION]) == []


@pytest.mark.parametrize(
    "after",
    [
        "<p>Text</p>",
        '<p class="lead">1 May 2024 10:20</p>',
        "<p>Text</p><h2>The next part of it</h2>",
        "<h2>The first part of it</h2><p>Text</p><h2>The next part of it</h2>",
        "",
        f'<blockquote class="abstract">{"Up the hills   " * 60}</blockquote>',
        f'<p>{"It rained for hours. " * 12}</p><h2 class="subhead">Versagen vor Ort</h2><p>Text</p>',
        '<div class="teaser"><h3><a href=/b>Another walk in heavy rain</a></h3>May 1 <a href=/b>more</a></div>',
        f'<div class="walk-summary">Up the hills, again{" " * 2000}{"in heavy rain " * 60}</div>',
        '<p class="summary" style="display:none">Up the hills in heavy rain</p><p>Text</p>',
        f'<div class="summary">{"市议会决定渡轮再开十年。" * 20}</div>',
        '<div class="social-share"><span class="subhead">Share this walk with others</span></div><p>Text</p>',
        '<button><span class="summary">Shorten this walk for me</span></button><p>Text</p>',
        '<div class="intro-author">Ann Lee, who walks in the rain</div><p>Text</p>',
        '<div class="lead"><figure><img src=a.jpg><figcaption>The hills of the north</figcaption></figure></div>',
        '<p class="summary">By Ann Lee on 1 May 2024</p><p>Text</p>',
        "<h3>By Ann Lee and Bo Lind</h3><p>Text</p>",
        "<h3>Size of the letters:</h3><p>Text</p>",
        '<div class="sub">——山</div><p>Text</p>',
        '<div class="intro"><h3>What she does</h3><p>She walks up the hills in heavy rain</p></div>',
    ],
)
def test_no_subtitle(after: str) -> None:
    page = parse(f"<h1>A walk</h1>{after}")
    assert find_subtitle(page, int(np.flatnonzero(page.is_tag(("h1",)))[0])) == []
    assert find_subtitle(page, -1) == []
