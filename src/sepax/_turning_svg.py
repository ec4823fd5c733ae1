"""The motion of shapes that turn, in the picture of an `Explanation`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sepax._pictures import FILL_A, FILL_B, GHOST, Style
from sepax._svg import BLUE, ORANGE, Box, Picture, box_around
from sepax._turning import Way

FAINTEST, STRONGEST = 0.25, 0.6  # opacity of the first and the last ghost on the way
ARROW = 18.0  # pixels, of the end of a path


class Turn(NamedTuple):
    """One of two shapes, how it moves, and how it is drawn."""

    shape: Any
    way: Way
    fill: Style
    color: str


def turns_of(explanation: Any) -> tuple[Turn, Turn]:
    """Return both shapes with their motions."""
    x = explanation
    way_a = Way(x.velocity_a, x.angular_velocity_a, x.pivot_a)
    way_b = Way(x.velocity_b, x.angular_velocity_b, x.pivot_b)
    return Turn(x.a, way_a, FILL_A, BLUE), Turn(x.b, way_b, FILL_B, ORANGE)


def world_of(turns: Sequence[Turn], time: float) -> Box:
    """Return the box around all that is drawn until a time."""
    return box_around(
        turn.way.at(turn.shape, then).bounds
        for turn in turns
        for then in (0.0, *turn.way.times(time), time)
    )


def draw_turn(picture: Picture, turn: Turn, time: float) -> None:
    """Draw a shape at the start, on its way, and at a time; and the path of its marked point."""
    shape, way = turn.shape, turn.way
    picture.shape(shape, **turn.fill)
    if time == 0.0 or not (way.rate or any(way.velocity)):
        return
    times = way.times(time)
    for k, then in enumerate(times):
        opacity = FAINTEST + (STRONGEST - FAINTEST) * k / len(times)
        outline: Style = {"fill": "none", "stroke_width": 0.9, "stroke_opacity": round(opacity, 2)}
        picture.shape(way.at(shape, then), stroke=turn.color, **outline)
    picture.shape(way.at(shape, time), stroke=turn.color, **GHOST)


def draw_path(picture: Picture, turn: Turn, time: float) -> None:
    """Draw the path of the marked point as an arrow."""
    way, shape = turn.way, turn.shape
    if time == 0.0 or not (way.rate or any(way.velocity)):
        return
    spots = [picture.spot(place) for place in way.path(way.marked_point(shape), time)]
    lengths = [abs(x - u) + abs(y - v) for (x, y), (u, v) in pairwise(spots)]
    k = len(lengths)
    while k > 0 and sum(lengths[k:]) < ARROW:
        k -= 1
    for start, end in pairwise(spots[: k + 1]):
        picture.line(start, end, turn.color, 1.2)
    picture.arrow(spots[k], spots[-1], turn.color, 1.2)
