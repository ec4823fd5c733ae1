"""All pairs of boxes that meet, for other compiled modules; see broadphase.pyx."""

from sepax._core.arrays.pair_list cimport PairFilter


cdef object pairs_of_bounds(const double[:, ::1] bounds_a, const double[:, ::1] bounds_b,
                            const PairFilter* pair_filter)
