# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Decide which blocks are main content: boosted trees, best set, kind of page, rows that are kept."""

import cython
import numpy as np
from cython.cimports.libc.math import NAN, log1p
from cython.cimports.maintext._core.columns import Columns

# A De Bruijn number: times a power of two, its upper four of sixteen bits tell the exponent without a branch.
_DE_BRUIJN = cython.declare(cython.uint, 0x09AF)
_CHUNK = cython.declare(cython.Py_ssize_t, 128)  # their features stay in the second-level cache


def sum_trees(
    columns: cython.const[cython.float][:, ::1],
    feature: cython.const[cython.int][:, ::1],
    threshold: cython.const[cython.float][:, ::1],
    mask: cython.const[cython.ushort][:, ::1],
    value: cython.const[cython.double][:, ::1],
):
    """Return the sum of the trees per sample, float64 of shape (n_samples,).

    QuickScorer (Lucchese et al., SIGIR 2015): every split of a tree strikes out the leaves on its other side,
    for sixteen samples at once in a loop that compilers vectorise; the lowest bit left is the sample's leaf.
    ``columns`` has a line per feature.
    """
    n_samples: cython.Py_ssize_t = columns.shape[1]
    n_trees: cython.Py_ssize_t = feature.shape[0]
    n_splits: cython.Py_ssize_t = feature.shape[1]
    i: cython.Py_ssize_t
    result = np.zeros(n_samples)
    sums: cython.double[::1] = result
    possible: cython.ushort[144]  # a chunk, and less than a vector after it
    place: cython.uchar[16]
    for i in range(16):
        place[((1 << i) * _DE_BRUIJN & 0xFFFF) >> 12] = i
    if n_samples < MAINTEXT_SAMPLES:
        padded = np.zeros((columns.shape[0], MAINTEXT_SAMPLES), dtype=np.float32)
        padded[:, :n_samples] = columns
        return sum_trees(padded, feature, threshold, mask, value)[:n_samples]
    with cython.nogil:
        start: cython.Py_ssize_t = 0
        while start < n_samples:
            n: cython.Py_ssize_t = n_samples - start
            if n >= _CHUNK + MAINTEXT_SAMPLES:  # so that no chunk is shorter than a vector
                n = _CHUNK
            tree: cython.Py_ssize_t
            for tree in range(n_trees):
                maintext_strike(
                    possible,
                    cython.address(columns[0, start]),
                    n_samples,
                    n,
                    cython.address(feature[tree, 0]),
                    cython.address(threshold[tree, 0]),
                    cython.address(mask[tree, 0]),
                    n_splits,
                )
                for i in range(n):
                    lowest: cython.uint = possible[i] & (~possible[i] + 1)
                    leaf: cython.Py_ssize_t = place[(lowest * _DE_BRUIJN & 0xFFFF) >> 12]
                    sums[start + i] += value[tree, leaf]
            start += n
    return result


def _expect(probability, n_words, beta, together, gold, taken, expected, mean):
    """Write the expected F of every prefix of blocks in order of falling probability.

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
    """Return the expected F of every prefix of blocks in order of falling probability, float64."""
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
    """Return whether each block is in the set with the largest expected F, bool.

    ``order`` are the blocks by falling probability. The set is empty where no block has a word.
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


def _weighted_sum(values, at, weight, n):
    """Return the weighted sum of the values at some places; two chains, as each sum waits for the last."""
    even: cython.double = 0
    odd: cython.double = 0
    i: cython.Py_ssize_t
    for i in range(0, n - 1, 2):
        even += values[at[i]] * weight[i]
        odd += values[at[i + 1]] * weight[i + 1]
    if n % 2:
        even += values[at[n - 1]] * weight[n - 1]
    return even + odd


def kind_inputs(
    features: cython.const[cython.float][:, ::1],
    of_page: cython.const[cython.longlong][::1],
    of_block: cython.const[cython.longlong][::1],
    n_words: cython.const[cython.longlong][::1],
    chosen: cython.const[cython.uchar][::1],
):
    """Return what the model of kinds sees, float64; ``features`` are (n_features, n_blocks), n_blocks > 0."""
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


def select_rows(
    columns: Columns,
    block_of_row: cython.const[cython.longlong][::1],
    verdict: cython.const[cython.longlong][::1],
    block_score: cython.const[cython.double][::1],
    keeps: cython.const[cython.uchar][::1],
):
    """Return whether each row is kept, its score (float32) and the number of its reason (int16).

    ``keeps`` says which verdicts keep a block. Reasons are numbered: hidden, visible but in no block, those
    of the verdicts, white space outside the kept blocks, white space in one.
    """
    n: cython.Py_ssize_t = columns.n_rows
    keep_ = np.zeros(n, dtype=np.bool_)
    score_ = np.empty(n, dtype=np.float32)
    reason_ = np.empty(n, dtype=np.int16)
    keep: cython.uchar[::1] = keep_.view(np.uint8)
    score: cython.float[::1] = score_
    reason: cython.short[::1] = reason_
    is_kept: cython.uchar[::1] = np.zeros(n + 1, dtype=np.uint8)  # blocks with a kept text, by their number
    space: cython.short = 2 + keeps.shape[0]
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(n):
            if block_of_row[row] >= 0:
                at: cython.longlong = verdict[block_of_row[row]]
                score[row] = block_score[block_of_row[row]]
                reason[row] = 2 + at
                if keeps[at]:
                    keep[row] = is_kept[columns.block[row]] = True
                continue
            score[row] = NAN
            reason[row] = not columns.is_hidden[row] if columns.is_text[row] else -1
        for row in range(n):
            if columns.is_text[row] and columns.n_chars[row] == 0:
                keep[row] = columns.block[row] >= 0 and is_kept[columns.block[row]]
                reason[row] = space + keep[row]
    return keep_, score_, reason_
