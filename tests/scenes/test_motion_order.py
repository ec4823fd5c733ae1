"""``move_and_slide``: in which order obstacles are left and met, and what that does to a motion."""

from __future__ import annotations

import math

import pytest
from test_motion import MOVERS, dot, drop_on, floor_of_tiles, turned

import sepax
from sepax import Circle, Compound, Polygon, Shape, ShapeIndex

# The start ----------------------------------------------------------------------------------


def test_of_ways_that_all_lead_out_that_of_the_deepest_is_taken() -> None:
    """The floor is a little deeper than a slope, and up leads out of both."""
    floor = Polygon.box(200, 20, position=(0, -10))
    slope = Polygon.box(200, 20, position=turned(0, -10, 0.3), angle=0.3)
    slope.move(*turned(0, -0.06, 0.3))
    ball = Circle((0, 1), 1)
    for scene in ([floor, slope], [slope, floor]):
        ball.position = (0, 1)
        sepax.move_and_slide(ball, scene, (0, 0), skin=0.2)
        assert ball.position == pytest.approx((0.0, 1.2))


def test_out_of_one_into_the_next() -> None:
    """The shortest way out of each slab leads into the next, four times."""
    sides = [(-2, 2), (1.5, 4.2), (3.6, 6.4), (5.8, 8.6)]
    slabs = [Polygon.box(high - low, 90, position=((low + high) / 2, 0)) for low, high in sides]
    ball = Circle((1.5, 0), 1)
    slide = sepax.move_and_slide(ball, slabs, (0, 0), skin=0.02)
    assert slide.indices == (0, 1, 2, 3)
    assert all(impact.initial for impact in slide.impacts)
    assert ball.position == pytest.approx((9.62, 0.0))


def test_of_equal_depths_the_first_row_is_left() -> None:
    walls = [Polygon.box(10, 9, position=(x, 0)) for x in (-5.5, 5.5)]
    for scene in (walls, walls[::-1]):
        slide = sepax.move_and_slide(Circle((0, 0), 1), scene, (0, 0), skin=0.02)
        assert slide.indices[0] == 0
        assert slide.impacts[0].normal[0] == (-1.0 if scene is walls else 1.0)


def test_hardly_any_room_is_not_used() -> None:
    """Moves of less than a thousandth of the skin would be jitter."""
    walls = [Polygon.box(10, 300, position=(x, 0)) for x in (-15.0005, 15.0002)]
    mover = Polygon.box(20, 20)
    for _ in range(3):
        assert sepax.move_and_slide(mover, walls, (0, 0), skin=1.0).position == (0.0, 0.0)


# The way ------------------------------------------------------------------------------------


def test_of_parallel_obstacles_the_first_is_reported() -> None:
    """A pebble on the floor is reached before the floor, and with the same normal."""
    pebble, floor = Circle((0, -1), 1), Polygon.box(50, 2, position=(0, -1.01))
    ball = Circle((0, 9), 1)
    slide = sepax.move_and_slide(ball, [floor, pebble], (0, -20), skin=0.1, max_slides=0)
    assert slide.indices == (1,)
    assert slide.impacts[0].normal == (0.0, -1.0)
    assert ball.position[1] == pytest.approx(1.1)


def aside(angle: float, apart: float) -> Circle:
    """Put a post where the normal is at this angle for a ball that has come so far along x."""
    return Circle((apart + 2.2 * math.cos(angle), 2.2 * math.sin(angle)), 1.15)


def test_of_round_obstacles_that_whose_skin_is_reached_first_turns_the_motion() -> None:
    """The ball would meet the post ahead sooner, but it comes within a skin of the other before."""
    glancing, ahead = aside(1.3, 5.11), aside(0.0, 5.0)
    ball = Circle((0, 0), 1)
    for scene in ([glancing, ahead], [ahead, glancing]):
        ball.position = (0, 0)
        slide = sepax.move_and_slide(ball, scene, (20, 0), skin=0.1, max_slides=0)
        assert slide.indices == (scene.index(glancing),)
        normal = slide.impacts[0].normal
        assert normal == pytest.approx((math.cos(1.3), math.sin(1.3)))


def seam(rise: float) -> list[Shape]:
    """Two tiles, the right one higher by so little that the step is not felt."""
    return [Polygon.box(10, 10, position=(-5, -5)), Polygon.box(10, 10, position=(5, -5 + rise))]


def test_an_edge_is_preferred_only_if_it_is_solid() -> None:
    """A ball rolls against the corner of a tile while it sinks to the floor before it."""
    tiles = seam(0.02)
    motion, met = (3.0, -2.5), {}
    for solid in (None, lambda index, _: index == 1):
        ball = Circle((-0.4, 1.3), 1)
        slide = sepax.move_and_slide(ball, tiles, motion, skin=0.1, max_slides=0, solid=solid)
        met[solid is None] = slide
        assert len(slide.impacts) == 1
    assert met[True].indices == (0,)
    assert met[True].impacts[0].normal == (0.0, -1.0)
    assert met[False].indices == (1,)
    assert met[False].impacts[0].normal[0] > 0.01
    # The skin of the corner is reached first, and there it stops in either case.
    assert met[True].position == met[False].position


@pytest.mark.parametrize("start", [826, 858, 890, 922])
@pytest.mark.parametrize("turn", [0.0, 0.1, 0.3])
def test_seams_of_a_compound_in_a_tree(turn: float, start: int) -> None:
    """The tree has the wall, which is the last row and the last to be met, before the floor."""
    floor = Compound(floor_of_tiles(turn, 0.0025))
    boxes = [
        Polygon.box(8, 8, position=turned(50, y, turn), angle=turn) for y in (4.0, 12.0, 20.0, 28.0)
    ]
    rows = [floor, Compound(boxes)]
    slides = []
    for scene in (rows, ShapeIndex(rows)):
        mover = MOVERS["turned box"](turn)
        drop_on(mover, turn)
        mover.move(*turned(start, 0, turn))
        slides.append(sepax.move_and_slide(mover, scene, turned(-900, -200, turn)))
    assert slides[0].indices[-1] == 1
    assert slides[0] == slides[1]


@pytest.mark.parametrize("angle", [k * 0.1 for k in range(63)])
def test_straight_against_a_wall_there_is_one_impact(angle: float) -> None:
    wall = Polygon.box(2, 400, position=turned(11, 0, angle), angle=angle)
    for kind in ("circle", "box", "capsule"):
        mover = MOVERS[kind](angle)
        mover.move(*turned(-30, 0, angle))
        slide = sepax.move_and_slide(mover, wall, turned(77, 0, angle))
        assert len(slide.impacts) == 1
        assert dot(slide.impacts[0].normal, turned(1, 0, angle)) == pytest.approx(1)


def test_times_after_several_turns() -> None:
    """Along three walls: the times of the impacts are parts of the whole motion."""
    faces = [((10, 0), 0.0), ((10, 60), math.atan2(0.6, 0.8)), ((-5, 90), math.pi)]
    walls = []
    for (x, y), turn in faces:
        dx, dy = turned(1, 0, turn)
        walls.append(Polygon.box(2, 150, position=(x + dx, y + dy), angle=turn))
    slide = sepax.move_and_slide(Circle((7, 0), 1), walls, (20, 100), skin=0.01, max_slides=2)
    assert slide.indices == (0, 1, 2)
    place, rest, made = (7.0, 0.0), (20.0, 100.0), 0.0
    for wall, impact in zip(walls, slide.impacts, strict=True):
        wide = sepax.sweep(Circle(place, 1.005), wall, rest)
        assert wide is not None
        part = wide.time - 0.005 / dot(rest, wide.normal)  # where a whole skin is left
        assert impact.time == pytest.approx(made + (1.0 - made) * wide.time)
        assert impact.exit_time == pytest.approx(made + (1.0 - made) * wide.exit_time)
        place = (place[0] + part * rest[0], place[1] + part * rest[1])
        rest = ((1.0 - part) * rest[0], (1.0 - part) * rest[1])
        into = dot(rest, wide.normal)
        rest = (rest[0] - into * wide.normal[0], rest[1] - into * wide.normal[1])
        made += (1.0 - made) * part
