"""Compounds: groups of convex parts that answer as one shape."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from typing import Any

import numpy as np
import outlines
import pytest
from moving import enters, is_inside, is_on
from outlines import FRAME, L_TILE, SQUARE, T_TILE, U_TILE, Outline, Ring, Spot, polygon

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray

# On a grid of whole numbers, so that moves by whole numbers are exact.
WHOLE: dict[str, Outline] = {
    "L": [L_TILE],
    "T": [T_TILE],
    "U": [U_TILE],
    "frame": FRAME,
    "comb": [np.round(outlines.comb(5))],
    "spiral": [polygon((0, 0), (9, 0), (9, 8), (1, 8), (1, 3), (6, 3), (6, 5), (3, 5), (3, 6),
                       (7, 6), (7, 2), (0, 2))],
    "star": [np.round(outlines.star(14, 5) * 8.0)],
    "skyline": [np.round(outlines.skyline(6, 3) * 4.0)],
}  # fmt: skip


def compound(rings: Outline, **pose: Any) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], **pose)


def shifted(rings: Outline, dx: float, dy: float) -> list[list[Spot]]:
    return [[(int(x + dx), int(y + dy)) for x, y in ring.tolist()] for ring in rings]


def holds(rings: list[list[Spot]], spot: Any) -> bool:
    return is_on(rings, spot) or is_inside(rings, spot)


@pytest.fixture(params=WHOLE, ids=str)
def rings(request: pytest.FixtureRequest) -> Outline:
    return WHOLE[request.param]


class TestBooleans:
    def test_families_are_outlines(self, rings: Outline) -> None:
        assert outlines.is_outline(shifted(rings, 0, 0))

    def test_segments(self, rings: Outline) -> None:
        whole, spots = compound(rings), shifted(rings, 0, 0)
        corners = [spot for ring in spots for spot in ring]
        rng = np.random.default_rng(2)
        ends = [(p, q) for p, q in itertools.combinations(corners, 2)]
        ends += [((a, b), (c, d)) for a, b, c, d in rng.integers(-3, 12, (150, 4)).tolist()]
        ends = [ends[k] for k in rng.permutation(len(ends))[:250]]
        for p, q in ends:
            if p == q:
                continue
            segment = Segment(p, q)
            deep = enters(spots, (p, q))
            assert whole.intersects(segment, touching=False) == deep, (p, q)
            assert segment.intersects(whole, touching=False) == deep
            line = [[p, q]]
            met = holds(spots, p) or any(
                outlines.meet((p, q), edge) for ring in spots for edge in outlines.edges(ring)
            )
            assert whole.intersects(segment) == met, line

    def test_seams_are_inside(self) -> None:
        tiles = Compound([Polygon.box(2, 2, position=(x, y)) for x in (1, 3) for y in (1, 3)])
        for place, inside in (
            ((2, 2), True), ((2, 1), True), ((2, 3.5), True), ((2, 0), False), ((4, 2), False),
            ((0, 2), False), ((2, 4), False), ((1, 2), True),
        ):  # fmt: skip
            assert tiles.intersects(Point(place), touching=False) == inside, place
        assert tiles.intersects(Segment((2, 1), (2, 1.5)), touching=False)
        assert tiles.intersects(Segment((2, -1), (2, 0.5)), touching=False)
        assert not tiles.intersects(Segment((2, -1), (2, 0)), touching=False)
        assert not tiles.intersects(Segment((4, 1), (4, 3)), touching=False)
        assert tiles.intersects(Segment((0, 2), (9, 2)), touching=False)
        apart = Compound([Polygon.box(2, 2, position=(x, 0)) for x in (1, np.nextafter(3.0, 4.0))])
        assert not apart.intersects(Segment((2, 0), (2, 0.5)), touching=False)
        corner = Compound([Polygon.box(2, 2, position=p) for p in ((1, 1), (3, 3), (3, 1))])
        assert not corner.intersects(Point((2, 2)), touching=False)
        strip = Compound([Polygon.box(2, 2, position=(1, 1)), Polygon.box(2, 2, position=(3, 2))])
        assert strip.intersects(Segment((2, 0), (2, 3)), touching=False)
        assert not strip.intersects(Segment((2, 2), (2, 3)), touching=False)

    def test_thin_parts_meet_seams_of_others(self) -> None:
        tiles = Compound([Polygon.box(2, 2, position=(x, 0)) for x in (1, 3)])
        lines = Compound([Segment((2, 0), (2, 0.5)), Segment((9, 9), (9, 8))])
        assert lines.intersects(tiles, touching=False)
        assert tiles.intersects(lines, touching=False)

    def test_corners_that_let_no_direction_free(self) -> None:
        ring: Any = [(0, 0), (0, 8), (-8, 0)]
        triangles = [  # a corner of each touches the middle of a side
            [(-4, 0), (-5, -3), (-3, -3)],
            [(0, 4), (3, 3), (3, 5)],
            [(-4, 4), (-7, 4), (-4, 7)],
        ]
        corners, middle = Compound([Polygon(each) for each in triangles]), compound([ring])
        pairs: Any = [(corners, middle), (middle, corners), (corners, Polygon(ring))]
        for a, b in pairs:
            contact = a.collide(b)
            assert contact is not None
            assert contact.depth == 0.0
            assert not a.intersects(b, touching=False)
        # The first of the three sides by the direction straight out: the lesser x.
        x = math.sqrt(0.5)
        there, back = corners.collide(middle), middle.collide(corners)
        assert there is not None
        assert back is not None
        assert there.normal == pytest.approx((x, -x))
        assert back.normal == pytest.approx((-x, x))


class TestMeasures:
    def test_extents_are_those_of_all_parts(self) -> None:
        kinds = [Circle((0, 2), 0.5), Capsule((0, 0), (3, 0), 0.25), Point((-1, -1))]
        whole = Compound([*kinds, Polygon.box(2, 1, position=(3, 0), angle=0.3)], angle=0.7)
        for axis in ((1, 0), (-0.5, 2), (0.3, 0.4)):
            low, high = whole.parts.project(axis)
            assert whole.project(axis) == (low.min(), high.max())

    def test_world_geometry_of_parts_turns_as_one(self) -> None:
        kinds = [Circle((3, 1), 1), Polygon.box(2, 2, position=(1, 0), angle=1), Point((5, 5))]
        whole = Compound(kinds)
        before = whole.vertices
        whole.set_pose(10, -2, 0.5)
        c, s = math.cos(0.5), math.sin(0.5)
        expected = before @ np.array(((c, s), (-s, c))) + (10, -2)
        assert np.allclose(whole.vertices, expected, rtol=0, atol=1e-14)
        assert whole.parts.radii.tolist() == [1, 0, 0]
        whole.set_pose(0, 0, 0)
        assert np.array_equal(whole.vertices, before)

    def test_area_and_centroid(self) -> None:
        frame = compound(FRAME, position=(100, 0), angle=1.0)
        assert frame.area == pytest.approx(44)
        tile = compound([L_TILE], position=(5, 0))
        assert tile.area == 4.0
        assert tile.centroid == pytest.approx((5 + (3 * 1.5 + 0.5) / 4, (3 * 0.5 + 1.5) / 4))
        assert Compound([Point((0, 0)), Point((2, 4))]).centroid == (1.0, 2.0)

    def test_separating_axis_is_one_of_hulls(self) -> None:
        cup = compound([U_TILE])
        assert cup.separating_axis(Circle((4.5, 5), 1)) is None
        assert cup.distance(Circle((4.5, 5), 1)) == 1.5
        assert cup.separating_axis(Circle((12, 4), 1)) == (1.0, 0.0)
        assert Circle((12, 4), 1).separating_axis(cup) == (-1.0, 0.0)
        axes, apart = ShapeArray.circles([(12, 4), (4, 4)], 1).separating_axis(cup)
        assert axes.tolist() == [[-1, 0], [0, 0]]
        assert apart.tolist() == [True, False]
        balls = Compound([Circle((0, 0), 1), Circle((4, 0), 1)])
        assert balls.separating_axis(Point((2, 3))) == (0.0, 1.0)
        dots = Compound([Point((0, 0)), Point((0, 0))])
        assert dots.separating_axis(Polygon.box(2, 2, position=(5, 0))) == (1.0, 0.0)
        with pytest.raises(TypeError, match="different radii"):
            Compound([Circle((0, 0), 1), Circle((4, 0), 2)]).separating_axis(balls)


class TestForms:
    def test_lists_and_arrays(self) -> None:
        cup, frame = compound([U_TILE]), compound(FRAME)
        balls = ShapeArray.circles([(4.5, 5), (20, 20), (1, 1)], 1)
        assert cup.intersects(balls).tolist() == [False, False, True]
        assert balls.intersects(cup).tolist() == [False, False, True]
        assert sepax.intersects([cup, frame, balls[2]], balls).tolist() == [False, False, True]
        assert sepax.distance([cup, frame], [frame, balls[1]]).shape == (2,)
        pairs = [(0, 1), (1, 2), (0, 0)]
        hits = sepax.intersects([cup, frame], balls, pairs=pairs)
        assert hits.tolist() == [False, True, False]
        assert sepax.intersects(cup, balls, pairs=[(0, 2), (0, 1)]).tolist() == [True, False]
        for bad in ((-1, 0), (2, 0)):
            with pytest.raises(IndexError, match=rf"pairs\[0\]\[1\] is {bad[0]}, out of"):
                sepax.intersects([cup, frame], balls, pairs=[(0, 0), bad])
        out = np.empty(3, np.bool_)
        assert cup.intersects(balls, out=out, workers=2) is out
        assert sepax.contains([cup, frame], (1, 5)).tolist() == [True, True]
        assert sepax.contains(iter([cup, frame]), [(4, 4), (11.5, 3)]).tolist() == [False, True]
        low, high = sepax.project([cup, frame], (1, 0))
        assert low.tolist() == [0, 0]
        assert high.tolist() == [9, 12]
        of_a, of_b = cup.nearest_points(balls)
        assert np.linalg.norm(of_a - of_b, axis=1) == pytest.approx(cup.distance(balls))
        times = cup.time_of_impact(balls, [(0, 0), (5, 5), (0, 0)], max_time=[1, 9, 1])
        assert times[0] == np.inf
        assert 0 < times[1] < 9
        assert times[2] == 0
        empty = ShapeArray()
        assert cup.intersects(empty).shape == cup.distance(empty).shape == (0,)

    def test_options_are_for_arrays(self) -> None:
        cup = compound([U_TILE])
        for options in ({"pairs": [(0, 0)]}, {"out": np.empty(1, np.bool_)}, {"workers": 2}):
            with pytest.raises(TypeError, match="these are single shapes"):
                cup.intersects(cup, **options)
        with pytest.raises(TypeError, match="these are single shapes"):
            cup.contains((0, 0), workers=2)

    def test_refused(self) -> None:
        cup, balls = compound([U_TILE]), ShapeArray.circles([(0, 0), (1, 1), (2, 2)], 1)
        with pytest.raises(ValueError, match="2 rows do not match 3"):
            sepax.intersects([cup, cup], balls)
        with pytest.raises(IndexError, match=r"pairs\[1\]\[0\] is 3, out of range for 3 rows"):
            sepax.intersects(cup, balls, pairs=[(0, 3)])
        with pytest.raises(ValueError, match="as many indices"):
            sepax.intersects(cup, balls, pairs=([0], [1, 2]))
        with pytest.raises(TypeError, match=r"b\[1\] must be a shape .* got int"):
            sepax.intersects(cup, [cup, 3])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="got int"):
            cup.intersects(3)  # type: ignore[call-overload]
        with pytest.raises(ValueError, match="max_time"):
            cup.time_of_impact(cup, (0, 0), max_time=-1)


class TestPoses:
    def test_setters(self) -> None:
        whole = compound([L_TILE], position=(1, 2), angle=0.5)
        assert (whole.position, whole.angle) == ((1.0, 2.0), 0.5)
        whole.move(1, 1)
        whole.rotate(0.25)
        assert (whole.position, whole.angle) == ((2.0, 3.0), 0.75)
        whole.position, whole.angle = (0, 0), 0
        assert np.array_equal(whole.vertices, compound([L_TILE]).vertices)
        assert not whole.vertices.flags.writeable

    @pytest.mark.parametrize("ring", [L_TILE, outlines.gear(24)])
    def test_refused_poses_change_nothing(self, ring: Ring) -> None:
        whole = compound([ring], position=(1, 2), angle=0.5)
        twin = whole.copy()
        bad_calls: list[tuple[type[Exception], Any]] = [
            (ValueError, lambda: whole.set_pose(math.nan, 0, 0)),
            (ValueError, lambda: whole.set_pose(1e30, 0, 0.1)),
            (ValueError, lambda: whole.rotate(math.inf)),
            (ValueError, lambda: setattr(whole, "position", (1e80, 0))),
            (TypeError, lambda: setattr(whole, "angle", "1")),
            (TypeError, lambda: whole.move("1", 0)),  # type: ignore[arg-type]
        ]
        for error, call in bad_calls:
            with pytest.raises(error):
                call()
            assert whole.same_as(twin)
            assert np.array_equal(whole.vertices, twin.vertices)
            assert whole.distance(Point((50, 50))) == twin.distance(Point((50, 50)))


class TestScenes:
    def test_seams_in_a_scene(self) -> None:
        tiles = Compound([Polygon.box(2, 2, position=(x, 0)) for x in (1, 3)])
        probes: list[Any] = [Point((2, 0)), Point((4, 0)), tiles]
        assert sepax.find_pairs(tiles, probes, False).tolist() == [[0, 0], [0, 2]]
        assert sepax.find_pairs(tiles).shape == (0, 2)
        with pytest.raises(ValueError, match="owner must have one number for each of 2 shapes"):
            sepax.intersects_any([tiles, tiles], probes, owner=[0])


class Named(Compound):
    name = "crate"


class TestCopies:
    @pytest.mark.parametrize("kind", [Compound, Named])
    def test_copies_and_pickles(self, kind: type[Compound]) -> None:
        parts = [Circle((3, 1), 1), Polygon.box(2, 2, position=(1, 0), angle=1), Point((5, 5)),
                 Polygon.box(1, 1, radius=0.5)]  # fmt: skip
        whole = kind(parts, position=(1, 2), angle=0.3)
        if kind is Named:
            whole.name = "box"  # type: ignore[attr-defined]
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            twin = pickle.loads(pickle.dumps(whole, protocol))
            assert type(twin) is kind
            assert twin.same_as(whole)
            assert np.array_equal(twin.vertices, whole.vertices)
        for twin in (copy.copy(whole), copy.deepcopy(whole), whole.copy()):
            assert twin.same_as(whole)
            assert getattr(twin, "__dict__", None) == getattr(whole, "__dict__", None)
            twin.move(1, 0)
            assert not twin.same_as(whole)

    def test_pickles_name_the_public_package(self) -> None:
        assert b"\x8c\x05sepax\x94\x8c\x08Compound" in pickle.dumps(compound([L_TILE]), 4)

    def test_parts_are_copies(self) -> None:
        whole = compound([L_TILE])
        parts = whole.parts
        parts.set_poses((50, 50))
        assert whole.same_as(compound([L_TILE]))
        given = ShapeArray.boxes(2, 2, [(0, 0), (2, 0)])
        whole = Compound(given)
        given.set_poses((50, 50))
        assert whole.bounds == (-1, -1, 3, 1)

    def test_repr(self) -> None:
        text = repr(compound([L_TILE], position=(1, 0)))
        assert text == "<Compound: 2 parts, 8 vertices, position=(1.0, 0.0), angle=0.0>"

    def test_half_built(self) -> None:
        hollow = Compound.__new__(Compound)
        uses: list[Any] = [
            lambda: hollow.parts, lambda: hollow.area, lambda: hollow.position,
            lambda: hollow.move(1, 0), lambda: hollow.intersects(Circle((0, 0), 1)),
            lambda: Circle((0, 0), 1).intersects(hollow), lambda: hollow.contains((0, 0)),
            lambda: hollow.copy(), lambda: repr(hollow), lambda: pickle.dumps(hollow),
            lambda: setattr(hollow, "angle", 1.0),
        ]  # fmt: skip
        for use in uses:
            with pytest.raises(ValueError, match="never initialised"):
                use()
        whole = compound([L_TILE])
        with pytest.raises(TypeError, match="make a new one"):
            whole.__init__([Circle((0, 0), 1)])  # type: ignore[misc]
        with pytest.raises(TypeError, match="make a new one"):
            whole.__setstate__(whole.__reduce__()[2])
        states: list[Any] = [
            (([], [0], [], (0, 0), 0), None),
            (([(0, 0)], [0, 1], [], (0, 0), 0), None),
        ]
        for state in states:
            with pytest.raises(ValueError, match="parts and"):
                Compound.__new__(Compound).__setstate__(state)


class TestMaking:
    def test_strangers(self) -> None:
        with pytest.raises(ValueError, match="at least one part"):
            Compound([])
        with pytest.raises(TypeError, match=r"parts\[1\]"):
            Compound([Circle((0, 0), 1), 3])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="compound"):
            Compound([compound([L_TILE])])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="too many positional"):
            Compound([Circle((0, 0), 1)], (0, 0))  # type: ignore[call-arg]
        with pytest.raises(ValueError, match="crosses"):
            Compound.from_polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
        with pytest.raises(TypeError, match="must be a Compound"):
            compound([L_TILE]).same_as(3)  # type: ignore[arg-type]

    def test_from_shapely(self) -> None:
        import shapely

        frame = shapely.Polygon(FRAME[0], FRAME[1:])
        far = shapely.transform(frame, lambda xy: xy + 20)
        both = Compound.from_shapely(shapely.MultiPolygon([frame, far]))
        assert both.area == 88
        assert not both.contains((6, 6))
        assert both.contains((32, 32))
        for bad in (None, "POINT (0 0)", [frame]):
            with pytest.raises(TypeError, match="expected a geometry of shapely"):
                Compound.from_shapely(bad)
        with pytest.raises(ValueError, match="empty"):
            Compound.from_shapely(shapely.Polygon())

    def test_one_part(self) -> None:
        (part,) = (one := Compound([Polygon.box(2, 2)])).parts
        assert part.same_as(Polygon.box(2, 2))
        assert one.intersects(one)
        assert Compound.from_polygon(SQUARE).contains((0, 0))

    def test_drawn_part_by_part(self) -> None:
        from matplotlib.figure import Figure

        axes = Figure().add_subplot()
        collection = sepax.plot.draw_shapes(axes, [compound([U_TILE]), Circle((0, 0), 1)])
        assert len(collection.get_paths()) == len(compound([U_TILE]).parts) + 1
