"""Time all pairs of boxes in Parquet files: one array, the command of sepax.dask, and peers."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from common.options import add_quick

from scale.scenes import sorted_pairs, write_boxes

COUNTS = (1_000_000, 5_000_000)
PEERS = ("dask-geopandas", "duckdb")
PEERS_COUNT = 200_000  # which take them some ten seconds
MOST = 3.0  # times the whole time of one array, in threads
JUDGED_COUNT = 5_000_000  # from which on it counts: imports alone take a second
WORK = Path(__file__).parent / "work.py"
BENCH = str(WORK.parent.parent)


class Run(NamedTuple):
    """How a contestant did."""

    seconds: float  # of the whole process, or of what it says was its work
    megabytes: float  # the most that one of its processes held
    said: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this sub-command."""
    add_quick(parser, f"{PEERS_COUNT:,} boxes alone")
    parser.add_argument("--count", type=int, help="so many boxes, such as 20_000_000, alone")
    parser.add_argument("--memory", default="2GB", help="of each worker process")
    parser.add_argument("--folder", type=Path, help="for the files, which stay there")


def run_process(arguments: list[str]) -> Run:
    """Run a Python process to its end."""
    meter = (  # of the process and of all that it waited for
        "import resource, runpy, sys; sys.argv = sys.argv[1:]\n"
        "try: runpy.run_path(sys.argv[0], run_name='__main__')\n"
        "finally: print('peak', max(resource.getrusage(who).ru_maxrss for who in "
        "(resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))"
    )
    path = os.pathsep.join(filter(None, (BENCH, os.environ.get("PYTHONPATH"))))
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", meter, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    seconds = perf_counter() - start
    lines = (line.split() for line in done.stdout.splitlines())
    words = {line[0]: line[1] for line in lines if len(line) > 1}
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason"])[-1]
        return Run(float("nan"), 0.0, f"failed: {reason[:120]}")
    seconds = float(words.get("seconds", seconds))
    return Run(seconds, float(words["peak"]) / 1024.0, words.get("pairs", ""))


def run_command(source: Path, target: Path, *options: str) -> Run:
    """Run the command of sepax.dask."""
    import sepax.dask

    program = Path(sepax.dask.__file__).with_name("__main__.py")
    return run_process([str(program), "pairs", str(source), str(target), *options])


def show(name: str, run: Run, count: int) -> None:
    """Print a line."""
    rate = count / run.seconds
    print(f"{name:<28}{run.seconds:>9.2f} s{rate:>14,.0f}{run.megabytes:>10,.0f}  {run.said}")


def measure(count: int, folder: Path, memory: str) -> bool:
    """Run all contestants on so many boxes; return whether the targets are kept."""
    source = folder / f"boxes-{count}.parquet"
    write_boxes(source, count)
    title = f"{count:,} boxes"
    print(f"\n{title:<28}{'whole time':>11}{'rows a second':>14}{'MB':>10}  pairs")
    targets = {name: folder / f"{name}-{count}" for name in ("array", "threads", "processes")}
    for target in targets.values():
        shutil.rmtree(target, ignore_errors=True)
    array = run_process([str(WORK), "array", str(source), str(targets["array"])])
    show("one array", array, count)
    ours = run_command(source, targets["threads"])
    show("command, threads", ours, count)
    workers = ("--workers", str(os.cpu_count() or 1), "--memory", memory)
    show(
        f"command, {workers[1]} processes",
        run_command(source, targets["processes"], *workers),
        count,
    )
    want = sorted_pairs(targets["array"])
    agree = all(np.array_equal(sorted_pairs(targets[name]), want) for name in targets)
    print(f"the same pairs: {'yes' if agree else 'NO'}")
    ratio = ours.seconds / array.seconds
    print(f"{ratio:.2f} times one array; of {JUDGED_COUNT:,} and more the target is {MOST:g}")
    if count == PEERS_COUNT:
        show_peers(source, count, len(want))
    return agree and (ratio <= MOST or count < JUDGED_COUNT)


def show_peers(source: Path, count: int, pairs: int) -> None:
    """Print how peers do whose work grows as ours does, and take too long for more."""
    for name in PEERS:
        peer = run_process([str(WORK), name, str(source), str(source.with_name(name))])
        show(name, peer, count)
        if peer.said.isdecimal() and int(peer.said) != pairs:
            print(f"{name} disagrees")


def main(options: argparse.Namespace) -> int:
    """Run the sub-command."""
    counts = [options.count] if options.count else [PEERS_COUNT, *COUNTS]
    if options.quick:
        counts = [PEERS_COUNT]
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        kept = [measure(count, folder, options.memory) for count in counts]
    return 0 if all(kept) else 1
