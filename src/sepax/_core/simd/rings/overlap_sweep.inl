/* The area that two convex rings share, by a line that sweeps from left to right. Included once for
 * each arithmetic, with NUMBER, NAME(x) and the operations defined until its end.
 *
 * In a slab between two vertices of either ring, four edges bound the rings. The shared part
 * reaches from the higher of the lower edges to the lower of the upper ones: a height that is
 * linear between crossings. So the area is a sum of trapezoids and triangles, none of them
 * negative. An error of the heights is one of the area times the width. Slabs begin and end at
 * coordinates of vertices, which are exact. */

struct NAME(bounds) {
    NUMBER low_a, low_b, high_a, high_b; /* seen from one height for all of them */
};

/* How high the edge is at x: one of the ends exactly. */
static inline NUMBER NAME(height_at)(const struct chain *chain, double x, double origin)
{
    const ptrdiff_t from = chain->at, to = chain->next;
    const double x0 = chain->x[from], x1 = chain->x[to], y0 = chain->y[from], y1 = chain->y[to];
    if (x <= x0)
        return DIFFERENCE_OF(y0, origin);
    if (x >= x1)
        return DIFFERENCE_OF(y1, origin);
    return SUM(DIFFERENCE_OF(y0, origin),
               QUOTIENT(PRODUCT(DIFFERENCE_OF(y1, y0), DIFFERENCE_OF(x, x0)),
                        DIFFERENCE_OF(x1, x0)));
}

static inline void NAME(bounds_at)(const struct sweep_line *line, double x, double origin,
                                   struct NAME(bounds) * at)
{
    at->low_a = NAME(height_at)(&line->low_a, x, origin);
    at->low_b = NAME(height_at)(&line->low_b, x, origin);
    at->high_a = NAME(height_at)(&line->high_a, x, origin);
    at->high_b = NAME(height_at)(&line->high_b, x, origin);
}

/* Between two heights of which the line is so wide apart: what is above 0. */
static inline NUMBER NAME(positive_part)(NUMBER height0, NUMBER height1, NUMBER width)
{
    NUMBER above, below;
    if (!IS_POSITIVE(height0) && !IS_POSITIVE(height1))
        return ZERO;
    if (!IS_NEGATIVE(height0) && !IS_NEGATIVE(height1))
        return PRODUCT(SUM(height0, height1), HALF(width));
    above = IS_POSITIVE(height0) ? height0 : height1;
    below = IS_POSITIVE(height0) ? height1 : height0;
    return PRODUCT(PRODUCT(HALF(width), above), QUOTIENT(above, DIFFERENCE(above, below)));
}

/* Where two lines cross between 0 and 1, by their differences at either end; 1 for nowhere. */
static inline NUMBER NAME(crossing)(NUMBER start, NUMBER end)
{
    if ((IS_POSITIVE(start) && IS_NEGATIVE(end)) || (IS_NEGATIVE(start) && IS_POSITIVE(end)))
        return QUOTIENT(start, DIFFERENCE(start, end));
    return ONE;
}

static inline NUMBER NAME(between)(NUMBER start, NUMBER end, NUMBER part)
{
    return SUM(start, PRODUCT(DIFFERENCE(end, start), part));
}

static inline NUMBER NAME(shared_height)(const struct NAME(bounds) * at)
{
    const NUMBER high = IS_NEGATIVE(DIFFERENCE(at->high_a, at->high_b)) ? at->high_a : at->high_b;
    const NUMBER low = IS_NEGATIVE(DIFFERENCE(at->low_a, at->low_b)) ? at->low_b : at->low_a;
    return DIFFERENCE(high, low);
}

static inline NUMBER NAME(height_between)(const struct NAME(bounds) * start,
                                          const struct NAME(bounds) * end, NUMBER part)
{
    const struct NAME(bounds) at = {NAME(between)(start->low_a, end->low_a, part),
                                    NAME(between)(start->low_b, end->low_b, part),
                                    NAME(between)(start->high_a, end->high_a, part),
                                    NAME(between)(start->high_b, end->high_b, part)};
    return NAME(shared_height)(&at);
}

/* The part of a slab that both rings share. */
static NUMBER NAME(slab_area)(const struct NAME(bounds) * start, const struct NAME(bounds) * end,
                              NUMBER width)
{
    NUMBER first = NAME(crossing)(DIFFERENCE(start->high_a, start->high_b),
                                  DIFFERENCE(end->high_a, end->high_b));
    NUMBER last = NAME(crossing)(DIFFERENCE(start->low_a, start->low_b),
                                 DIFFERENCE(end->low_a, end->low_b));
    NUMBER height = NAME(shared_height)(start), at_first, at_last, area;
    if (IS_POSITIVE(DIFFERENCE(first, last))) {
        const NUMBER larger = first;
        first = last;
        last = larger;
    }
    if (!IS_NEGATIVE(DIFFERENCE(first, ONE)))
        return NAME(positive_part)(height, NAME(shared_height)(end), width);
    at_first = NAME(height_between)(start, end, first);
    area = NAME(positive_part)(height, at_first, PRODUCT(width, first));
    if (!IS_NEGATIVE(DIFFERENCE(last, ONE)))
        return SUM(area, NAME(positive_part)(at_first, NAME(shared_height)(end),
                                             PRODUCT(width, DIFFERENCE(ONE, first))));
    at_last = NAME(height_between)(start, end, last);
    area = SUM(area, NAME(positive_part)(at_first, at_last,
                                         PRODUCT(width, DIFFERENCE(last, first))));
    return SUM(area, NAME(positive_part)(at_last, NAME(shared_height)(end),
                                         PRODUCT(width, DIFFERENCE(ONE, last))));
}

/* The area, rounded. */
static double NAME(swept_area)(const struct sweep_line *from)
{
    struct sweep_line line = *from;
    struct NAME(bounds) start, end;
    NUMBER area = ZERO;
    double x = line.start, next;
    const double origin = line.low_a.y[line.low_a.at];
    NAME(bounds_at)(&line, x, origin, &start);
    while (x < line.end) {
        next = next_stop(&line);
        NAME(bounds_at)(&line, next, origin, &end);
        area = SUM(area, NAME(slab_area)(&start, &end, DIFFERENCE_OF(next, x)));
        x = next;
        /* Behind a vertical edge another height begins. */
        start.low_a = follow(&line.low_a, x) ? NAME(height_at)(&line.low_a, x, origin) : end.low_a;
        start.low_b = follow(&line.low_b, x) ? NAME(height_at)(&line.low_b, x, origin) : end.low_b;
        start.high_a =
            follow(&line.high_a, x) ? NAME(height_at)(&line.high_a, x, origin) : end.high_a;
        start.high_b =
            follow(&line.high_b, x) ? NAME(height_at)(&line.high_b, x, origin) : end.high_b;
    }
    return ROUNDED(area);
}

#undef NUMBER
#undef NAME
#undef ZERO
#undef ONE
#undef DIFFERENCE_OF
#undef SUM
#undef DIFFERENCE
#undef PRODUCT
#undef QUOTIENT
#undef HALF
#undef IS_POSITIVE
#undef IS_NEGATIVE
#undef ROUNDED
