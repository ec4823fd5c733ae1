from typing import Self, final

import numpy as np
import numpy.typing as npt

__pyx_capi__: dict[str, object]

_Indices = npt.NDArray[np.intp]

@final
class Worlds:
    def __new__(cls, labels: _Indices, are_unsigned: bool = False) -> Self: ...
    @property
    def are_unsigned(self) -> bool: ...
    @property
    def count(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def largest(self) -> int: ...
    def read_labels(self, out: _Indices) -> None: ...

@final
class SightLines:
    def __new__(
        cls,
        queries: int,
        rows: int,
        shapes: int,
        worlds: Worlds | None,
        labels: _Indices | None,
        ignored: _Indices | None,
        not_itself: bool,
        owner_of_query: _Indices | None = None,
        owner_of_row: _Indices | None = None,
    ) -> Self: ...
    @property
    def worlds(self) -> Worlds | None: ...
    @property
    def suit_scans(self) -> bool: ...
