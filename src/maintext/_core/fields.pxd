cimport cython
from maintext._core.columns cimport Columns
from maintext._core.elements cimport WordSet

cdef extern from "Python.h":
    bint Py_UNICODE_ISDECIMAL(unsigned int point) noexcept nogil
    bint Py_UNICODE_ISSPACE(unsigned int point) noexcept nogil
    unsigned int PyUnicode_READ(int kind, void* data, Py_ssize_t index) noexcept nogil


@cython.final
cdef class Lines:
    cdef Columns columns
    cdef long long[:, ::1] table
    cdef readonly object row, last, n_chars, n_digits, n_link_chars

    cdef list short_lines(
        self, Py_ssize_t first, long long maximum_chars, long long minimum_digits, Py_ssize_t maximum_lines
    )


cdef str _join_lines(Columns columns, const int* rows, Py_ssize_t n)
cdef bint _is_letter(unsigned int point) noexcept nogil
cdef bint _is_signed(int kind, void* data, Py_ssize_t start, Py_ssize_t end, WordSet beginnings) noexcept nogil
cdef int _count_digits(int kind, void* data, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _is_date(int kind, void* data, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _is_numeric_date(int kind, void* data, Py_ssize_t at, Py_ssize_t end) noexcept nogil
