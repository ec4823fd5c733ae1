"""Answers about single shapes, judged exactly, and rows of arrays in the form of single answers."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import oracle
from families import Shape
from judges import (
    Exact,
    Verdict,
)
from verdicts import JUDGES


def is_convex(shape: Shape) -> bool:
    """Whether the stored vertices are: a pose may bend a straight corner by a last bit."""
    points = oracle.body(shape).points
    return len(points) < 3 or oracle.is_convex(points)


def judge(verb: str, a: Shape, b: Shape, answer: Any) -> Verdict:
    """Judge the answer of a verb about two shapes."""
    if not (is_convex(a) and is_convex(b)):
        return None
    pair = Exact(a, b)
    verdict = JUDGES[verb](pair, answer)
    return verdict and f"{verb} of {pair}: {verdict}"


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
