"""Pictures with matplotlib (extra ``plot``): shapes, shadows, contacts, sweeps and rays.

Each `plot_...` function draws on the axes `ax`, or for None on the current ones of pyplot, as
``pyplot.gca()`` gives them, and returns the axes: more on the same picture is one more call.
Scales are equal along x and y. The colours are those of Okabe and Ito, which people of any
colour vision can tell apart.

matplotlib is imported inside the functions, so that importing this module costs nothing and
needs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from os import PathLike
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat

import numpy as np
import numpy.typing as npt

from sepax import (
    Capsule,
    Compound,
    Contact,
    Impact,
    Point,
    Polygon,
    RayHits,
    Shape,
    ShapeIndex,
    collide,
    find_pairs,
    mtv,
    nearest_points,
    raycast,
    sweep,
)
from sepax._core.arguments import described
from sepax._explained import remark, result_text, rows_shown, shown_axis, support
from sepax._pictures import short
from sepax._svg import BLUE, FAINT, GREEN, INK, ORANGE, PURPLE, RED, YELLOW
from sepax.explanation import AxisTest, Explanation, explain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection

Place = tuple[float, float]
Flight = tuple[Place, Place, Place | None]
Drawable = Shape | Compound
Style = dict[str, Any]
FloatArray = npt.NDArray[np.float64]

SHAPE_STYLE: Style = {
    "facecolor": "#7aa6c2",
    "edgecolor": "#24465c",
    "linewidth": 0.5,
    "alpha": 0.55,
}
STYLE_A: Style = {"facecolor": BLUE + "40", "edgecolor": BLUE, "linewidth": 1.5, "alpha": None}
STYLE_B: Style = {"facecolor": ORANGE + "50", "edgecolor": ORANGE, "linewidth": 1.5, "alpha": None}
GHOST: Style = {"facecolor": "none", "linestyle": "--", "linewidth": 1.2, "alpha": None}
COLLIDING: Style = {"facecolor": RED, "edgecolor": INK, "linewidth": 0.9, "alpha": 0.7}
HIT_COLOR, MISS_COLOR = "#c9273d", "#9a9a9a"
MOST_SHADOWS = 8  # axes in one picture
SMALL = 8.5  # points, of a legend


def require_matplotlib() -> None:
    """Raise an ImportError that names the extra if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise ImportError('pictures need matplotlib: pip install "sepax[plot]"')


def _axes(ax: Axes | None) -> Axes:
    """Return the axes to draw on: by default the current ones of pyplot."""
    require_matplotlib()
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.gca()


# --- shapes ------------------------------------------------------------------------


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


def draw_shapes(axes: Axes, shapes: Iterable[Drawable], **style: Any) -> PolyCollection:
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
    matplotlib.collections.PolyCollection
        All the shapes but points as one artist, already on the axes.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    require_matplotlib()
    parts = [
        part
        for shape in shapes
        for part in (shape.parts if isinstance(shape, Compound) else [shape])
    ]
    return _draw_parts(axes, parts, SHAPE_STYLE | style)


def _draw_parts(
    axes: Axes, parts: Sequence[Shape], style: Style, by: Sequence[float] = (0.0, 0.0)
) -> PolyCollection:
    """Draw convex shapes, moved by so much."""
    from matplotlib.collections import PolyCollection

    dots = [np.add(part.position, by) for part in parts if isinstance(part, Point)]
    paths = [_path(part) for part in parts if not isinstance(part, Point)]
    if dots:
        color = {"none": INK}.get(style["edgecolor"], style["edgecolor"])
        known = {
            key: style[key] for key in ("label", "zorder", "gid") if key in style and not paths
        }
        axes.plot(*np.transpose(dots), "o", color=color, markersize=3, **known)
    collection = PolyCollection([], **style)
    if paths:
        moved = [(corners + by, codes) for corners, codes in paths]
        collection.set_verts_and_codes(*zip(*moved, strict=True))
    axes.add_collection(collection)
    axes.set_aspect("equal")
    axes.autoscale_view()
    return collection


def _draw_ghost(
    ax: Axes, shape: Drawable, by: Sequence[float], color: str, label: str
) -> PolyCollection:
    """Draw the outline of a shape where it moves to."""
    parts = list(shape.parts) if isinstance(shape, Compound) else [shape]
    return _draw_parts(ax, parts, GHOST | {"edgecolor": color, "label": label}, by)


def plot_shape(shape: Drawable, ax: Axes | None = None, **style: Any) -> Axes:
    """Draw a shape, at its pose.

    Parameters
    ----------
    shape : shape or Compound
        A compound is drawn part by part.
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.
    **style
        Properties of the patch, such as ``facecolor``, ``label`` or ``zorder``.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    TypeError
        For what is no shape.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = sepax.plot.plot_shape(sepax.Polygon.box(4, 2), Figure().subplots())
    >>> ax.collections[0].get_paths()[0].get_extents().width
    np.float64(4.0)
    """
    _require_shapes(shape=shape)
    ax = _axes(ax)
    draw_shapes(ax, [shape], **(STYLE_A | style))
    return ax


def _require_shapes(**shapes: object) -> None:
    for name, shape in shapes.items():
        if not isinstance(shape, (Shape, Compound)):
            raise TypeError(
                f"{name} must be a shape (Polygon, Circle, Compound, ...), got {described(shape)}"
            )


def plot_shapes(
    shapes: Iterable[Drawable],
    ax: Axes | None = None,
    *,
    highlight: Literal["colliding"] | npt.ArrayLike | None = "colliding",
    **style: Any,
) -> Axes:
    """Draw many shapes as one artist, and those that collide, or others, as a second.

    Parameters
    ----------
    shapes : ShapeArray, or shapes and compounds in any iterable
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.
    highlight : "colliding", (n,) bool or (k,) int, or None
        Which shapes stand out: those that `find_pairs` finds in a pair, those of a mask, of
        indices, or none.
    **style
        Properties of the other shapes, such as ``facecolor`` or ``alpha``.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    TypeError, ValueError, IndexError
        For what are no shapes, a mask of another length, and indices out of range.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> boxes = sepax.ShapeArray.boxes(2, 2, [(0, 0), (1, 1), (9, 9)])
    >>> ax = sepax.plot.plot_shapes(boxes, Figure().subplots())
    >>> [len(collection.get_paths()) for collection in ax.collections]
    [1, 2]
    """
    items = list(shapes)
    for k, item in enumerate(items):
        _require_shapes(**{f"shapes[{k}]": item})
    chosen = _chosen(items, highlight)
    ax = _axes(ax)
    others = [item for item, one in zip(items, chosen, strict=True) if not one]
    draw_shapes(ax, others, **style)
    if chosen.any():
        marked = [item for item, one in zip(items, chosen, strict=True) if one]
        label = "colliding" if isinstance(highlight, str) else "_highlighted"
        draw_shapes(ax, marked, **(style | COLLIDING | {"label": label}))
    return ax


def _chosen(items: list[Drawable], highlight: Any) -> npt.NDArray[np.bool_]:
    """Return which shapes are to stand out."""
    chosen = np.zeros(len(items), np.bool_)
    if highlight is None or not items:
        return chosen
    if isinstance(highlight, str):
        if highlight != "colliding":
            raise ValueError(f"highlight must be 'colliding', a mask or indices, got {highlight!r}")
        chosen[find_pairs(items)] = True
        return chosen
    rows = np.asarray(highlight)
    if rows.dtype == np.bool_ and rows.shape != chosen.shape:
        raise ValueError(f"highlight must be ({len(items)},) bool, got {rows.shape}")
    chosen[rows if rows.size else []] = True
    return chosen


# --- what pictures have in common ------------------------------------------------------


def _arrow(ax: Axes, start: Sequence[float], end: Sequence[float], color: str, label: str) -> None:
    """Draw an arrow between places; in a legend it is a line."""
    ax.annotate(
        "",
        xy=(end[0], end[1]),
        xytext=(start[0], start[1]),
        arrowprops={
            "arrowstyle": "-|>",
            "color": color,
            "linewidth": 1.8,
            "shrinkA": 0.0,
            "shrinkB": 0.0,
            "mutation_scale": 13.0,
        },
        zorder=6,
    )
    ax.plot([], [], color=color, linewidth=1.8, marker=">", markersize=5, label=label)
    ax.update_datalim([(start[0], start[1]), (end[0], end[1])])


def _dots(ax: Axes, places: Iterable[Sequence[float]], color: str, label: str) -> None:
    spots = np.array(list(places)).reshape(-1, 2)
    rim: Style = {"markeredgecolor": INK, "markeredgewidth": 0.7}
    ax.plot(*spots.T, "o", color=color, markersize=6, label=label, zorder=7, **rim)


def _letter(ax: Axes, shape: Drawable, text: str) -> None:
    x, y = shape.centroid
    style: Style = {"ha": "center", "va": "center", "fontweight": "bold", "zorder": 8}
    ax.text(x, y, text, bbox={"boxstyle": "circle", "fc": "white", "alpha": 0.7, "lw": 0}, **style)


def _extent(*shapes: Drawable) -> float:
    """Return the larger side of the box around shapes; 1.0 around a point."""
    bounds = np.array([shape.bounds for shape in shapes])
    sides = bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0)
    return float(sides.max()) or 1.0


def _finish(ax: Axes, title: str, columns: int = 3) -> Axes:
    """Give the picture its title, room for the legend above the shapes, and the legend."""
    ax.autoscale_view()
    handles, labels = ax.get_legend_handles_labels()
    known = dict(zip(labels, handles, strict=True))
    rows = -(-len(known) // columns)
    low, high = ax.get_ylim()
    left, right = ax.get_xlim()
    size = max(high - low, 0.6 * (right - left))
    high += (0.03 + 0.065 * rows) * size
    wider = max(0.0, 0.65 * (high - low) - 0.5 * (right - left))  # a legend needs some width
    ax.set(xlim=(left - wider, right + wider), ylim=(low, high))
    ax.legend(
        known.values(),
        known.keys(),
        loc="upper center",
        ncols=columns,
        fontsize=SMALL,
        frameon=False,
        borderaxespad=0.2,
        columnspacing=1.0,
        handlelength=1.4,
    )
    ax.set_title(fill(title, 64), fontsize=10)
    return ax


# --- shadows -----------------------------------------------------------------------


def plot_shadows(
    a: Drawable, b: Drawable, ax: Axes | None = None, *, rows: Iterable[int] | None = None
) -> Axes:
    r"""Draw two shapes and their shadows on each axis of the separating axis test.

    Each axis is a line beside the shapes, with the number of its row in `explain`, both shadows,
    and yellow and red dots where the lowest and highest points of the shapes are, and fall.
    A gap between the shadows is green: that axis separates the shapes.

    Parameters
    ----------
    a, b : shape or Compound
        Of compounds the parts that decide are drawn: see `sepax.explain`.
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.
    rows : iterable of int, optional
        Which axes to draw, as rows of `explain`; by default the first, and the one that
        decides, 8 together.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    TypeError
        For what is no shape.
    IndexError
        For a row that there is not.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Circle((2, 2), 1)
    >>> ax = sepax.plot.plot_shadows(a, b, Figure().subplots())
    >>> ax.get_title()
    'apart: on axis 2 there is a gap of 0.4142 between the shadows.\nThe distance is 0.4142'
    """
    explanation = explain(a, b)
    count = len(explanation.axes)
    chosen = _first_rows(explanation) if rows is None else [range(count)[row] for row in rows]
    ax = _axes(ax)
    draw_shapes(ax, [explanation.a], **(STYLE_A | {"gid": "a"}))
    draw_shapes(ax, [explanation.b], **(STYLE_B | {"gid": "b"}))
    for line in _axis_lines(explanation, chosen):
        line.draw(ax, line.k == shown_axis(explanation))
    _letter(ax, explanation.a, "a")
    _letter(ax, explanation.b, "b")
    return _finish(ax, explanation.verdict)


def _first_rows(explanation: Explanation) -> list[int]:
    special = [k for k in rows_shown(explanation) if remark(explanation, k)]
    rest = [k for k in range(len(explanation.axes)) if k not in special]
    return sorted(special + rest[: max(MOST_SHADOWS - len(special), 0)])


class _AxisLine:
    """Where an axis is drawn: at a distance from the middle of two shapes, on one side."""

    def __init__(
        self,
        explanation: Explanation,
        k: int,
        side: float,
        distance: float,
        middle: Place,
        size: float,
    ) -> None:
        self.explanation, self.k, self.size = explanation, k, size
        self.row: AxisTest = explanation.axes[k]
        x, y = self.row.axis
        self.unit, self.out = (x, y), (side * y, -side * x)
        self.distance, self.middle = distance, middle

    def foot(self, place: Sequence[float], beyond: float = 0.0) -> Place:
        """Return where a place falls on the line, or on one so much farther out."""
        (mx, my), (x, y), (ox, oy) = self.middle, self.unit, self.out
        along = (place[0] - mx) * x + (place[1] - my) * y
        away = self.distance + beyond * self.size
        return mx + along * x + away * ox, my + along * y + away * oy

    def ends(self, name: Literal["a", "b"]) -> list[Place]:
        """Return the lowest and the highest point of a shape along the axis."""
        shape = self.explanation.a if name == "a" else self.explanation.b
        extremes = self.row.extremes_a if name == "a" else self.row.extremes_b
        signs = (-1.0, 1.0)
        return [support(shape, self.unit, k, s) for k, s in zip(extremes, signs, strict=True)]

    def room(self) -> Shape:
        """Return what the line takes, with its text: in sizes, from the middle."""
        (x, y), (mx, my), size = self.unit, self.middle, self.size
        feet = [self.foot(end, 0.05) for end in self.ends("a") + self.ends("b")]
        spots = [((foot[0] - mx) / size, (foot[1] - my) / size) for foot in feet]
        low, *_, high = sorted(spots, key=lambda spot: spot[0] * x + spot[1] * y)
        more_x, more_y = 0.09 * x, 0.09 * y
        start, end = (low[0] - more_x, low[1] - more_y), (high[0] + more_x, high[1] + more_y)
        return Capsule(start, end, 0.09)

    def draw(self, ax: Axes, decides: bool) -> None:
        """Draw the line, the shadows, and how the extremes come to be their ends."""
        for name, color, beyond in (("a", BLUE, 0.0), ("b", ORANGE, 0.035)):
            ends = self.ends("a" if name == "a" else "b")
            feet = [self.foot(end, beyond) for end in ends]
            label = f"shadow of {name}"
            ax.plot(*np.transpose(feet), color=color, linewidth=4, label=label, alpha=0.9)
            for end, foot in zip(ends, feet, strict=True):
                faint: Style = {"linewidth": 0.7, "alpha": 0.9 if decides else 0.25}
                way = np.transpose((end, foot))
                ax.plot(*way, color=FAINT, linestyle=":", label="_projection", **faint)
            for place, color_of_end, what in ((0, YELLOW, "lowest"), (1, RED, "highest")):
                spots = [feet[place], ends[place]] if decides else [feet[place]]
                _dots(ax, spots, color_of_end, f"{what} point")
        self._draw_separation(ax, decides)

    def _draw_separation(self, ax: Axes, decides: bool) -> None:
        row, beyond = self.row, 0.075
        ends = [self.foot(self.ends("a")[1], beyond), self.foot(self.ends("b")[0], beyond)]
        color, what = (GREEN, "gap") if row.separation > 0.0 else (PURPLE, "overlap")
        if row.verdict != "touching":
            ax.plot(*np.transpose(ends), color=color, linewidth=4, label=what)
        middle = np.mean(ends, axis=0) + 0.075 * self.size * np.array(self.out)
        angle = math.degrees(math.atan2(self.unit[1], self.unit[0]))
        ax.text(
            float(middle[0]),
            float(middle[1]),
            f"{self.k}: {result_text(row)}",
            rotation=(angle + 90.0) % 180.0 - 90.0,
            rotation_mode="anchor",
            ha="center",
            va="center",
            fontsize=SMALL,
            fontweight="bold" if decides else "normal",
        )
        ax.update_datalim([tuple(middle + 0.08 * self.size * np.array(self.out))])


def _meets(shape: Shape, others: list[Shape]) -> bool:
    return any(shape.intersects(other) for other in others)


def _axis_lines(explanation: Explanation, chosen: Iterable[int]) -> Iterator[_AxisLine]:
    """Place axes about the shapes, each as near as it can be without crossing another."""
    bounds = np.array([explanation.a.bounds, explanation.b.bounds])
    low, high = bounds[:, :2].min(axis=0), bounds[:, 2:].max(axis=0)
    size = float((high - low).max()) or 1.0
    middle = tuple((0.5 * low + 0.5 * high).tolist())
    half = 0.5 * (high - low)
    placed: list[Shape] = []
    for k in chosen:
        x, y = explanation.axes[k].axis
        reach = abs(y) * half[0] + abs(x) * half[1]
        sides = sorted((1.0, -1.0), key=lambda side: -side * y * 0.4 - side * x)
        tries = (
            _AxisLine(explanation, k, side, reach + (0.13 + 0.17 * step) * size, middle, size)
            for step in range(24)
            for side in sides
        )
        line = next(t for t in tries if t.distance > 4.0 * size or not _meets(t.room(), placed))
        placed.append(line.room())
        yield line


# --- contacts and sweeps -----------------------------------------------------------------


def plot_contact(
    a: Drawable, b: Drawable, ax: Axes | None = None, *, margin: SupportsFloat = 0.0
) -> Axes:
    """Draw how two shapes meet: the normal, the points, and a where the MTV moves it to.

    Of shapes that are apart, by the margin or more, the nearest points are drawn; of compounds,
    the MTV alone.

    Parameters
    ----------
    a, b : shape or Compound
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.
    margin : float, default 0.0
        As of `sepax.collide`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    TypeError, ValueError
        As `sepax.collide`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Circle((1.5, 0), 1)
    >>> sepax.plot.plot_contact(a, b, Figure().subplots()).get_title()
    'depth 0.5'
    """
    contact = None
    if not (isinstance(a, Compound) or isinstance(b, Compound)):
        contact = collide(a, b, margin)
    way = mtv(a, b) if contact is None else contact.mtv
    ax = _axes(ax)
    draw_shapes(ax, [a], **(STYLE_A | {"label": "a"}))
    draw_shapes(ax, [b], **(STYLE_B | {"label": "b"}))
    if way is None:
        points = nearest_points(a, b)
        away = math.dist(*points)
        ax.plot(*np.transpose(points), color=GREEN, linewidth=2, label="distance", zorder=6)
        _dots(ax, points, YELLOW, "nearest points")
        return _finish(ax, f"apart, by {short(away)}")
    _draw_way_out(ax, a, way)
    if contact is None:
        return _finish(ax, f"depth {short(math.hypot(*way))}")
    _draw_points(ax, contact, 0.2 * _extent(a, b))
    inside = " (a is in b)" * contact.a_in_b + " (b is in a)" * contact.b_in_a
    return _finish(ax, f"depth {short(contact.depth)}{inside}")


def _draw_way_out(ax: Axes, a: Drawable, way: Place) -> None:
    """Draw the MTV, and where it moves the shape."""
    if any(way):
        _draw_ghost(ax, a, way, BLUE, "a, moved")
        x, y = a.centroid
        _arrow(ax, (x, y), (x + way[0], y + way[1]), BLUE, "MTV")


def _draw_points(ax: Axes, contact: Contact, length: float) -> None:
    nx, ny = contact.normal
    for x, y in contact.points:
        _arrow(ax, (x, y), (x + length * nx, y + length * ny), INK, "normal, from a to b")
    _dots(ax, contact.points, YELLOW, "points of contact")


def plot_sweep(
    a: Drawable,
    b: Drawable,
    velocity_a: Iterable[SupportsFloat],
    velocity_b: Iterable[SupportsFloat] = (0.0, 0.0),
    max_time: SupportsFloat = 1.0,
    ax: Axes | None = None,
) -> Axes:
    """Draw two shapes in motion: where they start, and where they first touch or end.

    Parameters
    ----------
    a, b : shape or Compound
    velocity_a, velocity_b, max_time
        As of `sepax.sweep`.
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    TypeError, ValueError
        As `sepax.sweep`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ball, wall = sepax.Circle((0, 0), 1), sepax.Polygon.box(1, 4, position=(9, 0))
    >>> sepax.plot.plot_sweep(ball, wall, (30, 0), ax=Figure().subplots()).get_title()
    'impact at time 0.25'
    """
    ways = [[float(x) for x in velocity] for velocity in (velocity_a, velocity_b)]
    end = float(max_time)
    impact = sweep(a, b, ways[0], ways[1], end)
    ax = _axes(ax)
    time = end if impact is None else impact.time
    when = "at the end" if impact is None else "at the impact"
    sides = (("a", a, STYLE_A, ways[0]), ("b", b, STYLE_B, ways[1]))
    for name, shape, style, (vx, vy) in sides:
        draw_shapes(ax, [shape], **(style | {"label": name}))
        if (vx or vy) and 0.0 < time < math.inf:
            color, by = style["edgecolor"], (vx * time, vy * time)
            _draw_ghost(ax, shape, by, color, f"{name} {when}")
            x, y = shape.centroid
            _arrow(ax, (x, y), (x + by[0], y + by[1]), color, f"path of {name}")
    if impact is None:
        return _finish(ax, f"no impact until time {short(end)}")
    return _finish_impact(ax, impact, 0.2 * _extent(a, b))


def _finish_impact(ax: Axes, impact: Impact, length: float) -> Axes:
    (x, y), (nx, ny) = impact.point, impact.normal
    _arrow(ax, (x, y), (x + length * nx, y + length * ny), INK, "normal, from a to b")
    _dots(ax, [(x, y)], YELLOW, "point of contact")
    initial = ", at the start" if impact.initial else ""
    return _finish(ax, f"impact at time {short(impact.time)}{initial}")


# --- rays --------------------------------------------------------------------------


def plot_rays(
    scene: Any,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike = math.inf,
    ax: Axes | None = None,
) -> Axes:
    """Draw a scene and rays, each up to what it meets first, with the normal there.

    Parameters
    ----------
    scene : shape, ShapeArray, shapes in any iterable, or a Compound
    origin, direction, max_distance
        Of one ray or of many, as of `sepax.raycast`. Rays without an end that meet nothing are
        drawn as far as the scene reaches.
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    TypeError, ValueError
        As `sepax.raycast`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> crates = sepax.ShapeArray.boxes(2, 2, [(0, 0), (6, 0)])
    >>> rays = [(1, 0), (0, 1)]
    >>> sepax.plot.plot_rays(crates, (3, 0), rays, ax=Figure().subplots()).get_title()
    '1 of 2 rays hit'
    """
    if isinstance(scene, ShapeIndex):
        raise TypeError("scene must be the shapes themselves: a ShapeIndex does not show them")
    shapes = [scene] if isinstance(scene, Drawable) else list(scene)
    ways = np.atleast_2d(np.array(direction, dtype=np.float64))
    hits = raycast(scene if isinstance(scene, Drawable) else shapes, origin, ways, max_distance)
    ax = _axes(ax)
    draw_shapes(ax, shapes)
    starts = np.broadcast_to(np.asarray(origin, dtype=np.float64), (len(hits), 2))
    ways = np.broadcast_to(ways / np.hypot(ways[:, 0], ways[:, 1])[:, np.newaxis], (len(hits), 2))
    ends = np.asarray(max_distance, dtype=np.float64)
    _draw_rays(ax, hits, starts, ways, np.minimum(ends, _way_out(shapes, starts, ways)))
    return _finish(ax, f"{np.count_nonzero(hits.hit)} of {len(hits)} rays hit")


def _way_out(shapes: Sequence[Drawable], starts: FloatArray, ways: FloatArray) -> FloatArray:
    """Return how far each ray goes until it leaves the surroundings of all shapes and starts."""
    bounds = np.array([shape.bounds for shape in shapes]).reshape(-1, 2)
    places = np.concatenate((bounds, starts))
    low, high = places.min(axis=0), places.max(axis=0)
    border = 0.1 * (float((high - low).max()) or 1.0)
    goals = np.where(ways > 0.0, high + border, low - border) - starts
    with np.errstate(divide="ignore"):
        return np.asarray(np.abs(goals / ways).min(axis=1))


def _draw_rays(
    ax: Axes, hits: RayHits, starts: FloatArray, ways: FloatArray, ends: FloatArray
) -> None:
    from matplotlib.collections import LineCollection

    length = np.where(hits.hit, hits.distance, ends)[:, np.newaxis]
    rays = np.stack((starts, starts + length * ways), axis=1)
    for chosen, color, label in ((hits.hit, BLUE, "ray that hits"), (~hits.hit, FAINT, "ray")):
        if chosen.any():
            lines = LineCollection(list(rays[chosen]), colors=color, linewidths=1.2, label=label)
            ax.add_collection(lines)
    if hits.hit.any():
        points, normals = hits.point[hits.hit], hits.normal[hits.hit]
        tips = points + 0.08 * float(length.max()) * normals
        sticks = LineCollection(
            list(np.stack((points, tips), axis=1)), colors=INK, linewidths=1.6, label="normal"
        )
        ax.add_collection(sticks)
        _dots(ax, points, YELLOW, "hit")
    _dots(ax, starts[:1] if (starts == starts[:1]).all() else starts, "white", "start")


# --- the tour ----------------------------------------------------------------------


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
