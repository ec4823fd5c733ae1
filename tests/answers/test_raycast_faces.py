"""A ray that hits an upright or level face ends at the coordinate of the face, to the last bit."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import sepax
from sepax import (
    Capsule,
    Compound,
    CompoundArray,
    Polygon,
    Segment,
    ShapeArray,
    ShapeIndex,
    kernels,
    raw,
)

Array = npt.NDArray[np.float64]
SHAPES = 40
STEP = [(-2, 0), (-2, -1), (1, -1), (1, 0.7), (0.3, 0.7), (0.3, 1.5), (-2, 1.5)]  # an L
HOLE = [(-1.5, 0.2), (-1.5, -0.4), (-0.2, -0.4), (-0.2, 0.2)]
STAIRS = [(0.1 * x, 0.1 * (x + up)) for x in range(40) for up in (0, 1)]  # with a tree of edges


def outline(ring: Any, holes: Any = ()) -> Callable[[Array, Array], CompoundArray]:
    shape = Compound.from_polygon(ring, holes)
    return lambda places, _: CompoundArray.at(shape, places, 0.0)


def unions(places: Array, sizes: Array) -> CompoundArray:
    """Two boxes that overlap: a ray may meet either of two faces where they cross."""
    return CompoundArray(
        [
            Compound(
                [Polygon.box(w, h, position=place), Polygon.box(0.4 * w, 1.4 * h, position=place)]
            )
            for place, (w, h) in zip(places.tolist(), sizes.tolist(), strict=True)
        ]
    )


KINDS: dict[str, Callable[[Array, Array], Any]] = {
    "boxes": lambda places, sizes: ShapeArray.boxes(sizes[:, 0], sizes[:, 1], places),
    "quarter turns": lambda places, sizes: ShapeArray.boxes(
        sizes[:, 0], sizes[:, 1], places, np.arange(len(places)) * (math.pi / 2)
    ),
    "rounded": lambda places, sizes: ShapeArray.boxes(
        sizes[:, 0], sizes[:, 1], places, radii=0.1 * sizes[:, 0]
    ),
    "polygons": lambda places, sizes: ShapeArray(
        [
            Polygon([(0, 0), (w, 0), (w, h), (0.3 * w, h), (-0.2 * w, 0.5 * h)], position=place)
            for place, (w, h) in zip(places.tolist(), sizes.tolist(), strict=True)
        ]
    ),
    "segments": lambda places, sizes: ShapeArray.segments(
        places, places + sizes * (np.arange(len(places))[:, np.newaxis] % 2 == [0, 1])
    ),
    "capsules": lambda places, sizes: ShapeArray.capsules(
        places, places + sizes * (np.arange(len(places))[:, np.newaxis] % 2 == [0, 1]), 0.3
    ),
    "outlines": outline(STEP, [HOLE]),
    "stairs": outline([*STAIRS, (4.0, 0.0)]),
    "unions": unions,
}


def rays(places: Array, n: int, seed: int) -> tuple[Array, Array]:
    """Return rays from all sides at the shapes, every third one along an axis."""
    numbers = np.random.default_rng(seed)
    targets = places[numbers.integers(0, len(places), n)] + numbers.uniform(-1.5, 1.5, (n, 2))
    ways = numbers.normal(size=(n, 2))
    ways[::3] = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])[numbers.integers(0, 4, len(ways[::3]))]
    return targets - ways * numbers.uniform(2.0, 9.0, (n, 1)), ways


def coordinates(shape: Any) -> Array:
    """All vertices: (n, 2)."""
    if not isinstance(shape, Compound):
        return np.asarray(shape.vertices)
    try:
        return np.concatenate([shape.exterior, *shape.holes])
    except ValueError:  # a union
        return np.concatenate([part.vertices for part in shape.parts])


def misplaced(scene: Any, hits: Any, radius: float) -> tuple[int, int]:
    """How many hits are on upright or level faces, and how many of these are beside them."""
    known = [coordinates(shape) for shape in scene]
    radii = [getattr(shape, "radius", 0.0) for shape in scene]
    is_sharp = radius == 0.0 == max(radii)
    found = wrong = 0
    for k in np.flatnonzero(hits.hit & (hits.distance > 0.0)):
        axis = int(abs(hits.normal[k, 1]) > abs(hits.normal[k, 0]))
        normal, row = hits.normal[k, axis], hits.index[k]
        places = known[row][:, axis] + radii[row] * normal
        off = np.abs(places - hits.point[k, axis])
        is_on_face = (
            is_sharp and abs(normal) > 1.0 - 1e-9 and np.sum(places == places[off.argmin()]) > 1
        )
        if is_on_face or hits.normal[k, 1 - axis] == 0.0:
            found += 1
            wrong += int(off.min() != 0.0)
    return found, wrong


def scene_of(kind: str, away: float = 0.0) -> tuple[Any, Array]:
    numbers = np.random.default_rng(len(kind))
    places = away + numbers.uniform(0.0, 60.0, (SHAPES, 2))
    return KINDS[kind](places, numbers.uniform(0.3, 3.0, (SHAPES, 2))), places


@pytest.mark.quick
@pytest.mark.parametrize("radius", [0.0, 0.37])
@pytest.mark.parametrize("kind", KINDS)
def test_points_are_on_faces(kind: str, radius: float) -> None:
    found = wrong = 0
    for seed, away in enumerate([0.0, 1234.5, 1e9]):
        scene, places = scene_of(kind, away)
        origins, ways = rays(places, 1500, seed)
        for target in (scene, ShapeIndex(scene)):
            hits = sepax.raycast(target, origins, ways, radius=radius)
            on_faces, beside = misplaced(scene, hits, radius)
            found += on_faces
            wrong += beside
    assert wrong == 0
    assert found > 900


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_every_door_gives_the_same_point(kind: str) -> None:
    scene, places = scene_of(kind)
    origins, ways = rays(places, 60, 7)
    for radius in (0.0, 0.37):
        hits = sepax.raycast(scene, origins, ways, radius=radius)
        every = sepax.raycast(scene, origins, ways, radius=radius, all=True)
        assert misplaced(scene, every, radius)[1] == 0
        for k in np.flatnonzero(hits.hit):
            shape, ray = scene[int(hits.index[k])], (tuple(origins[k]), tuple(ways[k]))
            alone = shape.raycast(*ray, radius=radius)
            assert alone.point == tuple(hits.point[k])
            if not isinstance(shape, Compound):
                own: Any = raw.raycast(
                    shape.vertices, *ray, radius=radius, ring_radius=shape.radius
                )
                assert own.point == alone.point


def test_straight_at_discs() -> None:
    """From above, at the top of a disc or at a vertex."""
    numbers = np.random.default_rng(5)
    centres, radii = numbers.uniform(-9.0, 9.0, (500, 2)), numbers.uniform(0.1, 3.0, 500)
    discs = ShapeArray.circles(centres, radii)
    points = ShapeArray.points(centres)
    for scene, own, radius in (
        (discs, radii, 0.0),
        (discs, radii, 0.1),
        (points, 0.0 * radii, 1.3),
    ):
        for k, (x, y) in enumerate(centres.tolist()):
            assert point_of(scene[k], (x, y + 11.7), (0, -3), radius) == (x, y + own[k])


def point_of(shape: Any, *ray: Any) -> tuple[float, float]:
    hit = shape.raycast(*ray[:2], radius=ray[2])
    assert hit is not None
    return (float(hit.point[0]), float(hit.point[1]))


def test_known_points() -> None:
    box = Polygon([(100, 50), (150, 50), (150, 90), (100, 90)])
    region = Compound.from_polygon(box.vertices)
    for shape in (box, region, Compound([box]), Segment((0, 90), (150, 90))):
        for radius in (0.0, 0.1):
            assert point_of(shape, (120, 200), (0, -1), radius) == (120.0, 90.0)
    capsule = Capsule((120, 0), (120, 80.3), 9.7)
    assert point_of(capsule, (120, 200), (0, -1), 0.0) == (120.0, 80.3 + 9.7)
    low = Polygon([(-1, -1), (1, -1), (1, -0.0), (-1, -0.0)])
    assert math.copysign(1.0, point_of(low, (0.3, 7), (0, -1), 0.0)[1]) == 1.0


def test_seams() -> None:
    """Rays through the upper end of a seam meet its side first; the face above belongs to both."""
    numbers = np.random.default_rng(3)
    for left, seam, right, top, x, y in (numbers.integers(1, 60, (2000, 6)) / 8).tolist():
        parts = [
            Polygon([(a, -1), (b, -1), (b, top), (a, top)])
            for a, b in ((-left, seam), (seam, seam + right))
        ]
        assert parts[0].raycast((seam + x, top + y), (-x, -y)).normal == (1.0, 0.0)
        hit = Compound(parts).raycast((seam + x, top + y), (-x, -y))
        assert hit.normal == (0.0, 1.0)
        assert hit.point[1] == top


def test_straight_at_corners() -> None:
    """A disc from above, and then from the left, at the corners of a diamond."""
    numbers = np.random.default_rng(4)
    for x, y, width, height, radius in numbers.uniform(0.1, 5.0, (500, 5)).tolist():
        tips = [(x + width, y), (x, y + height), (x - width, y), (x, y - height)]
        for k, rounding in itertools.product(range(4), (0.0, 0.3)):
            shape = Polygon(tips[k:] + tips[:k], radius=rounding)
            assert point_of(shape, (x, 17.0), (0, -1), radius)[1] == tips[1][1] + rounding
            assert point_of(shape, (-19.7, y), (1, 0), radius)[0] == tips[2][0] - rounding


def test_kernels_by_numbers() -> None:
    hit = kernels.box_raycast(125, 70, 25, 20, 1, 0, 120, 200, 0, -1)
    assert hit is not None
    assert hit.point == (120.0, 90.0)
