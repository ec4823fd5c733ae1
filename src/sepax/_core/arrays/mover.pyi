from collections.abc import Callable
from typing import Any, Self, final

import numpy as np
import numpy.typing as npt

_Indices = npt.NDArray[np.intp]

__pyx_capi__: dict[str, object]

@final
class Wholes:
    def __new__(
        cls,
        shape: Any,
        items: Any,
        parts: Any,
        widen: Callable[[Any, float], Any],
        owner: _Indices | None = None,
    ) -> Self: ...

@final
class Mover: ...
