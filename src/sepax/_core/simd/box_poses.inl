/* New poses for the boxes of boxes.pxd, many at a time.
 *
 * levels.h includes this file once for each instruction set.
 */

/* The record of a box in a pose: bounding radius and skew as in pose.pxd. */
LEVEL_INLINE void LEVEL(pose)(double *record, double x, double y, double angle, double *size,
                              double *skew)
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
    *size = width + height;
    *skew = record[SKEW] = 8.0 / LEVEL(smaller)(width, height) * grid;
}

/* Shadows of boxes at so many places from the origin, the sizes and skews of which are known. */
LEVEL_INLINE void LEVEL(shade)(const double *records, const double *origin, const double *place,
                               const double *size, const double *skew, int count, float *shadows)
{
    const double shift[RECORD] = {origin[0], origin[1]}; /* and six zeros */
    double error[POSED];
    int k;
    for (k = 0; k < count; k++)
        error[k] = shadow_error(place[k], size[k], skew[k]);
    for (k = 0; k < count; k++) {
        float *const shadow = shadows + SHADOW * k;
        LEVEL(to_floats)(records + RECORD * k, shift, shadow);
        shadow[SHADOW_ERROR] = (float)error[k];
        shadow[SHADOW_UNUSED] = 0.0f;
    }
}

/* New poses for boxes in a row, and shadows of these; of the angles no zero is negative, as in a
 * single shape. The caller has checked the poses; should another thread have spoiled one since, the
 * box goes to the origin: no record ever holds nonsense. */
static void LEVEL(poses)(double *records, double *angles, float *shadows, const double *origin,
                         const double *positions, const double *turns, ptrdiff_t count)
{
    const double origin_x = origin[0], origin_y = origin[1];
    double place[POSED], size[POSED], skew[POSED];
    ptrdiff_t start, k;
    for (start = 0; start < count; start += POSED) {
        const int some = count - start < POSED ? (int)(count - start) : POSED;
        double *const record = records + RECORD * start;
        for (k = 0; k < some; k++) {
            const double *const position = positions + 2 * (start + k);
            const double x = position[0], y = position[1], turn = turns[start + k] + 0.0;
            const uint64_t is_sound = where_within(fabs(x) + fabs(y), 0x1p242);
            const double angle = choose_bits(where_within(turn, 0x1p32), turn, 0.0);
            const double sound_x = choose_bits(is_sound, x, 0.0);
            const double sound_y = choose_bits(is_sound, y, 0.0);
            angles[start + k] = angle;
            LEVEL(pose)(record + RECORD * k, sound_x, sound_y, angle, size + k, skew + k);
            place[k] = fabs(sound_x - origin_x) + fabs(sound_y - origin_y);
        }
        LEVEL(shade)(record, origin, place, size, skew, some, shadows + SHADOW * start);
    }
}
