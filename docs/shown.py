"""Directives: code with the picture that it makes, a picture by its name, and tables of names.

The reference shows the picture of a verb below the first paragraph of its docstring.

``{shown}`` holds lines of Python, of which the last is an expression with a picture of its own,
such as an `Explanation`. The lines of a page share their names, in which ``sepax``, ``np`` and the
public names of sepax are. tests/docs/test_documentation.py runs them, too.
"""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from typing import Any, ClassVar

import lessons
import numpy as np
import pictures
import recipes
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import sepax


def first_names() -> dict[str, Any]:
    """Return the names that every page can use."""
    return {**{name: getattr(sepax, name) for name in sepax.__all__}, "sepax": sepax, "np": np}


def drawn_by(code: str, names: dict[str, Any]) -> str:
    """Run lines of Python, and return the picture of the last line."""
    *before, last = ast.parse(code).body
    exec(compile(ast.Module(before, []), "<shown>", "exec"), names)
    assert isinstance(last, ast.Expr), "the last line must be an expression"
    value = eval(compile(ast.Expression(last.value), "<shown>", "eval"), names)
    svg: str = value._repr_svg_()
    return svg


def _figure(svg: str) -> nodes.Node:
    return nodes.raw("", f'<figure class="align-default">{svg}</figure>', format="html")


class Shown(SphinxDirective):
    """Code, and below it the picture of its last line."""

    has_content: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Run the code."""
        code = "\n".join(self.content)
        names = self.env.current_document.setdefault("shown_names", first_names())
        block = nodes.literal_block(code, code, language="python")
        return [block, _figure(drawn_by(code, names))]


class Drawn(SphinxDirective):
    """A picture of ``pictures.py``, ``recipes.py`` or ``lessons.py``, by its name."""

    required_arguments: ClassVar[int] = 1

    def run(self) -> list[nodes.Node]:
        """Draw it."""
        known = {**pictures.PICTURES, **recipes.RECIPES, **lessons.LESSONS}
        return [_figure(known[self.arguments[0]]()._repr_svg_())]


class Names(SphinxDirective):
    """A table of the public classes, or of the functions, of a module: a line of each docstring."""

    required_arguments: ClassVar[int] = 2

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        module = import_module(self.arguments[0])
        lines = ["| name | |", "|---|---|"]
        for name in sorted(module.__all__, key=str.lower):
            value = getattr(module, name)
            kind = "classes" if inspect.isclass(value) else "functions"
            if kind == self.arguments[1] and not inspect.ismodule(value):
                link = f"{{py:obj}}`{name} <{module.__name__}.{name}>`"
                lines.append(f"| {link} | {(inspect.getdoc(value) or '').splitlines()[0]} |")
        return self.parse_text_to_nodes("\n".join(lines))


def show_verb(
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Put the picture of a verb below the first paragraph of its docstring."""
    verb = name.removeprefix("sepax.")
    if verb in pictures.PICTURES:
        end = lines.index("")
        lines[end:end] = ["", f".. drawn:: {verb}", ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    app.add_directive("shown", Shown)
    app.add_directive("drawn", Drawn)
    app.add_directive("names", Names)
    app.connect("autodoc-process-docstring", show_verb)
    return {"parallel_read_safe": True}
