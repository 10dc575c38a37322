"""symbol_density: the formula of the paper over a plain walk, and a page worked by hand."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from tests import naive
from tests.definitions import rows_of
from tests.each import each
from tests.generated import MARKUP
from tests.zoo import ZOO

from maintext.api import extract, select
from maintext.classify.methods.symbol_density import CONTAINERS, DECORATION, SymbolDensityOptions, scores
from maintext.html import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

OF_THE_SOURCE = SymbolDensityOptions(candidates="all", count_decoration=True)
OPTIONS = [
    SymbolDensityOptions(),
    SymbolDensityOptions(candidates="all"),
    SymbolDensityOptions(count_decoration=True),
    OF_THE_SOURCE,
]


def scores_of_the_paper(markup: str) -> Iterator[tuple[list[float], float]]:
    """score(i) = ln(SD) · TD(i) · log10(P(i) + 2) · ln(SbD(i)), and SD; with each of the options."""
    rows = rows_of(markup)
    unlinked = [t - lt for t, lt in zip(naive.text_chars(rows), naive.link_chars(rows), strict=True)]
    sbd = [chars / (sb + 1) for chars, sb in zip(unlinked, naive.punctuation(rows), strict=True)]
    p, ltgs = naive.paragraphs(rows), naive.anchors(rows)
    tgs = {left_out: naive.tags(rows, without=left_out) for left_out in ((), DECORATION)}
    visible = [i for i, row in enumerate(rows) if not row.is_text and not row.is_hidden]
    for options in OPTIONS:
        counted = zip(unlinked, tgs[() if options.count_decoration else DECORATION], ltgs, strict=True)
        td = [chars / max(tg - ltg, 1) for chars, tg, ltg in counted]
        sd = statistics.pstdev([td[i] for i in visible]) if visible else 0.0
        ln_sd = max(math.log(sd), 0.01) if sd > 0 else 0.01
        score = [-math.inf] * len(rows)
        for i in visible:
            if options.candidates == "all" or rows[i].name in CONTAINERS:
                score[i] = ln_sd * td[i] * math.log10(p[i] + 2) * (math.log(sbd[i]) if sbd[i] > 0 else 0)
        yield score, sd


def assert_scores_are_those_of_the_paper(markup: str) -> None:
    page = parse(markup)
    for options, (expected, expected_sd) in zip(OPTIONS, scores_of_the_paper(markup), strict=True):
        score, sd = scores(page, options)
        np.testing.assert_allclose(score, expected, rtol=1e-9, atol=1e-9)
        assert sd == pytest.approx(expected_sd)


@each("name", ZOO)
def test_scores_of_a_zoo_page_are_those_of_the_paper(name: str) -> None:
    assert_scores_are_those_of_the_paper(ZOO[name])


@settings(deadline=None)
@given(MARKUP)
def test_scores_of_generated_pages_are_those_of_the_paper(markup: str) -> None:
    assert_scores_are_those_of_the_paper(markup)


# -- by hand ------------------------------------------------------------------------------------------

PAGE = "<div><a href=/>Home</a></div><div><p>Alpha, beta.</p><p>Gamma; delta!</p></div>"
#            T   LT  T-LT  TG  LTG  TD     Sb  SbD   P
# html       27  4   23    7   1    23/6   4   23/5  2
#  body      27  4   23    6   1    23/5   4   23/5  2
#   div       4  4    0    2   1     0     0   0     0
#    a        4  4    0    1   1     0     0   0     0
#   div      23  0   23    3   0    23/3   4   23/5  2
#    p       11  0   11    1   0    11     2   11/3  1
#    p       12  0   12    1   0    12     2   4     1
# SD of TD = √(Σ(TD − 5.5857)² / 7) = √20.1758 = 4.4918; ln SD = 1.5022


def by_name(markup: str, name: str) -> list[float]:
    page = parse(markup)
    score, _ = scores(page)
    return [float(score[row]) for row in np.flatnonzero(page.is_tag((name,))).tolist()]


def test_the_standard_deviation_worked_by_hand() -> None:
    assert scores(parse(PAGE))[1] == pytest.approx(4.4918, abs=1e-4)


def test_scores_worked_by_hand() -> None:
    # ln SD · TD · log10(P + 2) · ln SbD
    assert by_name(PAGE, "body") == pytest.approx([1.5022 * 4.6 * 0.60206 * 1.52606], abs=1e-3)
    assert by_name(PAGE, "div") == pytest.approx([0, 1.5022 * 7.66667 * 0.60206 * 1.52606], abs=1e-3)


def test_only_containers_have_a_score() -> None:
    assert by_name(PAGE, "p") == [-math.inf, -math.inf]


def test_the_container_with_the_highest_score_is_kept() -> None:
    assert extract(PAGE, method="symbol_density").text == "Alpha, beta.\n\nGamma; delta!"


def test_as_the_source_has_it_all_tags_count_and_every_element_can_win() -> None:
    page = parse(PAGE.replace("Alpha", "<b>Al</b>pha"))
    options = {"candidates": "all", "count_decoration": True}
    selection = select(page, "symbol_density", options)
    assert "".join(page.row_text(row) for row in np.flatnonzero(selection.keep).tolist()) == "Gamma; delta!"
    score, _ = scores(page, OF_THE_SOURCE)
    first, second = np.flatnonzero(page.is_tag(("p",)))
    # T 11 and 12, TG 2 and 1, Sb 2 and 2, P 1 and 1.
    expected = (12 * math.log(4)) / (11 / 2 * math.log(11 / 3))
    assert score[second] / score[first] == pytest.approx(expected)


# -- edge cases ---------------------------------------------------------------------------------------


def test_a_body_with_inline_links_only_has_one_tag() -> None:
    # TG = 3, LTG = 2: TD is the unlinked text itself, 21 characters.
    markup = "<div>Alpha, <a href=/a>beta</a> and, again, <a href=/b>gamma</a>; delta.</div>"
    assert by_name(markup, "div")[0] > by_name(markup, "body")[0] > 0
    assert extract(markup, method="symbol_density").text == "Alpha, beta and, again, gamma; delta."


def test_a_standard_deviation_up_to_one_does_not_turn_the_order_around() -> None:
    markup = "<div>ab.</div><div>abc.</div>"
    # TD: html 7/4, body 7/3, divs 3 and 4; SD = 0.8362.
    assert scores(parse(markup))[1] == pytest.approx(0.8362, abs=1e-4)
    assert by_name(markup, "div") == pytest.approx(
        [0.01 * 3 * math.log10(2) * math.log(3 / 2), 0.01 * 4 * math.log10(2) * math.log(2)]
    )


def test_a_page_of_links_only_has_no_body() -> None:
    assert extract("<div><a href=/a>Alpha, beta.</a></div>", method="symbol_density").text == ""


def test_the_first_of_equal_containers_wins() -> None:
    text = "Alpha, beta and so on."
    page = f"<div>{text}</div><div>{text}</div>"
    assert extract(page, method="symbol_density").text == text


def test_a_hidden_container_is_no_candidate() -> None:
    page = f"<div>Alpha, beta.</div><div hidden>{'Gamma delta, ' * 20}</div>"
    assert extract(page, method="symbol_density").text == "Alpha, beta."


def without_deviation(markup: str, name: str) -> float:
    return by_name(markup, name)[0] / math.log(scores(parse(markup))[1])


def test_decoration_does_not_make_a_text_thinner() -> None:
    plain = "<div>Alpha, beta and so on.</div>"
    decorated = plain.replace("beta", "<b><i>beta</i></b><br>")
    assert without_deviation(decorated, "div") == pytest.approx(without_deviation(plain, "div"))


def test_the_facts_name_the_row_and_the_deviation() -> None:
    doc = extract(PAGE, method="symbol_density")
    facts = doc.selection.facts
    assert doc.page.row_text(int(facts["row"])) == "Alpha, beta.Gamma; delta!"
    assert facts["sd"] == pytest.approx(4.4918, abs=1e-4)
