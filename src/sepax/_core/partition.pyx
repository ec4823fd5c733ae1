"""Triangles merged to convex parts, and regions of these cut anew, into as few as may be.

The result does not depend on where a ring begins, how it winds or in which order holes are given:
corners are numbered from left to right, and each part begins with its leftmost vertex.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.string cimport memcpy

from sepax._core.decomposition cimport find_reflex, least_parts, mask_t, trace_chain
from sepax._core.interrupts cimport start_watch, was_interrupted
from sepax._core.kernels.roundoff cimport OPPOSITE_ROUNDOFF
from sepax._core.memory cimport has_room, new_zeros
from sepax._core.outline cimport INTERRUPTED, NO_MEMORY, is_one_point, read_outline, refuse, turn
from sepax._core.triangles cimport cut_triangles, make_mesh, target

cdef enum:
    MOST_PASSES = 128       # that flip edges: 32 suffice, except for outlines like rings
    # Corners times reflex corners of an outline that is cut as one region. Of 60 corners, half of
    # them reflex, that would take three times as long as its regions.
    WHOLE = 1024
    # Corners of a region. As many again cost twice the time and save a hundredth of the parts of
    # stars: `bench/run.py compound --match cut`. In large outlines the search then takes less than
    # the triangles do.
    WIDE = 14
    NARROW = 8
    LARGE = 256             # corners from which on regions are narrow
    PASSES = 8              # over all diagonals: two or three suffice
    RECUT_WORK = 500        # of a region, in units of interrupts.pxd


cdef Partition* new_partition() noexcept nogil:
    """NULL without memory. It is too large for the stacks of some threads."""
    cdef Partition* partition = <Partition*>new_zeros(1, sizeof(Partition))
    if partition is not NULL:
        start_watch(&partition.outline.watch)
    return partition


cdef void free_partition(Partition* partition) noexcept nogil:
    if partition is NULL:
        return
    PyMem_RawFree(partition.outline.memory)
    PyMem_RawFree(partition.sweep.memory)
    PyMem_RawFree(partition.mesh.memory)
    PyMem_RawFree(partition.rounder.memory)
    PyMem_RawFree(partition)


# --- rounder triangles ---

cdef bint is_better_flipped(const Mesh* mesh, const Spot* spots, Py_ssize_t h) noexcept nogil:
    """Whether the angles opposite an edge are more than half a turn together, and the triangles
    still turn left when it is flipped. The latter is exact. The former is rounded, which only
    affects form: corners on one circle do not flip, as they would flip for ever."""
    cdef Py_ssize_t g = mesh.twin[h]
    if g < h:
        return False
    cdef Py_ssize_t i = mesh.origin[h], j = mesh.origin[g]
    cdef Py_ssize_t k = mesh.origin[mesh.before[h]], m = mesh.origin[mesh.before[g]]
    cdef Spot a = spots[i], b = spots[j], c = spots[k], d = spots[m]
    cdef double ux = a.x - c.x, uy = a.y - c.y, vx = b.x - c.x, vy = b.y - c.y
    cdef double wx = b.x - d.x, wy = b.y - d.y, zx = a.x - d.x, zy = a.y - d.y
    cdef double first = (ux * vy - uy * vx) * (wx * zx + wy * zy)
    cdef double second = (wx * zy - wy * zx) * (ux * vx + uy * vy)
    return (first + second < -OPPOSITE_ROUNDOFF * (fabs(first) + fabs(second))
            and turn(spots, m, j, k) > 0 and turn(spots, k, i, m) > 0)


cdef inline void flip(Mesh* mesh, Py_ssize_t h) noexcept nogil:
    """Replace the edge between two triangles by the other diagonal of their quadrilateral."""
    cdef Py_ssize_t g = mesh.twin[h], side
    cdef Py_ssize_t corners[6]
    corners[0], corners[1], corners[2] = h, mesh.before[h], mesh.after[g]
    corners[3], corners[4], corners[5] = g, mesh.before[g], mesh.after[h]
    mesh.origin[h] = mesh.origin[corners[4]]
    mesh.origin[g] = mesh.origin[corners[1]]
    for side in range(6):
        mesh.after[corners[side]] = corners[side - side % 3 + (side + 1) % 3]
        mesh.before[corners[side]] = corners[side - side % 3 + (side + 2) % 3]


cdef bint flip_edges(Mesh* mesh, Outline* outline) noexcept nogil:
    """Make rounder triangles, towards Delaunay's (Lawson, 1977): often that makes fewer parts."""
    cdef Py_ssize_t h
    cdef bint flipped = True
    cdef int passes = 0
    while flipped and passes < MOST_PASSES:
        flipped = False
        passes += 1
        for h in range(mesh.n):
            if was_interrupted(&outline.watch, 1):
                return refuse(outline, INTERRUPTED, 0, 0, 0)
            if is_better_flipped(mesh, outline.spots, h):
                flip(mesh, h)
                flipped = True
    return True


# --- faces merged where the corners stay convex ---

cdef inline bint corner_stays_convex(const Mesh* mesh, const Spot* spots,
                                     Py_ssize_t h) noexcept nogil:
    """Whether the corner at the origin of a half-edge is convex once its two faces are one."""
    cdef Py_ssize_t other = mesh.after[mesh.twin[h]]
    return turn(spots, mesh.origin[mesh.before[h]], mesh.origin[h], target(mesh, other)) >= 0


cdef inline bint merge_faces(Mesh* mesh, const Spot* spots, Py_ssize_t h) noexcept nogil:
    """Remove an edge between two faces if they are one convex face without it."""
    cdef Py_ssize_t g = mesh.twin[h]
    if g < h or not (corner_stays_convex(mesh, spots, h) and corner_stays_convex(mesh, spots, g)):
        return False
    mesh.after[mesh.before[h]] = mesh.after[g]
    mesh.before[mesh.after[g]] = mesh.before[h]
    mesh.after[mesh.before[g]] = mesh.after[h]
    mesh.before[mesh.after[h]] = mesh.before[g]
    mesh.after[h] = mesh.after[g] = -1
    mesh.twin[h] = mesh.twin[g] = -1
    return True


cdef Py_ssize_t merge_triangles(Mesh* mesh, Outline* outline) noexcept nogil:
    """Merge faces until no two neighbours make a convex one (Hertel and Mehlhorn, 1985); returns
    the number of faces, or -1. A corner that needs an edge still needs it after others are gone, so
    each edge is tried once, and at most two stay at a reflex corner."""
    cdef Py_ssize_t h, parts = mesh.n // 3      # if none are merged yet
    for h in range(mesh.n):
        if was_interrupted(&outline.watch, 1):
            refuse(outline, INTERRUPTED, 0, 0, 0)
            return -1
        parts -= merge_faces(mesh, outline.spots, h)
    return parts


cdef bint copy_mesh(const Mesh* mesh, Mesh* copy) noexcept nogil:
    if not make_mesh(copy, mesh.n):
        return False
    memcpy(copy.origin, mesh.origin, mesh.n * sizeof(Py_ssize_t))
    memcpy(copy.before, mesh.before, mesh.n * sizeof(Py_ssize_t))
    memcpy(copy.after, mesh.after, mesh.n * sizeof(Py_ssize_t))
    memcpy(copy.twin, mesh.twin, mesh.n * sizeof(Py_ssize_t))
    return True


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
    """Draw the diagonals that `least_parts` has found, with half-edges within the region."""
    cdef Region* region = &recut.region
    cdef Py_ssize_t[MOST_CORNERS] bases     # half-edges j -> i, each of a part that is to be drawn
    cdef int[MOST_CORNERS] first, last
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
    """Read the corners from a reflex one on; returns the number of reflex ones."""
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
    """Gather faces around the one of a half-edge, up to so many corners; returns their number."""
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
    """Mark the diagonals within a region; whether they are all settled."""
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


# --- parts as rings ---

cdef bint make_part(Parts* parts, Py_ssize_t size) noexcept nogil:
    """Add a part of so many vertices, which the caller fills in; False without memory."""
    if not (has_room(<void**>&parts.spots, &parts.room, parts.count + size, sizeof(Spot))
            and has_room(<void**>&parts.sizes, &parts.parts_room, parts.parts + 1,
                         sizeof(Py_ssize_t))):
        return False
    parts.sizes[parts.parts] = size
    parts.parts += 1
    parts.count += size
    return True


cdef bint write_exterior(const Outline* outline, Parts* parts) noexcept nogil:
    """Write a convex outline as it is, counter-clockwise from its first corner: as `Polygon` does."""
    cdef Py_ssize_t n = outline.n, i, k = 0
    cdef const Spot* read = outline.read
    cdef Spot* to
    if not make_part(parts, n):
        return False
    to = parts.spots + parts.count - n
    for i in range(n):
        to[i] = read[k]
        if outline.turns[0] > 0:
            k = k + 1 if k + 1 < n else 0
        else:
            k = k - 1 if k else n - 1
    return True


cdef bint write_face(const Mesh* mesh, const Spot* spots, Py_ssize_t start,
                     Parts* parts) noexcept nogil:
    """Write the corners of a face from the leftmost on, without those that are straight."""
    cdef Py_ssize_t h = start, first = start, size = 0
    cdef Spot* to
    while size == 0 or h != start:
        if mesh.origin[h] < mesh.origin[first]:
            first = h
        size += 1
        h = mesh.after[h]
    if not make_part(parts, size):
        return False
    to = parts.spots + parts.count - size
    parts.count -= size
    h, size = first, 0
    while size == 0 or h != first:
        if turn(spots, mesh.origin[mesh.before[h]], mesh.origin[h], target(mesh, h)):
            to[size] = spots[mesh.origin[h]]
            size += 1
        h = mesh.after[h]
    parts.count += size
    parts.sizes[parts.parts - 1] = size
    return True


cdef bint write_faces(Mesh* mesh, Outline* outline, Parts* parts) noexcept nogil:
    """Write the faces of a mesh, and take them off it."""
    cdef Py_ssize_t start, h, after
    for start in range(mesh.n):
        if mesh.after[start] < 0:
            continue
        if not write_face(mesh, outline.spots, start, parts):
            return refuse(outline, NO_MEMORY, 0, 0, 0)
        if was_interrupted(&outline.watch, parts.sizes[parts.parts - 1]):
            return refuse(outline, INTERRUPTED, 0, 0, 0)
        h = start
        while mesh.after[h] >= 0:
            after = mesh.after[h]
            mesh.after[h] = -1
            h = after
    return True


cdef Mesh* merge_best(Partition* partition) noexcept nogil:
    """Merge triangles as they are, and made rounder; NULL if the finding says why not."""
    cdef Outline* outline = &partition.outline
    cdef Py_ssize_t plain, round
    if not copy_mesh(&partition.mesh, &partition.rounder):
        refuse(outline, NO_MEMORY, 0, 0, 0)
        return NULL
    plain = merge_triangles(&partition.mesh, outline)
    if plain < 0 or not flip_edges(&partition.rounder, outline):
        return NULL
    round = merge_triangles(&partition.rounder, outline)
    if round < 0:
        return NULL
    return &partition.mesh if plain <= round else &partition.rounder


cdef Mesh* cut_large(Partition* partition) noexcept nogil:
    """Cut an outline, which has been read, by way of triangles; NULL if it is refused."""
    cdef Outline* outline = &partition.outline
    cdef Mesh* mesh
    if not cut_triangles(&partition.sweep, outline, &partition.mesh):
        return NULL
    mesh = merge_best(partition)
    if mesh is NULL or not cut_regions(&partition.recut, outline, mesh):
        return NULL
    # A new cut may leave an edge around it that no corner needs any more.
    return mesh if merge_triangles(mesh, outline) >= 0 else NULL


cdef bint cut_outline(Partition* partition, const Spot* vertices, const Py_ssize_t* starts,
                      Py_ssize_t rings, Parts* parts) noexcept nogil:
    """Read an outline, as `read_outline`, and add its parts. False if the finding says why not."""
    cdef Outline* outline = &partition.outline
    cdef Mesh* mesh = &partition.mesh
    if not read_outline(outline, vertices, starts, rings):
        return False
    if outline.is_convex:
        return write_exterior(outline, parts) or refuse(outline, NO_MEMORY, 0, 0, 0)
    if outline.rings == 1 and not outline.touches and outline.n <= MOST_CORNERS and (
            outline.n * outline.reflex <= WHOLE):
        if not cut_whole(&partition.recut, outline, mesh):
            return False
    else:
        mesh = cut_large(partition)
    return mesh is not NULL and write_faces(mesh, outline, parts)
