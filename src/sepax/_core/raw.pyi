# Written by tools/generate.py from verbs.toml: change that table, not this file.
from collections.abc import Iterable
from typing import SupportsFloat, TypeAlias

import numpy as np
import numpy.typing as npt

from sepax._core.results import Contact, Impact, RayHit

_Axis: TypeAlias = tuple[float, float]
_Pair: TypeAlias = Iterable[SupportsFloat]
_Ring: TypeAlias = npt.NDArray[np.float64] | Iterable[_Pair]
_Widest: TypeAlias = tuple[float, int, bool]
_Times: TypeAlias = tuple[float, float, float, int, bool]

def intersects(
    vertices_a: _Ring,
    vertices_b: _Ring,
    touching: bool = True,
    *,
    radius_a: float = 0.0,
    radius_b: float = 0.0,
) -> bool: ...
def separating_axis(
    vertices_a: _Ring, vertices_b: _Ring, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> _Axis | None: ...
def contains(vertices: _Ring, point: _Pair, *, radius: float = 0.0) -> bool: ...
def covers(
    vertices_a: _Ring, vertices_b: _Ring, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> bool: ...
def project(vertices: _Ring, axis: _Pair, *, radius: float = 0.0) -> _Axis: ...
def mtv(
    vertices_a: _Ring, vertices_b: _Ring, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> _Axis | None: ...
def collide(
    vertices_a: _Ring,
    vertices_b: _Ring,
    margin: float = 0.0,
    *,
    radius_a: float = 0.0,
    radius_b: float = 0.0,
) -> Contact | None: ...
def distance(
    vertices_a: _Ring, vertices_b: _Ring, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> float: ...
def nearest_points(
    vertices_a: _Ring, vertices_b: _Ring, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> tuple[_Axis, _Axis]: ...
def overlap_area(
    vertices_a: _Ring, vertices_b: _Ring, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> float: ...
def iou(
    vertices_a: _Ring, vertices_b: _Ring, *, radius_a: float = 0.0, radius_b: float = 0.0
) -> float: ...
def sweep(
    vertices_a: _Ring,
    vertices_b: _Ring,
    velocity_a: _Pair,
    velocity_b: _Pair = ...,
    max_time: float = 1.0,
    *,
    angular_velocity_a: float = 0.0,
    angular_velocity_b: float = 0.0,
    pivot_a: _Pair | None = None,
    pivot_b: _Pair | None = None,
    touching: bool = True,
    skip_leaving: bool = False,
    radius_a: float = 0.0,
    radius_b: float = 0.0,
) -> Impact | None: ...
def time_of_impact(
    vertices_a: _Ring,
    vertices_b: _Ring,
    velocity_a: _Pair,
    velocity_b: _Pair = ...,
    max_time: float = 1.0,
    *,
    angular_velocity_a: float = 0.0,
    angular_velocity_b: float = 0.0,
    pivot_a: _Pair | None = None,
    pivot_b: _Pair | None = None,
    radius_a: float = 0.0,
    radius_b: float = 0.0,
) -> float: ...
def raycast(
    vertices: _Ring,
    origin: _Pair,
    direction: _Pair,
    max_distance: float = ...,
    radius: float = 0.0,
    *,
    ring_radius: float = 0.0,
) -> RayHit | None: ...
def _widest(
    vertices_a: _Ring, vertices_b: _Ring, enough: float, of_shapes: bool = False
) -> tuple[_Widest, _Widest | None]: ...
def _times(
    vertices_a: _Ring, vertices_b: _Ring, velocity: _Pair, of_shapes: bool = False
) -> tuple[_Times, _Times | None]: ...
def _has_memory(rows: int, columns: int, more: int, size: int) -> tuple[bool, bool, bool]: ...
