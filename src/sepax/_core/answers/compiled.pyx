# Written by tools/generate.py from verbs.toml: change that table, not this file.
"""The answers compiled once; see compiled.pxd."""

from sepax._core.answers.intersects cimport answer_intersects
from sepax._core.answers.separating_axis cimport answer_separating_axis
from sepax._core.answers.contains cimport answer_contains
from sepax._core.answers.covers cimport answer_covers
from sepax._core.answers.project cimport answer_project
from sepax._core.answers.support_point cimport answer_support_point
from sepax._core.answers.mtv cimport answer_mtv
from sepax._core.answers.collide cimport answer_collide
from sepax._core.answers.distance cimport answer_distance
from sepax._core.answers.nearest_points cimport answer_nearest_points
from sepax._core.answers.overlap_area cimport answer_overlap_area
from sepax._core.answers.iou cimport answer_iou
from sepax._core.answers.sweep cimport answer_sweep
from sepax._core.answers.time_of_impact cimport answer_time_of_impact
from sepax._core.answers.raycast cimport answer_raycast

compiled[:] = [answer_intersects, answer_separating_axis, answer_contains, answer_covers, answer_project, answer_support_point, answer_mtv, answer_collide, answer_distance, answer_nearest_points, answer_overlap_area, answer_iou, answer_sweep, answer_time_of_impact, answer_raycast]
