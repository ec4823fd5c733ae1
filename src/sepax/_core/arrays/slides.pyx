"""Motion against a scene: shapes move, stop where they touch, and slide along the obstacles.

The wide twin of a mover looks ahead, and the mover stops a whole skin earlier. So nothing is ever
nearer than half a skin, which is far more than rounding makes seams of tiles uneven: they are not
felt at any angle. If the twin meets an edge of a seam after all, then with its round corner, which
hardly turns the motion.
"""

cimport cython
from libc.math cimport fabs
from libc.stdlib cimport qsort

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.compound cimport CompoundBase, ready_rows
from sepax._core.arrays.mover cimport (
    Mover, Obstacle, Wholes, begin, find_near, is_compound, is_flat, is_in_the_way, move_by,
    new_mover, next_obstacle, next_row, note, read_depth, set_reported, sweep_row, take_compound,
    take_row)
from sepax._core.arrays.posed cimport CompoundRows
from sepax._core.arrays.scene cimport Scene, scene_for
from sepax._core.buffers cimport Buffers, no_buffers, release_buffers
from sepax._core.kernels.answers cimport Meeting
from sepax._core.kernels.convex cimport length_of
from sepax._core.kernels.pose cimport Pose
from sepax._core.kernels.roundoff cimport OPPOSITE_ROUNDOFF
from sepax._core.results cimport new_impact
from sepax._core.rows cimport ImpactRow, copy_impact_row, fill_impact_row, take_impact_arrays
from sepax._core.shape cimport Shape, require_ready
from sepax._core.simd.result_arrays cimport ImpactArrays

cdef extern from *:
    const double STILL "1e-3"       # of the skin: shorter advances would be jitter
    const double TOUCHING "1e-9"    # of the skin: an overlap by which a corner turns no motion
    const double UNEVEN "0.25"      # of the skin: steps from tile to tile up to this are not felt

cdef enum:
    PUSHES = 16     # out of overlaps, before the motion
    QUESTIONS = 3   # of a scene that a mover asks at least


# --- the start --------------------------------------------------------------------------

cdef int add_push(Mover mover, Py_ssize_t row) except -1 nogil:
    """Add a row that the wide shape is in too deep."""
    cdef Obstacle* push = next_obstacle(mover, row, -1)
    if not read_depth(mover, push) or push.depth <= TOUCHING * mover.skin:
        return 0
    # False if another thread has moved it away since.
    if not sweep_row(mover, True, row, -1, 0.0, 0.0, True, False, &push.meeting):
        return 0
    set_reported(mover, push, 0.0)
    mover.found_count = mover.found_count + is_in_the_way(mover, push)
    return 0


cdef int compare_depths(const void* a, const void* b) noexcept nogil:
    """The deepest first, equal ones by row."""
    cdef const Obstacle* first = <const Obstacle*>a
    cdef const Obstacle* second = <const Obstacle*>b
    if first.depth != second.depth:
        return -1 if first.depth > second.depth else 1
    return (first.row > second.row) - (first.row < second.row)


cdef int find_pushes(Mover mover) except -1 nogil:
    """List the obstacles that the wide shape is too deep in, the deepest first."""
    cdef Py_ssize_t k = 0, row
    find_near(mover, 0.0, 0.0)
    mover.found_count = 0
    while True:
        row = next_row(mover, &k)
        if row < 0:
            break
        add_push(mover, row)
    if mover.found_count > 1:
        qsort(mover.found, mover.found_count, sizeof(Obstacle), compare_depths)
        prefer_common_way(mover)
    return 0


cdef bint leads_out(Mover mover, const Obstacle* push, Py_ssize_t row) except -1 nogil:
    """Whether the move out of an obstacle leads out of another one, too."""
    cdef double distance = push.depth + mover.half
    cdef Meeting meeting
    return (not sweep_row(mover, True, row, -1, -push.normal_x * distance,
                          -push.normal_y * distance, True, False, &meeting)
            or meeting.exit_time <= 1.0)


cdef bint lead_one_way(const Obstacle* first, const Obstacle* second) noexcept nogil:
    """Whether two moves out have one direction, so that the longer one leads out of both."""
    return (first.normal_x * second.normal_x + first.normal_y * second.normal_y
            > 1.0 - OPPOSITE_ROUNDOFF)


cdef int prefer_common_way(Mover mover) except -1 nogil:
    """Put first, of obstacles nearly as deep as the first, one whose move out leads out of both.

    A box on a floor whose side is over a seam of tiles just touches the corner of the next tile. Up
    and sideways are then equally far, so that rounding decides; but only up leads off the floor.
    """
    cdef Obstacle* found = mover.found
    cdef Obstacle other
    cdef Py_ssize_t k, i
    for k in range(1, mover.found_count):
        other = found[k]
        if other.depth < found[0].depth - UNEVEN * mover.skin:
            return 0
        if (not lead_one_way(&found[0], &other) and not leads_out(mover, &found[0], other.row)
                and leads_out(mover, &other, found[0].row)):
            for i in range(k, 0, -1):
                found[i] = found[i - 1]
            found[0] = other
            return 0
    return 0


cdef double room_behind(Mover mover, const Obstacle* push, double distance) except -1.0 nogil:
    """How far the mover may go back: half-way, if there is something behind it."""
    cdef double x = -push.normal_x * distance, y = -push.normal_y * distance
    cdef double length = length_of(x, y)
    cdef Meeting meeting
    cdef Py_ssize_t k = 0, row
    find_near(mover, x, y)
    while True:
        row = next_row(mover, &k)
        if row < 0:
            return distance
        if sweep_row(mover, False, row, -1, x, y, True, True, &meeting):
            distance = min(distance, 0.5 * meeting.time * length)


cdef bint leave(Mover mover, const Obstacle* push) except -1 nogil:
    """Move out of an obstacle, a whole skin from it; False if there is no room for that."""
    cdef double distance = push.depth + mover.half
    if push.meeting.initial:
        note(mover, push)
    else:
        distance = room_behind(mover, push, distance)
    if distance <= STILL * mover.skin:
        return False
    move_by(mover, -push.normal_x * distance, -push.normal_y * distance)
    return True


cdef int push_out(Mover mover) except -1 nogil:
    """Leave all overlaps, and keep at least half a skin from other shapes."""
    cdef Py_ssize_t k
    cdef bint moved
    for _ in range(PUSHES):
        find_pushes(mover)
        moved = False
        for k in range(mover.found_count):
            moved = leave(mover, mover.found + k)
            if moved:
                break
        if not moved:
            return 0
    return 0


# --- the path ----------------------------------------------------------------------------

cdef bint are_alike(const Obstacle* first, const Obstacle* second) noexcept nogil:
    """Whether the normals of two obstacles are parallel but for rounding."""
    return fabs(first.meeting.normal_x * second.meeting.normal_y
                - first.meeting.normal_y * second.meeting.normal_x) <= OPPOSITE_ROUNDOFF


cdef bint add_hit(Mover mover, Py_ssize_t row, Py_ssize_t part, double x,
                  double y) except -1 nogil:
    """Add an obstacle if it is on the path."""
    cdef Obstacle* hit = next_obstacle(mover, row, part)
    if not sweep_row(mover, True, row, part, x, y, False, True, &hit.meeting):
        return False
    hit.start = hit.meeting.time
    hit.closing = x * hit.meeting.normal_x + y * hit.meeting.normal_y
    hit.free = hit.start - mover.half / hit.closing if hit.closing > 0.0 else 0.0
    hit.free = max(hit.free, 0.0)
    set_reported(mover, hit, mover.done + (1.0 - mover.done) * hit.start)
    mover.found_count = mover.found_count + 1
    return True


cdef int add_faces(Mover mover, double x, double y) except -1 nogil:
    """Add the flat parts of compounds on the path, beside the wholes: see `first_obstacle`."""
    cdef Py_ssize_t wholes = mover.found_count, k, i = 0, row
    for k in range(mover.near_count):
        row = mover.near[k].row
        while i < wholes and mover.found[i].row < row:
            i += 1
        if i == wholes or mover.found[i].row != row:
            continue
        if is_compound(mover, row) and add_hit(mover, row, mover.near[k].part, x, y):
            if (mover.found[mover.found_count - 1].start < mover.found[i].start
                    or not is_flat(mover, mover.found + mover.found_count - 1)):
                mover.found_count = mover.found_count - 1
    return 0


cdef int compare_hits(const void* a, const void* b) noexcept nogil:
    """In the order in which the skin is reached; of equal ones wholes before parts, then by row."""
    cdef const Obstacle* first = <const Obstacle*>a
    cdef const Obstacle* second = <const Obstacle*>b
    if first.free != second.free:
        return -1 if first.free < second.free else 1
    if first.part != second.part:
        return -1 if first.part < second.part else 1
    return (first.row > second.row) - (first.row < second.row)


cdef int find_hits(Mover mover, double x, double y) except -1 nogil:
    """List all obstacles on the path, in the order in which the skin is reached."""
    cdef Py_ssize_t k = 0, row
    find_near(mover, x, y)
    mover.found_count = 0
    while True:
        row = next_row(mover, &k)
        if row < 0:
            break
        add_hit(mover, row, -1, x, y)
    if mover.has_wholes:
        add_faces(mover, x, y)
    if mover.found_count > 1:
        qsort(mover.found, mover.found_count, sizeof(Obstacle), compare_hits)
    return 0


cdef Py_ssize_t keep_near(Mover mover, Py_ssize_t first) noexcept nogil:
    """Keep the first obstacle, in front, and those that are nearly as near and not parallel to it;
    returns how many there are."""
    cdef Obstacle* found = mover.found
    cdef Py_ssize_t k, count = 1
    found[0] = found[first]
    for k in range(first + 1, mover.found_count):
        if ((found[k].free - found[0].free) * found[k].closing <= mover.half
                and not are_alike(&found[k], &found[0])):
            found[count] = found[k]
            count += 1
    return count


cdef Py_ssize_t earliest_of(const Obstacle* found, Py_ssize_t count) noexcept nogil:
    """Which of some obstacles is met first, the first of equal ones."""
    cdef Py_ssize_t k, earliest = 0
    for k in range(1, count):
        if found[k].meeting.time < found[earliest].meeting.time:
            earliest = k
    return earliest


cdef int prefer_edge(Mover mover, Py_ssize_t count, Obstacle* hit) except -1 nogil:
    """Replace the first obstacle by a solid one of so many that is met first with an edge. The
    first itself is known to be solid."""
    cdef Obstacle* found = mover.found
    cdef Obstacle* other
    cdef Py_ssize_t k, first = 0, earliest
    while count > 0:
        earliest = earliest_of(found, count)
        other = found + earliest
        if is_flat(mover, other):
            if earliest == first:
                return 0
            if is_in_the_way(mover, other):
                other.free = hit.free
                hit[0] = other[0]
                return 0
        first = -1 if earliest == first else first - (earliest < first)
        count -= 1
        for k in range(earliest, count):
            found[k] = found[k + 1]
    return 0


cdef bint first_obstacle(Mover mover, double x, double y, Obstacle* hit) except -1 nogil:
    """The first solid impact; of nearly simultaneous ones the first with an edge. False for none.

    At a seam of tiles the round corner of the wide shape may meet the corner of a tile first, which
    would turn the motion. It does not once the motion is turned along the face of the other tile.
    Impacts after an edge are left to the turned motion, which may miss them.
    """
    cdef Py_ssize_t first = 0, count
    find_hits(mover, x, y)
    while first < mover.found_count and not is_in_the_way(mover, mover.found + first):
        first += 1
    if first == mover.found_count:
        return False
    count = keep_near(mover, first)
    hit[0] = mover.found[0]
    if count > 1:
        prefer_edge(mover, count, hit)
    return True


cdef int advance(Mover mover, double x, double y, double part) except -1 nogil:
    cdef double dx = x * part, dy = y * part
    move_by(mover, dx, dy)
    mover.gone[0] = mover.gone[0] + dx
    mover.gone[1] = mover.gone[1] + dy
    mover.done = mover.done + (1.0 - mover.done) * part
    return 0


cdef bint is_blocked(Mover mover, Py_ssize_t planes, double x, double y,
                     double least) noexcept nogil:
    """Whether a motion leads into one of the last planes that were met."""
    cdef const Meeting* plane
    cdef Py_ssize_t k
    for k in range(mover.note_count - planes, mover.note_count):
        plane = &mover.notes[k].meeting
        if x * plane.normal_x + y * plane.normal_y > least:
            return True
    return False


cdef int follow(Mover mover, double x, double y, Py_ssize_t max_slides) except -1 nogil:
    """Make a motion, as far as it goes."""
    cdef double least = OPPOSITE_ROUNDOFF * length_of(x, y), rest_x = x, rest_y = y, free, into
    cdef Obstacle hit
    cdef Py_ssize_t turns = 0, planes = 0
    while turns <= max_slides:
        turns += 1
        if not first_obstacle(mover, rest_x, rest_y, &hit):
            return advance(mover, rest_x, rest_y, 1.0)
        free = hit.free
        if free * length_of(rest_x, rest_y) <= STILL * mover.skin:
            free = 0.0
        advance(mover, rest_x, rest_y, free)
        note(mover, &hit)
        planes = 1 if free > 0.0 else planes + 1
        # The rest, without its component into the plane.
        rest_x *= 1.0 - free
        rest_y *= 1.0 - free
        into = max(rest_x * hit.meeting.normal_x + rest_y * hit.meeting.normal_y, 0.0)
        rest_x -= hit.meeting.normal_x * into
        rest_y -= hit.meeting.normal_y * into
        # A corner blocks what would lead into another of its sides, or back.
        if (length_of(rest_x, rest_y) <= least or rest_x * x + rest_y * y <= 0.0
                or is_blocked(mover, planes, rest_x, rest_y, least)):
            return 0
    return 0


cdef int slide(Mover mover, double x, double y, double skin,
               Py_ssize_t max_slides) except -1 nogil:
    begin(mover, skin)
    push_out(mover)
    if x != 0.0 or y != 0.0:
        follow(mover, x, y, max_slides)
    return 0


# --- one shape --------------------------------------------------------------------------

cdef tuple what_was_met(Mover mover):
    """The impacts of a mover, and their rows."""
    cdef Py_ssize_t k
    impacts = [new_impact(&mover.notes[k].meeting) for k in range(mover.note_count)]
    return tuple(impacts), tuple([mover.notes[k].row for k in range(mover.note_count)])


cdef void ignore(Mover mover, const Py_ssize_t[::1] rows) noexcept:
    """Rows of the scene that a mover does not see; None for none."""
    if rows is not None and rows.shape[0]:
        mover.ignored = &rows[0]
        mover.ignored_count = rows.shape[0]


def slide_shape(Shape shape not None, scene not None: ShapeBlock | ShapeTree, double x, double y,
                double skin, Py_ssize_t max_slides, const Py_ssize_t[::1] ignored=None,
                solid: Callable[[int, Impact], bool] | None = None
                ) -> tuple[tuple[float, float], tuple[Impact, ...], tuple[int, ...]]:
    """Move a shape by (x, y) among those of a ShapeBlock or a ShapeTree. It does not see the
    ignored rows. A skin of 0 stands for the usual one. Returns the motion that was made, the
    impacts, and the row of each impact."""
    require_ready(shape)
    cdef Mover mover = new_mover(scene_for(scene, 1), solid, None)
    mover.shape = shape
    mover.posed = &shape.posed
    ignore(mover, ignored)
    if solid is None:
        with nogil:
            slide(mover, x, y, skin, max_slides)
    else:
        slide(mover, x, y, skin, max_slides)
    return (mover.gone[0], mover.gone[1]), *what_was_met(mover)


def slide_whole(shape: Shape | CompoundBase, Wholes wholes not None, double x, double y,
                double skin, Py_ssize_t max_slides, const Py_ssize_t[::1] ignored=None,
                solid: Callable[[int, Impact], bool] | None = None
                ) -> tuple[tuple[float, float], tuple[Impact, ...], tuple[int, ...]]:
    """The same for a compound, or among compounds."""
    cdef Mover mover = new_mover(None, solid, wholes)
    ignore(mover, ignored)
    if isinstance(shape, CompoundBase):
        mover.compounds = ready_rows(<CompoundBase>shape)
        take_compound(mover, mover.compounds, 0)
    else:
        require_ready(<Shape?>shape)
        mover.shape = <Shape>shape
        mover.posed = &(<Shape>shape).posed
    try:
        if solid is None:
            with nogil:
                slide(mover, x, y, skin, max_slides)
        else:
            slide(mover, x, y, skin, max_slides)
    finally:
        if mover.compounds is not None:
            mover.compounds.set_pose(0, mover.pose.x, mover.pose.y, mover.pose.angle)
    return (mover.gone[0], mover.gone[1]), *what_was_met(mover)


# --- many -------------------------------------------------------------------------------

@cython.final
@cython.auto_pickle(False)
cdef class SlideNotes:
    """The impacts of some movers, one after the other."""

    cdef Mover mover

    @property
    def count(self) -> int:
        """How many impacts there are."""
        return self.mover.note_count

    def write(self, Py_ssize_t start, Py_ssize_t[::1] index not None,
              *arrays: npt.NDArray[Any]) -> None:
        """Fill `count` rows of the arrays of Impacts, and as many indices, from `start` on."""
        cdef Py_ssize_t k, rows = index.shape[0], count = self.mover.note_count
        cdef ImpactArrays out
        cdef ImpactRow row
        cdef Buffers buffers
        no_buffers(&buffers)
        try:
            take_impact_arrays(&buffers, arrays, rows, &out)
            if not 0 <= start <= rows - count:
                raise IndexError(f"no room for {count} rows from {start} on in {rows}")
            for k in range(count):
                fill_impact_row(&self.mover.notes[k].meeting, &row)
                copy_impact_row(&row, &out, start + k)
                index[start + k] = self.mover.notes[k].row
        finally:
            release_buffers(&buffers)


cdef int require_one_or_all(str name, Py_ssize_t rows, Py_ssize_t count) except -1:
    if rows != 1 and rows != count:
        raise ValueError(f"{name} must be one, or {count}, got {rows}")
    return 0


@cython.final
@cython.auto_pickle(False)
cdef class SlidePlan:
    """Shapes of a block, or compounds, that move in a scene, each as if it were alone; they stay as
    they are. Where there are compounds, the scene is Wholes.

    Motions, skins (0 for the usual one) and rows that are not seen are one for all or one a shape.
    """

    cdef ShapeBlock block       # None for compounds
    cdef CompoundRows compounds     # None for shapes
    cdef Wholes wholes
    cdef Scene scene
    cdef const double[:, ::1] motion
    cdef const double[::1] skin
    cdef const Py_ssize_t[:, ::1] ignored
    cdef Py_ssize_t max_slides
    cdef readonly Py_ssize_t count

    def __cinit__(self, movers not None: ShapeBlock | CompoundRows,
                  scene not None: ShapeBlock | ShapeTree | Wholes,
                  const double[:, ::1] motion not None, const double[::1] skin not None,
                  const Py_ssize_t[:, ::1] ignored not None, Py_ssize_t max_slides):
        if isinstance(movers, CompoundRows):
            self.compounds = <CompoundRows>movers
            self.count = self.compounds.count
            self.compounds.table.need_parts()
            if not isinstance(scene, Wholes):
                raise ValueError("compounds need the rows of the scene")
        else:
            self.block = <ShapeBlock?>movers
            self.count = self.block.count
        require_one_or_all("motions", motion.shape[0], self.count)
        require_one_or_all("skins", skin.shape[0], self.count)
        require_one_or_all("ignored rows", ignored.shape[0], self.count)
        if motion.shape[1] != 2:
            raise ValueError(f"motions must have two columns, got {motion.shape[1]}")
        self.motion = motion
        self.skin = skin
        self.ignored = ignored
        self.max_slides = max_slides
        if isinstance(scene, Wholes):
            self.wholes = <Wholes>scene
        else:
            self.scene = scene_for(scene, max(self.count, 1) * QUESTIONS)

    def move(self, Py_ssize_t start, Py_ssize_t stop, double[:, ::1] position not None,
             double[:, ::1] remainder not None, Py_ssize_t[::1] counts not None) -> SlideNotes:
        """Fill rows [start, stop) with the positions that the shapes reach, the rest of their
        motions and the number of impacts; returns the SlideNotes of these."""
        cdef SlideNotes notes = SlideNotes.__new__(SlideNotes)
        if (not 0 <= start <= stop <= self.count or counts.shape[0] != self.count
                or position.shape[0] != self.count or position.shape[1] != 2
                or remainder.shape[0] != self.count or remainder.shape[1] != 2):
            raise IndexError(f"no range of {self.count} shapes: {start} to {stop}")
        notes.mover = new_mover(self.scene, None, self.wholes)
        notes.mover.compounds = self.compounds
        if start < stop:
            with nogil:
                move_rows(self, notes.mover, start, stop, &position[0, 0], &remainder[0, 0],
                          &counts[0])
        return notes


cdef int move_rows(SlidePlan plan, Mover mover, Py_ssize_t start, Py_ssize_t stop, double* position,
                   double* remainder, Py_ssize_t* counts) except -1 nogil:
    """Move copies of the rows [start, stop), and note the positions that they reach."""
    cdef const double* motion
    cdef const Pose* pose
    cdef Py_ssize_t k, before
    mover.ignored_count = plan.ignored.shape[1]
    for k in range(start, stop):
        before = mover.note_count
        motion = &plan.motion[k if plan.motion.shape[0] > 1 else 0, 0]
        if mover.ignored_count:
            mover.ignored = &plan.ignored[k if plan.ignored.shape[0] > 1 else 0, 0]
        if plan.compounds is not None:
            take_compound(mover, plan.compounds, k)
        else:
            take_row(mover, &plan.block.shapes, k)
        slide(mover, motion[0], motion[1], plan.skin[k if plan.skin.shape[0] > 1 else 0],
              plan.max_slides)
        pose = &mover.pose if mover.posed is NULL else &mover.posed.pose
        position[2 * k] = pose.x
        position[2 * k + 1] = pose.y
        remainder[2 * k] = motion[0] - mover.gone[0]
        remainder[2 * k + 1] = motion[1] - mover.gone[1]
        counts[k] = mover.note_count - before
    return 0
