"""Fields from the object of a state that the text came from, and the kind of such a page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.unit.classify.embedded.ferry import BODY, URL, shell, state

from maintext.api import extract

ARTICLE: dict[str, Any] = {
    "title": "The last crossing",
    "author": {"name": "Ann Lee"},
    "publishTime": "2024-05-01 10:20:00",
    "updatedAt": 1714633200,
    "source": "River News",
    "content": BODY,
}


def fields(data: Any, markup: str = "") -> dict[str, Any]:
    doc = extract(markup or state(data), URL)
    assert doc.text_origin.startswith("state:")
    return {
        "title": doc.title,
        "author": ",".join(person.name for person in doc.authors),
        "published": str(doc.published),
        "modified": str(doc.modified),
        "source": doc.source,
    }


WHOLE = {
    "title": "The last crossing",
    "author": "Ann Lee",
    "published": "2024-05-01T10:20:00",
    "modified": "2024-05-02T07:00:00+00:00",
    "source": "River News",
}


def test_the_object_of_the_text_names_the_fields() -> None:
    assert fields({"props": {"pageProps": {"article": ARTICLE}}}) == WHOLE


def test_a_state_that_is_a_variable() -> None:
    script = f"<script>window.__INITIAL_STATE__={json.dumps({'article': ARTICLE})};</script>"
    assert fields(None, shell(script)) == WHOLE


def test_the_objects_around_it_count_too() -> None:
    head = {key: value for key, value in ARTICLE.items() if key != "content"}
    assert fields({"page": {**head, "body": {"content": BODY}}}) == WHOLE
    assert fields({"site": {"author": "Bob Roe"}, "page": ARTICLE}) == WHOLE


def test_what_a_list_lies_between_is_of_other_articles() -> None:
    found = fields(
        {"author": "Bob Roe", "publishTime": "2020-01-01", "items": [{"content": BODY}, {"content": "x"}]}
    )
    assert (found["author"], found["published"]) == ("", "None")


@pytest.mark.parametrize(
    "value", [None, True, {}, [], [[]], {"name": 3.5}, "x" * 5_000, "https://example.org/"]
)
def test_values_that_say_nothing(value: Any) -> None:
    found = fields({"article": {**ARTICLE, "publishTime": value, "source": value, "updatedAt": value}})
    assert found == {**WHOLE, "published": "None", "modified": "None", "source": None}


def test_what_the_page_declares_wins() -> None:
    meta = (
        '<meta name="author" content="Bob Roe"><meta property="article:published_time" content="2024-04-30">'
    )
    doc = extract(state({"article": ARTICLE}).replace("<body>", f"{meta}<body>"), URL)
    assert [person.name for person in doc.authors] == ["Bob Roe"]
    assert str(doc.published) == "2024-04-30"


def test_the_kind_is_that_of_the_text() -> None:
    doc = extract(state({"article": ARTICLE}), URL)
    assert doc.kind is not None
    assert doc.kind.name == "article"
