cdef int kind_of_address(unsigned char* at, Py_ssize_t size) noexcept
