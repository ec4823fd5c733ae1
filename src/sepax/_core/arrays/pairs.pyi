# Written by tools/generate.py from verbs.toml: change that table, not this file.
from typing import Self, final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from sepax._core.arrays.block import ShapeBlock

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]
_Truths = npt.NDArray[np.bool_] | npt.NDArray[np.uint8]
_Small = npt.NDArray[np.int8]

@disjoint_base
class Pairs:
    @property
    def count(self) -> int: ...
    @property
    def single(self) -> bool: ...

@final
class ShapePairs(Pairs):
    def __new__(
        cls, a: ShapeBlock, b: ShapeBlock, i: _Indices | None = None, j: _Indices | None = None
    ) -> Self: ...
    def intersects(self, start: int, stop: int, strict: bool, hit: _Truths) -> int: ...
    def separating_axis(self, start: int, stop: int, vectors: _Floats, mask: _Truths) -> int: ...
    def covers(self, start: int, stop: int, answers: _Truths) -> int: ...
    def mtv(self, start: int, stop: int, vectors: _Floats, mask: _Truths) -> int: ...
    def collide(
        self,
        start: int,
        stop: int,
        margin: float,
        hit: _Truths,
        normal: _Floats,
        depth: _Floats,
        mtv: _Floats,
        points: _Floats,
        depths: _Floats,
        features: npt.NDArray[np.int32],
        counts: _Small,
        a_in_b: _Truths,
        b_in_a: _Truths,
    ) -> int: ...
    def distance(self, start: int, stop: int, answers: _Floats) -> int: ...
    def nearest_points(self, start: int, stop: int, of_a: _Floats, of_b: _Floats) -> int: ...
    def overlap_area(self, start: int, stop: int, answers: _Floats) -> int: ...
    def iou(self, start: int, stop: int, answers: _Floats) -> int: ...
    def sweep(
        self,
        start: int,
        stop: int,
        velocity_a: _Floats,
        velocity_b: _Floats,
        max_time: _Floats,
        turns: _Floats,
        skip_leaving: bool,
        skip_grazing: bool,
        hit: _Truths,
        time: _Floats,
        exit_time: _Floats,
        normal: _Floats,
        point: _Floats,
        initial: _Truths,
        leaving: _Truths,
    ) -> int: ...
    def time_of_impact(
        self,
        start: int,
        stop: int,
        velocity_a: _Floats,
        velocity_b: _Floats,
        max_time: _Floats,
        turns: _Floats,
        time: _Floats,
    ) -> int: ...

@final
class PointPairs(Pairs):
    def __new__(
        cls, a: ShapeBlock, points: _Floats, i: _Indices | None = None, j: _Indices | None = None
    ) -> Self: ...
    def contains(self, start: int, stop: int, hit: _Truths) -> int: ...
    def project(self, start: int, stop: int, low: _Floats, high: _Floats) -> int: ...
    def support_point(self, start: int, stop: int, points: _Floats) -> int: ...

def pairs_of_arrays(a: object, b: object) -> ShapePairs | None: ...
def all_meet(a: object, b: object, strict: bool, out: object) -> npt.NDArray[np.bool_] | None: ...
