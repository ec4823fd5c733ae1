from typing import final

from sepax._core.shape import Shape

@final
class SharedRing: ...

def share(ring: Shape, a: Shape, b: Shape) -> bool: ...
