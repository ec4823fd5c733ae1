"""The helpers for pygame, with its own groups, on SDL's dummy driver."""

import math
import os
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

import sepax
from sepax.compat.pygame import collided, push_apart, shape_of

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pygame: Any = pytest.importorskip("pygame", reason="pygame-ce is not installed")

needs_float_rects = pytest.mark.skipif(
    not hasattr(pygame, "FRect"), reason="only pygame-ce has float rectangles"
)
needs_circles = pytest.mark.skipif(
    find_spec("pygame.geometry") is None, reason="only pygame-ce has circles"
)


def sprite(rect: Any = None, **attributes: Any) -> Any:
    made = pygame.sprite.Sprite()
    made.rect = rect
    vars(made).update(attributes)
    return made


def corners(shape: Any) -> set[tuple[float, float]]:
    return {(x, y) for x, y in shape.vertices.round(9).tolist()}


def test_rectangles() -> None:
    expected = {(2, 3), (7, 3), (7, 7), (2, 7)}
    assert corners(shape_of(pygame.Rect(2, 3, 5, 4))) == expected
    assert corners(shape_of(pygame.Rect(7, 7, -5, -4))) == expected


@needs_float_rects
def test_float_rectangles() -> None:
    assert shape_of(pygame.FRect(0.5, 0.25, 1.5, 2.0)).bounds == (0.5, 0.25, 2.0, 2.25)


@needs_circles
def test_circles() -> None:
    disc = import_module("pygame.geometry").Circle(3, 4, 2.5)
    assert (shape_of(disc).position, shape_of(disc).radius) == ((3.0, 4.0), 2.5)
    ball = sprite(pygame.Rect(0, 0, 5, 5), hitbox=disc)
    assert push_apart(ball, pygame.Rect(5, -20, 9, 90)) == (-1.0, 0.0)
    assert (disc.x, ball.rect.x) == (2.0, -1)


def test_a_turned_rectangle_looks_like_the_turned_image() -> None:
    """The rectangle around the turned shape is as large as pygame's turned image."""
    shape = shape_of(pygame.Rect(0, 0, 40, 10), angle=30)
    left, top, right, bottom = shape.bounds
    width, height = pygame.transform.rotate(pygame.Surface((40, 10)), 30).get_size()
    assert abs(right - left - width) < 2
    assert abs(bottom - top - height) < 2
    # Counter-clockwise on the screen: the right end is up, where y is small.
    end = max(shape.vertices.tolist())
    assert end[1] < 5


def test_masks_are_hulls_of_whole_pixels() -> None:
    full = pygame.Mask((5, 3), fill=True)
    assert shape_of(full).bounds == (0.0, 0.0, 5.0, 3.0)
    dots = pygame.Mask((9, 9))
    for place in ((0, 0), (8, 0), (8, 8)):  # three parts, of which pygame outlines the first
        dots.set_at(place)
    assert corners(shape_of(dots)) == {(0, 0), (9, 0), (9, 9), (8, 9), (0, 1)}


def test_lists_and_shapes() -> None:
    points = [(0, 0), (4, 0), (1, 1), (0, 4)]
    assert corners(shape_of(points)) == {(0, 0), (4, 0), (0, 4)}
    assert corners(shape_of(tuple(points))) == {(0, 0), (4, 0), (0, 4)}
    circle = sepax.Circle((0, 0), 1)
    assert shape_of(circle) is circle


def test_sprites() -> None:
    rect = pygame.Rect(10, 20, 4, 2)
    assert shape_of(sprite(rect)).bounds == (10.0, 20.0, 14.0, 22.0)
    assert shape_of(sprite(rect, angle=90)).bounds == pytest.approx((11, 19, 13, 23))
    assert shape_of(sprite(rect, hitbox=pygame.Rect(0, 0, 1, 1))).bounds == (0, 0, 1, 1)
    assert shape_of(sprite(rect, shape=sepax.Circle((0, 0), 1))).bounds == (-1, -1, 1, 1)
    mask = pygame.Mask((2, 2), fill=True)
    assert shape_of(sprite(rect, hitbox=mask)).bounds == (10, 20, 12, 22)


@pytest.mark.parametrize("thing", [None, 7, "rect", object()])
def test_what_has_no_shape(thing: Any) -> None:
    with pytest.raises(TypeError, match="has no shape"):
        shape_of(thing)


def test_nothing_has_no_shape() -> None:
    with pytest.raises(ValueError, match="width"):
        shape_of(pygame.Rect(0, 0, 0, 5))
    with pytest.raises(ValueError, match="empty"):
        shape_of(pygame.Mask((5, 5)))


def test_rectangles_collide_as_in_pygame() -> None:
    source = Random(1)
    for _ in range(2000):
        a, b = (pygame.Rect([source.randint(-4, 4) for _ in range(4)]) for _ in range(2))
        assert collided(a, b) is bool(a.colliderect(b))
        assert collided(sprite(a), sprite(b)) is bool(
            pygame.sprite.collide_rect(sprite(a), sprite(b))
        )


def test_touching_is_no_collision() -> None:
    ball = sprite(hitbox=sepax.Circle((-5, 5), 5))
    wall = sprite(pygame.Rect(0, 0, 10, 10))
    assert not collided(ball, wall)
    ball.hitbox.move(0.001, 0)
    assert collided(ball, wall)
    assert not collided(ball, sprite(pygame.Rect(-5, 5, 0, 0)))


def test_groups() -> None:
    plank = sprite(pygame.Rect(0, 0, 100, 4), angle=45)  # from (15, 37) to (85, -33)
    on, off = sprite(pygame.Rect(79, -31, 6, 6)), sprite(pygame.Rect(10, -20, 6, 6))
    crates = pygame.sprite.Group(on, off)
    assert pygame.sprite.spritecollide(plank, crates, False, collided) == [on]
    assert pygame.sprite.spritecollideany(off, pygame.sprite.Group(plank), collided) is None
    found = pygame.sprite.groupcollide(pygame.sprite.Group(plank), crates, False, True, collided)
    assert found == {plank: [on]}
    assert crates.sprites() == [off]


def test_push_apart_moves_rects_the_shortest_way() -> None:
    player, wall = sprite(pygame.Rect(0, 0, 10, 10)), sprite(pygame.Rect(7, -50, 10, 100))
    assert push_apart(player, wall) == (-3.0, 0.0)
    assert player.rect.topleft == (-3, 0)
    assert push_apart(player, wall) == (0.0, 0.0)
    assert push_apart(wall.rect, pygame.Rect(16, 0, 9, 9)) == (-1.0, 0.0)


def outline_for(source: Random, kind: str, rect: Any) -> dict[str, Any]:
    """Attributes of a sprite at a rect."""
    if kind == "angle":
        return {"angle": source.uniform(-200, 200)}
    if kind == "circle":
        return {"hitbox": sepax.Circle(rect.center, source.uniform(3, 30))}
    if kind == "points":
        return {"shape": [(rect.x, rect.y), (rect.right, rect.y), (rect.x, rect.bottom)]}
    if kind == "mask":
        return {"hitbox": pygame.Mask((source.randint(1, 40), 20), fill=True)}
    return {}


@pytest.mark.parametrize("kind", ["rect", "angle", "circle", "points", "mask"])
@pytest.mark.parametrize("floats", [False, pytest.param(True, marks=needs_float_rects)])
def test_after_push_apart_nothing_overlaps(kind: str, floats: bool) -> None:
    source, moved = Random(kind), 0
    for _ in range(300):
        rects = []
        for _ in range(2):
            numbers = source.uniform(-30, 30), source.uniform(-30, 30), 40 * source.random() + 1, 20
            rects.append(pygame.FRect(numbers) if floats else pygame.Rect(numbers))
        a = sprite(rects[0], **outline_for(source, kind, rects[0]))
        b = sprite(rects[1], angle=source.choice((0, 45, 10)))
        depth = math.hypot(*(sepax.mtv(shape_of(a), shape_of(b)) or (0, 0)))
        place, move = a.rect.topleft, push_apart(a, b)
        assert not collided(a, b)
        assert a.rect.topleft == pytest.approx((place[0] + move[0], place[1] + move[1]))
        assert math.hypot(*move) <= depth + (1e-3 if floats else 2.5)
        moved += move != (0.0, 0.0)
    assert moved > 50


def test_push_apart_takes_everything_along() -> None:
    rect = pygame.Rect(0, 0, 10, 10)
    player = sprite(rect, hitbox=rect, shape=sepax.Circle((5, 5), 5))
    push_apart(player, pygame.Rect(8, -20, 30, 60))
    assert player.rect.topleft == (-2, 0)
    assert player.shape.position == (3.0, 5.0)
