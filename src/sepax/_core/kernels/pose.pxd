"""A convex with the local frame and the pose that it comes from; see pose.pyx."""

from libc.math cimport fabs

from sepax._core.kernels.convex cimport BLOCK, COORDINATE_LIMIT, Convex, point_stride, repair_edges
from sepax._core.kernels.roundoff cimport POSE_ROUNDOFF, grid_at
from sepax._core.memory cimport count_product, count_sum
from sepax._core.simd.levels cimport ring_loops

cdef extern from "rotation.h" nogil:
    # The one routine that every pose goes through. Of an allowed angle in radians; exact for
    # those that stand for quarter turns.
    void sine_cosine(double angle, double* sine, double* cosine)

cdef enum:
    # Of a rectangle whose ring begins at its lower left corner.
    RIGHT_EDGE = 1
    TOP_EDGE = 2
    UPPER_RIGHT = 2     # its corner there: half the width and half the height, if it is centred

cdef struct Pose:
    double x, y             # world place of local (0, 0)
    double angle            # radians, counter-clockwise
    double cosine, sine

cdef struct PosedConvex:
    Convex convex               # world frame; convex.n == 0 until measured
    Pose pose
    double* local_x  # points in the frame of the pose, repeated as those of the world
    double* local_y
    double centre_x, centre_y  # reference point in the local frame
    double bounding_radius  # of the local shape about its centre, radius included, rounded up
    double inscribed_radius # of its edges about the centre, rounded down
    double pivot_extent     # largest |x| + |y| of the local points
    double asymmetry        # largest deviation of opposite points, if symmetric
    double skew_of_grid     # convex.skew a unit of deviation from symmetry
    double finest           # a rounding grid below this leaves a ring that can be kept convex
    double bending          # and one below this needs nothing for that


cdef inline bint angle_is_allowed(double angle) noexcept nogil:
    """Whether the reduction is exact: within 2**31 radians the multiple of pi/2 nearest to the
    angle is a 31-bit integer. False for NaN and infinities too."""
    return -2147483648.0 <= angle <= 2147483648.0


cdef inline double rounding_grid(const PosedConvex* posed) noexcept nogil:
    return grid_at(posed.pose.x, posed.pose.y, posed.pivot_extent)


cdef inline double finest_of(double size) noexcept nogil:
    """`finest` of a ring whose edges and inscribed radius are at least a size. The grid at the
    limit of the coordinates is an upper bound."""
    return min(size / 64.0, POSE_ROUNDOFF * COORDINATE_LIMIT)


cdef inline double range_of_grid(const PosedConvex* posed, double grid) noexcept nogil:
    """Poses with |x| + |y| below this have a finer rounding grid."""
    return 0.999 * (grid / POSE_ROUNDOFF) - 1.001 * posed.pivot_extent


cdef inline double ring_range(const PosedConvex* posed) noexcept nogil:
    """A shape with edges survives every pose with |x| + |y| below this: see `posed_update`."""
    return range_of_grid(posed, posed.finest)


cdef inline double flat_range(const PosedConvex* posed) noexcept nogil:
    """And below this it keeps its points as they are rounded: none is moved to keep it convex."""
    return range_of_grid(posed, posed.bending)


cdef inline Py_ssize_t edge_stride(Py_ssize_t n) noexcept nogil:
    """Room for n edges in whole blocks."""
    return count_sum(n, BLOCK - 1) // BLOCK * BLOCK


cdef inline Py_ssize_t posed_size(Py_ssize_t n) noexcept nogil:
    """Doubles of memory for n points."""
    return count_sum(count_product(point_stride(n), 4), count_product(edge_stride(n), 3))


cdef inline void posed_assign_arrays(PosedConvex* posed, Py_ssize_t n,
                                     double* memory) noexcept nogil:
    """Divide zeroed memory of `posed_size(n)` doubles into arrays, in the order of use."""
    cdef Py_ssize_t points = point_stride(n), edges = edge_stride(n)
    posed.convex.normal_x = memory
    posed.convex.normal_y = memory + edges
    posed.convex.offset = memory + 2 * edges
    posed.convex.x = memory + 3 * edges
    posed.convex.y = posed.convex.x + points
    posed.local_x = posed.convex.y + points
    posed.local_y = posed.local_x + points


cdef void posed_measure(PosedConvex* posed, Py_ssize_t n, Py_ssize_t edges,
                        double radius) noexcept nogil
cdef void posed_restore(PosedConvex* posed, Py_ssize_t n, const double* local_x,
                        const double* local_y, double* memory) noexcept nogil
cdef bint keep_convex(Convex* convex, double grid) noexcept nogil
cdef bint posed_keep(PosedConvex* posed) noexcept nogil


cdef inline void set_box_axes(Convex* convex) noexcept nogil:
    """The axes and half sizes of a rectangle, from its edges."""
    convex.axis_x = convex.normal_x[RIGHT_EDGE]
    convex.axis_y = convex.normal_y[RIGHT_EDGE]
    convex.half_width = convex.offset[RIGHT_EDGE]
    convex.half_height = convex.offset[TOP_EDGE]


cdef inline bint update_ring(PosedConvex* posed) noexcept nogil:
    cdef Convex* convex = &posed.convex
    cdef const Pose* pose = &posed.pose
    cdef double grid = rounding_grid(posed), shortest_square
    convex.centre_x = pose.x + (pose.cosine * posed.centre_x - pose.sine * posed.centre_y)
    convex.centre_y = pose.y + (pose.sine * posed.centre_x + pose.cosine * posed.centre_y)
    convex.bounding_radius = posed.bounding_radius + grid
    convex.inscribed_radius = posed.inscribed_radius - grid
    convex.skew = posed.skew_of_grid * (posed.asymmetry + grid)
    shortest_square = ring_loops.transform(posed.local_x, posed.local_y, pose.cosine, pose.sine,
                                           pose.x, pose.y, convex)
    convex.x[convex.n] = convex.x[0]
    convex.y[convex.n] = convex.y[0]
    repair_edges(convex, shortest_square)
    if convex.is_rectangle:
        set_box_axes(convex)
    return grid < posed.bending or keep_convex(convex, grid)


cdef inline bint update_disc(PosedConvex* posed) noexcept nogil:
    cdef Convex* convex = &posed.convex
    convex.x[0] = convex.centre_x = posed.pose.x
    convex.y[0] = convex.centre_y = posed.pose.y
    convex.bounding_radius = posed.bounding_radius
    convex.inscribed_radius = posed.inscribed_radius
    convex.skew = 0.0
    return fabs(posed.pose.x) <= COORDINATE_LIMIT and fabs(posed.pose.y) <= COORDINATE_LIMIT


cdef inline bint posed_update(PosedConvex* posed) noexcept nogil:
    """Derive the world frame from the pose; False if the shape is degenerate in it."""
    return update_ring(posed) if posed.convex.edges else update_disc(posed)
