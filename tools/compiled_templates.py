"""The functions for compiled callers: cython_api.pxd and .pyx, and sepax.h, from templates.

Each verb that has a name in the column `compiled` becomes one function for rings, one for boxes and
one for circles. The functions of the C API stand in the order of the versions (`version` of a verb,
1 if not given), of the families and of the table: none is ever moved.
"""

from __future__ import annotations

from dataclasses import dataclass

from code_text import cython_call, from_template
from cython_templates import READ_OPTION, in_motion
from verb_table import HEAD, VERBS, Verb

MOTION = ["velocity_a_x", "velocity_a_y", "velocity_b_x", "velocity_b_y"]
RAY = ["origin_x", "origin_y", "direction_x", "direction_y", "max_distance", "ray_radius"]
PIVOTS = ["pivot_a_x", "pivot_a_y", "pivot_b_x", "pivot_b_y"]
STRUCTS = {
    "approach": "Approach",
    "clearance": "Clearance",
    "contact": "Contact",
    "impact": "Impact",
    "ray_hit": "RayHit",
}
MOTION_IS_VALID = f"is_motion(\n            {', '.join(MOTION)}, max_time)"
APART, MEET, UNCERTAIN = "RINGS_APART", "RINGS_MEET", "RINGS_UNCERTAIN"
WRITTEN = ("clearance", "contact", "impact")  # by functions of their own
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
        types |= {f"{name}*": f"sepax_{kind} *" for kind, name in STRUCTS.items()}
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
        return (*taken, *(numbers(*PIVOTS) if self.family is RINGS and self.has_pivots else ()))

    @property
    def has_pivots(self) -> bool:
        """Whether the answer is also about turns; boxes and circles turn about their centres."""
        pivots = "pivot_a" in (self.verb.raw or {}).get("options", ())
        return pivots and not in_motion(self.verb)

    @property
    def result(self) -> tuple[Parameter, ...]:
        """Where it writes its result, if that is not returned."""
        if self.kind in STRUCTS:
            return (Parameter(f"{STRUCTS[self.kind]}*", self.kind),)
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
    def is_direct(self) -> bool:
        """Whether the memory of the caller has the layout of the member of a `Result`."""
        return bool(self.result) and self.kind not in WRITTEN

    @property
    def answer(self) -> str:
        """The call that answers for the convexes, and the result."""
        sides = ["a", "b"] if self.is_of_two else ["one"]
        shapes = [f"&{self.convex(side)}" for side in sides]
        if not self.is_of_two:
            shapes.append("&place" if self.verb.of == "places" else "NULL")
        given = [
            *shapes,
            "&options",
            f"<Result*>{self.result[0].name}" if self.is_direct else "&found",
        ]
        return cython_call(f"compiled[VERB_{self.verb.name.upper()}]", given, "", 13).lstrip()

    @property
    def settings(self) -> tuple[list[str], list[str]]:
        """The checks of numbers besides those of shapes, and the statements that set options."""
        given = [option.name for option in self.options]
        if self.verb.of == "places":
            reader = "set_given_axis" if self.verb.nonzero else "set_given_point"
            return [cython_call(reader, [*(f"&{name}" for name in given), "&place"], "", 11)], []
        if self.verb.of == "rays":
            return [cython_call("set_given_ray", [*given, "&options.probe"], "", 11)], []
        checks, lines = [], []
        if "max_time" in given:
            motion = [*MOTION, "max_time", "&options.motion.motion"]
            checks.append(cython_call("set_given_motion", motion, "", 11))
        if self.has_pivots:
            places = PIVOTS if self.family is RINGS else ["x_a", "y_a", "x_b", "y_b"]
            checks.append(cython_call("set_given_pivots", [*places, "&options.motion"], "", 11))
        if "margin" in given:
            checks.append(cython_call("set_given_margin", ["margin", "&options"], "", 11))
        for name in given:
            if name in READ_OPTION and name != "margin":
                lines.append(f"    {READ_OPTION[name]}")
        return checks, lines

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
# The members of the table in C: those of a version come after those of the versions before it.
API_ORDER = ["scratch_size"] + [
    function.name for function in sorted(FUNCTIONS, key=lambda function: function.verb.version or 1)
]


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
    name, given = function.verb.name, [parameter.name for parameter in function.shapes]
    if not function.verb.certain:
        return []
    when = {"mtv": "", "collide": "margin == 0.0", "time_of_impact": MOTION_IS_VALID}.get(name, "")
    verdicts = {"apart": APART, "meet": MEET}
    answers = {verdicts[key]: (value, when) for key, value in function.verb.certain.items()}
    question = "meet"
    locals_ = ["    cdef int verdict"]
    if function.family is RINGS and name == "mtv":
        question, answers = "part", {APART: ("0", ""), MEET: ("1", "")}
        given.append("result")
    elif function.family is RINGS and name == "time_of_impact":
        question, answers = "time", {MEET: ("time", "")}
        given += [*MOTION, "max_time", "&time"]
        locals_.append("    cdef double time = 0.0")
    lines = [*locals_, cython_call(f"verdict = {function.family.two}_{question}", given, "", 4)]
    if answers == {APART: ("0", ""), MEET: ("1", "")}:
        # No branch on the verdict: whether random pairs meet cannot be predicted.
        return [*lines, f"    if verdict != {UNCERTAIN}:", f"        return verdict == {MEET}"]
    for verdict, (answer, condition) in answers.items():
        also = f" and {condition}" * bool(condition)
        lines += [f"    if verdict == {verdict}{also}:", f"        return {answer}"]
    return lines


def definition(function: Function) -> str:
    """Return a function of cython_api.pyx."""
    family, invalid = function.family, "NAN" if function.type == "double" else "-1"
    checked, settings = function.settings
    locals_ = "one" if not function.is_of_two else "two" if family is RINGS else "a, b"
    struct = "RingPair" if family is RINGS and function.is_of_two else family.struct
    lines = [declaration(function, ":"), f"    cdef {struct} {locals_}", "    cdef Options options"]
    lines += ["    cdef Convex place"] * (function.verb.of == "places")
    lines += ["    cdef Result found"] * (not function.is_direct)
    huge, returned = "", "found.number" if function.kind == "number" else "answer"
    if family is RINGS:
        huge = "&two.a, two.b.convex.n" if function.is_of_two else "&one, 1"
        lines += ["    cdef bint huge"]
    lines += ["    cdef int answer"] * (function.kind != "number")
    for parameter in function.result:
        lines += [f"    if {parameter.name} is NULL:", f"        return {invalid}"]
    lines += sure_answers(function)
    lines.append("    set_plain(&options)")
    for check in (*reading(function), *checked):
        lines += [f"    if not {check.lstrip()}:", f"        return {invalid}"]
    lines += settings
    lines += [f"    huge = begin_huge({huge})"] * bool(huge)
    lines.append(f"    {'' if function.kind == 'number' else 'answer = '}{function.answer}")
    lines += ["    end_huge(huge)"] * bool(huge)
    if function.kind in WRITTEN:
        lines.append(f"    write_{function.kind}(answer, &found, {function.kind})")
    if huge and function.kind == "contact":
        lines += ["    if answer == 1:", "        name_given_features(&two, contact)"]
    return "\n".join([*lines, f"    return {returned}"]) + "\n"


def lines_of(names: list[str], indent: int, end: str = "") -> str:
    """Return names, filled into lines."""
    margin, lines = " " * indent, [""]
    for name in names:
        piece = f"{name}, "
        if len(margin + lines[-1] + piece.rstrip()) > 100:
            lines.append("")
        lines[-1] += piece
    return "\n".join(margin + line.rstrip() for line in lines).removesuffix(",") + end


def declarations() -> str:
    """Return the declarations of cython_api.pxd."""
    blocks = []
    for family in (RINGS, BOXES, CIRCLES):
        own = [declaration(function, "") for function in FUNCTIONS if function.family is family]
        blocks.append("\n".join(own) + "\n")
    return "\n".join(blocks)


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


def options_of_rings(function: Function) -> tuple[str, ...]:
    """Return the options of a function for rings by their names in Python, in the order of C."""
    verb = function.verb
    if verb.of == "rays":
        return ("origin", "direction", "max_distance", "radius")
    if verb.of == "places":
        return (verb.place,)
    pivots = ("pivot_a", "pivot_b") if function.has_pivots else ()
    named = (option.name for option in verb.options if not option.name.startswith("angular"))
    return (*named, *pivots)


def in_c() -> str:
    """Return _in_c.py: the tables by which numba calls the functions."""
    rings = [function for function in FUNCTIONS if function.family is RINGS]
    kinds = "".join(f'    "{each.verb.compiled}": "{each.kind}",\n' for each in rings)
    options = "".join(
        f'    "{each.verb.compiled}": {options_of_rings(each)},\n'
        for each in rings
        if options_of_rings(each)
    )
    names = "".join(
        f'    "{each.verb.compiled}": "{each.verb.name}",\n'
        for each in rings
        if each.verb.compiled != each.verb.name
    )
    pairs = {"origin", "direction", "pivot_a", "pivot_b"}
    pairs |= {verb.place for verb in VERBS.values() if verb.of == "places"}
    flags = set()
    for option in (option for verb in VERBS.values() for option in verb.options):
        if option.type == "bool":
            flags.add(option.name)
        elif option.type == "pair of float":
            pairs.add(option.name)
    return f'''\
{HEAD}"""The functions for compiled callers: kinds of results, and options by names in Python."""

KINDS = {{  # of results, by the names of functions without those of their shapes
{kinds}}}
OPTIONS: dict[str, tuple[str, ...]] = {{  # of rings, in the order of C
{options}}}
RAW = {{  # by other names in C
{names}}}
PLACES = frozenset(
    {sorted(pairs)}
)
FLAGS = frozenset({sorted(flags)})
'''.replace("'", '"')


def files() -> dict[str, str]:
    """Return the text of each file."""
    answers = sorted({f"VERB_{function.verb.name.upper()}" for function in FUNCTIONS})
    return {
        "src/sepax/cython_api.pxd": from_template("cython_api.pxd", declarations=declarations()),
        "src/sepax/cython_api.pyx": from_template(
            "cython_api.pyx",
            answers=lines_of([*answers, "compiled"], 4, ","),
            members="".join(f"        void* {name}\n" for name in API_ORDER),
            functions="\n\n".join(map(definition, FUNCTIONS)),
            assignments="".join(f"api.{name} = <void*>{name}\n" for name in API_ORDER),
        ),
        "src/sepax/_in_c.py": in_c(),
        "src/sepax/include/sepax.h": from_template(
            "sepax.h",
            version=str(max(function.verb.version or 1 for function in FUNCTIONS)),
            members="".join(f"{member(BY_NAME[name])}\n" for name in API_ORDER[1:]),
        ),
    }
