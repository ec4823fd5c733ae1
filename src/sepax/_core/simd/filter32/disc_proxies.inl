/* Distances of two discs, or of a disc and a box, by their proxies (proxy.h): in squares, as a root
 * takes as long as all the rest. all_loops.inl includes this file behind box_proxies.inl.
 * roundoff.h derives the error bound. */

/* What is far below 0 where shapes meet and far above where they are apart, and how far. */
struct comparison {
    floats_t difference, error;
};

/* With q the square of a length: q - (R + E)^2 is positive where the length exceeds R + E, q - (R -
 * E)^2 is negative where it is below R - E. Both are q - (R^2 + E^2) to within 2 R E; if E exceeds
 * R, nothing is shorter: then 2 E^2. Overflow leaves pairs uncertain. */
LANES_INLINE struct comparison compare_square(floats_t square, floats_t radius, floats_t error)
{
    const floats_t middle = floats_add_product(floats_multiply(radius, radius), error, error);
    const floats_t twice = floats_add(error, error);
    const struct comparison comparison = {floats_subtract(square, middle),
                                          floats_multiply(twice, floats_maximum(radius, error))};
    return comparison;
}

LANES_INLINE struct comparison compare_length(floats_t x, floats_t y, floats_t radius,
                                              floats_t error)
{
    return compare_square(floats_add_product(floats_multiply(x, x), y, y), radius, error);
}

LANES_INLINE struct comparison compare_discs(const floats_t *a, const floats_t *b, floats_t dx,
                                             floats_t dy, floats_t error)
{
    return compare_length(dx, dy, floats_add(a[DISC_RADIUS], b[DISC_RADIUS]), error);
}

/* By how far the centre of a disc is beyond the sides of a box, along its axis and across. */
struct floats_beyond {
    floats_t along, across;
};

LANES_INLINE struct floats_beyond beyond_proxy(const floats_t *box, floats_t dx, floats_t dy)
{
    const floats_t along = floats_magnitude(product(dx, dy, box[AXIS_X], box[AXIS_Y]));
    const floats_t across = turned_product(dy, dx, box[AXIS_X], box[AXIS_Y]);
    const struct floats_beyond beyond = {floats_subtract(along, box[HALF_WIDTH]),
                                         floats_subtract(across, box[HALF_HEIGHT])};
    return beyond;
}

/* A maximum is its second number where one is NaN. */
LANES_INLINE struct comparison compare_disc_and_box(const floats_t *disc, const floats_t *box,
                                                    floats_t dx, floats_t dy, floats_t error)
{
    const floats_t zero = floats_fill(0.0f);
    const struct floats_beyond beyond = beyond_proxy(box, dx, dy);
    return compare_length(floats_maximum(zero, beyond.along), floats_maximum(zero, beyond.across),
                          disc[DISC_RADIUS], error);
}

/* By the separation of the point along the axes of the box, like a box without sizes: squares would
 * not classify points inside. */
LANES_INLINE struct comparison compare_point_and_box(const floats_t *box, floats_t dx, floats_t dy,
                                                     floats_t error)
{
    const struct floats_beyond beyond = beyond_proxy(box, dx, dy);
    const struct comparison comparison = {floats_maximum(beyond.along, beyond.across), error};
    return comparison;
}
