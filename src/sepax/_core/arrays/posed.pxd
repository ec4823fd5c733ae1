"""Rows of convex parts: each geometry once, and a pose for each row; see posed.pyx."""

from libc.stdint cimport uint64_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.index cimport ShapeTree
from sepax._core.arrays.part_table cimport FREE_THREADED, Geometry, PartTable
from sepax._core.arrays.rows cimport Rows
from sepax._core.kernels.pose cimport Pose


cdef class CompoundRows:
    cdef readonly PartTable table
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t* geometry           # of each row, a number in the table
    cdef Pose* poses
    cdef bint is_table                  # the rows are those of the table, all of them at the origin
    cdef uint64_t pose_changes          # how often poses were set
    cdef unsigned long setter           # and by which thread the last time
    cdef uint64_t world_changes         # of poses, when the world was last derived
    cdef ShapeBlock world               # all parts at their poses; None before it is needed
    cdef ShapeTree world_tree           # of a single row
    cdef bint is_flat                   # all poses are within the flat range
    cdef bint is_bent                   # some parts there were rounded away, or may have been
    cdef object lock
    cdef unsigned long deriver          # the thread that derives the world; 0 for none
    cdef Py_ssize_t visits              # parts posed for queries since the last pose, of a single row

    cdef inline bint has_world(self) noexcept nogil:
        return self.is_table or (self.world is not None
                                 and self.world_changes == self.pose_changes)

    cdef inline int settle(self) except -1:
        """Before a query reads the single row."""
        return 0 if self.has_world() and not FREE_THREADED else self.count_query()

    cdef inline const Geometry* geometry_at(self, Py_ssize_t row) noexcept nogil:
        return self.table.geometries + self.geometry[row]

    cdef void read_row(self, Py_ssize_t row, Rows* rows) noexcept nogil
    cdef void read_row_at(self, Py_ssize_t row, const Pose* pose, Rows* rows) noexcept nogil
    cdef int allow_pose(self, Py_ssize_t row, const Pose* pose) except -1
    cdef int require(self, Py_ssize_t row) except -1
    cdef int set_pose(self, Py_ssize_t row, double x, double y, double angle) except -1
    cdef void note_poses(self) noexcept
    cdef bint is_nested(self) noexcept
    cdef int see_world(self) except -1
    cdef int count_query(self) except -1
    cdef int derive_world(self) except -1
    cdef int update_world(self) except -1
    cdef ShapeBlock new_world(self)
    cdef object part_rows(self)
