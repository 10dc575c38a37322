# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Words, marks, phrases and edges of the blocks' texts; the twin of :mod:`maintext.features.wording`.

Compiled only. One pass over the characters: they become small letters, white space is collapsed, words are
hashed (FNV-1a over code points) and looked up. Cost O(n_characters), without the GIL.
"""

import cython
import numpy as np
from cython.cimports.cpython.unicode import (
    Py_UNICODE_TOLOWER,
    PyUnicode_DATA,
    PyUnicode_KIND,
)
from cython.cimports.maintext.kernel.characters import CJK, SENTENCE_END, SPACE, WORD, flags_of
from cython.cimports.maintext.kernel.groups import number
from cython.cimports.maintext.kernel.hashes import no_letters, place_of, with_letter
from cython.cimports.maintext.kernel.phrases import Short

from maintext.kernel.groups import n_slots


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _is_new(
    value: cython.ulonglong, slots: cython.ulonglong[::1], used: cython.int[::1], block: cython.int
) -> cython.bint:
    """Whether a block's set of hashes does not have this one yet; it has it from now on."""
    last: cython.Py_ssize_t = slots.shape[0] - 1  # a power of two less one
    at: cython.Py_ssize_t = (value ^ (value >> 32)) & last
    while used[at] == block:
        if slots[at] == value:
            return False
        at = (at + 1) & last
    used[at] = block
    slots[at] = value
    return True


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _count_word(
    word: cython.ulonglong,
    block: cython.int,
    slots: cython.ulonglong[::1],
    used: cython.int[::1],
    counts: cython.longlong[:, ::1],
    title: cython.const[cython.ulonglong][::1],
    description: cython.const[cython.ulonglong][::1],
) -> cython.bint:
    """Count a word of a block; whether it is the first of its kind there."""
    if not _is_new(word, slots, used, block):
        return False
    counts[0, block] += 1
    counts[1, block] += title[place_of(word, title)] == word
    counts[2, block] += description[place_of(word, description)] == word
    return True


@cython.cfunc
def _table(words: frozenset) -> object:
    """Hashes of words, at the places that ``place_of`` gives them; 0 in empty places."""
    table = np.zeros(n_slots(2 * len(words)), dtype=np.uint64)
    places: cython.ulonglong[::1] = table
    word: str
    point: cython.Py_UCS4
    for word in words:
        value: cython.ulonglong = no_letters()
        for point in word:
            value = with_letter(value, point)
        places[place_of(value, places)] = value
    return table


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _point(data: cython.p_void, kind: cython.int, at: cython.Py_ssize_t) -> cython.uint:
    """Code point of a string, by its representation in 1, 2 or 4 bytes."""
    if kind == 2:
        return cython.cast(cython.pointer(cython.ushort), data)[at]
    if kind == 1:
        return cython.cast(cython.p_uchar, data)[at]
    return cython.cast(cython.p_uint, data)[at]


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _lower(point: cython.uint) -> cython.uint:
    """A code point beyond the Basic Multilingual Plane in lower case."""
    with cython.gil:
        return Py_UNICODE_TOLOWER(cython.cast(cython.Py_UCS4, point))


@cython.cfunc
def _repeats(hashes: cython.const[cython.ulonglong][::1]) -> tuple:
    """How many values are equal to each, and how many of them stand before it; both int64."""
    n: cython.Py_ssize_t = hashes.shape[0]
    group: cython.longlong[::1] = np.empty(n, dtype=np.int64)
    size: cython.longlong[::1] = np.zeros(n, dtype=np.int64)
    slots: cython.longlong[::1] = np.empty(n_slots(n), dtype=np.int64)
    n_same_ = np.empty(n, dtype=np.int64)
    nth_ = np.empty(n, dtype=np.int64)
    n_same: cython.longlong[::1] = n_same_
    nth: cython.longlong[::1] = nth_
    number(hashes, group, slots, np.empty(n, dtype=np.uint64))
    i: cython.Py_ssize_t
    for i in range(n):
        nth[i] = size[group[i]]
        size[group[i]] += 1
    for i in range(n):
        n_same[i] = size[group[i]]
    return n_same_, nth_


def measure(
    text: str,
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    table: cython.const[cython.uint][::1],
    classes: cython.const[cython.uchar][::1],
    n_families: cython.int,
    trigger: cython.uchar,
    copyright_mark: cython.uchar,
    phrases: cython.const[cython.ulonglong][::1],
    phrase_bits: cython.const[cython.ulonglong][::1],
    copyright_bits: cython.longlong,
    cjk_phrases: cython.const[cython.ulonglong][::1],
    cjk_phrase_bits: cython.const[cython.ulonglong][::1],
    cjk_lengths: cython.const[cython.int][::1],
    patterns: tuple,
    title_words: frozenset,
    description_words: frozenset,
    most_chars: cython.Py_ssize_t,
    short_chars: cython.Py_ssize_t,
):
    """Measure pieces of a text as if it were in lower case.

    Parameters
    ----------
    text, start, end
        A text without letters whose small ones are not one by one, and its pieces.
    table
        Of each character of the Basic Multilingual Plane, from the lowest bits on: its small letter (16), the
        class flags of that (8), its marks (8): a bit for each family, ``trigger`` and ``copyright_mark``.
    classes
        Class flags alone, for the other planes.
    cjk_phrases, cjk_phrase_bits, cjk_lengths
        CJK phrases as a table of hashes, and their lengths, the longest first.
    patterns
        Bits of the patterns for dates, prices and addresses.

    Returns
    -------
    counts
        int64 of shape (4 + n_families, n_blocks): different words among the first ``most_chars``
        characters, those in the title, those in the description, sentence ends, marks by family.
    said
        int64: families of phrases in texts of at most ``short_chars`` characters.
    n_same, nth_same
        int64: how many texts are equal to each, and how many of them stand before it.
    edges
        uint32 of shape (2, n_blocks): first and last character.
    """
    n_blocks: cython.Py_ssize_t = start.shape[0]
    block: cython.int
    counts_ = np.zeros((4 + n_families, n_blocks), dtype=np.int64)
    said_ = np.zeros(n_blocks, dtype=np.int64)
    edges_ = np.zeros((2, n_blocks), dtype=np.uint32)
    counts: cython.longlong[:, ::1] = counts_
    said: cython.longlong[::1] = said_
    hashes: cython.ulonglong[::1] = np.empty(n_blocks, dtype=np.uint64)
    edges: cython.uint[:, ::1] = edges_
    short: cython.uint[::1] = np.empty(short_chars + 1, dtype=np.uint32)
    said_in: Short = Short()
    said_in.text, said_in.table, said_in.flags = short, table, classes
    said_in.phrases, said_in.phrase_bits, said_in.lengths = cjk_phrases, cjk_phrase_bits, cjk_lengths
    date: cython.ulonglong = patterns[0]
    price: cython.ulonglong = patterns[1]
    address: cython.ulonglong = patterns[2]
    title: cython.const[cython.ulonglong][::1] = _table(title_words)
    description: cython.const[cython.ulonglong][::1] = _table(description_words)
    n_places: cython.Py_ssize_t = 64
    while n_places < 2 * most_chars:
        n_places *= 2
    slots: cython.ulonglong[::1] = np.empty(n_places, dtype=np.uint64)
    used: cython.int[::1] = np.empty(n_places, dtype=np.intc)
    entries: cython.pointer(cython.const[cython.uint]) = cython.address(table[0])
    flags: cython.pointer(cython.const[cython.uchar]) = cython.address(classes[0])
    data: cython.p_void = PyUnicode_DATA(text)
    kind: cython.int = PyUnicode_KIND(text)
    family: cython.int
    with cython.nogil:
        used[:] = -1
        for block in range(n_blocks):
            n: cython.Py_ssize_t = 0  # characters so far, white space collapsed
            hash_: cython.ulonglong = no_letters()
            word: cython.ulonglong = no_letters()
            in_word: cython.bint = False
            after_space: cython.bint = False
            is_triggered: cython.bint = False
            previous: cython.uint = 0
            first: cython.uint = 0
            n_sentences: cython.longlong = 0
            bits: cython.longlong = 0
            i: cython.Py_ssize_t
            for i in range(start[block], end[block] + 1):
                point: cython.uint = _point(data, kind, i) if i < end[block] else 0  # ends a word
                of: cython.uchar
                mark: cython.uchar = 0
                if point < 0x10000:
                    entry: cython.uint = entries[point]
                    point = entry & 0xFFFF
                    of = (entry >> 16) & 0xFF
                    mark = entry >> 24
                else:
                    point = _lower(point)
                    of = flags_of(point, flags)
                    is_triggered = True
                if of & SPACE:
                    after_space = n > 0
                    continue
                is_ideograph: cython.bint = (of & CJK) != 0
                is_cut: cython.bint = n + after_space >= most_chars
                goes_on: cython.bint = (of & WORD) != 0 and not (is_ideograph or is_cut or after_space)
                if in_word and not goes_on:
                    if _count_word(word, block, slots, used, counts, title, description):
                        bits |= phrase_bits[place_of(word, phrases)]
                    in_word = False
                if i == end[block]:
                    break
                if after_space:
                    hash_ = with_letter(hash_, 0x20)
                    if n < short_chars:
                        short[n] = 0x20
                    n += 1
                    after_space = False
                if goes_on:
                    word = with_letter(word if in_word else no_letters(), point)
                    in_word = True
                elif is_ideograph:
                    is_triggered = True
                    if not is_cut:
                        _count_word(
                            with_letter(no_letters(), point), block, slots, used, counts, title, description
                        )
                elif of & WORD and not is_cut:
                    word = with_letter(no_letters(), point)
                    in_word = True
                hash_ = with_letter(hash_, point)
                if n < short_chars:
                    short[n] = point
                if n == 0:
                    first = point
                n += 1
                if of & SENTENCE_END:
                    n_sentences += 1
                if mark != 0:
                    is_triggered |= (mark & trigger) != 0
                    if mark & copyright_mark:
                        bits |= copyright_bits
                    for family in range(n_families):
                        counts[4 + family, block] += (mark >> family) & 1
                is_triggered |= point == 0x77 and previous == 0x77
                previous = point
            edges[0, block] = first
            edges[1, block] = previous
            counts[3, block] = n_sentences
            hashes[block] = hash_
            if n <= short_chars:
                if is_triggered:
                    short[n] = 0x0A
                    bits |= said_in.bits(n, date, price, address)
                said[block] = bits
    return counts_, said_, *_repeats(hashes), edges_
