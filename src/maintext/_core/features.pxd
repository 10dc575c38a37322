# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
cimport cython
from libc.math cimport log1p

from maintext._core.columns cimport Columns

# Bits of the table of tags.
cpdef enum:
    BOLD = 1
    IMAGE = 2
    PROSE = 4
    BLOCK_TAG = 8

cdef extern from "Python.h":
    unsigned int Py_UNICODE_TOLOWER(unsigned int point) noexcept nogil


@cython.final
cdef class FeatureTables:
    cdef const unsigned int[::1] characters
    cdef const unsigned char[::1] tag_kind, tag_heading
    cdef const unsigned long long[::1] tag_bits
    cdef const signed char[::1] tag_counted
    cdef const double[::1] end_value, logs
    cdef const int[::1] step_line, count_line, neighbours, windows
    cdef Py_ssize_t n_counted_tags, n_tag_families, n_step_names, n_count_names


@cython.final
cdef class Filler:
    cdef Columns columns
    cdef FeatureTables tables
    cdef str text  # with the offsets below; not always that of the page
    cdef float[:, ::1] out
    cdef Py_ssize_t line, n, n_rows  # the next line to write; blocks; rows
    cdef const unsigned long long[::1] names
    cdef const int[::1] class_row, text_start, text_end
    cdef const long long[::1] class_start, class_end, row, last, element, chars, words, cjk, link_chars
    cdef const unsigned long long[::1] title, description
    cdef const double[::1] data
    cdef double n_title, n_description, is_article, all_words
    # Measured of the texts.
    cdef long long[::1] n_different, in_title, in_description, sentences, separators, n_same, nth_same
    cdef unsigned int[::1] last_point
    cdef unsigned long long[::1] word_slots
    cdef int[::1] word_used
    # Of rows: shapes, siblings alike, prose; blocks and images that begin before each, n_rows + 1.
    cdef long long[::1] shape, alike
    cdef long long largest_shape
    cdef double[::1] prose
    cdef int[::1] before, images
    # Of blocks: level of a heading, group; words, linked, long, sentences before each, (4, n + 1).
    cdef unsigned char[::1] level
    cdef long long[::1] group, n_tags
    cdef double[:, ::1] total, work
    # Room to number what is equal: as long as the page, and a hash table.
    cdef unsigned long long[::1] key, firsts
    cdef long long[::1] of_key, count
    cdef int[::1] slots


cdef inline double log1p_of(Filler f, double value) noexcept nogil:
    """Return log(1 + value); small whole numbers are looked up."""
    cdef Py_ssize_t at
    if 0 <= value < f.tables.logs.shape[0]:
        at = <Py_ssize_t>value
        if at == value:
            return f.tables.logs[at]
    return log1p(value)


cdef inline double sum_of(Filler f, Py_ssize_t what, Py_ssize_t row) noexcept nogil:
    """Return the words, linked words … (see ``total``) in the subtree of a row."""
    return f.total[what, f.before[f.columns.end[row]]] - f.total[what, f.before[row]]


cdef inline bint holds(Filler f, Py_ssize_t row, Py_ssize_t other) noexcept nogil:
    """Return whether the other row stands in the subtree of a row."""
    return row <= other < f.columns.end[row]


cdef unsigned int _code_point(void* data, int kind, Py_ssize_t at) noexcept nogil
cdef object _hash_set(frozenset words)
cdef void _count_word(Filler f, unsigned long long word, int block) noexcept nogil
cdef void _measure_texts(Filler f, void* data, int kind) noexcept nogil
cdef void _number_shapes(Filler f, const unsigned char* base) noexcept nogil
cdef void _count_alike(Filler f) noexcept nogil
cdef void _group_blocks(Filler f) noexcept nogil
cdef void _sum_blocks(Filler f) noexcept nogil
cdef unsigned char _heading_level(Filler f, Py_ssize_t row) noexcept nogil
cdef void _add_prose(Filler f) noexcept nogil
cdef void _text_features(Filler f) noexcept nogil
cdef void _context_features(Filler f) noexcept nogil
cdef void _set_steps(
    Filler f, Py_ssize_t line, Py_ssize_t block, unsigned long long bits, int step, const int* line_of_bit
) noexcept nogil
cdef void _level_features(Filler f) noexcept nogil
cdef void _climb_levels(Filler f, Py_ssize_t block, long long* top, long long* most_alike) noexcept nogil
cdef void _one_level(
    Filler f, Py_ssize_t line, Py_ssize_t block, Py_ssize_t row, long long alike, double best
) noexcept nogil
cdef void _best_features(Filler f) noexcept nogil
cdef void _steps_to(Filler f, Py_ssize_t row, Py_ssize_t up, Py_ssize_t down) noexcept nogil
cdef void _dominant_features(Filler f) noexcept nogil
cdef void _group_features(Filler f) noexcept nogil
cdef void _position_features(Filler f) noexcept nogil
cdef Py_ssize_t _find_headline(Filler f) noexcept nogil
cdef double _signed_log(Filler f, double value) noexcept nogil
cdef void _headline_features(Filler f) noexcept nogil
cdef void _section_features(Filler f) noexcept nogil
cdef void _one_section(Filler f, Py_ssize_t start, Py_ssize_t stop, bint has_heading) noexcept nogil
cdef void _similarity_features(Filler f) noexcept nogil
cdef void _neighbour_features(Filler f) noexcept nogil
cdef void _window_features(Filler f) noexcept nogil
cdef void _page_features(Filler f) noexcept nogil
cdef void _put_constant(Filler f, double value) noexcept nogil
