"""What the learned method adds to the best set of blocks, and drops from it."""

from __future__ import annotations

import numpy as np
import pytest

from maintext.features.matrix import feature_matrix
from maintext.features.scene import Scene
from maintext.methods import choice
from maintext.methods.choice import doubtful_regions, whole_parts
from maintext.model.kind import Kind
from maintext.page import parse


def added(markup: str, probability: dict[str, float]) -> list[str]:
    """Texts that are added when blocks are chosen from one half on; each is .9 but those named."""
    scene = Scene(parse(markup))
    values = np.array([probability.get(text, 0.9) for text in scene.texts])
    chosen = values >= 0.5
    parts = whole_parts(scene, values, chosen) & ~chosen
    return [text for text, is_added in zip(scene.texts, parts, strict=True) if is_added]


LINES = "".join(f"<tr><td>name {i}</td><td>value {i}</td></tr>" for i in range(10))


def test_the_rest_of_a_table_that_is_chosen_in_nearly_all_lines() -> None:
    assert added(f"<p>a b</p><table>{LINES}</table>", {"value 9": 0.1, "name 9": 0.1}) == [
        "name 9",
        "value 9",
    ]


def test_not_of_a_table_chosen_in_half_of_its_lines() -> None:
    unlikely = {f"{what} {i}": 0.01 for what in ("name", "value") for i in range(5, 10)}
    assert added(f"<p>a b</p><table>{LINES}</table>", unlikely) == []


def test_not_of_a_table_that_lays_out_the_page() -> None:
    prose = " ".join(["word"] * 160)
    markup = f"<table>{LINES}<tr><td>menu</td><td>{prose}</td></tr></table>"
    assert added(markup, {"menu": 0.1}) == []


def test_a_short_heading_between_chosen_blocks() -> None:
    markup = "<p>first text</p><h3>two words</h3><p>second text</p><h3>last words</h3>"
    assert added(markup, {"two words": 0.3, "last words": 0.3}) == ["two words"]


def test_no_heading_that_is_unlikely_linked_or_the_first() -> None:
    assert added("<p>a b</p><h3>two words</h3><p>c d</p>", {"two words": 0.2}) == []
    assert added("<p>a b</p><h3><a href=/x>two words</a></h3><p>c d</p>", {"two words": 0.4}) == []
    assert added("<p>a b</p><h1>two words</h1><p>c d</p>", {"two words": 0.4}) == []


def test_a_formula_between_chosen_blocks() -> None:
    markup = "<p>so that</p><div><math><mi>x</mi><mo>=</mo><mn>2</mn></math></div><p>holds</p>"
    assert added(markup, {"x=2": 0.01}) == ["x=2"]


# -- regions ------------------------------------------------------------------------------------------

PROSE = " ".join(["word"] * 30)
COMMENTS = f"<p>{PROSE}</p><div class=comments><p>well said</p><p>not so</p><p>who knows</p></div>"


def left_out(markup: str, probability: list[float]) -> list[str]:
    """The comments that are dropped where blocks from .4 on are chosen."""
    scene = Scene(parse(markup))
    values = np.array(probability)
    dropped = doubtful_regions(
        feature_matrix(scene), values, scene.blocks.n_words, values >= 0.4, keep_comments=False
    )
    return [text for text, is_dropped in zip(scene.texts, dropped, strict=True) if is_dropped]


def test_doubtful_comments_are_dropped_together() -> None:
    assert left_out(COMMENTS, [0.9, 0.5, 0.7, 0.2]) == ["well said", "not so"]


def test_comments_that_are_likely_as_a_whole_stay() -> None:
    assert left_out(COMMENTS, [0.9, 0.5, 0.7, 0.7]) == []


def test_words_count_and_not_blocks() -> None:
    longer = COMMENTS.replace("well said", PROSE)
    assert left_out(longer, [0.9, 0.7, 0.5, 0.2]) == []
    assert left_out(longer, [0.9, 0.5, 0.9, 0.9]) == [PROSE, "not so", "who knows"]


def test_comments_stay_where_they_are_all_there_is() -> None:
    assert left_out(COMMENTS.replace(PROSE, "a few words"), [0.9, 0.5, 0.5, 0.5]) == []


@pytest.mark.parametrize(("name", "bound"), [("comments", 0.6), ("cookie-bar", 0.2)])
def test_regions_have_bounds_of_their_own(name: str, bound: float) -> None:
    region = f"<p>{PROSE}</p><div class={name}><p>one</p><p>two three four</p></div>"
    other = (4 * bound - 0.4) / 3  # with it the mean of the four words is the bound
    assert "one" in left_out(region, [0.9, 0.4, other - 0.01])
    assert left_out(region, [0.9, 0.4, other + 0.01]) == []


def test_nothing_is_doubtful_outside_of_comments() -> None:
    assert left_out(COMMENTS.replace("comments", "chapters"), [0.9, 0.5, 0.5, 0.5]) == []


def chosen_with_comments(beta: float, forum: float, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts kept of a page whose kind is a forum with some probability."""
    kind = Kind("article", 1 - forum, {"article": 1 - forum, "forum": forum})
    monkeypatch.setattr(choice, "kind_of", lambda *_: kind)
    scene = Scene(parse(COMMENTS))
    found = choice.choose(scene, feature_matrix(scene), np.array([0.9, 0.5, 0.5, 0.5]), beta)
    assert not (found.kept & found.doubtful).any()
    return [text for text, is_kept in zip(scene.texts, found.kept, strict=True) if is_kept]


@pytest.mark.parametrize("beta", [0.5, 1.0])
def test_a_page_that_is_no_forum_loses_its_doubtful_regions(
    beta: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert chosen_with_comments(beta, 0.05, monkeypatch) == [PROSE]


def test_a_forum_and_a_focus_on_recall_keep_them(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = [PROSE, "well said", "not so", "who knows"]
    assert chosen_with_comments(1.0, 0.2, monkeypatch) == everything
    assert chosen_with_comments(2.0, 0.05, monkeypatch) == everything


def test_the_reason_of_dropped_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = Kind("article", 1.0, {"article": 1.0, "forum": 0.0})
    monkeypatch.setattr(choice, "kind_of", lambda *_: kind)
    scene, values = Scene(parse(COMMENTS)), np.array([0.9, 0.5, 0.5, 0.1])
    found = choice.choose(scene, feature_matrix(scene), values, 1.0)
    said = [choice.VERDICTS[number] for number in found.verdict().tolist()]
    assert [one.keep for one in said] == found.kept.tolist()
    assert ["comments" in one.reason for one in said] == found.doubtful.tolist()
