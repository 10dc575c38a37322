"""Character classes, against ``re``, ``str`` and the Unicode tables of Python."""

from __future__ import annotations

import re
import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.definitions import PUNCTUATION

from maintext.html import characters as ch

PLANE = [chr(point) for point in range(0x10000)]
ZERO_WIDTH = set("\u200b\u200c\u200d\u2060\ufeff\u00ad")


def with_flag(flag: int) -> set[str]:
    """The characters of the Basic Multilingual Plane with a flag."""
    flags = ch.classes(np.arange(0x10000, dtype=np.uint32))
    return {chr(point) for point in np.flatnonzero(flags & flag)}


def matching(pattern: str) -> set[str]:
    return {c for c in PLANE if re.fullmatch(pattern, c)}


def test_words_are_what_re_calls_words() -> None:
    assert with_flag(ch.WORD) | with_flag(ch.CJK) == matching(r"\w") | matching(f"[{ch.CJK_PATTERN}]")
    assert matching(r"\w") <= with_flag(ch.WORD)


def test_spaces_are_what_re_calls_spaces_and_the_zero_widths() -> None:
    assert with_flag(ch.SPACE) == matching(r"\s") | ZERO_WIDTH


def test_zero_widths_are_nothing_but_spaces() -> None:
    points = np.array([ord(c) for c in ZERO_WIDTH], dtype=np.uint32)
    assert set(ch.classes(points).tolist()) == {ch.SPACE}


def test_cjk_is_the_pattern() -> None:
    assert with_flag(ch.CJK) == matching(f"[{ch.CJK_PATTERN}]")


def test_digits_are_ascii_and_full_width() -> None:
    assert with_flag(ch.DIGIT) == set("0123456789０１２３４５６７８９")


def test_digits_are_words() -> None:
    assert with_flag(ch.DIGIT) <= with_flag(ch.WORD)


def test_punctuation_is_the_definition() -> None:
    # A block may have gaps where Unicode has no character yet.
    assigned = {c for c in with_flag(ch.PUNCTUATION) if unicodedata.category(c) != "Cn"}
    assert assigned == PUNCTUATION


def test_punctuation_is_neither_word_nor_space() -> None:
    assert with_flag(ch.PUNCTUATION).isdisjoint(with_flag(ch.WORD) | with_flag(ch.SPACE))


@pytest.mark.parametrize("full_width", ["！", "，", "＂", "＾", "｀", "～", "＠"])
def test_full_width_punctuation_is_classed_as_ascii_is(full_width: str) -> None:
    ascii_twin = unicodedata.normalize("NFKC", full_width)
    flags = ch.classes(ch.code_points(full_width + ascii_twin))
    assert flags[0] & ch.PUNCTUATION == flags[1] & ch.PUNCTUATION == ch.PUNCTUATION


@pytest.mark.parametrize("end", ".!?。！？．…؟।")
def test_sentences_end_in_every_script(end: str) -> None:
    assert ch.classes(ch.code_points(end))[0] & ch.SENTENCE_END


@pytest.mark.parametrize("char", "a，,、；;：:1中")
def test_other_characters_end_no_sentence(char: str) -> None:
    assert not ch.classes(ch.code_points(char))[0] & ch.SENTENCE_END


def test_the_supplementary_ideographic_planes_are_cjk() -> None:
    points = np.array([0x20000, 0x20BB7, 0x2A6DF, 0x30000, 0x3FFFF], dtype=np.uint32)
    assert set(ch.classes(points).tolist()) == {ch.CJK | ch.WORD}


def test_supplementary_letters_are_words() -> None:
    assert (ch.classes(ch.code_points("𝒳𝟙𐍈𐐷")) == ch.WORD).all()


def test_emoji_have_no_class() -> None:
    assert (ch.classes(ch.code_points("😀👍🇨🏽")) == 0).all()


def test_every_supplementary_word_is_what_re_calls_a_word() -> None:
    points = np.arange(0x10000, 0x20000, dtype=np.uint32)
    is_word = (ch.classes(points) & ch.WORD) > 0
    assert is_word.tolist() == [re.fullmatch(r"\w", chr(p)) is not None for p in points.tolist()]


def test_the_last_code_point_has_no_class() -> None:
    assert ch.classes(np.array([sys.maxunicode], dtype=np.uint32)).tolist() == [0]


@given(st.text())
def test_code_points_are_those_of_the_text(text: str) -> None:
    assert ch.code_points(text).tolist() == [ord(c) for c in text]


def test_lone_surrogates_are_code_points() -> None:
    assert ch.code_points("a\ud800").tolist() == [0x61, 0xD800]


def test_nothing_has_no_code_points() -> None:
    assert len(ch.classes(ch.code_points(""))) == 0


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        ch.table()[0] = 1
