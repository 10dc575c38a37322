"""A Chinese page laid out with a table, with line breaks for paragraphs."""

from __future__ import annotations

import pytest

from maintext import extract

MENU = "<td><a href=/1>首页</a>｜<a href=/2>国内新闻</a>｜<a href=/3>国际新闻</a></td>"
PARAGRAPHS = (
    "本报讯（记者 李明）昨日上午，市图书馆的新馆对市民开放。首日接待了读者一万余人次，这是很多的。",
    "馆长表示，今后每周六将在新馆的大厅里举办讲座。",
)


METHODS_THAT_FIND_IT = """
    block_similarity cpn feature_density flexible_nodes hyperlink_analysis information_decay main_subtree
    symbol_density tag_usage text_density text_distribution
""".split()


@pytest.mark.parametrize("method", METHODS_THAT_FIND_IT)
def test_the_cell_with_the_text_is_kept(method: str) -> None:
    body = "<br><br>".join("　　" + paragraph for paragraph in PARAGRAPHS)
    page = f"<table><tr>{MENU}<td>{body}</td></tr></table>"
    assert extract(page, method=method).text == "\n\n".join(PARAGRAPHS)
