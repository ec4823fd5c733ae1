"""What holds for all shapes, tried by hypothesis on shapes that nobody thought of."""

from __future__ import annotations

import math
from typing import Any

import oracle
from families import Shape, Sweep
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from judges import Exact, first_fault
from motion_judges import ExactSweep
from oracle import vector
from verdicts import JUDGES, judge_motion, judged

from sepax import Circle, Polygon

numbers = st.floats(-1e3, 1e3)
integers = st.integers(-12, 12)
points = st.tuples(numbers, numbers)
angles = st.sampled_from([0.0, 0.0, math.pi / 2, math.pi]) | st.floats(-10.0, 10.0)
radii = st.sampled_from([0.0, 1.0, 5.0]) | st.floats(0.0, 1e3)
exponents = st.sampled_from([0, 0, 0, -30, 30, -3])


@st.composite
def hulls(draw: st.DrawFn) -> Polygon:
    """Draw the hull of a few integer or float points, at a pose."""
    kind = draw(st.sampled_from([st.tuples(integers, integers), points]))
    cloud: list[Any] = draw(st.lists(kind, min_size=3, max_size=9, unique=True))
    scale = 2.0 ** draw(exponents)
    cloud = [(x * scale, y * scale) for x, y in cloud]
    assume(len(oracle.hull([vector(point) for point in cloud])) > 2)
    position = draw(st.sampled_from([(0.0, 0.0)]) | points)
    try:
        shape = Polygon.hull(cloud, position=position, angle=draw(angles))
    except ValueError:
        assume(False)
        raise
    assert oracle.is_convex(oracle.body(shape).points)
    return shape


circles = st.builds(Circle, st.tuples(integers, integers) | points, radii)
shapes: st.SearchStrategy[Shape] = hulls() | circles
velocities = st.tuples(integers, integers) | points
times = st.sampled_from([0.0, 1.0, math.inf]) | st.floats(0.0, 1e3)


@given(a=shapes, b=shapes)
@settings(max_examples=200)
def test_pairs(a: Shape, b: Shape) -> None:
    pair = Exact(a, b)
    assert first_fault([judged(question)(pair) for question in JUDGES]) is None


@given(shapes, shapes, velocities, velocities, times)
@settings(max_examples=150)
def test_sweep(a: Shape, b: Shape, velocity_a: Any, velocity_b: Any, max_time: float) -> None:
    assert judge_motion(ExactSweep(Sweep(a, b, velocity_a, velocity_b, max_time))) is None


@given(shapes, points | st.tuples(integers, integers))
@settings(max_examples=200)
def test_contains(shape: Shape, point: Any) -> None:
    assert shape.contains(point) is oracle.contains(oracle.body(shape), vector(point))
    assert shape.contains(point) is shape.intersects(Circle(point, 0.0))


@given(shapes)
def test_a_shape_holds_its_vertices_and_itself(shape: Shape) -> None:
    assert all(shape.contains(vertex) for vertex in shape.vertices)
    contact = shape.collide(shape.copy())
    assert contact is not None
    assert contact.a_in_b
    assert contact.b_in_a


@given(shapes, points, angles)
def test_pose_round_trip(shape: Shape, position: Any, angle: float) -> None:
    before = shape.vertices.tolist()
    (x, y), turn = shape.position, shape.angle
    try:
        shape.set_pose(position[0], position[1], angle)
    except ValueError:
        assume(False)
    assert shape.position == position
    shape.set_pose(x, y, turn)
    assert shape.vertices.tolist() == before


@given(shapes)
def test_repr_and_copy(shape: Shape) -> None:
    twin = eval(repr(shape), {"Polygon": Polygon, "Circle": Circle})
    assert twin.vertices.tolist() == shape.vertices.tolist()
    assert shape.copy().vertices.tolist() == shape.vertices.tolist()


@given(st.lists(points, min_size=3, max_size=30))
def test_hull_is_exact(cloud: list[Any]) -> None:
    corners = oracle.hull([vector(point) for point in cloud])
    if len(corners) < 3:
        return
    found = [vector(point) for point in Polygon.hull(cloud).vertices.tolist()]
    assert sorted(found) == sorted(corners)
    assert oracle.is_convex(tuple(found))
