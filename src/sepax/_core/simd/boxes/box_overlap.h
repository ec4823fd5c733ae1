/* The area that two boxes share, from their vertices: the one definition, for two shapes and for
 * lanes.
 *
 * The box that comes first is a frame: a point is seen by the parallelograms that its way from the
 * first vertex makes with the two edges there, which reach from 0 to the area of the box inside of
 * it. The vertices of the other box are seen so, and the integrals along its edges, kept within that
 * range, are the area that both share (Green), times that of the first.
 *
 * Error bound
 *     u is 2^-53, and `size` bounds every difference of coordinates in the pair. A vertex is seen
 *     to within 8 u size along either edge: 4 u for differences, products and their sum, 4 u for
 *     the area of the first box. The height of an edge at some place takes 11 u of its rise besides,
 *     so that an edge is within HEIGHT_ROUNDOFF size of where it is, across it. That is one of the
 *     area by the length of the edge inside of the first box (`inside`, which counts what may be).
 *     The integrals are of heights less that of one vertex, so that their products, and the sums of
 *     these, are off by at most SHARE_ROUNDOFF of the way to and fro by the highest height.
 *     All this of edges that meet nearly at right angles: a box in which rounding took that away
 *     is uncertain.
 *     The third vertex of the first box is not quite where a parallelogram has it: by `defect`. What
 *     lies between are two triangles on the edges there, each less than that by its length, and by
 *     how far the other box extends along it. (The vertices of a box that lies between two powers of
 *     two are rounded symmetrically: there it is 0.)
 */
#ifndef SEPAX_BOX_OVERLAP_H
#define SEPAX_BOX_OVERLAP_H

#include "bits.h"
#include "roundoff.h"

#include <math.h>

/* The vertices of a box, counter-clockwise. */
struct box_corners {
    double x[4], y[4];
};

/* A box seen from its first vertex. */
struct box_frame {
    double along_x, along_y, across_x, across_y; /* the edges that meet there */
    double area;                                 /* of their parallelogram */
    double lean;                                 /* below 0 if they are about at right angles */
    double defect;                               /* how far the third vertex is from that of it */
};

/* An area and whether it is certain: a mask. */
struct certain_area {
    double area;
    uint64_t certain;
};

BITS_INLINE struct box_frame frame_of_box(const struct box_corners *box)
{
    const double along_x = box->x[1] - box->x[0], along_y = box->y[1] - box->y[0];
    const double across_x = box->x[3] - box->x[0], across_y = box->y[3] - box->y[0];
    const double area = along_x * across_y - along_y * across_x;
    const struct box_frame frame = {
        along_x,
        along_y,
        across_x,
        across_y,
        area,
        fabs(along_x * across_x + along_y * across_y) - 0.125 * area,
        fabs((box->x[2] - box->x[1]) - across_x) + fabs((box->y[2] - box->y[1]) - across_y)};
    return frame;
}

/* The area of a box itself: the triangles at the first and the third vertex. */
BITS_INLINE struct certain_area area_of_corners(const struct box_corners *box)
{
    const struct box_frame frame = frame_of_box(box);
    const double back_x = box->x[3] - box->x[2], back_y = box->y[3] - box->y[2];
    const double down_x = box->x[1] - box->x[2], down_y = box->y[1] - box->y[2];
    const struct certain_area own = {
        0.5 * (frame.area + (back_x * down_y - back_y * down_x)), where_negative(frame.lean)};
    return own;
}

BITS_INLINE double kept_within(double value, double limit)
{
    return smaller(limit, larger(0.0, value));
}

/* How much of 0 to the limit the numbers span. Pairs are ordered by bits, not branches. */
BITS_INLINE double kept_extent(const double *values, double limit)
{
    const uint64_t first_lower = where_negative(values[0] - values[1]);
    const uint64_t third_lower = where_negative(values[2] - values[3]);
    const double low = smaller(choose_bits(first_lower, values[0], values[1]),
                                 choose_bits(third_lower, values[2], values[3]));
    const double high = larger(choose_bits(first_lower, values[1], values[0]),
                                   choose_bits(third_lower, values[3], values[2]));
    return kept_within(high, limit) - kept_within(low, limit);
}

/* A vertex as a box sees it, and kept within the frame along x, once for both of its edges. */
struct viewed_vertex {
    double x, y, kept_x;
};

/* What a box sees of a point, which is (dx, dy) from its first vertex. */
BITS_INLINE double seen_x(const struct box_frame *frame, double dx, double dy)
{
    return dx * frame->across_y - dy * frame->across_x;
}

BITS_INLINE double seen_y(const struct box_frame *frame, double dx, double dy)
{
    return frame->along_x * dy - frame->along_y * dx;
}

BITS_INLINE struct viewed_vertex view_vertex(const struct box_frame *frame, double dx, double dy)
{
    const double x = seen_x(frame, dx, dy);
    const struct viewed_vertex vertex = {x, seen_y(frame, dx, dy), kept_within(x, frame->area)};
    return vertex;
}

/* How a box is seen, and an edge of it. */
struct view {
    double limit; /* the frame reaches from 0 to here */
    double floor; /* the height that integrals are taken from */
    double blur;  /* how far heights may be off */
};

/* An edge, or several, kept within the frame. */
struct kept_edge {
    double integral;           /* twice that of y along it */
    double path;               /* the way along x */
    double inside_x, inside_y; /* the way of what is inside, or more */
};

/* Where y leaves the frame, the edge follows its side: how far along x follows from `run`, dx / dy.
 * 0 stands for a slope or a run that is practically infinite. */
BITS_INLINE struct kept_edge keep_edge(const struct view *view, const struct viewed_vertex *from,
                                       const struct viewed_vertex *to)
{
    const double limit = view->limit, floor = view->floor;
    const double width = to->x - from->x, height = to->y - from->y, product = width * height;
    const uint64_t is_level = where_within(product, UNDERFLOW_ERROR);
    const double inverse = 1.0 / choose_bits(is_level, 1.0, product);
    const double slope = choose_bits(is_level, 0.0, height * height * inverse);
    const double run = choose_bits(is_level, 0.0, width * width * inverse);
    const double from_y = from->y + (from->kept_x - from->x) * slope;
    const double to_y = to->y + (to->kept_x - to->x) * slope;
    const double kept0 = kept_within(from_y, limit), kept1 = kept_within(to_y, limit);
    const double advance = to->kept_x - from->kept_x, rise = kept1 - kept0, path = fabs(advance);
    const double crossed = fabs(run) * (fabs(rise) + view->blur);
    const double inside = choose_bits(is_level, path, crossed);
    const struct kept_edge edge = {
        advance * ((kept0 - floor) + (kept1 - floor))
            + ((to_y - kept1) + (from_y - kept0)) * run * rise,
        path, choose_bits(where_negative(path - inside), path, inside), fabs(rise)};
    return edge;
}

BITS_INLINE struct kept_edge both_edges(struct kept_edge p, struct kept_edge q)
{
    const struct kept_edge both = {p.integral + q.integral, p.path + q.path,
                                   p.inside_x + q.inside_x, p.inside_y + q.inside_y};
    return both;
}

/* How it sees a box whose first vertex is at this height. */
BITS_INLINE struct view view_of(const struct box_frame *frame, double height, double size)
{
    const struct view view = {
        frame->area, kept_within(height, frame->area),
        4.0 * HEIGHT_ROUNDOFF * size * (fabs(frame->along_x) + fabs(frame->along_y))};
    return view;
}

/* The area shared with that box, whose heights have this extent. NaN is uncertain. */
BITS_INLINE struct certain_area area_of_kept(const struct box_frame *frame,
                                             const struct kept_edge *all, double extent,
                                             double size)
{
    const double along = fabs(frame->along_x) + fabs(frame->along_y);
    const double across = fabs(frame->across_x) + fabs(frame->across_y);
    const double inverse = 1.0 / frame->area;
    const double inside = all->inside_x * along + all->inside_y * across;
    const double edges = all->path * along + extent * across;
    struct certain_area shared;
    double excess;
    shared.area = -0.5 * inverse * all->integral;
    excess = inverse * (HEIGHT_ROUNDOFF * size * inside + frame->defect * edges
                        + SHARE_ROUNDOFF * (all->path * extent))
             - AREA_ACCURACY * shared.area;
    shared.certain = where_negative(excess) & ~where_nonzero(excess - excess)
                     & where_negative(SMALLEST_BOX_AREA - frame->area)
                     & where_negative(frame->lean);
    return shared;
}

/* Intersection over union, of what two boxes share and what each of them has. */
BITS_INLINE double share_of_union(double shared, double area_a, double area_b)
{
    const double area = smaller(shared, smaller(area_a, area_b));
    return area / (area_a + area_b - area);
}

#endif
