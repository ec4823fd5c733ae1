"""What a second thread gains at all on this machine, by plain loops that share nothing.

Two processors may be the halves of one core, or live on one memory channel; then no library's
workers can double the speed, and the targets for them are to be read beside these figures.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from common.compiling import compiled_with
from common.shapes import Array
from common.timing import Call, Effort, measure

EFFORT = Effort(rounds=15, least_rounds=5, budget=500_000_000)


@compiled_with(nogil=True)
def wait_for_sums(values: Array, times: int) -> float:
    """Each step waits for the one before, so that most of the processor is idle."""
    total = 1.0
    for _ in range(times * values.size):
        total = total * 0.999999 + 0.001
    return total


@compiled_with(nogil=True)
def compare(values: Array, times: int) -> int:
    """Nothing to wait for: this keeps the processor busy."""
    count = 0
    for _ in range(times):
        for k in range(values.size):
            if values[k] > 0.5:
                count += 1
            elif values[k] > 0.25:
                count += 2
    return count


@compiled_with(nogil=True, fastmath=True)
def read(values: Array, times: int) -> float:
    total = 0.0
    for _ in range(times):
        for k in range(values.size):
            total += values[k]
    return total


def gains() -> dict[str, float]:
    """Return how much faster two threads do twice the work than one, by kind of work."""
    small, large = np.random.default_rng(5).random(4000), np.ones(32_000_000)
    work: dict[str, tuple[Callable[..., Any], Array, int]] = {
        "waiting": (wait_for_sums, small, 1000),
        "computing": (compare, small, 20_000),
        "reading memory": (read, large, 1),
    }
    with ThreadPoolExecutor(1) as other:
        return {name: _gain(other, *task) for name, task in work.items()}


def _gain(
    other: ThreadPoolExecutor, function: Callable[..., Any], values: Array, times: int
) -> float:
    first, last = np.split(values, 2)  # what one thread has read is in a cache for the other

    def alone() -> None:
        function(first, times)

    def together() -> None:
        second = other.submit(function, last, times)
        function(first, times)
        second.result()

    together()
    calls = {
        "alone": Call([(alone,)], None, "work()", "work,"),
        "together": Call([(together,)], None, "work()", "work,"),
    }
    timings = measure(calls, EFFORT)
    return 2.0 * timings["alone"].nanoseconds / timings["together"].nanoseconds
