"""Arrays of any kind are read alike wherever an array of numbers is taken."""

from __future__ import annotations

import array
import ctypes
import gc
from collections import deque
from collections.abc import Callable
from typing import Any

import arrow_exports
import numpy as np
import numpy.typing as npt
import pytest
from arrow_exports import Exported
from doors import OF_INTEGERS, OF_NUMBERS, OF_REALS, SQUARE, TRIANGLE, plain

import sepax
from sepax import Circle, Polygon, ShapeArray, raw
from sepax._base import arguments as _arguments
from sepax._base.arrow import _Array
from sepax._core.arguments import is_plain, viewed

Array = npt.NDArray[Any]
OF_KEYS = ("rows", "rows of results", "where")  # objects and tuples are other keys for NumPy


# The arrays ---------------------------------------------------------------------------------


class Wrapped:
    """An array behind one protocol."""

    def __init__(self, given: Array) -> None:
        self.given = given


class Converted(Wrapped):
    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.array(self.given, dtype)


class Described(Wrapped):
    def __init__(self, given: Array) -> None:
        super().__init__(given)
        self.__array_interface__ = given.__array_interface__


class Struct(Wrapped):
    @property
    def __array_struct__(self) -> Any:
        return self.given.__array_struct__


class Answered(Wrapped):
    """What answers by `__getattr__`, as proxies do."""

    def __getattr__(self, name: str) -> Any:
        if name == "__array__":
            return self.given.__array__
        raise AttributeError(name)


class Tensor(Wrapped):
    """A tensor of DLPack, and nothing else."""

    device: tuple[int, int] = (1, 0)

    def __dlpack__(self, **options: Any) -> Any:
        return self.given.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


class TensorOfCuda(Tensor):
    device = (2, 1)


class TensorOfSomething(Tensor):
    device = (77, 0)


class LostTensor(Wrapped):
    def __dlpack__(self) -> Any:
        return self.given.__dlpack__()


class BrokenTensor(Tensor):
    def __dlpack__(self, **options: Any) -> Any:
        raise BufferError("it is of a strange type")


def of_ctypes(given: Array, kind: Any = ctypes.c_double) -> Any:
    """Return an array of ctypes."""
    form = kind
    for size in reversed(given.shape):
        form = form * size
    filled = form()
    np.frombuffer(filled, np.dtype(kind))[...] = given.reshape(-1)
    return filled


def unaligned(given: Array) -> Array:
    memory = np.zeros(given.nbytes + 1, np.uint8)[1:].view(given.dtype).reshape(given.shape)
    memory[...] = given
    return memory


def read_only(given: Array) -> Array:
    given = given.copy()
    given.flags.writeable = False
    return given


def cast(kind: Any, make: Callable[[Array], Any] = lambda given: given) -> Callable[[Array], Any]:
    return lambda given: make(given.astype(kind))


LAYOUTS: dict[str, Callable[[Array], Any]] = {
    "every other": lambda given: np.repeat(given, 2, axis=0)[::2],
    "a part of each row": lambda given: np.array([given, given]).T.copy().T[0],
    "backwards": lambda given: given[::-1].copy()[::-1],
    "column by column": np.asfortranarray,
    "unaligned": unaligned,
    "read-only": read_only,
    "objects": cast(object),
    "lists": lambda given: given.tolist(),
    "tuples": lambda given: tuple(given.tolist()),
    "a deque": lambda given: deque(given.tolist()),
}
INTEGER_KINDS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8"]
FLOAT_KINDS = ["f2", "f4", "f8", "g", ">f2", ">f4", ">f8"]
HOLDERS: dict[str, Callable[[Array], Any]] = {
    "__array__": Converted,
    "__array_interface__": Described,
    "__array_struct__": Struct,
    "__getattr__": Answered,
    "memoryview": lambda given: given.data,
}
PACKED: dict[str, Callable[[Array], Any]] = {  # of the machine's own byte order
    "DLPack": Tensor,
    "Arrow": Exported,
    "Arrow with an offset": lambda given: Exported(given, offset=3),
}


def kinds_of(names: list[str]) -> dict[str, Callable[[Array], Any]]:
    """Return makers of arrays of these dtypes, behind each protocol that has them."""
    made = {name: cast(name) for name in names}
    made |= {f"{way}, {name}": cast(name, HOLDERS[way]) for name in names for way in HOLDERS}
    native = [name for name in names if name[0] != ">" and name != "g"]
    return made | {f"{way}, {name}": cast(name, PACKED[way]) for name in native for way in PACKED}


def of_torch(kind: str) -> Callable[[Array], Any]:
    def make(given: Array) -> Any:
        torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
        return torch.tensor(given.tolist()).to(getattr(torch, kind))

    return make


def of_pyarrow(kind: str) -> Callable[[Array], Any]:
    def make(given: Array) -> Any:
        pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        form = pa.from_numpy_dtype(kind)
        for size in reversed(given.shape[1:]):
            form = pa.list_(form, size)
        return pa.array(given.astype(kind).tolist(), form)

    return make


OTHER_INTEGERS = {
    "ctypes, c_int": lambda given: of_ctypes(given, ctypes.c_int),
    "ctypes, c_ubyte": lambda given: of_ctypes(given, ctypes.c_ubyte),
    "torch, int32": of_torch("int32"),
    "pyarrow, i4": of_pyarrow("i4"),
}
OTHER_REALS = {
    "ctypes, c_double": of_ctypes,
    "ctypes, c_float": lambda given: of_ctypes(given, ctypes.c_float),
    "ctypes, c_longdouble": lambda given: of_ctypes(given, ctypes.c_longdouble),
    "ctypes, of the other order": lambda given: of_ctypes(given, OTHER_ORDER),
    "memoryview of ctypes": lambda given: memoryview(of_ctypes(given)),
    "torch, float64": of_torch("float64"),
    "torch, float16": of_torch("float16"),
    "pyarrow, f8": of_pyarrow("f8"),
    "pyarrow, f4": of_pyarrow("f4"),
}
OTHER_ORDER: Any = getattr(ctypes.c_double, "__ctype_be__", ctypes.c_double)
EVERY_INTEGER = {**LAYOUTS, **kinds_of(INTEGER_KINDS), **OTHER_INTEGERS}
EVERY_REAL = {**EVERY_INTEGER, **kinds_of(FLOAT_KINDS), **OTHER_REALS}


@pytest.mark.parametrize("kind", EVERY_REAL)
def test_reals_of_any_kind(kind: str) -> None:
    for name, (call, sample) in OF_REALS.items():
        given = np.array(sample, np.float64)
        expected = plain(call(given.copy()))
        assert plain(call(EVERY_REAL[kind](given))) == expected, name


@pytest.mark.parametrize("kind", EVERY_INTEGER)
def test_integers_of_any_kind(kind: str) -> None:
    for name, (call, sample) in OF_INTEGERS.items():
        if name in OF_KEYS and kind in ("objects", "tuples"):
            continue
        given = np.array(sample, np.intp)
        expected = plain(call(given.copy()))
        assert plain(call(EVERY_INTEGER[kind](given))) == expected, name


@pytest.mark.parametrize("name", ["f8", "f4", "i2"])
def test_arrays_of_python(name: str) -> None:
    """They have one dimension: a column of numbers, or one pair."""
    for door, (call, sample) in OF_REALS.items():
        given = np.array(sample, name)
        if given.ndim == 1:
            held = array.array(given.dtype.char, given.tolist())
            assert plain(call(held)) == plain(call(given)), door


@pytest.mark.parametrize("hold", [of_ctypes, Tensor, memoryview, Converted])
def test_one_number_in_memory(hold: Callable[[Array], Any]) -> None:
    """It is a number, too, where one alone is taken."""
    given = hold(np.array(2.0))
    assert Circle((0, 0), given).radius == ShapeArray.circles((0, 0), given).radii[0] == 2.0
    sides: Any = hold(np.array(5, np.uint8)) if hold is not of_ctypes else ctypes.c_int(5)
    assert len(Polygon.regular(sides, 1).vertices) == 5


# What is refused ----------------------------------------------------------------------------


def tensor_of(make: Callable[[Any, Any], Any]) -> Callable[[Array], Any]:
    def maker(given: Array) -> Any:
        torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
        return make(torch, torch.tensor(given.tolist()))

    return maker


def with_null(given: Array, offset: int = 0) -> Any:
    return Exported(given, nulls=[given.size - 1], null_level=given.ndim - 1, offset=offset)


def renamed(form: bytes) -> Callable[[Array], Any]:
    def make(given: Array) -> Any:
        exported = Exported(given)
        exported.schemas[-1].format = form
        return exported

    return make


REFUSED: dict[str, tuple[Callable[[Array], Any], type[Exception], str]] = {
    "complex": (cast(complex), TypeError, "must be"),
    "complex memory": (cast(complex, lambda given: given.data), TypeError, "must be"),
    "complex tensor": (cast(complex, Tensor), TypeError, "must be"),
    "truths": (cast(bool), TypeError, "must be"),
    "truths behind __array__": (cast(bool, Converted), TypeError, "must be"),
    "truths in a tensor": (cast(bool, Tensor), TypeError, "must be"),
    "truths of ctypes": (lambda given: of_ctypes(given, ctypes.c_bool), TypeError, "must be"),
    "text": (cast(str), TypeError, "must be"),
    "text behind __array__": (cast(str, Converted), TypeError, "must be"),
    "times": (cast("m8[s]", Converted), TypeError, "must be"),
    "pointers": (
        lambda given: (ctypes.POINTER(ctypes.c_int) * given.size)(),
        TypeError,
        "must be real numbers, got memory of the format &",
    ),
    "tensor of CUDA": (TensorOfCuda, TypeError, "must be in the memory of the CPU, .*CUDA"),
    "tensor elsewhere": (TensorOfSomething, TypeError, "must be in the memory .*of type 77"),
    "tensor without a device": (LostTensor, TypeError, "plain numbers, .*cannot read: .*_device"),
    "broken tensor": (BrokenTensor, TypeError, "plain numbers, .*cannot read: it is of a strange"),
    "a null": (with_null, ValueError, r"\[\d+\] must not be null"),
    "a null behind others": (lambda x: with_null(x, 5), ValueError, r"\[\d+\] must not be null"),
    "Arrow text": (renamed(b"u"), TypeError, "must be real numbers, got an Arrow array"),
    "Arrow truths": (renamed(b"b"), TypeError, "must be real numbers, got an Arrow array"),
    "tensor with a gradient": (
        tensor_of(lambda _, given: given.requires_grad_()), TypeError, r"\.detach\(\)",
    ),
    "tensor of bfloat16": (tensor_of(lambda _, given: given.bfloat16()), TypeError, r"\.float\(\)"),
    "meta tensor": (tensor_of(lambda _, given: given.to("meta")), TypeError, r"\.cpu\(\)"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused_alike(name: str) -> None:
    make, kind, words = REFUSED[name]
    for door, (call, sample) in OF_REALS.items():
        thing = make(np.array(sample, np.float64))
        with pytest.raises(kind, match=words):
            pytest.fail(f"{door}: {call(thing)}")


def test_numbers_in_a_list_of_tensors() -> None:
    torch: Any = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
    fine, grown = torch.tensor(2.0), torch.tensor(2.0, requires_grad=True)
    for call in OF_NUMBERS.values():
        assert plain(call([fine])) == plain(call([2.0]))
    for call in (lambda x: Circle((0, 0), x), lambda x: ShapeArray.circles((0, 0), [x])):
        with pytest.raises(TypeError, match=r"\.detach\(\)"):
            call(grown)
        with pytest.raises(TypeError, match=r"\.float\(\)"):
            call(fine.bfloat16())


# Arrow arrays that are not in order ---------------------------------------------------------


def released(exported: Exported) -> None:
    exported.arrays[0].release = None


def of_itself(exported: Exported) -> None:
    """Make an endless list of lists."""
    exported.adopt(exported.schemas[0], exported.schemas[0])
    exported.adopt(exported.arrays[0], exported.arrays[0])
    exported.arrays[0].length = 2**40


def changed(level: int, **fields: Any) -> Callable[[Exported], None]:
    def change(exported: Exported) -> None:
        for name, value in fields.items():
            setattr(exported.arrays[level], name, value)

    return change


BROKEN: dict[str, Callable[[Exported], None]] = {
    "released": released,
    "released child": changed(1, release=None),
    "of itself": of_itself,
    "negative length": changed(0, length=-1),
    "negative offset": changed(1, offset=-1),
    "endless": changed(0, length=2**62),
    "far away": changed(1, offset=2**62),
    "short child": changed(1, length=7),
    "no buffers": changed(1, buffers=None),
    "no numbers": changed(1, buffers=(ctypes.c_void_p * 2)()),
    "one buffer": changed(1, n_buffers=1),
    "no children": changed(0, n_children=0),
    "no child": changed(0, children=None),
    "NULL as child": changed(0, children=(ctypes.POINTER(_Array) * 1)()),
    "no format": lambda exported: setattr(exported.schemas[1], "format", None),
    "no size": lambda exported: setattr(exported.schemas[0], "format", b"+w:"),
    "a size below 0": lambda exported: setattr(exported.schemas[0], "format", b"+w:-2"),
    "a large size": lambda exported: setattr(exported.schemas[0], "format", b"+w:" + b"9" * 30),
    "a dictionary": lambda exported: setattr(exported.schemas[1], "dictionary", 1),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_arrow_arrays(name: str) -> None:
    exported: Any = Exported(np.array(SQUARE))
    BROKEN[name](exported)
    for call in (Polygon, lambda ring: raw.intersects(ring, TRIANGLE), ShapeArray.points):
        with pytest.raises((TypeError, ValueError), match=r"must be .* got an|got one that is"):
            call(exported)


def test_other_things_than_arrow_arrays() -> None:
    class Exporter:
        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return self.answer

    schema, found = Exported(np.array(SQUARE)).__arrow_c_array__()
    for answer in (None, (), (schema,), (found, schema), (schema, None), (1, 2), object()):
        wrong: Any = Exporter(answer)
        with pytest.raises((TypeError, ValueError)):
            Polygon(wrong)
    fine: Any = Exporter((schema, found))
    assert Polygon(fine).area == 4.0


# Memory -------------------------------------------------------------------------------------


def test_arrow_arrays_live_as_long_as_they_are_read() -> None:
    gc.collect()
    before = len(arrow_exports.kept)
    view = viewed(Exported(np.array(SQUARE)), "points")
    gc.collect()
    assert view.tolist() == [list(point) for point in SQUARE]
    assert len(arrow_exports.kept) == before + 1
    del view
    gc.collect()
    assert len(arrow_exports.kept) == before
    hidden: Any = Exported(np.array(SQUARE), nulls=[1])
    with pytest.raises(ValueError, match=r"vertices\[1\] must not be null"):
        Polygon(hidden)
    del hidden
    gc.collect()
    assert len(arrow_exports.kept) == before


HELD: dict[str, tuple[Callable[[Array], Any], Callable[[Any], int]]] = {
    "read-only": (read_only, lambda given: int(given.ctypes.data)),
    "ctypes": (of_ctypes, ctypes.addressof),
    "memoryview": (lambda given: given.data, lambda given: int(np.asarray(given).ctypes.data)),
    "DLPack": (Tensor, lambda given: int(given.given.ctypes.data)),
    "__array_interface__": (Described, lambda given: int(given.given.ctypes.data)),
    "Arrow": (Exported, lambda given: int(given.arrays[-1].buffers[1])),
}


@pytest.mark.parametrize("name", HELD)
def test_compact_float64_is_not_copied(name: str) -> None:
    make, address_of = HELD[name]
    given, column = make(np.array(SQUARE)), make(np.arange(3.0))
    assert _arguments.points(given, "points").ctypes.data == address_of(given)
    assert _arguments.vectors(given, "points", shared=True).ctypes.data == address_of(given)
    assert _arguments.numbers(column, "numbers", shared=True).ctypes.data == address_of(column)
    assert _arguments.vectors(given, "points").ctypes.data != address_of(given)


@pytest.mark.parametrize("name", LAYOUTS)
def test_numbers_are_read_where_they_lie_only_as_compiled_code_wants_them(name: str) -> None:
    places, angles = np.array(SQUARE), np.arange(4.0)
    assert is_plain(places, 2)
    assert is_plain(LAYOUTS[name](places), 2) == (name == "read-only")
    assert not is_plain(LAYOUTS[name](places), 0)
    assert not is_plain(LAYOUTS[name](angles), 2)


@pytest.mark.parametrize("hold", [memoryview, Tensor, Described])
def test_answers_over_what_they_are_made_of(hold: Callable[[Array], Any]) -> None:
    """Points in the memory of `out` are copied first, whatever holds them."""
    array = ShapeArray.regular(5, [1.0] * 4)
    ways = np.random.default_rng(3).normal(size=(4, 2))
    expected = sepax.support_point(array, ways.copy())
    shifted = np.empty((5, 2))
    shifted[:4] = ways
    found = sepax.support_point(array, hold(shifted[:4]), out=shifted[1:])
    assert found.tolist() == expected.tolist()
