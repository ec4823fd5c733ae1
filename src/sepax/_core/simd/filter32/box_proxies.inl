/* The separation of boxes by their proxies (proxy.h). all_loops.inl includes this file behind
 * box_lanes.inl, with the vectors of float_lanes.h. roundoff.h derives the error bound. */

/* Unpack the sizes of a proxy into slots of a record. Their mantissas are those of float32 numbers
 * from `scale` on. */
LANES_INLINE void unpack_sizes(floats_t *slot)
{
    const floats_t sizes = slot[BOX_SIZES], scale = floats_keep(sizes, SCALE_MASK);
    const floats_t shifted = floats_shift(sizes, WIDTH_BITS);
    slot[HALF_WIDTH] = floats_subtract(floats_keep(sizes, SCALE_MASK | WIDTH_MASK), scale);
    slot[HALF_HEIGHT] = floats_subtract(floats_merge(shifted, HEIGHT_MASK, scale), scale);
    slot[PROXY_SCALE] = scale;
}

/* The halves of words, as integers, times a unit. */
LANES_INLINE floats_t lower_halves(floats_t words, double unit)
{
    return floats_multiply(floats_of_integers(floats_shift(words, 16)),
                           floats_fill((float)(unit / 65536.0)));
}

LANES_INLINE floats_t upper_halves(floats_t words, double unit)
{
    return floats_multiply(floats_of_integers(floats_keep(words, UINT32_C(0xFFFF0000))),
                           floats_fill((float)(unit / 65536.0)));
}

/* Unpack the words of a proxy. */
LANES_INLINE void unpack_box(floats_t *slot)
{
    const floats_t axis = slot[BOX_AXIS];
    unpack_sizes(slot);
    slot[AXIS_X] = lower_halves(axis, 1.0 / AXIS_UNITS);
    slot[AXIS_Y] = upper_halves(axis, 1.0 / AXIS_UNITS);
}

/* x u + y v */
LANES_INLINE floats_t product(floats_t x, floats_t y, floats_t u, floats_t v)
{
    return floats_add_product(floats_multiply(x, u), y, v);
}

/* |x u - y v| */
LANES_INLINE floats_t turned_product(floats_t x, floats_t y, floats_t u, floats_t v)
{
    return floats_magnitude(floats_subtract_product(floats_multiply(x, u), y, v));
}

/* half + w cosine + h sine, of the sizes of another box */
LANES_INLINE floats_t extent(floats_t half, const floats_t *other, floats_t cosine, floats_t sine)
{
    return floats_add_product(floats_add_product(half, other[HALF_HEIGHT], sine), other[HALF_WIDTH],
                              cosine);
}

/* The wider separation along the axes of one box, as in separations_of_boxes; (dx, dy) is from
 * centre to centre. */
LANES_INLINE floats_t separation_along(const floats_t *one, const floats_t *other, floats_t dx,
                                       floats_t dy, floats_t cosine, floats_t sine)
{
    const floats_t along = floats_magnitude(product(dx, dy, one[AXIS_X], one[AXIS_Y]));
    const floats_t across = turned_product(dy, dx, one[AXIS_X], one[AXIS_Y]);
    return floats_maximum(floats_subtract(along, extent(one[HALF_WIDTH], other, cosine, sine)),
                          floats_subtract(across, extent(one[HALF_HEIGHT], other, sine, cosine)));
}

/* The widest separation, the centre of b being (dx, dy) from that of a, as in what follows. */
LANES_INLINE floats_t proxy_separation(const floats_t *a, const floats_t *b, floats_t dx,
                                       floats_t dy)
{
    const floats_t cosine = floats_magnitude(product(a[AXIS_X], a[AXIS_Y], b[AXIS_X], b[AXIS_Y]));
    const floats_t sine = turned_product(a[AXIS_X], a[AXIS_Y], b[AXIS_Y], b[AXIS_X]);
    return floats_maximum(separation_along(a, b, dx, dy, cosine, sine),
                          separation_along(b, a, dx, dy, cosine, sine));
}
