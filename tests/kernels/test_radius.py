"""Points, segments, capsules and rounded polygons: every verb, every property, every pair of kinds.

`test_radius_arrays` tests the same for arrays.
"""

from __future__ import annotations

import copy
import io
import math
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import oracle
import pytest
import rounded
from families import PAIRS, ROUNDED_PAIRS, Shape, pairs
from oracle import EPSILON, Body, Vector
from rounded import NEW

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment
from sepax import plot as drawing

NAN, INF = math.nan, math.inf
LIMIT = 2.0**240
SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2)]
PILL = Capsule((0, 0), (4, 0), 1)
Place = tuple[float, float]


# Properties -----------------------------------------------------------------------------


def exact_moments(body: Body) -> tuple[Fraction, Fraction, Fraction]:
    """Return area and centroid: of the core, of the strips along it and the sectors between.

    The strips' centroids are on the middles of the edges, and the sectors' on the vertices, but
    for normals that add up to nothing round the shape.
    """
    (x0, y0), radius = body.points[0], body.radius
    ring: list[Vector] = oracle.hull((x - x0, y - y0) for x, y in body.points)
    if len(ring) == 1:
        return Fraction(math.pi) * radius**2, Fraction(x0), Fraction(y0)
    area = x = y = Fraction(0)
    edges = list(oracle.sides(ring))
    for (p, q), (_, after) in zip(edges, edges[1:] + edges[:1], strict=True):
        edge, following = oracle.minus(q, p), oracle.minus(after, q)
        core = Fraction(oracle.cross(p, q)) / 2
        strip = radius * oracle.root(oracle.dot(edge, edge))
        turn = math.atan2(oracle.cross(edge, following), oracle.dot(edge, following))
        sector = Fraction(abs(turn)) * radius**2 / 2
        area += core + strip + sector
        x += core * (p[0] + q[0]) / 3 + strip * (p[0] + q[0]) / 2 + sector * q[0]
        y += core * (p[1] + q[1]) / 3 + strip * (p[1] + q[1]) / 2 + sector * q[1]
    if area == 0:
        return area, x0 + (ring[0][0] + ring[-1][0]) / 2, y0 + (ring[0][1] + ring[-1][1]) / 2
    return area, x0 + x / area, y0 + y / area


def ordinary(family: str) -> list[Shape]:
    """Return shapes of a family whose squared size is an ordinary number."""
    found = [shape for pair in pairs(family)[::8] for shape in pair]
    return [shape for shape in found if 1e-100 < rounded.extent(shape) < 1e100]


@pytest.mark.parametrize("family", ROUNDED_PAIRS)
def test_area_and_centroid(family: str) -> None:
    for shape in ordinary(family):
        body = oracle.body(shape)
        area, x, y = exact_moments(body)
        size, far = oracle.extent(body), max(abs(x), abs(y))
        assert abs(Fraction(shape.area) - area) <= 64 * EPSILON * size**2 + 2**-1074
        plump = len(body.points) < 3
        share = Fraction(1) if plump or area == 0 else max(Fraction(1), size**2 / area)
        slack = 64 * EPSILON * (size * share + far)
        assert abs(Fraction(shape.centroid[0]) - x) <= slack, shape
        assert abs(Fraction(shape.centroid[1]) - y) <= slack, shape


@pytest.mark.parametrize("family", ["rounded_any", "capsules_any", "polygons with radii"])
def test_moments_agree_with_shapely(family: str) -> None:
    shapely = pytest.importorskip("shapely")
    for shape in ordinary(family):
        core = oracle.hull(oracle.body(shape).points)
        make = [shapely.Point, shapely.LineString, shapely.Polygon][min(len(core), 3) - 1]
        points = [(float(x), float(y)) for x, y in core]
        whole = make(points[0] if len(core) == 1 else points).buffer(shape.radius, quad_segs=500)
        if whole.area > 0.0:
            assert shape.area == pytest.approx(whole.area, rel=1e-5)
            slack = 1e-5 * rounded.extent(shape)
            assert shape.centroid == pytest.approx(whole.centroid.coords[0], abs=slack)


def test_known_areas() -> None:
    assert Point((1, 2)).area == Segment((0, 0), (4, 3)).area == 0.0
    assert Point((1, 2)).centroid == (1.0, 2.0)
    assert Segment((0, 0), (4, 3)).centroid == (2.0, 1.5)
    assert PILL.centroid == (2.0, 0.0)
    assert PILL.area == pytest.approx(8 + math.pi, rel=1e-15)
    box = Polygon.box(4, 2, position=(5, 6), radius=1)
    assert box.area == pytest.approx(8 + 12 + math.pi, rel=1e-15)
    assert box.centroid == pytest.approx((5.0, 6.0), abs=1e-14)


@pytest.mark.parametrize("family", ROUNDED_PAIRS)
def test_bounds_and_normals(family: str) -> None:
    """Bounds are the exact ones, rounded; a segment has two normals, a point none."""
    for shape in (shape for pair in pairs(family)[::4] for shape in pair):
        body = oracle.body(shape)
        points = body.points
        xs, ys = zip(*points, strict=True)
        low = [float(min(values) - body.radius) for values in (xs, ys)]
        high = [float(max(values) + body.radius) for values in (xs, ys)]
        assert shape.bounds == (*low, *high)
        assert shape.normals.shape == (len(points) * (len(points) > 1), 2)
        if family not in NEW or len(points) == 1:
            continue
        for (p, q), normal in zip(oracle.sides(points), shape.normals.tolist(), strict=True):
            edge = oracle.minus(q, p)
            size = oracle.root(oracle.dot(edge, edge))
            if size:
                assert abs(normal[0] - edge[1] / size) <= 4 * EPSILON
                assert abs(normal[1] + edge[0] / size) <= 4 * EPSILON


# Constructors ---------------------------------------------------------------------------


def test_point() -> None:
    point = Point((1, 2))
    assert point.vertices.tolist() == [[1.0, 2.0]]
    assert (point.position, point.radius, point.angle) == ((1.0, 2.0), 0.0, 0.0)
    assert point.bounds == (1.0, 2.0, 1.0, 2.0)
    assert Point((1, 2), angle=0.5).angle == 0.5
    assert isinstance(point, sepax.Shape)


def test_segment() -> None:
    line = Segment((1, 2), (4, 6))
    assert line.vertices.tolist() == line.local_vertices.tolist() == [[1.0, 2.0], [4.0, 6.0]]
    assert (line.start, line.end) == ((1.0, 2.0), (4.0, 6.0))
    assert (line.position, line.radius, line.angle) == ((0.0, 0.0), 0.0, 0.0)
    assert line.normals == pytest.approx(np.array([(0.8, -0.6), (-0.8, 0.6)]))
    assert line.bounds == (1.0, 2.0, 4.0, 6.0)
    placed = Segment((1, 0), (3, 0), position=(10, 20), angle=math.pi / 2)
    assert placed.start == pytest.approx((10.0, 21.0))
    assert placed.end == pytest.approx((10.0, 23.0))
    placed.move(1, 1)
    assert placed.start == tuple(placed.vertices[0].tolist()) == pytest.approx((11.0, 22.0))


def test_capsule() -> None:
    pill = Capsule((0, 0), (4, 0), 1, position=(1, 1), angle=0.0)
    assert pill.vertices.tolist() == [[1.0, 1.0], [5.0, 1.0]]
    assert (pill.start, pill.end, pill.radius) == ((1.0, 1.0), (5.0, 1.0), 1.0)
    assert pill.bounds == (0.0, 0.0, 6.0, 2.0)
    pill.set_pose(0, 0, math.pi)
    assert pill.end == pytest.approx((-4.0, 0.0))
    assert pill.radius == 1.0
    assert Capsule((0, 0), (1, 0), 0).radius == 0.0


def test_rounded_polygons() -> None:
    box = Polygon.box(4, 2, position=(10, 20), radius=0.5)
    assert box.radius == 0.5
    assert box.bounds == (7.5, 18.5, 12.5, 21.5)
    assert box.vertices.shape == (4, 2)
    triangle = Polygon([(0, 0), (4, 0), (0, 3)], radius=1)
    assert triangle.bounds == (-1.0, -1.0, 5.0, 4.0)
    hull = Polygon.hull([(0, 0), (4, 0), (1, 1), (0, 3)], radius=1)
    assert hull.bounds == triangle.bounds
    assert hull.radius == 1.0
    assert Polygon(SQUARE).radius == Polygon.box(1, 1).radius == Polygon.regular(5, 1).radius == 0.0


def test_any_form_of_numbers() -> None:
    exact = Capsule((0.5, 1.0), (2.0, 3.0), 0.25)
    halves: list[Any] = [Fraction(1, 2), np.float16(0.5), np.float64(0.5)]
    for half in halves:
        assert Capsule([half, 1], iter((2, 3)), half / 2).same_as(exact)
        assert Polygon(SQUARE, radius=half).same_as(Polygon(SQUARE, radius=0.5))
    assert Capsule(np.array([0.5, 1], "<f4"), np.array([2, 3], ">i2"), 0.25).same_as(exact)
    assert Point(np.array([1, 2])).same_as(Point((1.0, 2.0)))


REFUSED: list[tuple[str, Callable[[], object], type[Exception], str]] = [
    ("no length", lambda: Segment((1, 2), (1, 2)), ValueError, "Point"),
    ("no length, zeros", lambda: Segment((0.0, 0.0), (-0.0, 0.0)), ValueError, "Point"),
    ("capsule without length", lambda: Capsule((1, 2), (1, 2), 3), ValueError, "Circle"),
    ("start nan", lambda: Segment((NAN, 0), (1, 1)), ValueError, "start.*(finite|nan)"),
    ("end inf", lambda: Segment((0, 0), (1, -INF)), ValueError, "end.*(finite|inf)"),
    ("start large", lambda: Segment((2 * LIMIT, 0), (1, 1)), ValueError, r"start.*2\*\*240"),
    ("capsule end nan", lambda: Capsule((0, 0), (1, NAN), 1), ValueError, "end.*(finite|nan)"),
    ("start of 3", lambda: Segment((1, 2, 3), (1, 1)), ValueError, "start .*pair"),
    ("end of 1", lambda: Segment((1, 2), (1,)), ValueError, "end .*pair"),
    ("start none", lambda: Segment(WRONG, (1, 1)), TypeError, "start"),
    ("end number", lambda: Segment((0, 0), ANY(3)), TypeError, "end"),
    ("start text", lambda: Segment(ANY("ab"), (1, 1)), TypeError, "."),
    ("start complex", lambda: Segment(ANY((1j, 0)), (1, 1)), TypeError, "."),
    ("no end", lambda: ANY(Segment)((0, 0)), TypeError, "end"),
    ("no radius", lambda: ANY(Capsule)((0, 0), (1, 1)), TypeError, "radius"),
    ("radius < 0", lambda: Capsule((0, 0), (1, 1), -1), ValueError, "radius .*-1"),
    ("radius nan", lambda: Capsule((0, 0), (1, 1), NAN), ValueError, "radius .*nan"),
    ("radius inf", lambda: Capsule((0, 0), (1, 1), INF), ValueError, "radius .*inf"),
    ("radius large", lambda: Capsule((0, 0), (1, 1), 1e80), ValueError, r"radius .*2\*\*240"),
    ("radius text", lambda: Capsule((0, 0), (1, 1), ANY("1")), TypeError, "."),
    ("radius none", lambda: Capsule((0, 0), (1, 1), WRONG), TypeError, "."),
    ("radius truth", lambda: Capsule((0, 0), (1, 1), True), TypeError, "."),
    ("polygon radius < 0", lambda: Polygon(SQUARE, radius=-0.5), ValueError, r"radius .*-0\.5"),
    ("polygon radius nan", lambda: Polygon(SQUARE, radius=NAN), ValueError, "radius .*nan"),
    ("polygon radius inf", lambda: Polygon(SQUARE, radius=INF), ValueError, "radius .*inf"),
    ("polygon radius large", lambda: Polygon(SQUARE, radius=1e80), ValueError, r"2\*\*240"),
    ("polygon radius none", lambda: Polygon(SQUARE, radius=WRONG), TypeError, "."),
    ("box radius < 0", lambda: Polygon.box(1, 1, radius=-1), ValueError, "radius .*-1"),
    ("box radius text", lambda: Polygon.box(1, 1, radius=ANY("1")), TypeError, "."),
    ("hull radius nan", lambda: Polygon.hull(SQUARE, radius=NAN), ValueError, "radius .*nan"),
    ("point nan", lambda: Point((NAN, 0)), ValueError, "position .*nan"),
    ("point large", lambda: Point((0, 1e80)), ValueError, r"position .*2\*\*240"),
    ("point of 3", lambda: Point((1, 2, 3)), ValueError, "position .*pair"),
    ("point none", lambda: Point(WRONG), TypeError, "position"),
    ("point of two numbers", lambda: ANY(Point)(1, 2), TypeError, "."),
    ("segment place", lambda: Segment((0, 0), (1, 0), position=(NAN, 0)), ValueError, "position"),
    ("segment angle", lambda: Segment((0, 0), (1, 0), angle=INF), ValueError, "angle .*inf"),
    ("capsule angle", lambda: Capsule((0, 0), (1, 0), 1, angle=3e9), ValueError, r"2\*\*31"),
    ("point angle", lambda: Point((0, 0), angle=NAN), ValueError, "angle .*nan"),
    ("pose by place", lambda: ANY(Segment)((0, 0), (1, 0), (5, 5)), TypeError, "positional"),
    ("capsule pose by place", lambda: ANY(Capsule)((0, 0), (1, 0), 1, (5, 5)), TypeError, "posit"),
    ("far away", lambda: Segment((0, 0), (1, 0), position=(1e30, 0)), ValueError, "origin"),
]
WRONG: Any = None


def ANY(value: Any) -> Any:  # noqa: N802  # it stands for a type
    """Return a value without a type, as a type checker would refuse the call that is tested."""
    return value


@pytest.mark.parametrize("case", [pytest.param(row[1:], id=row[0]) for row in REFUSED])
def test_refused(case: tuple[Callable[[], object], type[Exception], str]) -> None:
    make, kind, words = case
    with pytest.raises(kind, match=words):
        make()


def test_limits_are_fine() -> None:
    line = Segment((-LIMIT, 0), (LIMIT, 0))
    assert line.intersects(Segment((0, -LIMIT), (0, LIMIT)))
    assert Capsule((0, 0), (1, 0), LIMIT).intersects(Circle((LIMIT, 0), LIMIT))
    assert Polygon(SQUARE, radius=LIMIT).contains((LIMIT, 0))
    shortest = Segment((0, 0), (5e-324, 0))
    assert shortest.contains((5e-324, 0))
    assert not shortest.contains((1e-323, 0))
    assert Capsule((0, 0), (1, 0), 5e-324).contains((0.5, 5e-324))


@pytest.mark.parametrize("kind", [Point, Segment, Capsule])
def test_uninitialised(kind: Any) -> None:
    shape = kind.__new__(kind)
    uses: list[Callable[[], object]] = [
        lambda: shape.vertices,
        lambda: shape.area,
        lambda: shape.move(1, 1),
        lambda: shape.copy(),
        lambda: shape.intersects(PILL),
        lambda: PILL.collide(shape),
        lambda: PILL.sweep(shape, (1, 0)),
        lambda: repr(shape),
    ]
    if kind is not Point:
        uses += [lambda: shape.start, lambda: shape.end]
    for use in uses:
        with pytest.raises(ValueError, match="never initialised"):
            use()


def test_second_initialisation() -> None:
    makers: list[Callable[[], Any]] = [
        lambda: (Point((0, 0)), ((1, 1),)),
        lambda: (Segment((0, 0), (1, 0)), ((1, 1), (2, 2))),
        lambda: (Capsule((0, 0), (1, 0), 1), ((1, 1), (2, 2), 3)),
    ]
    for make in makers:
        shape, arguments = make()
        before = repr(shape)
        with pytest.raises(TypeError, match="initialised"):
            shape.__init__(*arguments)
        assert repr(shape) == before
        with pytest.raises(TypeError):
            Polygon.__init__(shape, SQUARE)
        with pytest.raises(TypeError):
            Circle.__init__(shape, (0, 0), 1)


@pytest.mark.parametrize(
    ("shape", "name"),
    [(PILL, name) for name in ("start", "end", "radius", "vertices", "normals", "area")],
)
def test_geometry_is_read_only(shape: Any, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(shape, name, (1.0, 2.0))


# Poses ----------------------------------------------------------------------------------

MAKERS: list[tuple[str, Callable[[], Shape]]] = [
    ("point", lambda: Point((0.1, 0.2), angle=0.3)),
    ("segment", lambda: Segment((0.1, 0.2), (3, 4), position=(1, -2), angle=0.3)),
    ("plain segment", lambda: Segment((0, 0), (1, 0))),
    ("capsule", lambda: Capsule((0.1, 0.2), (3, 4), 0.7, position=(1, -2), angle=0.3)),
    ("box", lambda: Polygon.box(2, 1, position=(1, -2), angle=0.3, radius=0.25)),
    ("polygon", lambda: Polygon([(0, 0), (4, 0), (1, 3)], position=(1, -2), radius=0.25)),
    ("user's", lambda: Bullet((3, 4), 2, "tracer")),
]


class Bullet(Capsule):
    """A shape of a user's own: where its tip is and how long it is."""

    def __init__(self, tip: Place, length: float, name: str) -> None:
        super().__init__((-length, 0), (0, 0), 0.1 * length, position=tip)
        self.name = name

    @property
    def tip(self) -> Place:
        return (self.end[0] + self.radius, self.end[1])


class Tile(Polygon):
    """Another: a square with round corners, as large in all as its arguments say."""

    def __init__(self, side: float, corner: float) -> None:
        half = side / 2 - corner
        ring = [(-half, -half), (half, -half), (half, half), (-half, half)]
        super().__init__(ring, radius=corner)


made = pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in MAKERS])


@made
@pytest.mark.parametrize("pose", [(0.0, 0.0, 0.0), (1e6, -3.25, 0.75), (1e-9, 7.0, -123456.789)])
def test_poses(make: Callable[[], Shape], pose: tuple[float, float, float]) -> None:
    """The vertices are the local ones, turned and moved; the radius stays."""
    shape = make()
    radius, local = shape.radius, shape.local_vertices.tolist()
    shape.set_pose(*pose)
    x, y, angle = pose
    c, s = math.cos(angle), math.sin(angle)
    expected = [(x + c * u - s * v, y + s * u + c * v) for u, v in local]
    assert shape.vertices == pytest.approx(np.array(expected), rel=1e-15, abs=1e-14)
    assert (shape.radius, shape.local_vertices.tolist()) == (radius, local)
    assert (shape.position, shape.angle) == ((x, y), angle)
    other = make()
    other.position = (x, y)
    other.angle = angle
    assert other.vertices.tobytes() == shape.vertices.tobytes()
    other.rotate(1.0)
    other.angle = angle
    assert other.vertices.tobytes() == shape.vertices.tobytes()


@made
@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.move(NAN, 0),
        lambda s: s.move(0, INF),
        lambda s: setattr(s, "angle", INF),
        lambda s: s.set_pose(0, 0, 1e10),
        lambda s: setattr(s, "position", (0, 1e80)),
        lambda s: s.move("1", 0),
    ],
)
def test_refused_poses_change_nothing(
    make: Callable[[], Shape], change: Callable[[Any], object]
) -> None:
    shape = make()
    before = repr(shape), shape.vertices.tolist(), shape.normals.tolist(), shape.bounds
    with pytest.raises((ValueError, TypeError)):
        change(shape)
    assert before == (repr(shape), shape.vertices.tolist(), shape.normals.tolist(), shape.bounds)


@made
def test_a_pose_that_rounds_the_shape_away(make: Callable[[], Shape]) -> None:
    """Where both ends would be one point the pose is refused; a point goes anywhere."""
    shape = make()
    before = repr(shape), shape.vertices.tolist(), shape.normals.tolist()
    if isinstance(shape, Point):
        shape.move(1e30, 0)
        assert shape.position == (1e30, 0.2)
        return
    with pytest.raises(ValueError, match="origin"):
        shape.set_pose(1e30, 1e30, 0.3)
    assert before == (repr(shape), shape.vertices.tolist(), shape.normals.tolist())


# Copies, pickles, text --------------------------------------------------------------------

COPIES: list[Callable[[Shape], Shape]] = [
    lambda shape: shape.copy(),
    copy.copy,
    copy.deepcopy,
    *(
        lambda shape, protocol=protocol: pickle.loads(pickle.dumps(shape, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ),
]


@made
@pytest.mark.parametrize("way", COPIES)
def test_copies(make: Callable[[], Shape], way: Callable[[Shape], Shape]) -> None:
    shape = make()
    twin = way(shape)
    assert type(twin) is type(shape)
    assert twin.same_as(shape)
    assert twin.vertices.tobytes() == shape.vertices.tobytes()
    assert (twin.radius, twin.angle) == (shape.radius, shape.angle)
    assert getattr(twin, "name", None) == getattr(shape, "name", None)
    twin.move(1, 1)
    assert not twin.same_as(shape)
    assert twin != shape


def test_same_as() -> None:
    line, pill = Segment((0, 0), (1, 0)), Capsule((0, 0), (1, 0), 1)
    assert not line.same_as(pill)
    assert not line.same_as(Segment((1, 0), (0, 0)))
    assert not pill.same_as(Capsule((0, 0), (1, 0), 2))
    assert not Polygon(SQUARE).same_as(Polygon(SQUARE, radius=1))
    assert Polygon(SQUARE, radius=1).same_as(Polygon(SQUARE, radius=1))
    assert not Point((0, 0)).same_as(Point((0, 1)))
    assert line == line  # by identity
    assert line != Segment((0, 0), (1, 0))


@pytest.mark.parametrize("make", [pytest.param(m, id=n) for n, m in MAKERS if n != "user's"])
def test_repr_evaluates(make: Callable[[], Shape]) -> None:
    shape = make()
    kinds = {kind.__name__: kind for kind in (Point, Segment, Capsule, Circle, Polygon)}
    for pose in ((*shape.position, shape.angle), (1e-7, 2.0 / 3.0, -0.1), (-0.0, 5.0, 2.0**31)):
        shape.set_pose(*pose)
        twin = eval(repr(shape), {**kinds, "__builtins__": {}})
        assert type(twin) is type(shape)
        assert twin.same_as(shape)
        assert twin.vertices.tobytes() == shape.vertices.tobytes()


def test_repr_of_a_polygon_without_a_radius_is_as_it_was() -> None:
    assert repr(Polygon([(0, 0), (1, 0), (0, 1)])) == (
        "Polygon([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], position=(0.0, 0.0), angle=0.0)"
    )


# One kind as another --------------------------------------------------------------------


def answers(a: Shape, b: Shape) -> list[object]:
    """Return all that the verbs say of a pair."""
    return [
        a.intersects(b),
        a.intersects(b, touching=False),
        a.separating_axis(b),
        a.mtv(b),
        a.collide(b),
        a.sweep(b, (3.0, 1.0), (-1.0, 0.5), 2.0),
    ]


@pytest.mark.parametrize("family", [*NEW, *PAIRS])
def test_a_kind_is_its_points_and_radius(family: str) -> None:
    """A point answers as a circle of radius 0, a segment as a capsule of radius 0, and so on."""
    for a, b in pairs(family)[::4]:
        one, other = (rounded.with_radius(shape, shape.radius) for shape in (a, b))
        assert answers(one, other) == answers(a, b)


# A user's own ---------------------------------------------------------------------------


def test_a_shape_of_a_users_own() -> None:
    """In all verbs, against all kinds, either way round."""
    bullet = Bullet((0, 0), 2, "tracer")
    assert bullet.tip == (0.2, 0.0)
    assert repr(bullet).startswith("Bullet(")
    plain = Capsule((-2, 0), (0, 0), 0.2)
    others: list[Shape] = [
        Point((0.1, 0)),
        Segment((-1, -1), (-1, 1)),
        PILL,
        Circle((1, 0), 1),
        Tile(2, 0.25),
        Polygon.box(1, 1, position=(3, 3)),
    ]
    for other in others:
        assert answers(bullet, other) == answers(plain, other)
        assert answers(other, bullet) == answers(other, plain)
    assert bullet.contains((0.2, 0)) is sepax.contains(bullet, (-2.1, 0)) is True
    assert bullet.project((1, 0)) == plain.project((1, 0))
    assert bullet.bounds == plain.bounds
    bullet.move(1, 0)
    assert bullet.tip == pytest.approx((1.2, 0.0))
    assert bullet.copy().name == "tracer"


def test_a_rounded_polygon_of_a_users_own() -> None:
    tile = Tile(4, 1)
    assert tile.bounds == (-2.0, -2.0, 2.0, 2.0)
    assert not tile.contains((1.9, 1.9))
    assert tile.contains((1.5, 1.75))
    assert tile.intersects(Tile(4, 1))
    twin = pickle.loads(pickle.dumps(tile))
    assert type(twin) is Tile
    assert twin.same_as(tile)


# Pictures -------------------------------------------------------------------------------


def test_all_kinds_are_drawn() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    figure = Figure()
    axes = figure.subplots()
    shapes = [make() for _, make in MAKERS]
    collection = drawing.draw_shapes(axes, shapes)
    patches = [shape for shape in shapes if not isinstance(shape, Point)]
    for shape, path in zip(patches, collection.get_paths(), strict=True):
        box = path.get_extents()
        assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx(shape.bounds, abs=1e-3)
    (dots,) = axes.get_lines()
    assert np.asarray(dots.get_xydata()).tolist() == [[0.1, 0.2]]
    figure.savefig(io.BytesIO(), format="png")
