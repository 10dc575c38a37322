cdef long long number(
    const unsigned long long[::1] values, long long[::1] group, long long[::1] slots, unsigned long long[::1] firsts
) noexcept nogil
cdef long long number_pieces(
    const unsigned char* base, const long long[::1] start, const long long[::1] end,
    long long[::1] group, long long[::1] slots, long long[::1] firsts
) noexcept nogil
