/* Pairs of bounding boxes in a strip: each box against those after it in the order of left sides.
 * all_loops.inl includes this file. The instruction set defines BOXES_AT_ONCE, at most SWEPT;
 * count_before, which counts how many of SWEPT boxes begin before a place; and note_meeting, which
 * compares boxes with one. */

/* The first of the others that a box is compared with. Of two boxes that begin at one place, the
 * box of the side that sweeps first comes first. */
LANES_INLINE ptrdiff_t first_other(const struct strip_sweep *sweep, enum pair_order order)
{
    const double x = sweep->sweeping->low_x[sweep->next];
    ptrdiff_t start = sweep->start, before = SWEPT;
    if (order == LOWER_FIRST)
        return sweep->next + 1;
    while (before == SWEPT && start < sweep->others->n) {
        before = count_before(sweep->others->low_x + start, x, order == SWEEPING_SECOND);
        start += before;
    }
    return start;
}

LANES_INLINE ptrdiff_t sweep_in_order(struct strip_sweep *sweep, enum pair_order order,
                                      ptrdiff_t work)
{
    const struct strip *const others = sweep->others;
    const ptrdiff_t n = others->n;
    ptrdiff_t done = 0;
    while (sweep->next < sweep->sweeping->n && done < work
           && sweep->room - sweep->end >= n + SWEPT) {
        const struct swept_box box = swept_box_of(sweep->sweeping, sweep->next);
        ptrdiff_t i = sweep->start = first_other(sweep, order);
        uint64_t *end = sweep->end;
        for (; i < n && others->low_x[i] <= box.high_x; i += BOXES_AT_ONCE)
            end = note_meeting(&box, others, i, order, end);
        done += i - sweep->start + 1;
        sweep->end = end;
        sweep->next++;
    }
    return done;
}

static ptrdiff_t sweep(struct strip_sweep *sweep, ptrdiff_t work)
{
    if (sweep->order == LOWER_FIRST)
        return sweep_in_order(sweep, LOWER_FIRST, work);
    if (sweep->order == SWEEPING_FIRST)
        return sweep_in_order(sweep, SWEEPING_FIRST, work);
    return sweep_in_order(sweep, SWEEPING_SECOND, work);
}
