"""Dates, prices, addresses and CJK phrases: the kernel says what the patterns say."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.twins import needs_kernel, numpy_twins

from maintext.features.phrases import CJK_BITS, FAMILIES
from maintext.features.wording import Wording, wording

SHORT = (
    "2024-05-01", "2024 / 5 / 1", "2024年5月", "2024 年 12 月", "12345-1-2", "2024-5", "1.5.24",
    "1/5/2024", "1.5.2", "12:30", "1:3", ":30", "3 hours ago", "3 ago", "٣ Tage ago", "𝟏𝟐:𝟑𝟎",
    "5 stunden ago", "12345:67",
    "$5", "$ 5", "$  5", "€x", "5€", "5 €", "5 zł", "5z", "5 元", "100руб", "5 usd", "5us", "12 eur", "￥٣",
    "a@b.de", "@b.de", "a@b", "a@-.x", "a@b..c", "http://x", "https://x", "httpss://x", "www.x", "ww.",
    "hwww.", "评论", "转载到", "转发评论回复", "猜你喜欢",
    "댓글", "コメント", "版权©", "常见问题 faq", "立即购买",
    "Σίσυφος ΟΔΟΣ", "İstanbul 12:30", "ﬁ ẞ Å", "comment\u200b reply", "𐐀𐐁 @w 𠮷𠮷",
    "x" * 159 + " 1:30", "y" * 161,
)  # fmt: skip


def measured(texts: list[str]) -> Wording:
    ends = np.cumsum([len(text) for text in texts]).astype(np.int32)
    starts = np.concatenate(([0], ends[:-1])).astype(np.int32)
    words = frozenset({"reply", "a", "评"})
    return wording("".join(texts), starts, ends, title=words, description=frozenset({"x"}), has_cjk=True)


def assert_same(texts: list[str]) -> None:
    found = measured(texts)
    with numpy_twins():
        twin = measured(texts)
    wrong = [
        f.name for f in fields(Wording) if not np.array_equal(getattr(found, f.name), getattr(twin, f.name))
    ]
    assert wrong == []


@needs_kernel
def test_twins_measure_short_texts_alike() -> None:
    assert_same(list(SHORT))


@needs_kernel
@pytest.mark.parametrize("text", SHORT)
def test_twins_measure_one_text_alike(text: str) -> None:
    assert_same([text, f"x{text}", f"{text} {text}5"])


@needs_kernel
def test_twins_find_every_cjk_phrase() -> None:
    assert_same([f"我{phrase}a" for phrase in CJK_BITS])


@needs_kernel
@settings(deadline=None, max_examples=300)
@given(st.lists(st.text("12 3-./:年月@whtps€$元złusderagobc_评论转载到٣𝟏𠮷·\n©ΣİA", max_size=30), max_size=6))
@example(["1 a ag", "2024.5.", "h", "w", "@"])
def test_twins_measure_generated_texts_alike(texts: list[str]) -> None:
    solid = [text for text in texts if text.strip()]
    if solid:
        assert_same(solid)


@pytest.mark.parametrize(
    ("text", "family"), [("2024年5月1日", "date"), ("5 €", "price"), ("a@b.de", "address")]
)
def test_patterns_are_found(text: str, family: str) -> None:
    assert measured([text, "plain"]).said.tolist() == [1 << FAMILIES.index(family), 0]
