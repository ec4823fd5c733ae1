"""adjustText as it comes and on sepax (times slower than sepax): iterations, and labellings.

The shifts of an iteration are compared to the bit first, and the positions of whole labellings.
"""

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from common.shapes import Array
from common.timing import Call, Effort

from compat.times import Times, times_of

TARGETS = {"an iteration, 100 labels, 2,100 points": {"stock": 1000.0}}

CASES = {(100, 2_000): 3, (300, 5_000): 3}  # labels, other points: how many scenes
FIGURE = 600.0  # pixels along x and y
ITERATIONS = 5
LABELLED = {100: 3, 300: 1}  # labels of a whole labelling: how many of these

Scene = tuple[Array, Array, Array]


def run(rounds: int) -> Times:
    """Measure the overlaps and crossings of an iteration, and calls of `adjust_text`."""
    if find_spec("adjustText") is None:
        raise ImportError("adjustText is not installed")
    os.environ["MPLBACKEND"] = "Agg"
    host, drop_in = import_module("adjustText"), sepax_drop_in()
    steps = {"stock": step(host)}
    with drop_in.enabled():
        steps["sepax"] = step(host)
    times: Times = {}
    for (labels, points), count in CASES.items():
        scenes = [scene(labels, points, seed) for seed in range(count)]
        contestants = dict(steps)
        if labels > 100:  # the host asks for 10^11 bytes
            del contestants["stock"]
        times[f"an iteration, {labels} labels, {labels + points:,} points"] = compared(
            contestants, scenes, "f(a, b, c)", "a, b, c", rounds
        )
    labelling = {"stock": adjusted, "sepax": on_sepax(drop_in)}
    for labels, count in LABELLED.items():
        items = [(labels, seed) for seed in range(count)]
        times[f"adjust_text, {labels} labels, {ITERATIONS} iterations"] = compared(
            labelling, items, "f(a, b)", "a, b", rounds
        )
    return times


def sepax_drop_in() -> Any:
    return import_module("sepax.compat.adjusttext")


def step(host: Any) -> Callable[..., Any]:
    """Return what an iteration does with the functions that the host has now."""
    texts, extra, crossings = host.get_shifts_texts, host.get_shifts_extra, host.remove_crossings

    def shifts(labels: Array, points: Array, targets: Array) -> list[bytes]:
        found = *texts(labels), *extra(labels, points), crossings(labels.copy(), targets, 0)
        return [each.tobytes() for each in found]

    return shifts


def scene(labels: int, points: int, seed: int) -> Scene:
    """Return labels on their points, and other points; as rectangles, in pixels."""
    random = np.random.default_rng(seed)
    targets = random.uniform(0, FIGURE, (labels, 2))
    half = random.uniform((10, 5), (30, 7), (labels, 2))
    rectangles = np.stack((targets - half, targets + half), axis=2).reshape(labels, 4)
    others = np.concatenate((random.uniform(0, FIGURE, (points, 2)), targets))
    return rectangles, others[:, [0, 0, 1, 1]], targets


def compared(
    functions: dict[str, Any], items: list[Any], statement: str, names: str, rounds: int
) -> dict[str, float]:
    """Return the nanoseconds of the contestants, whose answers must be the same."""
    for item in items:
        answers = [function(*item) for function in functions.values()]
        if any(answer != answers[0] for answer in answers):
            raise AssertionError("the labels are not where the host has them")
    effort = Effort(rounds=rounds, least_rounds=1, budget=5_000_000_000)
    return times_of(
        {name: Call(items, each, statement, names) for name, each in functions.items()}, effort
    )


def adjusted(labels: int, seed: int) -> list[tuple[float, float]]:
    """Label points of a new figure; return where the labels end."""
    plt, host = import_module("matplotlib.pyplot"), import_module("adjustText")
    random = np.random.default_rng(seed)
    figure, axes = plt.subplots(figsize=(8, 8))
    spots = random.normal(size=(labels, 2))
    texts = [axes.text(x, y, f"label {k}", size=6) for k, (x, y) in enumerate(spots)]
    host.adjust_text(texts, iter_lim=ITERATIONS, ax=axes)
    plt.close(figure)
    return [text.get_position() for text in texts]


def on_sepax(drop_in: Any) -> Callable[[int, int], Any]:
    def label(labels: int, seed: int) -> Any:
        with drop_in.enabled():
            return adjusted(labels, seed)

    return label
