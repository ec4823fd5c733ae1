"""Small groups: which pairs of a shape and a row of its group a query may concern.

A group of a few dozen rows needs no tree: its bounding circles are columns, and lanes compare them
all with that of a query. Pairs come in the order of queries, and of rows for each. The verbs for
pairs then find the answers, from which `keep_nearest` takes the best of a query.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.pair_list cimport (
    INTERRUPTED, NO_MEMORY, Found, make_room, pair_word, require_range, take_pairs)
from sepax._core.arrays.visibility cimport RowGroups, Visibility, Visible, take_visible
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.memory cimport count_sum, new_array
from sepax._core.simd.levels cimport (
    AXIS_X, BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, HALF_HEIGHT, HALF_WIDTH, RECORD, SCAN_MOST,
    SCAN_PADDING, SKEW, ScanQuery, ScanRows, scan_loops)

cdef enum:
    CIRCLE = 4              # columns of a circle: x, y, outer and inner radius
    MOVING_CIRCLE = 6       # the same, and its velocity
    POLL_INTERVAL = 64      # queries between two looks at the watch

cdef inline double inner_radius(const double* record) noexcept nogil:
    """The radius of a circle about the centre that the shape certainly holds; negative, so that it
    bounds nothing, where the record has none."""
    cdef double half = min(record[HALF_WIDTH], record[HALF_HEIGHT])
    if record[AXIS_X] == record[AXIS_X]:
        half -= record[SKEW]    # a box that rounding has bent
    return half if half >= 0.0 else -record[BOUNDING_RADIUS]


cdef enum Scan:
    NEAR        # rows no farther than the limit
    WITHIN      # pairs of rows of the scene that are so
    NEAREST     # rows that may be among the k nearest
    MOVING      # rows that may be met until the limit

cdef struct Ask:
    Scan scan
    double limit
    Py_ssize_t k
    const double* velocity  # (n, 2) of queries, or NULL


@cython.final
@cython.auto_pickle(False)
cdef class GroupScan:
    """The rows of a scene of single shapes, in groups of up to SCAN_MOST rows, and the shapes of a
    block as queries. Each method lists the pairs of some queries as (n, 2) intp. Velocities, for
    `moving`, are those of all queries and of all rows."""

    cdef ShapeBlock block, scene
    cdef Visibility visibility
    cdef Visible visible
    cdef ScanRows rows
    cdef double* columns
    cdef uint32_t* number       # of each place
    cdef uint32_t* place        # of each row
    cdef const double[:, ::1] velocity_a
    cdef bint moves
    cdef readonly Py_ssize_t count

    def __cinit__(self, ShapeBlock block not None, ShapeBlock scene not None,
                  Visibility visibility not None, const double[:, ::1] velocity_a=None,
                  const double[:, ::1] velocity_b=None):
        if visibility.row_groups is None or visibility.row_groups.largest > SCAN_MOST:
            raise ValueError(f"a scan is for groups of up to {SCAN_MOST} rows")
        take_visible(visibility, block.count, scene.count, &self.visible)
        self.block = block
        self.scene = scene
        self.visibility = visibility
        self.count = block.count
        self.velocity_a = velocity_a
        self.moves = velocity_b is not None
        require_velocities(velocity_a, block.count)
        require_velocities(velocity_b, scene.count)
        self.fill_columns(velocity_b)

    def __dealloc__(self):
        PyMem_RawFree(self.columns)

    cdef int fill_columns(self, const double[:, ::1] velocity) except -1:
        """Copy the circles of the scene, group by group."""
        cdef Py_ssize_t n = self.scene.count, size = count_sum(n, SCAN_PADDING), k, row, column
        cdef Py_ssize_t columns = CIRCLE if velocity is None else MOVING_CIRCLE
        cdef double* memory = <double*>new_array(
            size, columns * sizeof(double) + 2 * sizeof(uint32_t))
        self.columns = memory
        if memory is NULL:
            raise MemoryError
        self.number = <uint32_t*>(memory + columns * size)
        self.place = self.number + size
        self.rows = ScanRows(memory, memory + size, memory + 2 * size, memory + 3 * size,
                             memory + CIRCLE * size, memory + (CIRCLE + 1) * size)
        self.visibility.row_groups.list_rows(self.number)
        with nogil:
            for k in range(n):
                row = self.number[k]
                self.place[row] = <uint32_t>k
                put_circle(self.scene.shapes.records + RECORD * row, memory + k, size)
                if velocity is not None:
                    memory[CIRCLE * size + k] = velocity[row, 0]
                    memory[(CIRCLE + 1) * size + k] = velocity[row, 1]
            share_inner_radii(self.visibility.row_groups, memory + 3 * size)
            for column in range(columns):
                memset(memory + column * size + n, 0, SCAN_PADDING * sizeof(double))
        return 0

    cdef object list_pairs(self, Py_ssize_t start, Py_ssize_t stop, const Ask* ask):
        cdef Found found = Found(NULL, 0, 0, NULL)
        cdef Py_ssize_t n = self.scene.count
        cdef Watch watch
        cdef int result
        require_range(start, stop, self.count)
        start_watch(&watch)
        with nogil:
            if ask.scan == WITHIN:
                result = note_within(self, ask.limit, &found, &watch)
            else:
                result = note_found(self, start, stop, ask, &found, &watch)
        return take_pairs(&found, result, n, n, &watch,
                          ask.scan != WITHIN or self.visibility.row_groups.is_sorted)

    def near(self, Py_ssize_t start, Py_ssize_t stop, double reach) -> memoryview:
        """Pairs that may be no farther apart."""
        cdef Ask ask = Ask(NEAR, reach, 0, NULL)
        return self.list_pairs(start, stop, &ask)

    def within(self, double reach) -> memoryview:
        """All pairs of rows of one group of the scene that may be no farther apart, each once."""
        cdef Ask ask = Ask(WITHIN, reach, 0, NULL)
        return self.list_pairs(0, self.count, &ask)

    def nearest(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t k,
                double farthest) -> memoryview:
        """Pairs of a query and a row that may be among the k nearest, and no farther."""
        cdef Ask ask = Ask(NEAREST, farthest, k, NULL)
        if k < 1:
            raise ValueError(f"k must be positive, got {k}")
        return self.list_pairs(start, stop, &ask)

    def moving(self, Py_ssize_t start, Py_ssize_t stop, double end) -> memoryview:
        """Pairs that may touch until then."""
        cdef Ask ask = Ask(MOVING, end, 0, NULL)
        if self.velocity_a is None or not self.moves:
            raise ValueError("velocities must be given")
        if self.count:
            ask.velocity = &self.velocity_a[0, 0]
        return self.list_pairs(start, stop, &ask)


cdef void share_inner_radii(RowGroups row_groups, double* inner) noexcept nogil:
    """Give all rows of a group the least of their radii."""
    cdef Py_ssize_t group, k
    cdef double least
    for group in range(row_groups.count):
        least = INFINITY
        for k in range(row_groups.first_slot[group], row_groups.first_slot[group + 1]):
            least = min(least, inner[k])
        for k in range(row_groups.first_slot[group], row_groups.first_slot[group + 1]):
            inner[k] = least


cdef int require_velocities(const double[:, ::1] velocity, Py_ssize_t count) except -1:
    if velocity is not None and (velocity.shape[0] != count or velocity.shape[1] != 2):
        raise ValueError(f"velocities must be those of {count} shapes")
    return 0


cdef inline void put_circle(const double* record, double* column, Py_ssize_t size) noexcept nogil:
    column[0] = record[CENTRE_X]
    column[size] = record[CENTRE_Y]
    column[2 * size] = record[BOUNDING_RADIUS]
    column[3 * size] = inner_radius(record)


cdef inline uint64_t hidden_rows(GroupScan plan, Py_ssize_t k, Py_ssize_t first,
                                 Py_ssize_t end) noexcept nogil:
    """A bit for each place from first on that query k does not see."""
    cdef const Visible* visible = &plan.visible
    cdef uint64_t hidden = 0
    cdef Py_ssize_t i, row
    if visible.not_itself and first <= plan.place[k] < end:
        hidden |= <uint64_t>1 << (plan.place[k] - first)
    if visible.ignored is not NULL:
        for i in range(visible.columns):
            row = visible.ignored[k * visible.columns + i]
            if row >= 0 and first <= plan.place[row] < end:
                hidden |= <uint64_t>1 << (plan.place[row] - first)
    return hidden


cdef inline bint set_query(GroupScan plan, Py_ssize_t k, const Ask* ask,
                           ScanQuery* query) noexcept nogil:
    """Set query k; False where its group has no row to be seen."""
    cdef const double* record = plan.block.shapes.records + RECORD * k
    cdef Py_ssize_t group = plan.visible.group_of_query[k]
    query.first = plan.visible.first_slot[group]
    query.end = plan.visible.first_slot[group + 1]
    if query.first >= query.end:
        return False
    query.x = record[CENTRE_X]
    query.y = record[CENTRE_Y]
    query.outer = record[BOUNDING_RADIUS]
    query.inner = inner_radius(record)
    query.hidden = hidden_rows(plan, k, query.first, query.end)
    if ask.velocity is not NULL:
        query.velocity_x = ask.velocity[2 * k]
        query.velocity_y = ask.velocity[2 * k + 1]
    return True


cdef inline Py_ssize_t scan_rows(const ScanRows* rows, const Ask* ask, const ScanQuery* query,
                                 uint32_t* places) noexcept nogil:
    """The places of the rows that a query may concern; returns how many."""
    if ask.scan == NEAR:
        return scan_loops.near(rows, query, ask.limit, places)
    if ask.scan == NEAREST:
        return scan_loops.nearest(rows, query, ask.k, ask.limit, places)
    return scan_loops.moving(rows, query, ask.limit, places)


cdef int note_found(GroupScan plan, Py_ssize_t start, Py_ssize_t stop, const Ask* ask, Found* found,
                    Watch* watch) noexcept nogil:
    """Note the pairs of the queries [start, stop); 0 or a Failure."""
    cdef uint32_t places[SCAN_MOST]
    cdef ScanQuery query
    cdef Py_ssize_t k, i, n
    for k in range(start, stop):
        if not set_query(plan, k, ask, &query):
            continue
        n = scan_rows(&plan.rows, ask, &query, places)
        if make_room(found, n) < 0:
            return NO_MEMORY
        for i in range(n):
            found.words[found.n + i] = pair_word(k, plan.number[places[i]])
        found.n += n
        if k % POLL_INTERVAL == 0 and was_interrupted(watch, POLL_INTERVAL * SCAN_MOST // 8):
            return INTERRUPTED
    return INTERRUPTED if was_interrupted(watch, POLL_INTERVAL) else 0


cdef int note_within(GroupScan plan, double reach, Found* found, Watch* watch) noexcept nogil:
    """Note the pairs of each group; 0 or a Failure."""
    cdef const uint32_t* first = plan.visibility.row_groups.first_slot
    cdef Py_ssize_t group, n
    for group in range(plan.visibility.row_groups.count):
        n = first[group + 1] - <Py_ssize_t>first[group]
        if n < 2:
            continue
        if make_room(found, n * (n - 1) // 2) < 0:
            return NO_MEMORY
        found.n += scan_loops.within(&plan.rows, plan.number, first[group], first[group + 1],
                                     reach, found.words + found.n)
        if was_interrupted(watch, n):
            return INTERRUPTED
    return 0


# --- the best pairs of a query --------------------------------------------------------

def keep_nearest(const Py_ssize_t[:, ::1] pairs not None, Py_ssize_t start,
                 const double[::1] apart not None, double farthest,
                 Py_ssize_t[:, ::1] rows not None, double[:, ::1] distances not None) -> None:
    """Fill the rows and distances, or times, of queries, from `start` on, with the least ones of
    their pairs, in order, equal ones by row; -1 and infinity where there are no more."""
    cdef Py_ssize_t n = pairs.shape[0], columns = rows.shape[1], queries = rows.shape[0], k, i, place
    if (apart.shape[0] != n or pairs.shape[1] != 2 or distances.shape[0] != queries
            or distances.shape[1] != columns):
        raise ValueError("there must be a distance for each pair, and for each row")
    with nogil:
        for k in range(queries):
            for i in range(columns):
                rows[k, i] = -1
                distances[k, i] = INFINITY
        for i in range(n):
            k = pairs[i, 0] - start
            if not 0 <= k < queries or apart[i] > farthest:
                continue
            place = columns
            while place > 0 and apart[i] < distances[k, place - 1]:
                if place < columns:
                    rows[k, place] = rows[k, place - 1]
                    distances[k, place] = distances[k, place - 1]
                place -= 1
            if place < columns:
                rows[k, place] = pairs[i, 1]
                distances[k, place] = apart[i]
