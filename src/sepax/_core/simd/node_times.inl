/* A node of a tree of bounding boxes, and a box that moves. all_loops.inl includes this file. */

/* When a moving box enters each box of a node, from 0 on, and a bit for each that it enters by the
 * latest time. Times are lower bounds of what the swept test finds. They allow for rounding relative
 * to the box around both, or to `extent` if that is smaller. The moving box never meets a box that
 * it enters after it leaves; nor a place without a box, even where another thread has spoiled its
 * numbers. */
static unsigned entry_times(const double *node, const struct box_motion *motion, double latest,
                            double *times)
{
    const double *const own = motion->box;
    const double inverse_x = motion->inverse_x, inverse_y = motion->inverse_y;
    const double pace_x = fabs(inverse_x), pace_y = fabs(inverse_y), extent = motion->extent;
    const double unit = motion->unit;
    const double size = (own[HIGH_X] - own[LOW_X]) + (own[HIGH_Y] - own[LOW_Y]);
    /* The sides that meet first, and those that part last. */
    const int right = inverse_x > 0.0, up = inverse_y > 0.0;
    const double front_x = own[right ? HIGH_X : LOW_X], back_x = own[right ? LOW_X : HIGH_X];
    const double front_y = own[up ? HIGH_Y : LOW_Y], back_y = own[up ? LOW_Y : HIGH_Y];
    const double *const near_x = node + (right ? LOW_X : HIGH_X) * FANOUT;
    const double *const far_x = node + (right ? HIGH_X : LOW_X) * FANOUT;
    const double *const near_y = node + (up ? LOW_Y : HIGH_Y) * FANOUT;
    const double *const far_y = node + (up ? HIGH_Y : LOW_Y) * FANOUT;
    unsigned met = 0;
    int i;
    for (i = 0; i < FANOUT; i += WIDE) {
        const wide_t ahead_x = wide_subtract(wide_load(near_x + i), wide_fill(front_x));
        const wide_t ahead_y = wide_subtract(wide_load(near_y + i), wide_fill(front_y));
        const wide_t behind_x = wide_subtract(wide_load(far_x + i), wide_fill(back_x));
        const wide_t behind_y = wide_subtract(wide_load(far_y + i), wide_fill(back_y));
        /* No less than the sides of the box around both; not finite where there is no box. */
        const wide_t joint =
            wide_add(wide_add(wide_add(wide_magnitude(ahead_x), wide_magnitude(behind_x)),
                              wide_add(wide_magnitude(ahead_y), wide_magnitude(behind_y))),
                     wide_fill(size));
        const wide_t slack = wide_add(wide_multiply(wide_fill(MOTION_ROUNDOFF),
                                                    wide_minimum(joint, wide_fill(extent))),
                                      wide_fill(UNDERFLOW_ERROR));
        const wide_t slack_x = wide_multiply(slack, wide_fill(pace_x));
        const wide_t slack_y = wide_multiply(slack, wide_fill(pace_y));
        const wide_t way_x = wide_fill(inverse_x), way_y = wide_fill(inverse_y);
        const wide_t first =
            wide_maximum(wide_subtract(wide_multiply(ahead_x, way_x), slack_x),
                         wide_subtract(wide_multiply(ahead_y, way_y), slack_y));
        const wide_t last = wide_minimum(wide_add(wide_multiply(behind_x, way_x), slack_x),
                                         wide_add(wide_multiply(behind_y, way_y), slack_y));
        const wide_t time = wide_multiply(wide_maximum(first, wide_fill(0.0)),
                                          wide_fill((1.0 - TIME_ROUNDOFF) * unit));
        const wide_t leave = wide_multiply(
            wide_add(last, wide_multiply(wide_fill(TIME_ROUNDOFF), wide_magnitude(last))),
            wide_fill(unit));
        wide_store(times + i, time);
        met |= (wide_less_mask(joint, wide_fill(INFINITY))
                & ~wide_less_mask(wide_fill(latest), time) & ~wide_less_mask(leave, time))
               << i;
    }
    return met;
}
