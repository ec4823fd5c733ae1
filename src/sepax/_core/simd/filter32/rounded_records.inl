/* Boxes by casts: their records, once these are read, rounded to float32, of which a vector has
 * twice as many.
 *
 * all_loops.inl includes this file, behind relative_motion.inl. roundoff.h
 * derives the error bound.
 */

/* What to add to the errors of pairs that have shadows: NaN where all are to be left open
 * (pair_side), else 0. */
LANES_INLINE float openness_of(const struct pair_side *a, const struct pair_side *b)
{
    return (float)(0.0 * (a->origin[0] + b->origin[0]));
}

/* FLOATS pairs, and the way from the centre of a to that of b. `part` of a size or a speed is its
 * error; `error` is that of a separation, infinite of boxes that are too skew for it. */
struct casts {
    floats_t a[UNPACKED], b[UNPACKED], dx, dy, part, error;
};

LANES_INLINE void cast_box(double (*of)[STRETCH], ptrdiff_t first, floats_t *slot)
{
    slot[AXIS_X] = floats_cast(of[AXIS_X] + first);
    slot[AXIS_Y] = floats_cast(of[AXIS_Y] + first);
    slot[HALF_WIDTH] = floats_cast(of[HALF_WIDTH] + first);
    slot[HALF_HEIGHT] = floats_cast(of[HALF_HEIGHT] + first);
}

LANES_INLINE void cast(struct sides *both, floats_t openness, ptrdiff_t first,
                       struct casts *casts)
{
    const floats_t skew = floats_cast_sums(both->a[SKEW] + first, both->b[SKEW] + first);
    const floats_t radii =
        floats_cast_sums(both->a[BOUNDING_RADIUS] + first, both->b[BOUNDING_RADIUS] + first);
    floats_t size;
    cast_box(both->a, first, casts->a);
    cast_box(both->b, first, casts->b);
    casts->dx = floats_cast_differences(both->b[CENTRE_X] + first, both->a[CENTRE_X] + first);
    casts->dy = floats_cast_differences(both->b[CENTRE_Y] + first, both->a[CENTRE_Y] + first);
    casts->part = floats_add(skew, floats_fill((float)CAST_ROUNDOFF));
    size = floats_add(floats_add(floats_magnitude(casts->dx), floats_magnitude(casts->dy)), radii);
    casts->error =
        floats_if_less(skew, floats_fill((float)LARGEST_SHADOW_SKEW),
                       floats_add_product(openness, casts->part, size), floats_fill(INFINITY));
}
