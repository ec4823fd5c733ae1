"""Groups of convex parts, each as one shape: whether two meet, their distance, when they meet in
motion, whether one holds a point.

A tree of boxes finds the candidates of a group with many parts; those of a small group are all
tested. Nothing is copied: a side refers to the blocks of its groups. Loops run without the GIL and
poll for signals.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.descent cimport Nearness, find_nearest_parts, find_time
from sepax._core.arrays.exact_rows cimport (
    find_distance, find_nearest_points, rows_cover, rows_hold, rows_meet)
from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.group cimport Group
from sepax._core.arrays.index cimport ShapeTree
from sepax._core.arrays.pair_list cimport INTERRUPTED, raise_failure
from sepax._core.arrays.posed cimport PosedGroups
from sepax._core.arrays.rings cimport box_of_boundary
from sepax._core.arrays.rows cimport Rows, box_of_rows, set_lone, set_rows
from sepax._core.arrays.storage cimport point_count, radius_at
from sepax._core.interrupts cimport Watch, check_interrupts, was_interrupted, start_watch
from sepax._core.kernels.answers cimport Motion, set_motion
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.distance cimport Witnesses
from sepax._core.memory cimport new_array
from sepax._core.shape cimport Shape, is_ready

ctypedef unsigned char truth

cdef enum:
    FEW_VERTICES = 64   # of an outline, up to which it pays to pose all of them for a smaller box

cdef object MOST_INTEGER = 2 ** 53      # to which all are floats, too


# --- the parts of one -----------------------------------------------------------------

cdef bint read_rows(object item, Rows* rows) except -1:
    """Take a shape or a group; False where it is neither, or not ready."""
    cdef PosedGroups groups
    if isinstance(item, Group):
        groups = (<Group>item)._groups
        if groups is None:
            return False
        groups.settle()
        groups.read_row(0, rows)
        return True
    if isinstance(item, Shape) and is_ready(<Shape>item):
        set_lone(rows, &(<Shape>item).posed.convex)
        return True
    return False


cdef bint has_seam(const Rows* a, const Rows* b) noexcept nogil:
    """Whether a point or a segment of one may lie in a seam of the other, a union of parts."""
    return a.thin and is_union(b) or b.thin and is_union(a)


cdef inline bint is_union(const Rows* rows) noexcept nogil:
    return rows.boundary is NULL and rows.stop - rows.start > 1


# --- single ones ---------------------------------------------------------------------

def has_thin(item: object) -> bool:
    """Whether a part of a group, or a shape, may lie in a seam; False for other objects."""
    cdef Rows rows
    return bool(read_rows(item, &rows) and rows.thin)


cdef inline bint read_plain(object value, double* number) noexcept:
    """Take a float, or an integer that is one; False for anything else."""
    if isinstance(value, float):    # of NumPy, too
        number[0] = <double>value
        return True
    if type(value) is int and -MOST_INTEGER <= value <= MOST_INTEGER:
        number[0] = <double>value
        return True
    return False


cdef bint read_plain_pair(object value, double* numbers) noexcept:
    """Take a tuple of two numbers within the range of coordinates; False for anything else."""
    return (type(value) is tuple and len(<tuple>value) == 2
            and read_plain((<tuple>value)[0], numbers)
            and read_plain((<tuple>value)[1], numbers + 1)
            and fabs(numbers[0]) <= COORDINATE_LIMIT and fabs(numbers[1]) <= COORDINATE_LIMIT)


def time_between(a: object, b: object, velocity_a: object, velocity_b: object,
                 max_time: object) -> float | None:
    """When two groups or shapes first touch; None for other objects, or motions but of plain
    numbers."""
    cdef Rows one, other
    cdef Watch watch
    cdef Motion motion
    cdef double[2] of_a
    cdef double[2] of_b
    cdef double end, time
    cdef int result
    if not (read_plain_pair(velocity_a, of_a) and read_plain_pair(velocity_b, of_b)
            and read_plain(max_time, &end) and end >= 0.0
            and read_rows(a, &one) and read_rows(b, &other)):
        return None
    set_motion(&motion, of_a, of_b, end)
    start_watch(&watch)
    with nogil:
        result = find_time(&one, &other, &motion, &time, &watch)
    raise_failure(result)
    return time


# --- many pairs -------------------------------------------------------------------------

@cython.final
@cython.auto_pickle(False)
cdef class GroupSide:
    """A side of pairs: groups and shapes of a list, rows of groups, the rows of a block, or all
    shapes of a tree, or of a block as a `whole`, as one row."""

    def __cinit__(self,
                  items not None: ShapeBlock | ShapeTree | PosedGroups | Iterable[Shape | Group],
                  bint whole=False):
        cdef ShapeBlock block
        cdef ShapeTree tree
        cdef PosedGroups groups
        cdef Py_ssize_t k
        if isinstance(items, ShapeBlock):
            self.kept = block = <ShapeBlock>items
            self.reserve(1 if whole else block.count)
            if whole:
                set_rows(self.rows, &block.shapes, NULL, 0, block.count, False)
                return
            for k in range(self.count):
                set_rows(self.rows + k, &block.shapes, NULL, k, k + 1,
                         point_count(&block.shapes, k) <= 2 and radius_at(&block.shapes, k) == 0.0)
            return
        if isinstance(items, ShapeTree):
            self.kept = tree = <ShapeTree>items
            self.reserve(1)
            set_rows(self.rows, &tree.block.shapes, &tree.tree, 0, tree.block.count, False)
            return
        if isinstance(items, PosedGroups):
            self.kept = groups = <PosedGroups>items
            self.reserve(groups.count)
            for k in range(self.count):
                groups.read_row(k, self.rows + k)
            return
        self.kept = tuple(items)
        self.reserve(len(<tuple>self.kept))
        for k in range(self.count):
            if not read_rows((<tuple>self.kept)[k], self.rows + k):
                raise TypeError(f"item {k} is no shape and no group, or was never initialised")

    cdef int reserve(self, Py_ssize_t count) except -1:
        self.rows = <Rows*>new_array(count, sizeof(Rows))
        if self.rows is NULL:
            raise MemoryError
        self.count = count
        return 0

    def __dealloc__(self):
        PyMem_RawFree(self.rows)

    cdef void box_of(self, Py_ssize_t k, double reach, double* box) noexcept nogil:
        """A box that surely holds all that is so near to a row. That of few posed vertices is
        smaller than a box that was posed."""
        cdef const Rows* row = self.rows + k
        cdef double wide = reach + row.margin
        if row.pose is not NULL and row.boundary is not NULL and row.boundary.count <= FEW_VERTICES:
            box_of_boundary(row.boundary, row.place, box)
        else:
            box_of_rows(row, box)
        box[LOW_X] -= wide
        box[LOW_Y] -= wide
        box[HIGH_X] += wide
        box[HIGH_Y] += wide

    def read_boxes(self, double[:, ::1] out not None, double reach) -> None:
        """Fill (count, 4) with such boxes."""
        cdef Py_ssize_t k, work = 0
        if out.shape[0] != self.count or out.shape[1] != 4:
            raise ValueError(f"boxes must have the shape ({self.count}, 4)")
        for k in range(self.count):
            self.box_of(k, reach, &out[k, 0])
            check_interrupts(&work, 2 + self.rows[k].stop - self.rows[k].start)


cdef int require_indices(const Py_ssize_t[::1] rows, Py_ssize_t count) except -1:
    cdef Py_ssize_t k
    for k in range(rows.shape[0]):
        if not 0 <= rows[k] < count:
            raise IndexError(f"index {rows[k]} is out of range for {count} groups")
    return 0


@cython.final
@cython.auto_pickle(False)
cdef class GroupRows:
    """Pairs of groups, row i[k] of a side and row j[k] of another; nobody else writes to these.
    Each query fills rows [start, stop) of arrays with one a pair, and returns `stop`."""

    def __cinit__(self, GroupSide a not None, GroupSide b not None,
                  const Py_ssize_t[::1] i not None, const Py_ssize_t[::1] j not None):
        self.a = a
        self.b = b
        self.i = i
        self.j = j
        self.count = i.shape[0]
        if j.shape[0] != self.count:
            raise ValueError(f"indices must be as many: {self.count} and {j.shape[0]}")
        require_indices(i, a.count)
        require_indices(j, b.count)

    cdef int require(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t rows) except -1:
        if not 0 <= start <= stop <= self.count or rows != self.count:
            raise IndexError(f"no range of {self.count} pairs: {start} to {stop}")
        return 0

    def has_thin(self, Py_ssize_t pair) -> bool:
        """Whether a part of a pair may lie in a seam."""
        self.require(pair, pair + 1, self.count)
        return bool(self.a.rows[self.i[pair]].thin or self.b.rows[self.j[pair]].thin)

    def has_seam(self, Py_ssize_t pair) -> bool:
        """The same of a union of parts: `intersects` knows that of outlines."""
        self.require(pair, pair + 1, self.count)
        return bool(has_seam(self.a.rows + self.i[pair], self.b.rows + self.j[pair]))

    def pair_covers(self, Py_ssize_t pair, bint swapped) -> int:
        """The same of one pair; if swapped, whether the second covers the first."""
        cdef Watch watch
        cdef const Rows* a
        cdef const Rows* b
        cdef int result
        self.require(pair, pair + 1, self.count)
        a = self.a.rows + self.i[pair]
        b = self.b.rows + self.j[pair]
        start_watch(&watch)
        with nogil:
            result = rows_cover(b, a, &watch) if swapped else rows_cover(a, b, &watch)
        raise_failure(result)
        return result

    def covers(self, Py_ssize_t start, Py_ssize_t stop, truth[::1] covered not None) -> int:
        """Whether the first of each pair covers the second; NO_OUTLINE where boxes do not exclude
        it and the first is a union of parts."""
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        self.require(start, stop, covered.shape[0])
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                result = rows_cover(self.a.rows + self.i[k], self.b.rows + self.j[k], &watch)
                if result >= 0 and was_interrupted(&watch, 4):
                    result = INTERRUPTED
                if result < 0:
                    break
                covered[k] = result
        raise_failure(result)
        return stop

    def intersects(self, Py_ssize_t start, Py_ssize_t stop, truth[::1] hit not None,
                   bint strict) -> int:
        """Whether parts meet: if strict, not where they touch; seams are another question."""
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        self.require(start, stop, hit.shape[0])
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                result = rows_meet(self.a.rows + self.i[k], self.b.rows + self.j[k], strict, &watch)
                if result >= 0 and was_interrupted(&watch, 4):
                    result = INTERRUPTED
                if result < 0:
                    break
                hit[k] = result > 0
        raise_failure(result)
        return stop

    def meets_any(self, Py_ssize_t start, Py_ssize_t stop, const Py_ssize_t[::1] begins not None,
                  truth[::1] hit not None) -> int:
        """Whether parts meet in any of the pairs from `begins[k]` to `begins[k + 1]`, for each k
        from `start` to `stop`: it leaves off at the first."""
        cdef Watch watch
        cdef Py_ssize_t k, pair
        cdef int result = 0
        if begins.shape[0] != hit.shape[0] + 1 or not 0 <= start <= stop <= hit.shape[0]:
            raise IndexError(f"no range of {hit.shape[0]} answers: {start} to {stop}")
        for k in range(start, stop):
            self.require(begins[k], begins[k + 1], self.count)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                hit[k] = False
                for pair in range(begins[k], begins[k + 1]):
                    result = rows_meet(self.a.rows + self.i[pair], self.b.rows + self.j[pair],
                                       False, &watch)
                    if result >= 0 and was_interrupted(&watch, 4):
                        result = INTERRUPTED
                    if result:
                        hit[k] = result > 0
                        break
                if result < 0:
                    break
        raise_failure(result)
        return stop

    def distance(self, Py_ssize_t start, Py_ssize_t stop, double[::1] distance not None) -> int:
        """How far they are apart."""
        cdef Watch watch
        cdef Nearness nearest
        cdef Py_ssize_t k
        cdef int result = 0
        self.require(start, stop, distance.shape[0])
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                result = find_distance(self.a.rows + self.i[k], self.b.rows + self.j[k], &nearest,
                                       &watch)
                if result < 0:
                    break
                distance[k] = nearest.distance
        raise_failure(result)
        return stop

    def nearest_parts(self, Py_ssize_t pair) -> tuple[int, int]:
        """The nearest parts of a pair: of those that are as near the lowest of a, then of b."""
        cdef Watch watch
        cdef Nearness nearest
        cdef int result
        self.require(pair, pair + 1, self.count)
        start_watch(&watch)
        with nogil:
            result = find_nearest_parts(self.a.rows + self.i[pair], self.b.rows + self.j[pair],
                                        &nearest, &watch)
        raise_failure(result)
        return (nearest.i - self.a.rows[self.i[pair]].start,
                nearest.j - self.b.rows[self.j[pair]].start)

    def nearest_points(self, Py_ssize_t start, Py_ssize_t stop, double[:, ::1] of_a not None,
                       double[:, ::1] of_b not None) -> int:
        """Where they are nearest: on the nearest parts."""
        cdef Watch watch
        cdef Witnesses points
        cdef Py_ssize_t k
        cdef int result = 0
        self.require(start, stop, of_a.shape[0])
        self.require(start, stop, of_b.shape[0])
        if of_a.shape[1] != 2 or of_b.shape[1] != 2:
            raise ValueError("points must have two columns")
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                result = find_nearest_points(self.a.rows + self.i[k], self.b.rows + self.j[k],
                                             &points, &watch)
                if result < 0:
                    break
                of_a[k, 0] = points.a_x
                of_a[k, 1] = points.a_y
                of_b[k, 0] = points.b_x
                of_b[k, 1] = points.b_y
        raise_failure(result)
        return stop

    def time_of_impact(self, Py_ssize_t start, Py_ssize_t stop,
                       const double[:, ::1] velocity_a not None,
                       const double[:, ::1] velocity_b not None,
                       const double[::1] max_time not None, double[::1] time not None) -> int:
        """When they first touch; velocities and times of one row are for all."""
        cdef Watch watch
        cdef Motion motion
        cdef const double* of_a
        cdef const double* of_b
        cdef Py_ssize_t k
        cdef int result = 0
        self.require(start, stop, time.shape[0])
        for rows in (velocity_a.shape[0], velocity_b.shape[0], max_time.shape[0]):
            if rows not in (1, self.count):
                raise ValueError(f"motions must be one, or {self.count}")
        if velocity_a.shape[1] != 2 or velocity_b.shape[1] != 2:
            raise ValueError("velocities must have two columns")
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                of_a = &velocity_a[k if velocity_a.shape[0] > 1 else 0, 0]
                of_b = &velocity_b[k if velocity_b.shape[0] > 1 else 0, 0]
                set_motion(&motion, of_a, of_b, max_time[k if max_time.shape[0] > 1 else 0])
                result = find_time(self.a.rows + self.i[k], self.b.rows + self.j[k], &motion,
                                   &time[k], &watch)
                if result < 0:
                    break
        raise_failure(result)
        return stop


@cython.final
@cython.auto_pickle(False)
cdef class GroupSpots:
    """Pairs of a group and a point: row i[k] of a side and row j[k] of points."""

    cdef GroupSide groups
    cdef const double[:, ::1] points
    cdef const Py_ssize_t[::1] i
    cdef const Py_ssize_t[::1] j
    cdef readonly Py_ssize_t count

    def __cinit__(self, GroupSide groups not None, const double[:, ::1] points not None,
                  const Py_ssize_t[::1] i not None, const Py_ssize_t[::1] j not None):
        self.groups = groups
        self.points = points
        self.i = i
        self.j = j
        self.count = i.shape[0]
        if j.shape[0] != self.count or points.shape[1] != 2:
            raise ValueError("indices must be as many, and points have two columns")
        require_indices(i, groups.count)
        require_indices(j, points.shape[0])

    def contains(self, Py_ssize_t start, Py_ssize_t stop, truth[::1] hit not None) -> int:
        """Whether any part holds the point."""
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        if not 0 <= start <= stop <= self.count or hit.shape[0] != self.count:
            raise IndexError(f"no range of {self.count} pairs: {start} to {stop}")
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                result = rows_hold(self.groups.rows + self.i[k], self.points[self.j[k], 0],
                                   self.points[self.j[k], 1], &watch)
                if result >= 0 and was_interrupted(&watch, 4):
                    result = INTERRUPTED
                if result < 0:
                    break
                hit[k] = result > 0
        raise_failure(result)
        return stop
