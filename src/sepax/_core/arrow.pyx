"""Arrays in the structs of the Arrow C data interface, for others to take over.

Whoever takes a struct calls its `release` when it likes, from any thread: also while an exception
is on its way, when no function of Python can run. So these are functions of C.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_RawFree
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from libc.stdint cimport int64_t

from sepax._core.memory cimport new_zeros

cdef extern from "Python.h":
    bint Py_IsInitialized() nogil

cdef enum:
    MEMORY = 1      # the place of the numbers among buffers; before them are bits of validity


cdef struct ArrowSchema:
    const char* format
    const char* name
    const char* metadata
    int64_t flags
    int64_t n_children
    ArrowSchema** children
    ArrowSchema* dictionary
    void (*release)(ArrowSchema*) noexcept nogil
    void* private_data


cdef struct ArrowArray:
    int64_t length
    int64_t null_count
    int64_t offset
    int64_t n_buffers
    int64_t n_children
    const void** buffers
    ArrowArray** children
    ArrowArray* dictionary
    void (*release)(ArrowArray*) noexcept nogil
    void* private_data


ctypedef fused Node:
    ArrowSchema
    ArrowArray


cdef struct Kept:
    Py_buffer view      # of the text of a type, or of the numbers of an array
    void* child         # the struct, and where it is listed
    void* children[1]
    const void* buffers[2]


cdef inline void release_node(Node* node) noexcept nogil:
    """Free what belongs to a struct. Its child may have been taken over by somebody else."""
    cdef Kept* kept = <Kept*>node.private_data
    cdef Node* child = <Node*>kept.child
    node.release = NULL
    if child is not NULL and child.release is not NULL:
        child.release(child)
    if Py_IsInitialized():      # else the exporter of the buffer is gone
        with gil:
            PyBuffer_Release(&kept.view)
    PyMem_RawFree(child)
    PyMem_RawFree(kept)


cdef void release_schema(ArrowSchema* schema) noexcept nogil:
    release_node[ArrowSchema](schema)


cdef void release_array(ArrowArray* array) noexcept nogil:
    release_node[ArrowArray](array)


cdef void drop_schema(object capsule) noexcept:
    cdef ArrowSchema* schema = <ArrowSchema*>PyCapsule_GetPointer(capsule, "arrow_schema")
    if schema.release is not NULL:
        schema.release(schema)
    PyMem_RawFree(schema)


cdef void drop_array(object capsule) noexcept:
    cdef ArrowArray* array = <ArrowArray*>PyCapsule_GetPointer(capsule, "arrow_array")
    if array.release is not NULL:
        array.release(array)
    PyMem_RawFree(array)


cdef object new_capsule(Node* node):
    """A capsule of an empty struct, which it frees; it may be released."""
    if node is NULL:
        raise MemoryError
    if Node is ArrowSchema:
        return PyCapsule_New(node, "arrow_schema", drop_schema)
    else:
        return PyCapsule_New(node, "arrow_array", drop_array)


cdef Node* fill(Node* node, object buffer) except NULL:
    """Give a struct what it keeps, and the buffer; return room for its child."""
    cdef Kept* kept = <Kept*>new_zeros(1, sizeof(Kept))
    if kept is NULL:
        raise MemoryError
    if buffer is not None:
        try:
            PyObject_GetBuffer(buffer, &kept.view, PyBUF_SIMPLE)
        except BaseException:
            PyMem_RawFree(kept)
            raise
    kept.buffers[MEMORY] = kept.view.buf
    node.private_data = kept
    if Node is ArrowSchema:
        node.release = release_schema
    else:
        node.release = release_array
        node.buffers = kept.buffers
    kept.child = new_zeros(1, sizeof(Node))
    if kept.child is NULL:
        raise MemoryError
    kept.children[0] = kept.child
    node.children = <Node**>kept.children
    return <Node*>kept.child


def schema_capsule(fields: list[tuple[bytes, bytes]], metadata: bytes) -> object:
    """The type of an array, for `__arrow_c_schema__`: the formats and the names of nested fields,
    the outer one first, and its metadata."""
    cdef ArrowSchema* node = <ArrowSchema*>new_zeros(1, sizeof(ArrowSchema))
    cdef ArrowSchema* room
    cdef const char* text
    cdef Py_ssize_t k
    cdef bytes form, name
    capsule = new_capsule[ArrowSchema](node)
    for k in range(len(fields)):
        form, name = fields[k]
        room = fill(node, b"\0".join((form, name, metadata)))
        text = <const char*>(<Kept*>node.private_data).view.buf
        node.format, node.name = text, text + len(form) + 1
        if k == 0 and metadata:
            node.metadata = node.name + len(name) + 1
        if k + 1 < len(fields):
            node.n_children = 1
            node = room
    return capsule


def array_capsule(levels: list[tuple[int, npt.NDArray[Any] | None]]) -> object:
    """The array, for `__arrow_c_array__`: the lengths and the buffers of nested arrays, the outer
    one first. One without a buffer, None, is of lists of a fixed size. Nothing is null."""
    cdef ArrowArray* node = <ArrowArray*>new_zeros(1, sizeof(ArrowArray))
    cdef ArrowArray* room
    cdef Py_ssize_t k
    capsule = new_capsule[ArrowArray](node)
    for k in range(len(levels)):
        length, buffer = levels[k]
        room = fill(node, buffer)
        node.length = length
        node.n_buffers = 1 if buffer is None else 2
        if k + 1 < len(levels):
            node.n_children = 1
            node = room
    return capsule
