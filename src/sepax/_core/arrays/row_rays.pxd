"""Where a ray meets a row that may have several parts; see row_rays.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.raycast cimport Probe


cdef int row_raycast(const Rows* row, const Probe* probe, double min_distance,
                     RayContact* contact, Watch* watch) noexcept nogil
