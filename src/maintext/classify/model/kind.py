"""Classify a page: article, forum, product …

The kinds are those of WCXB (Foley 2025): they differ in what counts as main content. The inputs are counts
over the page, and the mean features of the kept blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext._core import classify
from maintext.classify.features.context import BlockContext
from maintext.classify.features.matrix import FEATURES, VERSION, feature_matrix
from maintext.classify.model.archive import model_bytes
from maintext.classify.model.networks import Softmax, load_softmax
from maintext.html import Page
from maintext.html.arrays import Bool, Float, Int

__all__ = [
    "FAMILIES", "INDEX_KINDS", "KINDS", "Kind", "as_forum", "kind_facts", "kind_from_facts", "kind_inputs",
    "kind_of", "kind_of_page",
]  # fmt: skip

KINDS = ("article", "documentation", "service", "forum", "listing", "collection", "product")

INDEX_KINDS = frozenset({"listing", "collection"})
"""Kinds of index pages: their main content is links to other pages."""

FAMILIES = {"article": frozenset({"article"}), "other": frozenset(KINDS) - {"article", "forum"}}
"""Families of kinds that agree in what counts as main content."""

_OF_PAGE = np.array([i for i, name in enumerate(FEATURES) if name.startswith("page_")])
_OF_BLOCK = np.array(
    [i for i, name in enumerate(FEATURES) if not name.startswith("page_") and "[" not in name]
)


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of a page.

    Attributes
    ----------
    name
        The most probable of :data:`KINDS`.
    probability
        Its probability, in (0, 1].
    probabilities
        Of every kind; they sum to 1.
    """

    name: str
    probability: float
    probabilities: Mapping[str, float]

    @property
    def is_index(self) -> bool:
        """True for a page of links to others."""
        return self.name in INDEX_KINDS

    @property
    def family(self) -> str:
        """Family whose kinds are together more likely than not, ``""`` for none."""
        for name, kinds in FAMILIES.items():
            if sum(self.probabilities[kind] for kind in kinds) > _LIKELY:
                return name
        return ""


_LIKELY = 0.5
_FACT = "kind: "


def kind_facts(kind: Kind) -> dict[str, float]:
    """Return a kind as facts of a selection."""
    return {_FACT + name: value for name, value in kind.probabilities.items()}


def kind_from_facts(facts: Mapping[str, float]) -> Kind | None:
    """Return the kind of :func:`kind_facts` from facts, ``None`` for none."""
    found = {name: facts[_FACT + name] for name in KINDS if _FACT + name in facts}
    return _most_probable(found) if found else None


def as_forum(kind: Kind) -> Kind:
    """Return a kind whose most probable name is forum, by swapping its probability with the highest one."""
    swapped = {kind.name: kind.probabilities["forum"], "forum": kind.probability}
    return _most_probable({**kind.probabilities, **swapped})


def _most_probable(probabilities: dict[str, float]) -> Kind:
    name = max(probabilities, key=probabilities.__getitem__)
    return Kind(name, probabilities[name], probabilities)


def kind_of(features: NDArray[np.float32], n_words: Int, chosen: Bool, model: Softmax | None = None) -> Kind:
    """Return the kind of a page from its blocks' features and the choice of main content.

    Parameters
    ----------
    features, n_words
        From :func:`maintext.classify.features.matrix.feature_matrix`, and words of each block; at least one
        block.
    chosen
        The blocks that were kept; may be none.
    model
        One of :func:`maintext.lab.train.fit_kind`; the shipped one by default.
    """
    probability = (model or _shipped_model()).probability(kind_inputs(features, n_words, chosen))
    return _most_probable(dict(zip(KINDS, probability.tolist(), strict=True)))


def kind_inputs(features: NDArray[np.float32], n_words: Int, chosen: Bool) -> Float:
    """Return the model's inputs for a page, float64 of shape (n_inputs,)."""
    columns = np.ascontiguousarray(features.T)  # as feature_matrix gives them
    inputs: Float = classify.kind_inputs(columns, _OF_PAGE, _OF_BLOCK, n_words, chosen.view(np.uint8))
    return inputs


def kind_of_page(page: Page, keep: Bool) -> Kind | None:
    """Return the kind of a page from the text rows that a method kept; ``None`` without any text.

    Costs as much as the learned method, which reports the kind in the facts of its selection.
    """
    scene = BlockContext(page)
    if len(scene.blocks) == 0:
        return None
    n_kept = np.add.reduceat(page.n_chars * keep, scene.blocks.row)
    return kind_of(feature_matrix(scene), scene.blocks.n_words, 2 * n_kept >= scene.blocks.n_chars)


@cache
def _shipped_model() -> Softmax:
    model = load_softmax(model_bytes("kind.npz"))
    assert model.card["features_version"] == VERSION  # noqa: S101 - shipped together
    return model
