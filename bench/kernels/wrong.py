"""How many answers are wrong on the families of the tests, by exact arithmetic."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import hypot, isfinite, isnan
from pathlib import Path
from typing import Any

import numpy as np
from common.shapes import Array
from single.geometry import OpenCV

from kernels.contestants import FromC, Loops
from kernels.pairs import Rows

TESTS = Path(__file__).resolve().parents[2] / "tests"
SIDES = {1: "apart", 0: "touching", -1: "overlapping"}  # by the sign of the separation
VERBS = ("intersects", "mtv", "overlap-area")
SHARE = Fraction(1, 1_000_000)  # of the extent of a pair, by which a vector may be off
AREA_SHARE = Fraction(1, 1000)  # of the smaller area
FINEST = Fraction(1, 2**1074)  # areas may be below the least float64

Ask = Callable[[Array, Array], Any]


@dataclass(frozen=True)
class Pair:
    """Two rings, and what is exactly true of them."""

    a: Array
    b: Array
    exact: Any  # oracle.Difference
    extent: Fraction
    shared: Fraction
    smaller: Fraction  # area of the smaller one


@dataclass
class Count:
    """The wrong answers of one contestant to one verb."""

    verb: str
    name: str
    wrong: dict[int, int]  # by the sign of the separation
    asked: dict[int, int]
    worst: dict[str, int]  # by family


def of_tests(name: str) -> Any:
    """Import a helper module of the tests."""
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    return import_module(name)


def exact_pairs(family: str, most: int) -> Iterator[Pair]:
    """Yield the first pairs of a family, with their exact answers."""
    yield from (exact_pair(*shapes) for shapes in of_tests("families").pairs(family)[:most])


def exact_pair(a: Any, b: Any) -> Pair:
    """Return what is exactly true of two polygons of sepax."""
    oracle = of_tests("oracle")
    bodies = [oracle.body(shape) for shape in (a, b)]
    corners_a, corners_b = (np.ascontiguousarray(shape.vertices) for shape in (a, b))
    exact, extent = oracle.Difference.between(*bodies), oracle.extent(*bodies)
    smaller = min(oracle.ring_area(body.points) for body in bodies)
    return Pair(corners_a, corners_b, exact, extent, oracle.shared_area(*bodies), smaller)


def is_wrong(verb: str, pair: Pair, answer: Any) -> bool:
    """Whether an answer is wrong: booleans exactly, vectors and areas by more than a share."""
    if verb == "intersects":
        return bool(answer) is not bool(pair.exact.side <= 0)
    if verb == "overlap-area":
        allowed = AREA_SHARE * pair.smaller + FINEST
        return not isfinite(answer) or bool(abs(Fraction(answer) - pair.shared) > allowed)
    return is_wrong_vector(pair, *map(float, answer))


def is_wrong_vector(pair: Pair, x: float, y: float) -> bool:
    """Whether a vector is too long, or leaves an overlap or a gap; NaN for none."""
    allowed, separation = SHARE * pair.extent, pair.exact.separation
    if isnan(x) or isnan(y):
        return bool(separation < -allowed)
    if separation > allowed or not (isfinite(x) and isfinite(y)):
        return True
    left = pair.exact.after((Fraction(x), Fraction(y))).separation
    return bool(abs(left) > allowed or hypot(x, y) > max(-separation, 0) + allowed)


def asked_of(contestant: Loops, verb: str) -> Ask:
    """Return what asks a loop about one pair."""

    def ask(a: Array, b: Array) -> Any:
        work = contestant.prepare(verb, Rows("rings", a[None], b[None], np.zeros((1, 2))))
        assert work is not None
        return work()[0]

    return ask


def area_of_opencv(cv2: Any) -> Ask:
    """Return what asks OpenCV, which takes float32."""

    def ask(a: Array, b: Array) -> Any:
        with np.errstate(over="ignore"):
            corners = [ring.astype(np.float32) for ring in (a, b)]
        return cv2.intersectConvexConvex(*corners)[0]

    return ask


def askers(present: Sequence[Loops], opencv: OpenCV | None) -> dict[tuple[str, str], Ask]:
    """Return who is asked what, by verb and name."""
    one = np.zeros((1, 4, 2))
    rows = Rows("rings", one, one, np.zeros((1, 2)))
    found = {
        (verb, who.name): asked_of(who, verb)
        for verb in VERBS
        for who in present
        # The loop in C hands over no scratch memory for large rings.
        if not isinstance(who, FromC) and who.prepare(verb, rows) is not None
    }
    if opencv is not None:
        found["overlap-area", opencv.name] = area_of_opencv(opencv.library)
    return found


def count_wrong(asked: dict[tuple[str, str], Ask], most: int) -> list[Count]:
    """Ask everybody about the first pairs of each family of polygons."""
    counts = {
        key: Count(*key, dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0), {}) for key in asked
    }
    for family in of_tests("families").POLYGON_PAIRS:
        for pair in exact_pairs(family, most):
            side = pair.exact.side
            for key, ask in asked.items():
                count = counts[key]
                count.asked[side] += 1
                if is_wrong(key[0], pair, ask(pair.a, pair.b)):
                    count.wrong[side] += 1
                    count.worst[family] = count.worst.get(family, 0) + 1
    return list(counts.values())


def show_wrong(counts: Sequence[Count]) -> int:
    """Print the counts; return how many answers of sepax are wrong."""
    print("\nWrong answers / pairs on the families of the tests, by exact arithmetic, and in which")
    print(f"{'verb':<14}{'':<10}" + "".join(f"{side:>14}" for side in SIDES.values()))
    for one in counts:
        columns = "".join(f"{one.wrong[side]:>8} /{one.asked[side]:>4}" for side in SIDES)
        worst = sorted(one.worst, key=lambda family: -one.worst[family])[:4]
        where = ", ".join(f"{family} {one.worst[family]}" for family in worst)
        print(f"{one.verb:<14}{one.name:<10}{columns}  {where}".rstrip())
    return sum(sum(one.wrong.values()) for one in counts if one.name == "sepax")
