"""Time whole programs' calls into a host package: as it comes, on sepax, and on its other backends.

Every module ``compat_<host>.py`` beside this one has a docstring, which names what is measured,
a table ``TARGETS`` and a function ``run(rounds)``. The function returns for every case the
nanoseconds of each contestant, ``stock`` and ``sepax`` among them, or raises ImportError where
the host is not installed.
"""

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

ROUNDS, QUICK_ROUNDS = 7, 3


def hosts() -> list[str]:
    """Return the hosts that have a module here."""
    modules = Path(__file__).parent.glob("compat_*.py")
    return sorted(path.stem.removeprefix("compat_") for path in modules)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    parser.add_argument("--quick", action="store_true", help="fewer rounds: rough figures")
    parser.add_argument("--host", choices=hosts(), action="append", help="only this host")


def main(options: argparse.Namespace) -> int:
    """Run the modules of all hosts that are installed."""
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    for host in options.host or hosts():
        module = import_module(f"compat_{host}")
        try:
            cases = module.run(rounds)
        except ImportError as error:
            print(f"\n{host}: skipped: {error}")
        else:
            print(f"\n{host}: {(module.__doc__ or '').partition(chr(10))[0]}")
            show(cases, module.TARGETS)
    return 0


def show(cases: dict[str, dict[str, float]], targets: dict[str, dict[str, float]]) -> None:
    """Print the nanoseconds of sepax, and how many times slower each other contestant is."""
    others = [name for name in next(iter(cases.values())) if name != "sepax"]
    columns = "".join(f"{name:>12}{'target':>8}{'ok':>5}" for name in others)
    print(f"{'case':<44}{'sepax ns':>12}{columns}")
    for case, times in cases.items():
        goals = targets.get(case, {})
        cells = "".join(cell(times, other, goals.get(other)) for other in others)
        print(f"{case:<44}{times['sepax']:>12,.0f}{cells}".rstrip())


def cell(times: dict[str, Any], other: str, target: float | None) -> str:
    """Return a ratio, its target and whether it is reached."""
    if other not in times:
        return f"{'-':>12}{'':>13}"
    ratio = times[other] / times["sepax"]
    if target is None:
        return f"{ratio:>11.1f}x{'':>13}"
    return f"{ratio:>11.1f}x{f'>={target:g}':>8}{'yes' if ratio >= target else 'NO':>5}"
