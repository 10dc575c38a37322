# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Scripts and common words of a text; the twin of parts of :mod:`maintext.metadata.language`.

Compiled only. Words are compared by 64-bit hashes (FNV-1a). Cost O(n_characters).
"""

import cython
from cython.cimports.cpython.unicode import (
    Py_UNICODE_ISALNUM,
    Py_UNICODE_ISDECIMAL,
    PyUnicode_DATA,
    PyUnicode_KIND,
    PyUnicode_READ,
)
from cython.cimports.maintext.kernel.hashes import no_letters, place_of, with_letter

_MOST = cython.declare(cython.int, 64)  # scripts, and languages of one


def scripts(text: str, script_of: cython.const[cython.uchar][::1], n_scripts: cython.int) -> list:
    """How many characters of a text belong to each script, by a table over code points.

    Characters behind the end of the table belong to the script of its last place.
    """
    counts: cython.int[64]
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    last: cython.Py_ssize_t = script_of.shape[0] - 1
    i: cython.Py_ssize_t
    assert n_scripts <= _MOST
    for i in range(n_scripts):
        counts[i] = 0
    for i in range(len(text)):
        counts[script_of[min(cython.cast(cython.Py_ssize_t, PyUnicode_READ(kind, data, i)), last)]] += 1
    return [counts[i] for i in range(n_scripts)]


def votes(
    text: str,
    most_words: cython.int,
    hashes: cython.const[cython.ulonglong][::1],
    numbers: cython.const[cython.ulonglong][::1],
    votes: cython.const[cython.double][:, ::1],
):
    """Votes of the first words of a text in small letters.

    ``hashes`` and ``numbers`` are a table of the words (:func:`maintext.kernel.hashes.table_of`) that vote,
    numbered from 1; ``votes`` has their rows.

    Returns
    -------
    n_words, n_votes
        How many words were read, and how many of them voted.
    best, first, second
        The language with most votes, the first of equals, its votes, and those of the second.
    """
    total: cython.double[64]
    n_languages: cython.Py_ssize_t = votes.shape[1]
    kind: cython.int = PyUnicode_KIND(text)
    data: cython.p_void = PyUnicode_DATA(text)
    n: cython.Py_ssize_t = len(text)
    n_words: cython.int = 0
    n_votes: cython.int = 0
    value: cython.ulonglong = no_letters()
    has_letters: cython.bint = False
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    assert n_languages <= _MOST
    for k in range(n_languages):
        total[k] = 0
    for i in range(n + 1):
        if i < n:
            point: cython.Py_UCS4 = PyUnicode_READ(kind, data, i)
            if 0x61 <= point <= 0x7A or (
                point >= 0x80 and Py_UNICODE_ISALNUM(point) and not Py_UNICODE_ISDECIMAL(point)
            ):
                value = with_letter(value, point)
                has_letters = True
                continue
        if not has_letters:
            continue
        n_words += 1
        number: cython.Py_ssize_t = numbers[place_of(value, hashes)]
        if number > 0:
            n_votes += 1
            for k in range(n_languages):
                total[k] += votes[number - 1, k]
        if n_words == most_words:
            break
        value = no_letters()
        has_letters = False
    best: cython.Py_ssize_t = 0
    for k in range(1, n_languages):
        if total[k] > total[best]:
            best = k
    second: cython.double = 0
    for k in range(n_languages):
        if k != best and total[k] > second:
            second = total[k]
    return n_words, n_votes, best, total[best], second
