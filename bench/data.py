"""Random convex shapes in pairs, and the answers known beforehand, in plain NumPy.

Everything is drawn in arrays of ``k`` shapes with equally many vertices, so that a bench of
single calls takes them one by one (`Shapes.outlines`) and a bench of batches takes them whole.
Lengths are those of sprites on a screen: half sides of 4 to 16 on a field of 1000 by 1000.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Point = tuple[float, float]

COUNT = 1000  # distinct pairs a case: one repeated pair would flatter code with branches
FIELD = 1000.0
SMALLEST, LARGEST = 4.0, 16.0  # half sides of boxes, radii of circles and polygons
MARGIN = 1e-6  # pairs nearer to touching than this are left out: there float peers may differ

PLACEMENTS = ("far", "near", "overlapping")


@dataclass(frozen=True)
class Outline:
    """One shape as plain numbers, from which every contestant builds its own object."""

    kind: str
    local: list[Point]
    world: list[Point]
    position: Point
    angle: float
    radius: float

    @property
    def width(self) -> float:
        """The full width of a box."""
        return 2.0 * abs(self.local[0][0])

    @property
    def height(self) -> float:
        """The full height of a box."""
        return 2.0 * abs(self.local[0][1])


@dataclass(frozen=True)
class Shapes:
    """``k`` shapes of one kind: ``local`` is (k, n, 2); a circle is one point and a radius."""

    kind: str
    local: Array
    radius: Array
    position: Array
    angle: Array

    @property
    def world(self) -> Array:
        """World vertices, (k, n, 2), counter-clockwise."""
        cosine, sine = np.cos(self.angle), np.sin(self.angle)
        rotation = np.stack((cosine, sine, -sine, cosine), axis=-1).reshape(-1, 2, 2)
        world: Array = self.local @ rotation + self.position[:, None, :]
        return world

    @property
    def reach(self) -> Array:
        """Radius of the circle about the position that holds the shape, (k,)."""
        reach: Array = self.radius + np.linalg.norm(self.local, axis=2).max(axis=1)
        return reach

    def at(self, position: Array) -> "Shapes":
        """Return the same shapes elsewhere."""
        return replace(self, position=position)

    def take(self, chosen: NDArray[np.intp]) -> "Shapes":
        """Return the chosen shapes only."""
        fields = (self.local, self.radius, self.position, self.angle)
        return Shapes(self.kind, *(field[chosen] for field in fields))

    def outlines(self) -> list[Outline]:
        """Return the shapes one by one, as Python numbers."""
        columns = (self.local, self.world, self.position, self.angle, self.radius)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return [
            Outline(self.kind, _points(local), _points(world), (x, y), angle, radius)
            for local, world, (x, y), angle, radius in rows
        ]


@dataclass(frozen=True)
class Pairs:
    """``COUNT`` pairs of one family in one placement."""

    family: str
    placement: str
    a: Shapes
    b: Shapes
    separation: Array  # signed: the gap, or minus the penetration depth
    offset: Array  # a step of a that changes no boolean
    velocity: Array  # of a, more or less towards b


Maker = Callable[[np.random.Generator, int], Shapes]


def boxes(random: np.random.Generator, count: int) -> Shapes:
    """Draw boxes about their own origin, up to 4 times as long as wide, at any angle."""
    half = random.uniform(SMALLEST, LARGEST, (count, 1, 2))
    corners = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    return _at_origin("box", half * corners, np.zeros(count), random)


def convex(sides: int) -> Maker:
    """Return a maker of generic convex polygons: no two edges parallel, none very short."""

    def make(random: np.random.Generator, count: int) -> Shapes:
        # Points in order on a circle are convex, and a stretch keeps them so.
        jitter = random.uniform(-0.35, 0.35, (count, sides))
        turn = (np.arange(sides) + jitter) * (2.0 * np.pi / sides)
        size = random.uniform(SMALLEST, LARGEST, (count, 1, 1))
        stretch = random.uniform(0.5, 1.0, (count, 1, 1))
        ring = np.stack((np.cos(turn), np.sin(turn)), axis=-1) * size
        local = ring * np.concatenate((np.ones_like(stretch), stretch), axis=2)
        return _at_origin("polygon", local, np.zeros(count), random)

    return make


def circles(random: np.random.Generator, count: int) -> Shapes:
    """Draw circles."""
    radius = random.uniform(SMALLEST, LARGEST, count)
    return _at_origin("circle", np.zeros((count, 1, 2)), radius, random)


FAMILIES: dict[str, tuple[Maker, Maker]] = {
    "boxes": (boxes, boxes),
    "4-gons": (convex(4), convex(4)),
    "8-gons": (convex(8), convex(8)),
    "32-gons": (convex(32), convex(32)),
    "circle-box": (circles, boxes),
    "circle-8-gon": (circles, convex(8)),
}


def draw_pairs(family: str, placement: str, count: int = COUNT, seed: int = 1) -> Pairs:
    """Draw pairs of a family in a placement.

    Parameters
    ----------
    family : str
        A key of `FAMILIES`.
    placement : str
        ``"far"``: the bounding circles are apart. ``"near"``: they overlap, the shapes do not.
        ``"overlapping"``: the shapes overlap.
    count, seed : int
        How many pairs, and where the random numbers start.
    """
    place = list(FAMILIES).index(family), PLACEMENTS.index(placement)
    random = np.random.default_rng((seed, *place))
    chosen: list[tuple[Shapes, Shapes]] = []
    found = 0
    while found < count:
        a, b = _candidates(random, family, placement, count)
        kept = np.flatnonzero(_in_placement(separation(a, b), placement))[: count - found]
        chosen.append((a.take(kept), b.take(kept)))
        found += len(kept)
    a, b = (_join(side) for side in zip(*chosen, strict=True))
    return _with_motion(random, family, placement, a, b)


def separation(a: Shapes, b: Shapes) -> Array:
    """Return the signed separation of each pair, (k,).

    It is minus the penetration depth where the shapes overlap. Where two polygons are apart it
    is the widest gap along any edge normal: of the same sign as the distance, at most as large.
    """
    if a.kind == "circle":
        return _signed_distance(a.position, b.world) - a.radius
    return np.maximum(_widest_gap(a.world, b.world), _widest_gap(b.world, a.world))


def first_touch(pairs: Pairs) -> tuple[Array, NDArray[np.bool_]]:
    """Return when a, moving for one unit of time, first touches b, and which answers are clear.

    The separation is a convex function of time, so its least value is found by golden section
    and the first touch by bisection before that: no formula in common with a swept test.

    Returns
    -------
    time : (k,) float64
        0 where they overlap from the start, infinity where they miss.
    clear : (k,) bool
        False where the shapes graze by less than `MARGIN`.
    """
    ends = np.zeros_like(pairs.separation), np.ones_like(pairs.separation)
    nearest = _least(lambda time: _separation_at(pairs, time), *ends)
    depth = np.minimum(_separation_at(pairs, nearest), pairs.separation)
    low, high = ends[0], nearest
    for _ in range(50):
        middle = 0.5 * (low + high)
        apart = _separation_at(pairs, middle) > 0.0
        low, high = np.where(apart, middle, low), np.where(apart, high, middle)
    time = np.where(pairs.separation <= 0.0, 0.0, np.where(depth <= 0.0, high, np.inf))
    return time, np.abs(depth) > MARGIN


def _points(rows: list[list[float]]) -> list[Point]:
    return [(x, y) for x, y in rows]


def _at_origin(kind: str, local: Array, radius: Array, random: np.random.Generator) -> Shapes:
    angle = random.uniform(-np.pi, np.pi, len(local))
    return Shapes(kind, local, radius, np.zeros((len(local), 2)), angle)


def _candidates(
    random: np.random.Generator, family: str, placement: str, count: int
) -> tuple[Shapes, Shapes]:
    a, b = (make(random, count) for make in FAMILIES[family])
    low, high = (1.05, 2.0) if placement == "far" else (0.0, 1.0)
    distance = (a.reach + b.reach) * random.uniform(low, high, count)
    start = random.uniform(0.0, FIELD, (count, 2))
    return a.at(start), b.at(start + distance[:, None] * _directions(random, count))


def _directions(random: np.random.Generator, count: int) -> Array:
    turn = random.uniform(-np.pi, np.pi, count)
    return np.stack((np.cos(turn), np.sin(turn)), axis=-1)


def _in_placement(gap: Array, placement: str) -> NDArray[np.bool_]:
    return gap < -MARGIN if placement == "overlapping" else gap > MARGIN


def _join(parts: tuple[Shapes, ...]) -> Shapes:
    names = ("local", "radius", "position", "angle")
    fields = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
    return Shapes(parts[0].kind, *fields)


def _with_motion(
    random: np.random.Generator, family: str, placement: str, a: Shapes, b: Shapes
) -> Pairs:
    count = len(a.angle)
    gap = separation(a, b)
    # A step of half the separation keeps the pair in its placement.
    step = np.minimum(0.5 * np.abs(gap), 1.0)[:, None]
    # Aimed at a point near b and for 0.5 to 2 times the way there: most hit, some miss.
    aside = (a.reach + b.reach) * random.uniform(0.0, 1.2, count)
    target = b.position + aside[:, None] * _directions(random, count)
    velocity = (target - a.position) * random.uniform(0.5, 2.0, (count, 1))
    return Pairs(family, placement, a, b, gap, step * _directions(random, count), velocity)


def _outward_normals(vertices: Array) -> Array:
    edges = np.roll(vertices, -1, axis=1) - vertices
    normals = np.stack((edges[..., 1], -edges[..., 0]), axis=-1)
    units: Array = normals / np.linalg.norm(normals, axis=2, keepdims=True)
    return units


def _widest_gap(a: Array, b: Array) -> Array:
    """Largest over the edges of a of the signed distance from that edge to all of b."""
    normals = _outward_normals(a)
    here = a.mean(axis=1, keepdims=True)  # coordinates about a: far from the origin they cancel
    reached = (normals @ (b - here).swapaxes(1, 2)).min(axis=2)
    widest: Array = (reached - (normals * (a - here)).sum(axis=2)).max(axis=1)
    return widest


def _signed_distance(points: Array, polygons: Array) -> Array:
    """Distance of each point to the boundary of its polygon, negative inside."""
    edges = np.roll(polygons, -1, axis=1) - polygons
    arms = points[:, None, :] - polygons
    along = (arms * edges).sum(axis=2) / (edges * edges).sum(axis=2)
    nearest = arms - np.clip(along, 0.0, 1.0)[..., None] * edges
    distance: Array = np.linalg.norm(nearest, axis=2).min(axis=1)
    turns = edges[..., 0] * arms[..., 1] - edges[..., 1] * arms[..., 0]
    return np.where((turns >= 0.0).all(axis=1), -distance, distance)


def _separation_at(pairs: Pairs, time: Array) -> Array:
    moved = pairs.a.position + time[:, None] * pairs.velocity
    return separation(pairs.a.at(moved), pairs.b)


def _least(function: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """Where a convex function is least in [low, high], by golden section, element by element."""
    ratio = 0.5 * (np.sqrt(5.0) - 1.0)
    for _ in range(48):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        rising = function(left) < function(right)
        low, high = np.where(rising, low, left), np.where(rising, right, high)
    return 0.5 * (low + high)
