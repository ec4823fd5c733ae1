"""Regions of a mesh, cut anew into as few convex parts as they can be."""

from sepax._core.decomposition cimport (
    MOST_CORNERS, find_reflex, least_parts, mask_t, trace_chain)
from sepax._core.interrupts cimport was_interrupted
from sepax._core.outline cimport INTERRUPTED, NO_MEMORY, is_one_point, refuse
from sepax._core.triangles cimport make_mesh, target

cdef enum:
    # Corners of a region. As many again cost twice the time and save a hundredth of the parts of
    # stars: `bench/run.py compound --match cut`. In large outlines the search then takes less than
    # the triangles do.
    WIDE = 14
    NARROW = 8
    LARGE = 256             # corners from which on regions are narrow
    PASSES = 8              # over all diagonals: two or three suffice
    RECUT_WORK = 500        # of a region, in units of interrupts.pxd


# --- parts along the cheapest chains ---

cdef inline Py_ssize_t draw_diagonal(Recut* recut, Mesh* mesh, int i, int j) noexcept nogil:
    """Take two of the half-edges within the region; returns that from corner i to j."""
    cdef Py_ssize_t h, g
    recut.inner -= 2
    h, g = recut.within[recut.inner], recut.within[recut.inner + 1]
    mesh.origin[h], mesh.origin[g] = recut.region.corners[i], recut.region.corners[j]
    mesh.twin[h], mesh.twin[g] = g, h
    return h


cdef inline void link(Mesh* mesh, Py_ssize_t h, Py_ssize_t g) noexcept nogil:
    mesh.after[h] = g
    mesh.before[g] = h


cdef void draw_parts(Recut* recut, Mesh* mesh) noexcept nogil:
    """Draw the diagonals that `least_parts` has found, with what is within the region."""
    cdef Region* region = &recut.region
    cdef Py_ssize_t[MOST_CORNERS] bases     # half-edges j -> i, each of a part that is to be drawn
    cdef int[MOST_CORNERS] first
    cdef int[MOST_CORNERS] last
    cdef int waiting = 1, i, j, stop
    cdef Py_ssize_t base, end, h
    cdef mask_t chain
    bases[0], first[0], last[0] = region.edges[region.n - 1], 0, region.n - 1
    while waiting:
        waiting -= 1
        base = end = bases[waiting]
        i, stop = first[waiting], last[waiting]
        chain = trace_chain(region, i, stop)
        for j in range(i + 1, stop + 1):
            if not (chain >> j) & 1:
                continue
            if j == i + 1:
                h = region.edges[i]
            else:
                h = draw_diagonal(recut, mesh, i, j)
                bases[waiting], first[waiting], last[waiting] = mesh.twin[h], i, j
                waiting += 1
            link(mesh, end, h)
            end = h
            i = j
        link(mesh, end, base)


cdef void forget_rest(Recut* recut, Mesh* mesh) noexcept nogil:
    """Mark the half-edges within the region that are not used."""
    cdef int k
    for k in range(recut.inner):
        mesh.after[recut.within[k]] = mesh.twin[recut.within[k]] = -1


cdef int read_places(Region* region, const Outline* outline, const Mesh* mesh) noexcept nogil:
    cdef int k
    for k in range(region.n):
        region.corners[k] = mesh.origin[region.edges[k]]
        region.spots[k] = outline.spots[region.corners[k]]
    return find_reflex(region)


cdef int read_corners(Region* region, const Outline* outline, const Mesh* mesh) noexcept nogil:
    """Read the corners from a reflex one on; how many of them are reflex."""
    cdef Py_ssize_t[MOST_CORNERS] edges
    cdef int k, shift = 0, n = region.n
    cdef int count = read_places(region, outline, mesh)
    if count == 0 or region.reflex & 1:
        return count
    while not (region.reflex >> shift) & 1:
        shift += 1
    for k in range(n):
        edges[k] = region.edges[k]
    for k in range(n):
        region.edges[k] = edges[k + shift if k + shift < n else k + shift - n]
    return read_places(region, outline, mesh)


cdef bint cut_whole(Recut* recut, Outline* outline, Mesh* mesh) noexcept nogil:
    """Cut a small outline without holes. False if the finding says why not."""
    cdef Py_ssize_t i = 0, k, n = outline.n
    if not make_mesh(mesh, n + 2 * (n - 3)):
        return refuse(outline, NO_MEMORY, 0, 0, 0)
    if was_interrupted(&outline.watch, n * outline.reflex):
        return refuse(outline, INTERRUPTED, 0, 0, 0)
    for k in range(n):
        recut.region.edges[k] = k
        mesh.origin[k] = i
        mesh.twin[k] = -1
        i = outline.following[i]
    recut.inner = 2 * (n - 3)
    for k in range(recut.inner):
        recut.within[k] = n + k
    recut.region.n = n
    read_corners(&recut.region, outline, mesh)
    least_parts(&recut.region)
    draw_parts(recut, mesh)
    forget_rest(recut, mesh)
    return True


# --- regions of several parts ---

cdef int face_size(const Mesh* mesh, Py_ssize_t h, int most) noexcept nogil:
    """The number of edges of a face, or one more than the most that fit."""
    cdef Py_ssize_t g = mesh.after[h]
    cdef int size = 1
    while g != h and size <= most:
        size += 1
        g = mesh.after[g]
    return size


cdef bint is_new(const Region* region, const Outline* outline, const Mesh* mesh,
                 Py_ssize_t g) noexcept nogil:
    """Whether a face shares no point with the region but its half-edge g. Otherwise they would
    enclose a hole, or touch in a corner."""
    cdef Py_ssize_t h = mesh.after[mesh.after[g]]
    cdef int k
    while h != g:
        for k in range(region.n):
            if is_one_point(outline.spots, mesh.origin[region.edges[k]], mesh.origin[h]):
                return False
        h = mesh.after[h]
    return True


cdef void add_face(Recut* recut, const Mesh* mesh, int place, int size) noexcept nogil:
    """Enlarge the region by the face, of so many edges, beyond one of its edges."""
    cdef Region* region = &recut.region
    cdef Py_ssize_t h = region.edges[place], g = mesh.twin[h]
    cdef int k, more = size - 2
    recut.within[recut.inner], recut.within[recut.inner + 1] = h, g
    recut.inner += 2
    k = region.n - 1
    while k > place:
        region.edges[k + more] = region.edges[k]
        k -= 1
    for k in range(size - 1):
        g = mesh.after[g]
        region.edges[place + k] = g
    region.n += more


cdef int grow_region(Recut* recut, const Outline* outline, const Mesh* mesh, Py_ssize_t start,
                     int most) noexcept nogil:
    """Gather faces around the one of a half-edge, up to so many corners; how many faces they are.
    """
    cdef Region* region = &recut.region
    cdef Py_ssize_t h = start, g
    cdef int faces = 1, place, tried = 0, size
    region.n = face_size(mesh, start, most)
    recut.inner = 0
    if region.n > most:
        return faces
    for place in range(region.n):
        region.edges[place] = h
        h = mesh.after[h]
    place = 0
    while tried < region.n and region.n < most:
        g = mesh.twin[region.edges[place]]
        size = face_size(mesh, g, most) if g >= 0 else most
        if region.n + size - 2 <= most and is_new(region, outline, mesh, g):
            add_face(recut, mesh, place, size)
            faces += 1
            tried = 0
            place += size - 1       # the neighbours of the first face come first
        else:
            place += 1
            tried += 1
        if place >= region.n:
            place = 0
    return faces


cdef void settle(Recut* recut, Mesh* mesh, bint settled) noexcept nogil:
    """Mark the diagonals within a region; whether they need not be looked at any more."""
    cdef int k
    for k in range(recut.inner):
        mesh.settled[recut.within[k]] = settled


cdef void unsettle_border(const Region* region, Mesh* mesh) noexcept nogil:
    cdef int k
    cdef Py_ssize_t twin
    for k in range(region.n):
        twin = mesh.twin[region.edges[k]]
        if twin >= 0:
            mesh.settled[region.edges[k]] = mesh.settled[twin] = False


cdef int save_parts(Recut* recut, const Outline* outline, Mesh* mesh, Py_ssize_t h,
                    int most) noexcept nogil:
    """Cut the region around a diagonal anew, if that saves parts; returns how many."""
    cdef int faces = grow_region(recut, outline, mesh, h, most), least
    settle(recut, mesh, True)
    # A reflex corner needs a diagonal, which serves two at most.
    if faces == 1 or faces <= (read_corners(&recut.region, outline, mesh) + 1) // 2 + 1:
        return 0
    least = least_parts(&recut.region)
    if least < faces:
        settle(recut, mesh, False)
        unsettle_border(&recut.region, mesh)
        draw_parts(recut, mesh)
        forget_rest(recut, mesh)
    return faces - least


cdef bint cut_regions(Recut* recut, Outline* outline, Mesh* mesh) noexcept nogil:
    """Cut regions around diagonals anew until each diagonal is within one that has as few parts as
    it can."""
    cdef Py_ssize_t h, saved = 1
    cdef int passes = 0, most = WIDE if outline.n <= LARGE else NARROW
    for h in range(mesh.n):
        mesh.settled[h] = False
    while saved and passes < PASSES:
        saved = 0
        passes += 1
        for h in range(mesh.n):
            if mesh.settled[h] or mesh.after[h] < 0 or mesh.twin[h] < h:
                continue
            mesh.settled[h] = True
            if was_interrupted(&outline.watch, RECUT_WORK):
                return refuse(outline, INTERRUPTED, 0, 0, 0)
            saved += save_parts(recut, outline, mesh, h, most)
    return True
