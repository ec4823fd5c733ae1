"""Distances of boxes, and arrays of capsules and of rounded boxes, as one writes them with numba.

See numba_boxes.
"""

from math import sqrt

from common.compiling import compiled, inlined
from common.shapes import Array, Truths

from arrays.numba_boxes import Frame, between
from arrays.population import Boxes, Capsules, RoundedBoxes

Vector = tuple[float, float]


@inlined
def clamped(value: float) -> float:
    return min(max(value, 0.0), 1.0)


@inlined
def square_between(offset: Vector, u: Vector, v: Vector) -> float:
    """Return the squared distance of two segments, a beginning at the offset from that of b.

    Without branches, after Ericson, Real-Time Collision Detection, 5.1.9.
    """
    (x, y), (ux, uy), (vx, vy) = offset, u, v
    uu, vv, uv = ux * ux + uy * uy, vx * vx + vy * vy, ux * vx + uy * vy
    along_u, along_v = ux * x + uy * y, vx * x + vy * y
    area = uu * vv - uv * uv
    s = clamped((uv * along_v - along_u * vv) / area if area != 0.0 else 0.0)
    t = clamped((uv * s + along_v) / vv)
    s = clamped((uv * t - along_u) / uu)
    dx, dy = x + s * ux - t * vx, y + s * uy - t * vy
    return dx * dx + dy * dy


@inlined
def square_of_capsules(a: Capsules, b: Capsules, k: int) -> float:
    offset = a.x[k] - b.x[k], a.y[k] - b.y[k]
    return square_between(offset, (a.way_x[k], a.way_y[k]), (b.way_x[k], b.way_y[k]))


@compiled
def capsules_meet(a: Capsules, b: Capsules, out: Truths) -> None:
    for k in range(len(out)):
        reach = a.radius[k] + b.radius[k]
        out[k] = square_of_capsules(a, b, k) <= reach * reach


@compiled
def capsule_distances(a: Capsules, b: Capsules, out: Array) -> None:
    """Those that cross have none, though the ends that are nearest to each other may be apart."""
    for k in range(len(out)):
        reach = a.radius[k] + b.radius[k]
        out[k] = max(0.0, sqrt(square_of_capsules(a, b, k)) - reach)


@inlined
def directed(a: Boxes | RoundedBoxes, i: int) -> Frame:
    return a.cosine[i], a.sine[i], a.half_width[i], a.half_height[i]


@inlined
def square_beyond(place: Vector, half: Vector) -> float:
    x, y = max(0.0, abs(place[0]) - half[0]), max(0.0, abs(place[1]) - half[1])
    return x * x + y * y


@inlined
def square_of_vertices(place: Vector, wide: Vector, high: Vector, half: Vector) -> float:
    """Return the least of those of a box at a place, as another one sees it, to that one."""
    (x, y), (wx, wy), (hx, hy) = place, wide, high
    ends = min(
        square_beyond((x + wx + hx, y + wy + hy), half),
        square_beyond((x - wx - hx, y - wy - hy), half),
    )
    others = min(
        square_beyond((x + wx - hx, y + wy - hy), half),
        square_beyond((x - wx + hx, y - wy + hy), half),
    )
    return min(ends, others)


@inlined
def square_of_boxes(offset: Vector, a: Frame, b: Frame) -> float:
    """Return the square of the distance of two boxes, 0 where they meet."""
    (dx, dy), (ux, uy, aw, ah), (vx, vy, bw, bh) = offset, a, b
    c, s = ux * vx + uy * vy, ux * vy - uy * vx
    px, py = dx * ux + dy * uy, dy * ux - dx * uy
    qx, qy = dx * vx + dy * vy, dy * vx - dx * vy
    gap = max(abs(px) - aw - bw * abs(c) - bh * abs(s), abs(py) - ah - bw * abs(s) - bh * abs(c))
    gap = max(gap, abs(qx) - bw - aw * abs(c) - ah * abs(s))
    gap = max(gap, abs(qy) - bh - aw * abs(s) - ah * abs(c))
    by_a = square_of_vertices((px, py), (bw * c, bw * s), (-bh * s, bh * c), (aw, ah))
    by_b = square_of_vertices((qx, qy), (aw * c, -aw * s), (ah * s, ah * c), (bw, bh))
    return min(by_a, by_b) if gap > 0.0 else 0.0


@compiled
def box_distances(a: Boxes, b: Boxes, out: Array) -> None:
    for k in range(len(out)):
        out[k] = sqrt(square_of_boxes(between(a, k, b, k), directed(a, k), directed(b, k)))


@compiled
def rounded_boxes_meet(a: RoundedBoxes, b: RoundedBoxes, out: Truths) -> None:
    for k in range(len(out)):
        reach = a.radius[k] + b.radius[k]
        square = square_of_boxes(between(a, k, b, k), directed(a, k), directed(b, k))
        out[k] = square <= reach * reach


@compiled
def rounded_box_distances(a: RoundedBoxes, b: RoundedBoxes, out: Array) -> None:
    for k in range(len(out)):
        reach = a.radius[k] + b.radius[k]
        square = square_of_boxes(between(a, k, b, k), directed(a, k), directed(b, k))
        out[k] = max(0.0, sqrt(square) - reach)
