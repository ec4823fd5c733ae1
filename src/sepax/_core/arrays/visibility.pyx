"""Which rows of a scene each query sees: those of its group that it does not ignore.

Labels of rows are numbered from 0: by their difference from the least one, or by their order where
that would leave too many numbers without a row. A tree keeps the rows of a group in adjacent slots,
so that a query visits no others.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from sepax._core.arrays.pair_list cimport INDEX_MASK, raise_failure, sort_by_labels
from sepax._core.interrupts cimport PIECE, Watch, check_interrupts, pieces, start_watch
from sepax._core.memory cimport count_product, count_sum, new_array, new_zeros
from sepax._core.simd.levels cimport SCAN_MOST

cdef enum:
    SPARSE = 4              # numbers for each row and query that may be without rows
    FEW = 1024              # the same, however few rows there are
    FEW_QUERIES = 8         # rows for each query: if a scene has more, a tree is faster


@cython.final
@cython.auto_pickle(False)
cdef class RowGroups:
    """The groups of the rows of a scene, by a label for each row, which are only compared: they may
    be the words of unsigned numbers."""

    def __cinit__(self, const Py_ssize_t[::1] labels not None, bint are_unsigned=False):
        self.are_unsigned = are_unsigned
        self.rows = labels.shape[0]
        if <uint64_t>self.rows > <uint64_t>INDEX_MASK:
            raise ValueError(f"groups are of fewer than 2**31 shapes, got {self.rows}")
        self.copy_labels(labels)
        self.count_slots()

    def __dealloc__(self):
        PyMem_RawFree(self.distinct)
        PyMem_RawFree(self.of_row)
        PyMem_RawFree(self.first_slot)

    cdef int copy_labels(self, const Py_ssize_t[::1] labels) except -1:
        """Copy the labels, as another thread may change them, and choose their numbers."""
        cdef Py_ssize_t least = 0, most = 0, piece, k, label, work = 0
        self.of_row = <Py_ssize_t*>new_array(self.rows, sizeof(Py_ssize_t))
        if self.of_row is NULL:
            raise MemoryError
        if self.rows == 0:
            return 0
        least = most = labels[0]
        for piece in range(pieces(self.rows)):
            for k in range(PIECE * piece, min(PIECE * (piece + 1), self.rows)):
                self.of_row[k] = label = labels[k]
                least = label if label < least else least
                most = label if label > most else most
            check_interrupts(&work, PIECE)
        self.least = least
        if <uint64_t>most - <uint64_t>least < <uint64_t>(SPARSE * self.rows + FEW):
            self.count = most - least + 1
        else:
            self.find_distinct()
        return self.number_rows()

    cdef int number_rows(self) except -1:
        """Replace labels by numbers."""
        cdef Py_ssize_t piece, k, group, before = 0, work = 0
        self.is_sorted = True
        for piece in range(pieces(self.rows)):
            for k in range(PIECE * piece, min(PIECE * (piece + 1), self.rows)):
                group = self.of_row[k] - self.least
                if self.distinct is not NULL:
                    group = group_of_label(self, self.of_row[k], before)
                self.of_row[k] = group
                self.is_sorted &= group >= before
                before = group
            check_interrupts(&work, PIECE)
        return 0

    cdef int find_distinct(self) except -1:
        """List the labels in order, each once."""
        cdef uint64_t* words = <uint64_t*>new_array(self.rows, 2 * sizeof(uint64_t))
        cdef uint64_t* order = words
        cdef Watch watch
        cdef Py_ssize_t k, label, count = 0
        cdef int result
        self.distinct = <Py_ssize_t*>new_array(self.rows, sizeof(Py_ssize_t))
        if words is NULL or self.distinct is NULL:
            PyMem_RawFree(words)
            raise MemoryError
        start_watch(&watch)
        with nogil:
            for k in range(self.rows):
                words[k] = <uint64_t>k
            result = sort_by_labels(self.of_row, self.rows, words, &order, &watch)
            if result == 0:
                for k in range(self.rows):
                    label = self.of_row[order[k] & INDEX_MASK]
                    if count == 0 or label != self.distinct[count - 1]:
                        self.distinct[count] = label
                        count += 1
            PyMem_RawFree(words)
        self.count = count
        return raise_failure(result)

    cdef int count_slots(self) except -1:
        cdef Py_ssize_t piece, k, work = 0
        self.first_slot = <uint32_t*>new_zeros(count_sum(self.count, 2), sizeof(uint32_t))
        if self.first_slot is NULL:
            raise MemoryError
        for piece in range(pieces(self.rows)):
            for k in range(PIECE * piece, min(PIECE * (piece + 1), self.rows)):
                self.first_slot[self.of_row[k] + 1] += 1
            check_interrupts(&work, PIECE)
        for k in range(self.count + 1):
            self.largest = max(self.largest, <Py_ssize_t>self.first_slot[k + 1])
            self.first_slot[k + 1] += self.first_slot[k]
            check_interrupts(&work, 1)
        return 0

    cdef int list_rows(self, uint32_t* rows) except -1:
        """List the rows by group, those of one in their order."""
        cdef uint32_t* place = <uint32_t*>new_array(self.count, sizeof(uint32_t))
        cdef Py_ssize_t k
        if place is NULL:
            raise MemoryError
        memcpy(place, self.first_slot, self.count * sizeof(uint32_t))
        with nogil:
            for k in range(self.rows):
                rows[place[self.of_row[k]]] = <uint32_t>k
                place[self.of_row[k]] += 1
        PyMem_RawFree(place)
        return 0

    def read_labels(self, Py_ssize_t[::1] out not None) -> None:
        """Fill (rows,) with the labels."""
        cdef Py_ssize_t k, group
        if out.shape[0] != self.rows:
            raise ValueError(f"there are labels of {self.rows} rows")
        for k in range(self.rows):
            group = self.of_row[k]
            out[k] = self.least + group if self.distinct is NULL else self.distinct[group]


cdef inline Py_ssize_t group_of_label(RowGroups row_groups, Py_ssize_t label,
                                      Py_ssize_t likely) noexcept nogil:
    """The number of a label; `count` if no row has it. Queries side by side often share a group,
    so that of the one before is likely."""
    cdef Py_ssize_t low = 0, n = row_groups.count, half
    cdef uint64_t above = <uint64_t>label - <uint64_t>row_groups.least
    if row_groups.distinct is NULL:
        return <Py_ssize_t>above if above < <uint64_t>n else n
    if likely < n and row_groups.distinct[likely] == label:
        return likely
    while n > 0:
        half = n // 2
        if row_groups.distinct[low + half] < label:
            low += half + 1
            n -= half + 1
        else:
            n = half
    return low if low < row_groups.count and row_groups.distinct[low] == label else row_groups.count


@cython.final
@cython.auto_pickle(False)
cdef class Visibility:
    """Which rows of a scene each query sees.

    `labels` are those of the queries, for RowGroups of the scene; None where these are its rows.
    `ignored` has, for each query, so many rows of the scene, -1 for none.
    """

    def __cinit__(self, Py_ssize_t queries, Py_ssize_t rows, RowGroups row_groups,
                  const Py_ssize_t[::1] labels, const Py_ssize_t[:, ::1] ignored, bint not_itself):
        if row_groups is None and labels is not None:
            raise ValueError("labels of queries are for RowGroups of the scene")
        self.queries = queries
        self.rows = rows
        self.row_groups = row_groups
        self.visible.not_itself = not_itself
        if row_groups is not None:
            self.visible.group_of_query = row_groups.of_row
            if labels is not None:
                self.number_queries(labels)
            self.require_groups(queries if labels is None else labels.shape[0])
            self.visible.group_of_row = row_groups.of_row
            self.visible.first_slot = row_groups.first_slot
        if ignored is not None:
            if ignored.shape[0] != queries:
                raise ValueError(f"ignored must have {queries} rows, got {ignored.shape[0]}")
            self.copy_ignored(ignored)

    def __dealloc__(self):
        PyMem_RawFree(self.numbers)
        PyMem_RawFree(<void*>self.visible.ignored)

    @property
    def suit_scans(self) -> bool:
        """Whether lanes may take all rows of a group at once: groups are small and of single
        shapes, and queries are not so few that columns of all rows are not worth while."""
        return (self.row_groups is not None and self.row_groups.largest <= SCAN_MOST
                and self.queries * FEW_QUERIES >= self.rows)

    cdef int require_groups(self, Py_ssize_t labels) except -1:
        if labels != self.queries or self.row_groups.rows != self.rows:
            raise ValueError(f"groups must be of {self.queries} queries and {self.rows} rows, got "
                             f"{labels} and {self.row_groups.rows}")
        if self.numbers is NULL and self.queries != self.rows:
            raise ValueError("queries without labels must be the rows of the scene")
        return 0

    cdef int number_queries(self, const Py_ssize_t[::1] labels) except -1:
        cdef Py_ssize_t n = labels.shape[0], k, work = 0, group = 0
        self.numbers = <Py_ssize_t*>new_array(n, sizeof(Py_ssize_t))
        if self.numbers is NULL:
            raise MemoryError
        self.visible.group_of_query = self.numbers
        for k in range(n):
            self.numbers[k] = group = group_of_label(self.row_groups, labels[k], group)
            check_interrupts(&work, 1)
        return 0

    cdef int copy_ignored(self, const Py_ssize_t[:, ::1] ignored) except -1:
        """Copy and check what is ignored: another thread may change it."""
        cdef Py_ssize_t n = ignored.shape[0], columns = ignored.shape[1], k, i, work = 0, row
        cdef Py_ssize_t* copy = <Py_ssize_t*>new_array(count_product(n, columns),
                                                       sizeof(Py_ssize_t))
        self.visible.ignored = copy
        self.visible.columns = columns
        if copy is NULL:
            raise MemoryError
        for k in range(n):
            for i in range(columns):
                row = copy[k * columns + i] = ignored[k, i]
                if self.rows == 0 and row != -1:
                    raise IndexError(f"ignore[{k}] must be -1: the scene has no rows; got {row}")
                if not -1 <= row < self.rows:
                    raise IndexError(f"ignore[{k}] must be a row of the scene, from 0 to "
                                     f"{self.rows - 1}, or -1 for none; got {row}")
            check_interrupts(&work, columns)
        return 0


cdef int take_visible(Visibility visibility, Py_ssize_t queries, Py_ssize_t rows,
                    Visible* visible) except -1:
    """What queries see of a scene: everything where `visibility` is None."""
    if visibility is None:
        memset(visible, 0, sizeof(Visible))
        return 0
    if visibility.queries != queries or visibility.rows != rows:
        raise ValueError(f"there must be {visibility.queries} queries of {visibility.rows} rows, "
                         f"got {queries} and {rows}")
    visible[0] = visibility.visible
    return 0
