# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Features of the text of a block; the twin of :mod:`maintext.features.text`.

Compiled only. Writes lines of the matrix of :mod:`maintext.kernel.features`.
"""

import cython
from cython.cimports.maintext.kernel.characters import flags_of
from cython.cimports.maintext.kernel.filler import BOLD, IMAGE, INPUT, Filler, log1p_of, says

_WORD = cython.declare(cython.uchar, 2)  # of the table of characters
_UNDERSCORE = cython.declare(cython.uint, 0x5F)


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def text_lines(f: Filler) -> cython.void:
    """Lines of :mod:`maintext.features.text`."""
    out: cython.float[:, ::1] = f.out
    i: cython.Py_ssize_t
    family: cython.int
    for i in range(f.n):
        words: cython.double = max(f.words[i], 1)
        chars: cython.double = max(f.chars[i], 1)
        first: cython.uint = f.first_point[i]
        last: cython.Py_ssize_t = min(f.last_point[i], 0xFFFF)
        out[0, i] = log1p_of(f, f.chars[i])
        out[1, i] = log1p_of(f, f.words[i])
        out[2, i] = cython.cast(cython.float, chars) / cython.cast(cython.float, words)
        out[3, i] = f.link_chars[i] / chars
        out[4, i] = f.cjk[i] / chars
        out[5, i] = f.digits[i] / chars
        out[6, i] = f.punctuation[i] / words
        out[7, i] = log1p_of(f, f.sentences[i])
        out[8, i] = f.sentences[i] / words
        out[14, i] = f.end_value[last]
        out[15, i] = (flags_of(first, cython.address(f.classes[0])) & _WORD) != 0 and first != _UNDERSCORE
        out[16, i] = f.is_link[f.row[i]]
        out[17, i] = min(f.n_same[i], 20)
        out[18, i] = min(f.nth_same[i], 20)
        for family in range(f.marks.shape[0]):
            out[19 + family, i] = f.marks[family, i] / words
    _since(f)
    f.line = 19 + f.marks.shape[0]
    for family in range(f.n_says):
        for i in range(f.n):
            out[f.line, i] = says(f, family, i)
        f.line += 1


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _since(f: Filler) -> cython.void:
    """Bold characters in each block; links, images, controls since the one before; its texts."""
    out: cython.float[:, ::1] = f.out
    row: cython.Py_ssize_t = 0
    bold_end: cython.Py_ssize_t = 0
    block: cython.Py_ssize_t
    for block in range(f.n):
        bold: cython.double = 0
        links: cython.double = 0
        images: cython.double = 0
        inputs: cython.double = 0
        texts: cython.double = 0
        while row <= f.last[block]:
            kind: cython.uchar = f.tag_kind[f.tag[row]]
            if kind & BOLD:
                bold_end = max(bold_end, f.end[row])
            links += f.is_anchor[row]
            images += (kind & IMAGE) != 0
            inputs += (kind & INPUT) != 0
            if row >= f.row[block]:
                bold += f.row_chars[row] if row < bold_end else 0
                if f.is_text[row] and f.row_chars[row] > 0:
                    texts += 1
            row += 1
        out[9, block] = min(bold / max(f.chars[block], 1), 1.0)
        out[10, block] = log1p_of(f, links)
        out[11, block] = min(images, 10.0)
        out[12, block] = min(inputs, 10.0)
        out[13, block] = log1p_of(f, texts)
