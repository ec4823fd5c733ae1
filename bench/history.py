"""Compare the speed of two commits: ``python bench/history.py BASE HEAD [--runs N] [--json FILE]``.

Each of the two is a commit, which is built in a temporary folder, or a folder that holds a built
package, such as ``src``. Processes of both take turns, so that load and clock speed are the same
for two neighbours. A case has moved if the median ratio of two neighbours differs from 1 by more
than the noise of these ratios. The exit status is 1 if a case fails now, or is slower by more than
a tenth. Run it on an idle machine.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import median
from timeit import Timer
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAIRS, ROWS, SCENE = 1000, 20_000, 2_000  # single pairs, rows of arrays, shapes of a scene
LEAST_MOVED, SLOWER = 0.03, 0.10
ROUNDS = 15

Samples = dict[str, list[float]]  # seconds a run, by case


class Verdict(NamedTuple):
    """How a case has changed: medians in seconds, the median ratio, and how much is noise."""

    name: str
    before: float
    after: float
    ratio: float
    noise: float

    @property
    def moved(self) -> bool:
        return abs(self.ratio - 1.0) > self.noise

    @property
    def is_slower(self) -> bool:
        return self.moved and self.ratio > 1.0 + SLOWER


# --- the cases ----------------------------------------------------------------------------


def shapes_of(sepax: Any, seed: int, count: int, spread: float) -> dict[str, Any]:
    """Return arrays of each kind, with about unit size."""
    import numpy as np

    random = np.random.default_rng(seed)
    places = random.uniform(-spread, spread, (count, 2))
    sizes, angles = random.uniform(0.4, 0.6, count), random.uniform(0.0, 6.0, count)
    array = sepax.ShapeArray
    return {
        "boxes": array.boxes(2.0 * sizes, sizes, places, angles),
        "circles": array.circles(places, sizes),
        "8-gons": array.regular(np.full(count, 8), sizes, places, angles),
        "capsules": array.capsules(places, places + 1.0, 0.5 * sizes),
    }


def single_cases(sepax: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield a name, a statement for one pair after the other, and its names."""
    first, second = (shapes_of(sepax, seed, PAIRS, 1.0) for seed in (1, 2))
    calls = {
        "intersects": "sepax.intersects(a, b)",
        "mtv": "sepax.mtv(a, b)",
        "collide": "sepax.collide(a, b)",
        "distance": "sepax.distance(a, b)",
        "sweep": "sepax.sweep(a, b, (3.0, 1.0))",
        "move": "a.move(1e-6, 0.0); a.intersects(b)",
        "overlap_area": "sepax.overlap_area(a, b)",
        "turning": "sepax.time_of_impact(a, b, (3.0, 1.0), angular_velocity_a=0.5)",
    }
    for kind in ("boxes", "circles", "8-gons"):
        pairs = list(zip(first[kind], second[kind], strict=True))
        for verb, call in calls.items():
            yield f"single {verb} {kind}", f"for a, b in pairs: {call}", {"pairs": pairs}


def array_cases(sepax: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the same for rows of arrays."""
    first, second = (shapes_of(sepax, seed, ROWS, 1.5) for seed in (3, 4))
    for kind in ("boxes", "circles", "8-gons", "capsules"):
        names = {"a": first[kind], "b": second[kind]}
        for verb in ("intersects", "mtv", "distance"):
            yield f"arrays {verb} {kind}", f"sepax.{verb}(a, b)", names
        yield f"arrays sweep {kind}", "sepax.sweep(a, b, (3.0, 1.0))", names
    boxes = {"a": first["boxes"], "angles": first["boxes"].angles}
    yield "arrays set_poses boxes", "a.set_poses(angles=angles)", boxes


def scene_cases(sepax: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the same for scenes, compounds and raw rings."""
    import numpy as np

    scene = shapes_of(sepax, 5, SCENE, 40.0)["boxes"]
    index, some = sepax.ShapeIndex(scene), scene[:300]
    outline = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0)]
    tile = sepax.Compound.from_polygon(outline)
    names = {"scene": scene, "index": index, "some": some, "tile": tile, "outline": outline}
    names |= {"places": scene.positions + 0.25, "scores": np.linspace(0.0, 1.0, SCENE)}
    names |= {"ring": np.array(outline[:3]), "other": np.array(outline[3:])}
    names |= {"angles": scene.angles}
    for name, statement in {
        "scene find_pairs": "sepax.find_pairs(scene)",
        "scene nearest": "sepax.nearest(some, index, 3)",
        "scene raycast": "sepax.raycast(index, places, (1.0, 0.5), 30.0)",
        "scene lidar": "sepax.lidar(index, places[:50], 0.0, 64, 30.0)",
        "scene first_impacts": "sepax.first_impacts(some, index, (5.0, 1.0))",
        "scene move_and_slide": "sepax.move_and_slide(some, index, (5.0, 1.0))",
        "scene nms": "sepax.nms(scene, scores, 0.3)",
        "scene refresh": "scene.set_poses(angles=angles); index.refresh()",
        "compound from_polygon": "sepax.Compound.from_polygon(outline)",
        "compound intersects": "sepax.intersects(tile, scene)",
        "compound mtv": "sepax.mtv(tile, scene[:50])",
        "raw intersects": "for _ in range(100): sepax.raw.intersects(ring, other)",
        "raw mtv": "for _ in range(100): sepax.raw.mtv(ring, other)",
    }.items():
        yield name, statement, names


def measure(source: str, rounds: int = ROUNDS) -> dict[str, float]:
    """Time all cases with the package in a folder, which must not be imported yet."""
    sys.path.insert(0, source)
    import sepax

    times = {}
    for make in (single_cases, array_cases, scene_cases):
        for name, statement, names in make(sepax):
            timer = Timer(statement, globals={"sepax": sepax, **names})
            try:
                times[name] = median(timer.repeat(rounds, 1))
            except (AttributeError, TypeError) as error:  # an older commit lacks what is new
                print(f"{name} of {source}: {error}", file=sys.stderr)
    return times


# --- two commits --------------------------------------------------------------------------


def build(commit: str, folder: Path) -> str:
    """Build a commit in a folder; returns where its package is."""
    if Path(commit, "sepax").is_dir():
        return str(Path(commit).resolve())
    archive = subprocess.run(
        ["git", "archive", "--format=tar", commit], cwd=ROOT, check=True, capture_output=True
    ).stdout
    folder.mkdir()
    subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run([*command, f"-j{os.cpu_count()}"], cwd=folder, check=True, capture_output=True)
    return str(folder / "src")


def samples_of(sources: list[str], runs: int) -> list[Samples]:
    """Let processes of both sides take turns."""
    found: list[Samples] = [{}, {}]
    for turn in range(runs):
        for side in (0, 1) if turn % 2 else (1, 0):
            command = [sys.executable, __file__, "--measure", sources[side]]
            answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            for name, seconds in json.loads(answer).items():
                found[side].setdefault(name, []).append(seconds)
    return found


def spread(values: list[float]) -> float:
    """Return the relative deviation: the median one, as if it were a normal one."""
    middle = median(values)
    return 1.4826 * median(abs(value - middle) for value in values) / middle


def compare(before: Samples, after: Samples) -> list[Verdict]:
    """Return the cases that both sides have.

    A machine may change its speed between two runs. Neighbours mostly have the same, so their ratio
    tells more than the medians of the sides.
    """
    verdicts = []
    for name in after:
        if name in before:
            pairs = zip(before[name], after[name], strict=True)
            ratios = [later / earlier for earlier, later in pairs]
            # A median of n values is surer than one of them by the square root of n.
            noise = LEAST_MOVED + 3.0 * spread(ratios) / sqrt(len(ratios))
            medians = median(before[name]), median(after[name])
            verdicts.append(Verdict(name, *medians, median(ratios), noise))
    return verdicts


def machine() -> dict[str, Any]:
    """Return what the figures depend on."""
    import numpy as np

    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text(encoding="utf-8").splitlines() if cpus.exists() else []
    models = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiler": platform.python_compiler(),
        "numpy": np.__version__,
    }


def show(verdicts: list[Verdict], new: list[str]) -> None:
    """Print what moved, then what is new."""
    moved = sorted((verdict for verdict in verdicts if verdict.moved), key=lambda each: each.ratio)
    for each in moved:
        times = f"{1e6 * each.before:>12.1f}{1e6 * each.after:>12.1f} us"
        print(f"{each.name:<32}{times}{each.ratio:>8.3f}  noise {each.noise:.3f}")
    for name in new:
        print(f"{name:<32}  new")
    print(f"{len(moved)} of {len(verdicts)} cases moved beyond noise")


def main(arguments: list[str]) -> int:
    """Build, measure, compare; 1 if a case became slower."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("base")
    parser.add_argument("head")
    parser.add_argument("--runs", type=int, default=15, help="processes of each side")
    parser.add_argument("--json", type=Path, help="where to keep the samples")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        commits = {"base": options.base, "head": options.head}
        sources = [build(commit, Path(folder, name)) for name, commit in commits.items()]
        before, after = samples_of(sources, options.runs)
    verdicts = compare(before, after)
    show(verdicts, [name for name in after if name not in before])
    if options.json:
        result = {"machine": machine(), **commits, "before": before, "after": after}
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    gone = sorted(set(before) - set(after))
    print(*(f"{name:<32}  fails now" for name in gone), sep="\n", end="\n" * bool(gone))
    return bool(gone) or any(verdict.is_slower for verdict in verdicts)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(sys.argv[2])))
    else:
        sys.exit(main(sys.argv[1:]))
