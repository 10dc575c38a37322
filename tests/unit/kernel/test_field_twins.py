"""What is read of fields: the kernel gives what Python gives, and leaves out only what patterns refuse."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.generated import MARKUP
from tests.twins import needs_kernel, numpy_twins
from tests.zoo import ZOO

from maintext.metadata import byline, byline_scan, byline_words, dates_behind
from maintext.metadata.byline_place import find_lines
from maintext.metadata.byline_words import find_labels, may_name_by
from maintext.metadata.fields import FIELDS, Fields
from maintext.metadata.language import Language, detect_language
from maintext.metadata.signs import (
    Limits,
    Signs,
    first_places,
    lines_begun,
    lines_dated,
    lines_signed,
    values_having,
)
from maintext.page import Page, parse

pytestmark = needs_kernel

BYLINES = (
    "<title>A walk in the hills</title><h1>A walk in the hills</h1>",
    "<p class='Post-Meta byline'>By <a href=/authors/ann>Ann Example</a> and Bob Sample · Updated 1 May 2024",
    "<p><b>来源：</b>河畔网　作者：张三　2024年5月1日 10:20</p><p>Published:</p><p>2024-05-01</p>",
    f"<p>{'It rained in the hills all day. ' * 12}</p><p>Text by Cleo Third</p><p>  Posted on 3 May 2024</p>",
    "<p>Written by Dan Fourth</p><p>（责任编辑：李四）</p><p>1 June 2023</p><p>today’s 12’ 24 tea</p>",
)
PAGES = (
    "".join(BYLINES),
    *("".join((BYLINES[0], *(one for one in BYLINES if one is not left))) for left in BYLINES[1:]),
    "<h1>甲</h1><p>발행 2024년 5월 1일 홍길동 기자<p>वह २०२४<p>ªº² 12’34",
    "<h1>A</h1><p>\x1f By Ann<p>_by_ x<p>\u3000Posted 1999",
)
TEXTS = (
    "The rain fell on the hills, and it’s what we had been waiting for — at last.",
    "Der Regen fiel auf die Hügel, und das war es, worauf wir gewartet hatten.",
    "Дождь шёл весь день, и это было то, чего мы ждали.", "山上下了一整天的雨，这是我们等了很久的。",
    "山の上では一日中雨が降っていました。", "Η βροχή έπεφτε όλη την ημέρα στους λόφους ΟΔΟΣ.", "a b c",
    "İI ıi to be or not to be ② ٣٤ x\ud800y \U0001f600 \U00020000 of the in", "", "—’…", "of of of of",
)  # fmt: skip
WORDS = (
    "by By BY von Updated published Published: on 2024 -05-01 12’3 3:20 ago 前 年 / | ： · ’ autor İby",
    "ſource by-line Ann's _by 1by by2 ２０２４ ٣٤٥٦ Posted Text Автор: Σ e-mail fact-checked [ 记者 文",
)
LINES = st.lists(st.sampled_from([*" ".join(WORDS).split(" "), "\n", "\u3000", "\xa0"]), max_size=9)
LIMITS = Limits(60, 0, 5), Limits(140, 3, 60), Limits(10**9, 0, 0)


def fields(page: Page) -> list[str]:
    """All fields and their candidates; nothing of what the other kernel found is remembered."""
    for remembers in (byline_words._labels, byline_words._known_words, byline._names):
        remembers.cache_clear()
    kept = page.is_text & (page.n_chars > 60)
    found = Fields(page, kept, lambda: page.text)
    return [repr((found[name], found.candidates(name))) for name in FIELDS]


def assert_same_fields(markup: str) -> None:
    found = fields(parse(markup))
    with numpy_twins():
        assert fields(parse(markup)) == found


@pytest.mark.parametrize("name", ZOO)
def test_twins_find_the_same_fields_on_zoo_pages(name: str) -> None:
    assert_same_fields(ZOO[name])


@pytest.mark.parametrize("markup", PAGES)
def test_twins_find_the_same_fields_on_odd_pages(markup: str) -> None:
    assert_same_fields(markup)


@settings(deadline=None, max_examples=60)
@given(MARKUP)
def test_twins_find_the_same_fields_on_generated_pages(markup: str) -> None:
    assert_same_fields(markup)


@settings(deadline=None)
@given(st.lists(LINES, max_size=6))
def test_twins_find_the_same_fields_beside_a_headline(lines: list[list[str]]) -> None:
    assert_same_fields(BYLINES[0] + "".join(f"<p>{' '.join(line)}</p>" for line in lines))


@settings(deadline=None)
@given(LINES, st.sampled_from(["", " "]))
@example(["By", "Ann", "and", "by-line", "by"], " ")
def test_twins_find_the_same_labels(words: list[str], between: str) -> None:
    text = between.join(words)
    found = byline_words._labels.__wrapped__(text)
    byline_words._known_words.cache_clear()
    with numpy_twins():
        assert byline_words._labels.__wrapped__(text) == found
    byline_words._known_words.cache_clear()
    assert list(found) == find_labels(text)


@settings(deadline=None)
@given(LINES, st.sampled_from(["", " "]))
def test_a_line_without_a_preposition_names_nobody_by_one(words: list[str], between: str) -> None:
    text = between.join(words)
    if byline._BY.search(text) or byline._BY_ANY.search(text):
        assert may_name_by(text)


def test_a_line_of_plain_words_has_no_preposition() -> None:
    assert not may_name_by("Ann Lee wrote a by-line in May, baby")


@settings(deadline=None)
@given(st.lists(LINES, min_size=1, max_size=8))
def test_lines_without_signs_are_those_that_patterns_refuse(lines: list[list[str]]) -> None:
    page = parse("".join(f"<p>{' '.join(line)}</p>" for line in lines))
    found = find_lines(page)
    chosen = (0, len(found))
    signed = lines_signed(page, found, chosen, 220, byline_scan._SIGN_PAIRS)
    with numpy_twins():
        every = lines_signed(page, found, chosen, 220, byline_scan._SIGN_PAIRS)
    for i in set(every) - set(signed):
        text = page.text[page.text_start[found.row[i]] : page.text_end[found.last[i]]]
        assert not byline_scan._is_signed(text.strip(), int(found.n_digits[i]))
        assert dates_behind.label_of(text) not in byline_scan._ALONE
    assert set(signed) <= set(every)
    for limits in LIMITS:
        dated = lines_dated(page, found, 0, limits)
        with numpy_twins():
            every = lines_dated(page, found, 0, limits)
        assert set(dated) <= set(every)
        for i in set(every) - set(dated):
            start, end = int(page.text_start[found.row[i]]), int(page.text_end[found.last[i]])
            assert not dates_behind._YEAR_SIGN.search(page.text, start, end)


def test_few_lines_have_a_sign() -> None:
    page = parse("<p>It rained.</p><p>By Ann</p><p>Nothing 1 2</p><p>5 May 2024</p><p>Uhr: 12</p><p>Ü: x</p>")
    lines = find_lines(page)
    assert lines_signed(page, lines, (0, 6), 220, byline_scan._SIGN_PAIRS) == [1, 3, 5]
    assert lines_dated(page, lines, 0, Limits(60, 1, 9)) == [3]


@settings(deadline=None)
@given(st.lists(LINES, min_size=1, max_size=8))
def test_twins_find_the_same_beginnings_and_first_places(lines: list[list[str]]) -> None:
    page = parse("".join(f"<pre>{' '.join(line)}</pre>" for line in lines))
    found = find_lines(page)
    words = ("Posted", "Text", "Автор:", "by", "记者", "\xa0", "ago")
    seen = [lines_begun(page, found, i, limits, words) for limits in LIMITS for i in (0, 2, len(found))]
    places = [first_places(page.text, words, start) for start in (0, 7, len(page.text))]
    with numpy_twins():
        twin = [lines_begun(page, found, i, limits, words) for limits in LIMITS for i in (0, 2, len(found))]
        assert twin == seen
        assert [first_places(page.text, words, start) for start in (0, 7, len(page.text))] == places


@settings(deadline=None)
@given(
    st.lists(st.text("AuthorDatepubY-_ é\n0", max_size=12), min_size=1, max_size=9),
    st.sampled_from([(0, 99), (3, 7), (9, 2), (50, 60)]),
    st.sampled_from([1, 3, 99]),
)
def test_twins_find_the_same_values(names: list[str], rows: tuple[int, int], most: int) -> None:
    page = parse("".join(f'<p class="{name}">a</p>' for name in names))
    signs = Signs(("auth", "dat", "pub", "y-", "ub0", "author"))
    found = values_having(page, "class", rows, signs, most, 9)
    with numpy_twins():
        assert values_having(page, "class", rows, signs, most, 9) == found


@settings(deadline=None)
@given(st.one_of(st.sampled_from(TEXTS), st.text(max_size=60), LINES.map(" ".join)))
def test_twins_tell_the_same_language(text: str) -> None:
    found = detect_language(text)
    with numpy_twins():
        twin = detect_language(text)
    assert_close(found, twin)


@pytest.mark.parametrize("text", [*TEXTS, *(text * 60 for text in TEXTS)])
def test_twins_tell_the_same_language_of_odd_texts(text: str) -> None:
    found = detect_language(text)
    with numpy_twins():
        assert_close(found, detect_language(text))


def assert_close(found: Language, twin: Language) -> None:
    assert found.tag == twin.tag
    assert np.isclose(found.confidence, twin.confidence)
