"""What other libraries and textbook code answer on the families of the tests, judged exactly.

Each peer is asked only what it promises. The vertices that it gets are those that the oracle
judges: world coordinates, with the identity as the pose. A peer in float32 is judged twice: on the
shapes as they are, and on shapes that were rounded to float32 before. Peers that are not installed
are named, and not run.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from importlib import import_module, metadata
from pathlib import Path
from random import Random
from typing import Any

# The judges and helpers of the tests, and the adapters of the bench.
sys.path.extend(
    str(Path(__file__).resolve().parent / home)
    for home in ("answers", "kernels", "simd", "scenes", "../bench", "../tools")
)

import numpy as np
import numpy.typing as npt
import oracle
from common.contestant import installed
from common.shapes import Outline
from families import PAIRS, POLYGON_PAIRS, SWEEPS, Pair, Shape, Sweep
from judges import Exact
from motion_judges import ExactSweep
from oracle import vector
from proof_tables import Score, Section
from test_simd import beside
from turning import misses

import sepax
from sepax import Circle, Polygon

Floats = npt.NDArray[np.float64]
Place = tuple[float, float]
CLEAR = Fraction(1, 10**9)  # of L: an error beyond rounding
COARSE = Fraction(1, 10**6)  # of L: what vectors may be off
AREA_SHARE = Fraction(1, 1000)  # of the smaller area: what areas may be off
FINEST = Fraction(1, 2**1074)
# No peer promises anything about products that overflow or underflow.
TOUCHING = [*(name for name in POLYGON_PAIRS if name.startswith("touching")), "shared_edges"]
POLYGONS = [name for name in POLYGON_PAIRS if name not in (*TOUCHING, "extreme_exponents")]
DEEP = [name for name in POLYGONS if not name.startswith(("off_by", "nearly", "mixed"))]
CIRCLES = [name for name in PAIRS if name not in POLYGON_PAIRS and name != "circle_extreme"]
MOVING = ["sweep_random", "sweep_starts_overlapping", "sweep_tunnels", "sweep_far", "sweep_sizes"]
STEPS = 10


# Textbook code --------------------------------------------------------------------------


def shadows(a: Floats, b: Floats) -> tuple[Floats, Floats, Floats]:
    """Return normals of all edges, as long as these, and the low and high ends of both on each."""
    edges = np.concatenate((np.roll(a, -1, axis=0) - a, np.roll(b, -1, axis=0) - b))
    normals = edges[edges.any(axis=1), ::-1] * (1.0, -1.0)
    on_a, on_b = (
        np.stack((on.min(axis=0), on.max(axis=0))) for on in (a @ normals.T, b @ normals.T)
    )
    return normals, on_a, on_b


def textbook_hit(a: Shape, b: Shape) -> bool:
    """Compare the shadows on all normals: absolute projections, closed."""
    _, on_a, on_b = shadows(a.vertices, b.vertices)
    return bool(((on_a[0] <= on_b[1]) & (on_b[0] <= on_a[1])).all())


def textbook_mtv(a: Shape, b: Shape) -> Place | None:
    """Take the least common part of two shadows, away from the other centre, as tutorials do."""
    normals, on_a, on_b = shadows(a.vertices, b.vertices)
    lengths = np.hypot(*normals.T)
    depths = (np.minimum(on_a[1], on_b[1]) - np.maximum(on_a[0], on_b[0])) / lengths
    if depths.min() < 0.0:
        return None
    least = depths.argmin()
    x, y = normals[least] * (depths[least] / lengths[least])
    away = a.vertices.mean(axis=0) - b.vertices.mean(axis=0)
    sign = 1.0 if x * away[0] + y * away[1] >= 0.0 else -1.0
    return float(sign * x), float(sign * y)


def extended_shadows(case: Sweep) -> bool:
    """Extend the shadows of a by its way, and compare all: tutorials' test of moving polygons."""
    normals, on_a, on_b = shadows(case.a.vertices, case.b.vertices)
    way = normals @ (np.subtract(case.velocity_a, case.velocity_b) * case.max_time)
    low, high = on_a[0] + np.minimum(way, 0.0), on_a[1] + np.maximum(way, 0.0)
    return bool(((low <= on_b[1]) & (on_b[0] <= high)).all())


def ten_steps(case: Sweep) -> bool:
    """Test at the start and after each of ten steps."""
    rest, way = case.a.copy(), np.subtract(case.velocity_a, case.velocity_b) * case.max_time
    start = np.array(rest.position)
    for step in range(STEPS + 1):
        rest.position = tuple((start + way * (step / STEPS)).tolist())
        if sepax.intersects(rest, case.b):
            return True
    return False


# Peers ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Peer:
    """Somebody who is asked, with what is judged of it."""

    name: str
    package: str  # on PyPI; empty for textbook code
    promise: str
    make: Callable[[], Callable[..., Any]]  # ImportError: not installed
    circles: bool = False
    touching: bool = False  # whether it defines what polygons that touch answer
    single: bool = False  # its shapes are rounded to float32 before they are judged
    skin: Fraction = Fraction(0)  # shapes as near as this may count as a hit
    fits: Callable[[Shape, Shape], bool] = lambda _a, _b: True

    def given(self, pair: Exact) -> Exact | None:
        """Return what it is judged on; None if it promises nothing about that."""
        if self.single:
            rounded = [in_float32(shape) for shape in (pair.a, pair.b)]
            if rounded[0] is None or rounded[1] is None:
                return None
            pair = Exact(rounded[0], rounded[1])
        is_defined = self.touching and min(len(pair.a.vertices), len(pair.b.vertices)) > 1
        if not self.fits(pair.a, pair.b) or (pair.side == 0 and not is_defined):
            return None
        return None if self.skin and 0 < pair.separation <= self.skin else pair


def in_float32(shape: Shape) -> Shape | None:
    """Return the shape of the vertices rounded to float32; None if that is no convex shape."""
    with np.errstate(over="ignore"):
        corners = shape.vertices.astype(np.float32).astype(np.float64)
        radius = float(np.float32(shape.radius))
    try:
        return Circle(tuple(corners[0]), radius) if len(corners) == 1 else Polygon(corners)
    except ValueError:
        return None


def corners_of(shape: Shape) -> list[Place]:
    """Return the vertices, without those that rounding has put on their neighbours."""
    corners = [(x, y) for x, y in shape.vertices.tolist()]
    return [p for k, p in enumerate(corners) if p != corners[k - 1]] or corners[:1]


def outline(shape: Shape) -> Outline:
    """Return the shape as the adapters of the bench take it."""
    corners = corners_of(shape)
    if len(corners) == 1:
        return Outline("circle", [(0.0, 0.0)], corners, corners[0], 0.0, shape.radius)
    return Outline("polygon", corners, corners, (0.0, 0.0), 0.0, 0.0)


def adapter(module: str, name: str) -> Any:
    """Return one of the bench's contestants; ImportError if its package is missing."""
    return getattr(import_module(f"single.{module}"), name)()


def shapely_hits() -> Callable[[Shape, Shape], bool]:
    build = adapter("geometry", "Shapely").build

    def ask(a: Shape, b: Shape) -> bool:
        one, other = build(outline(a)), build(outline(b))
        if len(a.vertices) > 1 < len(b.vertices):
            return bool(one.intersects(other))
        return bool(one.dwithin(other, a.radius + b.radius))

    return ask


def collision_hits() -> Callable[[Shape, Shape], bool]:
    found = adapter("games", "Collision")
    return lambda a, b: bool(
        found.library.collide(found.build(outline(a)), found.build(outline(b)))
    )


def collision_mtv() -> Callable[[Shape, Shape], Place | None]:
    found = adapter("games", "Collision")

    def ask(a: Shape, b: Shape) -> Place | None:
        response = found.library.Response()
        if not found.library.collide(found.build(outline(a)), found.build(outline(b)), response):
            return None
        return -response.overlap_v.x, -response.overlap_v.y

    return ask


def arcade_hits() -> Callable[[Shape, Shape], bool]:
    test = adapter("games", "Arcade").library.geometry.are_polygons_intersecting
    return lambda a, b: bool(test(corners_of(a), corners_of(b)))


def pymunk_contacts() -> Callable[[Shape, Shape], Any]:
    build = adapter("engines", "Pymunk").build

    def ask(a: Shape, b: Shape) -> Any:
        (one, body), (other, other_body) = build(outline(a)), build(outline(b))
        points = one.shapes_collide(other).points
        del body, other_body  # which the shapes alone do not keep alive
        return points

    return ask


def pymunk_hits() -> Callable[[Shape, Shape], bool]:
    ask = pymunk_contacts()
    return lambda a, b: bool(ask(a, b))


def pymunk_depth() -> Callable[[Shape, Shape], float | None]:
    ask = pymunk_contacts()
    return lambda a, b: max((-point.distance for point in ask(a, b)), default=None)


def box2d_hits() -> Callable[[Shape, Shape], bool]:
    found = adapter("engines", "Box2D")

    def ask(a: Shape, b: Shape) -> bool:
        (one, at_one), (other, at_other) = found.build(outline(a)), found.build(outline(b))
        return bool(found.library.b2TestOverlap(one, 0, other, 0, at_one, at_other))

    return ask


def is_for_box2d(a: Shape, b: Shape) -> bool:
    """Whether both are of 0.1 to 10 m, within 1,000 m, with no more than 16 vertices."""
    return all(
        0.1 <= min(x1 - x0, y1 - y0) <= max(x1 - x0, y1 - y0) <= 10.0
        and max(map(abs, (x0, y0, x1, y1))) <= 1000.0
        and is_solid(shape)
        for shape in (a, b)
        for x0, y0, x1, y1 in [shape.bounds]
    )


def is_solid(shape: Shape) -> bool:
    """Whether Box2D can keep all vertices: each 0.02 from the others and from their line.

    It welds the others, and writes beyond its memory where float32 finds no corner.
    """
    corners = shape.vertices
    if len(corners) == 1:
        return True
    into, out = corners - np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0) - corners
    turns, across = into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0], np.hypot(*(into + out).T)
    lengths = np.hypot(*out.T)
    return len(corners) <= 16 and bool((lengths.min() >= 0.02) & (turns >= 0.02 * across).all())


def opencv_area() -> Callable[[Shape, Shape], float]:
    found = adapter("geometry", "OpenCV")

    def ask(a: Shape, b: Shape) -> float:
        with np.errstate(over="ignore"):
            return float(
                found.library.intersectConvexConvex(
                    found.build(outline(a)), found.build(outline(b))
                )[0]
            )

    return ask


def shapely_area() -> Callable[[Shape, Shape], float]:
    build = adapter("geometry", "Shapely").build
    return lambda a, b: float(build(outline(a)).intersection(build(outline(b))).area)


CLOSED = "closed shapes: touching counts; the table of touching pairs judges that"
OPEN = "pairs that only touch are left out: it does not say what they answer"
SKIN = (
    "pairs that touch or are apart by up to 0.02 m are left out, for its skin. Shapes of 0.1 to "
    "10 m within 1,000 m, with up to 16 vertices, each 0.02 m from the others and their line"
)
BOX2D = partial(
    Peer, package="Box2D", make=box2d_hits, circles=True, skin=Fraction(1, 50), fits=is_for_box2d
)
HITS = [
    Peer("textbook SAT", "", CLOSED, lambda: textbook_hit, touching=True),
    Peer(
        "shapely", "shapely", f"{CLOSED}. Circles by `dwithin`, unless they touch",
        shapely_hits, circles=True, touching=True,
    ),
    Peer("collision", "collision", OPEN, collision_hits, circles=True),
    Peer("arcade", "arcade", OPEN, arcade_hits),
    Peer("pymunk", "pymunk", OPEN, pymunk_hits, circles=True),
    BOX2D("Box2D", promise=f"shapes rounded to float32 before; {SKIN}", single=True),
    BOX2D("Box2D, given float64", promise=f"as they are; it rounds them to float32; {SKIN}"),
]  # fmt: skip
FROM_1E_6 = "pairs deeper than 1e-6 L; a vector may be off by 1e-6 L"
MTVS = [
    Peer("textbook MTV", "", FROM_1E_6, lambda: textbook_mtv),
    Peer("collision", "collision", FROM_1E_6, collision_mtv),
    Peer("pymunk, depth", "pymunk", "the same, but for the depth alone", pymunk_depth),
]
OFF_AREA = "may be off by 1/1000 of the smaller area"
AREAS = [
    Peer("OpenCV", "opencv-python-headless", f"shapes rounded to float32 before; {OFF_AREA}",
         opencv_area, touching=True, single=True),
    Peer("OpenCV, given float64", "opencv-python-headless", f"as they are; {OFF_AREA}",
         opencv_area, touching=True),
    Peer("shapely", "shapely", OFF_AREA, shapely_area, touching=True),
]  # fmt: skip
MOTIONS = [
    Peer("extended shadows", "",
         "polygons, in a step that ends; unless they come no nearer, or no deeper, than 1e-9 L",
         lambda: extended_shadows),
    Peer("a test in each of ten steps", "", "the same", lambda: ten_steps),
]  # fmt: skip


@cache
def asker(peer: Peer) -> Callable[..., Any] | None:
    """Return whom to ask; None if it is not installed. An error is no answer, and so wrong."""
    try:
        ask = peer.make()
    except ImportError:
        return None

    def answer(*question: Any) -> Any:
        try:
            return ask(*question)
        except Exception:  # whatever a peer raises
            return None

    return answer


# Judges ---------------------------------------------------------------------------------


def score_hit(peer: Peer, ask: Callable[..., Any], given: Exact) -> Score:
    """Judge a boolean."""
    pair = peer.given(given)
    if pair is None:
        return Score(left=1)
    if ask(pair.a, pair.b) is (pair.side <= 0):
        return Score(asked=1)
    return Score(1, 1, abs(pair.separation) > CLEAR * oracle.extent(pair.body_a, pair.body_b))


def score_mtv(peer: Peer, ask: Callable[..., Any], given: Exact) -> Score:
    """Judge a vector, or a depth alone, of a pair that overlaps."""
    allowed = COARSE * oracle.extent(given.body_a, given.body_b)
    pair = peer.given(given) if given.side < 0 and given.separation < -allowed else None
    if pair is None:
        return Score(left=1)
    found = ask(pair.a, pair.b)
    if found is None or not np.isfinite(found).all():
        return Score(1, 1)
    if isinstance(found, float):
        return Score(1, abs(Fraction(found) + pair.separation) > allowed)
    left = pair.difference.after(vector(found)).separation
    longer = Fraction(math.hypot(*found)) + pair.separation
    return Score(1, max(abs(left), abs(longer)) > allowed)


def score_area(peer: Peer, ask: Callable[..., Any], given: Exact) -> Score:
    """Judge an area of what two polygons share."""
    pair = peer.given(given)
    if pair is None:
        return Score(left=1)
    found, exact = ask(pair.a, pair.b), oracle.shared_area(pair.body_a, pair.body_b)
    smaller = min(oracle.ring_area(body.points) for body in (pair.body_a, pair.body_b))
    allowed = AREA_SHARE * smaller + FINEST
    return Score(
        1, found is None or not math.isfinite(found) or abs(Fraction(found) - exact) > allowed
    )


def score_motion(_peer: Peer, ask: Callable[..., Any], case: ExactSweep) -> Score:
    """Judge whether two polygons meet on their way, unless they do so by next to nothing."""
    sweep = case.sweep
    if min(len(sweep.a.vertices), len(sweep.b.vertices)) < 3 or sweep.max_time == math.inf:
        return Score(left=1)
    end = Fraction(sweep.max_time)
    nearest = case.difference.lowest(case.relative, Fraction(0), end)
    if abs(nearest) <= CLEAR * case.leeway(end) / (16 * oracle.EPSILON):
        return Score(left=1)
    return Score(1, ask(sweep) is not (nearest < 0))


Judge = Callable[[Peer, Callable[..., Any], Any], Score]


def scores(
    peers: Iterable[Peer], judge: Judge, cases: Iterable[Any], is_round: bool = False
) -> list[Score]:
    """Ask all peers about all cases; who is not installed, or has no circles, is not asked."""
    totals = {peer: Score() for peer in peers}
    for case in cases:
        for peer in totals:
            ask = asker(peer)
            if ask is not None and (peer.circles or not is_round):
                totals[peer] += judge(peer, ask, case)
    return list(totals.values())


def small_rectangles(source: Random) -> Pair:
    """Make rectangles of about 0.02 by 0.02 at places from 0 to 1: shares of an image."""
    x, y = source.random(), source.random()
    sides = [source.uniform(0.01, 0.03) for _ in range(4)]
    place = x + source.uniform(-0.02, 0.02), y + source.uniform(-0.02, 0.02)
    turns = source.uniform(-2.0, 2.0), source.uniform(-2.0, 2.0)
    return (
        Polygon.box(sides[0], sides[1], position=(x, y), angle=turns[0]),
        Polygon.box(sides[2], sides[3], position=place, angle=turns[1]),
    )


def rectangles_in_pixels(source: Random) -> Pair:
    """Make the same in an image of 1,000 by 1,000 pixels."""
    a, b = (Polygon(shape.vertices * 1000.0) for shape in small_rectangles(source))
    return a, b


def side_by_side(source: Random, offset: float) -> Pair:
    """Make boxes side by side, apart or overlapping by a few steps of the numbers there."""
    return beside(source, source.uniform(-4.0, 4.0) * math.ulp(offset), offset)


RECTANGLES: dict[str, Callable[[Random], Pair]] = {
    made.__name__: made for made in (small_rectangles, rectangles_in_pixels)
}
SIDE_BY_SIDE = {
    f"side_by_side_{offset:.0e}": partial(side_by_side, offset=offset) for offset in (1.0, 1e6, 1e9)
}
OWN = RECTANGLES | SIDE_BY_SIDE


def drawn(name: str, count: int) -> list[Exact]:
    """Return the first pairs of a family; their seed is not that of the tests."""
    source, make = Random(f"peers {name}"), PAIRS.get(name) or OWN[name]
    return [Exact(*make(source)) for _ in range(count)]


def row_of_hits(name: str, count: int) -> list[Score]:
    return scores(HITS, score_hit, drawn(name, count), name in CIRCLES)


def row_of_touching(name: str, count: int) -> list[Score]:
    """Count the hits, wrong or not: what touching answers, also where nobody promises it."""
    pairs, found = drawn(name, count), []
    for peer in HITS[:5]:
        ask = asker(peer)
        hits = sum(bool(ask(pair.a, pair.b)) for pair in pairs) if ask else 0
        found.append(Score(len(pairs) if ask else 0, hits))
    return found


def row_of_motions(name: str, count: int) -> list[Score]:
    source = Random(f"peers {name}")
    cases = [ExactSweep(SWEEPS[name](source)) for _ in range(count)]
    return scores(MOTIONS, score_motion, cases)


def row_of_turning(name: str, count: int) -> list[Score]:
    """Count what is missed or told too late, by the bench of shapes that turn."""
    present = [one for one in turning_peers() if name in misses.FAMILIES or not one.is_limited]
    result = misses.count(name, count, 0, present)
    found = [Score(result.hits, result.contradicted)]
    for one in misses.PEERS:
        wrong = result.peers.get(one.name)
        found.append(Score() if wrong is None else Score(result.hits, sum(wrong)))
    return found


@cache
def turning_peers() -> list[Any]:
    """Return those that are installed: the algorithms are written in numba."""
    return installed(misses.PEERS)


def columns(peers: Iterable[Peer], form: str) -> dict[str, str]:
    return {peer.name: form for peer in peers}


def sections() -> list[Section]:
    """Return the tables of peers."""
    return [
        Section(
            "Whether two shapes collide",
            "Wrong answers, and in brackets those by more than 1e-9 L: not for rounding alone.",
            columns(HITS, "clear of"),
            [*POLYGONS, *SIDE_BY_SIDE, *CIRCLES],
            row_of_hits,
            cases=200,
            quick=30,
        ),
        Section(
            "Shapes that exactly touch",
            "How many count as a hit. All of them share a point. That is wrong of textbook SAT and "
            "shapely alone: arcade wants more than a point, and collision and pymunk do not say.",
            columns(HITS[:5], "wrong of"),
            TOUCHING,
            row_of_touching,
            cases=1000,
            quick=50,
        ),
        Section(
            "Minimum translation vectors",
            "Vectors that are too long, or leave an overlap or a gap, of pairs that overlap.",
            columns(MTVS, "wrong of"),
            DEEP,
            lambda name, count: scores(MTVS, score_mtv, drawn(name, count)),
            cases=200,
            quick=20,
        ),
        Section(
            "Areas of overlap",
            "Areas that are off by more than 1/1000 of the smaller shape.",
            columns(AREAS, "wrong of"),
            [*RECTANGLES, *DEEP],
            lambda name, count: scores(AREAS, score_area, drawn(name, count)),
            cases=100,
            quick=20,
        ),
        Section(
            "Whether moving shapes meet",
            "Two answers of tutorials to a step in time: hits that never happen, and misses.",
            columns(MOTIONS, "wrong of"),
            MOVING,
            row_of_motions,
            cases=100,
            quick=20,
        ),
        Section(
            "Times of impact of shapes that turn",
            "All pairs meet. Wrong is a time that is missed, or later than the shapes need to come "
            "nearer by 5 mm. In the first three families no shape moves by more than 2 m or turns "
            "by more than a quarter, as in a step of Box2D; it is not asked about the others. The "
            "two algorithms were written anew in float64, with the nearest features of all edges "
            "in place of GJK: parry itself is for Rust.",
            {"sepax": "wrong of", **{one.name: "wrong of" for one in misses.PEERS}},
            [*misses.FAMILIES, *misses.FAR_TURNS],
            row_of_turning,
            cases=500,
            quick=100,
        ),
    ]


def who_was_asked() -> str:
    """Return the table of peers: versions, and what is judged."""
    lines = ["| peer | version | what is judged |", "|---|---|---|"]
    for peer in (*HITS, *MTVS, *AREAS, *MOTIONS):
        version = "textbook code" if not peer.package else "not installed, and not run"
        if peer.package and asker(peer) is not None:
            version = f"{peer.package} {metadata.version(peer.package)}"
        lines.append(f"| {peer.name} | {version} | {peer.promise} |")
    return "\n".join(lines)
