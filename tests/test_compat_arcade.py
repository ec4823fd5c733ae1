"""The drop-in for arcade, against arcade itself and against exact answers."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import resources
from itertools import chain
from math import cos, nan, pi, sin
from random import Random
from typing import Any

import numpy as np
import pytest
from families import pairs

import sepax
import sepax.compat.arcade

if sys.platform == "linux":  # elsewhere, arcade needs no display to be imported
    os.environ.setdefault("ARCADE_HEADLESS", "True")
arcade: Any = pytest.importorskip("arcade", reason="arcade is not installed")
geometry: Any = pytest.importorskip("arcade.geometry", reason="arcade is not installed")
vectors: Any = pytest.importorskip("pyglet.math", reason="pyglet is not installed")

Points = list[tuple[float, float]]

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
    """Unless their bounding boxes are apart, which ends it."""
    source = Random(2)
    for _ in range(5000):
        a, b = make(source), make(source)
        expected = bounding_boxes_overlap(a, b) and STOCK_POLYGONS(a, b)
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
        [(1.0, 1.0), (1.0, 3.0)],
        [(0.0, 2.0), (9.0, 2.0)],
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
                (sprite, [sprites, others], 1 if spatial_hash else 0),
            ),
            ("check_for_collision_with_lists", (sprite, (others,))),
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


def test_a_hit_box_of_the_programs_own_is_asked(fast: Any) -> None:
    class Ghost(arcade.SpriteSolidColor):  # type: ignore[misc]  # arcade is Any
        @property
        def hit_box(self) -> Any:
            return arcade.hitbox.HitBox([])

    ghost, box = Ghost(10, 10, 0, 0), arcade.SpriteSolidColor(10, 10, 0, 0)
    twin = arcade.SpriteSolidColor(10, 10, 1, 1)
    assert arcade.check_for_collision(box, twin) is True
    assert arcade.check_for_collision(box, ghost) is False


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
    known = {
        "sprite": arcade.SpriteSolidColor(10, 10),
        "list": arcade.SpriteList(lazy=True),
    }
    given = [known.get(each, each) if isinstance(each, str) else each for each in arguments]
    with pytest.raises(TypeError) as stock:
        STOCK[name](*given)
    with sepax.compat.arcade.enabled(), pytest.raises(TypeError) as ours:
        getattr(arcade, name)(*given)
    assert str(ours.value) == str(stock.value)


# --- physics engines ----------------------------------------------------------


def journey(steps: int) -> list[tuple[Any, ...]]:
    """Where a player goes on a ground with steps, crates and a platform that moves."""
    source = Random(4)
    walls, platforms = (
        arcade.SpriteList(use_spatial_hash=True, lazy=True),
        arcade.SpriteList(lazy=True),
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
    assert names() == before
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
        "assert 'sepax' in f.__module__, f\n"
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
