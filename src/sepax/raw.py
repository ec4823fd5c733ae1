"""The verbs straight on vertex arrays: the face for programs that want a backend.

Each argument that stands for a polygon is either an (n, 2) float64 buffer of any
strides or any sequence of pairs of numbers; a call copies it into memory of its own.
Rings may wind either way, be open or closed and hold repeated points. Nothing is
built and nothing is cached. The caller vouches for convexity: for a concave or
degenerate ring the answer is that of a separating axis test over its edges.
"""

from sepax._core.raw import collide, contains, intersects, mtv, project, separating_axis, sweep

__all__ = ["collide", "contains", "intersects", "mtv", "project", "separating_axis", "sweep"]
