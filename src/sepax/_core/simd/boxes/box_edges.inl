/* Pairs of boxes: along which edge they are separated. all_loops.inl includes this file after
 * box_lanes.inl, whose error bound it uses. Records decide which edge; all numbers that users see
 * come from the true vertices of boxes.pxd, with the operations and bits of the kernels for two
 * shapes. Edges are numbered as in box.h; those of b are 4 to 7. */

/* Of a stretch of pairs, the edge of a and that of b that lead, and the one of both: of the widest
 * separation, or of the last entry or the first exit of boxes in motion. */
struct leading_edges {
    double of_a[STRETCH], of_b[STRETCH];
    double edge[STRETCH]; /* one of them, EDGE_TIED, EDGE_NONE for boxes apart, EDGE_UNCERTAIN */
};

/* The axis of a box along which the other is farther away, and the edge that faces it: chosen by
 * bits, as compilers branch on several choices by one condition. */
struct wider_axis {
    double separation, edge;
    double lead; /* how far ahead: of the other axis, of the opposite edge */
};

LANES_INLINE struct wider_axis wider_axis(const struct box_separations *of,
                                          enum box_axis along,
                                          enum box_axis across)
{
    const double separation = of->separation[along], other = of->separation[across];
    const double ahead = separation - other;
    const uint64_t is_across = where_negative(ahead);
    const double shift = choose_bits(is_across, of->shift[across], of->shift[along]);
    const double sense = shift > 0.0 ? 1.0 : -1.0;
    struct wider_axis wider;
    wider.separation = larger(separation, other);
    wider.edge = choose_bits(is_across, FACES_BACK_ACROSS + 1.0 + sense, FACES_ALONG + 1.0 - sense);
    wider.lead = smaller(fabs(ahead), fabs(shift));
    return wider;
}

/* Opposite edges share an axis; the one facing away has a separation smaller by twice the distance
 * along it. The edge of a box is certain if its other axis is behind by 5 error bounds and the
 * other centre is farther than that to one side: the kernels find separations to within another
 * bound, and take up to 2 for a tie (depth_may_shrink in sweep.pxd). Between the boxes anything
 * else is a tie. convex_penetration (separation.pxd) finds a depth of 5 bounds positive at once. */
LANES_INLINE void find_widest_separations(struct sides *both,
                                          struct leading_edges *widest)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        const struct box_separations of = measure(both->a, both->b, k);
        const double error = error_bound(both->a, both->b, k);
        const double margin = 5.0 * error;
        const struct wider_axis of_a = wider_axis(&of, ALONG_A, ACROSS_A);
        const struct wider_axis of_b = wider_axis(&of, ALONG_B, ACROSS_B);
        const double separation_a = of_a.separation, separation_b = of_b.separation;
        const double lead_a = of_a.lead, lead_b = of_b.lead;
        const double lead = smaller(lead_a, lead_b);
        const double tied = lead > margin ? (double)EDGE_TIED : EDGE_UNCERTAIN;
        const double ahead_a = smaller(separation_a - separation_b, lead_a);
        const double ahead_b = smaller(separation_b - separation_a, lead_b);
        double edge = fabs(separation_a - separation_b) > margin ? EDGE_UNCERTAIN : tied;
        edge = ahead_a > margin ? of_a.edge : edge;
        edge = ahead_b > margin ? 4.0 + of_b.edge : edge;
        edge = larger(separation_a, separation_b) < -margin ? edge : EDGE_UNCERTAIN;
        widest->of_a[k] = of_a.edge;
        widest->of_b[k] = 4.0 + of_b.edge;
        widest->edge[k] = larger(separation_a, separation_b) > error ? EDGE_NONE : edge;
    }
}

/* The largest verdict of a chunk, by explicit vectors: else compilers branch. */
LANES_INLINE double largest_verdict(const double *verdict)
{
    lanes_t largest = lanes_load(verdict);
    int k;
    for (k = LANES; k < CHUNK; k += LANES)
        largest = lanes_maximum(lanes_load(verdict + k), largest);
    return lanes_largest(largest);
}

/* Of edges, EDGE_TIED is the largest. */
LANES_INLINE int has_ties(const double *edge)
{
    return largest_verdict(edge) == EDGE_TIED;
}

/* How far the verdicts of a chunk are from one at the most. */
LANES_INLINE double farthest(const double *verdict, double from)
{
    lanes_t far = lanes_fill(0.0);
    int k;
    for (k = 0; k < CHUNK; k += LANES) {
        const lanes_t off = lanes_subtract(lanes_load(verdict + k), lanes_fill(from));
        far = lanes_maximum(lanes_magnitude(off), far);
    }
    return lanes_largest(far);
}

/* The vertex at s half_width, t half_height, s and t being 1 or -1: the bits of lanes_transform. */
LANES_INLINE double vertex_x(const struct box *box, double s, double t)
{
    return box->x + (s * (box->cosine * box->half_width) - t * (box->sine * box->half_height));
}

LANES_INLINE double vertex_y(const struct box *box, double s, double t)
{
    return box->y + (s * (box->sine * box->half_width) + t * (box->cosine * box->half_height));
}

/* Where an edge, 0 to 3, begins; it leads from (s, t) to (-t, s). */
LANES_INLINE double start_s(double edge) { return fabs(edge - 1.5) < 1.0 ? 1.0 : -1.0; }
LANES_INLINE double start_t(double edge) { return edge >= 2.0 ? 1.0 : -1.0; }

LANES_INLINE struct edge_line line_of(const struct box *box, double s, double t)
{
    return line_between(vertex_x(box, s, t), vertex_y(box, s, t), vertex_x(box, -t, s),
                        vertex_y(box, -t, s));
}

/* The least n . (vertex - origin) over the vertices of a box, in any order if none is 0. */
LANES_INLINE double least_along(const struct edge_line *line, double origin_x,
                                double origin_y, const struct box *box)
{
    const double nx = line->nx, ny = line->ny;
    const double along0 = nx * (vertex_x(box, -1.0, -1.0) - origin_x)
                          + ny * (vertex_y(box, -1.0, -1.0) - origin_y);
    const double along1 = nx * (vertex_x(box, 1.0, -1.0) - origin_x)
                          + ny * (vertex_y(box, 1.0, -1.0) - origin_y);
    const double along2 = nx * (vertex_x(box, 1.0, 1.0) - origin_x)
                          + ny * (vertex_y(box, 1.0, 1.0) - origin_y);
    const double along3 = nx * (vertex_x(box, -1.0, 1.0) - origin_x)
                          + ny * (vertex_y(box, -1.0, 1.0) - origin_y);
    return smaller(smaller(along0, along1), smaller(along2, along3));
}

/* The separation of an edge seen from the centre of its box: the bits of ring_lanes.inl. */
LANES_INLINE double separation_from_centre(const struct edge_line *line,
                                           const struct box *own, const struct box *other)
{
    const double cx = own->x + 0.0, cy = own->y + 0.0;
    const double offset = line->nx * (line->x - cx) + line->ny * (line->y - cy);
    return least_along(line, cx, cy, other) - offset;
}

/* The closing speed of an edge; (vx, vy) is the velocity of its box relative to the other. */
LANES_INLINE double closing_speed(const struct edge_line *line, double vx, double vy)
{
    return line->nx * vx + line->ny * vy;
}

/* The order of ties: of tied edges of a and b, choose the one whose separation, or in motion whose
 * time, is larger by the sign; that of a if equal. So do the loops over the edges of a ring. */
LANES_INLINE void choose_of_tied(struct sides *both, const struct relative_motion *motion,
                                 int are_times, ptrdiff_t first, double sign,
                                 struct leading_edges *edges)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct box a = box_of(both->a, k), b = box_of(both->b, k);
        const double edge_a = edges->of_a[k], edge_b = edges->of_b[k] - 4.0;
        const struct edge_line of_a = line_of(&a, start_s(edge_a), start_t(edge_a));
        const struct edge_line of_b = line_of(&b, start_s(edge_b), start_t(edge_b));
        double lead_a = separation_from_centre(&of_a, &a, &b);
        double lead_b = separation_from_centre(&of_b, &b, &a), chosen;
        if (are_times) {
            lead_a /= closing_speed(&of_a, motion->x[k], motion->y[k]);
            lead_b /= closing_speed(&of_b, -motion->x[k], -motion->y[k]);
        }
        chosen = sign * lead_b > sign * lead_a ? edges->of_b[k] : edges->of_a[k];
        edges->edge[k] = edges->edge[k] == EDGE_TIED ? chosen : edges->edge[k];
    }
}

LANES_CALLED void resolve_ties(struct sides *both, ptrdiff_t first, struct leading_edges *edges)
{
    choose_of_tied(both, NULL, 0, first, 1.0, edges);
}

/* A pair, seen from the box whose edge was chosen. */
struct chosen {
    struct box own, other;
    struct edge_line line;
    double edge; /* of that box */
    double sign; /* of the edge's normal, from a to b */
};

LANES_INLINE struct box choose_box(uint64_t mask, double (*chosen)[STRETCH],
                                   double (*other)[STRETCH], ptrdiff_t k)
{
    const struct box box = {
        choose_bits(mask, chosen[CENTRE_X][k], other[CENTRE_X][k]),
        choose_bits(mask, chosen[CENTRE_Y][k], other[CENTRE_Y][k]),
        choose_bits(mask, chosen[AXIS_X][k], other[AXIS_X][k]),
        choose_bits(mask, chosen[AXIS_Y][k], other[AXIS_Y][k]),
        choose_bits(mask, chosen[HALF_WIDTH][k], other[HALF_WIDTH][k]),
        choose_bits(mask, chosen[HALF_HEIGHT][k], other[HALF_HEIGHT][k])};
    return box;
}

LANES_INLINE struct chosen choose(struct sides *both, double edge, ptrdiff_t k)
{
    const uint64_t on_b = where_negative(3.5 - edge);
    const double own_edge = edge - choose_bits(on_b, 4.0, 0.0);
    struct chosen chosen;
    chosen.own = choose_box(on_b, both->b, both->a, k);
    chosen.other = choose_box(on_b, both->a, both->b, k);
    chosen.edge = own_edge;
    chosen.sign = choose_bits(on_b, -1.0, 1.0);
    chosen.line = line_of(&chosen.own, start_s(own_edge), start_t(own_edge));
    return chosen;
}

/* The verdict for an edge. */
LANES_INLINE double verdict_of(double edge)
{
    const double met = edge == EDGE_UNCERTAIN ? (double)PAIR_UNCERTAIN : PAIR_MEETS;
    return edge == EDGE_NONE ? PAIR_APART : met;
}

/* The depth and the translation of a chunk, as in set_axis (separation.pxd) and write_translation
 * (pairs.pyx); undefined where uncertain. */
LANES_INLINE void translate(struct sides *both, const double *edges, ptrdiff_t first,
                            double *depth, double (*vector)[STRETCH])
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct chosen chosen = choose(both, edges[k], k);
        const struct edge_line *line = &chosen.line;
        const uint64_t apart = where_negative(EDGE_NONE - 0.5 - edges[k]);
        const double deep = 0.0 - least_along(line, line->x, line->y, &chosen.other);
        depth[k] = deep;
        vector[0][k] = choose_bits(apart, 0.0, 0.0 - (0.0 + chosen.sign * line->nx) * deep);
        vector[1][k] = choose_bits(apart, 0.0, 0.0 - (0.0 + chosen.sign * line->ny) * deep);
    }
}

/* The translations of pairs of boxes of boxes.pxd; returns how many are uncertain. */
static ptrdiff_t translations(const struct pair_batch *batch, double *vectors,
                              unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    struct leading_edges widest;
    double depth[STRETCH], vector[2][STRETCH], verdict[STRETCH];
    while (load_stretch(batch, &walk, &both)) {
        ptrdiff_t first, k;
        find_widest_separations(&both, &widest);
        for (first = 0; first < CHUNK * walk.chunks; first += CHUNK) {
            prefetch_later(batch, &walk, first, CHUNK);
            if (has_ties(widest.edge + first))
                resolve_ties(&both, first, &widest);
            translate(&both, widest.edge, first, depth, vector);
        }
        for (k = 0; k < CHUNK * walk.chunks; k++)
            verdict[k] = verdict_of(widest.edge[k]);
        write_vectors(&walk, vector, vectors);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

/* The edges of the widest separations of pairs of any shapes; returns how many are uncertain. */
static ptrdiff_t edges(const struct pair_batch *batch, unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    struct leading_edges widest;
    while (load_stretch(batch, &walk, &both)) {
        ptrdiff_t k;
        prefetch_later(batch, &walk, 0, CHUNK * walk.chunks);
        find_widest_separations(&both, &widest);
        for (k = 0; k < CHUNK * walk.chunks; k++)
            widest.edge[k] = widest.edge[k] == EDGE_TIED ? EDGE_UNCERTAIN : widest.edge[k];
        write_and_count(&walk, widest.edge, EDGE_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

/* The lowest edge that separates a pair, EDGE_NONE if they meet. An edge is certain if the lower
 * ones are. */
LANES_INLINE void find_lowest_separating_edges(struct sides *both, double *lowest)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        const struct box_separations measured = measure(both->a, both->b, k);
        const double error = error_bound(both->a, both->b, k);
        /* The edges in their order: the axis of each and the way it faces. */
        static const int axis[8] = {ACROSS_A, ALONG_A, ACROSS_A, ALONG_A,
                                    ACROSS_B, ALONG_B, ACROSS_B, ALONG_B};
        static const double sense[8] = {-1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0};
        double edge = EDGE_NONE;
        int i;
        for (i = 7; i >= 0; i--) {
            const double shift = measured.shift[axis[i]];
            const double own = measured.separation[axis[i]] + (sense[i] * shift - fabs(shift));
            const double or_other =
                choose_bits(where_negative(own + 2.0 * error), edge, EDGE_UNCERTAIN);
            edge = choose_bits(where_negative(2.0 * error - own), (double)i, or_other);
        }
        lowest[k] = edge;
    }
}

/* The separating axes of pairs of boxes of boxes.pxd, and whether there is one: (0, 0) if not,
 * undefined where uncertain. Returns how many are. */
static ptrdiff_t axes(const struct pair_batch *batch, double *axes, unsigned char *apart)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    double edges[STRETCH], axis[2][STRETCH], verdict[STRETCH];
    while (load_stretch(batch, &walk, &both)) {
        ptrdiff_t k;
        prefetch_later(batch, &walk, 0, CHUNK * walk.chunks);
        find_lowest_separating_edges(&both, edges);
        for (k = 0; k < CHUNK * walk.chunks; k++) {
            const struct chosen chosen = choose(&both, edges[k], k);
            const uint64_t none = where_negative(EDGE_NONE - 0.5 - edges[k]);
            const uint64_t is_uncertain = where_negative(EDGE_NONE + 0.5 - edges[k]);
            axis[0][k] = choose_bits(none, 0.0, 0.0 + chosen.sign * chosen.line.nx);
            axis[1][k] = choose_bits(none, 0.0, 0.0 + chosen.sign * chosen.line.ny);
            verdict[k] = choose_bits(is_uncertain, PAIR_UNCERTAIN, choose_bits(none, 0.0, 1.0));
        }
        write_vectors(&walk, axis, axes);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, apart);
    }
    return walk.uncertain;
}
