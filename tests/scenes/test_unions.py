"""``covers`` and areas of compounds: what parts are and share together."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import lattice
import numpy as np
import outlines
import pytest
from outlines import FRAME, L_TILE, T_TILE, U_TILE, Outline

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray

Spot = tuple[Fraction, Fraction]
Ring = list[Spot]

WHOLE: dict[str, Outline] = {
    "L": [L_TILE],
    "T": [T_TILE],
    "U": [U_TILE],
    "frame": FRAME,
    "comb": [np.round(outlines.comb(4))],
    "star": [np.round(outlines.star(14, 5) * 8.0)],
    "skyline": [np.round(outlines.skyline(6, 3) * 4.0)],
}


def compound(rings: Outline, **pose: Any) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], **pose)


def parts_of(shape: Any) -> list[Any]:
    return list(shape.parts) if isinstance(shape, Compound) else [shape]


# --- exact answers, by cutting pieces off ---


def exact(shape: Any) -> Ring:
    return [(Fraction(x), Fraction(y)) for x, y in shape.vertices.tolist()]


def side(a: Spot, b: Spot, c: Spot) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def kept(ring: Ring, a: Spot, b: Spot, sign: int) -> Ring:
    """What of a convex ring is to the left (1) or the right (-1) of a line."""
    out = []
    for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
        before, after = sign * side(a, b, p), sign * side(a, b, q)
        if before >= 0:
            out.append(p)
        if before * after < 0:
            share = before / (before - after)
            out.append((p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
    return out


def area(ring: Ring) -> Fraction:
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in pairs), Fraction(0)) / 2


def without(ring: Ring, other: Ring) -> list[Ring]:
    """Convex pieces of a ring that are not in another."""
    pieces, rest = [], ring
    for a, b in zip(other, other[1:] + other[:1], strict=True):
        outside = kept(rest, a, b, -1)
        if area(outside) > 0:
            pieces.append(outside)
        rest = kept(rest, a, b, 1)
        if area(rest) <= 0:
            return [ring]
    return pieces


def union(rings: Iterable[Ring]) -> list[Ring]:
    """Convex pieces that share no area, of all that some rings cover."""
    pieces: list[Ring] = []
    for ring in rings:
        new = [ring]
        for piece in list(pieces):
            new = [rest for old in new for rest in without(old, piece)]
        pieces += new
    return pieces


def rest_of(shape: Any, others: Iterable[Ring]) -> Fraction:
    """The area of a shape that others leave."""
    left = [exact(part) for part in parts_of(shape)]
    for other in others:
        left = [rest for piece in left for rest in without(piece, other)]
    return sum(map(area, left), Fraction(0))


# --- covers ---


def judge_covers(a: Any, b: Any) -> bool:
    expected = rest_of(b, [exact(part) for part in parts_of(a)]) == 0
    assert sepax.covers(a, b) == expected, (a, b)
    return expected


@pytest.mark.parametrize("name", WHOLE)
def test_covers_polygons_on_a_grid(name: str) -> None:
    whole, rng, found = compound(WHOLE[name]), np.random.default_rng(1), 0
    low, high = np.floor(whole.vertices.min(axis=0)) - 1, np.ceil(whole.vertices.max(axis=0)) + 2
    for _ in range(30):
        x, y = rng.integers(low, high).tolist()
        width, height = (rng.integers(1, 5, 2) / 2).tolist()
        found += judge_covers(whole, Polygon.box(width, height, position=(x / 2, y / 2)))
        found += judge_covers(whole, compound([L_TILE], position=(x, y)))
        corners = rng.integers(low, high, (3, 2))
        if outlines.cross(*map(tuple, corners.tolist())):
            found += judge_covers(whole, Polygon(corners))
    assert found > 0
    assert judge_covers(whole, whole)
    assert judge_covers(whole, whole.copy())


@pytest.mark.parametrize("name", WHOLE)
def test_covers_in_any_pose(name: str) -> None:
    whole, twin = compound(WHOLE[name]), compound(WHOLE[name])
    for pose in ((3, 1, 0.3), (1e9, 3.3, 2.0), (0.1, 1e-9, -1.0)):
        whole.set_pose(*pose)
        twin.set_pose(*pose)
        assert whole.covers(twin)
        assert twin.covers(whole)
        # A part may be out of the outline by a last bit, but not out of the union of the parts.
        union = Compound(twin.parts)
        for part in union.parts:
            assert union.covers(part)
        twin.move(max(1e-6, 1e-15 * pose[0]), 0)
        assert not judge_covers(whole, twin)


def test_covers_overlapping_parts() -> None:
    rng = np.random.default_rng(2)
    answers = set()
    for _ in range(60):
        boxes = [
            Polygon.box(*rng.integers(1, 5, 2).tolist(), position=rng.integers(0, 4, 2).tolist())
            for _ in range(6)
        ]
        whole = Compound(boxes)
        for _ in range(6):
            x, y, width, height = rng.integers(1, 5, 4).tolist()
            answers.add(judge_covers(whole, Polygon.box(width, height, position=(x / 2, y / 2))))
    assert answers == {True, False}


def sharp_parts(source: random.Random, count: int) -> list[Polygon]:
    """Return boxes and polygons on a lattice that overlap, share edges, or end on edges."""
    figures = [lattice.figure(source, source.choice(("box", "polygon"))) for _ in range(2)]
    while len(figures) < count:
        other = lattice.figure(source, source.choice(("box", "polygon")))
        figures.append(lattice.beside(source, source.choice(figures), other))
    return [Polygon(figure.points) for figure in figures]


def inside_of(source: random.Random, shape: Any) -> Polygon:
    """Return a box of quarters about a place in a shape."""
    x, y = source.choice(parts_of(shape)).centroid
    width, height = (source.choice((0.25, 0.5, 1.0, 2.0)) for _ in range(2))
    return Polygon.box(width, height, position=(round(4 * x) / 4, round(4 * y) / 4))


def test_covers_lattices_of_parts() -> None:
    source, answers = random.Random(21), []
    for _ in range(50):
        whole = Compound(sharp_parts(source, source.randint(4, 14)))
        answers += [judge_covers(whole, inside_of(source, whole)) for _ in range(3)]
        answers.append(judge_covers(whole, Compound(sharp_parts(source, 2))))
        answers.append(judge_covers(whole, Compound([inside_of(source, whole) for _ in range(4)])))
    assert 30 < sum(answers) < len(answers) - 30


@pytest.mark.parametrize("diagonal", [0, 1, 2])
def test_covers_whatever_the_cut(diagonal: int) -> None:
    """Cells, whole or cut, against others of them: of another size, and moved by half of it."""
    source, answers = random.Random(22 + diagonal), set()
    for _ in range(12):
        spots = [(x, y) for x, y in itertools.product(range(4), repeat=2) if source.random() < 0.85]
        whole = lattice.compound(lattice.cells(spots, 1.0, diagonal))
        some = [(x, y) for x, y in itertools.product(range(7), repeat=2) if source.random() < 0.1]
        small = lattice.cells(some or [(0, 0)], 0.5, source.randrange(3))
        large = [figure.moved(0.5, source.choice((0, 0.5))) for figure in lattice.cells([(1, 1)])]
        for other in (small, large, [figure.moved(0.25, 0.25) for figure in small]):
            answers.add(judge_covers(whole, lattice.compound(other)))
            answers.add(judge_covers(lattice.compound(small + large), lattice.compound(other)))
    assert answers == {True, False}


@pytest.mark.parametrize("place", [(0.0, 0.0), (1e9, -3e8)])
def test_covers_pinholes(place: tuple[float, float]) -> None:
    """Triangles that overlap around a place, but for a hole as large as `gap`."""
    answers = set()
    for turn in range(12):
        for gap in (1e-3, 1e-9, 1e-15, 1e-17, 0.0, -1e-16, -1e-9, -1e-3):
            parts = []
            for k in range(3):
                angle = 0.1 + turn + 2 * np.pi * k / 3
                along, out = (
                    np.array([-np.sin(angle), np.cos(angle)]),
                    np.array([np.cos(angle), np.sin(angle)]),
                )
                base = np.array(place) + gap * out
                parts.append(Polygon([base + 4 * along, base - 4 * along, base + 9 * out]))
            middle = Polygon.regular(7, 0.5, position=place, angle=turn)
            answers.add(judge_covers(Compound(parts), middle))
            answers.add(judge_covers(Compound([*parts, *parts[:1]]), middle))
    assert answers == {True, False}


@pytest.mark.thread_unsafe(reason="time is counted for all threads")
def test_covers_by_thousands_of_parts() -> None:
    """In time that grows with their number: only neighbours are compared."""
    began, places = time.process_time(), list(itertools.product(range(60), repeat=2))
    for step in (0.5, 1.0):
        boxes = [Polygon.box(1, 1, position=(x * step, y * step)) for x, y in places]
        side, middle = 59 * step + 1, 29.5 * step
        around = Polygon.box(side, side, position=(middle, middle))
        assert Compound(boxes).covers(around)
        assert not Compound(boxes).covers(Polygon.box(side, side + 0.25, position=(middle, middle)))
        del boxes[60 * 30 + 30]
        assert Compound(boxes).covers(around) == (step == 0.5)
    assert time.process_time() - began < 10.0


def test_what_covers_a_hole_does_not() -> None:
    frame = compound(FRAME)
    assert not frame.covers(Polygon.box(12, 12, position=(6, 6)))
    assert not frame.covers(Polygon.box(0.5, 0.5, position=(6, 6)))
    assert not frame.covers(Polygon(FRAME[1]))  # which only touches, though with all vertices
    assert Polygon.box(12, 12, position=(6, 6)).covers(frame)
    assert not Polygon.box(12, 11.9, position=(6, 6)).covers(frame)
    twice = Compound([*frame.parts, *frame.parts])
    assert not twice.covers(Polygon.box(12, 12, position=(6, 6)))
    assert twice.covers(frame)
    assert frame.covers(Polygon.box(12, 1, position=(6, 0.5)))
    assert not frame.covers(Polygon.box(12, np.nextafter(1, 2), position=(6, 0.5)))


def test_covers_rounded_shapes() -> None:
    tiles = Compound([Polygon.box(2, 2, position=(x, y)) for x in (1, 3) for y in (1, 3)])
    for shape, expected in (
        (Circle((2, 2), 2), True),
        (Circle((2, 2), np.nextafter(2, 3)), False),
        (Circle((1.5, 2), 1.5), True),
        (Circle((1.5, 2), np.nextafter(1.5, 3)), False),
        (Capsule((1, 1), (3, 3), 1), True),
        (Capsule((1, 1), (3, 3), np.nextafter(1, 2)), False),
        (Polygon.box(2, 2, position=(2, 2), radius=1), True),
        (Polygon.box(2, 2, position=(2, 2), radius=1.01), False),
        (Circle((5, 2), 1), False),
        (Circle((3, 4), 1), False),
    ):  # fmt: skip
        assert tiles.covers(shape) == expected, shape
    holed = compound(FRAME)
    assert not holed.covers(Circle((6, 6), 5.5))
    assert not holed.covers(Circle((6, 6), 2))
    assert not holed.covers(Capsule((0.5, 0.5), (11.5, 11.5), 0.25))
    assert holed.covers(Capsule((0.5, 0.5), (0.5, 11.5), 0.5))
    notched = Compound([Polygon.box(4, 4), Polygon([(2, -2), (4, -2), (2, 0)]),
                        Polygon([(2, 2), (2, 0), (4, 2)])])  # fmt: skip
    assert notched.covers(Circle((1, 0), 0.7))
    assert not notched.covers(Circle((1.5, 0), 0.6))


def test_covers_points_and_segments() -> None:
    tiles = Compound([Polygon.box(2, 2, position=(1, 1)), Polygon.box(2, 2, position=(3, 2))])
    assert tiles.covers(Point((2, 0)))
    assert not tiles.covers(Point((2, -0.1)))
    for p, q, expected in (
        ((0, 0), (2, 0), True), ((0, 0), (2.1, 0), False), ((0, 1), (4, 1), True),
        ((0, 2), (4, 2), True), ((0, 0), (4, 2), True), ((2, 0), (2, 3), True),
        ((0, 2), (4, 3), False), ((2, -1), (2, 3), False), ((0, 2), (2, 3), False),
    ):  # fmt: skip
        assert tiles.covers(Segment(p, q)) == expected, (p, q)
    line = Compound([Segment((0, 0), (2, 0)), Segment((1, 0), (5, 0)), Segment((3, 0), (3, 3))])
    assert line.covers(Segment((0.5, 0), (4, 0)))
    assert line.covers(line)
    assert not line.covers(Segment((0.5, 0), (5.5, 0)))
    assert not line.covers(Segment((3, 0), (4, 1)))
    assert not line.covers(Polygon.box(1, 1, position=(3, 0)))
    cross = Compound([Segment((-1, -1), (1, 1)), Segment((-1, 1), (1, -1))])
    assert not cross.covers(Polygon.box(2, 2))
    gap = Compound([Segment((0, 0), (2, 0)), Segment((np.nextafter(2, 3), 0), (5, 0))])
    assert not gap.covers(Segment((0.5, 0), (4, 0)))


def test_rounded_parts_cover_alone() -> None:
    balls = Compound([Circle((0, 0), 2), Circle((3, 0), 2), Polygon.box(1, 1, position=(9, 9))])
    assert balls.covers(Polygon.box(1, 1))
    assert balls.covers(Compound([Circle((0, 0), 2), Circle((3, 1), 0.5)]))
    assert not balls.covers(Polygon.box(9, 1))
    assert not balls.covers(Polygon.box(1, 1, position=(20, 0)))
    with pytest.raises(TypeError, match="covers cannot tell whether parts with a radius"):
        balls.covers(Polygon.box(3, 0.5, position=(1.5, 0)))
    with pytest.raises(TypeError, match="covers cannot tell"):
        balls.covers(Segment((0, 0), (3, 0)))
    mixed = Compound([*tiles(2), Circle((1, 1), 0.5)])
    assert mixed.covers(Polygon.box(2, 1, position=(1, 1)))


def tiles(count: int, size: float = 1.0) -> list[Polygon]:
    return [
        Polygon.box(size, size, position=((x + 0.5) * size, (y + 0.5) * size))
        for x, y in itertools.product(range(count), repeat=2)
    ]


def test_covers_in_rows() -> None:
    whole = Compound(tiles(3))
    boxes = ShapeArray.boxes(1, 1, [(1, 1), (0, 0), (2.5, 1)])
    assert sepax.covers(whole, boxes).tolist() == [True, False, True]
    assert sepax.covers(boxes, whole).tolist() == [False] * 3
    assert sepax.covers([whole, boxes[0]], boxes[0]).tolist() == [True, True]
    assert sepax.covers([whole], boxes, pairs=[(0, 2), (0, 1)]).tolist() == [True, False]
    out = np.empty(3, np.bool_)
    assert whole.covers(boxes, out=out, workers=2) is out
    assert whole.covers(boxes[0]) is True
    assert boxes[0].covers(whole) is False


# --- areas ---


def exact_area(shape: Any) -> Fraction:
    return sum(map(area, union(exact(part) for part in parts_of(shape))), Fraction(0))


def exact_shared(a: Any, b: Any) -> Fraction:
    """The area of a less that of what is left of it without b."""
    pieces = union(exact(part) for part in parts_of(a))
    for other in parts_of(b):
        pieces = [rest for piece in pieces for rest in without(piece, exact(other))]
    return exact_area(a) - sum(map(area, pieces), Fraction(0))


def judge_areas(a: Any, b: Any) -> float:
    """Shared area and IoU, both ways round, to the bit."""
    shared, share = float(sepax.overlap_area(a, b)), sepax.iou(a, b)
    assert sepax.overlap_area(b, a) == shared
    assert sepax.iou(b, a) == share
    expected, largest = float(exact_shared(a, b)), max(a.area, b.area)
    assert shared == pytest.approx(expected, rel=1e-11, abs=1e-13 * largest)
    if not sepax.intersects(a, b, touching=False):
        assert shared == share == 0.0
    whole = float(exact_area(a) + exact_area(b)) - expected
    assert share == pytest.approx(expected / whole, rel=1e-10, abs=1e-13)
    assert 0.0 <= share <= 1.0
    return shared


@pytest.mark.parametrize("name", WHOLE)
def test_areas_of_outlines(name: str) -> None:
    whole, rng = compound(WHOLE[name]), np.random.default_rng(3)
    for other in ("L", "U", name):
        b = compound(WHOLE[other])
        for _ in range(5):
            x, y, angle = (rng.uniform(-1, 1, 3) * (5, 5, 3)).tolist()
            b.set_pose(x, y, angle)
            judge_areas(whole, b)
            b.set_pose(round(x), round(y), 0)
            judge_areas(whole, b)
    assert whole.iou(whole) == whole.iou(whole.copy()) == 1.0
    assert whole.overlap_area(whole) == pytest.approx(whole.area, rel=1e-12)
    assert judge_areas(whole, Polygon.box(50, 50)) == pytest.approx(whole.area, rel=1e-12)


def heap(seed: int, count: int = 6) -> Compound:
    rng, made = np.random.default_rng(seed), []
    for _ in range(count):
        x, y, angle = (rng.uniform(-1, 1, 3) * (3, 3, 4)).tolist()
        sides, size = int(rng.integers(3, 7)), float(rng.uniform(0.5, 3))
        made.append(Polygon.regular(sides, size, position=(x, y), angle=angle))
    return Compound(made)


@pytest.mark.parametrize("seed", range(6))
def test_areas_of_parts_that_overlap(seed: int) -> None:
    a, b = heap(seed), heap(seed + 50)
    assert a.area == pytest.approx(float(exact_area(a)), rel=1e-13)
    judge_areas(a, b)
    judge_areas(a, compound([T_TILE]))
    judge_areas(a, Polygon.box(3, 2, angle=0.2))
    assert a.iou(a) == 1.0
    b.move(30, 0)
    assert judge_areas(a, b) == 0.0


def test_parts_that_overlap_count_once() -> None:
    plus = Compound([Polygon.box(6, 2), Polygon.box(2, 6)])
    assert plus.area == 20.0
    assert plus.overlap_area(Polygon.box(2, 2)) == 4.0
    assert plus.iou(Polygon.box(6, 6)) == pytest.approx(20 / 36)
    assert plus.iou(plus) == 1.0
    twice = Compound([Polygon.box(2, 2), Polygon.box(2, 2)])
    assert twice.area == 4.0
    assert twice.iou(Polygon.box(2, 2)) == pytest.approx(1.0, abs=1e-15)
    balls = Compound([Circle((0, 0), 1), Circle((0, 0), 1), Circle((9, 0), 2)])
    assert balls.area == pytest.approx(5 * np.pi, rel=1e-14)
    lens = 2 * np.pi / 3 - np.sqrt(3) / 2
    pair = Compound([Circle((0, 0), 1), Circle((1, 0), 1)])
    assert pair.area == pytest.approx(2 * np.pi - lens, rel=1e-14)
    assert pair.overlap_area(Polygon.box(20, 20)) == pytest.approx(2 * np.pi - lens, rel=1e-14)
    assert pair.overlap_area(pair.parts[0]) == pytest.approx(np.pi, rel=1e-14)
    assert Compound([Segment((0, 0), (4, 0)), Polygon.box(2, 2)]).area == 4.0
    assert Compound([Segment((0, 0), (4, 0)), Segment((2, -2), (2, 2))]).area == 0.0


@pytest.mark.parametrize("seed", range(4))
def test_areas_of_rounded_parts_against_shapely(seed: int) -> None:
    import shapely

    rng = np.random.default_rng(seed)

    def made() -> Compound:
        parts: list[Any] = []
        for k in range(6):
            (x, y), r = rng.uniform(-3, 3, 2).tolist(), float(rng.uniform(0.3, 1.5))
            stone = Polygon.box(2, 1, position=(x, y), angle=r, radius=r / 2)
            parts.append([Circle((x, y), r), Capsule((x, y), (x + 1, y - 2), r), stone][k % 3])
        return Compound(parts)

    a, b = made(), made()

    def area_of(shape: Compound) -> Any:
        cores = [
            (shapely.MultiPoint(part.vertices).convex_hull, part.radius) for part in shape.parts
        ]
        return shapely.union_all([core.buffer(radius, 2000) for core, radius in cores])

    one, other = area_of(a), area_of(b)
    assert a.area == pytest.approx(one.area, rel=1e-6)
    assert a.overlap_area(b) == pytest.approx(one.intersection(other).area, rel=1e-6)
    assert b.overlap_area(a) == a.overlap_area(b)
    assert (
        a.iou(b)
        == b.iou(a)
        == pytest.approx(one.intersection(other).area / one.union(other).area, rel=1e-6)
    )


def test_areas_in_rows() -> None:
    whole = Compound(tiles(3))
    boxes = ShapeArray.boxes(1, 1, [(1, 1), (0, 0), (9, 1)])
    assert whole.overlap_area(boxes).tolist() == [1.0, 0.25, 0.0]
    assert boxes.iou(whole).tolist() == [1 / 9, 0.25 / 9.75, 0.0]
    assert sepax.iou([whole, boxes[0]], [whole, whole]).tolist() == [1.0, 1 / 9]
    assert sepax.overlap_area(whole, boxes, pairs=[(0, 1)]).tolist() == [0.25]
    out = np.empty(3)
    assert whole.iou(boxes, out=out, workers=2) is out
    assert isinstance(whole.iou(whole), float)


def test_iou_matrix_and_nms() -> None:
    rng = np.random.default_rng(7)
    places = rng.uniform(0, 6, (14, 2)).tolist()
    mixed: list[Any] = [
        compound([L_TILE], position=place) if k % 2 else Polygon.box(2, 2, position=place)
        for k, place in enumerate(places)
    ]
    boxes = ShapeArray.boxes(2, 2, places)
    expected = np.array([[sepax.iou(a, b) for b in mixed] for a in mixed])
    assert np.array_equal(sepax.iou_matrix(mixed, iter(mixed)), expected)
    assert np.array_equal(sepax.iou_matrix(sepax.ShapeIndex(mixed), mixed, workers=2), expected)
    against = np.array([[sepax.iou(a, b) for b in boxes] for a in mixed])
    assert np.array_equal(sepax.iou_matrix(mixed, boxes), against)
    assert np.array_equal(sepax.iou_matrix(boxes, mixed), against.T)
    pairs, shares = sepax.iou_matrix(mixed, mixed, 0.1, sparse=True)
    assert pairs.tolist() == np.argwhere(expected > 0.1).tolist()
    assert shares.tolist() == expected[expected > 0.1].tolist()
    assert sepax.iou_matrix(mixed[1], boxes).shape == (1, 14)
    scores = rng.integers(0, 6, 14)
    kept: list[int] = []
    for row in np.argsort(-scores, kind="stable").tolist():
        if all(expected[row, other] <= 0.1 for other in kept):
            kept.append(row)
    assert sepax.nms(mixed, scores, 0.1).tolist() == kept
    assert sepax.nms(mixed, scores, 0.1, classes=range(14)).shape == (14,)
    assert sepax.nms(mixed, scores, 0.1, max_keep=2).tolist() == kept[:2]
