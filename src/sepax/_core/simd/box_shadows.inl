/* Pairs of boxes by their shadows (shadow.h), the lowest rung: float32 tells nearly all of them,
 * and those that it leaves open are asked by their records.
 *
 * levels.h includes this file once for each instruction set, behind box_lanes.inl and with vectors
 * as those of float_lanes.h. roundoff.h derives the error bound.
 */

/* One side of FLOATS pairs: a vector a slot. */
struct LEVEL(shadows) {
    floats_t slot[SHADOW];
};

/* Pairs by an index. The shadows of later ones are asked for in time. */
LEVEL_INLINE void LEVEL(gather_shadows)(const struct pair_side *side, ptrdiff_t start,
                                        ptrdiff_t count, struct LEVEL(shadows) *of)
{
    const float *const shadows = side->shadows, *row[FLOATS];
    const ptrdiff_t *const index = side->index + start;
    int k;
    if (start + SHADOWS_AHEAD + FLOATS <= count)
        for (k = 0; k < FLOATS; k++)
            prefetch(shadows + SHADOW * index[SHADOWS_AHEAD + k]);
    for (k = 0; k < FLOATS; k++)
        row[k] = shadows + SHADOW * index[k];
    LEVEL(columns)(row, of->slot);
}

/* Pairs in any form, and fewer than a vector has: the last one is then repeated. */
LEVEL_INLINE void LEVEL(gather_any_shadows)(const struct pair_side *side, ptrdiff_t start, int pairs,
                                            struct LEVEL(shadows) *of)
{
    const float *row[FLOATS];
    int k;
    for (k = 0; k < FLOATS; k++) {
        const ptrdiff_t pair = start + (k < pairs ? k : pairs - 1);
        const ptrdiff_t place = side->is_one ? 0 : side->index ? side->index[pair] : pair;
        row[k] = side->shadows + SHADOW * place;
    }
    LEVEL(columns)(row, of->slot);
}

/* Whole vectors of pairs from `start` on, of a form known where this is compiled; the one shadow for
 * all is there already. */
LEVEL_INLINE void LEVEL(take_in_form)(const struct pair_side *side, enum pair_form form,
                                      ptrdiff_t start, ptrdiff_t count, struct LEVEL(shadows) *of)
{
    if (form == INDEXED)
        LEVEL(gather_shadows)(side, start, count, of);
    else if (form == IN_A_ROW)
        LEVEL(columns_in_a_row)(side->shadows + SHADOW * start, of->slot);
}

/* The same of any form, and for the last pairs, of `count`. */
LEVEL_INLINE void LEVEL(take_shadows)(const struct pair_side *side, ptrdiff_t start,
                                      ptrdiff_t count, struct LEVEL(shadows) *of)
{
    if (side->is_one)
        return;
    if (start + FLOATS > count)
        LEVEL(gather_any_shadows)(side, start, (int)(count - start), of);
    else
        LEVEL(take_in_form)(side, side->index ? INDEXED : IN_A_ROW, start, count, of);
}

LEVEL_INLINE void LEVEL(spread_shadow)(const struct pair_side *side, struct LEVEL(shadows) *of)
{
    int i;
    for (i = 0; i < SHADOW; i++)
        of->slot[i] = floats_fill(side->shadows[i]);
}

/* x u + y v */
LEVEL_INLINE floats_t LEVEL(product)(floats_t x, floats_t y, floats_t u, floats_t v)
{
    return floats_add_product(floats_multiply(x, u), y, v);
}

/* |x u - y v| */
LEVEL_INLINE floats_t LEVEL(turned_product)(floats_t x, floats_t y, floats_t u, floats_t v)
{
    return floats_magnitude(floats_subtract_product(floats_multiply(x, u), y, v));
}

/* half + w cosine + h sine, of the sizes of another box */
LEVEL_INLINE floats_t LEVEL(extent)(floats_t half, const floats_t *other, floats_t cosine,
                                    floats_t sine)
{
    return floats_add_product(floats_add_product(half, other[HALF_HEIGHT], sine),
                              other[HALF_WIDTH], cosine);
}

/* The wider separation along the axes of one box, as separations_of_boxes has it; the centres are
 * (dx, dy) apart. */
LEVEL_INLINE floats_t LEVEL(separation_along)(const floats_t *one, const floats_t *other,
                                              floats_t dx, floats_t dy, floats_t cosine,
                                              floats_t sine)
{
    const floats_t along =
        floats_magnitude(LEVEL(product)(dx, dy, one[AXIS_X], one[AXIS_Y]));
    const floats_t across = LEVEL(turned_product)(dy, dx, one[AXIS_X], one[AXIS_Y]);
    return floats_maximum(
        floats_subtract(along, LEVEL(extent)(one[HALF_WIDTH], other, cosine, sine)),
        floats_subtract(across, LEVEL(extent)(one[HALF_HEIGHT], other, sine, cosine)));
}

/* The widest separation, the origins being `between` apart. */
LEVEL_INLINE floats_t LEVEL(shadow_separation)(const floats_t *a, const floats_t *b,
                                               const floats_t *between)
{
    const floats_t dx = floats_add(floats_subtract(b[CENTRE_X], a[CENTRE_X]), between[0]);
    const floats_t dy = floats_add(floats_subtract(b[CENTRE_Y], a[CENTRE_Y]), between[1]);
    const floats_t cosine =
        floats_magnitude(LEVEL(product)(a[AXIS_X], a[AXIS_Y], b[AXIS_X], b[AXIS_Y]));
    const floats_t sine = LEVEL(turned_product)(a[AXIS_X], a[AXIS_Y], b[AXIS_Y], b[AXIS_X]);
    return floats_maximum(LEVEL(separation_along)(a, b, dx, dy, cosine, sine),
                          LEVEL(separation_along)(b, a, dx, dy, cosine, sine));
}

/* How far the origin of b is from that of a, and its share of the error. */
struct LEVEL(origins) {
    floats_t between[2], error;
};

LEVEL_INLINE struct LEVEL(origins) LEVEL(origins_of)(const struct pair_side *a,
                                                     const struct pair_side *b)
{
    const double x = b->origin[0] - a->origin[0], y = b->origin[1] - a->origin[1];
    const double error = SHADOW_PLACE_ROUNDOFF * (fabs(x) + fabs(y));
    struct LEVEL(origins) origins;
    origins.between[0] = floats_fill((float)x);
    origins.between[1] = floats_fill((float)y);
    origins.error = floats_fill((float)(error < LARGEST_SHADOW ? error : INFINITY));
    return origins;
}

/* Write the verdicts of a vector of pairs; returns the bits of those that are open. */
LEVEL_INLINE unsigned LEVEL(judge_vector)(const struct LEVEL(shadows) *a,
                                          const struct LEVEL(shadows) *b,
                                          const struct LEVEL(origins) *origins,
                                          unsigned char *verdicts)
{
    const floats_t error = floats_add(a->slot[SHADOW_ERROR], b->slot[SHADOW_ERROR]);
    return LEVEL(verdicts)(LEVEL(shadow_separation)(a->slot, b->slot, origins->between),
                           floats_add(error, origins->error), verdicts);
}

/* Write verdicts of the pairs from `start` up to `stop`, of whole vectors, and which of them are
 * open; returns the number of these. A loop for each form: the shadows then stay in registers. */
LEVEL_INLINE ptrdiff_t LEVEL(judge_vectors)(const struct pair_side *a, enum pair_form form_a,
                                            const struct pair_side *b, enum pair_form form_b,
                                            ptrdiff_t start, ptrdiff_t stop, ptrdiff_t count,
                                            unsigned char *verdicts, ptrdiff_t *open)
{
    const struct LEVEL(origins) origins = LEVEL(origins_of)(a, b);
    const struct pair_side side_a = *a, side_b = *b; /* which no verdict can overwrite */
    struct LEVEL(shadows) of_a, of_b;
    ptrdiff_t undecided = 0;
    if (form_a == ONE_FOR_ALL)
        LEVEL(spread_shadow)(a, &of_a);
    for (; start < stop; start += FLOATS) {
        unsigned bits;
        LEVEL(take_in_form)(&side_a, form_a, start, count, &of_a);
        LEVEL(take_in_form)(&side_b, form_b, start, count, &of_b);
        bits = LEVEL(judge_vector)(&of_a, &of_b, &origins, verdicts + start);
        for (; bits; bits &= bits - 1)
            open[undecided++] = start + lanes_lowest_bit(bits);
    }
    return undecided;
}

/* The same for pairs in any form, and any number of them. */
static ptrdiff_t LEVEL(judge_any)(const struct pair_side *a, const struct pair_side *b,
                                  ptrdiff_t start, ptrdiff_t stop, unsigned char *verdicts,
                                  ptrdiff_t *open)
{
    const struct LEVEL(origins) origins = LEVEL(origins_of)(a, b);
    ptrdiff_t undecided = 0;
    for (; start < stop; start += FLOATS) {
        const int pairs = stop - start < FLOATS ? (int)(stop - start) : FLOATS;
        struct LEVEL(shadows) of_a, of_b;
        unsigned char found[FLOATS];
        unsigned bits;
        LEVEL(gather_any_shadows)(a, start, pairs, &of_a);
        LEVEL(gather_any_shadows)(b, start, pairs, &of_b);
        bits = LEVEL(judge_vector)(&of_a, &of_b, &origins, found) & ((1u << pairs) - 1);
        memcpy(verdicts + start, found, (size_t)pairs);
        for (; bits; bits &= bits - 1)
            open[undecided++] = start + lanes_lowest_bit(bits);
    }
    return undecided;
}

/* The same for the pairs from `start` up to `stop`, by the loop for their form. */
LEVEL_INLINE ptrdiff_t LEVEL(judge_shadows)(const struct pair_side *a, const struct pair_side *b,
                                            ptrdiff_t start, ptrdiff_t stop, ptrdiff_t count,
                                            unsigned char *verdicts, ptrdiff_t *open)
{
    const ptrdiff_t whole = stop - (stop - start) % FLOATS;
    ptrdiff_t opened;
    if (a->index && b->index)
        opened = LEVEL(judge_vectors)(a, INDEXED, b, INDEXED, start, whole, count, verdicts, open);
    else if (a->index || b->index || b->is_one)
        return LEVEL(judge_any)(a, b, start, stop, verdicts, open);
    else if (a->is_one)
        opened = LEVEL(judge_vectors)(a, ONE_FOR_ALL, b, IN_A_ROW, start, whole, count, verdicts,
                                      open);
    else
        opened = LEVEL(judge_vectors)(a, IN_A_ROW, b, IN_A_ROW, start, whole, count, verdicts,
                                      open);
    return opened + LEVEL(judge_any)(a, b, whole, stop, verdicts, open + opened);
}

/* The side of some pairs alone, by an index that is written to `rows`. */
LEVEL_INLINE struct pair_side LEVEL(rows_of)(const struct pair_side *side, const ptrdiff_t *pairs,
                                             ptrdiff_t count, ptrdiff_t *rows)
{
    const struct pair_side of = {side->records, rows, 0, NULL, NULL, NULL, NULL, 0};
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        rows[k] = side->is_one ? 0 : side->index ? side->index[pairs[k]] : pairs[k];
    return of;
}

/* Ask the open pairs by their records; returns how many are left in doubt. */
static ptrdiff_t LEVEL(judge_open)(const struct pair_side *a, const struct pair_side *b,
                                   const ptrdiff_t *open, ptrdiff_t count, unsigned char *verdicts)
{
    ptrdiff_t of_a[MOST_WAITING], of_b[MOST_WAITING], k, undecided;
    unsigned char found[MOST_WAITING];
    const struct pair_side rows_a = LEVEL(rows_of)(a, open, count, of_a);
    const struct pair_side rows_b = LEVEL(rows_of)(b, open, count, of_b);
    undecided = LEVEL(judge)(&rows_a, &rows_b, count, found, 1);
    for (k = 0; k < count; k++)
        verdicts[open[k]] = found[k];
    return undecided;
}

/* Judge boxes: those that have shadows by these first. Where they leave so many open that asking
 * twice costs more than it saves, the rest is asked by its records at once. */
static ptrdiff_t LEVEL(boxes)(const struct pair_side *one, const struct pair_side *other,
                              ptrdiff_t count, unsigned char *verdicts)
{
    /* Either order gives the same numbers: one shape for all comes first. */
    const struct pair_side *const a = other->is_one ? other : one;
    const struct pair_side *const b = other->is_one ? one : other;
    ptrdiff_t open[MOST_WAITING], start, stop, waiting = 0, undecided = 0;
    if (!a->shadows || !b->shadows)
        return LEVEL(judge)(one, other, count, verdicts, 1);
    for (start = 0; start < count; start = stop) {
        ptrdiff_t opened;
        int too_many;
        stop = start + CLIMBING < count ? start + CLIMBING : count;
        opened = LEVEL(judge_shadows)(a, b, start, stop, count, verdicts, open + waiting);
        count_shadows(stop - start, opened);
        too_many = opened > (stop - start) / MOST_OPEN;
        waiting += opened;
        if (waiting > 0 && (too_many || stop == count || waiting > MOST_WAITING - CLIMBING)) {
            undecided += LEVEL(judge_open)(a, b, open, waiting, verdicts);
            waiting = 0;
        }
        if (too_many && stop < count) {
            const struct pair_side rest_a = LEVEL(side_from)(a, stop);
            const struct pair_side rest_b = LEVEL(side_from)(b, stop);
            return undecided
                   + LEVEL(judge)(&rest_a, &rest_b, count - stop, verdicts + stop, 1);
        }
    }
    return undecided;
}
