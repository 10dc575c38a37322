# Types of the class in phrases.py: its methods are called for most characters of short texts, so they are C.
cimport cython

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
