"""Calls that read and write memory of their callers: random ones, between guard pages."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import raw_calls
import raw_memory
from guarded import Guarded, Ordinary
from questions import MOVING, OF_TWO
from verb_table import VERBS

from sepax import raw

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "emscripten"), reason="there is no mprotect"
)

INPUTS = 24


def inputs(name: str) -> list[bytes]:
    """Return inputs for a call: in the first ones most decisions are for what is ordinary."""
    source = random.Random(name)
    kind = bytes([list(raw_calls.CALLS).index(name)])
    shares = [k / INPUTS for k in range(INPUTS)]
    return [
        kind + bytes(source.randrange(256) * (source.random() < share) for _ in range(300))
        for share in shares
    ]


@pytest.mark.parametrize("name", raw_calls.CALLS)
def test_calls_between_guard_pages(name: str) -> None:
    faults = {data: raw_calls.fault_of(data) for data in inputs(name)}
    assert {data: fault for data, fault in faults.items() if fault} == {}


def test_most_of_the_inputs_get_an_answer() -> None:
    """Else they would test nothing but errors."""
    for name, call in raw_calls.CALLS.items():
        said = [raw_calls.outcome(call, data[2:], Ordinary())[0] for data in inputs(name)]
        assert said.count("answer") > INPUTS // 4, (name, said)


def test_all_of_raw_and_all_verbs_over_arrays_are_called() -> None:
    names = [*OF_TWO, *MOVING, "contains", "project", "raycast"]  # see raw_calls.py
    assert sorted(names) == sorted(raw.__all__)
    assert {verb.name for verb in VERBS.values() if verb.kind} == set(raw_calls.WRITES)


STEPS = {
    "reads after the end": "ctypes.string_at(given.ctypes.data + given.nbytes, 1)",
    "reads before": "ctypes.string_at(first.ctypes.data - 1, 1)",
    "reads after results": "ctypes.string_at(room.ctypes.data + room.nbytes, 1)",
    "writes to an argument": "ctypes.memset(given.ctypes.data, 0, 1)",
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_too_far_stops_the_process(step: str) -> None:
    program = f"""
import ctypes, sys
import numpy as np
from guarded import Guarded
at_end, at_start = Guarded(True), Guarded(False)
given, room = at_end.given(np.ones((3, 2))), at_end.room((3,), "f8")
first = at_start.given(np.ones((3, 2)))
print(given.sum() + first.sum(), flush=True)
room[...] = 1.0
{STEPS[step]}
print("unharmed")
"""
    # AddressSanitizer would report the step and end the process in its own way.
    options = os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0:handle_sigbus=0"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parent,
        env=os.environ | {"ASAN_OPTIONS": options},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "12.0\n"
    assert done.returncode < 0


def test_what_is_written_beside_results_is_noticed() -> None:
    for at_end in (False, True):
        place = Guarded(at_end)
        room = place.room((3,), "f8")
        room[...] = 1.0
        assert place.fault() is None
        pages, around = place.rooms[0]
        pages[around[0]] = 0
        assert place.fault() is not None


def test_without_atheris_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    with pytest.raises(SystemExit, match="pip install atheris"):
        raw_memory.search(1, None)
