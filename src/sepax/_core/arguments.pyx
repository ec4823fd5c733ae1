"""Numbers, pairs and lists of points from users; arguments.pxd says what counts as one."""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDED_RO, PyBUF_WRITABLE, PyBuffer_Release,
    PyObject_CheckBuffer, PyObject_GetBuffer)
from cpython.list cimport PyList_AsTuple
from cpython.long cimport PyLong_AsDouble, PyLong_CheckExact
from cpython.number cimport PyIndex_Check, PyNumber_Index
from cpython.object cimport PyObject_IsInstance
from cpython.sequence cimport PySequence_Check
from libc.math cimport fmod

from sepax._core.buffers cimport Buffers, acquire_to_read, no_buffers, release_buffers
from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.turning cimport MOST_RADIANS, NEVER_ENDS, NO_MEMORY, TURNS_TOO_FAR
from sepax._core.simd.levels cimport pair_loops

import sys
from collections.abc import Mapping, Set

cdef extern from "Python.h":
    bint is_subtype "PyType_IsSubtype"(TypeObject*, TypeObject*)

# NumPy's classes of real scalars and of arrays, its function for an empty array and its dtype of
# truth values, and `array_of` of _base/arguments.py, once `accept_numpy` has set them.
cdef type integer = int
cdef type floating = float
cdef type ndarray = type(None)
cdef object empty = None
cdef object truth = None
cdef object array_of = None

# What NumPy, or this package by itself, makes an array of, besides memory.
cdef tuple PROTOCOLS = (
    "__array__", "__arrow_c_array__", "__dlpack__", "__array_interface__", "__array_struct__")

cdef enum:
    DEEPEST = 3     # no argument has more dimensions

# How to make shapes of the objects of other packages, which are told by the module of their class:
# none of these packages is imported.
cdef dict CURES = {
    "geopandas.GeoDataFrame": "give its .geometry to sepax.ShapeArray.from_shapely",
    "geopandas.GeoSeries": "sepax.ShapeArray.from_shapely makes shapes of it",
    "pandas.DataFrame": "sepax.ShapeArray.boxes, .circles and .polygons take its columns, "
                        "sepax.ShapeArray.from_shapely a column of geometries",
    "shapely": "sepax.ShapeArray.from_shapely makes convex shapes of an array of such, "
               "sepax.Compound.from_shapely a compound of any polygon",
    "pygame.Rect": "sepax.Polygon.box(rect.width, rect.height, position=rect.center) is such a box",
}
CURES["pygame.FRect"] = CURES["pygame.Rect"]
# Packages whose classes are all found under their own names, wherever these are defined.
cdef frozenset FLAT = frozenset(["geopandas", "numpy", "pandas", "pygame", "shapely"])


# --- names of the arguments in errors -----------------------------------------------------

cpdef str name_of(value: object):
    """The name of the class of an object, with the package unless it is Python's, sepax's or the
    program's own: a shapely.Polygon is no Polygon."""
    cdef type form = type(value)
    cdef str package
    module = getattr(form, "__module__", None)
    package = module.partition(".")[0] if isinstance(module, str) else "builtins"
    if package in ("builtins", "sepax", "__main__"):
        return form.__name__
    return f"{package if package in FLAT else module}.{form.__name__}"


cpdef str cure_for(value: object):    # type: str | None
    """How to make shapes of an object of another package, or None."""
    cdef str name = name_of(value)
    return CURES.get(name) or CURES.get(name.partition(".")[0])


cpdef str described(value: object):
    """The name of the class of an object, and how to make shapes of it where that is known."""
    cdef str cure = cure_for(value)
    return name_of(value) if cure is None else f"{name_of(value)}: {cure}"


# --- one number -----------------------------------------------------------------

cdef int refuse_masked_entries(object value, str name) except -1:
    masked = sys.modules.get("numpy.ma")    # NumPy loads it for whoever makes such an array
    if (masked is not None and isinstance(value, masked.MaskedArray)
            and masked.is_masked(value)):
        raise ValueError(f"{name} must not have masked entries: fill them, or leave them out")
    return 0


def refuse_masked(value: object, str name not None) -> None:
    """Raise for masked entries, in arguments that may hold anything else."""
    require_unmasked(value, name)


cdef inline bint is_text(object value) noexcept:
    return isinstance(value, (str, bytes, bytearray))


def accept_numpy(type integers not None: type[Any], type floats not None: type[Any],
                 type arrays not None: type[Any], new_array not None: Callable[..., Any],
                 truths not None: np.dtype[Any],
                 reader not None: Callable[[Any, str], npt.NDArray[Any]]) -> None:
    """Set NumPy's classes of real scalars and of arrays, its `empty` and its dtype of truth values,
    and what makes arrays of other objects, as this module does not import NumPy. Without them
    numbers are recognised by their dtype, slowly."""
    global integer, floating, ndarray, empty, truth, array_of
    integer, floating, ndarray, empty, truth = integers, floats, arrays, new_array, truths
    array_of = reader


cdef bint is_array(object value) except -1:
    """Whether an object holds an array, or one number in the form of an array: by its memory or a
    protocol."""
    cdef type form = type(value)
    if PyObject_CheckBuffer(value):
        return not is_text(value)
    if form is tuple or form is list or form is float or form is int or form is str:
        return False
    for protocol in PROTOCOLS:
        if getattr(value, protocol, None) is not None:
            return not isinstance(value, type)
    return False


cpdef object viewed(value: Any, str name: str):    # type: Any
    """Return an object that holds an array as a NumPy array of the same memory; any other object as
    it is."""
    if is_subtype(type_of(value), <TypeObject*>ndarray) or not is_array(value):
        return value
    return array_of(value, name)


cdef inline bint is_scalar(object value) noexcept:
    # Spans of time are integers to NumPy, but no index.
    return (is_subtype(type_of(value), <TypeObject*>floating)
            or (is_subtype(type_of(value), <TypeObject*>integer) and PyIndex_Check(value)))


cdef bint is_real(object value, str name) except -1:
    """Whether an object may be converted, by its type."""
    if isinstance(value, bool) or is_text(value):
        return False
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return True
    require_unmasked(value, name)
    if not hasattr(dtype, "kind"):      # of a tensor
        value = viewed(value, name)
        dtype = getattr(value, "dtype", None)
    return getattr(dtype, "kind", "f") in "iuf" and getattr(value, "ndim", 0) == 0


cdef bint convert(object value, str name, double* number) except -1:
    """Read an object that is not exactly a float, or refuse it."""
    try:
        if PyLong_CheckExact(value):
            number[0] = PyLong_AsDouble(value)
        elif isinstance(value, float) or is_scalar(value) or is_real(value, name):
            number[0] = value
        else:
            return False
    except OverflowError:
        number[0] = -INFINITY if value < 0 else INFINITY
    except TypeError:
        array = viewed(value, name)
        return array is not value and convert(array, name, number)
    return True


cdef int refuse_number(object value, str name) except -1:
    raise TypeError(f"{name} must be a real number, got {type(value).__name__}")


def number(value: SupportsFloat, str name not None) -> float:
    """A real number as a float."""
    cdef double x
    read_number(value, name, &x)
    return x


cdef int refuse_length(double x, str name) except -1:
    raise ValueError(f"{name} must be finite and not negative, got {x}")


cdef int refuse_size(double x, str name) except -1:
    raise ValueError(f"{name} must be finite, not negative and within 2**240, got {x}")


def length(value: SupportsFloat, str name not None) -> float:
    """A real number that is neither negative nor infinite, as a float."""
    cdef double x
    read_length(value, name, &x)
    return x


# --- two numbers ----------------------------------------------------------------

cdef bint is_unordered(object value) except -1:
    # Not isinstance: these ask in Python, where a signal's handler may raise, and Cython takes the
    # error of an isinstance for yes.
    return PyObject_IsInstance(value, Set) or PyObject_IsInstance(value, Mapping)


cdef tuple items_of(object value, str name):
    """The items of an ordered container, in a tuple that no one can change; or None."""
    if isinstance(value, tuple):
        return tuple(value)
    if isinstance(value, list):
        return PyList_AsTuple(value)
    if is_text(value) or isinstance(value, (set, frozenset, dict)):
        return None
    if not PySequence_Check(value) and is_unordered(value):
        return None
    value = viewed(value, name)
    try:
        return tuple(value)
    except TypeError:
        if hasattr(value, "__iter__") and getattr(value, "ndim", 1):
            raise   # an error of the caller's own code
        return None


cdef int read_pair(object value, str name, double* x, double* y) except -1:
    """Read two numbers within the range of coordinates."""
    cdef tuple pair = <tuple>value if type(value) is tuple else items_of(value, name)
    if pair is None:
        how = ": give its (x, y)" if hasattr(type(value), "x") and hasattr(type(value), "y") else ""
        raise TypeError(f"{name} must be a pair of numbers (x, y), got {name_of(value)}{how}")
    if len(pair) != 2:
        raise ValueError(f"{name} must be a pair of numbers, got {len(pair)} of them")
    if not (try_number(pair[0], name, x) and try_number(pair[1], name, y)):
        raise TypeError(f"{name} must be a pair of real numbers, got {names_of_types(pair)}")
    if not (fabs(x[0]) <= COORDINATE_LIMIT and fabs(y[0]) <= COORDINATE_LIMIT):
        raise ValueError(f"{name} must be finite and within 2**240, got {(x[0], y[0])}")
    return 0


def two_numbers(value: Iterable[SupportsFloat], str name not None) -> tuple[float, float]:
    """A pair of real numbers within the range of coordinates, as floats."""
    cdef double x, y
    read_pair(value, name, &x, &y)
    return (x, y)


cdef str names_of_types(tuple pair):
    return f"({type(pair[0]).__name__}, {type(pair[1]).__name__})"


cdef int refuse_motion(object velocity_a, double max_time) except -1:
    """Raise for a sweep without a velocity, or with such a time."""
    if velocity_a is None:
        raise TypeError("velocity_a must be given: a pair of numbers (x, y), the velocity of the "
                        "first shape")
    raise ValueError(f"max_time must not be negative or NaN, got {max_time}")


cdef int refuse_rates(const TurningMotion* motion) except -1:
    """Raise for rates that are not finite, or too fast for the end of time; else do nothing."""
    cdef double[2] rates = [motion.rate_a, motion.rate_b]
    cdef double end = motion.motion.max_time
    cdef int side
    for side in range(2):
        if not fabs(rates[side]) < INFINITY:
            raise ValueError(f"angular_velocity_{'ab'[side]} must be finite, got {rates[side]}")
        if end < INFINITY and fabs(rates[side]) * end > MOST_RADIANS:
            raise ValueError(
                f"angular_velocity_{'ab'[side]} * max_time must be at most 2**31 radians, got "
                f"{rates[side]} * {end}")
    return 0


cdef int require_turned(int found, str which) except -1:
    """Raise where a sweep of shapes that turn has failed; `which` names the pair of many."""
    if found == NO_MEMORY:
        raise MemoryError
    if found == NEVER_ENDS:
        raise ValueError(f"max_time must be finite{which}: the shapes keep their places and turn at "
                         "two different rates")
    if found == TURNS_TOO_FAR:
        raise ValueError(f"max_time must be finite{which}: the shapes turn by more than 2**31 "
                         "radians before they are out of reach")
    return 0


cdef int require_ray(double direction_x, double direction_y, double max_distance,
                     double radius) except -1:
    """Raise for numbers of a ray that are out of range."""
    if direction_x == 0.0 and direction_y == 0.0:
        raise ValueError("direction must not be zero")
    if not max_distance >= 0.0:
        raise ValueError(f"max_distance must not be negative or NaN, got {max_distance}")
    return 0 if 0.0 <= radius <= COORDINATE_LIMIT else refuse_size(radius, "radius")


# --- many -----------------------------------------------------------------------

cdef int convert_point(object point, str noun, Py_ssize_t i, double* x, double* y) except -1:
    """Read a point that is no tuple of two floats."""
    cdef tuple pair = items_of(point, noun)
    if pair is None:
        raise TypeError(f"{noun} {i} must be a pair of numbers, got {described(point)}")
    if len(pair) != 2:
        raise ValueError(f"{noun} {i} must be a pair of numbers, got {len(pair)} of them: the shape "
                         "is (n, 2), and not the transpose, one row of x and one of y")
    if not (try_number(pair[0], noun, x) and try_number(pair[1], noun, y)):
        raise TypeError(f"{noun} {i} must be a pair of real numbers, got {names_of_types(pair)}")
    return 0


def fill_points(tuple points not None: tuple[Any, ...], str noun not None,
                double[:, ::1] out not None) -> None:
    """Write pairs of numbers to the rows of `out`: as many, of two columns."""
    cdef Py_ssize_t i, work = 0
    if out.shape[0] != len(points) or out.shape[1] != 2:
        raise ValueError(f"out must have the shape {(len(points), 2)}")
    for i in range(len(points)):
        read_point(points[i], noun, i, &out[i, 0], &out[i, 1])
        check_interrupts(&work, 1)


def fill_numbers(tuple items not None: tuple[Any, ...], str name not None,
                 double[::1] out not None) -> None:
    """Write numbers to `out`: as many."""
    cdef Py_ssize_t i, work = 0
    if out.shape[0] != len(items):
        raise ValueError(f"out must have the shape {(len(items),)}")
    for i in range(len(items)):
        check_interrupts(&work, 1)
        if not try_number(items[i], name, &out[i]):
            raise TypeError(f"{name} must be real numbers, got {described(items[i])}")


cpdef double radians_of(double degrees: SupportsFloat) noexcept:
    """Degrees in radians. Whole turns of a multiple of 90 are dropped, so that the angle turns
    exactly (rotation.h)."""
    cdef bint is_quarter = fmod(degrees, 90.0) == 0.0
    return (fmod(degrees, 360.0) if is_quarter else degrees) * 0.017453292519943295


cpdef object whole_number(value: SupportsIndex, str name: str):    # type: int
    """One integer of any kind, as Python's own."""
    if type(value) is int:
        return value
    search(value, name, "an integer", 0)
    try:
        return PyNumber_Index(viewed(value, name))
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {type(value).__name__}") from None


def positive_number(value: SupportsIndex, str name not None) -> int:
    """`whole_number` for one above 0."""
    cdef object number = whole_number(value, name)
    if number < 1:
        raise ValueError(f"{name} must be at least 1, got {number}")
    return number


def refuse_others(value: object, str name not None, str kind not None) -> None:
    """Raise for bools, bytes and masked entries, which NumPy would convert to numbers. `kind` names
    the kind of numbers that is wanted."""
    search(value, name, kind, 0)


cdef int search(object value, str name, str kind, int depth) except -1:
    cdef type form = type(value)
    if form is float or form is int:
        return 0
    if isinstance(value, (tuple, list)):
        if depth > DEEPEST:     # it may hold itself, in which NumPy would lose its way
            raise ValueError(f"{name} must be {kind} in no more than {DEEPEST} dimensions")
        for item in value:
            search(item, name, kind, depth + 1)
        return 0
    if isinstance(value, (bool, set, frozenset, dict)) or is_text(value):
        raise TypeError(f"{name} must be {kind}, got {form.__name__}")
    if is_scalar(value):
        return 0
    require_unmasked(value, name)
    dtype = getattr(value, "dtype", None)
    if getattr(dtype, "kind", "f") not in "iufO":
        raise TypeError(f"{name} must be {kind}, got {dtype}")
    if depth and dtype is not None:
        viewed(value, name)     # raises for tensors that NumPy cannot read, in words of our own
    if dtype is None and depth <= DEEPEST and PySequence_Check(value) and not is_array(value):
        for item in value:
            search(item, name, kind, depth + 1)
    return 0


def is_plain(value: object, Py_ssize_t columns) -> TypeGuard[npt.NDArray[np.float64]]:
    """Whether `value` can be read as it is: an array of NumPy's own class, of float64 in C order,
    (n, columns), or (n,) for 0 columns. May be False for an array of one row."""
    cdef Py_buffer taken
    cdef bint plain
    if type(value) is not ndarray:
        return False
    try:
        PyObject_GetBuffer(value, &taken, PyBUF_STRIDED_RO | PyBUF_FORMAT)
    except (BufferError, ValueError):   # of a kind that has no memory to show
        return False
    # NumPy has a longer format for numbers that are not aligned or of the other byte order.
    plain = taken.format[0] == c"d" and taken.format[1] == 0
    if columns == 0:
        plain = plain and taken.ndim == 1 and taken.strides[0] == sizeof(double)
    else:
        plain = (plain and taken.ndim == 2 and taken.shape[1] == columns
                 and taken.strides[1] == sizeof(double)
                 and taken.strides[0] == columns * <Py_ssize_t>sizeof(double))
    PyBuffer_Release(&taken)
    return plain


cpdef bint is_memory(out: object, tuple shape: tuple[int, ...], dtype: np.dtype[Any]) except -1:
    """Whether `out` is an array of NumPy's own class for such answers: the fast check before
    `memory` of _base/arguments.py, so False is allowed for one that is."""
    cdef Py_buffer taken
    cdef bint fits
    cdef int k
    if type(out) is not ndarray or out.dtype is not dtype:
        return False
    try:
        PyObject_GetBuffer(out, &taken, PyBUF_ND | PyBUF_WRITABLE)
    except (BufferError, ValueError):   # in another order, or read-only
        return False
    fits = taken.ndim == len(shape) and <size_t>taken.buf % <size_t>taken.itemsize == 0
    for k in range(len(shape) if fits else 0):
        fits = fits and taken.shape[k] == shape[k]
    PyBuffer_Release(&taken)
    return fits


cdef object memory_of_truths(object out, Py_ssize_t count):
    """`out`, or a new array for None, for so many truth values; None if `out` does not fit."""
    if out is None:
        return empty(count, truth)
    return out if is_memory(out, (count,), truth) else None


cdef bint find_extent(object array, const char** start, const char** end) except -1:
    """Find the address range of a NumPy array; False if it does not expose its memory."""
    cdef Py_buffer taken
    cdef Py_ssize_t reach
    cdef int k
    try:
        PyObject_GetBuffer(array, &taken, PyBUF_STRIDED_RO)
    except (BufferError, ValueError):
        return False
    start[0] = <const char*>taken.buf
    end[0] = start[0] + (taken.itemsize if taken.len > 0 else 0)
    for k in range(taken.ndim if taken.len > 0 else 0):
        reach = (taken.shape[k] - 1) * taken.strides[k]
        if reach < 0:
            start[0] += reach
        else:
            end[0] += reach
    PyBuffer_Release(&taken)
    return True


def is_apart(value: object, *answers: object) -> bool:
    """Whether an argument can be read in place while answers are written: it holds no array, or
    does not overlap any NumPy array among the answers."""
    cdef const char* start
    cdef const char* end
    cdef const char* first
    cdef const char* last
    cdef bint known
    if type(value) is not ndarray and not is_array(value):
        return True
    known = type(value) is ndarray and find_extent(value, &start, &end)
    for answer in answers:
        if not isinstance(answer, ndarray):
            continue
        if (not known or not find_extent(answer, &first, &last)
                or (first < end and start < last)):
            return False
    return True


def first_outside(array: npt.NDArray[np.float64], double low, double high) -> int:
    """The index of the first number (or NaN) of a float64 array outside [low, high], or -1."""
    cdef Buffers buffers
    cdef const Py_buffer* taken
    cdef Py_ssize_t found
    no_buffers(&buffers)
    try:
        taken = acquire_to_read(&buffers, array, sizeof(double))
        found = outside(<const double*>taken.buf, taken.len // taken.itemsize, low, high)
    finally:
        release_buffers(&buffers)
    return found


cdef Py_ssize_t outside(const double* numbers, Py_ssize_t count, double low,
                        double high) noexcept nogil:
    cdef Py_ssize_t k
    if not pair_loops.numbers_within(low, high, numbers, count):
        for k in range(count):
            if not low <= numbers[k] <= high:
                return k
    return -1
