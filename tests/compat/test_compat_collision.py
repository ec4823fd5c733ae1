"""The `collision` package on sepax: the same names and answers, its defects left out.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import copy
import importlib
import math
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import oracle
import pytest
import shapely
from oracle import Body, Difference

import sepax.compat.collision as ours
from sepax.compat import status
from sepax.compat.collision import (
    Circle,
    Concave_Poly,
    Poly,
    Response,
    Vector,
    collide,
    point_in_circle,
    point_in_concave_poly,
    point_in_poly,
)

FULL = os.environ.get("SEPAX_PROOF") == "full"
PAIRS = 200_000 if FULL else 4_000
FILTER_BLOCK = 5_000 if FULL else 400
STAR = [(-80, 0), (-20, 20), (0, 80), (20, 20), (80, 0), (20, -20), (0, -80), (-20, -20)]
ELL = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)]

Spec = tuple[str, tuple[float, float], Any, float]


@pytest.fixture(name="stock", scope="module")
def _stock() -> Any:
    return pytest.importorskip("collision", reason="collision is not installed")


def vectors(points: Any, module: Any = ours) -> list[Any]:
    return [module.Vector(x, y) for x, y in points]


def box(x: float, y: float, width: float = 2, height: float = 2) -> Poly:
    return Poly.from_box(Vector(x, y), width, height)


def concave(x: float, y: float, points: Any = ELL, angle: float = 0.0) -> Concave_Poly:
    return Concave_Poly(Vector(x, y), vectors(points), angle)


# Random shapes, for both packages and for the oracle --------------------------------------


def lattice_ring(source: random.Random) -> list[tuple[int, int]]:
    corners: list[tuple[int, int]] = []
    while len(corners) < 3:
        reach = range(source.randint(3, 8))
        corners = oracle.hull([(source.randint(-4, 4), source.randint(-4, 4)) for _ in reach])
    return corners


def round_ring(source: random.Random) -> list[tuple[float, float]]:
    sides, size = source.randint(3, 8), source.uniform(0.5, 3.0)
    turns = [(i + source.uniform(-0.4, 0.4)) * math.tau / sides for i in range(sides)]
    return [(size * math.cos(turn), size * math.sin(turn)) for turn in turns]


def star_ring(source: random.Random, whole: bool) -> list[tuple[float, float]]:
    """Return a ring that is seen from its local origin: of concave corners, mostly."""
    if whole:
        ways = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
        sizes = [source.randint(1, 4) for _ in ways]
        return [(x * size, y * size) for (x, y), size in zip(ways, sizes, strict=True)]
    sides = source.randint(4, 9)
    spokes = [(i * math.tau / sides, source.uniform(0.4, 3.0)) for i in range(sides)]
    return [(size * math.cos(turn), size * math.sin(turn)) for turn, size in spokes]


def draw(source: random.Random, kinds: str, whole: bool) -> Spec:
    """Draw a circle, a polygon or a concave one; whole numbers touch often."""
    kind = source.choice(kinds)
    spread = source.randint if whole else source.uniform
    place = (spread(-5, 5), spread(-5, 5))
    if kind == "c":
        return kind, place, spread(0, 4) if whole else source.uniform(0.1, 3.0), 0.0
    if kind == "v":
        ring: list[Any] = star_ring(source, whole)
    else:
        ring = lattice_ring(source) if whole else round_ring(source)
        ring = ring[::-1] if source.random() < 0.5 else ring
    return kind, place, ring, 0.0 if whole else source.choice((0.0, source.uniform(-4.0, 4.0)))


def drawn_pairs(count: int, kinds: str = "pcv", seed: int = 1) -> Iterator[tuple[Spec, Spec]]:
    source = random.Random(seed)
    for i in range(count):
        yield draw(source, kinds, i % 2 == 0), draw(source, kinds, i % 2 == 0)


def build(spec: Spec, module: Any = ours) -> Any:
    kind, place, size, angle = spec
    if kind == "c":
        return module.Circle(module.Vector(*place), size)
    make = module.Poly if kind == "p" else module.Concave_Poly
    return make(module.Vector(*place), vectors(size, module), angle)


def bodies(shape: Any) -> list[Body]:
    """Return the convex parts of a shape: a concave one is a fan about its position."""
    position = Fraction(shape.pos.x), Fraction(shape.pos.y)
    if isinstance(shape, Circle):
        return [Body((position,), Fraction(shape.radius))]
    points = [(Fraction(point.x), Fraction(point.y)) for point in shape.points]
    if isinstance(shape, Poly):
        return [Body(tuple(points), Fraction(0))]
    return [Body((position, p, q), Fraction(0)) for p, q in oracle.sides(points)]


def differences(a: Any, b: Any) -> list[Difference]:
    return [Difference.between(p, q) for p in bodies(a) for q in bodies(b)]


def separation(a: Any, b: Any) -> float:
    return float(min(difference.separation for difference in differences(a, b)))


# The booleans -----------------------------------------------------------------------------


def is_cut_well(original: Any) -> bool:
    """Whether the original's triangles, if it has any, are as large as its polygon."""
    parts = [area(triangle.points) for triangle in getattr(original, "tris", ())]
    return not parts or sum(parts) == pytest.approx(area(original.points))


def test_collide_agrees_with_the_original_but_for_rounding(stock: Any) -> None:
    rounding = badly_cut = 0
    for first, second in drawn_pairs(PAIRS):
        a, b = build(first), build(second)
        originals = build(first, stock), build(second, stock)
        found = collide(a, b)
        if found is not stock.collide(*originals):
            assert found is (min(part.side for part in differences(a, b)) <= 0)
            if all(is_cut_well(original) for original in originals):
                assert abs(separation(a, b)) < 1e-9, "it is wrong by more than rounding"
                rounding += 1
            else:
                badly_cut += 1
    print(f"{rounding} pairs touch but for rounding, {badly_cut} have bad triangles, of {PAIRS}")
    assert rounding < PAIRS / 100
    assert badly_cut <= PAIRS / 10_000


def test_collide_is_exact() -> None:
    for first, second in drawn_pairs(FILTER_BLOCK, seed=2):
        a, b = build(first), build(second)
        expected = min(part.side for part in differences(a, b)) <= 0
        assert collide(a, b) is expected
        assert collide(b, a) is expected
        assert collide(a, b, Response()) is expected


@pytest.mark.parametrize("kinds", ["p", "c", "v", "pc", "pcv"])
def test_the_tests_by_name(kinds: str) -> None:
    names = {Poly: "poly", Circle: "circle", Concave_Poly: "concave_poly"}
    called = set()
    for first, second in drawn_pairs(100, kinds, seed=3):
        a, b = build(first), build(second)
        function = getattr(ours, f"test_{names[type(a)]}_{names[type(b)]}", None)
        if function is not None:
            called.add(function.__name__)
            assert function(a, b) is collide(a, b)
            assert function(a, b, Response()) is collide(a, b)
    assert called


def test_points(stock: Any) -> None:
    source = random.Random(4)
    for spec, _ in drawn_pairs(PAIRS // 20, seed=5):
        shape, place = build(spec), (source.uniform(-6, 6), source.uniform(-6, 6))
        name = {"p": "point_in_poly", "c": "point_in_circle", "v": "point_in_concave_poly"}[spec[0]]
        found = getattr(ours, name)(Vector(*place), shape)
        expected = getattr(stock, name)(stock.Vector(*place), build(spec, stock))
        if found is not expected:  # its point is a segment of length 1.4e-7
            assert abs(separation(Circle(Vector(*place), 0), shape)) < 2e-7


def poly(module: Any, points: Any, x: float = 0, kind: str = "Poly") -> Any:
    return getattr(module, kind)(module.Vector(x, x), vectors(points, module))


SQUARE = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
EDGES = [(-1, 0), (1, 0), (0, -1), (0, 1), *SQUARE]


def of_edges(module: Any) -> set[bool]:
    return {module.point_in_poly(module.Vector(*p), poly(module, SQUARE)) for p in EDGES}


def touching(module: Any) -> set[bool]:
    triangle = poly(module, [(0, 0), (3, 1), (1, 3)])
    return {module.collide(triangle, poly(module, [(0, 0), (-2, 2), (-2, -2)]))}


def on_one_line(module: Any) -> Any:
    return module.test_poly_poly(*(poly(module, [(0, 0), (1, 1)], x) for x in (0, 5)))


def moved(module: Any) -> Any:
    shape = poly(module, ELL, 50, "Concave_Poly")
    shape.pos = module.Vector(0, 0)
    return module.collide(shape, module.Circle(module.Vector(0.5, 3), 0.1))


def overlap(module: Any, a: Any, b: Any) -> Any:
    response = module.Response()
    assert module.collide(a, b, response)
    return response.overlap, response.a_in_b, response.b_in_a


def of_concave(module: Any) -> Any:
    disc = module.Circle(module.Vector(4.5, 0.5), 1)
    return overlap(module, poly(module, ELL, kind="Concave_Poly"), disc)[0]


def of_boxes(module: Any) -> Any:
    return overlap(module, *(module.Poly.from_box(module.Vector(x, 0), 2, 2) for x in (0, 1.5)))[0]


def of_equal(module: Any) -> Any:
    return overlap(module, poly(module, SQUARE), poly(module, SQUARE))[1:]


def centroid(module: Any) -> Any:
    found = poly(module, [(0, 0), (4, 0), (4, 1), (0, 3)], 9).get_centroid()
    return round(found.x, 9), round(found.y, 9)


def repeated(module: Any) -> Any:
    try:
        return len(poly(module, [(0, 0), (0, 0), (4, 0), (4, 4)]).normals)
    except ZeroDivisionError:
        return "refused"


DEFECTS: list[tuple[Callable[[Any], Any], Any, list[Any]]] = [
    (touching, {True}, [{True}, {False}]),  # a matter of the rounding of its normals
    (of_edges, {True}, [{True, False}]),
    (on_one_line, False, [True]),  # it knows only the axis across them
    (moved, True, [False]),  # its triangles stay behind
    (of_concave, 0.5, [math.inf]),
    (of_boxes, 0.5, [0]),
    (of_equal, (True, True), [(True, False)]),
    (centroid, (round(5 / 3, 9), round(13 / 12, 9)), [(round(5 / 3, 9), round(13 / 6, 9))]),
    (repeated, 4, ["refused"]),
]


@pytest.mark.parametrize(("ask", "right", "wrong"), DEFECTS)
def test_what_the_original_has_wrong(stock: Any, ask: Any, right: Any, wrong: list[Any]) -> None:
    assert ask(ours) == right
    assert ask(stock) in wrong


def test_boundaries_belong_to_shapes() -> None:
    assert all(point_in_concave_poly(Vector(*p), concave(0, 0)) for p in ELL)
    assert point_in_circle(Vector(3, 4), Circle(Vector(0, 0), 5))
    assert str(concave(3, 3).get_centroid()) == str(poly(ours, ELL).get_centroid())


def test_positions_are_read_at_each_call() -> None:
    corner = Vector(0, 0)
    a, b = Poly.from_box(corner, 2, 2), Concave_Poly(corner, vectors(ELL))
    ball = Circle(Vector(9, 0), 1)
    assert not collide(a, ball)
    corner.x += 8
    assert collide(a, ball)
    assert collide(ball, b)
    b.pos = Vector(100, 100)
    assert not collide(ball, b)
    ball.radius = 200
    assert collide(ball, b)


@pytest.mark.parametrize(
    ("points", "hit", "miss"),
    [
        ([(0, 0), (4, 4)], (3, 3), (5, 5)),
        ([(0, 0), (4, 4), (2, 2), (1, 1)], (3, 3), (4.0000001, 4.0000001)),
        ([(1, 1)], (1, 1), (1, 1.0000001)),
        ([(1, 1), (1, 1), (1, 1)], (1, 1), (2, 2)),
        ([(0, 0), (0, 0), (4, 0), (4, 4), (4, 4), (0, 0)], (3, 1), (1, 3)),
        ([(0, 0), (2, 0), (4, 0), (4, 4), (2, 2)], (3, 1), (1, 3)),
    ],
)
def test_flat_and_repeated_points(points: Any, hit: Any, miss: Any) -> None:
    shape = Poly(Vector(0, 0), vectors(points))
    for place, expected in ((hit, True), (miss, False)):
        point = Vector(*place)
        assert point_in_poly(point, shape) is expected
        assert collide(Poly(point, vectors([(0, 0), (0, 0)])), shape) is expected
        assert collide(shape, Circle(point, 0), Response()) is expected


def test_a_segment_that_rounding_makes_a_point() -> None:
    place = 1e17
    dot = Poly(Vector(place, 0), vectors([(0, 0), (1, 0)]))
    assert [v.x for v in dot.points] == [place, place]
    for other in (dot, box(place, 0), Circle(Vector(place, 0), 0)):
        assert collide(dot, other, Response())
        assert collide(other, dot)
    for away in (-64.0, 64.0):  # on the line of the segment
        dot_there = Poly(Vector(place + away, 0), vectors([(0, 0), (1, 0)]))
        for other in (box(place + away, 0), dot_there):
            assert not collide(dot, other)
            assert not collide(other, dot, Response())


def test_a_ring_that_is_not_convex_stands_for_its_hull() -> None:
    assert collide(Poly(Vector(0, 0), vectors(ELL)), box(2, 2, 0.5, 0.5))
    assert not collide(concave(0, 0), box(2, 2, 0.5, 0.5))
    assert not collide(Poly(Vector(0, 0), vectors(ELL)), box(3, 3, 0.5, 0.5))
    assert [v.x for v in Poly(Vector(0, 0), vectors(ELL)).points] == [x for x, _ in ELL]


# Responses --------------------------------------------------------------------------------


def test_response_of_convex_shapes_is_the_true_one() -> None:
    for first, second in drawn_pairs(4 * FILTER_BLOCK, "pc", seed=6):
        a, b, response = build(first), build(second), Response()
        if not collide(a, b, response):
            continue
        difference = differences(a, b)[0]
        bound = 16 * oracle.EPSILON * oracle.extent(*bodies(a), *bodies(b))
        step = (-Fraction(response.overlap_v.x), -Fraction(response.overlap_v.y))
        assert abs(Fraction(response.overlap) + difference.separation) <= bound
        assert abs(difference.after(step).separation) <= bound
        assert response.a_in_b is oracle.encloses(*bodies(b), *bodies(a))
        assert response.b_in_a is oracle.encloses(*bodies(a), *bodies(b))
        assert response.a is a
        assert response.b is b
        assert response.overlap_n.ln() == pytest.approx(1.0, abs=1e-15)
        assert response.overlap_v == response.overlap_n * response.overlap


def test_response_of_concave_polygons_parts_them() -> None:
    seen = 0
    for first, second in drawn_pairs(2 * FILTER_BLOCK, "vvpc", seed=7):
        a, b, response = build(first), build(second), Response()
        if "v" in first[0] + second[0] and collide(a, b, response):
            seen += 1
            a.pos -= response.overlap_v
            assert abs(separation(a, b)) < 1e-12
            assert response.overlap_v.ln() == pytest.approx(response.overlap)
    assert seen > FILTER_BLOCK / 4


def test_no_shorter_way_parts_concave_polygons() -> None:
    ways = [i * math.tau / 90 for i in range(90)]
    for first, second in drawn_pairs(60, "vvpc", seed=8):
        a, b, response = build(first), build(second), Response()
        if "v" not in first[0] + second[0] or not collide(a, b, response):
            continue
        start = a.pos
        for share in (0.2, 0.5, 0.8, 0.99):
            reach = share * response.overlap - 1e-12
            for way in ways if reach > 0.0 else ():
                a.pos = Vector(start.x + reach * math.cos(way), start.y + reach * math.sin(way))
                assert collide(a, b)


def test_what_is_in_a_concave_polygon_is_exact() -> None:
    """Half of the others are small, at the same place; some points are there twice."""
    source, seen = random.Random(9), set()
    for i in range(2 * FILTER_BLOCK):
        first, (kind, place, ring, _) = draw(source, "v", True), draw(source, "vp", True)
        small = [(x / 2, y / 2) for x, y in ring for _ in range(source.choice((1, 1, 2)))]
        a = build(first)
        b = build((kind, place, ring, 0.0) if i % 2 else (kind, first[1], small, 0.0))
        outlines = [shapely.Polygon([(p.x, p.y) for p in shape.points]) for shape in (a, b)]
        response = Response()
        if all(outline.is_valid for outline in outlines) and collide(a, b, response):
            seen.add(response.b_in_a)
            assert response.b_in_a is outlines[0].covers(outlines[1])
            assert response.a_in_b is outlines[1].covers(outlines[0])
    assert seen == {False, True}


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        (Circle(Vector(0.5, 0.5), 0.5), True),
        (Circle(Vector(0.5, 0.5), 0.51), False),
        (Circle(Vector(1, 1), 0), True),
        (Circle(Vector(1, 1), 0.01), False),
        (box(0.5, 2, 1, 4), True),
        (box(2, 0.5, 4, 1), True),
        (box(1, 1, 2, 2), False),
        (Poly(Vector(0, 0), vectors([(0.5, 0.5), (3, 0.5), (0.5, 3)])), False),
        (concave(0, 0), True),
        (concave(0.75, 0.75, [(x / 2, y / 2) for x, y in ELL]), False),
        (concave(0, 0, [(0.2, 0.2), (3, 0.2), (3, 0.8), (0.8, 0.8), (0.8, 3), (0.2, 3)]), True),
    ],
)
def test_what_is_inside_of_a_concave_polygon(inner: Any, expected: bool) -> None:
    response = Response()
    assert collide(inner, concave(0, 0), response)
    assert response.a_in_b is expected
    assert collide(concave(0, 0), inner, response)
    assert response.b_in_a is expected
    assert collide(concave(0, 0), box(1, 1, 20, 20), response)
    assert (response.a_in_b, response.b_in_a) == (True, False)


def test_directions_of_responses() -> None:
    """A normal leads from a to b, also where they touch; about one centre, it is one of y."""
    right = Response()
    for x, y in ((2, 0), (-2, 0), (0, 2), (0, -2)):
        assert collide(box(0, 0), box(x, y), right)
        assert (right.overlap, right.overlap_v) == (0.0, Vector(0, 0))
        assert right.overlap_n == Vector(x / 2, y / 2)
    assert collide(box(0, 0), box(1.5, 0), right)
    assert (right.overlap_n, right.overlap_v) == (Vector(1, 0), Vector(0.5, 0))
    assert collide(concave(0, 0), Circle(Vector(4.5, 0.5), 1), right)
    assert (right.overlap_v, right.a_in_b, right.b_in_a) == (Vector(0.5, 0.0), False, False)
    assert collide(Circle(Vector(1, 1), 2), Circle(Vector(1, 1), 3), right)
    assert (right.overlap, right.overlap_v) == (5.0, Vector(0, 5))
    assert (right.a_in_b, right.b_in_a) == (True, False)
    turns = [i * math.tau / 300 for i in range(300)]
    wheel = poly(ours, [(math.cos(t), math.sin(t)) for t in turns])
    assert collide(wheel, box(1.9, 0), right)
    assert right.overlap == pytest.approx(0.1, abs=1e-12)


def test_a_response_is_written_anew_on_a_hit_and_left_alone_on_a_miss(stock: Any) -> None:
    response = Response()
    assert collide(box(0, 0), box(1.9, 0), response)
    assert collide(box(0, 0), box(1.5, 0), response)
    assert response.overlap == 0.5
    before = str(response)
    assert not collide(box(0, 0), box(2.5, 0), response)
    assert str(response) == before
    assert response.reset() is response
    assert not collide(box(0, 0), box(2.5, 0), response)
    assert (response.a, response.overlap, response.a_in_b) == (None, math.inf, True)
    stale, boxes = (
        stock.Response(),
        [stock.Poly.from_box(stock.Vector(x, 1.5), 2, 2) for x in (0, 2.1)],
    )
    assert not stock.test_poly_poly(*boxes, stale)
    assert not stale.a_in_b or stale.overlap < math.inf, "it writes before it knows"


# The classes ------------------------------------------------------------------------------

OPERATIONS = """
v + w|v + 2|v - w|v - 2.5|v * w|v * 3|v / w|v / 4|v // w|v // 2|v % w|v % 2|-v|v + True|v * -0.0
v == w|v == v.copy()|v != w|v == 3|v[0]|v[1]|v[-1]|v[:]|3 in v|9 in v|len(v)|list(v)|tuple(w)
v.perp()|v.rotate(0.5)|w.rotate(-2)|v.reverse()|w.int()|v.normalize()|w.normalize().ln()|v.set(w)
v.project(w)|v.project_n(w)|v.reflect(w)|v.reflect_n(w)|v.dot(w)|v.ln2()|v.ln()|w.ln()|v.x|v
"""

FAILURES = """
2 * v|2 + v|v + "a"|v + None|v / 0|v // 0|v % Vector(0, 1)|Vector(0, 0).normalize()|v[2]|hash(v)
v.project(Vector(0, 0))|v.dot(3)|v.z|Vector(1)|v["x"]|v < w
"""


def evaluate(module: Any, expression: str) -> str:
    names = {"Vector": module.Vector, "v": module.Vector(3, 4), "w": module.Vector(-1.5, 2.25)}
    try:
        return repr(eval(expression, names))
    except Exception as error:
        return type(error).__name__


@pytest.mark.parametrize(("text", "fails"), [(OPERATIONS, False), (FAILURES, True)])
def test_vector_operations(text: str, fails: bool, stock: Any) -> None:
    for expression in text.strip().replace("\n", "|").split("|"):
        found = evaluate(ours, expression)
        assert found == evaluate(stock, expression), expression
        assert found.endswith("Error") == fails, expression


def test_vectors_keep_their_numbers() -> None:
    v = Vector(3, 4.0)
    assert (type(v.x), type(v.y)) == (int, float)
    assert type((v + 1).x) is int
    v.x = 2**70
    assert (v * 2).x == 2**71


def number_texts(shape: Any) -> list[str]:
    """Write out every number of a polygon, with its type."""
    lists = [shape.points, shape.rel_points, shape.base_points, shape.edges]
    return [str(part) for part in (*lists, shape.aabb, shape.angle, shape.pos)]


def test_polygons_hold_the_same_numbers(stock: Any) -> None:
    for spec, _ in drawn_pairs(400, "pv", seed=9):
        shape, original = build(spec), build(spec, stock)
        assert number_texts(shape) == number_texts(original)
        assert len(shape.normals) == len(original.normals)
        for found, expected in zip(shape.normals, original.normals, strict=True):
            assert (found.x, found.y) == (expected.x, expected.y)
        shape.angle = original.angle = 0.75
        assert number_texts(shape) == number_texts(original)
        assert str(shape) == str(original)


def test_circles_hold_the_same_numbers(stock: Any) -> None:
    for spec, _ in drawn_pairs(50, "c", seed=10):
        shape, original = build(spec), build(spec, stock)
        assert (str(shape), shape.aabb) == (str(original), original.aabb)


def test_set_points_and_base_points() -> None:
    shape = box(0, 0)
    clockwise = vectors([(0, 0), (0, 4), (4, 0)])
    shape.set_points(clockwise)
    assert [str(v) for v in shape.base_points] == [str(v) for v in reversed(clockwise)]
    shape.base_points[0].x = 10
    assert shape.rel_points[0].x == 4
    shape.angle = 0
    assert shape.rel_points[0].x == 10
    assert collide(shape, Circle(Vector(9, 0), 0.1))


def test_triangles_make_up_a_concave_polygon() -> None:
    for spec, _ in drawn_pairs(300, "v", seed=11):
        shape = build(spec)
        whole = area(shape.points)
        parts = [area(triangle.points) for triangle in shape.tris]
        assert all(part >= 0 for part in parts)
        assert sum(parts) == pytest.approx(whole, abs=1e-9)
        assert len(ours.earclip(shape.base_points)) == len(parts)
        assert all(triangle.pos is shape.pos for triangle in shape.tris)


def area(points: Any) -> float:
    terms = (p.x * q.y - q.x * p.y for p, q in zip(points, points[1:] + points[:1], strict=True))
    return float(sum(terms)) / 2


def test_ear_clipping_of_awkward_rings() -> None:
    awkward = [
        [(0, 0), (2, 0), (4, 0), (4, 4), (4, 4), (0, 4), (0, 2)],
        [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)],
        [(0, 0), (0, 4), (4, 4), (4, 0), (1, 0), (1, 1), (3, 1), (3, 3), (1, 3), (1, 1), (1, 0)],
        [(1e9, 1e9), (1e9 + 1, 1e9), (1e9 + 1, 1e9 + 1), (1e9, 1e9 + 1)],
    ]
    for ring in awkward:
        points = vectors(ring)
        cut = ours.earclip(points)
        assert sum(area(triangle) for triangle in cut) == pytest.approx(abs(area(points)))
    assert ours.earclip([]) == ours.earclip(vectors([(0, 0), (1, 1)])) == []
    assert ours.earclip(vectors([(0, 0), (math.nan, 1), (2, 2)])) == []
    ours.earclip(vectors([(0, 0), (4, 4), (4, 0), (0, 4)]))  # crosses itself: just ends


def things_of(kinds: Callable[[type], type]) -> list[Any]:
    """Return one thing of each class, or of a subclass of it."""
    corners, center = vectors(ELL), Vector(1, 2)
    vector, circle, convex, folded, response = map(
        kinds, (Vector, Circle, Poly, Concave_Poly, Response)
    )
    filled: Any = response()
    assert collide(box(0, 0), Circle(Vector(1, 0), 1), filled)
    made = [vector(1, 2.5), circle(center, 3), convex(center, corners[:3])]
    return [*made, folded(center, corners, 0.5), filled]


SLOTTED: dict[type, Any] = {}
for base in (Vector, Circle, Poly, Concave_Poly, Response):
    made = type(
        f"Slotted{base.__name__}", (base,), {"__slots__": ("label",), "__module__": __name__}
    )
    SLOTTED[base] = globals()[made.__name__] = made


@pytest.mark.parametrize("protocol", [None, *range(pickle.HIGHEST_PROTOCOL + 1)])
@pytest.mark.parametrize("slotted", [False, True])
def test_copies_keep_all_that_they_had(protocol: int | None, slotted: bool) -> None:
    for thing in things_of(SLOTTED.__getitem__ if slotted else lambda kind: kind):
        has_label = slotted or type(thing) is not Vector
        if has_label:
            thing.label = ["kept"]
        if protocol is None:
            twins = [copy.copy(thing), copy.deepcopy(thing)]
        else:
            twins = [pickle.loads(pickle.dumps(thing, protocol))]
        for twin in twins:
            assert (type(twin), str(twin)) == (type(thing), str(thing))
            assert twin is not thing
            assert not has_label or twin.label == ["kept"]


def overriding(module: Any) -> dict[str, Any]:
    """Make shapes of classes that override what the tests of the original read."""
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]

    def of_class(base: Any, **own: Any) -> Any:
        return type("Own", (base,), own)

    def moved(self: Any) -> Any:
        return module.Vector(7, 0)

    def wide(self: Any) -> Any:
        return vectors([(2 * x, y) for x, y in corners], module)

    def far_points(self: Any) -> Any:
        return vectors([(x + 7, y) for x, y in corners], module)

    own: dict[str, dict[str, Any]] = {
        "nothing": {},
        "pos": {"pos": property(moved)},
        "angle": {"angle": property(lambda self: 0.75)},
        "points": {"points": property(far_points)},
        "half of points": {
            "points": property(lambda self: [self.pos + p * 0.5 for p in self.rel_points])
        },
        "aabb": {"aabb": property(lambda self: ((6, -1), (8, -1), (6, 1), (8, 1)))},
        "a class attribute": {"pos": None},
    }
    made = {}
    for base in (module.Poly, module.Concave_Poly):
        for name, attributes in own.items():
            kind = of_class(base, **attributes)
            made[f"{base.__name__} {name}"] = kind(module.Vector(0, 0), vectors(corners, module))
    wider = of_class(module.Poly, rel_points=property(wide, lambda self, points: None))
    if module is ours:  # the original sets parts of the list that it has just set
        made["Poly rel_points"] = wider(module.Vector(0, 0), vectors(corners, module))
    else:
        made["Poly rel_points"] = module.Poly(module.Vector(0, 0), wide(None))
    for name, attributes in (
        ("nothing", {}),
        ("pos", {"pos": property(moved)}),
        ("radius", {"radius": property(lambda self: 3)}),
        ("a class attribute", {"radius": 3}),
        ("aabb", own["aabb"]),
    ):
        made[f"Circle {name}"] = of_class(module.Circle, **attributes)(module.Vector(0, 0), 1)
    return made


def probes(module: Any) -> list[Any]:
    """Make shapes that touch none of those."""
    places = [(0.25, 0.25), (1.375, 0.125), (2.5, 0.25), (3.75, 0.25), (7.25, 0.5), (12.0, 0.0)]
    corners = [(-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2)]
    kinds: list[Any] = [(module.Circle, 0.25)]
    kinds += [(kind, vectors(corners, module)) for kind in (module.Poly, module.Concave_Poly)]
    return [kind(module.Vector(*place), form) for place in places for kind, form in kinds]


def test_attributes_that_a_class_overrides_are_read(stock: Any) -> None:
    """Of a concave polygon, the original leaves its triangles where they were."""
    mine, theirs = overriding(ours), overriding(stock)
    for name, shape in mine.items():
        original = theirs[name]
        assert str(shape.aabb) == str(original.aabb)
        for probe, other in zip(probes(ours), probes(stock), strict=True):
            case = name, probe
            is_stale = name == "Concave_Poly pos" and isinstance(probe, Circle)
            if not is_stale:
                assert collide(shape, probe) == stock.collide(original, other), case
                assert collide(probe, shape) == stock.collide(other, original), case
            if isinstance(shape, Poly) and isinstance(probe, Poly):
                found = ours.test_poly_poly(shape, probe)
                assert found == stock.test_poly_poly(original, other), case
                assert point_in_poly(probe.pos, shape) == stock.point_in_poly(
                    other.pos, original
                ), case
            if isinstance(shape, Circle):
                assert point_in_circle(probe.pos, shape) == stock.point_in_circle(
                    other.pos, original
                ), case


def test_what_overrides_may_change_at_any_time(stock: Any) -> None:
    for module in (ours, stock):

        class Follower(module.Circle):  # type: ignore[name-defined, misc]
            """A circle that goes where something else is."""

            def __init__(self, leader: Any) -> None:
                self.leader = leader
                super().__init__(None, 1)

            @property
            def pos(self) -> Any:
                return self.leader.pos

        leader = module.Poly(module.Vector(0, 0), vectors([(0, 0), (1, 0), (0, 1)], module))
        follower, wall = Follower(leader), module.Circle(module.Vector(9, 0), 1)
        assert not module.collide(follower, wall)
        leader.pos.x += 8
        assert module.collide(follower, wall)
        assert follower.aabb == ((7, -1), (9, -1), (7, 1), (9, 1))
        assert "pos = Vector [8, 0]" in str(follower)
        twin = copy.deepcopy(follower)
        leader.pos.x -= 8
        assert module.collide(twin, wall)
        assert not module.collide(follower, wall)


def test_a_hull_follows_points_of_a_class() -> None:
    """The convex hull of a ring that folds in is that of the points which the class has now."""

    class Folding(Poly):
        dent = 0.0

        @property
        def rel_points(self) -> Any:
            return vectors([(0, 0), (4, 0), (4, 4), (2 - self.dent, 2 + self.dent), (0, 4)])

    shape = Folding(Vector(0, 0), vectors([(0, 0), (1, 0), (0, 1)]))
    probe = Circle(Vector(1.5, 3), 0.25)
    assert collide(shape, probe)
    shape.dent = -1.0
    assert collide(shape, probe)
    shape.dent = 8.0
    assert collide(shape, Circle(Vector(-3, 8), 0.25))


@pytest.mark.parametrize("make", [Poly, Concave_Poly, Circle, Vector, Response])
def test_what_was_never_initialised_is_harmless(make: Any) -> None:
    thing = make.__new__(make)
    uses: list[Any] = [collide, point_in_poly, point_in_circle, point_in_concave_poly]
    for use in uses:
        with pytest.raises((TypeError, ValueError, AttributeError)):
            use(thing, box(0, 0)) if use is collide else use(Vector(0, 0), thing)
    assert isinstance(str(thing) if make in (Vector, Circle, Response) else "", str)


def test_lists_that_shrink_are_harmless() -> None:
    shape, ring = box(0, 0), concave(0, 0)
    folded = Poly(Vector(0, 0), vectors(ELL))
    for polygon in (shape, ring, folded):
        del polygon.rel_points[1:]
    assert not collide(shape, Circle(Vector(5, 5), 0.1))
    for polygon in (ring, folded):
        with pytest.raises((ValueError, IndexError)):
            collide(polygon, Circle(Vector(5, 5), 0.1))


def test_threads_that_set_and_read_the_same_objects() -> None:
    """What they read is anyone's guess, but every object in it lives."""
    polygon, circle, response = concave(0, 0), Circle(Vector(0, 0), 1), Response()
    vector = Vector(0, 0)

    def change(seed: int) -> None:
        for k in range(300):
            circle.pos, polygon.pos, circle.radius = Vector(k, seed), Vector(seed, k), float(k)
            polygon.angle = 0.01 * k
            vector.set(Vector(k + 0.5, k + 0.25))
            response.reset()

    def read(_: int) -> None:
        for _ in range(300):
            assert all(map(str, (circle, polygon, response, vector)))
            assert len(polygon.edges) == len(polygon.points)
            assert isinstance(response.overlap_v, Vector)
            assert len(polygon.tris) > 1

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(job, k) for k, job in enumerate((change, read, change, read))]:
            done.result()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Poly(Vector(0, 0), []),
        lambda: poly(ours, [(0, 0), (math.nan, 0), (0, 1)]),
        lambda: concave(0, 0, [(0, 0), (math.inf, 0), (0, 1)], angle=1.0),
        lambda: box(math.inf, 0),
        lambda: box(1e80, 0),
        lambda: Circle(Vector(0, 0), -1),
        lambda: Circle(Vector(0, 0), math.nan),
    ],
)
def test_shapes_that_are_none_are_refused(make: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match=r"finite|no points"):
        collide(make(), box(0, 0))
    with pytest.raises(ValueError, match=r"finite|no points"):
        collide(box(0, 0), make(), Response())


def test_other_things_are_refused() -> None:
    strangers: list[Any] = [None, 3, "box", Vector(0, 0), [(0, 0), (1, 1)]]
    for other in strangers:
        with pytest.raises(TypeError, match=r"Invalid types for collide Poly\(\) and"):
            collide(box(0, 0), other)
        with pytest.raises(TypeError):
            ours.test_poly_poly(other, box(0, 0))
        no_response: Any = other or 3
        with pytest.raises(TypeError):
            collide(box(0, 0), box(0, 0), no_response)
    assert not isinstance(concave(0, 0), Poly)


# The small functions ----------------------------------------------------------------------


def test_small_functions(stock: Any) -> None:
    source = random.Random(12)
    for _ in range(500):
        numbers = [(source.randint(-4, 4), source.randint(-4, 4)) for _ in range(5)]
        ring = lattice_ring(source)
        for module in (ours, stock):
            p, a, b, c, d = vectors(numbers, module)
            low, high = module.Poly(p, vectors(ring, module)), module.Circle(a, 2)
            projection = [0, 0]
            module.flatten_points_on([p, a, b], c, projection)
            found = [
                module.test_aabb(low.aabb, high.aabb),
                projection,
                module.voronoi_region(a, p),
                module.is_clockwise(vectors(ring, module)),
                module.is_clockwise(vectors(ring[::-1], module)),
                module.is_convex(a, b, c),
                module.triangle_area(a.x, a.y, b.x, b.y, c.x, c.y),
                module.triangle_sum(a.x, a.y, b.x, b.y, c.x, c.y),
                module.is_convex_polygon(ring),
                module.is_separating_axis(p, a, [b, c], [c, d], module.Vector(0.6, 0.8)),
                area([a, b, c]) and module.is_point_inside(p, a, b, c),
                area([a, b, c]) and module.is_ear(a, b, c, [p, a, b, c, d]),
            ]
            if module is ours:
                expected = found
        assert found == expected


def test_is_separating_axis_with_a_response() -> None:
    response, axis, corners = Response(), Vector(1, 0), vectors([(-1, 0), (1, 0)])
    assert not ours.is_separating_axis(
        Vector(0, 0), Vector(1.5, 0), corners, corners, axis, response
    )
    assert (response.overlap, response.overlap_n) == (0.5, Vector(1, 0))
    assert not ours.is_separating_axis(
        Vector(0, 0), Vector(-1.75, 0), corners, corners, axis, response
    )
    assert (response.overlap, response.overlap_n) == (0.25, Vector(-1, 0))
    assert (response.a_in_b, response.b_in_a) == (False, False)


def test_every_public_name_is_there(stock: Any) -> None:
    modules = {"circle", "poly", "response", "tests", "tripy", "util"}
    names = {name for name in vars(stock) if not name.startswith("_")} - modules
    assert names == set(ours.__all__)
    assert all(getattr(ours, name) is ours for name in modules)
    assert not hasattr(ours, "no_such_name")


# Switching --------------------------------------------------------------------------------


def test_enable_puts_it_in_the_place_of_the_original() -> None:
    names = [name for name in sys.modules if name.partition(".")[0] == "collision"]
    before = {name: sys.modules[name] for name in names}
    with ours.enabled():
        assert importlib.import_module("collision") is ours
        assert importlib.import_module("collision.util").Vector is Vector
        assert "collision" in status()
        ours.enable()
    assert "collision" not in status()
    names = [name for name in sys.modules if name.partition(".")[0] == "collision"]
    assert {name: sys.modules[name] for name in names} == before


def test_a_program_that_imports_it_by_name() -> None:
    program = """
import sepax.compat.collision
sepax.compat.collision.enable()
from collision import *
import collision.util
from collision.poly import Concave_Poly as Same
star = [Vector(-80, 0), Vector(-20, 20), Vector(0, 80), Vector(20, 20), Vector(80, 0)]
a, b = Concave_Poly(Vector(0, 0), star), Same(Vector(9, 9), star)
assert collide(a, b) and test_aabb(a.aabb, b.aabb) and collision.util.Vector is Vector
assert math.pi > 3
"""
    subprocess.run([sys.executable, "-c", program], check=True)
