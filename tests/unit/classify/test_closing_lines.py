"""Signatures, dates and attachments right after the text."""

from __future__ import annotations

import numpy as np
import pytest

from maintext.classify.closing_lines import complete_closing_lines
from maintext.classify.features.context import BlockContext
from maintext.html import parse

TEXT = "<p><span>为进一步规范渡口管理，现将办法印发给你们，请认真贯彻执行。</span></p>"
SIGNED = "<p align=right>河口镇人民政府</p><p style='text-align: right'><span>2024年6月11日</span></p>"


def added(html: str) -> list[str]:
    """Return the texts that are added to the paragraph that is chosen."""
    scene = BlockContext(parse(f"<title>渡口管理办法</title>{html}"))
    chosen = np.array([text.startswith("为进一步") for text in scene.texts])
    found = complete_closing_lines(scene, chosen) & ~chosen
    return [text for text, is_found in zip(scene.texts, found, strict=True) if is_found]


def test_a_signature_with_its_date_stays() -> None:
    assert added(f"<div>{TEXT}{SIGNED}<p>（此件公开发布）</p></div><p>打印</p>") == [
        "河口镇人民政府", "2024年6月11日", "（此件公开发布）",
    ]  # fmt: skip
    assert added(f"<div>{TEXT}<p>二〇二四年六月十一日</p><p>打印</p></div>") == ["二〇二四年六月十一日"]


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{TEXT}<p align=right>河口镇人民政府</p></div>",  # no date follows
        f"<div>{TEXT}</div><div><div><p>2024年6月11日</p></div></div>",
        f"<div>{TEXT}<p>编辑：张三</p><p>2024年6月11日</p></div>",
        f"<div>{TEXT}<p align=right><a href=/>河口镇人民政府</a></p><p>2024年6月11日</p></div>",
        f"<div>{TEXT}<p hidden>2024年6月11日</p></div>",
        f"<div>{TEXT}</div><h3>附件下载</h3><p><a href=/list>更多</a></p>",
        f"<div>{TEXT}</div><h3>资料</h3><p><a href=a.pdf>渡口图.pdf</a></p>",
        f"<div>{TEXT}</div><div hidden><p>附件：<a href=a.pdf>渡口图</a></p></div>",
        f"<div>{TEXT}</div><p>附件：<a href=a.pdf>渡口图</a> <a href=/list>更多</a></p>",
        f"<div>{TEXT}</div>{'<p>打印</p>' * 6}<p>附件：<a href=a.pdf>渡口图</a></p>",
        f"<div>{TEXT}</div><p>附件：渡口图</p>",
    ],
)
def test_other_lines_do_not(html: str) -> None:
    assert added(html) == []


@pytest.mark.parametrize(
    "html",
    [
        "<p>附件：</p><p><a href=a.doc>一览表</a></p><p><a href='/down?id=2'>渡口图.pdf</a></p>",
        "<p>打印</p><p>分享</p><h3>相关附件</h3><ul><li><a href='a.xlsx?v=2'>一览表</a></ul><p>更多</p>",
        "<div><strong>附件1：</strong><a href=/d/2 download>一览表</a></div>",
    ],
)
def test_attachments_stay(html: str) -> None:
    after = f"<div>{html}</div><p><a href=b.pdf>使用手册</a></p>"
    texts = added(f"<div>{TEXT}{SIGNED}</div>{after}")
    assert texts[:2] == ["河口镇人民政府", "2024年6月11日"]
    words = "".join(texts[2:])
    assert "一览表" in words or "list" in words
    assert not any(word in words for word in ("手册", "打印", "分享"))
