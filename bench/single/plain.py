"""SAT in plain NumPy on single pairs: as one writes it, and as highway-env does."""

from collections.abc import Callable
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from common.shapes import Array, Point
from common.timing import Answer, Call

from single.contestant import OnPairs, arrays, length
from single.pairs import Pairs


class NumPySAT(OnPairs):
    """A separating axis test in ten lines of NumPy: both projections on every edge normal."""

    name = "NumPy SAT"
    distribution = "numpy"
    module = "numpy"
    circles = False

    def intersects(self, pairs: Pairs) -> Call:
        return Call(arrays(pairs), numpy_intersects)

    def mtv(self, pairs: Pairs) -> Call:
        return Call(arrays(pairs), numpy_mtv, read=length)

    def sweep(self, pairs: Pairs) -> Call:
        triples = zip(arrays(pairs), pairs.velocity, strict=True)
        items = [(a, b, velocity) for (a, b), velocity in triples]
        return Call(items, numpy_sweep, "f(a, b, velocity)", "a, b, velocity", read=as_it_is)

    def move_then_intersects(self, pairs: Pairs) -> Call:
        steps = np.concatenate((pairs.offset, np.zeros_like(pairs.offset)))
        items = [(a, b, step) for (a, b), step in zip(arrays(pairs) * 2, steps, strict=True)]
        return Call(items, numpy_intersects, "f(a + step, b)", "a, b, step")

    def raw_intersects_arrays(self, pairs: Pairs) -> Call:
        return self.intersects(pairs)


def as_it_is(answer: Answer) -> Answer:
    return answer


def numpy_proxies(a: Array, b: Array) -> tuple[Array, Array, Array]:
    """Return the edge normals of both, and where their projections begin and cease to touch."""
    edges = np.concatenate((np.roll(a, -1, axis=0) - a, np.roll(b, -1, axis=0) - b))
    normals = edges[:, ::-1] * (1.0, -1.0)
    on_a, on_b = a @ normals.T, b @ normals.T
    return normals, on_b.min(axis=0) - on_a.max(axis=0), on_b.max(axis=0) - on_a.min(axis=0)


def numpy_intersects(a: Array, b: Array) -> bool:
    _, low, high = numpy_proxies(a, b)
    return bool((low <= 0.0).all() and (high >= 0.0).all())


def numpy_mtv(a: Array, b: Array) -> Point | None:
    normals, low, high = numpy_proxies(a, b)
    if (low > 0.0).any() or (high < 0.0).any():
        return None
    lengths = np.hypot(normals[:, 0], normals[:, 1])
    signed = np.where(-low < high, low, high) / lengths
    least = np.abs(signed).argmin()
    x, y = normals[least] * (signed[least] / lengths[least])
    return float(x), float(y)


def numpy_sweep(a: Array, b: Array, velocity: Array) -> float | None:
    """Interval of overlap along each normal; no normal is ever square to these velocities."""
    normals, low, high = numpy_proxies(a, b)
    speed = normals @ velocity
    first, last = low / speed, high / speed
    enter = max(np.minimum(first, last).max(), 0.0)
    leave = min(np.maximum(first, last).min(), 1.0)
    return float(enter) if enter <= leave else None


class HighwayEnv(OnPairs):
    """The SAT of highway-env's ``utils``, for boxes: vehicles are what it is used on."""

    name = "highway-env"
    distribution = "highway-env"
    circles = False

    def load(self) -> Any:
        return _module_alone("highway_env", "utils")

    def knows(self, pairs: Pairs) -> bool:
        return pairs.placement.family == "boxes"

    def intersects(self, pairs: Pairs) -> Call:
        return self._call(pairs, np.zeros_like(pairs.velocity), lambda found: bool(found[0]))

    def mtv(self, pairs: Pairs) -> Call:
        rest = np.zeros_like(pairs.velocity)
        return self._call(pairs, rest, lambda found: length(found[2]) if found[0] else None)

    def sweep(self, pairs: Pairs) -> Call:
        return self._call(pairs, pairs.velocity, lambda found: bool(found[1]))

    def raw_intersects_arrays(self, pairs: Pairs) -> Call:
        return self.intersects(pairs)

    def _call(self, pairs: Pairs, velocity: Array, read: Callable[[Any], Answer]) -> Call:
        rings = [(_closed(a), _closed(b)) for a, b in arrays(pairs)]
        rest = np.zeros(2)
        columns = zip(rings, velocity, strict=True)
        items = [(a, b, moves, rest) for (a, b), moves in columns]
        test = self.library.are_polygons_intersecting
        return Call(items, test, "f(a, b, moves, rest)", "a, b, moves, rest", read=read)


def _closed(ring: Array) -> Array:
    return np.concatenate((ring, ring[:1]))


def _module_alone(package: str, module: str) -> ModuleType:
    """Import one module of a package without the package, whose own imports are many."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise ImportError(f"No module named {package!r}")
    path = Path(found.origin).with_name(f"{module}.py")
    spec = spec_from_file_location(f"{package}_{module}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {module!r} of {package!r}")
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded
