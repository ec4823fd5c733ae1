"""The vector of the `collision` package, compiled.

It keeps integers, so that results can index a list or a pixel. Any object with `x` and `y` may
stand for a vector.
"""

cimport cython
from libc.math cimport cos, sin

from copyreg import __newobj__
from math import sqrt

from sepax._geometry.shape import add_again, added_to

cdef tuple NUMBERS = (int, float)
cdef object INTEGER = int   # a method of the class takes the name


cdef Vector new_vector(object x, object y):
    cdef Vector vector = Vector.__new__(Vector)
    vector.x = x
    vector.y = y
    return vector


cdef object x_of(object vector):
    """Under the vector's lock where there is no global one: another thread may set x."""
    if type(vector) is Vector:
        with cython.critical_section(vector):
            return (<Vector>vector).x
    return vector.x


cdef object y_of(object vector):
    if type(vector) is Vector:
        with cython.critical_section(vector):
            return (<Vector>vector).y
    return vector.y


cdef int read_vector(object vector, double* x, double* y) except -1:
    x[0] = x_of(vector)
    y[0] = y_of(vector)
    return 0


@cython.freelist(64)
cdef class Vector:
    """A vector or a point, changed in place by setting `x` and `y`.

    Parameters
    ----------
    x, y : int or float
        Kept as they are.

    Notes
    -----
    Arithmetic goes by components, with a vector or with one number for both.

    Examples
    --------
    >>> v = sepax.compat.collision.Vector(3, 4)
    >>> v.ln(), v.perp(), v * 2 - v
    (5.0, Vector [4, -3], Vector [3, 4])
    """

    @cython.critical_section
    def __init__(self, x: Any, y: Any):
        self.x = x
        self.y = y

    def __add__(self, other: Any) -> Vector:
        if isinstance(other, NUMBERS):
            return new_vector(x_of(self) + other, y_of(self) + other)
        return new_vector(x_of(self) + x_of(other), y_of(self) + y_of(other))

    def __sub__(self, other: Any) -> Vector:
        if isinstance(other, NUMBERS):
            return new_vector(x_of(self) - other, y_of(self) - other)
        return new_vector(x_of(self) - x_of(other), y_of(self) - y_of(other))

    def __mul__(self, other: Any) -> Vector:
        if isinstance(other, NUMBERS):
            return new_vector(x_of(self) * other, y_of(self) * other)
        return new_vector(x_of(self) * x_of(other), y_of(self) * y_of(other))

    def __truediv__(self, other: Any) -> Vector:
        if isinstance(other, NUMBERS):
            return new_vector(x_of(self) / other, y_of(self) / other)
        return new_vector(x_of(self) / x_of(other), y_of(self) / y_of(other))

    def __floordiv__(self, other: Any) -> Vector:
        if isinstance(other, NUMBERS):
            return new_vector(x_of(self) // other, y_of(self) // other)
        return new_vector(x_of(self) // x_of(other), y_of(self) // y_of(other))

    def __mod__(self, other: Any) -> Vector:
        if isinstance(other, NUMBERS):
            return new_vector(x_of(self) % other, y_of(self) % other)
        return new_vector(x_of(self) % x_of(other), y_of(self) % y_of(other))

    def __neg__(self) -> Vector:
        return new_vector(-x_of(self), -y_of(self))

    def __eq__(self, other):
        if not isinstance(other, Vector):
            return False
        return x_of(self) == x_of(other) and y_of(self) == y_of(other)

    __hash__ = None

    def __getitem__(self, index: Any) -> Any:
        return [x_of(self), y_of(self)][index]

    def __contains__(self, value: object) -> bool:
        return value == x_of(self) or value == y_of(self)

    def __len__(self) -> int:
        return 2

    def __str__(self):
        return f"Vector [{x_of(self)}, {y_of(self)}]"

    def __repr__(self):
        return str(self)

    def __reduce__(self):
        """Copy and pickle by the two numbers, and the attributes of a subclass."""
        state = (x_of(self), y_of(self), added_to(self))
        return (__newobj__, (type(self),), state)

    @cython.critical_section
    def __setstate__(self, state):
        self.x, self.y, added = state
        add_again(self, added)

    def copy(self) -> Vector:
        """A new vector of the same numbers."""
        return new_vector(x_of(self), y_of(self))

    @cython.critical_section
    def set(self, other: Any) -> None:
        """Take the numbers of another vector."""
        self.x = x_of(other)
        self.y = y_of(other)

    def perp(self) -> Vector:
        """The vector turned by a quarter: (y, -x)."""
        return new_vector(y_of(self), -x_of(self))

    def rotate(self, angle: float) -> Vector:
        """The vector turned by an angle in radians, x towards y."""
        cdef double x, y, cosine = cos(angle), sine = sin(angle)
        read_vector(self, &x, &y)
        return new_vector(x * cosine - y * sine, x * sine + y * cosine)

    def reverse(self) -> Vector:
        """The opposite vector."""
        return new_vector(-x_of(self), -y_of(self))

    def int(self) -> Vector:
        """The vector cut off to integers."""
        return new_vector(INTEGER(x_of(self)), INTEGER(y_of(self)))

    def normalize(self) -> Vector:
        """The unit vector of the same direction; ZeroDivisionError if it has none."""
        return self / self.ln()

    def project(self, other: Any) -> Vector:
        """The projection on another vector."""
        share = self.dot(other) / other.ln2()
        return new_vector(share * x_of(other), share * y_of(other))

    def project_n(self, other: Any) -> Vector:
        """The projection on a unit vector."""
        share = self.dot(other)
        return new_vector(share * x_of(other), share * y_of(other))

    def reflect(self, axis: Any) -> Vector:
        """Minus twice the projection on the axis."""
        return -(self.project(axis) * 2)

    def reflect_n(self, axis: Any) -> Vector:
        """Minus twice the projection on the axis, a unit vector."""
        return -(self.project_n(axis) * 2)

    def dot(self, other: Any) -> Any:
        """The scalar product."""
        return x_of(self) * x_of(other) + y_of(self) * y_of(other)

    def ln2(self) -> Any:
        """The square of the length."""
        return self.dot(self)

    def ln(self) -> float:
        """The length."""
        return sqrt(self.ln2())
