"""What `tests/limits.py` repeats and interrupts is everything public, and it notices a leak."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import leaks
import long_calls
import public_calls
import pytest

import sepax


def test_every_public_name_is_called() -> None:
    assert public_calls.stale() == []


def test_a_new_name_without_a_call_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sepax, "__all__", [*sepax.__all__, "unheard_of"])
    monkeypatch.setattr(sepax, "unheard_of", lambda: None, raising=False)
    assert public_calls.stale() == ["unheard_of: no call"]
    assert long_calls.not_interrupted() == ["unheard_of"]


def test_every_public_name_that_may_take_long_is_interrupted() -> None:
    assert long_calls.not_interrupted() == []


# In a process of its own: one that has run other tests may have as much memory to use again.
LEAK = """
import leaks
kept = []
assert leaks.grown([lambda: kept.append(b"x" * 10_000 + bytes(1))], [], 500).resident > 1 << 20
"""


@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="blocks are counted late without the GIL",
)
@pytest.mark.skipif(
    not sys.getallocatedblocks(), reason="PYTHONMALLOC names an allocator that counts no blocks"
)
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process its own way")
def test_what_calls_keep_is_counted() -> None:
    kept: list[object] = []
    thing = object()
    assert leaks.grown([lambda: kept.append(object())], [], 500).blocks >= 500
    assert leaks.grown([lambda: kept.append(thing)], [thing], 500).references == 500
    assert not leaks.grown([lambda: sepax.Circle((0, 0), 1)], [thing], 500).is_leak
    folder = Path(leaks.__file__).parent
    subprocess.run([sys.executable, "-c", LEAK], cwd=folder, check=True)
