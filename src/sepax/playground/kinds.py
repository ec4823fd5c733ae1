"""The shapes of the playground, each in a frame of its own with its middle at (0, 0)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, Shape
from sepax.plot import outline

FloatArray = npt.NDArray[np.float64]

FLAT = 0.003  # world units, a small part of a pixel


class Model(NamedTuple):
    """A shape without a pose: what all bodies of a kind and a size have in common."""

    name: str
    parts: tuple[Shape, ...]  # convex
    rings: tuple[FloatArray, ...]  # what to fill: the outline of each part
    borders: tuple[FloatArray, ...]  # of several parts: the edges that are no seams


def model(name: str, shape: Shape | Compound) -> Model:
    """Make a model of a shape that is where its own frame is."""
    parts = tuple(shape.parts) if isinstance(shape, Compound) else (shape,)
    rings = tuple(_ring(part) for part in parts)
    return Model(name, parts, rings, _borders(rings) if len(rings) > 1 else ())


def _ring(part: Shape) -> FloatArray:
    """Return its outline, round corners as polygons that are nowhere off by more than FLAT."""
    return outline(part, min((8.0 * FLAT / part.radius) ** 0.5, 0.5) if part.radius else 0.5)


def _borders(rings: tuple[FloatArray, ...]) -> tuple[FloatArray, ...]:
    """Return the edges that no two rings share."""
    ends = [(tuple(p), tuple(q)) for ring in rings for p, q in _edges(ring)]
    known = set(ends)
    return tuple(np.array(edge) for edge in ends if edge[::-1] not in known)


def _edges(ring: FloatArray) -> list[tuple[list[float], list[float]]]:
    corners: list[list[float]] = ring.tolist()
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def scaled(old: Model, factor: float) -> Model:
    """Make a model of another size; geometry is never changed in place."""
    parts = [_scaled(part, factor) for part in old.parts]
    return model(old.name, parts[0] if len(parts) == 1 else Compound(parts))


def _scaled(shape: Shape, factor: float) -> Shape:
    x, y = shape.position
    position, radius = (factor * x, factor * y), factor * shape.radius
    vertices = factor * shape.local_vertices
    if len(vertices) == 1:
        return Circle(position, radius) if radius else Point(position)
    if len(vertices) == 2:
        start, end = vertices.tolist()
        if radius:
            return Capsule(start, end, radius, position=position, angle=shape.angle)
        return Segment(start, end, position=position, angle=shape.angle)
    return Polygon(vertices, position=position, angle=shape.angle, radius=radius)


def size(of: Model) -> float:
    """How far the farthest point of its outline is from the middle."""
    return max(float(np.hypot(*ring.T).max()) for ring in of.rings)


CUP = [(-2, -1.5), (2, -1.5), (2, 1.5), (1.2, 1.5), (1.2, -0.7), (-1.2, -0.7), (-1.2, 1.5)]
CUP = [*CUP, (-2, 1.5)]


def all_kinds() -> list[Model]:
    """One model of each kind, in the order in which A adds them."""
    return [
        model("triangle", Polygon.regular(3, 1.2)),
        model("box", Polygon.box(2.2, 1.4)),
        model("hexagon", Polygon.regular(6, 1.1)),
        model("octagon", Polygon.regular(8, 1.1)),
        model("circle", Circle((0, 0), 0.9)),
        model("rounded box", Polygon.box(1.8, 1.0, radius=0.35)),
        model("capsule", Capsule((-0.8, 0), (0.8, 0), 0.45)),
        model("segment", Segment((-1.2, 0), (1.2, 0))),
        model("point", Point((0, 0))),
        model("cup", Compound.from_polygon(0.6 * np.array(CUP))),
    ]
