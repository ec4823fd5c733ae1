"""Ctrl-C is heard within half a second, whatever takes long, and leaves nothing half-done.

Each program runs on its own, for an interrupt that comes too late must not end the tests.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

# Calls that take ten seconds and more if let alone, each told to stop after a fifth of one.
PRELUDE = """
import _thread, os, signal, sys, threading, time
import numpy as np
import sepax
from sepax import Circle, Polygon, ShapeArray, raw

LATEST = 2.0  # seconds: a quarter of that is promised, on a machine that has nothing else to do

def interrupt():
    global asked
    time.sleep(0.2)
    asked = time.perf_counter()
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGINT)

def check(name, call):
    thread = threading.Thread(target=interrupt)
    try:
        thread.start()
        call()
        thread.join()
        sys.exit(f"{name} came to its end")
    except KeyboardInterrupt:
        waited = time.perf_counter() - asked
    thread.join()
    if waited > LATEST:
        sys.exit(f"{name} heard the interrupt after {waited:.1f} s")
"""


def run(program: str) -> None:
    """Run the prelude and a program, which says what went wrong."""
    result = subprocess.run(
        [sys.executable, "-c", PRELUDE + program],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr


# Two rings that overlap by a little, and a corner of one: 10 microseconds a pair, and more.
RINGS = """
ring = Polygon.regular(4001, 1.0, position=(0.1, 0.2), angle=0.3)
rings = ShapeArray.from_shapes([ring])
near = ShapeArray.from_shapes([Polygon.regular(4001, 1.0, position=(2.0999, 0.2), angle=0.3)])
asks = {
    "intersects": lambda **options: sepax.intersects(rings, near, **options),
    "separating_axis": lambda **options: sepax.separating_axis(rings, near, **options),
    "mtv": lambda **options: sepax.mtv(rings, near, **options),
    "collide": lambda **options: sepax.collide(rings, near, **options),
    "sweep": lambda **options: sepax.sweep(rings, near, (1, 2), **options),
    "contains": lambda **options: sepax.contains(rings, ring.vertices[:1], **options),
}

def parts(answer):
    if isinstance(answer, np.ndarray):
        return (answer,)
    names = getattr(answer, "_layout", ())
    return tuple(getattr(answer, name) for name in names) or answer

def out_of(answer, count):
    filled = [np.repeat(part[:1], count, axis=0) for part in parts(answer)]
    if isinstance(answer, np.ndarray):
        return filled[0]
    return tuple(filled) if isinstance(answer, tuple) else type(answer)(*filled)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_verbs_over_arrays(workers: int) -> None:
    """The shapes answer as before; rows of `out` that were not reached hold no rubbish."""
    run(
        RINGS
        + f"""
many = tuple(np.zeros((2, 1_000_000), np.intp))
few = tuple(index[:3] for index in many)
for name, ask in asks.items():
    before = ask(pairs=few)
    out = out_of(before, len(many[0]))
    check(name, lambda: ask(pairs=many, workers={workers}, out=out))
    for part, old, new in zip(parts(out), parts(before), parts(ask(pairs=few)), strict=True):
        assert np.array_equal(old, new), name
        assert np.array_equal(part[:3], new), name
        assert part.dtype != bool or part.view(np.uint8).max() < 2, name
"""
    )


def test_rows_not_reached_hold_no_verdicts_of_lanes() -> None:
    """All the pairs of a block are judged before the first of them is worked on."""
    run(
        RINGS
        + """
mixed = ShapeArray.concatenate([rings] + 3 * [ShapeArray.boxes(2, 2, (1.5, 0.5), 0.2)])
pairs = (np.zeros(1_000_000, np.intp), np.arange(1_000_000) % 4)
for name in ("intersects", "separating_axis", "mtv", "collide", "sweep"):
    options = {"velocity_a": (1, 2)} if name == "sweep" else {}
    ask = getattr(sepax, name)
    out = out_of(ask(mixed, mixed, pairs=([0], [1]), **options), len(pairs[0]))
    check(name, lambda: ask(mixed, mixed, pairs=pairs, out=out, **options))
    assert all(part.dtype != bool or part.view(np.uint8).max() < 2 for part in parts(out)), name
"""
    )
