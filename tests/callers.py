"""The functions for compiled callers by ctypes, and what the verbs say about the same shapes.

An answer is a dictionary: for each question a tuple of numbers, which begins with what the function
returns. Results that are not there are zeros. `LAYOUT` has the length of each tuple. A refusal, -1
or NaN, is the empty tuple. `bits` makes answers comparable to the last bit.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from verb_table import VERBS, Verb

import sepax
from sepax import Capsule, Circle, Polygon, Segment, Shape, cython_api

Numbers = tuple[float, ...]
Answers = dict[str, Numbers]
Vertices = Sequence[tuple[float, float]]

CAPSULES: dict[str, Any] = vars(cython_api)["__pyx_capi__"]
AXIS, MARGIN = (0.3, -0.7), 0.5
PIVOTS = (0.25, 0.5), (-1.0, 2.0)  # of rings
REACH, RAY_RADIUS = 1e6, 0.125


class Contact(ctypes.Structure):
    _fields_ = (
        ("normal", ctypes.c_double * 2),
        ("depth", ctypes.c_double),
        ("points", ctypes.c_double * 2 * 2),
        ("depths", ctypes.c_double * 2),
        ("features", ctypes.c_int * 2 * 2),
        ("two_points", ctypes.c_int),
        ("a_in_b", ctypes.c_int),
        ("b_in_a", ctypes.c_int),
    )


class Impact(ctypes.Structure):
    _fields_ = (
        ("time", ctypes.c_double),
        ("exit_time", ctypes.c_double),
        ("normal", ctypes.c_double * 2),
        ("point", ctypes.c_double * 2),
        ("initial", ctypes.c_int),
        ("leaving", ctypes.c_int),
    )


class Clearance(ctypes.Structure):
    _fields_ = (
        ("distance", ctypes.c_double),
        ("normal", ctypes.c_double * 2),
        ("point_a", ctypes.c_double * 2),
        ("point_b", ctypes.c_double * 2),
        ("gradient_a", ctypes.c_double * 3),
        ("gradient_b", ctypes.c_double * 3),
        ("unique", ctypes.c_int),
    )


class Approach(ctypes.Structure):
    _fields_ = (
        ("time", ctypes.c_double),
        ("distance", ctypes.c_double),
        ("normal", ctypes.c_double * 2),
        ("point_a", ctypes.c_double * 2),
        ("point_b", ctypes.c_double * 2),
    )


class RayHit(ctypes.Structure):
    _fields_ = (
        ("distance", ctypes.c_double),
        ("normal", ctypes.c_double * 2),
        ("point", ctypes.c_double * 2),
    )


class Case(NamedTuple):
    """What is asked: of two shapes in motion, of a point, and of a ray."""

    velocity_a: tuple[float, float] = (1.0, 0.5)
    velocity_b: tuple[float, float] = (-0.25, 0.0)
    max_time: float = 10.0
    point: tuple[float, float] = (0.25, 0.5)
    origin: tuple[float, float] = (-9.0, 0.25)
    direction: tuple[float, float] = (1.0, 0.03125)


def flat_case(case: Case) -> Numbers:
    """Return the numbers of a case in the order of its fields."""
    motion = (*case.velocity_a, *case.velocity_b, case.max_time)
    return (*motion, *case.point, *case.origin, *case.direction)


PAIR, FOUR = ctypes.c_double * 2, ctypes.c_double * 4
STRUCTS: dict[str, Any] = {  # of each kind of result: what a function writes to
    "truth": None, "number": None, "vector": PAIR, "interval": PAIR, "points": FOUR,
    "contact": Contact, "impact": Impact, "ray_hit": RayHit,
    "clearance": Clearance, "approach": Approach,
}  # fmt: skip
# A verb and its options, in the order of the tests' programs in C and Cython.
QUESTIONS: dict[str, tuple[Verb, dict[str, Any]]] = {}
for _verb in VERBS.values():
    if _verb.compiled:
        QUESTIONS[_verb.compiled] = (_verb, {})
    if _verb.name == "intersects":
        QUESTIONS["interiors"] = (_verb, {"touching": False})
    if _verb.name == "sweep":
        QUESTIONS["strict_sweep"] = (_verb, {"touching": False, "skip_leaving": True})

TYPES: dict[str, Any] = {
    "int": ctypes.c_int,
    "double": ctypes.c_double,
    "Py_ssize_t": ctypes.c_ssize_t,
}


def name_of(capsule: Any) -> bytes:
    """Return the name of a capsule: of a function its signature."""
    get_name = ctypes.pythonapi.PyCapsule_GetName
    get_name.restype, get_name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return bytes(get_name(capsule))


def pointer_of(capsule: Any) -> int:
    """Return the pointer that a capsule holds."""
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype = ctypes.c_void_p
    get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return int(get_pointer(capsule, name_of(capsule)))


def function(name: str) -> Any:
    """Return a function, which is called without the GIL."""
    signature = name_of(CAPSULES[name]).decode()
    result, _, parameters = signature.rstrip(")").partition(" (")
    types = [TYPES.get(kind, ctypes.c_void_p) for kind in parameters.split(", ")]
    return ctypes.CFUNCTYPE(TYPES[result], *types)(pointer_of(CAPSULES[name]))


FUNCTIONS = {name: function(name) for name in CAPSULES}


def flat(value: Any) -> Numbers:
    """Return the numbers of a struct or an array, in order."""
    if isinstance(value, ctypes.Structure):
        return tuple(x for name, *_ in value._fields_ for x in flat(getattr(value, name)))
    if isinstance(value, ctypes.Array):
        return tuple(x for part in value for x in flat(part))
    return (float(value),)


LAYOUT = {
    name: 1 + len(flat(STRUCTS[verb.kind.name]())) if verb.kind and STRUCTS[verb.kind.name] else 1
    for name, (verb, _) in QUESTIONS.items()
}


class Given(NamedTuple):
    """Shapes as a family of functions takes them."""

    one: str
    two: str
    a: tuple[Any, ...]
    b: tuple[Any, ...]
    last: tuple[Any, ...] = ()  # scratch memory


def ask(name: str, *arguments: Any, result: Any = None) -> Numbers:
    """Call a function; `arguments` have None in the place of the result."""
    passed = [ctypes.byref(result) if given is None else given for given in arguments]
    returned = float(FUNCTIONS[name](*passed))
    is_number = FUNCTIONS[name].restype is ctypes.c_double
    if math.isnan(returned) or (returned == -1 and not is_number):
        return ()
    if result is None:
        return (returned,)
    return (returned, *(flat(result) if returned else (0.0,) * len(flat(result))))


def values_of(verb: Verb, options: dict[str, Any], case: Case) -> dict[str, Any]:
    """Return what follows the shapes, by name."""
    if verb.of == "places":
        return {"point": case.point} if verb.place == "point" else {"axis": AXIS}
    if verb.of == "rays":
        ray = {"origin": case.origin, "direction": case.direction}
        return ray | {"max_distance": REACH, "radius": RAY_RADIUS}
    known = {"touching": True, "skip_leaving": False, "margin": MARGIN, **case._asdict(), **options}
    return {each.name: known[each.name] for each in verb.options if each.name in known}


def answers(given: Given, case: Case, room: Callable[[Any], Any] = lambda kind: kind()) -> Answers:
    """Return what the functions of a family say; `room` makes the structs that they write to."""
    found = {}
    for name, (verb, options) in QUESTIONS.items():
        of_two = verb.of == "shapes"
        shapes = (*given.a, *given.b) if of_two else given.a
        numbers: list[Any] = []
        for value in values_of(verb, options, case).values():
            numbers += value if isinstance(value, tuple) else [value]
        if name == "clearance" and given.two == "rings":
            numbers += [*PIVOTS[0], *PIVOTS[1]]
        struct = STRUCTS[verb.kind.name] if verb.kind else None
        function = f"{given.two if of_two else given.one}_{verb.compiled}"
        places = [None] if struct else []
        result = room(struct) if struct else None
        found[name] = ask(function, *shapes, *numbers, *places, *given.last, result=result)
    return found


# --- shapes as the functions take them --------------------------------------------------


def as_array(vertices: Any) -> np.ndarray[Any, Any]:
    """Return points as the functions take them."""
    return np.ascontiguousarray(vertices, np.float64).reshape(-1, 2)


def rings(a: Any, b: Any, radius_a: float = 0.0, radius_b: float = 0.0) -> Given:
    """Return two rings, and the scratch memory that they need."""
    given, others = as_array(a), as_array(b)
    size = FUNCTIONS["scratch_size"](len(given), len(others))
    scratch = np.zeros(size)
    both = [
        (ctypes.c_void_p(points.ctypes.data), len(points), 2, radius)
        for points, radius in ((given, radius_a), (others, radius_b))
    ]
    for pointer, points in zip((both[0][0], both[1][0]), (given, others), strict=True):
        pointer.points = points  # type: ignore[attr-defined] # which it keeps alive
    memory = ctypes.c_void_p(scratch.ctypes.data if size else None)
    memory.scratch = scratch  # type: ignore[attr-defined]
    return Given("ring", "rings", both[0], both[1], (memory, size))


def box_numbers(box: Polygon) -> Numbers | None:
    """Return the six numbers of what `Polygon.box` made; None of any other shape."""
    if len(box.local_vertices) != 4 or box.radius:
        return None
    width, height = (float(x) for x in box.local_vertices[2])
    corners = [[-width, -height], [width, -height], [width, height], [-width, height]]
    if box.local_vertices.tolist() != corners:
        return None
    # By the one routine for sine and cosine, whose last bit is not that of every libm.
    cosine, sine = Polygon([(1, 0), (-1, 1), (-1, -1)], angle=box.angle).vertices[0].tolist()
    return (*box.position, width, height, cosine, sine)


def by_numbers(a: Shape, b: Shape) -> Given | None:
    """Return two boxes or two circles by numbers; None of any other shapes."""
    if isinstance(a, Circle) and isinstance(b, Circle):
        return Given("circle", "circles", (*a.position, a.radius), (*b.position, b.radius))
    if isinstance(a, Polygon) and isinstance(b, Polygon):
        one, other = box_numbers(a), box_numbers(b)
        if one is not None and other is not None:
            return Given("box", "boxes", one, other)
    return None


def shape_of(vertices: Vertices, radius: float = 0.0) -> Shape:
    """Return the shape of the points, whose frame is the world's."""
    if len(vertices) == 1:
        return Circle(vertices[0], radius)
    if len(vertices) == 2:
        start, end = vertices
        return Capsule(start, end, radius) if radius else Segment(start, end)
    return Polygon(vertices, radius=radius)


# --- what the verbs say -----------------------------------------------------------------


def given_feature(feature: int, shape: Shape, given: Vertices) -> int:
    """Return a feature of a contact by the place of its point in what was given."""
    corners = [(float(x), float(y)) for x, y in shape.vertices]
    places = [(float(x), float(y)) for x, y in given]
    if feature >= 0:
        return places.index(corners[feature])
    turn = sum(
        Fraction(p[0]) * Fraction(q[1]) - Fraction(p[1]) * Fraction(q[0])
        for p, q in zip(places, places[1:] + places[:1], strict=True)
    )
    edge = -1 - feature + (turn < 0)  # given clockwise, an edge begins where it ends
    return -1 - places.index(corners[edge % len(corners)])


def contact_numbers(a: Shape, b: Shape, given: tuple[Vertices, Vertices] | None) -> Numbers:
    """Return a contact as the struct has it; features by their place in `given`, if that is."""
    found = sepax.collide(a, b, margin=MARGIN)
    if found is None:
        return (0.0,) * LAYOUT["contact"]
    features = list(found.features)
    if given is not None:
        features = [
            (given_feature(of_a, a, given[0]), given_feature(of_b, b, given[1]))
            for of_a, of_b in features
        ]
    twice = [*range(len(found.points)), 0][:2] if len(found.points) == 1 else [0, 1]
    return (
        *(1.0, *found.normal, found.depth),
        *(x for k in twice for x in found.points[k]),
        *(found.depths[k] for k in twice),
        *(float(feature) for k in twice for feature in features[k]),
        *(float(len(found.points) == 2), float(found.a_in_b), float(found.b_in_a)),
    )


def impact_numbers(impact: sepax.Impact) -> Numbers:
    """Return an impact as the struct has it."""
    times = (impact.time, impact.exit_time)
    flags = (float(impact.initial), float(impact.leaving))
    return (1.0, *times, *impact.normal, *impact.point, *flags)


def numbers_of(found: Any) -> Numbers:
    """Return an answer as the functions write it."""
    if found is None:
        return ()
    if isinstance(found, sepax.Impact):
        return impact_numbers(found)
    if isinstance(found, sepax.Clearance | sepax.Approach):
        names = [name for name, *_ in STRUCTS[type(found).__name__.lower()]._fields_]
        return (1.0, *(float(x) for name in names for x in np.ravel(getattr(found, name))))
    if isinstance(found, sepax.RayHit):
        return (1.0, found.distance, *found.normal, *found.point)
    if isinstance(found, tuple):
        return (1.0, *np.ravel(found).tolist())
    return (float(found),)


def expected(
    a: Shape, b: Shape, case: Case, given: tuple[Vertices, Vertices] | None = None
) -> Answers:
    """Return what the verbs say; `given` are the points that the functions were given."""
    found = {}
    for name, (verb, options) in QUESTIONS.items():
        call, values = getattr(sepax, verb.name), values_of(verb, options, case)
        if name == "contact":
            numbers = contact_numbers(a, b, given)
        elif name == "clearance" and given is not None:
            numbers = numbers_of(
                sepax.raw.clearance(
                    *given,
                    pivot_a=PIVOTS[0],
                    pivot_b=PIVOTS[1],
                    radius_a=a.radius,
                    radius_b=b.radius,
                )
            )
        elif verb.of == "shapes":
            numbers = numbers_of(call(a, b, **values))
        else:
            numbers = numbers_of(call(a, *values.values()))
        found[name] = numbers or (0.0,) * LAYOUT[name]
    return found


def bits(answers: Answers) -> dict[str, bytes]:
    """Return the same bytes for the same bits."""
    return {name: struct.pack(f"{len(of)}d", *of) for name, of in answers.items()}


def differences(some: Answers, others: Answers) -> dict[str, tuple[Numbers, Numbers]]:
    """Return the questions on which two differ in a bit, with both answers."""
    assert some.keys() == others.keys()
    left, right = bits(some), bits(others)
    return {name: (some[name], others[name]) for name in some if left[name] != right[name]}


def unpacked(row: Iterable[float]) -> Answers:
    """Return the answers that a program wrote one after the other."""
    numbers: Iterator[float] = iter(row)
    return {name: tuple(next(numbers) for _ in range(n)) for name, n in LAYOUT.items()}
