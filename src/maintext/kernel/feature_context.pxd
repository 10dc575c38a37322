from maintext.kernel.filler cimport Filler

cdef void context_lines(Filler f) noexcept nogil
