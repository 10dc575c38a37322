"""The comparison that the source of ``line_ratio`` makes: rules and networks on pages of sites not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.methods.line_ratio import N_ATTRIBUTES, WINDOWS, input_columns, network_name
from maintext.lab.train.dataset import Example, fold_of
from maintext.lab.train.line_ratio import fit_network

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from maintext.classify.model.perceptron import Network

    Rule = Callable[[Example], NDArray[np.bool_]]

__all__ = ["Row", "compare", "compare_costs", "split_by_site"]

_N_FOLDS = 5


def split_by_site(examples: Iterable[Example]) -> tuple[list[Example], list[Example]]:
    """Return the pages of four fifths of the sites, and those of the others."""
    parts: tuple[list[Example], list[Example]] = ([], [])
    for example in examples:
        parts[fold_of(example, _N_FOLDS) == 0].append(example)
    return parts


@dataclass(frozen=True, slots=True)
class Row:
    """How one rule does on held-out pages; shares of the lines of a page, mean over the pages.

    Attributes
    ----------
    name
        The rule: ``all``, ``threshold``, ``mean`` or the name of a network.
    false_positives
        Share of the lines that are boilerplate and kept.
    false_negatives
        Share of the lines that are main text and dropped.
    f1
        Word-F1 of the kept lines, mean over the pages.
    """

    name: str
    false_positives: float
    false_negatives: float
    f1: float

    @property
    def error(self) -> float:
        """Share of the lines that are judged wrong."""
        return self.false_positives + self.false_negatives


def compare(learn: Sequence[Example], held_out: Sequence[Example], *, seed: int = 1) -> list[Row]:
    """Return the comparison of the source: fixed 0.5, mean, and networks by lines and attributes.

    Parameters
    ----------
    learn, held_out
        Lines of pages, of different sites (:func:`split_by_site`).
    seed
        Of the networks.
    """
    rows = [
        _measured("all lines", held_out, lambda e: np.ones(len(e.label), dtype=np.bool_)),
        _measured("density > 0.5", held_out, lambda e: e.features[:, 0] > 0.5),
        _measured("density > mean", held_out, _above_mean),
    ]
    for variant in ("perceptron", "mlp"):
        for window in WINDOWS:
            for n_attributes in N_ATTRIBUTES:
                network = fit_network(
                    learn, variant=variant, n_attributes=n_attributes, window=window, seed=seed
                )
                name = network_name(variant, n_attributes, window)
                rows.append(_measured(name, held_out, _rule(network, n_attributes, window)))
    return rows


def compare_costs(
    learn: Sequence[Example], held_out: Sequence[Example], costs: Iterable[float], *, seed: int = 1
) -> list[tuple[float, Row, Row]]:
    """Return per cost of a false positive how the full mlp does: trained with it, and used with it."""
    plain = fit_network(learn, variant="mlp", seed=seed)
    rows: list[tuple[float, Row, Row]] = []
    for cost in costs:
        trained = fit_network(learn, variant="mlp", seed=seed, false_positive_cost=cost)
        rows.append(
            (
                cost,
                _measured("trained with it", held_out, _rule(trained)),
                _measured("used with it", held_out, _rule(plain, cut=cost / (1 + cost))),
            )
        )
    return rows


def _above_mean(example: Example) -> NDArray[np.bool_]:
    density = example.features[:, 0]
    return density > density.mean() if len(density) else np.zeros(0, dtype=np.bool_)


def _rule(network: Network, n_attributes: int = 3, window: int = 3, cut: float = 0.5) -> Rule:
    columns = input_columns(n_attributes, window)
    return lambda example: network.probability(example.features[:, columns]) > cut


def _measured(name: str, examples: Sequence[Example], rule: Rule) -> Row:
    wrong = np.zeros((len(examples), 3))
    for i, example in enumerate(examples):
        kept, is_main = rule(example), example.label > 0.5
        n_lines = max(len(kept), 1)
        f1 = example.score(kept)[2]
        wrong[i] = (kept & ~is_main).sum() / n_lines, (~kept & is_main).sum() / n_lines, f1
    false_positives, false_negatives, f1 = wrong.mean(axis=0).tolist() if len(wrong) else (0.0,) * 3
    return Row(name, false_positives, false_negatives, f1)
