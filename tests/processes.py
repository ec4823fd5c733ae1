"""Programs that run in a process of their own, where the environment chooses what is tested."""

import os
import subprocess
import sys


def output_of(program: str, level: str, stage: str = "") -> str:
    """Run a program, which finds the tests and their helpers as this process does."""
    chosen = {"SEPAX_SIMD": level, "SEPAX_RUNG": stage, "PYTHONPATH": os.pathsep.join(sys.path)}
    result = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **chosen},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout
