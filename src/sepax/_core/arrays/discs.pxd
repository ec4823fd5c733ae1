"""Discs and points of an array of these alone: a record, an angle, a radius and a centre. The
record also has the centre, for lanes that read records of all kinds; the rest follows from the
radius. Kernels get the whole shape, restored in memory of the caller."""

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.measure cimport radius_within
from sepax._core.kernels.pose cimport PosedConvex, posed_assign_arrays, posed_update
from sepax._core.kernels.projection cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.kernels.roundoff cimport RADIUS_ROUNDOFF
from sepax._core.simd.levels cimport BOUNDING_RADIUS, CENTRE_X, CENTRE_Y

cdef enum:
    DISC_DOUBLES = 20   # posed_size(1)

cdef struct DiscMemory:
    PosedConvex posed
    double memory[DISC_DOUBLES]


cdef inline void disc_measure(PosedConvex* posed, double radius) noexcept nogil:
    """The measures of `posed_measure` for one local point, (0, 0)."""
    posed.convex.n = 1
    posed.convex.edges = posed.convex.half = 0
    posed.convex.is_box = posed.convex.is_rectangle = False
    posed.convex.radius = radius
    posed.centre_x = posed.centre_y = posed.pivot_extent = 0.0
    posed.asymmetry = posed.skew_of_grid = posed.finest = posed.bending = 0.0
    # Adding 0 turns a negative zero into a positive one.
    posed.bounding_radius = (0.0 + radius) * (1.0 + RADIUS_ROUNDOFF)
    posed.inscribed_radius = radius_within(0.0 + radius)


cdef inline void disc_prepare(DiscMemory* disc) noexcept nogil:
    """Memory for discs to be restored in, one after the other."""
    cdef PosedConvex* posed = &disc.posed
    cdef Py_ssize_t i
    for i in range(DISC_DOUBLES):
        disc.memory[i] = 0.0    # the local point among them
    posed_assign_arrays(posed, 1, disc.memory)
    disc_measure(posed, 0.0)
    posed.convex.skew = 0.0


cdef inline const Convex* disc_convex(DiscMemory* disc, const double* record,
                                      double radius) noexcept nogil:
    """The shape as `posed_update` leaves it, in memory that is laid out."""
    cdef Convex* convex = &disc.posed.convex
    convex.x[0] = convex.centre_x = record[CENTRE_X]
    convex.y[0] = convex.centre_y = record[CENTRE_Y]
    convex.radius = radius
    convex.bounding_radius = record[BOUNDING_RADIUS]
    convex.inscribed_radius = radius_within(radius)
    return convex


cdef inline void disc_restore(DiscMemory* disc, const double* record, double angle,
                              double radius) noexcept nogil:
    """The whole shape in its pose."""
    cdef PosedConvex* posed = &disc.posed
    disc_prepare(disc)
    disc_measure(posed, radius)
    posed.pose.x = record[CENTRE_X]
    posed.pose.y = record[CENTRE_Y]
    posed.pose.angle = angle
    posed_update(posed)


cdef inline void disc_bounds(const double* record, double radius, double* bounds) noexcept nogil:
    bounds[LOW_X] = record[CENTRE_X] - radius
    bounds[LOW_Y] = record[CENTRE_Y] - radius
    bounds[HIGH_X] = record[CENTRE_X] + radius
    bounds[HIGH_Y] = record[CENTRE_Y] + radius
