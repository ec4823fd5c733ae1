"""Greedy non-maximum suppression: which of many shapes are kept.

A shape is compared with those alone that are near, worse, and not suppressed yet; and only if it
is kept itself. So of a heap of shapes most pairs are never looked at.
"""

from cpython.mem cimport PyMem_RawFree

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.storage cimport Restored, Storage, convex_at, lay_out
from sepax._core.interrupts cimport Watch, heard, listen, raise_heard, start_watch
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.overlap cimport convex_iou
from sepax._core.memory cimport new_array, new_zeros

ctypedef unsigned char truth


cdef int refuse(str what) except -1:
    raise ValueError(what)


cdef int count_worse(const Py_ssize_t[::1] better, const Py_ssize_t[::1] worse, Py_ssize_t count,
                     Py_ssize_t* ends) except -1:
    """Where the list of each rank is to end, those of all ranks one behind the other."""
    cdef Py_ssize_t k, rank, work = 0
    for k in range(better.shape[0]):
        if not 0 <= better[k] < worse[k] < count:
            refuse(f"no ranks of {count} shapes, the better one first: {better[k]}, {worse[k]}")
        ends[better[k]] += 1
        listen(&work, 1)
    for rank in range(1, count):
        ends[rank] += ends[rank - 1]
    return 0


cdef int list_worse(const Py_ssize_t[::1] better, const Py_ssize_t[::1] worse, Py_ssize_t* ends,
                    Py_ssize_t* listed) except -1:
    """Fill the lists from their ends, which become their starts."""
    cdef Py_ssize_t k, work = 0
    for k in range(better.shape[0]):
        ends[better[k]] -= 1
        listed[ends[better[k]]] = worse[k]
        listen(&work, 1)
    return 0


cdef void suppress_worse(const Storage* shapes, const Py_ssize_t* order, Py_ssize_t count,
                         const Py_ssize_t* starts, const Py_ssize_t* listed, double threshold,
                         truth* kept) noexcept nogil:
    cdef Watch watch
    cdef Restored memory_a, memory_b
    cdef Py_ssize_t rank, k
    cdef const Convex* a
    cdef const Convex* b
    lay_out(shapes, &memory_a)
    lay_out(shapes, &memory_b)
    start_watch(&watch)
    for rank in range(count):
        if kept[rank]:
            a = convex_at(shapes, order[rank], &memory_a)
            for k in range(starts[rank], starts[rank + 1]):
                if kept[listed[k]]:
                    b = convex_at(shapes, order[listed[k]], &memory_b)
                    kept[listed[k]] = not convex_iou(a, b) > threshold
                    if heard(&watch, a.n + b.n):
                        return


def suppress(ShapeBlock block not None, const Py_ssize_t[::1] order not None,
             const Py_ssize_t[::1] better not None, const Py_ssize_t[::1] worse not None,
             double threshold, truth[::1] kept not None):
    """Tell of each rank whether it is kept: `order` has the rows of the shapes, the best first.

    Rank worse[k], which is the higher number, is near to rank better[k].
    """
    cdef Py_ssize_t count = block.count, rank
    cdef Py_ssize_t* starts = <Py_ssize_t*>new_zeros(count + 1, sizeof(Py_ssize_t))
    cdef Py_ssize_t* listed = <Py_ssize_t*>new_array(better.shape[0], sizeof(Py_ssize_t))
    cdef Py_ssize_t* rows = <Py_ssize_t*>new_array(count, sizeof(Py_ssize_t))
    try:
        if starts is NULL or listed is NULL or rows is NULL:
            raise MemoryError
        if not (order.shape[0] == kept.shape[0] == count and worse.shape[0] == better.shape[0]):
            refuse("the arrays are not of one length")
        for rank in range(count):
            rows[rank] = order[rank]
            kept[rank] = True
            if not 0 <= rows[rank] < count:
                refuse(f"no row of {count} shapes: {rows[rank]}")
        count_worse(better, worse, count, starts)
        starts[count] = better.shape[0]
        list_worse(better, worse, starts, listed)
        if count > 0:
            with nogil:
                suppress_worse(&block.shapes, rows, count, starts, listed, threshold, &kept[0])
            raise_heard()
    finally:
        PyMem_RawFree(starts)
        PyMem_RawFree(listed)
        PyMem_RawFree(rows)
