# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Read attributes of elements, and find words in their values."""

import html

import cython
import numpy as np
from cython.cimports.cpython.unicode import PyUnicode_DecodeUTF8, PyUnicode_Substring
from cython.cimports.libc.string import memchr
from cython.cimports.maintext._core.columns import Columns, is_named
from cython.cimports.maintext._core.words import is_word

# Of two characters, each by its last five bits, which are those of a letter in either case.
_N_PAIRS = 1024


@cython.final
@cython.cclass
class WordSet:
    """Words to look for in values and texts, in either case.

    Wu and Manber (A fast algorithm for multi-pattern searching, 1994): of as many characters as the shortest
    word has, the last two are looked at; a pair that no word begins with is passed over with those before it.

    Parameters
    ----------
    words
        In small letters of ASCII.
    """

    def __init__(self, words: tuple):
        self.words, self.size = words, max(2, min(map(len, words), default=0))
        self.shift = np.full(_N_PAIRS, self.size - 1, dtype=np.uint8)
        ordered = []
        pair: cython.int = 0
        for word in words:
            # A word of one character begins with every pair that it is the first of.
            for begin in [word[: self.size]] if len(word) > 1 else [word + chr(n) for n in range(32)]:
                for i in range(self.size - 1):
                    pair = ord(begin[i]) % 32 * 32 + ord(begin[i + 1]) % 32
                    self.shift[pair] = min(self.shift[pair], self.size - 2 - i)
                ordered.append((pair, word.encode()))
        ordered.sort()
        self.joined = self.letters = b"".join([word for _, word in ordered])
        self.word_start = np.cumsum([0, *(len(word) for _, word in ordered)], dtype=np.intc)
        self.pair_start = np.searchsorted([p for p, _ in ordered], np.arange(_N_PAIRS + 1)).astype(np.intc)

    def found_in(self, text: str) -> bool:
        """Return whether one of the words stands in a text."""
        data: bytes = text.encode("utf-8", "surrogatepass")
        return self.stands_in(data, 0, len(data))

    def begins(self, first, second):
        """Return False if no word begins with two characters."""
        return self.shift[(first & 31) * 32 + (second & 31)] < self.size - 1

    def stands_in(self, base, start, end):
        """Return whether one of the words stands between two offsets; a byte follows the last."""
        at: cython.Py_ssize_t = start + self.size - 2
        word: cython.Py_ssize_t
        while at < end:
            pair: cython.int = (base[at] & 31) * 32 + (base[at + 1] & 31)
            if self.shift[pair] > 0:
                at += self.shift[pair]
                continue
            for word in range(self.pair_start[pair], self.pair_start[pair + 1]):
                first: cython.int = self.word_start[word]
                length: cython.int = self.word_start[word + 1] - first
                if is_word(base, at + 2 - self.size, end, self.letters + first, length):
                    return True
            at += 1
        return False


def first_attribute(columns, row):
    """Return the number of the first attribute of a row, or of the next row that has one."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = columns.attribute_row.shape[0]
    while low < high:
        middle: cython.Py_ssize_t = (low + high) // 2
        if columns.attribute_row[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


def name_start(base, value):
    """Return the offset of the name of an attribute whose value starts at ``value``."""
    at: cython.Py_ssize_t = value - 2
    while base[at - 1] != 0x20:  # the serialiser writes one before every name
        at -= 1
    return at


def unescape(value: str) -> str:
    """Return a value with its character references resolved, as ``html.unescape`` does."""
    # Most values with an ampersand are addresses, which hold no other reference.
    if value.count("&") == value.count("&amp;"):
        return value.replace("&amp;", "&")
    return html.unescape(value)


def decode_value(base, start, end):
    """Return the text of a value, character references resolved."""
    text: str = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + start), end - start, cython.NULL)
    return text if memchr(base + start, 0x26, end - start) == cython.NULL else unescape(text)


def element_attributes(columns: Columns, row: cython.Py_ssize_t) -> dict:
    """Return the attributes of an element in source order, character references resolved."""
    base: cython.p_uchar = columns.data
    found: dict = {}
    i: cython.Py_ssize_t = first_attribute(columns, row)
    while i < columns.attribute_row.shape[0] and columns.attribute_row[i] == row:
        start: cython.Py_ssize_t = columns.value_start[i]
        name: cython.Py_ssize_t = name_start(base, start)
        key = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + name), start - 2 - name, cython.NULL)
        found[key] = decode_value(base, start, columns.value_end[i])
        i += 1
    return found


def attribute_value(columns: Columns, row: cython.Py_ssize_t, name: str) -> object:
    """Return one attribute of an element, character references resolved; None where it has no such one."""
    base: cython.p_uchar = columns.data
    spaced: bytes = b" " + name.encode()
    i: cython.Py_ssize_t = first_attribute(columns, row)
    while i < columns.attribute_row.shape[0] and columns.attribute_row[i] == row:
        if is_named(base, columns.value_start[i] - 2, spaced, len(spaced)):
            return decode_value(base, columns.value_start[i], columns.value_end[i])
        i += 1
    return None


def text_below(columns: Columns, row: cython.Py_ssize_t) -> str:
    """Return the characters of a text row, or of all text below an element, as they stand in the page."""
    last: cython.Py_ssize_t = columns.end[row] - 1
    while row <= last and not columns.is_text[row]:
        row += 1
    while last > row and not columns.is_text[last]:
        last -= 1
    if row > last:
        return ""
    return PyUnicode_Substring(columns.text, columns.text_start[row], columns.text_end[last])
