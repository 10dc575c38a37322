"""A near-duplicate fingerprint: 64 bits that are nearly the same for texts that are nearly the same.

SimHash (Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; for web pages
Manku, Jain and Das Sarma, WWW 2007) over runs of three tokens. A token is what the evaluation counts: a
run of word characters or one CJK character, so three tokens are three characters of Chinese. Before that
the text is brought to one form (NFKC, case folded): full-width letters, capitals and ligatures make no
difference, and neither do punctuation, white space and line breaks.

Each different run has one vote however often it stands there, so a repeated line does not outweigh a
text. The hash is arithmetic on code points: the same on every machine, in every process and release as
long as :data:`VERSION` stays; it does not depend on what was hashed before.

Cost O(n_characters); no memory of earlier texts.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from maintext.kernel import compiled
from maintext.page import characters as ch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Word = NDArray[np.uint64]

__all__ = ["VERSION", "distance", "fingerprint"]

VERSION = 1
"""Fingerprints can be compared when they are of the same version."""

_KERNEL = compiled("fingerprint")
_N_BITS = 64
_RUN = 3  # tokens
# Odd numbers with many bits, from the golden ratio and from splitmix64 (Steele, Lea and Flood, 2014).
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_FACTORS = np.array((_STEP, _FIRST, _SECOND), dtype=np.uint64)


def fingerprint(text: str) -> int:
    """Return the fingerprint of a text, in [0, 2**64).

    A text without words has 0. One of fewer than three tokens has that of all its tokens as one run, so
    short texts are either the same or far apart.
    """
    points = ch.code_points(unicodedata.normalize("NFKC", text).casefold())
    if _KERNEL is not None:
        found: int = _KERNEL.fingerprint(points, ch.table(), _FACTORS, _RUN)
        return found
    tokens = _token_hashes(points)
    if len(tokens) == 0:
        return 0
    runs = np.unique(_run_hashes(tokens))
    votes = np.array([np.count_nonzero(runs & (np.uint64(1) << np.uint64(bit))) for bit in range(_N_BITS)])
    return sum(1 << bit for bit in np.flatnonzero(votes * 2 > len(runs)).tolist())


def distance(first: int, second: int) -> int:
    """Return how many of the 64 bits of two fingerprints differ.

    Texts that have nothing in common differ in 32 bits, give or take 4. ``docs/output-formats.md`` has
    figures for near-duplicates.
    """
    return (first ^ second).bit_count()


def _token_hashes(points: NDArray[np.uint32]) -> Word:
    """A hash per token, in order."""
    flags = ch.classes(points)
    is_cjk = (flags & ch.CJK) != 0
    in_word = (flags & (ch.WORD | ch.CJK)) != 0
    begins = in_word.copy()
    begins[1:] &= ~in_word[:-1] | is_cjk[1:] | is_cjk[:-1]
    chosen = np.flatnonzero(in_word)
    first = np.flatnonzero(begins[chosen])
    if len(first) == 0:
        return np.zeros(0, dtype=np.uint64)
    length = np.diff(np.append(first, len(chosen)))
    place = (np.arange(len(chosen)) - np.repeat(first, length)).astype(np.uint64)
    # A character counts by its place in the word; sums wrap around.
    return _mixed(np.add.reduceat(_mixed(points[chosen].astype(np.uint64) + place * _STEP), first))


def _run_hashes(tokens: Word) -> Word:
    """A hash per run of three tokens; of all tokens where they are fewer."""
    size = min(_RUN, len(tokens))
    n_runs = len(tokens) - size + 1
    total = np.zeros(n_runs, dtype=np.uint64)
    for place in range(size):
        total = _mixed(total + tokens[place : place + n_runs])
    return total


def _mixed(values: Word) -> Word:
    """Spread each number over all 64 bits, as splitmix64 does."""
    values = values + _STEP
    values = (values ^ (values >> np.uint64(30))) * _FIRST
    values = (values ^ (values >> np.uint64(27))) * _SECOND
    return values ^ (values >> np.uint64(31))
