"""How a block stores its shapes: each as a whole body, or all as one compact kind.

A body is a `PosedConvex` with arrays of its own; its record and bounds are stored beside it. A
compact kind stores only the numbers that define a shape, and restores it for kernels in memory of
the caller. Only this file and the constructors distinguish kinds. A new kind is a file beside
boxes.pxd and its branches here.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from sepax._core.arrays.boxes cimport (
    BoxMemory, box_bounds, box_convex, box_prepare, box_range, box_restore, is_plain_box,
    write_box_record)
from sepax._core.arrays.discs cimport (
    DiscMemory, disc_bounds, disc_convex, disc_prepare, disc_restore)
from sepax._core.arrays.polygons cimport (
    PolygonMemory, PolygonRow, fits_row, polygon_convex, polygon_restore, vertex_stride,
    write_polygon)
from sepax._core.arrays.records cimport write_record
from sepax._core.arrays.segments cimport (
    SegmentMemory, segment_convex, segment_prepare, segment_restore, write_segment)
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex
from sepax._core.kernels.pose cimport (
    UPPER_RIGHT, Pose, PosedConvex, posed_assign_arrays, posed_size, ring_range)
from sepax._core.kernels.projection cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, convex_bounds
from sepax._core.memory cimport count_sum
from sepax._core.simd.levels cimport (
    CENTRE_X, CENTRE_Y, FLOAT32, FLOAT64, OF_BOXES, OF_DISCS, OF_ROUNDED_BOXES, OF_SEGMENTS, PROXY,
    RECORD, PairSide, ProxyKind, SegmentRow, first_stage, move_origin, nan_origin, proxies_compare,
    write_proxies, write_ring_proxy)

cdef enum:
    STAMPED = 64    # rows that share a stamp
    # Shapes whose records take 4 MB: up to about so many, by find_box_times where most pairs meet,
    # proxies and records together take less time than records alone; beyond, both come from memory.
    LARGE = 65536

cdef enum:
    ANY_KIND    # of no shapes: fits any kind
    BODIES
    BOXES       # of boxes.pxd
    DISCS       # of discs.pxd
    SEGMENTS    # of segments.pxd
    POLYGONS    # of polygons.pxd, but for those that are bodies all the same

cdef struct Storage:
    int kind
    double* records     # (count, RECORD) as of levels.pxd, each in a cache line of its own
    float* proxies      # as of proxy.h: of compact kinds and of rounded boxes alone; else NULL
    double* origin      # of the proxies; both coordinates are NaN before there are any
    double* angles      # of compact kinds
    double* radii       # of discs, segments and rounded boxes
    double* centres     # (count, 2) of discs, as in their records: beside radii a third of these
    SegmentRow* segments
    double* cores       # (count, RECORD) of rounded boxes like those of `Polygon.box`, or NULL
    PolygonRow* polygons
    double* vertices    # of these
    PosedConvex* posed  # bodies: of polygons, of those that are not in the vertices
    double* bounds      # (count, 4) of bodies and polygons: surely hold the shapes
    double* rings       # proxies of bodies, as of ring_proxy.h; NULL before all are in place
    Py_ssize_t* places  # where that of each begins
    uint32_t* stamps    # of each STAMPED rows: a new one with every pose that one of them is given
    uint64_t pose_changes   # how often poses were set
    unsigned long setter    # and by which thread the last time
    bint has_cores      # whether some can have records of rounded cores
    bint is_large       # whether these are LARGE or more
    double range        # poses nearer than this to the origin suit all shapes

cdef union Restored:
    # Where a shape of a compact kind is restored.
    BoxMemory box
    DiscMemory disc
    SegmentMemory segment
    PolygonMemory polygon

cdef struct Points:
    const double* x
    const double* y
    Py_ssize_t n

cdef struct PolygonRoom:
    # What polygons take, or have taken up to a row.
    Py_ssize_t coordinates  # of vertices
    Py_ssize_t bodies
    Py_ssize_t doubles      # of the arrays of these
    double* arrays          # where those of the next body begin


cdef inline ProxyKind proxy_kind(const Storage* shapes) noexcept nogil:
    if shapes.kind == SEGMENTS:
        return OF_SEGMENTS
    if shapes.kind == BODIES and shapes.proxies is not NULL:
        return OF_ROUNDED_BOXES
    return OF_DISCS if shapes.kind == DISCS else OF_BOXES


cdef inline bint proxies_are_comparable(const Storage* a, const Storage* b) noexcept nogil:
    """Whether both have proxies, of kinds that tell if shapes meet."""
    return (a.proxies is not NULL and b.proxies is not NULL
            and proxies_compare(proxy_kind(a), proxy_kind(b)))


cdef inline float* proxy_at(const Storage* shapes, Py_ssize_t k) noexcept nogil:
    """Of shapes that have proxies."""
    return shapes.proxies + PROXY * k


cdef inline void set_side(const Storage* shapes, Py_ssize_t row, const Py_ssize_t* index,
                          bint is_one, PairSide* side) noexcept nogil:
    """A side of pairs: the shapes from a row on, or by an index that counts from there, or one."""
    side.records = shapes.records + RECORD * row
    side.index = index
    side.is_one = is_one
    side.proxies = NULL
    if shapes.proxies is not NULL and first_stage != FLOAT64:
        side.proxies = proxy_at(shapes, row)
    side.origin = shapes.origin if first_stage == FLOAT32 else nan_origin
    side.rings = shapes.rings if first_stage == FLOAT32 else NULL
    side.places = shapes.places + row
    side.is_large = shapes.is_large
    side.kind = proxy_kind(shapes)
    side.has_cores = shapes.has_cores
    side.segments = shapes.segments + row
    side.radii = shapes.radii + row
    side.cores = shapes.cores + RECORD * row if shapes.cores is not NULL else NULL
    side.centres = shapes.centres + 2 * row if shapes.kind == DISCS else NULL


cdef inline Py_ssize_t stamp_count(Py_ssize_t count) noexcept nogil:
    return (count + STAMPED - 1) // STAMPED


cdef inline bint has_bodies(const Storage* shapes) noexcept nogil:
    return shapes.kind == BODIES


cdef inline PosedConvex* body_of(const Storage* shapes, Py_ssize_t k) noexcept nogil:
    """The body that shape k is stored as; NULL for none."""
    if has_bodies(shapes):
        return shapes.posed + k
    if shapes.kind == POLYGONS and shapes.polygons[k].n == 0:
        return shapes.posed + shapes.polygons[k].place
    return NULL


cdef inline double* vertices_of(const Storage* shapes, Py_ssize_t k) noexcept nogil:
    """Of a polygon that is no body."""
    return shapes.vertices + shapes.polygons[k].place


cdef inline int kind_of_core(const double* x, const double* y, Py_ssize_t n,
                             bint sharp) noexcept nogil:
    """The most compact kind that a shape can be kept as, with the same bits, by its local points
    and by whether it has no radius."""
    if n == 1:
        return DISCS
    if n == 2:
        return SEGMENTS
    return BOXES if sharp and is_plain_box(x, y, n) else BODIES


cdef inline int kind_of(const PosedConvex* posed) noexcept nogil:
    return kind_of_core(posed.local_x, posed.local_y, posed.convex.n, posed.convex.radius == 0.0)


cdef inline int common_kind(int a, int b) noexcept nogil:
    """What shapes of two kinds can be kept as together."""
    if a == ANY_KIND or b == ANY_KIND or a == POLYGONS or b == POLYGONS:
        return max(a, b)    # among polygons all others find a place
    return a if a == b else BODIES


# --- one shape ----------------------------------------------------------------

cdef inline void prepare_memory(const Storage* shapes, Restored* memory) noexcept nogil:
    """Make room for `convex_at`, which may be called for one shape after the other."""
    if shapes.kind == BOXES:
        box_prepare(&memory.box)
    elif shapes.kind == DISCS:
        disc_prepare(&memory.disc)
    elif shapes.kind == SEGMENTS:
        segment_prepare(&memory.segment)
    elif shapes.kind == POLYGONS:
        memory.polygon.row = NULL


cdef inline const PosedConvex* polygon_at(const Storage* shapes, Py_ssize_t k,
                                          PolygonMemory* memory) noexcept nogil:
    """`shape_at` among polygons."""
    if shapes.polygons[k].n == 0:
        return shapes.posed + shapes.polygons[k].place
    polygon_restore(memory, shapes.polygons + k, vertices_of(shapes, k))
    return &memory.posed


cdef inline const PosedConvex* shape_at(const Storage* shapes, Py_ssize_t k,
                                        Restored* memory) noexcept nogil:
    """Body k, in memory of the caller if it has none."""
    cdef const double* record = shapes.records + RECORD * k
    if shapes.kind == BOXES:
        box_restore(&memory.box, record, shapes.angles[k])
        return &memory.box.posed
    if shapes.kind == DISCS:
        disc_restore(&memory.disc, record, shapes.angles[k], shapes.radii[k])
        return &memory.disc.posed
    if shapes.kind == SEGMENTS:
        segment_restore(&memory.segment, shapes.segments + k, shapes.angles[k], shapes.radii[k])
        return &memory.segment.posed
    if shapes.kind == POLYGONS:
        return polygon_at(shapes, k, &memory.polygon)
    return shapes.posed + k


cdef inline const Convex* convex_at(const Storage* shapes, Py_ssize_t k,
                                    Restored* memory) noexcept nogil:
    """The convex of shape k, in memory that is laid out if it has no body."""
    if has_bodies(shapes):
        return &shapes.posed[k].convex
    if shapes.kind == BOXES:
        return box_convex(&memory.box, shapes.records + RECORD * k)
    if shapes.kind == DISCS:
        return disc_convex(&memory.disc, shapes.records + RECORD * k, shapes.radii[k])
    if shapes.kind == POLYGONS:
        if shapes.polygons[k].n == 0:
            return &body_of(shapes, k).convex
        return polygon_convex(&memory.polygon, shapes.polygons + k, vertices_of(shapes, k),
                              shapes.records + RECORD * k)
    return segment_convex(&memory.segment, shapes.segments + k, shapes.records + RECORD * k,
                          shapes.radii[k])


cdef inline Points world_points(const Storage* shapes, Py_ssize_t k,
                                Restored* memory) noexcept nogil:
    """Those of shape k, in memory that is laid out if it has no body."""
    cdef const Convex* convex = convex_at(shapes, k, memory)
    return Points(convex.x, convex.y, convex.n)


cdef inline Points local_points(const Storage* shapes, Py_ssize_t k,
                                Restored* memory) noexcept nogil:
    """The same in the frame of its pose, in any memory."""
    cdef const PosedConvex* posed
    cdef const double* vertices
    cdef Py_ssize_t n
    if shapes.kind == POLYGONS and shapes.polygons[k].n:
        vertices = vertices_of(shapes, k)
        n = shapes.polygons[k].n
        return Points(vertices, vertices + vertex_stride(n), n)
    posed = shape_at(shapes, k, memory)
    return Points(posed.local_x, posed.local_y, posed.convex.n)


cdef inline Py_ssize_t points_of_kind(int kind) noexcept nogil:
    """Points of each shape of a compact kind."""
    return 4 if kind == BOXES else (1 if kind == DISCS else 2)


cdef inline Py_ssize_t point_count(const Storage* shapes, Py_ssize_t k) noexcept nogil:
    if has_bodies(shapes):
        return shapes.posed[k].convex.n
    if shapes.kind == POLYGONS:
        return shapes.polygons[k].n if shapes.polygons[k].n else body_of(shapes, k).convex.n
    return points_of_kind(shapes.kind)


cdef inline double radius_at(const Storage* shapes, Py_ssize_t k) noexcept nogil:
    if has_bodies(shapes):
        return shapes.posed[k].convex.radius
    if shapes.kind == POLYGONS:
        return 0.0 if shapes.polygons[k].n else body_of(shapes, k).convex.radius
    return 0.0 if shapes.kind == BOXES else shapes.radii[k]


cdef inline bint is_circle(const Storage* shapes, Py_ssize_t k) noexcept nogil:
    return point_count(shapes, k) == 1 and radius_at(shapes, k) > 0.0


cdef inline void read_pose(const Storage* shapes, Py_ssize_t k, double* position,
                           double* angle) noexcept nogil:
    cdef const double* record = shapes.records + RECORD * k
    cdef const Pose* pose
    if has_bodies(shapes):
        position[0] = shapes.posed[k].pose.x
        position[1] = shapes.posed[k].pose.y
        angle[0] = shapes.posed[k].pose.angle
        return
    if shapes.kind == POLYGONS:
        pose = &shapes.polygons[k].pose if shapes.polygons[k].n else &body_of(shapes, k).pose
        position[0] = pose.x
        position[1] = pose.y
        angle[0] = pose.angle
        return
    if shapes.kind == SEGMENTS:
        position[0] = shapes.segments[k].x
        position[1] = shapes.segments[k].y
    else:
        position[0] = record[CENTRE_X]
        position[1] = record[CENTRE_Y]
    angle[0] = shapes.angles[k]


cdef inline bint is_centred(const Storage* shapes) noexcept nogil:
    """Whether the position of every shape is the centre of its record."""
    return shapes.kind == BOXES or shapes.kind == DISCS


cdef inline void read_position(const Storage* shapes, Py_ssize_t k, double* place) noexcept nogil:
    """The position of a shape, about which it turns."""
    cdef double angle
    read_pose(shapes, k, place, &angle)


cdef inline double next_above(double value) noexcept nogil:
    """nextafter(value, INFINITY) of a finite number. Calls took a fifth of all pairs of discs."""
    cdef uint64_t bits
    value += 0.0    # of both zeros the positive one
    memcpy(&bits, &value, sizeof(double))
    bits = bits + 1 if value >= 0.0 else bits - 1
    memcpy(&value, &bits, sizeof(double))
    return value


cdef inline void widen_rounded(double radius, double* bounds) noexcept nogil:
    """Bounds of points are exact; with a radius they are rounded: one step outwards."""
    if radius > 0.0:
        bounds[LOW_X] = -next_above(-bounds[LOW_X])
        bounds[LOW_Y] = -next_above(-bounds[LOW_Y])
        bounds[HIGH_X] = next_above(bounds[HIGH_X])
        bounds[HIGH_Y] = next_above(bounds[HIGH_Y])


cdef inline void read_bounds(const Storage* shapes, Py_ssize_t k, bint wide,
                             double* bounds) noexcept nogil:
    """min_x, min_y, max_x, max_y; if wide, so that rounding leaves nothing outside."""
    cdef Restored memory
    if has_bodies(shapes) and wide:
        memcpy(bounds, shapes.bounds + 4 * k, 4 * sizeof(double))
        return
    if shapes.kind == BOXES:
        box_bounds(shapes.records + RECORD * k, bounds)
        return
    if shapes.kind == POLYGONS and (wide or shapes.polygons[k].n):
        memcpy(bounds, shapes.bounds + 4 * k, 4 * sizeof(double))
        return
    if shapes.kind == DISCS:
        disc_bounds(shapes.records + RECORD * k, shapes.radii[k], bounds)
    else:
        convex_bounds(&shape_at(shapes, k, &memory).convex, bounds)
    if wide:
        widen_rounded(shapes.radii[k], bounds)


# --- writing ------------------------------------------------------------------

cdef inline void note_convex(Storage* shapes, Py_ssize_t k, const Convex* convex) noexcept nogil:
    """Derive the record, bounds and ring of a body or a polygon. Its proxy follows from the
    record."""
    cdef double* bounds = shapes.bounds + 4 * k
    write_record(convex, shapes.records + RECORD * k)
    convex_bounds(convex, bounds)
    widen_rounded(convex.radius, bounds)
    if shapes.rings is not NULL:
        write_ring_proxy(convex, shapes.rings + shapes.places[k])


cdef inline void note_range(Storage* shapes, const PosedConvex* posed) noexcept nogil:
    """Keep the range to poses that suit a body."""
    shapes.range = min(shapes.range, ring_range(posed) if posed.convex.edges else COORDINATE_LIMIT)


cdef inline void put_centre(Storage* shapes, Py_ssize_t k, double x, double y) noexcept nogil:
    """Where disc k is, at both places."""
    shapes.records[RECORD * k + CENTRE_X] = shapes.centres[2 * k] = x
    shapes.records[RECORD * k + CENTRE_Y] = shapes.centres[2 * k + 1] = y


cdef inline void put_compact(Storage* shapes, Py_ssize_t k,
                             const PosedConvex* source) noexcept nogil:
    """Make shape k, of the kind that they all have, a copy of a body."""
    cdef double* record = shapes.records + RECORD * k
    if shapes.kind == POLYGONS:
        write_polygon(source, shapes.polygons + k, vertices_of(shapes, k))
        note_convex(shapes, k, &source.convex)
        note_range(shapes, source)
        return
    shapes.angles[k] = source.pose.angle
    if shapes.kind == BOXES:
        write_box_record(source, record)
        shapes.range = min(shapes.range, box_range(source.local_x[UPPER_RIGHT],
                                                   source.local_y[UPPER_RIGHT]))
        return
    write_record(&source.convex, record)
    shapes.radii[k] = source.convex.radius
    if shapes.kind == DISCS:
        put_centre(shapes, k, source.convex.centre_x, source.convex.centre_y)
        shapes.range = min(shapes.range, COORDINATE_LIMIT)
    else:
        write_segment(source, shapes.segments + k)
        shapes.range = min(shapes.range, ring_range(source))


cdef inline void put_core(Storage* shapes, Py_ssize_t k) noexcept nogil:
    """Derive the record of the core of rounded box k: that of a box without the radius."""
    cdef const PosedConvex* posed = shapes.posed + k
    write_box_record(posed, shapes.cores + RECORD * k)
    shapes.radii[k] = posed.convex.radius


cdef inline void put_proxies(Storage* shapes, Py_ssize_t first, Py_ssize_t count) noexcept nogil:
    """Derive the proxies of some shapes from their records, where they have any; and their
    cores."""
    cdef Py_ssize_t k
    if shapes.cores is not NULL:
        for k in range(first, first + count):
            put_core(shapes, k)
    if shapes.proxies is not NULL:
        write_proxies(shapes.records + RECORD * first, shapes.origin, count, proxy_kind(shapes),
                      proxy_at(shapes, first))


cdef inline void put_all_proxies(Storage* shapes, Py_ssize_t count) noexcept nogil:
    """Once all shapes are in place."""
    if shapes.proxies is not NULL:
        move_origin(shapes.origin, shapes.records, RECORD, count)
        put_proxies(shapes, 0, count)


cdef inline double* put_body(Storage* shapes, Py_ssize_t k, const PosedConvex* source,
                             double* memory) noexcept nogil:
    """Make body k a copy of another, with its arrays in `memory`; returns the memory behind."""
    cdef PosedConvex* posed = body_of(shapes, k)
    cdef Py_ssize_t size = posed_size(source.convex.n)
    posed[0] = source[0]
    posed_assign_arrays(posed, source.convex.n, memory)
    memcpy(memory, source.convex.normal_x, size * sizeof(double))   # the first of the arrays
    note_convex(shapes, k, &posed.convex)
    return memory + size


cdef inline void count_polygon(PolygonRoom* room, Py_ssize_t n, double radius) noexcept nogil:
    """Add what a shape of n points takes."""
    if fits_row(n, radius):
        room.coordinates = count_sum(room.coordinates, 2 * vertex_stride(n))
    else:
        room.bodies += 1
        room.doubles = count_sum(room.doubles, posed_size(n))


cdef inline void put_polygon(Storage* shapes, Py_ssize_t k, const PosedConvex* source,
                             PolygonRoom* room) noexcept nogil:
    """Make shape k, the next one among polygons, a copy of a body."""
    cdef PolygonRow* row = shapes.polygons + k
    if fits_row(source.convex.n, source.convex.radius):
        row.place = room.coordinates
        room.coordinates += 2 * vertex_stride(source.convex.n)
        put_compact(shapes, k, source)
    else:
        row.place = room.bodies
        room.bodies += 1
        room.arrays = put_body(shapes, k, source, room.arrays)
        note_range(shapes, source)


cdef inline void copy_polygon(Storage* shapes, Py_ssize_t k, const Storage* source,
                              Py_ssize_t row, PolygonRoom* room) noexcept nogil:
    """Make shape k, the next one among polygons, a copy of a shape of any kind."""
    cdef Restored memory
    cdef PolygonRow* polygon = shapes.polygons + k
    if source.kind != POLYGONS or source.polygons[row].n == 0:
        put_polygon(shapes, k, shape_at(source, row, &memory), room)
        return
    polygon[0] = source.polygons[row]
    polygon.place = room.coordinates
    room.coordinates += 2 * vertex_stride(polygon.n)
    memcpy(vertices_of(shapes, k), vertices_of(source, row),
           2 * vertex_stride(polygon.n) * sizeof(double))
    memcpy(shapes.records + RECORD * k, source.records + RECORD * row, RECORD * sizeof(double))
    memcpy(shapes.bounds + 4 * k, source.bounds + 4 * row, 4 * sizeof(double))
    shapes.range = min(shapes.range, source.range)


cdef inline void copy_compact(Storage* shapes, Py_ssize_t k, const Storage* source,
                              Py_ssize_t row) noexcept nogil:
    """Make shape k of a compact kind a copy of one of the same kind."""
    memcpy(shapes.records + RECORD * k, source.records + RECORD * row, RECORD * sizeof(double))
    shapes.angles[k] = source.angles[row]
    if shapes.kind != BOXES:
        shapes.radii[k] = source.radii[row]
    if shapes.kind == DISCS:
        put_centre(shapes, k, source.centres[2 * row], source.centres[2 * row + 1])
    if shapes.kind == SEGMENTS:
        shapes.segments[k] = source.segments[row]
    shapes.range = min(shapes.range, source.range)
