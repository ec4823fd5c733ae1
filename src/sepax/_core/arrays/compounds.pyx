"""Two groups of parts in motion: when do they first touch as wholes, and where?

Every part of one is swept against every part of the other. What is met first is told by these; what
its normal is, by all that touch at that time: their tangent cones (tangent.pxd) leave directions
free, and the two faces next to the one that the motion comes from are faces of the true boundary.
So no seam is ever met.

Where groups touch at the start, or only those meetings count in which they overlap, a pair of parts
that slide along each other is passed over: it leads on to what the motion runs into.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.float cimport DBL_MAX
from libc.math cimport INFINITY, fabs
from libc.stdlib cimport qsort

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.storage cimport Restored, convex_at, lay_out
from sepax._core.interrupts cimport Watch, heard, raise_heard, start_watch
from sepax._core.kernels.answers cimport Axis, Meeting, Motion, set_relative_velocity
from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.grazing cimport depth_after
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF, TIME_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.kernels.separation cimport convex_penetration
from sepax._core.kernels.sweep cimport convex_sweep, impact_point
from sepax._core.kernels.tangent cimport (
    CONE_LINE, CONE_SECTOR, CONE_SPOT, PLACE_APART, Cone, Face, place_tolerance, tangent_cone)
from sepax._core.memory cimport resized_array

cdef double SAME_DIRECTION = 1e-9   # radians: far more than short edges are off in theirs
cdef double SAME_SPEED = 1e-7       # of the speed: faces between which rounding would choose

cdef enum:
    FEWEST = 16     # items that memory is taken for

cdef struct PartMeeting:
    Py_ssize_t i
    Py_ssize_t j
    Meeting meeting
    double slack        # time that it may be too late for one that it follows on

cdef struct Sector:
    # The tangent cone of a pair of parts.
    Face start
    Face end
    Py_ssize_t i
    Py_ssize_t j
    bint thin_a         # a point or a segment against a polygon: of several such, seams are inside
    bint thin_b


cdef int by_time(const void* first, const void* second) noexcept nogil:
    """The order of meetings: by time, then by parts."""
    cdef const PartMeeting* one = <const PartMeeting*>first
    cdef const PartMeeting* other = <const PartMeeting*>second
    if one.meeting.time != other.meeting.time:
        return 1 if one.meeting.time > other.meeting.time else -1
    if one.i != other.i:
        return 1 if one.i > other.i else -1
    return 1 if one.j > other.j else -1


# --- directions -------------------------------------------------------------------

cdef inline double turn_from(double x, double y, double way_x, double way_y) noexcept nogil:
    """How far to turn counter-clockwise from a direction to another, both unit: 0 to 4, for once
    round, and nearly the angle where that is small."""
    cdef double across = x * way_y - y * way_x, along = x * way_x + y * way_y
    if across >= 0.0:
        return across / (across + along) if along >= 0.0 else 1.0 - along / (across - along)
    return (2.0 - across / (0.0 - along - across) if along < 0.0
            else 3.0 + along / (along - across))


cdef inline double turn_to_start(const Face* face, double x, double y) noexcept nogil:
    """From a direction to the one that the cone begins with at a face."""
    return turn_from(x, y, face.normal_y, 0.0 - face.normal_x)


cdef inline double turn_to_end(const Face* face, double x, double y) noexcept nogil:
    return turn_from(x, y, 0.0 - face.normal_y, face.normal_x)


cdef inline double speed_into(const Face* face, double x, double y) noexcept nogil:
    return face.normal_x * x + face.normal_y * y


cdef inline bint is_ray(const Sector* sector) noexcept nogil:
    """Whether it has no width."""
    return (sector.start.normal_x == 0.0 - sector.end.normal_x
            and sector.start.normal_y == 0.0 - sector.end.normal_y)


cdef inline bint free_turns(const Sector* sector, double x, double y, double* to_start,
                            double* to_end) noexcept nogil:
    """How far a cone is from a direction, counter-clockwise to its start and to its end; False if
    that is inside of it."""
    to_start[0] = turn_to_start(&sector.start, x, y)
    to_end[0] = turn_to_end(&sector.end, x, y)
    if to_start[0] > 4.0 - SAME_DIRECTION:
        to_start[0] = 0.0
    if to_end[0] < SAME_DIRECTION and not (is_ray(sector) and to_start[0] < SAME_DIRECTION):
        to_end[0] = 4.0
    return to_start[0] <= to_end[0]


cdef inline bint covers_face(const Sector* sector, double x, double y,
                             bint flush) noexcept nogil:
    """Whether a cone covers the outside of a face along a direction, which another one begins with;
    a cone that ends there does so if that counts."""
    cdef double to_start = turn_to_start(&sector.start, x, y)
    cdef double to_end = turn_to_end(&sector.end, x, y)
    if is_ray(sector) or to_start < SAME_DIRECTION or to_start > 4.0 - SAME_DIRECTION:
        return False
    if to_end < SAME_DIRECTION or to_end > 4.0 - SAME_DIRECTION:
        return flush
    return to_end < to_start


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
    """Two groups of parts, of which the first moves as the second sees it; see the module."""

    cdef ShapeBlock block_a
    cdef ShapeBlock block_b
    cdef Motion motion
    cdef double unit_x          # direction of the motion; (0, 0) for none
    cdef double unit_y
    cdef double speed
    cdef PartMeeting* met       # pairs of parts that meet at any time, by time
    cdef Py_ssize_t met_count
    cdef Py_ssize_t met_room
    cdef bint touching          # at the place that was asked for last
    cdef Sector* sectors        # there
    cdef Py_ssize_t sector_count
    cdef Py_ssize_t sector_room
    cdef bint no_memory
    cdef bint deep              # they overlap at the start, by more than rounding
    cdef bint part_first        # they were just parted: by rounding they may overlap or be apart
    cdef Py_ssize_t found_i     # the parts that meet
    cdef Py_ssize_t found_j
    cdef Meeting found

    def __dealloc__(self):
        PyMem_RawFree(self.met)
        PyMem_RawFree(self.sectors)

    cdef void note_meeting(self, Py_ssize_t i, Py_ssize_t j, const Meeting* meeting,
                           double slack) noexcept nogil:
        cdef void* larger
        if self.met_count == self.met_room:
            larger = resized_array(self.met, 2 * self.met_room + FEWEST, sizeof(PartMeeting))
            if larger is NULL:
                self.no_memory = True
                return
            self.met = <PartMeeting*>larger
            self.met_room = 2 * self.met_room + FEWEST
        self.met[self.met_count].i = i
        self.met[self.met_count].j = j
        self.met[self.met_count].meeting = meeting[0]
        self.met[self.met_count].slack = slack
        self.met_count = self.met_count + 1

    cdef Sector* new_sector(self) noexcept nogil:
        cdef void* larger
        if self.sector_count == self.sector_room:
            larger = resized_array(self.sectors, 2 * self.sector_room + FEWEST, sizeof(Sector))
            if larger is NULL:
                self.no_memory = True
                return NULL
            self.sectors = <Sector*>larger
            self.sector_room = 2 * self.sector_room + FEWEST
        self.sector_count = self.sector_count + 1
        return self.sectors + (self.sector_count - 1)

    cdef void meet_parts(self, double max_time) noexcept nogil:
        """List the pairs of parts that meet within a time, in order."""
        cdef Watch watch
        cdef Restored memory_a, memory_b
        cdef Py_ssize_t i, j
        cdef const Convex* a
        cdef const Convex* b
        cdef Meeting meeting
        cdef Motion motion = self.motion
        motion.max_time = max_time
        self.met_count = 0
        start_watch(&watch)
        lay_out(&self.block_a.shapes, &memory_a)
        lay_out(&self.block_b.shapes, &memory_b)
        for i in range(self.block_a.count):
            a = convex_at(&self.block_a.shapes, i, &memory_a)
            for j in range(self.block_b.count):
                b = convex_at(&self.block_b.shapes, j, &memory_b)
                if not surely_passes(a, b, &motion) and convex_sweep(a, b, &motion, &meeting):
                    self.note_meeting(i, j, &meeting, self.time_slack(a, b, meeting.time))
                if self.no_memory or heard(&watch, a.n + b.n):
                    return
        if self.met_count:  # or there may be no memory: C asks for some even to sort nothing
            qsort(self.met, self.met_count, sizeof(PartMeeting), by_time)

    cdef double time_slack(self, const Convex* a, const Convex* b, double time) noexcept nogil:
        """The time that takes a as far as places are off."""
        if self.speed == 0.0:
            return 0.0
        return (place_tolerance(a, b, self.motion.x * time, self.motion.y * time) / self.speed
                + TIME_ROUNDOFF * time)

    # --- one pair of parts

    cdef bint grazes(self, const PartMeeting* pair, double max_time) noexcept nogil:
        """Whether a pair of parts is never deeper than places are off, or leaves from the start on.
        The depth is greatest half-way, or half as great there: see grazing.pxd."""
        cdef Restored memory_a, memory_b
        cdef const Convex* a
        cdef const Convex* b
        cdef double half_way, x, y, tolerance
        if pair.meeting.initial and pair.meeting.leaving:
            return True
        half_way = min(min(pair.meeting.exit_time, max_time), DBL_MAX)
        half_way = pair.meeting.time + 0.5 * (half_way - pair.meeting.time)
        x = self.motion.x * half_way
        y = self.motion.y * half_way
        lay_out(&self.block_a.shapes, &memory_a)
        lay_out(&self.block_b.shapes, &memory_b)
        a = convex_at(&self.block_a.shapes, pair.i, &memory_a)
        b = convex_at(&self.block_b.shapes, pair.j, &memory_b)
        tolerance = place_tolerance(a, b, x, y)
        return depth_after(a, b, x, y, tolerance) <= tolerance

    cdef void measure_start(self, const PartMeeting* pair, bint* strict) noexcept nogil:
        """Whether a pair that meets at the start overlaps then; notes if by more than rounding."""
        cdef Restored memory_a, memory_b
        cdef const Convex* a
        cdef const Convex* b
        cdef Axis widest
        cdef double depth = 0.0
        lay_out(&self.block_a.shapes, &memory_a)
        lay_out(&self.block_b.shapes, &memory_b)
        a = convex_at(&self.block_a.shapes, pair.i, &memory_a)
        b = convex_at(&self.block_b.shapes, pair.j, &memory_b)
        if convex_intersect(a, b, True):
            strict[0] = True
            if (convex_penetration(a, b, &widest, &depth)
                    and depth > place_tolerance(a, b, 0.0, 0.0)):
                self.deep = not self.part_first

    # --- the place where they touch

    cdef void look_around(self, double time) noexcept nogil:
        """List the cones of all pairs of parts that touch at a time."""
        cdef Watch watch
        cdef Restored memory_a, memory_b
        cdef Py_ssize_t i, j
        cdef const Convex* a
        cdef const Convex* b
        cdef double x = self.motion.x * time, y = self.motion.y * time, dx, dy, reach, tolerance
        cdef Cone cone
        self.sector_count = 0
        self.touching = False
        start_watch(&watch)
        lay_out(&self.block_a.shapes, &memory_a)
        lay_out(&self.block_b.shapes, &memory_b)
        for i in range(self.block_a.count):
            a = convex_at(&self.block_a.shapes, i, &memory_a)
            for j in range(self.block_b.count):
                if heard(&watch, 1):
                    return
                b = convex_at(&self.block_b.shapes, j, &memory_b)
                tolerance = place_tolerance(a, b, x, y)
                dx = (b.centre_x - a.centre_x) - x
                dy = (b.centre_y - a.centre_y) - y
                reach = a.bounding_radius + b.bounding_radius + tolerance
                if fabs(dx) > reach or fabs(dy) > reach:
                    continue
                tangent_cone(a, b, x, y, tolerance, &cone)
                if cone.kind != PLACE_APART:
                    self.touching = True
                if cone.kind >= CONE_SECTOR:
                    self.note_cone(&cone, i, j, a, b)
                if self.no_memory or heard(&watch, a.n + b.n):
                    return

    cdef void note_cone(self, const Cone* cone, Py_ssize_t i, Py_ssize_t j, const Convex* a,
                        const Convex* b) noexcept nogil:
        cdef Sector* sector
        cdef int half
        if cone.kind == CONE_SPOT:
            return
        for half in range(1 + (cone.kind == CONE_LINE)):
            sector = self.new_sector()
            if sector is NULL:
                return
            sector.start = cone.end if half else cone.start
            sector.end = cone.start if half else cone.end
            sector.i = i
            sector.j = j
            sector.thin_a = is_thin(a) and is_polygon(b) and lies_along(a, self.unit_x, self.unit_y)
            sector.thin_b = is_thin(b) and is_polygon(a) and lies_along(b, self.unit_x, self.unit_y)

    cdef void take_face(self, const Face* face, const Sector* sector, const Face** best,
                        const Sector** whose) noexcept nogil:
        """Choose the face that is most in the way; of faces alike, an edge before an arc."""
        cdef double more
        if best[0] is not NULL:
            more = (speed_into(face, self.unit_x, self.unit_y)
                    - speed_into(best[0], self.unit_x, self.unit_y))
            if more < -SAME_SPEED or (more <= SAME_SPEED
                                      and (best[0].edge >= 0 or face.edge < 0)):
                return
        best[0] = face
        whose[0] = sector

    cdef void leave_out_slot(self) noexcept nogil:
        """Where cones on both sides of the way leave no room, so that they cover any face across it,
        leave out all that the way leads along."""
        cdef double x = -self.unit_x, y = -self.unit_y, to_start, to_end
        cdef bint starts = False, ends = False
        cdef Py_ssize_t k, kept = 0
        for k in range(self.sector_count):
            starts |= is_near(turn_to_start(&self.sectors[k].start, x, y))
            ends |= is_near(turn_to_end(&self.sectors[k].end, x, y))
        if not (starts and ends):
            return
        for k in range(self.sector_count):
            to_start = turn_to_start(&self.sectors[k].start, x, y)
            to_end = turn_to_end(&self.sectors[k].end, x, y)
            if not (is_along_way(to_start) or is_along_way(to_end)):
                self.sectors[kept] = self.sectors[k]
                kept += 1
        if kept:
            self.sector_count = kept

    cdef const Face* face_met(self, const Sector** whose) noexcept nogil:
        """The face that the motion meets: of the two next to the direction that it comes from."""
        cdef double to_start, to_end, first = INFINITY, last = -INFINITY
        cdef const Face* best = NULL
        cdef const Sector* left = NULL
        cdef const Sector* right = NULL
        cdef Py_ssize_t k
        for k in range(self.sector_count):
            if not free_turns(self.sectors + k, -self.unit_x, -self.unit_y, &to_start, &to_end):
                continue
            if to_start < first or (to_start == first and self.sectors[k].start.edge >= 0
                                    and left.start.edge < 0):
                first = to_start
                left = self.sectors + k
            if to_end > last or (to_end == last and self.sectors[k].end.edge >= 0
                                 and right.end.edge < 0):
                last = to_end
                right = self.sectors + k
        whose[0] = NULL
        if left is not NULL:
            self.take_face(&left.start, left, &best, whose)
            self.take_face(&right.end, right, &best, whose)
        return best

    cdef bint is_covered(self, Py_ssize_t k, bint at_start, bint flush) noexcept nogil:
        """Whether another cone covers the outside of a face of cone k."""
        cdef const Sector* sector = self.sectors + k
        cdef Sector mirrored
        cdef Py_ssize_t other
        for other in range(self.sector_count):
            if other == k:
                continue
            mirrored = self.sectors[other]
            if at_start:
                if covers_face(&mirrored, sector.start.normal_y, 0.0 - sector.start.normal_x,
                               flush):
                    return True
                continue
            # The other way round, in a mirror: y changes its sign, and starts are ends.
            mirrored.start = self.sectors[other].end
            mirrored.end = self.sectors[other].start
            mirrored.start.normal_y = 0.0 - mirrored.start.normal_y
            mirrored.end.normal_y = 0.0 - mirrored.end.normal_y
            if covers_face(&mirrored, 0.0 - sector.end.normal_y, 0.0 - sector.end.normal_x, flush):
                return True
        return False

    cdef const Face* face_touched(self, const Sector** whose) noexcept nogil:
        """Of all faces of the true boundary here the one that is most in the way. Flush faces that
        leave no room between them are a slot, if there are no others."""
        cdef const Face* best = NULL
        cdef Py_ssize_t k
        cdef int closed
        whose[0] = NULL
        for closed in range(2):
            for k in range(self.sector_count):
                if not self.is_covered(k, True, not closed):
                    self.take_face(&self.sectors[k].start, self.sectors + k, &best, whose)
                if not self.is_covered(k, False, not closed):
                    self.take_face(&self.sectors[k].end, self.sectors + k, &best, whose)
            if best is not NULL:
                break
        return best

    cdef bint enters_seam(self) noexcept nogil:
        """Whether a point, or a segment along itself, moves on between two polygons that leave no
        room: where the cone of one begins, and that of another ends."""
        cdef Py_ssize_t k, other
        cdef const Sector* one
        cdef const Sector* two
        for k in range(self.sector_count):
            one = self.sectors + k
            if (not (one.thin_a or one.thin_b) or is_ray(one)
                    or not is_near(turn_to_start(&one.start, self.unit_x, self.unit_y))):
                continue
            for other in range(self.sector_count):
                two = self.sectors + other
                if (((one.thin_a and two.thin_a and one.i == two.i)
                     or (one.thin_b and two.thin_b and one.j == two.j)) and not is_ray(two)
                        and is_near(turn_to_end(&two.end, self.unit_x, self.unit_y))):
                    return True
        return False

    cdef void meet_face(self, const Face* face, const Sector* sector, double time) noexcept nogil:
        """Take the normal of a face, and a point on it at a time."""
        cdef Restored memory_a, memory_b
        lay_out(&self.block_a.shapes, &memory_a)
        lay_out(&self.block_b.shapes, &memory_b)
        self.found.time = time
        self.found.normal_x = face.normal_x + 0.0
        self.found.normal_y = face.normal_y + 0.0
        self.found.edge = face.edge
        self.found.on_b = face.on_b
        self.found.vertex_a = face.vertex_a
        self.found.vertex_b = face.vertex_b
        impact_point(convex_at(&self.block_a.shapes, sector.i, &memory_a),
                     convex_at(&self.block_b.shapes, sector.j, &memory_b), &self.motion,
                     &self.found)

    # --- the whole

    cdef double parting_time(self, double time) noexcept nogil:
        """When the groups part that touch at a time: the end of all meetings that follow on each
        other from then on."""
        cdef double end = time
        cdef Py_ssize_t k
        if self.speed == 0.0:
            return INFINITY
        for k in range(self.met_count):
            if self.met[k].meeting.time > end + self.met[k].slack:
                break
            end = max(end, self.met[k].meeting.exit_time)
        return end

    cdef void settle(self, const PartMeeting* first) noexcept nogil:
        """Fill in what is met by a pair of parts that meets first."""
        cdef const Sector* whose = NULL
        cdef const Face* face
        self.found = first.meeting
        self.found_i = first.i
        self.found_j = first.j
        self.look_around(first.meeting.time)
        if self.sector_count > 1:
            if self.speed > 0.0:
                self.leave_out_slot()
            face = self.face_touched(&whose) if first.meeting.initial else self.face_met(&whose)
            if face is not NULL and (whose.i != first.i or whose.j != first.j
                                     or not is_along(face, &first.meeting)):
                self.meet_face(face, whose, first.meeting.time)
        self.found.exit_time = self.parting_time(first.meeting.time)

    cdef const PartMeeting* next_pressing(self, bint strict, bint* seam) noexcept nogil:
        """The first pair of parts that meets anew, or is pressed together; NULL for none. Those
        before it slide along each other, and lead up to it."""
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
                self.look_around(end + 0.5 * (pair.meeting.time - end))
                if not self.touching:       # by more than rounding
                    return pair
            if self.may_slip(pair):
                self.look_around(pair.meeting.time)
                if self.enters_seam():
                    seam[0] = True
                    return pair
            end = max(end, pair.meeting.exit_time)
        return NULL

    cdef bint may_slip(self, const PartMeeting* pair) noexcept nogil:
        """Whether one of a pair is thin and may go into a seam of others."""
        cdef Restored memory_a, memory_b
        cdef const Convex* a
        cdef const Convex* b
        lay_out(&self.block_a.shapes, &memory_a)
        lay_out(&self.block_b.shapes, &memory_b)
        a = convex_at(&self.block_a.shapes, pair.i, &memory_a)
        b = convex_at(&self.block_b.shapes, pair.j, &memory_b)
        return ((is_thin(a) and is_polygon(b) and lies_along(a, self.unit_x, self.unit_y))
                or (is_thin(b) and is_polygon(a) and lies_along(b, self.unit_x, self.unit_y)))

    cdef bint begin(self) noexcept nogil:
        """Find what meets within the time, and then ever; False for nothing."""
        self.meet_parts(self.motion.max_time)
        if self.met_count and self.motion.max_time < INFINITY and not self.no_memory:
            self.meet_parts(INFINITY)
        return self.met_count > 0

    cdef bint find(self, bint skip_leaving, bint strict) noexcept nogil:
        """Sweep the groups; False if nothing is met. Where they overlap at the start, by more than
        rounding, only the times and what is initial are told."""
        cdef const PartMeeting* first
        cdef bint overlap = False, seam = False, leaving = True
        cdef Py_ssize_t k, count = 0
        self.deep = False
        self.found.initial = self.found.leaving = False
        if not self.begin():
            return False
        while count < self.met_count and self.met[count].meeting.initial:
            self.measure_start(self.met + count, &overlap)
            leaving &= self.grazes(self.met + count, INFINITY)
            count += 1
        if count == 0 and not strict and not self.part_first:
            self.settle(self.met)
            return True
        if count:
            self.look_around(0.0)
            leaving &= not self.enters_seam()
        if self.deep or (count and not skip_leaving and (overlap or not strict)) or (
                count and not leaving and not strict):
            return self.meet_at_start(leaving)
        first = self.next_pressing(strict, &seam)
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


cdef inline bint is_near(double turn) noexcept nogil:
    """Whether two directions are the same but for rounding, by the turn from one to the other."""
    return turn < SAME_DIRECTION or turn > 4.0 - SAME_DIRECTION


cdef inline bint is_along_way(double turn) noexcept nogil:
    """Whether a direction is that of the way or against it, by the turn from the one to the other."""
    return is_near(turn) or fabs(turn - 2.0) < SAME_DIRECTION


cdef inline bint is_along(const Face* face, const Meeting* meeting) noexcept nogil:
    """Whether a meeting has the normal of a face."""
    return face.normal_x == meeting.normal_x and face.normal_y == meeting.normal_y


def sweep_parts(ShapeBlock a not None, ShapeBlock b not None, tuple velocities not None,
                double max_time, bint skip_leaving, bint strict, bint part_first=False):
    """When two groups of parts in motion first touch; None for never.

    `velocities` are vx and vy of a, and of b. Returns the time and the exit time, the normal and the
    point (x, y of each), whether they meet at the start and leave then, whether they overlap then by
    more than rounding, and the numbers of the parts. Of groups that overlap so, normal, point
    and leaving are those of some parts. `part_first` is for groups that were just parted.
    """
    cdef PartsSweep plan = PartsSweep.__new__(PartsSweep)
    cdef Motion* motion = &plan.motion
    cdef Meeting* found = &plan.found
    cdef bint hit
    plan.block_a = a
    plan.block_b = b
    motion.a_x, motion.a_y, motion.b_x, motion.b_y = velocities
    motion.max_time = max_time
    set_relative_velocity(motion)
    plan.part_first = part_first
    plan.speed = unit_vector(motion.x, motion.y, &plan.unit_x, &plan.unit_y)
    with nogil:
        hit = plan.find(skip_leaving, strict)
    raise_heard()
    if plan.no_memory:
        raise MemoryError
    if not hit:
        return None
    return (found.time, found.exit_time, found.normal_x, found.normal_y, found.point_x,
            found.point_y, found.initial, found.leaving, plan.deep, plan.found_i, plan.found_j)
