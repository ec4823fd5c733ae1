"""The kernels of the instruction set that this process runs on.

The choice is made at import: the highest level that the machine has, or the one
that the environment variable SEPAX_SIMD names. SEPAX_RUNG says where pairs of shapes begin: at
"float32" proxies, the default, at these with all pairs left "open", or at "float64" records.
"""

import os

from libc.math cimport NAN

cdef extern from "levels.h" nogil:
    enum:
        SIMD_LEVELS
    const SimdLevel* const simd_levels[]
    int simd_highest_level()

cdef extern from "filter32/proxy_counts.h" nogil:
    enum:
        PROXY_COUNTS
    bint PROXIES_ARE_COUNTED
    long proxy_count_after(int which, long more)


cdef int find_level(str wanted) except -1:
    """The place of a level in the table; the highest one for an empty name."""
    cdef int highest = simd_highest_level(), level
    if not wanted:
        return highest
    names = [(<bytes>simd_levels[level].name).decode() for level in range(highest + 1)]
    if wanted not in names:
        raise ImportError(f"SEPAX_SIMD is {wanted!r}: this machine and build of sepax have "
                          f"{', '.join(names)}")
    return names.index(wanted)


cdef int find_stage(str wanted) except -1:
    names = ("float32", "open", "float64")  # FLOAT32, FLOAT32_UNCERTAIN, FLOAT64
    if wanted not in names:
        raise ImportError(f"SEPAX_RUNG is {wanted!r}: there are {', '.join(names)}")
    return names.index(wanted)


cdef int chosen = find_level(os.environ.get("SEPAX_SIMD", ""))
ring_kernels = simd_levels[chosen].rings
pair_kernels = simd_levels[chosen].pairs
strip_kernels = simd_levels[chosen].strips
first_stage = find_stage(os.environ.get("SEPAX_RUNG", "") or "float32")
nan_origin[:] = [NAN, NAN]


def simd_level():
    """Name of the instruction set that sepax runs on.

    Returns
    -------
    str
        "baseline", "avx2" or "avx512": the highest that this machine has, or the
        one that the environment variable SEPAX_SIMD named when sepax was
        imported. The answers do not depend on it.

    Examples
    --------
    >>> sepax.simd_level() in ("baseline", "avx2", "avx512")
    True
    """
    return (<bytes>simd_levels[chosen].name).decode()


# --- for tests and the bench ------------------------------------------------------

def _levels():
    """Names of the levels that this machine has, the lowest first."""
    cdef int level
    return [(<bytes>simd_levels[level].name).decode()
            for level in range(simd_highest_level() + 1)]


cdef int set_side(PairSide* one, const double[:, ::1] records, const Py_ssize_t[::1] index,
                  Py_ssize_t count) except -1:
    """Records of pairs: one for all of them, by index, or one after the other."""
    cdef Py_ssize_t k
    if records.shape[1] != RECORD or records.shape[0] == 0:
        raise ValueError(f"records must have the shape (n, {RECORD}), n > 0")
    one.records = &records[0, 0]
    one.proxies = NULL
    one.rings = NULL
    one.centres = NULL
    one.index = NULL
    one.is_one = index is None and records.shape[0] == 1
    one.is_large = False
    one.kind = OF_BOXES
    one.has_cores = False
    if index is not None:
        if index.shape[0] != count:
            raise ValueError(f"an index must have the length {count}, got {index.shape[0]}")
        for k in range(count):
            if not 0 <= index[k] < records.shape[0]:
                raise IndexError(f"index {index[k]} is out of range")
        one.index = &index[0]
    elif not one.is_one and records.shape[0] != count:
        raise ValueError(f"there are {count} pairs and {records.shape[0]} records")
    return 0


def _classify(str kind not None, str level not None, const double[:, ::1] records_a not None,
              const double[:, ::1] records_b not None, unsigned char[::1] out not None,
              const Py_ssize_t[::1] index_a=None, const Py_ssize_t[::1] index_b=None):
    """Classify len(out) pairs at a level; returns how many are uncertain.

    `kind` is "boxes", "shapes", "cores" for shapes of which some have rounded ones, or "edges". A side of
    one record is the same in all pairs.
    """
    cdef PairSide a, b
    cdef const PairKernels* kernels = &simd_levels[find_level(level)].pairs
    cdef classify_t classify = kernels.classify_boxes
    cdef Py_ssize_t count = out.shape[0], uncertain
    if kind not in ("boxes", "shapes", "cores", "edges"):
        raise ValueError(f"kind must be boxes, shapes, cores or edges, got {kind!r}")
    if kind != "boxes":
        classify = kernels.find_edges if kind == "edges" else kernels.classify_shapes
    if count == 0:
        return 0
    set_side(&a, records_a, index_a, count)
    set_side(&b, records_b, index_b, count)
    a.has_cores = b.has_cores = kind == "cores"
    with nogil:
        uncertain = classify(&a, &b, count, &out[0])
    return uncertain


cdef ProxyKind find_proxy_kind(str kind) except *:
    if kind not in ("boxes", "discs", "segments"):
        raise ValueError(f"proxies are of 'boxes', 'discs' or 'segments', not of {kind!r}")
    if kind == "segments":
        return OF_SEGMENTS
    return OF_BOXES if kind == "boxes" else OF_DISCS


cdef int require_proxies(const float[:, ::1] proxies, Py_ssize_t count,
                         const double[::1] origin) except -1:
    if proxies.shape[0] != count or proxies.shape[1] != PROXY or origin.shape[0] != 2:
        raise ValueError(f"proxies must have the shape ({count}, {PROXY}), an origin (2,)")
    return 0


def _write_proxies(str kind not None, const double[:, ::1] records not None,
                   double[::1] origin not None, float[:, ::1] proxies not None):
    """Fill (n, PROXY) with the proxies of records of "boxes", "discs" or "segments" about an
    origin; one of NaN is chosen first."""
    cdef ProxyKind of = find_proxy_kind(kind)
    require_proxies(proxies, records.shape[0], origin)
    if records.shape[0] == 0 or records.shape[1] != RECORD:
        raise ValueError(f"records must have the shape (n, {RECORD}), n > 0")
    move_origin(&origin[0], &records[0, 0], RECORD, records.shape[0])
    write_proxies(&records[0, 0], &origin[0], records.shape[0], of, &proxies[0, 0])


def _classify_proxies(str level not None, str kind_a not None, str kind_b not None,
                      const double[:, ::1] records_a not None,
                      const double[:, ::1] records_b not None,
                      const float[:, ::1] proxies_a not None,
                      const float[:, ::1] proxies_b not None, const double[::1] origin_a not None,
                      const double[::1] origin_b not None, unsigned char[::1] out not None,
                      const Py_ssize_t[::1] index_a=None, const Py_ssize_t[::1] index_b=None):
    """`_classify` of boxes, discs or segments that have proxies, as many as records. Records of NaN
    leave uncertain what proxies leave uncertain."""
    cdef PairSide a, b
    cdef const PairKernels* kernels = &simd_levels[find_level(level)].pairs
    cdef classify_t classify = kernels.classify_shapes
    cdef Py_ssize_t count = out.shape[0], uncertain
    if count == 0:
        return 0
    set_side(&a, records_a, index_a, count)
    set_side(&b, records_b, index_b, count)
    set_proxies(&a, kind_a, proxies_a, origin_a, records_a.shape[0])
    set_proxies(&b, kind_b, proxies_b, origin_b, records_b.shape[0])
    if a.kind == OF_BOXES and b.kind == OF_BOXES:
        classify = kernels.classify_boxes
    with nogil:
        uncertain = classify(&a, &b, count, &out[0])
    return uncertain


def _classify_points(str level not None, str kind not None, const double[:, ::1] records not None,
                     const float[:, ::1] proxies not None, const double[::1] origin not None,
                     const double[:, ::1] points not None, unsigned char[::1] out not None):
    """The same of shapes and points, one for all or one each."""
    cdef PairSide a, b
    cdef const PairKernels* kernels = &simd_levels[find_level(level)].pairs
    cdef Py_ssize_t count = out.shape[0], uncertain
    if count == 0:
        return 0
    if points.shape[1] != 2 or points.shape[0] not in (1, count):
        raise ValueError(f"there are {count} pairs and {points.shape[0]} points")
    set_side(&a, records, None, count)
    set_proxies(&a, kind, proxies, origin, records.shape[0])
    b.records = &points[0, 0]
    b.proxies = NULL
    b.index = NULL
    b.is_one = points.shape[0] == 1
    b.origin = a.origin
    b.kind = OF_POINTS
    with nogil:
        uncertain = kernels.classify_points(&a, &b, count, &out[0])
    return uncertain


cdef int set_proxies(PairSide* one, str kind, const float[:, ::1] proxies,
                     const double[::1] origin, Py_ssize_t count) except -1:
    require_proxies(proxies, count, origin)
    one.kind = find_proxy_kind(kind)
    one.proxies = &proxies[0, 0]
    one.origin = &origin[0]
    return 0


def _proxy_counts():
    """How many pairs proxies have decided since the import, and how many they left uncertain, and
    the same of rounded records; None in builds that do not count, which are all but careful ones
    (setup.py)."""
    if not PROXIES_ARE_COUNTED:
        return None
    return tuple([proxy_count_after(which, 0) for which in range(PROXY_COUNTS)])


def _measure(str kind not None, str level not None, const double[:, ::1] records_a not None,
             const double[:, ::1] records_b not None, double[::1] numbers not None,
             unsigned char[::1] out not None, const Py_ssize_t[::1] index_a=None,
             const Py_ssize_t[::1] index_b=None):
    """Measure len(out) pairs of boxes at a level, with verdicts; returns how many are uncertain.

    `kind` is "distances", "areas" for those that they share, or "shares", parts of what they cover.
    """
    cdef PairSide a, b
    cdef const PairKernels* kernels = &simd_levels[find_level(level)].pairs
    cdef Py_ssize_t count = out.shape[0], uncertain
    cdef bint of_distances = kind == "distances", of_union = kind == "shares"
    if kind not in ("distances", "areas", "shares"):
        raise ValueError(f"kind must be distances, areas or shares, got {kind!r}")
    if numbers.shape[0] != count:
        raise ValueError(f"there are {count} verdicts and {numbers.shape[0]} numbers")
    if count == 0:
        return 0
    set_side(&a, records_a, index_a, count)
    set_side(&b, records_b, index_b, count)
    with nogil:
        if of_distances:
            uncertain = kernels.find_distances(&a, &b, count, &numbers[0], &out[0])
        else:
            uncertain = kernels.find_areas(&a, &b, count, of_union, &numbers[0], &out[0])
    return uncertain


def _measure_round(str level not None, str kind_a not None, str kind_b not None,
                   const double[:, ::1] rows_a not None, const double[:, ::1] rows_b not None,
                   const double[::1] radii_a not None, const double[::1] radii_b not None,
                   double[::1] distances not None, unsigned char[::1] out not None,
                   const Py_ssize_t[::1] index_a=None, const Py_ssize_t[::1] index_b=None):
    """`_measure` of distances of "segments", by rows as of segment_row.h, or of "discs" and such or "boxes",
    by records; the radii of boxes do not count."""
    cdef PairSide a, b
    cdef const PairKernels* kernels = &simd_levels[find_level(level)].pairs
    cdef Py_ssize_t count = out.shape[0], uncertain
    if distances.shape[0] != count:
        raise ValueError(f"there are {count} verdicts and {distances.shape[0]} distances")
    if count == 0:
        return 0
    set_side(&a, rows_a, index_a, count)
    set_side(&b, rows_b, index_b, count)
    set_rows(&a, kind_a, radii_a, rows_a.shape[0])
    set_rows(&b, kind_b, radii_b, rows_b.shape[0])
    with nogil:
        uncertain = kernels.find_round_distances(&a, &b, count, &distances[0], &out[0])
    return uncertain


cdef int set_rows(PairSide* one, str kind, const double[::1] radii, Py_ssize_t count) except -1:
    """The rows of a side are in the place of its records."""
    if radii.shape[0] != count:
        raise ValueError(f"there are {count} rows and {radii.shape[0]} radii")
    one.kind = find_proxy_kind(kind)
    one.segments = <const SegmentRow*>one.records
    one.radii = &radii[0]
    return 0


cdef int set_strip(Strip* strip, double[:, ::1] columns, unsigned int[::1] index) except -1:
    """Low x, high x, low y and high y of boxes in a strip, with what is behind the last of them."""
    if columns.shape[0] != 4 or columns.shape[1] != index.shape[0] or index.shape[0] < SWEPT:
        raise ValueError(f"columns and index must have the shapes (4, n) and (n,), n >= {SWEPT}")
    strip.n = index.shape[0] - SWEPT
    strip.low_x = &columns[0, 0]
    strip.high_x = &columns[1, 0]
    strip.low_y = &columns[2, 0]
    strip.high_y = &columns[3, 0]
    strip.index = &index[0]
    return 0


def _sweep(str level not None, int order, double[:, ::1] sweeping not None,
           unsigned int[::1] index not None, double[:, ::1] others not None,
           unsigned int[::1] index_of_others not None, unsigned long long[::1] words not None,
           Py_ssize_t work):
    """Sweep once over strips, or over one that is given twice, at a level; returns the number of
    boxes that have swept, of the pairs written, and what that took."""
    cdef Strip one, other
    cdef StripSweep sweep
    cdef StripKernels kernels = simd_levels[find_level(level)].strips
    set_strip(&one, sweeping, index)
    set_strip(&other, others, index_of_others)
    if words.shape[0] == 0 or not 0 <= order <= 2:
        raise ValueError("there must be room for words, and an order of 0, 1 or 2")
    sweep.sweeping = &one
    sweep.others = &one if order == <int>LOWER_FIRST else &other
    sweep.order = <PairOrder>order
    sweep.next = sweep.start = 0
    sweep.end = <uint64_t*>&words[0]
    sweep.room = sweep.end + words.shape[0]
    with nogil:
        work = kernels.sweep(&sweep, work)
    return sweep.next, sweep.end - <uint64_t*>&words[0], work
