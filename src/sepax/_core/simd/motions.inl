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
    const int pairs = walk->pairs, groups = walk->groups;
    const double *const a = motions->a + (motions->one_a ? 0 : 2 * (row + walk->start));
    const double *const b = motions->b + (motions->one_b ? 0 : 2 * (row + walk->start));
    read_rows(a, motions->one_a, 2, pairs, groups, velocities->a[0]);
    read_rows(a + 1, motions->one_a, 2, pairs, groups, velocities->a[1]);
    read_rows(b, motions->one_b, 2, pairs, groups, velocities->b[0]);
    read_rows(b + 1, motions->one_b, 2, pairs, groups, velocities->b[1]);
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

/* x[0] - y[0] and so on, `step` numbers from each to the next. */
LANES_INLINE void subtract_columns(const double *x, ptrdiff_t x_step, const double *y,
                                   ptrdiff_t y_step, int pairs, double *out)
{
    ptrdiff_t k;
    for (k = 0; k < pairs; k++)
        out[k] = x[x_step * k] - y[y_step * k];
}

LANES_INLINE void read_speeds(const struct motions *motions, ptrdiff_t row, int axis,
                              int pairs, double *out)
{
    const double *const a = motions->a + (motions->one_a ? 0 : 2 * row) + axis;
    const double *const b = motions->b + (motions->one_b ? 0 : 2 * row) + axis;
    if (motions->one_a)
        subtract_columns(a, 0, b, motions->one_b ? 0 : 2, pairs, out);
    else if (motions->one_b)
        subtract_columns(a, 2, b, 0, pairs, out);
    else
        subtract_columns(a, 2, b, 2, pairs, out);
}

/* The relative velocities of the stretch; `row` as above. */
LANES_INLINE void read_relative_motion(const struct motions *motions, ptrdiff_t row,
                                       const struct walk *walk, struct relative_motion *motion)
{
    const ptrdiff_t first = row + walk->start;
    const double *const max_time = motions->max_time + (motions->one_time ? 0 : first);
    const int pairs = walk->pairs, groups = walk->groups;
    prefetch_motions(motions, first, pairs);
    read_speeds(motions, first, 0, pairs, motion->x);
    read_speeds(motions, first, 1, pairs, motion->y);
    fill_group(pairs, groups, motion->x);
    fill_group(pairs, groups, motion->y);
    read_rows(max_time, motions->one_time, 1, pairs, groups, motion->max_time);
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
