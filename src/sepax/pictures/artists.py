"""The painter with matplotlib: marks, the title, and a legend with room above everything drawn.

`Paper` says how large the axes are in points, so that pictures in small axes use smaller letters,
thinner lines and fewer columns. Sizes of texts are points; widths and radii, which are pixels in
SVG, become about as many points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax import Point, Shape
from sepax._base.arguments import FloatArray
from sepax.pictures.colors import DASHED, DOTTED, INK
from sepax.pictures.marks import LETTERS, Arrow, Dots, Line, Lines, Look, Mark, Outline, Place, Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection
    from matplotlib.legend import Legend

Style = dict[str, Any]

POINTS = 0.9  # of a width in pixels
ANCHORS = {None: "left", "middle": "center", "end": "right"}
LINESTYLES = {None: "-", DASHED: "--", DOTTED: ":"}
USUAL_WIDTH, USUAL_HEIGHT = 280.0, 220.0  # points; smaller axes get smaller letters
SMALLEST = 0.6  # of the usual size of letters
HINTING = 1.1  # texts can be so much wider in a file of another resolution


# --- shapes ------------------------------------------------------------------------


def outline(shape: Shape, arc: float = 0.1) -> FloatArray:
    """Return a polygon that approximates the outline of a shape: (n, 2) float64.

    Round corners become vertices on the arc, at most `arc` radians apart.
    """
    if not shape.radius:
        return shape.vertices
    corners, normals = shape.vertices, shape.normals
    if not len(normals):
        turns = np.linspace(0.0, 2.0 * np.pi, 4 * math.ceil(0.5 * np.pi / arc), endpoint=False)
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

    ring = outline(shape)
    codes = np.full(len(ring) + 1, Path.LINETO, np.uint8)
    codes[0], codes[-1] = Path.MOVETO, Path.CLOSEPOLY
    return np.concatenate((ring, ring[:1])), codes


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


def _outline_style(look: Look) -> Style:
    from matplotlib.colors import to_rgba

    return {
        "facecolor": to_rgba(look.fill, look.fill_opacity),
        "edgecolor": to_rgba(look.stroke, look.stroke_opacity),
        "linewidth": POINTS * look.stroke_width,
        "linestyle": LINESTYLES[look.stroke_dasharray],
    }


class Painter:
    """Draws marks on axes, with world units for a pixel and a scale of letters and widths."""

    def __init__(self, ax: Axes, pixel: float = 0.0, scale: float | None = None) -> None:
        self.ax, self.pixel = ax, pixel
        self.scale = paper_of(ax).scale if scale is None else scale

    def draw(self, marks: Iterable[Mark]) -> None:
        """Draw marks."""
        for mark in marks:
            getattr(self, f"draw_{type(mark).__name__.lower()}")(mark)

    def places(self, given: Iterable[Place]) -> FloatArray:
        """Return places in world coordinates alone: (n, 2) float64."""
        spots = [(*place, 0.0, 0.0)[:4] for place in given]
        places = np.array(spots, dtype=np.float64).reshape(-1, 4)
        return np.asarray(places[:, :2] + self.pixel * places[:, 2:])

    def draw_outline(self, mark: Outline) -> PolyCollection:
        """Draw convex shapes as one artist, and points as dots."""
        from matplotlib.collections import PolyCollection

        style = {**_outline_style(mark.look), "label": mark.label, **mark.properties}
        dots = [part.position for part in mark.shapes if isinstance(part, Point)]
        paths = [_path(part) for part in mark.shapes if not isinstance(part, Point)]
        if dots:
            color = {"none": INK}.get(style["edgecolor"], style["edgecolor"])
            known = () if paths else style.keys() & {"label", "zorder", "gid"}
            same = {key: style[key] for key in known}
            self.ax.plot(*np.add(dots, mark.by).T, "o", color=color, markersize=3, **same)
        collection = PolyCollection([], **style)
        if paths:
            moved = [(corners + mark.by, codes) for corners, codes in paths]
            collection.set_verts_and_codes(*zip(*moved, strict=True))
        self.ax.add_collection(collection)
        self.ax.set_aspect("equal")
        self.ax.autoscale_view()
        return collection

    def draw_line(self, mark: Line) -> None:
        """Draw a polyline."""
        style = self._line_style(mark.look)
        self.ax.plot(*self.places(mark.places).T, label=mark.label, **style)

    def draw_lines(self, mark: Lines) -> None:
        """Draw polylines as one artist."""
        from matplotlib.collections import LineCollection

        lines = [self.places(line) for line in mark.lines]
        style = self._line_style(mark.look)
        self.ax.add_collection(LineCollection(lines, label=mark.label, **style))

    def draw_arrow(self, mark: Arrow) -> None:
        """Draw an arrow; the legend shows it as a line."""
        path = self.places(mark.places)
        width = POINTS * self.scale * mark.width
        k = 0
        if len(path) > 2:
            self.ax.plot(*path.T, color=mark.color, linewidth=width, label="_path")
            far = np.flatnonzero(np.hypot(*(path - path[-1]).T) > 0.04 * np.ptp(path))
            k = far[-1] if far.size else 0
        style = {"arrowstyle": "-|>", "color": mark.color, "linewidth": width}
        style |= {"shrinkA": 0.0, "shrinkB": 0.0, "mutation_scale": 13.0 * self.scale}
        self.ax.annotate("", xy=path[-1], xytext=path[k], arrowprops=style, zorder=6)
        known: Style = {"color": mark.color, "linewidth": 1.8, "marker": ">", "markersize": 5}
        self.ax.plot([], [], label=mark.label, **known)
        self.ax.update_datalim(path)

    def draw_dots(self, mark: Dots) -> None:
        """Draw dots."""
        style: Style = {"color": mark.color, "markersize": 1.7 * self.scale * mark.radius}
        rim: Style = {"markeredgecolor": INK, "markeredgewidth": 0.7 * self.scale}
        places = self.places(mark.places).T
        self.ax.plot(*places, "o", label=mark.label, zorder=7, **style, **rim)

    def draw_text(self, mark: Text) -> None:
        """Write a text."""
        style: Style = {"color": mark.color, "fontsize": self.scale * mark.size}
        style |= {"fontweight": "bold" if mark.bold else "normal", "rotation": mark.angle}
        style |= {"ha": ANCHORS[mark.anchor], "va": "center", "rotation_mode": "anchor"}
        ((x, y),) = self.places([mark.place]).tolist()
        self.ax.text(x, y, mark.words, **style)

    def _line_style(self, look: Look) -> Style:
        width, alpha = POINTS * self.scale * look.stroke_width, look.stroke_opacity
        style: Style = {"color": look.stroke, "linewidth": width, "alpha": alpha}
        return style | {"linestyle": LINESTYLES[look.stroke_dasharray]}


def letter(ax: Axes, shape: Shape, text: str) -> None:
    """Write a letter in the middle of a shape."""
    style: Style = {"ha": "center", "va": "center", "fontweight": "bold", "zorder": 8}
    style["bbox"] = {"boxstyle": "circle", "fc": "white", "alpha": 0.7, "lw": 0}
    ax.text(*shape.centroid, text, fontsize=10.0 * paper_of(ax).scale, **style)


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
    style: Style = {"loc": "upper center", "frameon": False, "fontsize": paper.letters}
    style |= {"borderaxespad": 0.2, "columnspacing": 1.0, "handlelength": 1.4, "labelspacing": 0.3}
    for columns in (3, 2, 1):
        legend = ax.legend(known.values(), known.keys(), ncols=columns, **style)
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
