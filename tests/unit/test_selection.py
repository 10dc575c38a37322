from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from maintext.html import Page, parse
from maintext.html.blocks import find_blocks
from maintext.selection import BlockSelector, Outcome, Selection, Selector, Verdict

# Rows: 0 html, 1 head, 2 body, 3 p, 4 "one", 5 p hidden, 6 "two", 7 p, 8 "three"
PAGE = parse("<p>one</p><p hidden>two</p><p>three</p>")
ALL = np.ones(len(PAGE), dtype=np.bool_)
NONE = ~ALL


def only(*rows: int) -> np.ndarray:
    chosen = NONE.copy()
    chosen[list(rows)] = True
    return chosen


def kept(selection: Selection) -> list[int]:
    return np.flatnonzero(selection.keep).tolist()


# -- Selector -----------------------------------------------------------------------------------------


def test_everything_is_dropped_at_the_start() -> None:
    selection = Selector(PAGE, "not reached").done("m")
    assert kept(selection) == []
    assert [selection.why(row) for row in (4, 6, 8)] == ["not reached", "hidden from readers", "not reached"]


def test_only_visible_texts_can_be_kept() -> None:
    assert kept(Selector(PAGE, "no").keep(ALL, "yes").done("m")) == [4, 8]


def test_hidden_texts_can_be_kept_when_let_in() -> None:
    assert kept(Selector(PAGE, "no", also_hidden=True).keep(ALL, "yes").done("m")) == [4, 6, 8]


def test_the_last_rule_wins() -> None:
    selection = (
        Selector(PAGE, "no").keep(ALL, "yes").drop(only(4), "then no").keep(only(4), "after all").done("m")
    )
    assert kept(selection) == [4, 8]
    assert [selection.why(4), selection.why(8)] == ["after all", "yes"]


def test_a_dropped_text_has_the_reason_of_the_rule() -> None:
    selection = Selector(PAGE, "no").keep(ALL, "yes").drop(only(8), "a rail").done("m")
    assert kept(selection) == [4]
    assert selection.why(8) == "a rail"


def test_rules_say_nothing_about_hidden_texts() -> None:
    assert Selector(PAGE, "no").keep(ALL, "yes").done("m").why(6) == "hidden from readers"


def test_elements_have_no_reason() -> None:
    selection = Selector(PAGE, "no").keep(ALL, "yes").done("m")
    assert [selection.why(row) for row in (0, 1, 2, 3, 5, 7)] == [""] * 6


def test_without_a_score_all_scores_are_nan() -> None:
    score = Selector(PAGE, "no").done("m").score
    assert score.dtype == np.float32
    assert np.isnan(score).all()


def test_a_score_is_kept_as_float32() -> None:
    score = Selector(PAGE, "no").done("m", score=np.arange(len(PAGE), dtype=np.float64)).score
    assert score.dtype == np.float32
    assert score.tolist() == list(range(len(PAGE)))


def test_facts_are_kept() -> None:
    assert Selector(PAGE, "no").done("m", facts={"row": 3}).facts == {"row": 3}


# -- Selection ----------------------------------------------------------------------------------------


def test_a_selection_names_its_method() -> None:
    assert Selector(PAGE, "no").done("m").method == "m"


@pytest.mark.parametrize("column", ["keep", "score", "reason"])
def test_columns_are_read_only(column: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(Selector(PAGE, "no").done("m"), column)[0] = 1


def test_a_selection_cannot_be_assigned_to() -> None:
    with pytest.raises(FrozenInstanceError):
        Selector(PAGE, "no").done("m").method = "n"  # type: ignore[misc]


def outcome(page: Page, rows: np.ndarray) -> Outcome:
    return Selector(page, "no").keep(rows, "yes").done("m").outcome(page)


def test_something_kept_is_found() -> None:
    assert outcome(PAGE, only(4)) is Outcome.FOUND


def test_nothing_kept_of_some_text_is_no_content() -> None:
    assert outcome(PAGE, NONE) is Outcome.NO_CONTENT


@pytest.mark.parametrize("markup", ["", "<p> </p>", "<title>t</title><p hidden>x</p><script>y</script>"])
def test_a_page_without_visible_text_is_no_text(markup: str) -> None:
    page = parse(markup)
    assert outcome(page, np.ones(len(page), dtype=np.bool_)) is Outcome.NO_TEXT


def test_white_space_kept_is_not_found() -> None:
    page = parse("<p>one</p> <p>two</p>")
    space = page.is_text & (page.n_chars == 0)
    assert space.any()
    assert outcome(page, space) is Outcome.NO_CONTENT


# -- whole blocks -------------------------------------------------------------------------------------

# Rows: 0 html, 1 head, 2 body, 3 p, 4 "one", 5 b, 6 " ", 7 p, 8 "two", 9 "\n", 10 p hidden, 11 "three"
SPACED = parse("<body><p>one<b> </b></p><p>two</p>\n<p hidden>three</p>")
BLOCK_SELECTOR = BlockSelector("m", "no block", (Verdict("good", keep=True), Verdict("bad", keep=False)))


def by_blocks(*verdict: int) -> Selection:
    """A verdict on each visible block."""
    score = np.array([0.75, 0.25])
    return BLOCK_SELECTOR.select(SPACED, find_blocks(SPACED).of_row, np.array(verdict), score, {"n": 2})


def test_blocks_are_kept_by_their_verdict() -> None:
    assert kept(by_blocks(1, 0)) == [8]
    assert [by_blocks(1, 0).why(row) for row in (4, 8)] == ["bad", "good"]


def test_white_space_goes_with_its_block() -> None:
    selection = by_blocks(0, 1)
    assert kept(selection) == [4, 6]
    assert selection.why(6) == "white space in a kept block"
    assert selection.why(9) == "white space outside the kept blocks"


def test_text_in_no_block_is_dropped_for_the_start_or_as_hidden() -> None:
    assert by_blocks(0, 0).why(11) == "hidden from readers"
    first = np.where(find_blocks(SPACED).of_row == 0, 0, -1)
    selection = BLOCK_SELECTOR.select(SPACED, first, np.array([0]), np.ones(1), {})
    assert selection.why(8) == "no block"


def test_scores_of_blocks_are_those_of_their_rows() -> None:
    score = by_blocks(0, 0).score
    assert score[[4, 8]].tolist() == [0.75, 0.25]
    assert np.isnan(score[[0, 3, 6, 9, 11]]).all()


def test_a_selection_of_blocks_is_that_of_the_rules_one_by_one() -> None:
    of_row = find_blocks(SPACED).of_row
    chain = (
        Selector(SPACED, "no block", also_hidden=True)
        .keep(of_row == 1, "good").drop(of_row == 0, "bad").done("m")
    )  # fmt: skip
    selection = by_blocks(1, 0)
    assert selection.reasons == chain.reasons
    assert selection.reason.tolist() == chain.reason.tolist()
    assert selection.keep.tolist() == chain.keep.tolist()
    assert not selection.keep.flags.writeable


def test_a_page_without_blocks_has_a_selection_of_nothing() -> None:
    none = np.zeros(0)
    of_row = np.full(len(SPACED), -1)
    selection = BLOCK_SELECTOR.select(SPACED, of_row, none.astype(np.int64), none, {})
    assert kept(selection) == []
    assert selection.why(4) == "no block"
