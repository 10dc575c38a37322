# Classes of characters, as maintext.page.characters has them.
cdef enum:
    SPACE = 1
    WORD = 2
    CJK = 4
    PUNCTUATION = 8
    DIGIT = 16
    SENTENCE_END = 32

cdef unsigned char flags_of(unsigned int point, const unsigned char* table) noexcept nogil

cdef inline bint is_word(
    const unsigned char* base, Py_ssize_t at, Py_ssize_t end, const char* word, Py_ssize_t length
) noexcept nogil:
    """Whether a word of small letters of ASCII stands at a place, before an end, in letters of any case."""
    cdef Py_ssize_t i
    cdef unsigned char byte
    if at + length > end:
        return False
    for i in range(length):
        byte = base[at + i]
        if (byte | 0x20 if 0x41 <= byte <= 0x5A else byte) != <unsigned char> word[i]:
            return False
    return True
