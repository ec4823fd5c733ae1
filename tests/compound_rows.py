"""Compounds of all kinds: in arrays made in several ways, and one by one, made from scratch."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from outlines import FRAME, L_TILE, T_TILE, U_TILE, comb, star

import sepax
from sepax import (
    Capsule,
    Circle,
    Compound,
    CompoundArray,
    Point,
    Polygon,
    Segment,
    Shape,
    ShapeArray,
)


class Rows(NamedTuple):
    """What compounds are made of, and a length: most things are so large, and so far apart."""

    parts: list[list[Shape]]
    positions: Any
    angles: Any
    size: float


def part(rng: np.random.Generator, kind: int, size: float, most: int) -> Shape:
    """Return a part of one of nine kinds, near the origin."""
    spot, way = rng.normal(size=(2, 2)) * size
    turn, sides = float(rng.uniform(-3, 3)), int(rng.integers(3, most + 1))
    length, small = float(rng.uniform(0.5, 2)) * size, 0.2 * size
    makers: list[Callable[[], Shape]] = [
        lambda: Circle(spot, length),
        lambda: Point(spot),
        lambda: Segment(spot, spot + way),
        lambda: Capsule(spot, spot + way, small),
        lambda: Polygon.box(length, size, position=spot, angle=turn),
        lambda: Polygon.box(length, size, position=spot, angle=turn, radius=small),
        lambda: Polygon.regular(sides, size, position=spot, angle=turn),
        lambda: Polygon.hull(spot + rng.normal(size=(sides, 2)) * size),
        lambda: Polygon.hull(spot + rng.normal(size=(5, 2)) * size, radius=small),
    ]
    return makers[kind % 9]()


def mixed(
    count: int = 9,
    size: float = 1.0,
    far: float = 0.0,
    most_parts: int = 4,
    most_sides: int = 12,
    geometries: int | None = None,
    kinds: int = 9,
) -> Rows:
    """Return compounds of parts of several kinds; with fewer geometries than rows they share."""
    rng = np.random.default_rng(3)
    made = [
        [part(rng, int(rng.integers(kinds)), size, most_sides) for _ in range(number)]
        for number in rng.integers(1, most_parts + 1, geometries or count).tolist()
    ]
    parts = [made[k % len(made)] for k in range(count)]
    angles = rng.uniform(-3, 3, count) * (rng.random(count) < 0.8)
    return Rows(parts, rng.normal(size=(count, 2)) * 6 * size + (far, -far), angles, size)


def cut(*outlines: Any) -> Rows:
    """Return concave outlines, cut, on a lattice: with quarter turns they touch, and in seams."""
    rng = np.random.default_rng(5)
    parts: list[list[Shape]] = [list(sepax.convex_parts(rings[0], rings[1:])) for rings in outlines]
    places = rng.integers(-6, 7, (len(parts), 2)).astype(float)
    return Rows(parts, places, rng.integers(0, 2, len(parts)) * 0.3, 3.0)


FAMILIES: dict[str, Rows] = {
    "mixed": mixed(),
    "shared": mixed(count=10, geometries=3),
    "one row": mixed(count=1),
    "one part each": mixed(count=12, most_parts=1),
    "many parts": mixed(count=4, most_parts=40),
    "large rings": mixed(count=4, most_sides=300, kinds=8),
    "outlines": cut([L_TILE], FRAME, [T_TILE], [U_TILE], [comb(9)], [star(20, 2) * 4], [L_TILE]),
    "far": mixed(far=1e7),
    "very far": mixed(size=100.0, far=1e15),
    "tiny": mixed(count=14, size=1e-150),
    "huge": mixed(size=1e60),
}


def scratch(rows: Rows) -> list[Compound]:
    """Return single compounds, made anew."""
    return [
        Compound(parts, position=tuple(place), angle=angle)
        for parts, place, angle in zip(
            rows.parts, rows.positions.tolist(), rows.angles.tolist(), strict=True
        )
    ]


def forms(rows: Rows) -> dict[str, CompoundArray]:
    """Return arrays of the same compounds, made in several ways."""
    singles, count = scratch(rows), len(rows.parts)
    array = CompoundArray.from_compounds(singles)
    posed = CompoundArray([Compound(parts) for parts in rows.parts])
    unpickled = pickle.loads(pickle.dumps(posed))
    posed.set_poses(rows.positions, rows.angles)
    unpickled.set_poses(rows.positions, rows.angles)
    moved = copy.deepcopy(array)
    moved.set_poses(rows.positions[::-1] * 1.5, rows.angles[::-1])
    len(moved.parts)  # in the block of all, which is posed anew
    moved.set_poses(rows.positions, rows.angles, where=slice(None))
    backwards = array[::-1]
    return {
        "of compounds": array,
        "posed later": posed,
        "unpickled": unpickled,
        "moved there": moved,
        "taken": backwards[np.arange(count)[::-1]],
        "joined": CompoundArray.concatenate([array[: count // 2], array[count // 2 :]]),
    }


def frozen(answer: Any) -> Any:
    """Return something that is equal only for the same bits."""
    if isinstance(answer, np.ndarray):
        return answer.dtype.str, answer.shape, answer.tobytes()
    if isinstance(answer, (tuple, list)):
        return tuple(map(frozen, answer))
    if hasattr(answer, "_arrays"):
        return type(answer), frozen(answer._arrays())
    if isinstance(answer, ShapeArray):
        return frozen((answer.vertices, answer.offsets, answer.radii, answer.normals))
    if isinstance(answer, float):
        return answer.hex()
    return answer


def asked(query: Callable[..., Any], *sides: Any) -> Any:
    """Return the frozen answer, or the error."""
    try:
        return frozen(query(*sides))
    except (TypeError, ValueError) as error:
        return type(error), str(error)
