"""`sepax.raw` and `sepax.kernels` in functions that numba compiles: the bits of calls from Python.

An installed sepax is found by its entry point; a source tree has none and registers itself.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import inspect
import json
import math
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from families import POLYGON_PAIRS, pairs
from verb_table import VERBS

import sepax

raw: Any = importlib.import_module("sepax.raw")  # some calls below are wrong on purpose
IN_C = [name for name in raw.__all__ if VERBS[name].compiled]
kernels: Any = importlib.import_module("sepax.kernels")
numba: Any = pytest.importorskip("numba", reason="numba is not installed")
TypingError: Any = numba.core.errors.TypingError
sepax_numba: Any = importlib.import_module("sepax.numba")

Ring = npt.NDArray[np.float64]
Values = dict[str, Any]
INSTALLED = any(
    found.value == "sepax.numba:register"
    for found in importlib.metadata.entry_points(group="numba_extensions", name="init")
)
MOVING = {"sweep", "time_of_impact", "closest_approach"}
RESULTS = (sepax.Approach, sepax.Clearance, sepax.Contact, sepax.Impact, sepax.RayHit)
SQUARE = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)])
OTHER = np.array([(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)])
FAR = SQUARE + 9.0

if not INSTALLED:
    sepax_numba.register()


# --- every function, called by name from one compiled function --------------------------------


def is_of_turns(parameter: inspect.Parameter) -> bool:
    """Whether it is only in Python: rates, and pivots that have to be given with them."""
    return parameter.name.startswith("angular") or (
        parameter.name.startswith("pivot") and parameter.default is None
    )


def parameters(function: Callable[..., Any], optional: bool) -> list[str]:
    """Return the names of its parameters, without those that have defaults if that is asked."""
    return [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if not is_of_turns(parameter) and (optional or parameter.default is parameter.empty)
    ]


class Every:
    """The functions of a module, from Python and in one compiled function."""

    def __init__(self, module: ModuleType, names: list[str], optional: bool = True) -> None:
        self.of = {name: getattr(module, name) for name in names}
        self.takes = {name: parameters(function, optional) for name, function in self.of.items()}
        self.all = sorted({name for taken in self.takes.values() for name in taken})
        calls = [
            f"module.{name}({', '.join(f'{taken}={taken}' for taken in self.takes[name])})"
            for name in names
        ]
        source = f"def every({', '.join(self.all)}): return ({', '.join(calls)},)"
        made: dict[str, Any] = {"module": module}
        exec(source, made)
        self.compiled: Callable[..., Any] = numba.njit(made["every"])

    def check(self, values: Values) -> None:
        """Compare all answers for the same values."""
        answers = self.compiled(**{name: values[name] for name in self.all})
        for (name, function), answer in zip(self.of.items(), answers, strict=True):
            given = {taken: values[taken] for taken in self.takes[name]}
            assert bits(answer) == bits(function(**given)), (name, given)


def bits(answer: Any) -> Any:
    """Return an answer, from either side, so that it is equal to another of the same bits."""
    if isinstance(answer, float):
        return answer.hex()
    if type(answer) is tuple:
        return tuple(map(bits, answer))
    for result in RESULTS:
        if type(answer).__name__ == result.__name__:
            names = [name for name in vars(result) if name[0] != "_"]
            assert len(names) > 3
            points = 1 if getattr(answer, "two_points", True) is False else 2
            return [bits(cut(name, getattr(answer, name), points)) for name in names]
    assert answer is None or isinstance(answer, bool | int)
    return answer


def cut(name: str, column: Any, points: int) -> Any:
    """Return what counts of a column that always has two rows in numba."""
    return column[:points] if name in {"points", "depths", "features"} else column


def numbers(source: random.Random) -> Values:
    """Return values for all parameters that stand for no shape."""
    names = ["point", "axis", "origin", "direction", "velocity_a", "velocity_b"]
    names += ["pivot_a", "pivot_b"]
    places = {name: (source.uniform(-3, 3), source.uniform(-3, 3)) for name in names}
    x, y = places["origin"]
    places["direction"] = (-x, -y)
    return {
        **places,
        **{f"{name}_{axis}": places[name][k] for name in names for k, axis in enumerate("xy")},
        **{name: source.choice([0.0, 0.25]) for name in ("radius_a", "radius_b", "ray_radius")},
        "radius": source.choice([0.0, 0.5]),
        "ring_radius": 0.125,
        "margin": source.choice([0.0, 0.5]),
        "max_time": source.choice([0.5, 4.0, math.inf]),
        "max_distance": source.choice([2.0, math.inf]),
        "touching": source.random() < 0.5,
        "skip_leaving": source.random() < 0.5,
    }


def boxes_and_circles(source: random.Random) -> Values:
    """Return values for the parameters that stand for shapes."""
    values: Values = {}
    for side in ("", "_a", "_b"):
        angle = source.choice([0.0, source.uniform(-3, 3)])
        values[f"x{side}"], values[f"y{side}"] = source.uniform(-1, 1), source.uniform(-1, 1)
        values[f"half_width{side}"] = source.uniform(0.2, 1)
        values[f"half_height{side}"] = source.uniform(0.2, 1)
        values[f"cosine{side}"], values[f"sine{side}"] = math.cos(angle), math.sin(angle)
    return values


def rings(a: Ring, b: Ring) -> Values:
    return {"vertices": a, "vertices_a": a, "vertices_b": b}


def regular(sides: int, x: float) -> Ring:
    turns = np.arange(sides) * math.tau / sides
    return np.column_stack((x + np.cos(turns), np.sin(turns)))


@pytest.mark.parametrize("optional", [True, False], ids=["all arguments", "defaults"])
def test_functions_of_rings(optional: bool) -> None:
    """Of pairs of all families, of rings with and without scratch memory, and of few points."""
    every, source = Every(raw, IN_C, optional), random.Random("rings")
    found = [(a.vertices, b.vertices) for name in POLYGON_PAIRS for a, b in pairs(name)[::20]]
    for few, many in ((3, 64), (64, 65), (65, 3), (300, 70)):
        found.append((regular(few, 0.0), regular(many, 1.5)))
    for a, b in found:
        every.check({**numbers(source), **rings(a, b)})


def test_functions_of_rings_answer_as_shapes() -> None:
    """Those that are asked of two shapes; and answers that are no results are met."""
    names = [name for name in IN_C if "vertices_a" in parameters(getattr(raw, name), True)]
    compiled = Every(raw, names, optional=False).compiled
    missed = 0
    # The polygons are at the origin, as the pivots are by default.
    for family in POLYGON_PAIRS:
        for a, b in pairs(family)[::20]:
            one, two = sepax.Polygon(a.vertices), sepax.Polygon(b.vertices)
            answers = compiled(vertices_a=a.vertices, vertices_b=b.vertices, velocity_a=(1.0, 0.5))
            missed += sum(answer is None for answer in answers)
            for name, answer in zip(names, answers, strict=True):
                motion = [(1.0, 0.5)] if name in MOVING else []
                assert bits(answer) == bits(getattr(sepax, name)(one, two, *motion)), (
                    name,
                    one,
                    two,
                )
    assert missed > 50


def star(points: int, *, x: float = 0.0) -> Ring:
    """Return a ring with a reflex corner between any two points."""
    ring = regular(2 * points, x)
    ring[1::2] = (ring[1::2] - [x, 0.0]) * 0.5 + [x, 0.0]
    return ring


NOT_CONVEX = {
    "star": star(5),
    "clockwise": star(5)[::-1].copy(),
    "many points": star(50),
    "pentagram": regular(5, 0.0)[[0, 2, 4, 1, 3]],
    "bow tie": SQUARE[[0, 2, 1, 3]],
    "collinear": np.array([(0.0, 0.0), (2.0, 2.0), (1.0, 1.0)]),
    "one point": np.ones((3, 2)),
    "no points": SQUARE[:0],
    "nan": np.full((3, 2), np.nan),
}


@pytest.mark.parametrize("name", IN_C)
def test_rings_that_are_not_convex(name: str) -> None:
    """Answered as in Python, or refused as there."""
    every, source = Every(raw, [name], optional=True), random.Random(name)
    answered = 0
    for ring in NOT_CONVEX.values():
        for other in (OTHER, SQUARE - (0.5, 1.25), star(4, x=0.5), SQUARE[:1], FAR):
            for a, b in ((ring, other), (other, ring)):
                values = {**numbers(source), **rings(a, b)}
                if source.random() < 0.7:
                    values |= dict.fromkeys(("radius_a", "radius_b", "margin"), 0.0)
                    values["radius"] = 0.0
                try:
                    every.of[name](**{taken: values[taken] for taken in every.takes[name]})
                except ValueError:
                    with pytest.raises(ValueError, match=f"{name}.*convex ring"):
                        every.compiled(**{taken: values[taken] for taken in every.all})
                else:
                    every.check(values)
                    answered += a is NOT_CONVEX["star"]
    outlines = {"intersects", "separating_axis", "mtv", "collide", "sweep", "contains", "project"}
    assert (answered > 0) == (name in outlines)


# A handler is Python, which runs where compiled code calls it.
SIGNAL = """
import os, signal, threading, time
import numpy as np
from numba import njit, prange
import sepax, sepax.numba

sepax.numba.register()

@njit({option})
def count(a, b, times):
    hits = 0
    for _ in prange(times):
        hits += sepax.raw.intersects(a, b)
    return hits

dart = np.array([(0.0, 0.0), (3.0, 0.0), (1.0, 1.0), (0.0, 3.0)])
assert count(dart, dart, 3) == 3
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    count(dart, dart, {times})
    time.sleep(60)
except KeyboardInterrupt:
    print("heard")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the signals of POSIX")
@pytest.mark.parametrize(
    ("option", "times"),
    [("", 10**12), ("nogil=True", 10**12), ("parallel=True", 40_000)],  # numba ends what is shared
)
def test_interrupts_between_rings_that_are_not_convex(option: str, times: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIGNAL.format(option=option, times=times)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "heard\n", done.stderr


@pytest.mark.parametrize("optional", [True, False], ids=["all arguments", "defaults"])
@pytest.mark.parametrize("family", ["box", "circle"])
def test_functions_of_numbers(family: str, optional: bool) -> None:
    names = [name for name in dir(kernels) if name.startswith(family)]
    assert len(names) >= 14
    every, source = Every(kernels, names, optional), random.Random(family)
    for _ in range(300):
        every.check({**numbers(source), **boxes_and_circles(source)})


# --- how results are used, and what is refused ------------------------------------------------


@numba.njit  # type: ignore[untyped-decorator]
def usual_ways(a: Ring, b: Ring) -> tuple[float, float, float, int, float]:
    """Look into results as users write it."""
    x = first = depth = distance = 0.0
    feature = 0
    move = raw.mtv(a, b)
    if move is not None:
        x, _ = move
        first = move[0] + 10 * move[-1]
    contact = raw.collide(a, b, margin=0)
    if contact is not None:
        depth = contact.depth + 10 * contact.points[1][0]
        feature = contact.features[1][0]
    hit = raw.raycast(a, (-5, 1.0), (1, 0), length_of_ray(a))
    if hit is not None:
        distance = hit.distance + hit.index
    return x, first, depth, feature, distance


@numba.njit  # type: ignore[untyped-decorator]
def length_of_ray(ring: Ring) -> float:
    return 100.0 * len(ring)


@numba.njit  # type: ignore[untyped-decorator]
def unguarded(a: Ring, b: Ring) -> float:
    move = raw.mtv(a, b)
    x, y = move
    return float(x + y + 10 * raw.contains(b, move))


@numba.njit  # type: ignore[untyped-decorator]
def rows_of_arrays(rings: Ring, counts: npt.NDArray[np.intp]) -> int:
    """Count the rings that meet the next one, of rows that are as long as their counts."""
    meeting = 0
    for i in range(len(rings) - 1):
        meeting += raw.intersects(rings[i, : counts[i]], rings[i + 1][: counts[i + 1]])
    return meeting


def test_results_are_used_as_in_python() -> None:
    assert usual_ways(SQUARE, OTHER) == usual_ways.py_func(SQUARE, [*OTHER]) == (-1, -1, 16, -2, 5)
    assert usual_ways(SQUARE, FAR) == (0, 0, 0, 0, 5)
    assert unguarded(SQUARE, OTHER) == -1
    assert unguarded(SQUARE, SQUARE - [1.5, 0.0]) == 10.5
    with pytest.raises(TypeError, match="got None"):
        unguarded(SQUARE, FAR)


def test_rows_of_arrays_and_read_only_rings() -> None:
    counts = np.array([3, 4, 4])
    assert rows_of_arrays(np.stack([SQUARE, OTHER, FAR]), counts) == 1
    read_only = SQUARE.copy()
    read_only.flags.writeable = False
    assert unguarded(read_only, sepax.Polygon(OTHER).vertices) == -1


@numba.njit(fastmath=True)  # type: ignore[untyped-decorator]
def numbers_that_may_be_wrong(a: Ring, b: Ring, time: float, half: float) -> float:
    """Errors show under fastmath, too, where numba is told that there is no NaN."""
    total = raw.distance(a, b) + raw.time_of_impact(a, b, (1, 0), max_time=time)
    if kernels.boxes_intersect(0, 0, half, 1, 1, 0, 0, 0, 1, 1, 1, 0):
        total += 1.0
    return float(total)


@pytest.mark.parametrize(
    ("ring", "time", "half", "message"),
    [
        (np.full((3, 2), np.nan), 1.0, 1.0, r"raw.distance\(\): ring a or b is no convex ring"),
        (
            SQUARE[[0, 1, 3, 2]],
            1.0,
            1.0,
            "all corners of a convex polygon, radii >= 0, all numbers",
        ),
        (SQUARE[:0], 1.0, 1.0, "no convex ring"),
        (SQUARE.reshape(2, 4), 1.0, 1.0, r"vertices must have the shape \(n, 2\)"),
        (SQUARE, -1.0, 1.0, r"raw.time_of_impact\(\).*Allowed are.*a time >= 0, or inf"),
        (SQUARE, 1.0, -1.0, r"kernels.boxes_intersect\(\): a or b is no box.*half sizes > 0"),
    ],
    ids=["nan", "bow tie", "no points", "four columns", "time", "box"],
)
def test_value_errors(ring: Ring, time: float, half: float, message: str) -> None:
    assert numbers_that_may_be_wrong(SQUARE, FAR, 1.0, 1.0) == pytest.approx(
        math.hypot(7, 7) + math.inf
    )
    for a, b in ((SQUARE, ring), (ring, SQUARE)):
        with pytest.raises(ValueError, match=message):
            numbers_that_may_be_wrong(a, b, time, half)


def test_fastmath_does_not_mark_calls_as_never_nan() -> None:
    """By which LLVM might leave out the check of a number that is NaN."""
    numbers_that_may_be_wrong(SQUARE, FAR, 1.0, 1.0)
    (llvm,) = numbers_that_may_be_wrong.inspect_llvm().values()
    calls = re.findall(r"call (.*)@sepax_(?:rings_distance|rings_time_of_impact)", llvm)
    assert len(calls) >= 2
    assert not [call for call in calls if re.search("fast|nnan", call)]


@numba.njit(fastmath=True)  # type: ignore[untyped-decorator]
def mtv_of_contact(a: Ring, b: Ring) -> Any:
    contact = raw.collide(a, b)
    return contact.mtv


def test_fastmath_leaves_no_negative_zero_in_a_contact() -> None:
    """LLVM may then leave out the sum that makes it a positive one."""
    for move in ((0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)):
        found = mtv_of_contact(SQUARE, SQUARE + move)
        expected = raw.collide(SQUARE, SQUARE + move).mtv
        assert [x.hex() for x in found] == [x.hex() for x in expected]


REFUSED: dict[str, tuple[Callable[..., object], Any, str]] = {
    "float32": (
        lambda x: raw.mtv(x, x),
        SQUARE.astype(np.float32),
        r"vertices_a must be a C-contiguous \(n, 2\) array of float64, "
        r"got array\(float32, 2d, C\): pass np.ascontiguousarray\(vertices_a, np.float64\)",
    ),
    "columns": (lambda x: raw.contains(x, (0, 0)), np.asfortranarray(SQUARE), "C-contiguous"),
    "unaligned": (
        lambda x: raw.contains(x, (0, 0)),
        numba.types.Array(numba.float64, 2, "C", aligned=False),
        "C-contiguous.*got unaligned array",
    ),
    "strided": (lambda x: raw.contains(x, (0, 0)), SQUARE[::2], "C-contiguous"),
    "one dimension": (lambda x: raw.contains(x, (0, 0)), SQUARE[0], "vertices must be"),
    "list": (lambda x: raw.contains(x, (0, 0)), [(0.0, 0.0), (1.0, 0.0)], "C-contiguous"),
    "point": (lambda x: raw.contains(x, x[0]), SQUARE, r"point must be a tuple.*pass \(x, y\)"),
    "three": (lambda x: raw.contains(x, (0, 0, 0)), SQUARE, "point must be a tuple of two numbers"),
    "number": (lambda x: raw.collide(x, x, (1, 0)), SQUARE, "margin must be a number"),
    "flag": (lambda x: raw.intersects(x, x, 0.5), SQUARE, "touching must be a bool"),
    "missing": (lambda x: raw.intersects(x), SQUARE, "missing a required argument: 'vertices_b'"),
    "by place": (lambda x: raw.mtv(x, x, 0.5), SQUARE, "too many positional arguments"),
    "turning": (
        lambda x: raw.sweep(x, x, (1, 0), angular_velocity_a=1.0),
        SQUARE,
        "takes no angular_velocity_a in compiled functions",
    ),
    "pivot": (lambda x: raw.sweep(x, x, (1, 0), pivot_b=(0, 0)), SQUARE, "takes no pivot_b"),
    "text": (lambda x: kernels.circle_contains(x, 0, 1, 0, 0), "x", "x must be a number"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_typing_errors(case: str) -> None:
    function, argument, message = REFUSED[case]
    kind = argument if isinstance(argument, numba.types.Type) else numba.typeof(argument)
    with pytest.raises(TypingError, match=message):
        numba.njit(function).compile((kind,))


@numba.njit  # type: ignore[untyped-decorator]
def count_hits(rings: Ring, times: int) -> int:
    hits = 0
    for i in range(times):
        hits += raw.intersects(rings[i % len(rings)], rings[0])
    return hits


def test_memory_is_allocated_for_large_rings_alone_and_freed() -> None:
    stats, runtime = numba.core.runtime.rtsys, numba.core.runtime._nrt_python
    runtime.memsys_enable_stats()
    try:
        allocated = []
        for sides, x in ((64, 0.0), (65, 0.0), (65, math.nan)):
            for times in (0, 100):
                rings, before = regular(sides, 0.0)[None], stats.get_allocation_stats()
                if math.isnan(x):
                    rings[0, 3] = x
                try:
                    assert count_hits(rings, times) == times
                except ValueError:
                    assert math.isnan(x)
                after = stats.get_allocation_stats()
                allocated.append(after.alloc - before.alloc)
                assert after.free - before.free == allocated[-1] or math.isnan(x)
    finally:
        runtime.memsys_disable_stats()
    assert allocated[1] == allocated[0]
    assert allocated[3] == allocated[2] + 100


def test_every_function_in_c_is_there() -> None:
    names = {function.name for function in sepax_numba._functions()}
    assert names | {"scratch_size"} == {*importlib.import_module("sepax.cython_api").__pyx_capi__}


def test_a_numba_that_lacks_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then numba shows the error as a warning."""
    monkeypatch.delattr("numba.extending.lower_builtin")
    found = importlib.util.spec_from_file_location("another", sepax_numba.__file__)
    assert found is not None
    assert found.loader is not None
    with pytest.raises(ImportError, match=r"lower_builtin.*install a version that was tried"):
        found.loader.exec_module(importlib.util.module_from_spec(found))


# --- in other processes -----------------------------------------------------------------------

PROGRAM = """
import json, sys
import numpy as np
from numba import njit, prange
import sepax

if "register" in sys.argv:
    import sepax.numba
    sepax.numba.register()

@njit(cache=True)
def results(a, b):
    contact = sepax.raw.collide(a, b)
    return sepax.raw.mtv(a, b), 0.0 if contact is None else contact.depth

@njit(cache=True, parallel=True, nogil=True)
def count(a, b):
    hits = 0
    for i in prange(len(a)):
        hits += sepax.raw.intersects(a[i], b[i])
    return hits

@njit(cache=True)
def number(x):
    return sepax.kernels.circles_distance(0, 0, 1, x, 0, 1)

if "move" in sys.argv:  # another function at the same name
    from llvmlite.binding import add_symbol
    from numba.extending import get_cython_function_address
    results(np.zeros((1, 2)), np.ones((1, 2)))  # numba has now called sepax
    add_symbol("sepax_circles_distance",
               get_cython_function_address("sepax.cython_api", "circles_overlap_area"))

square = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)])
column = np.repeat(square[None], 1001, axis=0)
column[::2] += 1
hits = misses = 0
dart = np.array([(0.0, 0.0), (2.0, 1.0), (0.0, 2.0), (1.0, 1.0)])  # not convex
darts = np.repeat(dart[None], 1001, axis=0) - [1.5, 0.0]
answers = [results(square, square + 1), count(column, np.roll(column, 1, axis=0) + 1.5),
           number(5.0), count(column, darts)]
for function in (results, count, number):
    hits += sum(function.stats.cache_hits.values()) if hasattr(function, "stats") else 0
    misses += sum(function.stats.cache_misses.values()) if hasattr(function, "stats") else 0
print(json.dumps([answers, hits, misses]))
"""


def run(program: Path, *arguments: str, **environment: str) -> Any:
    """Run the program in a process of its own, and return what it printed."""
    chosen = {"NUMBA_CACHE_DIR": str(program.parent / "cache"), "NUMBA_NUM_THREADS": "2"}
    chosen["PYTHONPATH"] = os.pathsep.join(sys.path)
    result = subprocess.run(
        [sys.executable, str(program), *([] if INSTALLED else ["register"]), *arguments],
        env={**os.environ, **chosen, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_cached_functions_in_other_processes(tmp_path: Path) -> None:
    """Compiled, from the cache, with C functions at other places, and not compiled at all."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    answers = [[[-1.0, 0.0], 1.0], 501, 3.0, 500]
    assert run(program) == [answers, 0, 3]
    assert run(program) == [answers, 3, 0]
    assert run(program, "move") == [[*answers[:2], 0.0, 500], 3, 0]
    assert run(program, NUMBA_DISABLE_JIT="1") == [answers, 0, 0]


def test_the_entry_point() -> None:
    """Without which compiled programs of users find no function of sepax."""
    try:
        importlib.metadata.version("sepax")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("sepax is not installed, only on the path")
    assert INSTALLED
