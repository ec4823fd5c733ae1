"""Work on batches, split among threads of one pool that all batches share."""

from __future__ import annotations

import os
from _thread import allocate_lock  # what threading.Lock is; its module takes 0.7 ms to import
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing it takes as long as all of sepax: only those who share work pay
    from concurrent.futures import ThreadPoolExecutor

MOST_THREADS = 64
LEAST_WORK = 100_000.0  # nanoseconds: handing over less costs more than it saves
CACHE_LINE = 64  # rows: then no two threads write to the same line of a boolean array
CHUNKS_A_WORKER = 4  # pairs that meet take longer than others: who is done early takes another

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


def run(work: Callable[[int, int], None], count: int, nanoseconds: float, workers: int) -> None:
    """Call ``work(start, stop)`` for ranges that make up [0, count).

    Parameters
    ----------
    work : callable
        Releases the GIL; writes to rows [start, stop) of arrays and to nothing else.
    count : int
        Number of rows.
    nanoseconds : float
        What one row takes, roughly.
    workers : int
        The most threads to work at once, the calling one among them.
    """
    least = max(LEAST_WORK / nanoseconds, count / (CHUNKS_A_WORKER * workers))
    size = (int(least) // CACHE_LINE + 1) * CACHE_LINE
    if workers == 1 or count <= size:
        work(0, count)
        return
    ranges = deque((start, min(start + size, count)) for start in range(0, count, size))

    def take_ranges() -> None:
        while True:
            try:
                start, stop = ranges.popleft()
            except IndexError:
                return
            work(start, stop)

    helpers = min(workers, len(ranges), MOST_THREADS) - 1
    futures = [_threads().submit(take_ranges) for _ in range(helpers)]
    try:
        take_ranges()
    finally:
        ranges.clear()  # after an interrupt the others need not go on
        from concurrent.futures import wait

        wait(futures)
    for future in futures:
        future.result()
