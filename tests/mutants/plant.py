#!/usr/bin/env python3
"""Plant known faults, one at a time, and check that the tests find each of them.

    python tests/mutants/plant.py                   all of them, in some hours
    python tests/mutants/plant.py contact seam      those whose name contains one of these words
    python tests/mutants/plant.py --list            only their names, files and tests
    python tests/mutants/plant.py --sample 5 --seed TEXT
        five of them, which the text chooses: one or more of a kernel, none with a long build; some
        three minutes on two cores

The faults are in the .txt files of this folder; faults.py says how they are written. The faults in
harmless.txt change no answer; they have the reason in place of the tests, and are not run.

A copy of the tree is tested; the tree itself is only read. Its build is that in src or, if there is
none, that of the sepax that is installed. Only the modules that a fault reaches are built anew,
without optimisation; builds.py tells how. Of many, those come first that the tests use most, with
the loops of the highest instruction set: most faults are found then, and the others are not built.
First, the tests must pass with these modules as they are; if not, their faults are not tried.
-j says how many faults are tried at once, each in its own folder of links to the copy: as many as
there are cores by default.

Faults in loops of an instruction set that this machine lacks are named, and not tried. The exit
status is 1 if the tests missed a fault, or if one could not be planted.
"""

import argparse
import gc
import importlib.util
import multiprocessing
import os
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import pytest
from builds import LOOPS, OBJECTS, SUFFIX, Build, BuildError, replace
from faults import Fault, read_faults, with_fault

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "dist", "__pycache__", ".*_cache")
KERNELS = ("src/sepax/_core/kernels/", "src/sepax/_core/simd/")
MEMORY = 12 << 30  # bytes that the tests of a fault may take
FIRST = 2  # modules that are built before the tests run, of those that are not linked with loops
FORK = multiprocessing.get_context("fork")
NOT_RUN = 100  # unlike any exit status of pytest
CRASHES = {-signal.SIGSEGV, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGABRT}
LARGE = ("hypothesis.strategies", "mpmath", "numpy")  # imported once for all tests
LONGEST = 60  # of the costs in a sample: faults that reach more modules are left to longer runs


class Plan(NamedTuple):
    """What is to be done for one fault."""

    fault: Fault
    path: Path
    start: int
    end: int
    modules: list[str]
    loops: list[str]
    first: tuple[list[str], list[str]] | None = None  # of both, what is built and tested first

    @property
    def cost(self) -> int:
        """About how many seconds it takes to find."""
        modules, loops = self.first or (self.modules, self.loops)
        return 5 + 4 * len(modules) + (60 if self.loops_level == "-O3" else 4) * len(loops)

    @property
    def loops_level(self) -> str:
        """How far the loops are optimised."""
        return "-O3" if "test_vectors" in self.fault.tests else "-O1"


class Tree:
    """What the processes know of the base, as they are forked."""

    base: Path
    build: Build


def copy_tree(base: Path) -> None:
    """Copy the tree with a build of it, or with that of the installed sepax."""
    shutil.copytree(ROOT, base, symlinks=True, ignore=LEFT_OUT)
    os.chdir(base)
    OBJECTS.mkdir()
    home = Path("src", "sepax")
    if any(home.rglob(f"*{SUFFIX}")):
        subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], check=True)
        return
    spec = importlib.util.find_spec("sepax")
    if not spec or not spec.origin:
        raise SystemExit("There is no build of sepax: neither in src nor installed.")
    installed = Path(spec.origin).parent
    for library in installed.rglob(f"*{SUFFIX}"):
        shutil.copy2(library, home / library.relative_to(installed))


def enter_links() -> None:
    """Make a folder of links to the base, and work there from now on."""
    gc.set_threshold(100_000, 30)  # Cython takes half as long
    folder = tempfile.mkdtemp(dir=Tree.base.parent)
    ignored = shutil.ignore_patterns("build")
    shutil.copytree(Tree.base, folder, ignore=ignored, copy_function=os.link, dirs_exist_ok=True)
    os.chdir(folder)


def files_and_words(tests: str) -> tuple[str, str]:
    """Return the files that pytest is to run, and the expression of -k."""
    files, _, words = tests.partition(" -k ")
    return files, " ".join(shlex.split(words))


def pytest_process(arguments: list[str], variables: dict[str, str]) -> None:
    """Run pytest in a process that was forked from one which has imported what is large."""
    os.setsid()  # so that what the tests start ends with them
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.environ |= variables
    sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in variables
    sys.path[:0] = [str(Path.cwd()), variables["PYTHONPATH"]]
    status = NOT_RUN
    try:
        status = int(pytest.main(arguments))
    finally:
        sys.exit(status)  # an error would be 1, as if a test had failed


def run_tests(files: str, words: str, most: float | None = None, **variables: str) -> int | None:
    """Return pytest's exit status, 1 if a test failed; None if it takes more than most seconds."""
    variables |= {"PYTHONPATH": str(Path("src").resolve()), "SEPAX_INSTRUCTIONS": "1"}
    arguments = ["-q", "-x", "-p", "no:cacheprovider", "--hypothesis-profile=faults"]
    arguments += ["-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"]
    arguments += [f"tests/{file}" for file in files.split()] + ["-k", words] * bool(words)
    tests = FORK.Process(target=pytest_process, args=(arguments, variables))
    tests.start()
    tests.join(most)
    if tests.exitcode is None and tests.pid:
        os.killpg(tests.pid, signal.SIGKILL)
        tests.join()
        return None
    return tests.exitcode


def time_tests(files: str, words: str) -> float | None:
    """Return how long tests take in the base, where they are compiled; None if they do not pass."""
    begin = time.monotonic()
    return None if run_tests(files, words) else time.monotonic() - begin


def are_alike(written: list[Path]) -> bool:
    """Return whether all objects are those of the base."""
    both = [(path, Tree.base / path) for path in written if path.suffix == ".o"]
    return all(path.read_bytes() == base.read_bytes() for path, base in both if base.exists())


def steps_of(plan: Plan) -> Iterator[Iterator[Path]]:
    """Yield what is to be built before the tests run, once or twice."""
    modules = plan.modules
    if plan.first:
        modules, loops = plan.first
        yield Tree.build.remake(plan.path, modules, loops, plan.fault.function)
        modules = [name for name in plan.modules if name not in modules or name == LOOPS]
    yield Tree.build.remake(plan.path, modules, plan.loops)


def verdict(plan: Plan, most: float) -> str:
    """Plant one fault, see whether a test finds it, and take it out again."""
    source = plan.path.read_text(encoding="utf-8")
    written = [plan.path]
    status: int | None = 0
    try:
        replace(plan.path, with_fault(source, plan.start, plan.end, plan.fault.new))
        for step in steps_of(plan):
            for path in step:
                written.append(path)  # one by one, as there may be an error between them
            tests = files_and_words(plan.fault.tests)
            status = run_tests(*tests, most, PYTHONDONTWRITEBYTECODE="1")
            if status != 0:
                break
        if status == 0 and plan.path.suffix != ".py" and are_alike(written):
            return "STALE: the build is the same without it"
    except BuildError as error:
        return f"STALE: it does not build: {error}"
    finally:
        for path in written:
            path.unlink(missing_ok=True)
            if (Tree.base / path).exists():
                path.hardlink_to(Tree.base / path)
    if status is None:
        return "found: it never ends"
    if status in CRASHES:
        return f"found: {signal.Signals(-status).name} stops the tests"
    return {0: "SURVIVED", 1: "found"}.get(status, f"STALE: pytest says {status}")


def timed_verdict(plan: Plan, most: float) -> tuple[str, float]:
    begin = time.monotonic()
    return verdict(plan, most), time.monotonic() - begin


def make_loops(name: str) -> None:
    list(Tree.build.make_loops(name))
    Tree.build.make_rest(name)


def make_module(name: str) -> None:
    Tree.build.make_base(name)


def make_base(plans: list[Plan], pool: ProcessPoolExecutor) -> None:
    """Build anew all modules that the faults reach, as they are: those that take long first."""
    modules = {name for plan in plans for name in plan.modules}
    pyx = Tree.build.pyx
    longest_first = sorted(modules - {LOOPS}, key=lambda name: -pyx[name].stat().st_size)
    if LOOPS in modules:
        list(pool.map(make_loops, Tree.build.loops))
        longest_first.insert(0, LOOPS)
    list(pool.map(make_module, longest_first))


def test_base(plans: list[Plan], pool: ProcessPoolExecutor) -> dict[str, float | None]:
    """Run all tests of the faults; returns how long those of each list of files take."""
    chosen: dict[str, set[str]] = {}
    for plan in plans:
        files, words = files_and_words(plan.fault.tests)
        chosen.setdefault(files, set()).add(words)
    expressions = [
        "" if "" in words else " or ".join(f"({word})" for word in sorted(words))
        for words in chosen.values()
    ]
    return dict(zip(chosen, pool.map(time_tests, chosen, expressions), strict=True))


def plant(plans: list[Plan], jobs: int) -> int:
    """Try faults, some at once; returns how many the tests missed."""
    with ProcessPoolExecutor(jobs, FORK) as pool:
        make_base(plans, pool)
        seconds = test_base(plans, pool)
    missed = 0
    with ProcessPoolExecutor(jobs, FORK, enter_links) as pool:
        waiting = {}
        for plan in sorted(plans, key=lambda plan: -plan.cost):
            needed = seconds[files_and_words(plan.fault.tests)[0]]
            if needed is None:
                missed += 1
                print(f"{plan.fault.name}: STALE: its tests do not pass without it", flush=True)
            else:
                waiting[pool.submit(timed_verdict, plan, 60.0 + 10.0 * needed)] = plan
        for future in as_completed(waiting):
            said, taken = future.result()
            missed += not said.startswith("found")
            print(f"{waiting[future].fault.name}: {said} ({taken:.0f} s)", flush=True)
    return missed


def planned(fault: Fault) -> Plan:
    """Find where a fault belongs and what it reaches."""
    build = Tree.build
    path, start, end = build.sources.find(fault)
    modules, loops = build.reached(path, fault.function)
    plan = Plan(fault, path, start, end, modules, loops)
    bodies = build.sources.functions.get(fault.function, [])
    is_body = any(place.path == path and place.text[place.start] != "#" for place in bodies)
    if not is_body or plan.loops_level == "-O3":
        return plan  # what is not in a function may have to be the same everywhere
    linked = [LOOPS] * bool(loops)
    others = [name for name in modules if name not in linked]
    if len(others) > FIRST + 1:
        tests = [Path("tests", file) for file in files_and_words(fault.tests)[0].split()]
        others = build.most_used(others, tests)[:FIRST]
    first = linked + others
    some = [name for name in loops if name == build.levels[-1]] or loops
    return plan._replace(first=(first, some)) if loops or len(first) < len(modules) else plan


def runnable(plans: list[Plan]) -> list[Plan]:
    """Leave out faults of an instruction set that this machine does not have, and say so."""
    absent = set(Tree.build.loops) - set(Tree.build.levels)
    chosen = []
    for plan in plans:
        if plan.path.stem.partition("_")[0] not in absent:
            chosen.append(plan)
        else:
            print(f"{plan.fault.name}: not tried, the machine lacks what {plan.path.name} needs")
    return chosen


def sampled(plans: list[Plan], number: int, seed: str) -> list[Plan]:
    """Choose so many, each the more seldom the longer it takes, and one of a kernel first."""
    generator = random.Random(seed)
    plans = [plan for plan in plans if plan.cost <= LONGEST]
    chosen: list[Plan] = []
    kernels = [plan for plan in plans if str(plan.path).startswith(KERNELS)]
    while len(chosen) < min(number, len(plans)):
        among = plans if chosen else kernels or plans
        (plan,) = generator.choices(among, [1.0 / plan.cost for plan in among])
        chosen += [plan] * (plan not in chosen)
    return chosen


def main() -> int:
    """Try the faults that were chosen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", nargs="*", help="parts of the names of the faults to try")
    parser.add_argument("--list", action="store_true", help="only list them")
    parser.add_argument("--sample", type=int, metavar="N", help="try only so many of them")
    parser.add_argument("--seed", default="", help="a text that chooses those of the sample")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="how many at once")
    arguments = parser.parse_args()
    files = [path for path in sorted(HERE.glob("*.txt")) if path.stem != "harmless"]
    faults = [
        fault
        for path in files
        for fault in read_faults(path)
        if any(word in fault.name for word in arguments.words or [""])
    ]
    if arguments.list:
        for fault in faults:
            print(f"{fault.name}: {fault.file}: {fault.tests}")
        return 0
    for name in LARGE:
        importlib.import_module(name)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        Tree.base = Path(folder, "base")
        copy_tree(Tree.base)
        Tree.build = Build()
        plans = runnable([planned(fault) for fault in faults])
        if arguments.sample:
            plans = sampled(plans, arguments.sample, arguments.seed)
        # The instructions of loops are tested as a release has them; answers are always the same.
        for level in ("-O1", "-O3"):
            Tree.build.loops_level = level
            some = [plan for plan in plans if plan.loops_level == level]
            missed += plant(some, arguments.j) if some else 0
        os.chdir(ROOT)
    print(f"{missed} of {len(plans)} were not found")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
