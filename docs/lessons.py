"""Pictures of the lessons on shapes that turn and on signed distances, from the results of sepax.

``python docs/lessons.py FOLDER`` writes all of them as files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
from pictures import Picture, Place

from sepax import Circle, Compound, Polygon
from sepax.pictures.colors import BLUE, FAINT, GREEN, INK, ORANGE, PURPLE, RED, YELLOW
from sepax.pictures.marks import Line, Look, Outline

Bound = Callable[[float], float]

ARM = Polygon([(0, -0.05), (3, -0.05), (3, 0.05), (0, 0.05)], angle=-0.42)
WALL = Polygon.box(0.3, 3.2, position=(3, 0))
RATE = 1.57  # radians a step
BAR, POST = Polygon.box(4, 0.2), Circle((0, 1.5), 0.1)
FAST = 6.0

CORNER = Compound.from_polygon([(0, 0), (5, 0), (5, 2), (2, 2), (2, 4), (0, 4)])  # an L
CRATE = Polygon.box(1.2, 0.8, angle=0.4)
CAR, CURB = Polygon.box(4, 2), Polygon.box(12, 1, position=(0, 2.5))


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


def graph(
    title: str, last: float, low: float, high: float, across: str = "time", first: float = 0.0
) -> tuple[Picture, Callable[..., Place]]:
    """Return a picture with an axis, such as of time, and where a time and a gap are drawn."""
    wide, tall = 6.0, 2.6

    def at(time: float, gap: float) -> Place:
        return wide * (time - first) / (last - first), tall * (gap - low) / (high - low)

    picture = Picture(title, -0.9, -0.45, wide + 0.3, tall + 0.1)
    picture.arrow(at(first, 0.0), (wide + 0.2, 0.0), FAINT)
    picture.line(at(0.0, low), at(0.0, high), FAINT)
    picture.text((-0.1, at(0.0, 0.0)[1]), "0", anchor="end", color=FAINT)
    picture.text((wide + 0.2, at(0.0, 0.0)[1]), across, dy=20.0, anchor="end", color=FAINT)
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


# --- signed distance -------------------------------------------------------------------


def below(level: float) -> Place:
    """Return where the signed distance has a value, on the way down from the middle of the L."""
    crate, inside, outside = CRATE.copy(), 0.9, -3.0
    for _ in range(40):
        middle = 0.5 * (inside + outside)
        crate.position = (3.4, middle)
        deeper = crate.signed_distance(CORNER) < level
        inside, outside = (middle, outside) if deeper else (inside, middle)
    return 3.4, outside


def contour(level: float) -> list[Place]:
    """Return the positions of the crate at one signed distance, as a closed line.

    Each step goes across the gradient by the position, which has the length 1. Newton's method
    then goes along it, back to the level.
    """
    stride, crate, place = 0.05, CRATE.copy(), below(level)
    found, slope = [place], (0.0, -1.0)
    while len(found) < 10 or abs(complex(*place) - complex(*found[0])) > 0.7 * stride:
        place = place[0] - stride * slope[1], place[1] + stride * slope[0]
        for k in range(3):
            crate.position = place
            near = crate.clearance(CORNER)
            x, y, _ = near.gradient_a
            slope = (x, y) if k == 0 else slope  # in a corner, of the face that it goes to
            way = level - near.distance
            place = place[0] + way * x, place[1] + way * y
        found.append(place)
    return [*found, found[0]]


def field() -> Picture:
    """Lines of equal signed distance of a crate from an L, and gradients."""
    picture = Picture("The signed distance of a crate from an L", -2.7, -2.5, 7.7, 6.0)
    picture.draw(Outline(list(CORNER.parts), Look(fill=FAINT, fill_opacity=0.3)))
    for level in (-1.2, -0.8, -0.4, 0.0, 0.4, 0.8, 1.2, 1.6):
        color = INK if level == 0.0 else RED if level < 0.0 else BLUE
        picture.draw(Line(contour(level), Look(color, 2.8 if level == 0.0 else 1.0)))
        picture.text(below(level), f"{level:g}", -4.0, 11.0, color=color, anchor="middle")
    crate = CRATE.copy()
    for place in ((-1.6, 3.2), (4.0, 4.4), (6.6, 0.6), (1.0, -1.7), (0.5, 2.7), (4.5, 1.3)):
        crate.position = place
        found = crate.clearance(CORNER)
        picture.arrow(place, (0.8 * found.gradient_a[0], 0.8 * found.gradient_a[1]), GREEN)
        picture.dots([place], GREEN)
    crate.position = contour(0.0)[-60]
    picture.ghost(crate, PURPLE)
    picture.dots([crate.position], PURPLE)
    return picture


def through_contact() -> Picture:
    """The distance, and the signed distance, of a crate that moves through a post."""
    picture, at = graph(
        "The distance and the signed distance of a crate that moves through a post",
        *(5.2, -0.9, 1.6, "x of the crate"),
    )
    crate, post = CRATE.copy(), Circle((2.6, 0.3), 0.6)
    signed, plain = [], []
    for x in np.linspace(0.0, 5.0, 251).tolist():
        crate.position = (x, 0.0)
        signed.append(at(x, crate.signed_distance(post)))
        plain.append(at(x, crate.distance(post)))
    picture.draw(Line(plain, Look(ORANGE, 6.0, stroke_opacity=0.6)))
    picture.draw(Line(signed, Look(BLUE, 2.2)))
    picture.text(at(0.75, 0.95), "both")
    picture.text(at(2.45, 0.0), "distance", dy=-9.0, anchor="middle", color=RED)
    picture.text(at(1.75, -0.55), "signed distance", anchor="end", color=BLUE)
    return picture


def kink() -> Picture:
    """The distance of a car from a curb by the angle of the car, and both slopes at the kink."""
    title = "The distance of a car from a curb, by the angle of the car"
    picture, at = graph(title, 0.8, -0.1, 1.25, "angle of the car", -0.8)
    car, places = CAR.copy(), []
    for angle in np.linspace(-0.65, 0.65, 131).tolist():
        car.angle = angle
        places.append(at(angle, car.signed_distance(CURB)))
    picture.draw(Line(places, Look(BLUE, 2.2)))
    for side, color in ((-1.0, GREEN), (1.0, PURPLE)):
        car.angle = 1e-9 * side
        found = car.clearance(CURB)
        slope = found.gradient_a[2]
        start, end = 0.4 * side, -0.07 * side
        ends = [at(angle, found.distance + slope * angle) for angle in (start, end)]
        picture.line(ends[0], ends[1], color, dashed=True)
        _sketch(picture, 2.95 + 2.3 * side, 1.7, 0.35 * side)
        words = f"slope {slope:.3g}"
        picture.text((2.95 + 2.3 * side, 1.1), words, color=color, anchor="middle")
    return picture


def _sketch(picture: Picture, x: float, y: float, angle: float) -> None:
    """Draw a small car at an angle, the curb, and the points between which the distance is."""
    car = Polygon.box(1.0, 0.5, position=(x, y), angle=angle)
    curb = Polygon.box(1.5, 0.15, position=(x, y + 0.8))
    picture.shape(car, BLUE)
    picture.shape(curb, FAINT, depth=0.6)
    found = car.clearance(curb)
    picture.line(found.point_a, found.point_b, INK)


LESSONS: dict[str, Callable[[], Picture]] = {
    draw.__name__: draw
    for draw in (end_of_step, one_axis, certificates, field, through_contact, kink)
}

if __name__ == "__main__":
    for name, draw in LESSONS.items():
        Path(sys.argv[1], f"{name}.svg").write_text(draw()._repr_svg_(), encoding="utf-8")
