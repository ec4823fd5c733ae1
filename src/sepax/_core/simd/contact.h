/* How the edge that faces a reference edge is clipped to it: the one definition, for two shapes
 * (kernels/contact.pxd) and for lanes (box_contacts.inl). */
#ifndef SEPAX_CONTACT_H
#define SEPAX_CONTACT_H

#include "bits.h"

BITS_INLINE double within(double x, double low, double high)
{
    return smaller(high, larger(low, x));
}

/* A place along the reference edge, and the separation there. */
struct edge_end {
    double along, separation;
};

/* That of a vertex which is (dx, dy) from where the reference edge begins. */
BITS_INLINE struct edge_end see_end(double nx, double ny, double dx, double dy)
{
    const struct edge_end end = {dy * nx - dx * ny, dx * nx + dy * ny};
    return end;
}

/* How much of the facing edge, from one end to the other, is before a place: 0 to 1; NaN where both
 * ends have one place. Lanes find both parts first: else compilers branch. */
BITS_INLINE double part_before(struct edge_end one, struct edge_end other, double along)
{
    return within((along - one.along) / (other.along - one.along), 0.0, 1.0);
}

BITS_INLINE double separation_after(struct edge_end one, struct edge_end other, double part)
{
    return one.separation + (other.separation - one.separation) * part;
}

/* The coordinates of the point at a place, moved along the normal. */
BITS_INLINE double end_x(double x, double nx, double ny, double along, double move)
{
    return x - ny * along + nx * move;
}

BITS_INLINE double end_y(double y, double nx, double ny, double along, double move)
{
    return y + nx * along + ny * move;
}

/* The depth of a point, at most that of the contact; 0 if negative by rounding alone. */
BITS_INLINE double point_depth(double own, double error, double depth)
{
    const uint64_t touches = where_negative(own) & ~where_negative(own + error);
    return smaller(choose_bits(touches, 0.0, own), depth);
}

#endif
