"""Work on batches, split among threads of one pool that all batches share."""

from __future__ import annotations

import os
from _thread import (  # the module threading takes 0.7 ms to import
    _local,
    allocate_lock,
    get_ident,
)
from collections import deque
from collections.abc import Callable
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from sepax._core.interrupts import helpers, run_in_slices

if TYPE_CHECKING:  # importing it takes as long as all of sepax: only those who share work pay
    from concurrent.futures import ThreadPoolExecutor

MOST_THREADS = 64
LEAST_WORK = 200_000.0  # nanoseconds of work that pay for one more thread
CACHE_LINE = 64  # rows: then no two threads write to the same line of a boolean array

# A thread that shares work, or helps with it, may hold a lock of the pool. If a signal's handler, a
# `__del__` or a weakref's callback runs there, it must not share work of its own.
_this_thread = _local()

_lock = allocate_lock()
_pool: ThreadPoolExecutor | None = None


def _threads() -> ThreadPoolExecutor:
    """Return the pool, which starts a thread only when none of its own is idle."""
    global _pool
    with _lock:
        if _pool is None:
            from concurrent.futures import ThreadPoolExecutor

            _pool = ThreadPoolExecutor(MOST_THREADS, "sepax", initializer=_work_alone)
        return _pool


def _work_alone() -> None:
    """Have calls made in this thread from now on work in it alone."""
    _this_thread.is_taken = True


def _forget() -> None:
    """Begin anew in a forked process, where the threads of the pool do not exist."""
    global _lock, _pool
    _lock, _pool = allocate_lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def run(work: Callable[..., int], count: int, workers: int, *arguments: Any) -> None:
    """Call ``work(start, stop, *arguments)`` for ranges that make up [0, count).

    How long a row takes is known only when some are done: pairs far apart take a hundredth of
    what pairs take that nearly touch. So the calling thread begins, and lets others help
    when what is left is worth it.

    Parameters
    ----------
    work : callable
        Releases the GIL; writes to rows [start, stop) of arrays and to nothing else. Returns
        the row, after `start`, that it has come to when its time is over: see interrupts.pxd.
    count : int
        Number of rows.
    workers : int
        The most threads to work at once, the calling one among them. A call in the midst of
        another one's sharing works alone.
    """
    if workers == 1 or getattr(_this_thread, "is_taken", False):
        run_in_slices(work, count, arguments)
        return
    start, size = 0, CACHE_LINE
    while start < count:
        began = perf_counter_ns()
        reached = work(start, min(start + size, count), *arguments)
        spent = perf_counter_ns() - began
        row, start = spent / (reached - start), reached
        if spent < LEAST_WORK / 20:  # too little for an estimate
            size *= 4
            continue
        threads = min(workers, MOST_THREADS, int(row * (count - start) / LEAST_WORK))
        if threads > 1:
            _share(
                work, arguments, _ranges(start, count, int(LEAST_WORK / 10 / row), threads), threads
            )
            return


def _ranges(start: int, stop: int, least: int, threads: int) -> deque[tuple[int, int]]:
    """Split rows in ever smaller ranges, so that the threads come to an end together."""
    ranges: deque[tuple[int, int]] = deque()
    while start < stop:
        size = max(least, (stop - start) // (2 * threads)) // CACHE_LINE + 1
        ranges.append((start, min(start + size * CACHE_LINE, stop)))
        start += size * CACHE_LINE
    return ranges


class _Helper:
    """The share of some work that another thread may take."""

    def __init__(self, work: Callable[[], None], stopped: list[bool]) -> None:
        self._work, self._stopped, self._error = work, stopped, None
        self._begun, self._done = allocate_lock(), allocate_lock()
        self._done.acquire()

    _error: BaseException | None

    def __call__(self) -> None:
        """Work, unless the calling thread is through already."""
        if self._begun.acquire(blocking=False):
            helpers[get_ident()] = self._stopped
            try:
                self._work()
            except BaseException as error:
                self._error = error
            finally:
                del helpers[get_ident()]
                self._done.release()

    def wait(self) -> BaseException | None:
        """Wait for the work and return its error; work that has not begun is cancelled."""
        if self._begun.acquire(blocking=False):
            self._done.release()
        with self._done:
            return self._error


def _call(others: list[_Helper]) -> None:
    """Hand the helpers to the pool. Where no thread can be started they are not needed."""
    global _pool
    try:
        for helper in others:
            _threads().submit(helper)
    except BaseException as error:
        with _lock:
            pool, _pool = _pool, None
        # It keeps what it could not start. After an interrupt it may have started a thread that it
        # does not know of: the process would wait for that for ever. The next call begins anew.
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
        # A limit of threads, an interpreter about to end, WebAssembly.
        if not isinstance(error, RuntimeError):
            raise


def _share(
    work: Callable[..., int],
    arguments: tuple[Any, ...],
    ranges: deque[tuple[int, int]],
    threads: int,
) -> None:
    """Work on ranges in several threads, the calling one among them."""
    stopped: list[bool] = []  # true as soon as it has an item

    def take_ranges() -> None:
        while not stopped:
            try:
                start, stop = ranges.popleft()
            except IndexError:
                return
            while start < stop and not stopped:
                start = work(start, stop, *arguments)

    others = [_Helper(take_ranges, stopped) for _ in range(min(threads, len(ranges)) - 1)]
    try:
        _work_alone()
        _call(others)
        take_ranges()
        errors = [helper.wait() for helper in others]
    except BaseException:  # an interrupt: the others end within their slice of time
        stopped.append(True)
        for helper in others:
            helper.wait()
        raise
    finally:
        _this_thread.is_taken = False
    for error in errors:
        if error is not None:
            raise error
