/* A node of a tree of bounding boxes, and a box that moves. all_loops.inl includes this file. */

/* When a moving box enters each box of a node, from 0 on, and a bit for each that it enters by the
 * latest time. Times are lower bounds of what the swept test finds. They allow for rounding relative
 * to the box around both, or to `extent` if that is smaller. The moving box never meets a box that
 * it enters after it leaves. */
static unsigned meeting_times(const double *node, const struct box_motion *motion, double latest,
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
    double leave[FANOUT];
    unsigned met = 0;
    int i;
    for (i = 0; i < FANOUT; i++) {
        const double ahead_x = near_x[i] - front_x, behind_x = far_x[i] - back_x;
        const double ahead_y = near_y[i] - front_y, behind_y = far_y[i] - back_y;
        /* No less than the sides of the box around both. */
        const double joint = ((fabs(ahead_x) + fabs(behind_x)) + (fabs(ahead_y) + fabs(behind_y)))
                             + size;
        const double slack = MOTION_ROUNDOFF * smaller(joint, extent) + UNDERFLOW_ERROR;
        const double enter_x = ahead_x * inverse_x - slack * pace_x;
        const double enter_y = ahead_y * inverse_y - slack * pace_y;
        const double leave_x = behind_x * inverse_x + slack * pace_x;
        const double leave_y = behind_y * inverse_y + slack * pace_y;
        const double first = larger(enter_x, enter_y);
        const double last = smaller(leave_x, leave_y);
        times[i] = larger(first, 0.0) * (1.0 - TIME_ROUNDOFF) * unit;
        leave[i] = (last + TIME_ROUNDOFF * fabs(last)) * unit;
    }
    for (i = 0; i < FANOUT; i += WIDE) {
        const wide_t time = wide_load(times + i);
        met |= (wide_less_mask(time, wide_fill(INFINITY))
                & ~wide_less_mask(wide_fill(latest), time)
                & ~wide_less_mask(wide_load(leave + i), time))
               << i;
    }
    return met;
}
