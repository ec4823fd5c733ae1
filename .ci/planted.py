"""Prove that each mode of SEPAX_BUILD reports a fault: builds tests/c/planted.pyx and runs one.

    python .ci/planted.py [bounds asan ubsan tsan coverage]

The flags are those of setup.py. Needs Cython, setuptools, and GCC with its sanitizers.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
PLANTED = ROOT / "tests" / "c" / "planted.pyx"
BUILD = """
import sys, setup
from Cython.Build import cythonize
from setuptools import Extension
linked, compiled = setup.MODES[setup.CHOSEN[0]]
extension = Extension("planted", [sys.argv.pop(1)], extra_link_args=linked)
extension.extra_compile_args = ["-O3", "-g1", *linked, *compiled]
setup.setup(name="planted", ext_modules=cythonize(
    [extension], build_dir="c", compiler_directives=dict(setup.DIRECTIVES), emit_linenums=False))
"""
TWO_THREADS = """
from threading import Thread
threads = [Thread(target=planted.count_up, args=(20_000_000,)) for _ in range(2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


class Mode(NamedTuple):
    """A mode, and how it is tried."""

    fault: str  # a program, once planted is imported
    report: str  # lines that it must lead to
    library: str = ""  # to be loaded before Python


MODES = {
    "bounds": Mode("import array; planted.beyond_view(array.array('d', [1.0]), 1)", "IndexError"),
    "asan": Mode("planted.beyond_memory(10)", "heap-buffer-overflow", "libasan.so"),
    "ubsan": Mode(
        "planted.shifted(1, 64); planted.to_integer(float('nan'))",
        "shift exponent 64 is too large\nnan is outside the range of representable values",
        "libubsan.so",
    ),
    "tsan": Mode(TWO_THREADS, "ThreadSanitizer: data race", "libtsan.so"),
    "coverage": Mode("planted.shifted(1, 2)", ""),
}


def run(folder: str, mode: Mode, program: str) -> str:
    """Return what a program with the module prints, reports included."""
    chosen = os.environ | {"PYTHONPATH": folder, "ASAN_OPTIONS": "detect_leaks=0"}
    if mode.library:
        named = ["gcc", f"-print-file-name={mode.library}"]
        found = subprocess.run(named, check=True, capture_output=True, text=True).stdout.strip()
        chosen["LD_PRELOAD"] = found
    fixed = ["setarch", "--addr-no-randomize"] if mode.library == "libtsan.so" else []
    result = subprocess.run(
        [*fixed, sys.executable, "-c", f"import planted\n{program}"],
        env=chosen,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout + result.stderr


def prove(name: str) -> str | None:
    """Build the module in one mode, and say what is wrong with its report."""
    mode = MODES[name]
    with tempfile.TemporaryDirectory() as folder:
        chosen = os.environ | {"SEPAX_BUILD": name, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", BUILD, str(PLANTED), "-q", "build_ext", "--inplace"]
        subprocess.run(command, cwd=folder, env=chosen, check=True, stdout=subprocess.DEVNULL)
        innocent = run(folder, mode, "planted.shifted(1, 2)")
        if innocent:
            return f"reports without a fault: {innocent}"
        report = run(folder, mode, mode.fault)
        if name == "coverage":
            return None if list(Path(folder).rglob("*.gcda")) else "no counts were written"
        missing = [line for line in mode.report.splitlines() if line not in report]
        return f"{missing} is not in: {report}" if missing else None


def main() -> int:
    """Try the modes that were named, or all."""
    wrong = {name: prove(name) for name in sys.argv[1:] or MODES}
    for name, why in wrong.items():
        print(f"SEPAX_BUILD={name}:", why or "finds the planted fault")
    return any(wrong.values())


if __name__ == "__main__":
    sys.exit(main())
