"""Whether calls keep memory: each is repeated, and what is left over is counted.

Three counts must stay: the blocks of Python's allocator, the references to the arguments, and the
resident memory of the process, which also shows what C code allocates. The last one has some noise.
A call that fails is measured again, for a leak grows each time, and a cache that fills does not.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

Thunk = Callable[[], object]
ERRORS = (TypeError, ValueError, IndexError, AttributeError, OverflowError)
WARM_UP = 40  # rounds: caches and free lists are full by then
MOST_BLOCKS, MOST_REFERENCES, MOST_BYTES = 60, 20, 1 << 20
ATTEMPTS = 6


class Growth(NamedTuple):
    """What some calls left over."""

    calls: int
    blocks: int
    references: int
    resident: int  # bytes

    @property
    def is_leak(self) -> bool:
        return (
            self.blocks > MOST_BLOCKS
            or abs(self.references) > MOST_REFERENCES
            or self.resident > MOST_BYTES
        )


def resident() -> int:
    """Return the bytes of this process that are in memory."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGESIZE")


def references(things: Iterable[object]) -> int:
    return sum(sys.getrefcount(thing) for thing in things)


def run(thunks: Sequence[Thunk], count: int) -> None:
    """Call them in turn; errors are what some of them are for."""
    for thunk in islice(cycle(thunks), count):
        with contextlib.suppress(*ERRORS):
            thunk()


def affordable(thunks: Sequence[Thunk], most: int, seconds: float) -> int:
    """Return how many calls the time is enough for; they are warm then."""
    run(thunks, WARM_UP)
    start = perf_counter()
    run(thunks, WARM_UP)
    each = (perf_counter() - start) / WARM_UP
    return max(WARM_UP, min(most, int(seconds / each)))


def grown(thunks: Sequence[Thunk], things: Sequence[object], count: int) -> Growth:
    """Repeat the calls, until what they leave over is little, or has been much each time."""
    growth = Growth(0, 0, 0, 0)
    for _ in range(ATTEMPTS):
        growth = _grown_once(thunks, [*things, None, True, False], count)
        if not growth.is_leak:
            break
    return growth


def _grown_once(thunks: Sequence[Thunk], things: Sequence[Any], count: int) -> Growth:
    gc.collect()
    before = sys.getallocatedblocks(), references(things), resident()
    run(thunks, count)
    gc.collect()
    after = sys.getallocatedblocks(), references(things), resident()
    return Growth(count, *(new - old for new, old in zip(after, before, strict=True)))
