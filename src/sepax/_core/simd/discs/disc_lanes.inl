/* Pairs of discs, with the bits of the kernels for two shapes (separation.pxd, distance.pxd,
 * sweep.pxd). all_loops.inl includes this file behind box_lanes.inl. Points, whose records have no
 * radius, are uncertain, and so is what lies within the error bounds of the kernels. */

/* Read adjacent discs by centres and radii: a third of their records, which follow from them. The
 * radius of a point is 0 here. */
LANES_INLINE void read_discs(const struct pair_side *side, ptrdiff_t start, int pairs, int groups,
                             double (*slot)[STRETCH])
{
    const double *const centre = side->centres + 2 * start, *const radii = side->radii + start;
    ptrdiff_t k;
    if (side->is_large) {
        prefetch_ahead(centre, 2 * pairs * (ptrdiff_t)sizeof *centre);
        prefetch_ahead(radii, pairs * (ptrdiff_t)sizeof *radii);
    }
    for (k = 0; k < pairs; k++) {
        slot[CENTRE_X][k] = centre[2 * k];
        slot[CENTRE_Y][k] = centre[2 * k + 1];
        slot[BOUNDING_RADIUS][k] = (0.0 + radii[k]) * (1.0 + RADIUS_ROUNDOFF);
        slot[EXACT_RADIUS][k] = radii[k];
    }
    for (k = pairs; k < GROUP * groups; k++) {
        slot[CENTRE_X][k] = slot[CENTRE_X][pairs - 1];
        slot[CENTRE_Y][k] = slot[CENTRE_Y][pairs - 1];
        slot[BOUNDING_RADIUS][k] = slot[BOUNDING_RADIUS][pairs - 1];
        slot[EXACT_RADIUS][k] = slot[EXACT_RADIUS][pairs - 1];
    }
}

/* Load one side of the stretch. In any other order a record, one cache line, arrives sooner. */
LANES_INLINE void load_discs(const struct pair_side *side, const struct walk *walk,
                             double (*slot)[STRETCH])
{
    if (side->centres && !side->index && !side->is_one) {
        read_discs(side, walk->start, walk->pairs, walk->groups, slot);
        return;
    }
    load(side, walk->start, walk->pairs, walk->groups, slot);
    prefetch_records(side, walk->start, GROUP * walk->groups, walk->count);
}

LANES_INLINE int load_disc_pairs(const struct pair_batch *batch, struct walk *walk,
                                 struct sides *both)
{
    if (!go_on(walk))
        return 0;
    load_discs(&batch->a, walk, both->a);
    load_discs(&batch->b, walk, both->b);
    both->groups = walk->groups;
    return 1;
}

/* The way from the centre of a disc to that of another. */
struct disc_gap {
    double x, y, square, length;
    double radius; /* the sum of both */
    double error;  /* of a separation */
    uint64_t is_usual; /* whether radii are known and no digit of the length is lost to underflow */
};

LANES_INLINE struct disc_gap gap_of(struct sides *both, ptrdiff_t k)
{
    struct disc_gap gap;
    gap.x = both->b[CENTRE_X][k] - both->a[CENTRE_X][k];
    gap.y = both->b[CENTRE_Y][k] - both->a[CENTRE_Y][k];
    gap.square = gap.x * gap.x + gap.y * gap.y;
    gap.length = sqrt(gap.square);
    gap.radius = both->a[EXACT_RADIUS][k] + both->b[EXACT_RADIUS][k];
    gap.error = separation_error(size_of(both->a, both->b, k));
    gap.is_usual =
        where_within(gap.radius, INFINITY) & where_negative(SMALLEST_SQUARE - gap.square);
    return gap;
}

/* convex_penetration, and its normal times the depth. */
LANES_INLINE void find_disc_translation(struct sides *both, double (*vector)[STRETCH],
                                        double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < GROUP * both->groups; k++) {
        const struct disc_gap gap = gap_of(both, k);
        const double depth = gap.radius - gap.length;
        const uint64_t meets = where_negative(gap.error - depth);
        const uint64_t apart = where_negative(gap.radius + gap.error - gap.length);
        const double found_verdict = choose_bits(meets, PAIR_MEETS, PAIR_APART);
        vector[0][k] = choose_bits(meets, 0.0 - gap.x / gap.length * depth, 0.0);
        vector[1][k] = choose_bits(meets, 0.0 - gap.y / gap.length * depth, 0.0);
        verdict[k] = choose_bits(gap.is_usual & (meets | apart), found_verdict, PAIR_UNCERTAIN);
    }
}

/* The translations of pairs of discs; returns how many are uncertain. */
static ptrdiff_t disc_translations(const struct pair_batch *batch, double *vectors,
                                   unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    double vector[2][STRETCH], verdict[STRETCH];
    while (load_disc_pairs(batch, &walk, &both)) {
        find_disc_translation(&both, vector, verdict);
        write_vectors(&walk, vector, vectors);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

/* distance_of. */
LANES_INLINE void measure_discs(struct sides *both, double *distance, double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < GROUP * both->groups; k++) {
        const struct disc_gap gap = gap_of(both, k);
        const double apart_by = gap.length - gap.radius;
        const uint64_t apart = where_negative(2.0 * gap.error - apart_by);
        const uint64_t meets = where_negative(apart_by + 2.0 * gap.error);
        const double found_verdict = choose_bits(meets, PAIR_MEETS, PAIR_APART);
        distance[k] = choose_bits(meets, 0.0, apart_by);
        verdict[k] = choose_bits(gap.is_usual & (meets | apart), found_verdict, PAIR_UNCERTAIN);
    }
}

/* How far pairs of discs are apart, 0 where they meet; returns how many are uncertain. */
static ptrdiff_t disc_distances(const struct pair_batch *batch, double *distances,
                                unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    double distance[STRETCH], verdict[STRETCH];
    while (load_disc_pairs(batch, &walk, &both)) {
        measure_discs(&both, distance, verdict);
        write_numbers(&walk, distance, distances);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

/* The chord that a disc cuts off the path of a point moving with (x, y): disc_crossings. */
struct disc_chord {
    double enter, leave;
    uint64_t is_beside; /* the way passes it */
    uint64_t is_usual; /* no digit of the chord is lost to underflow */
};

LANES_INLINE struct disc_chord chord_of(double dx, double dy, double radius, double vx, double vy)
{
    const double unit = scale_to_one(larger(fabs(vx), fabs(vy)));
    const double x = vx * unit, y = vy * unit, square = x * x + y * y;
    const double ahead = x * dx + y * dy, side = x * dy - y * dx;
    const double scaled_radius = radius * sqrt(square);
    const double near = larger(scaled_radius - fabs(side), 0.0);
    const double product = near * (scaled_radius + fabs(side)), half = sqrt(product);
    struct disc_chord chord;
    chord.enter = (ahead - half) / square * unit;
    chord.leave = (ahead + half) / square * unit + 0.0; /* no negative zero */
    chord.is_beside = where_negative(scaled_radius - fabs(side));
    chord.is_usual = where_negative(SMALLEST_SQUARE - product);
    return chord;
}

/* first_touch. Uncertain are discs that neither certainly meet nor are certainly apart at the
 * start, and those that would touch at once. */
LANES_INLINE void time_discs(struct sides *both, const struct relative_motion *motion, double *time,
                             double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < GROUP * both->groups; k++) {
        const struct disc_gap gap = gap_of(both, k);
        const double mx = motion->x[k], my = motion->y[k], speed = fabs(mx) + fabs(my);
        const double bounding = both->a[BOUNDING_RADIUS][k] + both->b[BOUNDING_RADIUS][k];
        const double reach = bounding + speed * motion->max_time[k];
        const double farthest = reach * reach * (1.0 + FILTER_ROUNDOFF) + UNDERFLOW_ERROR;
        const struct disc_chord chord =
            chord_of(0.0 - gap.x, 0.0 - gap.y, gap.radius, 0.0 - mx, 0.0 - my);
        /* NaN of discs that stand still for ever: those never meet, either. */
        const uint64_t far = where_negative(farthest - gap.square);
        const uint64_t initial = where_negative(gap.length - gap.radius + gap.error);
        const uint64_t apart = where_negative(gap.radius + gap.error - gap.length);
        const uint64_t never =
            far | chord.is_beside
            | (chord.is_usual
               & (where_negative(chord.leave) | where_negative(motion->max_time[k] - chord.enter)));
        const uint64_t later = chord.is_usual & where_negative(0.0 - chord.enter);
        const uint64_t certain = gap.is_usual & (initial | (apart & (never | later)));
        const uint64_t miss = ~initial & never;
        time[k] = choose_bits(initial, 0.0, choose_bits(miss, INFINITY, chord.enter));
        verdict[k] =
            choose_bits(certain, choose_bits(miss, PAIR_APART, PAIR_MEETS), PAIR_UNCERTAIN);
    }
}

/* The times of pairs of discs, as `times` of boxes; returns how many are uncertain. */
static ptrdiff_t disc_times(const struct pair_batch *batch, const struct motions *motions,
                            double *times, unsigned char *verdicts, ptrdiff_t row)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    struct relative_motion motion;
    double time[STRETCH], verdict[STRETCH];
    while (load_disc_pairs(batch, &walk, &both)) {
        read_relative_motion(motions, row, &walk, &motion);
        time_discs(&both, &motion, time, verdict);
        write_numbers(&walk, time, times);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}
