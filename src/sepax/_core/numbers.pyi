# Written by tools/generate.py from verbs.toml: change that table, not this file.
from typing import TypeAlias

from sepax._core.results import Contact, Impact, RayHit

_Vector: TypeAlias = tuple[float, float]

def boxes_intersect(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
    touching: bool = True,
) -> bool: ...
def boxes_separating_axis(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
) -> _Vector | None: ...
def box_contains(
    x: float,
    y: float,
    half_width: float,
    half_height: float,
    cosine: float,
    sine: float,
    point_x: float,
    point_y: float,
) -> bool: ...
def boxes_covers(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
) -> bool: ...
def box_project(
    x: float,
    y: float,
    half_width: float,
    half_height: float,
    cosine: float,
    sine: float,
    axis_x: float,
    axis_y: float,
) -> _Vector: ...
def boxes_mtv(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
) -> _Vector | None: ...
def boxes_contact(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
    margin: float = 0.0,
) -> Contact | None: ...
def boxes_distance(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
) -> float: ...
def boxes_nearest_points(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
) -> tuple[_Vector, _Vector]: ...
def boxes_overlap_area(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
) -> float: ...
def boxes_iou(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
) -> float: ...
def boxes_sweep(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
    velocity_a_x: float,
    velocity_a_y: float,
    velocity_b_x: float = 0.0,
    velocity_b_y: float = 0.0,
    max_time: float = 1.0,
    touching: bool = True,
    skip_leaving: bool = False,
) -> Impact | None: ...
def boxes_time_of_impact(
    x_a: float,
    y_a: float,
    half_width_a: float,
    half_height_a: float,
    cosine_a: float,
    sine_a: float,
    x_b: float,
    y_b: float,
    half_width_b: float,
    half_height_b: float,
    cosine_b: float,
    sine_b: float,
    velocity_a_x: float,
    velocity_a_y: float,
    velocity_b_x: float = 0.0,
    velocity_b_y: float = 0.0,
    max_time: float = 1.0,
) -> float: ...
def box_raycast(
    x: float,
    y: float,
    half_width: float,
    half_height: float,
    cosine: float,
    sine: float,
    origin_x: float,
    origin_y: float,
    direction_x: float,
    direction_y: float,
    max_distance: float = ...,
    ray_radius: float = 0.0,
) -> RayHit | None: ...
def circles_intersect(
    x_a: float,
    y_a: float,
    radius_a: float,
    x_b: float,
    y_b: float,
    radius_b: float,
    touching: bool = True,
) -> bool: ...
def circles_separating_axis(
    x_a: float, y_a: float, radius_a: float, x_b: float, y_b: float, radius_b: float
) -> _Vector | None: ...
def circle_contains(x: float, y: float, radius: float, point_x: float, point_y: float) -> bool: ...
def circles_covers(
    x_a: float, y_a: float, radius_a: float, x_b: float, y_b: float, radius_b: float
) -> bool: ...
def circle_project(x: float, y: float, radius: float, axis_x: float, axis_y: float) -> _Vector: ...
def circles_mtv(
    x_a: float, y_a: float, radius_a: float, x_b: float, y_b: float, radius_b: float
) -> _Vector | None: ...
def circles_contact(
    x_a: float,
    y_a: float,
    radius_a: float,
    x_b: float,
    y_b: float,
    radius_b: float,
    margin: float = 0.0,
) -> Contact | None: ...
def circles_distance(
    x_a: float, y_a: float, radius_a: float, x_b: float, y_b: float, radius_b: float
) -> float: ...
def circles_nearest_points(
    x_a: float, y_a: float, radius_a: float, x_b: float, y_b: float, radius_b: float
) -> tuple[_Vector, _Vector]: ...
def circles_overlap_area(
    x_a: float, y_a: float, radius_a: float, x_b: float, y_b: float, radius_b: float
) -> float: ...
def circles_iou(
    x_a: float, y_a: float, radius_a: float, x_b: float, y_b: float, radius_b: float
) -> float: ...
def circles_sweep(
    x_a: float,
    y_a: float,
    radius_a: float,
    x_b: float,
    y_b: float,
    radius_b: float,
    velocity_a_x: float,
    velocity_a_y: float,
    velocity_b_x: float = 0.0,
    velocity_b_y: float = 0.0,
    max_time: float = 1.0,
    touching: bool = True,
    skip_leaving: bool = False,
) -> Impact | None: ...
def circles_time_of_impact(
    x_a: float,
    y_a: float,
    radius_a: float,
    x_b: float,
    y_b: float,
    radius_b: float,
    velocity_a_x: float,
    velocity_a_y: float,
    velocity_b_x: float = 0.0,
    velocity_b_y: float = 0.0,
    max_time: float = 1.0,
) -> float: ...
def circle_raycast(
    x: float,
    y: float,
    radius: float,
    origin_x: float,
    origin_y: float,
    direction_x: float,
    direction_y: float,
    max_distance: float = ...,
    ray_radius: float = 0.0,
) -> RayHit | None: ...
def get_include() -> str: ...
