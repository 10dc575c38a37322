# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Pictures that are written as they stand; for :mod:`maintext.render.pictures`.

Compiled only; what it says of a picture is what :func:`maintext.metadata.images.images_of` says, to which
it leaves all that is not plain.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_DecodeUTF8
from cython.cimports.libc.string import memchr, memcmp
from cython.cimports.maintext._core.elements import WordSet, name_start
from cython.cimports.maintext.kernel.lean import kind_of_address

_SMALL = cython.declare(cython.int, 32)  # pixels
_MAX_BYTES = cython.declare(cython.Py_ssize_t, 5_000)  # of an address
# What an attribute says; others say nothing of the picture. Those of scripts are numbered from 0 on.
_SRC = cython.declare(cython.int, -1)
_ALT = cython.declare(cython.int, -2)
_WIDTH = cython.declare(cython.int, -3)
_HEIGHT = cython.declare(cython.int, -4)
_SET = cython.declare(cython.int, -5)  # of addresses, for a script
_BROWSER_SET = cython.declare(cython.int, -6)
_OTHER_SIZE = cython.declare(cython.int, -7)
_NOT_SHOWN = cython.declare(tuple, ("", ""))


def plain(
    data: bytes,
    rows: cython.const[cython.longlong][::1],
    byte_start: cython.const[cython.longlong][::1],
    inner_start: cython.const[cython.longlong][::1],
    tag: cython.const[cython.short][::1],
    parent: cython.const[cython.int][::1],
    is_hidden: cython.const[cython.uchar][::1],
    is_wrapper: cython.const[cython.uchar][::1],
    origin: str,
    meanings: dict,
    words: WordSet,
    empty_words: WordSet,
    noscript: cython.short,
):
    """The outermost wrapper, address and alternative text of each ``<img>``, and which of them may be text.

    Both are escaped; the address is ``""`` for a picture that is not shown. None for what is not plain.

    ``origin`` is written before addresses that begin with ``/``; ``""`` for none that may. ``meanings`` say
    what an attribute is. A picture whose tag holds one of the ``words`` may be text; an address that holds
    one of the ``empty_words`` may be of a picture that only holds the place of another.
    """
    base: cython.p_uchar = data
    found = []
    texts = []
    i: cython.Py_ssize_t
    for i in range(rows.shape[0]):
        row: cython.longlong = rows[i]
        start: cython.Py_ssize_t = byte_start[row]
        end: cython.Py_ssize_t = inner_start[row]
        part: object = None
        if words.stands_in(base, start, end):
            texts.append(row)
        elif is_hidden[row]:
            around: cython.longlong = row
            while around >= 0 and tag[around] != noscript:
                around = parent[around]
            part = _NOT_SHOWN if around < 0 else None
        else:
            is_alone: cython.bint = parent[row] < 0 or not is_wrapper[tag[parent[row]]]
            part = _plain(data, start, end, origin, meanings, empty_words, is_alone)
        if part is not None:
            while parent[row] >= 0 and is_wrapper[tag[parent[row]]]:
                row = parent[row]
            part = (row, part[0], part[1])
        found.append(part)
    return found, texts


@cython.cfunc
def _plain(  # noqa: PLR0911
    data: bytes,
    at: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    origin: str,
    meanings: dict,
    empty_words: WordSet,
    is_alone: cython.bint,
) -> object:
    """Address and alternative text of the start tag between two places; ``is_alone`` in no ``<picture>``."""
    base: cython.p_uchar = data
    source: cython.Py_ssize_t = 0
    n_source: cython.Py_ssize_t = 0
    rank: cython.int = 1_000  # of the address, the lowest one wins
    alt: object = ""
    width: cython.int = 0
    height: cython.int = 0
    has_set: cython.bint = False
    has_browser_set: cython.bint = False
    while True:
        mark: cython.p_uchar = cython.cast(cython.p_uchar, memchr(base + at, 0x22, end - at))
        if mark == cython.NULL:
            break
        value: cython.Py_ssize_t = mark - base + 1
        name: cython.Py_ssize_t = name_start(base, value)
        mark = cython.cast(cython.p_uchar, memchr(base + value, 0x22, end - value))
        size: cython.Py_ssize_t = mark - base - value
        at = value + size + 1
        written = PyBytes_FromStringAndSize(cython.cast(cython.p_char, base + name), value - 2 - name)
        meaning: object = meanings.get(written)
        if meaning is None:
            continue
        kind: cython.int = meaning
        if kind == _ALT:
            alt = _text(base + value, size)
            if alt is None:
                return None
        elif kind == _WIDTH:
            width = _smallness(base + value, size)
        elif kind == _HEIGHT:
            height = _smallness(base + value, size)
        elif kind == _OTHER_SIZE:
            if _smallness(base + value, size) > 0:
                return None
        elif kind == _SET:
            has_set = True
        elif kind == _BROWSER_SET:
            has_browser_set = True
        else:
            kind = 999 if kind == _SRC else kind
            if kind < 999 and memchr(base + value, 0x2F, size) == cython.NULL:
                return None  # perhaps no address
            if kind < rank:
                source, n_source, rank = value, size, kind
    if width == 1 and height == 1:
        return _NOT_SHOWN
    if (width > 0 and height > 0) or (has_set and rank >= 999) or n_source > _MAX_BYTES:
        return None
    kind = kind_of_address(base + source, n_source)
    if kind == 0 or kind == 3 or (kind == 1 and not _has_plain_host(base + source, n_source)):
        is_none: cython.bint = n_source == 0 or (
            n_source > 4 and memcmp(base + source, cython.cast(cython.p_char, b"data:"), 5) == 0
        )
        return _NOT_SHOWN if is_none and rank >= 999 and is_alone and not has_browser_set else None
    if (kind == 2 and not origin) or empty_words.stands_in(base, source, source + n_source):
        return None
    address = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, base + source), n_source, cython.NULL)
    return (origin + address if kind == 2 else address), alt


@cython.cfunc
def _text(at: cython.p_uchar, size: cython.Py_ssize_t) -> object:
    """Text of an attribute in one line; None for one with other references than those of escaped signs."""
    i: cython.Py_ssize_t
    has_odd: cython.bint = False  # spaces that are more than one, or not of ASCII
    for i in range(size):
        if at[i] == 0x26 and not _is_escaped_sign(at + i, size - i):
            return None
        is_edge: cython.bint = i == 0 or i + 1 == size
        has_odd |= at[i] >= 0x80 or at[i] < 0x20 or (at[i] == 0x20 and (is_edge or at[i - 1] == 0x20))
    text: str = PyUnicode_DecodeUTF8(cython.cast(cython.p_char, at), size, cython.NULL)
    return " ".join(text.split()) if has_odd else text


@cython.cfunc
@cython.exceptval(check=False)
def _is_escaped_sign(at: cython.p_uchar, size: cython.Py_ssize_t) -> cython.bint:
    """Whether a reference stands at a place that is written the same way when its sign is escaped."""
    if size >= 4 and at[3] == 0x3B:
        return memcmp(at, cython.cast(cython.p_char, b"&lt"), 3) == 0 or (
            memcmp(at, cython.cast(cython.p_char, b"&gt"), 3) == 0
        )
    if size >= 5 and memcmp(at, cython.cast(cython.p_char, b"&amp;"), 5) == 0:
        return True
    return size >= 6 and memcmp(at, cython.cast(cython.p_char, b"&quot;"), 6) == 0


@cython.cfunc
@cython.exceptval(check=False)
def _smallness(at: cython.p_uchar, size: cython.Py_ssize_t) -> cython.int:
    """1 for the length of an icon, 2 for what may be one, 0 for others."""
    if size > 0 and (at[0] <= 0x20 or at[0] >= 0x80 or at[0] == 0x26):
        return 2
    number: cython.int = 0
    i: cython.Py_ssize_t = 0
    while i < min(size, 6) and 0x30 <= at[i] <= 0x39:
        number = 10 * number + (at[i] - 0x30)
        i += 1
    if number == 0 or number >= _SMALL:
        return 0
    return 1 if i == size and size < 6 else 2


@cython.cfunc
@cython.exceptval(check=False)
def _has_plain_host(at: cython.p_uchar, size: cython.Py_ssize_t) -> cython.bint:
    """Whether an address that begins with ``http`` has a usual host, no quote, no reference but ``&amp;``."""
    i: cython.Py_ssize_t = 8 if at[4] == 0x73 else 7
    start: cython.Py_ssize_t = i
    while i < size and (
        0x30 <= at[i] <= 0x39
        or 0x41 <= at[i] <= 0x5A
        or 0x61 <= at[i] <= 0x7A
        or at[i] == 0x2D
        or at[i] == 0x2E
        or at[i] == 0x5F
    ):
        i += 1
    if i == start or (i < size and at[i] != 0x2F and at[i] != 0x3F and at[i] != 0x23):
        return False
    while i < size:
        if at[i] == 0x27:
            return False
        if at[i] == 0x26 and (size < i + 5 or memcmp(at + i, cython.cast(cython.p_char, b"&amp;"), 5) != 0):
            return False
        i += 1
    return True
