"""The loops of the instruction set of this process: the highest level that the machine has, or
the one that SEPAX_SIMD names, chosen at import. SEPAX_STAGE says where pairs begin: at "float32"
proxies, the default, at these with all pairs left "open", or at "float64" records."""

import os

cimport cython
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
        raise ImportError(f"SEPAX_STAGE is {wanted!r}: there are {', '.join(names)}")
    return names.index(wanted)


cdef int chosen = find_level(os.environ.get("SEPAX_SIMD", ""))
ring_loops = simd_levels[chosen].rings
pair_loops = simd_levels[chosen].pairs
strip_loops = simd_levels[chosen].strips
scan_loops = simd_levels[chosen].scans
ray_loops = simd_levels[chosen].rays
node_loops = simd_levels[chosen].nodes
first_stage = find_stage(os.environ.get("SEPAX_STAGE", "") or "float32")
nan_origin[:] = [NAN, NAN]


def simd_level() -> str:
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

def _levels() -> list[str]:
    """Names of the levels that this machine has, the lowest first."""
    cdef int level
    return [(<bytes>simd_levels[level].name).decode()
            for level in range(simd_highest_level() + 1)]


cdef ProxyKind find_proxy_kind(str kind) except *:
    names = ("boxes", "discs", "segments", "rounded boxes", "points")    # in the order of ProxyKind
    if kind not in names:
        raise ValueError(f"a kind is one of {', '.join(names)}, not {kind!r}")
    return <ProxyKind><int>names.index(kind)


cdef int require_proxies(const float[:, ::1] proxies, Py_ssize_t count,
                         const double[::1] origin) except -1:
    if proxies.shape[0] != count or proxies.shape[1] != PROXY or origin.shape[0] != 2:
        raise ValueError(f"proxies must have the shape ({count}, {PROXY}), an origin (2,)")
    return 0


def _write_proxies(str kind not None, const double[:, ::1] records not None,
                   double[::1] origin not None, float[:, ::1] proxies not None) -> None:
    """Fill (n, PROXY) with the proxies of records about an origin; one of NaN is chosen first."""
    cdef ProxyKind of = find_proxy_kind(kind)
    require_proxies(proxies, records.shape[0], origin)
    if records.shape[0] == 0 or records.shape[1] != RECORD:
        raise ValueError(f"records must have the shape (n, {RECORD}), n > 0")
    move_origin(&origin[0], &records[0, 0], RECORD, records.shape[0])
    write_proxies(&records[0, 0], &origin[0], records.shape[0], of, &proxies[0, 0])


@cython.final
cdef class _Side:
    """One side of pairs: the rows of `index`, or all; a single row is the same in all pairs.

    Records may have proxies of their kind about an origin; without proxies "boxes" stands for any
    shapes. For "round distances" segments have rows (segment_row.h), and all but boxes have radii.
    """

    cdef PairSide side
    cdef Py_ssize_t count
    cdef tuple kept     # the arrays that `side` points to

    def __cinit__(self, const double[:, ::1] records not None, const Py_ssize_t[::1] index=None,
                  str kind not None="boxes", const float[:, ::1] proxies=None,
                  const double[::1] origin=None, const double[::1] radii=None):
        cdef Py_ssize_t k, rows = records.shape[0]
        self.kept = (records, index, proxies, origin, radii)
        self.side.kind = find_proxy_kind(kind)
        if records.shape[1] != (2 if self.side.kind == OF_POINTS else RECORD):
            raise ValueError(f"{kind} do not have {records.shape[1]} numbers a row")
        if rows > 0:
            self.side.records = &records[0, 0]
            self.side.segments = <const SegmentRow*>&records[0, 0]
            self.side.cores = &records[0, 0]
        self.count = rows if index is None else index.shape[0]
        self.side.is_one = index is None and rows == 1
        if index is not None and self.count > 0:
            for k in range(self.count):
                if not 0 <= index[k] < rows:
                    raise IndexError(f"index {index[k]} is out of range")
            self.side.index = &index[0]
        if origin is not None:
            self.side.origin = &origin[0]
        if proxies is not None and rows > 0:
            require_proxies(proxies, rows, origin)
            self.side.proxies = &proxies[0, 0]
        if radii is not None and rows > 0:
            if radii.shape[0] != rows:
                raise ValueError(f"there are {rows} rows and {radii.shape[0]} radii")
            self.side.radii = &radii[0]


def _run(str loop not None, str level not None, _Side a not None, _Side b not None,
         unsigned char[::1] out not None, double[::1] numbers=None) -> int:
    """Run a loop over len(out) pairs at a level; returns how many are uncertain.

    `loop` is "boxes", "shapes", "cores" for shapes of which some have rounded ones, "points",
    "edges"; or with numbers "distances" of boxes, "round distances", "areas" that boxes share, or
    "shares", which are parts of what they cover.
    """
    cdef const PairLoops* loops = &simd_levels[find_level(level)].pairs
    cdef classify_t classify = NULL
    cdef find_vectors_t measure = NULL
    cdef PairBatch batch = PairBatch(a.side, b.side, out.shape[0])
    cdef bint of_union = loop == "shares"
    cdef Py_ssize_t uncertain
    batch.a.has_cores = batch.b.has_cores = loop == "cores"
    if loop == "boxes":
        classify = loops.classify_boxes
    elif loop == "shapes" or loop == "cores":
        classify = loops.classify_shapes
    elif loop == "points":
        classify = loops.classify_points
    elif loop == "edges":
        classify = loops.find_edges
    elif loop == "distances":
        measure = loops.find_distances
    elif loop == "round distances":
        measure = loops.find_round_distances
    elif loop != "areas" and loop != "shares":
        raise ValueError(f"there is no loop {loop!r}")
    for side in (a, b):
        if not (<_Side>side).side.is_one and (<_Side>side).count != batch.count:
            raise ValueError(f"there are {batch.count} pairs and {(<_Side>side).count} rows")
    if classify is NULL and numbers.shape[0] != batch.count:
        raise ValueError(f"there are {batch.count} verdicts and {numbers.shape[0]} numbers")
    if batch.count == 0:
        return 0
    with nogil:
        if classify is not NULL:
            uncertain = classify(&batch, &out[0])
        elif measure is not NULL:
            uncertain = measure(&batch, &numbers[0], &out[0])
        else:
            uncertain = loops.find_areas(&batch, of_union, &numbers[0], &out[0])
    return uncertain


def _proxy_counts() -> tuple[int, int, int, int] | None:
    """How many pairs proxies have decided and left uncertain since the import, and the same for
    rounded records; None but in careful builds (setup.py)."""
    if not PROXIES_ARE_COUNTED:
        return None
    return tuple([proxy_count_after(which, 0) for which in range(PROXY_COUNTS)])


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
           Py_ssize_t work) -> tuple[int, int, int]:
    """Sweep once over two strips, or one given twice, at a level; returns how many boxes have
    swept, how many pairs were written, and the work."""
    cdef Strip one, other
    cdef StripSweep sweep
    cdef StripLoops loops = simd_levels[find_level(level)].strips
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
        work = loops.sweep(&sweep, work)
    return sweep.next, sweep.end - <uint64_t*>&words[0], work
