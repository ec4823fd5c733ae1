"""Compounds in motion: they meet, press and part as wholes, and never at a seam."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import outlines
import pytest
from moving import Course
from outlines import FRAME, L_TILE, T_TILE, U_TILE, Outline, Spot, polygon

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray

TILES: dict[str, Outline] = {
    "L": [L_TILE],
    "T": [T_TILE],
    "U": [U_TILE],
    "frame": FRAME,
    "spiral": [polygon((0, 0), (9, 0), (9, 8), (1, 8), (1, 3), (6, 3), (6, 5), (3, 5), (3, 6),
                       (7, 6), (7, 2), (0, 2))],
    "box": [polygon((0, 0), (2, 0), (2, 1), (0, 1))],
    "star": [np.round(outlines.star(8, 5) * 5.0)],
    "comb": [np.round(outlines.comb(3))],
}  # fmt: skip


def spots(rings: Outline, dx: int = 0, dy: int = 0) -> list[list[Spot]]:
    return [[(int(x) + dx, int(y) + dy) for x, y in ring.tolist()] for ring in rings]


def whole(rings: Outline, dx: int = 0, dy: int = 0) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], position=(dx, dy))


def pieces(rings: Outline, dx: int = 0, dy: int = 0) -> list[Any]:
    """The outline as a compound, and as a polygon if it is convex."""
    made: list[Any] = [whole(rings, dx, dy)]
    if len(made[0].parts) == 1:
        made.append(Polygon(rings[0], position=(dx, dy)))
    return made


def assert_met(impact: Any, course: Course, time: Fraction | None, end: float) -> None:
    """Check an impact at that time: all its fields hold for the whole."""
    if time is None or float(time) > end:
        assert impact is None
        return
    assert impact is not None
    assert impact.time == pytest.approx(float(time), rel=1e-13, abs=1e-15)
    assert impact.exit_time == pytest.approx(float(course.parting(time)), rel=1e-12)
    closing = np.dot(impact.normal, course.velocity)
    assert closing >= -1e-9 or impact.initial
    assert math.hypot(*impact.normal) == pytest.approx(1, rel=1e-15)


CASES = [(a, b) for a in TILES for b in ("L", "U", "frame", "T", "box")]


@pytest.mark.parametrize(("one", "other"), CASES)
def test_outlines_against_their_edges(one: str, other: str) -> None:
    """First touch, exit, faces, pressing and skipping, on a grid where ties are common."""
    rng = np.random.default_rng([len(one), len(other), 1])
    for _ in range(12):
        dx, dy = rng.integers(-13, 14, 2).tolist()
        velocity = tuple(rng.integers(-4, 5, 2).tolist())
        if velocity == (0, 0):
            continue
        course = Course(spots(TILES[one], dx, dy), spots(TILES[other]), velocity)
        end = float(rng.choice([0.75, 3.0, 100.0, np.inf]))
        for a in pieces(TILES[one], dx, dy):
            for b in pieces(TILES[other]):
                judge(course, a, b, velocity, end)


def judge(course: Course, a: Any, b: Any, velocity: Spot, end: float) -> None:
    first = course.touch()
    impact = sepax.sweep(a, b, velocity, max_time=end)
    if first and not course.is_firm(first):
        return  # what only grazes a slanting edge is met or not, by rounding
    assert_met(impact, course, first, end)
    time = sepax.time_of_impact(a, b, velocity, max_time=end)
    assert time == (math.inf if impact is None else impact.time)
    other_way = sepax.sweep(b, a, (0, 0), velocity, max_time=end)
    assert (impact is None) == (other_way is None)
    if impact is not None:
        assert first is not None
        assert impact.initial == (first == 0)
        assert impact.leaving <= impact.initial
        if not course.looks[0].overlap:
            assert impact.leaving == course.leaves()
            if first == 0 or np.dot(impact.normal, velocity) > 1e-9:
                assert course.is_face(first, impact.normal), (impact, course.velocity)
            assert_on_both(impact, a, b, velocity)
            assert other_way.time == pytest.approx(impact.time, rel=1e-13)
    deep = sepax.sweep(a, b, velocity, max_time=end, touching=False)
    entered = course.first_overlap()
    if entered is not None and float(entered) == end:
        return
    assert_met(deep, course, entered, end)
    skipped = sepax.sweep(a, b, velocity, max_time=end, skip_leaving=True)
    if course.leaves():
        assert_met(skipped, course, course.next_pressing(), end)
    elif not course.looks[0].overlap:
        assert skipped == impact
    for found in (deep, skipped):
        if found is not None and not course.looks[0].overlap:
            late = course.next_pressing() if course.leaves() else first
            exact = entered if found is deep else late
            assert exact is not None
            assert_on_both(found, a, b, velocity)
            if np.dot(found.normal, velocity) > 1e-9:
                assert course.is_face(exact, found.normal), found


def assert_on_both(impact: Any, a: Any, b: Any, velocity: Spot) -> None:
    """The point is on both shapes at the time."""
    x, y = impact.point
    at_a = Point((x - velocity[0] * impact.time, y - velocity[1] * impact.time))
    size = 40 + abs(x) + abs(y)
    assert a.distance(at_a) <= 1e-14 * size
    assert b.distance(Point((x, y))) <= 1e-14 * size


# Seams ------------------------------------------------------------------------------------------

TURNS = (0.0, 0.1, 0.7, math.pi / 2, 2.5)
MOVERS: dict[str, Any] = {
    "box": lambda: Polygon.box(3, 3),
    "turned box": lambda: Polygon.box(3, 3, angle=0.3),
    "rounded box": lambda: Polygon.box(2, 2, radius=0.5),
    "circle": lambda: Circle((0, 0), 1.5),
    "capsule": lambda: Capsule((-1, 0), (1, 0.5), 0.5),
    "segment": lambda: Segment((-1, 0), (1, 0)),
    "upright segment": lambda: Segment((0, -1), (0, 1)),
    "point": lambda: Point((0, 0)),
    "cross": lambda: Compound([Polygon.box(3, 1), Polygon.box(1, 3)]),
    "frame": lambda: Compound.from_polygon(FRAME[0], FRAME[1:]),
}


def along(turn: float, x: float, y: float) -> tuple[float, float]:
    c, s = math.cos(turn), math.sin(turn)
    return (c * x - s * y, s * x + c * y)


def floor(turn: float, kind: str) -> Compound:
    """A floor from x = 0 to 40, its surface at y = 0, with a wall at its end, turned."""
    if kind == "boxes":
        parts = [Polygon.box(2, 2, position=(x, -1)) for x in range(1, 40, 2)]
    elif kind == "overlapping":
        parts = [Polygon.box(3 + x % 3, 2 + x % 5, position=(x, -1 - 0.5 * (x % 5)))
                 for x in range(2, 38)]  # fmt: skip
    else:
        rng = np.random.default_rng(4)
        ups, downs = np.sort(rng.uniform(0, 40, (2, 12)), axis=1)
        cuts = [(0.0, 0.0), *zip(ups, downs, strict=True), (40.0, 40.0)]
        parts = [Polygon([(u, 0), (d, -9), (e, -9), (v, 0)]) for (u, d), (v, e) in pairwise(cuts)]
    parts.append(Polygon.box(2, 30, position=(41, 5)))
    return Compound(parts, angle=turn)


@pytest.mark.parametrize("kind", ["boxes", "overlapping", "slanted"])
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("mover", MOVERS)
def test_seams_of_a_floor_are_never_met(mover: str, turn: float, kind: str) -> None:
    """Falling on it, and sliding along, a little above or in it: the surface, or the wall."""
    ground = floor(turn, kind)
    up, ahead = along(turn, 0, 1), along(turn, 1, 0)
    rng = np.random.default_rng(3)
    for x in (8.0, 9.0, 10.0, *rng.uniform(8, 20, 6)):
        shape = MOVERS[mover]()
        shape.position = along(turn, x, 30)
        shape.rotate(turn)
        gap = ground.distance(shape)
        for tilt in (0.0, 0.3, -2.0, 1e-3):
            velocity = (tilt * ahead[0] - up[0], tilt * ahead[1] - up[1])
            impact = shape.sweep(ground, velocity, max_time=100)
            away = sepax.sweep(shape, ground, velocity, max_time=100, touching=False)
            if abs(tilt) < 2:
                assert np.dot(impact.normal, up) == pytest.approx(-1, abs=1e-12)
                assert away.time == pytest.approx(impact.time, rel=1e-14)
                assert np.dot(away.normal, up) == pytest.approx(-1, abs=1e-12)
        for lift in (0.0, 1e-16, -1e-15, 1e-9, -1e-9, -1e-3):
            shape.position = along(turn, x, 30 - gap + lift)
            if lift < -1e-12 and mover in ("point", "upright segment"):
                continue  # in a seam, or in one part alone
            # What rounding leaves a little above one part may graze the next, which is a touch.
            for touching in (True, False) if abs(lift) > 1e-12 else (False,):
                for tilt in (0.0, 1e-17, -1e-17):
                    velocity = (ahead[0] + tilt * up[0], ahead[1] + tilt * up[1])
                    ahead_of = shape.sweep(
                        ground, velocity, max_time=100, skip_leaving=True, touching=touching
                    )
                    assert ahead_of is not None
                    assert np.dot(ahead_of.normal, ahead) == pytest.approx(1, abs=1e-12)
                    high = np.max(shape.project(ahead))
                    assert ahead_of.time == pytest.approx(40 - high, abs=1e-9)


def test_shared_corners_are_the_same_numbers_in_any_pose() -> None:
    """As long as rounding bends no corner, which a part would repair by itself."""
    rng = np.random.default_rng(6)
    names = ("gear", "spiral", "star 100", "glyph 8")
    for rings in (*TILES.values(), *(outlines.families()[name] for name in names)):
        shape = Compound.from_polygon(rings[0], rings[1:])
        _, same = np.unique(shape.vertices, axis=0, return_inverse=True)
        for x, y, angle in rng.uniform(-9, 9, (20, 3)).tolist():
            shape.set_pose(x, y, angle)
            _, posed = np.unique(shape.vertices, axis=0, return_inverse=True)
            firsts = np.unique(same.ravel() * len(same) + posed.ravel())
            assert len(firsts) <= np.max(same) + 1, rings[0].shape


# Scenes -----------------------------------------------------------------------------------------


def scene(seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    made: list[Any] = []
    for k, (x, y) in enumerate(rng.integers(-25, 26, (9, 2)).tolist()):
        kinds = (whole(TILES["U"], x, y), Circle((x, y), 2), whole(TILES["frame"], x, y),
                 Polygon.box(3, 3, position=(x, y)), Point((x, y)))  # fmt: skip
        made.append(kinds[k % 5])
    return made


@pytest.mark.parametrize("seed", range(5))
def test_scenes(seed: int) -> None:
    """`sweep_pairs` and `first_impacts` return what `sweep` returns for each pair of wholes."""
    a, b = scene(seed), scene(seed + 50)
    rng = np.random.default_rng(seed)
    fast, slow = rng.integers(-4, 5, (2, 9, 2)).astype(float)
    for of_a, of_b in ((fast, slow), (fast[:1], np.zeros((1, 2))), (fast, slow[:1])):
        v, w = np.broadcast_to(of_a, (9, 2)), np.broadcast_to(of_b, (9, 2))
        expected = {
            (i, j): impact
            for i, j in product(range(9), repeat=2)
            if (impact := sepax.sweep(a[i], b[j], v[i], w[j], 3.0)) is not None
        }
        pairs, impacts = sepax.sweep_pairs(a, iter(b), of_a, of_b, 3.0)
        assert [tuple(pair) for pair in pairs.tolist()] == list(expected)
        assert list(impacts) == list(expected.values())
        for there in (b, sepax.ShapeIndex(b)):
            rows, impacts = sepax.first_impacts(iter(a), there, of_a, of_b, 3.0, workers=2)
            for i, row in enumerate(rows.tolist()):
                met = [(expected[i, j].time, j) for j in range(9) if (i, j) in expected]
                assert row == (min(met)[1] if met else -1)
                assert impacts[i] == (expected[i, row] if met else None)
    pairs, impacts = sepax.sweep_pairs(a, None, fast, max_time=3.0)
    among = [(i, j) for i, j in combinations(range(9), 2)
             if sepax.sweep(a[i], a[j], fast[i], fast[j], 3.0)]  # fmt: skip
    assert [tuple(pair) for pair in pairs.tolist()] == among
    rows, _ = sepax.first_impacts(whole(TILES["U"], -20), whole(TILES["U"]), (30, 0))
    assert rows.tolist() == [0]
    with pytest.raises(ValueError, match="9"):
        sepax.sweep_pairs(a, None, fast[:3])


def test_rows() -> None:
    """Arrays and lists of compounds, in all forms, with memory of the caller."""
    cup, frame = whole(TILES["U"]), whole(TILES["frame"])
    balls = ShapeArray.circles([(4.5, 20), (40, 20), (1, 20)], 1)
    impacts = balls.sweep(cup, (0, -30))
    assert [impact is not None for impact in impacts] == [True, False, True]
    assert impacts[0] == balls[0].sweep(cup, (0, -30))
    into = sepax.Impacts.empty(2)
    pairs = [(0, 2), (1, 2)]
    assert sepax.sweep([cup, frame], balls, (0, 0), (0, -30), pairs=pairs, out=into) is into
    assert into[1] == frame.sweep(balls[2], (0, 0), (0, -30))
    contacts: Any = sepax.collide([cup, frame, balls[0]], cup)
    assert [contact.depth > 0 for contact in contacts[:2]] == [True, True]
    assert contacts[2] is None
    assert contacts.points[2].tolist() == [[0, 0], [0, 0]]
    with pytest.raises(TypeError, match="these are single shapes"):
        cup.sweep(frame, (1, 0), workers=2)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="max_time"):
        cup.sweep(frame, (1, 0), max_time=-1)


# Contacts ---------------------------------------------------------------------------------------


def outline_distance(rings: Outline, x: float, y: float, place: Any) -> float:
    """How far a place is from the edges of an outline at (x, y)."""
    closed = [np.vstack((ring, ring[:1])) + np.array((x, y)) for ring in rings]
    return min(
        Segment(p, q).distance(Point(place)) for ring in closed for p, q in pairwise(ring.tolist())
    )


@pytest.mark.parametrize(("one", "other"), [pair for pair in CASES if pair[0] != "comb"])
def test_contacts_are_on_the_true_boundary(one: str, other: str) -> None:
    """Moved apart, the shapes touch at the points, which are on the edges of both outlines."""
    rng = np.random.default_rng([len(one), len(other), 3])
    met = 0
    while met < 12:
        dx, dy = np.round(rng.uniform(-9, 9, 2), rng.integers(0, 3)).tolist()
        a, b = whole(TILES[one]), whole(TILES[other])
        a.position = (dx, dy)
        contact = a.collide(b)
        assert (contact is None) == (not a.intersects(b))
        if contact is None:
            continue
        met += 1
        assert contact.mtv == pytest.approx(a.mtv(b), abs=1e-13)
        x, y = contact.mtv
        assert math.hypot(x, y) == pytest.approx(contact.depth, abs=1e-14)
        size = 30
        for point, depth, (k, m) in zip(
            contact.points, contact.depths, contact.features, strict=True
        ):
            gap = contact.depth - depth  # at the end of a face that is not as deep
            assert gap >= -1e-13
            nx, ny = contact.normal
            places = [(point[0] + x / 2 + s * nx, point[1] + y / 2 + s * ny)
                      for s in (-gap / 2, gap / 2)]  # fmt: skip
            assert outline_distance(TILES[one], dx + x, dy + y, places[0]) <= 1e-14 * size
            assert outline_distance(TILES[other], 0, 0, places[1]) <= 1e-14 * size
            for shape, feature, s in ((a, k, depth / 2), (b, m, -depth / 2)):
                corner = shape.vertices[feature if feature >= 0 else -1 - feature]
                if feature >= 0:
                    at = Point((point[0] + s * nx, point[1] + s * ny))
                    assert at.distance(Point(corner)) <= 1e-13 * size
        assert not contact.a_in_b or a.bounds[0] >= b.bounds[0]
        other_way = b.collide(a)
        assert other_way is not None
        assert other_way.depth == pytest.approx(contact.depth, abs=1e-13)
        assert (other_way.a_in_b, other_way.b_in_a) == (contact.b_in_a, contact.a_in_b)


def test_contacts_of_single_parts_are_those_of_shapes() -> None:
    rng = np.random.default_rng(5)
    kinds: list[Any] = [
        Polygon.box(3, 2),
        Circle((0, 0), 1.5),
        Capsule((-1, 0), (1, 1), 0.5),
        Polygon.regular(5, 2),
        Polygon.box(2, 2, radius=0.5),
        Segment((-2, 0), (2, 1)),
    ]
    for _ in range(60):
        a, b = (kinds[k].copy() for k in rng.integers(0, len(kinds), 2))
        a.set_pose(*rng.uniform(-2, 2, 2).tolist(), float(rng.choice([0, 1.0])))
        for margin in (0.0, 1.0):
            assert Compound([a]).collide(b, margin) == a.collide(b, margin)
        far = Circle((90, 90), 1)
        two, expected = Compound([far, a]).collide(b), a.collide(b)
        assert (two is None) == (expected is None)
        if expected is not None and expected.depth > 1e-9:
            assert two.depth == pytest.approx(expected.depth, abs=1e-13)
            assert two.normal == pytest.approx(expected.normal, abs=1e-9)
            # The faces of two corners can be matched only where they are apart.
            deep = [max(zip(c.depths, c.points, strict=True)) for c in (two, expected)]
            assert deep[0][1] == pytest.approx(deep[1][1], abs=1e-12)


def test_contacts_at_seams() -> None:
    ground: Any = Compound([Polygon.box(2, 2, position=(x, -1)) for x in range(1, 40, 2)])
    crate: Any = Polygon.box(5, 1, position=(10, 0.25))
    contact = crate.collide(ground)
    assert contact.normal == (0.0, -1.0)
    assert contact.depth == 0.25
    assert contact.points == ((12.5, -0.125), (7.5, -0.125))
    assert contact.depths == (0.25, 0.25)
    assert contact.features == ((1, -1 - (4 * 6 + 2)), (0, -1 - (4 * 3 + 2)))
    swapped = ground.collide(crate)
    assert swapped.points == ((7.5, -0.125), (12.5, -0.125))
    crate.move(0, 0.25)
    touching = crate.collide(ground)
    assert (touching.depth, touching.mtv) == (0.0, (0.0, 0.0))
    assert touching.points == ((12.5, 0.0), (7.5, 0.0))
    crate.move(0, 0.5)
    assert crate.collide(ground) is None
    near = crate.collide(ground, margin=0.75)
    assert (near.depth, near.normal) == (-0.5, (0.0, -1.0))
    assert near.points == ((12.5, 0.25), (7.5, 0.25))
    assert crate.collide(ground, margin=0.5) is None
    ball: Any = Circle((8, 0.75), 1)
    assert ball.collide(ground).points == ((8.0, -0.125),)
    assert Point((8, -0.25)).collide(ground) is not None
    inside: Any = Polygon.box(1, 1, position=(8, -1)).collide(ground)
    assert (inside.a_in_b, inside.b_in_a, inside.depth) == (True, False, 1.5)


def test_contacts_of_what_rounded_parts_cover_together() -> None:
    """Areas decide, and lengths for a segment: `covers` raises an error there."""
    body = Compound([Circle((0, 0), 1), Polygon.box(2, 2, position=(1.5, 0))])
    inside, beyond = Circle((0.75, 0), 0.9), Circle((0.75, 0), 0.93)
    for shape, is_in in ((inside, True), (beyond, False), (body, True)):
        contact: Any = body.collide(shape)
        swapped: Any = shape.collide(body)
        assert (contact.b_in_a, swapped.a_in_b) == (is_in, is_in)
        assert (contact.a_in_b, swapped.b_in_a) == ((shape is body,) * 2)
    balls = Compound([Circle((0, 0), 1), Circle((2, 0), 1), Polygon.box(1, 1, position=(1, 3))])
    for ends, is_in in (
        (((-1, 0), (3, 0)), True),
        (((-1, 0), (3.5, 0)), False),
        (((-0.5, 0.25), (2.5, 0.25)), False),
        (((0, 0), (2, 2**-40)), True),
    ):
        contact = balls.collide(Segment(*ends))
        assert contact.b_in_a is is_in
    with pytest.raises(TypeError, match="covers cannot tell"):
        body.covers(inside)
    ball = Circle((0.75, 0), 0.9)
    assert sepax.move_and_slide(ball, body, (0.1, 0)).position[1] < -1.8


def test_contacts_of_what_rounding_would_spoil_elsewhere() -> None:
    """A needle that is only one where it is: the other side is moved to see where they touch."""
    needle: Any = Polygon([(0, 4), (0, -2), (1e-17, -1)])
    wall = Compound([Polygon.box(2, 2, position=(0.5, y)) for y in (0, 2)])
    contact = needle.collide(wall)
    assert contact.points == ((-0.25, 3.0), (-0.25, -1.0))
    assert (contact.depth, contact.depths) == (0.5, (0.5, 0.5))
    assert wall.collide(needle).points == contact.points[::-1]
    impact = needle.sweep(wall, (1, 0))
    assert (impact.point, impact.initial, impact.leaving) == ((-0.25, 1.0), True, False)
    spoke: Any = Compound([Polygon([(0, 1), (0, -1), (1e-17, 0)])] * 2)
    contact = needle.collide(spoke)
    assert contact.points
    assert needle.sweep(spoke, (1, 0)).initial


def test_contacts_far_along_a_thin_part() -> None:
    """Where the parts that touch after the move lie over each other by far more than they touch."""
    corner: Any = Polygon([(-0.5, 0), (0, 0), (0, 3)])
    slope = [(-8000, 7000), (-1, -3.999999999999986), (0, -4), (35000, -4)]
    ground = Compound([Polygon(slope), Polygon([(0, -1), (0, 0), (-1, 0)])], angle=1.0)
    contact = corner.collide(ground)
    assert max(contact.depths) == contact.depth == pytest.approx(5.6209069)
    assert corner.sweep(ground, (1, 0)).initial


def test_start_inside_has_the_contact_of_collide() -> None:
    ground: Any = Compound([Polygon.box(2, 2, position=(x, -1)) for x in range(1, 40, 2)])
    crate: Any = Polygon.box(5, 1, position=(10, 0.25))
    impact = crate.sweep(ground, (3, -1))
    assert (impact.time, impact.initial, impact.leaving) == (0.0, True, False)
    assert (impact.normal, impact.point) == ((0.0, -1.0), (10.0, -0.125))
    assert crate.sweep(ground, (3, 1)).leaving
    assert crate.sweep(ground, (3, 0)).leaving
    assert crate.sweep(ground, (3, 1), skip_leaving=True) is None
    assert crate.sweep(ground, (0, 0)).exit_time == math.inf
    assert crate.sweep(ground, (0, 1), touching=False).exit_time == pytest.approx(0.25)
    corner: Any = Compound([*ground.parts, Polygon.box(2, 9, position=(14, 3))])
    crate.position = (10.5, 0.5)
    pressed = crate.sweep(corner, (1, 0), skip_leaving=True)
    assert (pressed.time, pressed.initial, pressed.normal) == (0.0, True, (1.0, 0.0))
    crate.position = (10.5, 0.4)
    pressed = crate.sweep(corner, (1, 0), skip_leaving=True)
    assert (pressed.time, pressed.normal, pressed.leaving) == (0.0, (1.0, 0.0), False)


# Slots, corners and round shapes ----------------------------------------------------------------


def test_a_peg_goes_into_a_slot_exactly_as_wide() -> None:
    """The walls on both sides are touched on the whole way, and only the bottom is met."""
    slot: Any = whole(TILES["U"])  # from x = 2 to 7, its bottom at y = 2, its walls up to 8
    peg: Any = Polygon.box(5, 4, position=(4.5, 20))
    deep = peg.sweep(slot, (0, -1), max_time=100, touching=False)
    assert (deep.time, deep.normal, deep.point) == (16.0, (0.0, -1.0), (4.5, 2.0))
    peg.position = (4.5, 4)
    stopped = peg.sweep(slot, (0, -1), skip_leaving=True)
    assert (stopped.time, stopped.initial, stopped.leaving) == (0.0, True, False)
    assert stopped.normal == (0.0, -1.0)
    out = peg.sweep(slot, (0, 1), max_time=100)
    assert out.leaving
    assert out.exit_time == 6.0
    assert peg.sweep(slot, (0, 1), max_time=100, skip_leaving=True) is None
    sideways = peg.sweep(slot, (1, 0), skip_leaving=True)
    assert (sideways.time, sideways.normal) == (0.0, (1.0, 0.0))


def test_out_of_one_wall_and_into_the_other() -> None:
    """Where the shortest way out ends, the peg touches both: it leaves the one all the same."""
    slot: Any = whole(TILES["U"])
    peg: Any = Polygon.box(5, 4, position=(4.25, 5))
    assert peg.mtv(slot) == (0.25, 0.0)
    start = peg.sweep(slot, (5, 0))
    assert (start.initial, start.leaving, start.normal) == (True, True, (-1.0, 0.0))
    other = peg.sweep(slot, (5, 0), skip_leaving=True)
    assert (other.time, other.initial, other.normal) == (0.05, False, (1.0, 0.0))
    assert peg.sweep(slot, (5, 0), max_time=0.04, skip_leaving=True) is None


def test_corner_on_a_seam_gets_the_normal_of_the_surface() -> None:
    ground = Compound([Polygon.box(2, 2, position=(x, -1)) for x in (1, 3, 5)])
    peak: Any = Polygon([(0, 0), (1, 2), (-1, 2)])
    for x in (2.0, 4.0, 3.0):
        for velocity in ((0, -1), (0.5, -1), (-3, -1), (1e-9, -1)):
            peak.position = (x - 3 * velocity[0], 3)
            for touching in (True, False):
                impact = peak.sweep(ground, velocity, max_time=9, touching=touching)
                assert impact.normal == (0.0, -1.0)
                assert impact.time == pytest.approx(3, rel=1e-14)
                assert impact.point == pytest.approx((x, 0), abs=1e-14)
    peak = Point((8, 1e-3))
    assert peak.sweep(ground, (-4, -4e-3)).normal == (-1.0, 0.0)
    ditch = Compound([Polygon([(0, 0), (-9, 9), (-9, 0)]), Polygon([(0, 0), (9, 0), (9, 9)])])
    peak = Circle((0, 9), 1)
    for x, expected in ((1, (0.5, -0.5)), (-1, (-0.5, -0.5))):
        impact = peak.sweep(ditch, (x, -4), max_time=9)
        assert impact.normal == pytest.approx(np.array(expected) * math.sqrt(2))


def test_a_frame_holds_what_moves_inside() -> None:
    frame: Any = whole(TILES["frame"])  # its hole from 1 to 11
    crate: Any = Polygon.box(2, 2, position=(6, 6))
    for velocity, normal in (((3, 1), (1, 0)), ((-1, 3), (0, 1)), ((1, -2), (0, -1))):
        impact = crate.sweep(frame, velocity, max_time=9)
        assert impact.normal == normal
        assert not impact.initial
        back = frame.sweep(crate, (0, 0), velocity, 9)
        assert (back.time, back.normal) == (impact.time, (-normal[0] + 0.0, -normal[1] + 0.0))
    crate.position = (10, 10)
    assert crate.sweep(frame, (1, -1), skip_leaving=True).normal == (1.0, 0.0)
    along_wall = crate.sweep(frame, (-1, 0), max_time=99, skip_leaving=True)
    assert (along_wall.time, along_wall.normal) == (8.0, (-1.0, 0.0))
    assert not along_wall.initial


ROUND: dict[str, Any] = {
    "discs": lambda: Compound([Circle((x, 0.3 * x), 1) for x in range(-2, 3)]),
    "capsules": lambda: Compound([Capsule((-3, 0), (0, 1), 0.5), Capsule((0, 1), (3, 0), 0.5)]),
    "mixed": lambda: Compound(
        [
            Polygon.box(3, 1, radius=0.4),
            Circle((2, 1), 1.2),
            Polygon.regular(5, 1, position=(-2, 1)),
            Segment((0, 0), (0, 4)),
            Point((4, -1)),
        ]
    ),
    "gear": lambda: Compound.from_polygon(outlines.gear(12) * 0.05),
    "crosses": lambda: Compound([Segment((-2, 0), (2, 0)), Segment((0, -2), (0, 2))]),
}


@pytest.mark.parametrize("one", ROUND)
@pytest.mark.parametrize("other", [*ROUND, "circle", "box"])
def test_before_they_are_apart_and_then_they_touch(one: str, other: str) -> None:
    """And the normal is that of a face: moved out along it they are apart."""
    rng = np.random.default_rng([len(one), len(other)])
    singles = {"circle": lambda: Circle((0, 0), 1), "box": lambda: Polygon.box(2, 1)}
    for _ in range(25):
        a, b = ROUND[one](), {**ROUND, **singles}[other]()
        a.rotate(float(rng.uniform(-3, 3)))
        b.rotate(float(rng.uniform(-3, 3)))
        x, y = rng.uniform(-12, 12, 2).tolist()
        a.move(x, y)
        velocity = (rng.normal(-x, 4), rng.normal(-y, 4))
        impact = a.sweep(b, velocity, max_time=2)
        assert a.time_of_impact(b, velocity, max_time=2) == (impact.time if impact else math.inf)
        size = 60 * 2.0**-49
        for part in (0.1, 0.5, 0.9, 0.999):
            time = part * (impact.time if impact else 2.0)
            a.move(time * velocity[0], time * velocity[1])
            assert time == 0.0 or not a.intersects(b)
            a.move(-time * velocity[0], -time * velocity[1])
        if impact is None or impact.initial:
            continue
        a.move(impact.time * velocity[0], impact.time * velocity[1])
        assert a.distance(b) <= size
        assert a.distance(Point(impact.point)) <= size
        assert b.distance(Point(impact.point)) <= size
        closing = np.dot(impact.normal, velocity)
        assert closing >= -size * np.hypot(*velocity)
        assert impact.exit_time >= impact.time
        a.move(*(-1e-6 * x for x in impact.normal))
        assert a.distance(b) > 1e-8 or a.distance(b) > 1e-6 * closing / (9 * np.hypot(*velocity))


def test_contacts_that_are_not_as_deep_are_on_the_surface() -> None:
    """Not on a face that another part buries: of the ground, and of what stands on it."""
    ground = Compound([Polygon.box(9, 1, position=(2, -0.6)), Polygon.box(14, 4, position=(0, -2))])
    bar, below = Polygon.box(2, 1, position=(3, 0.8)), Polygon.box(2, 1, position=(3, 0.9))
    tip = Polygon([(0, 0), (1, 2), (-1, 2)])
    for parts in ([bar, below, tip], [below, tip, bar]):
        stool = Compound(parts, position=(0, -0.5))
        for one, other, order in ((stool, ground, (1, 0)), (ground, stool, (0, 1))):
            contact: Any = one.collide(other)
            assert contact.depth == 0.5
            ends = [contact.points[k] for k in order]
            assert ends[0] == pytest.approx((0, -0.25), abs=1e-14)
            assert ends[1] == pytest.approx((4, -0.1), abs=1e-14)
            assert [contact.depths[k] for k in order] == pytest.approx([0.5, 0.2])
