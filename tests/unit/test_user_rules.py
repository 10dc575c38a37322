"""What the user says of elements: only, keep, drop, comments, captions, focus; and what no option changes."""

from __future__ import annotations

import asyncio
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

import maintext
from maintext import aextract, extract
from maintext.classify.user_rules import select_by_rules
from maintext.errors import OptionError
from maintext.html import Page, parse
from maintext.net import afetch, client
from maintext.options import Options
from maintext.selection import Outcome, Selection

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
GOLDEN = Path(__file__).parent.parent / "golden"
METHODS = [method.id for method in maintext.catalogue()]
PAGE = """<html lang=en><head><title>Hills</title></head><body><nav><a href=/>Home</a></nav>
<article><h1>Hills</h1><p>It <b>rained</b> in the hills all day, and the paths were full of water when
we came down.<span class=ad>Buy now</span> We slept <a href=/long>long</a> after that, and said little.</p>
<table><tr><th>Day</th><th>Rain</th></tr><tr><td>Monday</td><td>twelve millimetres</td></tr></table>
<figure><img src=a.png alt=road><figcaption>The hills, seen from the northern road.</figcaption></figure>
<p>The next day was dry. We walked along the river for six hours, and met nobody but a herd of sheep.</p>
</article>
<aside><p>Boots for every path are sold in the village, and the shop is open on all days but Sunday.</p>
</aside>
<div id=comments><div class=comment><span class=author>Ann</span> <time datetime=2024-01-02>2 Jan 2024</time>
<p>What a nice walk, I was there last year with my sister.</p></div>
<div class=comment><span class=author>Bob</span> <time datetime=2024-01-03>3 Jan 2024</time>
<p>The river path is closed now, sadly, and it will be for a while.</p></div></div></body></html>"""


def text(**changes: Any) -> str:
    return extract(PAGE, **changes).text


@pytest.mark.parametrize("method", METHODS)
def test_dropped_elements_are_never_text_whatever_the_method(method: str) -> None:
    found = text(method=method, drop=".ad, nav, article > p:last-child")
    assert not re.search("Buy now|Home|herd of sheep", found)


@pytest.mark.parametrize("method", METHODS)
def test_kept_elements_are_text_whatever_the_method(method: str) -> None:
    assert "open on all days" in text(method=method, keep="aside")


def test_data_in_an_attribute_is_read_once_where_other_elements_are_left_out() -> None:
    options, read = Options(drop="aside"), list[Page]()
    page = parse(f"<p data-page='[\"{'word ' * 80}\"]'>Text</p><aside>More</aside>", options=options)

    def run(part: Page) -> Selection:
        read.append(part)
        return maintext.select(part)

    select_by_rules(page, run, options)
    assert [script.variable for script in read[0].scripts] == ["data-page"]


@pytest.mark.parametrize("method", METHODS)
def test_the_method_reads_no_other_elements(method: str) -> None:
    assert not re.search("rained|sister|Home", text(method=method, only="aside"))


def test_text_around_a_dropped_element_stays_as_it_was() -> None:
    assert text(drop=".ad") == text().replace("Buy now", "")


def test_the_method_reads_the_page_without_what_is_dropped() -> None:
    assert "open on all days" in text(drop="article, #comments")


def test_what_is_dropped_wins() -> None:
    found = text(only="article, aside", keep="article, aside", drop="aside, .ad")
    assert "seen from the northern road" in found
    assert not re.search("Sunday|Buy now", found)


def test_selectors_that_match_nothing() -> None:
    assert text(drop=".none", keep=".none") == text()
    assert extract(PAGE, only=".none").outcome is Outcome.NO_CONTENT


def test_fields_and_offsets_are_those_of_the_whole_page() -> None:
    found = extract(PAGE, only="aside", drop=".ad")
    assert (found.title, len(found.comments)) == ("Hills", 2)
    piece = found.offsets(PAGE.encode())
    assert PAGE[piece.char_start[0] : piece.char_end[4]] == "Boots"


def test_the_trace_says_which_option_decided() -> None:
    reasons = {row.text: row.reason for row in extract(PAGE, keep="nav", drop=".ad").trace()}
    assert reasons["Home"] == "in an element that the option keep names"
    assert reasons["Buy now"] == "in an element that the option drop names"
    rest = {row.text: row.reason for row in extract(PAGE, only="aside").trace()}
    assert rest["Home"] == "outside of the elements that the options only and drop leave"


@pytest.mark.parametrize("name", ["only", "keep", "drop"])
def test_a_selector_that_is_not_css_is_an_error(name: str) -> None:
    with pytest.raises(OptionError, match=rf"{name} must be a CSS selector: .*position 2"):
        extract(PAGE, **{name: "a["})  # type: ignore[arg-type]


def test_comments_are_apart_included_or_excluded() -> None:
    assert "sister" not in text()
    assert re.search(r"sheep\.\n\n.*sister\.\n\n.*a while", text(comments="include"))
    whole = {"method": "all_text"}
    assert "sister" in text(**whole)
    assert not re.search("sister|Ann|2 Jan", text(**whole, comments="exclude"))


@pytest.mark.parametrize("name", ['id="comments"', 'class="comments-area box"', 'class="commentlist"'])
def test_unsigned_comments_are_excluded_by_the_name_of_what_holds_them(name: str) -> None:
    replies = "".join(f"<p>A long reply of a reader, number {n}, who has much to say.</p>" for n in range(4))
    page = (
        f"<article><h1>Hills</h1><p>It rained in the hills all day.</p></article><div {name}>{replies}</div>"
    )
    assert "reader" in extract(page, method="all_text").text
    assert "reader" not in extract(page, method="all_text", comments="exclude").text
    around = f"<div {name}><h1>Hills</h1><p>It rained in the hills all day.</p></div>"
    assert "rained" in extract(around, method="all_text", comments="exclude").text


def test_posts_of_a_thread_are_not_excluded() -> None:
    page = (GOLDEN / "forum_thread" / "source.html").read_bytes()
    found = extract(page)
    assert found.kind is not None
    assert (found.kind.name, bool(found.comments)) == ("forum", True)
    assert extract(page, comments="exclude").text == found.text


def test_captions_are_left_out() -> None:
    assert "northern road" in text(keep="article")
    assert "northern road" not in text(method="all_text", captions=False)


@pytest.mark.parametrize("figure", [
    '<figure><img src="/a.jpg"><figcaption>The lamp, by Kim</figcaption></figure>',
    '<div class="wp-caption"><img src="/a.jpg"><p class="wp-caption-text">The lamp, by Kim</p></div>',
    '<div class="box"><div><img src="/a.jpg"></div><div class="caption"><p>The lamp, by Kim</p></div></div>',
])  # fmt: skip
def test_captions_of_images_are_left_out_of_all_forms(figure: str) -> None:
    page = PAGE.replace("<p>The next", f"{figure}<p>The next")
    assert "by Kim" in extract(page, method="all_text").markdown
    found = extract(page, method="all_text", captions=False)
    assert "by Kim" not in found.text + found.markdown + found.html
    assert "a.jpg" in found.markdown
    assert "The lamp, by Kim" in [image.caption for image in found.images]


def test_focus_is_an_option_of_the_method() -> None:
    assert text(focus="recall") == text(method_options={"focus": "recall"})
    with pytest.raises(OptionError, match=r"'text_density' has no focus.*'learned'"):
        extract(PAGE, method="text_density", focus="recall")


def test_an_option_of_the_method_is_told_its_place() -> None:
    with pytest.raises(OptionError, match=r"pass method_options=\{'depth': 3\}"):
        extract(PAGE, method="html2article", depth=3)  # type: ignore[call-arg]


def words(markdown: str) -> list[str]:
    """Words that a reader sees: without pictures, targets of links, and front matter."""
    markdown = re.sub(r"\A---\n.*?\n---\n", "", markdown, flags=re.DOTALL)
    return re.findall(r"\w+", re.sub(r"!\[.*?\]\(.*?\)|(?<=\])\(.*?\)", " ", markdown))


@pytest.mark.parametrize("name", ["links", "images", "tables"])
@pytest.mark.parametrize("method", ["learned", "all_text"])
def test_no_option_changes_what_another_gives(method: str, name: str) -> None:
    def shown(**change: Any) -> tuple[str, list[str], list[str]]:
        found = extract(PAGE, method=method, keep="article", **change)
        return found.text, words(found.markdown), re.findall(r"\w+", re.sub("<.*?>", " ", found.html))

    assert shown(**{name: False}) == shown(**{name: True})


def in_thread(wanted: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread: a browser of other tests leaves an event loop in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, wanted).result()


def test_a_page_is_extracted_next_to_the_event_loop() -> None:
    async def run() -> tuple[maintext.Document, bool]:
        seen = asyncio.ensure_future(asyncio.sleep(0, True))
        return await aextract(PAGE, drop=".ad"), await seen

    found, went_on = in_thread(run())
    assert (found.text, went_on) == (text(drop=".ad"), True)


def test_all_forms_and_fields_are_read_in_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []

    def noting(made: Callable[[maintext.Document], Any]) -> Callable[[maintext.Document], Any]:
        def note(document: maintext.Document) -> Any:
            threads.append(threading.get_ident())
            return made(document)

        return note

    for name in ("markdown", "html", "fields"):
        monkeypatch.setattr(vars(maintext.Document)[name], "func", noting(vars(maintext.Document)[name].func))

    async def run() -> int:
        (await aextract(PAGE)).to_dict()
        return threading.get_ident()

    own = in_thread(run())
    assert len(threads) == 3
    assert own not in threads


def test_a_page_is_fetched_next_to_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(url: str, _: object) -> Any:
        return url, threading.get_ident()

    async def run() -> tuple[int, Any]:
        return threading.get_ident(), await afetch("https://example.org/")

    monkeypatch.setattr(client, "fetch", answer)
    thread, (url, other) = in_thread(run())
    assert (url, other != thread) == ("https://example.org/", True)


ANSWERS = "".join(
    f"<div itemprop=suggestedAnswer itemscope itemtype=https://schema.org/Answer><div itemprop=text>"
    f"Answer number {n}: put glue on both sides of the step, and wait a whole day before you climb it.</div>"
    f"<span itemprop=author>Ann{n}</span> <time itemprop=dateCreated datetime=2024-01-0{n}>"
    f"{n} Jan 2024</time></div>"
    for n in range(1, 5)
)


def test_answers_of_a_question_in_microdata_are_not_excluded() -> None:
    page = (
        "<html itemscope itemtype=https://schema.org/QAPage><body><div itemprop=mainEntity itemscope "
        "itemtype=https://schema.org/Question><h1 itemprop=name>How is a ladder mended?</h1>"
        f"<div itemprop=text>A step of my wooden ladder is broken, and I have no nails.</div>"
        f"{ANSWERS}</div></body></html>"
    )
    assert extract(page, comments="exclude").text == extract(page).text
    article = page.replace("QAPage", "WebPage").replace(" I have no nails", " I have no nails" * 12)
    assert "Answer number 4" not in extract(article, comments="exclude").text


@pytest.mark.parametrize("name", ["post", "message", "reply"])
def test_the_posts_of_a_thread_are_not_excluded(name: str) -> None:
    answers = ANSWERS.replace("itemprop", "data-of").replace("itemtype", "data-type")
    posts = "".join(
        f'<div class="{name}"><a class="author" href="/u/{i}">user{i}</a> <time datetime="2024-05-0{i}">'
        f'May {i}</time><div class="{name}-text">{text}</div></div>'
        for i, text in enumerate(re.findall("Answer number .*?climb it.", answers), 1)
    )
    page = f"<html><body><h1>How is a ladder mended?</h1>{posts}</body></html>"
    left = extract(page, comments="exclude")
    assert left.text == extract(page).text
    assert "Answer number 4" in left.text
    assert left.kind is not None
    assert left.kind.name == "forum"


TEXT = "It rained in the hills all day, and the paths were full of water when we came down. " * 3
SHOWN = (
    f"<article><p>{TEXT}<p><img class=ad src=/ad.jpg><p>{TEXT}<div class=promo><img src=/p.jpg></div>"
    f"<video src=/v.mp4></video><p>{TEXT}</article>"
)


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({}, ["ad.jpg", "p.jpg", "v.mp4"]),
        ({"drop": "img, video"}, []),
        ({"drop": ".promo"}, ["ad.jpg", "v.mp4"]),
        ({"only": "p"}, ["ad.jpg"]),
        ({"only": "article"}, ["ad.jpg", "p.jpg", "v.mp4"]),
        ({"only": "p", "keep": ".promo"}, ["ad.jpg", "p.jpg"]),
    ],
)
def test_pictures_and_players_go_with_the_elements_that_are_left_out(
    changes: dict[str, Any], left: list[str]
) -> None:
    found = extract(SHOWN, "https://a.example/", **changes)
    files = [one.url for one in found.images] + [one.url for one in found.media]
    assert [url.rpartition("/")[2] for url in files] == left
    for form in (found.markdown, found.html):
        assert re.findall(r"/(\w+\.(?:jpg|mp4))", form) == left
