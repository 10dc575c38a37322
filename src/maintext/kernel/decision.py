# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The best set of blocks, and expected F-measures; the twin of :mod:`maintext.model.decision`.

Compiled only. Cost O(n_blocks · n_draws), without the GIL.
"""

import cython
import numpy as np


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _expect(
    probability: cython.const[cython.double][::1],
    n_words: cython.const[cython.longlong][::1],
    beta: cython.double,
    together: cython.double,
    gold: cython.double[::1],
    taken: cython.double[::1],
    expected: cython.double[::1],
    mean: cython.double[::1],
) -> cython.void:
    """Write the expected F of every prefix of blocks sorted by falling probability.

    ``gold`` is room for a number per draw, ``taken`` and ``expected`` for one more than there are blocks.
    """
    n: cython.Py_ssize_t = probability.shape[0]
    n_draws: cython.Py_ssize_t = gold.shape[0]
    weight: cython.double = beta * beta
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    taken[0] = expected[0] = 0
    for i in range(n):
        taken[i + 1] = taken[i] + n_words[i]
        expected[i + 1] = expected[i] + probability[i] * n_words[i]
    i = n
    for j in range(n_draws):  # draws rise: ever fewer blocks are more probable
        draw: cython.double = (j + 0.5) / n_draws
        while i > 0 and probability[i - 1] <= draw:
            i -= 1
        gold[j] = taken[i]
    for i in range(n):
        words: cython.double = taken[i + 1]
        independent: cython.double = (1 + weight) * expected[i + 1] / max(words + weight * expected[n], 1e-9)
        dependent: cython.double = 0
        for j in range(n_draws):
            dependent += min(words, gold[j]) / max(words + weight * gold[j], 1e-9)
        dependent *= (1 + weight) / n_draws
        mean[i] = (1 - together) * independent + together * dependent


def expected_f(
    probability: cython.const[cython.double][::1],
    n_words: cython.const[cython.longlong][::1],
    beta: cython.double,
    together: cython.double,
    n_draws: cython.Py_ssize_t,
):
    """Expected F of every prefix of blocks sorted by falling probability, float64."""
    n: cython.Py_ssize_t = probability.shape[0]
    mean = np.empty(n)
    work: cython.double[:, ::1] = np.empty((2, n + 1))
    _expect(probability, n_words, beta, together, np.empty(n_draws), work[0], work[1], mean)
    return mean


def best_blocks(
    probability: cython.const[cython.double][::1],
    n_words: cython.const[cython.longlong][::1],
    order: cython.const[cython.longlong][::1],
    beta: cython.double,
    together: cython.double,
    n_draws: cython.Py_ssize_t,
):
    """Whether each block is in the set with the largest expected F, bool.

    ``order`` are the blocks by falling probability. None is in it where no block has a word.
    """
    n: cython.Py_ssize_t = order.shape[0]
    result = np.zeros(n, dtype=np.bool_)
    chosen: cython.uchar[::1] = result.view(np.uint8)
    work: cython.double[:, ::1] = np.empty((4, n + 1))
    gold: cython.double[::1] = np.empty(n_draws)
    words: cython.longlong[::1] = np.empty(n, dtype=np.int64)
    mean: cython.double[::1] = work[1]
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            work[0, i] = probability[order[i]]
            words[i] = n_words[order[i]]
        _expect(work[0, :n], words, beta, together, gold, work[2], work[3], mean)
        best: cython.Py_ssize_t = 0
        for i in range(1, n):
            if mean[i] > mean[best]:
                best = i
        if work[3, n] > 0:  # expected words of all blocks
            for i in range(best + 1):
                chosen[order[i]] = True
    return result
