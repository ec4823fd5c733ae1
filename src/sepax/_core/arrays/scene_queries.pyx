"""Queries of a scene: whether anything meets a shape, the shapes nearest to it, the shapes that hold a
point.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.stdint cimport uint64_t
from libc.string cimport memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.candidates cimport (
    Candidates, Neighbours, next_candidate, next_neighbour, seek_near, seek_neighbours, seek_rows)
from sepax._core.arrays.index cimport (
    BoxCursor, ShapeTree, Tree, box_of_tree, next_overlap, require_rows, seek_box)
from sepax._core.arrays.pair_list cimport (
    INDEX_BITS, INDEX_MASK, INTERRUPTED, NO_MEMORY, Found, make_room, pair_word, raise_failure,
    sort_words, take_pairs)
from sepax._core.arrays.ranking cimport (
    Ranking, begin_ranking, cannot_improve, require_columns, sort_entries, take)
from sepax._core.arrays.scene cimport Places, Scene, scene_for, scene_of
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory, read_bounds, set_side
from sepax._core.arrays.visibility cimport Visibility, Visible, take_visible
from sepax._core.interrupts cimport (
    PIECE, Watch, check_interrupts, pieces, start_watch, was_interrupted)
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, set_point
from sepax._core.kernels.queries cimport convex_distance, convex_intersect
from sepax._core.memory cimport count_sum, new_array, new_zeros
from sepax._core.simd.levels cimport PAIR_MEETS, PAIR_UNCERTAIN, PairBatch, pair_loops

ctypedef unsigned char truth

cdef enum:
    SEARCHES = 64           # at once
    ROWS = 256              # of a search without any candidate, between two looks at the watch
    # Up to so many shapes, scanning all rows of the scene beats building an unsorted tree.
    LONE = 16

cdef struct Search:
    Py_ssize_t owner
    Py_ssize_t place        # of the next row in the list of rows by owner
    Py_ssize_t end
    Py_ssize_t row          # that has these:
    Neighbours neighbours

cdef struct Batch:
    Py_ssize_t count
    Py_ssize_t row[SEARCHES]
    Py_ssize_t other[SEARCHES]
    Py_ssize_t owner[SEARCHES]
    truth verdict[SEARCHES]


@cython.final
cdef class AnyMeeting:
    """Which owners of rows meet any shape of a scene; without `owner` each row is its own."""

    cdef ShapeBlock block
    cdef Scene scene
    cdef Visibility visibility
    cdef Visible visible
    cdef Py_ssize_t* first          # place of each owner's first row, and the end; or NULL
    cdef Py_ssize_t* row            # by owner; NULL where they are so already
    cdef bint all_boxes
    cdef readonly Py_ssize_t count  # of owners

    def __cinit__(self, ShapeBlock block not None, scene not None: ShapeBlock | ShapeTree,
                  const Py_ssize_t[::1] owner=None, Visibility visibility=None):
        self.block = block
        self.count = block.count
        if owner is not None:
            self.list_rows(owner)
        if block.count <= LONE:
            self.scene = scene_for(scene, block.count, visibility)
        else:
            self.scene = scene_of(scene, block.count, visibility)
        self.visibility = visibility
        take_visible(visibility, block.count, self.scene.block.count, &self.visible)
        self.all_boxes = (block.box_count == block.count
                          and self.scene.block.box_count == self.scene.block.count)

    def __dealloc__(self):
        PyMem_RawFree(self.first)
        PyMem_RawFree(self.row)

    cdef int list_rows(self, const Py_ssize_t[::1] owner) except -1:
        """List the rows of each owner."""
        cdef Py_ssize_t n = self.block.count
        if owner.shape[0] != n:
            raise ValueError(f"owner must have one number for each of {n} shapes, "
                             f"got {owner.shape[0]}")
        if n == 0:
            self.count = 0
        elif not self.note_runs(owner, owner[n - 1]):
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
        """The places of rows in the order of their owners; False if they are not. Each number is
        read once, as another thread may change it."""
        cdef Py_ssize_t k, own, before = -1, work = 0
        if last < 0:
            return False
        self.reserve(last)
        for k in range(owner.shape[0]):
            check_interrupts(&work, 1)
            own = owner[k]
            if own == before:
                continue
            if not before < own <= last:
                return False
            while before < own:
                before += 1
                self.first[before] = k
                check_interrupts(&work, 1)
        self.first[last + 1] = owner.shape[0]
        return before == last

    cdef int sort_rows(self, const Py_ssize_t[::1] owner) except -1:
        """Sort rows by owner, those of one in their order."""
        cdef Py_ssize_t k, last = 0, work = 0, n = self.block.count
        cdef Places copy = Places(n)
        for k in range(n):
            copy.of_each[k] = owner[k]
            if copy.of_each[k] < 0:
                raise ValueError(f"owner[{k}] must not be negative, got {copy.of_each[k]}")
            last = max(last, copy.of_each[k])
            check_interrupts(&work, 1)
        self.reserve(last)
        self.row = <Py_ssize_t*>new_array(n, sizeof(Py_ssize_t))
        if self.row is NULL:
            raise MemoryError
        for k in range(n):
            self.first[copy.of_each[k] + 2] += 1
            check_interrupts(&work, 1)
        for k in range(last + 1):
            self.first[k + 2] += self.first[k + 1]
            check_interrupts(&work, 1)
        for k in range(n):      # first[own + 1] moves from the first to the last of its places
            self.row[self.first[copy.of_each[k] + 1]] = k
            self.first[copy.of_each[k] + 1] += 1
            check_interrupts(&work, 1)
        return 0

    def find(self, Py_ssize_t start, Py_ssize_t stop, truth[::1] hit not None) -> int:
        """Fill the rows [start, stop) of an array with one row an owner; returns `stop`."""
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
        raise_failure(result)
        return stop


cdef inline Py_ssize_t first_place(AnyMeeting plan, Py_ssize_t owner) noexcept nogil:
    return owner if plan.first is NULL else plan.first[owner]


cdef inline void begin_search(AnyMeeting plan, Py_ssize_t owner, Search* search) noexcept nogil:
    search.owner = owner
    search.place = first_place(plan, owner)
    search.end = first_place(plan, owner + 1)
    search.neighbours.cursor.tree = plan.scene.tree
    search.neighbours.cursor.level = plan.scene.tree.levels     # at its end, before the first row


cdef inline bint gather(AnyMeeting plan, Search* search, Batch* batch) noexcept nogil:
    """Add the next pair of a search, if some rows have one; False at its end. Only one pair: the
    next one is not needed if this one meets."""
    cdef double bounds[4]
    cdef Py_ssize_t other, rows
    for rows in range(ROWS):
        other = next_neighbour(&search.neighbours)
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
        seek_neighbours(&search.neighbours, plan.scene.tree, &plan.visible, search.row, bounds)
    return True


cdef inline void classify(AnyMeeting plan, const PairBatch* pairs, truth* verdict) noexcept nogil:
    """Let lanes decide which pairs meet, as far as they can."""
    if plan.all_boxes:
        pair_loops.classify_boxes(pairs, verdict)
    else:
        pair_loops.classify_shapes(pairs, verdict)


cdef int test_batch(AnyMeeting plan, Batch* batch, Restored* memory, truth* hit,
                     Watch* watch) noexcept nogil:
    """Note which owners meet something; 0, or INTERRUPTED."""
    cdef PairBatch pairs
    cdef const Convex* own
    cdef const Convex* other
    cdef Py_ssize_t k
    pairs.count = batch.count
    set_side(&plan.block.shapes, 0, batch.row, False, &pairs.a)
    set_side(&plan.scene.block.shapes, 0, batch.other, False, &pairs.b)
    classify(plan, &pairs, batch.verdict)
    for k in range(batch.count):
        if batch.verdict[k] == PAIR_MEETS:
            hit[batch.owner[k]] = True
    for k in range(batch.count):
        if batch.verdict[k] == PAIR_UNCERTAIN and not hit[batch.owner[k]]:
            own = convex_at(&plan.block.shapes, batch.row[k], memory)
            other = convex_at(&plan.scene.block.shapes, batch.other[k], memory + 1)
            hit[batch.owner[k]] = convex_intersect(own, other, False)
            if was_interrupted(watch, own.n + other.n):
                return INTERRUPTED
    return INTERRUPTED if was_interrupted(watch, SEARCHES) else 0


cdef int find_any(AnyMeeting plan, Py_ssize_t start, Py_ssize_t stop, truth* hit,
                  Watch* watch) noexcept nogil:
    """Search for all owners of a range; 0, or INTERRUPTED."""
    cdef Search searches[SEARCHES]
    cdef Batch batch
    cdef Restored restored[2]
    cdef Py_ssize_t active = 0, s
    prepare_memory(&plan.block.shapes, restored)
    prepare_memory(&plan.scene.block.shapes, restored + 1)
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
        if test_batch(plan, &batch, restored, hit, watch) < 0:
            return INTERRUPTED
    return 0


cdef int meets_any(AnyMeeting plan, Py_ssize_t row, Restored* memory, truth* hit,
                   Watch* watch) noexcept nogil:
    """Whether a row meets any of all rows of the scene; 0, or INTERRUPTED."""
    cdef const Convex* own = convex_at(&plan.block.shapes, row, memory)
    cdef const Convex* other
    cdef Candidates rows
    cdef Py_ssize_t before = 0, found
    seek_rows(&rows, NULL, plan.scene.block.count, plan.scene.block.shapes.records, &plan.visible,
              row, NULL, own)
    while True:
        found = next_candidate(&rows, 0.0)
        if was_interrupted(watch, 4 + (rows.next - before) // 8):
            return INTERRUPTED
        if found < 0:
            return 0
        before = rows.next
        other = convex_at(&plan.scene.block.shapes, found, memory + 1)
        if convex_intersect(own, other, False):
            hit[0] = True
            return 0
        if was_interrupted(watch, own.n + other.n):
            return INTERRUPTED


cdef int find_any_of_all(AnyMeeting plan, Py_ssize_t start, Py_ssize_t stop, truth* hit,
                         Watch* watch) noexcept nogil:
    """The same without a tree, one row after the other; 0, or INTERRUPTED."""
    cdef Restored restored[2]
    cdef Py_ssize_t owner, place
    prepare_memory(&plan.block.shapes, restored)
    prepare_memory(&plan.scene.block.shapes, restored + 1)
    memset(hit + start, 0, stop - start)
    for owner in range(start, stop):
        for place in range(first_place(plan, owner), first_place(plan, owner + 1)):
            if meets_any(plan, place if plan.row is NULL else plan.row[place], restored,
                         hit + owner, watch) < 0:
                return INTERRUPTED
            if hit[owner]:
                break
    return 0


# --- the nearest shapes -----------------------------------------------------------------

@cython.final
@cython.auto_pickle(False)
cdef class NearestRows:
    """For each shape of a block the nearest shapes of a scene, up to a distance."""

    cdef ShapeBlock block
    cdef Scene scene
    cdef Visibility visibility
    cdef Visible visible
    cdef double max_distance
    cdef readonly Py_ssize_t count

    def __cinit__(self, ShapeBlock block not None, scene not None: ShapeBlock | ShapeTree,
                  double max_distance, Visibility visibility=None):
        self.block = block
        self.count = block.count
        self.max_distance = max_distance
        self.scene = scene_for(scene, self.count, visibility)
        self.visibility = visibility
        take_visible(visibility, self.count, self.scene.block.count, &self.visible)

    def find(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t[:, ::1] row not None,
             double[:, ::1] distance not None) -> int:
        """Fill rows [start, stop) with as many rows as there are columns, and their distances; -1 and
        infinity if there are fewer. Returns `stop`."""
        cdef Restored[2] memory
        cdef Ranking ranking
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        require_columns(start, stop, self.count, row, distance)
        prepare_memory(&self.block.shapes, memory)
        prepare_memory(&self.scene.block.shapes, memory + 1)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                begin_ranking(&ranking, row.shape[1], &row[k, 0], &distance[k, 0],
                              self.max_distance)
                result = rank_rows(self, k, memory, &ranking, &watch)
                if result == 0:
                    result = sort_entries(&ranking, &watch)
                if result < 0:
                    break
        raise_failure(result)
        return stop


cdef int rank_rows(NearestRows plan, Py_ssize_t k, Restored* memory, Ranking* ranking,
                   Watch* watch) noexcept nogil:
    """Add the nearest rows to shape k; 0, or INTERRUPTED."""
    cdef const Convex* shape = convex_at(&plan.block.shapes, k, memory)
    cdef const Convex* other
    cdef Candidates near
    cdef double bounds[4]
    cdef Py_ssize_t row
    if plan.scene.tree is not NULL:
        read_bounds(&plan.block.shapes, k, True, bounds)
        seek_near(&near, plan.scene.tree, &plan.visible, k, bounds, ranking.farthest)
    else:
        seek_rows(&near, NULL, plan.scene.block.count, plan.scene.block.shapes.records,
                  &plan.visible, k, NULL, shape)
    while True:
        row = next_candidate(&near, ranking.farthest)
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        if cannot_improve(ranking, row):
            continue
        other = convex_at(&plan.scene.block.shapes, row, memory + 1)
        take(ranking, row, convex_distance(shape, other))
        if was_interrupted(watch, shape.n + other.n):
            return INTERRUPTED


# --- the shapes that hold points --------------------------------------------------------

cdef extern from "prefetch.h" nogil:
    void prefetch(const void* line)

cdef enum:
    AHEAD = 8               # points that are fetched before their turn
    BEYOND = 1              # a result beside the Failures: a point is beyond the limits
    CELL_BITS = 8           # of a coordinate
    FEW = 4096              # points for which sorting takes longer than it saves
    IN_CACHE = 1 << 14      # rows of a tree that the cache holds anyway


cdef inline uint64_t cell_of(double offset, double scale) noexcept nogil:
    cdef double cell = offset * scale, top = (1 << CELL_BITS) - 1
    return <uint64_t>(cell if 0.0 <= cell <= top else 0.0 if cell < 0.0 else top)   # NaN: top


cdef void write_cells(const Tree* tree, const double* points, Py_ssize_t n,
                      uint64_t* words) noexcept nogil:
    """Words of a cell and the index of a point. The cells divide the box that the points and the
    tree share, row by row, every other row backwards."""
    cdef double[4] box, shared
    cdef double scale_x, scale_y
    cdef uint64_t x, y
    cdef Py_ssize_t i
    box[LOW_X] = box[HIGH_X] = points[0]
    box[LOW_Y] = box[HIGH_Y] = points[1]
    for i in range(n):
        box[LOW_X] = min(box[LOW_X], points[2 * i])
        box[HIGH_X] = max(box[HIGH_X], points[2 * i])
        box[LOW_Y] = min(box[LOW_Y], points[2 * i + 1])
        box[HIGH_Y] = max(box[HIGH_Y], points[2 * i + 1])
    box_of_tree(tree, shared)
    shared[LOW_X] = max(shared[LOW_X], box[LOW_X])
    shared[LOW_Y] = max(shared[LOW_Y], box[LOW_Y])
    scale_x = (1 << CELL_BITS) / (min(shared[HIGH_X], box[HIGH_X]) - shared[LOW_X])
    scale_y = (1 << CELL_BITS) / (min(shared[HIGH_Y], box[HIGH_Y]) - shared[LOW_Y])
    for i in range(n):
        x = cell_of(points[2 * i] - shared[LOW_X], scale_x)
        y = cell_of(points[2 * i + 1] - shared[LOW_Y], scale_y)
        if y & 1:
            x = (1 << CELL_BITS) - 1 - x
        words[i] = (y << CELL_BITS | x) << INDEX_BITS | <uint64_t>i


cdef int note_point(const Tree* tree, ShapeBlock block, const double* place, Py_ssize_t k,
                    Restored* memory, Found* found, Watch* watch) noexcept nogil:
    """Note the shapes that hold point k; 0 or a Failure."""
    cdef BoxCursor cursor
    cdef Convex point
    cdef double bounds[4]
    cdef const Convex* shape
    cdef Py_ssize_t row
    bounds[LOW_X] = bounds[HIGH_X] = place[0]
    bounds[LOW_Y] = bounds[HIGH_Y] = place[1]
    set_point(&point, &bounds[LOW_X], &bounds[LOW_Y])
    seek_box(&cursor, tree, bounds)
    while True:
        row = next_overlap(&cursor)
        if row < 0:
            return INTERRUPTED if was_interrupted(watch, 4) else 0
        shape = convex_at(&block.shapes, row, memory)
        if convex_intersect(shape, &point, False):
            if make_room(found, 1) < 0:
                return NO_MEMORY
            found.words[found.n] = pair_word(row, k)
            found.n += 1
        if was_interrupted(watch, shape.n):
            return INTERRUPTED


cdef int note_points(const Tree* tree, ShapeBlock block, const double* points, Py_ssize_t start,
                     Py_ssize_t n, uint64_t* words, Restored* memory, Found* found,
                     Watch* watch) noexcept nogil:
    """Note the shapes that hold n points from `start` on, in the order of their cells if there are
    words for 2 n; 0, BEYOND or a Failure."""
    cdef const uint64_t* order = NULL
    cdef Py_ssize_t i, k
    cdef int result
    points += 2 * start
    for i in range(2 * n):
        if not fabs(points[i]) <= COORDINATE_LIMIT:
            return BEYOND
    if words is not NULL:
        write_cells(tree, points, n, words)
        order = sort_words(words, words + n, n, INDEX_BITS, 2 * CELL_BITS, watch)
        if order is NULL:
            return INTERRUPTED
    for i in range(n):
        k = i if order is NULL else order[i] & INDEX_MASK
        if order is not NULL:
            prefetch(points + 2 * (order[min(i + AHEAD, n - 1)] & INDEX_MASK))
        result = note_point(tree, block, points + 2 * k, start + k, memory, found, watch)
        if result < 0:
            return result
    return 0


def holders(ShapeTree tree not None, const double[:, ::1] points not None) -> memoryview | None:
    """The pairs of a row of a tree and a point in its shape, (k, 2) intp in order; None if a point
    is beyond the limits."""
    cdef Found found = Found(NULL, 0, 0, NULL)
    cdef Restored memory
    cdef Watch watch
    cdef Py_ssize_t count = points.shape[0], piece, start
    cdef uint64_t* words = NULL
    cdef int result = 0
    if points.shape[1] != 2:
        raise ValueError(f"points must have two columns, got {points.shape[1]}")
    require_rows(count)
    prepare_memory(&tree.block.shapes, &memory)
    start_watch(&watch)
    with nogil:
        if count > FEW and tree.tree.count > IN_CACHE:
            words = <uint64_t*>new_array(min(count, PIECE), 2 * sizeof(uint64_t))
            result = 0 if words is not NULL else NO_MEMORY
        for piece in range(pieces(count)):
            if result != 0:
                break
            start = PIECE * piece
            result = note_points(&tree.tree, tree.block, &points[0, 0], start,
                                 min(count - start, PIECE), words, &memory, &found, &watch)
        PyMem_RawFree(words)
    pairs = take_pairs(&found, result, tree.tree.count, count, &watch)
    return None if result == BEYOND else pairs
