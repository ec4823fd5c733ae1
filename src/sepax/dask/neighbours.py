"""The nearest shapes of a scene: candidates of each cell, and which cells to search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

import sepax
from sepax._base.arguments import FloatArray
from sepax.dask.boxes import ROUNDOFF, near_boxes
from sepax.dask.cells import Cells
from sepax.dask.columns import Frame, array_of
from sepax.dask.kernels import Side, in_order


class Search(NamedTuple):
    """A question for the nearest, as all its tasks know it."""

    a: Side
    b: Side
    cells: Cells  # of b
    extent: float
    k: int
    max_distance: float


def send_home(frame: Frame, search: Search, sample: Frame) -> Frame:
    """Send each shape to the cell of each level that its corner is in.

    `farthest` is how far the last of the nearest may be, by those of a sample.
    """
    shapes = array_of(frame, search.a.form, search.a.origin)
    scene = array_of(sample, search.b.form, search.b.origin)
    distances = sepax.nearest(shapes, scene, search.k)[1][:, -1]
    corners = near_boxes(shapes)[:, :2]
    queried = frame.assign(farthest=np.minimum(distances, search.max_distance))
    parts = []
    for grid, start in zip(search.cells.levels, search.cells.starts, strict=False):
        rows, blocks = grid.blocks_of(np.arange(len(frame)), grid.cells_of(corners))
        parts.append(queried.take(rows).assign(cell=(start + blocks).astype(np.int64)))
    return pd.concat(parts, ignore_index=True)


def nearest_in_cell(queried: Frame, scene: Frame, search: Search) -> tuple[Frame, FloatArray]:
    """Return candidates of a cell, and for each query row the distance of the last of them."""
    scene = in_order(scene)
    shapes = array_of(queried, search.a.form, search.a.origin)
    others = array_of(scene, search.b.form, search.b.origin)
    most = min(search.k, max(len(others), 1))
    found, distances = sepax.nearest(shapes, others, most, search.max_distance)
    hit = found.reshape(-1) >= 0
    rows = np.repeat(queried["row"].to_numpy(), found.shape[1])[hit]
    other = scene["row"].to_numpy()[found.reshape(-1)[hit]]
    candidates = pd.DataFrame({"row": rows, "other": other, "distance": distances.reshape(-1)[hit]})
    last = distances[:, -1] if most == search.k else np.full(len(queried), np.inf)
    return candidates, last


def first_round(queried: Frame, scene: Frame, search: Search, block: int) -> tuple[Frame, Frame]:
    """Search a cell; return its candidates, and the rows that must search its neighbours."""
    candidates, last = nearest_in_cell(queried, scene, search)
    level = int(np.searchsorted(search.cells.starts, block, side="right")) - 1
    far = np.minimum(queried["farthest"].to_numpy(), last)
    shapes = array_of(queried, search.a.form, search.a.origin)
    pad = (far + ROUNDOFF * (far + search.extent))[:, None]
    bounds = near_boxes(shapes)
    grid, start = search.cells.levels[level], search.cells.starts[level]
    boxes = np.column_stack((bounds[:, :2] - pad, bounds[:, 2:] + pad))
    region = grid.regions()[block - start]
    beyond = (boxes[:, :2] < region[:2]) | (boxes[:, 2:] >= region[2:])
    leaving = np.flatnonzero(beyond.any(axis=1))
    reached = grid.reached_by(boxes[leaving], most=len(grid.blocks))
    own = np.searchsorted(grid.firsts, block - start, side="right") - 1
    others = reached.cells != own
    rows, blocks = grid.blocks_of(leaving[reached.rows[others]], reached.cells[others])
    return candidates, queried.iloc[rows].assign(cell=(start + blocks).astype(np.int64))


def take_some(frame: Frame, count: int) -> Frame:
    """Return so many rows, from everywhere in a frame."""
    chosen = np.linspace(0, len(frame) - 1, min(count, len(frame))).astype(np.intp)
    return frame.take(chosen)


def merge_nearest(found: Frame, start: int, stop: int, k: int, not_itself: bool) -> Frame:
    """Return k for each row of a range, the nearest first; of what its cells have."""
    found = found.reset_index().drop_duplicates(["row", "other"])
    if not_itself:
        found = found[found["row"] != found["other"]]
    found = found.sort_values(["row", "distance", "other"])
    rank = found.groupby("row").cumcount().to_numpy()
    kept = found[rank < k]
    places = (kept["row"].to_numpy() - start) * k + rank[rank < k]
    count = (stop - start) * k
    other, distance = np.full(count, -1, np.int64), np.full(count, np.inf)
    other[places], distance[places] = kept["other"], kept["distance"]
    rows, ranks = np.divmod(np.arange(count, dtype=np.int64), k)
    return pd.DataFrame({"row": rows + start, "rank": ranks, "other": other, "distance": distance})
