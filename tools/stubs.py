"""Stubs of the compiled modules, from the declarations in their .pyx and .pxd.

Types of C become types of Python. What they leave open says an annotation, which setup.py tells
Cython to pass over, or ``# type:`` where Cython takes none: behind an attribute, and behind the
head of a `cpdef` for its result. A name like _Sprite that is no class is a type variable. Special
methods without a type are those that any object has.

An argument for which Cython takes None has ``| None`` in the stub. One with the default ``...`` is
required, as the function has its own message for calls without it. If it has no annotation either,
that message is all that it is for.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, NoReturn

from code_text import python_call

NUMBERS = {"bint": "bool", "double": "float", "int": "int", "Py_ssize_t": "int", "uint64_t": "int"}
ITEMS = {  # of buffers
    "double": "float64",
    "float": "float32",
    "Py_ssize_t": "intp",
    "unsigned char": "uint8",
    "cython.uchar": "uint8",
    "unsigned int": "uint32",
    "unsigned long long": "uint64",
}
TYPING = ("Any", "Never", "Self", "SupportsFloat", "SupportsIndex", "TypeGuard", "TypeVar", "final")
HOMES = dict.fromkeys(TYPING, "typing") | dict.fromkeys(("Callable", "Iterable"), "collections.abc")
HOMES |= {"LockType": "_thread", "ModuleType": "types", "disjoint_base": "typing_extensions"}
PLAIN = {"sys": "import sys", "np": "import numpy as np", "npt": "import numpy.typing as npt"}
ANYTHING = "self, *args, **kwargs"
STARTS = {"__cinit__": "Self", "__init__": "None"}  # and what the stub says that they return
MIRRORED = re.compile("__(?=(?:add|sub|mul|truediv|floordiv|mod)__)")
PROPERTY = "    @property\n    def {}(self) -> {}: ...\n"
BUFFER = """\
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...
"""

DOCSTRING = re.compile(r'"""[\s\S]*?"""')
IN_LINES = re.compile(r"(?:cdef|cpdef|def|ctypedef) |\w+: ")
TYPE = re.compile(r" *type: ([^;]+)")
FUNCTION = re.compile(r"(?:def|cpdef (.+?)) (\w+)\((.*)\)(?: -> (.+)|[^()]*):")
ARGUMENT = re.compile(r"(\*{0,2})(?:(\S.*?) )??(\w+)( not None)?")
ATTRIBUTE = re.compile(r"cdef (public|readonly) (\S.*?) (\w+(?:, \w+)*)")
CLASS = re.compile(r"^cdef class (\w+)(?:\((\w+)\))?:", re.MULTILINE)
EXPORTED = re.compile(r"cp?def (?!(?:inline|extern|packed|struct|union|class|enum)\b)")


class Line(NamedTuple):
    """A line, or a declaration in several, with the type in its comment."""

    where: str
    indent: int
    code: str
    typed: str

    def fail(self, reason: str) -> NoReturn:
        """End the build with a sentence, and without a traceback."""
        raise SystemExit(f"{self.where}: {reason}")


def lines_of(path: Path, text: str) -> Iterator[Line]:
    """Yield the lines that declare something or end a class."""
    lines = DOCSTRING.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")
    for number, line in enumerate(lines, 1):
        code, _, comment = line.partition("#")
        indent = len(line) - len(line.lstrip())
        if not code.strip() or indent > 4:
            continue
        code = code.strip()
        following = iter(lines[number:])
        while IN_LINES.match(code) and open_brackets(code) and (more := next(following, "")):
            line, _, comment = more.partition("#")
            code += f" {line.strip()}"
        found = TYPE.match(comment)
        yield Line(f"{path.as_posix()}:{number}", indent, code, found[1] if found else "")


def open_brackets(code: str) -> int:
    """Return how many brackets a text leaves open."""
    return sum((letter in "([") - (letter in ")]") for letter in code)


def split(code: str, mark: str) -> list[str]:
    """Split a text at a mark outside of brackets."""
    pieces = [""]
    for letter in code:
        if letter == mark and not open_brackets(pieces[-1]):
            pieces.append("")
        else:
            pieces[-1] += letter
    return [piece.strip() for piece in pieces]


class Stub:
    """The stub of one module, while its sources are read."""

    def __init__(self, classes: Mapping[str, str], texts: Mapping[Path, str]) -> None:
        """Take the module of each class, and all sources."""
        self.homes = {**HOMES, **classes}
        self.texts = texts
        self.names: set[str] = set()  # that the stub uses
        self.typedefs: dict[str, str] = {}
        self.variables: list[str] = []
        self.parts: list[tuple[str, str]] = []  # names of classes with their heads; functions
        self.bodies: dict[str, str] = {}  # of classes
        self.owner = ""  # the class or enum that the lines are in
        self.marks: list[str] = []  # decorators

    def read(self, path: Path) -> None:
        """Read a source, and what it includes."""
        is_declared = path.suffix == ".pxd"
        for line in lines_of(path, self.texts.get(path, "")):
            self.owner = self.owner if line.indent else ""
            if line.code.startswith("@"):
                self.marks.append(line.code)
                continue
            if is_declared and not line.indent and EXPORTED.match(line.code):
                self.names.add("__pyx_capi__")
            elif line.code.startswith("include "):
                self.read(path.with_name(line.code.split('"')[1]))
            elif line.code == "cpdef enum:":
                self.owner = "enum"
            elif line.code.startswith(("def ", "cpdef ")):
                if not is_declared and bool(self.owner) == bool(line.indent):
                    self.add_function(line)
            elif self.owner == "enum":
                self.variables.append(f"{line.code.split()[0]}: int\n")
            elif self.owner and line.code.startswith(("cdef public ", "cdef readonly ")):
                self.add_attributes(line)
            elif not line.indent:
                self.add_declaration(line, is_declared)
            self.marks = []

    def add_declaration(self, line: Line, is_declared: bool) -> None:
        """Add what is no function: a class is declared and then defined."""
        if found := CLASS.fullmatch(line.code):
            self.owner = found[1]
            self.bodies.setdefault(self.owner, "")
            if not is_declared:
                mark = "final" if "@cython.final" in self.marks else "disjoint_base"
                base = f"({self.noted(found[2], line)})" if found[2] else ""
                self.names.add(mark)
                self.parts.append((self.owner, f"@{mark}\nclass {self.owner}{base}:"))
        elif found := re.fullmatch(r"ctypedef (?:const )?(.+) (\w+)", line.code):
            self.typedefs[found[2]] = found[1]
        elif found := re.fullmatch(r"(\w+): (.+?) = .*", line.code):
            self.variables.append(f"{found[1]}: {self.noted(found[2], line)}\n")

    def add_attributes(self, line: Line) -> None:
        """Add attributes of a class."""
        found = ATTRIBUTE.fullmatch(line.code) or line.fail("this is no declaration of attributes")
        access, kind, names = found.groups()
        typed = self.noted(line.typed, line) if line.typed else self.of_c(kind, names, line)
        form = "    {}: {}\n" if access == "public" else PROPERTY
        self.bodies[self.owner] += "".join(form.format(name, typed) for name in names.split(", "))

    def add_function(self, line: Line) -> None:
        """Add a function, or a method."""
        if line.code.startswith("def __getbuffer__("):
            self.names.add("sys")
            self.bodies[self.owner] += BUFFER
            return
        found = FUNCTION.fullmatch(line.code) or line.fail("this is no signature of a function")
        kind, name, given, answer = found.groups()
        is_special = name.startswith("__") and name not in STARTS
        if (is_special and not answer) or (name == "__cinit__" and given in ("self", ANYTHING)):
            return
        if name == "__init__" and given == "self":  # for stubtest, which sees any arguments
            given += ", *args: Never, **kwargs: Never"
        arguments = [self.argument(piece, line) for piece in split(given, ",")]
        arguments = [argument for argument in arguments if argument]
        arguments = arguments[:-1] if arguments[-1:] == ["*"] else arguments
        if name == "__cinit__":
            arguments[0] = "cls"
        arguments += ["/"] * (is_special and len(arguments) > 1)
        answer = answer or line.typed or STARTS.get(name, "")
        typed = self.noted(answer, line) if answer else self.of_c(kind, "the result", line)
        text = "".join(f"    {mark}\n" for mark in self.marks if not mark.startswith("@cython."))
        head = f"def {name.replace('__cinit__', '__new__')}"
        text += python_call(head, arguments, f" -> {typed}: ...", line.indent) + "\n"
        if MIRRORED.match(name):  # a slot answers both sides; there is no number on the left
            self.names |= {"Any", "Never"}
            text += f"    def {MIRRORED.sub('__r', name)}(self, value: Never, /) -> Any: ...\n"
        if self.owner:
            self.bodies[self.owner] += text
        else:
            self.parts.append(("", text))

    def argument(self, piece: str, line: Line) -> str:
        """Return an argument, or nothing if it is there for a message only."""
        if piece in ("", "*", "/", "self", "cls"):
            return piece
        declared, *default = split(piece, "=")
        declared, *typed = split(declared, ":")
        if default == ["..."] and not typed:
            return ""
        found = ARGUMENT.fullmatch(declared) or line.fail(f"'{piece}' is no argument")
        stars, kind, name, not_none = found.groups()
        may_be_none = not not_none and default in ([], ["None"])
        result = self.noted(typed[0], line) if typed else self.of_c(kind, name, line, may_be_none)
        shown = f" = {default[0]}" if default and default != ["..."] else ""
        return f"{stars}{name}: {result}{shown}"

    def of_c(self, kind: str | None, name: str, line: Line, may_be_none: bool = False) -> str:
        """Return the type in Python of what has one of C."""
        kind = self.typedefs.get(kind or "", kind or "object").removeprefix("const ")
        item, is_buffer, _ = kind.partition("[")
        item = self.typedefs.get(item, item)
        if item in NUMBERS and not is_buffer:
            return NUMBERS[item]
        if item in ITEMS:
            kind = f"npt.NDArray[np.{ITEMS[item]}]"
        elif kind != "str" and kind not in self.homes:
            line.fail(f"{name} needs an annotation, as {kind} tells too little")
        return self.noted(kind + " | None" * may_be_none, line)

    def noted(self, typed: str, line: Line) -> str:
        """Return a type of Python, and note the names in it."""
        try:
            tree = ast.parse(typed, mode="eval")
        except SyntaxError:
            line.fail(f"'{typed}' is no type")
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        for name in sorted(names - {*dir(builtins), *PLAIN, *self.homes}):
            if not re.match("_[A-Z]", name):
                line.fail(f"tools/stubs.py does not know where to import {name} from")
        self.names |= names
        return ast.unparse(tree)

    def imports(self, module: str) -> str:
        """Return the imports, in three sections."""
        homes = {name: self.homes.get(name, "") for name in sorted(self.names)}
        sections: list[list[str]] = [[], [], []]
        for name in PLAIN:
            sections[name != "sys"] += [PLAIN[name]] * (name in homes)
        for home in sorted({*homes.values()} - {"", module}):
            names = ", ".join(name for name in homes if homes[name] == home)
            place = 1 if home == "typing_extensions" else 2 * home.startswith("sepax.")
            sections[place].append(f"from {home} import {names}")
        return "\n\n".join("\n".join(lines) for lines in sections if lines)

    def text(self, path: Path) -> str:
        """Return the whole stub."""
        head = f"# Written by tools/generate.py from {path.as_posix()}: change that.\n"
        capi = "__pyx_capi__: dict[str, object]\n\n" * ("__pyx_capi__" in self.names)
        kinds = sorted(name for name in self.names - {*self.homes} if re.match("_[A-Z]", name))
        self.names |= {"TypeVar"} if kinds else set()
        text = f"{head}{self.imports(module_of(path))}\n\n{capi}"
        text += "".join([f'{kind} = TypeVar("{kind}")\n' for kind in kinds] + self.variables) + "\n"
        for owner, part in self.parts:
            body = self.bodies.get(owner)
            text += f"\n{part}\n{body}\n" if body else f"\n{part} ...\n\n" if owner else part
        return re.sub("\n{3,}", "\n\n", text).strip() + "\n"


def module_of(path: Path) -> str:
    """Return the name of the module with this source."""
    return ".".join(path.with_suffix("").parts[1:])


def files(root: Path, made: Mapping[str, str]) -> dict[str, str]:
    """Return the stub of each compiled module, unless it is among what is made of the tables."""
    found = {path.relative_to(root) for path in (root / "src").rglob("*.p*")}
    sources = [path for path in found if path.suffix in (".pyx", ".pxd", ".pxi")]
    texts = {path: (root / path).read_text(encoding="utf-8") for path in sources}
    texts |= {Path(name): text for name, text in made.items()}
    modules = sorted(path for path in texts if path.suffix == ".pyx")
    classes = {name: module_of(path) for path in modules for name, _ in CLASS.findall(texts[path])}
    written = {}
    for path in modules:
        name = path.with_suffix(".pyi").as_posix()
        if name not in made:
            stub = Stub(classes, texts)
            stub.read(path.with_suffix(".pxd"))
            stub.read(path)
            written[name] = stub.text(path)
    return written
