"""Rays in lanes: which rows they may meet, and how far ahead; see raylanes.pyx."""

from libc.stdint cimport uint32_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.storage cimport Restored, Storage
from sepax._core.arrays.worlds cimport Sight, SightLines, Worlds
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.raycast cimport Probe, set_probe
from sepax._core.simd.levels cimport (
    RAY_END, RAY_RADIUS, RAY_WAY_X, RAY_WAY_Y, RAY_X, RAY_Y, RAYS, AimedRays, RayPairs)

cdef enum:
    MOST_IN_LANES = 256     # rows of a group: with more, a tree takes less time


cdef class CircleTable:
    cdef ShapeBlock block
    cdef Worlds worlds
    cdef Py_ssize_t groups
    cdef Py_ssize_t most            # rows of one of them
    cdef float* columns             # x, y and radius of each slot
    cdef double* origins            # (groups, 2) that these are about
    cdef uint32_t* row              # of each slot
    cdef uint32_t* shape            # that the row is a part of, or the row

    cdef int list_rows(self) except -1
    cdef int list_shapes(self, const Py_ssize_t* owner) except -1
    cdef int write(self) except -1


cdef struct RayBatch:
    # Some rays, and the rows that they may meet.
    Py_ssize_t count                # of rays
    AimedRays* rays
    Py_ssize_t query[RAYS]          # whose each ray is
    Py_ssize_t group[RAYS]          # that it sees
    RayPairs pairs
    double* distance                # of each pair, infinity for a miss
    double* contact                 # (RAYS, CONTACT_NUMBERS)
    unsigned char* verdict


cdef int new_batch(RayBatch* batch, Py_ssize_t most) noexcept nogil
cdef void free_batch(RayBatch* batch) noexcept nogil
cdef CircleTable circle_table(ShapeBlock block, SightLines lines, const Py_ssize_t* owner)
cdef void set_query(const Sight* sight, RayBatch* batch, Py_ssize_t first, Py_ssize_t end,
                    Py_ssize_t query) noexcept nogil
cdef void origin_of(CircleTable table, Py_ssize_t group, double* x, double* y) noexcept nogil
cdef bint suits_lanes(ShapeBlock block, SightLines lines) noexcept
cdef Py_ssize_t find_pairs(CircleTable table, const Sight* sight, RayBatch* batch,
                           Py_ssize_t first, Py_ssize_t end) noexcept nogil
cdef void describe_hits(const Storage* shapes, RayBatch* batch,
                        const Py_ssize_t* row) noexcept nogil
cdef void read_contact(const Storage* shapes, const RayBatch* batch, Py_ssize_t pair,
                       double distance, Restored* memory, RayContact* contact) noexcept nogil
cdef void bound_distances(const Storage* shapes, RayBatch* batch) noexcept nogil
cdef Py_ssize_t put_nearest_first(RayBatch* batch, const Py_ssize_t* row) noexcept nogil
cdef void cross_pairs(const Storage* shapes, RayBatch* batch, Restored* memory) noexcept nogil


cdef inline const double* ray_at(const RayBatch* batch, Py_ssize_t k) noexcept nogil:
    return batch.rays.record[k]


cdef inline void probe_of(const double* ray, Probe* probe) noexcept nogil:
    """The probe that a ray was written from, bit for bit: its way is scaled already."""
    set_probe(probe, ray[RAY_X], ray[RAY_Y], ray[RAY_WAY_X], ray[RAY_WAY_Y], ray[RAY_END],
              ray[RAY_RADIUS])
