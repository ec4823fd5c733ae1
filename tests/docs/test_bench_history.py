"""bench/history.py: what counts as moved, and that all of its cases run."""

from pathlib import Path

import history
import pytest

import sepax

STILL = [1.0, 1.01, 0.99, 1.0, 1.02]


@pytest.mark.parametrize(
    ("after", "moved", "slower"),
    [
        ([1.01, 1.0, 0.99, 1.01, 1.0], False, False),
        ([1.3, 1.31, 1.29, 1.3, 1.32], True, True),
        ([0.7, 0.71, 0.69, 0.7, 0.72], True, False),
        ([1.07, 1.08, 1.07, 1.07, 1.08], True, False),  # less than a tenth
        ([1.3, 0.8, 1.9, 1.1, 1.6], False, False),  # noise
    ],
)
def test_what_has_moved(after: list[float], moved: bool, slower: bool) -> None:
    (verdict,) = history.compare({"case": STILL, "gone": STILL}, {"case": after, "new": STILL})
    assert (verdict.name, verdict.moved, verdict.is_slower) == ("case", moved, slower)


def test_speed_that_changes_between_runs_is_noise() -> None:
    before = [1.0, 1.0, 1.0, 1.65, 1.65, 1.0, 1.0]
    after = [1.0, 1.0, 1.65, 1.65, 1.65, 1.65, 1.65]
    (verdict,) = history.compare({"case": before}, {"case": after})
    assert (verdict.before, verdict.after, verdict.ratio) == (1.0, 1.65, 1.0)
    assert not verdict.moved


def test_many_runs_tell_more_than_few() -> None:
    after = [1.1, 1.3, 1.15, 1.0, 1.35]
    (few,) = history.compare({"case": [1.0] * 5}, {"case": after})
    (many,) = history.compare({"case": [1.0] * 50}, {"case": 10 * after})
    assert (few.ratio, few.moved) == (many.ratio, not many.moved) == (1.15, False)


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = history.compare({"a": STILL, "b": STILL}, {"a": [2.0] * 5, "b": STILL})
    history.show(verdicts, ["c"])
    shown = capsys.readouterr().out
    assert "a  " in shown
    assert "2.000" in shown
    assert "c  " in shown
    assert "1 of 2 cases moved" in shown


def test_all_cases_run() -> None:
    times = history.measure(str(Path(sepax.__file__).parents[1]), rounds=1)
    assert len(times) >= 50
    assert all(seconds > 0.0 for seconds in times.values())


def test_the_machine_is_named() -> None:
    assert set(history.machine()) >= {"processor", "cores", "python", "numpy", "compiler"}
