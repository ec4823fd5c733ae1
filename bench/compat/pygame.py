"""Groups of pygame's sprites: its rectangles and pixel masks, and sepax (times slower than sepax).

40 probes find the ones of 1,000 sprites that they overlap, and a sprite is pushed out of another.
pygame itself has contestants for the first only: ``masks`` is its `collide_mask`, for which every
sprite holds the mask of its (turned) image; ``stock`` takes those that `Rect.colliderect` finds and
puts these to `collide_mask`, the quickest that pygame has. Before anything is timed, the answers
are compared: with those of `sepax.intersects` on shapes made one by one, all of them; with those of
the masks, but for pairs that a pixel may decide.
"""

import math
import os
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from itertools import product
from random import Random
from time import perf_counter_ns
from typing import Any, NamedTuple

from compat.times import Times

PER_FRAME = {
    "collided as callback": {"masks": 2.0},
    "spritecollide": {"stock": 1.0, "masks": 4.0},
    "spritecollideany": {"stock": 1.0, "masks": 4.0},
    "groupcollide": {"stock": 2.0, "masks": 10.0},
}
TARGETS = {
    f"{case}, {name}": goals for case, goals in PER_FRAME.items() for name in ("upright", "turned")
}

PROBES, SPRITES, PUSHES = 40, 1000, 200
FIELD = 1900, 1000
DECIDED_BY_A_PIXEL = 0.1  # of the hits, at most

Hits = list[tuple[int, int]]
Frame = list[Callable[[], Any]]  # the calls that make it up


class Scene(NamedTuple):
    """The same sprites twice: with the outlines of sepax, and with masks as pygame has them."""

    probes: Any  # groups
    sprites: Any
    masked_probes: Any
    masked: Any


def run(rounds: int) -> Times:
    """Measure every case, all contestants in interleaved rounds."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    stock = import_module("pygame.sprite")
    results = {}
    for name, turned in (("upright", False), ("turned", True)):
        scene = scene_of(turned)
        check(scene, stock)
        for case, frames in cases(scene, stock).items():
            results[f"{case}, {name}"] = quickest(frames, 3 * rounds)
        results[f"{PUSHES} times push_apart, {name}"] = quickest(
            {"sepax": pushes(turned)}, 3 * rounds
        )
    return results


def quickest(frames: dict[str, Frame], rounds: int) -> dict[str, float]:
    """Return the nanoseconds of a frame: of each part its quickest time, added up.

    A frame takes longer than a busy machine leaves a program undisturbed, its parts do not.
    """
    best = {name: [math.inf] * len(frame) for name, frame in frames.items()}
    for _ in range(rounds):
        for name, frame in frames.items():
            times = best[name]
            for i, part in enumerate(frame):
                start = perf_counter_ns()
                part()
                times[i] = min(times[i], perf_counter_ns() - start)
    return {name: sum(times) for name, times in best.items()}


def scene_of(turned: bool) -> Scene:
    """Place the sprites at random in a field, where a probe overlaps one or two of them."""
    pygame: Any = import_module("pygame")
    source = Random(1)
    groups = [pygame.sprite.Group() for _ in Scene._fields]
    for i in range(PROBES + SPRITES):
        size = source.randint(20, 60), source.randint(20, 60)
        original = pygame.Surface(size, pygame.SRCALPHA)  # so that turned corners are clear
        original.fill((255, 255, 255, 255))
        angle = source.uniform(1, 89) if turned else 0
        image = pygame.transform.rotate(original, angle)
        place = source.randint(0, FIELD[0]), source.randint(0, FIELD[1])
        plain, masked = pygame.sprite.Sprite(), pygame.sprite.Sprite()
        plain.image = masked.image = image
        plain.original_image, plain.angle = original, angle
        plain.rect, masked.rect = image.get_rect(center=place), image.get_rect(center=place)
        masked.mask = pygame.mask.from_surface(image)
        groups[i >= PROBES].add(plain)
        groups[2 + (i >= PROBES)].add(masked)
    return Scene(*groups)


def frame(function: Callable[..., Any], group: Any, *arguments: Any) -> Frame:
    """Return the calls of a function for each of a group."""
    return [partial(function, probe, *arguments) for probe in group]


def stock_frames(scene: Scene, stock: Any) -> tuple[Frame, Frame]:
    """Return the quickest of pygame to find every sprite, and any: rectangles, then masks."""
    masked, collide_mask = scene.masked, stock.collide_mask

    def rects_then_masks(probe: Any) -> list[Any]:
        near = stock.spritecollide(probe, masked, False)
        return [other for other in near if collide_mask(probe, other)]

    def any_rect_then_mask(probe: Any) -> Any:
        is_near = probe.rect.colliderect
        for other in masked:
            if is_near(other.rect) and collide_mask(probe, other):
                return other
        return None

    probes = scene.masked_probes
    return frame(rects_then_masks, probes), frame(any_rect_then_mask, probes)


def cases(scene: Scene, stock: Any) -> dict[str, dict[str, Frame]]:
    """Return the calls to measure. A frame is all probes against all sprites.

    In pygame, to collide groups is to do so for each of the first; its times are those.
    """
    drop_in: Any = import_module("sepax.compat.pygame")
    probes, sprites, masked_probes, masked = scene
    collide_mask, collided = stock.collide_mask, drop_in.collided
    stock_frame, any_stock_frame = stock_frames(scene, stock)
    mask_frame = frame(stock.spritecollide, masked_probes, masked, False, collide_mask)
    any_mask_frame = frame(stock.spritecollideany, masked_probes, masked, collide_mask)
    groups: Frame = [partial(drop_in.groupcollide, probes, sprites, False, False)]
    return {
        "collided as callback": {
            "stock": stock_frame,
            "masks": mask_frame,
            "sepax": frame(stock.spritecollide, probes, sprites, False, collided),
        },
        "spritecollide": {
            "stock": stock_frame,
            "masks": mask_frame,
            "sepax": frame(drop_in.spritecollide, probes, sprites, False),
        },
        "spritecollideany": {
            "stock": any_stock_frame,
            "masks": any_mask_frame,
            "sepax": frame(drop_in.spritecollideany, probes, sprites),
        },
        "groupcollide": {"stock": stock_frame, "masks": mask_frame, "sepax": groups},
    }


def pushes(turned: bool) -> Frame:
    """Return one push of a player out of each of 200 walls in turn."""
    pygame: Any = import_module("pygame")
    push_apart = import_module("sepax.compat.pygame").push_apart
    source = Random(2)
    player, walls = pygame.sprite.Sprite(), []
    player.rect = pygame.Rect(0, 0, 30, 40)
    player.angle = 30 if turned else 0
    for _ in range(PUSHES):
        wall = pygame.sprite.Sprite()
        wall.rect = pygame.Rect(source.randint(-25, 25), source.randint(-35, 35), 60, 40)
        wall.angle = source.uniform(1, 89) if turned else 0
        walls.append(wall)

    def push_all() -> None:
        for wall in walls:
            player.rect.topleft = 0, 0
            push_apart(player, wall)

    return [push_all]


def check(scene: Scene, stock: Any) -> None:
    """Raise unless the contestants agree."""
    drop_in: Any = import_module("sepax.compat.pygame")
    numbers = {it: i for group in scene for i, it in enumerate(group)}
    expected = shapes_overlap(scene, drop_in.shape_of)
    in_groups = drop_in.groupcollide(scene.probes, scene.sprites, False, False)
    contestants: dict[str, Iterable[tuple[Any, Any]]] = {
        "collided": (
            (probe, it)
            for probe in scene.probes
            for it in stock.spritecollide(probe, scene.sprites, False, drop_in.collided)
        ),
        "spritecollide": (
            (probe, it)
            for probe in scene.probes
            for it in drop_in.spritecollide(probe, scene.sprites, False)
        ),
        "groupcollide": ((probe, it) for probe, hits in in_groups.items() for it in hits),
    }
    for name, hits in contestants.items():
        if sorted((numbers[probe], numbers[it]) for probe, it in hits) != expected:
            raise AssertionError(f"{name} disagrees with sepax.intersects")
    masks = stock.groupcollide(scene.masked_probes, scene.masked, False, False, stock.collide_mask)
    found = {(numbers[probe], numbers[it]) for probe, hits in masks.items() for it in hits}
    if len(found.symmetric_difference(expected)) > DECIDED_BY_A_PIXEL * len(expected):
        raise AssertionError("masks and shapes disagree in more than what a pixel decides")


def shapes_overlap(scene: Scene, shape_of: Callable[[Any], Any]) -> Hits:
    """Return the pairs whose areas meet by `sepax.intersects`."""
    intersects = import_module("sepax").intersects
    probes, sprites = ([shape_of(it) for it in group] for group in scene[:2])
    return [
        (i, j)
        for (i, a), (j, b) in product(enumerate(probes), enumerate(sprites))
        if intersects(a, b, touching=False)
    ]
