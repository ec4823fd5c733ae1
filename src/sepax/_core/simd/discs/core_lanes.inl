/* Pairs of shapes of all kinds by their cores: for rounded boxes and segments, and whatever they
 * meet. all_loops.inl includes this file after box_lanes.inl. roundoff.h derives the error
 * bound. */

/* A core and two radii: points no farther than `inner` from it are inside, none is farther than
 * `outer`. The core of a shape that is neither a box nor rounded is its centre. */
struct core {
    struct box box;
    double inner, outer; /* the same but for such; `inner` is NaN where the centre may be outside */
    double skew;
};

LANES_INLINE struct core core_of(double (*slot)[STRETCH], ptrdiff_t k)
{
    const uint64_t is_box = where_within(slot[AXIS_X][k], INFINITY);
    const uint64_t has_core = where_within(slot[CORE_TURN][k], INFINITY);
    const struct core_axis axis = axis_of_turn(choose_bits(has_core, slot[CORE_TURN][k], 0.0));
    const double radius = choose_bits(is_box, 0.0, slot[CORE_RADIUS][k]);
    struct core core;
    core.box.x = slot[CENTRE_X][k];
    core.box.y = slot[CENTRE_Y][k];
    core.box.cosine = choose_bits(is_box, slot[AXIS_X][k], axis.x);
    core.box.sine = choose_bits(is_box, slot[AXIS_Y][k], axis.y);
    core.box.half_width = choose_bits(has_core, slot[HALF_WIDTH][k], 0.0);
    core.box.half_height = choose_bits(has_core, slot[HALF_HEIGHT][k], 0.0);
    core.inner = choose_bits(has_core, radius, slot[HALF_WIDTH][k]);
    core.outer = choose_bits(has_core, radius, slot[BOUNDING_RADIUS][k]);
    core.skew = choose_bits(is_box, slot[SKEW][k], 0.0);
    return core;
}

/* A core as another one sees it: where its centre is, and the sides from there along its axes. */
struct viewed_core {
    double x, y, width_x, width_y, height_x, height_y;
};

LANES_INLINE struct viewed_core view_point(const struct box *from, double x, double y)
{
    const struct seen at = see(from, x - from->x, y - from->y);
    const struct viewed_core seen = {.x = at.along, .y = at.across};
    return seen;
}

LANES_INLINE struct viewed_core view_core(const struct box *from, const struct box *box)
{
    const double cosine = from->cosine * box->cosine + from->sine * box->sine;
    const double sine = from->cosine * box->sine - from->sine * box->cosine;
    struct viewed_core seen = view_point(from, box->x, box->y);
    seen.width_x = box->half_width * cosine;
    seen.width_y = box->half_width * sine;
    seen.height_x = 0.0 - box->half_height * sine;
    seen.height_y = box->half_height * cosine;
    return seen;
}

/* The square of the distance of a point from a box about the origin. */
LANES_INLINE double square_beyond(const struct box *box, double x, double y)
{
    const double along = at_least_zero(fabs(x) - box->half_width);
    const double across = at_least_zero(fabs(y) - box->half_height);
    return along * along + across * across;
}

/* The same of the nearest vertex of a core. */
LANES_INLINE double square_of_vertices(const struct box *box, const struct viewed_core *seen)
{
    const double sum_x = seen->width_x + seen->height_x, sum_y = seen->width_y + seen->height_y;
    const double rest_x = seen->width_x - seen->height_x, rest_y = seen->width_y - seen->height_y;
    const double ends = smaller(square_beyond(box, seen->x + sum_x, seen->y + sum_y),
                                square_beyond(box, seen->x - sum_x, seen->y - sum_y));
    const double others = smaller(square_beyond(box, seen->x + rest_x, seen->y + rest_y),
                                  square_beyond(box, seen->x - rest_x, seen->y - rest_y));
    return smaller(ends, others);
}

/* The wider separation along the axes of a box. */
LANES_INLINE double separation_of_core(const struct box *box, const struct viewed_core *seen)
{
    const double along =
        fabs(seen->x) - box->half_width - (fabs(seen->width_x) + fabs(seen->height_x));
    const double across =
        fabs(seen->y) - box->half_height - (fabs(seen->width_y) + fabs(seen->height_y));
    return larger(along, across);
}

/* The verdict by the separation of cores and, if that is positive, the square of their distance.
 * Overlapping cores with near vertices share points all the same. */
LANES_INLINE double verdict_of_cores(double separation, double square, double inner, double outer,
                                     double error)
{
    const double reach = outer + error, depth = inner - error;
    /* Positive where both are, the separation and what the square is beyond. */
    const double gap = smaller(separation - error, square - (reach * reach + UNDERFLOW_ERROR));
    const double close =
        square + UNDERFLOW_ERROR < depth * fabs(depth) ? (double)PAIR_MEETS : PAIR_UNCERTAIN;
    /* 0 or NaN is added: a centre that may be outside tells nothing. */
    const double near = separation + error + 0.0 * inner < 0.0 ? PAIR_MEETS : close;
    return gap > 0.0 ? PAIR_APART : near;
}

/* The radius of a circle inside a shape about its centre, or NaN: smaller by far more than
 * rounding, as in classify_shapes. */
LANES_INLINE double circle_in(double (*slot)[STRETCH], ptrdiff_t k)
{
    const uint64_t is_box = where_within(slot[AXIS_X][k], INFINITY);
    const uint64_t has_core = where_within(slot[CORE_TURN][k], INFINITY);
    const double radius = choose_bits(has_core & ~is_box, slot[CORE_RADIUS][k], 0.0);
    const double skew = choose_bits(is_box, slot[SKEW][k], 0.0);
    return (smaller(slot[HALF_WIDTH][k], slot[HALF_HEIGHT][k]) + radius) * (0.98 - skew);
}

/* Shapes of any kind by bounding and inner circles alone. */
LANES_INLINE void classify_by_circles(double (*a)[STRETCH], double (*b)[STRETCH], int chunks,
                                      double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const double dx = b[CENTRE_X][k] - a[CENTRE_X][k], dy = b[CENTRE_Y][k] - a[CENTRE_Y][k];
        const double square = dx * dx + dy * dy;
        const double outer = a[BOUNDING_RADIUS][k] + b[BOUNDING_RADIUS][k];
        const double inner = circle_in(a, k) + circle_in(b, k);
        const double near =
            square + UNDERFLOW_ERROR < inner * fabs(inner) ? (double)PAIR_MEETS : PAIR_UNCERTAIN;
        verdict[k] = square > outer * outer + UNDERFLOW_ERROR ? PAIR_APART : near;
    }
}

/* Shapes of any kind by their cores. Those that are apart are so from a vertex of one of them. */
LANES_INLINE void classify_cores(double (*a)[STRETCH], double (*b)[STRETCH], int chunks,
                                 double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const struct core of_a = core_of(a, k), of_b = core_of(b, k);
        const struct viewed_core by_a = view_core(&of_a.box, &of_b.box);
        const struct viewed_core by_b = view_core(&of_b.box, &of_a.box);
        const double separation =
            larger(separation_of_core(&of_a.box, &by_a), separation_of_core(&of_b.box, &by_b));
        const double square =
            smaller(square_of_vertices(&of_a.box, &by_a), square_of_vertices(&of_b.box, &by_b));
        verdict[k] =
            verdict_of_cores(separation, square, of_a.inner + of_b.inner, of_a.outer + of_b.outer,
                             modelled_core_error(size_of(a, b, k), of_a.skew + of_b.skew));
    }
}

/* The same of shapes and points. */
LANES_INLINE void classify_points_by_cores(double (*a)[STRETCH], double (*point)[STRETCH],
                                           int chunks, double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const struct core core = core_of(a, k);
        const double x = point[CENTRE_X][k], y = point[CENTRE_Y][k];
        const struct viewed_core seen = view_point(&core.box, x, y);
        const double size = (fabs(x - core.box.x) + fabs(y - core.box.y)) + a[BOUNDING_RADIUS][k];
        verdict[k] = verdict_of_cores(separation_of_core(&core.box, &seen),
                                      square_beyond(&core.box, seen.x, seen.y), core.inner,
                                      core.outer, modelled_core_error(size, core.skew));
    }
}
