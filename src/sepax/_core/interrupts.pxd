"""How long work hears Ctrl-C: Python's signal handlers run in the main thread, between calls.

Loops over pairs work for a slice of time, return how far they got and are called again, so that
Python itself listens. What cannot be left and taken up again polls for signals where it is: with
the GIL by `check_interrupts`, without it by `was_interrupted`. Of the kernels only those do that go
over two huge rings; they then return anything at all, and their caller discards it by
`discard_if_interrupted`.
"""

from cpython.exc cimport PyErr_CheckSignals, PyErr_Occurred

cdef extern from "clock.h" nogil:
    double clock_seconds()

cdef enum:
    # Units of work, each some 10 nanoseconds and at the very worst, in exact arithmetic, a
    # microsecond. To read the clock takes about three of the former.
    WORK_BETWEEN = 8192
    # What an edge or a vertex of one huge ring counts beside another: from a nanosecond, where the
    # search follows the ring, up to milliseconds.
    HUGE_STEP = 512
    # Edges by vertices from which on rings are huge: to go over so many takes hundredths of a
    # second, and in exact arithmetic a tenth.
    HUGE = 1 << 24

cpdef enum:
    PIECE = 1 << 20     # items that are moved between two looks at the watch

cdef struct Watch:
    Py_ssize_t work     # since the clock was last read
    double began        # 0 until it is read for the first time: little work does without


cdef inline void start_watch(Watch* watch) noexcept nogil:
    watch.work = 0
    watch.began = 0.0


cdef inline bint clock_slice_ended(Watch* watch) noexcept nogil:
    """A tenth of a second: short for who waits, long beside a thread's wait for the GIL."""
    cdef double now = clock_seconds()
    watch.work = 0
    if watch.began == 0.0:
        watch.began = now
    return not 0.0 <= now - watch.began < 0.1


cdef inline bint slice_ended(Watch* watch, Py_ssize_t work) noexcept nogil:
    """Whether the slice is, so much work having been done since this was last asked."""
    watch.work += work
    return watch.work >= WORK_BETWEEN and clock_slice_ended(watch)


cdef inline Py_ssize_t pieces(Py_ssize_t count) noexcept nogil:
    return (count + PIECE - 1) // PIECE


cdef bint poll_signals() noexcept nogil         # True: an exception is pending


cdef inline bint was_interrupted(Watch* watch, Py_ssize_t work) noexcept nogil:
    """Whether a signal's handler has raised, now and then asked. The exception waits for
    `raise_pending`: until then do nothing but free memory."""
    if not slice_ended(watch, work):
        return False
    if poll_signals():
        return True
    start_watch(watch)
    return False


cdef inline bint are_huge(Py_ssize_t edges, Py_ssize_t vertices) noexcept nogil:
    return <long long>edges * vertices > HUGE


cdef inline int raise_pending() except -1:
    """Raise what `was_interrupted` has found."""
    return -1 if PyErr_Occurred() is not NULL else 0


cdef inline int check_interrupts(Py_ssize_t* work, Py_ssize_t more) except -1:
    """Run signal handlers now and then, with the GIL; `work` is what was done since."""
    work[0] += more
    if work[0] < WORK_BETWEEN:
        return 0
    work[0] = 0
    return PyErr_CheckSignals()


cdef inline int discard_if_interrupted(Py_ssize_t n, Py_ssize_t m) except -1:
    """Raise what a kernel has heard on shapes of n and m points, before anything is made of its
    answer."""
    return raise_pending() if are_huge(n, m) else 0
