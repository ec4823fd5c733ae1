"""Work on batches, split among threads of one pool that all batches share."""

from __future__ import annotations

import os
from _thread import allocate_lock  # what threading.Lock is; its module takes 0.7 ms to import
from collections import deque
from collections.abc import Callable
from time import perf_counter_ns
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing it takes as long as all of sepax: only those who share work pay
    from concurrent.futures import ThreadPoolExecutor

MOST_THREADS = 64
LEAST_WORK = 200_000.0  # nanoseconds a thread: handing over less costs more than it saves
CACHE_LINE = 64  # rows: then no two threads write to the same line of a boolean array

_lock = allocate_lock()
_pool: ThreadPoolExecutor | None = None


def _threads() -> ThreadPoolExecutor:
    """Return the pool, which starts a thread only when none of its own is idle."""
    global _pool
    with _lock:
        if _pool is None:
            from concurrent.futures import ThreadPoolExecutor

            _pool = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="sepax")
        return _pool


def _forget() -> None:
    """Begin anew in a forked process, where the threads of the pool do not exist."""
    global _lock, _pool
    _lock, _pool = allocate_lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def run(work: Callable[[int, int], None], count: int, workers: int) -> None:
    """Call ``work(start, stop)`` for ranges that make up [0, count).

    How long a row takes is known only when some are done: of pairs far apart a hundredth of
    what pairs take that nearly touch. So the calling thread begins, and lets others help
    when what is left is worth it.

    Parameters
    ----------
    work : callable
        Releases the GIL; writes to rows [start, stop) of arrays and to nothing else.
    count : int
        Number of rows.
    workers : int
        The most threads to work at once, the calling one among them.
    """
    if workers == 1:
        work(0, count)
        return
    start, size = 0, CACHE_LINE
    while start < count:
        began = perf_counter_ns()
        stop = min(start + size, count)
        work(start, stop)
        spent = perf_counter_ns() - began
        row, start = spent / (stop - start), stop
        if spent < LEAST_WORK / 20:  # too little to judge by
            size *= 4
            continue
        threads = min(workers, MOST_THREADS, int(row * (count - start) / LEAST_WORK))
        if threads > 1:
            _share(work, _ranges(start, count, int(LEAST_WORK / 10 / row), threads), threads)
            return


def _ranges(start: int, stop: int, least: int, threads: int) -> deque[tuple[int, int]]:
    """Split rows in ever smaller ranges, so that the threads come to an end together."""
    ranges: deque[tuple[int, int]] = deque()
    while start < stop:
        size = max(least, (stop - start) // (2 * threads)) // CACHE_LINE + 1
        ranges.append((start, min(start + size * CACHE_LINE, stop)))
        start += size * CACHE_LINE
    return ranges


def _share(work: Callable[[int, int], None], ranges: deque[tuple[int, int]], threads: int) -> None:
    """Work on ranges in several threads, the calling one among them."""

    def take_ranges() -> None:
        while True:
            try:
                start, stop = ranges.popleft()
            except IndexError:
                return
            work(start, stop)

    futures = [_threads().submit(take_ranges) for _ in range(min(threads, len(ranges)) - 1)]
    try:
        take_ranges()
    finally:
        ranges.clear()  # after an interrupt the others need not go on
        # Who has not begun finds nothing left to do: do not wait for it.
        errors = [future.exception() for future in futures if not future.cancel()]
    for error in errors:
        if error is not None:
            raise error
