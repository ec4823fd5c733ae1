"""Groups of convex parts in rows: their geometry once, and a pose for each row; see posed.pyx."""

from libc.stdint cimport uint64_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.index cimport ShapeTree, Tree
from sepax._core.arrays.rings cimport Boundary, RingTable
from sepax._core.arrays.rows cimport Rows
from sepax._core.arrays.storage cimport Storage
from sepax._core.kernels.pose cimport Pose

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define FREE_THREADED 1
    #else
    #define FREE_THREADED 0
    #endif
    """
    const bint FREE_THREADED

cdef struct Outline:
    # One geometry: parts start to stop of a block, all at the origin.
    const Storage* shapes
    const Tree* tree        # of these parts; NULL where they are few
    Py_ssize_t start
    Py_ssize_t stop
    Py_ssize_t first        # the number of the first part in the whole table
    double box[4]           # around all parts
    const Boundary* boundary    # NULL for a union of parts
    double flat_range       # poses nearer than this leave an outline of one part what its ring is
    bint overlaps           # parts share an area with each other
    bint thin               # some part is a point or a segment, which may lie in a seam


cdef class PartTable:
    cdef readonly ShapeBlock parts
    cdef readonly Py_ssize_t count      # of geometries
    cdef Outline* outlines
    cdef double* centres                # (parts, 2) of discs at the origin, 0 for others; or NULL
    cdef object trees                   # which the outlines refer to
    cdef readonly RingTable rings   # type: RingTable | None; of outlines
    cdef Py_ssize_t most_points
    cdef double flat_range              # of all outlines of one part
    cdef double safe_range              # poses nearer than this to the origin suit all parts

    cdef int set_outline(self, Py_ssize_t k, Py_ssize_t start, Py_ssize_t stop,
                         bint overlaps) except -1
    cdef int set_centres(self, const double[:, ::1] centres) except -1
    cdef int require(self, Py_ssize_t k) except -1


cdef class PosedGroups:
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

    cdef inline const Outline* outline(self, Py_ssize_t row) noexcept nogil:
        return self.table.outlines + self.geometry[row]

    cdef void read_row(self, Py_ssize_t row, Rows* rows) noexcept nogil
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
