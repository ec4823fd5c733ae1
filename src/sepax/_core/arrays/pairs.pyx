"""Pairs of rows of two arrays: which rows make a pair, and the memory of a call.

Pair k of a `ShapePairs` or `PointPairs` is row k of both sides, one shape and a row, or rows from
two lists of indices, copied and checked here. `answer` fills rows [start, stop) of the caller's
arrays, so that threads can share the work. It returns the row reached when its time slice is over:
see interrupts.pxd. The loop is in walk.pxi; what lanes answer first in filters.pxi, depths.pxi and
motions.pxi. tools/generate.py writes the table of loops, pairs_verbs.pxi.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawFree
from libc.string cimport memcpy, memset

from sepax._core.answers.answer cimport set_plain
from sepax._core.answers.compiled cimport VERBS, compiled
from sepax._core.arguments cimport memory_of_truths, require_turned
from sepax._core.arrays.block cimport ShapeBlock, block_of_array
from sepax._core.arrays.columns cimport take_columns
from sepax._core.arrays.constructors import of_shape
from sepax._core.arrays.pair_list cimport require_range
from sepax._core.arrays.storage cimport (
    BOXES, DISCS, LARGE, SEGMENTS, is_centred, proxies_are_comparable)
from sepax._core.buffers cimport (
    Buffers, acquire_strided, acquire_to_read, no_buffers, release_buffers)
from sepax._core.interrupts cimport Watch, check_interrupts, raise_pending, slice_ended, start_watch
from sepax._core.kernels.convex cimport Convex
from sepax._core.memory cimport new_array
from sepax._core.shape cimport Shape
from sepax._core.simd.levels cimport pair_loops

include "walk.pxi"
include "filters.pxi"
include "depths.pxi"
include "motions.pxi"

cdef enum:
    CHECKED = 4096          # indices that are copied and then checked: they stay in the cache


cdef inline bint copy_checked(const Py_buffer* index, Py_ssize_t first, Py_ssize_t n,
                              Py_ssize_t count, Py_ssize_t* copy) noexcept nogil:
    """Copy n indices; whether all of the copies are rows of `count`."""
    cdef const char* source = <const char*>index.buf + first * index.strides[0]
    cdef Py_ssize_t k
    if index.strides[0] == <Py_ssize_t>sizeof(Py_ssize_t):
        memcpy(copy, source, n * sizeof(Py_ssize_t))
    else:
        for k in range(n):
            copy[k] = (<const Py_ssize_t*>(source + k * index.strides[0]))[0]
    return pair_loops.rows_within(count, copy, n)


cdef int refuse_indices(const Py_ssize_t* copy, Py_ssize_t k, Py_ssize_t count,
                        str what) except -1:
    """Name the first index from k on that is out of range."""
    while 0 <= copy[k] < count:
        k += 1
    raise IndexError(f"{what}[{k}] is {copy[k]}, out of range for {count} rows")


cdef int copy_indices(const Py_buffer* index, Py_ssize_t count, str what,
                      Py_ssize_t** copy) except -1:
    """A copy that nobody else can change, every index checked; the owner frees it."""
    cdef Py_ssize_t piece, first, n, work = 0, length = index.shape[0]
    copy[0] = <Py_ssize_t*>new_array(length, sizeof(Py_ssize_t))
    if copy[0] is NULL:
        raise MemoryError
    for piece in range((length + CHECKED - 1) // CHECKED):
        first = CHECKED * piece
        n = min(CHECKED, length - first)
        if not copy_checked(index, first, n, count, copy[0] + first):
            refuse_indices(copy[0], first, count, what)
        check_interrupts(&work, n)
    return 0


cdef Py_ssize_t fill_rows(const Plan* plan, filter_t filter, Rows* rows, Py_ssize_t start,
                          Py_ssize_t stop) noexcept nogil:
    """Fill a range of rows; return the first that is not filled."""
    rows.start = start
    rows.few_meet_later = True
    if rows.motions.a is not NULL and some_turn(plan, &rows.turns, start, stop):
        rows.options.turns = True
        filter = filter_turning
    if plan.points is not NULL and filter == filter_none:
        return fill_places(plan, rows, start, stop)
    return walk(plan, filter, rows, start, stop)


cdef class Pairs:
    """Which rows of two sides meet: the base of ShapePairs and PointPairs."""

    cdef Plan plan
    cdef Py_ssize_t* i
    cdef Py_ssize_t* j
    cdef ShapeBlock a           # the plan points to it
    cdef ShapeBlock b
    cdef readonly Py_ssize_t count
    cdef readonly bint single   # False: two single shapes have verbs without pairs

    def __dealloc__(self):
        PyMem_RawFree(self.i)
        PyMem_RawFree(self.j)

    cdef int pair_shapes(self, ShapeBlock a, ShapeBlock b, object i, object j) except -1:
        """The rows of two blocks."""
        self.a = a
        self.b = b
        self.plan.a = a.shapes
        self.plan.b = b.shapes
        self.plan.compact_boxes = a.shapes.kind == BOXES and b.shapes.kind == BOXES
        self.plan.compact_discs = a.shapes.kind == DISCS and b.shapes.kind == DISCS
        self.plan.have_proxies = proxies_are_comparable(&a.shapes, &b.shapes)
        self.plan.some_boxes = a.box_count > 0 and b.box_count > 0
        self.plan.all_boxes = a.box_count == a.count and b.box_count == b.count
        return self.match(a.count, b.count, i, j)

    cdef int pair_places(self, ShapeBlock a, Buffers* memory, object points, object i,
                         object j) except -1:
        """The rows of a block and of an (m, 2) array of points or axes, which were checked."""
        cdef Py_buffer* taken = acquire_to_read(memory, points, sizeof(double))
        if taken.ndim != 2 or taken.shape[1] != 2:
            raise ValueError("points must have two columns")
        self.a = a
        self.plan.a = a.shapes
        self.plan.points = <const double*>taken.buf
        self.plan.b.is_large = taken.shape[0] >= LARGE
        return self.match(a.count, taken.shape[0], i, j)

    cdef int match(self, Py_ssize_t count_a, Py_ssize_t count_b, object i, object j) except -1:
        """Pair the rows: by index where there are indices, else one to one or one to all."""
        if i is not None and j is not None:
            self.match_by_index(count_a, count_b, i, j)
        elif count_a != count_b and count_a != 1 and count_b != 1:
            raise ValueError(f"{count_a} rows do not match {count_b}: give as many, one, or pairs")
        else:
            self.count = count_a if count_b == 1 else count_b
        self.plan.i = self.i
        self.plan.j = self.j
        self.plan.one_a = count_a == 1
        self.plan.one_b = count_b == 1
        return 0

    cdef int match_by_index(self, Py_ssize_t count_a, Py_ssize_t count_b, object i,
                            object j) except -1:
        """Indices of either side are (n,) intp, with any strides."""
        cdef Buffers buffers
        cdef const Py_buffer* rows_a
        cdef const Py_buffer* rows_b
        no_buffers(&buffers)
        try:
            rows_a = acquire_strided(&buffers, i, sizeof(Py_ssize_t))
            rows_b = acquire_strided(&buffers, j, sizeof(Py_ssize_t))
            if rows_a.shape[0] != rows_b.shape[0]:
                raise ValueError(f"pairs must be as many indices of either side, "
                                 f"got {rows_a.shape[0]} and {rows_b.shape[0]}")
            copy_indices(rows_a, count_a, "pairs[0]", &self.i)
            copy_indices(rows_b, count_b, "pairs[1]", &self.j)
            self.count = rows_a.shape[0]
        finally:
            release_buffers(&buffers)
        return 0

    cdef bint has_work(self, Py_ssize_t start, Py_ssize_t stop) except -1:
        """Whether there is a pair in a range, which must be one of all pairs."""
        require_range(start, stop, self.count)
        return start < stop

    cdef const double* rows_of(self, Buffers* buffers, object array, Py_ssize_t columns,
                               bint* is_one) except? NULL:
        """The memory of an array to read: one row a pair, or one for all."""
        cdef Py_buffer* taken = acquire_to_read(buffers, array, sizeof(double))
        is_one[0] = taken.shape[0] == 1
        if (taken.shape[0] not in (1, self.count)
                or taken.len != taken.shape[0] * columns * <Py_ssize_t>sizeof(double)):
            raise ValueError(f"an array of {taken.shape[0]} rows is not one of {columns} numbers for "
                             f"{self.count} pairs")
        return <const double*>taken.buf

    cdef int take_motions(self, Buffers* buffers, tuple motions, Rows* rows) except -1:
        velocity_a, velocity_b, max_time, turns = motions
        rows.motions.a = self.rows_of(buffers, velocity_a, 2, &rows.motions.one_a)
        rows.motions.b = self.rows_of(buffers, velocity_b, 2, &rows.motions.one_b)
        rows.motions.max_time = self.rows_of(buffers, max_time, 1, &rows.motions.one_time)
        rows.turns.rows = self.rows_of(buffers, turns, TURN, &rows.turns.is_one)
        rows.motions.skip_leaving = rows.options.skip_leaving
        rows.motions.skip_grazing = rows.options.strict
        return 0

    cdef Py_ssize_t fill(self, int number, Py_ssize_t start, Py_ssize_t stop, tuple columns,
                         tuple motions, bint strict, bint skip_leaving, double margin) except -1:
        cdef Buffers buffers
        cdef Rows rows
        memset(&rows, 0, sizeof(rows))
        set_plain(&rows.options)
        rows.answer = compiled[number]
        rows.out.kind = KINDS[number]
        rows.options.strict = strict
        rows.options.skip_leaving = skip_leaving
        rows.options.margin = margin
        no_buffers(&buffers)
        try:
            take_columns(&buffers, columns, self.count, &rows.out)
            if MOVES[number]:
                self.take_motions(&buffers, motions, &rows)
            if self.has_work(start, stop):
                with nogil:
                    start = fill_rows(&self.plan, LOOPS[number], &rows, start, stop)
        finally:
            release_buffers(&buffers)
        raise_pending()
        if rows.turns.failure:
            require_turned(rows.turns.failure, f" for pair {rows.turns.failed}")
        return start

    def answer(self, Py_ssize_t start, Py_ssize_t stop, str verb: str,
               tuple columns: tuple[npt.NDArray[Any], ...],
               tuple motions: tuple[npt.NDArray[np.float64], ...] = (), bint strict=False,
               bint skip_leaving=False, double margin=0.0) -> int:
        """Fill rows [start, stop) of the columns of a verb; return the row reached, unless
        interrupted. Motions are velocities, ends of time and turns, one for all pairs or for each.
        """
        return self.fill(NUMBERS[verb], start, stop, columns, motions, strict, skip_leaving, margin)


@cython.final
cdef class ShapePairs(Pairs):
    """Pairs of shapes of two blocks."""

    def __cinit__(self, ShapeBlock a not None, ShapeBlock b not None,
                  i: npt.NDArray[np.intp] | None = None, j: npt.NDArray[np.intp] | None = None):
        self.pair_shapes(a, b, i, j)


@cython.final
cdef class PointPairs(Pairs):
    """Pairs of a shape and a point or an axis."""

    cdef Buffers points

    def __cinit__(self, ShapeBlock a not None, points: npt.NDArray[np.float64],
                  i: npt.NDArray[np.intp] | None = None, j: npt.NDArray[np.intp] | None = None):
        self.pair_places(a, &self.points, points, i, j)

    def __dealloc__(self):
        release_buffers(&self.points)


include "verb_kinds.pxi"
include "pairs_verbs.pxi"


cpdef ShapePairs pairs_of_arrays(object a: object, object b: object):   # type: ShapePairs | None
    """The pairs of two `ShapeArray`, row by row, or of one and a shape; None of anything else."""
    cdef ShapeBlock one = block_of_array(a)
    cdef ShapeBlock other = block_of_array(b)
    if one is not None and isinstance(b, Shape):
        other = of_shape(b)
    elif other is not None and isinstance(a, Shape):
        one = of_shape(a)
    if one is None or other is None:
        return None
    return ShapePairs(one, other)


def all_meet(a: object, b: object, bint strict,
             out: object) -> npt.NDArray[np.bool_] | None:
    """Whether all pairs of two `ShapeArray`, row by row, or of one and a shape, meet: in `out`, or
    a new array. None for other arguments: the general path takes 0.4 us more, and a hundred boxes
    take half of that here."""
    cdef ShapePairs pairs = pairs_of_arrays(a, b)
    cdef Py_ssize_t start = 0
    cdef object hit = None if pairs is None else memory_of_truths(out, pairs.count)
    if hit is None:
        return None
    while start < pairs.count:      # a slice of time after the other
        start = pairs.fill(VERB_INTERSECTS, start, pairs.count, (hit,), (), strict, False, 0.0)
        PyErr_CheckSignals()
    return hit
