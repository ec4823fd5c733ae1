"""The verbs straight on vertex arrays: the face for programs that want a backend.

Each argument that stands for a ring is any (n, 2) array or sequence of pairs of
numbers; a call copies it into memory of its own. Lists, and memory that holds float64
with any strides, are read fastest.
Rings may wind either way, be open or closed and hold repeated points. One point is a
disc, two are a segment. `radius_a` and `radius_b` round the shapes. Nothing is
built and nothing is cached. Answers are the bits of the verb for `sepax.Polygon`,
`Segment`, `Capsule` or `Circle` of the same points.

The caller vouches for convexity where `intersects`, `separating_axis`, `mtv`,
`collide`, `sweep`, `contains` and `project` get rings of three points or more without a
radius: for a concave or degenerate ring the answer is that of a separating axis test
over its edges. All else needs convex rings, and a ring that is not is a ValueError.
"""

from sepax._core import raw as _raw
from sepax._core.raw import *  # noqa: F403 - the verbs of rings in verbs.toml

__all__: list[str] = []
__all__ += _raw.__all__
