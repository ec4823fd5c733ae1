"""The one answer of a verb as an object of Python, by the kind of the result."""

from sepax._core.answers.answer cimport Result, Touch
from sepax._core.results cimport new_approach, new_clearance, new_contact, new_impact, new_ray_hit

cdef enum Kind:         # the kinds of verbs.toml
    TRUTH
    NUMBER
    POINT
    INTERVAL
    VECTOR              # or None
    POINTS
    CONTACT             # or None; so are the next two
    IMPACT
    RAY_HIT
    CLEARANCE
    APPROACH


cdef inline object as_python(Kind kind, int found, const Result* result):
    """The object of Python for an answer. `found` is 1 where there is a result; a truth is that
    itself."""
    cdef const Touch* touch = &result.contact
    if kind == TRUTH:
        return found == 1
    if kind == NUMBER:
        return result.number
    if found != 1:
        return None
    if kind == POINTS:
        return ((result.points[0], result.points[1]), (result.points[2], result.points[3]))
    if kind == CONTACT:
        return new_contact(&touch.widest, touch.depth, &touch.points, touch.a_in_b, touch.b_in_a)
    if kind == IMPACT:
        return new_impact(&result.impact)
    if kind == CLEARANCE:
        return new_clearance(&result.gap)
    if kind == APPROACH:
        return new_approach(&result.passing)
    if kind == RAY_HIT:
        return new_ray_hit(&result.ray_hit, 0)
    return (result.vector[0], result.vector[1])
