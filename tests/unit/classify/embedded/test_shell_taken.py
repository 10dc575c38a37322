"""Text that only scripts hold is taken for shells and teasers only; the document that it makes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.unit.classify.embedded.ferry import (
    ARTICLE,
    BODY,
    FIRST,
    SECOND,
    THIRD,
    URL,
    ZH,
    build_embedded_page,
    found,
    script,
    shell,
    state,
    text_of,
)

from maintext.api import extract, select
from maintext.classify.embedded import find_embedded_text
from maintext.html import parse
from maintext.selection import Outcome

# -- when it is taken ---------------------------------------------------------------------------------


def test_a_page_that_shows_its_text_keeps_it() -> None:
    visible = f"<article><h1>The ferry</h1><p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p></article>"
    doc = extract(shell(script({**ARTICLE, "articleBody": BODY.upper()}), body=visible), URL)
    assert (doc.text_origin, doc.embedded) == ("visible", None)
    assert doc.text.endswith(BODY)


def teaser(n_paragraphs: int, *, beginning: str = FIRST) -> str:
    """A page that shows the first paragraph of a text; the body has that many more."""
    more = [f"Part {n}: on pier {n} they tell the story of day {n}, {SECOND}" for n in range(n_paragraphs)]
    menu = "".join(f"<li><a href=/{n}>{n} more about the town</a></li>" for n in range(30))
    visible = f"<ul>{menu}</ul><article><h1>The ferry</h1><p>{beginning}</p><p>{THIRD}</p></article>"
    return shell(script({**ARTICLE, "articleBody": "\n\n".join([FIRST, THIRD, *more])}), body=visible)


def test_a_teaser_gives_way_to_the_whole_text() -> None:
    page = parse(teaser(12))
    assert 50 <= page.n_words[select(page).keep].sum() < 300
    doc = extract(teaser(12), URL)
    assert doc.text_origin == "json-ld:articleBody"
    assert doc.text.startswith(f"{FIRST}\n\n{THIRD}\n\nPart 0")


def test_a_text_that_is_not_much_longer_is_not_taken() -> None:
    assert extract(teaser(1), URL).text_origin == "visible"


def test_a_text_that_begins_otherwise_is_not_taken() -> None:
    page = teaser(12).replace(f"<p>{FIRST}</p><p>{THIRD}</p>", f"<p>{ZH}</p>")
    assert extract(page, URL).text_origin == "visible"


def test_a_state_is_not_read_for_a_teaser() -> None:
    page = teaser(12).replace("application/ld+json", "application/json")
    assert extract(page, URL).text_origin == "visible"
    assert build_embedded_page(parse(page)) is not None


def test_a_text_that_the_page_holds_is_not_taken() -> None:
    hidden = f"<template><p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p></template>"
    page = parse(shell(script(ARTICLE), body=hidden))
    assert build_embedded_page(page) is not None
    assert find_embedded_text(page, select(page)) is None


def test_a_few_words_more_are_not_taken() -> None:
    data = {"@type": "Product", "description": "A model of the ferry."}
    doc = extract(shell(script(data)))
    assert (doc.text_origin, doc.text, doc.outcome) == ("visible", "", Outcome.NO_TEXT)


@pytest.mark.parametrize("method", ["main_subtree", "all_text", "paragraphs"])
def test_a_method_asked_for_by_name_is_shown_as_it_is(method: str) -> None:
    assert extract(shell(script(ARTICLE)), method=method).text_origin == "visible"


def test_scripts_of_a_long_page_are_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise AssertionError

    monkeypatch.setattr("maintext.classify.embedded.page.find_embedded_content", fail)
    long = "".join(f"<p>Day {n}: {FIRST}</p>" for n in range(20))
    extract(shell(script(ARTICLE), body=f"<article>{long}</article>"))


# -- the document -------------------------------------------------------------------------------------


def test_the_document_shows_the_text_in_every_form() -> None:
    doc = extract(shell(script({**ARTICLE, "articleBody": f"<p>{FIRST}</p><p><b>{SECOND}</b></p>"})), URL)
    assert doc.text == f"{FIRST}\n\n{SECOND}"
    assert doc.markdown == f"{FIRST}\n\n**{SECOND}**"
    assert doc.html == f"<div><p>{FIRST}</p><p><b>{SECOND}</b></p></div>"
    assert doc.outcome is Outcome.FOUND
    assert [row.text for row in doc.trace()] == [FIRST, SECOND]
    assert all(row.kept for row in doc.trace())


def test_page_and_selection_stay_those_of_the_visible_page() -> None:
    doc = extract(shell(script(ARTICLE), body="<p id=a>Loading</p>"), URL)
    assert doc.page.text.split("ferry") == ["The ", "Loading"]
    assert len(doc.selection.keep) == len(doc.page)
    assert (doc.title, doc.method, doc.url) == ("The ferry", "learned", URL)
    assert doc.embedded is not None
    assert doc.embedded.page.url == URL


def test_the_record_says_where_the_text_stood() -> None:
    record = extract(shell(script(ARTICLE)), URL).to_dict()
    assert (record["text_origin"], record["outcome"]) == ("json-ld:articleBody", "found")
    assert extract(f"<p>{FIRST}</p>").to_dict()["text_origin"] == "visible"


def test_reasons_name_the_script_and_the_keys() -> None:
    posts = [{"@type": "Comment", "text": FIRST}, {"@type": "Comment", "text": SECOND}]
    data = {"@graph": [{"@type": "DiscussionForumPosting", "comment": posts}]}
    text = found(shell(script({}), script(data)))
    reasons = [text.selection.why(int(row)) for row in np.flatnonzero(text.page.n_chars > 0)]
    start = "the page shows little; in the script number 1 of type application/ld+json at @graph[0].comment"
    assert reasons == [f"{start}[0].text", f"{start}[1].text"]
    text = found(state({"post": {"content": BODY}}))
    assert text.selection.why(len(text.page) - 1).endswith("__NEXT_DATA__ at post.content")


def test_html_that_is_not_closed_stays_in_its_part() -> None:
    open_ended = [
        f"<div><b>{FIRST}",
        f"</div></div></b>{SECOND}",
        f"{THIRD}<!-- <p>",
        f"<textarea>{FIRST[:80]}",
    ]
    posts = [{"@type": "Comment", "text": text} for text in open_ended]
    text = found(shell(script([*posts, {"@type": "Comment", "text": "The end of it."}])))
    of_row = {
        text.page.row_text(int(row)): text.selection.why(int(row)).rpartition(" ")[2]
        for row in np.flatnonzero(text.page.n_chars > 0)
    }
    expected = [FIRST, SECOND, THIRD, FIRST[:80], "The end of it."]
    assert of_row == {part: f"[{n}].text" for n, part in enumerate(expected)}


def test_hidden_text_in_a_string_is_not_kept() -> None:
    content = f"<p>{FIRST}</p><noscript>no script</noscript><p hidden>hidden</p><p>{SECOND}</p>"
    assert text_of(state({"content": content})) == f"{FIRST}\n\n{SECOND}"


def test_the_arrays_cannot_be_changed() -> None:
    selection = found(shell(script(ARTICLE))).selection
    assert not selection.keep.flags.writeable
    assert not selection.reason.flags.writeable
