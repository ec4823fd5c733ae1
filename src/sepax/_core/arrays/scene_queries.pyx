"""Queries of a scene: the shapes nearest to each of many, the shapes that hold each of many points."""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.stdint cimport uint64_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.candidates cimport Candidates, next_candidate, seek_near, seek_rows
from sepax._core.arrays.index cimport (
    BoxCursor, ShapeTree, Tree, box_of_tree, next_overlap, require_rows, seek_box)
from sepax._core.arrays.pair_list cimport (
    INDEX_BITS, INDEX_MASK, INTERRUPTED, NO_MEMORY, Found, make_room, pair_word, raise_failure,
    sort_words, take_pairs)
from sepax._core.arrays.ranking cimport (
    Ranking, begin_ranking, cannot_improve, reach_of, require_columns, sort_entries, take)
from sepax._core.arrays.scene cimport Scene, scene_for
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory, read_bounds
from sepax._core.arrays.visibility cimport Visibility, Visible, take_visible
from sepax._core.interrupts cimport PIECE, Watch, pieces, start_watch, was_interrupted
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, set_point
from sepax._core.kernels.queries cimport convex_distance, convex_intersect, convex_signed_distance
from sepax._core.memory cimport new_array


# --- the nearest shapes -----------------------------------------------------------------
#
# The tree is searched depth first, the nearest box first, no farther than the last of the k nearest so
# far. For few queries there is no tree, and bounding circles replace the boxes.

@cython.final
@cython.auto_pickle(False)
cdef class NearestRows:
    """For each shape of a block the nearest shapes of a scene, up to a distance."""

    cdef ShapeBlock block
    cdef Scene scene
    cdef Visibility visibility
    cdef Visible visible
    cdef double max_distance
    cdef bint signed
    cdef readonly Py_ssize_t count

    def __cinit__(self, ShapeBlock block not None, scene not None: ShapeBlock | ShapeTree,
                  double max_distance, Visibility visibility=None, bint signed=False):
        self.block = block
        self.signed = signed
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
                              self.max_distance, self.signed)
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
        seek_near(&near, plan.scene.tree, &plan.visible, k, bounds, reach_of(ranking))
    else:
        seek_rows(&near, NULL, plan.scene.block.count, plan.scene.block.shapes.records,
                  &plan.visible, k, NULL, shape)
    while True:
        row = next_candidate(&near, reach_of(ranking))
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        if cannot_improve(ranking, row):
            continue
        other = convex_at(&plan.scene.block.shapes, row, memory + 1)
        take(ranking, row, convex_signed_distance(shape, other) if ranking.signed
             else convex_distance(shape, other))
        if was_interrupted(watch, shape.n + other.n):
            return INTERRUPTED


# --- the shapes that hold points --------------------------------------------------------
#
# Neighbouring points read the same nodes and shapes, so many points are taken by cells: these then stay
# in the processor's cache.

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
