"""Signs of the geometric predicates in exact integer arithmetic.

Every float64 is an integer times a power of two. A common power, which changes no sign, makes the
numbers of one predicate integers of at most 2,099 bits. Predicates are polynomials of degree two or
four in their differences, so 8,500 bits hold everything. That is enough for any 64 bits, infinity
and NaN too: coordinates end at 2^240, but a thread that reads while another sets a pose may see
numbers that are refused a moment later. Only uncertain cases come here (predicates.pxd), so
schoolbook arithmetic is fast enough.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy


cdef enum:
    MANTISSA_BITS = 52
    LIMBS = 268  # of 32 bits


cdef struct Integer:
    int sign          # -1, 0, +1
    int size          # limbs in use; the highest is not 0
    uint32_t limb[LIMBS]


cdef inline int exponent_of(double value) noexcept nogil:
    """Power of two of the lowest mantissa bit of a value that is not 0."""
    cdef uint64_t bits
    memcpy(&bits, &value, sizeof(bits))
    cdef int biased = <int>((bits >> MANTISSA_BITS) & 0x7FF)
    return (biased if biased else 1) - 1075


cdef int lowest_exponent(const double* values, int count) noexcept nogil:
    """The common scale: every value is an integer times two to this power."""
    cdef int lowest = 2000, i
    for i in range(count):
        if values[i] != 0.0:
            lowest = min(lowest, exponent_of(values[i]))
    return lowest


cdef void trim(Integer* number) noexcept nogil:
    while number.size > 0 and number.limb[number.size - 1] == 0:
        number.size -= 1
    if number.size == 0:
        number.sign = 0


cdef void from_double(double value, int scale, Integer* out) noexcept nogil:
    """value / 2**scale, which is an integer."""
    cdef uint64_t bits, mantissa
    cdef int shift, i, word
    out.sign = 0
    out.size = 0
    if value == 0.0:
        return
    memcpy(&bits, &value, sizeof(bits))
    mantissa = bits & ((<uint64_t>1 << MANTISSA_BITS) - 1)
    if (bits >> MANTISSA_BITS) & 0x7FF:
        mantissa |= <uint64_t>1 << MANTISSA_BITS
    shift = exponent_of(value) - scale
    word = shift // 32
    for i in range(word):
        out.limb[i] = 0
    shift = shift % 32
    out.limb[word] = <uint32_t>(mantissa << shift)
    out.limb[word + 1] = <uint32_t>(mantissa >> (32 - shift))
    out.limb[word + 2] = <uint32_t>((mantissa >> 32) >> (32 - shift))
    out.size = word + 3
    out.sign = -1 if value < 0.0 else 1
    trim(out)


cdef int compare_size(const Integer* a, const Integer* b) noexcept nogil:
    """Sign of |a| - |b|."""
    cdef int i
    if a.size != b.size:
        return 1 if a.size > b.size else -1
    for i in range(a.size - 1, -1, -1):
        if a.limb[i] != b.limb[i]:
            return 1 if a.limb[i] > b.limb[i] else -1
    return 0


cdef void add_sizes(const Integer* a, const Integer* b, Integer* out) noexcept nogil:
    cdef uint64_t carry = 0
    cdef int i
    out.size = max(a.size, b.size)
    for i in range(out.size):
        carry += (a.limb[i] if i < a.size else 0)
        carry += (b.limb[i] if i < b.size else 0)
        out.limb[i] = <uint32_t>carry
        carry >>= 32
    if carry:
        out.limb[out.size] = <uint32_t>carry
        out.size += 1


cdef void subtract_sizes(const Integer* large, const Integer* small, Integer* out) noexcept nogil:
    cdef int64_t carry = 0
    cdef int i
    out.size = large.size
    for i in range(large.size):
        carry += <int64_t>large.limb[i] - (<int64_t>small.limb[i] if i < small.size else 0)
        out.limb[i] = <uint32_t>carry
        carry = -1 if carry < 0 else 0
    trim(out)


cdef void add_signed(const Integer* a, const Integer* b, int b_sign, Integer* out) noexcept nogil:
    """a + b_sign * |b|; `out` is neither of them."""
    cdef int order
    if b_sign == 0:
        out[0] = a[0]
    elif a.sign == 0 or a.sign == b_sign:
        out.sign = b_sign
        add_sizes(a, b, out)
    else:
        order = compare_size(a, b)
        out.sign = a.sign if order > 0 else b_sign
        if order >= 0:
            subtract_sizes(a, b, out)
        else:
            subtract_sizes(b, a, out)


cdef void subtract(const Integer* a, const Integer* b, Integer* out) noexcept nogil:
    add_signed(a, b, -b.sign, out)


cdef void add(const Integer* a, const Integer* b, Integer* out) noexcept nogil:
    add_signed(a, b, b.sign, out)


cdef void multiply(const Integer* a, const Integer* b, Integer* out) noexcept nogil:
    cdef uint64_t carry
    cdef int i, j
    out.sign = a.sign * b.sign
    out.size = a.size + b.size
    for i in range(out.size):
        out.limb[i] = 0
    for i in range(a.size):
        carry = 0
        for j in range(b.size):
            carry += <uint64_t>a.limb[i] * b.limb[j] + out.limb[i + j]
            out.limb[i + j] = <uint32_t>carry
            carry >>= 32
        out.limb[i + b.size] = <uint32_t>carry
    trim(out)


cdef void difference(double high, double low, int scale, Integer* out) noexcept nogil:
    """(high - low) / 2**scale."""
    cdef Integer a, b
    from_double(high, scale, &a)
    from_double(low, scale, &b)
    subtract(&a, &b, out)


cdef int sign_of_difference(const Integer* a, const Integer* b) noexcept nogil:
    cdef Integer rest
    subtract(a, b, &rest)
    return rest.sign


cdef void cross(const Integer* ux, const Integer* uy, const Integer* vx, const Integer* vy,
                Integer* out) noexcept nogil:
    cdef Integer left, right
    multiply(ux, vy, &left)
    multiply(uy, vx, &right)
    subtract(&left, &right, out)


cdef void dot(const Integer* ux, const Integer* uy, const Integer* vx, const Integer* vy,
              Integer* out) noexcept nogil:
    cdef Integer left, right
    multiply(ux, vx, &left)
    multiply(uy, vy, &right)
    add(&left, &right, out)


cdef struct Corner:
    Integer ux, uy      # b - a
    Integer vx, vy      # c - a


cdef int read_corner(const double* values, int count, Corner* at_a) noexcept nogil:
    """Set the corner of a, b and c, the first six values; returns the scale of all values."""
    cdef int scale = lowest_exponent(values, count)
    difference(values[2], values[0], scale, &at_a.ux)
    difference(values[3], values[1], scale, &at_a.uy)
    difference(values[4], values[0], scale, &at_a.vx)
    difference(values[5], values[1], scale, &at_a.vy)
    return scale


cdef int orient2d_exact(double ax, double ay, double bx, double by,
                        double cx, double cy) noexcept nogil:
    """Sign of (b - a) x (c - a): +1 when c lies to the left of a -> b."""
    cdef double[6] values = [ax, ay, bx, by, cx, cy]
    cdef Corner at_a
    cdef Integer area
    read_corner(values, 6, &at_a)
    cross(&at_a.ux, &at_a.uy, &at_a.vx, &at_a.vy, &area)
    return area.sign


cdef int area_sign_exact(const double* x, const double* y, Py_ssize_t n) noexcept nogil:
    """Sign of the area of a ring of n points: +1 for counter-clockwise."""
    cdef Integer ux, uy, vx, vy, triangle, area, sum_before
    cdef int scale = min(lowest_exponent(x, <int>n), lowest_exponent(y, <int>n))
    cdef Py_ssize_t i
    area.sign = area.size = 0
    for i in range(1, n - 1):
        difference(x[i], x[0], scale, &ux)
        difference(y[i], y[0], scale, &uy)
        difference(x[i + 1], x[0], scale, &vx)
        difference(y[i + 1], y[0], scale, &vy)
        cross(&ux, &uy, &vx, &vy, &triangle)
        sum_before = area
        add(&sum_before, &triangle, &area)
    return area.sign


cdef int dot_exact(double ax, double ay, double bx, double by,
                   double cx, double cy) noexcept nogil:
    """Sign of (b - a) . (c - a)."""
    cdef double[6] values = [ax, ay, bx, by, cx, cy]
    cdef Corner at_a
    cdef Integer product
    read_corner(values, 6, &at_a)
    dot(&at_a.ux, &at_a.uy, &at_a.vx, &at_a.vy, &product)
    return product.sign


cdef int compare_distance_exact(double ax, double ay, double bx, double by,
                                double r1, double r2) noexcept nogil:
    """Sign of |b - a|**2 - (r1 + r2)**2."""
    cdef double[6] values = [ax, ay, bx, by, r1, r2]
    cdef Integer ux, uy, radius, square, radius_square
    cdef int scale = lowest_exponent(values, 6)
    difference(bx, ax, scale, &ux)
    difference(by, ay, scale, &uy)
    difference(r1, -r2, scale, &radius)
    dot(&ux, &uy, &ux, &uy, &square)
    multiply(&radius, &radius, &radius_square)
    return sign_of_difference(&square, &radius_square)


cdef int compare_line_distance_exact(double ax, double ay, double bx, double by,
                                     double cx, double cy, double r1, double r2) noexcept nogil:
    """Sign of ((b - a) x (c - a))**2 - (r1 + r2)**2 |b - a|**2."""
    cdef double[8] values = [ax, ay, bx, by, cx, cy, r1, r2]
    cdef Corner at_a
    cdef Integer radius, area, edge_square, area_square, radius_square, product
    difference(r1, -r2, read_corner(values, 8, &at_a), &radius)
    cross(&at_a.ux, &at_a.uy, &at_a.vx, &at_a.vy, &area)
    dot(&at_a.ux, &at_a.uy, &at_a.ux, &at_a.uy, &edge_square)
    multiply(&radius, &radius, &radius_square)
    multiply(&area, &area, &area_square)
    multiply(&radius_square, &edge_square, &product)
    return sign_of_difference(&area_square, &product)
