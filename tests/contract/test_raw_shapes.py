"""``sepax.raw`` gives the bits of shapes of the same points: verbs, radii, discs and segments."""

from __future__ import annotations

import math
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


def answer(call: Callable[[], Any]) -> Any:
    """Return the bits of an answer: numbers as text, which tells zeros and NaN apart."""
    try:
        found = call()
    except ValueError:
        return ValueError
    return plain(found)


def plain(found: Any) -> Any:
    if isinstance(found, Contact):
        found = (found.normal, found.depth, found.points, found.depths, found.a_in_b, found.b_in_a)
    return repr(found)


def differences(
    a: Points, b: Points, radius_a: float, radius_b: float, verbs: list[tuple[str, dict[str, Any]]]
) -> Iterator[str]:
    """Yield the verbs that answer otherwise than for shapes."""
    try:
        shapes = shape_of(a, radius_a), shape_of(b, radius_b)
    except ValueError:
        shapes = None
    may_be_concave = radius_a == radius_b == 0.0 and min(len(a), len(b)) > 2
    for name, options in verbs:
        if shapes is None and may_be_concave and name not in NEED_CONVEX:
            continue
        radii = {"radius_a": radius_a, "radius_b": radius_b}
        found = answer(lambda: getattr(raw, name)(a, b, **options, **radii))  # noqa: B023
        expected: Any = ValueError
        if shapes is not None:
            expected = plain(getattr(sepax, name)(*shapes, **options))
        if found != expected:
            yield f"{name} {options}: {found}, not {expected}, of {a}, {b}, {radii}"


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_bits_of_shapes(family: str) -> None:
    """Whatever the form; each verb in turn, as pairs are many."""
    forms, verbs = cycle(FORMS.values()), cycle(range(5))
    for a, b in pairs(family):
        form_a, form_b = next(forms), next(forms)
        one, other = in_form(a, form_a), in_form(b, form_b)
        some = OF_TWO[next(verbs) :: 5]
        for radii in ((a.radius, b.radius), (0.0, 0.375)):
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


@pytest.mark.parametrize("family", ALL_SWEEPS)
def test_bits_of_sweeps(family: str) -> None:
    for a, b, velocity_a, velocity_b, max_time in sweeps(family)[::2]:
        options = {"velocity_a": velocity_a, "velocity_b": velocity_b, "max_time": max_time}
        verbs = [("time_of_impact", options)]
        verbs += [("sweep", options | {"touching": touching}) for touching in (True, False)]
        assert not list(differences(listed(a), listed(b), a.radius, b.radius, verbs))


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
@pytest.mark.parametrize("family", ["boxes", "polygons", "circle_any", "many_sided"])
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
            for place in [*listed(b)[:3], *listed(a)[:3], a.centroid, b.centroid]:
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
    for a, b in pairs("touching_edge_edge")[::4]:
        points, other = FORMS[form](listed(a)), listed(b)
        found = raw.collide(points, other, 0.5)
        expected = sepax.collide(Polygon(points), Polygon(other), 0.5)
        assert found is not None
        assert expected is not None
        corners = listed(Polygon(points))
        for (own, _), (named, _) in zip(found.features, expected.features, strict=True):
            corner = named
            if named < 0:  # an edge: it is given from its end on, if the ring is clockwise
                corner = (-1 - named + ("clockwise" in form)) % len(corners)
            place = points.index(corners[corner])
            assert own == (place if named >= 0 else -1 - place)
            count += 1
    assert count > 40


@pytest.mark.parametrize("n", [63, 64, 65, 300])
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
    words = "margin must be finite and not negative, got -1.0"
    with pytest.raises(ValueError, match=words):
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
