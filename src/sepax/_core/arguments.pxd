"""Numbers, pairs and lists of points from users (docs/conventions/numbers.md).

A number is real: int, float, a NumPy scalar or 0-d array of integers or floats, Fraction, Decimal,
or anything else with `__float__` or `__index__`; no bool, no text, no complex number. A number
beyond float64 is read as infinite, and the caller's range check refuses it. A pair or a point is
two numbers in an order: any iterable except sets, dicts and text. Masked entries are refused.
What holds an array, in memory or by a protocol, is read as the array that NumPy makes of it.
"""

from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from libc.math cimport INFINITY, fabs

from sepax._core.kernels.answers cimport Motion, set_relative_velocity
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.turning cimport TurningMotion

cdef extern from "Python.h":
    ctypedef struct TypeObject "PyTypeObject":
        pass
    TypeObject* type_of "Py_TYPE"(object)
    bint has_feature "PyType_HasFeature"(TypeObject*, unsigned long)
    const unsigned long IS_PYTHON_CLASS "Py_TPFLAGS_HEAPTYPE"

cdef bint convert(object value, str name, double* number) except -1
cdef int refuse_number(object value, str name) except -1
cdef int convert_point(object point, str noun, Py_ssize_t i, double* x, double* y) except -1
cdef int refuse_masked_entries(object value, str name) except -1
cdef tuple items_of(object value, str name)
cdef int read_pair(object value, str name, double* x, double* y) except -1
cdef int refuse_length(double x, str name) except -1
cdef int refuse_size(double x, str name) except -1
cdef int require_ray(double direction_x, double direction_y, double max_distance,
                     double radius) except -1
cdef int refuse_motion(object velocity_a, double max_time) except -1
cdef int refuse_rates(const TurningMotion* motion) except -1
cdef int require_turned(int found, str which) except -1
cpdef double radians_of(double degrees) noexcept
cdef object memory_of_truths(object out, Py_ssize_t count)


cdef inline int require_unmasked(object value, str name) except -1:
    """Refuse masked entries and arrays of numpy.ma that have some."""
    # Their class is written in Python, unlike the usual arguments, which need no look-up.
    return refuse_masked_entries(value, name) if has_feature(type_of(value), IS_PYTHON_CLASS) else 0


cdef inline bint try_number(object value, str name, double* number) except -1:
    """Read a number; False if it is none."""
    if PyFloat_CheckExact(value):
        number[0] = PyFloat_AS_DOUBLE(value)
        return True
    return convert(value, name, number)


cdef inline int read_number(object value, str name, double* number) except -1:
    """Read a number."""
    if PyFloat_CheckExact(value):
        number[0] = PyFloat_AS_DOUBLE(value)
    elif not convert(value, name, number):
        refuse_number(value, name)
    return 0


cdef inline int read_length(object value, str name, double* length) except -1:
    """Read a number that is neither negative nor infinite."""
    read_number(value, name, length)
    return 0 if 0.0 <= length[0] < INFINITY else refuse_length(length[0], name)


cdef inline int read_size(object value, str name, double* size) except -1:
    """Read a radius: a number from 0 to the range of coordinates."""
    read_number(value, name, size)
    return 0 if 0.0 <= size[0] <= COORDINATE_LIMIT else refuse_size(size[0], name)


cdef inline int read_point(object point, str noun, Py_ssize_t i, double* x, double* y) except -1:
    """Read one of many points; errors name it as `noun` and `i`."""
    cdef tuple pair
    if type(point) is tuple and len(<tuple>point) == 2:
        pair = <tuple>point
        if PyFloat_CheckExact(pair[0]) and PyFloat_CheckExact(pair[1]):
            x[0] = PyFloat_AS_DOUBLE(pair[0])
            y[0] = PyFloat_AS_DOUBLE(pair[1])
            return 0
    return convert_point(point, noun, i, x, y)


cdef inline int read_velocity(object value, str name, double* x, double* y) except -1:
    """Read a pair; one of two floats, as most are, without a call."""
    cdef tuple pair
    if type(value) is tuple and len(<tuple>value) == 2:
        pair = <tuple>value
        if PyFloat_CheckExact(pair[0]) and PyFloat_CheckExact(pair[1]):
            x[0] = PyFloat_AS_DOUBLE(pair[0])
            y[0] = PyFloat_AS_DOUBLE(pair[1])
            if fabs(x[0]) <= COORDINATE_LIMIT and fabs(y[0]) <= COORDINATE_LIMIT:
                return 0
    return read_pair(value, name, x, y)


cdef inline int read_motion(object velocity_a, object velocity_b, object max_time,
                            Motion* motion) except -1:
    """Read the velocities and the end of time of a sweep."""
    if velocity_a is None:
        refuse_motion(None, 0.0)
    read_velocity(velocity_a, "velocity_a", &motion.a_x, &motion.a_y)
    read_velocity(velocity_b, "velocity_b", &motion.b_x, &motion.b_y)
    read_number(max_time, "max_time", &motion.max_time)
    if not motion.max_time >= 0.0:
        refuse_motion(velocity_a, motion.max_time)
    set_relative_velocity(motion)
    return 0


cdef inline int read_rates(object angular_velocity_a, object angular_velocity_b,
                           TurningMotion* motion) except -1:
    """Read the rates of a sweep whose velocities and end of time are set."""
    read_number(angular_velocity_a, "angular_velocity_a", &motion.rate_a)
    read_number(angular_velocity_b, "angular_velocity_b", &motion.rate_b)
    return 0 if motion.rate_a == 0.0 and motion.rate_b == 0.0 else refuse_rates(motion)


cpdef object viewed(object value, str name)
cpdef str name_of(object value)
cpdef str cure_for(object value)
cpdef str described(object value)
cpdef object whole_number(object value, str name)
cpdef bint is_memory(object out, tuple shape, object dtype) except -1
