"""The polygons that pairs of rows share, one behind the other."""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.string cimport memcpy

from sepax._core.arrays.block cimport ShapeBlock, require_length, require_pairs
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory
from sepax._core.clip cimport SharedRing
from sepax._core.memory cimport count_sum, has_room
from sepax._core.ring cimport Spot


@cython.final
cdef class SharedRings:
    """The rings that polygons of two blocks share, pair by pair of rows."""

    cdef Spot* spots
    cdef Py_ssize_t room
    cdef readonly Py_ssize_t vertex_count

    def __init__(self, ShapeBlock a not None, ShapeBlock b not None,
                 const Py_ssize_t[::1] rows_a not None, const Py_ssize_t[::1] rows_b not None,
                 Py_ssize_t[::1] sizes not None):
        """Set `sizes` to the number of vertices of each ring, 0 for pairs that share none."""
        cdef SharedRing ring = SharedRing()
        cdef Restored memory_a, memory_b
        cdef Py_ssize_t k, count = rows_a.shape[0]
        require_length("rows_b", rows_b.shape[0], count)
        require_length("sizes", sizes.shape[0], count)
        for k in range(count):
            a.require_row(rows_a[k])
            b.require_row(rows_b[k])
        prepare_memory(&a.shapes, &memory_a)
        prepare_memory(&b.shapes, &memory_b)
        with nogil:
            for k in range(count):
                ring.find(convex_at(&a.shapes, rows_a[k], &memory_a),
                          convex_at(&b.shapes, rows_b[k], &memory_b))
                sizes[k] = ring.n
                self.add(ring)
                ring.check_signals(1)

    def __dealloc__(self):
        PyMem_RawFree(self.spots)

    cdef int add(self, SharedRing ring) except -1 nogil:
        cdef Py_ssize_t i
        if not has_room(<void**>&self.spots, &self.room, count_sum(self.vertex_count, ring.n),
                        sizeof(Spot)):
            with gil:
                raise MemoryError
        for i in range(ring.n):
            self.spots[self.vertex_count + i] = Spot(ring.x[i], ring.y[i])
        self.vertex_count = self.vertex_count + ring.n
        return 0

    def write(self, double[:, ::1] vertices not None) -> None:
        """Copy the vertices of all rings."""
        require_pairs("vertices", vertices, self.vertex_count)
        if self.vertex_count:
            memcpy(&vertices[0, 0], self.spots, self.vertex_count * sizeof(Spot))
