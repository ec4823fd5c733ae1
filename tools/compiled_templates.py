"""The functions for compiled callers: cython_api.pxd and .pyx, and the header of the C API.

Each verb that has a name in the column `compiled` becomes one function for rings, one for boxes and
one for circles. The functions of the C API stand in the order of `API_ORDER`: new ones are appended
there, and none is ever moved.
"""

from __future__ import annotations

from dataclasses import dataclass

from code_text import cython_call
from verb_table import HEAD, VERBS, Verb

API_VERSION = 1
MOTION = ["velocity_a_x", "velocity_a_y", "velocity_b_x", "velocity_b_y"]
RAY = ["origin_x", "origin_y", "direction_x", "direction_y", "max_distance", "ray_radius"]
STRUCTS = {
    "contact": ("Contact", "ContactRow"),
    "impact": ("Impact", "ImpactRow"),
    "ray_hit": ("RayHit", "RayContact"),
}
# Whether rings or boxes meet is mostly certain before they are measured. By verb: what it answers then, and
# on which condition.
MOTION_IS_VALID = "is_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time)"
APART, MEET = "RINGS_APART", "RINGS_MEET"
SURE_BY_MEETING = {
    "intersect": {APART: ("0", ""), MEET: ("1", "")},
    "separating_axis": {MEET: ("0", "")},
    "covers": {APART: ("0", "")},
    "mtv": {APART: ("0", "")},
    "contact": {APART: ("0", "margin == 0.0")},
    "distance": {MEET: ("0.0", "")},
    "overlap_area": {APART: ("0.0", "")},
    "iou": {APART: ("0.0", "")},
    "time_of_impact": {MEET: ("0.0", MOTION_IS_VALID)},
}
WIDTHS = {"vector": 2, "interval": 2, "points": 4}  # of results that are arrays of doubles


@dataclass(frozen=True)
class Parameter:
    """One parameter in C."""

    type: str  # in Cython: double, bint, Py_ssize_t, "const double*", "double*" or a struct
    name: str

    @property
    def in_cython(self) -> str:
        """Its declaration."""
        return f"{self.type} {self.name}"

    @property
    def in_c(self) -> str:
        """Its declaration in the header."""
        types = {"bint": "int ", "Py_ssize_t": "ptrdiff_t ", "double": "double "}
        types |= {"double*": "double *", "const double*": "const double *"}
        types |= {f"{name}*": f"sepax_{kind} *" for kind, (name, _) in STRUCTS.items()}
        return types[self.type] + self.name


def numbers(*names: str) -> tuple[Parameter, ...]:
    """Return parameters that are doubles."""
    return tuple(Parameter("double", name) for name in names)


@dataclass(frozen=True)
class Family:
    """The way in which callers give shapes."""

    one: str
    two: str
    struct: str  # in callers.pxd
    reader: str
    convex: str  # of the struct

    def shape(self, side: str) -> tuple[Parameter, ...]:
        """Return the parameters of a shape: "_a", "_b", or "" for the only one."""
        raise NotImplementedError


class Boxes(Family):
    """By six numbers."""

    def shape(self, side: str) -> tuple[Parameter, ...]:
        """Return the parameters of a box."""
        names = ("x", "y", "half_width", "half_height", "cosine", "sine")
        return numbers(*(name + side for name in names))


class Circles(Family):
    """By three numbers."""

    def shape(self, side: str) -> tuple[Parameter, ...]:
        """Return the parameters of a circle."""
        return numbers(*(name + side for name in ("x", "y", "radius")))


class Rings(Family):
    """By pointer, number and stride of the points, and a radius."""

    def shape(self, side: str) -> tuple[Parameter, ...]:
        """Return the parameters of a ring."""
        counts = (Parameter("Py_ssize_t", name + side) for name in ("count", "stride"))
        points = Parameter("const double*", side.strip("_") or "ring")
        return (points, *counts, *numbers("radius" + side))


RINGS = Rings("ring", "rings", "GivenRing", "read_ring", "convex")
BOXES = Boxes("box", "boxes", "GivenBox", "read_box", "posed.convex")
CIRCLES = Circles("circle", "circles", "GivenCircle", "read_circle", "convex")
SCRATCH = (Parameter("double*", "scratch"), Parameter("Py_ssize_t", "room"))


@dataclass(frozen=True)
class Function:
    """A function for compiled callers."""

    family: Family
    verb: Verb

    @property
    def is_of_two(self) -> bool:
        """Whether it takes two shapes."""
        return bool(self.verb.of == "shapes")

    @property
    def name(self) -> str:
        """Its name in Cython, in C and in numba."""
        return f"{self.family.two if self.is_of_two else self.family.one}_{self.verb.compiled}"

    @property
    def kind(self) -> str:
        """The kind of its result."""
        assert self.verb.kind is not None
        return self.verb.kind.name

    @property
    def type(self) -> str:
        """The type that it returns."""
        return "double" if self.kind == "number" else "int"

    @property
    def options(self) -> tuple[Parameter, ...]:
        """What it takes besides shapes and results."""
        if self.verb.of == "places":
            return numbers(f"{self.verb.place}_x", f"{self.verb.place}_y")
        if self.verb.of == "rays":
            return numbers(*RAY)
        taken: list[Parameter] = []
        for option in self.verb.options:
            if option.name == "velocity_a":
                taken += numbers(*MOTION)
            elif option.type == "bool":
                taken.append(Parameter("bint", option.name))
            elif "velocity" not in option.name:
                taken += numbers(option.name)
        return tuple(taken)

    @property
    def result(self) -> tuple[Parameter, ...]:
        """Where it writes its result, if that is not returned."""
        if self.kind in STRUCTS:
            return (Parameter(f"{STRUCTS[self.kind][0]}*", self.kind),)
        if self.kind in WIDTHS:
            return (Parameter("double*", "result"),)
        return ()

    @property
    def shapes(self) -> tuple[Parameter, ...]:
        """The parameters of its shapes."""
        of = self.family.shape
        return of("_a") + of("_b") if self.is_of_two else of("")

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All parameters."""
        scratch = SCRATCH if self.family is RINGS else ()
        return self.shapes + self.options + self.result + scratch

    @property
    def answer(self) -> str:
        """The call that answers for the convexes, and the result."""
        two = self.is_of_two
        shapes = [f"&{self.convex(side)}" for side in (["a", "b"] if two else ["one"])]
        given = [option.name for option in self.options]
        for parameter in self.result:
            cast = f"<{STRUCTS[self.kind][1]}*>" if self.kind in STRUCTS else ""
            given.append(cast + parameter.name)
        return cython_call(f"answer_{self.verb.compiled}", shapes + given, "", 13).lstrip()

    def convex(self, side: str) -> str:
        """Return the convex of a side."""
        if self.family is RINGS and self.is_of_two:
            return f"two.{side}.{self.family.convex}"
        return f"{side}.{self.family.convex}"


FUNCTIONS = [
    Function(family, verb)
    for family in (RINGS, BOXES, CIRCLES)
    for verb in VERBS.values()
    if verb.compiled
]
BY_NAME = {function.name: function for function in FUNCTIONS}
API_ORDER = ["scratch_size", *BY_NAME]


def declaration(function: Function, tail: str) -> str:
    """Return the head of a function in Cython."""
    parameters = [parameter.in_cython for parameter in function.parameters]
    return cython_call(
        f"cdef {function.type} {function.name}", parameters, f" noexcept nogil{tail}"
    )


def reading(function: Function) -> list[str]:
    """Return the calls that read the shapes."""
    names = [parameter.name for parameter in function.shapes]
    if function.family is RINGS:
        reader = "read_two_rings" if function.is_of_two else "read_one_ring"
        target = "&two" if function.is_of_two else "&one"
        return [cython_call(reader, [*names, "scratch", "room", target], "", 11).lstrip()]
    if not function.is_of_two:
        return [cython_call(function.family.reader, [*names, "&one"], "", 11).lstrip()]
    half = len(names) // 2
    return [
        cython_call(
            function.family.reader, [*names[half * k : half * (k + 1)], f"&{side}"], "", 11
        ).lstrip()
        for k, side in enumerate("ab")
    ]


def sure_answers(function: Function) -> list[str]:
    """Return the lines that answer where no shape has to be measured."""
    name, given = function.verb.compiled, [parameter.name for parameter in function.shapes]
    if function.family is CIRCLES or name not in SURE_BY_MEETING:
        return []
    question, answers = "meet", SURE_BY_MEETING[name]
    locals_ = ["    cdef int verdict"]
    if function.family is RINGS and name == "mtv":
        question, answers = "part", {APART: ("0", ""), MEET: ("1", "")}
        given.append("result")
    elif function.family is RINGS and name == "time_of_impact":
        question, answers = "time", {MEET: ("time", "")}
        given += [*MOTION, "max_time", "&time"]
        locals_.append("    cdef double time = 0.0")
    lines = [*locals_, cython_call(f"verdict = {function.family.two}_{question}", given, "", 4)]
    for verdict, (answer, condition) in answers.items():
        also = f" and {condition}" * bool(condition)
        lines += [f"    if verdict == {verdict}{also}:", f"        return {answer}"]
    return lines


def definition(function: Function) -> str:
    """Return a function of cython_api.pyx."""
    family, invalid = function.family, "NAN" if function.type == "double" else "-1"
    locals_ = "one" if not function.is_of_two else "two" if family is RINGS else "a, b"
    struct = "RingPair" if family is RINGS and function.is_of_two else family.struct
    lines = [declaration(function, ":"), f"    cdef {struct} {locals_}"]
    huge = ""
    if family is RINGS:
        huge = "&two.a, two.b.convex.n" if function.is_of_two else "&one, 1"
        lines += [f"    cdef {function.type} answer", "    cdef bint huge"]
    lines += sure_answers(function)
    checks = " and ".join(reading(function))
    if len(reading(function)) > 1:
        checks = f"({reading(function)[0]}\n            and {reading(function)[1]})"
    lines += [f"    if not {checks}:", f"        return {invalid}"]
    if huge:
        lines += [
            f"    huge = begin_huge({huge})",
            f"    answer = {function.answer}",
            "    end_huge(huge)",
        ]
        if function.kind == "contact":
            lines.append("    if answer == 1:")
            lines.append("        name_given_features(&two, contact)")
        lines.append("    return answer")
    else:
        lines.append(f"    return {function.answer}")
    return "\n".join(lines) + "\n"


# --- texts that do not follow from the table --------------------------------------------------------

PXD_HEAD = '''"""The verbs for compiled callers: plain C types, no Python object, no memory of their own, no GIL.

Take them by ``from sepax.cython_api cimport boxes_intersect`` and so on; nothing has to be linked.
docs/kernels.md has programs, and what is promised of these declarations.

Rings
    A pointer to float64 coordinates, the number of points, the doubles from one point to the next (2
    for x0, y0, x1, y1 and so on), and a radius that rounds the shape. One point is a disc, two are a
    segment or a capsule, three or more a convex ring of either winding. It may be closed, repeat
    points, and have points on a straight line.
scratch, room
    Only rings of more than 64 points need memory: `scratch_size` doubles. Else NULL and 0.
Boxes
    Centre, half width and half height, and the cosine and sine of the angle.
Results
    1 or 0, and a number if a function returns that. What else there is to say is written to
    `result`, if 1 is returned. Input that is no shape, no motion or no ray gives -1 or NaN: numbers
    that are not finite or beyond 2^240, rings that are not convex, sizes that are negative.
"""

cdef struct Contact:
    # As sepax.Contact. A single point stands twice.
    double normal[2]
    double depth
    double points[2][2]
    double depths[2]
    int features[2][2]  # of a and of b: point k as given, or -1 - k for the edge from point k
    int two_points
    int a_in_b
    int b_in_a

cdef struct Impact:
    # As sepax.Impact.
    double time
    double exit_time
    double normal[2]
    double point[2]
    int initial
    int leaving

cdef struct RayHit:
    # As sepax.RayHit.
    double distance
    double normal[2]
    double point[2]


# Doubles of scratch memory for rings of so many points; 0 for one ring alone.
cdef Py_ssize_t scratch_size(Py_ssize_t count_a, Py_ssize_t count_b) noexcept nogil
'''

PYX_HEAD = '''"""The verbs for compiled callers in Cython, numba and C: see cython_api.pxd and docs/kernels.md."""

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport NAN

from sepax._core.caller_answers cimport (
{answers})
from sepax._core.callers cimport (
    GivenBox, GivenCircle, GivenRing, RingPair, begin_huge, boxes_meet, end_huge, given_feature,
    is_motion, read_box, read_circle, read_one_ring, read_two_rings, rings_meet, rings_part,
    rings_time, scratch_of_ring)
from sepax._core.kernels.answers cimport RayContact
from sepax._core.memory cimport count_sum
from sepax._core.rows cimport ContactRow, ImpactRow
from sepax._core.simd.levels cimport RINGS_APART, RINGS_MEET

cdef extern from "sepax.h":
    enum:
        SEPAX_API_VERSION
    ctypedef struct sepax_api:
        int version
{members}

cdef Py_ssize_t scratch_size(Py_ssize_t count_a, Py_ssize_t count_b) noexcept nogil:
    return count_sum(scratch_of_ring(count_a), scratch_of_ring(count_b))


cdef inline void name_given_features(const RingPair* two, Contact* contact) noexcept nogil:
    """Features by the points as given, which may wind clockwise or be no corners."""
    cdef int point
    for point in range(2):
        contact.features[point][0] = <int>given_feature(&two.a, contact.features[point][0])
        contact.features[point][1] = <int>given_feature(&two.b, contact.features[point][1])
'''

PYX_TAIL = """
cdef sepax_api api
api.version = SEPAX_API_VERSION
{assignments}
_C_API = PyCapsule_New(&api, "sepax._C_API", NULL)
"""


def lines_of(names: list[str], indent: int, end: str = "") -> str:
    """Return names, filled into lines."""
    margin, lines = " " * indent, [""]
    for name in names:
        piece = f"{name}, "
        if len(margin + lines[-1] + piece.rstrip()) > 100:
            lines.append("")
        lines[-1] += piece
    return "\n".join(margin + line.rstrip() for line in lines).removesuffix(",") + end


def cython_declarations() -> str:
    """Return cython_api.pxd."""
    blocks = []
    for family in (RINGS, BOXES, CIRCLES):
        own = [declaration(function, "") for function in FUNCTIONS if function.family is family]
        blocks.append("\n".join(own) + "\n")
    return HEAD + PXD_HEAD + "\n" + "\n".join(blocks)


def cython_definitions() -> str:
    """Return cython_api.pyx."""
    answers = sorted({f"answer_{function.verb.compiled}" for function in FUNCTIONS})
    members = "\n".join(f"        void* {name}" for name in API_ORDER)
    head = PYX_HEAD.format(answers=lines_of(answers, 4), members=members)
    assignments = "\n".join(f"api.{name} = <void*>{name}" for name in API_ORDER)
    bodies = "\n\n".join(definition(function) for function in FUNCTIONS)
    return HEAD + head + "\n\n" + bodies + "\n" + PYX_TAIL.format(assignments=assignments)


HEADER = """\
/* Written by tools/generate.py from verbs.toml: change that table, not this file. */

/* The C API of sepax: collision of convex shapes in the plane, for compiled callers.
 *
 * Nothing has to be linked. Get the table of functions once, with the GIL:
 *
 *     #include <Python.h>
 *     #include <sepax.h>
 *     const sepax_api *api = sepax_import();      // NULL, with an exception set, if that fails
 *
 * Without Python.h the table is the pointer of the capsule sepax._C_API. The functions need no GIL,
 * use no Python object, allocate nothing, and may be called from any thread.
 *
 * A ring is a pointer to coordinates, the number of points, the doubles from one point to the next (2 for
 * x0, y0, x1, y1 and so on), and a radius that rounds the shape. One point is a disc, two are a segment or
 * a capsule, three or more a convex ring of either winding. Only rings of more than 64 points need scratch
 * memory: scratch_size doubles. Else scratch is NULL and room 0.
 *
 * A box is its centre, its half sizes, and the cosine and sine of its angle.
 *
 * Functions return 1 or 0, or a number. Input that is no shape, no motion or no ray gives -1 or NaN. What
 * else there is to say is written to the result, if 1 is returned. docs/kernels.md has programs, and what is
 * promised: members are appended to the table and never moved, and the version then rises. */
#ifndef SEPAX_H
#define SEPAX_H

#include <stddef.h>

#define SEPAX_API_VERSION {version}

typedef struct {{
    double normal[2]; /* unit, from a to b */
    double depth;
    double points[2][2]; /* a single point stands twice */
    double depths[2];
    int features[2][2]; /* of a and of b: point k as given, or -1 - k for the edge from point k */
    int two_points;
    int a_in_b;
    int b_in_a;
}} sepax_contact;

typedef struct {{
    double time;
    double exit_time; /* infinity if they never part */
    double normal[2];
    double point[2];
    int initial;
    int leaving;
}} sepax_impact;

typedef struct {{
    double distance;
    double normal[2]; /* unit, out of the shape */
    double point[2];
}} sepax_ray_hit;

typedef struct {{
    int version; /* SEPAX_API_VERSION of the library; members of later versions come last */
    ptrdiff_t (*scratch_size)(ptrdiff_t count_a, ptrdiff_t count_b);
{members}
}} sepax_api;

#ifdef Py_PYTHON_H
/* The table of the installed library; NULL, with an exception set, if it is missing or too old. */
static inline const sepax_api *sepax_import(void)
{{
    const sepax_api *api = (const sepax_api *)PyCapsule_Import("sepax._C_API", 0);
    if (api != NULL && api->version < SEPAX_API_VERSION) {{
        PyErr_Format(PyExc_ImportError,
                     "this module needs version %d of the C API of sepax, which has version %d: "
                     "install a newer sepax",
                     SEPAX_API_VERSION, api->version);
        return NULL;
    }}
    return api;
}}
#endif

#endif
"""


def member(function: Function) -> str:
    """Return a member of the table."""
    head = f"    {function.type} (*{function.name})("
    lines = [head]
    column = " " * len(head)
    parameters = [parameter.in_c for parameter in function.parameters]
    for k, parameter in enumerate(parameters):
        piece = parameter + (", " if k + 1 < len(parameters) else ");")
        if len((lines[-1] + piece).rstrip()) > 100:
            lines.append(column)
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def header() -> str:
    """Return include/sepax.h."""
    members = "\n".join(member(BY_NAME[name]) for name in API_ORDER[1:])
    return HEADER.format(version=API_VERSION, members=members)


def files() -> dict[str, str]:
    """Return the text of each file."""
    return {
        "src/sepax/cython_api.pxd": cython_declarations(),
        "src/sepax/cython_api.pyx": cython_definitions(),
        "src/sepax/include/sepax.h": header(),
    }
