# cython: boundscheck=False, wraparound=False
from maintext._core.columns cimport Columns, Tables
from maintext._core.elements cimport WordSet

# What an element is to kept markup, as maintext.render.markup numbers it.
cdef enum:
    MEDIA = 1
    RULE = 2
    SEEN = 4
    HEADING = 8
    DRAWN = 16
    VOID = 32
    BODY = 64
    WRITTEN = 128

# Edits of a row: its tags, the whole of it, something to see instead of it, an end tag for an empty element.
cdef enum:
    EDITS_TAGS = 1
    EDITS_WHOLE = 2
    EDITS_SIGHT = 4
    EDITS_END_TAG = 8

# What becomes of an attribute: left out, copied, made absolute, asked for, or a prefix before its value.
cdef enum:
    DROP = 0
    COPY = 1
    RESOLVE = 2
    ASK = 3
    PREFIX = 4

# What clean markup may hold: line breaks in a row, white space that HTML shows at an edge of a line.
cdef enum:
    HAS_BREAKS = 1
    HAS_EDGES = 2

# What a tag does to the lines around it: ends them, is seen.
cdef enum:
    ENDS_LINE = 1
    IS_SEEN = 2

# What a tag is where elements without sight are left out: a block, a part of a list or table, a cell, something
# to see, without end, strong, emphasised (both: struck out), with white space as it is written.
cdef enum:
    IS_BLOCK = 1
    IS_PART = 2
    IS_CELL = 4
    IS_SIGHT = 8
    IS_VOID = 16
    IS_STRONG = 32
    IS_EMPHASIS = 64
    IS_WRITTEN = 128

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(unsigned int point) noexcept nogil


cdef bint _is_sight(unsigned char* base, Py_ssize_t start) noexcept
cdef bytes _with_end_tag(bytes data, Py_ssize_t start, Py_ssize_t end)
cdef int _choose_mark(
    Columns columns, Py_ssize_t row, int[::1] n_kept, int[::1] n_seen, int[::1] places,
    const unsigned char[::1] kind_of
) noexcept
cdef bint _is_left_out(Columns columns, Py_ssize_t row, unsigned char[::1] is_drawn) noexcept
cdef void _add_slice(list found, unsigned char* base, Py_ssize_t start, Py_ssize_t end)
cdef void _take_edits(unsigned char[::1] edit, dict start_edits, dict whole_edits, object is_blank)
cdef Py_ssize_t _end_of_name(unsigned char* base, Py_ssize_t at, Py_ssize_t end) noexcept
cdef unsigned long long _hash_name(unsigned char* base, Py_ssize_t start, Py_ssize_t end) noexcept
cdef str _decode_span(unsigned char* base, Py_ssize_t start, Py_ssize_t end)
cdef bint _is_wide_blank(unsigned char* at) noexcept
cdef Py_ssize_t _blank_width(unsigned char* at) noexcept
cdef int kind_of_address(unsigned char* at, Py_ssize_t size, bint is_escaped) noexcept
cdef Py_ssize_t _end_of_host(unsigned char* at, Py_ssize_t i, Py_ssize_t size) noexcept
cdef bint _closes_name(
    str markup, Py_ssize_t at, Py_ssize_t size, const unsigned char[::1] closing, frozenset blocks
) noexcept
cdef int _tag_kind_at(str markup, Py_ssize_t start, Py_ssize_t stop, frozenset blocks, frozenset seen)
cdef bint _is_blank(Py_UCS4 point) noexcept
cdef bint _opens_pre(str markup, Py_ssize_t at, Py_ssize_t stop) noexcept
cdef Py_ssize_t _leave_out(list parts, str markup, Py_ssize_t done, list edges)
cdef object _read_picture(
    bytes data, Py_ssize_t at, Py_ssize_t end, str origin, dict meanings, WordSet empty_words,
    bint is_alone
)
cdef int _smallness_of(unsigned char* at, Py_ssize_t size) noexcept
