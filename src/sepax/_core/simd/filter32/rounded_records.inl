/* Boxes by rounded records: records that are read anyway, rounded to float32, so that a vector
 * holds twice as many. all_loops.inl includes this file behind relative_motion.inl. roundoff.h
 * derives the error bound. */

/* Added to the errors of all pairs: what denormal numbers lose, or NaN if all are to remain
 * uncertain (pair_side). */
LANES_INLINE float uncertainty_of(const struct pair_batch *batch)
{
    return (float)(0.0 * (batch->a.origin[0] + batch->b.origin[0]) + PROXY_UNDERFLOW_ERROR);
}

/* FLOATS pairs, and the path from centre to centre. `part` of a size or a speed is its error;
 * `error` is that of a separation, infinite for boxes that are too skew. */
struct rounded_pairs {
    floats_t a[UNPACKED], b[UNPACKED], dx, dy, part, error;
};

LANES_INLINE void round_box(double (*of)[STRETCH], ptrdiff_t first, floats_t *slot)
{
    slot[AXIS_X] = floats_cast(of[AXIS_X] + first);
    slot[AXIS_Y] = floats_cast(of[AXIS_Y] + first);
    slot[HALF_WIDTH] = floats_cast(of[HALF_WIDTH] + first);
    slot[HALF_HEIGHT] = floats_cast(of[HALF_HEIGHT] + first);
}

LANES_INLINE void round_pairs(struct sides *both, floats_t uncertainty, ptrdiff_t first,
                              struct rounded_pairs *rounded_pairs)
{
    const floats_t skew = floats_cast_sums(both->a[SKEW] + first, both->b[SKEW] + first);
    const floats_t radii =
        floats_cast_sums(both->a[BOUNDING_RADIUS] + first, both->b[BOUNDING_RADIUS] + first);
    floats_t size;
    round_box(both->a, first, rounded_pairs->a);
    round_box(both->b, first, rounded_pairs->b);
    rounded_pairs->dx = floats_cast_differences(both->b[CENTRE_X] + first,
                                                both->a[CENTRE_X] + first);
    rounded_pairs->dy = floats_cast_differences(both->b[CENTRE_Y] + first,
                                                both->a[CENTRE_Y] + first);
    rounded_pairs->part = floats_add(skew, floats_fill((float)CAST_ROUNDOFF));
    size = floats_add(floats_add(floats_magnitude(rounded_pairs->dx),
                                 floats_magnitude(rounded_pairs->dy)), radii);
    rounded_pairs->error =
        floats_if_less(skew, floats_fill((float)LARGEST_PROXY_SKEW),
                       floats_add_product(uncertainty, rounded_pairs->part, size),
                       floats_fill(INFINITY));
}
