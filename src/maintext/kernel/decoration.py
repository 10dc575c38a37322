# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What decoration a page may have; the twin of the quick look of :mod:`maintext.render.decoration`.

Compiled only. Cost O(n_rows).
"""

import cython


def kinds(
    keep: cython.const[cython.uchar][::1],
    tag: cython.const[cython.short][::1],
    end: cython.const[cython.int][::1],
    n_chars: cython.const[cython.int][::1],
    n_words: cython.const[cython.int][::1],
    n_digits: cython.const[cython.int][::1],
    is_link: cython.const[cython.uchar][::1],
    is_hidden: cython.const[cython.uchar][::1],
    kind_of: cython.const[cython.ushort][::1],
    max_sign_chars: cython.int,
    holds_code: cython.ushort,
    number: cython.ushort,
    sign: cython.ushort,
    hidden: cython.ushort,
):
    """Bits of what there is: of elements, by a table over tags, and of three kinds of kept texts.

    ``number`` is the bit of digits alone in an element that has a bit of ``holds_code``, ``sign`` that of
    a short text of a link without words, ``hidden`` that of a hidden text.
    """
    found: cython.ushort = 0
    code_end: cython.int = 0
    row: cython.Py_ssize_t
    for row in range(keep.shape[0]):
        kind: cython.ushort = kind_of[tag[row]]
        found |= kind
        if kind & holds_code and end[row] > code_end:
            code_end = end[row]
        if not keep[row] or n_chars[row] <= 0:
            continue
        if is_hidden[row]:
            found |= hidden
        if n_digits[row] == n_chars[row] and row < code_end:
            found |= number
        if n_words[row] == 0 and n_chars[row] <= max_sign_chars and is_link[row]:
            found |= sign
    return found
