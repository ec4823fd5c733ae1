"""The drop-in for arcade, against arcade itself and against exact answers."""

import inspect
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from importlib import resources
from itertools import chain, product
from math import cos, inf, nan, pi, sin
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from families import pairs
from quarter_turns import gap, rectangles

import sepax
import sepax.compat.arcade
from sepax.compat._core import arcade as compiled

if sys.platform == "linux":  # elsewhere, arcade needs no display to be imported
    os.environ.setdefault("ARCADE_HEADLESS", "True")
arcade: Any = pytest.importorskip("arcade", reason="arcade is not installed")
geometry: Any = pytest.importorskip("arcade.geometry", reason="arcade is not installed")
vectors: Any = pytest.importorskip("pyglet.math", reason="pyglet is not installed")

Points = list[tuple[float, float]]

collision: Any = pytest.importorskip("arcade.sprite_list.collision")
spatial_hash: Any = pytest.importorskip("arcade.sprite_list.spatial_hash")

STOCK_POLYGONS = geometry.are_polygons_intersecting
STOCK_POINT = geometry.is_point_in_polygon
STOCK_TURNED = arcade.hitbox.RotatableHitBox.get_adjusted_points
STOCK = {
    name: getattr(arcade, name)
    for name in (
        "check_for_collision",
        "check_for_collision_with_list",
        "check_for_collision_with_lists",
        "get_sprites_at_point",
        "get_sprites_in_rect",
    )
}

SQUARE: Points = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
TALL = [(x + 2.0, 3.0 * y - 2.0) for x, y in SQUARE]
BESIDE = [(x + 4.0, y) for x, y in SQUARE]

# Before arcade 3.3.3, `check_for_collision_with_lists` had no method 0: it used the GPU.
LISTS_METHOD = inspect.signature(collision.check_for_collision_with_lists).parameters["method"]
ALL_OF_LISTS = 3 if LISTS_METHOD.default == 1 else 0

ELL: Points = [(0.0, 0.0), (9.0, 0.0), (9.0, 2.0), (2.0, 2.0), (2.0, 9.0), (0.0, 9.0)]

TOUCHING_FAMILIES = (
    "boxes",
    "polygons",
    "touching_edge_edge",
    "touching_vertex_edge",
    "touching_vertex_vertex",
    "off_by_one_ulp",
    "nearly_parallel",
    "contained",
    "identical",
    "shared_edges",
)


@pytest.fixture
def fast() -> Iterator[Any]:
    """Arcade's module of geometry, on sepax."""
    with sepax.compat.arcade.enabled():
        yield geometry


def bounding_boxes_overlap(a: Points, b: Points) -> bool:
    (ax, ay), (bx, by) = zip(*a, strict=True), zip(*b, strict=True)
    apart = max(ax) <= min(bx) or max(bx) <= min(ax) or max(ay) <= min(by) or max(by) <= min(ay)
    return not apart


def any_ring(source: Random, most: int = 12) -> Points:
    """Points in no order: nearly always concave, mostly crossing itself."""
    x, y = source.uniform(-1, 1), source.uniform(-1, 1)
    return [
        (x + source.uniform(-1, 1), y + source.uniform(-1, 1))
        for _ in range(source.randint(1, most))
    ]


def star(source: Random, spread: float = 1.0) -> Points:
    """A simple ring, mostly concave."""
    count, x, y = source.randint(3, 14), source.uniform(-1, 1), source.uniform(-1, 1)
    angles = [2 * pi * (i + source.uniform(0, 0.9)) / count for i in range(count)]
    radii = [source.uniform(1 - 0.9 * spread, 1) for _ in angles]
    return [(x + r * cos(t), y + r * sin(t)) for t, r in zip(angles, radii, strict=True)]


# --- polygons -----------------------------------------------------------------


def convex(source: Random) -> Points:
    return star(source, spread=0.0)


@pytest.mark.parametrize("make", [any_ring, star, convex])
def test_clear_pairs_get_the_stock_answer(fast: Any, make: Callable[[Random], Points]) -> None:
    """Unless their bounding boxes are apart, or one of them has no area, which ends it."""
    source, hits = Random(2), 0
    for _ in range(2000):
        a, b = make(source), make(source)
        expected = bounding_boxes_overlap(a, b) and STOCK_POLYGONS(a, b)
        expected = expected and min(len(a), len(b)) > 2
        assert fast.are_polygons_intersecting(a, b) is expected
        hits += expected
    assert 400 < hits < 1990


def test_where_stock_is_wrong() -> None:
    """It lacks axes, has some of repeated vertices, and misses points level with a vertex."""
    low: Points = [(-5.0, 0.0), (0.0, -1.0), (5.0, 0.0), (0.0, -9.0)]
    high = [(x, 0.5 - y) for x, y in low]
    closed, doubled = [*TALL, TALL[0]], [TALL[0], *TALL]
    diamond: Points = [(0.0, -2.0), (2.0, 0.0), (0.0, 2.0), (-2.0, 0.0)]
    assert STOCK_POLYGONS(low, high)
    assert not STOCK_POLYGONS(SQUARE, closed)
    assert not STOCK_POLYGONS(SQUARE, doubled)
    assert any(STOCK_POINT(x, 0, diamond) != (abs(x) <= 2) for x in (-3, -1, 0, 1, 3))
    with sepax.compat.arcade.enabled():
        assert not geometry.are_polygons_intersecting(low, high)
        assert geometry.are_polygons_intersecting(SQUARE, closed)
        assert geometry.are_polygons_intersecting(doubled, SQUARE)
        for x in (-3, -2, -1, 0, 1, 2, 3):
            assert geometry.is_point_in_polygon(x, 0, diamond) is (abs(x) <= 2)


@pytest.mark.parametrize("family", TOUCHING_FAMILIES)
def test_convex_polygons_get_the_exact_answer(fast: Any, family: str) -> None:
    source = Random(family)
    for a, b in pairs(family)[:400]:
        ring_a, ring_b = ([(x, y) for x, y in s.vertices.tolist()] for s in (a, b))
        expected = sepax.intersects(a, b, touching=False)
        for ring in (ring_a, ring_b):
            if source.random() < 0.5:
                ring.reverse()
            ring[:] = [point for point in ring for _ in range(source.choice((1, 1, 1, 2)))]
            if source.random() < 0.3:
                ring.append(ring[0])
        assert fast.are_polygons_intersecting(ring_a, ring_b) is expected
        assert fast.are_polygons_intersecting(ring_b, ring_a) is expected


@pytest.mark.parametrize(
    "form",
    [
        tuple,
        lambda points: [vectors.Vec2(*point) for point in points],
        lambda points: [list(point) for point in points],
        lambda points: [(int(x), int(y)) for x, y in points],
        lambda points: [(x, y, 7.0) for x, y in points],
        lambda points: chain(points[:1], points[1:]),
        lambda points: (point for point in points),
        lambda points: np.array(points),
        lambda points: list(np.array(points, dtype=np.float32)),
    ],
    ids=["tuple", "Vec2", "lists", "integers", "triples", "chain", "generator", "array", "rows"],
)
def test_points_of_many_kinds(fast: Any, form: Callable[[Points], Any]) -> None:
    assert fast.are_polygons_intersecting(form(SQUARE), form(TALL)) is True
    assert fast.are_polygons_intersecting(form(SQUARE), form(BESIDE)) is False
    assert fast.is_point_in_polygon(1, 1, form(SQUARE)) is True
    assert fast.is_point_in_polygon(5, 1, form(SQUARE)) is False


UNUSUAL: list[Points] = [
    [],
    [(nan, nan)] * 3,
    [(nan, 1.0), (1.0, 1.0), (1.0, 2.0)],
    [(1e300, 0.0), (0.0, 1e300), (0.0, 0.0)],
    [(5.0, 5.0), (6.0, 5.0), (7.0, 5.0)],
]
FLAT: list[Points] = [
    [(1.0, 1.0)],
    [(1.0, 1.0), (1.0, 3.0)],
    [(0.0, 2.0), (9.0, 2.0)],
    [(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)],
    [(1.0, 2.0), (3.0, 2.0), (2.0, 2.0)],
    [(-1.0, -3.0), (1.0, 1.0), (3.0, 5.0), (2.0, 3.0), (0.0, -1.0)],
    [(1.0, 1.0), (1.0, 1.0), (3.0, 3.0), (3.0, 3.0)],
    [(1e60, 3e60), (0.0, 0.0), (1.0, 3.0), (-1e60, -3e60)],
]


@pytest.mark.parametrize("points", UNUSUAL)
def test_unusual_rings_get_the_stock_answer(fast: Any, points: Points) -> None:
    for ring in (points, points[::-1]):
        distinct = list(dict.fromkeys(ring))
        assert fast.are_polygons_intersecting(ring, SQUARE) is STOCK_POLYGONS(distinct, SQUARE)
        assert fast.are_polygons_intersecting(SQUARE, ring) is STOCK_POLYGONS(SQUARE, distinct)
    assert fast.is_point_in_polygon(nan, 0, SQUARE) is False
    assert fast.is_point_in_polygon(1, 1, UNUSUAL[3]) is True


@pytest.mark.parametrize("line", FLAT)
def test_an_outline_without_area_never_hits(fast: Any, line: Points) -> None:
    for ring in (line, line[::-1], [*line, line[0]], [*line, *line]):
        for other in (SQUARE, ELL, line):
            assert fast.are_polygons_intersecting(ring, other) is False
            assert fast.are_polygons_intersecting(other, ring) is False
        for x, y in line:
            assert fast.is_point_in_polygon(x, y, ring) is False


def test_the_thinnest_outline_and_a_long_one_hit(fast: Any) -> None:
    sliver = [(1.0, 1.0), (3.0, 3.0), (2.0, 2.0000000000000004)]
    assert fast.are_polygons_intersecting(SQUARE, sliver) is True
    assert fast.is_point_in_polygon(2.0, 2.0, sliver) is True
    dented = [*sliver[:2], (2.5, 2.5), (2.0, 2.0000000000000004)]
    assert fast.are_polygons_intersecting(dented, SQUARE) is True
    wheel = [(cos(i / 100), sin(i / 100)) for i in range(628)]
    assert fast.are_polygons_intersecting(wheel, [(x + 1.9, y) for x, y in wheel]) is True
    assert fast.are_polygons_intersecting(wheel, [(x + 1.5, y + 1.5) for x, y in wheel]) is False
    assert fast.is_point_in_polygon(0.5, 0.5, wheel) is True


@pytest.mark.parametrize(
    "thing",
    [
        *(7, [7, 8, 9], [("a", "b")] * 3, [(1,)] * 3, "a", "abc", ["a", "b", "c"], [b"a", b"b"]),
        *(None, False, 0, "", [], (), {}, set(), b""),
    ],
    ids=repr,
)
def test_what_is_no_outline_gets_the_stock_answer(fast: Any, thing: Any) -> None:
    """Or an error of its type. What is nothing hits nothing, whatever the other is."""
    for a, b in ((thing, SQUARE), (thing, thing), *([] if thing else [(SQUARE, thing)])):
        expected, found = (
            outcome(each, a, b).partition(":")[0]
            for each in (STOCK_POLYGONS, fast.are_polygons_intersecting)
        )
        assert found == expected
    if thing:
        with pytest.raises((TypeError, IndexError)):
            fast.is_point_in_polygon(1, 1, thing)
        with pytest.raises((TypeError, IndexError)):
            fast.are_polygons_intersecting(SQUARE, thing)
        return
    assert fast.are_polygons_intersecting(thing, 7) is False
    ghost = with_points(lambda self: thing)
    assert arcade.check_for_collision(arcade.Sprite(texture(SQUARE)), ghost) is False


def with_points(function: Any, **options: Any) -> Any:
    """Return a sprite whose hit box is of a class of its own."""
    sprite = arcade.Sprite(texture(SQUARE))
    kind = type("Own", (arcade.hitbox.HitBox,), {"get_adjusted_points": function})
    sprite.hit_box = kind(SQUARE, **options)
    return sprite


# --- points -------------------------------------------------------------------


def hit_boxes() -> dict[str, list[tuple[int, int]]]:
    text = resources.files("sepax").joinpath("data/hitboxes.json").read_text(encoding="utf-8")
    boxes = json.loads(text)["hit_boxes"]
    return {name: [(round(x), round(y)) for x, y in box] for name, box in boxes.items()}


def holds(ring: list[tuple[int, int]], px: int, py: int) -> bool:
    """In integers: the parity of the crossings of a ray too steep to meet a lattice point."""
    far, parity = 10**6, False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        ux, uy, vx, vy = ax - px, ay - py, bx - px, by - py
        turn = ux * vy - uy * vx
        if turn == 0 and ux * vx <= 0 and uy * vy <= 0:
            return True
        left_a, left_b = far * uy - ux > 0, far * vy - vx > 0
        parity ^= left_a != left_b and (turn > 0) == left_b
    return parity


@pytest.mark.parametrize("name", list(hit_boxes())[::7])
def test_points_in_hit_boxes(fast: Any, name: str) -> None:
    ring = hit_boxes()[name]
    xs, ys = zip(*ring, strict=True)
    for x in range(min(xs) - 1, max(xs) + 2, 3):
        for y in {*ys, *range(min(ys) - 1, max(ys) + 2, 5)}:
            assert fast.is_point_in_polygon(x, y, ring) is holds(ring, x, y), (x, y)


# --- sprites ------------------------------------------------------------------


def texture(points: Any, size: int = 128) -> Any:
    return arcade.Texture.create_empty(
        str(hash(tuple(points))), (size, size), hit_box_points=points
    )


def rectangle(width: int, height: int) -> Any:
    x, y = width / 2, height / 2
    return arcade.Texture.create_empty(
        f"{width} x {height}", (width, height), hit_box_points=[(-x, -y), (x, -y), (x, y), (-x, y)]
    )


def crowd(source: Random, count: int, *, spatial_hash: bool = False) -> Any:
    """A list of sprites with real hit boxes, some turned, scaled, or at the same place."""
    outlines = [texture(points) for points in hit_boxes().values()]
    scattered = arcade.SpriteList(use_spatial_hash=spatial_hash, lazy=True)
    for _ in range(count):
        sprite = arcade.Sprite(source.choice(outlines), scale=source.choice((0.25, 0.5, 1.0)))
        sprite.position = source.uniform(0, 1000), source.randrange(0, 1000, 10)
        sprite.angle = source.choice((0, 0, 30, 90, 211))
        scattered.append(sprite)
    return scattered


@pytest.mark.parametrize("spatial_hash", [False, True])
def test_lists_of_sprites_give_the_stock_results_in_the_stock_order(spatial_hash: bool) -> None:
    source = Random(3)
    sprites, others = (crowd(source, 150, spatial_hash=spatial_hash) for _ in range(2))
    questions: list[tuple[str, tuple[Any, ...]]] = []
    for sprite in sprites:
        questions += [
            ("check_for_collision_with_list", (sprite, sprites)),
            ("check_for_collision_with_list", (sprite, sprites, 3)),
            (
                "check_for_collision_with_lists",
                (sprite, [sprites, others], 1 if spatial_hash else ALL_OF_LISTS),
            ),
            (
                "check_for_collision_with_lists",
                (sprite, (others,)) if spatial_hash else (sprite, (others,), ALL_OF_LISTS),
            ),
            ("check_for_collision", (sprite, source.choice(sprites))),
            ("get_sprites_at_point", ((sprite.center_x, sprite.center_y + 0.123), others)),
            ("get_sprites_in_rect", (arcade.XYWH(*sprite.position, 60.5, 40.25), others)),
        ]
    expected = [STOCK[name](*arguments) for name, arguments in questions]
    assert sum(map(bool, expected)) > 300
    with sepax.compat.arcade.enabled():
        assert [getattr(arcade, name)(*arguments) for name, arguments in questions] == expected
        sprite = sprites[0]
        expected = STOCK["check_for_collision_with_list"](sprite, others)
        assert sprite.collides_with_list(others) == expected
        assert sprite.collides_with_point(sprite.position) in (True, False)


def test_hit_boxes_of_the_programs_own_are_used(fast: Any) -> None:
    """Also to decide whether they have an area."""
    hit_box = property(lambda self: arcade.hitbox.HitBox([]))
    ghost = type("Ghost", (arcade.SpriteSolidColor,), {"hit_box": hit_box})(10, 10, 0, 0)
    box, twin = arcade.SpriteSolidColor(10, 10, 0, 0), arcade.SpriteSolidColor(10, 10, 1, 1)
    assert arcade.check_for_collision(box, twin) is True
    assert arcade.check_for_collision(box, ghost) is False
    solid = with_points(lambda self: SQUARE, scale=(0.0, 0.0))
    solid.scale = 0
    assert arcade.check_for_collision(box, solid) is True


def questions_about(sprite: Any, others: Any) -> list[Any]:
    """What every replaced function says of a sprite that is at the middle of others."""
    alone = arcade.SpriteList(lazy=True)
    alone.append(sprite)
    return [
        collision._check_for_collision(sprite, others[0]),
        arcade.check_for_collision(others[0], sprite),
        arcade.check_for_collision_with_list(sprite, others),
        arcade.check_for_collision_with_list(others[0], alone, 3),
        arcade.check_for_collision_with_lists(sprite, [others], 1),
        arcade.get_sprites_at_point(sprite.position, alone),
        arcade.get_sprites_in_rect(arcade.XYWH(*sprite.position, 9, 9), alone),
    ]


@pytest.mark.parametrize("scale", [(0.0, 1.0), (2.0, 0.0), (0, 0), (-0.0, 0.5)])
@pytest.mark.parametrize("angle", [0, 30, 45.5, 90, 211])
def test_a_sprite_of_scale_zero_never_hits(fast: Any, scale: Any, angle: float) -> None:
    """Its points, once turned, are on a line only up to their rounding."""
    others = arcade.SpriteList(use_spatial_hash=True, lazy=True)
    others.append(arcade.SpriteSolidColor(64, 64, 300.25, 200.5))
    outlines = list(hit_boxes().values())[::9]
    for outline in [*outlines, [(-9.0, -8.0), (9.5, 0.0), (-9.0, 10.0)]]:
        sprite = arcade.Sprite(texture(outline), 1.0, 300.25, 200.5, angle=angle)
        answers = questions_about(sprite, others)[:5]
        assert answers == [True, True, [others[0]], [sprite], [others[0]]]
        sprite.scale = scale
        assert questions_about(sprite, others) == [False, False, [], [], [], [], []]


def test_a_player_passes_a_door_without_width() -> None:
    def way() -> list[tuple[float, float]]:
        walls = arcade.SpriteList(use_spatial_hash=True, lazy=True)
        door = arcade.SpriteSolidColor(32, 128, 100, 0)
        walls.append(door)
        player = arcade.SpriteSolidColor(20, 20, 0, 0)
        engine, places = arcade.PhysicsEngineSimple(player, walls), []
        for step in range(60):
            door.scale_x = max(0.0, 1.0 - step / 40)
            player.change_x = 5
            engine.update()
            places.append(player.position)
        return places

    expected = way()
    assert expected[20][0] < 100 < expected[-1][0]
    with sepax.compat.arcade.enabled():
        assert way() == expected


# --- hit boxes and the spatial hash -------------------------------------------


def odd_hit_boxes(source: Random) -> Iterator[Any]:
    """Yield hit boxes in numbers and sequences of many kinds."""
    numbers: list[Callable[[], Any]] = [
        lambda: source.uniform(-99, 99),
        lambda: source.uniform(-1e17, 1e17),
        lambda: source.randint(-99, 99),
        lambda: source.choice((0.0, -0.0, 1.0, 2**60 + 1, True, Fraction(1, 3), nan, inf, 10**400)),
        lambda: np.float32(source.uniform(-9, 9)),
    ]
    for _ in range(4000):
        kinds = [source.choice(numbers[:3] if source.random() < 0.8 else numbers) for _ in "pqst"]
        pairs: list[Callable[[Any], Any]] = [tuple, tuple, list, lambda xy: vectors.Vec2(*xy)]
        pair = source.choice(pairs)
        points = source.choice((list, tuple))(
            pair([kinds[i % 2]() for i in range(2)]) for _ in range(source.randint(0, 5))
        )
        place = {
            "position": pair((kinds[2](), kinds[2]())),
            "scale": source.choice(((1.0, 1.0), (1, 1), (kinds[3](), 0.5))),
        }
        if source.random() < 0.5:
            angle = source.choice((0, 0.0, -0.0, 91, 30.5, True, 1e-320, kinds[3]()))
            if angle != 0 and angle % 90 == 0:  # quarter turns have a test of their own
                angle = 91
            yield arcade.hitbox.RotatableHitBox(points, angle=angle, **place)
        else:
            yield arcade.hitbox.HitBox(points, **place)


def outcome(function: Callable[..., Any], *arguments: Any) -> str:
    """Return an answer with its types and bits, or an error by its kind and text."""
    try:
        return repr(function(*arguments))
    except Exception as error:  # whatever it is, it must be the same
        return f"{type(error)}: {error}"


def test_adjusted_points_have_the_same_bits_and_types() -> None:
    source = Random(5)
    boxes = list(odd_hit_boxes(source))
    twins = deepcopy(boxes)
    expected = [outcome(box.get_adjusted_points) for box in boxes]
    assert sum(each.startswith("<class") for each in expected) > 20
    with sepax.compat.arcade.enabled():
        assert [outcome(box.get_adjusted_points) for box in twins] == expected
    for box, twin in zip(boxes, twins, strict=True):
        assert repr(vars(box)) == repr(vars(twin))


def test_quarter_turns_are_exact(fast: Any) -> None:
    """Arcade's own points are off by the rounding of a cosine, and so decide on what touches."""
    found = set()
    for a, b in rectangles(seed=4):
        sprites = [
            arcade.Sprite(rectangle(r.width, r.height), 1.0, r.x, r.y, angle=r.degrees)
            for r in (a, b)
        ]
        twins = deepcopy([each.hit_box for each in sprites])
        assert arcade.check_for_collision(*sprites) == (gap(a, b) < 0), (a, b)
        for each, twin, r in zip(sprites, twins, (a, b), strict=True):
            points, (width, height) = each.hit_box.get_adjusted_points(), r.halves()
            assert set(points) == {
                (r.x + i, r.y + j) for i in (-width, width) for j in (-height, height)
            }
            if abs(r.degrees) < 10**6:  # radians of more are off by more
                assert np.abs(np.array(points) - STOCK_TURNED(twin)).max() < 1e-13
        found.add(gap(a, b) > 0)
    assert found == {True, False}


def test_adjusted_points_are_kept_until_something_changes(fast: Any) -> None:
    box = arcade.hitbox.RotatableHitBox(tuple(SQUARE), position=(1.5, 2.5))
    first = box.get_adjusted_points()
    assert box.get_adjusted_points() is first
    for name, value in (("position", (2, 3)), ("scale", (2.0, 2.0)), ("angle", 30)):
        setattr(box, name, value)
        changed = box.get_adjusted_points()
        assert changed != first
        assert box.get_adjusted_points() is changed is box._adjusted_points
        first = changed


def test_points_that_change_while_they_are_read(fast: Any) -> None:
    class Trap(tuple[Any, ...]):
        def __iter__(self) -> Iterator[Any]:
            points.clear()
            return iter((0.0, 0.0))

    points: list[Any] = [(0.0, 1.0), Trap(), *SQUARE]
    assert len(arcade.hitbox.HitBox(points).get_adjusted_points()) == 2


def a_hash(source: Random, count: int, cell: int = 128) -> Any:
    walls = arcade.SpriteList(use_spatial_hash=True, spatial_hash_cell_size=cell, lazy=True)
    for _ in range(count):
        x, y = source.uniform(-600, 600), source.choice((-128.0, -0.5, 0, 0.5, 127.99, 300))
        width, height = source.choice((16, 64, 300)), source.choice((16, 64))
        walls.append(arcade.SpriteSolidColor(width, height, x, y))
    return walls.spatial_hash


@pytest.mark.parametrize("cell", [16, 128, 1000])
def test_the_spatial_hash_gives_the_same_set_in_the_same_order(cell: int) -> None:
    source = Random(6)
    hashed = a_hash(source, 400, cell)
    boxes = list(hit_boxes().values())
    sprites = []
    for _ in range(300):
        sprite = arcade.Sprite(texture(source.choice(boxes)), source.choice((0.5, 3.0)))
        sprite.position = source.uniform(-700, 700), source.choice((-128.0, 0.25, 128.0, 400))
        sprite.angle = source.choice((0, 45))
        sprites.append(sprite)

    def query() -> list[list[Any]]:
        return [list(hashed.get_sprites_near_sprite(sprite)) for sprite in sprites]

    cells = set(hashed.contents)
    expected, visited = query(), set(hashed.contents)
    assert sum(map(len, expected)) > 1000
    for cell_left in visited - cells:
        del hashed.contents[cell_left]
    with sepax.compat.arcade.enabled():
        assert query() == expected
        assert type(hashed.get_sprites_near_sprite(sprites[0])) is set
    assert set(hashed.contents) == visited
    assert cell == 1000 or visited > cells


def test_a_spatial_hash_of_the_programs_own_is_used() -> None:
    """And sprites that override what it reads, with an empty hit box, nowhere, and far away."""

    class Shifted(spatial_hash.SpatialHash):  # type: ignore[misc]  # arcade is Any
        def hash(self, point: Any) -> Any:
            return super().hash((point[0] + 1000, point[1]))

    solid, right, left = (
        arcade.SpriteSolidColor,
        property(lambda _: 300.0),
        property(lambda _: -300.0),
    )
    boxed, empty = solid(10, 10), solid(10, 10)
    own = type("Box", (arcade.hitbox.HitBox,), {"left": left})
    boxed.hit_box = own([(0.0, 0.0), (5.0, 0.0), (0.0, 5.0)])
    empty.hit_box = arcade.hitbox.HitBox([])
    places = [(nan, 0.0), (inf, 0.0), (1e18, -1e18), (2.0**53, 0.0), (-5, 10**40), (True, 0)]
    sprites = [type("Wide", (solid,), {"right": right})(10, 10), boxed, empty, None]
    sprites += [solid(10, 10, x, y) for x, y in places]

    def answers() -> Iterator[Any]:
        for kind, sprite in product((Shifted, spatial_hash.SpatialHash), sprites):
            hashed = kind(128)
            yield outcome(hashed.get_sprites_near_sprite, sprite), set(hashed.contents)

    expected = list(answers())
    with sepax.compat.arcade.enabled():
        assert list(answers()) == expected


def test_hit_boxes_off_their_position_are_found_by_points_and_rectangles(fast: Any) -> None:
    source, hits = Random(7), 0
    sprites = arcade.SpriteList(lazy=True)
    for _ in range(150):
        x, y = source.uniform(-90, 90), source.uniform(-90, 90)
        ring = [(x + u, y + v) for u, v in star(source, spread=0.0)]
        sprite = arcade.Sprite(texture(ring, 2), angle=source.choice((0, 45, 200)))
        sprite.scale = source.choice((1.0, -20.0)), source.choice((1.0, 10.0))
        sprite.position = source.choice((0.0, 1e6)), source.uniform(-500, 500)
        sprites.append(sprite)
    for sprite in sprites:
        corner = sprite.hit_box.get_adjusted_points()[0]
        near = corner[0] + source.gauss(0, 50), corner[1] + source.gauss(0, 50)
        rect = arcade.XYWH(*near, source.uniform(1, 500), 30)
        for point in (corner, near):
            held = [each for each in sprites if holds_point(point, each)]
            assert arcade.get_sprites_at_point(point, sprites) == held
            hits += len(held)
        overlapped = [each for each in sprites if overlaps_rect(rect, each)]
        assert arcade.get_sprites_in_rect(rect, sprites) == overlapped
        hits += len(overlapped)
    assert hits > 250


def holds_point(point: tuple[float, float], sprite: Any) -> bool:
    answer: bool = geometry.is_point_in_polygon(*point, sprite.hit_box.get_adjusted_points())
    return answer


def overlaps_rect(rect: Any, sprite: Any) -> bool:
    points = sprite.hit_box.get_adjusted_points()
    answer: bool = geometry.are_polygons_intersecting(rect.to_points(), points)
    return answer


@pytest.mark.parametrize("default", [0, 1])
def test_lists_are_searched_by_the_default_of_the_installed_version(
    monkeypatch: pytest.MonkeyPatch, default: int
) -> None:
    """Until arcade 3.3.2 the default was 1, and 0 was not known."""

    def older(sprite: Any, sprite_lists: Any, method: int = default) -> None: ...

    box, twin, other = [arcade.SpriteSolidColor(10, 10) for _ in range(3)]
    monkeypatch.setattr(collision, "check_for_collision_with_lists", older)
    monkeypatch.setattr(collision, "_get_nearby_sprites", lambda sprite, sprites: [twin])
    plain, hashed = (arcade.SpriteList(use_spatial_hash=h, lazy=True) for h in (False, True))
    for sprites in (plain, hashed):
        sprites.append(other)
    with sepax.compat.arcade.enabled():
        check = collision.check_for_collision_with_lists
        assert check(box, [plain]) == [twin if default == 1 else other]
        assert check(box, [plain], 0) == [twin if default == 1 else other]
        assert check(box, [hashed], 0) == [twin if default == 1 else other]
        assert check(box, [hashed]) == check(box, [hashed], 1) == check(box, [plain], 3) == [other]
        assert check(box, [hashed], 2) == check(box, [plain], 2) == [twin]


ODD_POINTS = [
    *((), (1,), [], [1], (1, 2, 3), "a", "ab", None, 5, (None, 1), (1, None), (nan, 1)),
    *({0: 1, 1: 1}, vectors.Vec2(1, 1), np.ones(2), np.ones(1), (10**400, 1)),
]


@pytest.mark.parametrize("kind", ["plain", "hashed", "empty"])
def test_odd_arguments_get_the_stock_answer(kind: str) -> None:
    """Or an error of its type, where Python's own says nothing else."""
    sprites = arcade.SpriteList(use_spatial_hash=kind == "hashed", lazy=True)
    box = arcade.SpriteSolidColor(10, 10, 1, 1)
    if kind != "empty":
        sprites.append(box)
    questions: list[tuple[str, tuple[Any, ...]]]
    questions = [("get_sprites_at_point", (point, sprites)) for point in ODD_POINTS]
    if sys.flags.optimize == 0:  # -O takes away the asserts by which arcade checks
        questions += [
            *(("check_for_collision", each) for each in ((box, None), (None, box), (box, sprites))),
            *(("check_for_collision_with_list", each) for each in ((None, sprites), (box, box))),
            ("check_for_collision_with_lists", (sprites, [sprites])),
            ("get_sprites_at_point", ((0, 0), box)),
            ("get_sprites_in_rect", (None, box)),
        ]

    def answers() -> Iterator[Any]:
        for name, arguments in questions:
            try:
                yield getattr(arcade, name)(*arguments)
            except Exception as error:
                is_ours = isinstance(error, IndexError) or name != "get_sprites_at_point"
                yield type(error), str(error) if is_ours else ""

    expected = list(answers())
    with sepax.compat.arcade.enabled():
        assert list(answers()) == expected


# --- physics engines ----------------------------------------------------------


def journey(steps: int) -> list[tuple[Any, ...]]:
    """Where a player goes on a ground with steps, crates and a platform that moves."""
    source = Random(4)
    walls, platforms = (
        arcade.SpriteList(use_spatial_hash=True, lazy=True),
        arcade.SpriteList(use_spatial_hash=ALL_OF_LISTS != 0, lazy=True),
    )
    boxes = hit_boxes()
    for i in range(60):
        walls.append(arcade.SpriteSolidColor(64, 64, 64 * i, 32 * (i % 3)))
    for i in range(0, 60, 4):
        outline = texture(boxes[source.choice(list(boxes))])
        walls.append(arcade.Sprite(outline, 0.5, 64 * i, 160, angle=source.choice((0, 15, 45))))
    platforms.append(arcade.SpriteSolidColor(128, 20, 500, 300))
    platforms[0].change_x, platforms[0].boundary_left, platforms[0].boundary_right = 2, 300, 900
    player = arcade.Sprite(texture(next(iter(boxes.values()))), 0.5, 200, 400)
    engine = arcade.PhysicsEnginePlatformer(
        player, walls=walls, platforms=platforms, gravity_constant=0.7
    )
    places = []
    for step in range(steps):
        if step % 40 == 0:
            player.change_x = source.choice((-5, 3.5, 5, 7.25))
        if engine.can_jump() and source.random() < 0.1:
            engine.jump(13)
        hits = engine.update()
        places.append((player.position, player.change_y, len(hits)))
    return places


def test_a_platformer_goes_the_same_way() -> None:
    expected = journey(300)
    assert len(set(expected)) > 100
    with sepax.compat.arcade.enabled():
        assert journey(300) == expected


# --- switching ----------------------------------------------------------------


def test_replacements_bind_as_methods(fast: Any) -> None:
    class Crate(arcade.SpriteSolidColor):  # type: ignore[misc]  # arcade is Any
        hits = arcade.check_for_collision
        hits_of = arcade.check_for_collision_with_list

    crate, twin = Crate(10, 10), Crate(10, 10, 3, 3)
    sprites = arcade.SpriteList(lazy=True)
    sprites.append(twin)
    assert crate.hits(twin) is True
    assert crate.hits_of(sprites, method=3) == [twin]
    assert Crate.hits(crate, sprite2=twin) is True


def test_the_functions_need_what_is_known_of_arcade() -> None:
    for make in (
        compiled.check_functions,
        compiled.place_functions,
        compiled.hit_box_methods,
        compiled.spatial_hash_methods,
    ):
        with pytest.raises(TypeError):
            make(None)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        compiled.Arcade(os, os, os)


def test_the_installed_version_was_proved() -> None:
    """Else: run these tests with it, and add it to the list."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with sepax.compat.arcade.enabled():
            pass


def run(program: str, *arguments: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


RELOADED = """
import importlib, sys
import sepax.compat
from sepax.compat import arcade as drop_in
drop_in.enable()  # before the program imports it
import arcade, arcade.geometry
def names():
    return [vars(sys.modules[m])[n] for m in places for n in NAMES]
NAMES = "are_polygons_intersecting", "is_point_in_polygon"
places = "arcade.geometry", "arcade.sprite_list.collision"
assert arcade.check_for_collision_with_list.__wrapped__
if sys.argv[1] == "reload":
    importlib.reload(arcade.geometry)
else:
    del sys.modules["arcade.geometry"]
    import arcade.geometry
assert sepax.compat.status() == {}
drop_in.enable()
assert list(sepax.compat.status()) == ["arcade"]
assert all(hasattr(each, "__wrapped__") for each in names())
drop_in.disable()
assert not any(hasattr(each, "__wrapped__") for each in names())
"""


@pytest.mark.parametrize("way", ["reload", "import"])
def test_a_reload_is_noticed_and_repaired(way: str) -> None:
    run(RELOADED, way)


STARTED = """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
import sepax.compat, sepax.compat.arcade
if __name__ == "__main__":
    sepax.compat.arcade.enable()
    for method in multiprocessing.get_all_start_methods():
        for start in (sepax.compat.arcade.enable, None):
            context = multiprocessing.get_context(method)
            with ProcessPoolExecutor(1, context, initializer=start) as pool:
                status = pool.submit(sepax.compat.status).result()
            assert bool(status) == (method == "fork" or start is not None), (method, start)
"""


def test_processes_that_start_anew_get_it_by_an_initializer(tmp_path: Path) -> None:
    """And those that are forked have it from their parent."""
    program = tmp_path / "game.py"
    program.write_text(STARTED, encoding="utf-8")
    subprocess.run([sys.executable, str(program)], check=True)
