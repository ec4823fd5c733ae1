"""Threads in each other's way: what holds meanwhile, and that all is exact once they are joined.

`test_threads.py` has the threads that only query. Here one sets poses, refreshes an index, makes a
shape or frees a result while others use the same object.
"""

from __future__ import annotations

import contextlib
import itertools
import queue
import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from test_arrays import bits, bits_of, mixed
from test_threads import answers, run_together

import sepax
from sepax import (
    Capsule,
    Circle,
    Compound,
    CompoundArray,
    Point,
    Polygon,
    Segment,
    ShapeArray,
    ShapeIndex,
)

Floats = npt.NDArray[np.float64]
COUNT = 96
MOVING, STILL = np.arange(0, COUNT, 2), np.arange(1, COUNT, 2)  # neighbours in memory
PLACES = np.random.default_rng(3).uniform(-4.0, 4.0, (COUNT, 2))
SIZES = np.random.default_rng(4).uniform(0.2, 1.5, COUNT)
ARRAYS: dict[str, Callable[[], ShapeArray]] = {  # a name for each layout in memory
    "any shapes": lambda: ShapeArray.from_shapes(mixed(COUNT, 5)),
    "boxes": lambda: ShapeArray.boxes(SIZES, 1.0, PLACES, 0.25),
    "rounded boxes": lambda: ShapeArray.boxes(SIZES, 1.0, PLACES, 0.25, radii=0.125),
    "circles": lambda: ShapeArray.circles(PLACES, SIZES),
    "capsules": lambda: ShapeArray.capsules(PLACES, PLACES + 0.5, SIZES),
    "polygons": lambda: ShapeArray.regular(7, SIZES, PLACES),
}


def poses(seed: int, count: int) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    return rng.uniform(-4.0, 4.0, (count, 2)), rng.uniform(-3.0, 3.0, count)


def bits_of_rows(array: ShapeArray, other: ShapeArray, rows: Any) -> list[bytes]:
    """Return what verbs of every layer answer about rows of two arrays."""
    contacts = sepax.collide(array, other, margin=0.5)
    columns: list[Any] = [
        sepax.intersects(array, other),
        sepax.distance(array, other),
        sepax.time_of_impact(array, other, (1.0, 0.5)),
        sepax.iou(array, other),
        *sepax.mtv(array, other),
        contacts.normal,
        contacts.depth,
        contacts.counts,
        array.bounds,
        array.positions,
    ]
    return [column[rows].tobytes() for column in columns]


def of_scene(index: ShapeIndex, other: ShapeArray) -> list[Any]:
    """Return all that an index answers with rows: of its array, or of pairs with another."""
    hit = sepax.raycast(index, (-9.0, 0.0), (1.0, 0.125))
    return [
        sepax.find_pairs(index, other).tolist(),
        sepax.nearest(other, index, k=2)[0].tolist(),
        sepax.contains(index, (0.5, 0.25)).tolist(),
        [] if hit is None else [hit.index],
    ]


def are_rows(found: list[Any]) -> bool:
    return all(-1 <= row < COUNT for rows in found for row in np.ravel(rows).tolist())


@pytest.mark.parametrize("kind", ARRAYS)
def test_eight_query_one_sets_poses_and_one_refreshes(kind: str) -> None:
    """Rows that nobody moves keep their bits, and an index finds nothing but rows."""
    array, other = ARRAYS[kind](), ShapeArray.from_shapes(mixed(COUNT, 6))
    index = ShapeIndex(array)
    expected = bits_of_rows(array, other, STILL)

    def work(thread: int) -> None:
        for step in range(12):
            if thread < 8:
                assert bits_of_rows(array, other, STILL) == expected
                assert are_rows(of_scene(index, other))
            for more in range(10):
                if thread == 8:
                    array.set_poses(*poses(10 * step + more, len(MOVING)), where=MOVING)
                elif thread == 9:
                    index.refresh()

    run_together(work, 10)
    index.refresh()
    fresh = ARRAYS[kind]()
    fresh.set_poses(*poses(119, len(MOVING)), where=MOVING)
    everything = slice(None)
    assert bits_of_rows(array, other, everything) == bits_of_rows(fresh, other, everything)
    assert of_scene(index, other) == of_scene(ShapeIndex(fresh), other)


@pytest.mark.parametrize("kind", ARRAYS)
def test_two_set_poses_of_different_rows_while_one_refreshes(kind: str) -> None:
    """No pose is lost, and an index misses none that was set before its last refresh."""
    array, fresh, other = ARRAYS[kind](), ARRAYS[kind](), ShapeArray.from_shapes(mixed(COUNT, 6))
    index = ShapeIndex(array)
    rows = (STILL, MOVING)
    for step in range(20):

        def work(thread: int, step: int = step) -> None:
            for more in range(5):
                if thread == 2:
                    index.refresh()
                else:
                    seed = 1000 * thread + 5 * step + more
                    array.set_poses(*poses(seed, COUNT // 2), where=rows[thread])

        run_together(work, 3)
        index.refresh()
        for thread in range(2):
            pose = poses(1000 * thread + 5 * step + 4, COUNT // 2)
            fresh.set_poses(*pose, where=rows[thread])
        assert bits(array.bounds) == bits(fresh.bounds)
        assert of_scene(index, other) == of_scene(ShapeIndex(fresh), other)


class Parcel:
    """Objects of every kind, alike for equal seeds, and what they answer whoever has them."""

    def __init__(self, seed: int) -> None:
        shapes = mixed(12, seed, reach=2.0)
        self.pair = shapes[0], shapes[1]
        self.contact, self.impact = shapes[2].collide(shapes[3]), shapes[2].sweep(shapes[3], (1, 0))
        self.array = ShapeArray.from_shapes(shapes)
        self.index = ShapeIndex(self.array)
        self.contacts = sepax.collide(self.array, self.array[::-1])
        self.compound = Compound(shapes[4:7])

    def open(self) -> list[Any]:
        """Move what can be moved, and ask everything."""
        a, b = self.pair
        for step in range(20):
            a.set_pose(0.25 * step, 0.125, step)
            a.copy().collide(b.copy())
        self.compound.rotate(0.5)
        self.array.set_poses(self.array.positions + 0.25, self.array.angles)
        self.index.refresh()
        return [
            answers((a, b)),
            repr((self.contact, self.impact)),
            self.contacts.depth.tobytes(),
            sepax.find_pairs(self.index).tolist(),
            sepax.distance(self.compound, b),
            bits_of_rows(self.array, self.array[::-1], slice(None)),
        ]


def test_objects_handed_over_by_a_queue() -> None:
    """Four threads make them; four others move them, ask them, and free them."""
    seeds = range(40)
    expected = {seed: Parcel(seed).open() for seed in seeds}
    handed: queue.Queue[tuple[int, Parcel]] = queue.Queue(maxsize=4)

    def work(thread: int) -> dict[int, Any]:
        if thread < 4:
            for seed in seeds[thread::4]:
                handed.put((seed, Parcel(seed)), timeout=60)
            return {}
        taken = [handed.get(timeout=60) for _ in seeds[::4]]
        return {seed: parcel.open() for seed, parcel in taken}

    found = run_together(work, 8)
    assert {seed: answer for some in found for seed, answer in some.items()} == expected


# The geometry that each of four threads gives to one shape.
GEOMETRIES: dict[type[sepax.Shape | Compound], Callable[[int], tuple[Any, ...]]] = {
    Polygon: lambda k: ([(0, 0), (k + 1, 0), (k + 1, 1), (0, 1 + k)][: 3 + k % 2],),
    Circle: lambda k: ((k, 1), k + 1.0),
    Point: lambda k: ((k, 1),),
    Segment: lambda k: ((0, 0), (k + 1, 1)),
    Capsule: lambda k: ((0, 0), (k + 1, 1), k + 1.0),
    Compound: lambda k: ([Circle((k, 0), 1.0), Polygon.regular(3 + k, 1.0)],),
}


def bits_of_any(shape: sepax.Shape | Compound) -> bytes:
    return bits(shape.vertices, shape.bounds) if isinstance(shape, Compound) else bits_of(shape)


def is_made(half: sepax.Shape | Compound, arguments: tuple[Any, ...]) -> bool:
    """Initialise an object; returns False if another call has done that."""
    initialise: Callable[..., None] = type(half).__init__
    try:
        initialise(half, *arguments)
    except TypeError as error:
        if "initialised already" in str(error) or "has its parts" in str(error):
            return False
        raise
    return True


@pytest.mark.parametrize("kind", GEOMETRIES)
def test_initialised_twice_by_each_of_four_threads(kind: type[sepax.Shape | Compound]) -> None:
    """One of eight calls makes the object, and all of it; the others are errors."""
    halves = [kind.__new__(kind) for _ in range(40)]
    other = Circle((0.5, 0.5), 1.0)
    wholes = [kind(*GEOMETRIES[kind](k)) for k in range(4)]
    allowed = [(bits_of_any(whole), sepax.collide(whole, other)) for whole in wholes]
    start = threading.Barrier(4, timeout=60)

    def work(thread: int) -> list[int]:
        made = []
        for half in halves:
            start.wait()
            made.append(sum(is_made(half, GEOMETRIES[kind](thread)) for _ in range(2)))
            assert (bits_of_any(half), sepax.collide(half, other)) in allowed
        return made

    made = np.array(run_together(work, 4))
    assert made.sum(axis=0).tolist() == [1] * len(halves)
    for k, half in enumerate(halves):
        assert bits_of_any(half) == allowed[made[:, k].argmax()][0]


# What an index is given: shapes or compounds. No two have as many parts.
GIVEN: list[Any] = [
    ShapeArray.from_shapes(mixed(5, 0)),
    CompoundArray([Compound(mixed(6, 1)), Compound(mixed(7, 2))]),
    ShapeArray.from_shapes(mixed(8, 3)),
    [Compound(mixed(3, 1)), Point((9, 9))],
]


def parts_told(index: ShapeIndex) -> tuple[Any, ...]:
    """Return what each part of an index says."""
    return (
        len(index),
        len(index.array),
        repr(index),
        sepax.find_pairs(Circle((0.5, 0.5), 1.0), index).tolist(),
        sepax.contains(index, (0.5, 0.5)).tolist(),
    )


class Watched(ShapeIndex):
    """An index that is asked after every step of its making."""

    __slots__ = ("seen",)

    seen: list[tuple[Any, ...]]

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute, and note what the index says then."""
        super().__setattr__(name, value)
        if name != "seen":
            self.seen.append(parts_told(self))


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(range(4), 2)))
def test_an_index_never_has_the_tree_of_another_array(first: int, second: int) -> None:
    """A thread may query between any two steps of a call that gives it another array."""
    index = Watched.__new__(Watched)
    index.seen = []
    for given in (GIVEN[first], GIVEN[second]):
        Watched.__init__(index, given)
        assert {repr(said) for said in index.seen} == {repr(parts_told(ShapeIndex(given)))}
        index.seen = []


def test_four_threads_give_an_index_other_arrays() -> None:
    """Once they have, all of it is from the same call, whichever that is."""
    allowed = [parts_told(ShapeIndex(given)) for given in GIVEN]
    index = ShapeIndex(GIVEN[0])
    start, end = threading.Barrier(4, timeout=60), threading.Barrier(4, timeout=60)

    def work(thread: int) -> None:
        for _ in range(300):
            start.wait()
            ShapeIndex.__init__(index, GIVEN[thread])
            with contextlib.suppress(TypeError):  # of an index of copies
                index.refresh()
            end.wait()
            assert parts_told(index) in allowed

    run_together(work, 4)


def test_results_are_freed_by_other_threads_than_made_them() -> None:
    """Each thread makes results, checks and drops those of two others, and reuses the memory."""
    threads = 4
    slots: list[list[Any]] = [[] for _ in range(threads)]
    start = threading.Barrier(threads, timeout=60)

    def make(seed: int) -> list[Any]:
        source = random.Random(seed)
        a, b = Polygon.regular(7, 1.0), Circle((0.5, 0.25), 1.0)
        array = ShapeArray.regular(5, 1.0, [(source.random(), 0.0)] * 9)
        found: list[Any] = []
        for _ in range(40):
            b.position = (source.uniform(-1, 1), source.uniform(-1, 1))
            contacts, impacts = sepax.collide(array, b), sepax.sweep(array, b, (1.0, 0.0))
            found += [a.collide(b), a.sweep(b, (1.0, 0.5)), contacts[0], impacts[0]]
            found += [
                a.vertices,
                contacts.points,
                impacts.time,
                sepax.raycast(array, (9, 0), (-1, 0)),
            ]
        return found

    def told(results: list[Any]) -> list[Any]:
        return [x.tobytes() if isinstance(x, np.ndarray) else repr(x) for x in results]

    expected = [told(make(seed)) for seed in range(threads)]

    def work(thread: int) -> None:
        for _ in range(4):
            slots[thread] = make(thread)
            start.wait()
            held = [slots[(thread + step) % threads].copy() for step in (1, 2)]
            start.wait()
            slots[thread].clear()  # now two other threads hold the only references
            for step, results in enumerate(held, 1):
                assert told(results) == expected[(thread + step) % threads]
            for results in held:
                while results:
                    results.pop()

    run_together(work, threads)
    assert told(make(0)) == expected[0]
