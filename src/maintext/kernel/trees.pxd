# One split of one tree for many samples, in C: Cython has no words for pointers that share no memory, nor
# for a function that is compiled for several processors, of which the loader takes the best.
cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
    #define MAINTEXT_CLONES __attribute__((target_clones("avx2", "default")))
    #else
    #define MAINTEXT_CLONES
    #endif

    #if defined(_MSC_VER)
    #define MAINTEXT_RESTRICT __restrict
    #else
    #define MAINTEXT_RESTRICT __restrict__
    #endif

    MAINTEXT_CLONES static void maintext_strike(
        unsigned short *MAINTEXT_RESTRICT possible,
        const float *MAINTEXT_RESTRICT column,
        Py_ssize_t n, float threshold, unsigned short mask)
    {
        for (Py_ssize_t i = 0; i < n; i++) {
            int goes_left = column[i] <= threshold;
            possible[i] &= (unsigned short)(-goes_left) | mask;  /* 0xFFFF or the mask, without a branch */
        }
    }
    """
    void maintext_strike(
        unsigned short* possible, const float* column, Py_ssize_t n, float threshold, unsigned short mask
    ) noexcept nogil
