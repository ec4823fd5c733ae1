"""Pictures with matplotlib (extra ``plot``): shapes, shadows, contacts, sweeps and rays.

Each `plot_...` function draws on the axes `ax` and returns them. Without `ax` it draws on the
current axes of pyplot, ``pyplot.gca()``. Several calls can draw on the same axes. Scales are equal
along x and y. The colours are those of Okabe and Ito, which people of any colour vision can tell
apart.

The functions import matplotlib when they draw, so this module can be imported without it; without
matplotlib they raise an `ImportError`. For wrong arguments they raise a `TypeError`, `ValueError`
or `IndexError`, as the verbs do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat

import numpy as np
import numpy.typing as npt

import sepax
from sepax._base.arguments import numbers, vectors
from sepax._core.arguments import number, two_numbers, viewed
from sepax._explained.turning import Way, parts_of
from sepax._rows.sides import require_shape
from sepax.explanation import explain
from sepax.pictures import drawings
from sepax.pictures.artists import Painter, finish, letter, paper_of
from sepax.pictures.artists import outline as outline
from sepax.pictures.axes import shown_axis
from sepax.pictures.colors import BLUE, FAINT, INK, RED
from sepax.pictures.layout import first_rows, layout
from sepax.pictures.marks import Dots, Lines, Look, Mark, Outline, box_around
from sepax.pictures.words import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection

Drawable = sepax.Shape | sepax.Compound
Place = tuple[float, float]
Flight = tuple[Place, Place, Place | None]

SHAPE_STYLE = {"facecolor": "#7aa6c2", "edgecolor": "#24465c", "linewidth": 0.5, "alpha": 0.55}
COLLIDING = {"facecolor": RED, "edgecolor": INK, "linewidth": 0.9, "alpha": 0.7}
HIT_COLOR, MISS_COLOR = "#c9273d", "#9a9a9a"
FEW_HITS = 50  # of rays; above this number, normals are shorter


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


def draw_shapes(axes: Axes, shapes: Iterable[Drawable], **style: Any) -> PolyCollection:
    """Draw shapes on matplotlib axes, with equal scales along x and y.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Where to draw; its limits grow to show the shapes.
    shapes : iterable of shapes and compounds
        Shapes are drawn at their poses, points as dots, compounds part by part.
    **style
        Properties of the patches, such as ``facecolor``, ``linewidth`` or ``alpha``.

    Returns
    -------
    matplotlib.collections.PolyCollection
        All shapes except points as one artist, which is already on the axes.
    """
    require_matplotlib()
    parts = [part for shape in shapes for part in parts_of(shape)]
    return Painter(axes).draw_outline(Outline(parts, Look(), properties=SHAPE_STYLE | style))


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

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = sepax.plot.plot_shape(sepax.Polygon.box(4, 2), Figure().subplots())
    >>> ax.collections[0].get_paths()[0].get_extents().width
    np.float64(4.0)
    """
    require_shape(shape, "shape")
    ax = _axes(ax)
    Painter(ax).draw([Outline(parts_of(shape), drawings.FILLS["a"], properties=style)])
    return ax


def plot_shapes(
    shapes: Iterable[Drawable],
    ax: Axes | None = None,
    *,
    highlight: Literal["colliding"] | npt.ArrayLike | None = "colliding",
    **style: Any,
) -> Axes:
    """Draw many shapes, and highlight those that collide, or others.

    Parameters
    ----------
    shapes : ShapeArray, or shapes and compounds in any iterable
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.
    highlight : "colliding", (n,) bool or (k,) int, or None
        The shapes to highlight: those that `find_pairs` finds in a pair, those of a mask, those
        with these indices, or none.
    **style
        Properties of the other shapes, such as ``facecolor`` or ``alpha``.

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
        require_shape(item, f"shapes[{k}]")
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
    """Return the mask of the shapes to highlight."""
    chosen = np.zeros(len(items), np.bool_)
    if highlight is None or not items:
        return chosen
    if isinstance(highlight, str):
        if highlight != "colliding":
            raise ValueError(f"highlight must be 'colliding', a mask or indices, got {highlight!r}")
        chosen[sepax.find_pairs(items)] = True
        return chosen
    rows = np.asarray(viewed(highlight, "highlight"))
    if rows.dtype == np.bool_ and rows.shape != chosen.shape:
        raise ValueError(f"highlight must be ({len(items)},) bool, got {rows.shape}")
    chosen[rows if rows.size else []] = True
    return chosen


# --- shadows -----------------------------------------------------------------------


def plot_shadows(
    a: Drawable, b: Drawable, ax: Axes | None = None, *, rows: Iterable[int] | None = None
) -> Axes:
    r"""Draw two shapes and their shadows on each axis of the separating axis test.

    A shadow is the projection of a shape on an axis. Each axis is a line beside the shapes, with
    the number of its row in `explain`. Yellow and red dots mark the lowest and highest points of
    the shapes and their projections. A gap between the shadows is green: that axis separates the
    shapes.

    Parameters
    ----------
    a, b : shape or Compound
        For compounds, the parts that decide are drawn: see `sepax.explain`.
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.
    rows : iterable of int, optional
        Rows of `explain` to draw. By default the first rows and the deciding one: up to 8, fewer
        in small axes.

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
    choices = first_rows(explanation) if rows is None else [[range(count)[row] for row in rows]]
    ax = _axes(ax)
    placed = layout(explanation, paper_of(ax), choices)
    painter = Painter(ax, placed.pixel, placed.scale)
    for name, shape in (("a", explanation.a), ("b", explanation.b)):
        painter.draw([Outline([shape], drawings.FILLS[name], properties={"gid": name})])
        letter(ax, shape, name)
    painter.draw(placed.marks(shown_axis(explanation)))
    ax.update_datalim(placed.corners())
    return finish(ax, explanation.verdict)


# --- contacts and sweeps -----------------------------------------------------------------


def plot_contact(
    a: Drawable, b: Drawable, ax: Axes | None = None, *, margin: SupportsFloat = 0.0
) -> Axes:
    """Draw the contact of two shapes: the normal, the points, and a moved by the MTV.

    For shapes that are farther apart than the margin, draw the nearest points. For compounds, draw
    the MTV only.

    Parameters
    ----------
    a, b : shape or Compound
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.
    margin : float, default 0.0
        As for `sepax.collide`.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Circle((1.5, 0), 1)
    >>> sepax.plot.plot_contact(a, b, Figure().subplots()).get_title()
    'depth 0.5'
    """
    contact = None
    if not (isinstance(a, sepax.Compound) or isinstance(b, sepax.Compound)):
        contact = sepax.collide(a, b, margin)
    way = sepax.mtv(a, b) if contact is None else contact.mtv
    marks = drawings.at_rest(a, b, way)
    if way is None:
        points = sepax.nearest_points(a, b)
        marks += drawings.nearest(points)
        title = f"apart, by {short(math.dist(*points))}"
    else:
        title = f"depth {short(math.hypot(*way) if contact is None else contact.depth)}"
    if contact is not None:
        marks += drawings.meeting(contact.points, contact.normal, "points of contact")
        title += " (a is in b)" * contact.a_in_b + " (b is in a)" * contact.b_in_a
    return _finished(ax, (a, b), marks, title)


def _finished(ax: Axes | None, pair: Sequence[Drawable], marks: Iterable[Mark], title: str) -> Axes:
    """Draw the marks of two shapes, with normals of a fifth of their size, and a title."""
    ax = _axes(ax)
    size = box_around(shape.bounds for shape in pair).size or 1.0
    Painter(ax, 0.2 * size / drawings.NORMAL).draw(marks)
    return finish(ax, title)


def plot_sweep(
    a: Drawable,
    b: Drawable,
    velocity_a: Iterable[SupportsFloat],
    velocity_b: Iterable[SupportsFloat] = (0.0, 0.0),
    max_time: SupportsFloat = 1.0,
    ax: Axes | None = None,
    *,
    angular_velocity_a: SupportsFloat = 0.0,
    angular_velocity_b: SupportsFloat = 0.0,
) -> Axes:
    """Draw two moving shapes at the start, and at the first impact or the end.

    Shapes that turn are also drawn on the way, with the path of the vertex that moves farthest.

    Parameters
    ----------
    a, b : shape or Compound
    velocity_a, velocity_b, max_time, angular_velocity_a, angular_velocity_b
        As for `sepax.sweep`.
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ball, wall = sepax.Circle((0, 0), 1), sepax.Polygon.box(1, 4, position=(9, 0))
    >>> sepax.plot.plot_sweep(ball, wall, (30, 0), ax=Figure().subplots()).get_title()
    'impact at time 0.25'
    """
    velocities = two_numbers(velocity_a, "velocity_a"), two_numbers(velocity_b, "velocity_b")
    rates = {"angular_velocity_a": angular_velocity_a, "angular_velocity_b": angular_velocity_b}
    turns: Any = {name: number(rate, name) for name, rate in rates.items()}
    end = float(max_time)
    impact = sepax.sweep(a, b, velocities[0], velocities[1], end, **turns)
    time = end if impact is None else impact.time
    ways = [
        Way(velocity, rate, shape.position)
        for velocity, rate, shape in zip(velocities, turns.values(), (a, b), strict=True)
    ]
    when = "at the end" if impact is None else "at the impact"
    marks = drawings.in_motion((a, b), ways, time, when)
    if impact is None:
        return _finished(ax, (a, b), marks, f"no impact until time {short(end)}")
    marks += drawings.meeting([impact.point], impact.normal, "point of contact")
    initial = ", at the start" if impact.initial else ""
    return _finished(ax, (a, b), marks, f"impact at time {short(impact.time)}{initial}")


# --- rays --------------------------------------------------------------------------


def plot_rays(
    scene: Any,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike = math.inf,
    ax: Axes | None = None,
) -> Axes:
    """Draw a scene and rays, each up to its first hit, with the normal there.

    Parameters
    ----------
    scene : shape, Compound, ShapeArray, ShapeIndex, or shapes in any iterable
    origin, direction, max_distance
        One ray or many, as for `sepax.raycast`. An endless ray that hits nothing ends at the
        border of the scene.
    ax : matplotlib.axes.Axes, optional
        By default the current axes of pyplot.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> crates = sepax.ShapeArray.boxes(2, 2, [(0, 0), (6, 0)])
    >>> rays = [(1, 0), (0, 1)]
    >>> sepax.plot.plot_rays(crates, (3, 0), rays, ax=Figure().subplots()).get_title()
    '1 of 2 rays hit'
    """
    scene = scene.array if isinstance(scene, sepax.ShapeIndex) else scene
    shapes: list[Any] = [scene] if isinstance(scene, Drawable) else list(scene)
    ways = vectors(direction, "direction")
    hits = sepax.raycast(shapes, origin, ways, max_distance)
    ax = _axes(ax)
    draw_shapes(ax, shapes)
    starts = np.broadcast_to(vectors(origin, "origin"), (len(hits), 2))
    ways = np.broadcast_to(ways / np.hypot(ways[:, 0], ways[:, 1])[:, np.newaxis], (len(hits), 2))
    ends = numbers(max_distance, "max_distance")
    places = np.concatenate((np.array([shape.bounds for shape in shapes]).reshape(-1, 2), starts))
    low, high = places.min(axis=0), places.max(axis=0)
    size = float((high - low).max()) or 1.0
    # Rays that hit nothing end at their range, or where they leave the scene and a border.
    goals = np.where(ways > 0.0, high + 0.1 * size, low - 0.1 * size) - starts
    with np.errstate(divide="ignore"):
        ends = np.minimum(numbers(max_distance, "max_distance"), np.abs(goals / ways).min(axis=1))
    ends = starts + np.where(hits.hit, hits.distance, ends)[:, np.newaxis] * ways
    rays = np.stack((starts, ends), axis=1)
    kinds = ((hits.hit, BLUE, "ray that hits"), (~hits.hit, FAINT, "ray"))
    marks: list[Mark] = [
        Lines(rays[chosen].tolist(), Look(color, 1.3), label)
        for chosen, color, label in kinds
        if chosen.any()
    ]
    if hits.hit.any():
        points, normals = hits.point[hits.hit].tolist(), hits.normal[hits.hit].tolist()
        marks += drawings.hits(points, normals, 1.0 if len(points) <= FEW_HITS else 0.4, 1.5)
    from_one = (starts == starts[:1]).all()
    marks.append(Dots((starts[:1] if from_one else starts).tolist(), "white", label="start"))
    Painter(ax, 0.1 * size).draw(marks)
    return finish(ax, f"{np.count_nonzero(hits.hit)} of {len(hits)} rays hit")


# --- the tour ----------------------------------------------------------------------


def save_tour(
    path: str | PathLike[str],
    before: Sequence[sepax.Polygon],
    after: Sequence[sepax.Polygon],
    flights: Sequence[Flight],
    side: float,
) -> None:
    """Draw the tour of ``python -m sepax`` to a file: the shapes before and after, and bullets.

    A flight is the start and the end of the centre of a bullet, and the point that it hit, or None.
    It is red up to a dot at the hit, or else grey. The shapes were scattered in a square from
    (0, 0).
    """
    require_matplotlib()
    from matplotlib.collections import LineCollection
    from matplotlib.figure import Figure

    figure = Figure(figsize=(14, 7.3), layout="compressed")
    left, right = figure.subplots(1, 2)
    draw_shapes(left, before)
    draw_shapes(right, after)
    paths = [flight[:2] for flight in flights]
    colors = [MISS_COLOR if hit is None else HIT_COLOR for *_, hit in flights]
    right.add_collection(LineCollection(paths, colors=colors, linewidths=0.8, zorder=3))
    hits = np.array([hit for *_, hit in flights if hit is not None]).reshape(-1, 2)
    right.plot(*hits.T, "o", color=HIT_COLOR, markersize=3, zorder=4)
    left.set_title(f"before: {len(before)} hit boxes of sprites, scattered")
    right.set_title(f"after: pushed apart; {len(flights)} bullets, {len(hits)} hits")
    margin = 0.06 * side
    for axes in (left, right):
        axes.set(xlim=(-margin, side + margin), ylim=(-margin, side + margin), xticks=[], yticks=[])
        axes.spines[:].set_color("#cccccc")
    figure.savefig(path, dpi=150, bbox_inches="tight", pad_inches=0.15)
