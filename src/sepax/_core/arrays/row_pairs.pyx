"""Pairs of rows with several parts, or of rows and places: one loop for all verbs.

A `RowPairs` has the methods of the plans of convex shapes (pairs.pyx): `answer` fills rows of the
caller's arrays, so that threads can share the work. Nothing is copied: a side refers to the blocks
of its rows. The loop runs without the GIL and polls for signals.
"""

cimport cython
from libc.string cimport memset

from sepax._core.answers.answer cimport Options, Result, set_plain
from sepax._core.answers.compiled cimport VERBS
from sepax._core.arguments cimport require_turned
from sepax._core.arrays.columns cimport Columns, store, take_columns
from sepax._core.arrays.pair_list cimport INTERRUPTED, raise_failure, require_range
from sepax._core.arrays.prefetches cimport prefetch, prefetch_lines, prefetch_shape
from sepax._core.arrays.row_answers cimport answer_rows
from sepax._core.arrays.row_turning cimport TURN_FAILED
from sepax._core.arrays.rows cimport Rows, set_lone
from sepax._core.arrays.sides cimport RowSide, row_of
from sepax._core.buffers cimport Buffers, acquire_to_read, no_buffers, release_buffers
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.answers cimport set_motion
from sepax._core.kernels.convex cimport Convex, set_point
from sepax._core.simd.levels cimport RECORD
from sepax._core.writers cimport Kind

include "verb_kinds.pxi"

cdef enum:
    RATES = 2       # of both rows
    # Pairs from the prefetch of a row, of its parts and of their arrays to their use.
    ROWS_AHEAD = 9
    SHAPES_AHEAD = 6
    ARRAYS_AHEAD = 3
    FIRST_PARTS = 2         # of a row, which are prefetched

cdef struct Column:
    # An array with one row a pair, or one for all.
    const double* values
    Py_ssize_t step         # 0 for one for all


cdef struct Motions:
    Column velocity_a, velocity_b, max_time, turns


cdef int read_column(Buffers* buffers, object array, Py_ssize_t width, Py_ssize_t count,
                     Column* column) except -1:
    cdef Py_buffer* taken = acquire_to_read(buffers, array, sizeof(double))
    if (taken.shape[0] not in (1, count)
            or taken.len != taken.shape[0] * width * <Py_ssize_t>sizeof(double)):
        raise ValueError(f"an array of {taken.shape[0]} rows is not one of {width} numbers for "
                         f"{count} pairs")
    column.values = <const double*>taken.buf
    column.step = 0 if taken.shape[0] == 1 else width
    return 0


cdef inline const double* at(const Column* column, Py_ssize_t k) noexcept nogil:
    return column.values + column.step * k


@cython.final
@cython.auto_pickle(False)
cdef class RowPairs:
    """Row i[k] of a side and row j[k] of another, or of points. Nobody else writes to the indices.
    `single` is for the caller."""

    cdef RowSide a
    cdef RowSide b            # None with points
    cdef const double[:, ::1] points
    cdef const Py_ssize_t[::1] i
    cdef const Py_ssize_t[::1] j
    cdef readonly Py_ssize_t count
    cdef readonly bint single

    def __cinit__(self, RowSide a not None, b: RowSide | npt.NDArray[np.float64],
                  const Py_ssize_t[::1] i not None, const Py_ssize_t[::1] j not None,
                  bint single=False):
        self.a = a
        self.i = i
        self.j = j
        self.count = i.shape[0]
        self.single = single
        if j.shape[0] != self.count:
            raise ValueError(f"indices must be as many: {self.count} and {j.shape[0]}")
        if isinstance(b, RowSide):
            self.b = <RowSide>b
            require_indices(j, self.b.count)
        else:
            self.points = b
            if self.points.shape[1] != 2:
                raise ValueError("points must have two columns")
            require_indices(j, self.points.shape[0])
        require_indices(i, a.count)

    cdef int read_motions(self, Buffers* buffers, tuple motions, Motions* moving) except -1:
        velocity_a, velocity_b, max_time, turns = motions
        read_column(buffers, velocity_a, 2, self.count, &moving.velocity_a)
        read_column(buffers, velocity_b, 2, self.count, &moving.velocity_b)
        read_column(buffers, max_time, 1, self.count, &moving.max_time)
        read_column(buffers, turns, RATES, self.count, &moving.turns)
        return 0

    cdef void read_motion(self, const Motions* moving, Py_ssize_t k, Options* options) noexcept nogil:
        cdef const double* turn = at(&moving.turns, k)
        set_motion(&options.motion.motion, at(&moving.velocity_a, k), at(&moving.velocity_b, k),
                   at(&moving.max_time, k)[0])
        options.turns = turn[0] != 0.0 or turn[1] != 0.0
        if options.turns:
            options.motion.rate_a = turn[0]
            options.motion.rate_b = turn[1]
            self.read_positions(k, options)

    cdef void read_positions(self, Py_ssize_t k, Options* options) noexcept nogil:
        """The places about which the rows of pair k turn."""
        self.a.place_of(self.i[k], options.motion.position_a)
        self.b.place_of(self.j[k], options.motion.position_b)

    cdef int answer_pair(self, int verb, Py_ssize_t k, const Options* options, Result* result,
                         Watch* watch) noexcept nogil:
        cdef Rows place, room
        cdef const Rows* a = row_of(self.a, self.i[k], &room)
        cdef Convex point
        cdef double x, y
        if self.b is not None:
            return answer_rows(verb, a, row_of(self.b, self.j[k], &place), options, result, watch)
        x = self.points[self.j[k], 0]
        y = self.points[self.j[k], 1]
        set_point(&point, &x, &y)
        set_lone(&place, &point)
        return answer_rows(verb, a, &place, options, result, watch)

    cdef int fill(self, int verb, Py_ssize_t start, Py_ssize_t stop, const Motions* moving,
                  Options* options, const Columns* out, Py_ssize_t* failed) noexcept nogil:
        """0, or the Failure of a pair."""
        cdef Watch watch
        cdef Result result
        cdef Py_ssize_t k
        cdef int found
        start_watch(&watch)
        for k in range(start, stop):
            prefetch_ahead(self.a, self.i, k, stop)
            if self.b is not None:
                prefetch_ahead(self.b, self.j, k, stop)
            if moving is not NULL:
                self.read_motion(moving, k, options)
            if out.kind == Kind.CLEARANCE:
                self.read_positions(k, options)
            found = self.answer_pair(verb, k, options, &result, &watch)
            if found >= 0 and was_interrupted(&watch, 4):
                found = INTERRUPTED
            if found < 0:
                failed[0] = k
                return found
            store(out, out.kind, k, found, &result)
        return 0

    def answer(self, Py_ssize_t start, Py_ssize_t stop, str verb: str,
               tuple columns: tuple[npt.NDArray[Any], ...],
               tuple motions: tuple[npt.NDArray[np.float64], ...] = (), bint strict=False,
               bint skip_leaving=False, double margin=0.0) -> int:
        """Fill rows [start, stop) of the columns of a verb, as `Pairs.answer` does; returns `stop`."""
        cdef int number = NUMBERS[verb], failure = 0
        cdef Py_ssize_t failed = 0
        cdef Buffers buffers
        cdef Motions moving
        cdef Columns out
        cdef Options options
        require_range(start, stop, self.count)
        if PLACES[number] != (self.b is None):
            raise TypeError(f"{verb} is not about {'places' if self.b is None else 'two rows'}")
        memset(&out, 0, sizeof(out))
        set_plain(&options)
        out.kind = KINDS[number]
        options.strict, options.skip_leaving, options.margin = strict, skip_leaving, margin
        no_buffers(&buffers)
        try:
            take_columns(&buffers, columns, self.count, &out)
            if MOVES[number]:
                self.read_motions(&buffers, motions, &moving)
            with nogil:
                failure = self.fill(number, start, stop, &moving if MOVES[number] else NULL,
                                    &options, &out, &failed)
        finally:
            release_buffers(&buffers)
        raise_failure(failure)
        if failure <= TURN_FAILED:
            require_turned(TURN_FAILED - failure,
                           "" if self.single else f" for pair {failed}")
        return stop


cdef inline void prefetch_row(RowSide side, Py_ssize_t k) noexcept nogil:
    if side.shapes is NULL:
        prefetch_lines(side.rows + k, sizeof(Rows))


cdef inline void prefetch_parts(RowSide side, Py_ssize_t k, bint arrays) noexcept nogil:
    """The first parts of a row whose parts are stored in the world."""
    cdef const Rows* row
    cdef Py_ssize_t part
    if side.shapes is not NULL:
        prefetch(side.shapes.records + RECORD * k)
        prefetch_shape(side.shapes, k, arrays)
        return
    row = side.rows + k
    if row.shapes is not NULL and row.pose is NULL:
        for part in range(row.start, min(row.stop, row.start + FIRST_PARTS)):
            prefetch_shape(row.shapes, part, arrays)


cdef inline void prefetch_ahead(RowSide side, const Py_ssize_t[::1] rows, Py_ssize_t k,
                                Py_ssize_t stop) noexcept nogil:
    """Prefetch for the pairs that follow pair k."""
    if k + ROWS_AHEAD < stop:
        prefetch_row(side, rows[k + ROWS_AHEAD])
        prefetch_parts(side, rows[k + SHAPES_AHEAD], False)
        prefetch_parts(side, rows[k + ARRAYS_AHEAD], True)


cdef int require_indices(const Py_ssize_t[::1] rows, Py_ssize_t count) except -1:
    cdef Py_ssize_t k
    for k in range(rows.shape[0]):
        if not 0 <= rows[k] < count:
            raise IndexError(f"index {rows[k]} is out of range for {count} rows")
    return 0
