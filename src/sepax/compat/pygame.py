"""Shapes for pygame-ce and pygame (https://pyga.me): turned rectangles, circles, outlines.

Nothing in pygame is replaced: these functions work with its own, or beside them. ::

    from sepax.compat.pygame import push_apart, spritecollide

    for wall in spritecollide(player, walls, False):
        push_apart(player, wall)

As in pygame, y points down, angles are in degrees and turn counter-clockwise as seen on the
screen, and shapes that only touch do not collide.
"""

from __future__ import annotations

from typing import Any

from sepax import Circle, Polygon
from sepax.compat._core.pygame import (
    collided,
    groupcollide,
    outline_of,
    push_apart,
    spritecollide,
    spritecollideany,
)

__all__ = [
    "collided",
    "groupcollide",
    "push_apart",
    "shape_of",
    "spritecollide",
    "spritecollideany",
]


def shape_of(thing: Any, *, angle: float = 0.0) -> Polygon | Circle:
    """Make the shape of anything that has one in pygame.

    Parameters
    ----------
    thing : object
        One of

        - a `Rect` or `FRect`;
        - a `pygame.geometry.Circle`;
        - a `Mask`: the convex hull of its set pixels, its top left corner at (0, 0);
        - a list of points: their convex hull;
        - a shape of sepax: itself;
        - a sprite: its attribute ``hitbox``, or else ``shape``, which is one of the above in
          world coordinates (a mask is placed at its ``rect``); without either of them its
          ``rect``, turned about its centre by the sprite's ``angle``, if it has one. A
          ``shape`` that is none of these, and an ``angle`` that is no number, are not meant.
    angle : float, default 0.0
        Degrees by which a rectangle is turned; for a sprite, its own ``angle`` is used.

    Returns
    -------
    Polygon or Circle

    Raises
    ------
    ValueError
        For a rectangle, mask or list without an area, and numbers that are not finite.
    TypeError
        For anything else.

    Warns
    -----
    RuntimeWarning
        For a turned sprite whose `rect` may be that of the turned image or of the other one.

    Notes
    -----
    A turned sprite's ``rect`` is taken for that of the image before it was turned; or for that of
    the turned image, if the other one is kept as ``original_image`` and its size fits.
    """
    kind, *numbers = outline_of(thing, angle)
    if kind == "box":
        width, height, centre, radians = numbers
        return Polygon.box(width, height, position=centre, angle=radians)
    if kind == "circle":
        return Circle(*numbers)
    if kind == "hull":
        return Polygon.hull(*numbers)
    if kind == "shape":
        shape: Polygon | Circle = numbers[0]
        return shape
    corners, place = numbers
    if not corners:
        raise ValueError("the mask is empty")
    return Polygon(corners, position=place)
