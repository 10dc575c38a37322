"""Requests checked against their shapes; the twin is the jsonschema package."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.app.workbench import shapes
from maintext.app.workbench.check import check, read_json
from maintext.app.workbench.failure import RequestError

REQUESTS = {
    "page": shapes.page_request,
    "compare": shapes.compare_request,
    "batch": shapes.batch_request(3),
    "teach": shapes.teach_request,
    "apply": shapes.apply_request,
}

words = st.sampled_from(
    [
        "html", "file", "url", "encoding", "method", "method_options", "links", "formats", "methods", "gold",
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


def problem(value: Any, shape: Any) -> str:
    try:
        check(value, shape)
    except RequestError as error:
        return error.failure.message
    return ""


@pytest.mark.parametrize("name", REQUESTS)
@given(value=values | st.dictionaries(words, values, max_size=5))
def test_it_judges_as_jsonschema_does(name: str, value: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    is_valid = jsonschema.Draft202012Validator(REQUESTS[name]).is_valid(value)
    assert (problem(value, REQUESTS[name]) == "") == is_valid


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"html": 3}, "html must be of type string, not 3"),
        ({"method": "magic"}, "method must be one of all_text"),
        ({"links": 1}, "links must be of type boolean"),
        ({"formats": ["pdf"]}, "formats[0] must be one of text"),
        ({"method_options": {"depth": 1e9}}, "method_options.depth must be at most 1000000"),
        ({"method_options": {"depth": None}}, "must be of type number or boolean or string"),
        ({"encoding": "a b"}, "encoding must match"),
        ({"file": "YWJj"}, "must not have html and file at the same time"),
        ({"htlm": ""}, 'unknown key "htlm" (known: html, file'),
    ],
)
def test_a_message_says_where_and_what_is_allowed(change: dict[str, Any], says: str) -> None:
    assert says in problem(good | change, shapes.page_request)


def test_a_page_is_needed() -> None:
    assert problem({"method": "learned"}, shapes.page_request) == "the body must have one of html, file, url"


def test_a_good_request_passes() -> None:
    check(good, shapes.page_request)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"a": NaN}', b'{"a": "\\ud800"}', b"[" * 100_000])
def test_what_is_no_json_is_refused(body: bytes) -> None:
    with pytest.raises(RequestError) as caught:
        read_json(body)
    assert caught.value.failure.status == 400


def test_json_is_read() -> None:
    assert read_json(json.dumps({"a": "正文"}).encode()) == {"a": "正文"}


def test_a_number_without_a_fraction_is_an_integer() -> None:
    value = read_json(b'{"n": 3.0, "of": [1e3, -2.0], "share": 0.5, "huge": 1e999}')
    assert repr(value) == "{'n': 3, 'of': [1000, -2], 'share': 0.5, 'huge': inf}"


@pytest.mark.parametrize(("name", "is_good"), [("名字 1", True), ("name\n", False), ("name\n.x", False)])
def test_a_pattern_ends_at_the_end(name: str, is_good: bool) -> None:
    assert (problem(name, shapes.NAME_SHAPE) == "") == is_good


def test_a_dollar_sign_that_is_meant_stays_one() -> None:
    assert problem("5$", {"type": "string", "pattern": r"^\d\$"}) == ""
