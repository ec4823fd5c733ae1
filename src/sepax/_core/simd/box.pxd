"""Separations and extents of two boxes by their records; see box.h."""

from sepax._core.simd.convex cimport Convex

cdef extern from "boxes/box.h" nogil:
    struct BoxSeparations "box_separations":
        double separation[4]    # along a's axis and across it, along b's axis and across it
        double shift[4]         # of the other centre, seen from the box whose axis it is

    # Of shapes that are boxes.
    void box_separations(const Convex* a, const Convex* b, BoxSeparations* separations)

    struct Box "box":
        double x, y, cosine, sine, half_width, half_height

    struct Seen "seen":
        double along, across

    Box box_of_convex(const Convex* convex)     # of one that is a rectangle
    Seen see(const Box* box, double x, double y)    # a way, along the axis of a box and across

    # The edge of a box that faces along its axis or across it.
    Py_ssize_t edge_facing(bint is_across, bint is_forwards)

cdef extern from "boxes/given_box.h" nogil:
    int given_boxes_meet(const Box* a, const Box* b)   # a verdict, as `meet` of RingLoops
