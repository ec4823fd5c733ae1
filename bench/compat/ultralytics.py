"""ultralytics as it comes and on sepax (times slower than sepax): rotated boxes on the CPU.

`TorchNMS.fast_nms` by ProbIoU on random boxes, and `non_max_suppression` of the output of a model
in which 30 answers lie about each object. Which boxes are kept is compared first.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from common.timing import Call, Effort

from compat.times import Times, times_of

CASES = {1_000: 10, 3_000: 4, 10_000: 1}  # boxes, and how many sets of them
THRESHOLD = 0.45
TARGETS = {"fast_nms, 3,000 boxes": {"stock": 100.0}}


def run(rounds: int) -> Times:
    """Measure both functions on boxes, and the post-processing of a model with each."""
    if find_spec("torch") is None or find_spec("ultralytics") is None:
        raise ImportError("ultralytics or torch is not installed")
    torch, nms = import_module("torch"), import_module("ultralytics.utils.nms")
    drop_in: Any = import_module("sepax.compat.ultralytics")
    stock, threads = nms.TorchNMS.fast_nms, torch.get_num_threads()
    with drop_in.enabled():
        functions = {"stock": stock, "sepax": nms.TorchNMS.fast_nms}
    torch.set_num_threads(1)  # processor time of more threads is mostly that of their waiting
    try:
        return measured(torch, nms, functions, rounds)
    finally:
        torch.set_num_threads(threads)
        nms.TorchNMS.fast_nms = staticmethod(stock)


def measured(torch: Any, nms: Any, functions: dict[str, Any], rounds: int) -> Times:
    times: Times = {}
    for count, sets in CASES.items():
        items = [tensors(torch, count, seed) for seed in range(sets)]
        calls = {name: keeping(each, nms) for name, each in functions.items()}
        times[f"fast_nms, {count:,} boxes"] = compared(torch, calls, items, rounds)
    outputs = [(output(torch, seed),) for seed in range(4)]
    calls = {name: predicting(each, nms) for name, each in functions.items()}
    times["non_max_suppression, 100 objects"] = compared(torch, calls, outputs, rounds)
    return times


def tensors(torch: Any, count: int, seed: int) -> tuple[Any, Any]:
    """Return boxes of 10 to 80 pixels, 1,000 for each million of pixels, and their scores."""
    random = np.random.default_rng(seed)
    extent = 1_000.0 * (count / 1_000.0) ** 0.5
    boxes = random.random((count, 5)) * (extent, extent, 70, 70, np.pi) + (0, 0, 10, 10, -0.78)
    return tuple(torch.tensor(each, dtype=torch.float32) for each in (boxes, random.random(count)))


def keeping(function: Any, nms: Any) -> Callable[..., Any]:
    return lambda boxes, scores: function(boxes, scores, THRESHOLD, iou_func=nms.batch_probiou)


def compared(
    torch: Any, functions: dict[str, Any], items: list[tuple[Any, ...]], rounds: int
) -> dict[str, float]:
    """Return the nanoseconds of both contestants, whose answers must be the same."""
    for item in items:
        stock, fast = functions["stock"](*item), functions["sepax"](*item)
        if not torch.equal(stock, fast):
            raise AssertionError("the drop-in keeps other boxes than the host")
    effort = Effort(rounds=rounds, least_rounds=2, budget=5_000_000_000)
    names = "a, b" if len(items[0]) == 2 else "a,"
    statement = "f(a, b)" if len(items[0]) == 2 else "f(a)"
    calls = {name: Call(items, each, statement, names) for name, each in functions.items()}
    return times_of(calls, effort)


def output(torch: Any, seed: int) -> Any:
    """Return what a model says of an image: 3,000 boxes, the scores of 3 classes, and angles."""
    random = np.random.default_rng(seed)
    objects = random.random((100, 5)) * (1024, 1024, 70, 40, np.pi) + (0, 0, 10, 10, -0.78)
    boxes = np.repeat(objects, 30, axis=0) + random.normal(0, 1, (3_000, 5)) * (2, 2, 2, 2, 0.03)
    rows = np.column_stack((boxes[:, :4], 0.3 + 0.7 * random.random((3_000, 3)), boxes[:, 4]))
    return torch.tensor(rows.T[None], dtype=torch.float32)


def predicting(function: Any, nms: Any) -> Callable[..., Any]:
    """Return the post-processing of a model with one of both functions in its place."""
    static = staticmethod(function)

    def predict(predicted: Any) -> Any:
        nms.TorchNMS.fast_nms = static
        return nms.non_max_suppression(predicted, nc=3, rotated=True, max_time_img=60)[0]

    return predict
