"""Faults on purpose: .ci/planted.py builds this in each mode of SEPAX_BUILD, and demands a report."""

from libc.stdlib cimport free, malloc

cdef int counters[8]


def beyond_view(const double[::1] numbers not None, Py_ssize_t i):
    return numbers[i]


def beyond_memory(Py_ssize_t i):
    """Read a number behind ten of them."""
    cdef double* numbers = <double*>malloc(10 * sizeof(double))
    cdef Py_ssize_t k
    cdef double found
    for k in range(10):
        numbers[k] = k
    found = numbers[i]
    free(numbers)
    return found


def shifted(long number, int by):
    return number << by


def to_integer(double number):
    return <long>number


def count_up(Py_ssize_t times):
    """Add to numbers that all threads share, without a lock."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(times):
            counters[i % 8] += 1
    return counters[0]
