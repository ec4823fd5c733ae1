"""`move_and_slide` of compounds in arrays, and among compounds: the same as one by one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Circle, Compound, CompoundArray, Polygon, ShapeArray, ShapeIndex

L = Compound.from_polygon([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)])
PAIR = Compound([Circle((0, 0), 0.7), Polygon.box(1, 1, position=(1, 0))])


def crowd(seed: int) -> tuple[CompoundArray, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    ships = CompoundArray(
        [
            (L if k % 3 else PAIR).at(rng.uniform(-20, 20, (1, 2)), rng.uniform(0, 6, 1))[0]
            for k in range(24)
        ]
    )
    boxes = ShapeArray.boxes(2, 1, rng.uniform(-20, 20, (30, 2)), rng.uniform(0, 3, 30))
    walls = L.at(rng.uniform(-20, 20, (20, 2)), rng.uniform(0, 6, 20))
    scenes: dict[str, Any] = {
        "shapes": boxes,
        "index": ShapeIndex(boxes),
        "compounds": walls,
        "index of compounds": ShapeIndex(walls),
        "list": [*boxes[:9], *walls[:9]],
        "one compound": Compound(boxes),
    }
    return ships, scenes


@pytest.mark.parametrize("seed", range(4))
def test_arrays_move_as_single_compounds(seed: int) -> None:
    ships, scenes = crowd(seed)
    rng = np.random.default_rng(seed)
    motions = rng.uniform(-6, 6, (len(ships), 2))
    skins = rng.uniform(0.01, 0.05, len(ships))
    for scene in scenes.values():
        array, singles = ships.copy(), list(ships)
        slides = sepax.move_and_slide(array, scene, motions, skin=skins, workers=2)
        for k, ship in enumerate(singles):
            x, y = motions[k].tolist()
            assert sepax.move_and_slide(ship, scene, (x, y), skin=float(skins[k])) == slides[k]
            assert array[k].position == ship.position
            assert array[k].angle == ships[k].angle


@pytest.mark.parametrize("seed", range(4))
def test_a_compound_is_as_solid_as_its_parts(seed: int) -> None:
    """Boxes apart from each other: the moved shape comes to the same place."""
    rng = np.random.default_rng(seed)
    places = [(6.0 * i, 6.0 * j) for i in range(5) for j in range(5)]
    boxes = ShapeArray.boxes(2, 3, places, rng.uniform(0, 3, 25))
    whole = Compound(boxes)
    for _ in range(40):
        x, y = rng.uniform(-3, 27, 2).tolist()
        ship = PAIR.at([(x, y)], [0.4])[0]
        if ship.intersects(whole):
            continue
        motion = tuple(rng.uniform(-9, 9, 2).tolist())
        twin = ship.copy()
        slide = sepax.move_and_slide(ship, whole, motion, skin=0.02)
        other = sepax.move_and_slide(twin, boxes, motion, skin=0.02)
        assert slide.position == pytest.approx(other.position, abs=0.03)
        assert not ship.intersects(whole)


def test_an_array_in_itself_does_not_meet_its_own_rows() -> None:
    ships = L.at([(0, 0), (10, 0), (20, 0)], [0, 0, 0])
    slides = sepax.move_and_slide(ships, ships, (9, 0), skin=0.01)
    assert np.diff(slides.offsets).tolist() == [1, 1, 0]
    assert slides.indices.tolist() == [1, 2]
    assert ships[2].position == (29.0, 0.0)
    index = ShapeIndex(ships)
    slides = sepax.move_and_slide(ships, index, (-9, 0), skin=0.01)
    assert ships[0].position == pytest.approx((-2.0, 0.0), abs=0.02)


def test_what_solid_says_sees_the_compound_where_it_is() -> None:
    ship, seen = L.copy(), []

    def solid(index: int, impact: sepax.Impact) -> bool:
        seen.append((index, ship.position))
        return index == 1

    walls = ShapeArray.boxes(1, 50, [(10, 0), (20, 0)])
    slide = sepax.move_and_slide(ship, walls, (40, 0), skin=0.1, solid=solid)
    assert [index for index, _ in seen] == [0, 1]
    assert slide.position == ship.position
    assert ship.position == pytest.approx((16.4, 0.0))


def test_errors_leave_all_where_they_were() -> None:
    ships: Any = L.at([(0, 0), (10, 0)], [0, 0])
    with pytest.raises(TypeError, match="solid is for a single shape"):
        sepax.move_and_slide(ships, [], (1, 0), solid=lambda *_: True)
    walls = ShapeArray.boxes(1, 1, [(99, 99)])
    with pytest.raises(ValueError, match="compound 1: "):  # there its ring would have no area
        sepax.move_and_slide(ships, walls, [(1, 0), (2.0**200, 0)])
    assert ships[0].position == (0.0, 0.0)


def tiles(turn: float, width: float, kind: str) -> Any:
    """A floor, its surface at y = 0 from x = -600 to 600, turned about the origin."""
    count = round(600 / width)
    spots = [(width * (k + 0.5), -0.5 * width) for k in range(-count, count)]
    if kind == "compound":
        return Compound([Polygon.box(width, width, position=spot) for spot in spots], angle=turn)
    c, s = math.cos(turn), math.sin(turn)
    places = [(c * x - s * y, s * x + c * y) for x, y in spots]
    return sepax.ShapeIndex(sepax.ShapeArray.boxes(width, width, places, turn))


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("turn", [0.1, -0.1, 0.3, 2.0])
@pytest.mark.parametrize(
    ("kind", "width", "frames"), [("array", 16.0, 280), ("array", 2.0, 280), ("compound", 5.0, 40)]
)
def test_slides_along_turned_tiles_keep_their_speed(
    kind: str, width: float, frames: int, turn: float, sign: int
) -> None:
    """With gravity along the tiles or not, the box turned as they are or upright, in each frame."""
    scene, (c, s) = tiles(turn, width, kind), (math.cos(turn), math.sin(turn))
    for angle, size, down in (
        (turn, (20, 20), (2 * s, -2 * c)),
        (turn, (10, 16), (2 * s, -2 * c)),
        (0.0, (2, 1), (0.7 * s, -2 * c)),
        (0.0, (20, 20), (1.5 * s, -2 * c)),
    ):
        crate = Polygon.box(*size, angle=angle)
        low, _ = crate.project((-s, c))
        height = 0.01 - low
        crate.position = (-sign * 420 * c - height * s, -sign * 420 * s + height * c)
        motion = (sign * 3 * c + down[0], sign * 3 * s + down[1])
        goal = motion[0] * c + motion[1] * s
        for frame in range(frames):
            x, y = crate.position
            sepax.move_and_slide(crate, scene, motion)
            gone = (crate.position[0] - x) * c + (crate.position[1] - y) * s
            assert gone / goal == pytest.approx(1.0, abs=1e-9), frame
