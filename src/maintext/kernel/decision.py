# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Expected F-measures of prefixes; the twin of :func:`maintext.model.decision.expected_f`.

Compiled only. Cost O(n_blocks · n_draws), without the GIL.
"""

import cython
import numpy as np


def expected_f(
    probability: cython.const[cython.double][::1],
    n_words: cython.const[cython.longlong][::1],
    beta: cython.double,
    together: cython.double,
    n_draws: cython.Py_ssize_t,
):
    """Expected F of every prefix of blocks sorted by falling probability, float64."""
    n: cython.Py_ssize_t = probability.shape[0]
    result = np.empty(n)
    mean: cython.double[::1] = result
    taken: cython.double[::1] = np.zeros(n + 1)
    expected: cython.double[::1] = np.zeros(n + 1)
    gold: cython.double[::1] = np.empty(n_draws)
    weight: cython.double = beta * beta
    with cython.nogil:
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
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
            independent: cython.double = (
                (1 + weight) * expected[i + 1] / max(words + weight * expected[n], 1e-9)
            )
            dependent: cython.double = 0
            for j in range(n_draws):
                dependent += min(words, gold[j]) / max(words + weight * gold[j], 1e-9)
            dependent *= (1 + weight) / n_draws
            mean[i] = (1 - together) * independent + together * dependent
    return result
