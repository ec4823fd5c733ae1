"""Groups: convex parts at one pose that answer as one shape, as a `sepax.Compound` does.

Imports point down: `parts` (groups in a scene) > `pairs` (which rows of either side make a pair) >
`covering` (several parts together) > `seams` (helpers of blocks, and exact integers).
"""
