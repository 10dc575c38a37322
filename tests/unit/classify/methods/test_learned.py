"""learned: whole pages, its options, and what it does not import."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.each import each
from tests.zoo import ZOO

from maintext.api import select
from maintext.document import Document
from maintext.errors import OptionError
from maintext.html import Page, parse
from maintext.options import Options

FIRST = (
    "The old stone bridge over the river was closed to traffic on Monday after engineers found cracks in "
    "two of its arches. The council said that repairs would take until the autumn at the earliest."
)
SECOND = (
    "Residents on the eastern bank now have to drive eleven miles to reach the nearest shop. “It is a long "
    "way for a pint of milk,” said Margaret Hale, who has lived beside the river for forty years."
)
THIRD = (
    "A temporary footbridge will be built in June, the council promised, and a bus will run every hour. The "
    "cost of the repairs has not been made public, but an earlier report put it at four million pounds."
)
MENU = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in "Home News Sport Weather Travel".split())
RAIL = "".join(
    f"<li><a href='/story/{i}'>{title}</a></li>"
    for i, title in enumerate(
        ("Ten walks for a wet weekend", "Mayor opens new library", "Ferry timetable changes again")
    )
)
ARTICLE = f"""<!doctype html><html lang="en"><head>
<title>Old bridge closed after cracks found</title></head><body>
<header><div class="logo"><a href="/">The Valley Times</a></div></header><nav><ul>{MENU}</ul></nav>
<main><article><h1>Old bridge closed after cracks found</h1><p class="byline">By Ann Example</p>
<div class="article-body"><p>{FIRST}</p><p>{SECOND}</p><h2>A new footbridge</h2><p>{THIRD}</p></div>
</article></main>
<aside class="sidebar related"><h3>Most read</h3><ul>{RAIL}</ul></aside>
<footer><p>© 2024 The Valley Times. All rights reserved.</p><a href="/privacy">Privacy policy</a></footer>
</body></html>"""

ZH = (
    "　　本报讯（记者 李明）市政府昨天宣布，城东的老石桥将于下周一开始封闭维修，工期预计为六个月。",
    "　　据了解，这座石桥建于一九三五年，全长一百二十米，是连接河两岸居民区的主要通道，每天有上万人经过。",
    "　　市交通局负责人表示，维修期间将开通免费公交，每十五分钟一班，方便两岸居民出行，请市民合理安排时间。",
)
ARTICLE_ZH = f"""<!doctype html><html lang="zh"><head>
<title>城东老石桥下周封闭维修_河谷新闻网</title></head><body>
<div class="nav"><a href="/">首页</a> | <a href="/gn">国内</a> | <a href="/gj">国际</a> |
<a href="/ty">体育</a></div>
<div class="main"><h1>城东老石桥下周封闭维修</h1><div id="content">{"<br><br>".join(ZH)}</div></div>
<div class="hot"><h3>热门推荐</h3>
<ul><li><a href="/1">今日天气预报</a></li><li><a href="/2">地铁新线开通</a></li></ul></div>
<div class="footer">版权所有 河谷新闻网
<a href="/about">关于我们</a> <a href="/contact">联系方式</a></div></body></html>"""

PAGES = {**ZOO, "an article": ARTICLE, "a Chinese article": ARTICLE_ZH}
every_page = each("name", PAGES)


@cache
def page_of(name: str) -> Page:
    return parse(PAGES[name])


def kept(markup: str, **options: Any) -> str:
    page = parse(markup)
    return Document(page, select(page, "learned", options), Options()).text


def kept_rows(name: str, focus: str) -> set[int]:
    return set(np.flatnonzero(select(page_of(name), "learned", {"focus": focus}).keep).tolist())


# -- articles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("paragraph", [FIRST, SECOND, THIRD])
def test_the_paragraphs_of_an_article_are_kept(paragraph: str) -> None:
    assert paragraph in kept(ARTICLE)


@pytest.mark.parametrize("words", ["Weather", "Ferry timetable", "Ten walks", "rights reserved", "Privacy"])
def test_what_stands_around_an_article_is_dropped(words: str) -> None:
    assert words not in kept(ARTICLE)


@pytest.mark.parametrize("paragraph", ZH)
def test_chinese_paragraphs_parted_by_breaks_are_kept(paragraph: str) -> None:
    assert paragraph.strip() in kept(ARTICLE_ZH)


@pytest.mark.parametrize("words", ["国际", "今日天气预报", "关于我们"])
def test_what_stands_around_a_chinese_article_is_dropped(words: str) -> None:
    assert words not in kept(ARTICLE_ZH)


@pytest.mark.parametrize("hiding", ["hidden", "style='display:none'", "aria-hidden='true'"])
def test_the_text_of_a_hidden_tab_can_be_kept(hiding: str) -> None:
    page = ARTICLE.replace(f"<p>{SECOND}</p>", f"<div class='tab' {hiding}><p>{SECOND}</p></div>")
    assert SECOND in kept(page)


def test_a_page_without_text_keeps_nothing() -> None:
    assert kept(ZOO["white space only"]) == ""


# -- options ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["an article", "a Chinese article", "article in English", "lists", "table"])
def test_a_focus_on_recall_keeps_no_less(name: str) -> None:
    assert kept_rows(name, "balanced") <= kept_rows(name, "recall")


@pytest.mark.parametrize("name", ["an article", "a Chinese article", "article in English", "lists", "table"])
def test_a_focus_on_precision_keeps_no_more(name: str) -> None:
    assert kept_rows(name, "precision") <= kept_rows(name, "balanced")


def test_an_unknown_focus_is_an_error() -> None:
    with pytest.raises(OptionError, match="focus"):
        kept(ARTICLE, focus="everything")


def test_a_missing_model_is_an_error() -> None:
    with pytest.raises(OptionError, match="cannot read the model"):
        kept(ARTICLE, model="/no/such/model.npz")


# -- every page ---------------------------------------------------------------------------------------


@every_page
def test_scores_are_probabilities_of_block_texts(name: str) -> None:
    page = page_of(name)
    selection = select(page, "learned")
    scored = ~np.isnan(selection.score)
    assert ((selection.score[scored] >= 0) & (selection.score[scored] <= 1)).all()
    assert not (scored & ~page.is_text).any()
    assert scored[selection.keep & (page.n_chars > 0)].all()


@every_page
def test_the_same_page_gives_the_same_selection(name: str) -> None:
    first, second = select(page_of(name), "learned"), select(parse(PAGES[name]), "learned")
    assert first.keep.tolist() == second.keep.tolist()
    assert np.array_equal(first.score, second.score, equal_nan=True)


@every_page
def test_texts_of_one_block_are_kept_together(name: str) -> None:
    page = page_of(name)
    selection = select(page, "learned")
    scored = ~np.isnan(selection.score)
    keeps = zip(page.block[scored].tolist(), selection.keep[scored].tolist(), strict=True)
    assert len(set(keeps)) == len(set(page.block[scored].tolist()))


def test_the_facts_count_the_blocks() -> None:
    facts = select(page_of("an article"), "learned").facts
    assert 0 < facts["n_kept"] < facts["n_blocks"]


# -- imports ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", ["lightgbm", "rapidfuzz", "maintext.lab.train", "scipy", "matplotlib"])
def test_no_extra_is_imported(module: str) -> None:
    assert module not in imported().split()


@cache
def imported() -> str:
    code = "import sys, maintext; maintext.extract('<p>One two.</p>', method='learned'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout
