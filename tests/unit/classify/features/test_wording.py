"""Texts with odd characters are measured as defined."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.feature_definitions import first_difference

from maintext.html import parse

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


def assert_defined(texts: list[str]) -> None:
    """Compare the features of a page of paragraphs with their definitions."""
    markup = "<title>reply a 评</title>" + "".join(f"<p>{escape(text)}</p>" for text in texts)
    assert first_difference(markup, parse(markup)) is None


def test_short_texts_are_measured_as_defined() -> None:
    assert_defined(list(SHORT))


@pytest.mark.parametrize("text", SHORT)
def test_one_text_is_measured_as_defined(text: str) -> None:
    assert_defined([text, f"x{text}", f"{text} {text}5"])


@settings(deadline=None, max_examples=examples(150))
@given(st.lists(st.text("12 3-./:年月@whtps€$元złusderagobc_评论转载到٣𝟏𠮷·\n©ΣİA", max_size=30), max_size=6))
@example(["1 a ag", "2024.5.", "h", "w", "@"])
def test_generated_texts_are_measured_as_defined(texts: list[str]) -> None:
    solid = [text for text in texts if text.strip()]
    if solid:
        assert_defined(solid)
