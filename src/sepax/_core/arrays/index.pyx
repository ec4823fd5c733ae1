"""ShapeTree: the bounding boxes of a block of shapes in a packed tree, for many queries.

Boxes are sorted along Hilbert's curve through their centres and packed, FANOUT a node, level upon
level (Kamel and Faloutsos, "On packing R-trees", 1993): no pointers, all nodes full but the last of
a level. Boxes that move stay in place and the nodes above are refitted, until the tree quality is
too low: then the tree is rebuilt in the same memory. So a query while another thread changes boxes
may find wrong rows, but only rows of the array.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from cpython.pythread cimport PyThread_get_thread_ident
from libc.string cimport memset

from sepax._core.arrays.pair_list cimport (
    INDEX_BITS, INTERRUPTED, NO_MEMORY, bit_length, order_fully, raise_failure, sort_by_labels,
    sort_words)
from sepax._core.arrays.poses cimport counted, counted_changes, last_setter
from sepax._core.arrays.storage cimport STAMPED, Storage, read_bounds, stamp_count
from sepax._core.interrupts cimport start_watch, was_interrupted
from sepax._core.memory cimport new_array

cdef enum:
    FINEST = 16             # bits of a coordinate on the curve at most
    POLL_INTERVAL = 1024    # rows between two looks at the watch
    MANY = 2                # where more than this part of the stamps is new, all rows are looked at

cdef uint64_t INDEX_MASK = (<uint64_t>1 << INDEX_BITS) - 1


# --- memory ---------------------------------------------------------------------

cdef Py_ssize_t plan_levels(Tree* tree) noexcept nogil:
    """Where the levels begin; returns the number of all nodes."""
    cdef Py_ssize_t nodes = 0, boxes = tree.count
    tree.levels = 0
    while boxes > 1 or boxes == 1 and tree.levels == 0:
        boxes = (boxes + FANOUT - 1) // FANOUT
        tree.first[tree.levels] = nodes
        tree.levels += 1
        nodes += boxes
    return nodes


cdef int new_tree(Tree* tree, Py_ssize_t count) noexcept nogil:
    """Memory for the boxes of some rows, fewer than 2**31; 0 or NO_MEMORY."""
    cdef Py_ssize_t nodes, slots = (count + FANOUT - 1) // FANOUT * FANOUT
    tree.count = count
    nodes = plan_levels(tree)
    tree.nodes = <double*>new_array(nodes, NODE * sizeof(double))
    tree.row = <uint32_t*>new_array(slots, sizeof(uint32_t))
    tree.slot = <uint32_t*>new_array(count, sizeof(uint32_t))
    if tree.nodes is NULL or tree.row is NULL or tree.slot is NULL:
        free_tree(tree)
        return NO_MEMORY
    # A query may read rows and boxes before all are in place.
    memset(tree.row, 0, slots * sizeof(uint32_t))
    memset(tree.nodes, 0, nodes * NODE * sizeof(double))
    return 0


cdef void free_tree(Tree* tree) noexcept nogil:
    PyMem_RawFree(tree.nodes)
    PyMem_RawFree(tree.row)
    PyMem_RawFree(tree.slot)
    tree.nodes = NULL
    tree.row = tree.slot = NULL
    tree.levels = 0


# --- the order of the rows --------------------------------------------------------

cdef inline uint64_t curve_key(uint32_t x, uint32_t y, int bits) noexcept nogil:
    """The place of a cell along Hilbert's curve, of 2**bits by 2**bits. From the largest quarters
    to the smallest, `swap` and `flip` say how the curve of a quarter lies in it."""
    cdef uint64_t key = 0
    cdef uint32_t swap = 0, flip = 0, right, upper, change
    cdef int bit
    for bit in range(bits - 1, -1, -1):
        right = x >> bit & 1 ^ flip
        upper = y >> bit & 1 ^ flip
        change = (right ^ upper) & swap
        right ^= change
        upper ^= change
        key = key << 2 | (3 * right ^ upper)
        swap ^= 1 - upper
        flip ^= (1 - upper) & right
    return key


cdef struct Cells:
    double low_x, low_y, scale, top


cdef inline double twice_centre(const double* box, int low) noexcept nogil:
    """Twice a coordinate of the centre of a box, by the place of its lower side."""
    return box[low] + box[low + HIGH_X]


cdef Cells plan_cells(const double* bounds, Py_ssize_t n, int bits) noexcept nogil:
    """Square cells for the centres of the boxes, given twice the centres, as halves may
    underflow."""
    cdef double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY, x, y
    cdef Cells cells
    cdef Py_ssize_t i
    for i in range(n):
        x = twice_centre(bounds + 4 * i, LOW_X)
        y = twice_centre(bounds + 4 * i, LOW_Y)
        low_x = min(low_x, x)
        high_x = max(high_x, x)
        low_y = min(low_y, y)
        high_y = max(high_y, y)
    cells.low_x, cells.low_y = low_x, low_y
    cells.top = <double>((1 << bits) - 1)
    cells.scale = cells.top / max(high_x - low_x, high_y - low_y)
    return cells


cdef inline uint32_t cell_of(double offset, const Cells* cells) noexcept nogil:
    cdef double cell = offset * cells.scale
    return <uint32_t>(cell if cell < cells.top else cells.top)     # also where it is NaN


cdef uint64_t* order_by_cells(const double* bounds, Py_ssize_t n, int bits, uint64_t* words,
                              uint64_t* spare, Watch* watch) noexcept nogil:
    """Words that end in the rows, by their cells along the curve; NULL if interrupted."""
    cdef Cells cells = plan_cells(bounds, n, bits)
    cdef uint64_t key
    cdef Py_ssize_t i
    for i in range(n):
        key = curve_key(cell_of(twice_centre(bounds + 4 * i, LOW_X) - cells.low_x, &cells),
                        cell_of(twice_centre(bounds + 4 * i, LOW_Y) - cells.low_y, &cells), bits)
        words[i] = key << INDEX_BITS | <uint64_t>i
        if i % POLL_INTERVAL == 0 and was_interrupted(watch, POLL_INTERVAL):
            return NULL
    return sort_words(words, spare, n, INDEX_BITS, 2 * bits, watch)


cdef bint are_crowded(const uint64_t* order, Py_ssize_t n) noexcept nogil:
    """Whether most rows share their cell with others: a few boxes are far away from the rest."""
    cdef Py_ssize_t i, cells = n > 0
    for i in range(1, n):
        cells += order[i] >> INDEX_BITS != order[i - 1] >> INDEX_BITS
    return 2 * cells < n


cdef int rank_centres(const double* bounds, Py_ssize_t n, Py_ssize_t column, double* centres,
                      uint64_t* words, uint64_t* spare, uint32_t* rank,
                      Watch* watch) noexcept nogil:
    """The ranks of the centres by one coordinate, equal for equal ones; 0, or INTERRUPTED."""
    cdef Py_ssize_t i, row, before = 0
    cdef const uint64_t* order
    for i in range(n):
        centres[i] = 0.5 * bounds[4 * i + column] + 0.5 * bounds[4 * i + column + HIGH_X]
    order = order_fully(centres, n, words, spare, watch)
    if order is NULL:
        return INTERRUPTED
    for i in range(n):
        row = order[i] & INDEX_MASK
        if i == 0 or centres[row] != centres[before]:
            rank[row] = <uint32_t>i
        else:
            rank[row] = rank[before]
        before = row
    return 0


cdef uint64_t* order_by_ranks(const double* bounds, Py_ssize_t n, uint64_t* words, uint64_t* spare,
                              double* centres, uint32_t* ranks, Watch* watch) noexcept nogil:
    """The same by the ranks of the centres in x and in y; NULL where this was interrupted."""
    cdef int length = bit_length(<uint64_t>n), shift = max(length - FINEST, 0)
    cdef int bits = length - shift
    cdef Py_ssize_t i
    if (rank_centres(bounds, n, 0, centres, words, spare, ranks, watch) < 0
            or rank_centres(bounds, n, 1, centres, words, spare, ranks + n, watch) < 0):
        return NULL
    for i in range(n):
        words[i] = (curve_key(ranks[i] >> shift, ranks[n + i] >> shift, bits) << INDEX_BITS
                    | <uint64_t>i)
    return sort_words(words, spare, n, INDEX_BITS, 2 * bits, watch)


cdef int sort_rows(const double* bounds, Py_ssize_t n, uint64_t* words, uint64_t** order,
                   Watch* watch) noexcept nogil:
    """Sort rows along the curve, in `words`, which has room for 2 n; 0 or a Failure."""
    cdef int bits = min(FINEST, bit_length(<uint64_t>n) // 2 + 3)
    cdef double* centres
    cdef uint32_t* ranks
    order[0] = order_by_cells(bounds, n, bits, words, words + n, watch)
    if order[0] is NULL:
        return INTERRUPTED
    if not are_crowded(order[0], n):
        return 0
    centres = <double*>new_array(n, sizeof(double) + 2 * sizeof(uint32_t))
    if centres is NULL:
        return NO_MEMORY
    ranks = <uint32_t*>(centres + n)
    order[0] = order_by_ranks(bounds, n, words, words + n, centres, ranks, watch)
    PyMem_RawFree(centres)
    return 0 if order[0] is not NULL else INTERRUPTED


# --- nodes ------------------------------------------------------------------------

cdef inline void set_box(double* node, Py_ssize_t i, const double* box) noexcept nogil:
    node[LOW_X * FANOUT + i] = box[LOW_X]
    node[LOW_Y * FANOUT + i] = box[LOW_Y]
    node[HIGH_X * FANOUT + i] = box[HIGH_X]
    node[HIGH_Y * FANOUT + i] = box[HIGH_Y]


cdef void box_of_tree(const Tree* tree, double* box) noexcept nogil:
    """The box around all boxes; empty where there are none, as for no tree at all."""
    set_empty(box)
    if tree is not NULL and tree.levels:
        box_of_node(tree.nodes + NODE * tree.first[tree.levels - 1], box)


cdef inline bint has_box(const double* node, Py_ssize_t i, const double* box) noexcept nogil:
    return (node[LOW_X * FANOUT + i] == box[LOW_X] and node[LOW_Y * FANOUT + i] == box[LOW_Y]
            and node[HIGH_X * FANOUT + i] == box[HIGH_X]
            and node[HIGH_Y * FANOUT + i] == box[HIGH_Y])


cdef int fill_level(Tree* tree, int level, Py_ssize_t boxes, Watch* watch) noexcept nogil:
    """Fill a level above the lowest: the boxes around the nodes below. 0, or INTERRUPTED."""
    cdef const double* below = tree.nodes + NODE * tree.first[level - 1]
    cdef double* nodes = tree.nodes + NODE * tree.first[level]
    cdef double box[4]
    cdef Py_ssize_t k, last = (boxes + FANOUT - 1) // FANOUT * FANOUT
    for k in range(last):
        if k < boxes:
            box_of_node(below + NODE * k, box)
        else:
            set_empty(box)
        set_box(nodes + NODE * (k // FANOUT), k % FANOUT, box)
        if k % POLL_INTERVAL == 0 and was_interrupted(watch, POLL_INTERVAL):
            return INTERRUPTED
    return 0


cdef int fill_tree(Tree* tree, const double* bounds, const uint64_t* order,
                   Watch* watch) noexcept nogil:
    """Put the rows in their places; 0, or INTERRUPTED, with some of them in place."""
    cdef double none[4]
    cdef Py_ssize_t s, row, boxes = tree.count
    cdef Py_ssize_t slots = (boxes + FANOUT - 1) // FANOUT * FANOUT
    cdef int level
    set_empty(none)
    for s in range(slots):
        if s < boxes:
            row = order[s] & INDEX_MASK
            tree.row[s] = <uint32_t>row
            tree.slot[row] = <uint32_t>s
            set_box(tree.nodes + NODE * (s // FANOUT), s % FANOUT, bounds + 4 * row)
        else:
            set_box(tree.nodes + NODE * (s // FANOUT), s % FANOUT, none)
        if s % POLL_INTERVAL == 0 and was_interrupted(watch, POLL_INTERVAL):
            return INTERRUPTED
    for level in range(1, tree.levels):
        boxes = (boxes + FANOUT - 1) // FANOUT
        if fill_level(tree, level, boxes, watch) < 0:
            return INTERRUPTED
    return 0


cdef int build_tree(Tree* tree, const double* bounds, bint in_order, const Py_ssize_t* group,
                    Watch* watch) noexcept nogil:
    """Put the (count, 4) bounds into the tree; 0 or a Failure, after which it must be built anew.
    Without `in_order`, for few queries, rows stay as they are. Rows of one `group`, unless NULL,
    get adjacent slots."""
    cdef Py_ssize_t n = tree.count, i
    cdef uint64_t* words = <uint64_t*>new_array(n, 2 * sizeof(uint64_t))
    cdef uint64_t* order = words
    cdef int result = NO_MEMORY
    if words is not NULL and in_order:
        result = sort_rows(bounds, n, words, &order, watch)
    elif words is not NULL:
        for i in range(n):
            words[i] = <uint64_t>i
        result = 0
    if result == 0 and group is not NULL:
        result = sort_by_labels(group, n, words, &order, watch)
    if result == 0:
        result = fill_tree(tree, bounds, order, watch)
    PyMem_RawFree(words)
    return result


cdef int tree_of_shapes(Tree* tree, ShapeBlock block, bint in_order, const Py_ssize_t* group,
                        Watch* watch) noexcept nogil:
    """The same with the bounds of all shapes of a block."""
    cdef double* bounds = <double*>new_array(tree.count, 4 * sizeof(double))
    cdef Py_ssize_t k
    cdef int result = NO_MEMORY
    if bounds is not NULL:
        result = 0
        for k in range(tree.count):
            read_bounds(&block.shapes, k, True, bounds + 4 * k)
            if k % POLL_INTERVAL == 0 and was_interrupted(watch, POLL_INTERVAL):
                result = INTERRUPTED
                break
    if result == 0:
        result = build_tree(tree, bounds, in_order, group, watch)
    PyMem_RawFree(bounds)
    return result


cdef void clear_slot(Tree* tree, uint32_t slot) noexcept nogil:
    """Clear a slot, and nodes that become empty by that; others keep their boxes. No query finds it
    any more."""
    cdef double none[4]
    cdef double* node
    cdef Py_ssize_t i
    cdef int level
    set_empty(none)
    for level in range(tree.levels):
        node = tree.nodes + NODE * (tree.first[level] + slot // FANOUT)
        set_box(node, slot % FANOUT, none)
        for i in range(FANOUT):
            if node[LOW_X * FANOUT + i] < INFINITY:
                return
        slot //= FANOUT


cdef int require_rows(Py_ssize_t count) except -1:
    if <uint64_t>count > INDEX_MASK:
        raise ValueError(f"a tree holds fewer than 2**31 shapes, got {count}")
    return 0


# --- following what moves ---------------------------------------------------------
#
# Tree quality: the cost is the sum of the areas of the lowest nodes, each widened by the mean side of
# the boxes. That is the number of nodes that a query of this size is expected to read.

cdef inline double node_cost(const double* node, double unit) noexcept nogil:
    cdef double box[4]
    box_of_node(node, box)
    return (box[HIGH_X] - box[LOW_X] + unit) * (box[HIGH_Y] - box[LOW_Y] + unit)


cdef double mean_side(const Tree* tree) noexcept nogil:
    """The mean side of the boxes; if all are points, that of equal parts of the box around them."""
    cdef double box[4]
    cdef double total = 0.0
    cdef const double* node
    cdef Py_ssize_t s, i
    for s in range(tree.count):
        node = tree.nodes + NODE * (s // FANOUT)
        i = s % FANOUT
        total += ((node[HIGH_X * FANOUT + i] - node[LOW_X * FANOUT + i])
                  + (node[HIGH_Y * FANOUT + i] - node[LOW_Y * FANOUT + i]))
    if tree.count:
        box_of_tree(tree, box)
        total += (box[HIGH_X] - box[LOW_X]) + (box[HIGH_Y] - box[LOW_Y])
    return 0.5 * total / max(tree.count, 1)


cdef double measure_tree_cost(const Tree* tree, double unit) noexcept nogil:
    cdef double total = 0.0
    cdef Py_ssize_t k
    for k in range((tree.count + FANOUT - 1) // FANOUT):
        total += node_cost(tree.nodes + NODE * k, unit)
    return total


cdef void refit_ancestors(Tree* tree, Py_ssize_t k) noexcept nogil:
    """Refit the nodes above node k of level 0."""
    cdef double box[4]
    cdef double* above
    cdef int level
    for level in range(1, tree.levels):
        box_of_node(tree.nodes + NODE * (tree.first[level - 1] + k), box)
        above = tree.nodes + NODE * (tree.first[level] + k // FANOUT)
        if has_box(above, k % FANOUT, box):
            return
        set_box(above, k % FANOUT, box)
        k //= FANOUT


cdef inline double refit_slot(Tree* tree, const Storage* shapes, Py_ssize_t s,
                              double unit) noexcept nogil:
    """Update the box in a slot and the nodes above; returns the increase of the cost."""
    cdef double* node = tree.nodes + NODE * (s // FANOUT)
    cdef double box[4]
    cdef double before
    read_bounds(shapes, tree.row[s], True, box)
    if has_box(node, s % FANOUT, box):
        return 0.0
    before = node_cost(node, unit)
    set_box(node, s % FANOUT, box)
    refit_ancestors(tree, s // FANOUT)
    return node_cost(node, unit) - before


cdef double refit_stamped(Tree* tree, const Storage* shapes, Py_ssize_t stamp,
                          double unit) noexcept nogil:
    """The same for the rows that share a stamp."""
    cdef double cost_increase = 0.0
    cdef Py_ssize_t row
    for row in range(STAMPED * stamp, min(STAMPED * (stamp + 1), tree.count)):
        cost_increase += refit_slot(tree, shapes, tree.slot[row], unit)
    return cost_increase


cdef double refit_node(Tree* tree, const Storage* shapes, Py_ssize_t k,
                       double unit) noexcept nogil:
    """The same for the boxes of node k of level 0, all at once."""
    cdef double* node = tree.nodes + NODE * k
    cdef double box[4]
    cdef double before = node_cost(node, unit)
    cdef bint moved = False
    cdef Py_ssize_t i
    for i in range(min(FANOUT, tree.count - FANOUT * k)):
        read_bounds(shapes, tree.row[FANOUT * k + i], True, box)
        moved = moved or not has_box(node, i, box)
        set_box(node, i, box)
    if moved:
        refit_ancestors(tree, k)
    return node_cost(node, unit) - before


@cython.final
@cython.auto_pickle(False)
cdef class ShapeTree:
    """The boxes of a block's shapes as they were when the tree was built or last refreshed."""

    def __cinit__(self, ShapeBlock block not None, RowGroups row_groups=None):
        require_rows(block.count)
        if row_groups is not None and row_groups.rows != block.count:
            raise ValueError(f"groups must be of {block.count} rows, got {row_groups.rows}")
        self.block = block
        self.row_groups = row_groups
        self.seen = <uint32_t*>new_array(stamp_count(block.count), sizeof(uint32_t))
        if self.seen is NULL or new_tree(&self.tree, block.count) < 0:
            raise MemoryError
        self.seen_changes = counted_changes(&block.shapes.pose_changes)
        self.record_stamps()
        self.build()

    def __dealloc__(self):
        PyMem_RawFree(self.seen)
        free_tree(&self.tree)

    cdef void record_stamps(self) noexcept:
        """Before shapes are read: poses that are set meanwhile count for the next refresh."""
        cdef Py_ssize_t k
        for k in range(stamp_count(self.tree.count)):
            self.seen[k] = counted(self.block.shapes.stamps + k)

    cdef int build(self) except -1:
        cdef const Py_ssize_t* group = NULL if self.row_groups is None else self.row_groups.of_row
        cdef Watch watch
        cdef int result
        start_watch(&watch)
        with nogil:
            self.tree_cost = INFINITY   # to be built anew the next time, if this is interrupted
            result = tree_of_shapes(&self.tree, self.block, True, group, &watch)
            if result == 0:
                self.unit = mean_side(&self.tree)
                self.tree_cost = self.cost_when_built = measure_tree_cost(&self.tree, self.unit)
        return raise_failure(result)

    cdef Py_ssize_t count_new_stamps(self) noexcept:
        cdef Py_ssize_t k, count = 0
        for k in range(stamp_count(self.tree.count)):
            count += counted(self.block.shapes.stamps + k) != self.seen[k]
        return count

    cdef int refit_few(self) except -1:
        """Refit the shapes of all new stamps; after an interrupt, the next refresh does the
        rest."""
        cdef const Storage* shapes = &self.block.shapes
        cdef Watch watch
        cdef bint interrupted = False
        cdef Py_ssize_t k
        cdef uint32_t stamp
        cdef double added_cost = 0.0
        start_watch(&watch)
        with nogil:
            for k in range(stamp_count(self.tree.count)):
                stamp = counted(shapes.stamps + k)
                if stamp == self.seen[k]:
                    continue
                self.seen[k] = stamp
                added_cost += refit_stamped(&self.tree, shapes, k, self.unit)
                if was_interrupted(&watch, STAMPED):
                    interrupted = True
                    break
        self.tree_cost += added_cost
        return raise_failure(INTERRUPTED if interrupted else 0)

    cdef int refit_all(self) except -1:
        """Refit all shapes, in the order of the tree; after an interrupt, the next refresh starts
        again."""
        cdef Watch watch
        cdef bint interrupted = False
        cdef Py_ssize_t k
        cdef double added_cost = 0.0
        start_watch(&watch)
        self.record_stamps()
        with nogil:
            for k in range((self.tree.count + FANOUT - 1) // FANOUT):
                added_cost += refit_node(&self.tree, &self.block.shapes, k, self.unit)
                if was_interrupted(&watch, FANOUT):
                    interrupted = True
                    break
        self.tree_cost += added_cost
        if interrupted:
            for k in range(stamp_count(self.tree.count)):
                self.seen[k] -= 1
        return raise_failure(INTERRUPTED if interrupted else 0)

    @property
    def is_stale(self) -> bool:
        """Whether this thread has set poses of the block since the tree was last refreshed. A query
        of another thread meanwhile gets an unspecified answer, but no error."""
        cdef const Storage* shapes = &self.block.shapes
        return (self.seen_changes != counted_changes(&shapes.pose_changes)
                and last_setter(&shapes.setter) == PyThread_get_thread_ident())

    def refresh(self) -> bool:
        """Update the boxes, by one thread at a time. True if the tree was built anew."""
        cdef uint64_t changes = counted_changes(&self.block.shapes.pose_changes)
        if MANY * self.count_new_stamps() > stamp_count(self.tree.count):
            self.refit_all()
        else:
            self.refit_few()
        self.seen_changes = changes
        if not self.tree_cost > 2.0 * self.cost_when_built:
            return False
        self.build()
        return True
