"""How outlines are cut: parts against the least number that can be, and the time it takes."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax.outlines import cut_outlines

TESTS = Path(__file__).resolve().parents[2] / "tests"
Ring = npt.NDArray[np.float64]


def untangled(count: int, rng: np.random.Generator) -> Ring:
    """Return a simple polygon of points at random: edges that cross are exchanged."""
    ring = rng.random((count, 2))
    crossed = True
    while crossed:
        crossed = False
        for i in range(count - 1):
            for j in range(i + 2, count - (i == 0)):
                if cross_each_other(ring[[i, i + 1, j, (j + 1) % count]]):
                    ring[i + 1 : j + 1] = ring[j:i:-1].copy()
                    crossed = True
    return ring


def cross_each_other(ends: Ring) -> bool:
    """Tell whether the edges a b and c d cross, given the four points."""

    def side(i: int, j: int, k: int) -> float:
        (ax, ay), (bx, by) = ends[j] - ends[i], ends[k] - ends[i]
        return float(ax * by - ay * bx)

    return side(0, 1, 2) * side(0, 1, 3) < 0.0 and side(2, 3, 0) * side(2, 3, 1) < 0.0


def parcel(rng: np.random.Generator) -> Ring:
    """Return a plot of land: a turned quadrilateral with a yard cut out of one side."""
    width, depth = rng.uniform(10.0, 40.0, 2)
    left, right = np.sort(rng.uniform(0.1, 0.9, 2)) * width
    yard = rng.uniform(0.2, 0.7) * depth
    outer, inner = [(0, 0), (width, 0), (width, depth)], [(right, yard), (left, yard)]
    corners = np.array([*outer, (right, depth), *inner, (left, depth), (0, depth)])
    return turned(corners + rng.normal(0.0, 0.02, (8, 2)), rng.uniform(0.0, 2.0 * np.pi))


def turned(ring: Ring, angle: float) -> Ring:
    """Turn a ring about the origin."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return ring @ np.array(((cosine, sine), (-sine, cosine)))


def families(outlines: Any, count: int) -> Iterator[tuple[str, Callable[[], list[Ring]]]]:
    """Yield families of rings of at most 60 vertices by name; `outlines` is that of the tests."""
    rng = np.random.default_rng(1)
    angles = (0.0, 0.3, 1.1)
    for size in (8, 16, 30, 60):
        few = max(count * 8 // size, 1)
        yield f"stars of {size}", partial(_stars, outlines, size, few)
    for size in (8, 16, 30, 60):
        few = max(count * 8 // size, 1)
        yield (
            f"simple polygons of {size}",
            partial(lambda size, few: [untangled(size, rng) for _ in range(few)], size, few),
        )
    yield "parcels", lambda: [parcel(rng) for _ in range(count)]
    made = {
        "gears": [outlines.gear(teeth) for teeth in (5, 8, 12, 15)],
        "combs": [outlines.comb(teeth) for teeth in (3, 6, 10, 15)],
        "skylines": [outlines.skyline(7, seed) for seed in range(8)],
        "letters": [
            rings[0]
            for rings in outlines.glyphs("CEFGHIJKLMNSTUVWXYZcfhklmnrstuvwxyz123457")
            if len(rings) == 1 and len(rings[0]) <= 61
        ],
    }
    for name, rings in made.items():
        yield name, partial(_all_turned, rings, angles)


def _stars(outlines: Any, size: int, count: int) -> list[Ring]:
    return [outlines.star(size, seed) for seed in range(count)]


def _all_turned(rings: list[Ring], angles: tuple[float, ...]) -> list[Ring]:
    return [turned(ring, angle) for ring in rings for angle in angles]


@dataclass(frozen=True)
class CutCount:
    """What came out in one family."""

    family: str
    outlines: int
    microseconds: float  # for an outline
    parts: int
    least: int


def count_parts(name: str, rings: list[Ring], outlines: Any, oracle: Any) -> CutCount:
    """Cut a family at once, and each outline by the oracle."""
    offsets = np.cumsum([0, *map(len, rings)])
    arrays = np.concatenate(rings), offsets, np.arange(len(rings) + 1)
    times = []
    for _ in range(5):
        began = perf_counter()
        cut = cut_outlines(*arrays)
        times.append(perf_counter() - began)
    least = sum(
        oracle.fewest_parts(outlines.whole(ring, outlines.scale_of([ring]))) for ring in rings
    )
    parts = len(cut.part_offsets) - 1
    return CutCount(name, len(rings), 1e6 * min(times) / len(rings), parts, least)


def show_cuts(count: int, match: str) -> int:
    """Print the ratios; return how many families have fewer parts than can be."""
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    outlines, oracle = (import_module(name) for name in ("outlines", "decompositions"))
    wrong = 0
    for name, draw in families(outlines, count):
        if match not in f"cut {name}":
            continue
        one = count_parts(name, draw(), outlines, oracle)
        print(
            f"cut {one.family:<24}{one.outlines:>5} outlines{one.microseconds:>9.2f} us each"
            f"{one.parts:>7} parts{one.parts / one.least:>7.3f} of the least"
        )
        wrong += one.parts < one.least
    return wrong
