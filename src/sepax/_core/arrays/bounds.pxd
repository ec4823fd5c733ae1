"""Boxes of four numbers, and the boxes around the shapes of a block.

A box is an array of min_x, min_y, max_x, max_y, at the places LOW_X, LOW_Y, HIGH_X and HIGH_Y.
"""

from libc.math cimport INFINITY

from sepax._core.arrays.storage cimport Storage, read_bounds
from sepax._core.kernels.projection cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y

cdef extern from *:
    const double FARTHEST "1e300"   # boxes end here, so that differences do not overflow


cdef inline void set_empty(double* box) noexcept nogil:
    """A box around nothing."""
    box[LOW_X] = box[LOW_Y] = INFINITY
    box[HIGH_X] = box[HIGH_Y] = -INFINITY


cdef inline void copy_box(double* box, const double* source) noexcept nogil:
    # One by one: a wide load would wait for numbers that were just stored one by one.
    box[LOW_X] = source[LOW_X]
    box[LOW_Y] = source[LOW_Y]
    box[HIGH_X] = source[HIGH_X]
    box[HIGH_Y] = source[HIGH_Y]


cdef inline void add_box(double* box, const double* other) noexcept nogil:
    """Enlarge a box to hold another."""
    box[LOW_X] = min(box[LOW_X], other[LOW_X])
    box[LOW_Y] = min(box[LOW_Y], other[LOW_Y])
    box[HIGH_X] = max(box[HIGH_X], other[HIGH_X])
    box[HIGH_Y] = max(box[HIGH_Y], other[HIGH_Y])


cdef inline void add_shapes(double* box, const Storage* shapes, Py_ssize_t count,
                            bint wide) noexcept nogil:
    """Enlarge a box to hold all shapes of a block; see `read_bounds` for wide bounds."""
    cdef double bounds[4]
    cdef Py_ssize_t k
    for k in range(count):
        read_bounds(shapes, k, wide, bounds)
        add_box(box, bounds)


cdef inline void read_box(double* box, const Storage* shapes, Py_ssize_t count) noexcept nogil:
    """The bounding box of the parts of a row."""
    set_empty(box)
    add_shapes(box, shapes, count, False)


cdef inline double sum_of_sides(const double* box) noexcept nogil:
    """Width plus height; 0 for an empty box."""
    return max(box[HIGH_X] - box[LOW_X], 0.0) + max(box[HIGH_Y] - box[LOW_Y], 0.0)


cdef inline double sum_of_joint_sides(const double* a, const double* b) noexcept nogil:
    """Width plus height of the box around two boxes."""
    return ((max(a[HIGH_X], b[HIGH_X]) - min(a[LOW_X], b[LOW_X]))
            + (max(a[HIGH_Y], b[HIGH_Y]) - min(a[LOW_Y], b[LOW_Y])))


cdef inline double joint_length(double low, double high, double other_low, double other_high,
                                double shift) noexcept nogil:
    """The length of the interval around two others and a shift of the first. Differences alone, so
    that rounding does not grow with the distance from the origin."""
    cdef double first = min((low - other_low) + min(shift, 0.0), 0.0)
    return max((high - other_low) + max(shift, 0.0), other_high - other_low) - first


cdef inline double joint_size(const double* a, const double* b, double shift_x,
                              double shift_y) noexcept nogil:
    """The larger side around two boxes and a shift of the first: the unit of tolerances."""
    return max(joint_length(a[LOW_X], a[HIGH_X], b[LOW_X], b[HIGH_X], shift_x),
               joint_length(a[LOW_Y], a[HIGH_Y], b[LOW_Y], b[HIGH_Y], shift_y))
