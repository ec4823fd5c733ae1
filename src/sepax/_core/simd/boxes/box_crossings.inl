/* Pairs of boxes in motion: when their edges begin and cease to overlap the other box. Records
 * decide which edges; times come from the true vertices, as overlap_times (ring_lanes.inl) defines
 * them. all_loops.inl includes this file behind box_edges.inl and motions.inl. */

/* Bounds of the times at which the separation along an axis closes and opens, as the kernels for
 * two shapes find them, and the edges, 0 to 3. */
struct crossing {
    double enter_low, enter_high, leave_low, leave_high, entering, leaving;
};

/* The latest of some times and its edge; the low bound is -infinity if the edge is uncertain. */
struct latest {
    double low, high, edge;
};

LANES_INLINE struct latest later(double low, double high, double edge, double other_low,
                                 double other_high, double other_edge)
{
    struct latest latest;
    const double certain_low = choose_bits(where_negative(other_high - low), low, -INFINITY);
    latest.low = choose_bits(where_negative(high - other_low), other_low, certain_low);
    latest.high = larger(high, other_high);
    latest.edge = choose_bits(where_negative(low - other_low), other_edge, edge);
    return latest;
}

LANES_INLINE void decide(const struct latest *a, const struct latest *b, ptrdiff_t k,
                         struct leading_edges *edges)
{
    const double tied =
        choose_bits(where_within(smaller(a->low, b->low), INFINITY), EDGE_TIED, EDGE_UNCERTAIN);
    const double on_a = choose_bits(where_negative(b->high - a->low), a->edge, tied);
    edges->of_a[k] = a->edge;
    edges->of_b[k] = b->edge + 4.0;
    edges->edge[k] = choose_bits(where_negative(a->high - b->low), b->edge + 4.0, on_a);
}

/* When the boxes of a pair overlap along each of the four axes. */
struct crossings {
    struct box_separations measured;
    double closing[4];   /* speeds along the axes, positive if the edge that faces forwards nears */
    double error, slack; /* of a separation, of a speed */
    struct crossing along_a, across_a, along_b, across_b;
};

/* The separation along an axis is known to within 2 error bounds and the speed to within the slack,
 * as the kernels have an error of their own. An axis faster than 4 slacks has times off by (2
 * bounds + time slack) / (speed - slack), less than twice that over the speed. A slower axis is
 * nearly still and decides no time of entry. If the boxes overlap along it, they leave no earlier
 * and enter no later than at a speed of 5 slacks. If they might not, nothing is certain. */
LANES_INLINE struct crossing crossing_times(const struct crossings *of, enum box_axis axis,
                                            double forwards, double backwards)
{
    const double along = of->measured.shift[axis], separation = of->measured.separation[axis];
    const double closing = of->closing[axis], error = of->error, slack = of->slack;
    const double extent = fabs(along) - separation, speed = fabs(closing);
    const uint64_t is_still = where_negative(speed - 4.0 * slack);
    const uint64_t is_backwards = where_negative(closing);
    const double rate = 1.0 / choose_bits(is_still, 5.0 * slack, speed);
    const double towards = choose_bits(is_backwards, -along, along);
    const double enter = (towards - extent) * rate, leave = (towards + extent) * rate;
    const double enter_error = 2.0 * (2.0 * error + fabs(enter) * slack) * rate;
    const double leave_error = 2.0 * (2.0 * error + fabs(leave) * slack) * rate;
    const double still = choose_bits(where_negative(separation + 4.0 * error),
                                     (separation + 2.0 * error) * rate, INFINITY);
    struct crossing crossing;
    crossing.enter_low = choose_bits(is_still, -INFINITY, enter - enter_error);
    crossing.enter_high = choose_bits(is_still, still, enter + enter_error);
    crossing.leave_low = choose_bits(is_still, -still, leave - leave_error);
    crossing.leave_high = choose_bits(is_still, INFINITY, leave + leave_error);
    crossing.entering = choose_bits(is_backwards, backwards, forwards);
    crossing.leaving = choose_bits(is_backwards, forwards, backwards);
    return crossing;
}

LANES_INLINE struct crossings crossings_of(struct sides *both, const struct relative_motion *motion,
                                           ptrdiff_t k)
{
    const struct box a = box_of(both->a, k), b = box_of(both->b, k);
    const double mx = motion->x[k], my = motion->y[k];
    const struct seen by_a = see(&a, mx, my), by_b = see(&b, mx, my);
    struct crossings of;
    of.measured = measure(both->a, both->b, k);
    of.error = error_bound(both->a, both->b, k);
    of.slack = (SEPARATION_ROUNDOFF + both->a[SKEW][k] + both->b[SKEW][k]) * (fabs(mx) + fabs(my));
    of.closing[ALONG_A] = by_a.along;
    of.closing[ACROSS_A] = by_a.across;
    of.closing[ALONG_B] = -by_b.along;
    of.closing[ACROSS_B] = -by_b.across;
    of.along_a = crossing_times(&of, ALONG_A, FACES_ALONG, FACES_BACK_ALONG);
    of.across_a = crossing_times(&of, ACROSS_A, FACES_ACROSS, FACES_BACK_ACROSS);
    of.along_b = crossing_times(&of, ALONG_B, FACES_ALONG, FACES_BACK_ALONG);
    of.across_b = crossing_times(&of, ACROSS_B, FACES_ACROSS, FACES_BACK_ACROSS);
    return of;
}

/* Of the edges of one box, the one that enters last. */
LANES_INLINE struct latest last_entry(const struct crossing *along, const struct crossing *across)
{
    return later(along->enter_low, along->enter_high, along->entering, across->enter_low,
                 across->enter_high, across->entering);
}

/* The one that leaves first: the last of the opposite times. */
LANES_INLINE struct latest first_exit(const struct crossing *along, const struct crossing *across)
{
    return later(-along->leave_high, -along->leave_low, along->leaving, -across->leave_high,
                 -across->leave_low, across->leaving);
}

/* When an edge of the chosen box enters or leaves the other: bits of overlap_times. */
LANES_INLINE double time_of(const struct edge_line *line, const struct box *own,
                            const struct box *other, double vx, double vy)
{
    return separation_from_centre(line, own, other) / closing_speed(line, vx, vy);
}

LANES_CALLED void resolve_tied_times(struct sides *both, const struct relative_motion *motion,
                                     ptrdiff_t first, double sign, struct leading_edges *edges)
{
    choose_of_tied(both, motion, 1, first, sign, edges);
}
