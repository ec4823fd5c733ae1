"""Areas and centroids of rows of compounds: outlines by their rings, unions by their parts.

Rings need no parts. So an outline has the same bits before it is cut and afterwards.
"""

from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.part_table cimport Geometry
from sepax._core.arrays.posed cimport CompoundRows
from sepax._core.arrays.ring_measures cimport area_of_rings, centroid_of_rings
from sepax._core.arrays.row_areas cimport row_area
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.area cimport convex_area
from sepax._core.kernels.pose cimport Pose

ctypedef unsigned char truth


cdef inline bint has_rings(const Geometry* geometry) noexcept nogil:
    """Whether a geometry is what its rings bound."""
    return geometry.boundary is not NULL and not geometry.overlaps


cdef inline const Pose* pose_of(CompoundRows compounds, Py_ssize_t row) noexcept nogil:
    return NULL if compounds.is_table else compounds.poses + row


cdef int area_of_parts(CompoundRows compounds, Py_ssize_t row, double* area,
                       Watch* watch) noexcept nogil:
    """The area of a union; 0, or a Failure."""
    cdef RowMemory memory
    cdef Rows rows
    cdef Py_ssize_t k
    cdef double total = 0.0
    compounds.read_row(row, &rows)
    if rows.overlaps:
        return row_area(&rows, area, watch)
    if not prepare_rows(&rows, &memory):
        return NO_MEMORY
    for k in range(rows.start, rows.stop):
        total += convex_area(row_at(&rows, k, &memory))
    release_rows(&memory)
    area[0] = total
    return INTERRUPTED if was_interrupted(watch, 4 * (rows.stop - rows.start)) else 0


def read_areas(CompoundRows compounds not None, double[::1] out not None) -> None:
    """Fill (count,) with the areas of the rows."""
    cdef const Geometry* geometry
    cdef Watch watch
    cdef Py_ssize_t row
    cdef int result = 0
    if out.shape[0] != compounds.count:
        raise ValueError(f"areas must be {compounds.count}")
    start_watch(&watch)
    with nogil:
        for row in range(compounds.count):
            geometry = compounds.geometry_at(row)
            if not has_rings(geometry):
                result = area_of_parts(compounds, row, &out[row], &watch)
            else:
                out[row] = area_of_rings(geometry.boundary, pose_of(compounds, row))
                if was_interrupted(&watch, 4 * geometry.boundary.count):
                    result = INTERRUPTED
            if result < 0:
                break
    raise_failure(result)


def read_centroids(CompoundRows compounds not None, double[:, ::1] out not None,
                   truth[::1] unions not None) -> None:
    """Fill (count, 2) with the centroids of outlines, and tell which rows are unions."""
    cdef const Geometry* geometry
    cdef Watch watch
    cdef Py_ssize_t row
    cdef int result = 0
    if out.shape[0] != compounds.count or out.shape[1] != 2 or unions.shape[0] != compounds.count:
        raise ValueError(f"there are {compounds.count} centroids")
    start_watch(&watch)
    with nogil:
        for row in range(compounds.count):
            geometry = compounds.geometry_at(row)
            unions[row] = not has_rings(geometry)
            if unions[row]:
                continue
            centroid_of_rings(geometry.boundary, pose_of(compounds, row), &out[row, 0])
            if was_interrupted(&watch, 8 * geometry.boundary.count):
                result = INTERRUPTED
                break
    raise_failure(result)
