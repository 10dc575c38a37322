"""Training on a tiny corpus: what is learned, from which pages, and that it is reproducible."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from tests.tiny import gold_page, markup, paragraphs

pytest.importorskip("lightgbm")
pytest.importorskip("rapidfuzz")

from maintext.api import select
from maintext.classify.features.matrix import FEATURES, VERSION
from maintext.classify.model.trees import HEADLINE, Trees, save_trees
from maintext.document import Document
from maintext.errors import DatasetError
from maintext.html import parse
from maintext.lab.train import Example, TrainOptions, build_examples, fit
from maintext.lab.train.dataset import examples_of_families, sets_of_families
from maintext.options import Options, changed

OPTIONS = TrainOptions(n_trees=20, min_blocks_in_leaf=2, learning_rate=0.2, n_threads=1)
MODULE = import_module("maintext.lab.train.fit")


@cache
def corpus() -> tuple[Example, ...]:
    return tuple(build_examples(gold_page(i) for i in range(12)))


def written(trees: Trees, path: Path) -> bytes:
    save_trees(trees, path)
    return path.read_bytes()


def test_the_rule_of_the_corpus_is_learned(tmp_path: Path) -> None:
    save_trees(fit(corpus(), OPTIONS), tmp_path / "model.npz")
    page = parse(markup(40))
    selection = select(page, "learned", {"model": str(tmp_path / "model.npz")})
    assert Document(page, selection, Options()).text == "\n\n".join(paragraphs(40))


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    first = written(fit(corpus(), OPTIONS), tmp_path / "a.npz")
    assert written(fit(corpus(), OPTIONS), tmp_path / "b.npz") == first


def test_another_seed_gives_another_model() -> None:
    other = TrainOptions(n_trees=20, min_blocks_in_leaf=2, learning_rate=0.2, n_threads=1, seed=2)
    assert fit(corpus(), other).feature.tolist() != fit(corpus(), OPTIONS).feature.tolist()


def test_the_model_has_as_many_trees_as_asked_for() -> None:
    assert len(fit(corpus(), OPTIONS).value) == 2 * OPTIONS.n_trees


def test_the_model_is_the_average_of_two_ensembles() -> None:
    rows = corpus()[0].features
    by_words, by_root = (MODULE.train_booster(corpus(), OPTIONS, power=power) for power in (1.0, 0.5))
    means = (by_words.predict(rows, raw_score=True) + by_root.predict(rows, raw_score=True)) / 2
    assert fit(corpus(), OPTIONS).raw(rows).tolist() == pytest.approx(means.tolist(), abs=1e-6)
    assert by_words.predict(rows).tolist() != by_root.predict(rows).tolist()


@pytest.mark.parametrize("power", [0.5, 1.0])
def test_a_block_weighs_as_a_power_of_its_words(power: float) -> None:
    page = replace(corpus()[0], n_words=np.array([0, 4, 90]), gold=np.array([60, 30]))
    wanted = [(n + 0.5) ** power / ((90 + 30) * (94 + 30)) ** 0.5 for n in (0, 4, 90)]
    assert MODULE._block_weights(page, power).tolist() == pytest.approx(wanted)
    assert MODULE._block_weights(replace(page, n_words=np.array([10**6])), power).tolist()[0] <= 1


def test_the_card_says_what_the_model_is() -> None:
    card = fit(corpus(), OPTIONS, {"note": "tiny"}).card
    assert (card["features_version"], card["n_features"]) == (VERSION, len(FEATURES))
    assert (card["n_pages"], card["pages"]) == (12, {"even": 6, "odd": 6})
    assert card["options"]["n_trees"] == OPTIONS.n_trees
    assert card["note"] == "tiny"


def test_thinned_pages_are_learned_from_too() -> None:
    thin = TrainOptions(n_trees=5, min_blocks_in_leaf=2, n_threads=1, blocks_per_page=10)
    assert np.isfinite(fit(corpus(), thin).value).all()


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(DatasetError, match="no page with a gold text"):
        fit([], OPTIONS)


def test_pages_without_a_block_of_gold_are_an_error() -> None:
    pages = [replace(gold_page(0), html="<p>Other</p>")]
    with pytest.raises(DatasetError, match="no page with a gold text"):
        fit(build_examples(pages), OPTIONS)


def by_a_tool(examples: tuple[Example, ...]) -> list[Example]:
    return [replace(e, gold_kind="tool") for e in examples]


def test_gold_texts_by_another_extractor_are_learned_from_unless_they_weigh_nothing() -> None:
    people, tools = corpus()[:8], by_a_tool(corpus()[8:])
    alone = fit(people, OPTIONS).value
    assert not np.array_equal(fit([*people, *tools], OPTIONS).value, alone)
    assert np.array_equal(fit([*people, *tools], replace(OPTIONS, tool_weight=0.0)).value, alone)


@pytest.mark.parametrize("kind", ["labelled", "written"])
def test_pages_that_nobody_ranks_are_learned_from_unless_they_weigh_nothing(kind: str) -> None:
    people, others = corpus()[:8], [replace(e, gold_kind=kind) for e in corpus()[8:]]
    alone = fit(people, OPTIONS).value
    half, none = (changed(OPTIONS, {f"{kind}_weight": weight}) for weight in (0.5, 0.0))
    assert not np.array_equal(fit([*people, *others], half).value, alone)
    assert np.array_equal(fit([*people, *others], none).value, alone)


def test_some_pages_are_seen_without_names_and_declarations() -> None:
    named, declared = FEATURES.index("n_named_content"), FEATURES.index("page_is_article")
    features = np.ones((3, len(FEATURES)), dtype=np.float32)
    random = np.random.default_rng(0)
    seen = [MODULE._hide_names(features.copy(), random, 0.3) for _ in range(400)]
    bare = [(page[:, named] == 0).all() for page in seen]
    undeclared = [(page[:, declared] == 0).all() for page in seen]
    assert 0.2 < np.mean(bare) < 0.4
    assert 0.2 < np.mean(undeclared) < 0.4
    assert (MODULE._hide_names(features.copy(), random, 0.0) == features).all()
    kept = FEATURES.index("log_words")
    assert all((page[:, kept] == 1).all() for page in seen)


# -- trees for families --------------------------------------------------------------------------------


def with_kinds(*kinds: str) -> tuple[Example, ...]:
    """The corpus, its one set with pages of these kinds in turn, the other with articles."""
    return tuple(
        replace(e, page_type=kinds[i // 2 % len(kinds)] if e.set == "odd" else "article")
        for i, e in enumerate(corpus())
    )


def test_sets_of_many_kinds_have_trees_of_their_own() -> None:
    examples = with_kinds("product", "listing", "article")
    trees = fit(examples, OPTIONS)
    assert set(trees.of_family) == {"other", "article"}
    for family, its in (("other", "odd"), ("article", "even")):
        alone = fit([e for e in examples if e.set == its], replace(OPTIONS, n_trees=13))
        assert alone.of_family == {}
        for name in ("feature", "threshold", "mask", "value"):
            assert getattr(trees.of_family[family], name).tolist() == getattr(alone, name).tolist()


@pytest.mark.parametrize("kinds", [("article",), ("article", "forum"), ("article", "recipe", "story")])
def test_without_three_known_kinds_there_are_none(kinds: tuple[str, ...]) -> None:
    assert fit(with_kinds(*kinds), OPTIONS).of_family == {}


def test_families_do_not_learn_from_pages_that_were_made_up() -> None:
    examples = with_kinds("product", "listing", "article")
    made_up = [replace(e, set="made", gold_kind="written", page_type="forum") for e in corpus()[:4]]
    of_families = {"article": frozenset({"even"}), "other": frozenset({"odd"})}
    assert sets_of_families([*examples, *made_up]) == of_families
    assert sets_of_families([*with_kinds("article"), *made_up]) == {}


FROM_HEADLINE = FEATURES.index("from_headline")


def with_headlines(n: int) -> list[Example]:
    """Pages whose fourth block is the headline; it is main content on every other one."""
    return [with_headline(corpus()[i % 12], i) for i in range(n)]


def with_headline(page: Example, i: int) -> Example:
    features, label = page.features.copy(), page.label.copy()
    features[:, FROM_HEADLINE] = np.arange(len(label)) - 3
    label[3] = i % 2
    return replace(page, id=str(i), features=features, label=label)


def test_headlines_are_learned_from_alone() -> None:
    pages = with_headlines(100)
    found = examples_of_families(pages)[HEADLINE]
    assert [one.id for one in found] == [page.id for page in pages]
    for one, page in zip(found, pages, strict=True):
        assert one.features.tolist() == page.features[3:4].tolist()
        assert one.label.tolist() == [page.label[3]]
        assert one.n_words.tolist() == [page.n_words[3]]
        before = page.n_words[:3].sum()
        assert one.word.tolist() == page.word[before : before + page.n_words[3]].tolist()
    assert len(fit(pages, OPTIONS).of_family[HEADLINE].value) == 2 * 13


def test_few_headlines_have_no_trees() -> None:
    pages = with_headlines(100)
    assert HEADLINE not in examples_of_families([*pages[:99], replace(pages[99], gold_kind="written")])
    assert HEADLINE not in fit(pages[:99], OPTIONS).of_family
    assert HEADLINE not in examples_of_families([page for page in with_headlines(400) if page.label[3]])
    pages[7].features[:, FROM_HEADLINE] = 0  # a page without a headline
    assert HEADLINE not in examples_of_families(pages)


@pytest.mark.parametrize("has_gold", [True, False])
def test_a_family_of_one_block_or_without_gold_does_not_end_the_training(has_gold: bool) -> None:
    (block,) = build_examples([replace(gold_page(20), html="<p>one", gold_text="one" if has_gold else "x")])
    untyped = [replace(example, page_type=None) for example in corpus()]
    trees = fit([replace(block, set="typed", page_type="article"), *untyped], OPTIONS)
    assert set(trees.of_family) == ({"article"} if has_gold else set())
