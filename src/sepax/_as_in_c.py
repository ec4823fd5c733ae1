"""A function of `sepax.raw`, asked with the arguments of its function in C.

numba calls it where the function in C refuses: `sepax.raw` takes rings that are not convex.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from sepax._core.results import Contact, Impact
from sepax._in_c import PLACES


def answer(python: Callable[..., Any], names: Sequence[str], *given: Any) -> int:
    """Answer 1 or 0, -1 for a `ValueError`, as the function in C would, and write as that.

    `names` are those of the arguments in the order of C. Functions in numba's caches hold the name
    of this function.
    """
    values, arguments = iter(given), {}
    for name in names:
        value = next(values)
        if name.startswith("vertices"):
            count, _ = next(values), next(values)
            value = np.array((ctypes.c_double * 2 * count).from_address(value)).reshape(count, 2)
        arguments[name] = (value, next(values)) if name in PLACES else value
    try:
        found = python(**arguments)
    except ValueError:
        return -1
    place = next(values, None)
    if place is None or found is None:
        return int(found or 0)
    numbers = [*flat(fields(found))]
    data = struct.pack("".join("d" if type(x) is float else "i" for x in numbers), *numbers)
    ctypes.memmove(place, data, len(data))
    return 1


def fields(found: Any) -> tuple[Any, ...]:
    """Return a result in the order of its struct in C, where a single point stands twice."""
    if isinstance(found, Contact):
        rows = [(*of, *of)[:2] for of in (found.points, found.depths, found.features)]
        flags = len(found.points) == 2, found.a_in_b, found.b_in_a
        return (found.normal, found.depth, *rows, *flags)
    if isinstance(found, Impact):
        times = found.time, found.exit_time
        return (*times, found.normal, found.point, found.initial, found.leaving)
    return tuple(found)


def flat(value: Any) -> Iterator[Any]:
    """Yield the numbers of nested tuples."""
    if isinstance(value, tuple):
        for item in value:
            yield from flat(item)
    else:
        yield value
