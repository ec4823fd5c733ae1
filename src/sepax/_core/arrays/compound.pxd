"""CompoundBase: convex parts that are one shape at one pose; see compound.pyx."""

from sepax._core.arrays.posed cimport CompoundRows


cdef class CompoundBase:
    cdef readonly CompoundRows _rows   # of one row; None until it is set


cdef inline CompoundRows ready_rows(CompoundBase compound):
    """The parts of a compound that was initialised."""
    if compound._rows is None:
        raise ValueError(f"this {type(compound).__name__} was never initialised: its __init__ must "
                         "call super().__init__() with parts")
    return compound._rows
