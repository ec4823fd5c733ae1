"""Find the outline that holds each of many points: sepax, and trees of shapely."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely
from common.options import add_quick
from common.targets import Outcome, show_targets
from compound.large import peak

from points.scene import Tissue, draw_tissue

POINTS, OUTLINES, VERTICES = 2_000_000, 50_000, 24
QUICK_SHARE = 10  # of these
MICROSECONDS = 0.2  # a point, at most
MEMORY = Path("/proc/self")  # of Linux

Rows = npt.NDArray[np.intp]


class Report(NamedTuple):
    """The answers of a contestant, and what they took."""

    rows: Rows  # the lowest one that holds each point, -1 for none
    taking_in: float  # seconds of the processor; of the clock, if several threads work
    asking: float
    megabytes: float  # beyond the input


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this sub-command."""
    add_quick(parser, f"a {QUICK_SHARE}th of the points and outlines")
    parser.add_argument("--points", type=int, help=f"{POINTS:,} by default")
    parser.add_argument("--outlines", type=int, help=f"{OUTLINES:,} by default")
    parser.add_argument("--vertices", type=int, default=VERTICES, help="of each outline")
    parser.add_argument("--workers", type=int, default=1, help="threads of sepax")
    parser.add_argument("--rounds", type=int, default=3, help="the fastest one counts")
    parser.add_argument("--alone", action="store_true", help="no peers, and no check of answers")


def begin_peak() -> float:
    """Forget the most memory that was held so far; return the kilobytes held now."""
    reset = MEMORY / "clear_refs"
    if reset.exists():
        reset.write_text("5", encoding="ascii")
    return peak()


def measured(
    take_in: Callable[[], Any], ask: Callable[[Any], Any], clock: Callable[[], float] = thread_time
) -> tuple[Any, Report]:
    """Run both parts of the work; the answers are still to be read."""
    before, start = begin_peak(), clock()
    scene = take_in()
    taken = clock()
    answer = ask(scene)
    end = clock()
    megabytes = (peak() - before) / 1024.0
    return answer, Report(np.empty(0, np.intp), taken - start, end - taken, megabytes)


def fastest(rounds: int, run: Callable[[], Report]) -> Report:
    """Return the fastest report, with the memory of the first: later rounds find it freed."""
    reports = [run() for _ in range(rounds)]
    best = min(reports, key=lambda one: one.taking_in + one.asking)
    return best._replace(megabytes=reports[0].megabytes)


def run_sepax(tissue: Tissue, workers: int) -> Report:
    """Take in outlines by columns, index them, and ask."""
    sepax = import_module("sepax")

    def take_in() -> Any:
        array = sepax.CompoundArray.from_outlines(tissue.vertices, tissue.offsets)
        return sepax.ShapeIndex(array)

    def ask(index: Any) -> Any:
        return sepax.contains(index, tissue.points, first=True, workers=workers)

    rows, report = measured(take_in, ask, thread_time if workers == 1 else perf_counter)
    return report._replace(rows=rows)


def lowest(points: Rows, rows: Rows, count: int) -> Rows:
    """Return the lowest row beside each point, -1 for none."""
    found = np.full(count, -1)
    order = np.argsort(-rows, kind="stable")
    found[points[order]] = rows[order]  # the last one stays
    return found


def run_shapely(tissue: Tissue, ask: Callable[[Any, Any], tuple[Rows, Rows]]) -> Report:
    """Make polygons of the columns; make points, and ask by a tree."""
    rings = tissue.vertices.reshape(len(tissue.offsets) - 1, -1, 2)
    (points, rows), report = measured(
        lambda: shapely.polygons(rings), lambda made: ask(made, shapely.points(tissue.points))
    )
    return report._replace(rows=lowest(points, rows, len(tissue.points)))


def by_tree_of_outlines(polygons: Any, points: Any) -> tuple[Rows, Rows]:
    shapely.prepare(polygons)
    at, rows = shapely.STRtree(polygons).query(points)
    held = shapely.intersects(polygons[rows], points[at])
    return at[held], rows[held]


def by_tree_of_points(polygons: Any, points: Any) -> tuple[Rows, Rows]:
    rows, at = shapely.STRtree(points).query(polygons, predicate="intersects")
    return at, rows


PEERS = {"tree of outlines": by_tree_of_outlines, "tree of points": by_tree_of_points}


def show(name: str, report: Report, outlines: int) -> None:
    """Print the line of a contestant."""
    points = len(report.rows)
    print(
        f"{name:<20}{1e6 * report.asking / points:>10.3f}{1e6 * report.taking_in / outlines:>12.2f}"
        f"{report.taking_in + report.asking:>10.2f}{report.megabytes:>10.0f}",
        flush=True,
    )


def main(options: argparse.Namespace) -> int:
    """Run all; the exit status is 1 if any answers differ."""
    share = QUICK_SHARE if options.quick else 1
    points, outlines = options.points or POINTS // share, options.outlines or OUTLINES // share
    tissue = draw_tissue(points, outlines, options.vertices)
    print(f"{points:,} points into {outlines:,} outlines of {options.vertices} vertices")
    print(f"{'':<20}{'us/point':>10}{'us/outline':>12}{'seconds':>10}{'MB more':>10}")
    run_sepax(draw_tissue(5000, 100, options.vertices), 1)  # what is imported late
    own = fastest(options.rounds, lambda: run_sepax(tissue, options.workers))
    show("sepax", own, outlines)
    each = 1e6 * own.asking / points
    outcomes, unlike = [Outcome("microseconds a point", each, MICROSECONDS, at_most=True)], 0
    for name, ask in () if options.alone else PEERS.items():
        other = fastest(options.rounds, partial(run_shapely, tissue, ask))
        show(name, other, outlines)
        unlike += int(np.count_nonzero(other.rows != own.rows))
        outcomes.append(Outcome(f"{name} / sepax", other.asking / own.asking, 1.0))
    if unlike:
        print(f"{unlike} other answers to questions", file=sys.stderr)
    show_targets(outcomes)
    return int(unlike > 0)
