cimport cython
from libc.string cimport memchr, memcmp

# Bits of the table of tags: what ends a block, what keeps its white space, what a reader does not see, what
# holds lines and no blocks.
cdef enum:
    ENDS_BLOCK = 1
    AS_WRITTEN = 2
    HIDES = 4
    HOLDS_LINES = 8


@cython.final
cdef class Tables:
    cdef const unsigned long long[::1] tag_hashes, tag_numbers
    cdef const unsigned char[::1] layout
    cdef const unsigned char[::1] classes
    cdef const unsigned long long[::1] counts, byte_counts
    cdef short unknown, custom, br, a, template, dialog


@cython.final
cdef class Columns:
    cdef readonly bytes data
    cdef readonly str text
    cdef readonly dict arrays
    cdef readonly Tables tables
    cdef readonly Py_ssize_t n_rows
    cdef Py_ssize_t n_texts, n_attributes
    cdef short[::1] tag
    cdef int[::1] parent, end, depth, text_start, text_end, n_chars, n_words, n_punctuation, n_digits, n_cjk
    cdef int[::1] block, line, attribute_row
    cdef long long[::1] byte_start, inner_start, inner_end, byte_end, value_start, value_end
    cdef unsigned char[::1] is_text, is_hidden, is_link, is_anchor
    # While reading: open elements, text rows, elements drawn as blocks by their style, the copied text.
    cdef int[::1] stack, text_rows
    cdef unsigned char[::1] drawn
    cdef unsigned char* out
    cdef Py_ssize_t n_out, n_attributes_read, n_texts_read, block_from, line_from
    cdef int n_read, n_open, n_points, n_blocks, n_lines, n_as_written
    cdef bint block_has_text, line_has_text, after_br, after_line_feed

    cdef void _count_rows(self)
    cdef void _allocate_arrays(self) except *
    cdef bint _read_rows(self, const unsigned char* base, Py_ssize_t size) noexcept nogil
    cdef short _read_start_tag(self, const unsigned char* base, Py_ssize_t lt, Py_ssize_t gt) noexcept nogil
    cdef int _add_row(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef void _end_line(self, bint ends_block, bint ends_line) noexcept nogil
    cdef void _read_text(self, const unsigned char* base, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef void _find_marked(self, const unsigned char* base) noexcept nogil


cdef Py_ssize_t _skip_space(const unsigned char* base, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef Py_ssize_t _find_value(
    const unsigned char* base, Py_ssize_t at, Py_ssize_t end, const char* property_, Py_ssize_t length
) noexcept nogil
cdef bint hides(const unsigned char* base, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint draws_as_block(const unsigned char* base, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef bint _is_block_value(const unsigned char* base, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef bint _is_name_byte(unsigned char byte) noexcept nogil

cdef inline Py_ssize_t find_byte(const unsigned char* base, Py_ssize_t start, Py_ssize_t end, int byte) noexcept nogil:
    """Return the offset of the first such byte from ``start`` on, ``end`` for none."""
    cdef const unsigned char* found
    if start >= end:
        return end
    found = <const unsigned char*>memchr(base + start, byte, end - start)
    return end if found == NULL else found - base

cdef inline bint is_named(const unsigned char* base, Py_ssize_t end, const char* name, Py_ssize_t length) noexcept nogil:
    """Return whether the attribute name that ends at ``end``, with the space before it, is this one."""
    cdef unsigned char last = name[length - 1]  # most other names end with another byte
    return end >= length and base[end - 1] == last and memcmp(base + end - length, name, length) == 0


cdef unsigned int _read_utf8(const unsigned char* base, Py_ssize_t at, int* length) noexcept nogil
cdef Py_ssize_t _write_utf8(unsigned char* out, Py_ssize_t at, unsigned int point) noexcept nogil
cdef unsigned int _read_reference(const unsigned char* base, Py_ssize_t at, int* length) noexcept nogil
cdef short find_tag(Tables tables, const unsigned char* base, Py_ssize_t at, Py_ssize_t end) noexcept nogil
cdef void mark_subtrees(
    const unsigned char[::1] roots, const int[::1] end, unsigned char[::1] found
) noexcept nogil
cdef unsigned long long _word_bits(
    const unsigned char* base, Py_ssize_t start, Py_ssize_t end,
    const unsigned long long[::1] hashes, const unsigned long long[::1] bits, bint splits
) noexcept nogil
