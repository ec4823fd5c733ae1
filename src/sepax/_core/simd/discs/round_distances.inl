/* Distances of segments of any radius, of discs and segments or boxes, and of rounded boxes, with
 * the bits of the kernels for two shapes (nearest.pxd, distance.pxd). all_loops.inl includes this file after
 * box_distances.inl. Uncertain are pairs that cross or touch within rounding, or whose squares
 * underflow. */

/* Shapes of a stretch of pairs: segments by their rows (segment_row.h), discs by their records,
 * rounded boxes by those of their cores. */
struct round_sides {
    struct sides core;
    double a_radius[STRETCH], b_radius[STRETCH];
};

/* The side, with rows of segments, or cores, in place of records if it has these. */
LANES_INLINE struct pair_side core_side(const struct pair_side *side)
{
    struct pair_side core = *side;
    if (side->kind == OF_SEGMENTS)
        core.records = (const double *)side->segments;
    if (side->kind == OF_ROUNDED_BOXES)
        core.records = side->cores;
    return core;
}

LANES_INLINE void load_radii(const struct pair_side *side, ptrdiff_t start, int pairs, int chunks,
                             double *radius)
{
    ptrdiff_t k;
    if (!side->index) {
        read_rows(side->radii + (side->is_one ? 0 : start), side->is_one, 1, pairs, chunks, radius);
        return;
    }
    for (k = 0; k < CHUNK * chunks; k++)
        radius[k] = side->radii[side->index[start + (k < pairs ? k : pairs - 1)]];
}

/* The points of a core and, if it is a segment, its line. */
struct round_core {
    struct placed_segment ends;
    struct edge_line line;
};

LANES_INLINE struct round_core round_core_of(double (*slot)[STRETCH], ptrdiff_t k, int is_segment)
{
    struct round_core core;
    if (is_segment) {
        const struct segment_row row = {slot[POSE_X][k], slot[POSE_Y][k],
                                        slot[POSE_COSINE][k], slot[POSE_SINE][k],
                                        {slot[START_X][k], slot[END_X][k]},
                                        {slot[START_Y][k], slot[END_Y][k]}};
        core.ends = place_segment(&row);
    } else {
        core.ends.x[0] = core.ends.x[1] = slot[CENTRE_X][k];
        core.ends.y[0] = core.ends.y[1] = slot[CENTRE_Y][k];
    }
    core.line = line_between(core.ends.x[0], core.ends.y[0], core.ends.x[1], core.ends.y[1]);
    return core;
}

/* Distances of points from a segment: the least for those whose foot is on it, and the least square
 * for those nearest to an end. */
struct nearness {
    double foot, square;
};

/* update_nearest; returns how far the point is to the right. */
LANES_INLINE double update_nearest_point(const struct round_core *segment, double px, double py,
                                         struct nearness *nearest)
{
    const struct edge_line *const line = &segment->line;
    const double x = px - line->x, y = py - line->y;
    const double far_x = px - segment->ends.x[1], far_y = py - segment->ends.y[1];
    const double right = line->nx * x + line->ny * y;
    /* Along the segment, from either end; no zero is negative. */
    const uint64_t is_after_start = where_negative(0.0 - (y * line->nx - x * line->ny));
    const uint64_t is_before_end =
        where_negative((far_y * line->nx - far_x * line->ny) + 0.0);
    const uint64_t is_foot = is_after_start & is_before_end;
    const double near_x = choose_bits(is_after_start, far_x, x);
    const double near_y = choose_bits(is_after_start, far_y, y);
    const double square = near_x * near_x + near_y * near_y;
    nearest->foot = smaller(choose_bits(is_foot, fabs(right), INFINITY), nearest->foot);
    nearest->square = smaller(choose_bits(is_foot, INFINITY, square), nearest->square);
    return right;
}

/* The ends of a core as a segment sees them (of a disc both are one); returns where they are
 * certainly on both sides of its line. */
LANES_INLINE uint64_t relative_ends(const struct round_core *segment,
                                    const struct round_core *other, double error,
                                    struct nearness *nearest)
{
    const struct placed_segment *const ends = &other->ends;
    const double first = update_nearest_point(segment, ends->x[0], ends->y[0], nearest);
    const double second = update_nearest_point(segment, ends->x[1], ends->y[1], nearest);
    const double least = smaller(first, second), most = larger(first, second);
    return where_negative(least + error) & where_negative(error - most);
}

/* An error bound at least that of the kernels, which is of the bounding radii. The centres are
 * within 0.71 lengths of the starts of the segments, by the sum of both coordinates; a bounding
 * radius is half a length and the radius; all are off by a 64th of a length at most (pose.pxd). */
LANES_INLINE double error_of_cores(const struct round_core *a, const struct round_core *b,
                                   double radius)
{
    const double between = fabs(b->line.x - a->line.x) + fabs(b->line.y - a->line.y);
    const double lengths = sqrt(a->line.square) + sqrt(b->line.square);
    return separation_error(2.0 * (between + lengths + radius));
}

/* distance_of, from nearest_of_segments and nearest_of_ring_and_disc. If segments cross, but not
 * certainly, an end is within the error of the other segment: they are never classified as
 * apart. */
LANES_INLINE void measure_cores(struct round_sides *both, int a_is_segment, int b_is_segment,
                                ptrdiff_t first, double *distance, double *verdict)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct round_core a = round_core_of(both->core.a, k, a_is_segment);
        const struct round_core b = round_core_of(both->core.b, k, b_is_segment);
        const double radius = both->a_radius[k] + both->b_radius[k];
        const double error = error_of_cores(&a, &b, radius);
        struct nearness nearest = {INFINITY, INFINITY};
        uint64_t is_usual = where_within(error, INFINITY), cross = ~(uint64_t)0, meets, apart;
        double gap;
        if (a_is_segment) {
            cross &= relative_ends(&a, &b, error, &nearest);
            is_usual &= ~where_negative(a.line.square - SMALLEST_SQUARE);
        }
        if (b_is_segment) {
            cross &= relative_ends(&b, &a, error, &nearest);
            is_usual &= ~where_negative(b.line.square - SMALLEST_SQUARE);
        }
        is_usual &= ~where_negative(nearest.square - SMALLEST_SQUARE);
        gap = smaller(sqrt(nearest.square), nearest.foot) - radius;
        meets = cross | where_negative(gap + 2.0 * error);
        apart = where_negative(2.0 * error - gap);
        distance[k] = choose_bits(meets, 0.0, gap);
        verdict[k] = choose_bits(is_usual & (meets | apart),
                                 choose_bits(meets, PAIR_MEETS, PAIR_APART), PAIR_UNCERTAIN);
    }
}

/* The same of a disc and a box, if it certainly sees a side or a corner, as in box_distances.inl;
 * pairs that are not clearly apart are uncertain. */
LANES_INLINE void measure_disc_and_box(struct round_sides *both, int box_is_b, ptrdiff_t first,
                                       double *distance, double *verdict)
{
    double (*const boxes)[STRETCH] = box_is_b ? both->core.b : both->core.a;
    double (*const discs)[STRETCH] = box_is_b ? both->core.a : both->core.b;
    const double *const radius = box_is_b ? both->a_radius : both->b_radius;
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct box box = box_of(boxes, k);
        const struct viewed_core seen = view_point(&box, discs[CENTRE_X][k], discs[CENTRE_Y][k]);
        const double beyond_x = fabs(seen.x) - box.half_width;
        const double beyond_y = fabs(seen.y) - box.half_height;
        const double ahead_x = choose_bits(where_negative(seen.x), -1.0, 1.0);
        const double ahead_y = choose_bits(where_negative(seen.y), -1.0, 1.0);
        const double aside = smaller(beyond_x, beyond_y);
        const double ahead = larger(beyond_x, beyond_y);
        const uint64_t is_corner = where_negative(0.0 - aside);
        const double margin = margin_of(both->core.a, both->core.b, k);
        const double size = size_of(both->core.a, both->core.b, k);
        const double shortest = smaller(box.half_width, box.half_height);
        const double gap = distance_from_box(&box, discs[CENTRE_X][k], discs[CENTRE_Y][k], beyond_x,
                                             beyond_y, ahead_x, ahead_y, is_corner)
                           - radius[k];
        const uint64_t certain =
            where_negative(margin - ahead) & where_negative(margin - fabs(aside))
            & where_negative(4.0 * margin - shortest) & where_within(gap, INFINITY)
            & where_within(margin, INFINITY) & where_negative(4.0 * separation_error(size) - gap);
        distance[k] = gap;
        verdict[k] = choose_bits(certain, PAIR_APART, PAIR_UNCERTAIN);
    }
}

/* The same of two rounded boxes: that of their cores less the radii, if it is certain
 * (box_distances.inl) and they are clearly apart. */
LANES_INLINE void measure_rounded_boxes(struct round_sides *both, ptrdiff_t first,
                                        double *distance, double *verdict)
{
    ptrdiff_t k;
    measure_distances(&both->core, first, distance, verdict);
    if (largest_verdict(verdict + first) == PAIR_UNCERTAIN)
        measure_aligned(&both->core, first, distance, verdict);
    for (k = first; k < first + CHUNK; k++) {
        const double size = size_of(both->core.a, both->core.b, k);
        const double gap = distance[k] - (both->a_radius[k] + both->b_radius[k]);
        const uint64_t apart = where_negative(4.0 * separation_error(size) - gap);
        distance[k] = gap;
        verdict[k] = choose_bits(apart, verdict[k], PAIR_UNCERTAIN);
    }
}

/* Distances of segments, of discs and segments or boxes of boxes.pxd, or of rounded boxes, 0 where
 * they meet; returns how many are uncertain. */
static ptrdiff_t round_distances(const struct pair_batch *batch, double *distances,
                                 unsigned char *verdicts)
{
    const struct pair_batch cores = {core_side(&batch->a), core_side(&batch->b), batch->count};
    const enum proxy_kind kind_a = batch->a.kind, kind_b = batch->b.kind;
    struct round_sides both;
    struct walk walk = begin_walk(&cores, &both.core);
    double distance[STRETCH], verdict[STRETCH];
    while (load_stretch(&cores, &walk, &both.core)) {
        ptrdiff_t first;
        if (kind_a != OF_BOXES)
            load_radii(&batch->a, walk.start, walk.pairs, walk.chunks, both.a_radius);
        if (kind_b != OF_BOXES)
            load_radii(&batch->b, walk.start, walk.pairs, walk.chunks, both.b_radius);
        for (first = 0; first < CHUNK * walk.chunks; first += CHUNK) {
            prefetch_later(&cores, &walk, first, CHUNK);
            if (kind_a == OF_ROUNDED_BOXES)
                measure_rounded_boxes(&both, first, distance, verdict);
            else if (kind_a == OF_BOXES)
                measure_disc_and_box(&both, 0, first, distance, verdict);
            else if (kind_b == OF_BOXES)
                measure_disc_and_box(&both, 1, first, distance, verdict);
            else if (kind_a == OF_DISCS)
                measure_cores(&both, 0, 1, first, distance, verdict);
            else if (kind_b == OF_DISCS)
                measure_cores(&both, 1, 0, first, distance, verdict);
            else
                measure_cores(&both, 1, 1, first, distance, verdict);
        }
        write_numbers(&walk, distance, distances);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}
