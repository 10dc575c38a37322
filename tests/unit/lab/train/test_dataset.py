"""Examples: features, labels and words of gold pages."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.generated import MARKUP

pytest.importorskip("rapidfuzz")

from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import FEATURES
from maintext.html import parse
from maintext.lab.evaluate import GoldPage, word_f1
from maintext.lab.train import Example, build_examples, make_example
from maintext.lab.train.dataset import fold_of, registered_domain

GOLD = st.lists(
    st.sampled_from(["one", "two", "words", "Lead", "x", "中文", "引用，", "3", "other", "_"]), max_size=12
).map(" ".join)
PAGE = "<nav><a href=/>Home page</a></nav><p>One two three four five.</p><p>Six seven eight nine ten.</p>"
TEXT = "One two three four five. Six seven eight nine ten."


def gold_page(
    html: str = PAGE, gold_text: str | None = TEXT, kind: str = "human", url: str | None = None
) -> GoldPage:
    return GoldPage(
        id="set/1", set="set", url=url, lang="en", page_type=None, html=html, gold_text=gold_text,
        gold_kind=kind, with_snippets=(), without_snippets=(), title=None, author=None, date=None,
        encoding=None,
    )  # fmt: skip


def words_of_choice(html: str, chosen: list[bool]) -> str:
    texts = BlockContext(parse(html)).texts
    return "\n".join(text for text, keep in zip(texts, chosen, strict=True) if keep)


@settings(deadline=None)
@given(MARKUP, GOLD, st.data())
def test_the_score_of_a_choice_is_that_of_its_text(html: str, gold: str, data: st.DataObject) -> None:
    example = make_example(gold_page(html, gold))
    n = len(example.label)
    chosen = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    score = word_f1(words_of_choice(html, chosen), gold)
    assert example.score(np.array(chosen, dtype=np.bool_)) == pytest.approx(
        (score.precision, score.recall, score.f1)
    )


def test_an_example_has_features_and_labels_of_every_block() -> None:
    example = make_example(gold_page())
    assert example.features.shape == (3, len(FEATURES))
    assert example.label.tolist() == [0, 1, 1]
    assert example.n_words.tolist() == [2, 5, 5]


def test_words_the_gold_does_not_have_share_a_number() -> None:
    example = make_example(gold_page())
    assert example.word[:2].tolist() == [len(example.gold)] * 2


def test_all_words_of_the_gold_are_counted() -> None:
    assert make_example(gold_page(gold_text="a b a")).gold.tolist() == [2, 1]


@pytest.mark.parametrize(
    ("url", "site"), [("http://News.Example.org/a", "news.example.org"), (None, "set/1")]
)
def test_the_site_is_the_host_or_the_id(url: str | None, site: str) -> None:
    assert make_example(gold_page(url=url)).site == site


def test_a_page_without_blocks_is_an_example() -> None:
    example = make_example(gold_page(html=""))
    assert example.features.shape == (0, len(FEATURES))
    assert example.score(np.zeros(0, dtype=np.bool_)) == (0.0, 0.0, 0.0)


def test_pages_without_a_gold_text_are_left_out() -> None:
    pages = [gold_page(), gold_page(gold_text=None, kind="snippets"), gold_page(gold_text="")]
    assert len(build_examples(pages)) == 1


def test_only_gold_texts_by_a_person_are_ranked() -> None:
    kinds = ("human", "annotated", "tool")
    assert [e.is_ranked for e in build_examples(gold_page(kind=kind) for kind in kinds)] == [
        True,
        True,
        False,
    ]


def test_two_processes_make_the_same_examples() -> None:
    pages = [gold_page(), gold_page(html="<p>Other words of a page.</p>")]
    one, two = build_examples(pages), build_examples(pages, n_jobs=2)
    assert list(map(facts, one)) == list(map(facts, two))


def facts(example: Example) -> tuple[str, bytes, list[float], list[int], list[int]]:
    return (
        example.id,
        example.features.tobytes(),
        example.label.tolist(),
        example.word.tolist(),
        example.gold.tolist(),
    )


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("example.org", "example.org"),
        ("news.example.org", "example.org"),
        ("a.b.example.org", "example.org"),
        ("news.example.co.uk", "example.co.uk"),
        ("example.com.cn", "example.com.cn"),
        ("www.example.com.cn", "example.com.cn"),
        ("localhost", "localhost"),
        ("co.uk", "co.uk"),
        ("", ""),
    ],
)
def test_the_site_is_the_registered_domain(host: str, site: str) -> None:
    assert registered_domain(host) == site


def test_pages_of_a_site_are_in_one_fold() -> None:
    page = make_example(gold_page())
    pages = [replace(page, site=f"{i}.example.org") for i in range(20)]
    others = [replace(page, site=f"{i}.org") for i in range(200)]
    assert len({fold_of(page, 5) for page in pages}) == 1
    assert {fold_of(page, 5) for page in others} == set(range(5))
