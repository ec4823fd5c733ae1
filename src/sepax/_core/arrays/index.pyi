from typing import Self, final

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.worlds import Worlds

__pyx_capi__: dict[str, object]

@final
class ShapeTree:
    def __new__(cls, block: ShapeBlock, worlds: Worlds | None = None) -> Self: ...
    @property
    def block(self) -> ShapeBlock: ...
    @property
    def worlds(self) -> Worlds | None: ...
    @property
    def is_stale(self) -> bool: ...
    def refresh(self) -> bool: ...
