"""The contact normal of two groups of convex parts that touch without an overlap."""

from cpython.mem cimport PyMem_RawFree
from libc.string cimport memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.extents cimport joint_size, read_box
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory
from sepax._core.interrupts cimport Watch, was_interrupted, raise_pending, start_watch
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.openings cimport (
    FaceChoice, Opening, Wedge, best_face, opens_after, read_wedges, wedge_is_known)
from sepax._core.kernels.tangent cimport Cone, place_tolerance, tangent_cone
from sepax._core.memory cimport has_room, new_array

ctypedef const Py_ssize_t[::1] indices_t

cdef struct Touching:
    Wedge* wedges           # each once
    Py_ssize_t count, room
    double tolerance
    Opening* openings
    Watch watch
    bint stopped            # by a signal, or without memory


cdef void add_wedges(Touching* touching, const Convex* a, const Convex* b) noexcept nogil:
    """Add the tangent cone of two parts, if they touch."""
    cdef double tolerance = touching.tolerance
    cdef Wedge[2] wedges
    cdef Cone cone
    cdef int k
    tangent_cone(a, b, 0.0, 0.0, tolerance, &cone)
    for k in range(read_wedges(&cone, a, b, tolerance, wedges)):
        if wedge_is_known(touching.wedges, touching.count, wedges + k):
            continue
        if not has_room(<void**>&touching.wedges, &touching.room, touching.count + 1,
                        sizeof(Wedge)):
            touching.stopped = True
            return
        touching.wedges[touching.count] = wedges[k]
        touching.count += 1


cdef void list_cones(Touching* touching, ShapeBlock a, ShapeBlock b, indices_t i,
                     indices_t j) noexcept nogil:
    cdef Restored memory_a, memory_b
    cdef Py_ssize_t k
    prepare_memory(&a.shapes, &memory_a)
    prepare_memory(&b.shapes, &memory_b)
    for k in range(i.shape[0]):
        add_wedges(touching, convex_at(&a.shapes, i[k], &memory_a),
                   convex_at(&b.shapes, j[k], &memory_b))
        if touching.stopped or was_interrupted(&touching.watch, 1 + touching.count):
            touching.stopped = True
            return


cdef FaceChoice find_face(Touching* touching) noexcept nogil:
    cdef Py_ssize_t k, openings = 0
    cdef FaceChoice best
    best.found = False
    touching.openings = <Opening*>new_array(touching.count, sizeof(Opening))
    if touching.openings is NULL:
        touching.stopped = True
        return best
    for k in range(touching.count):
        openings += opens_after(touching.wedges, touching.count, k, touching.openings + openings)
        if was_interrupted(&touching.watch, touching.count):
            touching.stopped = True
            return best
    return best_face(touching.wedges, touching.count, touching.openings, openings)


def touching_normal(ShapeBlock a not None, ShapeBlock b not None, indices_t i not None,
                    indices_t j not None) -> tuple[float, float]:
    """The unit normal from a to b of groups that touch without an overlap; openings.pxd chooses it,
    independently of the decomposition. Only parts i[k] of a and j[k] of b may touch."""
    cdef Touching touching
    cdef FaceChoice best
    cdef double[4] box_a, box_b
    cdef Py_ssize_t k
    for k in range(i.shape[0]):
        if not (k < j.shape[0] and 0 <= i[k] < a.count and 0 <= j[k] < b.count):
            raise IndexError("there is no such part")
    memset(&touching, 0, sizeof(Touching))
    read_box(box_a, &a.shapes, a.count)
    read_box(box_b, &b.shapes, b.count)
    touching.tolerance = place_tolerance(joint_size(box_a, box_b, 0.0, 0.0))
    start_watch(&touching.watch)
    try:
        with nogil:
            list_cones(&touching, a, b, i, j)
            best = find_face(&touching)
        raise_pending()
        if touching.stopped:
            raise MemoryError
    finally:
        PyMem_RawFree(touching.wedges)
        PyMem_RawFree(touching.openings)
    # Points have no face.
    return (0.0 - best.out.x, 0.0 - best.out.y) if best.found else (1.0, 0.0)
