"""Markdown means the same text as the text: checked by a parser of CommonMark that is not ours."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.examples import examples
from tests.generated import MARKUP, everything, selections
from tests.unit.render.markdown_reader import html_in, text_of
from tests.zoo import ZOO

import maintext
from maintext.html import parse
from maintext.options import Options
from maintext.render import render_markdown, render_text
from maintext.render.artifacts import remove_artifacts

GOLDEN = Path(__file__).parents[2] / "golden"
URL = "https://example.org/section/page.html"
CASES = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())
SWITCHES: list[dict[str, Any]] = [
    {"links": links, "images": images, "tables": tables}
    for links, images, tables in itertools.product((True, False), repeat=3)
]
# Tags that Markdown may hold.
HTML: set[str] = set()
# The text of these pages is not the text of their Markdown, as WHY.md says.
DIFFERENT = {"math_mathml", "math_latexml", "math_raw", "math_images", "images_emoji", "ja_ruby"}
# Labels of notes, names of alerts and numbers of lists in cells are marks, not text of the page.
MORE = {"footnotes": ["1", "2"], "callouts": ["tip", "note"], "table_lists_in_cells": ["1", "2"]}


def words(text: str) -> list[str]:
    """Words without the numbers of lists, marks aside, in one form of Unicode."""
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold().replace("_", " "))


@cache
def document(case: str, **changes: Any) -> maintext.Document:
    return maintext.extract((GOLDEN / case / "source.html").read_bytes(), URL, **changes)


@pytest.mark.parametrize("case", [case for case in CASES if case not in DIFFERENT])
def test_a_golden_page_reads_back_as_its_text(case: str) -> None:
    found, expected = words(text_of(document(case).markdown)), words(document(case).text)
    more, less = Counter(found) - Counter(expected), Counter(expected) - Counter(found)
    assert not less
    assert sorted(more.elements()) == sorted(MORE.get(case, []))


@pytest.mark.parametrize("case", CASES)
def test_a_golden_page_has_no_tags_but_those_that_markdown_lacks(case: str) -> None:
    assert html_in(document(case).markdown) <= HTML


@pytest.mark.parametrize("case", CASES)
def test_no_option_of_output_changes_the_text_of_a_golden_page(case: str) -> None:
    texts = {document(case, **switch).text for switch in SWITCHES}
    assert texts == {document(case).text}


@each("name", ZOO)
def test_no_option_of_output_changes_the_text_of_a_zoo_page(name: str) -> None:
    documents = [maintext.extract(ZOO[name], URL, **switch) for switch in SWITCHES]
    assert len({document.text for document in documents}) == 1
    assert len({document.selection.keep.tobytes() for document in documents}) == 1


@each("name", ZOO)
def test_a_zoo_page_has_no_tags_but_those_that_markdown_lacks(name: str) -> None:
    page = parse(ZOO[name])
    assert html_in(render_markdown(page, everything(page), Options())) <= HTML


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from(SWITCHES))
def test_a_generated_page_has_the_same_text_and_no_tags(data: st.DataObject, switch: dict[str, Any]) -> None:
    page = parse(data.draw(MARKUP))
    selection = remove_artifacts(page, data.draw(selections(page)))
    markdown = render_markdown(page, selection, Options(**switch))
    assert html_in(markdown) <= HTML
    found = iter("".join(words(text_of(markdown))))
    missing = [letter for letter in "".join(words(render_text(page, selection))) if letter not in found]
    assert not missing
