# Hashes of words (FNV-1a) and tables of them, in the modules that import them: so they cost no call.

cdef inline unsigned long long no_letters() noexcept nogil:
    """Hash of nothing."""
    return 0xCBF29CE484222325ULL

cdef inline unsigned long long with_letter(unsigned long long value, unsigned int letter) noexcept nogil:
    """Hash of a word that one more letter stands behind."""
    return (value ^ letter) * 0x100000001B3ULL

cdef inline Py_ssize_t place_of(unsigned long long value, const unsigned long long[::1] table) noexcept nogil:
    """Where a hash stands in a table of `table_of`, or the empty place where it would."""
    cdef const unsigned long long* places = &table[0]
    cdef Py_ssize_t last = table.shape[0] - 1
    cdef Py_ssize_t at = (value ^ (value >> 32)) & last
    while places[at] != 0 and places[at] != value:
        at = (at + 1) & last
    return at
