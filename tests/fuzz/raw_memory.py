#!/usr/bin/env python3
"""Fuzz the entry points that read and write memory of their callers, between guard pages.

    python tests/fuzz/raw_memory.py --seconds 3600   the Python code that is reached guides it
    python tests/fuzz/raw_memory.py --replay FILE    one input, as a failed search has written it

It needs atheris (pip install atheris; Linux). With --libfuzzer the compiled code that is reached
guides the search, too: docs/development.md shows how to build it. Inputs that reached something new
are kept in build/fuzz, and the next search begins with them.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import math
import os
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parents[1] / "build" / "fuzz"
PIECE = 20_000  # inputs of a process: atheris 3.0 keeps some 40 kB for each
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "tools")]


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, help="how long to search")
    parser.add_argument("--libfuzzer", metavar="FILE", help="the library of an instrumented build")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="an input to try again")
    return parser.parse_args()


def instrumented(atheris: Any) -> Any:
    """Import the calls, and before them the library, so that atheris sees what they reach."""
    with atheris.instrument_imports(include=["sepax"]):
        import raw_calls
    return raw_calls


def search(seconds: int, libfuzzer: str | None) -> None:
    if libfuzzer is not None:  # first: instrumented extensions and atheris look for it
        ctypes.CDLL(str(Path(libfuzzer).resolve()), ctypes.RTLD_GLOBAL)
    try:
        import atheris
    except ImportError:
        sys.exit("this needs atheris: pip install atheris")
    calls = instrumented(atheris)
    CORPUS.mkdir(parents=True, exist_ok=True)

    def try_one(data: bytes) -> None:
        fault = calls.fault_of(data)
        if fault is not None:
            raise AssertionError(fault)

    options = [f"-max_total_time={seconds}", "-max_len=400", "-len_control=0", "-rss_limit_mb=4096"]
    options += [f"-runs={PIECE}", f"-artifact_prefix={CORPUS}/failed-", "-timeout=300"]
    options += ["-print_final_stats=1"]
    inputs = CORPUS / "inputs"
    inputs.mkdir(exist_ok=True)
    atheris.Setup([sys.argv[0], *options, str(inputs)], try_one)
    atheris.Fuzz()


def search_in_pieces(seconds: int, libfuzzer: str | None) -> None:
    """Search in one process after the other. Each begins with the inputs that are kept."""
    end = time.monotonic() + seconds
    while (left := math.ceil(end - time.monotonic())) > 0:
        process = os.fork()
        if process == 0:
            search(left, libfuzzer)
            return
        _, status = os.waitpid(process, 0)
        if status:
            sys.exit(os.waitstatus_to_exitcode(status))


def main() -> None:
    arguments = read_arguments()
    if arguments.replay is None:
        search_in_pieces(arguments.seconds, arguments.libfuzzer)
        return
    import raw_calls

    faulthandler.enable()
    sys.exit(raw_calls.fault_of(arguments.replay.read_bytes()))


if __name__ == "__main__":
    main()
