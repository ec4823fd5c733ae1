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

import sepax
from sepax import Capsule, Circle, Polygon, Segment, Shape, cython_api

Numbers = tuple[float, ...]
Answers = dict[str, Numbers]
Vertices = Sequence[tuple[float, float]]

CAPSULES: dict[str, Any] = vars(cython_api)["__pyx_capi__"]
# In the order of the tests' programs in C and Cython.
LAYOUT = {
    "intersect": 1,
    "interiors": 1,  # intersect, but not touching
    "separating_axis": 3,
    "contains": 1,
    "covers": 1,
    "project": 3,
    "mtv": 3,
    "contact": 17,
    "distance": 1,
    "nearest_points": 5,
    "overlap_area": 1,
    "iou": 1,
    "sweep": 9,
    "strict_sweep": 9,  # not touching, and not leaving
    "time_of_impact": 1,
    "raycast": 6,
}
AXIS, MARGIN = (0.3, -0.7), 0.5
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
    if returned == -1 or math.isnan(returned):
        return ()
    if result is None:
        return (returned,)
    return (returned, *(flat(result) if returned else (0.0,) * len(flat(result))))


def answers(given: Given, case: Case, room: Callable[[Any], Any] = lambda kind: kind()) -> Answers:
    """Return what the functions of a family say; `room` makes the structs that they write to."""
    one, two, a, b, last = given
    motion = (*case.velocity_a, *case.velocity_b, case.max_time)
    ray = (*case.origin, *case.direction, REACH, RAY_RADIUS)
    pair, four = (ctypes.c_double * 2), (ctypes.c_double * 4)
    return {
        "intersect": ask(f"{two}_intersect", *a, *b, 1, *last),
        "interiors": ask(f"{two}_intersect", *a, *b, 0, *last),
        "separating_axis": ask(f"{two}_separating_axis", *a, *b, None, *last, result=room(pair)),
        "contains": ask(f"{one}_contains", *a, *case.point, *last),
        "covers": ask(f"{two}_covers", *a, *b, *last),
        "project": ask(f"{one}_project", *a, *AXIS, None, *last, result=room(pair)),
        "mtv": ask(f"{two}_mtv", *a, *b, None, *last, result=room(pair)),
        "contact": ask(f"{two}_contact", *a, *b, MARGIN, None, *last, result=room(Contact)),
        "distance": ask(f"{two}_distance", *a, *b, *last),
        "nearest_points": ask(f"{two}_nearest_points", *a, *b, None, *last, result=room(four)),
        "overlap_area": ask(f"{two}_overlap_area", *a, *b, *last),
        "iou": ask(f"{two}_iou", *a, *b, *last),
        "sweep": ask(f"{two}_sweep", *a, *b, *motion, 1, 0, None, *last, result=room(Impact)),
        "strict_sweep": ask(
            f"{two}_sweep", *a, *b, *motion, 0, 1, None, *last, result=room(Impact)
        ),
        "time_of_impact": ask(f"{two}_time_of_impact", *a, *b, *motion, *last),
        "raycast": ask(f"{one}_raycast", *a, *ray, None, *last, result=room(RayHit)),
    }


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


def impact_numbers(impact: sepax.Impact | None) -> Numbers:
    """Return an impact as the struct has it."""
    if impact is None:
        return (0.0,) * LAYOUT["sweep"]
    times = (impact.time, impact.exit_time)
    flags = (float(impact.initial), float(impact.leaving))
    return (1.0, *times, *impact.normal, *impact.point, *flags)


def found(value: tuple[float, float] | None) -> Numbers:
    """Return whether there is a vector, and the vector."""
    return (0.0, 0.0, 0.0) if value is None else (1.0, *value)


def expected(
    a: Shape, b: Shape, case: Case, given: tuple[Vertices, Vertices] | None = None
) -> Answers:
    """Return what the verbs say; `given` are the points that the functions were given."""
    motion = (case.velocity_a, case.velocity_b, case.max_time)
    hit = sepax.raycast(a, case.origin, case.direction, REACH, RAY_RADIUS)
    ray = (1.0, hit.distance, *hit.normal, *hit.point) if hit else (0.0,) * 6
    nearest = sepax.nearest_points(a, b)
    strict = sepax.sweep(a, b, *motion, touching=False, skip_leaving=True)
    return {
        "intersect": (float(sepax.intersects(a, b)),),
        "interiors": (float(sepax.intersects(a, b, touching=False)),),
        "separating_axis": found(sepax.separating_axis(a, b)),
        "contains": (float(sepax.contains(a, case.point)),),
        "covers": (float(sepax.covers(a, b)),),
        "project": (1.0, *sepax.project(a, AXIS)),
        "mtv": found(sepax.mtv(a, b)),
        "contact": contact_numbers(a, b, given),
        "distance": (sepax.distance(a, b),),
        "nearest_points": (1.0, *nearest[0], *nearest[1]),
        "overlap_area": (sepax.overlap_area(a, b),),
        "iou": (sepax.iou(a, b),),
        "sweep": impact_numbers(sepax.sweep(a, b, *motion)),
        "strict_sweep": impact_numbers(strict),
        "time_of_impact": (sepax.time_of_impact(a, b, *motion),),
        "raycast": ray,
    }


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
