"""How often a filter is right: accuracy, and precision, recall and F of each label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LabelScore", "Score", "score"]


@dataclass(frozen=True, slots=True)
class LabelScore:
    """Figures of one label; shares from 0 to 1, 0 where nothing can be divided.

    Attributes
    ----------
    label
        Its name.
    n_pages
        Pages that have it.
    precision, recall, f1
        Share of the pages given the label that have it, share of the pages with the label that were given
        it, and the harmonic mean of the two.
    """

    label: str
    n_pages: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Score:
    """Figures of all labels.

    Attributes
    ----------
    accuracy
        Share of pages with the right label.
    labels
        Figures of each label, in alphabetical order.
    """

    accuracy: float
    labels: tuple[LabelScore, ...]

    @property
    def means(self) -> tuple[float, float, float]:
        """Mean precision, recall and F of the labels; each label counts the same."""
        figures = [(one.precision, one.recall, one.f1) for one in self.labels] or [(0.0, 0.0, 0.0)]
        precision, recall, f1 = (sum(values) / len(figures) for values in zip(*figures, strict=True))
        return precision, recall, f1


def score(wanted: Sequence[str], given: Sequence[str]) -> Score:
    """Return the figures of given labels, page by page beside the wanted ones."""
    pairs = list(zip(wanted, given, strict=True))
    right = sum(one == other for one, other in pairs)
    labels = tuple(_of_label(label, pairs) for label in sorted(set(wanted) | set(given)))
    return Score(right / len(pairs) if pairs else 0.0, labels)


def _of_label(label: str, pairs: list[tuple[str, str]]) -> LabelScore:
    n_wanted = sum(wanted == label for wanted, _ in pairs)
    n_given = sum(given == label for _, given in pairs)
    n_right = sum(wanted == given == label for wanted, given in pairs)
    precision = n_right / n_given if n_given else 0.0
    recall = n_right / n_wanted if n_wanted else 0.0
    both = precision + recall
    return LabelScore(label, n_wanted, precision, recall, 2 * precision * recall / both if both else 0.0)
