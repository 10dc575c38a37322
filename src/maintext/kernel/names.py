# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Names of attributes, and words in names; the twin of parts of ``page.columns`` and ``features.words``.

Compiled only. Words are compared by 64-bit hashes (FNV-1a). Cost O(bytes of the values).
"""

import cython
import numpy as np
from cython.cimports.libc.string import memchr, memcmp
from cython.cimports.maintext.kernel.groups import number_pieces
from cython.cimports.maintext.kernel.hashes import no_letters, place_of, with_letter

from maintext.kernel.groups import n_slots


def by_name(
    data: bytes,
    attribute_row: cython.const[cython.int][::1],
    value_start: cython.const[cython.longlong][::1],
    value_end: cython.const[cython.longlong][::1],
):
    """Attributes grouped by their names.

    Returns
    -------
    row, start, end
        What is given, of one name after another, in document order.
    names
        The first and the end in these of each name.
    """
    base: cython.p_uchar = data
    n: cython.Py_ssize_t = value_start.shape[0]
    row_ = np.empty(n, dtype=np.intc)
    places_ = np.empty((2, n), dtype=np.int64)
    row: cython.int[::1] = row_
    places: cython.longlong[:, ::1] = places_
    work: cython.longlong[:, ::1] = np.empty((5, n + 1), dtype=np.int64)
    start: cython.longlong[::1] = work[0, :n]  # of the names
    end: cython.longlong[::1] = work[1, :n]
    group: cython.longlong[::1] = work[2]
    firsts: cython.longlong[::1] = work[3]
    place: cython.longlong[::1] = work[4]
    slots: cython.longlong[::1] = np.empty(n_slots(n), dtype=np.int64)
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            end[i] = value_start[i] - 2
            at = end[i]
            while base[at - 1] != 0x20:  # there is one before every name
                at -= 1
            start[i] = at
        n_groups: cython.Py_ssize_t = number_pieces(base, start, end, group, slots, firsts)
        place[: n_groups + 1] = 0
        for i in range(n):
            place[group[i] + 1] += 1
        for i in range(n_groups):
            place[i + 1] += place[i]
    names = {data[start[firsts[i]] : end[firsts[i]]]: slice(place[i], place[i + 1]) for i in range(n_groups)}
    with cython.nogil:
        for i in range(n):
            at = place[group[i]]
            place[group[i]] += 1
            row[at], places[0, at], places[1, at] = attribute_row[i], value_start[i], value_end[i]
    return row_, *places_, names


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _flags(
    base: cython.p_uchar,
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    hashes: cython.const[cython.ulonglong][::1],
    bits: cython.const[cython.ulonglong][::1],
) -> cython.ulonglong:
    """Combined bits of the words of a value by a table of words.

    A word is a run of ASCII letters; one begins at a capital after a letter that is none, and at the
    last capital of several before a small letter (``HTMLPage`` has the words html and page).
    """
    found: cython.ulonglong = 0
    value: cython.ulonglong = no_letters()
    n_letters: cython.Py_ssize_t = 0
    was_capital: cython.bint = False
    i: cython.Py_ssize_t
    for i in range(start, end):
        byte: cython.uchar = base[i]
        is_capital: cython.bint = 0x41 <= byte <= 0x5A
        is_small: cython.bint = 0x61 <= byte <= 0x7A
        if n_letters > 0:
            begins: cython.bint = is_capital and (
                not was_capital or (i + 1 < end and 0x61 <= base[i + 1] <= 0x7A)
            )
            if begins or not (is_capital or is_small):
                found |= bits[place_of(value, hashes)]
                value = no_letters()
                n_letters = 0
        if is_capital or is_small:
            value = with_letter(value, byte | 0x20)
            n_letters += 1
        was_capital = is_capital
    if n_letters > 0:
        found |= bits[place_of(value, hashes)]
    return found


def flags(
    data: bytes,
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    hashes: cython.const[cython.ulonglong][::1],
    bits: cython.const[cython.ulonglong][::1],
):
    """Combined bits of the words of each value by a table of words, uint64."""
    result = np.empty(start.shape[0], dtype=np.uint64)
    found: cython.ulonglong[::1] = result
    base: cython.p_uchar = data
    k: cython.Py_ssize_t
    with cython.nogil:
        for k in range(start.shape[0]):
            found[k] = _flags(base, start[k], end[k], hashes, bits)
    return result


def add_flags(
    found: cython.ulonglong[::1],
    data: bytes,
    attributes: tuple,
    hashes: cython.const[cython.ulonglong][::1],
    bits: cython.const[cython.ulonglong][::1],
) -> None:
    """Add the bits of the words of every value of some attributes to those of their rows."""
    base: cython.p_uchar = data
    k: cython.Py_ssize_t
    for at in attributes:
        row: cython.const[cython.int][::1] = at.row
        start: cython.const[cython.longlong][::1] = at.start
        end: cython.const[cython.longlong][::1] = at.end
        n: cython.Py_ssize_t = row.shape[0]
        if n == 0:
            continue
        work: cython.longlong[:, ::1] = np.empty((2, n), dtype=np.int64)
        of_group: cython.ulonglong[::1] = np.empty(n, dtype=np.uint64)
        slots: cython.longlong[::1] = np.empty(n_slots(n), dtype=np.int64)
        with cython.nogil:  # most values stand on several elements
            n_groups: cython.Py_ssize_t = number_pieces(base, start, end, work[0], slots, work[1])
            for k in range(n_groups):
                of_group[k] = _flags(base, start[work[1, k]], end[work[1, k]], hashes, bits)
            for k in range(n):
                found[row[k]] |= of_group[work[0, k]]


def find_word(data: bytes, word: bytes, most: cython.Py_ssize_t) -> list:
    """The first places of a word, found by its second byte, which should be a rare one."""
    base: cython.p_char = data
    size: cython.Py_ssize_t = len(data)
    length: cython.Py_ssize_t = len(word)
    first: cython.p_char = word
    found: list = []
    at: cython.Py_ssize_t = 1
    while len(found) < most and at < size:
        place: cython.p_char = cython.cast(cython.p_char, memchr(base + at, first[1], size - at))
        if place == cython.NULL:
            break
        at = place - base
        if at - 1 + length <= size and memcmp(base + at - 1, first, length) == 0:
            found.append(at - 1)
            at += length - 1
        at += 1
    return found
