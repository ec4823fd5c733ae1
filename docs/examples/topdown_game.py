"""A top-down game: a hero slides along walls of tiles, and guards see and shoot.

Run ``python docs/examples/topdown_game.py --picture game.png``; it needs no window. Without
``--picture`` it needs nothing but sepax.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

import sepax

LEVEL = """
####################
#        #         #
#  g     #    ##   #
#        #    ##   #
#   ##        ##   #
#   ##             #
#   ##   #####     #
#        #   # g   #
#  h     #         #
####################
"""
TILE = 32.0
FRAME = 1 / 60
SPEED, BULLET_SPEED = 240.0, 900.0
RELOAD = 0.5  # seconds
KEYS = [(1, 1), (1, 0.2), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 1)]  # a second each


class Game:
    """The state of the game; ``step`` advances it by one frame."""

    def __init__(self) -> None:
        rows = LEVEL.strip().splitlines()[::-1]
        places: dict[str, list[tuple[float, float]]] = {"#": [], "g": [], "h": [], " ": []}
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                places[letter].append((TILE * (x + 0.5), TILE * (y + 0.5)))
        self.tiles = sepax.ShapeArray.boxes(TILE, TILE, places["#"])
        self.walls = sepax.ShapeIndex(self.tiles)
        self.hero = sepax.Circle(places["h"][0], 11)
        self.guards = np.array(places["g"])
        self.reload = np.zeros(len(self.guards))
        self.bullets = np.empty((0, 2))
        self.velocities = np.empty((0, 2))
        self.trail = [self.hero.position]
        self.shots: list[tuple[Any, Any]] = []  # from, to
        self.hits = 0

    def step(self, keys: tuple[float, float]) -> None:
        """Move the hero and the bullets for one frame."""
        speed = SPEED / (math.hypot(*keys) or 1.0)
        motion = (keys[0] * speed * FRAME, keys[1] * speed * FRAME)
        sepax.move_and_slide(self.hero, self.walls, motion)
        self.trail.append(self.hero.position)
        self.shoot()
        self.fly()

    def visible(self) -> Any:
        """Return which guards see the hero: no wall blocks the ray to its centre."""
        eyes = sepax.ShapeArray.points(self.guards)
        rows, _ = sepax.first_impacts(eyes, self.walls, self.hero.position - self.guards)
        return rows < 0

    def shoot(self) -> None:
        """Shoot at the hero from every guard that sees it."""
        self.reload -= FRAME
        firing = self.visible() & (self.reload <= 0.0)
        self.reload[firing] = RELOAD
        start = self.guards[firing]
        way = self.hero.position - start
        way /= np.hypot(way[:, 0], way[:, 1])[:, None]
        self.bullets = np.concatenate((self.bullets, start))
        self.velocities = np.concatenate((self.velocities, BULLET_SPEED * way))

    def fly(self) -> None:
        """Move each bullet to its first hit, wall or hero, or to the end of the frame."""
        balls = sepax.ShapeArray.circles(self.bullets, 2.0)
        rows, walls = sepax.first_impacts(balls, self.walls, self.velocities, max_time=FRAME)
        hero = sepax.time_of_impact(balls, self.hero, self.velocities, max_time=FRAME)
        wounded = np.isfinite(hero) & (hero < walls.time)
        self.hits += int(np.count_nonzero(wounded))
        time = np.minimum(np.minimum(walls.time, hero), FRAME)
        ends = self.bullets + self.velocities * time[:, None]
        self.shots += zip(self.bullets.tolist(), ends.tolist(), strict=True)
        flying = (rows < 0) & ~wounded
        self.bullets, self.velocities = ends[flying], self.velocities[flying]


def draw(game: Game, path: str) -> None:
    """Save a picture of the walls, the path of the hero and the bullets."""
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(10, 5))
    axes = figure.add_subplot()
    draw_shapes(axes, game.tiles, facecolor="lightgrey", edgecolor="grey")
    for start, end in game.shots:
        axes.plot(*zip(start, end, strict=True), color="tab:red", linewidth=0.6)
    axes.plot(*zip(*game.trail, strict=True), color="tab:blue", label="hero")
    axes.plot(*game.guards.T, "v", color="tab:red", label="guards")
    draw_shapes(axes, [game.hero], facecolor="tab:blue")
    axes.set_aspect("equal")
    axes.set_title(f"{len(game.trail) - 1} frames, {game.hits} hits")
    axes.legend(loc="upper right")
    figure.savefig(path, dpi=100)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the keys, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=60 * len(KEYS))
    parser.add_argument("--picture", help="a file for a picture of the game (needs matplotlib)")
    options = parser.parse_args(arguments)
    game = Game()
    for frame in range(options.frames):
        game.step(KEYS[frame // 60 % len(KEYS)])
        assert not sepax.intersects(game.tiles, game.hero).any()
    x, y = game.hero.position
    print(f"{options.frames} frames: the hero is at ({x:.1f}, {y:.1f}), hit {game.hits} times")
    if options.picture:
        draw(game, options.picture)


if __name__ == "__main__":
    main()
