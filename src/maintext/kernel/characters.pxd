# Classes of characters, as maintext.page.characters has them.
cdef enum:
    SPACE = 1
    WORD = 2
    CJK = 4
    PUNCTUATION = 8
    DIGIT = 16
    SENTENCE_END = 32

cdef unsigned char flags_of(unsigned int point, const unsigned char* table) noexcept nogil
