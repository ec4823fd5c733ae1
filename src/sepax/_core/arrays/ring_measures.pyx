"""The area and the centroid of what the posed rings of an outline bound: sums over the edges.

The sums are of differences to the first vertex, with twice the digits. Where these do not suffice,
as for a spiral that is far thinner than it is wide, exact products are added up, and the sum is
rounded once. So errors are hardly more than that of one rounding.
"""

from libc.math cimport fabs
from libc.string cimport memset

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.rings cimport EdgeWalk, box_of_boundary, next_edge, start_edges
from sepax._core.kernels.sums cimport ExactSum, add_exactly, rounded_sum, start_sum
from sepax._core.simd.overlap cimport (
    Twofold, exact_product, exact_sum, twofold_product, twofold_quotient, twofold_sum)

cdef extern from "bits.h" nogil:
    double scale_to_one(double x)

cdef struct Edge:
    # From a to b, enlarged by a scale.
    double a_x, a_y, b_x, b_y

cdef struct Total:
    double high, low, rest  # of terms: their sum
    double magnitude        # of the products that the terms are the sum of


# --- edges ------------------------------------------------------------------------------

cdef inline Edge scaled_edge(const Boundary* boundary, const Pose* pose, Py_ssize_t k,
                             double scale, EdgeWalk* walk) noexcept nogil:
    """Go on to edge k, and enlarge it."""
    next_edge(boundary, pose, k, walk)
    return Edge(walk.x0 * scale, walk.y0 * scale, walk.x1 * scale, walk.y1 * scale)


# --- sums with twice the digits ---------------------------------------------------------

cdef inline void add_product(Total* total, Twofold p, Twofold q) noexcept nogil:
    cdef Twofold product = exact_product(p.high, q.high)
    cdef Twofold both = exact_sum(total.high, product.high)
    total.high = both.high
    both = exact_sum(total.low, both.low + (product.low + (p.high * q.low + p.low * q.high)))
    total.low = both.high
    total.rest += both.low


cdef inline Twofold minus(Twofold p) noexcept nogil:
    return Twofold(-p.high, -p.low)


cdef inline Twofold settled(const Total* total) noexcept nogil:
    return exact_sum(total.high, total.low + total.rest)


cdef inline void add_cross(Total* total, Twofold a_x, Twofold a_y, Twofold b_x,
                           Twofold b_y) noexcept nogil:
    """Add twice the area of the triangle of an edge and the first vertex."""
    add_product(total, a_x, b_y)
    add_product(total, minus(a_y), b_x)
    total.magnitude += fabs(a_x.high * b_y.high) + fabs(a_y.high * b_x.high)


cdef inline bint is_certain(Py_ssize_t count, double magnitude, double twice) noexcept nogil:
    """Whether the error of twice the area is below 2^-57 of it, and that of a centre below 2^-56 of
    the size of the rings.

    Each of 2 n products is added with an error of 2^-105 of the magnitude, as the sums on the way
    are no larger than that. The rest is below (2 n)^2 times 2^-106 of it, and is rounded as often
    as there are products. Terms of moments are these times a sum of two coordinates: so is their
    magnitude.
    """
    cdef double terms = 2.0 * <double>count + 16.0
    return terms * (1.0 + terms * terms * 2.0**-53) * 2.0**-48 * magnitude <= twice


cdef struct Sums:
    # Over what rings bound, seen from the first vertex: twice the area, and six times the integrals
    # of x and of y.
    Total twice, six_x, six_y


cdef inline void add_moment(Total* six, Twofold twice, Twofold a, Twofold b) noexcept nogil:
    """Add the term of an edge from coordinate a to b, and twice the area that goes with it."""
    cdef Twofold both = exact_sum(a.high, b.high)
    add_product(six, twice, Twofold(both.high, both.low + (a.low + b.low)))


cdef inline bint add_edges(const Boundary* boundary, const Pose* pose, double scale,
                           bint with_moments, Sums* sums, double* first) noexcept nogil:
    """Add up all edges, enlarged by a scale; `first` gets the first vertex. False where the digits
    do not suffice."""
    cdef EdgeWalk walk
    cdef Edge edge
    cdef Total part
    cdef Twofold a_x, a_y, b_x, b_y
    cdef Py_ssize_t k
    memset(sums, 0, sizeof(Sums))
    start_edges(&walk)
    for k in range(boundary.count):
        edge = scaled_edge(boundary, pose, k, scale, &walk)
        if k == 0:
            first[0], first[1] = edge.a_x, edge.a_y
        a_x, a_y = exact_sum(edge.a_x, -first[0]), exact_sum(edge.a_y, -first[1])
        b_x, b_y = exact_sum(edge.b_x, -first[0]), exact_sum(edge.b_y, -first[1])
        if with_moments:
            part = Total(0.0, 0.0, 0.0, 0.0)
            add_cross(&part, a_x, a_y, b_x, b_y)
            add_moment(&sums.six_x, settled(&part), a_x, b_x)
            add_moment(&sums.six_y, settled(&part), a_y, b_y)
        add_cross(&sums.twice, a_x, a_y, b_x, b_y)
    return is_certain(boundary.count, sums.twice.magnitude, sums.twice.high)


# --- exact sums -------------------------------------------------------------------------

cdef inline void add_exact_product(ExactSum* total, double p, double q) noexcept nogil:
    cdef Twofold product = exact_product(p, q)
    add_exactly(total, product.high)
    add_exactly(total, product.low)


cdef inline void add_exact_moment(ExactSum* total, double p, double q, double r) noexcept nogil:
    """Add the product of three numbers."""
    cdef Twofold product = exact_product(p, q)
    add_exact_product(total, product.high, r)
    add_exact_product(total, product.low, r)


cdef Twofold twofold_of(ExactSum* total) noexcept nogil:
    """The sum with twice the digits; what is left of it afterwards is nothing."""
    cdef double high = rounded_sum(total)
    add_exactly(total, -high)
    return Twofold(high, rounded_sum(total))


cdef Twofold exact_twice(const Boundary* boundary, const Pose* pose, double scale) noexcept nogil:
    """Twice the area."""
    cdef EdgeWalk walk
    cdef Edge edge
    cdef ExactSum total
    cdef Py_ssize_t k
    start_sum(&total)
    start_edges(&walk)
    for k in range(boundary.count):
        edge = scaled_edge(boundary, pose, k, scale, &walk)
        add_exact_product(&total, edge.a_x, edge.b_y)
        add_exact_product(&total, -edge.a_y, edge.b_x)
    return twofold_of(&total)


cdef Twofold exact_moment(const Boundary* boundary, const Pose* pose, double scale,
                          bint of_y) noexcept nogil:
    """Six times the integral of x, or of y, seen from the origin."""
    cdef EdgeWalk walk
    cdef Edge edge
    cdef ExactSum total
    cdef double[2] ends
    cdef Py_ssize_t k, i
    start_sum(&total)
    start_edges(&walk)
    for k in range(boundary.count):
        edge = scaled_edge(boundary, pose, k, scale, &walk)
        ends[0], ends[1] = (edge.a_y, edge.b_y) if of_y else (edge.a_x, edge.b_x)
        for i in range(2):
            add_exact_moment(&total, edge.a_x, edge.b_y, ends[i])
            add_exact_moment(&total, -edge.a_y, edge.b_x, ends[i])
    return twofold_of(&total)


# --- measures ---------------------------------------------------------------------------

cdef inline double one_of(const Boundary* boundary) noexcept nogil:
    """The scale of coordinates: a power of two, so that no product underflows or overflows, and no
    bit depends on it."""
    return scale_to_one(boundary.extent)


cdef double area_of_rings(const Boundary* boundary, const Pose* pose) noexcept nogil:
    """The area, rounded once or nearly so; 0.0 where rounding by the pose has turned the inside
    out."""
    cdef double scale = one_of(boundary), twice
    cdef Sums sums
    cdef double[2] first
    if add_edges(boundary, pose, scale, False, &sums, first):
        twice = settled(&sums.twice).high
    else:
        twice = exact_twice(boundary, pose, scale).high
    return 0.5 * max(twice, 0.0) / scale / scale


cdef inline double middle_of(Twofold six, Twofold twice, double first) noexcept nogil:
    """The coordinate of a centre that is seen from a first vertex."""
    cdef Twofold away = twofold_quotient(six, twofold_product(twice, Twofold(3.0, 0.0)))
    return twofold_sum(Twofold(first, 0.0), away).high


cdef void centroid_of_rings(const Boundary* boundary, const Pose* pose, double* out) noexcept nogil:
    """The centre of the area, in the box around the rings; without any area the middle of that."""
    cdef double scale = one_of(boundary)
    cdef Sums sums
    cdef Twofold twice
    cdef double[2] first
    cdef double[4] box
    box_of_boundary(boundary, pose, box)
    if add_edges(boundary, pose, scale, True, &sums, first):
        twice = settled(&sums.twice)
        out[0] = middle_of(settled(&sums.six_x), twice, first[0]) / scale
        out[1] = middle_of(settled(&sums.six_y), twice, first[1]) / scale
    else:
        twice = exact_twice(boundary, pose, scale)
        if not twice.high > 0.0:
            out[0] = box[LOW_X] + 0.5 * (box[HIGH_X] - box[LOW_X])
            out[1] = box[LOW_Y] + 0.5 * (box[HIGH_Y] - box[LOW_Y])
            return
        out[0] = middle_of(exact_moment(boundary, pose, scale, False), twice, 0.0) / scale
        out[1] = middle_of(exact_moment(boundary, pose, scale, True), twice, 0.0) / scale
    out[0] = min(max(out[0], box[LOW_X]), box[HIGH_X])
    out[1] = min(max(out[1], box[LOW_Y]), box[HIGH_Y])
