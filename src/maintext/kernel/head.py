# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Names and contents that elements declare; the twin of parts of :mod:`maintext.metadata.declared.meta`.

Compiled only. Cost O(bytes of the elements' start tags).
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.libc.string import memchr, memcmp


@cython.cfunc
@cython.exceptval(check=False)
def _is_named(
    base: cython.p_char, start: cython.Py_ssize_t, end: cython.Py_ssize_t, name: bytes
) -> cython.bint:
    """Whether an attribute's name, with the space before it, stands right before ``end``."""
    word: cython.p_char = name
    length: cython.Py_ssize_t = len(name)
    return end - length >= start and memcmp(base + end - length, word, length) == 0


def named(
    data: bytes,
    rows: cython.const[cython.int][::1],
    byte_start: cython.const[cython.longlong][::1],
    inner_start: cython.const[cython.longlong][::1],
    tag: cython.const[cython.short][::1],
    meta: cython.short,
) -> list:
    """What each of some elements with a ``content`` declares, without those that have no name for it.

    The row, whether it is a ``<meta>``, ``property``, ``name``, ``http-equiv`` and ``content``: bytes as they
    stand on the page, ``None`` for an attribute that is not there.
    """
    base: cython.p_char = data
    found: list = []
    k: cython.Py_ssize_t
    for k in range(rows.shape[0]):
        row: cython.int = rows[k]
        start: cython.Py_ssize_t = byte_start[row]
        stop: cython.Py_ssize_t = inner_start[row]
        property_: object = None
        name: object = None
        equivalent: object = None
        content: object = None
        at: cython.Py_ssize_t = start
        while True:
            quote: cython.p_char = cython.cast(cython.p_char, memchr(base + at, 0x22, stop - at))
            if quote == cython.NULL:
                break
            at = quote - base + 1
            quote = cython.cast(cython.p_char, memchr(base + at, 0x22, stop - at))
            end: cython.Py_ssize_t = quote - base
            last: cython.char = base[at - 3]
            if last == 0x74:  # t
                if _is_named(base, start, at - 2, b" content"):
                    content = PyBytes_FromStringAndSize(base + at, end - at)
            elif last == 0x79:  # y
                if _is_named(base, start, at - 2, b" property"):
                    property_ = PyBytes_FromStringAndSize(base + at, end - at)
            elif last == 0x65:  # e
                if _is_named(base, start, at - 2, b" name"):
                    name = PyBytes_FromStringAndSize(base + at, end - at)
            elif last == 0x76 and _is_named(base, start, at - 2, b" http-equiv"):
                equivalent = PyBytes_FromStringAndSize(base + at, end - at)
            at = end + 1
        if content is not None and not (property_ is None and name is None and equivalent is None):
            found.append((row, tag[row] == meta, property_, name, equivalent, content))
    return found
