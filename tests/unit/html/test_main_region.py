"""Which texts tell what a picture shows, and that a picture stays where its caption is dropped."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.generated import selected

from maintext.html import Page, parse
from maintext.html.blocks import caption_texts, main_region_mask
from maintext.options import Options
from maintext.render import render_markdown

IMAGE = "<img src=http://e.org/a.jpg>"
CAPTIONS = (
    "<figure>{}<figcaption>the <i>hill</i></figcaption></figure>",
    "<div>{}<p class='wp-caption-text'>the hill</p></div>",
    "<div>{}<span class=photoCaption>the hill</span></div>",
)


def captions(html: str) -> list[str]:
    page = parse(html)
    return [page.row_text(row) for row in np.flatnonzero(caption_texts(page)).tolist()]


@pytest.mark.parametrize("html", CAPTIONS)
def test_captions_are_known_by_their_element_and_by_their_class(html: str) -> None:
    assert "".join(captions("<p>one</p>" + html.format(IMAGE) + "<p>two</p>")) == "the hill"


@pytest.mark.parametrize(
    "html",
    [
        "<p>a caption</p>",
        "<p id=caption>a</p>",
        "<p class=adaption>a</p>",
        "<p title=caption class=x>a</p>",
        "<p data-caption=caption>a</p>",
        f"<div class=caption>{'word ' * 61}</div>",
        f"<figcaption>{'字' * 201}</figcaption>",
        "",
    ],
)
def test_what_only_says_so_or_is_long_is_none(html: str) -> None:
    assert captions(html) == []


@pytest.mark.parametrize("text", ["word " * 60, "字" * 200])
def test_sixty_words_or_two_hundred_characters_of_chinese_are_a_caption(text: str) -> None:
    assert captions(f"<figcaption>{text}</figcaption>") == [text]


def without_captions(page: Page) -> NDArray[np.bool_]:
    return page.is_text & (page.n_chars > 0) & ~caption_texts(page)


@pytest.mark.parametrize("html", CAPTIONS)
def test_a_picture_stays_where_its_caption_is_dropped(html: str) -> None:
    page = parse("<p>one</p>" + html.format(IMAGE) + "<p>two</p>")
    kept = without_captions(page)
    picture = next(row for row in range(len(page)) if page.name(row) == "img")
    assert main_region_mask(page, kept)[picture]
    text = render_markdown(page, selected(page, kept), Options())
    assert "](http://e.org/a.jpg" in text


def test_other_text_that_is_dropped_takes_its_picture_with_it() -> None:
    page = parse(f"<p>one</p><div>{IMAGE}<p class=teaser>the hill</p></div><p>two</p>")
    kept = page.is_text & np.array(["hill" not in page.row_text(row) for row in range(len(page))])
    picture = next(row for row in range(len(page)) if page.name(row) == "img")
    assert not main_region_mask(page, kept)[picture]


@pytest.mark.parametrize(
    ("picture", "is_kept"),
    [
        (
            f"<figure><a href=/hill>{IMAGE}</a><figcaption>the hill</figcaption></figure><a href=/s>out</a>",
            True,
        ),
        (f"{IMAGE}<a href=/s>out</a>", False),  # a teaser
        (f"<div><div>{IMAGE}</div><a href=/s>out</a></div>", False),
        (f"<div>{IMAGE}</div><div><a href=/s>5 May</a></div>", True),  # of a post, above its date
        # Nearer to the text than to the link: a copy, as in a gallery.
        (f"<p>{'<i>left out</i>' * 3}<b>two</b>{IMAGE}</p><a href=/s>out</a>", False),
        (f"<a href=/hill.jpg>{IMAGE}</a>", True),
        (f"<a href=/hill>{IMAGE}</a>", False),
        (f"<a href=/hill>{IMAGE}</a><b>left out</b><p><a href=/hill>two</a></p>", True),  # of a card
        (f"<a href=/hill>{IMAGE}</a><b>left out</b><p><a href=/lake>two</a></p>", False),
        (f"<p>one<br>{IMAGE}</p><a href=/s>left out</a>", True),  # an advertisement after the paragraph
        (f"{IMAGE}<button>left out</button>", True),
        ("<img src=/a.gif>", False),
        ("<img src=/wait.gif data-src=/a.jpg>", True),
    ],
)
def test_a_picture_beside_a_text_that_is_dropped(picture: str, is_kept: bool) -> None:
    page = parse(f"<div><p>one</p>{picture}<p>left out</p></div><p>two</p><p>left out</p>")
    kept = page.is_text & np.array([page.row_text(row) in {"one", "two"} for row in range(len(page))])
    row = next(row for row in range(len(page)) if page.name(row) == "img")
    assert main_region_mask(page, kept)[row] == is_kept


LONG = "The old mill at the river was rebuilt by people of the village in three long summers."


def shown(body: str) -> bool:
    page = parse(body)
    kept = page.is_text & np.array([page.row_text(row) == LONG for row in range(len(page))])
    return "a.jpg" in render_markdown(page, selected(page, kept), Options())


@pytest.mark.parametrize(
    ("between", "is_shown"),
    [
        (f"<figure>{IMAGE}</figure><p>Share</p><p>5 May</p>", True),
        (f"<p>Share</p><div>{IMAGE}</div><div>The hill, by Ann Lee</div>", True),
        (f"<div>{IMAGE} The hill</div><p>Share</p>", False),
        (f"<figure>{IMAGE}</figure><p>{'word ' * 61}</p>", False),
        (f"<a href=/next><figure>{IMAGE}</figure></a><p>Share</p>", False),
        ("<div><img class=logo src=http://e.org/a.jpg></div><p>Share</p>", False),
    ],
)
def test_the_picture_between_headline_and_text_is_shown(between: str, is_shown: bool) -> None:
    body = f"<h1>The mill</h1>{between}<p>{LONG}</p>"
    assert shown(body) == is_shown
    assert not shown(f"{IMAGE}<p>Share</p>{body.replace(IMAGE, '')}")


@pytest.mark.parametrize(
    ("attributes", "is_shown"),
    [
        ("aria-hidden=true tabindex=-1", True),
        ("aria-hidden=true style='display:none'", False),
        ("hidden", False),
    ],
)
def test_links_around_pictures_that_screen_readers_alone_do_not_see_are_drawn(
    attributes: str, is_shown: bool
) -> None:
    text = f"<p>{LONG}</p>" * 2
    assert shown(f"{text}<a {attributes} href=/hill>{IMAGE}</a>{text}") == is_shown


@pytest.mark.parametrize(
    "box",
    [
        "<div><img src=http://e.org/a.jpg alt='Ann Lee'><p>By Ann Lee</p></div>",
        "<div class=author><img src=http://e.org/a.jpg alt='Photo of Ann Lee'><p>Ann Lee writes.</p></div>",
        "<div class=video-box><img src=http://e.org/a.jpg><p>2:05</p></div>",
    ],
)
def test_portraits_of_writers_and_stills_of_videos_are_not_shown(box: str) -> None:
    text = f"<p>{LONG}</p>" * 3
    assert not shown(text + box + text)
    assert shown(f"{text}<div>{IMAGE}<p>The hill</p></div>{text}")


def test_links_to_share_the_page_have_no_pictures() -> None:
    text = f"<p>{LONG}</p>" * 2
    share = "http://e.org/share.php?media=/b.jpg"
    assert not shown(f"{text}<a href='{share}'>{IMAGE}</a>{text}")
    assert shown(f"{text}<a href=/share/b.jpg>{IMAGE}</a>{text}")


@pytest.mark.parametrize(("link", "is_shown"), [("/next", False), ("/a-large.jpg", True)])
def test_pictures_above_the_headline_that_link_to_pages_are_not_shown(link: str, is_shown: bool) -> None:
    page = parse(f"<div><a href={link}>{IMAGE}</a><h1>The mill</h1><p>{LONG}</p></div>")
    kept = page.is_text & (page.n_chars > 0)
    assert ("a.jpg" in render_markdown(page, selected(page, kept), Options())) == is_shown


DECLARED = "<head><meta property=og:image content='http://e.org/large/old-mill-1200x630.jpg?w=1200'></head>"
MILL = "<img src='http://e.org/640/old-mill-640x360.png'>"
PROXY = MILL.replace("e.org/", "e.org/resize?u=http%3A%2F%2Fe.org%2F")
SOURCE = f"<picture><source srcset='/old-mill.jpg.webp 1x'>{IMAGE}</picture>"
TEXT = f"<p>{LONG}</p>"


def lead_of(body: str, head: str = DECLARED) -> str:
    page = parse(head + body)
    kept = page.is_text & np.array([page.row_text(row) == LONG for row in range(len(page))])
    return render_markdown(page, selected(page, kept), Options()).partition("The old")[0].strip()


@pytest.mark.parametrize(
    "body",
    [
        f"<div>{MILL}<p>In May</p></div><h1>The mill</h1><p>Ann Lee</p>{TEXT}",
        f"<p>Share</p><div class=icons><div>{MILL} The mill in May</div></div><p>5 May</p>{TEXT}",
        f"<h1>The mill</h1><div>{MILL}</div><p>{'word ' * 200}</p>{TEXT}",
        f"<h1>The mill</h1>{SOURCE}<p>{'word ' * 61}</p>{TEXT}",
        f"<h1>The mill</h1><div>{PROXY}</div><p>Share</p>{TEXT}",
    ],
)
def test_the_picture_that_the_page_declares_is_shown_before_the_text(body: str) -> None:
    assert lead_of(body).startswith("![](http://e.org/")
    assert lead_of(body, "<head></head>") == ""


def test_a_declared_picture_after_the_first_paragraph_is_shown() -> None:
    body = f"<h1>The mill</h1>{TEXT}<p>Ann Lee</p><div>{MILL}<p>The hill</p></div><p>5 May</p>{TEXT}"
    page = parse(DECLARED + body)
    kept = page.is_text & np.array([page.row_text(row) == LONG for row in range(len(page))])
    assert "old-mill" in render_markdown(page, selected(page, kept), Options())


@pytest.mark.parametrize(
    "picture",
    [
        f"<a href=/>{MILL}</a>",
        f"<a href=''>{MILL}</a>",
        f"<aside>{MILL}</aside>",
        f"<button>{MILL}</button>",
        f"<div hidden>{MILL}</div>",
        MILL.replace("<img", "<img class=logo"),
        MILL.replace("<img", "<img width=60"),
        MILL.replace("old-mill", "old-mill-wheel"),
        MILL.replace("old-mill", "the-old-mill"),
    ],
)
def test_logos_links_and_small_copies_of_the_declared_picture_are_not_shown(picture: str) -> None:
    below = f"<h1>The mill</h1><p>Ann Lee</p>{TEXT}"
    assert lead_of(f"<div>{picture}</div>{below}") == ""
    assert lead_of(f"<div>{picture}</div><div>{MILL}</div>{below}") == f"![]({MILL[10:-2]})"


@pytest.mark.parametrize(
    "link", ["/mill/", "http://e.org/mill", "javascript:show(1)", "#1", "/mill-large.jpg"]
)
def test_a_declared_picture_may_link_to_its_own_page_or_run_a_script(link: str) -> None:
    page = parse(
        f"{DECLARED}<h1>The mill</h1><a href='{link}'>{MILL}</a><p>Ann Lee</p>{TEXT}", "http://e.org/mill"
    )
    kept = page.is_text & np.array([page.row_text(row) == LONG for row in range(len(page))])
    assert "old-mill" in render_markdown(page, selected(page, kept), Options())


def test_a_declared_picture_above_the_headline_may_link_to_its_own_page() -> None:
    page = parse(f"{DECLARED}<div><a href=/mill>{MILL}</a><h1>The mill</h1>{TEXT}</div>", "http://e.org/mill")
    kept = page.is_text & (page.n_chars > 0)
    assert "old-mill" in render_markdown(page, selected(page, kept), Options())


def test_of_several_copies_of_the_declared_picture_one_is_shown() -> None:
    first, second = MILL.replace("/640/", "/1/"), MILL.replace("/640/", "/2/")
    body = f"<div>{first}</div><div>{second}</div><h1>The mill</h1><p>Ann Lee</p>{TEXT}"
    assert lead_of(body) == f"![]({first[10:-2]})"
    # One between headline and text, which has a caption there, goes first.
    figure = f"<figure>{second}<figcaption>In May</figcaption></figure>"
    body = f"<div>{first}</div><p>News</p><h1>The mill</h1>{figure}<p>Ann Lee</p>{TEXT}"
    assert lead_of(body) == f'![]({second[10:-2]} "In May")'


def test_the_declared_picture_stands_for_the_portrait_of_the_writer() -> None:
    portrait = "<h1>The mill</h1><figure><img src=/ann.jpg></figure><p>Ann Lee</p>"
    assert "ann.jpg" in lead_of(portrait + TEXT)
    assert "old-mill" in (found := lead_of(f"{MILL}{portrait}{TEXT}"))
    assert "ann.jpg" not in found
