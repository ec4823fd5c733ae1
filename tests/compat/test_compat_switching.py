"""Each host: every function is replaced wherever it was imported, and put back without a trace."""

from __future__ import annotations

import inspect
import os
import pickle
import sys
import warnings
from collections.abc import Mapping
from importlib import import_module, metadata
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from compat.doctr import post_processor
from compat.paddleocr import evaluator_class

import sepax.compat

# A release that is newer than the proved ones is tested as well.
pytestmark = pytest.mark.filterwarnings("ignore::sepax.compat.UnprovedVersionWarning")


class Host(NamedTuple):
    """What a drop-in has to change, and what it needs."""

    package: str
    distribution: str
    places: tuple[str, ...]  # where replaced functions are, some of them by another name
    needed: tuple[str, ...]  # without one of these it is refused
    options: Mapping[str, Any] = MappingProxyType({})


COLLISION, CASTING = "arcade.sprite_list.collision", "irsim.lib.algorithm.ray_casting_2d"
ASSOCIATION = "boxmot.trackers.common.association.iou"
EVALUATOR = "ppocr.metrics.eval_det_iou.DetectionIoUEvaluator"
MATCHES = "sahi.postprocess._sparse_backend"
PROCESSOR = "doctr.models.layout.lw_detr.base.LWDETRPostProcessor"
SENSORS, BOXES = "irsim.world.sensors", "supervision.detection.utils.iou_and_nms"
SHIFTS = tuple(f"adjustText.get_shifts_{name}" for name in ("texts", "extra"))
HOSTS = {
    "adjusttext": Host(
        "adjustText", "adjustText", SHIFTS, ("adjustText.remove_crossings", *SHIFTS)
    ),
    "arcade": Host(
        "arcade",
        "arcade",
        (
            *("arcade.check_for_collision", "arcade.geometry.are_polygons_intersecting"),
            *("arcade.get_sprites_at_point", "arcade.get_sprites_in_rect"),
            *(
                f"arcade.{name}HitBox.get_adjusted_points"
                for name in ("hitbox.", "hitbox.Rotatable")
            ),
            *("arcade.geometry.is_point_in_polygon", f"{COLLISION}.are_polygons_intersecting"),
            *(f"arcade.check_for_collision_with_list{s}" for s in ("", "s")),
            "arcade.physics_engines.check_for_collision_with_lists",
            "arcade.sprite_list.spatial_hash.SpatialHash.get_sprites_near_sprite",
            "arcade.paths.get_sprites_at_point",
        ),
        (f"{COLLISION}.get_sprites_in_rect", f"{COLLISION}._get_nearby_sprites"),
    ),
    "boxmot": Host(
        "boxmot", "boxmot", (f"{ASSOCIATION}._iou_obb_matrix",), (f"{ASSOCIATION}._iou_obb_matrix",)
    ),
    "doctr": Host(
        "doctr", "python-doctr", (f"{PROCESSOR}._nms",), (f"{PROCESSOR}._nms", f"{PROCESSOR}._iou")
    ),
    "highway_env": Host(
        "highway_env",
        "highway-env",
        ("highway_env.utils.are_polygons_intersecting",),
        ("highway_env.utils.rotated_rectangles_intersect",),
        {"fix_rectangles": True},
    ),
    "irsim": Host(
        "irsim",
        "ir-sim",
        (
            *(f"{CASTING}.cast_ray{name}" for name in ("_segments", "s")),
            *(f"{SENSORS}.{name}.cast_rays" for name in ("lidar2d", "fmcw_lidar2d")),
        ),
        tuple(f"{CASTING}.{name}" for name in ("ORIGIN_EPS", "boundary_segments", "cast_rays")),
    ),
    "paddleocr": Host(
        "ppocr", "paddleocr", (f"{EVALUATOR}.evaluate_image",), (f"{EVALUATOR}.evaluate_image",)
    ),
    "sahi": Host(
        "sahi",
        "sahi",
        ("sahi.postprocess.combine._dispatch",),
        (
            "sahi.postprocess.combine._dispatch",
            "sahi.postprocess._numpy_backend._score_tiebreak_order",
            *(
                f"{MATCHES}.{name}"
                for name in ("_overlap_metric", "_dominates", "SPARSE_MIN_BOXES")
            ),
        ),
    ),
    "supervision": Host(
        "supervision",
        "supervision",
        (
            *(f"{BOXES}.oriented_box_{name}" for name in ("iou_batch", "non_max_suppression")),
            *(f"{BOXES}._group_overlapping_oriented_boxes", "supervision.oriented_box_iou_batch"),
            *(
                f"supervision.metrics.{name}.oriented_box_iou_batch"
                for name in ("detection", "mean_average_precision")
            ),
            "supervision.detection.core.oriented_box_non_max_suppression",
        ),
        (
            *(f"{BOXES}.oriented_box_iou_batch", f"{BOXES}._prepare_predictions_for_nms"),
            f"{BOXES}.OverlapMetric",
        ),
    ),
}

LOADERS = {"doctr": post_processor, "paddleocr": evaluator_class}  # of hosts without their parents


@pytest.fixture(name="drop_in", params=HOSTS)
def _drop_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of a host that is installed; its places are imported."""
    host = HOSTS[request.param]
    if sys.platform == "linux":
        os.environ.setdefault("ARCADE_HEADLESS", "True")
    os.environ.setdefault("MPLBACKEND", "Agg")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what hosts import
            if loader := LOADERS.get(request.param):
                loader()
            for place in host.places:
                resolve_name(place)
    except ImportError as error:
        pytest.skip(f"{host.package} cannot be loaded: {error}")
    return import_module(f"sepax.compat.{request.param}")


def host_of(drop_in: Any) -> Host:
    return HOSTS[drop_in.__name__.rpartition(".")[2]]


def version_of(host: Host) -> str:
    """Return the version of the installed distribution; a clone of PaddleOCR has none."""
    try:
        return metadata.version(host.distribution)
    except metadata.PackageNotFoundError:
        assert host.package == "ppocr"
        return "of unknown version"


def found(host: Host) -> dict[str, Any]:
    """Return what stands in every place, and under every name of the host's modules."""
    names = {place: resolve_name(place) for place in host.places}
    for module, loaded in list(sys.modules.items()):
        if module.partition(".")[0] == host.package:
            names |= {f"{module}.{name}": value for name, value in list(vars(loaded).items())}
    return names


def test_every_place_is_replaced_and_put_back(drop_in: Any) -> None:
    host = host_of(drop_in)
    before = found(host)
    drop_in.disable()
    for _ in range(2):
        drop_in.enable()
        drop_in.enable()
        during = found(host)
        assert [place for place in host.places if during[place] is before[place]] == []
        if host.options:
            drop_in.enable(**host.options)
            assert found(host) != during
        assert sepax.compat.status() == {host.package: version_of(host)}
        drop_in.disable()
        drop_in.disable()
        after = found(host)
        assert [name for name in before if after[name] is not before[name]] == []
        assert sepax.compat.status() == {}


def test_replacements_look_like_what_they_replace(drop_in: Any) -> None:
    with drop_in.enabled(**host_of(drop_in).options):
        changes = [(change.original, change.new) for change in drop_in._backend._changes]
        assert changes
        for original, new in changes:
            assert inspect.isroutine(new)
            for name in ("__name__", "__qualname__", "__module__", "__doc__"):
                assert getattr(new, name) == getattr(original, name)
            assert inspect.signature(new) == inspect.signature(original)
            own = inspect.signature(new, follow_wrapped=False).parameters
            assert [*own] == [*inspect.signature(original).parameters]
            assert pickle.loads(pickle.dumps(new)) is new
        pickled = [(original, pickle.dumps(new)) for original, new in changes]
    for original, text in pickled:  # on sepax, and read without it
        assert pickle.loads(text) is original


def test_a_version_that_lacks_a_name_is_refused(
    drop_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = host_of(drop_in)
    for path in host.needed:
        name = path.rpartition(".")[2]
        with monkeypatch.context() as patched:
            patched.delattr(resolve_name(path.rpartition(".")[0]), name)
            before = {place: resolve_name(place) for place in host.places if place != path}
            with pytest.raises(RuntimeError, match=f"{host.distribution} .*{name}"):
                drop_in.enable(**host.options)
            assert {place: resolve_name(place) for place in before} == before
            assert sepax.compat.status() == {}
