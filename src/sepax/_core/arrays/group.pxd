"""Group: convex parts that are one shape at one pose; see group.pyx."""

from sepax._core.arrays.posed cimport PosedGroups


cdef class Group:
    cdef readonly PosedGroups _groups   # of one row; None until it is set


cdef int refuse_new_group(Group group) except -1


cdef inline PosedGroups ready_groups(Group group):
    """The parts of a group that was initialised."""
    if group._groups is None:
        refuse_new_group(group)
    return group._groups
