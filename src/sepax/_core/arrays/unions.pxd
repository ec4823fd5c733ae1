"""The area that parts cover together, or that two groups of parts share; see unions.pyx."""

from sepax._core.arrays.held_parts cimport HeldParts
from sepax._core.interrupts cimport Watch


cdef int find_union_area(const HeldParts* a, const HeldParts* b, double* area,
                         Watch* watch) noexcept nogil
