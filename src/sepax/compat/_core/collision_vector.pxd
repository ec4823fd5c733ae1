"""Vector: two numbers that may be of any type, as in the `collision` package."""


cdef class Vector:
    cdef public object x, y     # type: Any


cdef Vector new_vector(object x, object y)
cdef object x_of(object vector)
cdef object y_of(object vector)
cdef int read_vector(object vector, double* x, double* y) except -1
