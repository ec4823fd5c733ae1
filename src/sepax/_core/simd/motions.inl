/* Relative velocities of the pairs of a stretch. all_loops.inl includes this file behind
 * stretches.inl. */

/* The velocity of a relative to b, and the end of the motion. */
struct relative_motion {
    LINE_ALIGNED double x[STRETCH];
    double y[STRETCH], max_time[STRETCH];
};

/* The velocities of both. */
struct velocities {
    LINE_ALIGNED double a[2][STRETCH];
    double b[2][STRETCH];
};

/* Read the velocities of the stretch; `row` is the row of the first pair of all. */
LANES_INLINE void read_velocities(const struct motions *motions, ptrdiff_t row,
                                  const struct walk *walk, struct velocities *velocities)
{
    const int pairs = walk->pairs, chunks = walk->chunks;
    const double *const a = motions->a + (motions->one_a ? 0 : 2 * (row + walk->start));
    const double *const b = motions->b + (motions->one_b ? 0 : 2 * (row + walk->start));
    read_rows(a, motions->one_a, 2, pairs, chunks, velocities->a[0]);
    read_rows(a + 1, motions->one_a, 2, pairs, chunks, velocities->a[1]);
    read_rows(b, motions->one_b, 2, pairs, chunks, velocities->b[0]);
    read_rows(b + 1, motions->one_b, 2, pairs, chunks, velocities->b[1]);
}

/* Prefetch the motions that come after these. */
LANES_INLINE void prefetch_motions(const struct motions *motions, ptrdiff_t row, int pairs)
{
    const ptrdiff_t bytes = pairs * (ptrdiff_t)sizeof(double);
    if (!motions->one_a)
        prefetch_ahead(motions->a + 2 * row, 2 * bytes);
    if (!motions->one_b)
        prefetch_ahead(motions->b + 2 * row, 2 * bytes);
    if (!motions->one_time)
        prefetch_ahead(motions->max_time + row, bytes);
}

/* (x[0], x[1]) - (y[0], y[1]) and so on, `step` numbers from each to the next. Both coordinates in
 * one loop: compilers read every other number alone, and the last of these one by one. */
LANES_INLINE void subtract_vectors(const double *x, ptrdiff_t x_step, const double *y,
                                   ptrdiff_t y_step, int pairs, double *out_x, double *out_y)
{
    ptrdiff_t k;
    for (k = 0; k < pairs; k++) {
        out_x[k] = x[x_step * k] - y[y_step * k];
        out_y[k] = x[x_step * k + 1] - y[y_step * k + 1];
    }
}

LANES_INLINE void read_speeds(const struct motions *motions, ptrdiff_t row, int pairs, double *x,
                              double *y)
{
    const double *const a = motions->a + (motions->one_a ? 0 : 2 * row);
    const double *const b = motions->b + (motions->one_b ? 0 : 2 * row);
    if (motions->one_a)
        subtract_vectors(a, 0, b, motions->one_b ? 0 : 2, pairs, x, y);
    else if (motions->one_b)
        subtract_vectors(a, 2, b, 0, pairs, x, y);
    else
        subtract_vectors(a, 2, b, 2, pairs, x, y);
}

/* The relative velocities of the stretch; `row` as above. */
LANES_INLINE void read_relative_motion(const struct motions *motions, ptrdiff_t row,
                                       const struct walk *walk, struct relative_motion *motion)
{
    const ptrdiff_t first = row + walk->start;
    const double *const max_time = motions->max_time + (motions->one_time ? 0 : first);
    const int pairs = walk->pairs, chunks = walk->chunks;
    prefetch_motions(motions, first, pairs);
    if (pairs == STRETCH)
        read_speeds(motions, first, STRETCH, motion->x, motion->y);
    else
        read_speeds(motions, first, pairs, motion->x, motion->y);
    fill_chunk(pairs, chunks, motion->x);
    fill_chunk(pairs, chunks, motion->y);
    read_rows(max_time, motions->one_time, 1, pairs, chunks, motion->max_time);
}

/* The motions of some pairs alone. */
struct gathered_motions {
    double a[2 * MOST_PENDING], b[2 * MOST_PENDING], max_time[MOST_PENDING];
};

static struct motions gather_motions(const struct motions *motions, ptrdiff_t row,
                                     const ptrdiff_t *pairs, int count,
                                     struct gathered_motions *gathered)
{
    struct motions own = *motions;
    ptrdiff_t k;
    own.a = gathered->a;
    own.b = gathered->b;
    own.max_time = gathered->max_time;
    own.one_a = own.one_b = own.one_time = 0;
    for (k = 0; k < count; k++) {
        const ptrdiff_t pair = row + pairs[k];
        memcpy(gathered->a + 2 * k, motions->a + (motions->one_a ? 0 : 2 * pair),
               2 * sizeof *gathered->a);
        memcpy(gathered->b + 2 * k, motions->b + (motions->one_b ? 0 : 2 * pair),
               2 * sizeof *gathered->b);
        gathered->max_time[k] = motions->max_time[motions->one_time ? 0 : pair];
    }
    return own;
}
