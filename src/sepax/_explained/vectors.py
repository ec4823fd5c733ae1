"""Products and lengths of vectors, with the same bits on every processor.

`@` and `numpy.dot` go to BLAS, and `numpy.hypot` to the C library. How these round depends on the
instructions that the processor has.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sepax._base.arguments import FloatArray


def dot(vectors: FloatArray, other: FloatArray | Sequence[float]) -> FloatArray:
    """Return the scalar products of (..., 2) vectors with one other."""
    products: FloatArray = vectors[..., 0] * other[0] + vectors[..., 1] * other[1]
    return products


def lengths(vectors: FloatArray) -> FloatArray:
    """Return the lengths of (n, 2) vectors, scaled so that no square overflows or underflows."""
    scales = np.maximum(np.abs(vectors).max(axis=1), np.finfo(float).tiny)
    found: FloatArray = scales * np.sqrt(np.square(vectors / scales[:, None]).sum(axis=1))
    return found


def units(vectors: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return (n, 2) vectors divided by their lengths, 0 for those without one, and the lengths."""
    far = lengths(vectors)
    return vectors / np.maximum(far, np.finfo(float).tiny)[:, None], far
