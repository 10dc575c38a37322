# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Find what fields are read from: lines, values with a word, declared contents, words of languages."""

import cython
import numpy as np
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import (
    PyUnicode_DATA,
    PyUnicode_KIND,
    PyUnicode_Substring,
    PyUnicode_Tailmatch,
)
from cython.cimports.libc.string import memchr, memcmp
from cython.cimports.maintext._core.columns import Columns, is_named, mark_subtrees
from cython.cimports.maintext._core.elements import WordSet, decode_value, first_attribute
from cython.cimports.maintext._core.words import Py_UNICODE_ISALNUM, empty_hash, extend_hash, find_slot

from maintext._core.elements import attribute_value, text_below

_BEGINNING = cython.declare(cython.Py_ssize_t, 30)  # characters of a line with which it may begin
_MOST = cython.declare(cython.int, 64)  # scripts, and languages of one


# -- rows -----------------------------------------------------------------------------------------------


def rows_of_tag(
    columns: Columns, tag: cython.short, start: cython.Py_ssize_t = 0, end: cython.Py_ssize_t = -1
) -> list:
    """Return the rows of the elements with a tag number, of a half-open range or the whole page."""
    end = columns.n_rows if end < 0 else end
    return [row for row in range(start, end) if columns.tag[row] == tag]


def element_text(
    columns: Columns, row: cython.Py_ssize_t, most_rows: cython.Py_ssize_t, without: cython.short = -1
) -> str:
    """Return the text below an element, a space where a line ends; of its first rows only.

    Text in elements of the tag ``without`` is left out, unless it is all.
    """
    rows: cython.int[::1] = np.empty(most_rows, dtype=np.intc)
    end: cython.Py_ssize_t = min(cython.cast(cython.Py_ssize_t, columns.end[row]), row + most_rows)
    skip: cython.Py_ssize_t
    for skip in range(2):
        n: cython.Py_ssize_t = 0
        has_text: cython.bint = False
        at: cython.Py_ssize_t = row
        while at < end:
            if skip == 0 and columns.tag[at] == without:
                at = columns.end[at]
                continue
            if columns.is_text[at]:
                rows[n] = at
                n += 1
                has_text |= columns.n_chars[at] > 0
            at += 1
        if has_text or without < 0:
            break
    return _join_lines(columns, cython.address(rows[0]), n)


def _join_lines(columns, rows, n):
    """Return the texts of some rows, a space between two that stand on different lines."""
    pieces: list = []
    k: cython.Py_ssize_t
    for k in range(n):
        if k > 0 and columns.line[rows[k]] != columns.line[rows[k - 1]]:
            pieces.append(" ")
        pieces.append(
            PyUnicode_Substring(columns.text, columns.text_start[rows[k]], columns.text_end[rows[k]])
        )
    return "".join(pieces)


def read_links(columns: Columns, kept: cython.const[cython.uchar][::1], maximum: cython.Py_ssize_t) -> list:
    """Return the row, ``href``, text in one line and ``rel`` of the first anchors with kept text."""
    base: cython.p_uchar = columns.data
    found: list = []
    i: cython.Py_ssize_t
    for i in range(columns.attribute_row.shape[0]):
        row: cython.Py_ssize_t = columns.attribute_row[i]
        if not columns.is_anchor[row] or not is_named(base, columns.value_start[i] - 2, b" href", 5):
            continue
        at: cython.Py_ssize_t = row
        while at < columns.end[row] and not (kept[at] and columns.n_chars[at] > 0):
            at += 1
        if at < columns.end[row]:
            text: str = " ".join(text_below(columns, row).split())
            rel: object = attribute_value(columns, row, "rel")
            href: str = decode_value(base, columns.value_start[i], columns.value_end[i])
            found.append((row, href, text, rel or ""))
            if len(found) == maximum:
                break
    return found


def find_captions(columns: Columns, figcaption: cython.short, maximum_words: cython.longlong):
    """Return which texts stand in a caption: a ``<figcaption>``, or an element with ``caption`` in its class.

    ``Caption`` counts too; bool of shape (n_rows,). A caption has at most ``maximum_words``.
    """
    base: cython.p_uchar = columns.data
    n: cython.Py_ssize_t = columns.n_rows
    found = np.zeros(n, dtype=np.bool_)
    captions: cython.uchar[::1] = found.view(np.uint8)
    is_one: cython.uchar[::1] = np.zeros(n, dtype=np.uint8)
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    n_found: cython.Py_ssize_t = 0
    with cython.nogil:
        for row in range(n):
            is_one[row] = columns.tag[row] == figcaption
            n_found += is_one[row]
        for i in range(columns.attribute_row.shape[0]):
            at = columns.value_start[i]
            if not is_named(base, at - 2, b" class", 6):
                continue
            end: cython.Py_ssize_t = columns.value_end[i]
            while at < end:
                place: cython.p_uchar = cython.cast(cython.p_uchar, memchr(base + at, 0x70, end - at))
                if place == cython.NULL:
                    break
                at = place - base  # the p
                if (
                    at >= columns.value_start[i] + 2
                    and at + 5 <= end
                    and base[at - 2] | 0x20 == 0x63
                    and memcmp(base + at - 1, cython.cast(cython.p_char, b"aption"), 6) == 0
                ):
                    is_one[columns.attribute_row[i]] = True
                    n_found += 1
                    break
                at += 1
        if n_found > 0:
            for row in range(n):
                if is_one[row]:
                    n_words: cython.longlong = 0
                    for at in range(row, columns.end[row]):
                        n_words += columns.n_words[at]
                        if n_words > maximum_words:
                            is_one[row] = False
                            break
            mark_subtrees(is_one, columns.end, captions)
            for row in range(n):
                captions[row] &= columns.is_text[row]
    return found


def find_main_region(
    columns: Columns, kept: cython.const[cython.uchar][::1], captions: cython.const[cython.uchar][::1]
):
    """Return which rows stand in the main content, bool; see :mod:`maintext.html.blocks`.

    ``kept`` are the text rows of the main content; ``captions`` that are not kept are no text.
    """
    n: cython.Py_ssize_t = columns.n_rows
    region = np.zeros(n, dtype=np.bool_)
    found: cython.uchar[::1] = region.view(np.uint8)
    counts: cython.int[:, ::1] = np.zeros((2, n + 1), dtype=np.intc)  # visible and kept texts before each row
    is_kept: cython.uchar[::1] = np.zeros(n + 1, dtype=np.uint8)  # of each visible text
    whole: cython.uchar[::1] = np.zeros(n, dtype=np.uint8)  # elements all of whose visible text is kept
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = -1
    with cython.nogil:
        for row in range(n):
            counts[0, row + 1] = counts[0, row]
            counts[1, row + 1] = counts[1, row]
            if not columns.is_text[row] or columns.n_chars[row] <= 0:
                continue
            if kept[row]:
                first = row if first < 0 else first
                last = row
                counts[1, row + 1] += 1
            if kept[row] or not (columns.is_hidden[row] or captions[row]):
                is_kept[counts[0, row]] = kept[row]
                counts[0, row + 1] += 1
        if first >= 0:
            for row in range(n):
                n_visible: cython.int = counts[0, columns.end[row]] - counts[0, row]
                n_kept: cython.int = counts[1, columns.end[row]] - counts[1, row]
                whole[row] = n_visible > 0 and n_kept == n_visible and not columns.is_text[row]
            mark_subtrees(whole, columns.end, found)
            holder: cython.Py_ssize_t = columns.parent[first]  # the lowest element that holds all kept texts
            while holder > 0 and columns.end[holder] <= last:
                holder = columns.parent[holder]
            holder = max(holder, 0)
            for row in range(n):
                if is_kept[counts[0, columns.end[row]]]:
                    is_after: cython.bint = counts[0, row] > 0 and is_kept[counts[0, row] - 1]
                    found[row] |= is_after or holder <= row < columns.end[holder]
    return region


def find_innermost(n_rows: cython.Py_ssize_t, ranges: cython.const[cython.longlong][:, ::1]):
    """Return the number of the innermost range around each row, −1 for none; int64 of shape (n_rows,).

    The ranges are half-open, ascending by start, each two apart or one within the other, the outer first.
    """
    found = np.empty(n_rows, dtype=np.int64)
    numbers: cython.longlong[::1] = found
    around: cython.longlong[::1] = np.empty(ranges.shape[0] + 1, dtype=np.int64)  # open ranges
    n_open: cython.Py_ssize_t = 0
    following: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(n_rows):
            while n_open > 0 and ranges[around[n_open - 1], 1] <= row:
                n_open -= 1
            while following < ranges.shape[0] and ranges[following, 0] <= row:
                if ranges[following, 1] > row:
                    around[n_open] = following
                    n_open += 1
                following += 1
            numbers[row] = around[n_open - 1] if n_open > 0 else -1
    return found


def join_lines(columns: Columns, rows: cython.const[cython.longlong][::1]) -> list:
    """Return the lines that some text rows stand in: text, white space collapsed, and rows of each."""
    pieces: dict = {}
    of_line: dict = {}
    last: cython.int = -1
    k: cython.Py_ssize_t
    for k in range(rows.shape[0]):
        start: cython.int = columns.text_start[rows[k]]
        line: object = columns.line[rows[k]]
        if line not in pieces:
            pieces[line], of_line[line] = [], []
        elif start > last:
            pieces[line].append(" ")
        last = columns.text_end[rows[k]]
        pieces[line].append(PyUnicode_Substring(columns.text, start, last))
        of_line[line].append(rows[k])
    return [(" ".join("".join(pieces[line]).split()), of_line[line]) for line in pieces]


def first_line(columns: Columns, row: cython.Py_ssize_t, maximum: cython.Py_ssize_t) -> str:
    """Return the first line of an element's text, of its first ``maximum`` texts; ``""`` for none."""
    rows: cython.longlong[::1] = np.empty(maximum, dtype=np.int64)
    n: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    for at in range(row, columns.end[row]):
        if columns.n_chars[at] > 0:
            rows[n] = at
            n += 1
            if n == maximum:
                break
    return join_lines(columns, rows[:n])[0][0] if n > 0 else ""


def inner_names(
    columns: Columns,
    row: cython.Py_ssize_t,
    is_own: cython.const[cython.uchar][::1],
    maximum: cython.longlong,
) -> list:
    """Return rows and values (bytes, cut) of ``class``, ``itemprop`` and ``rel`` of rows below an element.

    Those of ``id`` come with a ``#`` in front. ``is_own`` tells which of the rows from the element on are
    looked at.
    """
    base: cython.p_uchar = columns.data
    found: list = []
    i: cython.Py_ssize_t = first_attribute(columns, row + 1)
    while i < columns.attribute_row.shape[0] and columns.attribute_row[i] < row + is_own.shape[0]:
        start: cython.longlong = columns.value_start[i]
        is_id: cython.bint = is_named(base, start - 2, b" id", 3)
        if is_own[columns.attribute_row[i] - row] and (
            is_id
            or is_named(base, start - 2, b" class", 6)
            or is_named(base, start - 2, b" itemprop", 9)
            or is_named(base, start - 2, b" rel", 4)
        ):
            size: cython.longlong = min(columns.value_end[i] - start, maximum)
            value = PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + start), size)
            found.append((columns.attribute_row[i], b"#" + value if is_id else value))
        i += 1
    return found


# -- lines ----------------------------------------------------------------------------------------------


@cython.final
@cython.cclass
class Lines:
    """Visible lines of a page in order.

    Attributes
    ----------
    row, last
        First and last text row, int64 of shape (n_lines,).
    n_chars, n_digits, n_link_chars
        Sums over the text rows of the line, likewise.
    """

    def __init__(self, columns: Columns):
        n: cython.Py_ssize_t = columns.n_rows
        n_lines: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = -1
        row: cython.Py_ssize_t
        previous: cython.int = -1  # of blank texts only
        with cython.nogil:
            for row in range(n):
                if columns.n_chars[row] > 0 and not columns.is_hidden[row] and columns.line[row] != previous:
                    previous = columns.line[row]
                    n_lines += 1
        found = np.zeros((5, n_lines), dtype=np.int64)
        table: cython.longlong[:, ::1] = found
        with cython.nogil:
            previous = -1
            for row in range(n):
                if columns.n_chars[row] <= 0 or columns.is_hidden[row]:
                    continue
                if columns.line[row] != previous:
                    previous = columns.line[row]
                    at += 1
                    table[0, at] = row
                table[1, at] = row
                table[2, at] += columns.n_chars[row]
                table[3, at] += columns.n_digits[row]
                table[4, at] += columns.n_chars[row] if columns.is_link[row] else 0
        self.columns, self.table = columns, table
        self.row, self.last, self.n_chars, self.n_digits, self.n_link_chars = found

    def __reduce__(self):
        return Lines, (self.columns,)

    def __len__(self) -> int:
        """Return the number of lines."""
        return self.table.shape[1]

    def at(self, row: cython.longlong) -> int:
        """Return the number of the line that begins at a row or before it, −1 before the first."""
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = self.table.shape[1]
        while low < high:
            middle: cython.Py_ssize_t = (low + high) // 2
            if self.table[0, middle] <= row:
                low = middle + 1
            else:
                high = middle
        return low - 1

    def short_lines(self, first, maximum_chars, minimum_digits, maximum_lines):
        """Return the first lines from ``first`` on that are short and have digits."""
        found: list = []
        i: cython.Py_ssize_t
        for i in range(first, self.table.shape[1]):
            if len(found) == maximum_lines:
                break
            if self.table[2, i] <= maximum_chars and self.table[3, i] >= minimum_digits:
                found.append(i)
        return found

    def signed(
        self,
        first: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        maximum_chars: cython.longlong,
        beginnings: WordSet,
    ) -> list:
        """Return the lines of a range that may be bylines, ascending.

        They have a date, the first letters of a label, or a mark that may stand after one.
        """
        text: str = self.columns.text
        kind: cython.int = PyUnicode_KIND(text)
        data: cython.p_void = PyUnicode_DATA(text)
        return [
            i
            for i in range(first, stop)
            if self.table[2, i] <= maximum_chars
            and _is_signed(
                kind,
                data,
                self.columns.text_start[self.table[0, i]],
                self.columns.text_end[self.table[1, i]],
                beginnings,
            )
        ]

    def begun(
        self,
        first: cython.Py_ssize_t,
        words: tuple,
        maximum_chars: cython.longlong,
        minimum_digits: cython.longlong,
        maximum_lines: cython.longlong,
    ) -> list:
        """Return the lines from ``first`` on that begin with one of some words, ascending.

        Only the first short ones with digits are read. White space before the word does not count; both
        together have 30 characters at most.
        """
        text: str = self.columns.text
        kind: cython.int = PyUnicode_KIND(text)
        data: cython.p_void = PyUnicode_DATA(text)
        found: list = []
        # A bit for the low bits of each word's first letter: most lines have none.
        firsts: cython.ulonglong = 0
        for word in words:
            firsts |= cython.cast(cython.ulonglong, 1) << (ord(word[0]) & 63)
        i: cython.Py_ssize_t
        for i in self.short_lines(first, maximum_chars, minimum_digits, maximum_lines):
            at: cython.Py_ssize_t = self.columns.text_start[self.table[0, i]]
            end: cython.Py_ssize_t = min(at + _BEGINNING, cython.cast(cython.Py_ssize_t, len(text)))
            while at < end and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, at)):
                at += 1
            if at == end or not (firsts >> (PyUnicode_READ(kind, data, at) & 63)) & 1:
                continue
            for word in words:
                if PyUnicode_Tailmatch(text, word, at, end, -1):
                    found.append(i)
                    break
        return found

    def dated(
        self,
        first: cython.Py_ssize_t,
        maximum_chars: cython.longlong,
        minimum_digits: cython.longlong,
        maximum_lines: cython.longlong,
    ) -> list:
        """Return the lines from ``first`` on that may hold a date, of those that ``begun`` reads."""
        text: str = self.columns.text
        kind: cython.int = PyUnicode_KIND(text)
        data: cython.p_void = PyUnicode_DATA(text)
        found: list = []
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for i in self.short_lines(first, maximum_chars, minimum_digits, maximum_lines):
            end: cython.Py_ssize_t = self.columns.text_end[self.table[1, i]]
            for k in range(self.columns.text_start[self.table[0, i]], end):
                if _is_date(kind, data, k, end):
                    found.append(i)
                    break
        return found


def _is_signed(kind, data, start, end, beginnings):
    """Return whether a line has a date, begins like a label, or has a mark among other letters than ASCII."""
    has_other: cython.bint = False
    has_mark: cython.bint = False
    is_begun: cython.bint = False
    i: cython.Py_ssize_t
    for i in range(start, end):
        point: cython.uint = PyUnicode_READ(kind, data, i)
        if not is_begun and (point == 0x5F or Py_UNICODE_ISALNUM(point)):
            is_begun = True
            second: cython.uint = PyUnicode_READ(kind, data, i + 1) if i + 1 < end else 0x20
            if point >= 0x80 or second >= 0x80 or beginnings.begins(point, second):
                return True
        if point >= 0x80:
            has_other = True
            has_mark |= point >= 0x2E80  # where letters and marks of Chinese, Japanese and Korean begin
        elif point == 0x3A or point == 0x2F or point == 0x7C or point == 0x3D:  # :/|=
            has_mark = True
        if (has_other and has_mark) or _is_date(kind, data, i, end):
            return True
    return False


def _count_digits(kind, data, at, end):
    """Return how many digits stand at an offset, four at most."""
    n: cython.int = 0
    while n < 4 and at + n < end and Py_UNICODE_ISDECIMAL(PyUnicode_READ(kind, data, at + n)):
        n += 1
    return n


def _is_date(kind, data, at, end):
    r"""Return whether ``\d{4}|\d[./-]\d{1,2}[./-]\d\d|\d['’ ]\d\d|:\d\d|ago|前|전|年`` matches here."""
    point: cython.uint = PyUnicode_READ(kind, data, at)
    if point == 0x5E74 or point == 0x524D or point == 0xC804:  # 年前전
        return True
    if point == 0x61:  # a
        return (
            at + 2 < end
            and PyUnicode_READ(kind, data, at + 1) == 0x67
            and PyUnicode_READ(kind, data, at + 2) == 0x6F
        )
    if point == 0x3A:  # :
        return _count_digits(kind, data, at + 1, end) >= 2
    return Py_UNICODE_ISDECIMAL(point) and _is_numeric_date(kind, data, at, end)


def _is_numeric_date(kind, data, at, end):
    """Return whether a date begins at a digit."""
    if _count_digits(kind, data, at, end) == 4:
        return True
    point: cython.uint = PyUnicode_READ(kind, data, at + 1) if at + 1 < end else 0
    if point == 0x27 or point == 0x2019 or point == 0x20:
        return _count_digits(kind, data, at + 2, end) >= 2
    k: cython.Py_ssize_t
    if 0x2D <= point <= 0x2F:
        for k in range(at + 3, at + 3 + min(_count_digits(kind, data, at + 2, end), 2)):
            point = PyUnicode_READ(kind, data, k) if k < end else 0
            if 0x2D <= point <= 0x2F and _count_digits(kind, data, k + 1, end) >= 2:
                return True
    return False


# -- values and words -----------------------------------------------------------------------------------


def values_having(
    columns: Columns,
    attribute: bytes,
    rows: tuple,
    words: WordSet,
    maximum: cython.Py_ssize_t,
    maximum_bytes: cython.longlong = 300,
) -> list:
    """Return the rows and values (bytes) of an attribute in which one of some words stands, in row order.

    Parameters
    ----------
    columns
        The page.
    attribute
        Name of the attribute with a space before it: ``b" class"``.
    rows
        Half-open range of rows.
    words
        Any of them, in either case.
    maximum
        Only so many values of the attribute are looked at.
    maximum_bytes
        Longer values are left out; frameworks write very long ones.
    """
    base: cython.p_uchar = columns.data
    name: cython.p_char = attribute
    length: cython.Py_ssize_t = len(attribute)
    last: cython.Py_ssize_t = rows[1]
    found: list = []
    i: cython.Py_ssize_t = first_attribute(columns, rows[0])
    while i < columns.attribute_row.shape[0] and columns.attribute_row[i] < last and maximum > 0:
        start: cython.longlong = columns.value_start[i]
        size: cython.longlong = columns.value_end[i] - start
        if is_named(base, start - 2, name, length):
            maximum -= 1
            if size <= maximum_bytes and words.stands_in(base, start, start + size):
                value = PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + start), size)
                found.append((columns.attribute_row[i], value))
        i += 1
    return found


def first_places(text: str, words: tuple, start: cython.Py_ssize_t) -> list:
    """Return where each of some words stands for the first time from ``start`` on, ascending."""
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_char = cython.cast(cython.p_char, PyUnicode_DATA(text))
    n: cython.Py_ssize_t = len(text)
    found: list = []
    for word in words:
        letter: cython.uint = cython.cast(cython.Py_UCS4, cython.cast(str, word)[0])
        at: cython.Py_ssize_t = start
        while at < n:  # by the low byte of the first letter
            place: cython.p_char = cython.cast(
                cython.p_char, memchr(data + at * kind, letter & 0xFF, (n - at) * kind)
            )
            if place == cython.NULL:
                break
            at = (place - data) // kind
            if PyUnicode_Tailmatch(text, word, at, n, -1):
                found.append(at)
                break
            at += 1
    found.sort()
    return found


def _is_letter(point):
    r"""Return whether ``[^\W\d_]`` matches."""
    if point < 0x80:
        return 0x61 <= (point | 0x20) <= 0x7A
    return Py_UNICODE_ISALNUM(point) and not Py_UNICODE_ISDECIMAL(point)


def find_words(text: str, hashes: cython.const[cython.ulonglong][::1]) -> list:
    """Return the ranges of the words of a text that a table has, and of all with letters beyond ASCII.

    A word is a run of letters, or two with a hyphen between them. ``hashes`` are those of
    ``build_word_table``, of words in small letters of ASCII.
    """
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    n: cython.Py_ssize_t = len(text)
    ranges: list = []
    i: cython.Py_ssize_t = 0
    while i < n:
        if not _is_letter(PyUnicode_READ(kind, data, i)):
            i += 1
            continue
        start: cython.Py_ssize_t = i
        value: cython.ulonglong = empty_hash()
        is_ascii: cython.bint = True
        has_hyphen: cython.bint = False
        while i < n:
            point: cython.uint = PyUnicode_READ(kind, data, i)
            if _is_letter(point):
                is_ascii &= point < 0x80
                value = extend_hash(value, point | 0x20)  # in small letters, if it is one of ASCII
            elif (
                point == 0x2D
                and not has_hyphen
                and i + 1 < n
                and _is_letter(PyUnicode_READ(kind, data, i + 1))
            ):
                has_hyphen = True
                value = extend_hash(value, point)
            else:
                break
            i += 1
        if not is_ascii or hashes[find_slot(value, hashes)] == value:
            ranges.append((start, i))
    return ranges


# -- what the head declares -----------------------------------------------------------------------------


def declared_contents(columns: Columns, meta: cython.short) -> list:
    """Return what each element with a ``content`` and a name for it declares, in document order.

    The row, whether it is a ``<meta>`` (its tag number is given), ``property``, ``name``, ``http-equiv`` and
    ``content``: bytes as they stand on the page, ``None`` for an attribute that is not there.
    """
    base: cython.p_uchar = columns.data
    found: list = []
    n: cython.Py_ssize_t = columns.attribute_row.shape[0]
    i: cython.Py_ssize_t
    first: cython.Py_ssize_t = 0
    for i in range(n):
        if columns.attribute_row[i] != columns.attribute_row[first]:
            first = i
        if not is_named(base, columns.value_start[i] - 2, b" content", 8):
            continue
        property_: object = None
        name: object = None
        equivalent: object = None
        content: object = None
        row: cython.int = columns.attribute_row[i]
        k: cython.Py_ssize_t = first
        while k < n and columns.attribute_row[k] == row:
            start: cython.longlong = columns.value_start[k]
            size: cython.longlong = columns.value_end[k] - start
            if k == i:
                content = PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + start), size)
            elif is_named(base, start - 2, b" property", 9):
                property_ = PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + start), size)
            elif is_named(base, start - 2, b" name", 5):
                name = PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + start), size)
            elif is_named(base, start - 2, b" http-equiv", 11):
                equivalent = PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + start), size)
            k += 1
        if not (property_ is None and name is None and equivalent is None):
            found.append((row, columns.tag[row] == meta, property_, name, equivalent, content))
    return found


# -- languages ------------------------------------------------------------------------------------------


def count_scripts(text: str, script_of: cython.const[cython.uchar][::1], n_scripts: cython.int) -> list:
    """Return how many characters of a text belong to each script, by a table over code points.

    Characters after the end of the table belong to the script of its last entry.
    """
    counts: cython.int[64]
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    last: cython.Py_ssize_t = script_of.shape[0] - 1
    i: cython.Py_ssize_t
    assert n_scripts <= _MOST
    for i in range(n_scripts):
        counts[i] = 0
    for i in range(len(text)):
        counts[script_of[min(cython.cast(cython.Py_ssize_t, PyUnicode_READ(kind, data, i)), last)]] += 1
    return [counts[i] for i in range(n_scripts)]


def count_votes(
    text: str, maximum_words: cython.int, table: tuple, votes: cython.const[cython.double][:, ::1]
) -> tuple:
    """Count the votes of the first words of a text in small letters for languages.

    ``table`` (see ``build_word_table``) numbers the words that vote from 1; ``votes`` has their rows.

    Returns
    -------
    n_words, n_votes
        How many words were read, and how many of them voted.
    best, first, second
        The language with most votes, the first of equals, its votes, and those of the second.
    """
    hashes: cython.const[cython.ulonglong][::1] = table[0]
    numbers: cython.const[cython.ulonglong][::1] = table[1]
    total: cython.double[64]
    n_languages: cython.Py_ssize_t = votes.shape[1]
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    n: cython.Py_ssize_t = len(text)
    n_words: cython.int = 0
    n_votes: cython.int = 0
    value: cython.ulonglong = empty_hash()
    has_letters: cython.bint = False
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    assert n_languages <= _MOST
    for k in range(n_languages):
        total[k] = 0
    for i in range(n + 1):
        point: cython.uint = PyUnicode_READ(kind, data, i) if i < n else 0x20
        if _is_letter(point) and not 0x41 <= point <= 0x5A:
            value = extend_hash(value, point)
            has_letters = True
            continue
        if not has_letters:
            continue
        n_words += 1
        number: cython.Py_ssize_t = numbers[find_slot(value, hashes)]
        if number > 0:
            n_votes += 1
            for k in range(n_languages):
                total[k] += votes[number - 1, k]
        if n_words == maximum_words:
            break
        value = empty_hash()
        has_letters = False
    best: cython.Py_ssize_t = 0
    for k in range(1, n_languages):
        if total[k] > total[best]:
            best = k
    second: cython.double = 0
    for k in range(n_languages):
        if k != best and total[k] > second:
            second = total[k]
    return n_words, n_votes, best, total[best], second
