"""The verbs for boxes and circles by numbers, as functions of Python.

They are those of sepax/cython_api.pyx with results of Python. The functions are in
numbers_verbs.pxi, which tools/generate.py writes from verbs.toml.
"""

cimport cython
from libc.math cimport INFINITY

from os.path import dirname, join

from sepax._core.arguments cimport refuse_length
from sepax._core.caller_answers cimport (
    answer_contact, answer_contains, answer_covers, answer_distance, answer_intersect, answer_iou,
    answer_mtv, answer_nearest_points, answer_overlap_area, answer_project, answer_raycast,
    answer_separating_axis, answer_sweep, answer_time_of_impact)
from sepax._core.callers cimport GivenBox, GivenCircle, read_box, read_circle
from sepax._core.kernels.answers cimport RayContact
from sepax._core.results cimport Contact, Impact, new_ray_hit


def get_include():
    """The folder of ``sepax.h``, the header of the C API, for compilers.

    Returns
    -------
    str

    Examples
    --------
    >>> from pathlib import Path
    >>> Path(sepax.get_include(), "sepax.h").exists()
    True
    """
    return join(dirname(dirname(__file__)), "include")


cdef str listed(tuple names, tuple numbers, str side):
    """The numbers that were given, by name."""
    return ", ".join([f"{name}{side}={number}" for name, number in zip(names, numbers)])


cdef int take_box(double x, double y, double half_width, double half_height, double cosine,
                  double sine, str side, GivenBox* box) except -1:
    if read_box(x, y, half_width, half_height, cosine, sine, box):
        return 0
    given = listed(("x", "y", "half_width", "half_height", "cosine", "sine"),
                   (x, y, half_width, half_height, cosine, sine), side)
    raise ValueError(f"{given} are no box: its centre and corners must be finite and within "
                     "2**240, half its width and height greater than 0, and cosine and sine those "
                     "of one angle; far from the origin it must not round away")


cdef int take_circle(double x, double y, double radius, str side, GivenCircle* circle) except -1:
    if read_circle(x, y, radius, circle):
        return 0
    given = listed(("x", "y", "radius"), (x, y, radius), side)
    raise ValueError(f"{given} are no circle: its centre and radius must be finite and within "
                     "2**240, and the radius not negative")


cdef int refuse_point(double x, double y) except -1:
    raise ValueError(f"point_x={x}, point_y={y} are no point: they must be finite and within "
                     "2**240")


cdef int refuse_axis(double x, double y) except -1:
    raise ValueError(f"axis_x={x}, axis_y={y} are no axis: they must be finite and within 2**240, "
                     "and not both 0")


cdef int refuse_motion(double a_x, double a_y, double b_x, double b_y, double max_time) except -1:
    given = listed(("velocity_a_x", "velocity_a_y", "velocity_b_x", "velocity_b_y", "max_time"),
                   (a_x, a_y, b_x, b_y, max_time), "")
    raise ValueError(f"{given} are no motion: velocities must be finite and within 2**240, and "
                     "max_time not negative or NaN")


cdef int refuse_ray(double x, double y, double direction_x, double direction_y,
                    double max_distance, double radius) except -1:
    given = listed(("origin_x", "origin_y", "direction_x", "direction_y", "max_distance",
                    "ray_radius"), (x, y, direction_x, direction_y, max_distance, radius), "")
    raise ValueError(f"{given} are no ray: origin and direction must be finite and within 2**240, "
                     "the direction not zero, max_distance not negative or NaN, ray_radius finite "
                     "and not negative")


include "numbers_verbs.pxi"
