# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Turn a selection into text: assemble lines and blocks, look for decoration and copies, fingerprint."""

import cython
import numpy as np
from cython.cimports.cpython.unicode import (
    PyUnicode_DATA,
    PyUnicode_FromKindAndData,
    PyUnicode_KIND,
    PyUnicode_READ_CHAR,
    PyUnicode_Substring,
)
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memchr, memcpy
from cython.cimports.maintext._core.columns import Columns
from cython.cimports.maintext._core.words import (
    CJK,
    WORD,
    Py_UNICODE_ISALNUM,
    character_class,
    find_slot,
)  # fmt: skip

from maintext._core.words import table_size

_LINE_FEED = cython.declare(cython.uint, 0x0A)
_NOT_IN_NAMES = cython.declare(cython.uchar, 2)  # a mark that begins some names: .NET
_TAIL_CHARS = cython.declare(cython.Py_ssize_t, 12)
_STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_TWO_BITS = cython.declare(cython.ulonglong, 0x0000000100000001)


# -- text ---------------------------------------------------------------------------------------------


def assemble_text(
    columns: Columns,
    keep: cython.const[cython.uchar][::1],
    shown: cython.const[cython.uchar][::1],
    parted: cython.const[cython.uchar][::1],
    gap_of: cython.const[cython.uchar][::1],
    is_written: cython.const[cython.uchar][::1],
    closing: cython.const[cython.uchar][::1],
) -> str:
    """Return the kept texts of a page as lines and blocks.

    Parameters
    ----------
    columns, keep
        The page, and whether each row is kept.
    shown
        Whether a reader sees each row; empty where that is what the page says.
    parted
        Before which rows a space stands; empty for none.
    gap_of, is_written
        Tables over tags: what stands between two blocks in an element (``GAP_NOTHING`` where it does not
        say), and whether its text stays as written.
    closing
        Table over code points, of marks before which no space stands.
    """
    n_texts: cython.Py_ssize_t = 1  # one more than there are
    size: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    for row in range(columns.n_rows):
        if keep[row] and columns.block[row] >= 0:
            n_texts += 1
            size += columns.text_end[row] - columns.text_start[row] + 3
    runs: cython.int[:, ::1] = np.empty((n_texts, 4), dtype=np.intc)
    outer: cython.int[::1] = np.empty(columns.n_rows, dtype=np.intc)
    kind: cython.int = PyUnicode_KIND(columns.text)
    data: cython.p_void = PyUnicode_DATA(columns.text)
    out: cython.p_void = malloc((size + 1) * kind)
    if out == cython.NULL:
        raise MemoryError
    try:
        n: cython.Py_ssize_t
        with cython.nogil:
            n = _find_runs(columns, keep, shown, parted, gap_of, is_written, runs, outer)
            if kind == 1:
                n = _write_runs(
                    cython.cast(cython.p_uchar, data), cython.cast(cython.p_uchar, out), runs, n, closing
                )
            elif kind == 2:
                n = _write_runs(
                    cython.cast(cython.p_ushort, data), cython.cast(cython.p_ushort, out), runs, n, closing
                )
            else:
                n = _write_runs(
                    cython.cast(cython.p_uint, data), cython.cast(cython.p_uint, out), runs, n, closing
                )
        return PyUnicode_FromKindAndData(kind, out, n)
    finally:
        free(out)


def find_glued(columns: Columns, keep: cython.const[cython.uchar][::1]) -> list:
    """Return the kept texts that the page draws apart from the text before, though no space stands there.

    Labels and values: ``<b>Publisher</b><i>Houghton</i>``, ``<b>Pages</b><i>320</i>``. Only what letters and
    tags say is looked at: a small letter, a year, ``!`` or ``?`` before a capital and a small one, a colon, a
    price after a digit, and between elements next to each other a digit after letters, and a capital after a
    digit or a longer word. So are words of links next to each other, but what goes on with a small letter.
    """
    found = []
    row: cython.int
    before: cython.int = -1
    for row in range(columns.n_rows):
        if columns.tag[row] != 0 or not keep[row] or columns.n_chars[row] <= 0:
            continue
        if (
            before >= 0
            and columns.line[before] == columns.line[row]
            and columns.text_end[before] == columns.text_start[row]
            and _is_glued(columns, before, row)
        ):
            found.append(row)
        before = row
    return found


def _is_glued(columns, left, right):
    """Return whether a text seems to begin a word of its own; see :func:`find_glued`."""
    end: cython.Py_ssize_t = columns.text_end[left]
    start: cython.Py_ssize_t = columns.text_start[right]
    if columns.text_end[right] - start < 2 or columns.parent[left] == columns.parent[right]:
        return False
    last: cython.Py_UCS4 = PyUnicode_READ_CHAR(columns.text, end - 1)
    first: cython.Py_UCS4 = PyUnicode_READ_CHAR(columns.text, start)
    if first in "$€£":
        return last.isdigit() and PyUnicode_READ_CHAR(columns.text, start + 1).isdigit()
    if not Py_UNICODE_ISALNUM(first) or not (last in ":)%+.!?" or Py_UNICODE_ISALNUM(last)):
        return False
    if _are_links_side_by_side(columns, columns.parent[left], columns.parent[right]):
        return first < 0x2E80 and last < 0x2E80 and not (last.isalpha() and first.islower())
    begins_word: cython.bint = first.isupper() and PyUnicode_READ_CHAR(columns.text, start + 1).islower()
    is_letter: cython.bint = (
        end - columns.text_start[left] >= 3 and PyUnicode_READ_CHAR(columns.text, end - 2).isalpha()
    )
    if last in ".!?":
        return begins_word and is_letter and last != "."
    if last == ":":
        return is_letter and first < 0x2E80
    is_word: cython.bint = (
        is_letter and last.islower() and PyUnicode_READ_CHAR(columns.text, end - 3).isalpha()
    )
    if begins_word and (is_word or (last.isdigit() and columns.n_digits[left] >= 4)):  # a year
        return True
    if columns.end[columns.parent[left]] > right or columns.parent[right] <= left:
        return False
    if is_word:
        return first.isdigit()
    return begins_word and (is_letter or not last.isalpha())


def _are_links_side_by_side(columns, left, right):
    """Return whether two elements are links, the second right after the first."""
    is_link: cython.bint = columns.tag[left] == columns.tables.a and columns.tag[right] == columns.tables.a
    return is_link and columns.end[left] == right and columns.parent[left] == columns.parent[right]


def _find_runs(columns, keep, shown, parted, gap_of, is_written, runs, outer):
    """Write kept texts as runs of neighbours (start, end, gap, whether as written); return how many.

    ``outer`` is room for the element around each element that says what stands between blocks.
    """
    n: cython.Py_ssize_t = 0
    row: cython.int
    before: cython.int = -1  # the last kept text
    dropped: cython.bint = False  # a text that readers see stood since then
    written_end: cython.int = 0
    around: cython.int = -1
    for row in range(columns.n_rows):
        tag: cython.short = columns.tag[row]
        if tag != 0:
            if gap_of[tag]:
                while around >= 0 and columns.end[around] <= row:
                    around = outer[around]
                outer[row] = around
                around = row
            if is_written[tag] and columns.end[row] > written_end:
                written_end = columns.end[row]
            continue
        if not keep[row] or columns.block[row] < 0:
            dropped |= shown[row] != 0 if shown.shape[0] else columns.is_hidden[row] == 0
            continue
        gap: cython.int = GAP_NOTHING
        if before < 0 or columns.block[before] != columns.block[row]:
            while around >= 0 and columns.end[around] <= row:
                around = outer[around]
            at: cython.int = around
            while at > before:  # it does not hold the text before; each element is passed once
                at = outer[at]
            gap = gap_of[columns.tag[at]] if at >= 0 and before >= 0 else GAP_PARAGRAPH
        elif columns.line[before] != columns.line[row]:
            gap = GAP_BREAK
        elif dropped or (parted.shape[0] and parted[row]):
            gap = GAP_SPACE
        if gap == GAP_NOTHING and columns.text_end[before] == columns.text_start[row]:
            runs[n - 1, 1] = columns.text_end[row]
        else:
            runs[n, 0] = columns.text_start[row]
            runs[n, 1] = columns.text_end[row]
            runs[n, 2] = gap
            runs[n, 3] = row < written_end
            n += 1
        before = row
        dropped = False
    return n


def _write_runs(text, out, runs, n, closing):
    """Write the characters of the runs, white space collapsed but in blocks as written; return how many."""
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    written: cython.Py_ssize_t = 0
    block: cython.Py_ssize_t = 0  # where the text of the block begins, its gap before it
    before: cython.Py_ssize_t = 0  # what is written without this block
    raw: cython.bint = False
    breaks: cython.bint = False  # a line ends before what comes next
    space: cython.bint = False  # a space stands before what comes next
    is_ours: cython.bint = False  # because something was dropped there
    point: cython.uint
    for i in range(n):
        start: cython.Py_ssize_t = runs[i, 0]
        end: cython.Py_ssize_t = runs[i, 1]
        gap: cython.int = runs[i, 2]
        if gap >= GAP_PARAGRAPH:
            written = before = _close_block(out, before, block, written, raw)
            if written > 0:
                out[written] = 0x09 if gap == GAP_TAB else _LINE_FEED
                written += 1
                if gap == GAP_PARAGRAPH:
                    out[written] = _LINE_FEED
                    written += 1
            block = written
            raw = runs[i, 3]
            breaks = space = is_ours = False
        elif gap == GAP_BREAK:
            if raw:
                out[written] = _LINE_FEED
                written += 1
            breaks, space, is_ours = written > block, False, False
        # In code a dropped text, such as a line number, leaves no space at the begin of a line.
        elif gap == GAP_SPACE and not (runs[i, 3] and text[runs[i - 1, 1] - 1] == _LINE_FEED):
            if raw:
                out[written] = 0x20
                written += 1
            space = is_ours = True
        if raw:
            memcpy(out + written, text + start, (end - start) * cython.sizeof(out[0]))
            written += end - start
            continue
        k = start
        while k < end:
            point = text[k]
            if _is_space(point):
                space = True
                k += 1
                continue
            if _is_without_width(point) and not (
                point == 0x200B and written > block and not breaks and not space
                and _is_of_unspaced_script(out[written - 1])
            ):  # fmt: skip
                k += 1
                continue
            if is_ours and point < 0x10000 and closing[point]:
                space = closing[point] == _NOT_IN_NAMES and _goes_on(text, runs, n, i, k + 1)
            if written > block and (breaks or space):
                out[written] = _LINE_FEED if breaks else 0x20
                written += 1
            breaks = space = is_ours = False
            while True:  # up to the next space, or what has no width
                out[written] = point
                written += 1
                k += 1
                if k == end:
                    break
                point = text[k]
                if _is_space(point) or _is_without_width(point):
                    break
    return _close_block(out, before, block, written, raw)


def _is_space(point):
    """Return whether a character is white space."""
    if point <= 0x20:
        return point == 0x20 or 0x09 <= point <= 0x0D or point >= 0x1C
    if point < 0x80:
        return False
    return Py_UNICODE_ISSPACE(point)


def _is_without_width(point):
    """Return whether a character only says where a line may break, or may not."""
    return point == 0xAD or point == 0x200B or point == 0x2060 or point == 0xFEFF


def _is_of_unspaced_script(point):
    """Return whether a letter is Thai, Lao, Tibetan, Burmese or Khmer, where U+200B parts words."""
    return 0x0E00 <= point <= 0x109F or 0x1780 <= point <= 0x17FF


def _goes_on(text, runs, n, i, k):
    """Return whether a letter, digit or underscore stands at an offset of a run, or where the next begins."""
    while k < runs[i, 1] and _is_without_width(text[k]):
        k += 1
    if k == runs[i, 1]:
        if i + 1 == n or runs[i + 1, 2] != GAP_NOTHING:
            return False
        k = runs[i + 1, 0]
    return text[k] == 0x5F or Py_UNICODE_ISALNUM(text[k])


def _close_block(out, before, block, written, raw):
    """Return where the text ends when a block does: one without text leaves nothing, its gap neither."""
    if raw:
        start: cython.Py_ssize_t = block
        while start < written and out[start] == _LINE_FEED:
            start += 1
        while written > start and Py_UNICODE_ISSPACE(out[written - 1]):
            written -= 1
        i: cython.Py_ssize_t
        for i in range(start, written):
            out[block + i - start] = out[i]
        written = block + written - start
    return written if written > block else before


# -- decoration ---------------------------------------------------------------------------------------


def look_for_decoration(
    columns: Columns,
    keep: cython.const[cython.uchar][::1],
    kind_of: cython.const[cython.ushort][::1],
    max_sign_chars: cython.int,
) -> int:
    """Return bits of the decoration that a page may have: of its elements, and of its kept texts.

    ``kind_of`` is a table of bits over tags. A bit that is not set says that there is none of its kind.
    """
    found: cython.uint = 0
    text: str = columns.text
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    base: cython.p_uchar = columns.data
    with cython.nogil:
        code_end: cython.int = 0
        before: cython.int = -1  # block of the last kept text
        row: cython.Py_ssize_t
        for row in range(columns.n_rows):
            of_tag: cython.uint = kind_of[columns.tag[row]]
            if of_tag:
                found |= of_tag
                if of_tag & HOLDS_CODE and columns.end[row] > code_end:
                    code_end = columns.end[row]
                if of_tag & HEADING and not found & HAS_HEADING_LINK and _has_link_behind(columns, base, row):
                    found |= HAS_HEADING_LINK
            n_chars: cython.int = columns.n_chars[row]
            if not keep[row] or n_chars <= 0:
                continue
            if columns.is_hidden[row]:
                found |= HAS_HIDDEN
            if columns.n_digits[row] == n_chars and row < code_end:
                found |= HAS_NUMBER
            if columns.is_link[row]:
                if n_chars <= max_sign_chars and columns.n_words[row] == 0:
                    found |= HAS_SIGN_LINK
            elif n_chars == 1 and columns.block[row] != before and _is_sign_back(columns, kind, data, row):
                found |= HAS_LINK_BACK
            before = columns.block[row]
    return found


def _has_link_behind(columns, base, heading):
    """Return whether a link to a place in a page stands right behind a heading."""
    row: cython.Py_ssize_t = columns.end[heading]
    if row < columns.n_rows - 1 and columns.is_text[row] and columns.n_chars[row] == 0:
        row += 1
    if row >= columns.n_rows or not columns.is_anchor[row] or columns.parent[row] != columns.parent[heading]:
        return False
    start: cython.Py_ssize_t = columns.byte_start[row]
    return memchr(base + start, 0x23, columns.inner_start[row] - start) != cython.NULL


def _is_sign_back(columns, kind, data, row):
    """Return whether a text of one visible character is ``^`` or ``↑``."""
    i: cython.Py_ssize_t
    for i in range(columns.text_start[row], columns.text_end[row]):
        point: cython.uint = PyUnicode_READ(kind, data, i)
        if point == 0x5E or point == 0x2191:
            return True
    return False


# -- copies -------------------------------------------------------------------------------------------


def may_have_copies(
    columns: Columns, keep: cython.const[cython.uchar][::1], stays: cython.const[cython.uchar][::1],
    cjk_weight: cython.double, min_chars: cython.double, min_start: cython.double,
) -> bool:  # fmt: skip
    """Return whether two blocks of kept text have the same counts, or one ends in an ellipsis.

    Blocks that begin in an element whose tag ``stays``, a table over tags, are not looked at.
    """
    n: cython.Py_ssize_t = columns.n_rows
    kind: cython.int = PyUnicode_KIND(columns.text)
    data: cython.p_void = PyUnicode_DATA(columns.text)
    seen: set = set()  # counts of blocks
    row: cython.Py_ssize_t = 0
    free_from: cython.int = 0  # where the last element ends that stays
    block: cython.int = -1
    last: cython.Py_ssize_t = -1  # text of the block
    is_free: cython.bint = False
    weight: cython.double = 0
    words: cython.ulonglong = 0
    letters: cython.ulonglong = 0
    digits: cython.ulonglong = 0
    for row in range(n + 1):
        if row < n and stays[columns.tag[row]] and columns.end[row] > free_from:
            free_from = columns.end[row]
        if row < n and (not keep[row] or columns.n_chars[row] <= 0):
            continue
        if row == n or columns.block[row] != block or last < 0:
            if is_free and weight >= min_start:
                end: cython.Py_ssize_t = columns.text_end[last]
                start: cython.Py_ssize_t = max(columns.text_start[last], end - _TAIL_CHARS)
                is_letter: cython.bint = 0x61 <= PyUnicode_READ(kind, data, end - 1) <= 0x7A  # of most blocks
                if not is_letter and ends_in_ellipsis(PyUnicode_Substring(columns.text, start, end)):
                    return True
            if is_free and weight >= min_chars:
                # One number for the three, the same for texts with the same letters and digits.
                counts: object = (words * 1_000_003 + letters) * 1_009 + digits
                if counts in seen:
                    return True
                seen.add(counts)
            if row == n:
                break
            block = columns.block[row]
            is_free = row >= free_from
            weight = words = letters = digits = 0
        last = row
        weight += columns.n_chars[row] + (cjk_weight - 1) * columns.n_cjk[row]
        words += columns.n_words[row]
        letters += columns.n_chars[row] - columns.n_punctuation[row]
        digits += columns.n_digits[row]
    return False


def ends_in_ellipsis(text: str) -> bool:
    """Return True if a text ends in an ellipsis; brackets that close after it do not count."""
    return text[-_TAIL_CHARS:].rstrip(" \n\t\r\u00a0])】］）").endswith(("…", "...", "。。。"))


# -- fingerprint --------------------------------------------------------------------------------------


def hash_text(text: str, classes: cython.const[cython.uchar][::1]) -> int:
    """Return the SimHash of a text over runs of three tokens, of all its tokens where they are fewer.

    ``classes`` has the class flags of the Basic Multilingual Plane. 0 for a text without words.
    """
    size: cython.Py_ssize_t = len(text)
    tokens: cython.ulonglong[::1] = np.empty(size + 1, dtype=np.uint64)
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    n_tokens: cython.Py_ssize_t
    with cython.nogil:
        n_tokens = _hash_tokens(kind, data, size, cython.address(classes[0]), tokens)
    if n_tokens == 0:
        return 0
    length: cython.Py_ssize_t = min(3, n_tokens)
    n_runs: cython.Py_ssize_t = n_tokens - length + 1
    slots: cython.ulonglong[::1] = np.zeros(table_size(n_runs), dtype=np.uint64)
    votes: cython.ulonglong[32]  # of two bits each: a shift moves both
    n_different: cython.ulonglong = 0
    has_zero: cython.bint = False
    found: cython.ulonglong = 0
    bit: cython.int
    i: cython.Py_ssize_t
    with cython.nogil:
        for bit in range(32):
            votes[bit] = 0
        for i in range(n_runs):
            value: cython.ulonglong = 0
            k: cython.Py_ssize_t
            for k in range(i, i + length):
                value = _mix_bits(value + tokens[k])
            at: cython.Py_ssize_t = find_slot(value, slots)
            if value == 0:
                has_zero = True
            elif slots[at] != value:
                slots[at] = value
                for bit in range(32):
                    votes[bit] += (value >> bit) & _TWO_BITS
                n_different += 1
        n_different += has_zero
        for bit in range(64):
            n_votes: cython.ulonglong = cython.cast(cython.uint, votes[bit & 31] >> (bit & 32))
            found |= cython.cast(cython.ulonglong, n_votes * 2 > n_different) << bit
    return found


def _hash_tokens(kind, data, size, classes, tokens):
    """Write a hash for each token; return how many there are."""
    n: cython.Py_ssize_t = 0
    total: cython.ulonglong = 0
    place: cython.ulonglong = 0
    before: cython.uchar = 0  # classes of the character before, 0 outside of words
    i: cython.Py_ssize_t
    for i in range(size + 1):
        point: cython.uint = PyUnicode_READ(kind, data, i)  # a zero follows the last one
        of: cython.uchar = character_class(point, classes) & (WORD | CJK) if i < size else 0
        if before and (not of or (of | before) & CJK):
            tokens[n] = _mix_bits(total)
            n += 1
            total = place = 0
        if of:
            total += _mix_bits(point + place)
            place += _STEP
        before = of
    return n


def _mix_bits(value):
    """Spread a number over all 64 bits, as splitmix64 does (Steele, Lea and Flood, 2014)."""
    value += _STEP
    value = (value ^ (value >> 30)) * cython.cast(cython.ulonglong, 0xBF58476D1CE4E5B9)
    value = (value ^ (value >> 27)) * cython.cast(cython.ulonglong, 0x94D049BB133111EB)
    return value ^ (value >> 31)
