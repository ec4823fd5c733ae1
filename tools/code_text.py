"""Lines of code as the formatter of the project leaves them, and files from templates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template

WIDTH = 100
TEMPLATES = Path(__file__).with_name("templates")


def from_template(name: str, **parts: str) -> str:
    """Return the text of a template, with a part in the place of each ``$name``."""
    head = f"Written by tools/generate.py from verbs.toml and tools/templates/{name}: change those."
    template = Template((TEMPLATES / name).read_text(encoding="utf-8"))
    stripped = {key: part.strip("\n") for key, part in parts.items()}
    return template.substitute(stripped, head=head)


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
    if is_long := len(f"{margin}){tail}") > WIDTH:
        start, end = tail.index("["), tail.rindex("]")
        tail = f"{tail[: start + 1]}\n{margin}    {tail[start + 1 : end]}\n{margin}{tail[end:]}"
    if len(inside) <= WIDTH and arguments and not is_long:
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
