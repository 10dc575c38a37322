# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A verdict on each block as a decision on each row; the twin of :class:`maintext.selection.BlockSelector`.

Compiled only. Cost O(n_rows), without the GIL.
"""

import cython
import numpy as np
from cython.cimports.libc.math import NAN


def of_rows(
    of_row: cython.const[cython.longlong][::1],
    verdict: cython.const[cython.longlong][::1],
    of_block: cython.const[cython.double][::1],
    keeps: cython.const[cython.uchar][::1],
    is_text: cython.const[cython.uchar][::1],
    is_hidden: cython.const[cython.uchar][::1],
    n_chars: cython.const[cython.int][::1],
    block: cython.const[cython.int][::1],
):
    """Whether each row is kept, its score and the number of its reason.

    ``keeps`` says which verdicts keep a block. Reasons are numbered: hidden, visible but in no block, those
    of the verdicts, white space outside the kept blocks and in one.
    """
    n: cython.Py_ssize_t = of_row.shape[0]
    keep_ = np.zeros(n, dtype=np.bool_)
    score_ = np.empty(n, dtype=np.float32)
    reason_ = np.empty(n, dtype=np.short)
    keep: cython.uchar[::1] = keep_.view(np.uint8)
    score: cython.float[::1] = score_
    reason: cython.short[::1] = reason_
    is_kept: cython.uchar[::1] = np.zeros(n + 1, dtype=np.uint8)  # blocks with a kept text, by their number
    space: cython.short = 2 + keeps.shape[0]
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(n):
            if of_row[row] >= 0:
                at: cython.longlong = verdict[of_row[row]]
                score[row] = of_block[of_row[row]]
                reason[row] = 2 + at
                if keeps[at]:
                    keep[row] = is_kept[block[row]] = True
                continue
            score[row] = NAN
            reason[row] = not is_hidden[row] if is_text[row] else -1
        for row in range(n):
            if is_text[row] and n_chars[row] == 0:
                keep[row] = block[row] >= 0 and is_kept[block[row]]
                reason[row] = space + keep[row]
    return keep_, score_, reason_
