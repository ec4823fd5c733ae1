"""The helpers for pygame, with its own groups, on SDL's dummy driver."""

import gc
import math
import os
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from random import Random
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

Rect, Mask, Group = pygame.Rect, pygame.Mask, pygame.sprite.Group
FRect: Any = getattr(pygame, "FRect", Rect)
needs_float_rects = pytest.mark.skipif(FRect is Rect, reason="only pygame-ce has float rectangles")
RECTS = [Rect, pytest.param(FRect, marks=needs_float_rects)]
BIG = Rect(-50, -50, 100, 100)
TRIANGLE = [(1000, 0), (1030, 0), (1000, 30)]


def sprite(rect: Any = None, **attributes: Any) -> Any:
    return of_class({}, rect, **attributes)


def of_class(members: dict[str, Any], rect: Any = None, **attributes: Any) -> Any:
    """Return a sprite, of a class of its own if that has members."""
    base = pygame.sprite.Sprite
    made = type("Own", (base,), members)() if members else base()
    made.rect = rect
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


def corners(shape: Any) -> set[tuple[float, float]]:
    return {(x, y) for x, y in shape.vertices.round(9).tolist()}


# --- every kind of outline, exactly ---------------------------------------------------------


def random_mask(source: Random, width: int, height: int, pixels: int) -> Any:
    mask = Mask((width, height))
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


def disc(source: Random, rect: Any) -> Any:
    if find_spec("pygame.geometry") is None:  # only pygame-ce has it
        return sepax.Circle(rect.topleft, rect.width)
    return import_module("pygame.geometry").Circle(*rect.topleft, rect.width)


TURNS = (30, -45.0, 90, 180, 270, 360, 450, 1e6, 0.001)
SPRITES: dict[str, Callable[[Random, Any], Any]] = {
    "rect": lambda source, rect: sprite(rect),
    "turned": lambda source, rect: sprite(rect, angle=source.choice(TURNS)),
    "floats": lambda source, rect: sprite(
        FRect(rect.x + 0.1, rect.y - 0.3, rect.width + 0.7, rect.height), angle=90
    ),
    "mask": lambda source, rect: sprite(
        rect, hitbox=random_mask(source, rect.width, rect.height, 9)
    ),
    "disc": lambda source, rect: sprite(rect, hitbox=disc(source, rect)),
    "list": lambda source, rect: sprite(rect, hitbox=on_grid(source, rect)),
    "circle": lambda source, rect: sprite(shape=sepax.Circle(rect.topleft, rect.width)),
    "polygon": lambda source, rect: sprite(
        rect, hitbox=sepax.Polygon.regular(5, 4, position=rect.topleft, angle=1)
    ),
}
KINDS = SPRITES | {
    "bare disc": disc,
    "bare rect": lambda source, rect: rect,
    "bare mask": lambda source, rect: random_mask(source, 9, 9, source.randint(1, 4)),
}


def small_rect(source: Random, spread: int = 9) -> Any:
    place = source.randint(-spread, spread), source.randint(-spread, spread)
    return Rect(*place, source.randint(1, 8), source.randint(1, 8))


@pytest.mark.parametrize("first", KINDS)
def test_collided_is_exact(first: str) -> None:
    """On a small grid, where touching, flush and containing are frequent."""
    source = Random(first)
    for second, make in KINDS.items():
        found = set()
        for _ in range(60):
            a, b = KINDS[first](source, small_rect(source)), make(source, small_rect(source))
            expected = Exact(shape_of(a), shape_of(b)).side < 0
            assert collided(a, b) is expected
            assert collided(b, a) is expected
            found.add(expected)
        assert found == {True, False}, second


@pytest.mark.parametrize("kind", RECTS)
def test_rectangles_collide_as_in_pygame(kind: Any) -> None:
    """Those without an area, and with sides below 0, among them."""
    source = Random(1)
    for _ in range(1000):
        most, unit = (4, 1) if kind is Rect else (30, 10)
        a, b = (kind([source.randint(-most, most) / unit for _ in range(4)]) for _ in range(2))
        assert collided(a, b) is bool(a.colliderect(b))
        assert collided(sprite(a), sprite(b)) is bool(a.colliderect(b))
    if kind is FRect:  # pygame takes the second for whole pixels, (0, 0, 9, 9)
        whole, part = Rect(-3, 0, 3, 3), FRect(-0.5, 0, 9, 9)
        assert collided(whole, part)
        assert collided(part, whole)


def test_things_have_these_shapes() -> None:
    for given in (Rect(2, 3, 5, 4), Rect(7, 7, -5, -4)):
        assert corners(shape_of(given)) == {(2, 3), (7, 3), (7, 7), (2, 7)}
    for form in (list, tuple):
        assert corners(shape_of(form([(0, 0), (4, 0), (1, 1), (0, 4)]))) == {(0, 0), (4, 0), (0, 4)}
    rect, circle = Rect(10, 20, 4, 2), sepax.Circle((0, 0), 1)
    round_one = shape_of(disc(Random(1), Rect(3, 4, 2, 9)))
    assert (round_one.position, round_one.radius) == ((3.0, 4.0), 2.0)
    assert shape_of(circle) is circle
    assert shape_of(sprite(rect)).bounds == (10.0, 20.0, 14.0, 22.0)
    assert shape_of(sprite(rect, angle=90)).bounds == (11, 19, 13, 23)
    assert shape_of(sprite(rect, hitbox=Rect(0, 0, 1, 1))).bounds == (0, 0, 1, 1)
    assert shape_of(sprite(rect, shape=circle)).bounds == (-1, -1, 1, 1)
    assert shape_of(sprite(rect, hitbox=Mask((2, 2), fill=True))).bounds == (10, 20, 12, 22)
    with pytest.raises(ValueError, match="width"):
        shape_of(Rect(0, 0, 0, 5))


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
    mask = Mask((70, 3))
    words = memoryview(mask)
    bits = 8 * words.itemsize
    words[70 // bits, 1] = 1 << 70 % bits  # x = 70, the first that is none of its pixels
    assert not collided(mask, BIG)
    mask.set_at((69, 1))
    assert shape_of(mask).bounds == (69, 1, 70, 2)


def test_large_masks_and_long_lists() -> None:
    disc, ring = Mask((700, 700)), []
    for x in range(700):
        half = math.isqrt(349 * 349 - (x - 349) ** 2) if x < 699 else 0
        ring += [(x, 349 - half), (x, 349 + half)]
    for place in ring:
        disc.set_at(place)
    assert len(shape_of(disc).vertices) > 64
    left, top = sprite(Rect(0, 0, 9, 9), hitbox=disc), sprite(hitbox=ring)
    assert collided(left, top)
    assert not collided(left, Rect(0, 0, 100, 100))
    assert not collided(top, Rect(0, 0, 100, 100))
    assert collided(left, Rect(0, 0, 105, 105))


def test_quarter_turns_are_exact() -> None:
    for angle in (90, 270, -90, 450.0, 90 + 360 * 10**6):
        pole = sprite(Rect(10, 20, 40, 7), angle=angle)  # about (30, 23.5)
        assert shape_of(pole).bounds == (26.5, 3.5, 33.5, 43.5)
        assert not collided(pole, sepax.Polygon.box(1, 90, position=(34, 0)))
        assert collided(pole, sepax.Polygon.box(1, 90, position=(33.999, 0)))
    assert shape_of(sprite(Rect(0, 0, 4, 2), angle=-540)).bounds == (0, 0, 4, 2)
    found = set()
    for a, b in rectangles(seed=3):
        poles = [
            sprite(Rect(r.x - r.width // 2, r.y - r.height // 2, *r[2:4]), angle=r.degrees)
            for r in (a, b)
        ]
        assert collided(*poles) == (gap(a, b) < 0), (a, b)
        first, second = map(shape_of, poles)
        assert sepax.intersects(first, second) == (gap(a, b) <= 0), (a, b)
        found.add(gap(a, b) > 0)
    assert found == {True, False}


# --- what has no area, and what is not ours -------------------------------------------------

FLAT = [(), ((1, 1),), ((0, 0), (3, 3)), ((0, 0), (1, 1), (2, 2))]


@pytest.mark.parametrize(
    "outline", [*map(Mask, [(0, 0), (0, 5), (5, 0), (5, 5), (70, 3)]), *map(list, FLAT)]
)
def test_an_outline_without_an_area_is_no_hit(outline: Any) -> None:
    ghost, wall = sprite(Rect(0, 0, 5, 5), hitbox=outline), sprite(BIG)
    for other in (BIG, sprite(BIG, angle=30), ghost, outline):
        if other is not outline or isinstance(outline, list):
            assert collided(ghost, other) is collided(other, ghost) is False
            assert push_apart(ghost, other) == (0.0, 0.0)
    assert spritecollide(wall, Group(ghost), False) == []
    assert spritecollideany(wall, Group(ghost)) is None
    assert groupcollide(Group(wall), Group(ghost), True, True) == {}
    with pytest.raises(ValueError, match=r"empty|hull"):
        shape_of(ghost)


@pytest.mark.parametrize(
    "attributes",
    [
        *({"shape": it} for it in ("box", 4, (32, 32), ["ab"], ["a"], object(), len, {}, [{}])),
        *(
            {"angle": it}
            for it in ("north", None, object(), (1, 2), b"1", pygame.Vector2(1, 0), 1j)
        ),
    ],
)
def test_attributes_that_are_not_ours_are_ignored(attributes: Any) -> None:
    odd, plain = sprite(Rect(0, 0, 9, 20), **attributes), Rect(8, 0, 9, 20)
    assert collided(odd, plain)
    assert shape_of(odd).bounds == (0, 0, 9, 20)
    assert push_apart(odd, plain) == (-1.0, 0.0)
    assert attributes.items() <= vars(odd).items()
    assert spritecollide(odd, [sprite(plain)], False) == []


WRONG: dict[str, tuple[type[Exception], list[Any]]] = {
    "hitbox of Sprite must be a Rect": (
        TypeError,
        [sprite(BIG, hitbox=each) for each in ("square", 4, (1, 2, 3, 4), object(), [1, 2])],
    ),
    "angle must be finite": (
        ValueError,
        [sprite(BIG, angle=each) for each in (math.nan, math.inf, -math.inf, 10**400)],
    ),
    "point 1 is not finite": (
        ValueError,
        [sprite(hitbox=[(0, 0), each]) for each in ((1, math.nan), (9, 10**400), (math.inf, 0))],
    ),
    "point 1 is": (
        TypeError,
        [sprite(hitbox=[(0, 0), each, (1, 0)]) for each in ((1, "x"), 7, (1, 2, 3))],
    ),
    "has no shape": (TypeError, [None, 7, "rect", object(), sprite()]),
    "has no rect": (TypeError, [sprite(hitbox=Mask((3, 3)))]),
    "never initialised": (ValueError, [sprite(hitbox=sepax.Polygon.__new__(sepax.Polygon))]),
}


@pytest.mark.parametrize("message", WRONG)
def test_what_cannot_be_read_is_an_error(message: str) -> None:
    error, things = WRONG[message]
    for thing in things:
        for call in (
            lambda it: shape_of(it),
            lambda it: collided(it, BIG),
            lambda it: collided(BIG, it),
            lambda it: spritecollide(sprite(BIG), [it], False),
            lambda it: groupcollide([sprite(BIG)], [it], False, False),
        ):
            with pytest.raises(error, match=message):
                call(thing)


@pytest.mark.parametrize("bad", [sprite(), sprite((0, 0, 9, 9)), sprite(BIG, hitbox="a name")])
def test_a_member_of_a_group_that_cannot_be_read_is_an_error(bad: Any) -> None:
    group = Group(sprite(Rect(900, 0, 9, 9)), bad)
    with pytest.raises(TypeError, match="Sprite"):
        spritecollide(Rect(500, 0, 9, 9), group, False)
    with pytest.raises(TypeError, match="Sprite has none"):
        push_apart(sprite(hitbox=sepax.Circle((0, 0), 1)), BIG)


@needs_float_rects
@pytest.mark.parametrize("numbers", [(math.nan, 0, 9, 9), (0, 0, math.inf, 9), (1e38, 0, 1e-40, 1)])
def test_float_rectangles_out_of_range(numbers: Any) -> None:
    """They are an error or no hit, as their like is in pygame or in sepax; nothing worse."""
    odd = FRect(numbers)
    for other in (BIG, sprite(BIG, angle=30), sepax.Circle((0, 0), 9)):
        try:
            assert collided(odd, other) in (True, False)
            assert collided(other, sprite(odd, angle=20)) in (True, False)
        except ValueError as error:
            assert "finite" in str(error)  # noqa: PT017


# --- read anew in every call ----------------------------------------------------------------


def test_what_changes_in_place_is_seen() -> None:
    wall, mask, points = sprite(Rect(0, 0, 10, 10)), Mask((10, 10)), [(9, 9), (20, 9), (20, 20)]
    ghost = sprite(Rect(5, 5, 10, 10), hitbox=mask)

    def hit(**changes: Any) -> Any:
        for name, value in changes.items():
            setattr(ghost.rect if name == "x" else ghost, name, value)
        assert (spritecollide(wall, [ghost, ghost], False) == [ghost] * 2) is collided(ghost, wall)
        return collided(ghost, wall)

    assert not hit()
    mask.set_at((0, 0))
    assert hit()
    mask.set_at((0, 0), 0)
    mask.set_at((9, 9))
    assert not hit()
    for i in range(200):  # one after the other at one address
        assert hit(hitbox=Mask((10, 10), fill=i % 2 == 0)) is (i % 2 == 0)
    assert hit(hitbox=Mask((2, 2), fill=True))
    assert not hit(x=10)
    assert hit(hitbox=points)
    points[0] = (10, 9)
    assert not hit()
    assert hit(hitbox=None, x=9)
    wall.rect.size = 9, 7  # a corner of it is beyond the slanted side
    assert not hit(angle=45)


def test_classes_that_compute_what_is_read() -> None:
    """Of pygame or not: with properties, slots, or no attribute at all."""

    def missing(self: Any, name: str) -> Any:
        if name == "rect":
            return Rect(0, 0, 10, 10)
        raise AttributeError(name)

    def go(self: Any, rect: Any) -> None:
        self.x = rect.x if rect else 0

    def outline(self: Any) -> Any:
        return [(self.x, 0), (self.x + 10, 0), (self.x + 5, 10)]

    placed = property(lambda self: Rect(self.x, 0, 10, 10), go)
    player, wall = of_class({"rect": placed, "hitbox": property(outline)}), Rect(8, -20, 30, 60)
    assert collided(player, wall)
    assert spritecollide(wall, [player], False) == [player]
    assert push_apart(player, wall) == (-2.0, 0.0)
    assert (player.x, player.hitbox[0]) == (-2, (-2, 0))
    dynamic = type("Dynamic", (), {"__getattr__": missing})()
    with pytest.raises(AttributeError):
        push_apart(type("Fixed", (), {"rect": property(lambda self: Rect(0, 0, 9, 9))})(), wall)
    slotted = type("Slotted", (), {"__slots__": ("angle", "rect")})()
    slotted.rect, slotted.angle = Rect(9, 0, 10, 10), 90
    assert collided(slotted, dynamic)
    assert not collided(dynamic, Rect(10, 0, 3, 3))
    with pytest.raises(ZeroDivisionError):
        collided(type("Raising", (), {"hitbox": property(lambda self: 1 / 0)})(), slotted)


# --- rect of the turned image ---------------------------------------------------------------


def turned(angle: float, size: Any = (40, 10), center: Any = (0, 0), **named: Any) -> Any:
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
    for _ in range(300):
        sizes = [(source.randint(1, 60), source.randint(1, 60)) for _ in range(2)]
        a, b = (
            turned(source.uniform(-400, 400), size, (source.randint(0, 50), 0), kept=[name])
            for size in sizes
        )
        expected = sepax.intersects(true_shape(a, sizes[0]), true_shape(b, sizes[1]), False)
        assert collided(a, b) is collided(b, a) is expected
        hits += expected
    assert 60 < hits < 270


def test_the_rect_of_a_turned_image_alone_is_loud() -> None:
    wall, message = sprite(Rect(-100, -100, 200, 200)), "original_image"
    with pytest.warns(RuntimeWarning, match="Sprite has an angle and a rect as large as its image"):
        collided(turned(30), wall)
    for query in (
        lambda it: shape_of(it),
        lambda it: push_apart(it, wall),
        lambda it: spritecollide(it, [wall], False),
        lambda it: spritecollideany(wall, [it]),
        lambda it: groupcollide([wall], [it], False, False),
        lambda it: pygame.sprite.spritecollide(wall, [it], False, collided),
    ):
        with pytest.warns(RuntimeWarning, match=message):
            query(turned(30))
    with pytest.warns(RuntimeWarning, match=message):
        collided(turned(90), wall)
    with pytest.warns(RuntimeWarning, match=message):  # one of another size explains nothing
        shape_of(turned(30, original_image=pygame.Surface((400, 7))))


def test_no_warning_where_the_rect_can_mean_but_one_thing() -> None:
    """Warnings are errors here."""
    image, rect = pygame.Surface((40, 10)), Rect(0, 0, 40, 10)
    assert shape_of(turned(180)).bounds == shape_of(turned(0)).bounds == (-20, -5, 20, 5)
    assert shape_of(turned(90, (40, 40))).bounds == (-20, -20, 20, 20)
    # Of the image before it was turned: it is kept, or the image that is drawn is larger.
    for other in (
        {},
        {"original_image": image, "image": image},
        {"image": pygame.Surface((43, 40))},
    ):
        flat = sprite(rect, angle=30, **other)
        assert corners(shape_of(flat)) == corners(shape_of(rect, angle=30))
    # A hitbox says it all, and what is far away does not matter.
    assert shape_of(turned(30, hitbox=rect)).bounds == (0, 0, 40, 10)
    assert not collided(turned(30), Rect(90, 0, 9, 9))


@needs_float_rects
def test_float_rects_of_turned_images() -> None:
    it = turned(30, kept=["original_image"])
    it.rect = it.image.get_frect(center=(1000.3, 0.7))
    assert shape_of(it).bounds == pytest.approx(true_shape(it, (40, 10)).bounds, abs=1e-3)
    # An image within two pixels of the turned original still counts as such.
    it = sprite(Rect(0, 0, 1, 1), angle=45, original_image=pygame.Surface((2, 2)))
    tip = FRect(1.5, 0.4, 1, 0.2)  # which ends at 0.5 + 2**0.5
    assert collided(it, tip) is collided(tip, it) is True


@pytest.mark.parametrize("side", [1, 8, 300, 20_000])
@pytest.mark.parametrize("kind", RECTS)
def test_the_tips_of_turned_squares(side: int, kind: Any) -> None:
    length = side if kind is Rect else 2.0**-10 * side
    it, half, tip = (
        sprite(kind(0, 0, length, length), angle=45),
        0.5 * length,
        0.5 * 2**0.5 * length,
    )
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for reach, expected in ((0.99, True), (1.01, False)):
            place = half + x * tip * (reach + 1), half + y * tip * (reach + 1)
            box = sepax.Polygon.box(2 * tip, 2 * tip, position=place)
            other = sprite(hitbox=box.vertices.tolist())
            assert collided(it, other) is collided(other, it) is expected


# --- groups ---------------------------------------------------------------------------------


def crowd(source: Random, count: int) -> list[Any]:
    kinds = [SPRITES[name] for name in SPRITES if name != "polygon"]
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
        a, b = Group(ours), Group(theirs)
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


def members_that_hide_where_they_are() -> list[Any]:
    """Sprites at (1000, 0) whose pygame rect is elsewhere, and others."""
    far, there = Rect(0, 0, 30, 30), Rect(1000, 0, 30, 30)
    elsewhere = property(lambda self: there.copy(), lambda self, value: None)

    def missing(self: Any, name: str) -> Any:
        if name == "hitbox":
            return there
        raise AttributeError(name)

    def read(self: Any, name: str) -> Any:
        return there if name == "hitbox" else object.__getattribute__(self, name)

    return [
        of_class({"__slots__": ("hitbox",)}, far.copy(), hitbox=there.copy()),
        of_class({"shape": tuple(TRIANGLE)}, far.copy()),
        of_class({"rect": elsewhere}, far.copy()),
        of_class({"_Sprite__rect": elsewhere}, far.copy()),
        of_class({"__getattr__": missing}, far.copy()),
        of_class({"__getattribute__": read}, far.copy()),
        sprite(far.copy(), hitbox=there),
        sprite(far.copy(), shape=TRIANGLE),
        sprite(far.copy(), shape=3),
        sprite(there.copy(), hitbox=far),
        sprite(there.copy(), hitbox=None, shape="a name"),
        sprite(type("LargerRect", (Rect,), {})(1000, 0, 30, 30)),
        sprite(Rect(1030, 30, -30, -30), angle=45),
        sprite(Rect(1005, 5, 0, 30)),
        sprite(Rect(1041, 5, 10, 10), angle=45),
    ]


def groups_of(members: list[Any]) -> list[Any]:
    backwards = type("Backwards", (Group,), {"sprites": lambda self: Group.sprites(self)[::-1]})
    halved = type("EveryOther", (Group,), {"__iter__": lambda self: iter(self.sprites()[::2])})
    own, layers = Group(members), pygame.sprite.LayeredUpdates
    own.sprites = lambda: members[1::2]
    single = [kind(members[0]) for kind in (layers, pygame.sprite.GroupSingle, backwards, halved)]
    kinds = (Group, pygame.sprite.RenderUpdates, layers, backwards, halved)
    return [own, *single, *(kind(*members) for kind in kinds), members, tuple(members)]


def test_a_group_leaves_out_only_what_is_far() -> None:
    """The same sprites in the same order as by a call for each."""
    members, hits = members_that_hide_where_they_are(), 0
    for probe in (Rect(1010, 5, 20, 20), sprite(Rect(1020, 0, 22, 9), angle=30)):
        for group in groups_of(members):
            expected = [it for it in group if collided(probe, it)]
            assert spritecollide(probe, group, False) == expected
            assert spritecollideany(probe, group) is (expected[0] if expected else None)
            hits += len(expected)
    assert hits > 100


@pytest.mark.parametrize("kind", RECTS)
def test_a_group_in_random_places(kind: Any) -> None:
    source, hits = Random(8), 0
    unit = 1 if kind is Rect else 1 / 7
    for _ in range(30):
        shift = source.choice([0, 0, 10**6])
        members = []
        for _ in range(60):
            x, y = source.randint(0, 90) * unit, source.randint(0, 90) * unit
            sides = [source.randint(-9, 20) * unit for _ in range(2)]
            angle = source.choice([0, 45, 45, 30, 90])
            members.append(sprite(kind(shift + x, y, *sides), angle=angle))
        first, *others = members
        found = [it for it in spritecollide(first, Group(members), False) if it is not first]
        assert found == [it for it in others if collided(first, it)]
        hits += len(found)
    assert hits > 30


@pytest.mark.parametrize("name", ["hitbox", "shape", "rect", "_Sprite__rect", "__getattribute__"])
def test_a_member_may_empty_the_group_when_it_is_read(name: str) -> None:
    """The sprites that the group had at the time of the call are tested, as in pygame."""
    there = Rect(0, 0, 9, 9)

    def leave(it: Any) -> Any:
        group.empty()
        return there

    def read_any(it: Any, asked: str) -> Any:
        return leave(it) if asked == "hitbox" else object.__getattribute__(it, asked)

    made, last = of_class({"own": None}, Rect(900, 0, 9, 9)), sprite(there)
    setattr(type(made), name, read_any if name == "__getattribute__" else property(leave))
    group = Group(sprite(Rect(900, 0, 9, 9)), made, last)
    assert spritecollide(Rect(5, 5, 9, 9), group, True) == [made, last]
    assert len(group) == 0


def test_groups_of_every_kind() -> None:
    a, b = sprite(Rect(0, 0, 9, 9)), sprite(Rect(5, 0, 9, 9))
    single = pygame.sprite.GroupSingle(b)
    assert spritecollide(a, single, False) == [b]
    assert spritecollide(a, Group(), True) == []
    assert groupcollide(iter([a, b]), iter([b]), False, False) == {a: [b], b: [b]}
    assert groupcollide([], [object()], False, False) == {}
    assert spritecollideany(a.rect, iter([b])) == b
    # The first hit is enough: what comes after it is not looked at, as in pygame.
    assert spritecollideany(a, [b, object()]) == b
    ordered = Group(a, b)
    ordered.spritedict = OrderedDict(ordered.spritedict)
    ordered.spritedict.move_to_end(a)
    assert spritecollide(Rect(5, 5, 3, 3), ordered, False) == [b, a]
    b.kill()
    assert spritecollide(a, single, False) == []
    assert collided(a, b)  # a killed sprite still has its rect


def test_another_test_is_left_to_pygame() -> None:
    a, b = sprite(Rect(0, 0, 9, 9)), sprite(Rect(90, 0, 9, 9))

    def always(first: Any, second: Any) -> bool:
        return True

    assert spritecollide(a, [b], False, always) == [b]
    assert spritecollideany(a, [b], always) is b
    assert groupcollide([a], [b], False, False, collided=always) == {a: [b]}


def test_kill_may_do_anything() -> None:
    """What a kill() changes counts for the sprites after it, as in pygame."""
    walls = Group(*(sprite(Rect(20 * i, 0, 10, 10)) for i in range(3)))
    first, second, third = members = walls.sprites()

    def kill(self: Any) -> None:
        second.kill()
        third.rect.y = 500
        pygame.sprite.Sprite.kill(self)

    shells = Group(of_class({"kill": kill}, Rect(0, 0, 50, 5)), sprite(Rect(20, 0, 50, 5)))
    found = groupcollide(members, shells, False, True)
    assert {it: len(hits) for it, hits in found.items()} == {first: 1, second: 1}
    assert walls.sprites() == [first, third]
    assert len(shells) == 0


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


@pytest.mark.parametrize("kind", ["nothing", "rect", "mask", "list", "polygon"])
def test_no_reference_is_kept(kind: str) -> None:
    made = {"mask": Mask((9, 9), fill=True), "list": [(0, 0), (9, 0), (0, 9)]}
    made |= {"rect": Rect(0, 0, 9, 9), "polygon": sepax.Polygon.box(9, 9, position=(5, 5))}
    it = sprite(Rect(0, 0, 9, 9), hitbox=made.get(kind))
    wall, counts = sprite(Rect(5, 0, 9, 9), angle=20), []
    for _ in range(3):
        run_all(it, wall)
        gc.collect()
        things = [thing for thing in (it, wall, it.hitbox) if thing is not None]
        counts.append([sys.getrefcount(thing) for thing in things])
    assert counts[1] == counts[2]


def test_functions_can_be_pickled_and_called_in_threads() -> None:
    for function in (collided, push_apart, spritecollide, groupcollide):
        assert pickle.loads(pickle.dumps(function)) is function
    source = Random(4)
    ours, theirs = crowd(source, 30), crowd(source, 60)
    expected = groupcollide(ours, theirs, False, False)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: groupcollide(ours, theirs, False, False), range(200)):
            assert found == expected


# --- push_apart -----------------------------------------------------------------------------


def test_push_apart_moves_the_first_and_all_that_belongs_to_it() -> None:
    player, wall = sprite(Rect(0, 0, 10, 10)), sprite(Rect(7, -50, 10, 100))
    assert push_apart(player, player) == push_apart(player.rect, player.rect) == (0.0, 0.0)
    assert push_apart(player, wall) == (-3.0, 0.0)
    assert player.rect.topleft == (-3, 0)
    assert push_apart(wall.rect, Rect(16, 0, 9, 9)) == (-1.0, 0.0)
    player.rect = player.hitbox = Rect(0, 0, 10, 10)
    player.shape = sepax.Circle((5, 5), 5)
    push_apart(player, Rect(8, -20, 30, 60))
    assert (player.rect.topleft, player.shape.position) == ((-2, 0), (3.0, 5.0))


@pytest.mark.parametrize("first", SPRITES)
def test_push_apart_parts_the_shortest_way(first: str) -> None:
    source, moved = Random(first), 0
    for make in [*KINDS.values()] * 25:
        a, b = SPRITES[first](source, small_rect(source)), make(source, small_rect(source))
        a.rect = a.rect or small_rect(source)
        rounding = 1e-3 if isinstance(a.rect, FRect) and FRect is not Rect else 2
        way = sepax.mtv(shape_of(a), shape_of(b)) or (0.0, 0.0)
        before, bounds = a.rect.topleft, shape_of(a).bounds
        move = push_apart(a, b)
        moved += any(move)
        assert not collided(a, b)
        assert push_apart(a, b) == (0.0, 0.0)
        for x, y in zip(way, move, strict=True):
            assert abs(x) - 1e-6 <= abs(y) <= abs(x) + rounding
        assert a.rect.topleft == pytest.approx([x + d for x, d in zip(before, move, strict=True)])
        shifted = [x + d for x, d in zip(bounds, move * 2, strict=True)]
        assert shape_of(a).bounds == pytest.approx(shifted, abs=1e-4)
    assert moved > 30


@needs_float_rects
@pytest.mark.parametrize("far", [1e9, 1e12])
def test_push_apart_where_outlines_move_in_coarser_steps(far: float) -> None:
    """Far out, the least move of an outline is many times that of the little rect near 0."""
    source, moved = Random(5), 0
    for _ in range(200):
        x, y = far + source.random(), far + source.random()
        outline = sepax.Polygon.regular(5, 1, position=(x, y), angle=source.random())
        player = sprite(FRect(0, 0, 0.01, 0.01), hitbox=outline)
        x, y = x + source.uniform(-2, 2), y + source.uniform(-2, 2)
        wall = sepax.Polygon.box(2, 1, position=(x, y), angle=source.uniform(-3, 3))
        moved += push_apart(player, wall) != (0.0, 0.0)
        assert not collided(player, wall)
    assert moved > 100


def test_push_apart_does_not_stack_up() -> None:
    """A player pushed out of one crate after the other ends beside them, not on the way."""
    crates = [sprite(Rect(10 * i, 10, 10, 10)) for i in range(5)]
    player = sprite(Rect(3, 5, 20, 8))
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
