"""New poses for many shapes: all are checked before one is set."""

from cpython.pythread cimport PyThread_get_thread_ident
from libc.math cimport fabs
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from sepax._core.arrays.storage cimport (
    BOXES, DISCS, POLYGONS, SEGMENTS, STAMPED, Restored, Storage, body_of, has_bodies, note_convex,
    point_count, proxy_at, put_all_proxies, put_centre, put_compact, put_proxies, shape_at,
    stamp_count)
from sepax._core.interrupts cimport PIECE, Watch, pieces, was_interrupted
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.pose cimport (
    Pose, PosedConvex, angle_is_allowed, posed_keep, posed_measure, posed_update, rounding_grid,
    sine_cosine)
from sepax._core.simd.levels cimport PROXY, RECORD, move_origin, pair_loops, write_disc_proxy

cdef extern from "counters.h" nogil:
    # Of the stamps, of `pose_changes` and of `setter`: see storage.pxd.
    void count_up(uint32_t* stamp)
    uint32_t counted(const uint32_t* stamp)
    void count_change "count_up"(uint64_t* changes)
    uint64_t counted_changes "counted"(const uint64_t* changes)
    void store_setter "store_number"(unsigned long* setter, unsigned long thread)
    unsigned long last_setter "counted"(const unsigned long* setter)

cdef enum:
    BOXES_AT_ONCE = 64

cdef struct NewPoses:
    const Py_ssize_t* rows      # whose they are; NULL for those of all shapes
    const double* positions     # (count, 2)
    const double* angles
    Py_ssize_t count


cdef inline Py_ssize_t row_of(const NewPoses* poses, Py_ssize_t k) noexcept nogil:
    return k if poses.rows is NULL else poses.rows[k]


cdef inline void take_pose(PosedConvex* posed, double x, double y, double angle) noexcept nogil:
    """Take numbers of a pose, its angle allowed, from which nothing is derived yet."""
    angle += 0.0    # no negative zero, as in a single shape
    if angle != posed.pose.angle:
        posed.pose.angle = angle
        sine_cosine(angle, &posed.pose.sine, &posed.pose.cosine)
    posed.pose.x = x
    posed.pose.y = y


cdef inline bint try_pose(PosedConvex* posed, double x, double y, double angle) noexcept nogil:
    """Take a pose, its angle allowed; False where the shape does not survive it."""
    take_pose(posed, x, y, angle)
    return posed_update(posed)


cdef inline bint surely_survives(const PosedConvex* posed, double x, double y) noexcept nogil:
    """Whether `posed_update` will surely accept the shape at a place; decided without moving it."""
    cdef PosedConvex moved
    if not posed.convex.edges:
        return fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT
    moved.pose.x = x
    moved.pose.y = y
    moved.pivot_extent = posed.pivot_extent
    return rounding_grid(&moved) < posed.finest


cdef inline bint survives(PosedConvex* posed, double x, double y, double angle) noexcept nogil:
    """Whether the body is sound at a pose. Its own pose is kept."""
    cdef Pose before = posed.pose
    cdef bint sound = try_pose(posed, x, y, angle)
    posed.pose = before
    posed_update(posed)
    return sound


cdef inline bint body_survives_pose(PosedConvex* posed, double x, double y,
                                    double angle) noexcept nogil:
    return surely_survives(posed, x, y) or survives(posed, x, y, angle)


cdef inline bint compact_survives_pose(const Storage* shapes, Py_ssize_t row, double x, double y,
                                       double angle) noexcept nogil:
    """For compact kinds. A function of its own: with room to restore a shape, the caller would not
    be inlined."""
    cdef Restored memory
    return body_survives_pose(<PosedConvex*>shape_at(shapes, row, &memory), x, y, angle)


cdef inline bint survives_pose(const Storage* shapes, Py_ssize_t row, double x, double y,
                               double angle) noexcept nogil:
    if has_bodies(shapes):
        return body_survives_pose(shapes.posed + row, x, y, angle)
    return compact_survives_pose(shapes, row, x, y, angle)


cdef inline Py_ssize_t work_of_pose(const Storage* shapes, Py_ssize_t row) noexcept nogil:
    return point_count(shapes, row) if has_bodies(shapes) or shapes.kind == POLYGONS else 2


cdef inline Py_ssize_t first_bad_pose(const Storage* shapes, const NewPoses* poses,
                                      Watch* watch) noexcept nogil:
    """The first pose that its shape refuses, or where an interrupt came; -1 for none. No shape
    moves."""
    cdef Py_ssize_t k, row
    if pair_loops.poses_within(max(shapes.range, 0.0), poses.positions, poses.angles,
                               poses.count):
        return -1
    for k in range(poses.count):
        row = row_of(poses, k)
        if (not angle_is_allowed(poses.angles[k])
                or not survives_pose(shapes, row, poses.positions[2 * k],
                                     poses.positions[2 * k + 1], poses.angles[k])
                or was_interrupted(watch, work_of_pose(shapes, row))):
            return k
    return -1


cdef inline void pose_discs(Storage* shapes, Py_ssize_t row, const double* positions,
                            const double* angles, Py_ssize_t count) noexcept nogil:
    """Only the place of what `posed_update` derives changes. A pose that another thread has spoiled
    since the check is skipped, its proxy about the current origin."""
    cdef Py_ssize_t k
    cdef double x, y
    for k in range(count):
        x = positions[2 * k]
        y = positions[2 * k + 1]
        if fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT and (
                angle_is_allowed(angles[k])):
            put_centre(shapes, row + k, x, y)
            shapes.angles[row + k] = angles[k] + 0.0    # no negative zero, as in a single shape
        write_disc_proxy(shapes.records + RECORD * (row + k), shapes.origin,
                         proxy_at(shapes, row + k))


cdef inline void pose_body(Storage* shapes, Py_ssize_t row, PosedConvex* body, double x, double y,
                           double angle) noexcept nogil:
    """Move the body of a row, unless another thread has spoiled the pose since the check."""
    if angle_is_allowed(angle) and body_survives_pose(body, x, y, angle):
        try_pose(body, x, y, angle)
        note_convex(shapes, row, &body.convex)
        put_proxies(shapes, row, 1)


cdef inline void pose_compact(Storage* shapes, Py_ssize_t row, const double* positions,
                              const double* angles, Py_ssize_t count) noexcept nogil:
    """Move adjacent shapes of a compact kind, with their proxies except for segments, whose origin
    may move first. A pose that another thread has spoiled since the check is skipped."""
    cdef Restored memory
    cdef PosedConvex* posed
    cdef double angle
    cdef Py_ssize_t k
    if shapes.kind == BOXES:
        pair_loops.pose_boxes(shapes.records + RECORD * row, shapes.angles + row,
                              proxy_at(shapes, row), shapes.origin, positions, angles, count)
        return
    if shapes.kind == DISCS:
        pose_discs(shapes, row, positions, angles, count)
        return
    for k in range(count):
        posed = body_of(shapes, row + k)
        if posed is not NULL:
            pose_body(shapes, row + k, posed, positions[2 * k], positions[2 * k + 1], angles[k])
            continue
        posed = <PosedConvex*>shape_at(shapes, row + k, &memory)
        angle = angles[k]
        if angle_is_allowed(angle) and (
                try_pose(posed, positions[2 * k], positions[2 * k + 1], angle)):
            put_compact(shapes, row + k, posed)


cdef inline void apply_all_poses(Storage* shapes, const NewPoses* poses,
                                 Watch* watch) noexcept nogil:
    """Move all shapes of a compact kind, up to an interrupt. Only now may the origin move: all
    proxies are written again; segments know their places only then."""
    cdef Py_ssize_t piece, first
    if shapes.kind == BOXES or shapes.kind == DISCS:
        move_origin(shapes.origin, poses.positions, 2, poses.count)
    for piece in range(pieces(poses.count)):
        first = PIECE * piece
        pose_compact(shapes, first, poses.positions + 2 * first, poses.angles + first,
                     min(PIECE, poses.count - first))
        if was_interrupted(watch, min(PIECE, poses.count)):
            put_proxies(shapes, 0, poses.count)
            return
    if shapes.kind == SEGMENTS:
        put_all_proxies(shapes, poses.count)


cdef inline void pose_some_boxes(Storage* shapes, const NewPoses* poses,
                                 Watch* watch) noexcept nogil:
    """Move boxes of some rows, up to an interrupt: in copies side by side, as lanes want them."""
    cdef double[RECORD * BOXES_AT_ONCE] records
    cdef double[BOXES_AT_ONCE] angles
    cdef float[PROXY * BOXES_AT_ONCE] proxies
    cdef Py_ssize_t piece, first, count, k, row
    for piece in range((poses.count + BOXES_AT_ONCE - 1) // BOXES_AT_ONCE):
        first = BOXES_AT_ONCE * piece
        count = min(<Py_ssize_t>BOXES_AT_ONCE, poses.count - first)
        for k in range(count):
            memcpy(&records[RECORD * k], shapes.records + RECORD * poses.rows[first + k],
                   RECORD * sizeof(double))
        pair_loops.pose_boxes(records, angles, proxies, shapes.origin,
                              poses.positions + 2 * first, poses.angles + first, count)
        for k in range(count):      # in this order: of a row that comes twice, the last pose counts
            row = poses.rows[first + k]
            memcpy(shapes.records + RECORD * row, &records[RECORD * k], RECORD * sizeof(double))
            memcpy(proxy_at(shapes, row), &proxies[PROXY * k], PROXY * sizeof(float))
            shapes.angles[row] = angles[k]
        if was_interrupted(watch, 2 * count):
            return


cdef inline void apply_poses(Storage* shapes, const NewPoses* poses, Watch* watch) noexcept nogil:
    """Move shapes to their poses, up to an interrupt. A pose that another thread has spoiled since
    the check is skipped, or becomes the origin."""
    cdef Py_ssize_t k, row
    if not has_bodies(shapes) and poses.rows is NULL:
        apply_all_poses(shapes, poses, watch)
        return
    if shapes.kind == BOXES:
        pose_some_boxes(shapes, poses, watch)
        return
    for k in range(poses.count):
        row = row_of(poses, k)
        if was_interrupted(watch, work_of_pose(shapes, row)):
            return
        if not has_bodies(shapes):
            pose_compact(shapes, row, poses.positions + 2 * k, poses.angles + k, 1)
            if shapes.kind == SEGMENTS:
                put_proxies(shapes, row, 1)
            continue
        pose_body(shapes, row, shapes.posed + row, poses.positions[2 * k],
                  poses.positions[2 * k + 1], poses.angles[k])
    if poses.rows is NULL:
        put_all_proxies(shapes, poses.count)    # about an origin among the new places


cdef inline void pose_part_of_outline(Storage* shapes, Py_ssize_t row, double x, double y,
                                      double angle) noexcept nogil:
    """Move a part to a pose that its outline allows, even if rounding collapses it there."""
    cdef Restored memory
    cdef PosedConvex* posed = body_of(shapes, row)
    if posed is NULL:
        posed = <PosedConvex*>shape_at(shapes, row, &memory)
        take_pose(posed, x, y, angle)
        posed_keep(posed)
        put_compact(shapes, row, posed)
        return
    # Its symmetry may have been lost at the pose before.
    posed_measure(posed, posed.convex.n, posed.convex.edges, posed.convex.radius)
    take_pose(posed, x, y, angle)
    posed_keep(posed)
    note_convex(shapes, row, &posed.convex)


cdef inline void stamp_rows(Storage* shapes, Py_ssize_t count, const NewPoses* poses) noexcept:
    """Have the next refresh of an index look at the rows. Threads that pose different rows may share
    a stamp: if one of two increments were lost, a refresh between them would miss a pose for good."""
    cdef Py_ssize_t k
    if poses.rows is NULL:
        for k in range(stamp_count(count)):
            count_up(shapes.stamps + k)
        return
    for k in range(poses.count):
        count_up(shapes.stamps + poses.rows[k] // STAMPED)


cdef inline void stamp_poses(Storage* shapes, Py_ssize_t count, const NewPoses* poses) noexcept:
    """Announce new poses once they can be read."""
    count_change(&shapes.pose_changes)
    store_setter(&shapes.setter, PyThread_get_thread_ident())
    stamp_rows(shapes, count, poses)


cdef inline int refuse_pose(Py_ssize_t row, double x, double y, double angle) except -1:
    if not angle_is_allowed(angle):
        raise ValueError(f"shape {row}: angle must be finite and within 2**31 radians, got {angle}")
    if not (fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT):
        raise ValueError(f"shape {row}: position must be finite and within 2**240, got {(x, y)}")
    raise ValueError(f"shape {row}: at position {(x, y)} and angle {angle} the vertices round to a "
                     "ring that is not convex, has no area (of a segment: no length) or is beyond "
                     "2**240: work nearer to the origin")
