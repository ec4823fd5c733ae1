/* Rounded boxes by their proxies (proxy.h). all_loops.inl includes this file behind
 * segment_proxies.inl. roundoff.h derives the error bound. */

/* Unpack the words of a proxy: axis_of_turn (record.h), and the radius. */
LANES_INLINE void unpack_rounded_box(floats_t *slot)
{
    const floats_t words = slot[BOX_AXIS], one = floats_fill(1.0f);
    const floats_t turn = lower_halves(words, 1.0 / AXIS_UNITS);
    const floats_t square = floats_multiply(turn, turn);
    const floats_t unit = floats_divide(one, floats_add(one, square));
    unpack_sizes(slot);
    slot[AXIS_X] = floats_multiply(floats_subtract(one, square), unit);
    slot[AXIS_Y] = floats_multiply(floats_add(turn, turn), unit);
    slot[PROXY_RADIUS] =
        floats_multiply(upper_halves(words, 1.0 / (1 << RADIUS_BITS)), slot[PROXY_SCALE]);
}

/* 1 or -1 for the sign of a number; a product that underflows is as good as 0. */
LANES_INLINE floats_t sign_of(floats_t x)
{
    return floats_if_less(x, floats_fill(0.0f), floats_fill(-1.0f), floats_fill(1.0f));
}

/* The square of the distance of a vertex from a core. */
LANES_INLINE floats_t square_of_place(const floats_t *core, floats_t x, floats_t y)
{
    const floats_t zero = floats_fill(0.0f);
    const floats_t along =
        floats_maximum(floats_subtract(floats_magnitude(x), core[HALF_WIDTH]), zero);
    const floats_t across =
        floats_maximum(floats_subtract(floats_magnitude(y), core[HALF_HEIGHT]), zero);
    return product(along, across, along, across);
}

/* How a core sees another one: the wider separation along its own axes, and the least square of the
 * distance of a vertex. */
struct seen_core {
    floats_t separation, square;
};

/* `cosine` and `sine`, without signs, are those between the axes; `turn` is the sign of their
 * product, from the one that sees to the other.
 *
 * Mirrored so that the other centre is above and to the right, at (x, y), the other core has a
 * leftmost and a lowest vertex. If cores are apart, and a vertex of the other one is nearest, it is
 * one of these two: the direction from it to the core is to the left or downwards, or both. If it
 * is to the left and upwards, to a lower corner, the vertex is below the centre, and so it is not
 * the uppermost one. */
LANES_INLINE struct seen_core see_core(const floats_t *from, const floats_t *core, floats_t dx,
                                       floats_t dy, floats_t cosine, floats_t sine, floats_t turn)
{
    const floats_t along = product(dx, dy, from[AXIS_X], from[AXIS_Y]);
    const floats_t across =
        floats_subtract_product(floats_multiply(dy, from[AXIS_X]), dx, from[AXIS_Y]);
    const floats_t x = floats_magnitude(along), y = floats_magnitude(across);
    const floats_t mirrored = floats_multiply(turn, sign_of(floats_multiply(along, across)));
    const floats_t width_x = floats_multiply(core[HALF_WIDTH], cosine);
    const floats_t width_y = floats_multiply(core[HALF_WIDTH], sine);
    const floats_t height_x = floats_multiply(core[HALF_HEIGHT], sine);
    const floats_t height_y = floats_multiply(core[HALF_HEIGHT], cosine);
    const floats_t left = floats_subtract(x, floats_add(width_x, height_x));
    const floats_t low = floats_subtract(y, floats_add(width_y, height_y));
    const floats_t beside_left =
        floats_subtract_product(y, mirrored, floats_subtract(width_y, height_y));
    const floats_t above_low =
        floats_subtract_product(x, mirrored, floats_subtract(width_x, height_x));
    const struct seen_core seen = {
        floats_maximum(floats_subtract(left, from[HALF_WIDTH]),
                       floats_subtract(low, from[HALF_HEIGHT])),
        floats_minimum(square_of_place(from, left, beside_left),
                       square_of_place(from, above_low, low))};
    return seen;
}

/* Two rounded boxes: by the distance of their cores, where these are certainly apart, and that of
 * vertices, which is no less; or by the separation of cores that overlap. */
LANES_INLINE struct comparison compare_rounded_boxes(const floats_t *a, const floats_t *b,
                                                     floats_t dx, floats_t dy, floats_t error)
{
    const floats_t zero = floats_fill(0.0f), below = floats_subtract(zero, error);
    const floats_t cosine = product(a[AXIS_X], a[AXIS_Y], b[AXIS_X], b[AXIS_Y]);
    const floats_t sine =
        floats_subtract_product(floats_multiply(a[AXIS_X], b[AXIS_Y]), a[AXIS_Y], b[AXIS_X]);
    const floats_t along = floats_magnitude(cosine), across = floats_magnitude(sine);
    const floats_t turn = sign_of(floats_multiply(cosine, sine));
    const struct seen_core by_a = see_core(a, b, dx, dy, along, across, turn);
    const struct seen_core by_b =
        see_core(b, a, dx, dy, along, across, floats_subtract(zero, turn));
    const floats_t separation = floats_maximum(by_a.separation, by_b.separation);
    const floats_t radius = floats_add(a[PROXY_RADIUS], b[PROXY_RADIUS]);
    struct comparison comparison =
        compare_square(floats_minimum(by_a.square, by_b.square), radius, error);
    const floats_t overlap = floats_if_less(separation, below, floats_fill(-INFINITY), zero);
    const floats_t close =
        floats_if_less(comparison.difference, floats_subtract(zero, comparison.error),
                       comparison.difference, overlap);
    comparison.difference = floats_if_less(error, separation, comparison.difference, close);
    return comparison;
}
