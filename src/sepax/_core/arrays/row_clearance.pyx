"""The signed distance of two rows of parts, where it is, and its gradient.

Rows that are apart have the gap of their nearest parts. Rows that overlap are moved apart first, by the
shortest move. There they touch, and the touching parts say how the length of the move changes: each
holds the move back along its own normal. Where the move ends on one face, that is the normal of the
whole. Where it ends in a notch, between two faces, the normal of the whole is a sum of theirs with
factors >= 0, and so is the gradient (the multipliers of Karush, Kuhn and Tucker).
"""

from libc.math cimport INFINITY, fabs

from sepax._core.arrays.bounds cimport joint_size
from sepax._core.arrays.copies cimport Copies, copy_rows, prepare_copies, release_copies
from sepax._core.arrays.descent cimport Nearness
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.exact_rows cimport find_distance
from sepax._core.arrays.near_parts cimport PartPairs, list_near_parts, release_pairs
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.row_release cimport find_nearness, find_release, slack_of_rows
from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.answers cimport Gap
from sepax._core.kernels.clearance cimport set_gradients
from sepax._core.kernels.queries cimport convex_gap
from sepax._core.kernels.roundoff cimport GRADIENT_ACCURACY, SEPARATION_ROUNDOFF
from sepax._core.separate cimport Release

cdef extern from *:
    # Sines: parts whose normals differ by less may hold the move back on one face.
    const double SAME_FACE "0x1p-30"

cdef struct Holding:
    # Two rows where they touch, and what holds them there.
    Copies a, b
    const double* position_a
    const double* position_b
    double x, y         # how far a was moved
    double normal_x, normal_y   # of the whole, from a to b
    double slack        # by which touching parts may seem apart
    double accuracy     # moments that differ by less are alike
    bint apart          # the rows, which have not been moved
    Gap best            # the parts that touch but for the least length
    Gap face            # the touching parts whose normal is that of the whole,
    Gap left, right     # and those whose normals are the nearest to it on both sides
    double left_sine, right_sine
    bint on_face
    bint unique


cdef inline double sine_to(const Holding* holding, const Gap* gap) noexcept nogil:
    """The sine of the turn from the normal of the whole to that of two parts."""
    return holding.normal_x * gap.normal_y - holding.normal_y * gap.normal_x


cdef void note_face(Holding* holding, const Gap* gap) noexcept nogil:
    """Of several places on one face that of the largest moment is kept: an end of all faces in line."""
    cdef double more
    if not holding.on_face:
        holding.on_face = True
        holding.face = gap[0]
        return
    more = gap.gradient_b[2] - holding.face.gradient_b[2]
    holding.unique &= fabs(more) <= holding.accuracy
    if more > 0.0:
        holding.face = gap[0]


cdef void note_gap(Holding* holding, const Gap* gap) noexcept nogil:
    """Take the gap of two parts that touch."""
    cdef double sine = sine_to(holding, gap)
    if holding.apart and fabs(sine) > GRADIENT_ACCURACY:
        holding.unique = False      # another place is as near
    if not gap.normal_x * holding.normal_x + gap.normal_y * holding.normal_y > 0.0:
        return
    holding.unique &= gap.unique or fabs(sine) > SAME_FACE
    if fabs(sine) <= SAME_FACE:
        note_face(holding, gap)
    elif 0.0 < sine < holding.left_sine:
        holding.left_sine = sine
        holding.left = gap[0]
    elif 0.0 < -sine < holding.right_sine:
        holding.right_sine = -sine
        holding.right = gap[0]


cdef int note_gaps(Holding* holding, const PartPairs* pairs, double distance,
                   Watch* watch) noexcept nogil:
    """All parts that touch, or are as near as the rows; 0, or a Failure."""
    cdef double[2] moved = [holding.position_a[0] + holding.x, holding.position_a[1] + holding.y]
    cdef Py_ssize_t k
    cdef double off, least = INFINITY
    cdef Gap gap
    for k in range(pairs.count):
        convex_gap(holding.a.parts + pairs.items[k].i, holding.b.parts + pairs.items[k].j, &gap)
        off = fabs(gap.distance - distance)
        if off < least or off <= holding.slack:
            set_gradients(moved, holding.position_b, &gap)
        if off < least:
            least = off
            holding.best = gap
        if off <= holding.slack:
            note_gap(holding, &gap)
        if was_interrupted(watch, 16):
            return INTERRUPTED
    return 0


cdef void combine_gaps(const Holding* holding, Gap* gap) noexcept nogil:
    """The gradient of a move that ends in a notch: by the factors with which the normals of both
    faces add up to that of the whole."""
    cdef const Gap* one = &holding.left
    cdef const Gap* other = &holding.right
    cdef double turn = one.normal_x * other.normal_y - one.normal_y * other.normal_x
    cdef double first = (holding.normal_x * other.normal_y - holding.normal_y * other.normal_x) / turn
    cdef double second = (one.normal_x * holding.normal_y - one.normal_y * holding.normal_x) / turn
    gap.gradient_a[2] = first * one.gradient_a[2] + second * other.gradient_a[2]
    gap.gradient_b[2] = first * one.gradient_b[2] + second * other.gradient_b[2]


cdef void write_gap(const Holding* holding, double distance, Gap* gap) noexcept nogil:
    """What the touching parts say of the whole. In a notch that a corner fills, parts may name any
    normals: there the moment is that of the corner, as it is where rounding hides the faces."""
    cdef double[2] moved = [holding.position_a[0] + holding.x, holding.position_a[1] + holding.y]
    if holding.on_face:
        gap[0] = holding.face
    elif holding.left_sine < INFINITY and holding.right_sine < INFINITY:
        gap[0] = holding.left
        combine_gaps(holding, gap)
    else:
        gap[0] = holding.best
        gap.normal_x, gap.normal_y = holding.normal_x, holding.normal_y
        set_gradients(moved, holding.position_b, gap)
    gap.distance = distance
    gap.normal_x, gap.normal_y = holding.normal_x, holding.normal_y
    gap.gradient_a[:2] = [0.0 - gap.normal_x, 0.0 - gap.normal_y]
    gap.gradient_b[:2] = [gap.normal_x, gap.normal_y]
    gap.point_a_x = gap.point_b_x - distance * gap.normal_x
    gap.point_a_y = gap.point_b_y - distance * gap.normal_y
    gap.unique = holding.unique


cdef int hold_rows(const Rows* a, const Rows* b, const Release* out, double distance,
                   Holding* holding, Watch* watch) noexcept nogil:
    """Find what holds rows where a has moved as far as needed; 0, or a Failure."""
    cdef double[4] box_a, box_b
    cdef double[2] still = [0.0, 0.0]
    cdef double[2] step = [out.x, out.y]
    cdef double size
    cdef PartPairs pairs
    cdef int result
    if not (exact_box(a, box_a) and exact_box(b, box_b)):
        return NO_MEMORY
    size = joint_size(box_a, box_b, 0.0, 0.0)
    holding.apart = distance > 0.0
    holding.x, holding.y = out.x, out.y
    holding.normal_x, holding.normal_y = out.normal_x, out.normal_y
    holding.slack = 2.0 * SEPARATION_ROUNDOFF * size if holding.apart else slack_of_rows(a, b)
    holding.accuracy = GRADIENT_ACCURACY * max(size, 1.0)
    holding.on_face = False
    holding.unique = True
    holding.left_sine = holding.right_sine = INFINITY
    if not (copy_rows(a, still, step, &holding.a) and copy_rows(b, still, still, &holding.b)):
        return NO_MEMORY
    result = list_near_parts(a, b, fabs(distance) + 2.0 * holding.slack, &pairs, watch)
    if result == 0:
        result = note_gaps(holding, &pairs, max(distance, 0.0), watch)
    release_pairs(&pairs)
    return result


cdef int has_other_way(const Rows* a, const Rows* b, const Release* out, Watch* watch) noexcept nogil:
    """Whether another move is as short but for rounding; True, False, or a Failure."""
    cdef double[2] back = [-out.x, -out.y]
    cdef Release ways[2]
    cdef int found
    if out.depth <= 0.0:
        return False
    found = find_release(a, b, back, ways, watch)
    if found <= 0:
        return found
    return fabs(ways[1].x - out.x) + fabs(ways[1].y - out.y) > GRADIENT_ACCURACY * out.depth


cdef int find_way(const Rows* a, const Rows* b, Release* out, double* distance,
                  Watch* watch) noexcept nogil:
    """The signed distance, and how rows that meet come free; 1, or a Failure."""
    cdef Nearness nearest
    cdef int found = find_release(a, b, NULL, out, watch)
    if found != 0:
        distance[0] = 0.0 - out.depth
        return found
    found = find_distance(a, b, &nearest, watch)
    distance[0] = nearest.distance
    return found if found < 0 else 1


cdef int row_signed_distance(const Rows* a, const Rows* b, double* distance,
                             Watch* watch) noexcept nogil:
    """1, or a Failure."""
    cdef Release out
    return find_way(a, b, &out, distance, watch)


cdef int row_gap(const Rows* a, const Rows* b, const double* position_a, const double* position_b,
                 Gap* gap, Watch* watch) noexcept nogil:
    """1, or a Failure."""
    cdef Holding holding
    cdef Release out = Release(0.0, 0.0, 1.0, 0.0, 0.0)
    cdef double distance = 0.0
    cdef int other = False, found = find_way(a, b, &out, &distance, watch)
    if found > 0 and distance > 0.0:
        found = find_nearness(a, b, INFINITY, &out, watch)
    elif found > 0:
        other = found = has_other_way(a, b, &out, watch)
    if found < 0:
        return found
    holding.position_a, holding.position_b = position_a, position_b
    prepare_copies(&holding.a)
    prepare_copies(&holding.b)
    found = hold_rows(a, b, &out, distance, &holding, watch)
    if found == 0:
        write_gap(&holding, distance, gap)
        gap.unique &= other == 0
    release_copies(&holding.a)
    release_copies(&holding.b)
    return found if found < 0 else 1
