"""Questions about many shapes and a scene, found by its tree of bounding boxes and answered by the
kernels for two shapes: whether a shape meets any, which it meets first, which hold a point.

They work without the GIL, any number of threads at once, and ask for signals where they are. A
side without a tree gets one for the time of the call, in which its rows are sorted if so many
questions are worth it.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs, nextafter
from libc.string cimport memchr, memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.broadphase cimport (
    INTERRUPTED, NO_MEMORY, Found, PairBuffer, list_pairs, make_room, pair_word, raise_trouble)
from sepax._core.arrays.index cimport (
    HIGH_X, HIGH_Y, LOW_X, LOW_Y, BoxCursor, MotionCursor, ShapeTree, Tree, box_of_tree, build_tree,
    free_tree, new_tree, next_meeting, next_on_way, require_rows, seek_box, seek_motion,
    tree_of_shapes)
from sepax._core.arrays.storage cimport Restored, convex_at, lay_out, read_bounds, set_side
from sepax._core.interrupts cimport Watch, heard, listen, start_watch
from sepax._core.kernels.answers cimport Motion, set_motion
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, set_point
from sepax._core.kernels.queries cimport convex_intersect, convex_time_of_impact
from sepax._core.kernels.roundoff cimport MOTION_ROUNDOFF, TIME_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.memory cimport count_sum, new_array, new_zeros
from sepax._core.simd.levels cimport (
    PAIR_MEETS, PAIR_UNDECIDED, PairSide, pair_kernels)

ctypedef unsigned char truth

cdef enum:
    SEARCHES = 64           # that go on at once
    JUDGED = 1024           # pairs that lanes judge at a time
    ROWS = 256              # of a search without any candidate, between two looks at the watch
    # Questions for which making a tree takes longer than to look at all rows for each: with lanes,
    # where a tree that is not sorted comes next; and one by one, where only a sorted one is of use.
    LONE_FOR_LANES = 16
    LONE = 32
    FEW = 64                # questions for which sorting a tree takes longer than it saves

cdef double FARTHEST = 1e300


@cython.final
cdef class Scene:
    """A block of shapes, or a tree of one: the tree for the time of some questions."""

    def __dealloc__(self):
        free_tree(&self.own)

    cdef double extent_with(self, ShapeBlock block) noexcept:
        """The sum of the sides of the box around all shapes of the scene and of a block."""
        cdef double box[4]
        box[:] = self.bounds
        take_in_shapes(block, box)
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


cdef void take_in_shapes(ShapeBlock block, double* box) noexcept:
    """Widen a box by those of all shapes."""
    cdef double bounds[4]
    cdef Py_ssize_t k
    with nogil:
        for k in range(block.count):
            read_bounds(&block.shapes, k, True, bounds)
            box[LOW_X] = min(box[LOW_X], bounds[LOW_X])
            box[LOW_Y] = min(box[LOW_Y], bounds[LOW_Y])
            box[HIGH_X] = max(box[HIGH_X], bounds[HIGH_X])
            box[HIGH_Y] = max(box[HIGH_Y], bounds[HIGH_Y])


cdef double sum_of_sides(const double* box) noexcept:
    """0 for a box without anything in it."""
    return max(box[HIGH_X] - box[LOW_X], 0.0) + max(box[HIGH_Y] - box[LOW_Y], 0.0)


cdef Scene scene_of(object thing, Py_ssize_t questions):
    """Of a ShapeTree or a ShapeBlock, with a tree."""
    cdef Scene scene = Scene.__new__(Scene)
    cdef Watch watch
    cdef int result
    if isinstance(thing, ShapeTree):
        scene.lasting = <ShapeTree>thing
        scene.block = scene.lasting.block
        scene.tree = &scene.lasting.tree
        box_of_tree(scene.tree, scene.bounds)
        return scene
    scene.block = <ShapeBlock?>thing
    require_rows(scene.block.count)
    start_watch(&watch)
    if new_tree(&scene.own, scene.block.count) < 0:
        raise MemoryError
    scene.tree = &scene.own
    with nogil:
        result = tree_of_shapes(&scene.own, scene.block, questions > FEW, &watch)
    raise_trouble(result)
    box_of_tree(scene.tree, scene.bounds)
    return scene


cdef Scene scene_for(object thing, Py_ssize_t questions):
    """The same, with a tree that is sorted, or none for a few questions."""
    cdef Scene scene
    if questions > LONE or isinstance(thing, ShapeTree):
        return scene_of(thing, max(questions, FEW + 1))
    scene = Scene.__new__(Scene)
    scene.block = <ShapeBlock?>thing
    scene.tree = NULL
    return scene


# --- which boxes meet, which shapes hold points -----------------------------------

cdef inline void near_bounds(ShapeBlock block, Py_ssize_t k, double reach, double extent,
                             double* bounds) noexcept nogil:
    """The box around a shape, so much wider that all that `convex_distance` says is no farther than
    `reach` meets it: by what it is off, too, of which `extent` is told to `swept_bounds`."""
    cdef double slack = MOTION_ROUNDOFF * (extent + reach) + UNDERFLOW_ERROR
    read_bounds(&block.shapes, k, True, bounds)
    if reach > 0.0:
        widen(bounds + LOW_X, bounds + HIGH_X, 0.0, reach + slack)
        widen(bounds + LOW_Y, bounds + HIGH_Y, 0.0, reach + slack)


def read_near_bounds(ShapeBlock block not None, double reach, double extent,
                     double[:, ::1] out not None):
    """Fill (count, 4) with bounds so much wider than the shapes; with those that surely hold them,
    where there is no reach. `extent` is that of `joint_extent` with whatever they may be near."""
    cdef Watch watch
    cdef Py_ssize_t k
    cdef int result = 0
    if out.shape[0] != block.count or out.shape[1] != 4:
        raise ValueError(f"bounds must have the shape {(block.count, 4)}")
    start_watch(&watch)
    with nogil:
        for k in range(block.count):
            near_bounds(block, k, reach, extent, &out[k, 0])
            if k % ROWS == 0 and heard(&watch, ROWS):
                result = INTERRUPTED
                break
    raise_trouble(result)


cdef int note_rows(const Tree* tree, ShapeBlock block, double reach, double extent,
                   bint tree_first, Found* found, Watch* watch) noexcept nogil:
    """Note the pairs of rows whose boxes are no farther apart; 0 or a Trouble."""
    cdef BoxCursor cursor
    cdef double bounds[4]
    cdef Py_ssize_t k, row, before
    for k in range(block.count):
        near_bounds(block, k, reach, extent, bounds)
        seek_box(&cursor, tree, bounds)
        before = found.n
        while True:
            row = next_meeting(&cursor)
            if row < 0:
                break
            if make_room(found, 1) < 0:
                return NO_MEMORY
            found.words[found.n] = pair_word(row, k) if tree_first else pair_word(k, row)
            found.n += 1
        if heard(watch, found.n - before + 4):
            return INTERRUPTED
    return 0


def pairs_of_tree(ShapeTree tree not None, ShapeBlock block not None, bint tree_first,
                  double reach=0.0):
    """The pairs of rows of a tree and of a block whose bounding boxes meet, or are no farther apart
    than `reach`, (k, 2) intp in order; with the tree's row first, or second."""
    cdef PairBuffer pairs = PairBuffer.__new__(PairBuffer)
    cdef Found found = Found(NULL, 0, 0, NULL)
    cdef Watch watch
    cdef Py_ssize_t first = tree.tree.count, second = block.count
    cdef double box[4]
    cdef double extent
    cdef int result
    require_rows(block.count)
    if not tree_first:
        first, second = second, first
    box_of_tree(&tree.tree, box)
    if reach > 0.0:
        take_in_shapes(block, box)
    extent = sum_of_sides(box)
    start_watch(&watch)
    with nogil:
        result = note_rows(&tree.tree, block, reach, extent, tree_first, &found, &watch)
        if result == 0:
            result = list_pairs(&found, first, second, pairs, &watch)
        PyMem_RawFree(found.words)
    raise_trouble(result)
    return memoryview(pairs)


cdef int note_holders(const Tree* tree, ShapeBlock block, double x, double y, Py_ssize_t k,
                      Restored* memory, Found* found, Watch* watch) noexcept nogil:
    """Note the shapes that hold point k; 0 or a Trouble."""
    cdef BoxCursor cursor
    cdef Convex point
    cdef double bounds[4]
    cdef const Convex* shape
    cdef Py_ssize_t row
    bounds[LOW_X] = bounds[HIGH_X] = x
    bounds[LOW_Y] = bounds[HIGH_Y] = y
    set_point(&point, &x, &y)
    seek_box(&cursor, tree, bounds)
    while True:
        row = next_meeting(&cursor)
        if row < 0:
            return INTERRUPTED if heard(watch, 4) else 0
        shape = convex_at(&block.shapes, row, memory)
        if convex_intersect(shape, &point, False):
            if make_room(found, 1) < 0:
                return NO_MEMORY
            found.words[found.n] = pair_word(row, k)
            found.n += 1
        if heard(watch, shape.n):
            return INTERRUPTED


def holders(ShapeTree tree not None, const double[:, ::1] points not None):
    """The pairs of a row of a tree and a point that is in its shape, (k, 2) intp in order; None
    where a point is beyond the limits."""
    cdef PairBuffer pairs = PairBuffer.__new__(PairBuffer)
    cdef Found found = Found(NULL, 0, 0, NULL)
    cdef Restored memory
    cdef Watch watch
    cdef Py_ssize_t k
    cdef int result = 0
    cdef bint beyond = False
    if points.shape[1] != 2:
        raise ValueError(f"points must have two columns, got {points.shape[1]}")
    lay_out(&tree.block.shapes, &memory)
    start_watch(&watch)
    with nogil:
        for k in range(points.shape[0]):
            if not (fabs(points[k, 0]) <= COORDINATE_LIMIT
                    and fabs(points[k, 1]) <= COORDINATE_LIMIT):
                beyond = True
                break
            result = note_holders(&tree.tree, tree.block, points[k, 0], points[k, 1], k, &memory,
                                  &found, &watch)
            if result < 0:
                break
        if result == 0 and not beyond:
            result = list_pairs(&found, tree.tree.count, points.shape[0], pairs, &watch)
        PyMem_RawFree(found.words)
    raise_trouble(result)
    return None if beyond else memoryview(pairs)


# --- whether a shape meets any ------------------------------------------------------
#
# An owner has some rows, and is searched for row after row until one of them meets something. Many
# searches go on at once, each for the next box that a box of it meets, so that lanes can judge what
# all of them came upon.

cdef struct Search:
    Py_ssize_t owner
    Py_ssize_t place        # of the next row in the list of rows by owner
    Py_ssize_t end
    Py_ssize_t row          # that the cursor is for
    BoxCursor cursor

cdef struct Batch:
    Py_ssize_t count
    Py_ssize_t row[SEARCHES]
    Py_ssize_t other[SEARCHES]
    Py_ssize_t owner[SEARCHES]
    truth verdict[SEARCHES]


@cython.final
cdef class OwnerCopy:
    """Owners that nobody else can change, freed whatever happens."""

    cdef Py_ssize_t* owner

    def __cinit__(self, Py_ssize_t count):
        self.owner = <Py_ssize_t*>new_array(count, sizeof(Py_ssize_t))
        if self.owner is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_RawFree(self.owner)


@cython.final
cdef class AnyMeeting:
    """Which owners of a block's rows meet any shape of a scene: `owner` is that of each row, None
    where each row is its own."""

    cdef ShapeBlock block
    cdef Scene scene
    cdef Py_ssize_t* first          # place of each owner's first row, and the end; or NULL
    cdef Py_ssize_t* row            # by owner; NULL where they are so already
    cdef bint all_boxes
    cdef readonly Py_ssize_t count  # of owners

    def __cinit__(self, ShapeBlock block not None, scene not None, const Py_ssize_t[::1] owner=None):
        self.block = block
        self.count = block.count
        if owner is not None:
            self.list_rows(owner)
        self.scene = (scene_for if block.count <= LONE_FOR_LANES else scene_of)(scene, block.count)
        self.all_boxes = (block.box_count == block.count
                          and self.scene.block.box_count == self.scene.block.count)

    def __dealloc__(self):
        PyMem_RawFree(self.first)
        PyMem_RawFree(self.row)

    cdef int list_rows(self, const Py_ssize_t[::1] owner) except -1:
        """Note which rows are whose."""
        cdef Py_ssize_t n = self.block.count
        if owner.shape[0] != n:
            raise ValueError(f"owner must have one number for each of {n} shapes, "
                             f"got {owner.shape[0]}")
        if n == 0:
            self.count = 0
        elif owner[n - 1] < 0 or not self.note_runs(owner, owner[n - 1]):
            self.sort_rows(owner)
        return 0

    cdef int reserve(self, Py_ssize_t last) except -1:
        """Zeros for the first place of each owner, and for one more."""
        PyMem_RawFree(self.first)
        self.first = <Py_ssize_t*>new_zeros(count_sum(last, 3), sizeof(Py_ssize_t))
        if self.first is NULL:
            raise MemoryError("there is no memory for answers for so many owners")
        self.count = last + 1
        return 0

    cdef int note_runs(self, const Py_ssize_t[::1] owner, Py_ssize_t last) except -1:
        """The places of rows that are in the order of their owners; False where they are not. Each
        number is read once, as somebody else may change it."""
        cdef Py_ssize_t k, own, before = -1, work = 0
        self.reserve(last)
        for k in range(owner.shape[0]):
            listen(&work, 1)
            own = owner[k]
            if own == before:
                continue
            if not before < own <= last:
                return False
            while before < own:
                before += 1
                self.first[before] = k
                listen(&work, 1)
        self.first[last + 1] = owner.shape[0]
        return before == last

    cdef int sort_rows(self, const Py_ssize_t[::1] owner) except -1:
        """Hand the rows out to their owners, those of one in their order."""
        cdef Py_ssize_t k, last = 0, work = 0, n = self.block.count
        cdef OwnerCopy copy = OwnerCopy(n)
        for k in range(n):
            copy.owner[k] = owner[k]
            if copy.owner[k] < 0:
                raise ValueError(f"owner[{k}] must not be negative, got {copy.owner[k]}")
            last = max(last, copy.owner[k])
            listen(&work, 1)
        self.reserve(last)
        self.row = <Py_ssize_t*>new_array(n, sizeof(Py_ssize_t))
        if self.row is NULL:
            raise MemoryError
        for k in range(n):
            self.first[copy.owner[k] + 2] += 1
            listen(&work, 1)
        for k in range(last + 1):
            self.first[k + 2] += self.first[k + 1]
            listen(&work, 1)
        for k in range(n):      # first[own + 1] moves from the first to the last of its places
            self.row[self.first[copy.owner[k] + 1]] = k
            self.first[copy.owner[k] + 1] += 1
            listen(&work, 1)
        return 0

    def find(self, Py_ssize_t start, Py_ssize_t stop, truth[::1] hit not None):
        """Fill the rows [start, stop) of an array with one a owner; returns `stop`."""
        cdef Watch watch
        cdef int result = 0
        if not 0 <= start <= stop <= self.count or hit.shape[0] != self.count:
            raise IndexError(f"no range of {self.count} owners: {start} to {stop}")
        start_watch(&watch)
        if start < stop:
            with nogil:
                if self.scene.tree is NULL:
                    result = find_any_of_all(self, start, stop, &hit[0], &watch)
                else:
                    result = find_any(self, start, stop, &hit[0], &watch)
        raise_trouble(result)
        return stop


cdef inline Py_ssize_t first_place(AnyMeeting plan, Py_ssize_t owner) noexcept nogil:
    return owner if plan.first is NULL else plan.first[owner]


cdef inline void begin_search(AnyMeeting plan, Py_ssize_t owner, Search* search) noexcept nogil:
    search.owner = owner
    search.place = first_place(plan, owner)
    search.end = first_place(plan, owner + 1)
    search.cursor.tree = plan.scene.tree
    search.cursor.level = plan.scene.tree.levels    # at its end, before the first row


cdef inline bint gather(AnyMeeting plan, Search* search, Batch* batch) noexcept nogil:
    """Add the next pair that a search comes upon, if it does in some rows; False where nothing is
    left. One pair only: the next is of no use where this one meets."""
    cdef double bounds[4]
    cdef Py_ssize_t other, rows
    for rows in range(ROWS):
        other = next_meeting(&search.cursor)
        if other >= 0:
            batch.row[batch.count] = search.row
            batch.other[batch.count] = other
            batch.owner[batch.count] = search.owner
            batch.count += 1
            return True
        if search.place == search.end:
            return False
        search.row = search.place if plan.row is NULL else plan.row[search.place]
        search.place += 1
        read_bounds(&plan.block.shapes, search.row, True, bounds)
        seek_box(&search.cursor, plan.scene.tree, bounds)
    return True


cdef int judge_batch(AnyMeeting plan, Batch* batch, Restored* memory, truth* hit,
                     Watch* watch) noexcept nogil:
    """Note which owners meet something; 0, or INTERRUPTED."""
    cdef PairSide a, b
    cdef const Convex* own
    cdef const Convex* other
    cdef Py_ssize_t k
    set_side(&plan.block.shapes, 0, batch.row, False, &a)
    set_side(&plan.scene.block.shapes, 0, batch.other, False, &b)
    if plan.all_boxes:
        pair_kernels.judge_boxes(&a, &b, batch.count, batch.verdict)
    else:
        pair_kernels.judge_shapes(&a, &b, batch.count, batch.verdict)
    for k in range(batch.count):
        if batch.verdict[k] == PAIR_MEETS:
            hit[batch.owner[k]] = True
    for k in range(batch.count):
        if batch.verdict[k] == PAIR_UNDECIDED and not hit[batch.owner[k]]:
            own = convex_at(&plan.block.shapes, batch.row[k], memory)
            other = convex_at(&plan.scene.block.shapes, batch.other[k], memory + 1)
            hit[batch.owner[k]] = convex_intersect(own, other, False)
            if heard(watch, own.n + other.n):
                return INTERRUPTED
    return INTERRUPTED if heard(watch, SEARCHES) else 0


cdef int find_any(AnyMeeting plan, Py_ssize_t start, Py_ssize_t stop, truth* hit,
                  Watch* watch) noexcept nogil:
    """Search for all owners of a range; 0, or INTERRUPTED."""
    cdef Search searches[SEARCHES]
    cdef Batch batch
    cdef Restored restored[2]
    cdef Py_ssize_t active = 0, s
    lay_out(&plan.block.shapes, restored)
    lay_out(&plan.scene.block.shapes, restored + 1)
    memset(hit + start, 0, stop - start)
    while active > 0 or start < stop:
        while active < SEARCHES and start < stop:
            begin_search(plan, start, searches + active)
            active += 1
            start += 1
        batch.count = s = 0
        while s < active:
            if not hit[searches[s].owner] and gather(plan, searches + s, &batch):
                s += 1
            else:
                active -= 1
                searches[s] = searches[active]
        if judge_batch(plan, &batch, restored, hit, watch) < 0:
            return INTERRUPTED
    return 0


cdef int meets_any(AnyMeeting plan, Py_ssize_t row, Restored* memory, truth* hit,
                   Watch* watch) noexcept nogil:
    """Whether a row meets any of the scene, piece by piece; 0, or INTERRUPTED."""
    cdef const Convex* own = convex_at(&plan.block.shapes, row, memory)
    cdef const Convex* other
    cdef truth verdict[JUDGED]
    cdef PairSide a, b
    cdef Py_ssize_t first = 0, count, k
    set_side(&plan.block.shapes, row, NULL, True, &a)
    while first < plan.scene.block.count:
        count = min(plan.scene.block.count - first, JUDGED)
        set_side(&plan.scene.block.shapes, first, NULL, False, &b)
        if plan.all_boxes:
            pair_kernels.judge_boxes(&a, &b, count, verdict)
        else:
            pair_kernels.judge_shapes(&a, &b, count, verdict)
        if memchr(verdict, PAIR_MEETS, count) is not NULL:
            hit[0] = True
            return 0
        for k in range(count):
            if verdict[k] == PAIR_UNDECIDED:
                other = convex_at(&plan.scene.block.shapes, first + k, memory + 1)
                if convex_intersect(own, other, False):
                    hit[0] = True
                    return 0
                if heard(watch, own.n + other.n):
                    return INTERRUPTED
        if heard(watch, count // 4):
            return INTERRUPTED
        first += count
    return 0


cdef int find_any_of_all(AnyMeeting plan, Py_ssize_t start, Py_ssize_t stop, truth* hit,
                         Watch* watch) noexcept nogil:
    """The same without a tree, one row after the other; 0, or INTERRUPTED."""
    cdef Restored restored[2]
    cdef Py_ssize_t owner, place
    lay_out(&plan.block.shapes, restored)
    lay_out(&plan.scene.block.shapes, restored + 1)
    memset(hit + start, 0, stop - start)
    for owner in range(start, stop):
        for place in range(first_place(plan, owner), first_place(plan, owner + 1)):
            if meets_any(plan, place if plan.row is NULL else plan.row[place], restored,
                         hit + owner, watch) < 0:
                return INTERRUPTED
            if hit[owner]:
                break
    return 0


# --- which shape is met first ---------------------------------------------------------

cdef int require_velocities(const double[:, ::1] velocity, Py_ssize_t count) except -1:
    if velocity.shape[0] != 1 and velocity.shape[0] != count or velocity.shape[1] != 2:
        raise ValueError(f"velocities must be one, or {count}")
    return 0


@cython.final
cdef class FirstMeeting:
    """Which shape of a scene each moving shape of a block meets first.

    Velocities of one row are for all. Where those of the scene are all the same, everything is seen
    from there; else its boxes are those around the whole of each motion.
    """

    cdef ShapeBlock block
    cdef Scene scene
    cdef const double[:, ::1] velocity_a
    cdef const double[:, ::1] velocity_b
    cdef double max_time
    cdef double extent
    cdef readonly Py_ssize_t count

    def __cinit__(self, ShapeBlock block not None, scene not None,
                  const double[:, ::1] velocity_a not None,
                  const double[:, ::1] velocity_b not None, double max_time):
        self.block = block
        self.count = block.count
        self.velocity_a = velocity_a
        self.velocity_b = velocity_b
        self.max_time = max_time
        if velocity_b.shape[0] == 1:
            self.scene = scene_of(scene, block.count)
        else:
            self.scene = swept_scene(scene, velocity_b, max_time, block)
        self.extent = self.scene.extent_with(block)
        require_velocities(velocity_a, self.count)
        require_velocities(velocity_b, self.scene.block.count)

    def find(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t[::1] row not None):
        """Fill the rows [start, stop) with rows of the scene, -1 for none; returns `stop`."""
        cdef Watch watch
        cdef Restored restored[2]
        cdef Py_ssize_t k
        cdef bint interrupted = False
        if not 0 <= start <= stop <= self.count or row.shape[0] != self.count:
            raise IndexError(f"no range of {self.count} shapes: {start} to {stop}")
        lay_out(&self.block.shapes, restored)
        lay_out(&self.scene.block.shapes, restored + 1)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                if find_first(self, k, restored, &row[k], &watch) < 0:
                    interrupted = True
                    break
        if interrupted:
            raise_trouble(INTERRUPTED)
        return stop


cdef Scene swept_scene(object thing, const double[:, ::1] velocity, double max_time,
                       ShapeBlock block):
    """A scene by the boxes around the motions of its shapes, for those of a block."""
    cdef Scene scene = Scene.__new__(Scene)
    cdef Watch watch
    cdef double* bounds
    cdef double extent
    cdef Py_ssize_t k
    cdef int result = NO_MEMORY
    scene.block = (<ShapeTree>thing).block if isinstance(thing, ShapeTree) else <ShapeBlock?>thing
    require_rows(scene.block.count)
    require_velocities(velocity, scene.block.count)
    start_watch(&watch)
    if new_tree(&scene.own, scene.block.count) < 0:
        raise MemoryError
    scene.tree = &scene.own
    box_of_tree(NULL, scene.bounds)
    take_in_shapes(scene.block, scene.bounds)
    extent = scene.extent_with(block)
    with nogil:
        bounds = <double*>new_array(scene.block.count, 4 * sizeof(double))
        if bounds is not NULL:
            for k in range(scene.block.count):
                swept_bounds(scene.block, k, velocity[k, 0], velocity[k, 1], max_time, extent,
                             bounds + 4 * k)
            result = build_tree(&scene.own, bounds, block.count > FEW, NULL, &watch)
        PyMem_RawFree(bounds)
    raise_trouble(result)
    return scene


cdef int find_first(FirstMeeting plan, Py_ssize_t k, Restored* memory, Py_ssize_t* first,
                    Watch* watch) noexcept nogil:
    """The shape that row k meets first, of equal times the one with the lowest index; 0, or
    INTERRUPTED."""
    cdef bint scene_moves_as_one = plan.velocity_b.shape[0] == 1
    cdef const double* a = &plan.velocity_a[k if plan.velocity_a.shape[0] > 1 else 0, 0]
    cdef const double* b = &plan.velocity_b[0, 0]
    cdef double bounds[4]
    cdef double best = plan.max_time
    cdef MotionCursor cursor
    cdef Motion motion
    cdef double time
    cdef const Convex* shape = convex_at(&plan.block.shapes, k, memory)
    cdef const Convex* other
    cdef Py_ssize_t row
    first[0] = -1
    set_motion(&motion, a, b, plan.max_time)
    read_bounds(&plan.block.shapes, k, True, bounds)
    seek_motion(&cursor, plan.scene.tree, bounds, motion.x if scene_moves_as_one else a[0],
                motion.y if scene_moves_as_one else a[1], plan.extent, best)
    while True:
        row = next_on_way(&cursor, best)
        if row < 0:
            return INTERRUPTED if heard(watch, 8) else 0
        if not scene_moves_as_one:
            set_motion(&motion, a, b + 2 * row, plan.max_time)
        other = convex_at(&plan.scene.block.shapes, row, memory + 1)
        time = convex_time_of_impact(shape, other, &motion)
        if time < INFINITY and (time < best or first[0] < 0 or time == best and row < first[0]):
            best = time
            first[0] = row
        if heard(watch, shape.n + other.n + 8):
            return INTERRUPTED


# --- motions as boxes -------------------------------------------------------------------

cdef inline double way(double speed, double time) noexcept nogil:
    """How far it goes; nowhere without a speed, for ever, too."""
    return speed * time if speed != 0.0 else 0.0


cdef inline void widen(double* low, double* high, double along, double slack) noexcept nogil:
    """Move an interval, take in all between, and widen it by the slack and the rounding here."""
    along *= 1.0 + TIME_ROUNDOFF
    low[0] = nextafter(low[0] + min(along, 0.0) - slack, -INFINITY)
    high[0] = nextafter(high[0] + max(along, 0.0) + slack, INFINITY)
    low[0] = max(low[0], -FARTHEST)
    high[0] = min(high[0], FARTHEST)


cdef inline void swept_bounds(ShapeBlock block, Py_ssize_t row, double vx, double vy, double time,
                              double extent, double* out) noexcept nogil:
    """The box around a shape's motion, so wide that where two such boxes do not meet, `convex_sweep`
    does not find a meeting. Of the way no more than `extent` matters for rounding: seen from one
    another, the shapes meet within that."""
    cdef double along_x = way(vx, time), along_y = way(vy, time), size, slack
    read_bounds(&block.shapes, row, True, out)
    size = (out[HIGH_X] - out[LOW_X]) + (out[HIGH_Y] - out[LOW_Y]) + (fabs(along_x) + fabs(along_y))
    slack = MOTION_ROUNDOFF * min(size, extent) + UNDERFLOW_ERROR
    widen(out + LOW_X, out + HIGH_X, along_x, slack)
    widen(out + LOW_Y, out + HIGH_Y, along_y, slack)


def joint_extent(ShapeBlock a not None, ShapeBlock b not None):
    """The sum of the sides of the box around all shapes of two blocks."""
    cdef double box[4]
    box_of_tree(NULL, box)
    take_in_shapes(a, box)
    take_in_shapes(b, box)
    return sum_of_sides(box)


def read_swept_bounds(ShapeBlock block not None, const double[:, ::1] velocity not None,
                      double max_time, double extent, double[:, ::1] out not None):
    """Fill (count, 4) with the boxes around the motions of all shapes; a velocity of one row is
    for all. `extent` is that of `joint_extent` with whatever they may meet."""
    cdef Py_ssize_t k, one = velocity.shape[0] == 1
    require_velocities(velocity, block.count)
    if out.shape[0] != block.count or out.shape[1] != 4:
        raise ValueError(f"bounds must have the shape {(block.count, 4)}")
    with nogil:
        for k in range(block.count):
            swept_bounds(block, k, velocity[0 if one else k, 0], velocity[0 if one else k, 1],
                         max_time, extent, &out[k, 0])
