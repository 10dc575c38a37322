"""The compiled functions over elements against plain definitions."""

from __future__ import annotations

import html
import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext._core.elements import WordSet, unescape
from maintext.html import Page, parse
from maintext.html.tags import TEXT

WORDS = ("blank", "1x1", "tex", "\\", "pixel")


def stated(page: Page, row: int) -> dict[str, str]:
    """Read the attributes of a row off its start tag."""
    if page.tag[row] == TEXT:
        return {}
    tag = page.data[page.byte_start[row] : page.inner_start[row]].decode()
    return {name: html.unescape(value) for name, value in re.findall(r'([^\s=<>"/]+)="([^"]*)"', tag)}


def assert_read_alike(markup: str) -> None:
    page = parse(markup)
    for row in range(len(page)):
        attributes = stated(page, row)
        assert page.attributes(row) == attributes
        for name in (*attributes, "class", "lass", "hre"):
            assert page.value(row, name) == attributes.get(name)
        texts = [at for at in range(row, page.end[row]) if page.tag[at] == TEXT]
        start, end = (page.text_start[texts[0]], page.text_end[texts[-1]]) if texts else (0, 0)
        assert page.row_text(row) == page.text[start:end]


@each("name", ZOO)
def test_attributes_are_read_off_the_start_tag_on_zoo_pages(name: str) -> None:
    assert_read_alike(ZOO[name])


@settings(deadline=None, max_examples=60)
@given(MARKUP)
def test_attributes_are_read_off_the_start_tag(markup: str) -> None:
    assert_read_alike(markup)


@settings(deadline=None)
@given(st.text("ab =\"'/<é:&;#39xamp\u3000\xa0\n", max_size=30))
@example("a/b=1 \"c=2 <d=3 é=4 \u3000x=5 q'=7 =8=9 a:b=1 x=a&amp;b&lt;&eacute;&#39;")
def test_odd_attributes_are_read_alike(written: str) -> None:
    assert_read_alike(f"<p {written}>a</p><i {written} c>b</i>")


def test_the_attributes_of_an_element_are_read_with_their_references_resolved() -> None:
    page = parse('<a href="/x?a=1&amp;b=2" title="&lt;&eacute;&#39;" DATA-x=1>x</a><b>y</b>')
    rows = np.flatnonzero(page.is_tag(("a", "b")))
    assert list(map(page.attributes, rows.tolist())) == [
        {"href": "/x?a=1&b=2", "title": "<é'", "data-x": "1"},
        {},
    ]


@pytest.mark.parametrize(("value", "text"), [("a&amp;b&amp;", "a&b&"), ("&amp;lt;&lt;", "&lt;<"), ("&", "&")])
def test_references_are_resolved(value: str, text: str) -> None:
    assert unescape(value) == text


@given(
    st.sets(st.sampled_from(WORDS), min_size=1).map(tuple),
    st.lists(st.sampled_from([*WORDS, "BLANK", "Tex", "1X1", "a", " ", "\xe9", "pixe", "\ud800"])).map(
        "".join
    ),
)
def test_a_set_of_words_finds_them_in_either_case(words: tuple[str, ...], text: str) -> None:
    lower = "".join(chr(ord(letter) | 0x20) if "A" <= letter <= "Z" else letter for letter in text)
    assert WordSet(words).found_in(text) is any(word in lower for word in words)
