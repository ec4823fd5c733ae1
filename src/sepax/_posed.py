"""Signed distances of shapes with variable poses: what `sepax.torch` and `sepax.jax` share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

import sepax
from sepax._base.arguments import FloatArray
from sepax._geometry.shape import Shape
from sepax.arrays import ShapeArray
from sepax.compound import Compound, CompoundArray

Shapes: TypeAlias = Shape | Compound | Iterable[Shape]
Array: TypeAlias = ShapeArray | CompoundArray


def array_of(shapes: Shapes, name: str) -> Array:
    """Return shapes as an array that may be moved: a copy."""
    if isinstance(shapes, (ShapeArray, CompoundArray)):
        return shapes.copy()
    if isinstance(shapes, Compound):
        return CompoundArray.at(shapes, [shapes.position], shapes.angle)
    try:
        return ShapeArray([shapes] if isinstance(shapes, Shape) else shapes)
    except TypeError as error:
        raise TypeError(
            f"{name} must be a shape, a Compound or an array of either: {error}"
        ) from None


def posed(shapes: Shapes, poses: FloatArray | None, name: str) -> Array:
    """Return a copy of shapes at poses (n, 3); one shape stands for all. None leaves them in place.

    Raises
    ------
    ValueError
        For poses of another shape or number, or that are not finite. The message names them.
    """
    array = array_of(shapes, f"shapes_{name}")
    if poses is None:
        return array
    if poses.ndim != 2 or poses.shape[1] != 3:
        raise ValueError(
            f"poses_{name} must have the shape (n, 3), x, y and angle in a row, got {poses.shape}"
        )
    if len(array) == 1 != len(poses):
        array = array[np.zeros(len(poses), np.intp)]
    if len(array) != len(poses):
        raise ValueError(f"{len(array)} shapes_{name} have {len(poses)} poses_{name}")
    wrong = np.flatnonzero(~np.isfinite(poses).all(axis=1))
    if len(wrong):
        raise ValueError(f"poses_{name}[{wrong[0]}] is {poses[wrong[0]].tolist()}: not finite")
    array.set_poses(poses[:, :2], poses[:, 2])
    return array


def signed_distances(
    shapes_a: Shapes, poses_a: FloatArray | None, shapes_b: Shapes, poses_b: FloatArray | None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the signed distances of n pairs, and their gradients by the poses of a and of b.

    Returns
    -------
    (n,) float64, and two of (n, 3) float64
    """
    a, b = posed(shapes_a, poses_a, "a"), posed(shapes_b, poses_b, "b")
    count = max(len(a), len(b)) if min(len(a), len(b)) else 0
    for one, name in ((a, "a"), (b, "b")):
        if len(one) not in (1, count):
            raise ValueError(f"there are {len(one)} shapes_{name}, and not one or {count}")
    rows = [np.arange(count) if len(one) == count else np.zeros(count, np.intp) for one in (a, b)]
    found = sepax.clearance(a, b, pairs=(rows[0], rows[1]))
    return found.distance, found.gradient_a, found.gradient_b
