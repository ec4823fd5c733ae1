"""BoxMOT as it comes, and on sepax (times slower than sepax): association of oriented boxes."""

import logging
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
from common.timing import Call, Effort

from compat.times import Times, swapped, times_of

HOME, MATRIX = "boxmot.trackers.common.association.iou", "_iou_obb_matrix"
COUNTS = (20, 100, 300)  # of boxes in a frame
TARGETS = {f"{MATRIX}, {count} boxes": {"stock": 10.0} for count in COUNTS}
FRAMES = 10


def run(rounds: int) -> Times:
    """Measure the matrix of a frame and the next one, and some frames of a tracker."""
    host, drop_in = import_module(HOME), import_module("sepax.compat.boxmot")
    logging.getLogger("boxmot").setLevel(logging.ERROR)  # a tracker reports its settings
    tracker = import_module("boxmot").ByteTrack
    with drop_in.enabled():
        fast = getattr(host, MATRIX)
    effort = Effort(rounds=3 * rounds, least_rounds=2, budget=1_000_000_000 * rounds)

    def track(frames: list[Any]) -> None:
        tracked = tracker(is_obb=True)
        for detections in frames:
            tracked.update(detections, np.zeros((8, 8, 3), np.uint8))

    times: Times = {}
    for count in COUNTS:
        frames = list(crowd(count, FRAMES))
        boxes = [host._obb_geometry(each) for each in frames]
        cases: list[tuple[str, Any, Any]] = [
            (MATRIX, lambda pair: getattr(host, MATRIX)(*pair), list(pairwise(boxes))),
            (f"ByteTrack, {FRAMES} frames", track, [frames]),
        ]
        for case, function, items in cases:
            calls = {
                "stock": Call(items, function, "f(a)", "a"),
                "sepax": Call(items, swapped(host, MATRIX, fast, function), "f(a)", "a"),
            }
            times[f"{case}, {count} boxes"] = times_of(calls, effort)
    return times


def crowd(count: int, frames: int, seed: int = 0) -> Iterator[Any]:
    """Yield detections x, y, width, height, angle, score and class of objects that move."""
    random = np.random.default_rng((seed, count))
    place, speed = random.uniform(0, 1000, (count, 2)), random.uniform(-4, 4, (count, 2))
    sides = random.uniform((30, 15), (90, 40), (count, 2))
    angle = random.uniform(-1.5, 1.5, (count, 1))
    for frame in range(frames):
        rows = (
            place + frame * speed + random.normal(0, 1, (count, 2)),
            sides + random.normal(0, 0.5, (count, 2)),
            angle + random.normal(0, 0.02, (count, 1)),
            random.uniform(0.5, 0.95, (count, 1)),
            np.zeros((count, 1)),
        )
        yield np.concatenate(rows, axis=1).astype(np.float32)
