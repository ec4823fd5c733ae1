"""Another thread writes to arguments during a call: its answer is unspecified, nothing else is.

What is checked is copied; or nothing that is not checked becomes an index, a count or a pointer.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import sepax
from sepax import CompoundArray, ShapeArray
from sepax._base import threads as _threads
from sepax._rows import motions as _motions
from sepax._rows import queries as _row_queries
from sepax._verbs import batch as _batch

HERE = Path(__file__).resolve().parents[1]
DART = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]


@pytest.mark.parametrize(
    ("kind", "seconds"),
    [pytest.param("checked", 0.0, marks=pytest.mark.simd_levels), ("beside", 0.005)],
)
def test_arguments_of_public_calls(kind: str, seconds: float) -> None:
    """In a process of its own, which may die."""
    paths = [str(HERE), *filter(None, sys.path)]
    done = subprocess.run(
        [sys.executable, HERE / "racing.py", kind, str(seconds)],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        check=False,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"status {done.returncode} in {lines[-1:]}: {done.stderr[-2000:]}"
    assert [line for line in lines if ": no array for " in line] == []
    count, _, words = lines[-1].partition(" ")
    assert words.startswith("arrays in ")
    assert int(count) > 400


def test_pairs_of_compounds_are_those_that_were_checked() -> None:
    cars = CompoundArray.at(sepax.Compound.from_polygon(DART), [(0, 0), (1, 0), (9, 0)])
    points = np.array([(0.5, 0.5), (50.0, 0.5), (9.5, 0.5)])
    i, j = np.array([0, 1, 2]), np.array([1, 0, 2])
    pairs = _batch.shape_pairs(cars, cars, (i, j), None, 1)
    spots = _batch.point_pairs(cars, points, "points", (i, j), None, 1, _batch.read_places)
    i[:], j[:] = 2**62, -(2**62)
    hit, held = np.zeros(3, np.bool_), np.zeros(3, np.bool_)
    _threads.run(pairs.answer, 3, 1, "intersects", (hit,))
    _threads.run(spots.answer, 3, 1, "contains", (held,))
    assert hit.all()
    assert held.tolist() == [False, False, True]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e308, 2.0**1000])
def test_motions_without_a_check_meet_rows_of_the_scene(
    monkeypatch: pytest.MonkeyPatch, bad: float
) -> None:
    for module in (_batch, _motions):
        monkeypatch.setattr(module, "within_limits", lambda array, _: array)
        monkeypatch.setattr(module, "require_rates", lambda *_: None)
    source = np.random.default_rng(3)
    boxes = ShapeArray.boxes(1, 2, source.uniform(-90.0, 90.0, (500, 2)))
    scene = boxes.copy()
    motions, rates = source.uniform(-9.0, 9.0, (500, 2)), np.full(500, 0.5)
    motions[::2], rates[::3] = bad, bad
    for other in (motions, motions[0], motions[1]):
        rows, impacts = sepax.first_impacts(boxes, scene, motions, other)
        assert ((rows >= -1) & (rows < 500)).all()
        assert len(impacts) == 500
        with contextlib.suppress(ValueError):  # turns too far
            sepax.first_impacts(boxes, scene, motions, other, angular_velocity_a=rates)


def test_owners_are_copies() -> None:
    owner = np.array([0, 0, 1])
    assert not np.shares_memory(_row_queries.read_owners(owner, 3), owner)


@pytest.mark.parametrize("kind", ["segments", "compounds", "boxes", "discs", "bodies"])
def test_no_array_takes_a_pose_that_is_no_longer_the_one_that_was_checked(kind: str) -> None:
    source = np.random.default_rng(11)
    count = 3000
    places, angles = source.uniform(-90.0, 90.0, (count, 2)), source.uniform(0.0, 6.0, count)
    makers: dict[str, Callable[[], ShapeArray | CompoundArray]] = {
        "segments": lambda: ShapeArray.segments(places, places + 1.0),
        "compounds": lambda: CompoundArray.at(sepax.Compound.from_polygon(DART), places),
        "boxes": lambda: ShapeArray.boxes(2, 1, places),
        "discs": lambda: ShapeArray.circles(places, 1),
        "bodies": lambda: ShapeArray.regular(5, 1, places),
    }
    array, positions = makers[kind](), places.copy()
    ends: list[bool] = []

    def write() -> None:
        while not ends:
            for bad in (np.nan, np.inf, 1e308):
                positions[-1] = bad
                positions[-1] = places[-1]

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(200):
            try:
                array.set_poses(positions, angles)
            except ValueError:
                continue
            assert np.isfinite(array.positions).all()
            assert (np.abs(array.positions) <= 2.0**242).all()
    finally:
        ends.append(True)
        writer.join()
