/* Distances of pairs of boxes that are apart, with the bits of convex_distance (distance.pxd).
 * all_loops.inl includes this file after box_areas.inl.
 *
 * Records decide the nearest features, a vertex and an edge or two vertices, if they lead all
 * others by the margin that roundoff.h derives; the number comes from the true vertices. Parallel
 * sides that face each other tie: those along the coordinate axes, with equal distances to the bit,
 * are decided as well. */

/* The vertices of a box as seen from another: the squares of their distances. */
struct approach {
    double square, next;       /* of the nearest vertex and of the one after it */
    double s, t;               /* which one is the nearest, as of vertex_x */
    double ahead_x, ahead_y;   /* on which side of the centre it is: 1 or -1 */
    double beyond_x, beyond_y; /* how far it is beyond the sides there, negative if before them */
};

/* The square of the distance of a vertex of the other box from the core. */
LANES_INLINE double square_of(const struct box *core, const struct viewed_core *seen, double s,
                              double t)
{
    return square_beyond(core, (seen->x + s * seen->width_x) + t * seen->height_x,
                         (seen->y + s * seen->width_y) + t * seen->height_y);
}

/* How the vertices of the other box lie before the core. */
LANES_INLINE struct approach approach_of(const struct box *core, const struct box *other)
{
    const struct viewed_core seen = view_core(core, other);
    const double front_left = square_of(core, &seen, 1.0, 1.0);
    const double front_right = square_of(core, &seen, 1.0, -1.0);
    const double back_left = square_of(core, &seen, -1.0, 1.0);
    const double back_right = square_of(core, &seen, -1.0, -1.0);
    const uint64_t left_in_front = where_negative(front_left - front_right);
    const uint64_t left_at_back = where_negative(back_left - back_right);
    const double front = choose_bits(left_in_front, front_left, front_right);
    const double back = choose_bits(left_at_back, back_left, back_right);
    const double behind_front = choose_bits(left_in_front, front_right, front_left);
    const double behind_back = choose_bits(left_at_back, back_right, back_left);
    const uint64_t in_front = where_negative(front - back);
    const uint64_t left = (in_front & left_in_front) | (~in_front & left_at_back);
    const double s = choose_bits(in_front, 1.0, -1.0), t = choose_bits(left, 1.0, -1.0);
    const double x = (seen.x + s * seen.width_x) + t * seen.height_x;
    const double y = (seen.y + s * seen.width_y) + t * seen.height_y;
    const struct approach approach = {choose_bits(in_front, front, back),
                                      smaller(choose_bits(in_front, back, front),
                                              choose_bits(in_front, behind_front, behind_back)),
                                      s,
                                      t,
                                      choose_bits(where_negative(x), -1.0, 1.0),
                                      choose_bits(where_negative(y), -1.0, 1.0),
                                      fabs(x) - core->half_width,
                                      fabs(y) - core->half_height};
    return approach;
}

LANES_INLINE struct approach choose_approach(uint64_t mask, const struct approach *chosen,
                                             const struct approach *other)
{
    const struct approach approach = {choose_bits(mask, chosen->square, other->square),
                                      choose_bits(mask, chosen->next, other->next),
                                      choose_bits(mask, chosen->s, other->s),
                                      choose_bits(mask, chosen->t, other->t),
                                      choose_bits(mask, chosen->ahead_x, other->ahead_x),
                                      choose_bits(mask, chosen->ahead_y, other->ahead_y),
                                      choose_bits(mask, chosen->beyond_x, other->beyond_x),
                                      choose_bits(mask, chosen->beyond_y, other->beyond_y)};
    return approach;
}

/* From a point to the nearest vertex or edge of a box, as in update_nearest (nearest.pxd). The
 * position of the point is as in an approach; the line begins at that vertex, or with that edge. */
LANES_INLINE double distance_from_box(const struct box *box, double px, double py, double beyond_x,
                                      double beyond_y, double ahead_x, double ahead_y,
                                      uint64_t is_corner)
{
    const double start_s = choose_bits(where_negative(0.0 - beyond_x), ahead_x, ahead_y);
    const double start_t = choose_bits(where_negative(0.0 - beyond_y), ahead_y, 0.0 - ahead_x);
    const struct edge_line line = line_of(box, start_s, start_t);
    const double x = px - line.x, y = py - line.y;
    return choose_bits(is_corner, sqrt(x * x + y * y), line.nx * x + line.ny * y);
}

/* The same from the nearest vertex of another box. */
LANES_INLINE double distance_of(const struct box *core, const struct box *other,
                                const struct approach *near, uint64_t is_corner)
{
    return distance_from_box(core, vertex_x(other, near->s, near->t),
                             vertex_y(other, near->s, near->t), near->beyond_x, near->beyond_y,
                             near->ahead_x, near->ahead_y, is_corner);
}

/* Half of the shortest side of two boxes. */
LANES_INLINE double shortest_half(double (*a)[STRETCH], double (*b)[STRETCH], ptrdiff_t k)
{
    return smaller(smaller(a[HALF_WIDTH][k], a[HALF_HEIGHT][k]),
                   smaller(b[HALF_WIDTH][k], b[HALF_HEIGHT][k]));
}

LANES_INLINE double margin_of(double (*a)[STRETCH], double (*b)[STRETCH], ptrdiff_t k)
{
    return nearest_margin(size_of(a, b, k), error_bound(a, b, k));
}

/* The distances of a chunk of boxes that are apart; nonsense where uncertain. */
LANES_CALLED void measure_distances(struct sides *both, ptrdiff_t first, double *distance,
                                    double *verdict)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct box a = box_of(both->a, k), b = box_of(both->b, k);
        const struct approach to_a = approach_of(&a, &b);
        const struct approach to_b = approach_of(&b, &a);
        const uint64_t on_b = where_negative(to_b.square - to_a.square);
        const struct approach near = choose_approach(on_b, &to_b, &to_a);
        const struct approach back = choose_approach(on_b, &to_a, &to_b);
        const struct box core = choose_box(on_b, both->b, both->a, k);
        const struct box other = choose_box(on_b, both->a, both->b, k);
        const double margin = margin_of(both->a, both->b, k);
        const uint64_t is_across = where_negative(near.beyond_x - near.beyond_y);
        const double aside = choose_bits(is_across, near.beyond_x, near.beyond_y);
        const double ahead = choose_bits(is_across, near.beyond_y, near.beyond_x);
        /* Two vertices are the nearest as seen from either box. */
        const uint64_t is_corner = where_negative(0.0 - aside);
        const double lead =
            smaller(near.next, choose_bits(is_corner, back.next, back.square)) - near.square;
        const double clear = smaller(
            fabs(aside), choose_bits(is_corner, smaller(back.beyond_x, back.beyond_y), ahead));
        const double shortest = shortest_half(both->a, both->b, k);
        const double least_lead = 4.0 * margin * size_of(both->a, both->b, k);
        const uint64_t certain = where_negative(least_lead - lead)
                                 & where_within(least_lead - lead, INFINITY) /* a number */
                                 & where_negative(margin - clear)
                                 & where_negative(4.0 * margin - shortest);
        distance[k] = distance_of(&core, &other, &near, is_corner);
        verdict[k] = choose_bits(certain, PAIR_APART, PAIR_UNCERTAIN);
    }
}

/* All bits where the sides of a box are exactly parallel to the coordinate axes. */
LANES_INLINE uint64_t is_aligned(const struct box_corners *at)
{
    const uint64_t leans =
        (where_nonzero(at->x[1] - at->x[2]) | where_nonzero(at->x[3] - at->x[0]))
        | (where_nonzero(at->y[1] - at->y[0]) | where_nonzero(at->y[3] - at->y[2]));
    const uint64_t turned_leans =
        (where_nonzero(at->x[1] - at->x[0]) | where_nonzero(at->x[3] - at->x[2]))
        | (where_nonzero(at->y[1] - at->y[2]) | where_nonzero(at->y[3] - at->y[0]));
    return ~leans | ~turned_leans;
}

/* How far two such boxes are apart along a coordinate axis, by opposite vertices; negative if they
 * overlap. */
LANES_INLINE double gap(const double *a, const double *b)
{
    return larger(smaller(b[0], b[2]) - larger(a[0], a[2]),
                  smaller(a[0], a[2]) - larger(b[0], b[2]));
}

/* The distances in a chunk of boxes whose sides along the coordinate axes face each other. */
LANES_CALLED void measure_aligned(struct sides *both, ptrdiff_t first, double *distance,
                                  double *verdict)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct box_corners a = corners_of(both->a, k);
        const struct box_corners b = corners_of(both->b, k);
        const double gap_x = gap(a.x, b.x), gap_y = gap(a.y, b.y);
        const double gap = larger(gap_x, gap_y), aside = smaller(gap_x, gap_y);
        const double margin = margin_of(both->a, both->b, k);
        const uint64_t faces = where_negative(margin - gap) & where_negative(margin + aside)
                               & where_within(margin, INFINITY)
                               & where_negative(4.0 * margin - shortest_half(both->a, both->b, k));
        const uint64_t certain = faces & is_aligned(&a) & is_aligned(&b);
        distance[k] = choose_bits(certain, gap, distance[k]);
        verdict[k] = choose_bits(certain, PAIR_APART, verdict[k]);
    }
}

/* The distances of pairs of boxes of boxes.pxd that are apart; returns how many are uncertain. */
static ptrdiff_t distances(const struct pair_batch *batch, double *distances,
                           unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    double distance[STRETCH], verdict[STRETCH];
    while (load_stretch(batch, &walk, &both)) {
        ptrdiff_t first;
        for (first = 0; first < CHUNK * walk.chunks; first += CHUNK) {
            prefetch_later(batch, &walk, first, CHUNK);
            measure_distances(&both, first, distance, verdict);
            if (largest_verdict(verdict + first) == PAIR_UNCERTAIN)
                measure_aligned(&both, first, distance, verdict);
        }
        write_numbers(&walk, distance, distances);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}
