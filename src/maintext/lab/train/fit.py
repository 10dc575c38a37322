"""Fit the boosted trees of the learned method.

The one file that imports LightGBM. The same seed gives the same model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.classify.features.matrix import FAR, FEATURES, VERSION
from maintext.classify.model.trees import MAX_LEAVES, Trees
from maintext.errors import DatasetError, needs_extra
from maintext.html.arrays import Bool, Float
from maintext.lab.train.dataset import Example, examples_of_families, learned_pages
from maintext.options import CheckedOptions, option

__all__ = [
    "WORD_POWERS", "TrainOptions", "fit", "from_lightgbm", "mean_of", "train_booster", "train_trees",
]  # fmt: skip

# A model is the average of two ensembles. A block weighs as a power of its words: the second ensemble learns
# more from short blocks.
WORD_POWERS = (1.0, 0.5)
_FAMILY_SHARE = 2 / 3  # of the trees for all pages
_STEPS_TO_NAMED = [i for i, name in enumerate(FEATURES) if name.startswith("named_")]
_N_NAMED = [i for i, name in enumerate(FEATURES) if name.startswith("n_named_")]
_DECLARED = [
    i
    for i, name in enumerate(FEATURES)
    if name.startswith("page_data_") or name in {"page_is_article", "description_cover"}
]


def _weight_option(default: float, pages: str, gain: str) -> Any:
    text = f"What a page counts {pages}; 0: nothing. Such pages are never scored."
    return option(default, text, source=f"docs/model-card.md: worth {gain}", minimum=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOptions(CheckedOptions):
    """Options of the training."""

    n_trees: int = option(
        150,
        "Trees of each of the two ensembles for all pages; two thirds as many for each family.",
        source="docs/model-study.md, Trees", minimum=1,
    )  # fmt: skip
    learning_rate: float = option(
        0.15, "Share of each tree that is added.", source="docs/model-study.md, Trees", minimum=0.001
    )
    min_blocks_in_leaf: int = option(100, "Fewest blocks in a leaf.", source="prototype", minimum=1)
    feature_share: float = option(
        0.45, "Share of the features each tree may use.", source="docs/model-study.md, Trees", minimum=0.01
    )
    blocks_per_page: int = option(
        150, "Larger pages are thinned to about this many blocks for training.",
        source="costs nothing", minimum=10,
    )  # fmt: skip
    group_balance: float = option(
        0.5, "0: every page counts alike; 1: every set, language and page type.",
        source="five folds: .25 .9098, mean of the groups .876; .5 .9106, .879", minimum=0,
    )  # fmt: skip
    tool_weight: float = _weight_option(1.0, "whose gold text another extractor made", ".02 on sets not seen")
    written_weight: float = _weight_option(
        0.2, "that was made up with its gold text", ".01 to .02 on sets not seen"
    )
    labelled_weight: float = _weight_option(
        0.7, "whose blocks a language model labelled", ".01 to .04 on sets not seen; .5 to 1 are alike"
    )
    bare_share: float = option(
        0.15,
        "Share of the pages seen without the names of elements; as many without what their head declares.",
        source="docs/model-card.md: .3 helps on sets not seen, .15 costs nothing on sites seen", minimum=0,
    )  # fmt: skip
    n_folds: int = option(5, "Folds of the cross-validation, grouped by site.", minimum=2)
    n_threads: int = option(2, "Threads of LightGBM.", minimum=1)
    seed: int = option(1, "Seed of everything random.", minimum=0)


def fit(examples: Sequence[Example], options: TrainOptions, card: dict[str, Any] | None = None) -> Trees:
    """Train on all examples and return the model, with ensembles for families.

    Families learn from :func:`~maintext.lab.train.dataset.examples_of_families`.

    Raises
    ------
    MissingExtraError, DatasetError
        As :func:`train_trees`.
    """
    facts = {
        "features_version": VERSION,
        "n_features": len(FEATURES),
        **learned_pages([(e.set, e.id) for e in examples]),
        "options": asdict(options),
    }
    family_options = replace(options, n_trees=max(1, round(_FAMILY_SHARE * options.n_trees)))
    of_family = {
        family: train_trees(its, family_options)
        for family, its in examples_of_families(examples).items()
        if any((e.label >= 0.5).any() for e in its)
    }
    return replace(train_trees(examples, options), card=facts | (card or {}), of_family=of_family)


def train_trees(examples: Sequence[Example], options: TrainOptions, without: Collection[str] = ()) -> Trees:
    """Train two boosted ensembles on all examples and return their average.

    A block weighs as its words in one, and as the square root of its words in the other. Features whose names
    are in ``without`` are not used.

    Raises
    ------
    MissingExtraError
        LightGBM is not installed.
    DatasetError
        There is nothing to learn from.
    """
    boosters = [train_booster(examples, options, without, power) for power in WORD_POWERS]
    return mean_of([from_lightgbm(one.dump_model(), {}) for one in boosters])


def train_booster(
    examples: Sequence[Example], options: TrainOptions, without: Collection[str] = (), power: float = 1.0
) -> Any:
    """Train on the examples, and return the ``lightgbm.Booster``."""
    with needs_extra("lightgbm", "train"):
        import lightgbm  # noqa: PLC0415 - an extra
    examples = [e for e in examples if _weight_of_kind(e, options)]
    if not any((e.label >= 0.5).any() for e in examples):
        raise DatasetError("no page with a gold text that its blocks hold; training needs some")
    features, label, weight = _thin_blocks(examples, options, power)
    features[:, [FEATURES.index(name) for name in without]] = 0  # a constant splits nothing
    parameters = {
        "objective": "binary", "num_leaves": MAX_LEAVES, "learning_rate": options.learning_rate,
        "min_data_in_leaf": min(options.min_blocks_in_leaf, max(1, len(label) // 20)),
        # Of a single block bagging would leave nothing.
        "feature_fraction": options.feature_share, "bagging_fraction": 0.7 if len(label) > 1 else 1.0,
        "bagging_freq": 1, "lambda_l2": 5.0, "max_bin": 63, "num_threads": options.n_threads,
        "seed": options.seed, "deterministic": True, "force_row_wise": True, "verbose": -1,
    }  # fmt: skip
    data = lightgbm.Dataset(features, label, weight=weight)
    return lightgbm.train(parameters, data, options.n_trees)


def _thin_blocks(
    examples: Sequence[Example], options: TrainOptions, power: float
) -> tuple[NDArray[np.float32], Bool, NDArray[np.float32]]:
    """Return features, labels and weights of a sample of the blocks; it has the weight of all."""
    random = np.random.default_rng(options.seed)
    balance = _page_weights(examples, options)
    features, labels, weights = [], [], []
    for e, of_group in zip(examples, balance, strict=True):
        share = min(1.0, options.blocks_per_page / max(len(e.label), 1))
        kept = random.random(len(e.label)) < share
        features.append(_hide_names(e.features[kept], random, options.bare_share))
        labels.append(e.label[kept] >= 0.5)
        weights.append((_block_weights(e, power) * of_group / share)[kept])
    weight = np.concatenate(weights)
    return np.concatenate(features), np.concatenate(labels), (weight / weight.mean()).astype(np.float32)


def _hide_names(
    features: NDArray[np.float32], random: np.random.Generator, share: float
) -> NDArray[np.float32]:
    """Hide class names or declarations of a page at random, as many pages have none."""
    if random.random() < share:
        features[:, _STEPS_TO_NAMED] = FAR
        features[:, _N_NAMED] = 0
    if random.random() < share:
        features[:, _DECLARED] = 0
    return features


def _block_weights(example: Example, power: float) -> Float:
    """Estimate the cost of a mistake on each block, by a power of its words (1: its F1)."""
    n_gold, n_page = float(example.gold.sum()), float(example.n_words.sum())
    cost = (example.n_words + 0.5) ** power
    weights: Float = cost / np.sqrt((n_gold + 30) * (n_page + 30))
    return np.minimum(1.0, weights)


def _page_weights(examples: Sequence[Example], options: TrainOptions) -> list[float]:
    """Return a weight for each page that lifts small groups: page types or languages of a set."""
    groups = [(e.set, e.page_type if e.page_type != "article" else e.lang) for e in examples]
    size = Counter(groups)
    mean = len(examples) / len(size)
    lift = {group: (mean / n) ** options.group_balance for group, n in size.items()}
    return [lift[group] * _weight_of_kind(e, options) for e, group in zip(examples, groups, strict=True)]


def _weight_of_kind(example: Example, options: TrainOptions) -> float:
    """Return the weight of a page by the origin of its gold text."""
    return getattr(options, f"{example.gold_kind}_weight", 1.0)


def from_lightgbm(dump: Mapping[str, Any], card: Mapping[str, Any]) -> Trees:
    """Convert ``Booster.dump_model()`` with numerical splits and at most 16 leaves a tree."""
    structures = [tree["tree_structure"] for tree in dump["tree_info"]]
    n_splits = MAX_LEAVES - 1
    feature = np.zeros((len(structures), n_splits), dtype=np.int32)
    threshold = np.full((len(structures), n_splits), np.inf, dtype=np.float32)
    mask = np.full((len(structures), n_splits), 0xFFFF, dtype=np.uint16)
    value = np.zeros((len(structures), MAX_LEAVES))
    for i, structure in enumerate(structures):
        leaves: list[float] = []
        for j, (split, left) in enumerate(_number_splits(structure, leaves)):
            feature[i, j] = split["split_feature"]
            threshold[i, j] = _rounded_down(split["threshold"])
            mask[i, j] = 0xFFFF ^ left
        value[i, : len(leaves)] = leaves
    return Trees(feature, threshold, mask, value, card)


def mean_of(ensembles: Sequence[Trees]) -> Trees:
    """Return the average of ensembles as one ensemble, without a card."""
    parts: dict[str, Any] = {
        name: np.concatenate([getattr(one, name) for one in ensembles])
        for name in ("feature", "threshold", "mask", "value")
    }
    return Trees(**parts | {"value": parts["value"] / len(ensembles)})


def _rounded_down(threshold: float) -> np.float32:
    """Return the largest float32 not above a threshold: exact for float32 features."""
    near = np.float32(threshold)
    return near if float(near) <= threshold else np.nextafter(near, np.float32(-np.inf))


def _number_splits(node: Mapping[str, Any], leaves: list[float]) -> list[tuple[Mapping[str, Any], int]]:
    """Return the splits below a node, each with the bits of the leaves on its left side.

    Adds the values of the leaves, which are numbered from left to right, to ``leaves``.
    """
    if "leaf_value" in node:
        leaves.append(node["leaf_value"])
        return []
    first = len(leaves)
    below = _number_splits(node["left_child"], leaves)
    left = (1 << len(leaves)) - (1 << first)
    return [(node, left), *below, *_number_splits(node["right_child"], leaves)]
