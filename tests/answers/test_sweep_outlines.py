"""Compounds in motion: they meet, press and part as wholes, and never at a seam."""

from __future__ import annotations

import math
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import numpy as np
import outlines
import pytest
from outlines import FRAME, T_TILE, U_TILE, Outline

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment


def whole(rings: Outline, dx: int = 0, dy: int = 0) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], position=(dx, dy))


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
    for x in (8.0, 9.0, *rng.uniform(8, 20, 4)):
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
                    ahead_of: Any = shape.sweep(
                        ground, velocity, max_time=100, skip_leaving=True, touching=touching
                    )
                    assert np.dot(ahead_of.normal, ahead) == pytest.approx(1, abs=1e-12)
                    high = np.max(shape.project(ahead))
                    assert ahead_of.time == pytest.approx(40 - high, abs=1e-9)


def test_shared_corners_are_the_same_numbers_in_any_pose() -> None:
    """As long as rounding bends no corner, which a part would repair by itself."""
    rng = np.random.default_rng(6)
    names = ("L", "T", "U", "frame", "gear", "spiral", "star 100", "glyph 8")
    for rings in (outlines.families()[name] for name in names):
        shape = Compound.from_polygon(rings[0], rings[1:])
        _, same = np.unique(shape.vertices, axis=0, return_inverse=True)
        for x, y, angle in rng.uniform(-9, 9, (20, 3)).tolist():
            shape.set_pose(x, y, angle)
            _, posed = np.unique(shape.vertices, axis=0, return_inverse=True)
            firsts = np.unique(same.ravel() * len(same) + posed.ravel())
            assert len(firsts) <= np.max(same) + 1, rings[0].shape


# Scenes -----------------------------------------------------------------------------------------


def scene(seed: int) -> list[Any]:
    places = np.random.default_rng(seed).integers(-25, 26, (9, 2)).tolist()
    kinds: list[Any] = [
        lambda x, y: whole([U_TILE], x, y), lambda x, y: whole(FRAME, x, y),
        lambda x, y: Circle((x, y), 2), lambda x, y: Polygon.box(3, 3, position=(x, y)),
        lambda x, y: Point((x, y)),
    ]  # fmt: skip
    return [kinds[k % 5](x, y) for k, (x, y) in enumerate(places)]


@pytest.mark.parametrize("seed", range(5))
def test_scenes(seed: int) -> None:
    """`sweep_pairs` and `first_impacts` return what `sweep` returns for each pair of wholes."""
    a, b = scene(seed), scene(seed + 50)
    v, w = np.random.default_rng(seed).integers(-4, 5, (2, 9, 2)).astype(float)
    for of_b in (w, w[:1]):
        every = {(i, j): sepax.sweep(a[i], b[j], v[i], of_b[j % len(of_b)], 3.0)
                 for i, j in product(range(9), repeat=2)}  # fmt: skip
        expected = {pair: impact for pair, impact in every.items() if impact is not None}
        pairs, impacts = sepax.sweep_pairs(a, iter(b), v, of_b, 3.0)
        assert dict(zip(map(tuple, pairs.tolist()), impacts, strict=True)) == expected
        for there in (b, sepax.ShapeIndex(b)):
            rows, impacts = sepax.first_impacts(iter(a), there, v, of_b, 3.0, workers=2)
            for i, row in enumerate(rows.tolist()):
                met = [(expected[i, j].time, j) for j in range(9) if (i, j) in expected]
                assert row == (min(met)[1] if met else -1)
                assert impacts[i] == (expected[i, row] if met else None)
    pairs, _ = sepax.sweep_pairs(a, None, v, max_time=3.0)
    among = [[i, j] for i, j in combinations(range(9), 2)
             if sepax.sweep(a[i], a[j], v[i], v[j], 3.0)]  # fmt: skip
    assert pairs.tolist() == among
    with pytest.raises(ValueError, match="9"):
        sepax.sweep_pairs(a, None, v[:3])


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
    slot: Any = whole([U_TILE])  # from x = 2 to 7, its bottom at y = 2, its walls up to 8
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
    slot: Any = whole([U_TILE])
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


# On the way, at any angle -----------------------------------------------------------------------

KINDS: dict[str, Any] = {
    "discs": lambda: Compound([Circle((x, 0.3 * x), 1) for x in range(-2, 3)]),
    "capsules": lambda: Compound([Capsule((-3, 0), (0, 1), 0.5), Capsule((0, 1), (3, 0), 0.5)]),
    "mixed": lambda: Compound([
        Polygon.box(3, 1, radius=0.4), Circle((2, 1), 1.2), Segment((0, 0), (0, 4)),
        Polygon.regular(5, 1, position=(-2, 1)), Point((4, -1)),
    ]),
    "gear": lambda: Compound.from_polygon(outlines.gear(12) * 0.05),
    "star": lambda: Compound.from_polygon(outlines.star(9, 3)),
    "comb": lambda: Compound.from_polygon(outlines.comb(6) * 0.2),
    "ring": lambda: Compound.from_polygon(outlines.gear(24) * 0.3, [outlines.gear(12, 5.0) * 0.3]),
    "T": lambda: Compound.from_polygon(T_TILE),
    "crosses": lambda: Compound([Segment((-2, 0), (2, 0)), Segment((0, -2), (0, 2))]),
}  # fmt: skip
OTHERS: dict[str, Any] = {
    **KINDS, "circle": lambda: Circle((0, 0), 1), "box": lambda: Polygon.box(2, 1),
}  # fmt: skip


class Flight(NamedTuple):
    """Two shapes, their velocities, and the rates at which they turn."""

    shapes: tuple[Any, Any]
    velocities: Any
    rates: Any

    def at(self, time: float) -> tuple[Any, Any]:
        a, b = (shape.copy() for shape in self.shapes)
        for shape, velocity, rate in zip((a, b), self.velocities, self.rates, strict=True):
            shape.move(*(velocity * time))
            shape.rotate(rate * time)
        return a, b

    def sweep(self, skip_leaving: bool) -> Any:
        motion: Any = (*self.shapes, *self.velocities, 2.0)
        turns: Any = dict(
            zip(("angular_velocity_a", "angular_velocity_b"), self.rates, strict=True)
        )
        return sepax.sweep(*motion, skip_leaving=skip_leaving, **turns)


def flight(one: str, other: str, turning: bool, seed: int) -> Flight:
    rng = np.random.default_rng([len(one), seed, turning])
    a, b = KINDS[one](), OTHERS[other]()
    gap, way = rng.choice([2.0, 6.0, 9.0]), float(rng.uniform(-3, 3))
    a.rotate(float(rng.uniform(-3, 3)))
    b.set_pose(gap * math.cos(way), gap * math.sin(way), float(rng.uniform(-3, 3)))
    velocities = rng.normal(0, 3, (2, 2))
    velocities[0] += b.position
    return Flight((a, b), velocities, rng.choice([1e-9, 0.1, 1.0, 9.0], 2) * turning)


@pytest.mark.parametrize("turning", [False, True])
@pytest.mark.parametrize("one", KINDS)
def test_on_the_way(one: str, turning: bool) -> None:
    """Before the time they are apart, and then they touch, where the point is.

    To go back along the normal frees them. What was pushed out of another shape at the start, so
    that it is left out, never gets deeper unseen.
    """
    for seed, other in enumerate(list(OTHERS) * 12):
        case = flight(one, other, turning, seed)
        resting = case.shapes[0].push_out_of(case.shapes[1])
        impact = case.sweep(resting)
        end = impact.time if impact else 2.0
        for share in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.999):
            move = sepax.mtv(*case.at(end * share))
            assert move is None or math.hypot(*move) < (1e-12 if resting else 0.0)
        if impact is None or resting:
            continue
        a, b = case.at(end)
        assert a.distance(b) < 1e-12
        for shape in (a, b):
            assert shape.distance(Point(impact.point)) < 1e-12
        assert math.hypot(*impact.normal) == pytest.approx(1, rel=1e-14)
        closing = np.dot(impact.normal, case.velocities[0] - case.velocities[1])
        assert turning or closing >= -1e-13 * np.abs(case.velocities).sum()
        assert math.isnan(impact.exit_time) if turning else impact.exit_time >= end
        a.move(*(-1e-6 * x for x in impact.normal))
        move = a.mtv(b)
        assert move is None or math.hypot(*move) < 1e-9
