"""The parts of a row, or a single shape, in one form for all loops.

The parts of a row with a pose are stored at the origin. When a query comes near a part, it is posed
in memory of the call, by the routine of single shapes: so it has the bits of a posed copy.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs
from libc.stdint cimport uint32_t

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box, sum_of_joint_sides
from sepax._core.arrays.index cimport FANOUT, NODE, Tree, box_in_tree, box_of_node, box_of_tree
from sepax._core.arrays.rings cimport Boundary, place_vertex, vertex_behind
from sepax._core.arrays.storage cimport (
    Restored, Storage, convex_at, prepare_memory, read_bounds, shape_at, widen_rounded)
from sepax._core.kernels.convex cimport Convex, length_of, point_stride, set_edges, set_point
from sepax._core.kernels.pose cimport Pose, PosedConvex, edge_stride, posed_keep, posed_update
from sepax._core.kernels.projection cimport convex_bounds
from sepax._core.kernels.roundoff cimport (
    FILTER_ROUNDOFF, POSE_ROUNDOFF, RADIUS_ROUNDOFF, UNDERFLOW_ERROR, grid_at)
from sepax._core.memory cimport new_array

cdef extern from "counters.h" nogil:
    void count_visit "count_up"(Py_ssize_t* visits)

cdef enum:
    FEW_POINTS = 16     # of a part that is posed on the stack
    ROOM = 3 * 16 + 2 * 18  # doubles of its world frame: see `world_size`
    EDGE_POINTS = 6     # point_stride(2), for the ends of an edge, and edge_stride(2):
    EDGE_SIDES = 4

cdef extern from *:
    # By so many grids of rounding, and less, posed parts are off from the region that they make up:
    # a vertex by 1, one that was lifted to keep a part convex by 5; twice that, of two shapes.
    const double GRIDS_OF_PARTS "16.0"

cdef struct Rows:
    const Storage* shapes
    const Tree* tree        # of them all; NULL where they are few
    const Convex* lone      # a single shape, or several in a row, which are in no block
    Py_ssize_t start, stop
    bint thin
    bint overlaps           # parts share an area with each other
    # Of parts at the origin that are to be posed; `pose` is NULL for others.
    const Pose* pose
    const double* centres   # of discs there, (0, 0) for other parts; may be NULL
    double slack            # more than rounding moves a part, or a box around it
    const double* box       # around all parts, at the origin
    Py_ssize_t most_points
    Py_ssize_t* visits      # counts parts that are posed; may be NULL
    # An outline is the region within its rings; its parts are how answers are computed.
    const Boundary* boundary    # NULL for unions of parts, and single shapes
    const Pose* place           # of the boundary; NULL at the origin, where parts are exact
    double margin               # answers of parts are certain beyond this; 0: all are
    bint are_edges              # the rows are the edges of the boundary, as segments
    bint is_compound            # not a single convex shape: rules for ties are others

cdef struct RowMemory:
    # Where one part is restored, or posed.
    Restored restored
    PosedConvex body
    double* world           # its arrays: `room`, or the caller's to free
    Py_ssize_t held         # the part that is posed there; -1 for none
    const Convex* part
    double[ROOM] room


cdef inline Py_ssize_t world_size(Py_ssize_t n) noexcept nogil:
    """Doubles for the world frame of n points: normals and offsets of edges, and the points."""
    return 3 * edge_stride(n) + 2 * point_stride(n)


cdef inline bint prepare_rows(const Rows* rows, RowMemory* memory) noexcept nogil:
    """Make room for parts of some rows; False without memory. To be released."""
    memory.world = memory.room
    memory.held = -1
    if rows.lone is not NULL or rows.are_edges:
        return True
    prepare_memory(rows.shapes, &memory.restored)
    if rows.pose is not NULL and rows.most_points > FEW_POINTS:
        memory.world = <double*>new_array(world_size(rows.most_points), sizeof(double))
    return memory.world is not NULL


cdef inline void release_rows(RowMemory* memory) noexcept nogil:
    if memory.world is not memory.room:
        PyMem_RawFree(memory.world)


cdef inline bint prepare_both(const Rows* a, const Rows* b, RowMemory* memory) noexcept nogil:
    """Make room for parts of both sides of a pair, in memory for two."""
    cdef bint enough = prepare_rows(a, memory)
    if prepare_rows(b, memory + 1) and enough:
        return True
    release_both(memory)
    return False


cdef inline void release_both(RowMemory* memory) noexcept nogil:
    release_rows(memory)
    release_rows(memory + 1)


cdef inline PosedConvex* body_of_part(const Rows* rows, Py_ssize_t k,
                                      RowMemory* memory) noexcept nogil:
    """A part as it is at the origin, in memory of the call, with arrays there for its world."""
    cdef const PosedConvex* stored = shape_at(rows.shapes, k, &memory.restored)
    cdef PosedConvex* body = &memory.body
    cdef Py_ssize_t points, edges
    if <const char*>stored >= <const char*>memory and (
            <const char*>stored < <const char*>(memory + 1)):
        return <PosedConvex*>stored     # of a compact kind
    body[0] = stored[0]
    points = point_stride(body.convex.n)
    edges = edge_stride(body.convex.n)
    body.convex.normal_x = memory.world
    body.convex.normal_y = memory.world + edges
    body.convex.offset = memory.world + 2 * edges
    body.convex.x = memory.world + 3 * edges
    body.convex.y = body.convex.x + points
    return body


cdef inline bint pose_part(const Rows* rows, Py_ssize_t k, RowMemory* memory) noexcept nogil:
    """Pose a part; False where rounding spoils it. A part of an outline becomes a thin triangle
    where rounding collapses it."""
    cdef PosedConvex* body = body_of_part(rows, k, memory)
    cdef double x, y
    body.pose = rows.pose[0]
    if rows.centres is not NULL:
        x = rows.centres[2 * k]
        y = rows.centres[2 * k + 1]
        body.pose.x += body.pose.cosine * x - body.pose.sine * y
        body.pose.y += body.pose.sine * x + body.pose.cosine * y
    memory.part = &body.convex
    return posed_update(body) if rows.boundary is NULL else posed_keep(body)


cdef inline void read_edge(const Rows* rows, Py_ssize_t k, double* ends) noexcept nogil:
    """The ends of an edge in the world: x and y of its vertex, and of the next."""
    place_vertex(rows.boundary, rows.place, k, ends, ends + 1)
    place_vertex(rows.boundary, rows.place, vertex_behind(rows.boundary, k), ends + 2, ends + 3)


cdef inline void set_segment(Convex* convex, double* memory, const double* ends) noexcept nogil:
    """A segment between two points, in 2 * EDGE_POINTS + 3 * EDGE_SIDES doubles. Both circles about
    its centre allow for the rounding of that. A pose can round both to one point."""
    cdef double reach
    cdef Py_ssize_t i
    if ends[0] == ends[2] and ends[1] == ends[3]:
        for i in range(EDGE_POINTS):
            memory[i] = ends[0]
            memory[EDGE_POINTS + i] = ends[1]
        set_point(convex, memory, memory + EDGE_POINTS)
        return
    convex.n = convex.edges = 2
    convex.half = 0
    convex.is_box = convex.is_rectangle = False
    convex.radius = convex.skew = 0.0
    convex.x = memory
    convex.y = memory + EDGE_POINTS
    convex.normal_x = memory + 2 * EDGE_POINTS
    convex.normal_y = convex.normal_x + EDGE_SIDES
    convex.offset = convex.normal_y + EDGE_SIDES
    for i in range(EDGE_POINTS):
        convex.x[i] = ends[2 * (i % 2)]
        convex.y[i] = ends[2 * (i % 2) + 1]
    convex.centre_x = 0.5 * ends[0] + 0.5 * ends[2]
    convex.centre_y = 0.5 * ends[1] + 0.5 * ends[3]
    reach = max(length_of(ends[0] - convex.centre_x, ends[1] - convex.centre_y),
                length_of(ends[2] - convex.centre_x, ends[3] - convex.centre_y))
    convex.bounding_radius = reach * (1.0 + 4.0 * RADIUS_ROUNDOFF)
    convex.inscribed_radius = -POSE_ROUNDOFF * (fabs(convex.centre_x) + fabs(convex.centre_y))
    set_edges(convex)


cdef inline const Convex* edge_at(const Rows* rows, Py_ssize_t k, RowMemory* memory) noexcept nogil:
    cdef double ends[4]
    if memory.held != k:
        read_edge(rows, k, ends)
        set_segment(&memory.body.convex, memory.room, ends)
        memory.part = &memory.body.convex
        memory.held = k
    return memory.part


cdef inline const Convex* row_at(const Rows* rows, Py_ssize_t k, RowMemory* memory) noexcept nogil:
    if rows.lone is not NULL:
        return rows.lone + k
    if rows.are_edges:
        return edge_at(rows, k, memory)
    if rows.pose is NULL:
        return convex_at(rows.shapes, k, &memory.restored)
    if memory.held != k:
        pose_part(rows, k, memory)      # of a pose that was checked when it was set
        memory.held = k
        if rows.visits is not NULL:
            count_visit(rows.visits)
    return memory.part


# --- boxes ----------------------------------------------------------------------------

cdef inline void turn_boxes(const Rows* rows, const double* node, Py_ssize_t count,
                            double* turned) noexcept nogil:
    """The boxes around posed boxes, in columns, wide enough for rounding. An empty one becomes NaN,
    which meets nothing. Without branches, for lanes."""
    cdef double x, y, half_x, half_y, wide, high, middle_x, middle_y
    cdef double sine = rows.pose.sine, cosine = rows.pose.cosine
    cdef double across = fabs(cosine), along = fabs(sine)
    cdef Py_ssize_t i
    for i in range(count):
        x = 0.5 * (node[LOW_X * count + i] + node[HIGH_X * count + i])
        y = 0.5 * (node[LOW_Y * count + i] + node[HIGH_Y * count + i])
        half_x = 0.5 * (node[HIGH_X * count + i] - node[LOW_X * count + i])
        half_y = 0.5 * (node[HIGH_Y * count + i] - node[LOW_Y * count + i])
        wide = across * half_x + along * half_y + rows.slack
        high = along * half_x + across * half_y + rows.slack
        middle_x = rows.pose.x + (cosine * x - sine * y)
        middle_y = rows.pose.y + (sine * x + cosine * y)
        turned[LOW_X * count + i] = middle_x - wide
        turned[HIGH_X * count + i] = middle_x + wide
        turned[LOW_Y * count + i] = middle_y - high
        turned[HIGH_Y * count + i] = middle_y + high


cdef inline void bounds_of_row(const Rows* rows, Py_ssize_t k, double* bounds) noexcept nogil:
    """So wide that rounding leaves nothing outside."""
    cdef double stored[4]
    if rows.lone is not NULL:
        convex_bounds(rows.lone + k, bounds)
        widen_rounded(rows.lone[k].radius, bounds)
        return
    if rows.are_edges:
        read_edge(rows, k, stored)
        bounds[LOW_X] = min(stored[0], stored[2])
        bounds[LOW_Y] = min(stored[1], stored[3])
        bounds[HIGH_X] = max(stored[0], stored[2])
        bounds[HIGH_Y] = max(stored[1], stored[3])
        return
    if rows.pose is NULL:
        read_bounds(rows.shapes, k, True, bounds)
        return
    read_bounds(rows.shapes, k, True, stored)
    turn_boxes(rows, stored, 1, bounds)


cdef inline void box_of_rows(const Rows* rows, double* box) noexcept nogil:
    """Around all parts."""
    cdef double bounds[4]
    cdef Py_ssize_t k
    if rows.pose is not NULL:
        turn_boxes(rows, rows.box, 1, box)
        return
    box_of_tree(rows.tree, box)
    if rows.tree is not NULL:
        return
    for k in range(rows.start, rows.stop):
        bounds_of_row(rows, k, bounds)
        add_box(box, bounds)


# --- the boxes of rows as a tree -------------------------------------------------------
#
# Rows without a tree are entries of one level, with the nodes of a level above them. A single row
# has no level.

cdef inline int levels_of_rows(const Rows* rows) noexcept nogil:
    if rows.tree is not NULL:
        return rows.tree.levels
    return 0 if rows.stop - rows.start == 1 else 1


cdef inline Py_ssize_t row_of_entry(const Rows* rows, uint32_t k) noexcept nogil:
    """The row of an entry of level 0."""
    return rows.tree.row[k] if rows.tree is not NULL else rows.start + k


cdef inline uint32_t entry_of_row(const Rows* rows, Py_ssize_t row) noexcept nogil:
    return rows.tree.slot[row] if rows.tree is not NULL else <uint32_t>(row - rows.start)


cdef inline void fill_node(const Rows* rows, uint32_t k, double* node) noexcept nogil:
    """Node k of rows without a tree."""
    cdef double bounds[4]
    cdef Py_ssize_t i, row
    for i in range(FANOUT):
        row = rows.start + <Py_ssize_t>k * FANOUT + i
        bounds[LOW_X] = bounds[LOW_Y] = INFINITY
        bounds[HIGH_X] = bounds[HIGH_Y] = -INFINITY
        if row < rows.stop:
            bounds_of_row(rows, row, bounds)
        node[LOW_X * FANOUT + i] = bounds[LOW_X]
        node[LOW_Y * FANOUT + i] = bounds[LOW_Y]
        node[HIGH_X * FANOUT + i] = bounds[HIGH_X]
        node[HIGH_Y * FANOUT + i] = bounds[HIGH_Y]


cdef inline const double* node_in_rows(const Rows* rows, int level, uint32_t k,
                                       double* room) noexcept nogil:
    """The boxes below an entry of a level, in `room` for a node where they are in no tree. The low
    sides are infinite, or NaN, where there is no box."""
    cdef const double* node
    if rows.tree is NULL:
        fill_node(rows, k, room)
        return room
    node = rows.tree.nodes + NODE * (rows.tree.first[level - 1] + k)
    if rows.pose is NULL:
        return node
    turn_boxes(rows, node, FANOUT, room)
    return room


cdef inline void box_in_rows(const Rows* rows, int level, uint32_t k, double* box) noexcept nogil:
    """The box of an entry of a level."""
    cdef double node[NODE]
    cdef double stored[4]
    if rows.tree is not NULL and rows.pose is not NULL:
        box_in_tree(rows.tree, level, k, stored)
        turn_boxes(rows, stored, 1, box)
    elif rows.tree is not NULL:
        box_in_tree(rows.tree, level, k, box)
    elif level == 0:
        bounds_of_row(rows, rows.start + k, box)
    else:
        fill_node(rows, k, node)
        box_of_node(node, box)


# --- what rows refer to ---------------------------------------------------------------

cdef inline void set_rows(Rows* rows, const Storage* shapes, const Tree* tree, Py_ssize_t start,
                          Py_ssize_t stop, bint thin) noexcept nogil:
    """Rows of the parts of a block in the world."""
    rows.shapes = shapes
    rows.tree = tree
    rows.lone = NULL
    rows.start = start
    rows.stop = stop
    rows.thin = thin
    rows.overlaps = False
    rows.pose = NULL
    rows.centres = rows.box = NULL
    rows.visits = NULL
    rows.slack = 0.0
    rows.most_points = 0
    rows.boundary = NULL
    rows.place = NULL
    rows.margin = 0.0
    rows.are_edges = rows.is_compound = False


cdef inline void bound_rows(Rows* rows, const Boundary* boundary, const Pose* place) noexcept nogil:
    """Make rows the parts of an outline at a pose, NULL for the origin."""
    rows.boundary = boundary
    rows.place = place
    if place is not NULL:
        rows.margin = UNDERFLOW_ERROR + GRIDS_OF_PARTS * grid_at(place.x, place.y, boundary.extent)


cdef inline void set_edges_of(Rows* edges, const Rows* rows) noexcept nogil:
    """The edges of the boundary of rows, as rows."""
    set_rows(edges, NULL, rows.boundary.tree, 0, rows.boundary.count, True)
    edges.are_edges = True
    edges.boundary = rows.boundary
    if rows.place is not NULL:
        pose_rows(edges, rows.place, NULL, rows.boundary.box, 2)
        edges.place = rows.place


cdef inline void set_edges_of_ring(Rows* edges, Boundary* boundary,
                                   const Convex* ring) noexcept nogil:
    """The same of a polygon, with a boundary to be filled in."""
    boundary.x = ring.x
    boundary.y = ring.y
    boundary.following = NULL
    boundary.count = ring.n
    boundary.tree = NULL
    set_rows(edges, NULL, NULL, 0, ring.n, True)
    edges.are_edges = True
    edges.boundary = boundary


cdef inline void pose_rows(Rows* rows, const Pose* pose, const double* centres, const double* box,
                           Py_ssize_t most_points) noexcept nogil:
    """Give parts at the origin, with a box around them all, a pose."""
    cdef double[4] origin = [0.0, 0.0, 0.0, 0.0]
    rows.pose = pose
    rows.centres = centres
    rows.box = box
    rows.most_points = most_points
    rows.slack = UNDERFLOW_ERROR + FILTER_ROUNDOFF * (
        sum_of_joint_sides(box, origin) + (fabs(pose.x) + fabs(pose.y)))


cdef inline void set_lone(Rows* rows, const Convex* convex) noexcept nogil:
    set_rows(rows, NULL, NULL, 0, 1, convex.n <= 2 and convex.radius == 0.0)
    rows.lone = convex
