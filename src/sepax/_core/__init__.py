"""The compiled core.

Arrows point down only: pair, raw -> results, shape -> body, sweep -> sat -> predicates -> hull.
Beside that line, exact stands under predicates, rotation under shape, lanes.h under hull.
For arrays: batch -> bodies -> boxes -> simd, body; broadphase stands alone.
"""
