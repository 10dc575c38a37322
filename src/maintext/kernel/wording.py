# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Words, marks and edges of the blocks' texts; the twin of :mod:`maintext.features.wording`.

Compiled only. One pass over the characters: white space is collapsed, words are hashed (FNV-1a over
code points) and looked up. Cost O(n_characters), without the GIL.
"""

import cython
import numpy as np
from cython.cimports.maintext.kernel.characters import flags_of
from cython.cimports.maintext.kernel.hashes import no_letters, place_of, with_letter

_SPACE = cython.declare(cython.uchar, 1)
_WORD = cython.declare(cython.uchar, 2)
_CJK = cython.declare(cython.uchar, 4)
_SENTENCE_END = cython.declare(cython.uchar, 32)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _is_zero_width(point: cython.uint) -> cython.bint:
    """White space of the table that ``str.split`` keeps."""
    return 0x200B <= point <= 0x200D or point == 0x2060 or point == 0xFEFF or point == 0xAD


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


def measure(
    points: cython.const[cython.uint][::1],
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    table: cython.const[cython.uchar][::1],
    marks: cython.const[cython.uchar][::1],
    n_families: cython.int,
    trigger: cython.uchar,
    phrases: cython.const[cython.ulonglong][::1],
    phrase_bits: cython.const[cython.ulonglong][::1],
    copyright_bits: cython.longlong,
    title: cython.const[cython.ulonglong][::1],
    description: cython.const[cython.ulonglong][::1],
    most_chars: cython.Py_ssize_t,
    short_chars: cython.Py_ssize_t,
):
    """Measure pieces of a text in lower case.

    Returns
    -------
    counts
        int64 of shape (4 + n_families, n_blocks): different words among the first ``most_chars``
        characters, those in the title, those in the description, sentence ends, marks by family.
    said
        int64: families of phrases in texts of at most ``short_chars`` characters.
    text
        uint64: a hash of the whole text.
    edges
        uint32 of shape (2, n_blocks): first and last character.
    short
        uint32: the short texts that have a CJK character, "ww" or a mark with the bit ``trigger``, each
        followed by a line feed.
    short_length
        int64: length of each of these with its line feed, 0 for other texts.
    """
    n_blocks: cython.Py_ssize_t = start.shape[0]
    size: cython.Py_ssize_t = 0
    block: cython.int
    for block in range(n_blocks):
        size += end[block] - start[block] + 1
    counts_ = np.zeros((4 + n_families, n_blocks), dtype=np.int64)
    said_ = np.zeros(n_blocks, dtype=np.int64)
    text_ = np.zeros(n_blocks, dtype=np.uint64)
    edges_ = np.zeros((2, n_blocks), dtype=np.uint32)
    short_ = np.empty(size + 1, dtype=np.uint32)
    length_ = np.zeros(n_blocks, dtype=np.int64)
    counts: cython.longlong[:, ::1] = counts_
    said: cython.longlong[::1] = said_
    text: cython.ulonglong[::1] = text_
    edges: cython.uint[:, ::1] = edges_
    short: cython.uint[::1] = short_
    length: cython.longlong[::1] = length_
    n_slots: cython.Py_ssize_t = 64
    while n_slots < 2 * most_chars:
        n_slots *= 2
    slots: cython.ulonglong[::1] = np.zeros(n_slots, dtype=np.uint64)
    used: cython.int[::1] = np.full(n_slots, -1, dtype=np.intc)
    flags: cython.pointer(cython.const[cython.uchar]) = cython.address(table[0])
    n_short: cython.Py_ssize_t = 0
    family: cython.int
    with cython.nogil:
        for block in range(n_blocks):
            n: cython.Py_ssize_t = 0  # characters so far, white space collapsed
            hash_: cython.ulonglong = no_letters()
            word: cython.ulonglong = no_letters()
            in_word: cython.bint = False
            after_space: cython.bint = False
            is_triggered: cython.bint = False
            previous: cython.uint = 0
            bits: cython.longlong = 0
            i: cython.Py_ssize_t
            for i in range(start[block], end[block] + 1):
                point: cython.uint = points[i] if i < end[block] else 0  # ends a word
                of: cython.uchar = flags[point] if point < 0x10000 else flags_of(point, flags)
                if of & _SPACE and not _is_zero_width(point):
                    after_space = n > 0
                    continue
                is_ideograph: cython.bint = (of & _CJK) != 0
                is_cut: cython.bint = n + after_space >= most_chars
                goes_on: cython.bint = (of & _WORD) != 0 and not (is_ideograph or is_cut or after_space)
                if in_word and not goes_on:
                    if _count_word(word, block, slots, used, counts, title, description):
                        bits |= phrase_bits[place_of(word, phrases)]
                    in_word = False
                if i == end[block]:
                    break
                if after_space:
                    hash_ = with_letter(hash_, 0x20)
                    if n < short_chars:
                        short[n_short + n] = 0x20
                    n += 1
                    after_space = False
                if is_ideograph and not is_cut:
                    _count_word(
                        with_letter(no_letters(), point), block, slots, used, counts, title, description
                    )
                elif of & _WORD and not is_cut:
                    word = with_letter(word if in_word else no_letters(), point)
                    in_word = True
                if n == 0:
                    edges[0, block] = point
                edges[1, block] = point
                hash_ = with_letter(hash_, point)
                if n < short_chars:
                    short[n_short + n] = point
                n += 1
                if point == 0xA9:  # ©
                    bits |= copyright_bits
                counts[3, block] += (of & _SENTENCE_END) != 0
                if point < 0x10000 and marks[point] != 0:
                    is_triggered |= (marks[point] & trigger) != 0
                    for family in range(n_families):
                        counts[4 + family, block] += (marks[point] >> family) & 1
                is_triggered |= is_ideograph or point >= 0x10000 or (point == 0x77 and previous == 0x77)
                previous = point
            text[block] = hash_
            if n <= short_chars:
                said[block] = bits
            if n <= short_chars and is_triggered:
                short[n_short + n] = 0x0A
                length[block] = n + 1
                n_short += n + 1
    return counts_, said_, text_, edges_, short_[:n_short], length_
