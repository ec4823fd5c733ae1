"""Areas and axes of compounds: sums are rounded once; 0.0 exactly where insides do not meet."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Capsule, Circle, Compound, Polygon, Segment, ShapeArray

Part = Any


def random_part(rnd: random.Random, *, rounded: bool) -> Part:
    x, y = rnd.randint(-4, 4) / 2, rnd.randint(-4, 4) / 2
    kinds: list[Callable[[], Part]] = [
        lambda: Polygon.box(rnd.randint(1, 4) / 2, rnd.randint(1, 4) / 2, position=(x, y)),
        lambda: Polygon.regular(rnd.randint(3, 9), 1.0, position=(x, y), angle=rnd.uniform(0, 6)),
        lambda: Circle((x, y), rnd.choice([0.5, 1.0])),
        lambda: Capsule((x, y), (x + 1, y + 2), 0.5),
        lambda: Segment((x, y), (x + 1, y)),
    ]
    return kinds[rnd.randrange(5 if rounded else 2)]()


def in_another_order(rnd: random.Random, parts: list[Part], **pose: Any) -> Compound:
    return Compound(rnd.sample(parts, len(parts)), **pose)


@pytest.mark.parametrize("rounded", [False, True])
def test_the_order_of_parts_changes_no_bit(rounded: bool) -> None:
    rnd = random.Random(5)
    shared = 0
    for k in range(150):
        parts = [random_part(rnd, rounded=rounded) for _ in range(rnd.randint(2, 6))]
        others = [random_part(rnd, rounded=rounded) for _ in range(rnd.randint(1, 6))]
        pose: dict[str, Any] = {"position": (rnd.uniform(-1, 1), 0.5), "angle": (k % 2) * 0.3}
        a, b = Compound(parts, **pose), Compound(others)
        c, d = in_another_order(rnd, parts, **pose), in_another_order(rnd, others)
        areas = [one.overlap_area(other) for one, other in ((a, b), (c, d), (b, c), (d, a))]
        assert len(set(areas)) == 1
        assert len({one.iou(other) for one, other in ((a, b), (c, d), (b, c), (d, a))}) == 1
        assert a.iou(c) == (a.area > 0.0)
        assert a.overlap_area(c) == c.overlap_area(a)
        if a._overlaps:
            assert a.area == c.area == a.overlap_area(c)
        shared += areas[0] > 0.0
    assert shared > 60


def block(start: float, width: float, height: float) -> Polygon:
    """Return a box of this width and height whose lower left corner is at (start, 0)."""
    end = start + width
    return Polygon([(start, 0.0), (end, 0.0), (end, height), (start, height)])


def test_sums_are_rounded_once() -> None:
    """Areas from 1e-180 to 1e120, in any order: as `math.fsum` of those of the parts."""
    rnd = random.Random(6)
    sky = block(0.0, 2.0**205, 2.0**205)
    for _ in range(60):
        sizes = [2.0**exponent for exponent in rnd.sample(range(-300, 201), rnd.randint(3, 40))]
        parts = [block(size, rnd.uniform(0.3, 0.9) * size, size) for size in sizes]
        areas = [part.overlap_area(sky) for part in parts]
        assert Compound(parts).overlap_area(sky) == math.fsum(areas)
        assert sky.overlap_area(in_another_order(rnd, parts)) == math.fsum(areas)


def test_ties_of_sums_are_decided_by_what_is_left() -> None:
    """1 + 2^-53 is in the middle between two numbers; the least part says which one it is."""
    sky = block(0.0, 4.0, 4.0)
    one, half, rest = (
        block(1.0, 1.0, 1.0),
        block(2**-27, 2**-27, 2**-26),
        block(2**-53, 2**-53, 2**-53),
    )
    for order in itertools.permutations((one, half, rest)):
        assert Compound(order).overlap_area(sky) == 1.0 + 2.0**-52
    for order in itertools.permutations((one, half)):
        assert Compound(order).overlap_area(sky) == 1.0


def test_many_parts_by_a_sweep_over_their_boxes() -> None:
    """Tiles over shifted tiles: most parts of one are near four of the other."""
    places = np.indices((70, 70)).reshape(2, -1).T.astype(float)
    tiles = Compound(ShapeArray.boxes(1, 1, places))
    moved = tiles.copy()
    moved.position = (0.5, 0.25)
    assert not tiles._overlaps
    assert tiles.overlap_area(moved) == 69.5 * 69.75 == moved.overlap_area(tiles)
    assert tiles.iou(moved) == 69.5 * 69.75 / (2 * 4900 - 69.5 * 69.75)
    bar = Polygon.box(70, 0.5, position=(34.5, 5))
    assert tiles.overlap_area(bar) == 35.0
    barred = Compound([*tiles.parts, bar])
    assert barred._overlaps
    assert barred.area == pytest.approx(4900.0, rel=1e-12)
    assert barred.overlap_area(moved) == pytest.approx(69.5 * 69.75, rel=1e-12)
    few = places[np.random.default_rng(1).permutation(len(places))[:100]]
    assert not Compound(ShapeArray.boxes(1, 1, few))._overlaps
    assert Compound(ShapeArray.boxes(1, 1, np.vstack((few, few[:1] + 0.75))))._overlaps


def beside(rnd: random.Random) -> tuple[Compound, Compound] | None:
    """Return a comb with a nearly straight back at a far pose, and an outline along its back."""
    reach = 2.0 ** rnd.randint(0, 30)
    steps = sorted(rnd.sample(range(1, 60), rnd.randint(3, 6)), reverse=True)
    back = [(x / 4, 1 + rnd.choice([0, 1, -1, 2]) * 2.0 ** -rnd.randint(3, 40)) for x in steps]
    ring = [(0, 0), (16, 0), (16, 1), *back, (0, 1)]
    place = reach * rnd.random(), reach * rnd.random()
    try:
        comb = Compound.from_polygon(ring, position=place, angle=rnd.uniform(0, 6))
        posed = comb.exterior
        out = [2 * posed[2] - posed[1], 2 * posed[-1] - posed[0]]
        return comb, Compound.from_polygon(np.concatenate((posed[:1:-1], out)))
    except ValueError:  # where the back does not keep its corners, or is crossed
        return None


def test_outlines_that_only_touch_share_nothing() -> None:
    """Rounding bends their parts over the edge that they have in common."""
    rnd = random.Random(3)
    bent = 0
    for _ in range(600):
        if (pair := beside(rnd)) is None or sepax.intersects(*pair, touching=False):
            continue
        a, b = pair
        assert a.overlap_area(b) == b.overlap_area(a) == a.iou(b) == 0.0
        assert sepax.overlap(a, b) is None
        assert sepax.overlap_area([a], [b]).tolist() == [0.0]
        one, other = a.parts, b.parts
        i, j = np.indices((len(one), len(other))).reshape(2, -1)
        bent += one.overlap_area(other, pairs=(i, j)).sum() > 0.0
    assert bent > 20


def test_unions_cover_outlines_not_their_posed_parts() -> None:
    """A union of the posed parts does not cover the outline where rounding bends them inwards."""
    rnd = random.Random(4)
    answers = []
    for _ in range(300):
        if (pair := beside(rnd)) is None:
            continue
        comb = pair[0]
        union = Compound([*comb.parts, Polygon.box(0.25, 0.25, position=tuple(comb.exterior[0]))])
        cut = Compound(sepax.convex_parts(comb.exterior))
        answers.append(sepax.covers(union, comb))
        assert answers[-1] == sepax.covers(union, cut)
        assert sepax.covers([union], [comb]).tolist() == [answers[-1]]
    assert {True, False} == set(answers)


def test_parts_that_overlap_by_rounding() -> None:
    """The area of the union, which a sweep finds, may be above the sum of theirs."""
    rnd = random.Random(7)
    above = 0
    for _ in range(100):
        boxes, x = [], 0.0
        for _ in range(5):
            ring = [(x, 0), (x, 1), (end := x + rnd.uniform(0.5, 2), 1), (end, 0)]
            boxes.append(Polygon(ring, position=(100, 3), angle=0.3))
            x = math.nextafter(end, 0.0)
        row = Compound(boxes)
        above += row.area > math.fsum(a.overlap_area(b) for a in boxes for b in boxes)
        assert row.iou(in_another_order(rnd, boxes)) == 1.0
        assert row.overlap_area(row) <= row.area or not row._overlaps
    assert above > 5


def thin(ends: list[tuple[float, int]], radius: float) -> Any:
    """Return a disc about a single end, or what reaches from one end to the other."""
    if len(ends) == 1:
        return Circle(ends[0], radius)
    first, last = ends
    return Capsule(first, last, radius) if radius else Segment(first, last)


def test_axes_of_hulls() -> None:
    """Of points on one line, and of one point over and over, too."""
    rnd = random.Random(9)
    for _ in range(300):
        radius = rnd.choice([0.0, 0.0, 0.5])
        sides = []
        for shift in (0.0, rnd.choice([0.0, 4.0, 8.0])):
            count, flat = rnd.randint(1, 4), rnd.random() < 0.3
            ends = [
                [(shift + rnd.randint(-1, 1), 0 if flat else rnd.randint(-1, 1)) for _ in range(2)]
                for _ in range(count)
            ]
            sides.append([end if end[0] != end[1] else end[:1] for end in ends])
        a, b = (Compound([thin(end, radius) for end in side]) for side in sides)
        hulls: list[Any] = []
        for side in sides:
            cloud = sorted({spot for end in side for spot in end})
            line = [spot for spot in cloud if all(cross_of(cloud, spot, s) == 0 for s in cloud)]
            if len(cloud) == 1:
                hulls.append(Circle(cloud[0], radius))
            elif len(line) == len(cloud):
                first, last = cloud[0], cloud[-1]
                hulls.append(Capsule(first, last, radius) if radius else Segment(first, last))
            else:
                hulls.append(Polygon.hull(cloud, radius=radius))
        axis, expected = sepax.separating_axis(a, b), sepax.separating_axis(*hulls)
        assert (axis is None) == (expected is None)
        if axis is not None:
            _, high = a.project(axis)
            low, _ = b.project(axis)
            assert high < low
            assert math.hypot(*axis) == pytest.approx(1.0)


def test_hulls_of_one_point() -> None:
    """Parts may all be at one place; in the frame of a disc that is the origin."""
    post = Compound([Circle((3, 1), 0.5), Circle((3, 1), 0.5)])
    spot = Compound([sepax.Point((3, 1)), sepax.Point((3, 1))])
    for shape in (post, spot):
        assert shape.separating_axis(Polygon.box(2, 2, position=(0, 1))) == (-1.0, 0.0)
        assert shape.separating_axis(Polygon.box(2, 2, position=(3, 9))) == (0.0, 1.0)
        assert shape.separating_axis(Polygon.box(2, 2, position=(3, 1))) is None


def cross_of(cloud: list[Any], p: Any, q: Any) -> float:
    (x, y), (u, v), (s, t) = cloud[0], p, q
    return float((u - x) * (t - y) - (v - y) * (s - x))


def test_axes_of_parts_with_different_radii() -> None:
    mixed = Compound([Circle((0, 0), 1), Circle((3, 0), 2)])
    box = Polygon.box(1, 1, position=(9, 9))
    for call in (
        lambda: sepax.separating_axis(mixed, box),
        lambda: sepax.separating_axis(box, mixed),
        lambda: sepax.separating_axis([box, mixed], box),
    ):
        with pytest.raises(TypeError, match="different radii: use the convex"):
            call()


def test_directions_of_any_length() -> None:
    """Of a compound the farthest point does not depend on it; no product underflows."""
    star = Compound([Circle((2, 0), 0.5), Polygon.box(1, 1), Segment((0, 0), (-2, 3))])
    for scale in (5e-324, 1e-310, 1e-200, 1.0, 1e60):
        for x, y in ((1.0, 2.0), (-1.0, 1.0), (1.0, -4.0)):
            assert star.support_point((x * scale, y * scale)) == pytest.approx(
                star.support_point((x, y)), abs=1e-12
            )
    for bad in ((0, 0), (0.0, -0.0)):
        with pytest.raises(ValueError, match=r"direction.* must not be zero"):
            star.support_point(bad)
        with pytest.raises(ValueError, match=r"axis.* must not be zero"):
            star.project(bad)
