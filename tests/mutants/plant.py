#!/usr/bin/env python3
"""Make faults, one at a time, and check that the tests find each of them.

    python tests/mutants/plant.py src/sepax/_core --draw 20 --seed TEXT    of a folder or of files
    python tests/mutants/plant.py --since main       of the lines that a change has touched
    python tests/mutants/plant.py --list             only show them
    python tests/mutants/plant.py --only "[sweep.pxd" --tests answers/test_sweep.py
        faults that are shown with this text, by these tests in place of those that share a word
    python tests/mutants/plant.py --known            a few that are known to be found, as CI does

faults.py makes the faults, of the tables, the templates in tools and all sources, and the seed
chooses among them. -j says how many are tried at once. The same seed and --skip continue a run.

A copy of the tree is tested; the tree itself is only read. Its build is that in src or, if there is
none, that of the sepax that is installed. Only the modules that a fault reaches are built anew,
without optimisation; builds.py tells how. A fault that does not compile, or compiles to the same,
does not count: another one is drawn.

These tests run, up to the first that fails: golden hashes, the files whose names share a word with
the file or the function, those marked `quick`, and those of the folder. A test that fails must pass
without the fault.
At first only some modules are built, those that the tests use most, with the loops of the highest
instruction set; the others are built if no test has failed.

The last lines are the score, faults found of faults made, for each folder. The exit status is 1 if
it is below --least percent. Faults in equivalent.txt change no answer, for the reasons there. They
are not tried, and those that can no longer be made are named.
"""

import argparse
import contextlib
import faulthandler
import gc
import importlib.util
import itertools
import multiprocessing
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest
from builds import LOOPS, OBJECTS, SUFFIX, Build, BuildError, replace, words_of
from faults import GENERATED, PYTHON, TABLES, C, Fault, faults_in, in_order, read_reasons

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EQUIVALENT = HERE / "equivalent.txt"
# A function and an operator for each kind of source. The tests find every such fault, because they
# compare what the function returns with exact answers.
KNOWN = (
    "predicates.pxd orient2d: sign",
    "box_edges.inl vertex_x: sign",
    "suppression.pyx rank_rows: dropped",
    "scene.py nearest: logic",
)
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "dist", "__pycache__", ".*_cache", "objects")
MEMORY = 12 << 30  # bytes that the tests of a fault may take
LONGEST_TEST = 240  # seconds; none takes a twentieth of it, unless the machine is busy
FIRST = 2  # modules that are built before the tests run, of those that are not linked with loops
TESTS_OF = {
    "answers": ["answers"],
    "arrays": ["scenes"],
    "kernels": ["answers", "kernels"],
    "simd": ["simd"],
    "compat": ["compat"],
}
FEW = 3  # modules: with no more, the name of each helps to choose the tests
MATCHING = 4  # files of tests that share a word with the fault, at most
FORK = multiprocessing.get_context("fork")
LARGE = ("hypothesis.strategies", "mpmath", "numpy")  # imported once for all tests
# Of optimised code, of this tool, and of other tests.
NOT_FOR_FAULTS = re.compile(r"test_(?:vectors|mutants|package|proof|bench_\w+|\w*oracle)")
SURVIVED = "SURVIVED"
SAME = "not made: it compiles to the same"
NO_TEST = "the collection of the tests"
GOLDEN = "simd/test_golden.py"


class Tree:
    """What the processes know of the base, as they are forked."""

    base: Path
    build: Build
    tests: list[str]  # all files of tests, below tests
    quick: list[str]
    first: list[str]  # those that the user names
    unsound: ClassVar[list[str]] = []  # tests that fail without a fault


class Plan(NamedTuple):
    """What a fault reaches."""

    modules: list[str]
    loops: list[str]
    first: tuple[list[str], list[str]] | None = None  # of both, what is built and tested first


# --- what is drawn ----------------------------------------------------------------------------


def sources(roots: list[str]) -> Iterator[tuple[Path, str]]:
    """Yield the files that are written by hand, relative to the tree, with their texts."""
    command = ["git", "ls-files"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    names = set(tracked.stdout.splitlines())
    is_repository = Path(__file__).relative_to(ROOT).as_posix() in names  # and no sdist
    for root in roots:
        whole = ROOT / root
        for path in sorted(whole.rglob("*")) if whole.is_dir() else [whole]:
            name = path.relative_to(ROOT)
            is_code = path.suffix in PYTHON | C | TABLES
            if is_code and (name.as_posix() in names or not is_repository):
                text = path.read_text(encoding="utf-8")
                if not GENERATED.match(text):
                    yield name, text


def changed_lines(revision: str) -> dict[Path, set[int]]:
    """Return the numbers of the lines that are new since a revision."""
    command = ["git", "diff", "-U0", "--no-color", revision]
    lines: dict[Path, set[int]] = {}
    path = Path()
    for line in subprocess.check_output(command, cwd=ROOT, text=True).split("\n"):
        if line.startswith("+++ b/"):
            path = Path(line[6:])
        elif where := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", line):
            start, count = int(where[1]), int(where[2] or 1)
            lines.setdefault(path, set()).update(range(start, start + count))
    return lines


def faults_of(roots: list[str], since: str) -> Iterator[Fault]:
    """Yield all faults that can be made there."""
    changed = changed_lines(since) if since else {}
    for path, text in sources(roots):
        if not since or path in changed:
            for fault in faults_in(path, text):
                if not since or text.count("\n", 0, fault.start) + 1 in changed[path]:
                    yield fault


# --- the tests --------------------------------------------------------------------------------


def parts(name: str) -> set[str]:
    """Return the words of a name, in the singular."""
    return {word.removesuffix("s") for word in name.lower().split("_") if len(word) > 2}


def matching(fault: Fault, modules: list[str], tests: list[str]) -> list[str]:
    """Return the tests that share words with the file or, less so, with what the fault reaches."""
    of_file = parts(fault.path.stem)
    others = parts(fault.function)
    if len(modules) <= FEW:
        others = others.union(*(parts(name.rpartition(".")[2]) for name in modules))
    is_core = "_core" in fault.path.parts and "compat" not in fault.path.parts
    scores = {}
    for test in tests:
        folder, _, name = test.removesuffix(".py").partition("/test_")
        score = 2 * len(parts(name) & of_file) + len(parts(name) & others)
        if score and not (is_core and folder in ("compat", "docs")):
            scores[test] = -score, (ROOT / "tests" / test).stat().st_size
    best = sorted(scores, key=lambda test: scores[test])[:MATCHING]
    return sorted(best, key=lambda test: scores[test][1])


class Witness:
    """Writes down which test runs, and ends what never ends."""

    def __init__(self, note: Path) -> None:
        """Begin with none."""
        self.note = note
        note.write_text("", encoding="utf-8")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.note.write_text(nodeid, encoding="utf-8")
        faulthandler.dump_traceback_later(LONGEST_TEST, exit=True)


def pytest_process(arguments: list[str], variables: dict[str, str], note: Path) -> None:
    """Run pytest in a process that was forked from one which has imported what is large."""
    os.setsid()  # so that what the tests start ends with them
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.environ |= variables
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(Path.cwd()), variables["PYTHONPATH"]]
    faulthandler.dump_traceback_later(LONGEST_TEST, exit=True)
    sys.exit(int(pytest.main(arguments, [Witness(note)])))


def failing(tests: list[str], *options: str, **variables: str) -> str:
    """Run tests up to the first that fails; returns its name, or "" if all pass."""
    if not tests:
        return ""
    note = Path("running").resolve()
    variables |= {"PYTHONPATH": str(Path("src").resolve())}
    arguments = ["-q", "-x", "-p", "no:cacheprovider", "--hypothesis-profile=faults", *options]
    arguments += ["-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"]
    arguments += [f"tests/{test}" for test in tests]
    process = FORK.Process(target=pytest_process, args=(arguments, variables, note))
    process.start()
    process.join()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid or 0, signal.SIGKILL)
    if process.exitcode in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        return ""
    return note.read_text(encoding="utf-8") or NO_TEST


def finder(tests: list[str], **variables: str) -> str:
    """Return the first test that fails, but passes in the base; "" if there is none."""
    while test := failing(tests, *[f"--deselect={one}" for one in Tree.unsound], **variables):
        with contextlib.chdir(Tree.base):
            if test == NO_TEST:
                fails = failing(tests, "--collect-only", **variables)
            else:
                fails = failing([test.removeprefix("tests/")], **variables)
        if not fails:
            return test
        if test == NO_TEST:
            raise RuntimeError(f"the tests cannot be collected without a fault: {tests}")
        Tree.unsound.append(test)
    return ""


# --- one fault ------------------------------------------------------------------------------------


def planned(fault: Fault) -> Plan:
    """Find what a fault reaches."""
    build = Tree.build
    if is_template(fault):
        return Plan([], [])  # known once the files are written
    modules, loops = build.reached(fault.path, fault.function)
    plan = Plan(modules, loops)
    bodies = build.sources.functions.get(fault.function, [])
    if not any(place.path == fault.path and place.text[place.start] != "#" for place in bodies):
        return plan  # what is not in a function may have to be the same everywhere
    linked = [LOOPS] * bool(loops)
    others = [name for name in modules if name not in linked]
    if len(others) > FIRST + 1:
        tests = ["golden.py", *matching(fault, modules, Tree.tests)]
        words = words_of("".join(Path("tests", test).read_text("utf-8") for test in tests))
        others = build.most_used(others, words)[:FIRST]
    first = linked + others
    some = [name for name in loops if name == build.levels[-1]] or loops
    return plan._replace(first=(first, some)) if loops or len(first) < len(modules) else plan


def is_template(fault: Fault) -> bool:
    return fault.path.suffix in TABLES or fault.path.parts[0] == "tools"


def generate() -> list[Path]:
    """Write what follows from the tables and templates; returns the sources that differ."""
    done = subprocess.run(
        [sys.executable, "tools/generate.py"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(done.stderr[-300:])
    texts = Tree.build.texts
    return [path for path in texts if path.read_bytes() != (Tree.base / path).read_bytes()]


def steps_of(fault: Fault, plan: Plan) -> Iterator[Iterator[Path]]:
    """Yield what is to be built before the tests run, once or twice."""
    build = Tree.build
    modules = plan.modules
    if is_template(fault):
        changed = generate()
        reached = [build.reached(path, "") for path in changed]
        modules = sorted({name for names, _ in reached for name in names})
        yield build.remake(fault.path, modules, [])
        return
    if plan.first:
        modules, loops = plan.first
        yield build.remake(fault.path, modules, loops)
        modules = [name for name in plan.modules if name not in modules or name == LOOPS]
    yield build.remake(fault.path, modules, plan.loops)


class Planted:
    """A fault in the sources, which are as before at the end."""

    def __init__(self, fault: Fault) -> None:
        """Note nothing yet."""
        self.fault = fault
        self.kept: dict[Path, Path] = {}  # what is written, and where its old content is

    def keep(self, path: Path) -> None:
        """Move a file away before it is written, once."""
        if path not in self.kept:
            self.kept[path] = path.with_name(f"{path.name}.kept")
            if path.exists():
                path.rename(self.kept[path])

    def is_same(self) -> bool:
        """Return whether loops alone were compiled, to the same objects."""
        objects = {path: old for path, old in self.kept.items() if path.suffix == ".o"}
        return bool(objects) and all(
            old.exists() and old.read_bytes() == path.read_bytes() for path, old in objects.items()
        )

    def __enter__(self) -> "Planted":
        """Plant it."""
        fault = self.fault
        source = fault.path.read_text(encoding="utf-8")
        self.keep(fault.path)
        replace(fault.path, source[: fault.start] + fault.new + source[fault.end :])
        return self

    def __exit__(self, *error: object) -> None:
        """Move all files back."""
        for path, before in self.kept.items():
            path.unlink(missing_ok=True)
            if before.exists():
                before.rename(path)


def verdict(fault: Fault) -> str:
    """Return whether a test finds a fault, and which."""
    build, plan = Tree.build, planned(fault)
    variables = {}
    level = fault.path.stem.partition("_")[0]
    if level in build.loops and "isa" in fault.path.parts:
        if level not in build.levels:
            return "not made: the machine lacks the instructions"
        variables["SEPAX_SIMD"] = level
    relevant = Tree.first or matching(fault, plan.modules, Tree.tests)
    folders = {name for part in fault.path.parts for name in TESTS_OF.get(part, [])}
    rest = [test for test in Tree.tests if test.partition("/")[0] in folders]
    rest = [test for test in dict.fromkeys(Tree.quick + rest) if test not in relevant]
    if plan.loops:
        build.prepare_loops()
    try:
        with Planted(fault) as planted:
            for step in steps_of(fault, plan):
                for path in step:
                    planted.keep(path)
                if fault.path.suffix not in (".py", ".toml") and len(planted.kept) == 1:
                    return SAME
                for tests in ([GOLDEN], relevant):
                    if test := finder(tests, **variables):
                        return f"found by {test}"
            if test := finder(rest, **variables):
                return f"found by {test}"
            return SAME if planted.is_same() else SURVIVED
    except BuildError as error:
        return f"not made: it does not compile: {error}"
    finally:
        if is_template(fault):
            enter_links()


def timed_verdict(fault: Fault) -> tuple[str, float]:
    begin = time.monotonic()
    return verdict(fault), time.monotonic() - begin


# --- all of them ----------------------------------------------------------------------------------


def copy_tree(base: Path) -> None:
    """Copy the tree with a build of it, or with that of the installed sepax."""
    shutil.copytree(ROOT, base, symlinks=True, ignore=LEFT_OUT)
    os.chdir(base)
    OBJECTS.mkdir()
    subprocess.run([sys.executable, "tools/generate.py"], check=True)
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


def copy_or_link(old: str, new: str) -> None:
    """Copy what tools/generate.py may write into."""
    (os.link if old.endswith(SUFFIX) else shutil.copy2)(old, new)


def enter_links() -> None:
    """Make a folder of copies and links of the base, and work there from now on."""
    gc.set_threshold(100_000, 30)  # Cython takes half as long
    folder = tempfile.mkdtemp(dir=Tree.base.parent)
    ignored = shutil.ignore_patterns("build")
    shutil.copytree(
        Tree.base, folder, ignore=ignored, copy_function=copy_or_link, dirs_exist_ok=True
    )
    os.chdir(folder)


def results_of(drawn: Iterator[Fault], count: int, jobs: int) -> Iterator[tuple[Fault, str]]:
    """Try faults, some at once, until so many were made; yields and prints what came of them."""
    made = 0
    waiting: dict[Future[tuple[str, float]], Fault] = {}
    with ProcessPoolExecutor(jobs, FORK, enter_links) as pool:
        while True:
            for fault in itertools.islice(drawn, max(0, min(jobs, count - made) - len(waiting))):
                waiting[pool.submit(timed_verdict, fault)] = fault
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                fault = waiting.pop(future)
                said, taken = future.result()
                made += not said.startswith("not made")
                print(f"{fault.text}\n{said} ({taken:.0f} s)\n", flush=True)
                yield fault, said


def report(results: list[tuple[Fault, str]]) -> float:
    """Print the score of each folder; returns the percentage of all."""
    made, found = Counter[str](), Counter[str]()
    for fault, said in results:
        if not said.startswith("not made"):
            parts = fault.path.parent.parts
            for folder in ("/".join(parts[2:4] if parts[0] == "src" else parts), "all"):
                made[folder] += 1
                found[folder] += said != SURVIVED
    for folder in sorted(made, key=lambda folder: (folder == "all", folder)):
        print(f"{folder or 'sepax'}: {found[folder]} of {made[folder]} found")
    return 100.0 * found["all"] / made["all"] if made["all"] else 100.0


def chosen(arguments: argparse.Namespace) -> Iterator[Fault]:
    """Return the faults to try, in their order, without those that change no answer."""
    faults = list(faults_of(arguments.paths, arguments.since))
    reasons = read_reasons(EQUIVALENT.read_text(encoding="utf-8"))
    if not arguments.since:
        keys, names = {fault.key for fault in faults}, {fault.path.name for fault in faults}
        for key in reasons:
            if key[0] in names and key not in keys:
                print(f"{EQUIVALENT.name}: this can no longer be made: {key}")
    if arguments.known:
        first: dict[str, Fault] = {}
        for fault in in_order((one for one in faults if one.name in KNOWN), arguments.seed):
            first.setdefault(fault.name, fault)
        return iter(first.values())
    faults = [one for one in faults if any(text in one.text for text in arguments.only)]
    return in_order((one for one in faults if one.key not in reasons), arguments.seed)


def main() -> int:
    """Try the faults that were chosen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", help="folders or files", default=["src/sepax", "tools"])
    parser.add_argument("--since", default="", metavar="REVISION", help="only lines changed since")
    parser.add_argument("--draw", type=int, default=20, metavar="N", help="so many faults")
    parser.add_argument(
        "--skip", type=int, default=0, metavar="N", help="but not the first of them"
    )
    parser.add_argument("--seed", default="", help="a text that chooses them")
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="TEXT", help="those with it in what --list shows"
    )
    parser.add_argument(
        "--tests", nargs="+", default=[], metavar="FILE", help="below tests: try these"
    )
    parser.add_argument("--known", action="store_true", help="a few that are known to be found")
    parser.add_argument("--list", action="store_true", help="only show them")
    parser.add_argument(
        "--least", type=float, default=100.0, metavar="PERCENT", help="of the score"
    )
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="how many at once")
    arguments = parser.parse_args()
    drawn = itertools.islice(chosen(arguments), arguments.skip, None)
    if arguments.list:
        for fault in itertools.islice(drawn, arguments.draw):
            print(f"{fault.text}\n")
        return 0
    for name in LARGE:
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as folder:
        Tree.base = Path(folder, "base")
        copy_tree(Tree.base)
        Tree.build = Build()
        Tree.first = arguments.tests
        found = Path("tests").glob("*/test_*.py")
        Tree.tests = sorted(
            path.relative_to("tests").as_posix()
            for path in found
            if not NOT_FOR_FAULTS.fullmatch(path.stem) and path.parent.name != "fuzz"
        )
        (quick,) = re.findall(
            r'QUICK = """([^"]*)"""', Path("tests/conftest.py").read_text("utf-8")
        )
        Tree.quick = [f"{name}.py" for name in quick.split()]
        results = list(results_of(drawn, arguments.draw, arguments.j))
        os.chdir(ROOT)
    score = report(results)
    if arguments.known and len(results) < len(KNOWN):
        print(f"only {len(results)} of {len(KNOWN)} known faults could be made")
    return int(score < arguments.least or not results)


if __name__ == "__main__":
    sys.exit(main())
