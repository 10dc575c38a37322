from __future__ import annotations

import re
import unicodedata
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.batch.page_filter.model import gram_counts

WORD = 2**64


def is_cjk(char: str) -> bool:
    return any(
        low <= char <= high
        for low, high in (("\u3040", "\u30ff"), ("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"),
                          ("\uac00", "\ud7af"), ("\U00020000", "\U0003134f"))
    )  # fmt: skip


def bucket(gram: str, bits: int) -> int:
    value = 0
    for char in gram:
        value = (value * 0x9E3779B97F4A7C15 + ord(char)) % WORD
    value = (value + len(gram)) % WORD
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB % WORD
    return (value ^ (value >> 31)) >> (64 - bits)


def is_wanted(gram: str) -> bool:
    if len(gram) == 1:
        return is_cjk(gram)
    return len(gram) > 2 or " " not in gram


def definition(text: str, bits: int) -> dict[int, int]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = re.sub(r"\d", "0", re.sub(r"\s+", " ", plain).strip())
    grams = [plain[i : i + n] for n in (1, 2, 3, 4) for i in range(len(plain) - n + 1)]
    return dict(Counter(bucket(gram, bits) for gram in grams if is_wanted(gram)))


def counted(text: str, bits: int = 18) -> dict[int, int]:
    buckets, counts = gram_counts(text, bits)
    return dict(zip(buckets.tolist(), counts.tolist(), strict=True))


@given(st.text(max_size=60), st.sampled_from([1, 8, 18, 30]))
def test_counts_are_those_of_the_definition(text: str, bits: int) -> None:
    assert counted(text, bits) == definition(text, bits)


def test_the_hash_never_changes() -> None:
    # A filter in a file is of use only as long as these buckets stay.
    assert sorted(counted("股市 12")) == [133, 103391, 117049, 140602, 162945, 182958, 197576, 207003, 221679]


def test_case_digits_width_and_space_make_no_difference() -> None:
    assert counted("Ｓtock  Market\n2023") == counted("stock market 1999")


def test_characters_alone_count_only_in_cjk() -> None:
    assert counted("股") != {}
    assert counted("a") == {}


@pytest.mark.parametrize("nothing", ["", " \n", "x"])
def test_no_grams(nothing: str) -> None:
    buckets, counts = gram_counts(nothing)
    assert len(buckets) == len(counts) == 0


def test_buckets_ascend_and_stay_within_their_bits() -> None:
    buckets, _ = gram_counts("It rained in the hills all day. 山里下了一整天的雨。", 10)
    assert (np.diff(buckets) > 0).all()
    assert buckets.max() < 1024


def test_half_characters_are_read() -> None:
    assert counted("ab\ud800cd") != {}
