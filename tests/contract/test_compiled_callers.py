"""The functions for compiled callers: their ABI, the bits of the verbs, and what is no shape."""

from __future__ import annotations

import ctypes
import math
import os
import random
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rounded  # noqa: F401 - registers families
from callers import (
    CAPSULES,
    FUNCTIONS,
    LAYOUT,
    Approach,
    Case,
    Clearance,
    Contact,
    Given,
    Impact,
    RayHit,
    Vertices,
    answers,
    ask,
    by_numbers,
    differences,
    expected,
    name_of,
    pointer_of,
    rings,
    shape_of,
)  # fmt: skip
from families import PAIRS, ROUNDED_PAIRS, ROUNDED_SWEEPS, SWEEPS, Shape, pairs, sweeps
from oracle import hull
from processes import output_of

import sepax
from sepax import Circle, Polygon, cython_api

COMMITTED = Path(__file__).parents[1] / "data" / "cython_api.txt"
HEADER = Path(sepax.__file__).parent / "include" / "sepax.h"
DECLARATIONS = Path(sepax.__file__).parent / "cython_api.pxd"
STRUCTS = {
    "Contact": Contact,
    "Impact": Impact,
    "Clearance": Clearance,
    "Approach": Approach,
    "RayHit": RayHit,
}
ADVICE = """
tests/data/cython_api.txt lists what modules of other people were compiled against. It is
append-only:
- Give the row of a new verb in verbs.toml the next version: its functions then come last, and
  SEPAX_API_VERSION rises. Append "version N" and the lines of the functions to the list.
- Anything else, such as another order, parameter, result or member of a struct, breaks those
  modules. Undo it, or add a function of another name beside the old one."""
# Of shapes with a radius, but not those of polygons again, which take seconds to make.
OWN_PAIRS = [name for name in ROUNDED_PAIRS if not name.endswith("with radii")]
OWN_SWEEPS = [name for name in ROUNDED_SWEEPS if not name.endswith("with radii")]
OF_ONE = {"contains", "project", "raycast"}
NAN, INF = math.nan, math.inf
NULL = ctypes.c_void_p()
ANY_CASE = Case()


# --- the ABI ----------------------------------------------------------------------------


def committed() -> tuple[int, dict[str, str], dict[str, str]]:
    """Return the version of the list, its structs, and its functions in order."""
    lines = COMMITTED.read_text(encoding="utf-8").splitlines()
    rows = [line.partition(": ") for line in lines if ": " in line and not line.startswith("#")]
    versions = [int(line.removeprefix("version ")) for line in lines if line[:8] == "version "]
    assert versions == list(range(1, len(versions) + 1))
    structs = {name.removeprefix("struct "): text for name, _, text in rows if "struct " in name}
    functions = {name: text for name, _, text in rows if "struct " not in name}
    return versions[-1], structs, functions


def in_cython(text: str) -> str:
    """Return types of the header as Cython writes them into signatures."""
    words = {"ptrdiff_t": "Py_ssize_t", "const double *": "double const *"}
    for kind in STRUCTS:
        name = "sepax_" + re.sub("(?<=[a-z])(?=[A-Z])", "_", kind).lower()
        words[f"{name} *"] = f"struct __pyx_t_5sepax_10cython_api_{kind} *"
    for word, other in words.items():
        text = text.replace(word, other)
    return text


def members() -> dict[str, str]:
    """Return the functions of the header's table, in order, by the signatures of Cython."""
    text = re.sub(r"\s+", " ", HEADER.read_text(encoding="utf-8"))
    found = re.findall(r"(\w+) \(\*(\w+)\)\(([^)]*)\);", text)
    signatures = {}
    for result, name, parameters in found:
        types = [re.sub(r"\w+$", "", in_cython(each)).strip() for each in parameters.split(", ")]
        signatures[name] = f"{in_cython(result)} ({', '.join(types)})"
    return signatures


def test_exported_functions_and_their_signatures() -> None:
    exported = {name: name_of(capsule).decode() for name, capsule in CAPSULES.items()}
    assert exported == committed()[2], ADVICE


def test_table_of_the_header_in_its_order() -> None:
    assert list(members().items()) == list(committed()[2].items()), ADVICE


def test_version_rises_with_the_list() -> None:
    (defined,) = re.findall(r"#define SEPAX_API_VERSION (\d+)", HEADER.read_text(encoding="utf-8"))
    assert int(defined) == committed()[0], ADVICE


def test_structs() -> None:
    """Of the header, of Cython and of these tests: they are one."""
    header = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
    declared = re.sub("#.*", "", DECLARATIONS.read_text(encoding="utf-8"))
    _, structs, _ = committed()
    assert set(structs) == set(STRUCTS), ADVICE
    for name, text in structs.items():
        in_c = "sepax_" + re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()
        (body,) = re.findall(r"typedef struct \{([^{}]*)\} " + in_c + ";", header)
        assert re.sub(r"\s+", " ", body).strip() == text, ADVICE
        (body,) = re.findall(rf"cdef struct {name}:\n(.*?)\n\n", declared, re.DOTALL)
        assert [line.strip() for line in body.splitlines() if line.strip()] == re.findall(
            r"([^;]+);\s*", text
        ), ADVICE
        assert [field[0] for field in STRUCTS[name]._fields_] == re.findall(
            r"\w+ (\w+)[\[\]\d]*;", text
        )


def test_the_capsule_holds_the_table_of_the_header() -> None:
    capsule: Any = attrgetter("_C_API")(sepax)  # imported at its first use
    assert name_of(capsule) == b"sepax._C_API"
    table = pointer_of(capsule)
    assert ctypes.c_int.from_address(table).value == committed()[0]
    first, size = ctypes.sizeof(ctypes.c_void_p), ctypes.sizeof(ctypes.c_void_p)
    for place, name in enumerate(members()):
        entry = ctypes.c_void_p.from_address(table + first + place * size)
        assert entry.value == pointer_of(CAPSULES[name]), name
    assert cython_api._C_API is capsule


# --- the bits of the verbs --------------------------------------------------------------


def places(shape: Shape) -> Vertices:
    return [(float(x), float(y)) for x, y in shape.vertices]


def check_rings(a: Vertices, b: Vertices, radius_a: float, radius_b: float, case: Case) -> bool:
    """Compare the answers for two rings with those of shapes; False if one is refused."""
    shapes: list[Shape | None] = []
    for vertices, radius in ((a, radius_a), (b, radius_b)):
        try:
            shapes.append(shape_of(vertices, radius))
        except ValueError:
            shapes.append(None)
    got = answers(rings(a, b, radius_a, radius_b), case)
    if shapes[0] is not None and shapes[1] is not None:
        assert differences(got, expected(shapes[0], shapes[1], case, (a, b))) == {}
        return True
    answered = {name for name, answer in got.items() if answer}
    assert answered == (set() if shapes[0] is None else OF_ONE), (a, b)
    return False


def check_pair(a: Shape, b: Shape, case: Case) -> bool:
    """Compare rings, and boxes or circles by numbers; returns whether there were numbers."""
    check_rings(places(a), places(b), a.radius, b.radius, case)
    given = by_numbers(a, b)
    if given is not None:
        assert differences(answers(given, case), expected(a, b, case)) == {}
    return given is not None


@pytest.mark.parametrize("family", [*PAIRS, *OWN_PAIRS])
def test_families_of_pairs(family: str) -> None:
    for a, b in pairs(family)[:15]:
        are_numbers = check_pair(a, b, Case(point=places(b)[0]))
        assert are_numbers or family != "boxes"


@pytest.mark.parametrize("family", [*SWEEPS, *OWN_SWEEPS])
def test_families_of_sweeps(family: str) -> None:
    for a, b, velocity_a, velocity_b, max_time in sweeps(family)[:10]:
        check_pair(a, b, Case(velocity_a, velocity_b, max_time))


def test_boxes_and_circles_at_zeros_of_either_sign() -> None:
    for x in (0.0, -0.0):
        a = Polygon.box(2, 1, position=(x, -x), angle=x)
        b = Polygon.box(1, 1, position=(x, 0.5), angle=2.0)
        assert check_pair(a, b, Case(origin=(x, x)))
        assert check_pair(Circle((x, -x), 0.0), Circle((-x, x), 1.0), Case(origin=(-9.0, x)))


def lattice_ring(source: random.Random) -> Vertices:
    """Return a few points of a small grid: a shape by chance, or none."""
    count = source.choice([1, 2, 3, 3, 4, 4, 5, 6, 7])
    zero = source.choice([0.0, -0.0])
    return [
        (source.randint(0, 3) or zero, float(source.randint(0, 3) or zero)) for _ in range(count)
    ]


def cluttered_ring(source: random.Random) -> Vertices:
    """Return a convex ring of either winding, with repeated and straight points, maybe closed."""
    corners: list[tuple[float, float]] = []
    while len(corners) < 3:
        corners = hull([(source.randint(0, 6), source.randint(0, 6)) for _ in range(7)])
    points: list[tuple[float, float]] = []
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        points += [(px, py)] * source.choice([1, 1, 1, 2, 3])
        parts = math.gcd(int(qx - px), int(qy - py))
        for k in sorted(source.sample(range(1, parts), source.randrange(parts))):
            points.append((px + (qx - px) // parts * k, py + (qy - py) // parts * k))
    start = source.randrange(len(points))
    points = points[start:] + points[:start]
    points += points[:1] * source.choice([0, 1])
    return points[:: source.choice([-1, 1])]


def ring_near_the_grid(source: random.Random) -> Vertices:
    """Return points a few steps apart from each other, of the float64 numbers around a place."""
    place = source.choice([1.0, 1e15, 0.1, 3e-310, 2.0**230])
    step = math.ulp(place)
    return [
        (place + step * source.randint(-3, 3), place + step * source.randint(-3, 3))
        for _ in range(source.randint(3, 6))
    ]


def triangle(source: random.Random) -> Vertices:
    """Return a counter-clockwise triangle that is not thin."""
    while True:
        points = [(source.uniform(0, 3), source.uniform(0, 3)) for _ in range(3)]
        (px, py), (qx, qy), (rx, ry) = points
        if (qx - px) * (ry - py) - (qy - py) * (rx - px) > 0.3:
            return points


def on_first_edge(ring: Vertices, source: random.Random) -> tuple[float, float]:
    """Return a point of an edge, rounded: it lies just inside, on the edge or just outside."""
    (px, py), (qx, qy) = ring[0], ring[1]
    part = source.random()
    return (px + part * (qx - px), py + part * (qy - py))


def nearly_straight_ring(source: random.Random) -> Vertices:
    """Return a triangle and a point of a side, which rounding puts just inside or outside."""
    corners = triangle(source)
    return [corners[0], on_first_edge(corners, source), *corners[1:]]


def ring_and_corner(source: random.Random) -> tuple[Vertices, Vertices]:
    """Return a triangle and another with a corner on its edge, but for rounding."""
    ring = triangle(source)
    (px, py), (qx, qy), (x, y) = ring[0], ring[1], on_first_edge(ring, source)
    out_x, out_y, aside = qy - py, px - qx, source.uniform(-0.3, 0.3)
    far = (x + out_x + aside, y + out_y)
    return ring, [(x, y), far, (far[0] - 0.5 * out_y - aside, far[1] + 0.5 * out_x)]


def test_boxes_that_are_flush_but_for_rounding() -> None:
    """Far from the origin, which makes their corners coarse."""
    source = random.Random(1)
    meeting = 0
    for _ in range(300):
        far, angle = 10.0 ** source.uniform(0, 9), source.uniform(0, 7)
        x, y, along = source.uniform(-far, far), source.uniform(-far, far), source.uniform(-1, 1)
        half, other_half = source.uniform(1, 4), source.uniform(1, 4)
        cosine, sine, across = math.cos(angle), math.sin(angle), half + other_half
        place = (x + cosine * across - sine * along, y + sine * across + cosine * along)
        a = Polygon.box(2 * half, 3, position=(x, y), angle=angle)
        b = Polygon.box(2 * other_half, 5, position=place, angle=angle)
        assert check_pair(a, b, ANY_CASE)
        meeting += sepax.intersects(a, b)
    assert 90 < meeting < 210


def test_what_is_a_shape_and_what_is_none() -> None:
    """Rings are accepted as by `Polygon`; and the answers, and the features of contacts."""
    source = random.Random(40)
    makers = [lattice_ring, *[cluttered_ring] * 2, ring_near_the_grid, *[nearly_straight_ring] * 2]
    accepted = 0
    for _ in range(3000):
        a, b = (source.choice(makers)(source) for _ in range(2))
        if source.random() < 0.25:
            a, b = ring_and_corner(source)
        radius_a, radius_b = (source.choice([0.0, 0.0, 0.25]) for _ in range(2))
        case = Case(point=source.choice(b), origin=(float(source.randint(-9, 9)), 0.25))
        accepted += check_rings(a, b, radius_a, radius_b, case)
    assert 1500 < accepted < 2600


def test_points_with_a_stride() -> None:
    """Of columns, of every other point, and backwards: with the bits of the points themselves."""
    table = np.full((4, 5), NAN)
    table[:, 2:4] = [(0, 0), (2, 0), (2, 2), (0, 2)]
    whole = rings(table[:, 2:4], [(1, 1), (4, 1), (1, 4)])
    start = table.ctypes.data + 2 * table.itemsize
    end = start + 3 * 5 * table.itemsize
    truth = answers(whole, Case())
    forward = answers(whole._replace(a=(start, 4, 5, 0.0)), Case())
    assert differences(truth, forward) == {}
    backwards = answers(whole._replace(a=(end, 4, -5, 0.0)), Case())
    plain = answers(rings(table[::-1, 2:4], [(1, 1), (4, 1), (1, 4)]), Case())
    assert differences(plain, backwards) == {}
    assert all(answers(whole._replace(a=(start, 2, 10, 0.0)), Case()).values())
    for stride in (0, 1, 4):  # wrong: no point differs, or NaN is read
        assert_refused(whole._replace(a=(start - 8, 4, stride, 0.0)))


# --- whatever is no shape ---------------------------------------------------------------


def assert_refused(given: Given, case: Case = ANY_CASE, asked: set[str] | None = None) -> None:
    """Demand -1 or NaN of the functions named, of all by default, and of no other."""
    refused = {name for name, answer in answers(given, case).items() if not answer}
    assert refused == (set(LAYOUT) if asked is None else asked)


SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
TURN = [math.tau * k / 5 for k in range(5)]
NO_RINGS: dict[str, Any] = {
    "reflex": [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)],
    "collinear": [(0, 0), (1, 1), (2, 2), (3, 3)],
    "one point, often": [(1, 1)] * 5,
    "one point, twice": [(1, 1)] * 2,
    "two points, often": [(0, 0), (1, 1)] * 3,
    "a spike": [(0, 0), (2, 0), (1, 0), (1, 2)],
    "a bow": [(0, 0), (2, 2), (2, 0), (0, 2)],
    "pentagram": [(math.cos(2 * t), math.sin(2 * t)) for t in TURN],
    "twice round": SQUARE * 2,
    "NaN": [(0, 0), (2, 0), (NAN, 2)],
    "infinity": [(0, 0), (2, 0), (2, INF)],
    "infinite points": [(-INF, INF)],
    "2**241": [(0, 0), (2.0**241, 0), (0, 1)],
}


@pytest.mark.parametrize("name", NO_RINGS)
def test_rings_that_are_no_shapes(name: str) -> None:
    assert_refused(rings(NO_RINGS[name], SQUARE))
    assert_refused(rings(SQUARE, NO_RINGS[name]), asked=set(LAYOUT) - OF_ONE)


def test_either_winding_and_whatever_does_no_harm_is_allowed() -> None:
    assert_refused(rings(SQUARE[::-1], [*SQUARE, SQUARE[0]]), asked=set())
    assert_refused(rings([SQUARE[0], *SQUARE, (0, 1)], [(2.0**240, 0)]), asked=set())


def test_counts_pointers_and_room() -> None:
    good = rings(SQUARE, SQUARE)
    pointer = good.a[0]
    for count in (0, -1, 65, 10**9, sys.maxsize, -sys.maxsize - 1):
        assert_refused(good._replace(a=(pointer, count, 2, 0.0)))
        assert_refused(good._replace(b=(pointer, count, 2, 0.0)), asked=set(LAYOUT) - OF_ONE)
    assert_refused(good._replace(a=(NULL, 4, 2, 0.0)))
    for radius in (-1.0, -5e-324, NAN, INF, 2.0**241):
        assert_refused(rings(SQUARE, SQUARE, radius))
        assert_refused(rings(SQUARE, SQUARE, 0.0, radius), asked=set(LAYOUT) - OF_ONE)
    # More room than needed, and memory that is not needed, do no harm.
    assert_refused(good._replace(last=(pointer, 0)), asked=set())
    assert_refused(good._replace(last=(NULL, 10**9)), asked=set())


def declared(name: str) -> list[tuple[str, str]]:
    """Return type and name of each parameter of a function of the header."""
    (found,) = re.findall(rf"\(\*{name}\)\(([^)]*)\);", HEADER.read_text(encoding="utf-8"))
    pairs = [re.fullmatch(r"(.*?[ *])(\w+)", each.strip()) for each in found.split(",")]
    return [(pair[1].strip(), pair[2]) for pair in pairs if pair]


@pytest.mark.parametrize("are_apart", [False, True])
@pytest.mark.parametrize("name", members())
def test_pointers_that_are_null(name: str, *, are_apart: bool) -> None:
    """Each in turn is refused, also where the answer needs no memory, and else the call is good."""
    count = 100  # so many points need scratch memory
    needed = FUNCTIONS["scratch_size"](count, count)
    numbers = {"count": count, "stride": 2, "room": needed, "sine": 0, "radius": 0}
    beside = 9.0 if are_apart else 0.0
    given: list[Any] = []
    pointers = {}
    for kind, parameter in declared(name):
        if kind.endswith("*"):
            x = beside if parameter == "b" else 0.0
            ring = places(Polygon.regular(count, 1.0, position=(x, 0.0)))
            memory = np.array(ring) if "const" in kind else np.zeros(needed)
            pointers[len(given)] = memory
            given.append(ctypes.c_void_p(memory.ctypes.data))
        else:
            start = parameter.partition("_")[0]
            given.append(numbers.get(start, beside if parameter == "x_b" else 1))
    returned = FUNCTIONS[name](*given)
    assert not math.isnan(returned) if type(returned) is float else returned >= 0
    for place in pointers:
        returned = FUNCTIONS[name](*given[:place], NULL, *given[place + 1 :])
        assert returned == -1 or math.isnan(returned), declared(name)[place]


def test_counts_that_are_too_large_saturate() -> None:
    size = FUNCTIONS["scratch_size"]
    assert [size(count, 64) for count in (-1, 0, 1, 64)] == [0] * 4
    assert size(65, 0) + size(0, 100) == size(65, 100) > 5 * 165
    assert size(sys.maxsize, 3) == size(2**62, 2**62) == size(sys.maxsize, sys.maxsize)
    assert size(sys.maxsize, 3) == sys.maxsize


@pytest.mark.parametrize(("count", "other"), [(65, 3), (64, 65), (100, 65), (5000, 100)])
def test_scratch_memory_is_enough_and_nothing_behind_it_is_written(count: int, other: int) -> None:
    a = places(Polygon.regular(count, 1.0, angle=0.1))
    b = places(Polygon.regular(other, 0.5, position=(1.25, 0.5)))
    truth = expected(Polygon(a), Polygon(b), Case(), (a, b))
    given = rings(a, b)
    size = FUNCTIONS["scratch_size"](count, other)
    for first in (16, 17):  # on a border of 16 bytes, and off it
        memory = np.full(2 * size + 48, -7.5)
        address = memory.ctypes.data + first * memory.itemsize
        guarded = given._replace(last=(address, size))
        assert differences(answers(guarded, Case()), truth) == {}
        assert (memory[:first] == -7.5).all()
        assert (memory[first + size :] == -7.5).all()
        # If both rings need memory, there is enough for one of them.
        little = set(LAYOUT) if other <= 64 else set(LAYOUT) - OF_ONE
        assert_refused(guarded._replace(last=(address, size - 1)), asked=little)
        needing = set(LAYOUT) if count > 64 else set(LAYOUT) - OF_ONE
        assert_refused(guarded._replace(last=(NULL, size)), asked=needing)


BOX = (0.0, 0.0, 1.0, 0.5, 0.8, 0.6)
NO_BOXES = {
    "NaN": (NAN, 0, 1, 1, 1, 0),
    "infinity": (0, -INF, 1, 1, 1, 0),
    "2**241": (2.0**241, 0, 1, 1, 1, 0),
    "corners beyond 2**240": (2.0**240, 0, 2.0**240, 1, 1, 0),
    "corners of a square beyond 2**240": (2.0**240, 0, 2.0**239, 2.0**239, 1, 0),
    "no width": (0, 0, 0, 1, 1, 0),
    "negative height": (0, 0, 1, -1, 1, 0),
    "NaN width": (0, 0, NAN, 1, 1, 0),
    "infinite height": (0, 0, 1, INF, 1, 0),
    "no axis": (0, 0, 1, 1, 0, 0),
    "NaN axis": (0, 0, 1, 1, NAN, 0),
    "infinite axis": (0, 0, 1, 1, INF, 0),
    "an axis of 1.00001": (0, 0, 1, 1, 1.00001, 0),
    "an axis of two thirds of a turn": (0, 0, 1, 1, 1, 1),
    "smaller than the grid": (1e16, 0, 0.25, 0.25, 1, 0),
}
NO_CIRCLES = {
    "NaN": (NAN, 0.0, 1.0),
    "infinity": (0.0, INF, 1.0),
    "2**241": (-(2.0**241), 0.0, 1.0),
    "negative radius": (0.0, 0.0, -1.0),
    "NaN radius": (0.0, 0.0, NAN),
    "infinite radius": (0.0, 0.0, INF),
}


@pytest.mark.parametrize("name", [*NO_BOXES, *NO_CIRCLES])
def test_numbers_that_are_no_shape(name: str) -> None:
    for one, two, good, bad in (
        ("box", "boxes", BOX, NO_BOXES),
        ("circle", "circles", (0.0, 0.0, 1.0), NO_CIRCLES),
    ):
        if name in bad:
            assert_refused(Given(one, two, bad[name], good))
            assert_refused(Given(one, two, good, bad[name]), asked=set(LAYOUT) - OF_ONE)
            # As far apart as two of them are, no bound that rounding may exceed says so.
            away = (-bad[name][0], *bad[name][1:])
            assert_refused(Given(one, two, bad[name], away))


def test_axes_that_are_nearly_unit_vectors() -> None:
    """Of a float32, for instance: they scale the box by as much."""
    for excess in (-1.01e-6, 1.01e-6):
        axis = (math.sqrt(1.0 + excess), 0.0)
        assert_refused(Given("box", "boxes", (*BOX[:4], *axis), BOX))
    for scale in (math.sqrt(1.0 - 0.99e-6), 1.0 - 2e-7, 1.0 + 2e-7, math.sqrt(1.0 + 0.99e-6)):
        a = (*BOX[:4], 0.8 * scale, 0.6 * scale)
        assert_refused(Given("box", "boxes", a, BOX), asked=set())
        b = (0.0, 2.0, 1.0, 1.0, 1.0, 0.0)
        (distance,) = ask("boxes_distance", *(0.0, 0.0, 1.0, 0.5, scale, 0.0), *b)
        assert distance == pytest.approx(1.0 - 0.5 * scale, abs=1e-15)


MOVING = {"sweep", "strict_sweep", "time_of_impact", "closest_approach"}
MOTIONS = [
    *(Case(velocity_a=way) for way in ((NAN, 0.0), (2.0**241, 0.0))),
    Case(velocity_b=(0.0, INF)),
    *(Case(max_time=time) for time in (NAN, -1.0)),
]
RAYS = [Case(origin=place) for place in ((NAN, 0.0), (0.0, INF))]
RAYS += [Case(direction=way) for way in ((0.0, 0.0), (NAN, 1.0), (1.0, -INF))]
EVERY = [
    rings(SQUARE, SQUARE),
    Given("box", "boxes", BOX, BOX),
    Given("circle", "circles", (0.0, 0.0, 1.0), (1.0, 0.0, 1.0)),
]


@pytest.mark.parametrize("given", EVERY, ids=lambda given: given.two)
def test_numbers_that_are_no_motion_no_ray_and_no_point(given: Given) -> None:
    for case in MOTIONS:
        assert_refused(given, case, MOVING)
    for case in RAYS:
        assert_refused(given, case, {"raycast"})
    for point in ((NAN, 0.0), (0.0, INF), (2.0**241, 0.0)):
        assert_refused(given, Case(point=point), {"contains"})
    assert_refused(given, Case(max_time=INF), set())
    assert_refused(given, Case(max_time=0.0), set())


@pytest.mark.parametrize("given", EVERY, ids=lambda given: given.two)
def test_margins_axes_and_ray_lengths_out_of_range(given: Given) -> None:
    one, two, a, b, last = given
    pair, contact, hit = (ctypes.c_double * 2)(), Contact(), RayHit()
    for margin in (INF, NAN, -1.0):
        assert not ask(f"{two}_contact", *a, *b, margin, None, *last, result=contact)
    assert ask(f"{two}_contact", *a, *b, 1e300, None, *last, result=contact)
    for axis in ((0.0, 0.0), (NAN, 1.0), (1.0, INF)):
        assert not ask(f"{one}_project", *a, *axis, None, *last, result=pair)
    ray = (-9.0, 0.0, 1.0, 0.0)
    for reach, radius in ((NAN, 0.0), (-1.0, 0.0), (1.0, -1.0), (1.0, NAN), (1.0, INF)):
        assert not ask(f"{one}_raycast", *a, *ray, reach, radius, None, *last, result=hit)
    assert ask(f"{one}_raycast", *a, *ray, INF, 0.0, None, *last, result=hit)


def test_results_are_written_only_with_an_answer() -> None:
    """A result of memory that nobody owns: without an answer it is not touched."""
    nowhere = ctypes.c_void_p(8)
    numbers = (0.0, 0.0, 1.0, *(9.0, 0.0, 1.0))
    assert FUNCTIONS["circles_mtv"](*numbers, nowhere) == 0
    assert FUNCTIONS["circles_contact"](*numbers, 0.0, nowhere) == 0
    assert FUNCTIONS["circles_sweep"](*numbers, 0.0, 0.0, 0.0, 0.0, 1.0, 1, 0, nowhere) == 0
    assert FUNCTIONS["circles_mtv"](*numbers[:5], -1.0, nowhere) == -1


# --- threads and signals ----------------------------------------------------------------


def test_threads_without_the_gil() -> None:
    """As ctypes releases it; every thread gets the same bits, with scratch memory of its own."""
    cases = [pair for name in ("boxes", "polygons", "circle_any") for pair in pairs(name)[:40]]
    ring = Polygon.regular(200, 1.0)
    cases += [(ring, b) for _, b in cases[:10]]

    def work(start: threading.Barrier) -> list[Any]:
        start.wait()
        got = [answers(rings(places(ring), places(ring)), Case())]
        for a, b in cases:
            got.append(answers(rings(places(a), places(b), a.radius, b.radius), Case()))
            numbers = by_numbers(a, b)
            got += [answers(numbers, Case())] if numbers else []
        return got

    alone = work(threading.Barrier(1))
    start = threading.Barrier(8)
    with ThreadPoolExecutor(8) as pool:
        for together in pool.map(work, [start] * 8):
            for some, others in zip(together, alone, strict=True):
                assert differences(some, others) == {}


# Kernels over huge rings look for signals after a tenth of a second. Here they must not: a handler
# is Python, and the caller has no GIL and no place for an exception.
SIGNAL = """
import ctypes
import signal
import time
from callers import FUNCTIONS, rings
from sepax import Polygon

# So small that products of coordinates are 0, and no walk round the rings is certain of anything.
ring = Polygon.regular(30_000, 1.0, angle=0.3).vertices * 1e-300
given, mtv = rings(ring, ring), (ctypes.c_double * 2)()
columns = [[each] for each in (*given.a, *given.b, ctypes.byref(mtv), *given.last)]
returned = []
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    # In C from the timer on, so that nothing but the function can hear the signal.
    returned.extend(map(FUNCTIONS["rings_mtv"], *columns))
    time.sleep(10)
except KeyboardInterrupt:
    print("heard")
assert returned == [1], returned
assert tuple(mtv) == Polygon(ring).mtv(Polygon(ring)), tuple(mtv)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the timer of POSIX")
def test_signals_wait_until_the_function_has_returned() -> None:
    assert output_of(SIGNAL, os.environ.get("SEPAX_SIMD", "")) == "heard\n"
