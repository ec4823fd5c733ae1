"""Arrays that grow: first in memory that the caller lends, on its stack, then in their own."""

from cpython.mem cimport PyMem_RawFree
from libc.string cimport memcpy

from sepax._core.memory cimport count_sum, new_array, resized_array

cdef struct Room:
    void* items
    Py_ssize_t size         # of an item in bytes
    Py_ssize_t room         # for so many items
    bint is_own             # else it is lent


cdef inline void lend(Room* array, void* memory, Py_ssize_t bytes, Py_ssize_t size) noexcept nogil:
    array.items = memory
    array.size = size
    array.room = bytes // size
    array.is_own = False


cdef inline bint grow(Room* array, Py_ssize_t needed) noexcept nogil:
    """Make room for so many items; False without memory, what there is then stays."""
    if needed <= array.room:
        return True
    return grow_beyond(array, count_sum(needed, needed // 2))


cdef inline bint grow_beyond(Room* array, Py_ssize_t room) noexcept nogil:
    cdef void* items
    if array.is_own:
        items = resized_array(array.items, room, array.size)
    else:
        items = new_array(room, array.size)
        if items is not NULL:
            memcpy(items, array.items, <size_t>(array.room * array.size))
    if items is NULL:
        return False
    array.items = items
    array.room = room
    array.is_own = True
    return True


cdef inline void release(Room* array) noexcept nogil:
    if array.is_own:
        PyMem_RawFree(array.items)
