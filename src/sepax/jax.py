"""Signed distances that JAX differentiates by the poses of shapes.

Extra: ``pip install sepax[jax]``. Importing `sepax` does not import jax.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from sepax._posed import Shapes, signed_distances

__all__ = ["signed_distance"]


def signed_distance(
    shapes_a: Shapes, poses_a: Any, shapes_b: Shapes, poses_b: Any = None
) -> jax.Array:
    """Return `sepax.signed_distance` of n pairs of shapes, with gradients by the poses.

    It works under `jax.jit`, `jax.grad` and `jax.vmap`. The answers are computed in float64 on the
    CPU, by `sepax.clearance`, outside of what JAX compiles. At a kink the gradient is that of one
    side. It cannot be differentiated twice.

    Parameters
    ----------
    shapes_a, shapes_b : shape, Compound, ShapeArray or CompoundArray
        The outlines. One shape stands for all pairs. They are not moved.
    poses_a : (n, 3) or (1, 3) array
        x, y and angle in radians of each shape, the variables.
    poses_b : (n, 3) or (1, 3) array, optional
        The same of b. Without them b stays at its own poses.

    Returns
    -------
    (n,) array
        Of the dtype of `poses_a`: float32, unless ``jax_enable_x64`` is set.

    Raises
    ------
    ValueError
        For poses that are not finite, or of another shape or number. The message names them. Under
        `jax.jit` JAX raises an error of its own that quotes it.

    Examples
    --------
    >>> import jax
    >>> box = sepax.Polygon.box(2, 2)
    >>> def distance(pose):
    ...     return sepax.jax.signed_distance(box, pose[None], box)[0]
    >>> jax.grad(distance)(jax.numpy.array([4.0, 0.0, 0.5]))
    Array([ 1.        ,  0.        , -0.39815703], dtype=float32)
    """
    poses_a = jnp.asarray(poses_a)
    others = None if poses_b is None else jnp.asarray(poses_b)
    count = max(_rows(shapes_a, poses_a), _rows(shapes_b, others))
    types = [jax.ShapeDtypeStruct(shape, poses_a.dtype) for shape in ((count,), *[(count, 3)] * 2)]

    def ask(one: Any, other: Any) -> tuple[Any, ...]:
        values = [None if each is None else np.asarray(each, np.float64) for each in (one, other)]
        found = signed_distances(shapes_a, values[0], shapes_b, values[1])
        return tuple(array.astype(poses_a.dtype) for array in found)

    def asked(one: Any, other: Any) -> Any:
        return jax.pure_callback(ask, tuple(types), one, other, vmap_method="sequential")

    @jax.custom_vjp
    def distance(one: Any, other: Any) -> Any:
        return asked(one, other)[0]

    def forward(one: Any, other: Any) -> tuple[Any, Any]:
        found, *gradients = asked(one, other)
        return found, gradients

    def backward(gradients: Any, change: Any) -> tuple[Any, Any]:
        changes = [change[:, None] * gradient for gradient in gradients]
        sums = [
            # One pose for all pairs has the sum of their gradients.
            None if given is None else each.sum(0, keepdims=True) if len(given) == 1 else each
            for given, each in zip((poses_a, others), changes, strict=True)
        ]
        return sums[0], sums[1]

    distance.defvjp(forward, backward)
    answers: jax.Array = distance(poses_a, others)
    return answers


def _rows(shapes: Any, poses: Any) -> int:
    """Return how many pairs one side makes: as many as poses, or as shapes that stay in place."""
    given = 1 if poses is None else len(poses)
    return max(given, len(shapes) if hasattr(shapes, "__len__") else 1)
