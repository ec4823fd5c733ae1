/* The separations of two discs, and of a disc and a box, by their shadows (shadow.h).
 *
 * levels.h includes this file once for each instruction set, behind box_shadows.inl. roundoff.h
 * derives the error bound.
 */

/* How far the centres are apart, less the radii; the origins are `between` apart. */
LEVEL_INLINE floats_t LEVEL(disc_separation)(const floats_t *a, const floats_t *b,
                                             const floats_t *between)
{
    const floats_t dx = floats_add(floats_subtract(b[CENTRE_X], a[CENTRE_X]), between[0]);
    const floats_t dy = floats_add(floats_subtract(b[CENTRE_Y], a[CENTRE_Y]), between[1]);
    const floats_t square = floats_add_product(floats_multiply(dx, dx), dy, dy);
    return floats_subtract(floats_root(square), floats_add(a[DISC_RADIUS], b[DISC_RADIUS]));
}

/* How far the centre of the disc is from the box, 0 inside of it, less the radius. A maximum is its
 * second number where one is NaN. */
LEVEL_INLINE floats_t LEVEL(disc_box_separation)(const floats_t *disc, const floats_t *box,
                                                 const floats_t *between)
{
    const floats_t zero = floats_fill(0.0f);
    const floats_t dx = floats_add(floats_subtract(box[CENTRE_X], disc[CENTRE_X]), between[0]);
    const floats_t dy = floats_add(floats_subtract(box[CENTRE_Y], disc[CENTRE_Y]), between[1]);
    const floats_t along =
        floats_magnitude(LEVEL(product)(dx, dy, box[AXIS_X], box[AXIS_Y]));
    const floats_t across = LEVEL(turned_product)(dy, dx, box[AXIS_X], box[AXIS_Y]);
    const floats_t beyond_x = floats_maximum(zero, floats_subtract(along, box[HALF_WIDTH]));
    const floats_t beyond_y = floats_maximum(zero, floats_subtract(across, box[HALF_HEIGHT]));
    const floats_t square =
        floats_add_product(floats_multiply(beyond_x, beyond_x), beyond_y, beyond_y);
    return floats_subtract(floats_root(square), disc[DISC_RADIUS]);
}
