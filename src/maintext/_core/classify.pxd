from maintext._core.columns cimport Columns
from maintext._core.words cimport lowest_bit

# Bits of the table of tags.
cpdef enum:
    LIST = 1
    TABLE = 2
    LINE = 4

# One tree for a few samples, in C: Cython has no words for pointers that share no memory, nor for a function
# that is compiled for several processors, of which the loader takes the best.
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

    #define MAINTEXT_SAMPLES 16  /* as many as a vector of shorts holds, so that they stay in registers */

    /* Adds to the sum of each sample the value of its leaf, the lowest that no split strikes out; for
       MAINTEXT_SAMPLES samples at least. The last vector begins so that it ends with the last sample: what
       was added for some already is not added twice. */
    MAINTEXT_CLONES static void maintext_add_tree(
        double *MAINTEXT_RESTRICT sums, const float *MAINTEXT_RESTRICT columns,
        Py_ssize_t stride, Py_ssize_t n, const int *MAINTEXT_RESTRICT feature,
        const float *MAINTEXT_RESTRICT threshold, const unsigned short *MAINTEXT_RESTRICT mask,
        const double *MAINTEXT_RESTRICT value, Py_ssize_t n_splits)
    {
        for (Py_ssize_t start = 0; start < n; start += MAINTEXT_SAMPLES) {
            Py_ssize_t at = start + MAINTEXT_SAMPLES <= n ? start : n - MAINTEXT_SAMPLES;
            unsigned int left[MAINTEXT_SAMPLES];  /* as wide as a feature: a comparison needs no packing */
            for (int i = 0; i < MAINTEXT_SAMPLES; i++)
                left[i] = 0xFFFF;
            for (Py_ssize_t split = 0; split < n_splits; split++) {
                const float *column = columns + feature[split] * stride + at;
                float limit = threshold[split];
                unsigned int else_left = mask[split];
                for (int i = 0; i < MAINTEXT_SAMPLES; i++) {
                    int goes_left = column[i] <= limit;
                    left[i] &= (unsigned int)(-goes_left) | else_left;  /* all bits or the mask, no branch */
                }
            }
            for (Py_ssize_t i = start - at; i < MAINTEXT_SAMPLES; i++)
                sums[at + i] += value[maintext_lowest_bit(left[i])];
        }
    }
    """
    enum: MAINTEXT_SAMPLES
    void maintext_add_tree(
        double* sums, const float* columns, Py_ssize_t stride, Py_ssize_t n, const int* feature,
        const float* threshold, const unsigned short* mask, const double* value, Py_ssize_t n_splits
    ) noexcept nogil

cdef double log_odds(double probability, double least) noexcept nogil
cdef double _weighted_sum(
    const float* values, const int[::1] at, const double[::1] weight, Py_ssize_t n
) noexcept nogil

cdef Py_ssize_t _count_before(const long long[::1] row, Py_ssize_t at) noexcept nogil
cdef bint _is_nearly_whole(
    Py_ssize_t first, Py_ssize_t end, const int[::1] line, const long long[::1] n_words, const unsigned
    char[::1] chosen, long long min_lines, double min_share
) noexcept nogil
