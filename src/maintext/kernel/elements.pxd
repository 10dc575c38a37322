cdef bint ends_name(unsigned char point) noexcept
cdef bint holds(
    unsigned char* base, Py_ssize_t start, Py_ssize_t end, unsigned char* begins, tuple words
) noexcept
