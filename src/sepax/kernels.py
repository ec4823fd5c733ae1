# Written by tools/generate.py from verbs.toml: change that table, not this file.
"""The verbs by numbers: boxes and circles that are no objects.

A box is its centre, half its width and half its height, and the cosine and sine of its angle. A
circle is its centre and radius. Names and parameters are those of the functions for compiled
callers, so that a loop that numba compiles runs without numba, too. Answers are the bits of the
verb for `sepax.Polygon.box` and `sepax.Circle` in the same pose. Numbers that are no box, no circle
or no motion are a ValueError.
"""

from sepax._core.numbers import (
    box_contains,
    box_project,
    box_raycast,
    boxes_contact,
    boxes_covers,
    boxes_distance,
    boxes_intersect,
    boxes_iou,
    boxes_mtv,
    boxes_nearest_points,
    boxes_overlap_area,
    boxes_separating_axis,
    boxes_sweep,
    boxes_time_of_impact,
    circle_contains,
    circle_project,
    circle_raycast,
    circles_contact,
    circles_covers,
    circles_distance,
    circles_intersect,
    circles_iou,
    circles_mtv,
    circles_nearest_points,
    circles_overlap_area,
    circles_separating_axis,
    circles_sweep,
    circles_time_of_impact,
    get_include,
)

__all__ = [
    "box_contains",
    "box_project",
    "box_raycast",
    "boxes_contact",
    "boxes_covers",
    "boxes_distance",
    "boxes_intersect",
    "boxes_iou",
    "boxes_mtv",
    "boxes_nearest_points",
    "boxes_overlap_area",
    "boxes_separating_axis",
    "boxes_sweep",
    "boxes_time_of_impact",
    "circle_contains",
    "circle_project",
    "circle_raycast",
    "circles_contact",
    "circles_covers",
    "circles_distance",
    "circles_intersect",
    "circles_iou",
    "circles_mtv",
    "circles_nearest_points",
    "circles_overlap_area",
    "circles_separating_axis",
    "circles_sweep",
    "circles_time_of_impact",
    "get_include",
]
