"""All pairs of boxes that meet, for other compiled modules; see broadphase.pyx."""

from sepax._core.arrays.pair_list cimport PairFilter
from sepax._core.arrays.worlds cimport SightLines


cdef object pairs_of_bounds(const double[:, ::1] bounds_a, const double[:, ::1] bounds_b,
                            SightLines lines, const PairFilter* pair_filter)
