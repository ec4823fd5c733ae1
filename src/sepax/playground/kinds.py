"""The shapes of the playground, in local coordinates with the centre at (0, 0)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, Shape
from sepax.plot import outline

FloatArray = npt.NDArray[np.float64]

FLAT = 0.003  # world units, a small part of a pixel


class Model(NamedTuple):
    """A shape without a pose, shared by all bodies of one kind and size."""

    name: str
    parts: tuple[Shape, ...]  # convex
    rings: tuple[FloatArray, ...]  # the outline of each part, to fill
    borders: tuple[FloatArray, ...]  # for several parts, the edges that are not seams


def model(name: str, shape: Shape | Compound) -> Model:
    """Make a model of a shape that is centred on (0, 0)."""
    parts = _about_centre(shape) if isinstance(shape, Compound) else (shape,)
    rings = tuple(_ring(part) for part in parts)
    return Model(name, parts, rings, _borders(rings) if len(rings) > 1 else ())


def _about_centre(shape: Compound) -> tuple[Shape, ...]:
    """Return the parts of a compound, each with its position at (0, 0): all turn about that."""
    parts = shape.parts
    if any(len(part.vertices) < 3 for part in parts):
        return tuple(parts)
    return tuple(Polygon(part.vertices, radius=part.radius) for part in parts)


def _ring(part: Shape) -> FloatArray:
    """Return the outline; round corners become polygons within FLAT of the arc."""
    return outline(part, min((8.0 * FLAT / part.radius) ** 0.5, 0.5) if part.radius else 0.5)


def _borders(rings: tuple[FloatArray, ...]) -> tuple[FloatArray, ...]:
    """Return the edges that belong to one ring only."""
    corners = [[(x, y) for x, y in ring.tolist()] for ring in rings]
    ends = [edge for ring in corners for edge in zip(ring, ring[1:] + ring[:1], strict=True)]
    known = set(ends)
    return tuple(np.array(edge) for edge in ends if edge[::-1] not in known)


def scaled(old: Model, factor: float) -> Model:
    """Return a model of another size; the old one stays as it is."""
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
    """Return the distance from the centre to the farthest point of the outline."""
    return max(float(np.hypot(*ring.T).max()) for ring in of.rings)


CUP = [(-2, -1.5), (2, -1.5), (2, 1.5), (1.2, 1.5), (1.2, -0.7), (-1.2, -0.7), (-1.2, 1.5)]
CUP = [*CUP, (-2, 1.5)]


def all_kinds() -> list[Model]:
    """Return one model of each kind, in the order in which the key A adds them."""
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
