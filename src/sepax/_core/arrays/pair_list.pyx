"""Pairs of indices as words of 64 bits: found, sorted by radix, and handed out as plain numbers."""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY
from libc.string cimport memcpy, memset

from sepax._core.interrupts cimport PIECE, pieces, raise_pending, was_interrupted
from sepax._core.memory cimport count_sum, has_room, new_array

cdef enum:
    WIDEST_DIGIT = 11       # bits a pass of the radix sort
    NARROW_DIGIT = 8        # the same for few words, for which large histograms cost too much
    BY_INSERTION = 32       # numbers: so few are sorted by insertion
    RUN = 1 << 11           # pairs sorted together, to stay in the cache

cdef uint64_t SIGN = <uint64_t>1 << 63
cdef uint64_t LOWER_HALF = (<uint64_t>1 << 32) - 1

cdef Py_ssize_t PAIR = 2 * sizeof(Py_ssize_t)   # bytes, not less than those of a word


# --- sorting ----------------------------------------------------------------------

cdef inline uint64_t ordered(double value) noexcept nogil:
    """Bits that compare as unsigned integers as the numbers do."""
    cdef uint64_t bits
    memcpy(&bits, &value, sizeof(double))
    return ~bits if bits & SIGN else bits | SIGN


cdef int sort_digit(const uint64_t* words, uint64_t* target, Py_ssize_t n, int low, int width,
                    Watch* watch) noexcept nogil:
    """Copy the words stably in the order of `width` bits from bit `low` up; 0, or INTERRUPTED."""
    cdef Py_ssize_t place[1 << WIDEST_DIGIT]
    cdef uint64_t mask = (<uint64_t>1 << width) - 1
    cdef Py_ssize_t piece, i, before = 0, here
    memset(place, 0, sizeof(Py_ssize_t) << width)
    for i in range(n):
        place[(words[i] >> low) & mask] += 1
    for i in range(<Py_ssize_t>1 << width):
        here = place[i]
        place[i] = before
        before += here
    for piece in range(pieces(n)):
        if was_interrupted(watch, min(n, PIECE)):
            return INTERRUPTED
        for i in range(PIECE * piece, min(PIECE * (piece + 1), n)):
            here = place[(words[i] >> low) & mask]
            place[(words[i] >> low) & mask] = here + 1
            target[here] = words[i]
    return 0


cdef uint64_t* sort_words(uint64_t* words, uint64_t* spare, Py_ssize_t n, int low, int bits,
                          Watch* watch) noexcept nogil:
    """Sort by `bits` bits from bit `low` up, into one of the two arrays; NULL if interrupted."""
    cdef int widest = WIDEST_DIGIT if n > 4096 else NARROW_DIGIT
    cdef int passes = (bits + widest - 1) // widest, width, end = low + bits
    while passes:
        width = (end - low + passes - 1) // passes
        if sort_digit(words, spare, n, low, width, watch) < 0:
            return NULL
        words, spare = spare, words
        low += width
        passes -= 1
    return words


cdef inline void insert_in_order(const double* x, Py_ssize_t n, uint64_t* words) noexcept nogil:
    """Indices sorted by the numbers, by insertion."""
    cdef Py_ssize_t i, j
    for i in range(n):
        j = i
        while j > 0 and x[words[j - 1]] > x[i]:
            words[j] = words[j - 1]
            j -= 1
        words[j] = <uint64_t>i


cdef uint64_t* order_roughly(const double* x, Py_ssize_t n, uint64_t* words, uint64_t* spare,
                             Watch* watch) noexcept nogil:
    """Words that end in indices, nearly sorted by the numbers; NULL if interrupted."""
    cdef double low = INFINITY, high = -INFINITY, scale, top, cell
    cdef int bits = min(32, bit_length(n) + 3)
    cdef Py_ssize_t i
    if n <= BY_INSERTION:
        insert_in_order(x, n, words)
        return words
    for i in range(n):
        low = x[i] if x[i] < low else low
        high = x[i] if x[i] > high else high
    top = <double>((<uint64_t>1 << bits) - 1)
    scale = top / (high - low)
    for i in range(n):
        cell = (x[i] - low) * scale
        cell = cell if cell < top else top    # also where it is NaN
        words[i] = <uint64_t>cell << INDEX_BITS | <uint64_t>i
    return sort_words(words, spare, n, INDEX_BITS, bits, watch)


cdef uint64_t* order_fully(const double* x, Py_ssize_t n, uint64_t* words, uint64_t* spare,
                           Watch* watch) noexcept nogil:
    """Words that end in indices, sorted by the numbers, in `words`: both halves of the digits take
    as many passes. NULL if interrupted."""
    cdef uint64_t* by_lower
    cdef Py_ssize_t i
    for i in range(n):
        words[i] = (ordered(x[i]) & LOWER_HALF) << INDEX_BITS | <uint64_t>i
    by_lower = sort_words(words, spare, n, INDEX_BITS, 32, watch)
    if by_lower is NULL:
        return NULL
    for i in range(n):
        by_lower[i] &= INDEX_MASK
        by_lower[i] |= ordered(x[by_lower[i]]) >> 32 << INDEX_BITS
    return sort_words(by_lower, spare if by_lower is words else words, n, INDEX_BITS, 32, watch)


cdef int sort_by_labels(const Py_ssize_t* label, Py_ssize_t n, uint64_t* words, uint64_t** order,
                        Watch* watch) noexcept nogil:
    """Sort words that end in rows stably by the labels of these rows, in `words` of room for 2 n; 0,
    or INTERRUPTED."""
    cdef Py_ssize_t least = 0, most = 0, i
    cdef uint64_t row, number
    cdef int bits, low
    if n > 0:
        least = most = label[0]
    for i in range(n):
        least = min(least, label[i])
        most = max(most, label[i])
    bits = bit_length(<uint64_t>most - <uint64_t>least)
    for low in range(0, bits, 32):
        for i in range(n):
            row = order[0][i] & INDEX_MASK
            number = <uint64_t>label[row] - <uint64_t>least
            order[0][i] = (number >> low & LOWER_HALF) << INDEX_BITS | row
        order[0] = sort_words(order[0], words + n if order[0] == words else words, n, INDEX_BITS,
                              min(bits - low, 32), watch)
        if order[0] is NULL:
            return INTERRUPTED
    return 0


# --- lists of pairs ---------------------------------------------------------------

cdef int make_room(Found* found, Py_ssize_t more) noexcept nogil:
    """Room for some more pairs; -1 without memory."""
    return 0 if has_room(<void**>&found.words, &found.room, count_sum(found.n, more),
                         sizeof(uint64_t)) else -1


cdef int sort_fully(uint64_t* words, uint64_t* spare, Py_ssize_t n, int bits_first,
                    int bits_second, Watch* watch) noexcept nogil:
    """Sort pairs into the spare words, by lower bits of the first index, then the second. 0, or
    INTERRUPTED."""
    cdef uint64_t* by_second = sort_words(words, spare, n, 0, bits_second, watch)
    cdef uint64_t* by_both = NULL
    if by_second is not NULL:
        by_both = sort_words(by_second, spare if by_second is words else words, n, INDEX_BITS,
                             bits_first, watch)
    if by_both is NULL:
        return INTERRUPTED
    if by_both is not spare:
        memcpy(spare, words, n * sizeof(uint64_t))
    return 0


cdef bint finish_sorting(uint64_t* words, Py_ssize_t n) noexcept nogil:
    """Finish nearly sorted words by insertion; False where they are not nearly sorted."""
    cdef Py_ssize_t moves = 8 * n, i, j
    cdef uint64_t word
    for i in range(1, n):
        word = words[i]
        j = i
        while j > 0 and words[j - 1] > word:
            words[j] = words[j - 1]
            j -= 1
        words[j] = word
        moves -= i - j
        if moves < 0:
            return False
    return True


cdef int sort_run(uint64_t* words, uint64_t* target, Py_ssize_t n, int bits_first,
                  int bits_second, Watch* watch) noexcept nogil:
    """Sort pairs into the target: roughly, by as many bits as separate most of them, then by
    insertion. 0, or INTERRUPTED."""
    cdef int bits = min(bits_first, min(WIDEST_DIGIT, bit_length(n)))
    if sort_digit(words, target, n, INDEX_BITS + bits_first - bits, bits, watch) < 0:
        return INTERRUPTED
    if n <= PIECE and finish_sorting(target, n):
        return 0
    return sort_fully(words, target, n, bits_first, bits_second, watch)


cdef int write_pairs(const uint64_t* words, Py_ssize_t n, Py_ssize_t* indices,
                     Watch* watch) noexcept nogil:
    """Write words as plain numbers; 0, or INTERRUPTED."""
    cdef Py_ssize_t piece, i
    for piece in range(pieces(n)):
        if was_interrupted(watch, min(n, PIECE)):
            return INTERRUPTED
        for i in range(PIECE * piece, min(PIECE * (piece + 1), n)):
            indices[2 * i] = <Py_ssize_t>(words[i] >> INDEX_BITS)
            indices[2 * i + 1] = <Py_ssize_t>(words[i] & INDEX_MASK)
    return 0


cdef int sort_pairs(Found* found, Py_ssize_t n_a, Py_ssize_t n_b, Py_ssize_t* indices,
                    Watch* watch) noexcept nogil:
    """Write sorted pairs as plain numbers; 0, or INTERRUPTED. Many pairs are first split by the
    upper bits of the first index, so that each run is sorted in the cache."""
    cdef int bits = bit_length(n_a)
    cdef int lower = max(0, bits - min(WIDEST_DIGIT, bit_length(found.n // RUN)))
    cdef int low = INDEX_BITS + lower
    # At the end of the memory: writing from its beginning on never overtakes these.
    cdef uint64_t* split = <uint64_t*>indices + (PAIR // sizeof(uint64_t) - 1) * found.n
    cdef Py_ssize_t start = 0, end
    if found.n == 0:    # there may be no words either
        return 0
    if lower == bits:
        memcpy(split, found.words, found.n * sizeof(uint64_t))
    elif sort_digit(found.words, split, found.n, low, bits - lower, watch) < 0:
        return INTERRUPTED
    while start < found.n:
        end = start + 1
        while end < found.n and split[end] >> low == split[start] >> low:
            end += 1
        if (sort_run(split + start, found.words + start, end - start, lower, bit_length(n_b),
                     watch) < 0
                or write_pairs(found.words + start, end - start, indices + 2 * start, watch) < 0):
            return INTERRUPTED
        start = end
    return 0


@cython.final
cdef class PairBuffer:
    """Pairs of indices: owns the memory of a memoryview, or of a NumPy array."""

    cdef Py_ssize_t* indices
    cdef Py_ssize_t[2] shape, strides

    def __cinit__(self):
        self.shape[0] = 0
        self.shape[1] = 2
        self.strides[0] = 2 * sizeof(Py_ssize_t)
        self.strides[1] = sizeof(Py_ssize_t)

    def __dealloc__(self):
        PyMem_RawFree(self.indices)

    def __getbuffer__(self, Py_buffer* view, int flags):
        # Not even an empty buffer may be at NULL; the strides will do.
        view.buf = self.indices if self.indices is not NULL else self.strides
        view.obj = self
        view.len = self.shape[0] * self.strides[0]
        view.itemsize = sizeof(Py_ssize_t)
        view.readonly = False
        view.ndim = 2 if flags & PyBUF_ND else 1
        view.format = NULL
        if flags & PyBUF_FORMAT:
            view.format = b"l" if sizeof(long) == sizeof(Py_ssize_t) else b"q"
        view.shape = self.shape if flags & PyBUF_ND else NULL
        view.strides = self.strides if (flags & PyBUF_STRIDES) == PyBUF_STRIDES else NULL
        view.suboffsets = NULL
        view.internal = NULL


cdef object take_pairs(Found* found, int result, Py_ssize_t n_a, Py_ssize_t n_b, Watch* watch,
                       bint in_order=False):
    """Return a memoryview of the pairs, (k, 2) intp in order; frees the words. Raises the Failure
    of the search, its `result`."""
    cdef PairBuffer pairs = PairBuffer.__new__(PairBuffer)
    with nogil:
        if result == 0:
            pairs.indices = <Py_ssize_t*>new_array(found.n, PAIR)
            if pairs.indices is NULL:
                result = NO_MEMORY
            elif in_order:
                result = write_pairs(found.words, found.n, pairs.indices, watch)
            else:
                result = sort_pairs(found, n_a, n_b, pairs.indices, watch)
            pairs.shape[0] = found.n
        PyMem_RawFree(found.words)
    raise_failure(result)
    return memoryview(pairs)


cdef int raise_failure(int result) except -1:
    """Raise the exception of a Failure, or one that is pending: a kernel on huge shapes may have
    received a signal."""
    raise_pending()
    if result == NO_MEMORY:
        raise MemoryError
    if result == NOT_FINITE:
        raise ValueError("bounds must be finite")
    if result == NO_ANSWER:
        raise TypeError("this query has no answer for compounds: use their .parts")
    if result == MIXED_RADII:
        raise TypeError("separating_axis is not for compounds of parts with different radii: use the "
                        "convex .parts of them")
    return 0


cdef int require_range(Py_ssize_t start, Py_ssize_t stop, Py_ssize_t count) except -1:
    if not 0 <= start <= stop <= count:
        raise IndexError(f"no range of {count} rows: {start} to {stop}")
    return 0
