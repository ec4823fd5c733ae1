"""Outlines of many kinds, and exact answers about them by another way than the library's.

An outline is a list of rings, the exterior first; a ring is an (n, 2) array. The oracle turns all
coordinates into integers over one power of two, compares every edge with every other, and finds
what is inside by counting the edges that a ray crosses.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

Ring = npt.NDArray[np.float64]
Outline = list[Ring]
Spot = tuple[int, int]
Edge = tuple[Spot, Spot]


# --- exact answers ---


def cross(a: Spot, b: Spot, c: Spot) -> int:
    """Twice the area of a triangle, positive counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def scale_of(arrays: Iterable[Ring]) -> int:
    """Return a power of two that makes integers of all coordinates."""
    numbers = np.concatenate([np.ravel(array) for array in arrays]).tolist()
    return max(int(number.as_integer_ratio()[1]) for number in numbers)


def whole(ring: Ring, scale: int) -> list[Spot]:
    """Return a ring in integers."""

    def integer(number: float) -> int:
        above, below = number.as_integer_ratio()
        return above * (scale // below)

    return [(integer(x), integer(y)) for x, y in ring.tolist()]


def corners(ring: Sequence[Spot]) -> list[Spot] | None:
    """Drop repeated and straight vertices; None for a ring that doubles back or is too short."""
    ring = [spot for i, spot in enumerate(ring) if spot != ring[i - 1]]
    kept = []
    for i, spot in enumerate(ring):
        before, after = ring[i - 1], ring[(i + 1) % len(ring)]
        if cross(before, spot, after):
            kept.append(spot)
        elif sum((b - s) * (a - s) for b, s, a in zip(before, spot, after, strict=True)) > 0:
            return None
    return kept if len(kept) > 2 else None


def edges(ring: Sequence[Spot]) -> list[Edge]:
    return [(ring[i - 1], spot) for i, spot in enumerate(ring)]


def on(edge: Edge, spot: Spot) -> bool:
    (ax, ay), (bx, by) = edge
    within = min(ax, bx) <= spot[0] <= max(ax, bx) and min(ay, by) <= spot[1] <= max(ay, by)
    return within and cross(*edge, spot) == 0


def meet(e: Edge, f: Edge) -> bool:
    """Whether two edges have a point in common."""
    if any(on(e, spot) for spot in f) or any(on(f, spot) for spot in e):
        return True
    apart = cross(*e, f[0]) * cross(*e, f[1]) > 0 or cross(*f, e[0]) * cross(*f, e[1]) > 0
    parallel = cross(*e, f[0]) == cross(*e, f[1])
    return not apart and not parallel


def cross_or_overlap(e: Edge, f: Edge) -> bool:
    """Whether two edges have a point in common that is an end of neither, or many points."""
    sides = [cross(*e, spot) for spot in f] + [cross(*f, spot) for spot in e]
    if not any(sides):
        low, high = sorted(e)
        return max(low, min(f)) < min(high, max(f))
    return sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0


def swaps(one: tuple[Spot, Spot, Spot], two: tuple[Spot, Spot, Spot]) -> bool:
    """Whether of two ways through one point, by the spots before and after, one crosses the other.

    If so, one end of the other way is on the arc from before to after, counter-clockwise.
    """
    before, here, after = one

    def on_arc(spot: Spot) -> bool:
        lefts = (cross(here, before, spot) > 0, cross(here, spot, after) > 0)
        turn = cross(here, before, after)
        if turn == 0:  # opposite: half a turn
            return lefts[0]
        return all(lefts) if turn > 0 else any(lefts)

    return on_arc(two[0]) != on_arc(two[2])


def with_touches(ring: Sequence[Spot], spots: set[Spot]) -> list[Spot]:
    """Return a ring with all spots that are on its edges."""
    fine: list[Spot] = []
    for a, b in edges(ring):
        between = {spot for spot in spots if on((a, b), spot)} - {a, b}
        fine += [*sorted(between, reverse=b < a), b]
    return fine


def winding(ring: Sequence[Spot], spot: Spot) -> int:
    """How often a ring goes round a spot that is not on it."""
    count = 0
    for a, b in edges(ring):
        if (a[1] > spot[1]) != (b[1] > spot[1]) and (cross(a, b, spot) > 0) == (b[1] > a[1]):
            count += 1 if b[1] > a[1] else -1
    return count


def inside(ring: Sequence[Spot], spot: Spot) -> bool:
    """Whether a ray to the right crosses the ring an odd number of times; not for its boundary."""
    crossed = False
    for a, b in edges(ring):
        if (a[1] > spot[1]) != (b[1] > spot[1]):
            low, high = (a, b) if a[1] < b[1] else (b, a)
            crossed ^= cross(low, high, spot) > 0
    return crossed


def are_layers(rings: Sequence[Sequence[Spot]]) -> bool:
    """Whether counter-clockwise rings lie as an exterior and holes do.

    Each place beside an edge is outside, or in the exterior alone, or in it and in one hole.
    """
    # Beside the middle of an edge by less than other edges can be near.
    fine = 16 * (1 + max(abs(number) for ring in rings for spot in ring for number in spot)) ** 2
    scaled = [[(fine * x, fine * y) for x, y in ring] for ring in rings]
    for ring in scaled:
        for (ax, ay), (bx, by) in edges(ring):
            shift = (0, 1) if abs(bx - ax) > abs(by - ay) else (1, 0)
            for way in (-1, 1):
                spot = ((ax + bx) // 2 + way * shift[0], (ay + by) // 2 + way * shift[1])
                rounds = [winding(other, spot) for other in scaled]
                if min(rounds) < 0 or not sum(rounds[1:]) <= rounds[0] <= 1:
                    return False
    return True


def have_touches(rings: Sequence[Sequence[Spot]]) -> bool:
    """Whether corners of rings touch other corners or edges."""
    spots = {spot for ring in rings for spot in corners(ring) or ()}
    return sum(len(with_touches(corners(ring) or (), spots)) for ring in rings) > len(spots)


def is_outline(rings: Sequence[Sequence[Spot]]) -> bool:
    """Whether rings are an exterior with holes inside, which meet in points without a crossing."""
    tidy = [ring for ring in map(corners, rings) if ring is not None]
    if len(tidy) < len(rings):
        return False
    sides = [side for ring in tidy for side in edges(ring)]
    if any(cross_or_overlap(e, f) for e, f in combinations(sides, 2)):
        return False
    spots = {spot for ring in tidy for spot in ring}
    fine = [with_touches(ring, spots) for ring in tidy]
    ways: dict[Spot, list[tuple[Spot, Spot, Spot]]] = {}
    for ring in fine:
        for i, spot in enumerate(ring):
            ways.setdefault(spot, []).append((ring[i - 1], spot, ring[(i + 1) % len(ring)]))
    if any(swaps(one, two) for here in ways.values() for one, two in combinations(here, 2)):
        return False
    return are_layers([ring if area(ring) > 0 else ring[::-1] for ring in fine])


def area(ring: Sequence[Spot]) -> int:
    """Twice the area, positive counter-clockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(ring))


def area_of_outline(rings: Sequence[Sequence[Spot]]) -> int:
    exterior, *holes = (abs(area(ring)) for ring in rings)
    return exterior - sum(holes)


def reflex_corners(rings: Sequence[Sequence[Spot]]) -> int:
    """Return how many corners the inside has that are wider than half a turn."""
    count = 0
    for i, ring in enumerate(rings):
        tidy = corners(ring)
        assert tidy is not None
        side = 1 if (area(tidy) > 0) == (i == 0) else -1
        turns = [cross(tidy[k - 1], spot, tidy[(k + 1) % len(tidy)]) for k, spot in enumerate(tidy)]
        count += sum(turn * side < 0 for turn in turns)
    return count


def is_convex(ring: Sequence[Spot]) -> bool:
    """Whether a ring turns left at each vertex, and once round in all."""
    turns = [cross(ring[i - 1], spot, ring[(i + 1) % len(ring)]) > 0 for i, spot in enumerate(ring)]
    return all(turns) and all(cross(ring[0], a, b) > 0 for (a, b) in edges(ring)[2:])


def apart(a: Sequence[Spot], b: Sequence[Spot]) -> bool:
    """Whether the interiors of two convex rings, counter-clockwise, do not meet."""
    return any(
        all(cross(*edge, spot) <= 0 for spot in other)
        for one, other in ((a, b), (b, a))
        for edge in edges(one)
    )


# --- families ---


def polygon(*spots: tuple[float, float]) -> Ring:
    return np.array(spots, dtype=np.float64)


def star(count: int, seed: int = 1, least: float = 0.3, scale: float = 1.0) -> Ring:
    """Return a ring with distances from the origin at random."""
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.random(count)) * 2.0 * np.pi
    radii = scale * (least + rng.random(count))
    return np.column_stack((radii * np.cos(angles), radii * np.sin(angles)))


def comb(teeth: int, length: float = 10.0) -> Ring:
    spots = [(0.0, 0.0), (4.0 * teeth - 3.0, 0.0)]
    for i in reversed(range(teeth)):
        spots += [(4.0 * i + 1.0, length), (4.0 * i, length)]
        spots += [(4.0 * i, 1.0), (4.0 * i - 3.0, 1.0)] if i else []
    return polygon(*spots)


def spiral(count: int) -> Ring:
    turns = np.linspace(0.0, 12.0 * np.pi, count // 2)
    around = np.column_stack((np.cos(turns), np.sin(turns)))
    outer, inner = (2.0 + turns)[:, None] * around, (1.0 + turns)[:, None] * around
    return np.concatenate((outer, inner[::-1]))


def gear(teeth: int, radius: float = 10.0) -> Ring:
    steps = np.add.outer(np.arange(teeth), (0.0, 0.25, 0.5, 0.75)).ravel()
    angles = 2.0 * np.pi * steps / teeth
    radii = radius * np.tile((1.0, 1.2, 1.2, 1.0), teeth)
    return np.column_stack((radii * np.cos(angles), radii * np.sin(angles)))


def skyline(count: int, seed: int) -> Ring:
    """Return towers of whole heights up and down: many corners on a few lines."""
    rng = np.random.default_rng(seed)
    ups, downs = rng.integers(1, 5, (2, count)).tolist()
    low = [spot for i in range(count) for spot in ((i, -downs[i]), (i + 1, -downs[i]))]
    high = [spot for i in reversed(range(count)) for spot in ((i + 1, ups[i]), (i, ups[i]))]
    return polygon(*low, *high)


def sliver(count: int) -> Ring:
    """Return two chains that are one float64 apart, nearly straight."""
    x = np.arange(count, dtype=np.float64)
    low = x / 3.0 + 1.0
    high = np.nextafter(low, np.inf)
    return np.concatenate((np.column_stack((x, low)), np.column_stack((x, high))[-2:0:-1]))


def sieve(count: int) -> Outline:
    """Return a square with holes in rows: corners of all of them are on the same lines."""
    side = 4.0 * count
    exterior = polygon((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    hole = polygon((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0))
    places = 4.0 * np.array([(i, j) for i in range(count) for j in range(count)])
    return [exterior, *(hole + place for place in places)]


def glyphs(letters: str, size: float = 100.0) -> Iterator[Outline]:
    """Yield letters of a font that comes with Matplotlib, each with its holes."""
    from matplotlib.textpath import TextPath

    for letter in letters:
        rings = [np.asarray(ring) for ring in TextPath((0, 0), letter, size=size).to_polygons()]
        rings.sort(key=lambda ring: -float(np.ptp(ring[:, 0])))
        yield rings


def moved(rings: Outline, scale: float, offset: float = 0.0, angle: float = 0.0) -> Outline:
    turn = np.array(((math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))))
    return [(ring @ turn) * scale + offset for ring in rings]


L_TILE = polygon((0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2))
T_TILE = polygon((0, 0), (3, 0), (3, 1), (2, 1), (2, 3), (1, 3), (1, 1), (0, 1))
U_TILE = polygon((0, 0), (9, 0), (9, 8), (7, 8), (7, 2), (2, 2), (2, 8), (0, 8))
SQUARE = polygon((0, 0), (12, 0), (12, 12), (0, 12))
FRAME: Outline = [SQUARE, polygon((1, 1), (11, 1), (11, 11), (1, 11))]


def large(kind: str, count: int) -> Ring:
    """Return a ring of about so many vertices."""
    if kind == "star":
        return star(count, 3)
    if kind == "spiral":
        return spiral(count)
    if kind == "skyline":
        return skyline(count // 4, 4)
    if kind == "sliver":
        return sliver(count // 2)
    return moved([comb(count // 4)], 1.0, 0.0, 0.7)[0]


def families() -> dict[str, Outline]:
    """Return outlines by name, all of them valid."""
    made: dict[str, Outline] = {
        "triangle": [polygon((0, 0), (1, 0), (0, 1))],
        "L": [L_TILE],
        "T": [T_TILE],
        "U": [U_TILE],
        "frame": FRAME,
        "frame in a frame's hole": [SQUARE, polygon((2, 2), (10, 3), (9, 9), (3, 10))],
        "comb": [comb(20)],
        "comb, turned": moved([comb(20)], 1.0, 0.0, 0.3),
        "comb, on its side": [comb(20)[:, ::-1]],
        "spiral": [spiral(120)],
        "gear": [gear(24)],
        "ring gear": [gear(24), gear(12, 5.0)],
        "skyline": [skyline(25, 3)],
        "sieve": sieve(4),
        "sieve, turned": moved(sieve(4), 1.0, 0.0, 0.3),
        "sliver": [sliver(40)],
        "sliver, upright": [sliver(40)[:, ::-1]],
        "star, rounded": [np.round(star(60, 5) * 100.0)],
        "large": moved([star(60, 6)], 1e6, 1e9),
        "small": moved([gear(12), gear(8, 5.0)], 1e-6, 1e-6),
        "tiny": moved([star(40, 7)], 1e-160),
        "huge": moved([star(40, 8)], 1e70),
        "subnormal": [L_TILE * 5e-324],
    }
    made |= {f"star {count}": [star(count, count)] for count in (5, 17, 100)}
    made |= {f"glyph {letter}": next(glyphs(letter)) for letter in "gB&@8Sa"}
    return made
