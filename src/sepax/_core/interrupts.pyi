from collections.abc import Callable
from typing import Any

__pyx_capi__: dict[str, object]

PIECE: int
helpers: dict[int, list[bool]]

def hear_signals() -> int: ...
def run_in_slices(work: Callable[..., int], count: int, arguments: tuple[Any, ...]) -> None: ...
