"""A judge that never complains proves nothing: planted bugs are noticed.

Each is a mistake that collision code is known for, in the families where it matters.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import oracle
import pytest
from families import Point, Shape, Sweep, sweeps
from judges import Exact, check, exact_pairs, judge_axis, judge_contact, judge_intersects, judge_mtv
from motion_judges import ExactSweep, judge_sweep

import sepax

FEW = 40  # cases of a family, where most must be refused


def complaints(cases: list[Any], judge: Callable[[Any], str | None]) -> int:
    """Count the cases that the judge refuses."""
    return sum(judge(case) is not None for case in cases)


def is_noticed(families: list[str], judge: Callable[[Exact], str | None]) -> bool:
    """Whether the judge refuses a case of each family."""
    return all(any(judge(pair) for pair in exact_pairs(family)) for family in families)


def boxes_overlap(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: bounding boxes only."""
    one, other = a.bounds, b.bounds
    return all(one[k] <= other[k + 2] and other[k] <= one[k + 2] for k in (0, 1))


def proxies(a: Shape, b: Shape, axis: Point) -> tuple[float, float, float, float]:
    """Return the projections of both on an axis, in plain floating point."""
    found = []
    for shape in (a, b):
        products = [x * axis[0] + y * axis[1] for x, y in shape.vertices.tolist()]
        found += [min(products) - shape.radius, max(products) + shape.radius]
    return found[0], found[1], found[2], found[3]


def plain_axes(a: Shape, b: Shape) -> list[Point]:
    """Return the unit normals of both, and the direction between centres for a circle."""
    axes = [(x, y) for shape in (a, b) for x, y in shape.normals.tolist()]
    if a.radius or b.radius:
        (ax, ay), (bx, by) = a.position, b.position
        size = math.hypot(bx - ax, by - ay) or 1.0
        axes.append(((bx - ax) / size, (by - ay) / size))
    return axes


def plain_intersects(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: projections rounded far from the origin, and the centres' axis for circles."""
    for axis in plain_axes(a, b):
        low_a, high_a, low_b, high_b = proxies(a, b, axis)
        if high_a < low_b or high_b < low_a or (high_a == low_b and not touching):
            return False
    return True


def tolerant_intersects(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: an epsilon."""
    for axis in plain_axes(a, b):
        low_a, high_a, low_b, high_b = proxies(a, b, axis)
        if high_a < low_b - 1e-9 or high_b < low_a - 1e-9:
            return False
    return True


def own_axes_intersects(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: only the axes of a."""
    for axis in [(x, y) for x, y in a.normals.tolist()]:
        low_a, high_a, low_b, high_b = proxies(a, b, axis)
        if high_a < low_b or high_b < low_a:
            return False
    return True


def faces_alone(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: only the edges' normals count, so that corners are not round."""
    difference = Exact(a, b).difference
    gaps = [difference.gap_along((edge[1], -edge[0])) for _, edge in difference.edges]
    return max(gaps) <= 0 if touching else max(gaps) < 0


def without_radii(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: the cores alone."""
    difference = Exact(a, b).difference
    side = oracle.Difference(difference.ring, 0, difference.bits).side
    return side <= 0 if touching else side < 0


def one_radius(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: the radius of the first shape alone."""
    side = oracle.Difference.between(
        oracle.body(a), oracle.body(b)._replace(radius=Fraction(0))
    ).side
    return side <= 0 if touching else side < 0


def by_rounded_distance(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: the distance of the cores, rounded, is compared with the sum of the radii, rounded."""
    difference = Exact(a, b).difference
    core = oracle.Difference(difference.ring, 0, difference.bits)
    distance = max(float(core.separation), 0.0)
    return distance <= a.radius + b.radius if touching else distance < a.radius + b.radius


def closed(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: touching counts always."""
    return Exact(a, b).side <= 0


def of_areas(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: what has no area has no inside either, so that segments that cross only touch."""
    if not touching and 0.0 in (a.area, b.area):
        return False
    return Exact(a, b).side <= -(not touching)


@pytest.mark.parametrize(
    ("bug", "families"),
    [
        (boxes_overlap, ["boxes", "polygons", "slivers", "circle_any"]),
        (own_axes_intersects, ["boxes", "polygons", "slivers"]),
        (plain_intersects, ["touching_edge_edge", "off_by_one_ulp", "offset_1e9"]),
        (plain_intersects, ["circle_at_vertex", "circle_touching", "extreme_exponents"]),
        (tolerant_intersects, ["touching_vertex_edge", "off_by_1e_12", "tiny", "shared_edges"]),
        (faces_alone, ["rounded_box_corners", "tangent_capsules", "tangent_rounded_polygons"]),
        (without_radii, ["tangent_capsules", "capsules_any", "boxes with radii"]),
        (one_radius, ["tangent_rounded_polygons", "rounded_any", "polygons with radii"]),
        (by_rounded_distance, ["tangent_far", "rounded_box_corners", "segments_nearly_parallel"]),
        (closed, ["segments_t_junction", "segment_on_an_edge", "tangent_extreme"]),
        (of_areas, ["segments_crossing", "segment_inside", "point_on_things"]),
    ],
)
def test_wrong_booleans_are_noticed(bug: Callable[..., bool], families: list[str]) -> None:
    assert is_noticed(families, lambda pair: judge_intersects(pair, bug))


def overlap_of_proxies(a: Shape, b: Shape) -> Point | None:
    """Bug: the overlap of projections, too short where one is inside the other."""
    ways = []
    for x, y in plain_axes(a, b):
        low_a, high_a, low_b, high_b = proxies(a, b, (x, y))
        ways.append((min(high_a, high_b) - max(low_a, low_b), x, y))
    depth, x, y = min(ways)
    return None if depth < 0.0 else (-x * depth, -y * depth)


def towards_centres(a: Shape, b: Shape) -> Point | None:
    """Bug: the sign of the vector is taken from the centres."""
    mtv = a.mtv(b)
    if mtv is None:
        return None
    (ax, ay), (bx, by) = a.centroid, b.centroid
    sign = math.copysign(1.0, (ax - bx) * mtv[0] + (ay - by) * mtv[1])
    return (sign * mtv[0], sign * mtv[1])


def changed_mtv(change: Callable[[float, float], Point]) -> Callable[[Shape, Shape], Point | None]:
    """Return the true vector, changed."""

    def wrong(a: Shape, b: Shape) -> Point | None:
        mtv = a.mtv(b)
        return None if mtv is None else change(*mtv)

    return wrong


@pytest.mark.parametrize(
    ("bug", "families"),
    [
        (overlap_of_proxies, ["contained", "deep"]),
        (towards_centres, ["contained", "deep"]),
        (changed_mtv(lambda x, y: (-x, -y)), ["boxes", "circle_inside", "contained"]),
        (changed_mtv(lambda x, y: (-y, x)), ["boxes", "circle_any", "tiny"]),
        (changed_mtv(lambda x, y: (x * (1 + 1e-13), y * (1 + 1e-13))), ["deep", "contained"]),
        (changed_mtv(lambda x, y: (x * (1 - 1e-13), y * (1 - 1e-13))), ["deep", "huge"]),
        (changed_mtv(lambda x, y: (x, y + 1e-13)), ["touching_edge_edge", "offset_1e9"]),
        (changed_mtv(lambda x, y: (0.0, 0.0)), ["boxes", "off_by_1e_9", "tiny"]),
        (changed_mtv(lambda x, y: (2 * x, 2 * y)), ["off_by_1e_12", "circle_any"]),
        (lambda a, b: None, ["touching_vertex_vertex", "circle_inside", "shared_edges"]),
        (lambda a, b: (0.0, 0.0), ["boxes", "circle_circle"]),
    ],
)
def test_wrong_vectors_are_noticed(
    bug: Callable[[Shape, Shape], Point | None], families: list[str]
) -> None:
    assert is_noticed(families, lambda pair: judge_mtv(pair, bug(pair.a, pair.b)))


def fields(result: Any, names: str) -> SimpleNamespace:
    """Return the attributes of a result, free to be changed."""
    return SimpleNamespace(**{name: getattr(result, name) for name in names.split()})


CONTACT = "normal depth mtv points a_in_b b_in_a"
IMPACT = "time exit_time normal point initial leaving"

CONTACT_BUGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "normal the other way": lambda c: {
        "normal": (-c.normal[0], -c.normal[1]),
        "mtv": (-c.mtv[0], -c.mtv[1]),
    },
    "normal turned": lambda c: {"normal": (-c.normal[1], c.normal[0])},
    "normal not of length 1": lambda c: {"normal": (c.normal[0] * 1.00000001, c.normal[1])},
    "mtv of another length": lambda c: {"mtv": (c.mtv[0] * 1.000001, c.mtv[1])},
    "depth too large": lambda c: {"depth": c.depth * 1.000001 + 1e-12},
    "depth negative": lambda c: {"depth": -c.depth},
    "point beside": lambda c: {"points": tuple((x + 1e-9, y - 1e-9) for x, y in c.points)},
    "point on one surface": lambda c: {
        "points": tuple(
            (x + c.normal[0] * c.depth / 2, y + c.normal[1] * c.depth / 2) for x, y in c.points
        )
    },
    "no point": lambda c: {"points": ()},
    "three points": lambda c: {"points": (c.points * 3)[:3]},
    "a_in_b": lambda c: {"a_in_b": not c.a_in_b},
    "b_in_a": lambda c: {"b_in_a": not c.b_in_a},
}


@pytest.mark.parametrize("bug", CONTACT_BUGS)
@pytest.mark.parametrize(
    "family", ["boxes", "polygons", "circle_any", "rounded_any", "capsules_any", "boxes with radii"]
)
def test_wrong_contacts_are_noticed(family: str, bug: str) -> None:
    """In most overlapping cases, not just in one."""

    def judge(pair: Exact) -> str | None:
        contact = pair.a.collide(pair.b)
        wrong = fields(contact, CONTACT)
        vars(wrong).update(CONTACT_BUGS[bug](contact))
        return judge_contact(pair, wrong)

    cases = [pair for pair in exact_pairs(family) if pair.side < 0][:FEW]
    assert complaints(cases, judge) > 0.9 * len(cases)


def test_contact_of_shapes_apart_is_noticed() -> None:
    cases = [pair for pair in exact_pairs("boxes") if pair.side > 0]
    ghost = sepax.Polygon.box(1, 1).collide(sepax.Polygon.box(1, 1))
    assert complaints(cases, lambda pair: judge_contact(pair, ghost)) == len(cases)
    assert complaints(cases, lambda pair: judge_mtv(pair, (0.0, 0.0))) == len(cases)


AXIS_BUGS: dict[str, Callable[[Shape, Shape, Point], Point | None]] = {
    "the other way": lambda a, b, axis: (-axis[0], -axis[1]),
    "not of length 1": lambda a, b, axis: (2.0 * axis[0], 2.0 * axis[1]),
    "a quarter turn": lambda a, b, axis: (-axis[1], axis[0]),
    "off by 1e-9": lambda a, b, axis: (axis[0] + 1e-9 * axis[1], axis[1] - 1e-9 * axis[0]),
    "none": lambda a, b, axis: None,
}


@pytest.mark.parametrize("bug", AXIS_BUGS)
@pytest.mark.parametrize("family", ["boxes", "polygons", "circle_any"])
def test_wrong_axes_are_noticed(family: str, bug: str) -> None:
    def judge(pair: Exact) -> str | None:
        axis = pair.a.separating_axis(pair.b)
        assert axis is not None
        return judge_axis(pair, AXIS_BUGS[bug](pair.a, pair.b, axis))

    cases = [pair for pair in exact_pairs(family) if pair.side > 0][:FEW]
    assert complaints(cases, judge) == len(cases)


SWEEP_BUGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "too early": lambda i: {"time": i.time * (1 - 1e-12)},
    "too late": lambda i: {"time": i.time * (1 + 1e-12)},
    "the exit as the time": lambda i: {"time": i.exit_time},
    "exit too early": lambda i: {"exit_time": i.exit_time * (1 - 1e-12)},
    "exit too late": lambda i: {"exit_time": i.exit_time * (1 + 1e-12)},
    "never an exit": lambda i: {"exit_time": math.inf},
    "normal the other way": lambda i: {"normal": (-i.normal[0], -i.normal[1])},
    "normal turned": lambda i: {"normal": (-i.normal[1], i.normal[0])},
    "point elsewhere": lambda i: {"point": (i.point[0] + 3.0, i.point[1] - 2.0)},
    "initial": lambda i: {"initial": not i.initial},
    "leaving": lambda i: {"leaving": not i.leaving},
    "nan": lambda i: {"time": math.nan},
}


def plain_hits(family: str) -> list[ExactSweep]:
    """Return the sweeps that hit after a while."""
    cases = [ExactSweep(sweep) for sweep in sweeps(family)[:80]]
    hits = [case for case in cases if case.side > 0 and sepax.sweep(*case.sweep) is not None]
    assert len(hits) > 15
    return hits[:15]


@pytest.mark.parametrize("bug", SWEEP_BUGS)
@pytest.mark.parametrize("family", ["sweep_random", "sweep_circles"])
def test_wrong_impacts_are_noticed(family: str, bug: str) -> None:
    def judge(case: ExactSweep) -> str | None:
        impact = sepax.sweep(*case.sweep)
        wrong = fields(impact, IMPACT)
        vars(wrong).update(SWEEP_BUGS[bug](impact))
        return judge_sweep(case, wrong)

    hits = plain_hits(family)
    assert complaints(hits, judge) > 0.9 * len(hits)


def extended_proxies(case: ExactSweep) -> Any:
    """Bug: projections stretched by the velocity, as in tutorials; hits that never happen."""
    a, b = case.a, case.b
    (ux, uy), time = (float(x) for x in case.relative), min(case.sweep.max_time, 1e3)
    for axis in plain_axes(a, b):
        low_a, high_a, low_b, high_b = proxies(a, b, axis)
        along = (ux * axis[0] + uy * axis[1]) * time
        if high_a + max(along, 0.0) < low_b or high_b < low_a + min(along, 0.0):
            return None
    hit = sepax.sweep(sepax.Polygon.box(1, 1), sepax.Polygon.box(1, 1, position=(2, 0)), (1, 0))
    return fields(hit, IMPACT)


def only_at_the_end(case: ExactSweep) -> Any:
    """Bug: tunnelling, a test of the last position only."""
    a, b = case.a.copy(), case.b.copy()
    time = min(case.sweep.max_time, 10.0)
    a.move(*(x * time for x in case.sweep.velocity_a))
    b.move(*(x * time for x in case.sweep.velocity_b))
    return sepax.sweep(*case.sweep) if a.intersects(b) else None


@pytest.mark.parametrize(
    ("bug", "family"),
    [
        (extended_proxies, "sweep_random"),
        (extended_proxies, "sweep_tunnels"),
        (only_at_the_end, "sweep_random"),
        (only_at_the_end, "sweep_tunnels"),
        (lambda case: None, "sweep_starts_overlapping"),
        (lambda case: None, "sweep_parts"),
        (lambda case: None, "sweep_circles"),
    ],
)
def test_wrong_sweeps_are_noticed(bug: Callable[[ExactSweep], Any], family: str) -> None:
    cases = [ExactSweep(sweep) for sweep in sweeps(family)[:40]]
    assert complaints(cases, lambda case: judge_sweep(case, bug(case))) > 3


def test_leaving_by_the_normal_alone_is_noticed() -> None:
    """Bug: only one of several edges is tested for separation."""
    box_at = sepax.Polygon.box
    case = ExactSweep(Sweep(box_at(2, 2), box_at(2, 2, position=(2, 2)), (-1, 1), (0, 0), 1.0))
    right = sepax.sweep(*case.sweep)
    wrong = fields(right, IMPACT)
    wrong.leaving = False
    assert judge_sweep(case, wrong) == "leaving gives False"


def test_check_reports_the_case() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"1 of 3 are wrong\ncase 1: bad\n  5"):
        check([4, 5, 6], lambda case: "bad" if case == 5 else None)
