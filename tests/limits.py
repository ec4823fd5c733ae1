"""What the library keeps, needs and survives: leaks, memory, Ctrl-C, processes.

    python tests/limits.py                  all parts: more than an hour
    python tests/limits.py leaks --quick    10,000 calls of each name instead of 1,000,000
    python tests/limits.py interrupts processes

Each part prints a table. The exit status is 1 if a line fails. What calls keep and how late an
interrupt is heard are judged on a machine that does nothing else. Linux only.
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))  # for the table of verbs

import leaks
import public_calls

HERE = Path(__file__).parent
LATEST = 0.5  # seconds from Ctrl-C to KeyboardInterrupt
LONGEST = 900.0  # seconds for one program of many calls
ADDRESS_SPACE = 6 * 1024**3


class Line(NamedTuple):
    """A line of a table, and whether it is as it should be."""

    name: str
    text: str
    is_good: bool


def lines_of_leaks(quick: bool) -> Iterator[Line]:
    """Repeat every public name, as it should be called and as it should not, on every core."""
    most, seconds = (10_000, 0.05) if quick else (1_000_000, 20.0)
    for name in public_calls.stale():
        yield Line(name, "", False)
    work = functools.partial(_lines_of_call, most, seconds)
    count = len(_calls())
    with multiprocessing.get_context("spawn").Pool() as pool:
        for lines in pool.imap(work, range(count)):
            yield from lines


def _lines_of_call(most: int, seconds: float, number: int) -> list[Line]:
    call, lines = _calls()[number], []
    for way, thunks in (("answer", call.answers()), ("error", call.errors())):
        if not thunks:
            lines.append(Line(f"{call.name}, {way}", "none to be called", False))
            continue
        count = leaks.affordable(thunks, most, seconds)
        things = [call.subject, *(thing for one in call.given for thing in one.arguments)]
        grown = leaks.grown(thunks, things, count)
        text = f"{grown.calls:>9}{grown.blocks:>8}{grown.references:>8}{grown.resident:>10}"
        lines.append(Line(f"{call.name}, {way}", text, not grown.is_leak))
    return lines


@functools.cache
def _calls() -> list[public_calls.Call]:
    """Once for each process."""
    return public_calls.public_calls()


# Each request is refused with MemoryError, or granted within the limit; a box is asked after it.
MEMORY = """
import resource
import numpy as np
import sepax
from sepax import Compound, CompoundArray, Polygon, ShapeArray
from test_limits import calls_with_giants, giant

resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE,) * 2)
n = 2_000_000_000  # rows of 8 bytes are more than the limit
box = Polygon.box(2, 2)
boxes = ShapeArray.boxes(2, 1, [(0, 0), (1, 0), (9, 0)])
heap = ShapeArray.boxes(2, 1, np.zeros((200_000, 2)))
twin = heap.copy()
dart = Compound.from_polygon([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)])
array = dart.at([(0, 0), (1, 0)])
rays = np.zeros((20_000, 2))
requests = calls_with_giants(n) | {
    "ShapeArray.concatenate": lambda: ShapeArray.concatenate([heap] * 3000),
    "CompoundArray.at": lambda: dart.at(giant(n, [0.0, 0.0])),
    "CompoundArray.take": lambda: array.take(giant(n, 0)),
    "sweep of compounds": lambda: sepax.sweep(array, array, (1, 0), pairs=(giant(n, 0),) * 2),
    "find_pairs": lambda: sepax.find_pairs(heap),
    "find_pairs, two workers": lambda: sepax.find_pairs(heap, twin, workers=2),
    "sweep_pairs": lambda: sepax.sweep_pairs(heap, twin, (1, 0)),
    "nearest": lambda: sepax.nearest(heap, twin, 100_000),
    "iou_matrix": lambda: sepax.iou_matrix(heap, heap),
    "iou_matrix, sparse": lambda: sepax.iou_matrix(heap, heap, sparse=True),
    "raycast, all": lambda: sepax.raycast(heap, rays, (1, 0), all=True),
    "lidar": lambda: sepax.lidar(heap, rays, 0.0, 100_000, 9.0),
}
for name, request in requests.items():
    try:
        request()
        outcome = "granted"
    except Exception as error:
        outcome = type(error).__name__
    sound = box.mtv(Polygon.box(1, 1)) is not None and bool(sepax.intersects(boxes, boxes).all())
    print(name, outcome, sound, sep="\\t", flush=True)
print("end", "", True, sep="\\t")
"""


def lines_of_memory(quick: bool) -> Iterator[Line]:
    """Ask for more than the process may have."""
    result = run_python(MEMORY.replace("ADDRESS_SPACE", str(ADDRESS_SPACE)))
    rows = [row.split("\t") for row in result.stdout.splitlines()]
    yield from (Line(name, outcome, sound == "True") for name, outcome, sound in rows)
    if not rows or rows[-1][0] != "end":
        yield Line("the process", f"ended with {result.returncode}: {result.stderr[-300:]}", False)


def lines_of_interrupts(quick: bool) -> Iterator[Line]:
    """Run the programs of the tests, and all others unless they are many."""
    import long_calls

    yield from (Line(name, "no program", False) for name in long_calls.not_interrupted())
    yield from late_lines("the tests", [sys.executable, "-m", "pytest", "-q", long_calls.TESTS])
    for name, program in {} if quick else long_calls.PROGRAMS.items():
        command = [sys.executable, "-c", prelude() + program]
        yield from late_lines(name, command)


def prelude() -> str:
    sys.path.insert(0, str(HERE / "contract"))
    import test_interrupts

    return test_interrupts.PRELUDE


def late_lines(name: str, command: Sequence[str | Path]) -> Iterator[Line]:
    """Run a program that writes how late each of its calls was interrupted."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lateness")
        path.touch()
        environment = os.environ | {"SEPAX_LATENESS": str(path)}
        words = _problem_of(command, environment)
        rows = [row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()]
    for call, late in rows:
        yield Line(f"{name}: {call}", f"{float(late):8.2f} s", float(late) <= LATEST)
    yield Line(f"{name}: {len(rows)} calls", words, not words and bool(rows))


def _problem_of(command: Sequence[str | Path], environment: dict[str, str]) -> str:
    """Run a program, and return why it failed, if it did: a call may never hear the interrupt."""
    try:
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return f"not at its end after {LONGEST:.0f} s: the call after the last one above goes on"
    return "" if result.returncode == 0 else (result.stdout + result.stderr)[-300:]


# A process that has used threads starts another one, in each of the three ways.
PROCESSES = """
import multiprocessing, threading, warnings
import numpy as np
import sepax
from sepax import ShapeArray
from sepax._base import threads as _threads

def ask(seed=0):
    places = np.random.default_rng(seed).normal(0, 5, (20_000, 2))
    boxes = ShapeArray.boxes(2, 1, places, places[:, 0])
    _threads.LEAST_WORK = 1.0
    return (
        int(sepax.intersects(boxes, boxes[::-1], workers=2).sum()),
        float(sepax.distance(boxes, boxes[::-1], workers=2).sum()),
        len(sepax.find_pairs(boxes[:2000], workers=2)),
    )

def answer(queue):
    queue.put(ask())

def main():
    warnings.simplefilter("ignore")
    expected = ask()
    for method in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        child = context.Process(target=answer, args=(queue,))
        child.start()
        found = queue.get(timeout=100)
        child.join(100)
        print(method, f"exit {child.exitcode}", found == expected == ask(), sep="\\t", flush=True)
    found = []
    threads = [threading.Thread(target=lambda: found.append(ask())) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("100 threads", f"{len(found)} answers", found == [expected] * 100, sep="\\t", flush=True)

if __name__ == "__main__":
    main()
"""
# What a subinterpreter says, with a GIL of its own where Python has that.
SUBINTERPRETER = """
import importlib, sepax
for name in ("_interpreters", "_xxsubinterpreters"):
    try:
        interpreters = importlib.import_module(name)
        break
    except ImportError:
        continue
attempt = '''
try:
    import sepax
    print("it works")
except ImportError as error:
    print(f"ImportError: {error}")
'''
interpreters.run_string(interpreters.create(), attempt)
sepax.intersects(sepax.Polygon.box(1, 1), sepax.Polygon.box(1, 1))
print("sound")
"""


def lines_of_processes(quick: bool) -> Iterator[Line]:
    """Start processes, threads and an interpreter, and ask them."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.py")  # spawn imports it
        program.write_text(PROCESSES, encoding="utf-8")
        result = run_python(program)
    rows = [row.split("\t") for row in result.stdout.splitlines()]
    yield from (Line(name, text, good == "True") for name, text, good in rows)
    if result.returncode or not rows or rows[-1][0] != "100 threads":
        yield Line("processes", result.stderr[-300:], False)
    result = run_python(SUBINTERPRETER)
    told = result.stdout.splitlines()
    is_clear = told[:1] == ["it works"] or "is for one interpreter" in result.stdout
    yield Line("subinterpreter", result.stdout[:60], is_clear and told[-1:] == ["sound"])


def run_python(program: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program, which finds the tests and their helpers."""
    arguments = [program] if isinstance(program, Path) else ["-c", program]
    paths = [HERE, HERE / "contract", HERE.parent / "tools", *sys.path]
    known = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=known)


PARTS: dict[str, tuple[str, Callable[[bool], Iterator[Line]]]] = {
    "leaks": ("calls, blocks, references, bytes that were left over", lines_of_leaks),
    "memory": ("huge requests in 6 GB of address space", lines_of_memory),
    "interrupts": (f"how late Ctrl-C was heard, at most {LATEST} s", lines_of_interrupts),
    "processes": ("processes, threads and interpreters", lines_of_processes),
}


def main(arguments: list[str]) -> int:
    """Print the tables; 1 if a line fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=" ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="fewer calls and programs")
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    failed = []
    for part in options.parts or PARTS:
        title, lines_of = PARTS[part]
        print(f"\n{part}: {title}")
        for line in lines_of(options.quick):
            print(f"  {line.name:<44}{line.text} {'' if line.is_good else 'FAILED'}", flush=True)
            failed += [] if line.is_good else [line.name]
    print(f"\n{len(failed)} failed", *failed, sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
