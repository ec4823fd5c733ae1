"""The rings of outlines: in any pose, an outline is exactly what its posed rings bound.

Rings have their inside to the left: an exterior is counter-clockwise, a hole clockwise. Vertices
are posed by the routine of single shapes, so they have the bits of the vertices of parts.
"""

from libc.stdint cimport uint32_t

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, set_empty
from sepax._core.arrays.index cimport Tree
from sepax._core.kernels.pose cimport Pose

cdef struct Boundary:
    # All rings of one geometry, one after the other, in the frame of the pose.
    const double* x
    const double* y
    const uint32_t* following   # vertex in the ring of each; NULL where all are one ring
    Py_ssize_t count
    Tree* tree                  # of the edges, edge k from vertex k on; NULL where they are few
    double box[4]
    double extent               # largest |x| + |y| of a vertex


cdef class RingTable:
    cdef readonly Py_ssize_t count          # of geometries
    cdef readonly Py_ssize_t vertex_count
    cdef Boundary* boundaries               # one without vertices for what is no outline
    cdef double* places                     # x of all vertices, then y
    cdef uint32_t* following                # of geometries of several rings
    cdef Py_ssize_t linked                  # vertices of these

    cdef int divide(self, const Py_ssize_t[::1] offsets, const Py_ssize_t[::1] starts) except -1
    cdef int link(self, const Py_ssize_t[::1] offsets, const Py_ssize_t[::1] starts) except -1
    cdef int measure(self, Py_ssize_t k) except -1
    cdef const Boundary* boundary(self, Py_ssize_t k) except NULL


cdef int read_boundary(const Boundary* boundary, const Pose* pose, double[:, ::1] vertices,
                       Py_ssize_t[::1] offsets, Py_ssize_t* first, Py_ssize_t* ring) except -1


cdef inline Py_ssize_t vertex_behind(const Boundary* boundary, Py_ssize_t k) noexcept nogil:
    """The next vertex in the ring."""
    if boundary.following is not NULL:
        return boundary.following[k]
    return k + 1 if k + 1 < boundary.count else 0


cdef inline void place_vertex(const Boundary* boundary, const Pose* pose, Py_ssize_t k, double* x,
                              double* y) noexcept nogil:
    """World coordinates of a vertex; local ones where the pose is NULL."""
    cdef double u = boundary.x[k], v = boundary.y[k]
    if pose is NULL:
        x[0] = u
        y[0] = v
        return
    x[0] = pose.x + (pose.cosine * u - pose.sine * v)
    y[0] = pose.y + (pose.sine * u + pose.cosine * v)


cdef struct EdgeWalk:
    # The edge from (x0, y0) to (x1, y1), of all edges in the order of their first vertices.
    double x0, y0, x1, y1
    double first_x, first_y     # the first vertex of the ring
    bint begins                 # a ring with the next edge


cdef inline void start_edges(EdgeWalk* walk) noexcept nogil:
    walk.x0 = walk.y0 = walk.x1 = walk.y1 = walk.first_x = walk.first_y = 0.0
    walk.begins = True


cdef inline void next_edge(const Boundary* boundary, const Pose* pose, Py_ssize_t k,
                           EdgeWalk* walk) noexcept nogil:
    """Go on to edge k, after the one before. Each vertex is placed once."""
    cdef Py_ssize_t after = vertex_behind(boundary, k)
    if walk.begins:
        place_vertex(boundary, pose, k, &walk.first_x, &walk.first_y)
        walk.x1, walk.y1 = walk.first_x, walk.first_y
    walk.x0, walk.y0 = walk.x1, walk.y1
    walk.begins = after <= k
    if walk.begins:
        walk.x1, walk.y1 = walk.first_x, walk.first_y
    else:
        place_vertex(boundary, pose, after, &walk.x1, &walk.y1)


cdef inline void box_of_boundary(const Boundary* boundary, const Pose* pose,
                                 double* box) noexcept nogil:
    """The box around all posed vertices."""
    cdef double x, y
    cdef Py_ssize_t k
    set_empty(box)
    for k in range(boundary.count):
        place_vertex(boundary, pose, k, &x, &y)
        box[LOW_X] = min(box[LOW_X], x)
        box[LOW_Y] = min(box[LOW_Y], y)
        box[HIGH_X] = max(box[HIGH_X], x)
        box[HIGH_Y] = max(box[HIGH_Y], y)
