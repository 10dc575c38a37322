"""A page that may be a forum, seen as a thread where the model is in doubt."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.features.matrix import feature_matrix
from maintext.features.scene import Scene
from maintext.methods import choice
from maintext.methods.threads import Thread, corrected, in_doubt, read_thread
from maintext.model.kind import Kind
from maintext.page import parse

POSTS = (
    ("Ann", "2024-05-01 10:00", "The pump stops after a minute and I do not know why it does."),
    ("Bob", "2024-05-01 11:30", "Mine did the same until I cleaned the filter below the tank."),
    ("Cyd", "2024-05-02 09:15", "Check the float switch first, it sticks when there is lime on it."),
)
RULES = "Please be kind to one another and search before you ask a question."
RECORDS = [
    f"<div class=post><a class=author href=/u/{who}>{who}</a><time>{when}</time>"
    f"<div class=body>{text}</div><button>Reply</button></div>"
    for who, when, text in POSTS
]
THREAD = f"<h1>Pump stops</h1><p>{RULES}</p><div class=thread>{''.join(RECORDS)}</div>"
ARTICLE = " ".join(["Engineers found cracks in two arches of the bridge on Monday."] * 8)
COMMENTED = THREAD.replace(RULES, ARTICLE)
TWO = COMMENTED.replace(RECORDS[-1], "")
probabilities = st.floats(0, 1)


def probability_of(scene: Scene, known: dict[str, float], default: float) -> np.ndarray:
    return np.array([known.get(text, default) for text in scene.texts])


def read(markup: str, known: dict[str, float]) -> tuple[list[str], list[str]]:
    """The texts of posts, and those from the first comment of an article on."""
    scene = Scene(parse(markup))
    thread = read_thread(scene, probability_of(scene, known, 0.4))
    posts, comments = (
        [scene.texts[i] for i in np.flatnonzero(found)] for found in (thread.posts, thread.comments)
    )
    return posts, comments


def texts_of(markup: str, known: dict[str, float]) -> list[str]:
    return read(markup, known)[0]


# -- posts --------------------------------------------------------------------------------------------


def test_the_texts_of_posts_and_nothing_around_them() -> None:
    assert texts_of(THREAD, {}) == [text.lower() for _, _, text in POSTS]


def test_an_article_with_comments_is_no_thread() -> None:
    likely = {ARTICLE.lower(): 0.9}
    assert texts_of(COMMENTED, likely) == []
    assert len(texts_of(COMMENTED, {})) == len(POSTS)  # nothing outside of the posts is likely


def test_all_behind_an_article_from_its_first_comment_on_are_comments() -> None:
    posts, comments = read(COMMENTED + "<p>Read more of this.</p>", {ARTICLE.lower(): 0.9})
    assert not posts
    assert comments[0].startswith("ann")
    assert comments[-1] == "read more of this."
    assert {text.lower() for _, _, text in POSTS} <= set(comments)


@pytest.mark.parametrize(
    ("markup", "known"),
    [
        pytest.param(THREAD, {RULES.lower(): 0.9}, id="few likely words"),
        pytest.param(TWO, {ARTICLE.lower(): 0.9}, id="two records"),
        pytest.param(THREAD + f"<p>{ARTICLE}</p>", {ARTICLE.lower(): 0.9}, id="behind them"),
        pytest.param(
            COMMENTED, {ARTICLE.lower(): 0.9, **{text.lower(): 0.9 for _, _, text in POSTS}}, id="likely ones"
        ),
        pytest.param(THREAD, {text.lower(): 0.9 for _, _, text in POSTS}, id="a thread"),
    ],
)
def test_a_page_is_an_article_with_comments_only_where_it_is_plain(
    markup: str, known: dict[str, float]
) -> None:
    assert not read(markup, known)[1]


def test_a_likely_line_beside_many_likely_posts_is_no_article() -> None:
    said = {text.lower(): 0.9 for _, _, text in POSTS}
    assert len(texts_of(THREAD, {**said, "pump stops": 0.9})) == len(POSTS)


def test_a_page_without_records_has_no_posts() -> None:
    assert texts_of(f"<h1>Bridge</h1><p>{ARTICLE}</p>", {}) == []


def test_a_page_of_very_many_rows_is_not_asked() -> None:
    assert read(COMMENTED + "<p>x" * 2_500, {ARTICLE.lower(): 0.9}) == ([], [])


# -- probabilities ------------------------------------------------------------------------------------


@given(st.lists(st.tuples(probabilities, st.booleans()), min_size=1))
def test_log_odds_rise_in_posts_and_fall_elsewhere(blocks: list[tuple[float, bool]]) -> None:
    p, in_post = (np.array(column) for column in zip(*blocks, strict=True))
    expected = []
    for value, is_post in blocks:
        held = min(max(value, 1e-6), 1 - 1e-6)
        odds = held / (1 - held) * math.exp(1.0 if is_post else -0.5)
        expected.append(odds / (1 + odds))
    assert corrected(p, in_post) == pytest.approx(expected)


def test_doubt_is_a_low_best_expected_f1() -> None:
    words = np.array([50, 50, 50])
    assert not in_doubt(np.array([0.95, 0.9, 0.05]), words)
    assert in_doubt(np.array([0.35, 0.3, 0.3]), words)


# -- the choice ---------------------------------------------------------------------------------------


def chosen(
    forum: float,
    probability: float,
    monkeypatch: pytest.MonkeyPatch,
    markup: str = THREAD,
    beta: float = 1.0,
) -> choice.Choice:
    kind = Kind("forum", forum, {"article": 1 - forum, "forum": forum})
    monkeypatch.setattr(choice, "kind_of", lambda *_: kind)
    scene = Scene(parse(markup))
    of_blocks = probability_of(scene, {ARTICLE.lower(): 0.9}, probability)
    return choice.choose(scene, feature_matrix(scene), of_blocks, beta)


def test_in_doubt_the_posts_of_a_forum_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    found = chosen(0.5, 0.3, monkeypatch)
    assert found.posts.sum() == len(POSTS)
    assert found.kept[found.posts].all()
    assert (found.probability[found.posts] > 0.3).all()
    assert (found.probability[~found.posts] < 0.3).all()
    said = {choice.VERDICTS[number].reason for number in found.verdict()[found.posts].tolist()}
    assert said == {"the text of a post of a thread"}


LONG = COMMENTED.replace(
    "</time>", "</time>" + "<p>It did so again this morning, and nobody was near.</p>" * 9
)


def test_comments_of_an_article_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = chosen(0.5, 0.45, monkeypatch, LONG)
    assert found.best.sum() > 1
    texts = Scene(parse(LONG)).texts
    assert [texts[i] for i in np.flatnonzero(found.kept)][-1] == ARTICLE.lower()
    said = {choice.VERDICTS[number].reason for number in found.verdict()[found.best & ~found.kept].tolist()}
    assert said == {"in comments or a notice that are doubtful as a whole"}


@pytest.mark.parametrize(("forum", "beta"), [(0.9, 1.0), (0.5, 2.0)], ids=["surely a forum", "recall"])
def test_but_not_of_what_is_a_forum_nor_where_all_is_wanted(
    forum: float, beta: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = chosen(forum, 0.45, monkeypatch, LONG, beta)
    assert (found.kept >= found.best).all()


def test_without_doubt_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "read_thread", lambda *_: pytest.fail("asked"))
    assert not chosen(0.5, 0.9, monkeypatch).posts.any()


def test_nor_of_a_page_that_is_no_forum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "read_thread", lambda *_: pytest.fail("asked"))
    assert not chosen(0.05, 0.3, monkeypatch).posts.any()


def test_posts_that_are_not_found_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Thread(*np.zeros((2, len(Scene(parse(THREAD)).blocks)), dtype=np.bool_))
    monkeypatch.setattr(choice, "read_thread", lambda *_: nothing)
    found = chosen(0.5, 0.3, monkeypatch)
    assert (found.probability == 0.3).all()
    assert not found.posts.any()
