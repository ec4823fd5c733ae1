"""A hash of the bits of 200,000 answers, the same on every platform and on every path.

    python tests/golden.py              arrays; compares with tests/data/golden_bits.txt
    python tests/golden.py --single     each pair by a call of its own: the same hashes
    python tests/golden.py --workers 2  with threads
    python tests/golden.py --every      all of these, at each SIMD level and from each filter stage
    python tests/golden.py --write      writes the file, after answers were meant to change

Every verb is asked about pairs of shapes of every kind: on a grid of quarters, where they touch, at
random, turned, and far from the origin. Then scenes are asked. The input comes from integers,
without a library of mathematics. It must not change: then every hash would.
"""

import argparse
import hashlib
import itertools
import os
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import sepax
from sepax import Compound, CompoundArray, Polygon, ShapeArray

COMMITTED = Path(__file__).parent / "data" / "golden_bits.txt"
ROWS = 160  # of two kinds of convex shapes
COMPOUND_ROWS = 16
SCENE = 240  # shapes of a scene
FAR = float(2**30)

Array = Any
Options = dict[str, Any]


class Numbers:
    """Numbers that are the same everywhere: splitmix64 (Steele, Lea, Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def bits(self, n: int) -> Array:
        steps = np.arange(self.state + 1, self.state + n + 1, dtype=np.uint64)
        self.state += n
        x = steps * np.uint64(0x9E3779B97F4A7C15)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
        return x ^ (x >> np.uint64(31))

    def unit(self, n: int) -> Array:
        return (self.bits(n) >> np.uint64(11)).astype(float) * 2.0**-53

    def sizes(self, n: int, most: float) -> Array:
        """Return numbers from a quarter on: multiples of a quarter, and others in the odd rows."""
        found = 0.25 + self.unit(n) * (most - 0.25)
        return np.where(np.arange(n) % 2 == 0, np.floor(4.0 * found) / 4.0, found)

    def places(self, n: int, reach: float) -> Array:
        """Return points in the same way; a quarter of them is far from the origin."""
        found = self.sizes(2 * n, 2.0 * reach).reshape(2, n) - reach
        return np.column_stack(tuple(found)) + np.where(np.arange(n) % 4 == 3, FAR, 0.0)[:, None]

    def angles(self, n: int) -> Array:
        return np.where(np.arange(n) % 4 == 0, 0.0, 6.0 * self.unit(n))

    def ways(self, n: int) -> Array:
        """Return vectors that are not zero."""
        found = np.column_stack((self.sizes(n, 3.0), self.sizes(n, 3.0)))
        return found * np.where(self.bits(2 * n).reshape(n, 2) % np.uint64(2) == 0, 1.0, -1.0)


# --- shapes of every kind -----------------------------------------------------------------


def boxes(numbers: Numbers, n: int, reach: float, radii: Any = 0.0) -> ShapeArray:
    sides = numbers.sizes(n, 3.0), numbers.sizes(n, 3.0)
    return ShapeArray.boxes(*sides, numbers.places(n, reach), numbers.angles(n), radii=radii)


def polygons(numbers: Numbers, n: int, reach: float, radii: Any = 0.0) -> ShapeArray:
    """Return hulls of eight points and of a triangle, which gives them an area."""
    clouds = numbers.places(8 * n, 1.5).reshape(n, 8, 2) % 3.0
    corners = np.broadcast_to([(0.0, 0.0), (0.5, 0.0), (0.0, 0.5)], (n, 3, 2))
    rings = [Polygon.hull(cloud).vertices for cloud in np.concatenate((clouds, corners), axis=1)]
    offsets = np.cumsum([0, *map(len, rings)])
    poses = numbers.places(n, reach), numbers.angles(n)
    return ShapeArray.polygons(np.concatenate(rings), offsets, *poses, radii=radii)


def segments(numbers: Numbers, n: int, reach: float, radii: Any = 0.0) -> ShapeArray:
    starts, ways = numbers.places(n, reach), numbers.ways(n)
    return ShapeArray.capsules(starts, starts + ways, radii)


KINDS: dict[str, Callable[[Numbers, int, float], ShapeArray]] = {
    "points": lambda numbers, n, reach: ShapeArray.points(numbers.places(n, reach)),
    "circles": lambda numbers, n, reach: ShapeArray.circles(
        numbers.places(n, reach), numbers.sizes(n, 2.0)
    ),
    "segments": segments,
    "capsules": lambda numbers, n, reach: segments(numbers, n, reach, numbers.sizes(n, 1.0)),
    "boxes": boxes,
    "rounded boxes": lambda numbers, n, reach: boxes(numbers, n, reach, numbers.sizes(n, 1.0)),
    "polygons": polygons,
    "rounded polygons": lambda numbers, n, reach: polygons(
        numbers, n, reach, numbers.sizes(n, 1.0)
    ),
}


def compounds(numbers: Numbers, n: int) -> CompoundArray:
    """Return angles of two boxes, and pairs of polygons."""
    bars = Compound([Polygon.box(2.0, 1.0), Polygon.box(1.0, 2.0, position=(1.5, 0.5))])
    parts = polygons(numbers, 2, 1.0)
    pair = Compound([parts[0], parts[1]])
    turned = [one.copy() for one in (bars, pair) * (n // 2)]
    for one, place, angle in zip(turned, numbers.places(n, 3.0), numbers.angles(n), strict=True):
        one.set_pose(place[0], place[1], angle)
    return CompoundArray.from_compounds(turned)


# --- questions ----------------------------------------------------------------------------


def questions(numbers: Numbers, n: int) -> Iterator[tuple[str, Array, Options]]:
    """Yield verbs with the points that they take, or None for a second shape, and options."""
    ways, others = numbers.ways(n), numbers.ways(n) / 4.0
    rates = {
        "angular_velocity_a": numbers.unit(n) * 4.0 - 2.0,
        "angular_velocity_b": np.where(np.arange(n) % 2 == 0, 0.0, numbers.unit(n)),
    }
    motion = {"velocity_a": ways, "velocity_b": others, "max_time": numbers.sizes(n, 4.0)}
    yield "intersects", None, {}
    yield "intersects", None, {"touching": False}
    for verb in ("separating_axis", "mtv", "covers", "distance", "nearest_points"):
        yield verb, None, {}
    for verb in ("overlap_area", "iou", "collide"):
        yield verb, None, {}
    yield "collide", None, {"margin": 0.5}
    yield "time_of_impact", None, motion
    yield "sweep", None, motion
    yield "sweep", None, motion | {"touching": False, "skip_leaving": True}
    yield "time_of_impact", None, motion | rates
    yield "sweep", None, motion | rates
    yield "contains", numbers.places(n, 2.0), {}
    yield "project", ways, {}
    yield "support_point", others, {}


def of_row(options: Options, i: int) -> Options:
    return {
        name: value[i].tolist() if isinstance(value, np.ndarray) else value
        for name, value in options.items()
    }


def rows_of(answer: Any) -> Iterable[Any]:
    """Return an answer of arrays as the answers of single calls."""
    if isinstance(answer, np.ndarray):
        return list(answer.tolist())
    if not isinstance(answer, tuple):
        return list(answer)
    first, second = (column.tolist() for column in answer)
    if answer[1].dtype == bool:
        return (row if there else None for row, there in zip(first, second, strict=True))
    return zip(first, second, strict=True)


def flat(answer: Any) -> Iterator[float]:
    """Yield the numbers of an answer; None is one of its own, all that are no number are one."""
    if answer is None:
        yield -3.25
    elif isinstance(answer, bool | int | float):
        yield float(answer) if answer == answer else 7.75
    elif isinstance(answer, tuple | list):
        for part in answer:
            yield from flat(part)
    else:
        _, arguments, *state = answer.__reduce_ex__(2)
        yield from flat(state[0] if state and state[0] else arguments)


class Hashes:
    """A hash and a count of answers for each question."""

    def __init__(self) -> None:
        self.of: dict[str, Any] = {}
        self.counts: dict[str, int] = {}

    def add(self, name: str, answers: Iterable[Any]) -> None:
        found = self.of.setdefault(name, hashlib.sha256())
        for answer in answers:
            numbers = list(flat(answer))
            found.update(struct.pack(f"<I{len(numbers)}d", len(numbers), *numbers))
            self.counts[name] = self.counts.get(name, 0) + 1

    def lines(self) -> list[str]:
        return [f"{name}: {self.counts[name]} {self.of[name].hexdigest()[:24]}" for name in self.of]


def ask_pairs(hashes: Hashes, a: Any, b: Any, numbers: Numbers, way: argparse.Namespace) -> None:
    n = len(a)
    for verb, places, options in questions(numbers, n):
        function = getattr(sepax, verb)
        second = b if places is None else places
        if way.single:
            seconds = second if places is None else places.tolist()
            answers: Any = [function(a[i], seconds[i], **of_row(options, i)) for i in range(n)]
        else:
            answers = rows_of(function(a, second, workers=way.workers, **options))
        moves = " in motion" * (verb == "sweep") + " turning" * ("angular_velocity_a" in options)
        hashes.add(verb + moves, answers)


def ask_scenes(hashes: Hashes, workers: int) -> None:
    """Ask scenes of all kinds at once, with and without labels of worlds."""
    numbers = Numbers(2**33)
    count = SCENE // len(KINDS)
    scene = ShapeArray.concatenate([make(numbers, count, 12.0) for make in KINDS.values()])
    some = scene[::3]
    ways, turns = numbers.ways(len(some)), numbers.unit(len(some))
    labels = (numbers.bits(SCENE) % np.uint64(3)).astype(np.intp)
    scores, beams = numbers.unit(SCENE), numbers.places(64, 12.0)
    path = np.column_stack((numbers.places(6, 6.0), numbers.angles(6)))
    for worlds in ({}, {"groups": labels}):
        of_both = worlds and {"groups": labels[::3], "groups_b": labels}
        rays = worlds and {"groups": labels, "ray_groups": labels[:64]}
        known: Options = {"workers": workers}
        tuples: dict[str, Any] = {
            "find_pairs": sepax.find_pairs(scene, **worlds, **known),
            "find_pairs within": sepax.find_pairs(scene, within=0.75, **worlds, **known),
            "nearest": sepax.nearest(some, scene, 3, **of_both, **known),
            "first_impacts": sepax.first_impacts(some, scene, ways, **of_both, **known),
            "first_impacts turning": sepax.first_impacts(
                some, scene, ways, angular_velocity_a=turns, **of_both, **known
            ),
            "sweep_pairs": sepax.sweep_pairs(some, scene, ways, **of_both, **known),
            "intersects_any": (sepax.intersects_any(some, scene, **of_both, **known),),
            "iou_matrix": sepax.iou_matrix(some, scene, sparse=True, **of_both, **known),
            "raycast": (sepax.raycast(scene, beams, ways[:64], **rays, **known),),
            "raycast thick": (sepax.raycast(scene, beams, ways[:64], radius=0.5, **rays, **known),),
            "lidar": sepax.lidar(scene, beams, turns[:64], 16, 30.0, **rays, **known),
        }
        for name, answer in tuples.items():
            columns = answer if isinstance(answer, tuple) else (answer,)
            for column in columns:
                is_array = isinstance(column, np.ndarray)
                hashes.add(name, column.tolist() if is_array else column)
    hashes.add("nms", sepax.nms(scene, scores, 0.1).tolist())
    hashes.add(
        "move_and_slide", sepax.move_and_slide(some, scene, ways, skin=0.001, workers=workers)
    )
    for column in sepax.sweep_path(scene[0], scene[9:], path, workers=workers):
        hashes.add("sweep_path", [column.tolist()])


def hashed(way: argparse.Namespace) -> list[str]:
    """Ask everything, and return a line for each question."""
    hashes = Hashes()
    for seed, (first, second) in enumerate(itertools.product(KINDS, KINDS)):
        numbers = Numbers(2**20 * (seed + 1))
        a, b = KINDS[first](numbers, ROWS, 3.0), KINDS[second](numbers, ROWS, 3.0)
        ask_pairs(hashes, a, b, numbers, way)
    for seed, (kind, make) in enumerate(KINDS.items()):
        numbers = Numbers(2**31 + 2**20 * seed)
        group = compounds(numbers, COMPOUND_ROWS)
        others: Any = make(numbers, COMPOUND_ROWS, 3.0)
        if kind == "polygons":
            others = compounds(numbers, COMPOUND_ROWS)
        ask_pairs(hashes, group, others, numbers, way)
    ask_scenes(hashes, way.workers)
    return hashes.lines()


# --- the command --------------------------------------------------------------------------


def run_every() -> int:
    """Run all ways at every level and from every stage on; the number of those that differ."""
    failed = 0
    levels = subprocess.run(
        [sys.executable, "-c", "from sepax._core.simd import levels; print(*levels._levels())"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    for level, stage in itertools.product(levels, ("float32", "open", "float64")):
        chosen = os.environ | {"SEPAX_SIMD": level, "SEPAX_STAGE": stage}
        for way in ([], ["--workers", "2"], ["--single"]):
            result = subprocess.run([sys.executable, __file__, *way], env=chosen, check=False)
            print(f"SEPAX_SIMD={level} SEPAX_STAGE={stage}", *way, flush=True)
            failed += result.returncode != 0
    return failed


def main() -> int:
    """Compare the hashes with the committed ones."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--single", action="store_true", help="each pair by a call of its own")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--every", action="store_true", help="every level, stage and way")
    parser.add_argument("--write", action="store_true", help="write the file")
    way = parser.parse_args()
    if way.every:
        return run_every()
    found = hashed(way)
    if way.write:
        COMMITTED.write_text("\n".join(found) + "\n", encoding="utf-8")
    expected = COMMITTED.read_text(encoding="utf-8").splitlines()
    wrong = [line for line in found if line not in expected]
    total = sum(int(line.split(": ")[1].split()[0]) for line in found)
    print(f"{total} answers, {len(found)} questions, {len(wrong)} other than committed")
    print(*wrong, sep="\n", end="\n" * bool(wrong))
    return found != expected


if __name__ == "__main__":
    sys.exit(main())
