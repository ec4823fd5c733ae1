"""Which extension modules a fault reaches, and these alone built anew, without optimisation.

A function of a .pxd is a static function in the C of every module that uses it. To translate such a
module takes longer than to compile it without optimisation. So one module is translated with the
fault, and the functions that thereby change are put into the C of the others. Where this does not
suffice, for example because they call what a module has not called before, it is translated, too.
Faults in headers and in the loops of the instruction sets need no translation.

Paths are relative to a copy of the tree, which is the working directory. It may consist of links to
another one: files are replaced, never written into.
"""

import contextlib
import importlib
import io
import os
import re
import runpy
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

from faults import C, Sources

LOOPS = "sepax._core.simd.levels"  # the module that is linked with the loops
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
OBJECTS = Path("objects")  # and the C that they are made of
TRANSLATED = "build/cython"  # where setup.py puts it
LOOPS_LEVEL = "-O1"  # without any, loops of vectors are many times as slow
C_FUNCTION = re.compile(r"^static [^\n;]*?\b(__pyx_\w+)\([^\n]*\) \{\n[\s\S]*?^\}\n", re.MULTILINE)
PROTOTYPE = re.compile(r"^.*; /\*proto\*/\n", re.MULTILINE)


class BuildError(Exception):
    """The compiler refuses it; the text is what it says."""


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Za-z_]\w*", text))


def run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(done.stderr[-300:])


def replace(path: Path, text: str) -> None:
    """Write a file, and leave what it is linked with as it is."""
    path.unlink(missing_ok=True)
    path.write_text(text, encoding="utf-8")


def parts_of(c: str) -> tuple[dict[str, str], str]:
    """Return the static functions of generated C by name, and the rest without prototypes."""
    functions = {match[1]: match[0] for match in C_FUNCTION.finditer(c)}
    return functions, PROTOTYPE.sub("", C_FUNCTION.sub("", c))


def patched(c: str, before: str, after: str) -> str | None:
    """Make in c the changes between two translations of another module; None if that is unsafe."""
    functions, _ = parts_of(c)
    (old, rest), (new, new_rest) = parts_of(before), parts_of(after)
    changed = [name for name in new if new[name] != old.get(name)]
    known = words_of(c)
    for name in changed:
        if name in functions or name not in old:
            if functions.get(name) != old.get(name) or not words_of(new[name]) <= known:
                return None
            c = c.replace(functions[name], new[name])
    return c if rest == new_rest else None


class Build:
    """How the modules of a tree are made, and what reaches them."""

    def __init__(self) -> None:
        """Read setup.py and the sources of the working directory, the base."""
        self.base = Path.cwd()
        self.setup = SimpleNamespace(**runpy.run_path("setup.py"))
        self.loops = {path.stem: path for path in self.setup.ISA}
        headers_of = self.setup.headers_of
        self.files_of_loops = {path.stem: {str(path), *headers_of(path)} for path in self.setup.ISA}
        extensions = [one for one in self.setup.extensions() if one.name != self.setup.SHARED]
        self.pyx = {extension.name: Path(extension.sources[0]) for extension in extensions}
        self.headers = {extension.name: set(extension.depends) for extension in extensions}
        self.sources = Sources(Path())
        self.texts = {place.path: place.text for place in self.sources.files}

    @cached_property
    def cython_files(self) -> dict[str, set[Path]]:
        """For each module, all files that Cython reads for it."""
        cython = importlib.import_module("Cython.Build.Dependencies")  # without types
        tree = cython.create_dependency_tree(quiet=True)
        return {
            name: {pyx, *map(Path, map(os.path.relpath, tree.all_dependencies(str(pyx))))}
            & self.texts.keys()
            for name, pyx in self.pyx.items()
        }

    @cached_property
    def functions(self) -> list[tuple[Path, str, set[str]]]:
        """All functions of the sources: file, name, and the words in it."""
        return [
            (place.path, name, words_of(place.text[place.start : place.end]))
            for name, places in self.sources.functions.items()
            for place in places
        ]

    @cached_property
    def names_in_modules(self) -> dict[str, set[str]]:
        """For each module, the names in it and in functions of .pxd files that it may call."""
        in_pxd = [function for function in self.functions if function[0].suffix == ".pxd"]
        words = {path: words_of(text) for path, text in self.texts.items()}
        # Of what is declared by another name, the name in C.
        c_names = {path: set(re.findall(r'"(\w+)"', text)) for path, text in self.texts.items()}
        found = {}
        for module, files in self.cython_files.items():
            own = {path for path in files if path.suffix != ".pxd"}
            own |= {self.pyx[module].with_suffix(".pxd")} & files
            names = set().union(*(words[path] for path in own), *(c_names[path] for path in files))
            waiting = [function for function in in_pxd if function[0] in files]
            while reached := [function for function in waiting if function[1] in names]:
                waiting = [function for function in waiting if function[1] not in names]
                names = names.union(*(function[2] for function in reached))
            found[module] = names
        return found

    def callers_in_headers(self, function: str) -> set[str]:
        """Return the names of a C function and of all that call it, by way of others."""
        names = {function}
        in_headers = [one for one in self.functions if one[0].suffix in C]
        while more := {name for _, name, words in in_headers if words & names} - names:
            names |= more
        return names

    def reached(self, path: Path, function: str) -> tuple[list[str], list[str]]:
        """Return the modules and the instruction sets that a change in a file reaches."""
        known = any(place.path == path for place in self.sources.functions.get(function, []))
        if path.suffix not in C:
            modules = [name for name, files in self.cython_files.items() if path in files]
            names = {function}
            known = known and path.suffix == ".pxd"
        else:
            modules = [name for name, headers in self.headers.items() if str(path) in headers]
            names = self.callers_in_headers(function)
        loops = [name for name, files in self.files_of_loops.items() if str(path) in files]
        return [
            name
            for name in modules
            if not known or (name == LOOPS and loops) or self.names_in_modules[name] & names
        ], loops

    @cached_property
    def levels(self) -> list[str]:
        """The instruction sets of this machine. Most tests run on the highest, the last."""
        code = "from sepax._core.simd import levels; print(*levels._levels())"
        environment = os.environ | {"PYTHONPATH": "src"}
        said = subprocess.check_output([sys.executable, "-c", code], env=environment, text=True)
        return said.split()

    def most_used(self, modules: list[str], words: set[str]) -> list[str]:
        """Return the modules, first those with most functions among the words of tests."""

        def named(module: str) -> int:
            stub = self.pyx[module].with_suffix(".pyi").read_text(encoding="utf-8")
            return len(words & set(re.findall(r"def ([a-z]\w*)", stub)))

        return sorted(modules, key=lambda name: (-named(name), self.pyx[name].stat().st_size))

    def translate(self, module: str, folder: str, *, force: bool) -> str:
        """Return the C of a module, which lies in the folder from an earlier call unless forced."""
        pyx = self.pyx[module]
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said):
                self.setup.cythonize(
                    [self.setup.Extension(module, [str(pyx)])],
                    build_dir=folder,
                    force=force,
                    quiet=True,
                    compiler_directives=self.setup.DIRECTIVES,
                    shared_utility_qualified_name=self.setup.SHARED,
                    emit_linenums=False,
                )
        except Exception as error:
            raise BuildError(said.getvalue()[-300:] or str(error)) from error
        return Path(folder, pyx).with_suffix(".c").read_text(encoding="utf-8")

    def compile(self, source: Path, made: Path, level: str) -> None:
        """Compile a C file with the flags of the release, but for the optimisation."""
        variables = sysconfig.get_config_vars("CFLAGS", "CCSHARED")
        flags = [word for words in variables for word in shlex.split(words or "")]
        # What is called must be declared: a function that was put into a module may name others.
        flags += [*self.setup.GNU_FLAGS, level, "-w", "-Werror=implicit-function-declaration"]
        folders = (self.setup.HEADERS, self.setup.PUBLIC_HEADERS, sysconfig.get_path("include"))
        flags += [f"-I{folder}" for folder in folders]
        compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC"))
        made.unlink(missing_ok=True)
        run([*compiler, *flags, "-c", str(source), "-o", str(made)])

    def make_loops(self, name: str) -> Iterator[Path]:
        """Compile the loops of one instruction set; yields the file that is written."""
        made = OBJECTS / f"{name}.o"
        yield made
        self.compile(self.loops[name], made, LOOPS_LEVEL)

    def make_module(self, module: str, c: str) -> Iterator[Path]:
        """Put the module that this C gives into its place; yields each file that is written."""
        source, made = OBJECTS / f"{module}.c", OBJECTS / f"{module}.o"
        yield from (source, made)
        replace(source, c)
        self.compile(source, made, "-O0")
        yield from self.link(module)

    def link(self, module: str) -> Iterator[Path]:
        """Link a module that is compiled; yields the file that is written."""
        library = self.pyx[module].with_suffix(SUFFIX)
        yield library
        objects = [
            OBJECTS / f"{name}.o" for name in (module, *(self.loops if module == LOOPS else ()))
        ]
        library.unlink(missing_ok=True)
        linker = shlex.split(sysconfig.get_config_var("LDSHARED"))
        run([*linker, *map(str, objects), "-o", str(library)])

    def prepare_loops(self) -> None:
        """Make what loops that are compiled anew are linked with, unless that is done."""
        made = OBJECTS / f"{LOOPS}.o"
        if not made.exists():
            for name in self.loops:
                list(self.make_loops(name))
            self.keep_c(LOOPS)
            self.compile(made.with_suffix(".c"), made, "-O0")

    def keep_c(self, module: str) -> str:
        """Return the C of a module as it is in the base, and keep it."""
        kept = OBJECTS.resolve() / f"{module}.c"
        if not kept.exists():
            with contextlib.chdir(self.base):
                is_built = Path(TRANSLATED, self.pyx[module]).with_suffix(".c").exists()
                folder = TRANSLATED if is_built else f"build/{os.getpid()}"
                replace(kept, self.translate(module, folder, force=False))
        return kept.read_text(encoding="utf-8")

    def remake(self, path: Path, modules: list[str], loops: list[str]) -> Iterator[Path]:
        """Make what a change of the file reaches; yields each file that is written."""
        for name in loops:
            yield from self.make_loops(name)
        base = {name: self.keep_c(name) for name in modules}
        change: tuple[str, str] | None = None
        for name in sorted(modules, key=lambda name: len(base[name])):
            c = base[name]
            if path.suffix not in C:
                c = (change and patched(c, *change)) or self.translate(
                    name, "build/faults", force=True
                )
                if not change and c != base[name]:
                    change = (base[name], c)
            if path.suffix == ".inl" and name == LOOPS:
                yield from self.link(name)  # its own C includes none
            elif path.suffix in C or c != base[name]:
                yield from self.make_module(name, c)
