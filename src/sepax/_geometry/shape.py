"""The base of all kinds of shapes: array views, copies and pickles of the compiled shape."""

from __future__ import annotations

import copyreg
import math
from collections.abc import Callable, Collection, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, Self, SupportsFloat, TypeVar

import numpy as np

from sepax._base.arguments import FloatArray, read_only
from sepax._core.arguments import number
from sepax._core.pair import Collider

if TYPE_CHECKING:
    from sepax._rows.sides import CompoundBase
    from sepax.explanation import Explanation

Pair = Iterable[SupportsFloat]
P = ParamSpec("P")
T = TypeVar("T")

# What the `__reduce__` of object names to make one without `__init__`.
new_object = copyreg.__newobj__  # type: ignore[attr-defined]


def added_to(thing: object, own: Collection[str] = ()) -> Any:
    """Return what subclasses added to an object, as `copyreg` has it, without slots of the base.

    That is its `__dict__`, or a pair of it and a dict of slots; None if there is neither.
    """
    state = object.__getstate__(thing)
    if not isinstance(state, tuple):
        return state
    attributes, slots = state
    slots = {name: value for name, value in slots.items() if name not in own}
    return (attributes, slots) if slots else attributes


def add_again(thing: Any, added: Any) -> None:
    """Restore the attributes that `added_to` returned."""
    if added is None:
        return
    attributes, slots = added if isinstance(added, tuple) else (added, None)
    if attributes:
        thing.__dict__.update(attributes)
    for name, value in (slots or {}).items():
        setattr(thing, name, value)


def named(count: int, usage: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Raise for more positional arguments than so many, and say how to write the others."""

    def decorate(method: Callable[P, T]) -> Callable[P, T]:
        @wraps(method)
        def checked(*arguments: P.args, **options: P.kwargs) -> T:
            if len(arguments) > count + 1:
                raise TypeError(f"too many positional arguments: it is {usage}")
            return method(*arguments, **options)

        return checked

    return decorate


def refuse_more(count: int, usage: str) -> NoReturn:
    """Raise for so many positional arguments: `named` without its cost."""
    raise TypeError(f"too many positional arguments, got {count}: it is {usage}")


def positive(value: SupportsFloat, name: str) -> float:
    length = number(value, name)
    if not 0.0 < length < math.inf:
        raise ValueError(f"{name} must be positive and finite, got {length}")
    return length


def rounding(radius: float) -> dict[str, float]:
    """The radius as a keyword; nothing for 0, as subclasses may have no such argument."""
    return {} if type(radius) is float and radius == 0.0 else {"radius": radius}


class Shape(Collider):
    """A convex shape at a pose: the base of all kinds, for annotations.

    Make a `Polygon`, `Circle`, `Capsule`, `Segment` or `Point`: a bare `Shape` has
    no geometry, and every use of it is a `ValueError`. Shapes compare, and hash, by
    identity, because they move; `same_as` compares geometry and pose.

    Examples
    --------
    >>> isinstance(sepax.Circle((0, 0), 1), sepax.Shape)
    True
    """

    __slots__ = ("__weakref__",)
    __module__ = "sepax"  # where users find it, and pickles

    @property
    def vertices(self) -> FloatArray:
        """World vertices, counter-clockwise: (n, 2) float64, a read-only copy.

        They and the radius are the shape: every answer is about exactly these
        numbers. A circle and a point have one row, a segment and a capsule two.
        """
        return self._array("vertices", self._count())

    @property
    def local_vertices(self) -> FloatArray:
        """Vertices in the frame of the pose, (n, 2) float64, a read-only copy.

        The point (0, 0) is the pivot.
        """
        return self._array("local_vertices", self._count())

    @property
    def normals(self) -> FloatArray:
        """Outward unit normals, (n, 2) float64, a read-only copy.

        Row i is for the edge from vertex i to i + 1. A segment and a capsule have
        two, one for each side; a circle and a point none.
        """
        return self._array("normals", self._edge_count())

    def _array(self, what: str, rows: int) -> FloatArray:
        out = np.empty((rows, 2), dtype=np.float64)
        self._read(what, out)
        return read_only(out)

    def copy(self) -> Self:
        """Make an independent shape with the same geometry and pose.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> twin = box.copy()
        >>> twin.move(5, 0)
        >>> box.position, twin.position
        ((0.0, 0.0), (5.0, 0.0))
        """
        twin = type(self).__new__(type(self))
        Shape.__setstate__(twin, self._state())
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy the shape; attributes that a subclass added are shared."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the class, and by what the validating constructor takes."""
        return new_object, (type(self),), self._state()

    def __setstate__(self, state: tuple[tuple[Any, ...], Any]) -> None:
        """Give a shape that has none yet what `__reduce__` took: for pickles alone."""
        arguments, attributes = state
        self._initialise(*arguments)
        add_again(self, attributes)

    def _state(self) -> tuple[tuple[Any, ...], Any]:
        return self._arguments(), added_to(self)

    def explain(
        self,
        other: Shape | CompoundBase,
        *,
        velocity_a: Pair | None = None,
        velocity_b: Pair | None = None,
        max_time: SupportsFloat | None = None,
    ) -> Explanation:
        """Why this shape and another meet or do not: see `sepax.explain`.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.explain(sepax.Circle((3, 0), 1)).verdict
        'apart: on axis 1 there is a gap of 1 between the shadows. The distance is 1'
        """
        from sepax.explanation import explain

        return explain(self, other, velocity_a=velocity_a, velocity_b=velocity_b, max_time=max_time)

    def _repr_svg_(self) -> str:
        """Draw the shape, for notebooks."""
        from sepax.pictures import notebook

        return notebook.shape_svg(self)

    def _arguments(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def _initialise(self, *arguments: Any) -> None:
        """Initialise from `_arguments` by the constructor of the kind, not of a subclass."""
        raise NotImplementedError


def pose_text(shape: Shape) -> str:
    """Return the pose as a repr shows it: nothing for the default."""
    position = f", position={shape.position}" if shape.position != (0.0, 0.0) else ""
    return position + (f", angle={shape.angle}" if shape.angle else "")
