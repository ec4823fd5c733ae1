"""Every public call while its arrays are spoiled: for a process of its own, as that may die.

    python tests/racing.py checked 0      spoils them once they were checked
    python tests/racing.py beside 0.005   another thread spoils each for so many seconds

The calls are those of public_calls.py, with as many rows as reach the code for many. What a call
answers, or raises, does not matter. Each is named before it begins: a process that dies has named
the one that it died of.
"""

from __future__ import annotations

import contextlib
import faulthandler
import inspect
import itertools
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))  # for the table of verbs

import numpy as np
from public_calls import Call, Given, boxes, public_calls

import sepax
from sepax import Compound, CompoundArray, ShapeArray, ShapeIndex
from sepax._base import blocks as _blocks
from sepax._base import threads as _threads

ROWS = 600  # of shapes, and of what is asked about them
GROUPS = 30  # of compounds, which take longer
PARTS = 300  # of a compound that is a scene
MOST_TRIES = 64  # forms of the arguments of one call
SPOILED = 3  # every so many rows
SLOW = 0.03  # seconds of a call that only some of the bad values are tried with
LARGEST = 2**62
BAD_FLOATS = (np.nan, np.inf, 0.0, 1e308, -np.inf, -1.0, -1e308)
BAD_INTEGERS = (-1, ROWS + 7, LARGEST, -LARGEST)
BAD_BYTES = (0, 3, 7, 255)  # in place of truth values
OUTSIDE = (ValueError, TypeError, IndexError, OverflowError, AttributeError, MemoryError)
# Calls of what Polygon has, too, and of pictures.
LEFT_OUT = ("Capsule.", "Circle.", "Point.", "Segment.", "Shape.", "plot.")
UNSUITED = ("ShapeArray.regular",)  # each number of sides is a size that may be asked for


class Race(NamedTuple):
    """A call, its function with all arguments, and the arrays among these."""

    name: str
    call: partial[object]
    arrays: dict[str, np.ndarray[Any, Any]]


# --- more rows ------------------------------------------------------------------------------


def rows_for(values: list[Any]) -> int:
    return GROUPS if any(isinstance(value, CompoundArray) for value in values) else ROWS


def many(value: Any, rows: int) -> Any:
    """Return an array, an index or a compound that is larger; others as they are."""
    source = np.random.default_rng(7)
    if isinstance(value, ShapeIndex):
        return ShapeIndex(many(boxes(), rows))
    if isinstance(value, Compound):
        return Compound(many(boxes(), PARTS))
    if isinstance(value, ShapeArray | CompoundArray):
        larger = value[np.arange(rows) % len(value)]
        larger.set_poses(source.uniform(-40.0, 40.0, (rows, 2)), source.uniform(0.0, 6.0, rows))
        return larger
    return value


def forms(value: Any, rows: int) -> list[Any]:
    """Return what a call may take for an argument: the form with most rows first."""
    if isinstance(value, tuple) and value and all(isinstance(item, list) for item in value):
        return list(itertools.product(*(forms(item, rows) for item in value)))
    if isinstance(value, float):
        return [np.full(rows, value), value]
    given = None
    if isinstance(value, list | tuple | np.ndarray):
        with contextlib.suppress(ValueError):
            given = np.asarray(value)
    if given is None or not given.size or given.dtype.kind not in "if":
        return [value]
    given = np.array(given, np.float64 if given.dtype.kind == "f" else np.intp)
    floats = given.astype(np.float64)
    found = [given[np.arange(rows) % len(given)], given, floats, value]
    return [np.tile(floats, (rows, 1)), *found] if given.shape == (2,) else found


def arrays_in(name: str, value: Any) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    if isinstance(value, np.ndarray):
        yield name, value.view(np.uint8) if value.dtype == np.bool_ else value
    elif isinstance(value, tuple):
        for k, item in enumerate(value):
            yield from arrays_in(f"{name}[{k}]", item)


def larger_call(call: Call, values: list[Any]) -> tuple[Callable[..., Any], list[Any], int]:
    """Return the function, of an object with many rows, and such arguments."""
    own = getattr(call.function, "__self__", None)
    rows = rows_for([own, *values])
    function = call.function
    if isinstance(own, ShapeArray | CompoundArray | ShapeIndex):
        function = getattr(many(own, rows), function.__name__)
    return function, [many(value, rows) for value in values], rows


def race_of(call: Call, given: Given) -> Race | None:
    """Return a call with the most rows that it takes; None if it takes no array."""
    names = [*map(str, range(len(given.arguments))), *given.options]
    values = [*given.arguments, *given.options.values()]
    if all(len(forms(value, 1)) == 1 for value in values):
        return None
    for function, larger, rows in (larger_call(call, values), (call.function, values, ROWS)):
        choices = itertools.product(*(forms(value, rows) for value in larger))
        for chosen in itertools.islice(choices, MOST_TRIES):
            options = dict(zip(names, chosen, strict=True))
            places = [options.pop(str(k)) for k in range(len(given.arguments))]
            race = partial(function, *places, **options)
            with contextlib.suppress(*OUTSIDE):
                race()
                pairs = zip(names, chosen, strict=True)
                arrays = dict(each for pair in pairs for each in arrays_in(*pair))
                return Race(call.name, race, arrays) if arrays else None
    return None


def array_parameters(call: Call) -> set[str]:
    """Return the names of those parameters of a function in Python that arrays are for."""
    if not inspect.isroutine(call.function) or call.name.startswith(LEFT_OUT + UNSUITED):
        return set()
    named = inspect.signature(call.function).parameters.items()
    return {name for name, parameter in named if "ArrayLike" in str(parameter.annotation)}


def named_arrays(race: Race) -> set[str]:
    """Return the names of the parameters that a call has arrays for."""
    places = list(inspect.signature(race.call.func).parameters)
    keys = {key.partition("[")[0] for key in race.arrays}
    return {places[int(key)] if key.isdecimal() else key for key in keys}


def with_results(race: Race) -> Iterator[Race]:
    """Yield the call that writes to the arrays of its answer, if there is one."""
    answer: Any = race.call()
    results = dict(arrays_in("out", getattr(answer, "_arrays", lambda: answer)()))
    if results:
        with contextlib.suppress(*OUTSIDE):
            race.call(out=answer)
            yield Race(race.name, partial(race.call, out=answer), results)


def races() -> Iterator[Race]:
    """Yield all calls that take arrays."""
    for call in public_calls():
        if call.name.startswith(LEFT_OUT) or call.name in UNSUITED:
            continue
        for given in call.given:
            race = race_of(call, given)
            if race is not None:
                yield race
                yield from with_results(race)


# --- spoiling -------------------------------------------------------------------------------


def bad_values(array: np.ndarray[Any, Any]) -> tuple[Any, ...]:
    if array.dtype.kind == "f":
        return BAD_FLOATS
    if array.dtype == np.uint8:
        return BAD_BYTES
    return BAD_INTEGERS if array.dtype == np.intp else (-1, 3)


def tried(race: Race) -> float:
    """Call; returns how long it took."""
    begin = time.monotonic()
    with contextlib.suppress(*OUTSIDE):
        race.call()
    return time.monotonic() - begin


class Checked:
    """Spoils an array when compiled code begins to work, as all checks are done by then."""

    def __init__(self) -> None:
        self.array: np.ndarray[Any, Any] | None = None
        self.bad: Any = None
        works: list[Callable[..., Any]] = [_threads.run, _blocks.do_all]
        known = {work: self.spoils_first(work) for work in works}
        for module in [one for name, one in sys.modules.items() if name.startswith("sepax")]:
            for name, value in list(vars(module).items()):
                if inspect.isfunction(value) and value in known:
                    setattr(module, name, known[value])

    def spoils_first(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def spoiling(*arguments: Any, **options: Any) -> Any:
            if self.array is not None:
                self.array[::SPOILED] = self.bad
            return work(*arguments, **options)

        return spoiling

    def run(self, race: Race, array: np.ndarray[Any, Any], _: float) -> None:
        good = array.copy()
        bad = bad_values(array)
        if tried(race) > SLOW:
            bad = bad[:3]
        for self.bad in bad:
            self.array = array
            tried(race)
            self.array = None
            array[...] = good


class Beside:
    """Has a thread that spoils an array and writes it anew, while calls run."""

    def __init__(self) -> None:
        sys.setswitchinterval(1e-4)

    def run(self, race: Race, array: np.ndarray[Any, Any], seconds: float) -> None:
        good = array.copy()
        ends: list[bool] = []

        def write() -> None:
            while not ends:
                for bad in bad_values(array):
                    array[::SPOILED] = bad
                    array[...] = good

        writer = threading.Thread(target=write)
        writer.start()
        try:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                tried(race)
        finally:
            ends.append(True)
            writer.join()
            array[...] = good


def main(kind: str, seconds: float) -> None:
    faulthandler.enable()
    warnings.simplefilter("ignore")
    spoiler = Checked() if kind == "checked" else Beside()
    count, begin, raced = 0, time.monotonic(), set()
    for race in races():
        raced |= {(race.name, name) for name in named_arrays(race)}
        for name, array in race.arrays.items():
            if array.flags.writeable:
                print(race.name, name, array.dtype, array.shape, flush=True)
                spoiler.run(race, array, seconds)
                count += 1
    for call in public_calls():
        for name in array_parameters(call):
            if (call.name, name) not in raced:
                print(f"{call.name}: no array for {name}")
    print(f"{count} arrays in {time.monotonic() - begin:.1f} s", sepax.simd_level())


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
