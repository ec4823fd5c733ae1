"""Helpers of the pictures of `sepax.plot`: outlines, shapes, arrows, dots, room for a legend.

Sizes of texts and lines are in points, as everywhere in matplotlib. `Paper` says how large the axes
are in points, so that pictures in small axes use smaller letters, thinner lines and fewer columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax import Compound, Point, Shape
from sepax._svg import BLUE, INK, ORANGE
from sepax._turning import Way, parts_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection
    from matplotlib.legend import Legend

Drawable = Shape | Compound
Style = dict[str, Any]
FloatArray = npt.NDArray[np.float64]

STYLE_A: Style = {"facecolor": BLUE + "40", "edgecolor": BLUE, "linewidth": 1.5, "alpha": None}
STYLE_B: Style = {"facecolor": ORANGE + "50", "edgecolor": ORANGE, "linewidth": 1.5, "alpha": None}
GHOST: Style = {"facecolor": "none", "linestyle": "--", "linewidth": 1.2, "alpha": None}
ON_THE_WAY: Style = {"facecolor": "none", "linewidth": 0.7, "alpha": 0.4}
LETTERS = 8.5  # points, of labels and legends in axes of the usual size
USUAL_WIDTH, USUAL_HEIGHT = 280.0, 220.0  # points; smaller axes get smaller letters
SMALLEST = 0.6  # of the usual size of letters
HINTING = 1.1  # texts can be so much wider in a file of another resolution
LETTER_WIDTH = 0.6  # of a letter on average, in sizes of the font


# --- shapes ------------------------------------------------------------------------


def outline(shape: Shape, arc: float = 0.1) -> FloatArray:
    """Return a polygon that approximates the outline of a shape: (n, 2) float64.

    Round corners become vertices on the arc, at most `arc` radians apart.
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


def _path(shape: Shape) -> tuple[FloatArray, npt.NDArray[np.uint8]]:
    """Return the vertices and codes of a path."""
    from matplotlib.path import Path

    if len(shape.vertices) == 1:
        unit = Path.unit_circle()
        places = np.asarray(unit.vertices, dtype=np.float64)
        return shape.vertices + shape.radius * places, np.asarray(unit.codes, dtype=np.uint8)
    ring = outline(shape)
    codes = np.full(len(ring) + 1, Path.LINETO, np.uint8)
    codes[0], codes[-1] = Path.MOVETO, Path.CLOSEPOLY
    return np.concatenate((ring, ring[:1])), codes


def draw_parts(
    ax: Axes, parts: Sequence[Shape], style: Style, by: Sequence[float] = (0.0, 0.0)
) -> PolyCollection:
    """Draw convex shapes, each moved by a vector."""
    from matplotlib.collections import PolyCollection

    dots = [np.add(part.position, by) for part in parts if isinstance(part, Point)]
    paths = [_path(part) for part in parts if not isinstance(part, Point)]
    if dots:
        color = {"none": INK}.get(style["edgecolor"], style["edgecolor"])
        known = {
            key: style[key] for key in ("label", "zorder", "gid") if key in style and not paths
        }
        ax.plot(*np.transpose(dots), "o", color=color, markersize=3, **known)
    collection = PolyCollection([], **style)
    if paths:
        moved = [(corners + by, codes) for corners, codes in paths]
        collection.set_verts_and_codes(*zip(*moved, strict=True))
    ax.add_collection(collection)
    ax.set_aspect("equal")
    ax.autoscale_view()
    return collection


def draw_ghost(
    ax: Axes, shape: Drawable, by: Sequence[float], color: str, label: str
) -> PolyCollection:
    """Draw the dashed outline of a shape, moved by a vector."""
    return draw_parts(ax, parts_of(shape), GHOST | {"edgecolor": color, "label": label}, by)


def draw_way(
    ax: Axes, shape: Drawable, way: Way, time: float, color: str, words: tuple[str, str]
) -> None:
    """Draw a shape at the end of its way, the path there, and if it turns also on the way."""
    name, when = words
    (vx, vy), (x, y) = way.velocity, shape.centroid
    if way.rate:
        for then in way.times(time):
            draw_parts(ax, parts_of(way.at(shape, then)), ON_THE_WAY | {"edgecolor": color})
        draw_ghost(ax, way.at(shape, time), (0.0, 0.0), color, f"{name} {when}")
        path = np.array(way.path(way.marked_point(shape), time))
        ax.plot(*path.T, color=color, linewidth=1.2 * paper_of(ax).scale, label="_path")
        far = np.flatnonzero(np.hypot(*(path - path[-1]).T) > 0.04 * extent(shape))
        arrow(ax, path[far[-1] if far.size else 0], path[-1], color, f"path of {name}")
    elif vx or vy:
        by = vx * time, vy * time
        draw_ghost(ax, shape, by, color, f"{name} {when}")
        arrow(ax, (x, y), (x + by[0], y + by[1]), color, f"path of {name}")


def extent(*shapes: Drawable) -> float:
    """Return the larger side of the bounding box of shapes; 1.0 for a point."""
    bounds = np.array([shape.bounds for shape in shapes])
    sides = bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0)
    return float(sides.max()) or 1.0


# --- marks -------------------------------------------------------------------------


class Paper(NamedTuple):
    """The space that axes have, in points, and the scale of letters and lines on it."""

    width: float
    height: float
    scale: float

    @property
    def letters(self) -> float:
        """The size of letters, in points."""
        return LETTERS * self.scale


def paper_of(ax: Axes) -> Paper:
    """Measure the space of axes, before their aspect makes them narrower."""
    figure: Any = ax.figure
    box = ax.get_position(original=True).transformed(figure.transSubfigure)
    points = 72.0 / figure.dpi
    width, height = points * box.width, points * box.height
    return Paper(width, height, min(max(width / USUAL_WIDTH, SMALLEST), 1.0))


def arrow(ax: Axes, start: Sequence[float], end: Sequence[float], color: str, label: str) -> None:
    """Draw an arrow between places; the legend shows it as a line."""
    scale = paper_of(ax).scale
    ax.annotate(
        "",
        xy=(end[0], end[1]),
        xytext=(start[0], start[1]),
        arrowprops={
            "arrowstyle": "-|>",
            "color": color,
            "linewidth": 1.8 * scale,
            "shrinkA": 0.0,
            "shrinkB": 0.0,
            "mutation_scale": 13.0 * scale,
        },
        zorder=6,
    )
    ax.plot([], [], color=color, linewidth=1.8, marker=">", markersize=5, label=label)
    ax.update_datalim([(start[0], start[1]), (end[0], end[1])])


def dots(ax: Axes, places: Iterable[Sequence[float]], color: str, label: str) -> None:
    """Draw dots with a dark rim."""
    spots = np.array(list(places)).reshape(-1, 2)
    scale = paper_of(ax).scale
    rim: Style = {"markeredgecolor": INK, "markeredgewidth": 0.7 * scale}
    ax.plot(*spots.T, "o", color=color, markersize=6 * scale, label=label, zorder=7, **rim)


def lines(ax: Axes, ends: Iterable[Any], **style: Any) -> None:
    """Draw straight lines, each given by its two ends."""
    from matplotlib.collections import LineCollection

    ax.add_collection(LineCollection(list(ends), **style))


def letter(ax: Axes, shape: Drawable, text: str) -> None:
    """Write a letter in the middle of a shape."""
    x, y = shape.centroid
    style: Style = {"ha": "center", "va": "center", "fontweight": "bold", "zorder": 8}
    style["fontsize"] = 10.0 * paper_of(ax).scale
    ax.text(x, y, text, bbox={"boxstyle": "circle", "fc": "white", "alpha": 0.7, "lw": 0}, **style)


# --- title and legend ----------------------------------------------------------------


def finish(ax: Axes, title: str) -> Axes:
    """Add the title and the legend, with room for the legend above everything drawn."""
    paper = paper_of(ax)
    figure: Any = ax.figure
    engine = figure.get_layout_engine()
    if engine is not None:  # it has yet to place the axes
        engine.execute(figure)
        paper = paper_of(ax)
    size = 10.0 * max(min(paper.scale, paper.height / USUAL_HEIGHT), 0.7)
    letters = max(int(paper.width / (0.56 * size)), 16)
    ax.set_title(fill(title, letters), fontsize=size)
    legend = _legend(ax, paper)
    box = legend.get_window_extent()
    points = 72.0 / ax.figure.dpi
    _make_room(ax, paper, HINTING * points * box.width, points * box.height + 2.0)
    return ax


def _legend(ax: Axes, paper: Paper) -> Legend:
    """Add a legend with as many columns, up to three, as fit into the axes."""
    handles, labels = ax.get_legend_handles_labels()
    known = dict(zip(labels, handles, strict=True))
    for columns in (3, 2, 1):
        legend = ax.legend(
            known.values(),
            known.keys(),
            loc="upper center",
            ncols=columns,
            fontsize=paper.letters,
            frameon=False,
            borderaxespad=0.2,
            columnspacing=1.0,
            handlelength=1.4,
            labelspacing=0.3,
        )
        if HINTING * legend.get_window_extent().width * 72.0 / ax.figure.dpi <= paper.width:
            break
    return legend


def _make_room(ax: Axes, paper: Paper, width: float, height: float) -> None:
    """Set limits that leave a strip of this size, in points, free at the top.

    Limits stay automatic: another picture on the same axes grows them again.
    """
    ax.set_autoscale_on(True)
    ax.autoscale_view()
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    rest = max(paper.height - height, 0.2 * paper.height)
    unit = max((right - left) / paper.width, (high - low) / rest)  # world units a point
    wider = max(0.5 * (width * unit - (right - left)), 0.0)
    ax.set_xlim(left - wider, right + wider, auto=None)
    ax.set_ylim(low, high + height * unit, auto=None)
