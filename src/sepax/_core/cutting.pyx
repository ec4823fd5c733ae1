"""Many outlines cut into convex parts in one call, without the GIL."""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.string cimport memcpy

from sepax._core.interrupts cimport Watch, check_interrupts, raise_pending, slice_ended, start_watch
from sepax._core.memory cimport has_room
from sepax._core.outline cimport (
    INTERRUPTED, NO_MEMORY, Outline, read_outline, spot_comes_before)
from sepax._core.partition cimport Partition, Parts, cut_outline, free_partition, new_partition
from sepax._core.ring cimport Spot

ctypedef const Py_ssize_t[::1] indices_t


cdef int require_offsets(indices_t offsets, Py_ssize_t count) except -1:
    """Offsets that divide so many rows."""
    cdef Py_ssize_t i, last = offsets.shape[0] - 1, work = 0
    if last < 0 or offsets[0] != 0 or offsets[last] != count:
        raise ValueError("offsets must lead from 0 to the number of rows")
    for i in range(last):
        check_interrupts(&work, 1)
        if offsets[i + 1] < offsets[i]:
            raise ValueError("offsets must not decrease")
    return 0


cdef bint keep_rings(Parts* rings, const Outline* outline) noexcept nogil:
    """Copy the corners of an outline with the inside to the left; False without memory."""
    cdef Py_ssize_t r, k, first, stop, leftmost
    cdef bint forward
    if not (has_room(<void**>&rings.spots, &rings.room, rings.count + outline.starts[outline.rings],
                     sizeof(Spot))
            and has_room(<void**>&rings.sizes, &rings.parts_room, rings.parts + outline.rings,
                         sizeof(Py_ssize_t))):
        return False
    for r in range(outline.rings):
        first, stop = outline.starts[r], outline.starts[r + 1]
        leftmost = first
        for k in range(first + 1, stop):
            if spot_comes_before(outline.read + k, outline.read + leftmost):
                leftmost = k
        # There a ring turns as it winds: to the left if it is counter-clockwise.
        forward = (outline.turns[leftmost] > 0) == (r == 0)
        for k in range(stop - first):
            # Backwards, too, from the first vertex on: as a convex exterior that is cut at once.
            rings.spots[rings.count + k] = outline.read[
                first + k if forward or k == 0 else stop - k]
        rings.sizes[rings.parts + r] = stop - first
        rings.count += stop - first
    rings.parts += outline.rings
    return True


@cython.final
cdef class Cuts:
    """The parts and the rings of outlines that one call of `Cutter.cut` has come to."""

    cdef Parts parts
    cdef Parts rings                    # each as one piece
    cdef readonly Py_ssize_t start      # the first of these outlines

    def __cinit__(self, Py_ssize_t start):
        self.start = start

    def __dealloc__(self):
        PyMem_RawFree(self.parts.spots)
        PyMem_RawFree(self.parts.sizes)
        PyMem_RawFree(self.rings.spots)
        PyMem_RawFree(self.rings.sizes)


@cython.final
cdef class Cutter:
    """The outlines, and their parts so far. `counts` gets the number of parts of each outline; 0 if
    it is none. With `skips`, those are left out. Else the cut ends there, and `findings` has the
    first of each thread: the number of the outline, and its `Finding`. Without parts, outlines are
    only checked, and the number is 1 for a convex one and 2 for others. Rings are kept for
    `write_rings` unless nobody wants them."""

    cdef const double[:, ::1] vertices
    cdef indices_t rings
    cdef indices_t outlines
    cdef Py_ssize_t[::1] counts
    cdef bint skips, with_parts, with_rings
    cdef list cuts
    cdef readonly list findings     # type: list[tuple[int, dict[str, int]]]
    cdef readonly Py_ssize_t count

    def __cinit__(self, const double[:, ::1] vertices not None, indices_t ring_offsets not None,
                  indices_t polygon_offsets not None, Py_ssize_t[::1] counts not None, bint skips,
                  bint with_parts=True, bint with_rings=True):
        """Nobody else may change the offsets."""
        require_offsets(ring_offsets, vertices.shape[0])
        require_offsets(polygon_offsets, ring_offsets.shape[0] - 1)
        self.vertices, self.rings, self.outlines = vertices, ring_offsets, polygon_offsets
        self.counts, self.skips = counts, skips
        self.with_parts, self.with_rings = with_parts, with_rings
        self.count = polygon_offsets.shape[0] - 1
        if vertices.shape[1] != 2 or counts.shape[0] != self.count:
            raise ValueError("vertices must have the shape (v, 2), and counts one entry a polygon")
        self.cuts, self.findings = [], []

    def cut(self, Py_ssize_t start, Py_ssize_t stop) -> int:
        """Cut outlines from `start` on until the time is over, or `stop`; returns where it is."""
        cdef Cuts cuts = Cuts(start)
        cdef Partition* partition
        cdef Py_ssize_t row
        if not 0 <= start <= stop <= self.count:
            raise IndexError("there are no such outlines")
        if self.findings and min(self.findings)[0] < start:
            return stop
        partition = new_partition()
        if partition is NULL:
            raise MemoryError
        try:
            with nogil:
                row = self.cut_rows(partition, &cuts.parts, &cuts.rings, start, stop)
            raise_pending()
            if partition.outline.finding.fault == NO_MEMORY:
                raise MemoryError("there is no memory for the parts of so many outlines")
            self.cuts.append(cuts)
            if row >= 0:
                return row
            self.findings.append((-1 - row, partition.outline.finding))
            return stop
        finally:
            free_partition(partition)

    cdef Py_ssize_t cut_rows(self, Partition* partition, Parts* parts, Parts* rings_found,
                             Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
        """The outline that follows the last one, or -1 - row for one at which the cut ends."""
        cdef const Spot* vertices = <const Spot*>&self.vertices[0, 0] if (
            self.vertices.shape[0]) else NULL
        cdef Py_ssize_t row, first, rings, before
        cdef int fault
        cdef Watch watch
        start_watch(&watch)
        for row in range(start, stop):
            first, rings = self.outlines[row], self.outlines[row + 1] - self.outlines[row]
            before = parts.parts
            if not self.take_outline(partition, vertices, &self.rings[first], rings, parts):
                fault = partition.outline.finding.fault
                if not self.skips or fault == INTERRUPTED or fault == NO_MEMORY:
                    return -1 - row
            elif self.with_rings and not keep_rings(rings_found, &partition.outline):
                partition.outline.finding.fault = NO_MEMORY
                return -1 - row
            self.counts[row] = parts.parts - before
            if not self.with_parts and partition.outline.finding.fault == 0:
                self.counts[row] = 2 - partition.outline.is_convex
            if slice_ended(&watch, self.rings[first + rings] - self.rings[first]
                           + partition.outline.n * partition.outline.reflex):
                return row + 1
        return stop

    cdef bint take_outline(self, Partition* partition, const Spot* vertices,
                           const Py_ssize_t* starts, Py_ssize_t rings, Parts* parts) noexcept nogil:
        """Cut an outline, or only read it. False if the finding says why not."""
        if self.with_parts:
            return cut_outline(partition, vertices, starts, rings, parts)
        return read_outline(&partition.outline, vertices, starts, rings)

    def totals(self) -> tuple[int, int, int, int]:
        """The number of parts, and of their vertices; of rings, and of theirs."""
        cdef Cuts cuts
        cdef Py_ssize_t parts = 0, vertices = 0, rings = 0, corners = 0
        for cuts in self.cuts:
            parts += cuts.parts.parts
            vertices += cuts.parts.count
            rings += cuts.rings.parts
            corners += cuts.rings.count
        return parts, vertices, rings, corners

    def write(self, double[:, ::1] vertices not None, Py_ssize_t[::1] offsets not None) -> None:
        """Write all vertices of all parts, and where each part begins and the last one ends."""
        if self.totals()[:2] != (offsets.shape[0] - 1, vertices.shape[0]) or vertices.shape[1] != 2:
            raise ValueError("vertices and offsets must have room for the totals")
        self.write_pieces(False, vertices, offsets)

    def write_rings(self, double[:, ::1] corners not None,
                    Py_ssize_t[::1] offsets not None) -> None:
        """Write the corners of all rings, the inside to the left, and where each begins and the
        last one ends."""
        if self.totals()[2:] != (offsets.shape[0] - 1, corners.shape[0]) or corners.shape[1] != 2:
            raise ValueError("corners and offsets must have room for the totals")
        self.write_pieces(True, corners, offsets)

    cdef int write_pieces(self, bint rings, double[:, ::1] vertices,
                          Py_ssize_t[::1] offsets) except -1:
        """Write parts, or rings, in the order of the outlines."""
        cdef Cuts cuts
        cdef const Parts* pieces
        cdef Py_ssize_t k, piece = 0, count = 0, work = 0
        offsets[0] = 0
        for cuts in sorted(self.cuts, key=_start_of):
            pieces = &cuts.rings if rings else &cuts.parts
            if pieces.count:
                memcpy(&vertices[count, 0], pieces.spots, pieces.count * sizeof(Spot))
            for k in range(pieces.parts):
                count += pieces.sizes[k]
                piece += 1
                offsets[piece] = count
            check_interrupts(&work, pieces.parts)
        return 0


def _start_of(Cuts cuts not None) -> int:
    return cuts.start
