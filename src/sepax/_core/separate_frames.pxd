"""Trees of rectangles around the parts of a row, each along some edge of its parts.

Long and thin parts lie in all directions, and boxes along the axes would be far too large.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs, frexp, sqrt
from libc.stdint cimport uint32_t
from libc.stdlib cimport qsort

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, set_empty
from sepax._core.kernels.boundaries cimport SLACK
from sepax._core.kernels.convex cimport length_of
from sepax._core.kernels.obstacle cimport Part, Side, Vertex
from sepax._core.memory cimport new_array

cdef enum:
    WIDTH = 4           # rectangles of a node of a tree
    MOST_LEVELS = 17    # for 2 ** 32 parts

cdef struct Frame:
    # A rectangle around parts, along the unit vector (x, y), and a circle.
    double centre_x, centre_y, x, y
    double along, across    # half of its sides
    double radius

cdef struct Frames:
    # Of parts, neighbours beside each other, and above them those of nodes of WIDTH.
    Py_ssize_t* order       # which part is where
    Frame* frame            # level after level
    Py_ssize_t first[MOST_LEVELS]
    Py_ssize_t count[MOST_LEVELS]
    int levels

cdef struct Place:
    int size                # of a part, as an exponent; the largest are first
    uint32_t key            # of a part, on a curve that fills the plane
    uint32_t part


# --- the order of parts ----------------------------------------------------------------

cdef inline uint32_t spread_bits(uint32_t x) noexcept nogil:
    """Each of 16 bits at every second place."""
    x = (x | (x << 8)) & <uint32_t>0x00FF00FF
    x = (x | (x << 4)) & <uint32_t>0x0F0F0F0F
    x = (x | (x << 2)) & <uint32_t>0x33333333
    return (x | (x << 1)) & <uint32_t>0x55555555


cdef inline uint32_t grid_place(double x) noexcept nogil:
    """Of a coordinate between -2 and 2; of any other one, or none, some place."""
    return <uint32_t>(max(0.0, min(65535.0, (x + 2.0) * 16384.0))) if x == x else 0


cdef inline int compare_places(const void* one, const void* other) noexcept nogil:
    cdef const Place* a = <const Place*>one
    cdef const Place* b = <const Place*>other
    if a.size != b.size:
        return -1 if a.size < b.size else 1
    if a.key != b.key:
        return -1 if a.key < b.key else 1
    return -1 if a.part < b.part else 1


cdef inline bint order_parts(Frames* frames, const Side* side) noexcept nogil:
    """Order parts by size, in steps of WIDTH, then by where they are from the first on."""
    cdef Place* places = <Place*>new_array(side.count, sizeof(Place))
    cdef const Part* part
    cdef double x = side.parts[0].low_x, y = side.parts[0].low_y
    cdef Py_ssize_t k
    cdef int exponent
    if places is NULL:
        return False
    for k in range(side.count):
        part = side.parts + k
        places[k].key = (spread_bits(grid_place(0.5 * (part.low_x + part.high_x) - x))
                         | spread_bits(grid_place(0.5 * (part.low_y + part.high_y) - y)) << 1)
        frexp(max(part.high_x - part.low_x, part.high_y - part.low_y), &exponent)
        places[k].size = -exponent // 2
        places[k].part = <uint32_t>k
    qsort(places, <size_t>side.count, sizeof(Place), compare_places)
    for k in range(side.count):
        frames.order[k] = places[k].part
    PyMem_RawFree(places)
    return True


# --- rectangles -----------------------------------------------------------------------

cdef inline void start_frame(Frame* frame, double x, double y, double* box) noexcept nogil:
    """A frame along a unit vector, and the empty box of what is to be in it, in its directions."""
    frame.x, frame.y = x, y
    set_empty(box)


cdef inline void add_to_frame(const Frame* frame, double x, double y, double radius,
                              double* box) noexcept nogil:
    cdef double along = frame.x * x + frame.y * y, across = frame.x * y - frame.y * x
    box[LOW_X] = min(box[LOW_X], along - radius)
    box[HIGH_X] = max(box[HIGH_X], along + radius)
    box[LOW_Y] = min(box[LOW_Y], across - radius)
    box[HIGH_Y] = max(box[HIGH_Y], across + radius)


cdef inline void end_frame(Frame* frame, const double* box) noexcept nogil:
    """Wide enough for rounding."""
    cdef double along = 0.5 * (box[LOW_X] + box[HIGH_X])
    cdef double across = 0.5 * (box[LOW_Y] + box[HIGH_Y])
    frame.along = 0.5 * (box[HIGH_X] - box[LOW_X]) + SLACK
    frame.across = 0.5 * (box[HIGH_Y] - box[LOW_Y]) + SLACK
    frame.centre_x = frame.x * along - frame.y * across
    frame.centre_y = frame.y * along + frame.x * across


cdef inline void add_frame(const Frame* frame, const Frame* other, double* box) noexcept nogil:
    """Add the corners of another frame."""
    cdef double x, y
    cdef int k
    for k in range(4):
        x = other.along if k & 1 else -other.along
        y = other.across if k & 2 else -other.across
        add_to_frame(frame, other.centre_x + other.x * x - other.y * y,
                     other.centre_y + other.y * x + other.x * y, 0.0, box)


cdef inline bint is_smaller(const Frame* one, const Frame* other) noexcept nogil:
    return one.along * one.across < other.along * other.across


cdef inline void frame_part(const Side* side, const Part* part, Frame* best) noexcept nogil:
    """A small frame around a part: along the axes, or some of its edges."""
    cdef const Vertex* points = side.points + part.first
    cdef Py_ssize_t i, k = -1, step = max(part.n // 8, 1)
    cdef Frame frame
    cdef double box[4]
    while k < part.n and (k < 0 or part.n > 1):
        if k < 0:
            start_frame(&frame, 1.0, 0.0, box)
        else:
            start_frame(&frame, -points[k].normal_y, points[k].normal_x, box)
        for i in range(part.n):
            add_to_frame(&frame, points[i].x, points[i].y, part.radius, box)
        end_frame(&frame, box)
        if k < 0 or is_smaller(&frame, best):
            best[0] = frame
        k += step
    best.radius = 0.0
    for i in range(part.n):
        best.radius = max(best.radius, part.radius + SLACK + length_of(
            points[i].x - best.centre_x, points[i].y - best.centre_y))


cdef inline void frame_node(const Frame* below, Py_ssize_t count, Frame* best) noexcept nogil:
    """A small frame around frames: along the axes, or one of these."""
    cdef Frame frame
    cdef double box[4]
    cdef Py_ssize_t i, k
    for k in range(-1, count):
        if k < 0:
            start_frame(&frame, 1.0, 0.0, box)
        else:
            start_frame(&frame, below[k].x, below[k].y, box)
        for i in range(count):
            add_frame(&frame, below + i, box)
        end_frame(&frame, box)
        if k < 0 or is_smaller(&frame, best):
            best[0] = frame
    best.radius = 0.0
    for i in range(count):
        best.radius = max(best.radius, below[i].radius + SLACK + length_of(
            below[i].centre_x - best.centre_x, below[i].centre_y - best.centre_y))


cdef inline Py_ssize_t lay_out(Frames* frames, Py_ssize_t count) noexcept nogil:
    """Where each level begins; returns how many frames there are."""
    cdef Py_ssize_t total = 0
    frames.levels = 0
    while True:
        frames.first[frames.levels], frames.count[frames.levels] = total, count
        frames.levels += 1
        total += count
        if count == 1:
            return total
        count = (count + WIDTH - 1) // WIDTH


cdef inline bint build_frames(Frames* frames, const Side* side) noexcept nogil:
    """False without memory. To be freed in any case, if it was all 0."""
    cdef Py_ssize_t total = lay_out(frames, side.count), k
    cdef int level
    frames.order = <Py_ssize_t*>new_array(side.count, sizeof(Py_ssize_t))
    frames.frame = <Frame*>new_array(total, sizeof(Frame))
    if frames.order is NULL or frames.frame is NULL or not order_parts(frames, side):
        return False
    for k in range(side.count):
        frame_part(side, side.parts + frames.order[k], frames.frame + k)
    for level in range(1, frames.levels):
        for k in range(frames.count[level]):
            frame_node(frame_at(frames, level - 1, WIDTH * k),
                       min(frames.count[level - 1] - WIDTH * k, WIDTH),
                       frames.frame + frames.first[level] + k)
    return True


cdef inline const Frame* frame_at(const Frames* frames, int level, Py_ssize_t k) noexcept nogil:
    return frames.frame + frames.first[level] + k


cdef inline double depth_of_frames(const Frame* a, const Frame* b, double x,
                                   double y) noexcept nogil:
    """How deep a move at most is in obstacles of parts in two frames: the least of the overlaps
    along the sides of both, which is negative where they are apart."""
    cdef double dx = b.centre_x - a.centre_x - x, dy = b.centre_y - a.centre_y - y
    cdef double cosine = fabs(a.x * b.x + a.y * b.y), sine = fabs(a.x * b.y - a.y * b.x)
    cdef double one = a.along + b.along * cosine + b.across * sine - fabs(dx * a.x + dy * a.y)
    cdef double two = a.across + b.along * sine + b.across * cosine - fabs(dy * a.x - dx * a.y)
    cdef double three = b.along + a.along * cosine + a.across * sine - fabs(dx * b.x + dy * b.y)
    cdef double four = b.across + a.along * sine + a.across * cosine - fabs(dy * b.x - dx * b.y)
    return min(min(min(one, two), min(three, four)),
               a.radius + b.radius - sqrt(dx * dx + dy * dy))


cdef inline double size_of_frame(const Frame* frame) noexcept nogil:
    return frame.along + frame.across


cdef inline void free_frames(Frames* frames) noexcept nogil:
    PyMem_RawFree(frames.order)
    PyMem_RawFree(frames.frame)
