"""PaddleOCR's evaluator of text detection on sepax: the same counts.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from decimal import Decimal
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest
from compat.paddleocr import HOME, evaluator_class, image
from numpy.typing import NDArray

try:
    Evaluator = evaluator_class()
except ImportError as error:
    pytest.skip(f"the evaluator cannot be loaded: {error}", allow_module_level=True)

from sepax.compat import paddleocr as drop_in

Array = NDArray[Any]

IMAGES = 600 if os.environ.get("SEPAX_PROOF") == "full" else 25
stock_evaluate = Evaluator.evaluate_image


@pytest.fixture(autouse=True)
def _disabled() -> Iterator[None]:
    drop_in.disable()
    yield
    drop_in.disable()


def on_sepax(evaluator: Any, truths: Any, found: Any) -> Any:
    with drop_in.enabled():
        return evaluator.evaluate_image(truths, found)


def words(seed: int) -> tuple[list[Any], list[Any]]:
    return image(seed, (1, 3, 12, 40)[seed % 4])


def curved(seed: int) -> tuple[list[Any], list[Any]]:
    """Return words along arcs, most of them concave, with 14 points or fewer, some as lists."""
    random = np.random.default_rng(seed)

    def word(shift: float) -> Any:
        points = int(random.integers(3, 8))
        angle = np.linspace(0.2, 2.4, points) + shift
        rim = np.column_stack((np.cos(angle), np.sin(angle)))
        return np.concatenate((rim * 90, rim[::-1] * (60 + 5 * shift))) + random.integers(0, 80, 2)

    truths = [{"points": word(0.0), "ignore": k % 5 == 4} for k in range(12)]
    found = [{"points": word(random.normal(0, 0.1)).tolist()} for _ in range(15)]
    return truths, found


def on_lattice(seed: int) -> tuple[list[Any], list[Any]]:
    """Return words of whole numbers: they touch, cross themselves, are flat, equal, or IoU 1/2."""
    random = np.random.default_rng(seed)

    def some(count: int) -> list[Any]:
        low = random.integers(0, 6, (count, 2))
        high = low + random.integers(1, 4, (count, 2))
        quads = np.stack((low, np.c_[high[:, 0], low[:, 1]], high, np.c_[low[:, 0], high[:, 1]]), 1)
        quads[::6] = quads[::6, [0, 2, 1, 3]]  # bow ties
        quads[::7, 2] = quads[::7, 1]  # a corner twice
        quads[::9, 2:] = quads[::9, 1::-1]  # there and back
        return [{"points": quad, "ignore": bool(random.random() < 0.3)} for quad in quads]

    return some(14), some(20)


def turned(angle: float) -> Array:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(cos, sin), (-sin, cos)])


def side_by_side(seed: int) -> tuple[list[Any], list[Any]]:
    """Return words that touch others within rounding."""
    random = np.random.default_rng(seed)
    corners = random.integers(0, 6, (12, 1, 2)) * [3, 2]
    sides = random.integers(1, 4, (12, 1, 2)) * [(0, 0), (1, 0), (1, 1), (0, 1)]
    points = (corners + sides) @ turned(seed) * 0.1 + random.uniform(0, 9, 2)
    truths = [{"points": each, "ignore": bool(random.random() < 0.3)} for each in points]
    return truths, truths


def on_threshold(seed: int) -> tuple[list[Any], list[Any]]:
    """Return words with IoUs and shares of 1/2 and 1 within rounding, and some that are flat."""
    random = np.random.default_rng(seed)
    arcs, quads = curved(seed)[0], on_lattice(seed)[0]
    truths = [
        {**word, "points": (word["points"] * 1e-3 + random.choice([0.0, 1.0])) @ turned(angle)}
        for words_of, angle in ((arcs, seed), (quads, 0))
        for word in words_of
    ]
    return truths, [{"points": np.roll(word["points"], 1, axis=0)} for word in truths[::-1]]


LEAST = [(0.5, 0.5), (0.3, 0.8), (0.0, 0.0)]
ROUNDED = [(0.5, 0.5), (1, 1.0), (0.6, True), (1e-9, 0.5), (0.0, 0.0)]


@pytest.mark.parametrize(
    ("family", "least"),
    [
        *product((words, curved, on_lattice), LEAST),
        *product((on_threshold, side_by_side), ROUNDED),
    ],
)
def test_counts_are_those_of_the_host(family: Any, least: tuple[float, float]) -> None:
    evaluator, seen = Evaluator(*least), set()
    for seed in range(IMAGES):
        truths, found = family(seed)
        stock = answer(stock_evaluate, (evaluator, truths, found))
        fast = answer(on_sepax, (evaluator, truths, found))
        assert fast == stock
        if isinstance(fast, tuple):  # an error
            continue
        assert {type(each) for each in fast.values()} == {int}
        seen.add(tuple(stock.items()))
    assert len(seen) > 3


def test_slanted_words_that_share_a_side_do_not_overlap() -> None:
    """The host has an IoU of 3/4 for these two, as shapely has with GEOS 3.14."""
    quads = [box(4, 3, 3, 1), box(4, 1, 2, 2)]
    for each in quads:
        each["points"] = (np.array(each["points"]) * 1e-3) @ turned(312)
    quads[1]["points"] = np.roll(quads[1]["points"], 1, axis=0)
    counts = {"gtCare": 1, "detCare": 6, "detMatched": 0}
    assert on_sepax(Evaluator(), quads[:1], quads[1:] * 6) == counts


@pytest.mark.parametrize(("scale", "thickness"), [(1.0, 0.0), (1.0, 1e-14), (1e-158, 1.0)])
def test_areas_that_round_to_nothing_are_those_of_the_host(scale: float, thickness: float) -> None:
    answers = set()
    for seed in range(IMAGES):
        random = np.random.default_rng(seed)
        corners = random.uniform(0, 9, (12, 1, 2)) + random.uniform(0, 30, (12, 3, 1))
        corners += random.normal(0, thickness, (12, 3, 2))
        flat = [{"points": each * scale, "ignore": k < 4} for k, each in enumerate(corners)]
        stock = answer(stock_evaluate, (Evaluator(), flat, flat))
        assert answer(on_sepax, (Evaluator(), flat, flat)) == stock
        answers.add(str(stock))
    assert len(answers) > 1 or ZeroDivisionError.__name__ in str(answers)


def box(x: float, y: float, width: float, height: float, ignore: bool = False) -> dict[str, Any]:
    ring = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return {"points": ring, "text": "", "ignore": ignore}


def test_a_truth_takes_the_first_detection_that_is_left() -> None:
    truths = [box(0, 0, 10, 10), box(1, 0, 10, 10), box(0, 30, 10, 10, ignore=True)]
    found = [box(1, 0, 10, 10), box(0, 0, 10, 10), box(0.5, 0, 10, 10), box(0, 30, 4, 4)]
    counts = {"gtCare": 2, "detCare": 3, "detMatched": 2}
    assert on_sepax(Evaluator(), truths, found) == counts
    assert stock_evaluate(Evaluator(), truths, found) == counts
    assert on_sepax(Evaluator(), truths[:1], found[:1])["detMatched"] == 1
    half = [box(0, 0, 10, 5)]  # the IoU is 1/2, which is not enough
    assert on_sepax(Evaluator(), truths[:1], half)["detMatched"] == 0


class Bare:
    """A class that copied the evaluator's constraints, but not their type."""

    iou_constraint = area_precision_constraint = None


WORDS, FOUND = image(1, 6)
NO_POLYGON = {"points": [(0, 0), (9, 9), (9, 0), (0, 9)], "ignore": np.zeros(2)}
SHARES = [box(9 - 3.0000002 * k, 0, 10 * k, 9) for k in (1.0, 0.5, 0.25, 0.1, 0.05, 0.01)]
CALLS: dict[str, tuple[Any, ...]] = {
    "none": (Evaluator(), [], []),
    "no truths": (Evaluator(), [], FOUND),
    "no detections": (Evaluator(), WORDS, []),
    "all are ignored": (Evaluator(), [{**word, "ignore": 1} for word in WORDS], FOUND),
    "texts that are apart match": (Evaluator(-1.0), WORDS, FOUND),
    "a negative share": (Evaluator(0.5, -1.0), WORDS, FOUND),
    "no constraints": (Bare(), WORDS, FOUND),
    "two points": (Evaluator(), [{**WORDS[0], "points": [(0, 0), (1, 1)]}], FOUND),
    "three coordinates": (Evaluator(), [{**WORDS[0], "points": np.eye(3)}], FOUND),
    "no points": (Evaluator(), [{**WORDS[0], "points": []}], FOUND),
    "nested": (Evaluator(), [{**WORDS[0], "points": WORDS[0]["points"][:, None]}], FOUND),
    "strings": (Evaluator(), [{**WORDS[0], "points": "abc"}], FOUND),
    "no key": (Evaluator(), [{"ignore": False}], FOUND),
    "not said whether ignored": (Evaluator(), [{"points": WORDS[0]["points"]}], FOUND),
    "NaN": (Evaluator(), [{**WORDS[0], "points": WORDS[0]["points"] * np.nan}], FOUND),
    "infinite": (Evaluator(), [{**WORDS[0], "points": WORDS[0]["points"] * np.inf}], FOUND),
    "huge": (Evaluator(), [{**word, "points": word["points"] * 1e100} for word in WORDS], FOUND),
    "float32": (Evaluator(), [{**w, "points": w["points"].astype("f4")} for w in WORDS], FOUND),
    "closed rings": (
        Evaluator(),
        [{**w, "points": [*w["points"], w["points"][0]]} for w in WORDS],
        FOUND,
    ),
    "no list": (Evaluator(), 5, FOUND),
    "an empty ring": (Evaluator(), [{**WORDS[0], "points": np.empty((0, 2))}, *WORDS], FOUND),
    "decimals": (Evaluator(), [{**WORDS[0], "points": [(Decimal(0), 1)] * 3}], FOUND),
    "texts of numbers": (
        Evaluator(),
        [{**w, "points": w["points"].astype("U")} for w in WORDS],
        FOUND,
    ),
    "longdouble": (Evaluator(), [{**w, "points": w["points"].astype("g")} for w in WORDS], FOUND),
    "beyond floats": (Evaluator(0.5, 10**400), WORDS, FOUND),
    "constraints that nobody asks for": (object.__new__(Evaluator), WORDS, [NO_POLYGON] * 9),
    "bools": (Evaluator(), [{**w, "points": w["points"] > 99} for w in WORDS], FOUND),
    "no key in a detection": (Evaluator(), [{"points": WORDS[0]["points"]}], [{}] * 6),
    "an odd flag of no polygon": (Evaluator(), [NO_POLYGON, *WORDS], FOUND),
    "odd flags": (Evaluator(), [{**word, "ignore": np.zeros(2)} for word in WORDS], FOUND),
    "a float32 share": (Evaluator(0.5, np.float32(0.3)), [box(0, 0, 9, 9, ignore=True)], SHARES),
}


def answer(function: Any, arguments: Any) -> Any:
    try:
        return function(*arguments)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of shapely, about NaN
@pytest.mark.parametrize("name", CALLS)
def test_odd_arguments_get_the_answer_of_the_host(name: str) -> None:
    stock = answer(stock_evaluate, CALLS[name])
    with drop_in.enabled():
        assert answer(Evaluator.evaluate_image, CALLS[name]) == stock


def test_metrics_are_evaluated_on_sepax(monkeypatch: pytest.MonkeyPatch) -> None:
    pages, evaluator = [image(seed, 20) for seed in range(3)], Evaluator()
    stock = evaluator.combine_results([evaluator.evaluate_image(*page) for page in pages])
    assert 0.5 < stock["hmean"] <= 1.0

    def refuse(*_: Any) -> float:
        raise AssertionError("the host's own polygons were asked")

    drop_in.enable()
    monkeypatch.setattr(import_module(HOME), "Polygon", refuse)
    fast = evaluator.combine_results([evaluator.evaluate_image(*page) for page in pages])
    assert fast == stock
