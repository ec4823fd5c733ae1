"""SAHI as it comes, and on sepax (times slower than sepax): merging the predictions of slices."""

from importlib import import_module
from typing import Any

import numpy as np
from common.timing import Call, Effort

from compat.times import Times, swapped, times_of

MERGES = {"nms": "NMS", "greedy_nmm": "GreedyNMM", "nmm": "NMM"}
COUNTS = {500: 10, 2_000: 4, 5_000: 2, 20_000: 1}  # of so many boxes in 5 classes, scenes
TARGETS = {f"batched_{merge}, 5,000 boxes": {"stock": 10.0} for merge in MERGES}
HOME = "sahi.postprocess.combine"


def run(rounds: int) -> Times:
    """Measure what is kept and merged, and the whole step for lists of predictions."""
    host, drop_in = import_module(HOME), import_module("sepax.compat.sahi")
    import_module("sahi.postprocess.backends").set_postprocess_backend("numpy")
    with drop_in.enabled():
        fast = host._dispatch
    effort = Effort(rounds=3 * rounds, least_rounds=2, budget=300_000_000 * rounds)
    times: Times = {}
    for count, scenes in COUNTS.items():
        items: list[Any] = [predictions_of(seed, count) for seed in range(scenes)]
        lists: list[Any] = [objects_of(boxes) for boxes in items]
        for merge, name in MERGES.items():
            process = getattr(host, f"{name}Postprocess")(class_agnostic=False)
            for case, function, inputs in (
                (f"batched_{merge}", getattr(host, f"batched_{merge}"), items),
                (f"the step, {name}", lambda found, process=process: process([*found]), lists),
            ):
                calls = {
                    "stock": Call(inputs, function, "f(a)", "a"),
                    "sepax": Call(inputs, swapped(host, "_dispatch", fast, function), "f(a)", "a"),
                }
                times[f"{case}, {count:,} boxes"] = times_of(calls, effort)
    return times


def predictions_of(seed: int, count: int) -> Any:
    """Return rows x1, y1, x2, y2, score and class: on average two for each object."""
    random = np.random.default_rng((seed, count))
    objects = max(count // 2, 1)
    corner = random.uniform(0.0, 45.0 * count**0.5, (objects, 2))
    side, kind = random.uniform(20.0, 60.0, (objects, 2)), random.integers(0, 5, objects)
    of = random.integers(0, objects, count)
    corner = corner[of] + random.normal(0.0, 3.0, (count, 2))
    side = side[of] * random.uniform(0.9, 1.1, (count, 2))
    columns = (corner, corner + side, random.uniform(0.3, 1.0, count), kind[of])
    return np.column_stack(columns).clip(0.0).astype(np.float32)


def objects_of(boxes: Any) -> list[Any]:
    """Return the host's own objects."""
    prediction = import_module("sahi.prediction").ObjectPrediction
    return [
        prediction(
            bbox=row[:4], score=row[4], category_id=int(row[5]), category_name="any",
            full_shape=[10_000, 10_000],
        )
        for row in boxes.tolist()
    ]  # fmt: skip
