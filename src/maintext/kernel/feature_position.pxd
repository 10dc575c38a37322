from maintext.kernel.filler cimport Filler

cdef void position_lines(Filler f) noexcept nogil
