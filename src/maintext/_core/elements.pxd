cimport cython
from maintext._core.columns cimport Columns


@cython.final
cdef class WordSet:
    cdef readonly tuple words
    cdef bytes joined
    cdef const unsigned char* letters
    cdef int[::1] word_start
    cdef int[1025] pair_start
    cdef unsigned int[32] seconds  # of each first character, a bit for each second one

    cdef bint begins(self, unsigned int first, unsigned int second) noexcept nogil
    cdef bint stands_in(self, const unsigned char* base, Py_ssize_t start, Py_ssize_t end) noexcept nogil


cdef Py_ssize_t first_attribute(Columns columns, Py_ssize_t row) noexcept nogil
cdef Py_ssize_t name_start(const unsigned char* base, Py_ssize_t value) noexcept nogil
cdef str decode_value(const unsigned char* base, Py_ssize_t start, Py_ssize_t end)
