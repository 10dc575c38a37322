"""Posts that are added to a thread because others like them are kept."""

from __future__ import annotations

import numpy as np
import pytest

from maintext.classify.features.context import BlockContext
from maintext.classify.model.kind import Kind
from maintext.classify.threads import complete_thread
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
