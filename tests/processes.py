"""Programs in a process of their own, whose environment chooses what is tested, and interrupts."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable


def output_of(program: str, level: str, stage: str = "") -> str:
    """Run a program, which finds the tests and their helpers as this process does."""
    chosen = {"SEPAX_SIMD": level, "SEPAX_STAGE": stage, "PYTHONPATH": os.pathsep.join(sys.path)}
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **chosen},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def is_interrupted(call: Callable[[], object], after: float) -> bool:
    """Return whether Ctrl-C ended a call, be it one that takes less than a slice of time.

    So many seconds after the start, the process is stopped for longer than a slice. Then it polls
    for signals.
    """
    stop = f"sleep {after}; kill -STOP {os.getpid()}; sleep 0.15; kill -CONT {os.getpid()}"
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    has_ended = False
    try:
        with subprocess.Popen(["sh", "-c", stop]):
            try:
                signal.setitimer(signal.ITIMER_REAL, after + 0.08)
                call()
                has_ended = True
                time.sleep(after + 2.0)  # until the signal is there, which is then of no use
            except KeyboardInterrupt:
                pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
    return not has_ended
