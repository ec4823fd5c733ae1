#!/usr/bin/env python3
"""Plant known faults, one at a time, and check that the tests find each of them.

    python tests/mutants/plant.py                   all of them, in hours: a build and tests each
    python tests/mutants/plant.py contact seam      those whose name contains one of these words
    python tests/mutants/plant.py --list            only their names and their tests

The faults are in the .txt files of this folder; faults.py says how they are written. The faults in
harmless.txt change no answer; they have the reason in place of the tests, and are not run.

A copy of the tree is built in place and tested; the tree itself is only read. First the tests must
pass on the copy without a fault. The exit status is 1 if the tests missed a fault, or if one could
not be planted.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from faults import Fault, Sources, read_faults, with_fault

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LEFT_OUT = (".git", ".venv", "dist", "__pycache__", ".*_cache")


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, on the copy's sources."""
    chosen = {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = os.environ | chosen | {"SEPAX_INSTRUCTIONS": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1800,
    )


def build(copy: Path) -> bool:
    return run(copy, "setup.py", "-q", "build_ext", "--inplace").returncode == 0


def test(copy: Path, *selections: str) -> int:
    """Return pytest's exit status: 0 passed, 1 failed, other numbers for no tests and the like."""
    words = [word for selection in selections for word in shlex.split(selection)]
    arguments = [f"tests/{word}" if ".py" in word else word for word in words]
    return run(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments).returncode


def verdict(copy: Path, fault: Fault) -> str:
    """Plant one fault, see whether a test finds it, and take it out again."""
    try:
        path, start, end = Sources(copy).find(fault)
    except ValueError as error:
        return f"STALE: {error}"
    source = path.read_text(encoding="utf-8")
    path.write_text(with_fault(source, start, end, fault.new), encoding="utf-8")
    try:
        if not build(copy):
            return "STALE: it does not build"
        status = test(copy, fault.tests)
    except subprocess.TimeoutExpired:
        return "found: it never ends"
    finally:
        path.write_text(source, encoding="utf-8")
    return {0: "SURVIVED", 1: "found"}.get(status, f"STALE: pytest says {status}")


def main() -> int:
    """Try the faults that were chosen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", nargs="*", help="parts of the names of the faults to try")
    parser.add_argument("--list", action="store_true", help="only list them")
    arguments = parser.parse_args()
    files = sorted(HERE.glob("*.txt"), key=lambda path: (path.stem == "harmless", path))
    faults = [(fault, path.stem) for path in files for fault in read_faults(path)]
    if arguments.list:
        for fault, _ in faults:
            print(f"{fault.name}: {fault.tests}")
        return 0
    words = arguments.words or [""]
    chosen = [
        fault
        for fault, area in faults
        if area != "harmless" and any(word in fault.name for word in words)
    ]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        selections = sorted({fault.tests for fault in chosen})
        if not build(copy) or any(test(copy, selection) for selection in selections):
            print("The tests do not pass on the tree as it is.")
            return 1
        for fault in chosen:
            said = verdict(copy, fault)
            missed += said != "found"
            print(f"{fault.name}: {said}", flush=True)
    print(f"{missed} of {len(chosen)} were not found")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
