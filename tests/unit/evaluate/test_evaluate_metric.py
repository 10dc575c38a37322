from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.evaluate.metric import Score, count_words, drop_title_line, snippet_rate, word_f1

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


def test_two_empty_texts_agree() -> None:
    assert word_f1("", " …\n") == Score(1.0, 1.0, 1.0)


@pytest.mark.parametrize(("predicted", "gold"), [("", "words"), ("words", "")])
def test_one_empty_text_scores_nothing(predicted: str, gold: str) -> None:
    assert word_f1(predicted, gold) == Score(0.0, 0.0, 0.0)


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
