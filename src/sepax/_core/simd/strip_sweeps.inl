/* Pairs of bounding boxes in a strip: each box against those beside it in the order of left sides,
 * some at a time.
 *
 * levels.h includes this file once for each instruction set, with LEVEL(AT_ONCE) of them, at most
 * SWEPT, LEVEL(count_before) that tells how many of SWEPT begin before a place, and
 * LEVEL(note_meeting) that compares so many with one box.
 */

/* The place among the others from which on a box is compared with them. Of two boxes that begin at
 * the same place it is the first of a pair that sweeps. */
LEVEL_INLINE ptrdiff_t LEVEL(first_other)(const struct strip_sweep *sweep, enum pair_order order)
{
    const double x = sweep->sweeping->low_x[sweep->next];
    ptrdiff_t start = sweep->start, before = SWEPT;
    if (order == LOWER_FIRST)
        return sweep->next + 1;
    while (before == SWEPT && start < sweep->others->n) {
        before = LEVEL(count_before)(sweep->others->low_x + start, x, order == SWEEPING_SECOND);
        start += before;
    }
    return start;
}

LEVEL_INLINE ptrdiff_t LEVEL(sweep_in_order)(struct strip_sweep *sweep, enum pair_order order,
                                             ptrdiff_t work)
{
    const struct strip *const others = sweep->others;
    const ptrdiff_t n = others->n;
    ptrdiff_t done = 0;
    while (sweep->next < sweep->sweeping->n && done < work
           && sweep->room - sweep->end >= n + SWEPT) {
        const struct swept_box box = swept_box_of(sweep->sweeping, sweep->next);
        ptrdiff_t i = sweep->start = LEVEL(first_other)(sweep, order);
        uint64_t *end = sweep->end;
        for (; i < n && others->low_x[i] <= box.high_x; i += LEVEL(AT_ONCE))
            end = LEVEL(note_meeting)(&box, others, i, order, end);
        done += i - sweep->start + 1;
        sweep->end = end;
        sweep->next++;
    }
    return done;
}

static ptrdiff_t LEVEL(sweep)(struct strip_sweep *sweep, ptrdiff_t work)
{
    if (sweep->order == LOWER_FIRST)
        return LEVEL(sweep_in_order)(sweep, LOWER_FIRST, work);
    if (sweep->order == SWEEPING_FIRST)
        return LEVEL(sweep_in_order)(sweep, SWEEPING_FIRST, work);
    return LEVEL(sweep_in_order)(sweep, SWEEPING_SECOND, work);
}
