"""The work on one partition: pure functions of frames. Each pair is found in one partition only.

Rows are in the order of their numbers, so that the first of a pair is the same as in one array of
all shapes. A pair belongs to the cell that holds the lower left corner of what the boxes of both
share: both are there, at home or lent, and no other cell has it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

import sepax
from sepax._base.arguments import MOST_RADIANS, BoolArray, FloatArray, IndexArray
from sepax._core.arrays.broadphase import candidate_pairs
from sepax._rows.candidates import near_pairs, swept_pairs
from sepax._rows.motions import require_rates, rows_of
from sepax.arrays import ShapeArray
from sepax.dask.boxes import near_boxes, swept_boxes
from sepax.dask.cells import Cells
from sepax.dask.columns import (
    RATE,
    VELOCITY,
    AnyArray,
    Form,
    Frame,
    Origin,
    array_of,
    column_of,
)

MOST_CANDIDATES = 1 << 21  # pairs of boxes looked into at a time: some 300 bytes each, in contacts
FEW = 1 << 22  # pairs of rows whose meeting boxes need no count
PROBED = 256  # rows sampled to estimate how many boxes meet

_AXES = ("_x", "_y")
_PARTS = {  # of the columns of results, where a row has more than one number
    **dict.fromkeys(("normal", "mtv", "point"), _AXES),
    "points": ("_0_x", "_0_y", "_1_x", "_1_y"),
    "depths": ("_0", "_1"),
    "features": ("_0_a", "_0_b", "_1_a", "_1_b"),
}


class Side(NamedTuple):
    """One side of a question: its columns, where they come from, and the motion of all."""

    form: Form
    origin: Origin
    velocity: tuple[float, float] | None = None  # None: that of the columns, or of rest
    rate: float | None = None  # angular velocity; None: that of the columns, or 0

    def velocities(self, frame: Frame) -> FloatArray:
        """Return one velocity for all shapes, or that of each."""
        if self.velocity is not None:
            return np.array([self.velocity])
        return np.column_stack([column_of(frame, name) for name in VELOCITY])

    @property
    def turns(self) -> bool:
        """Whether its shapes may turn."""
        return self.form.turning if self.rate is None else self.rate != 0.0

    def turns_of(self, frame: Frame, reach: Reach) -> FloatArray | None:
        """Return the angular velocities; None if no shape of either side turns."""
        if not reach.turning:
            return None
        return column_of(frame, RATE) if self.rate is None else np.array([self.rate])


class Reach(NamedTuple):
    """How far boxes reach beyond their shapes: all around, or along a motion."""

    within: float = 0.0
    extent: float = 0.0  # of all shapes: the sum of the sides of the box around them
    max_time: float | None = None
    frame: tuple[float, float] = (0.0, 0.0)  # the velocity of whoever looks at the motions
    turning: bool = False  # whether shapes of either side may turn

    def boxes(
        self, shapes: AnyArray, velocities: FloatArray, turns: FloatArray | None
    ) -> FloatArray:
        """Return (n, 4) boxes; two surely meet if their shapes are a pair."""
        if self.max_time is None:  # half of the way on both sides, the larger one
            return near_boxes(shapes, self.within - 0.5 * self.within, self.extent)
        return swept_boxes(shapes, velocities - self.frame, self.max_time, self.extent, turns)


class Survey(NamedTuple):
    """A summary of a piece, or of all: the box around the shapes, and some of their boxes."""

    bounds: FloatArray  # (4,)
    boxes: FloatArray  # (s, 4)
    velocities: FloatArray  # (s, 2)


def survey(frame: Frame, side: Side, share: float, reach: Reach) -> Survey:
    """Read a piece, raise for rows that are no shapes, and sample such a share."""
    shapes = array_of(frame, side.form, side.origin)
    boxes = _boxes_to_turn(frame, side, shapes, reach)
    count = min(math.ceil(len(frame) * share), len(frame))
    seed = int(frame["row"].iloc[0]) if len(frame) else 0
    chosen = np.random.default_rng(seed).choice(len(frame), count, replace=False)
    velocities = np.broadcast_to(side.velocities(frame), (len(frame), 2))
    return Survey(bounds_of(boxes), boxes[chosen], velocities[chosen])


def _boxes_to_turn(frame: Frame, side: Side, shapes: AnyArray, reach: Reach) -> FloatArray:
    """Return boxes that hold the shapes; those of shapes that turn hold their positions, too."""
    turns = side.turns_of(frame, reach)
    if turns is None or reach.max_time is None:
        return near_boxes(shapes)
    for row in np.flatnonzero(_refused(turns, reach.max_time))[:1].tolist():
        where = side.origin.describe(int(frame["row"].iloc[row]))
        require_rates(turns[row : row + 1], 0.0, f"{where}: {RATE}", np.array([reach.max_time]))
    boxes = swept_boxes(shapes, np.zeros((1, 2)), reach.max_time, 0.0, turns)
    places = shapes.positions
    boxes[:, :2] = np.minimum(boxes[:, :2], places)
    boxes[:, 2:] = np.maximum(boxes[:, 2:], places)
    return boxes


def _refused(rates: FloatArray, end: float) -> BoolArray:
    """Return which angular velocities are not finite, or too fast for the end of time."""
    with np.errstate(over="ignore", invalid="ignore"):
        turned = np.abs(rates) * (end if end < np.inf else 0.0)
    refused: BoolArray = ~(np.isfinite(rates) & (turned <= MOST_RADIANS))
    return refused


def bounds_of(boxes: FloatArray) -> FloatArray:
    """Return the box around boxes; around none an empty one."""
    if not len(boxes):
        return np.array([np.inf, np.inf, -np.inf, -np.inf])
    return np.concatenate((boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)))


def lend(frame: Frame, side: Side, cells: Cells, reach: Reach) -> Frame:
    """Return the rows for all cells that they reach, with `cell`, and `home` in one of them."""
    frame = in_order(frame)
    boxes = _rows_of(frame, side, reach).boxes
    rows, cell = cells.reached_by(boxes, frame["row"].to_numpy())
    home = _inside(boxes[rows, :2], cells.regions()[cell])
    lent = frame.take(rows)
    return lent.assign(cell=cell.astype(np.int64), home=home)


def _inside(points: FloatArray, regions: FloatArray) -> BoolArray:
    """Return which points belong to the half-open region beside them."""
    inside: BoolArray = (points >= regions[..., :2]) & (points < regions[..., 2:])
    return inside[:, 0] & inside[:, 1]


def in_order(frame: Frame) -> Frame:
    """Return the rows by their numbers, as most frames have them anyway."""
    rows = frame["row"].to_numpy()
    if (rows[1:] > rows[:-1]).all():
        return frame
    return frame.take(np.argsort(rows, kind="stable"))


# --- pairs -----------------------------------------------------------------------------


class Join(NamedTuple):
    """A question about pairs, as all its tasks know it."""

    a: Side
    b: Side | None
    reach: Reach
    regions: FloatArray  # of all cells
    answer: str  # the columns for each pair: a key of `ANSWERS`
    touching: bool = True


class _Rows(NamedTuple):
    """The shapes of a side of a task, in order."""

    row: IndexArray
    shapes: AnyArray
    velocities: FloatArray
    turns: FloatArray | None
    boxes: FloatArray

    def __len__(self) -> int:
        return len(self.row)

    def take(self, chosen: Any) -> _Rows:
        """Return some of them."""
        velocities = rows_of(self.velocities, chosen)
        turns = None if self.turns is None else rows_of(self.turns, chosen)
        return _Rows(self.row[chosen], self.shapes[chosen], velocities, turns, self.boxes[chosen])


def _rows_of(frame: Frame, side: Side, reach: Reach) -> _Rows:
    frame = in_order(frame)
    shapes = array_of(frame, side.form, side.origin)
    velocities, turns = side.velocities(frame), side.turns_of(frame, reach)
    boxes = reach.boxes(shapes, velocities, turns)
    return _Rows(frame["row"].to_numpy(), shapes, velocities, turns, boxes)


def join_cells(join: Join, cells: tuple[int, int], one: Frame, other: Frame | None) -> Frame:
    """Return the pairs of two cells, or of the shapes within one: a frame sorted by i and j."""
    parts = list(pieces(join, cells, one, other))
    return pd.concat(parts, ignore_index=True) if len(parts) > 1 else parts[0]


def pieces(join: Join, cells: tuple[int, int], one: Frame, other: Frame | None) -> Iterator[Frame]:
    """Yield the same in pieces, in order; at least one piece, which may be empty."""
    regions = join.regions[list(cells)]
    region = np.concatenate((regions[:, :2].max(axis=0), regions[:, 2:].min(axis=0)))
    first, second, candidates = _plan(join, one, other)
    found_any = False
    for pairs in candidates:
        corner = np.maximum(first.boxes[pairs[:, 0], :2], second.boxes[pairs[:, 1], :2])
        own = pairs[_inside(corner, region)]
        yield ANSWERS[join.answer](join, first, second, own)
        found_any = True
    if not found_any:
        yield ANSWERS[join.answer](join, first, second, np.empty((0, 2), np.intp))


def _plan(join: Join, one: Frame, other: Frame | None) -> tuple[_Rows, _Rows, Iterator[IndexArray]]:
    """Return both sides of the pairs, and where their boxes meet."""
    if join.b is not None:
        first = _rows_of(one, join.a, join.reach)
        second = _rows_of(other, join.b, join.reach)
        return first, second, _split(join, first, second, partial(_across, join, first, second))
    if other is None:
        first = _rows_of(one, join.a, join.reach)
        return first, first, _split(join, first, first, partial(_among, join, first))
    merged = _rows_of(pd.concat((one, other)), join.a, join.reach)
    finer = np.isin(merged.row, one["row"].to_numpy())
    sides = np.flatnonzero(finer), np.flatnonzero(~finer)
    here, there = merged.take(sides[0]), merged.take(sides[1])
    find = partial(_between, join, merged, *sides)
    return merged, merged, _split(join, here, there, find, len(merged))


def _near(join: Join, first: _Rows, second: _Rows | None) -> IndexArray:
    """Pairs of rows whose boxes meet; if there are outlines, and nothing moves, all that count."""
    if not len(first) or (second is not None and not len(second)):
        return np.empty((0, 2), np.intp)
    other = first if second is None else second
    if not isinstance(first.shapes, ShapeArray) or not isinstance(other.shapes, ShapeArray):
        return _near_outlines(join, first, second)
    here, there = first.shapes._block, None if second is None else other.shapes._block
    if join.reach.max_time is None:
        return np.asarray(near_pairs(here, there, join.reach.within))
    motions = first.velocities, other.velocities, join.reach.max_time, first.turns, other.turns
    return swept_pairs(here, there, *motions)


def _near_outlines(join: Join, first: _Rows, second: _Rows | None) -> IndexArray:
    """Pairs of rows with outlines among them: points are asked without cutting these into parts."""
    if join.reach.max_time is not None:
        return np.asarray(candidate_pairs(first.boxes, None if second is None else second.boxes))
    sides = first.shapes, None if second is None else second.shapes
    return sepax.find_pairs(*sides, join.touching, join.reach.within)


def _across(join: Join, first: _Rows, second: _Rows, start: int, stop: int) -> IndexArray:
    """Pairs of the rows of one side in a range with all of the other."""
    pairs: IndexArray = _near(join, first.take(slice(start, stop)), second)
    return np.add(pairs, (start, 0), dtype=np.intp)


def _among(join: Join, rows: _Rows, start: int, stop: int) -> IndexArray:
    """Return the pairs among rows whose first row is in a range."""
    chosen = rows.take(slice(start, stop))
    pairs = [_near(join, chosen, None) + start]
    if stop < len(rows):
        pairs.append(_near(join, chosen, rows.take(slice(stop, None))) + np.array([start, stop]))
    return _sorted(pairs)


def _between(
    join: Join, merged: _Rows, one: IndexArray, other: IndexArray, start: int, stop: int
) -> IndexArray:
    """Return the pairs of two kinds of rows whose first row, of either kind, is in a range."""
    found = []
    for own, others, least in ((one, other, start), (other, one, stop)):
        here = own[np.searchsorted(own, start) : np.searchsorted(own, stop)]
        there = others[np.searchsorted(others, least) :]
        pairs = _near(join, merged.take(here), merged.take(there))
        found.append(np.sort(np.column_stack((here[pairs[:, 0]], there[pairs[:, 1]])), axis=1))
    return _sorted(found)


def _sorted(parts: list[IndexArray]) -> IndexArray:
    if len(parts) == 1:
        return parts[0]
    pairs = np.concatenate(parts)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def _split(
    join: Join,
    first: _Rows,
    second: _Rows,
    find: Callable[[int, int], IndexArray],
    count: int | None = None,
) -> Iterator[IndexArray]:
    """Find pairs by ranges of rows so short that the pairs of one fit in memory."""
    count = len(first) if count is None else count
    ranges = [(0, count)]
    if len(first) * len(second) > FEW:
        probe = first.take(np.linspace(0, len(first) - 1, PROBED).astype(np.intp))
        meeting = len(_near(join, probe, second)) * (len(first) / PROBED)
        borders = np.linspace(0, count, math.ceil(meeting / MOST_CANDIDATES) + 1).astype(int)
        ranges = list(pairwise(borders.tolist()))[::-1] or ranges
    while ranges:
        start, stop = ranges.pop()
        try:
            pairs = find(start, stop)
        except MemoryError:
            if stop - start < 2:
                raise
            middle = (start + stop) // 2
            ranges += [(middle, stop), (start, middle)]
        else:
            yield pairs


# --- columns of pairs ----------------------------------------------------------------------


def _frame(first: _Rows, second: _Rows, pairs: IndexArray, **columns: Any) -> Frame:
    i, j = first.row[pairs[:, 0]], second.row[pairs[:, 1]]
    return pd.DataFrame({"i": i, "j": j, **columns})


def _hit(join: Join, first: _Rows, second: _Rows, pairs: IndexArray) -> BoolArray:
    within = join.reach.within
    if not all(isinstance(rows.shapes, ShapeArray) for rows in (first, second)):
        return np.ones(len(pairs), np.bool_)
    sides = first.shapes, second.shapes
    if within > 0.0:
        apart = sepax.distance(*sides, pairs=pairs)
        return apart <= within if join.touching else apart < within
    return sepax.intersects(*sides, touching=join.touching, pairs=pairs)


def _pair_results(join: Join, first: _Rows, second: _Rows, pairs: IndexArray) -> Frame:
    return _frame(first, second, pairs[_hit(join, first, second, pairs)])


def _row_results(join: Join, first: _Rows, second: _Rows, pairs: IndexArray) -> Frame:
    met = pairs[_hit(join, first, second, pairs)]
    rows = first.row[met[:, 0]]
    if join.b is None:
        rows = np.concatenate((rows, second.row[met[:, 1]]))
    return pd.DataFrame({"row": np.unique(rows)})


def _first_results(join: Join, first: _Rows, second: _Rows, pairs: IndexArray) -> Frame:
    met = pairs[_hit(join, first, second, pairs)]
    return pd.DataFrame({"row": second.row[met[:, 1]], "first": first.row[met[:, 0]]})


def _mtv_results(join: Join, first: _Rows, second: _Rows, pairs: IndexArray) -> Frame:
    vectors, hit = sepax.mtv(first.shapes, second.shapes, pairs=pairs)
    x, y = vectors[hit].T
    return _frame(first, second, pairs[hit], x=x, y=y)


def _columns(results: Any, hit: BoolArray) -> dict[str, Any]:
    """Return the columns of results, a number each."""
    columns: dict[str, Any] = {}
    for name in results._layout:
        if name == "hit":
            continue
        parts = [f"{name}{part}" for part in _PARTS.get(name, ("",))]
        values = getattr(results, name)[hit].reshape(-1, len(parts))
        columns |= {part: values[:, k] for k, part in enumerate(parts)}
    return columns


def _contact_results(join: Join, first: _Rows, second: _Rows, pairs: IndexArray) -> Frame:
    contacts = sepax.collide(first.shapes, second.shapes, pairs=pairs)
    return _frame(first, second, pairs[contacts.hit], **_columns(contacts, contacts.hit))


def _impact_results(join: Join, first: _Rows, second: _Rows, pairs: IndexArray) -> Frame:
    assert join.reach.max_time is not None
    rates: dict[str, Any] = {}
    if first.turns is not None and second.turns is not None:
        rates["angular_velocity_a"] = rows_of(first.turns, pairs[:, 0])
        rates["angular_velocity_b"] = rows_of(second.turns, pairs[:, 1])
    impacts = sepax.sweep(
        first.shapes,
        second.shapes,
        velocity_a=rows_of(first.velocities, pairs[:, 0]),
        velocity_b=rows_of(second.velocities, pairs[:, 1]),
        max_time=join.reach.max_time,
        pairs=pairs,
        **rates,
    )
    return _frame(first, second, pairs[impacts.hit], **_columns(impacts, impacts.hit))


ANSWERS: dict[str, Callable[[Join, _Rows, _Rows, IndexArray], Frame]] = {
    "pairs": _pair_results,
    "rows": _row_results,
    "first": _first_results,
    "mtv": _mtv_results,
    "contacts": _contact_results,
    "impacts": _impact_results,
}


def nothing(join: Join) -> Frame:
    """Return the answer of a task without shapes."""
    empty = join.a.form.empty()
    return join_cells(join, (0, 0), empty, None if join.b is None else join.b.form.empty())
