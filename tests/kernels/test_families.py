"""The families of pairs and sweeps hold what their names say, often enough to mean something."""

from __future__ import annotations

import oracle
import pytest
from families import CASES, PAIRS, POLYGON_PAIRS, ROUNDED_PAIRS, SWEEPS, pairs, sweeps
from judges import exact_pairs
from motion_judges import ExactSweep
from rounded import NEW, NEW_SWEEPS

SIDES = {
    "touching_edge_edge": {0},
    "touching_vertex_edge": {0},
    "touching_vertex_vertex": {0},
    "shared_edges": {0},
    "contained": {-1},
    "deep": {-1},
    "identical": {-1},
    "off_by_one_ulp": {-1, 1},
    "extreme_exponents": {-1, 0, 1},
    "circle_touching": {-1, 0, 1},
    "circle_inside": {-1, 0},
    "circle_circle_touching": {-1, 0, 1},
    "circle_extreme": {-1, 0, 1},
    "circles_alike": {-1},
    "segments_crossing": {-1},
    "segments_sharing_an_end": {0},
    "segments_t_junction": {0},
    "segments_overlapping": {0},
    "segments_collinear_apart": {1},
    "segments_parallel": {1},
    "segments_far": {-1, 0, 1},
    "segments_nearly_parallel": {-1, 0, 1},
    "segment_on_an_edge": {0},
    "segment_through_a_vertex": {-1, 0},
    "segment_inside": {-1},
    "segment_ending_on_an_edge": {-1, 0},
    "point_on_things": {-1, 0, 1},
    "capsules_crossing": {-1, 0},
    "capsules_on_a_line": {-1, 0, 1},
    "nested_deep": {-1},
    "coincident": {-1, 0},
    "rounded_box_corners": {-1, 0, 1},
    "rounded_box_sides": {-1, 0, 1},
    **{name: {-1, 0, 1} for name in NEW if name.startswith("tangent_")},
}


@pytest.mark.parametrize("family", [*PAIRS, *NEW])
def test_families_hold_what_they_say(family: str) -> None:
    """Each verdict that belongs to a family is there, and often enough to mean something."""
    cases = exact_pairs(family)
    assert len(cases) == CASES >= 200
    found = [pair.side for pair in cases]
    for side in SIDES.get(family, {-1, 1}):
        assert found.count(side) >= 10
    if SIDES.get(family, {1}) <= {-1, 0}:
        assert set(found) == SIDES[family]
    for shape in (shape for pair in cases for shape in (pair.body_a, pair.body_b)):
        assert family in NEW or len(shape.points) == 1 or oracle.is_convex(shape.points)


def starts(family: str) -> list[int]:
    return [ExactSweep(sweep).side for sweep in sweeps(family)]


def test_sweeps_start_as_they_say() -> None:
    assert set(starts("sweep_parts")) == {0}
    assert set(starts("sweep_starts_overlapping")) >= {-1}
    assert starts("sweep_starts_touching").count(0) > 150
    assert starts("sweep_slides").count(0) > 50
    assert starts("sweep_grazes").count(1) > 100
    assert {-1, 0, 1} <= set(starts("sweep_does_not_move"))


@pytest.mark.parametrize("family", ["sweep_random", "sweep_circles", "sweep_tunnels", "sweep_far"])
def test_ordinary_sweeps_hit_and_miss(family: str) -> None:
    cases = [ExactSweep(sweep) for sweep in sweeps(family)]
    hits = [c.difference.first_touch(c.relative, c.sweep.max_time) is not None for c in cases]
    assert hits.count(True) > 40
    assert hits.count(False) > 20


def test_hits_at_max_time() -> None:
    for sweep in sweeps("sweep_hits_at_max_time"):
        case = ExactSweep(sweep)
        assert case.difference.first_touch(case.relative, sweep.max_time) == sweep.max_time


def test_containment_is_in_the_families() -> None:
    for family in ("nested", "nested_deep", "coincident"):
        inside = [
            oracle.encloses(*bodies)
            for pair in exact_pairs(family)
            for bodies in ((pair.body_a, pair.body_b), (pair.body_b, pair.body_a))
        ]
        assert inside.count(True) >= 100
        assert inside.count(False) >= 50


def test_every_kind_meets_every_kind() -> None:
    """In the families that mix them, whatever stands first."""
    kinds = {
        (type(a).__name__, type(b).__name__)
        for family in NEW
        for pair in pairs(family)
        for a, b in (pair, pair[::-1])
    }
    names = ["Point", "Segment", "Capsule", "Circle", "Polygon"]
    assert {(one, other) for one in names for other in names} <= kinds


def test_every_family_is_listed() -> None:
    """The tests go by these lists, so that a forgotten registration would go unseen."""
    assert len(PAIRS) >= 25
    assert len(POLYGON_PAIRS) >= 18
    assert len(SWEEPS) >= 14
    assert len(NEW) >= 35
    assert len(ROUNDED_PAIRS) == len(NEW) + len(PAIRS)
    assert len(NEW_SWEEPS) >= 14
