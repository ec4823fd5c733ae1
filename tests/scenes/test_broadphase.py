"""The pairs of bounding boxes that meet: those that comparing every box with every other finds."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import thread_time
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from sepax._core.arrays.broadphase import candidate_pairs
from sepax._core.arrays.pair_list import PairBuffer

Array = npt.NDArray[np.float64]
Pairs = npt.NDArray[np.intp]


def found(a: Array, b: Array | None = None) -> Pairs:
    """Return what the library finds, as an array."""
    pairs: Pairs = np.asarray(candidate_pairs(a, b))
    return pairs


def expected(a: Array, b: Array | None = None) -> Pairs:
    """Compare every box with every other."""
    low_a, high_a = a[:, None, :2], a[:, None, 2:]
    low_b, high_b = (a if b is None else b)[None, :, :2], (a if b is None else b)[None, :, 2:]
    meet = ((low_a <= high_b) & (low_b <= high_a)).all(axis=2)
    return np.argwhere(np.triu(meet, 1) if b is None else meet)


def judge(a: Array, b: Array | None = None) -> None:
    assert np.array_equal(found(a, b), expected(a, b))


def boxes(x: Any, y: Any, width: Any, height: Any) -> Array:
    """Return boxes with these lower left corners; any of the numbers may be an array."""
    x, y, width, height = np.broadcast_arrays(x, y, width, height)
    return np.stack([x, y, x + width, y + height], axis=1).astype(np.float64)


def scattered(n: int, seed: int = 1, side: float = 1.0) -> Array:
    """Return boxes about as many of whose pairs meet as there are boxes."""
    random = np.random.default_rng(seed)
    x, y = random.uniform(0.0, np.sqrt(2.0 * n), (2, n))
    return boxes(x, y, *random.uniform(0.5 * side, 1.5 * side, (2, n)))


Drawer = Callable[[np.random.Generator, int], Array]
PLACES: dict[str, Drawer] = {
    "even": lambda random, n: random.uniform(0.0, 20.0, n),
    "integer": lambda random, n: random.integers(0, 12, n).astype(np.float64),
    "same": lambda random, n: np.zeros(n),
    "row": lambda random, n: np.arange(n, dtype=np.float64),
    "far": lambda random, n: 1e9 + random.uniform(0.0, 20.0, n),
    "clusters": lambda random, n: random.normal(0.0, 1.0, n) + 1e13 * random.integers(0, 3, n),
    "outlier": lambda random, n: np.where(np.arange(n) == 3, 1e200, random.uniform(0, 20, n)),
    "exponents": lambda random, n: np.exp(random.uniform(-300.0, 300.0, n)),
    "both signs": lambda random, n: random.standard_cauchy(n),
}
SIZES: dict[str, Drawer] = {
    "even": lambda random, n: random.uniform(0.5, 1.5, n),
    "one": lambda random, n: np.ones(n),
    "points": lambda random, n: np.zeros(n),
    "200:1": lambda random, n: np.exp(random.uniform(np.log(0.02), np.log(4.0), n)),
    "one giant": lambda random, n: np.where(np.arange(n) == n // 2, 1e6, 0.5),
    "giants": lambda random, n: np.where(random.random(n) < 0.1, 30.0, 0.1),
    "exponents": lambda random, n: np.exp(random.uniform(-300.0, 300.0, n)),
}


@st.composite
def any_boxes(draw: st.DrawFn) -> Array:
    """Draw a few boxes of any numbers at all, or of few distinct ones."""
    numbers: st.SearchStrategy[float]
    numbers = draw(
        st.sampled_from([st.floats(-1e300, 1e300), st.sampled_from([-1.0, -0.0, 0.0, 1.0, 1e300])])
    )
    rows = draw(st.integers(0, 40))
    corners = draw(arrays.arrays(np.float64, (rows, 2, 2), elements=numbers))
    return np.sort(corners, axis=1).reshape(rows, 4)


@given(any_boxes(), any_boxes())
@settings(max_examples=100)
def test_boxes_of_any_numbers(a: Array, b: Array) -> None:
    judge(a)
    judge(a, b)
    judge(b, a)


@pytest.mark.parametrize("place_y", PLACES)
@pytest.mark.parametrize("place_x", PLACES)
def test_every_kind_of_scene(place_x: str, place_y: str) -> None:
    random, n = np.random.default_rng(5), 250
    x, y = PLACES[place_x](random, n), PLACES[place_y](random, n)
    for size in SIZES.values():
        scene = boxes(x, y, size(random, n), SIZES[random.choice(list(SIZES))](random, n))
        judge(scene)
        some, rest = scene[: n // 3].copy(), scene[: n // 3 - 1 : -1].copy()
        judge(some, rest)
        judge(rest, some)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 1500])
def test_sizes(n: int) -> None:
    scene = scattered(n)
    judge(scene)
    judge(scene, scattered(100, seed=2))
    judge(scattered(100, seed=2), scene)


def test_no_boxes() -> None:
    none = np.empty((0, 4))
    for pairs in (found(none), found(none, none), found(none, scattered(9)), found(scattered(9))):
        assert pairs.dtype == np.intp
        assert pairs.shape[1] == 2
    assert found(none).shape == (0, 2)
    assert len(candidate_pairs(none)) == 0


def test_touching_counts() -> None:
    grid = boxes(np.arange(900) % 30, np.arange(900) // 30, 1.0, 1.0)
    pairs = found(grid)
    assert len(pairs) == 2 * 30 * 29 + 2 * 29 * 29  # sides, then corners
    shrunk = grid - [0.0, 0.0, 1e-9, 1e-9]
    assert len(found(shrunk)) == 0
    apart = np.array([[0.0, 0.0, 1.0, 1.0], [np.nextafter(1.0, 2.0), 0.0, 2.0, 1.0]])
    assert len(found(apart)) == 0


@pytest.mark.parametrize("copies", [2, 100, 1500])
def test_identical_boxes(copies: int) -> None:
    scene = np.tile([1.0, 2.0, 3.0, 4.0], (copies, 1))
    upper = np.argwhere(np.triu(np.ones((copies, copies), bool), 1))
    assert np.array_equal(found(scene), upper)


def test_large_scene() -> None:
    scene = scattered(60_000)
    pairs = found(scene)
    for first in range(0, 60_000, 15_000):  # checked by samples: all would take long
        last = first + 20
        right = expected(scene[first:last], scene) + np.array([first, 0])
        mine = pairs[(pairs[:, 0] >= first) & (pairs[:, 0] < last)]
        assert np.array_equal(mine, right[right[:, 0] < right[:, 1]])
    assert np.array_equal(pairs, pairs[np.lexsort(pairs.T[::-1])])


def test_read_only_input_is_not_changed() -> None:
    scene = scattered(300)
    before = scene.copy()
    scene.flags.writeable = False
    judge(scene, scene)
    assert np.array_equal(scene, before)


def test_buffer_owns_its_memory() -> None:
    view = candidate_pairs(scattered(400))
    assert view.shape == (len(view), 2)
    assert view.c_contiguous
    assert not view.readonly
    pairs = np.asarray(view)
    before = pairs.copy()
    del view
    candidate_pairs(scattered(400, seed=3))
    assert np.array_equal(pairs, before)
    assert pairs.flags.writeable


def test_buffer_by_itself() -> None:
    assert np.asarray(PairBuffer()).shape == (0, 2)
    with pytest.raises(TypeError):
        pickle.dumps(PairBuffer())
    view = candidate_pairs(scattered(400))
    assert bytes(view) == found(scattered(400)).tobytes()
    assert view.nbytes == len(view) * 2 * np.dtype(np.intp).itemsize


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1.1e300])
@pytest.mark.parametrize("column", range(4))
def test_numbers_that_are_not_finite(value: float, column: int) -> None:
    scene = scattered(50)
    scene[20, column] = value
    with pytest.raises(ValueError, match="finite"):
        candidate_pairs(scene)
    with pytest.raises(ValueError, match="finite"):
        candidate_pairs(scattered(5), scene)


def test_wrong_arrays() -> None:
    with pytest.raises(ValueError, match=r"bounds_a must have the shape \(n, 4\), got \(3, 5\)"):
        candidate_pairs(np.zeros((3, 5)))
    with pytest.raises(ValueError, match=r"bounds_b must have the shape"):
        candidate_pairs(np.zeros((3, 4)), np.zeros((3, 2)))
    with pytest.raises(ValueError, match="dimension"):
        candidate_pairs(np.zeros(4))
    with pytest.raises(ValueError, match="mismatch"):
        candidate_pairs(np.zeros((3, 4), np.float32))
    with pytest.raises(TypeError):
        candidate_pairs(None)  # type: ignore[arg-type]  # on purpose


def test_boxes_inside_out_do_no_harm() -> None:
    scene = scattered(500)
    scene[::3] = scene[::3, [2, 3, 0, 1]]
    pairs = found(scene)
    assert pairs.size == 0 or 0 <= pairs.min() <= pairs.max() < 500


def peak(call: Callable[[], object]) -> int:
    """Return the most memory held during a call."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.thread_unsafe(reason="memory is counted for all threads")
@pytest.mark.parametrize("kind", ["even", "one giant", "giants", "200:1"])
def test_memory_is_linear(kind: str) -> None:
    for n in (5_000, 40_000):
        random = np.random.default_rng(1)
        x, y = random.uniform(0.0, 4.0 * np.sqrt(n), (2, n))
        scene = boxes(x, y, SIZES[kind](random, n), SIZES[kind](random, n))
        pairs = len(found(scene))
        assert peak(partial(candidate_pairs, scene)) < 120 * n + 40 * pairs + 100_000


@pytest.mark.thread_unsafe(reason="memory is counted for all threads")
def test_memory_where_many_boxes_touch_all_strips() -> None:
    n = 20_000
    y = np.linspace(0.0, 1000.0, n) + np.where(np.arange(n) % 2, 0.0, 1e14)
    scene = boxes(np.arange(n), y, 0.5, np.where(np.arange(n) % 3, 0.0, 1000.0))
    assert len(found(scene)) == 0
    assert peak(partial(candidate_pairs, scene)) < 120 * n + 100_000


def test_time_of_crowded_scenes() -> None:
    def least_time(scene: Array) -> float:
        times = []
        for _ in range(3):
            start = thread_time()
            candidate_pairs(scene)
            times.append(thread_time() - start)
        return min(times)

    column = boxes(0.0, np.arange(60_000), 1.0, 1.5)
    column[30_000:] += 1e14
    # Twice as long is usual. Comparing every box of a column with every other takes hundreds.
    assert least_time(column) < 10.0 * least_time(scattered(60_000))


def test_every_lack_of_memory_is_an_error() -> None:
    testing = pytest.importorskip("_testcapi")
    if not hasattr(testing, "set_nomemory"):
        pytest.skip("this Python cannot be made to run out of memory")
    clustered = scattered(300)
    clustered[:, [1, 3]] = np.exp(np.linspace(0.0, 200.0, 300))[:, None]
    for a, b in ((scattered(300), None), (scattered(300), scattered(200)), (clustered, None)):
        right = bytes(candidate_pairs(a, b))
        failures = 0
        for allocation in range(60):
            pairs = None
            try:
                testing.set_nomemory(allocation, allocation + 1)
                pairs = candidate_pairs(a, b)
            except MemoryError:
                failures += 1
            finally:
                testing.remove_mem_hooks()
            assert pairs is None or bytes(pairs) == right
        assert failures >= 7


TOO_MANY_PAIRS = """
import resource
import numpy as np
from sepax._core.arrays.broadphase import candidate_pairs

pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + 200_000_000
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    candidate_pairs(np.zeros((100_000, 4)))
except MemoryError:
    print("MemoryError", len(candidate_pairs(np.zeros((10, 4)))))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process its own way")
def test_more_pairs_than_memory() -> None:
    result = subprocess.run(
        [sys.executable, "-c", TOO_MANY_PAIRS], capture_output=True, text=True, check=False
    )
    assert result.stdout == "MemoryError 45\n", result.stderr


def test_threads() -> None:
    scene = scattered(5000)
    alone = found(scene)
    with ThreadPoolExecutor(4) as pool:
        for together in pool.map(lambda _: found(scene), range(16)):
            assert np.array_equal(together, alone)


def test_bounds_that_change_meanwhile() -> None:
    scene, other = scattered(20_000), scattered(20_000, seed=2)
    changing = scene.copy()
    with ThreadPoolExecutor(2) as pool:
        writing = [pool.submit(np.copyto, changing, (scene, other)[k % 2]) for k in range(300)]
        while not all(future.done() for future in writing):
            pairs = found(changing)
            assert pairs.size == 0 or 0 <= pairs.min() <= pairs.max() < 20_000
    changing[:] = scene
    assert np.array_equal(found(changing), found(scene))
