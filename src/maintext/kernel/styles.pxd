# What maintext.kernel.styles offers to the modules that read attributes.

cdef bint is_named(unsigned char* base, Py_ssize_t end, char* name, Py_ssize_t length) noexcept nogil
cdef bint hides(unsigned char* base, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint draws_as_block(unsigned char* base, Py_ssize_t start, Py_ssize_t end) noexcept nogil
