"""The loops over pairs are vectors in the library as it was built.

They are plain C, which the compiler turns into vectors, or silently does not: that depends on flags
that Python adds as well. The answers are the same, so only the instructions show it.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from sepax._core.simd import levels

LIBRARY = Path(levels.__file__)
TOOLS = ("objdump", "readelf")
REGISTERS = {"baseline": "xmm", "avx2": "ymm", "avx512": "zmm"}

# Functions, together where the compiler may make one of them, and how many multiplications,
# divisions and square roots of float64 their loops have in C. At least as many must be there on
# whole vectors: an unrolled loop has more. Scalars say nothing, since most loops have a second form
# for a remainder.
LOOPS = {
    "aim_rays": (17, 1, 1),
    "areas": (113, 6, 0),
    "axes": (38, 2, 1),
    "box_area": (19, 1, 0),
    "box_hits": (35, 6, 1),
    "boxes|shapes|classify|classify_any": (112, 2, 0),
    "contacts": (114, 4, 1),
    "disc_distances": (8, 0, 2),
    "disc_times": (42, 2, 4),
    "disc_translations": (5, 2, 1),
    "edges": (23, 0, 0),
    "read_last_discs": (1, 0, 0),
    "measure_distances|measure_aligned": (89, 2, 2),
    "misses": (56, 0, 0),
    "points_by_records": (24, 1, 0),
    "poses": (28, 1, 1),
    "ray_boxes": (29, 2, 0),
    "ray_discs": (11, 1, 1),
    "read_motion_block": (2, 0, 0),
    "resolve_tied_separations": (9, 0, 0),
    "resolve_ties": (48, 4, 2),
    "resolve_tied_times": (54, 6, 2),
    "round_distances": (62, 10, 11),
    "sweeps|sweeps_by_records": (233, 12, 2),
    "times|times_by_rounded_records": (32, 3, 1),
    "translations": (53, 2, 1),
}
OPERATIONS = ("mul", "div", "sqrt")

# The compilers that have been looked at, with what is left on vectors where one leaves a loop as it
# is, at another level than AVX-512, for which all of them make vectors of every loop.
COMPILERS: dict[str, dict[str, tuple[int, int, int]]] = {
    "GCC 12": {},
    "GCC 13": {
        "areas": (24, 1, 0),
        "box_area": (0, 0, 0),
        "contacts": (23, 0, 0),
        "measure_distances|measure_aligned": (76, 2, 2),
        "sweeps|sweeps_by_records": (129, 4, 0),
    },
    "GCC 14": {},
}

FUSED = re.compile(r"v?fn?m(?:add|sub|addsub|subadd)[0-9]*([ps][sd])\s")
OF_LIBM = re.compile(
    "(sqrt|fabs|fmin|fmax|fma|fmod|hypot|copysign|nextafter|floor|ceil|trunc|l?l?r(ound|int)"
    "|sin|cos|sincos|atan2)f?(@.*)?"
)


def run(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@functools.cache
def compiler() -> str:
    """Return the compiler of the library and its version; the start files may name older ones."""
    said = run("readelf", "--string-dump=.comment", LIBRARY)
    if clang := re.search(r"clang version (\d+)", said):
        return f"clang {clang[1]}"
    versions = [int(major) for major in re.findall(r"GCC: .* (\d+)\.\d+", said)]
    return f"GCC {max(versions, default='of no version')}"


@functools.cache
def places() -> dict[int, tuple[str, str]]:
    """Return the file, without its ending, and the name of the function at each address."""
    found, file = {}, ""
    for line in run("readelf", "--syms", "--wide", LIBRARY).splitlines():
        match line.split():
            case [_, _, _, "FILE", *_, name]:
                file = name.removesuffix(".c")
            case [_, address, _, "FUNC", *_, name]:
                found[int(address, 16)] = (file, name)
    return found


@functools.cache
def instructions() -> dict[tuple[str, str], list[str]]:
    """Return the instructions of each function, by its file and its name."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    place = ("", "")
    for line in run("objdump", "--disassemble", "--no-show-raw-insn", LIBRARY).splitlines():
        if start := re.fullmatch(r"([0-9a-f]+) <.*>:", line):
            place = places().get(int(start[1], 16), ("", ""))
        elif "\t" in line:
            found[place].append(line.partition("\t")[2])
    return found


def functions(level: str, names: str) -> list[str]:
    """Return the instructions of these functions, and of parts that the compiler made of them."""
    pattern = re.compile(rf"({names})(\..*)?")
    parts = [
        text
        for (file, name), text in instructions().items()
        if file == level and pattern.fullmatch(name)
    ]
    return [instruction for part in parts for instruction in part]


@pytest.fixture(autouse=True, scope="module")
def library() -> None:
    """Skip the tests where nothing can be seen, or nothing is promised."""
    if not sys.platform.startswith("linux") or not all(map(shutil.which, TOOLS)):
        pytest.skip("needs Linux, and objdump and readelf of the binutils")
    if "X86-64" not in run("readelf", "--file-header", LIBRARY):
        pytest.skip("the library is not for x86-64")
    if compiler() not in COMPILERS:
        pytest.skip(f"built by {compiler()}; what is known is of {', '.join(COMPILERS)}")
    if levels._proxy_counts() is not None:
        pytest.skip("a careful build, which may be for a sanitizer as well")
    if not functions("baseline", "boxes"):
        pytest.skip("the library is stripped of its symbols")
    if not functions("avx2", "boxes"):
        pytest.skip("built with SEPAX_BUILD_SIMD=0")


@pytest.mark.skipif(
    "SEPAX_INSTRUCTIONS" not in os.environ,
    reason="SEPAX_INSTRUCTIONS=1 compares the numbers of instructions, which compilers change",
)
@pytest.mark.parametrize("level", REGISTERS)
@pytest.mark.parametrize("names", LOOPS)
def test_arithmetic_is_on_whole_vectors(names: str, level: str) -> None:
    lost = {} if level == "avx512" else COMPILERS[compiler()]
    wanted = lost.get(names, LOOPS[names])
    four = names == "box_area" and level == "avx512"  # its loop is over the edges of one box
    register = REGISTERS["avx2" if four else level]
    packed = re.compile(rf"v?({'|'.join(OPERATIONS)})pd\s.*%{register}")
    seen = Counter(one[1] for text in functions(level, names) if (one := packed.match(text)))
    found = tuple(seen[operation] for operation in OPERATIONS)
    assert all(one >= other for one, other in zip(found, wanted, strict=True)), (
        f"{OPERATIONS} of {register}: {found}, but {wanted} in the loops. One of these is no "
        "vectors any more; or it has fewer operations now: then correct the numbers of this test."
    )


@pytest.mark.parametrize("level", REGISTERS)
@pytest.mark.parametrize("name", ["numbers_within", "poses_within", "rows_within"])
def test_numbers_are_looked_at_in_whole_vectors(name: str, level: str) -> None:
    """By what instructions, is for the compiler to choose."""
    floats, integers = r"(add|cmp\w*|max|min)pd", r"p(sub|add)q"
    packed = re.compile(rf"v?({floats}|{integers})\s.*%{REGISTERS[level]}")
    assert any(map(packed.match, functions(level, name)))


@pytest.mark.parametrize("level", REGISTERS)
def test_fused_multiply_adds_are_of_float32_alone(level: str) -> None:
    """Float64 is rounded after each operation, also where one instruction could do two."""
    fused = {one[1] for text in functions(level, ".*") if (one := FUSED.match(text))}
    assert fused == ({"ps"} if level in ("avx2", "avx512") else set())


@pytest.mark.parametrize("level", REGISTERS)
def test_no_loop_calls_the_mathematical_library(level: str) -> None:
    """Not even for a square root of a negative number, which would keep its loop from vectors."""
    calls = re.compile(r"\b(?:call|jmp)q?\s.*<(.*)>")
    called = {one[1] for text in functions(level, ".*") if (one := calls.search(text))}
    assert called  # of the loops among themselves, and of memset
    assert not {name for name in called if OF_LIBM.fullmatch(name)}
