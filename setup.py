"""Build the extension modules of sepax; everything else is in pyproject.toml.

Every ``.pyx`` below ``src/sepax`` becomes one extension module. Directives in their headers would
override those that stand here. In the environment, ``SEPAX_BUILD_CHECKS=1`` asks for the slow,
careful build: every index checked, every C warning shown; ``SEPAX_BUILD_SIMD=0`` for one without
vector instructions, with the same answers.
"""

import os
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CHECKS = os.environ.get("SEPAX_BUILD_CHECKS", "0") != "0"
SIMD = os.environ.get("SEPAX_BUILD_SIMD", "1") != "0"
BUILD = "build" + "/checks" * CHECKS + "/portable" * (not SIMD)  # apart: they share no objects
DIRECTIVES = {
    "boundscheck": CHECKS,
    "initializedcheck": CHECKS,
    "nonecheck": CHECKS,
    "wraparound": False,
    "cdivision": True,
    "binding": False,  # plain C functions are cheaper to call than Cython's own
    "embedsignature": True,
    "embedsignature.format": "clinic",  # so that help() and inspect.signature() work all the same
    "autotestdict": False,  # tests/test_documentation.py finds the examples by itself
    "freethreading_compatible": True,
}

# Headers include each other, which neither Cython nor setuptools looks into.
HEADERS = sorted(str(path) for path in Path("src/sepax/_core/simd").glob("*.[hi]*"))

# The answers must be the same bits everywhere: no fused multiply-add, no fast-math. Every source,
# whatever it includes, gets arithmetic.h, which says so once more where flags do not suffice.
GNU_FLAGS = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden"]
GNU_FLAGS += ["-include", "arithmetic.h"]
GNU_FLAGS += ["-Wall", "-Wextra"] if CHECKS else ["-g0"]  # debug information triples a wheel
# volatile:ms orders what threads see of each other's writes: see publish.h.
MSVC_FLAGS = ["/O2", "/fp:precise", "/volatile:ms", "/FIarithmetic.h"] + (["/W3"] if CHECKS else [])

NO_COMPILER = """
sepax is built from source here and needs a C compiler, but {0!r} was not found. Install one (Debian
and Ubuntu: apt install gcc libc6-dev; Fedora: dnf install gcc; Alpine: apk add gcc musl-dev; macOS:
xcode-select --install), or name the one that you have: CC=clang pip install ...
"""


class BuildExtensions(build_ext):
    """Chooses the flags once the family of the compiler is known."""

    def build_extensions(self) -> None:
        """Compile every extension with the flags of this compiler."""
        program = getattr(self.compiler, "compiler", [""])[0]  # MSVC's is found by setuptools
        if program and not shutil.which(program):
            raise SystemExit(NO_COMPILER.format(program))
        flags = MSVC_FLAGS if self.compiler.compiler_type == "msvc" else GNU_FLAGS
        linker = getattr(self.compiler, "linker_so", [])  # some Pythons add where they live
        linker[:] = [flag for flag in linker if not flag.startswith("-Wl,-rpath")]
        for extension in self.extensions:
            extension.extra_compile_args = flags + ([] if SIMD else ["-DSEPAX_NO_SIMD"])
        super().build_extensions()


setup(
    ext_modules=cythonize(
        [
            Extension(
                "*", ["src/sepax/**/*.pyx"], include_dirs=["src/sepax/_core/simd"], depends=HEADERS
            )
        ],
        build_dir=f"{BUILD}/cython",
        compiler_directives=DIRECTIVES,
        emit_linenums=CHECKS,  # a warning then names our own line, not one of the generated C
    ),
    cmdclass={"build_ext": BuildExtensions},
    options={"build": {"build_base": BUILD, "parallel": True}},  # as many as there are cores
)
