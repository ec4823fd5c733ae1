"""The functions of `sepax.raw` and `sepax.kernels` in functions that numba compiles.

numba finds this module by the entry point "init" of the group "numba_extensions" of installed
packages. It calls `register` before it compiles a function, and before it loads a compiled one
from its cache. Nobody has to import the module. A source tree that is not installed has no entry
points: call `register` there before the first call of a compiled function.

Arguments
    Rings are C-contiguous (n, 2) arrays of float64. Points, velocities and directions are tuples
    of two numbers. Everything else is a number or a bool. Keywords and defaults are those of the
    Python functions. Angular velocities are not offered, nor pivots of rings that turn.
Results
    Those of the Python functions, with the same bits. `sepax.Contact` and so on become the named
    tuples `Contact`, `Impact`, `Clearance`, `Approach` and `RayHit` of this module. After
    ``v = sepax.raw.mtv(a, b)`` and ``if v is not None:``, both ``x, y = v`` and ``v[0]`` work; so
    do attributes, as in ``contact.depth``. All of these raise `TypeError` if the result is None,
    and so does ``if v:``.
Errors
    `ValueError` for numbers that are no shape, no motion or no ray. `TypingError`, when numba
    compiles the call, for arguments of another type. In a `prange` loop numba drops errors of
    other threads, and may make a `SystemError` of this one's: the rest of the share is not done.

A call costs what the function of `sepax.cython_api` costs. It allocates no memory, unless a ring
has more than 64 points. Rings that are not convex, where `sepax.raw` takes them, are answered by
Python: such a call waits for the GIL, and takes ten to twenty microseconds. Cached functions refer
to these functions by name, so they can be loaded in any process. Tried with numba 0.61 and 0.68.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple, TypeAlias

from sepax import _as_in_c, cython_api, kernels, raw
from sepax._in_c import FLAGS, KINDS, OPTIONS, PLACES, RAW

try:
    import llvmlite.binding
    import llvmlite.ir as ir
    from numba.core import cgutils, types
    from numba.core.errors import TypingError
    from numba.core.typing.templates import AbstractTemplate, infer_global, signature
    from numba.extending import get_cython_function_address, lower_builtin
except ImportError as error:  # numba shows it as a warning, and works without sepax
    raise ImportError(
        f"sepax.numba needs parts of numba that this version lacks ({error}): install a version "
        "that was tried, numba 0.61 to 0.68, or call sepax from outside of compiled functions"
    ) from error

_Type: TypeAlias = Any  # numba and llvmlite have no type information
_Value: TypeAlias = Any
_Builder: TypeAlias = Any
_Context: TypeAlias = Any
_Typed: TypeAlias = tuple[_Type, _Value]
_Vector: TypeAlias = tuple[float, float]
_PREFIX = "sepax_"  # of symbols; cached functions hold them


class Contact(NamedTuple):
    """How two shapes meet: `sepax.Contact` in compiled functions.

    `points`, `depths` and `features` always have two rows. A single point of contact stands twice:
    `two_points` tells. All else is as in `sepax.Contact`.
    """

    normal: _Vector
    depth: float
    points: tuple[_Vector, _Vector]
    depths: tuple[float, float]
    features: tuple[tuple[int, int], tuple[int, int]]
    two_points: bool
    a_in_b: bool
    b_in_a: bool
    mtv: _Vector


class Impact(NamedTuple):
    """When and where two moving shapes meet: `sepax.Impact` in compiled functions."""

    time: float
    exit_time: float
    normal: _Vector
    point: _Vector
    initial: bool
    leaving: bool


class Clearance(NamedTuple):
    """How far two shapes are apart: `sepax.Clearance` in compiled functions."""

    distance: float
    normal: _Vector
    point_a: _Vector
    point_b: _Vector
    gradient_a: tuple[float, float, float]
    gradient_b: tuple[float, float, float]
    unique: bool


class Approach(NamedTuple):
    """How near two moving shapes come: `sepax.Approach` in compiled functions."""

    time: float
    distance: float
    normal: _Vector
    point_a: _Vector
    point_b: _Vector


class RayHit(NamedTuple):
    """What a ray hits first: `sepax.RayHit` in compiled functions."""

    distance: float
    normal: _Vector
    point: _Vector
    index: int  # type: ignore[assignment] # of tuples it is a method


# --- what functions return ----------------------------------------------------------------

_VECTOR = types.UniTuple(types.float64, 2)
_SLOPES = types.UniTuple(types.float64, 3)
_VECTORS = types.UniTuple(_VECTOR, 2)
_FEATURES = types.UniTuple(types.UniTuple(types.intp, 2), 2)
_INT = ir.IntType(32)  # int and bint of C
_DOUBLE = ir.DoubleType()
_POINTER = ir.IntType(8).as_pointer()
_SIZE = ir.IntType(types.intp.bitwidth)
_KINDS = {_INT: types.intc, _DOUBLE: types.float64, _POINTER: types.voidptr, _SIZE: types.intp}


def _mtv(context: _Context, builder: _Builder, contact: Sequence[_Value]) -> _Value:
    """-normal * depth without a negative zero, as `mtv_component` computes it."""
    bits = ir.IntType(64)
    moves = []
    for k in range(2):
        move = builder.fneg(builder.fmul(builder.extract_value(contact[0], k), contact[1]))
        # By its bits: under `fastmath=True`, adding 0 keeps a negative zero.
        is_zero = builder.icmp_unsigned("==", builder.bitcast(move, bits), bits(1 << 63))
        moves.append(builder.select(is_zero, _DOUBLE(0.0), move))
    return context.make_tuple(builder, _VECTOR, moves)


def _no_index(context: _Context, builder: _Builder, hit: Sequence[_Value]) -> _Value:
    """The row of a single shape."""
    return _SIZE(0)


@dataclass(frozen=True)
class _Result:
    """A kind of result: the answer itself, or what is written by pointer if the answer is 1."""

    answer: _Type = types.boolean
    stored: tuple[_Type, ...] = ()  # of the C struct, in its order; none if it is the answer
    named: type[tuple[Any, ...]] | None = None  # else there is one stored type, and that it is
    derived: tuple[tuple[_Type, Callable[..., _Value]], ...] = ()  # the last of the named fields
    can_miss: bool = False  # None if the answer is 0

    @property
    def value(self) -> _Type:
        """The type of what is there, if it is."""
        if self.named is not None:
            fields = [*self.stored, *(kind for kind, _ in self.derived)]
            return types.NamedTuple(fields, self.named)
        return self.stored[0] if self.stored else self.answer

    @property
    def type(self) -> _Type:
        """The type in numba."""
        return types.Optional(self.value) if self.can_miss else self.value

    @property
    def memory(self) -> _Type:
        """The type in C that the pointer points to."""
        return ir.LiteralStructType([_in_memory(kind) for kind in self.stored])


_RESULTS = {  # by the kinds of verbs.toml
    "truth": _Result(),
    "number": _Result(types.float64),
    "vector": _Result(stored=(_VECTOR,), can_miss=True),
    "point": _Result(stored=(_VECTOR,)),
    "interval": _Result(stored=(_VECTOR,)),
    "points": _Result(stored=(_VECTORS,)),
    "contact": _Result(
        stored=(_VECTOR, types.float64, _VECTORS, _VECTOR, _FEATURES, *[types.boolean] * 3),
        named=Contact,
        derived=((_VECTOR, _mtv),),
        can_miss=True,
    ),
    "impact": _Result(
        stored=(*[types.float64] * 2, _VECTOR, _VECTOR, types.boolean, types.boolean),
        named=Impact,
        can_miss=True,
    ),
    "clearance": _Result(
        stored=(types.float64, *[_VECTOR] * 3, _SLOPES, _SLOPES, types.boolean), named=Clearance
    ),
    "approach": _Result(stored=(types.float64, types.float64, *[_VECTOR] * 3), named=Approach),
    "ray_hit": _Result(
        stored=(types.float64, _VECTOR, _VECTOR),
        named=RayHit,
        derived=((types.intp, _no_index),),
        can_miss=True,
    ),
}


def _in_memory(kind: _Type) -> _Type:
    """Return the type in C of a number, a truth or a tuple of these."""
    if isinstance(kind, types.UniTuple):
        return ir.ArrayType(_in_memory(kind.dtype), kind.count)
    return _DOUBLE if kind == types.float64 else _INT


def _load(context: _Context, builder: _Builder, place: _Value, kind: _Type) -> _Value:
    """Load a number, a truth or a tuple of these."""
    if isinstance(kind, types.UniTuple):
        places = [cgutils.gep_inbounds(builder, place, 0, k) for k in range(kind.count)]
        items = [_load(context, builder, item, kind.dtype) for item in places]
        return context.make_tuple(builder, kind, items)
    value = builder.load(place)
    if kind == types.float64:
        return value
    if kind == types.boolean:
        return builder.icmp_signed("!=", value, _INT(0))
    return builder.sext(value, _SIZE)


def _load_result(context: _Context, builder: _Builder, place: _Value, result: _Result) -> _Value:
    """Load what a function has written; garbage if it has written nothing."""
    values = [
        _load(context, builder, cgutils.gep_inbounds(builder, place, 0, k), kind)
        for k, kind in enumerate(result.stored)
    ]
    if result.named is None:
        return values[0]
    values += [derive(context, builder, values) for _, derive in result.derived]
    return context.make_tuple(builder, result.value, values)


# --- what functions take ------------------------------------------------------------------

_MOST_WITHOUT_SCRATCH = 64  # points of a ring; see cython_api.pxd


def _is_array(given: _Type) -> bool:
    return isinstance(given, types.Array) and (
        given.ndim,
        given.layout,
        given.dtype,
        given.aligned,
    ) == (2, "C", types.float64, True)


def _is_number(given: _Type) -> bool:
    return isinstance(given, types.Integer | types.Float | types.Boolean)


def _is_place(given: _Type) -> bool:
    return isinstance(given, types.BaseTuple) and len(given) == 2 and all(map(_is_number, given))


def _accepted(label: str, parameter: inspect.Parameter, given: _Type, has_pivots: bool) -> _Type:
    """Return the type that an argument is cast to; raise `TypingError` if it cannot be."""
    name, plain = parameter.name, types.unliteral(given)
    if isinstance(plain, types.Optional):  # the cast raises for None
        plain = types.unliteral(plain.type)
    if name.startswith("angular_velocity") or (name.startswith("pivot") and not has_pivots):
        raise TypingError(
            f"{label}() takes no {name} in compiled functions: leave it out, or call it from Python"
        )
    if name.startswith("vertices"):
        allowed, fits, target = "a C-contiguous (n, 2) array of float64", _is_array(plain), plain
        remedy = f"np.ascontiguousarray({name}, np.float64)"
    elif name in PLACES:
        allowed, fits, target = "a tuple of two numbers", _is_place(plain), _VECTOR
        remedy = "(x, y)"
    elif name in FLAGS:
        fits = isinstance(plain, types.Integer | types.Boolean)
        allowed, target, remedy = "a bool", types.boolean, "True or False"
    else:
        allowed, fits, target, remedy = "a number", _is_number(plain), types.float64, "a float"
    if not fits:
        raise TypingError(f"{label}(): {name} must be {allowed}, got {given}: pass {remedy}")
    return target


# --- functions ----------------------------------------------------------------------------

_SHAPES = {
    "rings": "ring a or b is no convex ring",
    "ring": "the ring is no convex ring",
    "boxes": "a or b is no box",
    "box": "the box is no box",
    "circles": "a or b is no circle",
    "circle": "the circle is no circle",
}
_RULES = {  # by the start of a parameter's name
    "vertices": "rings of one point, two different points, or all corners of a convex polygon",
    "half": "half sizes > 0",
    "cosine": "the cosine and the sine of one angle",
    "radius": "radii >= 0",
    "margin": "a margin >= 0",
    "max_time": "a time >= 0, or inf",
    "max_distance": "a distance >= 0, or inf",
    "axis": "an axis other than (0, 0)",
    "direction": "a direction other than (0, 0)",
}


@dataclass(frozen=True)
class _Function:
    """A function of `sepax.cython_api`, and the Python function that stands for it."""

    name: str
    label: str
    python: Callable[..., Any]

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """Those of the Python function, by name."""
        return inspect.signature(self.python).parameters

    @property
    def family(self) -> str:
        """How it takes shapes: rings, a box and so on."""
        return self.name.partition("_")[0]

    @property
    def verb(self) -> str:
        """What it does with them."""
        return self.name.partition("_")[2]

    @property
    def takes_rings(self) -> bool:
        """Whether it takes arrays, and scratch memory."""
        return "ring" in self.family

    @property
    def result(self) -> _Result:
        """What it returns."""
        return _RESULTS[KINDS[self.verb]]

    @property
    def order(self) -> Sequence[str]:
        """Names of the parameters in the order of C."""
        names = list(self.parameters)
        if not self.takes_rings:
            return names
        options = OPTIONS.get(self.verb, ())
        rings = [name for name in names if name.startswith("vertices")]
        radii = [name for name in names if "radius" in name and name not in options]
        return [name for pair in zip(rings, radii, strict=True) for name in pair] + [*options]

    @property
    def refusal(self) -> str:
        """What `ValueError` says."""
        rules = [
            rule
            for start, rule in _RULES.items()
            if any(name.startswith(start) for name in self.parameters)
        ]
        return (
            f"{self.label}(): {_SHAPES[self.family]}, or another number is out of range. "
            f"Allowed are {', '.join([*rules, 'all numbers finite and within 2**240'])}"
        )

    def typed(self, args: Sequence[_Type], kws: Mapping[str, _Type]) -> _Type:
        """Return the signature of a call for numba; `TypingError` for other arguments."""
        parameters = [
            parameter.replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD)
            for parameter in self.parameters.values()
        ]
        try:
            given = inspect.signature(self.python).bind(*args, **kws).arguments
        except TypeError as error:
            raise TypingError(f"{self.label}(): {error}") from error
        taken = [
            _accepted(self.label, parameter, given[parameter.name], "pivot_a" in self.order)
            if parameter.name in given
            else types.Omitted(parameter.default)
            for parameter in parameters
        ]
        # numba does not fold keyword-only arguments; `bind` has seen to them.
        return signature(self.result.type, *taken).replace(pysig=inspect.Signature(parameters))


# --- calls --------------------------------------------------------------------------------


class _Lowering:
    """One call in the code of a function that is being compiled."""

    def __init__(self, function: _Function, context: _Context, builder: _Builder) -> None:
        self.function = function
        self.context = context
        self.builder = builder

    def raise_if(self, condition: _Value, error: type[Exception], message: str) -> None:
        """Leave the compiled function with an error."""
        with self.builder.if_then(condition, likely=False):
            self.context.call_conv.return_user_exc(self.builder, error, (message,))

    def call(self, name: str, returned: _Type, arguments: Sequence[_Value]) -> _Value:
        """Call a C function by its name: for those of sepax, the one that `register` gives."""
        kind = ir.FunctionType(returned, [argument.type for argument in arguments])
        callee = cgutils.get_or_insert_function(self.builder.module, kind, name)
        callee.attributes.add("nounwind")
        return self.builder.call(callee, arguments)

    def rings(self, given: Mapping[str, _Typed]) -> dict[str, tuple[_Value, ...]]:
        """Return the C arguments of all rings, by name."""
        found, wrong = {}, cgutils.false_bit
        for name, (kind, value) in given.items():
            if name.startswith("vertices"):
                array = self.context.make_array(kind)(self.context, self.builder, value)
                count, width = cgutils.unpack_tuple(self.builder, array.shape, 2)
                is_wrong = self.builder.icmp_signed("!=", width, _SIZE(2))
                wrong = self.builder.or_(wrong, is_wrong)
                found[name] = (self.pointer(array.data), count, _SIZE(2))
        message = f"{self.function.label}(): vertices must have the shape (n, 2)"
        self.raise_if(wrong, ValueError, message)
        return found

    def pointer(self, place: _Value) -> _Value:
        """Return a pointer without its type."""
        return self.builder.bitcast(place, _POINTER)

    def is_large(self, counts: Sequence[_Value]) -> _Value:
        """Whether rings of so many points need scratch memory."""
        most, large = _SIZE(_MOST_WITHOUT_SCRATCH), cgutils.false_bit
        for count in counts:
            large = self.builder.or_(large, self.builder.icmp_signed(">", count, most))
        return large

    def scratch(self, counts: Sequence[_Value], large: _Value) -> tuple[_Value, _Value]:
        """Return scratch memory and its room; NULL and 0 for rings that need none."""
        before = self.builder.block
        with self.builder.if_then(large, likely=False):
            both = [*counts, _SIZE(0)][:2]
            needed = self.call(_PREFIX + "scratch_size", _SIZE, both)
            memory = self.context.nrt.allocate(self.builder, self.builder.mul(needed, _SIZE(8)))
            self.raise_if(
                cgutils.is_null(self.builder, memory), MemoryError, "no memory for large rings"
            )
            there = self.builder.block
        values = []
        for absent, present in ((_POINTER(None), memory), (_SIZE(0), needed)):
            value = self.builder.phi(absent.type)
            value.add_incoming(absent, before)
            value.add_incoming(present, there)
            values.append(value)
        return values[0], values[1]

    def numbers(self, name: str, kind: _Type, value: _Value) -> Sequence[_Value]:
        """Return the C arguments of a number, a flag or a point."""
        if isinstance(kind, types.Omitted):
            if name in FLAGS:
                return [_INT(int(kind.value))]
            parts = kind.value if name in PLACES else (kind.value,)
            return [_DOUBLE(float(part)) for part in parts]
        if name in FLAGS:
            return [self.builder.zext(value, _INT)]
        if name in PLACES:
            return [self.builder.extract_value(value, k) for k in range(2)]
        return [value]

    def answer(self, arguments: Sequence[_Value]) -> _Value:
        """Call the function of this call, and return its answer."""
        if self.function.result.answer != types.float64:
            return self.call(_PREFIX + self.function.name, _INT, arguments)
        # A struct of one number is returned as that number. But numba does not mark the call as one
        # that never returns NaN, as it marks calls that return numbers under `fastmath=True`.
        struct = self.call(_PREFIX + self.function.name, ir.LiteralStructType([_DOUBLE]), arguments)
        return self.builder.extract_value(struct, 0)

    def answer_in_python(self, answer: _Value, arguments: Sequence[_Value]) -> _Value:
        """Ask the Python function where C has refused rings: it may take them."""
        if self.function.result.answer == types.float64:
            return answer  # no such function refuses rings that are not convex
        builder, pyapi = self.builder, self.context.get_python_api(self.builder)
        question = partial(_as_in_c.answer, self.function.python, tuple(self.function.order))
        place = cgutils.alloca_once_value(builder, answer)
        with builder.if_then(builder.icmp_signed("<", answer, _INT(0)), likely=False):
            gil = pyapi.gil_ensure()
            ask = pyapi.unserialize(pyapi.serialize_object(question))  # one object: Ctrl-C may come
            objects = [pyapi.from_native_value(_KINDS[each.type], each) for each in arguments]
            answered = pyapi.call_function_objargs(ask, objects)  # NULL if `ask` is
            for each in (ask, *objects):
                pyapi.decref(each)
            self.leave_if_null(answered, pyapi, gil)
            builder.store(builder.trunc(pyapi.long_as_longlong(answered), _INT), place)
            pyapi.decref(answered)
            pyapi.gil_release(gil)
        return builder.load(place)

    def leave_if_null(self, found: _Value, pyapi: _Type, gil: _Value) -> None:
        """Leave the compiled function with the error that Python has set, such as of Ctrl-C."""
        builder = self.builder
        with builder.if_then(cgutils.is_null(builder, found), likely=False):
            if "__numba_parfor_gufunc" in builder.function.name:  # errors do not leave prange
                interrupt = pyapi.get_c_object("PyExc_KeyboardInterrupt")
                matches = self.call("PyErr_ExceptionMatches", _INT, [interrupt])
                with builder.if_then(builder.icmp_signed("!=", matches, _INT(0))):
                    pyapi.err_clear()
                    self.call("PyErr_SetInterrupt", ir.VoidType(), [])
            pyapi.gil_release(gil)
            self.context.call_conv.return_exc(builder)

    def check(self, answer: _Value) -> None:
        """Raise `ValueError` for an answer of -1 or NaN."""
        if self.function.result.answer == types.float64:
            # By its bits: under `fastmath=True`, no comparison of numbers finds a NaN.
            bits, infinity = ir.IntType(64), 0x7FF0000000000000
            magnitude = self.builder.and_(self.builder.bitcast(answer, bits), bits(2**63 - 1))
            invalid = self.builder.icmp_unsigned(">", magnitude, bits(infinity))
        else:
            invalid = self.builder.icmp_signed("<", answer, _INT(0))
        self.raise_if(invalid, ValueError, self.function.refusal)

    def value(self, answer: _Value, place: _Value) -> _Value:
        """Return what numba gets, from an answer and what was written by pointer."""
        result = self.function.result
        is_hit = None
        if result.answer != types.float64:
            is_hit = self.builder.icmp_signed("!=", answer, _INT(0))
        if not result.stored:
            return answer if is_hit is None else is_hit
        value = _load_result(self.context, self.builder, place, result)
        if not result.can_miss:
            return value
        optional = self.context.make_helper(self.builder, result.type)
        optional.valid = is_hit
        optional.data = value
        return optional._getvalue()

    def run(self, given: Mapping[str, _Typed]) -> _Value:
        """Write the whole call."""
        function, place = self.function, None
        arguments: list[_Value] = []
        rings = self.rings(given) if function.takes_rings else {}
        for name in function.order:
            arguments += rings[name] if name in rings else self.numbers(name, *given[name])
        if function.result.stored:
            place = cgutils.alloca_once(self.builder, function.result.memory)
            arguments.append(self.pointer(place))
        if not rings:
            answer = self.answer(arguments)
        else:
            counts = [count for _, count, _ in rings.values()]
            large = self.is_large(counts)
            memory, room = self.scratch(counts, large)
            answer = self.answer([*arguments, memory, room])
            with self.builder.if_then(large, likely=False):
                self.context.nrt.free(self.builder, memory)
            answer = self.answer_in_python(answer, arguments)
        self.check(answer)
        return self.value(answer, place)


# --- registration -------------------------------------------------------------------------


def _template(function: _Function) -> type:
    """Return what tells numba the types of a call."""

    def generic(_: object, args: Sequence[_Type], kws: Mapping[str, _Type]) -> _Type:
        return function.typed(args, kws)

    return type(function.name, (AbstractTemplate,), {"generic": generic})


def _item_of_optional(
    context: _Context, builder: _Builder, sig: _Type, args: Sequence[_Value]
) -> _Value:
    """Return v[0] or v[1] of a vector that may be None. numba can unpack one, but not index it."""
    optional, place = sig.args
    vector = context.cast(builder, args[0], optional, optional.type)
    inner = signature(sig.return_type, optional.type, place)
    return context.get_function("static_getitem", inner)(builder, (vector, args[1]))


def _lowering(function: _Function) -> Callable[..., _Value]:
    """Return what tells numba the code of a call."""

    def lower(context: _Context, builder: _Builder, sig: _Type, args: Sequence[_Value]) -> _Value:
        given = dict(zip(function.parameters, zip(sig.args, args, strict=True), strict=True))
        return _Lowering(function, context, builder).run(given)

    return lower


def _functions() -> Iterator[_Function]:
    """Yield all functions of `sepax.raw` and `sepax.kernels` that there are in C."""
    for name in cython_api.__pyx_capi__:
        family, _, verb = name.partition("_")
        module, python = (raw, RAW.get(verb, verb)) if "ring" in family else (kernels, name)
        if family in _SHAPES and hasattr(module, python):
            yield _Function(name, f"{module.__name__}.{python}", getattr(module, python))


@cache  # numba calls it once; users may have called it before
def register() -> None:
    """Make the functions of `sepax.raw` and `sepax.kernels` known to numba.

    numba calls it for an installed sepax. Call it yourself only in a source tree that is not
    installed, before the first compiled function is called. More calls do nothing.

    Examples
    --------
    >>> import sepax.numba
    >>> sepax.numba.register()
    """
    for name in cython_api.__pyx_capi__:
        address = get_cython_function_address(cython_api.__name__, name)
        llvmlite.binding.add_symbol(_PREFIX + name, address)
    vector = types.Optional(_VECTOR)
    lower_builtin("static_getitem", vector, types.IntegerLiteral)(_item_of_optional)
    for function in _functions():
        infer_global(function.python)(_template(function))
        lower_builtin(function.python, types.VarArg(types.Any))(_lowering(function))
