# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""SimHash of a text; the twin of :mod:`maintext.fingerprint`.

Compiled only. One pass over the characters and one over the runs of tokens, without the GIL. Cost
O(n_characters).
"""

import cython
import numpy as np
from cython.cimports.maintext.kernel.characters import CJK, WORD, flags_of
from cython.cimports.maintext.kernel.hashes import place_of

from maintext.kernel.groups import n_slots

# Eight counters of eight bits stand in one number; they are emptied before they are full.
_LANES = cython.declare(cython.ulonglong, 0x0101010101010101)
_FULL = cython.declare(cython.int, 255)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _mixed(value: cython.ulonglong, factors: cython.const[cython.ulonglong][::1]) -> cython.ulonglong:
    """Spread a number over all 64 bits, as splitmix64 does."""
    value += factors[0]
    value = (value ^ (value >> 30)) * factors[1]
    value = (value ^ (value >> 27)) * factors[2]
    return value ^ (value >> 31)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _tokens(
    points: cython.const[cython.uint][::1],
    table: cython.pointer(cython.const[cython.uchar]),
    factors: cython.const[cython.ulonglong][::1],
    tokens: cython.ulonglong[::1],
) -> cython.Py_ssize_t:
    """Write a hash for each token; return how many there are."""
    n: cython.Py_ssize_t = 0
    total: cython.ulonglong = 0
    place: cython.ulonglong = 0
    before: cython.uchar = 0  # classes of the character before, 0 outside of words
    i: cython.Py_ssize_t
    for i in range(points.shape[0] + 1):
        of: cython.uchar = flags_of(points[i], table) & (WORD | CJK) if i < points.shape[0] else 0
        if before and (not of or (of | before) & CJK):
            tokens[n] = _mixed(total, factors)
            n += 1
            total = place = 0
        if of:
            total += _mixed(points[i] + place * factors[0], factors)
            place += 1
        before = of
    return n


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _empty(lanes: cython.pointer(cython.ulonglong), votes: cython.pointer(cython.longlong)) -> cython.void:
    """Add small counters to the votes of each bit, and begin again."""
    low: cython.int
    byte: cython.int
    for low in range(8):
        for byte in range(8):
            votes[8 * byte + low] += (lanes[low] >> (8 * byte)) & 0xFF
        lanes[low] = 0


def fingerprint(
    points: cython.const[cython.uint][::1],
    table: cython.const[cython.uchar][::1],
    factors: cython.const[cython.ulonglong][::1],
    run: cython.Py_ssize_t,
):
    """The fingerprint of a text of code points; 0 for one without words.

    ``table`` has the class flags of the Basic Multilingual Plane, ``factors`` the step and the two factors of
    the hash; ``run`` tokens are hashed together.
    """
    tokens: cython.ulonglong[::1] = np.empty(points.shape[0] + 1, dtype=np.uint64)
    n_tokens: cython.Py_ssize_t = _tokens(points, cython.address(table[0]), factors, tokens)
    size: cython.Py_ssize_t = min(run, n_tokens)
    n_runs: cython.Py_ssize_t = n_tokens - size + 1
    if n_tokens == 0:
        return 0
    slots: cython.ulonglong[::1] = np.zeros(n_slots(n_runs), dtype=np.uint64)
    votes: cython.longlong[64]
    lanes: cython.ulonglong[8]
    n_different: cython.longlong = 0
    has_zero: cython.bint = False
    found: cython.ulonglong = 0
    bit: cython.int
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    with cython.nogil:
        for bit in range(64):
            votes[bit] = lanes[bit & 7] = 0
        for i in range(n_runs):
            value: cython.ulonglong = 0
            place: cython.Py_ssize_t
            for place in range(i, i + size):
                value = _mixed(value + tokens[place], factors)
            at = place_of(value, slots)
            if value == 0:
                has_zero = True
            elif slots[at] != value:
                slots[at] = value
                for bit in range(8):
                    lanes[bit] += (value >> bit) & _LANES
                n_different += 1
                if n_different % _FULL == 0:
                    _empty(lanes, votes)
        _empty(lanes, votes)
        n_different += has_zero
        for bit in range(64):
            found |= cython.cast(cython.ulonglong, votes[bit] * 2 > n_different) << bit
    return found
