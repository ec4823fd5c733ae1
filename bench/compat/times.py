"""What a host's module measures."""

from collections.abc import Mapping
from time import thread_time_ns

from common.timing import Call, Effort, measure

Times = dict[str, dict[str, float]]  # of a case, nanoseconds of each contestant


def times_of(calls: Mapping[str, Call], effort: Effort) -> dict[str, float]:
    """Return the processor's nanoseconds of a call, by contestant."""
    timings = measure(calls, effort, clock=thread_time_ns)
    return {name: timing.nanoseconds for name, timing in timings.items()}
