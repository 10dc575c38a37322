from maintext.kernel.filler cimport Filler

cdef void text_lines(Filler f) noexcept nogil
