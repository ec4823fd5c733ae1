"""How a row separates from another: the shortest move, or the normal of rows that only touch.

For rows that are apart: the normal of the nearest parts, and minus their distance.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs
from libc.string cimport memset

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, joint_size
from sepax._core.arrays.descent cimport Nearness, find_nearest_parts
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.exact_rows cimport ROWS_OVERLAP, ROWS_TOUCH, relate_rows
from sepax._core.arrays.near_parts cimport PartPairs, list_near_parts, release_pairs
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport RowMemory, prepare_both, release_both, row_at
from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.distance cimport convex_nearness
from sepax._core.kernels.openings cimport (
    Direction, FaceChoice, Opening, Wedge, best_face, comes_first, opens_after, read_wedges,
    wedge_is_known)
from sepax._core.kernels.queries cimport convex_penetration
from sepax._core.kernels.tangent cimport Cone, place_tolerance, tangent_cone
from sepax._core.memory cimport has_room, new_array
from sepax._core.separate cimport order_of_rows, separate_rows

cdef extern from *:
    # Of the largest coordinate: 8 times the rounding of places there.
    const double FAR_SLACK "0x1p-50"
    # Of normals of one place: where a seam is beside a corner, parts on both sides are as near.
    const double SAME_PLACE "1e-6"


# --- how rows separate -------------------------------------------------------------

cdef double slack_of_rows(const Rows* a, const Rows* b) noexcept nogil:
    """The distance within which rounded lengths count as touching; infinity without memory."""
    cdef double[4] box, other
    if not (exact_box(a, box) and exact_box(b, other)):
        return INFINITY
    return (SLACK * joint_size(box, other, 0.0, 0.0)
            + FAR_SLACK * max(largest_of_box(box), largest_of_box(other)))


cdef inline double largest_of_box(const double* box) noexcept nogil:
    return max(max(fabs(box[LOW_X]), fabs(box[HIGH_X])), max(fabs(box[LOW_Y]), fabs(box[HIGH_Y])))


cdef int find_release(const Rows* a, const Rows* b, const double* toward, Release* out,
                      Watch* watch) noexcept nogil:
    """How a row separates from another; False where they do not meet, or a Failure. Unless `toward`
    is NULL, the second is the shortest move along that vector; for rows that only touch it is not
    set."""
    cdef int found = relate_rows(a, b, watch)
    if found == ROWS_TOUCH:
        return find_touching_normal(a, b, slack_of_rows(a, b), out, watch)
    return separate_rows(a, b, toward, out, watch) if found == ROWS_OVERLAP else found


cdef bint meet_within(const Convex* a, const Convex* b, double margin, Axis* axis,
                      double* depth) noexcept nogil:
    """Whether two parts meet or are nearer than a margin."""
    depth[0] = 0.0
    return convex_penetration(a, b, axis, depth) or convex_nearness(a, b, margin, axis, depth)


# --- rows that only touch -------------------------------------------------------------

cdef struct Touching:
    Wedge* wedges           # each once
    Py_ssize_t count, room
    double tolerance


cdef bint add_wedges(Touching* touching, const Convex* a, const Convex* b) noexcept nogil:
    """Add the tangent cone of two parts, if they touch; False without memory."""
    cdef Wedge[2] wedges
    cdef Cone cone
    cdef int k
    tangent_cone(a, b, 0.0, 0.0, touching.tolerance, &cone)
    for k in range(read_wedges(&cone, a, b, touching.tolerance, wedges)):
        if wedge_is_known(touching.wedges, touching.count, wedges + k):
            continue
        if not has_room(<void**>&touching.wedges, &touching.room, touching.count + 1,
                        sizeof(Wedge)):
            return False
        touching.wedges[touching.count] = wedges[k]
        touching.count += 1
    return True


cdef int list_cones(Touching* touching, const Rows* a, const Rows* b, double reach,
                    Watch* watch) noexcept nogil:
    """The cones of all parts that touch; 0, or a Failure."""
    cdef PartPairs pairs
    cdef RowMemory memory[2]
    cdef Py_ssize_t k
    cdef int result = list_near_parts(a, b, reach, &pairs, watch)
    if result == 0 and not prepare_both(a, b, memory):
        result = NO_MEMORY
    elif result == 0:
        for k in range(pairs.count):
            if not add_wedges(touching, row_at(a, a.start + pairs.items[k].i, memory),
                              row_at(b, b.start + pairs.items[k].j, memory + 1)):
                result = NO_MEMORY
            elif was_interrupted(watch, 1 + touching.count):
                result = INTERRUPTED
            if result < 0:
                break
        release_both(memory)
    release_pairs(&pairs)
    return result


cdef int choose_face(const Touching* touching, FaceChoice* best, Watch* watch) noexcept nogil:
    """0, or a Failure."""
    cdef Py_ssize_t k, count = 0
    cdef Opening* openings = <Opening*>new_array(touching.count, sizeof(Opening))
    cdef int result = 0
    if openings is NULL:
        return NO_MEMORY
    for k in range(touching.count):
        count += opens_after(touching.wedges, touching.count, k, openings + count)
        if was_interrupted(watch, touching.count):
            result = INTERRUPTED
            break
    if result == 0:
        best[0] = best_face(touching.wedges, touching.count, openings, count)
    PyMem_RawFree(openings)
    return result


cdef int find_touching_normal(const Rows* a, const Rows* b, double slack, Release* out,
                              Watch* watch) noexcept nogil:
    """The normal of rows that touch without an overlap; openings.pxd chooses it, independently of
    the decomposition. True, or a Failure."""
    cdef Touching touching
    cdef FaceChoice best
    cdef double[4] box_a, box_b
    cdef int order = order_of_rows(a, b), result
    if order != -1 and order != 1:
        return NO_MEMORY
    memset(&touching, 0, sizeof(Touching))
    if not (exact_box(a, box_a) and exact_box(b, box_b)):
        return NO_MEMORY
    touching.tolerance = place_tolerance(joint_size(box_a, box_b, 0.0, 0.0))
    if order < 0:
        result = list_cones(&touching, a, b, slack, watch)
    else:
        result = list_cones(&touching, b, a, slack, watch)
    if result == 0:
        result = choose_face(&touching, &best, watch)
    PyMem_RawFree(touching.wedges)
    if result < 0:
        return result
    if not best.found:      # of points, which have no face
        best.out.x, best.out.y = -1.0, 0.0
    out[0] = Release(0.0, 0.0, 0.0 + order * best.out.x, 0.0 + order * best.out.y, 0.0)
    return True


# --- rows that are apart ----------------------------------------------------------------

cdef bint is_preferred(const Axis* axis, double depth, const Release* best,
                       int order) noexcept nogil:
    """Whether parts as near as others have the normal of the whole: at one place the nearer parts,
    of several places those whose moves come first."""
    cdef Direction one, other
    if fabs(axis.normal_x - best.normal_x) + fabs(axis.normal_y - best.normal_y) < SAME_PLACE:
        return depth > best.depth
    one.x, one.y = -order * axis.normal_x, -order * axis.normal_y
    other.x, other.y = -order * best.normal_x, -order * best.normal_y
    return comes_first(one, other)


cdef int choose_nearest(const Rows* a, const Rows* b, double margin, Release* out,
                        Watch* watch) noexcept nogil:
    """Take the normal of the preferred parts among all that are the nearest but for rounding; True,
    or a Failure."""
    cdef RowMemory memory[2]
    cdef PartPairs pairs
    cdef Release best = out[0]
    cdef Axis axis
    cdef double[4] box_a, box_b
    cdef double reach, depth
    cdef Py_ssize_t k
    cdef int result, order = order_of_rows(a, b)
    if (order != -1 and order != 1) or not (exact_box(a, box_a) and exact_box(b, box_b)):
        return NO_MEMORY
    reach = min(margin, place_tolerance(joint_size(box_a, box_b, 0.0, 0.0)) - out.depth)
    result = list_near_parts(a, b, reach, &pairs, watch)
    if result == 0 and not prepare_both(a, b, memory):
        result = NO_MEMORY
    elif result == 0:
        for k in range(pairs.count):
            if (meet_within(row_at(a, a.start + pairs.items[k].i, memory),
                            row_at(b, b.start + pairs.items[k].j, memory + 1), reach, &axis, &depth)
                    and is_preferred(&axis, depth, &best, order)):
                best = Release(0.0, 0.0, axis.normal_x, axis.normal_y, depth)
            if was_interrupted(watch, 8):
                result = INTERRUPTED
                break
        release_both(memory)
    release_pairs(&pairs)
    out.normal_x, out.normal_y = best.normal_x, best.normal_y
    return 1 if result == 0 else result


cdef int find_nearness(const Rows* a, const Rows* b, double margin, Release* out,
                       Watch* watch) noexcept nogil:
    """The normal of rows that are apart by less than a margin, and minus their distance; False where
    they are farther, or a Failure. The rule for ties among moves decides between several places."""
    cdef RowMemory memory[2]
    cdef Nearness nearest
    cdef Axis axis
    cdef double depth = 0.0
    cdef int found = find_nearest_parts(a, b, &nearest, watch)
    if found < 0 or nearest.i < 0:
        return found
    if not prepare_both(a, b, memory):
        return NO_MEMORY
    found = meet_within(row_at(a, nearest.i, memory), row_at(b, nearest.j, memory + 1), margin,
                        &axis, &depth)
    release_both(memory)
    if not found:
        return False
    out[0] = Release(0.0, 0.0, axis.normal_x, axis.normal_y, depth)
    if a.stop - a.start == 1 == b.stop - b.start:
        return True
    return choose_nearest(a, b, margin, out, watch)
