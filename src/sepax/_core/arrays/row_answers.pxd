"""The answers of verbs for two rows; see row_answers.pyx."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch

cdef int answer_rows(int verb, const Rows* a, const Rows* b, const Options* options,
                     Result* result, Watch* watch) noexcept nogil
