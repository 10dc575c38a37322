"""main_subtree: each step of the rule, then whole pages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from maintext.api import extract, select
from maintext.document import Document
from maintext.html import parse

LONG = "Prose that is long enough to count in full, with a comma, and more than eighty characters."
OTHER = "Another long paragraph of the same article, which also has more than eighty characters."
MENU = "<ul><li><a href=/1>Home</a></li><li><a href=/2>News</a></li></ul>"


def kept(markup: str) -> str:
    return extract(markup, method="main_subtree").text


def reasons(markup: str) -> dict[str, str]:
    doc = extract(markup, method="main_subtree")
    return {row.text: row.reason for row in doc.trace()}


def weights(markup: str, **options: Any) -> list[float]:
    """Weights of the <p> elements."""
    page = parse(markup)
    score = select(page, "main_subtree", options).score
    return [float(score[row]) for row in np.flatnonzero(page.is_tag(("p",))).tolist()]


# -- 1. discard ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["nav", "footer", "aside", "form", "button", "menu", "fieldset", "label"])
def test_elements_that_hold_no_content_are_discarded(tag: str) -> None:
    page = f"<div><p>{LONG}</p><{tag}>Some words of another kind</{tag}><p>{OTHER}</p></div>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["Some words of another kind"] == "in an element that holds no main content"


def test_an_element_with_half_of_the_text_is_not_discarded() -> None:
    assert kept(f"<form><p>{LONG}</p><p>{OTHER}</p></form>") == f"{LONG}\n\n{OTHER}"


def test_a_page_of_such_elements_only_is_not_discarded() -> None:
    page = f"<nav>{LONG}</nav><aside>{OTHER}</aside><footer>{LONG}</footer>"
    assert kept(page) == f"{LONG}\n\n{OTHER}\n\n{LONG}"


# -- 2. weigh -----------------------------------------------------------------------------------------


def test_a_block_weighs_its_characters() -> None:
    assert weights(f"<p>{'x' * 100}</p>") == [100]


def test_white_space_weighs_nothing() -> None:
    assert weights(f"<p>{'x ' * 100}</p>") == [100]


def test_a_short_block_weighs_a_quarter() -> None:
    assert weights(f"<p>{'x' * 79}</p><p>{'x' * 80}</p>") == [79 / 4, 80]


def test_linked_characters_weigh_nothing() -> None:
    assert weights(f"<p>{'x' * 100}<a href=/>{'y' * 50}</a></p>") == pytest.approx([100])


def test_a_block_with_more_links_than_text_weighs_nothing() -> None:
    equal, more = "<a href=/>" + "y" * 100 + "</a>", "<a href=/>" + "y" * 101 + "</a>"
    assert weights(f"<p>{'x' * 100}{equal}</p><p>{'x' * 100}{more}</p>") == pytest.approx([100, 0])


def test_paragraphs_made_by_line_breaks_are_blocks() -> None:
    short = "x" * 40
    assert weights(f"<p>{short}<br><br>{short}</p><p>{short}<br>{short}</p>") == [20, 80]


def test_the_length_of_prose_is_an_option() -> None:
    assert weights(f"<p>{'x' * 40}</p>", min_prose_chars=40) == [40]


# -- 3. descend ---------------------------------------------------------------------------------------


def root(markup: str, **options: Any) -> str:
    """Name and id of the row where the descent ended."""
    page = parse(markup)
    row = int(select(page, "main_subtree", options).facts["row"])
    return page.name(row) + page.attributes(row).get("id", "")


def pages_with_share(n_inside: int, n_outside: int) -> str:
    first, second = "x" * (n_inside // 2), "x" * (n_inside - n_inside // 2)
    return f"<div id=a><p>{first}</p><p>{second}</p></div><div id=b><p>{'y' * n_outside}</p></div>"


def test_the_descent_goes_on_while_a_child_has_the_share() -> None:
    assert root(pages_with_share(700, 300)) == "diva"


def test_the_descent_ends_where_no_child_has_the_share() -> None:
    assert root(pages_with_share(680, 320)) == "body"


def test_the_share_is_an_option() -> None:
    assert root(pages_with_share(680, 320), min_share=0.6) == "diva"


def test_what_stands_outside_the_subtree_is_dropped() -> None:
    page = f"<div>Welcome to our site</div><div><p>{LONG}</p><p>{OTHER}</p></div>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["Welcome to our site"] == "outside the subtree that holds most of the prose"


def test_a_page_without_prose_has_no_content() -> None:
    assert kept(f"<div>{MENU}</div>") == ""


# -- 4. prune -----------------------------------------------------------------------------------------


def test_a_part_made_of_links_is_pruned() -> None:
    page = f"<div><p>{LONG}</p>{MENU}<p>{OTHER}</p></div>"
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["Home"] == "in a part made of links"


def test_a_link_in_a_sentence_is_not_pruned() -> None:
    page = f"<div><p>{LONG} See <a href=/x>the other page</a>.</p><p>{OTHER}</p></div>"
    assert "See the other page." in kept(page)


@pytest.mark.parametrize("name", ["share", "comments", "related-posts", "post_sidebar", "pageFooter"])
def test_a_light_part_with_a_boilerplate_name_is_pruned(name: str) -> None:
    page = f'<div><p>{LONG}</p><div class="{name}">Some words</div><p>{OTHER}</p></div>'
    assert kept(page) == f"{LONG}\n\n{OTHER}"
    assert reasons(page)["Some words"] == "in a part named as boilerplate"


def test_a_heavy_part_with_a_boilerplate_name_stays() -> None:
    page = f'<div><p>{LONG}</p><div class="comments"><p>{OTHER}</p></div></div>'
    assert kept(page) == f"{LONG}\n\n{OTHER}"


def test_the_share_of_links_is_an_option() -> None:
    page = f"<div><p>{LONG}</p><p>See also: <a href=/x>one, two</a></p><p>{OTHER}</p></div>"
    strict = extract(page, method="main_subtree")
    assert "See also" in strict.text
    selection = select(strict.page, "main_subtree", {"max_link_density": 0.1})
    assert "See also" not in Document(strict.page, selection, strict.options).text


# -- pages --------------------------------------------------------------------------------------------

NEWS_ZH = """<table><tr><td><a href="/">首页</a>｜<a href="/gn">国内</a>｜<a href="/gj">国际</a></td></tr>
<tr><td><div class="text">　　本报讯（记者 李明）昨日上午，市图书馆新馆
对市民开放，首日接待读者一万余人次，创下建馆以来的最高纪录。<br>
<br>　　新馆共有六层，藏书三百二十万册，设有
儿童阅览区、古籍修复室和二十四小时自助借还区，全部免费开放。<br><br>
　　馆长表示，今后每周六将举办讲座。<br><br>　　（责任编辑：王芳）</div></td>
<td><ul><li><a href="/1">相关新闻一</a></li><li><a href="/2">相关新闻二</a></li></ul></td></tr>
<tr><td>版权所有 市报社 京ICP备00000000号</td></tr></table>"""


def test_a_chinese_page_with_line_breaks_for_paragraphs() -> None:
    text = kept(NEWS_ZH)
    assert text.startswith("本报讯（记者 李明）昨日上午")
    assert text.endswith("馆长表示，今后每周六将举办讲座。\n\n（责任编辑：王芳）")
    assert text.count("\n\n") == 3


def test_the_facts_name_the_row_and_its_weight() -> None:
    facts = extract(f"<p>{'x' * 100}</p>", method="main_subtree").selection.facts
    assert facts["weight"] == 100
