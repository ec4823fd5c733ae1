"""The shapes of a scene that are nearest to each of many.

The tree is searched depth first, the nearest box first, no farther than the last of the k nearest
so far. The kernel for two shapes computes the distances. For few queries there is no tree, and
bounding circles replace the boxes. With owners the nearest owners are found, by their nearest rows.
"""

cimport cython
from libc.math cimport INFINITY

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.candidates cimport Candidates, next_candidate, seek_near, seek_rows
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.posed cimport PosedGroups
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, bounds_of_row, prepare_rows, release_rows, row_at, set_rows)
from sepax._core.arrays.scene cimport Places, Scene, scene_for
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory
from sepax._core.arrays.worlds cimport Sight, SightLines, take_sight
from sepax._core.interrupts cimport Watch, was_interrupted, start_watch
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_distance
from sepax._core.memory cimport count_sum

cdef struct Ranking:
    # The nearest rows so far: a heap (Williams, Algorithm 232, 1964) with the farthest on top.
    Py_ssize_t size
    Py_ssize_t count
    double farthest         # rows farther than this are ignored
    Py_ssize_t* row         # or owner
    double* distance
    Py_ssize_t* place       # of each owner in the heap, -1 for none; NULL where rows are their own


cdef inline bint is_before(const Ranking* ranking, Py_ssize_t k, double distance,
                           Py_ssize_t row) noexcept nogil:
    """Whether entry k is nearer than a row, or as near and of a lower number."""
    return (ranking.distance[k] < distance
            or ranking.distance[k] == distance and ranking.row[k] < row)


cdef inline void put(Ranking* ranking, Py_ssize_t k, double distance, Py_ssize_t row) noexcept nogil:
    ranking.distance[k] = distance
    ranking.row[k] = row
    if ranking.place is not NULL:
        ranking.place[row] = k


cdef inline void sift_up(Ranking* ranking, Py_ssize_t k, double distance,
                         Py_ssize_t row) noexcept nogil:
    """Put a row at the free entry k, or above it."""
    cdef Py_ssize_t parent
    while k > 0:
        parent = (k - 1) // 2
        if not is_before(ranking, parent, distance, row):
            break
        put(ranking, k, ranking.distance[parent], ranking.row[parent])
        k = parent
    put(ranking, k, distance, row)


cdef inline void sift_down(Ranking* ranking, Py_ssize_t k, Py_ssize_t count, double distance,
                           Py_ssize_t row) noexcept nogil:
    """Put a row at the free entry k of so many, or below it."""
    cdef Py_ssize_t child = 2 * k + 1
    while child < count:
        if child + 1 < count and is_before(ranking, child, ranking.distance[child + 1],
                                           ranking.row[child + 1]):
            child += 1
        if is_before(ranking, child, distance, row):
            break
        put(ranking, k, ranking.distance[child], ranking.row[child])
        k = child
        child = 2 * k + 1
    put(ranking, k, distance, row)


cdef inline void take(Ranking* ranking, Py_ssize_t row, double distance) noexcept nogil:
    """Keep a row if it is one of the nearest: by distance, then by its number."""
    cdef Py_ssize_t k = -1
    if distance > ranking.farthest:
        return
    if ranking.place is not NULL:
        k = ranking.place[row]
    if k >= 0:
        if distance < ranking.distance[k]:
            sift_down(ranking, k, ranking.count, distance, row)
    elif ranking.count < ranking.size:
        sift_up(ranking, ranking.count, distance, row)
        ranking.count += 1
    elif is_before(ranking, 0, distance, row):
        return
    else:
        if ranking.place is not NULL:
            ranking.place[ranking.row[0]] = -1
        sift_down(ranking, 0, ranking.size, distance, row)
    if ranking.count == ranking.size:
        ranking.farthest = ranking.distance[0]


cdef inline int sort_entries(Ranking* ranking, Watch* watch) noexcept nogil:
    """Bring the last to the end, and so on; 0, or INTERRUPTED."""
    cdef Py_ssize_t end, row
    cdef double distance
    for end in range(ranking.count - 1, 0, -1):
        distance = ranking.distance[end]
        row = ranking.row[end]
        ranking.distance[end] = ranking.distance[0]
        ranking.row[end] = ranking.row[0]
        sift_down(ranking, 0, end, distance, row)
        if was_interrupted(watch, 8):
            return INTERRUPTED
    return 0


@cython.final
@cython.auto_pickle(False)
cdef class NearestRows:
    """For each row of a block, or of posed groups, the nearest rows of a scene, up to a distance.

    With `starts`, from 0 to the number of rows of a block, the rows between two of them are one
    query. With `owner`, that of each row of the scene, owners are found.
    """

    cdef ShapeBlock block       # or None, and then:
    cdef PosedGroups groups
    cdef Scene scene
    cdef SightLines lines
    cdef Sight sight
    cdef double max_distance
    cdef bint together
    cdef const Py_ssize_t[::1] starts
    cdef const Py_ssize_t[::1] owner
    cdef Py_ssize_t owners
    cdef readonly Py_ssize_t count

    def __cinit__(self, asking not None, scene not None, double max_distance,
                  const Py_ssize_t[::1] starts=None, const Py_ssize_t[::1] owner=None,
                  SightLines lines=None):
        cdef Py_ssize_t k, rows
        if isinstance(asking, PosedGroups):
            self.groups = <PosedGroups>asking
            self.count = rows = self.groups.count
        else:
            self.block = <ShapeBlock?>asking
            rows = self.block.count
            self.count = rows if starts is None else starts.shape[0] - 1
        if self.groups is not None and not (starts is None and lines is None):
            raise ValueError("posed groups are asked one by one, about a whole scene")
        self.together = starts is not None
        self.starts = starts
        self.owner = owner
        self.max_distance = max_distance
        self.scene = scene_for(scene, rows, lines)
        self.lines = lines
        take_sight(lines, rows, self.scene.block.count, &self.sight)
        if starts is not None:
            self.require_starts()
        if owner is None:
            return
        if owner.shape[0] != self.scene.block.count:
            raise ValueError(f"owner must have {self.scene.block.count} rows")
        for k in range(owner.shape[0]):
            if owner[k] < 0:
                raise ValueError(f"owner[{k}] must not be negative")
            self.owners = max(self.owners, count_sum(owner[k], 1))

    cdef int require_starts(self) except -1:
        cdef Py_ssize_t k
        if (self.count < 0 or self.starts[0] != 0
                or self.starts[self.count] != self.block.count):
            raise ValueError(f"starts must lead from 0 to {self.block.count}")
        for k in range(self.count):
            if self.starts[k + 1] < self.starts[k]:
                raise ValueError(f"starts must not fall, after {k}")
        return 0

    def find(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t[:, ::1] row not None,
             double[:, ::1] distance not None):
        """Fill rows [start, stop) with as many rows or owners as there are columns, and their
        distances; -1 and infinity if there are fewer. Returns `stop`."""
        cdef RowMemory memory
        cdef Restored other
        cdef Ranking ranking
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        cdef Places places = None if self.owner is None else Places(self.owners)
        ranking.size = row.shape[1]
        ranking.place = NULL if places is None else places.of_each
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"no range of {self.count} shapes: {start} to {stop}")
        if (row.shape[0] != self.count or distance.shape[0] != self.count or ranking.size < 1
                or distance.shape[1] != ranking.size):
            raise ValueError(f"arrays must have {self.count} rows, and one column at least")
        prepare_memory(&self.scene.block.shapes, &other)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                ranking.row = &row[k, 0]
                ranking.distance = &distance[k, 0]
                result = rank_all(self, k, &memory, &other, &ranking, &watch)
                if result < 0:
                    break
        raise_failure(result)
        return stop


cdef inline void read_asking(NearestRows plan, Py_ssize_t k, Rows* rows) noexcept nogil:
    """The shapes, or parts, of one query."""
    if plan.groups is not None:
        plan.groups.read_row(k, rows)
    elif plan.together:
        set_rows(rows, &plan.block.shapes, NULL, plan.starts[k], plan.starts[k + 1], False)
    else:
        set_rows(rows, &plan.block.shapes, NULL, k, k + 1, False)


cdef int rank_all(NearestRows plan, Py_ssize_t k, RowMemory* memory, Restored* other,
                  Ranking* ranking, Watch* watch) noexcept nogil:
    """The nearest to all rows of one query; 0, or a Failure."""
    cdef Rows rows
    cdef Py_ssize_t row, i
    cdef int result = 0
    read_asking(plan, k, &rows)
    ranking.count = 0
    ranking.farthest = plan.max_distance
    for i in range(ranking.size):
        ranking.row[i] = -1
        ranking.distance[i] = INFINITY
    if not prepare_rows(&rows, memory):
        return NO_MEMORY
    for row in range(rows.start, rows.stop):
        result = rank_rows(plan, &rows, row, memory, other, ranking, watch)
        if result < 0:
            break
    release_rows(memory)
    if result < 0:
        return result
    if sort_entries(ranking, watch) < 0:
        return INTERRUPTED
    if ranking.place is not NULL:
        for i in range(ranking.count):
            ranking.place[ranking.row[i]] = -1
    return 0


cdef inline bint cannot_improve(const Ranking* ranking, Py_ssize_t row) noexcept nogil:
    """Rows at distance 0 are the nearest, lower numbers first. Further rows of an owner at distance
    0 need no test."""
    if ranking.place is not NULL and ranking.place[row] >= 0:
        return ranking.distance[ranking.place[row]] == 0.0
    return (ranking.farthest == 0.0 and ranking.count == ranking.size
            and is_before(ranking, 0, 0.0, row))


cdef int rank_rows(NearestRows plan, const Rows* rows, Py_ssize_t k, RowMemory* memory,
                   Restored* other_memory, Ranking* ranking, Watch* watch) noexcept nogil:
    """Add the nearest rows to row k; 0, or INTERRUPTED."""
    cdef const Convex* shape = row_at(rows, k, memory)
    cdef const Convex* other
    cdef Candidates near
    cdef double bounds[4]
    cdef Py_ssize_t row, found
    if plan.scene.tree is not NULL:
        bounds_of_row(rows, k, bounds)
        seek_near(&near, plan.scene.tree, &plan.sight, k, bounds, ranking.farthest)
    else:
        seek_rows(&near, NULL, plan.scene.block.count, plan.scene.block.shapes.records,
                  &plan.sight, k, NULL, shape)
    while True:
        row = next_candidate(&near, ranking.farthest)
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        found = row if ranking.place is NULL else plan.owner[row]
        if cannot_improve(ranking, found):
            continue
        other = convex_at(&plan.scene.block.shapes, row, other_memory)
        take(ranking, found, convex_distance(shape, other))
        if was_interrupted(watch, shape.n + other.n):
            return INTERRUPTED
