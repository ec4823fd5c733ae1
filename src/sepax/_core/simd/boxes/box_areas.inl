/* The areas that pairs of boxes share. convex_overlap_area and convex_iou (overlap.pxd) define
 * them; bits: tests/answers/test_overlap_area.py. all_loops.inl includes this file after
 * box_edges.inl. */

LANES_INLINE struct box_corners corners_of(double (*slot)[STRETCH], ptrdiff_t k)
{
    const struct box box = box_of(slot, k);
    const struct box_corners corners = {{vertex_x(&box, -1.0, -1.0), vertex_x(&box, 1.0, -1.0),
                                         vertex_x(&box, 1.0, 1.0), vertex_x(&box, -1.0, 1.0)},
                                        {vertex_y(&box, -1.0, -1.0), vertex_y(&box, 1.0, -1.0),
                                         vertex_y(&box, 1.0, 1.0), vertex_y(&box, -1.0, 1.0)}};
    return corners;
}

LANES_INLINE struct box_corners choose_corners(uint64_t mask, const struct box_corners *chosen,
                                               const struct box_corners *other)
{
    struct box_corners corners;
    int i;
    for (i = 0; i < 4; i++) {
        corners.x[i] = choose_bits(mask, chosen->x[i], other->x[i]);
        corners.y[i] = choose_bits(mask, chosen->y[i], other->y[i]);
    }
    return corners;
}

/* The first difference of coordinates of the first two vertices: 0 for none. */
LANES_INLINE double order_of(const struct box_corners *a, const struct box_corners *b)
{
    const double x0 = a->x[0] - b->x[0], y0 = a->y[0] - b->y[0];
    const double x1 = a->x[1] - b->x[1], y1 = a->y[1] - b->y[1];
    const double second = choose_bits(where_nonzero(x1), x1, y1);
    return choose_bits(where_nonzero(x0), x0, choose_bits(where_nonzero(y0), y0, second));
}

/* The area of two boxes in order; edges one by one, so that the loop over pairs is vectorised. */
LANES_INLINE struct certain_area shared_area(const struct box_corners *a,
                                             const struct box_corners *b, double size)
{
    const struct box_frame frame = frame_of_box(a);
    struct view view;
    struct kept_edge all;
    struct viewed_vertex vertex[4];
    double height[4];
    int i;
    for (i = 0; i < 4; i++) {
        vertex[i] = view_vertex(&frame, b->x[i] - a->x[0], b->y[i] - a->y[0]);
        height[i] = vertex[i].y;
    }
    view = view_of(&frame, height[0], size);
    all = both_edges(both_edges(keep_edge(&view, &vertex[0], &vertex[1]),
                                keep_edge(&view, &vertex[2], &vertex[3])),
                     both_edges(keep_edge(&view, &vertex[1], &vertex[2]),
                                keep_edge(&view, &vertex[3], &vertex[0])));
    return area_of_kept(&frame, &all, kept_extent(height, frame.area), size);
}

/* The same of two shapes, with the four edges as a vector; returns whether it is certain. */
static int box_area(const struct convex *a, const struct convex *b, double size, double *area)
{
    const struct box_corners corners = {{a->x[0], a->x[1], a->x[2], a->x[3]},
                                        {a->y[0], a->y[1], a->y[2], a->y[3]}};
    const struct box_frame frame = frame_of_box(&corners);
    const double x = a->x[0], y = a->y[0];
    const struct view view = view_of(&frame, seen_y(&frame, b->x[0] - x, b->y[0] - y), size);
    double height[4], integral[4], path[4], inside_x[4], inside_y[4];
    struct certain_area shared;
    struct kept_edge all;
    int i;
    for (i = 0; i < 4; i++) {
        const struct viewed_vertex from = view_vertex(&frame, b->x[i] - x, b->y[i] - y);
        const struct viewed_vertex to = view_vertex(&frame, b->x[i + 1] - x, b->y[i + 1] - y);
        const struct kept_edge edge = keep_edge(&view, &from, &to);
        height[i] = from.y;
        integral[i] = edge.integral;
        path[i] = edge.path;
        inside_x[i] = edge.inside_x;
        inside_y[i] = edge.inside_y;
    }
    all.integral = (integral[0] + integral[2]) + (integral[1] + integral[3]);
    all.path = (path[0] + path[2]) + (path[1] + path[3]);
    all.inside_x = (inside_x[0] + inside_x[2]) + (inside_x[1] + inside_x[3]);
    all.inside_y = (inside_y[0] + inside_y[2]) + (inside_y[1] + inside_y[3]);
    shared = area_of_kept(&frame, &all, kept_extent(height, frame.area), size);
    *area = shared.area;
    return shared.certain != 0;
}

/* The areas of a stretch; nonsense where uncertain. */
LANES_INLINE void share_areas(struct sides *both, double *areas, double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        const struct box_corners a = corners_of(both->a, k);
        const struct box_corners b = corners_of(both->b, k);
        const double order = order_of(&a, &b);
        const uint64_t swapped = where_negative(0.0 - order);
        const struct box_corners first = choose_corners(swapped, &b, &a);
        const struct box_corners second = choose_corners(swapped, &a, &b);
        const double distance = fabs(both->b[CENTRE_X][k] - both->a[CENTRE_X][k])
                                + fabs(both->b[CENTRE_Y][k] - both->a[CENTRE_Y][k]);
        const double extent =
            fabs(both->a[CENTRE_X][k]) + fabs(both->a[CENTRE_Y][k]) + both->a[BOUNDING_RADIUS][k];
        /* Boxes that may have the same vertices, be it in another order. */
        const uint64_t alike = ~where_negative(FILTER_ROUNDOFF * extent - distance);
        const struct certain_area shared =
            shared_area(&first, &second, size_of(both->a, both->b, k));
        const uint64_t certain = shared.certain & ~alike & where_nonzero(order);
        areas[k] = shared.area;
        verdict[k] = choose_bits(certain, PAIR_MEETS, PAIR_UNCERTAIN);
    }
}

/* The IoU of a stretch. */
LANES_INLINE void share_unions(struct sides *both, double *shares, double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        const struct box_corners a = corners_of(both->a, k);
        const struct box_corners b = corners_of(both->b, k);
        const struct certain_area of_a = area_of_corners(&a), of_b = area_of_corners(&b);
        shares[k] = share_of_union(shares[k], of_a.area, of_b.area);
        verdict[k] = choose_bits(of_a.certain & of_b.certain, verdict[k], PAIR_UNCERTAIN);
    }
}

/* The areas that pairs of boxes of boxes.pxd share, or their IoU; returns how many are
 * uncertain. */
static ptrdiff_t areas(const struct pair_batch *batch, int of_union, double *shares,
                       unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    double share[STRETCH], verdict[STRETCH];
    while (load_stretch(batch, &walk, &both)) {
        prefetch_later(batch, &walk, 0, CHUNK * walk.chunks);
        share_areas(&both, share, verdict);
        if (of_union)
            share_unions(&both, share, verdict);
        write_numbers(&walk, share, shares);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}
