/* Pairs of boxes in motion, many at a time: when they first touch, and nothing else. The times are
 * those of box_sweeps.inl, to the bit.
 *
 * levels.h includes this file after box_sweeps.inl, once for each instruction set.
 */

/* When the boxes of a group overlap along all axes: bounds of either time, and the edges that enter
 * last. */
struct LEVEL(overlap) {
    struct LEVEL(deciding) entering;
    double enter_low[STRETCH], enter_high[STRETCH], leave_low[STRETCH], leave_high[STRETCH];
    double separation[STRETCH], error[STRETCH]; /* at the start */
    double beside[STRETCH]; /* PAIR_APART if an axis that is as good as still parts them */
};

/* Whether the boxes are apart along an axis and stay so to the end: a mask. See crossing_times. */
LEVEL_INLINE uint64_t LEVEL(stays_apart)(double separation, double closing, double error,
                                         double slack, double max_time)
{
    return where_negative(fabs(closing) - 4.0 * slack)
           & where_negative(5.0 * slack * max_time + 2.0 * error - separation);
}

/* Returns whether any edges tie. */
LEVEL_INLINE int LEVEL(find_overlap)(struct LEVEL(sides) *both, const struct LEVEL(course) *course,
                                     int first, struct LEVEL(overlap) *overlap)
{
    uint64_t tied = 0;
    int k;
    for (k = first; k < first + GROUP; k++) {
        const struct box_separations measured = LEVEL(measure)(both->a, both->b, k);
        const double error = LEVEL(error_bound)(both->a, both->b, k);
        const double ux = both->a[AXIS_X][k], uy = both->a[AXIS_Y][k];
        const double vx = both->b[AXIS_X][k], vy = both->b[AXIS_Y][k];
        const double mx = course->x[k], my = course->y[k];
        const double slack =
            (SEPARATION_ROUNDOFF + both->a[SKEW][k] + both->b[SKEW][k]) * (fabs(mx) + fabs(my));
        const double closing[4] = {mx * ux + my * uy, my * ux - mx * uy, -(mx * vx + my * vy),
                                   -(my * vx - mx * vy)};
        const struct LEVEL(crossing) along_a =
            LEVEL(crossing_times)(measured.shift[ALONG_A], measured.separation[ALONG_A],
                                  closing[0], error, slack, FACES_ALONG, FACES_BACK_ALONG);
        const struct LEVEL(crossing) across_a =
            LEVEL(crossing_times)(measured.shift[ACROSS_A], measured.separation[ACROSS_A],
                                  closing[1], error, slack, FACES_ACROSS, FACES_BACK_ACROSS);
        const struct LEVEL(crossing) along_b =
            LEVEL(crossing_times)(measured.shift[ALONG_B], measured.separation[ALONG_B],
                                  closing[2], error, slack, FACES_ALONG, FACES_BACK_ALONG);
        const struct LEVEL(crossing) across_b =
            LEVEL(crossing_times)(measured.shift[ACROSS_B], measured.separation[ACROSS_B],
                                  closing[3], error, slack, FACES_ACROSS, FACES_BACK_ACROSS);
        const double end = course->max_time[k];
        const uint64_t beside =
            (LEVEL(stays_apart)(measured.separation[ALONG_A], closing[0], error, slack, end)
             | LEVEL(stays_apart)(measured.separation[ACROSS_A], closing[1], error, slack, end))
            | (LEVEL(stays_apart)(measured.separation[ALONG_B], closing[2], error, slack, end)
               | LEVEL(stays_apart)(measured.separation[ACROSS_B], closing[3], error, slack, end));
        const struct LEVEL(latest) enter_a = LEVEL(later)(
            along_a.enter_low, along_a.enter_high, along_a.entering,
            across_a.enter_low, across_a.enter_high, across_a.entering);
        const struct LEVEL(latest) enter_b = LEVEL(later)(
            along_b.enter_low, along_b.enter_high, along_b.entering,
            across_b.enter_low, across_b.enter_high, across_b.entering);
        LEVEL(decide)(&enter_a, &enter_b, k, &overlap->entering);
        overlap->enter_low[k] =
            LEVEL(larger)(LEVEL(larger)(along_a.enter_low, across_a.enter_low),
                          LEVEL(larger)(along_b.enter_low, across_b.enter_low));
        overlap->enter_high[k] = LEVEL(larger)(enter_a.high, enter_b.high);
        overlap->leave_low[k] =
            LEVEL(smaller)(LEVEL(smaller)(along_a.leave_low, across_a.leave_low),
                           LEVEL(smaller)(along_b.leave_low, across_b.leave_low));
        overlap->leave_high[k] =
            LEVEL(smaller)(LEVEL(smaller)(along_a.leave_high, across_a.leave_high),
                           LEVEL(smaller)(along_b.leave_high, across_b.leave_high));
        overlap->separation[k] =
            LEVEL(larger)(LEVEL(larger)(measured.separation[ALONG_A],
                                        measured.separation[ACROSS_A]),
                          LEVEL(larger)(measured.separation[ALONG_B],
                                        measured.separation[ACROSS_B]));
        overlap->error[k] = error;
        overlap->beside[k] = choose_bits(beside, PAIR_APART, PAIR_UNDECIDED);
        tied |= where_negative(EDGE_TIED - 0.5 - overlap->entering.edge[k]);
    }
    return tied != 0;
}

/* The times of a group, its edges found: first_touch (sweep.pxd). */
LEVEL_INLINE void LEVEL(find_times)(struct LEVEL(sides) *both, const struct LEVEL(course) *course,
                                    const struct LEVEL(overlap) *overlap, int first, double *time,
                                    double *verdict)
{
    int k;
    for (k = first; k < first + GROUP; k++) {
        const double mx = course->x[k], my = course->y[k], speed = fabs(mx) + fabs(my);
        const double edge = overlap->entering.edge[k];
        const struct LEVEL(chosen) pair = LEVEL(choose)(both, edge, k);
        const double entry = LEVEL(time_of)(&pair.line, &pair.own, &pair.other, pair.sign * mx,
                                            pair.sign * my);
        const uint64_t initial = where_negative(overlap->separation[k] + overlap->error[k]);
        const uint64_t apart = where_negative(overlap->error[k] - overlap->separation[k]);
        const uint64_t never = where_negative(overlap->leave_high[k] - overlap->enter_low[k])
                               | where_negative(overlap->leave_high[k]);
        const uint64_t meets = where_negative(overlap->enter_high[k] - overlap->leave_low[k])
                               & where_negative(edge - (EDGE_NONE - 0.5))
                               & where_negative(UNDERFLOW_ERROR - entry);
        const uint64_t late = where_negative(course->max_time[k] - entry);
        /* Slow motions the kernel for two shapes measures in smaller units. */
        const uint64_t certain = ~where_negative(speed - SMALLEST_SPEED_OF_LANES)
                                 & (initial | (apart & (never | meets)));
        const uint64_t miss = where_negative(fabs(overlap->beside[k] - PAIR_APART) - 0.5)
                              | (certain & ~initial & (never | late));
        const double sure = choose_bits(certain, PAIR_MEETS, PAIR_UNDECIDED);
        time[k] = choose_bits(miss, INFINITY, choose_bits(initial, 0.0, entry));
        verdict[k] = choose_bits(miss, PAIR_APART, sure);
    }
}

/* The times of pairs of boxes of boxes.pxd, in `times`; the motions are those from `row` on. Of
 * other shapes only misses are told, and no times. Returns how many are in doubt. */
static ptrdiff_t LEVEL(times)(const struct pair_side *a, const struct pair_side *b, ptrdiff_t count,
                              const struct motions *motions, int only_misses, double *times,
                              unsigned char *verdicts, ptrdiff_t row)
{
    struct LEVEL(sides) both;
    struct LEVEL(course) course;
    struct LEVEL(overlap) overlap;
    double time[STRETCH], verdict[STRETCH];
    ptrdiff_t start, undecided = 0;
    LEVEL(begin)(a, b, &both);
    for (start = 0; start < count; start += STRETCH) {
        int first, k;
        LEVEL(take)(a, b, start, count, &both);
        LEVEL(read_course)(motions, row + start, both.pairs, both.lanes, &course);
        if (only_misses) {
            LEVEL(judge_ways)(both.a, both.b, &course, both.lanes, verdict);
            undecided += LEVEL(note)(verdict, both.pairs, PAIR_UNDECIDED, verdicts + start);
            continue;
        }
        for (first = 0; first < both.lanes; first += GROUP) {
            if (LEVEL(find_overlap)(&both, &course, first, &overlap))
                LEVEL(resolve_tied_times)(&both, &course, first, 1.0, &overlap.entering);
            LEVEL(find_times)(&both, &course, &overlap, first, time, verdict);
        }
        for (k = 0; k < both.pairs; k++)
            times[start + k] = time[k];
        undecided += LEVEL(note)(verdict, both.pairs, PAIR_UNDECIDED, verdicts + start);
    }
    return undecided;
}
