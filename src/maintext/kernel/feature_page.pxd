from maintext.kernel.filler cimport Filler

cdef void page_lines(Filler f) noexcept nogil
