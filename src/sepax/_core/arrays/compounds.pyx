"""Two groups of parts in motion: when do they first touch as wholes, and where?

Every part of one group is swept against every part of the other; the earliest impact gives the
time. The normal comes from all parts that touch then: their tangent cones (tangent.pxd) leave some
directions free, and the two faces next to the direction of motion are on the true boundary, so the
normal is never that of a seam. Where groups touch at the start, or only overlaps count, pairs that
slide along each other are skipped: the motion runs on to the next.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.float cimport DBL_MAX
from libc.math cimport INFINITY, fabs
from libc.stdlib cimport qsort

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.extents cimport joint_size, read_box
from sepax._core.arrays.sectors cimport (
    Sector, Sectors, by_height, by_stretch, enters_seam, face_met, face_touched, is_corner,
    keep_touching, exclude_closed_gap)
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory
from sepax._core.interrupts cimport Watch, was_interrupted, raise_pending, start_watch
from sepax._core.kernels.answers cimport Axis, Meeting, Motion, set_relative_velocity
from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.grazing cimport depth_after, grazing_tolerance
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.openings cimport stretch_along
from sepax._core.kernels.roundoff cimport (
    FILTER_ROUNDOFF, SAME_DIRECTION, TIME_ROUNDOFF, UNDERFLOW_ERROR)
from sepax._core.kernels.separation cimport convex_penetration
from sepax._core.kernels.sweep cimport convex_sweep, impact_point
from sepax._core.kernels.tangent cimport (
    CONE_LINE, CONE_SECTOR, CONE_SPOT, PLACE_APART, Cone, Face, place_tolerance, tangent_cone)
from sepax._core.memory cimport has_room

cdef struct PartMeeting:
    Py_ssize_t i
    Py_ssize_t j
    Meeting meeting
    double slack        # time that it may be too late for one that it follows on

cdef int by_time(const void* first, const void* second) noexcept nogil:
    """The order of meetings: by time, then by parts."""
    cdef const PartMeeting* one = <const PartMeeting*>first
    cdef const PartMeeting* other = <const PartMeeting*>second
    if one.meeting.time != other.meeting.time:
        return 1 if one.meeting.time > other.meeting.time else -1
    if one.i != other.i:
        return 1 if one.i > other.i else -1
    return 1 if one.j > other.j else -1


# --- the parts --------------------------------------------------------------------

cdef inline bint surely_passes(const Convex* a, const Convex* b,
                               const Motion* motion) noexcept nogil:
    """The bounding circles never meet, however long the motion lasts."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double one = motion.x * dy, other = motion.y * dx
    cdef double reach = ((a.bounding_radius + b.bounding_radius)
                         * (fabs(motion.x) + fabs(motion.y)))
    return fabs(one - other) > (reach + FILTER_ROUNDOFF * (reach + fabs(one) + fabs(other))
                                + UNDERFLOW_ERROR)


cdef inline bint is_thin(const Convex* convex) noexcept nogil:
    return convex.n <= 2 and convex.radius == 0.0


cdef inline bint is_polygon(const Convex* convex) noexcept nogil:
    return convex.n > 2 and convex.radius == 0.0


cdef inline bint lies_along(const Convex* thin, double x, double y) noexcept nogil:
    """Whether a point, or a segment in its own direction, moves: what slips into a seam."""
    cdef double dx, dy
    if thin.n == 1:
        return True
    dx = thin.x[1] - thin.x[0]
    dy = thin.y[1] - thin.y[0]
    return fabs(dx * y - dy * x) <= SAME_DIRECTION * (fabs(dx) + fabs(dy))


@cython.final
@cython.auto_pickle(False)
cdef class PartsSweep:
    """Two groups of parts, and the relative motion of the first."""

    cdef ShapeBlock block_a
    cdef ShapeBlock block_b
    cdef Motion motion
    cdef double box_a[4]        # around all parts of a side
    cdef double box_b[4]
    cdef Restored memory_a      # for one part of a side at a time
    cdef Restored memory_b
    cdef PartMeeting* met       # pairs of parts that meet at any time, by time
    cdef Py_ssize_t met_count
    cdef Py_ssize_t met_room
    cdef bint touching          # at the time of the last look around
    cdef Sectors around         # there
    cdef bint no_memory
    cdef bint deep              # they overlap at the start, by more than rounding
    cdef Meeting found

    def __dealloc__(self):
        PyMem_RawFree(self.met)
        PyMem_RawFree(self.around.items)

    cdef const Convex* part_a(self, Py_ssize_t i) noexcept nogil:
        return convex_at(&self.block_a.shapes, i, &self.memory_a)

    cdef const Convex* part_b(self, Py_ssize_t j) noexcept nogil:
        return convex_at(&self.block_b.shapes, j, &self.memory_b)

    cdef void note_meeting(self, Py_ssize_t i, Py_ssize_t j, const Meeting* meeting,
                           double slack) noexcept nogil:
        cdef PartMeeting* pair
        if not has_room(<void**>&self.met, &self.met_room, self.met_count + 1,
                        sizeof(PartMeeting)):
            self.no_memory = True
            return
        pair = self.met + self.met_count
        pair.i, pair.j, pair.meeting, pair.slack = i, j, meeting[0], slack
        self.met_count = self.met_count + 1

    cdef void measure(self) noexcept nogil:
        read_box(self.box_a, &self.block_a.shapes, self.block_a.count)
        read_box(self.box_b, &self.block_b.shapes, self.block_b.count)

    cdef double size_at(self, double time) noexcept nogil:
        """The larger side of the box around both groups and their motion up to a time."""
        return joint_size(self.box_a, self.box_b, self.motion.x * time, self.motion.y * time)

    cdef void meet_parts(self, double max_time) noexcept nogil:
        """List the pairs of parts that meet within a time, in order."""
        cdef Watch watch
        cdef Py_ssize_t i, j
        cdef const Convex* a
        cdef const Convex* b
        cdef Meeting meeting
        cdef Motion motion = self.motion
        motion.max_time = max_time
        self.met_count = 0
        start_watch(&watch)
        for i in range(self.block_a.count):
            a = self.part_a(i)
            for j in range(self.block_b.count):
                b = self.part_b(j)
                if not surely_passes(a, b, &motion) and convex_sweep(a, b, &motion, &meeting):
                    self.note_meeting(i, j, &meeting, self.time_slack(meeting.time))
                if self.no_memory or was_interrupted(&watch, a.n + b.n):
                    return
        if self.met_count:  # or there may be no memory: C may allocate even to sort nothing
            qsort(self.met, self.met_count, sizeof(PartMeeting), by_time)

    cdef double time_slack(self, double time) noexcept nogil:
        """The time that takes a as far as places are off."""
        if self.around.speed == 0.0:
            return 0.0
        return place_tolerance(self.size_at(time)) / self.around.speed + TIME_ROUNDOFF * time

    # --- one pair of parts

    cdef bint grazes(self, const PartMeeting* pair, double max_time) noexcept nogil:
        """Whether a pair is never deeper than the tolerance, or leaves from the start on. The depth
        is greatest, or half as great, half-way: see grazing.pxd."""
        cdef double half_way, tolerance
        if pair.meeting.initial and pair.meeting.leaving:
            return True
        half_way = min(min(pair.meeting.exit_time, max_time), DBL_MAX)
        half_way = pair.meeting.time + 0.5 * (half_way - pair.meeting.time)
        tolerance = grazing_tolerance(self.size_at(half_way))
        return depth_after(self.part_a(pair.i), self.part_b(pair.j), self.motion.x * half_way,
                           self.motion.y * half_way, tolerance) <= tolerance

    cdef bint touches_at_start(self, const PartMeeting* pair) noexcept nogil:
        """Whether a pair is no farther apart at the start than places are off."""
        cdef double tolerance = place_tolerance(self.size_at(0.0))
        return depth_after(self.part_a(pair.i), self.part_b(pair.j), 0.0, 0.0,
                           tolerance) >= -tolerance

    cdef void measure_start(self, const PartMeeting* pair, bint* strict) noexcept nogil:
        """Whether a pair that meets at the start overlaps then; notes if by more than rounding."""
        cdef const Convex* a = self.part_a(pair.i)
        cdef const Convex* b = self.part_b(pair.j)
        cdef Axis widest
        cdef double depth = 0.0
        if convex_intersect(a, b, True):
            strict[0] = True
            # Half of the tolerance of grazing: a pair that slides so deep still grazes.
            if (convex_penetration(a, b, &widest, &depth)
                    and depth > 0.5 * grazing_tolerance(self.size_at(0.0))):
                self.deep = True

    # --- the place where they touch

    cdef void list_cones(self, double time) noexcept nogil:
        """List the cones of all pairs of parts that touch at a time."""
        cdef Watch watch
        cdef Py_ssize_t i, j
        cdef const Convex* a
        cdef const Convex* b
        cdef double x = self.motion.x * time, y = self.motion.y * time, dx, dy, reach
        cdef double tolerance = place_tolerance(self.size_at(time))
        cdef Cone cone
        self.around.count = 0
        self.touching = False
        start_watch(&watch)
        for i in range(self.block_a.count):
            a = self.part_a(i)
            for j in range(self.block_b.count):
                if was_interrupted(&watch, 1):
                    return
                b = self.part_b(j)
                dx = (b.centre_x - a.centre_x) - x
                dy = (b.centre_y - a.centre_y) - y
                reach = a.bounding_radius + b.bounding_radius + tolerance
                if fabs(dx) > reach or fabs(dy) > reach:
                    continue
                tangent_cone(a, b, x, y, tolerance, &cone)
                if cone.kind != PLACE_APART:
                    self.touching = True
                if cone.kind >= CONE_SECTOR:
                    self.add_cone(&cone, i, j, a, b)
                if self.no_memory or was_interrupted(&watch, a.n + b.n):
                    return

    cdef void add_cone(self, const Cone* cone, Py_ssize_t i, Py_ssize_t j, const Convex* a,
                       const Convex* b) noexcept nogil:
        cdef Sector* sector
        cdef int half
        if cone.kind == CONE_SPOT:
            return
        for half in range(1 + (cone.kind == CONE_LINE)):
            if not has_room(<void**>&self.around.items, &self.around.room, self.around.count + 1,
                            sizeof(Sector)):
                self.no_memory = True
                return
            sector = self.around.items + self.around.count
            self.around.count = self.around.count + 1
            sector.start = cone.end if half else cone.start
            sector.end = cone.start if half else cone.end
            sector.i = i
            sector.j = j
            sector.thin_a = self.may_slip(a, b)
            sector.thin_b = self.may_slip(b, a)

    cdef bint may_slip(self, const Convex* thin, const Convex* other) noexcept nogil:
        """Whether a part moves in its own direction into a seam between polygons."""
        return (is_thin(thin) and is_polygon(other)
                and lies_along(thin, self.around.unit_x, self.around.unit_y))

    cdef void meet_face(self, const Face* face, const Sector* sector, double time) noexcept nogil:
        """Take the normal of a face, and a point on it at a time."""
        self.found.time = time
        self.found.normal_x = face.normal_x + 0.0
        self.found.normal_y = face.normal_y + 0.0
        self.found.edge = face.edge
        self.found.on_b = face.on_b
        self.found.vertex_a = face.vertex_a
        self.found.vertex_b = face.vertex_b
        impact_point(self.part_a(sector.i), self.part_b(sector.j), &self.motion, &self.found)

    cdef void find_stretches(self, double x, double y) noexcept nogil:
        """Note where pairs touch along the face found, seen from (x, y), and sort them."""
        cdef const Convex* b
        cdef Sector* sector
        cdef double nx = self.found.normal_x, ny = self.found.normal_y, low, high
        cdef double shift_x = self.motion.x * self.found.time
        cdef double shift_y = self.motion.y * self.found.time
        cdef double tolerance = grazing_tolerance(self.size_at(self.found.time))
        cdef Py_ssize_t k
        for k in range(self.around.count):
            sector = self.around.items + k
            b = self.part_b(sector.j)
            stretch_along(self.part_a(sector.i), 1.0, nx, ny,
                          x - shift_x, y - shift_y, tolerance, &sector.low, &sector.high)
            sector.height = stretch_along(b, -1.0, nx, ny, x, y, tolerance, &low, &high) - b.radius
            low = max(low, sector.low)
            high = min(high, sector.high)
            # Ends of both that are over each other may be beside each other by rounding.
            sector.low = low if low <= high else 0.5 * (low + high)
            sector.high = high if low <= high else sector.low
        qsort(self.around.items, self.around.count, sizeof(Sector), by_height)
        for k in range(1, self.around.count):
            if self.around.items[k].height <= self.around.items[k - 1].height + tolerance:
                self.around.items[k].height = self.around.items[k - 1].height
        qsort(self.around.items, self.around.count, sizeof(Sector), by_stretch)

    cdef void choose_stretch(self, double x, double y) noexcept nogil:
        """Take the middle of the longest stretch of contact without a gap, seen from (x, y); of
        equal ones the one with the lesser x, then y."""
        cdef double slack = place_tolerance(self.size_at(self.found.time)), length = -INFINITY
        cdef double low, high, height, at_x, at_y, best_x = 0.0, best_y = 0.0
        cdef Py_ssize_t k = 0
        while k < self.around.count:
            height = self.around.items[k].height
            low = high = self.around.items[k].low
            while (k < self.around.count and self.around.items[k].height == height
                   and self.around.items[k].low <= high + slack):
                high = max(high, self.around.items[k].high)
                k += 1
            at_x = height * self.found.normal_x - 0.5 * (low + high) * self.found.normal_y
            at_y = height * self.found.normal_y + 0.5 * (low + high) * self.found.normal_x
            if high - low > length + slack or (high - low >= length - slack and (
                    at_x < best_x - slack or (at_x <= best_x + slack and at_y < best_y))):
                length = high - low
                best_x = at_x
                best_y = at_y
        self.found.point_x = x + best_x + self.motion.b_x * self.found.time
        self.found.point_y = y + best_y + self.motion.b_y * self.found.time

    cdef void choose_middle(self) noexcept nogil:
        """Where several pairs touch along the face that was found, take the middle of all."""
        cdef const Convex* b
        cdef double x, y
        keep_touching(&self.around, self.found.normal_x, self.found.normal_y)
        if self.around.count < 2:
            return
        b = self.part_b(self.around.items[0].j)
        x, y = b.x[0], b.y[0]
        self.find_stretches(x, y)
        self.choose_stretch(x, y)

    # --- the whole

    cdef double parting_time(self, double time) noexcept nogil:
        """When groups that touch at a time separate: the end of consecutive meetings."""
        cdef double end = time
        cdef Py_ssize_t k
        if self.around.speed == 0.0:
            return INFINITY
        for k in range(self.met_count):
            if self.met[k].meeting.time > end + self.met[k].slack:
                break
            end = max(end, self.met[k].meeting.exit_time)
        return end

    cdef void settle(self, const PartMeeting* first) noexcept nogil:
        """Fill in the impact of the pair of parts that meets first."""
        cdef const Sector* whose = NULL
        cdef const Face* face
        self.found = first.meeting
        self.list_cones(first.meeting.time)
        if self.around.count > 1 or (self.around.count and is_corner(self.around.items)):
            if self.around.speed > 0.0:
                exclude_closed_gap(&self.around)
            face = (face_touched(&self.around, &whose) if first.meeting.initial
                    else face_met(&self.around, &whose))
            if face is not NULL and (whose.i != first.i or whose.j != first.j
                                     or not is_along(face, &first.meeting)):
                self.meet_face(face, whose, first.meeting.time)
            if self.around.count > 1:
                self.choose_middle()
        self.found.exit_time = self.parting_time(first.meeting.time)

    cdef const PartMeeting* next_pressing(self, bint strict, bint* seam) noexcept nogil:
        """The first pair that meets anew or is pressed together; NULL for none. Pairs before it
        slide."""
        cdef double end = 0.0, last = self.motion.max_time if strict else INFINITY
        cdef Py_ssize_t k
        cdef PartMeeting* pair
        seam[0] = False
        for k in range(self.met_count):
            pair = self.met + k
            if pair.meeting.time > self.motion.max_time:
                break
            if not self.grazes(pair, last):
                return pair
            if not strict and pair.meeting.time > end + pair.slack:
                self.list_cones(end + 0.5 * (pair.meeting.time - end))
                if not self.touching:       # by more than rounding
                    return pair
            # In a seam that it reaches just when the time is over it is not yet inside.
            if pair.meeting.time + pair.slack < last and self.may_enter_seam(pair):
                self.list_cones(pair.meeting.time)
                if enters_seam(&self.around):
                    seam[0] = True
                    return pair
            end = max(end, pair.meeting.exit_time)
        return NULL

    cdef bint may_enter_seam(self, const PartMeeting* pair) noexcept nogil:
        """Whether one of a pair is thin and may go into a seam of others."""
        cdef const Convex* a = self.part_a(pair.i)
        cdef const Convex* b = self.part_b(pair.j)
        return self.may_slip(a, b) or self.may_slip(b, a)

    cdef bint begin(self) noexcept nogil:
        """Find what meets within the time, and then ever; False for nothing."""
        self.meet_parts(self.motion.max_time)
        if self.met_count and self.motion.max_time < INFINITY and not self.no_memory:
            self.meet_parts(INFINITY)
        return self.met_count > 0

    cdef bint find(self, bint skip_leaving, bint strict) noexcept nogil:
        """Sweep the groups; False for no impact. If they overlap at the start by more than
        rounding, only times and `initial` are set."""
        cdef bint overlap = False, leaving = True
        cdef Py_ssize_t count = 0
        self.deep = False
        self.found.initial = self.found.leaving = False
        if not self.begin():
            return False
        while count < self.met_count and self.met[count].meeting.initial:
            self.measure_start(self.met + count, &overlap)
            leaving &= self.grazes(self.met + count, INFINITY)
            count += 1
        if count == 0 and not strict:
            self.settle(self.met)
            return True
        if count:
            self.list_cones(0.0)
            leaving &= not enters_seam(&self.around)
        if self.deep or (count and not skip_leaving and (overlap or not strict)) or (
                count and not leaving and not strict):
            return self.meet_at_start(leaving)
        return self.meet_pressing(strict)

    cdef bint find_parted(self, bint strict) noexcept nogil:
        """Sweep groups that were just separated and touch within rounding; False for no impact.
        What they are pressed into is an initial impact."""
        cdef PartMeeting* pair
        cdef Py_ssize_t k
        self.found.initial = self.found.leaving = False
        if not self.begin():
            return False
        for k in range(self.met_count):
            pair = self.met + k
            if self.touches_at_start(pair) and not self.grazes(pair, INFINITY):
                pair.meeting.time = 0.0
                pair.meeting.initial = True
                self.settle(pair)
                return True
        return self.meet_pressing(strict)

    cdef bint meet_pressing(self, bint strict) noexcept nogil:
        """Find the first impact after the start, without faces that are left or slid along."""
        cdef bint seam = False
        cdef const PartMeeting* first = self.next_pressing(strict, &seam)
        if first is NULL:
            return False
        self.settle(first)
        self.found.leaving = False
        return True

    cdef bint meet_at_start(self, bint leaving) noexcept nogil:
        cdef const PartMeeting* first = self.met
        cdef Py_ssize_t k = 0
        # Of those that are pressed together the first, as it has the normal if it is alone.
        while k < self.met_count and self.met[k].meeting.initial:
            if not self.met[k].meeting.leaving:
                first = self.met + k
                break
            k += 1
        self.settle(first)
        self.found.initial = True
        self.found.leaving = leaving
        return True


cdef inline bint is_along(const Face* face, const Meeting* meeting) noexcept nogil:
    """Whether a meeting has the normal of a face."""
    return face.normal_x == meeting.normal_x and face.normal_y == meeting.normal_y


cdef PartsSweep new_sweep(ShapeBlock a, ShapeBlock b, tuple velocities, double max_time):
    cdef PartsSweep plan = PartsSweep.__new__(PartsSweep)
    cdef Motion* motion = &plan.motion
    plan.block_a = a
    plan.block_b = b
    motion.a_x, motion.a_y, motion.b_x, motion.b_y = velocities
    motion.max_time = max_time
    set_relative_velocity(motion)
    prepare_memory(&a.shapes, &plan.memory_a)
    prepare_memory(&b.shapes, &plan.memory_b)
    plan.around.speed = unit_vector(motion.x, motion.y, &plan.around.unit_x,
                                    &plan.around.unit_y)
    return plan


cdef tuple answer(PartsSweep plan, bint hit):
    cdef const Meeting* found = &plan.found
    raise_pending()
    if plan.no_memory:
        raise MemoryError
    if not hit:
        return None
    return (found.time, found.exit_time, found.normal_x, found.normal_y, found.point_x,
            found.point_y, found.initial, found.leaving, plan.deep)


def sweep_parts(ShapeBlock a not None, ShapeBlock b not None,
                tuple velocities not None: tuple[float, float, float, float], double max_time,
                bint skip_leaving, bint strict
                ) -> tuple[float, float, float, float, float, float, bool, bool, bool] | None:
    """When two groups of parts in motion first touch; None for never.

    `velocities` are vx and vy of a, and of b. Returns time, exit time, normal and point (x, y of
    each), whether they meet at the start, whether they leave then, and whether they overlap then by
    more than rounding. For such an overlap normal, point and leaving are those of some parts.
    """
    cdef PartsSweep plan = new_sweep(a, b, velocities, max_time)
    cdef bint hit
    with nogil:
        plan.measure()
        hit = plan.find(skip_leaving, strict)
    return answer(plan, hit)


def sweep_parted(ShapeBlock a not None, ShapeBlock b not None,
                 tuple velocities not None: tuple[float, float, float, float],
                 bint strict
                 ) -> tuple[float, float, float, float, float, float, bool, bool, bool] | None:
    """The same for groups that were just separated, and touch within rounding. Faces that they
    slide along are ignored; a face that they are pressed into is an initial impact."""
    cdef PartsSweep plan = new_sweep(a, b, velocities, INFINITY)
    cdef bint hit
    with nogil:
        plan.measure()
        hit = plan.find_parted(strict)
    return answer(plan, hit)
