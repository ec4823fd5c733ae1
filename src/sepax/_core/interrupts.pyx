"""What asks for signals in the midst of work without the GIL: see interrupts.pxd."""

from _thread import get_ident

from cpython.exc cimport PyErr_Occurred, PyErr_SetNone

cdef extern from "Python.h":
    # As C has it: the caller returns first, and raises what is pending then.
    int check_signals "PyErr_CheckSignals"() noexcept

# For threads that help with a call, whom signals do not reach, by identity: what is true, or not
# empty, as soon as they are to leave their work.
helpers = {}


cdef bint ask_for_signals() noexcept nogil:
    with gil:
        if PyErr_Occurred() is not NULL:
            return True
        if helpers and helpers.get(get_ident()):
            PyErr_SetNone(KeyboardInterrupt)
            return True
        return check_signals() < 0
