# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What a page's kind is judged by; the twin of :func:`maintext.model.kind.kind_inputs`.

Compiled only. Cost O(n_blocks + n_features · n_kept_blocks), without the GIL.
"""

import cython
import numpy as np
from cython.cimports.libc.math import log1p


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _weighted_sum(
    values: cython.pointer(cython.const[cython.float]),
    at: cython.const[cython.int][::1],
    weight: cython.const[cython.double][::1],
    n: cython.Py_ssize_t,
) -> cython.double:
    """Sum of the values at some places, each times its weight; two chains, as each sum waits for the last."""
    even: cython.double = 0
    odd: cython.double = 0
    i: cython.Py_ssize_t
    for i in range(0, n - 1, 2):
        even += values[at[i]] * weight[i]
        odd += values[at[i + 1]] * weight[i + 1]
    if n % 2:
        even += values[at[n - 1]] * weight[n - 1]
    return even + odd


def inputs(
    features: cython.const[cython.float][:, ::1],
    of_page: cython.const[cython.longlong][::1],
    of_block: cython.const[cython.longlong][::1],
    n_words: cython.const[cython.longlong][::1],
    chosen: cython.const[cython.uchar][::1],
):
    """The inputs, float64; ``features`` has the shape (n_features, n_blocks), at least one block."""
    n_blocks: cython.Py_ssize_t = n_words.shape[0]
    n_page: cython.Py_ssize_t = of_page.shape[0]
    result_ = np.empty(n_page + 5 + of_block.shape[0], dtype=np.float64)
    result: cython.double[::1] = result_
    at: cython.int[::1] = np.empty(n_blocks, dtype=np.intc)
    weight: cython.double[::1] = np.empty(n_blocks, dtype=np.float64)
    n: cython.Py_ssize_t = 0  # chosen blocks with words
    n_chosen: cython.double = 0
    n_runs: cython.double = 0
    all_words: cython.double = 0
    kept: cython.double = 0
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n_blocks):
            all_words += n_words[i]
            if chosen[i]:
                n_chosen += 1
                n_runs += i == 0 or not chosen[i - 1]
                if n_words[i] > 0:
                    kept += n_words[i]
                    at[n] = i
                    weight[n] = n_words[i]
                    n += 1
        kept = max(kept, 1)
        for i in range(n_page):
            result[i] = features[of_page[i], 0]
        result[n_page] = log1p(kept)
        result[n_page + 1] = kept / max(all_words, 1)
        result[n_page + 2] = n_chosen / n_blocks
        result[n_page + 3] = n_runs / max(n_chosen, 1)
        result[n_page + 4] = log1p(kept / max(n_chosen, 1))
        for i in range(of_block.shape[0]):
            result[n_page + 5 + i] = (
                _weighted_sum(cython.address(features[of_block[i], 0]), at, weight, n) / kept
            )
    return result_
