"""Memory for arrays: the one place where counts become bytes.

A caller's count may be absurd, as the rows of a broadcast array take no memory of their own. Sums
and products of counts therefore saturate at the largest number, for which there is never memory.
"""

from cpython.mem cimport PyMem_RawCalloc, PyMem_RawMalloc, PyMem_RawRealloc

cdef extern from "pages.h" nogil:
    void request_large_pages(void* memory, size_t bytes)

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX


cdef inline Py_ssize_t count_sum(Py_ssize_t a, Py_ssize_t b) noexcept nogil:
    """a + b of counts, which are never negative."""
    return a + b if a <= PY_SSIZE_T_MAX - b else PY_SSIZE_T_MAX


cdef inline Py_ssize_t count_product(Py_ssize_t a, Py_ssize_t b) noexcept nogil:
    """a * b of counts."""
    return a * b if b == 0 or a <= PY_SSIZE_T_MAX // b else PY_SSIZE_T_MAX


cdef inline void* new_array(Py_ssize_t count, Py_ssize_t size) noexcept nogil:
    """Room for `count` items of `size` bytes, for one at least; NULL without memory."""
    if count > PY_SSIZE_T_MAX // size:
        return NULL
    return PyMem_RawMalloc(<size_t>max(count, 1) * <size_t>size)


cdef inline void* new_zeros(Py_ssize_t count, Py_ssize_t size) noexcept nogil:
    """The same, filled with zero bytes."""
    if count > PY_SSIZE_T_MAX // size:
        return NULL
    cdef void* zeros = PyMem_RawCalloc(<size_t>max(count, 1), <size_t>size)
    request_large_pages(zeros, <size_t>count * <size_t>size)
    return zeros


cdef inline void* resized_array(void* array, Py_ssize_t count, Py_ssize_t size) noexcept nogil:
    """The array with room for `count` items; NULL without memory, the old one then stays."""
    if count > PY_SSIZE_T_MAX // size:
        return NULL
    return PyMem_RawRealloc(array, <size_t>max(count, 1) * <size_t>size)


cdef inline bint has_room(void** array, Py_ssize_t* room, Py_ssize_t needed,
                          Py_ssize_t size) noexcept nogil:
    """Enlarge an array by half, if it lacks room for so many items; False without memory."""
    cdef Py_ssize_t more = count_sum(needed, needed // 2)
    cdef void* larger
    if needed <= room[0]:
        return True
    larger = resized_array(array[0], more, size)
    if larger is NULL:
        return False
    array[0] = larger
    room[0] = more
    return True
