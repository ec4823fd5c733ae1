"""docTR as it comes, and on sepax (times slower than sepax): the suppression of a layout."""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

import numpy as np
from common.timing import Call, Effort

from compat.times import Times, times_of

TARGETS = {
    f"LWDETRPostProcessor._nms, 300 regions, {classes}": {"stock": 5.0}
    for classes in ("11 classes", "1 class")
}
HOME = "doctr.models.layout.lw_detr.base"
PAGES = 10
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2.0


def run(rounds: int) -> Times:
    """Measure pages of many classes, and of one."""
    processor = post_processor()(11)
    drop_in = import_module("sepax.compat.doctr")
    effort = Effort(rounds=3 * rounds, least_rounds=2, budget=1_000_000_000 * rounds)
    functions = {"stock": processor._nms}
    with drop_in.enabled():
        functions["sepax"] = processor._nms
    times: Times = {}
    for case, classes in zip(TARGETS, (11, 1), strict=True):
        items = [page(seed, classes) for seed in range(PAGES)]
        calls = {
            name: Call(items, function, "f(a, b, c)", "a, b, c", read=len)
            for name, function in functions.items()
        }
        times[case] = times_of(calls, effort)
    return times


def post_processor() -> Any:
    """Return the host's class.

    Its module needs few packages, but its parents need torch. If that is missing, empty packages
    take the place of the parents.
    """
    spec = find_spec("doctr")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("python-doctr is not installed")
    try:
        return import_module(HOME).LWDETRPostProcessor
    except (ImportError, RuntimeError):  # the latter of a torchvision for another torch
        folder, name = Path(spec.submodule_search_locations[0]), "doctr"
        for part in ("", "models", "layout", "lw_detr"):
            folder, name = folder / part, f"{name}.{part}".rstrip(".")
            package = ModuleSpec(name, None, is_package=True)
            package.submodule_search_locations = [str(folder)]
            sys.modules[name] = module_from_spec(package)
            # torch asks every module for its file.
            sys.modules[name].__file__ = str(folder / "__init__.py")
        return import_module(HOME).LWDETRPostProcessor


def page(seed: int, classes: int) -> tuple[Any, Any, Any]:
    """Return 300 regions of a page, three of each place, with scores and classes."""
    random = np.random.default_rng(seed)
    center = np.repeat(random.uniform(0.1, 0.9, (100, 2)), 3, axis=0)
    sides = np.repeat(random.uniform(0.02, (0.4, 0.1), (100, 2)), 3, axis=0)
    sides *= random.uniform(0.8, 1.2, (300, 2))
    angle = np.repeat(random.normal(0.0, 0.05, 100), 3) + random.normal(0.0, 0.01, 300)
    turn = np.stack((np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)), axis=-1)
    corners = (CORNERS * sides[:, None]) @ turn.reshape(300, 2, 2).swapaxes(1, 2)
    corners += (center + random.normal(0.0, 0.005, (300, 2)))[:, None]
    labels = np.repeat(random.integers(0, classes, 100), 3)
    return corners.astype(np.float32), random.random(300).astype(np.float32), labels
