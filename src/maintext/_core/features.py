# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Measure the texts of a page's blocks, and compute the features of every block for the boosted trees."""

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
    number_slices,
    number_values,
)  # fmt: skip

from maintext._core.words import table_size

_DECIMAL = cython.declare(cython.uchar, 64)  # only of the table of features.wording: what "\d" matches


def _class_of(point, table, flags):
    """Return the class flags of a character, with that of decimal digits."""
    if point < 0x10000:
        return (table[point] >> 16) & 0xFF
    return character_class(point, flags) | (_DECIMAL if Py_UNICODE_ISDECIMAL(point) else 0)


@cython.final
@cython.cclass
class Short:
    """A short text in lower case with a line feed behind it, and what is looked for in it.

    The patterns are those of :mod:`maintext.features.phrases`, each a method that says whether it matches at
    a place. None can match across the line feed, so no place needs to be compared with the length.
    """

    def _is(self, at, flag):
        """Whether a character has one of some class flags."""
        return (
            _class_of(self.text[at], cython.address(self.table[0]), cython.address(self.flags[0])) & flag
        ) != 0

    def _digits(self, at, most):
        """First place behind the digits at a place, of which so many are taken at most."""
        end: cython.Py_ssize_t = at
        while end - at < most and self._is(end, _DECIMAL):
            end += 1
        return end

    def _mark(self, at, letter):
        """Whether one of ``-/.`` or this character stands at a place."""
        point: cython.uint = self.text[at]
        return 0x2D <= point <= 0x2F or point == letter

    def _space(self, at):
        """First place behind a space that may stand at a place."""
        return at + 1 if self.text[at] == 0x20 else at

    def _says(self, at, a, b, c):
        """Whether three characters stand at a place; 0 for any."""
        text: cython.uint[::1] = self.text
        return text[at] == a and (b == 0 or (text[at + 1] == b and (c == 0 or text[at + 2] == c)))

    def is_date(self, at):
        """Whether a date or time begins at a digit: 2024-05-01, 1.5.24, 11:30, 3 hours ago."""
        i: cython.Py_ssize_t = self._digits(at, 4)
        if i == at + 4:
            i = self._space(i)
            if self._mark(i, 0x5E74):  # 年
                i = self._space(i + 1)
                j: cython.Py_ssize_t = self._digits(i, 2)
                if j > i and self._mark(self._space(j), 0x6708):  # 月
                    return True
        i = self._digits(at, 2)
        if self.text[i] == 0x3A:  # :
            return self._digits(i + 1, 2) == i + 3
        if self._mark(i, 0):
            j = self._digits(i + 1, 2)
            if j > i + 1 and self._mark(j, 0) and self._digits(j + 1, 2) == j + 3:
                return True
        if self.text[at + 1] != 0x20:
            return False
        i = at + 2
        while self._is(i, WORD):
            i += 1
        return i > at + 2 and self.text[i] == 0x20 and self._says(i + 1, 0x61, 0x67, 0x6F)  # ago

    def has_unit(self, at):
        """Whether the name of a currency stands behind a digit: 12 €, 12zł."""
        at = self._space(at + 1)
        return (
            self._says(at, 0x20AC, 0, 0)  # €
            or self._says(at, 0x7A, 0x142, 0)  # zł
            or self._says(at, 0x5143, 0, 0)  # 元
            or self._says(at, 0x440, 0x443, 0x431)  # руб
            or self._says(at, 0x75, 0x73, 0x64)  # usd
            or self._says(at, 0x65, 0x75, 0x72)  # eur
        )

    def is_address(self, at):
        """Whether an address is to be seen at ``@``, ``h`` or ``w``: a@b.de, https://, www."""
        if self.text[at] == 0x77:  # w
            return self._says(at + 1, 0x77, 0x77, 0x2E)
        if self.text[at] == 0x68:  # h
            if not self._says(at + 1, 0x74, 0x74, 0x70):
                return False
            return self._says(at + 5 if self.text[at + 4] == 0x73 else at + 4, 0x3A, 0x2F, 0x2F)
        if at == 0 or not self._is(at - 1, WORD):
            return False
        i: cython.Py_ssize_t = at + 1
        while self.text[i] == 0x2D or self._is(i, WORD):
            i += 1
        return i > at + 1 and self.text[i] == 0x2E and self._is(i + 1, WORD)

    def phrase(self, at, n):
        """Bits of the longest CJK phrase that begins at a place."""
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for k in range(self.lengths.shape[0]):
            if at + self.lengths[k] <= n:
                value: cython.ulonglong = empty_hash()
                for i in range(at, at + self.lengths[k]):
                    value = extend_hash(value, self.text[i])
                place: cython.Py_ssize_t = find_slot(value, self.phrases)
                if self.phrases[place] == value:
                    return self.phrase_bits[place]
        return 0

    def bits(self, n, date, price, address):
        """Bits of all that the text's first ``n`` characters hold."""
        found: cython.ulonglong = 0
        at: cython.Py_ssize_t
        for at in range(n):
            point: cython.uint = self.text[at]
            of: cython.uchar = _class_of(point, cython.address(self.table[0]), cython.address(self.flags[0]))
            if of & _DECIMAL:
                if not found & date and self.is_date(at):
                    found |= date
                if not found & price and self.has_unit(at):
                    found |= price
            elif of & CJK:
                found |= self.phrase(at, n)
            elif point == 0x40 or point == 0x68 or point == 0x77:
                if not found & address and self.is_address(at):
                    found |= address
            elif (
                (point == 0x24 or point == 0xA3 or point == 0xA5 or point == 0x20AC or point == 0x20BD)
                or (point == 0x20B9 or point == 0xFFE5)
            ) and self._is(self._space(at + 1), _DECIMAL):  # a sign before the price
                found |= price
        return found


def _is_new(value, slots, used, block):
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


def _count_word(word, block, slots, used, counts, title, description):
    """Count a word of a block; whether it is the first of its kind there."""
    if not _is_new(word, slots, used, block):
        return False
    counts[0, block] += 1
    counts[1, block] += title[find_slot(word, title)] == word
    counts[2, block] += description[find_slot(word, description)] == word
    return True


def _hash_set(words):
    """Hashes of words, at the places that ``place_of`` gives them; 0 in empty places."""
    table = np.zeros(table_size(2 * len(words)), dtype=np.uint64)
    places: cython.ulonglong[::1] = table
    word: str
    point: cython.Py_UCS4
    for word in words:
        value: cython.ulonglong = empty_hash()
        for point in word:
            value = extend_hash(value, point)
        places[find_slot(value, places)] = value
    return table


def _code_point(data, kind, at):
    """Code point of a string, by its representation in 1, 2 or 4 bytes."""
    if kind == 2:
        return cython.cast(cython.pointer(cython.ushort), data)[at]
    if kind == 1:
        return cython.cast(cython.p_uchar, data)[at]
    return cython.cast(cython.p_uint, data)[at]


def _count_repeats(hashes):
    """How many values are equal to each, and how many of them stand before it; both int64."""
    n: cython.Py_ssize_t = hashes.shape[0]
    group: cython.longlong[::1] = np.empty(n, dtype=np.int64)
    size: cython.longlong[::1] = np.zeros(n, dtype=np.int64)
    slots: cython.longlong[::1] = np.empty(table_size(n), dtype=np.int64)
    n_same_ = np.empty(n, dtype=np.int64)
    nth_ = np.empty(n, dtype=np.int64)
    n_same: cython.longlong[::1] = n_same_
    nth: cython.longlong[::1] = nth_
    number_values(hashes, group, slots, np.empty(n, dtype=np.uint64))
    i: cython.Py_ssize_t
    for i in range(n):
        nth[i] = size[group[i]]
        size[group[i]] += 1
    for i in range(n):
        n_same[i] = size[group[i]]
    return n_same_, nth_


def find_stems(
    columns: Columns,
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    stems: tuple,
    starts: cython.const[cython.uchar][::1],
):
    """Return which pieces of the text have a word whose first five letters are a stem, or a marked character.

    ``stems`` is a table of words; ``starts`` marks characters of the Basic Multilingual Plane. Both are looked
    up in lower case.
    """
    hashes: cython.const[cython.ulonglong][::1] = stems[0]
    classes: cython.pointer(cython.const[cython.uchar]) = cython.address(columns.tables.classes[0])
    text = columns.text
    data: cython.p_void = PyUnicode_DATA(text)
    kind: cython.int = PyUnicode_KIND(text)
    result = np.zeros(start.shape[0], dtype=np.bool_)
    found: cython.uchar[::1] = result.view(np.uint8)
    piece: cython.Py_ssize_t
    i: cython.Py_ssize_t
    with cython.nogil:
        for piece in range(start.shape[0]):
            n_letters: cython.int = 0
            hash_: cython.ulonglong = empty_hash()
            for i in range(start[piece], end[piece]):
                point: cython.uint = Py_UNICODE_TOLOWER(_code_point(data, kind, i))
                if point < 0x10000 and starts[point]:
                    found[piece] = True
                    break
                if (character_class(point, classes) & (WORD | CJK)) != WORD:
                    n_letters = 0
                    hash_ = empty_hash()
                    continue
                n_letters += 1
                if n_letters <= _STEM:
                    hash_ = extend_hash(hash_, point)
                    if n_letters == _STEM and hashes[find_slot(hash_, hashes)] == hash_:
                        found[piece] = True
                        break
    return result


def measure_texts(
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
    title: cython.const[cython.ulonglong][::1] = _hash_set(title_words)
    description: cython.const[cython.ulonglong][::1] = _hash_set(description_words)
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
            hash_: cython.ulonglong = empty_hash()
            word: cython.ulonglong = empty_hash()
            in_word: cython.bint = False
            after_space: cython.bint = False
            is_triggered: cython.bint = False
            previous: cython.uint = 0
            first: cython.uint = 0
            n_sentences: cython.longlong = 0
            bits: cython.longlong = 0
            i: cython.Py_ssize_t
            for i in range(start[block], end[block] + 1):
                point: cython.uint = _code_point(data, kind, i) if i < end[block] else 0  # ends a word
                of: cython.uchar
                mark: cython.uchar = 0
                if point < 0x10000:
                    entry: cython.uint = entries[point]
                    point = entry & 0xFFFF
                    of = (entry >> 16) & 0xFF
                    mark = entry >> 24
                else:
                    point = Py_UNICODE_TOLOWER(point)
                    of = character_class(point, flags)
                    is_triggered = True
                if of & SPACE:
                    after_space = n > 0
                    continue
                is_ideograph: cython.bint = (of & CJK) != 0
                is_cut: cython.bint = n + after_space >= most_chars
                goes_on: cython.bint = (of & WORD) != 0 and not (is_ideograph or is_cut or after_space)
                if in_word and not goes_on:
                    if _count_word(word, block, slots, used, counts, title, description):
                        bits |= phrase_bits[find_slot(word, phrases)]
                    in_word = False
                if i == end[block]:
                    break
                if after_space:
                    hash_ = extend_hash(hash_, 0x20)
                    if n < short_chars:
                        short[n] = 0x20
                    n += 1
                    after_space = False
                if goes_on:
                    word = extend_hash(word if in_word else empty_hash(), point)
                    in_word = True
                elif is_ideograph:
                    is_triggered = True
                    if not is_cut:
                        _count_word(
                            extend_hash(empty_hash(), point), block, slots, used, counts, title, description
                        )
                elif of & WORD and not is_cut:
                    word = extend_hash(empty_hash(), point)
                    in_word = True
                hash_ = extend_hash(hash_, point)
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
    return counts_, said_, *_count_repeats(hashes), edges_


_STEM = cython.declare(cython.int, 5)  # letters
_PROSE_WORDS = cython.declare(cython.longlong, 25)
_HEADING_STEPS = cython.declare(cython.int, 4)


@cython.final
@cython.cclass
class Filler:
    """The matrix of one page in the making: each part writes the lines of a group of features.

    Attributes of the page have a value per row, those of blocks one per block; ``out`` has a line per
    feature.
    """

    def take(self, page, blocks, stats, of_page):
        """Take what is the page's own."""
        columns: Columns
        columns, self.names, self.shape, self.largest_shape = page
        self.parent, self.end, self.depth, self.tag = columns.parent, columns.end, columns.depth, columns.tag
        self.row_chars, self.is_text, self.is_link = columns.n_chars, columns.is_text, columns.is_link
        self.is_anchor, self.is_hidden = columns.is_anchor, columns.is_hidden
        (
            self.row, self.last, self.element, self.chars, self.words, self.punctuation, self.digits,
            self.cjk, self.link_chars,
        ) = blocks  # fmt: skip
        (
            self.n_different, self.in_title, self.in_description, self.sentences,
            self.marks, self.said, self.n_same, self.nth_same, self.first_point, self.last_point,
        ) = stats  # fmt: skip
        self.n_title, self.n_description, self.data, self.is_article = of_page
        self.n, self.n_rows = self.row.shape[0], self.tag.shape[0]

    def take_tables(self, tables, numbers):
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

    def make_room(self):
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
        self.slots = np.empty(table_size(size), dtype=np.int64)


def prepare(f):
    """Compute what more than one part needs."""
    _count_alike(f)
    _group_blocks(f)
    _sum_blocks(f)
    _add_prose(f)


def _count_alike(f):
    """Count the siblings of each element with the same tag and class, itself included."""
    n: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    for row in range(f.n_rows):
        if not f.is_text[row]:
            f.key[n] = f.parent[row] * (f.largest_shape + 1) + f.shape[row]
            n += 1
    number_values(f.key[:n], f.of_key, f.slots, f.firsts)
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


def _group_blocks(f):
    """Number the blocks by the shapes of their element and its parent."""
    i: cython.Py_ssize_t
    for i in range(f.n):
        above: cython.longlong = f.shape[max(f.parent[f.element[i]], 0)]
        f.key[i] = f.shape[f.element[i]] * (f.largest_shape + 2) + above
    number_values(f.key[: f.n], f.group, f.slots, f.firsts)


def _sum_blocks(f):
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
        f.level[block] = _heading_level(f, f.parent[f.row[block]])
        f.work[0, block] = f.link_chars[block] / cython.cast(cython.double, max(f.chars[block], 1))
        f.total[0, block + 1] = f.total[0, block] + words
        f.total[1, block + 1] = f.total[1, block] + words * f.work[0, block]
        f.total[2, block + 1] = f.total[2, block] + (words if is_long(f, block) else 0)
        f.total[3, block + 1] = f.total[3, block] + f.sentences[block]
        f.total[4, block + 1] = f.total[4, block] + (f.level[block] > 0)
    f.all_words = max(sum_of(f, 0, 0), 1.0)


def _heading_level(f, row):
    """Level of the heading that a row is or closely stands in, 0 for none."""
    for _ in range(_HEADING_STEPS):
        if f.tag_heading[f.tag[row]] > 0 or row == 0:
            return f.tag_heading[f.tag[row]]
        row = f.parent[row]
    return 0


def _add_prose(f):
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


_UNDERSCORE = cython.declare(cython.uint, 0x5F)


def text_features(f):
    """Lines of :mod:`maintext.features.text`."""
    out: cython.float[:, ::1] = f.out
    i: cython.Py_ssize_t
    family: cython.int
    for i in range(f.n):
        words: cython.double = max(f.words[i], 1)
        chars: cython.double = max(f.chars[i], 1)
        first: cython.uint = f.first_point[i]
        last: cython.Py_ssize_t = min(f.last_point[i], 0xFFFF)
        out[0, i] = log1p_of(f, f.chars[i])
        out[1, i] = log1p_of(f, f.words[i])
        out[2, i] = cython.cast(cython.float, chars) / cython.cast(cython.float, words)
        out[3, i] = f.link_chars[i] / chars
        out[4, i] = f.cjk[i] / chars
        out[5, i] = f.digits[i] / chars
        out[6, i] = f.punctuation[i] / words
        out[7, i] = log1p_of(f, f.sentences[i])
        out[8, i] = f.sentences[i] / words
        out[14, i] = f.end_value[last]
        out[15, i] = (
            character_class(first, cython.address(f.classes[0])) & WORD
        ) != 0 and first != _UNDERSCORE
        out[16, i] = f.is_link[f.row[i]]
        out[17, i] = min(f.n_same[i], 20)
        out[18, i] = min(f.nth_same[i], 20)
        for family in range(f.marks.shape[0]):
            out[19 + family, i] = f.marks[family, i] / words
    _contents_since(f)
    f.line = 19 + f.marks.shape[0]
    for family in range(f.n_says):
        for i in range(f.n):
            out[f.line, i] = says(f, family, i)
        f.line += 1


def _contents_since(f):
    """Bold characters in each block; links, images, controls since the one before; its texts."""
    out: cython.float[:, ::1] = f.out
    row: cython.Py_ssize_t = 0
    bold_end: cython.Py_ssize_t = 0
    block: cython.Py_ssize_t
    for block in range(f.n):
        bold: cython.double = 0
        links: cython.double = 0
        images: cython.double = 0
        inputs: cython.double = 0
        texts: cython.double = 0
        while row <= f.last[block]:
            kind: cython.uchar = f.tag_kind[f.tag[row]]
            if kind & BOLD:
                bold_end = max(bold_end, f.end[row])
            links += f.is_anchor[row]
            images += (kind & IMAGE) != 0
            inputs += (kind & INPUT) != 0
            if row >= f.row[block]:
                bold += f.row_chars[row] if row < bold_end else 0
                if f.is_text[row] and f.row_chars[row] > 0:
                    texts += 1
            row += 1
        out[9, block] = min(bold / max(f.chars[block], 1), 1.0)
        out[10, block] = log1p_of(f, links)
        out[11, block] = min(images, 10.0)
        out[12, block] = min(inputs, 10.0)
        out[13, block] = log1p_of(f, texts)


# Any six bits of this number that follow each other are different, so that a power of two times it tells its
# exponent in the upper six: where a bit stands without looking at those below.
_DE_BRUIJN_64 = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)


def _spread(bits):
    """A number below 64 that is different for each place of the lowest bit."""
    return ((bits & (~bits + 1)) * _DE_BRUIJN_64) >> 58


def context_features(f):
    """Lines of :mod:`maintext.features.context`."""
    out: cython.float[:, ::1] = f.out
    by_tag: cython.Py_ssize_t = f.line
    by_name: cython.Py_ssize_t = by_tag + f.n_tag_families
    counts: cython.Py_ssize_t = by_name + f.n_name_families
    more: cython.Py_ssize_t = counts + f.n_name_families
    bit_place: cython.uchar[64]
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(64):
        bit_place[_spread(cython.cast(cython.ulonglong, 1) << i)] = i
    for line in range(by_tag, counts):
        for i in range(f.n):
            out[line, i] = f.far
    for line in range(counts, more):
        for i in range(f.n):
            out[line, i] = 0
    for i in range(f.n):
        row: cython.Py_ssize_t = f.parent[f.row[i]]
        tags: cython.ulonglong = 0
        named: cython.ulonglong = 0
        step: cython.int
        for step in range(f.most_steps):
            bits: cython.ulonglong = f.names[row]
            if step < f.far:
                _set_steps(f, by_tag, i, f.tag_bits[f.tag[row]] & ~tags, step, bit_place)
                _set_steps(f, by_name, i, bits & ~named, step, bit_place)
                tags |= f.tag_bits[f.tag[row]]
                named |= bits
            while bits != 0:
                out[counts + bit_place[_spread(bits)], i] += 1
                bits &= bits - 1
            if row == 0:
                break
            row = f.parent[row]
        out[more, i] = f.depth[f.element[i]]
        out[more + 1, i] = f.is_hidden[f.row[i]]
        out[more + 2, i] = out[by_tag + f.noscript, i] < f.far
        out[more + 3, i] = (f.tag_kind[f.tag[f.element[i]]] & BLOCK_TAG) != 0
    f.line = more + 4


def _set_steps(f, line, block, bits, step, bit_place):
    """Note a step for each of the bits, of which the lowest stands in a line."""
    while bits != 0:
        f.out[line + bit_place[_spread(bits)], block] = step
        bits &= bits - 1


_N_LEVELS = cython.declare(cython.Py_ssize_t, 6)


def structure_features(f):
    """Lines of :mod:`maintext.features.structure`."""
    _level_features(f)
    _best_features(f)
    _dominant_features(f)
    f.line += 8  # written by `levels`
    _group_features(f)


def _level_features(f):
    """Features of the ancestors where the number of blocks grows; how those within reach begin."""
    top: cython.longlong[6]
    most: cython.longlong[6]
    best: cython.double = 0
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    openings: cython.Py_ssize_t = f.line + 13 * _N_LEVELS + 12
    for row in range(f.n_rows):
        best = max(best, f.prose[row])
    best = max(best, 1e-6)
    for i in range(f.n):
        _climb_levels(f, i, top, most)
        for k in range(_N_LEVELS):
            _one_level(f, f.line + 13 * k, i, top[k], most[k], best)
        for k in range(1, 5):
            row = f.before[top[k]]  # the first block there
            f.out[openings + 2 * k - 2, i] = (f.said[row] & f.other_says) != 0
            f.out[openings + 2 * k - 1, i] = says(f, f.detail, row)
    f.line += 13 * _N_LEVELS


def _climb_levels(f, block, top, most):
    """Highest element of each level above a block, and the most siblings alike on it."""
    row: cython.Py_ssize_t = f.element[block]
    size: cython.int = f.before[f.end[row]] - f.before[row]
    level: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(_N_LEVELS):
        most[k] = 1
    for _ in range(f.most_steps):
        if f.before[f.end[row]] - f.before[row] != size:
            size = f.before[f.end[row]] - f.before[row]
            level += 1
        if level == _N_LEVELS:
            return
        for k in range(level, _N_LEVELS):
            top[k] = row
        most[level] = max(most[level], f.alike[row])
        if row == 0:
            return
        row = f.parent[row]


def _one_level(f, line, block, row, alike, best):
    """The thirteen features of one ancestor."""
    words: cython.double = sum_of(f, 0, row)
    some: cython.double = max(words, 1.0)
    blocks: cython.double = f.before[f.end[row]] - f.before[row]
    many: cython.double = max(blocks, 1.0)
    images: cython.double = f.images[f.end[row]] - f.images[row]
    f.out[line, block] = log1p_of(f, words)
    f.out[line + 1, block] = words / f.all_words
    f.out[line + 2, block] = sum_of(f, 1, row) / some
    f.out[line + 3, block] = log1p_of(f, blocks)
    f.out[line + 4, block] = log1p_of(f, words / many)
    f.out[line + 5, block] = sum_of(f, 2, row) / some
    f.out[line + 6, block] = sum_of(f, 3, row) / some
    f.out[line + 7, block] = log1p_of(f, sum_of(f, 4, row))
    f.out[line + 8, block] = min(images / many, 5.0)
    f.out[line + 9, block] = log1p_of(f, f.children[row])
    f.out[line + 10, block] = log1p_of(f, alike - 1)
    f.out[line + 11, block] = f.prose[row] / best
    f.out[line + 12, block] = (f.total[0, block] - f.total[0, f.before[row]]) / some


def _best_features(f):
    """Where each block stands to the element with the best prose."""
    best: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(1, f.n_rows):
        if f.prose[i] > f.prose[best]:
            best = i
    share: cython.double = sum_of(f, 0, best) / f.all_words
    for i in range(f.n):
        f.out[f.line, i] = share
        f.out[f.line + 1, i] = holds(f, best, f.row[i])
    steps_to(f, best, f.line + 2, -1)
    f.line += 3


def steps_to(f, row, up, down):
    """Steps from each block to the lowest ancestor that holds a row, and from there down to it."""
    deepest: cython.int = 0
    i: cython.Py_ssize_t
    for i in range(f.n):
        deepest = max(deepest, f.depth[f.element[i]])
    reach: cython.int = min(deepest + 1, f.most_steps)
    for i in range(f.n):
        holder: cython.Py_ssize_t = f.element[i]
        steps: cython.int = 0
        while steps < reach and not holds(f, holder, row):
            holder = f.parent[holder]
            steps += 1
        if steps == reach:  # none within reach
            steps = 0
            holder = f.element[i]
        f.out[up, i] = steps
        if down >= 0:
            f.out[down, i] = f.depth[row] - f.depth[holder]


def _dominant_features(f):
    """Where each block stands to the smallest elements with most of the words."""
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
    """Statistics of the blocks whose element and its parent have the same shapes (see ``group``)."""
    out: cython.float[:, ::1] = f.out
    sums: cython.double[:, ::1] = f.work[1:]
    i: cython.Py_ssize_t
    g: cython.Py_ssize_t
    for g in range(4):
        for i in range(f.n):
            sums[g, i] = 0
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
    for i in range(f.n):
        sums[2, i] = 0
    for i in range(f.n):
        sums[2, f.group[i]] += f.words[i] * f.work[0, i]
    for i in range(f.n):
        g = f.group[i]
        out[f.line + 2, i] = sums[2, g] / max(sums[1, g], 1.0)
    f.line += 4


def _signed_log(f, value):
    """The logarithm with the sign of the value."""
    return log1p_of(f, value) if value >= 0 else -log1p_of(f, -value)


def position_features(f):
    """Lines of :mod:`maintext.features.position`."""
    out: cython.float[:, ::1] = f.out
    line: cython.Py_ssize_t = f.line
    n: cython.Py_ssize_t = f.n
    words: cython.double = f.total[0, n]
    i: cython.Py_ssize_t
    for i in range(n):
        before: cython.double = f.total[0, i]
        out[line, i] = i / cython.cast(cython.double, n)
        out[line + 1, i] = before / max(words, 1.0)
        out[line + 2, i] = log1p_of(f, i)
        out[line + 3, i] = log1p_of(f, n - 1 - i)
        out[line + 4, i] = log1p_of(f, before)
        out[line + 5, i] = log1p_of(f, words - before - f.words[i])
        out[line + 6, i] = f.level[i]
    f.line += 7
    _headline_features(f)
    _sections_around(f)
    _similarity_features(f)


def _find_headline(f):
    """The block that states the page's title, −1 for none."""
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


def _headline_features(f):
    """Where each block stands to the headline."""
    out: cython.float[:, ::1] = f.out
    line: cython.Py_ssize_t = f.line
    at: cython.Py_ssize_t = _find_headline(f)
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for k in range(6):
        for i in range(f.n):
            out[line + k, i] = 0
    f.line += 6
    if at < 0:
        return
    for i in range(f.n):
        out[line, i] = 1
        out[line + 1, i] = _signed_log(f, i - at)
        out[line + 2, i] = _signed_log(f, f.total[0, i] - f.total[0, at])
        out[line + 5, i] = i == at
    steps_to(f, f.row[at], line + 3, line + 4)


def _sections_around(f):
    """The section that each block stands in: from a heading up to the next one."""
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
    f.line += 7 + f.sections.shape[0]


def _one_section(f, start, stop, has_heading):
    """Features of the blocks of one section, of which the first may be its heading."""
    out: cython.float[:, ::1] = f.out
    line: cython.Py_ssize_t = f.line + 3 + f.sections.shape[0]
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    words: cython.double = 0
    linked: cython.double = 0
    for i in range(start, stop):
        words += f.words[i]
        linked += cython.cast(cython.double, f.words[i] * f.link_chars[i]) / max(f.chars[i], 1)
    for i in range(start, stop):
        out[f.line, i] = log1p_of(f, i - start) if has_heading else 8
        out[f.line + 1, i] = log1p_of(f, f.total[0, i] - f.total[0, start])
        out[f.line + 2, i] = f.level[start] if has_heading else 0
        for k in range(f.sections.shape[0]):
            out[f.line + 3 + k, i] = has_heading and says(f, f.sections[k], start)
        out[line, i] = log1p_of(f, stop - i)
        out[line + 1, i] = log1p_of(f, words)
        out[line + 2, i] = linked / max(words, 1.0)
        out[line + 3, i] = log1p_of(f, stop - start)


def _similarity_features(f):
    """How much of a block stands in the title, and of title and description in the block."""
    out: cython.float[:, ::1] = f.out
    i: cython.Py_ssize_t
    for i in range(f.n):
        out[f.line, i] = f.in_title[i] / cython.cast(cython.double, max(f.n_different[i], 1))
        out[f.line + 1, i] = f.in_title[i] / max(f.n_title, 1.0)
        out[f.line + 2, i] = f.in_description[i] / max(f.n_description, 1.0)
    f.line += 3


def page_features(f):
    """Lines of :mod:`maintext.features.page_level`."""
    i: cython.Py_ssize_t
    for i in range(f.n_rows):
        counted: cython.Py_ssize_t = f.tag_counted[f.tag[i]]
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
        n_long += is_long(f, i)
        n_hidden += f.is_hidden[f.row[i]]
    words: cython.double = f.total[0, f.n]
    for i in range(f.n_counted):
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
    _put_constant(f, log1p_of(f, _count_saying(f, f.price)))
    _put_constant(f, log1p_of(f, _count_saying(f, f.date)))
    _put_constant(f, log1p_of(f, _count_saying(f, f.comment)))
    _put_constant(f, log1p_of(f, n_hidden))
    _put_constant(f, f.is_article)


def _put_constant(f, value):
    """Write a number of the page into the next line."""
    i: cython.Py_ssize_t
    for i in range(f.n):
        f.out[f.line, i] = value
    f.line += 1


def _count_saying(f, family):
    """Blocks with a phrase of a family."""
    n: cython.double = 0
    i: cython.Py_ssize_t
    for i in range(f.n):
        n += says(f, family, i)
    return n


_NEIGHBOURS = cython.declare(cython.int, 3)


def number_shapes(
    columns: Columns,
    rows: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    n_tags: cython.longlong,
):
    """Number each row so that elements with the same tag and class are equal (−1 for texts); the largest.

    ``rows`` are those with a class, ``start`` and ``end`` its bytes; digits in it do not count.
    """
    base: cython.p_uchar = columns.data
    n: cython.Py_ssize_t = columns.n_rows
    n_values: cython.Py_ssize_t = rows.shape[0]
    result = np.empty(n, dtype=np.int64)
    shape: cython.longlong[::1] = result
    work: cython.longlong[:, ::1] = np.empty((3, n_values), dtype=np.int64)
    group: cython.longlong[::1] = work[0]  # of equal values, and below of those with equal hashes
    first: cython.longlong[::1] = work[1]
    of_group: cython.longlong[::1] = work[2]
    hashes: cython.ulonglong[:, ::1] = np.empty((2, n_values), dtype=np.uint64)
    slots: cython.longlong[::1] = np.empty(table_size(n_values), dtype=np.int64)
    largest: cython.longlong = 0
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        n_groups: cython.Py_ssize_t = number_slices(base, start, end, group, slots, first)
        for i in range(n_groups):
            value: cython.ulonglong = empty_hash()
            for at in range(start[first[i]], end[first[i]]):
                if not 0x30 <= base[at] <= 0x39:
                    value = extend_hash(value, base[at])
            hashes[0, i] = value
        number_values(hashes[0, :n_groups], of_group, slots, hashes[1])
        for i in range(n):
            shape[i] = columns.tag[i]
        for i in range(n_values):
            shape[rows[i]] += (of_group[group[i]] + 1) * n_tags
        for i in range(n):
            if columns.is_text[i]:
                shape[i] = -1
            largest = max(largest, shape[i])
    return result, largest


def fill_matrix(
    matrix: cython.float[:, ::1],
    page: tuple,
    blocks: tuple,
    stats: tuple,
    of_page: tuple,
    tables: tuple,
    numbers: tuple,
):
    """Fill the matrix of features, float32 of shape (n_features, n_blocks).

    One pass over the rows of the page, then walks up from every block:
    O(n_rows + n_blocks · (depth + n_features)), without the GIL. ``tests/feature_definitions.py`` defines each.

    Parameters
    ----------
    page, blocks, stats
        The columns with names and shapes, those of the blocks, and what was measured of their texts.
    of_page
        Words of its title and of its description, JSON-LD items by family, whether it is an article.
    tables, numbers
        What is the same for every page: arrays, and the numbers of features and families of phrases.
    """
    f: Filler = Filler()
    f.out = matrix
    f.take(page, blocks, stats, of_page)
    f.take_tables(tables, numbers)
    f.make_room()
    with cython.nogil:
        prepare(f)
        text_features(f)
        context_features(f)
        structure_features(f)
        position_features(f)
        _neighbour_features(f)
        _window_features(f)
        page_features(f)
    return f.line


def _neighbour_features(f):
    """Some features of the three blocks before and after; −1 where there is none."""
    out: cython.float[:, ::1] = f.out
    which: cython.Py_ssize_t
    step: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for which in range(f.neighbours.shape[0]):
        of: cython.Py_ssize_t = f.neighbours[which]
        for step in range(-_NEIGHBOURS, _NEIGHBOURS + 1):
            if step == 0:
                continue
            for i in range(f.n):
                out[f.line, i] = -1
            for i in range(max(-step, 0), min(f.n - step, f.n)):
                out[f.line, i] = out[of, i + step]
            f.line += 1


def _window_features(f):
    """Sums and shares over windows of blocks."""
    out: cython.float[:, ::1] = f.out
    n_windows: cython.Py_ssize_t = f.windows.shape[0]
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for k in range(n_windows):
        line: cython.Py_ssize_t = f.line + k
        for i in range(f.n):
            low: cython.Py_ssize_t = max(i - f.windows[k], 0)
            high: cython.Py_ssize_t = min(i + f.windows[k] + 1, f.n)
            words: cython.double = f.total[0, high] - f.total[0, low]
            some: cython.double = max(words, 1.0)
            out[line, i] = log1p_of(f, words)
            out[line + n_windows, i] = (f.total[1, high] - f.total[1, low]) / some
            out[line + 2 * n_windows, i] = (f.total[2, high] - f.total[2, low]) / some
            out[line + 3 * n_windows, i] = log1p_of(f, f.total[3, high] - f.total[3, low])
    f.line += 4 * n_windows
