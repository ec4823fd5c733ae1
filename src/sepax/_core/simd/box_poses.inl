/* New poses for the boxes of boxes.pxd, many at a time.
 *
 * levels.h includes this file once for each instruction set.
 */

/* The record of a box in a pose: bounding radius and skew as in pose.pxd. */
LEVEL_INLINE void LEVEL(pose)(double *record, double x, double y, double angle)
{
    const double width = record[HALF_WIDTH], height = record[HALF_HEIGHT];
    const double grid = POSE_ROUNDOFF * (fabs(x) + fabs(y) + (width + height));
    record[CENTRE_X] = x;
    record[CENTRE_Y] = y;
    sine_cosine(angle, &record[AXIS_Y], &record[AXIS_X]);
    record[HALF_WIDTH] = width; /* as it is, so that whole vectors are stored */
    record[HALF_HEIGHT] = height;
    record[BOUNDING_RADIUS] =
        sqrt(width * width + height * height) * (1.0 + RADIUS_ROUNDOFF) + grid;
    record[SKEW] = 8.0 / LEVEL(smaller)(width, height) * grid;
}

/* New poses for boxes in a row, and shadows of these; of the angles no zero is negative, as in a
 * single shape. The caller has checked the poses; should another thread have spoiled one since, the
 * box goes to the origin: no record ever holds nonsense. */
static void LEVEL(poses)(double *records, double *angles, float *shadows, const double *origin,
                         const double *positions, const double *turns, ptrdiff_t count)
{
    ptrdiff_t start, stop, k;
    for (start = 0; start < count; start = stop) {
        stop = start + STRETCH < count ? start + STRETCH : count;
        for (k = start; k < stop; k++) {
            const double x = positions[2 * k], y = positions[2 * k + 1], turn = turns[k] + 0.0;
            const uint64_t is_sound = where_within(fabs(x) + fabs(y), 0x1p242);
            const double angle = choose_bits(where_within(turn, 0x1p32), turn, 0.0);
            angles[k] = angle;
            LEVEL(pose)(records + RECORD * k, choose_bits(is_sound, x, 0.0),
                        choose_bits(is_sound, y, 0.0), angle);
        }
        write_shadows(records + RECORD * start, origin, stop - start, shadows + SHADOW * start);
    }
}
