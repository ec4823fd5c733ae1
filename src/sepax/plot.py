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

from sepax import Circle, Polygon

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PatchCollection

Point = tuple[float, float]
Flight = tuple[Point, Point, Point | None]

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


def draw_shapes(axes: Axes, shapes: Iterable[Polygon | Circle], **style: Any) -> PatchCollection:
    """Draw shapes on matplotlib axes, with equal scales along x and y.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where to draw; its limits grow to show the shapes.
    shapes : iterable of Polygon and Circle
        Drawn at their poses, as they are now.
    **style
        Properties of the patches, such as ``facecolor``, ``linewidth`` or ``alpha``.

    Returns
    -------
    matplotlib.collections.PatchCollection
        All the shapes as one artist, already on the axes.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    require_matplotlib()
    from matplotlib import patches
    from matplotlib.collections import PatchCollection

    collection = PatchCollection(
        [
            patches.Circle(shape.position, shape.radius)
            if isinstance(shape, Circle)
            else patches.Polygon(shape.vertices)
            for shape in shapes
        ],
        **(SHAPE_STYLE | style),
    )
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
