"""Scenes of rows that may have several parts: which are nearest to a row, whether any meets it, and
which it meets first in motion.

A tree has the boxes of the rows. What it finds is compared row by row, exactly: see exact_rows.pxd.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY

from sepax._core.answers.answer cimport Options, Result, set_plain
from sepax._core.answers.compiled cimport (
    VERB_DISTANCE, VERB_SIGNED_DISTANCE, VERB_TIME_OF_IMPACT)
from sepax._core.arguments cimport require_turned
from sepax._core.arrays.bounds cimport (
    HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box, set_empty, sum_of_sides)
from sepax._core.arrays.candidates cimport (
    Candidates, Neighbours, next_candidate, next_neighbour, note_neighbours, seek_motion, seek_near,
    seek_neighbours)
from sepax._core.arrays.exact_rows cimport rows_meet
from sepax._core.arrays.index cimport (
    ShapeTree, box_of_tree, build_tree, free_tree, new_tree, require_rows)
from sepax._core.arrays.pair_list cimport INTERRUPTED, Found, raise_failure, take_pairs
from sepax._core.arrays.ranking cimport (
    Ranking, begin_ranking, cannot_improve, reach_of, require_columns, sort_entries, take)
from sepax._core.arrays.row_answers cimport answer_rows
from sepax._core.arrays.row_turning cimport TURN_FAILED
from sepax._core.arrays.rows cimport Rows, set_rows
from sepax._core.arrays.sides cimport part_count, row_of
from sepax._core.arrays.storage cimport is_centred
from sepax._core.arrays.turns cimport add_room_to_box, still_slack, travel, turning_slack, widen_box
from sepax._core.arrays.visibility cimport Visibility, Visible, take_visible
from sepax._core.interrupts cimport (
    Watch, check_interrupts, raise_pending, start_watch, was_interrupted)
from sepax._core.kernels.answers cimport set_motion
from sepax._core.memory cimport new_array

ctypedef unsigned char truth

cdef double ROUNDING_OF_REACH = 2.0 ** -43     # far more than distances round by


cdef int require_boxes(const double[:, ::1] boxes, Py_ssize_t count) except -1:
    if boxes.shape[0] != count or boxes.shape[1] != 4:
        raise ValueError(f"boxes must have the shape ({count}, 4)")
    return 0


cdef int read_own_boxes(RowSide rows, double* boxes, Watch* watch) noexcept nogil:
    """The boxes of rows that rest; 0, or INTERRUPTED."""
    cdef Py_ssize_t k
    for k in range(rows.count):
        rows.box_of(k, 0.0, boxes + 4 * k)
        if was_interrupted(watch, 2 + part_count(rows, k)):
            return INTERRUPTED
    return 0


@cython.final
@cython.auto_pickle(False)
cdef class RowScene:
    """Rows in a tree of their boxes, those of one of the `row_groups` side by side."""

    def __cinit__(self, RowSide rows not None, RowGroups row_groups=None,
                  const double[:, ::1] boxes=None, bint in_order=True):
        """`boxes` hold the rows in motion; without them the tree has the boxes of the rows. For few
        queries it is faster not to sort them."""
        cdef ShapeTree lasting
        require_rows(rows.count)
        if row_groups is not None and row_groups.rows != rows.count:
            raise ValueError(f"there must be a label for each of {rows.count} rows")
        self.rows = rows
        self.row_groups = row_groups
        self.tree = &self.own
        if boxes is not None:
            require_boxes(boxes, rows.count)
            self.build(&boxes[0, 0] if rows.count else NULL, in_order)
            return
        if isinstance(rows.kept, ShapeTree):
            lasting = <ShapeTree>rows.kept
            if lasting.row_groups is row_groups or row_groups is None:
                self.tree = &lasting.tree
                return
        self.build(NULL, in_order)

    cdef int build(self, const double* boxes, bint in_order) except -1:
        """Build a tree of some boxes, or of those of the rows."""
        cdef const Py_ssize_t* group = NULL if self.row_groups is None else self.row_groups.of_row
        cdef double* own = NULL
        cdef Watch watch
        cdef int result = 0
        start_watch(&watch)
        if boxes is NULL:
            boxes = own = <double*>new_array(self.rows.count, 4 * sizeof(double))
            if own is NULL:
                raise MemoryError
        with nogil:
            if own is not NULL:
                result = read_own_boxes(self.rows, own, &watch)
            if result == 0:
                result = new_tree(&self.own, self.rows.count)
            if result == 0:
                result = build_tree(&self.own, boxes, in_order, group, &watch)
        PyMem_RawFree(own)
        raise_failure(result)
        return 0

    def __dealloc__(self):
        free_tree(&self.own)


cdef int require_sorted(Visibility visibility, RowScene scene) except -1:
    if visibility is not None and visibility.row_groups is not scene.row_groups:
        raise ValueError("the rows of the scene must be sorted for the visibility")
    return 0


@cython.final
@cython.auto_pickle(False)
cdef class RowQueries:
    """Queries of a scene by rows."""

    cdef RowSide asking
    cdef RowScene scene
    cdef Visibility visibility
    cdef Visible visible
    cdef bint sees_all
    cdef readonly Py_ssize_t count

    def __cinit__(self, RowSide asking not None, RowScene scene not None,
                  Visibility visibility=None):
        require_sorted(visibility, scene)
        self.asking = asking
        self.scene = scene
        self.visibility = visibility
        self.sees_all = visibility is None
        self.count = asking.count
        take_visible(visibility, asking.count, scene.rows.count, &self.visible)

    def nearest(self, Py_ssize_t start, Py_ssize_t stop, double max_distance, bint signed,
                Py_ssize_t[:, ::1] row not None, double[:, ::1] distance not None) -> int:
        """Fill rows [start, stop) with as many rows as there are columns, and their distances; -1
        and infinity if there are fewer. Returns `stop`."""
        cdef Ranking ranking
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        require_columns(start, stop, self.count, row, distance)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                begin_ranking(&ranking, row.shape[1], &row[k, 0], &distance[k, 0], max_distance,
                              signed)
                result = rank_near(self, k, &ranking, &watch)
                if result == 0:
                    result = sort_entries(&ranking, &watch)
                if result < 0:
                    break
        raise_failure(result)
        return stop

    def near(self, double reach, bint asking_first) -> memoryview:
        """The pairs of rows that are no farther apart than `reach`, and some others near them: (k,
        2) intp in order, with the querying row first, or second."""
        cdef Found found = Found(NULL, 0, 0, NULL)
        cdef Watch watch
        cdef Py_ssize_t first = self.count, second = self.scene.rows.count, k
        cdef double[4] box, whole
        cdef double wide
        cdef int result = 0
        require_rows(self.count)
        if not asking_first:
            first, second = second, first
        box_of_tree(self.scene.tree, whole)
        start_watch(&watch)
        with nogil:
            for k in range(self.count):
                self.asking.box_of(k, 0.0, box)
                wide = reach + ROUNDING_OF_REACH * (reach + max(largest_in(box), largest_in(whole)))
                widen_box(box, 0.0, 0.0, wide)
                result = note_neighbours(self.scene.tree, &self.visible, k, box, asking_first,
                                         &found, &watch)
                if result < 0:
                    break
        return take_pairs(&found, result, first, second, &watch)

    def any(self, Py_ssize_t start, Py_ssize_t stop, const Py_ssize_t[::1] begins not None,
            const Py_ssize_t[::1] rows not None, truth[::1] hit not None) -> int:
        """Whether any of the `rows` from `begins[k]` to `begins[k + 1]` meets the scene, for each k
        from `start` to `stop`; stops at the first that does. Returns `stop`."""
        cdef Watch watch
        cdef Py_ssize_t k, i
        cdef int result = 0
        if begins.shape[0] != hit.shape[0] + 1 or not 0 <= start <= stop <= hit.shape[0]:
            raise IndexError(f"no range of {hit.shape[0]} answers: {start} to {stop}")
        for k in range(start, stop):
            for i in range(begins[k], begins[k + 1]):
                if not (0 <= i < rows.shape[0] and 0 <= rows[i] < self.count):
                    raise IndexError(f"there is no row {i} of {self.count}")
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                hit[k] = False
                for i in range(begins[k], begins[k + 1]):
                    result = meets_any(self, rows[i], &watch)
                    if result:
                        hit[k] = result > 0
                        break
                if result < 0:
                    break
        raise_failure(result)
        return stop


cdef int rank_near(RowQueries plan, Py_ssize_t k, Ranking* ranking, Watch* watch) noexcept nogil:
    """The nearest rows of the scene to a row; 0, or a Failure."""
    cdef Candidates near
    cdef Options options
    cdef Result result
    cdef Rows own, other
    cdef double box[4]
    cdef Py_ssize_t row
    cdef int found
    set_plain(&options)
    plan.asking.box_of(k, 0.0, box)
    seek_near(&near, plan.scene.tree, &plan.visible, k, box, reach_of(ranking))
    while True:
        row = next_candidate(&near, reach_of(ranking))
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        if cannot_improve(ranking, row):
            continue
        found = answer_rows(VERB_SIGNED_DISTANCE if ranking.signed else VERB_DISTANCE,
                            row_of(plan.asking, k, &own), row_of(plan.scene.rows, row, &other),
                            &options, &result, watch)
        if found < 0:
            return found
        take(ranking, row, result.number)


cdef inline double largest_in(const double* box) noexcept nogil:
    return max(max(-box[LOW_X], -box[LOW_Y]), max(box[HIGH_X], box[HIGH_Y]))


cdef int meets_any(RowQueries plan, Py_ssize_t k, Watch* watch) noexcept nogil:
    """Whether a row meets any row of the scene; or a Failure."""
    cdef Neighbours near
    cdef Rows own, other
    cdef const Rows* asking = row_of(plan.asking, k, &own)
    cdef double box[4]
    cdef Py_ssize_t row
    cdef int result
    if plan.sees_all and plan.scene.rows.shapes is not NULL:
        # Both trees are descended together.
        set_rows(&other, plan.scene.rows.shapes, plan.scene.tree, 0, plan.scene.rows.count, False)
        return rows_meet(asking, &other, False, watch)
    plan.asking.box_of(k, 0.0, box)
    seek_neighbours(&near, plan.scene.tree, &plan.visible, k, box)
    while True:
        row = next_neighbour(&near)
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        result = rows_meet(asking, row_of(plan.scene.rows, row, &other), False, watch)
        if result:
            return result


# --- rows in motion ---------------------------------------------------------------------------

cdef inline double box_to_turn(RowSide rows, Py_ssize_t k, double rate, double time,
                               double* box) noexcept nogil:
    """The box of a row with the room that it takes to turn about its position; returns the longest
    arc."""
    cdef double[2] place
    rows.box_of(k, 0.0, box)
    if rate == 0.0:
        return 0.0
    rows.place_of(k, place)
    return add_room_to_box(rate, place, time, box)


cdef int require_motions(RowSide rows, const double[:, ::1] velocity,
                         const double[::1] rate) except -1:
    """Require one of each for all rows, or one a row."""
    if velocity.shape[0] not in (1, rows.count) or velocity.shape[1] != 2 or not (
            rate is None or rate.shape[0] in (1, rows.count)):
        raise ValueError(f"velocities and rates must be one, or {rows.count}")
    return 0


cdef inline double rate_of(const double[::1] rate, Py_ssize_t k) noexcept nogil:
    return rate[k if rate.shape[0] > 1 else 0]


cdef inline bint has_centres(RowSide side) noexcept nogil:
    """Whether boxes hold the positions."""
    return side.shapes is not NULL and is_centred(side.shapes)


cdef void add_rows(RowSide side, bint with_boxes, bint with_places, double* box) noexcept nogil:
    """Enlarge a box to hold all rows of a side, and the positions about which they turn."""
    cdef double own[4]
    cdef Py_ssize_t k
    if not (with_boxes or with_places):
        return
    for k in range(side.count):
        if with_boxes:
            side.box_of(k, 0.0, own)
            add_box(box, own)
        if with_places:
            side.place_of(k, own)
            own[HIGH_X], own[HIGH_Y] = own[LOW_X], own[LOW_Y]
            add_box(box, own)


def extent_of_rows(RowSide a not None, b not None: RowSide | RowScene, bint turning) -> float:
    """The sum of the sides of the box around all rows of two sides that rest; if some turn, with
    their positions."""
    cdef double box[4]
    cdef bint has_tree = isinstance(b, RowScene)
    cdef RowSide others = (<RowScene>b).rows if has_tree else <RowSide?>b
    set_empty(box)
    if has_tree:
        box_of_tree((<RowScene>b).tree, box)
    with nogil:
        add_rows(a, True, turning and not has_centres(a), box)
        add_rows(others, not has_tree, turning and not has_centres(others), box)
    return sum_of_sides(box)


def read_swept_boxes(RowSide rows not None, const double[:, ::1] velocity not None,
                     const double[::1] rate, double max_time, double extent,
                     double[:, ::1] out not None) -> None:
    """Fill (count, 4) with the boxes around the motions of rows. Rates are None where no row turns
    on either side. `extent` is that of `extent_of_rows` with all rows that they may meet."""
    cdef Py_ssize_t k, own, work = 0
    cdef double along_x, along_y, slack
    require_boxes(out, rows.count)
    require_motions(rows, velocity, rate)
    for k in range(rows.count):
        own = k if velocity.shape[0] > 1 else 0
        along_x, along_y = travel(velocity[own, 0], max_time), travel(velocity[own, 1], max_time)
        if rate is None:
            rows.box_of(k, 0.0, &out[k, 0])
            slack = still_slack(&out[k, 0], along_x, along_y, extent)
        else:
            slack = turning_slack(extent, box_to_turn(rows, k, rate_of(rate, k), max_time,
                                                      &out[k, 0]))
        widen_box(&out[k, 0], along_x, along_y, slack)
        check_interrupts(&work, 2 + part_count(rows, k))


@cython.final
@cython.auto_pickle(False)
cdef class FirstRows:
    """Which row of a scene each moving row of a side meets first.

    Velocities and rates are one for all rows of a side or one a row; rates are None for both sides
    where nothing turns. If the scene has one velocity, motions are relative to it. If also its
    boxes rest, its tree has these; otherwise the boxes around its motions.
    """

    cdef RowSide asking
    cdef RowScene scene
    cdef const double[:, ::1] velocity_a
    cdef const double[:, ::1] velocity_b
    cdef const double[::1] rate_a
    cdef const double[::1] rate_b
    cdef double max_time, extent
    cdef Visibility visibility
    cdef Visible visible
    cdef bint turning
    cdef readonly Py_ssize_t count

    def __cinit__(self, RowSide asking not None, RowScene scene not None,
                  const double[:, ::1] velocity_a not None,
                  const double[:, ::1] velocity_b not None, const double[::1] rate_a,
                  const double[::1] rate_b, double max_time, double extent,
                  Visibility visibility=None):
        require_motions(asking, velocity_a, rate_a)
        require_motions(scene.rows, velocity_b, rate_b)
        if (rate_a is None) != (rate_b is None):
            raise ValueError("rates must be given for both sides, or for neither")
        require_sorted(visibility, scene)
        self.asking, self.scene, self.visibility = asking, scene, visibility
        self.velocity_a, self.velocity_b = velocity_a, velocity_b
        self.rate_a, self.rate_b = rate_a, rate_b
        self.max_time, self.extent = max_time, extent
        self.turning = rate_a is not None
        self.count = asking.count
        take_visible(visibility, asking.count, scene.rows.count, &self.visible)

    def find(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t[::1] row not None) -> int:
        """Fill rows [start, stop) with rows of the scene, -1 for none; returns `stop`."""
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        if not 0 <= start <= stop <= self.count or row.shape[0] != self.count:
            raise IndexError(f"no range of {self.count} rows: {start} to {stop}")
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                result = find_first(self, k, &row[k], &watch)
                if result < 0:
                    break
        raise_pending()
        raise_failure(result)
        require_turned(TURN_FAILED - result if result <= TURN_FAILED else 0, "")
        return stop


cdef int time_of_rows(FirstRows plan, Py_ssize_t k, Py_ssize_t row, double latest, double* time,
                      Watch* watch) noexcept nogil:
    """When a row and one of the scene touch, infinity for never; 0, or a Failure. Without turns, a
    time after the latest may be returned as never."""
    cdef Rows own, other
    cdef Options options
    cdef Result result
    cdef int found
    set_plain(&options)
    set_motion(&options.motion.motion, &plan.velocity_a[k if plan.velocity_a.shape[0] > 1 else 0, 0],
               &plan.velocity_b[row if plan.velocity_b.shape[0] > 1 else 0, 0], plan.max_time)
    options.turns = False
    if plan.turning:
        options.motion.rate_a = rate_of(plan.rate_a, k)
        options.motion.rate_b = rate_of(plan.rate_b, row)
        options.turns = options.motion.rate_a != 0.0 or options.motion.rate_b != 0.0
    if options.turns:
        plan.asking.place_of(k, options.motion.position_a)
        plan.scene.rows.place_of(row, options.motion.position_b)
    else:
        options.motion.motion.max_time = latest
    found = answer_rows(VERB_TIME_OF_IMPACT, row_of(plan.asking, k, &own),
                        row_of(plan.scene.rows, row, &other), &options, &result, watch)
    time[0] = result.number if found > 0 else INFINITY
    return min(found, 0)


cdef int find_first(FirstRows plan, Py_ssize_t k, Py_ssize_t* first, Watch* watch) noexcept nogil:
    """The row of the scene that a row meets first, of equal times the lowest; 0, or a Failure."""
    cdef const double* velocity = &plan.velocity_a[k if plan.velocity_a.shape[0] > 1 else 0, 0]
    cdef double vx = velocity[0], vy = velocity[1], best = plan.max_time, time
    cdef double[4] box
    cdef Candidates candidates
    cdef Py_ssize_t row
    cdef int failure
    first[0] = -1
    if plan.velocity_b.shape[0] == 1:
        vx -= plan.velocity_b[0, 0]
        vy -= plan.velocity_b[0, 1]
    if plan.turning:
        # Twice, as boxes of a scene that rests are no wider than its rows.
        widen_box(box, 0.0, 0.0, 2.0 * turning_slack(plan.extent, box_to_turn(
            plan.asking, k, rate_of(plan.rate_a, k), plan.max_time, box)))
    else:
        plan.asking.box_of(k, 0.0, box)
    seek_motion(&candidates, plan.scene.tree, &plan.visible, k, box, vx, vy, plan.extent, best)
    while True:
        row = next_candidate(&candidates, best)
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        failure = time_of_rows(plan, k, row, best, &time, watch)
        if failure < 0:
            return failure
        if time < INFINITY and (time < best or first[0] < 0 or time == best and row < first[0]):
            best = time
            first[0] = row
