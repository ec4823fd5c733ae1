"""Strategies of shapes and motions that aim at what is hard: contact, vertices, rounding.

The families beside this folder make the cases; here a strategy chooses the family and the seed.
On top of them, pairs on a lattice of quarters that touch exactly are placed where a quarter is few
steps of the rounding grid, or one, and get vertices that are off by one such step: their edges are
parallel but for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import TypeVar

import hypothesis
import lattice
import rounded  # which adds its families to those of `families`
from families import PAIRS, ROUNDED_PAIRS, ROUNDED_SWEEPS, SWEEPS, Pair, Shape, Sweep
from hypothesis import strategies as st

from sepax import Polygon

Case = TypeVar("Case")
Make = Callable[[Random], Case]

seeds = st.integers(0, 2**32 - 1)
OFFSETS = [0.0, 1.0, 2.0**20, 2.0**40, -(2.0**40), 2.0**49, 2.0**50]
QUARTERS = [0.0, math.pi / 2, math.pi, -math.pi / 2]


def made(make: Make[Case], seed: int) -> Case:
    """Return a case of a family, unless rounding leaves no shape."""
    try:
        return make(Random(seed))
    except ValueError:
        hypothesis.reject()


def nudged(source: Random, shape: Shape) -> Shape:
    """Return a polygon with some coordinates off by one step of their rounding."""
    if len(shape.vertices) < 3 or not isinstance(shape, Polygon):
        return shape
    points = [
        [math.nextafter(x, source.choice([x, x, -math.inf, math.inf])) for x in point]
        for point in shape.vertices.tolist()
    ]
    return rounded.with_radius(Polygon.hull(points), shape.radius)


def lattice_pair(source: Random) -> Pair:
    """Return two shapes on a lattice, often flush or tangent, near or far from the origin."""
    kinds = list(lattice.KINDS)
    figures = lattice.pair(source, source.choice(kinds), source.choice(kinds))
    shapes = [lattice.written(source, one, source.randrange(4)) for one in figures]
    x, y = source.choice(OFFSETS), source.choice(OFFSETS)
    steps = source.choice([0.0, 0.0, 1.0, -3.0]) * math.ulp(x)
    for shape, step in zip(shapes, (0.0, steps), strict=True):
        shape.move(x, y)
        shape.move(step, 0.0)
    a, b = shapes
    return (a, nudged(source, b)) if source.random() < 0.3 else (a, b)


PAIR_FAMILIES: dict[str, Make[Pair]] = {"lattice": lattice_pair, **PAIRS, **ROUNDED_PAIRS}
SWEEP_FAMILIES: dict[str, Make[Sweep]] = {**SWEEPS, **ROUNDED_SWEEPS}
LATTICE_OR_ANY = st.just("lattice") | st.sampled_from(sorted(PAIR_FAMILIES))

pairs: st.SearchStrategy[Pair] = st.builds(
    lambda name, seed: made(PAIR_FAMILIES[name], seed), LATTICE_OR_ANY, seeds
)
sweeps: st.SearchStrategy[Sweep] = st.builds(
    lambda name, seed: made(SWEEP_FAMILIES[name], seed),
    st.sampled_from(sorted(SWEEP_FAMILIES)),
    seeds,
)
near_pairs: st.SearchStrategy[Pair] = st.builds(
    lambda kinds, seed, quarters: made(
        lambda source: tuple(  # type: ignore[arg-type, return-value]
            lattice.written(source, one, quarters) for one in lattice.pair(source, *kinds)
        ),
        seed,
    ),
    st.tuples(*[st.sampled_from(sorted(lattice.KINDS))] * 2),
    seeds,
    st.integers(0, 3),
)
