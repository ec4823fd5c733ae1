"""Convex parts of an outline: see partition.pyx."""

from sepax._core.decomposition cimport MOST_CORNERS, Region
from sepax._core.outline cimport Outline
from sepax._core.ring cimport Spot
from sepax._core.triangles cimport Mesh, Sweep


cdef struct Parts:
    # Parts of one outline after another.
    Spot* spots
    Py_ssize_t count, room
    Py_ssize_t* sizes       # of each part: the number of its vertices
    Py_ssize_t parts, parts_room


cdef struct Recut:
    Region region
    int inner               # the number of half-edges within the region
    Py_ssize_t within[2 * MOST_CORNERS]     # pairs of twins


cdef struct Partition:
    # What the cut of one outline works on, kept from one to the next.
    Outline outline
    Sweep sweep
    Mesh mesh, rounder
    Recut recut


cdef Partition* new_partition() noexcept nogil
cdef void free_partition(Partition* partition) noexcept nogil
cdef bint cut_outline(Partition* partition, const Spot* vertices, const Py_ssize_t* starts,
                      Py_ssize_t rings, Parts* parts) noexcept nogil
