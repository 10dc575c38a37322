"""A linear page filter on hashed character n-grams, and its file.

Character n-grams need no word boundaries, which suits Chinese, German compounds and misspelt words. The
hash is part of the file format and must not change:

1. Normalize the text to NFKC, casefold it, collapse white space, replace every decimal digit by 0.
2. A gram is a run of 1 to 4 code points. Grams of length 1 are counted for CJK characters only. Grams of
   length 2 must not begin or end with a space.
3. Hash its code points c₁ … cₙ as c₁·Pⁿ⁻¹ + … + cₙ + n with P = 0x9E3779B97F4A7C15, modulo 2⁶⁴.
4. Mix as in SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014); the
   upper ``bits`` bits are the bucket.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.api import select
from maintext.classify.model.archive import model_bytes, no_model, parts_of, read_archive, write_archive
from maintext.document import Document
from maintext.errors import ModelError, OptionError
from maintext.render import render_text

__all__ = [
    "BITS", "FORMAT", "FilterVerdict", "PageFilter", "filter_text", "gram_counts", "load_filter",
    "visible_text", "weigh_grams",
]  # fmt: skip

# Bits of a bucket's number: 262,144 buckets.
BITS = 18

_LENGTHS = (1, 2, 3, 4)  # of the grams, in code points
_MAX_CHARS = 100_000  # of a text: a book's chapter or two, and a tenth of a second
_P = 0x9E3779B97F4A7C15
_SPACE, _DIGIT = re.compile(r"\s+"), re.compile(r"\d")
_CJK = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF), (0x20000, 0x3134F))

_Buckets = NDArray[np.int64]


def gram_counts(text: str, bits: int = BITS) -> tuple[_Buckets, _Buckets]:
    """Return the buckets of a text's n-grams in ascending order, and their counts.

    Buckets are numbers below 2 ** bits; 1 to 30 bits. Only the first 100,000 characters are used. Cost
    O(length · log length).
    """
    plain = unicodedata.normalize("NFKC", text[:_MAX_CHARS]).casefold()
    plain = _DIGIT.sub("0", _SPACE.sub(" ", plain).strip())
    codes = np.frombuffer(plain.encode("utf-32-le", "replace"), dtype="<u4").astype(np.uint64)
    found = [_gram_buckets(codes, length, bits) for length in _LENGTHS if length <= len(codes)]
    empty = np.zeros(0, dtype=np.int64)
    buckets, counts = np.unique(np.concatenate([empty, *found]), return_counts=True)
    return buckets, counts.astype(np.int64)


def _gram_buckets(codes: NDArray[np.uint64], length: int, bits: int) -> _Buckets:
    """Return the buckets of all grams of one length, in text order."""
    n_grams = len(codes) - length + 1
    hashed = np.zeros(n_grams, dtype=np.uint64)
    for place in range(length):
        hashed = hashed * np.uint64(_P) + codes[place : place + n_grams]
    first, last = codes[:n_grams], codes[length - 1 :]
    if length == 1:
        wanted = np.zeros(n_grams, dtype=np.bool_)
        for low, high in _CJK:
            wanted |= (first >= low) & (first <= high)
    elif length == 2:
        wanted = (first != ord(" ")) & (last != ord(" "))
    else:
        wanted = np.ones(n_grams, dtype=np.bool_)
    return (_mix_bits(hashed[wanted] + np.uint64(length)) >> np.uint64(64 - bits)).astype(np.int64)


def _mix_bits(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


# Version of the file format and the hash; others are refused.
FORMAT = 1

_KIND = "page filter"
_MAX_BITS = 24


@dataclass(frozen=True, slots=True)
class FilterVerdict:
    """The label that a filter gives a text."""

    label: str  # the most probable label
    probability: float  # its probability, from 0 to 1
    probabilities: Mapping[str, float]  # probability of each label in the filter's order; they sum to 1


@dataclass(frozen=True, slots=True, eq=False)
class PageFilter:
    """A linear classifier of texts."""

    labels: tuple[str, ...]  # names of the labels, at least two
    weights: NDArray[np.float32]  # float32 of shape (n_labels, 2 ** bits)
    bias: NDArray[np.float32]  # float32 of shape (n_labels,)
    idf: NDArray[np.float32]  # float32 of shape (2 ** bits,): weight of a bucket, larger for rare grams
    card: Mapping[str, Any]  # training data and scores, as JSON values

    @property
    def bits(self) -> int:
        """Number of bits of a bucket."""
        return len(self.idf).bit_length() - 1

    def check_labels(self, names: Iterable[str]) -> None:
        """Raise OptionError if one of the names is no label of the filter."""
        if unknown := sorted({*names} - {*self.labels}):
            known = ", ".join(self.labels)
            raise OptionError(f"the filter has no label {', '.join(unknown)}; it has {known}")

    def verdict(self, text: str) -> FilterVerdict:
        """Return the label of a text; a text without grams gets the label with the largest bias."""
        return self.verdict_of_counts(*gram_counts(text, self.bits))

    def verdict_of_counts(self, buckets: NDArray[np.int64], counts: NDArray[np.int64]) -> FilterVerdict:
        """Return the label of a text from its :func:`gram_counts`."""
        values = weigh_grams(buckets, counts, self.idf)
        scores = (self.weights[:, buckets] @ values + self.bias).astype(np.float64)
        powers = np.exp(scores - scores.max())
        shares = (powers / powers.sum()).tolist()
        best = int(np.argmax(shares))
        return FilterVerdict(self.labels[best], shares[best], dict(zip(self.labels, shares, strict=True)))

    def judge(self, document: Document) -> FilterVerdict | None:
        """Return the label of a page; ``None`` if it has no main text."""
        return self.verdict(filter_text(document)) if document.text else None

    def judge_record(self, record: Mapping[str, Any]) -> FilterVerdict | None:
        """Return the label of a record with ``title`` and ``text``; ``None`` if it has no text."""
        text = record.get("text")
        return self.verdict(_join_title(record.get("title"), text)) if text else None

    def save(self, path: str | Path) -> None:
        """Write the filter to an ``.npz`` file.

        Raises OptionError: the file cannot be written.
        """
        card = {"kind": _KIND, "format": FORMAT, "labels": list(self.labels), **self.card}
        try:
            with Path(path).open("wb") as file:
                write_archive(file, card, weights=self.weights, bias=self.bias, idf=self.idf)  # type: ignore[arg-type]
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from error


def filter_text(document: Document) -> str:
    """Return the text a filter reads: title and main text."""
    return _join_title(document.title, document.text)


def visible_text(document: Document) -> str:
    """Return title and all visible text of a page: the input of a filter without extraction."""
    page = document.page
    return _join_title(document.title, render_text(page, select(page, "all_text")))


def _join_title(title: str | None, text: str) -> str:
    return f"{title or ''}\n{text}"


def weigh_grams(
    buckets: NDArray[np.int64], counts: NDArray[np.int64], idf: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return (1 + ln count) · idf of each bucket, scaled to unit length, as float32."""
    values = (1 + np.log(counts)) * idf[buckets]
    length = float(np.sqrt((values**2).sum()))
    return (values / length if length else values).astype(np.float32)


def load_filter(path: str | Path) -> PageFilter:
    """Load a filter from a file.

    Raises OptionError: the file cannot be read. Raises ModelError: it is no filter, or has another version.
    """
    arrays, card = read_archive(model_bytes("", str(path)))
    if card.get("kind") != _KIND:
        raise no_model("it is no page filter")
    if card.get("format") != FORMAT:
        raise ModelError(
            f"the filter has the format {card.get('format')}, this is {FORMAT}: train it again", stage="model"
        )
    weights, bias, idf = parts_of(arrays, ("weights", "bias", "idf"))
    labels = tuple(map(str, card.get("labels") or ()))
    n_buckets = len(idf) if idf.ndim == 1 else 0
    is_power = 0 < n_buckets <= 2**_MAX_BITS and n_buckets & (n_buckets - 1) == 0
    shapes_fit = weights.shape == (len(labels), n_buckets) and bias.shape == (len(labels),)
    if not (is_power and shapes_fit and len(labels) > 1):
        raise no_model("its parts do not fit together")
    return PageFilter(labels, weights, bias, idf, card)
