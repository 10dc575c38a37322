# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Compute the features of a page's blocks; ``tests/feature_definitions.py`` defines each."""

import cython
import numpy as np
from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND
from cython.cimports.libc.math import sqrt
from cython.cimports.maintext._core.columns import Columns
from cython.cimports.maintext._core.words import (
    CJK,
    SENTENCE_END,
    SPACE,
    WORD,
    character_class,
    empty_hash,
    extend_hash,
    find_slot,
    hash_word,
    lowest_bit,
    number_slices,
    number_values,
)  # fmt: skip

from maintext._core.words import table_size

_MIN_STEM = cython.declare(cython.int, 5)  # letters
_MAX_STEM = cython.declare(cython.int, 8)
_WORDS_CHARS = cython.declare(cython.Py_ssize_t, 240)  # the start of a text, where words are looked at
_FAR = cython.declare(cython.int, 20)  # steps to an ancestor that is not there, or further up than this
_MAX_DEPTH = cython.declare(cython.int, 40)  # ancestors looked at above a block
_LONG_WORDS = cython.declare(cython.longlong, 15)
_PROSE_WORDS = cython.declare(cython.longlong, 25)
_HEADING_STEPS = cython.declare(cython.int, 4)
_N_LEVELS = cython.declare(cython.Py_ssize_t, 6)
_N_OF_LEVEL = cython.declare(cython.Py_ssize_t, 9)
_NEIGHBOURS = cython.declare(cython.int, 3)


# -- texts --------------------------------------------------------------------------------------------


def _code_point(data, kind, at):
    """Return a code point of a str, by its representation in 1, 2 or 4 bytes."""
    if kind == 2:
        return cython.cast(cython.pointer(cython.ushort), data)[at]
    if kind == 1:
        return cython.cast(cython.p_uchar, data)[at]
    return cython.cast(cython.p_uint, data)[at]


def has_stem(
    columns: Columns,
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    stems: tuple,
    starts: cython.const[cython.uchar][::1],
) -> bool:
    """Return whether a piece of the text has a word with a stem, a marked character, or "(x)".

    ``stems`` is a table of words of 5 to 8 letters; ``starts`` marks characters of the Basic Multilingual
    Plane. Both are in lower case, the text need not be.
    """
    hashes: cython.const[cython.ulonglong][::1] = stems[0]
    classes: cython.pointer(cython.const[cython.uchar]) = cython.address(columns.tables.classes[0])
    data: cython.p_void = PyUnicode_DATA(columns.text)
    kind: cython.int = PyUnicode_KIND(columns.text)
    n_letters: cython.int = 0
    hash_: cython.ulonglong = empty_hash()
    i: cython.Py_ssize_t
    for i in range(start, end):
        point: cython.uint = _code_point(data, kind, i)
        if 0x41 <= point <= 0x5A:
            point += 0x20
        elif point >= 0x80:
            point = Py_UNICODE_TOLOWER(point)
        if point < 0x10000 and starts[point]:
            return True
        if point == 0x29 and i - start >= 2 and _code_point(data, kind, i - 2) == 0x28:  # ( and )
            return True
        if (character_class(point, classes) & (WORD | CJK)) != WORD:
            n_letters = 0
            hash_ = empty_hash()
            continue
        n_letters += 1
        if n_letters <= _MAX_STEM:
            hash_ = extend_hash(hash_, point)
            if n_letters >= _MIN_STEM and hashes[find_slot(hash_, hashes)] == hash_:
                return True
    return False


def _hash_set(words):
    """Return the hashes of words in the slots of a hash table, 0 in empty ones."""
    table = np.zeros(table_size(2 * len(words)), dtype=np.uint64)
    slots: cython.ulonglong[::1] = table
    for word in words:
        value: cython.ulonglong = hash_word(word)
        slots[find_slot(value, slots)] = value
    return table


def _count_word(f, word, block):
    """Count a word of a block, the first time it stands there."""
    last: cython.Py_ssize_t = f.word_slots.shape[0] - 1  # a power of two less one
    at: cython.Py_ssize_t = (word ^ (word >> 32)) & last
    while f.word_used[at] == block:
        if f.word_slots[at] == word:
            return
        at = (at + 1) & last
    f.word_used[at] = block
    f.word_slots[at] = word
    f.n_different[block] += 1
    f.in_title[block] += f.title[find_slot(word, f.title)] == word
    f.in_description[block] += f.description[find_slot(word, f.description)] == word


def _measure_texts(f, data, kind):
    """Count words, sentence ends and separators of each block's text in lower case, white space collapsed."""
    entries: cython.pointer(cython.const[cython.uint]) = cython.address(f.tables.characters[0])
    classes: cython.pointer(cython.const[cython.uchar]) = cython.address(f.columns.tables.classes[0])
    block: cython.int
    i: cython.Py_ssize_t
    for block in range(f.n):
        n: cython.Py_ssize_t = 0  # characters so far
        hash_: cython.ulonglong = empty_hash()
        word: cython.ulonglong = empty_hash()
        in_word: cython.bint = False
        after_space: cython.bint = False
        sentences: cython.int = 0
        separators: cython.int = 0
        last: cython.uint = 0
        for i in range(f.text_start[block], f.text_end[block]):
            of: cython.uint
            point: cython.uint = _code_point(data, kind, i)
            if point < 0x10000:
                of = entries[point] >> 16
                point = entries[point] & 0xFFFF
            else:
                point = Py_UNICODE_TOLOWER(point)
                of = character_class(point, classes)
            if of & SPACE:
                after_space = n > 0
                continue
            is_cut: cython.bint = n + after_space >= _WORDS_CHARS
            if in_word and (is_cut or after_space or (of & (WORD | CJK)) != WORD):
                _count_word(f, word, block)
                in_word = False
            if after_space:
                hash_ = extend_hash(hash_, 0x20)
                n += 1
                after_space = False
            if of & CJK and not is_cut:
                _count_word(f, extend_hash(empty_hash(), point), block)
            elif of & WORD and not is_cut:
                word = extend_hash(word if in_word else empty_hash(), point)
                in_word = True
            hash_ = extend_hash(hash_, point)
            n += 1
            sentences += (of & SENTENCE_END) != 0
            separators += of >> 8
            last = point
        if in_word:
            _count_word(f, word, block)
        f.sentences[block], f.separators[block] = sentences, separators
        f.last_point[block] = last
        f.key[block] = hash_
    # Texts equal to each, and those of them that stand before it.
    number_values(f.key[: f.n], f.of_key, f.slots, f.firsts)
    f.count[: f.n] = 0
    for i in range(f.n):
        f.nth_same[i] = f.count[f.of_key[i]]
        f.count[f.of_key[i]] += 1
    for i in range(f.n):
        f.n_same[i] = f.count[f.of_key[i]]


# -- the page, before features ------------------------------------------------------------------------


@cython.final
@cython.cclass
class FeatureTables:
    """Hold the look-up tables of the features, the same for every page.

    Parameters
    ----------
    characters
        By code point of the Basic Multilingual Plane, uint32: its lower case (16 bits), the class flags of
        that (8), and whether it is a separator (8).
    tag_kind, tag_bits, tag_heading, tag_counted
        By tag number: bits of its kinds, uint8; of its families, uint64; level of a heading, uint8; place
        among the counted tags, int8, −1 for none.
    end_value
        By code point, float64: whether it ends a sentence.
    step_line, count_line
        By bit of a family of names, int32: its place among the families whose distance is a feature, and
        among those whose number is; −1 for none.
    neighbours, windows
        Numbers of the features seen of neighbours, and half widths of windows, int32.
    """

    def __init__(
        self, characters, tag_kind, tag_bits, tag_heading, tag_counted, end_value,
        step_line, count_line, neighbours, windows,
    ):  # fmt: skip
        self.characters, self.tag_kind, self.tag_bits = characters, tag_kind, tag_bits
        self.tag_heading, self.tag_counted, self.end_value = tag_heading, tag_counted, end_value
        self.step_line, self.count_line = step_line, count_line
        self.neighbours, self.windows = neighbours, windows
        self.n_counted_tags = tag_counted.max() + 1
        self.n_tag_families = int(np.bitwise_or.reduce(tag_bits)).bit_length()
        self.n_step_names, self.n_count_names = step_line.max() + 1, count_line.max() + 1
        self.logs = np.log1p(np.arange(16_384))  # logarithms of larger numbers are computed when needed


@cython.final
@cython.cclass
class Filler:
    """One page while its features are written line by line into ``out``, of shape (n_features, n_blocks).

    Parameters
    ----------
    columns, tables
        The page, and what is the same for every page.
    blocks
        Row, last, element, chars, words, CJK characters and linked characters of its blocks.
    places
        The blocks' text, and where each starts and ends in it; no letter of it has a lower case of more than
        one character.
    classes, names
        The class attributes: element, start and end of each; bits of the families of names by row.
    of_page
        Words of its title, of its description, JSON-LD items by family, whether it is an article.
    """

    def __init__(
        self, columns: Columns, tables: FeatureTables, blocks: tuple, places: tuple, classes: tuple,
        names: object, of_page: tuple,
    ):  # fmt: skip
        self.columns, self.tables, self.names = columns, tables, names
        self.row, self.last, self.element, self.chars, self.words, self.cjk, self.link_chars = blocks
        self.text, self.text_start, self.text_end = places
        self.class_row, self.class_start, self.class_end = classes
        title, description, self.data, self.is_article = of_page
        self.title, self.description = _hash_set(title), _hash_set(description)
        self.n_title, self.n_description = len(title), len(description)
        self.n, self.n_rows = self.row.shape[0], columns.n_rows
        n: cython.Py_ssize_t = self.n
        size: cython.Py_ssize_t = max(self.n_rows, n)
        counts: cython.longlong[:, ::1] = np.zeros((7, n), dtype=np.int64)
        self.n_different, self.in_title, self.in_description = counts[0], counts[1], counts[2]
        self.sentences, self.separators = counts[3], counts[4]
        self.n_same, self.nth_same = counts[5], counts[6]
        self.last_point, self.level = np.empty(n, dtype=np.uint32), np.empty(n, dtype=np.uint8)
        n_slots: cython.Py_ssize_t = table_size(_WORDS_CHARS)
        self.word_slots = np.empty(n_slots, dtype=np.uint64)
        self.word_used = np.full(n_slots, -1, dtype=np.intc)
        self.before, self.images = np.empty((2, self.n_rows + 1), dtype=np.intc)
        self.prose, self.total = np.zeros(self.n_rows), np.zeros((4, n + 1))
        self.work = np.zeros((5, n + 1))
        numbers: cython.longlong[:, ::1] = np.empty((4, size), dtype=np.int64)
        self.shape, self.alike, self.of_key, self.count = numbers[0], numbers[1], numbers[2], numbers[3]
        self.key, self.firsts = np.empty((2, size), dtype=np.uint64)
        self.slots = np.empty(table_size(size), dtype=np.intc)
        self.n_tags = np.zeros(tables.n_counted_tags, dtype=np.int64)

    def fill(self, matrix: cython.float[:, ::1], group: cython.longlong[::1]):
        """Write every feature, and the group of each block; return how many features, without the GIL.

        Cost O(n_rows + n_blocks · (depth + features)).
        """
        data: cython.p_void = PyUnicode_DATA(self.text)
        kind: cython.int = PyUnicode_KIND(self.text)
        base: cython.p_uchar = self.columns.data
        self.out, self.group = matrix, group
        with cython.nogil:
            _measure_texts(self, data, kind)
            _number_shapes(self, base)
            _count_alike(self)
            _group_blocks(self)
            _sum_blocks(self)
            _add_prose(self)
            _text_features(self)
            _context_features(self)
            _level_features(self)
            _best_features(self)
            _dominant_features(self)
            _group_features(self)
            _position_features(self)
            _headline_features(self)
            _section_features(self)
            _similarity_features(self)
            _neighbour_features(self)
            _window_features(self)
            _page_features(self)
        return self.line


def _number_shapes(f, base):
    """Number each element by its tag and class, digits in it left out; −1 for text nodes."""
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    n_values: cython.Py_ssize_t = f.class_row.shape[0]
    n_groups: cython.Py_ssize_t = number_slices(base, f.class_start, f.class_end, f.alike, f.slots, f.of_key)
    for i in range(n_groups):
        value: cython.ulonglong = empty_hash()
        for at in range(f.class_start[f.of_key[i]], f.class_end[f.of_key[i]]):
            if not 0x30 <= base[at] <= 0x39:
                value = extend_hash(value, base[at])
        f.key[i] = value
    number_values(f.key[:n_groups], f.count, f.slots, f.firsts)
    n_tags: cython.longlong = f.tables.tag_kind.shape[0]
    f.largest_shape = 0
    for i in range(f.n_rows):
        f.shape[i] = f.columns.tag[i]
    for i in range(n_values):
        f.shape[f.class_row[i]] += (f.count[f.alike[i]] + 1) * n_tags
    for i in range(f.n_rows):
        if f.columns.is_text[i]:
            f.shape[i] = -1
        f.largest_shape = max(f.largest_shape, f.shape[i])


def _count_alike(f):
    """Count the siblings of each element with the same tag and class, itself included."""
    n: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    for row in range(f.n_rows):
        if not f.columns.is_text[row]:
            f.key[n] = f.columns.parent[row] * (f.largest_shape + 1) + f.shape[row]
            n += 1
    number_values(f.key[:n], f.of_key, f.slots, f.firsts)
    f.count[:n] = 0
    for row in range(n):
        f.count[f.of_key[row]] += 1
    n = 0
    for row in range(f.n_rows):
        if f.columns.is_text[row]:
            f.alike[row] = 1
        else:
            f.alike[row] = f.count[f.of_key[n]]
            n += 1


def _group_blocks(f):
    """Number the blocks by the shapes of their element and its parent."""
    i: cython.Py_ssize_t
    for i in range(f.n):
        above: cython.longlong = f.shape[max(f.columns.parent[f.element[i]], 0)]
        f.key[i] = f.shape[f.element[i]] * (f.largest_shape + 2) + above
    number_values(f.key[: f.n], f.group, f.slots, f.firsts)


def _sum_blocks(f):
    """Sum what stands before each row and block; find the levels of headings."""
    block: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    images: cython.int = 0
    for row in range(f.n_rows):
        f.before[row] = block
        f.images[row] = images
        images += (f.tables.tag_kind[f.columns.tag[row]] & IMAGE) != 0
        if block < f.n and f.row[block] == row:
            block += 1
    f.before[f.n_rows] = block
    f.images[f.n_rows] = images
    for block in range(f.n):
        words: cython.double = f.words[block]
        f.level[block] = _heading_level(f, f.columns.parent[f.row[block]])
        f.work[0, block] = f.link_chars[block] / cython.cast(cython.double, max(f.chars[block], 1))
        f.total[0, block + 1] = f.total[0, block] + words
        f.total[1, block + 1] = f.total[1, block] + words * f.work[0, block]
        f.total[2, block + 1] = f.total[2, block] + (words if f.words[block] >= _LONG_WORDS else 0)
        f.total[3, block + 1] = f.total[3, block] + f.sentences[block]
    f.all_words = max(sum_of(f, 0, 0), 1.0)


def _heading_level(f, row):
    """Return the level of the heading that a row is or closely stands in, 0 for none."""
    for _ in range(_HEADING_STEPS):
        if f.tables.tag_heading[f.columns.tag[row]] > 0 or row == 0:
            return f.tables.tag_heading[f.columns.tag[row]]
        row = f.columns.parent[row]
    return 0


def _add_prose(f):
    """Add half of a block's prose to its element and to the one two above, all to the one between."""
    prose: cython.double[::1] = f.work[1]
    i: cython.Py_ssize_t
    for i in range(f.n):
        is_prose: cython.bint = f.words[i] >= _PROSE_WORDS
        is_prose |= (f.tables.tag_kind[f.columns.tag[f.element[i]]] & PROSE) != 0
        prose[i] = sqrt(f.words[i]) * (1 - min(1.0, 1.5 * f.work[0, i])) if is_prose else 0
    for i in range(f.n):
        f.prose[f.element[i]] += prose[i] * 0.5
    for i in range(f.n):
        f.prose[max(f.columns.parent[f.element[i]], 0)] += prose[i]
    for i in range(f.n):
        holder: cython.Py_ssize_t = max(f.columns.parent[f.element[i]], 0)
        f.prose[max(f.columns.parent[holder], 0)] += prose[i] * 0.5


# -- features -----------------------------------------------------------------------------------------


def _text_features(f):
    """Write the features of each block's text."""
    out: cython.float[:, ::1] = f.out
    row: cython.Py_ssize_t = 0
    bold_end: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(f.n):
        words: cython.double = max(f.words[i], 1)
        chars: cython.double = max(f.chars[i], 1)
        bold: cython.double = 0
        while row <= f.last[i]:
            if f.tables.tag_kind[f.columns.tag[row]] & BOLD:
                bold_end = max(bold_end, f.columns.end[row])
            if f.row[i] <= row < bold_end:
                bold += f.columns.n_chars[row]
            row += 1
        out[0, i] = log1p_of(f, f.chars[i])
        out[1, i] = log1p_of(f, f.words[i])
        out[2, i] = f.work[0, i]
        out[3, i] = log1p_of(f, f.sentences[i])
        out[4, i] = f.sentences[i] / words
        out[5, i] = min(bold / chars, 1.0)
        out[6, i] = f.tables.end_value[min(f.last_point[i], 0xFFFF)]
        out[7, i] = min(f.n_same[i], 20)
        out[8, i] = min(f.nth_same[i], 20)
        out[9, i] = f.separators[i] / words
    f.line = 10


def _context_features(f):
    """Write how far up the nearest element of each family stands, and how many are named like one."""
    out: cython.float[:, ::1] = f.out
    by_tag: cython.Py_ssize_t = f.line
    by_name: cython.Py_ssize_t = by_tag + f.tables.n_tag_families
    counts: cython.Py_ssize_t = by_name + f.tables.n_step_names
    others: cython.Py_ssize_t = counts + f.tables.n_count_names
    tag_line: cython.int[64]  # each family of tags has a line
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(64):
        tag_line[i] = i
    for line in range(by_tag, counts):
        for i in range(f.n):
            out[line, i] = _FAR
    for line in range(counts, others):
        for i in range(f.n):
            out[line, i] = 0
    for i in range(f.n):
        row: cython.Py_ssize_t = f.columns.parent[f.row[i]]
        tags: cython.ulonglong = 0
        named: cython.ulonglong = 0
        step: cython.int
        for step in range(_MAX_DEPTH):
            bits: cython.ulonglong = f.names[row]
            of_tag: cython.ulonglong = f.tables.tag_bits[f.columns.tag[row]]
            if step < _FAR:
                _set_steps(f, by_tag, i, of_tag & ~tags, step, tag_line)
                _set_steps(f, by_name, i, bits & ~named, step, cython.address(f.tables.step_line[0]))
                tags |= of_tag
                named |= bits
            while bits != 0:
                line = f.tables.count_line[lowest_bit(bits)]
                if line >= 0:
                    out[counts + line, i] += 1
                bits &= bits - 1
            if row == 0:
                break
            row = f.columns.parent[row]
        out[others, i] = f.columns.depth[f.element[i]]
        out[others + 1, i] = f.columns.is_hidden[f.row[i]]
        out[others + 2, i] = (f.tables.tag_kind[f.columns.tag[f.element[i]]] & BLOCK_TAG) != 0
    f.line = others + 3


def _set_steps(f, line, block, bits, step, line_of_bit):
    """Write a number of steps into the line of each bit that is set."""
    while bits != 0:
        place: cython.int = line_of_bit[lowest_bit(bits)]
        if place >= 0:
            f.out[line + place, block] = step
        bits &= bits - 1


def _level_features(f):
    """Write the features of the ancestors at which the number of blocks grows."""
    top: cython.longlong[6]
    most_alike: cython.longlong[6]
    best: cython.double = 1e-6
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for row in range(f.n_rows):
        best = max(best, f.prose[row])
    for i in range(f.n):
        _climb_levels(f, i, top, most_alike)
        for k in range(_N_LEVELS):
            _one_level(f, f.line + _N_OF_LEVEL * k, i, top[k], most_alike[k], best)
    f.line += _N_OF_LEVEL * _N_LEVELS


def _climb_levels(f, block, top, most_alike):
    """Find the highest element of each level above a block, and the most siblings alike on it."""
    row: cython.Py_ssize_t = f.element[block]
    size: cython.int = f.before[f.columns.end[row]] - f.before[row]
    level: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(_N_LEVELS):
        most_alike[k] = 1
    for _ in range(_MAX_DEPTH):
        if f.before[f.columns.end[row]] - f.before[row] != size:
            size = f.before[f.columns.end[row]] - f.before[row]
            level += 1
        if level == _N_LEVELS:
            return
        for k in range(level, _N_LEVELS):
            top[k] = row
        most_alike[level] = max(most_alike[level], f.alike[row])
        if row == 0:
            return
        row = f.columns.parent[row]


def _one_level(f, line, block, row, alike, best):
    """Write the features of one ancestor of a block."""
    words: cython.double = sum_of(f, 0, row)
    some: cython.double = max(words, 1.0)
    blocks: cython.double = f.before[f.columns.end[row]] - f.before[row]
    images: cython.double = f.images[f.columns.end[row]] - f.images[row]
    f.out[line, block] = log1p_of(f, words)
    f.out[line + 1, block] = words / f.all_words
    f.out[line + 2, block] = sum_of(f, 1, row) / some
    f.out[line + 3, block] = log1p_of(f, blocks)
    f.out[line + 4, block] = sum_of(f, 2, row) / some
    f.out[line + 5, block] = sum_of(f, 3, row) / some
    f.out[line + 6, block] = min(images / max(blocks, 1.0), 5.0)
    f.out[line + 7, block] = log1p_of(f, alike - 1)
    f.out[line + 8, block] = f.prose[row] / best


def _best_features(f):
    """Write where each block stands relative to the element with the best prose."""
    best: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(1, f.n_rows):
        if f.prose[i] > f.prose[best]:
            best = i
    share: cython.double = sum_of(f, 0, best) / f.all_words
    for i in range(f.n):
        f.out[f.line, i] = share
        f.out[f.line + 1, i] = holds(f, best, f.row[i])
    _steps_to(f, best, f.line + 2, -1)
    f.line += 3


def _steps_to(f, row, up, down):
    """Write the steps from each block to the lowest ancestor that holds a row, and from there down to it."""
    deepest: cython.int = 0
    i: cython.Py_ssize_t
    for i in range(f.n):
        deepest = max(deepest, f.columns.depth[f.element[i]])
    reach: cython.int = min(deepest + 1, _MAX_DEPTH)
    for i in range(f.n):
        holder: cython.Py_ssize_t = f.element[i]
        steps: cython.int = 0
        while steps < reach and not holds(f, holder, row):
            holder = f.columns.parent[holder]
            steps += 1
        if steps == reach:  # none within reach
            steps = 0
            holder = f.element[i]
        f.out[up, i] = steps
        if down >= 0:
            f.out[down, i] = f.columns.depth[row] - f.columns.depth[holder]


def _dominant_features(f):
    """Write where each block stands relative to the smallest elements with most of the words."""
    thresholds: cython.double[3]
    thresholds[0], thresholds[1], thresholds[2] = 0.55, 0.75, 0.9
    what: cython.Py_ssize_t = 2 if sum_of(f, 2, 0) > 0 else 0
    whole: cython.double = sum_of(f, what, 0)
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for k in range(3):
        row: cython.Py_ssize_t = 0
        if whole > 0:
            row = f.n_rows - 1
            while sum_of(f, what, row) < thresholds[k] * whole:
                row -= 1
        start: cython.double = f.total[0, f.before[row]]
        words: cython.double = max(sum_of(f, 0, row), 1.0)
        share: cython.double = words / f.all_words
        for i in range(f.n):
            f.out[f.line + k, i] = holds(f, row, f.row[i])
            f.out[f.line + 3 + k, i] = share
            f.out[f.line + 6 + k, i] = min(max((f.total[0, i] - start) / words, -0.5), 1.5)
    f.line += 9


def _group_features(f):
    """Write statistics of the blocks whose element and its parent have the same shapes."""
    out: cython.float[:, ::1] = f.out
    sums: cython.double[:, ::1] = f.work[1:]
    i: cython.Py_ssize_t
    g: cython.Py_ssize_t
    sums[:, :] = 0
    for i in range(f.n):
        g = f.group[i]
        log_words: cython.double = log1p_of(f, f.words[i])
        sums[0, g] += 1
        sums[1, g] += f.words[i]
        sums[2, g] += log_words
        sums[3, g] += log_words * log_words
    for i in range(f.n):
        g = f.group[i]
        mean: cython.double = sums[2, g] / sums[0, g]
        out[f.line, i] = log1p_of(f, sums[0, g] - 1)
        out[f.line + 1, i] = sums[1, g] / f.all_words
        out[f.line + 3, i] = sqrt(max(sums[3, g] / sums[0, g] - mean * mean, 0.0))
    sums[2, :] = 0
    for i in range(f.n):
        sums[2, f.group[i]] += f.words[i] * f.work[0, i]
    for i in range(f.n):
        g = f.group[i]
        out[f.line + 2, i] = sums[2, g] / max(sums[1, g], 1.0)
    f.line += 4


def _position_features(f):
    """Write where each block stands on the page."""
    line: cython.Py_ssize_t = f.line
    i: cython.Py_ssize_t
    for i in range(f.n):
        before: cython.double = f.total[0, i]
        f.out[line, i] = i / cython.cast(cython.double, f.n)
        f.out[line + 1, i] = before / max(f.total[0, f.n], 1.0)
        f.out[line + 2, i] = log1p_of(f, i)
        f.out[line + 3, i] = log1p_of(f, f.n - 1 - i)
        f.out[line + 4, i] = log1p_of(f, before)
    f.line += 5


def _find_headline(f):
    """Return the block that states the page's title, −1 for none."""
    best: cython.Py_ssize_t = -1
    best_score: cython.double = 0.6
    i: cython.Py_ssize_t
    for i in range(f.n):
        if f.in_title[i] == 0 or f.n_different[i] > 3 * f.n_title:
            continue
        score: cython.double = 2 * f.in_title[i] / max(f.n_title + f.n_different[i], 1.0)
        score = score + (0.2 if f.level[i] == 1 else 0)
        if score > 0.6 and score > best_score + 1e-9:
            best, best_score = i, score
    return best


def _signed_log(f, value):
    """Return the logarithm of a value's magnitude with the value's sign."""
    return log1p_of(f, value) if value >= 0 else -log1p_of(f, -value)


def _headline_features(f):
    """Write where each block stands relative to the headline; 0 without one."""
    line: cython.Py_ssize_t = f.line
    at: cython.Py_ssize_t = _find_headline(f)
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    f.line += 4
    if at < 0:
        for k in range(4):
            for i in range(f.n):
                f.out[line + k, i] = 0
        return
    for i in range(f.n):
        f.out[line, i] = _signed_log(f, i - at)
        f.out[line + 1, i] = _signed_log(f, f.total[0, i] - f.total[0, at])
    _steps_to(f, f.row[at], line + 2, line + 3)


def _section_features(f):
    """Write the features of each block's section: from a heading up to the next one."""
    start: cython.Py_ssize_t = 0
    has_heading: cython.bint = False
    while start < f.n or start == 0:
        stop: cython.Py_ssize_t = start + has_heading
        while stop < f.n and f.level[stop] == 0:
            stop += 1
        if stop > start:
            _one_section(f, start, stop, has_heading)
        if stop == f.n:
            break
        start, has_heading = stop, True
    f.line += 5


def _one_section(f, start, stop, has_heading):
    """Write the features of the blocks of one section, of which the first may be its heading."""
    line: cython.Py_ssize_t = f.line
    i: cython.Py_ssize_t
    words: cython.double = 0
    linked: cython.double = 0
    for i in range(start, stop):
        words += f.words[i]
        linked += cython.cast(cython.double, f.words[i] * f.link_chars[i]) / max(f.chars[i], 1)
    for i in range(start, stop):
        f.out[line, i] = log1p_of(f, i - start) if has_heading else 8
        f.out[line + 1, i] = f.level[start] if has_heading else 0
        f.out[line + 2, i] = log1p_of(f, words)
        f.out[line + 3, i] = linked / max(words, 1.0)
        f.out[line + 4, i] = log1p_of(f, stop - start)


def _similarity_features(f):
    """Write how much of a block stands in the title, and of title and description in the block."""
    i: cython.Py_ssize_t
    for i in range(f.n):
        f.out[f.line, i] = f.in_title[i] / cython.cast(cython.double, max(f.n_different[i], 1))
        f.out[f.line + 1, i] = f.in_title[i] / max(f.n_title, 1.0)
        f.out[f.line + 2, i] = f.in_description[i] / max(f.n_description, 1.0)
    f.line += 3


def _neighbour_features(f):
    """Write some features of the three blocks before and after; −1 where there is none."""
    out: cython.float[:, ::1] = f.out
    which: cython.Py_ssize_t
    step: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for which in range(f.tables.neighbours.shape[0]):
        of: cython.Py_ssize_t = f.tables.neighbours[which]
        for step in range(-_NEIGHBOURS, _NEIGHBOURS + 1):
            if step == 0:
                continue
            for i in range(f.n):
                out[f.line, i] = -1
            for i in range(max(-step, 0), min(f.n - step, f.n)):
                out[f.line, i] = out[of, i + step]
            f.line += 1


def _window_features(f):
    """Write words and link density over windows of blocks."""
    n_windows: cython.Py_ssize_t = f.tables.windows.shape[0]
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for k in range(n_windows):
        line: cython.Py_ssize_t = f.line + k
        for i in range(f.n):
            low: cython.Py_ssize_t = max(i - f.tables.windows[k], 0)
            high: cython.Py_ssize_t = min(i + f.tables.windows[k] + 1, f.n)
            words: cython.double = f.total[0, high] - f.total[0, low]
            f.out[line, i] = log1p_of(f, words)
            f.out[line + n_windows, i] = (f.total[1, high] - f.total[1, low]) / max(words, 1.0)
    f.line += 2 * n_windows


def _page_features(f):
    """Write the counts over the page, the same for every block."""
    i: cython.Py_ssize_t
    for i in range(f.n_rows):
        counted: cython.Py_ssize_t = f.tables.tag_counted[f.columns.tag[i]]
        if counted >= 0:
            f.n_tags[counted] += 1
    chars: cython.double = 0
    linked: cython.double = 0
    cjk: cython.double = 0
    n_long: cython.double = 0
    n_hidden: cython.double = 0
    for i in range(f.n):
        chars += f.chars[i]
        linked += f.link_chars[i]
        cjk += f.cjk[i]
        n_long += f.words[i] >= _LONG_WORDS
        n_hidden += f.columns.is_hidden[f.row[i]]
    words: cython.double = f.total[0, f.n]
    for i in range(f.n_tags.shape[0]):
        _put_constant(f, log1p_of(f, f.n_tags[i]))
    for i in range(f.data.shape[0]):
        _put_constant(f, log1p_of(f, f.data[i]))
    _put_constant(f, log1p_of(f, f.n))
    _put_constant(f, log1p_of(f, words))
    _put_constant(f, log1p_of(f, words / max(f.n, 1)))
    _put_constant(f, f.total[2, f.n] / max(words, 1.0))
    _put_constant(f, log1p_of(f, n_long))
    _put_constant(f, linked / max(chars, 1.0))
    _put_constant(f, cjk / max(chars, 1.0))
    _put_constant(f, log1p_of(f, n_hidden))
    _put_constant(f, f.is_article)


def _put_constant(f, value):
    """Write a number of the page into the next line."""
    i: cython.Py_ssize_t
    for i in range(f.n):
        f.out[f.line, i] = value
    f.line += 1
