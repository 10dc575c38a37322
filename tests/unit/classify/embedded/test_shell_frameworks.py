"""Shells as the frameworks of today serve them: streams, data in attributes, JSON in JSON."""

from __future__ import annotations

import html
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.classify.embedded.ferry import BODY, FIRST, SECOND, THIRD, ZH, found, script, shell, text_of

from maintext.api import extract
from maintext.html import parse
from maintext.html.parser import DataScript
from maintext.html.shell_data import read_attributes, read_streams

MARKUP = f"<p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p>"
POST = {"id": 7, "title": "The ferry", "content": MARKUP, "author": "Ann Lee"}


def push(*pieces: str) -> str:
    """Pieces of React Server Components, as Next.js hands them over."""
    first = "(self.__next_f=self.__next_f||[]).push([0])"
    return "".join(f"<script>{code}</script>" for code in (first, *map(_push, pieces)))


def _push(piece: str) -> str:
    return f"self.__next_f.push({json.dumps([1, piece], separators=(',', ':'))})"


def enqueue(*lines: Any) -> str:
    """Lines of React Router."""
    stream = "window.__reactRouterContext.streamController"
    pieces = (json.dumps(json.dumps(line) + "\n") for line in lines)
    return "".join(f"<script>{stream}.enqueue({piece});</script>" for piece in pieces)


def test_properties_of_a_component() -> None:
    line = "1:" + json.dumps(["$", "$L9", None, {"post": POST}], separators=(",", ":")) + "\n"
    page = shell(push('0:I[1,[],"default"]\n', line))
    assert text_of(page) == BODY
    doc = extract(page)
    assert doc.author == "Ann Lee"
    assert doc.trace()[0].reason == ("the page shows little; in the script self.__next_f at [0].post.content")


def test_elements_are_their_children() -> None:
    paragraphs = [["$", "p", str(i), {"children": text}] for i, text in enumerate((FIRST, SECOND, THIRD))]
    tree = ["$", "article", None, {"className": "post", "children": paragraphs}]
    line = "5:" + json.dumps(tree, separators=(",", ":")) + "\n"
    assert text_of(shell(push(line[:300], line[300:]))) == BODY


@pytest.mark.parametrize("text", [MARKUP, f"<p>{ZH}</p>"])
def test_a_text_with_its_number_of_bytes(text: str) -> None:
    size = len(text.encode())
    page = shell(push(f"2:T{size:x},", text + '3:["$","div",null,{"html":"$2"}]\n'))
    assert text_of(page) == extract(f"<body>{text}", method="all_text").text


def test_lines_of_a_router() -> None:
    lines = [[{"_1": 2}, "loaderData", {"_3": 4}, "title", "The ferry", "body", MARKUP], ["more"]]
    assert text_of(shell(enqueue(*lines))) == BODY


def test_a_broken_line_hides_no_other() -> None:
    assert text_of(shell(push("1:{broken\n", "2:" + json.dumps({"content": BODY}) + "\n"))) == BODY


@pytest.mark.parametrize("name", ["data-page", "props", "data-react-props"])
def test_data_in_an_attribute(name: str) -> None:
    data = html.escape(json.dumps({"component": "Post", "props": {"post": POST}}))
    page = shell(body=f'<div id="app" {name}="{data}"></div>')
    assert text_of(page) == BODY
    reason = f"the page shows little; in the attribute {name} at props.post.content"
    assert extract(page).trace()[0].reason == reason


def test_data_in_an_attribute_of_a_page_with_a_text_are_of_a_part() -> None:
    data = html.escape(json.dumps({"props": {"post": POST}}))
    text = (
        "<p>What the walkers of the northern hills have written about this autumn, as they sent it in. " * 5
    )
    page = shell(body=f'<article>{text}</article><div data-props="{data}"></div>')
    assert extract(page).text_origin == "visible"


def test_values_of_an_island() -> None:
    data = html.escape(json.dumps({"title": [0, "The ferry"], "content": [0, MARKUP]}))
    assert text_of(shell(body=f'<astro-island client="only" props="{data}"></astro-island>')) == BODY


def test_json_in_json() -> None:
    answer = {"status": 200, "headers": {}, "body": json.dumps(POST)}
    page = shell(script(answer, "application/json", "data-sveltekit-fetched"))
    assert text_of(page) == BODY
    assert extract(page).author == "Ann Lee"
    assert str(found(page).selection.reasons[-1]).endswith("at body.content")


def test_a_page_that_shows_its_text_keeps_it() -> None:
    line = "1:" + json.dumps(["$", "$L9", None, {"post": POST}]) + "\n"
    assert extract(shell(push(line), body=f"<article>{MARKUP}</article>")).text_origin == "visible"


@given(st.text())
def test_any_stream_is_read(text: str) -> None:
    code = DataScript("", "", f"a.push([1,{json.dumps(text)}])")
    for line in read_streams([code]):
        assert line.text.startswith(("{", "["))
        assert line.variable == "a"


@given(st.sampled_from(["{", "[", '"', " "]), st.text(st.characters(codec="ascii", min_codepoint=32)))
def test_an_attribute_is_data_where_it_begins_so(first: str, rest: str) -> None:
    value = first + rest * 3 + "x" * 300
    [*found] = read_attributes(parse(f'<p title="{html.escape(value)}">one</p>').data)
    assert [one.text for one in found] == [value] * (first in "{[")
