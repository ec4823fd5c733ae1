/* New poses for the boxes of boxes.pxd. They are computed in columns, in lanes; whole vectors then
 * write rows. all_loops.inl includes this file. */

/* Boxes of a step: the slots of their records, and what their proxies have instead. */
struct posed {
    double slot[RECORD][POSED], angle[POSED], x[POSED], y[POSED];
    uint64_t words[POSED];
};

LANES_INLINE void copy_sizes(const double *records, int count, struct posed *boxes)
{
    double *const width = boxes->slot[HALF_WIDTH], *const height = boxes->slot[HALF_HEIGHT];
    int k;
    for (k = 0; k + ROWS <= count; k += ROWS)
        read_sizes(records + RECORD * k, width + k, height + k);
    for (; k < count; k++) {
        width[k] = records[RECORD * k + HALF_WIDTH];
        height[k] = records[RECORD * k + HALF_HEIGHT];
    }
}

LANES_INLINE void apply_poses(const double *positions, const double *angles, int count,
                              struct posed *boxes)
{
    int k;
    for (k = 0; k < count; k++) {
        const double x = positions[2 * k], y = positions[2 * k + 1], angle = angles[k] + 0.0;
        const uint64_t is_sound = where_within(fabs(x) + fabs(y), 0x1p242);
        boxes->slot[CENTRE_X][k] = choose_bits(is_sound, x, 0.0);
        boxes->slot[CENTRE_Y][k] = choose_bits(is_sound, y, 0.0);
        boxes->angle[k] = choose_bits(where_within(angle, 0x1p32), angle, 0.0);
    }
}

/* Bounding radius and skew as in pose.pxd, and the proxy. */
LANES_INLINE void derive(const double *origin, int count, struct posed *boxes)
{
    const double origin_x = origin[0], origin_y = origin[1];
    int k;
    for (k = 0; k < count; k++)
        sine_cosine(boxes->angle[k], &boxes->slot[AXIS_Y][k], &boxes->slot[AXIS_X][k]);
    for (k = 0; k < count; k++) {
        const double x = boxes->slot[CENTRE_X][k], y = boxes->slot[CENTRE_Y][k];
        const double width = boxes->slot[HALF_WIDTH][k], height = boxes->slot[HALF_HEIGHT][k];
        const double proxy_x = x - origin_x, proxy_y = y - origin_y;
        const double grid = grid_at(x, y, width + height);
        const double skew = 8.0 / smaller(width, height) * grid;
        boxes->slot[BOUNDING_RADIUS][k] =
            sqrt(width * width + height * height) * (1.0 + RADIUS_ROUNDOFF) + grid;
        boxes->slot[SKEW][k] = skew;
        boxes->x[k] = proxy_x;
        boxes->y[k] = proxy_y;
        boxes->words[k] = pack_box(fabs(proxy_x) + fabs(proxy_y), boxes->slot[AXIS_X][k],
                                   boxes->slot[AXIS_Y][k], width, height, skew);
    }
}

LANES_INLINE void put(const struct posed *boxes, int count, double *records, float *proxies)
{
    const double *record[RECORD];
    int i, k;
    for (i = 0; i < RECORD; i++)
        record[i] = boxes->slot[i];
    for (k = 0; k + ROWS <= count; k += ROWS)
        put_proxies(boxes->x + k, boxes->y + k, boxes->words + k, proxies + PROXY * k);
    for (; k < count; k++)
        write_box_proxy(boxes->x[k], boxes->y[k], boxes->words[k], proxies + PROXY * k);
    for (k = 0; k + ROWS <= count; k += ROWS)
        write_records(record, k, records + RECORD * k);
    for (; k < count; k++)
        for (i = 0; i < RECORD; i++)
            records[RECORD * k + i] = record[i][k];
}

/* Prefetch what steps after this one read and write. */
LANES_INLINE void prefetch_poses(const double *records, const double *angles, const float *proxies,
                                 const double *positions, const double *new_angles)
{
    prefetch_ahead(records, POSED * RECORD * (ptrdiff_t)sizeof *records);
    prefetch_ahead(angles, POSED * (ptrdiff_t)sizeof *angles);
    prefetch_ahead(proxies, POSED * PROXY * (ptrdiff_t)sizeof *proxies);
    prefetch_ahead(positions, POSED * POINT * (ptrdiff_t)sizeof *positions);
    prefetch_ahead(new_angles, POSED * (ptrdiff_t)sizeof *new_angles);
}

/* New poses for adjacent boxes, and their proxies; no angle is a negative zero, as in a single
 * shape. The caller has checked the poses; if another thread has spoiled one since, the box goes to
 * the origin: no record ever holds nonsense. */
static void poses(double *records, double *angles, float *proxies, const double *origin,
                  const double *positions, const double *new_angles, ptrdiff_t count)
{
    struct posed boxes;
    ptrdiff_t start;
    for (start = 0; start < count; start += POSED) {
        const int some = count - start < POSED ? (int)(count - start) : POSED;
        prefetch_poses(records + RECORD * start, angles + start, proxies + PROXY * start,
                       positions + 2 * start, new_angles + start);
        copy_sizes(records + RECORD * start, some, &boxes);
        apply_poses(positions + 2 * start, new_angles + start, some, &boxes);
        derive(origin, some, &boxes);
        put(&boxes, some, records + RECORD * start, proxies + PROXY * start);
        memcpy(angles + start, boxes.angle, (size_t)some * sizeof boxes.angle[0]);
    }
}
