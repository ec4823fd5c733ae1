"""Greedy non-maximum suppression: which of many shapes are kept.

A tree holds the undecided rows. A row that meets no better one there is kept: it leaves the tree,
with all worse rows that overlap it too much. So only kept rows look for neighbours, and find only
undecided ones. Each group has slots of its own: rows of different groups do not interact.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.bounds cimport LOW_X
from sepax._core.arrays.index cimport (
    FANOUT, NODE, BoxCursor, Tree, box_in_tree, box_of_node, build_tree, clear_slot, free_tree,
    lowest_bit, new_tree, next_entry, overlap_mask, require_rows, seek_box_within)
from sepax._core.arrays.pair_list cimport (
    INDEX_BITS, INDEX_MASK, INTERRUPTED, NO_MEMORY, order_fully, raise_failure)
from sepax._core.arrays.storage cimport (
    BOXES, Restored, Storage, convex_at, prepare_memory, set_side)
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.edges cimport smaller
from sepax._core.kernels.overlap cimport convex_iou, convex_overlap_area
from sepax._core.memory cimport new_array, new_zeros
from sepax._core.simd.levels cimport PAIR_APART, PAIR_UNCERTAIN, PairBatch, pair_loops

ctypedef unsigned char truth

cdef enum:
    FEW = 16        # neighbours, or nodes of these: rows with more wait for all that are better
    FILTER_BLOCK = 256  # pairs that lanes test at a time; at least FANOUT times a FEW
    WORTH_LANES = 3 # pairs: fewer take less time one by one
    POLL_INTERVAL = 1024  # rows between two looks at the watch

cdef struct Field:
    Tree tree               # of the rows that are not decided
    Py_ssize_t count
    uint64_t* by_score      # the best first: the slot and, in the lower INDEX_BITS, the row
    uint32_t* rank          # of the row in each slot; 0 is the best
    uint32_t* first         # the first slot of the group that each slot belongs to, and the last;
    uint32_t* last          # both NULL where all rows are one group
    truth* kept             # by rank

cdef struct LikenessTest:
    # The measure by which shapes are too similar.
    const Storage* shapes
    const double* areas     # of the rows, to compare what two share with the smaller; NULL for IoU
    double threshold
    Py_ssize_t* owner       # of each row: the kept row that suppresses it; NULL if nobody asks
    Restored kept, near

cdef struct Batch:
    # Pairs of rows to be compared: one that is kept, and one that is worse and near.
    Py_ssize_t count
    Py_ssize_t kept[FILTER_BLOCK]
    Py_ssize_t near[FILTER_BLOCK]
    uint32_t slot[FILTER_BLOCK]  # of the latter
    truth alike[FILTER_BLOCK]


# --- which neighbours are too much alike ------------------------------------------

cdef inline bint are_alike(const LikenessTest* likeness, Py_ssize_t kept, Py_ssize_t near,
                           double share) noexcept nogil:
    """Whether the IoU of two rows is above the threshold; given areas, the shared area by the
    smaller of these."""
    cdef double area
    if likeness.areas is not NULL and share > 0.0:
        area = smaller(likeness.areas[kept], likeness.areas[near])
        share = smaller(share, area) / area
    return share > likeness.threshold


cdef Py_ssize_t list_near(const LikenessTest* likeness, const Batch* batch,
                          Py_ssize_t* left) noexcept nogil:
    """The pairs that are not known to be apart; returns their number."""
    cdef truth verdicts[FILTER_BLOCK]
    cdef PairBatch pairs
    cdef Py_ssize_t k, n = 0
    pairs.count = batch.count
    set_side(likeness.shapes, 0, batch.kept, False, &pairs.a)
    set_side(likeness.shapes, 0, batch.near, False, &pairs.b)
    if likeness.shapes.kind == BOXES:
        pair_loops.classify_boxes(&pairs, verdicts)
    else:
        pair_loops.classify_shapes(&pairs, verdicts)
    for k in range(batch.count):
        left[n] = k
        n += verdicts[k] != PAIR_APART
    return n


cdef Py_ssize_t compare_areas(const LikenessTest* likeness, Batch* batch, Py_ssize_t* left,
                              Py_ssize_t count) noexcept nogil:
    """Decide by lanes which listed pairs of boxes overlap too much; returns how many stay
    uncertain."""
    cdef Py_ssize_t[FILTER_BLOCK] rows_kept, rows_near
    cdef double shares[FILTER_BLOCK]
    cdef truth verdicts[FILTER_BLOCK]
    cdef PairBatch pairs
    cdef Py_ssize_t k, n = 0
    for k in range(count):
        rows_kept[k] = batch.kept[left[k]]
        rows_near[k] = batch.near[left[k]]
    pairs.count = count
    set_side(likeness.shapes, 0, rows_kept, False, &pairs.a)
    set_side(likeness.shapes, 0, rows_near, False, &pairs.b)
    pair_loops.find_areas(&pairs, likeness.areas is NULL, shares, verdicts)
    for k in range(count):
        batch.alike[left[k]] = are_alike(likeness, rows_kept[k], rows_near[k], shares[k])
        left[n] = left[k]
        n += verdicts[k] == PAIR_UNCERTAIN
    return n


cdef int find_similar(LikenessTest* likeness, Batch* batch, Watch* watch) noexcept nogil:
    """Decide for each pair whether it is too much alike; 0, or INTERRUPTED."""
    cdef Py_ssize_t left[FILTER_BLOCK]
    cdef const Convex* kept = NULL
    cdef const Convex* near
    cdef Py_ssize_t k, n = batch.count, row = -1
    cdef double share
    for k in range(n):
        batch.alike[k] = False
        left[k] = k
    if n >= WORTH_LANES:
        n = list_near(likeness, batch, left)
        if likeness.shapes.kind == BOXES:
            n = compare_areas(likeness, batch, left, n)
    for k in range(n):
        if batch.kept[left[k]] != row:
            row = batch.kept[left[k]]
            kept = convex_at(likeness.shapes, row, &likeness.kept)
        near = convex_at(likeness.shapes, batch.near[left[k]], &likeness.near)
        share = convex_iou(kept, near) if likeness.areas is NULL else convex_overlap_area(kept, near)
        batch.alike[left[k]] = are_alike(likeness, row, batch.near[left[k]], share)
        if was_interrupted(watch, kept.n + near.n):
            return INTERRUPTED
    return INTERRUPTED if was_interrupted(watch, batch.count + 4) else 0


# --- the rows that are not decided --------------------------------------------------

cdef inline bint is_decided(const Field* field, uint32_t slot) noexcept nogil:
    cdef double box[4]
    box_in_tree(&field.tree, 0, slot, box)
    return box[LOW_X] == INFINITY


cdef inline uint32_t first_of_group(const Field* field, uint32_t slot) noexcept nogil:
    return field.first[slot] if field.first is not NULL else 0


cdef inline uint32_t last_of_group(const Field* field, uint32_t slot) noexcept nogil:
    return field.last[slot] if field.last is not NULL else <uint32_t>(field.count - 1)


cdef inline void seek_range(const Field* field, uint32_t first, uint32_t last, const double* box,
                            int lowest, BoxCursor* cursor) noexcept nogil:
    """Begin with what meets a box, of the groups of the slots from first to last."""
    seek_box_within(cursor, &field.tree, box, first_of_group(field, first),
                    last_of_group(field, last), lowest)


cdef inline void seek_neighbours(const Field* field, uint32_t slot,
                                 BoxCursor* cursor) noexcept nogil:
    """Begin with the slots of the same group whose boxes meet that of a slot, itself among them."""
    cdef double box[4]
    box_in_tree(&field.tree, 0, slot, box)
    seek_range(field, slot, slot, box, 0, cursor)


cdef inline void add_pair(const Field* field, Py_ssize_t row, uint32_t slot,
                          Batch* batch) noexcept nogil:
    batch.kept[batch.count] = row
    batch.near[batch.count] = field.tree.row[slot]
    batch.slot[batch.count] = slot
    batch.count += 1


cdef int suppress_similar(Field* field, LikenessTest* likeness, Batch* batch,
                          Watch* watch) noexcept nogil:
    """Suppress the neighbours that are too much alike, and empty the batch; 0, or INTERRUPTED."""
    cdef Py_ssize_t k
    if find_similar(likeness, batch, watch) < 0:
        return INTERRUPTED
    for k in range(batch.count):
        if batch.alike[k]:
            clear_slot(&field.tree, batch.slot[k])
            if likeness.owner is not NULL:
                likeness.owner[batch.near[k]] = batch.kept[k]
    batch.count = 0
    return 0


cdef int keep_best(Field* field, LikenessTest* likeness, uint32_t slot, Batch* batch,
                   Watch* watch) noexcept nogil:
    """Keep the best row that is left, and suppress its neighbours; 0, or INTERRUPTED."""
    cdef BoxCursor cursor
    cdef Py_ssize_t near, row = field.tree.row[slot]
    field.kept[field.rank[slot]] = True
    seek_neighbours(field, slot, &cursor)
    clear_slot(&field.tree, slot)
    near = next_entry(&cursor, 0, True)
    while near >= 0:
        if near != slot:
            add_pair(field, row, <uint32_t>near, batch)
        if batch.count == FILTER_BLOCK and suppress_similar(field, likeness, batch, watch) < 0:
            return INTERRUPTED
        near = next_entry(&cursor, 0, True)
    return suppress_similar(field, likeness, batch, watch)


# Most rows have few neighbours, and often no better one: these are kept whatever happens to others.
# Taken in the order of the tree, they share searches and what is in the cache.

cdef Py_ssize_t list_nodes(const Field* field, uint32_t leaf, uint32_t* nodes) noexcept nogil:
    """The nodes whose boxes meet that of a node of level 0; returns how many, -1 for too many."""
    cdef BoxCursor cursor
    cdef double box[4]
    cdef Py_ssize_t count = 0, node
    cdef uint32_t first = leaf * FANOUT
    cdef uint32_t last = <uint32_t>min(<Py_ssize_t>first + FANOUT, field.count) - 1
    if field.tree.levels == 1:
        nodes[0] = 0
        return 1
    box_of_node(field.tree.nodes + NODE * leaf, box)
    seek_range(field, first, last, box, 1, &cursor)
    node = next_entry(&cursor, 1, True)
    while node >= 0:
        if count == FEW:
            return -1
        nodes[count] = <uint32_t>node
        count += 1
        node = next_entry(&cursor, 1, True)
    return count


cdef bint add_lower_scored(const Field* field, uint32_t slot, const uint32_t* nodes,
                           Py_ssize_t count, Batch* batch) noexcept nogil:
    """Add the neighbours of a slot in some nodes if they are few and all worse; else False."""
    cdef double box[4]
    cdef uint32_t first = first_of_group(field, slot), last = last_of_group(field, slot), near
    cdef Py_ssize_t k, before = batch.count, row = field.tree.row[slot]
    cdef unsigned mask
    box_in_tree(&field.tree, 0, slot, box)
    for k in range(count):
        mask = overlap_mask(field.tree.nodes + NODE * nodes[k], box)
        while mask:
            near = nodes[k] * FANOUT + <uint32_t>lowest_bit(mask)
            mask &= mask - 1
            if near == slot or not first <= near <= last:
                continue
            if field.rank[near] < field.rank[slot] or batch.count == before + FEW:
                batch.count = before
                return False
            add_pair(field, row, near, batch)
    return True


cdef int keep_locally_best(Field* field, LikenessTest* likeness, uint32_t leaf, Batch* batch,
                           Watch* watch) noexcept nogil:
    """Keep the rows of a node of level 0 that have no better neighbour; 0, or INTERRUPTED."""
    cdef uint32_t nodes[FEW]
    cdef uint32_t kept[FANOUT]
    cdef uint32_t slot, first = leaf * FANOUT
    cdef Py_ssize_t count = list_nodes(field, leaf, nodes), n = 0, k
    if count < 0:
        return INTERRUPTED if was_interrupted(watch, FANOUT) else 0
    for slot in range(first, <uint32_t>min(<Py_ssize_t>first + FANOUT, field.count)):
        if not is_decided(field, slot) and add_lower_scored(field, slot, nodes, count, batch):
            field.kept[field.rank[slot]] = True
            kept[n] = slot
            n += 1
    for k in range(n):  # not before: what they suppress is not to seem without a better neighbour
        clear_slot(&field.tree, kept[k])
    return suppress_similar(field, likeness, batch, watch)


cdef int decide_all(Field* field, LikenessTest* likeness, Py_ssize_t most,
                    Watch* watch) noexcept nogil:
    """Decide all rows, or until so many are kept; 0, or INTERRUPTED."""
    cdef Batch batch
    cdef Py_ssize_t k, kept = 0, n = field.count
    cdef uint32_t slot
    # In the order of the tree a row can meet a worse one first of those that suppress it.
    cdef bint in_any_order = most >= n and likeness.owner is NULL
    batch.count = 0
    if likeness.threshold >= 1.0:   # nothing is above it
        memset(field.kept, True, n)
        return 0
    for k in range((n + FANOUT - 1) // FANOUT if in_any_order else 0):
        if keep_locally_best(field, likeness, <uint32_t>k, &batch, watch) < 0:
            return INTERRUPTED
    for k in range(n):
        if kept == most:
            break
        slot = <uint32_t>(field.by_score[k] >> INDEX_BITS)
        if not is_decided(field, slot) and keep_best(field, likeness, slot, &batch, watch) < 0:
            return INTERRUPTED
        kept += field.kept[k]
    return 0


# --- memory -------------------------------------------------------------------------

cdef int rank_rows(Field* field, const double* scores, Watch* watch) noexcept nogil:
    """Order the rows of the tree by falling scores, equal ones by number; 0 or a Failure."""
    cdef Py_ssize_t n = field.count, k
    cdef double* falling = <double*>new_array(n, sizeof(double))
    cdef uint64_t* spare = <uint64_t*>new_array(n, sizeof(uint64_t))
    cdef int result = NO_MEMORY
    cdef uint32_t slot
    if falling is not NULL and spare is not NULL:
        for k in range(n):
            falling[k] = 0.0 - scores[k]    # of both zeros the positive one
        result = 0 if order_fully(falling, n, field.by_score, spare, watch) else INTERRUPTED
    PyMem_RawFree(falling)
    PyMem_RawFree(spare)
    if result < 0:
        return result
    for k in range(n):
        slot = field.tree.slot[field.by_score[k] & INDEX_MASK]
        field.by_score[k] = <uint64_t>slot << INDEX_BITS | (field.by_score[k] & INDEX_MASK)
        field.rank[slot] = <uint32_t>k
        if k % POLL_INTERVAL == 0 and was_interrupted(watch, POLL_INTERVAL):
            return INTERRUPTED
    return 0


cdef int note_groups(Field* field, const Py_ssize_t* group, Watch* watch) noexcept nogil:
    """Where the slots of each group begin and end; 0, or INTERRUPTED."""
    cdef const uint32_t* row = field.tree.row
    cdef Py_ssize_t k, n = field.count
    for k in range(n):
        field.first[k] = <uint32_t>k
        if k > 0 and group[row[k]] == group[row[k - 1]]:
            field.first[k] = field.first[k - 1]
        if k % POLL_INTERVAL == 0 and was_interrupted(watch, POLL_INTERVAL):
            return INTERRUPTED
    for k in range(n - 1, -1, -1):
        field.last[k] = <uint32_t>k
        if k + 1 < n and field.first[k + 1] == field.first[k]:
            field.last[k] = field.last[k + 1]
    return 0


@cython.final
cdef class Suppression:
    """Which rows non-maximum suppression keeps. `bounds` certainly hold the shapes; scores are not
    NaN; without `group` all rows are one group."""

    cdef Field field
    cdef Watch watch
    cdef Py_ssize_t reached     # rank, of `keep_next`

    def __cinit__(self, const double[:, ::1] bounds not None, const double[::1] scores not None,
                  const Py_ssize_t[::1] group=None):
        cdef Py_ssize_t n = scores.shape[0]
        cdef const Py_ssize_t* of_rows = NULL
        cdef int result = 0
        if (bounds.shape[0] != n or bounds.shape[1] != 4
                or group is not None and group.shape[0] != n):
            raise ValueError(f"there must be bounds and a group for each of {n} scores")
        require_rows(n)
        self.reserve(n, group is not None)
        if n == 0:
            return
        if group is not None:
            of_rows = &group[0]
        start_watch(&self.watch)
        with nogil:
            result = build_tree(&self.field.tree, &bounds[0, 0], True, of_rows, &self.watch)
            if result == 0:
                result = rank_rows(&self.field, &scores[0], &self.watch)
            if result == 0 and of_rows is not NULL:
                result = note_groups(&self.field, of_rows, &self.watch)
        raise_failure(result)

    cdef int reserve(self, Py_ssize_t n, bint in_groups) except -1:
        cdef Field* field = &self.field
        if new_tree(&field.tree, n) < 0:
            raise MemoryError
        field.count = n
        field.by_score = <uint64_t*>new_array(n, sizeof(uint64_t))
        field.rank = <uint32_t*>new_array(n, sizeof(uint32_t))
        field.kept = <truth*>new_zeros(n, sizeof(truth))
        if in_groups:
            field.first = <uint32_t*>new_array(n, sizeof(uint32_t))
            field.last = <uint32_t*>new_array(n, sizeof(uint32_t))
        if (field.by_score is NULL or field.rank is NULL or field.kept is NULL
                or in_groups and (field.first is NULL or field.last is NULL)):
            raise MemoryError
        return 0

    def __dealloc__(self):
        free_tree(&self.field.tree)
        PyMem_RawFree(self.field.by_score)
        PyMem_RawFree(self.field.rank)
        PyMem_RawFree(self.field.first)
        PyMem_RawFree(self.field.last)
        PyMem_RawFree(self.field.kept)

    def keep(self, ShapeBlock block not None, double threshold, Py_ssize_t[::1] rows not None,
             const double[::1] areas=None, Py_ssize_t[::1] owners=None) -> int:
        """Decide until `rows` are full; returns the number of the first of them kept.

        By IoU; with areas of all rows by what two share, as a part of the smaller. `owners` gets
        for each row that is suppressed the kept one that does so first."""
        cdef Field* field = &self.field
        cdef LikenessTest likeness
        cdef Py_ssize_t k, count = 0, most = rows.shape[0]
        cdef int result
        if block.count != field.count:
            raise ValueError(f"there are {field.count} rows, not {block.count}")
        if (areas is not None and areas.shape[0] != field.count
                or owners is not None and owners.shape[0] != field.count):
            raise ValueError(f"there must be an area and an owner for each of {field.count} rows")
        likeness.areas, likeness.owner = NULL, NULL
        if areas is not None and field.count > 0:
            likeness.areas = &areas[0]
        if owners is not None and field.count > 0:
            likeness.owner = &owners[0]
        likeness.shapes = &block.shapes
        likeness.threshold = threshold
        prepare_memory(likeness.shapes, &likeness.kept)
        prepare_memory(likeness.shapes, &likeness.near)
        with nogil:
            result = decide_all(field, &likeness, most, &self.watch)
        raise_failure(result)
        for k in range(field.count):
            if count == most:
                break
            if field.kept[k]:
                rows[count] = <Py_ssize_t>(field.by_score[k] & INDEX_MASK)
                count += 1
        return count

    def keep_next(self, Py_ssize_t[::1] near not None) -> tuple[int, int]:
        """Keep the best undecided row: returns its number, -1 for none, and how many others are
        near, which are the first of `near`, an array with room for all rows."""
        cdef Field* field = &self.field
        cdef BoxCursor cursor
        cdef Py_ssize_t count = 0, slot, own
        if near.shape[0] != field.count:
            raise ValueError(f"there must be room for {field.count} rows")
        while self.reached < field.count:
            own = <Py_ssize_t>(field.by_score[self.reached] >> INDEX_BITS)
            self.reached += 1
            if is_decided(field, <uint32_t>own):
                continue
            seek_neighbours(field, <uint32_t>own, &cursor)
            clear_slot(&field.tree, <uint32_t>own)
            slot = next_entry(&cursor, 0, True)
            while slot >= 0:
                if slot != own:
                    near[count] = field.tree.row[slot]
                    count += 1
                slot = next_entry(&cursor, 0, True)
            return field.tree.row[own], count
        return -1, 0

    def suppress(self, const Py_ssize_t[::1] rows not None) -> None:
        """Decide that some rows are not kept."""
        cdef Py_ssize_t k, row
        for k in range(rows.shape[0]):
            row = rows[k]
            if not 0 <= row < self.field.count:
                raise IndexError(f"no row of {self.field.count}: {row}")
            clear_slot(&self.field.tree, self.field.tree.slot[row])
