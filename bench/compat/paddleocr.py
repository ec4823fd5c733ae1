"""PaddleOCR's evaluator as it comes, and on sepax (times slower than sepax): words of an image.

The evaluator is in a clone of PaddleOCR. The package openocr-python has a copy.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from common.timing import Call, Effort

from compat.times import Times, times_of

HOME = "ppocr.metrics.eval_det_iou"
COUNTS = (5, 30, 100, 300)  # of words in an image
TARGETS = {f"evaluate_image, {count} words": {"stock": 10.0} for count in COUNTS[1:]}
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2.0


def run(rounds: int) -> Times:
    """Measure images with so many words, each found about once."""
    evaluator, drop_in = evaluator_class()(), import_module("sepax.compat.paddleocr")
    effort = Effort(rounds=3 * rounds, least_rounds=2, budget=1_000_000_000 * rounds)
    functions = {"stock": evaluator.evaluate_image}
    with drop_in.enabled():
        functions["sepax"] = evaluator.evaluate_image
    times: Times = {}
    for count in COUNTS:
        items = [image(seed, count) for seed in range(max(2, 300 // count))]
        calls = {name: Call(items, each, "f(a, b)") for name, each in functions.items()}
        times[f"evaluate_image, {count} words"] = times_of(calls, effort)
    return times


def evaluator_class() -> Any:
    """Return the host's class, or the copy in openocr-python under the name of the host's."""
    try:
        return import_module(HOME).DetectionIoUEvaluator
    except ModuleNotFoundError:
        spec = find_spec("openocr")
        if spec is None or not spec.submodule_search_locations:
            raise ImportError("there is no clone of PaddleOCR and no openocr-python") from None
    sys.path.append(str(Path(spec.submodule_search_locations[0])))
    copy = import_module("opendet.metrics.eval_det_iou")
    copy.DetectionIoUEvaluator.__module__ = HOME
    parent: Any = None
    for name in ("ppocr", "ppocr.metrics", HOME):
        module = copy if name == HOME else ModuleType(name)
        sys.modules[name] = module
        if parent is not None:
            setattr(parent, name.rpartition(".")[2], module)
        parent = module
    return copy.DetectionIoUEvaluator


def image(seed: int, count: int) -> tuple[list[Any], list[Any]]:
    """Return the words of an image, some of them ignored, and where a detector finds them."""
    random = np.random.default_rng((seed, count))
    center = random.uniform(0, 100 * count**0.5, (count, 2))
    sides, angle = random.uniform((40, 12), (160, 30), (count, 2)), random.uniform(-0.3, 0.3, count)
    turn = np.stack((np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)), axis=-1)
    words = (CORNERS * sides[:, None]) @ turn.reshape(count, 2, 2).swapaxes(1, 2)
    words += center[:, None]
    found = words + random.normal(0, 3, (count, 1, 2)) + random.normal(0, 1, (count, 4, 2))
    ignored = random.random(count) < 0.1
    truths = [
        {"points": word, "text": "", "ignore": bool(flag)}
        for word, flag in zip(words, ignored, strict=True)
    ]
    return truths, [{"points": word, "text": ""} for word in random.permutation(found)]
