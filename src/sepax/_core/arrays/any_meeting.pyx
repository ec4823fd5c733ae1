"""Which shapes, or which owners of several shapes, meet any shape of a scene.

The rows of an owner are searched in turn until one meets something. Many searches go on at once and
yield their next candidates, which lanes test together.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.string cimport memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.candidates cimport (
    Candidates, Neighbours, next_candidate, next_neighbour, seek_neighbours, seek_rows)
from sepax._core.arrays.pair_list cimport INTERRUPTED, raise_failure
from sepax._core.arrays.scene cimport Places, Scene, scene_for, scene_of
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory, read_bounds, set_side
from sepax._core.arrays.visibility cimport Visibility, Visible, take_visible
from sepax._core.interrupts cimport Watch, check_interrupts, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_intersect
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
