"""Two rows of convex parts: whether they meet, how far they are apart, when they meet in motion.

Both trees of boxes are descended together, the pair of boxes of the least cost first. The cost is a
lower bound of the answers of all pairs of parts below. Pairs wait on a stack, those of one node in
order.

Of equally near pairs of parts the lowest counts: the lowest part of a, then of b. So the answer
does not depend on the trees.
"""

from libc.math cimport INFINITY, fabs
from libc.stdint cimport uint32_t

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, copy_box, sum_of_joint_sides
from sepax._core.arrays.candidates cimport circles_are_farther
from sepax._core.arrays.index cimport (
    FANOUT, MOST_LEVELS, NODE, lowest_bit, near_mask, overlap_mask, set_box_motion)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, box_in_rows, box_of_rows, entry_of_row, levels_of_rows, node_in_rows,
    prepare_rows, release_rows, row_at, row_of_entry)
from sepax._core.arrays.ways cimport BoxGap, Way, least_approach, set_gap, set_way, soonest_approach
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.answers cimport Axis, Motion, Passing
from sepax._core.kernels.certainty cimport MEET, UNCERTAIN_PAIR, Certainty, meet_certainly
from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.queries cimport (
    convex_approach, convex_distance, convex_intersect, convex_penetration,
    convex_time_of_impact)
from sepax._core.kernels.roundoff cimport (
    MOTION_ROUNDOFF, SMALLEST_SPEED, TIME_ROUNDOFF, UNDERFLOW_ERROR)
from sepax._core.simd.levels cimport (
    BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, RECORD, BoxMotion, node_loops)

cdef enum Goal:
    MEETING     # whether any parts meet
    NEAREST     # how far the nearest parts are apart
    LOWEST      # the lowest parts of rows that meet
    FIRST       # when parts in motion first meet
    CLOSEST     # how near parts in motion come to each other
    SOONEST     # when they first come as near as `most`

cdef enum:
    UNCERTAIN_PARTS = 2

cdef enum:
    # Those of a node for each step down.
    MOST_PAIRS = 2 * MOST_LEVELS * FANOUT
    FEW_PAIRS = 9       # of rows, up to which their boxes do not pay

cdef struct BoxPair:
    # Entries of levels of both trees, as of `box_in_rows`.
    double cost
    uint32_t a, b
    int level_a, level_b


cdef struct Side:
    const Rows* rows
    RowMemory memory
    # The last row and entry that were read: consecutive pairs share them. -1 for none.
    Py_ssize_t row
    const Convex* convex    # of that row
    int level
    uint32_t entry
    double box[4]           # of that entry


cdef struct BothMotions:
    const Motion* motion
    BoxMotion of_a          # as b sees it
    BoxMotion of_b          # as a sees it
    double x                # direction of a as b sees it; (0, 0) for hardly any motion
    double y, speed


cdef struct Nearness:
    double distance         # or time; infinity for none so far
    Py_ssize_t i            # the parts that are so near; -1 for none so far
    Py_ssize_t j


cdef struct Descent:
    bint strict             # touching does not count
    double least            # of a meeting: how deep it has to be to count, unless 0
    double margin           # of both: parts that meet or are apart by less are not certain
    bint uncertain          # some were not
    Side a, b
    BothMotions motions
    Way way
    Nearness best           # so far
    Passing passing         # of the best
    double most             # that counts
    Py_ssize_t count
    BoxPair stack[MOST_PAIRS]


cdef struct Opened:
    # The boxes below one box of a pair, and the other box.
    bint of_a
    const double* node
    const double* box
    BoxPair below           # the first of the pairs of both
    double room[NODE]


cdef inline bint set_side(Side* side, const Rows* rows) noexcept nogil:
    side.rows = rows
    side.row = side.level = -1
    side.entry = 0
    return prepare_rows(rows, &side.memory)


cdef inline bint start_descent(Descent* descent, const Rows* a, const Rows* b) noexcept nogil:
    """False without memory. It has to be ended, in any case."""
    cdef bint enough = set_side(&descent.a, a)
    descent.strict = False
    descent.least = 0.0
    descent.margin = a.margin + b.margin
    descent.uncertain = False
    descent.best = Nearness(INFINITY, -1, -1)
    descent.most = INFINITY
    descent.count = 0
    return set_side(&descent.b, b) and enough


cdef inline void end_descent(Descent* descent) noexcept nogil:
    release_rows(&descent.a.memory)
    release_rows(&descent.b.memory)


cdef inline bint are_few_pairs(const Rows* a, const Rows* b) noexcept nogil:
    return (a.tree is NULL and b.tree is NULL
            and (a.stop - a.start) * (b.stop - b.start) <= FEW_PAIRS)


cdef inline Py_ssize_t top_entries(const Rows* rows) noexcept nogil:
    """Entries of the highest level: more than one only of rows without a tree."""
    return 1 if rows.tree is not NULL else (rows.stop - rows.start + FANOUT - 1) // FANOUT


cdef inline void push_whole(Descent* descent, uint32_t a, uint32_t b) noexcept nogil:
    """Put a pair of entries of the highest levels on the stack."""
    descent.stack[descent.count] = BoxPair(0.0, a, b, levels_of_rows(descent.a.rows),
                                           levels_of_rows(descent.b.rows))
    descent.count += 1


cdef inline void push_row(Descent* descent, uint32_t a, uint32_t b) noexcept nogil:
    """The same with an entry of level 0 of a."""
    push_whole(descent, a, b)
    descent.stack[descent.count - 1].level_a = 0


cdef inline const BoxPair* pop_pair(Descent* descent, double most) noexcept nogil:
    """Take the next pair that costs no more off the stack; NULL where there is none. It is valid
    until the next push: copying it at once would wait for stores that are still pending."""
    while descent.count:
        descent.count -= 1
        if descent.stack[descent.count].cost <= most:
            return descent.stack + descent.count
    return NULL


cdef inline const double* box_of_entry(Side* side, int level, uint32_t k) noexcept nogil:
    if level != side.level or k != side.entry:
        side.level = level
        side.entry = k
        box_in_rows(side.rows, level, k, side.box)
    return side.box


cdef inline bint opens_a(const Descent* descent, const BoxPair* at) noexcept nogil:
    """Whether the box of a is opened: rows without a tree first, as they are few and large, then
    the higher level."""
    if at.level_a == 0 or at.level_b == 0:
        return at.level_a > 0
    if descent.b.rows.tree is NULL:
        return False
    return descent.a.rows.tree is NULL or at.level_a >= at.level_b


cdef inline void open_pair(Descent* descent, const BoxPair* at, Opened* opened) noexcept nogil:
    cdef bint of_a = opens_a(descent, at)
    opened.of_a = of_a
    opened.below.a = at.a * (FANOUT if of_a else 1)
    opened.below.b = at.b * (1 if of_a else FANOUT)
    opened.below.level_a = at.level_a - of_a
    opened.below.level_b = at.level_b - (not of_a)
    if of_a:
        opened.node = node_in_rows(descent.a.rows, at.level_a, at.a, opened.room)
        opened.box = box_of_entry(&descent.b, at.level_b, at.b)
    else:
        opened.node = node_in_rows(descent.b.rows, at.level_b, at.b, opened.room)
        opened.box = box_of_entry(&descent.a, at.level_a, at.a)


cdef inline void push_pair(Descent* descent, Py_ssize_t bottom, const Opened* opened, uint32_t i,
                           double cost) noexcept nogil:
    """Push box i below one of a pair, with the other one, above those from `bottom` on that cost
    more."""
    cdef const BoxPair* below = &opened.below
    cdef BoxPair* stack = descent.stack
    cdef Py_ssize_t k = descent.count
    while k > bottom and stack[k - 1].cost < cost:
        stack[k] = stack[k - 1]
        k -= 1
    stack[k].cost = cost
    stack[k].a = below.a + (i if opened.of_a else 0)
    stack[k].b = below.b + (0 if opened.of_a else i)
    stack[k].level_a = below.level_a
    stack[k].level_b = below.level_b
    descent.count += 1


cdef inline const Convex* pose_entry(Side* side, uint32_t k) noexcept nogil:
    """The convex of an entry of level 0."""
    cdef Py_ssize_t row = row_of_entry(side.rows, k)
    if row != side.row:
        side.row = row
        side.convex = row_at(side.rows, row, &side.memory)
    return side.convex


# --- what a search is for ---------------------------------------------------------------

cdef inline void set_both_motions(BothMotions* motions, const Rows* a, const Rows* b,
                                  const Motion* motion) noexcept nogil:
    cdef double[4] box, other
    cdef double extent
    motions.motion = motion
    box_of_rows(a, box)
    box_of_rows(b, other)
    extent = sum_of_joint_sides(box, other)
    set_box_motion(&motions.of_a, motion.x, motion.y, extent)
    set_box_motion(&motions.of_b, -motion.x, -motion.y, extent)
    motions.speed = unit_vector(motion.x, motion.y, &motions.x, &motions.y)
    if motions.speed < SMALLEST_SPEED:  # which lost digits
        motions.x = motions.y = 0.0


cdef inline bint circles_are_later(const Convex* a, const Convex* b, const BothMotions* motions,
                                   double latest) noexcept nogil:
    """Whether the bounding circles of two shapes surely do not meet by then."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double reach = a.bounding_radius + b.bounding_radius
    cdef double ahead = motions.x * dx + motions.y * dy
    reach += MOTION_ROUNDOFF * (reach + (fabs(dx) + fabs(dy))) + UNDERFLOW_ERROR
    return (fabs(motions.x * dy - motions.y * dx) > reach
            or ahead - reach > motions.speed * latest * (1.0 + TIME_ROUNDOFF))


cdef inline bint is_nearer(double distance, Py_ssize_t i, Py_ssize_t j,
                           const Nearness* nearest) noexcept nogil:
    if distance != nearest.distance:
        return distance < nearest.distance
    return nearest.i < 0 or i < nearest.i or (i == nearest.i and j < nearest.j)


cdef inline bint is_done(const Descent* descent, Goal goal) noexcept nogil:
    """Whether no pair can be better."""
    return descent.best.distance == 0.0 and goal != LOWEST and goal != SOONEST


cdef inline double bound_of(const Descent* descent, Goal goal) noexcept nogil:
    """The most that a pair may cost."""
    return descent.best.distance if goal == SOONEST else min(descent.most, descent.best.distance)


cdef inline double cost_in_motion(const Descent* descent, Goal goal, const double* a,
                                  const double* b) noexcept nogil:
    """How near two boxes come, or when they first come as near as `most`; infinity for too far."""
    cdef BoxGap gap
    cdef double least
    if a[LOW_X] == INFINITY or b[LOW_X] == INFINITY:    # no box
        return INFINITY
    set_gap(a, b, &gap)
    least = least_approach(&gap, &descent.way)
    if goal == CLOSEST:
        return least
    return soonest_approach(&gap, &descent.way, descent.most) if least <= descent.most else INFINITY


cdef inline unsigned costs_in_motion(const Descent* descent, Goal goal, const Opened* opened,
                                     double* costs) noexcept nogil:
    """The costs of the boxes of a node, and a bit for each that is not too expensive."""
    cdef double box[4]
    cdef unsigned mask = 0
    cdef Py_ssize_t i, side
    for i in range(FANOUT):
        for side in range(4):
            box[side] = opened.node[side * FANOUT + i]
        if opened.of_a:
            costs[i] = cost_in_motion(descent, goal, box, opened.box)
        else:
            costs[i] = cost_in_motion(descent, goal, opened.box, box)
        mask |= <unsigned>(costs[i] <= bound_of(descent, goal) and costs[i] < INFINITY) << i
    return mask


cdef inline unsigned costs_of_boxes(Descent* descent, Goal goal, const Opened* opened,
                                    double* costs) noexcept nogil:
    """The costs of the boxes of a node, unless all are 0, and a bit for each that is not too
    expensive."""
    cdef BoxMotion* moving
    cdef double near[4]
    if goal == MEETING and descent.margin > 0.0:
        near[LOW_X] = opened.box[LOW_X] - descent.margin
        near[LOW_Y] = opened.box[LOW_Y] - descent.margin
        near[HIGH_X] = opened.box[HIGH_X] + descent.margin
        near[HIGH_Y] = opened.box[HIGH_Y] + descent.margin
        return overlap_mask(opened.node, near)
    if goal == MEETING:
        return overlap_mask(opened.node, opened.box)
    if goal == CLOSEST or goal == SOONEST:
        return costs_in_motion(descent, goal, opened, costs)
    if goal != FIRST:
        return near_mask(opened.node, opened.box, bound_of(descent, goal), costs)
    moving = &descent.motions.of_b if opened.of_a else &descent.motions.of_a
    copy_box(moving.box, opened.box)
    return node_loops.entry_times(opened.node, moving, bound_of(descent, goal), costs)


cdef inline void push_below(Descent* descent, Goal goal, const BoxPair* at) noexcept nogil:
    """Push the boxes below one of a pair that may count together with the other one."""
    cdef Opened opened
    cdef double costs[FANOUT]
    cdef Py_ssize_t bottom = descent.count
    cdef unsigned mask
    cdef uint32_t i
    open_pair(descent, at, &opened)
    mask = costs_of_boxes(descent, goal, &opened, costs)
    while mask:
        i = <uint32_t>lowest_bit(mask)
        mask &= mask - 1
        push_pair(descent, bottom, &opened, i, 0.0 if goal == MEETING else costs[i])


cdef inline void keep_distance(Descent* descent, const Convex* one,
                               const Convex* other) noexcept nogil:
    """Keep the current parts if they are nearer."""
    cdef double distance
    if circles_are_farther(other.centre_x - one.centre_x, other.centre_y - one.centre_y,
                           one.bounding_radius + other.bounding_radius, descent.best.distance):
        return
    distance = convex_distance(one, other)
    if is_nearer(distance, descent.a.row, descent.b.row, &descent.best):
        descent.best = Nearness(distance, descent.a.row, descent.b.row)


cdef inline void keep_time(Descent* descent, const Convex* one, const Convex* other) noexcept nogil:
    """Keep the time at which the current parts meet if it is earlier."""
    if not circles_are_later(one, other, &descent.motions, bound_of(descent, FIRST)):
        descent.best.distance = min(descent.best.distance, convex_time_of_impact(
            one, other, descent.motions.motion))


cdef inline void keep_approach(Descent* descent, Goal goal, const Convex* one,
                               const Convex* other) noexcept nogil:
    """Keep the current parts if they come nearer, or come near enough sooner."""
    cdef Passing passing
    cdef double value
    convex_approach(one, other, descent.motions.motion, &passing)
    if goal == SOONEST and passing.distance > descent.most:
        return
    value = passing.time if goal == SOONEST else passing.distance
    if is_nearer(value, descent.a.row, descent.b.row, &descent.best):
        descent.best = Nearness(value, descent.a.row, descent.b.row)
        descent.passing = passing


cdef inline bint parts_meet(Descent* descent, const Convex* one,
                            const Convex* other) noexcept nogil:
    """Whether the current parts certainly meet."""
    cdef Certainty certainty
    cdef Axis axis
    cdef double depth
    if descent.least > 0.0:
        return convex_penetration(one, other, &axis, &depth) and depth > descent.least
    if descent.margin == 0.0:
        return convex_intersect(one, other, descent.strict)
    certainty = meet_certainly(one, other, descent.margin)
    descent.uncertain |= certainty == UNCERTAIN_PAIR
    return certainty == MEET


cdef inline const double* record_of(const Rows* rows, uint32_t k) noexcept nogil:
    """The record of a part, by its entry, where the world stores one; or NULL."""
    if rows.lone is not NULL or rows.are_edges or rows.pose is not NULL:
        return NULL
    return rows.shapes.records + RECORD * row_of_entry(rows, k)


cdef inline bint records_are_apart(const Descent* descent, uint32_t a, uint32_t b) noexcept nogil:
    """Whether two parts surely do not meet, by their records: restoring the shapes takes far
    longer."""
    cdef const double* one = record_of(descent.a.rows, a)
    cdef const double* other = record_of(descent.b.rows, b)
    if one is NULL or other is NULL:
        return False
    return circles_are_farther(other[CENTRE_X] - one[CENTRE_X], other[CENTRE_Y] - one[CENTRE_Y],
                               one[BOUNDING_RADIUS] + other[BOUNDING_RADIUS], descent.margin)


cdef inline int test_pair(Descent* descent, Goal goal, uint32_t a, uint32_t b,
                          Watch* watch) noexcept nogil:
    """Test whether two parts, by their entries, are better; 0, or INTERRUPTED."""
    cdef const Convex* one
    cdef const Convex* other
    if goal == MEETING and records_are_apart(descent, a, b):
        return 0
    one = pose_entry(&descent.a, a)
    other = pose_entry(&descent.b, b)
    if goal == FIRST:
        keep_time(descent, one, other)
    elif goal == CLOSEST or goal == SOONEST:
        keep_approach(descent, goal, one, other)
    elif goal != MEETING:
        keep_distance(descent, one, other)
    elif parts_meet(descent, one, other):
        descent.best.distance = 0.0
    return INTERRUPTED if was_interrupted(watch, one.n + other.n) else 0


# --- searches ---------------------------------------------------------------------------

cdef inline int search_below(Descent* descent, Goal goal, Watch* watch) noexcept nogil:
    """Search the pairs on the stack for better parts; 0, or INTERRUPTED."""
    cdef const BoxPair* at
    while not is_done(descent, goal):
        at = pop_pair(descent, bound_of(descent, goal))
        if at is NULL:
            break
        if at.level_a or at.level_b:
            push_below(descent, goal, at)
            if was_interrupted(watch, 4):
                return INTERRUPTED
        elif test_pair(descent, goal, at.a, at.b, watch) < 0:
            return INTERRUPTED
    return 0


cdef inline int search_few_pairs(Descent* descent, Goal goal, Watch* watch) noexcept nogil:
    """Search all pairs of rows, without their boxes."""
    cdef uint32_t i, j
    for i in range(<uint32_t>(descent.a.rows.stop - descent.a.rows.start)):
        for j in range(<uint32_t>(descent.b.rows.stop - descent.b.rows.start)):
            if is_done(descent, goal):
                return 0
            if test_pair(descent, goal, i, j, watch) < 0:
                return INTERRUPTED
    return 0


cdef inline int search_pairs(Descent* descent, Goal goal, Watch* watch) noexcept nogil:
    """Search all pairs; 0, or INTERRUPTED."""
    cdef const Rows* a = descent.a.rows
    cdef const Rows* b = descent.b.rows
    cdef Py_ssize_t i, j
    if are_few_pairs(a, b):
        return search_few_pairs(descent, goal, watch)
    for i in range(top_entries(a)):
        for j in range(top_entries(b)):
            descent.count = 0
            push_whole(descent, i, j)
            if search_below(descent, goal, watch) < 0:
                return INTERRUPTED
    return 0


cdef inline int search_lowest(Descent* descent, Watch* watch) noexcept nogil:
    """Find the lowest parts that meet; 0, or INTERRUPTED. Part by part of a: in a crowd all boxes
    meet, and few of these pairs are needed."""
    cdef const Rows* a = descent.a.rows
    cdef Py_ssize_t i, j
    descent.best.distance = 0.0
    for i in range(a.start, a.stop):
        for j in range(top_entries(descent.b.rows)):
            push_row(descent, entry_of_row(a, i), j)
            if search_below(descent, LOWEST, watch) < 0:
                return INTERRUPTED
        if descent.best.i >= 0:
            break
    return 0


cdef inline int search_nearest(Descent* descent, Watch* watch) noexcept nogil:
    """Find the nearest parts, if they are apart; 0, or INTERRUPTED."""
    cdef const Rows* a = descent.a.rows
    cdef const Rows* b = descent.b.rows
    cdef int result
    if a.tree is not NULL or b.tree is not NULL:
        # Takes less where boxes overlap: all are as near.
        result = search_pairs(descent, MEETING, watch)
        if result < 0:
            return result
    return search_pairs(descent, NEAREST, watch)


cdef inline int any_parts_meet(const Rows* a, const Rows* b, bint strict, double least,
                               Watch* watch) noexcept nogil:
    """Whether any parts meet, or are deeper in each other than `least` unless it is 0.
    UNCERTAIN_PARTS where some are within the margin; or a Failure."""
    cdef Descent descent
    cdef int result = NO_MEMORY
    if start_descent(&descent, a, b):
        descent.strict = strict
        descent.least = least
        result = search_pairs(&descent, MEETING, watch)
    end_descent(&descent)
    if result < 0:
        return result
    if descent.best.distance == 0.0:
        return 1
    return UNCERTAIN_PARTS if descent.uncertain else 0


cdef inline int find_parts_distance(const Rows* a, const Rows* b, Nearness* nearest,
                              Watch* watch) noexcept nogil:
    """The nearest parts of a and of b, if they are apart; 0, or a Failure."""
    cdef Descent descent
    cdef int result = NO_MEMORY
    if start_descent(&descent, a, b):
        result = search_nearest(&descent, watch)
    end_descent(&descent)
    nearest[0] = descent.best
    return result


cdef inline int find_nearest_parts(const Rows* a, const Rows* b, Nearness* nearest,
                             Watch* watch) noexcept nogil:
    """The nearest parts of a and of b, the lowest of those that are as near; 0, or a Failure."""
    cdef Descent descent
    cdef int result = find_parts_distance(a, b, nearest, watch)
    if result < 0 or nearest.distance > 0.0:
        return result
    result = NO_MEMORY
    if start_descent(&descent, a, b):
        result = search_lowest(&descent, watch)
    end_descent(&descent)
    nearest[0] = descent.best
    return result


cdef inline int find_time(const Rows* a, const Rows* b, const Motion* motion, double* time,
                          Watch* watch) noexcept nogil:
    """When any parts first meet, infinity for never; 0, or a Failure."""
    cdef Descent descent
    cdef int result = NO_MEMORY
    if start_descent(&descent, a, b):
        set_both_motions(&descent.motions, a, b, motion)
        descent.most = motion.max_time
        result = search_pairs(&descent, FIRST, watch)
    end_descent(&descent)
    time[0] = descent.best.distance
    return result


cdef inline int find_approach(const Rows* a, const Rows* b, const Motion* motion, double error,
                              Passing* passing, Watch* watch) noexcept nogil:
    """How near the parts of a and of b come to each other, and which first come that near, within
    the error; 0, or a Failure."""
    cdef Descent descent
    cdef int result = NO_MEMORY
    if start_descent(&descent, a, b):
        descent.motions.motion = motion
        set_way(motion, &descent.way)
        result = search_pairs(&descent, CLOSEST, watch)
    if result == 0 and not (a.stop - a.start == 1 == b.stop - b.start):
        descent.most = descent.best.distance + error
        descent.best = Nearness(INFINITY, -1, -1)
        result = search_pairs(&descent, SOONEST, watch)
    end_descent(&descent)
    passing[0] = descent.passing
    return result
