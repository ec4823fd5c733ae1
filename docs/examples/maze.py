"""A ball that rolls through a maze. All walls are one compound, and rays show what the ball sees.

Run ``python docs/examples/maze.py --picture maze.png``. Without ``--picture`` it needs nothing but
sepax.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import sepax

WALL = 0.2  # thickness; a cell is 1 wide
RADIUS = 0.25  # of the ball
STEP = 0.15
Cell = tuple[int, int]


def beside(cell: Cell, size: int) -> list[Cell]:
    """Return the neighbours of a cell."""
    x, y = cell
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [other for other in around if min(other) >= 0 and max(other) < size]


def dig(size: int, seed: int) -> dict[Cell, Cell]:
    """Dig a maze; return for each cell the cell before it on the only path."""
    source = np.random.default_rng(seed)
    before, trail = {(0, 0): (0, 0)}, [(0, 0)]
    while trail:
        free = [cell for cell in beside(trail[-1], size) if cell not in before]
        if not free:
            trail.pop()
            continue
        cell = free[source.integers(len(free))]
        before[cell] = trail[-1]
        trail.append(cell)
    return before


def walls(size: int, before: dict[Cell, Cell]) -> sepax.Compound:
    """Return all walls, between cells and around them, as one compound."""
    long = 1.0 + WALL
    parts = []
    for x, y in before:
        for other in ((x + 1, y), (x, y + 1)):
            if before.get(other) == (x, y) or before[x, y] == other:
                continue
            side = (WALL, long) if other[0] > x else (long, WALL)
            place = 0.5 * (x + other[0]), 0.5 * (y + other[1])
            parts.append(sepax.Polygon.box(*side, position=place))
    middle = 0.5 * size - 0.5
    parts.append(sepax.Polygon.box(WALL, size + WALL, position=(-0.5, middle)))
    parts.append(sepax.Polygon.box(size + WALL, WALL, position=(middle, -0.5)))
    return sepax.Compound(parts)


def way_out(size: int, before: dict[Cell, Cell]) -> list[Cell]:
    """Return the path from the first cell to the last."""
    way = [(size - 1, size - 1)]
    while way[-1] != (0, 0):
        way.append(before[way[-1]])
    return way[::-1]


def roll(ball: sepax.Circle, maze: sepax.Compound, way: list[Cell]) -> Iterator[Any]:
    """Roll from cell to cell and slide along the walls; yield each position."""
    for k, (x, y) in enumerate(way):
        aim = np.array((x + 0.12 * (-1) ** k, y + 0.12 * (-1) ** (k // 2)))
        for _ in range(40):
            left = aim - ball.position
            length = float(np.hypot(*left))
            if length < 0.05:
                break
            motion = left * min(1.0, STEP / length)
            slide = sepax.move_and_slide(ball, maze, (float(motion[0]), float(motion[1])))
            yield np.array(slide.position)
            if np.hypot(*slide.remainder) > 0.9 * np.hypot(*motion):
                break


def seen_from(maze: sepax.Compound, place: Any, rays: int) -> Any:
    """Return the ends of rays in all directions."""
    turns = np.linspace(0.0, 2.0 * np.pi, rays, endpoint=False)
    ways = np.column_stack((np.cos(turns), np.sin(turns)))
    hits = maze.raycast(place, ways, max_distance=6.0)
    return place + ways * np.minimum(hits.distance, 6.0)[:, None]


def draw(maze: sepax.Compound, trail: Any, picture: str) -> None:
    """Draw the walls, the trail of the ball, and its view from the middle of the trail."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 6), layout="constrained")
    axes: Any = figure.add_subplot()
    axes.fill(*seen_from(maze, trail[len(trail) // 2], 720).T, color="#f4e3a1")
    sepax.plot.draw_shapes(axes, [maze], facecolor="#445566", linewidth=0)
    axes.plot(*np.transpose(trail), color="#bb2222", linewidth=1.2)
    sepax.plot.draw_shapes(axes, [sepax.Circle(trail[-1], RADIUS)], facecolor="#bb2222")
    figure.savefig(picture, dpi=90)


def main(arguments: Sequence[str] | None = None) -> None:
    """Roll the ball through the maze, and print its least distance from the walls."""
    parser = argparse.ArgumentParser(description="A maze.")
    parser.add_argument("--size", type=int, default=12)
    parser.add_argument("--picture")
    options = parser.parse_args(arguments)
    before = dig(options.size, 3)
    maze, ball = walls(options.size, before), sepax.Circle((0.0, 0.0), RADIUS)
    trail, least = [], np.inf
    for place in roll(ball, maze, way_out(options.size, before)):
        trail.append(place)
        least = min(least, ball.distance(maze))
    x, y = ball.position
    print(f"{maze!r}: at ({x:.1f}, {y:.1f}) after {len(trail)} moves")
    print(f"the walls were never nearer than {least:.2g}")
    if options.picture:
        draw(maze, trail, options.picture)


if __name__ == "__main__":
    main()
