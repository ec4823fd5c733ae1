"""What a host's module measures."""

from collections.abc import Callable, Mapping
from time import thread_time_ns
from typing import Any

from common.timing import Call, Effort, measure

Times = dict[str, dict[str, float]]  # of a case, nanoseconds of each contestant


def times_of(calls: Mapping[str, Call], effort: Effort) -> dict[str, float]:
    """Return the processor's nanoseconds of a call, by contestant."""
    timings = measure(calls, effort, clock=thread_time_ns)
    return {name: timing.nanoseconds for name, timing in timings.items()}


def swapped(owner: Any, name: str, new: Any, function: Callable[[Any], Any]) -> Any:
    """Return a function that runs with something else in a place: a drop-in, once enabled.

    To enable one looks through all modules, which takes milliseconds.
    """
    stock = getattr(owner, name)

    def with_new(argument: Any) -> Any:
        setattr(owner, name, new)
        try:
            return function(argument)
        finally:
            setattr(owner, name, stock)

    return with_new
