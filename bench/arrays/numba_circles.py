"""Arrays of circles, and boxes against circles, as one writes them with numba: see numba_boxes."""

from collections.abc import Callable
from math import inf, sqrt

from common.compiling import compiled, inlined
from common.shapes import Array, Index, Truths

from arrays.numba_boxes import between, directed
from arrays.population import Boxes, Circles


@inlined
def within(offset: tuple[float, float], reach: float) -> bool:
    dx, dy = offset
    return dx * dx + dy * dy <= reach * reach


def over_pairs(one: bool) -> Callable[..., None]:
    """Return the loop over pairs, or over one a and every b."""

    @compiled
    def loop(a: Circles, b: Circles, out: Truths) -> None:
        for k in range(len(out)):
            i = 0 if one else k
            out[k] = within(between(a, i, b, k), a.radius[i] + b.radius[k])

    return loop


circles_meet = over_pairs(one=False)
circle_meets_many = over_pairs(one=True)


@compiled
def indexed_circles_meet(a: Array, b: Array, i: Index, j: Index, out: Truths) -> None:
    """The same for rows of x, y, radius: in any order, a row costs one miss and not three."""
    for k in range(len(out)):
        p, q = a[i[k]], b[j[k]]
        out[k] = within((q[0] - p[0], q[1] - p[1]), p[2] + q[2])


@inlined
def beyond(along: float, half: float) -> float:
    """How far a point is outside of a box, along an axis of that."""
    return max(0.0, abs(along) - half)


@compiled
def boxes_meet_circles(a: Boxes, b: Circles, out: Truths) -> None:
    """Test whether the point of a box nearest to the centre is within the circle."""
    for k in range(len(out)):
        (dx, dy), (ux, uy, aw, ah) = between(a, k, b, k), directed(a, k)
        offset = beyond(dx * ux + dy * uy, aw), beyond(dy * ux - dx * uy, ah)
        out[k] = within(offset, b.radius[k])


@compiled
def part_circles(a: Circles, b: Circles, vectors: Array, hit: Truths) -> None:
    """Minimum translation vectors: away from the other centre."""
    for k in range(len(hit)):
        dx, dy = between(a, k, b, k)
        length = sqrt(dx * dx + dy * dy)
        depth = a.radius[k] + b.radius[k] - length
        if length == 0.0:
            dx, length = 1.0, 1.0  # any direction will do
        scale = -depth / length if depth >= 0.0 else 0.0
        vectors[k, 0], vectors[k, 1], hit[k] = scale * dx, scale * dy, depth >= 0.0


@compiled
def circle_distances(a: Circles, b: Circles, out: Array) -> None:
    for k in range(len(out)):
        dx, dy = between(a, k, b, k)
        out[k] = max(0.0, sqrt(dx * dx + dy * dy) - (a.radius[k] + b.radius[k]))


@compiled
def sweep_circles(a: Circles, b: Circles, velocity: Array, time: Array) -> None:
    """First times of touch, infinite for a miss: the smaller root of a quadratic."""
    for k in range(len(time)):
        dx, dy = between(a, k, b, k)
        mx, my = velocity[k, 0], velocity[k, 1]
        reach = a.radius[k] + b.radius[k]
        outside, nearing = dx * dx + dy * dy - reach * reach, dx * mx + dy * my
        # The root of a miss is NaN, that of what goes away is negative.
        root = outside / (nearing + sqrt(nearing * nearing - (mx * mx + my * my) * outside))
        first = root if (root >= 0.0) & (root <= 1.0) else inf
        time[k] = first if outside > 0.0 else 0.0
