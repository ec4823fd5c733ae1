"""The float32 filter stage comes first, and no answer changes at any stage or level.

Programs in processes of their own run at every level, and from every stage on.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from processes import output_of
from proxies import (
    ROWS,
    needs_counts,
    read_proxies,
    records_of,
    scene,
    scene_of_discs,
    scene_of_polygons,
    scene_of_segments,
)
from questions import QUESTIONS, arrays_of, assert_same_bits
from test_array_motions import flights
from test_point_proxies import MAKERS as HOLDERS
from test_point_proxies import many
from test_simd import LEVELS

import sepax
from sepax import Polygon, ShapeArray
from sepax._core.arrays import block
from sepax._core.simd import levels

Array = Any  # of answers: booleans, numbers or indices
Counts = dict[str, tuple[int, int]]


BEFORE = {"disc": scene_of_discs, "box": scene, "segment": scene_of_segments}


@pytest.mark.careful_build
@pytest.mark.parametrize(
    "kinds", ["box box", "disc disc", "box disc", "segment segment", "disc segment"]
)
def test_proxies_come_first(kinds: str) -> None:
    """Shapes with the proxies of others get the answers of these."""
    first, second = kinds.split()
    a, b, elsewhere = BEFORE[first](seed=1), BEFORE[second](seed=2), BEFORE[second](seed=3)
    elsewhere.set_poses(elsewhere.positions + 500.0, elsewhere.angles)
    true, swap = sepax.intersects(a, b), sepax.intersects(b, a)
    order = np.random.default_rng(1).permutation(len(a))
    assert true.any()
    assert np.array_equal(true, swap)
    own = read_proxies(b)[0]
    block._spoil_proxies(b._block, *read_proxies(elsewhere))
    for found in (
        sepax.intersects(a, b),
        sepax.intersects(b, a),
        sepax.intersects(a, b, pairs=(order, order)),
        sepax.intersects(b, a, pairs=(order, order)),
        sepax.intersects(a[0], b),
        sepax.intersects(b, a[0]),
        sepax.intersects_any(a, b),
        sepax.intersects_any(b, a),
    ):
        assert not found.any()
    if first == second != "segment":  # thin ones that are equal remain uncertain
        block._spoil_proxies(b._block, *read_proxies(a))
        assert sepax.intersects(a, b).all()
    block._spoil_proxies(b._block, own, np.full(2, np.nan))
    assert np.array_equal(sepax.intersects(a, b), true)
    assert np.array_equal(sepax.intersects(b, a), true)


@pytest.mark.careful_build
def test_motions_use_what_proxies_find() -> None:
    """Boxes with the proxies of others get misses and starts of these."""
    a, b, elsewhere = scene(seed=1), scene(seed=2), scene(seed=3, far=500.0)
    velocity = b.positions - a.positions
    true = sepax.sweep(a, b, velocity)
    own = read_proxies(b)
    block._spoil_proxies(b._block, *read_proxies(elsewhere))
    assert np.all(np.isinf(sepax.time_of_impact(a, b, velocity)))
    block._spoil_proxies(b._block, *read_proxies(a))
    assert not np.any(sepax.time_of_impact(a, b, velocity))
    block._spoil_proxies(b._block, own[0], np.full(2, np.nan))
    assert_same_bits(sepax.sweep(a, b, velocity), true)
    assert_same_bits(sepax.time_of_impact(a, b, velocity), true.time)


@pytest.mark.careful_build
def test_misses_that_proxies_find_are_kept() -> None:
    a, b, velocity = flights("mmmm", seed=9)
    near = ShapeArray.boxes(1.0, 1.0, a.positions, 0.0)
    assert not sepax.sweep(a, b, velocity).hit.any()
    assert sepax.sweep(near, a, velocity).hit.all()
    proxies, origin = read_proxies(near)
    proxies[:200, :2] += np.float32(1e6)
    block._spoil_proxies(near._block, proxies, origin)
    found = sepax.sweep(near, a, velocity)
    assert not found.hit[:200].any()
    assert found.hit[256:].all()  # as the first pairs miss, proxies classify the first block
    assert np.all(np.isinf(found.time[:200]) & np.isinf(found.exit_time[:200]))


@pytest.mark.careful_build
def test_proxies_of_polygons_come_first() -> None:
    a, b, small = scene_of_polygons(seed=1), scene_of_polygons(seed=2), scene_of_polygons(seed=2)
    true = sepax.intersects(a, b)
    shrunk = ShapeArray.from_shapes([Polygon(0.01 * shape.local_vertices) for shape in small])
    block._swap_rings(b._block, shrunk._block)
    found = sepax.intersects(a, b)
    assert np.count_nonzero(found != true) > 5
    order = np.random.default_rng(1).permutation(len(a))
    assert np.array_equal(sepax.intersects(a, b, pairs=(order, order)), found[order])
    block._swap_rings(b._block, shrunk._block)
    assert np.array_equal(sepax.intersects(a, b), true)


# Every stage and level ------------------------------------------------------------------

# Verbs that ask filters; a form of the call each.
ASKED = (
    "intersects", "interiors", "mtv", "distance", "time_of_impact", "sweep", "sweep on", "collide",
    "iou",
)  # fmt: skip


def on_a_lattice(far: float, count: int = 260) -> dict[str, ShapeArray]:
    """Return shapes of every kind on a lattice, where many touch, and half of them beside it."""
    source = np.random.default_rng(4)
    scale = 1.0 if far < 2.0**100 else far
    places = source.integers(0, 9, (8, count, 2)) * scale
    places = places + source.random(places.shape) * (source.random((8, count, 1)) < 0.5) * scale
    places += far
    ways = source.integers(0, 3, (2, count, 2)) * scale + (scale, 0.0)
    sizes = source.integers(0, 4, (8, count)) * scale / 2
    sides, turns = sizes + scale, source.choice([0.0, 0.0, np.pi / 2, 0.3], (3, count))
    return {
        "boxes": ShapeArray.boxes(sides[0], sides[1], places[0], turns[0]),
        "other boxes": ShapeArray.boxes(sides[2], sides[3], places[1], turns[1]),
        "discs": ShapeArray.circles(places[2], sizes[4]),
        "other discs": ShapeArray.circles(places[3], sizes[5]),
        "segments": ShapeArray.capsules(places[4], places[4] + ways[0], sizes[6]),
        "other segments": ShapeArray.capsules(places[5], places[5] + ways[1], sizes[7]),
        "rounded boxes": ShapeArray.boxes(sides[4], scale, places[6], turns[2], radii=sizes[7]),
        "polygons": scene_of_polygons(count, far=min(far, 3e8)),
        "points": ShapeArray.points(places[7]),
    }


def about(far: float) -> Iterator[Array]:
    """Yield the answers of all verbs, in every form."""
    shapes = on_a_lattice(far)
    points, source = shapes.pop("points").positions, np.random.default_rng(5)
    i, j = source.integers(0, len(points), (2, 2 * len(points)))
    velocity = source.normal(size=points.shape) * (1.0 if far < 2.0**100 else far)
    ends = source.choice([0.0, 0.5, 1.0, 3.0, np.inf], len(points))
    for one, other in itertools.combinations(shapes.values(), 2):
        for ask in map(QUESTIONS.__getitem__, ASKED):
            yield ask(one, other)
            yield ask(one, other, pairs=(i, j))
            yield ask(one[3], other)
            yield ask(one, other[3])
        yield sepax.sweep(one, other, velocity, velocity[0], ends, skip_leaving=True)
        yield sepax.time_of_impact(one, other, velocity[i], velocity[j], 2.0, pairs=(i, j))
        yield sepax.find_pairs(one, other)
        yield sepax.find_pairs(one, other, touching=False)
        yield sepax.intersects_any(one, other)
    for one in shapes.values():
        yield sepax.find_pairs(one)
        yield sepax.contains(one, points)
        yield sepax.contains(one, points[7])
        yield sepax.contains(one[7], points)
        yield sepax.contains(one, points, pairs=(i, j))


PROGRAM = "from test_filter_stages import hashes; print(*hashes())"
# Each level, each stage at the highest, and both at once.
CHOICES = [(level, "float32") for level in LEVELS]
CHOICES += [(LEVELS[-1], "open"), (LEVELS[-1], "float64"), (LEVELS[0], "open")]


def hashes() -> list[str]:
    """Hash the answers at each distance from the origin."""
    found = []
    for far in (0.0, 1e4, 3e8, 2.0**130):
        answers = [array for answer in about(far) for array in arrays_of(answer)]
        found.append(hashlib.sha256(b"".join(map(np.ndarray.tobytes, answers))).hexdigest())
    return found


@pytest.mark.parametrize(("level", "stage"), CHOICES)
def test_all_stages_and_levels_answer_alike(level: str, stage: str) -> None:
    assert output_of(PROGRAM, level, stage).split() == known_hashes()


@functools.cache
def known_hashes() -> list[str]:
    return hashes()


# How many pairs proxies classify -------------------------------------------------------


COUNTED = 5000
PROBED = 64  # pairs by which mtv sees that few meet
COUNTING = "import json; from test_filter_stages import count_all; print(json.dumps(count_all()))"


def count_each(verbs: dict[str, Callable[[], object]]) -> Counts:
    """Count, for each verb, the pairs that float32 classifies and those that it leaves open."""
    counts = {}
    for name, verb in verbs.items():
        before = levels._proxy_counts()
        verb()
        after = levels._proxy_counts()
        assert before is not None
        assert after is not None
        of_proxies_and_casts = [after[k] - before[k] + after[k + 2] - before[k + 2] for k in (0, 1)]
        counts[name] = of_proxies_and_casts[0], of_proxies_and_casts[1]
    return counts


def verbs_with_proxies(a: ShapeArray, b: ShapeArray) -> dict[str, Callable[[], object]]:
    order = np.random.default_rng(1).permutation(COUNTED)
    rows = order, order[::-1].copy()
    return {
        "intersects": lambda: sepax.intersects(a, b),
        "interiors": lambda: sepax.intersects(a, b, touching=False),
        "by index": lambda: sepax.intersects(a, b, pairs=rows),
        "one and many": lambda: sepax.intersects(a[0], b),
        "many and one": lambda: sepax.intersects(a, b[0]),
        "find_pairs": lambda: sepax.find_pairs(a, b),
        "intersects_any": lambda: sepax.intersects_any(a, b),
    }


def verbs_of_boxes() -> dict[str, Callable[[], object]]:
    """Return each verb that begins with float32 for boxes or polygons."""
    a, b = scene(COUNTED, seed=1), scene(COUNTED, seed=2)
    order = np.random.default_rng(1).permutation(COUNTED)
    rows = order, order[::-1].copy()
    p, q, mixed = polygons_side_by_side()
    verbs = verbs_with_proxies(a, b)
    del verbs["interiors"]
    return verbs | {
        "mtv": lambda: sepax.mtv(a, b),
        "mtv, by index": lambda: sepax.mtv(a, b, pairs=rows),
        "distance": lambda: sepax.distance(a, b),
        "distance, by index": lambda: sepax.distance(a, b, pairs=rows),
        "time_of_impact": lambda: sepax.time_of_impact(a, b, (0.1, 0.2)),
        "time_of_impact, by index": lambda: sepax.time_of_impact(a, b, (0.1, 0.2), pairs=rows),
        "time_of_impact, all later": lambda: sepax.time_of_impact(a, b, b.positions - a.positions),
        "sweep": lambda: sepax.sweep(a, b, (0.1, 0.2)),
        "sweep, by index": lambda: sepax.sweep(a, b, (0.1, 0.2), pairs=rows),
        "polygons": lambda: sepax.intersects(p, q),
        "polygons and circles": lambda: sepax.intersects(p, mixed),
    }


def verbs_of_discs_and_segments(kind: str) -> dict[str, Callable[[], object]]:
    shapes, others = BEFORE[kind](COUNTED, seed=1), BEFORE[kind](COUNTED, seed=2)
    discs, boxes = scene_of_discs(COUNTED, seed=3), scene(COUNTED, seed=3)
    more = boxes if kind == "disc" else discs
    cases = ("one kind", shapes, others), ("two", shapes, more), ("other two", more, shapes)
    return {
        f"{name} of {which}": verb
        for which, a, b in cases
        for name, verb in verbs_with_proxies(a, b).items()
    }


def verbs_of_points() -> dict[str, Callable[[], object]]:
    verbs: dict[str, Callable[[], object]] = {}
    for kind in HOLDERS:
        if kind == "rounded boxes":  # whose points go to records
            continue
        array, points = many(kind)
        order = np.random.default_rng(1).permutation(len(array))
        verbs |= {
            f"{kind}, row by row": partial(sepax.contains, array, points),
            f"{kind}, by index": partial(sepax.contains, array, points, pairs=(order, order)),
            f"{kind}, one shape": partial(sepax.contains, array[5], points),
            f"{kind}, one point": partial(sepax.contains, array, points[5]),
        }
    return verbs


def count_all() -> dict[str, Counts]:
    return {
        "boxes": count_each(verbs_of_boxes()),
        "discs": count_each(verbs_of_discs_and_segments("disc")),
        "segments": count_each(verbs_of_discs_and_segments("segment")),
        "points": count_each(verbs_of_points()),
    }


def polygons_side_by_side() -> tuple[ShapeArray, ShapeArray, ShapeArray]:
    """Return polygons, as many that may touch them, and the same with circles among them."""
    a, b = scene_of_polygons(seed=1), scene_of_polygons(seed=2)
    source = np.random.default_rng(3)
    ways, turns = source.uniform(1.3, 2.0, ROWS), source.uniform(0.0, math.tau, ROWS)
    places = a.positions + ways[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
    b.set_poses(places, turns)
    circles = ShapeArray.circles(places[: ROWS // 2], np.full(ROWS // 2, 0.8))
    return a, b, ShapeArray.concatenate([circles, b[ROWS // 2 :]])


def uncertain_count(a: ShapeArray, b: ShapeArray) -> int:
    """Count the pairs that records, and the circles in them, leave uncertain."""
    out = np.empty(len(a), np.uint8)
    sides = levels._Side(records_of(a)), levels._Side(records_of(b))
    return levels._run("shapes", LEVELS[0], *sides, out)


@functools.cache
def counts_at(level: str, stage: str) -> dict[str, Counts]:
    found: dict[str, Counts] = json.loads(output_of(COUNTING, level, stage))
    return found


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("level", LEVELS)
def test_float32_is_asked_of_every_pair_of_boxes(level: str) -> None:
    """Proxies classify each pair once and leave few uncertain, for all kinds that use them."""
    counts = counts_at(level, "float32")["boxes"]
    classified = {name: certain + left_open for name, (certain, left_open) in counts.items()}
    polygons, others, mixed = polygons_side_by_side()
    assert classified.pop("polygons") == uncertain_count(polygons, others) > 100
    assert counts["polygons"][1] < 10  # of those that have too many vertices for one
    assert classified.pop("polygons and circles") == uncertain_count(polygons, mixed) > 100
    assert min(counts["polygons and circles"]) > 30  # circles have none
    a, b = scene(COUNTED, seed=1), scene(COUNTED, seed=2)
    assert classified.pop("find_pairs") >= len(sepax.find_pairs(a, b)) > 1000
    assert classified.pop("intersects_any") >= np.count_nonzero(sepax.intersects_any(a, b)) > 1000
    before = levels._proxy_counts()
    times = sepax.time_of_impact(a, b, b.positions - a.positions)
    after = levels._proxy_counts()
    assert before is not None
    assert after is not None
    assert np.count_nonzero(times > 0.0) > 0.9 * COUNTED
    assert after[2] - before[2] > COUNTED - 300  # by casts: all but the first block
    for name in [name for name in classified if name.startswith("time")]:  # proxies find no times
        assert classified.pop(name) == COUNTED, name
        assert counts[name][0] > 0.9 * COUNTED, name
    hits = np.count_nonzero(sepax.sweep(a, b, (0.1, 0.2)).hit)
    for name in ("sweep", "sweep, by index"):  # and some before, to see that many miss
        assert COUNTED < classified.pop(name) < 1.05 * COUNTED
    assert hits <= counts["sweep"][1] < 0.3 * COUNTED
    for name, count in classified.items():
        assert count == COUNTED + PROBED * name.startswith("mtv"), name
        assert counts[name][1] < 0.01 * COUNTED, name


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["discs", "segments"])
def test_proxies_filter_every_pair(kind: str, level: str) -> None:
    """Proxies classify each pair once and leave few uncertain, for all kinds that use them."""
    counts = counts_at(level, "float32")[kind]
    assert len(counts) == 21
    for name, (certain, left_open) in counts.items():
        if not name.startswith(("find_pairs", "intersects_any")):
            assert certain + left_open == COUNTED, name
        assert certain > 1000, name
        assert left_open < 0.01 * (certain + left_open), name


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("level", LEVELS)
def test_proxies_classify_every_point(level: str) -> None:
    for name, (certain, left_open) in counts_at(level, "float32")["points"].items():
        if name.startswith("polygons"):
            assert certain > 20, name
        else:
            assert certain + left_open == 3000, name
            assert left_open < 60, name


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("stage", ["open", "float64"])
def test_where_proxies_are_uncertain(stage: str) -> None:
    """Forced open, proxies leave each pair open; from float64 on they get none."""
    for kind, counts in counts_at(LEVELS[-1], stage).items():
        for name, (certain, left_open) in counts.items():
            assert certain == 0, (kind, name)
            is_open = stage == "open" and not name.startswith("polygons")
            assert (left_open > 0) == is_open, (kind, name)


def test_unknown_stage() -> None:
    result = subprocess.run(
        [sys.executable, "-c", "import sepax"],
        env={**os.environ, "SEPAX_STAGE": "float16"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode != 0
    assert (
        "ImportError: SEPAX_STAGE is 'float16': there are float32, open, float64" in result.stderr
    )
