"""text_distribution: the patent's formulas as plain sums over a walked tree, and pages by hand."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from tests.definitions import Row, rows_of
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.api import extract, select
from maintext.classify.methods.text_distribution import (
    INTERACTIVE,
    MAX_LEVELS,
    TextDistributionOptions,
    own_weights,
    sentences,
    text_weights,
)
from maintext.html import characters as ch
from maintext.html import parse

ALPHA = 10.0
# Sentence ends; a full stop before a letter or digit that is no CJK character is none.
MARKS = "!?。！？．…‥\u0964\u0965\u061f\u06d4\u1362\u055c\u055e\u104b"
ENDS = re.compile(rf"[{MARKS}]|\.(?![^\W{ch.CJK_PATTERN}])")


def n(distance: int, sigma: float) -> float:
    """N(d; σ)."""
    return math.exp(-(distance**2) / (2 * sigma**2)) / (math.sqrt(2 * math.pi) * sigma)


# -- the patent, slowly -------------------------------------------------------------------------------


def is_minus(rows: list[Row], i: int) -> bool:
    at = i
    while at >= 0:
        if rows[at].name in INTERACTIVE or rows[at].is_anchor:
            return True
        at = rows[at].parent
    return False


def lengths_of(text: str) -> list[int]:
    """Words of each sentence that has any."""
    return [n_words for part in ENDS.split(text) if (n_words := len(ch.WORDS.findall(part)))]


def text_weight(text: str, *, minus: bool) -> float:
    """Formula (2), first part: Σ_s ( Σ_{l≠s} N(ID(s) − ID(l)) · W(l) + W(s) )."""
    weights = [-length if minus else length for length in lengths_of(text)]
    sigma = 0.5 if minus else 1.0
    total = 0.0
    for s, own in enumerate(weights):
        total += own
        for other, weight in enumerate(weights):
            if other != s:
                total += n(s - other, sigma) * weight
    return total


def own_weights_of_the_patent(markup: str) -> list[float | None]:
    """Own weight of every node, by formulas (1) and (2) over all siblings; None for rows without text."""
    rows = rows_of(markup)
    own: list[float | None] = [None] * len(rows)
    for i in range(len(rows) - 1, -1, -1):  # children come after their parent
        row = rows[i]
        if row.is_text and row.n_chars and not row.is_hidden:
            own[i] = text_weight(row.text, minus=is_minus(rows, i))
        children = [k for k in range(i + 1, len(rows)) if rows[k].parent == i and own[k] is not None]
        if children:
            own[i] = sum(whole_weight(rows, own, k, children) for k in children)
    return own


def whole_weight(rows: list[Row], own: list[float | None], i: int, siblings: list[int]) -> float:
    """W(i) = own + additional weight; the additional weight of a container is at most its own."""
    weight = own[i]
    assert weight is not None
    additional = 0.0
    for k in siblings:
        other = own[k]
        assert other is not None
        if k != i:
            additional += ALPHA * n(k - i, 1.0 if other > 0 else 0.5) * other
    if not rows[i].is_text:
        additional = max(-abs(weight), min(abs(weight), additional))
    return weight + additional


def assert_weights_are_those_of_the_patent(markup: str) -> None:
    own = own_weights(parse(markup))
    expected = np.array(own_weights_of_the_patent(markup), dtype=np.float64)
    np.testing.assert_allclose(own, expected, rtol=1e-9, atol=1e-6)


# Some zoo pages are too large for the slow definition, which looks at all pairs of siblings and rows.
SMALL = [name for name, markup in ZOO.items() if len(markup) < 6000 and name != "deep and closed"]


@each("name", SMALL)
def test_weights_of_a_zoo_page_are_those_of_the_patent(name: str) -> None:
    assert_weights_are_those_of_the_patent(ZOO[name])


@given(MARKUP)
def test_weights_of_generated_pages_are_those_of_the_patent(markup: str) -> None:
    assert_weights_are_those_of_the_patent(markup)


@given(MARKUP, MARKUP)
def test_weights_of_neighbouring_parts_are_those_of_the_patent(one: str, two: str) -> None:
    assert_weights_are_those_of_the_patent(f"<div>{one}</div><p>A plain sentence.<br>{two}</p>")


@each("name", ZOO)
def test_sentences_of_a_zoo_page_are_those_of_its_texts(name: str) -> None:
    page = parse(ZOO[name])
    row, length = sentences(page)
    found = list(zip(row.tolist(), length.tolist(), strict=True))
    texts = np.flatnonzero(page.is_text).tolist()
    assert found == [(i, n_words) for i in texts for n_words in lengths_of(page.row_text(i))]


# -- by hand ------------------------------------------------------------------------------------------


def weights(markup: str, name: str) -> list[float]:
    page = parse(markup)
    own = own_weights(page)
    return [float(own[row]) for row in np.flatnonzero(page.is_tag((name,))).tolist()]


def test_the_length_of_a_sentence_is_characters_words_and_numbers() -> None:
    row, length = sentences(parse("<p>中国 has 31 省。又Two words</p>"))
    assert length.tolist() == [5, 3]  # 中 国 has 31 省 / 又 Two words
    assert row[0] == row[1]


def test_a_point_in_a_number_or_name_ends_no_sentence() -> None:
    assert sentences(parse("<p>Up 3.5 points at example.org today. Then down.</p>"))[1].tolist() == [8, 2]


def test_marks_without_words_between_them_make_no_sentence() -> None:
    assert sentences(parse("<p>“真的？！……”他说。</p>"))[1].tolist() == [2, 2]


def test_a_word_that_two_texts_share_counts_in_both() -> None:
    assert sentences(parse("<p>in<b>side</b></p>"))[1].tolist() == [1, 1]


def test_a_text_of_one_sentence_weighs_its_length() -> None:
    assert weights("<p>one two three</p>", "p") == [3]


def test_three_sentences_worked_by_hand() -> None:
    # N(1; 1) = .241971, N(2; 1) = .053991. Lengths 2, 3, 4:
    # s=1: 2 + 3·N(1) + 4·N(2)   s=2: 3 + (2 + 4)·N(1)   s=3: 4 + 3·N(1) + 2·N(2)
    # = 9 + 12·.241971 + 6·.053991 = 12.227598
    assert weights("<p>a b. c d e. f g h i.</p>", "p") == pytest.approx([12.227598], abs=1e-5)


def test_linked_sentences_weigh_minus_and_spread_less() -> None:
    # N(1; .5) = .107982: −(2 + 3) − (2 + 3)·.107982
    assert weights("<p><a href=/>a b. c d e.</a></p>", "p") == pytest.approx([-5.53991], abs=1e-5)


@pytest.mark.parametrize("tag", INTERACTIVE)
def test_text_of_interactive_elements_weighs_minus(tag: str) -> None:
    assert weights(f"<div><{tag}>Send it now</{tag}></div>", "div") == [-3]


def test_siblings_worked_by_hand() -> None:
    # <p> 10 words in row k, its text k + 1, <p> 4 words in row k + 2: distance 2, α·N(2; 1) = .53991.
    # additional: 4·.53991 = 2.15964 and 10·.53991 = 5.3991, cut to 4. Sum: 10 + 2.15964 + 4 + 4.
    markup = "<div><p>a b c d e f g h i j</p><p>k l m n</p></div>"
    assert weights(markup, "p") == [10, 4]
    assert weights(markup, "div") == pytest.approx([20.15964], abs=1e-4)


def test_a_link_between_texts_worked_by_hand() -> None:
    # Rows: text 0, <a> 1, its text 2, text 3. Own: 6, −1, 6. N(1; 1) = .241971, N(2; 1) = .053991,
    # N(3; 1) = .004432, N(1; .5) = .107982, N(2; .5) = .000268; α = 10.
    # text 0: 6 − 1·1.07982 + 6·.04432                = 5.1861
    # <a>:   −1 + cut(6·2.41971 + 6·.53991 → at most 1) = 0
    # text 3: 6 − 1·.00268 + 6·.04432                 = 6.2632
    markup = "<div>a b c d e f <a href=/>g</a> h i j k l m</div>"
    assert weights(markup, "div") == pytest.approx([11.4493], abs=1e-3)


def test_texts_are_not_cut() -> None:
    # Text "a", <br>, text of 9 words: distance 2, α·N(2; 1) = .53991; a gets 9·.53991 = 4.859 > 1.
    assert weights("<div>a<br>b c d e f g h i j</div>", "div") == pytest.approx([10 + 10 * 0.53991], abs=1e-4)


def test_without_alpha_a_container_weighs_its_texts() -> None:
    page = parse("<div><p>a b</p><p>c d e</p><a href=/>f</a></div>")
    assert (
        own_weights(page, TextDistributionOptions(alpha=0.0))[int(np.flatnonzero(page.is_tag(("div",)))[0])]
        == 4
    )


def test_how_far_texts_reach_are_options() -> None:
    wide = TextDistributionOptions(sigma_plus=2.0, sigma_minus=1.0)
    # Sentences of 1 and 2 words: 3 + 3 · N(1; σ); N(1; 2) = .17603, N(1; 1) = .24197.
    assert text_weights(parse("<p>a. b b."), wide).sum() == pytest.approx(3 + 3 * 0.17603, abs=1e-4)
    assert text_weights(parse("<a href=/>a. b b."), wide).sum() == pytest.approx(-3 - 3 * 0.24197, abs=1e-4)
    page = parse("<div>a<br>b c d e f g h i j</div>")  # N(2; 2) = .12099, α = 10
    assert own_weights(page, wide)[0] == pytest.approx(10 + 10 * 10 * 0.12099, abs=1e-3)


def test_hidden_text_weighs_nothing() -> None:
    page = parse("<p>a b</p><p hidden>c d e</p>")
    assert own_weights(page)[0] == 2
    assert text_weights(page).sum() == 2


# -- the method ---------------------------------------------------------------------------------------

LINKS = "".join(f"<li><a href=/{i}>Story number {i}</a></li>" for i in range(12))
ONE = "The bridge was closed on Monday. Nobody knows for how long it will stay so."
TWO = "Residents have to drive eleven miles. A new bridge would cost two million."


def kept(markup: str) -> str:
    return extract(markup, method="text_distribution").text


def test_paragraphs_are_kept_and_lists_of_links_dropped() -> None:
    page = f"<ul>{LINKS}</ul><div><p>{ONE}</p><p>{TWO}</p></div><ul>{LINKS}</ul>"
    assert kept(page) == f"{ONE}\n\n{TWO}"


def test_all_parts_of_a_body_are_kept() -> None:
    parts = f"<div><p>{ONE}</p><p>{TWO}</p></div><div><p>{TWO}</p><p>{ONE}</p></div>"
    page = f"<ul>{LINKS}</ul><div>{parts}</div><ul>{LINKS}</ul>"
    assert kept(page) == f"{ONE}\n\n{TWO}\n\n{TWO}\n\n{ONE}"


def test_a_link_in_a_sentence_stays() -> None:
    page = f"<ul>{LINKS}</ul><div><p>{ONE} See <a href=/map>the map</a> for other ways.</p><p>{TWO}</p></div>"
    assert "See the map for other ways." in kept(page)


def test_a_page_of_links_has_no_body() -> None:
    assert kept(f"<ul>{LINKS}</ul>") == ""


def chosen_row(markup: str) -> tuple[str, bool]:
    """Text of the chosen row, and whether it is a text row."""
    page = parse(markup)
    row = int(select(page, "text_distribution").facts["row"])
    return page.row_text(row), bool(page.is_text[row])


def test_of_a_chain_of_equal_nodes_the_innermost_is_taken() -> None:
    assert chosen_row("<div><div><p>a b c</p></div></div>") == ("a b c", True)


def test_of_equal_nodes_apart_the_first_is_taken() -> None:
    # Too far apart to strengthen each other; the links make every node around both lighter.
    far = "<br>" * 10
    page = f"<div><p>a b c</p></div>{far}<div><p>d e f</p></div>{far}<a href=/>g h i j k l m n</a>"
    assert chosen_row(page) == ("a b c", True)


def test_scores_are_own_weights() -> None:
    page = parse("<p>a b c</p><p hidden>d</p>")
    selection = select(page, "text_distribution")
    assert selection.score[0] == 3
    assert np.isnan(selection.score[page.is_hidden]).all()


@pytest.mark.parametrize("n_levels", [MAX_LEVELS - 1, MAX_LEVELS, MAX_LEVELS + 1, 3 * MAX_LEVELS])
def test_deep_pages_have_finite_weights(n_levels: int) -> None:
    page = parse("<div>a" * n_levels)
    selection = select(page, "text_distribution")
    assert np.isfinite(selection.facts["weight"])
    assert selection.facts["row"] < 4


def test_below_the_deepest_level_weights_are_sums() -> None:
    page = parse("<div>a" * (MAX_LEVELS + 10))
    deepest = np.flatnonzero(page.is_tag(("div",)))[[MAX_LEVELS - 1, MAX_LEVELS, MAX_LEVELS + 3]]
    assert own_weights(page)[deepest[1:]].tolist() == [10, 7]
    assert own_weights(page)[deepest[0]] > 11
