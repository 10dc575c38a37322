"""Posts that are added to a thread because others like them are kept."""

from __future__ import annotations

import numpy as np
import pytest

from maintext.classify.features.context import BlockContext
from maintext.classify.model.kind import Kind
from maintext.classify.threads import complete_thread, find_counted_replies
from maintext.html import parse

LONG = "The deck of the pier was laid in the spring of 1968, of oak that had been cut on the moor in winter."
ZH = "码头的木板是一九六八年春天铺的，用的是冬天在荒原上砍的橡木，后来又修过四次。"


def added(texts: list[str], chosen: list[str], *, probability: float = 0.5, forum: float = 0.9) -> list[str]:
    """Return the texts that are added to those chosen, of posts with their authors' ranks."""
    posts = (
        f"<div class=post><p class=rank>Member</p><div class=text><p>{text}</div></div>" for text in texts
    )
    scene = BlockContext(parse(f"<body>{''.join(posts)}"))
    written = [scene.page.row_text(int(row)).strip() for row in scene.blocks.row]
    kind = Kind("forum", forum, {"forum": forum, "article": 1 - forum})
    keep = np.array([text in chosen for text in written])
    found = complete_thread(scene, kind, np.full(len(written), probability), keep)
    return [text for text, is_found in zip(written, found & ~keep, strict=True) if is_found]


@pytest.mark.parametrize(("long", "short"), [(LONG, "It is wet."), (ZH, "很湿。")])
def test_a_short_post_like_one_that_is_kept_whole_is_added(long: str, short: str) -> None:
    assert added([long, short], [long]) == [short]


def test_what_is_hardly_main_content_is_added_in_chinese_threads_only() -> None:
    assert added([LONG, "It is wet."], [LONG], probability=0.2) == []
    assert added([ZH, "很湿。"], [ZH], probability=0.2) == ["很湿。"]


def test_nothing_is_added_to_other_pages_or_where_posts_are_kept_in_part() -> None:
    assert added([LONG, "It is wet."], [LONG], forum=0.2) == []
    assert added([LONG, "It is wet."], []) == []


def reply(number: int, name: str = "reply_content") -> str:
    return (
        f"<div id=r_{number}><strong><a href=/member/u{number}>user{number}</a></strong>"
        f"<span title='2023-10-12 14:3{number}:00 +08:00'>2023-10-12 14:3{number}:00</span>"
        f"<div class={name}>老项目动不了依赖，只能自己补一个上限{number}。</div></div>"
    )


def counted(count: str, *replies: str) -> list[str]:
    topic = (
        f"<h1>码头的木板</h1><div><p>{ZH}</div><div><span>第 1 条附言 · 2023-10-12</span>"
        f"<p>补充：是橡木。</div><div><span>{count}</span></div><main>{''.join(replies)}</main>"
    )
    scene = BlockContext(parse(topic))
    return [text for text, is_found in zip(scene.texts, find_counted_replies(scene), strict=True) if is_found]


@pytest.mark.parametrize("count", ["2 条回复", "12 条回复 • 2023-10-12 15:10:00", "2則回應"])
def test_counted_replies_are_part_of_the_topic(count: str) -> None:
    texts = [f"老项目动不了依赖，只能自己补一个上限{number}。" for number in (1, 2)]
    assert counted(count, reply(1), reply(2))[-2:] == texts
    assert counted(count, reply(1), reply(2))[:-2] == ["第 1 条附言 · 2023-10-12", "补充：是橡木。"]


@pytest.mark.parametrize(
    ("count", "replies"),
    [
        ("2 条评论", [reply(1), reply(2)]),  # of readers
        ("查看全部 2 条回复", [reply(1), reply(2)]),
        ("1 条回复", [reply(1)]),
        ("2 条回复", [reply(1), reply(2), reply(3)]),
        ("2 条回复", [reply(1, "comment_content"), reply(2, "comment_content")]),
    ],
)
def test_other_records_are_not(count: str, replies: list[str]) -> None:
    assert counted(count, *replies) == []
