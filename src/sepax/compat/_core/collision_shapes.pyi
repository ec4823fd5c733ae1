from collections.abc import Iterable
from typing import Any, Never, Self

from typing_extensions import disjoint_base

from sepax.compat._core.collision_vector import Vector

_Box = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]

def is_clockwise(polygon: Iterable[Any]) -> bool: ...
def earclip(polygon: Iterable[Vector]) -> list[list[Vector]]: ...

@disjoint_base
class Circle:
    pos: Any
    radius: Any
    def __init__(self, pos: Any, r: float) -> None: ...
    @property
    def aabb(self) -> _Box: ...

@disjoint_base
class Outline:
    pos: Any
    base_points: Any
    angle: Any
    @property
    def rel_points(self) -> list[Vector]: ...
    def __init__(self, pos: Any, points: list[Any], angle: float = 0) -> None: ...
    def set_points(self, points: list[Any]) -> None: ...
    @property
    def points(self) -> list[Vector]: ...
    @property
    def edges(self) -> list[Vector]: ...
    @property
    def normals(self) -> list[Vector]: ...
    @property
    def aabb(self) -> _Box: ...
    def get_centroid(self) -> Vector: ...

@disjoint_base
class Poly(Outline):
    @classmethod
    def from_box(cls, center: Any, width: float, height: float) -> Self: ...

@disjoint_base
class Concave_Poly(Outline):  # noqa: N801 - the original's name
    @property
    def tris(self) -> list[Poly]: ...

@disjoint_base
class Response:
    a: Any
    b: Any
    overlap: Any
    overlap_n: Any
    overlap_v: Any
    a_in_b: Any
    b_in_a: Any
    def __init__(self, *args: Never, **kwargs: Never) -> None: ...  # none
    def reset(self) -> Self: ...
