"""The playground: all keys and mouse actions, without a window and with the dummy driver of SDL."""

from __future__ import annotations

import ast
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import playground
from sepax.playground import drawing, insight
from sepax.playground.__main__ import main
from sepax.playground.canvas import PAPER
from sepax.playground.controls import HELP, OVERLAYS, REACH, Playground
from sepax.playground.kinds import all_kinds, model, scaled, size
from sepax.playground.particles import RADIUS, Stream
from sepax.playground.scenes import SCENES, THOUSAND
from sepax.playground.window import SIZE, Window
from sepax.playground.world import Body, World

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pygame: Any = pytest.importorskip("pygame", reason="pygame-ce is not installed")

TITLES = [scene.title for scene in SCENES]
FRAME = 1 / 60


def scene(words: str) -> int:
    return next(k for k, title in enumerate(TITLES) if words in title)


def play(words: str) -> Playground:
    return Playground(scene(words))


def two(*bodies: Body) -> Playground:
    """Return a playground with these bodies and no overlay."""
    made = play("Touching")
    made.world, made.selected, made.shows = World(bodies), 0, set()
    return made


FOLDER = Path(str(playground.__file__)).parent
BOX = model("box", sepax.Polygon.box(2, 2))
BALL = model("ball", sepax.Circle((0, 0), 1))


# --- bodies


PYGAME = {"canvas.py", "window.py"}


def test_modules_use_public_names_and_only_two_import_pygame() -> None:
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert "_core" not in node.module, path
                assert path.name in PYGAME or not node.module.startswith("pygame"), path
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert path.name in PYGAME or "pygame" not in names, path


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
def test_parts_and_outlines_go_with_the_pose_and_the_size(kind: Any) -> None:
    before, larger = [part.bounds for part in kind.parts], scaled(kind, 2.0)
    assert size(larger) == pytest.approx(2 * size(kind), abs=0.02)
    assert [part.bounds for part in kind.parts] == before
    for old, new in zip(kind.parts, larger.parts, strict=True):
        assert new.bounds == pytest.approx([2 * x for x in old.bounds])
    world = World([Body(BOX, (9, 9)), Body(kind, (3, -2), 0.7)])
    for ring in kind.rings:
        for x, y in world.to_world(ring, np.full(len(ring), 1)):
            near = sepax.distance(sepax.Point((x, y)), world.array)
            assert near[world.owner == 1].min() < 0.01
    assert world.at((3, -2 if kind.name != "cup" else -2.8), 0.01) == 1


def test_worlds_of_few_bodies() -> None:
    """Of parts, of none, and of some on top of each other; the thin one is picked from beside."""
    cup = all_kinds()[-1]
    assert len(cup.parts) > 1
    assert len(cup.borders) == 8  # the edges of its outline, and no seams
    world = World([Body(cup), Body(BALL, (20, 0))])
    assert len(world.meetings()) == 0
    assert not world.meeting_bodies().any()
    world = World()
    assert world.at((0, 0), 1.0) == -1
    assert world.push_apart() == 0
    assert len(world.rings.points) == len(world.borders.points) == 0
    world = World([Body(BOX), Body(BOX), Body(all_kinds()[7], (8, 0))])  # a segment
    for place, reach, body in (((0.2, 0.2), 0.1, 1), ((8, 0.1), 0.2, 2), ((8, 0.3), 0.2, -1)):
        assert world.at(place, reach) == body
    world = World([Body(BOX, (1, 2), 0.3)])
    (line,) = world.border_of(0, (4, 5), 0.6)
    world.move_to(0, (5, 7))
    world.turn(0, 0.6)
    assert np.allclose(line, world.border_of(0)[0])


def test_bodies_push_each_other_apart_but_not_the_held_one() -> None:
    world = World([Body(BOX), Body(BOX, (1.5, 0)), Body(BALL, (9, 9))])
    assert world.push_apart() == 1
    assert world.positions[:, 0] == pytest.approx([-0.25, 1.75, 9], abs=2e-3)
    assert world.push_apart() == 0
    world = World([Body(BOX), Body(BOX, (1.5, 0))])
    world.push_apart(held=0)
    assert world.positions[:, 0] == pytest.approx([0, 2], abs=2e-3)


def test_bodies_of_several_parts_are_pushed_as_wholes() -> None:
    """A ball deep in the side of a cup, and two interlocked cups, separate."""
    world = play("cup").world
    world.move_to(0, (-1.4, -1.4))
    way = sepax.mtv(world.shape(0), world.shape(1))
    assert way is not None
    assert world.push_apart(held=1) == 1
    assert world.positions[0] - (-1.4, -1.4) == pytest.approx(way, abs=2e-3)
    assert world.push_apart(held=1) == 0
    cup = all_kinds()[-1]
    world = World([Body(scaled(cup, 2.0)), Body(BALL, (-1.3, -1.2)), Body(cup, (0.4, 1.4), 2.0)])
    for _ in range(200):
        if not world.push_apart():
            break
    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert not sepax.intersects(world.shape(i), world.shape(j), touching=False)
    assert np.abs(world.positions).max() < 6


def test_a_thousand_shapes_are_parted() -> None:
    world = World(SCENES[scene("thousand")].bodies)
    assert len(world) == THOUSAND
    before = len(world.meetings())
    left = next(k for k in range(1000) if not world.push_apart())
    assert before > 500
    assert left < 999
    contacts = sepax.collide(world.array, world.array, pairs=world.meetings())
    assert contacts.depth.max(initial=0.0) < 1e-9


# --- what is shown


def test_the_partner_is_the_deepest_else_the_nearest() -> None:
    world = World([Body(BOX), Body(BOX, (1.9, 0)), Body(BOX, (0, 1.5)), Body(BOX, (0, -5))])
    deepest = insight.partner_of(world, 0)
    assert deepest is not None
    assert deepest.body == 2
    nearest = insight.partner_of(world, 3)
    assert nearest is not None
    assert (nearest.body, nearest.contact, nearest.distance) == (0, None, 3.0)
    assert insight.partner_of(World([Body(BOX)]), 0) is None


def test_the_way_out_is_that_of_the_whole() -> None:
    """The MTV of one part of a cup would move the ball into another part."""
    world = play("cup").world
    world.move_to(0, (-1.4, -1.4))
    partner = insight.partner_of(world, 0)
    assert partner is not None
    assert partner.contact is not None
    way = insight.way_out(world, 0, partner)
    assert way is not None
    assert math.hypot(*way) > partner.contact.depth + 0.1
    world.move_to(0, (-1.4 + way[0], -1.4 + way[1]))
    assert world.shape(0).distance(world.shape(1)) < 1e-9
    left = sepax.collide(world.array, world.array, pairs=world.meetings()).depth
    assert left.max(initial=0.0) < 1e-9


def test_the_first_touch_counts_the_motion_and_the_spin_of_both() -> None:
    world = World([Body(BOX, velocity=(8, 0)), Body(BOX, (6, 0), velocity=(-8, 0))])
    touch = insight.first_touch(world, 0)
    assert touch is not None
    assert (touch.body, touch.impact.time) == (1, 0.25)
    world.velocities[:] = (0, 3)
    assert insight.first_touch(world, 0) is None
    arm = model("arm", sepax.Polygon.box(6, 0.2))
    world = World([Body(arm, rate=2.0), Body(arm, (4, 0), math.pi / 2, rate=2.0)])
    touch, (one, other) = insight.first_touch(world, 0), map(world.shape, (0, 1))
    rates: Any = {"angular_velocity_a": 2.0, "angular_velocity_b": 2.0}
    assert touch is not None
    assert repr(touch.impact) == repr(one.sweep(other, (0, 0), **rates))
    world.rates[:] = 0
    assert insight.first_touch(world, 0) is None


def test_a_body_of_several_parts_spins_about_its_centre() -> None:
    cup = next(kind for kind in all_kinds() if len(kind.parts) > 1)
    world = World([Body(cup, (1, 2), 0.3, rate=2.5), Body(BALL, (3.4, 2))])
    touch = insight.first_touch(world, 0)
    assert touch is not None
    assert touch.impact.time > 0.0
    world.turn(0, 2.5 * touch.impact.time)
    assert world.shape(0).distance(world.shape(1)) < 1e-12
    centres = [world.array[k].position for k in range(len(cup.parts))]
    assert {part.position for part in cup.parts} == {(0, 0)}
    assert set(centres) == {(1, 2)}


def test_x_spins_the_selected_body() -> None:
    made = two(Body(BOX), Body(BOX, (2.2, 0)))
    made.press("x")
    made.press("x")
    assert made.world.rates.tolist() == pytest.approx([math.pi, 0])
    assert "velocity" in made.shows
    assert made.message == "It turns by 180 degrees in one step."
    assert insight.first_touch(made.world, 0) is not None
    before = made.looks()
    made.press("x", shift=True)
    made.press("x", shift=True)
    assert made.looks() != before
    assert made.world.rates[0] == 0.0
    for _ in range(40):
        made.press("x", shift=True)
    assert made.world.rates[0] == -4 * math.pi
    made.remove()
    made.press("x")
    assert made.message == "Click a shape to let it spin."
    assert len(made.world.rates) == 1


@pytest.mark.parametrize(
    ("x", "words"),
    [
        (3.0, "apart, at a distance of 1."),
        (2.0, "touch"),
        (1.5, "overlap. A move of 0.5 separates them."),
        (None, "alone"),
    ],
)
def test_verdicts(x: float | None, words: str) -> None:
    world = World([Body(BOX)] if x is None else [Body(BOX), Body(BALL, (x, 0))])
    assert words in insight.verdict(world, 0, insight.partner_of(world, 0))


def test_particles_bounce_off_and_are_never_inside() -> None:
    world = World([Body(all_kinds()[2], (-3, 0)), Body(all_kinds()[5], (0, 2), 0.5)])
    stream = Stream(100)
    for _ in range(60):
        stream.step(FRAME, world)
        for part in world.array:
            assert sepax.collide(stream.balls(), part).depth.max() < 1e-12
    assert stream.bounces > 10
    assert (np.abs(stream.places[:, 0]) < 13).all()
    assert stream.velocities[:, 0].min() < 0
    world.move_to(0, tuple(stream.places[0].tolist()))
    stream.step(FRAME, world)
    assert not world.array[0].intersects(sepax.Circle(stream.places[0], 0.9 * RADIUS))


# --- keys and the mouse, without a window


def test_tab_goes_round_all_scenes_and_back() -> None:
    made, seen = Playground(), []
    for _ in SCENES:
        seen.append(made.scene)
        made.press("tab")
    assert [*seen, made.scene] == [*range(len(SCENES)), 0]
    made.press("tab", shift=True)
    assert made.scene == len(SCENES) - 1
    for word in ("hexagon and a triangle", "circle at its vertex", "particles", "every kind"):
        assert word in " ".join(TITLES).lower()


def test_scenes_show_what_they_say() -> None:
    touching = play("Touching").world
    assert sepax.intersects(touching.array[0], touching.array[1])
    assert not sepax.intersects(touching.array[0], touching.array[1], touching=False)
    inside = play("inside").world
    assert sepax.covers(inside.array[1], inside.array[0])
    assert len(play("hexagon").world.meetings()) == 0
    bullet = play("bullet").world
    after = bullet.array[0]
    after.move(*bullet.velocities[0])
    assert not sepax.intersects(bullet.array, bullet.array[0])[1:].any()
    assert not sepax.intersects(bullet.array[1:], after).any()
    touch = insight.first_touch(bullet, 0)
    assert touch is not None
    assert touch.body == 1
    cup = play("cup").world
    assert len(cup.meetings()) == 0
    assert np.count_nonzero(cup.owner == 1) > 1


def test_a_body_is_dragged_by_any_place_of_it() -> None:
    made = two(Body(BOX), Body(BALL, (5, 0)))
    for steps, places in (
        ([(5, 0), (6, 1)], [[0, 0], [6, 1]]),
        ([(0.5, -0.5), (1.5, 0.5)], [[1, 1], [6, 1]]),
        ([(-9, 0), (0, 0)], [[1, 1], [6, 1]]),
    ):
        made.mouse_down(steps[0])
        made.mouse_move(steps[1])
        assert made.world.positions.tolist() == made.world.array.positions.tolist() == places
        made.mouse_up()
        made.mouse_move((9, 9))
        assert made.world.positions.tolist() == places
        assert made.dragging == ""


@pytest.mark.parametrize(("key", "sign"), [("r", 1), ("t", -1)])
def test_r_and_t_turn_at_once_and_while_held(key: str, sign: int) -> None:
    made = two(Body(BOX), Body(BALL, (5, 0)))
    made.press(key)
    assert made.world.angles[0] == pytest.approx(sign * math.radians(3))
    made.step(0.5)
    assert made.world.angles[0] == pytest.approx(sign * math.radians(48))
    made.release(key)
    made.step(0.5)
    assert made.world.angles.tolist() == [pytest.approx(sign * math.radians(48)), 0]
    assert made.world.array.angles[0] == made.world.angles[0]


def test_the_wheel_scales_what_is_under_it_or_selected() -> None:
    made = two(Body(BOX), Body(BALL, (5, 0)))
    made.mouse_move((5, 0))
    made.wheel(1)
    assert made.world.array.radii.tolist() == [0, pytest.approx(1.1)]
    made.mouse_move((0, 9))
    made.wheel(-1)
    assert made.world.array.areas[0] == pytest.approx(4 / 1.21)
    for _ in range(100):
        made.wheel(-1)
    assert 0.05 <= size(made.world.models[0]) < 0.06
    assert "small" in made.message
    made.selected = -1
    made.wheel(1)
    assert size(made.world.models[0]) < 0.06


def test_a_adds_each_kind_in_turn_at_the_pointer() -> None:
    made = play("Touching")
    for k, kind in enumerate(made.kinds):
        made.mouse_move((k, 2.0))
        made.press("a")
        assert made.world.models[-1].name == kind.name
        assert made.world.positions[-1].tolist() == [k, 2.0]
        assert made.selected == len(made.world) - 1
    made.press("a")
    assert made.world.models[-1].name == made.kinds[0].name


@pytest.mark.parametrize("key", ["delete", "backspace"])
def test_del_removes_the_selected_one(key: str) -> None:
    made = two(Body(BOX), Body(BALL, (5, 0)), Body(BOX, (9, 0)))
    made.mouse_down((5, 0))
    made.press(key)
    made.mouse_move((0, 0))  # no drag any more
    assert [m.name for m in made.world.models] == ["box", "box"]
    assert made.world.positions.tolist() == [[0, 0], [9, 0]]
    made.press(key)
    assert len(made.world) == 2
    assert "Click" in made.message
    for _ in range(2):
        made.selected = 0
        made.press(key)
    assert len(made.world) == 0
    made.step(FRAME)


@pytest.mark.parametrize("key", OVERLAYS)
def test_overlays_go_on_and_off(key: str) -> None:
    made = two(Body(BOX), Body(BALL, (5, 0)))
    made.press(key)
    assert made.shows == {OVERLAYS[key]}
    assert not made.message
    made.press(key)
    assert made.shows == set()
    made.selected = -1
    made.press(key)
    assert bool(made.message) == (key != "c")


def test_v_gives_a_velocity_and_its_tip_is_dragged() -> None:
    made = two(Body(BOX), Body(BALL, (9, 0)))
    made.press("v")
    assert made.tip(0) == (4, 0)
    made.mouse_down((4 + 0.9 * REACH, 0))
    made.mouse_move((-3, 2))
    made.mouse_up()
    assert made.world.velocities.tolist() == [[-3, 2], [0, 0]]
    assert made.world.positions.tolist() == [[0, 0], [9, 0]]
    made.press("v")
    made.mouse_down((-3, 2))  # nothing is visible there any more
    assert made.selected == -1


def test_space_lets_them_push_each_other_apart() -> None:
    made = two(Body(BOX), Body(BOX, (1.5, 0)))
    made.step(FRAME)
    assert made.world.positions[1].tolist() == [1.5, 0]
    made.press("space")
    made.mouse_down((0, 0))
    made.step(FRAME)
    assert made.world.positions[:, 0] == pytest.approx([0, 2], abs=2e-3)
    made.press("space")
    made.mouse_move((0.5, 0))
    made.step(FRAME)
    assert made.world.positions[1, 0] < 2.01


def test_keys_of_the_program() -> None:
    """And every key of the help does something."""
    made = Playground()
    for key in "hp":
        made.press(key)
    made.press("escape")
    assert (made.help, made.pictures_wanted, made.over) == (True, 1, True)
    made.press("h")
    made.press("no such key")
    assert not made.help
    known, written = {"tab", *OVERLAYS, *"rtx", *made.keys}, {"del": "delete", "esc": "escape"}
    for key in " ".join(keys for keys, _ in HELP[2:]).lower().split():
        assert written.get(key, key) in known


def anything(source: Random, made: Playground) -> None:
    """Perform a random action of a user."""
    place = source.uniform(-9, 9), source.uniform(-6, 6)
    k = source.randrange(5)
    if k == 0:
        made.press(source.choice([*"arstcmvxph", "space", "delete", "tab"]), source.random() < 0.3)
    elif k == 1:
        made.mouse_down(place)
    elif k == 2:
        made.mouse_move(place)
    elif k == 3:
        source.choice([made.mouse_up, made.held.clear])()
    else:
        made.wheel(source.choice([-1, 1, 3, -1e9, 1e9]))
    made.step(source.choice([0.0, FRAME, 0.05]))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_the_world_stays_whole(seed: int) -> None:
    source, made = Random(seed), Playground(seed)
    for _ in range(400):
        anything(source, made)
        world = made.world
        assert len(world.owner) == len(world.array)
        assert -1 <= made.selected < len(world)
        assert np.isfinite(world.positions).all()


# --- the window


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    made = Window(Playground(), tmp_path)
    yield made
    made.close()


def press(window: Window, key: int, mod: int = 0) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=key, mod=mod))
    window.frame(FRAME)


def mouse(window: Window, kind: int, place: tuple[float, float], **more: Any) -> None:
    view = drawing.view_of(window.playground, window.canvas.size)
    x, y = view.to_pixels(place).round().astype(int).tolist()
    pygame.event.post(pygame.event.Event(kind, pos=(x, y), **more))
    window.frame(FRAME)


def colors(window: Window) -> set[tuple[int, ...]]:
    pixels = np.unique(pygame.surfarray.array2d(window.canvas.surface)).tolist()
    return {tuple(window.canvas.surface.unmap_rgb(pixel))[:3] for pixel in pixels}


def at(window: Window, place: tuple[float, float]) -> tuple[int, ...]:
    view = drawing.view_of(window.playground, window.canvas.size)
    x, y = view.to_pixels(place).astype(int).tolist()
    return tuple(window.canvas.surface.get_at((x, y)))[:3]


def test_all_keys_arrive(window: Window) -> None:
    made = window.playground
    for key, overlay in zip("smcv", ("shadows", "mtv", "contacts", "velocity"), strict=True):
        before = overlay in made.shows
        press(window, ord(key))
        assert (overlay in made.shows) != before
    press(window, pygame.K_SPACE)
    assert made.running
    press(window, pygame.K_a)
    assert len(made.world) == 3
    press(window, pygame.K_r)
    assert made.world.angles[2] > 0
    press(window, pygame.K_t)
    press(window, pygame.K_t)
    assert made.world.angles[2] < 0
    assert not made.held
    press(window, pygame.K_DELETE)
    assert len(made.world) == 2
    press(window, pygame.K_h)
    assert made.help
    press(window, pygame.K_TAB)
    assert made.scene == 1
    press(window, pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert made.scene == 0
    press(window, pygame.K_ESCAPE)
    assert made.over


def test_the_mouse_arrives(window: Window) -> None:
    made = window.playground
    made.open(scene("Touching"))
    mouse(window, pygame.MOUSEBUTTONDOWN, (-2, 0), button=1)
    mouse(window, pygame.MOUSEMOTION, (-4, 1))
    mouse(window, pygame.MOUSEBUTTONUP, (-4, 1), button=1)
    mouse(window, pygame.MOUSEMOTION, (0, -3))
    assert made.world.positions[0] == pytest.approx((-4, 1), abs=0.03)
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, y=2))
    window.frame(FRAME)
    assert size(made.world.models[0]) == pytest.approx(2.5 * 1.21)
    mouse(window, pygame.MOUSEBUTTONDOWN, (1, 1), button=3)
    assert made.selected == 0


def test_the_window_can_be_resized_and_closed(window: Window) -> None:
    wide = window.to_world((0, SIZE[1]))
    pygame.display.set_mode((600, 500), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(600, 500), w=600, h=500))
    window.frame(FRAME)
    assert window.canvas.size == (600, 500)
    assert window.to_world((0, 500)) != wide
    for small in ((120, 90), (30, 300)):
        pygame.display.set_mode(small, pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=small))
        window.frame(FRAME)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r, mod=0))
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.frame(FRAME)
    assert not window.playground.held
    assert window.playground.over
    window.run()  # ends at once


def test_only_what_looks_different_is_drawn(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = window.playground
    drawn: list[int] = []

    class Counting(drawing.Painter):
        def draw(self) -> None:
            drawn.append(made.scene)
            super().draw()

    def frames_drawn(count: int = 1) -> int:
        drawn.clear()
        for _ in range(count):
            window.frame(FRAME)
        return len(drawn)

    monkeypatch.setattr("sepax.playground.window.Painter", Counting)
    pygame.event.clear()
    for k in range(len(SCENES)):
        made.open(k)
        still = made.stream is None
        assert frames_drawn(5) == (1 if still else 5)
        if not still:
            continue
        mouse(window, pygame.MOUSEMOTION, (0.5, 0.5))  # no visible effect
        assert frames_drawn() == 0
        changes: list[Callable[[], object]] = [
            lambda: made.press("h"),
            lambda: made.press("s"),
            lambda: made.press("a"),
            lambda: made.world.move_to(made.selected, (1, 2)),
            lambda: made.world.turn(made.selected, 0.1),
            lambda: made.mouse_down((50.0, 50.0)),
            lambda: made.press("delete"),  # a message
            lambda: pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED)),
            lambda: setattr(window, "canvas", type(window.canvas)(window.canvas.surface)),
        ]
        for change in changes:
            change()
            assert frames_drawn(3) == 1
    made.open(scene("A thousand shapes"))
    made.press("space")
    assert frames_drawn(2) == 2
    made.press("space")
    assert frames_drawn(3) == 1


def test_sizes_and_velocities_are_drawn_anew() -> None:
    made = play("Touching")
    changes: list[Callable[[], object]] = [
        lambda: made.wheel(1),
        lambda: made.world.velocities.__setitem__(0, (1.0, 2.0)),
        lambda: made.press("v"),
    ]
    for change in changes:
        before = made.looks()
        assert before == made.looks()
        change()
        assert before != made.looks()


def test_p_saves_pictures_under_new_names(window: Window, tmp_path: Path) -> None:
    press(window, pygame.K_p)
    press(window, pygame.K_p)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["sepax-playground-1.png", "sepax-playground-2.png"]
    picture = pygame.image.load(tmp_path / names[0])
    assert picture.get_size() == SIZE
    assert names[1] in window.playground.message
    window.pictures = tmp_path / "no such folder"
    press(window, pygame.K_p)
    assert "No picture" in window.playground.message


@pytest.mark.parametrize("k", range(len(SCENES)), ids=TITLES)
def test_every_scene_is_drawn_with_everything_on(window: Window, k: int) -> None:
    made = window.playground
    made.open(k)
    made.selected = 0
    for overlay in (*OVERLAYS.values(), "help"):
        window.frame(FRAME)
        before = window.canvas.surface.copy()
        if overlay == "help":
            made.press("h")
        elif overlay not in made.shows:
            made.shows.add(overlay)
        window.frame(FRAME)
        assert before.get_size() == window.canvas.size
    made.press("space")
    window.frame(FRAME)
    made.selected = -1
    window.frame(FRAME)
    assert {drawing.INK, PAPER} <= colors(window)


def test_pixels_show_who_is_selected_and_who_meets(window: Window) -> None:
    made = window.playground
    made.open(scene("Every kind"))
    made.world = World(
        [Body(BOX, (-4, 0)), Body(BOX, (4, 0)), Body(BALL, (4, 5)), Body(BOX, (5, 0))]
    )
    window.frame(FRAME)
    assert at(window, (-4, 0.5)) == drawing.BLUE_FILL
    assert at(window, (3.5, 0.5)) == drawing.ORANGE_FILL  # the nearest to it
    assert at(window, (4, 5.5)) == drawing.GREY_FILL
    assert at(window, (5.5, 0.5)) == drawing.HIT_FILL
    made.selected = -1
    window.frame(FRAME)
    assert at(window, (-4, 0.5)) == drawing.GREY_FILL
    assert at(window, (3.5, 0.5)) == drawing.HIT_FILL


def test_pixels_of_each_overlay(window: Window) -> None:
    made = window.playground
    made.open(scene("Every kind"))
    made.shows.clear()
    overlapping = [Body(BOX), Body(BOX, (1.5, 0.2))]
    shown = {
        "shadows": (overlapping, {drawing.YELLOW, drawing.RED, drawing.PALE}),
        "mtv": (overlapping, {drawing.PURPLE}),
        "contacts": (overlapping, {drawing.RED}),
        "velocity": ([Body(BOX, velocity=(6, 0)), Body(BOX, (5, 0))], {drawing.GREEN, drawing.SKY}),
    }
    for overlay, (bodies, expected) in shown.items():
        made.world, made.selected, made.shows = World(bodies), 0, set()
        window.frame(FRAME)
        before = colors(window)
        made.shows = {overlay}
        window.frame(FRAME)
        new = colors(window)
        assert expected <= new
        assert overlay == "shadows" or not (expected - {drawing.RED}) & before
    made.world, made.shows = World([Body(BOX), Body(BOX, (4, 0))]), {"shadows"}
    window.frame(FRAME)
    assert at(window, (2, 0)) == PAPER  # the gap
    assert drawing.GREEN in colors(window)
    made.shows = {"mtv"}
    window.frame(FRAME)
    assert drawing.PURPLE not in colors(window)  # no MTV without a partner


# --- the command


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--frames", "3", "--scene", str(len(SCENES))]) == 0
    assert not pygame.display.get_init()
    nowhere = str(tmp_path / "nowhere")
    for arguments in (["--scene", "99"], ["--pictures", nowhere], ["--help"]):
        with pytest.raises(SystemExit) as stopped:
            main([*arguments, "--frames", "1"])
        assert stopped.value.code == (0 if arguments == ["--help"] else 2)
    printed = capsys.readouterr()
    assert "nowhere" in printed.err
    assert all(words in printed.out for words in (*(words for _, words in HELP), *TITLES))


def test_without_pygame_the_extra_is_named() -> None:
    """Nothing imports it before the command looks for it."""
    code = (
        "import sys, importlib.util as util; find = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'pygame' else find(name, *rest)\n"
        "from sepax.playground.__main__ import main\n"
        "assert 'pygame' not in sys.modules\n"
        "main(['--frames', '1'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert 'pip install "sepax[playground]"' in done.stderr
    assert "Traceback" not in done.stderr
