# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Attributes of elements, and which elements Markdown writes in a way of its own.

Compiled only; the twins are :meth:`maintext.page.Page.attributes` and what stands in
:mod:`maintext.render.blocks` and :mod:`maintext.render.notes`.
"""

import cython
from cython.cimports.cpython.unicode import (
    PyUnicode_DecodeUTF8,
    PyUnicode_Find,
    PyUnicode_READ_CHAR,
    PyUnicode_Tailmatch,
)
from cython.cimports.libc.string import memchr, memcmp


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
            name > start
            and base[name - 1] > 0x20
            and base[name - 1] < 0x80
            and not _ends_name(base[name - 1])
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
def _ends_name(point: cython.uchar) -> cython.bint:
    """Whether a character cannot stand in the name of an attribute."""
    return point == 0x3D or point == 0x3C or point == 0x3E or point == 0x22 or point == 0x2F


def values_holding(
    data: bytes,
    row: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    tag: cython.const[cython.short][::1],
    mask: cython.const[cython.uchar][::1],
    n_kept: cython.const[cython.longlong][::1],
    sign: cython.uchar,
):
    """Values of an attribute that hold a character, by row, of rows with kept text and a tag in a mask."""
    base: cython.p_uchar = data
    found = {}
    i: cython.Py_ssize_t
    for i in range(row.shape[0]):
        at: cython.int = row[i]
        size: cython.Py_ssize_t = end[i] - start[i]
        if mask[tag[at]] and n_kept[at] and memchr(base + start[i], sign, size) != cython.NULL:
            found[at] = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + start[i]), size, cython.NULL)
    return found


def any_may_hold(
    data: bytes,
    row: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    end: cython.const[cython.longlong][::1],
    tag: cython.const[cython.short][::1],
    mask: cython.const[cython.uchar][::1],
    n_kept: cython.const[cython.longlong][::1],
    words: tuple,
    beginnings: bytes,
):
    """Whether one of such values holds one of some words of ASCII, in letters of any case, or other letters.

    ``beginnings`` are two tables over bytes: bits of the words that have one as their first or second
    letter, small or large.
    """
    base: cython.p_uchar = data
    begins: cython.p_uchar = beginnings
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    seen: cython.Py_ssize_t = 0  # where the value before stands, as neighbours have the same
    n_seen: cython.Py_ssize_t = 0
    for i in range(row.shape[0]):
        if not mask[tag[row[i]]] or n_kept[row[i]] == 0:
            continue
        if end[i] - start[i] == n_seen and memcmp(base + seen, base + start[i], n_seen) == 0:
            continue
        seen, n_seen = start[i], end[i] - start[i]
        for at in range(start[i], end[i]):
            if base[at] >= 0x80:
                return True
        if _holds(base, start[i], end[i], begins, words):
            return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _small(point: cython.uchar) -> cython.uchar:
    """A letter of ASCII as a small one, others as they are."""
    return point + 0x20 if 0x41 <= point <= 0x5A else point


@cython.cfunc
@cython.exceptval(check=False)
def _holds(
    base: cython.p_uchar,
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    begins: cython.p_uchar,
    words: tuple,
) -> cython.bint:
    """Whether one of some words stands between two places."""
    at: cython.Py_ssize_t
    for at in range(start, end):
        if begins[base[at]] & begins[256 + base[at + 1]]:  # a quote or the like follows each value
            for word in words:
                if _begins_with(base + at, end - at, word):
                    return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _begins_with(at: cython.p_uchar, size: cython.Py_ssize_t, word: bytes) -> cython.bint:
    """Whether a word stands at a place, in letters of any case."""
    text: cython.p_uchar = word
    n: cython.Py_ssize_t = len(word)
    i: cython.Py_ssize_t
    if n > size:
        return False
    for i in range(n):  # noqa: SIM110
        if _small(at[i]) != text[i]:
            return False
    return True


def wide_links(
    around: cython.const[cython.longlong][::1],
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    is_anchor: cython.const[cython.uchar][::1],
    is_block: cython.const[cython.uchar][::1],
):
    """Rows of links with two blocks in them or more, of some rows; ``is_block`` is a table over tags."""
    found = []
    i: cython.Py_ssize_t
    row: cython.Py_ssize_t
    inner: cython.Py_ssize_t
    for i in range(around.shape[0]):
        row = around[i]
        if not is_anchor[row]:
            continue
        n: cython.int = 0
        for inner in range(row + 1, end[row]):
            n += is_block[tag[inner]]
            if n == 2:
                found.append(row)
                break
    return found


def tags_holding(
    data: bytes,
    rows: cython.const[cython.longlong][::1],
    byte_start: cython.const[cython.longlong][::1],
    inner_start: cython.const[cython.longlong][::1],
    words: tuple,
    beginnings: bytes,
):
    """Whether the start tag of each row holds one of some words of ASCII, in letters of any case.

    ``words`` and ``beginnings`` as above.
    """
    base: cython.p_uchar = data
    begins: cython.p_uchar = beginnings
    found = []
    i: cython.Py_ssize_t
    for i in range(rows.shape[0]):
        found.append(_holds(base, byte_start[rows[i]], inner_start[rows[i]], begins, words))  # noqa: PERF401
    return found


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
