# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What sets texts apart in markup and Markdown; the twin of :mod:`maintext.render.apart`.

Compiled only. Cost O(n_characters).
"""

import cython
from cython.cimports.cpython.unicode import (
    Py_UNICODE_ISALNUM,
    Py_UNICODE_ISDECIMAL,
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


def without_indents(markdown: str):
    """Markdown without white space that browsers show at the begin of lines, behind marks of lists too."""
    size: cython.Py_ssize_t = len(markdown)
    parts = []
    done: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = 0
    while start < size:
        at: cython.Py_ssize_t = _behind_marks(markdown, start, size)
        stop: cython.Py_ssize_t = _behind_indents(markdown, at, size)
        if stop > at:
            parts.append(PyUnicode_Substring(markdown, done, at))
            done = stop
        start = PyUnicode_FindChar(markdown, "\n", stop, size, 1) + 1
        if start == 0:
            break
    if done == 0:
        return markdown
    parts.append(PyUnicode_Substring(markdown, done, size))
    return "".join(parts)


@cython.cfunc
@cython.exceptval(check=False)
def _behind_marks(markdown: str, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the marks of quotations, headings and items end that a line begins with."""
    while at < size:
        k: cython.Py_ssize_t = at
        point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markdown, k)
        if point == ">" or point == "#" or point == "*" or point == "+" or point == "-":
            while k < size and (point == ">" or point == "#" or point == "*" or point == "+" or point == "-"):
                k += 1
                point = PyUnicode_READ_CHAR(markdown, k) if k < size else 0
        elif Py_UNICODE_ISDECIMAL(point):
            while k < size and Py_UNICODE_ISDECIMAL(point):
                k += 1
                point = PyUnicode_READ_CHAR(markdown, k) if k < size else 0
            if point != "." and point != ")":
                return at
            k += 1
            point = PyUnicode_READ_CHAR(markdown, k) if k < size else 0
        else:
            return at
        if point != " ":
            return at
        at = k + 1
    return at


@cython.cfunc
@cython.exceptval(check=False)
def _behind_indents(markdown: str, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where white space ends that begins with a wide space or one that is not broken."""
    while at < size:
        point: cython.Py_UCS4 = PyUnicode_READ_CHAR(markdown, at)
        if point == 0x3000 or point == 0xA0:
            at += 1
        elif point == "&" and PyUnicode_Tailmatch(markdown, "&#12288;", at, size, -1):
            at += 8
        elif point == "&" and PyUnicode_Tailmatch(markdown, "&nbsp;", at, size, -1):
            at += 6
        else:
            return at
        while at < size and (
            PyUnicode_READ_CHAR(markdown, at) == " " or PyUnicode_READ_CHAR(markdown, at) == "\t"
        ):
            at += 1
    return at


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
