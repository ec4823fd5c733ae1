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
import random
import subprocess
import sys
from collections.abc import Callable
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
from test_point_proxies import MAKERS as HOLDERS
from test_point_proxies import many, point_at
from test_simd import LEVELS

import sepax
from sepax import ShapeArray
from sepax._core.arrays import block
from sepax._core.simd import levels

Array = Any  # of answers: booleans, numbers or indices
Counts = dict[str, tuple[int, int]]


STAGES = ("float32", "open", "float64")
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


def about_boxes(far: float) -> list[Array]:
    """Return the answers of all verbs for two arrays of boxes; many of these touch."""
    source = np.random.default_rng(4)
    count, scale = 700, 1.0 if far < 2.0**100 else far
    lattice = source.integers(0, 12, (2, count, 2)) * scale
    loose = lattice + source.random((2, count, 2)) * (source.random((2, count, 1)) < 0.5) * scale
    sizes = source.integers(1, 4, (4, count)) * scale
    turns = source.choice([0.0, 0.0, np.pi / 2, 0.3], (2, count))
    a = ShapeArray.boxes(sizes[0], sizes[1], loose[0] + far, turns[0])
    b = ShapeArray.boxes(sizes[2], sizes[3], loose[1] + far, turns[1])
    velocity = source.normal(size=(count, 2)) * scale
    i, j = source.integers(0, count, (2, 3 * count))
    ends = source.choice([0.0, 0.5, 1.0, 3.0, np.inf], count)
    ways = np.round(velocity / scale) * scale  # along x or y, and none
    contacts, impacts = sepax.collide(a, b), sepax.sweep(a, b, velocity)
    straight = sepax.sweep(a, b, ways, velocity[0], ends, skip_leaving=True)
    answers: list[Array] = [
        sepax.intersects(a, b),
        sepax.intersects(a, b, touching=False),
        sepax.intersects(a, b, pairs=(i, j)),
        sepax.intersects(a[3], b),
        sepax.intersects(a, b[3]),
        *sepax.mtv(a, b),
        *sepax.mtv(a, b, pairs=(i, j)),
        *sepax.mtv(a[3], b),
        contacts.hit,
        contacts.depth,
        contacts.points,
        impacts.time,
        impacts.normal,
        impacts.exit_time,
        sepax.time_of_impact(a, b, velocity),
        sepax.time_of_impact(a, b, ways, (0.0, 0.0), ends),
        sepax.time_of_impact(a[3], b, ways, (0.0, 0.0), ends),
        sepax.time_of_impact(a, b, velocity[i], ways[j], 2.0, pairs=(i, j)),
        impacts.hit,
        *(getattr(straight, name) for name in straight.__slots__),
        sepax.distance(a, b),
        sepax.distance(a, b, pairs=(i, j)),
        sepax.distance(a[3], b),
        sepax.distance(a, b[3]),
        sepax.iou(a, b),
        sepax.contains(a, loose[1] + far),
        sepax.find_pairs(a),
        sepax.find_pairs(a, b),
        sepax.intersects_any(a, b),
    ]
    p, q = (scene_of_polygons(seed, min(far, 3e8), 200) for seed in (1, 2))
    answers += [
        sepax.intersects(p, q),
        sepax.intersects(p[7], q, touching=False),
        sepax.find_pairs(p, q),
        sepax.intersects_any(p, q),
    ]
    return answers


def about_discs(far: float) -> list[Array]:
    """Return the answers of all verbs for discs and boxes; many of these touch."""
    source = np.random.default_rng(4)
    count, scale = 700, 1.0 if far < 2.0**100 else far
    lattice = source.integers(0, 12, (3, count, 2)) * scale
    loose = lattice + source.random((3, count, 2)) * (source.random((3, count, 1)) < 0.5) * scale
    sizes = source.integers(0, 4, (4, count)) * scale / 2
    a, b = (ShapeArray.circles(loose[k] + far, sizes[k]) for k in range(2))
    turns = source.choice([0.0, 0.0, np.pi / 2, 0.3], count)
    boxes = ShapeArray.boxes(sizes[2] + scale, sizes[3] + scale, loose[2] + far, turns)
    velocity = source.normal(size=(count, 2)) * scale
    i, j = source.integers(0, count, (2, 3 * count))
    answers: list[Array] = []
    for one, other in ((a, b), (a, boxes), (boxes, b)):
        contacts, impacts = sepax.collide(one, other), sepax.sweep(one, other, velocity)
        answers += [
            sepax.intersects(one, other),
            sepax.intersects(one, other, touching=False),
            sepax.intersects(one, other, pairs=(i, j)),
            sepax.intersects(one, other, pairs=(i, j), touching=False),
            sepax.intersects(one[3], other),
            sepax.intersects(one, other[3]),
            sepax.intersects_any(one, other),
            sepax.find_pairs(one),
            sepax.find_pairs(one, other),
            sepax.find_pairs(one, other, touching=False),
            sepax.contains(one, loose[1] + far),
            *sepax.mtv(one, other),
            *sepax.mtv(one, other, pairs=(i, j)),
            *sepax.mtv(one[3], other),
            sepax.distance(one, other),
            sepax.distance(one, other, pairs=(i, j)),
            sepax.distance(one[3], other),
            sepax.time_of_impact(one, other, velocity),
            sepax.time_of_impact(one, other, velocity[i], (0.0, 0.0), 2.0, pairs=(i, j)),
            contacts.hit,
            contacts.depth,
            contacts.points,
            impacts.hit,
            impacts.time,
            impacts.normal,
        ]
    return answers


def about_segments(far: float) -> list[Array]:
    """Return what verbs say of arrays of capsules, discs, boxes and rounded boxes that touch."""
    source = np.random.default_rng(4)
    count, scale = 500, 1.0 if far < 2.0**100 else far
    ends = source.integers(0, 9, (2, count, 2)) * scale + far
    ways = source.integers(0, 3, (2, count, 2)) * scale + (scale, 0.0)
    sizes = source.integers(0, 4, (4, count)) * scale / 2
    a, b = (ShapeArray.capsules(ends[k], ends[k] + ways[k], sizes[k]) for k in range(2))
    discs = ShapeArray.circles(ends[1], sizes[2])
    turns = source.choice([0.0, 0.0, np.pi / 2, 0.3], count)
    boxes = ShapeArray.boxes(sizes[2] + scale, sizes[3] + scale, ends[0], turns)
    no_corners = ShapeArray.boxes(sizes[2] + scale, scale, ends[1], turns, radii=sizes[3])
    i, j = source.integers(0, count, (2, 3 * count))
    answers: list[Array] = []
    for one, other in itertools.combinations((a, b, discs, boxes, no_corners), 2):
        answers += [
            sepax.intersects(one, other),
            sepax.intersects(one, other, touching=False),
            sepax.intersects(one, other, pairs=(i, j)),
            sepax.intersects(one[3], other),
            sepax.intersects(one, other[3]),
            sepax.intersects_any(one, other),
            sepax.find_pairs(one, other),
            sepax.find_pairs(one, other, touching=False),
            sepax.contains(one, ends[0]),
            *sepax.mtv(one, other),
            sepax.distance(one, other),
            sepax.collide(one, other).depth,
            sepax.time_of_impact(one, other, ways[0]),
        ]
    return answers


def about_points(far: float) -> list[Array]:
    """Return what many shapes hold, in every form."""
    answers: list[Array] = []
    for kind in HOLDERS:
        array, points = many(kind, 700)
        array.set_poses(array.positions + far, array.angles)
        places = points + far
        order = np.random.default_rng(1).permutation(len(array))
        answers += [
            sepax.contains(array, places),
            sepax.contains(array, places[7]),
            sepax.contains(array[7], places),
            sepax.contains(array, places, pairs=(order, order[::-1])),
        ]
        source = random.Random(kind)
        shape = HOLDERS[kind](source, 1.0, (far, -far))
        answers.append(sepax.contains(shape, [point_at(source, shape, 1.0) for _ in range(700)]))
    return answers


ABOUT = {
    "boxes": (about_boxes, (0.0, 1e4, 3e8, 2.0**130)),
    "discs": (about_discs, (0.0, 1e4, 3e8, 2.0**130)),
    "segments": (about_segments, (0.0, 1e4, 3e8, 2.0**130)),
    "points": (about_points, (0.0, 1e4, 3e8)),
}
PROGRAM = "from test_filter_stages import hashes; print(*hashes())"


def hashes() -> list[str]:
    """Hash the answers about each kind, at each distance from the origin."""
    return [
        hashlib.sha256(b"".join(np.ascontiguousarray(x).tobytes() for x in about(far))).hexdigest()
        for about, fars in ABOUT.values()
        for far in fars
    ]


def test_all_stages_and_levels_answer_alike() -> None:
    expected = hashes()
    for level, stage in itertools.product(LEVELS, STAGES):
        assert output_of(PROGRAM, level, stage).split() == expected, (level, stage)


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


def verbs_of_boxes() -> dict[str, Callable[[], object]]:
    """Return each verb that begins with float32 for boxes or polygons."""
    a, b = scene(COUNTED, seed=1), scene(COUNTED, seed=2)
    order = np.random.default_rng(1).permutation(COUNTED)
    rows = order, order[::-1].copy()
    p, q, mixed = polygons_side_by_side()
    return {
        "intersects": lambda: sepax.intersects(a, b),
        "intersects, by index": lambda: sepax.intersects(a, b, pairs=rows),
        "intersects, one and many": lambda: sepax.intersects(a[0], b),
        "intersects, many and one": lambda: sepax.intersects(a, b[0]),
        "mtv": lambda: sepax.mtv(a, b),
        "mtv, by index": lambda: sepax.mtv(a, b, pairs=rows),
        "distance": lambda: sepax.distance(a, b),
        "distance, by index": lambda: sepax.distance(a, b, pairs=rows),
        "time_of_impact": lambda: sepax.time_of_impact(a, b, (0.1, 0.2)),
        "time_of_impact, by index": lambda: sepax.time_of_impact(a, b, (0.1, 0.2), pairs=rows),
        "time_of_impact, all later": lambda: sepax.time_of_impact(a, b, b.positions - a.positions),
        "sweep": lambda: sepax.sweep(a, b, (0.1, 0.2)),
        "sweep, by index": lambda: sepax.sweep(a, b, (0.1, 0.2), pairs=rows),
        "find_pairs": lambda: sepax.find_pairs(a, b),
        "intersects_any": lambda: sepax.intersects_any(a, b),
        "polygons": lambda: sepax.intersects(p, q),
        "polygons and circles": lambda: sepax.intersects(p, mixed),
    }


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
    a, b = scene_of_polygons(1), scene_of_polygons(2)
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
