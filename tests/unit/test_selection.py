from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from maintext.page import Page, parse
from maintext.selection import Outcome, Selection, Selector

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
