from sepax._core.shape import Shape

_Point = tuple[float, float]

def shared_corners(
    a: Shape, b: Shape
) -> tuple[list[_Point], list[tuple[_Point, _Point, _Point, _Point]]]: ...
