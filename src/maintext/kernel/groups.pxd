cdef long long number(
    const unsigned long long[::1] values, long long[::1] group, long long[::1] slots, unsigned long long[::1] firsts
) noexcept nogil
