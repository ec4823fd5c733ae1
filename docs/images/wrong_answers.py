"""Draw a wrong answer of each kind for correctness.md, with the true one: the pictures beside.

``python docs/images/wrong_answers.py`` writes wrong_*.png. All but the first show a case of the
families of ``tests/proof.py``: the first one that shows well and that the peer, asked here,
gets wrong. It needs matplotlib and the peers, and takes half a minute.
"""

import math
import sys
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import matplotlib as mpl
import numpy as np
from PIL import Image

import sepax
from sepax import Polygon, Shape

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))
mpl.use("Agg")
import proof_peers as peers
from families import PAIRS, SWEEPS
from judges import Exact
from matplotlib import pyplot as plt

BLUE, ORANGE, GREEN, RED = "#0072b2", "#e69f00", "#009e73", "#d62728"
COLORS = 64  # in a file
Corners = Any  # (n, 2) float64


def fill(axes: Any, corners: Corners, color: str, alpha: float = 0.3, style: str = "-") -> None:
    """Draw a polygon."""
    axes.fill(*corners.T, facecolor=mpl.colors.to_rgba(color, alpha), edgecolor=color, ls=style)


def arrow(axes: Any, start: Any, way: Any, color: str) -> None:
    """Draw an arrow."""
    end = (start[0] + way[0], start[1] + way[1])
    axes.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": color, "lw": 1.8})


def save(name: str, said: str, true: str, draw: Callable[[Any], None]) -> None:
    """Write a picture with what the peer says, in red, and what is true, in green."""
    figure, axes = plt.subplots(figsize=(4.8, 3.4), dpi=100)
    draw(axes)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.margins(0.08)
    figure.text(0.5, 0.94, said, color=RED, ha="center", fontsize=10)
    figure.text(0.5, 0.88, true, color=GREEN, ha="center", fontsize=10)
    figure.subplots_adjust(0.02, 0.02, 0.98, 0.86)
    drawn = BytesIO()
    figure.savefig(drawn)
    plt.close(figure)
    picture = Image.open(drawn).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
    picture.save(Path(__file__).with_name(f"wrong_{name}.png"), optimize=True)


def first(family: str, is_wrong: Callable[[Shape, Shape], bool]) -> tuple[Shape, Shape]:
    """Return the first pair of a family that is wrong, and shows well."""
    source, make = Random("pictures"), PAIRS.get(family) or peers.OWN[family]
    return next(pair for pair in iter(lambda: make(source), None) if is_wrong(*pair))


def draw_mtv() -> None:
    """A shape in another: the textbook's vector is too short, or the wrong way."""
    outer, inner = Polygon.box(4, 2.4), Polygon.box(0.8, 0.6, position=(0.9, 0.3))
    said, true = peers.textbook_mtv(inner, outer), sepax.mtv(inner, outer)
    assert said is not None
    assert true is not None

    def draw(axes: Any) -> None:
        fill(axes, outer.vertices, ORANGE)
        fill(axes, inner.vertices, BLUE)
        for way, color in ((said, RED), (true, GREEN)):
            fill(axes, inner.vertices + way, color, 0.0, "--")
            arrow(axes, inner.position, way, color)

    save(
        "mtv",
        f"a textbook: move by ({said[0] + 0.0:g}, {said[1]:g})",
        f"true: move by ({true[0]:g}, {true[1]:g})",
        draw,
    )


def draw_touching() -> None:
    """A corner on an edge, exactly, which rounded unit normals separate."""
    hits = peers.collision_hits()
    a, b = first(
        "touching_vertex_edge",
        lambda a, b: not hits(a, b) and 0.2 < a.area / b.area < 5 and min(a.area, b.area) > 0.1,
    )
    assert Exact(a, b).side == 0

    def draw(axes: Any) -> None:
        fill(axes, a.vertices, BLUE)
        fill(axes, b.vertices, ORANGE)
        axes.plot(*sepax.nearest_points(a, b)[0], "o", color=GREEN)

    save("touching", "collision: they do not collide", "true: a corner lies on an edge", draw)


def draw_far() -> None:
    """Polygons far from the origin, on the grid of the float64 numbers there."""

    def shows(a: Shape, b: Shape) -> bool:
        gap, size = sepax.distance(a, b), max(a.bounds[2] - a.bounds[0], b.bounds[2] - b.bounds[0])
        is_large = len(a.vertices) + len(b.vertices) < 12 and a.position[0] > 1e13
        return is_large and gap > 0.06 * size and peers.textbook_hit(a, b)

    a, b = first("near_the_grid", shows)
    grid, corner = np.spacing(a.position[0]), a.vertices[0]

    def draw(axes: Any) -> None:
        both = np.concatenate((a.vertices, b.vertices)) - corner
        low, high = np.floor(both.min(0) / grid) - 1, np.ceil(both.max(0) / grid) + 1
        spots = np.stack(
            np.meshgrid(*(np.arange(p, q + 1) for p, q in zip(low, high, strict=True)))
        )
        axes.scatter(*(spots * grid), s=1, color="#999999")
        fill(axes, a.vertices - corner, BLUE)
        fill(axes, b.vertices - corner, ORANGE)

    where = f"{a.position[0]:.1e} from the origin"
    save("far", f"a textbook, {where}: they collide", "true: they are apart", draw)


def draw_sweep() -> None:
    """A hit that never happens: all shadows meet at some time, but never all at once."""

    def is_wrong(sweep: Any) -> bool:
        is_polygons = min(len(sweep.a.vertices), len(sweep.b.vertices)) > 2
        is_finite = sweep.max_time <= 1.0 and sweep.velocity_b == (0.0, 0.0)
        is_short = math.hypot(*sweep.velocity_a) * sweep.max_time < 7.0
        if not (is_polygons and is_finite and is_short) or sepax.sweep(*sweep) is not None:
            return False
        return peers.extended_shadows(sweep)

    source = Random("pictures")
    sweep = next(s for s in iter(lambda: SWEEPS["sweep_random"](source), None) if is_wrong(s))
    way = np.array(sweep.velocity_a) * sweep.max_time

    def draw(axes: Any) -> None:
        for part in np.linspace(0.0, 1.0, 9):
            fill(axes, sweep.a.vertices + part * way, BLUE, 0.12)
        arrow(axes, sweep.a.vertices.mean(axis=0), way, BLUE)
        fill(axes, sweep.b.vertices, ORANGE)

    save("sweep", "extended shadows: they will collide", "true: it flies past", draw)


def draw_turning() -> None:
    """A bar that turns through another, which Box2D does not see."""
    misses = import_module("turning.misses")
    turns, times = misses.draw_hits("boxes near the limits", 300)
    found = misses.Box2DItself().times(turns)
    k = int(np.flatnonzero(np.isinf(found))[0])
    time = float(times[k])

    def at(side: str, when: float) -> Corners:
        shapes = getattr(turns, side)
        velocity, rate = (getattr(turns, f"{what}_{side}")[k] for what in ("velocity", "rate"))
        shape = Polygon(shapes.local[k], position=tuple(shapes.position[k]), angle=shapes.angle[k])
        shape.move(*(velocity * when))
        shape.rotate(rate * when)
        return shape.vertices

    def draw(axes: Any) -> None:
        for side, color in (("a", BLUE), ("b", ORANGE)):
            fill(axes, at(side, 0.0), color, 0.08, "--")
            fill(axes, at(side, 1.0), color, 0.08, ":")
            fill(axes, at(side, min(1.0, time + 0.04)), color, 0.45)

    said = "Box2D: the step (dashed to dotted) is free"
    save("turning", said, f"true: they collide at {time:.2f} of it", draw)


def draw_area() -> None:
    """Small rectangles at places from 0 to 1, where float32 loses corners of what they share."""
    ask = peers.opencv_area()

    def shows(a: Shape, b: Shape) -> bool:
        area = sepax.overlap_area(a, b)
        return area > 0.2 * min(a.area, b.area) and not 0.7 < ask(a, b) / area < 1.4

    a, b = first("small_rectangles", shows)
    shared = sepax.overlap(a, b)
    assert shared is not None

    def draw(axes: Any) -> None:
        fill(axes, a.vertices, BLUE)
        fill(axes, b.vertices, ORANGE)
        fill(axes, shared.vertices, GREEN, 0.5)

    said, true = (f"{1e6 * area:.1f} millionths" for area in (ask(a, b), shared.area))
    save("area", f"OpenCV: they share {said}", f"true: {true}", draw)


if __name__ == "__main__":
    for make in (draw_mtv, draw_touching, draw_far, draw_sweep, draw_turning, draw_area):
        make()
