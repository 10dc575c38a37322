# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Read well-formed bytes into the columns of a page, its attributes and its blocks."""

import cython
import numpy as np
from cython.cimports.cpython.unicode import (
    PyUnicode_DATA,
    PyUnicode_DecodeUTF8,
    PyUnicode_Find,
    PyUnicode_KIND,
    PyUnicode_READ,
    PyUnicode_Tailmatch,
)
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memchr, memcmp
from cython.cimports.maintext._core.words import (
    CJK,
    DIGIT,
    PUNCTUATION,
    SPACE,
    WORD,
    character_class,
    empty_hash,
    extend_hash,
    find_slot,
    is_word,
    number_slices,
)  # fmt: skip

from maintext._core.words import table_size

_SEVERAL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_BLOCK_VALUES = cython.declare(cython.p_char, b"block flex grid list-item table flow-root table-row ")


def _skip_space(base, at, end):
    """Return the offset after white space; the serialiser writes tabs and line ends as references."""
    while at < end:
        if base[at] == 0x20 or 0x09 <= base[at] <= 0x0D:
            at += 1
            continue
        if base[at] != 0x26 or at + 1 >= end or base[at + 1] != 0x23:  # "&#"
            return at
        after: cython.Py_ssize_t = at + 2
        while after < end and 0x30 <= base[after] <= 0x39:
            after += 1
        if after == at + 2 or after == end or base[after] != 0x3B:  # ";"
            return at
        at = after + 1
    return at


def _find_value(base, at, end, property_, length):
    """Return where the value of the style property named at ``at`` starts, ``end`` for another name."""
    if not is_word(base, at, end, property_, length):
        return end
    at = _skip_space(base, at + length, end)
    return _skip_space(base, at + 1, end) if at < end and base[at] == 0x3A else end


def hides(base, start, end):
    """Return whether a style has ``display:none``, ``visibility:hidden`` or ``visibility:collapse``."""
    at: cython.Py_ssize_t
    for at in range(start, end):
        if base[at] | 0x20 == 0x64:  # d
            value: cython.Py_ssize_t = _find_value(base, at, end, b"display", 7)
            if is_word(base, value, end, b"none", 4):
                return True
        elif base[at] | 0x20 == 0x76:  # v
            value = _find_value(base, at, end, b"visibility", 10)
            if is_word(base, value, end, b"hidden", 6) or is_word(base, value, end, b"collapse", 8):
                return True
    return False


def draws_as_block(base, start, end):
    """Return whether a style's ``display`` puts an element on lines of its own."""
    at: cython.Py_ssize_t
    for at in range(start, end):
        if base[at] | 0x20 == 0x64 and not (at > start and _is_name_byte(base[at - 1])):  # d
            value: cython.Py_ssize_t = _find_value(base, at, end, b"display", 7)
            stop: cython.Py_ssize_t = value
            while stop < end and _is_name_byte(base[stop]):
                stop += 1
            if stop > value and _is_block_value(base, value, stop):
                return True
    return False


def _is_block_value(base, at, end):
    value: cython.p_char = _BLOCK_VALUES
    while value[0]:
        length: cython.Py_ssize_t = 0
        while value[length] != 0x20:
            length += 1
        if end - at == length and is_word(base, at, end, value, length):
            return True
        value += length + 1
    return False


def _is_name_byte(byte):
    """Return whether a byte is a letter, a digit, a hyphen or an underscore."""
    return 0x61 <= byte | 0x20 <= 0x7A or 0x30 <= byte <= 0x39 or byte == 0x2D or byte == 0x5F


def _read_utf8(base, at, length):
    """Return the code point of a UTF-8 sequence beyond ASCII, and its length."""
    byte: cython.uint = base[at]
    if byte < 0xE0:
        length[0] = 2
        return ((byte & 0x1F) << 6) | (base[at + 1] & 0x3F)
    if byte < 0xF0:
        length[0] = 3
        return ((byte & 0x0F) << 12) | ((base[at + 1] & 0x3F) << 6) | (base[at + 2] & 0x3F)
    length[0] = 4
    return (
        ((byte & 0x07) << 18)
        | ((base[at + 1] & 0x3F) << 12)
        | ((base[at + 2] & 0x3F) << 6)
        | (base[at + 3] & 0x3F)
    )


def _write_utf8(out, at, point):
    """Write a code point as UTF-8 and return the offset after it."""
    if point < 0x80:
        out[at] = point
        return at + 1
    if point < 0x800:
        out[at] = 0xC0 | (point >> 6)
        out[at + 1] = 0x80 | (point & 0x3F)
        return at + 2
    if point < 0x10000:
        out[at] = 0xE0 | (point >> 12)
        out[at + 1] = 0x80 | ((point >> 6) & 0x3F)
        out[at + 2] = 0x80 | (point & 0x3F)
        return at + 3
    out[at] = 0xF0 | (point >> 18)
    out[at + 1] = 0x80 | ((point >> 12) & 0x3F)
    out[at + 2] = 0x80 | ((point >> 6) & 0x3F)
    out[at + 3] = 0x80 | (point & 0x3F)
    return at + 4


def _read_reference(base, at, length):
    """Return the code point and length of ``&amp; &lt; &gt;`` or ``&#N;``, all that is written."""
    kind: cython.uchar = base[at + 1]
    if kind != 0x23:  # "#"
        length[0] = 5 if kind == 0x61 else 4
        return 0x3C if kind == 0x6C else 0x3E if kind == 0x67 else 0x26
    is_hex: cython.bint = base[at + 2] == 0x78
    point: cython.uint = 0
    i: cython.Py_ssize_t = at + (3 if is_hex else 2)
    while base[i] != 0x3B:  # ";"
        digit: cython.uint = (base[i] | 0x20) - 0x57 if base[i] > 0x39 else base[i] - 0x30
        point = point * (16 if is_hex else 10) + digit
        i += 1
    length[0] = i + 1 - at
    return point


def has_wide(text: str) -> bool:
    """Return whether a text has a character beyond U+00FF, in constant time."""
    return PyUnicode_KIND(text) > 1


def has_open_link(markup: str) -> bool:
    """Return whether markup, comments and code left out, has more start tags of ``<a>`` than end tags."""
    kind: cython.int = PyUnicode_KIND(markup)
    data: cython.p_char = cython.cast(cython.p_char, PyUnicode_DATA(markup))
    last: cython.Py_ssize_t = len(markup) - 3  # a tag that begins later is not whole
    n_open: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = 0
    code: cython.uint = 0  # second letter of the element whose content is code, 0 outside
    while 0 <= at < last:  # by the low byte of the sign
        sign: cython.p_char = cython.cast(cython.p_char, memchr(data + at * kind, 0x3C, (last - at) * kind))
        if sign == cython.NULL:
            break
        at = (sign - data) // kind
        is_end: cython.bint = PyUnicode_READ(kind, data, at + 1) == 0x2F
        name: cython.uint = PyUnicode_READ(kind, data, at + 1 + is_end)
        after: cython.uint = PyUnicode_READ(kind, data, at + 2 + is_end)
        if PyUnicode_READ(kind, data, at) != 0x3C:
            pass
        elif code or (name == 0x73 and (after == 0x63 or after == 0x74)):
            if name == 0x73 and (after == code or not (code or is_end)):
                word: str = "script" if after == 0x63 else "style"
                if PyUnicode_Tailmatch(markup, word, at + 1 + is_end, last + 3, -1):
                    code = 0 if is_end else after
        elif (name == 0x61 or name == 0x41) and (after <= 0x20 or after == 0x3E):
            n_open += 1 - 2 * is_end
        elif name == 0x21 and PyUnicode_Tailmatch(markup, "<!--", at, last + 3, -1):
            at = PyUnicode_Find(markup, "-->", at, last + 3, 1)
        at += at >= 0
    return n_open > 0


@cython.final
@cython.cclass
class Tables:
    """Lookup tables of tags and characters, the same for every page.

    Parameters
    ----------
    tag_hashes, tag_numbers
        Known tag names and their numbers, from ``build_word_table``.
    layout
        Bits of each tag number, uint8: ``ENDS_BLOCK``, ``AS_WRITTEN``, ``HIDES``, ``HOLDS_LINES``.
    classes
        Character classes by code point, uint8 of shape (65536,).
    named
        Tag numbers of: an unknown element, a custom element, ``br``, ``a``, ``template``, ``dialog``.
    """

    def __init__(
        self,
        tag_hashes: cython.const[cython.ulonglong][::1],
        tag_numbers: cython.const[cython.ulonglong][::1],
        layout: cython.const[cython.uchar][::1],
        classes: cython.const[cython.uchar][::1],
        named: tuple,
    ):
        self.tag_hashes, self.tag_numbers = tag_hashes, tag_numbers
        self.layout, self.classes = layout, classes
        self.unknown, self.custom, self.br, self.a, self.template, self.dialog = named
        # What a character of each class counts: four counts in a number.
        of = np.arange(256)
        counted = ((of & SPACE) == 0, of & PUNCTUATION, of & DIGIT, (of & (WORD | CJK)) == WORD)
        self.counts = np.uint64([1, 1 << 16, 1 << 32, 1 << 48]) @ np.array(counted, dtype=np.bool_)
        # The same by byte; an ampersand and bytes beyond ASCII begin several for one character.
        by_byte = np.asarray(self.counts)[np.asarray(classes[:256])]
        by_byte[0x26] = by_byte[0x80:] = _SEVERAL
        self.byte_counts = by_byte


def find_tag(tables, base, at, end):
    """Return the number of the tag name at ``at``."""
    value: cython.ulonglong = empty_hash()
    i: cython.Py_ssize_t = at
    has_hyphen: cython.bint = False
    while i < end and base[i] != 0x20 and base[i] != 0x2F:
        value = extend_hash(value, base[i])
        has_hyphen |= base[i] == 0x2D
        i += 1
    slot: cython.Py_ssize_t = find_slot(value, tables.tag_hashes)
    if tables.tag_hashes[slot] == value:
        return tables.tag_numbers[slot]
    # MathJax draws formulas in elements mjx-…, which stand in a line.
    is_block: cython.bint = has_hyphen and memcmp(base + at, b"mjx-", min(i - at, 4)) != 0
    return tables.custom if is_block else tables.unknown


@cython.final
@cython.cclass
class Columns:
    """Hold the columns of one page as typed arrays, made in one pass over its well-formed bytes.

    ``data`` are the bytes, ``text`` the characters of all text rows, ``arrays`` the columns as read-only
    numpy arrays by name (docs/data-model.md describes each). Compiled code takes the object itself.
    """

    def __init__(self, data: bytes, tables: Tables):
        self.data, self.tables = data, tables
        self._count_rows()

    def _count_rows(self):
        """Count rows and text nodes; of attributes no fewer than there are, as texts have quotes too."""
        base: cython.p_uchar = self.data
        size: cython.Py_ssize_t = len(self.data)
        with cython.nogil:
            lt: cython.Py_ssize_t = find_byte(base, 0, size, 0x3C)
            while lt < size:
                self.n_rows += base[lt + 1] != 0x2F
                lt = find_byte(base, lt + 1, size, 0x3C)
                # A tag ends in the only ">" that may stand there: after another byte, there was a text.
                self.n_texts += base[lt - 1] != 0x3E
            self.n_rows += self.n_texts
            n_quotes: cython.Py_ssize_t = 0
            start: cython.Py_ssize_t
            i: cython.Py_ssize_t
            for start in range(0, size, 240):  # a byte counts so many, sixteen bytes at once
                of_part: cython.uchar = 0
                for i in range(start, min(start + 240, size)):
                    of_part += base[i] == 0x22
                n_quotes += of_part
        self.n_attributes = n_quotes // 2

    def read(self):
        """Fill the columns, without the GIL; return False where the bytes are not well-formed."""
        self._allocate_arrays()
        base: cython.p_uchar = self.data
        size: cython.Py_ssize_t = len(self.data)
        n: cython.Py_ssize_t
        self.out = cython.cast(cython.p_uchar, malloc(size + 1))
        if self.out == cython.NULL:
            raise MemoryError
        try:
            with cython.nogil:
                is_balanced: cython.bint = self._read_rows(base, size) and self.n_read == self.n_rows
                self.n_attributes = n = self.n_attributes_read
                self.attribute_row = self.attribute_row[:n]
                self.value_start, self.value_end = self.value_start[:n], self.value_end[:n]
                self._find_marked(base)
            self.text = PyUnicode_DecodeUTF8(
                cython.cast(cython.p_char, self.out), self.n_out, b"surrogatepass"
            )
        finally:
            free(self.out)
        return is_balanced

    def _allocate_arrays(self):
        """Make the arrays."""
        n: cython.Py_ssize_t = self.n_rows
        tag, numbers = np.zeros(n, dtype=np.int16), np.zeros((12, n), dtype=np.intc)
        offsets, flags = np.empty((4, n), dtype=np.int64), np.zeros((4, n), dtype=np.bool_)
        numbers[10:] = -1
        # A row of a typed view costs nothing; one of an array, for all of them, a twentieth of a page's time.
        ints: cython.int[:, ::1] = numbers
        at: cython.longlong[:, ::1] = offsets
        flag: cython.uchar[:, ::1] = flags.view(np.uint8)
        value: cython.longlong[:, ::1] = np.empty((2, self.n_attributes), dtype=np.int64)
        self.tag, self.attribute_row = tag, np.empty(self.n_attributes, dtype=np.intc)
        self.parent, self.end, self.depth = ints[0], ints[1], ints[2]
        self.text_start, self.text_end, self.n_chars = ints[3], ints[4], ints[5]
        self.n_words, self.n_punctuation, self.n_digits = ints[6], ints[7], ints[8]
        self.n_cjk, self.block, self.line = ints[9], ints[10], ints[11]
        self.byte_start, self.inner_start, self.inner_end, self.byte_end = at[0], at[1], at[2], at[3]
        self.is_text, self.is_hidden, self.is_link, self.is_anchor = flag[0], flag[1], flag[2], flag[3]
        self.value_start, self.value_end = value[0], value[1]
        names = ("parent", "end", "depth", "text_start", "text_end", "n_chars", "n_words", "n_punctuation",
                 "n_digits", "n_cjk", "block", "line", "byte_start", "inner_start", "inner_end", "byte_end",
                 "is_text", "is_hidden", "is_link", "is_anchor", "tag")  # fmt: skip
        for array in (numbers, offsets, flags, tag):
            array.setflags(write=False)
        self.arrays = dict(zip(names, (*numbers, *offsets, *flags, tag), strict=True))
        self.stack, self.text_rows = np.empty(n + 1, dtype=np.intc), np.empty(self.n_texts, dtype=np.intc)
        self.drawn = np.zeros(n, dtype=np.uint8)

    def _read_rows(self, base, size):
        """Read tag after tag with the text that follows; return whether all elements are closed."""
        lt: cython.Py_ssize_t = find_byte(base, 0, size, 0x3C)
        while lt < size:
            gt: cython.Py_ssize_t = find_byte(base, lt, size, 0x3E)
            number: cython.short
            ends_line: cython.bint
            is_end_tag: cython.bint = base[lt + 1] == 0x2F
            if gt == size or (is_end_tag and self.n_open == 0):
                return False
            next_lt: cython.Py_ssize_t = find_byte(base, gt + 1, size, 0x3C)
            if is_end_tag:
                self.n_open -= 1
                element: cython.int = self.stack[self.n_open]
                number = self.tag[element]
                self.inner_end[element] = lt
                self.byte_end[element] = gt + 1
                self.end[element] = self.n_read
                self.n_as_written -= (self.tables.layout[number] & AS_WRITTEN) != 0
                ends_line = self.drawn[element]
            else:
                number = self._read_start_tag(base, lt, gt)
                ends_line = self.drawn[self.n_read - 1]
            ends_block: cython.bint = (self.tables.layout[number] & ENDS_BLOCK) != 0
            # Preformatted text that ends in a line feed has ended its line itself.
            ends_line = ends_line and not (self.after_line_feed and self.n_as_written > 0)
            if ends_block:
                self.after_br = False
            elif number == self.tables.br and not is_end_tag:
                ends_line = True
                ends_block = self.after_br
                self.after_br = True
            self._end_line(ends_block, ends_block or ends_line)
            if base[next_lt - 1] != 0x3E:
                self._read_text(base, gt + 1, next_lt)
            lt = next_lt
        self._end_line(True, True)
        return self.n_open == 0

    def _read_start_tag(self, base, lt, gt):
        """Add the row of an element and its attributes; return its tag number."""
        row: cython.int = self._add_row(lt, gt + 1)
        number: cython.short = find_tag(self.tables, base, lt + 1, gt)
        # A custom element in a paragraph stands in its line, as in browsers.
        if number == self.tables.custom and self.n_open > 0:
            around: cython.short = self.tag[self.stack[self.n_open - 1]]
            if self.tables.layout[around] & HOLDS_LINES:
                number = self.tables.unknown
        self.tag[row] = number
        self.inner_start[row] = self.inner_end[row] = gt + 1
        bits: cython.uchar = self.tables.layout[number]
        at: cython.Py_ssize_t = find_byte(base, lt, gt, 0x22)
        while at < gt:
            end: cython.Py_ssize_t = find_byte(base, at + 1, gt, 0x22)
            # Each takes two quotation marks of its own tag: no more are found than were counted.
            if end == gt:
                break
            self.attribute_row[self.n_attributes_read] = row
            self.value_start[self.n_attributes_read], self.value_end[self.n_attributes_read] = at + 1, end
            # The style of an inline element may put it on lines of its own.
            if (bits & ENDS_BLOCK) == 0 and is_named(base, at - 1, b" style", 6):
                self.drawn[row] |= draws_as_block(base, at + 1, end)
            self.n_attributes_read += 1
            at = find_byte(base, end + 1, gt, 0x22)
        if base[gt - 1] != 0x2F:
            self.stack[self.n_open] = row
            self.n_open += 1
            self.n_as_written += (bits & AS_WRITTEN) != 0
        return number

    def _add_row(self, start, end):
        """Add a row with its place in the tree and the bytes; return its number."""
        row: cython.int = self.n_read
        self.n_read += 1
        self.depth[row] = self.n_open
        self.parent[row] = self.stack[self.n_open - 1] if self.n_open > 0 else -1
        self.end[row] = row + 1
        self.byte_start[row] = start
        self.byte_end[row] = end
        return row

    def _end_line(self, ends_block, ends_line):
        """Number the text rows of the block and of the line that end here, unless they are blank."""
        i: cython.Py_ssize_t
        if ends_block:
            if self.block_has_text:
                for i in range(self.block_from, self.n_texts_read):
                    self.block[self.text_rows[i]] = self.n_blocks
                self.n_blocks += 1
            self.block_from = self.n_texts_read
            self.block_has_text = False
        if ends_line:
            if self.line_has_text:
                for i in range(self.line_from, self.n_texts_read):
                    self.line[self.text_rows[i]] = self.n_lines
                self.n_lines += 1
            self.line_from = self.n_texts_read
            self.line_has_text = False

    def _read_text(self, base, start, end):
        """Add the row of a text node: copy its characters, count them by class."""
        row: cython.int = self._add_row(start, end)
        classes: cython.pointer(cython.const[cython.uchar]) = cython.address(self.tables.classes[0])
        counts: cython.pointer(cython.const[cython.ulonglong]) = cython.address(self.tables.counts[0])
        of_byte: cython.pointer(cython.const[cython.ulonglong]) = cython.address(self.tables.byte_counts[0])
        out: cython.p_uchar = self.out
        written: cython.Py_ssize_t = self.n_out
        n_more: cython.Py_ssize_t = 0  # bytes that are no character of their own
        words: cython.int = 0
        in_word: cython.ulonglong = 0
        point: cython.uint = 0
        length: cython.int = 0
        i: cython.Py_ssize_t = start
        while i < end:
            stop: cython.Py_ssize_t = min(end, i + 0xFFFF)  # a count has sixteen bits
            sums: cython.ulonglong = 0
            while i < stop:
                point = base[i]
                count: cython.ulonglong = of_byte[point]
                if count != _SEVERAL:
                    out[written] = point
                    written += 1
                    i += 1
                else:
                    if point == 0x26:
                        point = _read_reference(base, i, cython.address(length))
                    else:
                        point = _read_utf8(base, i, cython.address(length))
                    i += length
                    n_more += length - 1
                    written = _write_utf8(out, written, point)
                    of: cython.uchar = classes[point] if point < 0x10000 else character_class(point, classes)
                    self.n_cjk[row] += (of & CJK) != 0
                    count = counts[of]
                sums += count
                inside_word: cython.ulonglong = count >> 48
                words += inside_word & ~in_word
                in_word = inside_word
            self.n_chars[row] += sums & 0xFFFF
            self.n_punctuation[row] += (sums >> 16) & 0xFFFF
            self.n_digits[row] += (sums >> 32) & 0xFFFF
        self.is_text[row] = True
        self.inner_start[row], self.inner_end[row] = start, end
        self.n_words[row] = words + self.n_cjk[row]
        self.text_start[row] = self.n_points
        self.n_points += end - start - n_more
        self.text_end[row] = self.n_points
        self.n_out = written
        self.after_line_feed = point == 0x0A
        self.text_rows[self.n_texts_read] = row
        self.n_texts_read += 1
        if self.n_chars[row] > 0:
            self.block_has_text = self.line_has_text = True
            self.after_br = False

    def _find_marked(self, base):
        """Mark ``<a href>`` elements with all rows inside one, and the rows that a reader does not see."""
        i: cython.Py_ssize_t
        row: cython.int
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        hidden: cython.uchar[::1] = self.drawn  # no longer needed
        for i in range(self.n_rows):
            hidden[i] = (self.tables.layout[self.tag[i]] & HIDES) != 0
        for i in range(self.n_attributes):
            row = self.attribute_row[i]
            start = self.value_start[i]
            number: cython.short = self.tag[row]
            if number == self.tables.a:
                self.is_anchor[row] |= is_named(base, start - 2, b" href", 5)
            # An attribute that opens an element may stand on it next to one that hides it, which then wins.
            elif (number == self.tables.template and is_named(base, start - 2, b" shadowrootmode", 15)) or (
                number == self.tables.dialog and is_named(base, start - 2, b" open", 5)
            ):
                hidden[row] = False
        for i in range(self.n_attributes):
            row = self.attribute_row[i]
            start = self.value_start[i]
            end = self.value_end[i]
            if base[start - 3] == 0x65:  # e
                hidden[row] |= is_named(base, start - 2, b" style", 6) and hides(base, start, end)
            elif base[start - 3] == 0x6E:  # n
                if is_named(base, start - 2, b" hidden", 7):
                    hidden[row] |= not (end - start == 11 and is_word(base, start, end, b"until-found", 11))
                elif is_named(base, start - 2, b" aria-hidden", 12):
                    hidden[row] |= end - start == 4 and memcmp(base + start, b"true", 4) == 0
        mark_subtrees(self.is_anchor, self.end, self.is_link)
        mark_subtrees(hidden, self.end, self.is_hidden)


def mark_subtrees(roots, end, found):
    """Mark the rows that are a root or stand in the subtree of one."""
    row: cython.Py_ssize_t
    until: cython.Py_ssize_t = 0
    for row in range(end.shape[0]):
        if roots[row] and end[row] > until:
            until = end[row]
        found[row] = row < until


def inside(roots: cython.const[cython.uchar][::1], columns: Columns):
    """Return whether each row is a root or stands in the subtree of one, bool."""
    result = np.empty(roots.shape[0], dtype=np.bool_)
    mark_subtrees(roots, columns.end, result.view(np.uint8))
    return result


def tagged(mask: cython.const[cython.uchar][::1], columns: Columns):
    """Return whether each row has a tag in ``mask``, bool."""
    if mask.shape[0] != columns.tables.layout.shape[0]:
        raise IndexError(f"a mask of {mask.shape[0]} tags; there are {columns.tables.layout.shape[0]}")
    result = np.empty(columns.n_rows, dtype=np.bool_)
    found: cython.uchar[::1] = result.view(np.uint8)
    row: cython.Py_ssize_t
    for row in range(columns.n_rows):
        found[row] = mask[columns.tag[row]]
    return result


def find_blocks(columns: Columns, chosen: cython.const[cython.uchar][::1]):
    """Return the blocks of the chosen text rows: columns of :class:`maintext.html.blocks.Blocks`, int64."""
    n: cython.Py_ssize_t = columns.n_rows
    of_row_ = np.empty(n, dtype=np.int64)
    of_row: cython.longlong[::1] = of_row_
    n_blocks: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    with cython.nogil:
        previous: cython.int = -1
        for row in range(n):
            of_row[row] = -1
            if not chosen[row] or columns.n_chars[row] <= 0:
                continue
            if n_blocks == 0 or columns.block[row] != previous:
                n_blocks += 1
            previous = columns.block[row]
            of_row[row] = n_blocks - 1
    sums_ = np.zeros((9, n_blocks), dtype=np.int64)
    sums: cython.longlong[:, ::1] = sums_
    with cython.nogil:
        block: cython.Py_ssize_t = -1
        for row in range(n):
            if of_row[row] < 0:
                continue
            if of_row[row] > block:
                block += 1
                sums[0, block] = row
            sums[1, block] = row
            sums[3, block] += columns.n_chars[row]
            sums[4, block] += columns.n_words[row]
            sums[5, block] += columns.n_punctuation[row]
            sums[6, block] += columns.n_digits[row]
            sums[7, block] += columns.n_cjk[row]
            sums[8, block] += columns.n_chars[row] if columns.is_link[row] else 0
        for block in range(n_blocks):
            row = columns.parent[sums[0, block]]
            while columns.end[row] <= sums[1, block]:
                row = columns.parent[row]
            sums[2, block] = row
    return (*sums_, of_row_)


def group_attributes(columns: Columns):
    """Group the attributes of a page by name.

    Returns
    -------
    row, start, end
        Element and bytes of each value, of one name after another, each in document order.
    names
        The slice of these arrays for each name.
    """
    n: cython.Py_ssize_t = columns.n_attributes
    base: cython.p_uchar = columns.data
    row_, offsets_ = np.empty(n, dtype=np.intc), np.empty((2, n), dtype=np.int64)
    row: cython.int[::1] = row_
    offsets: cython.longlong[:, ::1] = offsets_
    work: cython.longlong[:, ::1] = np.empty((5, n + 1), dtype=np.int64)
    start: cython.longlong[::1] = work[0, :n]
    end: cython.longlong[::1] = work[1, :n]
    group: cython.longlong[::1] = work[2]
    firsts: cython.longlong[::1] = work[3]
    place: cython.longlong[::1] = work[4]
    slots: cython.int[::1] = np.empty(table_size(n), dtype=np.intc)
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            end[i] = columns.value_start[i] - 2
            at = end[i]
            while base[at - 1] != 0x20:  # one stands before every name
                at -= 1
            start[i] = at
        n_groups: cython.Py_ssize_t = number_slices(base, start, end, group, slots, firsts)
        place[: n_groups + 1] = 0
        for i in range(n):
            place[group[i] + 1] += 1
        for i in range(n_groups):
            place[i + 1] += place[i]
    data = columns.data
    names = {data[start[firsts[i]] : end[firsts[i]]]: slice(place[i], place[i + 1]) for i in range(n_groups)}
    with cython.nogil:
        for i in range(n):
            at = place[group[i]]
            place[group[i]] += 1
            row[at] = columns.attribute_row[i]
            offsets[0, at], offsets[1, at] = columns.value_start[i], columns.value_end[i]
    return row_, *offsets_, names


def _word_bits(base, start, end, hashes, bits, splits):
    """Return the combined bits of the words of a value by a table of words.

    A word is a run of ASCII letters. With ``splits`` one also starts at a capital after a lower-case letter,
    and at the last of several capitals before one (``HTMLPage`` has the words html and page).
    """
    found: cython.ulonglong = 0
    value: cython.ulonglong = empty_hash()
    n_letters: cython.Py_ssize_t = 0
    was_capital: cython.bint = False
    i: cython.Py_ssize_t
    for i in range(start, end):
        byte: cython.uchar = base[i]
        is_capital: cython.bint = 0x41 <= byte <= 0x5A
        is_small: cython.bint = 0x61 <= byte <= 0x7A
        if n_letters > 0:
            starts: cython.bint = (
                splits and is_capital and (not was_capital or (i + 1 < end and 0x61 <= base[i + 1] <= 0x7A))
            )
            if starts or not (is_capital or is_small):
                found |= bits[find_slot(value, hashes)]
                value = empty_hash()
                n_letters = 0
        if is_capital or is_small:
            value = extend_hash(value, byte | 0x20)
            n_letters += 1
        was_capital = is_capital
    if n_letters > 0:
        found |= bits[find_slot(value, hashes)]
    return found


def value_word_bits(
    data: bytes,
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    table: tuple,
    splits: cython.bint,
):
    """Return the combined bits of the words of each value, uint64.

    ``table`` is from ``build_word_table``; ``splits`` says whether words are split at capitals.
    """
    hashes: cython.const[cython.ulonglong][::1] = table[0]
    bits: cython.const[cython.ulonglong][::1] = table[1]
    n: cython.Py_ssize_t = start.shape[0]
    base: cython.p_uchar = data
    result = np.empty(n, dtype=np.uint64)
    found: cython.ulonglong[::1] = result
    work: cython.longlong[:, ::1] = np.empty((2, n), dtype=np.int64)
    of_group: cython.ulonglong[::1] = np.empty(n, dtype=np.uint64)
    slots: cython.int[::1] = np.empty(table_size(n), dtype=np.intc)
    k: cython.Py_ssize_t
    with cython.nogil:  # most values stand on several elements
        n_groups: cython.Py_ssize_t = number_slices(base, start, end, work[0], slots, work[1])
        for k in range(n_groups):
            of_group[k] = _word_bits(base, start[work[1, k]], end[work[1, k]], hashes, bits, splits)
        for k in range(n):
            found[k] = of_group[work[0, k]]
    return result


def find_word(data: bytes, word: bytes, maximum: cython.Py_ssize_t) -> list:
    """Return the first offsets of a word, found by its second byte, which should be a rare one."""
    base: cython.p_char = data
    size: cython.Py_ssize_t = len(data)
    length: cython.Py_ssize_t = len(word)
    first: cython.p_char = word
    found: list = []
    at: cython.Py_ssize_t = 1
    while len(found) < maximum and at < size:
        match: cython.p_char = cython.cast(cython.p_char, memchr(base + at, first[1], size - at))
        if match == cython.NULL:
            break
        at = match - base
        if at - 1 + length <= size and memcmp(base + at - 1, first, length) == 0:
            found.append(at - 1)
            at += length - 1
        at += 1
    return found
