"""``sepax.raw`` gives the bits of shapes of the same points: verbs, radii, discs and segments."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from families import Point, Shape, pairs, sweeps
from questions import OF_SHAPES, QUESTIONS
from rounded import ALL_PAIRS, ALL_SWEEPS
from verb_table import VERBS

import sepax
from sepax import Capsule, Circle, Contact, Polygon, raw

Points = list[Point]
SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
REFLEX = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)]

OF_TWO = [(ask.verb, ask.options) for ask in QUESTIONS.values()]
# Radii of polygons are tried with polygons.
FAMILIES, SWEEPS = (
    [name for name in names if not name.endswith("with radii")] for names in (ALL_PAIRS, ALL_SWEEPS)
)
NEED_CONVEX = {name for name in OF_SHAPES if VERBS[name].row["raw"].get("convex") == "True"}


def with_middles(points: Points) -> Points:
    """Put a point between each two: on the line if that is a float, else near it."""
    after = [*points[1:], *points[:1]]
    middles = [
        (0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])) for p, q in zip(points, after, strict=True)
    ]
    return [point for both in zip(points, middles, strict=True) for point in both]


# Other ways to write down a ring.
FORMS: dict[str, Callable[[Points], Points]] = {
    "as it is": lambda points: points,
    "clockwise": lambda points: points[::-1],
    "closed": lambda points: [*points, points[0]],
    "doubled": lambda points: [point for point in points for _ in range(2)],
    "doubled, closed, clockwise": lambda points: [
        p for p in [*points, points[0]][::-1] for _ in "ab"
    ],
    "with middles": with_middles,
    "with middles, clockwise, from a middle": lambda points: with_middles(points)[::-1],
    "negative zeros": lambda points: [(-x or -0.0, -y or -0.0) for x, y in points],
}


def listed(shape: Shape) -> Points:
    return [(x, y) for x, y in shape.vertices.tolist()]


def in_form(shape: Shape, form: Callable[[Points], Points]) -> Points:
    """Return the vertices in another form; a point and two ends have no other."""
    return form(listed(shape)) if len(shape.vertices) > 2 else listed(shape)


def shape_of(points: Points, radius: float) -> Shape:
    """Return what the points stand for, as a shape."""
    if len(points) == 1:
        return Circle(points[0], radius)
    if len(points) == 2:
        return Capsule(points[0], points[1], radius)
    return Polygon(points, radius=radius)


def plain(found: Any) -> Any:
    """Return the bits of an answer: numbers as text, which tells zeros and NaN apart."""
    if isinstance(found, Contact):
        found = (found.normal, found.depth, found.points, found.depths, found.a_in_b, found.b_in_a)
    return repr(found)


def differences(
    a: Points, b: Points, radius_a: float, radius_b: float, verbs: list[tuple[str, dict[str, Any]]]
) -> Iterator[str]:
    """Yield the verbs that answer otherwise than for shapes, or do not refuse what is none."""
    try:
        shapes = shape_of(a, radius_a), shape_of(b, radius_b)
    except ValueError:
        shapes = None
    may_be_concave = radius_a == radius_b == 0.0 and min(len(a), len(b)) > 2
    for name, options in verbs:
        if shapes is None and may_be_concave and name not in NEED_CONVEX:
            continue
        radii = {"radius_a": radius_a, "radius_b": radius_b}
        found: Any = ValueError
        expected: Any = ValueError
        pivots: dict[str, Any] = {}
        if name == "clearance" and shapes is not None:
            pivots = {
                f"pivot_{side}": shape.position for side, shape in zip("ab", shapes, strict=True)
            }
        with contextlib.suppress(ValueError):
            found = plain(getattr(raw, name)(a, b, **options, **pivots, **radii))
        if shapes is not None:
            expected = plain(getattr(sepax, name)(*shapes, **options))
        if found != expected:
            yield f"{name} {options}: {found}, not {expected}, of {a}, {b}, {radii}"


@pytest.mark.parametrize("family", FAMILIES)
def test_bits_of_shapes(family: str) -> None:
    """Whatever the form; each verb in turn, as pairs are many."""
    forms, verbs = cycle(FORMS.values()), cycle(range(5))
    for a, b in pairs(family):
        form_a, form_b = next(forms), next(forms)
        one, other = in_form(a, form_a), in_form(b, form_b)
        some = OF_TWO[next(verbs) :: 5]
        for radii in ((a.radius, b.radius), (0.0, 0.375), (0.25, 0.125)):
            assert not list(differences(one, other, *radii, some))
        next(forms)  # for other pairs of them in the next round


@pytest.mark.parametrize("family", ["boxes", "polygons", "shared_edges", "offset_1e9"])
@pytest.mark.parametrize("form", FORMS)
def test_bits_of_shapes_in_every_form(form: str, family: str) -> None:
    for a, b in pairs(family)[::40]:
        rings = FORMS[form](listed(a)), FORMS["as it is"](listed(b))
        for radii in ((0.0, 0.0), (0.25, 0.0)):
            assert not list(differences(*rings, *radii, OF_TWO))
            assert not list(differences(*rings[::-1], *radii, OF_TWO))


@pytest.mark.parametrize("family", SWEEPS)
def test_bits_of_sweeps(family: str) -> None:
    for a, b, velocity_a, velocity_b, max_time in sweeps(family)[::2]:
        options = {"velocity_a": velocity_a, "velocity_b": velocity_b, "max_time": max_time}
        verbs = [("time_of_impact", options)]
        verbs += [("sweep", options | {"touching": touching}) for touching in (True, False)]
        for radii in {(a.radius, b.radius), (0.25, 0.125)}:
            assert not list(differences(listed(a), listed(b), *radii, verbs))


@pytest.mark.parametrize("family", ["boxes", "polygons", "capsules_any", "rounded_box_sides"])
def test_bits_of_sweeps_that_turn(family: str) -> None:
    """About the origin, which is the position of shapes of world points."""
    rates: dict[str, Any] = {"angular_velocity_a": 1.0, "angular_velocity_b": -0.5}
    pivots: dict[str, Any] = {"pivot_a": (0, 0), "pivot_b": (0, 0)}
    for a, b in pairs(family)[::20]:
        rings = listed(a), listed(b)
        shapes = shape_of(rings[0], a.radius), shape_of(rings[1], b.radius)
        radii: dict[str, Any] = {"radius_a": a.radius, "radius_b": b.radius}
        for name in ("sweep", "time_of_impact"):
            found = getattr(raw, name)(*rings, (1.0, 0.5), **rates, **pivots, **radii)
            assert plain(found) == plain(getattr(sepax, name)(*shapes, (1.0, 0.5), **rates))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "family", ["boxes", "polygons", "circle_any", "many_sided", "touching_vertex_edge", "slivers"]
)
def test_bits_of_one_shape(family: str, form: str) -> None:
    for a, b in pairs(family)[::25]:
        points = in_form(a, FORMS[form])
        for radius in (a.radius, 0.25):
            try:
                shape = shape_of(points, radius)
            except ValueError:
                for call in (raw.contains, raw.project):
                    if radius > 0.0:
                        with pytest.raises(ValueError, match="vertices must be a convex ring"):
                            call(points, (1.0, 1.0), radius=radius)
                continue
            own = with_middles(listed(a))
            for place in [*listed(b)[:3], *own[:6], a.centroid, b.centroid]:
                assert raw.contains(points, place, radius=radius) is shape.contains(place)
            for axis in ((1.0, 0.0), (0.0, -2.0), (-0.6, 0.8)):
                assert plain(raw.project(points, axis, radius=radius)) == plain(shape.project(axis))
            for origin in (b.centroid, (b.centroid[0] + 3.0, b.centroid[1] - 2.0)):
                ray = origin, (a.centroid[0] - origin[0], a.centroid[1] - origin[1] + 0.125)
                for width, end in ((0.0, math.inf), (0.5, 2.0)):
                    found = raw.raycast(points, *ray, end, width, ring_radius=radius)
                    assert plain(found) == plain(sepax.raycast(shape, *ray, end, width))


def test_straight_points_and_winding_leave_no_trace_in_projections() -> None:
    """A point on a side may round to a product beyond those of all corners.

    Of two zeros the one of the first vertex counts.
    """
    far = -(2.0**52)
    corners = [(far, far + 1), (far - 1, far), (far, far - 1), (far + 1, far)]
    straight = [(far + 0.5, far + 0.5), *corners]
    clockwise = [(-1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (0.0, -3.0)]
    sharp = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    down = (-0.0, -1.0)
    for points, axis, radius in (
        (straight, (-0.3103308967934497, -0.23087957478847887), 0.0),
        (clockwise, down, 0.0),
        (sharp, down, -0.0),
    ):
        shape = Polygon(points, radius=radius)
        found = raw.project(points, axis, radius=radius)
        assert plain(found) == plain(shape.project(axis))


@pytest.mark.parametrize("form", [form for form in FORMS if form != "negative zeros"])
def test_features_are_places_of_the_points_as_given(form: str) -> None:
    """Of rings with repeated and straight points, in the order of the caller."""
    count = 0
    for family in ("touching_edge_edge", "boxes", "polygons"):
        for a, b in pairs(family)[::4]:
            rings = [FORMS[form](listed(shape)) for shape in (a, b)]
            try:
                shapes = [Polygon(points) for points in rings]
            except ValueError:  # a middle is off its side
                continue
            found = raw.collide(rings[0], rings[1], 0.5)
            expected = sepax.collide(shapes[0], shapes[1], 0.5)
            features = zip(*((c.features if c else ()) for c in (found, expected)), strict=True)
            for own, named in features:
                for side in range(2):
                    corners = listed(shapes[side])
                    corner = named[side]
                    if corner < 0:  # an edge begins where it ends, if the ring is clockwise
                        corner = (-1 - corner + ("clockwise" in form)) % len(corners)
                    place = rings[side].index(corners[corner])
                    assert own[side] == (place if named[side] >= 0 else -1 - place)
                    count += 1
    assert count > 100


@pytest.mark.parametrize("n", [31, 63, 64, 65, 300, 5000])
def test_large_rings_with_straight_points(n: int) -> None:
    """Above 64 points memory is allocated; a ring that is cleaned keeps room for what was given."""
    corners = [(x, y) for x, y in np.round(1e6 * Polygon.regular(n, 1.0).vertices).tolist()]
    points = with_middles([(2.0 * x, 2.0 * y) for x, y in corners])
    other = [(x + 1.5e6, y) for x, y in points]
    assert not list(differences(points, other, 0.0, 0.0, OF_TWO))
    assert not list(differences(points[::-1], other, 1e5, 10.0, OF_TWO))
    contact = raw.collide(points, other)
    assert contact is not None
    assert all(0 <= max(k, -1 - k) < len(points) for both in contact.features for k in both)


def test_arguments_are_not_changed() -> None:
    points = [*SQUARE[::-1], SQUARE[-1]]
    ring = np.array(points)
    ring.flags.writeable = False
    assert raw.intersects(ring, points)
    assert raw.mtv(points, ring) is not None
    assert ring.tolist() == [list(point) for point in points]
    assert points == [*SQUARE[::-1], SQUARE[-1]]


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
        impact = raw.sweep(a, b, (1.0, 0.5), max_time=math.inf)
        assert impact is None or impact.time >= 0.0
    low, high = raw.project(ring, (1, 1))
    assert low <= high


# What is refused --------------------------------------------------------------------------


def test_concave_rings_are_refused_by_name() -> None:
    for name, options in OF_TWO:
        verb: Callable[..., Any] = getattr(raw, name)
        refused = [{"radius_a": 0.5}, {"radius_b": 0.5}]
        refused += [{}] if name in NEED_CONVEX or "margin" in options else []
        for radii in refused:
            with pytest.raises(ValueError, match=r"^vertices_a must be a convex ring.*hull"):
                verb(REFLEX, SQUARE, **options, **radii)
            with pytest.raises(ValueError, match=r"^vertices_b must be a convex ring.*hull"):
                verb(SQUARE, REFLEX, **options, **radii)
        for few in ([(1.0, 1.0)], [(1.0, 1.0), (3.0, 1.0)]):
            with pytest.raises(ValueError, match=r"^vertices_b must be a convex ring"):
                verb(few, REFLEX, **options)
        if not refused[2:]:
            verb(SQUARE, REFLEX, **options)
    with pytest.raises(ValueError, match=r"^vertices must be a convex ring"):
        raw.raycast(REFLEX, (0, 0), (1, 0))
    turning: dict[str, Any] = {"angular_velocity_b": 0.5, "pivot_b": (0, 0)}
    with pytest.raises(ValueError, match=r"^vertices_a must be a convex ring"):
        raw.sweep(REFLEX, SQUARE, (0, 0), **turning)


def test_rings_that_go_round_twice_are_refused() -> None:
    for ring in (2 * SQUARE, 2 * SQUARE[::-1]):
        with pytest.raises(ValueError, match=r"^vertices_a must be a convex ring"):
            raw.distance(ring, [(9.0, 9.0)])


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf, 1e80])
def test_radii_out_of_range(bad: float) -> None:
    for name, options in OF_TWO:
        for radius in ("radius_a", "radius_b"):
            words = rf"^{radius} must be finite, not negative and within 2\*\*240, got"
            with pytest.raises(ValueError, match=words):
                getattr(raw, name)(SQUARE, SQUARE, **options, **{radius: bad})
    calls: list[tuple[str, Callable[[], Any]]] = [
        ("radius", lambda: raw.contains(SQUARE, (0, 0), radius=bad)),
        ("radius", lambda: raw.project(SQUARE, (1, 0), radius=bad)),
        ("ring_radius", lambda: raw.raycast(SQUARE, (0, 0), (1, 0), ring_radius=bad)),
        ("radius", lambda: raw.raycast(SQUARE, (0, 0), (1, 0), radius=bad)),
    ]
    for radius, call in calls:
        with pytest.raises(ValueError, match=f"^{radius} must be finite"):
            call()


def test_other_arguments_out_of_range() -> None:
    for few in ([(1, 0)] * 2, [(1, 0)] * 3, [(0, 0), (1, 0), (0, 0)]):
        with pytest.raises(ValueError, match=r"two different points.*\(1\.0, 0\.0\)|at least 3"):
            raw.intersects(few, SQUARE)
    with pytest.raises(ValueError, match=r"axis .*zero"):
        raw.project(SQUARE, (0, 0))
    with pytest.raises(ValueError, match="margin must be finite and not negative"):
        raw.collide(SQUARE, SQUARE, -1.0)
    with pytest.raises(ValueError, match="direction must not be zero"):
        raw.raycast(SQUARE, (0, 0), (0, 0))
    with pytest.raises(ValueError, match="max_distance must not be negative or NaN"):
        raw.raycast(SQUARE, (0, 0), (1, 0), -1.0)
    with pytest.raises(ValueError, match=r"origin .*finite"):
        raw.raycast(SQUARE, (0, math.nan), (1, 0))
    with pytest.raises(TypeError, match="pivot_b must be given"):
        raw.time_of_impact(SQUARE, SQUARE, (1, 0), angular_velocity_b=1.0)
    with pytest.raises(TypeError, match="radius_a must be a real number, got str"):
        raw.iou(SQUARE, SQUARE, radius_a="1")  # type: ignore[arg-type]


# Memory ---------------------------------------------------------------------------------


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
    for n in (3, 8191, 8193, 20_000):
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
