# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# What the parts that fill the matrix of features share: the page, what is computed of it on the way, and arithmetic
# that stands in the modules that import it, so that it costs no call.

cimport cython
from libc.math cimport log1p

from maintext._core.columns cimport Columns

# Bits of the table of tags.
cpdef enum:
    BOLD = 1
    IMAGE = 2
    INPUT = 4
    PROSE = 8
    BLOCK_TAG = 16

cdef extern from "Python.h":
    bint Py_UNICODE_ISDECIMAL(unsigned int point) noexcept nogil
    unsigned int Py_UNICODE_TOLOWER(unsigned int point) noexcept nogil

@cython.final
cdef class Short:
    cdef unsigned int[::1] text
    cdef const unsigned int[::1] table
    cdef const unsigned char[::1] flags
    cdef const unsigned long long[::1] phrases
    cdef const unsigned long long[::1] phrase_bits
    cdef const int[::1] lengths

    cdef bint _is(self, Py_ssize_t at, unsigned char flag) noexcept nogil
    cdef Py_ssize_t _digits(self, Py_ssize_t at, Py_ssize_t most) noexcept nogil
    cdef bint _mark(self, Py_ssize_t at, unsigned int letter) noexcept nogil
    cdef Py_ssize_t _space(self, Py_ssize_t at) noexcept nogil
    cdef bint _says(self, Py_ssize_t at, unsigned int a, unsigned int b, unsigned int c) noexcept nogil
    cdef bint is_date(self, Py_ssize_t at) noexcept nogil
    cdef bint has_unit(self, Py_ssize_t at) noexcept nogil
    cdef bint is_address(self, Py_ssize_t at) noexcept nogil
    cdef unsigned long long phrase(self, Py_ssize_t at, Py_ssize_t n) noexcept nogil
    cdef unsigned long long bits(
        self, Py_ssize_t n, unsigned long long date, unsigned long long price, unsigned long long address
    ) noexcept nogil


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

    cdef void take(self, tuple page, tuple blocks, tuple stats, tuple of_page) except *
    cdef void take_tables(self, tuple tables, tuple numbers) except *
    cdef void make_room(self) except *




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

cdef unsigned char _class_of(
    unsigned int point, const unsigned int* table, const unsigned char* flags
) noexcept nogil
cdef bint _is_new(
    unsigned long long value, unsigned long long[::1] slots, int[::1] used, int block
) noexcept nogil
cdef bint _count_word(
    unsigned long long word, int block, unsigned long long[::1] slots, int[::1] used, long long[:, ::1]
    counts, const unsigned long long[::1] title, const unsigned long long[::1] description
) noexcept nogil
cdef object _hash_set(frozenset words)
cdef unsigned int _code_point(void* data, int kind, Py_ssize_t at) noexcept nogil
cdef tuple _count_repeats(const unsigned long long[::1] hashes)
cdef void prepare(Filler f) noexcept nogil
cdef void _count_alike(Filler f) noexcept nogil
cdef void _group_blocks(Filler f) noexcept nogil
cdef void _sum_blocks(Filler f) noexcept nogil
cdef unsigned char _heading_level(Filler f, Py_ssize_t row) noexcept nogil
cdef void _add_prose(Filler f) noexcept nogil
cdef void text_features(Filler f) noexcept nogil
cdef void _contents_since(Filler f) noexcept nogil
cdef Py_ssize_t _spread(unsigned long long bits) noexcept nogil
cdef void context_features(Filler f) noexcept nogil
cdef void _set_steps(
    Filler f, Py_ssize_t line, Py_ssize_t block, unsigned long long bits, int step, unsigned char*
    bit_place
) noexcept nogil
cdef void structure_features(Filler f) noexcept nogil
cdef void _level_features(Filler f) noexcept nogil
cdef void _climb_levels(Filler f, Py_ssize_t block, long long* top, long long* most) noexcept nogil
cdef void _one_level(
    Filler f, Py_ssize_t line, Py_ssize_t block, Py_ssize_t row, long long alike, double best
) noexcept nogil
cdef void _best_features(Filler f) noexcept nogil
cdef void steps_to(Filler f, Py_ssize_t row, Py_ssize_t up, Py_ssize_t down) noexcept nogil
cdef void _dominant_features(Filler f) noexcept nogil
cdef void _group_features(Filler f) noexcept nogil
cdef double _signed_log(Filler f, double value) noexcept nogil
cdef void position_features(Filler f) noexcept nogil
cdef Py_ssize_t _find_headline(Filler f) noexcept nogil
cdef void _headline_features(Filler f) noexcept nogil
cdef void _sections_around(Filler f) noexcept nogil
cdef void _one_section(Filler f, Py_ssize_t start, Py_ssize_t stop, bint has_heading) noexcept nogil
cdef void _similarity_features(Filler f) noexcept nogil
cdef void page_features(Filler f) noexcept nogil
cdef void _put_constant(Filler f, double value) noexcept nogil
cdef double _count_saying(Filler f, int family) noexcept nogil
cdef void _neighbour_features(Filler f) noexcept nogil
cdef void _window_features(Filler f) noexcept nogil
