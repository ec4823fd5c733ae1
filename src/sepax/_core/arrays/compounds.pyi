from typing import final

from sepax._core.arrays.block import ShapeBlock

@final
class PartsSweep: ...

def sweep_parts(
    a: ShapeBlock,
    b: ShapeBlock,
    velocities: tuple[float, float, float, float],
    max_time: float,
    skip_leaving: bool,
    strict: bool,
    part_first: bool = False,
) -> tuple[float, float, float, float, float, float, bool, bool, bool, int, int] | None: ...
