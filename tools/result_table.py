"""src/sepax/results.toml as objects: what each kind of column is called in C, Cython and Python."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

TABLE = Path(__file__).parent.parent / "src" / "sepax" / "results.toml"


class Kind(NamedTuple):
    """What a dtype is called."""

    in_c: str  # an item of an array
    in_arrays: str  # the same in Cython
    in_row: str
    python: str
    array: str  # the annotation of an array


KINDS = {
    "bool": Kind("unsigned char", "unsigned char", "bint", "bool", "BoolArray"),
    "float64": Kind("double", "double", "double", "float", "FloatArray"),
    "int32": Kind("int32_t", "int32_t", "int32_t", "int", "npt.NDArray[np.int32]"),
    "int8": Kind("signed char", "signed char", "signed char", "int", "npt.NDArray[np.int8]"),
    "intp": Kind("ptrdiff_t", "Py_ssize_t", "Py_ssize_t", "int", "IndexArray"),
}


@dataclass(frozen=True)
class Column:
    """A column; see the head of the table."""

    name: str
    dtype: str
    shape: tuple[Any, ...] = ()
    one: str = ""
    many: str = ""
    only: str = ""
    counted: bool = False
    terms: tuple[str, ...] = ()
    derived: str = ""
    none: str = "0"

    @property
    def kind(self) -> Kind:
        """Return what its items are called; another result stands for itself."""
        return KINDS.get(self.dtype) or Kind("", "", "", self.dtype, "")

    @property
    def numpy(self) -> str:
        """Return the dtype in Python."""
        return "np.bool_" if self.dtype == "bool" else f"np.{self.dtype}"

    @property
    def in_row(self) -> bool:
        """Whether it is a field of the row in C."""
        return not self.derived and self.only not in ("array", "one")

    @property
    def size(self) -> int:
        """Return the number of items in a row."""
        return len(self.items())

    def items(self) -> list[str]:
        """Return how each item is reached from the field: ``[0][1]``, or nothing for a number."""
        found = [""]
        for length in self.shape:
            found = [f"{item}[{i}]" for item in found for i in range(length)]
        return found

    def term(self, item: str) -> str:
        """Return what an item is in the answer of the kernels."""
        if not self.counted:
            return self.terms[int(item.strip("[]") or 0)]
        first, rest = int(item[1]), item[4:-1]
        return self.terms[int(rest or 0)].format(n="last" if first else 0)

    def derived_term(self, item: str, columns: list["Column"], row: str) -> str:
        """Return what an item is by the fields of a row."""
        fields = {
            column.name: f"{row}.{column.name}{item if column.shape == self.shape else ''}"
            for column in columns
        }
        return re.sub(r"\brow\.", f"{row}.", self.derived).format(**fields)

    @property
    def python_type(self) -> str:
        """Return the annotation of the attribute."""
        name = self.kind.python
        for length in reversed(self.shape):
            name = f"tuple[{name}, {name}]" if length == 2 else f"tuple[{name}, ...]"
            if self.counted and len(self.shape) == 1:
                name = f"tuple[{self.kind.python}, ...]"
        if self.counted and len(self.shape) == 2:
            name = f"tuple[tuple[{self.kind.python}, {self.kind.python}], ...]"
        return name

    @property
    def words(self) -> str:
        """Return the type of the attribute as docstrings write it."""
        name = self.kind.python
        if len(self.shape) > self.counted and self.shape != ("any",):
            name = f"({name}, {name})"
        if self.shape == ("any",):
            return f"tuple of {name}"
        return f"tuple of one or two {name}" if self.counted else name

    @property
    def array_words(self) -> str:
        """Return shape and dtype of the array."""
        return f"({', '.join(['n', *map(str, self.shape)])}{',' * (not self.shape)}) {self.dtype}"


@dataclass(frozen=True)
class Result:
    """A result; see the head of the table."""

    name: str
    returned_by: str
    text: str
    example: str
    columns: list[Column]
    array: str = ""
    count_word: str = ""
    takes: list[str] = field(default_factory=list)
    takes_arrays: bool = False
    array_text: str = ""
    array_example: str = ""
    order: list[str] = field(default_factory=list)

    @property
    def snake(self) -> str:
        """Return the name as functions have it."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.name).lower()

    @property
    def row(self) -> str:
        """Return the name of the struct of a row."""
        return f"{self.name}Row"

    @property
    def arrays(self) -> str:
        """Return the name of the struct of arrays."""
        return f"{self.name}Arrays"

    @property
    def attributes(self) -> list[Column]:
        """Return the columns that are attributes of one result, in their order."""
        found = [column for column in self.columns if column.only not in ("array", "state")]
        return sorted(found, key=lambda column: [*self.order, column.name].index(column.name))

    @property
    def values(self) -> list[str]:
        """Return the names of attributes that tell two results apart."""
        return [column.name for column in self.attributes if not column.derived]

    @property
    def state(self) -> list[Column]:
        """Return the columns that a row in C, and a pickle, hold."""
        return [column for column in self.columns if column.in_row]

    @property
    def in_arrays(self) -> list[Column]:
        """Return the columns that are arrays."""
        return [column for column in self.columns if column.only not in ("one", "state")]

    @property
    def is_counted(self) -> bool:
        """Whether it has one or two points."""
        return any(column.counted for column in self.columns)


def results() -> list[Result]:
    """Return all results of the table."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return [_result(name, entry) for name, entry in table.items()]


def _result(name: str, entry: dict[str, Any]) -> Result:
    source = entry.pop("from", "")
    columns = [_column(column, source) for column in entry.pop("column")]
    return Result(name, columns=columns, **{key: _plain(value) for key, value in entry.items()})


def _column(entry: dict[str, Any], source: str) -> Column:
    name = entry["name"]
    parts = [f"{name}_x", f"{name}_y"] if entry.get("shape") else [name]
    terms = entry.pop("from", [f"{source}.{part}" for part in parts])
    values = {key: _plain(value) for key, value in entry.items()}
    return Column(**{**values, "terms": tuple(terms), "shape": tuple(entry.get("shape", ()))})


def _plain(value: Any) -> Any:
    return value.strip("\n") if isinstance(value, str) else value
