"""adjustText (https://github.com/Phlya/adjustText) on sepax.

>>> import sepax.compat.adjusttext
>>> sepax.compat.adjusttext.enable()  # doctest: +SKIP

After this line `adjustText.adjust_text` finds the labels, points and objects that overlap by a
broad phase, and the lines that cross in whole arrays. Every label ends at the same position, to
the bit. Differences on purpose are listed in ``docs/drop-ins-adjusttext.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.broadphase import candidate_pairs
from sepax.compat._patching import FunctionBackend

__all__ = ["disable", "enable", "enabled"]

# Rectangles have columns x from, x to, y from, y to; in practice float64.
Numbers = npt.NDArray[Any]
Shifts = tuple[Numbers, Numbers]

LARGEST = 1e200  # coordinates, so that sums and differences are finite
LINES = 128  # compared with all others at once: 1,000 labels take some 10 MB


def _bounds(rectangles: Numbers) -> FloatArray:
    """Return rows of low x, low y, high x, high y. An expansion below 0 has swapped ends."""
    ends = np.asarray(rectangles, np.float64).reshape(-1, 2, 2)
    bounds = np.empty((len(ends), 4))
    bounds[:, :2], bounds[:, 2:] = ends.min(axis=2), ends.max(axis=2)
    return bounds


def _near_pairs(a: Numbers, b: Numbers) -> IndexArray | None:
    """Return all pairs of rectangles that meet; None for what the host has to answer."""
    if not all(isinstance(each, np.ndarray) and each.shape[1:] == (4,) for each in (a, b)):
        return None
    bounds, others = _bounds(a), _bounds(b)
    if not all(np.abs(each).max(initial=0.0) < LARGEST for each in (bounds, others)):  # or NaN
        return None
    return np.asarray(candidate_pairs(bounds, others))


def _rows_in_order(a: Numbers, b: Numbers, pairs: IndexArray) -> IndexArray:
    """Return the pairs that overlap for the host, those of a row of `a` in the host's order.

    The sum over them depends on that order. First come rectangles of `b` that start at a larger y
    or at the same one, then the others: both by their start in y, their end, and their row.
    """
    first, second = a[pairs[:, 0]], b[pairs[:, 1]]
    meet, is_later = _overlaps(first[:, 2:], second[:, 2:])
    meet &= _overlaps(first[:, :2], second[:, :2])[0]
    ranks = np.empty(len(b), np.intp)
    ranks[np.lexsort((b[:, 3], b[:, 2]))] = np.arange(len(b))
    pairs, places = pairs[meet], ranks[pairs[meet, 1]]
    return pairs[np.argsort(np.where(is_later[meet], places, len(b) + places))]


def _overlaps(first: Numbers, second: Numbers) -> tuple[BoolArray, BoolArray]:
    """Return where intervals overlap, and where the second one starts last, or with the first.

    For the host, intervals overlap if one starts within the other or at its start, but not at its
    end.
    """
    start, end, other_start, other_end = *first.T, *second.T
    is_later = (start <= other_start) & (other_start < end)
    return is_later | ((other_start < start) & (start < other_end)), is_later


def _sums(count: int, rows: IndexArray, x: Numbers, y: Numbers) -> Shifts:
    """Return the sum of the smaller of two shifts over the pairs of each label."""
    if not len(rows):
        return np.zeros(count), np.zeros(count)
    smaller = [np.where(np.abs(d[:, 0]) < np.abs(d[:, 1]), d[:, 0], d[:, 1]) for d in (x, y)]
    x_sums, y_sums = (np.bincount(rows, each, minlength=count) for each in smaller)
    return x_sums, y_sums


def _shifts_of_texts(original: Callable[[Numbers], Shifts]) -> Callable[[Numbers], Shifts]:
    """Return the function that pushes labels off each other."""

    @wraps(original)
    def get_shifts_texts(coords: Numbers) -> Shifts:
        near = _near_pairs(coords, coords)
        if near is None:
            return original(coords)
        pairs = _rows_in_order(coords, coords, near)
        i, j = pairs.T  # a label with itself is among them: it adds 0.0
        x, y = np.hsplit(coords[j] - coords[i], 2)
        return _sums(len(coords), i, x, y)

    return get_shifts_texts


def _shifts_of_objects(
    original: Callable[[Numbers, Numbers], Shifts],
) -> Callable[[Numbers, Numbers], Shifts]:
    """Return the function that pushes labels off points and objects."""

    @wraps(original)
    def get_shifts_extra(coords: Numbers, extra_coords: Numbers) -> Shifts:
        near = _near_pairs(coords, extra_coords)
        if near is None:
            return original(coords, extra_coords)
        pairs = _rows_in_order(coords, extra_coords, near)
        i, j = pairs.T
        x, y = np.hsplit(coords[i] - extra_coords[j][:, [1, 0, 3, 2]], 2)  # start from end
        return _sums(len(coords), i, x, y)

    return get_shifts_extra


def _crossings(lines: Numbers) -> IndexArray:
    """Return the pairs of rows i > j whose lines cross in the host's arithmetic, sorted.

    Its formula is kept, as its rounding decides on lines that nearly touch or nearly are parallel:
    each line is a point plus a share of its direction, and both shares are from 0 to 1.
    """
    found = [np.empty((0, 2), np.intp)]
    for start in range(0, len(lines), LINES):
        rows = lines[start : start + LINES, None]
        x1, y1, x2, y2 = np.moveaxis(rows, -1, 0)
        x3, y3, x4, y4 = lines[: start + len(rows)].T
        determinant = (y4 - y3) * (x2 - x1) - (x4 - x3) * (y2 - y1)
        with np.errstate(all="ignore"):
            share = ((x4 - x3) * (y1 - y3) - (y4 - y3) * (x1 - x3)) / determinant
            other_share = ((x2 - x1) * (y1 - y3) - (y2 - y1) * (x1 - x3)) / determinant
        # A share that is no number counts as one that fits.
        apart = (share < 0) | (share > 1) | (other_share < 0) | (other_share > 1)
        i, j = np.nonzero(~apart & (determinant != 0))
        found.append(np.column_stack((i + start, j))[i + start > j])
    return np.concatenate(found)


def _remove_crossings(coords: Numbers, target_coords: Numbers, step: int) -> Numbers:
    """Swap labels in place whose lines to their targets cross; return them."""
    centers = [np.mean(coords[:, columns], axis=1) for columns in (slice(2), slice(2, None))]
    lines = np.column_stack((*centers, target_coords))
    for pair in _crossings(lines):
        coords[pair] = coords[pair[::-1]]
    return coords


def _replacements() -> dict[str, Any]:
    host = import_module("adjustText")
    replacements = (
        _shifts_of_texts(host.get_shifts_texts),
        _shifts_of_objects(host.get_shifts_extra),
        wraps(host.remove_crossings)(_remove_crossings),
    )
    return {f"adjustText.{each.__name__}": each for each in replacements}


_backend = FunctionBackend("adjustText", _replacements, proved=("1.4.0",))
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("adjustText")
def enable() -> None:
    """Let adjustText run on sepax."""
    _backend.enable()
