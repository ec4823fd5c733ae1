"""Any number of threads may query; a pose set meanwhile spoils an answer, never the memory."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from families import Pair, Shape, pairs, sweeps

import sepax
from sepax import raw

THREADS = 8
FAMILIES = ["boxes", "polygons", "touching_vertex_edge", "off_by_one_ulp", "circle_any"]


def answers(pair: Pair) -> tuple[Any, ...]:
    """Return everything there is to say about a pair."""
    a, b = pair
    return (
        a.intersects(b),
        a.intersects(b, touching=False),
        a.separating_axis(b),
        a.mtv(b),
        a.collide(b),
        a.sweep(b, (1.0, 0.5), max_time=10.0),
        a.project((0.3, 0.7)),
        a.contains(b.vertices[0]),
        a.vertices.tolist(),
        b.bounds,
    )


def run_together(work: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """Let all threads begin at once, and return what they return."""
    start = threading.Barrier(threads)

    def begin(index: int) -> Any:
        start.wait()
        return work(index)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(begin, range(threads)))


@pytest.mark.parametrize("family", FAMILIES)
def test_queries_of_the_same_shapes(family: str) -> None:
    cases = pairs(family)
    alone = [answers(pair) for pair in cases]
    for together in run_together(lambda _: [answers(pair) for pair in cases]):
        assert together == alone


def test_sweeps_of_the_same_shapes() -> None:
    cases = sweeps("sweep_random") + sweeps("sweep_circles")
    alone = [sepax.sweep(*case) for case in cases]
    for together in run_together(lambda _: [sepax.sweep(*case) for case in cases]):
        assert together == alone


def test_raw_queries_of_the_same_arrays() -> None:
    rings = [(a.vertices, b.vertices) for a, b in pairs("polygons")]

    def work(_: int) -> list[Any]:
        return [
            (raw.intersects(*ring), raw.mtv(*ring), raw.separating_axis(*ring)) for ring in rings
        ]

    alone = work(0)
    for together in run_together(work):
        assert together == alone


def test_every_thread_moves_its_own_shapes() -> None:
    def work(seed: int) -> list[Any]:
        source = random.Random(seed % 2)
        a, b = sepax.Polygon.regular(7, 1.0), sepax.Polygon.box(1.0, 2.0)
        found = []
        for _ in range(300):
            a.set_pose(source.uniform(-1, 1), source.uniform(-1, 1), source.uniform(-4, 4))
            b.rotate(source.uniform(-1, 1))
            found.append(answers((a, b)))
        return found

    together = run_together(work)
    assert all(found == together[index % 2] for index, found in enumerate(together))


def test_poses_set_while_others_query() -> None:
    """Answers are anything of the right kind, and right again once all is quiet."""
    shapes: list[Shape] = [
        sepax.Polygon.regular(9, 1.0),
        sepax.Polygon.box(2.0, 1.0),
        sepax.Circle((0, 0), 1.0),
        sepax.Polygon.regular(100, 2.0),
    ]

    def work(index: int) -> None:
        source = random.Random(index)
        for _ in range(1000):
            a, b = source.choice(shapes), source.choice(shapes)
            if index % 2:
                pose = [source.uniform(-2, 2) for _ in range(3)]
                a.set_pose(*pose)
                a.move(pose[1], pose[2])
            else:
                assert a.intersects(b) in (True, False)
                contact = a.collide(b)
                assert contact is None or len(contact.points) in (1, 2)
                assert a.mtv(b) is None or True
                a.sweep(b, (1.0, 0.0), max_time=5.0)
                assert a.vertices.shape[1] == 2

    run_together(work)
    for shape in shapes:
        shape.set_pose(0.5, 0.25, 0.125)
        twin = shape.copy()
        assert twin.vertices.tolist() == shape.vertices.tolist()
        assert twin.normals.tolist() == shape.normals.tolist()
    quiet = [answers((a, b)) for a in shapes for b in shapes]
    fresh = [answers((a.copy(), b.copy())) for a in shapes for b in shapes]
    assert quiet == fresh


def test_shapes_made_and_dropped_everywhere() -> None:
    def work(seed: int) -> int:
        source = random.Random(seed)
        hits = 0
        for _ in range(500):
            a = sepax.Polygon.regular(source.randint(3, 40), 1.0)
            b = sepax.Circle((source.uniform(-2, 2), 0.0), 0.5).copy()
            contact = a.collide(b)
            hits += (contact is not None and contact == b.copy().collide(a)) or a.intersects(b)
        return hits

    assert all(hits > 0 for hits in run_together(work))


def test_refused_shapes_queried_by_others() -> None:
    """A shape that is refused again and again, and then made, while other threads query it."""
    ring = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)] + [(0.0, 1.0)] * 500
    other = sepax.Polygon(ring)
    halves = [sepax.Polygon.__new__(sepax.Polygon) for _ in range(40)]

    def refuse(half: sepax.Polygon) -> None:
        for _ in range(20):
            with pytest.raises(ValueError, match="angle"):
                sepax.Polygon.__init__(half, ring, angle=1e300)
        sepax.Polygon.__init__(half, ring)

    def query(half: sepax.Polygon) -> list[Any]:
        found: list[Any] = []
        while not found:
            with contextlib.suppress(ValueError):
                found = [half.intersects(other), half.mtv(other) is None, half.vertices.tolist()]
        return found

    def work(index: int) -> list[Any]:
        return [(refuse if index == 0 else query)(half) for half in halves]

    for together in run_together(work)[1:]:
        assert together == [[True, False, other.vertices.tolist()]] * len(halves)
