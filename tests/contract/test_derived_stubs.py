"""Stubs that tools/stubs.py derives: a few declarations, and sentences for those it cannot read."""

from pathlib import Path

import pytest
import stubs

DECLARED = """\
cpdef enum:
    FLAT = 1        # why
    SPIKE
cdef class Block:
    cdef readonly Py_ssize_t count
    cdef readonly list found    # type: list[int]; in order
cdef inline int quick(int k) noexcept nogil:
    return k
cpdef str name_of(object thing)
"""
DEFINED = '''\
ctypedef const Py_ssize_t[::1] indices_t
helpers: dict[int, list[bool]] = {}
@cython.final
@cython.auto_pickle(False)
cdef class Block:
    cdef double hidden
    def __cinit__(self, const double[:, ::1] points not None, indices_t rows,
                  scene not None: Block | None, *, bint wide=False, Block other=None):
        def inner(x):
            pass
    def __dealloc__(self):
        pass
cdef class Vector(Block):
    cdef public object x, y     # type: Any
    @property
    @cython.critical_section
    def angle(self) -> float:
        pass
    @angle.setter
    def angle(self, value: SupportsFloat) -> None:
        pass
    def move(self, dx: float = ..., dy: float = ..., *, position=...) -> Self:
        pass
    def __mul__(self, other: Any) -> Vector:
        pass
cpdef str name_of(thing: object):   # type: str | None
    pass
cpdef double doubled(double x=1.0) except? -1:
    pass
def first(items: Iterable[_Item], str name="items", *given: tuple[float, int]) -> _Item:
    """def nothing(x):"""
'''
STUB = """\
# Written by tools/generate.py from src/sepax/rows.pyx: change that.
from collections.abc import Iterable
from typing import Any, Never, Self, SupportsFloat, TypeVar, final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

__pyx_capi__: dict[str, object]

_Item = TypeVar("_Item")
FLAT: int
SPIKE: int
helpers: dict[int, list[bool]]

@final
class Block:
    @property
    def count(self) -> int: ...
    @property
    def found(self) -> list[int]: ...
    def __new__(
        cls,
        points: npt.NDArray[np.float64],
        rows: npt.NDArray[np.intp] | None,
        scene: Block | None,
        *,
        wide: bool = False,
        other: Block | None = None,
    ) -> Self: ...

@disjoint_base
class Vector(Block):
    x: Any
    y: Any
    @property
    def angle(self) -> float: ...
    @angle.setter
    def angle(self, value: SupportsFloat) -> None: ...
    def move(self, dx: float, dy: float) -> Self: ...
    def __mul__(self, other: Any, /) -> Vector: ...
    def __rmul__(self, value: Never, /) -> Any: ...

def name_of(thing: object) -> str | None: ...
def doubled(x: float = 1.0) -> float: ...
def first(items: Iterable[_Item], name: str = "items", *given: tuple[float, int]) -> _Item: ...
"""


def derived(root: Path, **texts: str) -> dict[str, str]:
    """Return the stubs of modules with these sources."""
    for name, text in texts.items():
        path = root / "src" / "sepax" / name.replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return stubs.files(root, {})


def test_declarations_become_a_stub(tmp_path: Path) -> None:
    made = derived(tmp_path, rows_pxd=DECLARED, rows_pyx=DEFINED)
    assert made == {"src/sepax/rows.pyi": STUB}


def test_classes_are_imported_and_includes_are_read(tmp_path: Path) -> None:
    more = 'include "more.pxi"\n'
    function = "def take(Block block not None, Block other) -> int:\n    pass\n"
    made = derived(tmp_path, rows_pyx=DEFINED, asks_pyx=more, more_pxi=function)
    assert made["src/sepax/asks.pyi"].partition("\n")[2] == (
        "from sepax.rows import Block\n\ndef take(block: Block, other: Block | None) -> int: ...\n"
    )


@pytest.mark.parametrize(
    ("declaration", "sentence"),
    [
        ("def f(x) -> int:", "x needs an annotation, as object tells too little"),
        ("def f(list x) -> int:", "x needs an annotation, as list tells too little"),
        ("def f(double x):", "the result needs an annotation, as object tells too little"),
        ("cpdef object f():", "the result needs an annotation, as object tells too little"),
        ("def f(x: Unheard) -> int:", "tools/stubs.py does not know where to import Unheard from"),
        ("def f(x: int int) -> int:", "'int int' is no type"),
        ("def f(double x -> int:", "this is no signature of a function"),
        ("def f(double x) -> int", "this is no signature of a function"),
        ("def f(double (*x)()) -> int:", "'double (*x)()' is no argument"),
        ("cdef class A:\n    cdef readonly double[2] x[2]", "this is no declaration of attributes"),
    ],
)
def test_one_sentence_says_where_a_signature_is_wrong(
    declaration: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as raised:
        derived(tmp_path, rows_pyx=f'"""Rows."""\n\n{declaration}\n    pass\n\n')
    number = 3 + declaration.count("\n")
    assert str(raised.value) == f"src/sepax/rows.pyx:{number}: {sentence}"


def test_classes_are_told_by_their_names() -> None:
    sources = (Path(stubs.__file__).parents[1] / "src").rglob("*.pyx")
    names = [name for path in sources for name, _ in stubs.CLASS.findall(path.read_text("utf-8"))]
    assert len(names) == len({*names})
