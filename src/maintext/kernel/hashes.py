# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Hashes of words, and tables of what words mean; no twin: numpy's side has dictionaries.

Compiled only. The parts that loops call stand in ``hashes.pxd``.
"""

import cython
import numpy as np

from maintext.kernel.groups import n_slots


def _hash_of(word: str) -> int:
    """FNV-1a over the code points of a word."""
    value: cython.ulonglong = no_letters()
    point: cython.Py_UCS4
    for point in word:
        value = with_letter(value, point)
    return value


def table_of(bits_of: dict):
    """A table of words: their hashes, 0 in empty places, and their bits at the same places; both uint64."""
    size = n_slots(2 * len(bits_of))
    hashes = np.zeros(size, dtype=np.uint64)
    bits = np.zeros(size, dtype=np.uint64)
    for word, of_word in bits_of.items():
        at = place_of(_hash_of(word), hashes)
        hashes[at], bits[at] = _hash_of(word), of_word
    return hashes, bits
