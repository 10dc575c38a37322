# cython: boundscheck=False, wraparound=False
from maintext._core.columns cimport Columns

cdef extern from "Python.h":
    bint Py_UNICODE_ISSPACE(unsigned int point) noexcept nogil
    unsigned int PyUnicode_READ(int kind, void* data, Py_ssize_t index) noexcept nogil

# What stands between two texts, as maintext.render.text numbers it; a block begins from GAP_PARAGRAPH on.
cdef enum:
    GAP_NOTHING = 0
    GAP_SPACE = 1
    GAP_BREAK = 2
    GAP_PARAGRAPH = 3
    GAP_TAB = 4
    GAP_NEXT = 5

# What a page may need to be rid of, as maintext.render.artifacts numbers it; lower bits are of tags.
cdef enum:
    HAS_NUMBER = 1 << 7
    HAS_SIGN_LINK = 1 << 8
    HAS_HIDDEN = 1 << 9
    HAS_LINK_BACK = 1 << 10
    HAS_HEADING_LINK = 1 << 11
    HEADING = 1 << 12
    HOLDS_CODE = 1 << 13

ctypedef fused character:  # as Python stores characters
    unsigned char
    unsigned short
    unsigned int


cdef bint _is_glued(Columns columns, int left, int right) noexcept
cdef bint _are_links_side_by_side(Columns columns, int left, int right) noexcept
cdef Py_ssize_t _find_runs(
    Columns columns, const unsigned char[::1] keep, const unsigned char[::1] shown,
    const unsigned char[::1] parted, const unsigned char[::1] gap_of,
    const unsigned char[::1] is_written, int[:, ::1] runs, int[::1] outer
) noexcept nogil
cdef Py_ssize_t _write_runs(
    const character* text, character* out, int[:, ::1] runs, Py_ssize_t n,
    const unsigned char[::1] closing
) noexcept nogil
cdef bint _is_space(unsigned int point) noexcept nogil
cdef bint _is_without_width(unsigned int point) noexcept nogil
cdef bint _is_of_unspaced_script(unsigned int point) noexcept nogil
cdef bint _goes_on(
    const character* text, int[:, ::1] runs, Py_ssize_t n, Py_ssize_t i, Py_ssize_t k
) noexcept nogil
cdef Py_ssize_t _close_block(
    character* out, Py_ssize_t before, Py_ssize_t block, Py_ssize_t written, bint raw
) noexcept nogil
cdef bint _has_link_behind(Columns columns, unsigned char* base, Py_ssize_t heading) noexcept nogil
cdef bint _is_sign_back(Columns columns, int kind, void* data, Py_ssize_t row) noexcept nogil
cdef Py_ssize_t _hash_tokens(
    int kind, void* data, Py_ssize_t size, const unsigned char* classes, unsigned long long[::1] tokens
) noexcept nogil
cdef unsigned long long _mix_bits(unsigned long long value) noexcept nogil
