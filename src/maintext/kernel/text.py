# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Main text put together; the twin of what :mod:`maintext.render.text` does line by line.

Compiled only. One pass over the characters of the runs. Cost O(n_characters).
"""

import cython
import numpy as np
from cython.cimports.cpython.unicode import (
    Py_UNICODE_ISSPACE,
    PyUnicode_DATA,
    PyUnicode_FromKindAndData,
    PyUnicode_KIND,
    PyUnicode_READ,
)

_LINE_FEED = cython.declare(cython.uint, 0x0A)


@cython.cfunc
@cython.exceptval(check=False)
def _is_space(point: cython.uint) -> cython.bint:
    """White space, and characters without width."""
    if point < 0x80:
        return point == 0x20 or 0x09 <= point <= 0x0D or 0x1C <= point <= 0x1F
    if point == 0x200B or point == 0x2060 or point == 0xFEFF:
        return True
    return Py_UNICODE_ISSPACE(cython.cast(cython.Py_UCS4, point))


def assembled(
    text: str,
    start: cython.const[cython.int][::1],
    end: cython.const[cython.int][::1],
    glue: cython.const[cython.longlong][::1],
    as_written: cython.const[cython.uchar][::1],
    space: cython.int,
    line: cython.int,
    paragraph: cython.int,
    glues: tuple,
):
    """Runs of a text as lines and blocks.

    ``glue`` says what stands before each run: nothing, a ``space``, a ``line``, or, from ``paragraph`` on,
    the beginning of a block, which ``glues`` has the characters of. White space is collapsed but in the
    blocks that stand ``as_written``.
    """
    n: cython.Py_ssize_t = start.shape[0]
    size: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(n):
        size += end[i] - start[i] + 3
    out_ = np.empty(size + 1, dtype=np.uint32)
    out: cython.uint[::1] = out_
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    k: cython.Py_ssize_t
    written: cython.Py_ssize_t = 0
    block: cython.Py_ssize_t = 0  # where the text of the block begins, its glue before it
    before: cython.Py_ssize_t = 0  # what is written without this block
    raw: cython.bint = False
    last: cython.uint = 0  # character of the line so far, 0 at its beginning
    breaks: cython.bint = False  # a line ends before what comes next
    gap: cython.bint = False  # a space stands before what comes next
    point: cython.uint
    for i in range(n):
        if glue[i] >= paragraph:
            written = _closed(out, before, block, written, raw)
            before = written
            if written > 0:
                for point in cython.cast(str, glues[glue[i]]):
                    out[written] = point
                    written += 1
            block = written
            raw = as_written[i]
            breaks = gap = False
            last = 0
        elif glue[i] == line:
            if raw:
                out[written] = _LINE_FEED
                written += 1
            breaks, gap, last = written > block, False, 0
        elif glue[i] == space and not (as_written[i] and last == _LINE_FEED):
            if raw:
                out[written] = 0x20
                written += 1
            gap, last = True, 0x20
        for k in range(start[i], end[i]):
            point = PyUnicode_READ(kind, data, k)
            if raw:
                out[written] = point
                written += 1
            elif _is_space(point):
                gap = True
            else:
                if written > block and (breaks or gap):
                    out[written] = _LINE_FEED if breaks else 0x20
                    written += 1
                breaks = gap = False
                out[written] = point
                written += 1
            last = point
    written = _closed(out, before, block, written, raw)
    return PyUnicode_FromKindAndData(4, cython.address(out[0]), written)


@cython.cfunc
@cython.exceptval(check=False)
def _closed(
    out: cython.uint[::1],
    before: cython.Py_ssize_t,
    block: cython.Py_ssize_t,
    written: cython.Py_ssize_t,
    raw: cython.bint,
) -> cython.Py_ssize_t:
    """Where the text ends when a block does: a block without text leaves nothing, its glue neither."""
    if raw:
        start: cython.Py_ssize_t = block
        while start < written and out[start] == _LINE_FEED:
            start += 1
        while written > start and _strips(out[written - 1]):
            written -= 1
        i: cython.Py_ssize_t
        for i in range(start, written):
            out[block + i - start] = out[i]
        written = block + written - start
    return written if written > block else before


@cython.cfunc
@cython.exceptval(check=False)
def _strips(point: cython.uint) -> cython.bint:
    """White space at an end."""
    return Py_UNICODE_ISSPACE(cython.cast(cython.Py_UCS4, point))
