"""The ready scenes, in the order of TAB."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sepax import Circle, Compound, Polygon
from sepax.playground.kinds import CUP, Model, all_kinds, model, scaled
from sepax.playground.world import Body

PROXIES, MTV, CONTACTS, VELOCITY = "shadows", "mtv", "contacts", "velocity"
THOUSAND = 1000


class Scene(NamedTuple):
    """The bodies at the start, and the overlays that are on."""

    title: str
    text: str
    bodies: list[Body]
    shows: frozenset[str] = frozenset()
    running: bool = False
    particles: int = 0
    width: float = 15.0  # world units that are in view


def _thousand() -> list[Body]:
    """Return small shapes of several kinds; half of them overlap. The seed is fixed."""
    source = np.random.default_rng(7)
    small: list[Model] = [scaled(kind, 0.16) for kind in all_kinds()[:7]]
    places = source.uniform((-8, -4.5), (8, 4.5), (THOUSAND, 2)).tolist()
    angles = source.uniform(-math.pi, math.pi, THOUSAND).tolist()
    return [
        Body(small[k % len(small)], (x, y), angle)
        for k, ((x, y), angle) in enumerate(zip(places, angles, strict=True))
    ]


def _everything() -> list[Body]:
    places = [(4.2 * (k % 5) - 8.4, 2.0 - 4.0 * (k // 5)) for k in range(10)]
    return [Body(kind, place) for kind, place in zip(all_kinds(), places, strict=True)]


SCENES = [
    Scene(
        "A hexagon and a triangle",
        "Each edge direction gives an axis. A gap between the shadows on one axis: they are apart.",
        [
            Body(model("hexagon", Polygon.regular(6, 1.5)), (-1.2, -0.4), 0.1),
            Body(model("triangle", Polygon.regular(3, 1.5)), (1.6, 0.6), 0.45),
        ],
        frozenset({PROXIES}),
        width=19.0,
    ),
    Scene(
        "Touching",
        "They share a piece of an edge and nothing else. Touching counts as a hit, with depth 0.",
        [
            Body(model("box", Polygon.box(4, 3)), (-2, 0)),
            Body(model("square", Polygon.box(2, 2)), (1, 1)),
        ],
        frozenset({CONTACTS}),
    ),
    Scene(
        "One inside the other",
        "The shortest way out does not follow the line between the centres. Drag the small shape.",
        [
            Body(model("hexagon", Polygon.regular(6, 0.8)), (2.2, -0.4), 0.2),
            Body(model("box", Polygon.box(8, 5)), (0, 0), 0.1),
        ],
        frozenset({MTV}),
    ),
    Scene(
        "A box and a circle at its vertex",
        "The shadows overlap on both axes of the box. Only the axis through the vertex has a gap.",
        [
            Body(model("circle", Circle((0, 0), 1.2)), (0.75, 0.75)),
            Body(model("box", Polygon.box(3, 3)), (-1.8, -1.8)),
        ],
        frozenset({PROXIES}),
        width=19.0,
    ),
    Scene(
        "A bullet through a thin wall",
        "Tests before and after the step find no overlap. The swept test finds the first impact.",
        [
            Body(model("bullet", Circle((0, 0), 0.3)), (-8, 0.5), velocity=(16, -1)),
            Body(model("wall", Polygon.box(0.3, 6)), (0.5, 0)),
            Body(model("crate", Polygon.box(1.6, 1.6)), (5, -1), 0.3),
        ],
        frozenset({VELOCITY}),
        width=24.0,
    ),
    Scene(
        "A spinning arm",
        "After half a turn, the arm is apart from the post. The swept test finds the first touch.",
        [
            Body(model("arm", Polygon.box(7, 0.3)), (-1.5, 0), -0.5, rate=math.pi),
            Body(model("post", Circle((0, 0), 0.3)), (-3.0, 2.6)),
            Body(model("box", Polygon.box(1.2, 1.2)), (6, 2.5), 0.3, (-4, -1), rate=-2.0),
        ],
        frozenset({VELOCITY}),
        width=24.0,
    ),
    Scene(
        "A concave cup",
        "Convex parts act as one shape, and the hollow stays free. Drag the ball into a side.",
        [
            Body(model("ball", Circle((0, 0), 1.0)), (-0.6, 0.2)),
            Body(model("cup", Compound.from_polygon(1.5 * np.array(CUP))), (0, -0.5), -0.1),
        ],
        frozenset({MTV, CONTACTS}),
    ),
    Scene(
        "Particles against shapes",
        "The swept test moves each particle from bounce to bounce. Drag a shape into the stream.",
        [
            Body(model("hexagon", Polygon.regular(6, 1.8)), (-0.5, 0.5), 0.3),
            Body(model("rounded box", Polygon.box(2.4, 0.8, radius=0.4)), (5, -2), -0.4),
        ],
        particles=400,
        width=24.0,
    ),
    Scene(
        "A thousand shapes",
        "SPACE pushes them apart until no two overlap. Drag a shape through the crowd.",
        _thousand(),
        width=24.0,
    ),
    Scene(
        "Every kind of shape",
        "Drag them over each other. A adds more of them, the wheel scales, R and T turn.",
        _everything(),
        frozenset({MTV, CONTACTS}),
        width=24.0,
    ),
]
