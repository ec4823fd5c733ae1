"""Line coverage of the compiled code, from the counts of a build with SEPAX_BUILD=coverage.

    SEPAX_BUILD=coverage python setup.py build_ext --inplace
    PYTHONPATH=src python -m pytest tests/{kernels,contract,scenes,simd,compat}
    python tests/line_coverage.py [--missing] [FILE ...]

gcov counts lines of the C that Cython generates. A comment there names the line of the .pyx or .pxd
that follows. A line counts as covered if any of its C ran, in any module that includes it. Headers
are counted as they are. The exit status is 1 below 95 %.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "coverage"
AIM = 0.95
SHARED = "sepax/_core/shared.pxd"  # of Cython's own code, which has no file
PLACE = re.compile(r'\s*/\* "(?:src/)?(sepax/[\w/]+\.(?:pyx|pxd|pxi))":(\d+)$')
EXIT = "/* function exit code */"

Counts = dict[str, dict[int, int]]  # of runs, by file below src and by line


def places(path: Path) -> list[tuple[str, int] | None]:
    """Return the place in our sources that each line of a generated file belongs to."""
    found: list[tuple[str, int] | None] = [None]
    now = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := PLACE.match(line):
            now = match[1], int(match[2])
        elif EXIT in line:
            now = None
        found.append(now)
    return found


def counts_of(data: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the file, the line and how often it ran, for one object file."""
    command = ["gcov", "--json-format", "--stdout", str(data)]
    report = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for file in json.loads(report)["files"]:
        name = file["file"]
        if name.endswith(".c") and "/cython/" in name:
            where = places(ROOT / name)
            for line in file["lines"]:
                if place := where[line["line_number"]]:
                    yield *place, line["count"]
        elif "sepax/_core/" in name:
            for line in file["lines"]:
                yield "sepax" + name.rpartition("sepax")[2], line["line_number"], line["count"]


def read_counts() -> Counts:
    """Add up the counts of all object files."""
    counts: Counts = defaultdict(lambda: defaultdict(int))
    data = sorted(BUILD.rglob("*.gcda"))
    with ThreadPoolExecutor() as threads:
        for rows in threads.map(lambda path: list(counts_of(path)), data):
            for name, line, count in rows:
                counts[name][line] += count
    return counts


def main() -> int:
    """Print a table of files, and the lines that are missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", help="parts of the names of files")
    parser.add_argument("--missing", action="store_true", help="print the lines that did not run")
    options = parser.parse_args()
    covered = known = 0
    for name, counts in sorted(read_counts().items()):
        if name == SHARED:
            continue
        if options.files and not any(word in name for word in options.files):
            continue
        text = (ROOT / "src" / name).read_text(encoding="utf-8").splitlines()
        missing = [line for line, count in sorted(counts.items()) if count == 0]
        covered += len(counts) - len(missing)
        known += len(counts)
        print(f"{1 - len(missing) / len(counts):7.1%} {len(counts):5} {name}")
        for line in missing if options.missing else ():
            print(f"{line:14} {text[line - 1]}")
    if not known:
        parser.error("no counts of such files: tests/line_coverage.py begins with what makes them")
    print(f"{covered / known:7.2%} of {known} lines")
    return covered < AIM * known


if __name__ == "__main__":
    sys.exit(main())
