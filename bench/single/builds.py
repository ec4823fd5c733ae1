"""Compare two builds call by call: ``python bench/single/builds.py OLD/src NEW/src [CASE]``.

Processes of both take turns, so that load and clock speed are the same for them. For each case:
nanoseconds a call of both, the smallest of all rounds, and the ratio of the medians. What loops and
Python's calls take is part of that.
"""

import json
import math
import subprocess
import sys
from random import Random
from statistics import median
from timeit import Timer
from typing import Any

PAIRS, ROUNDS, PROCESSES = 1000, 40, 9
FAMILIES = {"boxes": (4, 4), "circle-box": (1, 4), "8-gons": (8, 8), "32-gons": (32, 32)}
VERBS = ("intersects", "mtv", "collide", "sweep")
CALLS = (
    "intersects(a, b)",
    "sepax.intersects(a, b)",
    "mtv(a, b)",
    "collide(a, b)",
    "sweep(a, b, velocity)",
    "a.move(1e-6, 0.0); intersects(a, b)",
    "a.set_pose(*a.position, a.angle + 0.1); intersects(a, b)",
)
DISTANCES = {"near": (0.3, 1.2), "far": (3.0, 6.0)}


def shape(sepax: Any, random: Random, corners: int, x: float, y: float) -> Any:
    """Return a circle, a box or a regular polygon of about unit size."""
    size, angle = random.uniform(0.4, 0.6), random.uniform(0.0, 2.0 * math.pi)
    if corners == 1:
        return sepax.Circle((x, y), size)
    if corners == 4:
        width, height = 2.0 * size, random.uniform(0.6, 1.0)
        return sepax.Polygon.box(width, height, position=(x, y), angle=angle)
    return sepax.Polygon.regular(corners, size, position=(x, y), angle=angle)


def rows(
    sepax: Any, corners: tuple[int, int], distances: tuple[float, float]
) -> list[tuple[Any, ...]]:
    """Return pairs in no order of memory, each with a velocity."""
    random, made = Random(f"{corners} {distances}"), []
    for _ in range(PAIRS):
        x, y = random.uniform(-50.0, 50.0), random.uniform(-50.0, 50.0)
        way, turn = random.uniform(*distances), random.uniform(0.0, 2.0 * math.pi)
        place = x + way * math.cos(turn), y + way * math.sin(turn)
        velocity = random.uniform(-4.0, 4.0), random.uniform(-4.0, 4.0)
        first = shape(sepax, random, corners[0], x, y)
        made.append((first, shape(sepax, random, corners[1], *place), velocity))
    random.shuffle(made)
    return made


def measure(source: str, match: str) -> dict[str, float]:
    """Time the cases with the build in a folder: in a process of its own."""
    sys.path.insert(0, source)
    import sepax

    times = {}
    for family, corners in FAMILIES.items():
        for placement, distances in DISTANCES.items():
            pairs = rows(sepax, corners, distances)
            names = {"pairs": pairs, "sepax": sepax} | {
                verb: getattr(sepax, verb) for verb in VERBS
            }
            for call in CALLS:
                name = f"{call.split('(')[0]} {family} {placement}"
                if match in name:
                    loop = Timer(f"for a, b, velocity in pairs: {call}", globals=names)
                    times[name] = min(loop.repeat(ROUNDS, 1)) / PAIRS
    return times


def main(old: str, new: str, match: str = "") -> None:
    """Let processes of both builds take turns, and print the table."""
    found: dict[str, list[dict[str, float]]] = {old: [], new: []}
    for turn in range(PROCESSES):
        for source in (old, new) if turn % 2 else (new, old):
            command = [sys.executable, __file__, "--measure", source, match]
            answer = subprocess.run(command, capture_output=True, text=True, check=True)
            found[source].append(json.loads(answer.stdout))
    for name in found[new][0]:
        before, after = ([times[name] for times in found[source]] for source in (old, new))
        ratio = median(after) / median(before)
        print(f"{name:<32}{1e9 * min(before):>9.1f}{1e9 * min(after):>9.1f}{ratio:>8.3f}")


if __name__ == "__main__":
    if sys.argv[1] == "--measure":
        print(json.dumps(measure(*sys.argv[2:])))
    else:
        main(*sys.argv[1:])
