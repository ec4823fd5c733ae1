"""Which shapes, or rows of a scene, hold each of many points.

A tree finds the boxes around a point. Many points are put in order along a curve through cells, and
taken by runs of neighbours: the tree is asked once for the box around a run. Of an outline with few
edges only those near that box are looked at for each point. An outline needs only its rings, not
its parts.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.boundary_search cimport (
    FEW_EDGES, OUTSIDE, NearEdges, find_near_edges, side_of_near_edges)
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, copy_box
from sepax._core.arrays.exact_rows cimport rows_hold
from sepax._core.arrays.index cimport (
    BoxCursor, ShapeTree, Tree, box_in_tree, box_of_tree, next_entry, next_overlap, require_rows,
    seek_box)
from sepax._core.arrays.pair_list cimport (
    INDEX_BITS, INDEX_MASK, INTERRUPTED, NO_MEMORY, Found, bit_length, make_room, pair_word,
    raise_failure, require_range, sort_words, take_pairs)
from sepax._core.arrays.row_scene cimport RowScene
from sepax._core.arrays.rows cimport Rows
from sepax._core.arrays.sides cimport RowSide, row_of
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, set_point
from sepax._core.kernels.queries cimport convex_intersect
from sepax._core.memory cimport new_array

cdef extern from "prefetch.h" nogil:
    void prefetch(const void* line)

cdef enum:
    CELL_BITS = 11          # of a coordinate
    FEW = 4096              # points for which sorting takes longer than it saves
    IN_CACHE = 1 << 14      # rows of a tree that the cache holds anyway, if they are single shapes
    SORTED = 1 << 24        # points that are sorted together, in as much memory as they take
    MOST_POINTS = 32        # of a run
    MOST_ROWS = 16          # near a run: with more, it is shortened
    LEAST_RUN = 4           # points for which the tree is asked together
    AHEAD = 32              # points that are fetched before their turn
    ALONE = 2               # points in the box of an outline, up to which all edges are read for each
    CROWDED = 1             # a result beside the Failures: more rows are near a run

cdef struct Run:
    # Points near each other, and the rows near them.
    Py_ssize_t count
    Py_ssize_t number[MOST_POINTS]
    double x[MOST_POINTS]
    double y[MOST_POINTS]
    Py_ssize_t lowest[MOST_POINTS]      # row that holds each; -1 for none
    double box[4]
    Py_ssize_t row_count
    Py_ssize_t row[MOST_ROWS]
    double row_box[MOST_ROWS][4]

cdef struct Task:
    # What one call notes, in its thread.
    const double* points
    Py_ssize_t* first       # NULL: all pairs are noted
    Found found
    Restored memory
    Watch watch


# --- the order of the points --------------------------------------------------------------

cdef inline uint64_t cell_of(double offset, double scale) noexcept nogil:
    """A number of CELL_BITS, with a 0 before each bit."""
    cdef double cell = offset * scale, top = (1 << CELL_BITS) - 1
    cdef uint64_t bits = <uint64_t>(cell if 0.0 <= cell <= top else 0.0 if cell < 0.0
                                    else top)   # NaN: top
    bits = (bits | bits << 8) & 0x00FF00FF
    bits = (bits | bits << 4) & 0x0F0F0F0F
    bits = (bits | bits << 2) & 0x33333333
    return (bits | bits << 1) & 0x55555555


cdef void write_cells(const Tree* tree, const double* points, Py_ssize_t start, Py_ssize_t n,
                      uint64_t* words) noexcept nogil:
    """Words of a cell and the index of a point, of n from `start` on. The cells divide the box that the points and the
    tree share, in Morton's order: quarter by quarter, each in the same order."""
    cdef double[4] box, shared
    cdef double scale_x, scale_y
    cdef uint64_t cell
    cdef Py_ssize_t i
    points += 2 * start
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
        cell = (cell_of(points[2 * i] - shared[LOW_X], scale_x)
                | cell_of(points[2 * i + 1] - shared[LOW_Y], scale_y) << 1)
        words[i] = cell << INDEX_BITS | <uint64_t>(start + i)


cdef inline Py_ssize_t end_of_run(const uint64_t* order, Py_ssize_t start, Py_ssize_t n,
                                  Py_ssize_t most) noexcept nogil:
    """Where a run of at most so many points ends: with the largest cell, of those halved again and
    again, that does not hold more from `start` on."""
    cdef Py_ssize_t beyond = min(start + most, n - 1), end = start + 1
    cdef uint64_t unlike = (order[start] ^ order[beyond]) >> INDEX_BITS
    cdef int low = INDEX_BITS - 1 + bit_length(unlike)
    if unlike == 0:
        return min(start + most, n)
    while order[end] >> low == order[start] >> low:
        end += 1
    return end


# --- runs ---------------------------------------------------------------------------------

cdef inline void set_run(Run* run, const double* points, const uint64_t* order,
                         Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i, k
    run.count = n
    for i in range(n):
        k = order[i] & INDEX_MASK
        run.number[i] = k
        run.x[i] = points[2 * k]
        run.y[i] = points[2 * k + 1]
        run.lowest[i] = -1
    run.box[LOW_X] = run.box[HIGH_X] = run.x[0]
    run.box[LOW_Y] = run.box[HIGH_Y] = run.y[0]
    for i in range(1, n):
        run.box[LOW_X] = min(run.box[LOW_X], run.x[i])
        run.box[HIGH_X] = max(run.box[HIGH_X], run.x[i])
        run.box[LOW_Y] = min(run.box[LOW_Y], run.y[i])
        run.box[HIGH_Y] = max(run.box[HIGH_Y], run.y[i])


cdef inline bint find_rows(Run* run, const Tree* tree) noexcept nogil:
    """Find the rows whose boxes meet that of a run, in order; False where they are too many."""
    cdef BoxCursor cursor
    cdef Py_ssize_t slot, row, i
    seek_box(&cursor, tree, run.box)
    run.row_count = 0
    while True:
        slot = next_entry(&cursor, 0, False)
        if slot < 0:
            return True
        if run.row_count == MOST_ROWS:
            return False
        row = tree.row[slot]
        i = run.row_count
        while i > 0 and run.row[i - 1] > row:
            run.row[i] = run.row[i - 1]
            copy_box(run.row_box[i], run.row_box[i - 1])
            i -= 1
        run.row[i] = row
        box_in_tree(tree, 0, <uint32_t>slot, run.row_box[i])
        run.row_count += 1


cdef inline Py_ssize_t points_in_box(const Run* run, const double* box, bint only_free,
                                     Py_ssize_t* inside) noexcept nogil:
    """Find the points of a run in a box; if only free ones, those that no row holds yet."""
    cdef Py_ssize_t i, n = 0
    for i in range(run.count):
        inside[n] = i
        n += ((box[LOW_X] <= run.x[i]) & (run.x[i] <= box[HIGH_X]) & (box[LOW_Y] <= run.y[i])
              & (run.y[i] <= box[HIGH_Y]) & ((only_free == 0) | (run.lowest[i] < 0)))
    return n


cdef bint are_within_limits(const double* numbers, Py_ssize_t n) noexcept nogil:
    cdef bint within = True
    cdef Py_ssize_t i
    for i in range(n):
        within &= fabs(numbers[i]) <= COORDINATE_LIMIT
    return within


@cython.final
@cython.auto_pickle(False)
cdef class Holders:
    """Points, and a scene in a tree, single shapes or rows, that is asked which of them hold the
    points. Threads may share the points among them."""

    cdef object scene           # owns the tree
    cdef ShapeBlock block       # of single shapes; None for rows, and then:
    cdef RowSide rows
    cdef const Tree* tree
    cdef const double[:, ::1] points
    cdef bint points_first      # in pairs
    cdef Found found            # by all threads
    cdef readonly Py_ssize_t count      # of points
    cdef readonly bint within_limits    # whether no coordinate of a point is beyond, or NaN

    def __cinit__(self, scene not None: ShapeTree | RowScene,
                  const double[:, ::1] points not None, bint points_first=False):
        """What holds points is to be asked only if they are within the limits. `points_first` is for
        pairs."""
        self.scene = scene
        if isinstance(scene, ShapeTree):
            self.block = (<ShapeTree>scene).block
            self.tree = &(<ShapeTree>scene).tree
        else:
            self.rows = (<RowScene?>scene).rows
            self.tree = (<RowScene>scene).tree
        if points.shape[1] != 2:
            raise ValueError(f"points must have two columns, got {points.shape[1]}")
        require_rows(points.shape[0])
        self.points = points
        self.points_first = points_first
        self.count = points.shape[0]
        with nogil:
            self.within_limits = self.count == 0 or are_within_limits(&points[0, 0], 2 * self.count)

    def __dealloc__(self):
        PyMem_RawFree(self.found.words)

    # --- one point ------------------------------------------------------------------------

    cdef int hold(self, Py_ssize_t row, double x, double y, Task* task) noexcept nogil:
        """Whether a row holds a point; or a Failure."""
        cdef const Convex* shape
        cdef Convex point
        cdef Rows room
        cdef bint held
        if self.block is None:
            return rows_hold(row_of(self.rows, row, &room), x, y, &task.watch)
        set_point(&point, &x, &y)
        shape = convex_at(&self.block.shapes, row, &task.memory)
        held = convex_intersect(shape, &point, False)
        return INTERRUPTED if was_interrupted(&task.watch, shape.n) else held

    cdef int note_pair(self, Py_ssize_t row, Py_ssize_t k, Found* found) noexcept nogil:
        if make_room(found, 1) < 0:
            return NO_MEMORY
        found.words[found.n] = pair_word(k, row) if self.points_first else pair_word(row, k)
        found.n += 1
        return 0

    cdef int note_point(self, Py_ssize_t k, Task* task) noexcept nogil:
        """Note the rows that hold point k, or the lowest of them; 0 or a Failure."""
        cdef BoxCursor cursor
        cdef double bounds[4]
        cdef Py_ssize_t row, lowest = -1
        cdef int held
        bounds[LOW_X] = bounds[HIGH_X] = task.points[2 * k]
        bounds[LOW_Y] = bounds[HIGH_Y] = task.points[2 * k + 1]
        seek_box(&cursor, self.tree, bounds)
        while True:
            row = next_overlap(&cursor)
            if row < 0:
                break
            if 0 <= lowest < row:
                continue
            held = self.hold(row, bounds[LOW_X], bounds[LOW_Y], task)
            if held > 0 and task.first is NULL:
                held = self.note_pair(row, k, &task.found)
            elif held > 0:
                lowest = row
            if held < 0:
                return held
        if task.first is not NULL:
            task.first[k] = lowest
        return INTERRUPTED if was_interrupted(&task.watch, 4) else 0

    # --- points near each other -------------------------------------------------------------

    cdef int note_held(self, Run* run, Py_ssize_t row, Py_ssize_t i, Task* task) noexcept nogil:
        """Note that a row holds point i of a run; 0 or NO_MEMORY."""
        if task.first is NULL:
            return self.note_pair(row, run.number[i], &task.found)
        run.lowest[i] = row
        return 0

    cdef int note_row(self, Run* run, Py_ssize_t place, Task* task) noexcept nogil:
        """Note the points of a run that a row holds; 0 or a Failure."""
        cdef Py_ssize_t[MOST_POINTS] inside
        cdef Py_ssize_t row = run.row[place], i
        cdef Py_ssize_t n = points_in_box(run, run.row_box[place], task.first is not NULL, inside)
        cdef NearEdges near
        cdef const Rows* rows
        cdef Rows room
        cdef int held
        cdef bint by_edges = False
        if n > ALONE and self.block is None:
            rows = row_of(self.rows, row, &room)
            by_edges = rows.boundary is not NULL and rows.boundary.count <= FEW_EDGES
            if by_edges:
                find_near_edges(rows.boundary, rows.place, run.box, &near)
                if near.count == 0 and near.winding <= 0:
                    return 0
        for i in inside[:n]:
            if by_edges:
                held = side_of_near_edges(&near, run.x[i], run.y[i]) != OUTSIDE
            else:
                held = self.hold(row, run.x[i], run.y[i], task)
            if held > 0:
                held = self.note_held(run, row, i, task)
            if held < 0:
                return held
        return 0

    cdef int note_run(self, Run* run, const uint64_t* order, Py_ssize_t n,
                      Task* task) noexcept nogil:
        """Note what holds the points of a run; 0, CROWDED or a Failure."""
        cdef Py_ssize_t i
        cdef int result
        set_run(run, task.points, order, n)
        if not find_rows(run, self.tree):
            return CROWDED
        for i in range(run.row_count):
            result = self.note_row(run, i, task)
            if result < 0:
                return result
        if task.first is not NULL:
            for i in range(n):
                task.first[run.number[i]] = run.lowest[i]
        return INTERRUPTED if was_interrupted(&task.watch, 4 * n) else 0

    cdef int note_runs(self, const uint64_t* order, Py_ssize_t n, Task* task) noexcept nogil:
        """Note what holds n points in their order; 0 or a Failure. Runs get shorter where more rows
        are near them."""
        cdef Run run
        cdef Py_ssize_t start = 0, end, i, most = MOST_POINTS
        cdef int result
        while start < n:
            end = end_of_run(order, start, n, most)
            result = CROWDED
            if end - start >= LEAST_RUN:
                result = self.note_run(&run, order + start, end - start, task)
            if result < 0:
                return result
            if result == CROWDED and end - start > 2 * LEAST_RUN:
                most //= 2
                continue
            if result == CROWDED:
                for i in range(start, end):
                    result = self.note_point(order[i] & INDEX_MASK, task)
                    if result < 0:
                        return result
            for i in range(start, end):
                prefetch(task.points + 2 * (order[min(i + AHEAD, n - 1)] & INDEX_MASK))
            most = min(2 * most, MOST_POINTS)
            start = end
        return 0

    # --- many points ------------------------------------------------------------------------

    cdef int note_each(self, Py_ssize_t start, Py_ssize_t stop, Task* task) noexcept nogil:
        """Note what holds the points of a range, one after the other; 0 or a Failure."""
        cdef Py_ssize_t k
        cdef int result
        for k in range(start, stop):
            result = self.note_point(k, task)
            if result < 0:
                return result
        return 0

    cdef int note_sorted(self, Py_ssize_t start, Py_ssize_t stop, Task* task) noexcept nogil:
        """The same, in the order of cells."""
        cdef Py_ssize_t most = min(stop - start, SORTED), n
        cdef uint64_t* words = <uint64_t*>new_array(most, 2 * sizeof(uint64_t))
        cdef const uint64_t* order
        cdef int result = 0 if words is not NULL else NO_MEMORY
        while result == 0 and start < stop:
            n = min(stop - start, most)
            write_cells(self.tree, task.points, start, n, words)
            order = sort_words(words, words + n, n, INDEX_BITS, 2 * CELL_BITS, &task.watch)
            result = INTERRUPTED if order is NULL else self.note_runs(order, n, task)
            start += n
        PyMem_RawFree(words)
        return result

    cdef int note_range(self, Py_ssize_t start, Py_ssize_t stop, Task* task) except? -1:
        """Note what holds the points of a range; 0 or a Failure."""
        cdef int result
        require_range(start, stop, self.count)
        if self.block is not None:
            prepare_memory(&self.block.shapes, &task.memory)
        start_watch(&task.watch)
        with nogil:
            if stop - start > FEW and (self.block is None or self.tree.count > IN_CACHE):
                result = self.note_sorted(start, stop, task)
            else:
                result = self.note_each(start, stop, task)
        return result

    @cython.critical_section
    cdef int add_found(self, Found* found) except -1:
        """Add the pairs of one thread to those of all."""
        if self.found.n == 0:
            self.found, found[0] = found[0], self.found
        elif make_room(&self.found, found.n) < 0:
            raise MemoryError
        else:
            memcpy(self.found.words + self.found.n, found.words, found.n * sizeof(uint64_t))
            self.found.n += found.n
        return 0

    def note(self, Py_ssize_t start, Py_ssize_t stop) -> int:
        """Note the pairs of a row and a point from `start` to `stop` in it; returns `stop`."""
        cdef Task task
        cdef int result
        task.found = Found(NULL, 0, 0, NULL)
        task.points, task.first = &self.points[0, 0] if self.count else NULL, NULL
        try:
            result = self.note_range(start, stop, &task)
            raise_failure(result)
            self.add_found(&task.found)
        finally:
            PyMem_RawFree(task.found.words)
        return stop

    def pairs(self) -> memoryview:
        """The pairs noted, or the other way round: (k, 2) intp in order."""
        cdef Found found = self.found
        cdef Py_ssize_t rows = self.tree.count
        cdef Watch watch
        self.found = Found(NULL, 0, 0, NULL)
        start_watch(&watch)
        return take_pairs(&found, 0, self.count if self.points_first else rows,
                          rows if self.points_first else self.count, &watch)

    def first(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t[::1] out not None) -> int:
        """Fill places [start, stop) with the lowest row that holds each point, -1 for none; returns
        `stop`."""
        cdef Task task
        if out.shape[0] != self.count:
            raise ValueError(f"there must be room for {self.count} rows")
        task.found = Found(NULL, 0, 0, NULL)
        task.points = &self.points[0, 0] if self.count else NULL
        task.first = &out[0] if self.count else NULL
        raise_failure(self.note_range(start, stop, &task))
        return stop
