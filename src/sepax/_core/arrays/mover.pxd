"""A shape that moves through a scene, and the obstacles that it meets; see mover.pyx."""

from sepax._core.arrays.copies cimport Copies
from sepax._core.arrays.index cimport Tree
from sepax._core.arrays.posed cimport CompoundRows
from sepax._core.arrays.row_scene cimport RowScene
from sepax._core.arrays.rows cimport RowMemory, Rows
from sepax._core.arrays.scene cimport Scene
from sepax._core.arrays.sides cimport RowSide
from sepax._core.arrays.storage cimport Restored, Storage
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Meeting
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.pose cimport Pose, PosedConvex
from sepax._core.shape cimport Shape

cdef struct Obstacle:
    Py_ssize_t row          # of the scene
    Py_ssize_t part         # of a compound, an obstacle by itself; -1 for the whole row
    double start            # when the wide shape meets it: the part of the motion until then
    double free             # the part of the motion until a whole skin is left
    double closing          # the part of the motion that leads into it
    double depth            # of the wide shape in it
    double normal_x         # of that depth
    double normal_y
    Meeting meeting         # as users see it

cdef struct Note:
    Py_ssize_t row
    Meeting meeting


cdef struct Near:
    Py_ssize_t row
    Py_ssize_t part         # of the row, which is near


cdef class Wholes:
    cdef RowSide rows
    cdef RowScene scene             # None without a tree of its own
    cdef const Tree* tree           # NULL for so few queries that all rows are scanned


cdef class Mover:
    cdef Scene scene            # None among wholes
    cdef Wholes wholes          # None where all are convex shapes
    cdef bint has_wholes
    cdef object solid           # called with the impact: whether a row is an obstacle; or None
    cdef bint has_solid
    cdef Shape shape            # a single one; None for a row of an array, and a compound
    cdef PosedConvex* posed     # its body; NULL for a compound
    cdef CompoundRows compounds     # of a compound, its row, and the pose that it has come to
    cdef Py_ssize_t compound_row
    cdef Pose pose
    cdef Rows own               # the mover and its twin among wholes, a compound by copies of parts
    cdef Rows twin
    cdef Copies copies
    cdef Restored own_shape     # or a body with its arrays: a copy of a row of an array
    cdef PosedConvex own_body
    cdef double* arrays
    cdef Py_ssize_t arrays_room
    cdef Py_ssize_t row         # in its array; -1 for a single shape
    cdef Convex wide            # shares the arrays of the shape
    cdef double skin
    cdef double half            # of the skin
    cdef double gone[2]
    cdef double done            # the part of the whole motion that was made
    cdef const Py_ssize_t* ignored  # rows of the scene that it does not see
    cdef Py_ssize_t ignored_count
    cdef Restored restored
    cdef Py_ssize_t part_row    # the row whose part was asked for last; -1: the next two are not set
    cdef Rows part_rows
    cdef RowMemory part_memory
    cdef Watch watch
    cdef Near* near             # parts near the path, in order
    cdef Py_ssize_t near_count, near_room
    cdef Obstacle* found
    cdef Py_ssize_t found_count, found_room
    cdef Note* notes
    cdef Py_ssize_t note_count, note_room


cdef Mover new_mover(Scene scene, object solid, Wholes wholes)
cdef int require_memory(bint enough) except -1 nogil
cdef int take_row(Mover mover, const Storage* shapes, Py_ssize_t k) except -1 nogil
cdef void take_compound(Mover mover, CompoundRows compounds, Py_ssize_t k) noexcept nogil
cdef int begin(Mover mover, double skin) except -1 nogil
cdef int move_by(Mover mover, double dx, double dy) except -1 nogil
cdef int find_near(Mover mover, double dx, double dy) except -1 nogil
cdef Py_ssize_t next_row(Mover mover, Py_ssize_t* k) noexcept nogil
cdef Obstacle* next_obstacle(Mover mover, Py_ssize_t row, Py_ssize_t part) except NULL nogil
cdef bint sweep_row(Mover mover, bint wide, Py_ssize_t row, Py_ssize_t part, double x, double y,
                    bint touching, bint skip_leaving, Meeting* meeting) except -1 nogil
cdef bint read_depth(Mover mover, Obstacle* obstacle) except -1 nogil
cdef bint is_flat(Mover mover, const Obstacle* obstacle) except -1 nogil
cdef bint is_compound(Mover mover, Py_ssize_t row) noexcept nogil
cdef bint is_in_the_way(Mover mover, const Obstacle* obstacle) except -1 nogil
cdef int set_reported(Mover mover, Obstacle* obstacle, double time) except -1 nogil
cdef int note(Mover mover, const Obstacle* obstacle) except -1 nogil
