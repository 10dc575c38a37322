# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The features of a page's blocks; the twin of :mod:`maintext.features.matrix`.

Compiled only. One pass over the rows of the page, then walks up from every block. The numpy twin says what
each feature is; here they stand in the same order. Cost O(n_rows + n_blocks · (depth + n_features)), without
the GIL.
"""

import cython
import numpy as np
from cython.cimports.libc.math import log1p, sqrt
from cython.cimports.maintext.kernel.characters import flags_of
from cython.cimports.maintext.kernel.groups import number

from maintext.kernel.groups import n_slots

# Bits of the table of tags.
BOLD, IMAGE, INPUT, PROSE, BLOCK_TAG = 1, 2, 4, 8, 16
_BOLD = cython.declare(cython.uchar, 1)
_IMAGE = cython.declare(cython.uchar, 2)
_INPUT = cython.declare(cython.uchar, 4)
_PROSE = cython.declare(cython.uchar, 8)
_BLOCK_TAG = cython.declare(cython.uchar, 16)
_WORD = cython.declare(cython.uchar, 2)  # of the table of characters
_UNDERSCORE = cython.declare(cython.uint, 0x5F)
_PROSE_WORDS = cython.declare(cython.longlong, 25)
# Any six bits of this number that follow each other are different, so that a power of two times it tells its
# exponent in the upper six: where a bit stands without looking at those below.
_DE_BRUIJN = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)
_N_LEVELS = cython.declare(cython.Py_ssize_t, 6)
_HEADING_STEPS = cython.declare(cython.int, 4)
_NEIGHBOURS = cython.declare(cython.int, 3)


@cython.nogil
@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _spread(bits: cython.ulonglong) -> cython.Py_ssize_t:
    """A number below 64 that is different for each place of the lowest bit."""
    return ((bits & (~bits + 1)) * _DE_BRUIJN) >> 58


@cython.cclass
class _Filler:
    """The matrix of one page in the making: each method writes the lines of a group of features.

    Attributes of the page have a value per row, those of blocks one per block; ``out`` has a line per
    feature. Everything is filled in by :func:`fill`.
    """

    out: cython.float[:, ::1]
    line: cython.Py_ssize_t  # the next one to write
    n: cython.Py_ssize_t
    n_rows: cython.Py_ssize_t
    # The page.
    parent: cython.const[cython.int][::1]
    end: cython.const[cython.int][::1]
    depth: cython.const[cython.int][::1]
    tag: cython.const[cython.short][::1]
    row_chars: cython.const[cython.int][::1]
    is_text: cython.const[cython.uchar][::1]
    is_link: cython.const[cython.uchar][::1]
    is_anchor: cython.const[cython.uchar][::1]
    is_hidden: cython.const[cython.uchar][::1]
    names: cython.const[cython.ulonglong][::1]
    shape: cython.longlong[::1]
    largest_shape: cython.longlong
    # The blocks.
    row: cython.const[cython.longlong][::1]
    last: cython.const[cython.longlong][::1]
    element: cython.const[cython.longlong][::1]
    chars: cython.const[cython.longlong][::1]
    words: cython.const[cython.longlong][::1]
    punctuation: cython.const[cython.longlong][::1]
    digits: cython.const[cython.longlong][::1]
    cjk: cython.const[cython.longlong][::1]
    link_chars: cython.const[cython.longlong][::1]
    # Their wording.
    n_different: cython.const[cython.longlong][::1]
    in_title: cython.const[cython.longlong][::1]
    in_description: cython.const[cython.longlong][::1]
    sentences: cython.const[cython.longlong][::1]
    marks: cython.const[cython.longlong][:, ::1]
    said: cython.const[cython.longlong][::1]
    n_same: cython.const[cython.longlong][::1]
    nth_same: cython.const[cython.longlong][::1]
    first_point: cython.const[cython.uint][::1]
    last_point: cython.const[cython.uint][::1]
    n_title: cython.double
    n_description: cython.double
    # Tables and limits, the same for every page.
    tag_kind: cython.const[cython.uchar][::1]
    tag_bits: cython.const[cython.ulonglong][::1]
    tag_heading: cython.const[cython.uchar][::1]
    tag_counted: cython.const[cython.schar][::1]
    classes: cython.const[cython.uchar][::1]
    end_value: cython.const[cython.double][::1]
    log_table: cython.const[cython.double][::1]
    sections: cython.const[cython.int][::1]
    neighbours: cython.const[cython.int][::1]
    windows: cython.const[cython.int][::1]
    n_says: cython.int
    n_tag_families: cython.Py_ssize_t
    n_name_families: cython.Py_ssize_t
    n_counted: cython.Py_ssize_t
    other_says: cython.longlong
    detail: cython.int
    price: cython.int
    date: cython.int
    comment: cython.int
    noscript: cython.Py_ssize_t
    far: cython.int
    most_steps: cython.int
    long_words: cython.longlong
    bit_place: cython.uchar[64]
    # What is computed on the way.
    level: cython.uchar[::1]
    before: cython.int[::1]  # blocks that begin before each row; n_rows + 1
    images: cython.int[::1]  # images before each row; n_rows + 1
    children: cython.int[::1]
    alike: cython.longlong[::1]
    prose: cython.double[::1]
    total: cython.double[:, ::1]  # words, linked, long, sentences, headings before each block; (5, n + 1)
    all_words: cython.double
    headline: cython.Py_ssize_t
    group: cython.longlong[::1]
    work: cython.double[:, ::1]  # five lines of n + 1

    # -- arithmetic -------------------------------------------------------------------------------

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def log1p(self, value: cython.double) -> cython.double:
        """log(1 + value); of small whole numbers as numpy has it."""
        if 0 <= value < self.log_table.shape[0]:
            at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, value)
            if at == value:
                return self.log_table[at]
        return log1p(value)

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def signed_log(self, value: cython.double) -> cython.double:
        """The logarithm with the sign of the value."""
        return self.log1p(value) if value >= 0 else -self.log1p(-value)

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def sum_of(self, what: cython.Py_ssize_t, row: cython.Py_ssize_t) -> cython.double:
        """Words, linked words … (see ``total``) in the subtree of a row."""
        return self.total[what, self.before[self.end[row]]] - self.total[what, self.before[row]]

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def holds(self, row: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.bint:
        """Whether the other row stands in the subtree of a row."""
        return row <= other < self.end[row]

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def says(self, family: cython.int, block: cython.Py_ssize_t) -> cython.bint:
        """Whether a block has a phrase of a family."""
        return (self.said[block] >> family) & 1

    # -- the text of the block --------------------------------------------------------------------

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def text(self) -> cython.void:
        """Lines of :mod:`maintext.features.text`."""
        out: cython.float[:, ::1] = self.out
        i: cython.Py_ssize_t
        family: cython.int
        for i in range(self.n):
            words: cython.double = max(self.words[i], 1)
            chars: cython.double = max(self.chars[i], 1)
            first: cython.uint = self.first_point[i]
            last: cython.Py_ssize_t = min(self.last_point[i], 0xFFFF)
            out[0, i] = self.log1p(self.chars[i])
            out[1, i] = self.log1p(self.words[i])
            out[2, i] = cython.cast(cython.float, chars) / cython.cast(cython.float, words)
            out[3, i] = self.link_chars[i] / chars
            out[4, i] = self.cjk[i] / chars
            out[5, i] = self.digits[i] / chars
            out[6, i] = self.punctuation[i] / words
            out[7, i] = self.log1p(self.sentences[i])
            out[8, i] = self.sentences[i] / words
            out[14, i] = self.end_value[last]
            out[15, i] = (
                flags_of(first, cython.address(self.classes[0])) & _WORD
            ) != 0 and first != _UNDERSCORE
            out[16, i] = self.is_link[self.row[i]]
            out[17, i] = min(self.n_same[i], 20)
            out[18, i] = min(self.nth_same[i], 20)
            for family in range(self.marks.shape[0]):
                out[19 + family, i] = self.marks[family, i] / words
        self.since()
        self.line = 19 + self.marks.shape[0]
        for family in range(self.n_says):
            for i in range(self.n):
                out[self.line, i] = self.says(family, i)
            self.line += 1

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def since(self) -> cython.void:
        """Bold characters in each block; links, images, controls since the one before; its texts."""
        out: cython.float[:, ::1] = self.out
        row: cython.Py_ssize_t = 0
        bold_end: cython.Py_ssize_t = 0
        block: cython.Py_ssize_t
        for block in range(self.n):
            bold: cython.double = 0
            links: cython.double = 0
            images: cython.double = 0
            inputs: cython.double = 0
            texts: cython.double = 0
            while row <= self.last[block]:
                kind: cython.uchar = self.tag_kind[self.tag[row]]
                if kind & _BOLD:
                    bold_end = max(bold_end, self.end[row])
                links += self.is_anchor[row]
                images += (kind & _IMAGE) != 0
                inputs += (kind & _INPUT) != 0
                if row >= self.row[block]:
                    bold += self.row_chars[row] if row < bold_end else 0
                    if self.is_text[row] and self.row_chars[row] > 0:
                        texts += 1
                row += 1
            out[9, block] = min(bold / max(self.chars[block], 1), 1.0)
            out[10, block] = self.log1p(links)
            out[11, block] = min(images, 10.0)
            out[12, block] = min(inputs, 10.0)
            out[13, block] = self.log1p(texts)

    # -- what stands around it --------------------------------------------------------------------

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def set_steps(
        self, line: cython.Py_ssize_t, block: cython.Py_ssize_t, bits: cython.ulonglong, step: cython.int
    ) -> cython.void:
        """Note a step for each of the bits, of which the lowest stands in a line."""
        while bits != 0:
            self.out[line + self.bit_place[_spread(bits)], block] = step
            bits &= bits - 1

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def context(self) -> cython.void:
        """Lines of :mod:`maintext.features.context`."""
        out: cython.float[:, ::1] = self.out
        by_tag: cython.Py_ssize_t = self.line
        by_name: cython.Py_ssize_t = by_tag + self.n_tag_families
        counts: cython.Py_ssize_t = by_name + self.n_name_families
        more: cython.Py_ssize_t = counts + self.n_name_families
        line: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for line in range(by_tag, counts):
            for i in range(self.n):
                out[line, i] = self.far
        for line in range(counts, more):
            for i in range(self.n):
                out[line, i] = 0
        for i in range(self.n):
            row: cython.Py_ssize_t = self.parent[self.row[i]]
            tags: cython.ulonglong = 0
            named: cython.ulonglong = 0
            step: cython.int
            for step in range(self.most_steps):
                bits: cython.ulonglong = self.names[row]
                if step < self.far:
                    self.set_steps(by_tag, i, self.tag_bits[self.tag[row]] & ~tags, step)
                    self.set_steps(by_name, i, bits & ~named, step)
                    tags |= self.tag_bits[self.tag[row]]
                    named |= bits
                while bits != 0:
                    out[counts + self.bit_place[_spread(bits)], i] += 1
                    bits &= bits - 1
                if row == 0:
                    break
                row = self.parent[row]
            out[more, i] = self.depth[self.element[i]]
            out[more + 1, i] = self.is_hidden[self.row[i]]
            out[more + 2, i] = out[by_tag + self.noscript, i] < self.far
            out[more + 3, i] = (self.tag_kind[self.tag[self.element[i]]] & _BLOCK_TAG) != 0
        self.line = more + 4

    # -- the subtrees it stands in ----------------------------------------------------------------

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def sums(self) -> cython.void:
        """What stands before each row and block, the level of headings, the prose of rows."""
        block: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t
        images: cython.int = 0
        for row in range(self.n_rows):
            self.before[row] = block
            self.images[row] = images
            images += (self.tag_kind[self.tag[row]] & _IMAGE) != 0
            if block < self.n and self.row[block] == row:
                block += 1
            if row > 0 and not self.is_text[row]:
                self.children[self.parent[row]] += 1
        self.before[self.n_rows] = block
        self.images[self.n_rows] = images
        for block in range(self.n):
            words: cython.double = self.words[block]
            self.level[block] = self.heading_of(self.parent[self.row[block]])
            self.work[0, block] = self.link_chars[block] / cython.cast(
                cython.double, max(self.chars[block], 1)
            )
            self.total[0, block + 1] = self.total[0, block] + words
            self.total[1, block + 1] = self.total[1, block] + words * self.work[0, block]
            self.total[2, block + 1] = self.total[2, block] + (words if self.is_long(block) else 0)
            self.total[3, block + 1] = self.total[3, block] + self.sentences[block]
            self.total[4, block + 1] = self.total[4, block] + (self.level[block] > 0)
        self.all_words = max(self.sum_of(0, 0), 1.0)
        self.add_prose()

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def is_long(self, block: cython.Py_ssize_t) -> cython.bint:
        """Whether a block has many words."""
        return self.words[block] >= self.long_words

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def heading_of(self, row: cython.Py_ssize_t) -> cython.uchar:
        """Level of the heading that a row is or closely stands in, 0 for none."""
        for _ in range(_HEADING_STEPS):
            if self.tag_heading[self.tag[row]] > 0 or row == 0:
                return self.tag_heading[self.tag[row]]
            row = self.parent[row]
        return 0

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def add_prose(self) -> cython.void:
        """Half of a block's worth to its element and to the one two above, all to the one between."""
        worth: cython.double[::1] = self.work[1]
        i: cython.Py_ssize_t
        for i in range(self.n):
            is_prose: cython.bint = self.words[i] >= _PROSE_WORDS
            is_prose |= (self.tag_kind[self.tag[self.element[i]]] & _PROSE) != 0
            worth[i] = sqrt(self.words[i]) * (1 - min(1.0, 1.5 * self.work[0, i])) if is_prose else 0
        for i in range(self.n):
            self.prose[self.element[i]] += worth[i] * 0.5
        for i in range(self.n):
            self.prose[max(self.parent[self.element[i]], 0)] += worth[i]
        for i in range(self.n):
            holder: cython.Py_ssize_t = max(self.parent[self.element[i]], 0)
            self.prose[max(self.parent[holder], 0)] += worth[i] * 0.5

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def levels(self) -> cython.void:
        """Features of the ancestors where the number of blocks grows; how those within reach begin."""
        top: cython.longlong[6]
        most: cython.longlong[6]
        best: cython.double = 0
        row: cython.Py_ssize_t
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        openings: cython.Py_ssize_t = self.line + 13 * _N_LEVELS + 12
        for row in range(self.n_rows):
            best = max(best, self.prose[row])
        best = max(best, 1e-6)
        for i in range(self.n):
            self.climb(i, top, most)
            for k in range(_N_LEVELS):
                self.of_level(self.line + 13 * k, i, top[k], most[k], best)
            for k in range(1, 5):
                row = self.before[top[k]]  # the first block there
                self.out[openings + 2 * k - 2, i] = (self.said[row] & self.other_says) != 0
                self.out[openings + 2 * k - 1, i] = self.says(self.detail, row)
        self.line += 13 * _N_LEVELS

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def climb(
        self,
        block: cython.Py_ssize_t,
        top: cython.pointer(cython.longlong),
        most: cython.pointer(cython.longlong),
    ) -> cython.void:
        """Highest element of each level above a block, and the most siblings alike on it."""
        row: cython.Py_ssize_t = self.element[block]
        size: cython.int = self.before[self.end[row]] - self.before[row]
        level: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        for k in range(_N_LEVELS):
            most[k] = 1
        for _ in range(self.most_steps):
            if self.before[self.end[row]] - self.before[row] != size:
                size = self.before[self.end[row]] - self.before[row]
                level += 1
            if level == _N_LEVELS:
                return
            for k in range(level, _N_LEVELS):
                top[k] = row
            most[level] = max(most[level], self.alike[row])
            if row == 0:
                return
            row = self.parent[row]

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def of_level(
        self,
        line: cython.Py_ssize_t,
        block: cython.Py_ssize_t,
        row: cython.Py_ssize_t,
        alike: cython.longlong,
        best: cython.double,
    ) -> cython.void:
        """The thirteen features of one ancestor."""
        words: cython.double = self.sum_of(0, row)
        some: cython.double = max(words, 1.0)
        blocks: cython.double = self.before[self.end[row]] - self.before[row]
        many: cython.double = max(blocks, 1.0)
        images: cython.double = self.images[self.end[row]] - self.images[row]
        self.out[line, block] = self.log1p(words)
        self.out[line + 1, block] = words / self.all_words
        self.out[line + 2, block] = self.sum_of(1, row) / some
        self.out[line + 3, block] = self.log1p(blocks)
        self.out[line + 4, block] = self.log1p(words / many)
        self.out[line + 5, block] = self.sum_of(2, row) / some
        self.out[line + 6, block] = self.sum_of(3, row) / some
        self.out[line + 7, block] = self.log1p(self.sum_of(4, row))
        self.out[line + 8, block] = min(images / many, 5.0)
        self.out[line + 9, block] = self.log1p(self.children[row])
        self.out[line + 10, block] = self.log1p(alike - 1)
        self.out[line + 11, block] = self.prose[row] / best
        self.out[line + 12, block] = (self.total[0, block] - self.total[0, self.before[row]]) / some

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def structure(self) -> cython.void:
        """Lines of :mod:`maintext.features.structure`."""
        self.levels()
        self.best()
        self.dominant()
        self.line += 8  # written by `levels`
        self.groups()

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def best(self) -> cython.void:
        """Where each block stands to the element with the best prose."""
        best: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        for i in range(1, self.n_rows):
            if self.prose[i] > self.prose[best]:
                best = i
        share: cython.double = self.sum_of(0, best) / self.all_words
        for i in range(self.n):
            self.out[self.line, i] = share
            self.out[self.line + 1, i] = self.holds(best, self.row[i])
        self.steps_to(best, self.line + 2, -1)
        self.line += 3

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def steps_to(self, row: cython.Py_ssize_t, up: cython.Py_ssize_t, down: cython.Py_ssize_t) -> cython.void:
        """Steps from each block to the lowest ancestor that holds a row, and from there down to it."""
        deepest: cython.int = 0
        i: cython.Py_ssize_t
        for i in range(self.n):
            deepest = max(deepest, self.depth[self.element[i]])
        reach: cython.int = min(deepest + 1, self.most_steps)
        for i in range(self.n):
            holder: cython.Py_ssize_t = self.element[i]
            steps: cython.int = 0
            while steps < reach and not self.holds(holder, row):
                holder = self.parent[holder]
                steps += 1
            if steps == reach:  # none within reach
                steps = 0
                holder = self.element[i]
            self.out[up, i] = steps
            if down >= 0:
                self.out[down, i] = self.depth[row] - self.depth[holder]

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def dominant(self) -> cython.void:
        """Where each block stands to the smallest elements with most of the words."""
        thresholds: cython.double[3]
        thresholds[0], thresholds[1], thresholds[2] = 0.55, 0.75, 0.9
        what: cython.Py_ssize_t = 2 if self.sum_of(2, 0) > 0 else 0
        whole: cython.double = self.sum_of(what, 0)
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for k in range(3):
            row: cython.Py_ssize_t = 0
            if whole > 0:
                row = self.n_rows - 1
                while self.sum_of(what, row) < thresholds[k] * whole:
                    row -= 1
            start: cython.double = self.total[0, self.before[row]]
            words: cython.double = max(self.sum_of(0, row), 1.0)
            share: cython.double = words / self.all_words
            for i in range(self.n):
                self.out[self.line + k, i] = self.holds(row, self.row[i])
                self.out[self.line + 3 + k, i] = share
                self.out[self.line + 6 + k, i] = min(max((self.total[0, i] - start) / words, -0.5), 1.5)
        self.line += 9

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def groups(self) -> cython.void:
        """Statistics of the blocks whose element and its parent have the same shapes (see ``group``)."""
        out: cython.float[:, ::1] = self.out
        sums: cython.double[:, ::1] = self.work[1:]
        i: cython.Py_ssize_t
        g: cython.Py_ssize_t
        for g in range(4):
            for i in range(self.n):
                sums[g, i] = 0
        for i in range(self.n):
            g = self.group[i]
            log_words: cython.double = self.log1p(self.words[i])
            sums[0, g] += 1
            sums[1, g] += self.words[i]
            sums[2, g] += log_words
            sums[3, g] += log_words * log_words
        for i in range(self.n):
            g = self.group[i]
            mean: cython.double = sums[2, g] / sums[0, g]
            out[self.line, i] = self.log1p(sums[0, g] - 1)
            out[self.line + 1, i] = sums[1, g] / self.all_words
            out[self.line + 3, i] = sqrt(max(sums[3, g] / sums[0, g] - mean * mean, 0.0))
        for i in range(self.n):
            sums[2, i] = 0
        for i in range(self.n):
            sums[2, self.group[i]] += self.words[i] * self.work[0, i]
        for i in range(self.n):
            g = self.group[i]
            out[self.line + 2, i] = sums[2, g] / max(sums[1, g], 1.0)
        self.line += 4

    # -- where it stands --------------------------------------------------------------------------

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def position(self) -> cython.void:
        """Lines of :mod:`maintext.features.position`."""
        out: cython.float[:, ::1] = self.out
        line: cython.Py_ssize_t = self.line
        n: cython.Py_ssize_t = self.n
        words: cython.double = self.total[0, n]
        i: cython.Py_ssize_t
        for i in range(n):
            before: cython.double = self.total[0, i]
            out[line, i] = i / cython.cast(cython.double, n)
            out[line + 1, i] = before / max(words, 1.0)
            out[line + 2, i] = self.log1p(i)
            out[line + 3, i] = self.log1p(n - 1 - i)
            out[line + 4, i] = self.log1p(before)
            out[line + 5, i] = self.log1p(words - before - self.words[i])
            out[line + 6, i] = self.level[i]
        self.line += 7
        self.to_headline()
        self.sections_around()
        self.similarity()

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def find_headline(self) -> cython.Py_ssize_t:
        """The block that states the page's title, −1 for none."""
        best: cython.Py_ssize_t = -1
        best_score: cython.double = 0.6
        i: cython.Py_ssize_t
        for i in range(self.n):
            if self.in_title[i] == 0 or self.n_different[i] > 3 * self.n_title:
                continue
            score: cython.double = 2 * self.in_title[i] / max(self.n_title + self.n_different[i], 1.0)
            score = score + (0.2 if self.level[i] == 1 else 0)
            if score > 0.6 and score > best_score + 1e-9:
                best, best_score = i, score
        return best

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def to_headline(self) -> cython.void:
        """Where each block stands to the headline."""
        out: cython.float[:, ::1] = self.out
        line: cython.Py_ssize_t = self.line
        at: cython.Py_ssize_t = self.find_headline()
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for k in range(6):
            for i in range(self.n):
                out[line + k, i] = 0
        self.line += 6
        if at < 0:
            return
        for i in range(self.n):
            out[line, i] = 1
            out[line + 1, i] = self.signed_log(i - at)
            out[line + 2, i] = self.signed_log(self.total[0, i] - self.total[0, at])
            out[line + 5, i] = i == at
        self.steps_to(self.row[at], line + 3, line + 4)

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def sections_around(self) -> cython.void:
        """The section that each block stands in: from a heading up to the next one."""
        start: cython.Py_ssize_t = 0
        has_heading: cython.bint = False
        while start < self.n or start == 0:
            stop: cython.Py_ssize_t = start + has_heading
            while stop < self.n and self.level[stop] == 0:
                stop += 1
            if stop > start:
                self.section(start, stop, has_heading)
            if stop == self.n:
                break
            start, has_heading = stop, True
        self.line += 7 + self.sections.shape[0]

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def section(
        self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, has_heading: cython.bint
    ) -> cython.void:
        """Features of the blocks of one section, of which the first may be its heading."""
        out: cython.float[:, ::1] = self.out
        line: cython.Py_ssize_t = self.line + 3 + self.sections.shape[0]
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        words: cython.double = 0
        linked: cython.double = 0
        for i in range(start, stop):
            words += self.words[i]
            linked += cython.cast(cython.double, self.words[i] * self.link_chars[i]) / max(self.chars[i], 1)
        for i in range(start, stop):
            out[self.line, i] = self.log1p(i - start) if has_heading else 8
            out[self.line + 1, i] = self.log1p(self.total[0, i] - self.total[0, start])
            out[self.line + 2, i] = self.level[start] if has_heading else 0
            for k in range(self.sections.shape[0]):
                out[self.line + 3 + k, i] = has_heading and self.says(self.sections[k], start)
            out[line, i] = self.log1p(stop - i)
            out[line + 1, i] = self.log1p(words)
            out[line + 2, i] = linked / max(words, 1.0)
            out[line + 3, i] = self.log1p(stop - start)

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def similarity(self) -> cython.void:
        """How much of a block stands in the title, and of title and description in the block."""
        out: cython.float[:, ::1] = self.out
        i: cython.Py_ssize_t
        for i in range(self.n):
            out[self.line, i] = self.in_title[i] / cython.cast(cython.double, max(self.n_different[i], 1))
            out[self.line + 1, i] = self.in_title[i] / max(self.n_title, 1.0)
            out[self.line + 2, i] = self.in_description[i] / max(self.n_description, 1.0)
        self.line += 3

    # -- the blocks beside it, and the page -------------------------------------------------------

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def beside(self) -> cython.void:
        """Some features of the three blocks before and after; −1 where there is none."""
        out: cython.float[:, ::1] = self.out
        which: cython.Py_ssize_t
        step: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for which in range(self.neighbours.shape[0]):
            of: cython.Py_ssize_t = self.neighbours[which]
            for step in range(-_NEIGHBOURS, _NEIGHBOURS + 1):
                if step == 0:
                    continue
                for i in range(self.n):
                    out[self.line, i] = -1
                for i in range(max(-step, 0), min(self.n - step, self.n)):
                    out[self.line, i] = out[of, i + step]
                self.line += 1

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def around(self) -> cython.void:
        """Sums and shares over windows of blocks."""
        out: cython.float[:, ::1] = self.out
        n_windows: cython.Py_ssize_t = self.windows.shape[0]
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for k in range(n_windows):
            line: cython.Py_ssize_t = self.line + k
            for i in range(self.n):
                low: cython.Py_ssize_t = max(i - self.windows[k], 0)
                high: cython.Py_ssize_t = min(i + self.windows[k] + 1, self.n)
                words: cython.double = self.total[0, high] - self.total[0, low]
                some: cython.double = max(words, 1.0)
                out[line, i] = self.log1p(words)
                out[line + n_windows, i] = (self.total[1, high] - self.total[1, low]) / some
                out[line + 2 * n_windows, i] = (self.total[2, high] - self.total[2, low]) / some
                out[line + 3 * n_windows, i] = self.log1p(self.total[3, high] - self.total[3, low])
        self.line += 4 * n_windows

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def put(self, value: cython.double) -> cython.void:
        """Write a number of the page into the next line."""
        i: cython.Py_ssize_t
        for i in range(self.n):
            self.out[self.line, i] = value
        self.line += 1

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def page(
        self, n_tags: cython.longlong[::1], data: cython.const[cython.double][::1], is_article: cython.double
    ) -> cython.void:
        """Lines of :mod:`maintext.features.page_level`."""
        i: cython.Py_ssize_t
        for i in range(self.n_rows):
            counted: cython.Py_ssize_t = self.tag_counted[self.tag[i]]
            if counted >= 0:
                n_tags[counted] += 1
        chars: cython.double = 0
        linked: cython.double = 0
        cjk: cython.double = 0
        n_long: cython.double = 0
        n_hidden: cython.double = 0
        for i in range(self.n):
            chars += self.chars[i]
            linked += self.link_chars[i]
            cjk += self.cjk[i]
            n_long += self.is_long(i)
            n_hidden += self.is_hidden[self.row[i]]
        words: cython.double = self.total[0, self.n]
        for i in range(self.n_counted):
            self.put(self.log1p(n_tags[i]))
        for i in range(data.shape[0]):
            self.put(self.log1p(data[i]))
        self.put(self.log1p(self.n))
        self.put(self.log1p(words))
        self.put(self.log1p(words / max(self.n, 1)))
        self.put(self.total[2, self.n] / max(words, 1.0))
        self.put(self.log1p(n_long))
        self.put(linked / max(chars, 1.0))
        self.put(cjk / max(chars, 1.0))
        self.put(self.log1p(self.n_saying(self.price)))
        self.put(self.log1p(self.n_saying(self.date)))
        self.put(self.log1p(self.n_saying(self.comment)))
        self.put(self.log1p(n_hidden))
        self.put(is_article)

    @cython.nogil
    @cython.cfunc
    @cython.exceptval(check=False)
    def n_saying(self, family: cython.int) -> cython.double:
        """Blocks with a phrase of a family."""
        n: cython.double = 0
        i: cython.Py_ssize_t
        for i in range(self.n):
            n += self.says(family, i)
        return n


def shapes(
    tag: cython.const[cython.short][::1],
    is_text: cython.const[cython.uchar][::1],
    rows: cython.const[cython.int][::1],
    values: cython.const[cython.ulonglong][::1],
    n_tags: cython.longlong,
):
    """Number per row that is equal for elements with the same tag and class, −1 for texts; the largest.

    ``rows`` are those with a class, ``values`` numbers that are equal for equal ones.
    """
    n: cython.Py_ssize_t = tag.shape[0]
    n_values: cython.Py_ssize_t = values.shape[0]
    result = np.empty(n, dtype=np.int64)
    shape: cython.longlong[::1] = result
    group: cython.longlong[::1] = np.empty(n_values, dtype=np.int64)
    slots: cython.longlong[::1] = np.full(n_slots(n_values), -1, dtype=np.int64)
    firsts: cython.ulonglong[::1] = np.empty(n_values, dtype=np.uint64)
    largest: cython.longlong = 0
    i: cython.Py_ssize_t
    with cython.nogil:
        number(values, group, slots, firsts)
        for i in range(n):
            shape[i] = tag[i]
        for i in range(n_values):
            shape[rows[i]] += (group[i] + 1) * n_tags
        for i in range(n):
            if is_text[i]:
                shape[i] = -1
            largest = max(largest, shape[i])
    return result, largest


def fill(
    matrix: cython.float[:, ::1],
    page: tuple,
    blocks: tuple,
    wording: tuple,
    of_page: tuple,
    tables: tuple,
    numbers: tuple,
):
    """Fill a matrix of shape (n_features, n_blocks), float32.

    Parameters
    ----------
    page, blocks, wording
        Columns of the page, of its blocks, and of what they say, in the order they are unpacked below.
    of_page
        Words of its title and of its description, JSON-LD items by family, whether it is an article.
    tables, numbers
        What is the same for every page: arrays, and the places of features and families of phrases.
    """
    f: _Filler = _Filler()
    f.out = matrix
    f.parent, f.end, f.depth, f.tag, f.row_chars, *flags, f.names, f.shape, f.largest_shape = page
    f.is_text, f.is_link, f.is_anchor, f.is_hidden = flags
    f.row, f.last, f.element, f.chars, f.words, f.punctuation, f.digits, f.cjk, f.link_chars = blocks
    f.n_different, f.in_title, f.in_description, f.sentences, f.marks, f.said, *others = wording
    f.n_same, f.nth_same, f.first_point, f.last_point = others
    f.n_title, f.n_description, data_, is_article_ = of_page
    f.tag_kind, f.tag_bits, f.tag_heading, f.tag_counted, f.classes, f.end_value, f.log_table, *others = (
        tables
    )
    f.sections, f.neighbours, f.windows = others
    f.n_says, f.n_tag_families, f.n_name_families, f.n_counted, f.other_says, f.detail, *others = numbers
    f.price, f.date, f.comment, f.noscript, f.far, f.most_steps, f.long_words = others
    f.n, f.n_rows = f.row.shape[0], f.tag.shape[0]
    f.level = np.empty(f.n, dtype=np.uint8)
    f.before, f.images = np.empty((2, f.n_rows + 1), dtype=np.intc)
    f.children = np.zeros(f.n_rows, dtype=np.intc)
    f.prose = np.zeros(f.n_rows)
    f.total = np.zeros((5, f.n + 1))
    f.work = np.zeros((5, f.n + 1))
    f.alike = np.ones(f.n_rows, dtype=np.int64)
    f.group = np.empty(f.n, dtype=np.int64)
    bit: cython.Py_ssize_t
    for bit in range(64):
        f.bit_place[_spread(cython.cast(cython.ulonglong, 1) << bit)] = bit
    size: cython.Py_ssize_t = max(f.n_rows, f.n)
    room = np.empty((2, size), dtype=np.int64)
    key: cython.ulonglong[::1] = np.empty(size, dtype=np.uint64)
    firsts: cython.ulonglong[::1] = np.empty(size, dtype=np.uint64)
    of_key: cython.longlong[::1] = room[0]
    count: cython.longlong[::1] = room[1]
    slots_ = np.full((2, n_slots(size)), -1, dtype=np.int64)
    slots: cython.longlong[:, ::1] = slots_
    n_tags: cython.longlong[::1] = np.zeros(f.n_counted, dtype=np.int64)
    data: cython.const[cython.double][::1] = data_
    is_article: cython.double = is_article_
    with cython.nogil:
        _count_alike(f, key, of_key, count, slots[0], firsts)
        _group_blocks(f, key, slots[1], firsts)
        f.sums()
        f.text()
        f.context()
        f.structure()
        f.position()
        f.beside()
        f.around()
        f.page(n_tags, data, is_article)
    return f.line


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _count_alike(
    f: _Filler,
    key: cython.ulonglong[::1],
    group: cython.longlong[::1],
    count: cython.longlong[::1],
    slots: cython.longlong[::1],
    firsts: cython.ulonglong[::1],
) -> cython.void:
    """Count the siblings of each element with the same tag and class, itself included."""
    n: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    for row in range(f.n_rows):
        if not f.is_text[row]:
            key[n] = f.parent[row] * (f.largest_shape + 1) + f.shape[row]
            n += 1
    number(key[:n], group, slots, firsts)
    for row in range(n):
        count[row] = 0
    for row in range(n):
        count[group[row]] += 1
    n = 0
    for row in range(f.n_rows):
        if not f.is_text[row]:
            f.alike[row] = count[group[n]]
            n += 1


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _group_blocks(
    f: _Filler, key: cython.ulonglong[::1], slots: cython.longlong[::1], firsts: cython.ulonglong[::1]
) -> cython.void:
    """Number the blocks by the shapes of their element and its parent."""
    i: cython.Py_ssize_t
    for i in range(f.n):
        above: cython.longlong = f.shape[max(f.parent[f.element[i]], 0)]
        key[i] = f.shape[f.element[i]] * (f.largest_shape + 2) + above
    number(key[: f.n], f.group, slots, firsts)
