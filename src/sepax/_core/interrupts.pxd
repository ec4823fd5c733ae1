"""How long loops run before they check for Ctrl-C: Python's signal handlers run between calls.

Loops over pairs work for a slice of time, return their position and are called again, so Python
itself checks. Work that cannot be resumed polls for signals: with the GIL by `check_interrupts`,
without it by `was_interrupted`. Among the kernels only those over two huge rings do that. After an
interrupt their result is undefined, and the caller discards it by `discard_if_interrupted`.
"""

from cpython.exc cimport PyErr_Occurred

cdef extern from "clock.h" nogil:
    double clock_seconds()

cdef enum:
    # Units of work, each about 10 nanoseconds, or a microsecond in exact arithmetic.
    WORK_BETWEEN = 8192
    # The work for an edge or a vertex of a huge ring against another: a nanosecond to milliseconds.
    HUGE_STEP = 512
    # Edges times vertices from which on rings are huge: so many take hundredths of a second, and in
    # exact arithmetic a tenth.
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
    """A slice is a tenth of a second: short for a user, long beside a thread's wait for the GIL."""
    cdef double now = clock_seconds()
    watch.work = 0
    if watch.began == 0.0:
        watch.began = now
    return not 0.0 <= now - watch.began < 0.1


cdef inline bint slice_ended(Watch* watch, Py_ssize_t work) noexcept nogil:
    """Whether the slice has ended, after so much work since the last call."""
    watch.work += work
    return watch.work >= WORK_BETWEEN and clock_slice_ended(watch)


cdef inline Py_ssize_t pieces(Py_ssize_t count) noexcept nogil:
    return (count + PIECE - 1) // PIECE


cdef bint poll_signals() noexcept nogil         # True: an exception is pending
cdef bint poll_in_time(Watch* watch) noexcept nogil     # True: an exception is pending
cdef void ignore_signals(bint ignored) noexcept nogil   # whether this thread polls in vain


cdef inline bint was_interrupted(Watch* watch, Py_ssize_t work) noexcept nogil:
    """Whether a signal's handler has raised; checked now and then. The exception waits for
    `raise_pending`: until then only free memory."""
    watch.work += work
    return watch.work >= WORK_BETWEEN and poll_in_time(watch)


cdef inline bint are_huge(Py_ssize_t edges, Py_ssize_t vertices) noexcept nogil:
    return <long long>edges * vertices > HUGE


cdef inline int raise_pending() except -1:
    """Raise what `was_interrupted` has found."""
    return -1 if PyErr_Occurred() is not NULL else 0


cdef inline int check_interrupts(Py_ssize_t* work, Py_ssize_t more) except -1:
    """Poll for signals now and then, with the GIL; `work` is what was done since."""
    work[0] += more
    if work[0] < WORK_BETWEEN:
        return 0
    work[0] = 0
    return -1 if poll_signals() else 0


cdef inline int discard_if_interrupted(Py_ssize_t n, Py_ssize_t m) except -1:
    """Raise for a signal during a kernel on shapes of n and m points, before its answer is used."""
    return raise_pending() if are_huge(n, m) else 0
