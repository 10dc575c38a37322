# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What is known of a page while the matrix of its features is filled; ``filler.pxd`` names it.

Compiled only. Cost O(n_rows + n_blocks).
"""

import cython
import numpy as np
from cython.cimports.libc.math import sqrt
from cython.cimports.maintext.kernel.groups import number

from maintext.kernel.groups import n_slots

__all__ = ["Filler"]

_PROSE_WORDS = cython.declare(cython.longlong, 25)
_HEADING_STEPS = cython.declare(cython.int, 4)


@cython.final
@cython.cclass
class Filler:
    """The matrix of one page in the making: each part writes the lines of a group of features.

    Attributes of the page have a value per row, those of blocks one per block; ``out`` has a line per
    feature.
    """

    @cython.cfunc
    @cython.exceptval(check=True)
    def take(self, page: tuple, blocks: tuple, wording: tuple, of_page: tuple) -> cython.void:
        """Take what is the page's own."""
        (
            self.parent, self.end, self.depth, self.tag, self.row_chars,
            self.is_text, self.is_link, self.is_anchor, self.is_hidden,
            self.names, self.shape, self.largest_shape,
        ) = page  # fmt: skip
        (
            self.row, self.last, self.element, self.chars, self.words, self.punctuation, self.digits,
            self.cjk, self.link_chars,
        ) = blocks  # fmt: skip
        (
            self.n_different, self.in_title, self.in_description, self.sentences,
            self.marks, self.said, self.n_same, self.nth_same, self.first_point, self.last_point,
        ) = wording  # fmt: skip
        self.n_title, self.n_description, self.data, self.is_article = of_page
        self.n, self.n_rows = self.row.shape[0], self.tag.shape[0]

    @cython.cfunc
    @cython.exceptval(check=True)
    def take_tables(self, tables: tuple, numbers: tuple) -> cython.void:
        """Take what is the same for every page."""
        (
            self.tag_kind, self.tag_bits, self.tag_heading, self.tag_counted, self.classes, self.end_value,
            self.log_table, self.sections, self.neighbours, self.windows,
        ) = tables  # fmt: skip
        (
            self.n_says, self.n_tag_families, self.n_name_families, self.n_counted, self.other_says,
            self.detail, self.price, self.date, self.comment, self.noscript, self.far, self.most_steps,
            self.long_words,
        ) = numbers  # fmt: skip

    @cython.cfunc
    @cython.exceptval(check=True)
    def make_room(self) -> cython.void:
        """Make arrays for what is computed on the way."""
        size: cython.Py_ssize_t = max(self.n_rows, self.n)
        self.level = np.empty(self.n, dtype=np.uint8)
        self.before, self.images = np.empty((2, self.n_rows + 1), dtype=np.intc)
        self.children = np.zeros(self.n_rows, dtype=np.intc)
        self.prose = np.zeros(self.n_rows)
        self.total = np.zeros((5, self.n + 1))
        self.work = np.zeros((5, self.n + 1))
        self.alike = np.empty(self.n_rows, dtype=np.int64)
        self.group = np.empty(self.n, dtype=np.int64)
        self.n_tags = np.zeros(self.n_counted, dtype=np.int64)
        self.key, self.firsts = np.empty((2, size), dtype=np.uint64)
        self.of_key, self.count = np.empty((2, size), dtype=np.int64)
        self.slots = np.empty(n_slots(size), dtype=np.int64)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def prepare(f: Filler) -> cython.void:
    """Compute what more than one part needs."""
    _count_alike(f)
    _group_blocks(f)
    _sums(f)
    _add_prose(f)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _count_alike(f: Filler) -> cython.void:
    """Count the siblings of each element with the same tag and class, itself included."""
    n: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    for row in range(f.n_rows):
        if not f.is_text[row]:
            f.key[n] = f.parent[row] * (f.largest_shape + 1) + f.shape[row]
            n += 1
    number(f.key[:n], f.of_key, f.slots, f.firsts)
    for row in range(n):
        f.count[row] = 0
    for row in range(n):
        f.count[f.of_key[row]] += 1
    n = 0
    for row in range(f.n_rows):
        if f.is_text[row]:
            f.alike[row] = 1
        else:
            f.alike[row] = f.count[f.of_key[n]]
            n += 1


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _group_blocks(f: Filler) -> cython.void:
    """Number the blocks by the shapes of their element and its parent."""
    i: cython.Py_ssize_t
    for i in range(f.n):
        above: cython.longlong = f.shape[max(f.parent[f.element[i]], 0)]
        f.key[i] = f.shape[f.element[i]] * (f.largest_shape + 2) + above
    number(f.key[: f.n], f.group, f.slots, f.firsts)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _sums(f: Filler) -> cython.void:
    """What stands before each row and block, the level of headings."""
    block: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    images: cython.int = 0
    for row in range(f.n_rows):
        f.before[row] = block
        f.images[row] = images
        images += (f.tag_kind[f.tag[row]] & IMAGE) != 0
        if block < f.n and f.row[block] == row:
            block += 1
        if row > 0 and not f.is_text[row]:
            f.children[f.parent[row]] += 1
    f.before[f.n_rows] = block
    f.images[f.n_rows] = images
    for block in range(f.n):
        words: cython.double = f.words[block]
        f.level[block] = _heading_of(f, f.parent[f.row[block]])
        f.work[0, block] = f.link_chars[block] / cython.cast(cython.double, max(f.chars[block], 1))
        f.total[0, block + 1] = f.total[0, block] + words
        f.total[1, block + 1] = f.total[1, block] + words * f.work[0, block]
        f.total[2, block + 1] = f.total[2, block] + (words if is_long(f, block) else 0)
        f.total[3, block + 1] = f.total[3, block] + f.sentences[block]
        f.total[4, block + 1] = f.total[4, block] + (f.level[block] > 0)
    f.all_words = max(sum_of(f, 0, 0), 1.0)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _heading_of(f: Filler, row: cython.Py_ssize_t) -> cython.uchar:
    """Level of the heading that a row is or closely stands in, 0 for none."""
    for _ in range(_HEADING_STEPS):
        if f.tag_heading[f.tag[row]] > 0 or row == 0:
            return f.tag_heading[f.tag[row]]
        row = f.parent[row]
    return 0


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _add_prose(f: Filler) -> cython.void:
    """Half of a block's worth to its element and to the one two above, all to the one between."""
    worth: cython.double[::1] = f.work[1]
    i: cython.Py_ssize_t
    for i in range(f.n):
        is_prose: cython.bint = f.words[i] >= _PROSE_WORDS
        is_prose |= (f.tag_kind[f.tag[f.element[i]]] & PROSE) != 0
        worth[i] = sqrt(f.words[i]) * (1 - min(1.0, 1.5 * f.work[0, i])) if is_prose else 0
    for i in range(f.n):
        f.prose[f.element[i]] += worth[i] * 0.5
    for i in range(f.n):
        f.prose[max(f.parent[f.element[i]], 0)] += worth[i]
    for i in range(f.n):
        holder: cython.Py_ssize_t = max(f.parent[f.element[i]], 0)
        f.prose[max(f.parent[holder], 0)] += worth[i] * 0.5
