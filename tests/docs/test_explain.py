"""`explain`: axes are compared with rational arithmetic, verdicts with those of the verbs."""

import copy
import dataclasses
import math
import pickle
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import families
import numpy as np
import oracle
import pytest
import rounded  # noqa: F401  registers its families
from judges import Exact
from test_pictures import drawing

import sepax
from sepax import Capsule, Circle, Compound, Explanation, Point, Polygon, Segment, ShapeArray
from sepax.explanation import AxisTest, explain

EPS = Fraction(1, 2**53)
PAIR_FAMILIES = [*families.PAIRS, *families.ROUNDED_PAIRS]
SWEEP_FAMILIES = [*families.SWEEPS, *families.ROUNDED_SWEEPS]
CUP = [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]


def few(name: str) -> int:
    return 3 if "many_sided" in name else 10


def some_of_each_kind() -> list[Any]:
    return [
        Polygon.box(2, 1, angle=0.3),
        Polygon([(0, 0), (3, 0), (0, 2)], radius=0.4),
        Circle((1, 0.5), 0.75),
        Capsule((0, 0), (2, 1), 0.25),
        Segment((-1, -1), (1, 2)),
        Point((0.5, 0.25)),
    ]


def edge_vector(shape: Any, edge: int) -> oracle.Vector:
    """Return the exact outward normal of an edge, with the length of the edge."""
    corners = [oracle.vector(corner) for corner in shape.vertices.tolist()]
    x, y = oracle.minus(corners[(edge + 1) % len(corners)], corners[edge])
    return y, -x


def sources(row: AxisTest, a: Any, b: Any) -> Iterator[oracle.Vector]:
    """Yield the exact directions that gave an axis, of any length."""
    if row.kind == "edge":
        yield from (edge_vector(a, edge) for edge in row.of_a)
        yield from (edge_vector(b, edge) for edge in row.of_b)
    elif row.kind == "vertices":
        way = oracle.minus(
            oracle.vector(b.vertices[row.of_b[0]]), oracle.vector(a.vertices[row.of_a[0]])
        )
        yield way if any(way) else (Fraction(1), Fraction(0))


def sign_along(pair: Exact, way: oracle.Vector) -> int:
    """Return 1 for a gap along a direction, 0 for touching, -1 for an overlap."""
    difference = pair.difference
    gap = min(oracle.dot(point, way) for point in difference.ring)
    if gap <= 0:
        return -1 if gap < 0 or difference.radius else 0
    rest = gap**2 - difference.radius**2 * oracle.dot(way, way)
    return int(rest > 0) - int(rest < 0)


def projection(shape: oracle.Body, axis: oracle.Vector) -> tuple[Fraction, Fraction]:
    """Return the exact projection on an axis, treated as a unit vector."""
    along = [Fraction(oracle.dot(point, axis)) for point in shape.points]
    return min(along) - shape.radius, max(along) + shape.radius


def extent(explanation: Explanation) -> Fraction:
    return oracle.extent(oracle.body(explanation.a), oracle.body(explanation.b))


@pytest.mark.parametrize("name", PAIR_FAMILIES)
def test_pairs(name: str) -> None:
    for a, b in families.pairs(name)[: few(name)]:
        pair, explanation = Exact(a, b), explain(a, b)
        assert explanation.intersects == sepax.intersects(a, b), str(pair)
        assert explanation.touching == (pair.side == 0), str(pair)
        assert explanation.mtv == sepax.mtv(a, b)
        assert explanation.contact == sepax.collide(a, b)
        assert explanation.distance == sepax.distance(a, b)
        signs_are_exact_and_complete(pair, explanation)
        shadows_are_true(pair, explanation)
        the_least_overlap_is_the_depth(pair, explanation)
        axes_come_in_order_and_each_edge_once(pair, explanation)
        look(explanation)


def signs_are_exact_and_complete(pair: Exact, explanation: Explanation) -> None:
    words = {1: "gap", 0: "touching", -1: "overlap"}
    for row in explanation.axes:
        ways = [w for x, y in sources(row, pair.a, pair.b) for w in ((x, y), (-x, -y))]
        assert row.verdict == words[max(sign_along(pair, way) for way in ways)], str(pair)
        sign = (row.separation > 0) - (row.separation < 0)
        assert row.verdict == words[sign], str(pair)
    gaps = [k for k, row in enumerate(explanation.axes) if row.verdict == "gap"]
    assert explanation.stop == (gaps[0] if gaps else None)
    assert explanation.intersects == (not gaps), str(pair)


def shadows_are_true(pair: Exact, explanation: Explanation) -> None:
    size, tiny = extent(explanation), Fraction(1, 2**1000)
    bodies = pair.body_a, pair.body_b
    largest = max(abs(x) for body in bodies for point in body.points for x in point)
    for row in explanation.axes:
        axis = oracle.vector(row.axis)
        assert abs(oracle.dot(axis, axis) - 1) <= 8 * EPS
        projections = [projection(body, axis) for body in bodies]
        for found, exact in zip((row.shadow_a, row.shadow_b), projections, strict=True):
            for x, y in zip(found, exact, strict=True):
                assert abs(Fraction(x) - y) <= 32 * EPS * (largest + size) + tiny
        gap = projections[1][0] - projections[0][1]
        assert abs(gap - Fraction(row.separation)) <= 64 * EPS * size + tiny, str(pair)
        ends = zip(bodies, (row.extremes_a, row.extremes_b), projections, strict=True)
        for body, (low, high), (left, right) in ends:
            bottom, top = (oracle.dot(body.points[k], axis) for k in (low, high))
            assert abs(bottom - body.radius - left) <= 64 * EPS * size + tiny
            assert abs(top + body.radius - right) <= 64 * EPS * size + tiny


def the_least_overlap_is_the_depth(pair: Exact, explanation: Explanation) -> None:
    if explanation.contact is None:
        assert explanation.mtv_axis is None
        return
    assert explanation.mtv_axis is not None
    row, bound = explanation.axes[explanation.mtv_axis], 4 * pair.bound
    depth = Fraction(explanation.contact.depth)
    assert abs(Fraction(row.overlap) - depth) <= bound, str(pair)
    assert abs(min(Fraction(row.overlap) for row in explanation.axes) - depth) <= bound
    assert np.dot(row.axis, explanation.contact.normal) > 1.0 - 1e-9, str(pair)


def axes_come_in_order_and_each_edge_once(pair: Exact, explanation: Explanation) -> None:
    edges = [row for row in explanation.axes if row.kind == "edge"]
    first = [("ab".index(row.owner), row.index) for row in edges]
    assert first == sorted(first)
    for shape, name in ((pair.a, "of_a"), (pair.b, "of_b")):
        found = sorted(i for row in edges for i in getattr(row, name))
        count = len(shape.vertices) if len(shape.vertices) > 1 else 0
        assert found == [i for i in range(count) if any(edge_vector(shape, i))]
    assert explanation.axes[: len(edges)] == tuple(edges)
    assert len(explanation.axes) <= len(edges) + 1


def look(explanation: Explanation) -> None:
    """Require well-formed views with everything inside the picture."""
    drawing(explanation._repr_svg_())
    table = ET.fromstring(explanation._repr_html_())
    rows = table.findall(".//tbody/tr")
    assert len(rows) == min(len(explanation.axes), 24)
    text = str(explanation)
    assert explanation.verdict in text
    assert all(row.source in text for row in explanation.axes[:20])


@pytest.mark.parametrize("name", SWEEP_FAMILIES)
def test_sweeps(name: str) -> None:
    for case in families.sweeps(name)[: few(name)]:
        motion: Any = {"velocity_a": case.velocity_a, "velocity_b": case.velocity_b}
        explanation = explain(case.a, case.b, **motion, max_time=case.max_time)
        pair, velocities = Exact(case.a, case.b), (case.velocity_a, case.velocity_b)
        assert explanation.impact == sepax.sweep(case.a, case.b, *velocities, case.max_time)
        assert explanation.intersects == sepax.intersects(case.a, case.b)
        check_times(explanation, pair, case)
        if explanation.impact is not None:
            assert min(row.leave or 0.0 for row in explanation.axes) >= explanation.impact.time, (
                str(pair)
            )
        if explanation.impact is None:
            assert explanation.impact_axis is explanation.exit_axis is None
            # Without such an axis, the motion misses or is late within rounding.
            assert explanation.stop is not None or is_close(case, pair), str(pair)
        elif not explanation.impact.initial:
            assert explanation.stop is None
            assert explanation.impact_axis is not None
            last = explanation.axes[explanation.impact_axis]
            assert np.dot(last.axis, explanation.impact.normal) > 1.0 - 1e-12, str(pair)
            latest = max(row.enter or 0.0 for row in explanation.axes)
            speed = np.dot(last.axis, [float(x) for x in relative(case)])
            if "graze" in explanation.verdict:
                assert abs(speed) < 1e-9 * math.hypot(*relative(case)), str(pair)
                assert latest <= explanation.impact.time
            else:
                assert last.enter == latest == explanation.impact.time, str(pair)
        look(explanation)


def relative(case: families.Sweep) -> oracle.Vector:
    return oracle.minus(oracle.vector(case.velocity_a), oracle.vector(case.velocity_b))


def is_close(case: families.Sweep, pair: Exact) -> bool:
    """Return whether a motion almost hits: within the error bound, or a moment later."""
    bound = 8 * pair.motion_bound(case, Fraction(case.max_time))
    grown = [oracle.Body(body.points, body.radius + bound) for body in (pair.body_a, pair.body_b)]
    window = oracle.Difference.between(*grown).window(relative(case))
    latest = Fraction(case.max_time) * (1 + 8 * EPS)
    return bool(window[0] <= window[1] and window[0] <= latest)


def check_times(explanation: Explanation, pair: Exact, case: families.Sweep) -> None:
    """Compare the times of edge rows with exact times, measured as positions."""
    velocity = relative(case)
    for row in explanation.axes:
        assert row.enter is not None
        assert row.leave is not None
        axis = oracle.vector(row.axis)
        speed = oracle.dot(axis, velocity)
        if not math.isfinite(row.enter):
            assert abs(speed) <= 16 * EPS * sum(map(abs, velocity))
            continue
        (low_a, high_a), (low_b, high_b) = (
            projection(body, axis) for body in (pair.body_a, pair.body_b)
        )
        gaps = {(low_b - high_a) / speed: row, (high_b - low_a) / speed: row}
        for found, exact in zip((row.enter, row.leave), sorted(gaps), strict=False):
            if math.isfinite(found):
                way = sum(map(abs, velocity)) * abs(exact)
                off = abs(speed) * abs(Fraction(found) - exact)
                assert off <= 64 * EPS * (extent(explanation) + way) + Fraction(1, 2**1000), str(
                    pair
                )


def unit(x: float = 0.0, y: float = 0.0) -> Polygon:
    return Polygon.box(1, 1, position=(x, y))


def ball(x: float = 0.0, y: float = 0.0, radius: float = 1.0) -> Circle:
    return Circle((x, y), radius)


ENDS: list[tuple[Any, Any, dict[str, Any], str]] = [
    (
        ball(radius=0.1),
        Polygon.box(0.2, 4, position=(50, 0)),
        {"velocity_a": (100, 0)},
        "they meet at time 0.498",
    ),
    (
        unit(),
        unit(5, 2),
        {"velocity_a": (4, 0)},
        "they never meet: on axis 0 the gap between the shadows stays",
    ),
    (Point((0, 0)), ball(10), {"velocity_a": (4, 0)}, "in time"),
    (
        unit(),
        unit(-5),
        {"velocity_a": (4, 0)},
        "the shadows separate before the motion begins",
    ),
    (unit(), unit(4, 1.5), {"velocity_a": (4, 4), "max_time": 5}, "they miss each other"),
    (ball(), ball(1), {"velocity_b": (0, 3)}, "at the start overlapping"),
    (ball(), ball(5), {"velocity_a": (1, 0), "max_time": math.inf}, "they meet at time 3"),
    (ball(), ball(5), {"velocity_a": (0, 1), "max_time": math.inf}, "never meet"),
    (ball(), ball(5), {"velocity_a": (0, 0), "max_time": 0}, "never meet"),
]


@pytest.mark.parametrize(("a", "b", "motion", "words"), ENDS, ids=[each[3] for each in ENDS])
def test_motions_end_in_these_words(a: Any, b: Any, motion: Any, words: str) -> None:
    explanation = explain(a, b, **motion)
    assert words in explanation.verdict
    impact = explanation.impact
    assert (impact is not None) == any(x in words for x in ("they meet", "start"))
    assert explanation.max_time == motion.get("max_time", 1.0)
    assert (explanation.impact_axis is not None) == (impact is not None)
    look(explanation)


def test_axes_of_motions() -> None:
    tunnelling, never, _, past, missing, start, *_ = (explain(a, b, **m) for a, b, m, _ in ENDS)
    assert tunnelling.exit_axis == tunnelling.impact_axis
    assert (never.stop, never.axes[0].enter) == (0, math.inf)
    assert "until -1" in str(past)
    assert missing.stop == 1
    assert start.impact is not None
    assert start.impact.initial
    one, other = (
        explain(ball(), ball(5), velocity_a=(3, 0)),
        explain(ball(), ball(5), velocity_b=(-3, 0)),
    )
    assert one.impact is not None
    assert other.impact is not None
    assert one.impact.time == other.impact.time == 1.0
    assert (one.velocity_b, other.velocity_a) == ((0.0, 0.0), (0.0, 0.0))
    assert explain(ball(), ball(5)).velocity_a is None


class TestRows:
    def test_parallel_edges_share_an_axis(self) -> None:
        explanation = explain(Polygon.box(2, 2), Polygon.box(2, 2, position=(1, 1)))
        assert [(row.of_a, row.of_b) for row in explanation.axes] == [
            ((0, 2), (0, 2)),
            ((1, 3), (1, 3)),
        ]
        turned = Polygon.box(30, 10, position=(1234.5, 678.9), angle=0.7)
        assert [row.of_a for row in explain(turned, Point((0, 0))).axes] == [(0, 2), (1, 3)]
        assert len(explain(Polygon.regular(5, 1), Polygon.regular(5, 1)).axes) == 5
        for angle in np.linspace(0.1, 1.5, 30):
            far = Polygon.box(1, 0.3, position=(1e6 + 0.12, -3e6 + 0.7), angle=angle)
            assert [row.of_a for row in explain(far, Point((0, 0))).axes] == [(0, 2), (1, 3)]

    def test_a_circle_at_a_vertex(self) -> None:
        explanation = explain(Polygon.box(2, 2), Circle((2, 2), 1))
        assert [row.verdict for row in explanation.axes] == ["touching", "touching", "gap"]
        assert explanation.axes[2].axis == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)))
        assert explanation.axes[2].gap == pytest.approx(math.sqrt(2) - 1)
        last = explanation.axes[2]
        assert (last.of_a, last.of_b, last.overlap) == ((2,), (0,), 0.0)
        assert explanation.stop == 2
        assert [row.close for row in explanation.axes] == [True, True, False]

    def test_early_out(self) -> None:
        explanation = explain(Polygon.box(2, 2), Polygon.box(2, 2, position=(0, 9)))
        first = explanation.axes[0]
        assert (explanation.stop, first.axis, first.gap) == (0, (0.0, 1.0), 7.0)

    def test_the_way_of_an_axis_is_from_a_to_b(self) -> None:
        for x, y in [(5, 0), (-5, 0), (0.3, 0.2), (-0.3, 0.2)]:
            for row in explain(Polygon.box(2, 2), Polygon.box(1, 3, position=(x, y))).axes:
                assert row.axis[0] * x + row.axis[1] * y >= 0.0

    def test_concentric(self) -> None:
        explanation = explain(Circle((3, 4), 1), Circle((3, 4), 2))
        assert [(row.axis, row.overlap) for row in explanation.axes] == [((1.0, 0.0), 3.0)]
        assert explanation.mtv == (-3.0, 0.0)
        boxes = explain(Polygon.box(2, 2), Polygon.box(2, 2))
        assert (boxes.mtv_axis, boxes.mtv) == (0, (0.0, 2.0))
        assert boxes.axes[0].axis == (0.0, -1.0)

    def test_containment(self) -> None:
        explanation = explain(Polygon.box(1, 1, position=(0.5, 0.25)), Polygon.box(6, 4))
        assert explanation.contact is not None
        assert explanation.contact.a_in_b
        assert explanation.verdict == (
            "overlapping: the shadows overlap on every axis, least on axis 0, by 2.25"
        )

    def test_points(self) -> None:
        assert explain(Point((0, 0)), Point((0, 0))).verdict.startswith("touching")
        explanation = explain(Point((0, 0)), Point((3, 4)))
        assert explanation.axes[0].axis == pytest.approx((0.6, 0.8))
        assert explanation.axes[0].gap == explanation.distance == 5.0

    def test_far_from_the_origin(self) -> None:
        a = Polygon.box(2, 2, position=(2.0**40, 0))
        b = Polygon.box(2, 2, position=(2.0**40 + 2 + 2.0**-12, 0))
        explanation = explain(a, b)
        assert explanation.axes[1].gap == 2.0**-12
        assert not explanation.axes[1].close

    @pytest.mark.parametrize("x", [0.0, 0.5, 3.0, 1e9])
    def test_each_kind(self, x: float) -> None:
        for a, b in product(some_of_each_kind(), repeat=2):
            b.move(x, 0.5)
            explanation = explain(a, b)
            assert explanation.intersects == sepax.intersects(a, b)
            assert explanation.axes
            look(explanation)
            look(explain(a, b, velocity_a=(x or 1.0, 1.0), max_time=2))


class TestCompounds:
    def test_parts_that_decide(self) -> None:
        cup, ball = Compound.from_polygon(CUP), Circle((2.5, 3), 1)
        explanation = explain(cup, ball)
        assert (explanation.part_b, explanation.intersects) == (None, False)
        assert explanation.distance == 0.5
        assert explanation.a.distance(ball) == 0.5
        assert explanation.a.same_as(cup.parts[explanation.part_a or 0])
        assert f"part {explanation.part_a}" in str(explanation)
        other = explain(ball, cup)
        assert (other.part_a, other.part_b) == (None, explanation.part_a)
        look(explanation)

    def test_of_parts_in_motion_the_first_that_is_met(self) -> None:
        pair = Compound([Circle((0, 0), 1), Circle((0, 10), 1)])
        explanation = explain(pair, Circle((5, 3), 1), velocity_b=(-5, 7))
        assert explanation.part_a == 1
        assert explanation.impact is not None
        assert explanation.impact_axis is not None
        assert explanation.axes[explanation.impact_axis].enter == explanation.impact.time
        assert explain(pair, Circle((5, 3), 1)).part_a == 0

    def test_overlap(self) -> None:
        cup = Compound.from_polygon(CUP)
        for y in np.linspace(-3, 6, 19):
            explanation = explain(cup, Circle((2.5, y), 1))
            assert explanation.intersects == cup.intersects(Circle((2.5, y), 1))
            assert explanation.intersects == (explanation.contact is not None)
            assert explanation.intersects == (explanation.stop is None)
            assert explanation.mtv == cup.mtv(Circle((2.5, y), 1))
            look(explanation)

    def test_the_distance_is_that_of_the_wholes(self) -> None:
        """In motion, the explanation is about the parts that meet first."""
        pair = Compound([Polygon.box(1, 1, position=(0, 0)), Polygon.box(1, 1, position=(0, -5))])
        wall = Compound([Polygon.box(1, 1, position=(6, 0)), Polygon.box(1, 1, position=(0, 1.5))])
        explanation = explain(pair, wall, velocity_a=(1, 0), max_time=9)
        assert (explanation.part_a, explanation.part_b) == (0, 0)
        at_rest = explain(pair, wall)
        assert explanation.distance == pair.distance(wall) == at_rest.distance == 0.5
        assert (at_rest.part_a, at_rest.part_b) == (0, 1)

    def test_of_parts_that_tie_the_first(self) -> None:
        pair = Compound([Circle((-3, 0), 1), Circle((3, 0), 1)])
        assert explain(pair, Circle((0, 0), 1)).part_a == 0
        assert explain(Circle((0, 0), 1), pair).part_b == 0

    def test_two_compounds_in_motion(self) -> None:
        cup, lid = Compound.from_polygon(CUP), Compound.from_polygon(CUP, position=(2, 9))
        explanation = explain(lid, cup, velocity_a=(0, -2), max_time=9)
        assert explanation.impact is not None
        assert explanation.impact == sepax.sweep(lid, cup, (0, -2), max_time=9)
        for x in np.linspace(-4, 6, 15):
            lid.position = (x, 9)
            explanation = explain(lid, cup, velocity_a=(0.5, -2), max_time=9)
            assert explanation.impact == lid.sweep(cup, (0.5, -2), max_time=9)
            assert explanation.distance == lid.distance(cup)
            assert explanation.verdict
            assert explanation.impact_axis is not None or not explanation.impact
            look(explanation)
            explanation = explain(lid, cup, velocity_a=(0, 9), velocity_b=(0, 12), max_time=1)
            assert explanation.impact == lid.sweep(cup, (0, 9), (0, 12))
        lid.position = (2, 9)
        look(explanation)
        assert explain(lid, cup, velocity_a=(0, 2)).impact is None
        assert lid.explain(cup, velocity_a=(0, -2), max_time=9).part_b == explanation.part_b


class TestResult:
    def test_it_is_read_only_and_keeps_copies(self) -> None:
        a, b = Polygon.box(2, 2), Circle((1, 1), 1)
        explanation = a.explain(b)
        text = str(explanation)
        a.move(50, 50)
        assert str(explanation) == text
        assert explanation.a.position == (0.0, 0.0)
        for owner, name in ((explanation, "stop"), (explanation.axes[0], "axis")):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(owner, name, None)

    def test_in_a_line(self) -> None:
        explanation = explain(Circle((0, 0), 1), Circle((3, 0), 1))
        assert repr(explanation) == f"<Explanation: {explanation.verdict}>"

    def test_copies_and_pickles(self) -> None:
        explanation = explain(Compound.from_polygon(CUP), Circle((1, 1), 1), velocity_b=(1, 0))
        pickled = pickle.loads(pickle.dumps(explanation))
        for twin in (pickled, copy.copy(explanation), copy.deepcopy(explanation)):
            assert isinstance(twin, sepax.Explanation)
            assert str(twin) == str(explanation)
            assert twin.axes == explanation.axes

    def test_text_of_a_name_is_escaped(self) -> None:
        kind = type('A<b>&"', (Polygon,), {})
        shape = kind([(0, 0), (1, 0), (0, 1)])
        explanation = explain(shape, shape)
        for text in (explanation._repr_svg_(), explanation._repr_html_(), shape._repr_svg_()):
            assert "A&lt;b&gt;&amp;&quot; (3 vertices)" in text
            ET.fromstring(text)
        assert 'A<b>&" (3 vertices)' in str(explanation)

    def test_many_axes(self) -> None:
        explanation = explain(
            Polygon.regular(101, 1), Polygon.regular(99, 1, position=(1.999, 0.01))
        )
        assert len(explanation.axes) == 199  # both have an edge across the x axis
        assert "and 175 more axes" in str(explanation)
        special = explanation.stop if explanation.stop is not None else explanation.mtv_axis
        assert f"\n{special} " in str(explanation)
        look(explanation)

    def test_shadows_have_digits_enough(self) -> None:
        explanation = explain(
            Polygon.box(2, 2, position=(1e9, 0)), Polygon.box(2, 2, position=(1e9 + 2.5, 0))
        )
        assert "999999999 to 1000000001" in str(explanation)
        assert "1000000001.5 to 1000000003.5" in str(explanation)

    def test_import_is_late(self) -> None:
        code = (
            "import sys, sepax\n"
            "late = ('sepax.explanation', 'sepax.pictures')\n"
            "assert not [name for name in sys.modules if name.startswith(late)]\n"
            "assert {'explain', 'Explanation'} <= set(dir(sepax))\n"
            "names = {}\n"
            "exec('from sepax import *', names)\n"
            "assert names['explain'] is sepax.explain\n"
            "assert sepax.explain.__name__ == 'explain'\n"
            "sepax.explain(sepax.Point((0, 0)), sepax.Point((1, 0)))._repr_html_()\n"
            "assert 'matplotlib' not in sys.modules\n"
        )
        subprocess.run([sys.executable, "-c", code], check=True)


class TestArguments:
    @pytest.mark.parametrize("stranger", [None, 1, "ab", [(0, 0)], ShapeArray(), Polygon])
    def test_what_is_no_shape(self, stranger: Any) -> None:
        for pair in ((stranger, Circle((0, 0), 1)), (Circle((0, 0), 1), stranger)):
            with pytest.raises(TypeError, match=r"[ab] must be a shape .*, got "):
                explain(*pair)

    def test_an_array(self) -> None:
        boxes: Any = ShapeArray.boxes(1, 1, [(0, 0)])
        with pytest.raises(TypeError, match=r"got ShapeArray; of an array explain one: array\[0\]"):
            explain(boxes, boxes[0])

    def test_half_made(self) -> None:
        whole = Circle((0, 0), 1)
        for kind in (Circle, Polygon, Compound):
            half: Any = kind.__new__(kind)
            for pair in ((half, whole), (whole, half)):
                with pytest.raises(ValueError, match="never initialised"):
                    explain(*pair)

    def test_motions(self) -> None:
        a, b = Circle((0, 0), 1), Circle((5, 0), 1)
        with pytest.raises(TypeError, match="max_time is the end of a motion"):
            explain(a, b, max_time=1)
        with pytest.raises(TypeError, match="velocity_a must be a pair"):
            explain(a, b, velocity_a=1)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="velocity_b must be finite"):
            explain(a, b, velocity_b=(math.nan, 0))
        for end in (-1, math.nan):
            with pytest.raises(ValueError, match="max_time must not be negative or NaN"):
                explain(a, b, velocity_a=(1, 0), max_time=end)
        with pytest.raises(TypeError):
            explain(a, b, (1, 0))  # type: ignore[call-arg]


def test_clearance_and_closest_approach_are_told() -> None:
    """Of the whole shapes; at rest the clearance, of shapes that move how near they come."""
    ways = product([*some_of_each_kind(), Compound.from_polygon(CUP)], some_of_each_kind())
    for (a, b), velocity in product(ways, (None, (3.0, 1.0))):
        explanation = explain(a, b, velocity_a=velocity)
        assert explanation.clearance == sepax.clearance(a, b)
        line = str(explanation).splitlines()[2]
        if velocity is None:
            assert explanation.approach is None
            assert f"signed distance {explanation.clearance.distance:.4g} along" in line
            assert ("a kink" in line) is not explanation.clearance.unique
        else:
            assert explanation.approach == sepax.closest_approach(a, b, velocity)
            assert f"at time {explanation.approach.time:.4g}" in line
