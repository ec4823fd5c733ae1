"""Distances and times of impact of groups against all pairs of their parts, to the last bit.

Of parts that are equally near the lowest pair counts: it is the first of a table of all pairs.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import outlines
import pytest

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, Shape, ShapeArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.compound import CompoundBase
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.part_table import PartTable
from sepax._core.arrays.posed import CompoundRows
from sepax._core.arrays.row_pairs import RowPairs
from sepax._core.arrays.sides import RowSide

COUNTS = (1, 2, 3, 5, 8, 9, 17, 40, 120, 500)
SCALES = (1.0, 1.0, 1e-150, 1e60, 1e-5, 1e7)
Floats = npt.NDArray[np.floating]


def part(rng: np.random.Generator, kind: int, x: float, y: float, scale: float) -> Shape:
    """Return a shape of one of seven kinds."""
    place = (scale * x, scale * y)
    size, other = (scale * rng.uniform(0.05, 0.8, 2)).tolist()
    end = (place[0] + size, place[1] - other)
    if kind == 0:
        return Polygon.box(size, other, position=place, angle=rng.uniform(0.0, 6.0))
    if kind == 1:
        return Circle(place, size)
    if kind == 2:
        return Segment(place, end)
    if kind == 3:
        return Capsule(place, end, 0.3 * size)
    if kind == 4:
        return Polygon.regular(int(rng.integers(3, 40)), size, position=place)
    if kind == 5:
        return Polygon.box(size, other, position=place, radius=0.2 * size)
    return Point(place)


def cell(rng: np.random.Generator, scale: float) -> Shape:
    """Return what fills or bounds a cell of a lattice: many pairs are equally near."""
    x, y = (scale * rng.integers(0, 12, 2)).tolist()
    kind = rng.integers(0, 4)
    if kind == 0:
        return Segment((x, y), (x + scale, y))
    if kind == 1:
        return Circle((x + 0.5 * scale, y + 0.5 * scale), 0.5 * scale)
    return Polygon([(x, y), (x + scale, y), (x + scale, y + scale), (x, y + scale)])


def crowd(rng: np.random.Generator, count: int, scale: float) -> Compound:
    """Return parts in a lattice, or anywhere, of one kind or mixed."""
    if rng.random() < 0.4:
        return Compound([cell(rng, scale) for _ in range(count)])
    kinds = rng.integers(0, 7, count)
    if rng.random() < 0.5:
        kinds[:] = kinds[0]
    places = rng.uniform(0.0, max(1.0, count**0.5), (count, 2)).tolist()
    return Compound(
        [part(rng, kind, x, y, scale) for kind, (x, y) in zip(kinds, places, strict=True)]
    )


def offsets(rng: np.random.Generator, scale: float) -> Floats:
    """Return where the second group is: on the lattice, inside of the first, or far away."""
    way: Floats = rng.uniform(-20.0, 20.0, 2) * float(rng.choice([0.1, 1.0, 1e4]))
    return scale * (np.round(way) if rng.random() < 0.5 else way)


def crowds(seed: int) -> Iterator[tuple[Compound, Compound, Floats, float]]:
    rng = np.random.default_rng(seed)
    for _ in range(12):
        counts, scale = rng.choice(COUNTS, 2), float(rng.choice(SCALES))
        a, b = (crowd(rng, int(count), scale) for count in counts)
        way = offsets(rng, scale)
        x, y = way.tolist()
        b.set_pose(x, y, float(rng.choice([0.0, np.pi / 2, rng.uniform(0.0, 6.0)])))
        yield a, b, way, scale


def table(a: ShapeArray, b: ShapeArray) -> tuple[Any, Any]:
    i, j = np.indices((len(a), len(b)), np.intp).reshape(2, -1)
    return i, j


def plan_of(a: CompoundBase, b: CompoundBase) -> RowPairs:
    row = np.zeros(1, np.intp)
    return RowPairs(RowSide([a]), RowSide([b]), row, row)


Nearest = tuple[float, list[float], list[float]]  # the distance, and where they are nearest


def nearest(a: CompoundBase, b: CompoundBase) -> Nearest:
    plan, distance = plan_of(a, b), np.empty(1)
    of_a, of_b = np.empty((1, 2)), np.empty((1, 2))
    plan.answer(0, 1, "distance", (distance,))
    plan.answer(0, 1, "nearest_points", (of_a, of_b))
    return float(distance[0]), of_a[0].tolist(), of_b[0].tolist()


def of_parts(a: Compound, b: Compound, i: int, j: int) -> Nearest:
    """Return the same of two parts."""
    one, other = a.parts[i], b.parts[j]
    of_a, of_b = one.nearest_points(other)
    return one.distance(other), list(of_a), list(of_b)


def check_distance(a: Compound, b: Compound) -> None:
    i, j = table(a.parts, b.parts)
    distances = a.parts.distance(b.parts, pairs=(i, j))
    first = int(np.argmin(distances))
    assert nearest(a, b) == of_parts(a, b, int(i[first]), int(j[first]))
    assert a.distance(b) == b.distance(a) == distances[first]
    meet, deep = (a.parts.intersects(b.parts, on, pairs=(i, j)).any() for on in (True, False))
    assert a.intersects(b) == b.intersects(a) == meet
    if a.parts.areas.all() and b.parts.areas.all():  # others may be within a seam
        assert a.intersects(b, False) == b.intersects(a, False) == deep
    spots = b.parts.centroids
    held = a.parts.contains(spots, pairs=table(a.parts, b.parts)).reshape(-1, len(spots))
    assert a.contains(spots).tolist() == held.any(axis=0).tolist()


def check_time(a: Compound, b: Compound, way: Floats, max_time: float) -> None:
    pairs = table(a.parts, b.parts)
    there, back = way.tolist(), (-0.25 * way).tolist()
    times = a.parts.time_of_impact(b.parts, there, back, max_time, pairs=pairs)
    assert a.time_of_impact(b, there, back, max_time) == times.min()
    times = b.parts.time_of_impact(a.parts, there, back, max_time, pairs=pairs[::-1])
    assert b.time_of_impact(a, there, back, max_time) == times.min()


@pytest.mark.parametrize("seed", range(12))
class TestCrowds:
    def test_distance(self, seed: int) -> None:
        for a, b, _, _ in crowds(seed):
            check_distance(a, b)

    def test_time_of_impact(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        for a, b, way, scale in crowds(seed):
            for max_time in (0.7, 3.0, np.inf):
                check_time(a, b, way, max_time)
                check_time(a, b, -way + scale * rng.uniform(-3.0, 3.0, 2), max_time)
                check_time(a, b, scale * rng.integers(-1, 2, 2), max_time)


def ring(kind: str, seed: int) -> Floats:
    if kind == "star":
        return outlines.star(500, seed)
    if kind == "gear":
        return outlines.gear(125, 1.0)
    return outlines.comb(60, 3.0) / 30.0


@pytest.mark.parametrize("kind", ["star", "gear", "comb"])
class TestOutlines:
    @staticmethod
    def poses(kind: str) -> Iterator[tuple[Compound, Compound, Floats]]:
        a, b = (Compound.from_polygon(ring(kind, seed)) for seed in (1, 2))
        for k, distance in enumerate((0.0, 0.5, 2.05, 2.6, 5.0, 50.0, 1e6)):
            way = distance * np.array([np.cos(k), np.sin(k)])
            x, y = way.tolist()
            b.set_pose(x, y, 0.7 * k)
            yield a, b, way

    def test_distance(self, kind: str) -> None:
        for a, b, _ in self.poses(kind):
            check_distance(a, b)

    def test_time_of_impact(self, kind: str) -> None:
        for a, b, way in self.poses(kind):
            for turned in (way, way + np.array([0.3, -0.2]), way * [0.8, 1.1], -way):
                check_time(a, b, 0.5 * turned, 4.0)


def group_of(block: ShapeBlock, tree: ShapeTree | None) -> CompoundBase:
    """Return a group of parts as they are, with a tree or without."""
    group, starts = CompoundBase(), np.array([0, block.count])
    table = PartTable(block, starts, None, np.zeros(1, np.uint8), None if tree is None else [tree])
    group._hold(CompoundRows(table, None, allocate_lock()))
    return group


class TestRowsWithoutTrees:
    """Groups of more parts than a node has boxes, whose makers gave them no tree."""

    @staticmethod
    def without_tree(group: Compound) -> CompoundBase:
        return group_of(group._parts, None)

    @pytest.mark.parametrize("counts", [(9, 9), (30, 3), (3, 30), (20, 200), (200, 20), (1, 50)])
    def test_all_three(self, counts: tuple[int, int]) -> None:
        rng = np.random.default_rng(counts)
        velocity, still, end = np.empty((1, 2)), np.zeros((1, 2)), np.full(1, 5.0)
        turns = np.zeros((1, 2))
        for _ in range(10):
            a, b = (crowd(rng, count, 1.0) for count in counts)
            x, y = rng.uniform(-14.0, 14.0, 2).tolist()
            b.set_pose(x, y, 0.5)
            velocity[0] = b.position
            known, times = nearest(a, b), np.empty(1)
            for one in (a, self.without_tree(a)):
                plan = plan_of(one, self.without_tree(b))
                assert nearest(one, self.without_tree(b)) == known
                hit = np.empty(1, np.uint8)
                plan.answer(0, 1, "intersects", (hit,))
                assert hit[0] == (known[0] == 0.0)
                plan.answer(0, 1, "time_of_impact", (times,), (velocity, still, end, turns))
                assert times[0] == a.time_of_impact(b, velocity[0].tolist(), max_time=5.0)


class TestTies:
    def test_the_lowest_of_a_then_of_b(self) -> None:
        row = Compound([Polygon.box(1, 1, position=(x, 0)) for x in range(40)])
        above = Compound([Polygon.box(1, 1, position=(x, 0)) for x in reversed(range(30))])
        above.set_pose(5, 3, 0)
        assert nearest(row, above) == of_parts(row, above, 4, 29)
        assert nearest(above, row) == of_parts(above, row, 0, 33)

    def test_the_lowest_that_meet(self) -> None:
        row = Compound([Polygon.box(1, 1, position=(x, 0)) for x in range(40)])
        above = Compound([Polygon.box(1, 1, position=(x, 0)) for x in reversed(range(30))])
        above.set_pose(5, 0.5, 0)
        assert nearest(row, above) == of_parts(row, above, 4, 29)
        assert nearest(above, row) == of_parts(above, row, 0, 33)
        (x, y), other = row.nearest_points(above)
        assert other == (x, y)
        assert row.contains((x, y))
        assert above.contains((x, y))

    def test_a_crowd_that_meets_takes_no_time(self) -> None:
        block = Compound([Polygon.box(1, 1)])._parts.take(np.zeros(100_000, np.intp))
        crowd = group_of(block, ShapeTree(block))
        distance, of_a, of_b = nearest(crowd, crowd)
        assert (distance, of_a) == (0.0, of_b)


class TestMotions:
    @pytest.mark.parametrize("speed", [5e-324, 1e-310, 1e-260, 1e-200, 1e70])
    def test_speeds_of_any_size(self, speed: float) -> None:
        a = Compound.from_polygon(outlines.star(60, 1))
        b = Compound.from_polygon(outlines.star(60, 2))
        b.set_pose(9, 0.5, 0.3)
        check_time(a, b, np.array([speed, 0.0]), np.inf)
        check_time(a, b, np.array([speed, speed / 8]), np.inf)

    def test_no_motion(self) -> None:
        a = Compound.from_polygon(outlines.star(60, 1))
        b = a.copy()
        for x in (0.0, 1.0, 9.0):
            b.set_pose(x, 0, 0)
            check_time(a, b, np.zeros(2), np.inf)


class TestSingleCalls:
    """Two compounds are answered without a plan: as the arrays are, by plans."""

    @staticmethod
    def pairs(seed: int) -> Iterator[tuple[Any, Any]]:
        rng = np.random.default_rng(seed)
        for count, other in ((1, 2), (2, 3), (3, 1), (9, 4), (20, 12)):
            for lattice in (True, False):
                a, b = (crowd(rng, n, 1.0) for n in (count, other))
                x, y = (rng.integers(-4, 5, 2) if lattice else rng.uniform(-2, 2, 2)).tolist()
                b.set_pose(x, y, 0.0)
                yield a, b
                yield a, b.parts[0]

    @pytest.mark.parametrize("seed", range(6))
    def test_answers_are_those_of_arrays(self, seed: int) -> None:
        for a, b in self.pairs(seed):
            assert a.distance(b) == sepax.distance([a], b)[0]
            of_a, of_b = sepax.nearest_points([a], b)
            assert a.nearest_points(b) == (tuple(of_a[0]), tuple(of_b[0]))
            vectors, hit = sepax.mtv([a], b)
            assert a.mtv(b) == (tuple(vectors[0]) if hit[0] else None)
            assert a.collide(b) == sepax.collide([a], b)[0]
            assert a.overlap_area(b) == sepax.overlap_area([a], b)[0]
            assert a.iou(b) == sepax.iou([a], b)[0]
            assert a.contains((0.5, 1)) == sepax.contains([a], (0.5, 1))[0]

    @pytest.mark.parametrize("seed", range(6))
    def test_motions_are_those_of_arrays(self, seed: int) -> None:
        velocity, still = (1, -0.5), (0.0, 0.0)
        for a, b in self.pairs(seed):
            ways: list[dict[str, Any]] = [{}, {"skip_leaving": True}, {"touching": False}]
            for options in ways:
                swept = sepax.sweep([a], b, velocity, still, 5, **options)[0]
                assert a.sweep(b, velocity, still, 5, **options) == swept
                assert a.sweep(b, list(velocity), still, 5.0, **options) == swept
            time = sepax.time_of_impact([a], b, velocity, still, 5)[0]
            assert a.time_of_impact(b, velocity, still, 5) == time
            assert a.time_of_impact(b, tuple(np.array(velocity)), still, np.float64(5)) == time
            assert a.time_of_impact(b, np.array(velocity), still, 5) == time

    def test_errors_are_those_of_arrays(self) -> None:
        a: Any = Compound.from_polygon(outlines.star(20, 1))
        for velocity in ((1e80, 0), (np.nan, 0), (np.inf, 0.0), (10**90, 0)):
            with pytest.raises((ValueError, OverflowError)):
                a.time_of_impact(a, velocity)
            with pytest.raises((ValueError, OverflowError)):
                a.sweep(a, velocity)
        for end in (-1, np.nan):
            with pytest.raises(ValueError, match="max_time must not be negative or NaN"):
                a.sweep(a, (1, 0), max_time=end)
        with pytest.raises(ValueError, match="points"):
            a.contains((np.inf, 0))
        with pytest.raises(TypeError, match="for arrays: these are single shapes"):
            a.distance(a, workers=2)


def star(count: int) -> Compound:
    return Compound.from_polygon(outlines.star(2 * count, 1))


class TestRows:
    def test_what_is_refused(self) -> None:
        side = RowSide([star(5), Point((0, 0))])
        inside = np.zeros(2, np.intp), np.arange(2)
        plan = RowPairs(side, side, *inside)
        assert plan.count == side.count == 2
        with pytest.raises(IndexError, match="no range"):
            plan.answer(0, 3, "intersects", (np.empty(2, np.uint8),))
        with pytest.raises(ValueError, match="2"):
            plan.answer(0, 2, "distance", (np.empty(1),))
        with pytest.raises(IndexError, match="out of range"):
            RowPairs(side, side, inside[0], np.array([0, 2]))
        with pytest.raises(ValueError, match="as many"):
            RowPairs(side, side, inside[0], np.array([0]))
        with pytest.raises(IndexError, match="out of range"):
            RowPairs(side, np.zeros((1, 2)), *inside)
        with pytest.raises(ValueError, match="two columns"):
            RowPairs(side, np.zeros((2, 3)), *inside)
        with pytest.raises(TypeError, match="distance is not about places"):
            RowPairs(side, np.zeros((2, 2)), *inside).answer(0, 2, "distance", (np.empty(2),))
        with pytest.raises(TypeError, match="project is not about two rows"):
            plan.answer(0, 2, "project", (np.empty(2), np.empty(2)))
        with pytest.raises(TypeError, match="item 1 is no shape"):
            RowSide([star(5), 3])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="never initialised"):
            RowSide([Compound.__new__(Compound)])

    def test_parts_are_set_once(self) -> None:
        cup: Any = star(5)
        with pytest.raises(AttributeError):
            cup._rows = None
        with pytest.raises(AttributeError):
            del cup._tree_of_parts
        with pytest.raises(TypeError, match="has its parts"):
            cup._hold(cup._rows)
        with pytest.raises(TypeError, match="has its parts"):
            cup.__init__([Point((0, 0))])

    def test_what_is_not_single(self) -> None:
        cup = star(5)
        assert sepax.intersects(cup, [cup]).tolist() == [True]
        with pytest.raises(ValueError, match="never initialised"):
            sepax.intersects(Compound.__new__(Compound), cup)
        union = Compound(cup.parts)
        for whole in (cup, union):  # a point might lie in a seam of the union
            assert sepax.intersects(whole, Point((99, 0)), touching=False) is False
            assert sepax.intersects(whole, Point((99, 0))) is False
