from sepax._core.shape import Shape

__pyx_capi__: dict[str, object]

def share(ring: Shape, a: Shape, b: Shape) -> bool: ...
