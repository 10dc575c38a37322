# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What elements with kept text say of themselves; the twin of :mod:`maintext.render.survey`.

Compiled only. One call, as a page that has nothing to say is left early. Cost O(n_attributes) of three names,
and O(n_rows) for the blocks in links.
"""

import cython
from cython.cimports.cpython.unicode import PyUnicode_DecodeUTF8
from cython.cimports.libc.string import memchr, memcmp
from cython.cimports.maintext._core.elements import WordSet

# Bits of tags, as maintext.render.survey has them.
_LINK = cython.declare(cython.uchar, 1)
_BLOCK = cython.declare(cython.uchar, 2)
_MAY_BE_CALLOUT = cython.declare(cython.uchar, 4)
_HEADING = cython.declare(cython.uchar, 8)
_HASH = cython.declare(cython.uchar, 0x23)


def survey(
    data: bytes,
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    n_kept: cython.const[cython.longlong][::1],
    kind_of: cython.const[cython.uchar][::1],
    roles: tuple,
    classes: tuple,
    addresses: tuple,
    words: WordSet,
):
    """Values of ``role``; whether a class may be one of a callout; links to places; wide links; headings.

    ``roles``, ``classes`` and ``addresses`` are rows, starts and ends of attributes. A class may be one that
    holds one of the ``words``, or a letter that is not of ASCII.
    """
    found: dict = _values(data, roles[0], roles[1], roles[2], tag, n_kept, kind_of, 0, 0)
    places: dict = _values(data, addresses[0], addresses[1], addresses[2], tag, n_kept, kind_of, _LINK, _HASH)
    may_be = _any_may_hold(data, classes[0], classes[1], classes[2], tag, n_kept, kind_of, words)
    wide: list = _wide_links(addresses[0], tag, end, n_kept, kind_of)
    return found, may_be, places, wide, _outer_headings(tag, end, n_kept, kind_of)


@cython.cfunc
def _values(
    data: bytes,
    row: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    stop: cython.const[cython.longlong][::1],
    tag: cython.const[cython.short][::1],
    n_kept: cython.const[cython.longlong][::1],
    kind_of: cython.const[cython.uchar][::1],
    kind: cython.uchar,
    sign: cython.uchar,
) -> dict:
    """Values of an attribute by row, of rows with kept text, of a kind and with a sign; 0 for any."""
    base: cython.p_uchar = data
    found: dict = {}
    i: cython.Py_ssize_t
    for i in range(row.shape[0]):
        at: cython.int = row[i]
        size: cython.Py_ssize_t = stop[i] - start[i]
        if n_kept[at] == 0 or (kind and not kind_of[tag[at]] & kind):
            continue
        if sign == 0 or memchr(base + start[i], sign, size) != cython.NULL:
            found[at] = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + start[i]), size, cython.NULL)
    return found


@cython.cfunc
def _any_may_hold(
    data: bytes,
    row: cython.const[cython.int][::1],
    start: cython.const[cython.longlong][::1],
    stop: cython.const[cython.longlong][::1],
    tag: cython.const[cython.short][::1],
    n_kept: cython.const[cython.longlong][::1],
    kind_of: cython.const[cython.uchar][::1],
    words: WordSet,
) -> cython.bint:
    """Whether a class of what may be a callout holds one of some words, in letters of any case, or others."""
    base: cython.p_uchar = data
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    seen: cython.Py_ssize_t = 0  # where the value before stands, as neighbours have the same
    n_seen: cython.Py_ssize_t = 0
    for i in range(row.shape[0]):
        if n_kept[row[i]] == 0 or not kind_of[tag[row[i]]] & _MAY_BE_CALLOUT:
            continue
        if stop[i] - start[i] == n_seen and memcmp(base + seen, base + start[i], n_seen) == 0:
            continue
        seen, n_seen = start[i], stop[i] - start[i]
        for at in range(start[i], stop[i]):
            if base[at] >= 0x80:
                return True
        if words.stands_in(base, start[i], stop[i]):
            return True
    return False


@cython.cfunc
def _wide_links(
    row: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    n_kept: cython.const[cython.longlong][::1],
    kind_of: cython.const[cython.uchar][::1],
) -> list:
    """Rows of links with kept text and two blocks in them or more; of rows that have an address."""
    found: list = []
    i: cython.Py_ssize_t
    inner: cython.Py_ssize_t
    for i in range(row.shape[0]):
        at: cython.Py_ssize_t = row[i]
        if n_kept[at] == 0 or not kind_of[tag[at]] & _LINK:
            continue
        n: cython.int = 0
        for inner in range(at + 1, end[at]):
            if kind_of[tag[inner]] & _BLOCK:
                n += 1
                if n == 2:
                    found.append(at)
                    break
    return found


@cython.cfunc
def _outer_headings(
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    n_kept: cython.const[cython.longlong][::1],
    kind_of: cython.const[cython.uchar][::1],
) -> list:
    """Rows of headings with kept text around others with kept text."""
    found: list = []
    row: cython.Py_ssize_t
    before: cython.Py_ssize_t = -1
    for row in range(tag.shape[0]):
        if kind_of[tag[row]] & _HEADING and n_kept[row]:
            if before >= 0 and end[before] > row:
                found.append(before)
            before = row
    return found
