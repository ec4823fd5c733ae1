/* Pairs of boxes that meet, many at a time: the points where they do. What these are is defined by
 * ring_contact (contact.pxd), whose bits tests/test_boxes.py holds them to.
 *
 * levels.h includes this file after box_edges.inl, once for each instruction set.
 */

/* What ring_contact (contact.pxd) finds: one or two points; or that it is not certain. */
struct LEVEL(manifold) {
    double x[2], y[2];
    uint64_t both, doubtful; /* masks */
};

LEVEL_INLINE double LEVEL(within)(double x, double low, double high)
{
    const double y = low > x ? low : x;
    return high < y ? high : y;
}

/* The facing edge of the other box, moved by the shift, clipped to the edge chosen: the
 * operations of ring_contact and contact_doubt. `size` is the pair's, `skew` that of both.
 *
 * Certain, from the records: which edge faces against the normal; and that the chosen edge
 * goes on to neither side, which takes a box thicker than the rounding. */
LEVEL_INLINE struct LEVEL(manifold) LEVEL(contact_points)(const struct LEVEL(chosen) *pair,
                                                          double size, double skew, double shift_x,
                                                          double shift_y)
{
    const struct box *const own = &pair->own, *const other = &pair->other;
    const double x = pair->line.x, y = pair->line.y, nx = pair->line.nx, ny = pair->line.ny;
    const double error =
        SEPARATION_ROUNDOFF * size + FLUSH_ROUNDOFF * (fabs(own->x) + fabs(own->y));
    const double last = pair->line.ey * nx - pair->line.ex * ny;
    const double along = nx * other->cosine + ny * other->sine;
    const double across = ny * other->cosine - nx * other->sine;
    const double lead = fabs(across) - fabs(along);
    const uint64_t is_along = where_negative(lead);
    const double s = choose_bits(is_along, along, across) < 0.0 ? 1.0 : -1.0;
    const double t = choose_bits(is_along, -s, s);
    const double dx0 = (LEVEL(vertex_x)(other, s, t) - x) + shift_x;
    const double dy0 = (LEVEL(vertex_y)(other, s, t) - y) + shift_y;
    const double dx1 = (LEVEL(vertex_x)(other, -t, s) - x) + shift_x;
    const double dy1 = (LEVEL(vertex_y)(other, -t, s) - y) + shift_y;
    const double end0 = dy0 * nx - dx0 * ny, separation0 = dx0 * nx + dy0 * ny;
    const double end1 = dy1 * nx - dx1 * ny, separation1 = dx1 * nx + dy1 * ny;
    const double clipped0 = LEVEL(within)(end0, 0.0, last);
    const double clipped1 = LEVEL(within)(end1, 0.0, last);
    const double part0 = LEVEL(within)((clipped0 - end0) / (end1 - end0), 0.0, 1.0);
    const double part1 = LEVEL(within)((clipped1 - end0) / (end1 - end0), 0.0, 1.0);
    const double clipped_separation0 = separation0 + (separation1 - separation0) * part0;
    const double clipped_separation1 = separation0 + (separation1 - separation0) * part1;
    const double thickness = LEVEL(smaller)(own->half_width, own->half_height);
    struct LEVEL(manifold) points;
    uint64_t second; /* the only one that counts */
    points.x[0] = x - ny * clipped0 + nx * (0.5 * clipped_separation0);
    points.y[0] = y + nx * clipped0 + ny * (0.5 * clipped_separation0);
    points.x[1] = x - ny * clipped1 + nx * (0.5 * clipped_separation1);
    points.y[1] = y + nx * clipped1 + ny * (0.5 * clipped_separation1);
    points.both = where_negative(0.0 - fabs(clipped0 - clipped1))
                  & ~where_negative(error
                                    - LEVEL(larger)(clipped_separation0, clipped_separation1));
    second = where_negative(clipped_separation1 - clipped_separation0) & ~points.both;
    points.x[0] = choose_bits(second, points.x[1], points.x[0]);
    points.y[0] = choose_bits(second, points.y[1], points.y[0]);
    points.doubtful = where_negative(fabs(lead) - (FACING_ROUNDOFF + skew))
                      | where_negative(fabs(end0 - end1) - UNDERFLOW_ERROR)
                      | where_negative(thickness - 4.0 * error);
    return points;
}

/* All of the contacts of a stretch of pairs. */
struct LEVEL(contacts) {
    double normal[2][STRETCH], depth[STRETCH], vector[2][STRETCH], points[4][STRETCH];
    double count[STRETCH], a_in_b[STRETCH], b_in_a[STRETCH], verdict[STRETCH];
};

/* Which box of a pair is a part of the other: by how far it sticks out along the other's
 * axes, its own extent there being what the separation leaves of the distance. That is known to
 * within 3 error bounds. Returns a mask of where it is in doubt. */
LEVEL_INLINE uint64_t LEVEL(hold)(struct LEVEL(sides) *both, int k, double *a_in_b, double *b_in_a)
{
    const struct box_separations of = LEVEL(measure)(both->a, both->b, k);
    const double error = LEVEL(error_bound)(both->a, both->b, k);
    const double a_beyond = LEVEL(larger)(
        2.0 * (fabs(of.shift[ALONG_B]) - both->b[HALF_WIDTH][k]) - of.separation[ALONG_B],
        2.0 * (fabs(of.shift[ACROSS_B]) - both->b[HALF_HEIGHT][k]) - of.separation[ACROSS_B]);
    const double b_beyond = LEVEL(larger)(
        2.0 * (fabs(of.shift[ALONG_A]) - both->a[HALF_WIDTH][k]) - of.separation[ALONG_A],
        2.0 * (fabs(of.shift[ACROSS_A]) - both->a[HALF_HEIGHT][k]) - of.separation[ACROSS_A]);
    *a_in_b = choose_bits(where_negative(a_beyond), 1.0, 0.0);
    *b_in_a = choose_bits(where_negative(b_beyond), 1.0, 0.0);
    return where_negative(LEVEL(smaller)(fabs(a_beyond), fabs(b_beyond)) - 4.0 * error);
}

/* Those of a group along the edges of their widest separations. */
LEVEL_INLINE void LEVEL(meet)(struct LEVEL(sides) *both, const double *edges, int first,
                              struct LEVEL(contacts) *out)
{
    int k;
    for (k = first; k < first + GROUP; k++) {
        const struct LEVEL(chosen) pair = LEVEL(choose)(both, edges[k], k);
        const struct LEVEL(edge_line) *line = &pair.line;
        const double size = LEVEL(size_of)(both->a, both->b, k);
        const double skew = both->a[SKEW][k] + both->b[SKEW][k];
        const struct LEVEL(manifold) points = LEVEL(contact_points)(&pair, size, skew, 0.0, 0.0);
        const double depth = 0.0 - LEVEL(least_along)(line, line->x, line->y, &pair.other);
        const uint64_t doubtful = points.doubtful
                                  | LEVEL(hold)(both, k, &out->a_in_b[k], &out->b_in_a[k]);
        out->normal[0][k] = 0.0 + pair.sign * line->nx;
        out->normal[1][k] = 0.0 + pair.sign * line->ny;
        out->depth[k] = depth;
        out->vector[0][k] = 0.0 - out->normal[0][k] * depth;
        out->vector[1][k] = 0.0 - out->normal[1][k] * depth;
        out->points[0][k] = points.x[0];
        out->points[1][k] = points.y[0];
        out->points[2][k] = choose_bits(points.both, points.x[1], 0.0);
        out->points[3][k] = choose_bits(points.both, points.y[1], 0.0);
        out->count[k] = choose_bits(points.both, 2.0, 1.0);
        out->verdict[k] = choose_bits(doubtful, PAIR_UNDECIDED, PAIR_MEETS);
    }
}

/* What pairs look like that do not meet, in the rows of a group that are such. */
LEVEL_INLINE void LEVEL(clear_apart)(const double *edges, int first, struct LEVEL(contacts) *out)
{
    int i, k;
    for (k = first; k < first + GROUP; k++) {
        const uint64_t apart = where_negative(EDGE_NONE - 0.5 - edges[k]);
        for (i = 0; i < 2; i++) {
            out->normal[i][k] = choose_bits(apart, 0.0, out->normal[i][k]);
            out->vector[i][k] = choose_bits(apart, 0.0, out->vector[i][k]);
        }
        for (i = 0; i < 4; i++)
            out->points[i][k] = choose_bits(apart, 0.0, out->points[i][k]);
        out->depth[k] = choose_bits(apart, 0.0, out->depth[k]);
        out->count[k] = choose_bits(apart, 0.0, out->count[k]);
        out->a_in_b[k] = choose_bits(apart, 0.0, out->a_in_b[k]);
        out->b_in_a[k] = choose_bits(apart, 0.0, out->b_in_a[k]);
        out->verdict[k] = choose_bits(apart, LEVEL(verdict_of)(edges[k]), out->verdict[k]);
    }
}

LEVEL_INLINE void LEVEL(write_contacts)(const struct LEVEL(contacts) *from, int pairs,
                                        const struct contact_arrays *out, ptrdiff_t row)
{
    int i, k;
    for (k = 0; k < pairs; k++) {
        for (i = 0; i < 2; i++) {
            out->normal[2 * (row + k) + i] = from->normal[i][k];
            out->mtv[2 * (row + k) + i] = from->vector[i][k];
        }
        for (i = 0; i < 4; i++)
            out->points[4 * (row + k) + i] = from->points[i][k];
        out->depth[row + k] = from->depth[k];
    }
    for (k = 0; k < pairs; k++) {
        out->counts[row + k] = (signed char)(int)from->count[k];
        out->a_in_b[row + k] = (unsigned char)(int)from->a_in_b[k];
        out->b_in_a[row + k] = (unsigned char)(int)from->b_in_a[k];
    }
}

/* The contacts of pairs of boxes of boxes.pxd, in `out` from `row` on; nonsense where in
 * doubt. Returns how many are. */
static ptrdiff_t LEVEL(contacts)(const struct pair_side *a, const struct pair_side *b,
                                 ptrdiff_t count, const struct contact_arrays *out, ptrdiff_t row)
{
    struct LEVEL(sides) both;
    struct LEVEL(widest) widest;
    struct LEVEL(contacts) contacts;
    ptrdiff_t start, undecided = 0;
    LEVEL(begin)(a, b, &both);
    for (start = 0; start < count; start += STRETCH) {
        int first;
        LEVEL(take)(a, b, start, count, &both);
        LEVEL(find_widest_separations)(&both, &widest);
        for (first = 0; first < both.lanes; first += GROUP) {
            if (LEVEL(has)(widest.edge + first, EDGE_TIED))
                LEVEL(resolve_ties)(&both, first, &widest);
            if (!LEVEL(is_all)(widest.edge + first, EDGE_NONE))
                LEVEL(meet)(&both, widest.edge, first, &contacts);
            LEVEL(clear_apart)(widest.edge, first, &contacts);
        }
        LEVEL(write_contacts)(&contacts, both.pairs, out, row + start);
        undecided += LEVEL(note)(contacts.verdict, both.pairs, PAIR_UNDECIDED, out->hit + row
                                 + start);
    }
    return undecided;
}
