"""Queries of many shapes against a scene: which boxes are near each other, which shape a moving one
meets first.

The tree of bounding boxes finds candidates, and the kernels for two shapes decide. Loops run
without the GIL and poll for signals. A scene without a tree gets one for the call; its rows are
sorted only if there are enough queries.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY

from sepax._core.arguments cimport require_turned
from sepax._core.arrays.bounds cimport add_shapes, copy_box, set_empty, sum_of_sides
from sepax._core.arrays.candidates cimport Candidates, next_candidate, note_neighbours, seek_motion
from sepax._core.arrays.index cimport (
    box_of_tree, build_tree, free_tree, new_tree, require_rows, tree_of_shapes)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, Found, raise_failure, take_pairs
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory, read_bounds
from sepax._core.arrays.turns cimport (
    Turns, add_places, add_room_to_turn, read_turn, read_turns, some_turn, still_slack, travel,
    turning_slack, widen_box)
from sepax._core.arrays.visibility cimport Visible, take_visible
from sepax._core.interrupts cimport Watch, raise_pending, start_watch, was_interrupted
from sepax._core.kernels.answers cimport Meeting, set_motion
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_time_of_impact
from sepax._core.kernels.roundoff cimport MOTION_ROUNDOFF, ROOT_OF_UNDERFLOW_ERROR
from sepax._core.kernels.turning cimport HITS, MISSES, TurningMotion, still_turns, turning_sweep
from sepax._core.memory cimport new_array

cdef enum:
    POLL_INTERVAL = 256     # rows between two looks at the watch
    LONE = 32               # queries for which reading all rows is faster than a sorted tree
    FEW = 64                # queries for which sorting a tree takes longer than it saves


@cython.final
cdef class Scene:
    """A block of shapes, or a tree of one: the tree for the time of some queries."""

    def __dealloc__(self):
        free_tree(&self.own)

    cdef double extent_with(self, ShapeBlock block) noexcept:
        """The sum of the sides of the box around all shapes of the scene and of a block."""
        cdef double box[4]
        copy_box(box, self.bounds)
        with nogil:
            add_shapes(box, &block.shapes, block.count, True)
        return sum_of_sides(box)


@cython.final
cdef class Places:
    """A row for each of so many, -1 at first; freed whatever happens."""

    def __cinit__(self, Py_ssize_t count):
        cdef Py_ssize_t k
        self.of_each = <Py_ssize_t*>new_array(count, sizeof(Py_ssize_t))
        if self.of_each is NULL:
            raise MemoryError
        for k in range(count):
            self.of_each[k] = -1

    def __dealloc__(self):
        PyMem_RawFree(self.of_each)


cdef inline const Py_ssize_t* groups_in(Visibility visibility) noexcept:
    """The group of each row, for a tree that keeps them together; NULL where there are none."""
    return NULL if visibility is None or visibility.row_groups is None else visibility.row_groups.of_row


cdef inline Py_ssize_t rows_a_group(Py_ssize_t rows, Visibility visibility) noexcept:
    """Rows of a group, on average: few rows are scanned in any order."""
    return rows if groups_in(visibility) is NULL else rows // max(visibility.row_groups.count, 1)


cdef inline bint is_sorted_for(ShapeTree tree, Visibility visibility) noexcept:
    """Whether a tree serves queries as it is."""
    return visibility is None or visibility.row_groups is None or visibility.row_groups is tree.row_groups


cdef Scene new_scene(object thing, Watch* watch):
    """A scene of a ShapeTree or a ShapeBlock, with memory for a tree of its own."""
    cdef Scene scene = Scene.__new__(Scene)
    scene.block = block_in(thing)
    require_rows(scene.block.count)
    start_watch(watch)
    if new_tree(&scene.own, scene.block.count) < 0:
        raise MemoryError
    scene.tree = &scene.own
    return scene


cdef Scene scene_of(object thing, Py_ssize_t queries, Visibility visibility=None):
    """A scene with a tree, of a ShapeTree or a ShapeBlock."""
    cdef Scene scene
    cdef const Py_ssize_t* group = groups_in(visibility)
    cdef Watch watch
    cdef int result
    if isinstance(thing, ShapeTree) and is_sorted_for(<ShapeTree>thing, visibility):
        scene = Scene.__new__(Scene)
        scene.lasting = <ShapeTree>thing
        scene.block = scene.lasting.block
        scene.tree = &scene.lasting.tree
        box_of_tree(scene.tree, scene.bounds)
        return scene
    scene = new_scene(thing, &watch)
    queries = min(queries, rows_a_group(scene.block.count, visibility))
    with nogil:
        result = tree_of_shapes(&scene.own, scene.block, queries > FEW, group, &watch)
    raise_failure(result)
    box_of_tree(scene.tree, scene.bounds)
    return scene


cdef Scene scene_for(object thing, Py_ssize_t queries, Visibility visibility=None):
    """The same with a sorted tree, or without a tree for a few queries."""
    cdef Scene scene
    if queries > LONE or isinstance(thing, ShapeTree) and is_sorted_for(<ShapeTree>thing, visibility):
        return scene_of(thing, max(queries, FEW + 1), visibility)
    scene = Scene.__new__(Scene)
    scene.block = block_in(thing)
    scene.tree = NULL
    return scene


# --- which boxes meet ---------------------------------------------------------------

cdef inline void near_bounds(ShapeBlock block, Py_ssize_t k, double reach, double extent,
                             double* bounds) noexcept nogil:
    """The box around a shape that meets every shape whose `convex_distance` is at most `reach`,
    rounding included. See `still_slack` for `extent`."""
    cdef double slack = MOTION_ROUNDOFF * (extent + reach) + ROOT_OF_UNDERFLOW_ERROR
    read_bounds(&block.shapes, k, True, bounds)
    if reach > 0.0:
        widen_box(bounds, 0.0, 0.0, reach + slack)


def read_near_bounds(ShapeBlock block not None, double reach, double extent,
                     double[:, ::1] out not None) -> None:
    """Fill (count, 4) with bounds widened by `reach`, if any; they certainly hold the shapes.
    `extent` is that of `joint_extent` with all shapes that they may be near."""
    cdef Watch watch
    cdef Py_ssize_t k
    cdef int result = 0
    if out.shape[0] != block.count or out.shape[1] != 4:
        raise ValueError(f"bounds must have the shape {(block.count, 4)}")
    start_watch(&watch)
    with nogil:
        for k in range(block.count):
            near_bounds(block, k, reach, extent, &out[k, 0])
            if k % POLL_INTERVAL == 0 and was_interrupted(&watch, POLL_INTERVAL):
                result = INTERRUPTED
                break
    raise_failure(result)


def pairs_of_tree(ShapeTree tree not None, ShapeBlock block not None, bint tree_first,
                  double reach=0.0, Visibility visibility=None) -> memoryview:
    """The pairs of rows of a tree and a block whose bounding boxes are no farther apart than
    `reach`, (k, 2) intp in order; with the row of the tree first, or second. The rows of the block
    are the queries of `visibility`, whose groups must be those of the tree."""
    cdef Found found = Found(NULL, 0, 0, NULL)
    cdef Watch watch
    cdef Py_ssize_t first = tree.tree.count, second = block.count, k
    cdef double box[4]
    cdef double extent
    cdef Visible visible
    cdef int result = 0
    take_visible(visibility, block.count, tree.tree.count, &visible)
    if not is_sorted_for(tree, visibility):
        raise ValueError("the tree must be that of the groups")
    require_rows(block.count)
    if not tree_first:
        first, second = second, first
    box_of_tree(&tree.tree, box)
    if reach > 0.0:
        with nogil:
            add_shapes(box, &block.shapes, block.count, True)
    extent = sum_of_sides(box)
    start_watch(&watch)
    with nogil:
        for k in range(block.count):
            near_bounds(block, k, reach, extent, box)
            result = note_neighbours(&tree.tree, &visible, k, box, not tree_first, &found, &watch)
            if result < 0:
                break
    return take_pairs(&found, result, first, second, &watch)


# --- which shape is met first ---------------------------------------------------------

cdef int require_velocities(const double[:, ::1] velocity, Py_ssize_t count) except -1:
    if velocity.shape[0] != 1 and velocity.shape[0] != count or velocity.shape[1] != 2:
        raise ValueError(f"velocities must be one, or {count}")
    return 0


@cython.final
cdef class FirstMeeting:
    """Which shape of a scene each moving shape of a block meets first.

    Velocities of one row are for all. If the scene has one velocity, motions are relative to it,
    and the scene rests. Otherwise, or if its shapes turn, the scene has the boxes around whole
    motions. Turns are rates, given for both sides or for neither.
    """

    cdef ShapeBlock block
    cdef Scene scene
    cdef const double[:, ::1] velocity_a
    cdef const double[:, ::1] velocity_b
    cdef tuple kept                 # owns the memory of the turns
    cdef Turns turns_a, turns_b
    cdef Visibility visibility
    cdef Visible visible
    cdef double max_time, extent
    cdef readonly Py_ssize_t count

    def __cinit__(self, ShapeBlock block not None, scene not None: ShapeBlock | ShapeTree,
                  const double[:, ::1] velocity_a not None,
                  const double[:, ::1] velocity_b not None, double max_time,
                  const double[::1] turns_a=None, const double[::1] turns_b=None,
                  Visibility visibility=None):
        cdef Py_ssize_t among = block_in(scene).count
        if (turns_a is None) != (turns_b is None):
            raise ValueError("turns must be given for both sides, or for neither")
        self.visibility = visibility
        take_visible(visibility, block.count, among, &self.visible)
        self.block = block
        self.count = block.count
        self.velocity_a = velocity_a
        self.velocity_b = velocity_b
        self.max_time = max_time
        self.kept = (turns_a, turns_b)
        read_turns(turns_a, self.count, &self.turns_a)
        read_turns(turns_b, among, &self.turns_b)
        require_velocities(velocity_a, self.count)
        require_velocities(velocity_b, among)
        if velocity_b.shape[0] == 1 and not some_turn(&self.turns_b, among):
            self.scene = scene_of(scene, block.count, visibility)
        else:
            self.scene = swept_scene(self, scene)
        self.extent = extent_of(self)

    def find(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t[::1] row not None) -> int:
        """Fill the rows [start, stop) with rows of the scene, -1 for none; returns `stop`."""
        cdef Watch watch
        cdef Restored restored[2]
        cdef Py_ssize_t k
        cdef int failure = 0
        if not 0 <= start <= stop <= self.count or row.shape[0] != self.count:
            raise IndexError(f"no range of {self.count} shapes: {start} to {stop}")
        prepare_memory(&self.block.shapes, restored)
        prepare_memory(&self.scene.block.shapes, restored + 1)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                failure = find_first(self, k, restored, &row[k], &watch)
                if failure != 0:
                    break
        raise_pending()
        if failure > 0:
            require_turned(failure, "")
        raise_failure(failure)
        return stop


cdef ShapeBlock block_in(object thing):
    """The shapes of a ShapeTree, or a ShapeBlock itself."""
    return (<ShapeTree>thing).block if isinstance(thing, ShapeTree) else <ShapeBlock?>thing


cdef double extent_of(FirstMeeting plan) noexcept:
    """The sum of the sides of the box around all shapes and, if some turn, their places."""
    cdef double box[4]
    if plan.turns_a.rates is NULL:
        return plan.scene.extent_with(plan.block)
    copy_box(box, plan.scene.bounds)
    with nogil:
        add_shapes(box, &plan.block.shapes, plan.count, True)
        add_places(box, &plan.block.shapes, plan.count, &plan.turns_a)
        add_places(box, &plan.scene.block.shapes, plan.scene.block.count, &plan.turns_b)
    return sum_of_sides(box)


cdef Scene swept_scene(FirstMeeting plan, object thing):
    """A scene with the boxes around the motions of its shapes; with one velocity for all, around
    their relative turns alone."""
    cdef Watch watch
    cdef Scene scene = new_scene(thing, &watch)
    cdef double* bounds
    cdef double extent
    cdef const double[:, ::1] velocity = plan.velocity_b
    cdef const double* own = NULL
    cdef const Py_ssize_t* group = groups_in(plan.visibility)
    cdef bint in_order
    cdef int result = NO_MEMORY
    if velocity.shape[0] != 1:
        own = &velocity[0, 0]
    plan.scene = scene
    in_order = min(plan.count, rows_a_group(scene.block.count, plan.visibility)) > FEW
    set_empty(scene.bounds)
    with nogil:
        add_shapes(scene.bounds, &scene.block.shapes, scene.block.count, True)
    extent = extent_of(plan)
    with nogil:
        bounds = <double*>new_array(scene.block.count, 4 * sizeof(double))
        if bounds is not NULL:
            all_swept_bounds(scene.block, own, False, plan.max_time, extent, &plan.turns_b, bounds)
            result = build_tree(&scene.own, bounds, in_order, group, &watch)
        PyMem_RawFree(bounds)
    raise_failure(result)
    return scene


cdef inline void box_to_move(FirstMeeting plan, Py_ssize_t k, const Convex* shape,
                             TurningMotion* motion, double* bounds) noexcept nogil:
    """The box of row k before it moves, with all the room that it takes to turn."""
    cdef double slack
    read_bounds(&plan.block.shapes, k, True, bounds)
    if plan.turns_a.rates is not NULL:
        read_turn(&plan.block.shapes, k, &plan.turns_a, &motion.rate_a, motion.position_a)
        # Twice, as boxes of a scene that rests are no wider than its shapes.
        slack = 2.0 * turning_slack(plan.extent, add_room_to_turn(
            shape, motion.rate_a, motion.position_a, plan.max_time, bounds))
        widen_box(bounds, 0.0, 0.0, slack)


cdef inline int time_of_pair(FirstMeeting plan, const Convex* a, const Convex* b, Py_ssize_t row,
                             const TurningMotion* motion, double* time) noexcept nogil:
    """When a and row b of the scene touch, infinity for never; 0, or a failure of the kernel."""
    cdef TurningMotion turning
    cdef Meeting meeting
    cdef int found
    if plan.turns_b.rates is not NULL:
        turning = motion[0]
        read_turn(&plan.scene.block.shapes, row, &plan.turns_b, &turning.rate_b,
                  turning.position_b)
        if still_turns(a, b, &turning):
            found = turning_sweep(a, b, &turning, &meeting)
            time[0] = meeting.time if found == HITS else INFINITY
            return 0 if found == HITS or found == MISSES else found
    time[0] = convex_time_of_impact(a, b, &motion.motion)
    return 0


cdef int find_first(FirstMeeting plan, Py_ssize_t k, Restored* memory, Py_ssize_t* first,
                    Watch* watch) noexcept nogil:
    """The shape that row k meets first, of equal times the one with the lowest index; 0, or
    INTERRUPTED, or a failure of `turning_sweep`."""
    cdef bint scene_moves_as_one = plan.velocity_b.shape[0] == 1
    cdef const double* a = &plan.velocity_a[k if plan.velocity_a.shape[0] > 1 else 0, 0]
    cdef const double* b = &plan.velocity_b[0, 0]
    cdef double bounds[4]
    cdef double best = plan.max_time
    cdef Candidates candidates
    cdef TurningMotion motion
    cdef double time = INFINITY
    cdef const Convex* shape = convex_at(&plan.block.shapes, k, memory)
    cdef const Convex* other
    cdef Py_ssize_t row
    cdef int failure
    first[0] = -1
    motion.strict = motion.skip_leaving = False
    set_motion(&motion.motion, a, b, plan.max_time)
    box_to_move(plan, k, shape, &motion, bounds)
    seek_motion(&candidates, plan.scene.tree, &plan.visible, k, bounds,
                motion.motion.x if scene_moves_as_one else a[0],
                motion.motion.y if scene_moves_as_one else a[1], plan.extent, best)
    while True:
        row = next_candidate(&candidates, best)
        if row < 0:
            return INTERRUPTED if was_interrupted(watch, 8) else 0
        if not scene_moves_as_one:
            set_motion(&motion.motion, a, b + 2 * row, plan.max_time)
        other = convex_at(&plan.scene.block.shapes, row, memory + 1)
        failure = time_of_pair(plan, shape, other, row, &motion, &time)
        if failure != 0:
            return failure
        if time < INFINITY and (time < best or first[0] < 0 or time == best and row < first[0]):
            best = time
            first[0] = row
        if was_interrupted(watch, shape.n + other.n + 8):
            return INTERRUPTED


# --- motions as boxes -------------------------------------------------------------------

cdef inline void swept_bounds(ShapeBlock block, Py_ssize_t row, double vx, double vy, double time,
                              double extent, double* out) noexcept nogil:
    """The box around a motion; see `still_slack` for `extent`."""
    cdef double along_x = travel(vx, time), along_y = travel(vy, time)
    read_bounds(&block.shapes, row, True, out)
    widen_box(out, along_x, along_y, still_slack(out, along_x, along_y, extent))


cdef inline void turning_bounds(ShapeBlock block, Py_ssize_t row, double vx, double vy, double time,
                                double extent, const Turns* turns, Restored* memory,
                                double* out) noexcept nogil:
    """`swept_bounds` among shapes that turn."""
    cdef double place[2]
    cdef double rate, slack
    read_bounds(&block.shapes, row, True, out)
    read_turn(&block.shapes, row, turns, &rate, place)
    slack = turning_slack(extent, add_room_to_turn(
        convex_at(&block.shapes, row, memory), rate, place, time, out))
    widen_box(out, travel(vx, time), travel(vy, time), slack)


cdef void all_swept_bounds(ShapeBlock block, const double* velocity, bint is_one, double time,
                           double extent, const Turns* turns, double* out) noexcept nogil:
    """The boxes around the motions of all shapes of a block; NULL for no velocities."""
    cdef Restored memory
    cdef double vx = 0.0, vy = 0.0
    cdef Py_ssize_t k
    prepare_memory(&block.shapes, &memory)
    for k in range(block.count):
        if velocity is not NULL:
            vx = velocity[0 if is_one else 2 * k]
            vy = velocity[1 if is_one else 2 * k + 1]
        if turns.rates is NULL:
            swept_bounds(block, k, vx, vy, time, extent, out + 4 * k)
        else:
            turning_bounds(block, k, vx, vy, time, extent, turns, &memory, out + 4 * k)


def joint_extent(ShapeBlock a not None, ShapeBlock b not None, const double[::1] turns_a=None,
                 const double[::1] turns_b=None) -> float:
    """The sum of the sides of the box around all shapes of two blocks; with turns, and
    their positions."""
    cdef double box[4]
    cdef Turns of_a, of_b
    read_turns(turns_a, a.count, &of_a)
    read_turns(turns_b, b.count, &of_b)
    set_empty(box)
    with nogil:
        add_shapes(box, &a.shapes, a.count, True)
        add_shapes(box, &b.shapes, b.count, True)
        add_places(box, &a.shapes, a.count, &of_a)
        add_places(box, &b.shapes, b.count, &of_b)
    return sum_of_sides(box)


def read_swept_bounds(ShapeBlock block not None, const double[:, ::1] velocity not None,
                      double max_time, double extent, double[:, ::1] out not None,
                      const double[::1] turns=None) -> None:
    """Fill (count, 4) with the boxes around the motions of all shapes; a velocity of one row is for
    all. `extent` is that of `joint_extent` with all shapes that they may meet."""
    cdef Turns turning
    require_velocities(velocity, block.count)
    read_turns(turns, block.count, &turning)
    if out.shape[0] != block.count or out.shape[1] != 4:
        raise ValueError(f"bounds must have the shape {(block.count, 4)}")
    if block.count:
        with nogil:
            all_swept_bounds(block, &velocity[0, 0], velocity.shape[0] == 1, max_time, extent,
                             &turning, &out[0, 0])
