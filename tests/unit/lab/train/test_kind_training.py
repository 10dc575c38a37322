"""Training the kind of a page on pages made for it: it tells what can be told, and says when it cannot."""

from __future__ import annotations

import numpy as np
import pytest

from maintext.classify.features.matrix import FEATURES
from maintext.classify.model.kind import KINDS, kind_inputs
from maintext.errors import DatasetError
from maintext.lab.train.cross_validation import CrossValidated
from maintext.lab.train.dataset import Example
from maintext.lab.train.kind import fit_kind


def page(number: int, kind: str | None, of_set: str = "many") -> CrossValidated:
    """A page whose kind stands in a tenth of its numbers; the others are noise."""
    random = np.random.default_rng(number)
    features = random.random((5, len(FEATURES)), dtype=np.float32)
    at = 40 * KINDS.index(kind) if kind in KINDS else 0
    features[:, at : at + 40] += 1
    example = Example(
        id=str(number),
        set=of_set,
        lang="en",
        page_type=kind,
        site=f"site{number}.example",
        features=features,
        label=np.ones(5, dtype=np.float32),
        n_words=np.full(5, 10),
        word=np.zeros(50, dtype=np.int32),
        gold=np.array([50]),
    )
    return CrossValidated(example, np.array([True, True, True, False, False]), 1.0, 1.0, 1.0)


def test_it_learns_what_the_numbers_say() -> None:
    kinds = [KINDS[i % 4] for i in range(200)]
    model = fit_kind([page(i, kind) for i, kind in enumerate(kinds)])
    assert model.card["accuracy"] > 0.9  # on pages of sites not seen: every page here has its own
    new = page(1000, KINDS[2])
    inputs = kind_inputs(new.example.features, new.example.n_words, new.chosen)
    assert KINDS[int(model.probability(inputs).argmax())] == KINDS[2]


def test_it_is_the_same_every_time() -> None:
    pages = [page(i, KINDS[i % 3]) for i in range(30)]
    assert (fit_kind(pages).weight == fit_kind(pages).weight).all()


def test_a_set_of_few_kinds_counts_little_and_is_reported_apart() -> None:
    many = [page(i, KINDS[i % 3]) for i in range(60)]
    few = [page(100 + i, "article", "news") for i in range(20)]
    card = fit_kind([*many, *few, page(200, None), page(201, "blog")]).card
    assert card["n_pages_of_few_kinds"] == 20
    assert sum(card["n_pages"].values()) == 60


def test_without_kinds_there_is_nothing_to_learn() -> None:
    with pytest.raises(DatasetError, match="page_type"):
        fit_kind([page(i, "article") for i in range(10)])
