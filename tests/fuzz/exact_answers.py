"""Answers about single shapes, judged exactly, and rows of arrays in the form of single answers."""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
import oracle
from families import Shape
from judges import (
    Exact,
    Verdict,
    judge_axis,
    judge_boolean,
    judge_contact,
    judge_distance,
    judge_mtv,
    judge_places,
)

# The verbs about two shapes that take no other argument.
VERBS = [
    "intersects",
    "distance",
    "mtv",
    "collide",
    "separating_axis",
    "nearest_points",
    "covers",
    "overlap_area",
    "iou",
]


def is_convex(shape: Shape) -> bool:
    """Whether the stored vertices are: a pose may bend a straight corner by a last bit."""
    points = oracle.body(shape).points
    return len(points) < 3 or oracle.is_convex(points)


def judge(verb: str, a: Shape, b: Shape, answer: Any) -> Verdict:
    """Judge the answer of a verb about two shapes."""
    if not (is_convex(a) and is_convex(b)):
        return None
    pair = Exact(a, b)
    judges: dict[str, Any] = {
        "intersects": lambda: judge_boolean(answer, pair.side <= 0, "intersects"),
        "interiors": lambda: judge_boolean(answer, pair.side < 0, "intersects, strictly,"),
        "distance": lambda: judge_distance(pair, answer),
        "mtv": lambda: judge_mtv(pair, answer),
        "collide": lambda: judge_contact(pair, answer),
        "separating_axis": lambda: judge_axis(pair, answer),
        "nearest_points": lambda: judge_places(pair, answer),
        "covers": lambda: judge_boolean(
            answer, oracle.encloses(pair.body_a, pair.body_b), "covers"
        ),
        "overlap_area": lambda: _judge_share(pair, answer, _largest_share(a, b)),
        "iou": lambda: _judge_share(pair, answer, 1.0),
    }
    verdict: Verdict = judges[verb]()
    return verdict and f"{verb} of {pair}: {verdict}"


def _largest_share(a: Shape, b: Shape) -> float:
    """Return the smaller area, with room for rounding; nothing is finer than a float64 is."""
    return min(a.area, b.area) * (1 + 1e-9) + (len(a.vertices) + len(b.vertices)) * math.ulp(0.0)


def _judge_share(pair: Exact, share: float, most: float) -> Verdict:
    """Demand 0.0 where interiors do not meet, and no more than there is."""
    if pair.side >= 0:
        return None if share == 0.0 else f"{share} is shared by interiors that do not meet"
    return None if 0.0 <= share <= most else f"{share} is shared, and there is {most}"


def row_of(verb: str, answers: Any, k: int) -> Any:
    """Return row k of the answers of a verb over arrays in the form of a single answer."""
    if verb in ("mtv", "separating_axis"):
        vectors, mask = answers
        return tuple(vectors[k].tolist()) if mask[k] else None
    if verb == "nearest_points":
        return tuple(tuple(side[k].tolist()) for side in answers)
    found = answers[k]
    return found.item() if isinstance(found, np.generic) else found


def bits(value: Any) -> Any:
    """Return what is equal for the same bits alone."""
    if isinstance(value, float):
        return struct.pack("d", value)
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, dict):
        return {key: bits(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return tuple(map(bits, value))
    if value is None or isinstance(value, bool | int | str | type):
        return value
    return type(value), bits(value.__reduce__()[1:])
