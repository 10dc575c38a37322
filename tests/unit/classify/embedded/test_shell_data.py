"""Strings of scripts as markup; data in what stands around them."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.classify.embedded.ferry import (
    ARTICLE,
    BODY,
    FIRST,
    ZH,
    build_embedded_page,
    found,
    script,
    shell,
    state,
    text_of,
)

from maintext.api import extract
from maintext.classify.embedded.data import (
    EmbeddedText,
    containment,
    iter_strings,
    parse_data,
    strip_tags,
    to_markup,
)
from maintext.document import Document
from maintext.html import Page, parse

# -- strings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("one", "<p>one</p>"),
        ("one\n\n two \n \n\nthree", "<p>one</p><p> two </p><p>three</p>"),
        ("one\ntwo", "<p>one</p><p>two</p>"),
        ("one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"),
        ("one\r\n\r\ntwo", "<p>one</p><p>two</p>"),
        ("a < b & c &amp; d &lt; 3", "<p>a &lt; b &amp; c &amp; d &lt; 3</p>"),
        ("<p>one", "<p>one</p>"),
        ("one<br>two\n\nthree", "one<br>two\n\nthree"),
        ("&lt;p&gt;one &amp;amp; two&lt;/p&gt;", "<p>one &amp; two</p>"),
    ],
)
def test_strings_as_markup(text: str, markup: str) -> None:
    assert to_markup(text) == markup


def test_tags_are_not_counted() -> None:
    assert strip_tags('a<b class="x">c</b> 1 < 2').split() == ["a", "c", "1", "<", "2"]
    assert strip_tags("&lt;p&gt;one&lt;/p&gt;").split() == ["one"]


def test_the_share_of_a_text_in_another() -> None:
    assert containment(BODY, f"Before. {BODY} After.") == 1
    assert containment(BODY, BODY.upper().replace(".", " ;")) == 1
    assert containment(BODY, "") == containment("", BODY) == containment("…", BODY) == 0
    assert containment("a ferry", "the old ferry") == 0
    assert 0.25 <= containment(BODY, FIRST) <= 0.4
    assert containment(ZH, ZH[:60]) == pytest.approx(0.5, abs=0.1)


def held_by_definition(text: str, other: str) -> float:
    """All stretches of eight words, one after another, that stand in the other text."""
    own, theirs = text.split(), other.split()
    stretches = [own[at : at + 8] for at in range(0, max(len(own) - 7, 1), 8)] if own else []
    held = [any(theirs[at : at + len(s)] == s for at in range(len(theirs))) for s in stretches]
    return sum(held) / len(held) if held else 0.0


SENTENCES = st.lists(st.sampled_from("aa bb cc".split()), max_size=60).map(" ".join)


@given(SENTENCES, SENTENCES)
def test_the_share_is_as_defined(text: str, other: str) -> None:
    assert containment(text, other) == held_by_definition(text, other)


# -- data ---------------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([FIRST, BODY, ZH]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["articleBody", "text", "description", "content", "@type", "@graph", "name", "cookie"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


def texts_by_definition(
    value: Any, keys: tuple[str | int, ...] = ()
) -> list[tuple[tuple[str | int, ...], str]]:
    """Strings with their keys, by plain recursion."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        with suppress(ValueError):
            value = json.loads(value)
    if isinstance(value, str):
        return [(keys, value)] if value.strip() else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [pair for key, item in items for pair in texts_by_definition(item, (*keys, key))]


def walk(value: Any, n_values: int = 10**6) -> list[EmbeddedText]:
    return list(iter_strings(0, value, iter(range(n_values))))


@given(JSON)
def test_all_strings_are_found_with_their_keys(value: Any) -> None:
    assert [(text.path.keys, text.text) for text in walk(value)] == texts_by_definition(value)


def test_types_are_those_of_the_nearest_object_that_has_one() -> None:
    value = {
        "@type": ["schema:Question", 3, "http://x.org/y#Q"],
        "a": {"b": "one"},
        "c": {"@type": 3, "d": "two"},
    }
    assert {t.text: t.path.types for t in walk(value)}["one"] == ("Question", "Q")
    assert {t.text: t.path.types for t in walk(value)}["two"] == ("Question", "Q")


def test_keys_can_be_left_out() -> None:
    value = {"a": {"b": "one", "c": ["two"]}, "d": "three"}
    left = [t.text for t in iter_strings(0, value, iter(range(99)), lambda key: key != "a")]
    assert left == ["three"]


def test_the_search_ends_with_its_budget() -> None:
    assert [t.text for t in walk(["a", "b", "c"], 3)] == ["a", "b"]  # the list is a value too


def test_what_stands_too_deep_is_left_out() -> None:
    value: Any = "deep"
    for _ in range(64):
        value = [value]
    assert [t.text for t in walk(value)] == ["deep"]
    assert walk([value]) == []


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        ' \n{"a": 1};',
        '<!--{"a": 1}-->',
        '//<![CDATA[\n{"a": 1}\n//]]>',
        '/*<![CDATA[*/{"a": 1}',
        '{"a": 1}; go()',
        json.dumps('{"a": 1}'),
    ],
)
def test_data_in_what_stands_around_them(text: str) -> None:
    assert parse_data(text) == {"a": 1}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1, "b": undefined, "c": [undefined]}', {"a": 1, "b": None, "c": [None]}),
        ("{'a': 'one', b: \"two\", 'a':'three'}", {"a": ["one", "three"], "b": ["two"]}),
        (r"""{a: 'It\'s \"so\" "here" \x3cb\x3e\u003ci\u003e \\'}""", {"a": ['It\'s "so" "here" <b><i> \\']}),
        ("{a: '&quot;quoted&quot;'.slice(6, -6)}", {"a": ["quoted"]}),
    ],
)
def test_objects_of_javascript_that_are_no_json(text: str, found: dict[str, Any]) -> None:
    assert parse_data(text) == found


def test_line_breaks_inside_strings_are_read() -> None:
    assert parse_data('{"a": "b\nc"}') == {"a": "b\nc"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        '{"a"',
        "{'a': 1}",
        "{'a': '",
        "go()",
        '"x"',
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 10_000,
        "\x00",
        "null",
    ],
)
def test_broken_data_are_nothing(text: str) -> None:
    assert parse_data(text) is None
    assert extract(shell(script(text), script(text, "application/json"))).text_origin == "visible"


def test_broken_data_do_not_hide_good_ones() -> None:
    assert text_of(shell(script("{"), script(ARTICLE), script("[" * 5000))) == BODY


@settings(max_examples=50)
@given(st.lists(JSON, max_size=3), st.booleans())
def test_no_data_are_an_error(values: list[Any], declared: bool) -> None:
    kind = "application/ld+json" if declared else "application/json"
    page = parse(shell(*(script(value, kind) for value in values)))
    text = build_embedded_page(page)
    assert text is None or (text.selection.keep & (text.page.n_chars > 0)).any()
    assert isinstance(extract(shell(*(script(value, kind) for value in values))), Document)


@given(st.text(max_size=200))
def test_no_string_is_an_error(text: str) -> None:
    page: Page = parse(shell(script({"articleBody": text})))
    made = build_embedded_page(page)
    assert made is None or made.origin == "json-ld:articleBody"


def test_large_data_are_read_up_to_a_limit() -> None:
    large = json.dumps({"content": "One two three four five six seven eight. " * 50_000})
    assert len(large) < 4_000_000
    assert build_embedded_page(parse(shell(script(large, "application/json")))) is not None
    assert build_embedded_page(parse(shell(script(large + " " * 4_000_000, "application/json")))) is None


def test_many_parts_share_the_last_reason() -> None:
    body = [f"This is the sentence with the number {n} of all." for n in range(10_050)]
    text = found(state({"body": body}))
    assert text.selection.why(len(text.page) - 1).endswith("at body[9999]")
    assert text.selection.keep[-1]
