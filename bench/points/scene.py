"""A tissue: concave outlines that nearly tile a square, and points anywhere in it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from common.shapes import Array

PITCH = 10.0  # from cell to cell
BATCH = 10_000  # cells that are drawn together, in little memory


@dataclass(frozen=True)
class Tissue:
    """Outlines by columns, and points."""

    vertices: Array
    offsets: npt.NDArray[np.int64]
    points: Array


def draw_cells(places: Array, vertices: int, rng: np.random.Generator) -> Array:
    """Return star-shaped rings about some places, (n, vertices, 2); most corners may be reflex."""
    size = (len(places), vertices)
    angles = (np.arange(vertices) + rng.uniform(-0.3, 0.3, size)) * (2.0 * np.pi / vertices)
    radii = PITCH * rng.uniform(0.4, 0.62, size)
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=-1)
    rings: Array = places[:, None, :] + radii[..., None] * ways
    return rings


def draw_tissue(points: int, outlines: int, vertices: int) -> Tissue:
    """Return so many of them."""
    rng, side = np.random.default_rng(0), int(np.ceil(np.sqrt(outlines)))
    drawn = np.empty((outlines, vertices, 2))
    for start in range(0, outlines, BATCH):
        rows = np.arange(start, min(start + BATCH, outlines))
        shift = rng.uniform(-0.1, 0.1, (len(rows), 2)) + 0.5
        places = PITCH * (np.column_stack((rows % side, rows // side)) + shift)
        drawn[rows] = draw_cells(places, vertices, rng)
    offsets = vertices * np.arange(outlines + 1)
    return Tissue(drawn.reshape(-1, 2), offsets, rng.uniform(0.0, PITCH * side, (points, 2)))
