from typing import Self, final

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.worlds import Worlds

__pyx_capi__: dict[str, object]

@final
class CircleTable:
    def __new__(cls, block: ShapeBlock, worlds: Worlds | None) -> Self: ...
