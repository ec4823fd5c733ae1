"""Until when does an axis certainly separate two shapes that turn while they move?

The frame is that of a's position, and does not turn. Let x and y be vertices of a and b, each
relative to its own position, D the vector from a's position to b's, and w its rate of change. Along a
unit axis n that turns at a rate W, the two vertices are at time h apart by

    s(h) = n . (R(-W h) (D + w h) + R((wb - W) h) y - R((wa - W) h) x)

A sum of sinusoids: its value and its first two derivatives are known at h = 0, and the third has a
bound K. So s(h) >= s + s' h + s'' h^2 / 2 - K h^3 / 6. The first root of the least of these
bounds, over all pairs of vertices, is a time until which the axis certainly separates the shapes.

The pair that is nearest along the axis comes first. Another vertex counts by how far it is behind
the nearest one of its shape, which is a sinusoid, too: the bounds of all pairs are sums of three
cubics, and few vertices can be the nearest ones before the root.
"""

from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.edges cimport larger, smaller
from sepax._core.kernels.roundoff cimport ABOVE_ROUNDOFF
from sepax._core.kernels.support cimport support_point

cdef enum:
    CUBIC_SIZE = 4      # doubles of memory that a vertex takes
    ROOT_STEPS = 6      # the error falls by a factor of 10 or more with each
    LEFT_OVER = 8       # a root is near enough once the value is down to one in so many

cdef struct Cubic:
    # value + slope h + curve h^2 - bend h^3
    double value, slope, curve, bend

cdef struct Rivals:
    # Bounds of vertices that may be nearer along an axis than the nearest ones, before an end.
    Cubic* of_a
    Cubic* of_b
    Py_ssize_t count_a, count_b

cdef struct Turning:
    # A shape that turns, at one time: the convex has its vertices, as a's position sees them.
    const Convex* convex
    double rate         # radians per unit of time
    double x            # its own position
    double y

cdef struct TurningPair:
    Turning a, b
    double x            # velocity of b as a sees it
    double y
    double travel       # the length of that

cdef struct TurningAxis:
    double x            # unit, from a to b
    double y, rate


cdef inline double cube(double x) noexcept nogil:
    """The magnitude of the cube."""
    return fabs(x) * x * x


cdef inline double length_bound(double x, double y) noexcept nogil:
    """An upper bound of the length of a vector; its factors need not be sharp."""
    return fabs(x) + fabs(y)


# --- roots --------------------------------------------------------------------------

cdef inline double first_root_of_parabola(double value, double slope, double curve) noexcept nogil:
    """The first root of value + slope h + curve h^2 beyond 0, where it is positive; inf for
    none."""
    cdef double square = slope * slope - 4.0 * curve * value
    if curve >= 0.0:
        if slope >= 0.0 or square < 0.0:
            return INFINITY
        return 2.0 * value / (sqrt(square) - slope)
    if slope <= 0.0:
        return 2.0 * value / (sqrt(square) - slope)
    return (slope + sqrt(square)) / (-2.0 * curve)


cdef inline double root_of_terms(double value, double slope, double curve,
                                 double bend) noexcept nogil:
    """An upper bound of the root of a cubic beyond 0, for a value up to the bend: there a third of
    bend h^3 is no less than each of the other terms."""
    cdef double unit = 3.0 / bend
    return larger(larger(unit * curve, sqrt(unit * larger(slope, 0.0))), sqrt(sqrt(unit * value)))


cdef inline double first_root(const Cubic* bound, double end) noexcept nogil:
    """A time up to which a cubic is certainly positive: just before its first root, or `end`.

    On [0, h] the cubic is no less than the parabola that has curve - bend h instead of curve. So
    the root of that is safe up to h, and so is h. The root of the parabola without bend is later
    than that of the cubic: a good h. At the safe time the cubic is expanded again.
    """
    cdef double value = bound.value, slope = bound.slope, curve = bound.curve
    cdef double time = 0.0, rest = end, step, reach
    cdef int k
    for k in range(ROOT_STEPS):
        reach = smaller(rest, first_root_of_parabola(value, slope, curve))
        if k > 0 and reach == rest:
            reach = smaller(root_of_terms(value, slope, curve, bound.bend), rest)
        step = first_root_of_parabola(value, slope, curve - bound.bend * reach)
        if step >= rest:
            return end
        step = smaller(step, reach)
        time += step
        value += step * (slope + step * (curve - step * bound.bend))
        if value * LEFT_OVER <= bound.value:
            break
        slope += step * (2.0 * curve - 3.0 * bound.bend * step)
        curve -= 3.0 * bound.bend * step
        rest = end - time
    return time


cdef inline bint stays_positive(const Cubic* bound, double end) noexcept nogil:
    """Whether a cubic certainly stays positive until `end`: the parabola that it is no less
    than."""
    cdef double curve = bound.curve - bound.bend * end
    if bound.slope < 0.0 and curve > 0.0 and bound.slope + 2.0 * curve * end > 0.0:
        return 4.0 * curve * bound.value > bound.slope * bound.slope
    return bound.value > 0.0 and bound.value + end * (bound.slope + end * curve) > 0.0


cdef inline double positive_until(const Cubic* bound, double end) noexcept nogil:
    """Until when a cubic certainly stays positive: at most `end`, 0 where it is not even now."""
    if stays_positive(bound, end):
        return end
    return first_root(bound, end) if bound.value > 0.0 else 0.0


cdef inline double rises_until(const Cubic* bound) noexcept nogil:
    """When a cubic last stops to rise; inf for never, 0 where it only falls."""
    cdef double square = bound.curve * bound.curve + 3.0 * bound.bend * bound.slope
    if square < 0.0:
        return 0.0
    if bound.curve < 0.0:
        return larger(bound.slope / (sqrt(square) - bound.curve), 0.0)
    return (bound.curve + sqrt(square)) / (3.0 * bound.bend) if bound.bend > 0.0 else INFINITY


# --- bounds along an axis -------------------------------------------------------------

cdef inline double rate_of_axis(const TurningPair* pair, const Axis* axis) noexcept nogil:
    """The rate of the edge's shape; between two vertices that of the line through both."""
    cdef const Turning* a = &pair.a
    cdef const Turning* b = &pair.b
    cdef double x, y, gx, gy, square
    if axis.edge >= 0:
        return b.rate if axis.on_b else a.rate
    x = a.convex.x[axis.vertex_a] - a.x
    y = a.convex.y[axis.vertex_a] - a.y
    gx = b.convex.x[axis.vertex_b] - a.convex.x[axis.vertex_a]
    gy = b.convex.y[axis.vertex_b] - a.convex.y[axis.vertex_a]
    square = gx * gx + gy * gy
    if square == 0.0:
        return 0.0
    return (gx * (pair.y + b.rate * (b.convex.x[axis.vertex_b] - b.x) - a.rate * x)
            - gy * (pair.x - b.rate * (b.convex.y[axis.vertex_b] - b.y) + a.rate * y)) / square


cdef inline double worth_looking(const TurningPair* pair, double rate, double end) noexcept nogil:
    """A time, at most `end`, until which bounds along an axis are not too loose: one turn of the
    line through two corners that pass each other."""
    cdef double passing = fabs(rate) - fabs(pair.a.rate) - fabs(pair.b.rate)
    return 1.0 / passing if passing * end > 1.0 else end


cdef inline double third_derivative(double dx, double dy, double x, double y, double ux, double uy,
                                    double speed, double of_a, double of_b, double rate,
                                    double end) noexcept nogil:
    """A bound of |s'''| of one pair of vertices on [0, end]: the least of three.

    Each vertex turns against the axis by itself; or both turn against it alike, as in shapes that
    move in formation, and the difference of x and y counts; or both hardly turn and follow the
    vector between the positions, however long it is.
    """
    cdef double alpha = of_a - rate, beta = of_b - rate
    cdef double far_x = length_bound(x, y), far_y = length_bound(ux, uy)
    cdef double gx = ux - x, gy = uy - y
    cdef double moving = 3.0 * rate * rate * speed
    cdef double way = cube(rate) * (length_bound(dx, dy) + speed * end) + moving
    cdef double alone = way + cube(alpha) * far_x + cube(beta) * far_y
    cdef double alike = way + cube(beta) * length_bound(gx, gy) + far_x * (
        fabs(beta * beta * beta - alpha * alpha * alpha)
        + cube(alpha) * fabs(of_b - of_a) * end)
    cdef double along = (
        cube(rate) * (length_bound(dx + gx, dy + gy) + speed * end) + moving
        + far_y * (fabs(beta * beta * beta + rate * rate * rate)
                   + cube(beta) * fabs(of_b) * end)
        + far_x * (fabs(alpha * alpha * alpha + rate * rate * rate)
                   + cube(alpha) * fabs(of_a) * end))
    return smaller(alone, smaller(alike, along))


cdef inline void nearest_pair(const TurningPair* pair, Py_ssize_t i, Py_ssize_t j,
                              const TurningAxis* axis, double level, double end,
                              Cubic* bound) noexcept nogil:
    """The bound of the separation of vertices i of a and j of b beyond a level."""
    cdef const Turning* a = &pair.a
    cdef const Turning* b = &pair.b
    cdef double x = a.convex.x[i] - a.x, y = a.convex.y[i] - a.y
    cdef double ux = b.convex.x[j] - b.x, uy = b.convex.y[j] - b.y
    cdef double gx = b.convex.x[j] - a.convex.x[i], gy = b.convex.y[j] - a.convex.y[i]
    cdef double alpha = a.rate - axis.rate, beta = b.rate - axis.rate, dx, dy
    # A shape that does not turn has its position wherever that serves best: at the vertex.
    if a.rate == 0.0:
        x = y = 0.0
    if b.rate == 0.0:
        ux = uy = 0.0
    dx = gx + x - ux
    dy = gy + y - uy
    bound.value = (axis.x * gx + axis.y * gy) - level
    bound.slope = (axis.x * (pair.x - b.rate * uy + a.rate * y)
                   + axis.y * (pair.y + b.rate * ux - a.rate * x)
                   + axis.rate * (axis.x * gy - axis.y * gx))
    bound.curve = (axis.rate * (axis.x * pair.y - axis.y * pair.x)
                   - 0.5 * (axis.rate * axis.rate * (axis.x * dx + axis.y * dy)
                            + beta * beta * (axis.x * ux + axis.y * uy)
                            - alpha * alpha * (axis.x * x + axis.y * y)))
    bound.bend = ABOVE_ROUNDOFF / 6.0 * third_derivative(
        dx, dy, x, y, ux, uy, pair.travel, a.rate, b.rate, axis.rate, end)


cdef inline void behind_nearest(const Convex* convex, Py_ssize_t k, Py_ssize_t nearest, double sign,
                                double against, const TurningAxis* axis,
                                Cubic* bound) noexcept nogil:
    """The bound of how far vertex k is behind the nearest one of its shape: -1 is the sign of a, 1
    that of b. `against` is the rate of the shape relative to the axis."""
    cdef double dx = convex.x[k] - convex.x[nearest], dy = convex.y[k] - convex.y[nearest]
    bound.value = sign * (axis.x * dx + axis.y * dy)
    bound.slope = sign * against * (axis.y * dx - axis.x * dy)
    bound.curve = -0.5 * against * against * bound.value
    bound.bend = ABOVE_ROUNDOFF / 6.0 * cube(against) * length_bound(dx, dy)


cdef inline Py_ssize_t list_rivals(const Convex* convex, Py_ssize_t nearest, double sign,
                                   double rate, const TurningAxis* axis, double end,
                                   Cubic* rivals) noexcept nogil:
    """The vertices that may be nearer than the nearest one before `end`: bounds of how far they are
    behind it. Returns their number. `rate` is that of the shape."""
    cdef double against = rate - axis.rate
    cdef Py_ssize_t k, count = 0
    if against == 0.0:
        return 0
    for k in range(convex.n):
        if k == nearest:
            continue
        behind_nearest(convex, k, nearest, sign, against, axis, rivals + count)
        rivals[count].value = larger(rivals[count].value, 0.0)
        count += not stays_positive(rivals + count, end)
    return count


cdef inline void add_cubic(Cubic* total, const Cubic* other) noexcept nogil:
    total.value += other.value
    total.slope += other.slope
    total.curve += other.curve
    total.bend += other.bend


cdef inline Cubic sum_of_cubics(const Cubic* first, const Cubic* second,
                                const Cubic* third) noexcept nogil:
    """A sum of cubics; the last two may be NULL."""
    cdef Cubic total = first[0]
    if second is not NULL:
        add_cubic(&total, second)
    if third is not NULL:
        add_cubic(&total, third)
    return total


cdef inline double root_of_sum(const Cubic* first, const Cubic* second, const Cubic* third,
                               double end) noexcept nogil:
    """The first root of a sum of cubics before `end`, or that."""
    cdef Cubic total = sum_of_cubics(first, second, third)
    return end if stays_positive(&total, end) else first_root(&total, end)


cdef inline double rise_of_sum(const Cubic* first, const Cubic* second,
                               const Cubic* third) noexcept nogil:
    """Until when a sum of cubics rises, and never falls before."""
    cdef Cubic total = sum_of_cubics(first, second, third)
    return rises_until(&total) if total.slope >= 0.0 else 0.0


cdef inline void list_all_rivals(const TurningPair* pair, const TurningAxis* axis, Py_ssize_t i,
                                 Py_ssize_t j, double end, double* memory,
                                 Rivals* rivals) noexcept nogil:
    """Those of the nearest vertices, i of a and j of b."""
    rivals.of_a = <Cubic*>memory
    rivals.of_b = rivals.of_a + pair.a.convex.n
    rivals.count_a = list_rivals(pair.a.convex, i, -1.0, pair.a.rate, axis, end, rivals.of_a)
    rivals.count_b = list_rivals(pair.b.convex, j, 1.0, pair.b.rate, axis, end, rivals.of_b)


cdef inline double root_with_rivals(const Cubic* nearest, const Rivals* rivals,
                                    double end) noexcept nogil:
    """The first root before `end`, or that, of a cubic and any rivals: one of either shape, or one
    of both."""
    cdef Py_ssize_t i, j
    for i in range(rivals.count_a):
        end = root_of_sum(nearest, rivals.of_a + i, NULL, end)
    for j in range(rivals.count_b):
        end = root_of_sum(nearest, rivals.of_b + j, NULL, end)
        for i in range(rivals.count_a):
            end = root_of_sum(nearest, rivals.of_b + j, rivals.of_a + i, end)
    return end


cdef inline double next_peak(const Cubic* nearest, const Rivals* rivals,
                             double end) noexcept nogil:
    """When the separation along an axis certainly stops to rise; 0 if it does not rise now. Two
    vertices may be the nearest ones once they have both overtaken, and count if they do not rise
    themselves."""
    cdef double peak = rises_until(nearest), root
    cdef Py_ssize_t i, j
    for i in range(rivals.count_a):
        root = first_root(rivals.of_a + i, end)
        peak = smaller(peak, larger(root, rise_of_sum(nearest, rivals.of_a + i, NULL)))
        for j in range(rivals.count_b):
            peak = smaller(peak, larger(larger(root, first_root(rivals.of_b + j, end)),
                                        rise_of_sum(nearest, rivals.of_a + i, rivals.of_b + j)))
    for j in range(rivals.count_b):
        peak = smaller(peak, larger(first_root(rivals.of_b + j, end),
                                    rise_of_sum(nearest, rivals.of_b + j, NULL)))
    return peak


cdef inline double up_to_peak(const Cubic* nearest, double peak, double slack,
                              double end) noexcept nogil:
    """The peak of a separation that begins as a cubic, but not before it has risen by the slack; at
    most `end`."""
    cdef double calm = first_root_of_parabola(slack, -nearest.slope, -nearest.curve)
    return end if peak <= 0.0 or calm >= end else smaller(end, larger(calm, peak))


cdef inline double separated_until(const TurningPair* pair, const TurningAxis* axis, double level,
                                   double end, double slack, double* memory) noexcept nogil:
    """For how long the axis certainly keeps the cores apart by more than a level: at most `end`; 0
    where it does not even now. With a slack above 0 no longer than the separation along it rises:
    see `next_peak`."""
    cdef Py_ssize_t i = support_point(pair.a.convex, -axis.x, -axis.y)
    cdef Py_ssize_t j = support_point(pair.b.convex, axis.x, axis.y)
    cdef Rivals rivals
    cdef Cubic nearest
    nearest_pair(pair, i, j, axis, level, end, &nearest)
    if not nearest.value > 0.0:
        return 0.0
    end = first_root(&nearest, end)
    list_all_rivals(pair, axis, i, j, end, memory, &rivals)
    end = root_with_rivals(&nearest, &rivals, end)
    if slack > 0.0:
        end = up_to_peak(&nearest, next_peak(&nearest, &rivals, end), slack, end)
    return end


cdef inline double axis_rises_until(const TurningPair* pair, const TurningAxis* axis, double end,
                                    double* memory) noexcept nogil:
    """Until when the separation along an axis certainly rises; 0 if it does not now."""
    cdef Py_ssize_t i = support_point(pair.a.convex, -axis.x, -axis.y)
    cdef Py_ssize_t j = support_point(pair.b.convex, axis.x, axis.y)
    cdef Rivals rivals
    cdef Cubic nearest
    nearest_pair(pair, i, j, axis, 0.0, end, &nearest)
    list_all_rivals(pair, axis, i, j, end, memory, &rivals)
    return next_peak(&nearest, &rivals, end)
