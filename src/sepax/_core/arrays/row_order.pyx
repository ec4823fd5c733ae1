"""Which of two regions is the first, whichever order they are given in: exact, and rarely asked.

Regions in the same box are told apart by the area, the centre and the second moments of their
polygons, then by their other parts. None of these depends on the cut.
"""

from cpython.exc cimport PyErr_SetObject

from sepax._core.arrays.pair_list cimport NO_MEMORY
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.kernels.convex cimport Convex


cdef list parts_of(const Rows* rows):
    """The radius and the points of each part."""
    cdef RowMemory memory
    cdef const Convex* part
    cdef Py_ssize_t k, i
    if not prepare_rows(rows, &memory):
        raise MemoryError
    found = []
    for k in range(rows.start, rows.stop):
        part = row_at(rows, k, &memory)
        found.append((part.radius, [(part.x[i], part.y[i]) for i in range(part.n)]))
    release_rows(&memory)
    return found


cdef object unit_of(list parts):
    """The largest number that all coordinates are whole multiples of, inverted: a power of two."""
    return max([below for _, points in parts for point in points for x in point
                for below in (x.as_integer_ratio()[1],)])


cdef list as_integers(list points, object unit):
    ratios = [(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in points]
    return [(p * (unit // q), r * (unit // s)) for (p, q), (r, s) in ratios]


cdef list moments(list rings):
    """The area, the centre and the second moments of polygons, times whole numbers."""
    total = [0] * 6
    for ring in rings:
        for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1]):
            area = x * v - y * u
            twice = (2 * x * y + x * v + u * y + 2 * u * v) * area
            terms = (area, (x + u) * area, (y + v) * area, (x * x + x * u + u * u) * area,
                     (y * y + y * v + v * v) * area, twice)
            total = [sum + term for sum, term in zip(total, terms)]
    return total


cdef tuple key_of(list parts, object unit):
    """What does not depend on how a region is cut into parts."""
    plain = [(radius, as_integers(points, unit)) for radius, points in parts]
    polygons = [points for radius, points in plain if radius == 0.0 and len(points) > 2]
    others = {(radius, *points) for radius, points in plain if radius > 0.0 or len(points) < 3}
    return moments(polygons), sorted(others)


cdef int compare(const Rows* a, const Rows* b) except -2:
    one, other = parts_of(a), parts_of(b)
    unit = max(unit_of(one), unit_of(other))
    return 1 if key_of(other, unit) < key_of(one, unit) else -1


cdef int order_of_regions(const Rows* a, const Rows* b) noexcept with gil:
    """-1 if a is the first of two regions with the same box, or both cover the same; 1 if b is; or
    NO_MEMORY - 1 with an exception pending: without memory, or of a signal, which arithmetic of
    large integers hears."""
    try:
        return compare(a, b)
    except BaseException as error:
        failure = error
    PyErr_SetObject(type(failure), failure)
    return NO_MEMORY - 1
