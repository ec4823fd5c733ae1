"""Outlines in any pose against the region of their posed rings, in rational arithmetic."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import outlines
import pytest
import regions_exact
from regions_exact import IN, OUT, Relation, meets_inside, spots

import sepax
from sepax import Compound, CompoundArray, Point, Polygon, Segment

T_ROOM = [(0, 0), (6, 0), (6, 2), (4, 2), (4, 5), (2, 5), (2, 2), (0, 2)]
CORNER = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
SLOT = [(0, 0), (5, 0), (5, 4), (3, 4), (3, 1), (2, 1), (2, 4), (0, 4)]
SQUARE, HOLE = [(0, 0), (6, 0), (6, 6), (0, 6)], [(1, 1), (5, 1), (5, 5), (1, 5)]
ISLAND = [(2, 2), (4, 2), (4, 3), (3, 3), (3, 4), (2, 4)]
Rings = list[list[regions_exact.Spot]]


def shapes() -> dict[str, Compound]:
    return {
        "room": Compound.from_polygon(T_ROOM),
        "corner": Compound.from_polygon(CORNER),
        "slot": Compound.from_polygon(SLOT),
        "frame": Compound.from_polygon(SQUARE, [HOLE]),
        "island": Compound.from_polygon(ISLAND),
        "square": Compound.from_polygon(HOLE),
        "star": Compound.from_polygon(outlines.star(11, scale=4.0)),
        "gear": Compound.from_polygon(outlines.gear(9, 3.0)),
    }


NAMES = list(shapes())


def rings_of(shape: Compound | Polygon) -> Rings:
    if isinstance(shape, Polygon):
        return [spots(shape.vertices)]
    return [spots(ring) for ring in (shape.exterior, *shape.holes)]


def poses(seed: int, count: int) -> Iterator[tuple[float, float, float]]:
    """Poses on the lattice, turned alike, and far from the origin."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        x, y = rng.integers(-5, 6, 2).tolist() if rng.random() < 0.7 else rng.uniform(-5, 5, 2)
        scale = 1.0 if rng.random() < 0.8 else 1e7
        yield x * scale, y * scale, float(rng.choice([0.0, math.pi / 2, 0.3, rng.uniform(0, 6)]))


def placed(shape: Compound, other: Compound, pose: tuple[float, float, float], k: int) -> None:
    """Turn both by one angle about the origin, so that flush edges stay flush but for rounding."""
    x, y, angle = pose
    dx, dy = (k % 7) - 3, (k // 7 % 7) - 3
    cosine, sine = math.cos(angle), math.sin(angle)
    shape.set_pose(x, y, angle)
    other.set_pose(x + cosine * dx - sine * dy, y + sine * dx + cosine * dy, angle)


def judge(a: Compound, b: Any) -> tuple[bool, bool, bool]:
    """Compare all booleans, both ways round and in arrays, with the exact regions."""
    exact, swapped = Relation(rings_of(a), rings_of(b)), Relation(rings_of(b), rings_of(a))
    touch, overlap, covers = exact.touch(), exact.overlap(), exact.covers()
    for one, other in ((a, b), (b, a)):
        assert one.intersects(other) is touch
        assert one.intersects(other, touching=False) is overlap
        assert (one.distance(other) == 0.0) is touch
        first, second = one.nearest_points(other)
        assert first == second or not touch
    assert a.covers(b) is covers
    assert b.covers(a) is swapped.covers()
    array = CompoundArray([a])
    assert array.intersects(b)[0] == touch
    assert array.intersects(b, touching=False)[0] == overlap
    assert array.covers(b)[0] == covers
    contact = a.collide(b)
    if contact is not None and touch:
        assert contact.b_in_a is covers
        assert contact.a_in_b is swapped.covers()
    return touch, overlap, covers


@pytest.mark.parametrize("name", NAMES)
def test_two_outlines(name: str) -> None:
    for k, pose in enumerate(poses(NAMES.index(name), 5 if name == "gear" else 10)):
        a, b = shapes()[name], shapes()[NAMES[k % len(NAMES)]]
        placed(a, b, pose, k)
        judge(a, b)


@pytest.mark.parametrize("name", NAMES)
def test_an_outline_and_polygons(name: str) -> None:
    boxes = [Polygon.box(1, 2), Polygon([(0, 0), (2, 0), (2, 1)]), Polygon.box(4, 4)]
    for k, pose in enumerate(poses(20 + NAMES.index(name), 9)):
        a, b = shapes()[name], boxes[k % 3].copy()
        placed(a, b, pose, k)  # type: ignore[arg-type]
        judge(a, b)


def thin_shapes(a: Compound, k: int) -> list[Point | Segment]:
    """Return points and segments at and between the vertices of an outline."""
    ring = np.concatenate((a.exterior, *a.holes))
    p, q = ring[k % len(ring)], ring[(k * 5 + 2) % len(ring)]
    middle = 0.5 * p + 0.5 * q
    found: list[Point | Segment] = [Point(p), Point(middle)]
    return found + [Segment(s, e) for s, e in ((p, q), (middle, q)) if (s != e).any()]


@pytest.mark.parametrize("name", NAMES)
def test_points_and_segments_at_the_boundary(name: str) -> None:
    for k, pose in enumerate(poses(40 + NAMES.index(name), 15)):
        a = shapes()[name]
        a.set_pose(*pose)
        rings = rings_of(a)
        for shape in thin_shapes(a, k):
            ends = spots(shape.vertices)
            inside, outside = (meets_inside(rings, ends, side) for side in (IN, OUT))
            assert a.intersects(shape, touching=False) is inside
            assert shape.intersects(a, touching=False) is inside
            assert a.covers(shape) is not outside
            if len(ends) == 1:
                x, y = shape.position
                assert a.contains((x, y)) is not outside
                assert a.at([pose[:2]], [pose[2]]).contains((x, y))[0] == (not outside)


def test_a_box_in_a_room_at_all_angles() -> None:
    room, box = Compound.from_polygon(T_ROOM), Polygon([(2.5, 1), (3.5, 1), (3.5, 3), (2.5, 3)])
    for k in range(300):
        room.set_pose(0, 0, k / 100)
        box.set_pose(0, 0, k / 100)
        assert room.covers(box)
        contact: Any = room.collide(box)
        assert contact.b_in_a
        assert not contact.a_in_b


def test_exterior_and_holes_are_posed_as_vertices_of_polygons_are() -> None:
    frame, outer = Compound.from_polygon(SQUARE[::-1], [HOLE]), Polygon(SQUARE)
    for pose in poses(3, 20):
        frame.set_pose(*pose)
        outer.set_pose(*pose)
        assert {*map(tuple, frame.exterior)} == {*map(tuple, outer.vertices)}
        assert len(frame.holes) == 1
        assert frame.holes[0].shape == (4, 2)
        assert not frame.exterior.flags.writeable
    with pytest.raises(ValueError, match="union of parts and has no exterior"):
        _ = Compound([Polygon(SQUARE)]).exterior


def test_rings_are_in_pickles_copies_rows_and_joined_arrays() -> None:
    frame, room = Compound.from_polygon(SQUARE, [HOLE]), Compound.from_polygon(T_ROOM)
    union = Compound([Polygon(SQUARE)])
    frame.set_pose(1, 2, 0.3)
    array = CompoundArray([frame, union, room])
    joined = CompoundArray.concatenate([array[[2, 0]], array, CompoundArray([room])])
    for copy in (frame.copy(), array[0], joined[1], joined[2]):
        assert copy.same_as(frame)
        assert np.array_equal(copy.exterior, frame.exterior)
        assert np.array_equal(copy.holes[0], frame.holes[0])
    with pytest.raises(ValueError, match="no exterior"):
        _ = joined[3].exterior
    assert np.array_equal(joined[5].exterior, room.exterior)


def test_rounded_shapes_and_unions() -> None:
    room = Compound.from_polygon(T_ROOM)
    for k in range(60):
        room.set_pose(0, 0, k / 10)
        ball = sepax.Circle((3, 2), 1)
        cosine, sine = math.cos(k / 10), math.sin(k / 10)
        ball.set_pose(3 * cosine - 1.5 * sine, 3 * sine + 1.5 * cosine, 0)
        assert room.intersects(ball)
        assert room.intersects(ball, touching=False)
        assert room.covers(sepax.Circle(ball.position, 0.999))
        assert not room.covers(sepax.Circle(ball.position, 1.2))
        both = Compound([sepax.Circle(ball.position, 0.5), Point(ball.position)])
        assert room.covers(both)
        assert both.intersects(room)
        assert room.distance(both) == 0.0


def test_contacts_of_one_part_and_unions_follow_the_rings() -> None:
    ring = [(0.0, 0.571774531453272), (1.0, 0.571774531453272), (2.0, 0.571774531453272)]
    ring += [(2.6881139949011787, 1.571774531453272), (3.376227989802357, 2.571774531453272)]
    ring += [(2.376227989802357, 2.571774531453272), (1.376227989802357, 2.571774531453272)]
    a = Compound.from_polygon([*ring, (0.6881139949011785, 1.571774531453272)], angle=0.3)
    b = Polygon(
        [
            (-0.1689709276987615, 0.5462370734500072),
            (2.103562251898198, 2.2959655658780487),
            (2.4654224532439457, 3.454653644983411),
            (0.5547494749927335, 2.863613231660732),
        ]
    )
    contact, swapped = a.collide(b), b.collide(a)
    assert contact is not None
    assert swapped is not None
    assert (contact.b_in_a, swapped.a_in_b) == (a.covers(b), a.covers(b)) == (False, False)
    shape = [(0, 0), (1, 0), (2, 1), (1, 1), (1, 2), (0, 2), (0, 1)]
    for k in range(60):
        outline = Compound.from_polygon(shape, angle=k / 10 + 0.02750374497528)
        union = Compound(sepax.convex_parts(outline.exterior))
        assert union.covers(outline)
        assert CompoundArray([union]).covers(outline)[0]
        assert union.collide(outline).b_in_a  # type: ignore[union-attr]


FAR = np.array([500000.1, 4.5e6])


def test_the_origin_becomes_the_pivot() -> None:
    far, inside = np.array(CORNER) + FAR, np.array([(0.25, 0.25), (0.5, 0.25), (0.5, 0.5)]) + FAR
    plain = Compound.from_polygon(far, [inside])
    for origin in ("centroid", tuple(FAR.tolist())):
        turned = Compound.from_polygon(far, [inside], origin=origin)
        expected = plain.centroid if origin == "centroid" else origin
        assert turned.position == pytest.approx(expected, abs=1e-8)
        assert np.allclose(turned.exterior, plain.exterior, rtol=0, atol=1e-9)
        turned.rotate(math.pi)
        if origin == "centroid":
            assert turned.centroid == pytest.approx(plain.centroid, abs=1e-8)
    moved = Compound.from_polygon(far, origin=tuple(FAR.tolist()), position=(1, 2))
    assert moved.position == (FAR[0] + 1, FAR[1] + 2)
    rings = np.concatenate((far, inside, far))
    array = CompoundArray.from_outlines(rings, [0, 6, 9, 15], [0, 2, 3], origin="centroid")
    assert array[0].same_as(Compound.from_polygon(far, [inside], origin="centroid"))
    assert array[1].same_as(Compound.from_polygon(far, origin="centroid"))
    each = CompoundArray.from_outlines(rings, [0, 6, 9, 15], [0, 2, 3], origin=[FAR, FAR + 1])
    assert each.positions.tolist() == [FAR.tolist(), (FAR + 1).tolist()]
    bow, bad = [(0, 0), (2, 2), (2, 0), (0, 2)], [(0, 0), (2, 2)]
    for ring in (bow, bad, [(0, 0), (1, 0), (math.nan, 1)]):
        with pytest.raises(ValueError, match="exterior") as alone:
            Compound.from_polygon(ring)
        with pytest.raises(ValueError, match="exterior") as seen:
            Compound.from_polygon(ring, origin="centroid")
        assert str(seen.value) == str(alone.value)
        with pytest.raises(ValueError, match="exterior") as one_of_many:
            CompoundArray.from_outlines(ring, [0, len(ring)], origin="centroid")
        assert str(one_of_many.value) == f"outline 0: {alone.value}"
    for wrong in ("middle", [(1, 2), (3, 4)], (math.inf, 0)):
        with pytest.raises((TypeError, ValueError), match="origin"):
            Compound.from_polygon(CORNER, origin=wrong)  # type: ignore[arg-type]
    tiny = np.array([(0, 0), (1e-9, 0), (0, 1e-9)])
    with pytest.raises(ValueError, match="does not survive rounding as seen from"):
        Compound.from_polygon(tiny, origin=(1e9, 1e9))


def test_geometries_with_an_origin_and_several_outer_rings() -> None:
    shapely = pytest.importorskip("shapely")
    far = shapely.Polygon(np.array(CORNER) + FAR)
    two = shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(1, 1, 2, 2)])
    overlapping = shapely.MultiPolygon([shapely.box(0, 0, 2, 2), shapely.box(1, 1, 3, 3)])
    line = shapely.LineString([(5, 5), (9, 5)])
    mixed = shapely.GeometryCollection([shapely.box(0, 0, 1, 1), line])
    shapes = [far, two, overlapping, line, mixed]
    for origin in (None, "centroid", (3.0, 4.0)):
        array = CompoundArray.from_shapely(shapes, origin=origin)
        for row, shape in zip(array, shapes, strict=True):
            assert row.same_as(Compound.from_shapely(shape, origin=origin))
            if origin == "centroid":
                centre = shapely.get_coordinates(shape.centroid)[0]
                assert row.position == pytest.approx(centre, abs=1e-9)
    one = Compound.from_shapely(two)
    with pytest.raises(ValueError, match="has 2 outer rings"):
        _ = one.exterior
    for k in range(60):  # boxes that touch in one point stay as they are posed
        one.set_pose(0, 0, k / 10)
        assert one.covers(one.copy())
        assert one.intersects(one.copy(), touching=False)
    with pytest.raises(ValueError, match="no exterior"):
        _ = Compound.from_shapely(overlapping).exterior
    with pytest.raises(ValueError, match="origin must be"):
        Compound.from_shapely(far, origin="middle")  # type: ignore[arg-type]


def test_rings_that_touch_in_points() -> None:
    """A hole that touches the exterior, two holes that touch, a pinched exterior."""
    pinched = [(0, 0), (2, 0), (2, 2), (4, 2), (4, 4), (2, 4), (2, 2), (0, 2)]
    touching = {
        "hole at a corner": (SQUARE, [[(0, 0), (3, 1), (1, 3)]]),
        "hole at an edge": (SQUARE, [[(3, 0), (4, 2), (2, 2)]]),
        "holes": (SQUARE, [[(1, 1), (3, 1), (3, 3), (1, 3)], [(3, 3), (5, 3), (5, 5), (3, 5)]]),
        "pinched": (pinched, []),
    }
    for k, (exterior, holes) in enumerate(touching.values()):
        a, b = Compound.from_polygon(exterior, holes), Compound.from_polygon(CORNER)
        for step, pose in enumerate(poses(70 + k, 6)):
            placed(a, b, pose, step)
            judge(a, b)


def test_offsets_of_rings_are_checked() -> None:
    from sepax._core.arrays.rings import RingTable

    square: npt.NDArray[np.float64] = np.array(SQUARE, float)
    for offsets, starts in (
        ([0, 2, 4], [0, 2]),
        ([0, 4], [0, 2]),
        ([0, 3], [0, 1]),
        ([0, 4], [1, 1]),
        ([0, 4, 0, 4], [0, 3]),
        ([0, 4], [0, 1, 0, 1]),
    ):
        with pytest.raises(ValueError, match="must"):
            RingTable(square, np.array(offsets, np.intp), np.array(starts, np.intp))


def test_an_outline_whose_sides_meet_once_it_is_posed_covers_itself() -> None:
    """Sides of a slit of one last bit, which rounding lays on each other, or across."""
    top = float(np.nextafter(2.0, 3.0))
    narrow = [(0, 0), (4, 0), (4, 3), (top, 3), (2, 1), (2, 3), (0, 3)]
    bent = [(0, 0), (4, 0), (4, 3), (top, 3), (2.5, 2), (2, 1), (2.5 - 2**-51, 2), (2, 3), (0, 3)]
    for ring in (narrow, bent):
        one, other = Compound.from_polygon(ring), Compound.from_polygon(ring[3:] + ring[:3])
        for pose in poses(7, 200):
            for shape in (one, other):
                shape.set_pose(*pose)
            assert one.covers(one.copy())
            assert one.covers(other)
            assert one.intersects(other, touching=False)


def test_discs_at_vertices_that_a_pose_rounds_to_one() -> None:
    corner = [(4, 0), (float(np.nextafter(4, 5)), 2**-51)]
    outline = Compound.from_polygon([(0, 0), *corner, (4, 1), (1, 1), (1, 3), (0, 3)])
    doubled = 0
    for k in range(0, 600, 3):
        outline.set_pose(3.1, -2.7, k / 100)
        ring = outline.exterior
        twice = np.flatnonzero((ring == np.roll(ring, 1, 0)).all(axis=1))
        if not len(twice):
            continue
        doubled += 1
        cosine, sine = math.cos(k / 100), math.sin(k / 100)
        away = np.array([0.6 * cosine + 0.8 * sine, 0.6 * sine - 0.8 * cosine])
        [centre], [nearest] = spots([ring[twice[0]] + away]), spots([ring[twice[0]]])
        square = sum((p - q) ** 2 for p, q in zip(centre, nearest, strict=True))
        for radius in (1 - 2e-15, 1 - 1e-15, 1 - 2**-53, 1.0, 1 + 1e-15):
            disc = sepax.Circle((float(centre[0]), float(centre[1])), radius)
            reached = square <= Fraction(radius) ** 2
            assert outline.intersects(disc) is reached
            assert disc.intersects(outline) is reached
            assert outline.intersects(disc, touching=False) is (square < Fraction(radius) ** 2)
            assert (outline.distance(disc) == 0.0) is reached
    assert doubled > 5


def test_a_vertex_that_a_part_does_without_is_covered() -> None:
    """Rounding bends a part, whose repair takes the box around the parts off the ring."""
    ring = [(0.0, 0.0), (2.0, 1.0), (4.0, 0.0), (4.00000000000001, 0.0), (2.0, 4.0)]
    outline = Compound.from_polygon(ring)
    outline.set_pose(-71.55000019838135, -51.126006523766556, 2.703416240283036)
    for spot in outline.exterior:
        assert outline.contains((spot[0], spot[1]))
        assert outline.covers(Point((spot[0], spot[1])))
        assert CompoundArray([outline]).covers(Point((spot[0], spot[1])))[0]
