# Written by tools/generate.py from verbs.toml: change that table, not this file.
"""The answers compiled once, for callers to which a call costs little beside the work."""

from sepax._core.answers.answer cimport answer_t

cdef enum:      # the places of the verbs in the table
    VERB_INTERSECTS
    VERB_SEPARATING_AXIS
    VERB_CONTAINS
    VERB_COVERS
    VERB_PROJECT
    VERB_SUPPORT_POINT
    VERB_MTV
    VERB_COLLIDE
    VERB_DISTANCE
    VERB_NEAREST_POINTS
    VERB_OVERLAP_AREA
    VERB_IOU
    VERB_SWEEP
    VERB_TIME_OF_IMPACT
    VERB_RAYCAST
    VERBS

cdef answer_t[VERBS] compiled
