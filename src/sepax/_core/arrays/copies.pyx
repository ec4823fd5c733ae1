"""One group of parts at many poses: which of these copies meet anything of a scene.

The tree of the parts at the origin and that of the scene are descended together; boxes of the
former are turned and moved like the copy. Only parts whose boxes meet something are posed, in
memory of the call. The kernel for two shapes decides, so the answers are those of posed groups.
"""

cimport cython
from libc.math cimport fabs
from libc.stdint cimport uint32_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, sum_of_joint_sides
from sepax._core.arrays.index cimport (
    FANOUT, MOST_LEVELS, NODE, ShapeTree, Tree, box_in_tree, box_of_tree, lowest_bit, meeting_mask)
from sepax._core.arrays.pair_list cimport INTERRUPTED, raise_failure
from sepax._core.arrays.poses cimport NewPoses, first_bad_pose, refuse_pose, apply_poses
from sepax._core.arrays.scene cimport Places, Scene, scene_of
from sepax._core.arrays.storage cimport Restored, Storage, convex_at, prepare_memory
from sepax._core.interrupts cimport Watch, was_interrupted, start_watch
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_intersect
from sepax._core.kernels.rotation cimport angle_is_allowed, sine_cosine
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF, UNDERFLOW_ERROR

ctypedef unsigned char truth

cdef enum:
    REFUSED = -9            # beside what broadphase.pxd calls trouble
    MOST_PAIRS = 2 * MOST_LEVELS * FANOUT   # of boxes that wait: those of a level for each step down

cdef struct Turn:
    double x
    double y
    double sine
    double cosine
    double angle
    double slack            # more than rounding moves any part, or a box around it

cdef struct Boxes:
    # A box of the parts and one of the scene: see groups.pyx.
    uint32_t own
    uint32_t other
    int level_own
    int level_other


cdef struct Search:
    const Tree* own
    const Tree* other
    Storage* stand              # the parts where they were last posed
    const Storage* shapes       # of the scene
    const double* centres
    Py_ssize_t* posed           # for which copy each part was
    Py_ssize_t copy
    double extent               # the sum of the sides of the box around the parts and the origin
    Turn turn
    Restored memory[2]
    Boxes waiting[MOST_PAIRS]


cdef inline void turn_boxes(const Turn* turn, const double* node, Py_ssize_t count,
                            Py_ssize_t stride, double* turned) noexcept nogil:
    """The boxes around posed boxes, in columns, wide enough for rounding. An empty one becomes NaN,
    which meets nothing. Without branches, for lanes."""
    cdef double x, y, half_x, half_y, wide, high, middle_x, middle_y
    cdef double across = fabs(turn.cosine), along = fabs(turn.sine)
    cdef Py_ssize_t i
    for i in range(count):
        x = 0.5 * (node[LOW_X * stride + i] + node[HIGH_X * stride + i])
        y = 0.5 * (node[LOW_Y * stride + i] + node[HIGH_Y * stride + i])
        half_x = 0.5 * (node[HIGH_X * stride + i] - node[LOW_X * stride + i])
        half_y = 0.5 * (node[HIGH_Y * stride + i] - node[LOW_Y * stride + i])
        wide = across * half_x + along * half_y + turn.slack
        high = along * half_x + across * half_y + turn.slack
        middle_x = turn.x + (turn.cosine * x - turn.sine * y)
        middle_y = turn.y + (turn.sine * x + turn.cosine * y)
        turned[LOW_X * stride + i] = middle_x - wide
        turned[HIGH_X * stride + i] = middle_x + wide
        turned[LOW_Y * stride + i] = middle_y - high
        turned[HIGH_Y * stride + i] = middle_y + high


@cython.final
@cython.auto_pickle(False)
cdef class AnyCopyMeeting:
    """Copies of parts; `tree` has their boxes at the origin. `centres` are those of discs at the
    origin, which are turned as well; (0, 0) for other parts."""

    cdef ShapeTree tree
    cdef Scene scene
    cdef const double[:, ::1] centres
    cdef const double[:, ::1] positions
    cdef const double[::1] angles
    cdef readonly Py_ssize_t count

    def __cinit__(self, ShapeTree tree not None, const double[:, ::1] centres not None,
                  const double[:, ::1] positions not None, const double[::1] angles not None,
                  scene not None):
        self.tree = tree
        self.centres = centres
        self.positions = positions
        self.angles = angles
        self.count = positions.shape[0]
        if (angles.shape[0] != self.count or positions.shape[1] != 2 or centres.shape[1] != 2
                or centres.shape[0] != tree.block.count):
            raise ValueError("there must be a position and an angle each, and a centre a part")
        self.scene = scene_of(scene, self.count)

    def find(self, Py_ssize_t start, Py_ssize_t stop, truth[::1] hit not None,
             ShapeBlock stand not None):
        """Fill rows [start, stop) with one a copy; returns `stop`. `stand` is a copy of the parts,
        to be posed."""
        cdef Watch watch
        cdef Search search
        cdef Py_ssize_t k = start
        cdef int result = 0
        cdef Places places = Places(stand.count)
        if not 0 <= start <= stop <= self.count or hit.shape[0] != self.count:
            raise IndexError(f"no range of {self.count} copies: {start} to {stop}")
        if stand.count != self.tree.block.count:
            raise ValueError(f"there are {self.tree.block.count} parts, got {stand.count}")
        search.own = &self.tree.tree
        search.other = self.scene.tree
        search.stand = &stand.shapes
        search.shapes = &self.scene.block.shapes
        search.centres = &self.centres[0, 0]
        search.posed = places.of_each
        search.extent = extent_of(search.own)
        prepare_memory(search.stand, search.memory)
        prepare_memory(search.shapes, search.memory + 1)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                set_turn(&search, &self.positions[k, 0], self.angles[k])
                search.copy = k
                result = copy_meets(&search, &watch)
                if result < 0:
                    break
                hit[k] = result > 0
        if result == REFUSED:
            refuse_pose(k, self.positions[k, 0], self.positions[k, 1], self.angles[k])
        raise_failure(result)
        return stop


cdef double extent_of(const Tree* tree) noexcept:
    cdef double box[4]
    cdef double[4] origin = [0.0, 0.0, 0.0, 0.0]
    box_of_tree(tree, box)
    return sum_of_joint_sides(box, origin)


cdef inline void set_turn(Search* search, const double* position, double angle) noexcept nogil:
    search.turn.x = position[0]
    search.turn.y = position[1]
    search.turn.angle = angle + 0.0     # no negative zero, as in a single shape
    search.turn.slack = (FILTER_ROUNDOFF * (search.extent + (fabs(position[0]) + fabs(position[1])))
                         + UNDERFLOW_ERROR)
    sine_cosine(search.turn.angle if angle_is_allowed(angle) else 0.0, &search.turn.sine,
                &search.turn.cosine)


cdef int pose_part(Search* search, Py_ssize_t part, Watch* watch) noexcept nogil:
    """Give a part the pose of the copy, if it has another one; 0, or REFUSED."""
    cdef const Turn* turn = &search.turn
    cdef double position[2]
    cdef double x = search.centres[2 * part], y = search.centres[2 * part + 1]
    cdef NewPoses pose
    if search.posed[part] == search.copy:
        return 0
    position[0] = turn.x + (turn.cosine * x - turn.sine * y)
    position[1] = turn.y + (turn.sine * x + turn.cosine * y)
    pose.rows = &part
    pose.positions = position
    pose.angles = &turn.angle
    pose.count = 1
    if first_bad_pose(search.stand, &pose, watch) >= 0:
        return REFUSED
    apply_poses(search.stand, &pose, watch)
    prepare_memory(search.stand, search.memory)  # which may have the part as it was
    search.posed[part] = search.copy
    return 0


cdef inline Py_ssize_t push_own(Search* search, const Boxes* at, Py_ssize_t count) noexcept nogil:
    """Put the boxes below one of the parts, that meet the other one, on the stack."""
    cdef const Tree* tree = search.own
    cdef double turned[NODE]
    cdef double other[4]
    cdef unsigned mask
    box_in_tree(search.other, at.level_other, at.other, other)
    turn_boxes(&search.turn, tree.nodes + NODE * (tree.first[at.level_own - 1] + at.own), FANOUT,
               FANOUT, turned)
    mask = meeting_mask(turned, other)
    while mask:
        search.waiting[count] = Boxes(at.own * FANOUT + <uint32_t>lowest_bit(mask), at.other,
                                      at.level_own - 1, at.level_other)
        mask &= mask - 1
        count += 1
    return count


cdef inline Py_ssize_t push_other(Search* search, const Boxes* at,
                                  Py_ssize_t count) noexcept nogil:
    """The same below one of the scene."""
    cdef const Tree* tree = search.other
    cdef double box[4]
    cdef double turned[4]
    cdef unsigned mask
    box_in_tree(search.own, at.level_own, at.own, box)
    turn_boxes(&search.turn, box, 1, 1, turned)
    mask = meeting_mask(tree.nodes + NODE * (tree.first[at.level_other - 1] + at.other), turned)
    while mask:
        search.waiting[count] = Boxes(at.own, at.other * FANOUT + <uint32_t>lowest_bit(mask),
                                      at.level_own, at.level_other - 1)
        mask &= mask - 1
        count += 1
    return count


cdef int copy_meets(Search* search, Watch* watch) noexcept nogil:
    """Whether the copy meets anything; or INTERRUPTED, or REFUSED."""
    cdef Boxes at
    cdef Py_ssize_t part, row, count = 1
    cdef const Convex* own
    cdef const Convex* other
    if search.other.levels == 0:
        return False
    search.waiting[0] = Boxes(0, 0, search.own.levels, search.other.levels)
    while count:
        count -= 1
        at = search.waiting[count]
        if was_interrupted(watch, 4):
            return INTERRUPTED
        # The scene's boxes are larger than its shapes.
        if at.level_other > at.level_own or (at.level_other and not at.level_own):
            count = push_other(search, &at, count)
            continue
        if at.level_own:
            count = push_own(search, &at, count)
            continue
        part = search.own.row[at.own]
        row = search.other.row[at.other]
        if pose_part(search, part, watch) < 0:
            return REFUSED
        own = convex_at(search.stand, part, search.memory)
        other = convex_at(search.shapes, row, search.memory + 1)
        if convex_intersect(own, other, False):
            return True
        if was_interrupted(watch, own.n + other.n):
            return INTERRUPTED
    return False
