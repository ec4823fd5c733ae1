/* Distances of two segments with radii, or of one and a disc, by their proxies (proxy.h): words as
 * of a box, whose width is half the length and whose height is the radius. all_loops.inl includes
 * this file behind disc_proxies.inl. roundoff.h derives the error bound. */

/* x from -limit to limit; -limit for NaN. */
LANES_INLINE floats_t within_length(floats_t x, floats_t limit)
{
    const floats_t least = floats_subtract(floats_fill(0.0f), limit);
    return floats_minimum(floats_maximum(x, least), limit);
}

/* A point of each segment near the nearest points, as a distance from the centre. That of a is
 * where the lines are nearest, that of b is nearest to it, and then a again (Ericson, Real-Time
 * Collision Detection, 5.1.9). */
struct nearest_places {
    floats_t a, b;
};

LANES_INLINE struct nearest_places find_nearest_places(const floats_t *a, const floats_t *b,
                                                       floats_t dx, floats_t dy, floats_t sine)
{
    const floats_t cosine = product(a[AXIS_X], a[AXIS_Y], b[AXIS_X], b[AXIS_Y]);
    const floats_t along_a = product(dx, dy, a[AXIS_X], a[AXIS_Y]);
    const floats_t along_b = product(dx, dy, b[AXIS_X], b[AXIS_Y]);
    const floats_t of_lines = floats_divide(floats_subtract_product(along_a, along_b, cosine),
                                            floats_multiply(sine, sine));
    const floats_t first = within_length(of_lines, a[HALF_WIDTH]);
    const floats_t opposite = floats_subtract(floats_multiply(first, cosine), along_b);
    struct nearest_places places;
    places.b = within_length(opposite, b[HALF_WIDTH]);
    places.a = within_length(floats_add_product(along_a, places.b, cosine), a[HALF_WIDTH]);
    return places;
}

/* Bounds of the distance of two segments along (x, y), a path from a point of a to one of b, times
 * its length. The distance is at most that path, and at least the gap along it. */
struct bounds_of_distance {
    floats_t low, high, length;
};

/* SMALLEST_LENGTH is for a way whose square underflows. */
LANES_INLINE struct bounds_of_distance bounds_along(const floats_t *a, const floats_t *b,
                                                    floats_t dx, floats_t dy, floats_t x,
                                                    floats_t y)
{
    const floats_t half_a = floats_magnitude(product(x, y, a[AXIS_X], a[AXIS_Y]));
    const floats_t half_b = floats_magnitude(product(x, y, b[AXIS_X], b[AXIS_Y]));
    const floats_t square = floats_maximum(product(x, y, x, y),
                                           floats_fill((float)(SMALLEST_LENGTH * SMALLEST_LENGTH)));
    const floats_t without_a =
        floats_subtract_product(product(x, y, dx, dy), a[HALF_WIDTH], half_a);
    const struct bounds_of_distance bounds = {
        floats_subtract_product(without_a, b[HALF_WIDTH], half_b), square, floats_root(square)};
    return bounds;
}

/* The separation across two segments, from the lines of both: negative where they cross. */
LANES_INLINE floats_t crossing(const floats_t *a, const floats_t *b, floats_t dx, floats_t dy,
                               floats_t sine)
{
    const floats_t of_a = turned_product(dy, dx, a[AXIS_X], a[AXIS_Y]);
    const floats_t of_b = turned_product(dy, dx, b[AXIS_X], b[AXIS_Y]);
    const floats_t across = floats_magnitude(sine);
    return floats_maximum(floats_subtract_product(of_a, b[HALF_WIDTH], across),
                          floats_subtract_product(of_b, a[HALF_WIDTH], across));
}

/* Two segments: by the bounds of their distance less the radii, or by their crossing. At most one of
 * the two bounds decides. */
LANES_INLINE struct comparison compare_segments(const floats_t *a, const floats_t *b, floats_t dx,
                                                floats_t dy, floats_t error)
{
    const floats_t zero = floats_fill(0.0f);
    const floats_t sine =
        floats_subtract_product(floats_multiply(a[AXIS_X], b[AXIS_Y]), a[AXIS_Y], b[AXIS_X]);
    const struct nearest_places at = find_nearest_places(a, b, dx, dy, sine);
    const floats_t x =
        floats_subtract_product(floats_add_product(dx, at.b, b[AXIS_X]), at.a, a[AXIS_X]);
    const floats_t y =
        floats_subtract_product(floats_add_product(dy, at.b, b[AXIS_Y]), at.a, a[AXIS_Y]);
    const struct bounds_of_distance of = bounds_along(a, b, dx, dy, x, y);
    const floats_t radii = floats_multiply(floats_add(a[HALF_HEIGHT], b[HALF_HEIGHT]), of.length);
    const floats_t crossed = floats_multiply(crossing(a, b, dx, dy, sine), of.length);
    const floats_t near =
        floats_minimum(floats_minimum(floats_subtract(of.high, radii), crossed), zero);
    const struct comparison comparison = {
        floats_add(floats_maximum(floats_subtract(of.low, radii), zero), near),
        floats_multiply(error, of.length)};
    return comparison;
}

/* By how far the centre of the disc is beyond the segment, along it and across. */
LANES_INLINE struct comparison compare_disc_and_segment(const floats_t *disc,
                                                        const floats_t *segment, floats_t dx,
                                                        floats_t dy, floats_t error)
{
    const floats_t along = floats_magnitude(product(dx, dy, segment[AXIS_X], segment[AXIS_Y]));
    return compare_length(
        floats_maximum(floats_fill(0.0f), floats_subtract(along, segment[HALF_WIDTH])),
        turned_product(dy, dx, segment[AXIS_X], segment[AXIS_Y]),
        floats_add(disc[DISC_RADIUS], segment[HALF_HEIGHT]), error);
}
