"""Time whole programs' calls into a host package: as it comes, on sepax, and on its other backends.

A host is a module beside this one with a docstring, which names what is measured,
a table ``TARGETS`` and a function ``run(rounds)``. The function returns for every case the
nanoseconds of each contestant, ``stock`` and ``sepax`` among them, or raises ImportError where
the host is not installed. They are nanoseconds of the processor: on a machine that does other
things as well, a slow contestant is interrupted more often than a fast one.
"""

import argparse
from importlib import import_module
from statistics import median

from common.options import add_quick
from common.targets import Outcome

from compat.times import Times

ROUNDS, QUICK_ROUNDS = 7, 3

HOSTS = (
    *("adjusttext", "arcade", "boxmot", "collision", "cv2", "doctr", "highway_env", "irsim"),
    *("paddleocr", "pygame", "sahi", "supervision", "ultralytics"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    add_quick(parser, "fewer rounds: rough figures")
    parser.add_argument(
        "--runs", type=int, default=1, help="repeat all, and print ranges of ratios"
    )
    parser.add_argument("--host", choices=HOSTS, action="append", help="only this host")


def main(options: argparse.Namespace) -> int:
    """Run the modules of all hosts that are installed."""
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    for host in options.host or HOSTS:
        module = import_module(f"compat.{host}")
        try:
            runs = [module.run(rounds) for _ in range(options.runs)]
        except ImportError as error:
            print(f"\n{host}: skipped: {error}")
        else:
            print(f"\n{host}: {(module.__doc__ or '').partition(chr(10))[0]}")
            show(runs, module.TARGETS)
    return 0


def show(runs: list[Times], targets: Times) -> None:
    """Print the nanoseconds of sepax, and how many times slower each other contestant is."""
    others = [name for name in next(iter(runs[0].values())) if name != "sepax"]
    columns = "".join(f"{name:>16}{'target':>8}{'ok':>5}" for name in others)
    print(f"{'case':<48}{'sepax ns':>12}{columns}")
    for case in runs[0]:
        times = [run[case] for run in runs]
        goals = targets.get(case, {})
        cells = "".join(cell(times, other, goals.get(other)) for other in others)
        print(f"{case:<48}{median(each['sepax'] for each in times):>12,.0f}{cells}".rstrip())


def cell(times: list[dict[str, float]], other: str, target: float | None) -> str:
    """Return the ratio, its target and whether it is reached; of more runs, from least to most."""
    if other not in times[0]:
        return f"{'-':>16}{'':>13}"
    ratios = sorted(each[other] / each["sepax"] for each in times)
    ratio = f"{ratios[0]:.1f}x" if len(ratios) == 1 else f"{ratios[0]:.1f} to {ratios[-1]:.1f}x"
    if target is None:
        return f"{ratio:>16}{'':>13}"
    outcome = Outcome(other, median(ratios), target)
    return f"{ratio:>16}{outcome.bound:>8}{outcome.answer:>5}"
