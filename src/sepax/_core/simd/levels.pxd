"""What runs on the widest vectors of the machine; the instruction set is chosen at import. A
certain verdict is the exact answer, whether or not touching counts, and the same byte at every
level."""

from libc.stdint cimport uint32_t, uint64_t

from sepax._core.simd.convex cimport Convex
from sepax._core.simd.result_arrays cimport ContactArrays, ImpactArrays

cdef extern from "record.h" nogil:
    enum:
        CENTRE_X
        CENTRE_Y
        AXIS_X
        AXIS_Y
        CORE_TURN       # of a rounded core, in the place of AXIS_Y
        HALF_WIDTH
        HALF_HEIGHT
        EXACT_RADIUS    # of a disc, in the place of the half height
        BOUNDING_RADIUS
        SKEW
        CORE_RADIUS     # in that of the skew
        RECORD      # doubles a record

cdef extern from "verdicts.h" nogil:
    enum:       # what classify_boxes and classify_shapes say of a pair
        PAIR_APART
        PAIR_MEETS
        PAIR_UNCERTAIN

    enum:       # what find_edges says: an edge, 0 to 3 of a and 4 to 7 of b, or
        EDGE_NONE
        EDGE_UNCERTAIN

cdef extern from "filter32/proxy.h" nogil:
    enum:
        PROXY       # floats a proxy

    enum ProxyKind "proxy_kind":
        OF_BOXES
        OF_DISCS
        OF_SEGMENTS
        OF_ROUNDED_BOXES
        OF_POINTS

    bint proxies_compare(ProxyKind a, ProxyKind b)
    void write_proxies(const double* records, const double* origin, Py_ssize_t count,
                       ProxyKind kind, float* proxies)
    void write_disc_proxy(const double* record, const double* origin, float* proxy)
    void move_origin(double* origin, const double* places, Py_ssize_t stride, Py_ssize_t count)

cdef extern from "discs/segment_row.h" nogil:
    struct SegmentRow "segment_row":
        double x            # the pose; its angle stands apart
        double y, cosine, sine
        double local_x[2]   # the ends in the frame of the pose
        double local_y[2]

    # The points and edges of a segment about its centre; returns the square of its length.
    double write_segment_edges(const SegmentRow* row, Convex* convex)

cdef extern from "pair_arrays.h" nogil:
    struct PairSide "pair_side":
        const double* records
        const Py_ssize_t* index
        bint is_one
        const float* proxies    # of boxes, discs or segments; or NULL
        const double* origin
        const double* rings     # proxies of polygons; or NULL
        const Py_ssize_t* places
        bint is_large
        ProxyKind kind
        bint has_cores          # some are records of rounded cores
        const SegmentRow* segments
        const double* radii
        const double* cores     # of discs and segments
        const double* centres   # of discs, (n, 2); or NULL

    struct PairBatch "pair_batch":
        PairSide a, b
        Py_ssize_t count

    struct Motions "motions":
        const double* a
        const double* b
        const double* max_time
        bint one_a, one_b, one_time, skip_leaving
        bint skip_grazing   # lanes do not


cdef extern from "strips.h" nogil:
    enum:
        INDEX_BITS  # of a box
        SWEPT       # places behind the last box of a strip

    enum PairOrder "pair_order":
        LOWER_FIRST
        SWEEPING_FIRST
        SWEEPING_SECOND

    struct Strip "strip":
        Py_ssize_t n
        double* low_x
        double* high_x
        double* low_y
        double* high_y
        uint32_t* index

    struct StripSweep "strip_sweep":
        const Strip* sweeping
        const Strip* others
        PairOrder order
        Py_ssize_t next, start
        uint64_t* end
        uint64_t* room

    uint64_t pair_word(uint64_t first, uint64_t second)


cdef extern from "scans/scan.h" nogil:
    enum:
        SCAN_MOST       # rows of a group
        SCAN_PADDING    # numbers behind the last of a column

    struct ScanRows "scan_rows":
        const double* x
        const double* y
        const double* outer
        const double* inner
        const double* velocity_x
        const double* velocity_y

    struct ScanQuery "scan_query":
        double x, y, outer, inner, velocity_x, velocity_y
        Py_ssize_t first, end
        uint64_t hidden     # a bit for each row


cdef extern from "nodes.h" nogil:
    struct BoxMotion "box_motion":
        double box[4]
        double inverse_x, inverse_y, extent, unit


cdef extern from "rays/ray.h" nogil:
    enum:           # the slots of a ray, which is as large as a record
        RAY_X
        RAY_Y
        RAY_WAY_X
        RAY_WAY_Y
        RAY_LENGTH
        RAY_END
        RAY_RADIUS
        RAY_SLOTS
        RAYS        # at a time
        RAY_ROOM
        LAST_CIRCLES
        CONTACT_NUMBERS

    const uint32_t NO_SHAPE

    struct AimedRays "aimed_rays":
        double record[RAY_ROOM][RAY_SLOTS]
        uint32_t ignored[RAY_ROOM]

    struct RayNumbers "ray_numbers":
        const double* first
        Py_ssize_t step

    struct GivenRays "given_rays":
        RayNumbers x, y, direction_x, direction_y, end, radius
        bint is_turned
        double cosine, sine

    struct Circles "circles":
        const float* x
        const float* y
        const float* radius
        const uint32_t* row
        const uint32_t* shape
        double origin_x, origin_y
        Py_ssize_t first, end

    struct RayPairs "ray_pairs":
        uint32_t* ray
        uint32_t* row
        Py_ssize_t count, room

    void write_circle(const double* record, double origin_x, double origin_y, float* x, float* y,
                      float* radius)


cdef extern from "rings/ring_measures.h" nogil:
    struct Measures "ring_measures":
        double pivot_extent, square, shortest_square, in_edges, asymmetry
        double bounding_radius, inscribed_radius, shortest_edge, skew_of_grid

    struct GivenRings "given_rings":
        const double* x_a
        const double* y_a
        const double* x_b
        const double* y_b
        Py_ssize_t count_a, count_b, stride_a, stride_b

    enum:       # what is certain of a ring
        RING_CLOCKWISE
        RING_UNCERTAIN
        RING_COUNTER_CLOCKWISE
        RING_OUT_OF_RANGE

    enum:       # what is certain of two rings
        RINGS_UNCERTAIN
        RINGS_APART
        RINGS_MEET


cdef extern from "tables.h" nogil:
    struct RingLoops "ring_loops":
        double (*widest_separation)(const Convex* a, Py_ssize_t first, Py_ssize_t count,
                                    const Convex* b, double enough,
                                    Py_ssize_t* edge) noexcept nogil
        double (*overlap_times)(const Convex* a, Py_ssize_t first, Py_ssize_t count,
                                const Convex* b, double vx, double vy, double* enter,
                                double* leave, Py_ssize_t* entered) noexcept nogil
        double (*transform)(const double* local_x, const double* local_y, double cosine,
                            double sine, double px, double py, Convex* ring) noexcept nogil
        # The area that two boxes share, which differ by at most `size` and come in the order of
        # kernels/overlap.pxd; False where it is not certain to be as accurate as promised there.
        bint (*box_area)(const Convex* a, const Convex* b, double size,
                         double* area) noexcept nogil
        # Three points or more in the memory of a caller: whether they are a strictly convex ring:
        # RING_CLOCKWISE and so on. If that is certain, the points of the ring are set, counter-
        # clockwise, and measured. They may be given in the arrays of the ring.
        int (*read)(const double* x, const double* y, Py_ssize_t n, Py_ssize_t stride,
                    Convex* ring, Measures* of) noexcept nogil
        # Two points or more that are set: all that kernels/measure.pxd does not derive from this.
        void (*measure)(Convex* ring, Measures* of) noexcept nogil
        # Of two rings without radii in the memory of a caller: whether they surely meet, by which
        # translation they part if so, and when they first touch: then RINGS_MEET, also for never.
        int (*meet)(const GivenRings* rings) noexcept nogil
        int (*part)(const GivenRings* rings, double* translation) noexcept nogil
        int (*time)(const GivenRings* rings, double velocity_x, double velocity_y,
                    double max_time, double* time) noexcept nogil

    ctypedef Py_ssize_t (*classify_t)(const PairBatch* batch,
                                      unsigned char* verdicts) noexcept nogil
    ctypedef Py_ssize_t (*find_vectors_t)(const PairBatch* batch, double* vectors,
                                          unsigned char* verdicts) noexcept nogil

    # Each writes a verdict a pair, and its numbers where that is certain; it returns how many pairs
    # are uncertain. The numbers are those of the kernels for two shapes.
    struct PairLoops "pair_loops":
        classify_t classify_boxes       # shapes of other kinds are uncertain
        classify_t classify_shapes
        classify_t classify_points      # b has (n, 2) coordinates in place of records
        # Boxes: EDGE_NONE, or the edge of the least depth, as convex_penetration finds it.
        classify_t find_edges
        # Of the boxes of boxes.pxd, as all with vectors but for names: (0, 0) for those apart.
        find_vectors_t find_translations
        find_vectors_t find_axes            # convex_axis; the bytes are 1 where there is one
        find_vectors_t find_distances       # of those apart
        find_vectors_t find_disc_translations
        find_vectors_t find_disc_distances
        find_vectors_t find_round_distances     # of segments, and of discs and such or boxes
        # Rows from `row` on, as in all that follow; pairs apart have no contact, however near.
        Py_ssize_t (*find_contacts)(const PairBatch* batch, double margin,
                                    const ContactArrays* out, Py_ssize_t row) noexcept nogil
        Py_ssize_t (*find_sweeps)(const PairBatch* batch, const Motions* motions,
                                  const ImpactArrays* out, Py_ssize_t row) noexcept nogil
        # Infinity for misses; from row 0 of `times` on. `few_meet_later` says where to begin:
        # whether few of the pairs before met after the start. It is set for later pairs.
        Py_ssize_t (*find_box_times)(const PairBatch* batch, const Motions* motions, double* times,
                                     unsigned char* verdicts, Py_ssize_t row,
                                     int* few_meet_later) noexcept nogil
        Py_ssize_t (*find_disc_times)(const PairBatch* batch, const Motions* motions,
                                      double* times, unsigned char* verdicts,
                                      Py_ssize_t row) noexcept nogil
        # PAIR_APART for shapes that certainly never touch; all others are uncertain.
        Py_ssize_t (*find_misses)(const PairBatch* batch, const Motions* motions, bint some_boxes,
                                  unsigned char* verdicts, Py_ssize_t row) noexcept nogil
        # PAIR_MEETS where the area that boxes share, or with `of_union` their IoU, is certain.
        Py_ssize_t (*find_areas)(const PairBatch* batch, bint of_union, double* shares,
                                 unsigned char* verdicts) noexcept nogil
        # Whether numbers are certainly from low to high; if low is 0, a -0 may not be.
        int (*numbers_within)(double low, double high, const double* numbers,
                              Py_ssize_t count) noexcept nogil
        # Whether all angles are allowed and |x| + |y| of all (count, 2) positions is below the
        # limit, which is not negative.
        int (*poses_within)(double limit, const double* positions, const double* angles,
                            Py_ssize_t count) noexcept nogil
        # Whether so many indices are rows of an array of `rows`.
        int (*rows_within)(Py_ssize_t rows, const Py_ssize_t* index, Py_ssize_t count) noexcept nogil
        # New poses for the boxes of boxes.pxd, and their proxies about an origin; all are checked.
        void (*pose_boxes)(double* records, double* angles, float* proxies,
                           const double* origin, const double* positions,
                           const double* new_angles, Py_ssize_t count) noexcept nogil

    # Each writes the places of the rows that it cannot rule out, and returns their number.
    struct ScanLoops "scan_loops":
        Py_ssize_t (*near)(const ScanRows* rows, const ScanQuery* query, double reach,
                           uint32_t* found) noexcept nogil
        # Pairs of the rows of a group, as words of their numbers.
        Py_ssize_t (*within)(const ScanRows* rows, const uint32_t* number, Py_ssize_t first,
                             Py_ssize_t end, double reach, uint64_t* words) noexcept nogil
        Py_ssize_t (*nearest)(const ScanRows* rows, const ScanQuery* query, Py_ssize_t k,
                              double farthest, uint32_t* found) noexcept nogil
        Py_ssize_t (*moving)(const ScanRows* rows, const ScanQuery* query, double end,
                             uint32_t* found) noexcept nogil

    struct StripLoops "strip_loops":
        # Sweep until the end, or until there may be no room for the pairs of the next box, or about
        # so much work is done; returns that work.
        Py_ssize_t (*sweep)(StripSweep* sweep, Py_ssize_t work) noexcept nogil

    struct NodeLoops "node_loops":
        # When a moving box enters each box of a node; a bit for each that it enters by then.
        unsigned (*entry_times)(const double* node, const BoxMotion* motion, double latest,
                                double* times) noexcept nogil

    ctypedef Py_ssize_t (*cross_rays_t)(const AimedRays* rays, const double* records,
                                        const RayPairs* pairs, double* distances,
                                        unsigned char* verdicts) noexcept nogil

    struct RayLoops "ray_loops":
        # Write so many rays, as set_probe has them, as rays from `at` on; for circles about an origin.
        void (*aim)(const GivenRays* given, Py_ssize_t count, double origin_x, double origin_y,
                    AimedRays* rays, Py_ssize_t at) noexcept nogil
        # Note the circles that rays from `first` on may meet. Returns the ray behind those that are
        # done: all before `end`, or those for which there was room.
        Py_ssize_t (*find_near)(const AimedRays* rays, Py_ssize_t first, Py_ssize_t end,
                                const Circles* circles, RayPairs* pairs) noexcept nogil
        # The distances of hits, certainly above 0, infinity for misses.
        cross_rays_t cross_boxes
        cross_rays_t cross_discs
        cross_rays_t describe_boxes     # normals and points of hits, (n, CONTACT_NUMBERS)
        void (*keep_nearest)(const RayPairs* pairs, const double* distances, double* nearest,
                             Py_ssize_t* rows) noexcept nogil
        # The same of one pair; they return the verdict.
        int (*cross_convex)(const double* ray, const Convex* shape,
                            double* distance) noexcept nogil
        int (*cross_segment)(const double* ray, const SegmentRow* row,
                             double* distance) noexcept nogil

    struct SimdLevel "simd_level":
        const char* name
        RingLoops rings
        PairLoops pairs
        StripLoops strips
        ScanLoops scans
        RayLoops rays
        NodeLoops nodes

cdef extern from "filter32/ring_proxy.h" nogil:
    Py_ssize_t ring_proxy_size(const Convex* convex)
    void write_ring_proxy(const Convex* convex, double* memory)

cdef enum:
    FLOAT32         # proxies are tested first
    FLOAT32_UNCERTAIN  # the same, and each of them leaves its pairs uncertain
    FLOAT64         # proxies are not used

# Set once, at import.
cdef RingLoops ring_loops
cdef PairLoops pair_loops
cdef StripLoops strip_loops
cdef ScanLoops scan_loops
cdef RayLoops ray_loops
cdef NodeLoops node_loops
cdef int first_stage
cdef double[2] nan_origin   # leaves all pairs uncertain
