/* What lanes say of a pair, one byte each; within the loops over pairs they are doubles. */
#ifndef SEPAX_VERDICTS_H
#define SEPAX_VERDICTS_H

enum pair_verdict { PAIR_APART, PAIR_MEETS, PAIR_UNCERTAIN };

/* An edge, 0 to 3 of a and 4 to 7 of b, or one of these. */
enum edge_verdict {
    EDGE_AT_START = -1, /* none: the boxes meet before they move; only within the loops */
    EDGE_NONE = 8, /* the boxes are apart */
    EDGE_UNCERTAIN = 9,
    EDGE_TIED = 10 /* one of either box: only within the loops */
};

#endif
