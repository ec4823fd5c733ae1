"""Which shapes, or rows of a scene, hold each of many points.

A tree finds the boxes around a point. Neighbouring points read the same nodes and shapes, so many
points are taken by cells: these then stay in the processor's cache. An outline needs only its rings,
not its parts.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.stdint cimport uint64_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.exact_rows cimport rows_hold
from sepax._core.arrays.index cimport (
    BoxCursor, ShapeTree, Tree, box_of_tree, next_overlap, require_rows, seek_box)
from sepax._core.arrays.pair_list cimport (
    INDEX_BITS, INDEX_MASK, INTERRUPTED, NO_MEMORY, Found, make_room, pair_word, raise_failure,
    sort_words, take_pairs)
from sepax._core.arrays.row_scene cimport RowScene
from sepax._core.arrays.rows cimport Rows
from sepax._core.arrays.sides cimport RowSide, row_of
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory
from sepax._core.interrupts cimport PIECE, Watch, pieces, start_watch, was_interrupted
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, set_point
from sepax._core.kernels.queries cimport convex_intersect
from sepax._core.memory cimport new_array

cdef extern from "prefetch.h" nogil:
    void prefetch(const void* line)

cdef enum:
    AHEAD = 8               # points that are fetched before their turn
    BEYOND = 1              # a result beside the Failures: a point is beyond the limits
    CELL_BITS = 8           # of a coordinate
    FEW = 4096              # points for which sorting takes longer than it saves
    IN_CACHE = 1 << 14      # rows of a tree that the cache holds anyway, if they are single shapes


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


cdef class Holders:
    """A scene in a tree, single shapes or rows, that is asked which of them hold points."""

    cdef object scene           # owns the tree
    cdef ShapeBlock block       # of single shapes; None for rows, and then:
    cdef RowSide rows
    cdef const Tree* tree
    cdef bint points_first      # in pairs
    cdef Restored memory

    def __cinit__(self, scene not None: ShapeTree | RowScene):
        self.scene = scene
        if isinstance(scene, ShapeTree):
            self.block = (<ShapeTree>scene).block
            self.tree = &(<ShapeTree>scene).tree
            prepare_memory(&self.block.shapes, &self.memory)
        else:
            self.rows = (<RowScene?>scene).rows
            self.tree = (<RowScene>scene).tree

    cdef int hold(self, Py_ssize_t row, const Convex* point, Watch* watch) noexcept nogil:
        """Whether a row holds a point; or a Failure."""
        cdef const Convex* shape
        cdef Rows room
        cdef bint held
        if self.block is None:
            return rows_hold(row_of(self.rows, row, &room), point.x[0], point.y[0], watch)
        shape = convex_at(&self.block.shapes, row, &self.memory)
        held = convex_intersect(shape, point, False)
        return INTERRUPTED if was_interrupted(watch, shape.n) else held

    cdef int note_point(self, const double* place, Py_ssize_t k, Py_ssize_t* first, Found* found,
                        Watch* watch) noexcept nogil:
        """Note the rows that hold point k, or the lowest of them in `first`; 0 or a Failure."""
        cdef BoxCursor cursor
        cdef Convex point
        cdef double bounds[4]
        cdef Py_ssize_t row
        cdef int held
        bounds[LOW_X] = bounds[HIGH_X] = place[0]
        bounds[LOW_Y] = bounds[HIGH_Y] = place[1]
        set_point(&point, &bounds[LOW_X], &bounds[LOW_Y])
        seek_box(&cursor, self.tree, bounds)
        while True:
            row = next_overlap(&cursor)
            if row < 0:
                return INTERRUPTED if was_interrupted(watch, 4) else 0
            if first is not NULL and 0 <= first[0] < row:
                continue
            held = self.hold(row, &point, watch)
            if held < 0:
                return held
            if held and first is not NULL:
                first[0] = row
            elif held:
                if make_room(found, 1) < 0:
                    return NO_MEMORY
                found.words[found.n] = pair_word(k, row) if self.points_first else pair_word(row, k)
                found.n += 1

    cdef int note_points(self, const double* points, Py_ssize_t start, Py_ssize_t n,
                         uint64_t* words, Py_ssize_t* first, Found* found,
                         Watch* watch) noexcept nogil:
        """Note what holds n points from `start` on, in the order of their cells if there are words for
        2 n; 0, BEYOND or a Failure."""
        cdef const uint64_t* order = NULL
        cdef Py_ssize_t i, k
        cdef int result
        points += 2 * start
        for i in range(2 * n):
            if not fabs(points[i]) <= COORDINATE_LIMIT:
                return BEYOND
        if words is not NULL:
            write_cells(self.tree, points, n, words)
            order = sort_words(words, words + n, n, INDEX_BITS, 2 * CELL_BITS, watch)
            if order is NULL:
                return INTERRUPTED
        for i in range(n):
            k = i if order is NULL else order[i] & INDEX_MASK
            if order is not NULL:
                prefetch(points + 2 * (order[min(i + AHEAD, n - 1)] & INDEX_MASK))
            result = self.note_point(points + 2 * k, start + k,
                                     NULL if first is NULL else first + start + k, found, watch)
            if result < 0:
                return result
        return 0

    cdef int note_all(self, const double[:, ::1] points, Py_ssize_t* first, Found* found,
                      Watch* watch) except? -1:
        """Note what holds all points; 0, BEYOND or a Failure."""
        cdef Py_ssize_t count = points.shape[0], piece, start
        cdef uint64_t* words = NULL
        cdef int result = 0
        if points.shape[1] != 2:
            raise ValueError(f"points must have two columns, got {points.shape[1]}")
        start_watch(watch)
        with nogil:
            if count > FEW and (self.tree.count > IN_CACHE or self.block is None):
                words = <uint64_t*>new_array(min(count, PIECE), 2 * sizeof(uint64_t))
                result = 0 if words is not NULL else NO_MEMORY
            for piece in range(pieces(count)):
                if result != 0:
                    break
                start = PIECE * piece
                result = self.note_points(&points[0, 0], start, min(count - start, PIECE), words,
                                          first, found, watch)
            PyMem_RawFree(words)
        return result

    def pairs(self, const double[:, ::1] points not None,
              bint points_first=False) -> memoryview | None:
        """The pairs of a row and a point in it, or the other way round: (k, 2) intp in order. None if
        a point is beyond the limits."""
        cdef Found found = Found(NULL, 0, 0, NULL)
        cdef Py_ssize_t rows = self.tree.count, count = points.shape[0]
        cdef Watch watch
        cdef int result
        require_rows(count)
        self.points_first = points_first
        result = self.note_all(points, NULL, &found, &watch)
        pairs = take_pairs(&found, result, count if points_first else rows,
                           rows if points_first else count, &watch)
        return None if result == BEYOND else pairs

    def first(self, const double[:, ::1] points not None, Py_ssize_t[::1] out not None) -> bool:
        """Fill (n,) with the lowest row that holds each point, -1 for none; False if a point is beyond
        the limits."""
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result
        if out.shape[0] != points.shape[0]:
            raise ValueError(f"there must be room for {points.shape[0]} rows")
        for k in range(out.shape[0]):
            out[k] = -1
        result = self.note_all(points, &out[0] if out.shape[0] else NULL, NULL, &watch)
        raise_failure(min(result, 0))
        return result != BEYOND
