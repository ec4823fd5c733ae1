"""Any number of threads may query; a pose set meanwhile spoils an answer, never the memory."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from families import Pair, Shape, pairs, sweeps
from questions import assert_same_bits
from test_batch import crowds

import sepax
from sepax import raw
from sepax._base import threads as _threads

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


def of_rings(pair: Pair) -> tuple[Any, ...]:
    a, b = (shape.vertices for shape in pair)
    return raw.intersects(a, b), raw.mtv(a, b), raw.separating_axis(a, b)


@pytest.mark.parametrize("family", FAMILIES)
def test_queries_of_the_same_shapes(family: str) -> None:
    cases, moving = pairs(family), sweeps("sweep_random") + sweeps("sweep_circles")

    def work(_: int = 0) -> list[Any]:
        return [
            [answers(pair) for pair in cases],
            [of_rings(pair) for pair in pairs("polygons")],
            [sepax.sweep(*case) for case in moving],
        ]

    alone = work()
    assert all(together == alone for together in run_together(work))


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


# How calls share their work ------------------------------------------------------------------


def lines_of(program: str, *arguments: str) -> list[str]:
    """Return what a program prints, which must end well and without a warning."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert not done.stderr
    return done.stdout.splitlines()


def rows_worked_on(count: int, workers: int) -> list[int]:
    ranges: list[tuple[int, int]] = []

    def work(start: int, stop: int) -> int:
        ranges.append((start, stop))
        return stop

    _threads.run(work, count, workers)
    return [row for start, stop in ranges for row in range(start, stop)]


def test_ranges_cover_all_rows_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    for count in (0, 1, 63, 64, 65, 1000, 4097):
        for workers in (1, 2, 5):
            assert sorted(rows_worked_on(count, workers)) == list(range(count))


def clock(step: int) -> Callable[[], int]:
    """Return a clock by which every piece of work takes so many nanoseconds."""
    readings = itertools.count(0, step)
    return lambda: next(readings)


def test_little_work_stays_in_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "perf_counter_ns", clock(1000))
    names: set[str] = set()

    def work(start: int, stop: int) -> int:
        names.add(threading.current_thread().name)
        return stop

    _threads.run(work, 5000, 8)
    assert names == {threading.current_thread().name}


def test_much_work_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads wait for each other: one alone would never be done."""
    monkeypatch.setattr(_threads, "perf_counter_ns", clock(1_000_000))
    both, have_met = threading.Barrier(2, timeout=60), threading.Event()

    def work(start: int, stop: int) -> int:
        if start and not have_met.is_set():  # the first rows are one thread's, to see how it goes
            both.wait()
            have_met.set()
        return stop

    _threads.run(work, 5000, 2)
    assert have_met.is_set()
    assert sorted(rows_worked_on(5000, 2)) == list(range(5000))


def test_an_error_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)

    def work(start: int, stop: int) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        _threads.run(work, 1000, 4)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_where_few_threads_can_be_started(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The calling thread does what others do not, and what waits for them is forgotten."""
    started = itertools.count()
    start = threading.Thread.start

    def start_a_few(thread: threading.Thread) -> None:
        if next(started) >= most:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    monkeypatch.setattr(_threads, "_pool", None)
    a, b = crowds(3001)
    with monkeypatch.context() as limited:
        limited.setattr(threading.Thread, "start", start_a_few)
        for _ in range(3):
            assert_same_bits(sepax.collide(a, b, workers=4), sepax.collide(a, b))
        assert sorted(rows_worked_on(5000, 8)) == list(range(5000))
        assert _threads._pool is None
    assert_same_bits(sepax.collide(a, b, workers=4), sepax.collide(a, b))
    assert _threads._pool is not None


def test_a_call_in_the_midst_of_a_call_that_shares_work() -> None:
    """As of a signal's handler or a `__del__`, while locks of the pool are held: it works alone."""
    program = """
import concurrent.futures._base as base
import sepax
from sepax._base import threads as _threads
_threads.LEAST_WORK = 1.0
pentagons = sepax.ShapeArray.regular([5] * 5000, 1.0)
twins = pentagons.copy()
query = lambda: int(sepax.intersects(pentagons, twins, workers=3).sum())
found = []

class Future(base.Future):  # made by the pool's submit, which holds its locks
    def __init__(self):
        super().__init__()
        found.append(query())

print(query())
whole, base.Future = base.Future, Future
print(query(), sorted(set(found)))
base.Future = whole
futures = [_threads._threads().submit(query) for _ in range(_threads.MOST_THREADS)]
print({future.result() for future in futures}, hasattr(_threads._this_thread, "is_taken"))
"""
    assert lines_of(program) == ["5000", "5000 [5000]", "{5000} True"]


def test_an_interrupt_while_a_thread_starts() -> None:
    """The pool does not know of that thread yet: the process ends all the same."""
    program = """
import sys, threading
import sepax
from sepax._base import threads as _threads
_threads.LEAST_WORK = 1.0
pentagons = sepax.ShapeArray.regular([5] * 5000, 1.0)
start = threading.Thread.start

def start_and_interrupt(thread):
    start(thread)
    raise KeyboardInterrupt

threading.Thread.start = start_and_interrupt
try:
    sepax.intersects(pentagons, pentagons, workers=3)
except KeyboardInterrupt:
    print("heard")
threading.Thread.start = start
if len(sys.argv) > 1:
    print(sepax.intersects(pentagons, pentagons, workers=3).sum())
"""
    assert lines_of(program) == ["heard"]
    assert lines_of(program, "more") == ["heard", "5000"]


def test_sharing_work_ends_with_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with an error: the next call of this thread shares its work again."""
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    seen = set()

    def work(start: int, stop: int) -> int:
        seen.add(threading.get_ident())
        time.sleep(0.0001)
        if fails and start > 64:
            raise ZeroDivisionError
        return min(start + 64, stop)

    fails = True
    with pytest.raises(ZeroDivisionError):
        _threads.run(work, 5000, 4)
    fails = False
    seen.clear()
    _threads.run(work, 50_000, 4)
    assert len(seen) > 1


def test_workers_while_the_interpreter_ends() -> None:
    """No thread starts any more, but functions that are to run at exit still do."""
    program = """
import atexit, sepax
from sepax._base import threads as _threads
_threads.LEAST_WORK = 1.0
boxes = sepax.ShapeArray.regular([5] * 5000, 1.0)
boxes_too = boxes.copy()
query = lambda workers: int(sepax.intersects(boxes, boxes_too, workers=workers).sum())
if warm:
    query(2)
atexit.register(lambda: print(query(1), query(2), query(5)))
"""
    for warm in (False, True):
        assert lines_of(f"warm = {warm}{program}") == ["5000 5000 5000"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_workers_after_a_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child has none of the threads of its parent's pool."""
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    array, _ = crowds(1501)
    expected = sepax.intersects(array, array[0], workers=3)
    child = os.fork()
    if child == 0:
        same = np.array_equal(sepax.intersects(array, array[0], workers=3), expected)
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_calls_of_many_threads_share_their_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    a, b = crowds(1501)
    expected = sepax.collide(a, b)
    for contacts in run_together(lambda _: sepax.collide(a, b, workers=3), 6):
        assert_same_bits(contacts, expected)
