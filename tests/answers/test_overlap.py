"""`overlap` has the exact corners, rounded: the bits of rational arithmetic.

``SEPAX_PROOF=full`` in the environment selects all cases of all families.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import families
import numpy as np
import numpy.typing as npt
import oracle
import pytest
from test_lattice_pairs import SHARP
from test_overlap_area import FAMILIES as AREAS

import sepax
from sepax import Circle, Polygon, ShapeArray

FULL = os.environ.get("SEPAX_PROOF") == "full"
LATTICE = [f"lattice, {one} and {other}" for one, other in product(SHARP, repeat=2)]
TIES = 3000 if FULL else 300

Point = tuple[float, float]


def sign(a: Iterable[float], b: Iterable[float], c: Iterable[float]) -> int:
    turn = oracle.turn(oracle.vector(a), oracle.vector(b), oracle.vector(c))
    return int(turn > 0) - int(turn < 0)


def edges(ring: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def within(ring: list[Point], other: list[Point]) -> list[Point]:
    return [p for p in ring if all(sign(start, end, p) >= 0 for start, end in edges(other))]


def crossings(ring: list[Point], other: list[Point]) -> Iterable[Point]:
    """Yield where edges cross inside of both, with rational numbers, rounded."""
    for (p, q), (r, s) in product(edges(ring), edges(other)):
        if sign(p, q, r) * sign(p, q, s) < 0 and sign(r, s, p) * sign(r, s, q) < 0:
            (px, py), (qx, qy), (rx, ry), (sx, sy) = (
                (Fraction(x), Fraction(y)) for x, y in (p, q, r, s)
            )
            ux, uy, vx, vy = qx - px, qy - py, sx - rx, sy - ry
            part = ((rx - px) * vy - (ry - py) * vx) / (ux * vy - uy * vx)
            yield float(px + part * ux), float(py + part * uy)


def exact_overlap(a: sepax.Shape, b: sepax.Shape) -> Polygon | None:
    """Return what `overlap` should, found with rational numbers."""
    if not sepax.intersects(a, b, touching=False):
        return None
    ring, other = ([(x, y) for x, y in shape.vertices.tolist()] for shape in (a, b))
    corners = within(ring, other) + within(other, ring) + list(crossings(ring, other))
    if len(oracle.hull(map(oracle.vector, corners))) < 3:
        return None
    return Polygon.hull(corners)


def bits(shape: sepax.Shape | None) -> bytes | None:
    return None if shape is None else shape.vertices.tobytes()


def judge(pairs: list[tuple[Polygon, Polygon]]) -> int:
    """Compare pairs and arrays with rational arithmetic; returns how many share a polygon."""
    expected = [bits(exact_overlap(a, b)) for a, b in pairs]
    assert [bits(sepax.overlap(a, b)) for a, b in pairs] == expected
    first, second = (ShapeArray([pair[side] for pair in pairs]) for side in (0, 1))
    shared, met = sepax.overlap(first, second)
    assert met.tolist() == [ring is not None for ring in expected]
    assert [bits(ring) for ring in shared] == [ring for ring in expected if ring is not None]
    return int(met.sum())


@pytest.mark.parametrize("name", [*families.POLYGON_PAIRS, *LATTICE, *AREAS])
def test_the_bits_are_those_of_rational_arithmetic(name: str) -> None:
    source = Random(name)
    pairs: list[Any] = families.pairs(name) if name not in AREAS else (
        [AREAS[name](source) for _ in range(40)])  # fmt: skip
    small = [(a, b) for a, b in pairs if len(a.vertices) * len(b.vertices) < 1500]
    polygons = [(a, b) for a, b in small if isinstance(a, Polygon) and isinstance(b, Polygon)]
    cases = polygons[: 12 if name in families.PAIRS and not FULL else None]
    judge(cases)
    judge([(b, a) for a, b in cases[::4]])


def triangle(source: Random, shift: float) -> Polygon:
    """Return a triangle around x = 2^53, where only even numbers are in float64."""
    while True:
        points = [(2.0**53 + 2 * source.randint(0, 6), float(source.randint(1, 7))) for _ in "abc"]
        points[0] = (points[0][0], points[0][1] + shift)
        try:
            return Polygon(points)
        except ValueError:
            continue


def test_crossings_half_way_between_two_numbers() -> None:
    """Ties and places that are next to ties: twice the digits do not decide them."""
    source = Random(5)
    shifts = [0.0, *(side * 2.0**-power for power in (20, 40, 46, 49) for side in (1, -1))]
    pairs = [(triangle(source, source.choice(shifts)), triangle(source, 0.0)) for _ in range(TIES)]
    assert judge(pairs) > TIES // 3


def test_crossings_on_the_axes() -> None:
    """Where the exact coordinate is 0, no error bound excludes numbers of either sign."""
    source = Random(6)
    pairs = []
    for _ in range(100):
        sizes = [float(source.randint(2, 9)) for _ in range(4)]
        diamonds = [[(x, 0), (0, y), (-x, 0), (0, -y)] for x, y in (sizes[:2], sizes[2:])]
        pairs.append((Polygon(diamonds[0]), Polygon(diamonds[1])))
        pairs.append((Polygon(diamonds[0]), Polygon([(-1, -1), (4, -1), (4, 4)])))
        pairs.append((Polygon.box(-2 * -sizes[0], 1), Polygon(diamonds[1])))
    assert judge(pairs) > 250
    for a, b in pairs:
        shared = sepax.overlap(a, b)
        if shared is not None:
            zeros = shared.vertices[shared.vertices == 0.0]
            assert not np.signbit(zeros).any()


def test_a_crossing_next_to_zero_or_in_denormal_numbers() -> None:
    source = Random(7)
    pairs = []
    for _ in range(150):
        scale = 2.0 ** source.choice([-1060, -1000, -540, -500, -420, 0, 200])
        rings = [
            [(source.randint(-40, 40) * scale, source.randint(-40, 40) * scale) for _ in "abc"]
            for _ in "ab"
        ]
        if all(len(oracle.hull(ring)) == 3 for ring in rings):
            pairs.append((Polygon(rings[0]), Polygon(rings[1])))
    assert judge(pairs) > 50


def test_rings_of_many_corners() -> None:
    """Room for corners grows."""
    sides = 90
    one, other = Polygon.regular(sides, 1.0), Polygon.regular(sides, 1.0, angle=0.01)
    assert judge([(one, other), (Polygon.box(1, 1), one)]) == 2
    shared: Any = sepax.overlap(one, other)
    assert len(shared.vertices) == 2 * sides


def test_a_shape_that_has_a_geometry_is_not_overwritten() -> None:
    crate = Polygon.box(1, 1)
    with pytest.raises(ValueError, match="super"):
        sepax.overlap(crate, Polygon.__new__(Polygon))
    shared: Any = sepax.overlap(crate, crate)
    assert shared is not crate
    assert (shared.position, shared.angle, shared.radius) == ((0.0, 0.0), 0.0, 0.0)


def test_the_polygon_is_of_sharp_polygons() -> None:
    crate, rounded_crate = Polygon.box(1, 1), Polygon.box(1, 1, radius=0.5)
    row = ShapeArray.boxes(1, [1, 1])
    for other, words in [
        (Circle((0, 0), 1), "must be a Polygon, got Circle"),
        (sepax.Segment((0, 0), (1, 1)), "must be a Polygon, got Segment"),
        (rounded_crate, "must be a Polygon without a radius, it has 0.5"),
        (3, "must be"),
        (None, "must be"),
    ]:
        with pytest.raises(TypeError, match=f"b {words}"):
            sepax.overlap(crate, other)  # type: ignore[call-overload]
        with pytest.raises(TypeError, match=f"a {words}"):
            sepax.overlap(other, crate)  # type: ignore[call-overload]
        with pytest.raises(TypeError, match=words):
            crate.overlap(other)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="must be"):
            sepax.overlap(row, other)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="other must be a Polygon, got Compound"):
        crate.overlap(sepax.Compound([crate]))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the polygon must be a Polygon without a radius"):
        rounded_crate.overlap(crate)
    with pytest.raises(TypeError, match=r"b\[1\] must be a Polygon without a radius, it has 0.5"):
        sepax.overlap(row, [crate, rounded_crate])
    with pytest.raises(TypeError, match=r"a\[2\] must be a Polygon, got Circle"):
        ShapeArray([crate, crate, Circle((0, 0), 1)]).overlap(crate)
    with pytest.raises(TypeError, match="pairs is for arrays"):
        sepax.overlap(crate, crate, pairs=([0], [0]))  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="do not match"):
        sepax.overlap(row, [crate] * 3)
    with pytest.raises(IndexError, match="out of range"):
        sepax.overlap(row, row, pairs=([0], [2]))
    assert sepax.overlap(crate, Polygon.box(1, 1, position=(1, 0))) is None


def shared_vertices(shared: Polygon | None) -> npt.NDArray[np.float64]:
    assert shared is not None
    return shared.vertices


@pytest.mark.parametrize("make", ["boxes", "clouds"])
def test_polygons_of_arrays_are_those_of_single_polygons(make: str) -> None:
    pairs = [AREAS[make](Random(k)) for k in range(60)]
    ones, others = ([pair[k] for pair in pairs] for k in (0, 1))
    a, b = ShapeArray(ones), ShapeArray(others)
    i, j = np.arange(60)[::-1], np.arange(60) * 7 % 60
    for (shared, met), expected in [
        (sepax.overlap(a, b), [sepax.overlap(*pair) for pair in pairs]),
        (a.overlap(b), [sepax.overlap(*pair) for pair in pairs]),
        (sepax.overlap(ones[0], b), [sepax.overlap(ones[0], other) for other in others]),
        (sepax.overlap(a, others[0]), [sepax.overlap(one, others[0]) for one in ones]),
        (a.overlap(others), [sepax.overlap(*pair) for pair in pairs]),
        (
            a.overlap(b, pairs=(i, j)),
            [sepax.overlap(ones[m], others[n]) for m, n in zip(i, j, strict=True)],
        ),
    ]:
        assert met.tolist() == [one is not None for one in expected]
        found = [one for one in expected if one is not None]
        assert len(shared) == len(found) > 0
        for one, other in zip(shared, found, strict=True):
            assert (one.vertices == other.vertices).all()
    one, other = Polygon.box(2, 2), Polygon.box(2, 2, position=(1, 1))
    assert (shared_vertices(one.overlap(other)) == shared_vertices(sepax.overlap(other, one))).all()
    shared, met = sepax.overlap(ShapeArray(), ShapeArray())
    assert len(shared) == len(met) == 0
    shared, met = sepax.overlap(a[:2], Polygon.box(1, 1, position=(99, 0)))
    assert len(shared) == 0
    assert met.tolist() == [False, False]
