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

import sepax
from sepax import Circle, Compound, CompoundArray, Polygon, ShapeArray, ShapeIndex

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
    others = ShapeArray.boxes(1, 1, [(0, 3), (7, 2), (30, 0)])
    rows, distances = sepax.nearest(others, index, 2)
    pairs, impacts = sepax.sweep_pairs(others, index, (0, -5))
    hits = sepax.raycast(index, [(-5, 0.5), (5, 9)], [(1, 0), (0, -1)], all=True)
    slide = sepax.move_and_slide(Circle((4, 9), 0.5), index, (1, -20))
    found = [
        *(sepax.find_pairs(index), sepax.find_pairs(others, index, False), rows, distances, pairs),
        *(impacts.time, impacts.normal, hits.index, hits.distance, sepax.iou_matrix(others, index)),
        *(sepax.first_impacts(others, index, (0, -5))[0], sepax.intersects_any(others, index)),
        *(sepax.contains(index, [(0.5, 0.5), (9, 0)]), np.array(slide.position)),
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


@pytest.mark.parametrize("kind", FOLLOWED)
def test_refresh_while_others_query(kind: str) -> None:
    """Any answer will do, but rows of the array; and afterwards it is the right one."""
    array = FOLLOWED[kind]()
    index, home, stop = ShapeIndex(array), array.positions, threading.Event()
    others = ShapeArray(disks())

    def shake() -> None:
        random = np.random.default_rng(7)
        while not stop.is_set():
            array.set_poses(home[random.permutation(len(home))])
            index.refresh()

    with ThreadPoolExecutor(2) as pool:
        shaking = pool.submit(shake)
        try:
            for _ in range(60):
                rows, _ = sepax.nearest(others, index, 3)
                assert -1 <= rows.min() <= rows.max() < len(array)
                answers(index)
        finally:
            stop.set()
        shaking.result()
    array.set_poses(home)
    index.refresh()
    assert answers(index) == answers(ShapeIndex(array))


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
