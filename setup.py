"""Build an extension module of every ``.pyx`` below src/sepax; the rest is in pyproject.toml.

tools/generate.py writes before that what follows from the tables verbs.toml and results.toml, and
the stubs.

Processes of Cython's translate one module after another, while the compiler is at those that are C
already: no core waits for all of them to be translated.

In the environment, ``SEPAX_BUILD`` asks for a slow build with checks, commas between several:
``bounds`` checks every index and every None and shows every C warning; ``asan``, ``ubsan`` and
``tsan`` are the sanitizers for addresses, undefined behaviour and threads; ``coverage`` counts how
often each line runs, for gcov. All of them count proxies, and use the flags of ``CFLAGS`` last
(``-O0 -g3`` for a debugger). ``SEPAX_BUILD_SIMD=0`` builds without vectors, with the same answers.
``SOURCE_DATE_EPOCH`` is the time that all files in archives have: equal sources give equal bytes.
"""

import gc
import gzip
import os
import re
import shutil
import sys
import tarfile
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from pathlib import Path

from Cython.Build import cythonize
from Cython.Build.SharedModule import generate_shared_module
from Cython.Compiler.Options import CompilationOptions, default_options
from Cython.Utils import file_generated_by_this_cython
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.modified import newer_group

SHARED = "sepax._core.shared"  # has once what every module would have of Cython's memoryviews
# A tenth to a half smaller, in all a quarter of a megabyte of the wheel, and no slower: their time
# goes into calls from Python or into many short functions, not into long loops over numbers.
SMALLER = {
    "sepax": "cython_api",
    "sepax._core": "arguments decomposition numbers results ring",
    "sepax._core.arrays": """block compound constructors exact_rows holders index mover overlaps
        part_table parts_sweep posed raycast row_answers row_approach row_areas row_clearance
        row_contact row_measures row_pairs row_rays row_release row_scene row_sweep row_turning
        scene sides slides visibility""",
    "sepax._core.kernels": "turning",
    "sepax.compat._core": """arcade collision_shapes collision_tests collision_vector pygame
        pygame_outlines""",
}
LESS_OPTIMISED = {
    f"{package}.{name}": ["-O2"] for package, names in SMALLER.items() for name in names.split()
}
LESS_OPTIMISED[SHARED] = ["-Os"]  # slow to compile, and no part of any loop
MODES = {  # of SEPAX_BUILD: what the linker of GCC or clang needs, and what their compiler does
    "bounds": ([], ["-Wall", "-Wextra"]),
    "asan": (["-fsanitize=address"], ["-Og"]),  # compiles in 0.6 of the time of -O1, and warns of
    # what -O0 does not see. No part of "undefined" is a number that an integer cannot hold.
    "ubsan": (["-fsanitize=undefined", "-fsanitize=float-cast-overflow"], ["-Og"]),
    "tsan": (["-fsanitize=thread"], ["-O1"]),
    "coverage": (["--coverage"], ["-O0", "-fprofile-update=atomic"]),
}
CHOSEN = sorted(filter(None, os.environ.get("SEPAX_BUILD", "").split(",")))
CHECKS = bool(CHOSEN)
SIMD = os.environ.get("SEPAX_BUILD_SIMD", "1") != "0"
# Apart: they share no objects.
BUILD = "build" + f"/{'-'.join(CHOSEN)}" * CHECKS + "/portable" * (not SIMD)
DIRECTIVES = {  # binding: plain C functions are cheaper to call than Cython's own
    **dict.fromkeys(("boundscheck", "initializedcheck", "nonecheck"), "bounds" in CHOSEN),
    **dict.fromkeys(("cdivision", "embedsignature", "freethreading_compatible"), True),
    **dict.fromkeys(("autotestdict", "binding", "wraparound"), False),
    "annotation_typing": False,  # annotations are for tools/stubs.py: they convert no argument
    "embedsignature.format": "clinic",  # so that help() and inspect.signature() work all the same
    "emit_code_comments": CHECKS,  # for who reads the C; two thirds of it would be nothing else
}
# The answers must be the same bits everywhere: no fused multiply-add, no fast-math. Every source,
# whatever it includes, gets arithmetic.h: flags do not suffice. For volatile:ms see publish.h.
GNU_FLAGS = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden"]
GNU_FLAGS += ["-include", "arithmetic.h"]
# -g1 is lines without variables: all that reports name, in 0.6 of the time of Python's own -g.
# Nothing unwinds the stack of C: tables for that are 4 % of a wheel. Threads may exit all the
# same.
GNU_FLAGS += (
    ["-g1", "-fno-omit-frame-pointer"] if CHECKS else ["-g0", "-fno-asynchronous-unwind-tables"]
)
ELF_LINKS = ["-Wl,-z,relro,-z,now"]  # what the loader has filled in is read-only from then on
MSVC_FLAGS = ["/O2", "/fp:precise", "/volatile:ms", "/FIarithmetic.h", *["/W3"] * CHECKS]
HEADERS = "src/sepax/_core/simd"  # they include each other: neither Cython nor setuptools looks
PUBLIC_HEADERS = "src/sepax/include"  # for compiled callers: sepax.get_include()
NAMED = re.compile(
    r'^from (sepax[\w.]*) cimport|(?:#include|extern from) "([\w./]+)"|^include "([\w.]+)"',
    re.MULTILINE,
)
LEVELS = "sepax._core.simd.levels"  # linked with the loops of each instruction set
ISA = sorted(Path(HEADERS, "isa").glob("*.c"))
EPOCH = os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")  # the year 2026 begins
NO_COMPILER = """sepax is built from source here and needs a C compiler, but {0!r} was not found.
Install one (Debian, Ubuntu: apt install gcc libc6-dev; Fedora: dnf install gcc; Alpine: apk add gcc
musl-dev; macOS: xcode-select --install), or name the one that you have: CC=clang pip install ..."""


class BuildExtensions(build_ext):
    """Translates and compiles at once, with flags known once the family of the compiler is."""

    def finalize_options(self) -> None:
        """Compile in `build` for ``pip install -e .``, too, not in a temporary folder each time."""
        super().finalize_options()
        if self.editable_mode:
            usual = self.distribution.get_command_class("build")(self.distribution)
            usual.build_base = BUILD
            usual.ensure_finalized()
            self.build_lib, self.build_temp = usual.build_lib, usual.build_temp

    def build_extensions(self) -> None:
        """Add the flags to every extension, and have them translated while they are compiled."""
        if unknown := set(CHOSEN) - set(MODES):
            raise SystemExit(f"SEPAX_BUILD names {sorted(unknown)}; there are {', '.join(MODES)}")
        program = getattr(self.compiler, "compiler", [""])[0]  # MSVC's is found by setuptools
        if program and not shutil.which(program):
            raise SystemExit(NO_COMPILER.format(program))
        linker = getattr(self.compiler, "linker_so", [])  # some Pythons add where they live
        linker[:] = [flag for flag in linker if not flag.startswith("-Wl,-rpath")]
        is_msvc = self.compiler.compiler_type == "msvc"
        flags = (MSVC_FLAGS if is_msvc else GNU_FLAGS) + ["-DSEPAX_NO_SIMD"] * (not SIMD)
        flags += ["-DSEPAX_COUNT_PROXIES"] * CHECKS  # see proxy_counts.h
        links = ELF_LINKS if self.plat_name.startswith("linux") else []
        is_release = bool(links) and not CHECKS
        last = []
        for linked, compiled in [MODES[name] for name in CHOSEN if not is_msvc]:
            links, last = links + linked, last + linked + compiled
        last += os.environ.get("CFLAGS", "").split() * CHECKS  # at the end, so that -O0 counts
        for extension in self.extensions:
            # Names of functions are for who looks at the loops, as tests/simd/test_vectors.py does.
            is_stripped = is_release and extension.name != LEVELS
            extension.extra_link_args = links + ["-Wl,--strip-all"] * is_stripped
            less = [] if is_msvc else LESS_OPTIMISED.get(extension.name, [])
            extension.extra_compile_args = flags + less + last
        copy_headers()
        # Asked for all before there are threads: it may fork. A process for two cores, as each
        # reads anew what all modules include: two of them on two took 1.06 times as long. Looking
        # for garbage as often as by default takes half of their time, not at all twice the memory.
        processes = ((os.cpu_count() or 1) + 1) // 2
        with (
            ProcessPoolExecutor(processes, None, gc.set_threshold, (100_000, 30)) as pool,
            ThreadPoolExecutor(len(ISA)) as threads,
        ):
            self.translations = {
                extension.name: translate(pool, extension)
                for extension in self.extensions
                if extension.name != SHARED
            }
            self.isa_objects = [
                threads.submit(self.compile_isa, path, flags + last) for path in ISA
            ]
            write_shared()
            super().build_extensions()

    def build_extension(self, extension: Extension) -> None:
        """Compile an extension once its C is there."""
        if extension.name != SHARED:
            (translated,) = self.translations[extension.name].result()
            extension.sources = translated.sources
        if extension.name == LEVELS:
            extension.extra_objects = [made.result() for made in self.isa_objects]
        super().build_extension(extension)

    def compile_isa(self, path: Path, flags: list[str]) -> str:
        """Compile the loops of one instruction set, unless that is done; returns the object."""
        is_msvc = self.compiler.compiler_type == "msvc"
        more = ["/arch:AVX2"] * (is_msvc and path.stem == "avx2" and self.plat_name == "win-amd64")
        (made,) = self.compiler.object_filenames([str(path)], output_dir=self.build_temp)
        if newer_group([str(path), *headers_of(path)], made):
            options = {"include_dirs": [HEADERS], "extra_postargs": flags + more}
            self.compiler.compile([str(path)], self.build_temp, **options)
        return made


class SourceDistribution(sdist):
    """An archive that tells nothing of when, where and by whom it was made."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, **owners):  # noqa: A002
        """Write the folder of the sources to a tar.gz, the only format that is asked for."""
        with (
            open(f"{base_name}.tar.gz", "wb") as file,  # noqa: PTH123 - a name, not a Path
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(EPOCH)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(base_dir, filter=without_origin)
        return f"{base_name}.tar.gz"


def without_origin(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Forget what differs between the machines of those who build."""
    member.mtime = int(EPOCH)
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member


def write_generated() -> None:
    """Write the sources that are generated, unless they are there."""
    sys.path.insert(0, str(Path("tools").resolve()))
    import generate

    generate.write()


def translate(pool: ProcessPoolExecutor, extension: Extension) -> Future:
    """Let a process write the C of an extension, unless it is there.

    Cython would compare its age with that of Cython's own files, too, which pip installs anew for
    each build: `pip install .` and then `pip install ".[test]"` would compile everything twice.
    """
    (source,) = extension.sources
    made = Path(BUILD, "cython", source).with_suffix(".c")
    if file_generated_by_this_cython(str(made)) and not newer_group(reached(Path(source)), made):
        done: Future = Future()
        done.set_result([Extension(extension.name, [str(made)])])
        return done
    return pool.submit(  # a function that other processes can import, as of setup.py they cannot
        cythonize,
        [Extension(extension.name, extension.sources)],
        build_dir=f"{BUILD}/cython",
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        # A warning then names our own line. Counts of lines are of the generated C, which has too
        # many lines for one of ours.
        emit_linenums=CHECKS and "coverage" not in CHOSEN,
    )


def write_shared() -> None:
    """Write the C of the shared module, unless it is there."""
    if not file_generated_by_this_cython(f"{BUILD}/shared.c"):
        options = {"shared_c_file_path": f"{BUILD}/shared.c", "module_name": SHARED}
        generate_shared_module(CompilationOptions(default_options, **options))


def copy_headers() -> None:
    """Put the headers beside the C, as each process of Cython's would in the middle of the rest."""
    not_headers = shutil.ignore_patterns("*.[!hi]*", "__*")
    shutil.copytree(HEADERS, f"{BUILD}/cython/{HEADERS}", ignore=not_headers, dirs_exist_ok=True)


@cache
def reached(source: Path) -> list[Path]:
    """Return a source, and all that it includes and cimports, also by way of each other."""
    found = [source, Path(HEADERS, "arithmetic.h")]
    for path in found:  # grows on the way
        for module, header, text in NAMED.findall(path.read_text(encoding="utf-8")):
            names = [Path(folder, header) for folder in (HEADERS, PUBLIC_HEADERS)]
            names = [Path("src", *module.split(".")).with_suffix(".pxd")] if module else names
            names = [path.with_name(text)] if text else names
            found += [name for name in names if name.exists() and name not in found]
        own = path.with_suffix(".pxd")
        found += [own] * (path.suffix == ".pyx" and own.exists() and own not in found)
    return found


def headers_of(source: Path) -> list[str]:
    """Return the headers among what a source reaches."""
    return [str(path) for path in reached(source) if path.suffix in (".h", ".inl")]


def extensions() -> list[Extension]:
    """Return all extensions: those that take long first, for none to be alone at the end."""
    longest_first = sorted(Path("src").rglob("*.pyx"), key=lambda path: -path.stat().st_size)
    sources = {".".join(path.with_suffix("").parts[1:]): path for path in longest_first}
    sources = {SHARED: Path(BUILD, "shared.c"), **sources, LEVELS: sources.pop(LEVELS)}
    depends = {name: headers_of(path) for name, path in sources.items() if name != SHARED}
    depends[LEVELS] += [name for path in ISA for name in [str(path), *headers_of(path)]]
    return [
        Extension(
            name, [str(path)], include_dirs=[HEADERS, PUBLIC_HEADERS], depends=depends.get(name, [])
        )
        for name, path in sources.items()
    ]


if __name__ == "__main__":  # processes of their own import this file on Windows and macOS
    write_generated()  # first: among them are modules in Python, which setup() looks for
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildExtensions, "sdist": SourceDistribution},
        options={"build": {"build_base": BUILD, "parallel": True}},  # as many as there are cores
    )
