"""Functions that numba compiles, by default without fastmath."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled_with(**options: Any) -> Callable[[Function], Function]:
    """Return a decorator that lets numba compile a function when it is first called."""
    return cast(Callable[[Function], Function], numba.njit(error_model="numpy", **options))


def compiled(function: Function) -> Function:
    """Compile with no other options."""
    return compiled_with()(function)


def inlined(function: Function) -> Function:
    """Compile what is called in the innermost loop."""
    return compiled_with(inline="always")(function)
