"""Pages whose right answer is derived by hand from the sources of the methods; vips has its own."""

from __future__ import annotations

import pytest
from tests.shown import kept

from maintext.classify.methods import cpn, feature_density, flexible_nodes, html2article, multi_feature
from maintext.classify.methods.html2article import Html2ArticleOptions, source_lines
from maintext.html import parse

# 8, 28 and 40 characters.
TITLE = "市图书馆新馆开放"
SHORT = "昨日上午，市图书馆新馆对市民开放，首日接待读者万余人次。"
LONG = "新馆共有六层，藏书一百二十万册，设有儿童阅览室和自习室，每天早上九点开门，夜里十点关门。"[:39] + "。"


def test_flexible_nodes_on_a_menu_without_an_end_tag() -> None:
    # Super-nodes by formula (4), c = 20: the menu has LD = 1 > 1/3, so W = −2 − 20 = −22 three times,
    # though the last link has no end tag; the title 8 − 20 = −12, the paragraphs 28 − 20 = 8 and 40 − 20 =
    # 20, the footer 4 − 20 = −16. The heaviest node, 40 characters in no link, is the body node (2).
    # Backward R is 8, −4, −26, … (5): largest and above 0 at the first paragraph. Forward R is −16: the
    # text ends with the body node.
    menu = "<ul><li><a href=/1>首页</a></li><li><a href=/2>新闻</a></li><li><a href=/3>体育</li></ul>"
    page = f"{menu}<div><h1>{TITLE}</h1><p>{SHORT}</p><p>{LONG}</p><div>版权所有</div></div>"
    assert (len(TITLE), len(SHORT), len(LONG)) == (8, 28, 40)
    assert kept(flexible_nodes.METHOD, page) == f"{SHORT}\n\n{LONG}"


def test_html2article_on_lines_of_known_length() -> None:
    # Five lines from i on have: 126, 180, 240, 240, 180, 120, 60, 0, 0, … characters. The sum before is
    # above 180 first at i = 3, where the loop begins; the two blank lines above it are lines 1 and 2, so
    # the body begins at line 3. Sums of at most 20 with a sum below 20 before end it at i = 8: lines 3 to 7
    # are taken.
    line = "x" * 60
    page = "\n".join(["menu x", "", "", *[line] * 4, *[""] * 6, "Imprint", *[""] * 6])
    lengths = [len(text) for text in source_lines(parse(f"<pre>\n{page}</pre>"))[0]]
    assert lengths[:8] == [6, 0, 0, 60, 60, 60, 60, 0]
    assert html2article.taken_lines(lengths, Html2ArticleOptions()) == [3, 4, 5, 6, 7]
    # Fewer line breaks than the option says, 19 here: a break for each closing tag, as before the text.
    compressed = Html2ArticleOptions(least_line_breaks=30)
    few = parse("<div><p>One</p></div>\n<p>Two</p>" + "\n" * 18)
    assert source_lines(few)[0][:2] == ["One", "Two"]
    assert source_lines(few, compressed)[0][:4] != ["One", "Two"]


def test_feature_density_on_a_paragraph_a_menu_and_a_footer() -> None:
    # Function words left out. The paragraph: T = 15, H = 15 + 9 for <body><p>, M = 3, N = 1, so √(15/24) ·
    # sat(3/3) · 15/35 · 1 = .339. The menu is linked: u = 0, score 0. The footer has no mark: at most
    # sat(0) · 4/24 = 1/11 · 1/6 = .015. θ is at least .5 · 15 · .339 / 21 = .121, at most .0014 more: only
    # the paragraph is rich.
    page = "<p>他在桥上，她在家，我们都来了。</p><ul><li><a href=/>首页</a></ul><p>版权所有</p>"
    method = feature_density.METHOD
    selection = method.select(parse(page), {"function_words_weight": 0.0})
    assert kept(method, page, function_words_weight=0.0) == "他在桥上，她在家，我们都来了。"
    assert selection.facts["threshold"] == pytest.approx(0.1217, abs=0.0008)
    assert max(selection.score[selection.keep]) == pytest.approx((15 / 24) ** 0.5 * 15 / 35)
    # Thirty marks wanted: sat(3/30) = (.1 + .1) / 1.1. No text counts half at 15 characters: 15/30.
    few = method.select(parse(page), {"function_words_weight": 0.0, "enough_marks": 30, "half_run_chars": 15})
    assert max(few.score[selection.keep]) == pytest.approx((15 / 24) ** 0.5 * (0.2 / 1.1) * 0.5)


def test_multi_feature_on_two_candidates() -> None:
    # With two candidates (υ − μ) / δ is 1 for the larger score, −1 for the smaller, 0 for equal ones. The
    # start tags are html head title body h1 div p p div a a: the content stands at 6/11, nearer to the
    # middle than the list at 9/11. Content: text 1, position 1, parent 0, anchors −1, paragraphs 1, phrases
    # 0, and the first score 1: r2 = 3. List: −1 − 1 + 0 + 1 − 1 + 0 + 1 = −1.
    page = (
        "<title>Bridge</title><h1>Bridge</h1><div class=content><p>The old bridge is open again.</p>"
        "<p>It had been closed.</p></div><div class=list><a href=/1>One</a><a href=/2>Two</a></div>"
    )
    facts = multi_feature.METHOD.select(parse(page)).facts
    assert kept(multi_feature.METHOD, page) == "The old bridge is open again.\n\nIt had been closed."
    assert [facts["candidate_1.sum"], facts["candidate_2.sum"]] == pytest.approx([3, -1])
    # Without its bell in the middle but at the end of the page, the list has the better position: 1 and 1.
    moved = multi_feature.METHOD.select(parse(page), {"peak": 1.0}).facts
    assert [moved["candidate_1.sum"], moved["candidate_2.sum"]] == pytest.approx([1, 1])


def test_cpn_tells_a_link_page_by_its_link_density() -> None:
    # 28 of the 28 + 8 + 4 characters stand in links: .7.
    page = f"<p><a href=/1>{SHORT}</a></p><p>{TITLE}</p><p>版权所有</p>"
    facts = cpn.METHOD.select(parse(page)).facts
    assert facts["page_links"] == pytest.approx(0.7)
    article = f"<p><a href=/1>新闻</a></p><h1>{TITLE}</h1>" + f"<p>{SHORT}{LONG}{SHORT}</p>" * 4
    assert kept(cpn.METHOD, article, max_page_links=0.5) == kept(cpn.METHOD, article) != ""
    assert kept(cpn.METHOD, article, max_page_links=0.001) == ""
