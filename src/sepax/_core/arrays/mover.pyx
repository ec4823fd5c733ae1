"""A shape that moves through a scene at rest: its place, the parts near it, and the obstacles that
it meets.

It has a twin at the same place whose radius is larger by half of the skin. slides.pyx says why.

The tree of bounding boxes finds candidates, and the kernels for two shapes decide; where there are
compounds, the answers of rows: see `Wholes`.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from sepax._core.answers.answer cimport Options, Result, set_plain
from sepax._core.answers.compiled cimport VERB_COLLIDE, VERB_INTERSECTS, VERB_SWEEP
from sepax._core.arrays.boundary_search cimport RowSearch, next_in_box, seek_in_box
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.copies cimport copy_rows, prepare_copies, release_copies, set_copied
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.index cimport BoxCursor, next_overlap, seek_box
from sepax._core.arrays.pair_list cimport raise_failure
from sepax._core.arrays.poses cimport refuse_pose
from sepax._core.arrays.row_answers cimport answer_rows
from sepax._core.arrays.rows cimport bounds_of_row, prepare_rows, release_rows, row_at, set_lone
from sepax._core.arrays.sides cimport row_of
from sepax._core.arrays.storage cimport body_of, convex_at, prepare_memory, read_bounds, shape_at
from sepax._core.interrupts cimport are_huge, raise_pending, start_watch, was_interrupted
from sepax._core.kernels.answers cimport Axis, Motion, set_relative_velocity
from sepax._core.kernels.grazing cimport only_grazes
from sepax._core.kernels.measure cimport radius_within
from sepax._core.kernels.pose cimport posed_assign_arrays, posed_size, posed_update
from sepax._core.kernels.projection cimport convex_bounds
from sepax._core.kernels.queries cimport convex_intersect, convex_penetration, convex_sweep
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF, OPPOSITE_ROUNDOFF, RADIUS_ROUNDOFF
from sepax._core.memory cimport has_room
from sepax._core.results cimport new_impact

cdef extern from *:
    const double USUAL_SKIN "1e-3"      # of the larger side of a shape's bounds
    const double LEAST_SKIN "0x1p-47"   # of a shape's largest coordinate: 16 to 32 roundings of it

cdef enum:
    POLL_INTERVAL = 1024    # rows of a scene without a tree between two looks at the watch
    WORK_OF_PAIR = 16       # of the kernels for two boxes, as the watch counts


@cython.final
@cython.auto_pickle(False)
cdef class Wholes:
    """The rows of a scene in which some are compounds, or with a compound as the mover; with a tree
    of them, or that of the side, or none."""

    def __cinit__(self, RowSide rows not None, RowScene scene=None):
        if scene is not None and scene.rows.count != rows.count:
            raise ValueError(f"the tree must be of {rows.count} rows")
        self.rows = rows
        self.scene = scene
        self.tree = rows.tree if scene is None else scene.tree


@cython.final
@cython.auto_pickle(False)
cdef class Mover:
    """A shape that moves, and the obstacles that it has met."""

    def __cinit__(self):
        prepare_copies(&self.copies)
        self.part_row = -1

    def __dealloc__(self):
        release_copies(&self.copies)
        if self.part_row >= 0:
            release_rows(&self.part_memory)
        PyMem_RawFree(self.arrays)
        PyMem_RawFree(self.near)
        PyMem_RawFree(self.found)
        PyMem_RawFree(self.notes)


cdef int require_memory(bint enough) except -1 nogil:
    if not enough:
        with gil:
            raise MemoryError
    return 0


cdef Mover new_mover(Scene scene, object solid, Wholes wholes):
    cdef Mover mover = Mover.__new__(Mover)
    mover.scene = scene
    mover.wholes = wholes
    mover.has_wholes = wholes is not None
    mover.solid = solid
    mover.has_solid = solid is not None
    mover.row = -1
    if scene is not None:
        prepare_memory(&scene.block.shapes, &mover.restored)
    start_watch(&mover.watch)
    return mover


# --- the mover ------------------------------------------------------------------------

cdef int take_row(Mover mover, const Storage* shapes, Py_ssize_t k) except -1 nogil:
    """Make a copy of a row of an array the shape."""
    cdef const PosedConvex* source
    cdef Py_ssize_t size
    mover.row = k
    source = body_of(shapes, k)
    if source is NULL:
        mover.posed = <PosedConvex*>shape_at(shapes, k, &mover.own_shape)
        return 0
    size = posed_size(source.convex.n)
    require_memory(has_room(<void**>&mover.arrays, &mover.arrays_room, size, sizeof(double)))
    mover.own_body = source[0]
    mover.posed = &mover.own_body
    posed_assign_arrays(mover.posed, source.convex.n, mover.arrays)
    memcpy(mover.arrays, source.convex.normal_x, size * sizeof(double))     # the first of them
    return 0


cdef inline void widen(Mover mover) noexcept nogil:
    """Make the wide twin at the place of the mover."""
    cdef const Convex* shape = &mover.posed.convex
    cdef Convex* wide = &mover.wide
    wide[0] = shape[0]
    wide.radius = shape.radius + mover.half
    wide.bounding_radius = (shape.bounding_radius + mover.half) * (1.0 + RADIUS_ROUNDOFF)
    wide.inscribed_radius = radius_within(shape.inscribed_radius + mover.half)
    wide.is_box = False
    wide.half = 0


cdef void take_compound(Mover mover, CompoundRows compounds, Py_ssize_t k) noexcept nogil:
    """Make a row of compounds the shape, from its pose on."""
    mover.row = k if compounds.count > 1 else -1
    mover.compound_row = k
    mover.pose = compounds.poses[k]


cdef int pose_twin(Mover mover) except -1 nogil:
    """Make the wide twin of a compound at its pose."""
    cdef double[2] still = [0.0, 0.0]
    cdef Convex* part
    cdef Py_ssize_t k
    mover.compounds.read_row_at(mover.compound_row, &mover.pose, &mover.own)
    release_copies(&mover.copies)
    require_memory(copy_rows(&mover.own, still, still, &mover.copies))
    for k in range(mover.copies.count):
        part = mover.copies.parts + k
        part.radius += mover.half
        part.bounding_radius = (part.bounding_radius + mover.half) * (1.0 + RADIUS_ROUNDOFF)
        part.inscribed_radius = radius_within(part.inscribed_radius + mover.half)
    set_copied(&mover.own, &mover.copies, &mover.twin)
    mover.twin.thin = False     # but for no width at all
    return 0


cdef int set_twin(Mover mover) except -1 nogil:
    """Make the wide twin at the place of the mover."""
    if mover.posed is NULL:
        return pose_twin(mover)
    widen(mover)
    if mover.has_wholes:
        set_lone(&mover.own, &mover.posed.convex)
        set_lone(&mover.twin, &mover.wide)
    return 0


cdef int read_mover_bounds(Mover mover, double* bounds) except -1 nogil:
    if mover.posed is not NULL:
        convex_bounds(&mover.posed.convex, bounds)
        return 0
    mover.compounds.read_row_at(mover.compound_row, &mover.pose, &mover.own)
    return require_memory(exact_box(&mover.own, bounds))


cdef inline double largest_of(const double* bounds) noexcept nogil:
    return max(max(-bounds[LOW_X], -bounds[LOW_Y]), max(bounds[HIGH_X], bounds[HIGH_Y]))


cdef double least_skin(Mover mover, const double* bounds) noexcept nogil:
    """The least skin: more than rounding of the moved vertices."""
    cdef const Pose* pose = &mover.pose if mover.posed is NULL else &mover.posed.pose
    return LEAST_SKIN * max(largest_of(bounds), max(fabs(pose.x), fabs(pose.y)))


cdef int refuse_size(Mover mover) except -1 nogil:
    with gil:
        which = f"shape {mover.row}: " if mover.row >= 0 else ""
        raise ValueError(f"{which}skin must be given for a shape without any size, such as a Point")


cdef int begin(Mover mover, double skin) except -1 nogil:
    """Begin with a skin; 0 for the usual one."""
    cdef double bounds[4]
    read_mover_bounds(mover, bounds)
    if skin == 0.0:
        skin = USUAL_SKIN * max(bounds[HIGH_X] - bounds[LOW_X], bounds[HIGH_Y] - bounds[LOW_Y])
        if skin <= 0.0:
            refuse_size(mover)
    mover.skin = max(skin, least_skin(mover, bounds))
    mover.half = 0.5 * mover.skin
    mover.done = mover.gone[0] = mover.gone[1] = 0.0
    return set_twin(mover)


cdef int refuse_move(Mover mover, double dx, double dy) except -1 nogil:
    """Raise for a move to a place where rounding would spoil the shape."""
    with gil:
        if mover.shape is not None:
            mover.shape.move(dx, dy)
        else:
            refuse_pose(mover.row, mover.posed.pose.x + dx, mover.posed.pose.y + dy,
                        mover.posed.pose.angle)
    return 0


cdef int move_compound(Mover mover, double dx, double dy) except -1 nogil:
    """Move a compound and its twin, or raise and keep both. Functions that decide whether a row is
    solid see it where it is."""
    cdef Pose pose = mover.pose
    pose.x += dx
    pose.y += dy
    with gil:
        mover.compounds.allow_pose(mover.compound_row, &pose)
        if mover.has_solid:
            mover.compounds.set_pose(mover.compound_row, pose.x, pose.y, pose.angle)
    mover.pose = pose
    return pose_twin(mover)


cdef int move_by(Mover mover, double dx, double dy) except -1 nogil:
    """Move the shape and its twin, or raise and keep both."""
    cdef Pose before
    if mover.posed is NULL:
        return move_compound(mover, dx, dy)
    before = mover.posed.pose
    mover.posed.pose.x = mover.posed.pose.x + dx
    mover.posed.pose.y = mover.posed.pose.y + dy
    if not posed_update(mover.posed):
        mover.posed.pose = before
        posed_update(mover.posed)
        refuse_move(mover, dx, dy)
    return set_twin(mover)


# --- parts near the path -----------------------------------------------------------------------

cdef inline bint is_seen(Mover mover, Py_ssize_t row) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(mover.ignored_count):
        if mover.ignored[k] == row:
            return False
    return True


cdef inline int add_near(Mover mover, Py_ssize_t row, Py_ssize_t part) except -1 nogil:
    require_memory(has_room(<void**>&mover.near, &mover.near_room, max(mover.near_count + 1, 16),
                            sizeof(Near)))
    mover.near[mover.near_count].row = row
    mover.near[mover.near_count].part = part
    mover.near_count = mover.near_count + 1
    return 0


cdef inline void set_region(const double* bounds, double dx, double dy, double skin,
                            double* region) noexcept nogil:
    """The box around all that may be met on the path, or be nearer than the skin."""
    cdef double pad = 2.0 * skin + FILTER_ROUNDOFF * (largest_of(bounds) + fabs(dx) + fabs(dy))
    region[LOW_X] = bounds[LOW_X] + min(dx, 0.0) - pad
    region[LOW_Y] = bounds[LOW_Y] + min(dy, 0.0) - pad
    region[HIGH_X] = bounds[HIGH_X] + max(dx, 0.0) + pad
    region[HIGH_Y] = bounds[HIGH_Y] + max(dy, 0.0) + pad


cdef int add_parts(Mover mover, Py_ssize_t row, const double* region) except -1 nogil:
    """List the parts of a row among wholes whose boxes meet a region."""
    cdef Rows room
    cdef const Rows* rows = row_of(mover.wholes.rows, row, &room)
    cdef RowSearch search
    cdef double bounds[4]
    cdef Py_ssize_t k
    seek_in_box(&search, rows, region[LOW_X], region[LOW_Y], region[HIGH_X], region[HIGH_Y])
    while True:
        k = next_in_box(&search)
        if k < 0:
            return 0
        if rows.tree is NULL:   # else its boxes meet the region
            bounds_of_row(rows, k, bounds)
            if not boxes_meet(bounds, region):
                continue
        add_near(mover, row, k)
        if was_interrupted(&mover.watch, 2):
            return -1


cdef int add_row(Mover mover, Py_ssize_t row, const double* region) except -1 nogil:
    """List the parts near, of a row that may be near."""
    if not is_seen(mover, row):
        return 0
    return add_parts(mover, row, region) if mover.has_wholes else add_near(mover, row, row)


cdef inline bint boxes_meet(const double* a, const double* b) noexcept nogil:
    return (a[LOW_X] <= b[HIGH_X] and b[LOW_X] <= a[HIGH_X]
            and a[LOW_Y] <= b[HIGH_Y] and b[LOW_Y] <= a[HIGH_Y])


cdef int scan_rows(Mover mover, const double* region) except -1 nogil:
    """List the parts near, of a scene without a tree."""
    cdef double bounds[4]
    cdef Py_ssize_t k
    for k in range(mover.wholes.rows.count if mover.has_wholes else mover.scene.block.count):
        if mover.has_wholes:
            mover.wholes.rows.box_of(k, 0.0, bounds)
        else:
            read_bounds(&mover.scene.block.shapes, k, True, bounds)
        if boxes_meet(bounds, region):
            add_row(mover, k, region)
        if k % POLL_INTERVAL == 0 and was_interrupted(&mover.watch, POLL_INTERVAL // 4):
            return -1
    return 0


cdef int search_tree(Mover mover, const Tree* tree, const double* region) except -1 nogil:
    """List the parts near, of the rows whose boxes in the tree meet a region, in order."""
    cdef BoxCursor cursor
    cdef Py_ssize_t row
    seek_box(&cursor, tree, region)
    while True:
        row = next_overlap(&cursor)
        if row < 0:
            return 0
        add_row(mover, row, region)
        if was_interrupted(&mover.watch, 2):
            return -1


cdef int compare_near(const void* a, const void* b) noexcept nogil:
    cdef const Near* first = <const Near*>a
    cdef const Near* second = <const Near*>b
    if first.row != second.row:
        return 1 if first.row > second.row else -1
    return (first.part > second.part) - (first.part < second.part)


cdef int find_near(Mover mover, double dx, double dy) except -1 nogil:
    """List the parts, in order, that may be met on a path or be nearer than the skin."""
    cdef const Tree* tree = mover.wholes.tree if mover.has_wholes else mover.scene.tree
    cdef double[4] bounds, region
    read_mover_bounds(mover, bounds)
    set_region(bounds, dx, dy, mover.skin, region)
    mover.near_count = 0
    if tree is NULL:
        scan_rows(mover, region)
    else:
        search_tree(mover, tree, region)
    if tree is not NULL or mover.has_wholes:
        qsort(mover.near, mover.near_count, sizeof(Near), compare_near)
    return 0


cdef inline Py_ssize_t next_row(Mover mover, Py_ssize_t* k) noexcept nogil:
    """The row of the parts near from k on; moves on to those of the next row. -1 at the end."""
    cdef Py_ssize_t row
    if k[0] >= mover.near_count:
        return -1
    row = mover.near[k[0]].row
    while k[0] < mover.near_count and mover.near[k[0]].row == row:
        k[0] += 1
    return row


cdef Obstacle* next_obstacle(Mover mover, Py_ssize_t row, Py_ssize_t part) except NULL nogil:
    """Room for one more obstacle behind those found, which it is not counted among."""
    cdef Obstacle* obstacle
    require_memory(has_room(<void**>&mover.found, &mover.found_room,
                            max(mover.found_count + 1, 8), sizeof(Obstacle)))
    obstacle = mover.found + mover.found_count
    obstacle.row = row
    obstacle.part = part
    return obstacle


# --- queries about a row of the scene -------------------------------------------------

cdef inline const Convex* convex_of(Mover mover, Py_ssize_t row) noexcept nogil:
    return convex_at(&mover.scene.block.shapes, row, &mover.restored)


cdef inline int discard_if_interrupted(const Convex* shape, const Convex* other) except -1 nogil:
    """Raise for a signal during a kernel on huge shapes, before its answer is used."""
    if are_huge(shape.n, other.n):
        with gil:
            raise_pending()
    return 0


cdef const Convex* part_of(Mover mover, Py_ssize_t row, Py_ssize_t part) except NULL nogil:
    """A part of a whole, in the memory of the mover: valid until the next one is read."""
    if row != mover.part_row:
        if mover.part_row >= 0:
            release_rows(&mover.part_memory)
        mover.part_row = -1
        mover.part_rows = row_of(mover.wholes.rows, row, &mover.part_rows)[0]
        require_memory(prepare_rows(&mover.part_rows, &mover.part_memory))
        mover.part_row = row
    return row_at(&mover.part_rows, part, &mover.part_memory)


cdef int read_obstacle(Mover mover, Py_ssize_t row, Py_ssize_t part, Rows* rows) except -1 nogil:
    """A row of the scene, or one part of it."""
    if part < 0:
        rows[0] = row_of(mover.wholes.rows, row, rows)[0]
    else:
        set_lone(rows, part_of(mover, row, part))
    return 0


cdef int ask_whole(Mover mover, int verb, bint wide, Py_ssize_t row, Py_ssize_t part,
                   const Options* options, Result* result) except -1 nogil:
    """The answer of a verb for the mover, or its twin, and an obstacle."""
    cdef Rows other
    cdef int found
    read_obstacle(mover, row, part, &other)
    found = answer_rows(verb, &mover.twin if wide else &mover.own, &other, options, result,
                        &mover.watch)
    if found < 0:
        with gil:
            raise_failure(found)
    return found


cdef bint sweep_whole(Mover mover, bint wide, Py_ssize_t row, Py_ssize_t part,
                      const Motion* motion, bint touching, bint skip_leaving,
                      Meeting* meeting) except -1 nogil:
    """`sweep_row` where there are compounds."""
    cdef Options options
    cdef Result result
    set_plain(&options)
    options.strict, options.skip_leaving = not touching, skip_leaving
    options.motion.motion = motion[0]
    if not ask_whole(mover, VERB_SWEEP, wide, row, part, &options, &result):
        return False
    meeting[0] = result.impact
    return True


cdef bint sweep_row(Mover mover, bint wide, Py_ssize_t row, Py_ssize_t part, double x, double y,
                    bint touching, bint skip_leaving, Meeting* meeting) except -1 nogil:
    """Whether the shape, or its twin, meets an obstacle on a path, and the impact; see `sweep`."""
    cdef const Convex* shape = &mover.wide if wide else &mover.posed.convex
    cdef const Convex* other
    cdef Motion motion
    cdef bint hit
    motion.a_x = x
    motion.a_y = y
    motion.b_x = motion.b_y = 0.0
    motion.max_time = 1.0
    set_relative_velocity(&motion)
    if mover.has_wholes:
        return sweep_whole(mover, wide, row, part, &motion, touching, skip_leaving, meeting)
    other = convex_of(mover, row)
    if was_interrupted(&mover.watch, WORK_OF_PAIR + shape.n + other.n):
        return -1
    hit = convex_sweep(shape, other, &motion, meeting)
    if hit and not touching:
        hit = not only_grazes(shape, other, &motion, meeting)
    discard_if_interrupted(shape, other)
    return hit and not (skip_leaving and meeting.leaving)


cdef bint overlaps_row(Mover mover, Py_ssize_t row, Py_ssize_t part) except -1 nogil:
    """Whether the shape itself overlaps an obstacle."""
    cdef const Convex* other
    cdef Options options
    cdef Result result
    cdef bint hit
    if mover.has_wholes:
        set_plain(&options)
        options.strict = True
        return ask_whole(mover, VERB_INTERSECTS, False, row, part, &options, &result) > 0
    other = convex_of(mover, row)
    hit = convex_intersect(&mover.posed.convex, other, True)
    discard_if_interrupted(&mover.posed.convex, other)
    return hit


cdef bint read_depth(Mover mover, Obstacle* obstacle) except -1 nogil:
    """The depth of the wide shape in an obstacle; False if it is not in it at all."""
    cdef const Convex* other
    cdef Axis widest
    cdef Options options
    cdef Result result
    cdef bint hit
    if mover.has_wholes:
        set_plain(&options)
        if not ask_whole(mover, VERB_COLLIDE, True, obstacle.row, -1, &options, &result):
            return False
        obstacle.depth = result.contact.depth
        obstacle.normal_x = result.contact.widest.normal_x
        obstacle.normal_y = result.contact.widest.normal_y
        return True
    other = convex_of(mover, obstacle.row)
    hit = convex_penetration(&mover.wide, other, &widest, &obstacle.depth)
    discard_if_interrupted(&mover.wide, other)
    if hit:
        obstacle.normal_x = widest.normal_x
        obstacle.normal_y = widest.normal_y
    return hit


cdef bint has_face(const Convex* shape, double x, double y) noexcept nogil:
    """Whether a unit vector is the normal of an edge."""
    cdef Py_ssize_t i
    for i in range(shape.edges):
        if shape.normal_x[i] * x + shape.normal_y[i] * y > 1.0 - OPPOSITE_ROUNDOFF:
            return True
    return False


cdef bint mover_has_face(Mover mover, double x, double y) noexcept nogil:
    cdef Py_ssize_t k
    if mover.posed is not NULL:
        return has_face(&mover.wide, x, y)
    for k in range(mover.copies.count):
        if has_face(mover.copies.parts + k, x, y):
            return True
    return False


cdef bint is_flat(Mover mover, const Obstacle* obstacle) except -1 nogil:
    """Whether the normal of an impact is that of an edge, of the mover or of a part near it of the
    obstacle."""
    cdef double x = obstacle.meeting.normal_x, y = obstacle.meeting.normal_y
    cdef const Near* near
    cdef Py_ssize_t k
    if mover_has_face(mover, x, y):
        return True
    if not mover.has_wholes:
        return has_face(convex_of(mover, obstacle.row), -x, -y)
    if obstacle.part >= 0:
        return has_face(part_of(mover, obstacle.row, obstacle.part), -x, -y)
    for k in range(mover.near_count):
        near = mover.near + k
        if near.row == obstacle.row and has_face(part_of(mover, near.row, near.part), -x, -y):
            return True
    return False


cdef bint is_compound(Mover mover, Py_ssize_t row) noexcept nogil:
    cdef Rows room
    return mover.has_wholes and row_of(mover.wholes.rows, row, &room).is_compound


cdef bint is_in_the_way(Mover mover, const Obstacle* obstacle) except -1 nogil:
    if not mover.has_solid:
        return True
    with gil:
        return bool(mover.solid(obstacle.row, new_impact(&obstacle.meeting)))


cdef int set_reported(Mover mover, Obstacle* obstacle, double time) except -1 nogil:
    """Turn an impact of the wide shape into one of the mover, in times of the whole motion."""
    cdef Meeting* meeting = &obstacle.meeting
    if meeting.initial:
        meeting.initial = overlaps_row(mover, obstacle.row, obstacle.part)
    meeting.time = time
    meeting.exit_time = mover.done + (1.0 - mover.done) * meeting.exit_time
    meeting.leaving = False
    return 0


cdef int note(Mover mover, const Obstacle* obstacle) except -1 nogil:
    require_memory(has_room(<void**>&mover.notes, &mover.note_room, max(mover.note_count + 1, 8),
                            sizeof(Note)))
    mover.notes[mover.note_count].row = obstacle.row
    mover.notes[mover.note_count].meeting = obstacle.meeting
    mover.note_count = mover.note_count + 1
    return 0
