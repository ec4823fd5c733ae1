"""highway-env on sepax: every bit of its answers, and of whole episodes, stays what it was.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from oracle import Body, Difference

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what the host and its own imports have to say
    pytest.importorskip("highway_env", reason="highway-env is not installed")
    import gymnasium
    from highway_env import utils

from sepax.compat import highway_env as drop_in
from sepax.compat._core.highway_env import displaced_polygons

Array = NDArray[np.float64]
Case = tuple[Array, Array, Array, Array]

FULL = os.environ.get("SEPAX_PROOF") == "full"
RANDOM_CASES, PICKED_CASES = (100_000, 10_000) if FULL else (2_000, 2_000)
SQUARE = np.array([(0, 0), (0, 2), (2, 2), (2, 0), (0, 0)], dtype=float)
TRIANGLE = np.array([(0, 0), (3, 4), (-1, 7), (0, 0)], dtype=float)

stock_polygons = utils.are_polygons_intersecting
stock_rectangles = utils.rotated_rectangles_intersect

pytestmark = pytest.mark.filterwarnings("ignore")  # the stock functions divide by zero


@pytest.fixture(autouse=True)
def _disabled() -> Iterator[None]:
    drop_in.disable()
    yield
    drop_in.disable()


# Cases ----------------------------------------------------------------------------------


def vehicle(random: np.random.Generator, center: Array) -> Array:
    """Return a closed rectangle such as the host makes of a vehicle."""
    length, width = random.uniform(1.0, 8.0, 2)
    angle = random.uniform(-np.pi, np.pi)
    half = np.array([(-1, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]) * (length / 2, width / 2)
    cosine, sine = np.cos(angle), np.sin(angle)
    ring: Array = half @ np.array([(cosine, sine), (-sine, cosine)]) + center
    return ring


def convex(random: np.random.Generator, center: Array) -> Array:
    """Return a closed polygon of 3 to 11 vertices on a circle."""
    turn = np.sort(random.uniform(0.0, 2.0 * np.pi, random.integers(3, 12)))
    ring = np.column_stack((np.cos(turn), np.sin(turn))) * random.uniform(1.0, 5.0) + center
    return np.concatenate((ring, ring[:1]))


def random_cases(count: int) -> Iterator[Case]:
    """Vehicles and other polygons, near the origin and far from it, moving and at rest."""
    random = np.random.default_rng(1)
    for i in range(count):
        center = random.uniform(0.0, (1.0, 1e3, 1e6)[i % 3], 2)
        make = convex if i % 2 else vehicle
        a, b = make(random, center), vehicle(random, center + random.uniform(-7.0, 7.0, 2))
        moves = 0.0 if i % 5 == 0 else 3.0
        yield a, b, random.uniform(-moves, moves, 2), random.uniform(-moves, moves, 2)


def lattice_ring(random: np.random.Generator, i: int) -> Array:
    """Return a ring of small whole numbers: square, flat, a point, tilted, of quarter turns."""
    if i % 5 == 0:
        return TRIANGLE * random.integers(1, 3)
    if i % 5 == 1:
        turn = random.integers(4) * np.pi / 2
        cosine, sine = np.cos(turn), np.sin(turn)
        turned: Array = (SQUARE - 1.0) @ np.array([(cosine, sine), (-sine, cosine)])
        return turned
    return SQUARE * random.integers(0, 3, 2)


def picked_cases(count: int) -> Iterator[Case]:
    """Touching, equal, nested, flat, repeated, tiny, huge and broken polygons."""
    random = np.random.default_rng(2)
    for i in range(count):
        a = lattice_ring(random, int(random.integers(5))) + random.integers(-2, 3, 2)
        b = lattice_ring(random, int(random.integers(5))) + random.integers(-4, 5, 2)
        steps = random.integers(-3, 4, (2, 2)) * (1.0, 0.0, 0.5)[i % 3]
        if i % 7 == 0:
            a[2] = a[1]
        if i % 11 == 0:
            scale = (1e-160, 1e-310, 1e155, 1e300, -1.0)[i // 11 % 5]
            a, b, steps = a * scale, b * scale, steps * scale
        if i % 17 == 0:
            b[random.integers(len(b)), i % 2] = (np.nan, np.inf, -np.inf)[i // 17 % 3]
        yield a, b, steps[0], steps[1]


def answer(function: Any, case: tuple[Any, ...]) -> Any:
    try:
        return function(*case)
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        return type(error)


def same_bits(a: Array, b: Array) -> bool:
    """Compare bit for bit; a NaN is a NaN."""
    a, b = (np.where(np.isnan(x), np.nan, x) for x in (a, b))
    return a.tobytes() == b.tobytes() and a.dtype == b.dtype


def same(stock: Any, fast: Any) -> bool:
    """Whether two answers are the same: real booleans, the same bits."""
    if isinstance(stock, type):
        return stock is fast
    if not isinstance(fast, tuple) or stock[0] is not fast[0] or stock[1] is not fast[1]:
        return False
    if stock[2] is None:
        return fast[2] is None
    return isinstance(fast[2], np.ndarray) and same_bits(stock[2], fast[2])


# The polygon test -----------------------------------------------------------------------


def test_answers_have_the_same_bits() -> None:
    seen = set()
    with drop_in.enabled():
        for case in (*random_cases(RANDOM_CASES), *picked_cases(PICKED_CASES)):
            stock = answer(stock_polygons, case)
            assert same(stock, answer(utils.are_polygons_intersecting, case)), case
            seen.add(stock[:2] if isinstance(stock, tuple) else stock)
    # Displaced polygons cover more: to meet now and not later is impossible. Some have no edge.
    assert seen == {(False, False), (False, True), (True, True), TypeError}


ODD = {
    "lists": ([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]],) * 2,
    "lists of arrays": (list(SQUARE), list(SQUARE)),
    "integers": (SQUARE.astype(int), SQUARE.astype(int)),
    "one of integers": (SQUARE.astype(int), SQUARE),
    "float32": (SQUARE.astype(np.float32), SQUARE.astype(np.float32)),
    "columns first": (np.asfortranarray(SQUARE), np.asfortranarray(SQUARE)),
    "strided": (np.repeat(SQUARE, 2, axis=0)[::2], SQUARE[::-1]),
    "big-endian": (SQUARE.astype(">f8"), SQUARE),
    "read-only": (np.broadcast_to(SQUARE, (5, 2)), SQUARE),
    "one row": (SQUARE[:1], SQUARE),
    "no row": (SQUARE[:0], SQUARE),
    "two rows": (SQUARE[:2], SQUARE[1:3]),
    "three columns": (np.zeros((4, 3)), np.zeros((4, 3))),
    "none": (None, SQUARE),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("step", [np.array([1.0, 0.5]), (1.0, 0.5), np.array([1, 2]), np.zeros(1)])
def test_odd_arguments_get_the_answer_of_the_host(name: str, step: Any) -> None:
    case = (*ODD[name], step, step)
    with drop_in.enabled():
        assert same(answer(stock_polygons, case), answer(utils.are_polygons_intersecting, case))


def test_zero_length_edges_are_skipped_silently() -> None:
    ring = np.repeat(SQUARE, 2, axis=0)
    with warnings.catch_warnings(), drop_in.enabled():
        warnings.simplefilter("error")
        hit, will_hit, translation = utils.are_polygons_intersecting(
            ring, SQUARE + 1.5, np.zeros(2), np.zeros(2)
        )
    assert (hit, will_hit, translation.tolist()) == (True, True, [-0.5, 0.0])


# Rectangles -----------------------------------------------------------------------------


def rectangles(random: np.random.Generator) -> tuple[Any, Any]:
    first, second = (
        (random.uniform(-3.0, 3.0, 2), *random.uniform(0.3, 8.0, 2), random.uniform(-4.0, 4.0))
        for _ in range(2)
    )
    return first, second


def exact_rectangle(center: Any, length: float, width: float, angle: float) -> Body:
    along = np.array((np.cos(angle), np.sin(angle))) * length / 2
    across = np.array((-np.sin(angle), np.cos(angle))) * width / 2
    corners = [np.asarray(center) + i * along + j * across for i in (-1, 1) for j in (-1, 1)]
    return Body(tuple((Fraction(x), Fraction(y)) for x, y in corners), Fraction(0))


def test_fixed_rectangles_are_right() -> None:
    random = np.random.default_rng(3)
    cross = (([0, 0], 10, 1, 0.0), ([3, 2], 10, 1, np.pi / 2))
    cases, stock_is_wrong = [cross, *(rectangles(random) for _ in range(300))], 0
    assert not stock_rectangles(*cross)
    with drop_in.enabled():
        assert utils.rotated_rectangles_intersect is stock_rectangles
    with drop_in.enabled(fix_rectangles=True):
        for first, second in cases:
            gap = Difference.between(exact_rectangle(*first), exact_rectangle(*second)).separation
            assert abs(gap) > 1e-9, "clear of the rounding of the corners"
            assert utils.rotated_rectangles_intersect(first, second) is (gap < 0)
            stock_is_wrong += stock_rectangles(first, second) is not (gap < 0)
    assert stock_is_wrong > 20


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300, 1e20, 0.0, -1.0])
def test_what_is_no_rectangle_is_left_to_the_host(place: int, value: float) -> None:
    """Far away the corners coincide, and an angle may be any number."""
    numbers = [0.0, 0.0, 10.0, 2.0, 0.5]
    numbers[place] = value
    odd = np.array(numbers[:2]), *numbers[2:]
    fine = np.array((3.0, 0.0)), 10.0, 1.0, 1.0
    for case in ((odd, fine), (fine, odd), (odd, odd)):
        expected = answer(stock_rectangles, case)
        with drop_in.enabled(fix_rectangles=True):
            found = answer(utils.rotated_rectangles_intersect, case)
        assert isinstance(found, (bool, np.bool_))
        if not np.isfinite(value) or (value <= 0 and place in (2, 3)) or (value > 0 and place < 2):
            assert found == expected, case


# Episodes -------------------------------------------------------------------------------

SMALL = {"highway-v0": 6, "parking-v0": 40, "intersection-v1": 8, "racetrack-v0": 30}
EPISODES = (
    [(name, seed, 200) for name in SMALL for seed in range(3)]
    if FULL
    else [(name, 5, steps) for name, steps in SMALL.items()]
)


def episode(name: str, seed: int, steps: int) -> Iterator[Any]:
    """Yield everything that an agent sees, with actions from a generator of our own."""
    random = np.random.default_rng(seed)
    environment = gymnasium.make(name)
    yield environment.reset(seed=seed)[0]
    for _ in range(steps):
        space: Any = environment.action_space
        if isinstance(space, gymnasium.spaces.Discrete):
            action: Any = int(random.integers(space.n))
        else:
            action = random.uniform(space.low, space.high).astype(space.dtype)
        observation, reward, terminated, truncated, info = environment.step(action)
        yield observation, reward, terminated, truncated, info["crashed"]
        if terminated or truncated:
            yield environment.reset()[0]
    environment.close()


def bits(seen: Any) -> bytes:
    if isinstance(seen, dict):
        return b"".join(name.encode() + bits(value) for name, value in seen.items())
    if isinstance(seen, (tuple, list)):
        return b"".join(bits(part) for part in seen)
    return np.asarray(seen).tobytes()


@pytest.mark.parametrize(("name", "seed", "steps"), EPISODES)
def test_episodes_are_the_same_bits(name: str, seed: int, steps: int) -> None:
    stock = [bits(seen) for seen in episode(name, seed, steps)]
    with drop_in.enabled():
        assert [bits(seen) for seen in episode(name, seed, steps)] == stock


# Switching ------------------------------------------------------------------------------


def test_an_unknown_rounding_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rounding:
        """Stands for NumPy and for its arrays."""

        def array(self, _: object) -> Rounding:
            return self

        def dot(self, _: object) -> float:
            return 0.25

    monkeypatch.setattr(drop_in, "np", Rounding())
    with pytest.raises(RuntimeError, match="rounds in an unknown way"):
        drop_in.enable()
    assert utils.are_polygons_intersecting is stock_polygons


@pytest.mark.parametrize("fused", [False, True])
def test_both_roundings_agree_but_for_the_last_bits(fused: bool) -> None:
    for a, b, step_a, step_b in random_cases(500):
        stock = stock_polygons(a, b, step_a, step_b)
        verdict = displaced_polygons(a, b, step_a, step_b, fused)
        assert verdict is not None
        assert verdict[:2] == stock[:2]
        if stock[2] is not None:
            assert verdict[2] == pytest.approx(stock[2], rel=1e-6, abs=1e-6)
