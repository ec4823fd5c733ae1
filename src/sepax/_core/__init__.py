"""The compiled core.

Arrows point down only: pair, raw -> results, shape -> body, sweep -> sat -> simd, predicates ->
hull. Beside that line, exact stands under predicates, walk under sat, rotation under shape,
arguments under shape, pair and raw, lanes.h under hull, and simd holds what is compiled for each
instruction set: ring_lanes.inl for the edges of one ring, and for many pairs
box_lanes.inl -> box_edges.inl -> box_contacts.inl -> box_sweeps.inl, and box_poses.inl.
For arrays: batch -> bodies -> boxes -> simd, body; broadphase stands alone.
"""
