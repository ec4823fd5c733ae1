"""``python -m sepax``: a tour of the library on real input.

The tour scatters the hit boxes of real sprites at random. It pushes them apart along their minimum
translation vectors until no two overlap, and checks every pair. Then it shoots fast bullets, with
the swept test. It prints the results and the speed. The exit status is 0 only if no two shapes
overlap by more than the error bound.
"""

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import sepax
from sepax import plot

FILL = 0.45  # part of the area of the square; with random angles, this is crowded
SLOP = 0.01  # pixels of extra push; without it, repeated halving never reaches 0
MAX_ROUNDS = 10_000  # some tens are usual
BULLET_RADIUS = 4.0  # pixels
BULLET_SPEED = 2.0  # sides of the square in one step; tests of positions alone find no hit
BORDER = 30.0  # pixels around the square where bullets may start, so that there is always room


class Shot(NamedTuple):
    """The path of the centre of a bullet, up to its first hit or the end of the step."""

    start: tuple[float, float]
    stop: tuple[float, float]
    hit: tuple[float, float] | None  # the point where it touched a shape


class Residue(NamedTuple):
    """The result of a check of all pairs: the deepest overlap, and the number beyond the bound."""

    deepest: float
    beyond: int


def load_hit_boxes() -> dict[str, list[list[float]]]:
    """Read the hit boxes in the package: sprite name -> outline in pixels."""
    text = resources.files("sepax").joinpath("data/hitboxes.json").read_text(encoding="utf-8")
    hit_boxes: dict[str, list[list[float]]] = json.loads(text)["hit_boxes"]
    return hit_boxes


def load_models() -> list[sepax.Polygon]:
    """Return the convex hull of every hit box, since outlines of sprites are concave."""
    return [sepax.Polygon.hull(outline) for outline in load_hit_boxes().values()]


def scatter(
    models: Sequence[sepax.Polygon], count: int, rng: np.random.Generator
) -> tuple[list[sepax.Polygon], float]:
    """Place copies of random models at random poses in a square; also return its side."""
    shapes = [models[k].copy() for k in rng.integers(len(models), size=count)]
    side = math.sqrt(sum(shape.area for shape in shapes) / FILL)
    for shape in shapes:
        shape.set_pose(*rng.uniform(0.0, side, 2), rng.uniform(-math.pi, math.pi))
    return shapes, side


def overlapping_pairs(shapes: Sequence[sepax.Polygon]) -> NDArray[np.intp]:
    """Return the pairs of shapes that overlap, (k, 2) intp, without pairs that only touch."""
    return sepax.find_pairs(sepax.ShapeArray.from_shapes(shapes), touching=False)


def allowed_overlap(a: sepax.Polygon, b: sepax.Polygon) -> float:
    """Return the error bound, 16 * 2**-53 * L; L is the larger side of the joint bounding box."""
    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = a.bounds, b.bounds
    width, height = max(ax1, bx1) - min(ax0, bx0), max(ay1, by1) - min(ay0, by0)
    return 16.0 * 2.0**-53 * max(width, height)


def push_pair(a: sepax.Polygon, b: sepax.Polygon) -> float:
    """Move both shapes by half their MTV and half the slop; return the depth before."""
    vector = sepax.mtv(a, b)
    if vector is None:
        return 0.0
    depth = math.hypot(*vector)
    if depth <= allowed_overlap(a, b):
        return 0.0
    half = 0.5 * (1.0 + SLOP / depth)
    x, y = half * vector[0], half * vector[1]
    a.move(x, y)
    b.move(-x, -y)
    return depth


def push_apart(shapes: Sequence[sepax.Polygon]) -> Iterator[list[float]]:
    """Push all overlapping pairs apart, round by round; yield the depths of each round.

    A push may press a shape into its next neighbour; the following rounds separate them. There are
    no walls, so the crowd spreads until no pair overlaps.
    """
    for _ in range(MAX_ROUNDS):
        pairs = overlapping_pairs(shapes).tolist()
        depths = [depth for i, j in pairs if (depth := push_pair(shapes[i], shapes[j])) > 0.0]
        yield depths
        if not depths:
            return


def show_progress(round_number: int, depths: Sequence[float]) -> None:
    """Rewrite one line on a terminal; otherwise print rounds 1, 2, 4, 8, ... and the last."""
    deepest = max(depths, default=0.0)
    line = f"  round {round_number:4d}: {len(depths):5d} pairs pushed, the deepest {deepest:.3g} px"
    if sys.stdout.isatty():
        print(f"\r{line:70}", end="" if depths else "\n", flush=True)
    elif not depths or round_number.bit_count() == 1:
        print(line, flush=True)


def check_all_pairs(shapes: Sequence[sepax.Polygon]) -> Residue:
    """Compute the MTV of every pair, without a broad phase, and measure the remaining overlap."""
    deepest, beyond = 0.0, 0
    for a, b in combinations(shapes, 2):
        vector = sepax.mtv(a, b)
        if vector is not None:
            depth = math.hypot(*vector)
            deepest = max(deepest, depth)
            beyond += depth > allowed_overlap(a, b)
    return Residue(deepest, beyond)


def load_bullets(
    count: int, shapes: Sequence[sepax.Polygon], side: float, rng: np.random.Generator
) -> list[sepax.Circle]:
    """Place `count` small circles at random free places in the square or its border."""
    bullets: list[sepax.Circle] = []
    while len(bullets) < count:
        bullet = sepax.Circle(rng.uniform(-BORDER, side + BORDER, 2), BULLET_RADIUS)
        if not any(sepax.intersects(bullet, shape) for shape in shapes):
            bullets.append(bullet)
    return bullets


def shoot(
    bullet: sepax.Circle, velocity: tuple[float, float], shapes: Sequence[sepax.Polygon]
) -> Shot:
    """Move one bullet for one step or to its first hit."""
    hit, time = None, 1.0
    for shape in shapes:
        impact = sepax.sweep(bullet, shape, velocity, max_time=time)
        if impact is not None:
            hit, time = impact.point, impact.time
    x, y = bullet.position
    return Shot((x, y), (x + time * velocity[0], y + time * velocity[1]), hit)


def shoot_all(
    bullets: Sequence[sepax.Circle],
    shapes: Sequence[sepax.Polygon],
    speed: float,
    rng: np.random.Generator,
) -> list[Shot]:
    """Shoot every bullet in a random direction, all at the same speed."""
    angles = rng.uniform(-math.pi, math.pi, len(bullets)).tolist()
    velocities = [(speed * math.cos(angle), speed * math.sin(angle)) for angle in angles]
    return [
        shoot(bullet, velocity, shapes)
        for bullet, velocity in zip(bullets, velocities, strict=True)
    ]


def scatter_stage(count: int, rng: np.random.Generator) -> tuple[list[sepax.Polygon], float]:
    """Scatter `count` hit boxes and print how many pairs overlap."""
    models = load_models()
    shapes, side = scatter(models, count, rng)
    corners = [len(model.vertices) for model in models]
    overlapping = len(overlapping_pairs(shapes))
    print(
        f"sepax {sepax.__version__}: {len(models)} hit boxes that arcade computes for sprites by "
        f"Kenney (CC0), {min(corners)} to {max(corners)} corners"
    )
    print(
        f"scatter: {count} of them in a square of {side:,.0f} px, {FILL:.0%} of its area; "
        f"{overlapping:,} pairs overlap"
    )
    return shapes, side


def part_stage(shapes: Sequence[sepax.Polygon]) -> None:
    """Push the shapes apart, with a progress line."""
    rounds = pushes = 0
    start = perf_counter()
    for depths in push_apart(shapes):
        rounds += 1
        pushes += len(depths)
        show_progress(rounds, depths)
    print(f"part: {pushes:,} pushes in {rounds} rounds, {perf_counter() - start:.2f} s")


def check_stage(shapes: Sequence[sepax.Polygon]) -> bool:
    """Check all pairs; return whether every remaining overlap is within its bound."""
    start = perf_counter()
    residue = check_all_pairs(shapes)
    pairs = math.comb(len(shapes), 2)
    rate = pairs / (perf_counter() - start)
    print(
        f"check: all {pairs:,} pairs, {rate:,.0f} mtv calls per second; largest residual overlap "
        f"{residue.deepest:.3g} px, {residue.beyond} beyond the bound"
    )
    return residue.beyond == 0


def shoot_stage(
    count: int, shapes: Sequence[sepax.Polygon], side: float, rng: np.random.Generator
) -> list[Shot]:
    """Shoot `count` bullets and print how many hit."""
    bullets = load_bullets(count, shapes, side, rng)
    start = perf_counter()
    shots = shoot_all(bullets, shapes, BULLET_SPEED * side, rng)
    rate = count * len(shapes) / (perf_counter() - start)
    hits = sum(shot.hit is not None for shot in shots)
    print(
        f"shoot: {count} bullets at {BULLET_SPEED * side:,.0f} px a step, {rate:,.0f} sweep calls "
        f"per second; {hits} hit a shape, {count - hits} flew out"
    )
    return shots


def at_least(minimum: int) -> Callable[[str], int]:
    """Return a type for argparse: an integer of at least `minimum`."""

    def integer(text: str) -> int:
        value = int(text)
        if value < minimum:
            raise argparse.ArgumentTypeError(f"{value} is less than {minimum}")
        return value

    return integer


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; if a picture cannot be drawn, fail before the work."""
    parser = argparse.ArgumentParser(
        "python -m sepax", description="A tour of sepax on real input."
    )
    parser.add_argument(
        "--shapes", type=at_least(1), default=500, help="how many to scatter (default: %(default)s)"
    )
    parser.add_argument(
        "--bullets", type=at_least(1), default=200, help="how many to shoot (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=at_least(0), default=0, help="of the random numbers (default: %(default)s)"
    )
    parser.add_argument("--picture", metavar="FILE.png", help="draw it, before and after")
    options = parser.parse_args(arguments)
    if options.picture:
        try:
            plot.require_matplotlib()
        except ImportError as error:
            parser.error(str(error))
        if not Path(options.picture).absolute().parent.is_dir():
            parser.error(f"there is no folder for {options.picture}")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tour; return the exit status."""
    options = parse(arguments)
    rng = np.random.default_rng(options.seed)
    shapes, side = scatter_stage(options.shapes, rng)
    before = [shape.copy() for shape in shapes]
    part_stage(shapes)
    parted = check_stage(shapes)
    shots = shoot_stage(options.bullets, shapes, side, rng)
    if options.picture:
        plot.save_tour(options.picture, before, shapes, shots, side)
        print(f"picture: {options.picture}")
    return 0 if parted else 1


if __name__ == "__main__":
    sys.exit(main())
