"""Shapes for pygame-ce and pygame (https://pyga.me): turned rectangles, circles, outlines.

Nothing of pygame is replaced: these functions plug into what it offers. ::

    from sepax.compat.pygame import collided, push_apart

    for wall in pygame.sprite.spritecollide(player, walls, False, collided):
        push_apart(player, wall)

As in pygame, y points down, angles are in degrees and turn counter-clockwise as seen on the
screen, and shapes that only touch do not collide.
"""

from __future__ import annotations

import math
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import sepax
from sepax import Circle, Polygon

__all__ = ["collided", "push_apart", "shape_of"]

OUTLINES = ("hitbox", "shape")  # attributes of a sprite that say more than its rect
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))  # of a pixel
ATTEMPTS = 8  # to leave an overlap that rounding brought back, each twice as far


class _Kinds(NamedTuple):
    """The classes of the installed pygame; an empty tuple for what it lacks."""

    rects: tuple[Any, ...]
    circles: tuple[Any, ...]
    masks: tuple[Any, ...]


@cache
def _kinds() -> _Kinds:
    pygame = import_module("pygame")
    float_rect = getattr(pygame, "FRect", None)
    try:
        circle = import_module("pygame.geometry").Circle
    except ImportError:  # pygame, or an old pygame-ce
        circle = None
    return _Kinds(
        rects=(pygame.Rect, float_rect) if float_rect else (pygame.Rect,),
        circles=(circle,) if circle else (),
        masks=(pygame.Mask,),
    )


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
          ``rect``, turned about its centre by the sprite's ``angle``, if it has one.
    angle : float, default 0.0
        Degrees by which a rectangle is turned; for a sprite, its own ``angle`` is used.

    Returns
    -------
    Polygon or Circle

    Raises
    ------
    ValueError
        For a rectangle, mask or list without an area.
    TypeError
        For anything else.

    Notes
    -----
    A turned sprite's ``rect`` must be that of the image before it was turned. If yours is the
    box around the turned image, keep the other one in ``hitbox`` as a polygon.
    """
    kinds = _kinds()
    if isinstance(thing, (Polygon, Circle)):
        return thing
    if isinstance(thing, kinds.rects):
        return _shape_of_rect(thing, angle)
    if isinstance(thing, kinds.circles):
        return Circle(thing.center, thing.r)
    if isinstance(thing, kinds.masks):
        return Polygon.hull(_pixel_corners(thing))
    if isinstance(thing, (list, tuple)):
        return Polygon.hull(thing)
    outline = _outline(thing)
    if isinstance(outline, kinds.masks):
        shape = Polygon.hull(_pixel_corners(outline))
        shape.move(*thing.rect.topleft)
        return shape
    if outline is not None:
        return shape_of(outline)
    rect, own_angle = _rect_of(thing)
    if rect is None:
        raise TypeError(f"{type(thing).__name__} has no shape: no hitbox, no shape and no rect")
    return _shape_of_rect(rect, own_angle)


def collided(a: Any, b: Any) -> bool:
    """Whether two sprites overlap; for the `collided` of pygame's functions.

    Parameters
    ----------
    a, b : sprite, or anything that `shape_of` takes
        A rectangle without an area overlaps nothing, as in pygame.

    Returns
    -------
    bool
        False if they only touch.
    """
    found = _rect_of(a), _rect_of(b)
    if any(rect is not None and not (rect.width and rect.height) for rect, _ in found):
        return False
    (rect_a, angle_a), (rect_b, angle_b) = found
    if rect_a is not None and rect_b is not None:
        if not angle_a and not angle_b:
            return bool(rect_a.colliderect(rect_b))
        if _far_apart(rect_a, rect_b):  # most are, and to make shapes takes time
            return False
    return sepax.intersects(shape_of(a), shape_of(b), touching=False)


def push_apart(a: Any, b: Any) -> tuple[float, float]:
    """Move the first of two sprites the shortest way out of the second.

    Parameters
    ----------
    a : sprite or rectangle
        Its ``rect`` is moved in place, and so are its ``hitbox`` and ``shape``. Whole pixels
        are moved where the ``rect`` has only those.
    b : sprite, or anything that `shape_of` takes

    Returns
    -------
    (dx, dy) : (float, float)
        The move; (0.0, 0.0) if they did not overlap.
    """
    if not collided(a, b):
        return 0.0, 0.0
    obstacle = shape_of(b)
    rect = getattr(a, "rect", a)
    start = rect.topleft
    way = sepax.mtv(shape_of(a), obstacle) or (0.0, 0.0)
    along = 0 if abs(way[0]) >= abs(way[1]) else 1
    sign = math.copysign(1.0, way[along])
    grain = _grain(rect)
    for attempt in range(ATTEMPTS):
        _move(a, *(_outward(step, grain) for step in way))
        if not collided(a, b):
            break
        nudge = sign * grain * 2**attempt
        way = (nudge, 0.0) if along == 0 else (0.0, nudge)
    return float(rect.x - start[0]), float(rect.y - start[1])


def _shape_of_rect(rect: Any, angle: float) -> Polygon:
    width, height = float(rect.width), float(rect.height)
    centre = rect.x + 0.5 * width, rect.y + 0.5 * height
    # On a screen, where y points down, what looks counter-clockwise is clockwise.
    return Polygon.box(abs(width), abs(height), position=centre, angle=-math.radians(angle))


def _pixel_corners(mask: Any) -> list[tuple[int, int]]:
    """The corners of the pixels around every part of a mask."""
    rims = [point for part in mask.connected_components() for point in part.outline()]
    if not rims:
        raise ValueError("the mask is empty")
    return [(x + dx, y + dy) for x, y in rims for dx, dy in CORNERS]


def _outline(sprite: Any) -> Any:
    outline = getattr(sprite, "hitbox", None)
    return getattr(sprite, "shape", None) if outline is None else outline


def _rect_of(thing: Any) -> tuple[Any, float]:
    """The rectangle that a thing is (None if it is anything else), and its angle in degrees."""
    rects = _kinds().rects
    if isinstance(thing, rects):
        return thing, 0.0
    outline = _outline(thing)
    if outline is not None:
        return (outline if isinstance(outline, rects) else None), 0.0
    rect = getattr(thing, "rect", None)
    return (rect if isinstance(rect, rects) else None), getattr(thing, "angle", 0.0)


def _far_apart(a: Any, b: Any) -> bool:
    """Whether the circles around two rectangles are clearly apart, however these are turned."""
    dx = (a.x + 0.5 * a.width) - (b.x + 0.5 * b.width)
    dy = (a.y + 0.5 * a.height) - (b.y + 0.5 * b.height)
    reach = 0.5 * (math.hypot(a.width, a.height) + math.hypot(b.width, b.height))
    return math.hypot(dx, dy) > 1.000001 * reach


def _grain(rect: Any) -> float:
    """The least distance that a rectangle can be relied on to move."""
    if type(rect.x) is int:
        return 1.0
    size = max(map(abs, (rect.left, rect.right, rect.top, rect.bottom)))
    return float(2.0**-22 * size)  # an FRect holds 24 bits


def _outward(step: float, grain: float) -> float:
    """A whole number of grains, not less than the step but for noise."""
    count = math.ceil(abs(step) / grain - 1e-6)
    return math.copysign(count * grain, step)


def _move(thing: Any, dx: float, dy: float) -> None:
    """Move a rectangle, or a sprite's rect and whatever else says where it is."""
    rect = getattr(thing, "rect", thing)
    step = (int(dx), int(dy)) if type(rect.x) is int else (dx, dy)
    rect.move_ip(*step)
    for name in OUTLINES:
        outline: Any = getattr(thing, name, None)
        if isinstance(outline, (Polygon, Circle)):
            outline.move(*step)
        elif isinstance(outline, (list, tuple)):
            setattr(thing, name, [(x + step[0], y + step[1]) for x, y in outline])
        elif outline is not rect and hasattr(outline, "move_ip"):
            outline.move_ip(*step)
