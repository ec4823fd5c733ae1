"""Which rows of a scene each query sees: those of its group that it does not ignore; see
visibility.pyx."""

from libc.stdint cimport uint32_t


cdef class RowGroups:
    cdef Py_ssize_t least
    cdef Py_ssize_t* distinct       # labels in order; NULL where numbers are label - least
    cdef readonly Py_ssize_t count  # of groups
    cdef readonly Py_ssize_t rows
    cdef Py_ssize_t* of_row         # the number of the group of each row
    # The first slot of each group in a tree that keeps groups together. Group `count`, of labels
    # that no row has, is empty.
    cdef uint32_t* first_slot
    cdef readonly Py_ssize_t largest    # rows of a group
    cdef readonly bint are_unsigned
    cdef bint is_sorted         # whether the rows are in the order of their groups

    cdef int number_rows(self) except -1
    cdef int list_rows(self, uint32_t* rows) except -1
    cdef int copy_labels(self, const Py_ssize_t[::1] labels) except -1
    cdef int find_distinct(self) except -1
    cdef int count_slots(self) except -1


cdef struct Visible:
    # Without groups, all rows are seen; without what is ignored, all of the group.
    const Py_ssize_t* group_of_query
    const Py_ssize_t* group_of_row
    const uint32_t* first_slot
    const Py_ssize_t* ignored       # (queries, columns) rows, -1 for none
    Py_ssize_t columns
    bint not_itself                 # queries are the rows of the scene: none sees its own


cdef class Visibility:
    cdef Visible visible
    cdef readonly RowGroups row_groups     # type: RowGroups | None; None: all rows are of one group
    cdef Py_ssize_t queries
    cdef Py_ssize_t rows            # of the scene
    cdef Py_ssize_t* numbers        # of the groups of queries; NULL where these are the rows

    cdef int require_groups(self, Py_ssize_t labels) except -1
    cdef int number_queries(self, const Py_ssize_t[::1] labels) except -1
    cdef int copy_ignored(self, const Py_ssize_t[:, ::1] ignored) except -1


cdef int take_visible(Visibility visibility, Py_ssize_t queries, Py_ssize_t rows,
                    Visible* visible) except -1


cdef inline bint sees(const Visible* visible, Py_ssize_t query, Py_ssize_t row) noexcept nogil:
    """Whether a query is to find a row of the scene."""
    cdef const Py_ssize_t* ignored
    cdef Py_ssize_t k
    if (visible.group_of_query is not NULL
            and visible.group_of_query[query] != visible.group_of_row[row]):
        return False
    if not visible.not_itself and visible.ignored is NULL:
        return True
    if visible.not_itself and query == row:
        return False
    if visible.ignored is not NULL:
        ignored = visible.ignored + query * visible.columns
        for k in range(visible.columns):
            if ignored[k] == row:
                return False
    return True


cdef struct SlotRange:
    # Slots of a tree, from first to the one before end.
    uint32_t first, end
    bint is_whole


cdef inline SlotRange slots_of(const Visible* visible, Py_ssize_t query) noexcept nogil:
    """The slots that a query may see."""
    cdef Py_ssize_t group
    if visible.group_of_query is NULL:
        return SlotRange(0, 0, True)
    group = visible.group_of_query[query]
    return SlotRange(visible.first_slot[group], visible.first_slot[group + 1], False)
