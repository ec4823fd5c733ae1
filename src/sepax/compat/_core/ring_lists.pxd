"""Exact questions about rings of points: winding, convex or not, hull, triangles."""

cdef bint is_clockwise_ring(list x, list y) except -1
cdef bint is_convex_ring(list x, list y) except -1
cdef tuple convex_of_ring(list x, list y)
cdef tuple triangles_of_ring(list x, list y)
