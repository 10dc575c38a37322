# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Attributes of elements, words in them, kinds of addresses.

Compiled only; the twins are :meth:`maintext.page.Page.attributes` and what stands in
:mod:`maintext.metadata.images` and :mod:`maintext.metadata.resolving`.
"""

import cython
from cython.cimports.cpython.unicode import (
    PyUnicode_DecodeUTF8,
    PyUnicode_Find,
    PyUnicode_READ_CHAR,
    PyUnicode_Tailmatch,
)
from cython.cimports.libc.string import memchr
from cython.cimports.maintext.kernel.characters import is_word


def attributes(
    data: bytes,
    rows: cython.const[cython.longlong][::1],
    byte_start: cython.const[cython.longlong][::1],
    inner_start: cython.const[cython.longlong][::1],
    unescape: object,
):
    """Attributes of some elements; ``unescape`` resolves what holds entities.

    None for a start tag that is to be read with more care. Cost O(their bytes).
    """
    found = []
    i: cython.Py_ssize_t
    for i in range(rows.shape[0]):
        found.append(_attributes(data, byte_start[rows[i]], inner_start[rows[i]], unescape))  # noqa: PERF401
    return found


@cython.cfunc
def _attributes(data: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, unescape: object) -> object:
    """Attributes of the start tag between two places."""
    base: cython.p_uchar = data
    found = {}
    while True:
        mark: cython.p_uchar = cython.cast(cython.p_uchar, memchr(base + start, 0x22, end - start))
        if mark == cython.NULL:
            return found
        value: cython.Py_ssize_t = mark - base + 1
        stop: cython.Py_ssize_t = value - 2  # where the name ends
        name: cython.Py_ssize_t = stop
        while (
            name > start and base[name - 1] > 0x20 and base[name - 1] < 0x80 and not ends_name(base[name - 1])
        ):
            name -= 1
        if stop <= start or name == stop or base[stop] != 0x3D or base[name - 1] != 0x20:
            return None
        mark = cython.cast(cython.p_uchar, memchr(base + value, 0x22, end - value))
        if mark == cython.NULL:
            return None
        size: cython.Py_ssize_t = mark - base - value
        text = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + value), size, cython.NULL)
        if memchr(base + value, 0x26, size) != cython.NULL:
            text = unescape(text)
        found[PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + name), stop - name, cython.NULL)] = text
        start = value + size + 1


@cython.cfunc
@cython.exceptval(check=False)
def ends_name(point: cython.uchar) -> cython.bint:
    """Whether a character cannot stand in the name of an attribute."""
    return point == 0x3D or point == 0x3C or point == 0x3E or point == 0x22 or point == 0x2F


@cython.cfunc
@cython.exceptval(check=False)
def holds(
    base: cython.p_uchar,
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    begins: cython.p_uchar,
    words: tuple,
) -> cython.bint:
    """Whether one of some words of ASCII stands between two places, in letters of any case.

    ``begins`` are two tables over bytes, as maintext.metadata.attributes makes them of the words.
    """
    at: cython.Py_ssize_t
    number: cython.Py_ssize_t
    for at in range(start, end):
        # A quote or the like follows each value.
        bits: cython.int = begins[base[at]] & begins[256 + base[at + 1]]
        if bits:
            for number in range(len(words)):
                if (bits >> (number & 7)) & 1:
                    word: bytes = words[number]
                    if is_word(base, at, end, word, len(word)):
                        return True
    return False


def address_kind(link: str):  # noqa: PLR0911
    """How an address is made absolute: 1 it is, 2 with the origin before it, 0 for what is to be looked at.

    Of printable ASCII alone, and such that maintext.metadata.resolving does no more than that with it.
    """
    size: cython.Py_ssize_t = len(link)
    at: cython.Py_ssize_t = 0
    if PyUnicode_Tailmatch(link, "http", 0, size, -1):
        at = 5 if PyUnicode_Tailmatch(link, "s", 4, size, -1) else 4
        if not PyUnicode_Tailmatch(link, "://", at, size, -1):
            return 0
        at = _behind_host(link, at + 3, size)
        if at < 0 or not _is_printable(link, at, size):
            return 0
        return 1
    if size == 0 or PyUnicode_READ_CHAR(link, 0) != "/" or not _is_printable(link, 1, size):
        return 0
    part: cython.int = 0  # 0 the path, 1 what is searched for, 2 a place
    for at in range(1, size):
        point: cython.Py_UCS4 = PyUnicode_READ_CHAR(link, at)
        before: cython.Py_UCS4 = PyUnicode_READ_CHAR(link, at - 1)
        if point == ";" or point == "\\":
            return 0
        if part == 0 and before == "/" and (point == "." or (at == 1 and point == "/")):
            return 0
        if (part == 0 and point == "?") or (part < 2 and point == "#"):
            if at + 1 == size or (point == "?" and PyUnicode_READ_CHAR(link, at + 1) == "#"):
                return 0
            part = 1 if point == "?" else 2
    return 2


@cython.cfunc
@cython.exceptval(check=False)
def _behind_host(link: str, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the host of an address ends that begins at a place, and its port; −1 for an unusual one."""
    start: cython.Py_ssize_t = at
    point: cython.Py_UCS4 = "/"
    while at < size:
        point = PyUnicode_READ_CHAR(link, at)
        if not ("a" <= point <= "z" or "A" <= point <= "Z" or "0" <= point <= "9" or point in "_.-"):
            break
        at += 1
    if at == start:
        return -1
    if at < size and point == ":":
        start = at + 1
        at = start
        while at < size and "0" <= PyUnicode_READ_CHAR(link, at) <= "9":
            at += 1
        if at == start:
            return -1
    if at < size and PyUnicode_READ_CHAR(link, at) not in "/?#":
        return -1
    return at


@cython.cfunc
@cython.exceptval(check=False)
def _is_printable(link: str, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.bint:
    """Whether all from a place on are printable characters of ASCII, no space and no bracket."""
    while at < size:
        point: cython.Py_UCS4 = PyUnicode_READ_CHAR(link, at)
        if point <= 0x20 or point >= 0x7F or point == "[" or point == "]":
            return False
        at += 1
    return True


def holds_any(text: str, words: tuple):
    """Whether a text holds one of some words."""
    size: cython.Py_ssize_t = len(text)
    for word in words:  # noqa: SIM110
        if PyUnicode_Find(text, cython.cast(str, word), 0, size, 1) >= 0:
            return True
    return False
