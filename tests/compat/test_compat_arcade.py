"""The drop-in for arcade, against arcade itself and against exact answers."""

import inspect
import json
import multiprocessing
import os
import pickle
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
METHODS = {
    (owner, name): vars(owner)[name]
    for owner, name in (
        (arcade.hitbox.HitBox, "get_adjusted_points"),
        (arcade.hitbox.RotatableHitBox, "get_adjusted_points"),
        (spatial_hash.SpatialHash, "get_sprites_near_sprite"),
    )
}

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


def test_clear_convex_polygons_get_the_stock_answer(fast: Any) -> None:
    source, hits = Random(1), 0
    for _ in range(5000):
        a, b = star(source, spread=0.0), star(source, spread=0.0)
        if min(len(a), len(b)) > 2:
            answer = fast.are_polygons_intersecting(a, b)
            assert answer is STOCK_POLYGONS(a, b)
            hits += answer
    assert 1000 < hits < 4900


@pytest.mark.parametrize("make", [any_ring, star])
def test_other_rings_get_the_stock_answer(fast: Any, make: Callable[[Random], Points]) -> None:
    """Unless their bounding boxes are apart, or one of them has no area, which ends it."""
    source = Random(2)
    for _ in range(5000):
        a, b = make(source), make(source)
        expected = bounding_boxes_overlap(a, b) and STOCK_POLYGONS(a, b)
        expected = expected and min(len(a), len(b)) > 2
        assert fast.are_polygons_intersecting(a, b) is expected


def test_a_gap_that_stock_does_not_see() -> None:
    """Without an edge along an axis, its formula never looks along that axis."""
    low: Points = [(-5.0, 0.0), (0.0, -1.0), (5.0, 0.0), (0.0, -9.0)]
    high = [(x, 0.5 - y) for x, y in low]
    assert STOCK_POLYGONS(low, high)
    with sepax.compat.arcade.enabled():
        assert not geometry.are_polygons_intersecting(low, high)


def test_touching_is_no_hit(fast: Any) -> None:
    assert fast.are_polygons_intersecting(SQUARE, BESIDE) is False
    assert fast.are_polygons_intersecting(SQUARE, TALL) is True


def test_a_repeated_vertex_is_dropped() -> None:
    """Stock makes an axis of it on which everything is apart."""
    closed, doubled = [*TALL, TALL[0]], [TALL[0], *TALL]
    assert not STOCK_POLYGONS(SQUARE, closed)
    assert not STOCK_POLYGONS(SQUARE, doubled)
    with sepax.compat.arcade.enabled():
        assert geometry.are_polygons_intersecting(SQUARE, closed)
        assert geometry.are_polygons_intersecting(doubled, SQUARE)


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


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(1.0, 1.0)],
        [(1.0, 1.0)] * 4,
        [(nan, nan)] * 3,
        [(nan, 1.0), (1.0, 1.0), (1.0, 2.0)],
        [(1e300, 0.0), (0.0, 1e300), (0.0, 0.0)],
        [(5.0, 5.0), (6.0, 5.0), (7.0, 5.0)],
    ],
)
def test_degenerate_rings_get_the_stock_answer(fast: Any, points: Points) -> None:
    for ring in (points, points[::-1]):
        distinct = list(dict.fromkeys(ring))
        assert fast.are_polygons_intersecting(ring, SQUARE) is STOCK_POLYGONS(distinct, SQUARE)
        assert fast.are_polygons_intersecting(SQUARE, ring) is STOCK_POLYGONS(SQUARE, distinct)


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


@pytest.mark.parametrize("line", FLAT)
def test_an_outline_without_area_never_hits(fast: Any, line: Points) -> None:
    for ring in (line, line[::-1], [*line, line[0]], [*line, *line]):
        for other in (SQUARE, ELL, line):
            assert fast.are_polygons_intersecting(ring, other) is False
            assert fast.are_polygons_intersecting(other, ring) is False
        for x, y in line:
            assert fast.is_point_in_polygon(x, y, ring) is False


def test_the_thinnest_outline_hits(fast: Any) -> None:
    sliver = [(1.0, 1.0), (3.0, 3.0), (2.0, 2.0000000000000004)]
    assert fast.are_polygons_intersecting(SQUARE, sliver) is True
    assert fast.is_point_in_polygon(2.0, 2.0, sliver) is True
    dented = [*sliver[:2], (2.5, 2.5), (2.0, 2.0000000000000004)]
    assert fast.are_polygons_intersecting(dented, SQUARE) is True


def test_many_points(fast: Any) -> None:
    wheel = [(cos(i / 100), sin(i / 100)) for i in range(628)]
    assert fast.are_polygons_intersecting(wheel, [(x + 1.9, y) for x, y in wheel]) is True
    assert fast.are_polygons_intersecting(wheel, [(x + 1.5, y + 1.5) for x, y in wheel]) is False
    assert fast.is_point_in_polygon(0.5, 0.5, wheel) is True


@pytest.mark.parametrize(
    ("points", "error"),
    [
        (7, TypeError),
        ([7, 8, 9], TypeError),
        ([("a", "b")] * 3, TypeError),
        ([(1,)] * 3, IndexError),
    ],
)
def test_what_is_no_list_of_points(fast: Any, points: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        fast.are_polygons_intersecting(SQUARE, points)
    with pytest.raises(error):
        fast.is_point_in_polygon(1, 1, points)


NOTHING: list[Any] = [None, False, 0, "", [], (), {}, set(), b""]


@pytest.mark.parametrize("nothing", NOTHING)
def test_what_is_nothing_hits_nothing(fast: Any, nothing: Any) -> None:
    for a, b in ((nothing, SQUARE), (SQUARE, nothing), (nothing, 7), (nothing, nothing)):
        expected = outcome(STOCK_POLYGONS, a, b)
        assert outcome(fast.are_polygons_intersecting, a, b) == expected
    sprite = arcade.Sprite(texture(SQUARE))

    class Ghost(arcade.hitbox.HitBox):  # type: ignore[misc]
        def get_adjusted_points(self) -> Any:
            return nothing

    ghost = arcade.Sprite(texture(SQUARE))
    ghost.hit_box = Ghost(SQUARE)
    assert arcade.check_for_collision(sprite, ghost) is STOCK["check_for_collision"](sprite, ghost)


@pytest.mark.parametrize("text", ["a", "abc", ["a", "b", "c"], [b"a", b"b", b"c"]])
def test_a_text_is_no_outline(fast: Any, text: Any) -> None:
    for a, b in ((text, SQUARE), (text, text)):
        with pytest.raises(IndexError):
            STOCK_POLYGONS(a, b)
        with pytest.raises(IndexError):
            fast.are_polygons_intersecting(a, b)


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


def test_a_point_level_with_a_vertex() -> None:
    """Where stock is wrong: y is that of a vertex."""
    diamond: Points = [(0.0, -2.0), (2.0, 0.0), (0.0, 2.0), (-2.0, 0.0)]
    wrong = [x for x in (-3, -1, 0, 1, 3) if STOCK_POINT(x, 0, diamond) != (abs(x) <= 2)]
    assert wrong
    with sepax.compat.arcade.enabled():
        for x in (-3, -2, -1, 0, 1, 2, 3):
            assert geometry.is_point_in_polygon(x, 0, diamond) is (abs(x) <= 2)


def test_points_of_rings_that_are_none(fast: Any) -> None:
    assert fast.is_point_in_polygon(0, 0, []) is False
    assert fast.is_point_in_polygon(0, 0, [(0.0, 0.0), (1.0, 1.0)]) is False
    assert fast.is_point_in_polygon(nan, 0, SQUARE) is False
    assert fast.is_point_in_polygon(1, 1, [(0.0, 0.0), (1e300, 0.0), (0.0, 1e300)]) is True


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
        assert sprite.collides_with_list(others) == expected_of(sprite, others)
        assert sprite.collides_with_point(sprite.position) in (True, False)


def expected_of(sprite: Any, others: Any) -> list[Any]:
    hits: list[Any] = STOCK["check_for_collision_with_list"](sprite, others)
    return hits


def test_a_hit_box_of_the_programs_own_is_used(fast: Any) -> None:
    class Ghost(arcade.SpriteSolidColor):  # type: ignore[misc]  # arcade is Any
        @property
        def hit_box(self) -> Any:
            return arcade.hitbox.HitBox([])

    ghost, box = Ghost(10, 10, 0, 0), arcade.SpriteSolidColor(10, 10, 0, 0)
    twin = arcade.SpriteSolidColor(10, 10, 1, 1)
    assert arcade.check_for_collision(box, twin) is True
    assert arcade.check_for_collision(box, ghost) is False


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
def test_a_sprite_of_scale_zero_never_hits(scale: Any, angle: float) -> None:
    """Its points, once turned, are on a line only up to their rounding."""
    others = arcade.SpriteList(use_spatial_hash=True, lazy=True)
    others.append(arcade.SpriteSolidColor(64, 64, 300.25, 200.5))
    outlines = list(hit_boxes().values())[::9]
    for outline in [*outlines, [(-9.0, -8.0), (9.5, 0.0), (-9.0, 10.0)]]:
        sprite = arcade.Sprite(texture(outline), 1.0, 300.25, 200.5, angle=angle)
        with sepax.compat.arcade.enabled():
            answers = questions_about(sprite, others)[:5]
            assert answers == [True, True, [others[0]], [sprite], [others[0]]]
            sprite.scale = scale
            assert questions_about(sprite, others) == [False, False, [], [], [], [], []]


def test_the_programs_own_hit_box_decides_whether_it_has_an_area(fast: Any) -> None:
    class Solid(arcade.hitbox.HitBox):  # type: ignore[misc]  # arcade is Any
        def get_adjusted_points(self) -> Points:
            return SQUARE

    sprite, box = arcade.Sprite(texture(SQUARE)), arcade.SpriteSolidColor(10, 10, 2, 2)
    sprite.scale = 0
    sprite.hit_box = Solid(SQUARE, scale=(0.0, 0.0))
    assert arcade.check_for_collision(box, sprite) is True


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
    stock_points = METHODS[arcade.hitbox.RotatableHitBox, "get_adjusted_points"]
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
                assert np.abs(np.array(points) - stock_points(twin)).max() < 1e-13
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
    class Shifted(spatial_hash.SpatialHash):  # type: ignore[misc]  # arcade is Any
        def hash(self, point: Any) -> Any:
            return super().hash((point[0] + 1000, point[1]))

    class Wide(arcade.SpriteSolidColor):  # type: ignore[misc]  # arcade is Any
        @property
        def right(self) -> float:
            return 300.0

    class Box(arcade.hitbox.HitBox):  # type: ignore[misc]  # arcade is Any
        @property
        def left(self) -> float:
            return -300.0

    boxed = arcade.SpriteSolidColor(10, 10)
    boxed.hit_box = Box([(0.0, 0.0), (5.0, 0.0), (0.0, 5.0)])
    shifted, plain = Shifted(128), spatial_hash.SpatialHash(128)
    for hashed, sprite in product((shifted, plain), (Wide(10, 10), boxed, *a_few())):
        expected = outcome(hashed.get_sprites_near_sprite, sprite), set(hashed.contents)
        hashed.contents.clear()
        with sepax.compat.arcade.enabled():
            found = outcome(hashed.get_sprites_near_sprite, sprite), set(hashed.contents)
        assert found == expected
        hashed.contents.clear()


def a_few() -> list[Any]:
    """Sprites whose hit boxes are empty, nowhere, far away, or no sprites at all."""
    empty = arcade.SpriteSolidColor(10, 10)
    empty.hit_box = arcade.hitbox.HitBox([])
    places = [(nan, 0.0), (inf, 0.0), (1e18, -1e18), (2.0**53, 0.0), (-5, 10**40), (True, 0)]
    return [empty, None, *(arcade.SpriteSolidColor(10, 10, x, y) for x, y in places)]


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


@pytest.mark.skipif(sys.flags.optimize > 0, reason="arcade checks by assert, which -O takes away")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("check_for_collision", ("sprite", None)),
        ("check_for_collision", (None, "sprite")),
        ("check_for_collision", ("sprite", "list")),
        ("check_for_collision_with_list", (None, "list")),
        ("check_for_collision_with_list", ("sprite", "sprite")),
        ("check_for_collision_with_lists", ("list", ["list"])),
        ("get_sprites_at_point", ((0, 0), "sprite")),
        ("get_sprites_in_rect", (None, "sprite")),
    ],
)
def test_wrong_arguments_get_the_stock_error(name: str, arguments: tuple[Any, ...]) -> None:
    known = {"sprite": arcade.SpriteSolidColor(10, 10), "list": arcade.SpriteList(lazy=True)}
    given = [known.get(each, each) if isinstance(each, str) else each for each in arguments]
    with pytest.raises(TypeError) as stock:
        STOCK[name](*given)
    with sepax.compat.arcade.enabled(), pytest.raises(TypeError) as ours:
        getattr(arcade, name)(*given)
    assert str(ours.value) == str(stock.value)


@pytest.mark.parametrize(
    "point",
    [
        *((), (1,), [], [1], (1, 2, 3), "a", "ab", None, 5, (None, 1), (1, None), (nan, 1)),
        *({0: 1, 1: 1}, vectors.Vec2(1, 1), np.ones(2), np.ones(1), (10**400, 1)),
    ],
    ids=repr,
)
@pytest.mark.parametrize("kind", ["plain", "hashed", "empty"])
def test_odd_points_get_the_stock_answer(point: Any, kind: str) -> None:
    """Or an error of its type, where Python's own says nothing else."""
    sprites = arcade.SpriteList(use_spatial_hash=kind == "hashed", lazy=True)
    if kind != "empty":
        sprites.append(arcade.SpriteSolidColor(10, 10, 1, 1))

    def outcome() -> Any:
        try:
            return arcade.get_sprites_at_point(point, sprites)
        except Exception as error:
            return type(error), str(error) if isinstance(error, IndexError) else ""

    expected = outcome()
    with sepax.compat.arcade.enabled():
        assert outcome() == expected


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


def test_every_module_of_arcade_is_restored() -> None:
    def names() -> dict[tuple[str, str], int]:
        return {
            (module, name): id(value)
            for module, loaded in list(sys.modules.items())
            if module.partition(".")[0] == "arcade"
            for name, value in vars(loaded).items()
        }

    before = names()
    with sepax.compat.arcade.enabled():
        during = names()
        assert sepax.compat.status() == {"arcade": arcade.__version__}
        for (owner, name), stock in METHODS.items():
            assert vars(owner)[name] is not stock
    assert names() == before
    assert {place: vars(place[0])[place[1]] for place in METHODS} == METHODS
    changed = {place for place in before if during[place] != before[place]}
    assert {
        ("arcade", "check_for_collision"),
        ("arcade.geometry", "are_polygons_intersecting"),
        ("arcade.physics_engines", "check_for_collision_with_lists"),
        ("arcade.sprite_list.collision", "are_polygons_intersecting"),
        ("arcade.paths", "get_sprites_at_point"),
    } <= changed


def test_enabling_before_the_program_imports_arcade() -> None:
    program = (
        "import sepax.compat.arcade\n"
        "sepax.compat.arcade.enable()\n"
        "from arcade import check_for_collision_with_list as f, Sprite\n"
        "assert f.__wrapped__, f\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_an_arcade_that_lacks_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("arcade.sprite_list.collision.get_sprites_in_rect")
    with pytest.raises(RuntimeError, match=rf"arcade {arcade.__version__}.*get_sprites_in_rect"):
        sepax.compat.arcade.enable()
    assert geometry.are_polygons_intersecting is STOCK_POLYGONS
    assert sepax.compat.status() == {}


def replaced() -> list[tuple[Any, Any]]:
    """Every stock function with what stands in its place; the drop-in is enabled."""
    functions = [
        (STOCK_POLYGONS, geometry.are_polygons_intersecting),
        (STOCK_POINT, geometry.is_point_in_polygon),
        *((stock, getattr(arcade, name)) for name, stock in STOCK.items()),
    ]
    return [*functions, *((stock, vars(owner)[name]) for (owner, name), stock in METHODS.items())]


def test_replacements_are_functions_like_those_they_replace(fast: Any) -> None:
    for stock, ours in replaced():
        assert ours is not stock
        for name in ("__name__", "__qualname__", "__module__", "__doc__"):
            assert getattr(ours, name) == getattr(stock, name)
        assert inspect.signature(ours) == inspect.signature(stock)
        assert inspect.isroutine(ours)
        assert stock.__name__ in repr(ours)
        assert pickle.loads(pickle.dumps(ours)) is ours
        assert deepcopy(ours) is ours


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


def test_what_was_pickled_on_sepax_is_arcades_own_without() -> None:
    with sepax.compat.arcade.enabled():
        pickled = [(stock, pickle.dumps(ours)) for stock, ours in replaced()]
    for stock, text in pickled:
        assert pickle.loads(text) is stock


def test_a_reload_is_noticed_and_repaired() -> None:
    program = (
        "import importlib, sys\n"
        "import arcade, arcade.geometry, sepax.compat\n"
        "from sepax.compat import arcade as drop_in\n"
        "def names():\n"
        "    return [vars(sys.modules[m])[n] for m in places for n in NAMES]\n"
        "NAMES = 'are_polygons_intersecting', 'is_point_in_polygon'\n"
        "places = 'arcade.geometry', 'arcade.sprite_list.collision'\n"
        "drop_in.enable()\n"
        "if sys.argv[1] == 'reload':\n"
        "    importlib.reload(arcade.geometry)\n"
        "else:\n"
        "    del sys.modules['arcade.geometry']\n"
        "    import arcade.geometry\n"
        "assert sepax.compat.status() == {}\n"
        "drop_in.enable()\n"
        "assert list(sepax.compat.status()) == ['arcade']\n"
        "assert all(hasattr(each, '__wrapped__') for each in names())\n"
        "drop_in.disable()\n"
        "assert not any(hasattr(each, '__wrapped__') for each in names())\n"
    )
    for way in ("reload", "import"):
        run(program, way)


def run(program: str, *arguments: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_processes_that_start_anew_get_it_by_an_initializer(tmp_path: Path) -> None:
    """And those that are forked have it from their parent."""
    program = tmp_path / "game.py"
    program.write_text(
        "import multiprocessing, sys\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "import sepax.compat, sepax.compat.arcade\n"
        "if __name__ == '__main__':\n"
        "    sepax.compat.arcade.enable()\n"
        "    context = multiprocessing.get_context(sys.argv[1])\n"
        "    start = sepax.compat.arcade.enable if sys.argv[2] == 'with' else None\n"
        "    with ProcessPoolExecutor(1, context, initializer=start) as pool:\n"
        "        print(*pool.submit(sepax.compat.status).result())\n"
    )
    for method in multiprocessing.get_all_start_methods():
        for way in ("with", "without"):
            result = subprocess.run(
                [sys.executable, str(program), method, way],
                capture_output=True,
                text=True,
                check=False,
            )
            expected = "arcade" if way == "with" or method == "fork" else ""
            assert (result.stdout.strip(), method, way) == (expected, method, way), result.stderr


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
