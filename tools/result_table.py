"""src/sepax/results.toml as objects: what each kind of column is called in C, Cython and Python."""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from table_check import SOURCE, load

TABLE = SOURCE / "results.toml"


class Kind(NamedTuple):
    """What a dtype is called: an item of an array in C and Cython, a field of a row, in Python."""

    in_c: str
    in_arrays: str
    in_row: str
    python: str
    array: str  # the annotation of an array
    numpy: str


KINDS = {
    "bool": Kind("unsigned char", "unsigned char", "bint", "bool", "BoolArray", "np.bool_"),
    "float64": Kind("double", "double", "double", "float", "FloatArray", "np.float64"),
    "int32": Kind("int32_t", "int32_t", "int32_t", "int", "npt.NDArray[np.int32]", "np.int32"),
    "int8": Kind("signed char", "signed char", "int", "int", "npt.NDArray[np.int8]", "np.int8"),
    "intp": Kind("ptrdiff_t", "Py_ssize_t", "Py_ssize_t", "int", "IndexArray", "np.intp"),
}


COLUMN = {  # what the keys mean stands in the table
    **dict.fromkeys(("one?", "many?", "derived?", "none?"), str),
    **dict.fromkeys(("counted?", "ends?"), bool),
    **dict.fromkeys(("shape?", "from?"), list),
    "only?": {"array", "state"},
}
RESULT = {
    **dict.fromkeys(("returned_by", "text", "example"), str),
    **dict.fromkeys(("array?", "array_text?", "array_example?", "count_word?", "from?"), str),
    **dict.fromkeys(("takes?", "order?"), list),
}


def rules(table: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of the table: the items of a column are numbers, or other results."""
    column = COLUMN | {"dtype?": {*KINDS, *table}}
    return {"*": RESULT | {"columns": {"*": column}}}


@dataclass(frozen=True)
class Column:
    """A column; see the head of the table."""

    name: str
    terms: list[str]
    one: str
    many: str
    dtype: str = "float64"
    shape: tuple[Any, ...] = ()
    only: str = ""
    counted: bool = False
    ends: bool = False
    derived: str = ""
    none: str = "0"

    @property
    def kind(self) -> Kind:
        """Return what its items are called; another result stands for itself."""
        return KINDS.get(self.dtype) or Kind("", "", "", self.dtype, "", "")

    @property
    def in_row(self) -> bool:
        """Whether it is a field of the row in C."""
        return not self.derived and self.only != "array"

    @property
    def is_written(self) -> bool:
        """Whether functions on rows write its array."""
        return self.in_row or bool(self.derived)

    @property
    def items(self) -> list[str]:
        """Return how each item is reached from the field: ``[0][1]``, or nothing for a number."""
        found = [""]
        for length in self.shape:
            found = [f"{item}[{i}]" for item in found for i in range(length)]
        return found

    def term(self, item: str) -> str:
        """Return what an item is in the answer of the kernels."""
        n = "last" if item.startswith("[1]") else "0"
        return self.terms[self.items.index(item) % len(self.terms)].format(n=n)

    def value(self, item: str, row: str) -> str:
        """Return what an item is by the fields of a row; `derived` takes those of its own place."""
        term = re.sub(r"\{(\w+):item\}", rf"{row}.\1{item}", self.derived)
        return re.sub(r"\{(\w+)\}", rf"{row}.\1", term) or f"{row}.{self.name}{item}"

    def typed(self, several_of: str, several: str) -> str:
        """Return the type of the attribute, by how vectors and several of a type are written."""
        is_several = self.counted or self.is_list
        name = self.kind.python
        if len(self.shape) > is_several:
            name = several_of.format(", ".join([name] * self.shape[-1]))
        return several.format(name) if is_several else name

    @property
    def python_type(self) -> str:
        """Return the annotation of the attribute."""
        return self.typed("tuple[{0}]", "tuple[{0}, ...]")

    @property
    def words(self) -> str:
        """Return the type of the attribute as docstrings write it."""
        return self.typed("({0})", f"tuple of {'one or two ' * self.counted}{{0}}")

    @property
    def is_list(self) -> bool:
        """Whether one result has any number of items."""
        return "any" in self.shape

    @property
    def is_nested(self) -> bool:
        """Whether its items are other results."""
        return self.dtype not in KINDS

    @property
    def many_type(self) -> str:
        """Return the annotation of the array."""
        return f"{self.dtype}s" if self.is_nested else self.kind.array

    @property
    def many_words(self) -> str:
        """Return the type of the array as docstrings write it."""
        return self.many_type if self.is_nested else f"{self.array_shape} {self.dtype}"

    @property
    def array_shape(self) -> str:
        """Return the shape of the array as text."""
        if self.is_list or self.ends:
            return "(k,)" if self.is_list else "(n + 1,)"
        return f"({', '.join(['n', *map(str, self.shape)])}{',' * (not self.shape)})"


@dataclass(frozen=True)
class Result:
    """A result; see the head of the table."""

    name: str
    columns: list[Column]
    returned_by: str
    text: str
    example: str
    array: str = ""
    array_text: str = ""
    array_example: str = ""
    count_word: str = ""
    takes: tuple[str, ...] = ()
    order: tuple[str, ...] = ()

    @property
    def snake(self) -> str:
        """Return the name as functions have it."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.name).lower()

    @property
    def attributes(self) -> list[Column]:
        """Return the columns that are attributes of one result, in their order."""
        found = [column for column in self.columns if not column.only]
        return sorted(found, key=lambda column: [*self.order, column.name].index(column.name))

    @property
    def is_always(self) -> bool:
        """Whether there is one for each pair, hit or not."""
        return all(column.name != "hit" for column in self.columns)

    @property
    def single(self) -> str:
        """Return the type of one row of an array."""
        return self.name if self.is_always else f"{self.name} | None"

    @property
    def state(self) -> list[Column]:
        """Return the columns that a row in C, and a pickle, hold."""
        return [column for column in self.columns if column.in_row]

    @property
    def in_arrays(self) -> list[Column]:
        """Return the columns that are arrays."""
        return [column for column in self.columns if column.only != "state"]


def results() -> list[Result]:
    """Return all results of the table."""
    return [_result(name, entry) for name, entry in load(TABLE, rules).items()]


def _result(name: str, entry: dict[str, Any]) -> Result:
    source = entry.pop("from", "")
    columns = [_column(column, each, source) for column, each in entry.pop("columns").items()]
    return Result(name, columns, **_plain(entry))


def _column(name: str, entry: dict[str, Any], source: str) -> Column:
    parts = [f"{name}_x", f"{name}_y"] if "shape" in entry else [name]
    terms = entry.pop("from", [f"{source}.{part}" for part in parts])
    entry.setdefault("many", entry.setdefault("one", ""))
    return Column(name, terms, **_plain(entry))


def _plain(entry: dict[str, Any]) -> dict[str, Any]:
    """Return lists as tuples, and texts without the ends of their first and last lines."""
    return {
        key: value.strip("\n")
        if isinstance(value, str)
        else tuple(value)
        if isinstance(value, list)
        else value
        for key, value in entry.items()
    }
