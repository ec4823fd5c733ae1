"""The shapes of the `collision` package, and its Response.

As in the original, a subclass may override what the tests read, as by a property. The shape then
`asks`: its attributes are looked up by name, and its `__dict__` has what the original keeps there.
"""

from cpython.array cimport array


cdef class Circle:
    cdef public object pos, radius  # type: Any
    cdef bint asks, boxed   # its class has its own pos or radius; its own aabb
    cdef dict __dict__
    cdef object __weakref__


cdef class Outline:
    cdef public object pos, base_points     # type: Any
    cdef readonly list rel_points           # type: list[Vector]
    cdef object turn        # angle in radians, counter-clockwise
    cdef array known        # coordinates of the base points that were examined
    cdef bint asks, boxed   # its class has its own pos, angle or rel_points; its own points or aabb
    cdef dict __dict__
    cdef object __weakref__

    cdef int examine_asked(self) except -1
    cdef int settle(self) except -1
    cdef int examine(self, array found) except -1


cdef class Poly(Outline):
    cdef tuple corners      # of the convex hull, by index; None where every point is one


cdef class Concave_Poly(Outline):
    cdef tuple triangles    # (i, j, k) by index, counter-clockwise


cdef class Response:
    cdef public object a, b, overlap, overlap_n, overlap_v, a_in_b, b_in_a    # type: Any
    cdef dict __dict__
    cdef object __weakref__

    cdef int fill(self, object a, object b, double x, double y, double depth, bint a_in_b,
                  bint b_in_a) except -1
