# cython: boundscheck=False, wraparound=False
# Classes of characters, as maintext.html.characters has them.
cdef enum:
    SPACE = 1
    WORD = 2
    CJK = 4
    PUNCTUATION = 8
    DIGIT = 16
    SENTENCE_END = 32

cdef extern from "Python.h":
    bint Py_UNICODE_ISALNUM(unsigned int point) noexcept nogil

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int maintext_lowest_bit(unsigned __int64 bits)
    {
        unsigned long at;
        _BitScanForward64(&at, bits);
        return (int)at;
    }
    #else
    #define maintext_lowest_bit(bits) __builtin_ctzll(bits)
    #endif
    """
    int lowest_bit "maintext_lowest_bit"(unsigned long long bits) noexcept nogil  # of those set; not for 0

cdef unsigned char character_class(unsigned int point, const unsigned char* table) noexcept nogil
cdef long long number_values(
    const unsigned long long[::1] values, long long[::1] group, int[::1] slots, unsigned long long[::1] firsts
) noexcept nogil
cdef long long number_slices(
    const unsigned char* base, const long long[::1] start, const long long[::1] end,
    long long[::1] group, int[::1] slots, long long[::1] firsts
) noexcept nogil
cpdef Py_ssize_t table_size(Py_ssize_t n) noexcept nogil
cdef unsigned long long hash_word(str word)
cdef unsigned long long _hash_bytes(const unsigned char* base, Py_ssize_t length) noexcept nogil
cdef unsigned long long _mix_word(unsigned long long value, unsigned long long word) noexcept nogil


cdef inline bint is_word(
    const unsigned char* base, Py_ssize_t at, Py_ssize_t end, const char* word, Py_ssize_t length
) noexcept nogil:
    """Return whether a lower-case ASCII word stands at an offset before ``end``, in any case."""
    cdef Py_ssize_t i
    cdef unsigned char byte
    if at + length > end:
        return False
    for i in range(length):
        byte = base[at + i]
        if (byte | 0x20 if 0x41 <= byte <= 0x5A else byte) != <unsigned char> word[i]:
            return False
    return True


# FNV-1a hashes of words, and hash tables of them. Inline, as loops over characters call them.

cdef inline unsigned long long empty_hash() noexcept nogil:
    """Return the hash of the empty word."""
    return 0xCBF29CE484222325ULL


cdef inline unsigned long long extend_hash(unsigned long long value, unsigned int letter) noexcept nogil:
    """Return the hash of a word with one more letter."""
    return (value ^ letter) * 0x100000001B3ULL


cdef inline Py_ssize_t find_slot(unsigned long long value, const unsigned long long[::1] table) noexcept nogil:
    """Return the slot of a hash in a table of `build_word_table`, or the empty slot where it belongs."""
    cdef const unsigned long long* slots = &table[0]
    cdef Py_ssize_t last = table.shape[0] - 1
    cdef Py_ssize_t at = (value ^ (value >> 32)) & last
    while slots[at] != 0 and slots[at] != value:
        at = (at + 1) & last
    return at
