"""Group: convex parts that are one shape at one pose; see group.pyx."""

from sepax._core.arrays.posed cimport PosedGroups


cdef class Group:
    cdef readonly PosedGroups _groups   # of one row; None until it is set


cdef inline PosedGroups ready_groups(Group group):
    """The parts of a group that was initialised."""
    if group._groups is None:
        raise ValueError(f"this {type(group).__name__} was never initialised: its __init__ must "
                         "call super().__init__() with parts")
    return group._groups
