"""Lists of parts by their numbers in a row, in order."""

from libc.stdlib cimport qsort


cdef inline int by_number(const void* first, const void* second) noexcept nogil:
    cdef Py_ssize_t one = (<const Py_ssize_t*>first)[0], other = (<const Py_ssize_t*>second)[0]
    return (one > other) - (one < other)


cdef inline Py_ssize_t keep_each_once(Py_ssize_t* numbers, Py_ssize_t count) noexcept nogil:
    """Sort numbers, and keep each once; returns how many are left."""
    cdef Py_ssize_t k, kept = 0
    if count:
        qsort(numbers, count, sizeof(Py_ssize_t), by_number)
    for k in range(count):
        if kept == 0 or numbers[k] != numbers[kept - 1]:
            numbers[kept] = numbers[k]
            kept += 1
    return kept


cdef inline Py_ssize_t place_of_number(const Py_ssize_t* numbers, Py_ssize_t count,
                                       Py_ssize_t number) noexcept nogil:
    cdef Py_ssize_t low = 0, high = count - 1, middle
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low
