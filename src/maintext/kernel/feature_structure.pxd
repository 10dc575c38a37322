from maintext.kernel.filler cimport Filler

cdef void structure_lines(Filler f) noexcept nogil
cdef void steps_to(Filler f, Py_ssize_t row, Py_ssize_t up, Py_ssize_t down) noexcept nogil
