"""``sweep``: when and where moving shapes meet, checked in positions at that time."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import oracle
import pytest
from families import Sweep, pairs, sweeps
from judges import check
from motion_judges import ExactSweep, judge_sweep
from rounded import ALL_PAIRS, ALL_SWEEPS
from verdicts import judge_motion

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment, Shape

Vector = tuple[float, float]


@pytest.mark.parametrize("family", ALL_SWEEPS)
def test_families(family: str) -> None:
    """With other radii motions are the same ones; those of large rings take their time."""
    some = 2 if family.endswith(" with radii") or "many_sided" in family else 1
    check(map(ExactSweep, sweeps(family)[::some]), judge_motion)


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_start_of_every_pair(family: str) -> None:
    """A sweep begins with an exact test, and then its normal is the contact's."""
    for a, b in pairs(family):
        impact = sepax.sweep(a, b, (1.0, 2.0), (-1.0, 0.5), 0.0)
        contact = sepax.collide(a, b)
        assert (impact is not None and impact.initial) is (contact is not None)
        if impact is not None:
            assert impact.time == 0.0
        if impact is not None and contact is not None:
            assert impact.normal == contact.normal


PILL = Capsule((0, 0), (4, 0), 1)
BOX = Polygon.box(2, 2)
FAR_BOX = Polygon.box(2, 2, position=(10, 0))


def must_hit(a: Shape, b: Shape, velocity: Vector, max_time: float = math.inf) -> sepax.Impact:
    """Return an impact that must be there."""
    impact = sepax.sweep(a, b, velocity, max_time=max_time)
    assert impact is not None
    return impact


def box_at(x: float, y: float) -> Polygon:
    return Polygon.box(2, 2, position=(x, y))


GRAZES: list[tuple[Shape, Shape, Vector, float, bool]] = [
    (BOX, box_at(6, 2), (1, 0), 9.0, False),  # along an edge
    (BOX, box_at(6, 4), (2, 1), 9.0, True),
    (BOX, box_at(4, 0), (1, -1), 9.0, False),  # vertex by vertex
    (BOX, FAR_BOX, (4, 0), 2.0, False),  # touches when the time is over
    (BOX, FAR_BOX, (4, 0), 2.25, True),
    (BOX, box_at(2, 0), (1, 0), 9.0, True),  # presses in
    (BOX, box_at(2, 0), (1, 0), 0.0, False),
    (BOX, box_at(2, 0), (0, 1), 9.0, False),
    (BOX, box_at(2, 0), (-1, 0), 9.0, False),
    (BOX, box_at(1.5, 0), (-9, 0), 9.0, True),  # overlaps
    (Circle((0, 0), 1), Circle((9, 2), 1), (1, 0), 99.0, False),
    (Circle((0, 0), 1), Circle((9, 1.999), 1), (1, 0), 99.0, True),
    (Point((0, 0)), Point((9, 0)), (1, 0), 99.0, False),
    (Point((0, 0)), Segment((9, -1), (9, 1)), (1, 0), 99.0, False),
    (Point((0, 0)), FAR_BOX, (1, 0), 99.0, True),
    (Segment((0, 0), (1, 0)), Segment((9, -1), (9, 1)), (1, 0), 99.0, True),
    (Segment((0, 0), (1, 0)), Segment((9, 0), (12, 0)), (1, 0), 99.0, False),
    (Capsule((0, 0), (1, 0), 1), Segment((9, 1), (12, 1)), (1, 0), 99.0, False),
    (Capsule((0, 0), (1, 0), 1), Point((9, 0)), (1, 0), 99.0, True),
]


@pytest.mark.parametrize(("a", "b", "velocity", "max_time", "hits"), GRAZES)
def test_grazing(a: Shape, b: Shape, velocity: Vector, max_time: float, hits: bool) -> None:
    """A graze is no impact; what goes deeper is the same one as ever."""
    plain = sepax.sweep(a, b, velocity, max_time=max_time)
    assert plain is not None
    for found in (
        sepax.sweep(a, b, velocity, max_time=max_time, touching=False),
        sepax.ShapeArray([a]).sweep(b, velocity, max_time=max_time, touching=False)[0],
    ):
        assert found == (plain if hits else None)


@pytest.mark.parametrize("turn", [0.0, 0.1, 0.3])
def test_grazing_a_row_of_tiles(turn: float) -> None:
    """Seams of tiles are no impact for what moves flush along them, far beyond one tile's end."""
    along = (math.cos(turn), math.sin(turn))
    for k in range(1, 9):
        place = (32 * k * along[0], 32 * k * along[1])
        tile = Polygon.box(32, 32, position=place, angle=turn)
        mover = Polygon.box(20, 20, angle=turn)
        mover.move(-26 * along[1], 26 * along[0])
        assert sepax.sweep(mover, tile, along, max_time=2000.0, touching=False) is None
        assert sepax.sweep(mover, tile, (along[0], along[1] - 0.1), max_time=2e3, touching=False)


def test_a_ball_meets_a_corner() -> None:
    """It passes at 1.8 above the middle, so that it meets the corner 0.6 before it."""
    impact = must_hit(Circle((0, 1.8), 1), FAR_BOX, (1, 0))
    assert impact.time == pytest.approx(8.4, abs=1e-14)
    assert impact.normal == pytest.approx((0.6, -0.8), abs=1e-14)
    assert impact.point == pytest.approx((9.0, 1.0), abs=1e-14)


def test_a_point_meets_a_corner() -> None:
    """Without any extent, the direction of the meeting is still a direction."""
    impact = must_hit(Point((-1, 0)), Polygon([(2, 0), (4, -1), (4, 1)]), (2, 0))
    assert (impact.time, impact.exit_time) == (1.5, 2.5)
    assert impact.normal[0] > 0.0
    assert impact.point == (2.0, 0.0)


FLAT = [(0.0, 0.0), (1.7410135289699213, 25.538133335569555)]
FLAT += [(2.0404566826621173, 29.930528503956953), (0.8751945309629717, 14.975151655321135)]
FLATTER = [(0.0, 0.0), (-15.823331636899345, 13.925497848850014)]
FLATTER += [(-22.520723761155576, 19.819611531857092), (-11.293764454530839, 9.871850928130687)]
TIP, BY_FLAT = (2.69, 0.57), (9.545045208336374, 37.093778026387305)
BY_FLATTER = (1.1501761188210018, -0.21296135180161474)
# Into the tip of a thin triangle, or out of it, where the edges are nearer to each other than
# rounding; over a needle whose edges do not face the motion; past a corner that is nearly straight,
# in and out between an edge and an arc.
DISCS: list[tuple[Vector, float, list[Vector], Vector]] = [
    ((-9, -15.1), 0.0, [(0, 0), (4, 6.6), (4.3, 7.5)], (0.9, 1.51)),
    (TIP, 0.0, [(0, 0), (4, 0.8), (4, 1.1)], (-2.69, -0.57)),
    ((-175, -485), 1e-300, [(0, 0), (7, 19), (7, 20)], (3.5, 9.7)),
    ((997570, 2502), 0.0, [(1e6, 0), (1000054, -58), (1000054, -54)], (135, -139)),
    ((14, 16.8), 0.6, [(0, 0), (-5.5, -6.6), (-0.5, -0.6)], (-0.5, -0.6)),
    (BY_FLAT, 7.0, FLAT, (-0.06801522458189685, -0.9976842833407141)),
    (BY_FLATTER, 0.6, FLATTER, (-0.22520723822031682, 0.19819611462684497)),
]


@pytest.mark.parametrize(("start", "radius", "corners", "velocity"), DISCS)
def test_discs_past_corners(
    start: Vector, radius: float, corners: list[Vector], velocity: Vector
) -> None:
    case = Sweep(Circle(start, radius), Polygon(corners), velocity, (0.0, 0.0), 1000.0)
    check([ExactSweep(case)], judge_motion)
    impact = must_hit(*case[:3], 1000.0)
    assert impact.initial or np.dot(impact.normal, velocity) > 0.0


@pytest.mark.parametrize("aside", [0.0, 5e-324, 1e-310, 1e-300])
def test_a_path_almost_along_an_edge(aside: float) -> None:
    """It crosses the line of that edge farther away than any number is large."""
    balls = [Circle((x, y), 0.5) for x in (-5, 5) for y in (-3, 0, 1.2, 1.5, 3)]
    ways = itertools.product(balls, (-1.0, 1.0), (-aside, aside))
    cases = [Sweep(BOX, ball, (0.0, 0.0), (x, y), 100.0) for ball, x, y in ways]
    check(map(ExactSweep, cases), judge_motion)


@pytest.mark.parametrize("speed", [5e-324, 1.5e-323, 1e-310, 1.0])
def test_any_speed_presses_or_leaves(speed: float) -> None:
    """Its component along a slanted normal may be too small for a float64."""
    a, b = Polygon.box(2, 2, angle=0.3), Polygon.box(2, 2, angle=0.3)
    b.move(-0.3 * math.sin(0.3), 0.3 * math.cos(0.3))
    a.move(0.3 * math.sin(0.3), -1.3 * math.cos(0.3))
    for sign in (1.0, -1.0):
        assert must_hit(a, b, (-sign * speed, 0.0), 1.0).leaving is (sign < 0)


@pytest.mark.parametrize("radius", [5e-324, 1e-100, 1e-20])
def test_a_capsule_flies_along_a_needle(radius: float) -> None:
    """As thin as rounding. Its corner in the middle is on the path exactly, and no tip."""
    x, y = 1.8319472051506764, 2.670788460040658
    ring = [(0.0, 0.0), (x, y), (-0.7731995354168198, -1.1272444919231122)]
    capsule = Capsule((x, y), (-x, -y), radius, position=(-5 * x, -5 * y))
    for start in range(3):
        needle = Polygon(ring[start:] + ring[:start], radius=radius)
        case = ExactSweep(Sweep(capsule, needle, (x, y), (0.0, 0.0), 20.0))
        assert judge_sweep(case, sepax.sweep(*case.sweep)) is None


@pytest.mark.parametrize("across", [1, 7])
def test_a_point_slides_along_an_edge(across: int) -> None:
    """On a lattice it is exactly there from one end of the edge to the other."""
    for x in range(-9, 10):
        for y in range(-9, 10):
            if x or y:
                corners = [(0, 0), (x, y), (x - across * y, y + across * x)]
                for first, (start, velocity) in enumerate(
                    [((-2 * x, -2 * y), (x, y)), ((3 * x, 3 * y), (-x, -y))]
                ):
                    target = Polygon(corners[first:] + corners[:first])
                    impact = must_hit(Circle(start, 0), target, velocity)
                    assert (impact.time, impact.exit_time) == (2.0, 3.0)


def test_a_point_in_a_vertex_meets_the_lower_edge() -> None:
    """Two edges are met at one time; the lowest index decides, as everywhere."""
    source = random.Random("lower edge")
    met = 0
    while met < 500:
        corners = [(source.randint(-99, 99) / 10, source.randint(-99, 99) / 10) for _ in range(3)]
        dx, dy = source.randint(-99, 99) / 10, source.randint(-99, 99) / 10
        if len(oracle.hull(corners)) < 3:
            continue
        target = Polygon(corners)
        i = source.randrange(3)
        x, y = target.vertices[i].tolist()
        time = source.choice([0.7, 1.0, 3.0, 7.0, 13.0])
        px, py = x - time * dx, y - time * dy
        edges = sorted((i, (i + 2) % 3))
        faces = all(target.normals[k] @ (dx, dy) < -0.1 for k in edges)
        if not faces or dx * (y - py) != dy * (x - px):
            continue
        met += 1
        impact = must_hit(Circle((px, py), 0), target, (dx, dy))
        assert impact.normal == tuple(0.0 - target.normals[edges[0]])


@pytest.mark.parametrize("radius", [0.0, 5e-324, 1e-300, 1e-17, 1e-9])
def test_points_meet_head_on(radius: float) -> None:
    """Their normal is the direction of the motion, whatever the rounding of their places."""
    for x, y in [(3.0, 4.0), (0.3, -0.7), (-1e6, 3.0), (5e-324, 1.0)]:
        start = Circle((-8 * x, -8 * y), radius)
        impact = must_hit(start, Circle((0, 0), radius), (x, y))
        size = math.hypot(x, y)
        assert impact.normal == pytest.approx((x / size, y / size), abs=4e-16)
        assert impact.time == pytest.approx(8.0 - 2.0 * radius / size, abs=1e-14)
        assert impact.exit_time == pytest.approx(8.0 + 2.0 * radius / size, abs=1e-14)


def test_max_time_is_part_of_the_sweep() -> None:
    assert sepax.sweep(BOX, FAR_BOX, (8.0, 0.0)) is not None
    assert sepax.sweep(BOX, FAR_BOX, (7.0, 0.0)) is None
    assert must_hit(BOX, FAR_BOX, (4.0, 0.0), 2.0).time == 2.0
    assert sepax.sweep(BOX, FAR_BOX, (4.0, 0.0), max_time=math.nextafter(2.0, 0.0)) is None
    assert must_hit(BOX, FAR_BOX, (1e-300, 0.0)).time == pytest.approx(8e300)
    assert must_hit(BOX, FAR_BOX, (4.0, 0.0), 2).time == 2.0


@pytest.mark.parametrize("speed", [1e6, 1e12, 1e60])
def test_no_tunnelling(speed: float) -> None:
    wall = Polygon([(500, -5), (500.001, -5), (500.001, 5), (500, 5)])
    impact = must_hit(Circle((0, 0), 0.01), wall, (speed, 0.0), 1.0)
    assert impact.time == pytest.approx(499.99 / speed, rel=1e-14)
    assert impact.exit_time == pytest.approx(500.011 / speed, rel=1e-14)
    screen = Segment((0, -1), (0, 1))
    for bullet in (Point((-1, 0)), Segment((-1, 0), (-2, 0)), Segment((-1, -0.5), (-1, 0.5))):
        impact = must_hit(bullet, screen, (speed, 0), 2.0 / speed)
        assert impact.time == pytest.approx(1.0 / speed, rel=1e-15)


FLOOR = Polygon([(-9, -2), (9, -2), (9, -1), (-9, -1)])


@pytest.mark.parametrize(
    ("velocity", "leaving", "exit_time"),
    [
        ((0.0, 1.0), True, 0.0),
        ((3.0, 0.5), True, 0.0),
        ((2.0, 0.0), True, 5.0),
        ((-2.0, 0.0), True, 5.0),
        ((0.0, 0.0), True, math.inf),
        ((0.0, -1.0), False, 3.0),
        ((1.0, -0.25), False, 10.0),
    ],
)
def test_box_on_the_floor(velocity: Vector, leaving: bool, exit_time: float) -> None:
    impact = must_hit(BOX, FLOOR, velocity)
    assert impact.initial
    assert impact.time == 0.0
    assert impact.normal == (0.0, -1.0)
    assert impact.leaving is leaving
    assert impact.exit_time == exit_time
    skipped = sepax.sweep(BOX, FLOOR, velocity, skip_leaving=True)
    assert skipped == (None if leaving else impact)


@pytest.mark.parametrize(
    ("velocity", "leaving"),
    [
        ((-1.0, 0.0), True),
        ((0.0, -1.0), True),
        ((-1.0, 1.0), True),
        ((1.0, -1.0), True),
        ((1.0, 0.0), True),
        ((0.0, 1.0), True),
        ((1.0, 1.0), False),
        ((1.0, 0.5), False),
        ((0.5, 3.0), False),
    ],
)
def test_corner_on_corner(velocity: Vector, leaving: bool) -> None:
    """Whatever edge names the normal: a box that leaves over one axis leaves."""
    other = Polygon.box(2, 2, position=(2, 2))
    assert must_hit(BOX, other, velocity).leaving is leaving
    assert must_hit(other, BOX, (-velocity[0], -velocity[1])).leaving is leaving


@pytest.mark.parametrize("turn", range(40))
def test_corner_in_corner_turned(turn: int) -> None:
    """Two edges are equally deep but for rounding, and either of them may name the normal."""
    angle = 0.1 + turn * math.tau / 40
    cosine, sine = math.cos(angle), math.sin(angle)
    out, along = (cosine, sine), (-sine, cosine)
    together = (out[0] + along[0], out[1] + along[1])
    start = (20.0 * cosine, 20.0 * sine)
    a = Polygon.box(2, 2, position=start, angle=angle)
    b = a.copy()
    b.move(1.5 * together[0], 1.5 * together[1])
    assert not must_hit(a, b, together).leaving
    for way in (out, along):
        velocity = (together[0] - 3.0 * way[0], together[1] - 3.0 * way[1])
        assert must_hit(a, b, velocity).leaving
        # Where the one depth is less than the other by more than rounding, it alone decides.
        other = b.copy()
        other.move(-1e-13 * way[0], -1e-13 * way[1])
        assert not must_hit(a, other, velocity).leaving


@pytest.mark.parametrize(("x", "y"), [(3, 4), (-4, 3), (5, -12), (-8, -15), (20, 21), (0, 5)])
def test_circles_roll_round_circles_and_corners(x: int, y: int) -> None:
    """A motion across the normal leaves, whatever rounding makes of the normal."""
    radius = math.isqrt(x * x + y * y)
    corner = Polygon([(0, 0), (-2 * x - y, -2 * y + x), (-2 * x + y, -2 * y - x)])
    for hub in (Circle((0, 0), 1.0), corner):
        wheel = Circle((x, y), radius - hub.radius)
        for speed in (-3.0, -1.0, 0.7, 1.0):
            impact = must_hit(wheel, hub, (-y * speed, x * speed))
            assert impact.initial
            assert impact.leaving


def test_whatever_leads_out_of_the_middle_leaves() -> None:
    """In the very middle every motion makes the way out shorter."""
    for shape in (BOX, Circle((0, 0), 3)):
        for velocity in ((1.0, 0.0), (-1.0, 0.0), (0.0, 2.0), (-1.0, -1.0)):
            assert must_hit(shape, shape.copy(), velocity).leaving


def test_shapes_stay_where_they_are() -> None:
    a, b = BOX.copy(), FAR_BOX.copy()
    before = a.vertices.tolist(), b.vertices.tolist()
    sepax.sweep(a, b, (4.0, 0.0), (1.0, 1.0), 9.0)
    assert (a.vertices.tolist(), b.vertices.tolist()) == before


# Segments, capsules and rounded polygons ------------------------------------------------


BAR = Segment((0, 0), (4, 0))
KNOWN: list[tuple[Shape, Shape, Vector, float, float, Vector]] = [
    (BOX, FAR_BOX, (4, 0), 2.0, 3.0, (1, 0)),
    (Circle((0, 0), 1), Circle((10, 0), 2), (1, 0), 7.0, 13.0, (1, 0)),
    (Circle((0, 0), 1), FAR_BOX, (1, 0), 8.0, 12.0, (1, 0)),
    (Point((-1, 0)), Point((0, 0)), (4, 0), 0.25, 0.25, (1, 0)),
    (Point((-1, 0)), box_at(3, 0), (2, 0), 1.5, 2.5, (1, 0)),
    (BAR, Segment((10, -1), (10, 1)), (2, 0), 3.0, 5.0, (1, 0)),
    (BAR, Segment((10, 0), (12, 0)), (2, 0), 3.0, 6.0, (1, 0)),
    (BAR, Segment((3, 4), (8, 4)), (0, 2), 2.0, 2.0, (0, 1)),
    (Point((0, 0)), Segment((3, -1), (3, 1)), (2, 0), 1.5, 1.5, (1, 0)),
    (Point((0, 0)), Segment((3, 0), (5, 0)), (2, 0), 1.5, 2.5, (1, 0)),
    (Segment((3, -1), (3, 1)), Point((0, 0)), (-2, 0), 1.5, 1.5, (-1, 0)),
    (PILL, Capsule((10, 0), (12, 0), 1), (2, 0), 2.0, 7.0, (1, 0)),
    (PILL, Capsule((3, 5), (8, 5), 1), (0, 1), 3.0, 7.0, (0, 1)),
    (PILL, Circle((12, 0), 1), (1, 0), 6.0, 14.0, (1, 0)),
    (PILL, Polygon.box(2, 2, position=(9, 0), radius=1), (2, 0), 1.0, 6.0, (1, 0)),
]


@pytest.mark.parametrize(("a", "b", "velocity", "time", "exit_time", "normal"), KNOWN)
def test_known_impacts(
    a: Shape, b: Shape, velocity: Vector, time: float, exit_time: float, normal: Vector
) -> None:
    impact = must_hit(a, b, velocity)
    assert (impact.time, impact.exit_time) == pytest.approx((time, exit_time), rel=1e-15)
    assert impact.normal == normal
    assert not impact.initial


def test_rounded_corner_meets_rounded_corner() -> None:
    a = Polygon.box(2, 2, radius=1)
    b = Polygon.box(2, 2, position=(12, 5), radius=4)
    impact = must_hit(a, b, (1, 0))
    assert (impact.time, impact.exit_time) == pytest.approx((6.0, 18.0), abs=1e-14)
    assert impact.normal == pytest.approx((0.8, 0.6), abs=1e-14)
    assert impact.point == pytest.approx((7.8, 1.6), abs=1e-14)


def test_a_capsule_that_rests_on_a_wall_may_walk_away() -> None:
    wall = Segment((0, -5), (0, 5))
    pill = Capsule((1, -1), (1, 1), 1)
    assert sepax.sweep(pill, wall, (1, 0), skip_leaving=True) is None
    assert sepax.sweep(pill, wall, (0, 1), skip_leaving=True) is None
    pressed: Any = sepax.sweep(pill, wall, (-1, 0), skip_leaving=True)
    assert (pressed.time, pressed.initial, pressed.leaving) == (0.0, True, False)
    assert pressed.normal == (-1.0, 0.0)
