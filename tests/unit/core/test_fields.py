"""The compiled functions under the fields against plain definitions, slow and obviously right."""

from __future__ import annotations

import re
from itertools import groupby

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext._core.elements import WordSet
from maintext._core.fields import (
    Lines,
    count_scripts,
    count_votes,
    declared_contents,
    element_text,
    find_captions,
    find_words,
    first_line,
    first_places,
    inner_names,
    join_lines,
    read_links,
    values_having,
)
from maintext._core.words import build_word_table
from maintext.html import Page, parse
from maintext.html.tags import TEXT, tag_id
from maintext.metadata import byline, byline_scan, byline_words
from maintext.metadata.byline_words import find_labels, may_name_by

HEADS = (
    '<meta property="og:title" content="A &amp; B"><meta name="Description" content="">',
    '<div property="og:type" content="article"></div><meta content=x><meta name=a content=b content=c>',
    '<meta http-equiv="Content-Language" content="zh"><meta charset="utf-8"><p content="x" itemprop="name">',
    '<meta xname="a" content="b"><meta name-content="a" property="p" content="q"><link rel="license">',
    '<p content=a></p><p name=x></p><meta content="a" name="b" property="c">',
)
WORDS = (
    "by By BY von Updated published Published: on 2024 -05-01 12’3 3:20 ago 前 年 / | ： · ’ autor İby",
    "ſource by-line Ann's _by 1by by2 ２０２４ ٣٤٥٦ Posted Text Автор: Σ e-mail fact-checked [ 记者 文",
)
WORD_LISTS = st.lists(
    st.sampled_from([*" ".join(WORDS).split(" "), "\n", "\u3000", "\xa0", "\x1f", "ªº²", "२०२४"]), max_size=9
)
PARAGRAPHS = st.lists(WORD_LISTS, min_size=1, max_size=8)
DATE_SIGN = re.compile(r"\d{4}|\d[./-]\d{1,2}[./-]\d\d|\d['’ ]\d\d|:\d\d|ago|前|전|年")
LETTERS = re.compile(r"[^\W\d_]+")
LABEL_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")


def page_of(paragraphs: list[list[str]]) -> Page:
    return parse("".join(f"<p>{' '.join(words)}</p>" for words in paragraphs))


# -- lines and texts ----------------------------------------------------------------------------------


def assert_lines(markup: str) -> None:
    page = parse(markup)
    rows = [row for row in range(len(page)) if page.n_chars[row] > 0 and not page.is_hidden[row]]
    groups = [list(group) for _, group in groupby(rows, key=lambda row: int(page.line[row]))]
    lines = Lines(page.columns)
    assert len(lines) == len(groups)
    assert lines.row.tolist() == [group[0] for group in groups]
    assert lines.last.tolist() == [group[-1] for group in groups]
    for found, of_row in ((lines.n_chars, page.n_chars), (lines.n_digits, page.n_digits)):
        assert found.tolist() == [sum(of_row[group].tolist()) for group in groups]
    assert lines.n_link_chars.tolist() == [
        sum((page.n_chars[group] * page.is_link[group]).tolist()) for group in groups
    ]
    for row in range(len(page)):
        assert lines.at(row) == sum(group[0] <= row for group in groups) - 1


def text_below(page: Page, row: int, most_rows: int, without: int) -> str:
    inside = range(row, min(int(page.end[row]), row + most_rows))
    texts = [at for at in inside if page.tag[at] == TEXT]
    left_out = {i for at in inside if page.tag[at] == without for i in range(at, page.end[at])}
    others = [at for at in texts if at not in left_out]
    chosen = others if any(page.n_chars[at] for at in others) else texts
    return " ".join(
        "".join(page.text[page.text_start[at] : page.text_end[at]] for at in group)
        for _, group in groupby(chosen, key=lambda at: int(page.line[at]))
    )


def assert_texts(markup: str) -> None:
    page, bold = parse(markup), tag_id("b")
    for row in range(len(page)):
        for most_rows in (3, 200):
            assert element_text(page.columns, row, most_rows) == text_below(page, row, most_rows, -1)
            assert element_text(page.columns, row, most_rows, bold) == text_below(page, row, most_rows, bold)


@each("name", [name for name, markup in ZOO.items() if len(markup) < 5_000])
def test_lines_and_texts_of_zoo_pages(name: str) -> None:
    assert_lines(ZOO[name])
    assert_texts(ZOO[name])


@settings(deadline=None, max_examples=60)
@given(MARKUP)
def test_lines_and_texts_of_generated_pages(markup: str) -> None:
    assert_lines(markup)
    assert_texts(markup)


def test_a_button_in_a_heading_is_no_text_of_it_unless_it_is_all() -> None:
    page = parse("<h1>A title<br>of two<b> Share</b></h1><h2><b>Only</b></h2>")
    texts = [
        element_text(page.columns, row, 200, tag_id("b")) for row in page.is_tag(("h1", "h2")).nonzero()[0]
    ]
    assert texts == ["A title of two", "Only"]


# -- links, captions, names -----------------------------------------------------------------------------


def assert_links_and_lines(markup: str) -> None:
    page = parse(markup)
    kept = page.is_text & (np.arange(len(page)) % 3 > 0)
    links = []
    for row in np.flatnonzero(page.is_anchor).tolist():
        if (kept & (page.n_chars > 0))[row : page.end[row]].any():
            own = page.attributes(row)
            links.append((row, own["href"], " ".join(page.row_text(row).split()), own.get("rel", "")))
    assert read_links(page.columns, kept.view(np.uint8), 4) == links[:4]
    texts = np.flatnonzero(page.n_chars > 0)
    lines: dict[int, list[int]] = {}
    some = texts[::2].copy()
    for row in some.tolist():
        lines.setdefault(int(page.line[row]), []).append(row)
    found = join_lines(page.columns, some)
    assert [rows for _, rows in found] == list(lines.values())
    for text, rows in found:
        pieces = [page.text[page.text_start[row] : page.text_end[row]] for row in rows]
        assert "".join(text.split()) == "".join("".join(pieces).split())
        assert text == " ".join(text.split())
    for row in range(len(page)):
        inside = texts[(texts >= row) & (texts < page.end[row])][:3]
        assert first_line(page.columns, row, 3) == next(
            (text for text, _ in join_lines(page.columns, inside)), ""
        )


@each("name", [name for name, markup in ZOO.items() if len(markup) < 5_000])
def test_links_and_lines_of_zoo_pages(name: str) -> None:
    assert_links_and_lines(ZOO[name])


@settings(deadline=None, max_examples=60)
@given(MARKUP)
def test_links_and_lines_of_generated_pages(markup: str) -> None:
    assert_links_and_lines(markup)


def test_texts_of_a_line_are_apart_where_something_was_between_them() -> None:
    page = parse("<p>a<b>b</b>c <i> d</i></p><p>e</p>")
    texts = np.flatnonzero(page.n_chars > 0)
    assert join_lines(page.columns, texts) == [("abc d", texts[:4].tolist()), ("e", texts[4:].tolist())]
    assert join_lines(page.columns, texts[[0, 2]]) == [("a c", texts[[0, 2]].tolist())]


def test_names_below_an_element_are_those_of_its_own_rows() -> None:
    page = parse(
        '<div class=a><p class="b c" id=x rel=d>t</p><i itemprop=e data-rel=f>u</i></div><p class=g>'
    )
    row = int(page.is_tag(("div",)).argmax())
    own = np.ones(int(page.end[row]) - row, dtype=np.uint8)
    names = [(page.name(at), value) for at, value in inner_names(page.columns, row, own, 2)]
    assert names == [("p", b"b "), ("p", b"#x"), ("p", b"d"), ("i", b"e")]
    own[1] = 0
    assert [value for _, value in inner_names(page.columns, row, own, 2)] == [b"e"]


@pytest.mark.parametrize(
    ("markup", "captions"),
    [
        ("<figcaption>a<b>b</b></figcaption>c", ["a", "b"]),
        ('<p class="x wp-caption-text">a</p><p class="imgCaption">b</p><p class=CAPTION>c</p>', ["a", "b"]),
        ('<p class="ption apption caption">a</p><p id=caption>b</p><p data-class=caption>c</p>', ["a"]),
        ("<figcaption>" + "word " * 61 + "</figcaption><p class=captio>b</p>", []),
    ],
)
def test_texts_of_captions(markup: str, captions: list[str]) -> None:
    page = parse(markup)
    found = find_captions(page.columns, tag_id("figcaption"), 60)
    assert [page.row_text(row) for row in np.flatnonzero(found).tolist()] == captions


# -- lines with a sign --------------------------------------------------------------------------------


def line_texts(page: Page, lines: Lines) -> list[str]:
    places = zip(lines.row.tolist(), lines.last.tolist(), strict=True)
    return [page.text[page.text_start[row] : page.text_end[last]] for row, last in places]


@settings(deadline=None)
@given(PARAGRAPHS, st.sampled_from([(60, 0, 5), (140, 3, 60), (10**9, 0, 0)]), st.integers(0, 9))
def test_lines_that_begin_with_a_word_or_may_hold_a_date(
    paragraphs: list[list[str]], limits: tuple[int, int, int], first: int
) -> None:
    page = page_of(paragraphs)
    lines = Lines(page.columns)
    most_chars, least_digits, most_lines = limits
    read = [
        i
        for i in range(first, len(lines))
        if lines.n_chars[i] <= most_chars and lines.n_digits[i] >= least_digits
    ][:most_lines]
    words = ("Posted", "Text", "Автор:", "by", "记者", "\xa0", "ago")
    starts = page.text_start[lines.row].tolist()
    begun = [i for i in read if page.text[starts[i] : starts[i] + 30].lstrip().startswith(words)]
    assert lines.begun(first, words, *limits) == begun
    texts = line_texts(page, lines)
    assert lines.dated(first, *limits) == [i for i in read if DATE_SIGN.search(texts[i])]


@settings(deadline=None)
@given(PARAGRAPHS)
def test_lines_without_signs_are_those_that_patterns_refuse(paragraphs: list[list[str]]) -> None:
    page = page_of(paragraphs)
    lines = Lines(page.columns)
    signed = lines.signed(0, len(lines), 220, byline_scan._BEGINNINGS)
    texts = line_texts(page, lines)
    assert signed == sorted(set(signed))
    for i in set(range(len(lines))) - set(signed):
        assert not byline_scan._is_signed(texts[i].strip(), int(lines.n_digits[i]))
        assert byline_scan._strip_label(texts[i]) not in byline_scan._ALONE
    for i in set(range(len(lines))) - set(lines.dated(0, 10**9, 0, 99)):
        assert not byline_scan._YEAR_SIGN.search(texts[i])


def test_few_lines_have_a_sign() -> None:
    page = parse("<p>It rained.</p><p>By Ann</p><p>Grey 1 2</p><p>5 May 2024</p><p>Uhr: 12</p><p>Ü: x</p>")
    lines = Lines(page.columns)
    assert lines.signed(0, 6, 220, byline_scan._BEGINNINGS) == [1, 3, 5]
    assert lines.signed(2, 5, 5, byline_scan._BEGINNINGS) == []
    assert lines.dated(0, 60, 1, 9) == [3]


# -- values and words ---------------------------------------------------------------------------------


@settings(deadline=None)
@given(
    st.lists(st.text("AuthorDatepubY-_ é\n0", max_size=12), min_size=1, max_size=9),
    st.sampled_from([(0, 99), (3, 7), (9, 2), (50, 60)]),
    st.sampled_from([1, 3, 99]),
)
def test_values_with_a_word(names: list[str], rows: tuple[int, int], most: int) -> None:
    page = parse("".join(f'<p data-class="auth" class="{name}" id="pub">a</p>' for name in names))
    words = ("auth", "dat", "pub", "y-", "ub0", "author")
    at = page.attribute("class")
    places = zip(at.row.tolist(), at.start.tolist(), at.end.tolist(), strict=True)
    values = [(row, page.data[start:end]) for row, start, end in places if rows[0] <= row < rows[1]][:most]
    expected = [
        (row, value)
        for row, value in values
        if len(value) <= 9 and any(word.encode() in value.lower() for word in words)
    ]
    assert values_having(page.columns, b" class", rows, WordSet(words), most, 9) == expected


@given(st.lists(st.text("ab记\u4000作者 \U0001f600", max_size=5), max_size=4).map("".join), st.integers(0, 9))
def test_the_first_place_of_each_word(text: str, start: int) -> None:
    words = ("a", "ab", "记", "作者", "b作", "\U0001f600a")
    expected = sorted(at for word in words if (at := text.find(word, start)) >= 0)
    assert first_places(text, words, start) == expected


@given(WORD_LISTS, st.sampled_from(["", " "]))
@example(["By", "Ann", "and", "by-line", "by"], " ")
def test_words_of_a_table_and_those_of_other_letters_are_found(words: list[str], between: str) -> None:
    text, table = between.join(words), {"by": 1, "e-mail": 2, "published": 4, "posted": 8}
    spans = [word.span() for word in LABEL_WORD.finditer(text)]
    expected = [
        (start, end)
        for start, end in spans
        if not text[start:end].isascii() or text[start:end].lower() in table
    ]
    assert find_words(text, build_word_table(table)[0]) == expected


@settings(deadline=None)
@given(WORD_LISTS, st.sampled_from(["", " "]))
def test_a_line_without_a_preposition_names_nobody_by_one(words: list[str], between: str) -> None:
    text = between.join(words)
    if byline._BY.search(text) or byline._BY_ANY.search(text):
        assert may_name_by(text)


def test_a_line_of_plain_words_has_no_preposition() -> None:
    assert not may_name_by("Ann Lee wrote a by-line in May, baby")


@settings(deadline=None)
@given(WORD_LISTS, st.sampled_from(["", " "]))
def test_labels_begin_at_words_that_are_found(words: list[str], between: str) -> None:
    text = between.join(words)
    starts = {word.start() for word in LABEL_WORD.finditer(text)}
    for start, end, _ in find_labels(text):
        first = text[start:end].split()[0]
        assert start in starts or byline_words._HAN_CHARACTER.match(first)


# -- the head -----------------------------------------------------------------------------------------


def assert_contents(markup: str) -> None:
    page = parse(markup)
    expected = []
    for row in page.attribute("content").row.tolist():
        tag = page.data[page.byte_start[row] : page.inner_start[row]]
        stated = dict(re.findall(rb' ([^\s="<>/]+)="([^"]*)"', tag))
        names = [stated.get(name) for name in (b"property", b"name", b"http-equiv")]
        if names != [None, None, None]:
            expected.append((row, page.name(row) == "meta", *names, stated[b"content"]))
    assert declared_contents(page.columns, tag_id("meta")) == expected


@each("markup", [*HEADS, "".join(HEADS), *ZOO.values()])
def test_contents_that_pages_declare(markup: str) -> None:
    assert_contents(markup)


# -- languages ----------------------------------------------------------------------------------------


@given(st.text(max_size=60))
def test_characters_are_counted_by_script(text: str) -> None:
    script_of = np.array([0] * 0x41 + [1] * 26 + [2] * 0x400 + [3], dtype=np.uint8)
    expected = [0, 0, 0, 0]
    for letter in text:
        expected[script_of[min(ord(letter), len(script_of) - 1)]] += 1
    assert count_scripts(text, script_of, 4) == expected


@given(st.lists(st.sampled_from([*"of the und der ΟΔΟΣ x\ud800y of’the 12 ٣ ② _of_ fthe".split(), "\n"])))
def test_words_vote_for_languages(words: list[str]) -> None:
    text = " ".join(words).lower()
    numbers = {"of": 1, "the": 2, "und": 3, "der": 4, "οδος": 5}
    votes = np.array([[1, 0, 0], [0.5, 0.5, 0], [0, 1, 0], [0, 0.25, 0.75], [0, 0, 1]])
    read = LETTERS.findall(text)[:5]
    voting = [numbers[word] - 1 for word in read if word in numbers]
    total = votes[voting].sum(axis=0)
    n_words, n_votes, best, first, second = count_votes(text, 5, build_word_table(numbers), votes)
    assert (n_words, n_votes, best) == (len(read), len(voting), int(total.argmax()))
    assert np.allclose([first, second], np.sort(total)[-2:][::-1])
