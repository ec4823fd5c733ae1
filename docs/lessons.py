"""Pictures of the lesson on shapes that turn, drawn from the results of sepax.

``python docs/lessons.py FOLDER`` writes all of them as files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
from pictures import Picture, Place

from sepax import Circle, Polygon
from sepax.pictures.colors import BLUE, FAINT, GREEN, INK, ORANGE, PURPLE, RED, YELLOW

Bound = Callable[[float], float]

ARM = Polygon([(0, -0.05), (3, -0.05), (3, 0.05), (0, 0.05)], angle=-0.42)
WALL = Polygon.box(0.3, 3.2, position=(3, 0))
RATE = 1.57  # radians a step
BAR, POST = Polygon.box(4, 0.2), Circle((0, 1.5), 0.1)
FAST = 6.0


def turned(shape: Polygon, angle: float) -> Polygon:
    """Return the shape turned about its position."""
    copy = shape.copy()
    copy.rotate(angle)
    return copy


def end_of_step() -> Picture:
    """An arm that turns through a wall between two steps."""
    impact = ARM.sweep(WALL, (0, 0), angular_velocity_a=RATE)
    assert impact is not None
    picture = Picture("An arm turns through a wall between two steps", -1.4, -1.75, 4.6, 3.0)
    picture.shape(WALL, ORANGE)
    for k in range(1, 8):
        picture.faint(turned(ARM, RATE * k / 8))
    picture.shape(turned(ARM, RATE * impact.time), GREEN)
    picture.shape(ARM, BLUE, depth=0.6)
    picture.ghost(turned(ARM, RATE), BLUE)
    picture.dots([impact.point])
    picture.text((2.1, -1.5), "start: apart", anchor="end")
    picture.text((1.05, 2.75), "end: apart", anchor="end")
    picture.text((3.25, impact.point[1]), "first touch", color=GREEN)
    return picture


def graph(title: str, last: float, low: float, high: float) -> tuple[Picture, Callable[..., Place]]:
    """Return a picture with an axis of time, and where a time and a gap are drawn in it."""
    wide, tall = 6.0, 2.6

    def at(time: float, gap: float) -> Place:
        return wide * time / last, tall * (gap - low) / (high - low)

    picture = Picture(title, -0.9, -0.45, wide + 0.3, tall + 0.1)
    picture.arrow(at(0.0, 0.0), (wide + 0.2, 0.0), FAINT)
    picture.line(at(0.0, low), at(0.0, high), FAINT)
    picture.text((-0.1, at(0.0, 0.0)[1]), "0", anchor="end", color=FAINT)
    picture.text((wide + 0.2, at(0.0, 0.0)[1]), "time", dy=20.0, anchor="end", color=FAINT)
    return picture, at


def one_axis() -> Picture:
    """The gap along one axis, at the times that a bisection asks."""
    picture, at = graph("The gap along the normal of the wall, in time", 1.0, -0.3, 2.0)
    left = WALL.project((1, 0))[0]

    def gap(time: float) -> float:
        return left - turned(ARM, RATE * time).project((1, 0))[1]

    times = np.linspace(0.0, 1.0, 201).tolist()
    for start, end in pairwise(times):
        color = RED if min(gap(start), gap(end)) < 0.0 else INK
        picture.line(at(start, gap(start)), at(end, gap(end)), color)
    for time, words in ((0.0, "start"), (0.5, "1/2"), (0.75, "3/4"), (0.875, "7/8"), (1.0, "end")):
        picture.dots([at(time, gap(time))], GREEN)
        aside = 18.0 if time == 0.5 else -10.0
        picture.text(at(time, gap(time)), words, dy=aside, anchor="middle")
    picture.text(at(0.24, gap(0.24)), "inside the wall", dy=20.0, anchor="middle", color=RED)
    return picture


# --- conservative advancement ----------------------------------------------------------


def certificate(bar: Polygon, post: Circle, rate: float) -> Bound:
    """Return a lower bound of the gap between a bar that turns and a post, by the time from now.

    The axis is that of the nearest points. It turns with the bar if it is the normal of an edge.
    Places are complex numbers, as the axis sees them, so the gap is a real part.
    """
    (x, y), (u, v) = bar.nearest_points(post)
    axis = complex(u - x, v - y) / abs(complex(u - x, v - y))
    normals = [complex(*normal) for normal in bar.normals.tolist()]
    turning = rate if min(abs(normal - axis) for normal in normals) < 1e-9 else 0.0
    way = (complex(*post.position) - complex(*bar.position)) * axis.conjugate()
    arms = [
        (complex(*corner) - complex(*bar.position)) * axis.conjugate() for corner in bar.vertices
    ]

    def bound(time: float) -> float:
        turn = rate - turning
        least = []  # of each vertex: Taylor's formula to the second order, and its rest
        for arm in arms:
            value = (way - arm).real - post.radius
            slope = (-1j * turning * way - 1j * turn * arm).real
            curve = (-(turning**2) * way + turn**2 * arm).real
            bend = abs(turning) ** 3 * abs(way) + abs(turn) ** 3 * abs(arm)
            least.append(value + time * (slope + time * (curve / 2.0 - time * bend / 6.0)))
        return min(least)

    return bound


def first_root(bound: Bound, left: float) -> float:
    """Return the first time at which a bound is 0, about, or the time that is left."""
    times = np.linspace(0.0, left, 4001).tolist()
    return next((time for time in times if bound(time) <= 0.0), left)


def steps_of(bar: Polygon, post: Circle, rate: float) -> list[tuple[float, float, Bound]]:
    """Return the steps of conservative advancement: where each begins and ends, and its bound."""
    found, time = [], 0.0
    while time < 1.0 and turned(bar, rate * time).distance(post) > 1e-3:
        bound = certificate(turned(bar, rate * time), post, rate)
        end = time + max(first_root(bound, 0.3), 1e-4)
        found.append((time, end, bound))
        time = end
    return found


def certificates() -> Picture:
    """The distance of a bar and a post in time, and the bounds that prove each step."""
    impact = BAR.sweep(POST, (0, 0), angular_velocity_a=FAST)
    assert impact is not None
    last = 1.12 * impact.time
    picture, at = graph("The distance in time, and a lower bound for each step", last, -0.1, 1.35)
    times = np.linspace(0.0, last, 161).tolist()
    away = [turned(BAR, FAST * time).distance(POST) for time in times]
    for (start, low), (end, high) in pairwise(zip(times, away, strict=True)):
        picture.line(at(start, low), at(end, high), INK)
    colors = (BLUE, ORANGE, PURPLE, GREEN, RED)
    for k, (start, end, bound) in enumerate(steps_of(BAR, POST, FAST)):
        part = np.linspace(0.0, end - start, 41).tolist()
        for low, high in pairwise(part):
            color = colors[k % len(colors)]
            picture.line(at(start + low, bound(low)), at(start + high, bound(high)), color)
        picture.dots([at(start, bound(0.0))], color)
        if end - start > 0.01:
            words = at(start, bound(0.0))
            picture.text(words, f"step {k + 1}", dy=-9.0)
    picture.dots([at(impact.time, 0.0)], YELLOW)
    picture.text(at(impact.time, 0.0), "contact", dy=-12.0)
    picture.text(at(0.09, 0.55), "proved", anchor="middle", color=BLUE)
    picture.text(at(0.14, 0.95), "distance")
    return picture


LESSONS: dict[str, Callable[[], Picture]] = {
    draw.__name__: draw for draw in (end_of_step, one_axis, certificates)
}

if __name__ == "__main__":
    for name, draw in LESSONS.items():
        Path(sys.argv[1], f"{name}.svg").write_text(draw()._repr_svg_(), encoding="utf-8")
