"""Compounds that turn while they move, against their parts and other cuts.

test_sweep_outlines.py looks at the poses on the way.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from outlines import L_TILE, T_TILE, U_TILE, star
from polyominoes import rectangle
from questions import assert_same_bits as assert_same
from scene_kinds import off_centre as outlines
from scene_kinds import rates
from test_turning_scenes import boxes

import sepax
from sepax import Circle, Compound, Point, Polygon, Segment, ShapeArray

Rng = np.random.Generator
TILES = [L_TILE, T_TILE, U_TILE]
FLOOR = Polygon.box(14.0, 1.0, position=(0.0, -0.5))


def tile(rng: Rng, spread: float) -> Compound:
    pose: dict[str, Any] = {
        "position": rng.uniform(-spread, spread, 2),
        "angle": rng.uniform(-3, 3),
    }
    return Compound.from_polygon(TILES[int(rng.integers(len(TILES)))], **pose)


def mixed(rng: Rng, spread: float) -> Compound:
    """A compound of all kinds of parts, discs among them, that are beside its position."""
    pose: dict[str, Any] = {
        "position": rng.uniform(-spread, spread, 2),
        "angle": rng.uniform(-3, 3),
    }
    return Compound(outlines(rng, int(rng.integers(2, 5)), 1.5), **pose)


def other(rng: Rng, spread: float) -> Any:
    made: list[Callable[[Rng, float], Any]] = [
        tile,
        mixed,
        lambda rng, spread: outlines(rng, 1, spread)[0],
    ]
    return made[int(rng.integers(3))](rng, spread)


def some_motion(rng: Rng) -> dict[str, Any]:
    velocity_a, velocity_b = rng.normal(0.0, 4.0, (2, 2)).tolist()
    rate_a, rate_b = rates(rng, 2).tolist()
    return {
        "velocity_a": tuple(velocity_a),
        "velocity_b": tuple(velocity_b),
        "max_time": float(rng.uniform(0.5, 4.0)),
        "angular_velocity_a": rate_a,
        "angular_velocity_b": rate_b,
    }


@pytest.mark.parametrize("seed", range(40))
def test_times_are_the_least_of_parts(seed: int) -> None:
    """Parts that are polygons have the position of the compound as their own."""
    rng = np.random.default_rng([seed, 2])
    a, b, motion = tile(rng, 4.0), tile(rng, 4.0), some_motion(rng)
    i, j = np.indices((len(a.parts), len(b.parts))).reshape(2, -1)
    for touching in (True, False):
        times = sepax.sweep(a.parts, b.parts, pairs=(i, j), touching=touching, **motion).time
        impact = a.sweep(b, touching=touching, **motion)
        assert (math.inf if impact is None else impact.time) == times.min()
    touched = a.sweep(b, **motion)
    time = math.inf if touched is None else touched.time
    assert sepax.time_of_impact(a, b, **motion) == time


def test_many_parts_are_found_by_their_boxes() -> None:
    rng = np.random.default_rng(3)
    hit = 0
    for _ in range(30):
        trees = Compound(
            ShapeArray.boxes(0.2, 0.2, rng.uniform(-20.0, 20.0, (200, 2))),
            position=(0.5, 0.25),
            angle=0.1,
        )
        a, motion = tile(rng, 9.0), some_motion(rng)
        i, j = np.indices((len(a.parts), 200)).reshape(2, -1)
        times = sepax.sweep(a.parts, trees.parts, pairs=(i, j), **motion).time
        assert sepax.time_of_impact(a, trees, **motion) == times.min()
        impact = a.sweep(trees, **motion)
        assert (impact.time if impact else math.inf) == times.min()
        hit += times.min() > 0.0
    assert hit > 5


def tiles(angle: float = 0.0) -> Compound:
    """Return the floor in seven parts."""
    floor = Compound(ShapeArray.boxes(2.0, 1.0, [(2.0 * k, -0.5) for k in range(-3, 4)]))
    floor.rotate(angle)
    return floor


@pytest.mark.parametrize("seed", range(60))
def test_seams_are_no_boundary(seed: int) -> None:
    """A floor of tiles is met as one that is whole, also by corners that land on seams."""
    rng = np.random.default_rng([seed, 5])
    angle = float(rng.uniform(-3.0, 3.0))
    whole, parts = FLOOR.copy(), tiles(angle)
    whole.set_pose(0.5 * math.sin(angle), -0.5 * math.cos(angle), angle)
    # A triangle that falls on its corner at the place of a seam, or anywhere.
    where = float(rng.choice([-1.0, 1.0, rng.uniform(-4.0, 4.0)]))
    shape = Polygon([(0.0, 0.0), (0.6, 1.0), (-0.5, 1.0)], angle=angle)
    x, y = where * math.cos(angle), where * math.sin(angle)
    up = (-math.sin(angle), math.cos(angle))
    shape.position = (x + 3.0 * up[0], y + 3.0 * up[1])
    motion: dict[str, Any] = {
        "velocity_a": (-up[0], -up[1]),
        "max_time": 9.0,
        "angular_velocity_a": float(rng.choice([1e-12, 1e-3, 0.3])),
    }
    one, other = shape.sweep(whole, **motion), shape.sweep(parts, **motion)
    assert one is not None
    assert other is not None
    assert other.time == pytest.approx(one.time, rel=1e-12)
    assert other.normal == pytest.approx((-up[0], -up[1]), abs=1e-9)
    assert other.point == pytest.approx(one.point, abs=1e-9)


BOX = Polygon.box(1.0, 1.0, position=(0.2, 0.5))
IN_FLOOR = Polygon.box(1.0, 1.0, position=(0.2, 0.3))
STARTS = {  # shape, velocity, rate: whether it leaves; when skip_leaving stops it
    "slides": (BOX, (2.0, 0.0), 1e-20, True, math.inf),
    "rises": (BOX, (0.0, 2.0), 0.1, True, math.inf),
    "presses a corner": (BOX, (0.0, 0.0), 0.1, False, 0.0),
    "falls": (BOX, (0.0, -1.0), 0.1, False, 0.0),
    "rolls": (Circle((0.0, 1.0), 1.0), (2.0, 0.0), -2.0, True, math.inf),
    "out of the floor": (IN_FLOOR, (0.0, 1.0), 1e-9, True, math.inf),
    "into the floor": (IN_FLOOR, (0.0, -1.0), 1e-9, False, 0.0),
}


@pytest.mark.parametrize("name", STARTS)
def test_contacts_at_the_start(name: str) -> None:
    shape, velocity, rate, leaves, stop = STARTS[name]
    for floor in (tiles(), Compound([FLOOR], position=(0.0, 0.0)), FLOOR):
        found: Any = shape.sweep(floor, velocity, angular_velocity_a=rate)
        assert (found.time, found.initial, found.leaving) == (0.0, True, leaves)
        assert found.normal == pytest.approx((0.0, -1.0), abs=1e-15)
        free = shape.sweep(floor, velocity, angular_velocity_a=rate, skip_leaving=True)
        assert (math.inf if free is None else free.time) == pytest.approx(stop, abs=1e-6)


def test_what_slides_on_tiles_meets_a_later_wall_of_theirs() -> None:
    walled = Compound([*tiles().parts, Polygon.box(1.0, 2.0, position=(4.0, 1.0))])
    for rate in (1e-20, -1e-20):
        found: Any = BOX.sweep(
            walled, (2.0, 0.0), max_time=9.0, angular_velocity_a=rate, skip_leaving=True
        )
        assert found.time == pytest.approx(1.4, rel=1e-12)
        assert found.normal == pytest.approx((1.0, 0.0), abs=1e-15)
        assert not found.initial


FENCE = Compound([
    Segment((-9.0, 0.0), (1.0, 0.0)),
    Segment((1.0, 0.0), (9.0, 0.0)),
    Segment((4.0, -1.0), (4.0, 1.0)),
])  # fmt: skip


def test_what_slides_on_segments() -> None:
    """Segments that are crossed overlap; a point never overlaps one, and meets the next at once."""
    stick = Segment((-2.0, 0.0), (0.0, 0.0))
    for shape, time in ((stick, 4.0), (sepax.Point((0.0, 0.0)), 1.0)):
        found: Any = shape.sweep(
            FENCE, (1.0, 0.0), max_time=9.0, angular_velocity_b=1e-20, skip_leaving=True
        )
        assert found.time == pytest.approx(time, rel=1e-12)


LANDING: dict[str, Any] = {
    "box": Polygon.box(3.0, 1.0),
    "discs": Compound([Circle((-1.3, 0.0), 0.5), Circle((1.2, 0.0), 0.5)]),
    "boxes": Compound([Polygon.box(1.0, 1.0), Polygon.box(1.0, 1.0, position=(1.5, 0.0))]),
}


@pytest.mark.parametrize("name", LANDING)
def test_what_lands_flat_is_met_by_the_whole(name: str) -> None:
    """The point is halfway between the two farthest points of contact, not those of a part."""
    for x in (0.7, -1.9, 1.0):
        shape = LANDING[name].copy()
        shape.set_pose(x, 3.5, 0.0)
        low, _, high, _ = shape.bounds
        if name == "discs":
            low, high = low + 0.5, high - 0.5
        found: Any = shape.sweep(tiles(), (0.0, -1.0), max_time=9.0, angular_velocity_a=1e-20)
        assert found.time == pytest.approx(3.0, rel=1e-13)
        assert found.normal == pytest.approx((0.0, -1.0), abs=1e-9)
        assert found.point == pytest.approx((0.5 * (low + high), 0.0), abs=1e-12)
        found = tiles().sweep(shape, (0.0, 1.0), max_time=9.0, angular_velocity_b=1e-20)
        assert found.normal == pytest.approx((0.0, 1.0), abs=1e-9)
        assert found.point == pytest.approx((0.5 * (low + high), 3.0), abs=1e-12)


def test_a_point_in_a_seam_overlaps_at_the_start() -> None:
    spot = Segment((-0.25, 0.0), (0.25, 0.0), position=(1.0, -0.5), angle=math.pi / 2)
    found: Any = spot.sweep(tiles(), (0.0, 0.0), angular_velocity_a=0.1, touching=False)
    assert (found.time, found.initial) == (0.0, True)


def test_interiors_only() -> None:
    """A contact that only touches does not count; an overlap by more than rounding does."""
    floor = tiles()
    assert BOX.sweep(floor, (2.0, 0.0), angular_velocity_a=1e-20, touching=False) is None
    found: Any = BOX.sweep(floor, (0.0, -1.0), angular_velocity_a=1e-3, touching=False)
    assert 0.0 < found.time < 1e-12
    assert not found.initial
    assert IN_FLOOR.sweep(floor, (0.0, 0.0), angular_velocity_a=1e-3, touching=False).initial  # type: ignore[union-attr]


@pytest.mark.parametrize("options", [{}, {"skip_leaving": True}, {"touching": False}])
def test_all_forms_have_the_same_bits(options: dict[str, Any]) -> None:
    """Lists, pairs, memory of the caller; and where nothing turns, those of the closed form."""
    rng = np.random.default_rng(7)
    a: list[Any] = [mixed(rng, 4.0) for _ in range(6)]
    b: list[Any] = [other(rng, 4.0) for _ in range(6)]
    motion = some_motion(rng)
    velocity = rng.normal(0.0, 3.0, (6, 2))
    motion |= {"angular_velocity_a": rates(rng, 6), "velocity_a": velocity}
    rows, out = sepax.sweep(a, b, **motion, **options), sepax.Impacts.empty(6)
    pairs = (range(6), range(6))
    assert sepax.sweep(a, b, pairs=pairs, out=out, workers=2, **motion, **options) is out
    assert_same(rows, out)
    for k, rate in enumerate(motion["angular_velocity_a"].tolist()):
        one = motion | {"angular_velocity_a": rate, "velocity_a": tuple(velocity[k].tolist())}
        assert repr(a[k].sweep(b[k], **one, **options)) == repr(rows[k])
        if not options:
            assert sepax.time_of_impact(a[k], b[k], **one) == rows.time[k]
    plain = sepax.sweep(a, b, velocity, **options)
    zeros: dict[str, Any] = {"angular_velocity_a": np.zeros(6), "angular_velocity_b": 0}
    assert_same(plain, sepax.sweep(a, b, velocity, **options, **zeros))
    zeros["angular_velocity_a"][5] = 1.0  # beside a pair that turns, too
    assert_same(plain[:5], sepax.sweep(a, b, velocity, **options, **zeros)[:5])


def test_discs_about_their_centres_do_not_turn() -> None:
    disc, floor = Compound([Circle((0.0, 0.0), 1.0)], position=(0.0, 3.0)), tiles()
    plain = disc.sweep(floor, (0.0, -1.0), max_time=9.0)
    assert repr(disc.sweep(floor, (0.0, -1.0), max_time=9.0, angular_velocity_a=3.0)) == repr(plain)


def test_far_from_the_origin() -> None:
    """The normal does not depend on coordinates that are rounded more than the gap."""
    floor, shape = tiles(), Polygon.box(1.0, 1.0, position=(0.25, 3.0))
    near: Any = shape.sweep(floor, (0.0, -1.0), max_time=9.0, angular_velocity_a=0.25)
    for moved in (floor, shape):
        moved.move(2.0**30, -(2.0**31))
    far: Any = shape.sweep(floor, (0.0, -1.0), max_time=9.0, angular_velocity_a=0.25)
    assert far.time == pytest.approx(near.time, rel=1e-14)
    assert far.normal == near.normal == (0.0, -1.0)


@pytest.mark.parametrize("seed", range(5))
def test_compounds_turn_about_their_own_positions(seed: int) -> None:
    """Also their discs, whose own positions are beside those of the compounds."""
    rng = np.random.default_rng([seed, 8])
    robots: list[Any] = [mixed(rng, 9.0) for _ in range(9)]
    for _ in range(9):
        discs = ShapeArray.circles(rng.uniform(-3.0, 3.0, (3, 2)), 0.3)
        robots.append(Compound(discs, position=rng.uniform(-9.0, 9.0, 2).tolist()))
    scene = [*outlines(rng, 9, 12.0), *robots[::3]]
    movers = [*robots[1::3], *robots[2::3], *boxes(rng, 5, 9.0)]
    velocity, turns = rng.normal(0.0, 4.0, (len(movers), 2)), rates(rng, len(movers))
    others = rates(rng, len(scene))
    given: dict[str, Any] = {"angular_velocity_a": turns, "angular_velocity_b": others}
    rows, impacts = sepax.first_impacts(movers, scene, velocity, **given)
    pairs, every = sepax.sweep_pairs(movers, scene, velocity, **given)
    met = []
    for k, mover in enumerate(movers):
        times = [
            sepax.time_of_impact(
                mover,
                other,
                tuple(velocity[k].tolist()),
                angular_velocity_a=turns[k].item(),
                angular_velocity_b=others[row].item(),
            )
            for row, other in enumerate(scene)
        ]
        assert impacts.time[k] == min(times)
        assert rows[k] == (-1 if min(times) == math.inf else times.index(min(times)))
        met += [((k, row), time) for row, time in enumerate(times) if time < math.inf]
    assert [tuple(pair) for pair in pairs.tolist()] == [pair for pair, _ in met]
    assert every.time.tolist() == [time for _, time in met]


# Starts in contact ------------------------------------------------------------------------------


def test_a_turning_start_has_the_place_of_the_contact_anywhere() -> None:
    """Rounding of coordinates is far more than that of the size far away."""
    cells = [(0, 0), (1, 0), (0, 1)]
    diamond = Polygon([(2, 0), (0, 1), (-2, 0), (0, -1)])
    for x in (0.0, 2.0**30):
        region = Compound(
            [Polygon(rectangle(*cell)) for cell in cells], position=(x + 0.5, x + 0.25)
        )
        diamond.position = x - 0.5, x + 1.5
        contact: Any = sepax.collide(region, diamond)
        impact: Any = sepax.sweep(region, diamond, (2, 1), angular_velocity_a=0.5)
        middle = [sum(axis) / len(axis) for axis in zip(*contact.points, strict=True)]
        assert impact.point == pytest.approx(middle, rel=0, abs=1e-13 + x * 2.0**-50)
        assert impact.normal == contact.normal


def test_a_turning_start_of_one_part_has_the_normal_of_several() -> None:
    """A point at the corner of a square: of the two faces the one that the tie rule chooses."""
    whole = Compound([Polygon.box(2, 2)])
    halves = Compound([Polygon.box(1, 2, position=(x, 0)) for x in (-0.5, 0.5)])
    point = Point((1, 1))
    for velocity in ((0, 0), (2, 1), (1, 2)):
        one, other = (
            sepax.sweep(each, point, velocity, angular_velocity_a=-1) for each in (whole, halves)
        )
        assert one is not None
        assert other is not None
        assert (one.normal, one.leaving) == (other.normal, other.leaving)


def test_only_the_deepest_place_tells_whether_an_overlap_gets_deeper() -> None:
    """A bar dips into a floor with one end, which its turn lifts while the other end sinks."""
    floor = Compound([Polygon.box(4, 2, position=(x, -1)) for x in (-2, 2)])
    bar = Polygon.box(2, 0.5, angle=-0.1)
    for rate in (0.5, -0.5):
        contact: Any = sepax.collide(floor, bar)
        impact: Any = sepax.sweep(floor, bar, (0, 0), angular_velocity_b=rate)
        assert len(contact.points) == 2
        assert impact.leaving == (rate > 0)


def test_an_overlap_that_turns_is_leaving_if_its_depth_does_not_grow() -> None:
    """Of overlaps with one deepest place, by the depth a moment later."""
    asked = 0
    for seed in range(400):
        rng = random.Random(seed)
        a, b = (Compound.from_polygon(star(18, seed + side)) for side in (0, 400))
        a.set_pose(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-3, 3))
        velocity, rate = (rng.uniform(-1, 1), rng.uniform(-1, 1)), rng.uniform(-3, 3)
        impact = sepax.sweep(a, b, velocity, angular_velocity_a=rate)
        contact = sepax.collide(a, b)
        moved = a.copy()
        moved.move(1e-7 * velocity[0], 1e-7 * velocity[1])
        moved.rotate(1e-7 * rate)
        move = sepax.mtv(moved, b)
        if impact is None or contact is None or move is None:
            continue
        growth = (math.hypot(*move) - contact.depth) / 1e-7
        if (
            sum(depth > contact.depth - 1e-9 for depth in contact.depths) == 1
            and abs(growth) > 0.01
        ):
            assert impact.leaving == (growth < 0), seed
            asked += 1
    assert asked > 100
