from typing import Self, final

from sepax._core.arrays.block import ShapeBlock

__pyx_capi__: dict[str, object]

@final
class ShapeTree:
    def __new__(cls, block: ShapeBlock) -> Self: ...
    @property
    def block(self) -> ShapeBlock: ...
    @property
    def is_stale(self) -> bool: ...
    def refresh(self) -> bool: ...
