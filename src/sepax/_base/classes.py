"""Classes of detections: labels that may be floats, compared by their values."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import FloatArray, IndexArray, LabelArray, reals
from sepax._base.arguments import labels as any_labels
from sepax._core.arguments import viewed

AnyClasses = LabelArray | FloatArray | npt.NDArray[np.object_]
_ALL_FLOATS = 2**53  # up to here, every integer is a float64; the next one rounds to this


def read_classes(classes: npt.ArrayLike, count: int, name: str = "classes") -> AnyClasses:
    """Return a class for each shape: integers, or floats as detectors have them."""
    given = _float_classes(classes, name)
    labels = any_labels(classes, name) if given is None else given
    if labels.shape != (count,):
        raise ValueError(f"{name} must be one for each of {count} shapes, got {labels.shape}")
    return labels


def numbered(some: AnyClasses, others: AnyClasses) -> tuple[IndexArray, IndexArray]:
    """Return numbers from 0 that are equal where classes are, by their values."""
    if some.dtype != others.dtype and max(map(_largest, (some, others))) >= _ALL_FLOATS:
        some, others = _as_objects(some), _as_objects(others)  # NumPy may make floats of two kinds
    _, numbers = np.unique(np.concatenate((some, others)), return_inverse=True)
    return numbers[: len(some)], numbers[len(some) :]


def _as_objects(labels: AnyClasses) -> npt.NDArray[np.object_]:
    """Return Python's numbers, of exactly these values."""
    if labels.dtype.kind != "f" or labels.dtype.itemsize <= 8:
        return labels.astype(object)
    from fractions import Fraction

    values = [Fraction(*x.as_integer_ratio()) if np.isfinite(x) else float(x) for x in labels]
    return np.array(values, dtype=object)


def _largest(labels: AnyClasses) -> Any:
    """Return the largest magnitude, perhaps rounded."""
    return max(labels.max(initial=0), -float(labels.min(initial=0)))


def _float_classes(classes: npt.ArrayLike, name: str) -> AnyClasses | None:
    """Return classes that are floats, or Python's numbers if floats round some; None for others."""
    given = viewed(classes, name)
    array = np.asarray(given)
    if array.dtype.kind not in "fO" or array.size == 0:
        return None
    labels: AnyClasses = reals(array, name) if array.dtype.kind == "O" else array + 0.0
    if np.isnan(labels).any():
        raise ValueError(f"{name}[{int(np.argmax(np.isnan(labels)))}] must not be NaN")
    if (array is given and array.dtype.kind == "f") or _largest(labels) < _ALL_FLOATS:
        return labels
    items = np.asarray(given, dtype=object)  # as they are: NumPy may have made floats of them
    if all(map(_is_whole, items.flat)):
        return None
    values = [int(item) if _is_whole(item) else float(item) for item in items.flat]
    return np.array(values, dtype=object).reshape(items.shape)


def _is_whole(item: Any) -> bool:
    return isinstance(item, int | np.integer)


def kinds_of(labels: AnyClasses) -> IndexArray:
    """Return integers that are equal where labels are."""
    if labels.dtype.kind in "iu":  # they are only compared
        return np.ascontiguousarray(labels).view(np.intp)
    return np.unique(labels, return_inverse=True)[1].astype(np.intp)
