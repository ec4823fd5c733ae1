"""``python -m sepax.dask pairs INPUT OUTPUT``: all pairs of shapes in Parquet files that meet.

With ``--with FILE`` the pairs of a row of INPUT and a row of FILE, such as of points and the
outlines that hold them.

Works in the folder OUTPUT.partial, from which it goes on if it was stopped, and which becomes
OUTPUT, a folder of Parquet files with the columns i and j, when all is done.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

import dask
from dask.diagnostics import ProgressBar
from dask.utils import parse_bytes
from pyarrow.parquet import read_metadata

import sepax
from sepax.__main__ import at_least
from sepax.dask.collection import (
    TARGET_ROWS,
    Partition,
    Shapes,
    distance_wanted,
    from_parquet,
    layout_of,
    note_of_cells,
    read_cells,
)
from sepax.dask.files import files_of, whole_file
from sepax.dask.kernels import Reach
from sepax.dask.questions import join_of, tasks_of
from sepax.dask.spool import rows_in_cells, spool_piece, write_pairs_of_cells

_STOPPED = 130  # the status of what Ctrl-C has stopped
_KILLED = getattr(signal, "SIGKILL", signal.SIGTERM)
_LEAST_MEMORY = 256 * 2**20  # a process that is given less may be restarted for ever


def parser_of_arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m sepax.dask", description=__doc__)
    commands = parser.add_subparsers(required=True)
    pairs = commands.add_parser("pairs", help="all pairs of shapes that meet, or are near")
    pairs.add_argument("input", type=Path, help="a Parquet file, or a folder of them")
    pairs.add_argument("output", type=Path, help="a folder to be made")
    pairs.add_argument("--with", type=Path, dest="other", help="the other side of the pairs")
    pairs.add_argument(
        "--outlines", action="store_true", help="polygons may be concave and have holes"
    )
    pairs.add_argument("--within", type=float, default=0.0, help="the largest distance of a pair")
    pairs.add_argument(
        "--rows", type=at_least(1), default=TARGET_ROWS, help="wanted in a partition"
    )
    where = pairs.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=at_least(1), help="processes; without it threads of this one"
    )
    where.add_argument("--scheduler", help="the address of a running Dask cluster")
    pairs.add_argument("--memory", type=_memory, default="2GB", help="limit of each worker process")
    return parser


def _memory(text: str) -> int:
    """Read a number of bytes, which may have a unit."""
    try:
        size = int(parse_bytes(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"must be bytes, as 2GB or 500MiB: {error}") from None
    if size < _LEAST_MEMORY:
        least = _LEAST_MEMORY // 2**20
        raise argparse.ArgumentTypeError(f"must be {least}MiB or more, got {text}")
    return size


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit status."""
    options = parser_of_arguments().parse_args(arguments)
    if options.output.exists():
        print(f"error: {options.output} is there already", file=sys.stderr)
        return 2
    for source in _inputs_of(options):
        if source.resolve() in options.output.resolve().parents:
            print(f"error: {options.output} must not be in {source}", file=sys.stderr)
            return 2
    partial = options.output.with_name(f"{options.output.name}.partial")
    try:
        with _engine(options) as run:
            count = write_pairs(options, partial, run)
    except KeyboardInterrupt:
        print(f"stopped: the same command goes on from {partial}", file=sys.stderr)
        return _STOPPED
    except Exception as error:  # of the engine, too, which has its own kinds
        print(f"error: {error}", file=sys.stderr)
        if partial.exists():
            print(f"the same command goes on from {partial}", file=sys.stderr)
        return 1
    print(f"{count} pairs in {options.output}")
    return 0


# --- where tasks are run ------------------------------------------------------------------


@contextmanager
def _engine(options: argparse.Namespace) -> Iterator[Any]:
    """Give a function that computes tasks and shows how far it is."""
    if options.workers is None and options.scheduler is None:
        yield _run_in_threads
        return
    from distributed import Client, LocalCluster

    if options.scheduler is not None:
        with Client(options.scheduler) as client:
            yield lambda tasks, label: _run_in_cluster(client, tasks, label)
        return
    with (
        LocalCluster(
            n_workers=options.workers,
            threads_per_worker=1,
            memory_limit=options.memory,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster) as client,
    ):
        try:
            yield lambda tasks, label: _run_in_cluster(client, tasks, label)
        except KeyboardInterrupt:
            for nanny in cluster.workers.values():  # to close the cluster waits for their tasks
                with suppress(ProcessLookupError, TypeError):  # one that ends, or is not there yet
                    os.kill(nanny.pid, _KILLED)
            raise


def _run_in_threads(tasks: Sequence[Any], label: str) -> list[Any]:
    print(label, file=sys.stderr)
    with ProgressBar(out=sys.stderr):
        return list(dask.compute(*tasks, scheduler="threads"))


def _run_in_cluster(client: Any, tasks: Sequence[Any], label: str) -> list[Any]:
    from distributed import progress

    print(label, file=sys.stderr)
    futures = client.compute(list(tasks))
    progress(futures, notebook=False)
    print(file=sys.stderr)
    return list(client.gather(futures))


# --- commands ------------------------------------------------------------------------------


def _inputs_of(options: argparse.Namespace) -> list[Path]:
    return [options.input] if options.other is None else [options.input, options.other]


def write_pairs(options: argparse.Namespace, partial: Path, run: Any) -> int:
    """Find all pairs, and return how many there are."""
    sides = [from_parquet(path, outlines=options.outlines) for path in _inputs_of(options)]
    within = distance_wanted(options.within)
    partial.mkdir(parents=True, exist_ok=True)
    layout = _plan(sides, options, within, partial, run)
    folders = ("spool", "spool-with")
    spools = [
        _spool(shapes, layout, partial / folder, run)
        for shapes, folder in zip(sides, folders, strict=False)
    ]
    join = join_of(sides, layout, within, "pairs", True)
    folder = partial / "pairs"
    folder.mkdir(exist_ok=True)
    held = [rows_in_cells(spool) for spool in spools]
    tasks = [
        (one, other)
        for one, other in tasks_of(join, layout.cells)
        if held[0][one] and held[-1][other]
    ]
    known, write_task = dask.delayed(join, traverse=False), dask.delayed(write_pairs_of_cells)
    files = dask.delayed(spools, traverse=False)
    targets = [folder / f"part-{one:06d}-{other:06d}.parquet" for one, other in tasks]
    missing = [task for task in zip(tasks, targets, strict=True) if not task[1].exists()]
    run([write_task(known, cells, files, target) for cells, target in missing], "pairs")
    for left in folder.glob(".*"):  # of a run that was killed
        left.unlink()
    count = int(sum(read_metadata(file).num_rows for file in folder.iterdir()))
    folder.replace(options.output)
    shutil.rmtree(partial)
    return count


def _plan(
    sides: list[Shapes], options: argparse.Namespace, within: float, partial: Path, run: Any
) -> Partition:
    """Return the cells, which a run that goes on has from the one before it."""
    files = [Path(file) for file in files_of(_inputs_of(options))]
    what = {
        "version": sepax.__version__,
        "files": [
            [str(file.resolve()), file.stat().st_size, file.stat().st_mtime_ns] for file in files
        ],
        "options": [within, options.rows, options.outlines],
        "sides": [shapes.count for shapes in sides],
    }
    plan = partial / "plan.json"
    if plan.exists():
        known = json.loads(plan.read_text(encoding="utf-8"))
        if known["what"] != what:
            raise ValueError(
                f"{partial} was begun with other input or options: remove it, or go on with those"
            )
        return read_cells(known["cells"])
    layout = layout_of(sides, Reach(within), options.rows, lambda *tasks: run(tasks, "survey"))
    with whole_file(plan) as unfinished:
        text = json.dumps({"what": what, "cells": note_of_cells(layout)})
        unfinished.write_text(text, encoding="utf-8")
    return layout


def _spool(shapes: Shapes, layout: Partition, folder: Path, run: Any) -> list[Path]:
    """Sort all rows by place, and return the files that have them."""
    folder.mkdir(exist_ok=True)
    side = dask.delayed(shapes._side, traverse=False)
    cells, write = dask.delayed(layout.cells, traverse=False), dask.delayed(spool_piece)
    parts = shapes.frame.to_delayed()
    paths = [folder / f"piece-{k:06d}.arrow" for k in range(len(parts))]
    missing = [(part, path) for part, path in zip(parts, paths, strict=True) if not path.exists()]
    run([write(part, side, cells, layout.reach, path) for part, path in missing], "by place")
    return paths


def leave(status: int) -> NoReturn:
    """End the process: at once if it was stopped, as threads would go on with their tasks.

    What these write has a name of its own until it is whole.
    """
    if status == _STOPPED:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


if __name__ == "__main__":
    leave(main())
