# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Kept markup made lean for the renderer of Markdown; see :mod:`maintext.render.lean`.

Compiled only. One pass over the bytes. Cost O(n_bytes).
"""

import cython
from cython.cimports.cpython.unicode import PyUnicode_DecodeUTF8
from cython.cimports.libc.stdlib import free, malloc, realloc
from cython.cimports.libc.string import memchr, memcmp, memcpy

# Names as C has them: to compare with those is faster than with bytes of Python.
_TABLE = cython.declare(cython.p_char, b"table")
_OL = cython.declare(cython.p_char, b"ol")
_CODE = cython.declare(cython.p_char, b"code")
_PRE = cython.declare(cython.p_char, b"pre")
_HREF = cython.declare(cython.p_char, b"href")
_CLASS = cython.declare(cython.p_char, b"class")
_STYLE = cython.declare(cython.p_char, b"style")
_SRC = cython.declare(cython.p_char, b"src")
_ALT = cython.declare(cython.p_char, b"alt")
_TYPE = cython.declare(cython.p_char, b"type")
_TITLE = cython.declare(cython.p_char, b"title")
_START = cython.declare(cython.p_char, b"start")
_VALUE = cython.declare(cython.p_char, b"value")
_CHECKED = cython.declare(cython.p_char, b"checked")


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is(
    at: cython.p_uchar, size: cython.Py_ssize_t, name: cython.p_char, n: cython.Py_ssize_t
) -> cython.bint:
    """Whether some bytes are a name, which has ``n`` of them."""
    return size == n and memcmp(at, name, n) == 0


@cython.cfunc
@cython.exceptval(check=False)
def _is_read(name: cython.p_uchar, size: cython.Py_ssize_t) -> cython.bint:
    """Whether the renderer of Markdown reads an attribute on any element."""
    if size == 3:
        return memcmp(name, _SRC, 3) == 0 or memcmp(name, _ALT, 3) == 0
    if size == 4:
        return memcmp(name, _TYPE, 4) == 0
    if size == 5:
        return memcmp(name, _TITLE, 5) == 0 or memcmp(name, _START, 5) == 0 or memcmp(name, _VALUE, 5) == 0
    return size == 7 and memcmp(name, _CHECKED, 7) == 0


@cython.cfunc
@cython.exceptval(check=False)
def kind_of_address(at: cython.p_uchar, size: cython.Py_ssize_t) -> cython.int:  # noqa: PLR0911
    """How an address is made absolute: 1 it is, 2 with the origin before it, 3 with the page; 0 for others.

    Only such addresses that neither an entity other than ``&amp;`` nor the standard library would change:
    those that maintext.metadata.resolving takes without it, of printable ASCII.
    """
    i: cython.Py_ssize_t
    if size > 7 and memcmp(at, cython.cast(cython.p_char, b"http"), 4) == 0:
        i = 5 if at[4] == 0x73 else 4
        if size < i + 3 or memcmp(at + i, cython.cast(cython.p_char, b"://"), 3) != 0:
            return 0
        i += 3
        while i < size:
            if at[i] <= 0x20 or at[i] >= 0x7F or at[i] == 0x5B or at[i] == 0x5D:
                return 0
            i += 1
        return 1
    if size == 0 or (at[0] != 0x2F and at[0] != 0x23):
        return 0
    part: cython.int = 0  # 0 the path, 1 what is searched for, 2 a place
    if at[0] == 0x23:
        if size == 1:
            return 0
        part = 3  # a place of this page, in which more characters are allowed
    elif size > 1 and (at[1] == 0x2F or at[1] == 0x2E):
        return 0
    i = 1
    while i < size:
        point: cython.uchar = at[i]
        if point <= 0x20 or point >= 0x7F or point == 0x27:
            return 0
        if point == 0x26:  # an entity
            if i + 5 > size or memcmp(at + i, cython.cast(cython.p_char, b"&amp;"), 5) != 0:
                return 0
            i += 5
            continue
        if part < 3 and (point == 0x3B or point == 0x5B or point == 0x5D or point == 0x5C):
            return 0
        if part == 0 and point == 0x2E and at[i - 1] == 0x2F:
            return 0
        if (part == 0 and point == 0x3F) or (part < 2 and point == 0x23):
            part = 1 if point == 0x3F else 2
            if i + 1 == size or (point == 0x3F and at[i + 1] == 0x23):
                return 0
        i += 1
    return 3 if part == 3 else 2


def lean(data: bytes, origin: bytes, place: bytes, address: object):
    """Markup for the renderer of Markdown: addresses absolute, without attributes that it does not read.

    In tables and numbered lists all attributes stay, as the renderer may write them as they are. ``origin``
    and ``place`` are written before addresses that begin with ``/`` and ``#``; where they are empty or more
    is to be done, ``address`` makes the attribute from its value. Returns the markup, and bits: 1 for an
    attribute ``style`` in it, 2 for tags of line breaks that may follow one another.
    """
    size: cython.Py_ssize_t = len(data)
    base: cython.p_uchar = data
    n_origin: cython.Py_ssize_t = len(origin)
    n_place: cython.Py_ssize_t = len(place)
    room: cython.Py_ssize_t = size + size // 4 + 1024
    out: cython.p_uchar = cython.cast(cython.p_uchar, malloc(room))
    more: cython.p_uchar
    if out == cython.NULL:
        raise MemoryError
    n: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = 0
    n_around: cython.int = 0  # tables and numbered lists
    found: cython.int = 0
    after_break: cython.bint = False
    written: bytes
    try:
        while at < size:
            mark: cython.p_uchar = cython.cast(cython.p_uchar, memchr(base + at, 0x3C, size - at))
            start: cython.Py_ssize_t = size if mark == cython.NULL else mark - base
            memcpy(out + n, base + at, start - at)
            n += start - at
            if start == size:
                break
            mark = cython.cast(cython.p_uchar, memchr(base + start, 0x3E, size - start))
            stop: cython.Py_ssize_t = size if mark == cython.NULL else mark - base + 1
            is_end: cython.bint = start + 1 < size and base[start + 1] == 0x2F
            name: cython.Py_ssize_t = start + 1 + is_end
            k: cython.Py_ssize_t = name
            while k < stop and base[k] > 0x20 and base[k] != 0x2F and base[k] != 0x3E:
                k += 1
            if _is(base + name, k - name, _TABLE, 5) or _is(base + name, k - name, _OL, 2):
                n_around = max(0, n_around - 1) if is_end else n_around + 1
            is_break: cython.bint = (
                k - name >= 2 and base[name] == 0x62 and base[name + 1] == 0x72 and not is_end
            )
            if is_break and after_break and (
                start == at or base[at] <= 0x20 or base[at] >= 0x80 or base[at] == 0x26
            ):  # fmt: skip
                found |= 2
            after_break = is_break
            memcpy(out + n, base + start, k - start)
            n += k - start
            is_code: cython.bint = _is(base + name, k - name, _CODE, 4) or _is(base + name, k - name, _PRE, 3)
            while k < stop and base[k] == 0x20:
                mark = cython.cast(cython.p_uchar, memchr(base + k, 0x22, stop - k))
                if mark == cython.NULL:
                    break
                value: cython.Py_ssize_t = mark - base + 1
                mark = cython.cast(cython.p_uchar, memchr(base + value, 0x22, stop - value))
                if mark == cython.NULL:
                    break
                end: cython.Py_ssize_t = mark - base
                n_name: cython.Py_ssize_t = value - 2 - (k + 1)
                own: cython.p_uchar = base + k + 1
                kind: cython.int
                if _is(own, n_name, _HREF, 4):
                    kind = kind_of_address(base + value, end - value)
                    if (kind == 2 and n_origin == 0) or (kind == 3 and n_place == 0):
                        kind = 0
                    written = b""
                    if kind == 0:
                        written = address(data[value:end].decode()).encode()
                    need: cython.Py_ssize_t = (
                        n
                        + (size - k)
                        + len(written)
                        + (n_origin if kind == 2 else n_place if kind == 3 else 0)
                    )
                    if need > room:
                        room = need + size // 2
                        more = cython.cast(cython.p_uchar, realloc(out, room))
                        if more == cython.NULL:
                            raise MemoryError
                        out = more
                    if kind == 0:
                        memcpy(out + n, cython.cast(cython.p_char, written), len(written))
                        n += len(written)
                    else:
                        memcpy(out + n, base + k, value - k)
                        n += value - k
                        if kind == 2:
                            memcpy(out + n, cython.cast(cython.p_char, origin), n_origin)
                            n += n_origin
                        elif kind == 3:
                            memcpy(out + n, cython.cast(cython.p_char, place), n_place)
                            n += n_place
                        memcpy(out + n, base + value, end + 1 - value)
                        n += end + 1 - value
                elif n_around or _is_read(own, n_name) or (is_code and _is(own, n_name, _CLASS, 5)):
                    if _is(own, n_name, _STYLE, 5):
                        found |= 1
                    memcpy(out + n, base + k, end + 1 - k)
                    n += end + 1 - k
                k = end + 1
            memcpy(out + n, base + k, stop - k)
            n += stop - k
            at = stop
        return PyUnicode_DecodeUTF8(cython.cast(cython.p_char, out), n, cython.NULL), found
    finally:
        free(out)
