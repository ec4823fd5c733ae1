"""``move_and_slide`` of many shapes: each as if it were alone, bit for bit, and rows not seen."""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from test_motion import MOVERS, crowd, floor_of_tiles, turned

import sepax
from sepax import (
    Circle,
    Compound,
    CompoundArray,
    Impacts,
    Point,
    Polygon,
    Segment,
    Shape,
    ShapeArray,
    ShapeIndex,
    Slide,
    Slides,
)

move: Any = sepax.move_and_slide


def movers(source: random.Random, count: int, kinds: str) -> ShapeArray:
    """Shapes of one compact kind, or mixed ones, some of them within others."""
    makers: dict[str, list[Callable[[float], Shape]]] = {
        "boxes": [lambda turn: Polygon.box(3, 2, angle=turn)],
        "discs": [lambda _: Circle((0, 0), 2)],
        "segments": [MOVERS["capsule"], MOVERS["segment"]],
        "mixed": list(MOVERS.values()),
    }
    shapes = [source.choice(makers[kinds])(source.random()) for _ in range(count)]
    for shape in shapes:
        shape.move(source.uniform(-60, 60), source.uniform(-60, 60))
    return ShapeArray(shapes)


def assert_equal_singles(array: ShapeArray, scene: Any, motions: Any, **options: Any) -> Slides:
    """Move all, and copies of each by itself; nothing may differ in any bit."""
    singles = list(array)
    slides: Slides = sepax.move_and_slide(array, scene, motions, **options)
    options.pop("workers", None)
    motions = np.broadcast_to(motions, (len(array), 2))
    each = {name: np.broadcast_to(value, len(array)) for name, value in options.items()}
    for k, shape in enumerate(singles):
        given = {name: values[k] for name, values in each.items()}
        slide = move(shape, scene, motions[k].tolist(), **given)
        assert slides[k] == slide
        assert repr(slides[k]) == repr(slide)
        assert array[k].same_as(shape)
    return slides


@pytest.mark.parametrize("kinds", ["boxes", "discs", "segments", "mixed"])
@pytest.mark.parametrize("seed", range(2))
def test_each_moves_as_if_it_were_alone(kinds: str, seed: int) -> None:
    source = random.Random(f"{kinds} {seed}")
    shapes = crowd(source, 40)
    for scene in (shapes, ShapeArray(shapes), ShapeIndex(ShapeArray(shapes)), shapes[0]):
        array = movers(source, 60, kinds)
        motions = np.array([(source.gauss(0, 20), source.gauss(0, 20)) for _ in range(60)])
        for workers in (1, 2):
            assert_equal_singles(array, scene, motions, workers=workers)
        skins = np.array([source.choice([0.01, 0.5, 2.0]) for _ in range(60)])
        assert_equal_singles(array, scene, (5, -4), skin=skins, max_slides=1)


def test_among_compounds() -> None:
    source = random.Random(5)
    shapes = crowd(source, 20)
    scene: list[Any] = [*shapes[:10], Compound(ShapeArray(shapes[10:]))]
    alike = CompoundArray([scene[-1]] * 2)
    for found, ignore in ((scene, 0), (ShapeIndex(scene), 10), (scene[-1], -1), (alike, 0)):
        array = movers(source, 20, "mixed")
        slides = assert_equal_singles(array, found, (9, -30), ignore=ignore)
        assert slides.offsets[-1] == len(slides.indices) == len(slides.impacts) > 0
        assert slides.impacts.hit.all()


def test_some_hundred_on_tiles_with_workers() -> None:
    """So many that two threads share them."""
    tiles = floor_of_tiles(0.1)
    places = [turned(20 * k, 10 + (k % 7) * 0.3, 0.1) for k in range(100)] * 30
    arrays = [ShapeArray.boxes(20, 20, places, angles=0.1) for _ in range(2)]
    found = [
        sepax.move_and_slide(array, tiles, turned(7, -3, 0.1), workers=workers)
        for workers, array in enumerate(arrays, 1)
    ]
    for name in ("position", "remainder", "indices", "offsets"):
        assert np.array_equal(*(getattr(slides, name) for slides in found))
    for name in Impacts._layout:
        assert np.array_equal(*(getattr(slides.impacts, name) for slides in found))
    assert np.array_equal(arrays[0].positions, found[0].position)


def test_movers_of_the_scene_see_where_the_others_were() -> None:
    row = [(0, 0), (3, 0), (6, 0)]
    for prepare in (lambda array: array, ShapeIndex):
        balls = ShapeArray.circles(row, 1)
        scene = prepare(balls)
        slides = sepax.move_and_slide(balls, scene, (5, 0), skin=0.5)
        # Each stops half a unit before the place that the next one leaves.
        assert slides.position.ravel() == pytest.approx([0.5, 0.0, 3.5, 0.0, 11.0, 0.0])
        assert slides.indices.tolist() == [1, 2]
        assert balls.positions.tolist() == slides.position.tolist()
        if scene is not balls:
            with pytest.raises(ValueError, match="refresh"):
                sepax.move_and_slide(balls, scene, (5, 0))
            scene.refresh()
            assert sepax.move_and_slide(balls, scene, (0, 1), skin=0.5).indices.size == 0


def test_a_copy_of_the_movers_is_in_the_way() -> None:
    balls = ShapeArray.circles([(0, 0), (3, 0)], 1)
    slides = sepax.move_and_slide(balls, balls.copy(), (0, 1), skin=0.5)
    assert [slide.impacts[0].initial for slide in slides] == [True, True]
    balls = ShapeArray.circles([(0, 0), (3, 0)], 1)
    slides = sepax.move_and_slide(balls, balls.copy(), (0, 1), skin=0.5, ignore=[0, 1])
    assert slides.remainder.tolist() == [[0.0, 0.0], [0.0, 0.0]]


# Rows that are not seen ---------------------------------------------------------------------

WALLS = ShapeArray.boxes(2, 50, [(10, 0), (20, 0), (30, 0)])


@pytest.mark.parametrize(
    ("ignore", "stops_at"),
    [(None, 0), (-1, 0), (0, 1), ([0], 1), ([0, 1], 2), ((1, -1, 0), 2), (2, 0), ([], 0),
     (np.array([0, 1, 2]), None), (range(2), 2)],
)  # fmt: skip
def test_ignored_rows_of_a_single_shape(ignore: Any, stops_at: int | None) -> None:
    shapes = list(WALLS)
    one = Compound(WALLS[:1])
    for scene in (
        WALLS,
        ShapeIndex(WALLS),
        shapes,
        [one, *shapes[1:]],
        ShapeIndex([one, *shapes[1:]]),
    ):
        ball = Circle((0, 0), 1)
        slide = sepax.move_and_slide(ball, scene, (40, 0), skin=0.5, ignore=ignore)
        assert slide.indices == (() if stops_at is None else (stops_at,))


def test_ignored_rows_beside_the_shape_itself() -> None:
    ball = Circle((0, 0), 1)
    for other in (
        Polygon.box(2, 50, position=(10, 0)),
        Compound([Polygon.box(2, 50)], position=(10, 0)),
    ):
        ball.position = (0, 0)
        slide = sepax.move_and_slide(ball, [other, ball], (40, 0), ignore=[0])
        assert slide.position == (40.0, 0.0)


def test_ignored_rows_of_many() -> None:
    def found(ignore: Any) -> list[int]:
        balls = ShapeArray.circles([(0, 0), (0, 5), (0, 10)], 1)
        slides: Slides = move(balls, WALLS, (40, 0), skin=0.5, ignore=ignore)
        return slides.indices.tolist()  # type: ignore[no-any-return]

    assert found(None) == found(-1) == found([-1, -1, -1]) == [0, 0, 0]
    assert found([0, 1, -1]) == [1, 0, 0]
    assert found(0) == [1, 1, 1]
    assert found([[0, 1], [-1, 0], [2, 1]]) == [2, 1, 0]
    assert found([[0, 1]]) == [2, 2, 2]
    assert found(np.empty((3, 0), np.int8)) == [0, 0, 0]


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize(
    ("ignore", "error", "words"),
    [
        (3, IndexError, "ignore holds 3, out of range for 3 rows"),
        (-2, IndexError, "ignore holds -2"),
        ([0, 10**30], IndexError, "ignore"),
        (0.5, TypeError, "ignore must be integers"),
        ("1", TypeError, "ignore"),
        (np.zeros((2, 2, 2), int), ValueError, "ignore must be"),
    ],
)
def test_errors_of_ignored_rows(many: bool, ignore: Any, error: Any, words: str) -> None:
    shape = ShapeArray.circles([(0, 0)] * 2, 1) if many else Circle((0, 0), 1)
    with pytest.raises(error, match=words):
        move(shape, WALLS, (40, 0), ignore=ignore)


# Slides -------------------------------------------------------------------------------------


def some() -> Slides:
    balls = ShapeArray.circles([(0, 0), (0, 60), (8, 5)], 1)
    slides: Slides = sepax.move_and_slide(balls, WALLS, (40, 1), skin=0.5)
    return slides


def same(one: Slides, other: Slides) -> bool:
    return list(one) == list(other)


def test_rows_of_slides() -> None:
    slides = some()
    assert len(slides) == 3
    assert repr(slides) == "<Slides of 3 shapes>"
    assert [len(slide.impacts) for slide in slides] == np.diff(slides.offsets).tolist() == [1, 0, 1]
    assert isinstance(slides[-1], Slide)
    assert slides[-1] == slides[np.int64(2)] == list(slides)[2]
    assert type(slides[0].indices[0]) is int
    assert type(slides[0].position[0]) is float
    for key in (
        slice(1, None),
        [2, 0, 2],
        np.array([True, False, True]),
        [],
        slice(None, None, -1),
    ):
        rows = np.arange(3)[key]
        assert list(slides[key]) == [slides[int(row)] for row in rows]
    with pytest.raises(IndexError, match="index 3 is out of range for 3 shapes"):
        slides[3]
    with pytest.raises(IndexError, match="one row"):
        slides[0, 0]


def test_slides_are_copied_and_keep_their_columns() -> None:
    slides = some()
    assert same(pickle.loads(pickle.dumps(slides)), slides)
    assert same(copy.deepcopy(slides), slides)
    with pytest.raises(AttributeError, match=r"Slides\.position cannot be replaced"):
        slides.position = slides.position
    with pytest.raises(AttributeError, match=r"Slides\.offsets cannot be deleted"):
        del slides.offsets
    with pytest.raises(ValueError, match="Slides takes an array for each of position, remainder"):
        Slides(slides.position)


# Arguments ----------------------------------------------------------------------------------


def test_no_shapes() -> None:
    for motion in ((1, 0), np.empty((0, 2))):
        slides = sepax.move_and_slide(ShapeArray(), WALLS, motion)
        assert len(slides) == len(slides.impacts) == 0
        assert slides.offsets.tolist() == [0]
    balls = ShapeArray.circles([(0, 0)], 1)
    assert sepax.move_and_slide(balls, ShapeArray(), (1, 0))[0].position == (1.0, 0.0)


def far_pair() -> ShapeArray:
    return ShapeArray([Circle((0, 0), 1), Circle((2.0**240, 0), 1)])


NOWHERE = [(1, 0), (math.nan, 0)]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: move(far_pair(), WALLS, [(1, 0)] * 3), ValueError, "motion must be one for all"),
        (lambda: move(far_pair(), WALLS, (1, 2, 3)), ValueError, "motion must be a pair"),
        (lambda: move(far_pair(), WALLS, NOWHERE), ValueError, r"motion\[1\].*finite"),
        (lambda: move(far_pair(), WALLS, (2.0**241, 0)), ValueError, r"motion\[0\].*2\*\*240"),
        (lambda: move(Circle((0, 0), 1), WALLS, (2.0**241, 0)), ValueError, r"motion.*2\*\*240"),
        (lambda: move(far_pair(), WALLS, (1, 0), skin=[1, 0]), ValueError, r"skin\[1\] .*positive"),
        (lambda: move(far_pair(), WALLS, (1, 0), skin=[1, 1, 1]), ValueError, "skin must be one"),
        (lambda: move(far_pair(), WALLS, (1, 0), max_slides=-1), ValueError, "negative"),
        (lambda: move(far_pair(), WALLS, (1, 0), solid=bool), TypeError, "solid is for a single"),
        (lambda: move(far_pair(), WALLS, (1, 0), ignore=[0, 0, 0]), ValueError, "ignore must"),
        (lambda: move(far_pair(), WALLS, (1, 0), workers=0), ValueError, "workers"),
        (lambda: move(Circle((0, 0), 1), WALLS, (1, 0), workers=0), ValueError, "workers"),
        (lambda: move(far_pair(), 3, (1, 0)), TypeError, "scene must"),
    ],
)  # fmt: skip
def test_errors(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_where_one_fails_none_has_moved() -> None:
    pair = far_pair()
    with pytest.raises(ValueError, match=r"shape 1: position must be finite and within 2\*\*240"):
        sepax.move_and_slide(pair, WALLS, (2.0**200, 0))
    assert pair.positions.tolist() == [[0.0, 0.0], [2.0**240, 0.0]]
    points = ShapeArray([Segment((0, 0), (1, 0)), Point((9, 9))])
    with pytest.raises(ValueError, match="shape 1: skin must be given"):
        sepax.move_and_slide(points, WALLS, (1, 0))
    assert points.positions.tolist() == [[0.0, 0.0], [9.0, 9.0]]


def test_a_single_shape_that_cannot_go_on_stays() -> None:
    ball = Circle((2.0**240, 5), 1)
    with pytest.raises(ValueError, match=r"^position must be finite and within 2\*\*240"):
        sepax.move_and_slide(ball, WALLS, (2.0**200, 0))
    assert ball.position == (2.0**240, 5.0)


def test_max_slides_beyond_any_number() -> None:
    assert move(Circle((0, 0), 1), WALLS, (40, 0), skin=0.5, max_slides=10**30).indices == (0,)


def generated(shapes: list[Shape]) -> Iterator[Shape]:
    yield from shapes


def test_a_mover_in_a_generator_is_not_in_its_own_way() -> None:
    ball = Circle((0, 0), 1)
    assert move(ball, generated([ball, *WALLS]), (40, 0), skin=0.5).indices == (1,)
    assert move(ball, ball, (5, 0)).impacts == ()
