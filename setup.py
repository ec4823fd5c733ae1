"""Build an extension module of every ``.pyx`` below src/sepax; the rest is in pyproject.toml.

In the environment, ``SEPAX_BUILD_CHECKS=1`` asks for the slow, careful build: every index checked,
every C warning shown; ``SEPAX_BUILD_SIMD=0`` for one without vectors, with the same answers.
"""

import os
import shutil
from pathlib import Path

from Cython.Build import cythonize
from Cython.Build.SharedModule import generate_shared_module
from Cython.Compiler.Options import CompilationOptions, default_options
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SHARED = "sepax._core.shared"  # has once what every module would have of Cython's memoryviews
CHECKS = os.environ.get("SEPAX_BUILD_CHECKS", "0") != "0"
SIMD = os.environ.get("SEPAX_BUILD_SIMD", "1") != "0"
BUILD = "build" + "/checks" * CHECKS + "/portable" * (not SIMD)  # apart: they share no objects
DIRECTIVES = {  # binding: plain C functions are cheaper to call than Cython's own
    **dict.fromkeys(("boundscheck", "initializedcheck", "nonecheck"), CHECKS),
    **dict.fromkeys(("cdivision", "embedsignature", "freethreading_compatible"), True),
    **dict.fromkeys(("autotestdict", "binding", "wraparound"), False),
    "embedsignature.format": "clinic",  # so that help() and inspect.signature() work all the same
}
# The answers must be the same bits everywhere: no fused multiply-add, no fast-math. Every source,
# whatever it includes, gets arithmetic.h: flags do not suffice. For volatile:ms see publish.h.
GNU_FLAGS = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden"]
GNU_FLAGS += ["-include", "arithmetic.h", *(["-Wall", "-Wextra"] if CHECKS else ["-g0"])]
MSVC_FLAGS = ["/O2", "/fp:precise", "/volatile:ms", "/FIarithmetic.h", *["/W3"] * CHECKS]
LEVELS = "sepax._core.simd.levels"
NO_COMPILER = """sepax is built from source here and needs a C compiler, but {0!r} was not found.
Install one (Debian, Ubuntu: apt install gcc libc6-dev; Fedora: dnf install gcc; Alpine: apk add gcc
musl-dev; macOS: xcode-select --install), or name the one that you have: CC=clang pip install ..."""


class BuildExtensions(build_ext):
    """Compiles with flags that are known once the family of the compiler is."""

    def build_extensions(self) -> None:
        """Add the flags to every extension."""
        program = getattr(self.compiler, "compiler", [""])[0]  # MSVC's is found by setuptools
        if program and not shutil.which(program):
            raise SystemExit(NO_COMPILER.format(program))
        linker = getattr(self.compiler, "linker_so", [])  # some Pythons add where they live
        linker[:] = [flag for flag in linker if not flag.startswith("-Wl,-rpath")]
        is_msvc = self.compiler.compiler_type == "msvc"
        flags = (MSVC_FLAGS if is_msvc else GNU_FLAGS) + ["-DSEPAX_NO_SIMD"] * (not SIMD)
        for extension in self.extensions:
            extension.extra_compile_args = flags
            if extension.name == LEVELS and is_msvc and SIMD and self.plat_name == "win-amd64":
                extension.extra_objects = self.compile_avx2(flags)
        super().build_extensions()

    def compile_avx2(self, flags: list[str]) -> list[str]:
        """Compile what GCC and clang find in levels.h; returns the objects."""
        return self.compiler.compile(
            [f"{C}/avx2.c"],
            self.build_temp,
            include_dirs=[C],
            extra_postargs=[*flags, "/arch:AVX2"],
        )


C = "src/sepax/_core/simd"  # its headers include each other: neither Cython nor setuptools looks
ALIKE = {"include_dirs": [C], "depends": sorted(map(str, Path(C).glob("*.[hi]*")))}
Path(BUILD).mkdir(parents=True, exist_ok=True)
OPTIONS = {"shared_c_file_path": f"{BUILD}/shared.c", "module_name": SHARED}
generate_shared_module(CompilationOptions(default_options, **OPTIONS))
OWN = cythonize(
    [Extension("*", ["src/sepax/**/*.pyx"], **ALIKE)],
    build_dir=f"{BUILD}/cython",
    compiler_directives=DIRECTIVES,
    shared_utility_qualified_name=SHARED,
    emit_linenums=CHECKS,  # a warning then names our own line, not one of the generated C
)
setup(
    ext_modules=[*OWN, Extension(SHARED, [f"{BUILD}/shared.c"], **ALIKE)],
    cmdclass={"build_ext": BuildExtensions},
    options={"build": {"build_base": BUILD, "parallel": True}},  # as many as there are cores
)
