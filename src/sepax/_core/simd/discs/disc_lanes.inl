/* Pairs of discs, with the bits of the kernels for two shapes (separation.pxd, distance.pxd,
 * sweep.pxd). all_loops.inl includes this file behind box_lanes.inl. Points, whose records have no
 * radius, are uncertain, and so is what lies within the error bounds of the kernels. */

/* That of a disc, as disc_measure (discs.pxd) finds it. */
LANES_INLINE double bounding_of(double radius)
{
    return (0.0 + radius) * (1.0 + RADIUS_ROUNDOFF);
}

LANES_INLINE int are_adjacent(const struct pair_side *side)
{
    return side->centres && !side->index && !side->is_one;
}

/* Read adjacent discs by centres and radii: a third of their records, which follow from them. The
 * radius of a point is 0 here. */
LANES_INLINE void read_discs(const double *centre, const double *radii, int pairs,
                             double (*slot)[STRETCH])
{
    ptrdiff_t k;
    for (k = 0; k < pairs; k++) {
        slot[CENTRE_X][k] = centre[2 * k];
        slot[CENTRE_Y][k] = centre[2 * k + 1];
        slot[BOUNDING_RADIUS][k] = bounding_of(radii[k]);
        slot[EXACT_RADIUS][k] = radii[k];
    }
}

LANES_INLINE void prefetch_adjacent_discs(const struct pair_side *side, const struct walk *walk)
{
    const ptrdiff_t bytes = walk->pairs * (ptrdiff_t)sizeof(double);
    if (side->is_large) {
        prefetch_ahead(side->centres + 2 * walk->start, 2 * bytes);
        prefetch_ahead(side->radii + walk->start, bytes);
    }
}

/* The same of a stretch that is not whole. */
LANES_CALLED void read_last_discs(const double *centre, const double *radii, int pairs, int chunks,
                                  double (*slot)[STRETCH])
{
    read_discs(centre, radii, pairs, slot);
    fill_chunk(pairs, chunks, slot[CENTRE_X]);
    fill_chunk(pairs, chunks, slot[CENTRE_Y]);
    fill_chunk(pairs, chunks, slot[BOUNDING_RADIUS]);
    fill_chunk(pairs, chunks, slot[EXACT_RADIUS]);
}

/* Load one side of the stretch. In any other order a record, one cache line, arrives sooner. */
LANES_INLINE void load_discs(const struct pair_side *side, const struct walk *walk,
                             double (*slot)[STRETCH])
{
    const int pairs = walk->pairs, chunks = walk->chunks;
    const double *centre, *radii;
    if (!are_adjacent(side)) {
        load(side, walk->start, pairs, chunks, slot);
        prefetch_records(side, walk->start, CHUNK * chunks, walk->count);
        return;
    }
    centre = side->centres + 2 * walk->start;
    radii = side->radii + walk->start;
    prefetch_adjacent_discs(side, walk);
    if (pairs == STRETCH)
        read_discs(centre, radii, STRETCH, slot);
    else
        read_last_discs(centre, radii, pairs, chunks, slot);
}

LANES_INLINE void load_disc_pairs(const struct pair_batch *batch, const struct walk *walk,
                                  struct sides *both)
{
    load_discs(&batch->a, walk, both->a);
    load_discs(&batch->b, walk, both->b);
    both->chunks = walk->chunks;
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
    for (k = 0; k < CHUNK * both->chunks; k++) {
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
    while (go_on(&walk)) {
        load_disc_pairs(batch, &walk, &both);
        find_disc_translation(&both, vector, verdict);
        write_vectors(&walk, vector, vectors);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

/* Discs that stay where they are, with y beside x, or that are in slots. */
struct disc_columns {
    const double *centre, *radius;
};

struct column_disc {
    double x, y, radius;
};

/* `in_place` is a constant: compilers do not vectorise a choice. */
LANES_INLINE struct column_disc column_disc_of(const struct disc_columns *of, int in_place,
                                               ptrdiff_t k)
{
    const struct column_disc disc = {of->centre[in_place ? 2 * k : k],
                                     of->centre[in_place ? 2 * k + 1 : k + STRETCH],
                                     of->radius[k]};
    return disc;
}

LANES_INLINE struct disc_columns columns_of_slots(double (*slot)[STRETCH])
{
    const struct disc_columns columns = {slot[CENTRE_X], slot[EXACT_RADIUS]};
    return columns;
}

LANES_INLINE struct disc_columns columns_in_place(const struct pair_side *side,
                                                  const struct walk *walk)
{
    const struct disc_columns columns = {side->centres + 2 * walk->start,
                                         side->radii + walk->start};
    prefetch_adjacent_discs(side, walk);
    return columns;
}

/* Whether a stretch can be read in place: whole, as lanes past the last pair need it, too. */
LANES_INLINE int is_in_place(const struct pair_batch *batch, const struct walk *walk)
{
    return are_adjacent(&batch->a) && are_adjacent(&batch->b) && walk->pairs == STRETCH;
}

/* distance_of. The error bound is at least that of the kernel: |x| + |y| is at most 1.42 lengths.
 * The highest bit that is returned says whether the distance is certain. */
LANES_INLINE uint64_t measure_discs(const struct column_disc *a, const struct column_disc *b,
                                    double *distance)
{
    const double x = b->x - a->x, y = b->y - a->y, radius = a->radius + b->radius;
    const double square = x * x + y * y, length = sqrt(square), apart_by = length - radius;
    const double error = 3.0 * separation_error(length + radius);
    *distance = at_least_zero(apart_by);
    return bits_of(SMALLEST_SQUARE - square) & bits_of(error - fabs(apart_by));
}

/* The chord that a disc cuts off the path of a point moving with (x, y): disc_crossings. */
struct disc_chord {
    double enter;
    uint64_t is_over;   /* the chord ends before the start */
    uint64_t is_beside; /* the way passes it */
    uint64_t is_usual;  /* no digit of the chord is lost to underflow */
};

LANES_INLINE struct disc_chord chord_of(double dx, double dy, double radius, double vx, double vy)
{
    const struct ray ray = ray_along(vx, vy);
    const double ahead = ahead_on_ray(&ray, dx, dy), side = side_of_ray(&ray, dx, dy);
    const double scaled_radius = radius * ray.length;
    const double product = square_of_chord(side, scaled_radius), half = sqrt(product);
    struct disc_chord chord;
    chord.enter = (ahead - half) / ray.square * ray.unit;
    chord.is_over = where_negative(ahead + half);
    chord.is_beside = where_negative(scaled_radius - fabs(side));
    /* Nor is any of when it ends, which is divided by a square of 1 to 8. */
    chord.is_usual = where_negative(SMALLEST_SQUARE - product)
                     & where_negative(UNDERFLOW_ERROR - fabs(ahead + half));
    return chord;
}

/* first_touch. Uncertain are discs that neither certainly meet nor are certainly apart at the
 * start, and those that would touch at once. The highest bit says whether the time is certain. */
LANES_INLINE uint64_t time_discs(const struct column_disc *a, const struct column_disc *b,
                                 const struct relative_motion *motion, ptrdiff_t k, double *time)
{
    const double dx = b->x - a->x, dy = b->y - a->y, radius = a->radius + b->radius;
    const double mx = motion->x[k], my = motion->y[k], speed = fabs(mx) + fabs(my);
    const double square = dx * dx + dy * dy, least = radius * radius;
    const double error = SQUARES_ROUNDOFF * (square + least) + UNDERFLOW_ERROR;
    const double bounding = bounding_of(a->radius) + bounding_of(b->radius);
    const double reach = bounding + speed * motion->max_time[k];
    const double farthest = reach * reach * (1.0 + FILTER_ROUNDOFF) + UNDERFLOW_ERROR;
    const struct disc_chord chord = chord_of(0.0 - dx, 0.0 - dy, radius, 0.0 - mx, 0.0 - my);
    /* NaN of discs that stand still for ever: those never meet, either. */
    const uint64_t far = where_negative(farthest - square);
    const uint64_t initial = where_negative((square - least) + error);
    const uint64_t apart = where_negative(error - (square - least));
    const uint64_t late = where_negative(motion->max_time[k] - chord.enter);
    const uint64_t never = far | chord.is_beside | (chord.is_usual & (chord.is_over | late));
    const uint64_t later = chord.is_usual & where_negative(0.0 - chord.enter);
    *time = choose_bits(initial, 0.0, choose_bits(never, INFINITY, chord.enter));
    return where_negative(SMALLEST_SQUARE - square) & (initial | (apart & (never | later)));
}

/* The time of a pair or, without motions, its distance. */
LANES_INLINE uint64_t find_number(const struct column_disc *a, const struct column_disc *b,
                                  const struct relative_motion *motion, ptrdiff_t k, double *number)
{
    return motion ? time_discs(a, b, motion, k, number) : measure_discs(a, b, number);
}

/* The numbers of a whole stretch; returns whether all are certain. */
LANES_INLINE int find_in_place(const struct disc_columns *of_a, const struct disc_columns *of_b,
                               const struct relative_motion *motion, double *number)
{
    uint64_t certain = ~(uint64_t)0;
    ptrdiff_t k;
    for (k = 0; k < STRETCH; k++) {
        const struct column_disc a = column_disc_of(of_a, 1, k), b = column_disc_of(of_b, 1, k);
        certain &= find_number(&a, &b, motion, k, number + k);
    }
    return certain >> 63 != 0;
}

LANES_INLINE void find_in_slots(struct sides *both, const struct relative_motion *motion,
                                double *number, double *verdict)
{
    const struct disc_columns of_a = columns_of_slots(both->a), of_b = columns_of_slots(both->b);
    ptrdiff_t k;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        const struct column_disc a = column_disc_of(&of_a, 0, k), b = column_disc_of(&of_b, 0, k);
        const uint64_t sign = find_number(&a, &b, motion, k, number + k);
        const uint64_t certain = where_within(a.radius + b.radius, INFINITY) & (0 - (sign >> 63));
        verdict[k] = choose_bits(certain, PAIR_MEETS, PAIR_UNCERTAIN);
    }
}

/* A number of each pair; `of_motion` is NULL or where the motions are read to. */
LANES_INLINE ptrdiff_t find_disc_numbers(const struct pair_batch *batch,
                                         const struct motions *motions, ptrdiff_t row,
                                         struct relative_motion *of_motion, double *numbers,
                                         unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    double number[STRETCH], verdict[STRETCH];
    while (go_on(&walk)) {
        if (of_motion)
            read_relative_motion(motions, row, &walk, of_motion);
        if (is_in_place(batch, &walk)) {
            const struct disc_columns a = columns_in_place(&batch->a, &walk);
            const struct disc_columns b = columns_in_place(&batch->b, &walk);
            if (find_in_place(&a, &b, of_motion, number)) {
                write_numbers(&walk, number, numbers);
                memset(verdicts + walk.start, PAIR_MEETS, STRETCH); /* which way is in the numbers */
                continue;
            }
        }
        load_disc_pairs(batch, &walk, &both);
        find_in_slots(&both, of_motion, number, verdict);
        write_numbers(&walk, number, numbers);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

/* How far pairs of discs are apart, 0 where they meet; returns how many are uncertain. */
static ptrdiff_t disc_distances(const struct pair_batch *batch, double *distances,
                                unsigned char *verdicts)
{
    return find_disc_numbers(batch, NULL, 0, NULL, distances, verdicts);
}

/* The times of pairs of discs, as `times` of boxes; returns how many are uncertain. */
static ptrdiff_t disc_times(const struct pair_batch *batch, const struct motions *motions,
                            double *times, unsigned char *verdicts, ptrdiff_t row)
{
    struct relative_motion motion;
    return find_disc_numbers(batch, motions, row, &motion, times, verdicts);
}
