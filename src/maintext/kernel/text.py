# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Main text put together; the twin of what :mod:`maintext.render.text` does line by line.

Compiled only. One pass over the rows, one over the characters of the kept ones. Cost O(n_rows +
n_characters).
"""

import cython
import numpy as np
from cython.cimports.cpython.unicode import (
    Py_UNICODE_ISALNUM,
    Py_UNICODE_ISSPACE,
    PyUnicode_DATA,
    PyUnicode_FromKindAndData,
    PyUnicode_KIND,
)
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy

_char = cython.fused_type(cython.uchar, cython.ushort, cython.uint)  # as Python stores characters
_LINE_FEED = cython.declare(cython.uint, 0x0A)
# What stands before a text, as maintext.render.text numbers it; the beginning of a block from 3 on.
_NOTHING = cython.declare(cython.int, 0)
_SPACE = cython.declare(cython.int, 1)
_BREAK = cython.declare(cython.int, 2)
_PARAGRAPH = cython.declare(cython.int, 3)
_NOT_IN_NAMES = cython.declare(cython.uchar, 2)  # a mark that begins some names: .NET


@cython.cfunc
@cython.exceptval(check=False)
def _is_space(point: cython.uint) -> cython.bint:
    """White space."""
    if point <= 0x20:
        return point == 0x20 or 0x09 <= point <= 0x0D or point >= 0x1C
    if point < 0x80:
        return False
    return Py_UNICODE_ISSPACE(cython.cast(cython.Py_UCS4, point))


@cython.cfunc
@cython.exceptval(check=False)
def _is_without_width(point: cython.uint) -> cython.bint:
    return point == 0x200B or point == 0x2060 or point == 0xFEFF


@cython.cfunc
@cython.exceptval(check=False)
def _is_of_unspaced_script(point: cython.uint) -> cython.bint:
    """A letter of Thai, Lao, Tibetan, Burmese or Khmer, which part words by spaces without width."""
    return 0x0E00 <= point <= 0x109F or 0x1780 <= point <= 0x17FF


def assembled(
    text: str,
    keep: cython.const[cython.uchar][::1],
    shown: cython.const[cython.uchar][::1],
    parted: cython.const[cython.uchar][::1],
    block: cython.const[cython.int][::1],
    line: cython.const[cython.int][::1],
    text_start: cython.const[cython.int][::1],
    text_end: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    gap_of: cython.const[cython.uchar][::1],
    is_written: cython.const[cython.uchar][::1],
    closing: cython.const[cython.uchar][::1],
    glues: tuple,
):
    """Kept texts of a page as lines and blocks.

    ``gap_of`` and ``is_written`` are tables over tags: which of ``glues`` stands between two blocks in an
    element, 0 where it does not say, and whether its text stays as written. ``closing`` is one over code
    points, of marks. ``parted`` is empty, or says before which texts a space stands. The rest are columns.
    """
    n_rows: cython.Py_ssize_t = keep.shape[0]
    row: cython.Py_ssize_t
    n_texts: cython.Py_ssize_t = 1  # one more than there are
    size: cython.Py_ssize_t = 0
    for row in range(n_rows):
        if keep[row] and block[row] >= 0:
            n_texts += 1
            size += text_end[row] - text_start[row] + 3
    runs_: object = np.empty((n_texts, 4), dtype=np.intc)
    runs: cython.int[:, ::1] = runs_
    n_runs: cython.Py_ssize_t = _runs(
        runs, keep, shown, parted, block, line, text_start, text_end, tag, end, gap_of, is_written
    )
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    out: cython.p_void = malloc((size + 1) * kind)
    if out == cython.NULL:
        raise MemoryError
    try:
        n: cython.Py_ssize_t
        if kind == 1:
            n = _written(
                cython.cast(cython.p_uchar, data),
                cython.cast(cython.p_uchar, out),
                runs,
                n_runs,
                closing,
                glues,
            )
        elif kind == 2:
            n = _written(
                cython.cast(cython.p_ushort, data),
                cython.cast(cython.p_ushort, out),
                runs,
                n_runs,
                closing,
                glues,
            )
        else:
            n = _written(
                cython.cast(cython.p_uint, data),
                cython.cast(cython.p_uint, out),
                runs,
                n_runs,
                closing,
                glues,
            )
        return PyUnicode_FromKindAndData(kind, out, n)
    finally:
        free(out)


@cython.cfunc
@cython.exceptval(check=False)
def _runs(
    runs: cython.int[:, ::1],
    keep: cython.const[cython.uchar][::1],
    shown: cython.const[cython.uchar][::1],
    parted: cython.const[cython.uchar][::1],
    block: cython.const[cython.int][::1],
    line: cython.const[cython.int][::1],
    text_start: cython.const[cython.int][::1],
    text_end: cython.const[cython.int][::1],
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    gap_of: cython.const[cython.uchar][::1],
    is_written: cython.const[cython.uchar][::1],
) -> cython.Py_ssize_t:
    """Write kept texts as runs of neighbours (start, end, glue, whether as written); return how many."""
    n: cython.Py_ssize_t = 0
    row: cython.int
    before: cython.int = -1  # the last kept text
    dropped: cython.bint = False  # a text that readers see stood since then
    written_end: cython.int = 0
    # Elements around the row that say what stands between blocks: the innermost, and the one around each,
    # which end[] tells when it is over.
    around: cython.int = -1
    outer_: object = np.empty(keep.shape[0], dtype=np.intc)
    outer: cython.int[::1] = outer_
    for row in range(keep.shape[0]):
        while around >= 0 and end[around] <= row:
            around = outer[around]
        if tag[row] != 0:
            if gap_of[tag[row]]:
                outer[row] = around
                around = row
            if is_written[tag[row]] and end[row] > written_end:
                written_end = end[row]
            continue
        if not keep[row] or block[row] < 0:
            dropped |= shown[row] != 0
            continue
        glue: cython.int = _NOTHING
        if before < 0 or block[before] != block[row]:
            at: cython.int = around
            while at > before:  # it does not hold the text before; each element is passed once
                at = outer[at]
            glue = gap_of[tag[at]] if at >= 0 and before >= 0 else _PARAGRAPH
        elif line[before] != line[row]:
            glue = _BREAK
        elif dropped or (parted.shape[0] and parted[row]):
            glue = _SPACE
        if glue == _NOTHING and text_end[before] == text_start[row]:
            runs[n - 1, 1] = text_end[row]
        else:
            runs[n, 0] = text_start[row]
            runs[n, 1] = text_end[row]
            runs[n, 2] = glue
            runs[n, 3] = row < written_end
            n += 1
        before = row
        dropped = False
    return n


@cython.cfunc
@cython.exceptval(-1)
def _written(
    text: cython.pointer(cython.const[_char]),
    out: cython.pointer(_char),
    runs: cython.int[:, ::1],
    n: cython.Py_ssize_t,
    closing: cython.const[cython.uchar][::1],
    glues: tuple,
) -> cython.Py_ssize_t:
    """Write the characters of the runs, white space collapsed but in blocks as written; return how many."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    written: cython.Py_ssize_t = 0
    block: cython.Py_ssize_t = 0  # where the text of the block begins, its glue before it
    before: cython.Py_ssize_t = 0  # what is written without this block
    raw: cython.bint = False
    breaks: cython.bint = False  # a line ends before what comes next
    gap: cython.bint = False  # a space stands before what comes next
    is_ours: cython.bint = False  # because something was dropped there
    point: cython.uint
    for i in range(n):
        start: cython.Py_ssize_t = runs[i, 0]
        end: cython.Py_ssize_t = runs[i, 1]
        glue: cython.int = runs[i, 2]
        if glue >= _PARAGRAPH:
            written = before = _closed(out, before, block, written, raw)
            if written > 0:
                for point in cython.cast(str, glues[glue]):
                    out[written] = point
                    written += 1
            block = written
            raw = runs[i, 3]
            breaks = gap = is_ours = False
        elif glue == _BREAK:
            if raw:
                out[written] = _LINE_FEED
                written += 1
            breaks, gap, is_ours = written > block, False, False
        # In code a dropped text, such as a line number, leaves no space at the begin of a line.
        elif glue == _SPACE and not (runs[i, 3] and text[runs[i - 1, 1] - 1] == _LINE_FEED):
            if raw:
                out[written] = 0x20
                written += 1
            gap = is_ours = True
        if raw:
            memcpy(out + written, text + start, (end - start) * cython.sizeof(out[0]))
            written += end - start
            continue
        k = start
        while k < end:
            point = text[k]
            if _is_space(point):
                gap = True
                k += 1
                continue
            if _is_without_width(point) and not (
                point == 0x200B and written > block and not breaks and not gap
                and _is_of_unspaced_script(out[written - 1])
            ):  # fmt: skip
                k += 1
                continue
            if is_ours and point < 0x10000 and closing[point]:
                gap = closing[point] == _NOT_IN_NAMES and _goes_on(text, runs, n, i, k + 1)
            if written > block and (breaks or gap):
                out[written] = _LINE_FEED if breaks else 0x20
                written += 1
            breaks = gap = is_ours = False
            while True:  # up to the next space, or what has no width
                out[written] = point
                written += 1
                k += 1
                if k == end:
                    break
                point = text[k]
                if _is_space(point) or _is_without_width(point):
                    break
    return _closed(out, before, block, written, raw)


@cython.cfunc
@cython.exceptval(check=False)
def _goes_on(
    text: cython.pointer(cython.const[_char]),
    runs: cython.int[:, ::1],
    n: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    k: cython.Py_ssize_t,
) -> cython.bint:
    """Whether a letter, digit or underscore stands at a place of a run, or what follows the run there."""
    while k < runs[i, 1] and _is_without_width(text[k]):
        k += 1
    if k == runs[i, 1]:
        if i + 1 == n or runs[i + 1, 2] != _NOTHING:
            return False
        k = runs[i + 1, 0]
    return text[k] == 0x5F or Py_UNICODE_ISALNUM(cython.cast(cython.Py_UCS4, text[k]))


@cython.cfunc
@cython.exceptval(check=False)
def _closed(
    out: cython.pointer(_char),
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
