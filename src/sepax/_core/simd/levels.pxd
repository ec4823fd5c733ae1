"""What runs on the widest vectors of the machine: the instruction set is chosen at import.

The loops over the edges of a ring (ring_lanes.inl), which all queries share; and
what lanes can tell of many pairs at once: see box_lanes.inl and those that follow it.

A verdict that is not in doubt is the exact answer, whether touching counts or
not. The verdicts are the same bytes at every level.
"""

cdef extern from "record.h" nogil:
    enum:
        CENTRE_X
        CENTRE_Y
        AXIS_X
        AXIS_Y
        HALF_WIDTH
        HALF_HEIGHT
        BOUNDING_RADIUS
        SKEW
        RECORD      # doubles a record

cdef enum:      # what judge_boxes and judge_shapes say of a pair
    PAIR_APART = 0
    PAIR_MEETS = 1
    PAIR_UNDECIDED = 2

cdef enum:      # what judge_edges says: an edge, 0 to 3 of a and 4 to 7 of b, or
    EDGE_NONE = 8
    EDGE_UNDECIDED = 9

cdef extern from "pair_arrays.h" nogil:
    struct PairSide "pair_side":
        const double* records
        const Py_ssize_t* index
        bint is_one

    struct ContactArrays "contact_arrays":
        unsigned char* hit
        double* normal
        double* depth
        double* mtv
        double* points
        signed char* counts
        unsigned char* a_in_b
        unsigned char* b_in_a

    struct Motions "motions":
        const double* a
        const double* b
        const double* max_time
        bint one_a
        bint one_b
        bint one_time
        bint skip_leaving

    struct ImpactArrays "impact_arrays":
        unsigned char* hit
        double* time
        double* exit_time
        double* normal
        double* point
        unsigned char* initial
        unsigned char* leaving


cdef struct RingKernels:
    double (*widest_separation)(const double* normal_x, const double* normal_y,
                                const double* offset,
                                Py_ssize_t edges, double centre_x, double centre_y, const double* x,
                                const double* y, Py_ssize_t n, double enough,
                                Py_ssize_t* edge) noexcept nogil
    double (*overlap_times)(const double* normal_x, const double* normal_y, const double* offset,
                            Py_ssize_t edges, double centre_x, double centre_y, const double* x,
                            const double* y, Py_ssize_t n, double vx, double vy, double* enter,
                            double* leave, Py_ssize_t* entered) noexcept nogil
    double (*transform)(const double* local_x, const double* local_y, Py_ssize_t n, double cosine,
                        double sine, double px, double py, double centre_x, double centre_y,
                        double* x, double* y, double* normal_x, double* normal_y,
                        double* offset) noexcept nogil

cdef RingKernels ring_kernels   # set once, at import


# Each writes a byte a pair and returns how many of them are in doubt.
# Boxes; any other shape is in doubt.
cdef Py_ssize_t judge_boxes(const PairSide* a, const PairSide* b, Py_ssize_t count,
                            unsigned char* verdicts) noexcept nogil
# Shapes of all kinds, also by their circles; for boxes alone a sixth slower.
cdef Py_ssize_t judge_shapes(const PairSide* a, const PairSide* b, Py_ssize_t count,
                             unsigned char* verdicts) noexcept nogil
# Shapes of all kinds and points: (n, 2) coordinates in the place of records.
cdef Py_ssize_t judge_points(const PairSide* a, const PairSide* points, Py_ssize_t count,
                             unsigned char* verdicts) noexcept nogil
# Boxes: EDGE_NONE if they are apart; if they meet, the edge of the least depth, which is the one
# that convex_penetration takes.
cdef Py_ssize_t judge_edges(const PairSide* a, const PairSide* b, Py_ssize_t count,
                            unsigned char* verdicts) noexcept nogil

# Boxes of boxes.pxd: the translation that parts each pair, (0, 0) for those apart; nonsense for
# those in doubt. The verdicts are those of judge_boxes.
cdef Py_ssize_t judge_translations(const PairSide* a, const PairSide* b, Py_ssize_t count,
                                   double* vectors, unsigned char* verdicts) noexcept nogil

# The same for the unit vectors of convex_axis; the bytes are 1 where there is one.
cdef Py_ssize_t judge_axes(const PairSide* a, const PairSide* b, Py_ssize_t count, double* axes,
                           unsigned char* apart) noexcept nogil

# The same for all about how they meet: rows from `row` on.
cdef Py_ssize_t judge_contacts(const PairSide* a, const PairSide* b, Py_ssize_t count,
                               const ContactArrays* out, Py_ssize_t row) noexcept nogil

# Boxes in motion, rows from `row` on of the motions and of `out`: what convex_sweep will say. With
# `only_misses`, for boxes of all kinds: PAIR_APART if they never touch; all others are in doubt,
# and nothing but verdicts is written.
cdef Py_ssize_t judge_sweeps(const PairSide* a, const PairSide* b, Py_ssize_t count,
                             const Motions* motions, bint only_misses, const ImpactArrays* out,
                             Py_ssize_t row) noexcept nogil

# New poses for the boxes of boxes.pxd: (count, 2) positions, which they survive, and allowed
# angles.
cdef void pose_boxes(double* records, double* angles, const double* positions,
                     const double* new_angles, Py_ssize_t count) noexcept nogil
