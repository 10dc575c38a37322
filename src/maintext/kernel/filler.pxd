# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# What the parts that fill the matrix of features share: the page, what is computed of it on the way, and arithmetic
# that stands in the modules that import it, so that it costs no call.

cimport cython
from libc.math cimport log1p

# Bits of the table of tags.
cdef enum:
    BOLD = 1
    IMAGE = 2
    INPUT = 4
    PROSE = 8
    BLOCK_TAG = 16

@cython.final
cdef class Filler:
    cdef float[:, ::1] out
    cdef Py_ssize_t line  # the next one to write
    cdef Py_ssize_t n
    cdef Py_ssize_t n_rows
    # The page.
    cdef const int[::1] parent
    cdef const int[::1] end
    cdef const int[::1] depth
    cdef const short[::1] tag
    cdef const int[::1] row_chars
    cdef const unsigned char[::1] is_text
    cdef const unsigned char[::1] is_link
    cdef const unsigned char[::1] is_anchor
    cdef const unsigned char[::1] is_hidden
    cdef const unsigned long long[::1] names
    cdef long long[::1] shape
    cdef long long largest_shape
    # The blocks.
    cdef const long long[::1] row
    cdef const long long[::1] last
    cdef const long long[::1] element
    cdef const long long[::1] chars
    cdef const long long[::1] words
    cdef const long long[::1] punctuation
    cdef const long long[::1] digits
    cdef const long long[::1] cjk
    cdef const long long[::1] link_chars
    # Their wording.
    cdef const long long[::1] n_different
    cdef const long long[::1] in_title
    cdef const long long[::1] in_description
    cdef const long long[::1] sentences
    cdef const long long[:, ::1] marks
    cdef const long long[::1] said
    cdef const long long[::1] n_same
    cdef const long long[::1] nth_same
    cdef const unsigned int[::1] first_point
    cdef const unsigned int[::1] last_point
    cdef double n_title
    cdef double n_description
    # What is known of the page as a whole.
    cdef const double[::1] data
    cdef double is_article
    # Tables and limits, the same for every page.
    cdef const unsigned char[::1] tag_kind
    cdef const unsigned long long[::1] tag_bits
    cdef const unsigned char[::1] tag_heading
    cdef const signed char[::1] tag_counted
    cdef const unsigned char[::1] classes
    cdef const double[::1] end_value
    cdef const double[::1] log_table
    cdef const int[::1] sections
    cdef const int[::1] neighbours
    cdef const int[::1] windows
    cdef int n_says
    cdef Py_ssize_t n_tag_families
    cdef Py_ssize_t n_name_families
    cdef Py_ssize_t n_counted
    cdef long long other_says
    cdef int detail
    cdef int price
    cdef int date
    cdef int comment
    cdef Py_ssize_t noscript
    cdef int far
    cdef int most_steps
    cdef long long long_words
    # What is computed on the way.
    cdef unsigned char[::1] level
    cdef int[::1] before  # blocks that begin before each row; n_rows + 1
    cdef int[::1] images  # images before each row; n_rows + 1
    cdef int[::1] children
    cdef long long[::1] alike
    cdef double[::1] prose
    cdef double[:, ::1] total  # words, linked, long, sentences, headings before each block; (5, n + 1)
    cdef double all_words
    cdef long long[::1] group
    cdef double[:, ::1] work  # five lines of n + 1
    cdef long long[::1] n_tags
    # Room to number what is equal: as long as the page, and a table.
    cdef unsigned long long[::1] key
    cdef unsigned long long[::1] firsts
    cdef long long[::1] of_key
    cdef long long[::1] count
    cdef long long[::1] slots

    cdef void take(self, tuple page, tuple blocks, tuple wording, tuple of_page) except *
    cdef void take_tables(self, tuple tables, tuple numbers) except *
    cdef void make_room(self) except *


cdef void prepare(Filler f) noexcept nogil


cdef inline double log1p_of(Filler f, double value) noexcept nogil:
    """log(1 + value); of small whole numbers as numpy has it."""
    cdef Py_ssize_t at
    if 0 <= value < f.log_table.shape[0]:
        at = <Py_ssize_t>value
        if at == value:
            return f.log_table[at]
    return log1p(value)


cdef inline double sum_of(Filler f, Py_ssize_t what, Py_ssize_t row) noexcept nogil:
    """Words, linked words … (see ``total``) in the subtree of a row."""
    return f.total[what, f.before[f.end[row]]] - f.total[what, f.before[row]]


cdef inline bint holds(Filler f, Py_ssize_t row, Py_ssize_t other) noexcept nogil:
    """Whether the other row stands in the subtree of a row."""
    return row <= other < f.end[row]


cdef inline bint says(Filler f, int family, Py_ssize_t block) noexcept nogil:
    """Whether a block has a phrase of a family."""
    return (f.said[block] >> family) & 1


cdef inline bint is_long(Filler f, Py_ssize_t block) noexcept nogil:
    """Whether a block has many words."""
    return f.words[block] >= f.long_words
