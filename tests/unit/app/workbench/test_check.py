"""Requests checked against their models; the twin is the jsonschema package on the schemas of OpenAPI."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.app.workbench import shapes
from maintext.app.workbench.failure import RequestError
from maintext.app.workbench.shapes import PageRequest, PathParts, RecordsQuery, check, components

REQUESTS: dict[str, type[shapes.Shape]] = {
    "page": shapes.PageRequest,
    "compare": shapes.CompareRequest,
    "batch": shapes.batch_request(3),
    "teach": shapes.TeachRequest,
    "apply": shapes.ApplyRequest,
}
SCHEMAS = components(REQUESTS.values())

words = st.sampled_from(
    [
        "html", "file", "url", "encoding", "method", "method_options", "links", "formats", "methods", "gold",
        "only", "comments", "max_tokens",
        "view", "items", "key", "pages", "clicks", "site", "wrapper", "other",
    ]
)  # fmt: skip
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-2_000_000, 2_000_000), st.floats(-3, 3),
    st.sampled_from(["", "learned", "text", "https://a.example/", "http:///x", "YWJj", "YWJ", "a b"]),
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)
good: dict[str, Any] = {
    "html": "<p>x", "method": "learned", "method_options": {"focus": "recall"}, "formats": ["text"]
}  # fmt: skip


def problem(value: Any, model: type[shapes.Shape] = PageRequest) -> str:
    try:
        check(model, value if isinstance(value, bytes) else json.dumps(value).encode())
    except RequestError as error:
        return error.failure.message
    return ""


@pytest.mark.parametrize("name", REQUESTS)
@given(value=values | st.dictionaries(words, values, max_size=5))
def test_it_judges_as_jsonschema_does(name: str, value: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    model = REQUESTS[name]
    schema = {"$ref": f"#/components/schemas/{model.__name__}", "components": {"schemas": SCHEMAS}}
    is_valid = jsonschema.Draft202012Validator(schema).is_valid(value)
    assert (problem(value, model) == "") == is_valid


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"html": 3}, "html must be a valid string, not 3"),
        ({"method": "magic"}, "method must be 'all_text', "),
        ({"method": "magic"}, "'main_subtree' or 'learned', not \"magic\""),
        ({"links": 1}, "links must be a valid boolean, not 1"),
        ({"formats": ["pdf"]}, "formats[0] must be 'text', "),
        (
            {"method_options": {"depth": 1e9}},
            "method_options.depth must be a number from -1000000 to 1000000",
        ),
        ({"method_options": {"depth": None}}, "true, false, or at most 40 characters, not null"),
        ({"encoding": "a b"}, "encoding must be the name of an encoding, not"),
        ({"file": "YWJj"}, "must not have html and file at the same time"),
        ({"htlm": ""}, 'the body has the unknown key "htlm" (known: html, file'),
        ({"fetched": "May"}, 'fetched must be a time such as 2024-05-02T15:00:00+08:00, not "May"'),
        ({"links": 1, "tables": 2}, "not 1; tables must be a valid boolean"),
    ],
)
def test_a_message_says_where_and_what_is_allowed(change: dict[str, Any], says: str) -> None:
    assert says in problem(good | change)


def test_a_page_is_needed() -> None:
    assert problem({"x": 1}, shapes.EmptyRequest) == 'the body has the unknown key "x" (known: none)'
    assert problem({"method": "learned"}) == "the body must have one of html, file, url"


def test_what_is_wrong_inside_is_named() -> None:
    batch = REQUESTS["batch"]
    assert problem({}, batch) == "items is missing"
    assert problem({"items": [{"html": ""}, {}]}, batch) == "items[1] must have one of html, file, url"
    assert 'items[0] has the unknown key "x" (known: html' in problem({"items": [{"x": ""}]}, batch)
    assert 'must have at most 3 items, not [{"html' in problem({"items": [{"html": ""}] * 4}, batch)


def test_a_good_request_passes_with_defaults() -> None:
    assert check(PageRequest, json.dumps(good).encode()) == good | {"draw": False}


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_refused(body: bytes) -> None:
    assert problem(body).startswith("the body is not JSON: ")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_a_number_is_finite(number: str) -> None:
    assert problem(f'{{"html": "", "method_options": {{"a": {number}}}}}'.encode())
    crawl = f'{{"urls": ["https://a.example/"], "options": {{"delay_s": {number}}}}}'
    assert problem(crawl.encode(), shapes.CrawlRun)


def test_a_number_without_a_fraction_is_an_integer() -> None:
    body = b'{"html": "", "method_options": {"n": 3.0, "of": 1e3, "share": 0.5}}'
    assert repr(check(PageRequest, body)["method_options"]) == "{'n': 3, 'of': 1000, 'share': 0.5}"
    assert repr(check(shapes.ItemsRequest, b'{"html": "", "row": 2.0}')["row"]) == "2"


@pytest.mark.parametrize(("name", "is_good"), [("名字 1", True), ("name\n", False), ("name\n.x", False)])
def test_a_pattern_ends_at_the_end(name: str, is_good: bool) -> None:
    assert (problem({"name": name, "recipe": ""}, shapes.SaveRequest) == "") == is_good


def test_what_fits_no_pattern_is_told_in_words() -> None:
    bodies = (
        ({"name": "a/b", "recipe": ""}, shapes.SaveRequest),
        ({"database": "sqlite:///x", "table": "1st"}, shapes.SendRequest),
        ({"urls": ["https://a.example"], "options": {"since": "May"}}, shapes.CrawlRun),
    )
    for body, model in bodies:
        assert "pattern" not in problem(body, model)
        assert " must be " in problem(body, model)
    with pytest.raises(RequestError, match="id must be 32 hexadecimal digits"):
        check(PathParts, {"id": "x"}, "not_found")


def test_a_query_has_words_for_numbers() -> None:
    found = check(RecordsQuery, {"start": "3", "kind": ""})
    assert found == {"start": 3, "limit": 100, "order": "up", "kind": ""}


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"start": "x"}, "start must be a valid integer"),
        ({"limit": "0"}, "limit must be greater than or equal to 1"),
        ({"order": "x"}, "order must be 'up' or 'down', not \"x\""),
        ({"start": "x"}, 'a valid integer, not "x"'),
        ({"x": "1"}, "unknown parameter 'x' (known: start, limit, "),
    ],
)
def test_a_wrong_query_is_explained(query: dict[str, str], says: str) -> None:
    with pytest.raises(RequestError, match=re.escape(says)) as caught:
        check(RecordsQuery, query)
    assert caught.value.failure.status == 400


def test_a_wrong_path_is_not_found() -> None:
    with pytest.raises(RequestError) as caught:
        check(PathParts, {"id": "x"}, "not_found")
    assert caught.value.failure.status == 404
