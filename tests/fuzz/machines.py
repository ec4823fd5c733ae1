"""What state machines over arrays of shapes and of compounds have in common."""

from __future__ import annotations

import math
import pickle
from typing import Any

import hypothesis
import numpy as np
from exact_answers import bits
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from sepax import ShapeIndex

PLACES = st.tuples(*[st.integers(-8, 8).map(lambda k: k / 4.0)] * 2)
FAR = st.tuples(*[st.sampled_from([0.0, 2.0**40, -(2.0**40) - 2.0**-12, 2.0**50])] * 2)
ANGLES = st.sampled_from([0.0, math.pi / 2, math.pi]) | st.floats(-7.0, 7.0)
VELOCITIES = st.tuples(*[st.integers(-8, 8).map(float)] * 2)
WHERE = ["indices", "repeated", "slice", "mask", "all"]


def chosen_rows(data: st.DataObject, count: int) -> tuple[Any, list[int]]:
    """Draw what stands for some rows, and these rows from 0 on."""
    form = data.draw(st.sampled_from(WHERE))
    numbers = st.integers(-count, count - 1)
    where: Any = None
    if form == "indices":
        where = data.draw(st.lists(numbers, max_size=4, unique_by=lambda k: k % count))
    elif form == "repeated":
        where = np.array(data.draw(st.lists(numbers, min_size=1, max_size=4)), np.int32)
    elif form == "slice":
        where = data.draw(st.slices(count))
    elif form == "mask":
        where = np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)))
    rows = (
        np.arange(count)
        if where is None
        else np.arange(count)[np.asarray(where, int) if form == "indices" else where]
    )
    return where, rows.tolist()


def settings(share: int = 1) -> hypothesis.settings:
    """Return the settings of `ci`, or of the profile that is chosen; a share if steps are slow."""
    chosen = hypothesis.settings.get_current_profile_name()
    profile = hypothesis.settings.get_profile("ci" if chosen == "sepax" else chosen)
    examples, steps = profile.max_examples // share, profile.stateful_step_count // share
    return hypothesis.settings(profile, max_examples=examples, stateful_step_count=steps)


class Rows(RuleBasedStateMachine):
    """An array and, beside it, its rows as single objects.

    Attributes
    ----------
    array : ShapeArray or CompoundArray
    singles : list
        The model: what each row is, posed by the setters of single objects.
    labels : list of int
        The group of each row.
    index : ShapeIndex
        Of the array.
    """

    array: Any
    singles: list[Any]
    labels: list[int]
    index: ShapeIndex
    is_stale: bool

    def hold(self, array: Any, singles: list[Any], labels: list[int]) -> None:
        """Go on with another array of so many rows."""
        assert len(array) == len(singles) == len(labels)
        self.array, self.singles, self.labels = array, singles, labels
        self.index, self.is_stale = ShapeIndex(array), False

    def place(self, data: st.DataObject, row: int) -> tuple[float, float]:
        """Draw a position for a row: on the lattice, far off, or so that two vertices are one."""
        kind = data.draw(st.sampled_from(["lattice", "contact", "far", "kept"]))
        shape = self.singles[row]
        if kind == "kept":
            x, y = shape.position
            return x, y
        if kind != "contact":
            return data.draw(PLACES if kind == "lattice" else FAR)
        other = self.singles[data.draw(st.integers(0, len(self.singles) - 1))]
        spots = [each.vertices.tolist() for each in (shape, other)]
        (x, y), (p, q) = (spot[data.draw(st.integers(0, len(spot) - 1))] for spot in spots)
        return shape.position[0] + (p - x), shape.position[1] + (q - y)

    @rule(data=st.data())
    def set_poses(self, data: st.DataObject) -> None:
        where, rows = chosen_rows(data, len(self.singles))
        poses = [(*self.place(data, row), data.draw(ANGLES)) for row in rows]
        posed = [shape.copy() for shape in self.singles]
        try:
            for row, pose in zip(rows, poses, strict=True):
                posed[row].set_pose(*pose)
        except ValueError:
            posed = self.singles
        table = np.array(poses).reshape(-1, 3)
        try:
            self.array.set_poses(table[:, :2], table[:, 2], where=where)
        except ValueError:
            assert posed is self.singles, "poses that single shapes take are refused"
            return
        assert posed is not self.singles or not rows, "poses that single shapes refuse are taken"
        self.singles, self.is_stale = posed, self.is_stale or bool(rows)

    @rule(data=st.data())
    def take(self, data: st.DataObject) -> None:
        where, rows = chosen_rows(data, len(self.singles))
        if rows and where is not None:
            taken = [self.singles[row].copy() for row in rows]
            self.hold(self.array[where], taken, [self.labels[row] for row in rows])

    @rule(data=st.data())
    def concatenate(self, data: st.DataObject) -> None:
        if len(self.singles) < 8:
            _, rows = chosen_rows(data, len(self.singles))
            joined = type(self.array).concatenate([self.array, self.array[rows]])
            more = [self.singles[row].copy() for row in rows]
            self.hold(joined, self.singles + more, self.labels + [len(rows)] * len(rows))

    @rule()
    def reload(self) -> None:
        array, singles = pickle.loads(pickle.dumps((self.array, self.singles)))
        self.hold(array, singles, self.labels)

    @rule()
    def refresh(self) -> None:
        self.index.refresh()
        self.is_stale = False

    def scene(self, data: st.DataObject) -> Any:
        """Draw a form of the scene: the array or the index, which is brought up to date."""
        if data.draw(st.booleans()):
            return self.array
        if self.is_stale:
            self.refresh()
        return self.index

    def see(self, i: int, j: int, grouped: bool) -> bool:
        """Whether row i is asked about row j."""
        return not grouped or self.labels[i] == self.labels[j]


def same(found: Any, expected: Any, what: object) -> None:
    """Demand the same bits."""
    assert bits(found) == bits(expected), f"{what}: {found!r} instead of {expected!r}"
