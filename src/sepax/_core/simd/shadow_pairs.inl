/* Pairs of boxes, discs and segments, and of these and points, by their shadows (shadow.h), the lowest rung:
 * float32 tells nearly all of them, and those that it leaves open are asked by their records.
 *
 * levels.h includes this file once for each instruction set, behind segment_shadows.inl.
 */

/* One side of FLOATS pairs: a vector a slot. */
struct LEVEL(shadows) {
    floats_t slot[UNPACKED];
};

/* What the shadows of a side are of and how they lie, known where a loop is compiled. */
struct LEVEL(layout) {
    enum shadow_kind kind;
    enum pair_form form;
};

/* What the columns tell, once they are in place; of discs and points the other slots, which nothing asks
 * for, are 0: not all compilers see that. */
LEVEL_INLINE void LEVEL(unpack)(enum shadow_kind kind, struct LEVEL(shadows) *of)
{
    if (kind != OF_DISCS && kind != OF_POINTS)
        LEVEL(unpack_box)(of->slot);
    else
        of->slot[HALF_WIDTH] = of->slot[HALF_HEIGHT] = of->slot[SHADOW_SCALE] = floats_fill(0.0f);
}

/* The shadows of FLOATS points side by side, those of discs without a radius. The error of one beyond
 * float32's range is infinite. */
LEVEL_INLINE void LEVEL(shadow_points)(const double *first, const double *origin,
                                       struct LEVEL(shadows) *of)
{
    floats_t place;
    LEVEL(places)(first, origin[0], origin[1], of->slot);
    place = floats_add(floats_magnitude(of->slot[CENTRE_X]), floats_magnitude(of->slot[CENTRE_Y]));
    of->slot[DISC_RADIUS] = floats_fill(0.0f);
    of->slot[DISC_ERROR] = floats_add_product(floats_fill((float)DISC_UNDERFLOW_ERROR), place,
                                              floats_fill((float)SHADOW_PLACE_ROUNDOFF));
    LEVEL(unpack)(OF_POINTS, of);
}

/* Ask in time for what later pairs have by an index: rows of so many bytes. */
LEVEL_INLINE void LEVEL(ask_by_index)(const struct pair_side *side, const void *rows,
                                      ptrdiff_t bytes, ptrdiff_t start, ptrdiff_t count)
{
    const ptrdiff_t later = start + SHADOWS_AHEAD;
    int k;
    if (side->is_large && later + FLOATS <= count)
        for (k = 0; k < FLOATS; k++)
            prefetch((const char *)rows + bytes * side->index[later + k]);
}

/* The same in any form; past the last of so many pairs it is repeated. */
LEVEL_INLINE void LEVEL(gather_points)(const struct pair_side *side, ptrdiff_t start, int pairs,
                                       struct LEVEL(shadows) *of)
{
    double point[FLOATS][POINT];
    int k;
    for (k = 0; k < FLOATS; k++) {
        const ptrdiff_t row = LEVEL(row_of)(side, start + (k < pairs ? k : pairs - 1));
        memcpy(point[k], side->records + POINT * row, sizeof point[k]);
    }
    LEVEL(shadow_points)(point[0], side->origin, of);
}

/* Pairs by an index. */
LEVEL_INLINE void LEVEL(gather_shadows)(const struct pair_side *side, enum shadow_kind kind,
                                        ptrdiff_t start, ptrdiff_t count,
                                        struct LEVEL(shadows) *of)
{
    const float *const shadows = side->shadows, *row[FLOATS];
    const ptrdiff_t *const index = side->index + start;
    int k;
    LEVEL(ask_by_index)(side, shadows, SHADOW * (ptrdiff_t)sizeof *shadows, start, count);
    for (k = 0; k < FLOATS; k++)
        row[k] = shadows + SHADOW * index[k];
    LEVEL(columns)(row, of->slot);
    LEVEL(unpack)(kind, of);
}

/* Pairs in any form, and fewer than a vector has: the last one is then repeated. */
static void LEVEL(gather_any_shadows)(const struct pair_side *side, enum shadow_kind kind,
                                      ptrdiff_t start, int pairs, struct LEVEL(shadows) *of)
{
    const float *row[FLOATS];
    int k;
    if (kind == OF_POINTS) {
        LEVEL(gather_points)(side, start, pairs, of);
        return;
    }
    for (k = 0; k < FLOATS; k++)
        row[k] = side->shadows
                 + SHADOW * LEVEL(row_of)(side, start + (k < pairs ? k : pairs - 1));
    LEVEL(columns)(row, of->slot);
    LEVEL(unpack)(kind, of);
}

/* Whole vectors of pairs from `start` on; the one shadow for all is there already. */
LEVEL_INLINE void LEVEL(take_in_form)(const struct pair_side *side, struct LEVEL(layout) layout,
                                      ptrdiff_t start, ptrdiff_t count, struct LEVEL(shadows) *of)
{
    if (layout.kind == OF_POINTS && layout.form == INDEXED) {
        LEVEL(ask_by_index)(side, side->records, POINT * (ptrdiff_t)sizeof *side->records, start,
                            count);
        LEVEL(gather_points)(side, start, FLOATS, of);
    } else if (layout.kind == OF_POINTS && layout.form == IN_A_ROW) {
        const double *const points = side->records + POINT * start;
        if (side->is_large)
            prefetch_ahead(points, FLOATS * POINT * (ptrdiff_t)sizeof *points);
        LEVEL(shadow_points)(points, side->origin, of);
    } else if (layout.form == INDEXED)
        LEVEL(gather_shadows)(side, layout.kind, start, count, of);
    else if (layout.form == IN_A_ROW) {
        const float *const shadows = side->shadows + SHADOW * start;
        if (side->is_large)
            prefetch_ahead(shadows, FLOATS * SHADOW * (ptrdiff_t)sizeof *shadows);
        LEVEL(columns_in_a_row)(shadows, of->slot);
        LEVEL(unpack)(layout.kind, of);
    }
}

/* The same of boxes in any form, and for the last pairs, of `count`: these in memory of their own, as all
 * whose address a call is given stay there, and not in registers. */
LEVEL_INLINE void LEVEL(take_boxes)(const struct pair_side *side, ptrdiff_t start,
                                    ptrdiff_t count, struct LEVEL(shadows) *of)
{
    const struct LEVEL(layout) layout = {OF_BOXES, side->index ? INDEXED : IN_A_ROW};
    if (side->is_one)
        return;
    if (start + FLOATS > count) {
        struct LEVEL(shadows) last;
        LEVEL(gather_any_shadows)(side, OF_BOXES, start, (int)(count - start), &last);
        *of = last;
    } else
        LEVEL(take_in_form)(side, layout, start, count, of);
}

LEVEL_INLINE void LEVEL(spread_shadow)(const struct pair_side *side, enum shadow_kind kind,
                                       struct LEVEL(shadows) *of)
{
    int i;
    if (kind == OF_POINTS) {
        LEVEL(gather_points)(side, 0, FLOATS, of);
        return;
    }
    for (i = 0; i < SHADOW; i++)
        of->slot[i] = floats_fill(side->shadows[i]);
    LEVEL(unpack)(kind, of);
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

/* The error of pairs, of which a is a disc or a point if b is a disc: the shares of both sides and of the origins. */
LEVEL_INLINE floats_t LEVEL(error_of)(enum shadow_kind kind_a, const floats_t *a,
                                      enum shadow_kind kind_b, const floats_t *b,
                                      const struct LEVEL(origins) *origins)
{
    const floats_t share =
        floats_fill((float)(kind_b == OF_SEGMENTS ? SEGMENT_SHARE : SHADOW_SHARE));
    if (kind_b == OF_DISCS)
        return floats_add(floats_add(a[DISC_ERROR], b[DISC_ERROR]), origins->error);
    if (kind_a == OF_DISCS || kind_a == OF_POINTS)
        return floats_add_product(floats_add(a[DISC_ERROR], origins->error), share,
                                  b[SHADOW_SCALE]);
    return floats_add_product(kind_b == OF_SEGMENTS
                                  ? floats_add(origins->error,
                                               floats_fill((float)SEGMENT_UNDERFLOW_ERROR))
                                  : origins->error,
                              share, floats_add(a[SHADOW_SCALE], b[SHADOW_SCALE]));
}

/* What parts a vector of pairs, of which a is a disc or a point if b is a disc. */
LEVEL_INLINE struct LEVEL(distinction) LEVEL(distinguish)(enum shadow_kind kind_a,
                                                          const floats_t *a,
                                                          enum shadow_kind kind_b,
                                                          const floats_t *b,
                                                          const struct LEVEL(origins) *origins)
{
    const floats_t error = LEVEL(error_of)(kind_a, a, kind_b, b, origins);
    if (kind_a == OF_BOXES) {
        const struct LEVEL(distinction) by_axes = {
            LEVEL(shadow_separation)(a, b, origins->between), error};
        return by_axes;
    }
    if (kind_a == OF_SEGMENTS)
        return LEVEL(distinguish_segments)(a, b, origins->between, error);
    if (kind_a == OF_POINTS && kind_b == OF_BOXES)
        return LEVEL(distinguish_point_and_box)(a, b, origins->between, error);
    if (kind_b == OF_SEGMENTS)
        return LEVEL(distinguish_disc_and_segment)(a, b, origins->between, error);
    return kind_b == OF_BOXES ? LEVEL(distinguish_disc_and_box)(a, b, origins->between, error)
                              : LEVEL(distinguish_discs)(a, b, origins->between, error);
}

/* Write the verdicts of a vector of pairs; returns the bits of those that are open. */
LEVEL_INLINE unsigned LEVEL(judge_vector)(enum shadow_kind kind_a, const struct LEVEL(shadows) *a,
                                          enum shadow_kind kind_b, const struct LEVEL(shadows) *b,
                                          const struct LEVEL(origins) *origins,
                                          unsigned char *verdicts)
{
    const struct LEVEL(distinction) distinction =
        LEVEL(distinguish)(kind_a, a->slot, kind_b, b->slot, origins);
    return LEVEL(verdicts)(distinction.difference, distinction.error, verdicts);
}

/* Write verdicts of the pairs from `start` up to `stop`, of whole vectors, and which of them are
 * open; returns the number of these. A loop for each layout: the shadows then stay in registers. */
LEVEL_INLINE ptrdiff_t LEVEL(judge_vectors)(const struct pair_side *a,
                                            struct LEVEL(layout) layout_a,
                                            const struct pair_side *b,
                                            struct LEVEL(layout) layout_b, ptrdiff_t start,
                                            ptrdiff_t stop, ptrdiff_t count,
                                            unsigned char *verdicts, ptrdiff_t *open)
{
    const struct LEVEL(origins) origins = LEVEL(origins_of)(a, b);
    const struct pair_side side_a = *a, side_b = *b; /* which no verdict can overwrite */
    struct LEVEL(shadows) of_a, of_b;
    ptrdiff_t undecided = 0;
    if (layout_a.form == ONE_FOR_ALL)
        LEVEL(spread_shadow)(a, layout_a.kind, &of_a);
    if (layout_b.form == ONE_FOR_ALL)
        LEVEL(spread_shadow)(b, layout_b.kind, &of_b);
    for (; start < stop; start += FLOATS) {
        unsigned bits;
        LEVEL(take_in_form)(&side_a, layout_a, start, count, &of_a);
        LEVEL(take_in_form)(&side_b, layout_b, start, count, &of_b);
        bits = LEVEL(judge_vector)(layout_a.kind, &of_a, layout_b.kind, &of_b, &origins,
                                   verdicts + start);
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
        LEVEL(gather_any_shadows)(a, a->kind, start, pairs, &of_a);
        LEVEL(gather_any_shadows)(b, b->kind, start, pairs, &of_b);
        bits = LEVEL(judge_vector)(a->kind, &of_a, b->kind, &of_b, &origins, found)
               & ((1u << pairs) - 1);
        memcpy(verdicts + start, found, (size_t)pairs);
        for (; bits; bits &= bits - 1)
            open[undecided++] = start + lanes_lowest_bit(bits);
    }
    return undecided;
}

/* The same for the pairs from `start` up to `stop`, by the loop for their layout. */
LEVEL_INLINE ptrdiff_t LEVEL(judge_shadows)(const struct pair_side *a, enum shadow_kind kind_a,
                                            const struct pair_side *b, enum shadow_kind kind_b,
                                            ptrdiff_t start, ptrdiff_t stop, ptrdiff_t count,
                                            unsigned char *verdicts, ptrdiff_t *open)
{
    const struct LEVEL(layout) row_a = {kind_a, IN_A_ROW}, row_b = {kind_b, IN_A_ROW};
    const struct LEVEL(layout) index_a = {kind_a, INDEXED}, index_b = {kind_b, INDEXED};
    const struct LEVEL(layout) one_a = {kind_a, ONE_FOR_ALL}, one_b = {kind_b, ONE_FOR_ALL};
    const ptrdiff_t whole = stop - (stop - start) % FLOATS;
    ptrdiff_t opened;
    if (a->index && b->index)
        opened = LEVEL(judge_vectors)(a, index_a, b, index_b, start, whole, count, verdicts, open);
    else if (a->index || b->index || (b->is_one && (a->is_one || kind_a == kind_b)))
        return LEVEL(judge_any)(a, b, start, stop, verdicts, open);
    else if (b->is_one)
        opened = LEVEL(judge_vectors)(a, row_a, b, one_b, start, whole, count, verdicts, open);
    else if (a->is_one)
        opened = LEVEL(judge_vectors)(a, one_a, b, row_b, start, whole, count, verdicts, open);
    else
        opened = LEVEL(judge_vectors)(a, row_a, b, row_b, start, whole, count, verdicts, open);
    return opened + LEVEL(judge_any)(a, b, whole, stop, verdicts, open + opened);
}

/* Judge pairs by their shadows first. Where these leave so many open that asking twice costs more than
 * it saves, the rest is asked by its records at once. */
LEVEL_INLINE ptrdiff_t LEVEL(climb)(const struct pair_side *a, enum shadow_kind kind_a,
                                    const struct pair_side *b, enum shadow_kind kind_b,
                                    ptrdiff_t count, unsigned char *verdicts)
{
    const enum judged_pairs of = kind_a == OF_POINTS     ? POINTS_AND_SHAPES
                                 : kind_a == OF_BOXES    ? PAIRS_OF_BOXES
                                 : kind_b == OF_BOXES    ? DISCS_AND_BOXES
                                 : kind_b == OF_SEGMENTS ? PAIRS_OF_CORES
                                                         : PAIRS_OF_SHAPES;
    ptrdiff_t open[MOST_WAITING], start, stop, waiting = 0, undecided = 0;
    for (start = 0; start < count; start = stop) {
        ptrdiff_t opened;
        int too_many;
        stop = start + CLIMBING < count ? start + CLIMBING : count;
        opened = LEVEL(judge_shadows)(a, kind_a, b, kind_b, start, stop, count, verdicts,
                                      open + waiting);
        count_shadows(stop - start, opened);
        too_many = opened > (stop - start) / MOST_OPEN;
        waiting += opened;
        if (waiting > 0 && (too_many || stop == count || waiting > MOST_WAITING - CLIMBING)) {
            undecided += LEVEL(judge_open)(a, b, of, open, waiting, verdicts);
            waiting = 0;
        }
        if (too_many && stop < count) {
            const struct pair_side rest_a = LEVEL(side_from)(a, stop);
            const struct pair_side rest_b = LEVEL(side_from)(b, stop);
            return undecided
                   + LEVEL(judge)(&rest_a, &rest_b, count - stop, verdicts + stop, of);
        }
    }
    return undecided;
}

/* Judge boxes; returns how many pairs are left in doubt. */
static ptrdiff_t LEVEL(boxes)(const struct pair_side *one, const struct pair_side *other,
                              ptrdiff_t count, unsigned char *verdicts)
{
    /* Either order gives the same numbers: one shape for all comes first. */
    const struct pair_side *const a = other->is_one ? other : one;
    const struct pair_side *const b = other->is_one ? one : other;
    if (!a->shadows || !b->shadows)
        return LEVEL(judge)(one, other, count, verdicts, PAIRS_OF_BOXES);
    return LEVEL(climb)(a, OF_BOXES, b, OF_BOXES, count, verdicts);
}

/* Judge shapes: discs and segments, and discs and boxes, by their shadows where both sides have them. */
static ptrdiff_t LEVEL(shapes)(const struct pair_side *one, const struct pair_side *other,
                               ptrdiff_t count, unsigned char *verdicts)
{
    /* A disc comes first, or else one shape for all. */
    const int in_turn = one->kind == other->kind ? !other->is_one : one->kind == OF_DISCS;
    const struct pair_side *const a = in_turn ? one : other, *const b = in_turn ? other : one;
    if (!a->shadows || !b->shadows || (a->kind != OF_DISCS && a->kind != b->kind))
        return LEVEL(shapes_by_records)(one, other, count, verdicts);
    if (a->kind == OF_BOXES)
        return LEVEL(boxes)(one, other, count, verdicts);
    if (a->kind == OF_SEGMENTS)
        return LEVEL(climb)(a, OF_SEGMENTS, b, OF_SEGMENTS, count, verdicts);
    if (b->kind == OF_BOXES)
        return LEVEL(climb)(a, OF_DISCS, b, OF_BOXES, count, verdicts);
    if (b->kind == OF_SEGMENTS)
        return LEVEL(climb)(a, OF_DISCS, b, OF_SEGMENTS, count, verdicts);
    return LEVEL(climb)(a, OF_DISCS, b, OF_DISCS, count, verdicts);
}
