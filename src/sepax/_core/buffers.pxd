"""The memory of arrays that Python passes, for the time of a call.

Typed memoryviews would be shorter, but take 0.1 us each: for the ten arrays that `collide` fills,
as long as a thousand pairs of boxes.
"""

from cpython.buffer cimport (
    PyBUF_ND, PyBUF_STRIDED_RO, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer)

cdef enum:
    MOST_BUFFERS = 11

cdef struct Buffers:
    # To be released.
    Py_buffer taken[MOST_BUFFERS]
    int count


cdef inline void no_buffers(Buffers* buffers) noexcept:
    buffers.count = 0


cdef inline void release_buffers(Buffers* buffers) noexcept:
    cdef int k
    for k in range(buffers.count):
        PyBuffer_Release(&buffers.taken[k])


cdef inline Py_buffer* take(Buffers* buffers, object array, Py_ssize_t size,
                            int flags) except NULL:
    """An array of items of `size` bytes; the caller has checked their type."""
    cdef Py_buffer* buffer = &buffers.taken[buffers.count]
    PyObject_GetBuffer(array, buffer, flags)
    buffers.count += 1
    if buffer.ndim == 0 or buffer.itemsize != size:
        raise ValueError(f"an array of items of {buffer.itemsize} bytes in {buffer.ndim} "
                         f"dimensions is not one of {size} bytes")
    return buffer


cdef inline Py_buffer* acquire_to_read(Buffers* buffers, object array,
                                       Py_ssize_t size) except NULL:
    """A C-contiguous array."""
    return take(buffers, array, size, PyBUF_ND)


cdef inline Py_buffer* acquire_to_write(Buffers* buffers, object array,
                                        Py_ssize_t size) except NULL:
    """A C-contiguous array."""
    return take(buffers, array, size, PyBUF_ND | PyBUF_WRITABLE)


cdef inline void* take_column(Buffers* buffers, object array, Py_ssize_t rows, Py_ssize_t columns,
                              Py_ssize_t size) except? NULL:
    """The memory of an array to write to that has so many rows, of so many items each."""
    cdef Py_buffer* taken = acquire_to_write(buffers, array, size)
    if taken.shape[0] != rows or taken.len != rows * columns * size:
        raise ValueError(f"an array must have {rows} rows of {columns * size} bytes, got "
                         f"{taken.shape[0]} rows and {taken.len} bytes")
    return taken.buf


cdef inline Py_buffer* acquire_strided(Buffers* buffers, object array,
                                       Py_ssize_t size) except NULL:
    """An array with any strides."""
    return take(buffers, array, size, PyBUF_STRIDED_RO)
