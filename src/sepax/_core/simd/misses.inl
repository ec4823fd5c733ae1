/* Which shapes of any kind never touch in motion. all_loops.inl includes this file after
 * box_sweeps.inl. */

/* Positive where circles never meet: the centre of b is (dx, dy) from that of a and moves by (mx,
 * my), `radii` is their sum. If a square overflows, the margin alone makes the result negative or
 * NaN. The path is a segment: the circles stay apart if its nearest point, at its start, at its end
 * or between, is farther away than both radii. */
LANES_INLINE double clearance_of(double dx, double dy, double mx, double my, double radii)
{
    const double size = (fabs(dx) + fabs(dy)) + radii + (fabs(mx) + fabs(my));
    const double reach = radii + MOTION_MARGIN * size;
    const double travel = mx * mx + my * my, ahead = -(dx * mx + dy * my);
    const double end_x = dx + mx, end_y = dy + my;
    const double aside = dx * my - dy * mx, limit = reach * reach;
    const double between = aside * aside - limit * travel;
    const double at_start = dx * dx + dy * dy - limit;
    const double at_end = end_x * end_x + end_y * end_y - limit;
    const uint64_t is_past = where_negative(travel - ahead) & where_within(travel, INFINITY);
    const double before_end = choose_bits(where_negative(0.0 - ahead), between, at_start);
    return choose_bits(is_past, at_end, before_end) - UNDERFLOW_ERROR;
}

/* Shapes whose bounding circles stay apart. */
LANES_INLINE void classify_swept_circles(double (*a)[STRETCH], double (*b)[STRETCH],
                                         const struct relative_motion *motion, int chunks,
                                         double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const double clearance = clearance_of(
            b[CENTRE_X][k] - a[CENTRE_X][k], b[CENTRE_Y][k] - a[CENTRE_Y][k],
            -motion->x[k] * motion->max_time[k], -motion->y[k] * motion->max_time[k],
            a[BOUNDING_RADIUS][k] + b[BOUNDING_RADIUS][k]);
        verdict[k] = clearance > 0.0 ? PAIR_APART : verdict[k];
    }
}

/* PAIR_APART for pairs that never touch; all others are uncertain. The motions begin at row `row`.
 * Without boxes on both sides only circles decide. Returns how many pairs are uncertain. */
static ptrdiff_t misses(const struct pair_batch *batch, const struct motions *motions,
                        int some_boxes, unsigned char *verdicts, ptrdiff_t row)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    struct relative_motion motion;
    double verdict[STRETCH];
    ptrdiff_t k;
    while (load_stretch(batch, &walk, &both)) {
        read_relative_motion(motions, row, &walk, &motion);
        prefetch_later(batch, &walk, 0, CHUNK * walk.chunks);
        for (k = 0; k < CHUNK * walk.chunks; k++)
            verdict[k] = PAIR_UNCERTAIN;
        for (k = 0; some_boxes && k < CHUNK * walk.chunks; k += CHUNK)
            classify_swept_boxes(both.a, both.b, &motion, k, verdict);
        classify_swept_circles(both.a, both.b, &motion, walk.chunks, verdict);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}
