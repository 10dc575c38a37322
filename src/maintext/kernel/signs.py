# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Which values and lines have a sign of what is looked for; the twin of :mod:`maintext.metadata.signs`.

Compiled only. Cost O(n_characters).
"""

import cython
import numpy as np
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import (
    Py_UNICODE_ISALNUM,
    Py_UNICODE_ISDECIMAL,
    Py_UNICODE_ISSPACE,
    PyUnicode_DATA,
    PyUnicode_KIND,
    PyUnicode_READ,
)
from cython.cimports.libc.string import memchr
from cython.cimports.maintext.kernel.characters import is_word

_N_PAIRS = 1024  # of two letters, each numbered 1 to 26, 0 for any other character


@cython.cfunc
@cython.exceptval(check=False)
def _number(point: cython.uint) -> cython.int:
    """Number of a letter of ASCII, either case; 0 for others."""
    letter: cython.uint = point | 0x20
    return letter - 0x60 if point < 0x80 and 0x61 <= letter <= 0x7A else 0


def pairs_of(words: tuple):
    """Words of two characters or more, by the two letters that they begin with.

    Returns
    -------
    bounds
        int32: where the words of each pair begin, and, one place further, where they end.
    words
        In the order of their pairs.
    """
    numbered = sorted([(_number(ord(word[0])) * 32 + _number(ord(word[1])), word) for word in words])
    bounds = np.searchsorted([pair for pair, _ in numbered], np.arange(_N_PAIRS + 1)).astype(np.intc)
    return bounds, tuple([word.encode() for _, word in numbered])


def having(
    data: bytes,
    row: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    first_row: cython.int,
    last_row: cython.int,
    most: cython.Py_ssize_t,
    most_bytes: cython.longlong,
    bounds: cython.const[cython.int][::1],
    words: tuple,
) -> list:
    """Rows and values of an attribute in which one of some words stands, in either case.

    Of the rows from ``first_row`` to before ``last_row``, ``most`` of them, whose value is not longer than
    ``most_bytes``. ``bounds`` and ``words`` are those of :func:`pairs_of`, the words in small letters.
    """
    base: cython.p_char = data
    found: list = []
    i: cython.longlong
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = row.shape[0]
    while low < high:  # the first row that is not before the range
        k: cython.Py_ssize_t = (low + high) // 2
        if row[k] < first_row:
            low = k + 1
        else:
            high = k
    for k in range(low, min(row.shape[0], low + most)):
        if row[k] >= last_row:
            break
        if end[k] - start[k] > most_bytes:
            continue
        before: cython.int = 0
        for i in range(start[k], end[k]):
            number: cython.int = _number(cython.cast(cython.uchar, base[i]))
            pair: cython.int = before * 32 + number
            before = number
            if (
                bounds[pair] < bounds[pair + 1]
                and i > start[k]
                and _stands(base, i - 1, end[k], pair, bounds, words)
            ):
                found.append((row[k], PyBytes_FromStringAndSize(base + start[k], end[k] - start[k])))
                break
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _stands(
    base: cython.p_char,
    at: cython.longlong,
    end: cython.longlong,
    pair: cython.int,
    bounds: cython.const[cython.int][::1],
    words: tuple,
) -> cython.bint:
    """Whether one of the words that begin with a pair of letters stands at a place."""
    i: cython.Py_ssize_t
    for i in range(bounds[pair], bounds[pair + 1]):
        word: bytes = cython.cast(bytes, words[i])
        if is_word(cython.cast(cython.p_uchar, base), at, end, word, len(word)):
            return True
    return False


def begun(
    text: str,
    text_start: cython.const[cython.int][::1],
    row: cython.const[cython.longlong][::1],
    n_chars: cython.const[cython.longlong][::1],
    n_digits: cython.const[cython.longlong][::1],
    first: cython.Py_ssize_t,
    most_chars: cython.longlong,
    least_digits: cython.longlong,
    most_lines: cython.Py_ssize_t,
    words: tuple,
    most_beginning: cython.Py_ssize_t,
) -> list:
    """Lines whose first characters, white space before them left out, are one of some words.

    Only the first short ones with digits are looked at, up to ``most_lines``, from line ``first`` on, and of
    each ``most_beginning`` characters, white space included.
    """
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    found: list = []
    firsts: cython.ulonglong = 0  # a bit for the low bits of each word's first letter: most lines have none
    for word in words:
        firsts |= cython.cast(cython.ulonglong, 1) << (ord(word[0]) & 63)
    i: cython.Py_ssize_t
    for i in range(first, row.shape[0]):
        if n_chars[i] > most_chars or n_digits[i] < least_digits:
            continue
        if most_lines == 0:
            break
        most_lines -= 1
        at: cython.Py_ssize_t = text_start[row[i]]
        end: cython.Py_ssize_t = min(at + most_beginning, cython.cast(cython.Py_ssize_t, len(text)))
        while at < end and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, at)):
            at += 1
        if at == end or not (firsts >> (cython.cast(cython.uint, PyUnicode_READ(kind, data, at)) & 63)) & 1:
            continue
        for word in words:
            if _is(kind, data, at, end, word):
                found.append(i)
                break
    return found


@cython.cfunc
@cython.exceptval(check=False)
def _is(
    kind: cython.int, data: cython.p_void, at: cython.Py_ssize_t, end: cython.Py_ssize_t, word: str
) -> cython.bint:
    """Whether a word stands at a place, before an end."""
    kind_of_word: cython.int = PyUnicode_KIND(word)
    letters: cython.p_void = PyUnicode_DATA(word)
    n: cython.Py_ssize_t = len(word)
    k: cython.Py_ssize_t
    if at + n > end:
        return False
    for k in range(n):
        if PyUnicode_READ(kind, data, at + k) != PyUnicode_READ(kind_of_word, letters, k):
            return False
    return True


def firsts(text: str, words: tuple, start: cython.Py_ssize_t) -> list:
    """Where each of some words stands for the first time from a place on, ascending.

    Found by the low byte of their first letters.
    """
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_char = cython.cast(cython.p_char, PyUnicode_DATA(text))
    n: cython.Py_ssize_t = len(text)
    found: list = []
    for word in words:
        letter: cython.uint = cython.cast(cython.Py_UCS4, cython.cast(str, word)[0])
        at: cython.Py_ssize_t = start
        while at < n:
            place: cython.p_char = cython.cast(
                cython.p_char, memchr(data + at * kind, letter & 0xFF, (n - at) * kind)
            )
            if place == cython.NULL:
                break
            at = (place - data) // kind
            if PyUnicode_READ(kind, data, at) == letter and _is(kind, data, at, n, word):
                found.append(at)
                break
            at += 1
    found.sort()
    return found


def dated(
    text: str,
    text_start: cython.const[cython.int][::1],
    text_end: cython.const[cython.int][::1],
    row: cython.const[cython.longlong][::1],
    last: cython.const[cython.longlong][::1],
    n_chars: cython.const[cython.longlong][::1],
    n_digits: cython.const[cython.longlong][::1],
    first: cython.Py_ssize_t,
    most_chars: cython.longlong,
    least_digits: cython.longlong,
    most_lines: cython.Py_ssize_t,
) -> list:
    """Lines with a date's sign, among the first short ones with digits; see :func:`begun`."""
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    found: list = []
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for i in range(first, row.shape[0]):
        if n_chars[i] > most_chars or n_digits[i] < least_digits:
            continue
        if most_lines == 0:
            break
        most_lines -= 1
        end: cython.Py_ssize_t = text_end[last[i]]
        for k in range(text_start[row[i]], end):
            if _is_date(kind, data, k, end):
                found.append(i)
                break
    return found


def signed(
    text: str,
    text_start: cython.const[cython.int][::1],
    text_end: cython.const[cython.int][::1],
    row: cython.const[cython.longlong][::1],
    last: cython.const[cython.longlong][::1],
    n_chars: cython.const[cython.longlong][::1],
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    most_chars: cython.longlong,
    bounds: cython.const[cython.int][::1],
) -> list:
    """Lines of a range that may be bylines: they have a date, a label's beginning, or a mark behind a label.

    ``bounds`` are those of :func:`pairs_of` the labels.
    """
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    return [
        i
        for i in range(first, stop)
        if n_chars[i] <= most_chars and _is_signed(kind, data, text_start[row[i]], text_end[last[i]], bounds)
    ]


@cython.cfunc
@cython.exceptval(check=False)
def _is_signed(
    kind: cython.int,
    data: cython.p_void,
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    bounds: cython.const[cython.int][::1],
) -> cython.bint:
    """Whether a line has a date, begins like a label, or has a mark among other characters than ASCII."""
    has_other: cython.bint = False
    has_mark: cython.bint = False
    is_begun: cython.bint = False
    i: cython.Py_ssize_t
    for i in range(start, end):
        point: cython.Py_UCS4 = PyUnicode_READ(kind, data, i)
        if not is_begun and (point == 0x5F or Py_UNICODE_ISALNUM(point)):
            is_begun = True
            second: cython.Py_UCS4 = PyUnicode_READ(kind, data, i + 1) if i + 1 < end else 0x20
            pair: cython.int = _number(point) * 32 + _number(second)
            if point >= 0x80 or second >= 0x80 or bounds[pair] < bounds[pair + 1]:
                return True
        if point >= 0x80:
            has_other = True
            has_mark |= point >= 0x2E80  # where letters and marks of Chinese, Japanese and Korean begin
        elif point == 0x3A or point == 0x2F or point == 0x7C or point == 0x3D:  # :/|=
            has_mark = True
        if has_other and has_mark:
            return True
        if _is_date(kind, data, i, end):
            return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _digits(
    kind: cython.int, data: cython.p_void, at: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.int:
    """How many digits stand at a place, four at most."""
    n: cython.int = 0
    while n < 4 and at + n < end and Py_UNICODE_ISDECIMAL(PyUnicode_READ(kind, data, at + n)):
        n += 1
    return n


@cython.cfunc
@cython.exceptval(check=False)
def _is_date(
    kind: cython.int, data: cython.p_void, at: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    r"""Whether ``\d{4}|\d[./-]\d{1,2}[./-]\d\d|\d['’ ]\d\d|:\d\d|ago|前|전|年`` matches at a place."""
    point: cython.Py_UCS4 = PyUnicode_READ(kind, data, at)
    if point == 0x5E74 or point == 0x524D or point == 0xC804:  # 年前전
        return True
    if point == 0x61:  # a
        return (
            at + 2 < end
            and PyUnicode_READ(kind, data, at + 1) == 0x67
            and PyUnicode_READ(kind, data, at + 2) == 0x6F
        )
    if point == 0x3A:  # :
        return _digits(kind, data, at + 1, end) >= 2
    return bool(Py_UNICODE_ISDECIMAL(point)) and _is_numeric(kind, data, at, end)


@cython.cfunc
@cython.exceptval(check=False)
def _is_numeric(
    kind: cython.int, data: cython.p_void, at: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    """Whether a date begins at a digit."""
    if _digits(kind, data, at, end) == 4:
        return True
    point: cython.uint = PyUnicode_READ(kind, data, at + 1) if at + 1 < end else 0
    if point == 0x27 or point == 0x2019 or point == 0x20:
        return _digits(kind, data, at + 2, end) >= 2
    k: cython.Py_ssize_t
    if 0x2D <= point <= 0x2F:
        for k in range(at + 3, at + 3 + min(_digits(kind, data, at + 2, end), 2)):
            point = PyUnicode_READ(kind, data, k) if k < end else 0
            if 0x2D <= point <= 0x2F and _digits(kind, data, k + 1, end) >= 2:
                return True
    return False
