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

    /* Writes the lowest and the highest value of each feature. Compared as integers, which rise as floats do
       once the bits of negative ones but the sign are turned: of floats, compilers vectorise no minimum. */
    MAINTEXT_CLONES static void maintext_find_ranges(
        const float *MAINTEXT_RESTRICT columns, Py_ssize_t stride, Py_ssize_t n, Py_ssize_t n_features,
        float *MAINTEXT_RESTRICT ranges)
    {
        for (Py_ssize_t line = 0; line < n_features; line++) {
            int least = INT_MAX, most = INT_MIN, bits;
            for (Py_ssize_t i = 0; i < n; i++) {
                memcpy(&bits, columns + line * stride + i, sizeof bits);
                bits ^= (bits >> 31) & INT_MAX;
                least = bits < least ? bits : least;
                most = bits > most ? bits : most;
            }
            least ^= (least >> 31) & INT_MAX;
            most ^= (most >> 31) & INT_MAX;
            memcpy(ranges + 2 * line, &least, sizeof least);
            memcpy(ranges + 2 * line + 1, &most, sizeof most);
        }
    }

    /* Adds to the sum of each sample the value of its leaf, the lowest that is left. On its own, as compilers
       would otherwise take the bits of each sample for a variable, and vectorise nothing. */
    MAINTEXT_CLONES static void maintext_add_leaves(
        double *MAINTEXT_RESTRICT sums, const unsigned int *MAINTEXT_RESTRICT left,
        const double *MAINTEXT_RESTRICT value)
    {
        for (int i = 0; i < MAINTEXT_SAMPLES; i++)
            sums[i] += value[maintext_lowest_bit(left[i])];
    }

    /* Adds a tree for MAINTEXT_SAMPLES samples at least. A split that all pass on the same side, by the lowest
       and the highest value of its feature, is decided once: most are. The last vector begins so that it ends
       with the last sample; its sums come after those of all samples, unless it is whole. */
    MAINTEXT_CLONES static void maintext_add_tree(
        double *MAINTEXT_RESTRICT sums, const float *MAINTEXT_RESTRICT columns, Py_ssize_t stride,
        Py_ssize_t n, const float *MAINTEXT_RESTRICT ranges, const int *MAINTEXT_RESTRICT feature,
        const float *MAINTEXT_RESTRICT threshold, const unsigned short *MAINTEXT_RESTRICT mask,
        const double *MAINTEXT_RESTRICT value, Py_ssize_t n_splits)
    {
        const float *column[MAINTEXT_SAMPLES];  /* of the other splits, fewer than leaves */
        float limit[MAINTEXT_SAMPLES];
        unsigned int else_left[MAINTEXT_SAMPLES], left_by_all = 0xFFFF;
        int n_open = 0;
        for (Py_ssize_t split = 0; split < n_splits; split++) {
            float least = ranges[2 * feature[split]], most = ranges[2 * feature[split] + 1];
            int none_left = least > threshold[split];
            int all_left = (least <= threshold[split]) & (most <= threshold[split]);  /* neither with NaN */
            column[n_open] = columns + feature[split] * stride;
            limit[n_open] = threshold[split];
            else_left[n_open] = mask[split];
            left_by_all &= (unsigned int)(none_left - 1) | else_left[n_open];  /* no branch */
            n_open += !(none_left | all_left);
        }
        for (Py_ssize_t start = 0; start < n; start += MAINTEXT_SAMPLES) {
            int is_whole = start + MAINTEXT_SAMPLES <= n;
            Py_ssize_t at = is_whole ? start : n - MAINTEXT_SAMPLES;
            unsigned int left[MAINTEXT_SAMPLES];  /* as wide as a feature: a comparison needs no packing */
            for (int i = 0; i < MAINTEXT_SAMPLES; i++)
                left[i] = left_by_all;
            for (int split = 0; split < n_open; split++) {
                const float *values = column[split] + at;
                float most = limit[split];
                unsigned int others = else_left[split];
                for (int i = 0; i < MAINTEXT_SAMPLES; i++) {
                    int goes_left = values[i] <= most;
                    left[i] &= (unsigned int)(-goes_left) | others;
                }
            }
            maintext_add_leaves(sums + (is_whole ? start : n), left, value);
        }
    }
    """
    enum: MAINTEXT_SAMPLES
    void maintext_find_ranges(
        const float* columns, Py_ssize_t stride, Py_ssize_t n, Py_ssize_t n_features, float* ranges
    ) noexcept nogil
    void maintext_add_tree(
        double* sums, const float* columns, Py_ssize_t stride, Py_ssize_t n, const float* ranges,
        const int* feature, const float* threshold, const unsigned short* mask, const double* value,
        Py_ssize_t n_splits
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
