"""Whose loops are measured: sepax from numba and from C, a user's own code, and f1tenth's GJK."""

import ctypes
import hashlib
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import numpy as np
from common.contestant import Contestant, OfSepax
from common.shapes import Array

from kernels.pairs import Loop, Rows, Work

SOURCE = Path(__file__).with_name("loops.c")
OPTIONS = ("-O2", "-std=c99", "-shared", "-fPIC")
COMPILERS = ("cc", "gcc", "clang")


class Loops(Contestant[Rows, Work]):
    """Has a loop for some verbs, by the form of the shapes."""

    def loop(self, form: str, verb: str) -> Loop | None:
        """Return its loop, compiled or not."""
        found: Loop | None = self.library.LOOPS.get((form, verb))
        return found

    def prepare(self, verb: str, subject: Rows) -> Work | None:
        loop = self.loop(subject.form, verb)
        return subject.work(verb, loop) if loop else None


class FromNumba(Loops, OfSepax[Rows, Work]):
    """sepax in a loop that numba compiles."""

    name = "sepax"

    def load(self) -> Any:
        sepax = super().load()
        if not is_entry_point():
            import_module("sepax.numba").register()
        self.loops = import_module("kernels.loops").LOOPS
        return sepax

    def loop(self, form: str, verb: str) -> Loop | None:
        found: Loop | None = self.loops.get((form, verb))
        return found


def is_entry_point() -> bool:
    """Whether numba finds sepax by itself: not in a source tree that is not installed."""
    points = metadata.entry_points(group="numba_extensions", name="init")
    return any(point.value == "sepax.numba:register" for point in points)


class FromC(Loops):
    """The same functions in a loop in C, which is compiled into a temporary folder."""

    name = "C"
    distribution = "C compiler"
    module = "sepax"

    def load(self) -> Any:
        self.compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
        if self.compiler is None or sys.platform == "win32":
            raise OSError(f"needs one of the C compilers {', '.join(COMPILERS)}, and no Windows")
        self.table = pointer_of(super().load()._C_API)
        with TemporaryDirectory() as folder:  # what is loaded stays without its file
            return ctypes.CDLL(str(self.built(Path(folder))))

    def built(self, folder: Path) -> Path:
        """Compile the loops; raise what the compiler says if it cannot."""
        library, headers = folder / "loops.so", import_module("sepax").get_include()
        command = [str(self.compiler), *OPTIONS, f"-I{headers}", str(SOURCE), "-o", str(library)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise OSError(f"{self.compiler} failed: {done.stderr.strip()}")
        return library

    @property
    def version(self) -> str:
        said = subprocess.run(
            [str(self.compiler), "--version"], capture_output=True, text=True, check=True
        )
        return said.stdout.partition("\n")[0]

    def loop(self, form: str, verb: str) -> Loop:
        function = getattr(self.library, f"{form}_{verb.replace('-', '_')}")
        function.restype = None

        def loop(a: Array, b: Array, velocity: Array, out: Any) -> None:
            counts = (len(a), a.shape[1], b.shape[1])
            rows = (ctypes.c_void_p(array.ctypes.data) for array in (a, b, velocity, out))
            function(self.table, *map(ctypes.c_ssize_t, counts), *rows)

        return loop


def pointer_of(capsule: Any) -> ctypes.c_void_p:
    """Return the table of functions."""
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.c_void_p(get_pointer(capsule, b"sepax._C_API"))


class ByHand(Loops):
    """What a user writes with numba instead."""

    name = "by hand"
    distribution = "numba"
    module = "kernels.by_hand"


class F1tenth(Loops):
    """The GJK of f1tenth_gym as published; `file` is a copy of its module collision_models."""

    name = "f1tenth"
    distribution = "f1tenth_gym's collision_models.py"
    module = "collision_models"
    file: ClassVar[Path | None] = None

    def load(self) -> Any:
        if self.file is None:
            raise FileNotFoundError("it is not on PyPI: name a copy by --f1tenth FILE")
        spec = importlib.util.spec_from_file_location(self.module, self.file)
        if spec is None or spec.loader is None:
            raise ImportError(f"{self.file} is no Python module")
        found = importlib.util.module_from_spec(spec)
        sys.modules[self.module] = found  # numba looks there for what its cache refers to
        spec.loader.exec_module(found)
        pairs_meet: Callable[[Any], Loop] = import_module("kernels.by_hand").pairs_meet
        self.pairs = pairs_meet(found.collision)
        two, out = np.zeros((1, 3, 2)), np.zeros(1, dtype=np.bool_)
        self.pairs(two, two, np.zeros((1, 2)), out)  # raises if numba lacks something, as SciPy
        return found

    @property
    def version(self) -> str:
        assert self.file is not None
        return f"(SHA-256 {hashlib.sha256(self.file.read_bytes()).hexdigest()[:12]})"

    def loop(self, form: str, verb: str) -> Loop | None:
        return self.pairs if (form, verb) == ("rings", "intersects") else None


def of_file(path: Path | None) -> type[F1tenth]:
    """Return the contestant of a copy."""

    class OfFile(F1tenth):
        file = path

    return OfFile
