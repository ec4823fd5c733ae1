"""The contact of two rows of parts, on the boundary of the whole.

After the shortest move two rows touch where they were the deepest before. So contacts of parts are
computed there. Of those along the normal of the whole, the two farthest apart are taken.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs
from libc.string cimport memset

from sepax._core.arrays.bounds cimport joint_size
from sepax._core.arrays.copies cimport (
    Copies, copy_near, copy_rows, number_vertices, prepare_copies, release_copies)
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.faces cimport (
    LEVEL, Front, Ray, feature_at, flattest_ray, goes_straight, is_foremost)
from sepax._core.arrays.near_parts cimport FEW_PARTS, PartPairs, list_near_parts, release_pairs
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.part_numbers cimport place_of_number
from sepax._core.arrays.row_release cimport find_nearness, find_release, meet_within, slack_of_rows
from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.answers cimport Axis, Manifold
from sepax._core.kernels.convex cimport Convex, length_of, set_point
from sepax._core.kernels.queries cimport convex_contact, convex_intersect
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF
from sepax._core.memory cimport has_room

cdef struct Spot:
    # A place of contact of rows that are just separated, halfway between the surfaces.
    double x, y, depth
    int of_a, of_b      # features, numbered through all parts

cdef struct Met:
    # The contact of two parts.
    Manifold points
    double normal_x, normal_y
    Py_ssize_t i, j
    bint[2] deep        # which points are as deep as the whole
    bint apart          # along the normal of the whole

cdef struct PartContacts:
    # Of two rows that are just separated.
    Copies a, b
    const Release* out
    double box_a[4]     # around the whole rows, before the move
    double box_b[4]
    double side         # 1 if a was moved, -1 if b was, 0 if none
    double slack
    double least        # depth that counts as the deepest
    Met* items
    Py_ssize_t count, room


# --- contacts of parts ----------------------------------------------------------------

cdef inline double gap_along(const Convex* a, const Convex* b, double x, double y) noexcept nogil:
    """How far two parts are apart along a normal; negative where they overlap."""
    cdef double at_x = a.x[0], at_y = a.y[0], top = -INFINITY, bottom = INFINITY
    cdef Py_ssize_t k
    for k in range(a.n):
        top = max(top, (a.x[k] - at_x) * x + (a.y[k] - at_y) * y)
    for k in range(b.n):
        bottom = min(bottom, (b.x[k] - at_x) * x + (b.y[k] - at_y) * y)
    return (bottom - top) - (a.radius + b.radius)


cdef inline bint are_beyond(const Convex* a, const Convex* b, double reach) noexcept nogil:
    """Whether the bounding circles are surely farther apart."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    reach += a.bounding_radius + b.bounding_radius
    reach += FILTER_ROUNDOFF * (reach + fabs(dx) + fabs(dy))
    return fabs(dx) > reach or fabs(dy) > reach


cdef bint add_contact(PartContacts* met, Py_ssize_t i, Py_ssize_t j, double reach) noexcept nogil:
    """Add the contact of two parts if they are that near; False without memory."""
    cdef const Convex* a = met.a.parts + i
    cdef const Convex* b = met.b.parts + j
    cdef Axis axis
    cdef double depth
    cdef Met* one
    cdef int k
    if are_beyond(a, b, reach) or not meet_within(a, b, reach, &axis, &depth):
        return True
    if not has_room(<void**>&met.items, &met.room, met.count + 1, sizeof(Met)):
        return False
    one = met.items + met.count
    met.count += 1
    convex_contact(a, b, &axis, depth, reach, &one.points)
    one.normal_x, one.normal_y = axis.normal_x, axis.normal_y
    one.i, one.j = i, j
    for k in range(2):
        one.deep[k] = k < one.points.count and one.points.depth[k] >= met.least
    one.apart = False
    if one.deep[0] or one.deep[1]:
        one.apart = (gap_along(a, b, met.out.normal_x, met.out.normal_y)
                     + min(met.out.depth, 0.0) >= -met.slack)
    return True


cdef inline bint number_in(const Copies* near, Py_ssize_t* k) noexcept nogil:
    """Turn the number of a part into that of its copy; False where there is none."""
    cdef Py_ssize_t place
    if near.chosen is NULL:
        return True
    if near.count == 0:
        return False
    place = place_of_number(near.chosen, near.count, k[0])
    if near.chosen[place] != k[0]:
        return False
    k[0] = place
    return True


cdef int list_contacts(PartContacts* met, const Rows* a, const Rows* b, double move, double reach,
                       Watch* watch) noexcept nogil:
    """The contacts of all parts that are that near once a has moved; 0, or a Failure."""
    cdef PartPairs pairs
    cdef Py_ssize_t k, i, j
    cdef int result = list_near_parts(a, b, reach + move, &pairs, watch)
    for k in range(pairs.count if result == 0 else 0):
        i, j = pairs.items[k].i, pairs.items[k].j
        if number_in(&met.a, &i) and number_in(&met.b, &j) and not add_contact(met, i, j, reach):
            result = NO_MEMORY
        elif was_interrupted(watch, 8):
            result = INTERRUPTED
        if result < 0:
            break
    release_pairs(&pairs)
    return result


# --- places ---------------------------------------------------------------------------

cdef inline int numbered(int feature, Py_ssize_t first) noexcept nogil:
    """A feature of a part, numbered through all parts."""
    return feature + <int>first if feature >= 0 else feature - <int>first


cdef Spot spot_of(const PartContacts* met, const Met* one, int k) noexcept nogil:
    """Depths of the deepest places are alike but for rounding."""
    cdef Spot spot
    spot.x, spot.y = one.points.x[k], one.points.y[k]
    spot.depth = min(met.out.depth, 0.0) if one.deep[k] else one.points.depth[k]
    spot.of_a = numbered(one.points.feature[k][0], met.a.firsts[one.i])
    spot.of_b = numbered(one.points.feature[k][1], met.b.firsts[one.j])
    return spot


cdef inline double across(const PartContacts* met, const Spot* spot) noexcept nogil:
    """How far a place is along a face, in the order of two points."""
    return spot.x * met.out.normal_y - spot.y * met.out.normal_x


cdef inline bint is_more_left(const Spot* one, const Spot* other, double slack) noexcept nogil:
    """Whether a place is more to the left than another, or as much and lower."""
    if fabs(one.x - other.x) > slack:
        return one.x < other.x
    return one.y < other.y


cdef bint is_along(const Met* one, double x, double y, double slack) noexcept nogil:
    """Whether a place is between the deepest points of two parts."""
    cdef int first = 0 if one.deep[0] else 1, last = 1 if one.deep[1] else 0
    cdef double start_x = one.points.x[first], start_y = one.points.y[first]
    cdef double way_x = one.points.x[last] - start_x, way_y = one.points.y[last] - start_y
    cdef double length = length_of(way_x, way_y), along = 0.0
    if length > 0.0:
        way_x /= length
        way_y /= length
        along = min(max((x - start_x) * way_x + (y - start_y) * way_y, 0.0), length)
    return (fabs(x - (start_x + along * way_x)) <= slack
            and fabs(y - (start_y + along * way_y)) <= slack)


cdef bint is_contact(const PartContacts* met, const Met* one, int k) noexcept nogil:
    """Whether one of the deepest points is of the whole along its normal. Ends of faces along each
    other are. A single point is if every two parts there are apart along the normal, as the rows
    then are."""
    cdef Py_ssize_t other
    if not (one.deep[k] and one.apart):
        return False
    if one.deep[0] and one.deep[1]:
        return True
    for other in range(met.count):
        if ((met.items[other].deep[0] or met.items[other].deep[1]) and not met.items[other].apart
                and is_along(met.items + other, one.points.x[k], one.points.y[k], met.slack)):
            return False
    return True


cdef bint lies_farther(const PartContacts* met, const Spot* spot, const Spot* best,
                       double sign) noexcept nogil:
    cdef double more = sign * (across(met, spot) - across(met, best))
    return more > met.slack or (more >= -met.slack and is_more_left(spot, best, met.slack))


cdef int find_ends(const PartContacts* met, Spot* ends, Watch* watch) noexcept nogil:
    """The two deepest places that are the farthest apart across the normal, in order, or the only
    one; returns their number, or a Failure. Where no place is left, corners are in notches."""
    cdef Spot spot
    cdef Py_ssize_t i
    cdef bint first, last
    cdef int notched, k, count = 0
    for notched in range(2):
        for i in range(met.count):
            for k in range(2):
                if not met.items[i].deep[k]:
                    continue
                spot = spot_of(met, met.items + i, k)
                first = count == 0 or lies_farther(met, &spot, ends, -1.0)
                last = count == 0 or lies_farther(met, &spot, ends + 1, 1.0)
                if not (first or last):
                    continue
                # Few are left, so few are compared with all others.
                if was_interrupted(watch, met.count):
                    return INTERRUPTED
                if not (notched or is_contact(met, met.items + i, k)):
                    continue
                if first:
                    ends[0] = spot
                if last:
                    ends[1] = spot
                count = 2
        if count:
            break
    if count and not across(met, ends + 1) - across(met, ends) > met.slack:
        count = 1
    return count


# --- a second place that is not as deep -------------------------------------------------

cdef bint is_outside(const Copies* copies, double x, double y) noexcept nogil:
    """Whether a place is in no part."""
    cdef Convex point
    cdef Py_ssize_t k
    set_point(&point, &x, &y)
    for k in range(copies.count):
        if not are_beyond(copies.parts + k, &point, 0.0) and convex_intersect(
                copies.parts + k, &point, False):
            return False
    return True


cdef bint is_on_boundary(const PartContacts* met, const Spot* spot, const Front* front_a,
                         const Front* front_b) noexcept nogil:
    """Whether a place is on the true boundary, on a face or at a corner: just in front of either
    surface there is no part."""
    cdef double x = 0.5 * spot.depth * met.out.normal_x, y = 0.5 * spot.depth * met.out.normal_y
    return (is_foremost(front_a, spot.x + x, spot.y + y)
            and is_foremost(front_b, spot.x - x, spot.y - y)
            and is_outside(&met.a, spot.x + 0.998 * x, spot.y + 0.998 * y)
            and is_outside(&met.b, spot.x - 0.998 * x, spot.y - 0.998 * y))


cdef bint is_in_line(const PartContacts* met, const Met* one, double size) noexcept nogil:
    """Whether a contact of parts has the normal of the whole: a face with it stays as near to the
    line of a face of the whole as the error of lengths."""
    cdef double x = met.out.normal_x, y = met.out.normal_y
    return (one.normal_x * x + one.normal_y * y > 0.0
            and fabs(one.normal_x * y - one.normal_y * x) * size <= met.slack)


cdef void keep_farthest(const PartContacts* met, const Spot* spot, const Spot* first, Spot* best,
                        bint* found) noexcept nogil:
    """Keep the farthest place from the first across the normal; of equals the leftmost."""
    cdef double more
    if found[0]:
        more = (fabs(across(met, spot) - across(met, first))
                - fabs(across(met, best) - across(met, first)))
        if not (more > met.slack or (more >= -met.slack and is_more_left(spot, best, met.slack))):
            return
    best[0] = spot[0]
    found[0] = True


cdef bint face_ends(const Front* face, const Front* other, double face_x, double face_y,
                    double other_x, double other_y, double* ends, double* height) noexcept nogil:
    """The ends, on both rows, of the face of one row that touches the flattest edge of another in a
    single place, and their distance. False for corners, and for no length."""
    cdef double level_x = -face.facing_y, level_y = face.facing_x, slope = 0.0, flat, length
    cdef Ray ray, level
    if not flattest_ray(other, other_x, other_y, &ray, &slope):
        return False
    flat = ray.x * level_x + ray.y * level_y
    if fabs(flat) <= LEVEL or slope < -LEVEL:
        return False
    level = Ray(level_x, level_y) if flat > 0.0 else Ray(-level_x, -level_y)
    flat = fabs(flat)
    length = min(goes_straight(other, other_x, other_y, &ray) * flat,
                 goes_straight(face, face_x, face_y, &level))
    if not length > face.slack:
        return False
    height[0] = length * max(slope, 0.0) / flat
    ends[0] = face_x + length * level.x
    ends[1] = face_y + length * level.y
    ends[2] = other_x + length * ray.x / flat
    ends[3] = other_y + length * ray.y / flat
    return True


cdef bint end_of_faces(const PartContacts* met, const Spot* first, const Front* front_a,
                       const Front* front_b, double reach, Spot* spot) noexcept nogil:
    """The end of the face that touches in a single place; False where it is too far apart."""
    cdef double x = 0.5 * first.depth * met.out.normal_x, y = 0.5 * first.depth * met.out.normal_y
    cdef double[4] ends
    cdef double height
    cdef int of_a = 0, of_b = 2
    if not face_ends(front_a, front_b, first.x + x, first.y + y, first.x - x, first.y - y, ends,
                     &height):
        of_a, of_b = 2, 0
        if not face_ends(front_b, front_a, first.x - x, first.y - y, first.x + x, first.y + y,
                         ends, &height):
            return False
    if height - first.depth > reach:
        return False
    spot.x = 0.5 * (ends[0] + ends[2])
    spot.y = 0.5 * (ends[1] + ends[3])
    spot.depth = first.depth - height
    spot.of_a = <int>feature_at(front_a, ends[of_a], ends[of_a + 1])
    spot.of_b = <int>feature_at(front_b, ends[of_b], ends[of_b + 1])
    return True


cdef bint are_discs(const Copies* copies) noexcept nogil:
    """Whether a row is of discs alone, which have no faces."""
    cdef Py_ssize_t k
    for k in range(copies.count):
        if copies.parts[k].n > 1:
            return False
    return True


cdef int add_another(const PartContacts* met, double size, double reach, Spot* ends,
                     Watch* watch) noexcept nogil:
    """Add to a single place the farthest one that is not as deep, in order; returns how many there
    are, or a Failure."""
    cdef Front front_a = Front(&met.a, met.out.normal_x, met.out.normal_y, met.slack)
    cdef Front front_b = Front(&met.b, -met.out.normal_x, -met.out.normal_y, met.slack)
    cdef Spot spot, best
    cdef const Met* one
    cdef bint found = False
    cdef Py_ssize_t i
    cdef int k
    for i in range(met.count):
        one = met.items + i
        for k in range(one.points.count):
            if not one.deep[k] and is_in_line(met, one, size):
                spot = spot_of(met, one, k)
                if is_on_boundary(met, &spot, &front_a, &front_b):
                    keep_farthest(met, &spot, ends, &best, &found)
                if was_interrupted(watch, met.a.count + met.b.count):
                    return INTERRUPTED
    if (found or not (are_discs(&met.a) or are_discs(&met.b))) and end_of_faces(
            met, ends, &front_a, &front_b, reach, &spot):
        keep_farthest(met, &spot, ends, &best, &found)
    if not found or fabs(across(met, &best) - across(met, ends)) <= met.slack:
        return 1
    if across(met, &best) < across(met, ends):
        ends[1] = ends[0]
        ends[0] = best
    else:
        ends[1] = best
    return 2


# --- the whole ------------------------------------------------------------------------

cdef void write_touch(const PartContacts* met, const Spot* ends, int count, double back_x,
                      double back_y, Touch* touch) noexcept nogil:
    """Fill in a contact, without containment; places are moved back to before the separation."""
    cdef double depth = max(met.out.depth, 0.0)
    cdef int k
    memset(touch, 0, sizeof(Touch))
    touch.widest.normal_x, touch.widest.normal_y = met.out.normal_x, met.out.normal_y
    touch.depth = met.out.depth
    touch.points.count = count
    for k in range(count):
        touch.points.x[k], touch.points.y[k] = ends[k].x + back_x, ends[k].y + back_y
        touch.points.depth[k] = min(ends[k].depth + depth, met.out.depth)
        touch.points.feature[k][0] = ends[k].of_a
        touch.points.feature[k][1] = ends[k].of_b


cdef int find_contact(PartContacts* met, const Rows* a, const Rows* b, double reach, Touch* touch,
                      Watch* watch) noexcept nogil:
    """True; False where rounding hides all places, or another thread has moved one; or a Failure."""
    cdef double half = -0.5 * met.side
    cdef Spot ends[2]
    cdef int count, result
    met.least = min(met.out.depth, 0.0) - met.slack
    result = list_contacts(met, a, b, max(met.out.depth, 0.0), reach, watch)
    if result < 0:
        return result
    count = find_ends(met, ends, watch)
    if count <= 0:
        return count
    if count == 1:
        count = add_another(met, joint_size(met.box_a, met.box_b, 0.0, 0.0), reach, ends, watch)
        if count < 0:
            return count
    write_touch(met, ends, count, half * met.out.x, half * met.out.y, touch)
    return True


cdef int find_deepest(PartContacts* met, const Rows* a, const Rows* b, Touch* touch,
                      Watch* watch) noexcept nogil:
    """The contact of the parts that are the deepest in each other; False for none, or a Failure."""
    cdef Spot ends[2]
    cdef Met* best = NULL
    cdef Py_ssize_t i
    cdef int k, result
    met.count = 0
    result = list_contacts(met, a, b, 0.0, 0.0, watch)
    if result < 0 or met.count == 0:
        return result
    for i in range(met.count):
        if best is NULL or met.items[i].points.depth[0] > best.points.depth[0]:
            best = met.items + i
    for k in range(best.points.count):
        ends[k] = spot_of(met, best, k)
    write_touch(met, ends, best.points.count, 0.0, 0.0, touch)
    for k in range(best.points.count):
        touch.points.depth[k] = best.points.depth[k]
    return True


cdef bint copy_side(const Rows* rows, bint few, const double* box, double reach, double step_x,
                    double step_y, Copies* near) noexcept nogil:
    """Copy a row, moved by a step: of many parts those near the box of the other row. False without
    memory."""
    cdef double[2] still = [0.0, 0.0]
    cdef double[2] step = [step_x, step_y]
    release_copies(near)
    if few:
        return copy_rows(rows, still, step, near)
    return copy_near(rows, box, reach, step, near)


cdef bint copy_released(const Rows* a, const Rows* b, bint few, double reach,
                        PartContacts* met) noexcept nogil:
    """Copy both rows as they are after the separation: a is moved, or b where rounding would spoil
    a. False without memory."""
    cdef double x = met.out.x, y = met.out.y
    met.side = 1.0 if met.out.depth > 0.0 else 0.0
    if not (copy_side(a, few, met.box_b, reach, met.side * x, met.side * y, &met.a)
            and copy_side(b, few, met.box_a, reach, 0.0, 0.0, &met.b)):
        return False
    if not met.a.spoiled or met.side == 0.0:
        return True
    if not copy_side(b, few, met.box_a, reach, -x, -y, &met.b):
        return False
    if met.b.spoiled:
        return copy_side(b, few, met.box_a, reach, 0.0, 0.0, &met.b)
    met.side = -1.0
    return copy_side(a, few, met.box_b, reach, 0.0, 0.0, &met.a)


cdef int meet_copies(PartContacts* met, const Rows* a, const Rows* b, double margin, Touch* touch,
                     Watch* watch) noexcept nogil:
    cdef double depth = max(met.out.depth, 0.0), reach = depth + max(margin, met.slack)
    cdef bint few = (a.stop - a.start) * (b.stop - b.start) <= FEW_PARTS
    cdef int result
    if not (exact_box(a, met.box_a) and exact_box(b, met.box_b)
            and copy_released(a, b, few, reach + depth, met)):
        return NO_MEMORY
    number_vertices(&met.a, a)
    number_vertices(&met.b, b)
    result = find_contact(met, a, b, reach, touch, watch)
    if result != 0:
        return result
    if not (copy_side(a, few, met.box_b, met.slack, 0.0, 0.0, &met.a)
            and copy_side(b, few, met.box_a, met.slack, 0.0, 0.0, &met.b)):
        return NO_MEMORY
    number_vertices(&met.a, a)
    number_vertices(&met.b, b)
    return find_deepest(met, a, b, touch, watch)


cdef int contact_of_rows(const Rows* a, const Rows* b, const Release* out, double margin,
                         double slack, Touch* touch, Watch* watch) noexcept nogil:
    """The contact of rows; `out` is the move that separates them, or their distance. True, False of
    rows that another thread has moved apart, or a Failure. `slack` bounds the error of lengths."""
    cdef PartContacts met
    cdef int result
    met.out, met.slack = out, slack
    met.items = NULL
    met.count = met.room = 0
    prepare_copies(&met.a)
    prepare_copies(&met.b)
    result = meet_copies(&met, a, b, margin, touch, watch)
    release_copies(&met.a)
    release_copies(&met.b)
    PyMem_RawFree(met.items)
    return result


cdef int collide_rows(const Rows* a, const Rows* b, double margin, Touch* touch,
                      Watch* watch) noexcept nogil:
    """The contact of rows that meet, or are nearer than a margin, without containment; True, False,
    or a Failure."""
    cdef Release out
    cdef double slack
    cdef int found = find_release(a, b, NULL, &out, watch)
    if found == 0 and margin > 0.0:
        found = find_nearness(a, b, margin, &out, watch)
    if found <= 0:
        return found
    slack = slack_of_rows(a, b)
    if slack == INFINITY:
        return NO_MEMORY
    return contact_of_rows(a, b, &out, margin, slack, touch, watch)
