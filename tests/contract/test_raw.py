"""``sepax.raw``: the same answers straight from vertex arrays and point lists."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from families import POLYGON_PAIRS, Point, pairs
from judges import (
    exact_pairs,
    first_fault,
    judge_contact,
    judge_mtv,
)

import sepax
from sepax import Polygon, raw

Vertices = npt.NDArray[np.float64]


def listed(vertices: Vertices) -> list[Point]:
    return [(x, y) for x, y in vertices.tolist()]


def strided(vertices: Vertices) -> Vertices:
    """Return a view in which neither rows nor columns are next to each other."""
    wide = np.full((2 * len(vertices), 5), np.nan)
    wide[::2, 1::3] = vertices
    return wide[::2, 1::3]


def unaligned(vertices: Vertices) -> Vertices:
    """Return a view in which no number lies at a multiple of its size."""
    shifted = np.frombuffer(bytearray(vertices.nbytes + 1), offset=1).reshape(-1, 2)
    shifted[:] = vertices
    return shifted


# Other ways to write down the same ring.
FORMS: dict[str, Callable[[Vertices], Any]] = {
    "array": lambda v: v,
    "clockwise": lambda v: np.ascontiguousarray(v[::-1]),
    "reversed view": lambda v: v[::-1],
    "column order": np.asfortranarray,
    "strided": strided,
    "unaligned": unaligned,
    "closed": lambda v: np.vstack((v, v[:1])),
    "other start": lambda v: np.roll(v, 1, axis=0),
    "big-endian": lambda v: v.astype(">f8"),
    "list of tuples": listed,
    "tuple of lists": lambda v: tuple(v.tolist()),
    "closed clockwise list": lambda v: [*listed(v), listed(v)[0]][::-1],
    "doubled points": lambda v: [point for point in listed(v) for _ in range(2)],
    "list of arrays": list,
    "memoryview": lambda v: v.data,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("family", POLYGON_PAIRS)
def test_every_form_of_a_ring(family: str, form: str) -> None:
    """As shapes answer; of several equal ways out another edge may come first."""
    for pair in exact_pairs(family)[:: 2 if form == "list of tuples" else 8]:
        a, b = (FORMS[form](shape.vertices) for shape in (pair.a, pair.b))
        for touching in (True, False):
            found = raw.intersects(a, b, touching=touching)
            assert found is sepax.intersects(pair.a, pair.b, touching=touching)
        contact = raw.collide(a, b)
        assert (contact and contact.mtv) == raw.mtv(a, b)
        assert first_fault([judge_mtv(pair, raw.mtv(a, b)), judge_contact(pair, contact)]) is None


@pytest.mark.parametrize("family", ["boxes", "touching_edge_edge", "polygons"])
def test_features_count_the_points_as_given(family: str) -> None:
    """Edge i leads from point i, also of rings that are given clockwise."""
    count = 0
    for pair in exact_pairs(family):
        a, b = (listed(shape.vertices) for shape in (pair.a, pair.b))
        expected = raw.collide(a, b)
        if expected is None:
            continue
        turned = [[*ring[2::-1], *ring[:2:-1]] for ring in (a, b)]
        found = raw.collide(turned[0], turned[1])
        assert found is not None
        for one, other in zip(_named(expected, a, b), _named(found, *turned), strict=True):
            assert one[:2] == other[:2]
            assert other[2] == pytest.approx(one[2], rel=1e-12, abs=1e-12)
            count += 1
    assert count > 100


def _named(contact: Any, a: list[Any], b: list[Any]) -> list[Any]:
    """Return the ends of what makes each point, and the points, in an order of their own."""
    return sorted(
        (
            *(
                sorted([ring[i]] if i >= 0 else [ring[~i], ring[-i % len(ring)]])
                for ring, i in zip((a, b), both, strict=True)
            ),
            point,
        )
        for point, both in zip(contact.points, contact.features, strict=True)
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("family", POLYGON_PAIRS)
def test_contains(family: str, form: str) -> None:
    """As shapes answer, which is exact: of corners of the other, of its own, and between them."""
    for a, b in pairs(family)[:: 4 if form == "array" else 64]:
        ring, own = FORMS[form](a.vertices), listed(a.vertices)
        between = [(0.5 * p[0] + 0.5 * q[0], 0.5 * p[1] + 0.5 * q[1]) for p, q in pairwise(own)]
        for point in [*own, *between, *listed(b.vertices), a.centroid, b.centroid]:
            assert raw.contains(ring, point) is a.contains(point)


@pytest.mark.parametrize("form", FORMS)
def test_project(form: str) -> None:
    ring = np.array([(0.0, 0.0), (4.0, -1.0), (6.0, 2.0), (3.0, 5.0), (-1.0, 3.0)])
    assert raw.project(FORMS[form](ring), (1, 0)) == (-1.0, 6.0)
    assert raw.project(FORMS[form](ring), (0.0, -2.0)) == (-10.0, 2.0)
    assert raw.project(FORMS[form](ring), [3, 4]) == (0.0, 29.0)


@pytest.mark.parametrize("family", POLYGON_PAIRS)
def test_projects_as_shapes_do(family: str) -> None:
    for shape, _ in pairs(family):
        expected = pytest.approx(shape.project((0.6, -0.8)), rel=1e-14, abs=1e-300)
        assert raw.project(shape.vertices, (0.6, -0.8)) == expected


@pytest.mark.parametrize("sides", [3, 31, 63, 64, 65, 128, 1000, 10_000])
def test_rings_of_any_size(sides: int) -> None:
    a = Polygon.regular(sides, 1.0).vertices
    inner = math.cos(math.pi / sides)
    for near, meets in ((2.001, False), (1.999 * inner, True)):
        b = Polygon.regular(sides, 1.0, position=(near, 0.0)).vertices
        assert raw.intersects(a, b) is meets
        assert raw.intersects(listed(a), listed(b)) is meets
        assert (raw.mtv(a, b) is not None) is meets
        assert (raw.separating_axis(a, b) is None) is meets
        assert (raw.collide(a, b) is not None) is meets
        assert raw.contains(a, (near - 1.0, 0.0)) is (near < 2.0)
    impact = raw.sweep(a, b, (-1.0, 0.0), (-4.0, 0.0), 10.0)
    assert impact is not None


def test_arguments_are_not_changed() -> None:
    ring = np.array([(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0), (0.0, 0.0)])
    points = listed(ring)
    before = ring.copy()
    ring.flags.writeable = False
    assert raw.intersects(ring, points)
    assert raw.mtv(points, ring) is not None
    assert (ring == before).all()
    assert points == listed(before)


SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
NAN, INF = math.nan, math.inf

# What stands for a ring, the kind of error, and words of the message.
BAD_RINGS: list[tuple[str, Any, type[Exception] | tuple[type[Exception], ...], str]] = [
    ("empty", [], ValueError, "at least 3"),
    ("empty array", np.zeros((0, 2)), ValueError, "at least 3"),
    ("two equal points", [(1, 0), (1, 0)], ValueError, "two different points.*(1.0, 0.0)"),
    ("one point, three times", [(1, 0)] * 3, ValueError, "at least 3 vertices, got 1"),
    ("two points, closed", [(0, 0), (1, 0), (0, 0)], ValueError, "at least 3"),
    ("nan", [(0, 0), (1, 0), (1, NAN)], ValueError, "vertex 2 .*finite"),
    ("nan in array", np.array([(0, 0), (NAN, 0), (1, 1)]), ValueError, "vertex 1 .*finite"),
    ("infinity", [(-INF, 0), (1, 0), (1, 1)], ValueError, "vertex 0 .*finite"),
    ("too large", [(0, 0), (1, 0), (1, 1e80)], ValueError, r"vertex 2 .*2\*\*240"),
    ("three columns", np.zeros((4, 3)), ValueError, "pair|shape"),
    ("one column", np.zeros((4, 1)), ValueError, "pair|shape"),
    ("flat", np.arange(6.0), (TypeError, ValueError), "pair|shape|dimensions"),
    ("deep", np.zeros((3, 2, 2)), (TypeError, ValueError), "."),
    ("ragged", [(0, 0), (1, 0), (1, 1, 1)], ValueError, "vertex 2 .*pair"),
    ("ragged short", [(0, 0), (1,), (1, 1)], ValueError, "vertex 1 .*pair"),
    ("numbers", [1.0, 2.0, 3.0], TypeError, "vertex 0 .*pair"),
    ("complex", np.zeros((3, 2), dtype=complex), TypeError, "."),
    ("text", "abc", (TypeError, ValueError), "."),
    ("bytes", b"0123456789", (TypeError, ValueError), "."),
    ("text inside", [("a", "b")] * 3, (TypeError, ValueError), "."),
    ("none inside", [(0, 0), (None, 0), (1, 1)], TypeError, "."),
    ("objects", np.full((3, 2), object()), TypeError, "."),
    ("dates", np.zeros((3, 2), dtype="datetime64[s]"), (TypeError, ValueError), "."),
    ("none", None, TypeError, "vertices|pairs"),
    ("number", 3.0, TypeError, "vertices|pairs"),
    ("shape", Polygon(SQUARE), TypeError, "vertices|pairs"),
]


@pytest.mark.parametrize("case", [pytest.param(row[1:], id=row[0]) for row in BAD_RINGS])
def test_bad_rings(case: tuple[Any, type[Exception], str]) -> None:
    ring, kind, words = case
    calls: list[Callable[[], object]] = [
        lambda: raw.project(ring, (1, 0)),
        lambda: raw.contains(ring, (1, 0)),
        lambda: raw.sweep(ring, SQUARE, (1, 0)),
        lambda: raw.sweep(SQUARE, ring, (1, 0)),
    ]
    for verb in (raw.intersects, raw.separating_axis, raw.mtv, raw.collide):
        calls += [partial(verb, ring, SQUARE), partial(verb, SQUARE, ring)]
    for call in calls:
        with pytest.raises(kind, match=words):
            call()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: raw.project(SQUARE, (0, 0)), "axis .*zero"),
        (lambda: raw.project(SQUARE, (NAN, 0)), "axis .*finite"),
        (lambda: raw.contains(SQUARE, (0, INF)), "point .*finite"),
        (lambda: raw.contains(SQUARE, (1, 2, 3)), "point .*pair"),
        (lambda: raw.sweep(SQUARE, SQUARE, (NAN, 0)), "velocity_a .*finite"),
        (lambda: raw.sweep(SQUARE, SQUARE, (1, 0), (0, INF)), "velocity_b .*finite"),
        (lambda: raw.sweep(SQUARE, SQUARE, (1, 0), (1, 2, 3)), "velocity_b .*pair"),
        (lambda: raw.sweep(SQUARE, SQUARE, (1, 0), max_time=-1.0), "max_time .*-1"),
        (lambda: raw.sweep(SQUARE, SQUARE, (1, 0), max_time=NAN), "max_time .*nan"),
    ],
)
def test_other_errors(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize(
    "ring",
    [
        pytest.param([(0, 0), (4, 0), (1, 1), (0, 4)], id="reflex"),
        pytest.param([(0, 0), (2, 2), (2, 0), (0, 2)], id="bow tie"),
        pytest.param([(0, 0), (1, 1), (2, 2), (3, 3)], id="on a line"),
        pytest.param([(1, 1)] * 4 + [(2, 1)], id="nearly one point"),
        pytest.param(SQUARE * 3, id="thrice round"),
        pytest.param(np.random.default_rng(1).normal(size=(200, 2)), id="cloud"),
        pytest.param([(0, 0), (1e-320, 0), (0, 1e-320)], id="subnormal"),
        pytest.param([(-1e72, -1e72), (1e72, -1e72), (0, 1e72)], id="huge"),
    ],
)
def test_rings_that_are_not_convex_are_answered(ring: Any) -> None:
    """What comes out is a matter of its edges; that something comes out is the point."""
    for a, b in ((ring, SQUARE), (SQUARE, ring), (ring, ring)):
        assert raw.intersects(a, b) in (True, False)
        assert raw.intersects(a, b, touching=False) in (True, False)
        for vector in (raw.mtv(a, b), raw.separating_axis(a, b)):
            assert vector is None or [type(x) for x in vector] == [float, float]
        contact = raw.collide(a, b)
        assert (contact is None) == (raw.mtv(a, b) is None)
        if contact is not None:
            assert contact.depth >= 0.0
            assert all(math.isfinite(x) for point in contact.points for x in point)
        assert raw.contains(a, (1.0, 1.0)) in (True, False)
        impact = raw.sweep(a, b, (1.0, 0.5), max_time=INF)
        assert impact is None or impact.time >= 0.0
    low, high = raw.project(ring, (1, 1))
    assert low <= high


class Shrinking:
    """A number that takes the last points away from the list it is in, when it is read."""

    def __init__(self, points: list[Any]) -> None:
        self.points = points

    def __float__(self) -> float:
        del self.points[1:]
        return 0.0


def test_list_that_shrinks_while_it_is_read() -> None:
    points: list[Any] = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    points[0] = (Shrinking(points), 0.0)
    with pytest.raises(IndexError):
        raw.intersects(points, SQUARE)


@pytest.mark.parametrize("kind", ["f8", "f4", "i8", ">f8", "O"])
def test_wrong_dimensions_are_refused_before_anything_is_copied(kind: str) -> None:
    """Rows of a broadcast array take no memory: copies of so many would."""
    for shape in [(3, 10**12, 2), (3, 10**12), (1, 1, 2), (2, 2, 2, 2)]:
        ring = np.broadcast_to(np.zeros((), kind), shape)
        with pytest.raises(ValueError, match=re.escape(f"the shape (n, 2), got {shape}")):
            raw.intersects(ring, SQUARE)
        with pytest.raises(ValueError, match=re.escape(f"the shape (n, 2), got {shape}")):
            raw.project(ring, (1, 0))
    with pytest.raises((TypeError, ValueError)):
        raw.project(np.broadcast_to(np.zeros((), kind), 10**6), (1, 0))


def test_rings_of_other_types_are_read_in_pieces() -> None:
    """Whatever the number of points is beside that of a piece; pairs in one dimension, too."""
    for n in (3, 8191, 8192, 8193, 20_000):
        turns = 2.0 * np.pi * np.arange(n) / n
        circle: Any = np.column_stack((np.cos(turns), np.sin(turns))).astype(np.float32)
        exact = circle.astype(np.float64)
        pairs_in_one = exact.view("f8,f8").reshape(n)
        forms: list[Any] = [
            circle, circle[:, ::-1][:, ::-1], exact.astype(">f8"), exact.astype(object),
            memoryview(circle), exact.tolist(), pairs_in_one,
        ]  # fmt: skip
        for ring in forms:
            for axis in ((1, 0), (0.6, -0.8)):
                assert raw.project(ring, axis) == raw.project(exact, axis)
    bad: Any = np.zeros((20_000, 2), object)
    bad[12_345, 1] = "x"
    with pytest.raises(TypeError, match="vertex 12345 must be"):
        raw.project(bad, (1, 0))
    bad[12_345, 1] = np.nan
    with pytest.raises(ValueError, match="vertex 12345 is not finite"):
        raw.project(bad, (1, 0))


class Unsteady(np.ndarray[Any, Any]):
    """An array that lists fewer rows than it has, or more."""

    by = -1

    def tolist(self) -> Any:
        rows: Any = super().tolist()
        return rows[: self.by] if self.by < 0 else rows + rows[:1]


@pytest.mark.parametrize("by", [-1, 1])
def test_buffer_that_lists_another_number_of_rows(by: int) -> None:
    ring = np.array(SQUARE, np.float32).view(Unsteady)
    ring.by = by
    with pytest.raises(ValueError, match="must keep its length"):
        raw.intersects(ring, SQUARE)
