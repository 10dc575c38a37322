"""Pages of which only pieces are known: what the pieces say, and how they are used in a training."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.tiny import gold_page, paragraphs

pytest.importorskip("lightgbm")
pytest.importorskip("rapidfuzz")

from maintext.errors import DatasetError
from maintext.evaluate import GoldPage
from maintext.train import Example, TrainOptions, build_examples, cross_validate, fit, leave_out, make_example
from maintext.train.dataset import is_usable
from maintext.train.fit import probabilities, scored_pages, scored_pieces
from maintext.train.partial import filled, label_pieces

OPTIONS = TrainOptions(n_trees=20, min_blocks_in_leaf=2, learning_rate=0.2, n_threads=1)
STORY = "the old stone bridge over the river was closed on monday".split()
TEASER = "the old stone bridge over the river".split()
MENU = "home news sport weather travel contact".split()


def shown(labels: list[float]) -> list[str]:
    return ["?" if math.isnan(label) else f"{label:g}" for label in labels]


def pieces_page(i: int, wanted: tuple[str, ...], unwanted: tuple[str, ...] = ()) -> GoldPage:
    page = replace(gold_page(i), id=f"s{i}", set="pieces", gold_text=None, gold_kind="snippets")
    return replace(page, with_snippets=wanted, without_snippets=unwanted)


def test_a_block_that_holds_a_wanted_piece_is_main_text() -> None:
    assert shown(label_pieces([MENU, STORY], ["bridge over the".split()], [])) == ["?", "1"]


def test_a_wanted_piece_that_several_blocks_hold_says_nothing() -> None:
    assert shown(label_pieces([TEASER, STORY], [TEASER[2:]], [])) == ["?", "?"]


def test_long_blocks_inside_a_wanted_piece_are_main_text() -> None:
    assert shown(label_pieces([STORY[:6], STORY[6:], ["on"]], [STORY], [])) == ["1", "1", "?"]


def test_all_copies_of_an_unwanted_piece_are_boilerplate() -> None:
    assert shown(label_pieces([MENU, STORY, MENU], [], [MENU])) == ["0", "?", "0"]


def test_a_long_block_that_happens_to_hold_an_unwanted_word_stays_unknown() -> None:
    assert shown(label_pieces([["river"], STORY], [], [["river"]])) == ["0", "?"]


def test_a_block_that_is_both_stays_unknown() -> None:
    assert shown(label_pieces([STORY], [STORY], [STORY])) == ["?"]


def test_pieces_of_hardly_any_letters_say_nothing() -> None:
    assert shown(label_pieces([["on", "a"], STORY], [["on"]], [["a"]])) == ["?", "?"]


def test_chinese_pieces_are_found() -> None:
    blocks = [list("首页国内国际体育"), list("城东的老石桥下周一开始封闭维修")]
    assert shown(label_pieces(blocks, [list("老石桥下周一")], [list("国内国际")])) == ["0", "1"]


def test_what_the_pieces_do_not_say_a_model_says() -> None:
    example = make_example(pieces_page(2, (paragraphs(2)[0],), ("Contact us",)))
    assert example.is_partial
    n = len(example.label)
    probability = np.linspace(0.99, 0.01, n)
    page = filled(example, probability)
    assert page is not None
    assert not page.is_partial
    known = ~np.isnan(example.label)
    assert (page.label[known] == example.label[known]).all()
    assert set(page.label[~known].tolist()) == {0.0, 1.0}
    assert page.label[0] == 1  # the surest one
    assert page.gold.sum() == example.n_words[page.label == 1].sum()


def test_a_page_with_hardly_any_main_text_is_left_out() -> None:
    example = make_example(pieces_page(2, ("nothing of this is there",)))
    assert filled(example, np.zeros(len(example.label))) is None


def test_pages_with_wanted_pieces_are_usable() -> None:
    assert is_usable(pieces_page(1, ("words",)))
    assert not is_usable(pieces_page(1, (), ("words",)))
    assert is_usable(gold_page(1))
    assert not is_usable(replace(gold_page(1), gold_kind="tool"))


def corpus() -> list[Example]:
    pieces = (pieces_page(i, (paragraphs(i)[1],), ("All about the ferry",)) for i in range(20, 26))
    return build_examples([*(gold_page(i) for i in range(12)), *pieces])


def test_pieces_change_the_model_unless_they_weigh_nothing() -> None:
    whole = [e for e in corpus() if not e.is_partial]
    assert len(whole) == 12
    without = fit(whole, OPTIONS).value
    assert not np.array_equal(fit(corpus(), OPTIONS).value, without)
    assert np.array_equal(fit(corpus(), replace(OPTIONS, piece_weight=0.0)).value, without)


def test_only_whole_gold_texts_are_scored() -> None:
    assert [s.example.id for s in cross_validate(corpus(), OPTIONS)] == [f"p{i}" for i in range(12)]
    with pytest.raises(DatasetError, match="no page of the set 'pieces'"):
        leave_out(corpus(), "pieces", OPTIONS)


def test_pieces_alone_cannot_be_learned_from() -> None:
    with pytest.raises(DatasetError, match="no page with a gold text"):
        fit([e for e in corpus() if e.is_partial], OPTIONS)


def test_pages_known_in_pieces_are_checked_by_models_that_have_not_seen_their_site() -> None:
    found = probabilities(corpus(), OPTIONS)
    checked = scored_pieces(found)
    assert [c.example.id for c in checked] == [f"s{i}" for i in range(20, 26)]
    assert {c.with_rate for c in checked} == {1.0}
    assert {c.without_rate for c in checked} == {0.0}
    assert len(scored_pages(found)) == 12
