"""A page filter: weights of character n-grams by label, and the file they are kept in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.api import select
from maintext.batch.page_filter.grams import gram_counts
from maintext.classify.model.archive import no_model, parts_of, read_archive, write_archive
from maintext.errors import ModelError, OptionError
from maintext.render import render_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from maintext.document import Document

__all__ = ["FORMAT", "PageFilter", "Verdict", "filter_text", "load_filter", "visible_text", "weighted"]

FORMAT = 1
"""Version of the file and of the hash; other versions are refused."""

_KIND = "page filter"
_MOST_BITS = 24


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a filter says of a text.

    Attributes
    ----------
    label
        The most probable label.
    probability
        Its probability, from 0 to 1.
    probabilities
        Of every label, in the filter's order; their sum is 1.
    """

    label: str
    probability: float
    probabilities: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class PageFilter:
    """A linear classifier of texts.

    Attributes
    ----------
    labels
        Names of the labels, at least two.
    weights
        float32 of shape (n_labels, 2 ** bits).
    bias
        float32 of shape (n_labels,).
    idf
        float32 of shape (2 ** bits,): how much a bucket counts; larger for rare grams.
    card
        What it was trained on and how well that went, JSON values.
    """

    labels: tuple[str, ...]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    idf: NDArray[np.float32]
    card: Mapping[str, Any]

    @property
    def bits(self) -> int:
        """Bits of a bucket's number."""
        return len(self.idf).bit_length() - 1

    def verdict(self, text: str) -> Verdict:
        """Return the label of a text; of one without any gram, the one that the bias prefers.

        Cost O(length · log length).
        """
        return self.verdict_of_counts(*gram_counts(text, self.bits))

    def verdict_of_counts(self, buckets: NDArray[np.int64], counts: NDArray[np.int64]) -> Verdict:
        """Return the label of a text by its :func:`~maintext.batch.page_filter.grams.gram_counts`."""
        values = weighted(buckets, counts, self.idf)
        scores = (self.weights[:, buckets] @ values + self.bias).astype(np.float64)
        powers = np.exp(scores - scores.max())
        shares = (powers / powers.sum()).tolist()
        best = max(range(len(shares)), key=shares.__getitem__)
        return Verdict(self.labels[best], shares[best], dict(zip(self.labels, shares, strict=True)))

    def judge(self, document: Document) -> Verdict | None:
        """Return the label of a page; ``None`` where it has no main text."""
        return self.verdict(filter_text(document)) if document.text else None

    def judge_record(self, record: Mapping[str, Any]) -> Verdict | None:
        """Return the label of a page by its record with ``title`` and ``text``, as :meth:`judge` does."""
        text = record.get("text")
        return self.verdict(_joined(record.get("title"), text)) if text else None

    def save(self, path: str | Path) -> None:
        """Write the filter to a file (``.npz``).

        Raises
        ------
        OptionError
            The file cannot be written.
        """
        card = {"kind": _KIND, "format": FORMAT, "labels": list(self.labels), **self.card}
        try:
            with Path(path).open("wb") as file:
                write_archive(file, card, weights=self.weights, bias=self.bias, idf=self.idf)  # type: ignore[arg-type]
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from error


def filter_text(document: Document) -> str:
    """Return what a filter reads of a page: title and main text."""
    return _joined(document.title, document.text)


def visible_text(document: Document) -> str:
    """Return what a filter without extraction would read: title and all visible text of the page."""
    page = document.page
    return _joined(document.title, render_text(page, select(page, "all_text")))


def _joined(title: str | None, text: str) -> str:
    return f"{title or ''}\n{text}"


def weighted(
    buckets: NDArray[np.int64], counts: NDArray[np.int64], idf: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return 1 + ln(count) times idf of each bucket, scaled to length 1; float32."""
    values = (1 + np.log(counts)) * idf[buckets]
    length = float(np.sqrt((values**2).sum()))
    return (values / length if length else values).astype(np.float32)


def load_filter(path: str | Path) -> PageFilter:
    """Return the filter in a file.

    Raises
    ------
    OptionError
        The file cannot be read.
    ModelError
        It is no filter, or one of another version.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read the filter {path}: {error.strerror}") from error
    arrays, card = read_archive(data)
    if card.get("kind") != _KIND:
        raise no_model("it is no page filter; make one with maintext filter train")
    if card.get("format") != FORMAT:
        raise ModelError(
            f"the filter has the format {card.get('format')}, this is {FORMAT}: train it again", stage="model"
        )
    weights, bias, idf = parts_of(arrays, ("weights", "bias", "idf"))
    labels = tuple(map(str, card.get("labels") or ()))
    n_buckets = len(idf) if idf.ndim == 1 else 0
    is_power = 0 < n_buckets <= 2**_MOST_BITS and n_buckets & (n_buckets - 1) == 0
    shapes_fit = weights.shape == (len(labels), n_buckets) and bias.shape == (len(labels),)
    if not (is_power and shapes_fit and len(labels) > 1):
        raise no_model("its parts do not fit together")
    return PageFilter(labels, weights, bias, idf, card)
