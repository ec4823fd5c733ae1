"""Pairs of shapes of one family, which are far apart, near each other or overlap."""

from dataclasses import dataclass

import numpy as np
from common.known import MARGIN, Motion, separation
from common.shapes import (
    Array,
    Maker,
    Shapes,
    Truths,
    aimed,
    anywhere,
    boxes,
    capsules,
    circles,
    convex,
    directions,
    points,
    rounded_boxes,
    segments,
)

COUNT = 1000  # distinct pairs a case: one repeated pair would flatter code with branches
PLACEMENTS = ("far", "near", "overlapping")

FAMILIES: dict[str, tuple[Maker, Maker]] = {
    "boxes": (boxes, boxes),
    "4-gons": (convex(4), convex(4)),
    "8-gons": (convex(8), convex(8)),
    "32-gons": (convex(32), convex(32)),
    "circle-box": (circles, boxes),
    "circle-8-gon": (circles, convex(8)),
    "segments": (segments, segments),
    "capsules": (capsules, capsules),
    "rounded boxes": (rounded_boxes, rounded_boxes),
    "capsule-8-gon": (capsules, convex(8)),
    "point-8-gon": (points, convex(8)),
}


@dataclass(frozen=True)
class Placement:
    """What pairs are to be like, before they are drawn.

    ``family`` is a key of `FAMILIES`. ``place`` is ``"far"``: the bounding circles are apart;
    ``"near"``: they overlap, the shapes do not; ``"overlapping"``: the shapes overlap.
    """

    family: str
    place: str

    @property
    def name(self) -> str:
        return f"{self.family} {self.place}"


@dataclass(frozen=True)
class Pairs(Motion):
    """``COUNT`` pairs of one family in one placement."""

    placement: Placement
    offset: Array  # a step of a that changes no boolean


def draw_pairs(placement: Placement) -> Pairs:
    """Draw pairs until enough of them are in a placement."""
    keys = list(FAMILIES).index(placement.family), PLACEMENTS.index(placement.place)
    random = np.random.default_rng((1, *keys))
    chosen: list[tuple[Shapes, Shapes]] = []
    found = 0
    while found < COUNT:
        a, b = _candidates(random, placement)
        kept = np.flatnonzero(_in_place(separation(a, b), placement.place))[: COUNT - found]
        chosen.append((a.take(kept), b.take(kept)))
        found += len(kept)
    a, b = (_join(side) for side in zip(*chosen, strict=True))
    gap, velocity = separation(a, b), aimed(random, a, b)
    # A step of half the separation keeps the pair in its placement.
    step = np.minimum(0.5 * np.abs(gap), 1.0)[:, None]
    return Pairs(a, b, gap, velocity, placement, step * directions(random, COUNT))


def _candidates(random: np.random.Generator, placement: Placement) -> tuple[Shapes, Shapes]:
    a, b = (make(random, COUNT) for make in FAMILIES[placement.family])
    low, high = (1.05, 2.0) if placement.place == "far" else (0.0, 1.0)
    distance = (a.reach + b.reach) * random.uniform(low, high, COUNT)
    start = anywhere(random, COUNT)
    return a.at(start), b.at(start + distance[:, None] * directions(random, COUNT))


def _in_place(gap: Array, place: str) -> Truths:
    return gap < -MARGIN if place == "overlapping" else gap > MARGIN


def _join(parts: tuple[Shapes, ...]) -> Shapes:
    names = ("local", "radius", "position", "angle")
    fields = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
    return Shapes(parts[0].kind, *fields)
