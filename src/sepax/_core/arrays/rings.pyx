"""The rings of outlines, for tables of geometries; see rings.pxd."""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs

from sepax._core.arrays.bounds cimport add_box
from sepax._core.arrays.index cimport build_tree, free_tree, new_tree, require_rows
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.interrupts cimport Watch, check_interrupts, start_watch, was_interrupted
from sepax._core.kernels.winding cimport ring_winding
from sepax._core.memory cimport count_product, new_array, new_zeros

ctypedef unsigned char truth

cdef enum:
    FEW_EDGES = 16      # up to which their boxes do not pay


@cython.final
@cython.auto_pickle(False)
cdef class RingTable:
    """The rings of geometries: `offsets` divides the vertices into rings, and `starts` the rings
    into geometries. A geometry may have no rings. Nothing changes afterwards."""

    def __cinit__(self, const double[:, ::1] vertices not None,
                  const Py_ssize_t[::1] offsets not None, const Py_ssize_t[::1] starts not None):
        cdef Py_ssize_t k, n = vertices.shape[0], work = 0
        require_rows(n)
        if vertices.shape[1] != 2:
            raise ValueError("vertices must have two columns")
        self.count = starts.shape[0] - 1
        self.vertex_count = n
        self.places = <double*>new_array(count_product(n, 2), sizeof(double))
        self.boundaries = <Boundary*>new_zeros(max(self.count, 0), sizeof(Boundary))
        if self.places is NULL or self.boundaries is NULL:
            raise MemoryError
        for k in range(n):
            self.places[k] = vertices[k, 0]
            self.places[n + k] = vertices[k, 1]
            check_interrupts(&work, 1)
        self.divide(offsets, starts)
        self.link(offsets, starts)
        for k in range(self.count):
            self.measure(k)

    cdef int divide(self, const Py_ssize_t[::1] offsets, const Py_ssize_t[::1] starts) except -1:
        """Check the offsets, and find where geometries begin."""
        cdef Py_ssize_t n = self.vertex_count, rings = offsets.shape[0] - 1, ring, k, work = 0
        if rings < 0 or self.count < 0 or starts[0] != 0 or starts[self.count] != rings or (
                offsets[0] != 0 or offsets[rings] != n):
            raise ValueError("offsets must lead to the vertices, and starts to the rings")
        for ring in range(rings):
            if not 0 <= offsets[ring] <= offsets[ring + 1] - 3 <= n - 3:
                raise ValueError(f"ring {ring} must have 3 vertices or more")
            check_interrupts(&work, 1)
        for k in range(self.count):
            if not 0 <= starts[k] <= starts[k + 1] <= rings:
                raise ValueError("starts must not decrease")
            self.boundaries[k].x = self.places + offsets[starts[k]]
            self.boundaries[k].y = self.places + n + offsets[starts[k]]
            self.boundaries[k].count = offsets[starts[k + 1]] - offsets[starts[k]]
            self.linked += self.boundaries[k].count * (starts[k + 1] - starts[k] > 1)
            check_interrupts(&work, 1)
        return 0

    cdef int link(self, const Py_ssize_t[::1] offsets, const Py_ssize_t[::1] starts) except -1:
        """Find the next vertex of each in geometries of several rings."""
        cdef Py_ssize_t ring, k, i, first, work = 0
        cdef uint32_t* following = <uint32_t*>new_array(self.linked, sizeof(uint32_t))
        if following is NULL:
            raise MemoryError
        self.following = following
        for k in range(self.count):
            if starts[k + 1] - starts[k] <= 1:
                continue
            self.boundaries[k].following = following
            first = offsets[starts[k]]
            for ring in range(starts[k], starts[k + 1]):
                for i in range(offsets[ring] - first, offsets[ring + 1] - first):
                    following[i] = <uint32_t>(i + 1)
                following[offsets[ring + 1] - first - 1] = <uint32_t>(offsets[ring] - first)
                check_interrupts(&work, offsets[ring + 1] - offsets[ring])
            following += self.boundaries[k].count
        return 0

    cdef int measure(self, Py_ssize_t k) except -1:
        """The box and the extent of a geometry, and the tree of many edges."""
        cdef Boundary* boundary = self.boundaries + k
        cdef double* bounds
        cdef Watch watch
        cdef Py_ssize_t i
        cdef int result = 0
        set_empty(boundary.box)
        bounds = <double*>new_array(count_product(boundary.count, 4), sizeof(double))
        if bounds is NULL:
            raise MemoryError
        start_watch(&watch)
        for i in range(boundary.count):
            boundary.extent = max(boundary.extent, fabs(boundary.x[i]) + fabs(boundary.y[i]))
            bound_edge(boundary, i, bounds + 4 * i)
            add_box(boundary.box, bounds + 4 * i)
            if was_interrupted(&watch, 1):
                result = INTERRUPTED
                break
        if result == 0 and boundary.count > FEW_EDGES:
            with nogil:
                result = new_tree_of_edges(boundary, bounds, &watch)
        PyMem_RawFree(bounds)
        return raise_failure(result)

    def __dealloc__(self):
        cdef Py_ssize_t k
        if self.boundaries is not NULL:
            for k in range(self.count):
                if self.boundaries[k].tree is not NULL:
                    free_tree(self.boundaries[k].tree)
                    PyMem_RawFree(self.boundaries[k].tree)
        PyMem_RawFree(self.boundaries)
        PyMem_RawFree(self.following)
        PyMem_RawFree(self.places)

    @property
    def nbytes(self) -> int:
        """Memory that the rings take."""
        return (self.vertex_count * 2 * sizeof(double) + self.linked * sizeof(uint32_t)
                + self.count * sizeof(Boundary))

    def count_rings(self, const Py_ssize_t[::1] rows, Py_ssize_t[::1] starts not None) -> int:
        """Fill in where the rings of some geometries begin, of all for None, and the end, if those
        of one follow those of another. Returns how many vertices they have."""
        cdef Py_ssize_t n = self.count if rows is None else rows.shape[0], k, vertices = 0, work = 0
        cdef const Boundary* boundary
        if starts.shape[0] != n + 1:
            raise ValueError(f"there must be {n + 1} starts")
        starts[0] = 0
        for k in range(n):
            boundary = self.boundary(k if rows is None else rows[k])
            vertices += boundary.count
            starts[k + 1] = starts[k] + count_ends(boundary)
            check_interrupts(&work, 1 if boundary.following is NULL else boundary.count)
        return vertices

    def read(self, const Py_ssize_t[::1] rows, double[:, ::1] vertices not None,
             Py_ssize_t[::1] offsets not None) -> None:
        """Fill in the vertices of some geometries, of all for None, and where each ring ends."""
        cdef Py_ssize_t n = self.count if rows is None else rows.shape[0], k
        cdef Py_ssize_t first = 0, ring = 0, work = 0
        cdef const Boundary* boundary
        for k in range(n):
            boundary = self.boundary(k if rows is None else rows[k])
            read_boundary(boundary, NULL, vertices, offsets, &first, &ring)
            check_interrupts(&work, boundary.count)

    def read_outer(self, const Py_ssize_t[::1] rows, truth[::1] out not None) -> None:
        """Fill in whether each ring of some geometries, of all for None, is an exterior; exact."""
        cdef Py_ssize_t n = self.count if rows is None else rows.shape[0], k, i, first
        cdef Py_ssize_t ring = 0, work = 0
        cdef const Boundary* boundary
        for k in range(n):
            boundary = self.boundary(k if rows is None else rows[k])
            if ring + count_ends(boundary) > out.shape[0]:
                raise ValueError("there must be room for all rings")
            first = 0
            for i in range(boundary.count):
                if vertex_behind(boundary, i) <= i:
                    out[ring] = ring_winding(boundary.x + first, boundary.y + first,
                                             i + 1 - first) > 0
                    ring += 1
                    first = i + 1
            check_interrupts(&work, boundary.count)

    cdef const Boundary* boundary(self, Py_ssize_t k) except NULL:
        if not 0 <= k < self.count:
            raise IndexError(f"geometry {k} is out of range for {self.count}")
        return self.boundaries + k


cdef Py_ssize_t count_ends(const Boundary* boundary) noexcept nogil:
    """How many rings there are."""
    cdef Py_ssize_t k, rings = 0
    if boundary.following is NULL:
        return boundary.count > 0
    for k in range(boundary.count):
        rings += boundary.following[k] <= k
    return rings


cdef int read_boundary(const Boundary* boundary, const Pose* pose, double[:, ::1] vertices,
                       Py_ssize_t[::1] offsets, Py_ssize_t* first, Py_ssize_t* ring) except -1:
    """Fill in the posed vertices from `first` on, and the ends of rings from `ring` on; both go on
    to what is behind."""
    cdef Py_ssize_t k
    if vertices.shape[1] != 2 or first[0] + boundary.count > vertices.shape[0] or (
            ring[0] + count_ends(boundary) > offsets.shape[0]):
        raise ValueError("there must be room for all vertices and rings")
    for k in range(boundary.count):
        place_vertex(boundary, pose, k, &vertices[first[0] + k, 0], &vertices[first[0] + k, 1])
        if vertex_behind(boundary, k) <= k:
            offsets[ring[0]] = first[0] + k + 1
            ring[0] += 1
    first[0] += boundary.count
    return 0


cdef int new_tree_of_edges(Boundary* boundary, const double* bounds, Watch* watch) noexcept nogil:
    """The edges are in the order of the rings, so those of a node are near each other; 0, or a
    Failure."""
    cdef Tree* tree = <Tree*>new_array(1, sizeof(Tree))
    if tree is NULL:
        return NO_MEMORY
    if new_tree(tree, boundary.count) < 0:
        PyMem_RawFree(tree)
        return NO_MEMORY
    boundary.tree = tree
    return build_tree(tree, bounds, False, NULL, watch)


cdef void bound_edge(const Boundary* boundary, Py_ssize_t k, double* bounds) noexcept nogil:
    cdef Py_ssize_t after = vertex_behind(boundary, k)
    bounds[LOW_X] = min(boundary.x[k], boundary.x[after])
    bounds[LOW_Y] = min(boundary.y[k], boundary.y[after])
    bounds[HIGH_X] = max(boundary.x[k], boundary.x[after])
    bounds[HIGH_Y] = max(boundary.y[k], boundary.y[after])
