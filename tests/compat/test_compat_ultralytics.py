"""Ultralytics on sepax: the same rotated boxes are kept, and predictions stay what they were.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rotated_boxes import FAMILIES, broken, piles, pixels

import sepax
from sepax.compat import status
from sepax.compat import ultralytics as drop_in

Array = NDArray[np.float64]

FULL = os.environ.get("SEPAX_PROOF") == "full"
CASES, MOST_ROWS = (15_000, 400) if FULL else (400, 200)
SEED = 20260 if FULL else 7
BOX = np.array([30, 30, 20, 8, 0.5])

pytestmark = pytest.mark.filterwarnings("ignore::sepax.compat.UnprovedVersionWarning")


class Host:
    """The package, imported where its tests run: it and torch take seconds and much memory."""

    def __init__(self) -> None:
        self.torch = importlib.import_module("torch")
        self.nms = importlib.import_module("ultralytics.utils.nms")
        self.metrics = importlib.import_module("ultralytics.utils.metrics")
        self.stock = self.nms.TorchNMS.fast_nms
        self.calls = 0  # of the stock function, while `counted`
        self.passed: tuple[Any, ...] = ()  # to the last one

    def keep(self, *arguments: Any, **options: Any) -> Any:
        """Return what the function that stands in the host now keeps, or the type of its error."""
        return self.answer(self.nms.TorchNMS.fast_nms, *arguments, **options)

    def stock_keep(self, *arguments: Any, **options: Any) -> Any:
        return self.answer(self.stock, *arguments, **options)

    def answer(self, function: Any, *arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **{"iou_func": self.metrics.batch_probiou} | options)
        except (TypeError, ValueError, IndexError, RuntimeError, AttributeError) as error:
            return type(error)

    def counting(self, *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        self.passed = arguments
        return self.stock(*arguments, **named)

    def tensors(self, boxes: Any, scores: Any, dtype: str = "float32") -> tuple[Any, Any]:
        kind = getattr(self.torch, dtype)
        return self.torch.tensor(boxes, dtype=kind), self.torch.tensor(scores, dtype=kind)


@pytest.fixture(scope="module", name="host")
def _host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
    environment = dict(os.environ)
    os.environ |= {"YOLO_CONFIG_DIR": str(tmp_path_factory.mktemp("yolo")), "YOLO_OFFLINE": "true"}
    # The host changes all of these when it is imported.
    with warnings.catch_warnings(), np.printoptions():
        warnings.simplefilter("ignore")
        pytest.importorskip("ultralytics", reason="ultralytics is not installed")
        host = Host()
        threads = host.torch.get_num_threads()
        host.torch.set_num_threads(1)  # more of them wait for each other on a busy machine
        yield host
        host.torch.set_num_threads(threads)
    os.environ.clear()
    os.environ |= environment


@pytest.fixture(autouse=True)
def _disabled() -> Iterator[None]:
    drop_in.disable()
    yield
    drop_in.disable()


@pytest.fixture(name="counted")
def _counted(host: Host) -> Iterator[Host]:
    """Count the calls that the drop-in passes on."""
    host.nms.TorchNMS.fast_nms = staticmethod(host.counting)
    with drop_in.enabled():
        host.calls = 0
        yield host
    host.nms.TorchNMS.fast_nms = staticmethod(host.stock)


def same(stock: Any, fast: Any) -> bool:
    if isinstance(stock, type):
        return stock is fast
    return (
        type(fast) is type(stock)
        and fast.dtype is stock.dtype
        and fast.shape == stock.shape
        and bool((fast == stock).all())
    )


# Cases ----------------------------------------------------------------------------------


THRESHOLDS = (0.45, 0.7, 0.3, 0.1, 0.9, 0.5, 0.01, 1e-3, 2e-5, 0.999, 1.0, 1, 0.2, 0.6, 0.0, -0.5)


def scores_of(random: np.random.Generator, n: int) -> Array:
    """Return scores, some with ties, few with NaN."""
    scores = random.random(n)
    if random.random() < 0.4:
        scores = np.round(scores, int(random.integers(0, 3)))
    if random.random() < 0.1:
        scores[random.random(n) < 0.1] = np.nan
    return scores


def cases(host: Host, count: int) -> Iterator[tuple[str, Any, Any, Any]]:
    random = np.random.default_rng(SEED)
    for i in range(count):
        n = int(random.integers(0, 100) if i % 20 == 0 else random.integers(100, MOST_ROWS))
        family = FAMILIES[i % len(FAMILIES)]
        rows, scores = family(random, n), scores_of(random, n)
        dtype = "float16" if i % 15 == 0 else "float64" if i % 5 == 1 else "float32"
        boxes, scores = host.tensors(rows, scores, dtype)
        threshold: Any = THRESHOLDS[int(random.integers(len(THRESHOLDS)))]
        if i % 4 == 0 and n > 0:  # that of a pair
            values = host.metrics.batch_probiou(boxes, boxes).ravel()
            threshold = float(random.choice([0.5, *values[values > 0.01].tolist()]))
        yield f"{family.__name__} {dtype} {n} {threshold} case {i}", boxes, scores, threshold


# The suppression ------------------------------------------------------------------------


def test_the_same_boxes_are_kept(counted: Host) -> None:
    different, was_suppressed = [], 0
    for name, boxes, scores, threshold in cases(counted, CASES):
        stock = counted.stock_keep(boxes, scores, threshold)
        was_suppressed += len(stock) < len(boxes)
        if not same(stock, counted.keep(boxes, scores, threshold)):
            different.append(name)
    assert different == []
    assert was_suppressed > CASES // 4
    assert counted.calls < CASES * 0.4, "most were not passed on"


@pytest.mark.parametrize("family", [pixels, piles])
def test_what_detectors_output_is_not_passed_on(counted: Host, family: Any) -> None:
    boxes, scores = counted.tensors(family(np.random.default_rng(1), 300), np.linspace(0, 1, 300))
    assert len(counted.keep(boxes, scores, 0.45)) < 300
    assert counted.calls == 0


@pytest.mark.parametrize("every", [20, 3])
def test_few_boxes_out_of_bounds_are_compared_with_all(counted: Host, every: int) -> None:
    """A box so thin that the host loses its determinant suppresses boxes far away."""
    rows = np.random.default_rng(2).random((400, 5)) * (5000, 5000, 40, 40, 3) + (0, 0, 5, 5, 0)
    rows[::every, 2:4] = (4e4, 1e-2)
    boxes, scores = counted.tensors(rows, np.linspace(1, 0, 400))
    stock = counted.stock_keep(boxes, scores, 0.2)
    assert same(stock, counted.keep(boxes, scores, 0.2))
    assert counted.calls == (every == 3), "a third of them are left to the host"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("threshold", [2e-5, 0.01, 0.3, 0.7])
def test_circles_touch_where_probiou_is_above_the_threshold(
    host: Host, family: Any, threshold: float
) -> None:
    package = drop_in._Host.imported()
    for seed in range(5):
        rows = family(np.random.default_rng(seed), 150)
        boxes = host.tensors(rows, rows[:, 0])[0]
        circles, holds = drop_in._Gaussians.of(boxes, package).circles(threshold, 2.0**-24)
        above = host.metrics.batch_probiou(boxes, boxes).numpy() >= threshold
        first, second = np.nonzero(above & holds[:, None] & holds)
        apart = np.hypot(*(circles[first, :2] - circles[second, :2]).T)
        assert (apart <= circles[first, 2] + circles[second, 2]).all()


SIDES = [(0.047, 0.042), (0.06, 0.05), (1.0, 0.7), (40.0, 20.0), (40.0, 0.4), (1e4, 900.0)]


@pytest.mark.parametrize(("long_side", "short_side"), SIDES)
def test_circles_are_as_large_as_the_bound_says(
    host: Host, long_side: float, short_side: float
) -> None:
    rows = [(5, 7, long_side, long_side, 0.3), (5, 7, long_side, short_side, 2)]
    boxes = host.tensors(rows, [0, 0])[0]
    circles, holds = drop_in._Gaussians.of(boxes, drop_in._Host.imported()).circles(0.45, 2.0**-24)
    assert holds.all()
    large, small = long_side**2 / 12, short_side**2 / 12
    error = 16 * 2.0**-24 * large / small
    distance = -np.log(1 - 0.55**2) + np.log1p(1e-7 / 4 / (large * small)) / 2 + 2 * error
    variances = large + 1e-7 / 4 / np.array([large, small])
    radii = 2 * np.sqrt(distance / (1 - 2 * error) * variances)
    assert circles[:, 2] == pytest.approx(radii, rel=2e-4)


def test_boxes_without_a_bound_do_not_widen_the_circles_of_others(host: Host) -> None:
    rows = pixels(np.random.default_rng(3), 200)
    package, circles = drop_in._Host.imported(), []
    for sizes_of in [(20.0, 30.0)] * 4, [(0.03, 0.03), (400, 0.4), (4e6, 4e6), (0, 0)]:
        rows[50:54, 2:4] = sizes_of
        found, holds = drop_in._Gaussians.of(host.tensors(rows, [0])[0], package).circles(0.4, 6e-8)
        circles.append(np.delete(found, range(50, 54), axis=0))
        assert holds[50:54].all() == (sizes_of[0][0] == 20.0) == holds[50:54].any()
    without, among = circles
    assert np.array_equal(without, among)


def test_chunks_and_threads_make_no_difference(
    counted: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads of torch, and of the program; and no argument is changed."""
    boxes, scores = counted.tensors(piles(np.random.default_rng(12), 700), np.linspace(0, 1, 700))
    copies, stock = (boxes.clone(), scores.clone()), counted.stock_keep(boxes, scores, 0.4)
    counted.torch.set_num_threads(3)
    found = [counted.keep(boxes, scores, 0.4), counted.stock_keep(boxes, scores, 0.4)]
    counted.torch.set_num_threads(1)
    monkeypatch.setattr(drop_in, "CHUNK", 7)
    found.append(counted.keep(boxes[:150], scores[:150], 0.4))
    assert same(counted.stock_keep(boxes[:150], scores[:150], 0.4), found.pop())
    with ThreadPoolExecutor(4) as pool:
        found += pool.map(lambda _: counted.keep(boxes, scores, 0.4), range(8))
    assert all(same(stock, each) for each in found)
    rows = broken(np.random.default_rng(5), 300)
    odd = counted.tensors(rows, np.linspace(0, 1, 300))[0]
    counted.keep(odd, scores[:300], 0.4)
    assert counted.torch.equal(boxes, copies[0])
    assert counted.torch.equal(scores, copies[1])
    assert counted.torch.equal(odd.nan_to_num(), counted.tensors(rows, [0])[0].nan_to_num())


def test_strided_and_differentiable_tensors(counted: Host) -> None:
    rows = np.repeat(pixels(np.random.default_rng(6), 200), 2, axis=1)
    boxes, scores = counted.tensors(rows, np.linspace(0, 1, 200))
    strided = boxes[:, ::2].requires_grad_()
    stock = counted.stock_keep(strided, scores, 0.4)
    assert same(stock, counted.keep(strided, scores, 0.4))
    assert same(stock, counted.keep(boxes.T[::2].T, scores.requires_grad_(), 0.4))
    with counted.torch.inference_mode():
        assert same(stock, counted.keep(boxes[:, ::2].clone(), scores.clone(), 0.4))
    assert counted.calls == 0


def odd_arguments(host: Host) -> dict[str, tuple[Any, Any, Any, dict[str, Any]]]:
    """Return arguments that the host answers itself, or refuses."""
    torch, probiou = host.torch, host.metrics.batch_probiou
    rows, values = pixels(np.random.default_rng(7), 150), np.linspace(0, 1, 150)
    boxes, scores = host.tensors(rows, values)

    subclass = type("Subclass", (torch.Tensor,), {})
    return {
        "upright boxes": (boxes[:, :4], scores, 0.4, {"iou_func": host.metrics.box_iou}),
        "no triangle": (boxes, scores.clone(), 0.4, {"use_triu": False}),
        "another function": (boxes, scores, 0.4, {"iou_func": lambda a, b: probiou(a, b)}),
        "half": (boxes.half(), scores, 0.4, {}),
        "bfloat16": (boxes.bfloat16(), scores, 0.4, {}),
        "integers": (boxes.int(), scores, 0.4, {}),
        "a subclass": (boxes.as_subclass(subclass), scores, 0.4, {}),
        "scores of a subclass": (boxes, scores.as_subclass(subclass), 0.4, {}),
        "a threshold in a tensor": (boxes, scores, torch.tensor(0.4), {}),
        "a threshold of NaN": (boxes, scores, float("nan"), {}),
        "a threshold of 0": (boxes, scores, 0.0, {}),
        "an infinite threshold": (boxes, scores, float("inf"), {}),
        "a negative threshold": (boxes, scores, -0.1, {}),
        "no threshold": (boxes, scores, None, {}),
        "four columns": (boxes[:, :4], scores, 0.4, {}),
        "six columns": (torch.cat((boxes, boxes[:, :1]), 1), scores, 0.4, {}),
        "three dimensions": (boxes[None], scores[None], 0.4, {}),
        "fewer scores": (boxes, scores[:-5], 0.4, {}),
        "more scores": (boxes[:-5], scores, 0.4, {}),
        "an array": (rows, values, 0.4, {}),
        "none": (None, None, 0.4, {}),
        "empty": (boxes[:0], scores[:0], 0.4, {}),
        "empty, no early exit": (boxes[:0], scores[:0], 0.4, {"exit_early": False}),
        "one": (boxes[:1], scores[:1], 0.4, {}),
        "sparse": (boxes.to_sparse(), scores, 0.4, {}),
    }


def test_other_arguments_are_left_to_the_host(counted: Host) -> None:
    for name, (boxes, scores, threshold, options) in odd_arguments(counted).items():
        stock = counted.stock_keep(boxes, copied(scores), threshold, **options)
        counted.calls = 0
        assert same(stock, counted.keep(boxes, copied(scores), threshold, **options)), name
        assert counted.calls == 1, name
        defaults = {"use_triu": True, "iou_func": counted.metrics.batch_probiou, "exit_early": True}
        assert counted.passed[2:] == (threshold, *(defaults | options).values()), name


@pytest.mark.parametrize("question", ["compiler.is_compiling", "onnx.is_in_onnx_export", ""])
def test_exports_and_other_devices_are_left_to_the_host(
    counted: Host, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With tensors that have no numbers, so that the host only shows that it was asked."""
    monkeypatch.setattr(counted, "stock", lambda *_, **__: "passed on")
    boxes, scores = counted.tensors(pixels(np.random.default_rng(8), 150), np.linspace(0, 1, 150))
    assert counted.keep(boxes, scores, 0.4) != "passed on"
    if question:
        monkeypatch.setattr(f"torch.{question}", lambda: True)
        assert counted.keep(boxes, scores, 0.4) == "passed on"
    assert counted.keep(boxes.to("meta"), scores, 0.4) == "passed on"
    assert counted.keep(boxes, scores.to("meta"), 0.4) == "passed on"


def copied(scores: Any) -> Any:
    """Return scores that may be changed: without the triangle the host does that."""
    return scores.clone() if hasattr(scores, "clone") else scores


def test_a_traced_model_records_the_operations_of_the_host(counted: Host) -> None:
    boxes, scores = counted.tensors(pixels(np.random.default_rng(8), 150), np.linspace(0, 1, 150))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        traced = counted.torch.jit.trace(
            lambda a, b: counted.keep(a, b, 0.4), (boxes, scores), check_trace=False
        )
    assert counted.calls == 1
    others = counted.tensors(piles(np.random.default_rng(9), 120), np.linspace(0, 1, 120))
    assert same(counted.keep(*others, 0.4), traced(*others))


# The exact IoU --------------------------------------------------------------------------


def greedy(rows: Array, scores: Array, threshold: float) -> list[int]:
    """Return what is kept by the definition, with one pair at a time."""
    shapes = [sepax.Polygon.box(w, h, position=(x, y), angle=t) for x, y, w, h, t in rows]
    kept: list[int] = []
    for row in np.argsort(-scores, kind="stable"):
        if all(sepax.iou(shapes[row], shapes[other]) <= threshold for other in kept):
            kept.append(int(row))
    return kept


@pytest.mark.parametrize("threshold", [0.2, 0.5])
def test_true_iou_is_that_of_the_boxes(host: Host, threshold: float) -> None:
    rows = piles(np.random.default_rng(10), 120)
    rows = rows[(rows[:, 2:4] > 0).all(axis=1)].astype(np.float32).astype(float)
    scores = np.random.default_rng(11).permutation(len(rows)) / 128.0
    boxes = host.tensors(rows, scores)
    with drop_in.enabled(true_iou=True):
        found = host.keep(*boxes, threshold)
    assert found.dtype is host.torch.int64
    assert found.tolist() == greedy(rows, scores, threshold)
    assert found.tolist() != host.keep(*boxes, threshold).tolist()
    rows = np.tile(BOX, (7, 1))  # some without an area, and not finite
    rows[1, 2], rows[2, 0], rows[3, 4], rows[4, 3], rows[5, 2] = 0.0, np.nan, np.inf, -8.0, 1e38
    odd, scores = host.tensors(rows, np.linspace(1, 0, 7))
    with drop_in.enabled(true_iou=True):
        for count, kept in ((7, [0, 1, 2, 3, 5]), (0, []), (1, [0])):
            assert host.keep(odd[:count], scores[:count], 0.5).tolist() == kept


# Predictions ----------------------------------------------------------------------------


def predictions(host: Host, seed: int, count: int = 600) -> Any:
    """Return the output of a model for two images: boxes, three classes, angle."""
    random = np.random.default_rng(seed)
    images = []
    for _ in range(2):
        boxes = piles(random, count) if seed % 2 else pixels(random, count)
        classes = random.random((count, 3)) ** 3
        images.append(np.column_stack((boxes[:, :4], classes, boxes[:, 4])).T)
    return host.torch.tensor(np.array(images), dtype=host.torch.float32)


@pytest.mark.parametrize("seed", range(30 if FULL else 4))
def test_predictions_are_the_same(host: Host, seed: int) -> None:
    options: dict[str, Any] = {"nc": 3, "rotated": True, "agnostic": seed % 4 > 1}
    options |= {"multi_label": seed % 3 == 0, "iou_thres": (0.45, 0.7, 0.3)[seed % 3]}
    run = host.nms.non_max_suppression
    stock = run(predictions(host, seed), **options, return_idxs=True)
    with drop_in.enabled():
        fast = run(predictions(host, seed), **options, return_idxs=True)
    assert all(map(host.torch.equal, (*stock[0], *stock[1]), (*fast[0], *fast[1])))
    assert 1 < len(stock[0][0]) < 600


def write_data(folder: Path, image_count: int) -> Path:
    """Write images of noise with labels of rotated boxes, and their description."""
    cv2 = importlib.import_module("cv2")
    random = np.random.default_rng(1)
    for name in ("images", "labels"):
        (folder / name).mkdir()
    for i in range(image_count):
        pixels_of = random.integers(0, 255, (96, 96, 3), dtype=np.uint8)
        (folder / "images" / f"{i}.png").write_bytes(cv2.imencode(".png", pixels_of)[1].tobytes())
        boxes = random.random((6, 5)) * (0.6, 0.6, 0.2, 0.2, 3) + (0.2, 0.2, 0.05, 0.05, 0)
        corners = sepax.ShapeArray.from_rotated_boxes(boxes)
        rings = [np.clip(corners[row].vertices, 0, 1).ravel() for row in range(6)]
        rows = [
            f"{row % 2} " + " ".join(f"{x:.6f}" for x in ring) for row, ring in enumerate(rings)
        ]
        (folder / "labels" / f"{i}.txt").write_text("\n".join(rows))
    description = folder / "data.yaml"
    description.write_text(f"path: {folder}\ntrain: images\nval: images\nnames: [ship, plane]\n")
    return description


def small_model(host: Host, folder: Path) -> Any:
    """Return a model of random weights, half as wide as the smallest that the host has."""
    yaml = importlib.import_module("yaml")
    package = importlib.import_module("ultralytics")
    source = Path(package.__path__[0]) / "cfg" / "models" / "11" / "yolo11-obb.yaml"
    layers = yaml.safe_load(source.read_text(encoding="utf-8"))
    layers |= {"nc": 2, "scales": {"n": [0.33, 0.125, 1024]}}
    path = folder / "yolo11n-obb.yaml"
    path.write_text(yaml.safe_dump(layers))
    host.torch.manual_seed(1)
    model = package.YOLO(str(path), task="obb", verbose=False)
    for weights in model.model.model[-1].parameters():  # else all boxes are about the same
        weights.data += 0.5 * host.torch.randn_like(weights)
    return model


def seen_by_val(model: Any, data: Path, folder: Path) -> list[Any]:
    """Return every prediction of a run of ``val``, after suppression, and its results."""
    seen: list[Any] = []

    def keep(validator: Any) -> None:
        original = validator.postprocess

        def postprocess(predicted: Any) -> Any:
            found = original(predicted)
            seen.extend(each[name] for each in found for name in sorted(each))
            return found

        validator.postprocess = postprocess

    model.clear_callback("on_val_start")
    model.add_callback("on_val_start", keep)
    options = {"imgsz": 96, "batch": 4, "workers": 0, "device": "cpu", "project": str(folder)}
    options |= {"conf": 1e-4, "iou": 0.45, "plots": False, "verbose": False}
    results = model.val(data=str(data), **options)
    return [*seen, *results.results_dict.values()]


def test_a_validation_run_predicts_the_same(
    counted: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A run imports it in advance, and only boxes that are not rotated need it. Its builds for
    # another device than torch's cannot be imported.
    monkeypatch.setitem(sys.modules, "torchvision", ModuleType("torchvision"))
    images = 40 if FULL else 4
    data, model = write_data(tmp_path, images), small_model(counted, tmp_path)
    fast, passed_on = seen_by_val(model, data, tmp_path), counted.calls
    drop_in.disable()
    stock = seen_by_val(model, data, tmp_path)
    assert passed_on == 0
    assert counted.calls >= images
    assert len(stock) == len(fast) > 3 * images
    kept = [len(each) for each in stock if isinstance(each, counted.torch.Tensor)]
    assert max(kept) > 5
    for expected, found in zip(stock, fast, strict=True):
        if isinstance(expected, counted.torch.Tensor):
            assert counted.torch.equal(expected, found)
        else:
            assert expected == found


def test_the_validator_of_the_page_scores_by_the_exact_iou(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torchvision", ModuleType("torchvision"))
    page = Path(__file__).parents[2] / "docs" / "drop-ins-ultralytics.md"
    code = page.read_text(encoding="utf-8").partition("```python\nimport torch\n")[2]
    names: dict[str, Any] = {"torch": host.torch}
    exec(code.partition("```")[0], names)
    model = small_model(host, tmp_path)
    options = {"imgsz": 96, "workers": 0, "device": "cpu", "project": str(tmp_path)}
    options |= {"plots": False, "verbose": False, "validator": names["ExactValidator"]}
    results = model.val(data=str(write_data(tmp_path, 1)), **options)
    assert "metrics/mAP50(B)" in results.results_dict

    square = host.tensors([[50.0, 50.0, 20.0, 20.0, 0.0]], [0.0])
    turned = host.tensors([[50.0, 50.0, 20.0, 20.0, np.pi / 4]], [0.0])
    truth, found = ({"bboxes": boxes, "cls": kind} for boxes, kind in (square, turned))
    validator = names["ExactValidator"](args={"model": "", "save_dir": str(tmp_path)})
    validator.iouv, validator.niou = host.torch.linspace(0.5, 0.95, 10), 10
    hits = validator._process_batch(found, truth)["tp"]
    assert hits.tolist() == [[True] * 5 + [False] * 5]  # the IoU is 0.71, and ProbIoU above 0.999
    empty = {name: rows[:0] for name, rows in truth.items()}
    assert not validator._process_batch(found, empty)["tp"].any()


# Switching ------------------------------------------------------------------------------


def test_enable_and_disable(host: Host) -> None:
    drop_in.enable()
    drop_in.enable()
    new = host.nms.TorchNMS.fast_nms
    assert new is not host.stock
    assert (new.__name__, new.__doc__) == (host.stock.__name__, host.stock.__doc__)
    assert host.nms.TorchNMS().fast_nms is new, "a static method, as before"
    assert "ultralytics" in status()
    drop_in.enable(true_iou=True)
    assert host.nms.TorchNMS.fast_nms is not new
    drop_in.disable()
    drop_in.disable()
    assert host.nms.TorchNMS.fast_nms is host.stock
    assert "ultralytics" not in status()


def test_another_formula_is_refused(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    stock = host.metrics.batch_probiou
    monkeypatch.setattr(host.metrics, "batch_probiou", lambda a, b: stock(a, b, eps=2e-7))
    with pytest.raises(RuntimeError, match="cannot give the ProbIoU of ultralytics here"):
        drop_in.enable()
    assert host.nms.TorchNMS.fast_nms is host.stock
    assert "ultralytics" not in status()
    drop_in.enable(true_iou=True)  # which has a formula of its own
    assert "ultralytics" in status()


def test_a_version_that_lacks_a_name_is_refused(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(host.metrics, "_get_covariance_matrix")
    with pytest.raises(RuntimeError, match=r"ultralytics .*_get_covariance_matrix"):
        drop_in.enable()
    assert host.nms.TorchNMS.fast_nms is host.stock


@pytest.mark.parametrize("at_threshold", [True, False])
def test_both_rules_at_the_threshold(
    host: Host, at_threshold: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Versions differ in whether a box goes whose ProbIoU is the threshold."""
    code = importlib.import_module("inspect").getsource(host.stock)
    package = drop_in._Host.imported()
    assert package.suppresses_at_threshold() is (">= iou_threshold" in code)
    monkeypatch.setattr(drop_in._Host, "suppresses_at_threshold", lambda _: at_threshold)
    rows = np.tile(BOX, (120, 1)) + np.arange(120)[:, None] // 2 * (100, 0, 0, 0, 0)
    boxes, scores = host.tensors(rows, np.linspace(1, 0, 120))
    threshold = float(host.metrics.batch_probiou(boxes[:1], boxes[1:2]))
    with drop_in.enabled():
        assert len(host.keep(boxes, scores, threshold)) == (60 if at_threshold else 120)
