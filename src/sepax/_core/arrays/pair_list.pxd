"""Lists of pairs and the radix sort; see pair_list.pyx."""

from libc.stdint cimport uint64_t

from sepax._core.interrupts cimport Watch
from sepax._core.simd.levels cimport INDEX_BITS, pair_word

cdef enum Failure:
    NO_MEMORY = -1
    NOT_FINITE = -2
    INTERRUPTED = -3
    MIXED_RADII = -4
    NO_ANSWER = -5      # a verb has none for rows of parts

cdef enum:
    INDEX_MASK = 0x7FFFFFFF     # of INDEX_BITS

cdef struct PairFilter:
    # Keeps some of so many pairs, in their order and from the first place on; returns their number.
    Py_ssize_t (*filter_words)(void* context, uint64_t* words, Py_ssize_t count) noexcept nogil
    void* context

cdef struct Found:
    uint64_t* words        # the first index, then, in the lower INDEX_BITS, the second
    Py_ssize_t n, room
    const PairFilter* pair_filter  # NULL: all pairs are kept

cdef uint64_t* sort_words(uint64_t* words, uint64_t* spare, Py_ssize_t n, int low, int bits,
                          Watch* watch) noexcept nogil
cdef uint64_t* order_fully(const double* x, Py_ssize_t n, uint64_t* words, uint64_t* spare,
                           Watch* watch) noexcept nogil
cdef uint64_t* order_roughly(const double* x, Py_ssize_t n, uint64_t* words, uint64_t* spare,
                             Watch* watch) noexcept nogil
cdef int sort_by_labels(const Py_ssize_t* label, Py_ssize_t n, uint64_t* words, uint64_t** order,
                        Watch* watch) noexcept nogil
cdef int make_room(Found* found, Py_ssize_t more) noexcept nogil
cdef object take_pairs(Found* found, int result, Py_ssize_t n_a, Py_ssize_t n_b, Watch* watch,
                       bint in_order=*)
cdef int raise_failure(int result) except -1
cdef int require_range(Py_ssize_t start, Py_ssize_t stop, Py_ssize_t count) except -1


cdef inline int bit_length(uint64_t value) noexcept nogil:
    cdef int bits = 0
    while value:
        value >>= 1
        bits += 1
    return bits
