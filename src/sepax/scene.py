"""Questions about a scene as a whole: which of many shapes meet."""

from __future__ import annotations

import numpy as np

from sepax import verbs
from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.broadphase import candidate_pairs
from sepax._core.interrupts import PIECE
from sepax.arrays import ShapeArray, Shapes
from sepax.verbs import block_of


def _wide_bounds(shapes: ShapeBlock) -> FloatArray:
    """Bounds that surely hold the shapes: those of circles are rounded, so one step outwards."""
    out = np.empty((shapes.count, 4))
    shapes.read_bounds(out, wide=True)
    return out


def _chosen(rows: IndexArray, mask: BoolArray) -> IndexArray:
    """Return ``rows[mask]``, taken in pieces: NumPy does not hear an interrupt until it is done."""
    chosen = np.empty((np.count_nonzero(mask), rows.shape[1]), rows.dtype)
    end = 0
    for start in range(0, len(rows), PIECE):
        places = start + np.flatnonzero(mask[start : start + PIECE])
        rows.take(places, axis=0, out=chosen[end : end + len(places)], mode="clip")
        end += len(places)
    return chosen


def find_pairs(
    a: Shapes, b: Shapes | None = None, touching: bool = True, *, workers: int = 1
) -> IndexArray:
    """All pairs of shapes that meet; exact.

    Parameters
    ----------
    a : ShapeArray, or shapes in any iterable
    b : ShapeArray, or shapes in any iterable, optional
        The other side of the pairs; without it, the shapes of `a` among themselves.
    touching : bool, default True
        Shared boundary points count. False asks for a positive penetration depth.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    (k, 2) intp
        Row i of `a` and row j of `b`, sorted by i and then j, each pair once;
        within one array i < j. It is what ``pairs=`` of the verbs takes.

    Notes
    -----
    Bounding boxes first: sorted along x within horizontal strips, then swept
    (Ericson, Real-Time Collision Detection, 7.5). Memory grows with the number
    of shapes and of boxes that meet.

    Examples
    --------
    >>> balls = sepax.ShapeArray.circles([(0, 0), (9, 9), (1, 1), (2, 2)], 1)
    >>> pairs = sepax.find_pairs(balls)
    >>> pairs
    array([[0, 2],
           [2, 3]])
    >>> sepax.mtv(balls, balls, pairs=pairs)[0].round(3)
    array([[-0.414, -0.414],
           [-0.414, -0.414]])
    """
    here = ShapeArray._of(block_of(a, "a"))
    there = here if b is None else ShapeArray._of(block_of(b, "b"))
    near = candidate_pairs(
        _wide_bounds(here._block), None if b is None else _wide_bounds(there._block)
    )
    pairs: IndexArray = np.asarray(near)
    hit = verbs.intersects(here, there, touching=touching, pairs=pairs, out=None, workers=workers)
    return _chosen(pairs, hit)
