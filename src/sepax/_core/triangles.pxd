"""Triangles over the corners of an outline: see triangles.pyx."""

from sepax._core.outline cimport Outline


cdef struct Mesh:
    # Faces as rings of half-edges. Of triangle t they are 3 t to 3 t + 2 at first.
    Py_ssize_t n
    Py_ssize_t* origin
    Py_ssize_t* before
    Py_ssize_t* after       # -1: gone
    Py_ssize_t* twin        # the same edge from the other side; -1 along the outline
    bint* settled           # need not be looked at again: see partition.pyx
    void* memory
    Py_ssize_t room


cdef struct HalfEdge:
    Py_ssize_t origin, target
    Py_ssize_t after        # along the piece to its left
    Py_ssize_t beside       # the next diagonal of its origin, counter-clockwise; -1 for none
    Py_ssize_t inner        # of a diagonal: the half-edge of the mesh, once there is one; else -1
    bint seen


cdef struct Sweep:
    Py_ssize_t diagonals, crossed, pieces
    Py_ssize_t* line        # the edges crossed with the inside above them, from below
    Py_ssize_t* helper      # of an edge: the last corner that saw it straight below
    Py_ssize_t* piece       # its half-edges
    Py_ssize_t* stack       # corners that are not cut off yet
    Py_ssize_t* open        # of a corner on the stack: the edge to the one before on it
    Py_ssize_t* fan         # of a corner: the first of its diagonals, or -1
    HalfEdge* half
    bint* merges            # a reflex corner with both edges to the left
    void* memory
    Py_ssize_t room


cdef inline Py_ssize_t target(const Mesh* mesh, Py_ssize_t h) noexcept nogil:
    return mesh.origin[mesh.after[h]]


cdef bint make_mesh(Mesh* mesh, Py_ssize_t edges) noexcept nogil
cdef bint cut_triangles(Sweep* sweep, Outline* outline, Mesh* mesh) noexcept nogil
