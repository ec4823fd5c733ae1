"""``move_and_slide``: nothing is entered, nothing catches, and what is blocked lies still."""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from families import Sweep
from motion_judges import ExactSweep

import sepax
from sepax import (
    Capsule,
    Circle,
    Compound,
    Point,
    Polygon,
    Segment,
    Shape,
    ShapeArray,
    ShapeIndex,
    Slide,
)

Vector = tuple[float, float]
TURNS = (0.0, 0.1, 0.3, math.pi / 2, 2.5)


def turned(x: float, y: float, angle: float) -> Vector:
    c, s = math.cos(angle), math.sin(angle)
    return (c * x - s * y, s * x + c * y)


def minus(p: Vector, q: Vector) -> Vector:
    return (p[0] - q[0], p[1] - q[1])


def dot(p: Vector, q: Vector) -> float:
    return p[0] * q[0] + p[1] * q[1]


FAR = Compound([Circle((1e6, 0), 1), Circle((1e6, 2), 1)])


MOVERS: dict[str, Callable[[float], Shape]] = {
    "box": lambda turn: Polygon.box(20, 20, angle=turn),
    "turned box": lambda turn: Polygon.box(20, 20, angle=turn + 0.2),
    "rounded box": lambda turn: Polygon.box(16, 16, angle=turn, radius=2),
    "circle": lambda _: Circle((0, 0), 10),
    "capsule": lambda turn: Capsule(turned(0, -5, turn), turned(0, 5, turn), 5),
    "segment": lambda turn: Segment(turned(-10, 0, turn), turned(10, 0, turn)),
    "pentagon": lambda turn: Polygon.regular(5, 10, angle=turn + 0.1),
}


def drop_on(mover: Shape | Compound, turn: float) -> None:
    """Put a shape a little above the floor, whose surface leads through (0, 0)."""
    down = turned(0, -1, turn)
    mover.move(*turned(0, 0.5 + mover.project(down)[1], turn))


# Seams --------------------------------------------------------------------------------------


def floor_of_tiles(turn: float, rough: float = 0.0) -> ShapeArray:
    source = random.Random(1)
    places = [turned(32 * k, -16 + rough * source.uniform(-1, 1), turn) for k in range(-3, 70)]
    return ShapeArray.boxes(32, 32, places, angles=turn)


@pytest.mark.parametrize("rough", [0.0, 1e-12, 0.0025])
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("kind", [*MOVERS, "cross"])
def test_seams_take_no_speed(kind: str, turn: float, rough: float) -> None:
    """On tiles, and on one floor of many parts: a frame goes its whole way, pressed down or not."""
    tiles = floor_of_tiles(turn, rough)
    cross = Compound([Polygon.box(20, 8), Polygon.box(8, 20)], angle=turn)
    floors: list[Any] = [ShapeIndex(tiles), Compound(tiles)]
    for floor, press in product(floors, (0.0, -0.2, -3.0, -50.0)):
        is_whole = isinstance(floor, Compound)
        mover: Any = cross.copy() if kind == "cross" else MOVERS[kind](turn)
        drop_on(mover, turn)
        for frame in range(15 if is_whole else 40):
            before = mover.position
            slide = sepax.move_and_slide(mover, floor, turned(7.0, press, turn))
            way = turned(*minus(mover.position, before), -turn)
            assert way[0] == pytest.approx(7.0, rel=1e-4 if rough > 1e-9 else 1e-9)
            if frame:
                assert abs(way[1]) <= 1.1 * rough + 1e-9 + (0.5 if press > -1 else 0.0)
                assert is_whole or kind == "cross" or len(slide.impacts) <= 1 + (rough > 1e-9)
                assert not is_whole or set(slide.indices) <= {0}


@pytest.mark.parametrize("lower", [0.0, 1e-12, 0.1])
@pytest.mark.parametrize("ends", [1.0, -1.0])
@pytest.mark.parametrize("turn", TURNS)
def test_beside_a_seam_it_is_pushed_off_the_floor(turn: float, ends: float, lower: float) -> None:
    """A box that touches the floor where its side is over a seam, tile by tile.

    It touches the corner of the next tile, too. The way out of that tile is as short sideways as
    up. Where the other tiles are lower by less than a quarter of the skin, it is shorter sideways.
    """
    for skin, size in ((0.5, 20.0), (0.5, 32.0), (0.5, 64.0), (0.02, 20.0)):
        for tile in range(4):
            seam = 32.0 * tile
            places: list[Vector] = [
                (32 * k + 16, -16 - lower * skin * (k * 32 + 16 < seam)) for k in range(-6, 9)
            ]
            if ends < 0:
                places = [(2 * seam - x, y) for x, y in places]
            floor = ShapeArray.boxes(
                32, 32, [turned(*place, turn) for place in places], angles=turn
            )
            x = seam - ends * size / 2
            for y in {size / 2 - lower * skin, size / 2}:  # on the lower tiles, or on the higher
                # A compound is left the shortest way, which of an uneven one is askew.
                for scene in (floor, Compound(floor))[: 1 + (lower == 0.0)]:
                    mover = Polygon.box(size, size, angle=turn, position=turned(x, y, turn))
                    sepax.move_and_slide(mover, scene, turned(-3, -2, turn), skin=skin)
                    place = turned(*mover.position, -turn)
                    assert place[0] == pytest.approx(x - 3, abs=1e-9)
                    assert size / 2 < place[1] <= size / 2 + skin + 1e-9


@pytest.mark.parametrize("turn", TURNS)
def test_seams_of_a_wall_and_a_floor(turn: float) -> None:
    """Up and down along a wall of tiles on a floor of tiles, pressed into both."""
    wall = [turned(-16, 32 * k - 16, turn) for k in range(12)]
    floor = [turned(32 * k + 16, -48, turn) for k in range(12)]
    scene = ShapeArray.boxes(32, 32, wall + floor, angles=turn)
    mover = Polygon.box(20, 20, angle=turn, position=turned(10.5, 10, turn))
    for _ in range(30):
        before = mover.position
        sepax.move_and_slide(mover, scene, turned(-2, 5, turn))
        assert dot(minus(mover.position, before), turned(0, 1, turn)) == pytest.approx(5)
    for _ in range(80):
        sepax.move_and_slide(mover, scene, turned(-2, -5, turn))
    still = mover.position
    for _ in range(10):
        slide = sepax.move_and_slide(mover, scene, turned(-2, -5, turn))
        assert slide.position == still
    before = mover.position
    sepax.move_and_slide(mover, scene, turned(6, -5, turn))
    assert dot(minus(mover.position, before), turned(1, 0, turn)) == pytest.approx(6)


def test_a_compound_moves_in_a_scene_of_compounds() -> None:
    """Out of a wall, into a corner of another, and never into itself."""
    cup = [(0, 0), (30, 0), (30, 20), (26, 20), (26, 4), (4, 4), (4, 20), (0, 20)]
    scene: list[Any] = [Compound.from_polygon(cup), Polygon.box(4, 4, position=(60, 60))]
    mover = Compound([Polygon.box(6, 2), Polygon.box(2, 6)], position=(6, 9))
    for found, ignore in (([*scene, mover], None), (ShapeIndex([*scene, mover]), 2)):
        mover.position = (6, 9)
        slide = sepax.move_and_slide(mover, found, (40, -30), skin=0.01, ignore=ignore)
        assert slide.impacts[0].initial
        assert set(slide.indices) == {0}
        assert mover.position == pytest.approx((22.99, 7.01))
        assert not mover.intersects(scene[0])
        still = sepax.move_and_slide(mover, found, (1, -1), skin=0.01, ignore=ignore)
        assert still.position == pytest.approx((22.99, 7.01))
    ball = Circle((15, 40), 2)
    slide = sepax.move_and_slide(ball, scene, (0, -60), skin=0.01, solid=lambda *_: False)
    assert slide.position == (15.0, -20.0)
    several: Any = [mover]
    with pytest.raises(TypeError, match="single shape"):
        sepax.move_and_slide(several, scene, (1, 0))


# Rest ---------------------------------------------------------------------------------------


def corner(left: float, right: float) -> list[Shape]:
    """Two long slopes that meet in (0, 0), which rise by these angles to both sides."""
    return [
        Polygon.box(400, 400, position=turned(0, -200, -left), angle=-left),
        Polygon.box(400, 400, position=turned(0, -200, right), angle=right),
    ]


@pytest.mark.parametrize("slopes", [(0.0, 1.5), (0.2, 0.2), (0.7, 0.3), (1.4, 1.4), (0.05, 1.0)])
@pytest.mark.parametrize("kind", MOVERS)
def test_rest_in_a_corner(kind: str, slopes: tuple[float, float]) -> None:
    """Ten seconds of gravity, and at the end it stays where it is, to the bit."""
    scene = corner(*slopes)
    mover = MOVERS[kind](0.0)
    mover.move(3, 60)
    velocity, places = 0.0, []
    for _ in range(600):
        velocity -= 600 / 60
        slide = sepax.move_and_slide(mover, scene, (0.0, velocity / 60))
        if slide.impacts:
            velocity = 0.0
        places.append(slide.position)
    assert len(set(places[-120:])) == 1
    assert not any(mover.intersects(other) for other in scene)
    assert min(mover.distance(other) for other in scene) <= 1.001 * sepax_skin(mover)


def sepax_skin(shape: Shape) -> float:
    low_x, low_y, high_x, high_y = shape.bounds
    return max(high_x - low_x, high_y - low_y) / 1000


# The path -----------------------------------------------------------------------------------


def crowd(source: random.Random, count: int) -> list[Shape]:
    shapes: list[Shape] = []
    for _ in range(count):
        place = (source.uniform(-60, 60), source.uniform(-60, 60))
        angle = source.choice([0.0, source.uniform(0, 3)])
        shapes.append(
            source.choice(
                [
                    Polygon.box(source.uniform(2, 30), source.uniform(2, 30)),
                    Polygon.regular(source.randint(3, 9), source.uniform(2, 12)),
                    Circle((0, 0), source.uniform(1, 10)),
                    Capsule((-6, 0), (6, 2), 2),
                    Segment((-9, -3), (9, 1)),
                ]
            )
        )
        shapes[-1].set_pose(*place, angle)
    return shapes


@pytest.mark.parametrize("seed", range(6))
def test_paths_never_enter_anything(seed: int) -> None:
    """Exactly, from place to place; and they end in contact with what they met last."""
    source = random.Random(seed)
    scene = crowd(source, 25)
    mover = Polygon(Polygon.regular(source.randint(3, 6), 4, angle=source.random()).vertices)
    for _ in range(15):
        mover.position = (source.uniform(-60, 60), source.uniform(-60, 60))
        if any(mover.distance(other) < 0.1 for other in scene):
            continue
        places = [mover.position]
        motion = (source.gauss(0, 40), source.gauss(0, 40))
        for turns in range(5):  # a leg more each time
            one = mover.copy()
            slide = sepax.move_and_slide(one, scene, motion, skin=0.02, max_slides=turns)
            places.append(one.position)
        among: list[Shape | Compound] = [*scene, FAR]
        assert slide == sepax.move_and_slide(mover, among, motion, skin=0.02)
        assert slide.position == mover.position == places[-1]
        assert_clear_way(mover, scene, places)
        gone = minus(mover.position, places[0])
        assert gone == pytest.approx(minus(motion, slide.remainder), abs=1e-9)
        for row, impact in zip(slide.indices, slide.impacts, strict=True):
            assert dot(impact.normal, impact.normal) == pytest.approx(1)
            assert sepax.distance(Point(impact.point), scene[row]) < 1e-9
        if slide.impacts and math.hypot(*slide.remainder) > 1e-3 * math.hypot(*motion):
            nearest = min(mover.distance(other) for other in scene)
            assert nearest >= 0.0099


def assert_clear_way(mover: Shape, scene: Sequence[Shape], places: Sequence[Vector]) -> None:
    body = Polygon(mover.local_vertices, position=places[0], angle=mover.angle)
    for start, stop in pairwise(places):
        body.position = start
        for other in scene:
            case = ExactSweep(Sweep(body, other, minus(stop, start), (0.0, 0.0), 1.0))
            for tick in range(5):
                assert case.at(Fraction(tick, 4)).side > 0
            touch = case.difference.first_touch(case.relative, 1.0)
            assert touch is None


@pytest.mark.parametrize("seed", range(15))
def test_ends_where_small_steps_end(seed: int) -> None:
    """Against one wall or in one corner; each small step is pushed out of what it enters."""
    source = random.Random(seed)
    scene = corner(source.uniform(0, 1), source.uniform(0.1, 1.2))[: source.randint(1, 2)]
    mover = source.choice(list(MOVERS.values()))(source.random())
    mover.move(source.uniform(-15, 15), source.uniform(30, 45))
    while any(mover.intersects(other) for other in scene):
        mover.move(0, 10)
    motion = (source.uniform(-30, 30), source.uniform(-90, -30))
    small, steps = mover.copy(), 4000
    for _ in range(steps):
        small.move(motion[0] / steps, motion[1] / steps)
        for _ in range(3):
            for other in scene:
                small.push_out_of(other)
    slide = sepax.move_and_slide(mover, scene, motion)
    assert len(slide.impacts) <= 3
    if len(scene) == 1:
        assert math.dist(mover.position, small.position) < 0.1
    else:  # in the corner small steps creep up the slope that is less steep
        nearest = min(mover.distance(other) for other in scene)
        assert nearest < 1.001 * sepax_skin(mover)


@pytest.mark.parametrize("speed", [1e2, 1e5, 1e9, 1e12])
def test_no_tunnelling(speed: float) -> None:
    wall = Polygon.box(1e-3, 100, position=(50, 0))
    for mover in (Circle((0, 3), 1e-3), Polygon.box(2, 2, angle=0.4), Segment((0, 0), (0, 1))):
        slide = sepax.move_and_slide(mover, wall, (speed, 0.0))
        assert mover.bounds[2] < 50
        assert mover.distance(wall) == pytest.approx(sepax_skin(mover), rel=1e-3)
        assert slide.remainder[0] == pytest.approx(speed - slide.position[0], rel=1e-9)


def test_first_touch_alone() -> None:
    wall, ball = Polygon.box(2, 200, position=(11, 0)), Circle((0, 0), 1)
    slide = sepax.move_and_slide(ball, wall, (18, 9), skin=0.5, max_slides=0)
    assert slide.position == pytest.approx((8.5, 4.25))
    assert slide.remainder == pytest.approx((9.5, 4.75))
    (impact,) = slide.impacts
    assert (impact.normal, impact.initial, impact.leaving) == ((1.0, 0.0), False, False)
    assert impact.time == pytest.approx(8.75 / 18)
    assert impact.point[0] == 10.0


def test_a_free_way() -> None:
    ball = Circle((0, 0), 1)
    slide = sepax.move_and_slide(ball, ShapeArray(), (3.5, -2.25))
    assert slide == Slide((3.5, -2.25), (0.0, 0.0), (), ())
    assert ball.position == (3.5, -2.25)
    assert pickle.loads(pickle.dumps(slide)) == slide == eval(repr(slide), {"Slide": Slide})
    assert hash(copy.copy(slide)) == hash(slide)
    assert slide != sepax.move_and_slide(ball, ShapeArray(), (3.5, -2.25))
    with pytest.raises(AttributeError, match=r"Slide\.position cannot be set"):
        slide.position = (0.0, 0.0)
    with pytest.raises(AttributeError, match=r"Slide\.impacts cannot be deleted"):
        del slide.impacts


def test_scenes_of_all_kinds() -> None:
    """One shape or many, in whatever they are; the mover itself is not in its own way."""
    source = random.Random(3)
    shapes = crowd(source, 30)
    array = ShapeArray(shapes)
    for _ in range(30):
        start = (source.uniform(-60, 60), source.uniform(-60, 60))
        motion = (source.gauss(0, 30), source.gauss(0, 30))
        found = []
        for scene in (shapes, tuple(shapes), iter(shapes), array, ShapeIndex(array)):
            mover = Polygon.box(3, 2, position=start)
            found.append(sepax.move_and_slide(mover, scene, motion))
        mover = Polygon.box(3, 2, position=start)
        found.append(sepax.move_and_slide(mover, [*shapes, mover], motion))
        assert all(one == found[0] for one in found)


def test_passing_at_half_the_skin_is_no_impact() -> None:
    wall = Polygon.box(4, 4, position=(9, 3.25))
    assert sepax.move_and_slide(Circle((0, 0), 1), wall, (30, 0), skin=0.5).impacts == ()


def test_a_motion_that_ends_within_the_skin() -> None:
    wall = Polygon.box(2, 20, position=(9, 0))
    slide = sepax.move_and_slide(Circle((0, 0), 1), wall, (6.9, 0), skin=0.5)
    assert slide.position == pytest.approx((6.5, 0.0))


def test_of_equals_the_first_row_wherever_the_tree_has_it() -> None:
    halves = [Polygon.box(2, 10, position=(9, y)) for y in (5, -5)]
    far = [Polygon.box(2, 2, position=(100 + 5 * k, 0)) for k in range(50)]
    for rows in (
        [*halves, *far],
        [*halves[::-1], *far],
        [Polygon.box(2, 20, position=(9, 0))] * 50,
    ):
        walls = ShapeArray(rows)
        for scene in (walls, ShapeIndex(walls)):
            assert sepax.move_and_slide(Circle((0, 0), 1), scene, (20, 0)).indices == (0,)


def test_what_was_left_behind_does_not_block() -> None:
    """Along a floor, beyond its end, and there down along a slope overhead."""
    floor = Polygon.box(100, 10, position=(-50, -5))
    slope = Polygon.box(200, 10, position=(60, 0), angle=-1.0)
    slide = sepax.move_and_slide(Circle((-20, 2), 1), [floor, slope], (90, -20))
    assert slide.indices == (0, 1)
    assert slide.position[1] < -5


# Starts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MOVERS)
def test_pushed_out_first(kind: str) -> None:
    crate = Polygon.box(60, 60)
    mover = MOVERS[kind](0.0)
    mover.move(33, 4)
    slide = sepax.move_and_slide(mover, crate, (0.0, 5.0))
    assert slide.impacts[0].initial
    assert not slide.impacts[0].leaving
    assert slide.impacts[0].time == 0.0
    assert mover.distance(crate) == pytest.approx(sepax_skin(mover), rel=1e-6)
    assert slide.remainder == pytest.approx((0.0, 0.0), abs=1e-12)
    still = sepax.move_and_slide(mover, crate, (0.0, 0.0))
    assert still == Slide(slide.position, (0.0, 0.0), (), ())


def test_touching_at_the_start_is_given_room() -> None:
    floor = floor_of_tiles(0.0)
    mover = Polygon.box(20, 20, position=(0, 10))
    slide = sepax.move_and_slide(mover, floor, (50, -1))
    assert slide.position == pytest.approx((50, 10.02))
    assert not slide.impacts[0].initial


def test_a_gap_that_fits_exactly() -> None:
    """Where there is no room for a skin, nothing is entered, and the way along is free."""
    walls = [Polygon.box(10, 300, position=(-15, 0)), Polygon.box(10, 300, position=(15, 0))]
    mover = Polygon.box(20, 20)
    for _ in range(20):
        sepax.move_and_slide(mover, walls, (3.0, 4.0))
        assert not any(mover.intersects(wall, touching=False) for wall in walls)
    assert mover.position == pytest.approx((0.0, 80.0))


def test_a_gap_with_little_room() -> None:
    """Nearer to both sides than half of the skin, it stays clear of both."""
    walls = [Polygon.box(10, 300, position=(-15.004, 0)), Polygon.box(10, 300, position=(15, 0))]
    mover = Polygon.box(20, 20)
    for _ in range(5):
        sepax.move_and_slide(mover, walls, (3.0, 4.0))
        assert min(mover.distance(wall) for wall in walls) > 0.0005


# Recipes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [(2.0, 0.0), (-3.0, 0.0), (0.0, 2.0), (1.0, -2.0), (1.5, 1.0)])
def test_rides_a_moving_platform(step: Vector) -> None:
    platform = Polygon.box(100, 10)
    rider = Polygon.box(20, 20, position=(5, 16))
    sepax.move_and_slide(rider, platform, (0, -2))
    offset = minus(rider.position, platform.position)
    for _ in range(200):
        sepax.move_and_slide(rider, [platform], step, solid=lambda index, _: index != 0)
        platform.move(*step)
        slide = sepax.move_and_slide(rider, [platform], (0, -0.2))
        assert slide.impacts
        assert minus(rider.position, platform.position) == pytest.approx(offset, abs=1e-9)


def test_one_way_platforms() -> None:
    scene = ShapeArray.boxes([400, 60], [10, 10], [(0, -5), (0, 40)])
    one_way = [False, True]

    def solid(index: int, impact: sepax.Impact) -> bool:
        return not one_way[index] or (impact.normal[1] < -0.7 and not impact.initial)

    hero, velocity, highest = Polygon.box(20, 20, position=(0, 11)), 8.0, 0.0
    heights = []
    for _ in range(200):
        velocity -= 0.3
        slide = sepax.move_and_slide(hero, scene, (0.0, velocity), solid=solid)
        for impact in slide.impacts:
            into = velocity * impact.normal[1]
            velocity -= max(into, 0.0) * impact.normal[1]
        highest = max(highest, hero.position[1])
        heights.append(hero.position[1])
    assert highest > 70  # through it, from below
    assert heights[-1] == pytest.approx(55.02)  # and on it
    assert len(set(heights[-60:])) == 1


def test_solid_gets_what_is_reported() -> None:
    offered = []

    def solid(index: int, impact: sepax.Impact) -> bool:
        offered.append((index, impact))
        return index == 1

    walls = ShapeArray.boxes(2, 50, [(10, 0), (20, 0)])
    for scene in (walls, [*walls, FAR]):
        offered.clear()
        slide = sepax.move_and_slide(Circle((0, 0), 1), scene, (30, 0), solid=solid)
        assert [index for index, _ in offered] == [0, 1]
        assert slide.indices == (1,)
        assert slide.impacts == (offered[1][1],)


# Arguments ----------------------------------------------------------------------------------

move: Any = sepax.move_and_slide
BALL: Any = Circle((0, 0), 1)
WALL: Any = Polygon.box(2, 2, position=(9, 0))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: move([BALL], WALL, (1, 0)), TypeError, "shape must"),
        (lambda: move(None, WALL, (1, 0)), TypeError, "shape must"),
        (lambda: move(BALL, 3, (1, 0)), TypeError, "scene must"),
        (lambda: move(BALL, [WALL, 3], (1, 0)), TypeError, "scene"),
        (lambda: move(BALL, WALL, (math.nan, 0)), ValueError, "motion.*finite"),
        (lambda: move(BALL, WALL, (math.inf, 0)), ValueError, "motion.*finite"),
        (lambda: move(BALL, WALL, [(1, 0), (2, 0)]), TypeError, "motion.*pair"),
        (lambda: move(BALL, WALL, (1, 2, 3)), ValueError, "motion.*pair"),
        (lambda: move(BALL, WALL, "ab"), TypeError, "motion"),
        (lambda: move(BALL, WALL, (1, 0), skin=0), ValueError, "skin.*positive"),
        (lambda: move(BALL, WALL, (1, 0), skin=-1), ValueError, "skin.*positive"),
        (lambda: move(BALL, WALL, (1, 0), skin=math.nan), ValueError, "skin"),
        (lambda: move(BALL, WALL, (1, 0), skin="1"), TypeError, "skin"),
        (lambda: move(Point((0, 0)), WALL, (1, 0)), ValueError, "skin must be"),
        (lambda: move(BALL, WALL, (1, 0), max_slides=-1), ValueError, "negative"),
        (lambda: move(BALL, WALL, (1, 0), max_slides=1.5), TypeError, "max_slides"),
        (lambda: move(BALL, WALL, (1, 0), solid=5), TypeError, "solid must be a function"),
    ],
)
def test_errors(call: Callable[[], object], error: type[Exception], words: str) -> None:
    before = BALL.position
    with pytest.raises(error, match=words):
        call()
    assert BALL.position == before


@pytest.mark.parametrize("size", [1e-60, 1e-9, 1e9, 1e50])
@pytest.mark.parametrize("far", [0.0, 1e3, 1e9])
def test_any_size_anywhere(size: float, far: float) -> None:
    """As long as the skin is more than what coordinates are rounded to."""
    place = far * size
    floor = Polygon.box(100 * size, size, position=(place, place - size))
    mover = Polygon.box(size, size, position=(place, place + size))
    slide = sepax.move_and_slide(mover, floor, (3 * size, -9 * size))
    gone = minus(slide.position, (place, place + size))
    assert gone[0] == pytest.approx(3 * size, rel=1e-3)
    assert gone[1] == pytest.approx(-0.999 * size, rel=1e-3)
    with np.errstate(all="raise"):
        sepax.move_and_slide(mover, ShapeIndex(ShapeArray([floor])), (size, -size))


@pytest.mark.parametrize("kind", ["box", "compound"])
@pytest.mark.parametrize("far", [0.0, 1e6, 1e12])
def test_a_skin_below_the_rounding_of_coordinates(far: float, kind: str) -> None:
    """It is widened to what rounding does not use up: nothing overlaps after a push."""
    source = random.Random(far)
    for _ in range(40):
        x, y = far + source.uniform(-2, 2), 0.3 * far + source.uniform(-2, 2)
        shape: Any = Polygon.box(4.5, 1.8, position=(x, y), angle=source.uniform(-3, 3))
        wall = Polygon.box(5, 2, position=(far, 0.3 * far), angle=source.uniform(-3, 3))
        if kind == "compound":
            shape = Compound([Polygon.box(4.5, 1.8), Circle((2, 0), 1)], position=shape.position)
        sepax.move_and_slide(shape, wall, (0.5, 0.5), skin=1e-12)
        assert not shape.intersects(wall)


@pytest.mark.parametrize("prepared", [False, True])
def test_obstacles_at_the_limit_of_coordinates_are_met(prepared: bool) -> None:
    floor = ShapeArray.circles([(1.7e72, 0)], 1e70)
    ball = Circle((1.7e72, 1e71), 1e70)
    scene = sepax.ShapeIndex(floor) if prepared else floor
    slide = sepax.move_and_slide(ball, scene, (0, -2e71), skin=1e69)
    assert slide.indices == (0,)
    assert slide.position[1] > 0.0
