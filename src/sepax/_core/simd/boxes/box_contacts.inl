/* The contact points of pairs of boxes that meet. convex_contact (contact.pxd) defines them; bits:
 * tests/simd/test_boxes.py. all_loops.inl includes this file after box_edges.inl. */

/* The facing edge clipped to the reference edge: `struct Clip` of contact.pxd, and the edges. */
struct clip {
    double error, last;
    struct edge_end ends[2], clipped[2];
    double reference_edge, facing_edge;
    uint64_t second;         /* whether the second end is deeper: a mask, as these */
    uint64_t both, is_uncertain; /* whether both ends count, and are not certain */
};

/* The points that ring_contact finds, in the order of the facing edge. */
struct manifold {
    double x[2], y[2];
};

/* The index of the vertex (s, t), where the edge of that index begins; and of the next. */
LANES_INLINE double corner_of(double s, double t)
{
    return 1.5 + t - 0.5 * (s * t);
}
LANES_INLINE double corner_after(double index)
{
    return choose_bits(where_negative(2.5 - index), 0.0, index + 1.0);
}

/* The facing edge of the other box, moved by the shift, clipped to the chosen edge: as in
 * clip_facing_edge and contact_tolerance. `size` is that of the pair, `skew` the sum of both.
 *
 * Records decide which edge faces against the normal; and that the chosen edge goes on to neither
 * side, which takes a box thicker than the rounding. */
LANES_INLINE struct clip clip_facing(const struct chosen *pair, double size, double skew,
                                     double shift_x, double shift_y, double margin)
{
    const struct box *const own = &pair->own, *const other = &pair->other;
    const double x = pair->line.x, y = pair->line.y, nx = pair->line.nx, ny = pair->line.ny;
    const struct seen normal = see(other, nx, ny);
    const double lead = fabs(normal.across) - fabs(normal.along);
    const uint64_t is_along = where_negative(lead);
    const double s = choose_bits(is_along, normal.along, normal.across) < 0.0 ? 1.0 : -1.0;
    const double t = choose_bits(is_along, -s, s);
    const struct edge_end end0 = see_end(nx, ny, (vertex_x(other, s, t) - x) + shift_x,
                                         (vertex_y(other, s, t) - y) + shift_y);
    const struct edge_end end1 = see_end(nx, ny, (vertex_x(other, -t, s) - x) + shift_x,
                                         (vertex_y(other, -t, s) - y) + shift_y);
    const double last = pair->line.ey * nx - pair->line.ex * ny;
    const double along0 = within(end0.along, 0.0, last), along1 = within(end1.along, 0.0, last);
    const double part0 = part_before(end0, end1, along0), part1 = part_before(end0, end1, along1);
    const double separation0 = separation_after(end0, end1, part0);
    const double separation1 = separation_after(end0, end1, part1);
    const double upper = larger(separation0, separation1);
    const double thickness = smaller(own->half_width, own->half_height);
    struct clip clip;
    clip.error = SEPARATION_ROUNDOFF * size + FLUSH_ROUNDOFF * (fabs(own->x) + fabs(own->y));
    clip.last = last;
    clip.ends[0] = end0;
    clip.ends[1] = end1;
    clip.clipped[0].along = along0;
    clip.clipped[0].separation = separation0;
    clip.clipped[1].along = along1;
    clip.clipped[1].separation = separation1;
    clip.reference_edge = pair->edge;
    clip.facing_edge = corner_of(s, t);
    clip.both = where_nonzero(along0 - along1)
                & (~where_negative(clip.error - upper) | where_negative(upper - margin));
    clip.second = where_negative(separation1 - separation0);
    clip.is_uncertain = where_negative(fabs(lead) - (FACING_ROUNDOFF + skew))
                        | where_negative(fabs(end0.along - end1.along) - UNDERFLOW_ERROR)
                        | where_negative(thickness - 4.0 * clip.error);
    return clip;
}

/* The operations of ring_contact. */
LANES_INLINE struct manifold contact_points(const struct chosen *pair, const struct clip *clip)
{
    const double x = pair->line.x, y = pair->line.y, nx = pair->line.nx, ny = pair->line.ny;
    struct manifold points;
    const struct edge_end *const end = clip->clipped;
    points.x[0] = end_x(x, nx, ny, end[0].along, 0.5 * end[0].separation);
    points.y[0] = end_y(y, nx, ny, end[0].along, 0.5 * end[0].separation);
    points.x[1] = end_x(x, nx, ny, end[1].along, 0.5 * end[1].separation);
    points.y[1] = end_y(y, nx, ny, end[1].along, 0.5 * end[1].separation);
    return points;
}

/* The depth of an end, and its features: the operations of describe_points. */
LANES_INLINE double depth_of_end(const struct clip *clip, int end, double depth)
{
    const struct edge_end own = clip->ends[end], clipped = clip->clipped[end];
    const uint64_t is_cut = where_nonzero(clipped.along - own.along);
    return point_depth(0.0 - choose_bits(is_cut, clipped.separation, own.separation), clip->error,
                       depth);
}

LANES_INLINE double reference_feature(const struct clip *clip, int end)
{
    const double along = clip->clipped[end].along, edge = clip->reference_edge;
    const uint64_t beyond_first = where_negative(clip->error - fabs(along));
    const uint64_t before_last = where_negative(clip->error - fabs(along - clip->last));
    const double other = choose_bits(before_last, -1.0 - edge, corner_after(edge));
    return choose_bits(beyond_first, other, edge);
}

LANES_INLINE double facing_feature(const struct clip *clip, int end)
{
    const double along = clip->clipped[end].along, edge = clip->facing_edge;
    const double next = corner_after(edge);
    const double way0 = along - clip->ends[0].along, way1 = along - clip->ends[1].along;
    /* The facing edge runs from the end farther along back to the other. */
    const uint64_t off_first = where_negative(clip->error - fabs(way0)) & where_negative(way0);
    const uint64_t off_second =
        where_negative(clip->error - fabs(way1)) & where_negative(0.0 - way1);
    const double first = choose_bits(off_second, -1.0 - edge, next);
    const double second = choose_bits(off_first, -1.0 - edge, edge);
    return end ? choose_bits(off_second, second, next) : choose_bits(off_first, first, edge);
}

/* All of the contacts of a stretch of pairs. */
struct contacts {
    double normal[2][STRETCH], depth[STRETCH], vector[2][STRETCH], points[4][STRETCH];
    double depths[2][STRETCH], features[4][STRETCH]; /* of a and of b, a point after the other */
    double count[STRETCH], a_in_b[STRETCH], b_in_a[STRETCH], verdict[STRETCH];
};

/* Which box contains the other: by how far each protrudes along the axes of the other, its own
 * extent there being the shift minus the separation, known to within 3 error bounds. Returns a mask
 * of where it is uncertain. */
LANES_INLINE uint64_t find_containment(struct sides *both, ptrdiff_t k, double *a_in_b,
                                       double *b_in_a)
{
    const struct box_separations of = measure(both->a, both->b, k);
    const double error = error_bound(both->a, both->b, k);
    const double a_beyond = larger(
        2.0 * (fabs(of.shift[ALONG_B]) - both->b[HALF_WIDTH][k]) - of.separation[ALONG_B],
        2.0 * (fabs(of.shift[ACROSS_B]) - both->b[HALF_HEIGHT][k]) - of.separation[ACROSS_B]);
    const double b_beyond = larger(
        2.0 * (fabs(of.shift[ALONG_A]) - both->a[HALF_WIDTH][k]) - of.separation[ALONG_A],
        2.0 * (fabs(of.shift[ACROSS_A]) - both->a[HALF_HEIGHT][k]) - of.separation[ACROSS_A]);
    *a_in_b = choose_bits(where_negative(a_beyond), 1.0, 0.0);
    *b_in_a = choose_bits(where_negative(b_beyond), 1.0, 0.0);
    return where_negative(smaller(fabs(a_beyond), fabs(b_beyond)) - 4.0 * error);
}

/* The points of a pair with depths and features: counter-clockwise along b (contact.pxd). Returns a
 * mask of where both are at one corner, whose features are uncertain. */
LANES_INLINE uint64_t set_points(const struct chosen *pair, const struct clip *clip, double depth,
                                 ptrdiff_t k, struct contacts *out)
{
    const struct manifold points = contact_points(pair, clip);
    const uint64_t on_b = where_negative(pair->sign);
    /* Which end comes first: of two as of the order, of one the deeper. */
    const uint64_t swapped = (clip->both & on_b) | (~clip->both & clip->second);
    int i, end;
    double depths[2], of_reference[2], of_facing[2];
    for (end = 0; end < 2; end++) {
        depths[end] = depth_of_end(clip, end, depth);
        of_reference[end] = reference_feature(clip, end);
        of_facing[end] = facing_feature(clip, end);
    }
    for (i = 0; i < 2; i++) {
        const uint64_t counts = i ? clip->both : ~(uint64_t)0;
        const double x = choose_bits(swapped, points.x[1 - i], points.x[i]);
        const double y = choose_bits(swapped, points.y[1 - i], points.y[i]);
        const double reference = choose_bits(swapped, of_reference[1 - i], of_reference[i]);
        const double facing = choose_bits(swapped, of_facing[1 - i], of_facing[i]);
        const double own = choose_bits(swapped, depths[1 - i], depths[i]);
        out->points[2 * i][k] = choose_bits(counts, x, 0.0);
        out->points[2 * i + 1][k] = choose_bits(counts, y, 0.0);
        out->depths[i][k] = choose_bits(counts, own, 0.0);
        out->features[2 * i][k] = choose_bits(counts, choose_bits(on_b, facing, reference), 0.0);
        out->features[2 * i + 1][k] =
            choose_bits(counts, choose_bits(on_b, reference, facing), 0.0);
    }
    return clip->both & ~where_nonzero(of_reference[0] - of_reference[1])
           & ~where_nonzero(of_facing[0] - of_facing[1]);
}

/* Those of a chunk along the edges of their widest separations. */
LANES_INLINE void meet(struct sides *both, const double *edges, ptrdiff_t first, double margin,
                       struct contacts *out)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct chosen pair = choose(both, edges[k], k);
        const struct edge_line *line = &pair.line;
        const double size = size_of(both->a, both->b, k);
        const double skew = both->a[SKEW][k] + both->b[SKEW][k];
        const struct clip clip = clip_facing(&pair, size, skew, 0.0, 0.0, margin);
        const double depth = 0.0 - least_along(line, line->x, line->y, &pair.other);
        const uint64_t is_uncertain = clip.is_uncertain | set_points(&pair, &clip, depth, k, out)
                                      | find_containment(both, k, &out->a_in_b[k], &out->b_in_a[k]);
        out->normal[0][k] = 0.0 + pair.sign * line->nx;
        out->normal[1][k] = 0.0 + pair.sign * line->ny;
        out->depth[k] = depth;
        out->vector[0][k] = 0.0 - out->normal[0][k] * depth;
        out->vector[1][k] = 0.0 - out->normal[1][k] * depth;
        out->count[k] = choose_bits(clip.both, 2.0, 1.0);
        out->verdict[k] = choose_bits(is_uncertain, PAIR_UNCERTAIN, PAIR_MEETS);
    }
}

/* Clear the rows of a chunk that have no contact. */
LANES_INLINE void write_no_contacts(const double *edges, ptrdiff_t first, struct contacts *out)
{
    ptrdiff_t k;
    int i;
    for (k = first; k < first + CHUNK; k++) {
        const uint64_t apart = where_negative(EDGE_NONE - 0.5 - edges[k]);
        for (i = 0; i < 2; i++) {
            out->normal[i][k] = choose_bits(apart, 0.0, out->normal[i][k]);
            out->vector[i][k] = choose_bits(apart, 0.0, out->vector[i][k]);
            out->depths[i][k] = choose_bits(apart, 0.0, out->depths[i][k]);
        }
        for (i = 0; i < 4; i++) {
            out->points[i][k] = choose_bits(apart, 0.0, out->points[i][k]);
            out->features[i][k] = choose_bits(apart, 0.0, out->features[i][k]);
        }
        out->depth[k] = choose_bits(apart, 0.0, out->depth[k]);
        out->count[k] = choose_bits(apart, 0.0, out->count[k]);
        out->a_in_b[k] = choose_bits(apart, 0.0, out->a_in_b[k]);
        out->b_in_a[k] = choose_bits(apart, 0.0, out->b_in_a[k]);
        out->verdict[k] = choose_bits(apart, verdict_of(edges[k]), out->verdict[k]);
    }
}

LANES_INLINE void write_contacts(const struct contacts *from, int pairs,
                                 const struct contact_arrays *out, ptrdiff_t row)
{
    ptrdiff_t k;
    int i;
    for (k = 0; k < pairs; k++) {
        for (i = 0; i < 2; i++) {
            out->normal[2 * (row + k) + i] = from->normal[i][k];
            out->mtv[2 * (row + k) + i] = from->vector[i][k];
            out->depths[2 * (row + k) + i] = from->depths[i][k];
        }
        for (i = 0; i < 4; i++) {
            out->points[4 * (row + k) + i] = from->points[i][k];
            out->features[4 * (row + k) + i] = (int32_t)from->features[i][k];
        }
        out->depth[row + k] = from->depth[k];
    }
    for (k = 0; k < pairs; k++) {
        out->counts[row + k] = (signed char)(int)from->count[k];
        out->a_in_b[row + k] = (unsigned char)(int)from->a_in_b[k];
        out->b_in_a[row + k] = (unsigned char)(int)from->b_in_a[k];
    }
}

/* The contacts of pairs of boxes of boxes.pxd, in `out` from `row` on; undefined where uncertain.
 * Returns how many are. Pairs apart have none: the margin is for the second points of the
 * others. */
static ptrdiff_t contacts(const struct pair_batch *batch, double margin,
                          const struct contact_arrays *out, ptrdiff_t row)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    struct leading_edges widest;
    struct contacts contacts;
    while (load_stretch(batch, &walk, &both)) {
        ptrdiff_t first;
        find_widest_separations(&both, &widest);
        for (first = 0; first < CHUNK * walk.chunks; first += CHUNK) {
            prefetch_later(batch, &walk, first, CHUNK);
            if (has_ties(widest.edge + first))
                resolve_ties(&both, first, &widest);
            if (farthest(widest.edge + first, EDGE_NONE) > 0.0)
                meet(&both, widest.edge, first, margin, &contacts);
            write_no_contacts(widest.edge, first, &contacts);
        }
        write_contacts(&contacts, walk.pairs, out, row + walk.start);
        write_and_count(&walk, contacts.verdict, PAIR_UNCERTAIN, out->hit + row);
    }
    return walk.uncertain;
}
