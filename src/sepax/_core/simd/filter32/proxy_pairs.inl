/* Pairs of boxes, discs, segments and rounded boxes, and of these and points, by their proxies
 * (proxy.h). float32 decides nearly all pairs; records decide the rest. all_loops.inl includes this
 * file behind rounded_box_proxies.inl. */

/* One side of FLOATS pairs: a vector a slot. */
struct proxies {
    floats_t slot[UNPACKED];
};

/* The kind and the layout of the proxies of a side, known at compile time. */
struct layout {
    enum proxy_kind kind;
    enum pair_form form;
};

/* Unpack the columns. Discs and points have 0 in the other slots, which nothing reads: not all
 * compilers see that. */
LANES_INLINE void unpack(enum proxy_kind kind, struct proxies *of)
{
    if (kind == OF_ROUNDED_BOXES) {
        unpack_rounded_box(of->slot);
        return;
    }
    of->slot[PROXY_RADIUS] = floats_fill(0.0f);
    if (kind != OF_DISCS && kind != OF_POINTS)
        unpack_box(of->slot);
    else
        of->slot[HALF_WIDTH] = of->slot[HALF_HEIGHT] = of->slot[PROXY_SCALE] = floats_fill(0.0f);
}

/* The proxies of FLOATS points side by side: discs without a radius. Beyond the range of float32
 * the error is infinite. */
LANES_INLINE void proxy_points(const double *first, const double *origin, struct proxies *of)
{
    floats_t place;
    floats_places(first, origin[0], origin[1], of->slot);
    place = floats_add(floats_magnitude(of->slot[CENTRE_X]), floats_magnitude(of->slot[CENTRE_Y]));
    of->slot[DISC_RADIUS] = floats_fill(0.0f);
    of->slot[DISC_ERROR] = floats_add_product(floats_fill((float)DISC_UNDERFLOW_ERROR), place,
                                              floats_fill((float)PROXY_PLACE_ROUNDOFF));
    unpack(OF_POINTS, of);
}

/* Prefetch indexed rows of so many bytes for later pairs. */
LANES_INLINE void prefetch_by_index(const struct pair_side *side, const void *rows, ptrdiff_t bytes,
                                    ptrdiff_t start, ptrdiff_t count)
{
    const ptrdiff_t later = start + PROXIES_AHEAD;
    int k;
    if (side->is_large && later + FLOATS <= count)
        for (k = 0; k < FLOATS; k++)
            prefetch((const char *)rows + bytes * side->index[later + k]);
}

/* The same in any form; the last pair is repeated. */
LANES_INLINE void gather_points(const struct pair_side *side, ptrdiff_t start, int pairs,
                                struct proxies *of)
{
    double point[FLOATS][POINT];
    int k;
    for (k = 0; k < FLOATS; k++) {
        const ptrdiff_t row = row_of(side, start + (k < pairs ? k : pairs - 1));
        memcpy(point[k], side->records + POINT * row, sizeof point[k]);
    }
    proxy_points(point[0], side->origin, of);
}

/* Pairs by an index. */
LANES_INLINE void gather_proxies(const struct pair_side *side, enum proxy_kind kind,
                                 ptrdiff_t start, ptrdiff_t count, struct proxies *of)
{
    const float *const proxies = side->proxies, *row[FLOATS];
    const ptrdiff_t *const index = side->index + start;
    int k;
    prefetch_by_index(side, proxies, PROXY * (ptrdiff_t)sizeof *proxies, start, count);
    for (k = 0; k < FLOATS; k++)
        row[k] = proxies + PROXY * index[k];
    floats_columns(row, of->slot);
    unpack(kind, of);
}

/* Pairs in any form, or fewer than a vector has: the last one is then repeated. */
static void gather_any_proxies(const struct pair_side *side, enum proxy_kind kind, ptrdiff_t start,
                               int pairs, struct proxies *of)
{
    const float *row[FLOATS];
    int k;
    if (kind == OF_POINTS) {
        gather_points(side, start, pairs, of);
        return;
    }
    for (k = 0; k < FLOATS; k++)
        row[k] = side->proxies + PROXY * row_of(side, start + (k < pairs ? k : pairs - 1));
    floats_columns(row, of->slot);
    unpack(kind, of);
}

/* Whole vectors of pairs from `start` on; the one proxy for all is there already. */
LANES_INLINE void load_in_layout(const struct pair_side *side, struct layout layout,
                                 ptrdiff_t start, ptrdiff_t count, struct proxies *of)
{
    if (layout.kind == OF_POINTS && layout.form == INDEXED) {
        prefetch_by_index(side, side->records, POINT * (ptrdiff_t)sizeof *side->records, start,
                          count);
        gather_points(side, start, FLOATS, of);
    } else if (layout.kind == OF_POINTS && layout.form == IN_A_ROW) {
        const double *const points = side->records + POINT * start;
        if (side->is_large)
            prefetch_ahead(points, FLOATS * POINT * (ptrdiff_t)sizeof *points);
        proxy_points(points, side->origin, of);
    } else if (layout.form == INDEXED)
        gather_proxies(side, layout.kind, start, count, of);
    else if (layout.form == IN_A_ROW) {
        const float *const proxies = side->proxies + PROXY * start;
        if (side->is_large)
            prefetch_ahead(proxies, FLOATS * PROXY * (ptrdiff_t)sizeof *proxies);
        floats_adjacent(proxies, of->slot);
        unpack(layout.kind, of);
    }
}

/* The same of boxes in any form, and for the last of `count` pairs. These are loaded into a
 * variable of their own: variables whose address is passed to a call do not stay in registers. */
LANES_INLINE void load_boxes(const struct pair_side *side, ptrdiff_t start, ptrdiff_t count,
                             struct proxies *of)
{
    const struct layout layout = {OF_BOXES, side->index ? INDEXED : IN_A_ROW};
    if (side->is_one)
        return;
    if (start + FLOATS > count) {
        struct proxies last;
        gather_any_proxies(side, OF_BOXES, start, (int)(count - start), &last);
        *of = last;
    } else
        load_in_layout(side, layout, start, count, of);
}

LANES_INLINE void spread_proxy(const struct pair_side *side, enum proxy_kind kind,
                               struct proxies *of)
{
    int i;
    if (kind == OF_POINTS) {
        gather_points(side, 0, FLOATS, of);
        return;
    }
    for (i = 0; i < PROXY; i++)
        of->slot[i] = floats_fill(side->proxies[i]);
    unpack(kind, of);
}

/* How far the origin of b is from that of a, and its share of the error. */
struct origins {
    floats_t between[2], error;
};

LANES_INLINE struct origins origins_of(const struct pair_batch *batch)
{
    const double x = batch->b.origin[0] - batch->a.origin[0];
    const double y = batch->b.origin[1] - batch->a.origin[1];
    const double error = PROXY_PLACE_ROUNDOFF * (fabs(x) + fabs(y));
    struct origins origins;
    origins.between[0] = floats_fill((float)x);
    origins.between[1] = floats_fill((float)y);
    origins.error = floats_fill((float)(error < LARGEST_PROXY ? error : INFINITY));
    return origins;
}

/* A coordinate of the way from the centre of a to that of b. */
LANES_INLINE floats_t floats_between(const floats_t *a, const floats_t *b, enum record_slot slot,
                                     const struct origins *origins)
{
    return floats_add(floats_subtract(b[slot], a[slot]), origins->between[slot]);
}

/* The error of pairs: the shares of both sides and of the origins. With a disc, a is a disc or a
 * point. */
LANES_INLINE floats_t error_of(enum proxy_kind kind_a, const floats_t *a, enum proxy_kind kind_b,
                               const floats_t *b, const struct origins *origins)
{
    const int is_round = kind_b == OF_SEGMENTS || kind_b == OF_ROUNDED_BOXES;
    const floats_t share = floats_fill((float)(is_round ? SEGMENT_SHARE : PROXY_SHARE));
    if (kind_b == OF_DISCS)
        return floats_add(floats_add(a[DISC_ERROR], b[DISC_ERROR]), origins->error);
    if (kind_a == OF_DISCS || kind_a == OF_POINTS)
        return floats_add_product(floats_add(a[DISC_ERROR], origins->error), share, b[PROXY_SCALE]);
    return floats_add_product(
        is_round
            ? floats_add(origins->error, floats_fill((float)SEGMENT_UNDERFLOW_ERROR))
            : origins->error,
        share, floats_add(a[PROXY_SCALE], b[PROXY_SCALE]));
}

/* Compare a vector of pairs; if b is a disc, a is a disc or a point. */
LANES_INLINE struct comparison compare_proxies(enum proxy_kind kind_a, const floats_t *a,
                                               enum proxy_kind kind_b, const floats_t *b,
                                               const struct origins *origins)
{
    const floats_t error = error_of(kind_a, a, kind_b, b, origins);
    const floats_t dx = floats_between(a, b, CENTRE_X, origins);
    const floats_t dy = floats_between(a, b, CENTRE_Y, origins);
    if (kind_a == OF_BOXES) {
        const struct comparison by_axes = {proxy_separation(a, b, dx, dy), error};
        return by_axes;
    }
    if (kind_a == OF_SEGMENTS)
        return compare_segments(a, b, dx, dy, error);
    if (kind_a == OF_ROUNDED_BOXES)
        return compare_rounded_boxes(a, b, dx, dy, error);
    if (kind_a == OF_POINTS && kind_b == OF_BOXES)
        return compare_point_and_box(b, dx, dy, error);
    if (kind_b == OF_SEGMENTS)
        return compare_disc_and_segment(a, b, dx, dy, error);
    return kind_b == OF_BOXES ? compare_disc_and_box(a, b, dx, dy, error)
                              : compare_discs(a, b, dx, dy, error);
}

/* Write the verdicts of a vector of pairs; returns the bits of those that are uncertain. */
LANES_INLINE unsigned classify_vector(enum proxy_kind kind_a, const struct proxies *a,
                                      enum proxy_kind kind_b, const struct proxies *b,
                                      const struct origins *origins, unsigned char *verdicts)
{
    const struct comparison comparison = compare_proxies(kind_a, a->slot, kind_b, b->slot, origins);
    return floats_verdicts(comparison.difference, comparison.error, verdicts);
}

/* Write verdicts of whole vectors of pairs, and list the uncertain ones; returns their number. One
 * loop for each layout, so that proxies stay in registers. */
LANES_INLINE ptrdiff_t classify_vectors(const struct pair_batch *batch, struct layout layout_a,
                                        struct layout layout_b, ptrdiff_t start, ptrdiff_t stop,
                                        unsigned char *verdicts, ptrdiff_t *pending)
{
    const struct origins origins = origins_of(batch);
    const struct pair_side a = batch->a, b = batch->b; /* which no verdict can overwrite */
    const ptrdiff_t count = batch->count;
    struct proxies of_a, of_b;
    ptrdiff_t uncertain = 0;
    if (layout_a.form == ONE_FOR_ALL)
        spread_proxy(&a, layout_a.kind, &of_a);
    if (layout_b.form == ONE_FOR_ALL)
        spread_proxy(&b, layout_b.kind, &of_b);
    for (; start < stop; start += FLOATS) {
        unsigned bits;
        load_in_layout(&a, layout_a, start, count, &of_a);
        load_in_layout(&b, layout_b, start, count, &of_b);
        bits =
            classify_vector(layout_a.kind, &of_a, layout_b.kind, &of_b, &origins, verdicts + start);
        for (; bits; bits &= bits - 1)
            pending[uncertain++] = start + lanes_lowest_bit(bits);
    }
    return uncertain;
}

/* The same for pairs in any form, and any number of them. */
static ptrdiff_t classify_any(const struct pair_batch *batch, ptrdiff_t start, ptrdiff_t stop,
                              unsigned char *verdicts, ptrdiff_t *pending)
{
    const struct pair_side *const a = &batch->a, *const b = &batch->b;
    const struct origins origins = origins_of(batch);
    ptrdiff_t uncertain = 0;
    for (; start < stop; start += FLOATS) {
        const int pairs = stop - start < FLOATS ? (int)(stop - start) : FLOATS;
        struct proxies of_a, of_b;
        unsigned char found[FLOATS];
        unsigned bits;
        gather_any_proxies(a, a->kind, start, pairs, &of_a);
        gather_any_proxies(b, b->kind, start, pairs, &of_b);
        bits =
            classify_vector(a->kind, &of_a, b->kind, &of_b, &origins, found) & ((1u << pairs) - 1);
        memcpy(verdicts + start, found, (size_t)pairs);
        for (; bits; bits &= bits - 1)
            pending[uncertain++] = start + lanes_lowest_bit(bits);
    }
    return uncertain;
}

/* The same for the pairs from `start` up to `stop`, by the loop for their layout. */
LANES_INLINE ptrdiff_t classify_by_proxies(const struct pair_batch *batch, enum proxy_kind kind_a,
                                           enum proxy_kind kind_b, ptrdiff_t start, ptrdiff_t stop,
                                           unsigned char *verdicts, ptrdiff_t *pending)
{
    const struct pair_side *const a = &batch->a, *const b = &batch->b;
    const struct layout row_a = {kind_a, IN_A_ROW}, row_b = {kind_b, IN_A_ROW};
    const struct layout index_a = {kind_a, INDEXED}, index_b = {kind_b, INDEXED};
    const struct layout one_a = {kind_a, ONE_FOR_ALL}, one_b = {kind_b, ONE_FOR_ALL};
    const ptrdiff_t whole = stop - (stop - start) % FLOATS;
    ptrdiff_t added;
    if (a->index && b->index)
        added = classify_vectors(batch, index_a, index_b, start, whole, verdicts, pending);
    else if (a->index || b->index || (b->is_one && (a->is_one || kind_a == kind_b)))
        return classify_any(batch, start, stop, verdicts, pending);
    else if (b->is_one)
        added = classify_vectors(batch, row_a, one_b, start, whole, verdicts, pending);
    else if (a->is_one)
        added = classify_vectors(batch, one_a, row_b, start, whole, verdicts, pending);
    else
        added = classify_vectors(batch, row_a, row_b, start, whole, verdicts, pending);
    return added + classify_any(batch, whole, stop, verdicts, pending + added);
}

/* Classify pairs by proxies, then by records. If too many are uncertain, so that proxies cost more
 * than they save, the rest goes straight to records. */
LANES_INLINE ptrdiff_t run_cascade(const struct pair_batch *batch, enum proxy_kind kind_a,
                                   enum proxy_kind kind_b, unsigned char *verdicts)
{
    const enum pair_kind of = kind_a == OF_POINTS     ? POINTS_AND_SHAPES
                              : kind_a == OF_BOXES    ? PAIRS_OF_BOXES
                              : kind_b == OF_BOXES    ? DISCS_AND_BOXES
                              : kind_b == OF_SEGMENTS || kind_b == OF_ROUNDED_BOXES
                                  ? PAIRS_OF_CORES
                                  : PAIRS_OF_SHAPES;
    const ptrdiff_t count = batch->count;
    ptrdiff_t pending[MOST_PENDING], start, stop, pending_count = 0, uncertain = 0;
    for (start = 0; start < count; start = stop) {
        ptrdiff_t added;
        int too_many;
        stop = start + CASCADE_BLOCK < count ? start + CASCADE_BLOCK : count;
        added = classify_by_proxies(batch, kind_a, kind_b, start, stop, verdicts,
                                    pending + pending_count);
        count_proxies(stop - start, added);
        too_many = added > (stop - start) / ONE_IN_UNCERTAIN;
        pending_count += added;
        if (pending_count > 0
            && (too_many || stop == count || pending_count > MOST_PENDING - CASCADE_BLOCK)) {
            uncertain += classify_listed(batch, of, pending, pending_count, verdicts);
            pending_count = 0;
        }
        if (too_many && stop < count) {
            const struct pair_batch rest = batch_from(batch, stop, count);
            return uncertain + classify(&rest, verdicts + stop, of);
        }
    }
    return uncertain;
}

/* Classify boxes; returns how many pairs remain uncertain. */
static ptrdiff_t boxes(const struct pair_batch *batch, unsigned char *verdicts)
{
    struct pair_batch swapped;
    if (!batch->a.proxies || !batch->b.proxies)
        return classify(batch, verdicts, PAIRS_OF_BOXES);
    if (batch->b.is_one) { /* either order gives the same numbers: one shape for all comes first */
        swapped = swap_sides(batch);
        batch = &swapped;
    }
    return run_cascade(batch, OF_BOXES, OF_BOXES, verdicts);
}

/* Classify shapes; discs, segments and boxes by their proxies if both sides have them. */
static ptrdiff_t shapes(const struct pair_batch *batch, unsigned char *verdicts)
{
    const enum proxy_kind kind = batch->a.kind, other = batch->b.kind;
    struct pair_batch swapped;
    if (!batch->a.proxies || !batch->b.proxies || !proxies_compare(kind, other))
        return shapes_by_records(batch, verdicts);
    if (kind == OF_BOXES && other == OF_BOXES)
        return boxes(batch, verdicts);
    /* A disc comes first, or else one shape for all. */
    if (kind == other ? batch->b.is_one : kind != OF_DISCS) {
        swapped = swap_sides(batch);
        batch = &swapped;
    }
    if (batch->a.kind == OF_SEGMENTS)
        return run_cascade(batch, OF_SEGMENTS, OF_SEGMENTS, verdicts);
    if (batch->a.kind == OF_ROUNDED_BOXES)
        return run_cascade(batch, OF_ROUNDED_BOXES, OF_ROUNDED_BOXES, verdicts);
    if (batch->b.kind == OF_BOXES)
        return run_cascade(batch, OF_DISCS, OF_BOXES, verdicts);
    if (batch->b.kind == OF_SEGMENTS)
        return run_cascade(batch, OF_DISCS, OF_SEGMENTS, verdicts);
    return run_cascade(batch, OF_DISCS, OF_DISCS, verdicts);
}
