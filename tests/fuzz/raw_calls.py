"""Calls of everything that reads or writes memory of its callers, made by decisions.

A call takes its decisions from `Choices` and lays its arrays in a `Place`. `outcome` makes the same
call in ordinary memory and between guard pages. Both must say the same, to the last bit, in the
result or in the error.
"""

from __future__ import annotations

import ctypes
import math
import warnings
from collections.abc import Callable
from typing import Any

import callers
import numpy as np
from choices import Choices
from exact_answers import bits
from guarded import Array, Guarded, Ordinary, Place
from questions import MOVING, OF_PLACES, OF_TWO
from verb_table import VERBS

import sepax
from sepax import Compound, CompoundArray, Polygon, ShapeArray, ShapeIndex, raw

Call = Callable[[Choices, Place], Any]

CALLS: dict[str, Call] = {}
EXPECTED = (ValueError, TypeError, IndexError)


def _call(make: Call) -> Call:
    CALLS[make.__name__] = make
    return make


# --- rings and points without objects ---------------------------------------------------


def outline(choices: Choices, regular: bool = False) -> Array:
    """Return points: those of a regular polygon, most often, or any."""
    count = choices.size()
    if choices.below(4) == 3 and not regular:
        return choices.numbers(count, 2)
    turn = np.arange(count) * (2.0 * math.pi / max(count, 1)) + choices.small()
    centre, radius = choices.numbers(2), choices.size_of_shape()
    with np.errstate(all="ignore"):
        ring = np.column_stack((np.cos(turn), np.sin(turn))) * radius + centre
    if count and choices.seldom() and not regular:
        ring[choices.below(count)] = choices.numbers(2)
    return ring[::-1] if choices.below(2) else ring


def ring(choices: Choices, place: Place, regular: bool = False) -> Any:
    return choices.given(place, outline(choices, regular))


def pair(choices: Choices, place: Place) -> Any:
    values = choices.numbers(2)
    return choices.given(place, values) if choices.below(2) else tuple(values.tolist())


@_call
def raw_pair(choices: Choices, place: Place) -> Any:
    name = choices.pick(OF_TWO)
    options: dict[str, Any] = {}
    if choices.below(2):
        options |= {"radius_a": choices.size_of_shape(), "radius_b": choices.size_of_shape()}
    if name == "collide":
        options["margin"] = choices.size_of_shape()
    if name == "intersects":
        options["touching"] = bool(choices.below(2))
    return getattr(raw, name)(ring(choices, place), ring(choices, place), **options)


@_call
def raw_single(choices: Choices, place: Place) -> Any:
    name, vertices = choices.pick(["contains", "project", "raycast"]), ring(choices, place)
    radius = choices.size_of_shape() if choices.below(2) else 0.0
    if name == "raycast":
        ray = pair(choices, place), pair(choices, place), choices.size_of_shape()
        return raw.raycast(vertices, *ray, ring_radius=radius)
    return getattr(raw, name)(vertices, pair(choices, place), radius=radius)


@_call
def raw_motion(choices: Choices, place: Place) -> Any:
    """Ask about a motion. Only regular rings turn: the search for others may not end in time."""
    name, turns = choices.pick(MOVING), bool(choices.below(2))
    rings = ring(choices, place, turns), ring(choices, place, turns)
    motion = pair(choices, place), pair(choices, place), choices.size_of_shape()
    options: dict[str, Any] = {}
    if turns:
        options |= {"angular_velocity_a": choices.small(), "pivot_a": pair(choices, place)}
        options |= {"angular_velocity_b": choices.small(), "pivot_b": pair(choices, place)}
    if choices.below(2):
        options |= {"radius_a": choices.size_of_shape(), "radius_b": choices.size_of_shape()}
    if name == "sweep":
        options["touching"] = bool(choices.below(2))
    return getattr(raw, name)(*rings, *motion, **options)


# --- constructors -----------------------------------------------------------------------


def clouds(choices: Choices) -> tuple[Array, Array]:
    """Return points and where each of some outlines begins, seldom a wrong place."""
    rings = [outline(choices) for _ in range(1 + choices.below(4))]
    offsets = np.cumsum([0, *map(len, rings)])
    if choices.seldom():
        offsets[choices.below(len(offsets))] = choices.pick([-1, 0, 1, 2**62, -(2**63), 7])
    return np.concatenate(rings), offsets


def poses(choices: Choices, place: Place, count: int) -> tuple[Any, Any]:
    return choices.one_or_each(place, count, 2), choices.one_or_each(place, count)


def columns(choices: Choices, place: Place, count: int) -> ShapeArray:
    """Return an array made of columns."""
    kind = choices.below(6)
    positive = np.abs(choices.numbers(count)) + 0.125
    if kind == 0:
        sizes = choices.given(place, positive), choices.one_or_each(place, count)
        return ShapeArray.boxes(sizes[0], choices.size_of_shape(), *poses(choices, place, count))
    if kind == 1:
        return ShapeArray.circles(
            choices.one_or_each(place, count, 2), choices.given(place, positive)
        )
    if kind == 2:
        return ShapeArray.points(choices.given(place, choices.numbers(count, 2)))
    if kind == 3:
        start = choices.numbers(count, 2)
        ends = choices.given(place, start + positive[:, None])
        return ShapeArray.capsules(choices.given(place, start), ends, choices.size_of_shape())
    if kind == 4:
        sides = choices.given(place, 3 + choices.whole(count, 70) % 70, whole=True)
        radii = choices.given(place, positive)
        return ShapeArray.regular(sides, radii, *poses(choices, place, count))
    rows = np.column_stack((choices.numbers(count, 2), positive, positive, choices.numbers(count)))
    return ShapeArray.from_rotated_boxes(choices.given(place, rows), "xywhr")


@_call
def arrays_of_columns(choices: Choices, place: Place) -> Any:
    return columns(choices, place, choices.size())


@_call
def arrays_of_rings(choices: Choices, place: Place) -> Any:
    vertices, offsets = clouds(choices)
    given, starts = choices.given(place, vertices), choices.given(place, offsets, whole=True)
    invalid: Any = choices.pick(["raise", "hull", "skip"])
    kind = choices.below(4)
    if kind == 0:
        return ShapeArray.polygons(given, starts, invalid=invalid)
    if kind == 1:
        return ShapeArray.hulls(given, starts)
    if kind == 2:
        count = len(offsets) - 1
        radii = choices.one_or_each(place, count)
        return ShapeArray.polygons(
            given, starts, *poses(choices, place, count), radii=radii, invalid=invalid
        )
    quads = choices.numbers(choices.size(), *choices.pick([(8,), (4, 2), (5,)]))
    return ShapeArray.from_quads(choices.given(place, quads), invalid=invalid)


@_call
def single_shapes(choices: Choices, place: Place) -> Any:
    given, kind = ring(choices, place), choices.below(4)
    if kind == 0:
        return Polygon(given, position=pair(choices, place), angle=choices.small())
    if kind == 1:
        return Polygon.hull(given)
    if kind == 2:
        return sepax.Circle(pair(choices, place), choices.size_of_shape())
    return sepax.Capsule(pair(choices, place), pair(choices, place), choices.size_of_shape())


@_call
def outlines(choices: Choices, place: Place) -> Any:
    vertices, offsets = clouds(choices)
    given = choices.given(place, vertices)
    kind = choices.below(3)
    if kind == 0:
        return sepax.convex_parts(given)
    if kind == 1:
        return Compound.from_polygon(given, [ring(choices, place)][: choices.below(2)])
    starts = choices.given(place, offsets, whole=True)
    rings = choices.given(place, np.arange(len(offsets)), whole=True) if choices.below(2) else None
    invalid: Any = choices.pick(["raise", "skip"])
    return CompoundArray.from_outlines(given, starts, rings, invalid)


# --- pairs= and out= --------------------------------------------------------------------

L_SHAPE = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
NUMBER, TRUTH, VECTOR = ((), "f8"), ((), "?"), ((2,), "f8")
OF_KINDS: dict[str, Any] = {
    "truth": TRUTH,
    "number": NUMBER,
    "point": VECTOR,
    "interval": (NUMBER, NUMBER),
    "vector": (VECTOR, TRUTH),
    "points": (VECTOR, VECTOR),
    "approach": sepax.Approaches,
    "clearance": sepax.Clearances,
    "contact": sepax.Contacts,
    "impact": sepax.Impacts,
    "ray_hit": sepax.RayHits,
}
# What each verb over arrays writes: rows of these.
WRITES = {verb.name: OF_KINDS[verb.kind.name] for verb in VERBS.values() if verb.kind}


def memory_for(choices: Choices, place: Place, writes: Any, count: int) -> Any:
    """Return memory for so many results, seldom of another length."""
    if choices.below(2):
        return None
    count = max(count + choices.pick([-1, 1]), 0) if choices.seldom() else count
    if isinstance(writes, type):
        layout = writes._layout.values()  # type: ignore[attr-defined]
        return writes(*(place.room((count, *row), kind) for row, kind in layout))
    rows = [writes] if isinstance(writes[1], str) else writes
    found = tuple(place.room((count, *row), kind) for row, kind in rows)
    return found[0] if rows is not writes else found


def scene(choices: Choices, place: Place, count: int) -> Any:
    """Return an array of shapes, seldom of compounds; few, as their contacts take milliseconds."""
    if count > 9 or not choices.seldom():
        return columns(choices, place, count)
    parts = Compound.from_polygon(L_SHAPE)
    return parts.at(np.zeros((count, 2)), choices.one_or_each(place, count))


def index_lists(choices: Choices, place: Place, n: int, m: int) -> tuple[Any, int]:
    """Return ``pairs=`` of rows of two arrays, and how many there are."""
    if choices.below(2):
        return None, n
    count = choices.size()
    i, j = choices.whole(count, n), choices.whole(count, m)
    if choices.below(2):
        return choices.given(place, np.column_stack((i, j)), whole=True), count
    both = [choices.given(place, rows, whole=True) for rows in (i, j)]
    return tuple(both), count


@_call
def verbs_over_arrays(choices: Choices, place: Place) -> Any:
    name, n = choices.pick(list(WRITES)), choices.size()
    a = scene(choices, place, n)
    options: dict[str, Any] = {"workers": 2} if choices.seldom() else {}
    if name == "raycast":
        out = memory_for(choices, place, WRITES[name], n)
        rays: Any = [choices.one_or_each(place, n, 2) for _ in range(2)]
        rays += [choices.one_or_each(place, n), choices.size_of_shape()]
        return sepax.raycast(a, *rays, out=out, **options)
    if name in OF_PLACES:
        m = 1 if choices.below(2) else n
        pairs, count = index_lists(choices, place, n, m)
        vectors = choices.given(place, choices.numbers(m, 2))
        out = memory_for(choices, place, WRITES[name], count)
        return getattr(sepax, name)(a, vectors, pairs=pairs, out=out, **options)
    b = scene(choices, place, n)
    pairs, count = index_lists(choices, place, n, n)
    out = memory_for(choices, place, WRITES[name], count)
    motion = []
    if name in MOVING:
        motion = [choices.one_or_each(place, count, 2) for _ in range(2)]
        motion.append(choices.one_or_each(place, count))
        if choices.below(2):
            options["angular_velocity_a"] = choices.one_or_each(place, count)
    return getattr(sepax, name)(a, b, *motion, pairs=pairs, out=out, **options)


# --- poses, labels and rows of scenes ---------------------------------------------------


@_call
def poses_of_some(choices: Choices, place: Place) -> Any:
    n = choices.size()
    array = scene(choices, place, n)
    index = ShapeIndex(array) if isinstance(array, ShapeArray) else None
    count = choices.size()
    where: Any = choices.given(place, choices.whole(count, n), whole=True)
    if choices.below(2):
        mask = np.frombuffer(choices.bytes(n), np.uint8) % 2 == 1
        where, count = place.given(mask), int(np.count_nonzero(mask))
    array.set_poses(*poses(choices, place, count), where=where)
    if index is None:
        return array
    index.refresh()
    return array, sepax.find_pairs(index), sepax.contains(index, choices.given(place, [0.0, 0.0]))


def _motions(choices: Choices, place: Place, n: int) -> dict[str, Any]:
    motions = {"velocity_a": choices.one_or_each(place, n, 2)}
    if choices.below(2):
        motions["angular_velocity_a"] = choices.one_or_each(place, n)
    return motions


@_call
def scenes(choices: Choices, place: Place) -> Any:
    name = choices.pick(["find_pairs", "nearest", "intersects_any", "first_impacts", "sweep_pairs"])
    n, m = choices.size(), choices.size()
    a, b = scene(choices, place, n), scene(choices, place, m)
    options: dict[str, Any] = {}
    if choices.below(2):
        options["groups"] = choices.given(place, choices.whole(n, 4), whole=True)
        options["groups_b"] = choices.given(place, choices.whole(m, 4), whole=True)
        if choices.below(2):
            b = ShapeIndex(b, options.pop("groups_b"))
    if name not in ("find_pairs", "sweep_pairs") and choices.below(2):
        rows = choices.whole(n, m) - choices.below(2)
        options["ignore"] = choices.given(place, rows, whole=True)
    if name == "nearest":
        options["k"] = 1 + choices.below(4)
    if name == "find_pairs":
        options["within"] = choices.size_of_shape()
    if name == "intersects_any" and choices.below(2):
        options["owner"] = choices.given(place, choices.whole(n, 9), whole=True)
    if name in ("first_impacts", "sweep_pairs"):
        options |= _motions(choices, place, n)
    return getattr(sepax, name)(a, b, **options)


@_call
def beams(choices: Choices, place: Place) -> Any:
    n, m = choices.size(), choices.size()
    here = scene(choices, place, n)
    options: dict[str, Any] = {}
    if choices.below(2):
        options["groups"] = choices.given(place, choices.whole(n, 4), whole=True)
        options["ray_groups"] = choices.given(place, choices.whole(m, 4), whole=True)
    if choices.below(2):
        options["ignore"] = choices.given(place, choices.whole(m, n), whole=True)
    origins, ends = choices.given(place, choices.numbers(m, 2)), choices.one_or_each(place, m)
    if choices.below(2):
        out = memory_for(choices, place, (NUMBER, ((), "i8")), m)
        ways = choices.one_or_each(place, m, 2)
        return sepax.raycast_distances(here, origins, ways, ends, out=out, **options)
    count = 1 + choices.below(9)
    out = memory_for(choices, place, (((count,), "f8"), ((count,), "i8")), m)
    angles = choices.one_or_each(place, m)
    fan = count if choices.below(2) else choices.given(place, choices.numbers(count))
    return sepax.lidar(here, origins, angles, fan, ends, out=out, **options)


@_call
def detections(choices: Choices, place: Place) -> Any:
    n, m = choices.size(), choices.size()
    a = scene(choices, place, n)
    threshold = choices.below(5) / 4.0
    if choices.below(2):
        matrix: Any = sepax.iou_matrix
        return matrix(a, scene(choices, place, m), threshold, sparse=bool(choices.below(2)))
    options: dict[str, Any] = {}
    if choices.below(2):
        options["classes"] = choices.given(place, choices.whole(n, 4), whole=True)
    scores = choices.given(place, choices.numbers(n))
    suppress: Any = choices.pick([sepax.nms, sepax.nms_groups])
    return suppress(a, scores, threshold, **options)


@_call
def paths(choices: Choices, place: Place) -> Any:
    n, m = choices.size() % 9, 1 + choices.below(4)
    movers, here = columns(choices, place, n), scene(choices, place, choices.size())
    if choices.below(2):
        motions = choices.one_or_each(place, n, 2)
        return sepax.move_and_slide(movers, here, motions), movers
    return sepax.sweep_path(movers, here, choices.given(place, choices.numbers(n, m, 3)))


# --- pickles ----------------------------------------------------------------------------


@_call
def pickles(choices: Choices, place: Place) -> Any:
    """Give an object another state than that which its pickle has."""
    one = scene(choices, place, choices.size())
    new, arguments, state = one.__reduce__()
    has_attributes = isinstance(one, ShapeArray)
    items = list(state[0] if has_attributes else state)
    for _ in range(1 + choices.below(3)):
        k = choices.below(len(items))
        items[k] = _spoiled(choices, place, items[k])
    found = new(*arguments)
    found.__setstate__((tuple(items), None) if has_attributes else tuple(items))
    return found, found.bounds, sepax.intersects(found, found)


def _spoiled(choices: Choices, place: Place, value: Any) -> Any:
    """Return an array with another number in it, of another length, or nothing at all."""
    array = np.array(value if value is not None else [0])
    kind = choices.below(4)
    if kind == 0 and array.size:
        array.flat[choices.below(min(array.size, 256))] = choices.small()
    if kind == 1:
        array = array[: choices.below(max(len(array), 1))]
    if kind == 2:
        array = np.concatenate((array, array[:1]))
    if choices.seldom():
        return None
    return choices.given(place, array, whole=True) if array.dtype != object else array


# --- the C API --------------------------------------------------------------------------


def _pointer(array: Array, first: int = 0) -> Any:
    pointer = ctypes.c_void_p(array.ctypes.data + first)
    pointer.array = array  # type: ignore[attr-defined] # which it keeps alive
    return pointer


def _given_ring(choices: Choices, place: Place) -> tuple[Any, ...]:
    """Return a ring as compiled callers give it, seldom none, or one that is not there."""
    points = outline(choices)
    radius = choices.size_of_shape() if choices.below(2) else 0.0
    if not len(points) or choices.seldom():
        return ctypes.c_void_p(None), choices.pick([len(points), 0, -1]), 2, radius
    step = choices.pick([2, 2, 3, 5, -2, -3])
    block = place.given(points, (8 * step, 8))
    return _pointer(block), len(points), step, radius


@_call
def compiled_rings(choices: Choices, place: Place) -> Any:
    a, b = _given_ring(choices, place), _given_ring(choices, place)
    size = callers.FUNCTIONS["scratch_size"](max(a[1], 0), max(b[1], 0))
    room = max(size - 1, 0) if choices.seldom() else size
    scratch = place.room((room,), "f8")
    memory = _pointer(scratch) if room and not choices.seldom() else ctypes.c_void_p(None)
    given = callers.Given("ring", "rings", a, b, (memory, room))
    return callers.answers(given, _case(choices), lambda kind: _result(place, kind))


@_call
def compiled_numbers(choices: Choices, place: Place) -> Any:
    if choices.below(2):
        a, b = ((choices.number(), choices.number(), choices.size_of_shape()) for _ in "ab")
        given = callers.Given("circle", "circles", a, b)
    else:
        given = callers.Given("box", "boxes", _box(choices), _box(choices))
    return callers.answers(given, _case(choices), lambda kind: _result(place, kind))


def _box(choices: Choices) -> tuple[float, ...]:
    angle = choices.small()
    sizes = choices.size_of_shape(), choices.size_of_shape()
    return choices.number(), choices.number(), *sizes, math.cos(angle), math.sin(angle)


def _case(choices: Choices) -> callers.Case:
    pairs = [(choices.number(), choices.number()) for _ in range(5)]
    velocity_a, velocity_b, point, origin, direction = pairs
    time = choices.size_of_shape()
    return callers.Case(velocity_a, velocity_b, time, point, origin, direction)


def _result(place: Place, kind: Any) -> Any:
    """Return a struct of the C API in memory for results."""
    return kind.from_buffer(place.room((ctypes.sizeof(kind),), "u1"))


# --- what they say ----------------------------------------------------------------------


def outcome(call: Call, data: bytes, place: Place) -> tuple[str, Any]:
    """Return the bits of what a call returns, or the error that it raises and its message."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = call(Choices(data), place)
    except EXPECTED as error:
        return type(error).__name__, str(error)
    return "answer", bits(found)


def fault_of(data: bytes) -> str | None:
    """Return what is wrong about the call that some bytes stand for."""
    choices = Choices(data)
    name = choices.pick(list(CALLS))
    at_end, rest = bool(choices.below(2)), data[2:]
    guarded = Guarded(at_end)
    expected = outcome(CALLS[name], rest, Ordinary())
    found = outcome(CALLS[name], rest, guarded)
    if found != expected:
        return f"{name} says\n  {found}\nbetween guard pages, and else\n  {expected}"
    written = guarded.fault()
    return written and f"{name}: {written}"
