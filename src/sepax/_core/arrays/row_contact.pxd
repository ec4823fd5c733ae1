"""Contacts of two rows of parts as wholes; see row_contact.pyx."""

from sepax._core.answers.answer cimport Touch
from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.separate cimport Release

cdef int contact_of_rows(const Rows* a, const Rows* b, const Release* out, double margin,
                         double slack, Touch* touch, Watch* watch) noexcept nogil
cdef int collide_rows(const Rows* a, const Rows* b, double margin, Touch* touch,
                      Watch* watch) noexcept nogil
