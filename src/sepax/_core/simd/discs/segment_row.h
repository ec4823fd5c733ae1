/* A segment of an array of segments alone: the data beside its record. */
#ifndef SEPAX_SEGMENT_ROW_H
#define SEPAX_SEGMENT_ROW_H

#include "bits.h"
#include "convex.h"
#include "record.h"

#include <math.h>

/* The pose and the ends in its frame, as large as a record. */
struct segment_row {
    double x, y, cosine, sine, local_x[2], local_y[2];
};

enum segment_slot { POSE_X, POSE_Y, POSE_COSINE, POSE_SINE, START_X, END_X, START_Y, END_Y };

typedef char a_segment_row_is_as_large_as_a_record
    [sizeof(struct segment_row) == RECORD * sizeof(double) ? 1 : -1];

/* An edge from a point to another one, (ex, ey) from there, and the unit normal to the right of it, with
 * the bits of lanes_edge (ring_lanes.inl). */
struct edge_line {
    double x, y, ex, ey, nx, ny;
    double square; /* of the length; without a normal if this is 0 or underflows */
};

BITS_INLINE struct edge_line line_between(double x0, double y0, double x1, double y1)
{
    const double ex = x1 - x0, ey = y1 - y0, square = ex * ex + ey * ey, length = sqrt(square);
    const struct edge_line line = {x0, y0, ex, ey, ey / length, (0.0 - ex) / length, square};
    return line;
}

/* A segment in its pose: the bits of `transform` (ring_lanes.inl). */
struct placed_segment {
    double x[2], y[2];
};

BITS_INLINE struct placed_segment place_segment(const struct segment_row *row)
{
    const double c = row->cosine, s = row->sine;
    const struct placed_segment segment = {
        {row->x + (c * row->local_x[0] - s * row->local_y[0]),
         row->x + (c * row->local_x[1] - s * row->local_y[1])},
        {row->y + (s * row->local_x[0] + c * row->local_y[0]),
         row->y + (s * row->local_x[1] + c * row->local_y[1])},
    };
    return segment;
}

/* What `transform` writes of one, but for more points again; returns the square of the length. */
BITS_INLINE double write_segment_edges(const struct segment_row *row, struct convex *convex)
{
    const struct placed_segment segment = place_segment(row);
    double square = 0.0;
    int i;
    for (i = 0; i < BLOCK; i++) {
        convex->x[i] = segment.x[i % 2];
        convex->y[i] = segment.y[i % 2];
    }
    for (i = 0; i < 2; i++) {
        const struct edge_line edge =
            line_between(segment.x[i], segment.y[i], segment.x[1 - i], segment.y[1 - i]);
        convex->normal_x[i] = edge.nx;
        convex->normal_y[i] = edge.ny;
        convex->offset[i] = edge.nx * (edge.x - convex->centre_x)
                            + edge.ny * (edge.y - convex->centre_y);
        square = edge.square; /* the same of both */
    }
    return square;
}

#endif
