"""The helpers for pygame, with its own groups, on SDL's dummy driver."""

import gc
import math
import os
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from threading import Thread
from typing import Any

import oracle
import pytest
from judges import Exact
from quarter_turns import gap, rectangles

import sepax
from sepax.compat.pygame import (
    collided,
    groupcollide,
    push_apart,
    shape_of,
    spritecollide,
    spritecollideany,
)

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pygame: Any = pytest.importorskip("pygame", reason="pygame-ce is not installed")

needs_float_rects = pytest.mark.skipif(
    not hasattr(pygame, "FRect"), reason="only pygame-ce has float rectangles"
)
needs_circles = pytest.mark.skipif(
    find_spec("pygame.geometry") is None, reason="only pygame-ce has circles"
)


BIG = (-50, -50, 100, 100)


def sprite(rect: Any = None, **attributes: Any) -> Any:
    made = pygame.sprite.Sprite()
    made.rect = rect
    for name, value in attributes.items():
        setattr(made, name, value)
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
    for place in ((0, 0), (8, 0), (8, 8)):  # three parts; pygame outlines the first
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


# --- every kind of outline, exactly ---------------------------------------------------------


def random_mask(source: Random, width: int, height: int, pixels: int) -> Any:
    mask = pygame.Mask((width, height))
    for _ in range(pixels):
        mask.set_at((source.randrange(width), source.randrange(height)))
    return mask


def on_grid(source: Random, rect: Any) -> list[tuple[float, float]]:
    """Points of a triangle or more, within a rect, that have an area."""
    points = [(rect.x, rect.y), (rect.x + rect.width, rect.y), (rect.x, rect.y + rect.height)]
    for _ in range(source.randrange(4)):
        x, y = source.randint(0, rect.width), source.randint(0, rect.height)
        points.append((rect.x + x, rect.y + y))
    source.shuffle(points)
    return points


def rect_sprite(source: Random, rect: Any) -> Any:
    return sprite(rect)


def turned_sprite(source: Random, rect: Any) -> Any:
    return sprite(rect, angle=source.choice((30, -45.0, 90, 180, 270, 360, 450, 1e6, 0.001)))


def float_sprite(source: Random, rect: Any) -> Any:
    kind = getattr(pygame, "FRect", pygame.Rect)
    return sprite(kind(rect.x + 0.1, rect.y - 0.3, rect.width + 0.7, rect.height), angle=90)


def mask_sprite(source: Random, rect: Any) -> Any:
    return sprite(rect, hitbox=random_mask(source, rect.width, rect.height, 9))


def list_sprite(source: Random, rect: Any) -> Any:
    return sprite(rect, hitbox=on_grid(source, rect))


def circle_sprite(source: Random, rect: Any) -> Any:
    return sprite(shape=sepax.Circle(rect.topleft, rect.width))


def polygon_sprite(source: Random, rect: Any) -> Any:
    return sprite(rect, hitbox=sepax.Polygon.regular(5, 4, position=rect.topleft, angle=1))


def disc(source: Random, rect: Any) -> Any:
    if find_spec("pygame.geometry") is None:
        return circle_sprite(source, rect)
    return import_module("pygame.geometry").Circle(*rect.topleft, rect.width)


def bare_rect(source: Random, rect: Any) -> Any:
    return rect


def bare_mask(source: Random, rect: Any) -> Any:
    return random_mask(source, 9, 9, source.randint(1, 4))


KINDS: list[Callable[[Random, Any], Any]] = [
    rect_sprite,
    turned_sprite,
    float_sprite,
    mask_sprite,
    list_sprite,
    circle_sprite,
    polygon_sprite,
    disc,
    bare_rect,
    bare_mask,
]


def small_rect(source: Random, spread: int = 9) -> Any:
    place = source.randint(-spread, spread), source.randint(-spread, spread)
    return pygame.Rect(*place, source.randint(1, 8), source.randint(1, 8))


@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("second", KINDS)
def test_collided_is_exact(
    first: Callable[[Random, Any], Any], second: Callable[[Random, Any], Any]
) -> None:
    """On a small grid, where touching, flush and containing are frequent."""
    source = Random(f"{first.__name__} {second.__name__}")
    found = set()
    for _ in range(60):
        a, b = first(source, small_rect(source)), second(source, small_rect(source))
        expected = Exact(shape_of(a), shape_of(b)).side < 0
        assert collided(a, b) is expected
        assert collided(b, a) is expected
        found.add(expected)
    assert found == {True, False}


@pytest.mark.parametrize("width", [1, 2, 31, 33, 63, 64, 65, 130])
def test_the_hull_of_a_mask(width: int) -> None:
    source = Random(width)
    for pixels in (1, 2, 3, 10, 400):
        mask = random_mask(source, width, source.randint(1, 90), pixels)
        columns, rows = mask.get_size()
        set_pixels = [(x, y) for x in range(columns) for y in range(rows) if mask.get_at((x, y))]
        around = [(x + dx, y + dy) for x, y in set_pixels for dx in (0, 1) for dy in (0, 1)]
        assert corners(shape_of(mask)) == set(oracle.hull(around))
        assert shape_of(mask).vertices.tolist() == sepax.Polygon.hull(around).vertices.tolist()
        mask.invert()  # sets what lies beyond the width, if anything does
        mask.invert()
        assert corners(shape_of(mask)) == set(oracle.hull(around))


def test_what_a_mask_holds_beyond_its_width() -> None:
    mask = pygame.Mask((70, 3))
    words = memoryview(mask)
    bits = 8 * words.itemsize
    words[70 // bits, 1] = 1 << 70 % bits  # x = 70, the first that is none of its pixels
    assert not collided(mask, pygame.Rect(BIG))
    mask.set_at((69, 1))
    assert shape_of(mask).bounds == (69, 1, 70, 2)


def test_large_masks_and_long_lists() -> None:
    disc = pygame.Mask((700, 700))
    ring = []
    for x in range(700):
        half = math.isqrt(349 * 349 - (x - 349) ** 2) if x < 699 else 0
        ring += [(x, 349 - half), (x, 349 + half)]
    for place in ring:
        disc.set_at(place)
    assert len(shape_of(disc).vertices) > 64
    left, top = sprite(pygame.Rect(0, 0, 9, 9), hitbox=disc), sprite(hitbox=ring)
    assert collided(left, top)
    assert not collided(left, pygame.Rect(0, 0, 100, 100))
    assert not collided(top, pygame.Rect(0, 0, 100, 100))
    assert collided(left, pygame.Rect(0, 0, 105, 105))


# --- what has no area, and what is not ours -------------------------------------------------


@pytest.mark.parametrize("size", [(0, 0), (0, 5), (5, 0), (5, 5), (70, 3)])
def test_an_empty_mask_is_no_hit(size: tuple[int, int]) -> None:
    ghost = sprite(pygame.Rect(0, 0, 5, 5), hitbox=pygame.Mask(size))
    for other in (pygame.Rect(BIG), sprite(pygame.Rect(BIG), angle=30), ghost):
        assert collided(ghost, other) is False
        assert collided(other, ghost) is False
        assert push_apart(ghost, other) == (0.0, 0.0)
    group, walls = pygame.sprite.Group(ghost), pygame.sprite.Group(sprite(pygame.Rect(BIG)))
    assert spritecollide(walls.sprites()[0], group, False) == []
    assert spritecollideany(walls.sprites()[0], group) is None
    assert groupcollide(walls, group, True, True) == {}
    with pytest.raises(ValueError, match="empty"):
        shape_of(ghost)


@pytest.mark.parametrize("points", [[], [(1, 1)], [(0, 0), (3, 3)], [(0, 0), (1, 1), (2, 2)]])
def test_points_without_an_area_are_no_hit(points: list[tuple[int, int]]) -> None:
    assert not collided(sprite(hitbox=points), pygame.Rect(BIG))
    assert not collided(sprite(pygame.Rect(BIG), angle=5), points)
    with pytest.raises(ValueError, match="hull"):
        shape_of(sprite(hitbox=points))


@pytest.mark.parametrize("shape", ["square", 4, (32, 32), ["ab"], ["a"], object(), len, {}, [{}]])
def test_a_shape_that_is_not_ours_is_ignored(shape: Any) -> None:
    odd, plain = sprite(pygame.Rect(0, 0, 9, 9), shape=shape), pygame.Rect(8, 0, 9, 9)
    assert collided(odd, plain)
    assert shape_of(odd).bounds == (0, 0, 9, 9)
    assert push_apart(odd, plain) == (-1.0, 0.0)
    assert odd.shape is shape
    assert spritecollide(odd, [sprite(plain)], False) == []


@pytest.mark.parametrize("hitbox", ["square", 4, (1, 2, 3, 4), object(), [1, 2]])
def test_a_hitbox_that_cannot_be_read_is_an_error(hitbox: Any) -> None:
    with pytest.raises(TypeError, match="hitbox of Sprite must be a Rect"):
        collided(sprite(pygame.Rect(BIG), hitbox=hitbox), pygame.Rect(BIG))


@pytest.mark.parametrize("angle", ["north", None, object(), (1, 2), b"1", pygame.Vector2(1, 0), 1j])
def test_an_angle_that_is_no_number_is_ignored(angle: Any) -> None:
    flat = sprite(pygame.Rect(0, 0, 40, 2), angle=angle)
    assert shape_of(flat).bounds == (0, 0, 40, 2)
    assert not collided(flat, pygame.Rect(0, 2, 40, 9))


@pytest.mark.parametrize("angle", [math.nan, math.inf, -math.inf, 10**400])
def test_an_angle_that_is_not_finite(angle: float) -> None:
    with pytest.raises(ValueError, match="angle must be finite"):
        collided(sprite(pygame.Rect(BIG), angle=angle), pygame.Rect(BIG))


@pytest.mark.parametrize(
    "points",
    [[(0, 0), (1, math.nan), (1, 0)], [(0, 0), (9, 10**400), (1, 0)], [(0, 0), (math.inf, 0)]],
)
def test_points_that_are_not_finite(points: Any) -> None:
    with pytest.raises(ValueError, match="point 1 is not finite"):
        collided(sprite(hitbox=points), pygame.Rect(BIG))


@pytest.mark.parametrize("points", [[(0, 0), (1, "x"), (1, 0)], [(0, 0), 7], [(0, 0), (1, 2, 3)]])
def test_points_that_are_no_pairs(points: Any) -> None:
    with pytest.raises(TypeError, match="point 1 is"):
        collided(sprite(hitbox=points), pygame.Rect(BIG))


def test_sprites_without_a_rect() -> None:
    for bare in (sprite(), object(), None):
        with pytest.raises(TypeError, match="has no shape"):
            collided(bare, pygame.Rect(BIG))
        with pytest.raises(TypeError, match="has no shape"):
            spritecollide(sprite(pygame.Rect(BIG)), [bare], False)
    with pytest.raises(TypeError, match="has no rect"):
        collided(sprite(hitbox=pygame.Mask((3, 3))), pygame.Rect(BIG))
    with pytest.raises(TypeError, match="Sprite has none"):
        push_apart(sprite(hitbox=sepax.Circle((0, 0), 1)), pygame.Rect(BIG))
    half_made = sepax.Polygon.__new__(sepax.Polygon)
    with pytest.raises(ValueError, match="never initialised"):
        collided(sprite(hitbox=half_made), pygame.Rect(BIG))


@needs_float_rects
def test_float_rectangles_collide_as_in_pygame() -> None:
    source = Random(2)
    for _ in range(2000):
        a, b = (pygame.FRect([source.randint(-30, 30) / 10 for _ in range(4)]) for _ in range(2))
        assert collided(sprite(a), sprite(b)) is bool(a.colliderect(b))
    # pygame takes the second for whole pixels, (0, 0, 9, 9): a hit one way and none the other.
    whole, part = pygame.Rect(-3, 0, 3, 3), pygame.FRect(-0.5, 0, 9, 9)
    assert collided(whole, part)
    assert collided(part, whole)


@needs_float_rects
@pytest.mark.parametrize("numbers", [(math.nan, 0, 9, 9), (0, 0, math.inf, 9), (1e38, 0, 1e-40, 1)])
def test_float_rectangles_out_of_range(numbers: Any) -> None:
    """They are an error or no hit, as their like is in pygame or in sepax; nothing worse."""
    odd = pygame.FRect(numbers)
    for other in (pygame.Rect(BIG), sprite(pygame.Rect(BIG), angle=30), sepax.Circle((0, 0), 9)):
        try:
            assert collided(odd, other) in (True, False)
            assert collided(other, sprite(odd, angle=20)) in (True, False)
        except ValueError as error:
            assert "finite" in str(error)  # noqa: PT017


# --- read anew in every call ----------------------------------------------------------------


def test_what_changes_in_place_is_seen() -> None:
    wall = sprite(pygame.Rect(0, 0, 10, 10))
    mask = pygame.Mask((10, 10), fill=True)
    ghost = sprite(pygame.Rect(5, 5, 10, 10), hitbox=mask)
    assert collided(ghost, wall)
    mask.clear()
    assert not collided(ghost, wall)
    mask.set_at((0, 0))
    assert collided(ghost, wall)
    mask.set_at((0, 0), 0)
    mask.set_at((9, 9))
    assert not collided(ghost, wall)
    ghost.hitbox = pygame.Mask((2, 2), fill=True)
    assert collided(ghost, wall)
    ghost.rect.x = 10
    assert not collided(ghost, wall)
    ghost.hitbox = points = [(9, 9), (20, 9), (20, 20)]
    assert collided(ghost, wall)
    points[0] = (10, 9)
    assert not collided(ghost, wall)
    ghost.hitbox = None
    ghost.rect.x = 9
    assert collided(ghost, wall)
    ghost.angle = 45  # a corner of the wall is beyond the slanted side
    assert not collided(ghost, sprite(pygame.Rect(0, 0, 9, 7)))


def test_masks_one_after_the_other_at_one_address() -> None:
    wall, ghost = sprite(pygame.Rect(0, 0, 10, 10)), sprite(pygame.Rect(5, 5, 10, 10))
    for i in range(200):
        ghost.hitbox = pygame.Mask((10, 10), fill=i % 2 == 0)
        assert collided(ghost, wall) is (i % 2 == 0)


def test_images_shared_among_sprites() -> None:
    mask = pygame.Mask((4, 4), fill=True)
    row = [sprite(pygame.Rect(6 * i, 0, 4, 4), hitbox=mask) for i in range(5)]
    assert spritecollide(pygame.Rect(7, 1, 6, 1), row, False) == row[1:3]
    mask.clear()
    assert spritecollide(pygame.Rect(7, 1, 6, 1), row, False) == []


def test_properties_of_subclasses() -> None:
    class Player(pygame.sprite.Sprite):  # type: ignore[misc]
        x = 0

        @property
        def rect(self) -> Any:
            return pygame.Rect(self.x, 0, 10, 10)

        @rect.setter
        def rect(self, value: Any) -> None:
            self.x = value.x

        @property
        def hitbox(self) -> Any:
            return [(self.x, 0), (self.x + 10, 0), (self.x + 5, 10)]

    player = Player()
    wall = pygame.Rect(8, -20, 30, 60)
    assert collided(player, wall)
    assert spritecollide(wall, [player], False) == [player]
    assert push_apart(player, wall) == (-2.0, 0.0)
    assert player.x == -2
    assert player.hitbox[0] == (-2, 0)


def test_a_computed_rect_that_cannot_be_set_is_an_error() -> None:
    class Fixed(pygame.sprite.Sprite):  # type: ignore[misc]
        @property
        def rect(self) -> Any:
            return pygame.Rect(0, 0, 10, 10)

    with pytest.raises(AttributeError):
        push_apart(Fixed(), pygame.Rect(8, -20, 30, 60))


def test_sprites_that_are_none_of_pygame() -> None:
    class Slotted:
        __slots__ = ("angle", "rect")
        rect: Any
        angle: float

    class Dynamic:
        def __getattr__(self, name: str) -> Any:
            if name == "rect":
                return pygame.Rect(0, 0, 10, 10)
            raise AttributeError(name)

    slotted = Slotted()
    slotted.rect, slotted.angle = pygame.Rect(9, 0, 10, 10), 90
    assert collided(slotted, Dynamic())
    assert not collided(Dynamic(), pygame.Rect(10, 0, 3, 3))

    class Raising:
        @property
        def hitbox(self) -> Any:
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        collided(Raising(), slotted)


def test_quarter_turns_are_exact() -> None:
    for angle in (90, 270, -90, 450.0, 90 + 360 * 10**6):
        pole = sprite(pygame.Rect(10, 20, 40, 7), angle=angle)  # about (30, 23.5)
        assert shape_of(pole).bounds == (26.5, 3.5, 33.5, 43.5)
        assert not collided(pole, sepax.Polygon.box(1, 90, position=(34, 0)))
        assert collided(pole, sepax.Polygon.box(1, 90, position=(33.999, 0)))
    assert shape_of(sprite(pygame.Rect(0, 0, 4, 2), angle=-540)).bounds == (0, 0, 4, 2)

    found = set()
    for a, b in rectangles(seed=3):
        poles = [
            sprite(pygame.Rect(r.x - r.width // 2, r.y - r.height // 2, *r[2:4]), angle=r.degrees)
            for r in (a, b)
        ]
        assert collided(*poles) == (gap(a, b) < 0), (a, b)
        first, second = map(shape_of, poles)
        assert sepax.intersects(first, second) == (gap(a, b) <= 0), (a, b)
        found.add(gap(a, b) > 0)
    assert found == {True, False}


# --- rect of the turned image ---------------------------------------------------------------


def turned(angle: float, center: tuple[int, int], size: tuple[int, int], **named: Any) -> Any:
    """The common idiom: image and rect are of the turned image, and angle says how far."""
    original = pygame.Surface(size)
    image = pygame.transform.rotate(original, angle)
    kept = dict.fromkeys(named.pop("kept", ()), original)
    return sprite(image.get_rect(center=center), image=image, angle=angle, **kept, **named)


def true_shape(it: Any, size: tuple[int, int]) -> Any:
    center = it.rect.x + 0.5 * it.rect.width, it.rect.y + 0.5 * it.rect.height
    return sepax.Polygon.box(*size, position=center, angle=-math.radians(it.angle))


@pytest.mark.parametrize("name", ["original_image", "orig_image", "image_orig", "original"])
def test_the_rect_of_a_turned_image_with_its_original(name: str) -> None:
    source, hits = Random(name), 0
    for _ in range(1000):
        sizes = [(source.randint(1, 60), source.randint(1, 60)) for _ in range(2)]
        a, b = (
            turned(source.uniform(-400, 400), (source.randint(0, 50), 0), size, kept=[name])
            for size in sizes
        )
        expected = sepax.intersects(true_shape(a, sizes[0]), true_shape(b, sizes[1]), False)
        assert collided(a, b) is expected
        assert collided(b, a) is expected
        hits += expected
    assert 200 < hits < 900


def test_the_rect_of_a_turned_image_alone_is_loud() -> None:
    wall = sprite(pygame.Rect(-100, -100, 200, 200))
    with pytest.warns(RuntimeWarning, match="Sprite has an angle and a rect as large as its image"):
        collided(turned(30, (0, 0), (40, 10)), wall)
    for query in (
        lambda it: shape_of(it),
        lambda it: push_apart(it, wall),
        lambda it: spritecollide(it, [wall], False),
        lambda it: spritecollideany(wall, [it]),
        lambda it: groupcollide([wall], [it], False, False),
        lambda it: pygame.sprite.spritecollide(wall, [it], False, collided),
    ):
        with pytest.warns(RuntimeWarning, match="original_image"):
            query(turned(30, (0, 0), (40, 10)))
    with pytest.warns(RuntimeWarning, match="original_image"):
        collided(turned(90, (0, 0), (40, 10)), wall)


def test_an_original_of_another_size_explains_nothing() -> None:
    other = pygame.Surface((400, 7))
    with pytest.warns(RuntimeWarning, match="original_image"):
        shape_of(turned(30, (0, 0), (40, 10), original_image=other))


def test_no_warning_where_the_rect_can_mean_but_one_thing() -> None:
    """Warnings are errors here."""
    image, rect = pygame.Surface((40, 10)), pygame.Rect(0, 0, 40, 10)
    assert shape_of(turned(180, (0, 0), (40, 10))).bounds == (-20, -5, 20, 5)
    assert shape_of(turned(90, (0, 0), (40, 40))).bounds == (-20, -20, 20, 20)
    assert shape_of(turned(0, (0, 0), (40, 10))).bounds == (-20, -5, 20, 5)
    # Of the image before it was turned: it is kept, or the image that is drawn is larger.
    for other in ({"original_image": image, "image": image}, {"image": pygame.Surface((43, 40))}):
        flat = sprite(rect, angle=30, **other)
        assert corners(shape_of(flat)) == corners(shape_of(rect, angle=30))
    assert corners(shape_of(sprite(rect, angle=30))) == corners(shape_of(rect, angle=30))
    # A hitbox says it all, and what is far away does not matter.
    assert shape_of(turned(30, (0, 0), (40, 10), hitbox=rect)).bounds == (0, 0, 40, 10)
    assert not collided(turned(30, (0, 0), (40, 10)), pygame.Rect(90, 0, 9, 9))


@needs_float_rects
def test_an_original_larger_than_its_rect() -> None:
    """An image within two pixels of the turned original still counts as such."""
    it = sprite(pygame.Rect(0, 0, 1, 1), angle=45, original_image=pygame.Surface((2, 2)))
    tip = pygame.FRect(1.5, 0.4, 1, 0.2)  # which ends at 0.5 + 2**0.5
    assert collided(it, tip)
    assert collided(tip, it)


@pytest.mark.parametrize("side", [1, 8, 300, 20_000])
@pytest.mark.parametrize("scale", [1.0, pytest.param(2.0**-10, marks=needs_float_rects)])
def test_the_tips_of_turned_squares(side: int, scale: float) -> None:
    rect: Any = pygame.Rect(0, 0, side, side)
    if scale != 1.0:
        rect = pygame.FRect(0, 0, scale * side, scale * side)
    it, half, tip = sprite(rect, angle=45), 0.5 * scale * side, 0.5 * 2**0.5 * scale * side
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for reach, expected in ((0.99, True), (1.01, False)):
            place = half + x * tip * (reach + 1), half + y * tip * (reach + 1)
            box = sepax.Polygon.box(2 * tip, 2 * tip, position=place)
            other = sprite(hitbox=box.vertices.tolist())
            assert collided(it, other) is expected
            assert collided(other, it) is expected


@needs_float_rects
def test_the_float_rect_of_a_turned_image() -> None:
    it = turned(30, (0, 0), (40, 10), kept=["original_image"])
    it.rect = it.image.get_frect(center=(1000.3, 0.7))
    expected = sepax.Polygon.box(40, 10, position=it.rect.center, angle=-math.radians(30))
    assert shape_of(it).bounds == pytest.approx(expected.bounds, abs=1e-3)


# --- groups ---------------------------------------------------------------------------------


def crowd(source: Random, count: int) -> list[Any]:
    kinds = [rect_sprite, turned_sprite, mask_sprite, list_sprite, circle_sprite, float_sprite]
    return [source.choice(kinds)(source, small_rect(source, 40)) for _ in range(count)]


@pytest.mark.parametrize("kill_a", [False, True])
@pytest.mark.parametrize("kill_b", [False, True])
def test_the_functions_for_groups_are_those_of_pygame(kill_a: bool, kill_b: bool) -> None:
    results = []
    for module, options in ((pygame.sprite, (collided,)), (None, ()), (None, (collided,))):
        functions: Any = module or import_module("sepax.compat.pygame")
        source = Random(3)
        ours, theirs = crowd(source, 60), crowd(source, 80)
        number = {member: i for i, member in enumerate(ours + theirs)}
        a, b = pygame.sprite.Group(ours), pygame.sprite.Group(theirs)
        any_hit = [number.get(functions.spritecollideany(it, b, *options)) for it in ours]
        hits = [functions.spritecollide(it, b, False, *options) for it in ours]
        killed = functions.spritecollide(ours[0], b, kill_b, *options)
        found = functions.groupcollide(a, b, kill_a, kill_b, *options)
        both = functions.groupcollide(b, b, False, kill_b, *options)
        names = [[number[it] for it in group] for group in (*hits, killed, a, b)]
        tables = [
            {number[it]: [number[other] for other in others] for it, others in table.items()}
            for table in (found, both)
        ]
        results.append((any_hit, names, tables))
    assert results[0] == results[1] == results[2]
    assert len(results[0][2][0]) > 5


class Slotted(pygame.sprite.Sprite):  # type: ignore[misc]
    __slots__ = ("hitbox",)


class WithClassShape(pygame.sprite.Sprite):  # type: ignore[misc]
    shape = ((1000, 0), (1030, 0), (1000, 30))


class WithOtherRect(pygame.sprite.Sprite):  # type: ignore[misc]
    @property
    def rect(self) -> Any:
        return pygame.Rect(1000, 0, 30, 30)

    @rect.setter
    def rect(self, value: Any) -> None: ...


class WithOtherStore(pygame.sprite.Sprite):  # type: ignore[misc]
    @property
    def _Sprite__rect(self) -> Any:  # noqa: N802 - the name under which pygame stores it
        return pygame.Rect(1000, 0, 30, 30)

    @_Sprite__rect.setter
    def _Sprite__rect(self, value: Any) -> None: ...  # noqa: N802


class WithGetattr(pygame.sprite.Sprite):  # type: ignore[misc]
    def __getattr__(self, name: str) -> Any:
        if name == "hitbox":
            return pygame.Rect(1000, 0, 30, 30)
        raise AttributeError(name)


class WithGetattribute(pygame.sprite.Sprite):  # type: ignore[misc]
    def __getattribute__(self, name: str) -> Any:
        return pygame.Rect(1000, 0, 30, 30) if name == "hitbox" else super().__getattribute__(name)


class LargerRect(pygame.Rect):  # type: ignore[misc]
    pass


def members_that_hide_where_they_are() -> list[Any]:
    """Sprites at (1000, 0) whose pygame rect is elsewhere, and others."""
    far, there = pygame.Rect(0, 0, 30, 30), pygame.Rect(1000, 0, 30, 30)
    kinds = (Slotted, WithClassShape, WithOtherRect, WithOtherStore, WithGetattr, WithGetattribute)
    hiding = [kind() for kind in kinds]
    for it in hiding:
        it.rect = far.copy()
    hiding[0].hitbox = there.copy()
    return [
        sprite(far.copy(), hitbox=there),
        *hiding[:3],
        sprite(far.copy(), shape=[(1000, 0), (1030, 0), (1000, 30)]),
        sprite(there.copy(), hitbox=far),
        sprite(there.copy(), hitbox=None, shape="a name"),
        *hiding[3:],
        sprite(far.copy(), shape=3),
        sprite(LargerRect(1000, 0, 30, 30)),
        sprite(pygame.Rect(1030, 30, -30, -30), angle=45),
        sprite(pygame.Rect(1005, 5, 0, 30)),
        sprite(pygame.Rect(1041, 5, 10, 10), angle=45),
    ]


def groups_of(members: list[Any]) -> list[Any]:
    class Backwards(pygame.sprite.Group):  # type: ignore[misc]
        def sprites(self) -> list[Any]:
            return super().sprites()[::-1]  # type: ignore[no-any-return]

    class EveryOther(pygame.sprite.Group):  # type: ignore[misc]
        def __iter__(self) -> Any:
            return iter(self.sprites()[::2])

    group, own = pygame.sprite.Group(members), pygame.sprite.Group(members)
    own.sprites = lambda: members[1::2]
    kinds = (pygame.sprite.LayeredUpdates, pygame.sprite.GroupSingle, Backwards, EveryOther)
    updates = pygame.sprite.RenderUpdates(members)
    return [
        group,
        own,
        updates,
        *(kind(*members[:1]) for kind in kinds),
        *(kind(*members) for kind in (pygame.sprite.LayeredUpdates, Backwards, EveryOther)),
        members,
        tuple(members),
    ]


def test_a_group_leaves_out_only_what_is_far() -> None:
    """The same sprites in the same order as by a call for each."""
    members = members_that_hide_where_they_are()
    hits = 0
    for probe in (pygame.Rect(1010, 5, 20, 20), sprite(pygame.Rect(1020, 0, 22, 9), angle=30)):
        for group in groups_of(members):
            expected = [it for it in group if collided(probe, it)]
            assert spritecollide(probe, group, False) == expected
            assert spritecollideany(probe, group) is (expected[0] if expected else None)
            hits += len(expected)
    assert hits > 100


@pytest.mark.parametrize("floats", [False, pytest.param(True, marks=needs_float_rects)])
def test_a_group_in_random_places(floats: bool) -> None:
    source = Random(8)
    rect = pygame.FRect if floats else pygame.Rect
    scale = 1 / 7 if floats else 1
    hits = 0
    for _ in range(60):
        shift = source.choice([0, 0, 10**6])
        members = [
            sprite(
                rect(
                    shift + source.randint(0, 90) * scale,
                    source.randint(0, 90) * scale,
                    source.randint(-9, 20) * scale,
                    source.randint(-9, 20) * scale,
                ),
                angle=source.choice([0, 45, 45, 30, 90]),
            )
            for _ in range(60)
        ]
        group = pygame.sprite.Group(members)
        expected = [it for it in members if it is not members[0] and collided(members[0], it)]
        assert [
            it for it in spritecollide(members[0], group, False) if it is not members[0]
        ] == expected
        hits += len(expected)
    assert hits > 60


def test_a_member_without_a_rect_is_an_error() -> None:
    for bad in (sprite(), sprite((0, 0, 9, 9)), sprite(pygame.Rect(0, 0, 9, 9), hitbox="a name")):
        group = pygame.sprite.Group(sprite(pygame.Rect(900, 0, 9, 9)), bad)
        with pytest.raises(TypeError, match="Sprite"):
            spritecollide(pygame.Rect(500, 0, 9, 9), group, False)


@pytest.mark.parametrize("name", ["hitbox", "shape", "rect", "_Sprite__rect", "__getattribute__"])
def test_a_member_may_empty_the_group_when_it_is_read(name: str) -> None:
    """The sprites that the group had at the time of the call are tested, as in pygame."""
    there = pygame.Rect(0, 0, 9, 9)

    def leave(it: Any) -> Any:
        group.empty()
        return there

    def read_any(it: Any, asked: str) -> Any:
        return leave(it) if asked == "hitbox" else object.__getattribute__(it, asked)

    class Leaving(pygame.sprite.Sprite):  # type: ignore[misc]
        pass

    made, last = Leaving(), sprite(there)
    made.rect = pygame.Rect(900, 0, 9, 9)
    setattr(Leaving, name, read_any if name == "__getattribute__" else property(leave))
    group = pygame.sprite.Group(sprite(pygame.Rect(900, 0, 9, 9)), made, last)
    assert spritecollide(pygame.Rect(5, 5, 9, 9), group, True) == [made, last]
    assert len(group) == 0


def test_a_group_with_a_dict_of_its_own() -> None:
    members = [sprite(pygame.Rect(i, 0, 9, 9)) for i in range(3)]
    group = pygame.sprite.Group(members)
    group.spritedict = OrderedDict(group.spritedict)
    group.spritedict.move_to_end(members[0])
    assert spritecollide(pygame.Rect(5, 5, 9, 9), group, False) == [*members[1:], members[0]]


def test_another_test_is_left_to_pygame() -> None:
    a, b = sprite(pygame.Rect(0, 0, 9, 9)), sprite(pygame.Rect(90, 0, 9, 9))

    def always(first: Any, second: Any) -> bool:
        return True

    assert spritecollide(a, [b], False, always) == [b]
    assert spritecollideany(a, [b], always) is b
    assert groupcollide([a], [b], False, False, collided=always) == {a: [b]}


def test_kill_may_do_anything() -> None:
    """What a kill() changes counts for the sprites after it, as in pygame."""
    walls = pygame.sprite.Group(*(sprite(pygame.Rect(20 * i, 0, 10, 10)) for i in range(3)))
    first, second, third = members = walls.sprites()

    class Bomb(pygame.sprite.Sprite):  # type: ignore[misc]
        def kill(self) -> None:
            second.kill()
            third.rect.y = 500
            super().kill()

    def bombs() -> Any:
        made = [Bomb(), sprite(pygame.Rect(20, 0, 50, 5))]
        made[0].rect = pygame.Rect(0, 0, 50, 5)
        return pygame.sprite.Group(*made)

    shells = bombs()
    found = groupcollide(members, shells, False, True)
    assert {it: len(hits) for it, hits in found.items()} == {first: 1, second: 1}
    assert walls.sprites() == [first, third]
    assert len(shells) == 0


def test_groups_of_every_kind() -> None:
    a: Any = sprite(pygame.Rect(0, 0, 9, 9))
    b: Any = sprite(pygame.Rect(5, 0, 9, 9))
    single = pygame.sprite.GroupSingle(b)
    assert spritecollide(a, single, False) == [b]
    assert spritecollide(a, pygame.sprite.Group(), True) == []
    assert groupcollide(iter([a, b]), iter([b]), False, False) == {a: [b], b: [b]}
    assert groupcollide([], [object()], False, False) == {}
    assert spritecollideany(a.rect, iter([b])) == b
    # The first hit is enough: what comes after it is not looked at, as in pygame.
    assert spritecollideany(a, [b, object()]) == b
    b.kill()
    assert spritecollide(a, single, False) == []
    assert collided(a, b)  # a killed sprite still has its rect


def test_functions_can_be_pickled() -> None:
    for function in (collided, push_apart, spritecollide, groupcollide):
        assert pickle.loads(pickle.dumps(function)) is function


def run_all(it: Any, wall: Any) -> None:
    broken = sprite(hitbox=[(0, 0), (1, 2, 3)])
    assert spritecollide(it, [wall, wall], False) == [wall, wall]
    assert groupcollide([it, it], [wall], False, False) == {it: [wall]}
    assert spritecollideany(it, [wall, wall]) == wall
    assert collided(wall, it)
    assert shape_of(it).area
    for group in ([wall, broken], [wall, None]):
        with pytest.raises(TypeError):
            spritecollide(it, group, False)
        with pytest.raises(TypeError):
            groupcollide([it], group, False, False)
    it.rect.topleft = wall.rect.topleft
    push_apart(wall, it)
    wall.rect.topleft = 5, 0


@pytest.mark.parametrize(
    "make",
    [
        lambda: None,
        lambda: pygame.Rect(0, 0, 9, 9),
        lambda: pygame.Mask((9, 9), fill=True),
        lambda: [(0, 0), (9, 0), (0, 9)],
        lambda: sepax.Polygon.box(9, 9, position=(5, 5)),
    ],
)
def test_no_reference_is_kept(make: Callable[[], Any]) -> None:
    it = sprite(pygame.Rect(0, 0, 9, 9), hitbox=make())
    wall = sprite(pygame.Rect(5, 0, 9, 9), angle=20)
    counts = []
    for _ in range(3):
        run_all(it, wall)
        gc.collect()
        things = [thing for thing in (it, wall, it.hitbox) if thing is not None]
        counts.append([sys.getrefcount(thing) for thing in things])
    assert counts[1] == counts[2]


def test_threads() -> None:
    source = Random(4)
    ours, theirs = crowd(source, 30), crowd(source, 60)
    expected = groupcollide(ours, theirs, False, False)
    wrong: list[Any] = []

    def query() -> None:
        wrong.extend(
            found
            for _ in range(50)
            if (found := groupcollide(ours, theirs, False, False)) != expected
        )

    threads = [Thread(target=query) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# --- push_apart -----------------------------------------------------------------------------


def test_push_apart_of_one_and_the_same() -> None:
    player = sprite(pygame.Rect(0, 0, 10, 10))
    assert push_apart(player, player) == (0.0, 0.0)
    assert push_apart(player.rect, player.rect) == (0.0, 0.0)


@pytest.mark.parametrize("first", KINDS[:7])
@pytest.mark.parametrize("second", KINDS)
def test_push_apart_parts_the_shortest_way(
    first: Callable[[Random, Any], Any], second: Callable[[Random, Any], Any]
) -> None:
    source = Random(f"{first.__name__} {second.__name__}")
    for _ in range(40):
        a, b = first(source, small_rect(source)), second(source, small_rect(source))
        if a.rect is None:
            a.rect = small_rect(source)
        way = sepax.mtv(shape_of(a), shape_of(b)) or (0.0, 0.0)
        before, bounds = a.rect.topleft, shape_of(a).bounds
        move = push_apart(a, b)
        assert not collided(a, b)
        assert push_apart(a, b) == (0.0, 0.0)
        assert all(abs(x) - 1e-6 <= abs(y) <= abs(x) + 2 for x, y in zip(way, move, strict=True))
        assert a.rect.topleft == pytest.approx([x + d for x, d in zip(before, move, strict=True)])
        moved = [x + d for x, d in zip(bounds, move * 2, strict=True)]
        assert shape_of(a).bounds == pytest.approx(moved, abs=1e-4)


@needs_float_rects
@pytest.mark.parametrize("far", [1e9, 1e12])
def test_push_apart_where_outlines_move_in_coarser_steps(far: float) -> None:
    """Far out, the least move of an outline is many times that of the little rect near 0."""
    source, moved = Random(5), 0
    for _ in range(200):
        x, y = far + source.random(), far + source.random()
        outline = sepax.Polygon.regular(5, 1, position=(x, y), angle=source.random())
        player = sprite(pygame.FRect(0, 0, 0.01, 0.01), hitbox=outline)
        x, y = x + source.uniform(-2, 2), y + source.uniform(-2, 2)
        wall = sepax.Polygon.box(2, 1, position=(x, y), angle=source.uniform(-3, 3))
        moved += push_apart(player, wall) != (0.0, 0.0)
        assert not collided(player, wall)
    assert moved > 100


def test_push_apart_does_not_stack_up() -> None:
    """A player pushed out of one crate after the other ends beside them, not on the way."""
    crates = [sprite(pygame.Rect(10 * i, 10, 10, 10)) for i in range(5)]
    player = sprite(pygame.Rect(3, 5, 20, 8))
    for crate in spritecollide(player, crates, False):
        push_apart(player, crate)
    assert player.rect.topleft == (3, 2)
    assert all(not collided(player, crate) for crate in crates)
    assert [b.rect.x - a.rect.x for a, b in pairwise(crates)] == [10] * 4


# --- another pygame -------------------------------------------------------------------------

OTHER_PYGAME = """
import sys, types
pygame, sprites = types.ModuleType("pygame"), types.ModuleType("pygame.sprite")
class Rect:
    __slots__ = "label", "x", "y", "width", "height", "more"  # room for what pygame has, elsewhere
    def __init__(self, x, y, width, height):
        self.x, self.y, self.width, self.height = x, y, width, height
class Sprite: pass
class Other: pass
pygame.Rect, pygame.Mask, pygame.Surface, sprites.Sprite = Rect, Other, Other, Sprite
sys.modules |= {"pygame": pygame, "pygame.sprite": sprites}
from sepax.compat.pygame import collided, shape_of
a, b = Sprite(), Sprite()
a.rect, b.rect, b.angle = Rect(0, 0, 10, 10), Rect(9, 5, 20, 4), 45
assert not collided(a, b)
b.angle = 0
assert collided(a, b) and not collided(a, Rect(10, 0, 5, 5))
assert shape_of(b).bounds == (9, 5, 29, 9)
"""


def test_a_pygame_that_keeps_its_numbers_elsewhere() -> None:
    """And one that has no float rectangles, no circles and no properties."""
    subprocess.run([sys.executable, "-c", OTHER_PYGAME], check=True)
