"""How long work hears Ctrl-C: Python's signal handlers run in the main thread, between calls.

Loops over pairs work for a SLICE, return how far they got and are called again, so that Python
itself listens. What cannot be left and taken up again asks for signals where it is: with the GIL
by `listen`, without it by `heard`.
"""

from cpython.exc cimport PyErr_CheckSignals, PyErr_Occurred

cdef extern from "clock.h" nogil:
    double clock_seconds()

cdef extern from "Python.h":
    # As C has it: the caller returns first, and raises what is pending then.
    int check_signals "PyErr_CheckSignals"() noexcept

cdef enum:
    # Units of work, each some 10 nanoseconds and at the very worst, in exact arithmetic, a
    # microsecond. To read the clock takes about three of the former.
    WORK_BETWEEN = 8192

cdef struct Watch:
    Py_ssize_t work     # since the clock was last read
    double began        # 0 until it is read for the first time: little work does without


cdef inline void start_watch(Watch* watch) noexcept nogil:
    watch.work = 0
    watch.began = 0.0


cdef inline bint slice_is_over(Watch* watch) noexcept nogil:
    """A tenth of a second: short for who waits, long beside a thread's wait for the GIL."""
    cdef double now = clock_seconds()
    watch.work = 0
    if watch.began == 0.0:
        watch.began = now
    return not 0.0 <= now - watch.began < 0.1


cdef inline bint is_over(Watch* watch, Py_ssize_t work) noexcept nogil:
    """Whether the slice is, so much work having been done since this was last asked."""
    watch.work += work
    return watch.work >= WORK_BETWEEN and slice_is_over(watch)


cdef inline bint ask_for_signals() noexcept nogil:
    with gil:
        return check_signals() < 0


cdef inline bint heard(Watch* watch, Py_ssize_t work) noexcept nogil:
    """Whether a signal's handler has raised, now and then asked. The exception waits for
    `raise_heard`: until then do nothing but free memory."""
    if not is_over(watch, work):
        return False
    if ask_for_signals():
        return True
    start_watch(watch)
    return False


cdef inline int raise_heard() except -1:
    """Raise what `heard` has found."""
    return -1 if PyErr_Occurred() is not NULL else 0


cdef inline int listen(Py_ssize_t* work, Py_ssize_t more) except -1:
    """Run signal handlers now and then, with the GIL; `work` is what was done since."""
    work[0] += more
    if work[0] < WORK_BETWEEN:
        return 0
    work[0] = 0
    return PyErr_CheckSignals()
