"""The time of one call, in nanoseconds: interleaved rounds, medians, the bare loop subtracted."""

import gc
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter_ns
from typing import Any, NamedTuple

Answer = bool | float | None


@dataclass(frozen=True)
class Call:
    """One contestant's call in one case.

    ``statement`` is what is timed, after ``before``, once for each of ``items``, whose elements
    it finds under ``names``; it may use ``f``, which is ``function`` as a local variable.
    ``read`` turns what the statement gives into an answer that can be compared: hit or not,
    or a number (depth, time), or None for no hit.
    """

    items: Sequence[tuple[Any, ...]]
    function: Callable[..., Any] | None = None
    statement: str = "f(a, b)"
    names: str = "a, b"
    before: str = "pass"
    read: Callable[[Any], Answer] = bool


class Timing(NamedTuple):
    """The median time of one call, and over how many rounds."""

    nanoseconds: float
    rounds: int


@dataclass(frozen=True)
class Effort:
    """How many rounds; a slow contestant stops after fewer when its nanoseconds are spent."""

    rounds: int
    least_rounds: int
    budget: int


WARM_UP_BELOW = 1_000_000  # ns a pass: what takes longer does not notice cold caches


class _Runner:
    """Takes the samples of one contestant: passes over all its items."""

    def __init__(self, call: Call, clock: Callable[[], int]) -> None:
        # Compiled anew for each contestant: the interpreter specialises a call in place, and
        # contestants that shared one loop would undo each other's specialisation.
        self.loop = _loop(call.names, f"{call.before}; {call.statement}")
        self.empty = _loop(call.names, "pass; pass")
        self.call = call
        self.clock = clock
        self.samples: list[float] = []
        self.spent = 0

    def run(self) -> None:
        """Take one sample: what a pass costs beyond an empty loop over the same items."""
        if self.spent < WARM_UP_BELOW * (len(self.samples) or 1):
            self._time(self.loop)
        overhead = self._time(self.empty)
        elapsed = self._time(self.loop)
        self.spent += elapsed
        self.samples.append((elapsed - overhead) / len(self.call.items))

    def _time(self, loop: Callable[..., None]) -> int:
        start = self.clock()
        loop(self.call.function, self.call.items)
        return self.clock() - start


def measure(
    calls: Mapping[str, Call],
    effort: Effort,
    seed: int = 1,
    clock: Callable[[], int] = perf_counter_ns,
) -> dict[str, Timing]:
    """Time the contestants of one case against each other.

    Every round runs each contestant over all its items, in a new random order, so that a
    disturbance or a change of the clock falls on all alike. The loop itself, unpacking
    included, is timed beside each by an empty one over the same items, and subtracted.
    """
    runners = {name: _Runner(call, clock) for name, call in calls.items()}
    _run_interleaved(list(runners.values()), effort, random.Random(seed))
    return {
        name: Timing(median(runner.samples), len(runner.samples))
        for name, runner in runners.items()
    }


def answers(call: Call) -> list[Answer | Exception]:
    """Return what the contestant answers on each item; an exception is an answer too."""
    body = f" {call.names} = item; {call.before}; return {call.statement}"
    once = _compiled(f"def once(f, item):\n{body}", "once")
    return [_answer(call, once, item) for item in call.items]


def _answer(call: Call, once: Callable[..., Any], item: tuple[Any, ...]) -> Answer | Exception:
    try:
        return call.read(once(call.function, item))
    except Exception as error:  # whatever a peer raises is reported, not hidden
        return error


def _loop(names: str, body: str) -> Callable[..., None]:
    return _compiled(f"def loop(f, items):\n for {names} in items: {body}", "loop")


def _compiled(source: str, name: str) -> Callable[..., Any]:
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    function: Callable[..., Any] = namespace[name]
    return function


def _run_interleaved(runners: list[_Runner], effort: Effort, order: random.Random) -> None:
    with _no_garbage_collection():
        for _ in range(effort.rounds):
            order.shuffle(runners)
            for runner in runners:
                rounds = len(runner.samples)
                if rounds < effort.least_rounds or runner.spent < effort.budget:
                    runner.run()


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
