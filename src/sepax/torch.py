"""Signed distances that PyTorch differentiates by the poses of shapes.

Extra: ``pip install sepax[torch]``. Importing `sepax` does not import torch.
"""

from __future__ import annotations

from typing import Any

import torch

from sepax._posed import Shapes, signed_distances

__all__ = ["signed_distance"]


class _SignedDistance(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, shapes_a: Shapes, poses_a: torch.Tensor, shapes_b: Shapes, poses_b: Any
    ) -> torch.Tensor:
        given = [None if poses is None else _values(poses) for poses in (poses_a, poses_b)]
        found = signed_distances(shapes_a, given[0], shapes_b, given[1])
        distances, *gradients = (torch.from_numpy(array).to(poses_a) for array in found)
        ctx.save_for_backward(*gradients)
        ctx.sizes = [0 if poses is None else len(poses) for poses in (poses_a, poses_b)]
        return distances

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, change: torch.Tensor) -> tuple[None, Any, None, Any]:
        changes = []
        for gradient, size in zip(ctx.saved_tensors, ctx.sizes, strict=True):
            by_pose = change[:, None] * gradient
            # One pose for all pairs has the sum of their gradients.
            changes.append(by_pose.sum(0, keepdim=True) if size == 1 else by_pose)
        return None, changes[0], None, changes[1] if ctx.sizes[1] else None


def _values(poses: torch.Tensor) -> Any:
    """Return poses as a float64 array: those of a CPU tensor of doubles without a copy."""
    return poses.detach().to("cpu", torch.float64).numpy()


def signed_distance(
    shapes_a: Shapes,
    poses_a: torch.Tensor,
    shapes_b: Shapes,
    poses_b: torch.Tensor | None = None,
) -> torch.Tensor:
    """Return `sepax.signed_distance` of n pairs of shapes as a tensor with gradients by the poses.

    Computed in float64 on the CPU, by `sepax.clearance`. At a kink the gradient is that of one
    side. It cannot be differentiated twice.

    Parameters
    ----------
    shapes_a, shapes_b : shape, Compound, ShapeArray or CompoundArray
        The outlines. One shape stands for all pairs. They are not moved.
    poses_a : (n, 3) or (1, 3) tensor
        x, y and angle in radians of each shape, the variables.
    poses_b : (n, 3) or (1, 3) tensor, optional
        The same of b. Without them b stays at its own poses.

    Returns
    -------
    (n,) tensor
        Of the dtype and device of `poses_a`.

    Raises
    ------
    ValueError
        For poses that are not finite, or of another shape or number. The message names them.
    TypeError
        For what are no shapes.

    Examples
    --------
    >>> import torch
    >>> poses = torch.tensor([[4.0, 0.0, 0.5]], dtype=torch.float64, requires_grad=True)
    >>> box = sepax.Polygon.box(2, 2)
    >>> distance = sepax.torch.signed_distance(box, poses, box)
    >>> distance.sum().backward()
    >>> poses.grad
    tensor([[ 1.0000,  0.0000, -0.3982]], dtype=torch.float64)
    """
    answers: torch.Tensor = _SignedDistance.apply(shapes_a, poses_a, shapes_b, poses_b)
    return answers
