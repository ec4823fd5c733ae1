"""Two hundred concave ships that turn, bump into each other, slide along walls and shoot.

Run ``python docs/examples/concave_ships.py --picture ships.png``; it needs no window. Without
``--picture`` it needs nothing but sepax.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np

import sepax

FRAME = 1 / 60
SIZE = 54.0, 34.0  # of the arena
SPEED, BULLET_SPEED = 5.0, 30.0
RELOAD, RANGE = 1.0, 0.5  # seconds between the shots of a ship, and that a bullet flies
BOUNCE, PUSH, KICK = 0.6, 0.4, 0.3
BLUE, ORANGE = "#a9cbe8", "#ffb347"  # of ships that are free, and in contact
SIGHT = 5.0  # how far a ship sees walls
INERTIA = 0.3  # of a ship of mass 1
DART = [(-0.9, -0.75), (1.1, 0.0), (-0.9, 0.75), (-0.35, 0.0)]
FORK = [(-0.8, -0.7), (0.9, -0.7), (0.2, -0.25), (0.2, 0.25), (0.9, 0.7), (-0.8, 0.7), (-0.5, 0)]
CROSS = [(-0.9, -0.2), (-0.2, -0.2), (-0.2, -0.8), (0.2, -0.8), (0.2, -0.2), (1.0, 0.0)]
CROSS += [(0.2, 0.2), (0.2, 0.8), (-0.2, 0.8), (-0.2, 0.2), (-0.9, 0.2)]
DOCK = [(0, 0), (9, 0), (9, 7), (8, 7), (8, 1), (1, 1), (1, 7), (0, 7)]  # a wall with a bay
HOOK = [(0, 0), (10, 0), (10, 1), (1, 1), (1, 5), (0, 5)]


def arena() -> list[sepax.Compound]:
    """Return the walls: a frame, which is an outline with a hole, and two docks and two hooks."""
    (x, y), thick = SIZE, 1.0
    inner = [(0, 0), (x, 0), (x, y), (0, y)]
    outer = [(-thick, -thick), (x + thick, -thick), (x + thick, y + thick), (-thick, y + thick)]
    make = sepax.Compound.from_polygon
    walls = [make(outer, [inner])]
    walls += [make(DOCK, position=(8, 7)), make(DOCK, position=(46, 27), angle=np.pi)]
    walls += [make(HOOK, position=(30, 5), angle=0.3), make(HOOK, position=(24, 29), angle=-2.8)]
    return walls


class Game:
    """The state of the game; ``step`` advances it by one frame."""

    def __init__(self, count: int) -> None:
        self.source = np.random.default_rng(4)
        self.outlines = arena()
        self.walls = sepax.ShapeIndex(self.outlines)
        self.fleet = sepax.CompoundArray.from_compounds(self.placed(count))
        self.index = sepax.ShapeIndex(self.fleet)
        self.speeds = np.zeros((count, 2))
        self.spins = self.source.uniform(-1.5, 1.5, count)
        self.reload = self.source.uniform(0.0, RELOAD, count)
        self.bullets = np.empty((0, 2))
        self.velocities = np.empty((0, 2))
        self.left = np.empty(0)  # seconds that each bullet still flies
        self.owners = np.empty(0, np.intp)
        self.contacts = sepax.collide(self.fleet, self.fleet, pairs=np.empty((0, 2), np.intp))
        self.touching = np.zeros(count, np.bool_)
        self.bumps = self.slides = self.hits = 0

    def placed(self, count: int) -> list[sepax.Compound]:
        """Return ships of three kinds, each where it meets neither a wall nor a ship."""
        ships: list[sepax.Compound] = []
        while len(ships) < count:
            ship = sepax.Compound.from_polygon((DART, FORK, CROSS)[len(ships) % 3])
            x, y, angle = self.source.uniform((1, 1, -np.pi), (*SIZE, np.pi)).tolist()
            ship.set_pose(x, y, angle)
            if not sepax.intersects_any(ship, [*self.outlines, *ships])[0]:
                ships.append(ship)
        return ships

    def step(self) -> None:
        """Advance ships and bullets by one frame."""
        self.steer()
        self.bump()
        self.slide()
        self.shoot()
        self.fly()

    def steer(self) -> None:
        """Let each ship accelerate to where it looks, and turn away from what it sees."""
        angles = self.fleet.angles
        eyes = np.tile(self.fleet.positions, (2, 1))
        looks = toward(np.concatenate((angles - 0.5, angles + 0.5)))
        own = np.tile(np.arange(len(angles)), 2)
        free, _ = sepax.raycast_distances(self.walls, eyes, looks, SIGHT)
        ships, _ = sepax.raycast_distances(self.index, eyes, looks, SIGHT, ignore=own)
        free = np.minimum(np.minimum(free, ships), SIGHT)
        right, left = free.reshape(2, -1) / SIGHT
        near = np.minimum(left, right)
        thrust = SPEED * (0.2 + 0.8 * near)[:, None]
        self.speeds += 0.05 * (thrust * toward(angles) - self.speeds)
        way = np.where(left < right, -1.0, 1.0) * (1.0 - near)
        self.spins += 0.3 * way + self.source.uniform(-0.2, 0.2, len(angles)) - 0.06 * self.spins

    def bump(self) -> None:
        """Find the contacts of the ships, and let them bounce."""
        pairs = sepax.find_pairs(self.index)
        self.contacts = contacts = sepax.collide(self.fleet, self.fleet, pairs=pairs)
        self.bumps += len(pairs)
        self.push = np.zeros_like(self.speeds)
        self.touching[:] = False
        self.touching[pairs.ravel()] = True
        normal, middle = contacts.normal, contacts.points[:, 0].copy()
        both = contacts.counts == 2
        middle[both] = contacts.points[both].mean(axis=1)
        arms = [middle - self.fleet.positions[pairs[:, side]] for side in (0, 1)]
        levers = [arm[:, 0] * normal[:, 1] - arm[:, 1] * normal[:, 0] for arm in arms]
        a, b = pairs.T
        closing = ((self.speeds[a] - self.speeds[b]) * normal).sum(axis=1)
        closing += levers[0] * self.spins[a] - levers[1] * self.spins[b]
        impulse = (1.0 + BOUNCE) * np.maximum(closing, 0.0)
        impulse /= 2.0 + (levers[0] ** 2 + levers[1] ** 2) / INERTIA
        for side, lever, sign in ((a, levers[0], -1.0), (b, levers[1], 1.0)):
            np.add.at(self.speeds, side, sign * impulse[:, None] * normal)
            np.add.at(self.spins, side, sign * impulse * lever / INERTIA)
            np.add.at(self.push, side, -sign * PUSH * contacts.mtv)

    def slide(self) -> None:
        """Turn and move each ship; those that meet a wall slide along it."""
        self.fleet.set_poses(self.fleet.positions, self.fleet.angles + self.spins * FRAME)
        motions = self.speeds * FRAME + self.push
        slides = sepax.move_and_slide(self.fleet, self.walls, motions)
        self.index.refresh()
        blocked = np.repeat(np.arange(len(motions)), np.diff(slides.offsets))
        for row, normal in zip(blocked, slides.impacts.normal, strict=True):
            self.speeds[row] -= max(self.speeds[row] @ normal, 0.0) * normal
        self.slides += len(np.unique(blocked))

    def shoot(self) -> None:
        """Let each ship shoot that has reloaded."""
        self.reload -= FRAME
        firing = np.flatnonzero(self.reload <= 0.0)
        self.reload[firing] += RELOAD
        angles = self.fleet.angles[firing]
        self.bullets = np.concatenate((self.bullets, self.fleet.positions[firing]))
        self.velocities = np.concatenate((self.velocities, BULLET_SPEED * toward(angles)))
        self.left = np.concatenate((self.left, np.full(len(firing), RANGE)))
        self.owners = np.concatenate((self.owners, firing))

    def fly(self) -> None:
        """Move each bullet to its first hit, ship or wall; a hit pushes and spins the ship."""
        balls = sepax.ShapeArray.circles(self.bullets, 0.08)
        ships, hits = sepax.first_impacts(
            balls, self.index, self.velocities, max_time=FRAME, ignore=self.owners
        )
        _, walls = sepax.first_impacts(balls, self.walls, self.velocities, max_time=FRAME)
        wounding = hits.hit & (hits.time < walls.time)
        hit, normal = ships[wounding], hits.normal[wounding]
        np.add.at(self.speeds, hit, KICK * normal)
        arm = hits.point[wounding] - self.fleet.positions[hit]
        lever = arm[:, 0] * normal[:, 1] - arm[:, 1] * normal[:, 0]
        np.add.at(self.spins, hit, KICK * lever / INERTIA)
        self.hits += len(hit)
        self.left -= FRAME
        flying = ~(hits.hit | walls.hit) & (self.left > 0.0)
        self.bullets = (self.bullets + FRAME * self.velocities)[flying]
        self.velocities, self.left = self.velocities[flying], self.left[flying]
        self.owners = self.owners[flying]


def toward(angles: Any) -> Any:
    """Return unit vectors at these angles."""
    return np.column_stack((np.cos(angles), np.sin(angles)))


def draw(game: Game, path: str) -> None:
    """Save a picture of the last frame: ships in contact are orange, contact points red."""
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(10, 6.7), layout="constrained")
    axes: Any = figure.add_subplot()
    draw_shapes(axes, game.outlines, facecolor="#5c677d", linewidth=0, alpha=1.0)
    for rows, face, edge in ((~game.touching, BLUE, "#274c77"), (game.touching, ORANGE, "#7a4a00")):
        rings = [ship.exterior for ship in game.fleet[rows]]
        axes.add_collection(PolyCollection(rings, facecolors=face, edgecolors=edge, linewidths=0.8))
    tails = game.bullets - 0.03 * game.velocities
    tracks = np.stack((tails, game.bullets), axis=1)
    axes.add_collection(LineCollection(list(tracks), colors="#14213d", linewidths=3.5))
    used = np.arange(2) < game.contacts.counts[:, None]
    axes.plot(*game.contacts.points[used].T, ".", color="#e3001b", markersize=12)
    axes.set_xlim(-1.2, SIZE[0] + 1.2)
    axes.set_ylim(-1.2, SIZE[1] + 1.2)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title("orange: ships in contact; red: points of contact; dark: bullets", fontsize=16)
    figure.savefig(path, dpi=100)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the frames, and print what happened and how long a frame took."""
    parser = argparse.ArgumentParser(description="Concave ships.")
    parser.add_argument("--ships", type=int, default=200)
    parser.add_argument("--frames", type=int, default=600)
    parser.add_argument("--picture", help="a file for a picture of the last frame")
    options = parser.parse_args(arguments)
    game, spent = Game(options.ships), []
    for _ in range(options.frames):
        began = perf_counter()
        game.step()
        spent.append(1e3 * (perf_counter() - began))
    print(
        f"{options.ships} ships, {options.frames} frames: {game.bumps} contacts, "
        f"{game.slides} slides along walls, {game.hits} hits by bullets"
    )
    usual, slow = np.percentile(spent, (50, 99)).tolist()
    print(
        f"a frame takes {usual:.2f} ms, one in a hundred more than {slow:.2f} ms: "
        f"{1e3 / usual:.0f} frames a second, where 60 are the aim"
    )
    if options.picture:
        draw(game, options.picture)


if __name__ == "__main__":
    main()
