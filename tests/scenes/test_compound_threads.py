"""Compounds in several threads: parts are posed when something asks, once for all queries."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from compound_rows import FAMILIES, frozen

import sepax
from sepax import Compound, ShapeArray


def frozen_answer(ask: Callable[[Any, ShapeArray], Any], shapes: Any, scene: ShapeArray) -> Any:
    return frozen(ask(shapes, scene))


def run_together(works: list[Callable[[], Any]]) -> list[Any]:
    """Call functions in as many threads at once; returns what they return."""
    answers: list[Any] = [None] * len(works)
    barrier = threading.Barrier(len(works))

    def work(k: int) -> None:
        barrier.wait()
        answers[k] = works[k]()

    threads = [threading.Thread(target=work, args=(k,)) for k in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.fixture
def hasty_threads() -> Any:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


ASKED_BY_THREADS: dict[str, Callable[[Any, ShapeArray], Any]] = {
    "pairs": lambda x, scene: sepax.find_pairs(x, scene),
    "bounds": lambda x, scene: x.bounds,
    "parts": lambda x, scene: x.parts,
    "nearest": lambda x, scene: sepax.nearest(x, scene, k=2),
    "distance": lambda x, scene: sepax.distance(x, scene[0]),
    "rays": lambda x, scene: sepax.raycast(x, (-50, 0), (1, 0)),
}


@pytest.mark.usefixtures("hasty_threads")
@pytest.mark.parametrize("kind", ["array", "compound"])
class TestThreads:
    def make(self, kind: str, places: Any, angles: Any) -> Any:
        single = Compound(FAMILIES["many parts"].parts[0] + FAMILIES["large rings"].parts[0])
        if kind == "array":
            return single.at(places, angles)
        x, y = places[0].tolist()
        single.set_pose(x, y, angles[0].item())
        return single

    def test_first_queries_after_a_pose(self, kind: str) -> None:
        """No query sees a pose that only some parts have taken."""
        rng = np.random.default_rng(13)
        scene = ShapeArray.boxes(1, 1, rng.normal(size=(80, 2)) * 15)
        shared = self.make(kind, np.zeros((12, 2)), np.zeros(12))
        for _ in range(8):
            places, angles = rng.normal(size=(12, 2)) * 9, rng.normal(size=12)
            alone = self.make(kind, places, angles)
            if kind == "array":
                shared.set_poses(places, angles)
            else:
                shared.set_pose(*places[0].tolist(), angles[0].item())
            queries = list(ASKED_BY_THREADS.values())
            order = rng.permutation(len(queries)).tolist()
            answers = run_together(
                [partial(frozen_answer, queries[k], shared, scene) for k in order]
            )
            assert sorted(map(repr, answers)) == sorted(
                repr(frozen(ask(alone, scene))) for ask in queries
            )

    def test_queries_while_poses_are_set(self, kind: str) -> None:
        """Answers are unspecified; nothing breaks, and it works well afterwards."""
        rng = np.random.default_rng(17)
        scene = ShapeArray.boxes(1, 1, rng.normal(size=(80, 2)) * 15)
        poses = rng.normal(size=(150, 12, 2)) * 9
        shared, angles = self.make(kind, poses[0], np.arange(12.0)), np.arange(12.0)

        def move() -> None:
            for places in poses:
                if kind == "array":
                    shared.set_poses(places)
                else:
                    shared.position = places[0].tolist()

        def ask() -> None:
            for query in list(ASKED_BY_THREADS.values()) * 4:
                query(shared, scene)

        run_together([move, ask, ask, ask, ask])
        alone = self.make(kind, poses[-1], angles)
        for query in ASKED_BY_THREADS.values():
            assert frozen(query(shared, scene)) == frozen(query(alone, scene))


NESTED = """
import signal
import numpy as np
import sepax

pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Polygon.regular(30, 1, position=(2, 0))])
places = np.random.default_rng(1).normal(size=(150_000, 2)) * 1e4
array, asked = pair.at(places, 0.5), []

def ask(*_):
    asked.append(len(array.parts))

signal.signal(signal.SIGALRM, ask)
signal.setitimer(signal.ITIMER_REAL, 0.02)
vertices = array.parts.vertices
assert asked == [300_000]
assert np.array_equal(vertices, pair.at(places, 0.5).parts.vertices)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such timer")
def test_a_signal_handler_may_ask_while_parts_are_posed() -> None:
    """It runs in the midst of that, in the same thread, and does not wait for itself."""
    result = subprocess.run(
        [sys.executable, "-c", NESTED], capture_output=True, text=True, timeout=100, check=False
    )
    assert result.returncode == 0, result.stderr
