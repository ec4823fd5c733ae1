"""Compile the self-test with this platform's own compiler, run it, and compare its hashes.

The flags are those of setup.py. Needs setuptools, for what it knows of compilers, and the headers
that a build or tools/generate.py writes.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler

ROOT = Path(__file__).resolve().parents[1]
SIMD = ROOT / "src" / "sepax" / "_core" / "simd"
SELFTEST = ROOT / "tests" / "c" / "lanes_selftest.c"
GNU_FLAGS = ["-std=c11", "-O3", "-ffp-contract=off", "-fno-math-errno"]
MSVC_FLAGS = ["/O2", "/fp:precise"]


def run_selftest(folder: str) -> list[str]:
    """Return the lines that the self-test prints."""
    compiler = new_compiler()
    customize_compiler(compiler)
    is_msvc = compiler.compiler_type == "msvc"
    flags = MSVC_FLAGS if is_msvc else GNU_FLAGS

    def compile_file(path: Path, *more: str) -> list[str]:
        return compiler.compile(
            [str(path)], folder, include_dirs=[str(SIMD)], extra_postargs=[*flags, *more]
        )

    objects = compile_file(SELFTEST)
    for path in sorted((SIMD / "isa").glob("*.c")):
        for_avx2 = is_msvc and path.stem == "avx2" and sys.maxsize > 2**32
        objects += compile_file(path, *["/arch:AVX2"] * for_avx2)
    compiler.link_executable(objects, "selftest", folder, [] if is_msvc else ["m"])
    program = compiler.executable_filename("selftest", output_dir=folder)
    return subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()


def main() -> None:
    """Print the lines; fail if they are not those of every platform."""
    with tempfile.TemporaryDirectory() as folder:
        lines = run_selftest(folder)
    golden = (ROOT / "tests" / "data" / "lanes_golden.txt").read_text().splitlines()
    print(*lines, sep="\n")
    if [line for line in lines if not line.startswith("#")] != golden:
        raise SystemExit("these are not the bits of tests/data/lanes_golden.txt")


if __name__ == "__main__":
    main()
