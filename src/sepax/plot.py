"""Pictures of shapes, for a look at what the numbers say; needs matplotlib (extra ``plot``).

matplotlib is imported inside the functions, so that importing this module costs nothing and
needs nothing. Figures are made without pyplot: no display, no global state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sepax import Circle, Compound, Point, Polygon, Shape

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Patch

Place = tuple[float, float]
Flight = tuple[Place, Place, Place | None]

SHAPE_STYLE: dict[str, Any] = {
    "facecolor": "#7aa6c2",
    "edgecolor": "#24465c",
    "linewidth": 0.5,
    "alpha": 0.55,
}
HIT_COLOR, MISS_COLOR = "#c9273d", "#9a9a9a"


def require_matplotlib() -> None:
    """Raise an ImportError that names the extra if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise ImportError('pictures need matplotlib: pip install "sepax[plot]"')


def outline(shape: Shape, arc: float = 0.1) -> npt.NDArray[np.float64]:
    """Return corners of a polygon that looks like the shape: (n, 2) float64.

    Round corners become corners on the arc, no more than `arc` radians apart.
    """
    if not shape.radius:
        return shape.vertices
    corners, normals = shape.vertices, shape.normals
    if not len(normals):
        turns = np.arange(0.0, 2.0 * np.pi, arc)
        return corners + shape.radius * np.column_stack((np.cos(turns), np.sin(turns)))
    last = np.arctan2(normals[:, 1], normals[:, 0])
    first = np.roll(last, 1)
    parts = []
    for corner, start, turn in zip(corners, first, (last - first) % (2.0 * np.pi), strict=True):
        turns = start + np.linspace(0.0, turn, 2 + int(turn / arc))
        parts.append(corner + shape.radius * np.column_stack((np.cos(turns), np.sin(turns))))
    return np.concatenate(parts)


def _patch(shape: Shape) -> Patch:
    from matplotlib import patches

    if isinstance(shape, Circle):
        return patches.Circle(shape.position, shape.radius)
    return patches.Polygon(outline(shape))


def draw_shapes(axes: Axes, shapes: Iterable[Shape | Compound], **style: Any) -> PatchCollection:
    """Draw shapes on matplotlib axes, with equal scales along x and y.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where to draw; its limits grow to show the shapes.
    shapes : iterable of shapes and compounds
        Drawn at their poses, as they are now; points as dots, compounds part by part.
    **style
        Properties of the patches, such as ``facecolor``, ``linewidth`` or ``alpha``.

    Returns
    -------
    matplotlib.collections.PatchCollection
        All the shapes but points as one artist, already on the axes.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    require_matplotlib()
    from matplotlib.collections import PatchCollection

    parts = [
        part
        for shape in shapes
        for part in (shape.parts if isinstance(shape, Compound) else [shape])
    ]
    style = SHAPE_STYLE | style
    dots = [part.position for part in parts if isinstance(part, Point)]
    patches = [_patch(part) for part in parts if not isinstance(part, Point)]
    collection = PatchCollection(patches, **style)
    if dots:
        axes.plot(*np.transpose(dots), "o", color=style["edgecolor"], markersize=3)
    axes.add_collection(collection)
    axes.set_aspect("equal")
    axes.autoscale_view()
    return collection


def draw_flights(axes: Axes, flights: Iterable[Flight]) -> None:
    """Draw the straight flights of bullets: red up to a dot at the hit, grey without one."""
    from matplotlib.collections import LineCollection

    flights = list(flights)
    paths = [(start, stop) for start, stop, _ in flights]
    hits = np.array([hit for *_, hit in flights if hit is not None]).reshape(-1, 2)
    colors = [MISS_COLOR if hit is None else HIT_COLOR for *_, hit in flights]
    axes.add_collection(LineCollection(paths, colors=colors, linewidths=0.8, zorder=3))
    axes.plot(*hits.T, "o", color=HIT_COLOR, markersize=3, zorder=4)


def save_tour(
    path: str | PathLike[str],
    before: Sequence[Polygon],
    after: Sequence[Polygon],
    flights: Sequence[Flight],
    side: float,
) -> None:
    """Draw the tour of ``python -m sepax``: the crowd before and after, bullets in the latter.

    Parameters
    ----------
    path : str or path
        The file to write; its suffix says in which format.
    before, after : sequence of Polygon
        The shapes as they were scattered, and pushed apart.
    flights : sequence of (start, stop, hit)
        Where each bullet's centre started and stopped, and the point it hit, or None.
    side : float
        Side of the square, from (0, 0), that the shapes were scattered in.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    require_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(14, 7.3), layout="compressed")
    left, right = figure.subplots(1, 2)
    draw_shapes(left, before)
    draw_shapes(right, after)
    draw_flights(right, flights)
    hits = sum(hit is not None for *_, hit in flights)
    left.set_title(f"before: {len(before)} hit boxes of sprites, scattered")
    right.set_title(f"after: pushed apart; {len(flights)} bullets, {hits} hits")
    margin = 0.06 * side
    for axes in (left, right):
        axes.set(xlim=(-margin, side + margin), ylim=(-margin, side + margin), xticks=[], yticks=[])
        axes.spines[:].set_color("#cccccc")
    figure.savefig(path, dpi=150, bbox_inches="tight", pad_inches=0.15)
