"""multi_feature: each step of the patent over a plain walk, then by hand, then whole pages."""

from __future__ import annotations

import math
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive
from tests.definitions import Row, rows_of
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.api import extract, select
from maintext.classify.methods.multi_feature import (
    DIMENSIONS,
    MultiFeatureOptions,
    PageCues,
    combined,
    dimensions,
    noise_of,
    proposed,
    title_row,
    word_lists,
)
from maintext.document import Document
from maintext.html import Page, parse

LONG = "A sentence of the story that is long enough to be one, with a comma."


# -- the patent, slowly -------------------------------------------------------------------------------


def n_named(row: Row, words: tuple[str, ...]) -> int:
    values = [row.attributes.get("class", "").lower(), row.attributes.get("id", "").lower()]
    return sum(word in value for value in values for word in words)


def n_children(rows: list[Row], i: int, name: str) -> int:
    return sum(row.parent == i and row.name == name and not row.is_hidden for row in rows)


def positions(rows: list[Row]) -> list[float]:
    n_tags = sum(not row.is_text for row in rows)
    return [sum(not row.is_text for row in rows[: i + 1]) / n_tags for i in range(len(rows))]


def proposed_by_the_patent(rows: list[Row]) -> dict[int, float]:
    """[0064]: names score 1; the two elements with most <p>, and with most <a>, 0.8."""
    position, first = positions(rows), dict[int, float]()
    elements = [i for i, row in enumerate(rows) if not row.is_text and not row.is_hidden]
    middle = [i for i in elements if 0.25 <= position[i] <= 0.75]
    for name in ("p", "a"):
        most = sorted(middle, key=lambda i: -n_children(rows, i, name))[:2]
        first |= {i: 0.8 for i in most if n_children(rows, i, name)}
    first |= {i: 1.0 for i in elements if n_named(rows[i], word_lists()["content_names"])}
    n_chars = naive.text_chars(rows)
    return {i: first[i] for i in sorted(first) if n_chars[i]}


def visible_text(rows: list[Row], i: int) -> list[str]:
    return [row.text.lower() for row in rows[i : rows[i].end] if row.is_text and not row.is_hidden]


def n_phrases(rows: list[Row], i: int, name: str) -> int:
    """Occurrences in each text; a phrase that stands in several texts is none here."""
    return sum(text.count(phrase) for text in visible_text(rows, i) for phrase in word_lists()[name])


def scores_by_the_patent(rows: list[Row], i: int, title: int) -> list[float]:
    n_chars = naive.text_chars(rows)
    count = {name: [n_children(rows, k, name) for k in range(len(rows))] for name in ("a", "p")}
    bell = math.exp(-((positions(rows)[i] - 0.5) ** 2) / (2 * 0.25**2))
    parent = rows[i].parent
    return [
        n_chars[i] / n_chars[0],
        (0 if rows[i].end <= title else bell) - (n_named(rows[i], word_lists()["noise_names"]) > 0),
        n_named(rows[parent], word_lists()["content_names"]) if parent >= 0 else 0,
        sum(
            n_named(row, word_lists()["content_names"])
            for row in rows
            if row.parent == i and not row.is_text and not row.is_hidden
        ),
        count["a"][i] / max(sum(count["a"]), 1),
        count["p"][i] / max(sum(count["p"]), 1),
        n_phrases(rows, i, "body_phrases") - n_phrases(rows, i, "noise_phrases"),
    ]


def assert_steps_are_those_of_the_patent(markup: str) -> None:
    page, rows = parse(markup), rows_of(markup)
    cues = PageCues(page)
    found, first = proposed(cues)
    assert dict(zip(found.tolist(), first.tolist(), strict=True)) == proposed_by_the_patent(rows)
    title = title_row(page)
    expected = [scores_by_the_patent(rows, i, title) for i in found.tolist()]
    np.testing.assert_allclose(
        dimensions(cues, found).T, np.array(expected).reshape(-1, len(DIMENSIONS)), atol=1e-12
    )


# The slow definition looks at all pairs of rows, and no zoo page says phrases across texts.
SMALL = [name for name, markup in ZOO.items() if len(markup) < 6000]


@each("name", SMALL)
def test_candidates_and_scores_of_a_zoo_page(name: str) -> None:
    assert_steps_are_those_of_the_patent(ZOO[name])


PHRASES = st.sampled_from(["推荐", "责任编辑：王", "Advertisement", "Our reporter", "title", "免责声明", "İ"])


@given(MARKUP, PHRASES, MARKUP)
def test_candidates_and_scores_of_generated_pages(one: str, phrase: str, two: str) -> None:
    head = "<title>one two</title>"
    page = f"{head}<div class=Post-Text>{one}</div><p id=title>{phrase}.<ul class=list>{two}</ul>"
    assert_steps_are_those_of_the_patent(page)


def combined_by_the_patent(scores: list[list[float]], weights: list[float]) -> list[float]:
    """r2 = Σ w · (υ − μ) / δ."""
    total = [0.0] * len(scores[0])
    for values, weight in zip(scores, weights, strict=True):
        mean, deviation = statistics.fmean(values), statistics.pstdev(values)
        for i, value in enumerate(values):
            if max(values) > min(values):
                total[i] += weight * (value - mean) / deviation
    return total


SCORES = st.integers(1, 6).flatmap(
    lambda n: st.lists(
        st.lists(st.integers(-20, 20).map(float), min_size=n, max_size=n), min_size=6, max_size=6
    )
)


@given(SCORES, st.lists(st.floats(0, 3), min_size=6, max_size=6))
def test_the_combined_score_is_that_of_the_patent(scores: list[list[float]], weights: list[float]) -> None:
    np.testing.assert_allclose(
        combined(np.array(scores), weights), combined_by_the_patent(scores, weights), atol=1e-9
    )


# -- step 1 -------------------------------------------------------------------------------------------


def candidates(markup: str) -> dict[str, float]:
    """First scores by id, of the candidates without noise."""
    page = parse(markup)
    cues = PageCues(page)
    rows, first = proposed(cues)
    clean = noise_of(cues, rows) < 0
    pairs = zip(rows[clean].tolist(), first[clean].tolist(), strict=True)
    return {page.attributes(row).get("id", page.name(row)): score for row, score in pairs}


@pytest.mark.parametrize("word", ["content", "text", "article", "post", "conter", "list"])
@pytest.mark.parametrize("form", ["{}", "main-{}", "{}2", "my{}s"])
def test_names_of_content_make_a_candidate(word: str, form: str) -> None:
    name = form.format(word)
    assert candidates(f"<div id=a class='{name}'>x</div>") == {"a": 1.0}
    assert candidates(f"<div id='{name.upper()}'>x</div>") == {name.upper(): 1.0}


def test_other_names_and_attributes_make_none() -> None:
    assert candidates("<div id=a class=main title=content>x</div>") == {}


def test_an_element_without_visible_text_is_no_candidate() -> None:
    assert candidates("<div id=a class=content><p hidden>x</p></div><div id=b class=text>y</div>") == {
        "b": 1.0
    }


def test_the_two_elements_with_most_paragraphs_are_candidates() -> None:
    parts = "".join(f"<div id={name}>{'<p>x</p>' * n}</div>" for name, n in (("a", 2), ("b", 4), ("c", 3)))
    padding = "<i></i>" * 20
    assert candidates(f"{padding}{parts}{padding}") == {"b": 0.8, "c": 0.8}


def test_outside_the_middle_of_the_page_most_paragraphs_do_not_count() -> None:
    assert candidates(f"<div id=a>{'<p>x</p>' * 4}</div>" + "<i></i>" * 40) == {}


def test_paragraphs_further_below_do_not_count() -> None:
    inner = f"<div id=c>{'<p>x</p>' * 4}</div>"
    padding = "<i></i>" * 12
    assert candidates(f"{padding}<div id=a><div id=b>{inner}</div></div>{padding}") == {"c": 0.8}


# -- step 2 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["推荐", "热门推荐：", "广告", "Sponsored"])
def test_a_candidate_labelled_as_noise_is_removed(label: str) -> None:
    page = f"<div id=a class=list><h3>{label}</h3><p>{LONG}</p></div><div id=b class=text>x</div>"
    assert candidates(page) == {"b": 1.0}


def test_a_label_further_inside_removes_only_its_own_candidate() -> None:
    rail = "<div id=b class=list><h3>推荐</h3><a href=/>x</a></div>"
    assert candidates(f"<div id=a class=text><p>{LONG}</p>{rail}</div>") == {"a": 1.0}


def test_a_long_text_with_the_phrase_is_no_label() -> None:
    assert candidates(
        "<div id=a class=text>读者推荐的十本好书里，有六本是小说，其余是随笔和传记。</div>"
    ) == {"a": 1.0}


def test_the_length_of_a_label_is_an_option() -> None:
    page = parse("<div id=a class=text>读者推荐的十本好书里，有六本是小说，其余是随笔和传记。</div>")
    rows = np.array(list(page.values("id")))
    noise = [int(noise_of(PageCues(page, MultiFeatureOptions(label_chars=n)), rows)[0]) for n in (20, 40)]
    assert (noise[0], noise[1] >= 0) == (-1, True)


# -- steps 3–7 ---------------------------------------------------------------------------------------


def score(markup: str, dimension: str, name: str = "a") -> float:
    """One score of the candidate with this id."""
    page = parse(markup)
    cues = PageCues(page)
    rows, _ = proposed(cues)
    at = [page.attributes(row).get("id") for row in rows.tolist()].index(name)
    return float(dimensions(cues, rows)[DIMENSIONS.index(dimension), at])


def test_the_share_of_the_text() -> None:
    assert score("<div id=a class=text>abc</div><p>d</p>", "text") == 0.75


def test_the_middle_of_the_page_scores_one() -> None:
    # html head body div i i: the div is the third of six start tags... of eight with two more.
    assert score("<i></i><div id=a class=text>x</div>" + "<i></i>" * 5, "position") == pytest.approx(1.0)


def test_a_quarter_from_the_middle_is_one_deviation() -> None:
    # Tag 4 of 16: html, head, body, div, and twelve more.
    page = "<div id=a class=text>x</div>" + "<i></i>" * 12
    assert score(page, "position") == pytest.approx(math.exp(-0.5))


HEADLINE = "The bridge is closed"


def test_above_the_title_the_position_scores_nothing() -> None:
    page = f"<title>{HEADLINE} - Daily</title><p id=a class=text>x</p><h1>{HEADLINE}</h1>"
    assert score(page, "position") == 0


def test_a_wrapper_of_the_title_is_not_above_it() -> None:
    page = f"<title>{HEADLINE} - Daily</title><div id=a class=text><h1>{HEADLINE}</h1></div>"
    assert score(page, "position") > 0


@pytest.mark.parametrize("name", ["author", "post-title"])
def test_names_of_noise_lower_the_position_by_one(name: str) -> None:
    plain = score("<div id=a class='text'>x</div>", "position")
    assert score(f"<div id=a class='text {name}'>x</div>", "position") == pytest.approx(plain - 1)


def test_content_names_of_the_parent_count_each() -> None:
    page = "<div class='article-content' id=post><p id=a class=text>x</p></div>"
    assert score(page, "parent") == 3


def test_content_names_of_the_children_count_each() -> None:
    page = "<div id=a class=text><p class='post-text'>x</p><p id=list>y</p><p class=text hidden>z</p></div>"
    assert score(page, "children") == 3


def test_shares_of_children() -> None:
    page = "<div id=a class=text><p>x</p><p>y</p><a href=/>z</a></div><p>1</p><p>2</p><div><a>3</a></div>"
    assert score(page, "paragraphs") == 0.5
    assert score(page, "anchors") == 0.5


def test_phrases_count_each_time() -> None:
    text = "据记者报道，此事属实。（责任编辑：王芳）推荐阅读"
    assert score(f"<div id=a class=text>{text}</div>", "phrases") == 3 - 1
    assert score(f"<div id=a class=text>{text}{text}</div>", "phrases") == 2 * (3 - 1)


def test_phrases_in_hidden_text_do_not_count() -> None:
    assert score("<div id=a class=text>x<p hidden>责任编辑</p></div>", "phrases") == 0


def title_of(markup: str) -> str:
    page = parse(markup)
    row = title_row(page)
    return page.row_text(row) if row >= 0 else ""


def test_the_title_is_found_in_a_heading_first() -> None:
    page = f"<title>{HEADLINE} - Daily</title><b>{HEADLINE}</b><h2>{HEADLINE.upper()}!</h2>"
    assert title_of(page) == f"{HEADLINE.upper()}!"


def test_the_title_is_found_outside_headings() -> None:
    page = "<title>朱镕基同志在京出席座谈会－新华网</title><td>新华网</td><div>朱镕基同志在京出席座谈会</div>"
    assert title_of(page) == "朱镕基同志在京出席座谈会"


def test_a_small_part_of_the_title_is_not_the_title() -> None:
    assert title_of(f"<title>{HEADLINE} - Daily</title><h1>Daily</h1>") == ""


def test_a_page_without_title() -> None:
    assert title_of("<h1>x</h1>") == ""


# -- step 8 and whole pages ---------------------------------------------------------------------------


def test_the_combined_score_worked_by_hand() -> None:
    # 0 2 4: mean 2, deviation √(8/3) = 1.63299; 1 1 4: mean 2, deviation √2 = 1.41421.
    scores = np.array([[0, 2, 4], [1, 1, 4], [7, 7, 7]])
    expected = [-1.224745 - 0.707107, 0 - 0.707107, 1.224745 + 1.414214]
    assert combined(scores, [1, 1, 1]) == pytest.approx(expected, abs=1e-5)
    assert combined(scores, [0, 2, 1]) == pytest.approx([-1.414214, -1.414214, 2.828427], abs=1e-5)


def kept(markup: str, **options: Any) -> str:
    page = parse(markup)
    selection = select(page, "multi_feature", options)
    return Document(page, selection, extract("x").options).text


ARTICLE = f"<div class='article-content'><p>{LONG}</p><p>{LONG}</p><p>Reported by Ann.</p></div>"
RAIL = "<ul class='news-list'>" + "<li><a href=/x>Another story</a></li>" * 3 + "</ul>"
NEWS = f"<title>News</title><div><i></i><i></i>{ARTICLE}{RAIL}</div><p id=footer-text>Copyright</p>"


def test_the_article_is_kept() -> None:
    assert kept(NEWS) == f"{LONG}\n\n{LONG}\n\nReported by Ann."


def test_a_chinese_article_is_kept() -> None:
    paragraph = "昨日上午，市图书馆新馆开放，首日接待读者一万余人次。"
    body = f"<div id=Content><p>{paragraph}</p><p>（责任编辑：王芳）</p></div>"
    rail = "<div class=list><h4>推荐</h4><a href=/1>其他新闻一</a><a href=/2>其他新闻二</a></div>"
    text = kept(f"<div><a href=/>首页</a></div>{body}{rail}<div class=text>版权声明</div>")
    assert text == f"{paragraph}\n\n（责任编辑：王芳）"


def test_weights_are_options() -> None:
    page = f"<div class=text>{LONG}</div><div class=list><a href=/>x</a></div>"
    assert kept(page, anchors=0.0) == LONG
    assert kept(page, anchors=9.0) == "x"


def test_a_page_without_candidates_has_no_content() -> None:
    assert kept(f"<main>{LONG}</main>") == ""


TEASERS = "".join(f"<p>A teaser of another story, number {i}, with a few more words.</p>" for i in range(12))
BELOW = f"<h1>{HEADLINE}</h1><div class=content>{f'<p>{LONG}</p>' * 6}</div>"
TEASED = (
    f"<title>{HEADLINE}</title>"
    f"<div class='wrap content'><div class='list article'>{TEASERS}</div></div>{BELOW}"
)


def test_a_candidate_above_the_title_cannot_win() -> None:
    assert kept(TEASED) == "\n\n".join([LONG] * 6)


def test_by_the_other_reading_of_the_source_it_may() -> None:
    assert "A teaser of another story" in kept(TEASED, above_title="scored")


def test_above_the_title_alone_it_is_kept() -> None:
    page = f"<title>{HEADLINE}</title><div class=content><p>{LONG}</p></div><h1>{HEADLINE}</h1>"
    assert kept(page) == LONG


def test_names_of_children_count_with_a_weight() -> None:
    plain = f"<div class=article><i>{LONG} {LONG}</i></div>"
    named = "<div class=post><b class='content text'>x</b></div>"
    assert kept(plain + named, children=0.0) == f"{LONG} {LONG}"
    assert kept(plain + named, children=3.0) == "x"


def why(markup: str, part: str, **options: Any) -> str:
    page = parse(markup)
    selection = select(page, "multi_feature", options)
    rows = [row for row in np.flatnonzero(page.is_text).tolist() if part in page.row_text(row)]
    return selection.why(rows[0])


def test_reasons_tell_what_became_of_a_candidate() -> None:
    labelled = f"<div class=content><h3>广告</h3><p>{LONG}</p></div>"
    page = f"{labelled}{TEASED}<ul class=list><li>Lower</ul><p>Outside"
    assert why(page, "广告") == "in a candidate that is removed: labelled 广告"
    assert why(page, "A teaser") == "in a candidate that is removed: it ends above the title"
    assert why(page, "of the story that") == "in a candidate that is removed: labelled 广告"
    assert why(page, "Lower") == "in a candidate with a lower sum of scores"
    assert why(page.replace("<p>Outside", "<footer>Outside"), "Outside") == "in no candidate"
    assert why("<main>x</main>", "x") == "no element is a candidate"


def test_the_facts_have_all_scores_of_the_best_candidates() -> None:
    page = parse(NEWS)
    selection = select(page, "multi_feature")
    facts = selection.facts
    row = int(facts["candidate_1.row"])
    assert row == facts["row"]
    assert facts["candidate_1.sum"] == pytest.approx(float(selection.score[row]), rel=1e-6)
    total = facts["candidate_1.first"] + sum(
        facts[f"candidate_1.{name}_normal"] for name in DIMENSIONS if name != "children"
    )
    assert facts["candidate_1.sum"] == pytest.approx(total)
    cues = PageCues(page)
    rows, _ = proposed(cues)
    scores = dict(zip(DIMENSIONS, dimensions(cues, rows)[:, rows.tolist().index(row)], strict=True))
    assert {name: facts[f"candidate_1.{name}"] for name in DIMENSIONS} == pytest.approx(scores)
    sums = [facts[f"candidate_{k}.sum"] for k in range(1, int(facts["n_candidates"]) + 1)]
    assert sums == sorted(sums, reverse=True)
    assert len(sums) > 1


def test_a_page_of_many_candidates_tells_of_the_best_ones_only() -> None:
    facts = select(parse("<div class=text>x</div>" * 30), "multi_feature").facts
    assert sum(name.endswith(".row") for name in facts) == 8


def test_where_most_paragraphs_count_is_an_option() -> None:
    page = f"<main>{f'<p>{LONG}</p>' * 4}</main>" + "<i></i>" * 40
    assert kept(page) == ""
    assert kept(page, middle_start=0.0).startswith(LONG)


def test_first_scores_are_options() -> None:
    page = (
        f"<div class=text>{LONG}</div>" + "<i></i>" * 4 + "<div><p>One</p><p>Two</p></div>" + "<i></i>" * 12
    )
    assert kept(page, paragraphs=0.0) == LONG
    assert kept(page, paragraphs=0.0, named_score=0.0, counted_score=9.0) == "One\n\nTwo"


def test_the_bell_is_an_option() -> None:
    cues = PageCues(page := parse("<div id=a class=text>x</div>" + "<i></i>" * 12))
    rows, _ = proposed(cues)
    wide = PageCues(page, MultiFeatureOptions(deviation=0.5))
    at = DIMENSIONS.index("position")
    assert dimensions(cues, rows)[at, 0] == pytest.approx(math.exp(-0.5))
    assert dimensions(wide, rows)[at, 0] == pytest.approx(math.exp(-0.125))


def test_words_are_a_file(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text('content_names = ["Koerper"]\n[add]\nnoise_labels = ["羊驼"]\n', "utf-8")
    body = f"<div class=koerper><p>{LONG}</p></div>"
    page = f"<div class=text>{LONG} {LONG}</div>{body}<div id=koerper2>羊驼租赁</div>"
    assert kept(page, words=str(file)) == LONG
    assert why(page, "羊驼", words=str(file)) == "in a candidate that is removed: labelled 羊驼"
    assert word_lists(str(file))["noise_labels"][:3] == ("广告", "推荐", "海购")
    assert word_lists()["content_names"][0] == "content"


def test_the_facts_count_candidates() -> None:
    page: Page = parse("<div class=text>x</div><div class=list><b>推荐</b></div>")
    facts = select(page, "multi_feature").facts
    assert (facts["n_proposed"], facts["n_candidates"]) == (2, 1)
    assert page.row_text(int(facts["row"])) == "x"


def test_the_word_lists_begin_with_those_of_the_source() -> None:
    lists = word_lists()
    assert lists["content_names"] == ("content", "text", "article", "post", "conter", "list")
    assert lists["noise_labels"][:3] == ("广告", "推荐", "海购")
    assert lists["noise_names"][:2] == ("author", "title")
    assert all(word == word.lower() and word for words in lists.values() for word in words)
