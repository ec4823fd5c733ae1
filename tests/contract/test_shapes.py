"""Polygon and Circle: construction, poses, properties, copies."""

from __future__ import annotations

import hashlib
import math
import pickle
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
import oracle
import pytest
from families import POLYGON_PAIRS, Point, Shape, pairs, straight_sided
from oracle import EPSILON, vector

import sepax
from sepax import Circle, Polygon, ShapeArray

ACCURACY = Fraction(1, 10**11)  # of areas, as the contract says
PENTAGON = [(0.0, 0.0), (4.0, -1.0), (6.0, 2.0), (3.0, 5.0), (-1.0, 3.0)]


def test_vertices_are_kept_in_order() -> None:
    shape = Polygon(PENTAGON)
    assert shape.vertices.tolist() == [list(point) for point in PENTAGON]
    assert shape.vertices.dtype == np.float64
    assert shape.vertices.shape == (5, 2)
    assert shape.vertices is not shape.vertices
    assert shape.radius == 0.0
    assert shape.position == (0.0, 0.0)
    assert shape.angle == 0.0


def cyclic(points: Any) -> list[list[float]]:
    """Return the ring with its least vertex first."""
    rows = [list(map(float, row)) for row in points]
    start = rows.index(min(rows))
    return rows[start:] + rows[:start]


REPEATED = [(0, 0), (0, 0), (4, -1), (6, 2), (6, 2), (6, 2), (3, 5), (-1, 3)]
STRAIGHT = [(0, 0), (2, -0.5), (4, -1), (5, 0.5), (6, 2), (3, 5), (1, 4), (-1, 3)]


@pytest.mark.parametrize(
    "vertices",
    [
        pytest.param(PENTAGON[::-1], id="clockwise"),
        pytest.param([*PENTAGON, PENTAGON[0]], id="closed"),
        pytest.param([*PENTAGON, PENTAGON[0]][::-1], id="closed, clockwise"),
        pytest.param(PENTAGON[3:] + PENTAGON[:3], id="other start"),
        pytest.param(REPEATED, id="repeated vertices"),
        pytest.param([*REPEATED, (0, 0), (0, 0)], id="repeated ends"),
        pytest.param(STRAIGHT, id="vertices on edges"),
        pytest.param(STRAIGHT[1:] + STRAIGHT[:1], id="vertex on an edge first"),
    ],
)
def test_any_input_of_the_same_ring(vertices: Any) -> None:
    assert cyclic(Polygon(vertices).vertices) == cyclic(PENTAGON)


def test_exactly_straight_is_dropped_and_nearly_straight_is_kept() -> None:
    nearly = math.nextafter(-0.5, -1.0)
    assert len(Polygon([(0, 0), (2, -0.5), (4, -1), (2, 3)]).vertices) == 3
    assert len(Polygon([(0, 0), (2, nearly), (4, -1), (2, 3)]).vertices) == 4


def test_input_is_not_kept() -> None:
    given = np.array(PENTAGON)
    shape = Polygon(given)
    given[:] = 0.0
    assert shape.vertices.tolist() == [list(point) for point in PENTAGON]


def test_box() -> None:
    box = Polygon.box(4, 2, position=(10, 20))
    assert cyclic(box.vertices) == [[8.0, 19.0], [12.0, 19.0], [12.0, 21.0], [8.0, 21.0]]
    assert cyclic(box.local_vertices) == [[-2.0, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]]
    assert box.position == (10.0, 20.0)
    assert box.area == 8.0
    assert box.centroid == (10.0, 20.0)
    assert box.bounds == (8.0, 19.0, 12.0, 21.0)
    turned = Polygon.box(4, 2, angle=math.pi / 2)
    assert turned.bounds == pytest.approx((-1, -2, 1, 2), abs=1e-15)


@pytest.mark.parametrize("sides", [3, 4, 5, 7, 8, 9, 16, 31, 32, 33, 64, 65, 1000, 10_000])
def test_regular(sides: int) -> None:
    shape = Polygon.regular(sides, 3.0, position=(1, 2))
    assert shape.vertices.shape == (sides, 2)
    assert shape.vertices[0] == pytest.approx((4.0, 2.0), abs=1e-15)
    assert np.hypot(*(shape.vertices - (1, 2)).T) == pytest.approx(3.0, abs=1e-14)
    assert shape.area == pytest.approx(4.5 * sides * math.sin(math.tau / sides), rel=1e-12)
    assert shape.centroid == pytest.approx((1.0, 2.0), abs=1e-12)
    turned = Polygon.regular(sides, 3.0, angle=0.5)
    assert turned.vertices[0] == pytest.approx((3 * math.cos(0.5), 3 * math.sin(0.5)), abs=1e-15)


def test_regular_has_the_same_bits_everywhere() -> None:
    """Sines and cosines of NumPy depend on the processor."""
    rings = [Polygon.regular(sides, 1.0).vertices.tobytes() for sides in range(3, 300)]
    assert hashlib.sha256(b"".join(rings)).hexdigest().startswith("46be3477683534d87548c063")


def test_hull() -> None:
    cloud = [(0, 0), (2, 0), (1, 0), (1, 1), (2, 2), (0, 2), (0, 2), (0.5, 1.5)]
    shape = Polygon.hull(cloud, position=(1, 0))
    assert cyclic(shape.vertices) == [[1.0, 0.0], [3.0, 0.0], [3.0, 2.0], [1.0, 2.0]]
    for seed in range(20):
        points = np.random.default_rng(seed).normal(size=(60, 2)).tolist()
        expected = oracle.hull([vector(point) for point in points])
        assert cyclic(Polygon.hull(points).vertices) == cyclic(expected)


def test_circle() -> None:
    circle = Circle((1, 2), 3)
    assert circle.vertices.tolist() == [[1.0, 2.0]]
    assert circle.local_vertices.shape == (1, 2)
    assert circle.normals.shape == (0, 2)
    assert circle.position == (1.0, 2.0)
    assert circle.radius == 3.0
    assert circle.angle == 0.0
    assert circle.bounds == (-2.0, -1.0, 4.0, 5.0)
    assert circle.area == pytest.approx(9 * math.pi, rel=1e-15)
    assert circle.centroid == (1.0, 2.0)
    circle.rotate(1.25)
    assert circle.angle == 1.25
    assert circle.vertices.tolist() == [[1.0, 2.0]]


# Poses ----------------------------------------------------------------------------------


def placed(points: Any, x: float, y: float, angle: float) -> list[Point]:
    """Return local points in the world, by the textbook."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return [(x + px * cosine - py * sine, y + px * sine + py * cosine) for px, py in points]


@pytest.mark.parametrize("angle", [0.0, 0.3, -2.0, 3.5, 7.0, 1e3, -123456.789, 2.0**31])
def test_rotation_is_accurate(angle: float) -> None:
    shape = Polygon(PENTAGON, position=(0.5, -0.25), angle=angle)
    expected = placed(PENTAGON, 0.5, -0.25, angle)
    assert shape.vertices == pytest.approx(np.array(expected), abs=4e-15)
    assert shape.angle == angle
    assert shape.local_vertices.tolist() == [list(point) for point in PENTAGON]


def quarter_turns(points: Any, k: int, place: tuple[float, float] = (0.0, 0.0)) -> Any:
    """Return points after k quarter turns, exactly."""
    for _ in range(k % 4):
        points = [(-y, x) for x, y in points]
    return [[place[0] + x, place[1] + y] for x, y in points]


@pytest.mark.parametrize("k", range(-4, 5))
def test_quarter_turns_are_exact(k: int) -> None:
    """Whoever writes math.pi / 2 means a quarter turn, and cannot write another number."""
    place = (0.5, -0.25)
    expected = quarter_turns(PENTAGON, k, place)
    for angle in {k * math.pi / 2, math.radians(90 * k), k * float(np.deg2rad(90.0))}:
        shape = Polygon(PENTAGON, position=place, angle=angle)
        assert (shape.vertices.tolist(), shape.angle) == (expected, angle)
        stepped = Polygon(PENTAGON, position=place)
        stepped.angle = angle
        rows = ShapeArray.polygons(np.tile(PENTAGON, (9, 1)), np.arange(0, 46, 5), place, angle)
        whole = sepax.Compound([Polygon(PENTAGON)], position=place, angle=angle)
        for one in (stepped, rows[8], whole.parts[0], pickle.loads(pickle.dumps(shape))):
            assert one.vertices.tolist() == expected
        boxes = ShapeArray.boxes(np.full(37, 4.0), 2.0, place)
        boxes.set_poses(angles=angle)
        turned = quarter_turns([(-2, -1), (2, -1), (2, 1), (-2, 1)], k, place)
        assert boxes.vertices.reshape(37, 4, 2).tolist() == [turned] * 37
        assert Polygon.box(4, 2, position=place, angle=angle).vertices.tolist() == turned
        assert not np.signbit(Polygon.box(4, 2, angle=angle).normals[boxes[0].normals == 0.0]).any()


def test_a_full_turn_in_quarters_ends_where_it_began() -> None:
    shape = Polygon(PENTAGON)
    for k in range(1, 5):
        shape.rotate(math.pi / 2)
        assert shape.vertices.tolist() == quarter_turns(PENTAGON, k)


def test_angles_next_to_quarter_turns_are_others() -> None:
    """The error stays within what rotation.h promises."""
    for k in range(-12, 13):
        for step in range(-6, 7):
            angle = k * math.pi / 2 + step * max(math.ulp(k * math.pi / 2), 2e-16)
            (cosine, sine), *_ = Polygon([(1, 0), (0, 1), (-1, -1)], angle=angle).vertices.tolist()
            assert abs(sine - mpmath.sin(angle)) < 2.5e-16
            assert abs(cosine - mpmath.cos(angle)) < 2.5e-16
    below, above = math.nextafter(math.pi, 0.0), math.nextafter(math.pi, 4.0)
    for angle in (below, above, math.nextafter(math.pi / 2, 0.0), 1e-15):
        assert (Polygon.box(2, 2, angle=angle).vertices % 1.0).any()


def test_pose_setters_agree() -> None:
    """However a pose comes about, the vertices are the same bits."""
    made = Polygon(PENTAGON, position=(3.25, -1.5), angle=0.75)
    by_setters, by_pose, by_steps = (Polygon(PENTAGON) for _ in range(3))
    by_setters.angle = 0.75
    by_setters.position = [3.25, -1.5]
    by_pose.set_pose(3.25, -1.5, 0.75)
    by_steps.move(3.0, -2.0)
    by_steps.rotate(0.5)
    by_steps.rotate(0.25)
    by_steps.move(0.25, 0.5)
    for shape in (by_setters, by_pose, by_steps):
        assert shape.vertices.tolist() == made.vertices.tolist()
        assert shape.normals.tolist() == made.normals.tolist()
        assert shape.position == made.position
        assert shape.angle == made.angle


def test_setters_return_nothing_and_take_any_pair() -> None:
    shape: Any = Polygon.box(2, 2)
    assert shape.move(1, 2) is None
    assert shape.rotate(1) is None
    assert shape.set_pose(1, 2, 3) is None
    shape.position = iter((1, np.float32(2)))
    assert shape.position == (1.0, 2.0)
    assert [type(x) for x in shape.position] == [float, float]


def test_pose_does_not_drift() -> None:
    """World vertices come from the local ones, however often the pose changes."""
    shape = Polygon(PENTAGON)
    for step in range(1000):
        shape.set_pose(step * 0.1, -step * 7.7, step * 0.3)
    shape.set_pose(0.0, 0.0, 0.0)
    assert shape.vertices.tolist() == [list(point) for point in PENTAGON]


# Properties -----------------------------------------------------------------------------


@pytest.mark.parametrize("family", POLYGON_PAIRS)
def test_rings_their_normals_and_moments(family: str) -> None:
    """Against exact arithmetic about the stored vertices."""
    for shape, _ in pairs(family)[::5]:
        body = oracle.body(shape)
        assert oracle.is_convex(body.points)
        for (p, q), normal in zip(oracle.sides(body.points), shape.normals.tolist(), strict=True):
            edge = oracle.minus(q, p)
            if edge == (0, 0):
                assert normal == [0.0, 0.0]
                continue
            size = oracle.root(oracle.dot(edge, edge))
            assert abs(normal[0] - edge[1] / size) <= 4 * EPSILON
            assert abs(normal[1] + edge[0] / size) <= 4 * EPSILON
        area, x, y, _ = oracle.moments([body.points])
        slack = 64 * EPSILON * (oracle.extent(body) + max(abs(x), abs(y)))
        assert abs(Fraction(shape.area) - area) <= area * ACCURACY + 2**-1074
        assert abs(Fraction(shape.centroid[0]) - x) <= slack
        assert abs(Fraction(shape.centroid[1]) - y) <= slack
        start = body.points[0]
        second = oracle.moments([[oracle.minus(point, start) for point in body.points]])[3]
        assert abs(Fraction(shape.second_moment) - second) <= 2 * second * ACCURACY + 2**-1074
        xs, ys = zip(*shape.vertices.tolist(), strict=True)
        assert shape.bounds == (min(xs), min(ys), max(xs), max(ys))


def all_kinds(scale: float = 1.0) -> list[sepax.Shape]:
    """Return shapes of every kind, sharp and rounded, of a size."""
    s = scale
    triangle = [(0.0, 0.0), (3.0 * s, 0.5 * s), (1.0 * s, 2.0 * s)]
    return [
        sepax.Point((3 * s, s)),
        sepax.Segment((s, s), (4 * s, 5 * s)),
        Circle((7 * s, -s), 2 * s),
        sepax.Capsule((s, s), (4 * s, 5 * s), 0.5 * s),
        sepax.Capsule((s, s), (1.001 * s, s), 5 * s),
        Polygon.box(3 * s, 2 * s, position=(5 * s, s), angle=0.5),
        Polygon.box(3 * s, 2 * s, radius=0.25 * s, position=(5 * s, s), angle=0.5),
        Polygon(triangle),
        Polygon(triangle, radius=s),
        Polygon(Polygon.regular(7, 2 * s).vertices, radius=0.1 * s, position=(-9 * s, s)),
    ]


def test_second_moment_of_all_kinds() -> None:
    """Against a ring of so many vertices that its arcs are as good as round."""
    shapely = pytest.importorskip("shapely")
    for shape in all_kinds()[2:]:
        core = shapely.MultiPoint(shape.vertices.tolist()).convex_hull
        ring = core.buffer(shape.radius, quad_segs=1000) if shape.radius else core
        points = shapely.get_coordinates(ring.exterior) - shape.centroid
        (x, y), (u, v) = points[:-1].T, points[1:].T
        terms = (x * v - y * u) * (x * x + x * u + u * u + y * y + y * v + v * v) / 12.0
        assert shape.second_moment == pytest.approx(abs(math.fsum(terms)), rel=2e-6)


def test_second_moment_in_closed_form() -> None:
    assert sepax.Point((1, 2)).second_moment == 0.0
    assert sepax.Segment((1, 2), (3, 4)).second_moment == 0.0
    assert Circle((1, 2), 0).second_moment == 0.0
    assert Circle((1e6, 2), 3).second_moment == pytest.approx(math.pi * 81 / 2, rel=1e-15)
    box = Polygon.box(3, 2, position=(1e6, 1e6))
    assert box.second_moment == pytest.approx(6 * (9 + 4) / 12, rel=1e-9)
    length, r = 5.0, 0.5
    capsule = 2 * length * r * (length**2 + 4 * r**2) / 12
    capsule += math.pi * r**4 / 2 + math.pi * r**2 * length**2 / 4 + 4 / 3 * length * r**3
    assert sepax.Capsule((1, 1), (4, 5), r).second_moment == pytest.approx(capsule, rel=1e-14)


@pytest.mark.parametrize("scale", [2.0**-200, 2.0**-30, 1e3, 2.0**200])
def test_second_moment_goes_with_the_fourth_power_and_no_pose(scale: float) -> None:
    for one, other in zip(all_kinds(), all_kinds(scale), strict=True):
        assert other.second_moment == pytest.approx(one.second_moment * scale**4, rel=1e-12)
    for shape in all_kinds():
        before = shape.second_moment
        shape.set_pose(100.0, -200.0, 2.5)
        assert shape.second_moment == pytest.approx(before, rel=1e-12)


# Copies ---------------------------------------------------------------------------------


MAKERS: list[Callable[[], Shape]] = [
    lambda: Polygon(PENTAGON, position=(0.1, 0.2), angle=0.3),
    lambda: Polygon.box(0.1, 3, position=(1e9, -1e-9), angle=-9.0),
    lambda: Polygon.regular(17, 2.5, angle=1.0),
    lambda: Circle((0.1, 0.2), 0.3),
]


def same_bits(a: Shape, b: Shape) -> bool:
    """Whether two shapes have the same geometry and pose."""
    return (
        a.vertices.tobytes() == b.vertices.tobytes()
        and a.local_vertices.tobytes() == b.local_vertices.tobytes()
        and a.normals.tobytes() == b.normals.tobytes()
        and (a.position, a.radius) == (b.position, b.radius)
    )


@pytest.mark.parametrize("make", MAKERS)
def test_repr_evaluates(make: Callable[[], Shape]) -> None:
    shape = make()
    names = {"Polygon": Polygon, "Circle": Circle, "__builtins__": {}}
    for pose in ((*shape.position, shape.angle), (1e-7, 2.0 / 3.0, -0.1), (-0.0, 5.0, 2.0**31)):
        shape.set_pose(*pose)
        twin = eval(repr(shape), names)
        assert same_bits(shape, twin)
        assert twin.angle == shape.angle


def test_circles_are_made_at_an_angle() -> None:
    circle = Circle((1, 2), 3, angle=-0.5)
    assert circle.angle == -0.5
    assert repr(circle) == "Circle((1.0, 2.0), 3.0, angle=-0.5)"
    assert repr(Circle((1, 2), 3)) == "Circle((1.0, 2.0), 3.0)"


def test_subclass_takes_part() -> None:
    class Ball(Circle):
        """A subclass that changes nothing."""

    ball = Ball((3, 4), 1)
    assert repr(ball).startswith("Ball(")
    assert sepax.intersects(Polygon(PENTAGON), ball)
    assert ball.collide(Polygon(PENTAGON)) is not None


# Near the grid of the coordinates ---------------------------------------------------------


@pytest.mark.parametrize("offset", [1e6, 1e9])
@pytest.mark.parametrize(
    "make",
    [
        lambda: Polygon.box(1.0, 0.01),
        lambda: Polygon.box(1e-4, 1e-4),
        lambda: Polygon.regular(64, 1.0),
        lambda: Polygon.regular(1000, 1.0),
        lambda: straight_sided(random.Random(1), 1.0),
        lambda: Polygon([(0.0, 0.0), (1e-3, 0.0), (1.0, 1.0), (0.0, 1e-3)]),
    ],
)
def test_ordinary_shapes_far_from_the_origin(make: Callable[[], Polygon], offset: float) -> None:
    """They survive every pose, and no vertex is more than the rounding from its place."""
    for step in range(12):
        shape = make()
        shape.set_pose(offset + 0.37 * step, -offset, 0.1 * step)
        assert oracle.is_convex(oracle.body(shape).points)
        if len(shape.local_vertices) != 4:
            continue
        c, s = math.cos(shape.angle), math.sin(shape.angle)
        u, v = shape.local_vertices.T
        x, y = shape.vertices.T - np.array(shape.position)[:, None]
        assert max(abs(x - (c * u - s * v))) <= math.ulp(offset)
        assert max(abs(y - (s * u + c * v))) <= math.ulp(offset)


def test_a_corner_that_rounding_bends_moves_by_last_bits() -> None:
    """It keeps its place on the side, and the other vertices stay."""
    lifted = 0
    for step in range(300):
        shape = Polygon([(-1.0, 0.0), (0.1, -1e-16), (1.0, 0.0), (0.0, 1.0)])
        shape.set_pose(7.0, 3.0, 0.021 * step)
        assert oracle.is_convex(oracle.body(shape).points)
        c, s = math.cos(shape.angle), math.sin(shape.angle)
        u, v = shape.local_vertices.T
        plain = np.column_stack((7.0 + (c * u - s * v), 3.0 + (s * u + c * v)))
        far = np.abs(shape.vertices - plain).max(axis=1) / math.ulp(4.0)
        assert max(far) <= 4.0
        lifted += far[1] > max(far[0], far[2], far[3])
    assert lifted > 50


def test_a_box_keeps_its_corners_or_the_pose_before() -> None:
    """Below some steps of the grid it is refused, in an array alike."""
    refused = 0
    for step in range(200):
        thin = Polygon.box(8.0, 1e-5 * 1.05**step, position=(3.0, 1.0), angle=0.1)
        many = sepax.ShapeArray.from_shapes([thin])
        before = thin.vertices
        pose = (2.0**43 * 1.3, 2.0**43, 0.7 + step)
        try:
            thin.set_pose(*pose)
        except ValueError:
            refused += 1
            assert (thin.vertices == before).all()
            with pytest.raises(ValueError, match=r"shape 0: .*area"):
                many.set_poses([pose[:2]], [pose[2]])
            assert (many.vertices == before).all()
        else:
            assert oracle.is_convex(oracle.body(thin).points)
            assert len({(x, y) for x, y in thin.vertices.tolist()}) == 4
            many.set_poses([pose[:2]], [pose[2]])
            assert (many.vertices == thin.vertices).all()
    assert 10 < refused < 190


def test_a_refused_pose_leaves_a_coarse_ring_as_it_was() -> None:
    shape = Polygon.regular(1000, 1.0, position=(1e14, 0.0))
    many = sepax.ShapeArray.from_shapes([shape, shape])
    before = shape.vertices
    assert len({(x, y) for x, y in before.tolist()}) < 1000
    assert oracle.is_convex(oracle.body(shape).points)
    with pytest.raises(ValueError, match="area"):
        shape.position = (1e17, 0.0)
    with pytest.raises(ValueError, match=r"shape 1: .*area"):
        many.set_poses([(0.0, 0.0), (1e17, 0.0)], [0.0, 0.0])
    assert (shape.vertices == before).all()
    assert (many[0].vertices == before).all()
    assert (many[1].vertices == before).all()
    shape.position = (0.0, 0.0)
    assert (shape.vertices == shape.local_vertices).all()
    many.set_poses([(0.0, 0.0)] * 2, [0.0] * 2)
    assert (many[1].vertices == shape.vertices).all()


def width_of(points: list[Point]) -> float:
    """Return how far apart the nearest two parallel lines are with the convex ring in between."""
    widths = []
    for (px, py), (qx, qy) in pairwise([*points, points[0]]):
        ex, ey = qx - px, qy - py
        widths.append(max(ex * (y - py) - ey * (x - px) for x, y in points) / math.hypot(ex, ey))
    return min(widths)


def test_rings_that_rounding_turns_over_do_not_lose_their_tip() -> None:
    """They are refused. Without the tip, the centre would be far outside of the shape."""
    with pytest.raises(ValueError, match="work nearer to the origin"):
        Polygon(
            [(-8, 0), (6, 2**-15), (-5, 2**-16), (-8, 2**-17)],
            position=(2**37, 0),
            angle=math.pi / 4,
        )
    source, refused = random.Random(4), 0
    for _ in range(1000):
        place = 2.0 ** source.randint(30, 40), source.choice([0.0, 2.0**40])
        grid = math.ulp(max(place))
        points = [(source.randint(-9, 9), source.randint(-9, 9) * grid / 4) for _ in range(4)]
        try:
            ring = Polygon.hull(points)
        except ValueError:
            continue
        local, angle = ring.local_vertices, source.choice([0.0, math.pi / 4, 0.7])
        try:
            ring.set_pose(*place, angle)
        except ValueError:
            refused += 1
            continue
        c, s = math.cos(angle), math.sin(angle)
        for u, v in local.tolist():
            spot = sepax.Point((place[0] + (c * u - s * v), place[1] + (s * u + c * v)))
            assert Polygon(ring.vertices).distance(spot) <= 8 * grid
    assert 3 < refused < 500


def test_coarse_rings_survive() -> None:
    """Unless they are as thin as the grid, and they stay as near to the rounded vertices."""
    source = random.Random(3)
    coarse = refused = 0
    for _ in range(150):
        size, squash = 10.0 ** source.uniform(0.0, 2.0), 10.0 ** source.uniform(-1.5, 0.0)
        count, turn = source.choice([3, 5, 9, 20, 60]), source.uniform(0.0, 7.0)
        steps = sorted(source.uniform(0.0, math.tau) for _ in range(count))
        c, s = math.cos(turn), math.sin(turn)
        ring = [(size * math.cos(step), size * squash * math.sin(step)) for step in steps]
        shape = Polygon.hull([(c * x - s * y, s * x + c * y) for x, y in ring])
        x, y = 2.0**52 * source.uniform(1.0, 1.5), 2.0**52 * source.uniform(0.1, 1.5)
        local = [(u, v) for u, v in shape.local_vertices.tolist()]
        try:
            shape.position = (x, y)
        except ValueError:
            refused += 1
            assert width_of(local) < 4.0
            continue
        body = oracle.body(shape)
        plain = [(Fraction(x + u), Fraction(y + v)) for u, v in local]
        assert oracle.is_convex(body.points)
        coarse += not oracle.is_convex(tuple(plain))
        for one, others in ((body, plain), (oracle.Body(tuple(plain), body.radius), body.points)):
            for point in others:
                spot = oracle.Body((point,), body.radius)
                assert oracle.Difference.between(spot, one).separation <= 3
    assert coarse > 30
    assert refused > 2
