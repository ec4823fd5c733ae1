"""Lines of code as the formatter of the project leaves them."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 100


def python_call(
    head: str, arguments: Sequence[str], tail: str, indent: int = 0, comment: str = ""
) -> str:
    """Return ``head(arguments)tail`` in one line, or broken as ruff breaks it."""
    margin = " " * indent
    line = f"{margin}{head}({', '.join(arguments)}){tail}"
    if not comment and len(line) <= WIDTH:
        return line
    first = f"{margin}{head}({comment}"
    inside = f"{margin}    {', '.join(arguments)}"
    if len(inside) <= WIDTH and len(arguments) > 0:
        return f"{first}\n{inside}\n{margin}){tail}"
    broken = "".join(f"{margin}    {argument},\n" for argument in arguments)
    return f"{first}\n{broken}{margin}){tail}"


def cython_call(head: str, arguments: Sequence[str], tail: str, indent: int = 0) -> str:
    """Return ``head(arguments)tail``, its arguments below each other's beginning."""
    margin = " " * indent
    lines = [f"{margin}{head}("]
    column = len(lines[0])
    for k, argument in enumerate(arguments):
        piece = argument + (", " if k + 1 < len(arguments) else f"){tail}")
        if len((lines[-1] + piece).rstrip()) > WIDTH:
            lines.append(" " * column)
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)
