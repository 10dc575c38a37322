# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Names of attributes, and words in names; the twin of parts of ``page.columns`` and ``features.words``.

Compiled only. Words are compared by 64-bit hashes (FNV-1a). Cost O(bytes of the values).
"""

import cython
import numpy as np
from cython.cimports.libc.string import memchr, memcmp
from cython.cimports.maintext.kernel.hashes import no_letters, place_of, with_letter

from maintext.kernel.groups import n_slots


def by_name(
    data: bytes,
    value_start: cython.const[cython.longlong][::1],
):
    """Attributes grouped by their names.

    Returns
    -------
    order
        int64: numbers of the attributes, those of one name together, in document order.
    names
        The start and end in ``order`` of each name.
    """
    base: cython.p_char = data
    n: cython.Py_ssize_t = value_start.shape[0]
    order_ = np.empty(n, dtype=np.int64)
    order: cython.longlong[::1] = order_
    group: cython.int[::1] = np.empty(n, dtype=np.intc)
    first: cython.longlong[::1] = np.empty(n, dtype=np.int64)  # start and length of the name of each group
    length: cython.longlong[::1] = np.empty(n, dtype=np.int64)
    place: cython.longlong[::1] = np.zeros(n + 1, dtype=np.int64)
    slots: cython.int[::1] = np.full(n_slots(n), -1, dtype=np.intc)
    last: cython.Py_ssize_t = slots.shape[0] - 1
    n_groups: cython.int = 0
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            end: cython.Py_ssize_t = value_start[i] - 2
            start: cython.Py_ssize_t = end
            value: cython.ulonglong = no_letters()
            while base[start - 1] != 0x20:  # there is one before every name
                start -= 1
                value = with_letter(value, cython.cast(cython.uchar, base[start]))
            at: cython.Py_ssize_t = (value ^ (value >> 32)) & last
            while slots[at] >= 0 and not (
                length[slots[at]] == end - start
                and memcmp(base + first[slots[at]], base + start, end - start) == 0
            ):
                at = (at + 1) & last
            if slots[at] < 0:
                slots[at] = n_groups
                first[n_groups] = start
                length[n_groups] = end - start
                n_groups += 1
            group[i] = slots[at]
            place[group[i] + 1] += 1
        for i in range(n_groups):
            place[i + 1] += place[i]
    names = {data[first[i] : first[i] + length[i]]: (place[i], place[i + 1]) for i in range(n_groups)}
    with cython.nogil:
        for i in range(n):
            order[place[group[i]]] = i
            place[group[i]] += 1
    return order_, names


def flags(
    data: cython.const[cython.uchar][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    hashes: cython.const[cython.ulonglong][::1],
    bits: cython.const[cython.ulonglong][::1],
):
    """Combined bits of the words of each value by a table of words, uint64.

    A word is a run of ASCII letters; one begins at a capital after a letter that is none, and at the
    last capital of several before a small letter (``HTMLPage`` has the words html and page).
    """
    result = np.zeros(start.shape[0], dtype=np.uint64)
    found: cython.ulonglong[::1] = result
    n: cython.Py_ssize_t = start.shape[0]
    with cython.nogil:
        k: cython.Py_ssize_t
        for k in range(n):
            value: cython.ulonglong = no_letters()
            n_letters: cython.Py_ssize_t = 0
            was_capital: cython.bint = False
            i: cython.Py_ssize_t
            for i in range(start[k], end[k]):
                byte: cython.uchar = data[i]
                is_capital: cython.bint = 0x41 <= byte <= 0x5A
                is_small: cython.bint = 0x61 <= byte <= 0x7A
                if n_letters > 0:
                    begins: cython.bint = is_capital and (
                        not was_capital or (i + 1 < end[k] and 0x61 <= data[i + 1] <= 0x7A)
                    )
                    if begins or not (is_capital or is_small):
                        found[k] |= bits[place_of(value, hashes)]
                        value = no_letters()
                        n_letters = 0
                if is_capital or is_small:
                    value = with_letter(value, byte | 0x20)
                    n_letters += 1
                was_capital = is_capital
            if n_letters > 0:
                found[k] |= bits[place_of(value, hashes)]
    return result


def without_digits(
    data: cython.const[cython.uchar][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
):
    """Hash of each value without its digits, uint64."""
    result = np.empty(start.shape[0], dtype=np.uint64)
    hashes: cython.ulonglong[::1] = result
    n: cython.Py_ssize_t = start.shape[0]
    with cython.nogil:
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for k in range(n):
            value: cython.ulonglong = no_letters()
            for i in range(start[k], end[k]):
                if not 0x30 <= data[i] <= 0x39:
                    value = with_letter(value, data[i])
            hashes[k] = value
    return result


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
