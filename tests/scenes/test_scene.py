"""Questions about scenes: what comparing every shape with every other answers, to the bit."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sepax
from sepax import Capsule, Circle, Impacts, Point, Polygon, Segment, Shape, ShapeArray, ShapeIndex
from sepax._core.arrays.broadphase import candidate_pairs, classified_pairs
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.scene import pairs_of_tree
from sepax._rows.candidates import wide_bounds

Array = npt.NDArray[np.float64]
Pairs = npt.NDArray[np.intp]
Random = np.random.Generator


# Scenes -------------------------------------------------------------------------------------


def places(random: Random, n: int) -> Array:
    """Return so many points that boxes of side 1 about them meet one or two others each."""
    drawn: Array = random.uniform(0.0, 1.5 * np.sqrt(n), (n, 2))
    return drawn


def boxes(random: Random, n: int) -> ShapeArray:
    width, height = random.uniform(0.5, 1.5, (2, n))
    return ShapeArray.boxes(width, height, places(random, n), random.uniform(0.0, 6.0, n))


def mixed(random: Random, n: int) -> ShapeArray:
    """Return shapes of all kinds, in any order."""
    parts = [
        boxes(random, n - 3 * (n // 4)),
        ShapeArray.circles(places(random, n // 4), random.uniform(0.0, 0.8, n // 4)),
        ShapeArray.circles(places(random, n // 4), 0.0),
        ShapeArray.regular(
            random.integers(3, 20, n // 4),
            0.6,
            places(random, n // 4),
            random.uniform(0, 6, n // 4),
        ),
    ]
    return ShapeArray.concatenate(parts)[random.permutation(n)]


def rounded(random: Random, n: int) -> ShapeArray:
    """Return shapes with a radius, points and segments among them."""
    ends, angles = places(random, 2 * n).reshape(n, 2, 2), random.uniform(0.0, 6.0, n)
    kinds: list[Callable[[int], Shape]] = [
        lambda k: Point(ends[k, 0]),
        lambda k: Segment(ends[k, 0], ends[k, 0] + (1.0, 0.5)),
        lambda k: Capsule(ends[k, 0], ends[k, 0] + (0.3, -0.7), 0.4),
        lambda k: Polygon.box(1.0, 0.5, position=ends[k, 0], angle=angles[k], radius=0.25),
    ]
    return ShapeArray([kinds[k % 4](k) for k in range(n)])


def capsules(random: Random, n: int) -> ShapeArray:
    starts = places(random, n)
    along = random.uniform(-1.0, 1.0, (n, 2))
    radii = np.where(random.random(n) < 0.5, 0.0, 0.3)
    return ShapeArray.capsules(starts, starts + along, radii)


def uneven(random: Random, n: int) -> ShapeArray:
    width, height = np.exp(random.uniform(0.0, np.log(200.0), (2, n))) / 20.0
    return ShapeArray.boxes(width, height, places(random, n), random.uniform(0.0, 6.0, n))


def touching(random: Random, n: int) -> ShapeArray:
    """Return boxes of a grid: each touches its eight neighbours, and some lie in one place."""
    cells = random.integers(0, int(np.sqrt(n)) + 1, (n, 2))
    return ShapeArray.boxes(1.0, 1.0, cells.astype(np.float64))


def with_giant(random: Random, n: int) -> ShapeArray:
    if n == 0:
        return boxes(random, 0)
    giant = ShapeArray.boxes(1000.0, 900.0, (3.0, 4.0), 0.3)
    return ShapeArray.concatenate([boxes(random, n - 1), giant])[random.permutation(n)]


def far(random: Random, n: int) -> ShapeArray:
    shapes = mixed(random, n)
    shapes.set_poses(positions=shapes.positions + 1e6)
    return shapes


def in_one_place(random: Random, n: int) -> ShapeArray:
    return ShapeArray.boxes(1.0, random.uniform(0.5, 1.5, n), (2.0, 3.0))


def with_outlier(random: Random, n: int) -> ShapeArray:
    if n == 0:
        return boxes(random, 0)
    outlier = ShapeArray.circles((1e60, -1e50), 1.0)
    return ShapeArray.concatenate([mixed(random, n - 1), outlier])[random.permutation(n)]


def in_a_row(random: Random, n: int) -> ShapeArray:
    return ShapeArray.circles(np.column_stack((0.5 * random.permutation(n), np.zeros(n))), 0.0)


SCENES: dict[str, Callable[[Random, int], ShapeArray]] = {
    "boxes": boxes,
    "mixed": mixed,
    "rounded": rounded,
    "capsules": capsules,
    "200:1": uneven,
    "touching": touching,
    "giant": with_giant,
    "far": far,
    "one place": in_one_place,
    "outlier": with_outlier,
    "row": in_a_row,
}
COUNTS = [0, 1, 2, 8, 9, 64, 65, 300]
every_scene = pytest.mark.parametrize("kind", SCENES)


def draw(kind: str, n: int, seed: int = 1) -> ShapeArray:
    return SCENES[kind](np.random.default_rng(seed), n)


def all_pairs(n: int, m: int) -> Pairs:
    return np.argwhere(np.ones((n, m), np.bool_))


def met(a: ShapeArray, b: ShapeArray, touching: bool = True) -> npt.NDArray[np.bool_]:
    """Return a matrix of which shapes meet, computed pair by pair."""
    hit = a.intersects(b, touching, pairs=all_pairs(len(a), len(b)))
    return hit.reshape(len(a), len(b))


def tree_of(index: ShapeIndex) -> ShapeTree:
    """Return the tree of an index of convex shapes."""
    tree = index._indexed.source
    assert isinstance(tree, ShapeTree)
    return tree


def meets_any(a: ShapeArray, b: ShapeArray) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = np.logical_or.reduce(met(a, b), axis=1, dtype=np.bool_)
    return found


def same_impacts(left: Impacts, right: Impacts) -> None:
    for name in Impacts._layout:
        ours, theirs = getattr(left, name), getattr(right, name)
        assert ours.dtype == theirs.dtype
        assert ours.shape == theirs.shape, name
        assert ours.tobytes() == theirs.tobytes(), name


# All pairs --------------------------------------------------------------------------------------


def boxes_or_circles(kind: str, n: int, lattice: bool, seed: int) -> ShapeArray:
    """Draw shapes that meet some others each; on a lattice they touch, exactly."""
    random = np.random.default_rng(seed)
    places = random.uniform(0.0, 1.5 * np.sqrt(n), (n, 2))
    if lattice:
        places = random.integers(0, 1.5 * np.sqrt(n), (n, 2)).astype(np.float64)
    if kind == "circles":
        return ShapeArray.circles(places, 0.5 if lattice else random.uniform(0.1, 1.0, n))
    angles = 0.0 if lattice else random.uniform(0.0, 3.0, n)
    return ShapeArray.boxes(1.0, 1.0 if lattice else random.uniform(0.1, 2.0, n), places, angles)


@pytest.mark.parametrize("lattice", [False, True])
@pytest.mark.parametrize("kinds", ["boxes", "circles", "boxes circles", "circles boxes"])
def test_pairs_classified_as_they_are_found(kinds: str, lattice: bool) -> None:
    """Lanes drop only pairs that lie apart; the rest is tested if any pair is uncertain."""
    first, last = kinds.split()[0], kinds.split()[-1]
    a = boxes_or_circles(first, 9000, lattice, seed=1)
    b = boxes_or_circles(last, 3000, lattice, seed=2) if " " in kinds else None
    other = a if b is None else b
    rows = [(one._block, wide_bounds(one._block, 0.0, 0.0)) for one in (a, other)]
    near = np.asarray(candidate_pairs(rows[0][1], None if b is None else rows[1][1]))
    for touching in (True, False):
        hit = sepax.intersects(a, other, pairs=near, touching=touching)
        assert np.count_nonzero(hit) > 1000
        assert np.array_equal(sepax.find_pairs(a, b, touching), near[hit])
        kept, all_meet = classified_pairs(touching, *rows[0], *(rows[1] if b is not None else ()))
        assert all_meet == (not lattice)
        assert not all_meet or np.array_equal(np.asarray(kept), near[hit])
        assert len(kept) < len(near) or lattice
    with pytest.raises(ValueError, match="bounds for each"):
        classified_pairs(True, a._block, rows[0][1][1:])


def test_bounds_that_surely_hold_circles() -> None:
    """Rounded, and then a step outwards: from either zero, too, and from the least numbers."""
    places = [0.0, -0.0, 1.0, -1.0, 3.7, -1e60, 1e-300, 5e-324]
    for radius in (1.0, 0.3, 1e-300, 5e-324):
        centres = np.array([(x, y) for x in places for y in places])
        low = np.nextafter(centres - radius, -np.inf)
        high = np.nextafter(centres + radius, np.inf)
        wide = wide_bounds(ShapeArray.circles(centres, radius)._block, 0.0, 0.0)
        assert wide.tobytes() == np.hstack([low, high]).tobytes()


@pytest.mark.parametrize("kind", ["boxes", "circles"])
def test_few_pairs_are_uncertain(kind: str) -> None:
    """Some that touch exactly, among many that lanes can classify."""
    loose, lattice = (boxes_or_circles(kind, n, n < 100, seed=3) for n in (9000, 60))
    shapes = ShapeArray.concatenate([loose, lattice])
    near = np.asarray(candidate_pairs(wide_bounds(shapes._block, 0.0, 0.0)))
    for touching in (True, False):
        hit = sepax.intersects(shapes, shapes, pairs=near, touching=touching)
        kept, all_meet = classified_pairs(
            touching, shapes._block, wide_bounds(shapes._block, 0.0, 0.0)
        )
        assert all_meet
        assert np.array_equal(np.asarray(kept), near[hit])


# The index ----------------------------------------------------------------------------------


@every_scene
@pytest.mark.parametrize("n", COUNTS)
def test_find_pairs_of_an_index(kind: str, n: int) -> None:
    array, other = draw(kind, n), draw(kind, max(n // 20, 1), 2)
    index = ShapeIndex(array)
    for wanted in (True, False):
        within = sepax.find_pairs(array, touching=wanted)
        assert np.array_equal(sepax.find_pairs(index, None, wanted), within)
        first = np.argwhere(met(array, other, wanted))
        assert np.array_equal(sepax.find_pairs(index, other, wanted), first)
        second = np.argwhere(met(other, array, wanted))
        assert np.array_equal(sepax.find_pairs(other, index, wanted, workers=2), second)
        assert np.array_equal(sepax.find_pairs(ShapeIndex(other), index, wanted), second)


@every_scene
@pytest.mark.parametrize("n", COUNTS)
def test_boxes_that_a_tree_finds(kind: str, n: int) -> None:
    """All pairs whose bounds meet, though `find_pairs` uses it for few queries only."""
    a, b = draw(kind, n)._block, draw("mixed", 50, 3)._block
    low_a, high_a = np.split(bounds(a)[:, None], 2, axis=2)
    low_b, high_b = np.split(bounds(b)[None], 2, axis=2)
    expected = np.argwhere(((low_a <= high_b) & (low_b <= high_a)).all(axis=2))
    assert np.array_equal(np.asarray(pairs_of_tree(ShapeTree(a), b, True)), expected)
    swapped = np.asarray(pairs_of_tree(ShapeTree(a), b, False))
    assert np.array_equal(swapped, expected[np.lexsort(expected.T)][:, ::-1])


def bounds(block: Any) -> Array:
    out = np.empty((block.count, 4))
    block.read_bounds(out, wide=True)
    return out


@every_scene
@pytest.mark.parametrize("n", COUNTS)
def test_contains_of_an_index(kind: str, n: int) -> None:
    array = draw(kind, n)
    index = ShapeIndex(array)
    drawn = places(np.random.default_rng(4), 100)
    points = np.concatenate((drawn, array.vertices[:200], array.centroids, drawn + 1e6))
    inside = sepax.contains(array, points, pairs=all_pairs(n, len(points)))
    expected = inside.reshape(n, len(points))
    found = sepax.contains(index, points, workers=2)
    assert found.dtype == np.intp
    assert np.array_equal(found, np.argwhere(expected))
    for k in range(0, len(points), 7):
        rows = sepax.contains(index, points[k])
        assert rows.shape == (np.count_nonzero(expected[:, k]),)
        assert np.array_equal(rows, np.flatnonzero(expected[:, k]))


@pytest.mark.parametrize("far", [0.0, 1e12])
def test_contains_of_many_points_in_many_shapes(far: float) -> None:
    """So many points are taken by cells; a shape and a point far away spoil these, no answer."""
    rng = np.random.default_rng(5)
    spots = rng.uniform(0, 150, (20_000, 2))
    spots[7] += far
    array = ShapeArray.boxes(1.5, 0.7, spots, rng.uniform(0, 3, len(spots)))
    points = np.concatenate((rng.uniform(-9, 159, (5000, 2)), array.vertices[:999], spots[5:9]))
    points = points[rng.permutation(len(points))]
    found = sepax.contains(ShapeIndex(array), points)
    assert np.array_equal(found, sepax.find_pairs(array, ShapeArray.points(points)))
    labels = np.arange(len(array)) % 3
    assert np.array_equal(sepax.contains(ShapeIndex(array, groups=labels), points), found)
    points[-1] = np.nan
    with pytest.raises(ValueError, match=rf"points\[{len(points) - 1}\] must be finite"):
        sepax.contains(ShapeIndex(array), points)


def test_points_of_contains() -> None:
    index = ShapeIndex(touching(np.random.default_rng(1), 20))
    assert sepax.contains(index, np.empty((0, 2))).shape == (0, 2)
    assert sepax.contains(index, []).shape == (0, 2)
    assert sepax.contains(index, [(0.5, 0.5)]).shape[1] == 2
    assert sepax.contains(index, (90, 90)).shape == (0,)
    for wrong in ((1, 2, 3), [[[1, 2]]]):
        with pytest.raises(ValueError, match="point"):
            sepax.contains(index, wrong)
    with pytest.raises(ValueError, match=r"points\[1\] must be finite"):
        sepax.contains(index, [(0, 0), (np.nan, 0)])
    with pytest.raises(TypeError, match="no pairs, no out"):
        sepax.contains(index, (0, 0), pairs=([0], [0]))  # type: ignore[call-overload]  # on purpose
    with pytest.raises(TypeError, match="no pairs, no out"):
        sepax.contains(index, (0, 0), out=np.empty(1, np.bool_))  # type: ignore[call-overload]


def answers(index: ShapeIndex, others: ShapeArray) -> tuple[Any, ...]:
    """Return the queries of an index."""
    block = others._block
    velocity = np.random.default_rng(5).normal(size=(len(others), 2))
    rows, impacts = sepax.first_impacts(others, index, velocity, (1, 0), 3.0)
    return (
        np.asarray(pairs_of_tree(tree_of(index), block, True)).tolist(),
        sepax.find_pairs(others[:3], index).tolist(),
        sepax.intersects_any(others, index).tolist(),
        sepax.contains(index, others.positions).tolist(),
        rows.tolist(),
        impacts.time.tolist(),
    )


@every_scene
@pytest.mark.parametrize("n", [1, 8, 9, 300])
def test_refresh(kind: str, n: int) -> None:
    array, others = draw(kind, n), draw("mixed", 60, 3)
    index = ShapeIndex(array)
    random = np.random.default_rng(6)
    for step, count in enumerate([0, 1, n // 50, n // 3, n, n]):
        where = random.permutation(n)[:count]
        moved = array.positions[where] + random.normal(0.0, 0.1 if step < 4 else 30.0, (count, 2))
        array.set_poses(positions=moved, angles=array.angles[where] + 0.1, where=where)
        index.refresh()
        assert answers(index, others) == answers(ShapeIndex(array), others)


def test_refresh_builds_anew_when_shapes_have_wandered() -> None:
    array = draw("boxes", 2000)
    tree = ShapeTree(array._block)
    assert not tree.refresh()
    array.set_poses(positions=array.positions[:5] + 0.1, where=np.arange(5))
    assert not tree.refresh()
    array.set_poses(positions=array.positions[::-1].copy())
    assert tree.refresh()
    assert not tree.refresh()


@pytest.mark.parametrize("count", [1, 5, 64, 65, 200, 2000])
def test_refresh_looks_at_every_row_that_was_given_a_pose(count: int) -> None:
    """By the stamps of few rows, or at all of them; at none that stayed."""
    array, others = draw("mixed", 2000), draw("boxes", 100, 3)
    index = ShapeIndex(array)
    random = np.random.default_rng(9)
    for _ in range(5):
        where = random.permutation(2000)[:count]
        for row in where[:3]:
            shape = array[int(row)]
            shape.move(40.0, 0.0)
            array[int(row)] = shape
        array.set_poses(positions=array.positions[where] + 0.2, where=where)
        index.refresh()
        assert answers(index, others) == answers(ShapeIndex(array), others)


def test_refresh_of_several_indexes_of_one_array() -> None:
    array, others = draw("boxes", 500), draw("boxes", 100, 3)
    first, second = ShapeIndex(array), ShapeIndex(array)
    for index in (first, second, second, first):
        array.set_poses(positions=array.positions[7] + (0.0, 5.0), where=[7])
        index.refresh()
        assert answers(index, others) == answers(ShapeIndex(array), others)


def test_an_index_is_of_its_array() -> None:
    array = draw("mixed", 20)
    index = ShapeIndex(array)
    assert index.array is array
    assert len(index) == 20
    assert repr(index) == "<ShapeIndex of 20 shapes>"
    shapes = [Polygon.box(2, 2), Circle((1, 0), 1)]
    assert sepax.find_pairs(ShapeIndex(shapes)).tolist() == [[0, 1]]
    assert sepax.contains(ShapeIndex(shapes[0]), (0, 0)).tolist() == [0]
    for copied in (copy.deepcopy(index), pickle.loads(pickle.dumps(index))):
        assert copied.array is not array
        assert sepax.find_pairs(copied).tolist() == sepax.find_pairs(array).tolist()
    assert copy.copy(index).array is array
    with pytest.raises(TypeError, match="array must be a shape"):
        ShapeIndex(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"array\[1\] must be a shape"):
        ShapeIndex([shapes[0], 3])  # type: ignore[list-item]


def test_a_stale_index_says_refresh() -> None:
    array, others = draw("boxes", 300), draw("mixed", 5, 2)
    index = ShapeIndex(array)
    queries: dict[str, Callable[[], object]] = {
        "find_pairs": lambda: sepax.find_pairs(index),
        "find_pairs, second": lambda: sepax.find_pairs(others, index),
        "sweep_pairs": lambda: sepax.sweep_pairs(index, None, (1, 0)),
        "first_impacts": lambda: sepax.first_impacts(others, index, (1, 0)),
        "intersects_any": lambda: sepax.intersects_any(others, index),
        "nearest": lambda: sepax.nearest(others, index),
        "contains": lambda: sepax.contains(index, (0, 0)),
        "raycast": lambda: sepax.raycast(index, (0, 0), (1, 0)),
        "raycast, many": lambda: sepax.raycast(index, [(0, 0)], (1, 0)),
        "move_and_slide": lambda: sepax.move_and_slide(others[0], index, (1, 0)),
        "iou_matrix": lambda: sepax.iou_matrix(others, index),
        "nms": lambda: sepax.nms(index, np.ones(300), 0.5),
    }

    def change(row: int) -> None:
        array[row] = array[row]

    changes: list[Callable[[], object]] = [
        lambda: array.set_poses((0, 0)),
        lambda: array.set_poses(angles=1.0, where=[299]),
        lambda: change(0),
    ]
    for set_poses in changes:
        set_poses()
        for query in queries.values():
            with pytest.raises(ValueError, match=r"is a ShapeIndex .*call its refresh\(\)"):
                query()
        index.refresh()
        for query in queries.values():
            query()
    array.set_poses(np.empty((0, 2)), where=[])
    sepax.find_pairs(index)


def test_poses_that_are_refused_leave_an_index_as_it_is() -> None:
    array = draw("boxes", 300)
    index = ShapeIndex(array)
    before = sepax.find_pairs(index)
    for position, angle in [((2.0**200, 0.0), 0.0), ((np.nan, 0.0), 0.0), ((0.0, 0.0), np.inf)]:
        for where in (None, [7, 299], slice(5, 9)):
            with pytest.raises(ValueError, match=r"shape \d+: "):
                array.set_poses(position, angle, where=where)
            assert (sepax.find_pairs(index) == before).all()
    index.refresh()
    assert (sepax.find_pairs(index) == before).all()


def test_an_index_stands_for_no_array_elsewhere() -> None:
    index = ShapeIndex(draw("boxes", 3))
    verbs: list[Callable[..., object]] = [sepax.intersects, sepax.mtv, sepax.collide]
    for call in verbs:
        with pytest.raises(TypeError, match="got ShapeIndex"):
            call(Circle((0, 0), 1), index)


def test_half_made_indexes_crash_nothing() -> None:
    bare = ShapeIndex.__new__(ShapeIndex)
    calls = (bare.refresh, lambda: sepax.find_pairs(bare), lambda: sepax.contains(bare, (0, 0)))
    for query in (*calls, lambda: repr(bare), lambda: sepax.raycast(bare, (0, 0), (1, 0))):
        with pytest.raises(ValueError, match=r"this ShapeIndex was never initialised: .*__init__"):
            query()
    assert not hasattr(bare, "no_such_name")
    with pytest.raises(TypeError):
        ShapeTree(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ShapeTree.__new__(ShapeTree)  # type: ignore[call-arg]


# intersects_any -----------------------------------------------------------------------------


@every_scene
@pytest.mark.parametrize("n", COUNTS)
def test_intersects_any(kind: str, n: int) -> None:
    scene = draw(kind, n)
    for other in ("boxes", "mixed", kind):
        queried = draw(other, 150, 2)
        expected = meets_any(queried, scene)
        for there in (scene, ShapeIndex(scene)):
            found = sepax.intersects_any(queried, there, workers=2)
            assert found.dtype == np.bool_
            assert np.array_equal(found, expected)
        few = sepax.intersects_any(ShapeIndex(queried[:5]), scene)
        assert np.array_equal(few, expected[:5])


@every_scene
def test_intersects_any_of_owners(kind: str) -> None:
    scene, queried = draw(kind, 60), draw("mixed", 500, 2)
    queried = ShapeArray.concatenate([queried, draw("far", 100, 2)])
    alone = meets_any(queried, scene)
    random = np.random.default_rng(7)
    for owner in (
        np.arange(600) // 7,
        random.integers(0, 90, 600),
        600 - np.arange(600),
        np.zeros(600, np.intp),
        np.where(np.arange(600) < 300, 3, 1000),
        np.arange(600)[::-1] // 5 * 2,
    ):
        expected = np.zeros(owner.max() + 1, bool)
        np.logical_or.at(expected, owner, alone)
        for kept in (owner, owner.tolist(), owner.astype(np.uint16), np.repeat(owner, 2)[::2]):
            assert np.array_equal(sepax.intersects_any(queried, scene, owner=kept), expected)
        found = sepax.intersects_any(queried, ShapeIndex(scene), owner=owner, workers=3)
        assert np.array_equal(found, expected)


def test_owners_of_nothing() -> None:
    none, some = ShapeArray(), draw("boxes", 3)
    assert sepax.intersects_any(none, some).shape == (0,)
    assert sepax.intersects_any(none, some, owner=[]).shape == (0,)
    assert sepax.intersects_any(some, none).tolist() == [False] * 3
    assert sepax.intersects_any(some, none, owner=[2, 0, 2]).tolist() == [False] * 3
    assert sepax.intersects_any(some, some.copy(), owner=[4, 0, 4]).tolist() == [1, 0, 0, 0, 1]
    assert sepax.intersects_any(Circle((0, 0), 1), Circle((2, 0), 1)).tolist() == [True]


def test_one_owner_of_very_many_candidates() -> None:
    """More rows without a candidate, and more candidates of a row, than are looked at in one go."""
    away = ShapeArray.boxes(1.0, 1.0, np.column_stack((np.arange(3000.0), np.full(3000, -50.0))))
    # Their bounds meet that of the diagonal, they do not.
    below = ShapeArray.boxes(
        0.1, 0.1, np.column_stack((np.arange(3000.0) + 9.0, np.arange(3000.0)))
    )
    diagonal = ShapeArray.boxes(9000.0, 0.1, (1500.0, 1500.0), np.pi / 4)
    queried = ShapeArray.concatenate([away, diagonal])
    owner = np.zeros(len(queried), np.intp)
    assert sepax.intersects_any(queried, below, owner=owner).tolist() == [False]
    hit = ShapeArray.concatenate([below, ShapeArray.circles((1500.0, 1500.0), 0.0)])
    assert sepax.intersects_any(queried, hit, owner=owner).tolist() == [True]


BAD_OWNERS: dict[str, tuple[Any, type[Exception], str]] = {
    "negative": ([0, -1, 2], ValueError, r"owner\[1\] must not be negative, got -1"),
    "negative last": ([0, 1, -2], ValueError, r"owner\[2\] must not be negative, got -2"),
    "too few": ([0, 1], ValueError, r"owner must have one number for each of 3 shapes, got 2"),
    "too many": ([0] * 4, ValueError, "owner must have one number for each of 3 shapes, got 4"),
    "a matrix": ([[0, 1, 2]], ValueError, "owner must have the shape"),
    "a number": (0, ValueError, "owner must have the shape"),
    "fractions": ([0.0, 1.0, 2.0], TypeError, "owner must be integers"),
    "truths": ([True, False, True], TypeError, "owner must be integers"),
    "beyond integers": ([0, 1, 2**70], IndexError, "owner"),
    "too large": ([0, 1, 2**62], MemoryError, "answers for so many owners"),
    "too large, unsorted": ([0, 2**63 - 1, 1], MemoryError, "answers for so many owners"),
    "text": ("012", TypeError, "owner must be integers"),
}


@pytest.mark.parametrize("name", BAD_OWNERS)
def test_bad_owners(name: str) -> None:
    owner, error, message = BAD_OWNERS[name]
    shapes = draw("boxes", 3)
    with pytest.raises(error, match=message):
        sepax.intersects_any(shapes, shapes.copy(), owner=owner)


# sweep_pairs and first_impacts --------------------------------------------------------------


def every_sweep(a: ShapeArray, b: ShapeArray, of_a: Any, of_b: Any, end: float) -> Impacts:
    """Return what `sweep` says of each pair, row by row."""
    i, j = all_pairs(len(a), len(b)).T
    each_a = np.broadcast_to(np.asarray(of_a, np.float64), (len(a), 2))[i]
    each_b = np.broadcast_to(np.asarray(of_b, np.float64), (len(b), 2))[j]
    return sepax.sweep(a, b, each_a, each_b, end, pairs=(i, j))


def velocities(n: int, seed: int) -> Array:
    """Return slow and fast ones, along the axes and along none, and some that rest."""
    random = np.random.default_rng(seed)
    drawn: Array = random.normal(0.0, 1.0, (n, 2)) * random.choice([0.1, 1.0, 30.0, 1e9], (n, 1))
    drawn[random.random(n) < 0.2, 0] = 0.0
    drawn[random.random(n) < 0.2, 1] = 0.0
    return drawn


MOTIONS: dict[str, tuple[Callable[[int, int], Any], Callable[[int, int], Any], float]] = {
    "one velocity": (lambda n, _: (3.0, 1.0), lambda m, _: (0.0, 0.0), 1.0),
    "along an axis": (lambda n, _: (0.0, -2.0), lambda m, _: (0.0, 0.5), 2.0),
    "together": (lambda n, _: (1e9, 1e9), lambda m, _: (1e9, 1e9 + 1.0), 1.0),
    "at rest": (lambda n, _: (0.0, 0.0), lambda m, _: (0.0, 0.0), 1.0),
    "each its own": (velocities, lambda m, _: (0.3, 0.1), 1.0),
    "those of the scene": (lambda n, _: (0.3, 0.1), velocities, 1.0),
    "all their own": (velocities, velocities, 0.5),
    "for ever": (velocities, lambda m, _: (0.0, 0.0), np.inf),
    "all for ever": (velocities, velocities, np.inf),
    "no time": (velocities, velocities, 0.0),
    "tiny": (lambda n, _: (1e-200, 2e-310), lambda m, _: (0.0, 0.0), 1e200),
    "denormal": (lambda n, _: (5e-324, 0.0), lambda m, _: (0.0, 0.0), np.inf),
    "huge": (lambda n, _: (1e72, -1e72), velocities, 1e-72),
}


@every_scene
@pytest.mark.parametrize("motion", MOTIONS)
def test_motions(kind: str, motion: str) -> None:
    drawn_a, drawn_b, end = MOTIONS[motion]
    for n, m in ((40, 70), (90, 9), (3, 80)):
        a, b = draw(kind, n), draw("mixed" if kind != "far" else "far", m, 2)
        of_a, of_b = drawn_a(n, 3), drawn_b(m, 4)
        expected = every_sweep(a, b, of_a, of_b, end)
        pairs = all_pairs(n, m)[expected.hit]
        judge_pairs(sepax.sweep_pairs(a, b, of_a, of_b, end), pairs, expected)
        judge_first(sepax.first_impacts(a, b, of_a, of_b, end, workers=2), expected, n, m)
        again = sepax.first_impacts(ShapeIndex(a), ShapeIndex(b), of_a, of_b, end)
        judge_first(again, expected, n, m)


def judge_pairs(found: tuple[Pairs, Impacts], pairs: Pairs, expected: Impacts) -> None:
    assert found[0].dtype == np.intp
    assert np.array_equal(found[0], pairs)
    same_impacts(found[1], expected[expected.hit])


def judge_first(found: tuple[Pairs, Impacts], expected: Impacts, n: int, m: int) -> None:
    rows = expected.time.reshape(n, m).argmin(axis=1)  # of equal ones the first
    chosen = np.arange(n) * m + rows
    hit = expected.hit[chosen]
    assert found[0].dtype == np.intp
    assert np.array_equal(found[0], np.where(hit, rows, -1))
    same_impacts(found[1], expected[chosen])


@every_scene
@pytest.mark.parametrize("motion", MOTIONS)
def test_motions_within_an_array(kind: str, motion: str) -> None:
    drawn, _, end = MOTIONS[motion]
    n = 70
    array, velocity = draw(kind, n), drawn(n, 3)
    expected = every_sweep(array, array, velocity, velocity, end)
    pairs = all_pairs(n, n)
    upper = pairs[:, 0] < pairs[:, 1]
    pairs, expected = pairs[upper], expected[upper]
    for scene in (array, ShapeIndex(array)):
        found = sepax.sweep_pairs(scene, None, velocity, max_time=end, workers=2)
        judge_pairs(found, pairs[expected.hit], expected)


def test_ties_are_of_the_lowest_index() -> None:
    walls = ShapeArray.boxes(1.0, 1.0, [(9, 0), (5, 1), (5, 0), (5, 0), (5, -1), (9, 0)] * 30)
    ball = Circle((0, 0), 1)
    for scene in (walls, ShapeIndex(walls)):
        rows, impacts = sepax.first_impacts(ball, scene, (10, 0))
        assert rows.tolist() == [np.argmin(sepax.sweep(ball, walls, (10, 0)).time)]
        assert impacts.time.tolist() == [0.35]
    inside = ShapeArray.circles([(0, 0), (0.5, 0), (0, 0.5)], 3)
    assert sepax.first_impacts(ball, inside, (1, 0))[0].tolist() == [0]


def test_bounds_of_motions_are_wide_enough() -> None:
    """Tips that pass each other within rounding, where the kernel says that they meet."""
    random = np.random.default_rng(8)
    n, passing, wrong = 600, 0, []
    for k in range(n):
        r, s = random.uniform(0.5, 2.0, 2)
        rhombs = [[(x, 0), (0, 1), (-x, 0), (0, -1)] for x in random.uniform(0.1, 3.0, 2)]
        place, away = random.uniform(-10.0, 10.0, 2), random.uniform(5.0, 50.0)
        gap = (r + s) * (1.0 + random.choice([0.0, 1.0, 3.0, 8.0]) * 2.0**-52)
        a = Polygon(r * np.array(rhombs[0]), position=place)
        beside = (place[0] + away, place[1] + gap)
        b = Polygon(s * np.array(rhombs[1]), position=beside)
        velocity = (random.uniform(1.0, 9.0), 0.0)
        expected = a.sweep(b, velocity, max_time=100.0) is not None
        passing += expected and b.bounds[1] > a.bounds[3]
        pairs, _ = sepax.sweep_pairs(a, b, velocity, max_time=100.0)
        rows, _ = sepax.first_impacts(a, b, velocity, max_time=100.0)
        if not (len(pairs) == 1) == (rows[0] == 0) == expected:
            wrong.append(k)
    assert passing > 5
    assert wrong == []


def test_motions_of_nothing() -> None:
    none, some = ShapeArray(), draw("mixed", 5)
    for a, b in ((none, none.copy()), (none, some), (some, none)):
        pairs, impacts = sepax.sweep_pairs(a, b)
        assert pairs.shape == (0, 2)
        assert len(impacts) == 0
        rows, impacts = sepax.first_impacts(a, b, (1, 0))
        assert rows.tolist() == [-1] * len(a)
        assert not impacts.hit.any()
        assert impacts.time.tolist() == impacts.exit_time.tolist() == [np.inf] * len(a)
    assert sepax.sweep_pairs(none)[0].shape == (0, 2)


def test_pairs_in_several_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    array, velocity = draw("mixed", 60), velocities(60, 3)
    whole = sepax.sweep_pairs(array, None, velocity)
    monkeypatch.setattr("sepax.scene._SWEPT", 7)
    pairs, impacts = sepax.sweep_pairs(array, None, velocity)
    assert np.array_equal(pairs, whole[0])
    same_impacts(impacts, whole[1])


BAD_MOTIONS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "a velocity too many": ({"velocity_a": np.zeros((4, 2))}, ValueError, "velocity_a must be one"),
    "no velocity": ({"velocity_a": []}, ValueError, "velocity_a must be one for all 3 shapes"),
    "one of b": ({"velocity_b": np.zeros((2, 2))}, ValueError, "velocity_b must be one for all 3"),
    "not finite": ({"velocity_a": (np.inf, 0)}, ValueError, r"velocity_a\[0\] must be finite"),
    "not a number": ({"velocity_b": (np.nan, 0)}, ValueError, r"velocity_b\[0\] must be finite"),
    "too fast": ({"velocity_a": (1e80, 0)}, ValueError, r"velocity_a\[0\] must be finite"),
    "text": ({"velocity_a": "ab"}, TypeError, "velocity_a must be real numbers"),
    "a triple": ({"velocity_a": (1, 2, 3)}, ValueError, "velocity_a must be a pair"),
    "a negative time": ({"max_time": -1.0}, ValueError, "max_time must not be negative or NaN"),
    "no time": ({"max_time": np.nan}, ValueError, "max_time must not be negative or NaN"),
    "times": ({"max_time": [1.0, 2.0, 3.0]}, TypeError, "max_time must be a real number"),
    "None": ({"max_time": None}, TypeError, "max_time must be a real number"),
    "no workers": ({"workers": 0}, ValueError, "workers must be at least 1"),
}


@pytest.mark.parametrize("name", BAD_MOTIONS)
def test_bad_motions(name: str) -> None:
    options, error, message = BAD_MOTIONS[name]
    shapes = draw("boxes", 3)
    for query in (sepax.sweep_pairs, sepax.first_impacts):
        with pytest.raises(error, match=message):
            query(shapes, shapes.copy(), **{"velocity_a": (1, 0), **options})


def test_what_is_no_scene() -> None:
    shapes = draw("boxes", 3)
    calls: list[Callable[[Any, Any], object]] = [
        sepax.find_pairs,
        sepax.intersects_any,
        lambda a, b: sepax.sweep_pairs(a, b, (1, 0)),
        lambda a, b: sepax.first_impacts(a, b, (1, 0)),
    ]
    for call in calls:
        for thing in (3, "ab", {1: 2}, object(), ShapeTree(shapes._block), ShapeIndex):
            with pytest.raises(TypeError, match="a must be a shape"):
                call(thing, shapes)
            with pytest.raises(TypeError, match="b must be a shape"):
                call(shapes, thing)
        with pytest.raises(TypeError, match=r"b\[0\] must be a shape"):
            call(shapes, [(0, 0)])
    with pytest.raises(ValueError, match="without b, give velocity_a alone"):
        sepax.sweep_pairs(shapes, None, (1, 0), (0, 1))
    with pytest.raises(ValueError, match="workers must be at least 1"):
        sepax.intersects_any(shapes, shapes, workers=0)
    with pytest.raises(ValueError, match="workers must be at least 1"):
        sepax.find_pairs(shapes, workers=0)


# Drawn by hypothesis ------------------------------------------------------------------------

COORDINATES = st.integers(-4, 4).map(float)
SHAPES = st.one_of(
    st.builds(lambda x, y, r: Circle((x, y), r), COORDINATES, COORDINATES, st.integers(0, 2)),
    st.builds(
        lambda x, y, w, h: Polygon.box(w, h, position=(x, y)),
        COORDINATES,
        COORDINATES,
        st.integers(1, 4),
        st.integers(1, 4),
    ),
)


@settings(deadline=None)
@given(
    st.lists(SHAPES, min_size=1, max_size=12),
    st.lists(SHAPES, min_size=1, max_size=12),
    st.tuples(COORDINATES, COORDINATES),
    st.data(),
)
def test_shapes_on_a_grid(
    first: list[Any], second: list[Any], velocity: tuple[float, float], data: st.DataObject
) -> None:
    a, b = ShapeArray(first), ShapeArray(second)
    n, m = len(a), len(b)
    of_b = np.array([data.draw(st.tuples(COORDINATES, COORDINATES)) for _ in range(m)])
    assert np.array_equal(sepax.intersects_any(a, b), meets_any(a, b))
    for each in ((1.0, 0.0), of_b):
        expected = every_sweep(a, b, velocity, each, 1.0)
        judge_first(sepax.first_impacts(a, b, velocity, each), expected, n, m)
        found = sepax.sweep_pairs(a, b, velocity, each)
        judge_pairs(found, all_pairs(n, m)[expected.hit], expected)


# Threads ------------------------------------------------------------------------------------


def test_threads_query_one_index() -> None:
    index, others = ShapeIndex(draw("mixed", 2000)), draw("mixed", 60, 3)
    alone = answers(index, others)
    with ThreadPoolExecutor(8) as pool:
        for together in pool.map(lambda _: answers(index, others), range(24)):
            assert together == alone


def test_refresh_while_others_query() -> None:
    """Any answer will do, but rows of the array; and afterwards it is the right one."""
    array, others = draw("boxes", 3000), draw("boxes", 200, 3)
    index = ShapeIndex(array)
    home, stop = array.positions, threading.Event()

    def shake(seed: int) -> None:
        random = np.random.default_rng(seed)
        while not stop.is_set():
            array.set_poses(positions=home[random.permutation(len(home))])
            index.refresh()

    def query() -> None:
        for _ in range(60):
            pairs = np.asarray(pairs_of_tree(tree_of(index), others._block, True))
            assert pairs.size == 0 or 0 <= pairs.min() <= pairs[:, 0].max() < len(array)
            rows, _ = sepax.first_impacts(others, index, (5, 1))
            assert -1 <= rows.min() <= rows.max() < len(array)
            sepax.intersects_any(others, index)
            sepax.contains(index, others.positions)

    with ThreadPoolExecutor(4) as pool:
        shaking = [pool.submit(shake, seed) for seed in (1, 2)]
        queried = [pool.submit(query) for _ in range(2)]
        for future in queried:
            future.result()
        stop.set()
        for future in shaking:
            future.result()
    array.set_poses(positions=home)
    index.refresh()
    assert answers(index, others) == answers(ShapeIndex(array), others)


def test_workers_change_nothing() -> None:
    a, b = draw("mixed", 3000), draw("mixed", 3000, 2)
    velocity = velocities(3000, 3)
    one, more = (sepax.first_impacts(a, b, velocity, workers=workers) for workers in (1, 3))
    assert np.array_equal(one[0], more[0])
    same_impacts(one[1], more[1])
    owner = np.arange(3000) // 3
    alone, shared = (sepax.intersects_any(a, b, owner=owner, workers=w) for w in (1, 3))
    assert np.array_equal(alone, shared)
