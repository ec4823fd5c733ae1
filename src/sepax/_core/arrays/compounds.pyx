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
from sepax._core.arrays.sectors cimport (
    Sector, by_height, by_stretch, covers_face, free_turns, has_normal, is_along_way, is_corner,
    is_near, is_ray, speed_into, turn_to_end, turn_to_start)
from sepax._core.arrays.storage cimport Restored, convex_at, lay_out
from sepax._core.interrupts cimport Watch, heard, raise_heard, start_watch
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
from sepax._core.memory cimport resized_array

cdef double SAME_SPEED = 1e-7       # of the speed: faces between which rounding would choose

cdef enum:
    FEWEST = 16     # items that memory is taken for

cdef struct PartMeeting:
    Py_ssize_t i
    Py_ssize_t j
    Meeting meeting
    double slack        # time that it may be too late for one that it follows on

cdef struct Box:
    double low_x
    double low_y
    double high_x
    double high_y


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


cdef inline void measure_block(ShapeBlock block, Box* box) noexcept nogil:
    """The bounding box of all parts."""
    cdef Restored memory
    cdef const Convex* part
    cdef Py_ssize_t i, k
    box.low_x = box.low_y = INFINITY
    box.high_x = box.high_y = -INFINITY
    lay_out(&block.shapes, &memory)
    for i in range(block.count):
        part = convex_at(&block.shapes, i, &memory)
        for k in range(part.n):
            box.low_x = min(box.low_x, part.x[k] - part.radius)
            box.low_y = min(box.low_y, part.y[k] - part.radius)
            box.high_x = max(box.high_x, part.x[k] + part.radius)
            box.high_y = max(box.high_y, part.y[k] + part.radius)


cdef inline double reach_of(double low, double high, double width, double shift) noexcept nogil:
    """How far along an axis two intervals reach together, (low, high) and (0, width), the first of
    which moves by a shift."""
    return max(high + max(shift, 0.0), width) - min(low + min(shift, 0.0), 0.0)


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
    cdef Box box                # around a, as seen from the lower left corner of that around b
    cdef double width           # of the box around b
    cdef double height
    cdef PartMeeting* met       # pairs of parts that meet at any time, by time
    cdef Py_ssize_t met_count
    cdef Py_ssize_t met_room
    cdef bint touching          # at the place that was asked for last
    cdef Sector* sectors        # there
    cdef Py_ssize_t sector_count
    cdef Py_ssize_t sector_room
    cdef bint no_memory
    cdef bint deep              # they overlap at the start, by more than rounding
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

    cdef void measure(self) noexcept nogil:
        """Note the boxes around both groups, by differences, so wherever they are."""
        cdef Box* own = &self.box
        cdef Box other
        measure_block(self.block_a, own)
        measure_block(self.block_b, &other)
        self.width = other.high_x - other.low_x
        self.height = other.high_y - other.low_y
        own.low_x -= other.low_x
        own.high_x -= other.low_x
        own.low_y -= other.low_y
        own.high_y -= other.low_y

    cdef double size_at(self, double time) noexcept nogil:
        """The larger side of the box around both groups and their motion up to a time."""
        return max(reach_of(self.box.low_x, self.box.high_x, self.width, self.motion.x * time),
                   reach_of(self.box.low_y, self.box.high_y, self.height, self.motion.y * time))

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
                    self.note_meeting(i, j, &meeting, self.time_slack(meeting.time))
                if self.no_memory or heard(&watch, a.n + b.n):
                    return
        if self.met_count:  # or there may be no memory: C asks for some even to sort nothing
            qsort(self.met, self.met_count, sizeof(PartMeeting), by_time)

    cdef double time_slack(self, double time) noexcept nogil:
        """The time that takes a as far as places are off."""
        if self.speed == 0.0:
            return 0.0
        return place_tolerance(self.size_at(time)) / self.speed + TIME_ROUNDOFF * time

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
        tolerance = grazing_tolerance(self.size_at(half_way))
        return depth_after(a, b, x, y, tolerance) <= tolerance

    cdef bint touches_now(self, const PartMeeting* pair) noexcept nogil:
        """Whether a pair is no farther apart at the start than places are off."""
        cdef Restored memory_a, memory_b
        cdef double tolerance = place_tolerance(self.size_at(0.0))
        lay_out(&self.block_a.shapes, &memory_a)
        lay_out(&self.block_b.shapes, &memory_b)
        return depth_after(convex_at(&self.block_a.shapes, pair.i, &memory_a),
                           convex_at(&self.block_b.shapes, pair.j, &memory_b), 0.0, 0.0,
                           tolerance) >= -tolerance

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
            # Half of what tells grazing: what slides as deep as that still grazes.
            if (convex_penetration(a, b, &widest, &depth)
                    and depth > 0.5 * grazing_tolerance(self.size_at(0.0))):
                self.deep = True

    # --- the place where they touch

    cdef void look_around(self, double time) noexcept nogil:
        """List the cones of all pairs of parts that touch at a time."""
        cdef Watch watch
        cdef Restored memory_a, memory_b
        cdef Py_ssize_t i, j
        cdef const Convex* a
        cdef const Convex* b
        cdef double x = self.motion.x * time, y = self.motion.y * time, dx, dy, reach
        cdef double tolerance = place_tolerance(self.size_at(time))
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
        """Choose the face that is most in the way; of faces alike, an edge before an arc, and then
        the one to the left of the motion: that is the same for both groups."""
        cdef double more
        if best[0] is not NULL:
            more = (speed_into(face, self.unit_x, self.unit_y)
                    - speed_into(best[0], self.unit_x, self.unit_y))
            if more < -SAME_SPEED:
                return
            if more <= SAME_SPEED:
                more = self.turn_left(face) - self.turn_left(best[0])
                if best[0].edge < 0 <= face.edge:
                    more = 1.0
                if face.edge < 0 <= best[0].edge or more <= SAME_SPEED:
                    return
        best[0] = face
        whose[0] = sector

    cdef double turn_left(self, const Face* face) noexcept nogil:
        """How far the normal of a face leads to the left of the motion; without one, to the right in
        the plane."""
        if self.speed == 0.0:
            return face.normal_x + 0.25 * face.normal_y
        return self.unit_x * face.normal_y - self.unit_y * face.normal_x

    cdef void leave_out_slot(self) noexcept nogil:
        """Where cones on both sides of the way leave no room, so that they cover any face across it,
        leave out all that the way leads along. For a point that is a seam, and no slot."""
        cdef double x = -self.unit_x, y = -self.unit_y, to_start, to_end
        cdef bint starts = False, ends = False
        cdef Py_ssize_t k, kept = 0
        for k in range(self.sector_count):
            if self.sectors[k].thin_a or self.sectors[k].thin_b:
                continue
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

    cdef bint is_open(self, double normal_x, double normal_y, bint at_start) noexcept nogil:
        """Whether a face with this normal, with which cones begin or end, is one of the boundary."""
        cdef Py_ssize_t k
        for k in range(self.sector_count):
            if (has_normal(&self.sectors[k].start if at_start else &self.sectors[k].end, normal_x,
                           normal_y) and not self.is_covered(k, at_start, True)):
                return True
        return False

    cdef void keep_touching(self, double nx, double ny) noexcept nogil:
        """Keep the cones of pairs that touch along the face of the boundary with this normal."""
        cdef bint starts = self.is_open(nx, ny, True), ends = self.is_open(nx, ny, False)
        cdef bint neither = not (starts or ends)
        cdef Py_ssize_t k, kept = 0
        for k in range(self.sector_count):
            if ((starts or neither) and has_normal(&self.sectors[k].start, nx, ny)
                    or (ends or neither) and has_normal(&self.sectors[k].end, nx, ny)):
                self.sectors[kept] = self.sectors[k]
                kept += 1
        self.sector_count = kept

    cdef void find_stretches(self, double x, double y) noexcept nogil:
        """Note where pairs touch along the face with the normal that was found, as seen from (x, y),
        and put them in order."""
        cdef Restored memory_a, memory_b
        cdef const Convex* b
        cdef Sector* sector
        cdef double nx = self.found.normal_x, ny = self.found.normal_y, low, high
        cdef double shift_x = self.motion.x * self.found.time
        cdef double shift_y = self.motion.y * self.found.time
        cdef double tolerance = grazing_tolerance(self.size_at(self.found.time))
        cdef Py_ssize_t k
        lay_out(&self.block_a.shapes, &memory_a)
        lay_out(&self.block_b.shapes, &memory_b)
        for k in range(self.sector_count):
            sector = self.sectors + k
            b = convex_at(&self.block_b.shapes, sector.j, &memory_b)
            stretch_along(convex_at(&self.block_a.shapes, sector.i, &memory_a), 1.0, nx, ny,
                          x - shift_x, y - shift_y, tolerance, &sector.low, &sector.high)
            sector.height = stretch_along(b, -1.0, nx, ny, x, y, tolerance, &low, &high) - b.radius
            low = max(low, sector.low)
            high = min(high, sector.high)
            # Ends of both that are over each other may be beside each other by rounding.
            sector.low = low if low <= high else 0.5 * (low + high)
            sector.high = high if low <= high else sector.low
        qsort(self.sectors, self.sector_count, sizeof(Sector), by_height)
        for k in range(1, self.sector_count):
            if self.sectors[k].height <= self.sectors[k - 1].height + tolerance:
                self.sectors[k].height = self.sectors[k - 1].height
        qsort(self.sectors, self.sector_count, sizeof(Sector), by_stretch)

    cdef void take_stretch(self, double x, double y) noexcept nogil:
        """Take the middle of the longest stretch along which pairs touch without a gap, as seen from
        (x, y); of equal ones of that with the lesser x, then y."""
        cdef double slack = place_tolerance(self.size_at(self.found.time)), length = -INFINITY
        cdef double low, high, height, at_x, at_y, best_x = 0.0, best_y = 0.0
        cdef Py_ssize_t k = 0
        while k < self.sector_count:
            height = self.sectors[k].height
            low = high = self.sectors[k].low
            while (k < self.sector_count and self.sectors[k].height == height
                   and self.sectors[k].low <= high + slack):
                high = max(high, self.sectors[k].high)
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

    cdef void take_middle(self) noexcept nogil:
        """Where several pairs touch along the face that was found, take the middle of all."""
        cdef Restored memory
        cdef const Convex* b
        self.keep_touching(self.found.normal_x, self.found.normal_y)
        if self.sector_count < 2:
            return
        lay_out(&self.block_b.shapes, &memory)
        b = convex_at(&self.block_b.shapes, self.sectors[0].j, &memory)
        self.find_stretches(b.x[0], b.y[0])
        self.take_stretch(b.x[0], b.y[0])

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
        self.look_around(first.meeting.time)
        if self.sector_count > 1 or (self.sector_count and is_corner(self.sectors)):
            if self.speed > 0.0:
                self.leave_out_slot()
            face = self.face_touched(&whose) if first.meeting.initial else self.face_met(&whose)
            if face is not NULL and (whose.i != first.i or whose.j != first.j
                                     or not is_along(face, &first.meeting)):
                self.meet_face(face, whose, first.meeting.time)
            if self.sector_count > 1:
                self.take_middle()
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
            # In a seam that it reaches just when the time is over it is not yet inside.
            if pair.meeting.time + pair.slack < last and self.may_slip(pair):
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
            self.look_around(0.0)
            leaving &= not self.enters_seam()
        if self.deep or (count and not skip_leaving and (overlap or not strict)) or (
                count and not leaving and not strict):
            return self.meet_at_start(leaving)
        return self.meet_pressing(strict)

    cdef bint find_parted(self, bint strict) noexcept nogil:
        """Sweep groups that were just parted, and touch but for rounding; False if nothing is met.
        Initial is what they are pressed into where they are."""
        cdef PartMeeting* pair
        cdef Py_ssize_t k
        self.found.initial = self.found.leaving = False
        if not self.begin():
            return False
        for k in range(self.met_count):
            pair = self.met + k
            if self.touches_now(pair) and not self.grazes(pair, INFINITY):
                pair.meeting.time = 0.0
                pair.meeting.initial = True
                self.settle(pair)
                return True
        return self.meet_pressing(strict)

    cdef bint meet_pressing(self, bint strict) noexcept nogil:
        """Find what is met after what is left, or slid along, at the start."""
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
    plan.speed = unit_vector(motion.x, motion.y, &plan.unit_x, &plan.unit_y)
    return plan


cdef tuple answer(PartsSweep plan, bint hit):
    cdef const Meeting* found = &plan.found
    raise_heard()
    if plan.no_memory:
        raise MemoryError
    if not hit:
        return None
    return (found.time, found.exit_time, found.normal_x, found.normal_y, found.point_x,
            found.point_y, found.initial, found.leaving, plan.deep)


def sweep_parts(ShapeBlock a not None, ShapeBlock b not None, tuple velocities not None,
                double max_time, bint skip_leaving, bint strict):
    """When two groups of parts in motion first touch; None for never.

    `velocities` are vx and vy of a, and of b. Returns the time and the exit time, the normal and the
    point (x, y of each), whether they meet at the start and leave then, and whether they overlap then
    by more than rounding. Of groups that overlap so, normal, point and leaving are those of some parts.
    """
    cdef PartsSweep plan = new_sweep(a, b, velocities, max_time)
    cdef bint hit
    with nogil:
        plan.measure()
        hit = plan.find(skip_leaving, strict)
    return answer(plan, hit)


def sweep_parted(ShapeBlock a not None, ShapeBlock b not None, tuple velocities not None,
                 bint strict):
    """The same of groups that were just parted, and touch but for rounding.

    Faces that they slide along are left out. A face that they are pressed into is an initial impact.
    """
    cdef PartsSweep plan = new_sweep(a, b, velocities, INFINITY)
    cdef bint hit
    with nogil:
        plan.measure()
        hit = plan.find_parted(strict)
    return answer(plan, hit)
