"""The columns that loops over pairs fill: C-contiguous arrays by the kind of the result."""

from sepax._core.answers.answer cimport Result, Touch
from sepax._core.buffers cimport Buffers, take_column
from sepax._core.kernels.answers cimport Gap, Meeting, Passing
from sepax._core.rows cimport (
    ApproachRow, ClearanceRow, ContactRow, ImpactRow, clear_contact_row, clear_impact_row,
    copy_approach_row, copy_clearance_row, copy_contact_row, copy_impact_row, fill_approach_row,
    fill_clearance_row, fill_contact_row, fill_impact_row, take_approach_arrays,
    take_clearance_arrays, take_contact_arrays, take_impact_arrays)
from sepax._core.simd.result_arrays cimport (
    ApproachArrays, ClearanceArrays, ContactArrays, ImpactArrays)
from sepax._core.writers cimport Kind

ctypedef unsigned char truth

cdef struct Columns:
    Kind kind
    truth* truths           # (n,): truths, or whether there is a result
    double* numbers         # (n,) or (n, 2): numbers, vectors, points of a, lower ends of intervals
    double* others          # (n,) or (n, 2): points of b, upper ends
    ContactArrays contacts
    ImpactArrays impacts
    ClearanceArrays clearances
    ApproachArrays approaches


cdef inline int take_columns(Buffers* buffers, tuple columns, Py_ssize_t count,
                             Columns* out) except -1:
    """Note the memory of the columns, for the kind that is set."""
    cdef Kind kind = out.kind
    cdef int width = 1 if kind == Kind.NUMBER or kind == Kind.INTERVAL else 2
    if kind == Kind.CONTACT:
        take_contact_arrays(buffers, columns, count, &out.contacts)
        out.truths = out.contacts.hit
    elif kind == Kind.IMPACT:
        take_impact_arrays(buffers, columns, count, &out.impacts)
        out.truths = out.impacts.hit
    elif kind == Kind.CLEARANCE:
        take_clearance_arrays(buffers, columns, count, &out.clearances)
    elif kind == Kind.APPROACH:
        take_approach_arrays(buffers, columns, count, &out.approaches)
    elif kind == Kind.TRUTH:
        out.truths = <truth*>take_column(buffers, columns[0], count, 1, sizeof(truth))
    else:
        out.numbers = <double*>take_column(buffers, columns[0], count, width, sizeof(double))
    if kind == Kind.VECTOR:
        out.truths = <truth*>take_column(buffers, columns[1], count, 1, sizeof(truth))
    elif kind == Kind.INTERVAL or kind == Kind.POINTS:
        out.others = <double*>take_column(buffers, columns[1], count, width, sizeof(double))
    return 0


cdef inline void store_contact(const Columns* out, Py_ssize_t k, bint hit,
                               const Touch* touch) noexcept nogil:
    cdef ContactRow row
    if not hit:
        clear_contact_row(&out.contacts, k)
        return
    fill_contact_row(&touch.widest, touch.depth, &touch.points, touch.a_in_b, touch.b_in_a, &row)
    copy_contact_row(&row, &out.contacts, k)


cdef inline void store_impact(const Columns* out, Py_ssize_t k, bint hit,
                              const Meeting* meeting) noexcept nogil:
    cdef ImpactRow row
    if not hit:
        clear_impact_row(&out.impacts, k)
        return
    fill_impact_row(meeting, &row)
    copy_impact_row(&row, &out.impacts, k)


cdef inline void store_clearance(const Columns* out, Py_ssize_t k, const Gap* gap) noexcept nogil:
    cdef ClearanceRow row
    fill_clearance_row(gap, &row)
    copy_clearance_row(&row, &out.clearances, k)


cdef inline void store_approach(const Columns* out, Py_ssize_t k,
                                const Passing* passing) noexcept nogil:
    cdef ApproachRow row
    fill_approach_row(passing, &row)
    copy_approach_row(&row, &out.approaches, k)


cdef inline void store(const Columns* out, Kind kind, Py_ssize_t k, int found,
                       const Result* result) noexcept nogil:
    """Write an answer to row k."""
    if kind == Kind.TRUTH:
        out.truths[k] = found
    elif kind == Kind.NUMBER:
        out.numbers[k] = result.number
    elif kind == Kind.VECTOR:
        out.truths[k] = found
        out.numbers[2 * k] = result.vector[0] if found else 0.0
        out.numbers[2 * k + 1] = result.vector[1] if found else 0.0
    elif kind == Kind.CONTACT:
        store_contact(out, k, found, &result.contact)
    elif kind == Kind.IMPACT:
        store_impact(out, k, found == 1, &result.impact)
    elif kind == Kind.CLEARANCE:
        store_clearance(out, k, &result.gap)
    elif kind == Kind.APPROACH:
        store_approach(out, k, &result.passing)
    elif kind == Kind.POINT:
        out.numbers[2 * k] = result.vector[0]
        out.numbers[2 * k + 1] = result.vector[1]
    elif kind == Kind.INTERVAL:
        out.numbers[k] = result.vector[0]
        out.others[k] = result.vector[1]
    else:
        out.numbers[2 * k] = result.points[0]
        out.numbers[2 * k + 1] = result.points[1]
        out.others[2 * k] = result.points[2]
        out.others[2 * k + 1] = result.points[3]
