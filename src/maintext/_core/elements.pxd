cimport cython
from maintext._core.columns cimport Columns


@cython.final
cdef class WordSet:
    cdef readonly tuple words
    cdef bytes joined
    cdef const char* letters
    cdef int size  # of the beginnings that are looked for, that of the shortest word
    cdef unsigned char[::1] shift  # of each pair: how far on to look next, 0 where a beginning may end
    cdef int[::1] word_start, pair_start  # the words, ordered by the pair that ends their beginning

    cdef bint begins(self, unsigned int first, unsigned int second) noexcept nogil
    cdef bint stands_in(self, const unsigned char* base, Py_ssize_t start, Py_ssize_t end) noexcept nogil


cdef Py_ssize_t first_attribute(Columns columns, Py_ssize_t row) noexcept nogil
cdef Py_ssize_t name_start(const unsigned char* base, Py_ssize_t value) noexcept nogil
cdef str decode_value(const unsigned char* base, Py_ssize_t start, Py_ssize_t end)
