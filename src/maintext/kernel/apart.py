# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What sets texts apart in markup and Markdown; the twin of :mod:`maintext.render.apart`.

Compiled only. Cost O(n_characters).
"""

import cython
from cython.cimports.cpython.unicode import (
    Py_UNICODE_ISALNUM,
    Py_UNICODE_ISSPACE,
    PyUnicode_Find,
    PyUnicode_FindChar,
    PyUnicode_READ_CHAR,
    PyUnicode_Substring,
    PyUnicode_Tailmatch,
)

_SIGN = cython.declare(cython.Py_UCS4, 1)


def set_apart(markup: str, blocks: frozenset, seen: frozenset, closing: cython.const[cython.uchar][::1]):
    """Markup in which what else is needed to part two texts stands in the place of the marks between them.

    ``blocks`` are the names of elements that part texts themselves, ``seen`` those of pictures and the
    like, ``closing`` a table over code points: marks before which no space is needed. Returns also
    whether line breaks stand in the place of marks.
    """
    size: cython.Py_ssize_t = len(markup)
    parts = []
    done: cython.Py_ssize_t = 0
    has_breaks: cython.bint = False
    mark: cython.Py_ssize_t = PyUnicode_FindChar(markup, _SIGN, 0, size, 1)
    while mark >= 0:
        start: cython.Py_ssize_t = mark
        while start > done:
            point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markup, start - 1)
            if point == ">":
                start = max(PyUnicode_FindChar(markup, "<", done, start, -1), done)
            elif Py_UNICODE_ISSPACE(point):
                start -= 1
            else:
                break
        parts.append(PyUnicode_Substring(markup, done, start))
        # The tags between the two texts: what they need, what they have.
        needed: cython.int = 0
        n_breaks: cython.int = 0
        is_parted: cython.bint = False
        may_close: cython.bint = True
        n_before: cython.Py_ssize_t = len(parts)
        first: cython.Py_ssize_t = n_before
        at: cython.Py_ssize_t = start
        copied: cython.Py_ssize_t = start
        while at < size:
            point = PyUnicode_READ_CHAR(markup, at)
            if point == "<":
                stop: cython.Py_ssize_t = PyUnicode_FindChar(markup, ">", at, size, 1)
                if stop < 0:
                    break
                kind: cython.int = _kind(markup, at, stop, blocks, seen)
                is_parted |= kind == 2
                n_breaks += kind == 1
                may_close &= kind != 3
                at = stop + 1
            elif point == _SIGN:
                parts.append(PyUnicode_Substring(markup, copied, at))
                if needed == 0:
                    first = len(parts)
                    parts.append("")
                number: cython.int = cython.cast(cython.int, PyUnicode_READ_CHAR(markup, at + 1)) - 0x30
                may_close &= number == 1
                needed = max(needed, 1 if number == 4 else number)
                at += 2
                copied = at
            elif Py_UNICODE_ISSPACE(point):
                at += 1
            else:
                break
        parts.append(PyUnicode_Substring(markup, copied, at))
        if not is_parted and may_close and _closes(markup, at, size, closing, blocks):
            del parts[n_before:]
            _add_tags(parts, markup, start, at)
        elif not is_parted:
            parts[first] = " " if needed == 1 else "<br/>" * (needed - 1 - n_breaks)
            has_breaks |= needed - 1 > n_breaks
        done = at
        mark = PyUnicode_FindChar(markup, _SIGN, done, size, 1)
    parts.append(PyUnicode_Substring(markup, done, size))
    return "".join(parts), has_breaks


@cython.cfunc
@cython.exceptval(check=False)
def _closes(
    markup: str,
    at: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    closing: cython.const[cython.uchar][::1],
    blocks: frozenset,
) -> cython.bint:
    """Whether a mark stands at a place before which there is no space: one that begins no name."""
    if at == size:
        return False
    point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markup, at)
    if point >= 0x10000 or closing[point] == 0:
        return False
    if closing[point] == 1:
        return True
    at += 1
    while at < size and PyUnicode_READ_CHAR(markup, at) == "<":
        stop: cython.Py_ssize_t = PyUnicode_FindChar(markup, ">", at, size, 1)
        if stop < 0 or 0 < _kind(markup, at, stop, blocks, blocks) < 3:
            return True
        at = stop + 1
    if at == size:
        return True
    point = PyUnicode_READ_CHAR(markup, at)
    return not (point == "_" or Py_UNICODE_ISALNUM(point))


@cython.cfunc
def _add_tags(parts: list, markup: str, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> None:
    """Add the tags between two places, and no more."""
    while True:
        at = PyUnicode_FindChar(markup, "<", at, stop, 1)
        if at < 0:
            return
        behind: cython.Py_ssize_t = PyUnicode_FindChar(markup, ">", at, stop, 1) + 1
        parts.append(PyUnicode_Substring(markup, at, behind))
        at = behind


@cython.cfunc
def _kind(
    markup: str, start: cython.Py_ssize_t, stop: cython.Py_ssize_t, blocks: frozenset, seen: frozenset
) -> cython.int:
    """3 for a tag of a picture or the like, 2 of a block or custom element, 1 of a line break; 0 others."""
    at: cython.Py_ssize_t = start + 1
    if PyUnicode_READ_CHAR(markup, at) == "/":
        at += 1
    begin: cython.Py_ssize_t = at
    while at < stop:
        point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markup, at)
        if point == "-":
            return 2
        if point == "/" or Py_UNICODE_ISSPACE(point):
            break
        at += 1
    name = PyUnicode_Substring(markup, begin, at)
    if name in blocks:
        return 2
    if begin != start + 1:
        return 0
    return 1 if name == "br" else 3 if name in seen else 0


def without_indents(markup: str, blocks: frozenset, seen: frozenset):
    """Markup without white space at both ends of lines that HTML shows, and without breaks that begin blocks.

    ``blocks`` and ``seen`` are as in :func:`set_apart`. What is in ``<pre>`` stays.
    """
    size: cython.Py_ssize_t = len(markup)
    parts = []
    edges = []  # white space since the last thing to see, with something in it that HTML shows
    done: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = 0
    begins_line: cython.bint = True
    begins_block: cython.bint = True
    while at < size:
        tag: cython.Py_ssize_t = PyUnicode_FindChar(markup, "<", at, size, 1)
        tag = size if tag < 0 else tag
        if at < tag:
            first: cython.Py_ssize_t = at
            is_wide: cython.bint = False
            while first < tag and _is_blank(PyUnicode_READ_CHAR(markup, first)):
                is_wide |= PyUnicode_READ_CHAR(markup, first) >= 0x80
                first += 1
            if is_wide and (begins_line or first == tag):
                edges.append((at, first))
            if first < tag:
                if edges:
                    done = _leave_out(parts, markup, done, edges if begins_line else [])
                    edges = []
                begins_line = begins_block = False
                last: cython.Py_ssize_t = tag
                is_wide = False
                while _is_blank(PyUnicode_READ_CHAR(markup, last - 1)):
                    last -= 1
                    is_wide |= PyUnicode_READ_CHAR(markup, last) >= 0x80
                if is_wide:
                    edges.append((last, tag))
            at = tag
            continue
        stop: cython.Py_ssize_t = PyUnicode_FindChar(markup, ">", at, size, 1)
        if stop < 0:
            break
        kind: cython.int = _kind(markup, at, stop, blocks, seen)
        if kind == 1 and begins_block:
            edges.append((at, stop + 1))
        elif kind:
            if edges and (kind != 3 or begins_line):
                done = _leave_out(parts, markup, done, edges)
            edges = []
            begins_line, begins_block = kind != 3, kind == 2
        at = stop + 1
        if kind == 2 and _opens_pre(markup, tag, stop):
            at = PyUnicode_Find(markup, "</pre>", at, size, 1)
            if at < 0:
                break
    if edges and at == size:
        done = _leave_out(parts, markup, done, edges)
    if done == 0:
        return markup
    parts.append(PyUnicode_Substring(markup, done, size))
    return "".join(parts)


@cython.cfunc
@cython.exceptval(check=False)
def _is_blank(point: cython.Py_UCS4) -> cython.bint:
    """Whether a character is white space, or the mark of byte order, which the renderer treats as such."""
    return Py_UNICODE_ISSPACE(point) or point == 0xFEFF


@cython.cfunc
@cython.exceptval(check=False)
def _opens_pre(markup: str, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Whether a tag opens ``<pre>``."""
    if not PyUnicode_Tailmatch(markup, "<pre", at, stop, -1):
        return False
    return at + 4 == stop or Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(markup, at + 4))


@cython.cfunc
def _leave_out(parts: list, markup: str, done: cython.Py_ssize_t, edges: list) -> cython.Py_ssize_t:
    """Add what stands up to the last of some places but for them; return where that ends."""
    for start, end in edges:
        parts.append(PyUnicode_Substring(markup, done, start))
        done = end
    return done


def with_paragraphs(markup: str, emphasis: frozenset):
    """Markup with the end of a paragraph where line breaks follow one another, but not inside emphasis.

    ``emphasis`` are the names of its elements. What is in ``<pre>`` stays.
    """
    size: cython.Py_ssize_t = len(markup)
    parts = []
    done: cython.Py_ssize_t = 0
    n_open: cython.int = 0
    at: cython.Py_ssize_t = PyUnicode_FindChar(markup, "<", 0, size, 1)
    while at >= 0:
        is_end: cython.bint = at + 1 < size and PyUnicode_READ_CHAR(markup, at + 1) == "/"
        name: cython.Py_ssize_t = at + 1 + is_end
        stop: cython.Py_ssize_t = name
        while stop < size and stop < name + 7 and _is_in_name(PyUnicode_READ_CHAR(markup, stop)):
            stop += 1
        behind: cython.Py_ssize_t = at + 1
        if stop < size and (
            PyUnicode_READ_CHAR(markup, stop) == ">" or Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(markup, stop))
        ):
            if PyUnicode_Substring(markup, name, stop) in emphasis:
                n_open += -1 if is_end else 1
            elif not is_end and stop == name + 3 and PyUnicode_Tailmatch(markup, "pre", name, stop, -1):
                behind = PyUnicode_Find(markup, "</pre>", stop + 1, size, 1)
                behind = at + 1 if behind < 0 else behind + 6
        if not is_end and PyUnicode_Tailmatch(markup, "br", name, size, -1):
            stop = _behind_breaks(markup, at, size)
            if stop > at:
                behind = stop
                if n_open == 0:
                    parts.append(PyUnicode_Substring(markup, done, at))
                    parts.append("<p></p>")
                    done = stop
        at = PyUnicode_FindChar(markup, "<", behind, size, 1) if behind < size else -1
    parts.append(PyUnicode_Substring(markup, done, size))
    return "".join(parts)


@cython.cfunc
@cython.exceptval(check=False)
def _is_in_name(point: cython.Py_UCS4) -> cython.bint:
    """Whether a character stands in the names of elements of emphasis."""
    return "a" <= point <= "z"


@cython.cfunc
@cython.exceptval(check=False)
def _behind_breaks(markup: str, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where line breaks end of which the first begins at a place; that place, if no other one follows."""
    start: cython.Py_ssize_t = at
    n: cython.int = 0
    found: cython.Py_ssize_t = at
    while True:
        at += 3  # <br
        while at < size and PyUnicode_READ_CHAR(markup, at) != "<" and PyUnicode_READ_CHAR(markup, at) != ">":
            at += 1
        if at == size or PyUnicode_READ_CHAR(markup, at) == "<":
            break
        at += 1
        n += 1
        found = at
        while at < size:
            if Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(markup, at)):
                at += 1
            elif PyUnicode_Tailmatch(markup, "&nbsp;", at, size, -1):
                at += 6
            else:
                break
        if not PyUnicode_Tailmatch(markup, "<br", at, size, -1):
            break
    return found if n > 1 else start
