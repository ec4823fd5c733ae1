"""The compiled core.

Arrows point down only: pair, raw -> results, shape -> body, sweep -> sat -> simd, predicates ->
hull. Beside that line, exact stands under predicates, walk under sat, rotation under shape,
lanes.h under hull, and simd holds what is compiled for each instruction set (ring_lanes.h,
box_lanes.h).
For arrays: batch -> bodies -> boxes -> simd, body; broadphase stands alone.
"""
