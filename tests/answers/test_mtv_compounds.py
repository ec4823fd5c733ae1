"""``mtv`` of compounds: after the move they just touch, and no shorter one parts them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import oracle
import outlines
import pytest
from outlines import FRAME, L_TILE, T_TILE, U_TILE, Outline, polygon

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment

NEGLIGIBLE = 1.78e-15  # of the size: an overlap that rounding may leave
Vector = tuple[float, float]
EPSILON = Fraction(1, 2**53)

FAMILIES = outlines.families()
OUTLINES: dict[str, Outline] = {
    "L": [L_TILE],
    "T": [T_TILE],
    "U": [U_TILE],
    "frame": FRAME,
    "plus": [polygon((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2),
                     (0, 1), (1, 1))],
    "comb": [outlines.comb(6)],
    "comb, turned": FAMILIES["comb, turned"],
    "spiral": [outlines.spiral(60)],
    "gear": [outlines.gear(12)],
    "star": [outlines.star(21, 4)],
    "skyline": [outlines.skyline(8, 3)],
    "glyph 8": FAMILIES["glyph 8"],
    "large": FAMILIES["large"],
    "tiny": FAMILIES["tiny"],
}  # fmt: skip


def compound(rings: Outline, **pose: Any) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], **pose)


def parts_of(shape: Any) -> list[Any]:
    return list(shape.parts) if isinstance(shape, Compound) else [shape]


def length(vector: Vector | None) -> float:
    assert vector is not None
    return math.hypot(*vector)


def size(*shapes: Any) -> float:
    """The larger side of the box around all of them."""
    bounds = np.array([shape.bounds for shape in shapes])
    return float(np.max(bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0)))


def judge(a: Any, b: Any, vector: Vector) -> None:
    """After the move nothing overlaps by more than the bound, and something touches."""
    bound = 16 * EPSILON * Fraction(size(a, b))
    for one in parts_of(a):
        low, high = np.split(np.array(one.bounds) + np.tile(vector, 2), 2)
        for other in parts_of(b):
            if (low < other.bounds[2:]).all() and (high > other.bounds[:2]).all():
                difference = oracle.Difference.between(oracle.body(one), oracle.body(other))
                assert difference.after(oracle.vector(vector)).separation >= -bound, (one, other)
    moved = a.copy()
    moved.move(*vector)
    slack = 1e-14 * (size(a, b) + max(map(abs, (*a.bounds, *b.bounds))))
    assert moved.distance(b) <= slack


def shortest(a: Any, b: Any) -> float:
    """How short a move parts the shapes, as shapely has it, from the union of all obstacles."""
    import shapely

    unit = size(a, b)
    differences = [
        shapely.MultiPoint(
            ((q.vertices[None] - p.vertices[:, None]) / unit).reshape(-1, 2)
        ).convex_hull
        for p in parts_of(a)
        for q in parts_of(b)
    ]
    union = shapely.union_all(differences)
    return unit * float(shapely.distance(union.boundary, shapely.Point(0, 0)))


def poses(a: Compound, b: Compound, count: int, seed: int, turn: float = 3.0) -> Iterator[None]:
    """Pose b at random, about where it is over a."""
    rng, reach = np.random.default_rng(seed), 0.4 * size(a, b)
    for _ in range(count):
        b.angle = float(rng.uniform(-turn, turn))
        way = np.mean(a.vertices, axis=0) - np.mean(b.vertices, axis=0)
        b.move(*(way + rng.uniform(-reach, reach, 2)).tolist())
        if a.intersects(b, touching=False):
            yield


@pytest.mark.parametrize("name", OUTLINES)
def test_two_outlines(name: str) -> None:
    scale, found = 1.0, 0
    for k, other in enumerate(("L", "U", "plus", "star", name)):
        rings = OUTLINES[other]
        if other != name:
            scale = 0.4 * float(np.ptp(OUTLINES[name][0]) / np.ptp(rings[0]))
        a, b = compound(OUTLINES[name]), compound([ring * scale for ring in rings])
        for _ in poses(a, b, 4, k):
            vector = a.mtv(b)
            assert vector is not None
            judge(a, b, vector)
            expected = shortest(a, b)
            assert length(vector) == pytest.approx(expected, rel=1e-9, abs=1e-12 * size(a, b))
            back = b.mtv(a)
            assert length(back) == pytest.approx(expected, rel=1e-9, abs=1e-12 * size(a, b))
            found += 1
        scale = 1.0
    assert found > 3


# --- as a user would judge ---


def judge_by_trying(a: Any, b: Any, seed: int, count: int = 80) -> Vector:
    """After the move they touch at most; of shorter moves, at random, each leaves an overlap."""
    vector: Vector = sepax.mtv(a, b)
    far, slack = length(vector), 1e-13 * size(a, b)
    rng, moved = np.random.default_rng(seed), a.copy()
    x, y = a.position
    moved.position = (x + vector[0], y + vector[1])
    assert moved.distance(b) <= slack
    for part in parts_of(moved):
        left, _ = sepax.mtv(part, parts_of(b))
        assert np.hypot(*left.T).max() <= slack
    for share in np.sqrt(rng.uniform(0, 1, count)).tolist():
        angle = float(rng.uniform(0, 2 * math.pi))
        reach = share * (far - slack)
        moved.position = (x + reach * math.cos(angle), y + reach * math.sin(angle))
        assert moved.intersects(b, touching=False), (vector, reach, angle)
    return vector


def rounded(seed: int) -> Compound:
    rng, made = np.random.default_rng(seed), []
    for k in range(7):
        (x, y), r = rng.uniform(-3, 3, 2).tolist(), float(rng.uniform(0.3, 1.2))
        stone = Polygon.box(2, 1, position=(x, y), angle=r, radius=r / 2)
        ray = Polygon.regular(5, r, position=(x, y))
        made.append([Circle((x, y), r), Capsule((x, y), (x + 1, y - 2), r), stone, ray][k % 4])
    return Compound(made)


@pytest.mark.parametrize("seed", range(8))
def test_rounded_parts(seed: int) -> None:
    a, b = rounded(seed), rounded(seed + 100)
    found = 0
    for _ in poses(a, b, 6, seed):
        vector = judge_by_trying(a, b, seed)
        assert length(b.mtv(a)) == pytest.approx(length(vector), rel=1e-12)
        found += 1
    for other in (Circle((0.3, 0.2), 1), Capsule((0, 0), (2, 1), 0.5), Polygon.box(1, 2)):
        if a.intersects(other, touching=False):
            judge_by_trying(a, other, seed)
            judge_by_trying(other, a, seed)
    assert found > 1


@pytest.mark.parametrize("name", ["U", "frame", "spiral", "gear", "glyph 8"])
def test_single_shapes_of_all_kinds(name: str) -> None:
    whole, rng = compound(OUTLINES[name]), np.random.default_rng(5)
    scale, found = float(np.ptp(OUTLINES[name][0])), 0
    low = np.min(OUTLINES[name][0], axis=0)
    for _ in range(15):
        x, y = (low + scale * rng.uniform(0, 1, 2)).tolist()
        kinds = [
            Circle((x, y), 0.05 * scale),
            Capsule((x, y), (x + 0.1 * scale, y), 0.03 * scale),
            Polygon.regular(3, 0.1 * scale, position=(x, y)),
            Point((x, y)),
            Segment((x, y), (x + 0.1 * scale, y - 0.07 * scale)),
            Polygon.box(0.2 * scale, 0.1 * scale, position=(x, y), radius=0.02 * scale),
        ]
        for shape in kinds:
            if whole.intersects(shape, touching=False):
                judge_by_trying(shape, whole, 6, 40)
                judge_by_trying(whole, shape, 6, 20)
                found += 1
            else:
                assert whole.mtv(shape) == (None if not whole.intersects(shape) else (0.0, 0.0))
    assert found > 8


class TestPlaces:
    """Where the shortest way leads."""

    def test_a_shape_in_a_hole_is_apart(self) -> None:
        frame = compound(FRAME)
        assert frame.mtv(Polygon.box(9, 9, position=(6, 6))) is None
        assert Polygon.box(9, 9, position=(5, 6)).mtv(frame) == (0.5, 0.0)
        assert Polygon.box(10, 10, position=(5.5, 6)).mtv(frame) == (0.5, 0.0)
        assert Polygon.box(11, 10, position=(6, 6)).mtv(frame) == (0.0, -11.0)

    def test_a_peg_as_wide_as_its_slot(self) -> None:
        slot = compound([U_TILE])  # 5 wide, from 2 to 7, above 2; up to 8
        assert Polygon.box(5, 4, position=(4.75, 6)).mtv(slot) == (-0.25, 0.0)
        assert Polygon.box(5, 4, position=(4.5, 3.5)).mtv(slot) == (0.0, 0.5)
        assert Polygon.box(5, 4, position=(4.625, 3.875)).mtv(slot) == (-0.125, 0.125)
        wide = Polygon.box(5 + 1e-9, 4, position=(4.5, 6))
        assert wide.mtv(slot) == (0.0, 4.0)
        for angle in (0.3, 1.0, 2.5):
            turned, peg = compound([U_TILE], angle=angle), Polygon.box(4.999999, 4)
            c, s = math.cos(angle), math.sin(angle)
            peg.set_pose(4.5 * c - 3.75 * s, 4.5 * s + 3.75 * c, angle)
            assert length(peg.mtv(turned)) == pytest.approx(0.25)

    def test_out_of_one_cup_into_another(self) -> None:
        """The arms of one lie over the arms of the other: the way is into the middle of that."""
        a, b = compound([U_TILE]), compound([U_TILE * 0.25], position=(1.25, 4))
        vector = judge_by_trying(b, a, 1)
        assert vector == (0.75, 0.0)
        b.position = (6.75, 3)
        assert judge_by_trying(b, a, 1) == (-2.0, 0.0)

    def test_a_ball_between_two(self) -> None:
        gate = Compound([Circle((0, 0), 1), Circle((3, 0), 1)])
        assert Circle((1.5, 0), 0.5).mtv(gate) == (0.0, 0.0)
        assert Circle((1.25, 0), 0.5).mtv(gate) == (0.25, 0.0)
        x, y = Circle((1.5, 0.125), 0.75).mtv(gate) or (9.0, 9.0)
        assert abs(x) < 1e-15
        assert y == pytest.approx(math.sqrt(1.75**2 - 1.5**2) - 0.125)
        assert gate.mtv(gate) == pytest.approx((-1.5, -math.sqrt(1.75)))
        one = Compound([Circle((0, 0), 1), Circle((0, 0), 1)])
        assert one.mtv(Circle((0, 0), 1)) == (-2.0, 0.0)

    def test_seams_are_no_way_out(self) -> None:
        tiles = Compound([Polygon.box(2, 2, position=(x, y)) for x in (1, 3) for y in (1, 3)])
        assert Point((2, 2)).mtv(tiles) in {(-2, 0), (2, 0), (0, 2), (0, -2)}
        assert Point((2, 1.5)).mtv(tiles) == (0.0, -1.5)
        assert Point((2, 3.75)).mtv(tiles) == (0.0, 0.25)
        assert Point((2, 4)).mtv(tiles) == (0.0, 0.0)
        assert tiles.mtv(Point((1.75, 3.75))) == (0.0, -0.25)
        assert Segment((2, 1), (2, 2)).mtv(tiles) in {(-2.0, 0.0), (2.0, 0.0), (0.0, -2.0)}
        assert Segment((2, 3), (2, 7)).mtv(tiles) == (0.0, 1.0)
        assert Segment((-1, 2), (5, 2)).mtv(tiles) in {(0.0, 2.0), (0.0, -2.0)}
        assert Compound([Segment((2, 3), (2, 7)), Point((9, 9))]).mtv(tiles) == (0.0, 1.0)
        steps = Compound([Polygon.box(2, 2, position=(1, 1)), Polygon.box(2, 4, position=(3, 2))])
        assert Segment((2, 1.5), (2, 1.75)).mtv(steps) == (0.0, 0.5)
        assert Segment((2, 3), (2, 9)).mtv(steps) == (0.0, 0.0)
        for angle in (0.3, 1.1):
            tiles.angle = angle
            c, s = math.cos(angle), math.sin(angle)
            inside = Point((2 * c - 3.5 * s, 2 * s + 3.5 * c))
            assert length(inside.mtv(tiles)) == pytest.approx(0.5, rel=1e-13)

    def test_into_the_tip_of_a_thin_gap(self) -> None:
        """The ceiling rises towards the right, at the least angle at which tips are looked for."""
        rise = 4.0 * NEGLIGIBLE
        floor = Polygon([(0, -0.375), (1, -0.375), (1, -0.125), (0, -0.125)])
        ceiling = Polygon([(0, -0.5 * rise), (1, 0.5 * rise), (1, 0.25), (0, 0.25)])
        box = Polygon([(0.25, -0.125), (0.375, -0.125), (0.375, 0), (0.25, 0)])
        assert box.mtv(Compound([floor, ceiling])) == (0.25, 0.0)

    def test_equal_ways(self) -> None:
        cross = Compound([Polygon.box(6, 2), Polygon.box(2, 6)])
        vector = judge_by_trying(cross, cross.copy(), 2)
        assert length(vector) == pytest.approx(shortest(cross, cross)) == math.hypot(2, 4)
        assert cross.mtv(cross.copy()) == vector


@pytest.mark.parametrize("exponent", range(-8, 4))
def test_powers_of_two(exponent: int) -> None:
    """The search measures in a power of two, whose exponent may be any number, also -1."""
    scale = 2.0**exponent
    slot = compound([U_TILE * scale])
    peg = Polygon.box(5 * scale, 4 * scale, position=(4.75 * scale, 6 * scale))
    assert peg.mtv(slot) == (-0.25 * scale, 0.0)


def test_push_out_of() -> None:
    cup, ball = compound([U_TILE]), Circle((4.5, 2.5), 1)
    assert ball.push_out_of(cup)
    assert ball.position == (4.5, 3.0)
    assert not ball.push_out_of(cup)
    assert not cup.push_out_of(Circle((4.5, 20), 1))
    ball.move(0, -0.5)
    assert cup.push_out_of(ball)
    assert cup.position == (0.0, -0.5)
    assert compound([L_TILE]).push_out_of(compound([L_TILE]))


def overlap(a: Any, b: Any) -> bool:
    """Whether insides of parts meet, exactly."""
    bodies = [[oracle.body(part) for part in parts_of(shape)] for shape in (a, b)]
    return any(oracle.Difference.between(p, q).side < 0 for p, q in product(*bodies))


MAKERS: dict[str, Callable[..., Any]] = {
    "L": lambda **pose: compound([L_TILE], **pose),
    "frame": lambda **pose: compound(FRAME, **pose),
    "box": lambda **pose: Polygon.box(2, 1, **pose),
    "ball": lambda position, angle: Circle(position, 0.75),
    "capsule": lambda **pose: Capsule((-1, 0), (1, 0), 0.25, **pose),
}


@pytest.mark.parametrize("far", [(0.0, 0.0), (5e5, 4.65e6)])
@pytest.mark.parametrize(
    "kinds", ["L box", "box L", "L L", "box frame", "frame L", "ball frame", "L capsule"]
)
def test_push_out_of_leaves_no_overlap(kinds: str, far: Vector) -> None:
    """Though vertices are rounded where they come to: the next call has nothing to do."""
    source = random.Random(kinds)
    for _ in range(60):
        a, b = (
            MAKERS[kind](
                position=(far[0] + source.uniform(-2, 2), far[1] + source.uniform(-2, 2)),
                angle=source.uniform(-3, 3),
            )
            for kind in kinds.split()
        )
        before, way = a.copy(), a.mtv(b)
        assert a.push_out_of(b) is overlap(before, b)
        assert not overlap(a, b)
        assert not a.intersects(b, touching=False)
        pushed = a.copy()
        assert not a.push_out_of(b)
        assert a.same_as(pushed)
        if pushed.same_as(before):
            continue
        unit = math.ulp(np.abs([before.bounds, a.bounds, b.bounds]).max())
        step = np.subtract(a.position, before.position) - way
        assert np.abs(step).max() <= 16 * unit


def test_push_out_of_a_slot_that_fits_but_for_rounding() -> None:
    """What is as wide as a slot leaves it through its mouth, if a last bit is in the way."""
    source, left = random.Random(4), 0
    for _ in range(60):
        place, angle = (source.uniform(-5, 5), source.uniform(-5, 5)), source.uniform(-3, 3)
        cup = compound([U_TILE], position=place, angle=angle)
        aside, high = source.choice([0.1, 1e-3, 1e-9]), source.uniform(0, 1)
        c, s = math.cos(angle), math.sin(angle)
        x, y = 4.5 + aside, 4.5 + high
        start = place[0] + c * x - s * y, place[1] + s * x + c * y
        plug = Polygon.box(5, 5, position=start, angle=angle)
        assert plug.push_out_of(cup)
        assert not overlap(plug, cup)
        assert not plug.push_out_of(cup)
        far = math.dist(plug.position, start)
        left += far > 1
        assert far == pytest.approx(math.hypot(aside, 6 - high) if far > 1 else aside)
    assert left


def on_a_grid(source: random.Random) -> Any:
    """Return a box, a polygon, or a shape of another kind, with whole coordinates."""
    x, y, u, v = (source.randint(-6, 6) for _ in range(4))
    w, h = source.randint(1, 6), source.randint(1, 6)
    kind = source.randint(0, 9)
    if kind == 0:
        return Circle((x, y), w)
    if kind == 1:
        return Point((x, y))
    if kind < 4:
        end = (u + 13 if kind == 2 else x, v)
        return Segment((x, y - 13), end) if kind == 2 else Capsule((x, y), (u + 13, v), 1)
    if kind == 4:
        spots = [(source.randint(-6, 6), source.randint(-6, 6)) for _ in range(3)]
        return Polygon.hull([*spots, (x, y), (x + 1, y), (x, y + 1)])
    return Polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])


def test_one_part_is_a_compound() -> None:
    """Of equal moves it takes the one of compounds, also beside a shape, and in lists."""
    source, tied = random.Random(3), 0
    pairs = [(on_a_grid(source), on_a_grid(source)) for _ in range(700)]
    pairs = [(a, b) for a, b in pairs if not np.array_equal(a.bounds, b.bounds)]
    ones = [Compound([a]) for a, _ in pairs]
    others = [Compound([b]) for _, b in pairs]
    for (a, b), one, other in zip(pairs, ones, others, strict=True):
        vector, plain = one.mtv(other), a.mtv(b)
        opposite = None if vector is None else (0.0 - vector[0], 0.0 - vector[1])
        assert other.mtv(one) == opposite
        assert one.mtv(b) == a.mtv(other) == vector
        assert other.mtv(a) == b.mtv(one) == opposite
        assert (vector is None) == (plain is None)
        if plain is None or plain == (0.0, 0.0):
            assert vector == plain
            continue
        assert length(vector) == pytest.approx(length(plain), rel=1e-14)
        assert Compound([a, a]).mtv(b) == pytest.approx(vector, abs=1e-14)
        tied += vector != plain
    assert tied > 5  # moves that differ from those of two shapes
    for columns in ((ones, others), (ones, [b for _, b in pairs]), ([a for a, _ in pairs], others)):
        vectors, hit = sepax.mtv(*columns)
        back, hit_back = sepax.mtv(*columns[::-1])
        assert np.array_equal(vectors, -back)
        assert np.array_equal(hit, hit_back)
        for one, other, vector in zip(ones, others, vectors.tolist(), strict=True):
            assert tuple(vector) == (one.mtv(other) or (0.0, 0.0))
    a = Compound.from_polygon([(-5, 5), (3, 3), (3, 16), (-4, 13)])
    b = Compound.from_polygon([(2, 1), (7, 1), (7, 4), (2, 4)])
    assert a.mtv(b) == (0.0, 1.0)
    assert b.mtv(a) == (0.0, -1.0)


@pytest.mark.parametrize("place", [1e6, 1e9, -1e12])
def test_far_away(place: float) -> None:
    a, b = compound([outlines.gear(12)]), compound([L_TILE * 4])
    for _ in poses(a, b, 4, 9):
        a.position = b.position = (place, -place / 3)
        b.move(3.0, 1.0)
        vector = a.mtv(b)
        assert vector is not None
        judge(a, b, vector)
        a.position = (0, 0)


@pytest.mark.parametrize("place", [1e5, 1e6, -1e9])
def test_far_away_of_rounded_parts(place: float) -> None:
    """A move as long as the boxes overlap, whose sides are rounded there."""
    a = Circle((place, 2), 0.7)
    b = Compound([Polygon.box(1, 1), Circle((-1, 0), 0.5)], position=(place + 2, 2))
    assert a.mtv(b) == pytest.approx((-0.2, 0.0), abs=1e-14)
    assert b.mtv(a) == pytest.approx((0.2, 0.0), abs=1e-14)


@pytest.mark.parametrize("count", [6, 20])
@pytest.mark.parametrize("angle", [0.0, 0.4])
def test_many_parts_are_as_few(count: int, angle: float) -> None:
    """An L of cells, among which squares of moves are searched, and of few parts."""
    side, source = 4.0 / count, random.Random(count)
    cells = [
        Polygon.box(side, side, position=((x + 0.5) * side, (y + 0.5) * side))
        for x, y in product(range(count), repeat=2)
        if x < count // 2 or y < count // 2
    ]
    tiles = Compound(cells)
    whole = compound([polygon((0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4))])
    others = [
        compound([U_TILE * 0.3]),
        compound([outlines.star(12, 3)]),
        Compound([Circle((0, 0), 0.5), Capsule((0, 0), (1, 1), 0.25)]),
        Compound([Segment((0, 0), (2, 1)), Point((0, 1.5))]),
    ]
    found = 0
    for other in others:
        for k in range(8):
            x, y = source.uniform(-1, 3), source.uniform(-1, 3)
            if k % 2:
                x, y = source.randint(-8, 20) / 8, source.randint(-8, 20) / 8
            other.set_pose(x, y, angle if k % 2 else source.uniform(-3, 3))
            vector, expected = tiles.mtv(other), whole.mtv(other)
            assert (vector is None) == (expected is None)
            if vector is not None and expected is not None:
                found += 1
                assert vector == pytest.approx(expected, abs=1e-13)
    assert found > 8


@pytest.mark.parametrize("kind", ["gear", "star"])
@pytest.mark.parametrize("place", [(0.97, 0.1), (0.5, 0.2), (0.02, 0.01)])
def test_large_outlines(kind: str, place: Vector) -> None:
    """They overlap a little, by half, and nearly whole. Shorter moves leave an overlap."""
    makers = {"gear": (outlines.gear(500), outlines.gear(501)),
              "star": (outlines.star(1000, 1), outlines.star(1000, 2))}  # fmt: skip
    a, b = (compound([ring]) for ring in makers[kind])
    scale = float(a.bounds[2] - a.bounds[0])
    b.set_pose(place[0] * scale, place[1] * scale, 0.3)
    if not a.intersects(b, touching=False):
        assert a.mtv(b) == (None if not a.intersects(b) else (0.0, 0.0))
        return
    vector: Any = a.mtv(b)
    assert b.mtv(a) == (-vector[0], -vector[1])
    moved, rng = a.copy(), np.random.default_rng(1)
    moved.move(*vector)
    assert moved.distance(b) <= 1e-13 * scale
    assert not moved.intersects(b, touching=False) or length(moved.mtv(b)) <= 1e-14 * scale
    for share in np.sqrt(rng.uniform(0, 1, 400)).tolist():
        angle, reach = float(rng.uniform(0, 2 * math.pi)), share * length(vector) * (1 - 1e-9)
        moved.position = (reach * math.cos(angle), reach * math.sin(angle))
        assert moved.intersects(b, touching=False), (vector, reach, angle)


@pytest.mark.parametrize("gap", [0.0, 1e-12, 1e-6, 0.01])
def test_combs_that_interlock(gap: float) -> None:
    """Teeth as wide as the slots between them, or wider by a little: there they do not fit."""

    def comb(width: float) -> Compound:
        teeth = [Polygon.box(width, 8, position=(2 * k, 4)) for k in range(6)]
        return Compound([*teeth, Polygon.box(12, 1, position=(5, -0.5))])

    a, b = comb(1.0), comb(1.0 + gap)
    b.set_pose(11, 12, math.pi)
    b.move(0.25, -4)
    vector = a.mtv(b)
    assert vector is not None
    judge(a, b, vector)
    assert length(vector) == pytest.approx(8.0 if gap else 0.25, rel=1e-12)
