"""Character n-grams of a text, hashed into numbered buckets: the features of a page filter.

Characters need no word boundaries, so that Chinese, German compounds and misspelt words are alike. The hash
is part of the file format of filters and must not change:

1. The text in Unicode form NFKC, casefolded, runs of white space as one space, every decimal digit as 0.
2. A gram is a run of 1 to 4 code points; a gram of one is counted for CJK characters only, and no gram
   begins or ends with a space unless it has at least 3 code points.
3. Of its code points c₁ … cₙ the polynomial c₁·Pⁿ⁻¹ + … + cₙ + n with P = 0x9E3779B97F4A7C15, modulo 2⁶⁴.
4. Mixed as in SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014); the
   upper ``bits`` bits are the bucket.
"""

from __future__ import annotations

import re
import unicodedata

import numpy as np
from numpy.typing import NDArray

__all__ = ["BITS", "LENGTHS", "gram_counts"]

BITS = 18
"""Bits of a bucket's number: 262,144 buckets."""

LENGTHS = (1, 2, 3, 4)
"""Code points of the grams."""

_MOST_CHARS = 100_000  # of a text: a book's chapter or two, and a tenth of a second
_P = 0x9E3779B97F4A7C15
_SPACE, _DIGIT = re.compile(r"\s+"), re.compile(r"\d")
_CJK = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF), (0x20000, 0x3134F))

_Buckets = NDArray[np.int64]


def gram_counts(text: str, bits: int = BITS) -> tuple[_Buckets, _Buckets]:
    """Return the buckets that a text's grams fall into, ascending, and how many fall into each.

    Parameters
    ----------
    text
        Any text; only its first 100,000 characters count.
    bits
        The buckets have numbers below 2 ** bits; 1 to 30.

    Notes
    -----
    Cost O(length · log length), in numpy.
    """
    plain = unicodedata.normalize("NFKC", text[:_MOST_CHARS]).casefold()
    plain = _DIGIT.sub("0", _SPACE.sub(" ", plain).strip())
    codes = np.frombuffer(plain.encode("utf-32-le", "replace"), dtype="<u4").astype(np.uint64)
    found = [_grams(codes, length, bits) for length in LENGTHS if length <= len(codes)]
    if not found:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    buckets, counts = np.unique(np.concatenate(found), return_counts=True)
    return buckets, counts.astype(np.int64)


def _grams(codes: NDArray[np.uint64], length: int, bits: int) -> _Buckets:
    """Buckets of all grams of one length, in order."""
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
    return (_mixed(hashed[wanted] + np.uint64(length)) >> np.uint64(64 - bits)).astype(np.int64)


def _mixed(value: NDArray[np.uint64]) -> NDArray[np.uint64]:
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))
