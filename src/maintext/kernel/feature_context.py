# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Features of what stands around a block; the twin of :mod:`maintext.features.context`.

Compiled only. Writes lines of the matrix of :mod:`maintext.kernel.features`.
"""

import cython
from cython.cimports.maintext.kernel.filler import BLOCK_TAG, Filler

# Any six bits of this number that follow each other are different, so that a power of two times it tells its
# exponent in the upper six: where a bit stands without looking at those below.
_DE_BRUIJN = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)


@cython.nogil
@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _spread(bits: cython.ulonglong) -> cython.Py_ssize_t:
    """A number below 64 that is different for each place of the lowest bit."""
    return ((bits & (~bits + 1)) * _DE_BRUIJN) >> 58


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def context_lines(f: Filler) -> cython.void:
    """Lines of :mod:`maintext.features.context`."""
    out: cython.float[:, ::1] = f.out
    by_tag: cython.Py_ssize_t = f.line
    by_name: cython.Py_ssize_t = by_tag + f.n_tag_families
    counts: cython.Py_ssize_t = by_name + f.n_name_families
    more: cython.Py_ssize_t = counts + f.n_name_families
    bit_place: cython.uchar[64]
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for i in range(64):
        bit_place[_spread(cython.cast(cython.ulonglong, 1) << i)] = i
    for line in range(by_tag, counts):
        for i in range(f.n):
            out[line, i] = f.far
    for line in range(counts, more):
        for i in range(f.n):
            out[line, i] = 0
    for i in range(f.n):
        row: cython.Py_ssize_t = f.parent[f.row[i]]
        tags: cython.ulonglong = 0
        named: cython.ulonglong = 0
        step: cython.int
        for step in range(f.most_steps):
            bits: cython.ulonglong = f.names[row]
            if step < f.far:
                _set_steps(f, by_tag, i, f.tag_bits[f.tag[row]] & ~tags, step, bit_place)
                _set_steps(f, by_name, i, bits & ~named, step, bit_place)
                tags |= f.tag_bits[f.tag[row]]
                named |= bits
            while bits != 0:
                out[counts + bit_place[_spread(bits)], i] += 1
                bits &= bits - 1
            if row == 0:
                break
            row = f.parent[row]
        out[more, i] = f.depth[f.element[i]]
        out[more + 1, i] = f.is_hidden[f.row[i]]
        out[more + 2, i] = out[by_tag + f.noscript, i] < f.far
        out[more + 3, i] = (f.tag_kind[f.tag[f.element[i]]] & BLOCK_TAG) != 0
    f.line = more + 4


@cython.nogil
@cython.cfunc
@cython.exceptval(check=False)
def _set_steps(
    f: Filler,
    line: cython.Py_ssize_t,
    block: cython.Py_ssize_t,
    bits: cython.ulonglong,
    step: cython.int,
    bit_place: cython.pointer(cython.uchar),
) -> cython.void:
    """Note a step for each of the bits, of which the lowest stands in a line."""
    while bits != 0:
        f.out[line + bit_place[_spread(bits)], block] = step
        bits &= bits - 1
