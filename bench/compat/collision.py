"""The `collision` package as it comes and on sepax (times slower than sepax)."""

from collections.abc import Callable, Iterator
from importlib import import_module
from math import cos, sin, tau
from random import Random
from typing import Any

from common.timing import Call, Effort

from compat.times import Times, times_of

TARGETS = {
    "collide, boxes that overlap, Response": {"stock": 20.0},
    "collide, boxes that overlap": {"stock": 20.0},
}

STAR = [(-80, 0), (-20, 20), (0, 80), (20, 20), (80, 0), (20, -20), (0, -80), (-20, -20)]
FILL = "f(a, b, response.reset())"  # the original needs the reset before each test


def run(rounds: int) -> Times:
    """Measure every case with both packages in interleaved rounds."""
    modules = {
        "stock": import_module("collision"),
        "sepax": import_module("sepax.compat.collision"),
    }
    effort = Effort(rounds=5 * rounds, least_rounds=3, budget=100_000_000 * rounds)
    contestants: dict[str, dict[str, Call]] = {}
    for backend, module in modules.items():
        for case, call in cases(module):
            contestants.setdefault(case, {})[backend] = call
    return {case: times_of(calls, effort) for case, calls in contestants.items()}


def cases(module: Any) -> Iterator[tuple[str, Call]]:
    """Yield the calls to measure, with everything built beforehand."""
    source = Random(1)
    collide, vector = module.collide, module.Vector
    near, far = pairs(source, module, box, box, 1.5), pairs(source, module, box, box, 9.0)
    round_near = pairs(source, module, box, circle, 1.5)
    with_response = [(a, b, module.Response()) for a, b in near]
    yield "collide, boxes that overlap", Call(near, collide)
    yield (
        "collide, boxes that overlap, Response",
        Call(with_response, collide, FILL, "a, b, response"),
    )
    yield "collide, boxes apart", Call(far, collide)
    yield (
        "collide, box and circle, Response",
        Call([(a, b, module.Response()) for a, b in round_near], collide, FILL, "a, b, response"),
    )
    stars = pairs(source, module, star, star, 90.0)
    yield "collide, concave stars of 8 points", Call(stars, collide)
    turned = [(a, source.uniform(-3, 3)) for a, _ in near]
    yield "turn a box", Call(turned, None, "a.angle", "a, angle", "a.angle = angle")
    numbers = [(vector(1.5, 2.0), vector(source.random(), 1.0)) for _ in range(200)]
    yield "Vector: v + w * 2", Call(numbers, None, "a + b * 2")


def pairs(
    source: Random, module: Any, first: Callable[..., Any], second: Callable[..., Any], reach: float
) -> list[tuple[Any, Any]]:
    """Return 200 pairs at such a distance."""
    found = []
    for _ in range(200):
        way = source.uniform(0.0, tau)
        place = (reach * cos(way), reach * sin(way))
        found.append((first(source, module, (0.0, 0.0)), second(source, module, place)))
    return found


def box(source: Random, module: Any, place: tuple[float, float]) -> Any:
    shape = module.Poly.from_box(module.Vector(*place), 3.0, 2.0)
    shape.angle = source.uniform(-3.0, 3.0)
    return shape


def circle(source: Random, module: Any, place: tuple[float, float]) -> Any:
    return module.Circle(module.Vector(*place), source.uniform(0.5, 1.5))


def star(source: Random, module: Any, place: tuple[float, float]) -> Any:
    points = [module.Vector(x, y) for x, y in STAR]
    return module.Concave_Poly(module.Vector(*place), points, source.uniform(-3.0, 3.0))
