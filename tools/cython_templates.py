"""Compiled code of the verbs: pair_verbs.pxi for two shapes, pairs_verbs.pxi for arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from code_text import cython_call
from verb_table import (
    HEAD,
    OF_PAIRS,
    VERBS,
    Option,
    Verb,
    function_docstring,
    method_docstring,
    offered,
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


READ_OPTION = {  # the statement that reads an option, for shapes and rings
    "touching": "options.strict = not touching",
    "skip_leaving": "options.skip_leaving = skip_leaving",
    "margin": 'read_length(margin, "margin", &options.margin)',
}


def answer_of(verb: Verb) -> list[str]:
    """Return the answer of a verb, and the kind of its result: the arguments of `asked`."""
    called = f"compiled[{place_in_table(verb)}]"
    return [called if verb.called else f"answer_{verb.name}", kind_of(verb)]


def place_in_table(verb: Verb) -> str:
    """Return the name of the place of a verb in the table of compiled answers."""
    return f"VERB_{verb.name.upper()}"


def kind_of(verb: Verb) -> str:
    """Return the kind of the result of a verb."""
    assert verb.kind is not None
    return f"Kind.{verb.kind.name.upper()}"


MOTION = ["velocity_a", "velocity_b", "max_time", "angular_velocity_a", "angular_velocity_b"]


def in_motion(verb: Verb) -> bool:
    """Tell whether the shapes of a verb move."""
    return any(option.name == "velocity_a" for option in verb.options)


def motion_of(verb: Verb) -> list[str]:
    """Return the arguments of a motion; 0.0 for the rates of shapes that do not turn."""
    named = [option.name for option in verb.options]
    return [name if name in named else "0.0" for name in MOTION]


def reading(verb: Verb, a: str, b: str, indent: int) -> list[str]:
    """Return the lines that read the options of a verb for two shapes."""
    margin = " " * indent
    named = [option.name for option in verb.options]
    lines = [f"{margin}set_plain(&options)"]
    if in_motion(verb):
        lines.append(cython_call("read_motions", [a, b, *motion_of(verb), "&options"], "", indent))
    return lines + [f"{margin}{READ_OPTION[name]}" for name in named if name in READ_OPTION]


def asking(verb: Verb, a: str, b: str, indent: int) -> str:
    """Return the lines that answer two shapes."""
    if not verb.options:
        return cython_call("return asked_plainly", [a, b, *answer_of(verb)], "", indent)
    name = "asked_in_motion" if in_motion(verb) else "asked"
    call = cython_call(f"return {name}", [a, b, *answer_of(verb), "&options"], "", indent)
    return "\n".join([*reading(verb, a, b, indent), call])


def over_arrays(verb: Verb) -> str:
    """Return the function of _verbs/verbs.py that answers arrays."""
    if verb.arrays == "own":
        return verb.name
    return "of_motions" if in_motion(verb) else f"of_{verb.of}"


def over_arrays_arguments(verb: Verb, first: str, second: str) -> list[str]:
    """Return its arguments."""
    assert verb.kind is not None
    named = [] if verb.arrays == "own" else [f'"{verb.name}"', f'"{verb.kind.name}"']
    if named and verb.of == "places":
        named += [f'"{verb.place}"', str(bool(verb.nonzero))]
    return [*named, first, second, *passed(verb), "pairs=pairs", "out=out", "workers=workers"]


def declared(verb: Verb, indent: int) -> str:
    """Return the line that declares the options."""
    return " " * indent + "cdef Options options\n" if verb.options else ""


def place_call(verb: Verb, shape: str, pairs: str) -> str:
    """Return a call of the function that reads the place, or hands many to the layer above."""
    assert verb.kind is not None
    named = [f'"{verb.name}"', f'"{verb.kind.name}"', f'"{verb.place}"', str(bool(verb.nonzero))]
    arguments = [*named, shape, str(verb.place), *answer_of(verb), pairs, "out", "workers"]
    return cython_call("return asked_at_place", arguments, "", 4 + 4 * (shape == "self"))


def second_number(verb: Verb, margin: str) -> str:
    """Return the lines that refuse a place by two numbers in place of a pair."""
    return (
        f"{margin}if y is not ...:\n"
        f'{margin}    refuse_two_numbers("{verb.name}", "{verb.place}", {verb.place}, y)\n'
    )


def of_rows(verb: Verb) -> str:
    """Return the lines that ask for the answer of two rows; none for a verb without one."""
    if not verb.rows:
        return ""
    named = [option.name for option in verb.options]
    arguments = [*verb.sides, place_in_table(verb), kind_of(verb)]
    lines = []
    if verb.options:
        lines.append("        set_plain(&options)")
        lines += [f"        {READ_OPTION[name]}" for name in named if name in READ_OPTION]
    if in_motion(verb):
        arguments += [*motion_of(verb), "&options", "pairs", "out", "workers"]
        lines.append(cython_call("known = asked_of_moving_rows", arguments, "", 8))
    else:
        arguments += ["&options" if verb.options else "NULL", "pairs", "out", "workers"]
        lines.append(cython_call("known = asked_of_rows", arguments, "", 8))
    lines += ["        if known is not NotImplemented:", "            return known", ""]
    return "\n".join(lines)


def function(verb: Verb) -> str:
    """Return the public function."""
    first = list(verb.sides)
    lines = []
    head = ""
    hidden = ["y=..."] if verb.of == "places" else []  # for the sake of the error message
    last = ["bint first=False"] * bool(verb.first) + DEFAULT_OPTIONS
    if hides_none(verb) or hidden:
        lines.append("@cython.embedsignature(False)")
        head = signature(verb, first, last)
    lines.append(
        cython_call(
            f"def {verb.name}",
            [*first, *hidden, *parameters_of(verb, cython_parameter, last)],
            ":",
        )
    )
    above = cython_call(
        f"return verbs_over_arrays().{over_arrays(verb)}",
        over_arrays_arguments(verb, *first),
        "",
        8,
    )
    if verb.of == "places":
        body = second_number(verb, "    ")
        if verb.first:
            arguments = [*verb.sides, "pairs", "out", "workers"]
            call = f"return verbs_over_arrays().{verb.name}_first({', '.join(arguments)})"
            body += f"    if first:\n        {call}\n"
        body += (
            f"    if not is_shape(shape):\n{of_rows(verb)}{above}\n"
            f"{place_call(verb, '<Shape>shape', 'pairs')}\n"
        )
    else:
        if verb.many:
            arguments = [*first, *(option.name for option in verb.options)]
            arguments += ["pairs", "out", "workers"]
            above = cython_call(f"return {verb.many}", arguments, "", 8)
        body = f"""\
{declared(verb, 4)}    if not both_shapes(a, b):
{of_rows(verb)}{above}
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
{asking(verb, "<Shape>a", "<Shape>b", 4)}
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
        body = f"{second_number(verb, '        ')}{place_call(verb, 'self', 'None')}"
        return f"{decorator}{definition}\n{text}{body}\n"
    slow = cython_call(
        f"return {verb.name}", ["self", "other", *passed(verb), "out=out", "workers=workers"], "", 8
    )
    return f"""\
{decorator}{definition}
{text}{declared(verb, 8)}        if is_shape(other) and out is None and workers is ONE:
{asking(verb, "self", "<Shape>other", 12)}
{slow}
"""


def plain(verb: Verb) -> str:
    """Return the function that answers a call without options; see pair.pyx."""
    function, kind = (
        ("asked_of_first", "OfFirst") if in_motion(verb) else ("asked_plainly", "Plain")
    )
    given = [f"given[{k}]" for k in range(2 + in_motion(verb))]
    name = verb.name
    start = f"cdef object plain_{name}("
    call = cython_call(f"return (<{kind}>{function})", [*given, *answer_of(verb)], "", 8)
    return f"""\
cdef Call other_{name} = NULL


{start}PyObject* module, PyObject** given, Py_ssize_t count,
{" " * len(start)}PyObject* names):
    if is_plain({len(given)}, given, count, names):
{call}
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


def answer_imports(is_taken: Callable[[Verb], Any]) -> str:
    """Return the cimports of the answers of some verbs."""
    return "".join(
        f"from sepax._core.answers.{verb.name} cimport answer_{verb.name}\n"
        for verb in VERBS.values()
        if verb.kind and is_taken(verb)
    )


def compiled_imports(is_taken: Callable[[Verb], Any]) -> str:
    """Return the cimport of the places of some verbs in the table of compiled answers."""
    names = [place_in_table(verb) for verb in VERBS.values() if verb.kind and is_taken(verb)]
    head = "from sepax._core.answers.compiled cimport "
    return cython_call(head, ["compiled", *names], "") + "\n"


def pair_verbs() -> str:
    """Return pair_verbs.pxi."""
    blocks = [function(verb) for verb in OF_PAIRS]
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
    imports = answer_imports(lambda verb: not verb.called) + compiled_imports(
        lambda verb: verb.called or verb.rows
    )
    return HEAD + "\n" + imports + "\n" + offered(VERBS.values()) + "\n\n" + "\n\n".join(blocks)


def compiled_answers() -> dict[str, str]:
    """Return the module in which each answer is compiled once."""
    verbs = [verb for verb in VERBS.values() if verb.kind]
    names = "".join(f"    {place_in_table(verb)}\n" for verb in verbs)
    answers = ", ".join(f"answer_{verb.name}" for verb in verbs)
    declarations = f'''\
{HEAD}"""The answers compiled once, for callers to which a call costs little beside the work."""

from sepax._core.answers.answer cimport Options, answer_t

cdef enum:      # the places of the verbs in the table
{names}    VERBS

cdef answer_t[VERBS] compiled

# Answers two single rows of parts, a row and a point, or a row and a ray; NotImplemented for what
# it does not know. NULL before groups are used: see arrays/row_answers.pyx.
ctypedef object (*ask_rows_t)(object a, object b, int verb, int kind, const Options* options)
cdef ask_rows_t ask_rows
# Whether both are single shapes or compounds, with their positions for the options of a motion.
ctypedef bint (*read_places_t)(object a, object b, Options* options) except -1
cdef read_places_t read_places
'''
    table = f'''\
{HEAD}"""The answers compiled once; see compiled.pxd."""

{answer_imports(bool)}
compiled[:] = [{answers}]
'''
    return {
        "compiled.pxd": declarations,
        "compiled.pyx": table,
    }


# --- arrays ---------------------------------------------------------------------------------------


def verb_kinds() -> str:
    """Return verb_kinds.pxi: the verbs of pairs by name, their kinds, and what they are about."""
    kinds = "".join(f"KINDS[{place_in_table(verb)}] = {kind_of(verb)}\n" for verb in OF_PAIRS)
    moving = "".join(
        f"MOVES[{place_in_table(verb)}] = True\n" for verb in OF_PAIRS if in_motion(verb)
    )
    places = "".join(
        f"PLACES[{place_in_table(verb)}] = True\n" for verb in OF_PAIRS if verb.of == "places"
    )
    numbers = "\n".join(f'    "{verb.name}": {place_in_table(verb)},' for verb in OF_PAIRS)
    return f"""\
{HEAD}
{compiled_imports(lambda verb: verb in OF_PAIRS)}
cdef Kind[VERBS] KINDS
{kinds}
cdef bint[VERBS] MOVES
{moving}
cdef bint[VERBS] PLACES     # of a shape and a place
{places}
cdef dict NUMBERS = {{
{numbers}
}}
"""


def pairs_verbs() -> str:
    """Return pairs_verbs.pxi: the filter of each verb."""
    loops = "\n".join(
        f"LOOPS[{place_in_table(verb)}] = {verb.filter or 'filter_none'}" for verb in OF_PAIRS
    )
    places = [verb for verb in OF_PAIRS if verb.of == "places" and not verb.filter]
    branches = "".join(
        f"    if rows.answer == compiled[{place_in_table(verb)}]:\n"
        + cython_call(
            "return walk_places", ["plan", "rows", *answer_of(verb), "start", "stop"], "", 8
        )
        + "\n"
        for verb in places
    )
    return f'''\
{HEAD}
{answer_imports(lambda verb: verb in places)}{compiled_imports(lambda verb: verb in OF_PAIRS)}
cdef filter_t[VERBS] LOOPS
{loops}


cdef Py_ssize_t fill_places(const Plan* plan, Rows* rows, Py_ssize_t start,
                            Py_ssize_t stop) noexcept nogil:
    """The loop of verbs about places that have no filter, each with its answer compiled in."""
{branches}    return start
'''
