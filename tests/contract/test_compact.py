"""Polygons without bodies (polygons.pxd) give the bits that bodies give, in every question."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from processes import output_of
from questions import OF_TWO, arrays_of

import sepax
from sepax import Polygon, ShapeArray, ShapeIndex
from sepax._core.arrays.constructors import of_rings
from sepax._core.simd import levels

COUNT = 400
MOST_VERTICES = 16  # of polygons.pxd


def both(mixed: bool) -> tuple[ShapeArray, ShapeArray]:
    """Return the same shapes as bodies and as polygons.

    They have 3 to 16 vertices. If mixed, larger ones, discs, segments and rounded polygons are
    among them, and all have poses.
    """
    rng = np.random.default_rng(1)
    sizes = rng.integers(1, 21, COUNT) if mixed else rng.integers(3, MOST_VERTICES + 1, COUNT)
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.intp)
    row = np.repeat(np.arange(COUNT), sizes)
    step = np.arange(offsets[-1]) - offsets[row]
    turn = 2 * np.pi * (step + rng.uniform(-0.3, 0.3, len(step))) / sizes[row]
    turn = np.where(sizes[row] == 4, np.pi * (step // 2 + step % 2 * 0.3), turn)
    centres = rng.uniform(0, 18, (COUNT, 2))
    vertices = centres[row] + np.column_stack((np.cos(turn), np.sin(turn)))
    radii = np.where(rng.random(COUNT) < 0.2, 0.2, 0.0) if mixed else np.zeros(COUNT)
    positions, angles = np.zeros((COUNT, 2)), np.zeros(COUNT)
    if mixed:
        positions[:] = rng.uniform(-3, 3, (COUNT, 2))
        positions[sizes == 1] += centres[sizes == 1]
        angles[:] = rng.uniform(-4, 4, COUNT)
    columns = vertices, offsets, radii, positions, angles, 1
    return ShapeArray._of(of_rings(*columns)), ShapeArray._of(of_rings(*columns, compact=True))


COLUMNS = [
    "angles", "areas", "bounds", "centroids", "local_vertices", "normals", "offsets", "positions",
    "radii", "second_moments", "vertices",
]  # fmt: skip


def rows_near(a: ShapeArray) -> Any:
    found = sepax.find_pairs(a, within=0.5)
    return found[:, 0], found[:, 1]


def of_near_rows(verb: str, a: ShapeArray) -> Any:
    return getattr(sepax, verb)(a, a, pairs=rows_near(a))


RNG = np.random.default_rng(9)
PLACES, WAYS = RNG.uniform(0, 18, (200, 2)), RNG.normal(size=(200, 2))
MOVERS = ShapeArray.boxes(0.4, 0.3, PLACES)
QUESTIONS: dict[str, Callable[[ShapeArray], Any]] = {
    **{verb: partial(of_near_rows, verb) for verb in OF_TWO},
    "interiors": lambda a: sepax.intersects(a, a, touching=False, pairs=rows_near(a)),
    "collide near": lambda a: sepax.collide(a, a, margin=0.3, pairs=rows_near(a)),
    "workers": lambda a: sepax.mtv(a, a, pairs=rows_near(a), workers=3),
    "one to many": lambda a: sepax.mtv(a, a[5]),
    "sweep": lambda a: sepax.sweep(a, a[::-1], (3.0, 1.0), (-1.0, 0.5), 9.0),
    "turning": lambda a: sepax.sweep(a, a[::-1], (3.0, 1.0), angular_velocity_a=1.0),
    "project": lambda a: sepax.project(a, (0.6, 0.8)),
    "support_point": lambda a: sepax.support_point(a, (0.6, 0.8)),
    "contains": lambda a: sepax.contains(ShapeIndex(a), PLACES),
    "contains each": lambda a: a[:200].contains(PLACES),
    "find_pairs": sepax.find_pairs,
    "find_pairs of boxes": lambda a: sepax.find_pairs(a, MOVERS),
    "raycast": lambda a: sepax.raycast(a, PLACES, WAYS, radius=0.05),
    "raycast few": lambda a: sepax.raycast(a[:60], PLACES, WAYS),
    "raycast_distances": lambda a: sepax.raycast_distances(a, PLACES, WAYS),
    "nearest": lambda a: sepax.nearest(a, MOVERS, 3),
    "nearest of": lambda a: sepax.nearest(MOVERS, ShapeIndex(a), 3),
    "intersects_any": lambda a: sepax.intersects_any(MOVERS, ShapeIndex(a)),
    "first_impacts": lambda a: sepax.first_impacts(MOVERS, a, WAYS),
    "sweep_pairs": lambda a: sepax.sweep_pairs(MOVERS, a, WAYS),
    "move_and_slide": lambda a: sepax.move_and_slide(MOVERS.copy(), a, WAYS),
    "slide themselves": lambda a: sepax.move_and_slide(a[:100], MOVERS, WAYS[:100], skin=0.01),
    "nms": lambda a: sepax.nms(a, np.arange(len(a)) % 97 / 97, 0.2),
    "iou_matrix": lambda a: sepax.iou_matrix(a[:60], a),
}


def same(one: Any, other: Any) -> bool:
    pairs = zip(arrays_of(one), arrays_of(other), strict=True)
    return all(np.asarray(x).tobytes() == np.asarray(y).tobytes() for x, y in pairs)


def assert_same(full: ShapeArray, compact: ShapeArray) -> None:
    assert repr(full) == repr(compact)
    for name in COLUMNS:
        assert same(getattr(full, name), getattr(compact, name)), name
    for name in ("mtv", "find_pairs", "raycast"):
        assert same(QUESTIONS[name](full), QUESTIONS[name](compact)), name
    assert all(full[k].same_as(compact[k]) for k in range(0, len(full), 37))


@pytest.mark.parametrize("mixed", [False, True])
def test_columns_and_memory(mixed: bool) -> None:
    full, compact = both(mixed)
    assert_same(full, compact)
    assert compact.nbytes < full.nbytes


@pytest.mark.parametrize("reach", [1.0, 1e6, 3e15])
@pytest.mark.parametrize("mixed", [False, True])
def test_poses(mixed: bool, reach: float) -> None:
    """Far away, rounding bends some of them."""
    full, compact = both(mixed)
    rng = np.random.default_rng(2)
    positions, angles = reach + rng.uniform(-9, 9, (COUNT, 2)), rng.uniform(-9, 9, COUNT)
    rows = rng.permutation(COUNT)[:70]
    keep = rng.random(COUNT) < 0.5
    index = ShapeIndex(compact)
    for array in (full, compact):
        if reach < 1e15:
            array.set_poses(positions, angles)
            array.set_poses(positions[rows] + 1, -angles[rows], where=rows)
            array.set_poses(positions[keep] - 1, angles[keep], where=keep)
        else:
            sharp = [k for k in range(COUNT) if pose_survives(array[k], positions[k], angles[k])]
            array.set_poses(positions[sharp], angles[sharp], where=sharp)
    assert_same(full, compact)
    index.refresh()
    assert same(sepax.find_pairs(index), sepax.find_pairs(full))


def pose_survives(shape: Any, position: Any, angle: float) -> bool:
    try:
        shape.set_pose(*position, angle)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("mixed", [False, True])
def test_bad_poses_are_refused_by_the_same_words(mixed: bool) -> None:
    messages = []
    for array in both(mixed):
        before = array.vertices.copy()
        for bad in ([np.nan, 0], [1e300, 0], [1e18, 0]):
            positions = np.zeros((COUNT, 2))
            positions[13] = bad
            with pytest.raises(ValueError, match="shape 13: ") as error:
                array.set_poses(positions, 0.0)
            messages.append(str(error.value))
        assert same(array.vertices, before)
    assert messages[:3] == messages[3:]


@pytest.mark.parametrize("mixed", [False, True])
def test_copies(mixed: bool) -> None:
    full, compact = both(mixed)
    rows = np.random.default_rng(3).integers(0, COUNT, 300)
    assert_same(full[rows], compact[rows])
    assert compact[rows].nbytes < full[rows].nbytes
    assert_same(full[::-3], compact[::-3])
    assert_same(full.copy(), compact.copy())
    assert_same(full, pickle.loads(pickle.dumps(compact)))
    assert len(compact[:0]) == 0


@pytest.mark.parametrize("mixed", [False, True])
def test_concatenate(mixed: bool) -> None:
    """Among polygons all other shapes find a place."""
    full, compact = both(mixed)
    others = [MOVERS, ShapeArray.circles(PLACES, 0.3), ShapeArray.segments(PLACES, PLACES + WAYS)]
    expected = ShapeArray.concatenate([full, *others, full])
    for arrays in ([compact, *others, compact], [compact, *others, full], [full, *others, compact]):
        joined = ShapeArray.concatenate(arrays)
        assert_same(expected, joined)
        assert joined.nbytes < expected.nbytes


@pytest.mark.parametrize("n", [3, 4, 5, 8, 9, MOST_VERTICES, MOST_VERTICES + 1])
def test_each_number_of_vertices(n: int) -> None:
    rng = np.random.default_rng(n)
    ring = Polygon.regular(n, 1.0).vertices
    vertices = np.concatenate([ring + rng.uniform(0, 9, 2) for _ in range(50)])
    columns = np.arange(0, 50 * n + 1, n), None, np.zeros((50, 2)), np.zeros(50)
    full, compact = of_rings(vertices, *columns), of_rings(vertices, *columns, compact=True)
    assert_same(ShapeArray._of(full), ShapeArray._of(compact))


def test_memory_of_few_kinds() -> None:
    """A polygon of four vertices takes 240 bytes; boxes alone stay boxes."""
    for corners, compact_bytes in (
        ([(0.0, 0.0), (2.0, 0.0), (3.0, 1.0), (0.0, 1.0)], range(240, 242)),
        (Polygon.box(2, 1).vertices, None),
    ):
        columns = np.tile(corners, (1000, 1)), np.arange(0, 4001, 4), None
        poses = np.zeros((1000, 2)), np.zeros(1000)
        full, compact = (of_rings(*columns, *poses, compact=each).nbytes for each in (False, True))
        assert compact == full if compact_bytes is None else compact // 1000 in compact_bytes


def digest() -> str:
    """Return a digest of all answers of the compact shapes; the bodies must have given the same."""
    found = hashlib.sha256()
    for mixed in (False, True):
        full, compact = both(mixed)
        for name, ask in QUESTIONS.items():
            answer = ask(compact)
            assert same(ask(full), answer), name
            for column in arrays_of(answer):
                found.update(np.asarray(column).tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("level", levels._levels())
def test_levels(level: str) -> None:
    program = "import test_compact; print(test_compact.digest())"
    assert output_of(program, level).strip() == digest()
