"""Texts below an article: those that are dropped, and those that stay."""

from __future__ import annotations

import numpy as np
import pytest

import maintext
from maintext.classify.below_article import find_next_articles, find_post_margins, find_reader_comments
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import block_features
from maintext.classify.model.kind import Kind
from maintext.html import parse

STORY = "The ferry left the small harbour in the morning with eleven people and two goats on board. " * 8


def story(title: str, text: str = STORY, kind: str = "story") -> str:
    return f"<div><div class={kind}><h1>{title}</h1><p>{text}</p><p>{text[:200]}</p></div></div>"


def page(*stories: str) -> str:
    return f"<title>Ferry leaves the harbour</title><main>{''.join(stories)}</main>"


OWN, NEXT = story("Ferry leaves the harbour"), story("A goat wins the prize of the valley")


def dropped(html: str, probability: float = 0.95) -> list[str]:
    scene = BlockContext(parse(html))
    kind = Kind("article", probability, {"article": probability})
    chosen = np.array([not text.startswith("left out") for text in scene.texts])
    found = find_next_articles(scene, block_features(scene), kind, chosen)
    return [text[:20].strip() for text, is_found in zip(scene.texts, found, strict=True) if is_found]


def test_articles_after_the_own_one_are_told() -> None:
    after = ["a goat wins the priz", "the ferry left the s", "the ferry left the s"]
    assert dropped(page(OWN, NEXT)) == after
    assert dropped(page(OWN, "<p>left out</p>", NEXT, NEXT)) == after * 2


@pytest.mark.parametrize(
    "html",
    [
        page(OWN),
        page(OWN, OWN),  # the title once more
        page(OWN, NEXT.replace("h1", "h2")),
        page(OWN, story("A goat wins", kind="box")),  # a part of another shape
        page(story("Ferry leaves the harbour", "Soon."), NEXT),  # a heading, and the parts of the text
        page(OWN, story("A goat wins", "Soon.")),
        page(OWN, NEXT).replace("<div><div class=story>", "").replace("</div></div>", ""),
        page(NEXT, OWN),
    ],
)
def test_parts_of_one_article_stay(html: str) -> None:
    assert dropped(html) == []


def test_pages_of_other_kinds_stay() -> None:
    assert dropped(page(OWN, NEXT), 0.8) == []


def test_the_text_is_that_of_the_own_article_with_the_reason_for_the_others() -> None:
    menu = "<nav><a href=/>Home</a> <a href=/news>News</a></nav><p>By Ann Example, 2 March 2024</p>"
    long = "</p><p>".join(f"On day {day} {STORY}" for day in range(9))
    html = page(menu, story("Ferry leaves the harbour", long), story("A goat wins the prize", long))
    html = "<html lang=en><meta property=og:type content=article>" + html
    document = maintext.extract(html)
    assert "goat wins" not in document.text
    assert "dropped: another article, which follows that of the page" in {t.reason for t in document.trace()}
    assert "goat wins" in maintext.extract(html, focus="recall").text


REPLY = "I was on board too, and the goats were calmer than most of us when the wind came up. "


def comments(n: int, words: str = REPLY, name: str = "comment") -> str:
    one = f"<div class={name}><b class=author>Reader %d</b> <time>2 March 2024</time><p>{words}</p></div>"
    return "".join(one % number for number in range(n))


def taken_for_comments(html: str, probability: float = 0.95) -> int:
    scene = BlockContext(parse(html))
    kind = Kind("article", probability, {"article": probability})
    chosen = np.array([not text.startswith("reader") for text in scene.texts])
    found = find_reader_comments(scene, block_features(scene), kind, chosen)
    assert all(
        text.startswith("i was on board")
        for text, is_found in zip(scene.texts, found, strict=True)
        if is_found
    )
    return int(found.sum())


def test_comments_below_an_article_are_told() -> None:
    assert taken_for_comments(page(OWN) + comments(3)) == 3
    assert taken_for_comments(page(OWN) + comments(3), 0.4) == 0
    assert taken_for_comments(page(OWN) + comments(3, name="box")) == 0
    assert taken_for_comments("<h1>Ferry leaves the harbour</h1>" + comments(9)) == 0  # the content


def post(number: int, text: str = 2 * REPLY) -> str:
    return (
        f"<div class=post id=p{number}><p class=date>2{number} March 2024</p>"
        f"<div><a class=username href=/u{number}>mason{number}</a></div>"
        "<div>Senior Member</div><div>Joined: Mon Jan 05, 2014</div><div>Join Date: Mar 2005</div>"
        f"<div>Posts: 231</div><h3><a href=#p{number}>Re: Which varnish?</a></h3>"
        f"<div class=content><p>{text}</p><p>Thanks</p></div></div>"
    )


def margins(*posts: str, forum: float = 0.6) -> set[str]:
    scene = BlockContext(parse("<h1>Which varnish?</h1>" + "".join(posts)))
    kind = Kind("forum", forum, {"forum": forum})
    found = find_post_margins(scene, kind, np.ones(len(scene.blocks), dtype=np.bool_))
    return {text for text, is_found in zip(scene.texts, found, strict=True) if is_found}


def test_lines_about_the_user_are_no_part_of_posts() -> None:
    about = {
        "senior member", "joined: mon jan 05, 2014", "join date: mar 2005", "posts: 231",
        "re: which varnish?",
    }  # fmt: skip
    assert margins(post(1), post(2), post(3)) == about


def test_pages_without_posts_have_no_margins() -> None:
    assert not margins(post(1))
    assert not margins(post(1), post(2), forum=0.1)
