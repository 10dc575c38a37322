# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Decide which blocks are main content: boosted trees, best set, kind of page, rows that are kept."""

import cython
import numpy as np
from cython.cimports.libc.math import NAN, exp, log, log1p
from cython.cimports.maintext._core.columns import Columns

_CHUNK = cython.declare(cython.Py_ssize_t, 256)  # their features stay in the second-level cache


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
    if n_samples < MAINTEXT_SAMPLES:
        padded = np.zeros((columns.shape[0], MAINTEXT_SAMPLES), dtype=np.float32)
        padded[:, :n_samples] = columns
        return sum_trees(padded, feature, threshold, mask, value)[:n_samples]
    result = np.zeros(n_samples + MAINTEXT_SAMPLES)  # with those of the last vector, if it is not whole
    sums: cython.double[::1] = result
    ranges: cython.float[:, ::1] = np.empty((columns.shape[0], 2), dtype=np.float32)
    with cython.nogil:
        start: cython.Py_ssize_t = 0
        while start < n_samples:
            n: cython.Py_ssize_t = n_samples - start
            if n >= _CHUNK + MAINTEXT_SAMPLES:  # so that no chunk is shorter than a vector
                n = _CHUNK
            first: cython.pointer(cython.const[cython.float]) = cython.address(columns[0, start])
            maintext_find_ranges(first, n_samples, n, columns.shape[0], cython.address(ranges[0, 0]))
            tree: cython.Py_ssize_t
            for tree in range(feature.shape[0]):
                maintext_add_tree(
                    cython.address(sums[start]),
                    first,
                    n_samples,
                    n,
                    cython.address(ranges[0, 0]),
                    cython.address(feature[tree, 0]),
                    cython.address(threshold[tree, 0]),
                    cython.address(mask[tree, 0]),
                    cython.address(value[tree, 0]),
                    feature.shape[1],
                )
            start += n
    rest: cython.Py_ssize_t = n_samples % MAINTEXT_SAMPLES
    result[n_samples - rest : n_samples] = result[n_samples + MAINTEXT_SAMPLES - rest :]
    return result[:n_samples]


def smooth_log_odds(
    probability: cython.const[cython.double][::1],
    n_words: cython.const[cython.longlong][::1],
    group: cython.const[cython.longlong][::1],
    max_share: cython.double,
    half_group: cython.double,
    min_group: cython.double,
):
    """Return probabilities with log-odds moved towards those of the mean of each block's group, float64.

    A group of n blocks counts ``max_share · (n - 1) / (n - 1 + half_group)``; ``min_group`` limits its mean.
    """
    n: cython.Py_ssize_t = probability.shape[0]
    result_ = np.empty(n)
    result: cython.double[::1] = result_
    sums: cython.double[:, ::1] = np.zeros((3, n))  # of each group: words, words by probability, others
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            sums[0, group[i]] += n_words[i] + 0.5  # also of a group without words
            sums[1, group[i]] += (n_words[i] + 0.5) * probability[i]
            sums[2, group[i]] += 1
        for i in range(n):
            others: cython.double = sums[2, group[i]] - 1
            share: cython.double = max_share * others / (others + half_group)
            odds: cython.double = (1 - share) * log_odds(probability[i], 1e-6)
            if others > 0:
                odds += share * log_odds(sums[1, group[i]] / sums[0, group[i]], min_group)
            result[i] = 1 / (1 + exp(-odds))
    return result_


def shift_log_odds(
    probability: cython.const[cython.double][::1], factor: cython.double, by: cython.const[cython.double][::1]
):
    """Return probabilities with log-odds multiplied by a factor, and each then moved, float64."""
    result_ = np.empty(probability.shape[0])
    result: cython.double[::1] = result_
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(probability.shape[0]):
            result[i] = 1 / (1 + exp(-(factor * log_odds(probability[i], 1e-6) + by[i])))
    return result_


def log_odds(probability, least):
    """Return the log-odds of a probability that is limited to ``least … 1 - least``."""
    p: cython.double = min(max(probability, least), 1 - least)
    return log(p / (1 - p))


def count_best(
    probability: cython.const[cython.double][::1],
    n_words: cython.const[cython.longlong][::1],
    beta: cython.double,
    together: cython.double,
    n_draws: cython.Py_ssize_t,
):
    """Return how many blocks, in order of falling probability, have the best expected F; 0 for no words."""
    n: cython.Py_ssize_t = probability.shape[0]
    weight: cython.double = beta * beta
    n_best: cython.Py_ssize_t = 0
    best: cython.double = 0
    gold: cython.double[::1] = np.empty(n_draws)
    taken: cython.double[::1] = np.zeros(n + 1)
    expected: cython.double[::1] = np.zeros(n + 1)
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
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
            all_words: cython.double = max(words + weight * expected[n], 1e-9)
            dependent: cython.double = 0
            for j in range(n_draws):
                dependent += min(words, gold[j]) / max(words + weight * gold[j], 1e-9)
            mean: cython.double = (1 - together) * (1 + weight) * expected[i + 1] / all_words
            mean += together * dependent * ((1 + weight) / n_draws)
            if mean > best:
                best, n_best = mean, i + 1
            # Every draw has all its words, and a block that lowers the F is followed by less probable ones.
            if words >= gold[0] and probability[i] * all_words <= expected[i + 1]:
                break
    return n_best


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


def _count_before(row, at):
    """Return the number of blocks that start before a row of the page."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = row.shape[0]
    while low < high:
        middle: cython.Py_ssize_t = (low + high) // 2
        if row[middle] < at:
            low = middle + 1
        else:
            high = middle
    return low


def _is_nearly_whole(first, end, line, n_words, chosen, min_lines, min_share):
    """Return whether nearly all lines of a table are chosen, but not all its blocks ``first … end - 1``."""
    n_kept: cython.Py_ssize_t = 0
    words: cython.longlong = 0
    kept_words: cython.longlong = 0
    lines: cython.longlong = 0
    kept_lines: cython.longlong = 0
    last: cython.int = -1
    last_kept: cython.int = -1
    i: cython.Py_ssize_t
    for i in range(first, end):
        words += n_words[i]
        lines += line[i] != last
        last = line[i]
        if chosen[i]:
            n_kept += 1
            kept_words += n_words[i]
            kept_lines += line[i] != last_kept
            last_kept = line[i]
    is_grid: cython.bint = lines >= min_lines and end - first >= 2 * lines
    return (
        0 < n_kept < end - first and is_grid and kept_lines >= min_share * lines and 2 * kept_words >= words
    )


def complete_partial_structures(
    columns: Columns,
    blocks: tuple,
    probability: cython.const[cython.double][::1],
    chosen: cython.const[cython.uchar][::1],
    tag_kind: cython.const[cython.uchar][::1],
    whole: cython.double,
    min_share: cython.double,
    min_lines: cython.longlong,
):
    """Return which blocks complete a structure of which the chosen blocks are a part, bool.

    ``blocks`` are their columns row and n_words.
    """
    row: cython.const[cython.longlong][::1] = blocks[0]
    n_words: cython.const[cython.longlong][::1] = blocks[1]
    n_rows: cython.Py_ssize_t = columns.n_rows
    n: cython.Py_ssize_t = row.shape[0]
    result = np.zeros(n, dtype=np.bool_)
    found: cython.uchar[::1] = result.view(np.uint8)
    taken: cython.uchar[::1] = np.empty(n, dtype=np.uint8)  # what is chosen or found so far
    likely: cython.double[::1] = np.empty(n + 1)
    line: cython.int[::1] = np.empty(n, dtype=np.intc)  # lines of tables that begin before each block
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    first: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    with cython.nogil:
        likely[0] = 0
        for i in range(n):
            taken[i] = chosen[i]
            likely[i + 1] = likely[i] + (probability[i] - whole) * n_words[i]
        block: cython.Py_ssize_t = 0
        n_lines: cython.int = 0
        for at in range(n_rows):
            if block < n and row[block] == at:
                line[block] = n_lines
                block += 1
            kind: cython.uchar = tag_kind[columns.tag[at]]
            if kind & LIST and not columns.is_hidden[at]:
                first, stop = block, _count_before(row, columns.end[at])
                is_between: cython.bint = 0 < first < stop < n and chosen[first - 1] and chosen[stop]
                if is_between and likely[stop] >= likely[first]:
                    for i in range(first, stop):
                        taken[i] = found[i] = True
            n_lines += (kind & LINE) != 0
        inner: cython.Py_ssize_t = n_rows  # the next table: backwards, so that it shows which hold none
        for at in range(n_rows - 1, -1, -1):
            if not tag_kind[columns.tag[at]] & TABLE:
                continue
            if inner >= columns.end[at]:
                first, stop = _count_before(row, at), _count_before(row, columns.end[at])
                if _is_nearly_whole(first, stop, line, n_words, taken, min_lines, min_share):
                    for i in range(first, stop):
                        if not columns.is_hidden[row[i]]:
                            taken[i] = found[i] = True
            inner = at
    return result
