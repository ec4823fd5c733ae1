/* Every error bound of the float64 arithmetic, once: how far a result may be from the exact one, as
 * a part of what is named with it. The unit is the unit roundoff u = 2^-53, about 1.11e-16.
 */
#ifndef SEPAX_ROUNDOFF_H
#define SEPAX_ROUNDOFF_H

#include "arithmetic.h"

#include <math.h>

/* A separation, by the size of its pair: 16 u. 10 are used, 3.5 for the normal and 3 for the sums
 * and products, times sqrt 2; or 11.5, where records give it (box_lanes.inl). */
#define SEPARATION_ROUNDOFF 1.78e-15

/* Two separations that tie, by the size of the pair: 32 u, 16 for each. As both are off by 10 u, and the
 * size is up to 2 + 2 sqrt 2 times the larger side L of the box around the pair, ties are within 256 u L. */
#define TIED_ROUNDOFF 3.6e-15

/* A world point, by the |x| + |y| of its pose and of the local point: less than 16 u, for two
 * products, two sums and the sine's own error. */
#define POSE_ROUNDOFF 1.78e-15

/* Faces that are flush, by the |x| + |y| of their place: 4 u. 2 are used, 1 for each coordinate of
 * the ends of either face, which all vertices are rounded to. */
#define FLUSH_ROUNDOFF 4.5e-16

/* A speed along a unit normal, by |vx| + |vy|: 4 u. 2 are those of the normal, 2 of the products
 * and the sum. */
#define SPEED_ROUNDOFF 4.5e-16

/* The square of a unit axis that a caller gives, by itself: 6 u, for a cosine and a sine that are off by 1 u
 * each, and for their squares and the sum. POSE_ROUNDOFF and the error bound of records allow as much.
 * Other axes scale a box: those from float32 by less than the slack. */
#define UNIT_AXIS_ROUNDOFF 6.7e-16
#define AXIS_SLACK 1e-6

/* A box's unit axis along a normal or across it: 90 u, more than both are off. */
#define FACING_ROUNDOFF 1e-14

/* The sum or the difference of two products of differences, by their magnitudes: 3 u and their
 * squares, for the differences and the product; the last operation cannot turn the sign. */
#define PRODUCTS_ROUNDOFF 3.4e-16

/* The area of a ring, by the magnitudes of all its products and n + 4: 2 u, of which 1 is used, a
 * rounding for every difference, product and sum that a term passes through. */
#define RING_AREA_ROUNDOFF 2.3e-16

/* The height of what two rings share at some place, by the size of the pair: 24 u, 6 for each of
 * two edges' heights there and as many where these cross. */
#define HEIGHT_ROUNDOFF 2.7e-15

/* The integral over what two boxes share, by the way there and back along the one axis and by the
 * extent along the other: 32 u, of which 27 are used: 3 and 12 for the two terms of an edge and the
 * rest for the sums of these. */
#define SHARE_ROUNDOFF 3.6e-15

/* Where two edges cross, in numbers of twice the digits (overlap.h), by what it is computed from: 40 u^2. 30 are
 * used: 10 for either product of differences and their sum, 8 for the quotient, 7 for its product with the edge,
 * 3 for the sum with the start of the edge, and 1 for the ends of the interval in which the place lies. */
#define CROSSING_ROUNDOFF 5e-31

/* How accurate areas that shapes share are, as a part of themselves. */
#define AREA_ACCURACY 1e-11

/* Two squares of lengths that are compared, by both: 9 u. 4 are used for the square of rounded
 * differences, 3 for that of a rounded sum. */
#define SQUARES_ROUNDOFF 1e-15

/* A bounding or an inscribed radius, by itself: 9 u, for the root that it comes from and for the
 * squares and sums where circles are compared. */
#define RADIUS_ROUNDOFF 1e-15

/* The square of an area and that of its limit, by both: 18 u, for products of four differences. */
#define AREA_SQUARES_ROUNDOFF 2e-15

/* The square of the distance from a vertex, by the square of the pair's size: 16 u. 8 are used for
 * squares, and the square of 4 u where the nearest feature is uncertain by that much. */
#define VERTEX_ROUNDOFF 1.8e-15

/* How far a ray may seem to be outside between two parts of one shape, by its length and the size of
 * a part: 16 u of both, by the sine of the angle between the ray and the seam, down to 4e-6. */
#define SEAM_ALONG_RAY 1e-9

/* The sine between two unit directions that may be opposite: far more than both are off. */
#define OPPOSITE_ROUNDOFF 1e-12

/* The sine between two unit directions that count as one, of faces of several parts: far more than
 * short edges are off in theirs. */
#define SAME_DIRECTION 1e-9

/* What a filter adds to lengths or their squares: 90 u, far more than any of them is off. What it
 * lets pass without need is found out later. */
#define FILTER_ROUNDOFF 1e-14

/* What boxes are wider by where motions are asked for, as a part of all that a meeting lies within:
 * 180 u, more than ten times what a swept test is off from a meeting. */
#define MOTION_ROUNDOFF 2e-14

/* How much farther than their bounding circles shapes in motion must stay apart, for lanes to tell that
 * they never meet, by all that a meeting lies within: far more than rounding. The kernels for two shapes
 * move edges by their error bound, and so a sharp vertex by many times as much: all vertices but those of
 * needles thinner than a part of 1e-9. */
#define MOTION_MARGIN 1e-6

/* E, the error bound of the separation of shapes that turn while they move, by L: 16 u. L is the distance
 * of the positions, the farthest reach of both shapes from these, and the lengths of the ways until the
 * time in question, arcs included. 15 u are used. Of a vertex, as the position of a sees it:
 *     1          the vertex from its own position
 *     3.2        the sine and the cosine, each off by less than 2.25 u
 *     2.5        the products and their difference or sum, in both coordinates
 *     1          the angle, by the length of the arc
 *     3 and 4    by the distance of the positions and by the way: their differences, the product and the sum
 * each by another part of L but for the first three, 6.7 of the reach; and 1 for the sum of a vertex of b and
 * its position: 7.7 u at most. Then 6.5 u of what vertices are apart, for a separation along a unit normal: 3.5
 * for the normal and 3 for the differences, the products and the sum.
 *
 * A certificate (certificate.pxd) keeps 2 E: E for the separation that it begins with, and E for slopes and
 * curves, which are off by 8 u of themselves: a slope times its time by 8 u of the way, a curve by a third of
 * L at most, as its root comes before |rate| times the time is the cube root of six times L by the reach. */
#define TURNING_ROUNDOFF 1.78e-15
#define ABOVE_ROUNDOFF 1.00000000000001 /* for what must not be less than it is */

/* A time or a way, by itself: 9 u. 3 are used, for a quotient and a unit of time. */
#define TIME_ROUNDOFF 1e-15

/* How far a ring that counts as symmetric is from that, and a rectangle from right angles, by the shortest
 * edge: far more than rounding leaves of what was meant so, and so little that the error bounds of its
 * pairs, which are wider by its skew (modelled_error), still tell of nearly all. */
#define MOST_ASYMMETRY 1e-9

/* A separation that proxies (proxy.h) give, by the scales s of both boxes, by the larger m < s of
 * the half sizes of each, and by how far both are from the origins of their arrays, |x| + |y|.
 * Float32 has v = 2^-24, and the coordinates of an axis are off by q = 1.54e-5, half a unit and 2
 * v.
 *
 * Let D = |dx| + |dy| of the centres, S = w + h of both boxes, at most 2 m each, and P what is known of
 * dx and dy beyond the last subtraction. A record gives the number
 *     |d . axis_a| - w_a - (w_b |axis_a . axis_b| + h_b |axis_a x axis_b|),
 * and a proxy the same, off by
 *     P            2 v (|x| + |y|) for each box, for its place and for the difference of both, and v
 *                  of the difference of the origins
 *     2^-12 s_a    half a unit of h_a in the place of w_a, which itself has the half of that
 *     2.73e-4 s_b  half a unit each of w_b and h_b, times the cosine and the sine of one angle
 *     q D          the axis of a
 *     5.7 q m_b    |cosine| and |sine|: both axes, 2.83 q in all, times w_b + h_b
 *     4 v D        the last difference, the products and the sum
 *     6 v S        of b: 4 v for |cosine| and |sine|, a size and a product
 *     3 v S        w_a and the two sums of the extent
 *     v (D + S)    the subtraction, of numbers that are not larger
 * at most, and by squares of v; less where a product and a sum are rounded once. The record's is off from
 * the true separation by modelled_error, with a skew of at most 64 v for each box by
 * (128 v + 16 u) (D + 1.001 S): in all
 *     E = P + 2.73e-4 s + 5.7 q m + (q + 135 v) D + 139 v S,    s and m being sums of both.
 * No D need be known. Along the two axes of a box the shift is D / 2 at least, along one of them, so
 * that the largest number g of the four is D / 2 - S at least, but for E: D <= 2 (g + E + S). So
 *     E (1 - k) <= P + 2.73e-4 s + 1.99e-4 m + k max(g, 0),    k = 2 q + 270 v = 4.7e-5,
 * and where g > (P + 2.73e-4 s + 1.99e-4 m) (1 + 2 k), g > E, and the true separation is positive. Where g
 * < -(P + 2.73e-4 s + 1.99e-4 m) (1 + 2 k), g < -E as well, and all four are negative. The factor, and the
 * rounding of errors to float32, are in what the constants are beyond these.
 *
 * The share of a box in that is PROXY_SHARE s: its scale is so large that
 *     PROXY_SHARE s >=
 *         PROXY_PLACE_ROUNDOFF (|x| + |y|) + PROXY_SCALE_ROUNDOFF s + PROXY_SIZE_ROUNDOFF m.
 * With a smaller share boxes near the origin would be told of a little more often, and those a thousand
 * sizes away less. */
#define PROXY_PLACE_ROUNDOFF 1.22e-7
#define PROXY_SCALE_ROUNDOFF 2.76e-4
#define PROXY_SIZE_ROUNDOFF 2.02e-4
#define PROXY_SHARE 6e-4
#define LARGER_THAN_SIZES 1.001 /* the scale, so that a size still rounds to less */
#define SCALE_FOR_PLACE (PROXY_PLACE_ROUNDOFF / (PROXY_SHARE - PROXY_SCALE_ROUNDOFF))
#define SCALE_FOR_SIZE (PROXY_SIZE_ROUNDOFF / (PROXY_SHARE - PROXY_SCALE_ROUNDOFF))
#define LARGEST_PROXY_SKEW 3.8e-6
/* Far more than two dozen operations can lose in denormal numbers, also where these are flushed;
 * far from where one of them overflows. */
#define PROXY_UNDERFLOW_ERROR 1e-30
#define LARGEST_PROXY 1e30
#define SMALLEST_SCALE (PROXY_UNDERFLOW_ERROR / (PROXY_SHARE - PROXY_SCALE_ROUNDOFF))
#define LARGEST_SCALE 1e26 /* of a place beyond LARGEST_PROXY it would be more */
/* that too large a skew adds to a scale */
#define SCALE_OF_SKEW (LARGEST_SCALE / LARGEST_PROXY_SKEW)

/* The distance d of the centres of two discs, by their proxies, and the sum R of their radii: d is
 * off by P as above and by 2 v d for the last differences, its square by 2 v more of itself; R by 2
 * v R. That of a box and the centre of a disc of radius R: as the errors of the places and of the
 * sizes are one vector each, d is off by P and 2.73e-4 s, and by at most sqrt 2 of what either
 * number whose squares are added is off besides: q D + 4 v D + 2 v S and 64 v (D + S), as above.
 * With D <= 2 (d + S + error) that is 1.2e-4 m and 5.6e-5 d.
 * Where d is compared with R + E or R - E it is not more than these, or all the more beyond: the share of
 * the box, and P + 6e-5 R and 1e-4 E decide, and the squares of both and of E are off by 4 v of all of
 * them. So a disc has enough with P + DISC_ROUNDOFF R.
 * Squares that underflow, or are flushed to 0, are less than (DISC_UNDERFLOW_ERROR / 6)^2; DISC_UNDERFLOW_ERROR
 * has that and its own square to spare. Where the square of d overflows, and that of E does not, it is not
 * for the error that d is so large, and it is more than any R.
 * A point is a disc of radius 0, about the origin of the shapes that it is asked of; with a box, it is one
 * without sizes or a scale, and the largest of two numbers, those of the box's own axes. Its place is
 * finite in float32 or its error is not; no difference of it from the place of a box, LARGEST_PROXY
 * at most, overflows. */
#define DISC_ROUNDOFF 7e-5
#define DISC_UNDERFLOW_ERROR 1e-18
#define LARGEST_DISC 1e15
#define SMALLEST_SPREAD 1e-60 /* of places: their quotient by it does not overflow */

/* The distance d of two segments by their proxies, of half lengths and radii up to m each, and the
 * distance from a disc. With S = 2 m of both, D = |dx| + |dy|, P and s as above, a proxy is off
 * from the shape by
 *     P            for its place
 *     2^-13 s      half a unit of its half length, along it
 *     1.42 q m     its axis, q in both coordinates, at the ends
 *     2^-12 s      half a unit of its radius
 *     1.42e-6 m    its record (CORE_LIMIT of a bounding radius of 2 m, half of that in both coordinates)
 * at most, wherever that is: a distance and what both are apart along any way, by that way, are off by the
 * sum of both, and by 20 v (D + S) for the arithmetic, by which a way that was computed is known, whatever
 * points it leads to; D <= 2 (d + S) but for the error. That is P + 3.67e-4 s + 2.4e-5 m, and 40 v of d
 * and of S. Whether they cross is told by the separation of boxes without height, whose bound is above:
 * less for the one size, and D < 2 S where the line of each crosses the other. For the distance of a disc
 * the errors are those of a disc and a box, with 2.44e-4 s for the one radius and 1.22e-4 s for the length
 * instead of 2.73e-4 s.
 * SEGMENT_SHARE is PROXY_SHARE and a part of 1e-4 more: of a scale that suits boxes it is enough
 * for P + 3.76e-4 s + 2.02e-4 m.
 * What has a way shorter than SMALLEST_LENGTH counts as that long, which makes it tell less. The
 * square of a longer one is no denormal number; products that are flushed to 0 take less than a
 * 10th of SEGMENT_UNDERFLOW_ERROR from what is divided by it, or, where lengths are above 50, less
 * than what 1e-6 s has to spare. Neither squares nor products of places and lengths up to
 * LARGEST_DISC overflow; of origins so far apart that they do, the way is infinite or NaN, and so
 * is the error. */
#define SEGMENT_SHARE (PROXY_SHARE + 1e-4)

/* Two rounded boxes by their proxies. A core is a rectangle with a unit axis that is off from that of the
 * shape by
 *     P            for its place
 *     2.73e-4 s    half a unit each of its half sizes
 *     4.6e-5 m     its axis, by half a unit of its tangent and 6 v of itself, 3.2e-5 of an angle, at the
 *                  vertices
 *     2.5e-6 m     its record (CORE_LIMIT of a bounding radius of 2.42 m)
 * and the radius by 2^-16 s for half a unit; m is the largest of the half sizes and the radius, s is above
 * it. So are distances of cores and separations along any way, by the sum of both, and by 30 v (D + S) for
 * the arithmetic. Where d is compared with R, D + S is at most 8 m, and where separations with 0, less. That
 * is P + 2.9e-4 s + 6.3e-5 m, less than what a segment has. A separation beyond it has the sign of the
 * exact one; then, where cores are apart, the distance is that of a vertex. */
#define SMALLEST_LENGTH 1.2e-18
#define SEGMENT_UNDERFLOW_ERROR 1e-17

/* Boxes in motion by their proxies (relative_motion.inl). Either edge of an axis has a separation,
 * along - extent or -along - extent, that is off by E as above; now D is known, but for v D and P,
 * and
 *     e = the shares of both boxes + PROXY_DISTANCE_ROUNDOFF D
 * is more, with q + 135 v. The speed along an axis is off by (q + 4 v) (|mx| + |my|), for the velocity, the
 * axis, the products and the sum, by 64 v of it for the skew of a box, and by 16 u:
 *     s = PROXY_SPEED_ROUNDOFF (|mx| + |my|)
 * is more. How far off the kernels for two shapes are is in what E and s have to spare.
 *
 * An axis faster than 4 s. The kernels' time of an edge is off from t = N / c by
 *     (e + |t| s) / (c - s)    at most, that is 4 (e + |t| s) / (3 c), and by
 *     3 v |t|                  for rounding, a 20th of |t| s / c,
 * less than 3 (e + |t| s) / (2 c), or 3 e / (2 c) + |t| / 2. With T the larger magnitude of the last entry
 * and of the first leave, these two are off by less than
 *     error = 3 (e + 4 T s) / (2 least c).
 * An edge enters last if it does so two errors behind all others, before the first leave and after
 * the start by two errors as well: all times from -4 T to 4 T are off by an error at most; what
 * enters earlier does so before error - 2 T, which is before the start, and what leaves later does so
 * after 2 T - error, which is an error and more after the last entry.
 *
 * A slower axis is as good as still: its speed is less than 5 s. Boxes apart along it by more than
 * 2 e + 5 s max_time never meet. If they overlap by more than 2 e + 5 s t, they do so from before the
 * start until after t.
 *
 * Boxes apart by more than their way and the error of the widest separation do not meet, either: it
 * grows with the separation, and so with the way, by a part of 2 k, less than a part of 1e-4.
 *
 * With speeds between these bounds, and shares between a thousandth of the one and a millionth of
 * the other, no time is above 1e37, and no error so small that denormal numbers count. */
#define PROXY_DISTANCE_ROUNDOFF 2.5e-5
#define PROXY_SPEED_ROUNDOFF 2e-5
#define SMALLEST_PROXY_SPEED 1e-15
#define LARGEST_PROXY_SPEED 1e15
#define LONG_TIME 1e38 /* for an axis as good as still */
#define LARGER_IN_FLOAT32 1.000001 /* what of a time float32 rounds to no less than that */

/* The same by records of which the numbers are rounded to float32, and the way between the centres once it
 * is known (box_times.inl). With R, the sum of the bounding radii, S is at most 1.42 R and a separation off
 * by
 *     v D          the way
 *     v D          the axis of a: q is v
 *     5.7 v R      |cosine| and |sine|
 *     v S          the sizes
 *     4 v D + 9 v S + v (D + S)    as above
 * at most, 22 v (D + R), and by modelled_error, which goes by the true skew here. With size = D + R
 *     e = (CAST_ROUNDOFF + skew) size + PROXY_UNDERFLOW_ERROR
 * is more, D being known, and so is the same part of a speed, which is off by 5 v of itself for the axis and
 * the arithmetic: s. Rounding takes 3 v |t| from a time, less than a 6th of |t| s / c, as s is 33 v of all
 * speeds; the rest of what is said above holds. The skew is as little as that of proxies. */
#define CAST_ROUNDOFF 2e-6

/* A separation times the length of its edge that proxies of polygons (ring_proxy.h) give, by the
 * bounding radius r of the edge's own shape and the size R = |dx| + |dy| + r_a + r_b of the pair: 33 v
 * of r R, 23 are used. With e the edge, p its first point, q a point of b seen from b's centre, d the
 * way between the centres, all of them in float32, it is e x p - e x d - e x q, off by
 *     4 v r        per coordinate of e, v r for each end and v |e| for their difference, times that
 *                  of q + d - p, R at most: 8 v r R in both coordinates
 *     v R          per coordinate of q + d - p, v for each by its size: v R (|ex| + |ey|)
 *     4 v R (|ex| + |ey|)    the products and differences: 2 v |p|, 2 v |d| and 2 v |q| for the
 *                  three terms, v (|p| + |d|) and v R for what joins them
 * at most, where |ex| + |ey| <= 2.83 r: 8 + 5 times 2.83. Beyond that an edge surely parts the rings,
 * or surely does not; if no edge of either does, their interiors meet. Between the two limits of
 * r, and with R below the upper one, neither underflow nor overflow counts; of points in the circle
 * around a, R is no more than 4 r. */
#define RING_PROXY_ROUNDOFF 2e-6
#define SMALLEST_RING_PROXY 1e-14
#define LARGEST_RING_PROXY 1e15

/* Of the separation of two cores and of the distance of a vertex from one that records give
 * (core_lanes.inl), by the size of the pair: 2 CORE_LIMIT and far more than rounding. A core is written
 * to a record where it is no farther off than that part of itself: a box by its skew, which has room for
 * all that box_lanes.inl counts, a segment by how far its centre is from that of its ends. A limit that
 * suits shapes a million sizes from the origin leaves five pairs in a million open. */
#define CORE_ROUNDOFF 2.5e-6
#define CORE_LIMIT 1e-6

/* By how much the nearest features of two boxes must be ahead of all others, for lanes to tell them
 * (box_distances.inl): a 2^20th of the size L of the pair and 16 error bounds. Records give the places
 * of all vertices, as the other box sees them, to within one of these. convex_distance ends at
 * features that are nearest but for less than 3 separation_error, at most 48 u L: one whose vertex is
 * so much beyond, and before, the ends of edges has no other near it. The ends of an edge are farther
 * than the point m from either that faces a vertex, by m^2 / (4 L), 2^-42 L; so are other vertices, by
 * the lead of squares, and the opposite edges of boxes that are not as thin as that. */
#define NEAREST_LEAD 9.6e-7

/* What bounding circles and rays lose in float32 (ray_circles.inl), by their radius R and their
 * distance |x| + |y| from a common origin: 10 v each. With M the sum of both distances, a difference
 * of the centre and the start of the ray is off by 2 v M in both coordinates. The side and the way
 * ahead are off by that, and by v M each for the direction, the products and their sum: 5 v M. The
 * sums with R, the radius of the ray and its end lose v of themselves. The rest is far more than
 * what misses_circle (raycast.pxd) adds, so that it says the same of a circle that is missed. */
#define CIRCLE_ROUNDOFF 6e-7

/* Rounded shapes share little where that is less than this part of the size of the pair times the bounding
 * radius of the smaller one (arcs.pxd): 2^33 u. More is thicker than 2^31 u of the size, as it is no longer
 * than the smaller shape; an error of the heights of some units of that is lost in its perimeter. */
#define THIN_ROUNDOFF 9.5e-7

/* What underflow takes from anything, lengths and squares alike. */
#define UNDERFLOW_ERROR 1e-290
#define ROOT_OF_UNDERFLOW_ERROR 1e-145 /* from a length that is the root of a square */
#define MOTION_UNDERFLOW_ERROR 1e-200 /* from separations that are divided by a speed */

/* Of a gradient of the signed distance, by the size of the pair or 1: the promise of `clearance`. Two
 * that differ by less count as one. */
#define GRADIENT_ACCURACY 1e-9

/* Below these, digits are lost to underflow. */
#define SMALLEST_SQUARE 1e-280
#define SMALLEST_PRODUCT 1e-250 /* whose tail is asked for */
#define SMALLEST_SPEED 1e-250
/* So that no time overflows: a way is 1e73 at most, and an axis that is not nearly still is faster
 * than 4 SEPARATION_ROUNDOFF of the speed. */
#define SMALLEST_SPEED_OF_LANES 1e-220
#define SMALLEST_SPEED_OF_BOXES 1e-200 /* as a part of that along the other axis */
#define SMALLEST_BOX_AREA 1e-120 /* whose square is divided by it */
#define SMALLEST_BOX 1e-100 /* half a side */
#define SMALLEST_UNIT 1e-300

/* The least number above 0: the distance of shapes that are apart by less than can be told. */
#define SMALLEST_DISTANCE 5e-324

/* What is too small is multiplied by 2^600, which is exact. */
#define ENLARGEMENT 4.149515568880993e+180

/* What bounds every difference of coordinates in a pair, by the way between the centres. */
static inline double size_of_pair(double dx, double dy, double radii)
{
    return (fabs(dx) + fabs(dy)) + radii;
}

/* How far a pose's arithmetic moves a world point: less than 16 units of its coordinates (two
 * products, two sums and the error of the sine). */
static inline double grid_at(double x, double y, double pivot_extent)
{
    return POSE_ROUNDOFF * (fabs(x) + fabs(y) + pivot_extent);
}

/* Of a separation. */
static inline double separation_error(double size)
{
    return SEPARATION_ROUNDOFF * size + UNDERFLOW_ERROR;
}

/* Of one that takes boxes or symmetric rings, both together of this skew, for ideal: derived in
 * box_lanes.inl. */
static inline double modelled_error(double size, double skew)
{
    return separation_error(size) + skew * size;
}

/* Of the same, and of the distance, that cores give: skew is that of boxes without a radius. */
static inline double modelled_core_error(double size, double skew)
{
    return (CORE_ROUNDOFF + skew) * size + UNDERFLOW_ERROR;
}

/* Of the features that lanes take for the nearest, by the error bound of modelled_error. */
static inline double nearest_margin(double size, double error)
{
    return NEAREST_LEAD * size + 16.0 * error;
}

#endif
