"""Time the verbs on arrays of boxes, circles and polygons, in memory and cache, sepax and peers."""

import argparse
from collections.abc import Sequence

from common.agreement import grouped, show_agreement, total
from common.case import write_csv
from common.contestant import installed, processors, show_versions
from common.options import add_csv, add_match, add_quick
from common.targets import show_targets
from common.timing import Effort

from arrays.cases import HITS, ArrayResult, run
from arrays.entry import OnArrays
from arrays.extras import show_memory, show_threads
from arrays.kernels import Kernel, Read, kernels
from arrays.numba_peers import Naive, Numba, NumbaCircles, Textbook
from arrays.sepax import Sepax, SepaxShared
from arrays.targets import SHARED
from arrays.whole_peers import NumPy, PreparedShapely, Shapely

QUICK_HITS = (0.5,)
THOROUGH = Effort(rounds=31, least_rounds=3, budget=250_000_000)
QUICK = Effort(rounds=7, least_rounds=3, budget=60_000_000)
PEERS: tuple[type[OnArrays], ...] = (
    Numba,
    NumbaCircles,
    Textbook,
    Naive,
    NumPy,
    Shapely,
    PreparedShapely,
)
HEADER = "verb family form place hits contestant ns rounds to_read to_sepax target reached"


def contestants() -> list[OnArrays]:
    """Return who is present, sepax first, and print the reason for each that is not."""
    floor: tuple[type[OnArrays], ...] = (Read,)
    present = [Sepax(), *installed(floor), *kernels()]
    if processors() > 1:
        present.append(SepaxShared())
    else:
        print(f"{SepaxShared.name} skipped: this process may use one processor only")
    return [*present, *installed(PEERS)]


def compared(present: Sequence[OnArrays]) -> list[OnArrays]:
    """Return those that have columns of their own, right of sepax and the read."""
    return [one for one in present if one.name not in (Sepax.name, Read.name)]


def show_header(present: Sequence[OnArrays]) -> None:
    """Print the titles of the columns."""
    print("\nns a pair; /read: times the read of the boxes' records; the others, 2 workers too:")
    print("their time / that of sepax")
    others = "".join(f"{one.name:>10}" for one in compared(present) if not isinstance(one, Kernel))
    levels = "".join(f"{one.name:>9}{'/read':>6}" for one in present if isinstance(one, Kernel))
    print(f"{'case':<56}{'sepax':>9}{'read':>7}{'/read':>6}{levels}{others}")


def show(result: ArrayResult, present: Sequence[OnArrays]) -> None:
    """Print the line of one case."""
    times = {name: timing.nanoseconds for name, timing in result.timings.items()}
    read, sepax = times.get("read"), times["sepax"]
    line = f"{result.case.name:<56}{sepax:>9.2f}"
    line += f"{read:>7.2f}{sepax / read:>6.2f}" if read else f"{'':>13}"
    for one in compared(present):
        time = times.get(one.name)
        if isinstance(one, Kernel):
            line += f"{time:>9.2f}" if time else f"{'':>9}"
            line += f"{time / read:>6.2f}" if time and read else f"{'':>6}"
        else:
            line += f"{time / sepax:>9.2f}x" if time else f"{'':>10}"
    print(line.rstrip(), flush=True)


def csv_row(result: ArrayResult, name: str) -> tuple[object, ...]:
    """Return the figures of one contestant in one case."""
    (nanoseconds, rounds), setting = result.timings[name], result.case.setting
    others = (other if other in result.timings else None for other in ("read", "sepax"))
    ratios = (f"{result.ratio(name, other):.4g}" if other else "" for other in others)
    one = dict(result.verdicts).get(name)
    target = (one.bound, one.answer) if one else ("", "")
    where = (result.case.verb, setting.family, setting.form, setting.place, setting.hits)
    return (*where, name, f"{nanoseconds:.3f}", rounds, *ratios, *target)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    add_csv(parser)
    add_quick(parser, "50 %% hits only, fewer rounds")
    add_match(parser)


def main(options: argparse.Namespace) -> int:
    """Run the cases; the exit status is 1 if sepax, or a kernel of it, gave a wrong answer."""
    effort, hits = (QUICK, QUICK_HITS) if options.quick else (THOROUGH, HITS)
    present, results = contestants(), []
    show_versions(present)
    show_header(present)
    for result in run(options.match, hits, present, effort):
        show(result, present)
        results.append(result)
    agreement = grouped((result.case.name, result.tallies) for result in results)
    show_agreement(agreement)
    show_targets([outcome for result in results for _, outcome in result.verdicts])
    if any(SHARED in result.timings for result in results):
        show_threads()
    if not options.match:
        show_memory(options.quick)
    if options.csv:
        write_csv(options.csv, HEADER, results, csv_row)
    own = [one.name for one in present if isinstance(one, (Sepax, Kernel))]
    return int(any(total(agreement.get(name, {}).values()).wrong for name in own))
