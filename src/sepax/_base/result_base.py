"""The base classes of `sepax._base.results`: arrays of results, and a record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, ClassVar, Generic, NoReturn, Self, TypeVar, overload

import numpy as np

from sepax._base.arguments import (
    BoolArray,
    IndexArray,
    Rows,
    dimensions,
    memory,
    offsets_of_sizes,
    row_number,
    row_numbers,
)
from sepax._core.arguments import is_memory

Kind = tuple[tuple[int, ...], np.dtype[Any]]  # shape of a row, and dtype
_One = TypeVar("_One")  # what an index gives


class Columns:
    """Arrays of results, in the columns of results.toml.

    Written out: with dataclasses ``import sepax`` would take a fifth longer.
    """

    __slots__ = ()

    _layout: ClassVar[Collection[str]] = ()  # the fields in their order
    # What sets and what gets each: found once, not in each call.
    _put: ClassVar[tuple[Callable[..., None], ...]]
    _get: ClassVar[tuple[Callable[..., Any], ...]]

    def __init_subclass__(cls, **options: Any) -> None:
        """Find the slots of the fields."""
        super().__init_subclass__(**options)
        cls._put = tuple(getattr(cls, name).__set__ for name in cls._layout)
        cls._get = tuple(getattr(cls, name).__get__ for name in cls._layout)

    def __init__(self, *arrays: Any) -> None:
        """Hold one array for each field, in their order."""
        if len(arrays) != len(self._put):
            name, fields = type(self).__name__, ", ".join(self._layout)
            raise ValueError(f"{name} takes an array for each of {fields}, got {len(arrays)}")
        for put, array in zip(self._put, arrays, strict=True):
            put(self, array)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse to replace an array; its rows may be written to."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be replaced; write to its rows")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse to delete a field."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        return type(self), self._arrays()

    def _arrays(self) -> tuple[Any, ...]:
        """Return the arrays in their order."""
        return tuple([get(self) for get in self._get])


class Results(Columns, Generic[_One]):
    """Arrays with one row for each result."""

    __slots__ = ()

    _layout: ClassVar[dict[str, Kind]]
    _none: ClassVar[dict[str, float]]  # of a row without a hit, where it is not zero
    _rows: ClassVar[str]  # the word for what it counts
    hit: BoolArray  # if there may be none

    @classmethod
    def empty(cls, count: int) -> Self:
        """Make arrays for `count` pairs, their contents arbitrary: memory for ``out=``.

        Examples
        --------
        >>> contacts = sepax.Contacts.empty(3)
        >>> row = sepax.ShapeArray.circles([(0, 0), (1, 0), (9, 0)], 1)
        >>> sepax.collide(row, sepax.Circle((0, 0), 1), out=contacts) is contacts
        True
        """
        return cls(*[np.empty((count, *row), kind) for row, kind in cls._layout.values()])

    @classmethod
    def _for(cls, out: Any, count: int) -> Self:
        """Return `out` if it has room for just so many pairs, or new arrays for None."""
        if out is None:
            return cls.empty(count)
        if not isinstance(out, cls):
            raise TypeError(f"out must be {cls.__name__}, got {type(out).__name__}")
        for array, (name, (row, kind)) in zip(out._arrays(), cls._layout.items(), strict=True):
            if not is_memory(array, (count, *row), kind):
                memory(array, f"out.{name}", (count, *row), kind)
        return out

    def _clear(self) -> None:
        """Make all rows such as have no hit."""
        for name in self._layout:
            getattr(self, name)[...] = self._none.get(name, 0)

    def __len__(self) -> int:
        """Return the number of pairs, hit or not."""
        return len(self._get[0](self))

    @overload
    def __getitem__(self, key: int | np.integer[Any]) -> _One: ...
    @overload
    def __getitem__(self, key: Rows) -> Self: ...
    def __getitem__(self, key: Any) -> Any:
        """Return what the verb answers for one pair, or the rows of several.

        A slice shares the memory, as in NumPy; indices and masks copy.
        """
        if isinstance(key, slice):
            return type(self)(*(getattr(self, name)[key] for name in self._layout))
        if isinstance(key, tuple) or not dimensions(key):
            return self._single(row_number(key, len(self), "pairs"))
        rows = row_numbers(key, len(self))
        return type(self)(*(getattr(self, name)[rows] for name in self._layout))

    def __iter__(self) -> Iterator[_One]:
        """Yield what the verb answers for each pair: None where there is no hit."""
        return map(self._single, range(len(self)))

    def _single(self, row: int) -> _One:
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return a line that says how many rows there are and how many hit."""
        name = type(self).__name__
        if "hit" not in self._layout:
            return f"<{name} of {len(self)} {self._rows}>"
        hits = np.count_nonzero(self.hit)
        return f"<{name}: {hits} hits in {len(self)} {self._rows}>"

    def _repr_svg_(self) -> str:
        """Draw the points of the first hits, for notebooks."""
        from sepax.pictures import notebook

        return notebook.results_svg(self)

    def _repr_html_(self) -> str:
        """Return the picture above a table of the first rows, for notebooks."""
        from sepax.pictures import notebook

        return notebook.results_html(self, tuple(self._layout))


class Lists(Columns, Generic[_One]):
    """Results that have several items each.

    The items of all stand one after the other, those of result k from ``offsets[k]`` up to
    ``offsets[k + 1]``.
    """

    __slots__ = ()

    _items: ClassVar[frozenset[str]]  # the fields with one row for each item
    _rows: ClassVar[str]  # the word for what it counts
    offsets: IndexArray

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, key: int | np.integer[Any]) -> _One: ...
    @overload
    def __getitem__(self, key: Rows) -> Self: ...
    def __getitem__(self, key: Any) -> Any:
        """Return one result, or copies of several."""
        if isinstance(key, tuple) or not (isinstance(key, slice) or dimensions(key)):
            return self._single(row_number(key, len(self), self._rows))
        rows = row_numbers(key, len(self))
        counts = np.diff(self.offsets)[rows]
        offsets = offsets_of_sizes(counts)
        items = np.arange(offsets[-1]) + np.repeat(self.offsets[rows] - offsets[:-1], counts)
        taken = {name: items if name in self._items else rows for name in self._layout}
        columns = [
            offsets if name == "offsets" else getattr(self, name)[row]
            for name, row in taken.items()
        ]
        return type(self)(*columns)

    def __iter__(self) -> Iterator[_One]:
        """Yield one result after the other."""
        return map(self._single, range(len(self)))

    def _single(self, row: int) -> _One:
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return a line that says how many results there are."""
        return f"<{type(self).__name__} of {len(self)} {self._rows}>"


class Record:
    """Values that do not change."""

    __slots__ = ()

    _order: ClassVar[tuple[str, ...]] = ()  # the fields, as the constructor takes them
    _put: ClassVar[tuple[Callable[..., None], ...]]  # what sets each

    def __init_subclass__(cls, **options: Any) -> None:
        """Find the slots of the fields."""
        super().__init_subclass__(**options)
        cls._put = tuple(getattr(cls, name).__set__ for name in cls._order)

    def _hold(self, *values: Any) -> None:
        for put, value in zip(self._put, values, strict=True):
            put(self, value)

    def _fields(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._order])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: records are immutable."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse to delete a field."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        """Compare all fields."""
        return isinstance(other, Record) and self._fields() == other._fields()

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(self._fields())

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        return type(self), self._fields()

    def __repr__(self) -> str:
        """Text that evaluates to an equal one."""
        fields = [f"{name}={getattr(self, name)}" for name in self._order]
        return f"{type(self).__name__}({', '.join(fields)})"
