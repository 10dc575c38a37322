"""Score the trees on pages of unseen sites or sets. The same seed gives the same scores."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.classify.model.decision import adjust_log_odds, max_expected_f1_set
from maintext.classify.model.trees import Trees
from maintext.errors import DatasetError
from maintext.html.arrays import Bool, Float
from maintext.lab.train.dataset import Example, fold_of, site_of
from maintext.lab.train.fit import TrainOptions, train_trees

__all__ = ["CrossValidated", "cross_validate", "leave_out", "probabilities", "scored_page"]


@dataclass(frozen=True, slots=True)
class CrossValidated:
    """Chosen blocks and scores of one page, by a model that has not seen its site or set."""

    example: Example
    chosen: Bool
    precision: float
    recall: float
    f1: float


def cross_validate(
    examples: Sequence[Example],
    options: TrainOptions,
    *,
    n_folds_run: int | None = None,
    share: float = 1.0,
    without: Collection[str] = (),
) -> list[CrossValidated]:
    """Score every page with a person's gold text by a model trained on the other sites, in order.

    ``n_folds_run`` limits the folds, ``share`` the share of the pages to train on; the models may not use the
    features named in ``without``.
    """
    scored = probabilities(examples, options, n_folds_run=n_folds_run, share=share, without=without)
    return [scored_page(example, p) for example, p in scored if example.is_ranked]


def probabilities(
    examples: Sequence[Example],
    options: TrainOptions,
    *,
    n_folds_run: int | None = None,
    share: float = 1.0,
    without: Collection[str] = (),
) -> list[tuple[Example, Float]]:
    """Return the ranked and labelled pages with probabilities of their blocks, as :func:`cross_validate`."""
    # Pages are drawn by a hash, so that a smaller share is a part of a larger one.
    used = [
        (fold_of(e, options.n_folds), e) for e in examples if zlib.crc32(e.id.encode()) % 1000 < share * 1000
    ]
    judged: defaultdict[int, list[int]] = defaultdict(list)
    for i, e in enumerate(examples):
        if e.is_ranked or e.gold_kind == "labelled":
            judged[fold_of(e, options.n_folds)].append(i)
    found: dict[int, Float] = {}
    for k in sorted(judged)[:n_folds_run]:
        trees = train_trees([e for fold, e in used if fold != k], options, without)
        for i in judged[k]:
            found[i] = _predict_blocks(trees, examples[i])
    return [(examples[i], found[i]) for i in sorted(found)]


def leave_out(examples: Sequence[Example], left_out: str, options: TrainOptions) -> list[CrossValidated]:
    """Score the pages of one set by a model trained on the other sets.

    Pages of other sets on sites of this set are left out too.

    Raises
    ------
    DatasetError
        No page is of that set, or none of another.
    """
    scored = [e for e in examples if e.set == left_out and e.is_ranked]
    if not scored:
        raise DatasetError(f"no page of the set {left_out!r} to leave out: check its name")
    sites = {site_of(e) for e in scored}
    trees = train_trees([e for e in examples if e.set != left_out and site_of(e) not in sites], options)
    return [scored_page(e, _predict_blocks(trees, e)) for e in scored]


def _predict_blocks(trees: Trees, example: Example) -> Float:
    return trees.probability(example.features) if len(example.label) else np.zeros(0)


def scored_page(example: Example, probability: Float) -> CrossValidated:
    """Choose the blocks of a page by probabilities, and score them."""
    if len(probability) == 0:
        return CrossValidated(example, np.zeros(0, dtype=np.bool_), 0.0, 0.0, 0.0)
    chosen = max_expected_f1_set(adjust_log_odds(probability, example.n_words), example.n_words)
    return CrossValidated(example, chosen, *example.score(chosen))
