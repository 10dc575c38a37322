from __future__ import annotations

import copy
import json
import math
import pickle
import time

import pytest

from maintext.api import extract
from maintext.document import Document, TraceRow
from maintext.selection import Outcome

PAGE = "<title>A walk - Site</title><nav>Menu</nav><main><h1>A walk</h1><p>It was <b>long</b>.</p></main>"
URL = "http://example.org/walk"


def document(markup: str = PAGE, method: str = "tag_filter") -> Document:
    return extract(markup, URL, method=method)


# -- fields -------------------------------------------------------------------------------------------


def test_the_text() -> None:
    assert document().text == "A walk\n\nIt was long."


def test_the_markdown() -> None:
    assert document().markdown == "# A walk\n\nIt was **long**."


def test_the_html() -> None:
    assert document().html == "<main><h1>A walk</h1><p>It was <b>long</b>.</p></main>"


def test_the_title_and_its_origin() -> None:
    doc = document()
    assert doc.title == "A walk"
    assert doc.title_field is not None
    assert doc.title_field.origin == "h1"


def test_no_title_is_none() -> None:
    assert document("<p>x</p>").title is None


def test_the_url_is_as_given() -> None:
    assert document().url == URL
    assert extract(PAGE).url is None


def test_the_method_is_the_one_that_was_asked_for() -> None:
    assert document(method="paragraphs").method == "paragraphs"


def test_the_repr_says_what_was_found() -> None:
    assert repr(document()) == "<Document 'A walk' 20 characters, found>"


def test_a_form_is_made_once() -> None:
    doc = document()
    assert doc.text is doc.text
    assert doc.html is doc.html


# -- outcome ------------------------------------------------------------------------------------------


def test_text_that_is_found() -> None:
    assert document().outcome is Outcome.FOUND


def test_a_page_without_text() -> None:
    doc = document("<img src=x>")
    assert doc.outcome is Outcome.NO_TEXT
    assert (doc.text, doc.markdown, doc.html) == ("", "", "")


def test_a_page_of_which_nothing_is_kept() -> None:
    doc = document("<div>x</div>", "paragraphs")
    assert doc.outcome is Outcome.NO_CONTENT
    assert (doc.text, doc.markdown, doc.html) == ("", "", "")


# -- records ------------------------------------------------------------------------------------------


def test_the_record_of_a_page() -> None:
    doc = document()
    record = doc.to_dict()
    stated = {
        "url": URL,
        "title": "A walk",
        "title_origin": "h1",
        "text": doc.text,
        "markdown": doc.markdown,
        "html": doc.html,
        "outcome": "found",
        "method": "tag_filter",
        "encoding": None,
        "encoding_source": None,
    }
    assert {name: record[name] for name in stated} == stated


def test_the_record_of_a_page_of_nothing() -> None:
    record = extract("").to_dict()
    assert (record["url"], record["title"], record["title_origin"]) == (None, None, None)
    assert record["outcome"] == "no_text"


def test_the_record_of_bytes_says_how_they_were_decoded() -> None:
    record = extract("<meta charset=gbk><p>中文网页</p>".encode("gbk")).to_dict()
    assert record["encoding_source"] == "meta"
    assert record["encoding"] == "gbk"


def test_json_is_the_record() -> None:
    doc = document()
    assert json.loads(doc.to_json()) == doc.to_dict()


def test_json_writes_letters_as_they_are() -> None:
    assert "中文网页" in document("<main>中文网页</main>").to_json()


def test_json_can_be_indented() -> None:
    assert document().to_json(indent=2).startswith('{\n  "url"')


# -- trace --------------------------------------------------------------------------------------------


def test_the_trace_has_a_row_for_each_text_hidden_or_not() -> None:
    assert [row.text for row in document().trace()] == [
        "A walk - Site",
        "Menu",
        "A walk",
        "It was",
        "long",
        ".",
    ]


def test_a_trace_row_says_all_about_a_text() -> None:
    doc = document()
    row = doc.trace()[4]
    assert row == TraceRow(
        row=row.row,
        kept=True,
        reason="the nearest named part is content",
        score=1.0,
        path="html > body > main > p > b",
        text="long",
    )
    assert doc.page.row_text(row.row) == "long"


def test_the_reason_of_a_hidden_text() -> None:
    assert document().trace()[0].reason == "hidden from readers"


def test_the_score_is_that_of_the_nearest_scored_row() -> None:
    doc = document("<div><p>Alpha, beta.</p></div>", "symbol_density")
    [row] = doc.trace()
    div = int(doc.selection.facts["row"])
    assert doc.page.name(div) == "div"
    assert row.score == pytest.approx(float(doc.selection.score[div]))


def test_without_scores_the_score_is_nan() -> None:
    assert math.isnan(document(method="all_text").trace()[0].score)


def test_white_space_is_collapsed_in_the_trace() -> None:
    assert document("<p> a\n  b </p>").trace()[0].text == "a b"


# -- between processes ---------------------------------------------------------------------------------


def test_a_document_goes_between_processes_whatever_was_read_of_it() -> None:
    read = document()
    values = read.to_dict()
    for again in (pickle.loads(pickle.dumps(read)), copy.deepcopy(read)):  # noqa: S301 - our own
        assert again.to_dict() == values
        assert again.trace() == read.trace()


def test_the_trace_costs_less_than_the_extraction() -> None:
    """Names of elements are read once for each, however many texts stand in them."""
    for page in ("<div>a " * 50_000, "<p>some text</p>" * 50_000, "<p>" + "word<br>" * 50_000):
        start = time.process_time()
        doc = extract(page, method="text_density")
        text = doc.text
        extracted = time.process_time()
        rows = doc.trace()
        assert len(rows) == 50_000
        assert text
        assert time.process_time() - extracted < max(2.0, 3 * (extracted - start))


def test_the_path_of_a_trace_names_unknown_elements_and_follows_the_tree() -> None:
    doc = extract("<p>a<x-y>b<foo>c</foo>d</x-y>e</p>", method="all_text")
    paths = {row.text: row.path.removeprefix("html > body > ") for row in doc.trace()}
    assert paths == {"a": "p", "b": "p > x-y", "c": "p > x-y > foo", "d": "p > x-y", "e": "p"}
