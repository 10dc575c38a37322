from __future__ import annotations

import time
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.html.word_overlap import (
    Score,
    count_words,
    drop_title_line,
    lcs_f1,
    lcs_length,
    snippet_rate,
    split_words,
    word_f1,
)

CJK_RANGES = [
    (0x3005, 0x3007),
    (0x3040, 0x309F),
    (0x30A1, 0x30FA),
    (0x30FC, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0x20000, 0x323AF),
]
MIXED = st.text(st.sampled_from("abZÉß09_ \n\t.,，。—的中文豈𠀀𲎯ひカ・ー゠〇々ｱ한é́"), max_size=40) | st.text(
    max_size=40
)


def is_cjk(char: str) -> bool:
    return any(low <= ord(char) <= high for low, high in CJK_RANGES)


def slow_tokens(text: str) -> list[str]:
    tokens, word = [], ""
    for char in text.lower():
        if not is_cjk(char) and (char.isalnum() or char == "_"):
            word += char
            continue
        tokens += [word] if word else []
        tokens += [char] if is_cjk(char) else []
        word = ""
    return tokens + ([word] if word else [])


def slow_word_f1(predicted: str, gold: str) -> tuple[float, float, float]:
    ours, theirs = Counter(slow_tokens(predicted)), Counter(slow_tokens(gold))
    if not ours and not theirs:
        return 1.0, 1.0, 1.0
    shared = (ours & theirs).total()
    if shared == 0:
        return 0.0, 0.0, 0.0
    precision, recall = shared / ours.total(), shared / theirs.total()
    return precision, recall, 2 * precision * recall / (precision + recall)


@given(MIXED, MIXED)
def test_word_f1_equals_its_definition(predicted: str, gold: str) -> None:
    score = word_f1(predicted, gold)

    assert (score.precision, score.recall, score.f1) == pytest.approx(slow_word_f1(predicted, gold))


@given(MIXED)
def test_a_text_equals_itself(text: str) -> None:
    assert word_f1(text, text) == Score(1.0, 1.0, 1.0)


def test_english_words_are_runs_of_word_characters() -> None:
    assert count_words("Don't stop_it, don't") == {"don": 2, "t": 2, "stop_it": 1}


def test_every_cjk_character_is_a_token() -> None:
    assert count_words("用Python3写正文") == dict.fromkeys(["用", "python3", "写", "正", "文"], 1)


def test_supplementary_and_compatibility_ideographs_are_tokens() -> None:
    assert count_words("𠀀𠀁豈更") == dict.fromkeys("𠀀𠀁豈更", 1)


def test_marks_that_stand_for_a_character_are_tokens() -> None:
    assert count_words("二〇〇〇年 人々 〆切") == Counter("二〇〇〇年人々〆切")


def test_punctuation_between_katakana_is_no_token() -> None:
    assert count_words("ジョン・スミス゠ブラウン") == Counter("ジョンスミスブラウン")


def test_halfwidth_katakana_is_a_word() -> None:
    assert count_words("ｱｲｳ") == {"ｱｲｳ": 1}


def test_repeated_tokens_count_as_often_as_both_sides_have_them() -> None:
    assert word_f1("a a a b", "a a c") == Score(2 / 4, 2 / 3, 4 / 7)


def slow_lcs(one: list[str], other: list[str]) -> int:
    """The table of the definition, a row at a time."""
    above = [0] * (len(other) + 1)
    for a in one:
        row = [0]
        for j, b in enumerate(other):
            row.append(above[j] + 1 if a == b else max(row[j], above[j + 1]))
        above = row
    return above[-1]


TOKENS = st.lists(st.sampled_from("abcde正"), max_size=90)


@given(TOKENS, TOKENS, TOKENS, TOKENS)
def test_lcs_length_equals_its_definition(
    start: list[str], one: list[str], other: list[str], end: list[str]
) -> None:
    one, other = start + one + end, start + other + end

    assert lcs_length(one, other) == slow_lcs(one, other)


@given(MIXED, MIXED)
def test_lcs_f1_is_the_common_part_by_length(predicted: str, gold: str) -> None:
    ours, theirs = split_words(predicted), split_words(gold)
    common = slow_lcs(ours, theirs)
    score = lcs_f1(predicted, gold)

    if common:
        expected = common / len(ours), common / len(theirs), 2 * common / (len(ours) + len(theirs))
    else:
        expected = (1.0, 1.0, 1.0) if ours == theirs else (0.0, 0.0, 0.0)
    assert (score.precision, score.recall, score.f1) == pytest.approx(expected)
    assert score.f1 <= word_f1(predicted, gold).f1


def test_order_counts_for_the_common_subsequence_only() -> None:
    assert word_f1("a b c d e f", "f e d c b a").f1 == 1.0
    assert lcs_f1("a b c d e f", "f e d c b a") == Score(1 / 6, 1 / 6, 1 / 6)
    assert lcs_f1("导航 正文 页脚", "正文").precision == pytest.approx(2 / 6)


def test_lcs_of_long_texts_is_fast() -> None:
    words = [str(i * i % 5003) for i in range(20_000)]
    start = time.process_time()
    length = lcs_length(words, words[10_000:] + words[:10_000])
    # 0.1 s where it was measured; a table of 400 million cells takes minutes.
    assert time.process_time() - start < 5
    assert length >= 10_000


def test_two_empty_texts_agree() -> None:
    assert word_f1("", " …\n") == Score(1.0, 1.0, 1.0)
    assert lcs_f1("", " …\n") == Score(1.0, 1.0, 1.0)


@pytest.mark.parametrize(("predicted", "gold"), [("", "words"), ("words", "")])
def test_one_empty_text_scores_nothing(predicted: str, gold: str) -> None:
    assert word_f1(predicted, gold) == Score(0.0, 0.0, 0.0)
    assert lcs_f1(predicted, gold) == Score(0.0, 0.0, 0.0)


def test_snippet_rate_is_the_share_found() -> None:
    assert snippet_rate("one two three", ["one two", "four"]) == 0.5


def test_snippets_are_found_across_any_whitespace() -> None:
    assert snippet_rate("one\n\u3000 two\u00a0three", [" one two\t\tthree\n"]) == 1.0


def test_snippets_keep_their_case() -> None:
    assert snippet_rate("Home", ["home"]) == 0.0


@pytest.mark.parametrize("snippets", [[], [" \n"]])
def test_no_snippets_have_no_rate(snippets: list[str]) -> None:
    assert snippet_rate("text", snippets) is None


def test_title_line_is_dropped() -> None:
    assert drop_title_line("\n  标题：The  TITLE!\n\n正文\n", "标题 — the title").strip() == "正文"


def test_text_that_is_only_the_title_becomes_empty() -> None:
    assert drop_title_line("The title", "The title") == ""


@pytest.mark.parametrize("title", [None, "", "…", "Another title", "The"])
def test_text_without_the_title_stays(title: str | None) -> None:
    assert drop_title_line(" The title\nBody", title) == " The title\nBody"


def test_title_further_down_stays() -> None:
    assert drop_title_line("Body\nThe title", "The title") == "Body\nThe title"
