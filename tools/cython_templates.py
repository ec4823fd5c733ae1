"""Compiled code of the verbs: pair_verbs.pxi for two shapes, pairs_verbs.pxi for arrays."""

from __future__ import annotations

import result_table
from code_text import cython_call
from verb_table import (
    HEAD,
    OF_PAIRS,
    VERBS,
    Column,
    Option,
    Verb,
    function_docstring,
    method_docstring,
    parameters_of,
    passed,
)

DEFAULT_OPTIONS = ["pairs=None", "out=None", "workers=1"]
READ_ARGUMENT = {"bool": "bint "}  # how Cython reads an option


def cython_parameter(option: Option) -> str:
    """Return an option as a parameter; one without a default gets None, to say so in words."""
    return f"{READ_ARGUMENT.get(option.type, '')}{option.name}={option.default or None}"


def signature(verb: Verb, first: list[str], last: list[str]) -> str:
    """Return a signature in words for the docstring, where Cython's own would show a None."""
    parts = [
        *first,
        *(text.removeprefix("bint ") for text in parameters_of(verb, cython_parameter, last)),
    ]
    shown = ", ".join(part.replace("velocity_a=None", "velocity_a") for part in parts)
    rest, lines = f"{verb.name}({shown})", []
    while len(rest) > 90:
        at = rest.rindex(" ", 0, 90) + 1
        lines.append(rest[:at])
        rest = rest[at:]
    # The backslash joins the lines of the docstring.
    return "\\\n".join([*lines, rest]) + "\n--\n\n"


def hides_none(verb: Verb) -> bool:
    """Tell whether an option has to be given."""
    return any(option.default is None for option in verb.options)


# --- two shapes -----------------------------------------------------------------------------------


def single_name(verb: Verb) -> str:
    """Return the function that answers two shapes, or a shape and a point."""
    prefix = "shapes" if verb.of == "shapes" else "shape"
    return str(verb.single or f"{prefix}_{verb.name}")


SINGLE_OF_SHAPES = {  # by kind: type, declared error, body
    "truth": ("bint", " except -1", "answer = {kernel}({a}, {b})", "answer"),
    "number": ("double", " except -1.0", "answer = {kernel}({a}, {b})", "answer"),
    "points": (
        "object",
        "",
        "{kernel}({a}, {b}, &answer)",
        "((answer.a_x, answer.a_y), (answer.b_x, answer.b_y))",
    ),
}
ANSWER = {"truth": "bint", "number": "double", "points": "Witnesses"}


def single_of_shapes(verb: Verb) -> str:
    """Return the function that calls the kernel once."""
    assert verb.kind is not None
    kind, error, call, answer = SINGLE_OF_SHAPES[verb.kind.name]
    inline = "inline " if kind != "object" else ""
    a, b = "&a.posed.convex", "&b.posed.convex"
    return f"""\
cdef {inline}{kind} {single_name(verb)}(Shape a, Shape b){error}:
    cdef {ANSWER[verb.kind.name]} answer
    require_both(a, b)
    {call.format(kernel=verb.kernel.partition(".")[2], a=a, b=b)}
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return {answer}
"""


def single_of_place(verb: Verb) -> str:
    """The same for a shape and a point."""
    assert verb.kind is not None
    kernel = verb.kernel.partition(".")[2]
    if verb.kind.name == "interval":
        low, high = (column.name for column in verb.kind.columns)
        declared, passed, answer = f"{low}, {high}", f"&{low}, &{high}", f"({low}, {high})"
    else:
        declared, passed, answer = "answer[2]", "answer", "(answer[0], answer[1])"
    return f"""\
cdef inline object {single_name(verb)}(Shape shape, double x, double y):
    cdef double {declared}
    {kernel}(&shape.posed.convex, x, y, {passed})
    return {answer}
"""


def place_function(verb: Verb) -> str:
    """Return the function that reads the point, or hands many to the layer above."""
    place = verb.place
    nonzero = f"""\
    if x == 0.0 and y == 0.0:
        raise ValueError("{place} must not be zero")
"""
    definition = cython_call(
        f"cdef object answer_{verb.name}",
        ["Shape shape", f"object {place}", "object pairs", "object out", "object workers"],
        ":",
    )
    many = ["shape", place, "pairs=pairs", "out=out", "workers=workers"]
    return f"""\
{definition}
    cdef double x, y
    require_ready(shape)
    if not read_point({place}, "{place}", &x, &y):
{cython_call(f"return verbs_over_arrays().{verb.name}", many, "", 8)}
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers, "these are a single shape and a single {place}")
{nonzero if verb.nonzero else ""}    return {single_name(verb)}(shape, x, y)
"""


def place_call(verb: Verb, shape: str, pairs: str) -> str:
    """Return a call of that function."""
    return f"answer_{verb.name}({shape}, {verb.place}, {pairs}, out, workers)"


def second_number(verb: Verb, margin: str) -> str:
    """Return the lines that refuse a place by two numbers in place of a pair."""
    return (
        f"{margin}if y is not ...:\n"
        f'{margin}    refuse_two_numbers("{verb.name}", "{verb.place}", {verb.place}, y)\n'
    )


def function(verb: Verb) -> str:
    """Return the public function."""
    first = list(verb.sides)
    lines = []
    head = ""
    hidden = ["y=..."] if verb.of == "places" else []  # for the sake of the error message
    if hides_none(verb) or hidden:
        lines.append("@cython.embedsignature(False)")
        head = signature(verb, first, DEFAULT_OPTIONS)
    lines.append(
        cython_call(
            f"def {verb.name}",
            [*first, *hidden, *parameters_of(verb, cython_parameter, DEFAULT_OPTIONS)],
            ":",
        )
    )
    many = [*first, *passed(verb), "pairs=pairs", "out=out", "workers=workers"]
    single = [option.name for option in verb.options]
    if verb.of == "places":
        above = cython_call(f"return verbs_over_arrays().{verb.name}", many, "", 8)
        answer = place_call(verb, "<Shape>shape", "pairs")
        refused = second_number(verb, "    ")
        body = f"{refused}    if not is_shape(shape):\n{above}\n    return {answer}\n"
    else:
        if verb.many:
            arguments = [*first, *single, "pairs", "out", "workers"]
            above = cython_call(f"return {verb.many}", arguments, "", 8)
        else:
            above = cython_call(f"return verbs_over_arrays().{verb.name}", many, "", 8)
        answer = cython_call(
            f"return {single_name(verb)}", ["<Shape>a", "<Shape>b", *single], "", 4
        )
        body = f"""\
    if not both_shapes(a, b):
{above}
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
{answer}
"""
    return "\n".join(lines) + "\n" + function_docstring(verb, head) + body


def method(verb: Verb) -> str:
    """Return the method of a shape."""
    if verb.of == "action":
        text = method_docstring(verb, "shape")
        return (
            f"    def {verb.name}(self, other):\n{text}        return {verb.single}(self, other)\n"
        )
    last = ["out=None", "workers=1"]
    other = "other" if verb.of == "shapes" else verb.place
    head, decorator = "", ""
    hidden = ["y=..."] if verb.of == "places" else []
    if hides_none(verb) or hidden:
        decorator = "    @cython.embedsignature(False)\n"
        head = signature(verb, ["$self", other], last)
    parameters = ["self", other, *hidden, *parameters_of(verb, cython_parameter, last)]
    definition = cython_call(f"def {verb.name}", parameters, ":", 4)
    text = method_docstring(verb, "shape", head)
    if verb.of == "places":
        body = f"{second_number(verb, '        ')}        return {place_call(verb, 'self', 'None')}"
        return f"{decorator}{definition}\n{text}{body}\n"
    single = [option.name for option in verb.options]
    fast = cython_call(f"return {single_name(verb)}", ["self", "<Shape>other", *single], "", 12)
    slow = cython_call(
        f"return {verb.name}", ["self", "other", *passed(verb), "out=out", "workers=workers"], "", 8
    )
    return f"""\
{decorator}{definition}
{text}        if is_shape(other) and out is None and workers is ONE:
{fast}
{slow}
"""


def plain(verb: Verb) -> str:
    """Return the function that answers a call without options; see pair.pyx."""
    takes = ["a", "b"] + ["velocity_a"] * hides_none(verb)
    objects = ", ".join(f"object {name}" for name in takes)
    given = ", ".join(f"given[{k}]" for k in range(len(takes)))
    name = verb.name
    start = f"cdef object plain_{name}("
    return f"""\
cdef Call other_{name} = NULL


cdef inline object {name}_of({objects}):
    return {verb.plain}


{start}PyObject* module, PyObject** given, Py_ssize_t count,
{" " * len(start)}PyObject* names):
    if is_plain({len(takes)}, given, count, names):
        return (<{"OfThree" if len(takes) == 3 else "OfTwo"}>{name}_of)({given})
    return other_{name}(module, given, count, names)


put_before({name}, plain_{name}, &other_{name})
"""


RAYCAST = ["origin", "direction", "max_distance=INFINITY", "radius=0.0", "*", "bint all=False"]
SEEN = ["min_distance", "ignore", "groups", "ray_groups"]  # what of the scene rays hit
RAYCAST += ["min_distance=0.0", *(f"{name}=None" for name in SEEN[1:])]
RAYCAST_WORDS = (
    "origin, direction, max_distance=math.inf, radius=0.0, *, all=False, \\\nmin_distance=0.0, "
    "ignore=None, groups=None, ray_groups=None, out=None, workers=1"
)


def raycast_body(scene: str, indent: int) -> str:
    """Return the statements of the function and the method."""
    margin = " " * indent
    rays = [scene, "origin", "direction", "max_distance", "radius"]
    seen = cython_call(
        "return verbs_over_arrays().raycast",
        [*rays, "every=all", *(f"{name}={name}" for name in SEEN), "out=out", "workers=workers"],
        "",
        indent,
    )
    few = cython_call("return cast", [*rays, "all", "out", "workers"], "", indent + 4)
    return f"{margin}if sees_all({', '.join(SEEN)}):\n{few}\n{seen}\n"


def raycast() -> tuple[str, str]:
    """Return the function and the method for rays.

    Their signature is said in words, as INFINITY is no name that users can look up.
    """
    verb = VERBS["raycast"]
    last = ["out=None", "workers=1"]
    definition = cython_call("def raycast", ["scene", *RAYCAST, *last], ":")
    words = f"raycast(scene, {RAYCAST_WORDS})\n--\n\n"
    text = function_docstring(verb, words)
    function = f"@cython.embedsignature(False)\n{definition}\n{text}{raycast_body('scene', 4)}"
    definition = cython_call("def raycast", ["self", *RAYCAST, *last], ":", 4)
    text = method_docstring(verb, "shape", f"raycast($self, {RAYCAST_WORDS})\n--\n\n")
    method = f"    @cython.embedsignature(False)\n{definition}\n{text}{raycast_body('self', 8)}"
    return function, method


def kernel_imports(of_single: bool) -> str:
    """Return the cimports of the kernels of the table."""
    taken: dict[str, set[str]] = {}
    for verb in OF_PAIRS:
        if verb.kernel:
            module, name = verb.kernel.split(".")
            module = verb.single_from or module if of_single else module
            taken.setdefault(module, set()).add(name)
    return "".join(
        f"from sepax._core.kernels.{module} cimport {', '.join(sorted(names))}\n"
        for module, names in sorted(taken.items())
    )


def pair_verbs() -> str:
    """Return pair_verbs.pxi."""
    blocks = []
    for verb in OF_PAIRS:
        if verb.kernel:
            is_pair = verb.of == "shapes"
            blocks.append(single_of_shapes(verb) if is_pair else single_of_place(verb))
        if verb.of == "places":
            blocks.append(place_function(verb))
        blocks.append(function(verb))
    raycast_function, raycast_method = raycast()
    blocks.append(raycast_function)
    methods = [method(verb) for verb in VERBS.values() if verb.of != "rays"]
    collider = '''\
@cython.auto_pickle(False)
cdef class Collider(Shape):
    """A shape with the verbs as methods: each is the function of the same name, which has the whole
    description."""

'''
    blocks.append(collider + "\n".join([*methods, raycast_method]))
    blocks += [plain(verb) for verb in OF_PAIRS if verb.plain]
    return HEAD + "\n" + kernel_imports(True) + "\n\n" + "\n\n".join(blocks)


# --- arrays ---------------------------------------------------------------------------------------


STRUCTS = {  # of arrays/walk.pxi, by the kind of the result
    "truth": "Truths",
    "number": "Numbers",
    "point": "Points",
    "interval": "Intervals",
    "points": "NearestPoints",
}
WRITE = {
    "truth": "(<Truths*>out).answers[k] = {kernel}(a, b)",
    "number": "(<Numbers*>out).answers[k] = {kernel}(a, b)",
    "points": """cdef NearestPoints* rows = <NearestPoints*>out
    cdef Witnesses points
    {kernel}(a, b, &points)
    rows.of_a[2 * k] = points.a_x
    rows.of_a[2 * k + 1] = points.a_y
    rows.of_b[2 * k] = points.b_x
    rows.of_b[2 * k + 1] = points.b_y""",
}
PLACES = {
    "interval": "rows.low + k, rows.high + k",
    "point": "rows.points + 2 * k",
}


def struct_of(verb: Verb) -> str:
    """Return the struct of the arrays that a loop writes."""
    assert verb.kind is not None
    return str(verb.rows or STRUCTS[verb.kind.name])


def loop_name(verb: Verb) -> str:
    """Return the loop over a range of pairs."""
    return str(verb.loop or f"{verb.name}_range")


def loop(verb: Verb) -> str:
    """Return the loop of a verb that a kernel answers."""
    assert verb.kind is not None
    kernel = verb.kernel.partition(".")[2]
    head = f"cdef Py_ssize_t {loop_name(verb)}("
    arguments = ["const Plan* plan", "void* out", "Py_ssize_t start", "Py_ssize_t stop"]
    definition = cython_call(head[:-1], arguments, " noexcept nogil:")
    if verb.of == "places":
        return f'''\
{definition}
    """Without `walk`: through it 8-gons took 28 ns a pair instead of 22."""
    cdef {struct_of(verb)}* rows = <{struct_of(verb)}*>out
    cdef Watch watch
    cdef RestoredPair restored
    cdef const double* place
    cdef const Convex* shape
    cdef Py_ssize_t k
    start_watch(&watch)
    prepare_pair(plan, &restored)
    for k in range(start, stop):
        place = plan.points + 2 * row_b(plan, k)
        shape = convex_a(plan, k, &restored)
        {kernel}(shape, place[0], place[1], {PLACES[verb.kind.name]})
        if slice_ended(&watch, shape.n):
            return k + 1
    return stop
'''
    run = cython_call(
        f"cdef void run_{verb.name}",
        ["const Convex* a", "const Convex* b", "Py_ssize_t k", "void* out"],
        " noexcept nogil:",
    )
    return f"""\
{run}
    {WRITE[verb.kind.name].format(kernel=kernel)}


{definition}
    return walk(plan, {verb.filter or "filter_none"}, run_{verb.name}, out, NULL, start, stop)
"""


SIZES = {"int32": "int32_t", "int8": "char"}


def wanted(column: Column, place: str) -> str:
    """Return what notes the memory of an array to write."""
    if column.dtype == "bool":
        return f"truths({column.name}, &out.{place})"
    if column.dtype == "float64":
        return f"numbers({column.name}, {column.width}, &out.{place})"
    return f"to_write({column.name}, {column.width}, sizeof({SIZES[column.dtype]}), &out.{place})"


MOTIONS = [
    "to_read(velocity_a, 2, &out.motions.a, &out.motions.one_a)",
    "to_read(velocity_b, 2, &out.motions.b, &out.motions.one_b)",
    "to_read(max_time, 1, &out.motions.max_time, &out.motions.one_time)",
    "to_read(turns, TURN, &out.turns.rows, &out.turns.is_one)",
]
MOTION_ARGUMENTS = ["velocity_a", "velocity_b", "max_time", "turns"]
RESULT_COLUMNS = {
    result.array: tuple(
        Column(column.name, column.dtype, len(column.items)) for column in result.in_arrays
    )
    for result in result_table.results()
    if result.takes
}


def output_columns(verb: Verb) -> tuple[tuple[Column, ...], str]:
    """Return the arrays that a verb writes, and where its struct has them."""
    assert verb.kind is not None
    if verb.kind.many in RESULT_COLUMNS:
        return RESULT_COLUMNS[verb.kind.many], "rows."
    return verb.columns, ""


def settings_of(verb: Verb) -> dict[str, str]:
    """Return the fields of the struct that are set, and to what."""
    named = {name: name for name in verb.row.get("settings", {})}
    fixed = verb.row.get("fixed", {})
    prefix = "motions." if verb.moving else ""
    return {f"{prefix}{name}": value for name, value in {**named, **fixed}.items()}


def plan_method(verb: Verb) -> str:
    """Return the method of `ShapePairs` or `PointPairs`."""
    columns, prefix = output_columns(verb)
    arrays = [wanted(column, f"{prefix}{column.name}") for column in columns]
    arguments = ["self", "Py_ssize_t start", "Py_ssize_t stop"]
    if verb.moving:
        arrays += MOTIONS
        arguments += MOTION_ARGUMENTS
    arguments += [f"{kind} {name}" for name, kind in verb.row.get("settings", {}).items()]
    arguments += [column.name for column in columns]
    head = f"        cdef Wanted[{len(arrays)}] arrays = ["
    line = f"{head}{', '.join(arrays)}]"
    if len(line) > 100:
        inside = "".join(f"            {array},\n" for array in arrays)
        line = f"{head}\n{inside}        ]"
    settings = "".join(f"        out.{k} = {v}\n" for k, v in settings_of(verb).items())
    call = f"self.fill(arrays, {len(arrays)}, {loop_name(verb)}, &out, start, stop)"
    if verb.moving:
        end = f"stop = {call}\n        raise_turning_failure(&out.turns)\n        return stop"
    else:
        end = f"return {call}"
    return f'''\
{cython_call(f"def {verb.name}", arguments, ":", 4)}
        """{verb.summary}"""
        cdef {struct_of(verb)} out
{line}
{settings}        {end}
'''


def plan_class(name: str, doc: str, of: str, create: str) -> str:
    """Return a class of pairs with a method for each verb."""
    methods = [plan_method(verb) for verb in OF_PAIRS if verb.of == of]
    head = f'@cython.final\ncdef class {name}(Pairs):\n    """{doc}"""\n\n{create}\n'
    return head + "\n".join(methods)


def pairs_verbs() -> str:
    """Return pairs_verbs.pxi."""
    shapes = plan_class(
        "ShapePairs",
        "Pairs of shapes of two blocks.",
        "shapes",
        "    def __cinit__(self, ShapeBlock a not None, ShapeBlock b not None, i=None, j=None):\n"
        "        self.pair_shapes(a, b, i, j)\n",
    )
    places = plan_class(
        "PointPairs",
        "Pairs of a shape and a point or an axis.",
        "places",
        "    cdef Buffers points\n\n"
        "    def __cinit__(self, ShapeBlock a not None, points, i=None, j=None):\n"
        "        self.pair_places(a, &self.points, points, i, j)\n\n"
        "    def __dealloc__(self):\n"
        "        release_buffers(&self.points)\n",
    )
    loops = [loop(verb) for verb in OF_PAIRS if verb.kernel]
    witnesses = "from sepax._core.kernels.distance cimport Witnesses\n"
    imports = kernel_imports(False) + witnesses
    return HEAD + "\n" + imports + "\n\n" + "\n\n".join([*loops, shapes, places])
