"""What an index follows: the poses of an array of shapes or compounds; anything else it copies."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from scene_kinds import SHAPES, draw

import sepax
from sepax import Circle, Compound, CompoundArray, Polygon, ShapeArray, ShapeIndex
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.scene import pairs_of_tree

ELL = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]


def ells() -> list[Compound]:
    return [Compound.from_polygon(ELL, position=(3.0 * k, 0), angle=0.5 * k) for k in range(6)]


def disks() -> list[Any]:
    return [Circle((3.0 * k, 0), 1.6) for k in range(6)]


COPIED: dict[str, Callable[[], Any]] = {
    "shapes": disks,
    "compounds": ells,
    "both": lambda: [*ells()[:3], *disks()[2:]],
    "a shape": lambda: Circle((0, 0), 1.6),
    "a compound": lambda: ells()[0],
}
FOLLOWED: dict[str, Callable[[], Any]] = {
    "shapes": lambda: ShapeArray(disks()),
    "compounds": lambda: CompoundArray(ells()),
}


def answers(index: Any) -> list[bytes]:
    """Return the bytes of an answer of every kind."""
    some = ShapeArray.boxes(1, 1, [(0, 3), (7, 2), (30, 0)])
    others = ShapeArray.concatenate([some, draw("mixed", 40, 3)])
    rows, distances = sepax.nearest(others, index, 2)
    pairs, impacts = sepax.sweep_pairs(others, index, (0, -5))
    hits = sepax.raycast(index, [(-5, 0.5), (5, 9)], [(1, 0), (0, -1)], all=True)
    slide = sepax.move_and_slide(Circle((4, 9), 0.5), index, (1, -20))
    found = [
        *(sepax.find_pairs(index), sepax.find_pairs(some, index, False), rows, distances, pairs),
        *(impacts.time, impacts.normal, hits.index, hits.distance, sepax.iou_matrix(others, index)),
        *(sepax.first_impacts(others, index, (0, -5))[0], sepax.intersects_any(others, index)),
        *(sepax.contains(index, [(0.5, 0.5), *others.positions]), np.array(slide.position)),
        sepax.sweep_path(Circle((0, 0), 1), index, [(-9, 0, 0), (9, 0, 0)])[1],
        index.array.bounds,
    ]
    return [np.ascontiguousarray(column).tobytes() for column in found]


@pytest.mark.quick
@pytest.mark.parametrize("kind", COPIED)
def test_anything_but_an_array_is_copied(kind: str) -> None:
    shapes = COPIED[kind]()
    index = ShapeIndex(shapes)
    indices = [index, copy.copy(index), copy.deepcopy(index), pickle.loads(pickle.dumps(index))]
    before = answers(index)
    index.array.set_poses((70, 70))
    for shape in shapes if isinstance(shapes, list) else [shapes]:
        shape.move(50, 50)
    for same in indices:
        assert answers(same) == before
        with pytest.raises(TypeError, match=r"holds copies.* ShapeArray or a CompoundArray"):
            same.refresh()
    assert answers(ShapeIndex(shapes)) != before


@pytest.mark.quick
@pytest.mark.parametrize("kind", FOLLOWED)
def test_an_array_is_followed(kind: str) -> None:
    array = FOLLOWED[kind]()
    index = ShapeIndex(array)
    before = answers(index)
    array.set_poses(array.positions + 50)
    with pytest.raises(ValueError, match=r"call its refresh\(\)"):
        sepax.find_pairs(index)
    index.refresh()
    assert answers(index) == answers(ShapeIndex(array)) != before


@pytest.mark.parametrize("kind", FOLLOWED)
def test_a_stale_index_is_no_error_in_other_threads(kind: str) -> None:
    array = FOLLOWED[kind]()
    index = ShapeIndex(array)
    with ThreadPoolExecutor(1) as pool:
        for step in range(3):
            pool.submit(array.set_poses, array.positions + step + 1).result()
            assert sepax.find_pairs(index).max(initial=0) < len(array)
            array.bounds  # noqa: B018  the first look of this thread at the new poses
            sepax.find_pairs(array)
            assert sepax.find_pairs(index).max(initial=0) < len(array)
            with pytest.raises(ValueError, match="refresh"):
                pool.submit(sepax.find_pairs, index).result()
            pool.submit(index.refresh).result()
            assert answers(index) == pool.submit(answers, index).result()


def test_queries_and_refreshes_at_once() -> None:
    """Any answer will do, but rows of the array; and afterwards it is the right one."""
    many = draw("boxes", 3000)
    for array in (many, CompoundArray(ells()), ShapeArray(disks())):
        index, home, stop = ShapeIndex(array), array.positions, threading.Event()
        others = draw("boxes", 200, 3) if array is many else ShapeArray(disks())

        def shake(seed: int, array: Any = array, index: Any = index, stop: Any = stop) -> None:
            random, home = np.random.default_rng(seed), array.positions
            while not stop.is_set():
                array.set_poses(home[random.permutation(len(home))])
                index.refresh()

        def query(array: Any = array, index: Any = index, others: Any = others) -> None:
            for _ in range(20):
                rows, _ = sepax.nearest(others, index, 3)
                assert -1 <= rows.min() <= rows.max() < len(array)
                rows, _ = sepax.first_impacts(others, index, (5, 1))
                assert -1 <= rows.min() <= rows.max() < len(array)
                sepax.find_pairs(others[:3], index)
                answers(index)

        with ThreadPoolExecutor(4) as pool:
            shaking = [pool.submit(shake, seed) for seed in (1, 2)]
            try:
                for future in [pool.submit(query) for _ in range(2)]:
                    future.result()
            finally:
                stop.set()
            for future in shaking:
                future.result()
        array.set_poses(home)
        index.refresh()
        assert answers(index) == answers(ShapeIndex(array))


# Refreshed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("n", [1, 9, 300])
def test_refresh(kind: str, n: int) -> None:
    array = draw(kind, n)
    index, random = ShapeIndex(array), np.random.default_rng(6)
    for step, count in enumerate([0, 1, n // 50, n // 3, n, n]):
        where = random.permutation(n)[:count]
        moved = array.positions[where] + random.normal(0.0, 0.1 if step < 4 else 30.0, (count, 2))
        array.set_poses(positions=moved, angles=array.angles[where] + 0.1, where=where)
        index.refresh()
        assert answers(index) == answers(ShapeIndex(array))


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("n", [0, 1, 9, 300])
def test_boxes_that_a_tree_finds(kind: str, n: int) -> None:
    """All pairs whose bounds meet, though `find_pairs` uses it for few queries only."""
    a, b = draw(kind, n)._block, draw("mixed", 50, 3)._block
    low_a, high_a = np.split(bounds(a)[:, None], 2, axis=2)
    low_b, high_b = np.split(bounds(b)[None], 2, axis=2)
    expected = np.argwhere(((low_a <= high_b) & (low_b <= high_a)).all(axis=2))
    assert np.array_equal(np.asarray(pairs_of_tree(ShapeTree(a), b, True)), expected)
    swapped = np.asarray(pairs_of_tree(ShapeTree(a), b, False))
    assert np.array_equal(swapped, expected[np.lexsort(expected.T)][:, ::-1])


def bounds(block: Any) -> Any:
    out = np.empty((block.count, 4))
    block.read_bounds(out, wide=True)
    return out


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
    array = draw("mixed", 2000)
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
        assert answers(index) == answers(ShapeIndex(array))


def test_refresh_of_several_indexes_of_one_array() -> None:
    array = draw("boxes", 500)
    first, second = ShapeIndex(array), ShapeIndex(array)
    for index in (first, second, second, first):
        array.set_poses(positions=array.positions[7] + (0.0, 5.0), where=[7])
        index.refresh()
        assert answers(index) == answers(ShapeIndex(array))


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


def test_what_was_never_initialised_is_not_copied() -> None:
    class Bare(Polygon):
        def __init__(self) -> None:
            pass

    shapes: list[Any] = [Compound([Circle((0, 0), 1)]), Bare()]
    with pytest.raises(ValueError, match="was never initialised"):
        ShapeIndex(shapes)


# The same shapes on both sides ----------------------------------------------------------------


QUERIES: dict[str, Callable[..., Any]] = {
    "find_pairs": sepax.find_pairs,
    "find_pairs within": lambda a, b: sepax.find_pairs(a, b, within=1.0),
    "sweep_pairs": lambda a, b: sepax.sweep_pairs(a, b, (1, 0)),
    "sweep_pairs turning": lambda a, b: sepax.sweep_pairs(a, b, angular_velocity_a=1.0),
    "first_impacts": lambda a, b: sepax.first_impacts(a, b, (1, 0), (0, 1)),
    "nearest": sepax.nearest,
    "nearest, groups": lambda a, b: sepax.nearest(a, b, groups=[0], groups_b=[0]),
    "intersects_any": sepax.intersects_any,
}


@pytest.mark.quick
@pytest.mark.parametrize("query", QUERIES)
def test_the_same_shapes_on_both_sides_are_an_error(query: str) -> None:
    array, compounds = FOLLOWED["shapes"](), FOLLOWED["compounds"]()
    turned = Compound([Circle((0, 0), 1)]).at([(0, 0), (5, 0)], [0, 1])
    index, empty = ShapeIndex(array), ShapeArray()
    generated = iter(disks())
    cases: list[tuple[Any, Any]] = [
        *((make(), None) for make in COPIED.values()),
        *((array, None), (compounds, None), (turned, None), (index, None), (generated, None)),
        *((index, array), (array, index), (index, ShapeIndex(array))),
        *((ShapeIndex(compounds), compounds), (turned, ShapeIndex(turned))),
        *((empty, None), (empty, ShapeIndex(empty)), (ShapeIndex(disks()), None)),
    ]
    for a, b in cases:
        with pytest.raises(ValueError, match=r"a and b are the same shapes: leave b out .* a copy"):
            QUERIES[query](a, a if b is None else b)
    with pytest.raises(TypeError, match="must be a shape"):
        QUERIES[query](3, 3)


def test_copies_are_other_shapes() -> None:
    disk = Circle((0, 0), 1)
    array = ShapeArray([disk])
    cases: list[tuple[Any, Any]] = [
        *(([disk], [disk]), (array, array.copy()), ([disk], ShapeIndex([disk]))),
    ]
    for a, b in cases:
        assert sepax.find_pairs(a, b).tolist() == [[0, 0]]
        assert sepax.nearest(a, b)[1].tolist() == [[0.0]]
        assert sepax.sweep_pairs(a, b)[0].tolist() == [[0, 0]]
        assert sepax.intersects_any(a, b).tolist() == [True]
    assert sepax.iou_matrix(array, array).tolist() == [[1.0]]
    assert sepax.match(array, array, 0.5).tolist() == [0]
