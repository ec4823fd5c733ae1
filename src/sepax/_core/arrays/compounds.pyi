from typing import final

from sepax._core.arrays.block import ShapeBlock

@final
class PartsSweep: ...

_Found = tuple[float, float, float, float, float, float, bool, bool, bool]

def sweep_parts(
    a: ShapeBlock,
    b: ShapeBlock,
    velocities: tuple[float, float, float, float],
    max_time: float,
    skip_leaving: bool,
    strict: bool,
) -> _Found | None: ...
def sweep_parted(
    a: ShapeBlock, b: ShapeBlock, velocities: tuple[float, float, float, float], strict: bool
) -> _Found | None: ...
