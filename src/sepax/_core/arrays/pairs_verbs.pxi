# Written by tools/generate.py from verbs.toml: change that table, not this file.

from sepax._core.answers.project cimport answer_project
from sepax._core.answers.support_point cimport answer_support_point
from sepax._core.answers.compiled cimport (compiled, VERB_INTERSECTS, VERB_SEPARATING_AXIS,
                                           VERB_CONTAINS, VERB_COVERS, VERB_PROJECT,
                                           VERB_SUPPORT_POINT, VERB_MTV, VERB_COLLIDE,
                                           VERB_DISTANCE, VERB_NEAREST_POINTS, VERB_OVERLAP_AREA,
                                           VERB_IOU, VERB_SWEEP, VERB_TIME_OF_IMPACT)

cdef Loop[VERBS] LOOPS
LOOPS[VERB_INTERSECTS] = Loop(filter_meetings, Kind.TRUTH, False)
LOOPS[VERB_SEPARATING_AXIS] = Loop(filter_axes, Kind.VECTOR, False)
LOOPS[VERB_CONTAINS] = Loop(filter_contained, Kind.TRUTH, False)
LOOPS[VERB_COVERS] = Loop(filter_none, Kind.TRUTH, False)
LOOPS[VERB_PROJECT] = Loop(filter_none, Kind.INTERVAL, False)
LOOPS[VERB_SUPPORT_POINT] = Loop(filter_none, Kind.POINT, False)
LOOPS[VERB_MTV] = Loop(filter_translations, Kind.VECTOR, False)
LOOPS[VERB_COLLIDE] = Loop(filter_contacts, Kind.CONTACT, False)
LOOPS[VERB_DISTANCE] = Loop(filter_distances, Kind.NUMBER, False)
LOOPS[VERB_NEAREST_POINTS] = Loop(filter_none, Kind.POINTS, False)
LOOPS[VERB_OVERLAP_AREA] = Loop(filter_overlap_areas, Kind.NUMBER, False)
LOOPS[VERB_IOU] = Loop(filter_ious, Kind.NUMBER, False)
LOOPS[VERB_SWEEP] = Loop(filter_impacts, Kind.IMPACT, True)
LOOPS[VERB_TIME_OF_IMPACT] = Loop(filter_times, Kind.NUMBER, True)

cdef dict NUMBERS = {
    "intersects": VERB_INTERSECTS,
    "separating_axis": VERB_SEPARATING_AXIS,
    "contains": VERB_CONTAINS,
    "covers": VERB_COVERS,
    "project": VERB_PROJECT,
    "support_point": VERB_SUPPORT_POINT,
    "mtv": VERB_MTV,
    "collide": VERB_COLLIDE,
    "distance": VERB_DISTANCE,
    "nearest_points": VERB_NEAREST_POINTS,
    "overlap_area": VERB_OVERLAP_AREA,
    "iou": VERB_IOU,
    "sweep": VERB_SWEEP,
    "time_of_impact": VERB_TIME_OF_IMPACT,
}


cdef Py_ssize_t fill_places(const Plan* plan, Rows* rows, Py_ssize_t start,
                            Py_ssize_t stop) noexcept nogil:
    """The loop of verbs about places that have no filter, each with its answer compiled in."""
    if rows.answer == compiled[VERB_PROJECT]:
        return walk_places(plan, rows, answer_project, Kind.INTERVAL, start, stop)
    if rows.answer == compiled[VERB_SUPPORT_POINT]:
        return walk_places(plan, rows, answer_support_point, Kind.POINT, start, stop)
    return start
