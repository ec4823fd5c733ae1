"""The area and the centroid of what the posed rings of an outline bound; see ring_measures.pyx."""

from sepax._core.arrays.rings cimport Boundary
from sepax._core.kernels.pose cimport Pose

cdef double area_of_rings(const Boundary* boundary, const Pose* pose) noexcept nogil
cdef void centroid_of_rings(const Boundary* boundary, const Pose* pose, double* out) noexcept nogil
