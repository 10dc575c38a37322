cdef unsigned char flags_of(unsigned int point, const unsigned char* table) noexcept nogil
